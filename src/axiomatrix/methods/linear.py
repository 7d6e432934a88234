"""The linear method: at fixed rankings the worst value of a parameter is found exactly, by a linear program.

The metric's own definition is evaluated on linear polynomials (:mod:`..numbers.forms`): what comes out is what it
computes for all values of the parameter, or of several that are followed together (:mod:`.coordinates`). Absolute
values that make the minimised side convex enter the program as they are. Those that make it concave are first replaced
by the sum of their terms, which can only lower it, and where that is not enough the cone is split by their sign.

:class:`TracedStatement` turns a statement into a :class:`Goal`, and :func:`minimum` solves it with a proof. Sweeps
(:mod:`.sweep`), certificates (:mod:`.certification`) and ``explore`` use both. A *point* is a tuple of the entries of
the parameter in the order of :mod:`.coordinates`, and last the constant 1 (0 for a point at infinity). An *atom* is
an absolute value ``|m|`` of a linear form m, and its coefficient is written ``a``.
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
"""Factor by which a direction is scaled for a parameter value that represents the point at infinity."""
MOST_NODES = 4096
"""How many parts one cone may be split into before the case is given up as undecided."""


@dataclass(frozen=True)
class Leaf:
    """``numerator >= value * denominator`` on one part of the cone, with the multipliers that prove it."""

    value: Any
    signs: tuple[Any, ...]
    """For each convex atom, in the order of atoms."""
    multipliers: tuple[tuple[int, Any], ...]
    """Pairs of facet number and multiplier. Facets of the space come first, then the signs of the splits, in order."""


@dataclass(frozen=True)
class SignSplit:
    """A part of the cone that is split by the sign of the form in an atom, given by its number in sorted order."""

    atom: int
    above: Tree
    below: Tree


Tree = Leaf | SignSplit


@dataclass(frozen=True)
class Minimum:
    """The least value of numerator / denominator on a cone, a point that attains it, and the proof.

    With a ``floor`` the only question is whether a value lies below it. If none does, ``value`` is the floor, ``point``
    is None, and the proof may give more than the floor.
    """

    value: Any
    point: tuple[Any, ...] | None
    tree: Tree


@dataclass(frozen=True)
class Goal:
    """The question at fixed rankings whether ``numerator >= factor * denominator``, for all values of the parameter.

    ``sense`` (``inf`` or ``sup``) is that of the statement. For a supremum the numerator is negated, so that every
    goal asks for a minimum. A goal that is not a ratio (a mere relation, or a ratio whose denominator vanishes for all
    values) has the sum of the entries as its denominator: its value is the least slack where the entries sum to 1.
    """

    numerator: Form
    denominator: Form
    sense: str
    factor: Any
    """The claimed constant, negated like the numerator for a supremum; None if no constant is claimed."""
    ratio: bool
    two_sided: bool
    """Whether the other extreme of the ratio can be found too."""
    for_ratio: bool = False
    """Whether this is the slack of a bound on a ratio whose denominator is no sum of entries.

    The bound can be decided then, but the extremes of the ratio cannot be found.
    """

    def towards(self, sense: str) -> Form:
        """Return the numerator whose minimum gives the extreme of that sense."""
        return self.numerator if sense == self.sense or not self.two_sided else -self.numerator

    @property
    def has_constants(self) -> bool:
        """Return whether a constant term occurs, so that the scale of the parameter matters."""
        forms = (self.numerator, self.denominator) if self.ratio else (self.numerator,)
        return any(CONSTANT in f.linear or any(k == CONSTANT for atom in f.atoms for k, _ in atom) for f in forms)


class _Traces:
    """Evaluator of definitions on parameters that hold polynomials; exact numbers stay as they are."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.metric = definitions.metric

    def value(self, metric: Metric, *call: Any) -> Any:
        """Return the value on arguments and, last, parameters that hold polynomials.

        A definition may mix in Python's fractions, which flint's numbers do not accept. If that is why the evaluation
        fails, it is repeated with Fractions in place of flint's numbers (or the other way round).
        """
        if not metric.exact:
            raise NotLinear(f"not linear: {metric.name} exists in floats only")
        mixed = self.definitions.mixes_fractions(metric)
        for fractions in (mixed, not mixed):
            try:
                with fractions_instead_of_flint() if fractions else nullcontext():
                    value = metric.evaluate(*call)
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
    """Return where the error was raised: the last frame in the definition's file, or else the last of all."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if metric.file is not None and Path(frame.filename) == metric.file]
    last = (own or list(frames))[-1]
    return f"{Path(last.filename).name}, line {last.lineno}, in {last.name}"


class TracedStatement:
    """A statement about a metric, followed for all values of some of its parameters.

    ``followed`` names the parameter that is followed, or several (``w + D``). Instances consist of rankings and places,
    or with ``any_sort`` of arguments of any sort. Raises :class:`NotLinear` for other statements.
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
        """Return the goal at these arguments, for all values of the parameter; None without a value or a condition met.

        ``fixed`` has the values of the parameters that are not followed.
        """
        ring, followed = self.coordinates.symbols(n)
        bound = BoundMetric(self.metric, {**(fixed or {}), **followed}, self._evaluator)
        ring.refused = None
        answer = None
        with suppress(Undefined), ring.definition():
            answer = self.statement.says(bound, *(values[name] for name in self.statement.names(self.metric)))
        if ring.refused is not None:  # the definition or the axiom caught the exception
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
        """Return the closed space of the parameters."""
        return self.coordinates.cone(n)

    def values_at(self, goal: Goal, point: tuple[Any, ...], n: int, *, far: int = FAR) -> dict[str, Parameter]:
        """Return the parameters at a point of the cone, with coprime whole entries if scale does not matter.

        Where it does, a point at infinity is represented by its direction times ``far``.
        """
        if not goal.has_constants:
            return self.coordinates.scaled(point, n)
        return self.coordinates.values([x / point[-1] if point[-1] else x * far for x in point], n)


def _factor(relation: Relation, sense: str, fits: bool, denominator: Form) -> Any:
    """Return the constant c of ``numerator >= c denominator`` (or <=), negated for a supremum; 0 for 0/0.

    ``fits`` says whether the left side is the numerator. c is read off one coefficient, and then the whole right side
    is compared. Raises :class:`NotLinear` where the relation is not a bound on the ratio.
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
    """Return the exact least value of ``numerator / denominator`` where the denominator is positive, with its proof.

    Branch and bound: atoms with a positive coefficient are convex and enter the linear program. Each atom ``a |m|``
    with a < 0 is concave and is bounded from below by ``a`` times the sum of the absolute values of its terms. If that
    bound does not reach the best value so far, the part is split at m = 0, where the atom becomes linear on each side.
    There are at most 2^k parts for k concave atoms.

    The denominator must have no negative coefficient. With a ``floor``, it is enough to know that no value lies below
    it. A warm ``solver`` over the cone is tried first. Raises :class:`Unbounded`,
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
    """The branch and bound of :func:`minimum`.

    ``best`` is the floor, or the least value of the points seen so far, which ``point`` attains (None for a floor).
    """

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
        """Begin with the value at the point whose entries are all 1, or at another point if that is outside."""
        if not self.denominator.linear:
            raise Empty("the denominator is zero everywhere")
        point = (fmpq(1),) * self.cone.size
        if any(sum(c for _, c in facet) < 0 for facet in self.cone.facets):
            point = least_ratio({}, [], self.denominator.linear, self.cone).point
        denominator_value = self.denominator.at(point)
        if denominator_value == 0:
            raise Empty("the denominator is zero everywhere")
        self.best, self.point = self.numerator.at(point) / denominator_value, point

    def node(self, path: dict[int, int]) -> Tree:
        """Prove the minimum on a part of the cone: ``path`` has the sign of the form (1 or -1) by number of atom."""
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
        """Decide whether ``numerator >= best * denominator`` on a part where floats find no least ratio.

        The least slack always exists, since the entries are made to sum to 1. Returns the proof if it is not negative,
        and otherwise a point at which to split. On a ``final`` part, which has no atom left to split at, that point
        gives a better value, and the slack of this value is minimised in turn.
        """
        while True:
            slack = linear - self.denominator * self.best
            try:
                optimum = least_ratio(slack.linear, self._convex, self._everything.linear, part, solver)
            except NoOptimum:  # the part is the origin alone
                return Leaf(self.best, *proof(slack.linear, self._convex, part))
            if optimum.value >= 0:
                # slack >= value * (sum of entries): add the value to the multipliers of the coordinate facets
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
        denominator_value = self.denominator.at(point)
        if denominator_value == 0:
            if self.numerator.at(point) < 0:
                raise Unbounded(point)
            return
        value = self.numerator.at(point) / denominator_value
        if value < self.best:
            self.best, self.point = value, point

    def _term_by_term(self, linear: Form) -> Leaf | None:
        """Prove a part without a program, if ``linear - best * denominator`` has no negative coefficient."""
        rest = (linear - self.denominator * self.best).linear
        if any(c < 0 for c in rest.values()):
            return None
        entries = len(self.cone.facets) - self.cone.size
        multipliers = tuple(
            sorted((entries + (k if k != CONSTANT else self.cone.size - 1), rational(c)) for k, c in rest.items())
        )
        return Leaf(self.best, (fmpq(0),) * len(self._convex), multipliers)

    def _gap(self, k: int, point: tuple[Any, ...]) -> Any:
        """Return what replacing an atom by the sum of its terms loses at the point; the largest loss is split first."""
        atom, a = self.atoms[k]
        termwise = Form({key: abs(c) for key, c in atom}).at(point)
        return -a * (termwise - abs(Form(dict(atom)).at(point)))
