"""Metrics: a definition with its kind, its spaces and the claims made about it; and how a definition is called.

:class:`Metric` is a row of the matrix and what users call. ``metric(a, b, w=...)`` validates its arguments, and
:meth:`Metric.evaluate` calls the bare definition. :class:`BoundMetric` is the ``d`` that the law of an axiom gets: the
metric with values for its parameters. An :class:`Evaluator` gives its values, by the definition or from a table.

A definition is also called on stand-ins for numbers, which is why it validates nothing: symbols, linear forms, and
columns, which hold many numbers and compute like one. A *foreign* metric is not from the catalogue.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from ..numbers.columns import Unvectorised
from ..numbers.evaluation import begin, current, end, is_own_argument
from ..numbers.exact import Undefined, Whole
from ..spaces import ParameterSpace, Rankings, ScalarSpace, Space
from ..spaces import ranking as ranking_space
from ..values.parameters import Parameter
from ..values.rankings import Relabelling
from .axiom import NO_PARAMETER, Kind
from .claim import Claim
from .domain import Domain, OutsideDomain, excludes_values, is_packed, is_undefined
from .guard import Surroundings
from .showing import ShownInNotebooks

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultTypeVar  # in typing itself from Python 3.13 on

    Value = DefaultTypeVar("Value", default=Any)
else:
    Value = TypeVar("Value")

RANKINGS: Mapping[str, Space] = {"a": ranking_space, "b": ranking_space}
"""The arguments of a metric that declares none."""
PASSED_THROUGH = ("axiomatrix", "hypothesis")
"""Packages whose ``BaseException`` classes pass through a definition: symbols and Hypothesis raise them to stop it."""


class Ended(Exception):
    """Raised in place of an exception of a definition that would end the program, such as ``SystemExit``."""


# These properties of a metric are needed at each evaluation. Metrics compare by identity, so a cache is safe.


@lru_cache(maxsize=1024)
def _closed(metric: Metric) -> Mapping[str, ParameterSpace]:
    return {name: space.closure() for name, space in metric.parameters.items()}


@lru_cache(maxsize=1024)
def _domain(metric: Metric) -> Domain:
    return Domain(metric)


@lru_cache(maxsize=1024)
def _is_foreign(metric: Metric) -> bool:
    is_catalogued = str(getattr(metric.definition, "__module__", "")).startswith("axiomatrix.catalogue.")
    return metric.family == "user" or metric.implementation is not None or not is_catalogued


@lru_cache(maxsize=1024)
def _has_unpacked_arguments(metric: Metric) -> bool:
    # ``takes`` names the arguments of a definition into which one value is unpacked, such as two lists of ids
    return any(space.takes for space in metric.arguments.values())


@dataclass(frozen=True, eq=False)
class Metric(ShownInNotebooks, Generic[Value]):
    """A registered metric: a row of the matrix (one for each variant).

    Call it on its arguments (by default two rankings of the same items) and its parameters; they are validated.
    ``definition`` is the bare formula: it validates nothing and computes with exact numbers, columns or symbols.
    """

    id: str
    """The name without the variant, such as ``kendall-position``."""
    kind: Kind
    """What the value means: ``distance``, ``similarity``, ``score`` or ``loss``."""
    definition: Callable[..., Value]
    parameters: Mapping[str, ParameterSpace]
    """The space of each parameter by name: what the definition takes besides its arguments, such as weights ``w``."""
    claims: tuple[Claim, ...] = ()
    """What sources state about the metric."""
    variant: str | None = None
    """The option that this row takes of a definition with several, by name; None without options."""
    exact: bool = True
    """Whether the values are exact numbers, and not floats."""
    family: str = "user"
    """The heading under which reports list the metric; ``user`` for a metric outside the catalogue."""
    takes_variant: bool = False
    """Whether the name of the variant is passed to the definition as ``variant``."""
    never_divides: bool = False
    """Whether the definition promises not to divide positions: tables then pass flint's integers, which are faster."""
    label_invariant: bool = False
    """Whether the definition promises that renaming the items, with their data, changes no value.

    Only rows of the catalogue are trusted: for them the first ranking of a pair can be fixed. A test compares all
    pairs of rankings of up to five items.
    """
    evaluated_anywhere: bool = False
    """Whether it is evaluated outside its spaces too, for comparison with a library, which is given any input."""
    undefined: tuple[Any, ...] = ()
    """Exceptions and values by which the definition says that it has no value."""
    any_grade: bool = False
    """Whether the definition takes lists with any grades, and not only those of its space."""
    arguments: Mapping[str, Space] = field(default_factory=lambda: RANKINGS)
    """The names of the metric's arguments and the spaces they come from."""
    implementation: Any = None
    """For a metric of a library, its :class:`~..libraries.implementation.Implementation`; else None."""
    source: str = ""
    """Where the definition is from, as text. The documents that make claims about it are in ``claims``."""
    preset: Mapping[str, Any] = field(default_factory=dict)
    """Parameters that a call need not pass, since the name said them: k = 10 of ``nDCG@10``."""
    latex: str = ""
    """The formula in LaTeX: the value, and on further lines the meaning of its symbols; empty if none was given."""

    @property
    def name(self) -> str:
        """The id, with the variant in brackets if there is one."""
        return self.id if self.variant is None else f"{self.id}[{self.variant}]"

    @property
    def about(self) -> str:
        """The sort of the arguments, as a plural: ``rankings``, ``judged lists`` ... All arguments have one sort."""
        return next(iter(self.arguments.values())).sort

    @property
    def takes_rankings(self) -> bool:
        """Return whether the metric takes two rankings and parameters that are vectors, as tables and programs need."""
        is_pair = [type(space) for space in self.arguments.values()] == [Rankings, Rankings]
        return is_pair and not any(isinstance(space, ScalarSpace) for space in self.parameters.values())

    @property
    def doc(self) -> str:
        """The docstring of the definition."""
        return inspect.getdoc(self.definition) or ""

    @property
    def formula(self) -> str:
        """The first line of the docstring."""
        return self.doc.splitlines()[0] if self.doc else ""

    @property
    def file(self) -> Path | None:
        """The file that defines the metric (for a library's metric, its adapter); None if there is no such file."""
        function = self.implementation.function if self.implementation else self.definition
        try:
            path = Path(inspect.getsourcefile(function) or "")
        except TypeError:
            return None
        return path if path.is_file() else None

    @property
    def file_digest(self) -> str:
        """Digest of the text of :attr:`file`, or of the compiled definition where there is no file (in a notebook)."""
        if self.file:
            content = self.file.read_bytes().replace(b"\r\n", b"\n")  # bytes, since a file may declare any encoding
        else:
            compiled = getattr(self.definition, "__code__", None)
            content = (f"{compiled.co_code.hex()} {compiled.co_names}" if compiled else self.name).encode()
        return hashlib.sha256(content).hexdigest()[:16]

    @property
    def code(self) -> str:
        """Source text of the definition, without decorators and docstring; empty where there is none."""
        if self.implementation is not None:
            return ""
        try:
            source = textwrap.dedent(inspect.getsource(self.definition))
            (definition,) = ast.parse(source).body
        except (OSError, TypeError, ValueError, SyntaxError):  # such as a definition typed into an interpreter
            return ""
        lines = source.splitlines()
        doc = next(iter(getattr(definition, "body", [])), None)
        if isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str):
            del lines[doc.lineno - 1 : doc.end_lineno]
        return "\n".join(lines[definition.lineno - 1 :])

    @property
    def has_trusted_invariance(self) -> bool:
        """Return whether the promise of ``label_invariant`` is trusted, so that the first ranking can be fixed."""
        return self.label_invariant and not self.is_foreign

    @property
    def is_foreign(self) -> bool:
        """Return whether the definition is not from the catalogue, so its effect on the process is unknown."""
        return _is_foreign(self)

    def evaluate(self, *call: Any) -> Any:
        """Call the definition on valid values: ``call`` has the arguments, and last the mapping of parameters.

        Raises :class:`Undefined` where it has no value. Its other exceptions pass, except that those which would end
        the program, such as ``SystemExit``, become :class:`Ended`. A foreign definition may change settings of the
        process; these are restored.
        """
        *arguments, parameters = call
        if _has_unpacked_arguments(self):
            arguments, parameters = self._unpacked(arguments, parameters)
        surroundings = Surroundings() if _is_foreign(self) else None
        # another metric that the definition calls knows by this record which arguments are the definition's own
        enclosing_evaluation = begin((self, call))
        try:
            keywords = {**parameters, "variant": self.variant} if self.takes_variant else parameters
            value = self.definition(*arguments, **keywords)
        except KeyboardInterrupt:
            raise
        except Exception as error:
            if is_undefined(error, self.undefined):
                raise Undefined(str(error)) from error
            raise
        except BaseException as error:
            if type(error).__module__.partition(".")[0] in PASSED_THROUGH:
                raise
            raise Ended(f"{type(error).__name__}: {error}") from error
        finally:
            end(enclosing_evaluation)
            if surroundings is not None:
                surroundings.restore()
        if self.undefined and is_undefined(value, self.undefined):
            raise Undefined(f"{self.name} returned {value}")
        return value

    def _unpacked(self, arguments: list[Any], parameters: Mapping[str, Any]) -> tuple[list[Any], Mapping[str, Any]]:
        """Return arguments and parameters as the definition takes them, where one value is several arguments of it.

        A definition that computes in floats (not ``exact``) gets plain Python numbers.
        """
        is_float = not self.exact
        pairs = zip(self.arguments.values(), arguments, strict=True)
        parts = [part for space, value in pairs for part in space.unpack(value, plain=is_float)]
        if is_float:
            parameters = {k: int(v) if isinstance(v, Whole) else v for k, v in parameters.items()}
        return parts, parameters

    @property
    def domain(self) -> Domain:
        """The checks of arguments and parameters against the metric's spaces (:mod:`.domain`)."""
        return _domain(self)

    @property
    def closed_spaces(self) -> Mapping[str, ParameterSpace]:
        """The space of each parameter with its boundary: the values that a call accepts."""
        return _closed(self)

    def __call__(self, *arguments: Any, **parameters: Any) -> Value:
        """The value on the arguments; parameters as values, or as what their ``of`` takes.

        Raises ``ValueError`` naming argument, value and rule for anything outside the metric's space. Inside another
        definition, the arguments and parameters of that definition are passed on unchecked: they may be symbols or
        columns.
        """
        space, *other_spaces = self.arguments.values()
        if space.takes and not other_spaces and len(arguments) == len(space.takes):
            arguments = (tuple(arguments),)  # the parts of one value, passed one by one as to the definition
        if len(arguments) != len(self.arguments):
            raise ValueError(
                f"{self.name}: got {len(arguments)} arguments; it takes {len(self.arguments)}: "
                + ", ".join(f"{name} ({space.name})" for name, space in self.arguments.items())
                + "".join(f"; pass {name} by name: {name}=..." for name in self.parameters)
            )
        parameters = {**self.preset, **parameters}
        self._check_names(parameters)
        converted = [self._argument(k, value) for k, value in enumerate(arguments)]
        item_sets = list(dict.fromkeys(tuple(value.items) for value in converted if hasattr(value, "items")))
        if len(item_sets) > 1:
            first, second = item_sets[:2]
            only_first, only_second = [x for x in first if x not in second], [x for x in second if x not in first]
            difference = f"only the first has {only_first}, only the second has {only_second}"
            raise ValueError(f"{self.name}: the arguments have different items: {difference}")
        admitted = {name: self.domain.admit_parameter(name, parameters[name], converted[0]) for name in self.parameters}
        value: Any = self.evaluate(*converted, admitted)
        if type(value) is int and current() is not None:
            value = Whole(value)  # inside another definition, which may divide it: a ``Whole`` divides exactly
        return cast("Value", value)

    def _argument(self, index: int, value: Any) -> Any:
        """Convert the argument with this index, from 0, and check that it lies in its space."""
        name, space = list(self.arguments.items())[index]
        if is_own_argument(value, space):  # of the definition that calls this metric
            return value
        try:
            converted = space.convert(value)
            self.domain.admit_argument(index, converted)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{self.name}: {name}: {error}") from None
        return converted

    def _check_names(self, parameters: Mapping[str, Any]) -> None:
        """Raise ``ValueError`` unless a call passes exactly the metric's parameters."""
        unknown = set(parameters) - set(self.parameters)
        missing = set(self.parameters) - set(parameters)
        if unknown or missing:
            wrong = f"no parameter {min(unknown)!r}" if unknown else f"parameter {min(missing)!r} is missing"
            raise ValueError(f"{self.name}: {wrong}; its parameters are {list(self.parameters)}")

    def __repr__(self) -> str:
        return f"<metric {self.name}>"


class Evaluator(Protocol):
    """Source of the values of metrics. It evaluates definitions or reads tables, and finds other metrics by name."""

    @property
    def value(self) -> Callable[..., Any]:
        """Maps a metric, its arguments and, last, the mapping of its parameters to the value."""
        ...

    @property
    def metric(self) -> Callable[[str], Metric]:
        """Maps a name to the metric."""
        ...


class NotAbout(KeyError):
    """Raised by a law that does not apply to the metric, which is noticed only when it is called."""

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would show its quotes


class NoParameter(NotAbout):
    """Raised where a law reads a parameter that the metric does not have."""


class BoundMetric:
    """A metric with values for its parameters: the ``d`` of an axiom, or the ``m`` where it takes one list."""

    __slots__ = ("evaluator", "metric", "parameters")

    def __init__(self, metric: Metric, parameters: Mapping[str, Any], evaluator: Evaluator) -> None:
        self.metric = metric
        self.parameters = MappingProxyType(dict(parameters))  # shared by many cases, which must not change it
        self.evaluator = evaluator

    def __call__(self, *arguments: Any) -> Any:
        """The value d(a, b), or m(x)."""
        return self.evaluator.value(self.metric, *arguments, self.parameters)

    def is_defined(self, *arguments: Any) -> bool:
        """Return whether the metric has a value on the arguments; :class:`OutsideDomain` outside of its spaces."""
        try:
            self(*arguments)
        except OutsideDomain:
            raise
        except Undefined:
            return False
        return True

    def __getitem__(self, name: str) -> Any:
        """The value of a parameter; :class:`NoParameter` if the metric has none of that name."""
        try:
            return self.parameters[name]
        except KeyError:
            raise NoParameter(f"{NO_PARAMETER}{name}") from None

    def with_(self, **changes: Any) -> BoundMetric:
        """Return the metric under other parameters; a number means the constant parameter."""
        changed = dict(self.parameters)
        for name, value in changes.items():
            old = self[name]
            is_constant = isinstance(old, Parameter) and not isinstance(value, Parameter)
            changed[name] = old.constant(value) if is_constant else value
            if excludes_values(self.metric.closed_spaces[name]) and is_packed(changed[name]):
                raise Unvectorised(f"{name} may leave its space; the values are evaluated one by one")
        return BoundMetric(self.metric, changed, self.evaluator)

    def renamed(self, relabelling: Relabelling) -> BoundMetric:
        """Return the metric with element data, such as weights of items, renamed along with the items."""
        moved = {k: v.renamed(relabelling) if isinstance(v, Parameter) else v for k, v in self.parameters.items()}
        return BoundMetric(self.metric, moved, self.evaluator)

    def other(self, name: str, **changes: Any) -> BoundMetric:
        """Return another metric under the parameters of this one, in the same variant if it has that variant."""
        metric = self.evaluator.metric(counterpart(name, self.metric, self.evaluator.metric))
        return BoundMetric(metric, {k: self[k] for k in metric.parameters}, self.evaluator).with_(**changes)


def counterpart(name: str, metric: Metric, find: Callable[[str], Metric]) -> str:
    """Return the name of a metric in the variant of ``metric``, such as ``other[b]``; ``name`` if it has none such.

    ``find`` looks up a metric by its name, and raises ``LookupError``.
    """
    if "[" not in name and metric.variant is not None and find(name).variant is not None:
        try:
            return find(f"{name}[{metric.variant}]").name
        except LookupError:
            return name
    return name
