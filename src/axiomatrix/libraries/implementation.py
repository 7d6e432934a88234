"""Implementations: a library's function behind our signature, and the definition that its documentation gives.

The body of an adapter's function is what a user of the library would write; the snippets of the report are that body
with the variables spelled out, so that what is shown is what was run.
"""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..model.axiom import Kind
from ..model.claim import Claim
from ..model.metric import RANKINGS, Metric
from ..model.registry import Registry
from ..numbers.exact import Undefined, fraction
from ..spaces import ParameterSpace, ScalarSpace, Space
from ..values.judged import Scored
from . import ties
from .library import Library, LibraryRefused, NoNumber
from .literal import imports, literal
from .manner import PLAIN, Manner, MannerSpace
from .processes import value_in_process
from .shapes import Inexpressible, Shape, inserted
from .ties import DOCUMENTED

FLOAT64, FLOAT32 = 2.0**-52, 2.0**-23


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

    def variables(self, arguments: Sequence[Any], parameters: Mapping[str, Any], manner: Manner) -> dict[str, Any]:
        """Everything that the function takes, by name."""
        if manner.again:  # its company is called for before
            manner = replace(manner, company=())
        made = self.shape.variables(arguments, manner)
        made.update({name: _plain(value) for name, value in parameters.items()})
        if "k" in made and manner.fault in ("negative cut-off", "zero cut-off"):
            made["k"] = -1 if manner.fault == "negative cut-off" else 0
        return made

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
        return _number(self.called(variables))

    def _called_before(self, variables: Mapping[str, Any]) -> None:
        """Make a call whose answer nobody asks for."""
        with suppress(LibraryRefused):
            self.called(variables)

    def called(self, variables: Mapping[str, Any]) -> Any:
        """What the library answers; :class:`LibraryRefused` with what it raised."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                return self.function(**variables)
            except Exception as error:
                lines = str(error).strip().splitlines()
                raise LibraryRefused(
                    f"raises {type(error).__name__}" + (f": {lines[0][:160]}" if lines else "")
                ) from None

    @cached_property
    def body(self) -> tuple[str, str]:
        """The lines that go before the value, and the expression of the value, as the adapter has them."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(self.function)))
        around = inspect.getclosurevars(self.function).nonlocals
        _Written({name: value for name, value in around.items() if isinstance(value, str)}).visit(tree)
        made = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        statements = [s for s in made.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
        last = statements[-1]
        if not isinstance(last, ast.Return) or last.value is None:
            raise ValueError(f"{made.name}: the function of an implementation must end in a return")
        return "\n".join(ast.unparse(s) for s in statements[:-1]), ast.unparse(last.value)

    def snippet(self, variables: Mapping[str, Any], comment: str = "") -> str:
        """Python that needs only the library and prints the value of this call."""
        before, expression = self.body
        lines = [f"{name} = {literal(value)}" for name, value in variables.items()]
        parts = [*lines, before] if before and not _imports_only(before) else [*([before] if before else []), *lines]
        parts.append(f"print({expression})" + (f"  # {comment}" if comment else ""))
        return "\n".join([*imports(variables.values()), *parts]) + "\n"

    def companion(self, metric: Metric) -> Metric | None:
        """The documented definition as an exact metric with the same arguments and parameters."""
        if self.definition is None:
            return None
        return Metric(
            f"{metric.id} (definition)",
            metric.kind,
            self.defined,
            metric.parameters,
            variant=metric.variant,
            family="definitions",
            arguments=metric.arguments,
        )

    def defined(self, *arguments: Any, manner: Manner = PLAIN, **parameters: Any) -> Any:
        """The exact value by the documented definition, ties by the documented policy."""
        assert self.definition is not None
        definition = self.definition
        if len(arguments) == 1 and isinstance(arguments[0], Scored):
            (x,) = arguments
            names = self.shape.named(manner, len(x) + len(x.missing))
            if manner.insertion:  # the order of the input is that in which the dictionaries are filled
                order = list(inserted([(k, k) for k in range(1, len(x) + 1)], manner))
                x, names = x.rearranged(order), [*(names[k - 1] for k in order), *names[len(x) :]]
            return ties.under(self.ties, lambda listed: definition(listed, **parameters), x, names)
        return definition(*arguments, **parameters)


class _Written(ast.NodeTransformer):
    """Writes texts that a function has from around it, such as the name of a measure, in the place of their names."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.texts[node.id]) if node.id in self.texts else node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        self.generic_visit(node)
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return node.value if is_text and node.conversion == -1 and node.format_spec is None else node


def _imports_only(before: str) -> bool:
    """Whether the lines before the value are imports alone, which stand at the top of a snippet."""
    return all(isinstance(node, (ast.Import, ast.ImportFrom)) for node in ast.parse(before).body)


def _plain(value: Any) -> Any:
    """A parameter as the library takes it: an int, or a float."""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    return float(value if isinstance(value, float) else fraction(value))


def _number(value: Any) -> float:
    """The answer as a float; :class:`NoNumber` says what it is if it is none."""
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
    *,
    shape: Shape,
    kind: Kind,
    page: str,
    arguments: Mapping[str, Space] = RANKINGS,
    parameters: Mapping[str, ParameterSpace] | None = None,
    variant: str | None = None,
    concept: str = "",
    definition: Callable[..., Any] | None = None,
    ties: str = "",
    epsilon: float = FLOAT64,
    claims: Iterable[Iterable[Claim]] = (),
    options: Mapping[str, Any] | None = None,
    into: Registry,
) -> Callable[[Callable[..., Any]], Metric]:
    """Register a library's function as a row: ``library.name``, or ``library.name[variant]``.

    ``claims`` are what the library's documentation says, each ``DOC.says(...).holds(axioms...)`` (or ``fails`` where it
    documents that it does not hold). The function's arguments are the shape's variables and then the parameters.
    """
    if ties and ties not in DOCUMENTED:
        raise ValueError(f"{name}: ties is {ties!r}; it must be one of {', '.join(DOCUMENTED)}")
    spaces: dict[str, ParameterSpace] = {**(parameters or {}), "manner": MannerSpace()}
    for parameter in (parameters or {}).values():
        if not isinstance(parameter, ScalarSpace):
            raise ValueError(f"{name}: the parameters of an implementation must be single numbers")

    def register(function: Callable[..., Any]) -> Metric:
        taken = list(inspect.signature(function).parameters)
        expected = [*shape.names, *(parameters or {})]
        if taken != expected:
            raise ValueError(f"{name}: the function takes {taken}; with this shape it must take {expected}")
        row_name = f"{library.id}.{name}" + (f"[{variant}]" if variant else "")
        made = Implementation(
            library, row_name, function, shape, page, concept, definition, ties, epsilon, dict(options or {}), into
        )

        def call(*values: Any, manner: Manner = PLAIN, **given: Any) -> float:
            return made.value(values, given, manner)

        call.__doc__ = inspect.getdoc(function) or f"{library.id}.{name}"
        row = Metric(
            f"{library.id}.{name}",
            kind,
            call,
            spaces,
            tuple(c for group in claims for c in group),
            variant,
            exact=False,
            family=library.id,
            arguments=dict(arguments),
            implementation=made,
        )
        into.add_metric(row)
        return row

    return register
