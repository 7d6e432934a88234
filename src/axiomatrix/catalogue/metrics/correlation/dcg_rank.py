"""Discounted cumulative gain of a predicted ranking where an item's gain is its distance from the target's end."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined, log
from ....spaces import bases
from ....values.rankings import Ranking
from ... import axioms
from ...formulas import over
from ...sources.documents import PL13
from .rows import row, similarity

BASE = {"base": bases()}

GAIN = r"\sum_{x}\frac{n-a(x)}{\log_{\mathrm{base}}(b(x)+1)}"
IDEAL = r"\sum_{x}\frac{n-a(x)}{\log_{\mathrm{base}}(a(x)+1)}"


def gain(a: Ranking, b: Ranking, base: Any) -> Any:
    """The sum over positions i of (n - a(item at position i of b)) / log_base(i + 1)."""
    return sum((a.n - a[x]) / log(b[x] + 1, base) for x in b.order)


@row(
    "dcg-rank",
    kind="score",
    variants=("gain", "ideal"),
    parameters=BASE,
    claims=[PL13.holds(axioms.bounded_by("dcg-rank[ideal]"))],
    latex={"gain": r"\mathrm{DCG}(a,b)=" + GAIN, "ideal": r"\mathrm{IDCG}(a)=" + IDEAL},
)
def dcg_rank(a: Ranking, b: Ranking, base: Any, variant: str) -> Any:
    """DCG(a, b) = sum over positions i of b of (n - R(i)) / log_base(i + 1), R(i) = target rank a of the item there

    Fuernkranz and Huellermeier (slides); a is the target. The variant ``ideal`` is DCG(a, a), the largest value, with
    R(i) = i. The source gives no base: with base c every value is log c times that of the natural logarithm. 0 for
    fewer than two items. ``ValueError`` for rankings of different items and a base that is not above 1.
    """
    return gain(a, a, base) if variant == "ideal" else gain(a, b, base)


@similarity(
    "dcg-rank",
    variant="normalised",
    parameters=BASE,
    claims=[PL13.holds(axioms.lies_between(0, 1))],
    holds=[axioms.one_on_equal],
    source="Fuernkranz and Huellermeier, Preference Learning (slides): the predicted ranking is correct",
    latex=r"\mathrm{NDCG}(a,b)=" + over(GAIN, IDEAL),
)
def dcg_rank_normalised(a: Ranking, b: Ranking, base: Any) -> Any:
    """NDCG(a, b) = DCG(a, b) / DCG(a, a), DCG = sum over positions i of b of (n - R(i)) / log_base(i + 1)

    Fuernkranz and Huellermeier (slides); a is the target, R(i) the target rank of the item at position i of b. The
    base of the logarithm cancels. Undefined for fewer than two items, whose ideal gain is 0 (0/0). ``ValueError`` for
    rankings of different items and a base that is not above 1.
    """
    if len(a) < 2:
        raise Undefined(f"of {len(a)} items the ideal gain is 0: the value would be 0/0")
    return gain(a, b, base) / gain(a, a, base)
