"""Applicability of a claim to a metric, with the nearest applicable one where it does not apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..spaces import ParameterSpace, Space
from .axiom import NO_PARAMETER, Axiom, Statement
from .names import Names, folded, near
from .signature import Signature

ALIKE = 0.5
"""The share of letters that the names of two axioms have in common if one is offered for the other."""
MISSPELT = 0.75
"""The share of letters that an unknown name has in common with that of a metric if it is taken for a misspelling."""
MOST_OFFERED = 8
"""How many axioms are listed where none is like the one that was declared."""


@dataclass(frozen=True)
class Declaration:
    """Facts about a metric before its definition: they resolve a name that several axioms share."""

    kind: str
    arguments: Mapping[str, Space]
    parameters: Mapping[str, ParameterSpace]

    @property
    def about(self) -> str:
        """Name the kind of arguments, in the plural."""
        return next(iter(self.arguments.values())).sort


def refused_claim(statement: Statement, metric: Signature, axioms: Iterable[Axiom], names: Names) -> str | None:
    """Why the statement says nothing of the metric, with the nearest one that does; None if it says something."""
    reason = statement.not_applicable(metric)
    if reason is None:
        return None
    if reason.startswith(NO_PARAMETER):
        return f"{reason}; {_parameters(reason.removeprefix(NO_PARAMETER), list(metric.parameters))}"
    offered = _alternatives(statement.axiom, metric, list(axioms), names)
    return f"{reason}; {offered}" if offered else reason


def meant_metric(name: str, known: Iterable[str]) -> str | None:
    """The metric of which an unknown name is a misspelling; None for what may be the name of a metric to come.

    Such a name often has that of another metric in it: ``my-footrule``.
    """
    meant = near(name, known, MISSPELT)
    return meant[0] if meant and folded(meant[0]) not in folded(name) else None


def _parameters(wanted: str, known: list[str]) -> str:
    if len(known) == 1 or (meant := near(wanted, known)):
        return f"did you mean {(known if len(known) == 1 else meant)[0]!r}?"
    return f"its parameters are {', '.join(known)}" if known else "it is declared with none: parameters={...}"


def _alternatives(axiom: Axiom, metric: Signature, axioms: list[Axiom], names: Names) -> str:
    """Suggest other axioms for such metrics: those that share a common name with the axiom, or have a similar name."""
    usable = {one.id: one for one in axioms if one is not axiom and _may_be_asked(one, metric)}
    synonyms = [name.means for name in names.by_key.values() if axiom.id in name.means]
    meant = next((other for means in synonyms for other in means if other in usable), None)
    alike = [meant] if meant else near(axiom.id, usable, ALIKE)
    if alike:
        return f"did you mean {alike[0]!r} ({usable[alike[0]].formula})?"
    observed = [id for id, one in usable.items() if not one.arguments][:MOST_OFFERED]
    return f"axioms of a {metric.kind} of {metric.about} are {', '.join(observed)} ..." if observed else ""


def _may_be_asked(axiom: Axiom, metric: Signature) -> bool:
    """Return whether the axiom is about such metrics and, if it has no arguments, about this metric."""
    needs_arguments = bool(axiom.arguments or axiom.open_arguments)
    return axiom.is_about(metric) and (needs_arguments or axiom().not_applicable(metric) is None)
