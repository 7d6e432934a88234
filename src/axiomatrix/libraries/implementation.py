"""Implementations: a library's function as a metric of axiomatrix, beside the exact definition that it documents.

An adapter registers each of its rows with the decorator :func:`implementation`::

    @implementation(PANDAS, "Series.corr", "Kendall tau-b", "kendall-tau-b", shape=TwoVectors(), ...)
    def tau(x, y):
        from pandas import Series

        return Series(x).corr(Series(y), method="kendall")

- The row, here ``pandas.Series.corr``, is a metric whose value the library computes. Axioms are checked of it like of
  any metric.
- The concept ``Kendall tau-b`` is what the row claims to compute. Rows of one concept are compared with each other.
- The definition ``kendall-tau-b`` is the documented formula, as an exact metric of the catalogue or as a function. The
  row is compared with it.
- The shape (:mod:`.shapes`) turns the arguments of the metric into the variables ``x`` and ``y`` of the function.
- The body of the function is what a user of the library would write, since the snippets of reports are made of it
  (:mod:`.snippet`). So the imports are in the body.

Each call has a *call variant* (:mod:`.call_variants`): it may, for example, be made with arrays in place of lists, or
with other queries in the same call (``company``), or with a fault in its input. The call variant is the last parameter
of every row.
"""

from __future__ import annotations

import inspect
import math
import re
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
from .call_variants import PLAIN_CALL, CallVariant, CallVariantSpace
from .library import Library, LibraryRefused, NoNumber, Row
from .processes import value_in_process
from .shapes import Inexpressible, Shape, fill_dictionary
from .snippet import snippet_of
from .ties import DOCUMENTED

_TIME_OF_DAY = re.compile(r"\[\d\d:\d\d:\d\d\] ")
"""The time at which XGBoost raised. It is left out, so that a stored answer is the one that the next run gets."""
_MAX_MESSAGE_CHARACTERS = 160
"""Characters of an exception's message that are kept: the rest often repeats the input."""
FLOAT64, FLOAT32 = 2.0**-52, 2.0**-23
"""Machine epsilons of the precisions in which libraries compute: the distance from 1 to the next larger number."""
NO_CONCEPT = ""
"""The concept of a row that is compared with no other row, since no other row computes the same."""


def definition_of(definition: Callable[..., Any] | str) -> Callable[..., Any]:
    """Return an exact definition: a function unchanged, or the metric of the catalogue that has this name."""
    return load_catalogue().metric(definition) if isinstance(definition, str) else definition


def definition_text(definition: Callable[..., Any] | None) -> str:
    """Describe what an exact definition computes; empty if there is none.

    For a metric, this is its name and formula; for a function, the first paragraph of its docstring.
    """
    if definition is None:
        return ""
    if isinstance(definition, Metric):
        return f"{definition.name}: {definition.formula}"
    docstring = inspect.getdoc(definition) or "a function of the adapter"
    return " ".join(docstring.split("\n\n", 1)[0].split())


def metric_name(definition: Callable[..., Any] | None) -> str:
    """Return the name of the catalogue's metric that an exact definition computes, perhaps on fewer lists.

    It is empty if there is no such metric. :mod:`.list_definitions` sets the attribute ``computes`` of the functions
    that it makes of metrics.
    """
    if isinstance(definition, Metric):
        return definition.name
    return str(getattr(definition, "computes", ""))


@dataclass(frozen=True, eq=False)
class Implementation:
    """A library's computation of a metric, with what its documentation says of it."""

    library: Library
    row: str
    """The name of the row, with its variant, such as ``pandas.Series.corr[kendall]``."""
    function: Callable[..., Any]
    """Calls the library. Takes the objects of ``from_library``, the shape's variables, and the metric's parameters."""
    shape: Shape
    page: str
    """The address of the documentation."""
    concept: str = ""
    """The metric that it claims to compute; :data:`NO_CONCEPT` if no other row computes it.

    All implementations of one concept with equal parameters are compared.
    """
    definition: Callable[..., Any] | None = None
    """The exact metric that the documentation describes, for the values of axiomatrix; None if it describes none."""
    ties: str = ""
    """The documented policy for ties, one of :data:`.ties.DOCUMENTED`; empty if none is documented."""
    epsilon: float = FLOAT64
    """Machine epsilon of the library's numbers, which decides the tolerance of comparisons."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further facts that decide which axioms apply, all absent by default.

    - ``per_query``: true if the answer is the value of one query.
    - ``mean_over_rows``: true if the answer is the mean over all queries of the call.
    - ``exponential_gains``: true if a gain is 2 to the power of the grade.
    - ``single_precision``: true if scores are predictions in float32, whatever the caller passes.
    - ``recommends``: true if the lists are made by a recommender, which lists an item once.
    - ``recomputed``: the name of a row that evaluates what this row reports.
    - ``axioms``: the ids of the axioms that the row is asked; all are asked if it is absent, none if it is empty.
    """
    registry: Registry | None = None
    """Where the row is registered: axioms that compare rows find the others there."""
    from_library: Mapping[str, str] = field(default_factory=dict)
    """Arguments of the function that are objects of the library, each as ``module:name``, by the argument's name."""

    def variables(
        self, arguments: Sequence[Any], parameters: Mapping[str, Any], call_variant: CallVariant
    ) -> dict[str, Any]:
        """Return the keyword arguments of the adapter's function for a call: the shape's variables and the parameters.

        Raises :class:`.shapes.Inexpressible` for what the shape cannot express.
        """
        if call_variant.again:  # the other queries are evaluated in earlier calls instead
            call_variant = replace(call_variant, company=())
        by_name = self.shape.variables(arguments, call_variant)
        by_name.update({name: as_argument(value) for name, value in parameters.items()})
        if "k" in by_name:  # the cut-off is a parameter, so its faults are not put in by the shape
            by_name["k"] = {"negative cut-off": -1, "zero cut-off": 0}.get(call_variant.fault, by_name["k"])
        return by_name

    def value(
        self, arguments: Sequence[Any], parameters: Mapping[str, Any], call_variant: CallVariant = PLAIN_CALL
    ) -> float:
        """Return the library's answer as a float.

        Raises :class:`LibraryRefused` if the library raises, :class:`NoNumber` for an answer that is not a finite
        number, and ``Undefined`` for what its shape cannot express.
        """
        if call_variant.process:
            return value_in_process(self.library, self.row, arguments, parameters, call_variant)
        try:
            variables = self.variables(arguments, parameters, call_variant)
        except Inexpressible as reason:
            raise Undefined(f"not expressible: {reason}") from None
        # Make the earlier calls that the call variant asks for. Where ``again`` is "1" or "2", the second and the third
        # call, none is needed: the axiom has called the library in the plain call variant before.
        if call_variant.again == "same objects":
            self._call_and_ignore_answer(variables)
        elif call_variant.again == "after others":
            for other_arguments in call_variant.company:
                with suppress(Inexpressible):
                    self._call_and_ignore_answer(self.variables(other_arguments, parameters, PLAIN_CALL))
        return _as_float(self.call(variables))

    def _call_and_ignore_answer(self, variables: Mapping[str, Any]) -> None:
        """Call the library for the effects of the call alone, even if it raises."""
        with suppress(LibraryRefused):
            self.call(variables)

    def call(self, variables: Mapping[str, Any]) -> Any:
        """Call the library; raises :class:`LibraryRefused`, which names the library's own exception, if it raises."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                resolved = {name: resolve_name(place) for name, place in self.from_library.items()}
                return self.function(**resolved, **variables)
            except Exception as error:
                text = f"raises {type(error).__name__}"
                lines = str(error).strip().splitlines()
                if lines:
                    text += ": " + _TIME_OF_DAY.sub("", lines[0][:_MAX_MESSAGE_CHARACTERS])
                raise LibraryRefused(text) from None

    def snippet(self, variables: Mapping[str, Any], comment: str = "") -> str:
        """Write Python that needs only the library and prints the value of this call."""
        return snippet_of(self.function, variables, comment, self.from_library)

    def companion(self, metric: Metric) -> Metric | None:
        """Return the documented definition as an exact metric, with the arguments and parameters of the row ``metric``.

        None if there is no definition. An axiom that the row violates is asked of the companion, too, to tell a defect
        of the code from a property of the metric.
        """
        if self.definition is None:
            return None
        return Metric(
            f"{metric.id} (definition)",
            metric.kind,
            self.exact_value,
            metric.parameters,
            variant=metric.variant,
            family="definitions",
            evaluated_anywhere=True,  # also on inputs outside its spaces, since the library is called with any
            arguments=metric.arguments,
        )

    def exact_value(self, *arguments: Any, call_variant: CallVariant = PLAIN_CALL, **parameters: Any) -> Any:
        """Return the exact value by the documented definition, with ties broken by the documented policy.

        Of the call variant only the names and the order of documents matter, since policies for ties may depend on
        them.
        """
        assert self.definition is not None
        definition = self.definition
        if len(arguments) == 1 and isinstance(arguments[0], Scored):
            (x,) = arguments
            names = self.shape.document_names(call_variant, len(x) + len(x.missing))  # missing items come last
            if call_variant.insertion:  # the order of the input is the order in which the dictionaries are filled
                items_in_order = list(fill_dictionary([(k, k) for k in range(1, len(x) + 1)], call_variant))  # the keys
                names = [*(names[k - 1] for k in items_in_order), *names[len(x) :]]
                x = x.rearranged(items_in_order)
            return ties.value_under_policy(self.ties, lambda judged: definition(judged, **parameters), x, names)
        # A judged list has no ties, and the definition of two orders covers ties itself.
        return definition(*arguments, **parameters)


def as_argument(value: Any) -> Any:
    """Convert a parameter for the library: a whole number to an int, another number to a float; bools, strings stay."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    return float(value if isinstance(value, float) else fraction(value))


def _as_float(value: Any) -> float:
    """Convert an answer to a float; raises :class:`NoNumber` for any answer but a finite number."""
    if hasattr(value, "item"):  # arrays of NumPy and tensors have item(), which returns a Python number
        size = getattr(value, "size", 1)  # the number of entries of an array, but a method of a tensor
        if not callable(size) and size != 1:
            raise NoNumber(f"answers an array of {size} values")
        try:
            value = value.item()
        except (ValueError, RuntimeError) as error:  # a tensor with several entries
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
    """Decorate a function that calls a library: register it as the row ``library.name`` or ``library.name[variant]``.

    Arguments that are not described here are fields of :class:`Implementation`.

    - The function takes the arguments named in ``from_library``, then the shape's variables, then the parameters.
    - ``from_library`` maps an argument to an object of the library, such as ``"scipy.stats:spearmanr"``, so that one
      function serves many rows. ``"scipy.stats:"`` means the object there that has the row's name.
    - ``arguments`` are the spaces of the metric's arguments; by default it compares two rankings.
    - ``definition`` is a function, or the name of a metric of the catalogue.
    - ``formula`` says what the row computes; by default the function's docstring does.
    - ``claims`` are statements of the documentation, each as ``docs.says(...).holds(axioms...)``, or ``fails`` where
      the documentation says that the axiom fails, or that its input is not valid. Each of these is a list of claims.

    Raises ``ValueError`` for an unknown policy of ties, a parameter of several numbers, or a function of others.
    """
    _check_declaration(name, ties, parameters)
    row_name = f"{library.id}.{name}" + (f"[{variant}]" if variant else "")
    places = {argument: f"{place}{name}" if place.endswith(":") else place for argument, place in from_library.items()}

    def register(function: Callable[..., Any]) -> Metric:
        _check_signature(name, function, [*from_library, *shape.variable_names, *parameters])
        impl = Implementation(
            library=library,
            row=row_name,
            function=function,
            shape=shape,
            page=page,
            concept=concept,
            definition=definition_of(definition) if definition is not None else None,
            ties=ties,
            epsilon=epsilon,
            options=dict(options),
            registry=into,
            from_library=places,
        )
        row = _make_row(impl, kind, variant, formula, arguments, parameters, claims)
        into.add_metric(row)
        return row

    return register


def _check_signature(name: str, function: Callable[..., Any], expected_names: Sequence[str]) -> None:
    """Raise ``ValueError`` if a function does not take the arguments that its row passes to it, in their order."""
    names = list(inspect.signature(function).parameters)
    if names != expected_names:
        raise ValueError(f"{name}: the function takes {names}; with this shape it must take {expected_names}")


def _check_declaration(name: str, ties: str, parameters: Mapping[str, ParameterSpace]) -> None:
    """Raise ``ValueError`` for an unknown policy of ties, and for a parameter that is not a single number."""
    if ties and ties not in DOCUMENTED:
        raise ValueError(f"{name}: ties is {ties!r}; it must be one of {', '.join(DOCUMENTED)}")
    if not all(isinstance(parameter, ScalarSpace) for parameter in parameters.values()):
        raise ValueError(f"{name}: the parameters of an implementation must be single numbers")


def _make_row(
    impl: Implementation,
    kind: Kind,
    variant: str | None,
    formula: str,
    arguments: Mapping[str, Space],
    parameters: Mapping[str, ParameterSpace],
    claims: Iterable[Iterable[Claim]],
) -> Metric:
    """Return the implementation as a metric with the call variant of the call as its last parameter."""

    def call(*argument_values: Any, call_variant: CallVariant = PLAIN_CALL, **parameter_values: Any) -> float:
        return impl.value(argument_values, parameter_values, call_variant)

    id = impl.row.removesuffix(f"[{variant}]")
    call.__doc__ = formula or inspect.getdoc(impl.function) or id  # reports print it as the formula
    return Metric(
        id,
        kind,
        call,
        {**parameters, "call_variant": CallVariantSpace()},
        tuple(chain.from_iterable(claims)),
        variant,
        exact=False,
        family=impl.library.id,
        arguments=dict(arguments),
        implementation=impl,
    )
