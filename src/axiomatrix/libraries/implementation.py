"""Implementations: a library's function behind our signature, and the definition that its documentation gives.

The body of an adapter's function is what a user of the library would write: the snippets of the report are made of it.
"""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any

import numpy as np

from ..catalogue import load_catalogue
from ..model.axiom import Kind
from ..model.claim import Claim
from ..model.metric import RANKINGS, Metric
from ..model.registry import Registry
from ..numbers.exact import Undefined, fraction
from ..spaces import ParameterSpace, ScalarSpace, Space
from ..values.scored import Scored
from . import ties
from .library import Library, LibraryRefused, NoNumber, Row
from .manner import PLAIN, Manner, MannerSpace
from .processes import value_in_process
from .shapes import Inexpressible, Shape, inserted
from .snippet import snippet_of
from .ties import DOCUMENTED

FLOAT64, FLOAT32 = 2.0**-52, 2.0**-23


def definition_of(named: Callable[..., Any] | str) -> Callable[..., Any]:
    """Look up an exact definition: a metric of the catalogue by name; a function is returned as it is."""
    return load_catalogue().metric(named) if isinstance(named, str) else named


def definition_text(definition: Callable[..., Any] | None) -> str:
    """Describe what an exact definition computes; empty if there is none.

    For a metric, this is its name and formula; for a function, the first paragraph of its docstring.
    """
    if isinstance(definition, Metric):
        return f"{definition.name}: {definition.formula}"
    documented = inspect.getdoc(definition) or "a function of the adapter" if definition else ""
    return " ".join(documented.split("\n\n", 1)[0].split())


def metric_of(definition: Callable[..., Any] | None) -> str:
    """The name of the metric that an exact definition computes, where that is defined; empty for no metric."""
    if definition is None or isinstance(definition, Metric):
        return definition.name if definition else ""
    return str(getattr(definition, "computes", ""))


@dataclass(frozen=True, eq=False)
class Implementation:
    """How a library computes a metric.

    ``function`` takes the shape's variables and then the metric's parameters by name. ``definition`` is the exact
    metric that the library's documentation describes, for our values and parameters; ``ties`` the documented policy
    of :data:`ties.DOCUMENTED` (empty: none is documented). ``concept`` names what is claimed to be computed: all
    implementations of one concept with the same parameters are compared. ``page`` is the documentation.
    """

    library: Library
    row: str
    function: Callable[..., Any]
    shape: Shape
    page: str
    concept: str = ""
    definition: Callable[..., Any] | None = None
    ties: str = ""
    epsilon: float = FLOAT64
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further facts that axioms ask for, such as ``{"per_query": True}``; see the axioms."""
    registry: Registry | None = None
    """Where the row is registered: axioms that compare rows find the others there."""
    from_library: Mapping[str, str] = field(default_factory=dict)
    """Arguments of the function that are objects of the library, by their places there (see :mod:`.snippet`)."""

    def variables(self, arguments: Sequence[Any], parameters: Mapping[str, Any], manner: Manner) -> dict[str, Any]:
        """All arguments of the function for a call, by name."""
        if manner.again:  # the company is evaluated in earlier calls instead
            manner = replace(manner, company=())
        by_name = self.shape.variables(arguments, manner)
        by_name.update({name: as_argument(value) for name, value in parameters.items()})
        if "k" in by_name and manner.fault in ("negative cut-off", "zero cut-off"):
            by_name["k"] = -1 if manner.fault == "negative cut-off" else 0
        return by_name

    def value(self, arguments: Sequence[Any], parameters: Mapping[str, Any], manner: Manner = PLAIN) -> float:
        """The library's answer as a float.

        Raises :class:`LibraryRefused` if the library raises, :class:`NoNumber` for an answer that is not a finite
        number, and ``Undefined`` for what its shape cannot express.
        """
        if manner.process:
            return value_in_process(self.library, self.row, arguments, parameters, manner)
        try:
            variables = self.variables(arguments, parameters, manner)
        except Inexpressible as reason:
            raise Undefined(f"not expressible: {reason}") from None
        if manner.again == "same objects":
            self._called_before(variables)
        elif manner.again == "after others":
            for other in manner.company:
                with suppress(Inexpressible):
                    self._called_before(self.variables(other, parameters, PLAIN))
        return _number(self.call(variables))

    def _called_before(self, variables: Mapping[str, Any]) -> None:
        """Make an earlier call, whose answer is ignored."""
        with suppress(LibraryRefused):
            self.call(variables)

    def call(self, variables: Mapping[str, Any]) -> Any:
        """Call the library; :class:`LibraryRefused` with the exception that it raised."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                resolved = {name: resolve_name(place) for name, place in self.from_library.items()}
                return self.function(**resolved, **variables)
            except Exception as error:
                lines = str(error).strip().splitlines()
                raise LibraryRefused(
                    f"raises {type(error).__name__}" + (f": {lines[0][:160]}" if lines else "")
                ) from None

    def snippet(self, variables: Mapping[str, Any], comment: str = "") -> str:
        """Write Python that needs only the library and prints the value of this call."""
        return snippet_of(self.function, variables, comment, self.from_library)

    def companion(self, metric: Metric) -> Metric | None:
        """The documented definition as an exact metric with the same arguments and parameters."""
        if self.definition is None:
            return None
        return Metric(
            f"{metric.id} (definition)",
            metric.kind,
            self.exact_value,
            metric.parameters,
            variant=metric.variant,
            family="definitions",
            asked_anywhere=True,
            arguments=metric.arguments,
        )

    def exact_value(self, *arguments: Any, manner: Manner = PLAIN, **parameters: Any) -> Any:
        """The exact value by the documented definition, with ties by the documented policy."""
        assert self.definition is not None
        definition = self.definition
        if len(arguments) == 1 and isinstance(arguments[0], Scored):
            (x,) = arguments
            names = self.shape.named(manner, len(x) + len(x.missing))
            if manner.insertion:  # the order of the input is the order in which the dictionaries are filled
                order = list(inserted([(k, k) for k in range(1, len(x) + 1)], manner))
                x, names = x.rearranged(order), [*(names[k - 1] for k in order), *names[len(x) :]]
            return ties.under(self.ties, lambda listed: definition(listed, **parameters), x, names)
        return definition(*arguments, **parameters)


def as_argument(value: Any) -> Any:
    """Convert a parameter for the library: to an int if it is one, else to a float; bools and strings stay."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    return float(value if isinstance(value, float) else fraction(value))


def _number(value: Any) -> float:
    """Convert an answer to a float; :class:`NoNumber` describes any other answer."""
    item = getattr(value, "item", None)
    if item is not None and getattr(value, "size", 1) != 1 and not callable(getattr(value, "size", None)):
        raise NoNumber(f"answers an array of {value.size} values")
    try:
        value = item() if item is not None else value
    except (ValueError, RuntimeError) as error:
        raise NoNumber(f"answers no single number: {error}") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise NoNumber(f"answers {value!r:.60}, which is not a number")
    if not math.isfinite(value):
        raise NoNumber(f"answers {value}")
    return float(value)


def implementation(
    library: Library,
    name: str,
    concept: str = "",
    definition: Callable[..., Any] | str | None = None,
    formula: str = "",
    *,
    shape: Shape,
    kind: Kind,
    page: str,
    arguments: Mapping[str, Space] = RANKINGS,
    parameters: Mapping[str, ParameterSpace] = MappingProxyType({}),
    variant: str | None = None,
    ties: str = "",
    epsilon: float = FLOAT64,
    claims: Iterable[Iterable[Claim]] = (),
    options: Mapping[str, Any] = MappingProxyType({}),
    from_library: Mapping[str, str] = MappingProxyType({}),
    into: Registry,
) -> Row:
    """Register a library's function as a row: ``library.name``, or ``library.name[variant]``.

    ``definition`` is the exact one that is documented, a function or the name of a metric of the catalogue.
    ``claims`` are what the library's documentation says, each ``DOC.says(...).holds(axioms...)`` (or ``fails`` where it
    documents that it does not hold). The function's arguments are the shape's variables and then the parameters; before
    them come things of the library, ``from_library``, such as ``{"correlation": "scipy.stats:spearmanr"}``, so that
    one function serves many rows; ``"scipy.stats:"`` is what has the row's name there. ``formula`` is what the row
    computes, if the function's own text does not say it.
    """
    if ties and ties not in DOCUMENTED:
        raise ValueError(f"{name}: ties is {ties!r}; it must be one of {', '.join(DOCUMENTED)}")
    if not all(isinstance(parameter, ScalarSpace) for parameter in parameters.values()):
        raise ValueError(f"{name}: the parameters of an implementation must be single numbers")
    id = f"{library.id}.{name}"
    row_name = f"{id}[{variant}]" if variant else id
    places = {argument: place + name * place.endswith(":") for argument, place in from_library.items()}

    def register(function: Callable[..., Any]) -> Metric:
        takes, expected = list(inspect.signature(function).parameters), [*from_library, *shape.names, *parameters]
        if takes != expected:
            raise ValueError(f"{name}: the function takes {takes}; with this shape it must take {expected}")
        exact = definition_of(definition) if definition is not None else None
        described = (concept, exact, ties, epsilon, dict(options), into, places)
        implementation = Implementation(library, row_name, function, shape, page, *described)
        row = Metric(
            id,
            kind,
            _row_definition(implementation, formula or inspect.getdoc(function) or id),
            {**parameters, "manner": MannerSpace()},
            tuple(chain.from_iterable(claims)),
            variant,
            exact=False,
            family=library.id,
            arguments=dict(arguments),
            implementation=implementation,
        )
        into.add_metric(row)
        return row

    return register


def _row_definition(implementation: Implementation, doc: str) -> Callable[..., float]:
    """Make the definition of the row, which calls the library."""

    def call(*values: Any, manner: Manner = PLAIN, **parameters: Any) -> float:
        return implementation.value(values, parameters, manner)

    call.__doc__ = doc
    return call
