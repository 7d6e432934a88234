"""The checks that no cell has a say in, as errands that other processes can do."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .check import CHECKS, CORRECTIONS, Check, Correction

SHARES = 4
"""Into how many errands the checks are divided; one check takes half of the time of all."""


def found(share: int) -> dict[str, list[dict[str, Any]]]:
    """What the checks of one share find, by their keys."""
    alone: list[Check | Correction] = [*CHECKS, *(correction for correction in CORRECTIONS if not correction.of_matrix)]
    return {check.key: list(map(asdict, check.results())) for check in alone[share::SHARES]}
