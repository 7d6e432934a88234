"""Comparison of a refutation of an implementation with its definition and its documentation.

It tells whether the definition fails too, whether the library deviates from its definition or documentation, or whether
the convention is undocumented. :mod:`axiomatrix.engine.ladder` adds it to the evidence of refuted cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..evidence.cell import ClaimNote
from ..evidence.evidence import CallNote, Comparison
from ..evidence.fault import raise_if_ours
from ..evidence.instance import Definitions, Instance, Recorded
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.relation import FAILS, HOLDS, float_slack
from .library import LibraryRefused
from .manner import PLAIN

AGAIN = {
    "1": "the same call again",
    "2": "the same call once more",
    "same objects": "the second call with these very objects",
    "after others": "after a call with other arguments",
}
"""Comments on calls after others, which the code of the call does not show."""
MOST_CALLS = 6
"""Most calls of one relation that are shown."""


def compare_with_definition(
    metric: Metric, statement: Statement, recorded: Recorded, claims: Sequence[ClaimNote], definitions: Definitions
) -> Comparison:
    """Compare the library's calls on a refuting instance with the exact definition and the documentation."""
    notes: list[CallNote] = []
    is_deviation, is_beyond_definition = False, False
    seen = set()
    calls = [call for call in recorded.calls if call.metric.implementation is not None]
    for row, arguments, parameters, value in calls:
        key, answer = (row.name, arguments, tuple(parameters.items())), str(value)
        if key in seen or len(notes) == MOST_CALLS:
            continue
        seen.add(key)
        exact = _by_definition(row, arguments, parameters, definitions)
        of_one_library = row.implementation.library == metric.implementation.library  # then either may deviate
        is_deviation = is_deviation or (of_one_library and _differs(row, answer, exact))
        is_beyond_definition = is_beyond_definition or _is_beyond(parameters)
        notes.append(_call_note(row, arguments, parameters, value, exact))
    by_definition = _answer_of_definition(metric, statement, recorded.instance, definitions)
    statuses = {claim.status for claim in claims}
    documented: Any = (
        "says that it holds" if "holds" in statuses else "says that it fails" if "fails" in statuses else "is silent"
    )
    is_deviation = is_deviation or (by_definition == "holds" and is_beyond_definition)
    return Comparison(by_definition, documented, _wording(by_definition, documented, is_deviation), tuple(notes))


def _wording(definition: str, documentation: str, deviates: bool) -> Any:
    if documentation == "says that it fails":
        return "as documented"
    if documentation == "says that it holds":
        return "deviates from its documentation"
    if definition == "fails too":
        return "definition fails"
    return "deviates from its definition" if deviates else "undocumented convention"


def _answer_of_definition(metric: Metric, statement: Statement, instance: Instance, definitions: Definitions) -> Any:
    """Decide whether the exact definition fails the statement on the same instance."""
    companion = metric.implementation.companion(metric)
    if companion is None:
        return "none given"
    try:
        code = definitions.decide(companion, statement, instance).code
    except Exception as error:  # the axiom uses what only an implementation has, such as a manner of calling
        raise_if_ours(error)
        return "has no value"
    return {FAILS: "fails too", HOLDS: "holds"}.get(code, "has no value")


def _by_definition(
    metric: Metric, arguments: Sequence[Any], parameters: Mapping[str, Any], definitions: Definitions
) -> Any:
    """The exact value by the documented definition; None if there is none."""
    companion = metric.implementation.companion(metric)
    if companion is None or _is_beyond(parameters):
        return None
    try:
        return definitions.value(companion, *arguments, dict(parameters))
    except Exception as error:  # without a value for any reason, none is shown
        raise_if_ours(error)
        return None


def _is_beyond(parameters: Mapping[str, Any]) -> bool:
    """Return whether a call is outside the definition, which takes one valid input without weights.

    For such a call only the relation is defined. A call of one valid input on which the definition has no value, such
    as 0/0, is not beyond it: there the library chose the value, and what follows from that is its convention.
    """
    manner = parameters.get("manner", PLAIN)
    return bool(manner.fault or manner.company or manner.padding or manner.weights)


def _differs(metric: Metric, answer: str, exact: Any) -> bool:
    """Return whether the library's answer is another number than the exact one, or none at all."""
    if exact is None:
        return False
    try:
        value = float(answer)
    except ValueError:
        return True
    slack = float_slack(abs(value) + abs(float(exact)) + 1.0, metric.implementation.epsilon)
    return abs(value - float(exact)) > 16 * slack


def _call_note(
    metric: Metric, arguments: Sequence[Any], parameters: Mapping[str, Any], answer: Any, exact: Any
) -> CallNote:
    implementation = metric.implementation
    manner = parameters.get("manner", PLAIN)
    own_parameters = {name: value for name, value in parameters.items() if name != "manner"}
    try:
        variables = implementation.variables(arguments, own_parameters, manner)
    except ValueError as reason:
        return CallNote("", f"not expressible: {reason}")
    comment = f"{answer}" + (f"; in a fresh process, {manner.process}" if manner.process else "")
    comment += f"; {AGAIN[manner.again]}" if manner.again else ""
    snippet = implementation.snippet(variables, comment)
    definition = "" if exact is None else str(exact)
    return CallNote(snippet, str(answer), definition, isinstance(answer, LibraryRefused))
