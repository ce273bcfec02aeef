"""Publication: from the marts of one list to the files that the federation signs.

Belongs here: the exported tables, manifest, data package and report of a list; how a draft is written, how it
becomes the published list, the chain of published lists and the analysts' copy.
Does not belong here: any rule of the regulation (the marts hold its results), any knowledge of Dagster, of
the data home's layout beyond `exports/`, of the clock or of who holds the home's lock: callers hand in a
DuckDB connection, plain paths and values, and hold the lock of the home while they write.
"""
