"""A run's history as a command records it is the one that the UI reads."""

from __future__ import annotations

from pathlib import Path

import dagster as dg

from orchestration.run_history import run_history

LIST = dg.AssetSpec("list")


@dg.multi_asset(specs=[LIST], check_specs=[dg.AssetCheckSpec("right", asset="list")])
def a_list():
    yield dg.MaterializeResult(
        asset_key="list", metadata={"dagster/row_count": 3}, check_results=[dg.AssetCheckResult(passed=True)]
    )


def rows_of(instance: dg.DagsterInstance) -> list[object]:
    records = instance.fetch_materializations(LIST.key, limit=10).records
    return [record.asset_materialization.metadata["dagster/row_count"].value for record in records]


def test_what_a_command_records_is_read_by_dagster_s_own_storage(tmp_path: Path) -> None:
    defs = dg.Definitions([a_list])
    with run_history(tmp_path) as instance:
        done = defs.resolve_implicit_global_asset_job_def().execute_in_process(instance=instance)
        assert done.success
        with dg.DagsterInstance.from_config(str(tmp_path)) as shown_meanwhile:
            assert rows_of(shown_meanwhile) == [3]
    with dg.DagsterInstance.from_config(str(tmp_path)) as shown:
        (run,) = shown.get_runs()
        assert (run.run_id, run.status) == (done.run_id, dg.DagsterRunStatus.SUCCESS)
        assert rows_of(shown) == [3]
        kinds = [event.dagster_event_type for event in shown.all_logs(done.run_id) if event.is_dagster_event]
        assert dg.DagsterEventType.ASSET_CHECK_EVALUATION in kinds
        assert kinds[-1] == dg.DagsterEventType.PIPELINE_SUCCESS


def test_it_goes_on_where_dagster_s_own_storage_left_off_and_leaves_no_log_behind(tmp_path: Path) -> None:
    defs = dg.Definitions([a_list])
    job = defs.resolve_implicit_global_asset_job_def()
    with dg.DagsterInstance.from_config(str(tmp_path)) as instance:
        first = job.execute_in_process(instance=instance)
    with run_history(tmp_path) as instance:
        second = job.execute_in_process(instance=instance)
        assert {run.run_id for run in instance.get_runs()} == {first.run_id, second.run_id}
        assert rows_of(instance) == [3, 3]
    # Closed, every write-ahead log is folded into its file.
    assert not list(tmp_path.rglob("*.db-wal"))
