"""Everything that reads the outside world: CBX, FIDE, tournament files and the federation's registers.

Belongs here: bytes in, records and findings out. Does not belong here: any rating rule, any
database, any clock, and anything of Dagster.
"""
