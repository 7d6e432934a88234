"""A fresh look at what a user's metric was found to be, in another interpreter under another hash seed.

Careless definitions keep a state: a best value that only shrinks, a cache cut in place. Or they depend on the order of
a set of strings. So every refutation is decided again, and a sample of values is asked for. Each of these is asked
*first and alone*, in a fork of the interpreter that no other question has reached, where the system has fork. The
largest sizes and parameters come first. What differs from the process that decided the row is nondeterministic.
"""

from __future__ import annotations

import math
import multiprocessing
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from msgspec.structs import replace

from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Evidence, Witness
from ..evidence.fault import message_of, raised
from ..evidence.instance import Definitions, Instance
from ..evidence.slug import derived_seed
from ..evidence.verdict import Verdict
from ..evidence.witness import replay
from ..model.guard import Guard
from ..model.metric import Metric
from ..numbers.exact import Undefined
from ..spaces import GivenLists
from .plan import Plan, Selection, selection_of
from .process import tick

LARGEST_SAMPLED = 4
"""Items of the largest instances in the sample."""
POINTS_SAMPLED, PARAMETERS_SAMPLED = 5, 3
"""Of each size so many values of the arguments, and of each parameter, spread over those there are."""


@dataclass(frozen=True)
class AskedValue:
    """An instance of the sample, in words, and the value of the metric there, as text."""

    instance: str
    value: str


@dataclass(frozen=True)
class Seen:
    """Verdict of a fresh process on a witness, with its two sides there or the error."""

    stands: bool
    text: str


@dataclass(frozen=True)
class FreshLook:
    """Results of one fresh interpreter: its verdict on each cell's witness, and the sample."""

    witnesses: dict[CellKey, Seen]
    values: list[AskedValue]


# --- in the worker, after the row was decided, and in the fresh interpreter -------------------------------------


def sample(metric: Metric) -> list[Instance]:
    """Instances of the metric's own spaces, the largest first; the same in every process."""
    list_sizes = [space.sizes for space in metric.arguments.values() if isinstance(space, GivenLists)]
    sizes = list_sizes[0][:LARGEST_SAMPLED] if list_sizes else range(1, LARGEST_SAMPLED + 1)
    return [instance for n in sorted(sizes, reverse=True) for instance in _of_size(metric, n)]


def _of_size(metric: Metric, n: int) -> Iterator[Instance]:
    try:
        points = _spread([[*space.enumerate(n)] for space in metric.arguments.values()], POINTS_SAMPLED)
        parameters = [_spread([[*space.enumerate(n)]], PARAMETERS_SAMPLED) for space in metric.parameters.values()]
    except Exception:  # a space of the user's own that has nothing of that size
        return
    for point in points:
        for chosen in product(*parameters):
            values = dict(zip(metric.parameters, (value for (value,) in chosen), strict=True))
            yield Instance(n, dict(zip(metric.arguments, point, strict=True)), values)


def _spread(lists: Sequence[Sequence[Any]], count: int) -> list[tuple[Any, ...]]:
    """Some of the combinations of one value of each list, the last first, evenly spread, with the first of all."""
    total = math.prod(map(len, lists))
    places = sorted({total - 1 - k * (total - 1) // max(count - 1, 1) for k in range(min(count, total))}, reverse=True)
    chosen = []
    for place in places:
        values = []
        for values_of in reversed(lists):
            place, k = divmod(place, len(values_of))
            values.append(values_of[k])
        chosen.append(tuple(reversed(values)))
    return chosen


def value_at(metric: Metric, selection: Selection, instance: Instance) -> AskedValue:
    """The value of the metric at an instance, or what became of the question, as text."""
    tick()
    definitions = Definitions(selection.registry, tick)
    with Guard(derived_seed(selection.plan.seed, metric.name)).kept():
        try:
            value = str(definitions.value(metric, *instance.values.values(), dict(instance.parameters)))
        except Undefined:
            value = "no value"
        except Exception as error:
            value = raised(error)
    named = {**instance.values, **instance.parameters}
    return AskedValue("; ".join(f"{name}: {value}" for name, value in named.items())[:300], value)


def values_of(metric: Metric, selection: Selection) -> list[AskedValue]:
    """The values of the sample in this process, after everything that was asked of it, in the order of the sample."""
    return [value_at(metric, selection, instance) for instance in sample(metric)]


# --- in the fresh interpreter ----------------------------------------------------------------------------------


def look(plan: Plan, row: str, witnesses: Mapping[CellKey, Witness], *, wants_values: bool) -> FreshLook:
    """Decide the witnesses again, and ask for the values of the sample: each question first and alone.

    Those of a library's metric are asked one after the other: each fork would import the library, which takes seconds,
    and what one call leaves for the next is asked of libraries by axioms of their own.
    """
    selection, limit = selection_of(plan), plan.limits.time
    metric = selection.row(row)
    sampled = sample(metric) if wants_values else []
    deciding = [partial(_seen, witness, selection) for witness in witnesses.values()]
    telling = [partial(value_at, metric, selection, instance) for instance in sampled]
    questions: list[Callable[[], Any]] = [*deciding, *telling]
    if metric.implementation is None:
        answers = [alone(question, limit) for question in questions]
    else:
        together = alone(lambda: [question() for question in questions], limit)
        answers = [together] * len(questions) if isinstance(together, str) else together
    seen, values = answers[: len(deciding)], answers[len(deciding) :]
    return FreshLook(
        {
            k: Seen(False, answer) if isinstance(answer, str) else answer
            for k, answer in zip(witnesses, seen, strict=True)
        },
        [AskedValue("", answer) if isinstance(answer, str) else answer for answer in values],
    )


def _seen(witness: Witness, selection: Selection) -> Seen:
    with Guard(derived_seed(selection.plan.seed, witness.metric)).kept():
        try:
            again = replay(witness, selection.registry, Definitions(selection.registry, tick))
        except Exception as error:  # whatever a definition raises: the witness does not stand
            return Seen(False, f"{type(error).__name__}: {message_of(error)[:300]}")
    return Seen(again.stands, again.sides)


def alone(question: Callable[[], Any], seconds: float) -> Any:
    """The answer to a question that is asked in a fork of this process, or a text that says why there is none.

    Without fork it is asked here.
    """
    tick()
    if "fork" not in multiprocessing.get_all_start_methods():
        return question()
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: sending.send(question()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which hold no lock that the fork needs
        process.start()
    sending.close()
    try:
        return receiving.recv() if receiving.poll(seconds) else f"no answer within {seconds:g} s"
    except EOFError:
        return "no answer: the process ended"
    finally:
        process.kill()
        process.join()
        receiving.close()


# --- what comes of it ------------------------------------------------------------------------------------------


def confirmed(cells: Mapping[CellKey, Cell], looks: Sequence[FreshLook]) -> dict[CellKey, Cell]:
    """The cells; one whose witness does not stand in every fresh process is ``flaky``, with both answers."""
    believed = {}
    for key, cell in cells.items():
        seen = (look.witnesses[key] for look in looks if key in look.witnesses)
        against = next((look.text for look in seen if not look.stands), "")
        witness = cell.evidence.witness
        if against and witness is not None:
            before = f"{witness.lhs} {witness.op} {witness.rhs}"
            cell = flaky(cell, f"it answers differently in a fresh process: {before} when checked, then {against}")
        believed[key] = cell
    return believed


def flaky(cell: Cell, reason: str) -> Cell:
    """The cell of a metric that does not answer the same question alike."""
    evidence = Evidence(Verdict.FLAKY, reason=reason, reach=cell.evidence.reach, seed=cell.evidence.seed)
    return replace(cell, evidence=evidence)


def difference(first: Sequence[AskedValue], again: Sequence[AskedValue], *, exact: bool) -> str:
    """The first instance of the sample on which two processes disagree, with both values; empty if they agree."""
    for first_value, second_value in zip(first, again, strict=False):
        if first_value.value != second_value.value and (exact or not _is_close(first_value.value, second_value.value)):
            return (
                f"{first_value.value} when checked and {second_value.value} when asked first, on {first_value.instance}"
            )
    return ""


def _is_close(first_value: str, second_value: str) -> bool:
    """Return whether two floats differ by no more than the order of a sum explains."""
    try:
        return math.isclose(float(first_value), float(second_value), rel_tol=1e-9, abs_tol=1e-12)
    except ValueError:
        return False
