-- A list without one of its registers could be wrong: it may be looked at, not published.
select detail_pt as violation from home.input_checks where name = 'registers_readable' and not passed
