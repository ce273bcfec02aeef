"""Visits to the outside sources: what is asked for and why, and where the answers go.

Belongs here: the settings of `[fetch]`, the memory of earlier visits, who needs a card, one visit of FIDE
and of CBX. Does not belong here: HTTP and pages (`scrapers`), what a list makes of them (`ingestion`),
printing (`cli`). A list is computed from the inbox alone: nothing here runs in the list job.
"""
