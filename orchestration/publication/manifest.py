"""The manifest of a list: what it is, from what it was made, what came out, and whether the checks passed.

Belongs here: the facts of a list that are not in the marts (`ListContext`), the manifest's shape, its
canonical bytes, and the comparison of a folder with its manifest.
Does not belong here: computing any of these facts; the chain of several lists (`chain`).

The manifest is the one file of a list that its own hashes do not cover; the next list's manifest and
`exports/index.json` carry its hash (Art. 21, format section "exports").
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from orchestration.durable import hash_found, sha256_of

MANIFEST_NAME = "manifest.json"
MANIFEST_FORMAT = 1
_FORTALEZA = ZoneInfo("America/Fortaleza")


@dataclass(frozen=True, slots=True)
class Methodology:
    """The methodology in force (Art. 21): its version, the hash of all its numbers, its policies.

    ``versions``: all that the list computed with, by date, where acts made others (Art. 26). ``numbers``:
    what the regulation fixes, as in force on the cut-off; each of ``versions`` names those that it changes.
    """

    version: str
    signature: str
    policies: Mapping[str, object]
    versions: Sequence[Mapping[str, object]] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MethodologyRow:
    """One rule of the methodology for the report: `article`, `key`, `value`, and what it means in pt-BR."""

    article: str
    key: str
    value: str
    text_pt: str


@dataclass(frozen=True, slots=True)
class InputHash:
    """One input that the list used: path inside the data home, hex SHA-256, size in bytes."""

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """One audit check of the list (Art. 25). A failed `blocking` check stops publication."""

    name: str
    title_pt: str
    passed: bool
    blocking: bool
    detail_pt: str


@dataclass(frozen=True, slots=True)
class ListContext:
    """What is known of a list beside its marts.

    `freeze` and other times without zone are America/Fortaleza; `publication_date` is the Wednesday after the
    cut-off (Art. 20); `previous_list` is the cut-off of the published list that `change` refers to. `system`:
    the rating system of the pool; `visibility`: who may see its page (pools of other systems).
    """

    pool: str
    cutoff: date
    freeze: datetime
    publication_date: date
    previous_list: date | None
    methodology: Methodology
    methodology_rows: tuple[MethodologyRow, ...]
    inputs: tuple[InputHash, ...]
    audit: tuple[AuditCheck, ...]
    code_version: str
    system: str = "fnx"
    visibility: str | None = None


def build_manifest(
    context: ListContext,
    *,
    outputs: Mapping[str, str],
    counts: Mapping[str, object],
    findings: Mapping[str, int],
    previous_manifest_sha256: str | None,
    published_at: datetime | None = None,
) -> dict[str, Any]:
    """The manifest as a JSON object; `published_at` is null in a draft.

    `outputs` maps each file of the folder (manifest excluded) to its hex SHA-256, `findings` severities to
    counts.
    """
    versions = context.methodology.versions
    return {
        "format": MANIFEST_FORMAT,
        "pool": context.pool,
        # Said where it is not the regulation's own.
        **({} if context.system == "fnx" else {"system": context.system}),
        "list": context.cutoff.isoformat(),
        "freeze": wall_time(context.freeze),
        "publication_date": context.publication_date.isoformat(),
        "published_at": None if published_at is None else wall_time(published_at),
        "previous_list": None if context.previous_list is None else context.previous_list.isoformat(),
        "previous_manifest_sha256": previous_manifest_sha256,
        "methodology": {
            "version": context.methodology.version,
            "signature": context.methodology.signature,
            "policies": dict(context.methodology.policies),
            **({"numbers": dict(context.methodology.numbers)} if context.methodology.numbers else {}),
            **({"versions": [dict(one) for one in versions]} if versions else {}),
        },
        "inputs": [
            asdict(source) for source in sorted(context.inputs, key=lambda item: (item.path, item.sha256))
        ],
        "outputs": dict(outputs),
        "counts": dict(counts),
        "findings": dict(findings),
        "audit": [asdict(check) for check in context.audit],
        "code_version": context.code_version,
    }


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    """Canonical JSON: UTF-8, sorted keys, two spaces, one line feed at the end."""
    return (json.dumps(manifest, ensure_ascii=False, sort_keys=True, indent=2) + "\n").encode("utf-8")


#: What whoever reads a manifest may count on, key by key; the items of a list are all of the one kind named.
_TEXT, _MAYBE = (str,), (str, type(None))
_SHAPE: Mapping[str, Any] = {
    "pool": _TEXT,
    "list": _TEXT,
    "freeze": _TEXT,
    "publication_date": _TEXT,
    "published_at": _MAYBE,
    "previous_list": _MAYBE,
    "previous_manifest_sha256": _MAYBE,
    "methodology": {"version": _TEXT, "signature": _TEXT, "policies": (dict,)},
    "inputs": [{"path": _TEXT, "sha256": _TEXT, "bytes": (int,)}],
    "outputs": (dict,),
    "counts": (dict,),
    "findings": (dict,),
    "audit": [{"name": _TEXT, "title_pt": _TEXT, "passed": (bool,), "blocking": (bool,), "detail_pt": _TEXT}],
    "code_version": _TEXT,
}
_DATES = ("list", "publication_date", "previous_list")


def read_manifest(directory: Path) -> dict[str, Any]:
    """The manifest of a list's folder. Raises `OSError`, or `ValueError` where it is not one (an altered
    byte may have taken a key from it)."""
    manifest = json.loads((directory / MANIFEST_NAME).read_bytes())
    if not isinstance(manifest, dict):
        raise ValueError(f"{directory / MANIFEST_NAME}: not a JSON object")
    _require_shape(manifest, _SHAPE, "manifest")
    _require(all(isinstance(sha256, str) for sha256 in manifest["outputs"].values()), "manifest.outputs")
    for key in _DATES:
        if manifest[key] is not None:
            date.fromisoformat(manifest[key])
    if manifest["published_at"] is not None:
        datetime.fromisoformat(manifest["published_at"])
    return manifest


def _require_shape(value: Any, shape: Any, where: str) -> None:
    if isinstance(shape, tuple):
        _require(isinstance(value, shape), where)
    elif isinstance(shape, list):
        _require(isinstance(value, list), where)
        for item in value:
            _require_shape(item, shape[0], where)
    else:
        _require(isinstance(value, dict), where)
        for key, inner in shape.items():
            _require(key in value, f"{where}.{key}")
            _require_shape(value[key], inner, f"{where}.{key}")


def _require(holds: bool, where: str) -> None:
    if not holds:
        raise ValueError(f"{where} is not there or not of its kind")


def system_of(manifest: Mapping[str, Any]) -> str:
    """The code of the rating system of a list."""
    return str(manifest.get("system", "fnx"))


def output_hashes(directory: Path) -> dict[str, str]:
    """Hex SHA-256 of every file of a list's folder except the manifest, by name."""
    names = sorted(entry.name for entry in directory.iterdir() if entry.name != MANIFEST_NAME)
    return {name: sha256_of(directory / name) for name in names}


def hashes_found(directory: Path) -> dict[str, str]:
    """As `output_hashes` of a folder that somebody may have touched: what is no file, or cannot be read, has
    no hash and so is never what a manifest names."""
    names = sorted(entry.name for entry in directory.iterdir() if entry.name != MANIFEST_NAME)
    return {name: hash_found(directory / name) or "" for name in names}


def differing_outputs(expected: Mapping[str, str], actual: Mapping[str, str]) -> tuple[str, ...]:
    """Names of files that are missing, added or different, sorted; empty when both sides agree."""
    return tuple(sorted(name for name in {*expected, *actual} if expected.get(name) != actual.get(name)))


def failed_blocking(manifest: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The blocking audit checks of a manifest that did not pass."""
    return tuple(check for check in manifest["audit"] if check["blocking"] and not check["passed"])


def wall_time(moment: datetime) -> str:
    """ISO 8601 to the second with the offset of Fortaleza; a time without zone is taken as Fortaleza's."""
    local = moment.replace(tzinfo=_FORTALEZA) if moment.tzinfo is None else moment.astimezone(_FORTALEZA)
    return local.isoformat(timespec="seconds")
