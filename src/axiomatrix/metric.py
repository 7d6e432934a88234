"""Metrics: a definition, its kind, its parameters, and the claims made about it."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from .axiom import KINDS, Axiom, Statement, as_statement
from .claim import Claim, SourceClaim
from .parameters import Parameter
from .rankings import Ranking, Relabelling, same_items
from .registry import REGISTRY, Registry
from .spaces import ParameterSpace

Kind = Literal["distance", "similarity", "score", "error"]


@dataclass(frozen=True, eq=False)
class Metric:
    """A registered metric: a row of the matrix (one for each variant).

    Call it on two rankings of the same items and its parameters; arguments are validated. ``definition`` is the
    bare formula, for numbers of any kind.
    """

    id: str
    kind: str
    definition: Callable[..., Any]
    parameters: Mapping[str, ParameterSpace]
    claims: tuple[Claim, ...] = ()
    variant: str | None = None
    exact: bool = True
    family: str = "user"
    takes_variant: bool = False
    never_divides: bool = False
    """Whether the definition promises not to divide positions; it is then tabulated faster."""

    @property
    def name(self) -> str:
        """The id, with the variant in brackets if there is one."""
        return self.id if self.variant is None else f"{self.id}[{self.variant}]"

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
        """The file that defines the metric, if there is one."""
        try:
            path = Path(inspect.getsourcefile(self.definition) or "")
        except TypeError:
            return None
        return path if path.is_file() else None

    @property
    def file_digest(self) -> str:
        """A digest of the text of that file, or of the compiled definition where there is no file."""
        if self.file:
            text = self.file.read_text(encoding="utf-8")
        else:  # typed into a notebook: the code that was compiled is what there is
            compiled = getattr(self.definition, "__code__", None)
            text = f"{compiled.co_code.hex()} {compiled.co_names}" if compiled else self.name
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def evaluate(self, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """The definition on values that are known to be valid."""
        if self.takes_variant:
            return self.definition(a, b, **parameters, variant=self.variant)
        return self.definition(a, b, **parameters)

    def __call__(self, a: Ranking, b: Ranking, /, **parameters: Any) -> Any:
        """The value on two rankings; parameters as values, or as what their ``of`` takes.

        Raises ``ValueError`` naming argument, value and rule for anything outside the metric's space.
        """
        for name, ranking in (("first", a), ("second", b)):
            if not isinstance(ranking, Ranking):
                raise ValueError(
                    f"{self.name}: the {name} argument is {ranking!r}; it must be a Ranking, "
                    f"such as Ranking.from_order([...]) or Ranking.from_positions([...])"
                )
        same_items(a, b)
        unknown = set(parameters) - set(self.parameters)
        missing = set(self.parameters) - set(parameters)
        if unknown or missing:
            wrong = (
                f"no parameter {sorted(unknown)[0]!r}" if unknown else f"parameter {sorted(missing)[0]!r} is missing"
            )
            raise ValueError(f"{self.name}: {wrong}; its parameters are {list(self.parameters)}")
        values = {name: self._admitted(name, parameters[name], a) for name in self.parameters}
        return self.evaluate(a, b, values)

    def _admitted(self, name: str, value: Any, a: Ranking) -> Any:
        space = self.parameters[name].closure()
        kind = space.value_type
        if not isinstance(value, Parameter):
            value = kind.of(value)  # type: ignore[attr-defined]  # every parameter type has it
        if not isinstance(value, kind):
            raise ValueError(f"{self.name}: {name} is {value!r}; it must be {kind.__name__}.of(...)")
        numbered = dict(enumerate(a.items, 1))
        expected = space.keys(len(a))
        keys = [_called(key, numbered) for key in expected] if kind.travels else list(expected)
        if len(value.entries) != len(keys):
            raise ValueError(
                f"{self.name}: {name} has {len(value.entries)} entries; for {len(a)} items it must have {len(keys)}"
            )
        for key in keys:
            try:
                value[key]
            except KeyError:
                have = list(value.entries)
                raise ValueError(f"{self.name}: {name} has no entry for {key!r}; it has entries for {have}") from None
        admitted = kind({key: value[key] for key in keys})
        space.check(admitted)
        space.validate(kind({canon: value[key] for canon, key in zip(expected, keys, strict=True)}), len(a))
        return admitted

    def __repr__(self) -> str:
        return f"<metric {self.name}>"


def _check_declaration(id: Any, parameters: Any, lists: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` naming the first thing in a registration that means nothing."""
    if not isinstance(id, str) or not id:
        raise ValueError(f"metric: the name is {id!r}; it must be a text")
    if parameters is not None and not isinstance(parameters, Mapping):
        raise ValueError(f"metric {id!r}: parameters is {parameters!r}; it must map names to spaces")
    for name, space in (parameters or {}).items():
        if not isinstance(space, ParameterSpace):
            hint = f"; write spaces.{space.__name__}()" if callable(space) and hasattr(space, "__name__") else ""
            raise ValueError(f"metric {id!r}: parameters[{name!r}] is {space!r}; it must be a parameter space{hint}")
    for name, given in lists.items():
        if isinstance(given, (str, Axiom, Statement)) or not isinstance(given, Iterable):
            raise ValueError(f"metric {id!r}: {name} is {given!r}; it must be a list: {name}=[...]")
    opposed = {as_statement(c) for c in lists["holds"]} & {as_statement(c) for c in lists["fails"]}
    for statement in opposed:
        raise ValueError(f"metric {id!r}: {statement.id} is declared both to hold and to fail")


def _called(key: Any, numbered: Mapping[int, Any]) -> Any:
    return tuple(numbered[k] for k in key) if isinstance(key, tuple) else numbered[key]


class Evaluator(Protocol):
    """How values of a metric are got: by evaluating its definition, or from a table."""

    def value(self, metric: Metric, a: Any, b: Any, parameters: Mapping[str, Any]) -> Any:
        """The value of the metric."""
        ...

    def metric(self, name: str) -> Metric:
        """The metric of that name."""
        ...


class Bound:
    """A metric with its parameters: the ``d`` of an axiom."""

    __slots__ = ("evaluator", "metric", "parameters")

    def __init__(self, metric: Metric, parameters: Mapping[str, Any], evaluator: Evaluator) -> None:
        self.metric = metric
        self.parameters = dict(parameters)
        self.evaluator = evaluator

    def __call__(self, a: Any, b: Any) -> Any:
        """The value d(a, b)."""
        return self.evaluator.value(self.metric, a, b, self.parameters)

    def __getitem__(self, name: str) -> Any:
        """The value of a parameter."""
        return self.parameters[name]

    def with_(self, **changes: Any) -> Bound:
        """The same metric under other parameters; a number stands for the parameter that is constantly it."""
        changed = dict(self.parameters)
        for name, value in changes.items():
            changed[name] = value if isinstance(value, Parameter) else self.parameters[name].constant(value)
        return Bound(self.metric, changed, self.evaluator)

    def renamed(self, relabelling: Relabelling) -> Bound:
        """The same metric with element data renamed along with the items."""
        return Bound(self.metric, {k: v.renamed(relabelling) for k, v in self.parameters.items()}, self.evaluator)

    def other(self, name: str, **changes: Any) -> Bound:
        """Another metric under the parameters it shares with this one; variants of one name go together."""
        metric = self.evaluator.metric(counterpart(name, self.metric, self.evaluator.metric))
        return Bound(metric, {k: self.parameters[k] for k in metric.parameters}, self.evaluator).with_(**changes)


def counterpart(name: str, metric: Metric, find: Callable[[str], Metric]) -> str:
    """The name of the other metric, in the variant of this one where it has that variant."""
    if "[" not in name and metric.variant is not None and find(name).variant is not None:
        try:
            return find(f"{name}[{metric.variant}]").name
        except LookupError:
            return name
    return name


def metric(
    id: str,
    *,
    kind: Kind = "distance",
    parameters: Mapping[str, ParameterSpace] | None = None,
    variant: str | None = None,
    variants: Iterable[str] = (),
    claims: Iterable[Iterable[Claim]] = (),
    holds: Iterable[Axiom | Statement] = (),
    fails: Iterable[Axiom | Statement] = (),
    conjectured: Iterable[Axiom | Statement] = (),
    source: str = "",
    exact: bool = True,
    family: str = "user",
    never_divides: bool = False,
    registry: Registry | None = None,
) -> Callable[[Callable[..., Any]], Metric]:
    """Register a definition as a metric, with the claims made about it.

    ``parameters`` maps the definition's parameter names to their spaces. ``holds``, ``fails`` and ``conjectured``
    list the statements that ``source`` makes; ``claims`` those of catalogued sources. ``variants`` registers one row
    for each name; the definition then takes the name as ``variant``. The decorated name becomes the (first) metric.

    Raises ``ValueError`` for an unknown kind, a name registered already, or a definition whose arguments are not two
    rankings and the parameters.
    """
    if kind not in KINDS:
        raise ValueError(f"metric {id!r}: kind is {kind!r}; it must be one of {', '.join(KINDS)}")
    _check_declaration(id, parameters, {"claims": claims, "holds": holds, "fails": fails, "conjectured": conjectured})
    given = SourceClaim("declared", source or f"declared with {id}")
    stated = (
        *(c for group in claims for c in group),
        *given.holds(*holds),
        *given.fails(*fails),
        *given.conjectured(*conjectured),
    )

    def register(function: Callable[..., Any]) -> Metric:
        spaces = dict(parameters or {})
        expected = ["a", "b", *spaces] + (["variant"] if variants else [])
        taken = list(inspect.signature(function).parameters)
        if len(taken) != len(expected) or taken[2:] != expected[2:]:
            raise ValueError(
                f"metric {id!r}: the definition takes ({', '.join(taken)}); "
                f"with these parameters it must take ({', '.join(expected)})"
            )
        rows = [
            Metric(
                id,
                kind,
                function,
                spaces,
                stated,
                name,
                exact,
                family,
                takes_variant=bool(variants),
                never_divides=never_divides and not spaces,
            )
            for name in (tuple(variants) or (variant,))
        ]
        for row in rows:
            (REGISTRY if registry is None else registry).add_metric(row)
        return rows[0]

    return register
