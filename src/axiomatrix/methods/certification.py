"""The method ``linear``: certify statements size by size, for all values of the parameters, with independent checks.

An example is the triangle inequality of a weighted distance for all weights, for up to five items. A
:class:`Certifier` decides one size after the other:

1. At fixed rankings a linear program finds the worst value of the parameters. Statements about two rankings go through
   all pairs by a sweep (:mod:`.sweep`), which solves one pair of each class under symmetries. Others go through all
   cases. The first ranking of a pair is always 1, 2, 3 ... An *order* is the second.
2. If the worst value breaks the statement, it becomes a counterexample.
3. Otherwise the independent checker checks the proofs of the size. Only then is the size certified.

The ladder of ``check`` runs :class:`LinearPrograms`, which records the results in cells.

Linear programs are about the *closed* space, in which parameters may lie on the boundary, such as zero weights. The
*open* space is the declared one, without the boundary. A case that fails becomes an instance on the closed space, and
on the open one too if it can be moved off the boundary. The values of the closed space are the points of a *cone*.

A *goal* is a statement at fixed rankings as linear forms in the parameters (:class:`.traced.Goal`). Its *sense* is
``inf`` or ``sup``, the extreme that is sought. For a supremum the numerator, the values and the constants of goals are
negated, so that every program looks for a minimum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flint import fmpq

from ..evidence.certificate import TOGETHER
from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions, Instance
from ..evidence.reach import Stop, Tally
from ..evidence.refusal import Refused
from ..evidence.verdict import Verdict
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers.exact import rational
from ..numbers.forms import NotLinear
from ..spaces import Rankings
from ..spaces.parameters import ParameterDomain, are_inside
from ..values.rankings import Ranking
from .coordinates import SPLIT, Order
from .encoding import Exact, NewChecker, certificate, encode_proof, exact_data, size_data
from .extremal import AttainedSupremum, Instances, worst_point
from .instances import Combinations
from .judging import confirm_and_shrink, record_uncertified
from .linear import Empty, Unbounded, minimum
from .program import Unsolved
from .search import BestRatio, CellSearch, Method, RowSearch, by_statement
from .sweep import Asymmetric, Spec, Sweep, Unsound
from .traced import TracedStatement

MAX_DOUBLINGS = 40
"""Most doublings of a boundary point while it is moved into the open space."""


class SizeExtreme(NamedTuple):
    """The exact extreme of a ratio over all cases of one size."""

    value: Any
    instance: Instance | None
    """An instance of the closed space that attains it; None if it is only approached."""
    sense: str
    """``inf`` or ``sup``."""


@dataclass
class SizeCertification:
    """Result of one size: counts of cases, proofs, and instances that settle the statement on either space.

    A statement *for all* is settled by an instance that refutes it, a statement *there is* by an example.
    """

    n: int
    cases: int = 0
    """Cases in which the metric has a value and the condition holds, undecided ones included."""
    discarded: int = 0
    """The other cases."""
    undecided: int = 0
    """Cases whose linear program has no exact solution, and instances that the definition does not confirm."""
    closed_instance: Instance | None = None
    """The instance that settles the statement on the closed space, if there is one."""
    open_instance: Instance | None = None
    """The instance that settles it on the open space, if there is one."""
    extreme: SizeExtreme | None = None
    proofs: list[Any] = field(default_factory=list)
    """The solved cases with their multipliers, in the form of a certificate."""
    value: Any = None
    """The best constant so far, in the form of a certificate: negated for a supremum."""


class Certifier:
    """Certifies a statement, size by size in order from 1, for all values of the metric's parameters.

    The values of the metric must be linear in all parameters together; else the constructor, or :meth:`size`, raises
    :class:`NotLinear`. ``check`` makes the independent checker, which shares no code with the methods and raises
    :class:`~..evidence.refusal.Refused` for what it cannot check.
    """

    def __init__(self, metric: Metric, statement: Statement, definitions: Definitions, check: NewChecker) -> None:
        if not metric.parameters or not metric.exact:
            raise NotLinear(f"not linear: {metric.name} has no parameter with exact values")
        if not statement.axiom.label_free:
            raise NotLinear(f"not linear: {statement.axiom.id} is about particular items")
        self.name = TOGETHER.join(metric.parameters)
        """The names of all parameters, as specs and certificates have them."""
        self.metric = metric
        self.statement = statement
        self.definitions = definitions
        registry = definitions.registry
        self.evaluated_statement = evaluated_statement(statement, registry)
        """The statement that is evaluated on linear forms: for ``bound-attained``, which is an equality, the bound."""
        self.is_existential = statement.axiom.quantifier == "there is"
        """Whether an instance that attains the constant is sought, in place of one that fails."""
        self.traced = TracedStatement(metric, self.evaluated_statement, definitions, self.name)
        self.instances = Instances(self.traced, statement, definitions)
        self.checker = check(registry, metric, self.evaluated_statement, self.name)
        if statement.axiom.quantifier == "extreme" and len(statement.axiom.over) != 2:
            raise NotLinear(f"not linear: {statement.axiom.id} has no constant to certify, and no classes")
        self.sweep: Sweep | None = None
        """The sweep of a statement about two rankings; None for other statements, which are decided case by case."""
        self.floors: dict[str, str] = {}
        """By sense, the best constant of smaller sizes: the next sweep only looks for orders beyond it."""
        self._proved: Exact | None = None
        """The best constant that the independent checker has verified so far."""
        if [type(space) for space in statement.axiom.over.values()] == [Rankings, Rankings]:
            spec = Spec(metric.name, self.evaluated_statement.axiom.id, self.evaluated_statement.arguments, self.name)
            self.sweep = Sweep.of(spec, registry)
            # a lemma would spare programs, but a certified cell has multipliers for every class and no step on paper
            self.sweep.lemmas = ()
        else:
            self.size(2)  # raises NotLinear here, and not later, if the definition is not linear

    def size(self, n: int) -> SizeCertification:
        """Decide one size. Raises any error of the definition, and :class:`Unsound` if a proof does not hold."""
        return self._certify_by_sweep(n) if self.sweep is not None else self._certify_case_by_case(n)

    # --- two rankings: classes ---

    def _certify_by_sweep(self, n: int) -> SizeCertification:
        """Certify a size by a sweep.

        1. Sweep all orders, which gives the extreme of the ratio, a proof for each class of orders, and the orders
           without a bound.
        2. If nothing was left open, have the independent checker check the size.
        3. If the extreme, or an order without a bound, contradicts the claimed constant, record the instance. For a
           statement that a constant is attained, look for an instance that attains it.
        """
        assert self.sweep is not None
        goal = self.sweep.goal((2, 1)) or self.sweep.goal((1, 2))  # all goals have the sense of the statement
        sense = "inf" if goal is None else goal.sense
        self.sweep.senses = (sense,)
        try:
            # an example may lie at any order that attains the constant, so that a floor must not skip any
            counts = self.sweep.sweep_prefix(n, (), {} if self.is_existential else self.floors)
        except Asymmetric:  # a symmetry fails at this size: do without symmetries from now on
            self.sweep.symmetries, self.floors = (), {}
            counts = self.sweep.sweep_prefix(n, (), {})
        if counts.refused is not None:
            raise Refused(counts.refused.why)
        result = SizeCertification(n, counts.rankings - counts.discarded, counts.discarded, len(counts.undecided))
        result.proofs = counts.proofs.get(sense, [])
        unbounded = counts.unbounded.get(sense, [])
        if counts.best:
            result.value, order = counts.best[sense]
            if SPLIT in self.sweep.symmetries:  # larger orders that split into these attain it too: it is a floor
                self.floors[sense] = str(result.value)
            worst = worst_point(self.traced, self.sweep.known_goal(order), n, sense)
            instance = self._instance(order, worst.point)
            result.extreme = SizeExtreme(worst.value, instance if worst.attained else None, sense)
        if not (unbounded or result.undecided):
            self._confirm(result, sense)
        if result.extreme is not None:
            least = counts.best[sense][0]
            if self.is_existential:
                self._find_example(result, sense, least, counts.ties[sense], result.extreme.instance)
                return result
            if goal is not None and goal.claimed_constant is not None and least < goal.claimed_constant:
                self._fail(result, instance)
        if unbounded and not self.is_existential:
            self._fail(result, self._instance(*unbounded[0]))
        return result

    def _confirm(self, result: SizeCertification, sense: str) -> None:
        """Have the independent checker check every case of the size, not only the solved ones.

        Raises :class:`~..evidence.refusal.Refused` if it is not certified; the error says why.
        """
        symmetries = list(self.sweep.symmetries) if self.sweep is not None else []
        # orders that split count here too, with the constants of smaller sizes
        if SPLIT in symmetries and self._proved is not None:
            proved = rational(self._proved)
            result.value = proved if result.value is None else min(proved, result.value)
        self._proved = self.checker.check_next_size(self._size_data(result), symmetries, sense)

    def _size_data(self, size: SizeCertification) -> dict[str, Any]:
        """Encode a size for the certificate."""
        value = None if size.value is None else exact_data(size.value)
        counts = size_data(self.traced.coordinates, size.n, size.cases + size.discarded, size.cases)
        return {"n": size.n, "value": value, **counts, "classes": size.proofs}

    def _instance(self, order: Order, point: tuple[Any, ...]) -> Instance:
        """Return the instance at an order whose parameter is at that point of the cone."""
        assert self.sweep is not None
        return self.instances.at(order, self.traced.values_at(self.sweep.known_goal(order), point, len(order)))

    def certificate(self, sizes: Sequence[SizeCertification]) -> dict[str, Any]:
        """Return the certificate of the sizes 1, 2 ..., as data for the independent checker."""
        senses = [size.extreme.sense for size in sizes if size.extreme is not None]
        sense, symmetries = senses[-1] if senses else "inf", self.sweep.symmetries if self.sweep is not None else ()
        encoded, observed = list(map(self._size_data, sizes)), self.checker.observed
        return certificate(self.metric.name, self.evaluated_statement, self.name, sense, symmetries, observed, encoded)

    def _find_example(
        self, result: SizeCertification, sense: str, least: Any, ties: list[Order], extreme: Instance | None
    ) -> None:
        """Find an instance that attains the constant: at the extreme, or between the two extremes of an order.

        ``least`` is the extreme of the size, negated for a supremum as the claimed constant in a goal is. ``ties`` are
        the orders that have it, and ``extreme`` is the instance that attains it, if there is one.
        """
        assert self.sweep is not None
        constant_in_goals = self.sweep.known_goal(ties[0]).claimed_constant
        if least > constant_in_goals:  # the ratio does not reach the constant at this size
            return
        constant = -constant_in_goals if sense == "sup" else constant_in_goals
        attained = AttainedSupremum(self.sweep, self.instances, constant, sense)
        result.open_instance = attained.find_attaining(ties, beyond=least < constant_in_goals)
        result.closed_instance = extreme if least == constant_in_goals else result.open_instance
        # undecided: nothing attains the constant, or only a boundary point does and other scales may attain it inside
        if result.closed_instance is None or (result.open_instance is None and attained.is_scaled(ties)):
            result.undecided += 1

    def _certify_case_by_case(self, n: int) -> SizeCertification:
        """Certify a size by one linear program for each combination of the arguments.

        The first ranking is always the identity, since the statement is label-free.
        """
        result = SizeCertification(n)
        cone = self.traced.cone(n)
        solver = cone.solver(warm=True)
        cases = Combinations.of(self.statement.axiom.over, n)
        lists = {name: sorted(values, key=_best_first) for name, values in cases.lists.items()}
        for values in Combinations(lists).with_first_fixed().by_name():
            self.definitions.tick()
            goal = self.traced.goal(n, values)
            if goal is None:
                result.discarded += 1
                continue
            result.cases += 1
            try:
                least = minimum(goal.numerator, goal.denominator, cone, solver=solver)
            except Unsolved:
                result.undecided += 1
                continue
            except (Unbounded, Empty) as error:
                raise NotLinear(f"not linear: {error}") from None
            assert least.point is not None  # no floor was given
            case = [_best_first(value) for value in values.values()][1:]  # without the identity
            result.proofs.append([*case, encode_proof(least.tree)])
            bound = goal.claimed_constant or 0  # without a claimed constant, the goal is a slack that must be >= 0
            if least.value < bound and result.closed_instance is None:
                self._fail(result, Instance(n, values, self.traced.values_at(goal, least.point, n)))
        if result.closed_instance is None and not result.undecided:
            self._confirm(result, "inf")
        return result

    # --- from the closed space to the open one ---

    def _fail(self, result: SizeCertification, instance: Instance) -> None:
        """Record a failing instance of the closed space, and one of the open space if moving inside gives one."""
        if not self.instances.fails(instance):  # a point at infinity, or a definition that differs from its forms
            result.undecided += 1
            return
        result.closed_instance = instance
        result.open_instance = next((i for i in self._moved_inside(instance) if self.instances.fails(i)), None)

    def _moved_inside(self, instance: Instance) -> Iterator[Instance]:
        """Yield instances of the open space: this one if it lies there, then growing multiples moved by a fixed step.

        If the instance fails strictly, some large multiple fails too, since the step is small beside it.
        """
        coordinates, n = self.traced.coordinates, instance.n
        if are_inside(instance.parameters, self.metric.parameters, n):
            yield instance
        for k in range(MAX_DOUBLINGS):
            yield Instance(n, instance.values, coordinates.moved_inside(instance.parameters, n, fmpq(2) ** k, 1))


def _best_first(value: Any) -> Any:
    """Encode a ranking by its items, best first; a place (the number of a position) stays as it is."""
    return list(value.order) if isinstance(value, Ranking) else value


def evaluated_statement(statement: Statement, registry: Registry) -> Statement:
    """Return the statement itself; for ``bound-attained``, return the bound to attain."""
    if statement.axiom.id == "bound-attained":
        return registry.axiom("upper-bound")(**dict(statement.arguments))
    return statement


# --- the method ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinearPrograms(Method):
    """The method ``linear``: sizes 1, 2, 3 ... of each statement, until one is refuted or is not linear."""

    largest: tuple[int, int, int]
    """The largest n for claims about two rankings, for other claims, and for unclaimed statements."""
    check: NewChecker
    """Makes the independent checker, which must confirm every size that is certified."""
    name: str = "linear"

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Certify each statement in turn."""
        for statement, searches_of_statement in by_statement(searches).items():
            try:
                certifier = Certifier(row.metric, statement, row.definitions, self.check)
            except (NotLinear, Refused) as error:
                record_uncertified(row, searches_of_statement, error)
                continue
            except Exception as error:  # a definition that fails: its cases are reported where they are decided
                raise_if_ours(error)
                continue
            self._certify(row, certifier, searches_of_statement)

    def _certify(self, row: RowSearch, certifier: Certifier, searches: Sequence[CellSearch]) -> None:
        """Certify the sizes of one statement in turn, and add the reach to its searches."""
        tally = Tally()
        claims_about_pairs, other_claims, unclaimed = self.largest
        if any(search.claims for search in searches):
            largest = claims_about_pairs if certifier.sweep is not None else other_claims
        else:
            largest = unclaimed
        closed_only = False
        for n in range(1, largest + 1):
            if not any(search.open for search in searches):
                break
            row.definitions.tick()
            try:
                result = certifier.size(n)
            except Unsound as error:
                for search in searches:
                    search.fail(Verdict.ERROR, str(error))
                break
            except (NotLinear, Refused) as error:  # smaller sizes remain certified
                record_uncertified(row, searches, error)
                break
            except Exception as error:  # a definition that fails at this size; smaller sizes remain certified
                raise_if_ours(error)
                break
            smaller_decided = not tally.undecided
            tally.take(n, result.cases, result.discarded, result.undecided)
            for search in searches:
                self._record(row, search, result, smaller_decided=smaller_decided)
            is_refuted = result.closed_instance is not None and not certifier.is_existential
            closed_only = is_refuted and result.open_instance is None
            if closed_only:
                break  # refuted on the closure, which says nothing about the open space
        if any(n > 1 and cases for n, cases in tally.by_size.items()):  # nothing could fail with a single item
            self._leave_reach(searches, tally, exists=certifier.is_existential, closed_only=closed_only)

    def _record(self, row: RowSearch, search: CellSearch, result: SizeCertification, *, smaller_decided: bool) -> None:
        """Record the result of one size for an open cell.

        ``smaller_decided`` says that no case of a smaller size is undecided, so that an instance is the smallest.
        """
        if not search.open:
            return
        if result.extreme is not None and search.space is ParameterDomain.CLOSED:
            value, attaining_instance, sense = result.extreme
            if attaining_instance is not None:
                search.take_extreme(BestRatio(value, attaining_instance, sense))
        instance = result.closed_instance if search.space is ParameterDomain.CLOSED else result.open_instance
        if instance is not None:
            confirm_and_shrink(row, search, instance, by=self.name, complete=smaller_decided)

    def _leave_reach(self, searches: Sequence[CellSearch], tally: Tally, *, exists: bool, closed_only: bool) -> None:
        """Add the certified sizes to the reach of each cell about which they say something.

        After a refutation on the closure only, they say nothing about an open cell on the open space.
        """
        for search in searches:
            if search.open and search.space is ParameterDomain.OPEN and closed_only:
                continue
            if exists and search.open and tally.undecided:
                continue  # no example was found, which does not exclude one
            if search.method == self.name:
                stop = Stop.FOUND
            elif exists and search.open:
                stop = Stop.NONE
            else:
                stop = Stop.FINISHED
            search.reach.append(tally.reach(self.name, stop=stop))
