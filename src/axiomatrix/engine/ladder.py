"""The ladder: the methods for a metric in their order, the run of a row through them, and what its cells come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from msgspec.structs import replace

from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import INFINITE, SOUGHT_BY, Evidence, Extreme, Witness
from ..evidence.fault import is_ours
from ..evidence.instance import Changed, Instance
from ..evidence.values import ValuesNote
from ..evidence.verdict import Verdict
from ..evidence.witness import of_record
from ..methods.cases import CaseByCase
from ..methods.certification import LinearPrograms
from ..methods.drawing import REPRODUCIBLE, Hypothesis
from ..methods.enumeration import Tabulation
from ..methods.judging import distrust, share_with_closure
from ..methods.known import KnownWitnesses, Proofs
from ..methods.profile import Profile
from ..methods.symbolic import Symbolic
from ..methods.values import NoValues, values_of
from ..methods.work import Method, RowWork, Work, by_statement
from ..model.metric import Metric
from ..model.registry import Unknown
from ..model.relation import Quantity
from ..verify import LinearChecker

if TYPE_CHECKING:
    from ..catalogue.proofs import Proof


def methods_for(
    metric: Metric,
    profile: Profile,
    known: Mapping[CellKey, Witness] | None = None,
    loaded: settings = REPRODUCIBLE,
) -> list[Method]:
    """The methods that a row of the metric is decided by, in their order: with tables and programs, or case by case.

    Hypothesis draws under the settings ``loaded``.
    """
    every = _every_method(metric, profile, known, loaded)
    return [method for method in every if not profile.methods or method.name in profile.methods]


def _every_method(
    metric: Metric, profile: Profile, known: Mapping[CellKey, Witness] | None, loaded: settings
) -> list[Method]:
    replay, proofs = KnownWitnesses(known or {}), Proofs(profile.proofs)
    is_proved = partial(_is_decided_by, proofs)
    if metric.implementation is not None:
        profile = profile.of_libraries()
    elif metric.takes_rankings:
        return [
            replay,
            Tabulation(profile, is_proved),
            proofs,
            LinearPrograms(profile.linear, LinearChecker),
            Symbolic(profile.symbolic),
            Hypothesis(profile.drawn, profile.climbs, profile.max_n, loaded=loaded),
        ]
    is_ours = all(type(space).__module__.startswith("axiomatrix.") for space in metric.arguments.values())
    return [
        replay,
        CaseByCase(profile, is_proved),
        proofs,
        Hypothesis(
            profile.drawn, profile.climbs, profile.longest if is_ours else profile.max_n, profile.enough, loaded
        ),
    ]


def decided(row: RowWork, methods: Sequence[Method]) -> Iterator[Cell]:
    """All cells of the row, each as soon as it is decided; what is decided is not asked further."""
    for method in methods:
        before = row.open
        _run(method, row, [work for work in before if _is_decided_by(method, row, work)])
        distrust(row)
        row.report_reach()
        for work in before:
            if not work.open:
                yield cell_of(row, work)
    left = row.open
    share_with_closure(row)
    for work in left:
        yield cell_of(row, work)


def _is_decided_by(method: Method, row: RowWork, work: Work) -> bool:
    try:
        return method.decides(row, work)
    except Exception as error:  # a bug of the method
        _blame(method, [work], error)
        return False


def _run(method: Method, row: RowWork, works: Sequence[Work]) -> None:
    """Run the method; after a bug of it each statement alone, so that only those which meet the bug are lost."""
    before = [{**vars(work), "reach": [*work.reach]} for work in works]
    try:
        if works:
            method.run(row, works)
    except Exception:  # a bug of the method, met again below
        for work, kept in zip(works, before, strict=True):
            if work.open:
                vars(work).update(kept)
        for statement, same in by_statement(work for work in works if work.open).items():
            try:
                method.run(row, same)
            except Exception as error:  # the bug: an error, and not less evidence, on the closure either
                _blame(method, [work for work in row.works if work.statement == statement], error)


def _blame(method: Method, works: Sequence[Work], error: Exception) -> None:
    for work in works:
        if work.open:
            what = f"{type(error).__name__}: {error}"
            is_named = isinstance(error, Unknown)  # by an argument of the statement: nobody of us has failed
            work.fail(Verdict.ERROR, str(error) if is_named else f"the method {method.name} failed: {what}")


# --- the evidence that a cell comes to, from what the methods left with it ---------------------------------------


def settled_cell(row: RowWork, work: Work) -> Cell:
    """The cell that one instance settles, with its verdict and witness: more is asked for when its method is done."""
    assert work.hit is not None  # see ``RowWork.settled``
    verdict, shows = (
        (Verdict.PROVED, "shows") if work.statement.axiom.quantifier == "there is" else (Verdict.REFUTED, "refutes")
    )
    evidence = Evidence(verdict, work.method, tuple(work.reach), witness=_witness(row, work, work.hit, shows))
    return row.cell(work, evidence)


def cell_of(row: RowWork, work: Work) -> Cell:
    """The cell of a work, with its evidence."""
    try:
        evidence = _evidence(row, work)
    except Exception as error:  # a definition: the instance had been decided, and now it has no value or another one
        if is_ours(error) and not isinstance(error, Changed):
            verdict, reason = Verdict.ERROR, f"the evidence could not be recorded: {type(error).__name__}: {error}"
        else:
            verdict = Verdict.FLAKY
            reason = f"{row.metric.name} did not give the same answer again when asked for the witness: {error}"
        evidence = Evidence(verdict, reason=reason, reach=tuple(work.reach), seed=work.seed)
    return row.cell(work, evidence)


def _evidence(row: RowWork, work: Work) -> Evidence:
    reach = tuple(work.reach)
    base = Evidence(Verdict.SEARCHED, "", reach, seed=work.seed)
    if work.extreme is not None and (work.fault is None or work.hit is not None):
        value, instance, sense = work.extreme
        base = replace(base, extreme=Extreme(sense, str(value), _witness(row, work, instance, "attains")))  # type: ignore[arg-type]  # sup or inf
    if work.fault is not None:
        verdict, reason, details = work.fault
        shown_reach = () if verdict is Verdict.NOT_APPLICABLE else reach  # smaller sizes may have needed no parameter
        return replace(base, verdict=verdict, reason=reason, reach=shown_reach, fault=details)
    if work.hit is not None:
        return _of_hit(row, work, work.hit, base)
    if work.proof is not None:
        return _of_proof(row, work, work.proof, base)
    if (rounded := _rounded(row, work)) is not None:
        witness = _witness(row, work, rounded, "rounds")
        return replace(base, verdict=Verdict.ROUNDING, method="+".join(r.method for r in reach), witness=witness)
    return _of_search(row, work, base)


def _of_proof(row: RowWork, work: Work, proof: Proof, base: Evidence) -> Evidence:
    """It is proved; or a family of instances shows that no constant exists, and one of them is written down."""
    base = replace(base, method="proof", proof=proof.note)
    if proof.family is None:
        return replace(base, verdict=Verdict.PROVED)
    witness = _witness(row, work, Instance(*proof.family.shown), "attains")
    return replace(base, verdict=Verdict.REFUTED, extreme=Extreme("sup", INFINITE, witness))


def _of_hit(row: RowWork, work: Work, hit: Instance, base: Evidence) -> Evidence:
    """One instance settles it."""
    existential = work.statement.axiom.quantifier == "there is"
    recorded = row.record(work.statement, hit)
    witness = _witness(row, work, hit, "shows" if existential else "refutes")
    if witness.has_no_factor:
        answer = recorded.decision.answer
        base = replace(
            base, extreme=Extreme(answer.sense if isinstance(answer, Quantity) else "sup", INFINITE, witness)
        )
    base = replace(
        base, verdict=Verdict.PROVED if existential else Verdict.REFUTED, method=work.method, witness=witness
    )
    if existential:
        return base
    if row.metric.implementation is None:
        return replace(base, values=_values(row, work, hit))
    from ..libraries.comparison import compared  # only where a library is asked for

    return replace(base, comparison=compared(row.metric, work.statement, recorded, work.claims, row.definitions))


def _values(row: RowWork, work: Work, hit: Instance) -> ValuesNote | None:
    """For which values of the metric's parameter the statement fails, as far as that can be followed."""
    if row.given is not None:
        return None
    try:
        return values_of(row.metric, work.statement, row.registry, known=hit.n).note
    except NoValues:
        return None


def _of_search(row: RowWork, work: Work, base: Evidence) -> Evidence:
    """Nothing was found: how far the methods went decides what that is worth."""
    reach = base.reach
    existential = work.statement.axiom.quantifier == "there is"
    if sum(r.undecided for r in reach):
        return replace(base, verdict=Verdict.UNDECIDED, reason="cases that neither the normal form nor balls decide")
    outside = row.definitions.outside_domain.get((row.metric.name, work.statement))
    if sum(r.cases for r in reach) == 0 and outside is not None:
        return replace(base, verdict=Verdict.NOT_APPLICABLE, reason=outside, reach=())
    if sum(r.cases for r in reach) == 0:
        return replace(base, verdict=Verdict.VACUOUS, reason="no case is left after the condition")
    base = replace(base, method="+".join(dict.fromkeys(r.method for r in reach if r.cases)))
    if work.statement.axiom.quantifier == "for all" and base.up_to(Verdict.CERTIFIED):
        further = work.uncertified if work.uncertified is not None and work.uncertified.refused else None
        return replace(base, verdict=Verdict.CERTIFIED, uncertified=further)
    exhausted = base.up_to(Verdict.EXHAUSTED) and row.metric.exact
    return replace(
        base,
        uncertified=work.uncertified if row.metric.parameters and not existential else None,
        verdict=Verdict.EXHAUSTED if exhausted else Verdict.SEARCHED,
        sought=SOUGHT_BY[work.statement.axiom.quantifier],
    )


def _rounded(row: RowWork, work: Work) -> Instance | None:
    """A case in the space of the work that fails by no more than rounding explains; of *there is* that is none."""
    if work.statement.axiom.quantifier == "there is":
        return None
    instance = row.definitions.rounded.get((row.metric.name, work.statement))
    return instance if instance is not None and row.contains(work, instance.parameters, instance.n) else None


def _witness(row: RowWork, work: Work, instance: Instance, shows: Any) -> Witness:
    recorded = row.record(work.statement, instance)
    if shows != "attains":
        work.witnessed = recorded
    return of_record(
        recorded,
        row.metric,
        work.statement,
        space=work.space,
        shows=shows,
        smallest=shows in ("refutes", "shows") and (instance.n == 1 or work.complete),
    )
