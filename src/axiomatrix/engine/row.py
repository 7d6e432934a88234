"""One row of the matrix: all statements about one metric, decided by the ladder of methods."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from ..evidence.cell import Cell, CellKey, ClaimNote, arguments_of
from ..evidence.evidence import INFINITE, Evidence, Extreme, Uncertified, Witness
from ..evidence.instance import Definitions, Instance, is_beyond, ratio_of
from ..evidence.pins import Pin
from ..evidence.reach import Reach, Stop, Tally
from ..evidence.verdict import Verdict
from ..evidence.witness import find_pinned, of_instance
from ..methods.enumeration import Found, Sweep, TooMany
from ..methods.lanes import grid
from ..methods.minimal import minimal
from ..methods.sampling import sample
from ..methods.table import Changed, FaultyDefinition, tables_for
from ..model.axiom import NO_PARAMETER, Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..model.relation import FAILS, HOLDS, ROUNDED, Bounded, Quantity
from ..numbers.forms import NotLinear
from ..spaces import ParameterSpace, Space, all_rankings
from ..spaces.parameters import ParameterDomain
from .profile import Profile

if TYPE_CHECKING:
    from ..catalogue.proofs import Proof
    from ..methods.certification import Certified
    from ..methods.symbolic import Identities


@dataclass
class Work:
    """A cell while it is being decided."""

    statement: Statement
    space: ParameterDomain
    claims: tuple[ClaimNote, ...]
    seed: int
    tally: Tally = field(default_factory=Tally)
    hit: Instance | None = None
    method: str = ""
    complete: bool = True
    """Whether every size below the hit was enumerated completely, and not on a grid."""
    beyond: bool = False
    """Whether the next size has more instances than are enumerated."""
    extreme: tuple[Any, Instance, str] | None = None
    reach: list[Reach] = field(default_factory=list)
    proof: Proof | None = None
    """A proof for every n whose steps hold on the definitions as far as they were checked."""
    fault: tuple[str, str] | None = None
    uncertified: Uncertified | None = None
    """Why no method certifies it, as far as that is known."""

    @property
    def open(self) -> bool:
        """Whether there is still something to look for."""
        return self.hit is None and self.fault is None and self.proof is None


def statements_of(metric: Metric, registry: Registry) -> list[tuple[Statement, tuple[ClaimNote, ...]]]:
    """The statements that make up the row: the claimed ones, and what can be observed of every other axiom."""
    found: list[tuple[Statement, tuple[ClaimNote, ...]]] = []
    for axiom in registry.axioms.values():
        claimed: dict[Statement, list[ClaimNote]] = {}
        for claim in metric.claims:
            if claim.statement.axiom is axiom:
                note = ClaimNote(claim.status, claim.source.id, claim.source.wording)
                claimed.setdefault(claim.statement, []).append(note)
        observed = (
            [s for s in axiom.observed(metric) if s.not_applicable(metric) is None] if _meets(axiom, metric) else []
        )
        for statement in dict.fromkeys([*claimed, *observed]):
            found.append((statement, tuple(claimed.get(statement, ()))))
    return found


def _meets(axiom: Any, metric: Metric) -> bool:
    return metric.kind in axiom.kinds and metric.about in axiom.about


def not_applicable(metric: Metric, registry: Registry) -> Iterator[Cell]:
    """The cells of the axioms that say nothing of this metric, with the reason."""
    present = {statement.axiom.id for statement, _ in statements_of(metric, registry)}
    for axiom in registry.axioms.values():
        if axiom.id in present or metric.about not in axiom.about:
            continue  # of what it is not about at all, the matrix says nothing
        if not _meets(axiom, metric):
            reason = axiom.other_kind(metric)
        elif axiom.arguments or axiom.open_arguments:
            reason = "nothing is declared that gives the axiom its arguments"
        else:
            reason = axiom().not_applicable(metric) or "it is not observed"
        yield Cell(metric.name, axiom.id, {}, ParameterDomain.OPEN, (), Evidence(Verdict.NOT_APPLICABLE, reason=reason))


def derived_seed(seed: int, *names: str) -> int:
    """The seed of one cell."""
    digest = hashlib.sha256("/".join([str(seed), *names]).encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:8], "big")


class RowChecker:
    """Decides every statement about one metric."""

    def __init__(
        self,
        metric: Metric,
        registry: Registry,
        profile: Profile,
        seed: int,
        *,
        only: Callable[[Statement, tuple[ClaimNote, ...]], bool] = lambda statement, claims: True,
        pins: Mapping[CellKey, Pin] | None = None,
        tick: Callable[[], None] = lambda: None,
        tell_reach: Callable[[dict[CellKey, list[Reach]]], None] = lambda found: None,
    ) -> None:
        self._tell_reach = tell_reach
        self.metric = metric
        self.registry = registry
        self.profile = profile
        self.definitions = Definitions(registry, tick)
        self.work: list[Work] = []
        self.meaningless: list[Cell] = []
        """Cells of declared statements that say nothing of this metric, such as of a parameter that it has not."""
        self.pins = pins or {}
        for statement, claims in statements_of(metric, registry):
            if not only(statement, claims):
                continue
            reason = statement.not_applicable(metric)
            if reason is not None:
                evidence = Evidence(Verdict.NOT_APPLICABLE, reason=reason)
                self.meaningless.append(_cell(metric, statement, ParameterDomain.OPEN, claims, evidence))
                continue
            for space, noted in self._spaces(statement, claims):
                here = derived_seed(seed, metric.name, statement.id, space)
                self.work.append(Work(statement, space, noted, here))

    def _spaces(
        self, statement: Statement, claims: tuple[ClaimNote, ...]
    ) -> list[tuple[ParameterDomain, tuple[ClaimNote, ...]]]:
        """Where the statement is asked: the declared space, and its closure if the verdict can differ there."""
        has_boundary = any(space.positive and space.has_boundary for space in self.metric.parameters.values())
        if statement.axiom.closed_only:
            return [(ParameterDomain.CLOSED, claims)]
        if statement.axiom.boundary and has_boundary:
            return [(ParameterDomain.OPEN, claims), (ParameterDomain.CLOSED, ())]
        return [(ParameterDomain.OPEN, claims)]

    # --- the ladder ---

    def run(self) -> Iterator[Cell]:
        """All cells of the row, each as soon as it is decided."""
        yield from self.meaningless
        for step in self.steps():
            settled = {id(work) for work in self.work if not work.open}
            step()
            self._distrust()
            self.tell_reach()
            for work in self.work:
                if not work.open and id(work) not in settled:
                    yield self._cell(work)
        left = [work for work in self.work if work.open]
        self._share_with_closure()
        for work in left:
            yield self._cell(work)

    def steps(self) -> tuple[Callable[[], None], ...]:
        """The ladder of methods, in their order."""
        return (self._replay, self._enumerate, self._argue, self._certify, self._identify, self._sample)

    def _replay(self) -> None:
        for work in self.work:
            pin = self.pins.get(self.key(work))
            if pin is None or pin.witness is None:
                continue
            instance = find_pinned(self.metric, work.statement, pin.witness)
            if instance is not None and self._is_hit(work, instance):
                work.hit, work.method, work.complete = instance, "replay", pin.witness.smallest
                work.reach.append(Reach("replay", instance.n, instance.n, 1))
                self._take_ratio_of_hit(work)

    def _enumerate(self) -> None:
        largest = self.profile.enumerated(len(self.metric.parameters), self.metric.exact)
        for n in range(1, largest + 1):
            if not any(work.open for work in self.work) or not self._enumerate_size(n):
                break
            self.tell_reach()
        for work in self.work:
            if work.method != "replay" and work.tally.by_size:
                is_grid = self.is_grid(work)
                stop = "found" if work.method == "enumeration" else "finished"
                work.reach.append(work.tally.reach("enumeration", grid=is_grid, stop=stop))
                work.complete = work.complete and not is_grid and not work.tally.undecided

    def _used(self, work: Work) -> list[Space]:
        """The spaces of the statement and of the parameters that it uses."""
        parameters = [] if work.statement.axiom.ignores_parameters else list(self.metric.parameters.values())
        return [*work.statement.over(self.metric).values(), *parameters]

    def _certify(self) -> None:
        """The linear method, where a metric's one parameter enters linearly: all its values at once."""
        from ..methods.certification import Certifier  # loads the solver
        from ..methods.sweep import Unsound
        from ..verify.refusal import Refused

        by_statement: dict[Statement, list[Work]] = {}
        for work in self.work:
            if work.open:
                by_statement.setdefault(work.statement, []).append(work)
        for statement, works in by_statement.items():
            try:
                certifier = Certifier(self.metric, statement, self.registry, self.definitions)
            except (NotLinear, Refused) as error:
                self._note(works, error)
                continue
            except Exception:  # a definition that fails: its cases are reported where they are decided
                continue
            tally = Tally()
            claimed = any(work.claims for work in works)
            largest = self.profile.linear[2 if not claimed else 0 if certifier.sweep is not None else 1]
            for n in range(1, largest + 1):
                if not any(work.open for work in works):
                    break
                self.definitions.tick()
                try:
                    found = certifier.size(n)
                except Unsound as error:
                    for work in works:
                        work.fault = work.fault or ("error", str(error))
                    break
                except (NotLinear, Refused) as error:  # the sizes before stand
                    self._note(works, error)
                    break
                except Exception:  # a definition that fails at this size; likewise
                    break
                whole = not tally.undecided
                tally.take(n, found.cases, found.discarded, found.undecided)
                for work in works:
                    self._take_certified(work, found, whole=whole)
                if found.closed is not None and found.opened is None and not certifier.exists:
                    break  # refuted on the closure; of the open space this size says nothing
            if any(
                n > 1 and cases for n, cases in tally.by_size.items()
            ):  # of one item nothing is asked that could fail
                for work in works:
                    if work.open and work.space == "open" and found.closed is not None and not certifier.exists:
                        continue
                    if certifier.exists and work.open and tally.undecided:
                        continue  # that none was found is not that there is none
                    stop = "found" if work.method == "linear" else "finished"
                    if certifier.exists and work.open:
                        stop = Stop.NONE
                    work.reach.append(tally.reach("linear", stop=stop))

    def _note(self, works: list[Work], error: Exception) -> None:
        """Keep why statements are not certified: of a user's metric, and wherever the independent checker refuses."""
        refused = not isinstance(error, NotLinear)
        for work in works:
            if refused or (self.metric.is_foreign and not work.uncertified):
                work.uncertified = Uncertified(str(error), refused)

    def _identify(self) -> None:
        """The symbolic method: equalities as identities between normal forms, for all values of the parameters."""
        from ..methods.symbolic import certified_up_to

        if not self.profile.symbolic:
            return
        by_statement: dict[Statement, list[Work]] = {}
        for work in self.work:
            wanted = work.open and self.metric.parameters and work.statement.axiom.quantifier == "for all"
            if wanted and not work.statement.axiom.ignores_parameters:
                by_statement.setdefault(work.statement, []).append(work)
        for statement, works in by_statement.items():
            self.definitions.tick()
            try:
                sizes = certified_up_to(self.metric, statement, self.profile.symbolic, self.registry)
            except Exception:  # a definition that fails: its cases are reported where they are decided
                continue
            for found in sizes:
                if found.verdict == "differs" and found.hit is not None:
                    for work in works:
                        self._settle_in(work, found.hit)
            proved = [found for found in sizes if found.verdict == "certified"]
            if len(proved) < self.profile.symbolic:
                continue
            if (refusal := self._refusal(statement, proved)) is not None:
                self._note(works, refusal)
                continue
            tally = Tally()
            for found in proved:
                tally.take(found.n, found.asked, found.instances - found.asked, 0)
            for work in works:
                if work.open and (work.space == "open" or proved[-1].space == "closed"):
                    work.reach.append(tally.reach("symbolic"))

    def _argue(self) -> None:
        """Proofs for every n: what a machine can check of their steps is checked on the definitions here."""
        if not self.profile.proofs:
            return
        from ..catalogue.proofs import proof_of

        for work in self.work:
            proof = proof_of(self.metric.name, work.statement, work.space) if work.open else None
            if proof is None or not proof.is_about(self.registry):
                continue
            self.definitions.tick()
            failure = proof.failure(self.registry, self.profile.proofs)
            if failure is not None:
                work.fault = ("error", f"the proof {proof.id} does not hold on the definitions: {failure}")
                continue
            work.proof = proof
            work.reach.append(Reach("proof", 1, self.profile.proofs, len(proof.steps)))

    def _refusal(self, statement: Statement, proved: list[Identities]) -> Exception | None:
        """Why the independent checker does not re-derive the identities; it sees through definitions that look."""
        from ..methods.symbolic import certificate_of
        from ..verify import Refused, verify

        try:
            verify(certificate_of(self.metric, statement, proved), self.registry)
        except Refused as error:
            return error
        return None

    def _settle_in(self, work: Work, instance: Instance) -> None:
        """Take a hit if it lies in the space of the work."""
        spaces = self._parameter_spaces(work.space)
        if work.open and all(s.contains(instance.parameters[k], instance.n) for k, s in spaces.items()):
            work.complete = False
            self._settle(work, instance, "symbolic")

    def _take_certified(self, work: Work, found: Certified, *, whole: bool) -> None:
        if not work.open:
            return
        if found.extreme is not None and work.space == "closed":
            value, attaining, sense = found.extreme
            if attaining is not None:
                self._take_extreme(work, (value, attaining, sense))
        instance = found.closed if work.space == "closed" else found.opened
        if instance is not None:
            work.complete = whole
            self._settle(work, instance, "linear")

    def _enumerate_size(self, n: int) -> bool:
        """Enumerate one size; False if it is beyond the profile."""
        width = len(grid(self.metric, n)) if self.metric.parameters else 1
        if _factorial(n) ** 2 * width > self.profile.table:
            return False
        all_tables = tables_for(
            self.metric, n, self.definitions, specials=self.metric.exact and n <= self.profile.irrational
        )
        if self.metric.exact and self.metric.parameters and n > self.profile.irrational and self._is_irrational():
            return False
        if self.metric.exact and not self.metric.parameters and n > self.profile.fractional and self._is_fractional():
            return False
        by_statement: dict[Statement, list[Work]] = {}
        for work in self.work:
            if work.open and not work.beyond:
                by_statement.setdefault(work.statement, []).append(work)
        for statement, works in by_statement.items():
            self.definitions.tick()
            for tables in all_tables:
                try:
                    found = Sweep(statement, tables).run()
                except TooMany:
                    for work in works:
                        work.beyond = True
                    break
                except Changed as error:
                    for work in works:
                        work.fault = work.fault or ("flaky", str(error))
                    break
                for work in works:
                    self._take(work, found[work.space], n)
        return True

    def _is_fractional(self) -> bool:
        """Whether some value of the metric on three items is a fraction."""
        rankings = all_rankings(3)
        try:
            values = [self.definitions.value(self.metric, a, b, {}) for a in rankings for b in rankings]
        except Exception:  # reported where the value is asked for
            return False
        return any(isinstance(value, fmpq) and value.q != 1 for value in values)

    def _is_irrational(self) -> bool:
        """Whether the metric's values on the grid of two items are formal: larger sizes are then slow."""
        small = tables_for(self.metric, 2, self.definitions, specials=False)[0]
        try:
            values = [
                self.definitions.value(self.metric, a, b, parameters)
                for parameters in small.lanes.values[:40]
                for a in small.group.rankings
                for b in small.group.rankings
            ]
        except Exception:  # reported where the value is asked for
            return False
        return any(not hasattr(value, "q") for value in values)

    def _take(self, work: Work, found: Found, n: int) -> None:
        if not work.open:
            return
        work.tally.take(n, found.cases, found.discarded, found.undecided)
        if found.extreme is not None:
            self._take_extreme(work, found.extreme)
        if found.fault is not None:
            work.fault = _fault(found.fault)
        elif found.hit is not None:
            self._settle(work, found.hit, "enumeration")

    def _take_extreme(self, work: Work, extreme: tuple[Any, Instance, str]) -> None:
        if work.extreme is None or is_beyond(extreme[0], work.extreme[0], extreme[2]):
            work.extreme = extreme

    def _sample(self) -> None:
        for work in self.work:
            if work.open:
                self._sample_of(work, self.profile.claimed if work.claims else self.profile.observed)

    def _sample_of(self, work: Work, budget: int) -> None:
        if not budget:
            return
        try:
            sampled = sample(
                self.metric,
                work.statement,
                self._parameter_spaces(work.space),
                self.definitions,
                budget=budget,
                max_n=self.profile.max_n,
                seed=work.seed,
            )
        except FaultyDefinition as error:
            work.fault = _fault(str(error))
            return
        except Changed as error:
            work.fault = ("flaky", str(error))
            return
        work.reach.append(sampled.tally.reach("sampling", stop=sampled.stop))
        if sampled.extreme is not None:
            self._take_extreme(work, sampled.extreme)
        if sampled.hit is not None:
            work.complete = False
            self._settle(work, sampled.hit, "sampling")

    def _distrust(self) -> None:
        """A metric that answered differently once is not believed anywhere, unless another one may have done so."""
        flaky = [work for work in self.work if work.fault and work.fault[0] == "flaky"]
        if all(self._asks_another(work) for work in flaky):
            return
        for work in self.work:
            work.complete = False
            if work.open:
                work.fault = ("flaky", f"{self.metric.name} answers differently when asked again: see its other cells")

    def _asks_another(self, work: Work) -> bool:
        """Whether the statement is about another metric too."""
        named = {value for _, value in work.statement.arguments if isinstance(value, str)}
        return any({metric.id, metric.name} & named for metric in self.registry.metrics.values())

    def _share_with_closure(self) -> None:
        """The closure contains the open space, and so what is attained and what is found there."""
        opened = {work.statement: work for work in self.work if work.space == "open"}
        for work in self.work:
            inner = opened.get(work.statement)
            if work.space != "closed" or not work.open or inner is None:
                continue
            if inner.extreme is not None:
                self._take_extreme(work, inner.extreme)
            if inner.hit is not None and self._is_hit(work, inner.hit):
                work.hit, work.method, work.complete = inner.hit, inner.method, False

    # --- deciding ---

    def _parameter_spaces(self, space: ParameterDomain) -> dict[str, ParameterSpace]:
        return space.of(self.metric.parameters)

    def _is_hit(self, work: Work, instance: Instance) -> bool:
        wanted = HOLDS if work.statement.axiom.quantifier == "there is" else FAILS
        try:
            return self.definitions.decide(self.metric, work.statement, instance).code == wanted
        except Exception:  # a simpler candidate outside what the definition can do is no witness
            return False

    def _settle(self, work: Work, instance: Instance, method: str) -> None:
        """Decide the instance again by the definition, twice, and make it minimal."""
        if not self._is_hit(work, instance) or not self._is_hit(work, instance):
            work.fault = (
                "flaky",
                f"{self.metric.name} did not give the same answer again on a case that had been decided",
            )
            return
        spaces = self._parameter_spaces(work.space)
        keep = method in ("enumeration", "linear")
        work.hit = minimal(self.metric, work.statement, spaces, instance, lambda c: self._is_hit(work, c), keep_n=keep)
        work.method = method
        self._take_ratio_of_hit(work)

    def _take_ratio_of_hit(self, work: Work) -> None:
        """What refutes a bound says something of the best constant too."""
        assert work.hit is not None
        answer = self.definitions.decide(self.metric, work.statement, work.hit).answer
        if isinstance(answer, Bounded) and (ratio := ratio_of(answer.quantity)) is not None:
            self._take_extreme(work, (ratio, work.hit, answer.quantity.sense))

    # --- evidence ---

    def tell_reach(self) -> None:
        """Tell whoever waits how far the open cells have come, so that it is known if this process is lost."""
        told = {self.key(work): self._reach_so_far(work) for work in self.work if work.open}
        self._tell_reach({key: reach for key, reach in told.items() if reach})

    def _reach_so_far(self, work: Work) -> list[Reach]:
        if work.reach or not work.tally.by_size:
            return list(work.reach)
        return [work.tally.reach(self.enumerating, grid=self.is_grid(work))]

    enumerating = "enumeration"
    """What the enumeration is called in the reach."""

    def is_grid(self, work: Work) -> bool:
        """Whether some space of the statement or of a parameter that it uses has more values than are enumerated."""
        return any(not space.complete for space in self._used(work))

    def key(self, work: Work) -> CellKey:
        """What identifies the cell of this work."""
        return CellKey.asked(self.metric.name, work.statement, work.space)

    def cell_with(self, work: Work, evidence: Evidence) -> Cell:
        """The cell of this work with the evidence given."""
        return _cell(self.metric, work.statement, work.space, work.claims, evidence)

    def _cell(self, work: Work) -> Cell:
        try:
            evidence = self._evidence(work)
        except Exception as error:  # the instance had been decided, and now it has no value or another one
            reason = f"{self.metric.name} did not give the same answer again when asked for the witness: {error}"
            evidence = Evidence(Verdict.FLAKY, reason=reason, reach=tuple(work.reach), seed=work.seed)
        return self.cell_with(work, evidence)

    def _evidence(self, work: Work) -> Evidence:
        reach = tuple(work.reach)
        base = Evidence(Verdict.SEARCHED, "", reach, seed=work.seed)
        if work.extreme is not None and (work.fault is None or work.hit is not None):
            base = replace(base, extreme=self._extreme(work))
        if work.fault is not None:
            return replace(base, verdict=Verdict(work.fault[0]), reason=work.fault[1])
        existential = work.statement.axiom.quantifier == "there is"
        if work.hit is not None:
            witness = self._witness(work, work.hit, "shows" if existential else "refutes")
            if witness.has_no_factor:
                base = replace(base, extreme=Extreme(self._sense(work, work.hit), INFINITE, witness))
            return replace(
                base, verdict=Verdict.PROVED if existential else Verdict.REFUTED, method=work.method, witness=witness
            )
        if work.proof is not None:
            return replace(base, verdict=Verdict.PROVED, method="proof", proof=work.proof.note)
        if (rounded := self._rounded(work)) is not None:
            witness = self._witness(work, rounded, "rounds")
            return replace(base, verdict=Verdict.ROUNDING, method="+".join(r.method for r in reach), witness=witness)
        cases = sum(r.cases for r in reach)
        if sum(r.undecided for r in reach):
            return replace(
                base, verdict=Verdict.UNDECIDED, reason="cases that neither the normal form nor balls decide"
            )
        if cases == 0:
            return replace(base, verdict=Verdict.VACUOUS, reason="no case is left after the condition")
        whole = [r for r in reach if r.method in ("linear", "symbolic") and r.cases and not r.undecided]
        if work.statement.axiom.quantifier == "for all" and whole:
            method = "+".join(dict.fromkeys(r.method for r in reach if r.cases))
            further = work.uncertified if work.uncertified is not None and work.uncertified.refused else None
            return replace(base, verdict=Verdict.CERTIFIED, method=method, uncertified=further)
        exhausted = any(r.method == "enumeration" and not r.grid and r.cases for r in reach) and self.metric.exact
        return replace(
            base,
            uncertified=work.uncertified if self.metric.parameters and not existential else None,
            verdict=Verdict.EXHAUSTED if exhausted else Verdict.SEARCHED,
            method="+".join(dict.fromkeys(r.method for r in reach if r.cases)),
            in_vain=existential,
        )

    def _rounded(self, work: Work) -> Instance | None:
        """A case in the space of the work that fails by no more than rounding explains; of *there is* that is none."""
        if work.statement.axiom.quantifier == "there is":
            return None
        found = self.definitions.rounded.get((self.metric.name, work.statement))
        spaces = self._parameter_spaces(work.space).items()
        inside = found is not None and all(s.contains(found.parameters[k], found.n) for k, s in spaces)
        return found if inside else None

    def _extreme(self, work: Work) -> Extreme:
        assert work.extreme is not None
        value, instance, sense = work.extreme
        return Extreme(sense, str(value), self._witness(work, instance, "attains"))  # type: ignore[arg-type]  # sup or inf

    def _sense(self, work: Work, instance: Instance) -> Any:
        """Whether a supremum or an infimum is asked at the instance."""
        answer = self.definitions.decide(self.metric, work.statement, instance).answer
        return answer.sense if isinstance(answer, Quantity) else "sup"

    def _witness(self, work: Work, instance: Instance, shows: Any) -> Witness:
        decision = self.definitions.decide(self.metric, work.statement, instance)
        if decision.answer is None or (
            shows != "attains" and decision.code != {"refutes": FAILS, "shows": HOLDS, "rounds": ROUNDED}[shows]
        ):
            raise Changed(decision.reason or "the relation is decided otherwise")
        return of_instance(
            self.metric,
            work.statement,
            instance,
            decision.answer,
            space=work.space,
            shows=shows,
            smallest=shows in ("refutes", "shows")
            and (instance.n == 1 or (work.complete and work.method in ("enumeration", "linear", "replay"))),
        )


def _cell(
    metric: Metric, statement: Statement, space: ParameterDomain, claims: tuple[ClaimNote, ...], evidence: Evidence
) -> Cell:
    return Cell(metric.name, statement.axiom.id, arguments_of(statement), space, claims, evidence)


def _fault(text: str) -> tuple[str, str]:
    """The verdict of a cell whose axiom or definition raised this: see ``described``."""
    return ("not applicable" if text.startswith(NO_PARAMETER) else "error"), text


def _factorial(n: int) -> int:
    return n * _factorial(n - 1) if n > 1 else 1
