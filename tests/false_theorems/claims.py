"""What each method says of a metric, as the size up to which it says so: 0 if it says nothing."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.instance import Changed, Definitions
from axiomatrix.evidence.verdict import FAULTS
from axiomatrix.methods.certification import Certifier
from axiomatrix.methods.enumeration import StatementSweep
from axiomatrix.methods.symbolic import certified_up_to
from axiomatrix.methods.table import tables_for
from axiomatrix.numbers.forms import NotLinear
from axiomatrix.verify import LinearChecker
from false_theorems.theorem import FalseTheorem


def claimed(evidence: Evidence, theorem: FalseTheorem) -> float:
    """Up to which size a cell says that the statement holds for all parameters and rankings."""
    if evidence.verdict in FAULTS:
        return 0
    if (
        theorem.at_most is not None
        and evidence.extreme is not None
        and Fraction(evidence.extreme.value) > theorem.at_most
    ):
        return 0  # it says of the extreme what is true
    if evidence.verdict == "refuted":  # it says nothing of smaller sizes but by the word "smallest"
        return evidence.witness.n - 1 if evidence.witness is not None and evidence.witness.smallest else 0
    sizes: list[float] = [0]
    for reach in evidence.reach:
        if reach.method == "proof" and evidence.verdict == "proved":
            sizes.append(math.inf)
        complete = reach.method in ("linear", "symbolic") or (reach.method == "enumeration" and not reach.grid)
        if complete and reach.cases and not reach.undecided:
            sizes.append(reach.largest)
        if evidence.verdict == "exhausted" and reach.method == "enumeration":
            sizes.append(reach.largest)
    return max(sizes)


def linear(theorem: FalseTheorem, largest: int, *, honest: bool = False) -> tuple[int, dict[str, Any] | None]:
    """Up to which size the linear method alone says that it holds, and its certificate of all sizes if there is one."""
    metric, registry = theorem.honest() if honest else theorem.metric()
    sizes = []
    try:
        certifier = Certifier(metric, theorem.statement, Definitions(registry), LinearChecker)
        for n in range(1, largest + 1):
            size = certifier.size(n)
            if size.closed_instance is not None or size.open_instance is not None or size.undecided:
                break
            sizes.append(size)
    except (ArithmeticError, LookupError, NotLinear, RuntimeError, TypeError, ValueError):
        return len(sizes), None  # it says why not, or what the definition raised
    return len(sizes), certifier.certificate(sizes) if len(sizes) == largest else None


def symbolic(theorem: FalseTheorem, largest: int) -> int:
    """Up to which size the symbolic method alone says that it holds."""
    metric, registry = theorem.metric()
    sizes = certified_up_to(metric, theorem.statement, largest, registry)
    return sum(size.verdict == "certified" for size in sizes)


def enumerated(theorem: FalseTheorem, largest: int) -> int:
    """The same of the tables of all rankings, of a metric of rankings without parameters."""
    metric, registry = theorem.metric()
    for n in range(1, largest + 1):
        try:
            (tables,) = tables_for(metric, n, Definitions(registry))
            found = StatementSweep(theorem.statement, tables).run()["open"]
        except Changed:
            return n - 1
        if found.hit is not None or found.undecided:
            return n - 1
        if theorem.at_most is not None and found.extreme is not None and found.extreme[0] > theorem.at_most:
            return n - 1
    return largest
