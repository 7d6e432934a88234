"""Enumeration for all values of vectors: exact ranges where a metric is linear in discounts, gains or weights.

:mod:`.enumerated` uses it for questions about lists or orders with ties, size by size:

1. Every instance of a size is evaluated on unknown entries of the vectors. This gives the numerator and the denominator
   of the ratio as linear forms of the entries, the *goal* of the instance.
2. Each different goal is decided by linear programs (:mod:`~...methods.linear`).
3. The multipliers of the programs are the certificate, which an independent checker reads.

As for any goal (:class:`~...methods.traced.Goal`), the numerator is negated for a supremum, so that less is always more
extreme. If the denominator is not a sum of entries, the goal is the slack of the claimed bound instead, by how much it
holds (``replaces_ratio``): then the bound is decided, and the extremes are not known.

The *open* space of a parameter is the one that the metric declares. Its closure adds values on the boundary, such as
weights of 0, and programs find extremes on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ...evidence.certificate import TOGETHER
from ...evidence.evidence import INFINITE, Witness
from ...evidence.fault import raise_if_ours
from ...evidence.instance import EvaluatedTwice, Instance
from ...methods.encoding import encode_proof, exact_data, size_data
from ...methods.extremal import Instances, worst_point
from ...methods.instances import Combinations
from ...methods.linear import Unbounded, minimum
from ...methods.program import Unsolved
from ...methods.solver import Solver
from ...methods.traced import FAR, NO_SUM, Goal, TracedStatement
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import Bounded, NotARelation, Quantity
from ...numbers.exact import rational
from ...numbers.forms import CONSTANT, Form, NotLinear
from ...spaces.parameters import ParameterDomain
from .inquiry import Inquiry
from .results import SENSES, Extremal, Sense, SizeAnswer, SizeVerdict
from .swept import POWERS_OF_FAR

MAX_INSTANCES_OVER_VECTORS = 20_000
"""Most instances of a size whose goals are computed and solved: a goal takes a fraction of a millisecond, and its
programs more."""


def vectors_of(metric: Metric) -> list[str]:
    """Return the sets of parameters that may be linear together, the largest first; all are vectors in a cone.

    A set is the names of its parameters, joined by ``TOGETHER``.
    """
    if not metric.exact:
        return []
    # A space has facets, the inequalities that describe it, if it is a cone.
    vectors = [name for name, space in metric.parameters.items() if space.facets(1) is not None]
    counts = range(len(vectors), 0, -1)
    return [TOGETHER.join(names) for count in counts for names in combinations(vectors, count)]


@dataclass
class _Extreme:
    """The least value of a goal's numerator (negated for a supremum) over its denominator, and where it is."""

    value: Any
    """None if no constant bounds it."""
    instance: Instance
    """Arguments of the first instance of the goal, and the parameters that are not followed."""
    goal: Goal
    point: tuple[Any, ...]
    """The entries of the vectors that attain the value or, if it is None, show that no constant bounds the ratio."""


@dataclass
class _SizeResult:
    """Results of the instances of one size so far."""

    cases: int = 0
    discarded: int = 0
    """Cases where the metric has no value or the condition is not met."""
    informative: int = 0
    """Cases that are not discarded."""
    best: dict[Sense, _Extreme] = field(default_factory=dict)
    """By sense, the most extreme goal so far."""
    undecided: list[str] = field(default_factory=list)
    """Reasons why programs were not solved."""
    is_bound_only: bool = False
    """True if some goal decides only the claimed bound, as its denominator is not a sum of entries."""
    proofs: dict[Sense, dict[str, list[Any]]] = field(default_factory=lambda: {"inf": {}, "sup": {}})
    """The entries ``classes`` of the certificate, by sense and by the goal's forms as text.

    Each has the forms and the multipliers. Several goals can have equal forms, and then share an entry.
    """

    def take(self, sense: Sense, extreme: _Extreme) -> None:
        """Keep the extreme if it is less than the best, which is the first of equal ones; unbounded is the least."""
        best = self.best.get(sense)
        if best is not None and best.value is None:
            return
        if best is None or extreme.value is None or extreme.value < best.value:
            self.best[sense] = extreme


class SizeOverVectors:
    """A question about a metric that is linear in vectors, over n items and for all values of these."""

    def __init__(self, inquiry: Inquiry, metric: Metric, registry: Registry, n: int, followed: str) -> None:
        self.inquiry, self.metric, self.n = inquiry, metric, n
        self.definitions = EvaluatedTwice(registry)
        # ``any_sort``: the statement may be about lists or orders with ties, and not only about rankings.
        self.traced = TracedStatement(metric, inquiry.quantity_statement, self.definitions, followed, any_sort=True)
        followed_names = self.traced.coordinates.names
        self.listed_spaces = {name: space for name, space in metric.parameters.items() if name not in followed_names}
        """The spaces of the parameters that are not followed, by name; all values that they list are tried."""
        self.result = _SizeResult()
        if inquiry.other:
            self._require_equal_spaces(registry.metric(inquiry.other))

    def _require_equal_spaces(self, other: Metric) -> None:
        """Refuse another metric whose space of a vector differs.

        The extremes over this metric's space would include values that the other metric does not take.
        """

        def cone(space: Any) -> tuple[Any, ...]:
            return set(space.facets(self.n) or ()), space.rays(self.n), list(space.keys(self.n))

        for name, space in self.traced.coordinates.spaces:
            other_space = other.parameters.get(name, space)
            if cone(space) != cone(other_space):
                raise NotLinear(f"{other.name} takes {name} from {other_space.name}, not from {space.name}")

    def decide(
        self, instances: Iterable[tuple[tuple[Any, ...], int]], *, is_complete: bool, is_smallest: bool
    ) -> SizeAnswer | None:
        """Decide the size from pairs (arguments of an instance, number of instances it represents).

        ``is_complete`` says that no space has other values than are listed, ``is_smallest`` that all smaller sizes are
        exhausted. Returns None if one item has no case. Raises :class:`NotLinear` where the definition is not linear in
        the vectors.
        """
        goals: dict[Any, tuple[Goal, Instance]] = {}
        for arguments, orbit in instances:
            for instance in self._instances(arguments):
                self.result.cases += orbit
                goal = self._goal(instance)
                if goal is None:
                    self.result.discarded += orbit
                else:
                    goals.setdefault(_key(goal), (goal, instance))
        self.result.informative = self.result.cases - self.result.discarded
        # A cone holds the values of the vectors, and its solver does all linear programs over it.
        solver = self.traced.cone(self.n).solver(warm=True)  # each program begins at the solution of the last
        for goal, instance in goals.values():
            self.result.is_bound_only |= goal.replaces_ratio
            senses = (self.inquiry.sense,) if goal.replaces_ratio else SENSES  # other goals have both extremes
            for sense in senses:
                self._solve(goal, instance, sense, solver)
        return None if self.n == 1 and not goals else self._answer(is_complete=is_complete, is_smallest=is_smallest)

    def _instances(self, arguments: Sequence[Any]) -> Iterator[Instance]:
        """Return the instances of these arguments, one for each listed value of the parameters not followed."""
        values = dict(zip(self.inquiry.quantity_statement.names(self.metric), arguments, strict=True))
        return (Instance(self.n, values, fixed) for fixed in Combinations.of(self.listed_spaces, self.n).by_name())

    def _goal(self, instance: Instance) -> Goal | None:
        """Return the linear forms of an instance; None if it is discarded.

        A user's definition is evaluated twice, and refused if the second forms differ.
        """
        try:
            goal = self.traced.goal(self.n, instance.values, instance.parameters)
        except (NotLinear, NotARelation):
            raise
        except Exception as error:  # of the definition; the error is reported when the grid is enumerated instead
            raise_if_ours(error)
            raise NotLinear(f"not linear: {type(error).__name__}: {error}") from None
        if self.metric.is_foreign and self.traced.goal(self.n, instance.values, instance.parameters) != goal:
            raise NotLinear(f"not followed: {self.metric.name} gave a different result when evaluated again")
        # A goal without both extremes is a slack. Only that of a bound of a ratio says something about the ratio.
        if goal is not None and not goal.has_both_extremes and not goal.replaces_ratio:
            raise NotLinear(f"{self.inquiry.quantity_statement.id} is not about a ratio or a difference")
        return goal

    def _solve(self, goal: Goal, instance: Instance, sense: Sense, solver: Solver) -> None:
        """Find the extreme of one goal in one sense, and keep it and its multipliers."""
        numerator, result = goal.numerator_for(sense), self.result
        try:
            least = minimum(numerator, goal.denominator, self.traced.cone(self.n), solver=solver)
        except Unbounded as error:
            result.take(sense, _Extreme(None, instance, goal, error.point))
            return
        except Unsolved as error:
            result.undecided.append(str(error))
            return
        assert least.point is not None  # no floor was given
        forms = _encoded_forms(numerator, goal.denominator)
        result.proofs[sense].setdefault(str(forms), [*forms, encode_proof(least.tree)])
        if goal.is_ratio:
            result.take(sense, _Extreme(least.value, instance, goal, least.point))
        elif least.value < 0:  # a slack: the bound fails, or the denominator is 0 for all values
            result.take(sense, _Extreme(None, instance, goal, least.point))

    # --- the answer ---

    def _answer(self, *, is_complete: bool, is_smallest: bool) -> SizeAnswer:
        """Build the answer of the size; the flags are those of :meth:`decide`."""
        extreme = self.result.best.get(self.inquiry.sense)
        refutation: Witness | None = None
        verdict: SizeVerdict = "exhausted" if is_complete else "grid"
        if extreme is not None and self._is_beyond(extreme):
            refutation = self._refutation(extreme, is_smallest=is_smallest)
            verdict = "undecided" if refutation is None else "refuted"
        elif self.result.undecided or not self.result.informative:
            verdict = "undecided"
        extremes = {} if self.result.undecided or self.result.is_bound_only else self.result.best
        return SizeAnswer(
            n=self.n,
            verdict=verdict,
            rankings=0,
            classes=0,
            cases=self.result.cases,
            discarded=self.result.discarded,
            extremes=tuple(self._extremal(sense, extremes[sense]) for sense in SENSES if sense in extremes),
            refutation=refutation,
        )

    def _is_beyond(self, extreme: _Extreme) -> bool:
        """Return whether the extreme lies beyond the constant that is claimed."""
        if self.inquiry.constant is None:
            return False
        claimed = rational(self.inquiry.constant)
        return extreme.value is None or extreme.value < (-claimed if self.inquiry.sense == "sup" else claimed)

    def _instance_at(self, extreme: _Extreme, point: tuple[Any, ...], *, far: int = FAR) -> Instance:
        """Return the instance of the extreme with the vectors at a point; ``far`` replaces infinite entries."""
        values = self.traced.values_at(extreme.goal, point, self.n, far=far)
        return Instance(self.n, extreme.instance.values, {**extreme.instance.parameters, **values})

    def _refutation(self, extreme: _Extreme, *, is_smallest: bool) -> Witness | None:
        """Return a minimal instance of the declared space that fails; None if none does, even with values far out."""
        instances = Instances(self.traced, self.inquiry.statement, self.definitions)
        for power in POWERS_OF_FAR:
            instance = self._instance_at(extreme, extreme.point, far=FAR**power)
            # An instance in the declared space is simplified directly. ``refute`` moves others off the boundary first.
            if instances.lies_in(ParameterDomain.OPEN, instance) and instances.fails(instance):
                least = instances.shrink(instance, instances.fails, ParameterDomain.OPEN)
                return instances.witness(least, "refutes", ParameterDomain.OPEN, is_smallest)
            if refuted := instances.refute(instance, ParameterDomain.OPEN, smallest=is_smallest):
                return refuted
        return None

    def _extremal(self, sense: Sense, extreme: _Extreme) -> Extremal:
        """Return the extreme as data, with an instance of the declared space, or else its closure, that attains it."""
        if extreme.value is None:
            return Extremal(sense, INFINITE)
        attaining = worst_point(self.traced, extreme.goal, self.n, sense)
        instances = Instances(self.traced, self.inquiry.quantity_statement, self.definitions)
        instance = self._instance_at(extreme, attaining.point)
        witness = None
        if attaining.attained and self._attains(instance, attaining.value):
            domains = (domain for domain in ParameterDomain if instances.lies_in(domain, instance))  # open comes first
            witness = next((instances.witness(instance, "attains", domain, False) for domain in domains), None)
        return Extremal(sense, str(attaining.value), witness)

    def _attains(self, instance: Instance, value: Any) -> bool:
        """Return whether the definition has that ratio at the instance."""
        answer = self.definitions.decide(self.metric, self.inquiry.quantity_statement, instance).answer
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        return isinstance(quantity, Quantity) and bool(quantity.denominator != 0 and quantity.ratio == value)

    @property
    def remark(self) -> str:
        """Explain why the size has no best constant; empty if it has."""
        return f"the claimed bound is decided, but not the best constant: {NO_SUM}" if self.result.is_bound_only else ""

    def is_proved(self, sense: Sense) -> bool:
        """Return whether the multipliers of all instances bound the ratio, or prove the claimed bound."""
        best = self.result.best.get(sense)
        if self.result.undecided:
            return False
        if best is None:  # no extreme: proved only if each goal was the slack of the claimed bound
            return self.result.is_bound_only
        return best.value is not None

    def in_certificate(self, sense: Sense, instances: int) -> dict[str, Any]:
        """Return the size as a certificate has it, with the multipliers of each pair of forms."""
        best = self.result.best.get(sense)
        counts = size_data(self.traced.coordinates, self.n, instances, self.result.informative)
        value = None
        if best is not None and best.value is not None and not self.result.is_bound_only:
            value = exact_data(best.value)
        return {"n": self.n, "value": value, **counts, "classes": list(self.result.proofs[sense].values())}


def _key(goal: Goal) -> Any:
    """Return the key of a goal, equal for goals of equal forms, which have the same programs."""
    return (
        goal.is_ratio,
        goal.replaces_ratio,
        goal.sense,
        *(_terms(form) for form in (goal.numerator, goal.denominator)),
    )


def _terms(form: Form) -> Any:
    """Return the terms of a form in one order: the linear ones, and the absolute values (its atoms)."""
    return tuple(sorted(form.linear.items())), tuple(sorted(form.atoms.items()))


def _encoded_forms(numerator: Form, denominator: Form) -> list[Any]:
    """Return the forms as in a certificate: terms and absolute values of the numerator, terms of the denominator."""
    absolute_values: list[Any] = [
        [[list(term) for term in atom], exact_data(factor)] for atom, factor in sorted(numerator.atoms.items())
    ]
    return [_encoded_terms(numerator.linear), absolute_values, _encoded_terms(denominator.linear)]


def _encoded_terms(linear: Mapping[int, Any]) -> list[Any]:
    """Return pairs of the number of an entry and its coefficient; the constant term has the number -1."""
    assert CONSTANT == -1  # as certificates have it
    return [[k, exact_data(c)] for k, c in sorted(linear.items())]
