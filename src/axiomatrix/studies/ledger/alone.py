"""The checks that no cell has a say in, as errands that other processes can do."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .check import CHECKS, CORRECTIONS, Check, Correction


def found(share: int, count: int) -> dict[str, list[dict[str, Any]]]:
    """What one share of the checks finds, of so many, by the keys of the checks."""
    alone: list[Check | Correction] = [*CHECKS, *(correction for correction in CORRECTIONS if not correction.of_matrix)]
    return {check.key: list(map(asdict, check.results())) for check in alone[share::count]}
