"""Check the claims of Kumar and Vassilvitskii (KV) that they state in words, such as that F_D is at most 3 K_D.

Claims that are formulas are not here: the metrics of the catalogue declare them. Each function computes one claim of
the ledger, which is stated above the function. ``@check`` decides it; ``@instead`` says what is true in its place, and
is shown only where the claim is false. A :class:`.check.Result` begins with a finding: ``holds``, ``fails``,
``instance`` (an example of what the claim says exists), ``open`` (not decided) or ``cites`` (not about values). The
first line of a docstring is printed in the ledger.

K and F are Kendall's distance and the footrule. K* and F* have three ingredients besides: element weights w, position
weights delta (the costs of swaps), and distances D between the items, which the source calls similarities. K_D and F_D
have D alone. D may be 0 for two different items; the texts call D a *metric* if it is not, and else a *pseudometric*.
The source, a deck of slides, prints F_D as a picture that can be read in several ways: the *readings*. The extremes of
F_D/K_D and F*/K* are computed and stored by ``studies/similarity.py``, which is imported late as it loads the linear
programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from ...catalogue.proofs import LEMMAS, Lemma
from ...catalogue.proofs.levels import DECK
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...model.registry import REGISTRY
from ...numbers.exact import rational
from ...spaces.parameters import ParameterDomain
from ...values.rankings import Ranking
from .check import Result, agree, check, instead, value

if TYPE_CHECKING:
    from ..express import Refutation


# --- an example, an experiment, and medians -------------------------------------------------------------------------


# KV4: rotations attain the upper bound of F <= 2K. The bound is a row of the catalogue; here is the printed example.
@check("KV4")
def worked_example() -> Result:
    """The worked example: the rotation of three items has K = 2 and F = 1 + 1 + 2 = 4."""
    a = Ranking.identity(3)
    b = a.rotated(1)
    figures = {"K": (value("kendall", a, b), 2), "F": (value("footrule", a, b), 4)}
    return agree(figures, f"{a} against {b}")


# KV16: on clicks of users, weighted footrule and Kendall distances correlate.
@check("KV16")
def experiment() -> Result:
    """The clicks of the experiment are not public."""
    return Result(
        "cites",
        "an experiment on 80,000 queries of a search engine, whose clicks are not public; simulated by "
        "'axiomatrix correlate', see reports/correlate",
    )


# KV17: a median of the footrule is easy to find, a Kendall median NP-hard; K* has a simple approximation algorithm; a
# good ranking for one distance is a good ranking for the other.
@check("KV17")
def aggregation() -> list[Result]:
    """Medians over all small profiles, as the claim implies; NP-hardness is about computation, and cited.

    A profile is the rankings that a median is nearest to. Each of the claims that are checked bounds the cost of some
    ranking by a factor of the least cost; the worst ratio found must not exceed this ``bound``.
    """
    from ..aggregate.checked import checked_claims  # late: it loads scipy

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


# --- corrections that are read from the matrix ----------------------------------------------------------------------
# A cell of the matrix says how far an axiom holds for a metric on a space. The space is *open* as declared (weights are
# positive), or *closed*: with its boundary too, where weights may be 0.


def _holding_cells(matrix: Matrix, axiom: str, metric_ids: tuple[str, ...]) -> list[Cell]:
    """Return the cells of these metrics and all their variants in which the axiom holds on the open space."""
    return [  # a variant is named in brackets, such as footrule-similarity[deck]
        cell
        for cell in matrix.cells
        if cell.axiom == axiom
        and cell.space is ParameterDomain.OPEN
        and cell.metric.partition("[")[0] in metric_ids
        and cell.status.holds == "yes"
    ]


PARTS = ("kendall", "footrule", "kendall-element", "footrule-element", "kendall-similarity", "footrule-similarity")
"""K* and F* with no ingredient or one: with w or with D. With position weights the triangle inequality may fail."""


# KV12: the generalised distances satisfy the triangle inequality.
@instead("KV12")
def parts_that_satisfy_the_triangle_inequality(matrix: Matrix) -> Result | None:
    """Name the parts of K* and F* that satisfy the triangle inequality."""
    cells = _holding_cells(matrix, "triangle-inequality", PARTS)
    if not cells:
        return None
    parts = ", ".join(f"{cell.metric} ({cell.status.text})" for cell in cells)
    return Result("holds", f"without position weights, the triangle inequality holds for {parts}")


def _best_constants(matrix: Matrix, claim: str) -> list[str]:
    """Describe the best constants in the cells that a claim is about, and on their closed spaces where they differ."""
    closed = {cell.key: cell for cell in matrix.cells if cell.space is ParameterDomain.CLOSED}
    descriptions = []
    for cell in matrix.cells:
        # only a bound by a factor has an extreme, the best factor as far as the search went
        if cell.evidence.extreme is None or not any(note.source == claim for note in cell.claims):
            continue
        bound = cell.status.bound
        on_closed = closed.get(cell.key._replace(space=ParameterDomain.CLOSED))
        if on_closed is not None and on_closed.evidence.extreme is not None and on_closed.status.bound != bound:
            bound += f" ({on_closed.status.bound} where zeros are allowed)"
        descriptions.append(f"{cell.metric} {bound}")
    return descriptions


MAX_ITEMS_OF_STEPS = 4
"""Number of items up to which the steps of a lemma are run before it is reported."""


# KV5: F_D lies between K_D/3 and 3 K_D. KV7, a conjecture: F_D is at least K_D.
def _declare_correction_by_constants(claim: str, lemmas: Sequence[Lemma] = ()) -> None:
    """Declare the correction that names the best constants in the cells of a claim, and the theorems of the lemmas.

    A lemma of the catalogue is a theorem about F_D/K_D at some rankings, proved for every n. The lemmas
    use F_D in the reading ``deck``, whose row ``DECK`` names. They do not apply to a matrix without that row.
    """

    @instead(claim)
    def constants(matrix: Matrix) -> Result | None:
        """The best constants in the matrix, and theorems about some instances."""
        best_constants = _best_constants(matrix, claim)
        sentences = [f"constants attained: {'; '.join(best_constants)}"] if best_constants else []
        if lemmas and any(row.name == DECK for row in matrix.rows):
            # a lemma whose steps fail (the definitions were changed) is left out
            proved = [lemma for lemma in lemmas if lemma.failure(REGISTRY, MAX_ITEMS_OF_STEPS) is None]
            sentences += [f"Proved for every n: {lemma.theorem}" for lemma in proved]
        return Result("holds", ". ".join(sentences)) if sentences else None


_declare_correction_by_constants("KV5")
_declare_correction_by_constants("KV7", LEMMAS)


# --- exact constants, size by size ------------------------------------------------------------------------------

CLAIMED_FACTOR = 3
"""The claim KV5: F_D/K_D lies between 1/3 and 3."""
READINGS = ("deck", "le", "lt", "passed")
"""The readings of the definition of F_D, in the order of the ledger; ``studies/similarity.py`` has their formulas."""


def _constants_text(reading: str, extreme: Literal["least", "largest"]) -> str:
    """Write the extremes of F_D/K_D under a reading, for n = 2, 3 ... items."""
    from ..similarity import committed

    sizes = committed().readings[reading]
    values = [(size.least if extreme == "least" else size.largest).value for size in sizes]
    return f"{', '.join(values)} for n = 2..{len(values) + 1}"


def _declare_constants(reading: str) -> None:
    """Declare the checks of KV5 and KV6 for one reading.

    KV5: F_D lies between K_D/3 and 3 K_D. KV6: some rankings and similarities attain the factor 3.
    """

    def constants() -> Result:
        """The exact constants by the number of items, each with an instance that the definitions confirm."""
        from ..similarity import MAX_ITEMS_RECOMPUTED, committed, errors_in_committed, proved_text

        if errors_in_committed():
            return Result("open", "; ".join(errors_in_committed()))
        last = committed().readings[reading][-1]  # its extremes are over all rankings of at most n items
        # proved_text ends a sentence, such as ", 1 proved for every n"; "inf" is for the least ratio, "sup" the largest
        least = f"least F_D/K_D exactly {_constants_text(reading, 'least')}{proved_text(reading, 'inf')}"
        largest = f"largest {_constants_text(reading, 'largest')}{proved_text(reading, 'sup')}"
        sentence = f"{least}; {largest}; computed again here for n <= {MAX_ITEMS_RECOMPUTED}, stored beyond"
        # at the largest n, since the extremes only spread as n grows
        least_holds = CLAIMED_FACTOR * rational(last.least.value) >= 1
        largest_holds = rational(last.largest.value) <= CLAIMED_FACTOR
        return Result.of(
            least_holds and largest_holds,
            sentence,
            f"exact n <= {last.n}",
            {"least": last.least.value, "n": str(last.n)},
        )

    def factor_three() -> Result:
        """3 is attained: the largest ratio of each number of items."""
        from ..similarity import committed, errors_in_committed, proved_text

        if errors_in_committed():
            return Result("open", "; ".join(errors_in_committed()))
        last = committed().readings[reading][-1]
        proved_above = proved_text(reading, "sup")
        if rational(last.largest.value) > CLAIMED_FACTOR:
            # At the same rankings other D have a ratio below 3. The ratio is continuous in D, so some D has 3 itself.
            return Result("instance", f"the largest ratio is {last.largest.value}, and 3 lies below it{proved_above}")
        if last.attains is None:  # the largest ratio is not 3, hence below 3
            return Result("fails", f"the largest ratio is {last.largest.value}{proved_above}")
        # From here on the largest ratio is 3. ``attains`` is True if a D with positive distances has it, and False if
        # only some D with distances 0 do.
        attaining = "a metric" if last.attains else "pseudometrics with distances 0 alone, for every n"
        return Result(
            "instance" if last.attains else "open",
            f"3 is attained by {attaining} up to {last.n}; beyond, open is whether a metric attains it",
            f"exact n <= {last.n}",
        )

    for claim, function in (("KV5", constants), ("KV6", factor_three)):
        # a check is identified by its claim and the name of its function, so each reading needs its own names
        function.__name__ = f"{function.__name__}_of_{reading}"
        check(claim, reading=reading)(function)


for _reading in READINGS:
    _declare_constants(_reading)


@instead("KV6")
def largest_ratios() -> Result:
    """The largest ratio of each reading."""
    sentences = [f"{reading} {_constants_text(reading, 'largest')}" for reading in READINGS]
    return Result("holds", f"largest F_D/K_D: {'; '.join(sentences)}")


# KV8: F* and K* are within a factor of 3 of each other.
@check("KV8")
def bounds_of_general_constants() -> Result:
    """The least F*/K* by the number of items: exact for two and three items, and bounds beyond.

    The least ratio of n items lies between ``proved``, a lower bound, and ``best.value``, the ratio of an instance. The
    claim fails if an instance is below 1/3. Else it holds up to the size where the lower bounds fall below 1/3, and the
    result says so in its reach. The upper side needs no decision: F* <= 2 K* is proved for every n.
    """
    from ..similarity import committed, errors_in_committed, proved_bound

    if errors_in_committed():
        return Result("open", "; ".join(errors_in_committed()))
    bounds = committed().general
    if any(CLAIMED_FACTOR * rational(bound.best.value) < 1 for bound in bounds):
        return Result("fails", "some ratio is below 1/3")
    exact_sizes = [bound.n for bound in bounds if bound.proved == bound.best.value]
    intervals = [
        bound.proved if bound.n in exact_sizes else f"{bound.proved} to {bound.best.value}" for bound in bounds
    ]
    holds_up_to = max(bound.n for bound in bounds if CLAIMED_FACTOR * rational(bound.proved) >= 1)
    largest = f"largest F*/K* at most {proved_bound('footrule-general[one]', 'sup')} for every n (proved)"
    least = f"least {', '.join(intervals)} for n = 2..{bounds[-1].n}, at least 1/3 for n <= {holds_up_to}"
    ends = (
        "the lower ends argued on paper, the upper ends with an instance; "
        f"exact for n <= {max(exact_sizes)}, open beyond"
    )
    return Result("holds", f"{largest}; {least}: {ends}", f"n <= {holds_up_to}")


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
"""(name, row of the catalogue) of the scores that KV18 names, and of MRR and RBP."""
ITEMS_EXPRESSED = 3
"""Most items of the lists on which a loss is compared with distances."""


# KV18: the losses of MAP, ERR and NDCG from the ideal list are Kendall distances of this framework.
@check("KV18")
def losses_as_distances() -> list[Result]:
    """The loss of a score from the ideal list is a K_D: two exchanges of one pair of grades cost the same.

    ``express`` gives an answer for each setting of the score's parameters, such as a cut-off k, over all lists of at
    most 3 items. An answer has a refutation if the loss of some list is not a K_D: exchanges of neighbours whose costs
    fit no D. The claim names no setting, so one setting without a refutation is enough for "holds".
    """
    from ..express import express  # late: no other check needs it

    results = []
    for name, row in SCORES_EXPRESSED:
        answers = express(REGISTRY.metric(row), ITEMS_EXPRESSED)
        refutations = [answer.refutation for answer in answers if answer.refutation is not None]
        if len(refutations) < len(answers):
            results.append(Result("holds", f"{name} ({row}): a K_D somewhere", f"lists n <= {ITEMS_EXPRESSED}"))
            continue
        last = refutations[-1]  # with a cut-off k, it has the largest k, which cuts nothing off
        results.append(Result("fails", f"{name} ({row}): no K, K_w or K_D. {_different_costs(last)}"))
    return results


def _different_costs(refutation: Refutation) -> str:
    """Describe two exchanges of different cost, or a single one with a negative cost, with the parameters."""
    parameters = ", ".join(f"{name} = {value}" for name, value in refutation.parameters.items())
    costs = [f"from {exchange.before} to {exchange.after} costs {exchange.cost}" for exchange in refutation.exchanges]
    in_brackets = f" ({parameters})" if parameters else ""
    return " and ".join(costs) + in_brackets


@instead("KV18")
def linear_discount_is_a_distance() -> Result | None:
    """With a discount that falls by equal steps the loss of DCG is K_D, for every n."""
    from ...catalogue.proofs.linear_discount import LEMMA  # late: no other check needs it

    if LEMMA.failure(REGISTRY, MAX_ITEMS_OF_STEPS) is not None:
        return None
    return Result("holds", f"Proved for every n: {LEMMA.theorem}. Open: K_delta and K* for binary lists, as of AP")
