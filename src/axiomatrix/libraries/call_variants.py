"""Call variants: ways of calling a library on the same metric arguments.

Most call variants must not change the value: another dtype, the order in which a dictionary was filled, the names of
documents, other queries in the same call, a fresh process. Others make the input invalid (``fault``) or change what
is asked (``weights``).

A call variant has aspects, such as ``container`` or ``names``, and differs from the plain call variant in a few of
them. Every implementation (a metric whose values a library computes) has the call variant as an additional parameter,
which the axioms of implementations change: ``m.with_(call_variant=PLAIN_CALL.with_aspect("container", "tuple"))``. A
shape (:mod:`.shapes`) turns arguments and call variant into the variables of the call.

:class:`CallVariantSpace` and :class:`CallVariants` are spaces, sets of values that can be enumerated, drawn at random,
and encoded as JSON. The first is the space of the parameter, the second has the call variants over which an axiom
quantifies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from reprlib import repr as shortened
from typing import Any

from ..model.metric import Metric
from ..spaces import Chooser, FewValues, ScalarSpace

TRANSFORMATIONS: dict[str, Callable[[Fraction], Fraction]] = {
    "plus 16": lambda s: s + 16,
    "minus 16": lambda s: s - 16,
    "plus 2^20": lambda s: s + 2**20,
    "plus 2^24": lambda s: s + 2**24,
    "times 2^40": lambda s: s * 2**40,
    "times 2^-40": lambda s: s / 2**40,
    "times 2^200": lambda s: s * 2**200,
    "times 2^-200": lambda s: s / 2**200,
    "1 plus 2^-40 times": lambda s: 1 + s / 2**40,
    "cubed": lambda s: s**3,
    "to the power of 5 minus 40": lambda s: s**5 - 40,
}
"""Strictly increasing transformations of scores: the results are exact in float64 if the scores are small integers."""
DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float32", "float64")
TEXT_NAMES = ("reversed", "integers", "negative integers", "beyond 2^53", "long")
"""Schemes of names that are strings, such as ``"9"`` and ``"10"``. From 2^53 on, two numbers may become one float64."""
NUMBER_NAMES = ("whole numbers", "negative whole numbers", "whole numbers beyond 2^53")
"""Schemes of names that are ints, for shapes whose library takes such ids."""
CHOICES: dict[str, tuple[str, ...]] = {
    "again": ("1", "2", "same objects", "after others"),
    "process": ("hash seed 0", "hash seed 1"),
    "container": ("list", "tuple", "array"),
    "truth": DTYPES,
    "scores": DTYPES,
    "transformation": tuple(TRANSFORMATIONS),
    "insertion": ("reversed", "rotated"),
    "names": (*TEXT_NAMES, *NUMBER_NAMES),
    "query_names": (*TEXT_NAMES, *NUMBER_NAMES),
    "queries": ("run reversed", "judgements reversed", "both reversed"),
    "measures": ("others", "others first", "others around"),
    "absent": ("from the run", "from the judgements"),
    "weights": ("all 2", "last 0", "last 2"),
    "padding": ("minus infinity",),
    "fault": (
        "nan score",
        "infinite score",
        "nan grade",
        "infinite grade",
        "negative grade",
        "negative grades",
        "fewer scores",
        "duplicate item",
        "negative cut-off",
        "zero cut-off",
        "empty",
    ),
}
"""The values of each aspect of a call variant, apart from the plain one; :class:`CallVariant` explains the aspects.

Reports print these words, and files of witnesses store them.
"""


@dataclass(frozen=True, slots=True)
class CallVariant:
    """A way of making a call. Every aspect has a value of :data:`CHOICES`, or is empty for the plain way.

    - ``again``: the call is repeated. ``1`` and ``2`` are the second and the third call with equal arguments in new
      objects. ``same objects`` is the second call with the identical objects. ``after others`` follows a call for each
      query of ``company``.
    - ``process``: the call is made in another process with this hash seed.
    - ``container``: the type of the sequences.
    - ``truth``, ``scores``: the dtype of the grades and of the scores (or of the first and the second vector).
    - ``transformation``: an increasing function that is applied to the scores.
    - ``insertion``: the order in which dictionaries are filled with documents.
    - ``names``, ``query_names``: how documents and queries are named.
    - ``queries``: the order of the queries.
    - ``measures``: other measures are evaluated in the same call.
    - ``absent``: the queries of ``company`` are missing from the run or from the judgements.
    - ``weights``: the weights of items.
    - ``padding``: an irrelevant item of this score is added at the end of the list.
    - ``fault``: the input is invalid in this way.
    - ``company``: arguments of other queries, evaluated in the same call. This is not an aspect, and it is not saved
      with a witness.
    """

    again: str = ""
    process: str = ""
    container: str = ""
    truth: str = ""
    scores: str = ""
    transformation: str = ""
    insertion: str = ""
    names: str = ""
    query_names: str = ""
    queries: str = ""
    measures: str = ""
    absent: str = ""
    weights: str = ""
    padding: str = ""
    fault: str = ""
    company: tuple[Any, ...] = ()

    def with_aspect(self, aspect: str, value: str) -> CallVariant:
        """Return the call variant with one aspect changed; raises ``ValueError`` for an unknown aspect or value."""
        if aspect not in CHOICES:
            raise ValueError(f"call variant: {shortened(aspect)} is not an aspect; these are: {', '.join(CHOICES)}")
        if value not in CHOICES[aspect]:
            raise ValueError(
                f"call variant: {aspect} is {shortened(value)}; it must be one of {', '.join(CHOICES[aspect])}"
            )
        return replace(self, **{aspect: value})  # type: ignore[arg-type]  # every aspect but company is a text

    def with_company(self, *company: Any) -> CallVariant:
        """Return the call variant with these other queries in the same call."""
        return replace(self, company=company)

    @property
    def aspects(self) -> dict[str, str]:
        """The values of the aspects that are not plain."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "company" and getattr(self, f.name)}

    def __str__(self) -> str:
        parts = [f"{aspect.replace('_', ' ')}: {value}" for aspect, value in self.aspects.items()]
        parts += [f"along with {arguments}" for arguments in self.company]
        return "; ".join(parts) or "plain"


PLAIN_CALL = CallVariant()


class CallVariantSpace(ScalarSpace):
    """Space of the parameter ``call_variant``, which every implementation has. Its only member is the plain one.

    The axioms change the call variant of single calls, so that a search over parameters need not. Any call variant can
    be encoded, as the dictionary of its aspects that are not plain.
    """

    complete = True

    def __init__(self) -> None:
        super().__init__("the plain call")

    def enumerate(self, n: int) -> Sequence[Any]:
        return [PLAIN_CALL]

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> CallVariant:
        return PLAIN_CALL

    def to_exact(self, value: Any) -> CallVariant:
        if not isinstance(value, CallVariant):
            raise ValueError(f"call variant is {shortened(value)}; it must be a CallVariant")
        return value

    def validate(self, value: Any, n: int) -> None:
        if value != PLAIN_CALL:
            raise ValueError(f"call variant is {shortened(value)}; it must be the plain one")

    def encode(self, value: Any) -> Any:
        return value.aspects

    def decode(self, data: Any) -> Any:
        if not isinstance(data, dict) or len(data) > len(CHOICES) or not set(data) <= set(CHOICES):
            raise ValueError(f"call variant: {shortened(data)} must map aspects ({', '.join(CHOICES)}) to values")
        call_variant = PLAIN_CALL
        for aspect, value in data.items():
            call_variant = call_variant.with_aspect(aspect, value)
        return call_variant


class CallVariants(FewValues):
    """Call variants that differ from the plain one in one aspect, or in several aspects that have the same value.

    An empty text among ``values`` is the plain call variant. For a metric, the space has only the call variants that
    its shape can express.
    """

    complete = True

    def __init__(self, *aspects: str, values: Sequence[str] | None = None) -> None:
        self.aspects = aspects
        self.values = tuple(CHOICES[aspects[0]] if values is None else values)  # several aspects have the same choices
        aspect_names = " and ".join(aspects).replace("_", " ")
        self.name = f"{aspect_names}: {', '.join(value or 'as usual' for value in self.values)}"  # type: ignore[misc]  # an instance has its own

    def of_metric(self, metric: Metric) -> CallVariants:
        """Return the space for a metric: the call variants that its shape can express."""
        if metric.implementation is None:
            return self
        shape = metric.implementation.shape
        values = [v for v in self.values if not v or all(shape.can_express(aspect, v) for aspect in self.aspects)]
        return CallVariants(*self.aspects, values=values)

    def enumerate(self, n: int) -> Sequence[CallVariant]:
        return [self.decode({aspect: value for aspect in self.aspects if value}) for value in self.values]

    def encode(self, value: CallVariant) -> Any:
        return value.aspects

    def decode(self, data: Any) -> Any:
        return CallVariantSpace().decode(data)
