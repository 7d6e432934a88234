"""Checks of what Kumar and Vassilvitskii say in words; their formulas are claims of the metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...catalogue.proofs import LEMMAS, Lemma
from ...catalogue.proofs.levels import DECK
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...model.registry import REGISTRY
from ...spaces.parameters import ParameterDomain
from ...values.rankings import Ranking
from .check import Result, agree, check, instead, value


@check("KV4")
def worked_example() -> Result:
    """The worked example: the rotation of three items has K = 2 and F = 1 + 1 + 2 = 4."""
    a = Ranking.identity(3)
    b = a.rotated(1)
    figures = {"K": (value("kendall", a, b), 2), "F": (value("footrule", a, b), 4)}
    return agree(figures, f"{a} against {b}")


@check("KV16")
def experiment() -> Result:
    """The clicks of the experiment are not public."""
    return Result(
        "cites",
        "an experiment on 80,000 queries of a search engine, whose clicks are not public; simulated by "
        "'axiomatrix correlate', see reports/correlate",
    )


@check("KV17")
def aggregation() -> list[Result]:
    """Medians over all small profiles, as the claim implies; NP-hardness is about computation, and cited."""
    from ..aggregate.checked import checked_claims  # it loads scipy

    results = [
        Result(
            "cites",
            "Finding a Kendall median is NP-hard (KV17). cited: Bartholdi, Tovey and Trick 1989; for four rankings "
            "Dwork, Kumar, Naor and Sivakumar 2001",
        )
    ]
    for claim in checked_claims():
        sentence = f"{claim.statement} Worst ratio found {claim.worst.ratio}, bound {claim.bound}, over {claim.reach}: "
        results.append(Result.of(claim.holds, sentence + claim.worst.instance, "small profiles"))
    return results


def _standing(matrix: Matrix, axiom: str, names: tuple[str, ...]) -> list[Cell]:
    """The cells of an axiom that is not refuted, of metrics with these ids."""
    return [
        cell
        for cell in matrix.cells
        if cell.axiom == axiom
        and cell.space is ParameterDomain.OPEN
        and cell.metric.partition("[")[0] in names
        and cell.status.holds == "yes"
    ]


PARTS = ("kendall", "footrule", "kendall-element", "footrule-element", "kendall-similarity", "footrule-similarity")


@instead("KV12")
def parts_that_satisfy_the_triangle_inequality(matrix: Matrix) -> Result | None:
    """Return for which parts of K* and F* the triangle inequality stands."""
    stands = _standing(matrix, "triangle-inequality", PARTS)
    if not stands:
        return None
    parts = ", ".join(f"{cell.metric} ({cell.status.text})" for cell in stands)
    return Result("holds", f"without position weights, the triangle inequality holds for {parts}")


def _ratios(matrix: Matrix, claim: str) -> list[str]:
    """The best constants found in the cells that carry a claim, and on their closures where those are others."""
    closed = {cell.key: cell for cell in matrix.cells if cell.space is ParameterDomain.CLOSED}
    ratios = []
    for cell in matrix.cells:
        if cell.evidence.extreme is None or not any(note.source == claim for note in cell.claims):
            continue
        best = cell.status.bound
        wider = closed.get(cell.key._replace(space=ParameterDomain.CLOSED))
        if wider is not None and wider.evidence.extreme is not None:
            beyond = wider.status.bound
            best += f" ({beyond} where zeros are allowed)" if beyond != best else ""
        ratios.append(f"{cell.metric} {best}")
    return ratios


CHECKED = 4
"""Size up to which the steps of a lemma are run before it is reported."""


def _constants(claim: str, lemmas: Sequence[Lemma] = ()) -> Any:
    def constants(matrix: Matrix) -> Result | None:
        """The best constants found, and what is proved of some instances."""
        ratios = _ratios(matrix, claim)
        sentences = [f"constants attained: {'; '.join(ratios)}"] if ratios else []
        if any(row.name == DECK for row in matrix.rows):
            stands = [lemma for lemma in lemmas if lemma.failure(REGISTRY, CHECKED) is None]
            sentences += [f"Proved for every n: {lemma.theorem}" for lemma in stands]
        return Result("holds", ". ".join(sentences)) if sentences else None

    return constants


instead("KV5")(_constants("KV5"))
instead("KV7")(_constants("KV7", LEMMAS))
