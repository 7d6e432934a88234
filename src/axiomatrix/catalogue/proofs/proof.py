"""What a proof is: a theorem for all n, the steps that a machine checks, and those that remain on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...model.axiom import Statement
from ...model.metric import Metric, counterpart
from ...model.proof_note import ProofNote
from ...model.registry import REGISTRY, Registry
from ...spaces.parameters import ParameterDomain

FIRST_RANKINGS = (
    "beyond three items a few first rankings stand for all, since the definitions know items by their positions and "
    "by the parameters only, for which the steps have symbols"
)
"""What every proof argues."""


def _same(one: Metric, other: Metric) -> bool:
    """Whether two rows have one definition, the same variant, and the same values of the parameters."""
    return (one.definition, one.variant, one.parameters) == (other.definition, other.variant, other.parameters)


@dataclass(frozen=True)
class Step:
    """One step of an argument that can be checked at a given size."""

    name: str
    says: str
    """What is checked, for all values of the parameters unless it says otherwise."""
    check: Callable[[Registry, int], str | None]
    """What fails at that number of items, by the definitions of the registry; None if the step holds there."""


@dataclass(frozen=True)
class Proof:
    """A theorem about one row of the matrix, for every number of items; the argument is its module's docstring."""

    id: str
    theorem: str
    metric: str
    """The name of the row."""
    statement: Statement
    argued: tuple[str, ...]
    """The steps that no machine checks, in order."""
    steps: tuple[Step, ...]
    space: ParameterDomain = ParameterDomain.CLOSED
    """Where it holds; what holds on the closed parameter space holds on the open one."""

    @property
    def note(self) -> ProofNote:
        """What is proved, what of the argument a machine checks, and what stands on paper."""
        return ProofNote(self.id, self.theorem, tuple(step.says for step in self.steps), (*self.argued, FIRST_RANKINGS))

    @property
    def summary(self) -> str:
        """The same in a sentence or two."""
        note = self.note
        return f"{note.theorem}. Checked by machine: {'; '.join(note.checked)}. On paper: {'; '.join(note.argued)}"

    def is_about(self, registry: Registry) -> bool:
        """Whether the row, and the one that it is compared with, are those that the argument is about.

        What is argued is about the formulas of the catalogue and the values of their parameters there; nothing is
        proved of another definition, or another space, under the same name, however far the steps hold.
        """
        others = [str(value) for name, value in self.statement.arguments if name == "other"]
        names = [self.metric, *(counterpart(o, registry.metric(self.metric), registry.metric) for o in others)]
        return all(name in REGISTRY.metrics and _same(registry.metrics[name], REGISTRY.metrics[name]) for name in names)

    def failure(self, registry: Registry, n: int) -> str | None:
        """The first step that fails with at most ``n`` items, and how; None if every step holds.

        A definition that raises fails the step too.
        """
        for size in range(1, n + 1):
            for step in self.steps:
                try:
                    fault = step.check(registry, size)
                except Exception as error:  # a definition may raise anything
                    fault = f"{type(error).__name__}: {error}"
                if fault is not None:
                    return f"{step.name}, n = {size}: {fault}"
        return None
