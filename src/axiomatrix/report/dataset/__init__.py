"""The catalogue as open data: a table, a line for each witness, and a file for each cell."""

from __future__ import annotations

from .line import asked, columns
from .saving import published, save
from .terms import LICENCE

__all__ = ["LICENCE", "asked", "columns", "published", "save"]
