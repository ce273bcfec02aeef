"""Publication: what is refused, what is final, and the chain of manifests."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import pytest

from orchestration.durable import sha256_of
from orchestration.publication.analysts_copy import refresh
from orchestration.publication.chain import altered_lists, published_lists
from orchestration.publication.draft import draft_directory, write_draft
from orchestration.publication.manifest import output_hashes, read_manifest
from orchestration.publication.publish import PublicationRefused, publish
from tests.orchestration.publication_marts import FIRST, SECOND, context, failing, marts

_WEDNESDAY = datetime(2026, 2, 4, 9)
_NEXT_WEDNESDAY = datetime(2026, 2, 11, 9)


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """Exports with the first list published."""
    write_draft(marts(), tmp_path, context())
    publish(tmp_path, FIRST, _WEDNESDAY)
    return tmp_path


@pytest.fixture
def two(one: Path) -> Path:
    """Exports with two lists published."""
    write_draft(marts(SECOND), one, context(SECOND))
    publish(one, SECOND, _NEXT_WEDNESDAY)
    return one


def _refusal(exports: Path, cutoff: date = FIRST) -> str:
    before = {path: path.lstat().st_mtime_ns for path in exports.rglob("*")}
    with pytest.raises(PublicationRefused) as refused:
        publish(exports, cutoff, _NEXT_WEDNESDAY)
    assert {path: path.lstat().st_mtime_ns for path in exports.rglob("*")} == before
    assert refused.value.message_pt
    return refused.value.code


def test_draft_manifest(tmp_path: Path) -> None:
    folder = write_draft(marts(), tmp_path, failing(context(), blocking=False))
    text = (folder / "manifest.json").read_text(encoding="utf-8")
    manifest = json.loads(text)
    assert text == json.dumps(manifest, ensure_ascii=False, sort_keys=True, indent=2) + "\n"
    assert manifest["published_at"] is None
    assert (manifest["list"], manifest["freeze"]) == ("2026-02-01", "2026-02-03T23:59:00-03:00")
    assert manifest["publication_date"] == "2026-02-04"
    assert manifest["outputs"] == output_hashes(folder)
    assert "manifest.json" not in manifest["outputs"] and "relatorio.html" in manifest["outputs"]
    assert [item["path"] for item in manifest["inputs"]] == ["registry/events.csv", "registry/players.csv"]
    assert manifest["findings"] == {"error": 0, "warning": 2, "info": 1}
    assert manifest["counts"]["events_pending"] == 1
    assert manifest["counts"]["rows"]["ledger"] == 4
    assert [check["passed"] for check in manifest["audit"]].count(False) == 1


def test_draft_is_replaced_in_whole(tmp_path: Path) -> None:
    folder = write_draft(marts(), tmp_path, context())
    (folder / "notes.txt").write_text("left by hand")
    assert write_draft(marts(), tmp_path, context()) == folder
    assert not (folder / "notes.txt").exists()
    assert [entry.name for entry in folder.parent.iterdir()] == ["2026-02-01"]


def test_a_draft_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    folder = write_draft(marts(), tmp_path, context())
    before = output_hashes(folder)
    con = marts()
    con.execute("DROP TABLE marts.fct_finding")
    with pytest.raises(duckdb.Error):
        write_draft(con, tmp_path, context())
    assert output_hashes(folder) == before
    write_draft(marts(), tmp_path, context())
    assert [entry.name for entry in folder.parent.iterdir()] == ["2026-02-01"]


def test_publication(tmp_path: Path) -> None:
    draft = write_draft(marts(), tmp_path, context())
    outputs = output_hashes(draft)
    result = publish(tmp_path, FIRST, datetime(2026, 2, 4, 12, tzinfo=UTC))
    assert result.status == "published"
    assert result.directory == tmp_path / "2026-02-01"
    assert output_hashes(result.directory) == outputs
    manifest = read_manifest(result.directory)
    assert manifest["published_at"] == "2026-02-04T09:00:00-03:00"
    assert {path.stat().st_mode & 0o777 for path in result.directory.iterdir()} == {0o444}
    assert (tmp_path / "latest").readlink() == Path("2026-02-01")
    assert result.manifest_sha256 == sha256_of(result.directory / "manifest.json")
    assert not draft.exists()


def test_index_and_chain(two: Path) -> None:
    index = json.loads((two / "index.json").read_bytes())
    first, second = index["lists"]
    assert index["pool"] == "Rating FNX <2026>"
    assert (first["list"], second["list"]) == ("2026-02-01", "2026-02-08")
    assert first["previous_manifest_sha256"] is None
    assert second["previous_manifest_sha256"] == first["manifest_sha256"]
    assert second["manifest_sha256"] == sha256_of(two / "2026-02-08" / "manifest.json")
    assert read_manifest(two / "2026-02-08")["previous_manifest_sha256"] == first["manifest_sha256"]
    assert (two / "latest").readlink() == Path("2026-02-08")
    assert altered_lists(two, with_files=True) == ()


def test_publishing_twice_changes_nothing(two: Path) -> None:
    before = {path: path.lstat().st_mtime_ns for path in two.rglob("*")}
    for cutoff in (SECOND, FIRST):
        assert publish(two, cutoff, datetime(2026, 3, 1)).status == "unchanged"
    assert {path: path.lstat().st_mtime_ns for path in two.rglob("*")} == before


def test_the_same_draft_again_is_removed(one: Path) -> None:
    write_draft(marts(), one, context())
    assert publish(one, FIRST, _WEDNESDAY).status == "unchanged"
    assert not draft_directory(one, FIRST).exists()


def test_a_published_list_is_final(one: Path) -> None:
    con = marts()
    con.execute("UPDATE marts.fct_list SET rating = 901 WHERE fnx_id = 'FNX-1'")
    write_draft(con, one, context())
    before = sha256_of(one / "2026-02-01" / "manifest.json")
    result = publish(one, FIRST, _NEXT_WEDNESDAY)
    assert result.status == "already_published"
    assert "list.csv" in result.differing and "rankings.csv" not in result.differing
    assert "definitiva (Art. 3º)" in result.message_pt
    assert result.manifest_sha256 == before == sha256_of(one / "2026-02-01" / "manifest.json")
    assert draft_directory(one, FIRST).exists()


def test_refused_without_draft(tmp_path: Path) -> None:
    assert _refusal(tmp_path) == "no_draft"


def test_refused_when_a_blocking_check_failed(tmp_path: Path) -> None:
    write_draft(marts(), tmp_path, failing(context(), blocking=True))
    assert _refusal(tmp_path) == "check_failed"
    write_draft(marts(), tmp_path, failing(context(), blocking=False))
    assert publish(tmp_path, FIRST, _WEDNESDAY).status == "published"


def test_refused_when_a_later_list_is_published(tmp_path: Path) -> None:
    write_draft(marts(SECOND), tmp_path, replace(context(SECOND), previous_list=None))
    publish(tmp_path, SECOND, _NEXT_WEDNESDAY)
    write_draft(marts(), tmp_path, context())
    assert _refusal(tmp_path) == "later_list_published"


def test_refused_when_the_draft_knows_another_previous_list(one: Path) -> None:
    write_draft(marts(SECOND), one, replace(context(SECOND), previous_list=None))
    assert _refusal(one, SECOND) == "stale_draft"


def test_refused_when_the_draft_was_touched(tmp_path: Path) -> None:
    folder = write_draft(marts(), tmp_path, context())
    (folder / "rankings.csv").write_text("ranking\n")
    assert _refusal(tmp_path) == "draft_damaged"
    (folder / "manifest.json").write_text("{")
    assert _refusal(tmp_path) == "draft_damaged"


def test_refused_when_latest_is_a_folder(tmp_path: Path) -> None:
    write_draft(marts(), tmp_path, context())
    (tmp_path / "latest").mkdir()
    assert _refusal(tmp_path) == "latest_is_no_link"


def test_refused_when_a_published_list_was_altered(one: Path) -> None:
    write_draft(marts(SECOND), one, context(SECOND))
    manifest = one / "2026-02-01" / "manifest.json"
    manifest.chmod(0o644)
    manifest.write_text(manifest.read_text().replace("09:00", "10:00"))
    assert _refusal(one, SECOND) == "published_list_changed"


def test_refused_when_a_file_of_a_published_list_was_altered(one: Path) -> None:
    write_draft(marts(SECOND), one, context(SECOND))
    report = one / "2026-02-01" / "relatorio.html"
    report.chmod(0o644)
    report.write_text(report.read_text(encoding="utf-8").replace("Rating", "rating", 1), encoding="utf-8")
    assert _refusal(one, SECOND) == "published_list_changed"
    assert _refusal(one, FIRST) == "published_list_changed"


def test_alterations_are_named(two: Path) -> None:
    (two / "index.json").unlink()
    table = two / "2026-02-01" / "list.csv"
    table.chmod(0o644)
    table.write_text("fnx_id\n")
    assert [item.detail_pt for item in altered_lists(two)] == []
    assert [item.detail_pt for item in altered_lists(two, with_files=True)] == [
        "arquivos que não conferem: list.csv"
    ]
    manifest = two / "2026-02-01" / "manifest.json"
    manifest.chmod(0o644)
    manifest.write_text(manifest.read_text().replace("09:00", "10:00"))
    assert [item.cutoff for item in altered_lists(two)] == [SECOND]  # without an index the chain still tells


def test_a_list_that_vanished_is_named(two: Path) -> None:
    (two / "2026-02-08").rename(two / "elsewhere")
    assert [(item.cutoff, item.detail_pt) for item in altered_lists(two)] == [
        (SECOND, "a pasta não existe mais")
    ]


@pytest.mark.parametrize("text", [None, "{", "[]", '{"lists": [{"list": "x", "manifest_sha256": ""}]}'])
def test_a_lost_index_is_written_again(two: Path, text: str | None) -> None:
    index = two / "index.json"
    before = index.read_bytes()
    index.unlink()
    if text is not None:
        index.write_text(text)
    (two / "latest").unlink()
    assert publish(two, SECOND, _NEXT_WEDNESDAY).status == "unchanged"
    assert index.read_bytes() == before
    assert (two / "latest").readlink() == Path("2026-02-08")


def test_weeks_may_be_skipped(one: Path) -> None:
    later = date(2026, 3, 1)
    write_draft(marts(later), one, replace(context(later), previous_list=FIRST))
    assert publish(one, later, datetime(2026, 3, 4, 9)).status == "published"
    assert [item.cutoff for item in published_lists(one)] == [FIRST, later]


def test_analysts_copy_holds_every_published_list(two: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy" / "publicado.duckdb"
    refresh(two, target)
    reader = duckdb.connect(str(target), read_only=True)
    refresh(two, target)  # a reader does not stop the next swap
    assert target.stat().st_mode & 0o777 == 0o444
    assert sorted(entry.name for entry in target.parent.iterdir()) == ["publicado.duckdb", "publicado.seal"]
    listed = reader.execute(
        "SELECT list, count(*), min(pool) FROM marts.fct_list GROUP BY list ORDER BY list"
    )
    assert listed.fetchall() == [(FIRST, 6, "Rating FNX <2026>"), (SECOND, 6, "Rating FNX <2026>")]
    exact = reader.execute("SELECT DISTINCT name FROM marts.fct_list WHERE fnx_id = 'FNX-1'").fetchall()
    assert exact == [("=1+1",)]
    lists = reader.execute(
        "SELECT list, previous_list, manifest_sha256 FROM marts.dim_list ORDER BY list"
    ).fetchall()
    assert lists[1] == (SECOND, FIRST, sha256_of(two / "2026-02-08" / "manifest.json"))
    undescribed = reader.execute(
        "SELECT table_name, column_name FROM duckdb_columns()"
        " WHERE schema_name = 'marts' AND table_name <> 'dim_list' AND comment IS NULL"
    )
    assert undescribed.fetchall() == []
    reader.close()


def test_analysts_copy_before_the_first_list(tmp_path: Path) -> None:
    refresh(tmp_path / "exports", tmp_path / "publicado.duckdb")
    with duckdb.connect(str(tmp_path / "publicado.duckdb"), read_only=True) as con:
        assert con.execute("SELECT count(*) FROM marts.fct_ledger").fetchone() == (0,)
