-- A row that a published list used may not vanish or change without a correction on the record (Art. 23).
select detail_pt as violation from home.input_checks where name = 'registers_kept' and not passed
