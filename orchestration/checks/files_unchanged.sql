-- A tournament file that changed after it was read is not used until a correction names it (Art. 23).
select detail_pt as violation from home.input_checks where name = 'files_unchanged' and not passed
