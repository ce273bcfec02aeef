"""One Dagster job in this process, for one list: what `fnx run` and `fnx publish` start.

Belongs here: the instance folder under the home, starting a job, turning its failure into one message, and
recording what was done without a job.
Does not belong here: what the steps do (`assets`), and what is printed (`cli`).
"""

import gc
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from orchestration.dbt_process import DbtError, prepared_target, worker
from orchestration.home import Home
from orchestration.resources import HOME_VARIABLE

#: The tag of runs that a command executes itself, holding the home from beginning to end.
IN_PROCESS = "fnx/in_process"
PUBLICATION_ASSETS = (["exports", "published"], ["publication", "analysts_copy"])
INSTANCE_SETTINGS = """\
# Written by fnx. The instance of this home: its runs and schedules. The warehouse holds one list at a time,
# so runs go one after the other; the home's lock keeps commands and runs apart.
telemetry: {enabled: false}
nux: {enabled: false}
run_retries: {enabled: true}
concurrency:
  runs: {max_concurrent_runs: 1}
run_monitoring: {enabled: true}
python_logs: {managed_python_loggers: [fnx]}
retention:
  schedule: {purge_after_days: 90}
  sensor: {purge_after_days: {skipped: 7, failure: 30, success: -1}}
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: the failed checks that stopped it, or the error, if any."""

    success: bool
    failed_checks: tuple[str, ...] = ()
    error: str | None = None


def prepare_instance(home: Home) -> Path:
    """The Dagster instance folder of a home, with its settings written if they are missing."""
    home.dagster.mkdir(parents=True, exist_ok=True)
    settings = home.dagster / "dagster.yaml"
    if not settings.exists() or settings.read_text(encoding="utf-8") != INSTANCE_SETTINGS:
        settings.write_text(INSTANCE_SETTINGS, encoding="utf-8")
    return home.dagster


def run_job(name: str, home: Home, cutoff: date) -> Outcome:
    """Run one job of the code location for one list, in this process, recorded in the home's instance."""
    os.environ[HOME_VARIABLE] = str(home.root)
    os.environ["DAGSTER_HOME"] = str(prepare_instance(home))
    os.environ.setdefault("DAGSTER_DISABLE_TELEMETRY", "1")
    logging.captureWarnings(True)
    # dbt's process warms up while this one imports Dagster and reads the inputs.
    try:
        worker(prepared_target(home.dbt))
    except DbtError as error:
        return Outcome(False, error=f"the dbt project does not parse: {error}")
    try:
        with _kept_to_the_end():
            from orchestration.definitions import defs
            from orchestration.run_history import run_history
    except Exception as error:
        return Outcome(False, error=f"the code location does not load: {error}")

    with run_history(home.dagster) as instance:
        _end_killed_runs(instance)
        result = defs.resolve_job_def(name).execute_in_process(
            instance=instance,
            partition_key=str(cutoff),
            raise_on_error=False,
            tags={IN_PROCESS: "true"},
            run_config={
                "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
                "resources": {"home": {"config": {"root": str(home.root)}}},
            },
        )
        if result.success:
            return Outcome(True)
        failed = tuple(
            f"{evaluation.check_name}: {evaluation.metadata['detail'].value}"
            for evaluation in result.get_asset_check_evaluations()
            if not evaluation.passed and evaluation.blocking and "detail" in evaluation.metadata
        )
        errors = [f"{step}: {error.message.strip()}" for step, error in _errors(result)]
        return Outcome(False, failed, "; ".join(errors) or "the run failed")


@contextmanager
def _kept_to_the_end() -> Iterator[None]:
    """What is loaded inside stays as long as the process: no garbage is looked for in it."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _end_killed_runs(instance: Any) -> None:
    """Say of earlier runs in process that they are over: they held the home while they lived; now we do."""
    import dagster as dg

    unfinished = [dg.DagsterRunStatus.NOT_STARTED, dg.DagsterRunStatus.STARTING, dg.DagsterRunStatus.STARTED]
    for run in instance.get_runs(filters=dg.RunsFilter(statuses=unfinished, tags={IN_PROCESS: "true"})):
        instance.report_run_failed(run, "The process of this run ended before the run did.")


def record_publication(home: Home, cutoff: date, metadata: dict[str, str]) -> None:
    """Show in the UI what `fnx publish` did: one materialization of each publication asset."""
    import dagster as dg

    with dg.DagsterInstance.from_config(str(prepare_instance(home))) as instance:
        for key in PUBLICATION_ASSETS:
            instance.report_runless_asset_event(
                dg.AssetMaterialization(dg.AssetKey(key), partition=str(cutoff), metadata=metadata)
            )


def _errors(result: Any) -> Iterator[tuple[str, Any]]:
    """The innermost error of each failed step, with the step."""
    for event in result.all_events:
        if event.is_step_failure and event.step_failure_data.error is not None:
            error = event.step_failure_data.error
            while error.cause is not None:
                error = error.cause
            yield event.step_key, error
