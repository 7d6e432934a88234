"""Registry of metrics, axioms and sources, and ``@metric``, which registers a definition.

The catalogue and users' files fill a registry. The command line, the engine and the reports look names up in it: the
registered ones, and others that people use for the same thing, such as ``NDCG``, ``P@10`` or "triangle inequality".
A *row* is a registered metric. A definition with variants has a row for each, which share the ``id``.
"""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from functools import partial
from itertools import chain
from types import CodeType, FrameType
from typing import Any, Never, NoReturn

from ..spaces import ParameterSpace, Space
from . import declaring
from .axiom import Axiom, Kind, Statement, as_statement
from .claim import Claim, Named, Source, read_statement
from .domain import Signature, undefined_marks
from .metric import RANKINGS, Metric, Value
from .names import AxiomTopic, BadReading, Name, Names, Reading, folded, near

MAX_NAME_LENGTH_SHOWN = 200
"""Characters of an unknown name that are compared with known names and shown: a name may be from anybody's file."""
MAX_NAMES_LISTED = 40
"""How many names an error message lists."""


class Unknown(LookupError):
    """A name that nothing has. The message suggests the nearest known name, or lists the known names."""

    def __init__(self, what: str, name: str, known: Iterable[str], names: Mapping[str, str] | None = None) -> None:
        """``what`` is the noun for the message, such as ``metric``; ``names`` maps further names to what they mean."""
        listed = sorted(known)
        if len(name) > MAX_NAME_LENGTH_SHOWN:
            name = f"{name[:MAX_NAME_LENGTH_SHOWN]}..."
        with_prefix = [candidate for candidate in listed if name and candidate.startswith(name)]
        # a library's function without its library: kendalltau for scipy.kendalltau[b]
        after_dot = [candidate for candidate in listed if len(name) > 3 and f".{name}" in candidate]
        suggestions = with_prefix or after_dot or near(name, (*(names or ()), *listed))
        if not suggestions and len(listed) > MAX_NAMES_LISTED:
            hint = f"none of the {len(listed)} has a similar name (axiomatrix show {what}s lists them)"
        elif not suggestions:
            hint = f"there are: {', '.join(listed)}" if listed else "there is none"
        elif names and suggestions[0] not in listed:
            hint = f"did you mean {suggestions[0]!r} ({names[suggestions[0]]})?"
        else:
            hint = f"did you mean {suggestions[0]!r}?"
        super().__init__(f"unknown {what} {name!r}; {hint}")

    @classmethod
    def because(cls, reason: str) -> Unknown:
        """Make the error with its own message, without a list of known names."""
        error = cls.__new__(cls)
        LookupError.__init__(error, reason)
        return error


class Registry:
    """Metrics, axioms and sources by name. Duplicates and unknown names raise.

    A metric or an axiom is found by its own name and by the names that people use for it. Its own name always wins.
    A *reading* is an interpretation of a name: the registered names it may mean, the first of which is chosen.
    A registry with a ``parent`` starts with a copy of what the parent has; later additions do not reach the parent.
    """

    def __init__(self, parent: Registry | None = None) -> None:
        self.metrics: dict[str, Metric] = dict(parent.metrics) if parent else {}
        self.axioms: dict[str, Axiom] = dict(parent.axioms) if parent else {}
        self.sources: dict[str, Source] = dict(parent.sources) if parent else {}
        self.metric_names: Names = Names(parent.metric_names if parent else None)
        self.axiom_names: Names = Names(parent.axiom_names if parent else None)
        self.topics: dict[str, AxiomTopic] = dict(parent.topics) if parent else {}
        self._defining_code: dict[tuple[str, str], CodeType | None] = dict(parent._defining_code) if parent else {}
        """By ("metric" or "axiom", name), the code of the module or notebook cell that defined it: it shows reruns."""
        self.registered_in: dict[str, str] = dict(parent.registered_in) if parent else {}
        """The file whose code registered each metric; for a metric of a notebook the name of its cell."""
        self.places: dict[str, tuple[str, int]] = dict(parent.places) if parent else {}
        """File and line of the ``@metric`` that registered each metric."""

    def add_metric(self, metric: Metric) -> None:
        """Register a row. Its name must be new, unless the module that defines it is reloaded or its cell is rerun."""
        earlier = self.metrics.get(metric.name)
        if earlier and not self._is_redefinition("metric", metric.name, earlier.definition, metric.definition):
            raise ValueError(f"metric {metric.name!r} is registered already; give yours another name or variant")
        self._defining_code["metric", metric.name] = _module_code_of(metric.definition)
        self.registered_in[metric.name] = _innermost_module_file()
        self.places[metric.name] = _registering_line()
        self.metrics[metric.name] = metric
        for claim in metric.claims:
            self.add_axiom(claim.statement.axiom)

    def has(self, metric: Metric) -> bool:
        """Return whether this metric itself, not only its name, is registered here, perhaps with added conjectures."""
        registered = self.metrics.get(metric.name)
        if registered is None or registered.claims[: len(metric.claims)] != metric.claims:
            return False
        compared = {part.name for part in fields(metric)} - {"claims", "preset"}  # a name such as nDCG@10 presets k
        return all(getattr(registered, name) is getattr(metric, name) for name in compared)

    def name_of_space(self, metric: Metric, space: Space) -> str:
        """Return the name of a metric's space, with a mark if a catalogued space has the same name and other values.

        Theorems know a space by its name: without the mark, one about the catalogued space would be applied to it.
        """
        if not metric.is_foreign:  # it is of the catalogue
            return space.name
        rows = [row for row in self.metrics.values() if not row.is_foreign]
        spaces = [catalogued for row in rows for catalogued in (*row.arguments.values(), *row.parameters.values())]
        namesakes = [catalogued for catalogued in spaces if catalogued.name == space.name]
        has_other_values = bool(namesakes) and not any(_have_equal_values(space, namesake) for namesake in namesakes)
        return f"{space.name} (of its own)" if has_other_values else space.name

    def add_axiom(self, axiom: Axiom) -> None:
        """Register an axiom. The same axiom may come again; another one of its name raises, as for metrics."""
        earlier = self.axioms.get(axiom.id)
        if earlier is axiom:
            return
        if earlier and not self._is_redefinition("axiom", axiom.id, earlier.says, axiom.says):
            raise ValueError(f"axiom {axiom.id!r} is registered already; give yours another name")
        self.axioms[axiom.id] = axiom
        self._defining_code["axiom", axiom.id] = _module_code_of(axiom.says)

    def _is_redefinition(self, what: str, name: str, registered: Any, definition: Any) -> bool:
        """Return whether a definition replaces the registered one: its module was reloaded, or its cell was rerun.

        Both run the module's code again, as another code object, and define a function of the same qualified name. A
        file has two module names if a command names it and another file imports it.
        """
        old_code, new_code = self._defining_code.get((what, name)), _module_code_of(definition)
        if old_code is None or new_code is None or old_code is new_code:
            return False
        modules = {getattr(function, "__module__", None) for function in (registered, definition)}
        names = {getattr(function, "__qualname__", None) for function in (registered, definition)}
        is_same_file = old_code.co_filename == new_code.co_filename and new_code.co_filename.endswith(".py")
        return len(names) == 1 and (len(modules) == 1 or is_same_file)

    def add_names(
        self,
        *,
        metrics: Iterable[Name] = (),
        axioms: Iterable[Name] = (),
        topics: Mapping[str, AxiomTopic] | None = None,
    ) -> None:
        """Add names that people use for registered metrics and axioms, and topics by the phrases that name them."""
        for name in metrics:
            self.metric_names.add(name, self.metrics)
        for name in axioms:
            self.axiom_names.add(name, self.axioms)
        self.topics |= {folded(phrase): topic for phrase, topic in (topics or {}).items()}

    def add_source(self, source: Source) -> None:
        """Register a source."""
        if source.id in self.sources:
            raise ValueError(f"source {source.id!r} is registered already")
        self.sources[source.id] = source

    def new_source(self, id: str, title: str) -> Source:
        """Make a source and register it."""
        self.add_source(source := Source(id, title))
        return source

    def add_variants(
        self, row: Metric[Value], variants: Iterable[str | None], latex: str | Mapping[str, str]
    ) -> Metric[Value]:
        """Register a copy of ``row`` for each variant and return the first; ``latex`` may have a formula for each."""
        formulas = latex if isinstance(latex, Mapping) else defaultdict(lambda: str(latex))  # one formula for all
        rows = [replace(row, variant=variant, latex=formulas[str(variant)]) for variant in variants]
        for variant_row in rows:  # before the first is registered, so that a wrong claim registers nothing
            self.check_claims(variant_row)
        for variant_row in rows:
            self.add_metric(variant_row)
        return rows[0]

    def metric(self, name: str | Metric) -> Metric:
        """Look up a metric by the name of a row, an id (its first variant), or a name that people use, such as ``AP``.

        Parameters in the name, such as the cut-off of ``nDCG@10``, need not be passed in a call.
        """
        if isinstance(name, Metric):
            return name
        if name in self.metrics:
            return self.metrics[name]
        reading = self.read_metric(name)
        row = self.metrics[reading.name]
        return replace(row, preset=dict(reading.parameters)) if reading.parameters else row

    def read_metric(self, name: str) -> Reading:
        """Resolve the name of a metric: the row, the parameters in the name, and other readings."""
        return self.find_metric(name) or _raise_unknown("metric", name, self._row_names(), self.metric_names)

    def find_metric(self, name: str) -> Reading | None:
        """Resolve the name of a metric like :meth:`read_metric`; None if no metric has the name."""
        rows = self._row_names()
        if name in rows:
            return Reading(name, name, (rows[name],))
        parameters = {row.name: row.parameters for row in self.metrics.values()}
        return _resolve("metric", name, self.metric_names, rows, parameters)

    def _row_names(self) -> dict[str, str]:
        """Map each row name to itself, and each id to the name of its first variant."""
        rows = {row: row for row in self.metrics}
        for metric in self.metrics.values():
            rows.setdefault(metric.id, metric.name)
        return rows

    def rows(self, name: str) -> list[Metric]:
        """List the row of that name, or all variants of that id, or the metric that people call by that name."""
        if name in self.metrics:
            return [self.metrics[name]]
        return [row for row in self.metrics.values() if row.id == name] or [self.metric(name)]

    def axiom(self, name: str | Axiom | Statement, metric: Signature | None = None) -> Axiom:
        """Look up an axiom by its own name, or one that people use. An axiom or a statement gives its axiom.

        Where a name has several readings, ``metric`` selects the first that is about that metric.
        """
        if not isinstance(name, str):
            return name if isinstance(name, Axiom) else as_statement(name).axiom
        return self.axioms[name] if name in self.axioms else self.axioms[self.read_axiom(name, metric).name]

    def read_axiom(self, name: str, metric: Signature | None = None) -> Reading:
        """Resolve the name of an axiom, with other readings; those that are about ``metric`` come first."""
        return self.find_axiom(name, metric) or _raise_unknown("axiom", name, self.axioms, self.axiom_names)

    def find_axiom(self, name: str, metric: Signature | None = None) -> Reading | None:
        """Resolve the name of an axiom like :meth:`read_axiom`; None if no axiom has the name."""
        if name in self.axioms:
            return Reading(name, name, (name,))
        reading = _resolve("axiom", name, self.axiom_names, {id: id for id in self.axioms}, {})
        if metric is None or reading is None:
            return reading
        about_metric = [id for id in reading.means if self.axioms[id].is_about(metric)]
        return replace(reading, means=tuple(dict.fromkeys((*about_metric, *reading.means))))

    def statement(self, written: Named, metric: Signature | None = None) -> Statement:
        """Return the statement that is written as an axiom, a statement, or a name with or without arguments.

        Names are looked up here, then in the catalogue. Of several readings, ``metric`` selects the first about it.
        """
        return read_statement(written, lambda name: self._find_axiom_here_or_catalogued(name, metric))

    def _find_axiom_here_or_catalogued(self, name: str, metric: Signature | None) -> Axiom:
        for registry in (self, REGISTRY):
            if (reading := registry.find_axiom(name, metric)) is not None:
                return registry.axioms[reading.name]
        return _raise_unknown("axiom", name, {**REGISTRY.axioms, **self.axioms}, REGISTRY.axiom_names)

    def check_claims(self, metric: Metric) -> None:
        """Raise ``ValueError`` for a claim that does not apply to the metric, suggesting the nearest one that does.

        Raises :class:`Unknown` where a claim of a user's metric misspells the name of another metric.
        """
        axioms = {**REGISTRY.axioms, **self.axioms}.values()
        for claim in metric.claims:
            if reason := declaring.refused_claim(claim.statement, metric, axioms, REGISTRY.axiom_names):
                raise ValueError(
                    f"metric {metric.name!r}: {claim.status}: {claim.statement.id} does not apply: {reason}"
                )
            other = dict(claim.statement.arguments).get("other")  # the argument that names another metric
            if metric.is_foreign and isinstance(other, str):
                self._check_spelling(metric, claim, other)

    def _check_spelling(self, metric: Metric, claim: Claim, other: str) -> None:
        """Raise :class:`Unknown` if ``other`` misspells a known metric; any other name may be registered later."""
        if other.partition("[")[0] == metric.id or any(registry.find_metric(other) for registry in (self, REGISTRY)):
            return
        names = (*REGISTRY.metric_names.spelled, *REGISTRY._row_names(), *self._row_names())
        if misspelled := declaring.misspelled_metric(other, names):
            raise Unknown.because(
                f"metric {metric.name!r}: {claim.status}: {claim.statement.id}: unknown metric {other!r}; "
                f"did you mean {misspelled!r}? If it is a metric of your own, register it first"
            )

    def source(self, name: str) -> Source:
        """Look up a source by its id."""
        if name not in self.sources:
            raise Unknown("source", name, self.sources)
        return self.sources[name]


def _have_equal_values(space: Space, other: Space) -> bool:
    """Return whether two spaces have equal values, regardless of how their boundary is treated."""
    attributes, other_attributes = ({**vars(compared), "has_boundary": None} for compared in (space, other))
    return type(space) is type(other) and attributes == other_attributes


def _module_code_of(definition: Any) -> CodeType | None:
    """Return the code of the running module or notebook cell that contains the definition; None if there is none.

    It is found by walking up the call stack. Functions have the flag CO_OPTIMIZED; modules and cells have not.
    """
    frame: FrameType | None = sys._getframe(1)
    namespace = getattr(definition, "__globals__", None)
    while frame is not None:
        if frame.f_globals is namespace and not frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            return frame.f_code
        frame = frame.f_back
    return None


def _innermost_module_file() -> str:
    """Return the file of the module that is running now, the innermost of several that import each other."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


def _registering_line() -> tuple[str, int]:
    """Return the file and line from which this registry was called: those of ``@metric``."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _resolve(
    what: str, name: str, names: Names, registered: Mapping[str, str], parameters: Mapping[str, Mapping[str, object]]
) -> Reading | None:
    try:
        return names.read(name, registered, parameters)
    except BadReading as error:  # a parameter in the name that a metric does not take, or of an axiom
        why = "name it without arguments; the answer covers all its statements" if what == "axiom" else error
        raise Unknown.because(f"{what} {name!r}: {why}") from None


def _raise_unknown(what: str, name: str, registered: Iterable[str], names: Names) -> NoReturn:
    raise Unknown(what, name, registered, names.spelled)


REGISTRY = Registry()
"""The catalogue's registry, which the decorators fill if no other is passed."""


def metric(
    id: str,
    *,
    kind: Kind = "distance",
    arguments: Mapping[str, Space] | None = None,
    parameters: Mapping[str, ParameterSpace] | None = None,
    variant: str | None = None,
    variants: Iterable[str] = (),
    claims: Iterable[Iterable[Claim]] = (),
    holds: Iterable[Named] = (),
    fails: Iterable[Named] | Mapping[Named, str] | Mapping[Axiom, str] | Mapping[str, str] = (),
    conjectured: Iterable[Named] = (),
    source: str = "",
    exact: bool = True,
    family: str = "user",
    never_divides: bool = False,
    label_invariant: bool = False,
    any_grade: bool = False,
    undefined: Iterable[Any] = (),
    latex: str | Mapping[str, str] = "",
    registry: Registry | None = None,
    **unknown: Never,
) -> Callable[[Callable[..., Value]], Metric[Value]]:
    """Register a definition as a metric, with the claims made about it.

    The decorated name is bound to the metric, or to its first variant. Options not listed are for the catalogue.

        arguments, parameters: spaces by name, such as {"x": spaces.binary_list}; arguments are else two rankings
        variants: names; each registers a row, and is passed to the definition as "variant"
        holds, fails, conjectured: what "source" states, as axioms or by name ("symmetry"); fails may map to reasons
        claims: what catalogued sources state
        latex: the formula for pages (else the docstring's first line), on further lines its symbols; or one by variant
        any_grade: the metric takes lists with any grades, not only those of its space
        undefined: exceptions and values that mean "no value", such as [ValueError, math.nan]

    Raises ``ValueError`` for an unknown kind, a name registered already, other arguments than the declared ones, or a
    statement that does not apply to the metric; ``Unknown``, with the nearest name, for an unknown name.
    """
    declaring.refuse_options(unknown, metric)
    argument_spaces = RANKINGS if arguments is None else arguments
    flags = {"exact": exact, "never_divides": never_divides, "label_invariant": label_invariant, "any_grade": any_grade}
    declaring.check_options(id, variants, source=source, family=family, variant=variant, flags=flags)
    declaring.check_spaces(id, kind, argument_spaces, parameters)
    declaring.check_latex(id, latex, variants := tuple(variants))
    statements = {"holds": holds, "fails": fails, "conjectured": conjectured}
    declaring.check_statements(id, {"claims": claims, **statements})
    target = REGISTRY if registry is None else registry
    read = partial(target.statement, metric=declaring.Declaration(kind, argument_spaces, parameters or {}))
    all_claims = (*chain.from_iterable(claims), *declaring.declared_claims(id, source, statements, read))
    options: dict[str, Any] = {"source": source, "family": family, "takes_variant": bool(variants), **flags}
    options |= {"arguments": dict(argument_spaces), "undefined": undefined_marks(id, undefined)}
    options["never_divides"] = never_divides and not parameters  # the promise is about positions alone

    def register(function: Callable[..., Value]) -> Metric[Value]:
        keywords = [*(parameters or {})] + (["variant"] if variants else [])
        declaring.check_definition(id, function, argument_spaces, keywords, declares_arguments=arguments is not None)
        row = Metric(id, kind, function, dict(parameters or {}), all_claims, **options)
        return target.add_variants(row, variants or (variant,), latex)

    return register
