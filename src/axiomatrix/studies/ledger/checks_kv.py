"""Checks of what Kumar and Vassilvitskii say in words; their formulas are claims of the metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...catalogue.proofs import LEMMAS, Lemma
from ...catalogue.proofs.levels import DECK
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...model.registry import REGISTRY
from ...numbers.exact import rational
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


# --- exact constants, size by size ---------------------------------------------------------------------------------


def _sizes(reading: str, extreme: str) -> str:
    """The constants of a reading for n = 2, 3 ... in a row."""
    from ..similarity import committed

    values = [getattr(size, extreme).value for size in committed().readings[reading]]
    return f"{', '.join(values)} for n = 2..{len(values) + 1}"


def _declare_constants(reading: str) -> None:
    """Declare the checks of KV5 and KV6 for one reading."""

    def constants() -> Result:
        """The exact constants by the number of items, each with an instance that the definitions confirm."""
        from ..similarity import MAX_ITEMS_RECOMPUTED, committed, doubts, proved_text

        if doubts():
            return Result("open", "; ".join(doubts()))
        last = committed().readings[reading][-1]
        least = f"least F_D/K_D exactly {_sizes(reading, 'least')}{proved_text(reading, 'inf')}"
        largest = f"largest {_sizes(reading, 'largest')}{proved_text(reading, 'sup')}"
        sentence = f"{least}; {largest}; computed again here for n <= {MAX_ITEMS_RECOMPUTED}, stored beyond"
        stands = 3 * rational(last.least.value) >= 1 and rational(last.largest.value) <= CLAIMED_FACTOR
        return Result.of(stands, sentence, f"exact n <= {last.n}", {"least": last.least.value, "n": str(last.n)})

    def factor_three() -> Result:
        """3 is attained: the largest ratio of each number of items."""
        from ..similarity import committed, doubts, proved_text

        if doubts():
            return Result("open", "; ".join(doubts()))
        last, high = committed().readings[reading][-1], proved_text(reading, "sup")
        if rational(last.largest.value) > CLAIMED_FACTOR:
            return Result("instance", f"the largest ratio is {last.largest.value}, and 3 lies below it{high}")
        if last.attains is None:
            return Result("fails", f"the largest ratio is {last.largest.value}{high}")
        by = "a metric" if last.attains else "pseudometrics with distances 0 alone, for every n"
        return Result(
            "instance" if last.attains else "open",
            f"3 is attained by {by} up to {last.n}; beyond, open is whether a metric attains it",
            f"exact n <= {last.n}",
        )

    for claim, run in (("KV5", constants), ("KV6", factor_three)):
        run.__name__ = f"{run.__name__}_of_{reading}"
        check(claim, reading=reading)(run)


CLAIMED_FACTOR = 3
for _reading in ("deck", "le", "lt", "passed"):
    _declare_constants(_reading)


@instead("KV6")
def largest_ratios() -> Result:
    """The largest ratio of each reading."""
    sentences = [f"{reading} {_sizes(reading, 'largest')}" for reading in ("deck", "le", "lt", "passed")]
    return Result("holds", f"largest F_D/K_D: {'; '.join(sentences)}")


@check("KV8")
def bounds_of_general_constants() -> Result:
    """The least F*/K* by the number of items: exact for two and three items, and bounds beyond."""
    from ..similarity import committed, doubts, proved_bound

    if doubts():
        return Result("open", "; ".join(doubts()))
    bounds = committed().general
    if any(CLAIMED_FACTOR * rational(b.best.value) < 1 for b in bounds):
        return Result("fails", "some ratio is below 1/3")
    between = [b.proved if b.proved == b.best.value else f"{b.proved} to {b.best.value}" for b in bounds]
    exact = max(b.n for b in bounds if b.proved == b.best.value)
    holding = max(b.n for b in bounds if CLAIMED_FACTOR * rational(b.proved) >= 1)
    largest = f"largest F*/K* at most {proved_bound('footrule-general[one]', 'sup')} for every n (proved)"
    least = f"least {', '.join(between)} for n = 2..{bounds[-1].n}, at least 1/3 for n <= {holding}"
    ends = f"the lower ends argued on paper, the upper ends with an instance; exact for n <= {exact}, open beyond"
    return Result("holds", f"{largest}; {least}: {ends}", f"n <= {holding}")


# --- other metrics in this framework -------------------------------------------------------------------------------

SCORES_EXPRESSED = (
    ("MAP", "average-precision[whole]"),
    ("ERR", "err[graded]"),
    ("NDCG", "ndcg[exponential]"),
    ("NDCG", "ndcg[linear]"),
    ("DCG", "dcg[exponential]"),
    ("MRR", "reciprocal-rank"),
    ("RBP", "rbp[binary]"),
)
"""What the question names, and the rows that are asked; the last two are further ones."""
ITEMS_EXPRESSED = 3


@check("KV18")
def losses_as_distances() -> list[Result]:
    """The loss of a score from the ideal list is a K_D: two exchanges of one pair of grades cost the same."""
    from ..express import express  # it loads no more than this check needs

    results = []
    for name, row in SCORES_EXPRESSED:
        answers = express(REGISTRY.metric(row), ITEMS_EXPRESSED)
        refutations = [answer.refutation for answer in answers if answer.refutation is not None]
        if len(refutations) < len(answers):
            results.append(Result("holds", f"{name} ({row}): a K_D somewhere", f"lists n <= {ITEMS_EXPRESSED}"))
            continue
        last = refutations[-1]  # of a cut-off the deepest, which cuts nothing
        results.append(Result("fails", f"{name} ({row}): no K, K_w or K_D. {_different_costs(last)}"))
    return results


def _different_costs(refutation: Any) -> str:
    """The two exchanges, or the one that pays."""
    given = ", ".join(f"{name} = {v}" for name, v in refutation.parameters.items())
    costs = [f"from {e.before} to {e.after} costs {e.cost}" for e in refutation.exchanges]
    return f"{' and '.join(costs)}{f' ({given})' if given else ''}"


@instead("KV18")
def linear_discount_is_a_distance() -> Result | None:
    """With a discount that falls by equal steps the loss of DCG is K_D, for every n."""
    from ...catalogue.proofs.linear_discount import LEMMA

    if LEMMA.failure(REGISTRY, CHECKED) is not None:
        return None
    return Result("holds", f"Proved for every n: {LEMMA.theorem}. Open: K_delta and K* for binary lists, as of AP")
