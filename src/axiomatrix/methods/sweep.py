"""Sweeps: the exact extremes of a ratio over all rankings of n items and all values of a parameter.

An example is the ratio of the footrule to the Kendall distance, both with similarities D, which shows how good a bound
one is for the other. ``explore`` and the linear method (:mod:`.certification`) run sweeps. The terms are:

* An *order* is the items of the second ranking, best first; the first ranking is 1, 2, 3 ... (:mod:`.coordinates`).
* A *goal* is the ratio at one order as two linear forms in the entries of the parameter (:class:`.traced.Goal`). An
  inequality without a ratio has a goal too: its slack, which must not be negative.
* A *sense* is ``inf`` or ``sup``, the extreme that is sought. For a supremum the numerator of a goal is negated, so
  every extreme is a minimum here.
* A *floor* is the extreme at smaller sizes, by sense, negated like the numerator. An order whose extreme is known to be
  no less than the floor cannot improve the result.
* The *cone* is the set of all values of the parameter, boundary included, as points of a linear program.

A sweep treats the orders of n items as follows:

1. An order at which a lemma of the catalogue keeps the extreme at or above the floor is skipped.
2. An order *splits* if its first k items are also the first k of the first ranking. Its goal is then the sum of the
   goals of two smaller orders, so its extreme is at or above theirs. It needs no program; the sum is checked term by
   term.
3. Of the orders that a symmetry maps to each other, only the lexicographically first is solved. The goals of the others
   are checked to be the same, term by term.
4. A linear program finds the extreme at that order, with multipliers that prove it (:mod:`.linear`). The independent
   checker verifies the proof.

The unit of work is a chunk: the orders of n items with the same beginning. Its result is plain data, so that it can be
stored, computed on another machine, and joined with other chunks in any order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

from flint import fmpq

from ..catalogue import load_catalogue
from ..catalogue.loading import load_file, loaded
from ..catalogue.proofs import Lemma, lemmas_on_ratio
from ..evidence.evidence import Uncertified
from ..evidence.instance import Definitions
from ..evidence.refusal import Refused
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers.exact import fraction, rational
from ..numbers.forms import Form, NotLinear
from ..values.parameters import Parameter
from ..values.rankings import Ranking
from .coordinates import SPLIT, SYMMETRIES, Naming, Order, entries_at, images, parts, split_point, starting_with
from .encoding import Exact, IndependentChecker, NewChecker, encode_proof
from .linear import Unbounded, minimum
from .program import Unsolved
from .solver import Solver
from .sweep_counts import SweepCounts
from .traced import NO_SUM, Goal, TracedStatement

SIZE_NOT_CACHED = 8
"""Goals are cached below this size, since the goals of larger orders may be sums of those of smaller ones."""
MAX_SIZE_TRIED = 4
"""Up to this size a symmetry is tested on every ranking before it is used. Beyond, each use is checked."""


@dataclass(frozen=True)
class Spec:
    """Subject of a sweep, as plain data from which any process can build the sweep."""

    metric: str
    axiom: str
    arguments: tuple[tuple[str, Any], ...]
    parameter: str
    """The parameter whose values are unknown, or several such joined by `` + ``, as in ``w + D``."""
    files: tuple[str, ...] = ()
    """The user's files to load, which register the metric or another one that the statement names."""
    fixed: tuple[tuple[str, str], ...] = ()
    """The other parameters, each with the name of its value (see :func:`fixed_value`)."""
    by: tuple[str, ...] | None = None
    """Names of the symmetries to use (see :attr:`Sweep.symmetries`); None for all that hold on few items."""


def fixed_value(kind: str, space: Any, n: int) -> Parameter:
    """Make a named value of a parameter over n items; ``ValueError`` if the space has no value of the name.

    The names are ``unit`` (all entries 1), ``inside`` (an interior point), ``geometric-1/2`` (powers of 1/2) and
    ``top-2`` (weight on the first two positions only). The last two are for position weights.
    """
    name, _, argument = kind.partition("-")
    count = len(space.keys(n))
    is_of_positions = not space.value_type.travels  # other values belong to the items, and travel with them
    if name == "unit":
        return space.make([1] * count, n)  # type: ignore[no-any-return]  # a parameter
    if name == "inside":
        return space.make(entries_at(space, space.inner_point(n), n), n)  # type: ignore[no-any-return]  # a parameter
    if name == "geometric" and is_of_positions:
        return space.value_type.geometric(n, argument)  # type: ignore[no-any-return]  # position weights
    if name == "top" and is_of_positions:
        return space.value_type.top_k(n, int(argument))  # type: ignore[no-any-return]  # position weights
    raise ValueError(f"{kind!r} is not a value of {space.name}; write unit, inside, geometric-R or top-K")


@dataclass
class Sweep:
    """A statement about two rankings, swept over all of them."""

    spec: Spec
    registry: Registry
    metric: Metric
    statement: Statement
    traced: TracedStatement
    """Evaluates the statement on unknown parameters."""
    checker: IndependentChecker | None
    """Checks each proof as soon as it is found; None where the caller checks the whole certificate."""
    symmetries: tuple[str, ...] = ()
    """The symmetries that are used, by name, with :data:`.coordinates.SPLIT` for orders that are sums."""
    senses: tuple[str, ...] = ("inf", "sup")
    """The extremes to find. An inequality without a ratio has one sense, ``inf``: its least slack."""
    lemmas: tuple[Lemma, ...] = ()
    """Lemmas of the catalogue that bound the ratio at single orders, which then need no program if a floor is known."""
    _goals: dict[Order, Goal | None] = field(default_factory=dict)
    """The cache of :meth:`goal`, for small orders."""

    @classmethod
    def of(cls, spec: Spec, registry: Registry | None = None, check: NewChecker | None = None) -> Sweep:
        """Build the sweep of a spec; :class:`NotLinear` if the metric's values are not linear in the parameter."""
        registry = registry if registry is not None else load_catalogue()
        for file in map(Path, spec.files):
            if not loaded(file):
                load_file(file)
        metric = registry.metric(spec.metric)
        statement = registry.axiom(spec.axiom)(**dict(spec.arguments))
        rankings = list(statement.axiom.over)
        if len(rankings) != 2 or not statement.axiom.label_free:
            raise NotLinear(f"not swept: {statement.id} is not about two rankings up to the names of the items")
        traced = TracedStatement(metric, statement, Definitions(registry), spec.parameter)
        checker = check(registry, metric, statement, spec.parameter) if check is not None else None
        sweep = cls(spec, registry, metric, statement, traced, checker)
        sweep.symmetries = spec.by if spec.by is not None else sweep.find_symmetries()
        sweep.lemmas = lemmas_on_ratio(metric, statement, registry)
        return sweep

    def fixed(self, n: int) -> dict[str, Parameter]:
        """Return the values of the parameters that are fixed: all but those whose values are unknown."""
        return {name: fixed_value(kind, self.metric.parameters[name], n) for name, kind in self.spec.fixed}

    def goal(self, order: Order) -> Goal | None:
        """Return the goal at an order, for all values of the parameter; None if its condition fails or it has no value.

        Small orders, and all orders of a user's metric, are evaluated twice, to notice a nondeterministic definition.
        """
        if order in self._goals:
            return self._goals[order]
        n = len(order)
        first, second = self.statement.axiom.over
        values = {first: Ranking.identity(n), second: Ranking.from_order(order)}
        goal = self.traced.goal(n, values, self.fixed(n))
        if (n <= MAX_SIZE_TRIED or self.metric.is_foreign) and self.traced.goal(n, values, self.fixed(n)) != goal:
            raise NotLinear(f"not followed: {self.metric.name} gives another result on {order} the second time")
        if n < SIZE_NOT_CACHED:
            self._goals[order] = goal
        return goal

    def known_goal(self, order: Order) -> Goal:
        """Return the goal at an order that has one, such as an order at which a program was solved."""
        goal = self.goal(order)
        assert goal is not None
        return goal

    def first_goals(self) -> Iterator[Goal]:
        """Yield the goals at the orders of up to :data:`MAX_SIZE_TRIED` items."""
        return (goal for order in _first_orders() if (goal := self.goal(order)) is not None)

    # --- symmetries ---

    def find_symmetries(self) -> tuple[str, ...]:
        """Return the symmetries under which the goals agree at every order of up to :data:`MAX_SIZE_TRIED` items."""
        orders = list(_first_orders())
        names = []
        for name, symmetry in SYMMETRIES.items():
            if all(self.agrees(self.goal(order), *symmetry(order)) for order in orders):
                names.append(name)
        if all(self.adds_up(order) for order in orders if split_point(order)):
            names.append(SPLIT)
        return tuple(names)

    def agrees(self, goal: Goal | None, image: Order, naming: Naming) -> bool:
        """Return whether the image of an order has the order's goal, once the entries are renumbered.

        ``naming`` has the new numbers of the items. Two orders without a goal agree too.
        """
        image_goal = self.goal(image)
        if goal is None or image_goal is None:
            return goal is image_goal
        new_number = self.traced.coordinates.renumbering(len(image), naming)
        if new_number is None:
            return False
        sides = (goal.numerator, image_goal.numerator), (goal.denominator, image_goal.denominator)
        return all(side.renumbered(new_number) == image_side for side, image_side in sides)

    def adds_up(self, order: Order) -> bool:
        """Return whether the goal at an order that splits is the sum of its parts' goals, with shifted entries.

        The entries of a part belong to its items, which come after the items of the parts before it.
        """
        goal, n = self.goal(order), len(order)
        if goal is None:
            return False
        numerator, denominator = Form({}), Form({})
        start = 0  # the number of items in the parts before
        for part in parts(order):
            part_goal = self.goal(part)
            if part_goal is None:
                return False
            new_number = self.traced.coordinates.shifted(len(part), start, n)
            if new_number is None:
                return False
            numerator = numerator + part_goal.numerator.renumbered(new_number)
            if part_goal.is_ratio:  # the denominator of another goal only makes it bounded (see Goal)
                denominator = denominator + part_goal.denominator.renumbered(new_number)
            start += len(part)
        if not goal.is_ratio:
            return goal.numerator == numerator and not denominator.linear  # no part has a ratio either
        return goal.numerator == numerator and goal.denominator == denominator

    # --- chunks ---

    def chunk(self, n: int, prefix: Order, floors: Mapping[str, Any]) -> dict[str, Any]:
        """Return the results for the orders of n items with this prefix, as JSON data (:meth:`.SweepCounts.data`).

        ``floors`` are by sense, as numbers or texts such as ``3/2``; a sense without a floor may be missing.
        """
        return self.sweep_prefix(n, prefix, floors).data()

    def sweep_prefix(self, n: int, prefix: Order, floors: Mapping[str, Any]) -> SweepCounts:
        """Sweep the orders of n items with this prefix, and collect extremes, proofs and counts."""
        counts = SweepCounts(settled=dict.fromkeys(self.senses, 0))
        floors = {sense: fraction(rational(floor)) for sense, floor in floors.items()}  # lemmas compute in Fractions
        solver = self.traced.cone(n).solver(warm=True)
        for order in starting_with(prefix, n):
            counts.rankings += 1
            open_senses = self.unsettled(order, floors)
            for sense in self.senses:
                counts.settled[sense] += sense not in open_senses
            counts.floored |= len(open_senses) < len(self.senses)
            if not open_senses:
                continue
            if SPLIT in self.symmetries and split_point(order):
                if not self.adds_up(order):
                    raise Asymmetric(
                        f"{self.spec.metric}: {order} is not the sum of its parts, unlike at smaller sizes"
                    )
                counts.split += 1
                continue
            # a class is solved in its open senses, so images that lemmas leave open in other senses do not belong to it
            members = {
                image: naming
                for image, naming in images(order, self.symmetries).items()
                if self.unsettled(image, floors) == open_senses
            }
            if min(members) == order:  # the first order of a class is solved for all of it
                self._solve_class(members, open_senses, counts, floors, solver)
        counts.observed = self.checker.observed if self.checker is not None else ""
        return counts

    def unsettled(self, order: Order, floors: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the senses in which the order may lie below the floor, since no lemma excludes it."""
        return tuple(sense for sense in self.senses if not self._lemma_settles(order, sense, floors.get(sense)))

    def _lemma_settles(self, order: Order, sense: str, floor: Any) -> bool:
        """Return whether a lemma keeps the extreme at this order at or above the floor (None if there is no floor)."""
        if floor is None:  # every order may improve a result that is not there yet
            return False
        # constants have the sign of floors: both are negated for ``sup``
        constants = (lemma.bounds.constant(order, sense) for lemma in self.lemmas if lemma.bounds is not None)
        return any(constant is not None and constant >= floor for constant in constants)

    def _solve_class(
        self,
        members: Mapping[Order, Naming],
        senses: Sequence[str],
        counts: SweepCounts,
        floors: Mapping[str, Any],
        solver: Solver,
    ) -> None:
        """Solve the first member of a class, after checking that the others have the same goal."""
        order = min(members)
        goal = self.goal(order)
        for image, naming in members.items():
            if image != order and not self.agrees(goal, image, naming):
                raise Asymmetric(
                    f"{self.spec.metric}: {image} and {order} have different goals, unlike at smaller sizes"
                )
        if goal is None:
            counts.discarded += len(members)
            return
        counts.classes += 1
        if goal.replaces_ratio and len(self.senses) > 1:  # extremes are sought, and the goal can only decide the bound
            counts.undecided += [[list(order), sense, NO_SUM] for sense in self.senses]
            return
        goal_senses = senses if goal.has_both_extremes else ("inf",)  # a slack has a minimum alone
        for sense in goal_senses:
            self.prove(order, sense, goal, counts, floors.get(sense), solver)

    def prove(self, order: Order, sense: str, goal: Goal, counts: SweepCounts, floor: Any, solver: Solver) -> None:
        """Find the extreme of the goal at an order in one sense with its proof, and record both in the counts.

        A goal with concave absolute values is expensive. With a floor, it is only shown to lie at or above it.
        """
        n, numerator = len(order), goal.numerator_for(sense)
        is_concave = any(coefficient < 0 for coefficient in numerator.atoms.values())
        try:
            least = minimum(
                numerator,
                goal.denominator,
                self.traced.cone(n),
                floor=rational(floor) if is_concave and floor is not None else None,
                solver=solver,
            )
        except Unbounded as error:
            counts.unbounded.setdefault(sense, []).append((order, error.point))
            return
        except Unsolved as error:
            counts.undecided.append([list(order), sense, str(error)])
            return
        tree = encode_proof(least.tree)
        try:
            if self.checker is not None:
                self._verify(self.check_proof(n, order, sense, tree), least.value, order, exact=least.point is not None)
            counts.proofs.setdefault(sense, []).append([list(order), tree])
        except Refused as error:  # a point has the value, but the proof that no point has a smaller one is refused
            uncertified = Uncertified(str(error), refused=True)
            counts.undecided.append([list(order), sense, str(uncertified)])
            counts.refused = counts.refused or uncertified
        if not goal.is_ratio:  # its value is a slack: its sign says whether the order breaks the statement
            if least.value < 0:
                assert least.point is not None  # no floor was given
                counts.unbounded.setdefault(sense, []).append((order, least.point))
            return
        if least.point is None:  # the extreme is only known not to lie below the floor
            counts.floored = True
            return
        counts.take(sense, least.value, order)
        total = sum(least.point[:-1], start=fmpq(0))  # of the entries; the last coordinate is the constant 1
        if total != 0:
            numerator_value = (numerator if sense == "inf" else -numerator).at(least.point)
            counts.points.add((str(goal.denominator.at(least.point) / total), str(numerator_value / total)))

    def _verify(self, proved: Exact, value: Any, order: Order, *, exact: bool) -> None:
        """Raise :class:`Unsound` unless the constant that the independent checker proves is the value of the program.

        Unless ``exact``, the value is only a floor, and the constant may lie above it.
        """
        if proved < fraction(value) or (exact and proved != fraction(value)):
            raise Unsound(f"{self.spec.metric}: at {order} the proof gives {proved}, not {value}")

    def check_proof(self, n: int, order: Order, sense: str, tree: Any) -> Exact:
        """Return the constant that the independent checker derives from a proof, an encoded tree.

        Raises :class:`~..evidence.refusal.Refused` for an invalid proof.
        """
        assert self.checker is not None
        fixed = {name: [fraction(v) for v in p.entries.values()] for name, p in self.fixed(n).items()}
        return self.checker.check_case(n, (order,), fixed, sense, tree)


class Unsound(RuntimeError):
    """Raised if the independent checker disagrees with a proof: a bug of ours."""


class Asymmetric(Unsound):
    """Raised if a symmetry that holds at small sizes fails at a larger one; sweep again without symmetries."""


def _first_orders() -> Iterator[Order]:
    """Yield the orders of 2 to :data:`MAX_SIZE_TRIED` items."""
    for n in range(2, MAX_SIZE_TRIED + 1):
        yield from permutations(range(1, n + 1))


def prefixes(n: int) -> list[Order]:
    """Return the prefixes that divide the orders of n items into chunks of 6! = 720 orders, a few seconds each."""
    return list(permutations(range(1, n + 1), max(0, n - 6)))
