"""Enumeration for all values of vectors: exact ranges where a metric is linear in discounts, gains or weights.

Every instance of a size is evaluated on unknown entries, which gives a numerator and a denominator that are linear in
them. Instances of equal forms are decided once, by the linear programs that rankings have (:mod:`~...methods.linear`).
Their multipliers are the certificate, which an independent checker reads.
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
from ...methods.linear import FAR, NO_SUM, Goal, TracedStatement, Unbounded, minimum
from ...methods.program import Solver, Unsolved
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import Bounded, NotARelation, Quantity
from ...numbers.exact import rational
from ...numbers.forms import CONSTANT, Form, NotLinear
from ...spaces.parameters import ParameterDomain
from .inquiry import Inquiry
from .results import Extremal, Sense, SizeAnswer, SizeVerdict
from .swept import FARTHER

SENSES: tuple[Sense, ...] = ("inf", "sup")
MOST_FORMED = 20_000
"""Instances of one size beyond which they are not followed: each takes a fraction of a millisecond, a program more."""
AS_BOUND = "the range of a quotient of two linear values is that of a bound between them: declare a metric for each"
"""Advice where a definition is not linear, as a normalised gain is."""


def vectors_of(metric: Metric) -> list[str]:
    """The sets of parameters that may be linear together, the largest first: vectors in a cone."""
    vectors = [name for name, space in metric.parameters.items() if metric.exact and space.facets(1) is not None]
    counts = range(len(vectors), 0, -1)
    return [TOGETHER.join(names) for count in counts for names in combinations(vectors, count)]


@dataclass
class _Extreme:
    """The least value of a goal's numerator (negated for a supremum) over its denominator, and where it is."""

    value: Any
    """None where no constant bounds it."""
    instance: Instance
    """Arguments of the first instance of the goal, and the parameters that are not followed."""
    goal: Goal
    point: tuple[Any, ...]


@dataclass
class _Decided:
    """Result of the instances of one size."""

    cases: int = 0
    discarded: int = 0
    informative: int = 0
    best: dict[Sense, _Extreme] = field(default_factory=dict)
    undecided: list[str] = field(default_factory=list)
    is_bound_only: bool = False
    """True if some instance decides only the claimed bound, as its denominator is not a sum of entries."""
    proofs: dict[Sense, dict[str, list[Any]]] = field(default_factory=lambda: {"inf": {}, "sup": {}})
    """By their forms as text: the forms of several goals can be equal."""

    def take(self, sense: Sense, extreme: _Extreme) -> None:
        """Keep the first of the least values."""
        known = self.best.get(sense)
        if known is None or (known.value is not None and (extreme.value is None or extreme.value < known.value)):
            self.best[sense] = extreme


class SizeOverVectors:
    """A question about a metric that is linear in vectors, over n items and for all values of these."""

    def __init__(self, inquiry: Inquiry, metric: Metric, registry: Registry, n: int, followed: str) -> None:
        self.inquiry, self.metric, self.n = inquiry, metric, n
        self.definitions = EvaluatedTwice(registry)
        self.traced = TracedStatement(metric, inquiry.ratio, self.definitions, followed, any_sort=True)
        self.others = {name: s for name, s in metric.parameters.items() if name not in self.traced.coordinates.names}
        self.decided = _Decided()
        if inquiry.other:
            self._require_equal_spaces(registry.metric(inquiry.other))

    def _require_equal_spaces(self, other: Metric) -> None:
        """Refuse another metric that takes other values of the vectors: the extremes would be those of too many."""
        for name, space in self.traced.coordinates.spaces:
            theirs = other.parameters.get(name, space)
            cones = [(set(s.facets(self.n) or ()), s.rays(self.n), list(s.keys(self.n))) for s in (space, theirs)]
            if cones[0] != cones[1]:
                raise NotLinear(f"{other.name} takes other values of {name} ({theirs.name}) than {space.name}")

    def decide(
        self, instances: Iterable[tuple[tuple[Any, ...], int]], *, is_complete: bool, smallest: bool
    ) -> SizeAnswer | None:
        """Decide the size by these instances, each of which counts for so many; None if there is no case.

        Raises :class:`NotLinear` where the definition is not linear in the vectors.
        """
        goals: dict[Any, tuple[Goal, Instance]] = {}
        for chosen, orbit in instances:
            for instance in self._instances(chosen):
                self.decided.cases += orbit
                goal = self._goal(instance)
                if goal is None:
                    self.decided.discarded += orbit
                else:
                    goals.setdefault(_key(goal), (goal, instance))
        self.decided.informative = self.decided.cases - self.decided.discarded
        solver = self.traced.cone(self.n).solver(warm=True)
        for goal, instance in goals.values():
            self.decided.is_bound_only |= goal.for_ratio
            for sense in (self.inquiry.sense,) if goal.for_ratio else SENSES:
                self._solve(goal, instance, sense, solver)
        return None if self.n == 1 and not goals else self._answer(is_complete=is_complete, smallest=smallest)

    def _instances(self, chosen: Sequence[Any]) -> Iterator[Instance]:
        """The arguments with each of the listed values of the parameters that are not followed."""
        values = dict(zip(self.inquiry.ratio.names(self.metric), chosen, strict=True))
        return (Instance(self.n, values, fixed) for fixed in Combinations.of(self.others, self.n).by_name())

    def _goal(self, instance: Instance) -> Goal | None:
        try:
            goal = self.traced.goal(self.n, instance.values, instance.parameters)
        except (NotLinear, NotARelation):
            raise
        except Exception as error:  # the definition: reported where it is evaluated on numbers
            raise_if_ours(error)
            raise NotLinear(f"not linear: {type(error).__name__}: {error}") from None
        if self.metric.is_foreign and self.traced.goal(self.n, instance.values, instance.parameters) != goal:
            raise NotLinear(f"not followed: {self.metric.name} asks something else the second time")
        if goal is not None and not goal.two_sided and not goal.for_ratio:
            raise NotLinear(f"{self.inquiry.ratio.id} is not about a ratio or a difference")
        return goal

    def _solve(self, goal: Goal, instance: Instance, sense: Sense, solver: Solver) -> None:
        """The extreme of one goal in one sense, with its multipliers."""
        numerator, decided = goal.towards(sense), self.decided
        try:
            least = minimum(numerator, goal.denominator, self.traced.cone(self.n), solver=solver)
        except Unbounded as error:
            decided.take(sense, _Extreme(None, instance, goal, error.point))
            return
        except Unsolved as error:
            decided.undecided.append(str(error))
            return
        assert least.point is not None  # no floor was given
        sides = _sides(numerator, goal.denominator)
        decided.proofs[sense].setdefault(str(sides), [*sides, encode_proof(least.tree)])
        if goal.ratio:
            decided.take(sense, _Extreme(least.value, instance, goal, least.point))
        elif least.value < 0:
            decided.take(sense, _Extreme(None, instance, goal, least.point))

    # --- the answer ---

    def _answer(self, *, is_complete: bool, smallest: bool) -> SizeAnswer:
        extreme = self.decided.best.get(self.inquiry.sense)
        refutation: Witness | None = None
        verdict: SizeVerdict = "exhausted" if is_complete else "grid"
        if extreme is not None and self._is_beyond(extreme):
            refutation = self._refutation(extreme, smallest=smallest)
            verdict = "undecided" if refutation is None else "refuted"
        elif self.decided.undecided or not self.decided.informative:
            verdict = "undecided"
        known = {} if self.decided.undecided or self.decided.is_bound_only else self.decided.best
        return SizeAnswer(
            n=self.n,
            verdict=verdict,
            rankings=0,
            classes=0,
            cases=self.decided.cases,
            discarded=self.decided.discarded,
            extremes=tuple(self._extremal(sense, known[sense]) for sense in SENSES if sense in known),
            refutation=refutation,
        )

    def _is_beyond(self, extreme: _Extreme) -> bool:
        """Return whether the extreme lies beyond the constant that is claimed."""
        if self.inquiry.constant is None:
            return False
        claimed = rational(self.inquiry.constant)
        return extreme.value is None or extreme.value < (-claimed if self.inquiry.sense == "sup" else claimed)

    def _at(self, extreme: _Extreme, point: tuple[Any, ...], *, far: int = FAR) -> Instance:
        values = self.traced.values_at(extreme.goal, point, self.n, far=far)
        return Instance(self.n, extreme.instance.values, {**extreme.instance.parameters, **values})

    def _refutation(self, extreme: _Extreme, *, smallest: bool) -> Witness | None:
        """A minimal instance of the declared space that fails; None where only values far out do."""
        instances = Instances(self.traced, self.inquiry.statement, self.definitions)
        for k in FARTHER:
            instance = self._at(extreme, extreme.point, far=FAR**k)
            if instances.lies_in(ParameterDomain.OPEN, instance) and instances.fails(instance):
                least = instances.shrink(instance, instances.fails, ParameterDomain.OPEN)
                return instances.witness(least, "refutes", ParameterDomain.OPEN, smallest)
            if refuted := instances.refute(instance, ParameterDomain.OPEN, smallest=smallest):
                return refuted
        return None

    def _extremal(self, sense: Sense, extreme: _Extreme) -> Extremal:
        """The extreme as data, with an instance of the declared space, or else of its closure, that attains it."""
        if extreme.value is None:
            return Extremal(sense, INFINITE)
        attaining = worst_point(self.traced, extreme.goal, self.n, sense)
        instances = Instances(self.traced, self.inquiry.ratio, self.definitions)
        instance = self._at(extreme, attaining.point)
        witness = None
        if attaining.attained and self._attains(instance, attaining.value):
            inside = (domain for domain in ParameterDomain if instances.lies_in(domain, instance))
            witness = next((instances.witness(instance, "attains", domain, False) for domain in inside), None)
        return Extremal(sense, str(attaining.value), witness)

    def _attains(self, instance: Instance, value: Any) -> bool:
        """Return whether the definition has that ratio at the instance."""
        answer = self.definitions.decide(self.metric, self.inquiry.ratio, instance).answer
        quantity = answer.quantity if isinstance(answer, Bounded) else answer
        return isinstance(quantity, Quantity) and bool(quantity.denominator != 0 and quantity.ratio == value)

    @property
    def remark(self) -> str:
        """Explain why the size has no best constant; empty if it has."""
        return (
            f"the claimed bound is decided, and not the best constant: {NO_SUM}" if self.decided.is_bound_only else ""
        )

    def is_proved(self, sense: Sense) -> bool:
        """Return whether the multipliers of all instances bound the ratio, or prove the claimed bound."""
        best = self.decided.best.get(sense)
        if self.decided.undecided or (best is None and not self.decided.is_bound_only):
            return False
        return best is None or best.value is not None

    def listed(self, sense: Sense, instances: int) -> dict[str, Any]:
        """The size as a certificate has it, with the multipliers of each pair of forms."""
        best, counts = (
            self.decided.best.get(sense),
            size_data(self.traced.coordinates, self.n, instances, self.decided.informative),
        )
        is_known = best is not None and best.value is not None and not self.decided.is_bound_only
        value = exact_data(best.value) if best is not None and is_known else None
        return {"n": self.n, "value": value, **counts, "classes": list(self.decided.proofs[sense].values())}


def _key(goal: Goal) -> Any:
    """Equal for goals of equal forms."""
    return goal.ratio, goal.for_ratio, goal.sense, *(_terms(form) for form in (goal.numerator, goal.denominator))


def _terms(form: Form) -> Any:
    return tuple(sorted(form.linear.items())), tuple(sorted(form.atoms.items()))


def _sides(numerator: Form, denominator: Form) -> list[Any]:
    """The forms as a certificate has them: the numerator's terms and absolute values, and the denominator's terms."""
    inside: list[Any] = [[[list(term) for term in atom], exact_data(a)] for atom, a in sorted(numerator.atoms.items())]
    return [_data(numerator.linear), inside, _data(denominator.linear)]


def _data(linear: Mapping[int, Any]) -> list[Any]:
    """Pairs of the number of an entry and its coefficient; the constant term has the number -1."""
    assert CONSTANT == -1
    return [[k, exact_data(c)] for k, c in sorted(linear.items())]
