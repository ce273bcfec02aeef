"""Who is who: suggestions for the participants that no id settles (Art. 19). A person decides.

Belongs here: reading Brazilian names, finding and weighing the registered people a participant may be, the
bands of confidence, the words of the evidence, the name as published. Does not belong here: ids and their
contradictions, decisions and their replay (relations, in dbt), files, the queue and the terminal. Nothing in
this package knows a database, Dagster, a clock or the data home.
"""
