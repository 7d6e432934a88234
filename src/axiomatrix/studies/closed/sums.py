"""Sums that hold for every n: a closed form is compared with the sum that Gosper's algorithm finds, by sympy."""

from __future__ import annotations

from typing import Any

BY_HAND = 4
"""Up to which n the terms are also added one by one."""


def difference(term: Any, index: Any, last: Any, form: Any) -> Any:
    """By how much the sum of a term for index = 1 .. last differs from a form, simplified: 0 if they are the same.

    ``ValueError`` where the sum has no closed form, or is not what adding the first terms gives.
    """
    from sympy import factor, simplify
    from sympy.concrete.gosper import gosper_sum

    total = gosper_sum(term, (index, 1, last))
    if total is None:
        raise ValueError(f"the sum of {term} has no closed form")
    for n in range(1, BY_HAND + 1):
        added = sum(term.subs(last, n).subs(index, i) for i in range(1, n + 1))
        if simplify(total.subs(last, n) - added) != 0:
            raise ValueError(f"the sum of {term} is not {total} at {last} = {n}")
    return factor(simplify(total - form))


def adds_up_to(term: Any, index: Any, last: Any, form: Any) -> bool:
    """Whether the sum of a term for index = 1 .. last is that form, whatever the last index is."""
    return bool(difference(term, index, last, form) == 0)
