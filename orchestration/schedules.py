"""The week in Dagster (Art. 20): the list job at the Sunday cut-off, publication on Wednesday; daily
downloads.

Belongs here: jobs, schedules and the sensor that keeps a draft up to date. Does not belong here: what the
steps do (`assets`).
"""

from datetime import UTC, datetime, timedelta

import dagster as dg

from orchestration import downloads, week
from orchestration.freshness import rebuild_due
from orchestration.partitions import weekly_lists
from orchestration.resources import HomeResource
from orchestration.week import TIME_ZONE

PUBLICATION_CRON = "0 8 * * 3"
#: Away from the cut-off and the publication, since runs go one after the other.
FETCH_CRON = "30 4 * * *"
GOING_ON = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]
#: A run that wrote no event for so long was killed.
ABANDONED_AFTER = timedelta(hours=1)

_downloads = dg.AssetSelection.groups(downloads.GROUP)
_publication = dg.AssetSelection.assets(["exports", "published"], ["publication", "analysts_copy"])

list_job = dg.define_asset_job(
    "list_job",
    selection=dg.AssetSelection.all() - _publication - _downloads,
    partitions_def=weekly_lists,
    description="Ingest, identify, rate and write the draft of one list.",
)
publication_job = dg.define_asset_job(
    "publication_job",
    selection=_publication,
    partitions_def=weekly_lists,
    description="Make the draft of one list final, and refresh the analysts' copy.",
)
fetch_job = dg.define_asset_job(
    "fetch_job",
    selection=_downloads,
    description="Visit FIDE and CBX for what is missing or changed; the only job that uses the network.",
)
daily_fetch = dg.ScheduleDefinition(
    name="daily_fetch",
    job=fetch_job,
    cron_schedule=FETCH_CRON,
    execution_timezone=TIME_ZONE,
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="One visit a day, as far as the day's budget goes.",
)

# The key that opens at the cut-off instant is the list of that Sunday (see `partitions`).
sunday_cut_off = dg.build_schedule_from_partitioned_job(
    list_job, name="sunday_cut_off", default_status=dg.DefaultScheduleStatus.STOPPED
)


@dg.schedule(
    job=list_job,
    cron_schedule="0 0 * * 3",
    execution_timezone=TIME_ZONE,
    default_status=dg.DefaultScheduleStatus.STOPPED,
)
def tuesday_freeze(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """The draft once more when everything that it may know is in: Tuesday 23:59 is over."""
    return _request(context, "freeze")


@dg.schedule(
    job=publication_job,
    cron_schedule=PUBLICATION_CRON,
    execution_timezone=TIME_ZONE,
    default_status=dg.DefaultScheduleStatus.STOPPED,
)
def wednesday_publication(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """The list of the Sunday before becomes final."""
    return _request(context, "publication")


@dg.sensor(job=list_job, minimum_interval_seconds=300, default_status=dg.DefaultSensorStatus.STOPPED)
def outdated_draft(context: dg.SensorEvaluationContext, home: HomeResource) -> dg.RunRequest | dg.SkipReason:
    """Monday and Tuesday: the draft again when a register or a file of the home changed."""
    moment = week.now()
    cutoff = week.last_cutoff(moment)
    going_on = dg.RunsFilter(
        job_name=list_job.name, statuses=GOING_ON, updated_after=datetime.now(UTC) - ABANDONED_AFTER
    )
    if context.instance.get_runs_count(going_on):
        return dg.SkipReason("a list is being computed")
    key = rebuild_due(home.open(), cutoff, moment)
    if key is None:
        return dg.SkipReason(f"the draft of {cutoff} is up to date, absent, or frozen")
    return dg.RunRequest(run_key=key, partition_key=str(cutoff))


def _request(context: dg.ScheduleEvaluationContext, what: str) -> dg.RunRequest:
    cutoff = week.last_cutoff(week.local(context.scheduled_execution_time))
    return dg.RunRequest(run_key=f"{what}-{cutoff}", partition_key=str(cutoff))


schedules = [sunday_cut_off, tuesday_freeze, wednesday_publication, daily_fetch]
sensors = [outdated_draft]
