"""Comparison of an implementation that violates an axiom with its exact definition and its documentation.

An implementation is a metric whose values a library computes. Its *definition* is the exact metric that the library
documents, and its *companion* is this definition as a metric with the same arguments. A *call variant* is a way of
making the call, such as with other queries in it (:mod:`.call_variants`).

A violation is one of these: the definition violates the axiom too; the documentation announces it; the library deviates
from its definition or its documentation; or a convention is undocumented. :mod:`axiomatrix.engine.ladder` adds the
comparison to the evidence of refuted cells, and reports show it with a snippet for each call.
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
from ..model.relation import FAILS, HOLDS, float_tolerance
from .call_variants import PLAIN_CALL
from .library import LibraryRefused

COMMENT_ON_REPETITION = {
    "1": "the same call again",
    "2": "the same call once more",
    "same objects": "the second call with these very objects",
    "after others": "after a call with other arguments",
}
"""Comments on calls that follow other calls, by the call variant's ``again``: the code of the call does not show it."""
MAX_CALLS_SHOWN = 6
"""Most calls of one relation that are shown."""
TOLERANCE_FACTOR = 16
"""Largest difference that still counts as rounding, as a multiple of a relation's tolerance: libraries round, too."""


def compare_with_definition(
    metric: Metric, statement: Statement, recorded: Recorded, claims: Sequence[ClaimNote], definitions: Definitions
) -> Comparison:
    """Compare the library's calls on a refuting instance with the exact definition and the documentation.

    ``recorded`` is the decision of ``statement`` on that instance with all calls that it took. ``claims`` are those of
    the documentation on this statement. ``definitions`` evaluates exact metrics.

    The library deviates from its definition where one of its calls has another value than the definition. Where a call
    is outside the definition (:func:`_is_outside_definition`), there is no value to compare: then the library deviates
    if the definition satisfies the axiom on the instance.
    """
    notes: list[CallNote] = []
    has_deviating_call = False
    has_call_outside_definition = False
    seen_calls = set()
    calls = [call for call in recorded.calls if call.metric.implementation is not None]  # without calls of definitions
    for row, arguments, parameters, answer in calls:
        key = row.name, arguments, tuple(parameters.items())
        if key in seen_calls or len(notes) == MAX_CALLS_SHOWN:
            continue
        seen_calls.add(key)
        exact = _value_by_definition(row, arguments, parameters, definitions)
        # An axiom may compare two rows. If both are of this library, a deviation of either is the library's.
        is_same_library = row.implementation.library == metric.implementation.library
        if is_same_library and _differs(row, str(answer), exact):
            has_deviating_call = True
        if _is_outside_definition(parameters):
            has_call_outside_definition = True
        notes.append(_call_note(row, arguments, parameters, answer, exact))
    by_definition = _outcome_of_definition(metric, statement, recorded.instance, definitions)
    statuses = {claim.status for claim in claims}
    documented: Any = "is silent"
    if "holds" in statuses:
        documented = "says that it holds"
    elif "fails" in statuses:
        documented = "says that it fails"
    # an exact value is missing outside the definition, so the axiom itself decides there
    deviates = has_deviating_call or (by_definition == "holds" and has_call_outside_definition)
    return Comparison(by_definition, documented, _classify(by_definition, documented, deviates), tuple(notes))


def _classify(by_definition: str, documented: str, deviates: bool) -> Any:
    """Return the class of the violation, a wording of :class:`~axiomatrix.evidence.evidence.Comparison`.

    ``by_definition`` and ``documented`` are the texts that :func:`compare_with_definition` finds. A claim of the
    documentation counts more than its definition.
    """
    if documented == "says that it fails":
        return "as documented"
    if documented == "says that it holds":
        return "deviates from its documentation"
    if by_definition == "fails too":
        return "definition fails"
    return "deviates from its definition" if deviates else "undocumented convention"


def _outcome_of_definition(metric: Metric, statement: Statement, instance: Instance, definitions: Definitions) -> Any:
    """Return what the exact definition does on the same instance, as :attr:`Comparison.definition`.

    It ``fails too``, ``holds`` or ``has no value`` there, or there is ``none given``.
    """
    companion = metric.implementation.companion(metric)
    if companion is None:
        return "none given"
    try:
        code = definitions.decide(companion, statement, instance).code
    except Exception as error:  # the axiom uses what only an implementation has, such as a call variant of calling
        raise_if_ours(error)  # a bug of axiomatrix is no result
        return "has no value"
    return {FAILS: "fails too", HOLDS: "holds"}.get(code, "has no value")


def _value_by_definition(
    metric: Metric, arguments: Sequence[Any], parameters: Mapping[str, Any], definitions: Definitions
) -> Any:
    """Return the exact value by the documented definition; None if there is no definition or no value."""
    companion = metric.implementation.companion(metric)
    if companion is None or _is_outside_definition(parameters):
        return None
    try:
        return definitions.value(companion, *arguments, dict(parameters))
    except Exception as error:  # without a value for any reason, none is shown
        raise_if_ours(error)
        return None


def _is_outside_definition(parameters: Mapping[str, Any]) -> bool:
    """Return whether a call is outside the definition, which takes one valid input without weights.

    Such a call has no exact value, though the axiom may relate it to others. A call of one valid input where the
    definition is 0/0 is not outside it: there the library chose the value, and what follows is its convention.
    """
    call_variant = parameters.get("call_variant", PLAIN_CALL)
    return bool(call_variant.fault or call_variant.company or call_variant.padding or call_variant.weights)


def _differs(metric: Metric, answer: str, exact: Any) -> bool:
    """Return whether the library's answer differs from the exact value (None: there is none), or is not a number."""
    if exact is None:
        return False
    try:
        value = float(answer)
    except ValueError:
        return True
    tolerance = float_tolerance(abs(value) + abs(float(exact)) + 1.0, metric.implementation.epsilon)
    return abs(value - float(exact)) > TOLERANCE_FACTOR * tolerance


def _call_note(
    metric: Metric, arguments: Sequence[Any], parameters: Mapping[str, Any], answer: Any, exact: Any
) -> CallNote:
    """Return the note on a call: a snippet that repeats it, its answer, and the exact value.

    ``answer`` is the library's value or the exception in its place. ``exact`` is None if there is no exact value.
    """
    implementation = metric.implementation
    call_variant = parameters.get("call_variant", PLAIN_CALL)
    own_parameters = {name: value for name, value in parameters.items() if name != "call_variant"}  # the library's own
    try:
        variables = implementation.variables(arguments, own_parameters, call_variant)
    except ValueError as reason:
        return CallNote("", f"not expressible: {reason}")
    comment = str(answer)
    if call_variant.process:
        comment += f"; in a fresh process, {call_variant.process}"
    if call_variant.again:
        comment += f"; {COMMENT_ON_REPETITION[call_variant.again]}"
    snippet = implementation.snippet(variables, comment)
    definition = "" if exact is None else str(exact)
    return CallNote(snippet, str(answer), definition, isinstance(answer, LibraryRefused))
