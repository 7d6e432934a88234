"""Inquiries: the questions that are asked where a claim with a quantity is explored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

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
SHOWN = 3
"""Number of statements for which the reason is given that there is nothing to explore."""


class NothingToExplore(ValueError):
    """The name has no statement with a quantity whose extreme could be explored."""


@dataclass(frozen=True)
class Inquiry:
    """One statement about one row, and how its extreme is swept for."""

    metric: Metric
    statement: Statement
    claims: tuple[ClaimNote, ...]
    label: str
    formula: str
    quantity: str
    sense: Sense
    constant: Fraction | None
    specs: tuple[Spec, ...]
    """The sweeps of parameters that could be followed, several together first; empty if the metric has none."""
    ratio: Statement
    """The statement whose quantity is asked: what is claimed, or the bound that is to be attained."""
    attains: bool = False
    """Whether what is claimed is that the extreme is attained."""
    divided_by: str = ""
    """The metric below the line, where the quantity is a ratio."""
    other: str = ""
    """The metric that this one is compared with."""
    is_enumerated: bool = False
    """Whether its instances are enumerated: they are not pairs of rankings with vectors as parameters."""

    def witness(
        self, definitions: Definitions, metric: Metric, instance: Instance, shows: str, *, smallest: bool = False
    ) -> Witness:
        """The instance of a metric, on the open space: it ``refutes`` the statement, or ``attains`` the extreme."""
        decided = self.statement if shows == "refutes" else self.ratio
        open_space = ParameterDomain.OPEN
        return witness_of_instance(
            definitions, metric, decided, instance, space=open_space, shows=shows, smallest=smallest
        )


def number_of(metric: Metric) -> str:
    """The name of the metric's one parameter, if that is a number between two bounds; else empty."""
    names = [name for name, space in metric.parameters.items() if isinstance(space, Numbers)]
    return names[0] if len(names) == len(metric.parameters) == 1 and metric.exact else ""


def _is_enumerated(metric: Metric) -> bool:
    return not metric.takes_rankings or bool(number_of(metric))


def named(what: str, registry: Registry, *, readings: Sequence[str] = ()) -> list[Inquiry]:
    """The questions that go by a name: the id of a claim or a source (``kv7``, ``KV``), or an axiom of the registry.

    ``readings`` selects variants. Raises ``Unknown`` with the nearest name, or :class:`NothingToExplore`.
    """
    ids = {c.source.id for m in registry.metrics.values() for c in m.claims} - {"declared"}
    wanted = [id for id in ids if id.lower() == what.lower() or id.lower().rstrip("0123456789") == what.lower()]
    if not wanted and what.lower() not in registry.axioms:
        known = {id.lower() for s in registry.sources.values() for id in s.claims}
        if what.lower() in known:
            raise NothingToExplore(
                f"{what}: no metric of the catalogue is claimed to satisfy it; see: axiomatrix show claims"
            )
        if what.lower() in {name for m in registry.metrics.values() for name in (m.id, m.name)}:
            raise NothingToExplore(
                f"{what}: a metric, of which nothing is asked; name a claim about it (axiomatrix show claims), or "
                f"conjecture something of it in a file: axiomatrix.conjecture({what!r}, axioms.upper_bound(...))"
            )
        raise Unknown("conjecture", what, {*(id.lower() for id in ids), *registry.axioms})
    statements: list[tuple[Metric, Statement, list[Claim]]] = []
    for metric in registry.metrics.values():
        if wanted:
            pairs = [(c.statement, [c]) for c in metric.claims if c.source.id in wanted]
        else:
            axiom = registry.axiom(what.lower())
            # of other sorts only what is conjectured
            observed = axiom.observed(metric) if metric.takes_rankings else []
            pairs = [(s, []) for s in observed if s.not_applicable(metric) is None]
        statements += [(metric, statement, claims) for statement, claims in pairs]
    return _inquiries(statements, registry, what, readings, ())


def declared_in(
    declared: Iterable[tuple[Metric, Claim]],
    registry: Registry,
    *,
    readings: Sequence[str] = (),
    files: Sequence[str] = (),
) -> list[Inquiry]:
    """The questions that a user's files ask: everything that they conjecture."""
    statements = [(metric, claim.statement, [claim]) for metric, claim in declared if claim.status == "conjectured"]
    return _inquiries(statements, registry, ", ".join(files), readings, files)


def _inquiries(
    statements: Sequence[tuple[Metric, Statement, list[Claim]]],
    registry: Registry,
    what: str,
    readings: Sequence[str],
    files: Sequence[str],
) -> list[Inquiry]:
    variants = sorted({m.variant for m, _, _ in statements if m.variant is not None})
    for reading in readings:
        if reading not in variants:
            raise Unknown("reading", reading, variants)
    kept = [
        inquiry
        for metric, statement, claims in statements
        if (not readings or metric.variant in readings)
        and (inquiry := _inquiry(metric, statement, claims, registry, files)) is not None
    ]
    if not kept:
        if files and not statements:
            raise NothingToExplore(
                f"{what}: conjectures nothing; write @metric(..., conjectured=[axioms.lower_bound('kendall', 1)]) or "
                f"axiomatrix.conjecture('footrule', axioms.upper_bound('kendall', 2))"
            )
        reasons = list(dict.fromkeys(_nothing_asked(metric, statement) for metric, statement, _ in statements))
        more = [f"and {len(reasons) - SHOWN} more of the kind"] if len(reasons) > SHOWN else []
        shown = "; ".join([*reasons[:SHOWN], *more]) or "no statement is asked"
        raise NothingToExplore(f"{what}: nothing to explore: {shown}")
    return _labelled(kept)


def _nothing_asked(metric: Metric, statement: Statement) -> str:
    """Why there is nothing to explore, and who decides the statement if anything does."""
    reason = statement.not_applicable(metric)
    if reason is not None:
        return f"{statement.id} says nothing of {metric.name}: {reason}"
    decides = f"`axiomatrix check` decides {statement.id} of {metric.name}"
    asks = "asks for no extreme" + (" and is not an inequality between two rankings" if metric.takes_rankings else "")
    return f"{statement.id} {asks}; {decides}"


def _inquiry(
    metric: Metric, statement: Statement, claims: Sequence[Claim], registry: Registry, files: Sequence[str]
) -> Inquiry | None:
    axiom = statement.axiom
    notes = tuple(ClaimNote(c.status, c.source.id, c.source.wording) for c in claims)
    label = metric.variant or metric.name
    if axiom.id in RATIOS or axiom.id in DIFFERENCES:
        return _comparison(metric, statement, notes, label, registry, files)
    if not metric.takes_rankings and axiom.quantifier != "extreme":
        return None
    if axiom.quantifier == "extreme" or (
        len(axiom.over) == 2 and all(type(s) is Rankings for s in axiom.over.values()) and axiom.quantifier == "for all"
    ):
        _require_exact(metric, statement)
        sense: Sense = "sup" if axiom.quantifier == "extreme" else "inf"
        quantity = f"{'constant' if axiom.quantifier == 'extreme' else 'slack'} of {statement.id}, {metric.name}"
        specs = () if _is_enumerated(metric) else _specs(metric, statement, files)
        return Inquiry(
            metric, statement, notes, label, axiom.formula, quantity, sense, None, specs, statement,
            is_enumerated=_is_enumerated(metric),
        )  # fmt: skip
    return None


def _comparison(
    metric: Metric,
    statement: Statement,
    notes: tuple[ClaimNote, ...],
    label: str,
    registry: Registry,
    files: Sequence[str],
) -> Inquiry:
    """The question how a metric compares with a multiple of another, or with another and a constant."""
    arguments, axiom = dict(statement.arguments), statement.axiom
    compared = registry.metric(counterpart(arguments["other"], metric, registry.metric))
    if unlike := _why_unlike(metric, compared):
        raise NothingToExplore(f"{statement.id} of {metric.name}: {unlike}")
    for one in (metric, compared):
        _require_exact(one, statement)
    is_ratio = axiom.id in RATIOS
    sense = RATIOS[axiom.id] if is_ratio else DIFFERENCES[axiom.id]
    name = "factor" if is_ratio else "constant"
    try:
        constant = fraction(rational(arguments[name]))
    except (TypeError, ValueError) as error:
        raise NothingToExplore(f"{statement.id} of {metric.name}: {name}: {error}") from None
    sign = ">=" if sense == "inf" else "<="
    times = "" if constant == 1 else f"{constant} "
    other = f"{times}{compared.name}" if is_ratio else _shifted(compared.name, constant)
    attains = axiom.id == "bound-attained"
    formula = f"{metric.name} {'=' if attains else sign} {other}" + (", for some rankings and parameters" * attains)
    swept = registry.axiom("upper-bound")(**arguments) if attains else statement
    return Inquiry(
        metric,
        statement,
        notes,
        label,
        formula,
        f"{metric.name} {'/' if is_ratio else '-'} {compared.name}",
        sense,
        constant,
        () if _is_enumerated(metric) else _specs(metric, swept, files),
        swept,
        attains,
        compared.name if is_ratio else "",
        compared.name,
        is_enumerated=_is_enumerated(metric),
    )


def _shifted(name: str, constant: Fraction) -> str:
    return name if not constant else f"{name} {'-' if constant < 0 else '+'} {abs(constant)}"


def _require_exact(metric: Metric, statement: Statement) -> None:
    """Refuse a metric whose values are floats: its extremes would be floats too."""
    if not metric.exact:
        raise NothingToExplore(
            f"{statement.id}: {metric.name} has values in floats only, and an extreme must be exact; "
            f"`axiomatrix check` decides it in floats"
        )


def _why_unlike(metric: Metric, other: Metric) -> str:
    """Why the two have no ratio that could be explored; empty if they have."""
    mine, theirs = list(metric.arguments.values()), list(other.arguments.values())
    if metric.takes_rankings and not other.takes_rankings and other.about != Rankings.sort:
        return f"{other.name} is about {other.about}, and {metric.name} about two rankings"
    if len(mine) != len(theirs) or any(meet(one, space) is None for one, space in zip(mine, theirs, strict=True)):
        about = [" and ".join(space.name for space in spaces) for spaces in (mine, theirs)]
        return f"{metric.name} takes {about[0]}, and {other.name} {about[1]}: they have nothing in common"
    if lacking := [name for name in other.parameters if name not in metric.parameters]:
        return (
            f"{other.name} has {', '.join(lacking)}, which {metric.name} has not; conjecture it the other way round, "
            f"of {other.name}, which may have parameters that {metric.name} lacks"
        )
    return ""


def _specs(metric: Metric, statement: Statement, files: Sequence[str]) -> tuple[Spec, ...]:
    """The parameters that are followed, as many together as can be; the others at values that ship."""
    specs, names = [], list(metric.parameters)
    for count in range(len(names), 0, -1):
        for chosen in combinations(reversed(names), count):  # similarities stand last, and are linear most often
            followed = TOGETHER.join(name for name in names if name in chosen)
            others = [other for other in names if other not in chosen]
            for kinds in _kinds([metric.parameters[other] for other in others]):
                fixed = tuple(zip(others, kinds, strict=True))
                specs.append(Spec(metric.name, statement.axiom.id, statement.arguments, followed, tuple(files), fixed))
    return tuple(specs)


def _kinds(spaces: Sequence[Any]) -> list[tuple[str, ...]]:
    """The values at which parameters that are not followed are fixed: the shipped ones, one parameter at a time."""
    if not spaces:
        return [()]
    unit = tuple("inside" if isinstance(space, ConeSpace) else "unit" for space in spaces)
    kinds = [unit]
    for k, space in enumerate(spaces):
        if not space.value_type.travels and not isinstance(space, ConeSpace):
            kinds += [(*unit[:k], kind, *unit[k + 1 :]) for kind in ("geometric-1/2", "top-2")]
    return kinds


def _labelled(inquiries: list[Inquiry]) -> list[Inquiry]:
    """Labels that tell the questions apart, as short as they can be."""
    full = [f"{i.metric.name}: {i.statement.id}" for i in inquiries]
    bounded = [
        name if i.constant is None else f"{i.label}, {'>=' if i.sense == 'inf' else '<='} {i.constant}"
        for i, name in zip(inquiries, full, strict=True)
    ]
    ways = ([i.label for i in inquiries], bounded, full)
    labels = next((way for way in ways if len(set(way)) == len(way)), full)
    same = grouped(zip(labels, inquiries, strict=True), lambda pair: pair[0])
    return [
        replace(pairs[0][1], label=label, claims=tuple(claim for _, inquiry in pairs for claim in inquiry.claims))
        for label, pairs in same.items()
    ]
