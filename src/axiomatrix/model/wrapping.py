"""Advice for a user who checks a bare function of a library: two lines, ready to copy, that wrap it as a metric.

``scipy.stats.kendalltau`` is not a metric, but ``def my_kendalltau(a, b): return kendalltau(...).statistic`` is one.

1. The names of the function's parameters suggest a few *shapes*: forms in which it may take its arguments, such as
   lists of grades and scores, rank vectors, or ids.
2. The function is called on small samples in each shape.
3. The advice has the first shape for which it returns a number, so the lines have been tried.
"""

from __future__ import annotations

import inspect
import math
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

from ..values.judged import Judged
from ..values.rankings import Ranking
from ..values.scored import Scored
from .guard import preserve_state

SCORE_WORDS = ("true", "score", "label", "target", "relevance", "pred", "gain", "grade", "output")
"""Parts of the names of parameters that are lists of scores or grades."""
ID_WORDS = ("retriev", "recommend", "relevant", "actual", "hits", "ids")
"""Parts of the names of parameters that are lists of ids."""
CUT_OFF_NAMES = ("k", "n", "depth", "cutoff", "top_k")
"""Names of parameters that are cut-offs."""


@dataclass(frozen=True, eq=False)
class CallShape:
    """A form in which a function may take its arguments: as source text, and as values made from a sample."""

    options: str
    """The options ``arguments`` and ``parameters`` of ``@metric``, as source text; empty for two rankings."""
    names: str
    """The parameters of the wrapping function, as source text."""
    text: str
    """The arguments in the call of the wrapped function, as source text."""
    build: Callable[..., Sequence[Any]]
    """Makes the values of these arguments from a sample: from the arguments of the wrapping function."""
    samples: Sequence[tuple[Any, ...]]
    """Arguments of a metric: first a good one, then a worse one, then some at which it may have no value."""


# Samples: arguments of a metric, as tuples
_SCORED = [(Scored.of([1, 0, 1], [3, 1, 2]),), (Scored.of([1, 0, 1], [1, 3, 2]),)]
_SCORED += [(Scored.of([1], [1]),), (Scored.of([0, 0], [2, 1]),), (Scored.of([], []),)]
_JUDGED = [(Judged.of(grades),) for grades in ([1, 0, 1, 0], [0, 1, 0, 1], [1], [0], [])]
_PAIRS = [(Ranking.from_order([1, 2, 3, 4]), Ranking.from_order(order)) for order in ([1, 2, 3, 4], [4, 3, 2, 1])]
_PAIRS += [(Ranking.from_order([1]), Ranking.from_order([1]))]
# Options of ``@metric`` as source text
_SPACE = "arguments={{'x': axiomatrix.spaces.{}}}"
_CUT_OFF = ", parameters={'k': axiomatrix.spaces.cut_offs()}"


def _floats(values: Sequence[Any]) -> list[float]:
    """Convert exact grades or scores to the floats that a library takes."""
    return [float(value) for value in values]


def _relevant(x: Judged) -> list[int]:
    """List the ranks of the relevant items, which have a positive grade."""
    return [i for i in x.ranks() if x[i] > 0]


# The shapes: lists of grades and scores, perhaps as the only row of a matrix; grades alone; ranks as ids, and the
# relevant ones among them; rank vectors or lists of items of two rankings; and the metric's own values.
SCORED = CallShape(
    _SPACE.format("scored_list"),
    "x",
    "list(x.grades), list(x.scores)",
    lambda x: (_floats(x.grades), _floats(x.scores)),
    _SCORED,
)
SCORED_ROWS = CallShape(
    _SPACE.format("scored_list"),
    "x",
    "[list(x.grades)], [list(x.scores)]",
    lambda x: ([_floats(x.grades)], [_floats(x.scores)]),
    _SCORED,
)
JUDGED = CallShape(_SPACE.format("binary_list"), "x", "list(x.grades)", lambda x: (_floats(x.grades),), _JUDGED)
JUDGED_AT = CallShape(
    _SPACE.format("binary_list") + _CUT_OFF, "x, k", "list(x.grades), k", lambda x: (_floats(x.grades), 2), _JUDGED
)
RETRIEVED = CallShape(
    _SPACE.format("binary_list"),
    "x",
    "x.ranks(), [i for i in x.ranks() if x[i] > 0]",
    lambda x: (x.ranks(), _relevant(x)),
    _JUDGED,
)
RETRIEVED_AT = CallShape(
    _SPACE.format("binary_list") + _CUT_OFF,
    "x, k",
    "x.ranks(), [i for i in x.ranks() if x[i] > 0], k",
    lambda x: (x.ranks(), _relevant(x), 2),
    _JUDGED,
)
RANKS = CallShape(
    "",
    "a, b",
    "[a[x] for x in a.items], [b[x] for x in a.items]",
    lambda a, b: ([int(a[x]) for x in a.items], [int(b[x]) for x in a.items]),
    _PAIRS,
)
ORDERS = CallShape("", "a, b", "list(a.order), list(b.order)", lambda a, b: (list(a.order), list(b.order)), _PAIRS)
RANKINGS = CallShape("", "a, b", "a, b", lambda a, b: (a, b), _PAIRS)
WHOLE = CallShape(_SPACE.format("binary_list"), "x", "x", lambda x: (x,), _JUDGED)


@dataclass(frozen=True)
class FittingCall:
    """Call that makes a function return a number, with options to declare it as a metric."""

    shape: CallShape
    suffix: str
    """Python after the call that extracts the number from the result, such as ``[0]``; mostly empty."""
    kind: str
    """The kind of the metric: ``distance``, ``similarity``, ``score`` or ``loss``."""
    undefined: str
    """The option ``undefined`` of ``@metric``; empty if the samples give none."""


def wrapping_advice(function: Callable[..., Any]) -> str:
    """Return two lines of Python that make a metric of the function."""
    name = getattr(function, "__name__", "")
    if not name.isidentifier() or name == "lambda":
        name = "function"
    import_statement = _import_of(function, name)
    call = _fitting_call(function)
    # exact=False, since a library's function mostly computes in floats
    id = f"my-{name.strip('_').replace('_', '-')}"
    options = [repr(id), f"kind={call.kind!r}", *filter(None, [call.shape.options, call.undefined, "exact=False"])]
    return (
        f"@axiomatrix.metric({', '.join(options)})\n"
        f"def my_{name}({call.shape.names}): {import_statement}return {name}({call.shape.text}){call.suffix}"
    )


def _import_of(function: Any, name: str) -> str:
    """Return the statement that imports the function, and ``; ``; empty if it is not a library's function.

    The shortest prefix of its module from which the function can be imported is taken for the public one.
    """
    defining_module = getattr(function, "__module__", None) or ""
    if defining_module in ("", "__main__", "builtins") or getattr(function, "__qualname__", name) != name:
        return ""
    parts = defining_module.split(".")
    for k in range(1, len(parts) + 1):
        module = ".".join(parts[:k])
        if getattr(sys.modules.get(module), name, None) is function:
            return f"from {module} import {name}; "
    return ""


def _fitting_call(function: Callable[..., Any]) -> FittingCall:
    """Find the first likely shape for which the function returns a number; if there is none, take the likeliest shape.

    The kind follows from the first two samples: larger is better if the better one has the larger value. If the worse
    one has no number, larger is taken to be better.
    """
    shapes = _likely_shapes(function)
    for shape in shapes:
        outcomes = [_outcome(function, shape, sample) for sample in shape.samples]
        if (number_of_better := _number_in(outcomes[0])) is None:
            continue
        suffix, better = number_of_better
        number_of_worse = _number_in(outcomes[1])
        is_larger_better = number_of_worse is None or better >= number_of_worse[1]
        if shape.names == "a, b":
            kind = "similarity" if is_larger_better else "distance"
        else:
            kind = "score" if is_larger_better else "loss"
        return FittingCall(shape, suffix, kind, _undefined_option(outcomes[2:]))
    return FittingCall(shapes[0], "", "distance" if shapes[0].names == "a, b" else "score", "")


def _likely_shapes(function: Callable[..., Any]) -> list[CallShape]:
    """Return the shapes to try, the likeliest first: those that its parameters suggest, and then the common ones."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        parameters = []
    required = [
        p.name.lower()
        for p in parameters
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    suggested = _shapes_by_names(required)
    return list(dict.fromkeys([*suggested, RANKS, ORDERS, RANKINGS, SCORED, SCORED_ROWS, JUDGED, WHOLE]))


def _shapes_by_names(required: Sequence[str]) -> list[CallShape]:
    """Return the shapes suggested by the number and the names of the parameters without a default."""
    if len(required) == 1:
        return [JUDGED, WHOLE, RANKS]
    if len(required) == 3:
        return [RETRIEVED_AT]
    if len(required) == 2 and required[1] in CUT_OFF_NAMES:
        return [JUDGED_AT]
    if any(word in name for name in required for word in ID_WORDS):
        return [RETRIEVED, ORDERS]
    if any(word in name for name in required for word in SCORE_WORDS):
        return [SCORED, SCORED_ROWS, RANKS]
    return []


def _outcome(function: Callable[..., Any], shape: CallShape, sample: tuple[Any, ...]) -> Any:
    """Call the function and return its result or its exception; its output and warnings are suppressed."""
    with preserve_state(), redirect_stdout(StringIO()), redirect_stderr(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*shape.build(*sample))
        except Exception as error:
            return error


def _number_in(result: Any) -> tuple[str, float] | None:
    """Find a finite number in a result: return the Python suffix that extracts it, and the number; None if none is.

    A result is a number, a one-element array, or something whose first part is one of these: a mapping (by its first
    key), a tuple or named tuple, or an object with a ``statistic``, as in scipy.
    """
    candidates: list[tuple[str, Any]] = [("", result)]
    if isinstance(result, Mapping) and result:
        key, first_value = next(iter(result.items()))
        candidates.append((f"[{key!r}]", first_value))
    elif isinstance(result, tuple) and result:
        field = next(iter(getattr(result, "_fields", ())), None)
        candidates.append((f".{field}" if field else "[0]", result[0]))
    elif hasattr(result, "statistic"):
        candidates.append((".statistic", result.statistic))
    for suffix, candidate in candidates:
        if hasattr(candidate, "item") and getattr(candidate, "size", 1) == 1 and getattr(candidate, "shape", ()) != ():
            candidate = candidate.item()
            suffix += ".item()"
        if isinstance(candidate, (bool, BaseException)):
            continue
        try:
            number = float(candidate)
        except (TypeError, ValueError, OverflowError):
            continue
        if not isinstance(candidate, str) and math.isfinite(number):
            return suffix, number
    return None


def _undefined_option(outcomes: Sequence[Any]) -> str:
    """Return the option ``undefined`` for the outcomes without a number; empty if all have one."""
    without_number = [outcome for outcome in outcomes if _number_in(outcome) is None]
    marks = []
    if any(isinstance(outcome, ValueError) for outcome in without_number):
        marks.append("ValueError")
    # a result that is not a finite number is nearly always nan
    if any(not isinstance(outcome, BaseException) for outcome in without_number):
        marks.append("float('nan')")
    return f"undefined=[{', '.join(marks)}]" if marks else ""
