"""Checks of a metric's declaration before it is registered, with the nearest claim that applies to such a metric."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..spaces import ParameterSpace, Space, advice_on
from .axiom import KINDS, NO_PARAMETER, Axiom, Statement
from .claim import Claim, Named, SourceClaim, Status
from .domain import Signature
from .names import Names, folded, near


def check_options(id: Any, variants: Any, *, source: Any, family: Any, variant: Any, flags: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` naming the first option that is not what its name says."""
    if not isinstance(id, str) or not id.strip():
        raise ValueError(f"metric: the name is {id!r}; it must be a text, not blank, as in @metric('my-kendall')")
    if isinstance(variants, (str, Mapping)) or not isinstance(variants, Iterable):
        raise ValueError(f"metric {id!r}: variants is {variants!r}; it must be a list: variants=[...]")
    for option, given in (("source", source), ("family", family)):
        if not isinstance(given, str):
            raise ValueError(f"metric {id!r}: {option} is {given!r}; it must be a text")
    if variant is not None and not (isinstance(variant, str) and variant.strip()):
        raise ValueError(f"metric {id!r}: variant is {variant!r}; it must be a text, not blank")
    for option, given in flags.items():
        if not isinstance(given, bool):
            raise ValueError(f"metric {id!r}: {option} is {given!r}; it must be True or False")


def check_spaces(id: str, kind: str, arguments: Any, parameters: Any) -> None:
    """Raise ``ValueError`` unless the arguments are of one sort and suit the kind, and the parameters have spaces."""
    if kind not in KINDS:
        raise ValueError(f"metric {id!r}: kind is {kind!r}; it must be one of {', '.join(KINDS)}")
    if not isinstance(arguments, Mapping) or not arguments:
        raise ValueError(
            f"metric {id!r}: arguments is {arguments!r}; it must map names to spaces, "
            f"such as {{'x': spaces.binary_list}}"
        )
    for name, space in arguments.items():
        if not isinstance(space, Space) or not space.sort:
            raise ValueError(
                f"metric {id!r}: arguments[{name!r}] is {space!r}; it must be a space of rankings, "
                f"orders or lists, such as spaces.ranking or spaces.binary_list{advice_on(space)}"
            )
    if len(sorts := list(dict.fromkeys(space.sort for space in arguments.values()))) != 1:
        raise ValueError(
            f"metric {id!r}: the arguments must be of one sort, such as two rankings or one judged list; "
            f"these are {' and '.join(sorts)}"
        )
    if len(arguments) == 1 and kind in ("distance", "similarity"):
        raise ValueError(
            f"metric {id!r}: it is a {kind}{' (as no kind is given)' if kind == 'distance' else ''}, which compares "
            f"two things; a metric of one list says kind='score' (larger is better) or kind='loss' (smaller is better)"
        )
    if parameters is not None and not isinstance(parameters, Mapping):
        raise ValueError(f"metric {id!r}: parameters is {parameters!r}; it must map names to spaces")
    for name, space in (parameters or {}).items():
        if not isinstance(name, str) or not name.isidentifier():
            raise ValueError(f"metric {id!r}: parameters has {name!r}; it must be a name in Python, such as 'w'")
        if not isinstance(space, ParameterSpace):
            is_argument = isinstance(space, Space) and space.sort
            advice = f"; it belongs in arguments={{{name!r}: ...}}" if is_argument else advice_on(space)
            raise ValueError(f"metric {id!r}: parameters[{name!r}] is {space!r}; it must be a parameter space{advice}")


def check_latex(id: Any, latex: Any, variants: tuple[str, ...]) -> None:
    """Raise ``ValueError`` unless it is a text, or one for each variant."""
    of_each = isinstance(latex, Mapping) and set(latex) == set(variants) and bool(variants)
    texts = list(latex.values()) if of_each else [latex]
    if (variants and not of_each and latex != "") or not all(isinstance(text, str) for text in texts):
        wanted = f"map each of {', '.join(variants)} to a text" if variants else "be a text"
        raise ValueError(f"metric {id!r}: latex is {latex!r:.80}; it must {wanted}, such as r'K(a,b)=\\sum_{{x}} ...'")


def check_known(unknown: Iterable[str], function: Callable[..., Any]) -> None:
    """Raise ``TypeError`` for an option that a function does not have, with the nearest one that it has."""
    for option in unknown:
        known = list(inspect.signature(function).parameters)
        meant = near(option, known) or [name for name in known if name.startswith(option)]
        hint = f"did you mean {meant[0]!r}?" if meant else f"its options are {', '.join(known[1:-1])}"
        raise TypeError(f"{function.__name__}() has no option {option!r}; {hint}")


def check_definition(
    id: str, function: Callable[..., Any], arguments: Mapping[str, Space], named: list[str], *, declares_arguments: bool
) -> None:
    """Raise ``ValueError`` unless a definition takes its arguments, under any names, and what is named.

    What else it takes must have a default, which is then its value in every call.
    """
    if isinstance(function, type):
        raise ValueError(
            f"metric {id!r}: {function.__name__} is a class; a metric is a function: write a def, or register what an "
            f"instance does, metric({id!r}, ...)({function.__name__}(...).method)"
        )
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # some functions written in C do not tell
        raise ValueError(
            f"metric {id!r}: it cannot be seen what the definition {function!r:.80} takes; write a function around it"
        ) from None
    points = [part for name, space in arguments.items() for part in space.takes or (name,)]
    first = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][: len(points)]
    rest = {p.name: p for p in parameters if p not in first and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
    takes_points = len(first) == len(points) or any(p.kind is p.VAR_POSITIONAL for p in parameters)
    takes_named = any(p.kind is p.VAR_KEYWORD for p in parameters) or all(
        name in rest and rest[name].kind is not inspect.Parameter.POSITIONAL_ONLY for name in named
    )
    has_defaults = all(p.default is not p.empty for name, p in rest.items() if name not in named)
    if not (takes_points and takes_named and has_defaults):
        names, expected = [p.name for p in parameters], [*points, *named]
        raise ValueError(
            f"metric {id!r}: the definition takes ({', '.join(names)}); "
            f"with these parameters it must take ({', '.join(expected)})" + _hint(names, expected, declares_arguments)
        )


def _hint(taken: list[str], expected: list[str], declares_arguments: bool) -> str:
    """Suggest a declaration that lets the definition take its arguments."""
    takes_ids = any("relevant" in name or "retrieved" in name for name in taken)
    if takes_ids and len(taken) > 1 and (not declares_arguments or expected[:2] == expected[2:4]):
        cut = f", parameters={{{taken[2]!r}: spaces.cut_offs()}}" if len(taken) == 3 else ""
        both = f"arguments={{'x': spaces.retrieved_ids()}}{cut}"
        return f"; retrieved ids and relevant ids are one argument, declared as kind='score', {both}"
    if taken and taken[1:] == expected[2:] and not declares_arguments:
        return f"; a metric of one list declares it: kind='score', arguments={{{taken[0]!r}: spaces.binary_list}}"
    if len(taken) > len(expected) and taken[-1] != "variant":
        return f"; a parameter is declared, such as parameters={{{taken[-1]!r}: spaces.cut_offs()}}, or has a default"
    return ""


def check_statements(id: str, lists: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` unless what a registration states is in lists, or fails with a reason for each."""
    for name, given in lists.items():
        is_read_once = isinstance(given, Iterator)  # such as a generator: it would be empty when it is registered
        has_reasons = isinstance(given, Mapping) and name != "fails"
        is_list = isinstance(given, Iterable) and not isinstance(given, (str, Axiom, Statement))
        if not is_list or is_read_once or has_reasons:
            raise ValueError(f"metric {id!r}: {name} is {given!r}; it must be a list: {name}=[...]")
    for group in lists["claims"]:
        if not isinstance(group, Sequence) or not all(isinstance(claim, Claim) for claim in group):
            raise ValueError(
                f"metric {id!r}: claims has {group!r}; it must be what a source says, such as "
                f"KV9.holds(axioms.symmetry); what has no such id goes into holds, fails or conjectured"
            )
    for failing, reason in lists["fails"].items() if isinstance(lists["fails"], Mapping) else ():
        named = getattr(failing, "id", failing)
        if not isinstance(reason, str) or not reason.strip():
            raise ValueError(
                f"metric {id!r}: fails[{named}] is {reason!r}; it must be a text that says why: "
                f"fails={{axiom: 'the reason'}}"
            )


def declared(
    id: str, source: str, lists: Mapping[str, Iterable[Named]], read: Callable[[Named], Statement]
) -> list[Claim]:
    """The claims of the source that a registration names; where reasons are given, each is the wording of its claim.

    ``lists`` are what holds, what fails and what is conjectured. Raises ``ValueError`` for a statement in two places.
    """
    given = SourceClaim("declared", source or f"declared with {id}")
    named: dict[str, str] = {}
    claims: list[Claim] = []
    for name, listed in lists.items():
        for written in listed:
            statement = read(written)
            if statement.id in named:
                raise ValueError(f"metric {id!r}: {statement.id} is in {named[statement.id]} and again in {name}")
            named[statement.id] = name
            said_by = SourceClaim("declared", listed[written]) if isinstance(listed, Mapping) else given
            claims.append(Claim(statement, cast(Status, name), said_by))
    return claims


ALIKE = 0.5
"""The share of letters that the names of two axioms have in common if one is offered for the other."""
MISSPELT = 0.75
"""The share of letters that an unknown name has in common with that of a metric if it is taken for a misspelling."""
MOST_OFFERED = 8
"""How many axioms are listed where none is like the one that was declared."""


@dataclass(frozen=True)
class Declaration:
    """Facts about a metric before its definition: they resolve a name that several axioms share."""

    kind: str
    arguments: Mapping[str, Space]
    parameters: Mapping[str, ParameterSpace]

    @property
    def about(self) -> str:
        """Name the kind of arguments, in the plural."""
        return next(iter(self.arguments.values())).sort


def refused_claim(statement: Statement, metric: Signature, axioms: Iterable[Axiom], names: Names) -> str | None:
    """Why the statement says nothing of the metric, with the nearest one that does; None if it says something."""
    reason = statement.not_applicable(metric)
    if reason is None:
        return None
    if reason.startswith(NO_PARAMETER):
        return f"{reason}; {_parameters(reason.removeprefix(NO_PARAMETER), list(metric.parameters))}"
    offered = _alternatives(statement.axiom, metric, list(axioms), names)
    return f"{reason}; {offered}" if offered else reason


def meant_metric(name: str, known: Iterable[str]) -> str | None:
    """The metric of which an unknown name is a misspelling; None for what may be the name of a metric to come.

    Such a name often has that of another metric in it: ``my-footrule``.
    """
    meant = near(name, known, MISSPELT)
    return meant[0] if meant and folded(meant[0]) not in folded(name) else None


def _parameters(wanted: str, known: list[str]) -> str:
    if len(known) == 1 or (meant := near(wanted, known)):
        return f"did you mean {(known if len(known) == 1 else meant)[0]!r}?"
    return f"its parameters are {', '.join(known)}" if known else "it is declared with none: parameters={...}"


def _alternatives(axiom: Axiom, metric: Signature, axioms: list[Axiom], names: Names) -> str:
    """Suggest other axioms for such metrics: those that share a common name with the axiom, or have a similar name."""
    usable = {one.id: one for one in axioms if one is not axiom and _may_be_asked(one, metric)}
    synonyms = [name.means for name in names.by_key.values() if axiom.id in name.means]
    meant = next((other for means in synonyms for other in means if other in usable), None)
    alike = [meant] if meant else near(axiom.id, usable, ALIKE)
    if alike:
        return f"did you mean {alike[0]!r} ({usable[alike[0]].formula})?"
    observed = [id for id, one in usable.items() if not one.arguments][:MOST_OFFERED]
    return f"axioms of a {metric.kind} of {metric.about} are {', '.join(observed)} ..." if observed else ""


def _may_be_asked(axiom: Axiom, metric: Signature) -> bool:
    """Return whether the axiom is about such metrics and, if it has no arguments, about this metric."""
    needs_arguments = bool(axiom.arguments or axiom.open_arguments)
    return axiom.is_about(metric) and (needs_arguments or axiom().not_applicable(metric) is None)
