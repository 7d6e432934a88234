"""The constraints of Amigo, Gonzalo and Verdejo 2013 on rankings.

For a metric with a cut-off k, the constraints apply to the ranking of the first k items.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ....model.relation import NOT_ASKED, Relation, less, more
from ....numbers.exact import Undefined, Whole
from ....spaces import Chooser, JudgedLists, RankPairs, own, own_grade, rank
from ....values.grades import rising
from ....values.judged import Judged
from ...formulas import lines
from .common import SomeOwnLists, cut_off, depth, less_relevant, needs_missing, score_axiom


@score_axiom(
    "priority",
    over={"x": own, "i": rank},
    latex=r"x_i<x_{i+1}\Rightarrow m(x)<m(s_i\,x)",
    kept_by=("average-precision[whole]", "dcg[exponential]"),
    broken_by=("precision", "reciprocal-rank"),
    sentence="Exchanging neighbours so that the more relevant one comes first raises the score.",
)
def priority(m: Any, x: Any, i: Any) -> Relation:
    """m(x) < m(x with the items at ranks i and i+1 exchanged)

    For all lists x and ranks i < n (i < k where the metric has a cut-off k) whose item at i is less relevant than the
    next. Amigo, Gonzalo, Verdejo, A general evaluation measure for document organization tasks, SIGIR 2013
    ("priority": swapping contiguous items in concordance with relevance raises the score). Example: AP and DCG satisfy
    it; precision and reciprocal rank do not.
    """
    return less(m(x), m(x.exchanged(i, i + 1))) if i < depth(m, x) and less_relevant(m, x[i], x[i + 1]) else NOT_ASKED


def equal_corrections(x: Judged) -> list[tuple[Whole, Whole]]:
    """The pairs of ranks of the list at which the same lower grade comes right before the same higher one."""
    steps = {k: (x[k], x[k + 1]) for k in map(Whole, range(1, len(x))) if x[k] < x[k + 1]}
    return [(i, j) for i, j in combinations(steps, 2) if steps[i] == steps[j]]


class EqualCorrections(RankPairs):
    """Two ranks i < j of a list; drawn among those where the same correction can be made, which are few."""

    name = "pairs of ranks, for two corrections"

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        pairs = equal_corrections(before[0])
        if not pairs:
            raise Undefined("no correction can be made twice")
        return pairs[choose.integer(0, len(pairs) - 1)]


class CorrectableLists(JudgedLists):
    """The judged lists of another space that allow the same correction at two ranks. Other lists test nothing."""

    def __init__(self, lists: JudgedLists) -> None:
        super().__init__("", lists.levels, missing=lists.missing, most=lists.max_missing, grid=lists.is_grid)
        self.complete = lists.complete  # type: ignore[misc]  # an instance has its own
        self.lists = lists
        self.name = f"lists with two equal corrections of {lists.name}"  # type: ignore[misc]  # depends on the lists

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [x for x in self.lists.enumerate(n) if equal_corrections(x)]

    def count(self, n: int) -> int:
        every = self.lists.count(n)
        return every if every > MAX_LISTS_COUNTED else len(self.enumerate(n))

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Judged:
        return self._corrected(choose, self.lists.draw(choose, n, before), n)

    def near(self, choose: Chooser, value: Judged, n: int) -> Judged:
        near = self.lists.near(choose, value, n)
        return near if equal_corrections(near) else value

    def validate(self, value: Any, n: int) -> None:
        self.lists.validate(value, n)
        if not equal_corrections(value):
            raise ValueError(f"judged list: {value} has no two ranks at which the same correction can be made")

    def _corrected(self, choose: Chooser, x: Judged, n: int) -> Judged:
        """The list with the same two grades at two places, if it has none yet."""
        if n < 4 or len(self.levels) < 2:
            raise Undefined("no correction can be made twice")
        if not equal_corrections(x):
            levels = rising(self.levels)
            low = choose.integer(0, len(levels) - 2)
            high = choose.integer(low + 1, len(levels) - 1)
            i = choose.integer(1, n - 3)
            for k in (i, choose.integer(i + 2, n - 1)):
                x = x.regraded(k, levels[low]).regraded(k + 1, levels[high])
        return x


MAX_LISTS_COUNTED = 20_000
"""Lists that are looked through to count those with two equal corrections; of more all are counted."""
own_correctable = SomeOwnLists("lists with two equal corrections", CorrectableLists)


@score_axiom(
    "deepness",
    over={"x": own_correctable, "ij": EqualCorrections()},
    latex=r"i<j,\ x_i=x_j<x_{i+1}=x_{j+1}\Rightarrow m(s_i\,x)>m(s_j\,x)",
    kept_by=("dcg[exponential]",),
    broken_by=("precision", "area-correlation[relevance]"),
    sentence="Nearer the top matters more: the same correction is worth more at a better rank.",
)
def deepness(m: Any, x: Any, ij: Any) -> Relation:
    """m(x with ranks i and i+1 exchanged) > m(x with ranks j and j+1 exchanged)

    For all lists x and ranks i < j < n (j < k where the metric has a cut-off k) with the same grade at i and j, and the
    same, greater one at i+1 and j+1: the same correction is worth more nearer the top. Amigo, Gonzalo, Verdejo, SIGIR
    2013 ("deepness"). Example: DCG satisfies it; precision does not, nor a discount that falls linearly.
    """
    i, j = ij
    if not (j < depth(m, x) and x[i] == x[j] and x[i + 1] == x[j + 1] and less_relevant(m, x[i], x[i + 1])):
        return NOT_ASKED
    return more(m(x.exchanged(i, i + 1)), m(x.exchanged(j, j + 1)))


@score_axiom(
    "deepness-threshold",
    over={"i": rank, "g": own_grade},
    applies=needs_missing,
    quantifier="there is",
    builds=lambda n: 2 * (n + 1),
    latex=lines(
        r"\exists\,i:\ m(g)>m(0^i g^i)",
        r"m(0^{i+1}g^{i+1})\le m(0^i g^i)",
        r"0^i g^i\text{: }i\text{ irrelevant items, then }i\text{ of grade }g",
    ),
    kept_by=("reciprocal-rank", "rbp[binary]"),
    broken_by=("average-precision[whole]", "dcg[base]"),
    sentence="One relevant item on top can be worth more than many that come far down.",
)
def deepness_threshold(m: Any, i: Any, g: Any) -> Relation:
    """m(one relevant item) > m(i irrelevant items, then i relevant ones)

    There is an i (and a positive grade g, and parameters) for which it holds, both lists of one collection of i
    relevant items, and at which more items gain nothing any more: i+1 relevant items after i+1 irrelevant ones score no
    more than i after i, both of one collection of i+1. What is not listed is missing. Amigo, Gonzalo, Verdejo, SIGIR
    2013 ("deepness threshold": there is an n large enough such that retrieving one relevant document at the top is
    better than n relevant ones after n irrelevant ones). Formalised here: *large enough* by the second condition, since
    any metric that is heavy at the top satisfies the first one at i = 1; the relation shown is the condition that
    fails, or the first. Example: reciprocal rank and RBP satisfy it; DCG and AP without a cut-off do not.
    """
    if g <= 0:
        return NOT_ASKED
    more_items, fewer_items = m(_block(i + 1, g, i + 1)), m(_block(i, g, i + 1))
    if more_items > fewer_items:
        return less(more_items, fewer_items)  # not at_most: floats that differ by rounding alone would show it
    return more(m(_one(g, i)), m(_block(i, g, i)))


@score_axiom(
    "closeness-threshold",
    over={"i": rank, "g": own_grade},
    applies=needs_missing,
    quantifier="there is",
    builds=lambda n: 2 * n,
    latex=lines(
        r"\exists\,i:\ m(g)<m(0^i g^i)", r"0^i g^i\text{: }i\text{ irrelevant items, then }i\text{ of grade }g"
    ),
    kept_by=("average-precision[whole]", "dcg[base]", "precision-at"),
    broken_by=("reciprocal-rank",),
    sentence="One relevant item on top can be worth less than several that come a little later.",
)
def closeness_threshold(m: Any, i: Any, g: Any) -> Relation:
    """m(one relevant item) < m(i irrelevant items, then i relevant ones)

    There is an i (and a positive grade g, and parameters) for which it holds; both lists are of one collection of i
    relevant items. Amigo, Gonzalo, Verdejo, SIGIR 2013 ("closeness threshold": there is an n small enough such that one
    relevant document at the top is worse than n relevant ones after n irrelevant ones). Example: AP, DCG and precision
    at k satisfy it; reciprocal rank does not, nor RBP with a persistence of at most 1/2.
    """
    return less(m(_one(g, i)), m(_block(i, g, i))) if g > 0 else NOT_ASKED


@score_axiom(
    "confidence",
    latex=lines(r"R>0\Rightarrow m(x)>m(x\,0)", r"x\,0\text{: an irrelevant item added at the end}"),
    kept_by=("precision",),
    broken_by=("precision-at", "average-precision[whole]", "dcg[exponential]"),
    sentence="Adding an irrelevant item at the end lowers the score.",
)
def confidence(m: Any, x: Any) -> Relation:
    """m(x) > m(x with an irrelevant item at the end)

    For all lists x with a relevant item in them (n < k where the metric has a cut-off k, so that the item added is
    scored). Amigo, Gonzalo, Verdejo, SIGIR 2013 ("confidence": filling the ranking with irrelevant documents lowers the
    score). Formalised here for lists with a relevant item: those without one may have the lowest score already.
    Example: the precision of the whole list satisfies it; precision at k, AP, DCG do not.
    """
    k = cut_off(m.metric)
    if not x.relevant() or (k is not None and x.n >= m[k]):
        return NOT_ASKED
    return more(m(x), m(x.extended(Whole(0))))


def _one(g: Any, of: Any) -> Judged:
    """One relevant item listed, the others of the collection missing."""
    return Judged((g,), (g,) * (int(of) - 1))


def _block(i: Any, g: Any, of: Any) -> Judged:
    """Return the same number of relevant items after i irrelevant ones, the others of the collection missing."""
    return Judged((Whole(0),) * int(i) + (g,) * int(i), (g,) * (int(of) - int(i)))
