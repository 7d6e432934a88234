"""The claims of a matrix as a badge: the JSON that https://shields.io/badges/endpoint-badge describes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...evidence.files import indented
from ...evidence.matrix import Matrix
from ...evidence.verdict import REACHED_BY, Outcome, Verdict
from ...evidence.words import counted
from .claimed import ReportSetting

LABEL = "axioms"
_GREENS = ("brightgreen", "green", "yellowgreen")
"""Everything is proved; what is not is decided up to some n; something was only searched."""


def page(matrix: Matrix, setting: ReportSetting | None = None) -> str:
    """The whole of ``badge.json``."""
    return indented(data(matrix, setting))


def data(matrix: Matrix, setting: ReportSetting | None = None) -> dict[str, Any]:
    """The badge: how many declared cells are as declared, on which evidence, and how many are not.

    The evidence is counted where nothing is wrong. It is red as soon as a claim is broken, and then says so to the
    server too, so that no address can colour it otherwise; orange where something was not decided or not reached,
    yellow where something was not confirmed, or is broken and forgiven: a known failure. What is as declared is bright
    green only if all of it is proved or shown by an instance; otherwise the message counts what reaches to some n only,
    and what was only searched, and the green is a lesser one.
    """
    counts = Counter(cell.outcome for cell in matrix.cells if cell.claims)
    good = counts[Outcome.AS_DECLARED] + counts[Outcome.CONFIRMED]
    broken, undecided, unconfirmed = (
        counts[outcome] for outcome in (Outcome.BROKEN, Outcome.UNRESOLVED, Outcome.UNCONFIRMED)
    )
    known = len(setting.known_failures(matrix)) if setting is not None else 0
    broken -= known
    wrong = [(broken, "broken"), (undecided, "not decided"), (unconfirmed, "not confirmed")]
    wrong += [(matrix.missing, "cells not reached"), (known, counted(known, "known failure").partition(" ")[2])]
    conjectures = [(counts[outcome], outcome) for outcome in (Outcome.SETTLED, Outcome.OPEN)]
    fine = not any(count for count, _ in wrong)
    parts = [f"{good:,} as declared{_evidence(matrix) if fine else ''}"] if good or not fine else []
    parts += [f"{count:,} {words}" for count, words in [*wrong, *conjectures] if count]
    colours = {
        "red": broken,
        "orange": undecided + matrix.missing,
        "yellow": unconfirmed + known,
        _GREENS[max(_strengths(matrix), default=0)]: good,
    }
    colour = next((colour for colour, count in colours.items() if count), "lightgrey")
    shown = {"schemaVersion": 1, "label": LABEL, "message": ", ".join(parts) or "nothing declared", "color": colour}
    return shown | ({"isError": True} if broken else {})


def _strengths(matrix: Matrix) -> list[int]:
    """For each cell that is as declared: 0 proved or shown, 1 decided up to some n, 2 searched."""
    good = [cell.evidence.verdict for cell in matrix.with_outcome(Outcome.AS_DECLARED, Outcome.CONFIRMED)]
    return [
        0 if verdict in (Verdict.PROVED, Verdict.REFUTED) else 1 if verdict in REACHED_BY else 2 for verdict in good
    ]


def _evidence(matrix: Matrix) -> str:
    strengths = Counter(_strengths(matrix))
    counts = [(strengths[0], "proved or shown"), (strengths[1], "up to some n"), (strengths[2], "only searched")]
    listed = ", ".join(f"{count:,} {words}" for count, words in counts if count)
    return f" ({listed})" if listed else ""
