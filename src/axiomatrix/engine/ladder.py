"""Run the methods of a row in their order until each cell is decided, and make the evidence of the cells.

A cell is a statement about the metric, on the open space of its parameters or on the *closure*, which adds the boundary
(such as weights of 0). The *ladder* is the order of the methods: replay, enumeration, proof, linear, symbolic,
hypothesis. A method gets only the cells that are still open and that it can decide (:func:`decide_cells`).
:class:`~.row.CheckedRow` runs the ladder.

A method leaves its results in the :class:`~..methods.search.CellSearch` of a cell: a *hit* (the instance that settles
the cell), a *proof*, a *fault* (an error, or a nondeterministic definition), or its *reach* (the number and sizes of
the cases tried). :func:`cell_of` makes the evidence from these. A method may also leave an *extreme*: the best ratio of
the statement's two sides seen, its instance, and whether the largest ("sup") or smallest ("inf") is sought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from hypothesis import settings
from msgspec.structs import replace

from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import INFINITE, SOUGHT_BY, Evidence, Extreme, Shows, Witness
from ..evidence.fault import is_ours
from ..evidence.instance import Changed, Instance
from ..evidence.values import ValuesNote
from ..evidence.verdict import Verdict
from ..evidence.witness import witness_of_record
from ..methods.cases import CaseByCase
from ..methods.certification import LinearPrograms
from ..methods.drawing import REPRODUCIBLE, Hypothesis
from ..methods.judging import mark_row_flaky, share_with_closure
from ..methods.known import KnownWitnesses, Proofs
from ..methods.profile import Profile
from ..methods.search import CellSearch, Method, RowSearch, by_statement
from ..methods.symbolic import Symbolic
from ..methods.tabulation import Tabulation
from ..methods.values import NoValues, values_of
from ..model.metric import Metric
from ..model.registry import Unknown
from ..model.relation import Quantity
from ..verify import LinearChecker

if TYPE_CHECKING:
    from ..catalogue.proofs import Proof


def methods_for(
    metric: Metric,
    profile: Profile,
    known_witnesses: Mapping[CellKey, Witness] | None = None,
    hypothesis_settings: settings = REPRODUCIBLE,
) -> list[Method]:
    """Return the methods for a metric in their order: with tables and linear programs for rankings, else case by case.

    ``known_witnesses`` are the witnesses to replay. ``hypothesis_settings`` are those to draw under.
    """
    methods = _all_methods(metric, profile, known_witnesses or {}, hypothesis_settings)
    return [method for method in methods if not profile.methods or method.name in profile.methods]


def _all_methods(
    metric: Metric, profile: Profile, known_witnesses: Mapping[CellKey, Witness], hypothesis_settings: settings
) -> list[Method]:
    """Return the methods for a metric, whether or not the profile selects them."""
    replay = KnownWitnesses(known_witnesses)
    proofs = Proofs(profile.proofs)
    # Asked by enumeration, which comes first: it leaves the larger sizes of such a cell to the proof.
    can_be_proved = partial(_can_decide, proofs)
    if metric.implementation is not None:  # a library's metric: a call is slow, and its values are floats
        profile = profile.of_libraries()
    elif metric.takes_rankings:
        return [
            replay,
            Tabulation(profile, can_be_proved),
            proofs,
            LinearPrograms(profile.linear, LinearChecker),
            Symbolic(profile.symbolic),
            Hypothesis(profile.drawn_cases, profile.climbs, profile.max_n, hypothesis_settings=hypothesis_settings),
        ]
    # Longer lists are drawn only from our own spaces, since a user's space may take long to draw from.
    uses_package_spaces = all(type(space).__module__.startswith("axiomatrix.") for space in metric.arguments.values())
    max_n = profile.max_n_of_lists if uses_package_spaces else profile.max_n
    return [
        replay,
        CaseByCase(profile, can_be_proved),
        proofs,
        Hypothesis(
            profile.drawn_cases,
            profile.climbs,
            max_n,
            least_cases=profile.enough_cases,
            hypothesis_settings=hypothesis_settings,
        ),
    ]


def decide_cells(row: RowSearch, methods: Sequence[Method]) -> Iterator[Cell]:
    """Run the methods in turn on the open cells, and yield each cell as soon as it is decided."""
    for method in methods:
        open_before = row.open_searches  # a new list: the searches that no method has decided yet
        _run_method(method, row, [search for search in open_before if _can_decide(method, row, search)])
        mark_row_flaky(row)  # if the method found that the definition is nondeterministic
        row.report_reach()
        for search in open_before:
            if not search.open:
                yield cell_of(row, search)
    still_open = row.open_searches
    share_with_closure(row)  # what was found inside is also true of an open cell on the closure
    for search in still_open:
        yield cell_of(row, search)


def _can_decide(method: Method, row: RowSearch, search: CellSearch) -> bool:
    """Return whether the method applies to the cell; an exception of the method is recorded as an error of the cell."""
    try:
        return method.decides(row, search)
    except Exception as error:  # a bug of the method
        _fail_open(method, [search], error)
        return False


def _run_method(method: Method, row: RowSearch, searches: Sequence[CellSearch]) -> None:
    """Run a method; after an exception, run it again for each statement, so that only those that raise get an error.

    What the method did by halves to a cell that is still open is undone before.
    """
    saved = [{**vars(search), "reach": [*search.reach]} for search in searches]  # the list is changed in place
    try:
        if searches:
            method.run(row, searches)
    except Exception:  # a bug of the method, which is raised again below
        for search, attributes in zip(searches, saved, strict=True):
            if search.open:
                vars(search).update(attributes)
        for statement, searches_of_statement in by_statement(search for search in searches if search.open).items():
            try:
                method.run(row, searches_of_statement)
            except Exception as error:
                # the statement's other cell (open space or closure) fails too: a half-run method gives no evidence
                _fail_open(method, [search for search in row.searches if search.statement == statement], error)


def _fail_open(method: Method, searches: Sequence[CellSearch], error: Exception) -> None:
    """Record an exception of the method as the fault of those cells that are still open."""
    # an unknown name in an argument of the statement is not a bug of the method
    is_unknown_name = isinstance(error, Unknown)
    for search in searches:
        if search.open:
            failure = f"the method {method.name} failed: {type(error).__name__}: {error}"
            search.fail(Verdict.ERROR, str(error) if is_unknown_name else failure)


# --- evidence of a cell, from the results of the methods ---------------------------------------


def settled_cell(row: RowSearch, search: CellSearch) -> Cell:
    """Make the cell of a search that just got a hit, with verdict and witness, before its method has finished."""
    assert search.hit is not None  # see ``RowSearch.on_settled``
    verdict = Verdict.PROVED if search.is_existential else Verdict.REFUTED
    witness = _witness_of_hit(row, search, search.hit)
    return row.cell(search, Evidence(verdict, search.method, tuple(search.reach), witness=witness))


def cell_of(row: RowSearch, search: CellSearch) -> Cell:
    """Make the cell of a search, with its evidence. If a definition now answers otherwise, the cell is flaky."""
    try:
        evidence = _evidence(row, search)
    except Exception as error:  # raised by a definition that now answers otherwise, or by the package
        if is_ours(error) and not isinstance(error, Changed):
            verdict, reason = Verdict.ERROR, f"the evidence could not be recorded: {type(error).__name__}: {error}"
        else:
            verdict = Verdict.FLAKY
            reason = f"{row.metric.name} gave a different answer when evaluated again for the witness: {error}"
        evidence = Evidence(verdict, reason=reason, reach=tuple(search.reach), seed=search.seed)
    return row.cell(search, evidence)


def _evidence(row: RowSearch, search: CellSearch) -> Evidence:
    """Make the evidence of a cell, with the best ratio if one was found.

    A fault outranks a hit, a hit a proof, a proof a case within rounding. Otherwise the reach decides. ``base`` is the
    part that does not depend on which of these decides. The functions below complete it.
    """
    reach = tuple(search.reach)
    base = Evidence(Verdict.SEARCHED, "", reach, seed=search.seed)
    # after a fault without a hit, the definition is not evaluated again for the witness of a ratio
    if search.extreme is not None and (search.fault is None or search.hit is not None):
        value, instance, sense = search.extreme
        witness = _make_witness(row, search, instance, "attains")
        base = replace(base, extreme=Extreme(sense, str(value), witness))  # type: ignore[arg-type]  # sup or inf
    if search.fault is not None:
        verdict, reason, details = search.fault
        shown_reach = () if verdict is Verdict.NOT_APPLICABLE else reach  # smaller sizes may have needed no parameter
        return replace(base, verdict=verdict, reason=reason, reach=shown_reach, fault=details)
    if search.hit is not None:
        return _evidence_of_hit(row, search, search.hit, base)
    if search.proof is not None:
        return _evidence_of_proof(row, search, search.proof, base)
    if (case_within_rounding := _case_within_rounding(row, search)) is not None:
        witness = _make_witness(row, search, case_within_rounding, "rounds")
        return replace(base, verdict=Verdict.ROUNDING, method="+".join(r.method for r in reach), witness=witness)
    return _evidence_of_search(row, search, base)


def _evidence_of_proof(row: RowSearch, search: CellSearch, proof: Proof, base: Evidence) -> Evidence:
    """Make the evidence of a proof: proved, or refuted by a family of instances, one of which becomes a witness."""
    base = replace(base, method="proof", proof=proof.note)
    if proof.family is None:
        return replace(base, verdict=Verdict.PROVED)
    witness = _make_witness(row, search, Instance(*proof.family.shown), "attains")  # the member that is shown
    return replace(base, verdict=Verdict.REFUTED, extreme=Extreme("sup", INFINITE, witness))


def _evidence_of_hit(row: RowSearch, search: CellSearch, hit: Instance, base: Evidence) -> Evidence:
    """Make the evidence of a cell that an instance settles."""
    recorded = row.record(search.statement, hit)
    witness = _witness_of_hit(row, search, hit)
    if witness.has_no_factor:  # its ratio is infinite, so that no constant bounds it
        answer = recorded.decision.answer
        sense = answer.sense if isinstance(answer, Quantity) else "sup"
        base = replace(base, extreme=Extreme(sense, INFINITE, witness))
    base = replace(
        base,
        verdict=Verdict.PROVED if search.is_existential else Verdict.REFUTED,
        method=search.method,
        witness=witness,
    )
    if search.is_existential:
        return base
    if row.metric.implementation is None:
        return replace(base, values=_values_that_fail(row, search, hit))
    from ..libraries.comparison import compare_with_definition  # only for a library's metric

    return replace(
        base, comparison=compare_with_definition(row.metric, search.statement, recorded, search.claims, row.definitions)
    )


def _values_that_fail(row: RowSearch, search: CellSearch, hit: Instance) -> ValuesNote | None:
    """Find the values of the metric's parameter for which the statement fails, if they can be computed."""
    if row.given_lists is not None:  # they are computed for all lists, and this row is about a user's lists alone
        return None
    try:
        return values_of(row.metric, search.statement, row.registry, failing_size=hit.n).note
    except NoValues:
        return None


def _evidence_of_search(row: RowSearch, search: CellSearch, base: Evidence) -> Evidence:
    """Make the evidence of a cell without a hit or proof: its verdict follows from how far the methods went.

    Undecided cases come first, then no case at all, a certificate, a complete enumeration, and a search.
    """
    reaches = base.reach
    if any(reach.undecided for reach in reaches):
        return replace(
            base, verdict=Verdict.UNDECIDED, reason="some cases are decided neither by the normal form nor by balls"
        )
    # the reason of the first case that was outside the domain of the definition, if there was one
    outside_reason = row.definitions.outside_domain.get((row.metric.name, search.statement))
    has_cases = any(reach.cases for reach in reaches)
    if not has_cases and outside_reason is not None:
        return replace(base, verdict=Verdict.NOT_APPLICABLE, reason=outside_reason, reach=())
    if not has_cases:
        reason = "no case was tried: none of the chosen methods applies"
        if any(reach.discarded for reach in reaches):
            reason = "no case is left after the condition"
        return replace(base, verdict=Verdict.VACUOUS, reason=reason)
    base = replace(base, method="+".join(dict.fromkeys(reach.method for reach in reaches if reach.cases)))
    if search.statement.axiom.quantifier == "for all" and base.up_to(Verdict.CERTIFIED):
        # Smaller sizes are certified. That the checker refused a larger one is kept, and no other reason.
        is_refused = search.uncertified is not None and search.uncertified.refused
        uncertified = search.uncertified if is_refused else None
        return replace(base, verdict=Verdict.CERTIFIED, uncertified=uncertified)
    is_exhausted = base.up_to(Verdict.EXHAUSTED) and row.metric.exact  # floats decide no equality
    return replace(
        base,
        uncertified=search.uncertified if row.metric.parameters and not search.is_existential else None,
        verdict=Verdict.EXHAUSTED if is_exhausted else Verdict.SEARCHED,
        sought=SOUGHT_BY[search.statement.axiom.quantifier],
    )


def _case_within_rounding(row: RowSearch, search: CellSearch) -> Instance | None:
    """Return a case in the cell's space that fails only within rounding; None for an existential statement."""
    if search.is_existential:
        return None
    instance = row.definitions.rounded.get((row.metric.name, search.statement))  # recorded while floats were compared
    return instance if instance is not None and row.contains(search, instance.parameters, instance.n) else None


def _witness_of_hit(row: RowSearch, search: CellSearch, hit: Instance) -> Witness:
    """Make the witness of the instance that settles the cell."""
    return _make_witness(row, search, hit, "shows" if search.is_existential else "refutes")


def _make_witness(row: RowSearch, search: CellSearch, instance: Instance, shows: Shows) -> Witness:
    """Make the witness of an instance.

    It ``shows`` an existential statement, refutes one for all, attains a ratio, or rounds (fails within rounding).
    """
    recorded = row.record(search.statement, instance)
    if shows != "attains":  # the instance of a ratio is not the one that decides the cell
        search.recorded_decision = recorded
    return witness_of_record(
        recorded,
        row.metric,
        search.statement,
        space=search.space,
        shows=shows,
        smallest=shows in ("refutes", "shows") and (instance.n == 1 or search.is_smallest),
    )
