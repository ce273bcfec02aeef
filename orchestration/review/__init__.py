"""The identity queue: what is open, what is suggested, and how a person's decisions are written (Art. 19).

Belongs here: facts of the warehouse for the suggestions (`identity`), the queue as a spreadsheet, the
terminal's questions and keys, appending to ``registry/identity_decisions.csv``. Does not belong here: who
resembles whom (`identity`), what a decision does (relations, in dbt). Nothing here identifies anybody: every
row written was decided by somebody who signs it.
"""
