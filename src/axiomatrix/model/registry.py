"""The registry: the single source of which metrics, axioms and sources there are; and ``@metric``, which registers."""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from types import CodeType, FrameType
from typing import Any, Never, NoReturn

from ..spaces import ParameterSpace, Space
from .axiom import Axiom, Kind, Statement, as_statement
from .claim import Claim, Named, Source, read_statement
from .declaring import (
    Declaration,
    check_definition,
    check_known,
    check_latex,
    check_options,
    check_spaces,
    check_statements,
    declared,
    meant_metric,
    refused_claim,
)
from .domain import Signature, undefined_marks
from .metric import RANKINGS, Metric, Value
from .names import AxiomTopic, BadReading, Name, Names, Reading, folded, near

LONGEST_NAME_SHOWN = 200
"""Characters of an unknown name that are looked at and shown."""
MOST_LISTED = 40
"""How many names an error message lists."""


class Unknown(LookupError):
    """A name that nothing has, with the nearest one that something has.

    ``names`` are further ones that people use, and the meaning of each.
    """

    def __init__(self, what: str, name: str, known: Iterable[str], names: Mapping[str, str] | None = None) -> None:
        listed = sorted(known)
        name = (
            name if len(name) <= LONGEST_NAME_SHOWN else f"{name[:LONGEST_NAME_SHOWN]}..."
        )  # it may be from anybody's file
        begun = [known for known in listed if name and known.startswith(name)]
        within = [known for known in listed if len(name) > 3 and f".{name}" in known]  # kendalltau: scipy.kendalltau[b]
        meant = begun or within or near(name, (*(names or ()), *listed))
        listing = f"there are: {', '.join(listed[:MOST_LISTED])}" if listed else "there is none"
        hint = f"did you mean {meant[0]!r}?" if meant else listing
        if meant and meant[0] not in listed and names:
            hint = f"did you mean {meant[0]!r} ({names[meant[0]]})?"
        if not meant and len(listed) > MOST_LISTED:
            hint = f"there are {len(listed)}, none with a name like it (axiomatrix show {what}s)"
        super().__init__(f"unknown {what} {name!r}; {hint}")

    @classmethod
    def because(cls, reason: str) -> Unknown:
        """A name that something has, said with what that does not take."""
        error = cls.__new__(cls)
        LookupError.__init__(error, reason)
        return error


class Registry:
    """Metrics, axioms and sources by name. Duplicates and unknown names raise.

    A metric or an axiom goes by its own name and by those that people use; its own name always wins.
    """

    def __init__(self, parent: Registry | None = None) -> None:
        self.metrics: dict[str, Metric] = dict(parent.metrics) if parent else {}
        self.axioms: dict[str, Axiom] = dict(parent.axioms) if parent else {}
        self.sources: dict[str, Source] = dict(parent.sources) if parent else {}
        self.metric_names: Names = Names(parent.metric_names if parent else None)
        self.axiom_names: Names = Names(parent.axiom_names if parent else None)
        self.topics: dict[str, AxiomTopic] = dict(parent.topics) if parent else {}
        self._run: dict[tuple[str, str], CodeType | None] = dict(parent._run) if parent else {}
        """Of each metric and axiom the code that was run when it was registered: a module, or a cell of a notebook."""
        self.registered_in: dict[str, str] = dict(parent.registered_in) if parent else {}
        """The file whose code registered each metric; for a metric of a notebook the name of its cell."""
        self.places: dict[str, tuple[str, int]] = dict(parent.places) if parent else {}
        """File and line of the ``@metric`` that registered each metric."""

    def add_metric(self, metric: Metric) -> None:
        """Register a row; a name can be given once, unless its module is loaded anew, or its cell run again."""
        known = self.metrics.get(metric.name)
        if known is not None and not self._is_run_again("metric", metric.name, known.definition, metric.definition):
            raise ValueError(f"metric {metric.name!r} is registered already; give yours another name or variant")
        self._run["metric", metric.name] = _run_for(metric.definition)
        self.registered_in[metric.name] = _file_being_run()
        self.places[metric.name] = _registering_line()
        self.metrics[metric.name] = metric
        for claim in metric.claims:
            self.add_axiom(claim.statement.axiom)

    def has(self, metric: Metric) -> bool:
        """Return whether that metric is registered here, not another of its name; it may have more claims by now."""
        known = self.metrics.get(metric.name)
        if known is None or known.claims[: len(metric.claims)] != metric.claims:
            return False
        compared = {part.name for part in fields(metric)} - {"claims", "preset"}
        return all(getattr(known, name) is getattr(metric, name) for name in compared)

    def name_of_space(self, metric: Metric, space: Space) -> str:
        """The name of a metric's space; with a mark where it is that of one of ours and the values are others.

        Theorems know a space by its name.
        """
        rows = [row for row in self.metrics.values() if not row.is_foreign] if metric.is_foreign else []
        spaces = [known for row in rows for known in (*row.arguments.values(), *row.parameters.values())]
        ours = [known for known in spaces if known.name == space.name]
        is_other = bool(ours) and not any(_are_alike(space, known) for known in ours)
        return f"{space.name} (of its own)" if is_other else space.name

    def add_axiom(self, axiom: Axiom) -> None:
        """Register an axiom; the same one may come again, another one of its name may not, as for metrics."""
        known = self.axioms.get(axiom.id)
        if known is axiom:
            return
        if known is not None and not self._is_run_again("axiom", axiom.id, known.says, axiom.says):
            raise ValueError(f"axiom {axiom.id!r} is registered already; give yours another name")
        self.axioms[axiom.id] = axiom
        self._run["axiom", axiom.id] = _run_for(axiom.says)

    def _is_run_again(self, what: str, name: str, known: Any, definition: Any) -> bool:
        """Return whether the known definition comes again: its module was reloaded, or its cell was rerun.

        A file has two names as a module where it is named to a command and imported by another file.
        """
        before, now = self._run.get((what, name)), _run_for(definition)
        if before is None or now is None or before is now:
            return False
        modules = {getattr(one, "__module__", None) for one in (known, definition)}
        names = {getattr(one, "__qualname__", None) for one in (known, definition)}
        is_same_file = before.co_filename == now.co_filename and now.co_filename.endswith(".py")
        return len(names) == 1 and (len(modules) == 1 or is_same_file)

    def add_names(
        self,
        *,
        metrics: Iterable[Name] = (),
        axioms: Iterable[Name] = (),
        topics: Mapping[str, AxiomTopic] | None = None,
    ) -> None:
        """Add names that people use of what is registered, and topics by the phrases that name them."""
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
        """A source, registered."""
        self.add_source(source := Source(id, title))
        return source

    def add_variants(
        self, row: Metric[Value], variants: Iterable[str | None], latex: str | Mapping[str, str]
    ) -> Metric[Value]:
        """Register one row for each variant of a definition, unless a claim is not about it; the first of them."""
        formulas = latex if isinstance(latex, Mapping) else defaultdict(lambda: str(latex))
        rows = [replace(row, variant=name, latex=formulas[str(name)]) for name in variants]
        for row in rows:
            self.check_claims(row)
        for row in rows:
            self.add_metric(row)
        return rows[0]

    def metric(self, name: str | Metric) -> Metric:
        """The metric of that name; an id without a variant means the first variant, ``AP`` what people call so.

        Parameters that the name says, such as those of ``nDCG@10``, need not be given in a call.
        """
        if isinstance(name, Metric):
            return name
        if name in self.metrics:
            return self.metrics[name]
        read = self.read_metric(name)
        row = self.metrics[read.name]
        return replace(row, preset=dict(read.parameters)) if read.parameters else row

    def read_metric(self, name: str) -> Reading:
        """Resolve the name of a metric: the row, the parameters in the name, and other readings."""
        return self.find_metric(name) or _unknown("metric", name, self._rows(), self.metric_names)

    def find_metric(self, name: str) -> Reading | None:
        """Likewise; None for what is not a name of a metric."""
        own = name if name in self.metrics else next((m.name for m in self.metrics.values() if m.id == name), None)
        if own is not None:
            return Reading(name, name, (own,))
        rows = self._rows()
        parameters = {row.name: row.parameters for row in self.metrics.values()}
        return _read("metric", name, self.metric_names, rows, parameters)

    def _rows(self) -> dict[str, str]:
        """The row of each name and each id."""
        rows = {row: row for row in self.metrics}
        for metric in self.metrics.values():
            rows.setdefault(metric.id, metric.name)
        return rows

    def rows(self, name: str) -> list[Metric]:
        """The row of that name, or all variants of that id."""
        if name in self.metrics:
            return [self.metrics[name]]
        variants = [m for m in self.metrics.values() if m.id == name]
        return variants or [self.metric(name)]

    def axiom(self, name: str | Axiom | Statement, metric: Signature | None = None) -> Axiom:
        """The axiom of that name, or what people call so: of several readings the one that is about the metric.

        An axiom, or that of a statement, is returned as it is.
        """
        if not isinstance(name, str):
            return name if isinstance(name, Axiom) else as_statement(name).axiom
        return self.axioms[name] if name in self.axioms else self.axioms[self.read_axiom(name, metric).name]

    def read_axiom(self, name: str, metric: Signature | None = None) -> Reading:
        """Resolve the name of an axiom, with other readings."""
        return self.find_axiom(name, metric) or _unknown("axiom", name, self.axioms, self.axiom_names)

    def find_axiom(self, name: str, metric: Signature | None = None) -> Reading | None:
        """Likewise; None for what is not a name of an axiom."""
        if name in self.axioms:
            return Reading(name, name, (name,))
        read = _read("axiom", name, self.axiom_names, {id: id for id in self.axioms}, {})
        if metric is None or read is None:
            return read
        about = [id for id in read.means if self.axioms[id].is_about(metric)]
        return replace(read, means=tuple(dict.fromkeys((*about, *read.means))))

    def statement(self, written: Named, metric: Signature | None = None) -> Statement:
        """The statement that is written as an axiom, a statement, or a name with or without arguments.

        Names are those of this registry and of the catalogue; of several readings the one that is about the metric.
        """
        return read_statement(written, lambda name: self._find_anywhere(name, metric))

    def _find_anywhere(self, name: str, metric: Signature | None) -> Axiom:
        for registry in (self, REGISTRY):
            if (read := registry.find_axiom(name, metric)) is not None:
                return registry.axioms[read.name]
        return _unknown("axiom", name, {**REGISTRY.axioms, **self.axioms}, REGISTRY.axiom_names)

    def check_claims(self, metric: Metric) -> None:
        """Raise ``ValueError`` for a claim that says nothing of the metric, with the nearest one that does.

        Raises :class:`Unknown` where a claim of a user's metric misspells the name of another metric.
        """
        known = {**REGISTRY.axioms, **self.axioms}.values()
        for claim in metric.claims:
            if reason := refused_claim(claim.statement, metric, known, REGISTRY.axiom_names):
                raise ValueError(
                    f"metric {metric.name!r}: {claim.status}: {claim.statement.id} is not about it: {reason}"
                )
            other = dict(claim.statement.arguments).get("other")
            if metric.is_foreign and isinstance(other, str):
                self._check_spelling(metric, claim, other)

    def _check_spelling(self, metric: Metric, claim: Claim, other: str) -> None:
        """Raise :class:`Unknown` if the name is like that of a metric; any other may be registered later."""
        if other.partition("[")[0] == metric.id or any(known.find_metric(other) for known in (self, REGISTRY)):
            return
        names = (*REGISTRY.metric_names.spelled, *REGISTRY._rows(), *self._rows())
        if meant := meant_metric(other, names):
            raise Unknown.because(
                f"metric {metric.name!r}: {claim.status}: {claim.statement.id}: unknown metric {other!r}; "
                f"did you mean {meant!r}? A metric of your own with a name like it must be registered first"
            )

    def source(self, name: str) -> Source:
        """The source of that id."""
        if name not in self.sources:
            raise Unknown("source", name, self.sources)
        return self.sources[name]


def _are_alike(space: Space, other: Space) -> bool:
    """Return whether two spaces have equal values, regardless of how their boundary is treated."""
    contents = [{**vars(one), "has_boundary": None} for one in (space, other)]
    return type(space) is type(other) and contents[0] == contents[1]


def _run_for(definition: Any) -> CodeType | None:
    """The module, or the cell of a notebook, that is being run now and makes the definition."""
    frame: FrameType | None = sys._getframe(1)
    namespace = getattr(definition, "__globals__", None)
    while frame is not None:
        if frame.f_globals is namespace and not frame.f_code.co_flags & inspect.CO_OPTIMIZED:  # as functions are
            return frame.f_code
        frame = frame.f_back
    return None


def _file_being_run() -> str:
    """The file of the module whose own code is being run now: the innermost where one module imports another."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_flags & inspect.CO_OPTIMIZED:  # a function
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


def _registering_line() -> tuple[str, int]:
    """File and line from which this registry was called: those of ``@metric``."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") == __name__:
        frame = frame.f_back
    return ("", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _read(
    what: str, name: str, names: Names, registered: Mapping[str, str], parameters: Mapping[str, Mapping[str, object]]
) -> Reading | None:
    try:
        return names.reading(name, registered, parameters)
    except BadReading as error:
        why = "name it without arguments; the answer has all its statements" if what == "axiom" else error
        raise Unknown.because(f"{what} {name!r}: {why}") from None


def _unknown(what: str, name: str, registered: Iterable[str], names: Names) -> NoReturn:
    raise Unknown(what, name, registered, names.spelled)


REGISTRY = Registry()
"""The registry that decorators use unless told otherwise."""


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

    ``arguments`` maps the names of the definition's arguments to their spaces, such as ``{"x": spaces.binary_list}``
    (two rankings unless given), ``parameters`` those of its parameters. ``holds``, ``fails`` and ``conjectured`` list
    the statements that ``source`` makes, as axioms or by name (``"symmetry"``); ``claims`` those of catalogued sources.
    ``fails`` may map each statement to why it fails, the wording of that claim. ``latex`` is the formula for pages
    (else the docstring's first line): the value, and on further lines its symbols. ``variants`` registers a row for
    each name, which the definition takes as ``variant``; ``latex`` maps each to its formula. The name becomes the first
    metric. With ``any_grade`` it takes lists with any grades, not only those of its space. ``undefined`` lists
    exceptions and values, such as ``[ValueError, math.nan]``, that mean *no value*. Others keep their default.

    Raises ``ValueError`` for an unknown kind, a name registered already, other arguments than the declared ones, or a
    statement that says nothing of the metric; ``Unknown``, with the nearest name, for a name that none has.
    """
    check_known(unknown, metric)
    points = RANKINGS if arguments is None else arguments
    flags = {"exact": exact, "never_divides": never_divides, "label_invariant": label_invariant, "any_grade": any_grade}
    check_options(id, variants, source=source, family=family, variant=variant, flags=flags)
    check_spaces(id, kind, points, parameters)
    check_latex(id, latex, variants := tuple(variants))
    lists = {"holds": holds, "fails": fails, "conjectured": conjectured}
    check_statements(id, {"claims": claims, **lists})
    known = REGISTRY if registry is None else registry
    signature = Declaration(kind, points, parameters or {})
    named = declared(id, source, lists, lambda written: known.statement(written, signature))
    stated = (*(claim for group in claims for claim in group), *named)
    options: dict[str, Any] = {"source": source, "family": family, "takes_variant": bool(variants), **flags}
    options |= {"arguments": dict(points), "undefined": undefined_marks(id, undefined)}
    options["never_divides"] = never_divides and not parameters

    def register(function: Callable[..., Value]) -> Metric[Value]:
        by_name = [*(parameters or {})] + (["variant"] if variants else [])
        check_definition(id, function, points, by_name, declares_arguments=arguments is not None)
        row = Metric(id, kind, function, dict(parameters or {}), stated, **options)
        return known.add_variants(row, variants or (variant,), latex)

    return register
