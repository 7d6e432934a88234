"""The *fresh look*: checks of a user's metric in a new interpreter, which detect nondeterministic definitions.

A careless definition may keep state, such as a best value that only shrinks or a cache changed in place, or depend on
the order of a set of strings. So every refutation is decided again, and a sample of values is computed again, under
another hash seed. Each of these evaluations runs *first and alone*: in a fork of the interpreter that has evaluated
nothing else (where the system has fork). The largest sizes and parameters come first, the reverse of a search's order.
Where the answers differ from those of the process that decided the row, the cells become flaky.

:mod:`.running` submits :func:`check_afresh` to fresh interpreters. It judges their answers by :func:`confirm_cells` and
:func:`describe_difference`.
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
from ..evidence.fault import describe_error, message_of
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

LARGEST_SIZE_SAMPLED = 4
"""Size of the largest instances in the sample."""
POINTS_SAMPLED = 5
"""Combinations of arguments that are sampled at each size."""
PARAMETERS_SAMPLED = 3
"""Values of each parameter that are sampled at each size."""


@dataclass(frozen=True)
class SampledValue:
    """An instance of the sample and the metric's value there, both as text."""

    instance: str
    value: str


@dataclass(frozen=True)
class WitnessCheck:
    """Result of replaying a witness in a fresh process."""

    stands: bool
    text: str
    """The relation as decided there, such as ``2 > 1``, or the error."""


@dataclass(frozen=True)
class FreshResult:
    """Results of one fresh interpreter: the check of each cell's witness, and the sample of values."""

    witnesses: dict[CellKey, WitnessCheck]
    sample: list[SampledValue]
    """The sampled values; empty if they were not requested."""


# --- in the worker, after the row was decided, and in the fresh interpreter -------------------------------------


def sampled_instances(metric: Metric) -> list[Instance]:
    """Choose the instances of the sample from the metric's spaces, largest first; the same in every process."""
    # a user's own lists (--instances) have their own sizes
    list_sizes = [space.sizes for space in metric.arguments.values() if isinstance(space, GivenLists)]
    sizes = list_sizes[0][:LARGEST_SIZE_SAMPLED] if list_sizes else range(1, LARGEST_SIZE_SAMPLED + 1)
    return [instance for n in sorted(sizes, reverse=True) for instance in _sample_of_size(metric, n)]


def _sample_of_size(metric: Metric, n: int) -> Iterator[Instance]:
    """Yield instances of one size: some combinations of arguments, each with some values of the parameters."""
    try:
        points = _spread([[*space.enumerate(n)] for space in metric.arguments.values()], POINTS_SAMPLED)
        parameters = [_spread([[*space.enumerate(n)]], PARAMETERS_SAMPLED) for space in metric.parameters.values()]
    except Exception:  # a user's space that has no values of that size
        return
    for point in points:
        for combination in product(*parameters):  # each value is a tuple of one, from _spread
            values = dict(zip(metric.parameters, (value for (value,) in combination), strict=True))
            yield Instance(n, dict(zip(metric.arguments, point, strict=True)), values)


def _spread(lists: Sequence[Sequence[Any]], count: int) -> list[tuple[Any, ...]]:
    """Return ``count`` evenly spread combinations of one value from each list, from the last of all to the first."""
    total = math.prod(map(len, lists))
    last, steps = total - 1, max(count - 1, 1)
    # All combinations are numbered in lexicographic order. The number has the indexes of the values as its digits, in a
    # number system whose bases are the lengths of the lists; the last list gives the lowest digit.
    numbers = sorted({last - k * last // steps for k in range(min(count, total))}, reverse=True)
    combinations = []
    for number in numbers:
        values = []
        for choices in reversed(lists):
            number, index = divmod(number, len(choices))
            values.append(choices[index])
        combinations.append(tuple(reversed(values)))
    return combinations


def evaluate_at(metric: Metric, selection: Selection, instance: Instance) -> SampledValue:
    """Evaluate the metric at an instance, and return the value or the error as text.

    The guard undoes what the definition changes in this process, and sets the seed of Python's random numbers.
    """
    tick()
    definitions = Definitions(selection.registry, tick)
    with Guard(derived_seed(selection.plan.seed, metric.name)).isolate():
        try:
            value = str(definitions.value(metric, *instance.values.values(), dict(instance.parameters)))
        except Undefined:
            value = "no value"
        except Exception as error:
            value = describe_error(error)
    named = {**instance.values, **instance.parameters}
    written_instance = "; ".join(f"{name}: {argument}" for name, argument in named.items())
    return SampledValue(written_instance[:300], value)  # for a message


def compute_sample(metric: Metric, selection: Selection) -> list[SampledValue]:
    """Evaluate the metric at all instances of the sample, in this process."""
    return [evaluate_at(metric, selection, instance) for instance in sampled_instances(metric)]


# --- in the fresh interpreter ----------------------------------------------------------------------------------


def check_afresh(plan: Plan, row: str, witnesses: Mapping[CellKey, Witness], *, wants_sample: bool) -> FreshResult:
    """Decide witnesses again and, if ``wants_sample``, compute the sample; each evaluation runs first and alone.

    ``row`` is the name of the metric. The evaluations of a library's metric run in turn in one fork, since each fork
    would import the library. For libraries, a separate axiom says that calls do not influence each other.
    """
    selection = selection_of(plan)
    metric = selection.row(row)
    instances = sampled_instances(metric) if wants_sample else []
    witness_checks = [partial(_check_witness, witness, selection) for witness in witnesses.values()]
    evaluations = [partial(evaluate_at, metric, selection, instance) for instance in instances]
    questions: list[Callable[[], Any]] = [*witness_checks, *evaluations]
    if metric.implementation is None:
        answers = [call_in_fork(question, plan.limits.time) for question in questions]
    else:
        all_answers = call_in_fork(lambda: [question() for question in questions], plan.limits.time)
        answers = [all_answers] * len(questions) if isinstance(all_answers, str) else all_answers
    # each answer is a WitnessCheck or a SampledValue, or the text that says why there is none
    checks, sample = answers[: len(witness_checks)], answers[len(witness_checks) :]
    result = FreshResult({}, [])
    for key, answer in zip(witnesses, checks, strict=True):
        result.witnesses[key] = WitnessCheck(stands=False, text=answer) if isinstance(answer, str) else answer
    for answer in sample:
        result.sample.append(SampledValue("", answer) if isinstance(answer, str) else answer)
    return result


def _check_witness(witness: Witness, selection: Selection) -> WitnessCheck:
    with Guard(derived_seed(selection.plan.seed, witness.metric)).isolate():
        try:
            replayed = replay(witness, selection.registry, Definitions(selection.registry, tick))
        except Exception as error:  # raised by a definition: the witness does not stand
            return WitnessCheck(stands=False, text=f"{type(error).__name__}: {message_of(error)[:300]}")
    return WitnessCheck(replayed.stands, replayed.sides)


def call_in_fork(question: Callable[[], Any], seconds: float) -> Any:
    """Call a function in a fork of this process and return its result, or a text that says why it has none.

    Where the system has no fork, the function is called in this process.
    """
    tick()
    if "fork" not in multiprocessing.get_all_start_methods():
        return question()
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: sending.send(question()))
    with warnings.catch_warnings():
        # Python warns of forks of a process with threads; none of ours holds a lock that the fork needs
        warnings.simplefilter("ignore", DeprecationWarning)
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


# --- conclusions from the results --------------------------------------------------------------------------------


def confirm_cells(cells: Mapping[CellKey, Cell], fresh_results: Sequence[FreshResult]) -> dict[CellKey, Cell]:
    """Return the cells, each ``flaky`` with both answers if its witness does not stand in every fresh process."""
    confirmed = {}
    for key, cell in cells.items():
        checks = (result.witnesses[key] for result in fresh_results if key in result.witnesses)
        differing = next((check.text for check in checks if not check.stands), "")  # the first answer that differs
        witness = cell.evidence.witness
        if differing and witness is not None:
            before = f"{witness.lhs} {witness.op} {witness.rhs}"
            cell = as_flaky(cell, f"nondeterministic: {before} when checked, but {differing} in a fresh process")
        confirmed[key] = cell
    return confirmed


def as_flaky(cell: Cell, reason: str) -> Cell:
    """Return the cell with the verdict ``flaky`` and without its witness."""
    evidence = Evidence(Verdict.FLAKY, reason=reason, reach=cell.evidence.reach, seed=cell.evidence.seed)
    return replace(cell, evidence=evidence)


def describe_difference(first: Sequence[SampledValue], again: Sequence[SampledValue], *, exact: bool) -> str:
    """Describe the first instance of the sample on which two processes disagree; empty if they agree.

    ``first`` is the sample of the process that decided the row, and ``again`` that of a fresh one.
    """
    for checked, fresh in zip(first, again, strict=False):  # either may be shorter, if its process was lost
        if checked.value != fresh.value and (exact or not _is_close(checked.value, fresh.value)):
            return f"{checked.value} when checked, but {fresh.value} when evaluated first, on {checked.instance}"
    return ""


def _is_close(first_value: str, second_value: str) -> bool:
    """Return whether two floats differ by no more than another order of summation explains."""
    try:
        return math.isclose(float(first_value), float(second_value), rel_tol=1e-9, abs_tol=1e-12)
    except ValueError:
        return False
