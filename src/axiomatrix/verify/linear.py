"""Linear certificates: for every pair of rankings, multipliers that prove an inequality for all values of a parameter.

:func:`check` verifies a whole certificate, and :class:`LinearChecker` single proofs and sizes while they are found.

The question at fixed rankings is whether ``numerator >= c * denominator`` for all values of one parameter. Both sides
are sums of multiples of its entries, and the numerator may have absolute values of such sums too. The space of the
parameter has *facets*: linear forms that are not negative on it, such as D13 + D23 - D12 (the triangle inequality).

A *leaf* proves the inequality. It holds c, a multiplier ``s`` with ``|s| <= a`` for each absolute value that enters
with a weight a > 0, and a multiplier ``mu >= 0`` for some of the facets, such that

    numerator, with each a |l| replaced by s l,  -  c * denominator  =  sum of mu * facet

term by term. For example, let F be the similarity footrule of a = 1 2 3 and b = 3 2 1, and K their Kendall distance:

    F - 1 * K  =  2 D13 + D12 + D23 + |D12 - D23| - (D12 + D13 + D23)  =  D13 + |D12 - D23|

With s = -1 the right side becomes D13 - D12 + D23, which is the facet above with mu = 1: so F >= K at these rankings.
The leaf is ``[1, [-1], [[0, 1]]]``: c, the multipliers s, and facet 0 with its mu.

An absolute value with a weight a < 0 is replaced by a times the sum of its terms, each taken positive, or decided by a
*split* on the sign of l, which is a further facet below it.

Facets are numbered from 0: the triangles D_ik + D_kj - D_ij by pairs i < j and then by k (similarities only), the
entries in their order, the constant 1, and the forms split on, from the root down. Entries are numbered in the order
of the pairs i < j, or of the items or positions; items are numbered by their place in the first ranking. Absolute
values are numbered in the order of their (entry, coefficient) lists: coprime whole coefficients, the first positive.

For each size the certificate states the number of cases (``instances``), the number of cases in which the condition
holds and the metric has a value (``asked``), and the facets of the space. All three are derived again. Its ``classes``
have a proof for some cases. The others must be reached by the symmetries in ``by``, or be the sum of two smaller cases
(``split``). A size may name ``lemmas`` of the catalogue that bound the ratio at single orders: they give the constant
of cases that no multipliers reach. The steps of a lemma are run on the definitions, and its bound is checked at points
of each of these cases. The rest of its argument is on paper, and the result says so. ``items`` is ``unnamed`` where the
definition does not look at its items, so that the result holds for items of any name, else ``numbered``: then all names
1..n were gone through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..spaces import Rankings
from .inequality import POINTS, Case, CaseChecker, FixedEntries, Inequality, are_equal_inequalities
from .numbers import Number, Sum, decode_number, whole_as_int
from .verified import SIZE_FIELDS, Verified, compare
from .world import SeededDraws

if TYPE_CHECKING:
    from ..catalogue.proofs import Lemma


MAX_REPEATED = 24
"""Cases of each size, about, that are derived once more in reverse order: results must not depend on the order."""


def check(data: Mapping[str, Any], registry: Registry, metric: Metric, statement: Statement) -> Verified:
    """Check the sizes of a linear certificate; raise :class:`Refused` with its first error."""
    followed = data["parameter"]
    if not isinstance(followed, str):
        raise Refused(f"the parameter is {followed!r:.60}; it must be a name, or several joined by ' + '")
    if data["sense"] not in ("inf", "sup"):
        raise Refused(f"the sense is {data['sense']!r:.40}; it must be 'inf' or 'sup'")
    checker = LinearChecker(registry, metric, statement, followed)
    sizes = [checker.check_size(n, size, data["by"], data["sense"]) for n, size in enumerate(data["sizes"], 1)]
    return Verified.of_sizes(
        metric,
        statement,
        sizes,
        data["sense"],
        classes=sum(len(size.constants) for size in sizes),
        fixed=tuple(name for name in metric.parameters if name not in checker.followed),
        by_lemma=sum(size.by_lemma for size in sizes),
        lemmas=tuple(dict.fromkeys(lemma.theorem for size in sizes if size.by_lemma for lemma in size.lemmas)),
        items="numbered" if checker.observed else "unnamed",
    )


Order = tuple[int, ...]
"""The items of the second ranking, best first; items are numbered by their place in the first ranking."""
NewNumbers = Mapping[int, int]
"""The new number of each item, by its old one."""


def inverse(order: Order) -> tuple[Order, NewNumbers]:
    """Exchange the two rankings: return the new order, and the new number of each item."""
    place_of = {x: k for k, x in enumerate(order, 1)}
    return tuple(place_of[x] for x in range(1, len(order) + 1)), place_of


def reverse(order: Order) -> tuple[Order, NewNumbers]:
    """Reverse both rankings: return the new order, and the new number of each item."""
    n = len(order)
    return tuple(n + 1 - x for x in reversed(order)), {x: n + 1 - x for x in range(1, n + 1)}


SYMMETRIES = {"inverse": inverse, "reverse": reverse}
"""The symmetries that a certificate may name in its field ``by``; it may also name ``split``, for sums."""


def split_point(order: Sequence[int]) -> int:
    """Return the smallest k < n such that both rankings have the same k items in front; 0 if there is none.

    The first k items of the order are 1..k exactly if the largest of them is k.
    """
    return next((k for k, highest in enumerate(accumulate(order[:-1], max), 1) if highest == k), 0)


class Coverage:
    """Rankings that the proofs of a file reach: proved classes, their images under symmetries, sums of smaller orders.

    A *class* is the set of orders that the symmetries make of one order, which represents them all. No symmetry is
    assumed: the forms of a ranking are compared with those of the class, term by term.
    """

    def __init__(self, checker: CaseChecker, by: Sequence[str]) -> None:
        """``by`` is that field of the certificate: names of symmetries, and ``split`` if it uses sums."""
        if not isinstance(by, list):
            raise Refused(f"the symmetries are {by!r:.40}; they must be a list")
        for name in by:
            if name not in (*SYMMETRIES, "split"):
                raise Refused(f"{name!r:.40} is not a symmetry that is known here")
        self.checker = checker
        self.by = by
        self.inequalities: dict[Case, Inequality | None] = {}
        """The inequality of each case so far, of all sizes; None for a case without one."""

    def reaches(self, order: Order, inequality: Inequality, constants: Mapping[Case, Number]) -> bool:
        """Return whether a proved class, or two smaller rankings, give this order; forms are compared term by term.

        ``constants`` has those proved for the classes of this size, by the case that represents the class.
        """
        n = len(order)
        for image, new_item in self._class_of(order).items():
            if (image,) in constants and (class_inequality := self.inequalities[image,]) is not None:
                new_unknown = self.checker.unknowns.renamed(n, new_item)
                if new_unknown is None:
                    return False
                numerator = inequality.numerator.renumbered(new_unknown)
                denominator = inequality.denominator.renumbered(new_unknown)
                is_same_numerator = numerator.equals(class_inequality.numerator)
                return is_same_numerator and denominator.equals(class_inequality.denominator)
        return "split" in self.by and self._splits(order, inequality)

    def _class_of(self, order: Order) -> dict[Order, NewNumbers]:
        """Return the orders that the symmetries make of an order, itself first, each with the new item numbers."""
        # Inverse and reverse undo themselves and commute, so that each used once on all images gives the whole class.
        images: dict[Order, NewNumbers] = {order: {x: x for x in range(1, len(order) + 1)}}
        for symmetry in (SYMMETRIES[name] for name in self.by if name != "split"):
            for image, new_item in list(images.items()):
                next_image, renaming = symmetry(image)
                images.setdefault(next_image, {x: renaming[y] for x, y in new_item.items()})
        return images

    def _splits(self, order: Order, inequality: Inequality) -> bool:
        """Return whether the inequality is the sum of those of the two orders that the order splits into.

        If so, the least of their two constants holds for it: sums of numerators and of denominators have a ratio
        between the ratios of the parts. A part without a ratio adds a numerator that is not negative.
        """
        k, n = split_point(order), len(order)
        if not k:
            return False
        parts = [(order[:k], 0), (tuple(x - k for x in order[k:]), k)]  # each with the number of items before it
        numerator, denominator = Sum({}), Sum({})
        for part, shift in parts:
            part_inequality = self.inequalities.get((part,))
            if part_inequality is None:
                return False
            new_unknown = self.checker.unknowns.embedded(len(part), shift, n)
            if new_unknown is None:
                return False
            numerator = numerator + part_inequality.numerator.renumbered(new_unknown)
            if part_inequality.is_ratio:
                denominator = denominator + part_inequality.denominator.renumbered(new_unknown)
        has_no_denominator = not (inequality.is_ratio or denominator.terms)
        is_same_denominator = has_no_denominator or inequality.denominator.equals(denominator)
        return inequality.numerator.equals(numerator) and is_same_denominator


class LinearChecker:
    """Checker of a statement about a metric, for all values of the parameter ``followed`` (several joined by `` + ``).

    Proof methods call :meth:`proved` for single proofs, and :meth:`size` for whole sizes, in increasing order.
    """

    def __init__(self, registry: Registry, metric: Metric, statement: Statement, followed: str) -> None:
        self._about = registry, metric, statement, followed
        self.followed = frozenset(followed.split(" + "))
        self._single = CaseChecker(registry, metric, statement, followed)
        """Derives the cases of single proofs, in the sense of the statement."""
        self._coverage: Coverage | None = None
        """What the sizes so far have proved; None before the first."""
        self._best: Number | None = None
        """The best constant that the sizes so far prove."""
        self._derived: tuple[tuple[int, Case, FixedEntries], Inequality | None] | None = None
        """What the last proof was about, and its inequality, since a case is often checked in both senses."""

    @property
    def observed(self) -> str:
        """How the definition looked at its items, so that the result is for the items 1..n only; else empty."""
        return self._single.observed or (self._coverage.checker.observed if self._coverage is not None else "")

    def proved(self, n: int, case: Case, fixed: FixedEntries, sense: str, tree: Any) -> Number:
        """Return the constant that the multipliers of one case prove.

        ``fixed`` has the entries of the parameters that are not followed, and ``tree`` is the proof.
        """
        about = n, case, {name: list(entries) for name, entries in fixed.items()}
        if self._derived is None or self._derived[0] != about:
            self._derived = about, self._single.derive_inequality(n, case, fixed)
        inequality = self._derived[1]
        if inequality is None:
            raise Refused(f"n = {n}: nothing is asked at {case}")
        return self._single.proved_constant(inequality.for_sense(sense), tree, n)

    def size(self, data: Mapping[str, Any], by: Sequence[str], sense: str) -> Number | None:
        """Check one size whole, after the smaller ones; return the best constant proved so far.

        ``by`` lists the symmetries of the certificate.
        """
        return self.check_size(data["n"], data, by, sense).value

    def check_size(self, n: int, data: Mapping[str, Any], by: Any, sense: str) -> CertifiedSize:
        """Check one size whole, after the smaller ones, and return all that is proved of it."""
        if self._coverage is None or (self._coverage.by, self._coverage.checker.sense) != (by, sense):
            self._coverage = Coverage(CaseChecker(*self._about, sense), by)
        if self._coverage.by and len(self._coverage.checker.argument_names) != 2:
            raise Refused("symmetries are known for statements about two rankings only")
        size = CertifiedSize(self._coverage, n, data)
        self._best = size.check(self._best)
        return size


def _read_case(checker: CaseChecker, n: int, entry_values: Sequence[Any]) -> Case:
    """Read the case of an entry of a certificate; :class:`Refused` if it is not a case over n items."""
    over = [checker.statement.axiom.over[name] for name in checker.argument_names[1:]]
    if len(entry_values) != len(over):
        raise Refused(
            f"n = {n}: {entry_values!r:.80} must have an entry for each of {', '.join(checker.argument_names[1:])}"
        )
    case: list[Any] = []
    for value, space in zip(entry_values, over, strict=True):
        if isinstance(space, Rankings):
            has_whole_numbers = isinstance(value, list) and all(type(x) is int for x in value)
            if not has_whole_numbers or sorted(value) != [*range(1, n + 1)]:
                raise Refused(f"n = {n}: {value!r:.80} is not a ranking of the items 1..{n}")
            case.append(tuple(value))
        elif type(value) is int and 1 <= value < n:
            case.append(value)
        else:
            raise Refused(f"n = {n}: {value!r:.80} is not a place 1..{n - 1}")
    return tuple(case)


class CertifiedSize:
    """The check of one size of a certificate, and its results, which :meth:`check` fills in."""

    def __init__(self, coverage: Coverage, n: int, data: Mapping[str, Any]) -> None:
        self.checker = coverage.checker
        self.coverage = coverage
        self.n = n
        self.data = data
        """The entry of the certificate for this size, not yet trusted."""
        self.asked = 0
        """Number of cases in which the condition holds and the metric has a value."""
        self.constants: dict[Case, Number] = {}
        """The classes, each with the constant that its multipliers prove."""
        self.lemmas: Sequence[Lemma] = ()
        self.by_lemma = 0
        """Number of cases whose constant is from a lemma."""
        self.value: Number | None = None
        """The best constant proved; None if there is none."""
        self.holds = True
        """Whether the constant that the statement claims follows in each case."""

    def check(self, before: Number | None) -> Number | None:
        """Check the size; ``before`` is the best constant of the smaller ones. Returns the best one so far.

        1. Each class must be proved by its multipliers, which give its constant.
        2. Every other case must be reached from a class, be a sum of smaller cases, or have a constant by a lemma.
        3. Some cases are derived again. This refuses a definition whose answers depend on the order of calls.
        4. The counts, the facets and the constant of the certificate must be those derived here.
        """
        n, data = self.n, self.data
        if data["n"] != n:
            raise Refused(f"size {n} is missing: a certificate is about all sizes from 1 on")
        if unknown := set(data) - SIZE_FIELDS - {"fixed", "lemmas", "generators"}:
            raise Refused(f"n = {n}: the certificate says {sorted(unknown)[0]!r:.40}, which means nothing")
        fixed = self._read_fixed()
        self.lemmas = self._look_up_lemmas()
        self.value = before if "split" in self.coverage.by else None
        for entry in data["classes"]:
            *entry_values, tree = entry
            self._check_class(_read_case(self.checker, n, entry_values), tree, fixed)
        cases = list(self.checker.cases(n))
        self._require_all(cases, fixed)
        self._repeat(cases, fixed)
        cone = self.checker.unknowns.cone_data(n)
        if "generators" in data and "generators" not in cone:
            raise Refused(f"n = {n}: the certificate names generators, and no space is generated")
        compare(data, n, instances=len(cases), asked=self.asked, **cone)
        stated = None if data["value"] is None else decode_number(data["value"])
        if stated != self.value:
            raise Refused(f"n = {n}: the constant proved is {self.value}, not {stated}")
        return self.value

    def _read_fixed(self) -> dict[str, list[Number]]:
        """Read the values of the parameters that are not followed."""
        n, metric = self.n, self.checker.metric
        fixed = {name: [decode_number(v) for v in entries] for name, entries in self.data.get("fixed", {}).items()}
        missing = set(metric.parameters) - set(self.checker.unknowns.spaces) - set(fixed)
        if missing:
            raise Refused(f"n = {n}: no value is given for {sorted(missing)[0]}")
        for name, entries in fixed.items():
            space = metric.parameters.get(name)
            if space is None or name in self.checker.unknowns.spaces or len(entries) != len(space.keys(n)):
                raise Refused(f"n = {n}: {name} is not a value of that parameter over {n} items")
            try:
                space.closure().validate(space.make(entries, n), n)
            except ValueError as error:
                raise Refused(f"n = {n}: {error}") from None
        return fixed

    def _look_up_lemmas(self) -> list[Lemma]:
        """Look up the lemmas that the size names.

        Each must be about this ratio, and its steps hold on the definitions.
        """
        checker, lemma_ids = self.checker, self.data.get("lemmas", [])
        if not lemma_ids:
            return []
        from ..catalogue.proofs import lemmas_on_ratio  # loads the catalogue, which most certificates do not need

        lemma_by_id = {
            lemma.id: lemma for lemma in lemmas_on_ratio(checker.metric, checker.statement, checker.registry)
        }
        if unknown := [lemma_id for lemma_id in lemma_ids if lemma_id not in lemma_by_id]:
            raise Refused(f"n = {self.n}: {unknown[0]!r:.40} is not a lemma about this ratio")
        return [lemma_by_id[lemma_id] for lemma_id in lemma_ids]

    def _check_class(self, case: Case, tree: Any, fixed: FixedEntries) -> None:
        """Check the multipliers of the case that represents a class, and note the constant that they prove."""
        if case in self.constants:
            raise Refused(f"n = {self.n}: the class {case} is given twice")
        inequality = self.checker.derive_inequality(self.n, case, fixed)
        if inequality is None:
            raise Refused("a class is certified that nothing is asked of")
        c = self.checker.proved_constant(inequality, tree, self.n)
        if inequality.is_ratio:
            if inequality.factor is None or c < inequality.factor:
                self.holds = False
            self.value = c if self.value is None else min(self.value, c)
        elif c < 0:
            raise Refused(f"n = {self.n}, {case}: the slack is only proved to be at least {c}")
        self.constants[case], self.coverage.inequalities[case] = c, inequality

    def _require_all(self, cases: Sequence[Case], fixed: FixedEntries) -> None:
        """Refuse a case that is not proved or reached by a symmetry, a sum or a lemma, unless it has no inequality."""
        for case in cases:
            if case not in self.constants:
                inequality = self.coverage.inequalities[case] = self.checker.derive_inequality(self.n, case, fixed)
                if inequality is None:
                    continue
                reached = self.coverage.by and self.coverage.reaches(case[0], inequality, self.constants)
                if not reached and not self._take_lemma(case, inequality):
                    raise Refused(f"n = {self.n}: no certificate reaches the case {case}")
            self.asked += 1

    def _take_lemma(self, case: Case, inequality: Inequality) -> bool:
        """Use the best constant of the lemmas for the case, tested at some parameter values; False if there is none."""
        constants = (
            lemma.bounds.constant(case[0], inequality.sense) for lemma in self.lemmas if lemma.bounds is not None
        )
        known_constants = [constant for constant in constants if constant is not None]
        if not inequality.is_ratio or not known_constants:
            return False
        c = max(known_constants)
        draws = SeededDraws(self.checker.metric.name, self.n, case)
        for point in self.checker.unknowns.points(self.n, draws, POINTS):
            if inequality.numerator.at(point) < c * inequality.denominator.at(point):
                raise Refused(f"n = {self.n}, {case}: the lemma does not hold at {', '.join(map(str, point))}")
        self.by_lemma += 1
        self.value = whole_as_int(c) if self.value is None else min(self.value, whole_as_int(c))
        self.holds = self.holds and inequality.factor is not None and c >= inequality.factor
        return True

    def _repeat(self, cases: Sequence[Case], fixed: FixedEntries) -> None:
        """Derive some cases once more, the last first; refuse a different result."""
        for case in cases[:: -max(1, len(cases) // MAX_REPEATED)]:
            again = self.checker.derive_inequality(self.n, case, fixed)
            if not are_equal_inequalities(self.coverage.inequalities[case], again):
                raise Refused(f"n = {self.n}, {case}: {self.checker.metric.name} answers otherwise when asked again")
