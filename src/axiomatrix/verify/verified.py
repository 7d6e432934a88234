"""Result of checking a certificate, and the comparison of its data with what the checker derives.

The checkers of all kinds of certificates return a :class:`Verified`, which ``axiomatrix verify`` prints. A *case* (or
*instance*) has values of all arguments of the statement, such as two rankings. The statement *asks* something in it if
its condition holds. Where it is about a *ratio*, a certificate proves a constant that bounds the ratio at each size,
from below if the *sense* is ``inf``, from above if it is ``sup``; constants are then negated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import Metric
from .numbers import Number

SIZE_FIELDS = {"n", "value", "instances", "asked", "facets", "classes"}
"""Fields of a size in every kind of certificate.

``value`` is the constant, ``instances`` counts all cases and ``asked`` those in which something is asked. ``facets``
has the linear forms that are not negative on the space of the parameter, and ``classes`` the cases proved singly, each
with its proof.
"""


class CheckedSize(Protocol):
    """The result for one size, as the checkers of all kinds of certificates have it."""

    n: int
    asked: int
    """Number of cases in which the statement asks something and the metric has a value."""
    holds: bool
    """Whether the statement follows in all of them."""
    value: Number | None
    """The best constant proved; None if the statement is not about a ratio."""


@dataclass(frozen=True)
class Verified:
    """Result of checking a certificate: what it proves, derived again from its data."""

    metric: str
    """The name of the metric."""
    statement: str
    """The id of the statement: the axiom with its arguments."""
    space: str
    """The parameter space that it is proved on; always ``closed``, the space with its boundary."""
    largest: int
    """The most items: it is proved for all sizes up to this one."""
    cases: int
    """Number of cases, over all sizes, in which the statement asks something and the metric has a value."""
    classes: int
    """Number of these cases that the certificate, or the checker, shows one by one; ``by`` says how."""
    values: tuple[tuple[int, str], ...]
    """Pairs of a size and the best constant proved there; empty if the statement is not about a ratio."""
    holds: bool
    """True if the statement follows; a certificate of the best constant may prove a weaker one than is claimed."""
    sense: str = "inf"
    """``inf`` if the constants are lower bounds of the ratio, ``sup`` if they are upper bounds, negated."""
    fixed: tuple[str, ...] = ()
    """Parameters with values stated in the certificate; it proves nothing about their other values."""
    by_lemma: int = 0
    """Number of cases in which the constant is from a lemma of the catalogue, which is argued on paper."""
    lemmas: tuple[str, ...] = ()
    """The theorems of these lemmas, in words."""
    items: str = "unnamed"
    """``numbered`` if the definition looks at its items, so that the result is about the items 1..n only."""
    by: str = "with multipliers of their own; symmetry or sums reach the others"
    """How the cases counted in ``classes`` were shown."""

    @classmethod
    def of_sizes(
        cls, metric: Metric, statement: Statement, sizes: Sequence[CheckedSize], sense: str, **other_fields: Any
    ) -> Verified:
        """Sum up the checked sizes 1, 2, ...; :class:`Refused` if the largest one has no case with a value."""
        asked = sum(size.asked for size in sizes)
        # A single case is that of one item, in which nothing can be wrong: such a certificate proves nothing.
        if asked <= 1 or not sizes[-1].asked:
            raise Refused("no case of the largest size meets the condition and has a value")
        values = tuple((size.n, str(size.value)) for size in sizes if size.value is not None)
        holds = all(size.holds for size in sizes)
        return cls(
            metric.name,
            statement.id,
            "closed",
            len(sizes),
            asked,
            values=values,
            holds=holds,
            sense=sense,
            **other_fields,
        )

    @property
    def text(self) -> str:
        """Describe what was proved, for a reader."""
        lines = [f"stands: {self.metric}, {self.statement}, n <= {self.largest}"]
        lines.append(f"{self.cases} cases, {self.classes} {self.by}")
        if self.by_lemma:
            lines.append(f"{self.by_lemma} of them by a lemma, argued on paper: {'; '.join(self.lemmas)}")
        if self.items == "numbered":
            lines.append("for the items 1..n, under all their names: the definition looks at its items")
        if self.fixed:
            lines.append(f"for the values of {', '.join(self.fixed)} in the file, and no others")
        sign = -1 if self.sense == "sup" else 1
        bound = "at most" if self.sense == "sup" else "at least"
        lines += [f"n = {n}: the ratio is {bound} {sign * Fraction(value)}" for n, value in self.values]
        proves = "this proves the statement up to that n"
        lines.append(proves if self.holds else "this bounds the ratio; it does not prove the statement")
        return "\n".join(lines)


def compare(data: Mapping[str, Any], n: int, /, **derived: Any) -> None:
    """Raise :class:`Refused` unless a certificate's data of size n are equal to the derived values.

    Types must be equal too, since True == 1 == 1.0.
    """
    for key, value in derived.items():
        if type(data.get(key)) is not type(value) or data[key] != value:
            raise Refused(f"n = {n}: {key} is {data.get(key)!r:.60}; it must be {value!r:.60}")
