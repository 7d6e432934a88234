"""One sweep of an exploration: chunks computed in any process, added up by size, and the answers to its questions.

:mod:`.run` sends :func:`timed_chunk` a payload for each chunk (the orders of n items with one prefix), gives the
results to :meth:`Swept.add`, and reads the answers to each question from :class:`SizesOfSweep`. Values are those of
minimising: for a supremum the numerator is negated, so that less is always more extreme.
"""

from __future__ import annotations

import json
import math
import socket
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from flint import fmpq

from ...catalogue import load_catalogue
from ...catalogue.user_frames import raised_in_file
from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import Instance
from ...methods.coordinates import SPLIT, Order, starting_with
from ...methods.encoding import certificate, exact_data, size_data
from ...methods.extremal import AttainedSupremum, Instances, grown_to, worst_point
from ...methods.sweep import Asymmetric, Spec, Sweep
from ...methods.sweep_counts import SweepCounts
from ...methods.traced import FAR
from ...model.axiom import Axiom
from ...model.relation import NotARelation
from ...numbers.exact import rational
from ...numbers.forms import NotLinear
from ...spaces.parameters import ParameterDomain
from ...verify import LinearChecker
from .inquiry import DIFFERENCES, RATIOS, Inquiry
from .results import Extremal, Sense, SizeAnswer, SizeVerdict

COUNTS = ("rankings", "classes", "split", "discarded")
"""Counters of a chunk, which are added up: orders, classes solved, orders that split, orders without a case."""
FARTHER = (1, 2, 4, 16, 64)
"""Powers of :data:`FAR` at which a refutation is looked for, in turn, where it lies at infinity."""
SENSES: tuple[Sense, ...] = ("inf", "sup")


@dataclass
class Swept:
    """One sweep while it grows: the results of its chunks, added up by size.

    Sizes are added in increasing order: ``best`` and ``infinite`` are those of the size added last. A ranking *splits*
    if its first k items are those of the reference, so that both sides of its inequality are sums of those of two
    smaller rankings. Where such rankings are not solved, ``best`` and ``infinite`` carry over from size to size, since
    a sum is no more extreme than its parts.
    """

    sweep: Sweep
    sizes: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By n, the results of all chunks together, under these keys:

    - the counters :data:`COUNTS`;
    - by sense: ``settled`` (number of rankings that a lemma settles), ``proofs`` (a JSON line for each class), ``best``
      and ``infinite`` (as in the fields of these names), and ``ties`` (the orders that attain the best value);
    - ``undecided``: [order, sense, reason] of each order that is not decided;
    - ``points``: pairs (denominator, numerator) of the quantity at vertices, for pictures;
    - ``floored``: True if some extremes are not exact (see :meth:`floors`);
    - ``adds_up``: True if rankings that split are not solved.
    """
    best: dict[str, tuple[Any, Order]] = field(default_factory=dict)
    """By sense, the least value (numerators negated for a supremum), and the first order that has it."""
    infinite: dict[str, tuple[Order, tuple[Any, ...]]] = field(default_factory=dict)
    """By sense, the first order at which no constant exists (or a statement without a ratio fails), and a point of the
    parameter that shows it."""
    seconds: dict[int, float] = field(default_factory=dict)
    """The computing time of each size, over all processes and, where it was resumed, over all runs."""
    observed: bool = False
    """Whether the definition looks at its items, so that certificates are about items named 1..n only."""
    every_tie: bool = False
    """Whether all orders that attain an extreme are asked for, and not only whether one lies beyond it."""

    def floors(self) -> tuple[tuple[str, str], ...]:
        """Return (sense, best value of the sizes so far as text); none if chunks must be exact.

        A chunk need not find the extreme of an order that is no more extreme than that. This is so where the best order
        of a smaller size, extended by items in their places, has the same ratio at the next size (``SPLIT``).
        """
        if SPLIT not in self.sweep.by or self.every_tie:
            return ()
        return tuple((sense, str(value)) for sense, (value, _) in sorted(self.best.items()))

    @cached_property
    def digest(self) -> str:
        """The digest of the definition's file when the run began; workers compare it with their file."""
        return self.sweep.metric.file_digest

    def payload(self, n: int, prefix: Order) -> list[Any]:
        """Return the arguments of :func:`timed_chunk` for a chunk."""
        return [astuple(self.sweep.spec), self.digest, n, prefix, self.floors()]

    def add(self, n: int, results: Sequence[Mapping[str, Any]]) -> None:
        """Add up the results of the chunks of one size, which are in the order of their prefixes.

        Where orders that split were not solved, the results of smaller sizes are carried over.
        """
        self.seconds[n] = self.seconds.get(n, 0.0) + sum(result["seconds"] for result in results)
        self.observed |= any(result["observed"] for result in results)
        total: dict[str, Any] = {key: sum(result[key] for result in results) for key in COUNTS}
        total["settled"] = {
            sense: sum(result["settled"].get(sense, 0) for result in results) for sense in self.sweep.senses
        }
        total["floored"] = any(result["floored"] for result in results)
        total["undecided"] = [entry for result in results for entry in result["undecided"]]
        total["points"] = {tuple(point) for result in results for point in result["points"]}
        total["proofs"] = defaultdict(list)
        infinite: dict[str, tuple[Order, tuple[Any, ...]]] = {}
        for result in results:
            for sense, lines in result["proofs"].items():
                total["proofs"][sense] += lines
            for sense, pairs in result["unbounded"].items():
                for order, point in pairs[:1]:
                    infinite.setdefault(sense, (tuple(order), tuple(map(rational, point))))
        best, ties = _best_of_chunks(results)
        adds_up = SPLIT in self.sweep.by and total["rankings"] == math.factorial(n)
        if adds_up:  # rankings that split were not solved: their extremes are those of their parts, at smaller sizes
            infinite |= self.infinite
            total["undecided"] += self.sizes[n - 1]["undecided"] if n - 1 in self.sizes else []
            for sense, (value, order) in self.best.items():
                if sense not in best or value <= best[sense][0]:
                    best[sense] = value, order
        self.infinite, self.best = infinite, best
        total |= {"adds_up": adds_up, "infinite": infinite, "best": best, "ties": ties}
        self.sizes[n] = total

    def instance(
        self, instances: Instances, order: Order, point: tuple[Any, ...], n: int, *, far: int = FAR
    ) -> Instance:
        """Return the instance of n items at an order of at most n items and a point of the parameter.

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
        return all(total["discarded"] == total["rankings"] for size, total in self.sizes.items() if size >= n)

    def undecided(self, n: int, sense: str) -> list[str]:
        """Reasons why orders of that size are undecided, each once."""
        return list(
            dict.fromkeys(reason for _order, its_sense, reason in self.sizes[n]["undecided"] if its_sense == sense)
        )

    def why_undecided(self, sense: str) -> str:
        """The first reason why something is undecided; empty if nothing is."""
        no_case = "no case is left: the metric has no value, or none meets the condition"
        for n in sorted(self.sizes):
            for reason in self.undecided(n, sense):
                return f"n = {n}: {reason}"
            if self.has_no_case_from(n):
                return f"n = {n}: {no_case}"
        return ""

    def proved_up_to(self, sense: str) -> int:
        """The largest N such that each size up to N has cases and a proved constant; 0 if there is none."""
        last = 0
        while (
            (size := self.sizes.get(last + 1))
            and sense not in size["infinite"]
            and not self.undecided(last + 1, sense)
            and not self.has_no_case_from(last + 1)
        ):
            last += 1
        return last

    def certificate(self, sense: str, statement: Any) -> dict[str, Any]:
        """Return the certificate of the best constant in this sense, for the sizes at which every order is decided."""
        spec = self.sweep.spec
        sizes = []
        for n, total in sorted(self.sizes.items())[: self.proved_up_to(sense)]:
            best = total["best"].get(sense)
            size: dict[str, Any] = {"n": n, "value": None if best is None else exact_data(best[0])}
            size |= size_data(
                self.sweep.traced.coordinates, n, total["rankings"], total["rankings"] - total["discarded"]
            )
            if total["settled"].get(sense):
                size["lemmas"] = [lemma.id for lemma in self.sweep.lemmas]
            if spec.fixed:
                size["fixed"] = {
                    name: [exact_data(entry) for entry in value.entries.values()]
                    for name, value in self.sweep.fixed(n).items()
                }
            sizes.append({**size, "classes": [json.loads(line) for line in total["proofs"].get(sense, ())]})
        return certificate(spec.metric, statement, spec.parameter, sense, self.sweep.by, self.observed, sizes)


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
                best[sense], ties[sense] = (value, tuple(order)), []
            if value == best[sense][0]:
                ties[sense] += map(tuple, result["ties"][sense])
    return best, ties


class SizesOfSweep:
    """The answers of a sweep to one inquiry, size by size."""

    def __init__(self, inquiry: Inquiry, swept: Swept) -> None:
        self.inquiry = inquiry
        self.swept = swept

    def answers(self) -> Iterator[SizeAnswer]:
        """Yield the results of each size that was swept."""
        inquiry, swept = self.inquiry, self.swept
        attaining: Witness | None = None
        for n, total in sorted(swept.sizes.items()):
            if n == 1 and not (total["best"] or total["infinite"] or total["undecided"]):
                continue  # one item: both sides are zero
            extremes = []
            for sense in SENSES:
                best = total["best"].get(sense)
                if sense in total["infinite"]:  # no constant: infinite, if the statement is about a constant
                    extremes += [Extremal(sense, INFINITE)] if inquiry.constant is not None else []
                elif best is not None:
                    extremes.append(self._extremal(sense, best[1], n))
            verdict = "undecided" if swept.has_no_case_from(n) else self._verdict(total)
            refutation: Witness | None = None
            positive: Witness | None = None
            if inquiry.attains:
                verdict, attaining = self._attained(total, attaining)
                positive = attaining if attaining is not None and attaining.n == n else None
            elif verdict == "refuted":
                refutation, positive = self._refutation(total, n)
                if refutation is None:  # a bound that fails only very far out: no instance shows it
                    verdict = "undecided"
            yield SizeAnswer(
                n=n,
                verdict=verdict,
                rankings=math.factorial(n),
                classes=total["classes"],
                decomposed=total["split"],
                by_lemma=total["settled"][inquiry.sense],
                extremes=tuple(extremes),
                refutation=refutation,
                positive=positive,
                certificates=len(total["proofs"].get(inquiry.sense, ())),
                points=tuple(sorted(total["points"])),
            )

    def _verdict(self, total: Mapping[str, Any]) -> SizeVerdict:
        """Return the verdict of a size, for a statement that is not about attaining a constant."""
        best = total["best"].get(self.inquiry.sense)
        if best is not None and is_own_bound(self.inquiry.statement.axiom):
            return "undecided"  # a bound of the user's own axiom: its ratio and its constant are not known
        if self.inquiry.sense in total["infinite"] or (best is not None and best[0] < self._least()):
            return "refuted"
        return "undecided" if any(sense == self.inquiry.sense for _, sense, _ in total["undecided"]) else "certified"

    def _least(self) -> Any:
        """Return the least value of the quantity (negated for a supremum) for which the statement holds."""
        if self.inquiry.constant is None:
            # A relation for all cases holds where its slack is not negative. A statement that only asks for an extreme
            # cannot fail: no ratio here is as low as -10^9.
            return fmpq(0) if self.inquiry.statement.axiom.quantifier == "for all" else fmpq(-(10**9))
        constant = rational(self.inquiry.constant)
        return -constant if self.inquiry.sense == "sup" else constant

    def _instances(self, statement: Any = None) -> Instances:
        """Return the instances of a statement, by default the inquiry's, with the definitions of the sweep."""
        sweep = self.swept.sweep
        return Instances(sweep.traced, statement or self.inquiry.statement, sweep.traced.definitions)

    def _extremal(self, sense: Sense, order: Order, n: int) -> Extremal:
        """Return the extreme at an order as data, with a witness if some parameter of the closed space attains it."""
        sweep = self.swept.sweep
        extreme = worst_point(sweep.traced, sweep.known_goal(order), len(order), sense)
        instances = self._instances(sweep.statement)
        instance = self.swept.instance(instances, order, extreme.point, n)
        witness = instances.witness(instance, "attains", ParameterDomain.CLOSED, False) if extreme.attained else None
        return Extremal(sense, str(extreme.value), witness)

    def _refutation(self, total: Mapping[str, Any], n: int) -> tuple[Witness | None, Witness | None]:
        """Return a refutation on the closed space, and one with a strictly positive parameter; None for one not found.

        Where the refuting point lies at infinity, ever larger entries replace the infinite ones.
        """
        sweep = self.swept.sweep
        if self.inquiry.sense in total["infinite"]:
            order, point = total["infinite"][self.inquiry.sense]
        else:
            order = total["best"][self.inquiry.sense][1]
            point = worst_point(sweep.traced, sweep.known_goal(order), len(order), self.inquiry.sense).point
        instances = self._instances()
        candidates = (self.swept.instance(instances, order, point, n, far=FAR**k) for k in FARTHER)
        instance = next(filter(instances.fails, candidates), None)
        if instance is None:
            return None, None
        smaller_sizes = [total for size, total in self.swept.sizes.items() if size < n]
        smallest = not sweep.spec.fixed and not any(
            total["undecided"] or self._verdict(total) == "refuted" for total in smaller_sizes
        )
        return (
            instances.refute(instance, ParameterDomain.CLOSED, smallest=smallest),
            instances.refute(instance, ParameterDomain.OPEN, smallest=smallest),
        )

    def _attained(
        self, total: Mapping[str, Any], attaining_before: Witness | None
    ) -> tuple[SizeVerdict, Witness | None]:
        """Return whether the constant is attained at a size, and by which instance with positive parameters.

        ``attaining_before`` attains it at a smaller size. Where rankings add up, so does it at this size.
        """
        if attaining_before is not None and total["adds_up"]:
            return "attained", attaining_before
        sense = self.inquiry.sense
        best, infinite = total["best"].get(sense), total["infinite"].get(sense)
        value = None if best is None else -best[0] if sense == "sup" else best[0]
        supremum = AttainedSupremum(self.swept.sweep, self._instances(), rational(self.inquiry.constant), sense)
        # Below a floor the extreme of a ranking is not computed, so that some order that attains it may be missing.
        is_exact = not total["floored"] and not any(undecided == sense for _, undecided, _ in total["undecided"])
        ties = total["ties"].get(sense, [])
        return supremum.verdict(value, ties, exact=is_exact, unbounded_order=infinite[0] if infinite else None)


def is_own_bound(axiom: Axiom) -> bool:
    """Return whether the axiom bounds a ratio in a way that explorations do not support."""
    return axiom.id not in RATIOS and axiom.id not in DIFFERENCES and axiom.quantifier == "for all"


# --- chunks, in any process --------------------------------------------------------------------------------

_digests: dict[str, str] = {}
"""By metric, the digest of its file when this process imported it."""


@lru_cache(maxsize=16)
def checked_sweep(spec: Spec) -> Sweep:
    """Return the sweep in this process, each of its proofs checked independently as soon as it is found."""
    return Sweep.of(spec, check=LinearChecker)


def forget_definitions() -> None:
    """Forget the sweeps of this process, whose metrics may have been defined anew, as in a notebook."""
    checked_sweep.cache_clear()
    _digests.clear()


def swept_chunk(spec: Spec, n: int, prefix: Order, floors: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the results of one chunk, in any process: the orders of n items with that prefix.

    ``floors`` are those of :meth:`Swept.floors`. If the definition is not linear or loses a symmetry at this size, or
    if a user's file raises, the chunk is undecided, with the reason.
    """
    sweep = checked_sweep(spec)
    try:
        return sweep.chunk(n, prefix, dict(floors))
    except Exception as error:
        is_explained = isinstance(error, (Asymmetric, NotLinear, NotARelation))
        if not (reason := str(error) if is_explained else raised_in_file(error)):
            raise
        first_order = next(starting_with(prefix, n))
        return SweepCounts(undecided=[[list(first_order), sense, reason] for sense in sweep.senses]).data()


def timed_chunk(payload: Sequence[Any]) -> dict[str, Any]:
    """Compute the chunk of a payload (see :meth:`Swept.payload`), in any process, with the seconds that it took.

    A worker may have imported another version of the definition's file. Its results are then refused.
    """
    began = time.monotonic()
    fields, digest, n, prefix, floors = _tuples(payload)
    spec = Spec(*fields)
    result = swept_chunk(spec, n, prefix, floors)
    if digest != _digests.setdefault(spec.metric, load_catalogue().metric(spec.metric).file_digest):
        raise ValueError(
            f"the file of {spec.metric} is another one on {socket.gethostname()}: workers need the files that are "
            "here, and have to be started again after a change"
        )
    return {**result, "seconds": round(time.monotonic() - began, 3)}


def _tuples(data: Any) -> Any:
    """Convert JSON lists back to tuples."""
    return tuple(map(_tuples, data)) if isinstance(data, (list, tuple)) else data
