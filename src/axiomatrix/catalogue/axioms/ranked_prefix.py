"""Two orders up to a cut-off: what the value is at full depth, how it grows, and what it says in the mean."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.axiom import KINDS, axiom
from ...model.relation import NOT_ASKED, Relation, at_least, differs, equal, given
from ...numbers.exact import rational
from ...spaces import all_rankings, ranking
from .comparisons import Constant
from .effectiveness.common import cut_off, needs_cut_off
from .metric_space import PAIRS

prefix_axiom = partial(axiom, kinds=KINDS, over={"a": ranking, "b": ranking}, group="prefixes", label_free=True)
MEAN_UP_TO = 5
"""The largest n over which a mean over all n! rankings is asked."""


@prefix_axiom(
    "at-full-depth",
    applies=needs_cut_off,
    latex=r"m(a,b;\,n)=\mathrm{scale}\cdot\mathrm{other}(a,b)+\mathrm{shift}",
    kept_by=("footrule-prefix[cut-off]",),
    sentence="Over the whole ranking it is {other} times {scale}, plus {shift}.",
)
def at_full_depth(m: Any, a: Any, b: Any, *, other: str, scale: Constant = 1, shift: Constant = 0) -> Relation:
    """m(a, b) at cut-off n = scale * other(a, b) + shift

    For all rankings a, b of n items; the other metric is one without parameters. Di Nunzio and Silvello 2015.
    Example: S(n) is the footrule; P(n) is not.
    """
    k = str(cut_off(m.metric))
    return equal(m.with_(**{k: a.n})(a, b), rational(scale) * m.other(other)(a, b) + rational(shift))


@prefix_axiom(
    "grows-with-depth",
    applies=needs_cut_off,
    latex=r"m(a,b;\,i+1)\ge m(a,b;\,i)",
    kept_by=("footrule-prefix[cut-off]",),
    broken_by=("point[cut-off]",),
    sentence="Looking one rank deeper never lowers the value.",
)
def grows_with_depth(m: Any, a: Any, b: Any) -> Relation:
    """m(a, b) at cut-off i + 1 >= m(a, b) at cut-off i

    For all rankings a, b and cut-offs i: one more rank takes nothing away. Moffat, Seven numeric properties of
    effectiveness metrics, 2013 (monotonicity; there of effectiveness). Example: S(i); the point measure fails.
    """
    k = str(cut_off(m.metric))
    return at_least(m.with_(**{k: m[k] + 1})(a, b), m(a, b))


@prefix_axiom(
    "constant",
    about=PAIRS,
    latex=r"m(a,b)=\mathrm{value}",
    kept_by=("point[full]",),
    sentence="The value is always {value}, so it says nothing.",
)
def constant(m: Any, a: Any, b: Any, *, value: Constant) -> Relation:
    """m(a, b) = value

    For all orders a, b: the value tells nothing. Di Nunzio and Silvello 2015 (their point measure at the last rank).
    Example: the point measure of whole rankings is 0; Kendall's distance is not constant.
    """
    return equal(m(a, b), rational(value))


@prefix_axiom(
    "value-only-on-equal",
    about=PAIRS,
    latex=r"a\neq b\Rightarrow m(a,b)\neq\mathrm{value}",
    broken_by=("area-correlation[cut-off]",),
    sentence="Only equal rankings have the value {value}.",
)
def value_only_on_equal(m: Any, a: Any, b: Any, *, value: Constant) -> Relation:
    """m(a, b) != value where a != b

    For all orders a != b: the value says that the two are the same. Di Nunzio and Silvello 2015 ("1 that they are the
    same"). Example: tau is 1 on equal rankings only; an overlap up to a cut-off is 1 on others too.
    """
    return given(a != b, differs(m(a, b), rational(value)))


@prefix_axiom(
    "mean-over-rankings",
    over={"a": ranking},
    latex=r"\frac{1}{n!}\sum_{b}m(a,b)=\mathrm{value}",
    broken_by=("area-correlation[full]",),
    sentence="Against random rankings the value is {value} on average.",
)
def mean_over_rankings(m: Any, a: Any, *, value: Constant) -> Relation:
    """The sum of m(a, b) over all rankings b = value * n!

    For all rankings a of at most five items: the mean where b says nothing about a, all rankings being equally likely.
    Kendall, Rank Correlation Methods, 1948, ch. 4. Example: 0 for tau and rho; not 0 for a measure in [0, 1].
    """
    if a.n > MEAN_UP_TO:
        return NOT_ASKED
    every = all_rankings(int(a.n))
    return equal(sum(m(a, a.moved(tau)) for tau in every), rational(value) * len(every))
