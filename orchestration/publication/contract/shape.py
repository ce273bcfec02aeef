"""What a table of `exports/<cut-off>/` is made of, and the columns that several tables share.

Belongs here: the shape of a column and of a table. Does not belong here: any one table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ColumnType = Literal["string", "integer", "number", "boolean", "date", "datetime"]

_SQL_TYPES: dict[ColumnType, str] = {
    "string": "VARCHAR",
    "integer": "BIGINT",
    "boolean": "BOOLEAN",
    "date": "DATE",
    "datetime": "TIMESTAMP",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One exported column. `decimals`: precision and scale of a `number`; `sql`: if not the mart's column."""

    name: str
    type: ColumnType
    description_pt: str
    unit: str | None = None
    article: str | None = None
    decimals: tuple[int, int] = (18, 12)
    sql: str | None = None

    @property
    def sql_type(self) -> str:
        """The DuckDB type of the column."""
        if self.type == "number":
            return f"DECIMAL({self.decimals[0]},{self.decimals[1]})"
        return _SQL_TYPES[self.type]

    @property
    def expression(self) -> str:
        """SQL over the mart that gives the value with its declared type; blank text is unknown (null)."""
        cast = f"CAST({self.sql or self.name} AS {self.sql_type})"
        if self.type == "string":
            return f"nullif({cast}, '')"
        if self.type == "datetime":
            return f"date_trunc('second', {cast})"
        return cast


@dataclass(frozen=True, slots=True)
class Export:
    """One exported table: `<name>.csv` and, where `parquet`, `<name>.parquet` with the same columns and rows.

    `order_by` are SQL terms over the mart; the writer adds every column after them, so the order is total.
    """

    name: str
    mart: str
    title_pt: str
    description_pt: str
    columns: tuple[Column, ...]
    order_by: tuple[str, ...]
    primary_key: tuple[str, ...] = ()
    parquet: bool = True
    delimiter: str = ","

    @property
    def csv_name(self) -> str:
        return f"{self.name}.csv"

    @property
    def parquet_name(self) -> str:
        return f"{self.name}.parquet"


FOLDED_NAME = "strip_accents(lower(name)) ASC NULLS LAST"

FNX_ID = Column("fnx_id", "string", "Identificador FNX do jogador", article="Art. 19")
NAME = Column("name", "string", "Nome padronizado do jogador", article="Art. 19")
EVENT_ID = Column("event_id", "string", "Código FNX do evento", article="Art. 4")
EVENT_ORDER = Column(
    "event_order", "integer", "Posição do evento na ordem de processamento", article="Art. 8"
)
RATING = Column("rating", "integer", "Rating FNX na data de corte", "pontos FNX", "Art. 2")
GAMES_YEAR = Column(
    "games_year", "integer", "Partidas válidas no ano civil da data de corte", "partidas", "Art. 16"
)
GAMES_TOTAL = Column(
    "games_total",
    "integer",
    "Partidas válidas: equivalentes iniciais mais as computadas",
    "partidas",
    "Art. 6 §2",
)
RHYTHM = Column("rhythm", "string", "Ritmo: STD (clássico), RPD (rápido) ou BLZ (blitz)", article="Art. 6")
