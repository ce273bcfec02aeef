"""Weekly partitions: a list is named by its cut-off, Sunday 23:59 in Fortaleza (Art. 20).

Belongs here: the partition definition that every asset of a list shares. Does not belong here: date
arithmetic (`week`).
"""

import dagster as dg

from orchestration.week import TIME_ZONE

FIRST_CUTOFF = "2026-01-04"

# ``end_offset=1`` makes the key that opens at the cut-off instant valid at that instant and not a second
# before, so the key is the date printed on the list and not the Sunday before it.
weekly_lists = dg.WeeklyPartitionsDefinition(
    start_date=FIRST_CUTOFF, day_offset=0, hour_offset=23, minute_offset=59, timezone=TIME_ZONE, end_offset=1
)
