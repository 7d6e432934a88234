"""The symbolic method: equalities decided for all values of the parameters at once, ranking by ranking.

The definitions are evaluated on polynomials in the entries of the parameters, so that both sides of an equality come
out in normal form; where their difference is zero, the equality holds for all values. Every ranking, relabelling,
permutation and place over the items 1..n is gone through, and no ranking is fixed: a definition can see the order in
which its items are listed, even where they have no names.

* A factor c > 0 is one more symbol.
* Definitions are handed items without names wherever they can do with them: the result then holds for items of any
  name. Those that cannot are evaluated on the items 1..n, and that is what is said.
* Where a statement asks whether an entry is zero, both answers are followed. Similarities in which D[x, y] is zero have
  D[x, z] = D[y, z], by the triangle inequality.
* What a definition says of polynomials is compared with what it says of numbers, once for each value that is used.
* Statements about whole-number weights (subdivision) ask nothing of polynomials and are not decided here.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from flint import fmpq

from ..evidence.certificate import listed_facets
from ..evidence.instance import Instance, is_ours, message_of, raise_if_ours
from ..evidence.reach import Tally
from ..model.axiom import Statement, keeps_promise
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import FAILS, Relation
from ..numbers.exact import Undecided, Undefined
from ..numbers.polynomials import Polynomial
from ..numbers.ring import NotPolynomial
from ..spaces import Factors, Permutations, Relabellings, Space, all_rankings
from ..spaces.parameters import ParameterDomain, are_inside
from ..spaces.rankings import AllRelabellings
from ..verify import Refused, verify
from .judging import comes_to, not_certified, settle
from .symbols import BeyondPolynomials, EntrySymbols, NeedsNames, PolynomialValues, numeric
from .work import RowWork, Work, by_statement

MOST = 20_000
"""How many instances of one size are decided."""
TRIED = 400
"""How many parameter values are tried at an instance whose sides have different normal forms."""
DIFFERENT = 40
"""At how many such instances they are tried."""
SHOWN = 3
"""Up to this size a certificate shows the normal forms, for the reader."""
ALL_SHOWN = 3
"""Up to this size all must be shown, or nothing is said; beyond, as far as there are not too many instances."""
NOT_ASKED, NO_VALUE = "not asked", "no value"
"""What stands in the place of a normal form: the statement is not about the instance; the metric has no value there."""


@dataclass(frozen=True)
class Identities:
    """What became of an equality over n items."""

    n: int
    verdict: Literal["certified", "differs", "not shown", "not applicable"]
    """``differs``: refuted by ``hit``; ``not shown``: normal forms differ, and no values were found that do."""
    reason: str = ""
    instances: int = 0
    asked: int = 0
    """How many of them the statement is about, the metric having a value."""
    entries: tuple[str, ...] = ()
    """The normal form of each instance, in their order."""
    hit: Instance | None = None
    space: ParameterDomain = ParameterDomain.CLOSED
    """``open`` where a definition divides by a parameter: nothing is said of zero weights then."""
    items: Literal["unnamed", "numbered"] = "unnamed"
    """Whether the result holds for items of any name, or for the items 1..n."""


class _ZeroAsked(BaseException):
    """The statement asks whether a symbol is zero; nothing that a statement catches."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


# --- what is gone through -------------------------------------------------------------------------------------


def _values(space: Space, statement: Statement, n: int, *, whole: bool) -> Sequence[Any]:
    """All values of the space; for the two invariances, generators are enough where every value exists."""
    whole = whole or not keeps_promise(statement.axiom, "from_generators")
    if whole and isinstance(space, (Relabellings, Permutations)):
        return AllRelabellings(n) if isinstance(space, Relabellings) else all_rankings(n)
    if not space.complete:
        raise BeyondPolynomials(f"it is about {space.name}, of which there are more than can be gone through")
    return space.generators(n)


# --- deciding -------------------------------------------------------------------------------------------------


@dataclass
class _Case:
    """An instance, and what is supposed of symbols that the statement asks about."""

    values: dict[str, Any]
    zeros: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()


class _StatementOfSize:
    """A statement over n items."""

    def __init__(
        self, metric: Metric, statement: Statement, n: int, registry: Registry, *, numbered: bool, whole: bool
    ) -> None:
        self.whole = whole
        self.metric = metric
        self.statement = statement
        self.n = n
        self.symbols = EntrySymbols(metric, statement, n)
        self.evaluator = PolynomialValues(registry, self.symbols, numbered)
        self.entries: list[str] = []
        self.asked = 0
        self.different: list[tuple[_Case, Any]] = []

    def run(self) -> None:
        """Go through all instances; raises what stops that."""
        if self.statement.axiom.quantifier != "for all":
            raise BeyondPolynomials("it does not say that something holds for all instances")
        over = self.statement.axiom.over
        ranges = [
            [Polynomial.symbol(self.symbols.ring, name)]
            if isinstance(space, Factors)
            else _values(space, self.statement, self.n, whole=self.whole)
            for name, space in over.items()
        ]
        count = math.prod(map(len, ranges))
        if count > MOST:
            raise BeyondPolynomials(f"n = {self.n} has {count:,} instances; up to {MOST:,} are decided")
        for values in product(*ranges):
            self._instance(_Case(dict(zip(over, values, strict=True))))

    def _instance(self, case: _Case) -> None:
        try:
            self._decide(case)
        except _ZeroAsked as asked:
            for zero in (True, False):
                more = frozenset([asked.name])
                zeros, positive = (case.zeros | more, case.positive) if zero else (case.zeros, case.positive | more)
                self._instance(_Case(case.values, zeros, positive))

    def _decide(self, case: _Case) -> None:
        def is_zero(name: str) -> bool:
            if name not in case.positive:
                raise _ZeroAsked(name)
            return False

        ring = self.symbols.ring
        bound = BoundMetric(self.metric, self.symbols.parameters(case.zeros), self.evaluator)
        ring.is_zero = is_zero
        try:
            answer = self.statement.says(bound, *case.values.values())
        except Undefined:
            self.entries.append(NO_VALUE)
            return
        finally:
            ring.is_zero = None
        caught = self.evaluator.stopped or ring.refused
        if caught is not None:
            raise caught
        if not isinstance(answer, Relation) or answer.op != "==":
            raise BeyondPolynomials("it is not about an equality")
        if answer.condition is False:
            self.entries.append(NOT_ASKED)
            return
        if answer.condition is not True:
            raise BeyondPolynomials(f"its condition is {answer.condition!r}")
        difference = answer.lhs - answer.rhs
        self.asked += 1
        lhs, rhs = str(answer.lhs), str(answer.rhs)
        self.entries.append(lhs if lhs == rhs else f"{lhs} = {rhs}")
        if (difference.terms if isinstance(difference, Polynomial) else difference != 0) and (
            len(self.different) < DIFFERENT
        ):
            self.different.append((case, difference))

    def refutation(self) -> Instance | None:
        """Values at which the definition refutes the statement, at the first instance where some are found."""
        space = ParameterDomain.CLOSED if self.statement.axiom.closed_only else ParameterDomain.OPEN
        for case, difference in self.different:
            for point in self._points():
                if numeric(difference, point) == 0:
                    continue
                instance = Instance(
                    self.n,
                    {name: numeric(value, point) for name, value in case.values.items()},
                    {
                        name: value.mapped(lambda e, at=point: numeric(e, at))  # type: ignore[misc]  # bound at once
                        for name, value in self.symbols.parameters(case.zeros).items()
                    },
                )
                inside = are_inside(instance.parameters, space.of(self.metric.parameters), self.n)
                if inside and comes_to(FAILS, self.evaluator.plain, self.metric, self.statement, instance):
                    return instance
        return None

    def _points(self) -> Iterator[dict[str, fmpq]]:
        """Values for the symbols, the small ones first."""
        names = self.symbols.ring.names
        yield dict.fromkeys(names, fmpq(1))
        for high in (2, 3):
            for place in range(len(names)):
                yield {name: fmpq(high if k == place else 1) for k, name in enumerate(names)}
        state = 1
        for tried in range(2 * len(names) + 1, TRIED):
            point = {}
            for name in names:
                state = (1103515245 * state + 12345) % 2**31  # any fixed sequence does
                size = 2 + tried * 8 // TRIED
                point[name] = fmpq((state >> 16) % size + (1 if tried % 2 else size))  # odd: any; even: triangles close
            yield point


def certify(metric: Metric, statement: Statement, n: int, registry: Registry) -> Identities:
    """Decide an equality over n items for all values of the parameters.

    ``certified``: the two sides agree in every instance. ``differs``: in ``hit`` they do not. ``not shown``: there are
    instances whose normal forms differ, and no values were found at which the definition refutes the statement.
    ``not applicable``, with the reason: no equality, too many instances, or a definition that asks of parameters what
    polynomials do not answer.
    """
    reason = statement.not_applicable(metric)
    if reason is not None:
        return Identities(n, "not applicable", reason)
    numbered = whole = False
    while True:
        size = _StatementOfSize(metric, statement, n, registry, numbered=numbered, whole=whole)
        try:
            size.run()
        except NeedsNames:
            numbered = True
            continue
        except (BeyondPolynomials, NotPolynomial, Undecided) as error:
            return Identities(n, "not applicable", str(error))
        except Exception as error:  # whatever a definition raises: its cell reports it
            raise_if_ours(error)
            message = f"a definition raised {type(error).__name__}: {message_of(error)[:200]}"
            return Identities(n, "not applicable", message)
        if whole or size.asked == len(size.entries):
            return _identities(size, numbered)
        whole = True  # generators show an invariance only where everything has a value


def _identities(size: _StatementOfSize, numbered: bool) -> Identities:
    verdict: Literal["certified", "differs", "not shown", "not applicable"] = "certified"
    hit, reason = None, ""
    if size.different:
        hit = size.refutation()
        verdict = "not shown" if hit is None else "differs"
        reason = "the normal forms of the two sides differ"
    elif size.entries and not size.asked:
        verdict, reason = "not applicable", "it asks nothing of parameters that are symbols"
    return Identities(
        size.n,
        verdict,
        reason,
        len(size.entries),
        size.asked,
        tuple(size.entries),
        hit,
        ParameterDomain.OPEN if size.symbols.ring.divided else ParameterDomain.CLOSED,
        "numbered" if numbered else "unnamed",
    )


# --- certificates ---------------------------------------------------------------------------------------------


def certified_up_to(metric: Metric, statement: Statement, largest: int, registry: Registry) -> list[Identities]:
    """The sizes 1, 2 ... up to the largest, or to the first that is not certified (the last of the list)."""
    sizes: list[Identities] = []
    for n in range(1, largest + 1):
        sizes.append(certify(metric, statement, n, registry))
        if sizes[-1].verdict != "certified":
            break
    return sizes


def certificate_of(metric: Metric, statement: Statement, sizes: Sequence[Identities]) -> dict[str, Any]:
    """The certificate of sizes 1..N that were certified, as data for :mod:`axiomatrix.verify.identity`.

    Raises ``ValueError`` for sizes that are not 1..N, not all certified, or in which nothing is asked.
    """
    if not sizes or any(size.n != n or size.verdict != "certified" for n, size in enumerate(sizes, 1)):
        raise ValueError(f"{statement.id}: a certificate needs the sizes 1..N, all certified")
    if not sizes[-1].asked:
        raise ValueError(f"{statement.id}: nothing is asked at n = {len(sizes)}; there is nothing to certify")
    listed = []
    for size in sizes:
        facets = {name: listed_facets(space, size.n) for name, space in metric.parameters.items()}
        entry: dict[str, Any] = {"n": size.n, "instances": size.instances, "asked": size.asked, "facets": facets}
        entry["forms"] = hashlib.sha256("\n".join(size.entries).encode()).hexdigest()
        if size.n <= SHOWN:
            entry["shown"] = list(size.entries)
        listed.append(entry)
    return {
        "kind": "identity",
        "metric": metric.name,
        "axiom": statement.axiom.id,
        "arguments": {k: v if isinstance(v, int) else str(v) for k, v in statement.arguments},
        "space": next((size.space for size in sizes if size.space is ParameterDomain.OPEN), ParameterDomain.CLOSED),
        "items": "numbered" if any(size.items == "numbered" for size in sizes) else "unnamed",
        "largest": len(sizes),
        "sizes": listed,
    }


# --- the method ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Symbolic:
    """Sizes 1, 2, 3 ... of each equality."""

    largest: int
    name: str = "symbolic"

    def decides(self, row: RowWork, work: Work) -> bool:
        """What is said for all values of parameters."""
        axiom = work.statement.axiom
        wanted = self.largest and row.metric.parameters and axiom.quantifier == "for all"
        return bool(wanted) and not axiom.ignores_parameters

    def run(self, row: RowWork, works: Sequence[Work]) -> None:
        """Compare the two sides of each equality."""
        for statement, same in by_statement(works).items():
            row.definitions.tick()
            self._statement(row, statement, same)

    def _statement(self, row: RowWork, statement: Statement, works: Sequence[Work]) -> None:
        sizes = certified_up_to(row.metric, statement, self.largest, row.registry)
        for size in sizes:
            if size.verdict == "differs" and size.hit is not None:
                for work in works:
                    if work.open and row.contains(work, size.hit.parameters, size.hit.n):
                        settle(row, work, size.hit, by=self.name, complete=False, of_least_size=False)
        proved = [size for size in sizes if size.verdict == "certified"]
        stopped = len(proved) < len(sizes) and sizes[-1].verdict != "not applicable"
        if stopped or len(proved) < min(self.largest, ALL_SHOWN):
            return
        if (refusal := _refusal(row, statement, proved)) is not None:
            not_certified(row, works, refusal)
            return
        tally = Tally()
        for size in proved:
            tally.take(size.n, size.asked, size.instances - size.asked, 0)
        for work in works:
            if work.open and (work.space is ParameterDomain.OPEN or proved[-1].space is ParameterDomain.CLOSED):
                work.reach.append(tally.reach(self.name))


def _refusal(row: RowWork, statement: Statement, proved: list[Identities]) -> Exception | None:
    """Why the independent checker does not re-derive the identities; it sees through definitions that look."""
    try:
        verify(certificate_of(row.metric, statement, proved), row.registry)
    except Refused as error:
        bug = error.__context__  # the checker refuses whatever raises; a bug of ours does not concern the certificate
        if bug is not None and type(bug).__module__ == "builtins" and is_ours(bug):
            raise bug from None
        return error
    return None
