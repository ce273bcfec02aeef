"""The registers that the federation's people keep: read, typed and checked.

Belongs here: what ``registry/*.csv`` says and what is wrong with it, cell by cell. Does not belong here:
what follows from it for a list (dbt), and whether past rows changed (the archive).
"""

from __future__ import annotations

from scrapers.registers.columns import REGISTERS, Column, RegisterSpec
from scrapers.registers.reader import MAX_BYTES, Register, read_register

__all__ = ["MAX_BYTES", "REGISTERS", "Column", "Register", "RegisterSpec", "read_register"]
