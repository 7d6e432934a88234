"""Results of a sweep of an exploration: the results of its chunks, added up by size, and its answers to inquiries.

A *sweep* finds the extreme of a ratio over all orders of n items, by a linear program for each class of orders. It is
divided into chunks, the orders that begin with one prefix (:mod:`.chunks`). :mod:`.run` gives the results of each size
to :meth:`SweepResults.add_size`, and reads the answer to each inquiry from :class:`SweepAnswers`.

A *sense* is ``inf`` or ``sup``: which extreme of the ratio is sought. Values are those of minimising: for a supremum
the numerator is negated, so that less is always more extreme. The *goal* of an order is its ratio as linear forms in
the parameter. A *point* is a value of the parameter as a tuple of its entries, which may be infinite. A *floor* is the
extreme of smaller sizes, which an order must go below to be worth solving.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import cached_property
from typing import Any

from flint import fmpq

from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import Instance
from ...methods.coordinates import SPLIT, Order
from ...methods.encoding import certificate, exact_data, size_data
from ...methods.extremal import AttainedSupremum, Instances, grown_to, worst_point
from ...methods.sweep import Sweep
from ...methods.traced import FAR
from ...model.axiom import Axiom
from ...numbers.exact import rational
from ...spaces.parameters import ParameterDomain
from .inquiry import DIFFERENCES, RATIOS, Inquiry
from .results import SENSES, Extremal, Sense, SizeAnswer, SizeVerdict

POWERS_OF_FAR = (1, 2, 4, 16, 64)
"""Powers of the large number :data:`FAR` that replace infinity, in turn, where a refutation lies there."""


@dataclass
class SizeTotals:
    """The results of all chunks of one size together. Dictionaries are by sense."""

    rankings: int
    """Number of all orders."""
    classes: int
    """Number of orders for which a program was solved: one of each class under the symmetries."""
    split: int
    """Number of orders that split (see :class:`SweepResults`)."""
    discarded: int
    """Number of orders without a case: the metric has no value, or the condition is not met."""
    settled: dict[str, int]
    """Number of orders that a lemma settles."""
    is_floored: bool
    """True if some extremes are not exact (see :meth:`SweepResults.floors`)."""
    undecided: list[tuple[Order, str, str]]
    """(order, sense, reason) of each order that is not decided."""
    points: set[tuple[str, str]]
    """Pairs (denominator, numerator) of the quantity at vertices, for pictures."""
    proofs: dict[str, list[str]]
    """A line of JSON for each class."""
    best: dict[str, tuple[Any, Order]]
    """The least value (numerators negated for a supremum), and the first order that has it."""
    ties: dict[str, list[Order]]
    """The orders that have the least value."""
    unbounded: dict[str, tuple[Order, tuple[Any, ...]]]
    """The first order at which no constant exists (or a statement without a ratio fails), and a point of the parameter
    that shows it."""
    adds_up: bool
    """True if orders that split were not solved, as sums of smaller orders are no more extreme than these."""

    @classmethod
    def of_chunks(cls, results: Sequence[Mapping[str, Any]], senses: Sequence[str], *, adds_up: bool) -> SizeTotals:
        """Add up the results of all chunks (:meth:`.SweepCounts.data`), in the order of their prefixes."""
        proofs: defaultdict[str, list[str]] = defaultdict(list)
        unbounded: dict[str, tuple[Order, tuple[Any, ...]]] = {}
        for result in results:
            for sense, lines in result["proofs"].items():
                proofs[sense] += lines
            for sense, pairs in result["unbounded"].items():
                for order, point in pairs[:1]:  # the first pair of the first chunk that has one is kept
                    unbounded.setdefault(sense, (tuple(order), tuple(map(rational, point))))
        best, ties = _best_of_chunks(results)
        return cls(
            rankings=sum(result["rankings"] for result in results),
            classes=sum(result["classes"] for result in results),
            split=sum(result["split"] for result in results),
            discarded=sum(result["discarded"] for result in results),
            settled={sense: sum(result["settled"].get(sense, 0) for result in results) for sense in senses},
            is_floored=any(result["floored"] for result in results),
            undecided=[entry for result in results for entry in result["undecided"]],
            points={tuple(point) for result in results for point in result["points"]},
            proofs=proofs,
            best=best,
            ties=ties,
            unbounded=unbounded,
            adds_up=adds_up,
        )

    def undecided_reasons(self, sense: str) -> list[str]:
        """Return the reasons why orders are undecided in a sense, each once."""
        return list(dict.fromkeys(reason for _order, its_sense, reason in self.undecided if its_sense == sense))


@dataclass
class SweepResults:
    """The results of one sweep while it grows, by size. Sizes are added in increasing order.

    An order *splits* if its first k items are 1..k in some order, for some k < n. Then both sides of its inequality are
    sums of those of two smaller orders, and a sum is no more extreme than its parts. Where such orders are not solved,
    ``best`` and ``unbounded`` carry over from size to size.
    """

    sweep: Sweep
    sizes: dict[int, SizeTotals] = field(default_factory=dict)
    """The results by n."""
    best: dict[str, tuple[Any, Order]] = field(default_factory=dict)
    """:attr:`SizeTotals.best` of the size added last."""
    unbounded: dict[str, tuple[Order, tuple[Any, ...]]] = field(default_factory=dict)
    """:attr:`SizeTotals.unbounded` of the size added last."""
    seconds: dict[int, float] = field(default_factory=dict)
    """The computing time of each size, over all processes and, where it was resumed, over all runs."""
    has_named_items: bool = False
    """True if the definition looks at its items, so that certificates are about items named 1..n only."""
    needs_all_ties: bool = False
    """True if all orders that attain an extreme are needed: those of a claim that a constant is attained."""

    def floors(self) -> tuple[tuple[str, str], ...]:
        """Return (sense, best value of the sizes so far as text); none if chunks must be exact.

        A chunk need not find the extreme of an order that is no more extreme than that. This is so where the best order
        of a smaller size, extended by items in their places, has the same ratio at the next size (``SPLIT``).
        """
        if SPLIT not in self.sweep.symmetries or self.needs_all_ties:
            return ()
        return tuple((sense, str(value)) for sense, (value, _) in sorted(self.best.items()))

    @cached_property
    def digest(self) -> str:
        """The digest of the definition's file when the run began; workers compare it with their file."""
        return self.sweep.metric.file_digest

    def payload(self, n: int, prefix: Order) -> list[Any]:
        """Return the payload of a chunk for :func:`.chunks.timed_chunk`, as JSON data."""
        return [astuple(self.sweep.spec), self.digest, n, prefix, self.floors()]

    def add_size(self, n: int, results: Sequence[Mapping[str, Any]]) -> None:
        """Add the results of the chunks of one size, which are in the order of their prefixes.

        Where orders that split were not solved, their extremes are those of their parts, at smaller sizes.
        """
        self.seconds[n] = self.seconds.get(n, 0.0) + sum(result["seconds"] for result in results)
        self.has_named_items |= any(result["observed"] for result in results)  # how a definition looked at its items
        has_all_orders = sum(result["rankings"] for result in results) == math.factorial(n)  # no chunk failed
        adds_up = SPLIT in self.sweep.symmetries and has_all_orders
        totals = SizeTotals.of_chunks(results, self.sweep.senses, adds_up=adds_up)
        if adds_up:
            totals.unbounded |= self.unbounded
            if n - 1 in self.sizes:
                totals.undecided += self.sizes[n - 1].undecided
            for sense, (value, order) in self.best.items():
                if sense not in totals.best or value <= totals.best[sense][0]:
                    totals.best[sense] = value, order  # of equal values, keep the smallest order
        self.unbounded = totals.unbounded
        self.best = totals.best
        self.sizes[n] = totals

    def instance(
        self, instances: Instances, order: Order, point: tuple[Any, ...], n: int, *, far: int = FAR
    ) -> Instance:
        """Return the instance of n items at an order of at most n items and a point, a value of the parameter.

        A smaller order is extended by the last items in their places. ``far`` replaces infinite entries of the point.
        """
        traced = self.sweep.traced
        values = traced.values_at(self.sweep.known_goal(order), point, len(order), far=far)
        spaces = traced.metric.parameters
        grown = {name: grown_to(n, len(order), value, spaces[name]) for name, value in values.items()}
        extended = (*order, *range(len(order) + 1, n + 1))
        return instances.at(extended, {**self.sweep.fixed(n), **grown})

    def has_no_case_from(self, n: int) -> bool:
        """Return whether no case is left at that size and at all larger ones that were swept."""
        return all(totals.discarded == totals.rankings for size, totals in self.sizes.items() if size >= n)

    def why_undecided(self, sense: str) -> str:
        """Return the first reason why a size is undecided; empty if all are decided."""
        no_case = "no case is left: the metric has no value, or none meets the condition"
        for n in sorted(self.sizes):
            if reasons := self.sizes[n].undecided_reasons(sense):
                return f"n = {n}: {reasons[0]}"
            if self.has_no_case_from(n):
                return f"n = {n}: {no_case}"
        return ""

    def proved_up_to(self, sense: str) -> int:
        """Return the largest N such that each size up to N has cases and a proved constant; 0 if there is none."""
        last = 0
        while (
            (totals := self.sizes.get(last + 1))
            and sense not in totals.unbounded
            and not totals.undecided_reasons(sense)
            and not self.has_no_case_from(last + 1)
        ):
            last += 1
        return last

    def certificate(self, sense: str, statement: Any) -> dict[str, Any]:
        """Return the certificate of the best constant in this sense, for the sizes at which every order is decided."""
        spec = self.sweep.spec
        sizes = []
        for n, totals in sorted(self.sizes.items())[: self.proved_up_to(sense)]:
            best = totals.best.get(sense)
            size: dict[str, Any] = {"n": n, "value": None if best is None else exact_data(best[0])}
            size |= size_data(self.sweep.traced.coordinates, n, totals.rankings, totals.rankings - totals.discarded)
            if totals.settled.get(sense):  # the checker must know which lemmas replace programs
                size["lemmas"] = [lemma.id for lemma in self.sweep.lemmas]
            if spec.fixed:
                size["fixed"] = {
                    name: [exact_data(entry) for entry in value.entries.values()]
                    for name, value in self.sweep.fixed(n).items()
                }
            sizes.append({**size, "classes": [json.loads(line) for line in totals.proofs.get(sense, ())]})
        return certificate(
            spec.metric, statement, spec.parameter, sense, self.sweep.symmetries, self.has_named_items, sizes
        )


def _best_of_chunks(
    results: Sequence[Mapping[str, Any]],
) -> tuple[dict[str, tuple[Any, Order]], defaultdict[str, list[Order]]]:
    """Return by sense the least value with the first order that has it, and all orders that have it."""
    best: dict[str, tuple[Any, Order]] = {}
    ties: defaultdict[str, list[Order]] = defaultdict(list)
    for result in results:
        for sense, (text, order) in result["best"].items():
            value = rational(text)
            if sense not in best or value < best[sense][0]:
                best[sense] = value, tuple(order)
                ties[sense] = []
            if value == best[sense][0]:
                ties[sense] += map(tuple, result["ties"][sense])
    return best, ties


class SweepAnswers:
    """The answers of a sweep to one of its inquiries, size by size."""

    def __init__(self, inquiry: Inquiry, results: SweepResults) -> None:
        self.inquiry = inquiry
        self.results = results

    def by_size(self) -> Iterator[SizeAnswer]:
        """Yield the answer at each size that was swept, in increasing order."""
        inquiry, results = self.inquiry, self.results
        attaining: Witness | None = None  # an instance with positive parameters that attains the constant
        for n, totals in sorted(results.sizes.items()):
            if n == 1 and not (totals.best or totals.unbounded or totals.undecided):
                continue  # one item has nothing to compare: both sides are zero
            extremes = []
            for sense in SENSES:
                best = totals.best.get(sense)
                if sense in totals.unbounded:
                    if inquiry.constant is not None:  # else an order breaks the statement, which has no constant
                        extremes.append(Extremal(sense, INFINITE))
                elif best is not None:
                    _, best_order = best
                    extremes.append(self._extremal(sense, best_order, n))
            verdict = "undecided" if results.has_no_case_from(n) else self._verdict(totals)
            refutation: Witness | None = None
            positive: Witness | None = None  # with positive parameters: attains the constant, or refutes the bound
            if inquiry.claims_attainment:
                verdict, attaining = self._attained(totals, attaining)
                positive = attaining if attaining is not None and attaining.n == n else None
            elif verdict == "refuted":
                refutation, positive = self._refutation(totals, n)
                if refutation is None:  # a bound that fails only very far out: no instance shows it
                    verdict = "undecided"
            yield SizeAnswer(
                n=n,
                verdict=verdict,
                rankings=math.factorial(n),
                classes=totals.classes,
                decomposed=totals.split,
                by_lemma=totals.settled[inquiry.sense],
                extremes=tuple(extremes),
                refutation=refutation,
                positive=positive,
                certificates=len(totals.proofs.get(inquiry.sense, ())),
                points=tuple(sorted(totals.points)),
            )

    def _verdict(self, totals: SizeTotals) -> SizeVerdict:
        """Return the verdict of a size, for a statement that is not about attaining a constant."""
        sense = self.inquiry.sense
        least, _ = totals.best.get(sense, (None, None))
        if least is not None and is_own_bound(self.inquiry.statement.axiom):
            return "undecided"  # a bound of the user's own axiom: its ratio and its constant are not known
        if sense in totals.unbounded or (least is not None and least < self._least_that_holds()):
            return "refuted"
        return "undecided" if totals.undecided_reasons(sense) else "certified"

    def _least_that_holds(self) -> Any:
        """Return the least value of the quantity (negated for a supremum) for which the statement holds."""
        if self.inquiry.constant is None:
            # A relation for all cases holds where its slack is not negative. A statement that only asks for an extreme
            # cannot fail: no ratio here is as low as -10^9.
            return fmpq(0) if self.inquiry.statement.axiom.quantifier == "for all" else fmpq(-(10**9))
        constant = rational(self.inquiry.constant)
        return -constant if self.inquiry.sense == "sup" else constant

    def _instances(self, statement: Any = None) -> Instances:
        """Return the maker of instances and witnesses of a statement, by default the inquiry's."""
        sweep = self.results.sweep
        return Instances(sweep.traced, statement or self.inquiry.statement, sweep.traced.definitions)

    def _extremal(self, sense: Sense, order: Order, n: int) -> Extremal:
        """Return the extreme at an order as data, with a witness if some parameter of the closed space attains it."""
        sweep = self.results.sweep
        # The order may have fewer than n items: that of a smaller size, which is extended to n.
        extreme = worst_point(sweep.traced, sweep.known_goal(order), len(order), sense)
        witness: Witness | None = None
        if extreme.attained:
            instances = self._instances(sweep.statement)
            instance = self.results.instance(instances, order, extreme.point, n)
            witness = instances.witness(instance, "attains", ParameterDomain.CLOSED, smallest=False)
        return Extremal(sense, str(extreme.value), witness)

    def _refutation(self, totals: SizeTotals, n: int) -> tuple[Witness | None, Witness | None]:
        """Return a refutation on the closed space, and one with a strictly positive parameter; None for one not found.

        Where the refuting point lies at infinity, ever larger entries replace the infinite ones.
        """
        sweep = self.results.sweep
        if self.inquiry.sense in totals.unbounded:
            order, point = totals.unbounded[self.inquiry.sense]
        else:
            _, order = totals.best[self.inquiry.sense]
            point = worst_point(sweep.traced, sweep.known_goal(order), len(order), self.inquiry.sense).point
        instances = self._instances()
        candidates = (self.results.instance(instances, order, point, n, far=FAR**k) for k in POWERS_OF_FAR)
        instance = next(filter(instances.fails, candidates), None)
        if instance is None:
            return None, None
        smaller_sizes = [smaller for size, smaller in self.results.sizes.items() if size < n]
        smallest = not sweep.spec.fixed and not any(
            smaller.undecided or self._verdict(smaller) == "refuted" for smaller in smaller_sizes
        )
        return (
            instances.refute(instance, ParameterDomain.CLOSED, smallest=smallest),
            instances.refute(instance, ParameterDomain.OPEN, smallest=smallest),
        )

    def _attained(self, totals: SizeTotals, attaining_before: Witness | None) -> tuple[SizeVerdict, Witness | None]:
        """Return whether the constant is attained at a size, and by which instance with positive parameters.

        ``attaining_before`` attains it at a smaller size; None if nothing does. Where split orders are sums, a longer
        order with the same ratio attains it at this size too.
        """
        if attaining_before is not None and totals.adds_up:
            return "attained", attaining_before
        sense = self.inquiry.sense
        value: Any = None
        unbounded_order: Order | None = None
        if sense in totals.best:
            least, _ = totals.best[sense]
            value = -least if sense == "sup" else least
        if sense in totals.unbounded:
            unbounded_order, _ = totals.unbounded[sense]
        supremum = AttainedSupremum(self.results.sweep, self._instances(), rational(self.inquiry.constant), sense)
        # Where there is a floor, some orders have no extreme, so that one that attains the constant may be missing.
        is_exact = not totals.is_floored and not totals.undecided_reasons(sense)
        ties = totals.ties.get(sense, [])
        return supremum.verdict(value, ties, exact=is_exact, unbounded_order=unbounded_order)


def is_own_bound(axiom: Axiom) -> bool:
    """Return whether the axiom bounds a ratio in a way that explorations do not support."""
    return axiom.id not in RATIOS and axiom.id not in DIFFERENCES and axiom.quantifier == "for all"
