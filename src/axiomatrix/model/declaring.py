"""Checks of what ``@metric`` is passed, before a metric is registered. Their messages say what to write instead.

:func:`.registry.metric` calls the ``check_...`` functions, one for each group of options. Where a claim does not apply
to the metric, :func:`refused_claim` suggests the nearest axiom that does.

``id`` is the name of the metric as it was passed, for messages. Options may be of any type until they are checked. A
*claim* says that a statement (an axiom with its arguments) holds or fails for the metric. The *sort* of a space says
what its values are, such as ``rankings``; spaces of parameters have none.
"""

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
    """Raise ``ValueError`` naming the first option of a wrong type; ``flags`` has those that must be booleans."""
    if not isinstance(id, str) or not id.strip():
        raise ValueError(f"metric: the name {id!r} must be a non-blank string, as in @metric('my-kendall')")
    if isinstance(variants, (str, Mapping)) or not isinstance(variants, Iterable):
        raise ValueError(f"metric {id!r}: variants is {variants!r}; it must be a list: variants=[...]")
    for option, value in (("source", source), ("family", family)):
        if not isinstance(value, str):
            raise ValueError(f"metric {id!r}: {option} is {value!r}; it must be a string")
    if variant is not None and not (isinstance(variant, str) and variant.strip()):
        raise ValueError(f"metric {id!r}: variant is {variant!r}; it must be a non-blank string")
    for option, value in flags.items():
        if not isinstance(value, bool):
            raise ValueError(f"metric {id!r}: {option} is {value!r}; it must be True or False")


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
    sorts = list(dict.fromkeys(space.sort for space in arguments.values()))
    if len(sorts) != 1:
        raise ValueError(
            f"metric {id!r}: the arguments must be of one sort, such as two rankings or one judged list; "
            f"these are {' and '.join(sorts)}"
        )
    if len(arguments) == 1 and kind in ("distance", "similarity"):  # "distance" is also the default
        raise ValueError(
            f"metric {id!r}: a {kind}{' (the default kind)' if kind == 'distance' else ''} compares two arguments; "
            f"for a metric of one list write kind='score' (larger is better) or kind='loss' (smaller is better)"
        )
    if parameters is not None and not isinstance(parameters, Mapping):
        raise ValueError(f"metric {id!r}: parameters is {parameters!r}; it must map names to spaces")
    for name, space in (parameters or {}).items():
        if not isinstance(name, str) or not name.isidentifier():
            raise ValueError(f"metric {id!r}: parameters has {name!r}; it must be a Python identifier, such as 'w'")
        if not isinstance(space, ParameterSpace):
            is_argument = isinstance(space, Space) and space.sort
            advice = (
                f"; it belongs in arguments={{{name!r}: ...}}"
                if is_argument
                else advice_on(space) or ", such as spaces.cut_offs()"
            )
            raise ValueError(f"metric {id!r}: parameters[{name!r}] is {space!r}; it must be a parameter space{advice}")


def check_latex(id: Any, latex: Any, variants: tuple[str, ...]) -> None:
    """Raise ``ValueError`` unless the formula is a text or, for a metric with variants, maps each variant to a text."""
    maps_variants = isinstance(latex, Mapping) and set(latex) == set(variants) and bool(variants)
    texts = list(latex.values()) if maps_variants else [latex]
    lacks_variants = bool(variants) and not maps_variants and latex != ""  # a single text would be wrong for most
    if lacks_variants or not all(isinstance(text, str) for text in texts):
        rule = f"map each of {', '.join(variants)} to a string" if variants else "be a string"
        raise ValueError(f"metric {id!r}: latex is {latex!r:.80}; it must {rule}, such as r'K(a,b)=\\sum_{{x}} ...'")


def refuse_options(unknown: Iterable[str], function: Callable[..., Any]) -> None:
    """Raise ``TypeError`` for the first of the ``unknown`` options, suggesting the nearest option of the function."""
    for option in unknown:
        parameters = list(inspect.signature(function).parameters)
        suggestions = near(option, parameters) or [name for name in parameters if name.startswith(option)]
        options = ", ".join(parameters[1:-1])  # without the id and the catch-all **unknown
        hint = f"did you mean {suggestions[0]!r}?" if suggestions else f"its options are {options}"
        raise TypeError(f"{function.__name__}() has no option {option!r}; {hint}")


def check_definition(
    id: str,
    function: Callable[..., Any],
    arguments: Mapping[str, Space],
    keywords: list[str],
    *,
    declares_arguments: bool,
) -> None:
    """Raise ``ValueError`` unless a definition can be called with its arguments and keywords.

    ``arguments`` are passed by position, so that the definition may name them differently. What ``keywords`` names (the
    metric's parameters, and perhaps ``variant``) is passed by name. Other parameters of the definition must have
    defaults. ``declares_arguments`` is False where the metric declared none, and so takes two rankings.
    """
    if isinstance(function, type):
        raise ValueError(
            f"metric {id!r}: {function.__name__} is a class; a metric is a function: write a def, or register a method "
            f"of an instance, metric({id!r}, ...)({function.__name__}(...).method)"
        )
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # some functions written in C do not tell
        raise ValueError(
            f"metric {id!r}: the arguments of {function!r:.80} cannot be inspected; wrap it in a Python function"
        ) from None
    # a value of some spaces is several arguments of the definition, such as retrieved ids and relevant ids
    positional_names = [part for name, space in arguments.items() for part in space.takes or (name,)]
    count = len(positional_names)
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)][:count]
    others = {p.name: p for p in parameters if p not in positional and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)}
    takes_arguments = len(positional) == count or any(p.kind is p.VAR_POSITIONAL for p in parameters)
    # by name: into **keywords, or a parameter for each
    takes_keywords = any(p.kind is p.VAR_KEYWORD for p in parameters) or all(
        name in others and others[name].kind is not inspect.Parameter.POSITIONAL_ONLY for name in keywords
    )
    has_defaults = all(p.default is not p.empty for name, p in others.items() if name not in keywords)
    if not (takes_arguments and takes_keywords and has_defaults):
        names, expected = [p.name for p in parameters], [*positional_names, *keywords]
        raise ValueError(
            f"metric {id!r}: the definition takes ({', '.join(names)}); "
            f"as declared it must take ({', '.join(expected)})"
            + _suggest_declaration(names, expected, declares_arguments)
        )


def _suggest_declaration(names: list[str], expected: list[str], declares_arguments: bool) -> str:
    """Suggest a declaration that suits the ``names`` of the definition's parameters; empty if there is no suggestion.

    ``expected`` has the names that the definition should take as declared.
    """
    takes_ids = any("relevant" in name or "retrieved" in name for name in names)
    # the two ids of a search declared as two arguments, each unpacked into both: expected repeats their names
    declares_ids_twice = expected[:2] == expected[2:4]
    if takes_ids and len(names) > 1 and (not declares_arguments or declares_ids_twice):
        cut_off = f", parameters={{{names[2]!r}: spaces.cut_offs()}}" if len(names) == 3 else ""
        declaration = f"arguments={{'x': spaces.retrieved_ids()}}{cut_off}"
        return f"; retrieved ids and relevant ids are one argument, declared as kind='score', {declaration}"
    # one parameter in place of the two rankings a and b that expected begins with
    if names and names[1:] == expected[2:] and not declares_arguments:
        return f"; for a metric of one list declare kind='score', arguments={{{names[0]!r}: spaces.binary_list}}"
    if len(names) > len(expected) and names[-1] != "variant":
        return f"; declare a parameter, such as parameters={{{names[-1]!r}: spaces.cut_offs()}}, or give it a default"
    return ""


def check_statements(id: str, lists: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` unless the options for statements are lists; ``fails`` may map statements to reasons.

    ``lists`` has the options ``claims``, ``holds``, ``fails`` and ``conjectured`` by name.
    """
    for name, statements in lists.items():
        is_read_once = isinstance(statements, Iterator)  # a generator would be empty when the metric is registered
        has_reasons = isinstance(statements, Mapping) and name != "fails"
        is_list = isinstance(statements, Iterable) and not isinstance(statements, (str, Axiom, Statement))
        if not is_list or is_read_once or has_reasons:
            raise ValueError(f"metric {id!r}: {name} is {statements!r}; it must be a list: {name}=[...]")
    for group in lists["claims"]:
        if not isinstance(group, Sequence) or not all(isinstance(claim, Claim) for claim in group):
            raise ValueError(
                f"metric {id!r}: claims has {group!r}; it must be a claim of a source, such as "
                f"KV9.holds(axioms.symmetry); put axioms themselves into holds, fails or conjectured"
            )
    for failing, reason in lists["fails"].items() if isinstance(lists["fails"], Mapping) else ():
        statement_id = getattr(failing, "id", failing)
        if not isinstance(reason, str) or not reason.strip():
            raise ValueError(
                f"metric {id!r}: fails[{statement_id}] is {reason!r}; it must be a string with the reason: "
                f"fails={{axiom: 'the reason'}}"
            )


def declared_claims(
    id: str, source: str, lists: Mapping[str, Iterable[Named]], read: Callable[[Named], Statement]
) -> list[Claim]:
    """Return the claims in the options ``holds``, ``fails`` and ``conjectured``, which ``lists`` has by these names.

    The wording of a claim is the reason that ``fails`` maps it to, or else the source. ``read`` resolves a statement
    as written. Raises ``ValueError`` for a statement that is listed twice.
    """
    common_source = SourceClaim("declared", source or f"declared with {id}")
    status_of_statement: dict[str, str] = {}
    claims: list[Claim] = []
    for status, statements in lists.items():
        for written in statements:
            statement = read(written)
            if (earlier_status := status_of_statement.get(statement.id)) is not None:
                raise ValueError(f"metric {id!r}: {statement.id} is in {earlier_status} and again in {status}")
            status_of_statement[statement.id] = status
            reason = statements[written] if isinstance(statements, Mapping) else None  # only ``fails`` has reasons
            claim_source = common_source if reason is None else SourceClaim("declared", reason)
            claims.append(Claim(statement, cast(Status, status), claim_source))
    return claims


SUGGESTION_SHARE = 0.5
"""Similarity of names (as for :func:`near`) from which an axiom is suggested instead of another."""
MISSPELLING_SHARE_OF_METRICS = 0.75
"""Similarity from which an unknown name is a misspelling of a metric; it is high, for the name may be a new one."""
MAX_AXIOMS_LISTED = 8
"""How many axioms are listed where none has a similar name."""


@dataclass(frozen=True)
class Declaration:
    """The signature of a metric before there is a definition, by which a name that several axioms share is resolved."""

    kind: str
    arguments: Mapping[str, Space]
    parameters: Mapping[str, ParameterSpace]

    @property
    def about(self) -> str:
        """The sort of the arguments, as a plural."""
        return next(iter(self.arguments.values())).sort


def refused_claim(statement: Statement, metric: Signature, axioms: Iterable[Axiom], names: Names) -> str | None:
    """Say why the statement does not apply to the metric, with a suggestion from ``axioms``; None if it applies."""
    reason = statement.not_applicable(metric)
    if reason is None:
        return None
    if reason.startswith(NO_PARAMETER):
        return f"{reason}; {_suggest_parameter(reason.removeprefix(NO_PARAMETER), list(metric.parameters))}"
    suggestion = _suggest_axiom(statement.axiom, metric, list(axioms), names)
    return f"{reason}; {suggestion}" if suggestion else reason


def misspelled_metric(name: str, known: Iterable[str]) -> str | None:
    """Return the known metric whose name an unknown name misspells; None if it may be that of a later metric.

    A name that contains the other, such as ``my-footrule``, is not a misspelling of it.
    """
    nearest = near(name, known, MISSPELLING_SHARE_OF_METRICS)
    return nearest[0] if nearest and folded(nearest[0]) not in folded(name) else None


def _suggest_parameter(missing: str, known: list[str]) -> str:
    """Suggest one of the known parameters for the missing one, or list them all."""
    suggestions = known if len(known) == 1 else near(missing, known)
    if suggestions:
        return f"did you mean {suggestions[0]!r}?"
    return f"its parameters are {', '.join(known)}" if known else "declare it in parameters={...}"


def _suggest_axiom(axiom: Axiom, metric: Signature, axioms: list[Axiom], names: Names) -> str:
    """Suggest an axiom that applies to the metric in place of this one, or list a few; empty if there is none.

    The suggestion is an axiom that shares a name with this one, or an axiom with a similar name.
    """
    applicable = {other.id: other for other in axioms if other is not axiom and _can_apply(other, metric)}
    # the axioms that people may mean by a name of this one
    meanings = [name.means for name in names.by_key.values() if axiom.id in name.means]
    namesake = next((meaning for means in meanings for meaning in means if meaning in applicable), None)
    suggestions = [namesake] if namesake else near(axiom.id, applicable, SUGGESTION_SHARE)
    if suggestions:
        return f"did you mean {suggestions[0]!r} ({applicable[suggestions[0]].formula})?"
    listed = [id for id, other in applicable.items() if not other.arguments][:MAX_AXIOMS_LISTED]
    return f"axioms of a {metric.kind} of {metric.about} are {', '.join(listed)} ..." if listed else ""


def _can_apply(axiom: Axiom, metric: Signature) -> bool:
    """Return whether the axiom is about such metrics and, if it has no arguments, applies to this metric."""
    needs_arguments = bool(axiom.arguments or axiom.open_arguments)
    return axiom.is_about(metric) and (needs_arguments or axiom().not_applicable(metric) is None)
