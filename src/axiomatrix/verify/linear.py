"""Linear certificates: for every ranking pair, multipliers that make an inequality an identity.

What is asked at fixed rankings is ``numerator >= c * denominator`` for all values of one parameter. A *leaf* holds c,
a multiplier ``s`` with ``|s| <= a`` for each absolute value that enters with a weight a > 0, and a multiplier
``mu >= 0`` for some of the *facets* (linear forms that are not negative on the space), such that

    numerator, with each a |l| replaced by s l,  -  c * denominator  =  sum of mu * facet

term by term. An absolute value with a weight a < 0 is replaced by a times the sum of its terms, each taken positive,
or decided by a *split* on the sign of l, which is a further facet below it.

Facets are numbered from 0: the triangles D_ik + D_kj - D_ij by pairs i < j and then by k (similarities only), the
entries in their order, the constant 1, and the forms split on, from the root down. Entries are numbered in the order
of the pairs i < j, or of the items or positions; items are numbered by their place in the first ranking. Absolute
values are numbered in the order of their (entry, coefficient) lists: coprime whole coefficients, the first positive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..registry import Registry
from ..spaces import Rankings
from .coverage import Coverage
from .inequality import Case, Checker, Inequality, number
from .numbers import Number
from .refusal import Refused
from .world import subject


def _needed(inequality: Inequality | None) -> Inequality:
    if inequality is None:
        raise Refused("a class is certified that nothing is asked of")
    return inequality


@dataclass(frozen=True)
class Verified:
    """What a certificate was seen to prove."""

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

    @property
    def text(self) -> str:
        """What was proved, for a reader."""
        lines = [
            f"stands: {self.metric}, {self.statement}, n <= {self.largest}",
            f"{self.cases} cases, {self.classes} with multipliers of their own; symmetry or sums reach the others",
        ]
        if self.fixed:
            lines.append(f"for the values of {', '.join(self.fixed)} in the file, and no others")
        sign = -1 if self.sense == "sup" else 1
        bound = "at most" if self.sense == "sup" else "at least"
        lines += [f"n = {n}: the ratio is {bound} {sign * Fraction(value)}" for n, value in self.values]
        proves = "this proves the statement up to that n"
        lines.append(proves if self.holds else "this bounds the ratio; it does not prove the statement")
        return "\n".join(lines)


def check(data: Mapping[str, Any], registry: Registry) -> Verified:
    """Check a whole certificate; :class:`Refused` with the first thing that is wrong."""
    metric, statement = subject(registry, data)
    followed = data["parameter"]
    if followed not in metric.parameters:
        raise Refused(f"{metric.name} has no parameter {followed!r}")
    if data["sense"] not in ("inf", "sup"):
        raise Refused(f"the sense is {data['sense']!r:.40}; it must be 'inf' or 'sup'")
    checker = Checker(registry, metric, statement, followed, data["sense"])
    coverage = Coverage(checker, data["by"])
    if coverage.by and len(checker.names) != 2:
        raise Refused("symmetries are known for statements about two rankings only")
    if data["space"] != "closed":
        raise Refused("certificates are about the closed space; the open one is a part of it")
    total = certified = 0
    holds = True
    values: list[tuple[int, str]] = []
    before: Number | None = None
    for n, size in enumerate(data["sizes"], 1):
        if size["n"] != n:
            raise Refused(f"size {n} is missing: a certificate is about all sizes from 1 on")
        cases, classes, value, enough = _size(checker, coverage, n, size, before)
        total, certified, before, holds = total + cases, certified + classes, value, holds and enough
        if value is not None:
            values.append((n, str(value)))
    if total <= 1:
        raise Refused("nothing is asked in any case, or the metric has a value in none")
    if data["largest"] != len(data["sizes"]):
        raise Refused(f"the largest size is {len(data['sizes'])}, not {data['largest']!r}")
    return Verified(
        metric.name,
        statement.id,
        "closed",
        len(data["sizes"]),
        total,
        certified,
        tuple(values),
        holds,
        data["sense"],
        tuple(name for name in metric.parameters if name != followed),
    )


def _case(checker: Checker, n: int, listed: Sequence[Any]) -> Case:
    """The case of an entry, if it is one over n items."""
    over = [checker.statement.axiom.over[name] for name in checker.names[1:]]
    if len(listed) != len(over):
        raise Refused(f"n = {n}: {listed!r:.80} must have an entry for each of {', '.join(checker.names[1:])}")
    case: list[Any] = []
    for value, space in zip(listed, over, strict=True):
        if isinstance(space, Rankings):
            whole = isinstance(value, list) and all(type(x) is int for x in value)
            if not whole or sorted(value) != [*range(1, n + 1)]:
                raise Refused(f"n = {n}: {value!r:.80} is no ranking of the items 1..{n}")
            case.append(tuple(value))
        elif type(value) is int and 1 <= value < n:
            case.append(value)
        else:
            raise Refused(f"n = {n}: {value!r:.80} is no place 1..{n - 1}")
    return tuple(case)


def _size(
    checker: Checker, coverage: Coverage, n: int, size: Mapping[str, Any], before: Number | None
) -> tuple[int, int, Number | None, bool]:
    """One size: how many cases, how many classes, the best constant proved so far, and whether it is enough."""
    holds = True
    fixed = {name: [number(v) for v in entries] for name, entries in size.get("fixed", {}).items()}
    missing = set(checker.metric.parameters) - {checker.followed} - set(fixed)
    if missing:
        raise Refused(f"n = {n}: no value is given for {sorted(missing)[0]}")
    for name, entries in fixed.items():
        space = checker.metric.parameters.get(name)
        if space is None or len(entries) != len(space.keys(n)):
            raise Refused(f"n = {n}: {name} is no value of that parameter over {n} items")
        try:
            space.closure().validate(space.make(entries, n), n)
        except ValueError as error:
            raise Refused(f"n = {n}: {error}") from None
    proved: dict[Case, Number] = {}
    best = before if "split" in coverage.by else None
    for entry in size["classes"]:
        *listed, tree = entry
        case = _case(checker, n, listed)
        inequality = _needed(checker.inequality(n, case, fixed))
        c = checker.least(inequality, tree, n)
        if inequality.ratio:
            if inequality.factor is None or c < inequality.factor:
                holds = False
            best = c if best is None else min(best, c)
        elif c < 0:
            raise Refused(f"n = {n}, {case}: the slack is only proved to be at least {c}")
        if case in proved:
            raise Refused(f"n = {n}: the class {case} is given twice")
        proved[case] = c
        if len(case) == 1:
            coverage.known[case[0]] = inequality
    count = 0
    for case in checker.cases(n):
        count += 1
        if case in proved:
            continue
        found = checker.inequality(n, case, fixed)
        if found is None:
            count -= 1
            continue
        if len(case) != 1 or not coverage.by or not coverage.reaches(case[0], found, proved):
            raise Refused(f"n = {n}: no certificate reaches the case {case}")
    stated = None if size["value"] is None else number(size["value"])
    if stated != best:
        raise Refused(f"n = {n}: the constant proved is {best}, not {stated}")
    return count, len(proved), best, holds
