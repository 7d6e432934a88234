"""Axioms, which say something about metrics; statements, which are axioms with their arguments; and ``@axiom``.

An axiom has a *law*: a function of a metric ``d`` and of the values that the axiom quantifies over. It returns a
relation (:mod:`.relation`), and does not decide it. The law of symmetry takes ``d`` and two rankings a and b, and
returns ``equal(d(a, b), d(b, a))``. One choice of a and b, with values for the parameters of ``d``, is an *instance*.

Some axioms take arguments: ``scale_free("w", degree=2)`` is a *statement* of the axiom ``scale-free``.
Metrics claim statements, and a cell of the matrix decides one: the methods look for an instance at which it fails.

A metric has a *sort*, which says what its arguments are (``rankings``, ``judged lists``), and a *kind*, which says what
its value means (``distance``, ``score``). Both limit the axioms that apply to it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Literal, get_args

from ..spaces import CutOffs, ParameterSpace, Rankings, Space, advice_on
from .domain import INDUCED, Signature, lists_of, space_for_metric
from .relation import FAILS, HOLDS, Answer, require_answer
from .showing import ShownInNotebooks

Kind = Literal["distance", "similarity", "score", "loss"]
KINDS = get_args(Kind)
"""The possible meanings of the value of a metric."""
KIND_PLURALS: dict[str, Kind] = {
    "distances": "distance", "similarities": "similarity", "scores": "score", "losses": "loss",
}  # fmt: skip
"""The kinds by their plurals, as messages name them."""
Quantifier = Literal["for all", "there is", "extreme"]
"""The law holds for all instances, or for at least one; or its ratio has a best constant, which is sought."""
Reason = str
"""Why an axiom is not applicable to a metric."""
CATALOGUE_PREFIX = "axiomatrix.catalogue.axioms."
"""Prefix of the modules with the axioms of this package, which alone may make promises (:mod:`.promises`)."""
ARGUMENTS_IN_WORDS = {
    "other": "another metric", "factor": "a constant", "constant": "a constant",
    "scale": "a constant", "shift": "a constant",
    "parameter": "a parameter", "degree": "of a fixed degree", "value": "a fixed value", "bound": "a fixed bound",
    "low": "a lower bound", "high": "an upper bound", "step": "a fixed distance", "tolerance": "a tolerance",
    "lowest": "a lowest grade", "weights": "fixed weights", "policy": "a fixed policy",
}  # fmt: skip
"""Words for an axiom's arguments, which its sentence uses in place of missing values."""
NO_PARAMETER = "it has no parameter "
"""Beginning of the reason where a metric lacks a parameter that an axiom needs; the name follows."""
GROUPS_OF_ONE_SPACE = ("metric space", "correlation")
"""Groups of axioms that exchange the two arguments of a metric, which must therefore come from one space."""


def _applies_always(metric: Signature, **arguments: Any) -> Reason | None:
    return None


def where(holds: Callable[[Any], Any], why: str) -> Callable[..., Reason | None]:
    """Make a value of :attr:`Axiom.applies`: it refuses metrics for which ``holds`` is false, giving ``why``."""
    return lambda metric, **arguments: None if holds(metric) else why


def _same_length(n: int) -> int:
    return n


def _observe_nothing(metric: Signature) -> Iterable[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True, eq=False)
class Axiom(ShownInNotebooks):
    """An axiom: a column of the matrix.

    Called with its arguments (``scale_free("w", degree=2)``) it gives the :class:`Statement` that a metric can
    claim; an axiom without arguments is itself a statement.
    """

    id: str
    says: Callable[..., Answer]
    """The law: maps a metric, the values of an instance, and the axiom's arguments by name, to a relation."""
    kinds: frozenset[str]
    """The kinds of metrics to which the axiom applies."""
    over: Mapping[str, Space]
    """The spaces that the axiom quantifies over, by the names of the law's parameters; see :meth:`Statement.over`."""
    group: str
    """The heading under which reports list the axiom, such as ``metric space``."""
    quantifier: Quantifier = "for all"

    # --- to which metrics it applies, and with which arguments ---

    about: tuple[str, ...] = ("rankings",)
    """The sorts of metrics to which the axiom applies: ``rankings``, ``judged lists`` ..."""
    requires: tuple[str, ...] = ()
    """Parameters that a metric must have for the axiom to say something about it."""
    applies: Callable[..., Reason | None] = _applies_always
    """Maps a metric and the axiom's arguments to the reason why the axiom does not apply, or None if it does."""
    observe: Callable[[Any], Iterable[Mapping[str, Any]]] = _observe_nothing
    """Maps a metric to the arguments with which the axiom is checked although no claim names them."""
    arguments: tuple[str, ...] = field(default=())
    """The names of the axiom's own arguments, such as ``degree``."""
    open_arguments: bool = False
    """Whether a statement may name further arguments, such as the parameters of the metric."""
    of_arguments: bool = False
    """Whether the law takes ``*arguments``: it then applies to any sort, with the metric's own arguments."""

    # --- how it may be decided ---

    label_free: bool = False
    """Whether the law names no item: if renaming items changes no value, the first ranking may then be fixed."""
    from_generators: bool = False
    """Whether it suffices to check generators of a group: an invariance under relabellings or permutations.

    It does where the metric has a value in every case. Otherwise all elements of the group are tried.
    """
    ignores_parameters: bool = False
    """Whether the law replaces all parameters, so that one value of them is as good as all."""
    by_lane: bool = False
    """Whether the law looks into parameter values, and so takes them one by one, *lane* by lane, and not as columns."""
    boundary: bool = False
    """Whether the verdict can differ on the closed parameter space (zero weights, pseudometrics)."""
    closed_only: bool = False
    """Whether the law is about the boundary (a zero distance), so that no case meets its condition elsewhere."""
    builds: Callable[[int], int] = _same_length
    """The length of the longest list that the law builds from n items: cut-offs are enumerated beyond that."""

    # --- words for readers ---

    latex: str = ""
    """The formula in LaTeX: the statement, then lines that define its symbols; empty if none was given."""
    sentence: str = ""
    """The axiom in one sentence for newcomers; ``{name}`` in it is replaced by an argument."""
    kept_by: tuple[str, ...] = ()
    """Names of rows for which it holds, as examples for readers (*there is*: rows that have an instance)."""
    broken_by: tuple[str, ...] = ()
    """Names of rows for which it fails (*there is*: rows that have no instance)."""

    def __call__(self, *values: Any, **named: Any) -> Statement:
        """Make the statement with these arguments; ``TypeError`` if one is missing, unknown or of a wrong type."""
        if len(values) > len(self.arguments):
            arguments = ", ".join(self.arguments) or "none"
            raise TypeError(f"{self.id}: got {len(values)} arguments; it takes {arguments}")
        bound: dict[str, Any] = dict(zip(self.arguments, values, strict=False))
        for name, value in named.items():
            if name not in self.arguments and not self.open_arguments:
                raise TypeError(f"{self.id} has no argument {name!r}; its arguments are {list(self.arguments)}")
            if name in bound:
                raise TypeError(f"{self.id}: argument {name!r} is given twice")
            bound[name] = value
        for name in self.arguments:
            if name not in bound:
                defaults = _parameters(self.says)  # the axiom's arguments are keyword-only parameters of the law
                if defaults[name].default is inspect.Parameter.empty:
                    call = f"{self.id.replace('-', '_')}({', '.join(f'{name}=...' for name in self.arguments)})"
                    raise TypeError(f"{self.id}: argument {name!r} is missing; write {call}")
                bound[name] = defaults[name].default
        for name, value in bound.items():
            # floats would make an inexact statement, and the others cannot be written in a label
            if isinstance(value, (float, complex)) or callable(value) or not isinstance(value, Hashable):
                raise TypeError(
                    f"{self.id}: argument {name} is {value!r}; it must be a whole number, a Fraction, a tuple or a "
                    f"string, such as the name of a metric"
                )
        return Statement(self, tuple(({name: bound[name] for name in self.arguments} | bound).items()))

    def statements_about(self, metric: Signature) -> list[Statement]:
        """List the statements that are checked of a metric although no claim names them (see ``observe``)."""
        if not self.arguments and not self.open_arguments:
            return [self()]
        return [self(**arguments) for arguments in self.observe(metric)]

    def is_about(self, metric: Signature) -> bool:
        """Return whether the axiom applies to metrics of this sort and kind."""
        return self.is_about_sort(metric.about) and metric.kind in self.kinds

    def is_about_sort(self, sort: str) -> bool:
        """Return whether the axiom applies to this sort, or to the lists that its values induce (see ``INDUCED``)."""
        return self.of_arguments or sort in self.about or INDUCED.get(sort) in self.about

    def wrong_kind_reason(self, metric: Signature) -> Reason:
        """Say why the axiom does not apply to metrics of this kind."""
        kinds = sorted(plural for plural, kind in KIND_PLURALS.items() if kind in self.kinds)
        return f"it is a {metric.kind}; the axiom is about {', '.join(kinds)}"

    @property
    def sought_code(self) -> int:
        """The code of the cases that settle a statement (:mod:`.relation`): ``FAILS``, or ``HOLDS`` for *there is*."""
        return HOLDS if self.quantifier == "there is" else FAILS

    @property
    def plain_name(self) -> str:
        """The id as words, such as ``Triangle inequality``."""
        return self.id.replace("-", " ").capitalize()

    def sentence_of(self, arguments: Mapping[str, Any]) -> str:
        """The sentence for newcomers, with these arguments in it; empty if none was written."""
        text = self.sentence
        for name, value in {**ARGUMENTS_IN_WORDS, **arguments}.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    @property
    def formula(self) -> str:
        """The first line of the docstring."""
        return self.doc.splitlines()[0] if self.doc else ""

    @property
    def doc(self) -> str:
        """The whole docstring."""
        return inspect.getdoc(self.says) or ""

    def __repr__(self) -> str:
        return f"<axiom {self.id}>"


@lru_cache(maxsize=1024)  # inspect is slow, and every statement in a file needs this
def _parameters(says: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(says).parameters


def label(arguments: Mapping[str, Any]) -> str:
    """Format arguments for the label of a cell: ``parameter=w, degree=2``."""
    return ", ".join(f"{name}={value}" for name, value in arguments.items())


def _argument_text(value: Any) -> str:
    """Write an argument for a label."""
    if isinstance(value, tuple):  # a mapping as pairs (key, value), since arguments must be hashable
        return "{" + ", ".join(f"{k}: {v}" for k, v in value) + "}"
    return str(value)


@dataclass(frozen=True)
class Statement(ShownInNotebooks):
    """An axiom with its arguments: what a metric claims, and what a cell decides."""

    axiom: Axiom
    arguments: tuple[tuple[str, Any], ...] = ()
    """Pairs of name and value, so that statements can be hashed."""

    @property
    def id(self) -> str:
        """The axiom and its arguments, such as ``scale-free(parameter=w, degree=2)``."""
        return self.axiom.id + (f"({self.label})" if self.arguments else "")

    @property
    def label(self) -> str:
        """The arguments in the label of the statement's cell."""
        return label({name: _argument_text(value) for name, value in self.arguments})

    def says(self, *instance: Any, **named: Any) -> Answer:
        """Call the law on one instance: the metric, then the values of what it quantifies over."""
        if not self.arguments:
            return require_answer(self.axiom.says(*instance, **named))
        # not ``named | arguments``: a name in both must raise
        return require_answer(self.axiom.says(*instance, **named, **dict(self.arguments)))

    def over(self, metric: Signature) -> dict[str, Space]:
        """Return the spaces that the statement quantifies over for this metric.

        The metric's own space replaces ``spaces.own``, and ``spaces.ranking`` where the metric is about other orders.
        For top lists, relabellings are of the universe of items.
        """
        if self._has_metrics_arguments(metric):
            return dict(metric.arguments)
        metric_space = next(iter(metric.arguments.values())) if metric.about in self.axiom.about else lists_of(metric)
        over = {name: space_for_metric(space, metric, metric_space) for name, space in self.axiom.over.items()}
        # the two arguments of a metric may have different spaces, such as a target and a prediction
        ranking_names = [name for name, space in self.axiom.over.items() if type(space) is Rankings]
        over.update(zip(ranking_names, metric.arguments.values(), strict=False))  # a third ranking keeps its space
        return over

    def names(self, metric: Signature) -> Iterable[str]:
        """The names of what the statement quantifies over, in the order in which the law takes the values."""
        return metric.arguments if self._has_metrics_arguments(metric) else self.axiom.over

    def _has_metrics_arguments(self, metric: Signature) -> bool:
        """Return whether the law takes the metric's arguments instead of ``over``, which has more or fewer names."""
        return self.axiom.of_arguments and len(metric.arguments) != len(self.axiom.over)

    def parameters(self, spaces: Mapping[str, ParameterSpace]) -> dict[str, ParameterSpace]:
        """The parameter spaces for this statement: cut-offs reach beyond the longest list that the law builds."""
        builds = self.axiom.builds
        if builds is _same_length:  # the law builds no list longer than the instance's lists
            return dict(spaces)
        return {name: CutOffs(builds) if isinstance(space, CutOffs) else space for name, space in spaces.items()}

    def not_applicable(self, metric: Signature) -> Reason | None:
        """Say why the statement does not apply to the metric; None if it does."""
        if not self.axiom.is_about_sort(metric.about):
            return f"it is about {metric.about}; the axiom is about {', '.join(self.axiom.about)}"
        if metric.kind not in self.axiom.kinds:
            return self.axiom.wrong_kind_reason(metric)
        if self.axiom.group in GROUPS_OF_ONE_SPACE and len({space.name for space in metric.arguments.values()}) > 1:
            return "its two arguments come from different spaces"
        for name in self.axiom.requires:
            if name not in metric.parameters:
                return f"{NO_PARAMETER}{name}"
        return self.axiom.applies(metric, **dict(self.arguments))

    def __repr__(self) -> str:
        return f"<statement {self.id}>"


def as_statement(claimed: Axiom | Statement) -> Statement:
    """Convert an axiom without arguments to its only statement; a statement is left unchanged."""
    if isinstance(claimed, Axiom):
        return claimed()
    if isinstance(claimed, Statement):
        return claimed
    raise TypeError(f"{claimed!r} is not an axiom; use one from axiomatrix.axioms or declare one with @axiom")


# --- declaration ----------------------------------------------------------------------------------------------------


def axiom(
    id: str,
    *,
    over: Mapping[str, Space] | None = None,
    kinds: Collection[str] = ("distance",),
    group: str = "user",
    **options: Any,
) -> Callable[[Callable[..., Answer]], Axiom]:
    """Declare an axiom: a function of a metric ``d`` and instances that returns a relation.

    ``over`` names the instances and the spaces they come from; keyword-only parameters of the function are the
    axiom's arguments. The metric's own parameters need not be named: ``d(a, b)`` uses them, ``d["w"]`` is the value
    of one, ``d.with_(w=...)`` changes it. An axiom that reads or changes parameters lists them, ``requires=("w",)``,
    and does not apply to metrics without them. ``latex`` is the formula for pages; without it, the first line of the
    docstring is shown. Other options are the fields of :class:`Axiom`.

    >>> from axiomatrix import axiom, relation, spaces
    >>> @axiom("at-most-n-squared", over={"a": spaces.ranking, "b": spaces.ranking})
    ... def at_most_n_squared(d, a, b):
    ...     "d(a, b) <= n^2"
    ...     return relation.at_most(d(a, b), a.n * a.n)
    """
    _check_declaration(id, over, kinds, options)
    assert over is not None  # _check_declaration refuses None
    if not isinstance(group, str):
        raise TypeError(f"axiom {id!r}: group is {group!r}; it must be a string")

    def declare(function: Callable[..., Answer]) -> Axiom:
        if options.get("from_generators") and not function.__module__.startswith(CATALOGUE_PREFIX):
            raise ValueError(f"axiom {id!r}: from_generators is reserved for invariances of this package; remove it")
        signature = inspect.signature(function).parameters
        arguments = tuple(name for name, p in signature.items() if p.kind is p.KEYWORD_ONLY)
        options["open_arguments"] = any(p.kind is p.VAR_KEYWORD for p in signature.values())
        options["of_arguments"] = any(p.kind is p.VAR_POSITIONAL for p in signature.values())
        positional = [name for name, p in signature.items() if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]
        instances = positional[1:]  # the metric comes first
        if instances != list(over) and not options["of_arguments"]:
            raise TypeError(
                f"axiom {id!r}: the function takes {instances} after the metric, but over names {list(over)}"
            )
        if not function.__doc__:
            raise TypeError(f"axiom {id!r}: the function has no docstring; its first line must be the formula")
        options["requires"] = tuple(options.get("requires", ()))
        return Axiom(id, function, frozenset(kinds), dict(over), group, arguments=arguments, **options)

    return declare


_OPTIONS = {part.name for part in fields(Axiom)}
_OPTIONS -= {"id", "says", "kinds", "over", "group", "arguments", "open_arguments", "of_arguments"}
"""The ``**options`` of :func:`axiom`: the fields of :class:`Axiom` that it neither names nor reads off the law."""


def _check_declaration(id: Any, over: Any, kinds: Any, options: Mapping[str, Any]) -> None:
    """Raise ``TypeError`` or ``ValueError`` naming the first wrong part of a declaration."""
    if not isinstance(id, str) or not id.strip():
        raise ValueError(f"axiom: the name {id!r} must be a non-blank string, as in @axiom('mine', over={{...}})")
    if not isinstance(over, Mapping):
        raise TypeError(f"axiom {id!r}: over is {over!r}; it must map names to spaces, as in {{'a': spaces.ranking}}")
    for name, space in over.items():
        if not isinstance(space, Space):
            advice = advice_on(space) or ", such as spaces.ranking"
            raise TypeError(f"axiom {id!r}: over[{name!r}] is {space!r}; it must be a space{advice}")
    if isinstance(kinds, str) or not isinstance(kinds, Collection) or not kinds or any(k not in KINDS for k in kinds):
        raise ValueError(f"axiom {id!r}: kinds is {kinds!r}; it must list some of {', '.join(KINDS)}")
    for option in options:
        if option not in _OPTIONS:
            raise TypeError(f"axiom {id!r}: unknown option {option!r}; the options are {', '.join(sorted(_OPTIONS))}")
    if not isinstance(options.get("latex", ""), str):
        raise TypeError(f"axiom {id!r}: latex {options['latex']!r:.80} must be a string, such as r'd(a,b)\\ge 0'")
    if not isinstance(options.get("sentence", ""), str):
        raise TypeError(f"axiom {id!r}: sentence is {options['sentence']!r:.80}; it must be a string")
    if isinstance(options.get("about", ()), str):
        raise TypeError(f"axiom {id!r}: about is {options['about']!r}; it must be a list, such as ['judged lists']")
    requires = options.get("requires", ())
    if isinstance(requires, str) or not all(isinstance(name, str) for name in requires):
        raise TypeError(f"axiom {id!r}: requires is {requires!r}; it must list parameter names, such as ('w',)")
    quantifier = options.get("quantifier", "for all")
    if options.get("from_generators") and quantifier != "for all":
        raise ValueError(f"axiom {id!r}: from_generators needs the quantifier 'for all', not {quantifier!r}; remove it")
    if quantifier not in get_args(Quantifier):
        known = ", ".join(map(repr, get_args(Quantifier)))
        raise ValueError(f"axiom {id!r}: quantifier is {quantifier!r}; it must be one of {known}")
