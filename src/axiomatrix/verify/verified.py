"""The proved content of a certificate, and the comparison of its data with what is derived again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import Metric

OF_SIZE = {"n", "value", "instances", "asked", "facets", "classes"}
"""The entries of a size that every certificate has."""


@dataclass(frozen=True)
class Verified:
    """Proved content of a certificate."""

    metric: str
    statement: str
    space: str
    largest: int
    cases: int
    """All cases up to the largest size in which something is asked and has a value."""
    classes: int
    """Those of them that have a certificate of their own."""
    values: tuple[tuple[int, str], ...]
    """By size: the best constant that is proved, where the statement is about a ratio."""
    holds: bool
    """Whether that is enough for the statement; a certificate of the best constant may prove less than is claimed."""
    sense: str = "inf"
    fixed: tuple[str, ...] = ()
    """Parameters that the certificate gives values of its own."""
    by_lemma: int = 0
    """In how many cases a lemma of the catalogue gives the constant, whose argument no machine checks whole."""
    lemmas: tuple[str, ...] = ()
    """These lemmas, as theorems."""
    items: str = "unnamed"
    """``numbered`` if the definition looks at its items, so that the result is about the items 1..n only."""
    by: str = "with multipliers of their own; symmetry or sums reach the others"
    """How the cases counted in ``classes`` were shown."""

    @classmethod
    def of_sizes(cls, metric: Metric, statement: Statement, sizes: Sequence[Any], sense: str, **more: Any) -> Verified:
        """Sum up the checked sizes; :class:`Refused` where nothing is asked in the largest one."""
        asked = sum(size.asked for size in sizes)
        if asked <= 1 or not sizes[-1].asked:
            raise Refused("nothing is asked in any case of the largest size, or the metric has a value in none")
        values = tuple((size.n, str(size.value)) for size in sizes if size.value is not None)
        holds = all(size.holds for size in sizes)
        return cls(
            metric.name, statement.id, "closed", len(sizes), asked, values=values, holds=holds, sense=sense, **more
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


def compare(listed: Mapping[str, Any], n: int, /, **derived: Any) -> None:
    """Compare a certificate's data on a size with what is derived here."""
    for key, truth in derived.items():
        if type(listed.get(key)) is not type(truth) or listed[key] != truth:
            raise Refused(f"n = {n}: {key} is {listed.get(key)!r:.60}; it is {truth!r:.60}")
