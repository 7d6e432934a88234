"""Inquiries: the questions of an exploration, from a name of the catalogue or from a user's conjectures.

``axiomatrix explore NAME`` and ``axiomatrix explore FILE`` begin here. Each statement with a quantity becomes an
:class:`Inquiry`, which :mod:`.run` answers. For F_D >= 1 K_D the quantity is F_D / K_D, and its infimum is sought over
all rankings and all values of D. A relation such as lhs <= rhs has its *slack* rhs - lhs as quantity. A *sweep* finds
the extreme by linear programs, for rankings whose parameters are vectors. Other questions are answered by enumeration.
A *row* is a metric in one variant; the variants of a definition are also called its readings. The *open* space of a
parameter is the declared one, without boundary values such as weights of 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from ...evidence.cell import ClaimNote
from ...evidence.certificate import TOGETHER
from ...evidence.evidence import Witness
from ...evidence.instance import Definitions, Instance
from ...evidence.witness import witness_of_instance
from ...evidence.words import grouped
from ...methods.sweep import Spec
from ...model.axiom import Statement
from ...model.claim import Claim
from ...model.metric import Metric, counterpart
from ...model.registry import Registry, Unknown
from ...numbers.exact import fraction, rational
from ...spaces import ConeSpace, Numbers, Rankings
from ...spaces.common import meet
from ...spaces.parameters import ParameterDomain
from .results import Sense

RATIOS: dict[str, Sense] = {"lower-bound": "inf", "upper-bound": "sup", "bound-attained": "sup"}
"""Axioms that compare one metric with a multiple of another, and which extreme of the ratio they are about."""
DIFFERENCES: dict[str, Sense] = {"additive-lower-bound": "inf", "additive-upper-bound": "sup"}
"""Axioms that compare one metric with another and a constant, and which extreme of the difference they are about."""
MAX_REASONS_SHOWN = 3
"""Most reasons that an error message gives for having nothing to explore."""


class NothingToExplore(ValueError):
    """No statement with a quantity whose extreme could be explored; the message says why, and what to write."""


@dataclass(frozen=True)
class Inquiry:
    """One statement about one row, and how the extreme of its quantity is computed."""

    metric: Metric
    statement: Statement
    claims: tuple[ClaimNote, ...]
    label: str
    """The name of the question in tables, such as ``deck``, a variant; no two of a run have one name."""
    formula: str
    """The statement in symbols, such as ``F_D >= 1 K_D``."""
    quantity: str
    """The quantity whose extreme is sought, such as ``F_D / K_D``."""
    sense: Sense
    constant: Fraction | None
    """The bound that is claimed; None if the statement only asks for the extreme."""
    sweep_specs: tuple[Spec, ...]
    """The sweeps that could answer the question, those that follow most parameters together first; empty if none could.

    A parameter is *followed* if all of its values are decided at once, by linear programs. The others are fixed.
    """
    quantity_statement: Statement
    """The statement that has the quantity: the one claimed, or the upper bound that is claimed to be attained."""
    claims_attainment: bool = False
    """True if the claim is that the extreme is attained."""
    divided_by: str = ""
    """The name of the metric in the denominator; empty if the quantity is not a ratio of two metrics."""
    other: str = ""
    """The name of the metric that this one is compared with; empty if there is none."""
    is_enumerated: bool = False
    """True if its instances are enumerated. Those of rankings whose parameters are vectors are swept instead."""

    def witness(
        self, definitions: Definitions, metric: Metric, instance: Instance, shows: str, *, smallest: bool = False
    ) -> Witness:
        """Return the witness that an instance ``refutes`` the statement or ``attains`` the extreme (``shows``).

        Its parameters must be in the open space. ``metric`` takes the arguments of the instance, perhaps with wider
        spaces than the inquiry's metric. ``smallest`` says that no smaller instance refutes the statement.
        """
        statement = self.statement if shows == "refutes" else self.quantity_statement
        open_space = ParameterDomain.OPEN
        return witness_of_instance(
            definitions, metric, statement, instance, space=open_space, shows=shows, smallest=smallest
        )


class SelectedStatement(NamedTuple):
    """A statement about a metric that a name or a file selects, with the claims that make it; none for an axiom."""

    metric: Metric
    statement: Statement
    claims: list[Claim]


def number_parameter(metric: Metric) -> str:
    """Return the name of the metric's one parameter, if that is a number between two bounds; else empty."""
    names = [name for name, space in metric.parameters.items() if isinstance(space, Numbers)]
    return names[0] if len(names) == len(metric.parameters) == 1 and metric.exact else ""


def _is_enumerated(metric: Metric) -> bool:
    """Return whether the questions about a metric are answered by enumeration, and not by sweeps."""
    return not metric.takes_rankings or bool(number_parameter(metric))


def inquiries_named(name: str, registry: Registry, *, readings: Sequence[str] = ()) -> list[Inquiry]:
    """Return the questions that a name means: the id of a claim or of a source (``kv7``, ``KV``), or an axiom.

    A source means all its claims, and an axiom its statements about every metric of rankings. ``readings`` are the
    variants to keep; none named means all. Raises ``Unknown`` with the nearest name, or :class:`NothingToExplore`.
    """
    claim_ids = {claim.source.id for metric in registry.metrics.values() for claim in metric.claims}
    claim_ids -= {"declared"}  # which users' claims have in place of an id
    # The id of a claim is that of its source and a number: ``KV`` means KV1, KV2 ...
    selected_ids = [id for id in claim_ids if name.lower() in (id.lower(), id.lower().rstrip("0123456789"))]
    if not selected_ids and name.lower() not in registry.axioms:
        ids_of_sources = {id.lower() for source in registry.sources.values() for id in source.claims}
        if name.lower() in ids_of_sources:
            raise NothingToExplore(
                f"{name}: no metric of the catalogue is claimed to satisfy it; see: axiomatrix show claims"
            )
        if any(name.lower() in (metric.id, metric.name) for metric in registry.metrics.values()):
            raise NothingToExplore(
                f"{name} is a metric; name a claim about it (axiomatrix show claims), or state a conjecture in a file: "
                f"axiomatrix.conjecture({name!r}, axioms.upper_bound(...))"
            )
        raise Unknown("conjecture", name, {*(id.lower() for id in claim_ids), *registry.axioms})
    statements: list[SelectedStatement] = []
    for metric in registry.metrics.values():
        if selected_ids:
            claims = [claim for claim in metric.claims if claim.source.id in selected_ids]
            statements += [SelectedStatement(metric, claim.statement, [claim]) for claim in claims]
        elif metric.takes_rankings:  # metrics of other sorts are explored only where something is conjectured
            statements_of_axiom = registry.axiom(name.lower()).statements_about(metric)
            statements += [
                SelectedStatement(metric, statement, [])
                for statement in statements_of_axiom
                if statement.not_applicable(metric) is None
            ]
    return _make_inquiries(statements, registry, name, readings, ())


def inquiries_declared(
    declared: Iterable[tuple[Metric, Claim]],
    registry: Registry,
    *,
    readings: Sequence[str] = (),
    files: Sequence[str] = (),
) -> list[Inquiry]:
    """Return the questions of a user's files: all claims with the status ``conjectured`` among those declared.

    ``files`` are their paths, for workers and for error messages. Raises as :func:`inquiries_named`.
    """
    conjectures = [(metric, claim) for metric, claim in declared if claim.status == "conjectured"]
    statements = [SelectedStatement(metric, claim.statement, [claim]) for metric, claim in conjectures]
    return _make_inquiries(statements, registry, ", ".join(files), readings, files)


def _make_inquiries(
    statements: Sequence[SelectedStatement],
    registry: Registry,
    subject: str,
    readings: Sequence[str],
    files: Sequence[str],
) -> list[Inquiry]:
    """Return the inquiries of statements about metrics of these readings (none named: all readings).

    ``subject`` names the statements in an error message. ``files`` are the user's files that register their metrics.
    """
    variants = sorted({selected.metric.variant for selected in statements if selected.metric.variant is not None})
    for reading in readings:
        if reading not in variants:
            raise Unknown("reading", reading, variants)
    inquiries = []
    for metric, statement, claims in statements:
        if not readings or metric.variant in readings:
            inquiry = _make_inquiry(metric, statement, claims, registry, files)
            if inquiry is not None:
                inquiries.append(inquiry)
    if not inquiries:
        if files and not statements:
            raise NothingToExplore(
                f"{subject}: no conjecture; write @metric(..., conjectured=[axioms.lower_bound('kendall', 1)]) "
                f"or axiomatrix.conjecture('footrule', axioms.upper_bound('kendall', 2))"
            )
        reasons = list(dict.fromkeys(_why_not_explored(metric, statement) for metric, statement, _ in statements))
        shown_reasons = reasons[:MAX_REASONS_SHOWN]
        if len(reasons) > MAX_REASONS_SHOWN:
            shown_reasons.append(f"and {len(reasons) - MAX_REASONS_SHOWN} more such reasons")
        why = "; ".join(shown_reasons) or "it applies to no metric of rankings"
        raise NothingToExplore(f"{subject}: nothing to explore: {why}")
    return _with_labels(inquiries)


def _why_not_explored(metric: Metric, statement: Statement) -> str:
    """Return why there is nothing to explore, with the command that decides the statement, if there is one."""
    reason = statement.not_applicable(metric)
    if reason is not None:
        return f"{statement.id} does not apply to {metric.name}: {reason}"
    decides = f"`axiomatrix check` decides {statement.id} for {metric.name}"
    asks = "does not ask for an extreme"
    if metric.takes_rankings:
        asks += " and is not an inequality between two rankings"
    return f"{statement.id} {asks}; {decides}"


def _make_inquiry(
    metric: Metric, statement: Statement, claims: Sequence[Claim], registry: Registry, files: Sequence[str]
) -> Inquiry | None:
    """Return the inquiry of a statement; None if it has no quantity whose extreme could be explored.

    It has one if it compares two metrics, asks for a best constant, or is a relation for all pairs of rankings, whose
    slack is the quantity.
    """
    axiom = statement.axiom
    notes = tuple(ClaimNote(claim.status, claim.source.id, claim.source.wording) for claim in claims)
    label = metric.variant or metric.name
    if axiom.id in RATIOS or axiom.id in DIFFERENCES:
        return _make_comparison(metric, statement, notes, label, registry, files)
    asks_for_constant = axiom.quantifier == "extreme"
    is_relation_of_rankings = (
        metric.takes_rankings
        and axiom.quantifier == "for all"
        and len(axiom.over) == 2
        and all(type(space) is Rankings for space in axiom.over.values())
    )
    if not (asks_for_constant or is_relation_of_rankings):
        return None
    _require_exact(metric, statement)
    quantity = "constant" if asks_for_constant else "slack"
    return Inquiry(
        metric,
        statement,
        notes,
        label,
        formula=axiom.formula,
        quantity=f"{quantity} of {statement.id}, {metric.name}",
        sense="sup" if asks_for_constant else "inf",  # a relation holds if its least slack is not negative
        constant=None,
        sweep_specs=() if _is_enumerated(metric) else _sweep_specs(metric, statement, files),
        quantity_statement=statement,
        is_enumerated=_is_enumerated(metric),
    )


def _make_comparison(
    metric: Metric,
    statement: Statement,
    notes: tuple[ClaimNote, ...],
    label: str,
    registry: Registry,
    files: Sequence[str],
) -> Inquiry:
    """Return the inquiry of a bound of a metric by a multiple of another metric, or by another and a constant."""
    arguments, axiom = dict(statement.arguments), statement.axiom
    compared = registry.metric(counterpart(arguments["other"], metric, registry.metric))  # in the same variant
    if unlike := _why_unlike(metric, compared):
        raise NothingToExplore(f"{statement.id} of {metric.name}: {unlike}")
    for side in (metric, compared):
        _require_exact(side, statement)
    is_ratio = axiom.id in RATIOS
    sense = RATIOS[axiom.id] if is_ratio else DIFFERENCES[axiom.id]
    argument = "factor" if is_ratio else "constant"
    try:
        constant = fraction(rational(arguments[argument]))
    except (TypeError, ValueError) as error:
        raise NothingToExplore(f"{statement.id} of {metric.name}: {argument}: {error}") from None
    right_side = compared.name  # with the constant, but for a factor of 1 or a term of 0
    if is_ratio and constant != 1:
        right_side = f"{constant} {compared.name}"
    elif not is_ratio and constant != 0:
        right_side = f"{compared.name} {'-' if constant < 0 else '+'} {abs(constant)}"
    claims_attainment = axiom.id == "bound-attained"
    relation = ">=" if sense == "inf" else "<="
    for_some = ""
    if claims_attainment:
        relation, for_some = "=", ", for some rankings and parameters"
    # The statement that a bound is attained has no quantity, so the ratio comes from the upper bound.
    bound = registry.axiom("upper-bound")(**arguments) if claims_attainment else statement
    return Inquiry(
        metric,
        statement,
        notes,
        label,
        formula=f"{metric.name} {relation} {right_side}{for_some}",
        quantity=f"{metric.name} {'/' if is_ratio else '-'} {compared.name}",
        sense=sense,
        constant=constant,
        sweep_specs=() if _is_enumerated(metric) else _sweep_specs(metric, bound, files),
        quantity_statement=bound,
        claims_attainment=claims_attainment,
        divided_by=compared.name if is_ratio else "",
        other=compared.name,
        is_enumerated=_is_enumerated(metric),
    )


def _require_exact(metric: Metric, statement: Statement) -> None:
    """Refuse a metric whose values are floats: its extremes would be floats too."""
    if not metric.exact:
        raise NothingToExplore(
            f"{statement.id}: {metric.name} returns floats, but an extreme must be exact; "
            f"`axiomatrix check` decides it in floats"
        )


def _why_unlike(metric: Metric, other: Metric) -> str:
    """Return why the two metrics cannot be compared on the same arguments and parameters; empty if they can."""
    spaces, other_spaces = list(metric.arguments.values()), list(other.arguments.values())
    if metric.takes_rankings and not other.takes_rankings and other.about != Rankings.sort:
        return f"{other.name} is about {other.about}, and {metric.name} about two rankings"
    # ``meet`` has the values that two spaces share; None if they share none.
    if len(spaces) != len(other_spaces) or any(common is None for common in map(meet, spaces, other_spaces)):
        names, other_names = (" and ".join(space.name for space in side) for side in (spaces, other_spaces))
        return f"{metric.name} takes {names}, and {other.name} {other_names}: they have nothing in common"
    if lacking := [name for name in other.parameters if name not in metric.parameters]:
        return (
            f"{other.name} has {', '.join(lacking)}, which {metric.name} does not have; state the conjecture about "
            f"{other.name} instead, which may have parameters that {metric.name} lacks"
        )
    return ""


def _sweep_specs(metric: Metric, statement: Statement, files: Sequence[str]) -> tuple[Spec, ...]:
    """Return the sweeps that could answer a question, those that follow the most parameters together first.

    The parameters that are not followed are fixed (see :func:`_fixed_values`). The run takes the first parameters in
    which the statement is linear, with all the values at which the others are fixed.
    """
    specs: list[Spec] = []
    names = list(metric.parameters)
    for count in range(len(names), 0, -1):
        for chosen in combinations(reversed(names), count):  # similarities come last, and are most often linear
            followed = TOGETHER.join(name for name in names if name in chosen)
            others = [other for other in names if other not in chosen]
            for value_names in _fixed_values([metric.parameters[other] for other in others]):
                fixed = tuple(zip(others, value_names, strict=True))
                specs.append(Spec(metric.name, statement.axiom.id, statement.arguments, followed, tuple(files), fixed))
    return tuple(specs)


def _fixed_values(spaces: Sequence[Any]) -> list[tuple[str, ...]]:
    """Return the values at which parameters of these spaces are fixed: tuples with the name of a value for each space.

    :func:`~axiomatrix.methods.sweep.fixed_value` explains the names. First comes the simplest value of each: all
    entries 1, or a value inside a user's cone. Then position weights, one parameter at a time, have other values too.
    """
    if not spaces:
        return [()]
    simplest = tuple("inside" if isinstance(space, ConeSpace) else "unit" for space in spaces)
    combinations_of_names = [simplest]
    for k, space in enumerate(spaces):
        # Data that travel with the items belong to these; other data belong to positions.
        has_position_weights = not space.value_type.travels and not isinstance(space, ConeSpace)
        for name in ("geometric-1/2", "top-2") if has_position_weights else ():
            combinations_of_names.append((*simplest[:k], name, *simplest[k + 1 :]))
    return combinations_of_names


def _with_labels(inquiries: list[Inquiry]) -> list[Inquiry]:
    """Give the inquiries labels that tell them apart, as short as they can be.

    Labels are the variants, or else variants with bounds, or else metrics with statements: the first of these that tell
    all inquiries apart. Inquiries that even the last one does not tell apart are one question, with all their claims.
    """
    by_variant = [inquiry.label for inquiry in inquiries]
    by_statement = [f"{inquiry.metric.name}: {inquiry.statement.id}" for inquiry in inquiries]
    by_bound = []
    for inquiry, statement in zip(inquiries, by_statement, strict=True):
        if inquiry.constant is None:
            by_bound.append(statement)
        else:
            sign = ">=" if inquiry.sense == "inf" else "<="
            by_bound.append(f"{inquiry.label}, {sign} {inquiry.constant}")
    candidates = (by_variant, by_bound, by_statement)
    labels = next((candidate for candidate in candidates if len(set(candidate)) == len(candidate)), by_statement)
    relabelled = [replace(inquiry, label=label) for label, inquiry in zip(labels, inquiries, strict=True)]
    return [
        replace(same_label[0], claims=tuple(claim for inquiry in same_label for claim in inquiry.claims))
        for same_label in grouped(relabelled, lambda inquiry: inquiry.label).values()
    ]
