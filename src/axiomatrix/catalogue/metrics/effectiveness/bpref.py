"""Binary preference: judged items only."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined, Whole
from ....spaces.lists import judged_or_not
from ....values.judged import Judged
from ...formulas import lines, size
from .rows import score


@score(
    "bpref",
    arguments={"x": judged_or_not()},
    any_grade=True,
    latex=lines(
        r"B(x)=\frac{1}{R}\sum_{x_i>0}\left(1-\frac{\min(M_i,R)}{\min(N,R)}\right),\quad \frac{0}{0}=0",
        r"M_i=" + size(r"j<i\mid x_j=0"),
    ),
)
def bpref(x: Judged) -> Any:
    """B(x) = (1/R) sum over relevant items r listed of (1 - min(nonrelevant items above r, R) / min(R, N))

    x is a judged list with what is missing from it; R and N count the items of the collection judged relevant (grade
    above 0) and not relevant (grade 0). A negative grade says that nobody judged the item: it counts nowhere, as in
    trec_eval. A relevant item with no nonrelevant one above it adds 1, also where N = 0. Undefined where R = 0, where
    trec_eval has 0. Buckley and Voorhees 2004, in the form of trec_eval (which bounds by min(R, N) instead of R).
    """
    nonrelevant = Whole(sum(g == 0 for g in (*x.grades, *x.missing)))
    if x.R == 0:
        raise Undefined("nothing in the collection is judged relevant")
    total: Any = 0
    above = Whole(0)
    for i in x.ranks():
        if x[i] > 0:
            total += 1 - min(above, x.R) / min(x.R, nonrelevant) if above else 1
        elif x[i] == 0:
            above += 1
    return total / x.R
