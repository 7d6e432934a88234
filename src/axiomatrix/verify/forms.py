"""Check certificates over all values of vectors: multipliers for the linear forms of instances of any sort.

A *certificate* is a file of proofs that are checked here, without trust in the search that wrote it. These are about
metrics of lists or weak orders that are linear in their parameters, such as gains and discounts.

The values of the spaces are listed as for exhaustive certificates (:mod:`.exhaustive`). On every instance the bare
definitions are evaluated on unknown entries, which gives ``numerator >= c * denominator`` as for rankings
(:mod:`.linear`, where multipliers, facets and the numbers of unknowns are explained). The two sides are the *forms* of
the instance. Many instances share their forms, so that a certificate has an entry in ``classes`` for each pair of forms
and not for each instance. Every instance must have the forms of an entry. An entry has four parts:

1. the terms of the numerator, each an unknown and its coefficient (the constant has the number -1);
2. its absolute values with their weights;
3. the terms of the denominator;
4. the proof, which is a leaf or a tree of leaves.

The *sense* ``inf`` bounds the ratio of the two forms from below, ``sup`` from above. For ``sup`` the numerator is
negated, and so is the constant. Where the denominator of an instance is not a sum of entries, its forms are the slack
of the claimed bound (the larger side minus the smaller), and the sum of all unknowns and 1, which is positive. The
certificate then states no constant for the size.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..numbers.exact import Undefined
from .exhaustive import ListedInstances, items_label, require_comparable
from .inequality import POINTS, AnswerReader, Inequality, are_equal_inequalities, are_sides_equal, sides_of
from .numbers import Number, Sum, decode_number, encode_number, whole_as_int
from .verified import SIZE_FIELDS, Verified, compare
from .world import BareDefinitionsOrFractions, SeededDraws

MAX_INSTANCES_OF_A_SIZE = 20_000
"""Most instances of one size that are decided."""
MAX_REPEATED = 24
"""Instances of each size, about, that are derived once more in reverse order: results must not depend on the order."""


def check(data: Mapping[str, Any], registry: Registry, metric: Metric, statement: Statement) -> Verified:
    """Check the sizes of a certificate over vectors; :class:`Refused` with the first error."""
    checker = _FormsChecker(registry, metric, statement, data)
    sizes = [checker.check_size(n, size) for n, size in enumerate(data["sizes"], 1)]
    return Verified.of_sizes(
        metric,
        statement,
        sizes,
        data["sense"],
        classes=sum(len(size.constants) for size in sizes),
        items=items_label(checker.spaces, is_renamed=checker.is_renamed),
        by="pairs of forms with their own multipliers, which cover all cases",
    )


@dataclass
class _FormsSize:
    """Results of one size, collected while its instances are checked."""

    n: int
    constants: dict[str, Number]
    """The constant that the multipliers prove for each pair of forms, by :func:`_key`."""
    asked: int = 0
    """Number of instances, orbits counted in full, whose condition holds and that have a value."""
    holds: bool = True
    """True if the constant that the statement claims follows in each of these instances."""
    value: Number | None = None
    """The best constant proved; None if there is none."""
    is_bound_only: bool = False
    """True if some instance decides only the claimed bound, as its denominator is not a sum of entries.

    Then no constant is known to bound all instances, whatever the constants of the other instances.
    """


class _FormsChecker(AnswerReader):
    """The check of a statement about a metric of any sort, size by size."""

    def __init__(self, registry: Registry, metric: Metric, statement: Statement, data: Mapping[str, Any]) -> None:
        if not isinstance(data["parameter"], str) or not metric.exact:
            raise Refused(f"{metric.name} must have exact values, and the certificate must name its parameters")
        super().__init__(registry, metric, statement, data["parameter"], data["sense"])
        # self.unknowns has the parameters that the certificate names: they are followed, so stay unknown
        if set(self.unknowns.spaces) != set(metric.parameters):
            raise Refused(f"{metric.name} has parameters that are not followed, so not all of their values are covered")
        if self.sense not in ("inf", "sup") or data["by"] not in ([], ["renaming"]):
            raise Refused(f"unknown sense {self.sense!r:.40} or symmetries {data['by']!r:.40}")
        self.is_renamed = bool(data["by"])
        """Whether only one first argument of each orbit under renaming the items is enumerated."""
        require_comparable(registry, metric, statement, is_renamed=self.is_renamed)
        # travels: the parameter has data of items, which change with their names, so that orbits are not enough
        if self.is_renamed and any(space.value_type.travels for space in self.unknowns.spaces.values()):
            raise Refused(
                "the parameters have item data, which travel with the items: all instances must be enumerated"
            )
        self.spaces = list(statement.over(metric).values())

    def check_size(self, n: int, data: Mapping[str, Any]) -> _FormsSize:
        """Derive the forms of every instance of one size, and refuse the size unless all of them are proved."""
        if data["n"] != n:
            raise Refused(f"size {n} is missing: a certificate must have all sizes from 1")
        if unknown := set(data) - SIZE_FIELDS - {"generators"}:
            raise Refused(f"n = {n}: the certificate has the unknown field {sorted(unknown)[0]!r:.40}")
        listed = ListedInstances(self.spaces, n, is_renamed=self.is_renamed)
        if listed.count_to_decide > MAX_INSTANCES_OF_A_SIZE:
            raise Refused(f"n = {n}: there are too many instances to enumerate")
        trees = _trees_by_forms(data["classes"], n)
        size = _FormsSize(n, {})
        derived: list[tuple[tuple[Any, ...], Inequality | None]] = []  # the values of each instance, its inequality
        for values, orbit_size in listed.with_orbits():
            inequality = self._inequality(n, values)
            derived.append((values, inequality))
            if inequality is not None:
                size.asked += orbit_size
                self._check_forms(size, inequality, trees)
        if size.is_bound_only:
            size.value = None
        if unused := set(trees) - set(size.constants):
            raise Refused(f"n = {n}: no instance has the forms {min(unused):.80}")
        for values, inequality in derived[:: -max(1, len(derived) // MAX_REPEATED)]:
            if not are_equal_inequalities(inequality, self._inequality(n, values)):
                raise Refused(f"n = {n}: {self.metric.name} gives different answers to the same call")
        # the facets, and the generators of a space that consists of the sums of multiples of some vectors
        space_data = self.unknowns.cone_data(n)
        if "generators" in data and "generators" not in space_data:
            raise Refused(f"n = {n}: the certificate names generators, but no space is generated")
        compare(data, n, instances=listed.total_count, asked=size.asked, **space_data)
        stated = None if data["value"] is None else decode_number(data["value"])
        if stated != size.value:
            raise Refused(f"n = {n}: the constant proved is {size.value}, not {stated}")
        return size

    def _check_forms(self, size: _FormsSize, inequality: Inequality, trees: Mapping[str, Any]) -> None:
        """Check that the forms of an instance are proved, and note in ``size`` whether the claimed constant follows."""
        key = _key(_forms_data(inequality))
        if key not in trees:
            raise Refused(f"n = {size.n}: no multipliers are given for the forms {key:.80}")
        if key not in size.constants:
            size.constants[key] = self.proved_constant(inequality, trees[key], size.n)
        c = size.constants[key]
        size.is_bound_only |= not inequality.is_two_sided  # a ratio can be bounded from either side, a slack cannot
        if inequality.is_ratio:
            claimed = inequality.factor  # None if no constant is claimed
            size.holds = size.holds and claimed is not None and c >= claimed
            size.value = c if size.value is None else min(size.value, c)
        elif c < 0:
            raise Refused(f"n = {size.n}: the slack is only proved to be at least {c}")

    def _inequality(self, n: int, values: Sequence[Any]) -> Inequality | None:
        """Return the inequality of an instance with these values of the statement's arguments; None if it has none."""
        derived = self.derive(n, lambda: self._answer(values, self.unknowns.parameters(n, range(1, n + 1))))
        self._compare_with_numbers(derived.answer, n, values)
        return None if derived.inequality is None else derived.inequality.for_sense(self.sense)

    def _compare_with_numbers(self, answer: Any, n: int, values: Sequence[Any]) -> None:
        """Refuse a definition that gives another result on numbers than on unknowns."""
        sides_on_unknowns = None if answer is None else sides_of(answer)
        for point in self.unknowns.points(n, SeededDraws(self.metric.name, n, *values), POINTS):
            entries = self.unknowns.entries(point, n)
            parameters = {name: space.make(entries[name], n) for name, space in self.metric.parameters.items()}
            try:
                sides = sides_of(self._answer(values, parameters))
            except Undefined:
                sides = None
            if not are_sides_equal(sides, sides_on_unknowns, point):
                raise Refused(f"{self.metric.name} gives another result on numbers than on unknowns, at {values!r:.80}")

    def _answer(self, values: Sequence[Any], parameters: Mapping[str, Any]) -> Any:
        """Evaluate the statement by the bare definitions, called directly, without caches."""
        bound = BoundMetric(self.metric, parameters, BareDefinitionsOrFractions(self.registry))
        return self.statement.says(bound, *values)


def _trees_by_forms(classes: Sequence[Any], n: int) -> dict[str, Any]:
    """Return the proof of each pair of forms in a certificate, by :func:`_key`."""
    trees: dict[str, Any] = {}
    for entry in classes:
        if not isinstance(entry, list) or len(entry) != 4:
            raise Refused(f"n = {n}: {entry!r:.80} must be a numerator, its absolute values, a denominator and a proof")
        *forms, tree = entry
        if (key := _key(forms)) in trees:
            raise Refused(f"n = {n}: the forms {key:.80} are given twice")
        trees[key] = tree
    return trees


def _key(forms: Any) -> str:
    """Return a pair of forms, as a certificate has it, as a text that can be the key of a dict."""
    return json.dumps(forms, separators=(",", ":"))


def _forms_data(inequality: Inequality) -> list[Any]:
    """Encode the forms of an inequality as a certificate does: numerator, its absolute values, denominator."""
    numerator, denominator = inequality.numerator, inequality.denominator
    insides = [[list(map(list, inside)), _coefficient_data(a)] for inside, a in sorted(numerator.insides.items())]
    return [_terms_data(numerator), insides, _terms_data(denominator)]


def _terms_data(form: Sum) -> list[Any]:
    return [[k, _coefficient_data(c)] for k, c in sorted(form.terms.items())]


def _coefficient_data(c: Number) -> int | str:
    return encode_number(whole_as_int(Fraction(c)))
