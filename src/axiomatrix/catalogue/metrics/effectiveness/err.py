"""Expected reciprocal rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....numbers.exact import Undefined, Whole
from ....spaces import persistences
from ....spaces.lists import unit_gains
from ....spaces.scalars import top_grades
from ....values.judged import Judged
from ... import axioms
from ...formulas import lines
from ...sources.documents import OV11
from .gain import gain
from .rows import of_graded_lists, score


def stopping(grade: Any, top: Any) -> Any:
    """(2^g - 1) / 2^top: the probability that a grade of a scale 0..top satisfies (Chapelle et al. 2009)."""
    if not 0 <= grade <= top:
        raise Undefined(f"the grade {grade} is not on the scale 0..{top}")
    return gain(grade, "exponential") / 2**top


def expected_reciprocal_rank(probabilities: Sequence[Any], p: Any) -> Any:
    """The sum, over the ranks, of the probability of stopping there divided by the rank."""
    total: Any = 0
    arriving: Any = Whole(1)
    for i, r in enumerate(probabilities, 1):
        total += arriving * r / i
        arriving *= p * (1 - r)
    return total


@score(
    "err",
    arguments={"x": unit_gains()},
    parameters={"p": persistences(closed=True)},
    variant="gains",
    claims=[OV11.holds(axioms.levels_matter)],
    latex=r"\mathrm{ERR}(x)=\sum_{i}\frac{x_i\,p^{i-1}}{i}\prod_{j<i}(1-x_j)",
)
def err(x: Judged, p: Any) -> Any:
    """ERR(x) = sum over ranks i of (1/i) x[i] p^(i - 1) product over l < i of (1 - x[l])

    x is a list of the probabilities, from 0 to 1, that an item satisfies, p the persistence, 0 <= p <= 1: the
    probability of going on after an item that did not satisfy; 1 is the classical form. Chapelle, Metzler, Zhang and
    Grinspan 2009; the overview of ranking metrics describes p and prints no formula. Always defined.
    """
    return expected_reciprocal_rank(x.grades, p)


@of_graded_lists(
    "err",
    parameters={"top": top_grades()},
    variant="graded",
    claims=[OV11.holds(axioms.levels_matter)],
    latex=lines(r"\mathrm{ERR}(x)=\sum_{i}\frac{r_i}{i}\prod_{j<i}(1-r_j)", r"r_i=\frac{2^{x_i}-1}{2^{\mathrm{top}}}"),
)
def err_graded(x: Judged, top: Any) -> Any:
    """ERR(x) = sum over ranks i of (1/i) r_i product over l < i of (1 - r_l), r_i = (2^x[i] - 1) / 2^top

    x is a judged list, top the highest grade of the scale (4 in gdeval, whatever grades occur). Undefined for a
    list with a grade below 0 or above top. Chapelle, Metzler, Zhang and Grinspan 2009.
    """
    return expected_reciprocal_rank([stopping(g, top) for g in x.grades], 1)
