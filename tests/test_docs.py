"""The pages say what is there: commands, register columns, policies, tables, and links that lead somewhere.

Belongs here: the README and docs/ against what the code declares, read from the declarations alone.
Does not belong here: docs/analysts.md (`orchestration/test_analysts_page`), anything that runs the platform.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

from engine.policies import POLICIES, Policy
from orchestration.cli.app import app
from orchestration.raw_tables import tables
from scrapers.registers import REGISTERS

REPO = Path(__file__).resolve().parents[1]
DOCS = REPO / "docs"
PAGES = sorted([REPO / "README.md", REPO / "CHANGELOG.md", *DOCS.rglob("*.md")])
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@cache
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def rows_naming(page: Path, first_cell: str) -> list[str]:
    """The rows of the page's tables whose first cell is this, as code."""
    return [line for line in text(page).splitlines() if line.startswith(f"| `{first_cell}")]


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as they are made on the web."""
    headings = re.findall(r"^#{1,6} (.+)$", CODE.sub("", text(page)), re.MULTILINE)
    return frozenset(
        re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).strip().replace(" ", "-")
        for heading in headings
    )


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_is_in_the_operators_page(name: str) -> None:
    rows = rows_naming(DOCS / "operators.md", f"fnx {name}")
    assert rows, f"fnx {name} has no row"
    options = [
        option
        for parameter in COMMANDS[name].params
        if parameter.param_type_name == "option"
        for option in parameter.opts
        if option != "--help"
    ]
    assert [option for option in options if not any(option in row for row in rows)] == []


@pytest.mark.parametrize("name", sorted(REGISTERS))
def test_every_register_column_is_in_the_officers_page(name: str) -> None:
    section = re.search(
        rf"^## {name}\.csv\b.*?(?=^## |\Z)", text(DOCS / "officers.md"), re.MULTILINE | re.DOTALL
    )
    assert section, f"{name}.csv has no section"
    assert [c for c in REGISTERS[name].names if f"| `{c}` |" not in section[0]] == []
    values = [value for column in REGISTERS[name].columns for value in column.values]
    assert [value for value in values if f"`{value}`" not in section[0]] == []


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.key)
def test_every_policy_is_in_the_operators_page(policy: Policy) -> None:
    assert rows_naming(DOCS / "operators.md", f"{policy.key}`")


def test_every_table_between_the_steps_is_in_the_architecture_page() -> None:
    marts = [f"marts.{sql.stem}" for sql in (REPO / "dbt_project" / "models" / "marts").glob("*.sql")]
    page = text(DOCS / "architecture.md")
    assert [name for name in sorted([*tables(), *marts]) if f"`{name}`" not in page] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPO)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    broken = []
    for target in LINK.findall(CODE.sub("", text(page))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []
