"""Axioms of determinism: equal calls have equal values, in one process and in processes with different hash seeds.

In each axiom, ``m`` is a metric of a library, bound to its parameters, and ``at`` are the arguments of one call
(:mod:`.common`). A ``call_variant`` is a way of making the same call, such as again (:mod:`..call_variants`), and
``same_as_plain`` states that the call in this call variant has the value of the plain call. ``scored_inputs`` are a few
scored items or orders, with and without ties (:mod:`.inputs`). The docstring of an axiom has the formula first, then
the domain, the source ("formalised here" if there is none), and an example.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...model.metric import BoundMetric
from ...model.relation import Relation
from ..call_variants import PLAIN_CALL, CallVariant, CallVariants
from .common import implementation_axiom, same_as_plain, same_outcome
from .inputs import other_inputs, scored_inputs

_axiom = partial(implementation_axiom, group="determinism")


@_axiom(
    "same-call-again",
    over={"at": scored_inputs, "call_variant": CallVariants("again", values=("1", "2"))},
    sentence="Repeating a call gives the same answer.",
)
def same_call_again(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(the same call, again) = m(the call)

    For all inputs, the call made a second and a third time with equal arguments in new objects. Formalised here: a
    metric is a function. Example: a score with random tie-breaking fails where two items of different grades tie.
    """
    return same_as_plain(m, call_variant, *at)


@_axiom(
    "same-objects-again",
    over={"at": scored_inputs, "call_variant": CallVariants("again", values=("same objects",))},
    sentence="Repeating a call with the same objects gives the same answer: the call does not change them.",
)
def same_objects_again(m: BoundMetric, at: Any, call_variant: CallVariant) -> Relation:
    """m(the same objects, again) = m(the call)

    For all inputs, the call made twice with the very same lists, arrays or dictionaries: what is handed over for
    reading is not written to. Formalised here. Example: a score that sorts the caller's list of scores in place
    fails.
    """
    return same_as_plain(m, call_variant, *at)


@_axiom(
    "no-trace-of-other-calls",
    over={"at": scored_inputs, "other": other_inputs},
    sentence="Earlier calls do not change the answer.",
)
def no_trace_of_other_calls(m: BoundMetric, at: Any, other: Any) -> Relation:
    """m(x, after a call for y) = m(x)

    For all inputs x and a few others y, of the same size. Formalised here: what has been evaluated before leaves
    nothing behind. Example: a score that remembers the ideal gain of the first list that it sees fails.
    """
    return same_as_plain(m, PLAIN_CALL.with_aspect("again", "after others").with_company(tuple(other)), *at)


@_axiom("same-value-in-fresh-processes", over={"at": scored_inputs}, sentence="Another process gives the same answer.")
def same_value_in_fresh_processes(m: BoundMetric, at: Any) -> Relation:
    """m(in a process with hash seed 0) = m(in a process with hash seed 1)

    For all inputs; the two processes answer the same questions in the same order and differ in PYTHONHASHSEED alone,
    which is random where nobody sets it. Python documentation, object.__hash__ (the order of a set of texts changes
    between processes). Example: a score that goes through a set of document names breaks ties by their hashes.
    """
    first, second = (m.with_(call_variant=PLAIN_CALL.with_aspect("process", f"hash seed {seed}")) for seed in (0, 1))
    return same_outcome(first, second, *at)
