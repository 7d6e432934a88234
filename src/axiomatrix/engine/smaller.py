"""Whether an instance is the smallest: the sizes below it enumerated, where they are few cases and no grid."""

from __future__ import annotations

from typing import Literal

from ..evidence.evidence import Witness
from ..evidence.instance import Changed, Definitions
from ..evidence.witness import at_home, statement_of
from ..methods.cases import Remembered, enumerate_cases
from ..methods.enumeration import TooMany
from ..model.registry import Registry

MOST = 20_000
"""Cases of a size beyond which it is not enumerated."""

Size = Literal["smallest", "not smallest", "not decided"]


def size_of(witness: Witness, registry: Registry) -> Size:
    """Whether no smaller instance settles the statement, on the space of the witness.

    Not decided where a space is continuous (a grid exhausts nothing), where a size has too many cases or one that
    nothing decides, and where the definition fails.
    """
    if witness.n == 1:
        return "smallest"
    if witness.shows not in ("refutes", "shows"):
        return "not decided"
    metric = at_home(registry.metric(witness.metric), witness)
    statement = statement_of(witness, registry, metric)
    parameters = witness.space.of(metric.parameters)
    spaces = (*statement.over(metric).values(), *parameters.values())
    evaluator = Remembered(Definitions(registry))
    whole = all(space.complete for space in spaces)
    for n in range(1, witness.n):
        try:
            tally = enumerate_cases(metric, statement, parameters, n, evaluator, MOST)
        except (TooMany, Changed):
            return "not decided"
        if tally.hit is not None:
            return "not smallest"
        whole = whole and not tally.undecided and tally.fault is None
        evaluator.forget()
    return "smallest" if whole else "not decided"
