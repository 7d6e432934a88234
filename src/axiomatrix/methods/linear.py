"""The linear method: at fixed rankings the worst value of a parameter is found exactly, by a linear program.

The metric's own definition is evaluated on linear polynomials (:mod:`..numbers.forms`): what comes out is what it
computes for all values of the parameter, or of several that are followed together (:mod:`.coordinates`). Absolute
values that make the minimised side convex enter the program as they are. Those that make it concave are first replaced
by the sum of their terms, which can only lower it, and where that is not enough the cone is split by their sign.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flint import fmpq

from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions
from ..model.axiom import Statement
from ..model.metric import BoundMetric, Metric
from ..model.relation import Bounded, Quantity, Relation
from ..numbers.exact import Undefined, rational
from ..numbers.forms import CONSTANT, Atom, Form, NotLinear, form_of, number_of
from ..numbers.polynomials import Polynomial
from ..numbers.rationals import fractions_instead_of_flint
from ..spaces import Permutations, Places, Rankings
from ..values.parameters import Parameter
from .coordinates import Coordinates
from .program import Cone, NoOptimum, Solver, Unsolved, least_ratio, proof

NO_SUM = "not linear: the denominator of the ratio is not a sum of entries"
FAR = 1 << 20
"""Distance at which a parameter value represents a point at infinity."""
MOST_NODES = 4096
"""How many parts one cone may be split into before the case is given up as undecided."""


@dataclass(frozen=True)
class Leaf:
    """``numerator >= value * denominator`` on one part of the cone, with the multipliers that prove it."""

    value: Any
    signs: tuple[Any, ...]
    """For each convex atom, in the order of atoms."""
    multipliers: tuple[tuple[int, Any], ...]
    """By number of facet: those of the space first, then the signs that were split on, in their order."""


@dataclass(frozen=True)
class SignSplit:
    """The part of the cone divided by the sign of the form in an atom (numbered in the order of atoms)."""

    atom: int
    above: Tree
    below: Tree


Tree = Leaf | SignSplit


@dataclass(frozen=True)
class Minimum:
    """The least value of numerator / denominator on a cone, a point that attains it, and the proof.

    With a ``floor`` only whether it lies below is asked: if it does not, ``value`` is the floor, ``point`` is None, and
    the proof may give more than the floor.
    """

    value: Any
    point: tuple[Any, ...] | None
    tree: Tree


@dataclass(frozen=True)
class Goal:
    """Question at fixed rankings: whether ``numerator >= factor * denominator``; ``sense`` as the source has it.

    For a supremum the numerator is negated. What is not a ratio (a mere relation, or a ratio whose denominator vanishes
    for all values) has the sum of the entries as its denominator: its value is the least slack where they sum to 1.
    """

    numerator: Form
    denominator: Form
    sense: str
    factor: Any
    """The constant that is claimed, its sign as the numerator's; None if none is."""
    ratio: bool
    two_sided: bool
    """Whether the ratio can be asked about from the other side too."""
    for_ratio: bool = False
    """Whether it is the slack of a bound on a ratio that is not a program: it says nothing of the ratio's extremes."""

    def towards(self, sense: str) -> Form:
        """The numerator for the extreme of that sense."""
        return self.numerator if sense == self.sense or not self.two_sided else -self.numerator

    @property
    def has_constants(self) -> bool:
        """Return whether a constant term occurs, so that the scale of the parameter matters."""
        forms = (self.numerator, self.denominator) if self.ratio else (self.numerator,)
        return any(CONSTANT in f.linear or any(k == CONSTANT for atom in f.atoms for k, _ in atom) for f in forms)


class _Traces:
    """Evaluates definitions on whatever the parameters hold, and converts nothing."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.metric = definitions.metric

    def value(self, metric: Metric, *given: Any) -> Any:
        """The value on arguments and, last, parameters that hold polynomials."""
        if not metric.exact:
            raise NotLinear(f"not linear: {metric.name} exists in floats only")
        mixed = self.definitions.mixes_fractions(metric)
        for fractions in (mixed, not mixed):
            try:
                with fractions_instead_of_flint() if fractions else nullcontext():
                    value = metric.evaluate(*given)
                return value if type(value) is Polynomial else number_of(value, f"the value of {metric.name}")
            except (NotLinear, Undefined):
                raise
            except (TypeError, AttributeError, ValueError) as error:  # the definition
                raise_if_ours(error)
                refusal = NotLinear(f"not linear: {type(error).__name__}: {error} ({_line(error, metric)})")
                if "Fraction" not in str(error) and "fmpq" not in str(error):
                    break
        raise refusal


def _line(error: BaseException, metric: Metric) -> str:
    """Return where it was raised: the last line of the file that has the definition, or else of any."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if metric.file is not None and Path(frame.filename) == metric.file]
    last = (own or list(frames))[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"


class TracedStatement:
    """A statement about a metric, followed for all values of some of its parameters.

    ``followed`` names the one that is followed, or several (``w + D``). Its instances are of rankings and places, or
    with ``any_sort`` of whatever the metric takes. Raises :class:`NotLinear` where the statement is of no kind that the
    method knows.
    """

    def __init__(
        self, metric: Metric, statement: Statement, definitions: Definitions, followed: str, *, any_sort: bool = False
    ) -> None:
        for name, space in statement.axiom.over.items():
            if not any_sort and not isinstance(space, (Rankings, Permutations, Places)):
                raise NotLinear(f"not linear: {statement.axiom.id} quantifies over {name}, which is not a ranking")
        if statement.axiom.by_lane or statement.axiom.ignores_parameters:
            raise NotLinear(f"not linear: {statement.axiom.id} looks at single values of the parameters")
        self.metric = metric
        self.statement = statement
        self.coordinates = Coordinates.of(metric, followed)
        self.definitions = definitions
        self._evaluator = _Traces(definitions)

    def goal(self, n: int, values: Mapping[str, Any], fixed: Mapping[str, Any] | None = None) -> Goal | None:
        """The question of the statement at these values, for all values of the parameter; None if there is none."""
        ring, followed = self.coordinates.symbols(n)
        bound = BoundMetric(self.metric, {**(fixed or {}), **followed}, self._evaluator)
        ring.refused = None
        answer = None
        with suppress(Undefined), ring.definition():
            answer = self.statement.says(bound, *(values[name] for name in self.statement.names(self.metric)))
        if ring.refused is not None:  # caught by the definition, or by the axiom
            raise ring.refused
        if answer is None:
            return None
        relation, quantity = (answer.relation, answer.quantity) if isinstance(answer, Bounded) else (answer, answer)
        if isinstance(relation, Relation):
            if relation.condition is False:
                return None
            if relation.condition is not True or relation.op not in ("<=", ">="):
                axiom = self.statement.axiom.id
                raise NotLinear(f"not linear: {axiom} is not an inequality that holds for all parameters")
        elif not isinstance(relation, Quantity):
            raise NotLinear(f"not linear: {self.statement.axiom.id} is not an inequality")
        everything = Form(dict.fromkeys((*range(self.coordinates.count(n)), CONSTANT), 1))
        if isinstance(quantity, Quantity):
            numerator = form_of(quantity.numerator, "the numerator")
            denominator = form_of(quantity.denominator, "the denominator")
            if denominator.atoms or any(c < 0 for c in denominator.linear.values()):
                if not isinstance(relation, Relation):
                    raise NotLinear(NO_SUM)
                return Goal(form_of(relation.slack, "the slack"), everything, "inf", None, False, False, for_ratio=True)
            sense, factor = quantity.sense, None
            if isinstance(relation, Relation):
                lhs = numerator if relation.lhs is quantity.numerator else form_of(relation.lhs, "the left side")
                factor = _factor(relation, sense, lhs == numerator, denominator)
            if sense == "sup":
                numerator = -numerator
            if not denominator.linear:
                return Goal(numerator, everything, sense, None, False, True)
            return Goal(numerator, denominator, sense, factor, True, True)
        assert isinstance(relation, Relation)
        return Goal(form_of(relation.slack, "the slack"), everything, "inf", None, False, False)

    def cone(self, n: int) -> Cone:
        """The closed space of the parameters."""
        return self.coordinates.cone(n)

    def values_at(self, goal: Goal, point: tuple[Any, ...], n: int, *, far: int = FAR) -> dict[str, Parameter]:
        """The parameters at a point of the cone, scaled to coprime whole coordinates if scale does not matter.

        Where it does, and the point lies at infinity, a value ``far`` out is near it.
        """
        if not goal.has_constants:
            return self.coordinates.scaled(point, n)
        return self.coordinates.values([x / point[-1] if point[-1] else x * far for x in point], n)


def _factor(relation: Relation, sense: str, fits: bool, denominator: Form) -> Any:
    """The constant c of ``numerator >= c denominator`` (or <=), negated for a supremum; 0 for 0/0.

    ``fits`` says whether the left side is the numerator.

    Raises :class:`NotLinear` where the relation is not the one that its quantity is about.
    """
    rhs = form_of(relation.rhs, "the right side")
    factor = fmpq(0)
    if denominator.linear:
        key, coefficient = next(iter(denominator.linear.items()))
        factor = rhs.linear.get(key, 0) / rational(coefficient)
    if not fits or rhs != denominator * factor or relation.op != (">=" if sense == "inf" else "<="):
        raise NotLinear("not linear: the bound is not about the ratio whose extreme is asked")
    return -factor if sense == "sup" else factor


# --- minima ---------------------------------------------------------------------------------------------------


def minimum(
    numerator: Form,
    denominator: Form,
    cone: Cone,
    *,
    floor: Any = None,
    most: int = MOST_NODES,
    solver: Solver | None = None,
) -> Minimum:
    """The least value of ``numerator / denominator`` where the denominator is positive, exactly, with its proof.

    The denominator must have no negative coefficient. With a ``floor``, it is enough to know that no value lies below
    it. A ``solver`` that has solved other programs over the cone is tried first. Raises :class:`Unbounded`,
    :class:`Empty`, and ``Unsolved`` where the exact check of a program fails or the cone would have to be split into
    more than ``most`` parts.
    """
    search = _Search(numerator, denominator, cone, floor, most, solver)
    if floor is None:
        search.start()
    tree = search.node({})
    return Minimum(search.best, search.point, tree)


class Unbounded(ArithmeticError):
    """No least value exists; ``point`` has denominator zero and a negative numerator."""

    def __init__(self, point: tuple[Any, ...]) -> None:
        super().__init__("the ratio has no lower bound: its denominator vanishes where its numerator is negative")
        self.point = point


class Empty(ArithmeticError):
    """The denominator is zero everywhere."""


class _Search:
    def __init__(
        self, numerator: Form, denominator: Form, cone: Cone, floor: Any, most: int, solver: Solver | None
    ) -> None:
        self.most = most
        self._solver = solver
        self.numerator = numerator
        self.denominator = denominator
        self.cone = cone
        self.atoms: list[tuple[Atom, Any]] = sorted(numerator.atoms.items())
        self._convex = [(atom, a) for atom, a in self.atoms if a > 0]
        self._everything = Form({CONSTANT: 1, **dict.fromkeys(range(cone.size - 1), 1)})
        """The sum of all coordinates, positive everywhere but in the origin."""
        self.best = floor
        self.point: tuple[Any, ...] | None = None
        self.nodes = 0

    def start(self) -> None:
        """A first value: that of the point whose entries are all 1, or of any where that is outside."""
        if not self.denominator.linear:
            raise Empty("the denominator is zero everywhere")
        point = (fmpq(1),) * self.cone.size
        if any(sum(c for _, c in facet) < 0 for facet in self.cone.facets):
            point = least_ratio({}, [], self.denominator.linear, self.cone).point
        below = self.denominator.at(point)
        if below == 0:
            raise Empty("the denominator is zero everywhere")
        self.best, self.point = self.numerator.at(point) / below, point

    def node(self, path: dict[int, int]) -> Tree:
        """The part of the cone where the forms in these atoms have these signs."""
        self.nodes += 1
        if self.nodes > self.most:
            raise Unsolved(f"more than {self.most} parts of the cone")
        linear = Form(self.numerator.linear)
        concave = []
        for k, (atom, a) in enumerate(self.atoms):
            if k in path:
                linear = linear + path[k] * a * Form(dict(atom))
            elif a < 0:
                concave.append(k)
                linear = linear + a * Form({key: abs(c) for key, c in atom})
        if (leaf := self._term_by_term(linear)) is not None:
            return leaf
        part = self.cone.cut(*(self.cone.row({key: path[k] * c for key, c in self.atoms[k][0]}) for k in path))
        solver = None if path else self._solver
        try:
            optimum = least_ratio(linear.linear, self._convex, self.denominator.linear, part, solver)
            self._take(optimum.point)
            if not concave or optimum.value >= self.best:
                return Leaf(optimum.value, optimum.signs, optimum.multipliers)
            point = optimum.point
        except NoOptimum:
            leaf_or_point = self._by_slack(linear, part, solver, final=not concave)
            if isinstance(leaf_or_point, Leaf):
                return leaf_or_point
            point = leaf_or_point
        chosen = max(concave, key=lambda k: self._gap(k, point))
        return SignSplit(chosen, self.node({**path, chosen: 1}), self.node({**path, chosen: -1}))

    def _by_slack(self, linear: Form, part: Cone, solver: Solver | None, *, final: bool) -> Leaf | tuple[Any, ...]:
        """A part where floats see no least ratio: whether ``numerator >= best * denominator`` there, which has one.

        Where nothing is left to split, a better value is taken and the question asked again.
        """
        while True:
            slack = linear - self.denominator * self.best
            try:
                optimum = least_ratio(slack.linear, self._convex, self._everything.linear, part, solver)
            except NoOptimum:  # the part is the origin alone
                return Leaf(self.best, *proof(slack.linear, self._convex, part))
            if optimum.value >= 0:
                entries = dict(optimum.multipliers)
                for k in range(self.cone.size):
                    facet = len(self.cone.facets) - self.cone.size + k
                    entries[facet] = entries.get(facet, fmpq(0)) + optimum.value
                return Leaf(self.best, optimum.signs, tuple(sorted(entries.items())))
            if not final:
                return optimum.point
            if self.denominator.at(optimum.point) == 0:
                raise Unbounded(optimum.point)
            self._take(optimum.point)

    def _take(self, point: tuple[Any, ...]) -> None:
        """Keep the point if its value is the least so far."""
        below = self.denominator.at(point)
        if below == 0:
            if self.numerator.at(point) < 0:
                raise Unbounded(point)
            return
        value = self.numerator.at(point) / below
        if value < self.best:
            self.best, self.point = value, point

    def _term_by_term(self, linear: Form) -> Leaf | None:
        """The proof without a program: what is left has no negative coefficient."""
        rest = (linear - self.denominator * self.best).linear
        if any(c < 0 for c in rest.values()):
            return None
        entries = len(self.cone.facets) - self.cone.size
        multipliers = tuple(
            sorted((entries + (k if k != CONSTANT else self.cone.size - 1), rational(c)) for k, c in rest.items())
        )
        return Leaf(self.best, (fmpq(0),) * len(self._convex), multipliers)

    def _gap(self, k: int, point: tuple[Any, ...]) -> Any:
        """By how much the sum of its terms exceeds the atom at the point."""
        atom, a = self.atoms[k]
        termwise = Form({key: abs(c) for key, c in atom}).at(point)
        return -a * (termwise - abs(Form(dict(atom)).at(point)))
