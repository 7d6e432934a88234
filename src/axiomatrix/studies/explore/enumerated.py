"""Answer a question of an exploration by enumeration: on every instance of a size, one size after the other.

:mod:`.run` uses it for questions that no sweep answers: about metrics of lists, of orders with ties, of a user-defined
space, or with a number as parameter. Continuous parameters are treated in one of two ways:

- A parameter is *followed* if the extremes are computed over all of its values. A number is followed where the
  definition allows it (:mod:`.over_numbers`), and so are vectors that it is linear in (:mod:`.over_vectors`).
- Any other parameter has the values of a grid, and the answer says so.

An *orbit* is all instances that renaming the items makes equal: where renaming keeps all values, one of them is enough.
A *case* is an instance with its parameters. A *sense* is ``inf`` or ``sup``: which extreme of the ratio is sought.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import prod
from typing import Any

from flint import fmpq

from ...evidence.cell import arguments_of
from ...evidence.certificate import TOGETHER
from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import EvaluatedTwice, Instance
from ...methods.cases import CasesOfSize, enumerate_cases
from ...methods.encoding import exact_data
from ...methods.instances import Combinations, NoRenamings
from ...methods.pairs_of_top_lists import EveryTopList, pairs_of_top_lists
from ...methods.ranges import RangeTally
from ...methods.remembered import RememberedDefinitions
from ...methods.search import SizeTally, TooMany
from ...methods.values import NoValues
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Formal, parse
from ...numbers.forms import NotLinear
from ...numbers.rationals import rational_of_ball
from ...spaces import Space, TopLists
from ...spaces.parameters import ParameterDomain
from .inquiry import Inquiry, number_parameter
from .over_numbers import MAX_INSTANCES_FOLLOWED, SizeOverNumber
from .over_vectors import MAX_INSTANCES_OVER_VECTORS, SizeOverVectors, vectors_of
from .results import SENSES, Extremal, SizeAnswer, SizeVerdict

MAX_CASES = 400_000
"""Cases of one size, up to renaming the items, beyond which the size is not enumerated."""
MAX_CASES_IRRATIONAL = 40_000
"""This limit where a smaller size has values with roots or logarithms, which take longer to compare."""
MAX_CASES_WITHOUT_ORBITS = 8_000
"""Cases of one size up to which each is decided, also where renaming the items would spare some."""
BOUND_DECIMALS = 9
"""Decimal places to which an irrational bound is rounded outward in a certificate."""
ENCLOSURE_BITS = 256
"""Precision of the interval that encloses an irrational bound before it is rounded."""


@dataclass
class Enumeration:
    """The enumeration for one question: call :meth:`enumerate` with n = 1, 2, 3 ..., and read the answers in ``sizes``.

    It begins by following a number or vectors. If the definition cannot be followed at some size, all sizes so far are
    decided again, with the next set of vectors or, finally, on the grid. So all sizes of an answer are decided in the
    same way.
    """

    inquiry: Inquiry
    registry: Registry
    sizes: list[SizeAnswer] = field(default_factory=list)
    """The answers so far, in increasing order of n."""
    reason: str = ""
    """Why nothing more is enumerated, or why a size is undecided."""
    is_ended: bool = False
    """True if no further size is enumerated: the next one is too large, or the definition is at fault."""
    is_irrational: bool = False
    """True if some value so far has a root or a logarithm."""
    is_certified: bool = False
    """True if the independent checker has seen the certificate and agrees; :mod:`.run` sets it."""

    def __post_init__(self) -> None:
        self.statement = self.inquiry.quantity_statement
        self.metric = over_all_items(self.inquiry.metric)
        """The metric on whose arguments the instances are enumerated."""
        self.number = number_parameter(self.metric)
        """The name of the metric's one parameter, if that is a number; else empty."""
        self.vector_sets = [] if self.number else vectors_of(self.metric)
        """The sets of vectors that may be followed together and are left to try; the first is being tried.

        A set is the names of its parameters, joined by ``TOGETHER``.
        """
        self.followed = self.number or (self.vector_sets[0] if self.vector_sets else "")
        """The number, or the set of vectors, that is followed; empty if none is."""
        self.sizes_over_vectors: dict[int, SizeOverVectors] = {}
        """By n, the sizes that were decided for all values of vectors."""
        self.definitions = EvaluatedTwice(self.registry)
        """Evaluates a user's definition twice, to notice one that gives another value the second time."""
        self.evaluator = RememberedDefinitions(self.definitions)
        """Evaluates definitions, and remembers their values until the size is done."""

    @property
    def is_complete(self) -> bool:
        """Return whether the instances of a size are all that there are, with no grid in place of a parameter."""
        # ``over`` has the spaces that the arguments of the statement are from, by name.
        followed = self.followed.split(TOGETHER)
        listed_spaces = [space for name, space in self.metric.parameters.items() if name not in followed]
        return all(space.complete for space in (*self.statement.over(self.metric).values(), *listed_spaces))

    @property
    def remark(self) -> str:
        """Explain what limits the answer; empty if nothing does."""
        remarks = [self.reason, *dict.fromkeys(size.remark for size in self.sizes_over_vectors.values())]
        if self.followed and self.sizes and not self.is_certified:
            remarks.append(f"exact for all values of {self.followed}, but without a certificate")
        return "; ".join(filter(None, remarks))

    @property
    def _uses_renaming(self) -> bool:
        """Return whether one instance of each orbit under renaming is enough.

        That is so if renaming items keeps all values, as is trusted of the catalogue's metrics, and no vector that is
        followed belongs to items.
        """
        vectors = self.followed.split(TOGETHER) if self.vector_sets else ()  # a number has no items
        # Element data, such as weights of items, belongs to items and travels with them when they are renamed.
        has_element_data = any(self.metric.parameters[name].value_type.travels for name in vectors)
        return not has_element_data and all(metric.has_trusted_invariance for metric in self.compared_metrics)

    @property
    def compared_metrics(self) -> list[Metric]:
        """The metrics whose values the statement compares."""
        if not self.inquiry.other:
            return [self.inquiry.metric]
        return [self.inquiry.metric, self.registry.metric(self.inquiry.other)]

    def enumerate(self, n: int) -> None:
        """Decide size n, the next one, and add it to ``sizes``; do nothing if the enumeration has ended."""
        if self.is_ended:
            return
        if not self.followed:
            self._decide_listed(n)
            return
        try:
            self._decide_followed(n)
        except (NoValues, NotLinear) as error:
            why_grid = f"only the grid values of {self.followed} were tried, as it cannot be followed: {error}"
            self.reason = self.reason or why_grid
            # Begin again with the next set of vectors, or with the grid if there is none.
            self.vector_sets = self.vector_sets[1:]
            self.followed = self.vector_sets[0] if self.vector_sets else ""
            self.sizes = []
            self.sizes_over_vectors = {}
            for size in range(1, n + 1):
                self.enumerate(size)

    def why_not_followed(self) -> str:
        """Return why the number cannot be followed, tried on the instances of two items; empty if it can."""
        instances = list(self._representatives(2, MAX_INSTANCES_FOLLOWED))
        try:
            SizeOverNumber(self.inquiry, self.metric, self.registry, 2).decide(
                instances, is_complete=True, is_smallest=False
            )
        except NoValues as error:
            return f"{self.followed} cannot be followed: {error}"
        return ""

    def _decide_followed(self, n: int) -> None:
        """Decide a size for all values of the number or the vectors.

        Raises ``NoValues`` (number) or ``NotLinear`` (vectors) where the definition cannot be followed.
        """
        is_smallest = self._would_be_smallest()
        max_instances = MAX_INSTANCES_FOLLOWED if self.number else MAX_INSTANCES_OVER_VECTORS
        decider: SizeOverNumber | SizeOverVectors
        if self.number:
            decider = SizeOverNumber(self.inquiry, self.metric, self.registry, n)
        else:
            decider = SizeOverVectors(self.inquiry, self.metric, self.registry, n, self.followed)
            self.sizes_over_vectors[n] = decider
        try:
            instances = list(self._representatives(n, max_instances))
            size = decider.decide(instances, is_complete=self.is_complete, is_smallest=is_smallest)
        except TooMany:
            self._end(n, "to be followed for all values of " + self.followed)
            return
        if size is not None:  # None for one item without a case
            self.sizes.append(size)

    def _would_be_smallest(self) -> bool:
        """Return whether a refutation at the next size is a smallest one: all smaller instances keep the statement."""
        return self.is_complete and all(size.verdict == "exhausted" for size in self.sizes)

    def _end(self, n: int, purpose: str) -> None:
        """Enumerate no further size, as n has too many instances for that purpose."""
        too_many = f"n = {n} has too many instances {purpose}; --search N looks beyond"
        self.reason = "; ".join(filter(None, [self.reason, too_many]))
        self.is_ended = True

    def _representatives(self, n: int, max_count: int) -> Iterator[tuple[tuple[Any, ...], int]]:
        """Yield the arguments of the first instance of each orbit under renaming, with the size of the orbit.

        Where renaming may change values, every instance is yielded, with size 1. Raises ``TooMany`` beyond
        ``max_count``.
        """
        spaces = self.statement.over(self.metric)
        combinations = Combinations.of(spaces, n)
        # Pairs of top lists over 2 n items are very many: one of each orbit is constructed.
        top_lists = [space for space in spaces.values() if isinstance(space, EveryTopList)]
        if self._uses_renaming and self.statement.axiom.label_free:  # the axiom itself names no item either
            if len(spaces) == len(top_lists) == 2:
                yield from pairs_of_top_lists(n, top_lists[0], top_lists[1], max_count)
                return
            with suppress(NoRenamings):
                yield from self.evaluator.first_of_orbits(tuple(combinations.lists.values()), max_count)
                return
        if combinations.count > max_count:
            raise TooMany
        yield from ((arguments, 1) for arguments in combinations)

    def _decide_listed(self, n: int) -> None:
        """Decide a size at the values of the parameters that their spaces list, such as a grid."""
        try:
            tally = self._tally(n)
        except TooMany:
            self._end(n, "to enumerate")
            return
        finally:
            self.evaluator.forget()
        if n == 1 and not tally.cases and tally.fault is None:
            return  # a statement about two different items has no case with one
        self.is_irrational |= tally.is_irrational
        self.sizes.append(self._answer(n, tally))
        self.is_ended = tally.fault is not None

    def _tally(self, n: int) -> RangeTally:
        """Decide the cases of a size, and return their extremes and counts.

        For pairs of top lists, one of each orbit under renaming is constructed. Other cases are enumerated.
        """
        statement, parameters = self.statement, self.inquiry.metric.parameters
        max_cases = MAX_CASES_IRRATIONAL if self.is_irrational else MAX_CASES
        spaces = list(statement.over(self.metric).values())
        top_lists = [space for space in spaces if isinstance(space, EveryTopList)]
        is_invariant = all(metric.has_trusted_invariance for metric in self.compared_metrics)
        if len(spaces) == len(top_lists) == 2 and is_invariant:
            size = CasesOfSize(self.metric, statement, parameters, n, self.evaluator, RangeTally)
            tally = size.decide(pairs_of_top_lists(n, top_lists[0], top_lists[1], max_cases), self.evaluator)
        else:
            tally = self._tally_by_orbits(n, max_cases)
        assert isinstance(tally, RangeTally)
        return tally

    def _tally_by_orbits(self, n: int, max_cases: int) -> SizeTally:
        """Decide the cases of a size that has at most ``max_cases`` up to renaming; raises ``TooMany`` for others.

        Beyond its limit ``enumerate_cases`` turns to orbits. It is called with the smaller limit first, so that orbits
        are used from :data:`MAX_CASES_WITHOUT_ORBITS` on, and all instances only where orbits cannot be used.
        """
        statement, parameters = self.statement, self.inquiry.metric.parameters
        for limit in (min(MAX_CASES_WITHOUT_ORBITS, max_cases), max_cases):
            with suppress(TooMany):
                return enumerate_cases(self.metric, statement, parameters, n, self.evaluator, limit, RangeTally)
        raise TooMany

    def _answer(self, n: int, tally: RangeTally) -> SizeAnswer:
        """Build the answer of a size from the tally of its cases; note the reason if it is undecided."""
        verdict: SizeVerdict = "exhausted" if self.is_complete else "grid"
        if tally.fault is not None:
            verdict = "undecided"
            self.reason = tally.fault.reason
        elif tally.hit is not None:  # the first case that breaks the statement
            verdict = "refuted"
        elif not tally.cases:
            verdict = "undecided"
            self.reason = f"n = {n}: no case is left: the metric has no value, or none meets the condition"
        elif tally.undecided:
            verdict = "undecided"
            self.reason = f"n = {n}: {tally.undecided:,} cases are undecided"
        is_smallest = self._would_be_smallest()
        return SizeAnswer(
            n=n,
            verdict=verdict,
            rankings=0,  # what linear programs did is counted in these two
            classes=0,
            cases=tally.cases,
            discarded=tally.discarded,
            extremes=tuple(self._extremes(tally)),
            refutation=self._witness(tally.hit, "refutes", smallest=is_smallest) if verdict == "refuted" else None,
        )

    def _extremes(self, tally: RangeTally) -> Iterator[Extremal]:
        """Yield the extreme of each sense: the constant with an instance that attains it, or ``infinite``."""
        for sense in SENSES:
            if (best := tally.constant(sense)) is not None:
                value, instance = best
                yield Extremal(sense, str(value), self._witness(instance, "attains"))
            elif sense in tally.unbounded or sense in tally.best:  # a denominator of 0 or less excludes every constant
                yield Extremal(sense, INFINITE)

    def _witness(self, instance: Instance | None, shows: str, *, smallest: bool = False) -> Witness | None:
        if instance is None:
            return None
        return self.inquiry.witness(self.definitions, self.metric, instance, shows, smallest=smallest)

    def certificate(self) -> dict[str, Any] | None:
        """Return the certificate of the constant up to the last proved size, or None.

        It is None if a parameter is not followed, as its values cannot all be listed; if values are irrational, as a
        certificate has fractions; or if only one item is proved, where nothing can fail. For a followed parameter the
        constant bounds all its values.
        """
        inquiry = self.inquiry
        not_followed = set(self.metric.parameters) - set(self.followed.split(TOGETHER))
        if not_followed or self.is_irrational or not self.is_complete:
            return None
        sizes = list(takewhile(lambda size: self._is_proved(size) or size.n == 1, self.sizes))
        if not sizes or sizes[-1].n < 2:
            return None
        by_n = {size.n: size for size in sizes}  # without the sizes that have no case, such as one item
        size_data = [self._size_in_certificate(n, by_n.get(n)) for n in range(1, sizes[-1].n + 1)]
        return {
            "kind": "number" if self.number else "forms" if self.followed else "exhaustive",
            "metric": inquiry.metric.name,
            "axiom": inquiry.statement.axiom.id,
            "arguments": arguments_of(inquiry.statement),
            "parameter": self.followed,
            "space": ParameterDomain.CLOSED,
            "sense": inquiry.sense,
            "by": ["renaming"] if self._uses_renaming else [],
            "items": "unnamed" if self._uses_renaming else "numbered",
            "largest": sizes[-1].n,
            "sizes": size_data,
        }

    def _is_proved(self, size: SizeAnswer) -> bool:
        """Return whether the size has a known constant or, for all values of vectors, a bound with multipliers."""
        over_vectors = self.sizes_over_vectors.get(size.n)
        return self._constant(size) is not None if over_vectors is None else over_vectors.is_proved(self.inquiry.sense)

    def _constant(self, size: SizeAnswer) -> str | None:
        """Return the best constant of a size in the sense of the inquiry; None if it does not exist or is unknown."""
        extreme = size.extreme(self.inquiry.sense)
        return None if extreme is None or extreme.value == INFINITE or size.verdict == "undecided" else extreme.value

    def _size_in_certificate(self, n: int, size: SizeAnswer | None) -> dict[str, Any]:
        """Return a size as a certificate has it; ``size`` is None for a size without cases, which the answer lacks."""
        instances = prod(space.count(n) for space in self.statement.over(self.metric).values())
        if n in self.sizes_over_vectors:
            return self.sizes_over_vectors[n].in_certificate(self.inquiry.sense, instances)
        constant = None if size is None else self._constant(size)
        value = None if constant is None else exact_data(_certified_bound(constant, self.inquiry.sense))
        with_value = 0
        if size is not None:  # of a followed parameter the cases include those discarded, and else they do not
            with_value = size.cases - size.discarded if self.followed else size.cases
        return {"n": n, "value": value, "instances": instances, "asked": with_value, "facets": [], "classes": []}


def over_all_items(metric: Metric) -> Metric:
    """Return the metric over all top lists that matter, in place of the few that its space lists.

    Two top lists of n items can have up to 2 n different items, so that each list is over all of these.
    """
    wider: dict[str, Space] = {
        name: EveryTopList(space.has_equal_lengths) if type(space) is TopLists else space
        for name, space in metric.arguments.items()
    }
    return replace(metric, arguments=wider) if wider != dict(metric.arguments) else metric


def _certified_bound(constant: str, sense: str) -> Any:
    """Return the constant as a certificate has it: negated for a supremum, and rounded down if it is irrational.

    A certificate states a lower bound, so that a smaller number is safe.
    """
    value = parse(constant)
    value = -value if sense == "sup" else value
    if not isinstance(value, Formal):  # only formal constants are irrational
        return value
    scale = 10**BOUND_DECIMALS
    return fmpq(int((rational_of_ball(value.ball(ENCLOSURE_BITS).lower()) * scale).floor()), scale)
