"""The assets of a list, from inputs to exports: few and coarse steps, all partitioned by cut-off.

Belongs here: what each step reads and writes, and what the UI shows of it.
Does not belong here: how (see `ingestion`, `dbt`, `rating`, `checks`, `publication`).
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial
from typing import Any

import dagster as dg

from orchestration import downloads, week
from orchestration.checks import AUDIT_CHECKS, audit
from orchestration.dbt import build, manifest_of, models_as_assets
from orchestration.dbt_process import prepared_target
from orchestration.ingestion import ingest
from orchestration.partitions import weekly_lists
from orchestration.raw_tables import input_asset, tables
from orchestration.resources import HomeResource, home_path, progress
from orchestration.warehouse import connect, load

OWNERS = ["team:ratings"]
MARTS = "marts"
#: The warehouse holds one list at a time, so a backfill makes one run per list.
ONE_LIST_A_RUN = dg.BackfillPolicy.multi_run(max_partitions_per_run=1)

_manifest = manifest_of(prepared_target(home_path() / "warehouse" / "dbt"))
_core_models, _core_tests = models_as_assets(_manifest, lambda model: MARTS not in model["tags"])
_marts, _mart_tests = models_as_assets(_manifest, lambda model: MARTS in model["tags"])


def _cutoff(context: dg.AssetExecutionContext) -> date:
    return date.fromisoformat(context.partition_key)


def _key(name: str) -> dg.AssetKey:
    return dg.AssetKey(name.split("."))


_OUTSIDE = {
    "registry": "The federation's registers, kept by people.",
    "tournament_files": "Tournament files as organisers send them.",
    "fide_lists": "FIDE rating lists as downloaded.",
    "cbx_pages": "CBX public cards and lists as saved.",
    "published_lists": "Lists published before: their entry ratings are facts (Art. 3).",
}
#: The outside sources that the platform can fetch by itself.
_FETCHED = {"fide_lists": downloads.FIDE, "cbx_pages": downloads.CBX}
outside_assets = [
    dg.AssetSpec(
        dg.AssetKey(["home_inputs", name]),
        deps=[_FETCHED[name]] if name in _FETCHED else [],
        description=text,
        group_name="inputs",
        kinds={"file"},
    )
    for name, text in _OUTSIDE.items()
]


_RAW = [name for name in tables() if not name.startswith("ratings.")]
_RATINGS = [name for name in tables() if name.startswith("ratings.")]
#: The assets of the inputs: the outside sources each is read from. Of FIDE's lists only rows of people
#: whom the other inputs name are read; names in files are compared with those of all sources.
_READ_FROM = {
    "raw.list": ["registry", "published_lists"],
    "raw.registry": ["registry"],
    "raw.tournaments": ["registry", "tournament_files", "fide_lists", "cbx_pages"],
    "raw.fide": ["registry", "tournament_files", "fide_lists", "cbx_pages"],
    "raw.cbx": ["cbx_pages"],
    "raw.published": ["published_lists"],
    "raw.findings": list(_OUTSIDE),
}


@dg.multi_asset(
    name="inputs",
    specs=[
        dg.AssetSpec(
            _key(name),
            deps=[dg.AssetKey(["home_inputs", outside]) for outside in sources],
            group_name="inputs",
            kinds={"python", "duckdb"},
            owners=OWNERS,
        )
        for name, sources in _READ_FROM.items()
    ],
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def inputs(context: dg.AssetExecutionContext, home: HomeResource) -> Iterator[dg.MaterializeResult[Any]]:
    """Read, archive and check every input of the home."""
    with home.writing() as opened:
        read = ingest(opened, home.pool(), _cutoff(context), progress.info)
        with connect(opened.warehouse) as connection:
            load(connection, read.tables)
    for asset in _READ_FROM:
        members = {name: read.tables[name] for name in _RAW if input_asset(name) == asset}
        yield dg.MaterializeResult(
            asset_key=_key(asset),
            data_version=dg.DataVersion(_tables_hash(members.values())),
            metadata={
                "dagster/row_count": sum(table.num_rows for table in members.values()),
                "tables": dg.MetadataValue.md(
                    "\n".join(f"- `{name}`: {table.num_rows} rows" for name, table in members.items())
                ),
            },
        )


def _tables_hash(members: Iterable[Any]) -> str:
    return hashlib.sha256("".join(_table_hash(table) for table in members).encode()).hexdigest()[:16]


def _table_hash(table: Any) -> str:
    digest = hashlib.sha256()
    for batch in table.combine_chunks().to_batches():
        for column in batch.columns:
            for buffer in column.buffers():
                if buffer is not None:
                    digest.update(buffer)
    return digest.hexdigest()[:16]


@dg.multi_asset(
    name="dbt_core",
    specs=_core_models,
    check_specs=_core_tests,
    can_subset=True,
    allow_arbitrary_check_specs=True,
    op_tags={"dagster_dbt/select": "fqn:*", "dagster_dbt/exclude": f"tag:{MARTS}"},
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def dbt_core(context: dg.AssetExecutionContext, home: HomeResource) -> Iterator[Any]:
    """Identities, the status and order of events, the games that count, the inputs of entry ratings."""
    progress.info("dbt: identities, events, games, entry sources")
    with home.writing(holds=_cutoff(context)) as opened:
        yield from build(context, opened, ["--exclude", f"tag:{MARTS}"])


#: What the steps outside dbt read, beside what they read of their own last run.
_RATED_FROM = (
    "raw.list",
    "raw.registry",
    "intermediate.int_corrections__in_effect",
    "intermediate.int_events__ordered",
    "intermediate.int_games__rateable",
    "intermediate.int_players__entry_corrections",
    "intermediate.int_players__entry_inputs",
    "intermediate.int_players__profile",
    "intermediate.int_players__published_entries",
    "intermediate.int_players__published_reassessments",
)
_DRAFTED_FROM = (
    "raw.list",
    "raw.registry",
    "staging.stg_tournaments__participants",
    "intermediate.int_events__ordered",
    "intermediate.int_events__status",
    "intermediate.int_games__rateable",
    "intermediate.int_identity__decisions_in_effect",
    "intermediate.int_participants__identified",
    "intermediate.int_participants__resolved",
    "intermediate.int_people__known",
    "ratings.player_states",
    "marts.dim_event",
    "marts.fct_act",
    "marts.fct_appeal",
    "marts.fct_correction",
    "marts.fct_entry_rating",
    "marts.fct_event_result",
    "marts.fct_finding",
    "marts.fct_history",
    "marts.fct_identity",
    "marts.fct_ledger",
    "marts.fct_list",
    "marts.fct_ranking",
    "marts.fct_reassessment",
    "marts.fct_revision",
)


@dg.multi_asset(
    name="ratings",
    specs=[
        dg.AssetSpec(
            _key(name),
            deps=[_key(read) for read in _RATED_FROM],
            group_name="ratings",
            kinds={"python", "duckdb"},
            owners=OWNERS,
        )
        for name in _RATINGS
    ],
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def ratings(context: dg.AssetExecutionContext, home: HomeResource) -> Iterator[dg.MaterializeResult[Any]]:
    """Entry ratings and the replay of every event, by the engine."""
    from orchestration.rating import rate

    with home.writing(holds=_cutoff(context)) as opened, connect(opened.warehouse) as connection:
        rated = rate(connection, home.pool())
        load(connection, rated)
    progress.info(
        f"engine: {rated['ratings.event_results'].num_rows} event results, "
        f"{rated['ratings.player_states'].num_rows} players"
    )
    for name in _RATINGS:
        yield dg.MaterializeResult(
            asset_key=_key(name),
            data_version=dg.DataVersion(_table_hash(rated[name])),
            metadata={"dagster/row_count": rated[name].num_rows, "dagster/table_name": name},
        )


@dg.multi_asset(
    name="dbt_marts",
    specs=_marts,
    check_specs=_mart_tests,
    can_subset=True,
    allow_arbitrary_check_specs=True,
    op_tags={"dagster_dbt/select": f"tag:{MARTS}"},
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def dbt_marts(context: dg.AssetExecutionContext, home: HomeResource) -> Iterator[Any]:
    """The list, its rankings and everything that explains them."""
    progress.info("dbt: list, rankings, ledger")
    with home.writing(holds=_cutoff(context)) as opened:
        yield from build(context, opened, ["--select", f"tag:{MARTS}"])


@dg.multi_asset_check(
    name="audit_of_the_list",
    specs=[
        dg.AssetCheckSpec(
            check.name, asset=_key(check.mart), blocking=check.stops_the_draft, description=check.title_pt
        )
        for check in AUDIT_CHECKS
    ],
)
def audit_of_the_list(home: HomeResource) -> Iterator[dg.AssetCheckResult]:
    """The eight checks of Art. 25 and those of the inputs; a wrong list stops here."""
    with home.writing() as opened, connect(opened.warehouse) as connection:
        results = list(audit(connection))
    for check, result in results:
        yield dg.AssetCheckResult(
            check_name=check.name,
            asset_key=_key(check.mart),
            passed=result.passed,
            severity=dg.AssetCheckSeverity.ERROR if check.blocking else dg.AssetCheckSeverity.WARN,
            metadata={"detail": result.detail_pt},
        )


@dg.asset(
    key=dg.AssetKey(["exports", "draft"]),
    deps=[_key(read) for read in _DRAFTED_FROM],
    group_name="exports",
    kinds={"csv", "parquet"},
    owners=OWNERS,
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def draft(context: dg.AssetExecutionContext, home: HomeResource) -> dg.MaterializeResult[Any]:
    """All files of the list, complete or not at all, in ``exports/drafts/<cut-off>/``."""
    from orchestration.listing import write_list_draft
    from orchestration.publication.summary import run_summary_pt

    progress.info("writing the draft")
    with home.writing(holds=_cutoff(context)) as opened, connect(opened.warehouse) as connection:
        folder = write_list_draft(connection, opened, home.pool(), _cutoff(context))
    return dg.MaterializeResult(
        metadata={
            "path": dg.MetadataValue.path(str(folder)),
            "summary": dg.MetadataValue.md("```\n" + run_summary_pt(folder) + "\n```"),
        }
    )


@dg.asset(
    key=dg.AssetKey(["exports", "published"]),
    deps=[draft],
    group_name="publication",
    kinds={"csv", "parquet"},
    owners=OWNERS,
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def published(context: dg.AssetExecutionContext, home: HomeResource) -> dg.MaterializeResult[Any]:
    """The draft made final: write-once, read-only, named in ``exports/index.json`` (Arts. 3, 20, 21)."""
    from orchestration.computing import compute_list
    from orchestration.freshness import bring_up_to_date
    from orchestration.publication.public_copy import write_public_copy
    from orchestration.publication.publish import publish

    day = _cutoff(context)
    with home.writing() as opened:
        compute = partial(compute_list, opened, home.pool(), day, progress.info)
        bring_up_to_date(opened, day, compute, progress.info)
        result = publish(opened.exports, day, week.now())
        write_public_copy(opened.exports, home.pool())
    progress.info(result.message_pt)
    return dg.MaterializeResult(
        data_version=dg.DataVersion(result.manifest_sha256[:16]),
        metadata={"path": dg.MetadataValue.path(str(result.directory)), "result": result.message_pt},
    )


@dg.asset(
    key=dg.AssetKey(["publication", "analysts_copy"]),
    deps=[published],
    group_name="publication",
    kinds={"duckdb"},
    owners=OWNERS,
    partitions_def=weekly_lists,
    backfill_policy=ONE_LIST_A_RUN,
)
def analysts_copy(home: HomeResource) -> dg.MaterializeResult[Any]:
    """``warehouse/publicado.duckdb``: every published list, swapped in whole; no reader is locked out."""
    from orchestration.publication.analysts_copy import refresh

    with home.writing() as opened:
        refresh(opened.exports, opened.analysts_copy)
    return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(str(opened.analysts_copy))})
