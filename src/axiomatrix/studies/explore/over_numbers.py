"""Enumeration for all values of a number: exact ranges where the one parameter is a number between two bounds.

:mod:`.enumerated` uses it for a metric such as Kendall's tau with a penalty p for ties. The ratio of every instance of
a size is computed as a function of the number (:mod:`~...methods.scalar_extremes`): no grid replaces its values. The
line is split into *parts*, on each of which that function has one formula. If a claimed bound fails for some values, an
instance with a simple rational value refutes it.

A :class:`ScalarExtreme` has an extreme ``value`` of the ratio (None if unbounded), and ``at``, the value of the number
where the ratio attains or approaches it (None for infinity). It also has the ``part`` of the line, and the
``arguments`` of the instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flint import fmpq

from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import Changed, EvaluatedTwice, Instance
from ...methods.scalar_extremes import ScalarExtreme, ScalarRange, scalar_extremes
from ...model.metric import Metric
from ...model.registry import Registry
from ...model.relation import FAILS
from ...numbers.exact import rational
from ...numbers.line import Interval, RealRoot
from .inquiry import Inquiry, number_parameter
from .results import SENSES, Extremal, NumberPlace, Sense, SizeAnswer, SizeVerdict

MAX_INSTANCES_FOLLOWED = 6_000
"""Most instances of a size, up to renaming the items, whose ratio is computed as a function of the number.

Each takes some milliseconds.
"""
MAX_RATIONALS_TRIED = 40
"""Most rational values near an extreme that are tried, to refute a bound at one of them."""
ROOT_DIGITS = 12
"""Decimal digits of the rational that bounds an extreme which is the root of a polynomial of degree 3 or more."""


class SizeOverNumber:
    """A question about a metric with a number as parameter, over n items and for all values of the number."""

    def __init__(self, inquiry: Inquiry, metric: Metric, registry: Registry, n: int) -> None:
        self.inquiry = inquiry
        self.metric = metric
        self.registry = registry
        self.n = n
        self.number = number_parameter(metric)
        """The name of the number."""
        self.definitions = EvaluatedTwice(registry)

    def decide(
        self, instances: Iterable[tuple[tuple[Any, ...], int]], *, is_complete: bool, is_smallest: bool
    ) -> SizeAnswer | None:
        """Decide the size from pairs (arguments of an instance, number of instances it represents).

        ``is_complete`` says that no space has other values than are listed, ``is_smallest`` that all smaller sizes are
        exhausted. Returns None if one item has no case. Raises ``NoValues`` where the metric cannot be followed.
        """
        ratios = scalar_extremes(self.metric, self.inquiry.quantity_statement, self.registry, instances)
        has_no_case = ratios.cases == ratios.discarded
        if has_no_case and self.n == 1:
            return None
        refutation = None
        extreme = ratios.best.get(self.inquiry.sense)
        verdict: SizeVerdict = "exhausted" if is_complete else "grid"
        if has_no_case:
            verdict = "undecided"
        elif extreme is not None and self._is_beyond(extreme):
            verdict = "undecided"  # unless a rational value refutes it, which a witness can hold
            instance = self._refuting_instance(extreme)
            if instance is not None:
                verdict = "refuted"
                refutation = self.inquiry.witness(
                    self.definitions, self.metric, instance, "refutes", smallest=is_smallest
                )
        return SizeAnswer(
            n=self.n,
            verdict=verdict,
            rankings=0,
            classes=0,
            cases=ratios.cases,
            discarded=ratios.discarded,
            extremes=tuple(self._extremes(ratios)),
            refutation=refutation,
        )

    def _is_beyond(self, extreme: ScalarExtreme) -> bool:
        """Return whether the extreme lies beyond the constant that is claimed."""
        if self.inquiry.constant is None:
            return False
        if extreme.value is None:  # the ratio is unbounded
            return True
        side = extreme.value.compare(RealRoot.of(rational(self.inquiry.constant)))
        return side == (1 if self.inquiry.sense == "sup" else -1)

    # --- instances ---

    def _instance(self, arguments: Sequence[Any], value: Any) -> Instance:
        """Return the instance of these arguments of the statement with a rational value of the number."""
        names = self.inquiry.quantity_statement.names(self.metric)
        number_value = self.metric.parameters[self.number].decode(str(value))
        return Instance(self.n, dict(zip(names, arguments, strict=True)), {self.number: number_value})

    def _refuting_instance(self, extreme: ScalarExtreme) -> Instance | None:
        """Return the extreme's instance at a simple rational value where the statement fails; None if there is none."""
        for value in rationals_near(extreme.at, extreme.part):
            instance = self._instance(extreme.arguments, value)
            if self.definitions.decide(self.metric, self.inquiry.statement, instance).code == FAILS:
                return instance
        return None

    # --- extremes ---

    def _extremes(self, ratios: ScalarRange) -> Iterator[Extremal]:
        """Yield the extremes as data, each with the value of the number where it is, or to which it leads."""
        for sense in SENSES:
            if (extreme := ratios.best.get(sense)) is None:
                continue
            value, root = _number_text(extreme.value, sense)
            names = self.inquiry.quantity_statement.names(self.metric)
            place = NumberPlace(
                parameter=self.number,
                value="infinity" if extreme.at is None else extreme.at.text(self.number),
                is_attained=extreme.attained,
                instance=", ".join(
                    f"{name} = {argument}" for name, argument in zip(names, extreme.arguments, strict=True)
                ),
            )
            yield Extremal(sense, value, self._attaining_witness(extreme), root=root, place=place)

    def _attaining_witness(self, extreme: ScalarExtreme) -> Witness | None:
        """Return the witness that attains the extreme; None unless a rational value of the number attains it."""
        if extreme.value is None or extreme.at is None or not extreme.attained or extreme.at.rational is None:
            return None
        try:
            instance = self._instance(extreme.arguments, extreme.at.rational)
            return self.inquiry.witness(self.definitions, self.metric, instance, "attains")
        except Changed:  # the definition has another value there: the extreme is reported without a witness
            return None


def _number_text(value: RealRoot | None, sense: Sense) -> tuple[str, str]:
    """Return (exact value as text, root in words); the second is empty unless the value is a root of degree 3 or more.

    The text of such a root is a rational just beyond it: above a supremum, below an infimum.
    """
    if value is None:
        return INFINITE, ""
    if value.polynomial.degree() <= 2:
        return value.text("x"), ""
    value.approximate(ROOT_DIGITS)
    scale = 10**ROOT_DIGITS
    beyond = (value.high * scale).ceil() if sense == "sup" else (value.low * scale).floor()
    return str(fmpq(int(beyond), scale)), value.text("x")


def rationals_near(at: RealRoot | None, part: Interval) -> Iterator[Any]:
    """Yield rational numbers of a part of the line that come ever nearer to the number ``at``.

    ``at`` comes first, if it is rational and inside the part. If it is None, for infinity, they are ever larger.
    """
    if part.point is not None:  # the part is a single number
        yield from [] if part.point.rational is None else [part.point.rational]
        return
    if at is None:
        low = part.rational_inside()
        yield from (low + 2**k for k in range(MAX_RATIONALS_TRIED))
        return
    yield from _approaching(at, part)


def _approaching(at: RealRoot, part: Interval) -> Iterator[Any]:
    """Yield simple rationals inside the part, each once, that come ever nearer to the number ``at``.

    In round k the part is cut down to the numbers within 2^-k of an approximation of ``at``, and the rational of the
    smallest denominator there is yielded. If ``at`` is itself rational and inside, soon nothing new is yielded.
    """
    seen = set[Any]()
    is_inside = at not in (part.low, part.high)
    if is_inside and at.rational is not None:
        seen.add(at.rational)
        yield at.rational
    for k in range(MAX_RATIONALS_TRIED):
        center = at.approximate(k)
        radius = fmpq(1, 2**k)
        low, high = RealRoot.of(center - radius), RealRoot.of(center + radius)
        if part.low is not None and part.low.compare(low) >= 0:
            low = part.low
        if part.high is not None and part.high.compare(high) <= 0:
            high = part.high
        if low.compare(high) < 0 and (value := Interval(low, high).rational_inside()) not in seen:
            seen.add(value)
            yield value
