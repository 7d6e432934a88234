"""The method ``linear``: certify statements size by size, for all values of the parameters, with independent checks.

Statements about two rankings are decided by sweeps (:mod:`.sweep`), others case by case. A size is certified only after
the independent checker has checked it whole. A case that fails becomes an instance on the closed space, and on the open
one if it can be moved off the boundary. The ladder of ``check`` runs :class:`LinearPrograms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from .coordinates import Order
from .encoding import Exact, NewChecker, certificate, encode_proof, exact_data, size_data
from .extremal import AttainedSupremum, Instances, worst_point
from .instances import Combinations
from .judging import confirm_and_shrink, not_certified
from .linear import Empty, Unbounded, minimum
from .program import Unsolved
from .search import CellSearch, Method, RowSearch, by_statement
from .sweep import Asymmetric, Spec, Sweep, Unsound
from .traced import TracedStatement

MAX_DOUBLINGS = 40
"""Most doublings of a boundary point while it is moved into the open space."""


@dataclass
class SizeCertification:
    """Result of one size: counts of cases, proofs, and instances that settle the statement on either space."""

    n: int
    cases: int = 0
    discarded: int = 0
    undecided: int = 0
    closed: Instance | None = None
    """The instance on the closed space."""
    opened: Instance | None = None
    """The instance on the open space."""
    extreme: tuple[Any, Instance | None, str] | None = None
    """The exact extreme of the ratio, an instance of the closed space that attains it or None, and the sense."""
    proofs: list[Any] = field(default_factory=list)
    """The solved cases with their multipliers, in the form of a certificate."""
    value: Any = None
    """The best constant so far, in the form of a certificate: negated for a supremum."""


class Certifier:
    """Certifies a statement whose metric is linear in all of its parameters together; else :class:`NotLinear`."""

    def __init__(self, metric: Metric, statement: Statement, definitions: Definitions, check: NewChecker) -> None:
        if not metric.parameters or not metric.exact:
            raise NotLinear(f"not linear: {metric.name} has no parameter with exact values")
        if not statement.axiom.label_free:
            raise NotLinear(f"not linear: {statement.axiom.id} is about particular items")
        self.name = TOGETHER.join(metric.parameters)
        self.metric = metric
        self.statement = statement
        self.definitions = definitions
        registry = definitions.registry
        self.followed = followed(statement, registry)
        self.exists = statement.axiom.quantifier == "there is"
        self.traced = TracedStatement(metric, self.followed, definitions, self.name)
        self.instances = Instances(self.traced, statement, definitions)
        self.checker = check(registry, metric, self.followed, self.name)
        if statement.axiom.quantifier == "extreme" and len(statement.axiom.over) != 2:
            raise NotLinear(f"not linear: {statement.axiom.id} has no constant to be certified, and no classes")
        self.sweep: Sweep | None = None
        self.best: dict[str, str] = {}
        """The best constant of smaller sizes by sense: the floor of the next sweep."""
        self._proved: Exact | None = None
        """The best constant that the independent checker has verified so far."""
        if [type(space) for space in statement.axiom.over.values()] == [Rankings, Rankings]:
            spec = Spec(metric.name, self.followed.axiom.id, self.followed.arguments, self.name)
            self.sweep = Sweep.of(spec, registry)
            self.sweep.lemmas = ()  # a certified cell has multipliers for every class, and no step on paper
        else:
            self.size(2)  # raises here, and not later, if it cannot be followed

    def size(self, n: int) -> SizeCertification:
        """Decide one size. Raises whatever the definition raises, and :class:`Unsound` if a proof does not stand."""
        return self._swept(n) if self.sweep is not None else self._case_by_case(n)

    # --- two rankings: classes ---

    def _swept(self, n: int) -> SizeCertification:
        """Certify a size by a sweep; a symmetry that fails at this size is not used again."""
        assert self.sweep is not None
        goal = self.sweep.goal((2, 1)) or self.sweep.goal((1, 2))
        sense = "inf" if goal is None else goal.sense
        self.sweep.senses = (sense,)
        try:
            counts = self.sweep.sweep_prefix(n, (), {} if self.exists else self.best)
        except Asymmetric:
            self.sweep.by, self.best = (), {}
            counts = self.sweep.sweep_prefix(n, (), {})
        if counts.refused is not None:
            raise Refused(counts.refused.why)
        certified = SizeCertification(n, counts.rankings - counts.discarded, counts.discarded, len(counts.undecided))
        certified.proofs = counts.proofs.get(sense, [])
        unbounded = counts.unbounded.get(sense, [])
        if counts.best:
            certified.value, order = counts.best[sense]
            if "split" in self.sweep.by:
                self.best[sense] = str(certified.value)
            extreme = worst_point(self.traced, self.sweep.known_goal(order), n, sense)
            instance = self._instance(order, extreme.point)
            certified.extreme = (extreme.value, instance if extreme.attained else None, sense)
        if not (unbounded or certified.undecided):
            self._confirm(certified, sense)
        if certified.extreme is not None:
            least = counts.best[sense][0]
            if self.exists:
                self._show(certified, sense, least, counts.ties[sense], certified.extreme[1])
                return certified
            if goal is not None and goal.factor is not None and least < goal.factor:
                self._fail(certified, instance)
        if unbounded and not self.exists:
            self._fail(certified, self._instance(*unbounded[0]))
        return certified

    def _confirm(self, certified: SizeCertification, sense: str) -> None:
        """Have the independent checker check the size whole: every case, not only those that were solved.

        Raises :class:`~..evidence.refusal.Refused`, which says why nothing is certified.
        """
        by = list(self.sweep.by) if self.sweep is not None else []
        if "split" in by and self._proved is not None:
            before = rational(self._proved)
            certified.value = before if certified.value is None or before < certified.value else certified.value
        self._proved = self.checker.size(self._size_data(certified), by, sense)

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
        senses = [size.extreme[2] for size in sizes if size.extreme is not None]
        sense, by = senses[-1] if senses else "inf", self.sweep.by if self.sweep is not None else ()
        listed = list(map(self._size_data, sizes))
        return certificate(self.metric.name, self.followed, self.name, sense, by, self.checker.observed, listed)

    # --- an equality that is to be attained ---

    def _show(
        self, certified: SizeCertification, sense: str, least: Any, ties: list[Order], extreme: Instance | None
    ) -> None:
        """Find an instance that attains the constant: at the extreme, or between the two extremes of a ranking."""
        assert self.sweep is not None
        factor = self.sweep.known_goal(ties[0]).factor
        if least > factor:
            return
        constant = -factor if sense == "sup" else factor
        attained = AttainedSupremum(self.sweep, self.instances, constant, sense)
        certified.opened = attained.find_attaining(ties, beyond=least < factor)
        certified.closed = extreme if least == factor else certified.opened
        # undecided: nothing attains the constant, or only a boundary point does and other scales may attain it inside
        if certified.closed is None or (certified.opened is None and attained.is_scaled(ties)):
            certified.undecided += 1

    # --- any statement: every case ---

    def _case_by_case(self, n: int) -> SizeCertification:
        """Certify a size by one minimum for each case.

        Label-free statements need only the identity as first ranking.
        """
        certified = SizeCertification(n)
        cone = self.traced.cone(n)
        solver = cone.solver(warm=True)
        cases = Combinations.of(self.statement.axiom.over, n)
        lists = {name: sorted(values, key=_best_first) for name, values in cases.lists.items()}
        for values in Combinations(lists).with_first_fixed().by_name():
            self.definitions.tick()
            goal = self.traced.goal(n, values)
            if goal is None:
                certified.discarded += 1
                continue
            certified.cases += 1
            try:
                least = minimum(goal.numerator, goal.denominator, cone, solver=solver)
            except Unsolved:
                certified.undecided += 1
                continue
            except (Unbounded, Empty) as error:
                raise NotLinear(f"not linear: {error}") from None
            assert least.point is not None  # no floor was given
            case = [_best_first(value) for value in values.values()][1:]
            certified.proofs.append([*case, encode_proof(least.tree)])
            if least.value < (goal.factor if goal.factor is not None else 0) and certified.closed is None:
                self._fail(certified, Instance(n, values, self.traced.values_at(goal, least.point, n)))
        if certified.closed is None and not certified.undecided:
            self._confirm(certified, "inf")
        return certified

    # --- from the closed space to the open one ---

    def _fail(self, certified: SizeCertification, instance: Instance) -> None:
        """Record a failing instance of the closed space, and one of the open space if moving inside gives one."""
        if not self.instances.fails(instance):  # a point at infinity, or a definition that the forms do not follow
            certified.undecided += 1
            return
        certified.closed = instance
        certified.opened = next((i for i in self._moved(instance) if self.instances.fails(i)), None)

    def _moved(self, instance: Instance) -> Iterator[Instance]:
        """Yield the instance, then multiples of it moved inside by 1; one of them fails if it fails strictly."""
        coordinates, n = self.traced.coordinates, instance.n
        if are_inside(instance.parameters, self.metric.parameters, n):
            yield instance
        for k in range(MAX_DOUBLINGS):
            yield Instance(n, instance.values, coordinates.moved_inside(instance.parameters, n, fmpq(2) ** k, 1))


def _best_first(value: Any) -> Any:
    """Encode a ranking by its items, best first; a place stays as it is."""
    return list(value.order) if isinstance(value, Ranking) else value


def followed(statement: Statement, registry: Registry) -> Statement:
    """Return the statement whose ratio is followed: for ``bound-attained``, the bound itself."""
    if statement.axiom.id == "bound-attained":
        return registry.axiom("upper-bound")(**dict(statement.arguments))
    return statement


# --- the method ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinearPrograms(Method):
    """The method ``linear``: sizes 1, 2, 3 ... of each statement, until one is refuted or is not linear."""

    largest: tuple[int, int, int]
    """The largest n for claims about two rankings, for other claims, and for what nobody declared."""
    check: NewChecker
    """Makes the independent checker, without which nothing is certified."""
    name: str = "linear"

    def run(self, row: RowSearch, searches: Sequence[CellSearch]) -> None:
        """Certify the statements one after the other."""
        for statement, same in by_statement(searches).items():
            try:
                certifier = Certifier(row.metric, statement, row.definitions, self.check)
            except (NotLinear, Refused) as error:
                not_certified(row, same, error)
                continue
            except Exception as error:  # a definition that fails: its cases are reported where they are decided
                raise_if_ours(error)
                continue
            self._certify(row, certifier, same)

    def _certify(self, row: RowSearch, certifier: Certifier, searches: Sequence[CellSearch]) -> None:
        """Certify the sizes of one statement in turn, and add the reach to its searches."""
        tally = Tally()
        claimed = any(search.claims for search in searches)
        closed_only = False
        kind = 2 if not claimed else 0 if certifier.sweep is not None else 1
        for n in range(1, self.largest[kind] + 1):
            if not any(search.open for search in searches):
                break
            row.definitions.tick()
            try:
                certified = certifier.size(n)
            except Unsound as error:
                for search in searches:
                    search.fail(Verdict.ERROR, str(error))
                break
            except (NotLinear, Refused) as error:  # smaller sizes remain certified
                not_certified(row, searches, error)
                break
            except Exception as error:  # a definition that fails at this size; smaller sizes remain certified
                raise_if_ours(error)
                break
            is_complete = not tally.undecided
            tally.take(n, certified.cases, certified.discarded, certified.undecided)
            for search in searches:
                self._take(row, search, certified, whole=is_complete)
            closed_only = certified.closed is not None and certified.opened is None and not certifier.exists
            if closed_only:
                break  # refuted on the closure; of the open space this size says nothing
        if any(n > 1 and cases for n, cases in tally.by_size.items()):  # a size of one item has nothing that could fail
            self._leave_reach(searches, tally, exists=certifier.exists, closed_only=closed_only)

    def _take(self, row: RowSearch, search: CellSearch, certified: SizeCertification, *, whole: bool) -> None:
        """Record the result of one size for an open cell."""
        if not search.open:
            return
        if certified.extreme is not None and search.space is ParameterDomain.CLOSED:
            value, attaining, sense = certified.extreme
            if attaining is not None:
                search.take_extreme((value, attaining, sense))
        instance = certified.closed if search.space is ParameterDomain.CLOSED else certified.opened
        if instance is not None:
            confirm_and_shrink(row, search, instance, by=self.name, complete=whole)

    def _leave_reach(self, searches: Sequence[CellSearch], tally: Tally, *, exists: bool, closed_only: bool) -> None:
        for search in searches:
            if search.open and search.space is ParameterDomain.OPEN and closed_only:
                continue
            if exists and search.open and tally.undecided:
                continue  # no example was found, which does not exclude one
            stop = Stop.FOUND if search.method == self.name else Stop.NONE if exists and search.open else Stop.FINISHED
            search.reach.append(tally.reach(self.name, stop=stop))
