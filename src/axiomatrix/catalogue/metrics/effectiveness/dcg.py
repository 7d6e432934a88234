"""Discounted cumulative gain, plain and normalised by the ideal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....numbers.exact import Undefined
from ....spaces import bases, half_lives, signed_lists
from ....spaces.scalars import discounts
from ....values.grades import Discounts
from ....values.judged import Judged
from ... import axioms
from ...formulas import lines, over
from ...sources.documents import OV8, OV10, OV11, TN4
from ...sources.papers import CMS1
from .gain import gain, halving, logarithmic, undiscounted_up_to_base
from .rows import K, of_graded_lists, score

SIGNED = {"x": signed_lists()}
GAINS = ("exponential", "linear")


def over_the_ideal(x: Judged, dcg: Callable[[Judged], Any]) -> Any:
    """The DCG of the list over the DCG of the whole collection by falling grades."""
    ideal = dcg(x.ideal)
    if ideal <= 0:
        raise Undefined("the ideal list has no positive DCG")
    return dcg(x) / ideal


def dcg_at(x: Judged, k: Any, variant: str) -> Any:
    """DCG@k with the logarithmic discount."""
    return sum(gain(x[i], variant) * logarithmic(i) for i in x.ranks(k))


FORMULAS: dict[str, Callable[[str], str]] = {
    "exponential": lambda x: rf"\sum_{{i\le k}}\frac{{2^{{{x}_i}}-1}}{{\log_2(i+1)}}",
    "linear": lambda x: rf"\sum_{{i\le k}}\frac{{{x}_i}}{{\log_2(i+1)}}",
    "base": lambda x: rf"\sum_{{i}}\frac{{{x}_i}}{{\max(1,\log_b i)}}",
    "half-life": lambda x: rf"\sum_{{i}}{x}_i\,2^{{-(i-1)/(\alpha-1)}}",
    "any": lambda x: rf"\sum_{{i}}{x}_i\,\mathrm{{discount}}_i",
}
"""The sum of each variant for a list of that name."""
NEGATIVE_TOO = r"x\in\mathcal{S}"


def normalised(name: str, variant: str) -> str:
    """The formula divided by its ideal."""
    return f"{name}(x)=" + over(FORMULAS[variant]("x"), FORMULAS[variant]("x^{*}"))


# --- the sums -------------------------------------------------------------------------------------------------


@of_graded_lists(
    "dcg",
    parameters=K,
    variant="exponential",
    claims=[
        OV10.holds(axioms.gain_doubles("2/5"), axioms.gain_doubles("2/5", lowest=2)),
        CMS1.holds(axioms.binary_special_case("dcg[linear]")),
    ],
    fails={
        axioms.equals("dcg[linear]"): "Burges et al. 2005 (gain 2^g - 1) and Jarvelin and Kekalainen 2002 (gain g) are "
        "two definitions"
    },
    latex=r"\mathrm{DCG}_k(x)=" + FORMULAS["exponential"]("x"),
)
def dcg(x: Judged, k: Any) -> Any:
    """DCG@k(x) = sum over ranks i <= k of (2^x[i] - 1) / log2(i + 1)

    x is a judged list, k a cut-off 1, 2, ... Nothing is added beyond the end of the list. Always defined; grades may be
    negative. Burges et al. 2005; overview of ranking metrics.
    """
    return dcg_at(x, k, "exponential")


@of_graded_lists(
    "dcg",
    parameters=K,
    variant="linear",
    latex=r"\mathrm{DCG}_k(x)=" + FORMULAS["linear"]("x"),
)
def dcg_linear(x: Judged, k: Any) -> Any:
    """DCG@k(x) = sum over ranks i <= k of x[i] / log2(i + 1)

    x is a judged list, k a cut-off 1, 2, ... Nothing is added beyond the end of the list. Always defined; grades may be
    negative. Jarvelin and Kekalainen 2002 (whose discount is that of the variant base); overview of ranking metrics.
    With natural logarithms, as the slides on preference learning write it, each value is divided by log 2.
    """
    return dcg_at(x, k, "linear")


@of_graded_lists(
    "dcg",
    parameters={"b": bases()},
    variant="base",
    latex=r"\mathrm{DCG}(x)=" + FORMULAS["base"]("x"),
)
def dcg_base(x: Judged, b: Any) -> Any:
    """DCG(x) = sum over ranks i of x[i] / disc(i), disc(i) = 1 for i <= b, log_b i beyond

    x is a judged list, b > 1 the base; the whole list, as the slides on top-N metrics name no cut-off. Jarvelin and
    Kekalainen 2002. Always defined; grades may be negative.
    """
    return sum(x[i] * undiscounted_up_to_base(i, b) for i in x.ranks())


@of_graded_lists(
    "dcg",
    parameters={"discount": discounts()},
    variant="any",
    latex=r"\mathrm{DCG}(x)=" + FORMULAS["any"]("x"),
)
def dcg_any(x: Judged, discount: Discounts) -> Any:
    """DCG(x) = sum over ranks i of x[i] discount[i]

    x is a judged list, discount a positive weight for each rank, from rank 1; ranks beyond the last weight weigh
    nothing, so that a vector of k weights is a cut-off too. Always defined; grades may be negative.
    """
    return sum(x[i] * discount[i] for i in x.ranks())


@score(
    "dcg",
    arguments=SIGNED,
    any_grade=True,
    parameters=K,
    variant="signed",
    latex=lines(r"\mathrm{DCG}_k(x)=" + FORMULAS["linear"]("x"), NEGATIVE_TOO),
)
def dcg_signed(x: Judged, k: Any) -> Any:
    """DCG@k(x) = sum over ranks i <= k of x[i] / log2(i + 1), negative grades among them

    x is a judged list, k a cut-off 1, 2, ... The linear gain on a space of its own: harmful items subtract.
    Always defined.
    """
    return dcg_at(x, k, "linear")


# --- over the ideal -------------------------------------------------------------------------------------------


@of_graded_lists(
    "ndcg",
    parameters=K,
    variants=GAINS,
    claims=[OV8.holds(axioms.range_zero_one), OV11.holds(axioms.levels_matter)],
    latex={name: normalised(r"\mathrm{nDCG}_k", name) for name in GAINS},
)
def ndcg(x: Judged, k: Any, variant: str) -> Any:
    """nDCG@k(x) = DCG@k(x) / DCG@k(ideal of x)

    x is a judged list with what is missing from it, k a cut-off 1, 2, ...; the ideal lists the whole collection,
    missing items too, in falling order of the grades, and is cut at k. Gains as in dcg; trec_eval's ndcg_cut has the
    linear ones. Undefined where the ideal's DCG is not positive, where trec_eval has 0. Jarvelin and Kekalainen 2002;
    overview of ranking metrics.
    """
    return over_the_ideal(x, lambda y: dcg_at(y, k, variant))


@of_graded_lists(
    "ndcg",
    parameters=K,
    variant="retrieved",
    latex=lines(
        r"\mathrm{nDCG}_k(x)=" + over(FORMULAS["exponential"]("x"), FORMULAS["exponential"]("z")),
        r"z=\text{the grades of }x\text{ alone in falling order}",
    ),
)
def ndcg_of_the_retrieved(x: Judged, k: Any) -> Any:
    """nDCG@k(x) = DCG@k(x) / DCG@k(the same list in falling order)

    As the variant exponential, but the ideal is made of what was retrieved, and what is missing counts nothing: many
    snippets do so, and a list that misses all that matters can have the value 1. Undefined where nothing that was
    retrieved is relevant.
    """
    return over_the_ideal(Judged(x.grades), lambda y: dcg_at(y, k, "exponential"))


@of_graded_lists(
    "ndcg",
    parameters={"b": bases()},
    variant="base",
    claims=[TN4.holds(axioms.ideal_is_one)],
    latex=normalised(r"\mathrm{nDCG}", "base"),
)
def ndcg_base(x: Judged, b: Any) -> Any:
    """nDCG(x) = DCG(x) / DCG(ideal of x), with no discount up to rank b and log_b i beyond

    x is a judged list with what is missing from it, b > 1 the base; the whole list against the whole collection.
    Undefined where the ideal's DCG is not positive. Slides on top-N metrics; Jarvelin and Kekalainen 2002.
    """
    return over_the_ideal(x, lambda y: dcg_base.definition(y, b))


@of_graded_lists(
    "ndcg",
    parameters={"alpha": half_lives()},
    variant="half-life",
    claims=[TN4.holds(axioms.ideal_is_one)],
    latex=normalised(r"\mathrm{nDCG}", "half-life"),
)
def ndcg_half_life(x: Judged, alpha: Any) -> Any:
    """nDCG(x) = H(x) / H(ideal of x), H the half-life utility

    x is a judged list with what is missing from it, alpha > 1 the rank with the discount 1/2. Breese, Heckerman and
    Kadie 1998 (who divide the sums over all users); slides on top-N metrics. Undefined where the ideal's utility is
    not positive.
    """
    return over_the_ideal(x, lambda y: half_life.definition(y, alpha))


@of_graded_lists(
    "ndcg",
    parameters={"discount": discounts()},
    variant="any",
    latex=normalised(r"\mathrm{nDCG}", "any"),
)
def ndcg_any(x: Judged, discount: Discounts) -> Any:
    """nDCG(x) = DCG(x) / DCG(ideal of x), with a given discount

    x is a judged list with what is missing from it, discount a positive weight for each rank and 0 beyond the last.
    With a discount that rises somewhere the falling order is not the best one, and values above 1 occur. Undefined
    where the ideal's DCG is not positive.
    """
    return over_the_ideal(x, lambda y: dcg_any.definition(y, discount))


@score(
    "ndcg",
    arguments=SIGNED,
    any_grade=True,
    parameters=K,
    variant="signed",
    latex=lines(normalised(r"\mathrm{nDCG}_k", "linear"), NEGATIVE_TOO),
)
def ndcg_signed(x: Judged, k: Any) -> Any:
    """nDCG@k(x) = DCG@k(x) / DCG@k(ideal of x), linear gain, negative grades among them

    x is a judged list with what is missing from it, k a cut-off 1, 2, ... Undefined where the ideal's DCG is not
    positive; elsewhere the value can be negative, and below -1.
    """
    return over_the_ideal(x, lambda y: dcg_at(y, k, "linear"))


@of_graded_lists(
    "half-life",
    parameters={"alpha": half_lives()},
    latex=r"H(x)=" + FORMULAS["half-life"]("x"),
)
def half_life(x: Judged, alpha: Any) -> Any:
    """H(x) = sum over ranks i of x[i] 2^(-(i - 1) / (alpha - 1))

    x is a judged list, alpha > 1 the rank that is looked at with probability 1/2: the DCG with a half-life discount;
    over that of the ideal it is ndcg[half-life]. Always defined. Breese, Heckerman and Kadie 1998 (whose gain is the
    rating above a neutral one, or 0); slides on top-N metrics.
    """
    return sum(x[i] * halving(i, alpha) for i in x.ranks())
