"""A run of ``axiomatrix explore``: sweeps and enumeration size by size, bounds beyond them, and the answer.

1. Each inquiry becomes one or more questions. A question is answered by a *sweep* (linear programs over all rankings of
   a size, :mod:`.swept`) where the statement is linear in a parameter, or by *enumeration* (:mod:`.enumerated`).
2. Sweeps are shared: a lower and an upper bound of one ratio need only one. They run in chunks (:mod:`.chunks`), in
   worker processes.
3. Search (:mod:`.search`, :mod:`.drawn`) and families (:mod:`.holes`) add bounds at larger sizes. A *family* is a
   user's function from m = 1, 2 ... to instances. It may be a *template* with holes, which a *filling* gives values.
4. :meth:`ExplorationRun.result` builds the answer from everything.

A parameter is *followed* if a sweep or an enumeration computes the extremes over all of its values. The specification
of a sweep (:class:`~...methods.sweep.Spec`) names those that it follows, and the values of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...catalogue.user_frames import raised_in_file
from ...engine.check import check
from ...engine.executor import Serial
from ...engine.store import Store, digest, digest_of_imports, program_digest, run_chunks
from ...evidence import certificate
from ...evidence.certificate import TOGETHER
from ...evidence.slug import short_name
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import Verdict
from ...methods.coordinates import SPLIT
from ...methods.sweep import Spec, Sweep, prefixes
from ...model.registry import Registry
from ...model.relation import NotARelation
from ...numbers.exact import NotExact
from ...numbers.forms import NotLinear
from ...spaces.parameters import ParameterDomain
from ...verify import LinearChecker, Refused, verify
from .answer import Answer, Question
from .chunks import timed_chunk
from .drawn import DrawnSearch
from .enumerated import Enumeration
from .holes import bounds_of_family
from .inquiry import DIFFERENCES, RATIOS, Inquiry
from .proved import proof_for, proved_bounds
from .results import Bound
from .search import search_sizes
from .swept import SweepAnswers, SweepResults, is_own_bound

MIN_SIZE_FOR_WORKERS = 6
"""The n from which chunks go to worker processes, for a single sweep the next n. Before, starting them takes longer."""
FIRST_SEARCHED = 3
"""The smallest n that is searched where nothing was swept."""
SYMMETRIES_IN_WORDS = {
    "inverse": "exchanging the rankings",
    "reverse": "turning both around",
    SPLIT: "sums of smaller ones",
}
"""By name, what a sweep uses to solve one order for several."""
Progress = Callable[[str, int, int], None]
"""Receives a text about the work, such as the size, how many of its parts are done, and how many there are."""


@dataclass
class ExplorationResult:
    """Result of a run: the answer, its certificates, and the times."""

    answer: Answer
    certificates: dict[str, str]
    """By file name, the text of each certificate."""
    times: dict[str, dict[int, float]]
    """By label of a question that is swept, the seconds that each size n took."""


class PlannedQuestion(NamedTuple):
    """A question of the answer, before it is answered."""

    inquiry: Inquiry
    label: str
    """Its name in the answer; no two questions have one name."""
    sweep_results: SweepResults | None
    """The sweep that answers it, and its results so far; None if it is enumerated, or cannot be swept."""
    reason: str
    """The reason why there is no sweep, or why the sweep fixes some parameters; else empty."""


class ExplorationRun:
    """The questions of one exploration, and the sweeps and enumerations that answer them.

    ``id`` and ``title`` go into the answer. Call :meth:`sweep` first, then :meth:`search` and :meth:`family` if
    bounds beyond the sizes swept are wanted, and :meth:`result` at the end.
    """

    def __init__(self, id: str, title: str, inquiries: Sequence[Inquiry], registry: Registry) -> None:
        self.id = id
        self.title = title
        self.inquiries = list(inquiries)
        self.registry = registry
        self.serial = Serial()
        self.sweeps: dict[tuple[Any, ...], SweepResults] = {}
        """The sweeps by (metric, quantity, parameter, fixed values). Questions about one quantity share a sweep."""
        self.questions: list[PlannedQuestion] = []
        self.enumerations: dict[str, Enumeration] = {}
        """By label, the enumerations of the questions that are not swept."""
        self.bounds: defaultdict[str, tuple[Bound, ...]] = defaultdict(tuple)
        """By label, the bounds that search and families found beyond the sizes swept."""
        for inquiry in self.inquiries:
            self._plan(inquiry)
        for planned in self.questions:
            if planned.sweep_results is not None and planned.inquiry.claims_attainment:
                # Each order that attains the constant may do so by positive parameters.
                planned.sweep_results.needs_all_ties = True

    def _plan(self, inquiry: Inquiry) -> None:
        """Add the questions of an inquiry: one for each sweep of the first parameters that can be followed.

        The specs of an inquiry try several parameters together first, then each alone. There are several sweeps of the
        same parameters if the others can be fixed at several values. An inquiry without a sweep is one question, with
        the first reason why there is none.
        """
        if inquiry.is_enumerated:
            enumeration = Enumeration(inquiry, self.registry)
            # Rankings are enumerated only to follow a number. Questions about other values may also use a grid.
            reason = enumeration.why_not_followed() if inquiry.metric.takes_rankings else ""
            if not reason:
                self.enumerations[inquiry.label] = enumeration
            self.questions.append(PlannedQuestion(inquiry, inquiry.label, None, reason))
            return
        reason = ""  # why single parameters are not followed
        not_together = ""  # why several parameters are not followed together
        followed = ""
        for spec in inquiry.sweep_specs:
            try:
                sweep_results = self._sweep_of(spec)
            except (NotExact, NotLinear, NotARelation) as error:
                if TOGETHER in spec.parameter:  # the names of several parameters, joined
                    not_together = not_together or f"{spec.parameter} cannot be followed together: {error}"
                else:
                    reason = reason or str(error)
                continue
            except Refused as error:
                reason = reason or f"the independent checker does not decide it: {error}"
                continue
            except Exception as error:
                if not (fault := raised_in_file(error)):  # an error in our code, not in a user's definition
                    raise
                reason = reason or fault
                continue
            if followed and spec.parameter != followed:
                continue  # only the first parameters that can be followed are
            followed = spec.parameter
            fixed_values = _scope(spec)
            label = f"{inquiry.label}, {fixed_values}" if fixed_values else inquiry.label
            self.questions.append(PlannedQuestion(inquiry, label, sweep_results, not_together))
        if not followed:
            self.questions.append(PlannedQuestion(inquiry, inquiry.label, None, reason))

    def _sweep_of(self, spec: Spec) -> SweepResults:
        """Return the sweep of a spec, which all statements about its ratio or difference share, for any constant."""
        arguments = dict(spec.arguments)
        quantity: tuple[str, Any]
        if spec.axiom in RATIOS:
            quantity = ("ratio", arguments.get("other"))
        elif spec.axiom in DIFFERENCES:
            quantity = ("difference", arguments.get("other"))
        else:
            quantity = (spec.axiom, str(spec.arguments))
        key = (spec.metric, quantity, spec.parameter, spec.fixed)
        if key not in self.sweeps:
            sweep = Sweep.of(spec, self.registry, LinearChecker)
            if is_own_bound(sweep.statement.axiom) and any(goal.is_ratio for goal in sweep.first_goals()):
                raise NotLinear(
                    f"{spec.axiom} states its own bound on a ratio; explore lower-bound or upper-bound instead"
                )
            self.sweeps[key] = SweepResults(sweep)
        return self.sweeps[key]

    def digest(self) -> str:
        """Return a digest of everything that the results of chunks depend on, except for their payloads.

        A store keeps results by digest, and returns only those with the same digest.
        """
        files = sorted({file for results in self.sweeps.values() for file in results.sweep.spec.files})
        symmetries = [(results.sweep.symmetries, results.needs_all_ties) for results in self.sweeps.values()]
        return digest(program_digest(), digest_of_imports(files), symmetries)

    def sweep(self, max_n: int, executor: Executor, store: Store, progress: Progress) -> None:
        """Sweep and enumerate all sizes up to ``max_n``; chunks in the store are not computed again.

        All chunks of a size are done before the next size begins, whose payloads have the bounds of smaller sizes.
        """
        run_digest, sweeps = self.digest(), list(self.sweeps.values())
        for n in range(1, max_n + 1):
            # A key is the name of a chunk, under which the store keeps its result: sweep, size and first items.
            sweep_and_prefix = {
                f"{k}/{n}/{'.'.join(map(str, prefix))}": (k, prefix)
                for k in range(len(sweeps))
                for prefix in prefixes(n)
            }
            chunks = {name: sweeps[k].payload(n, prefix) for name, (k, prefix) in sweep_and_prefix.items()}
            results_by_sweep: dict[int, list[Any]] = {k: [] for k in range(len(sweeps))}
            chunks_done = 0

            # The defaults keep this size's values, which the loop changes.
            def report(chunk: str, result: Any, n: int = n, count: int = len(chunks)) -> None:
                nonlocal chunks_done
                chunks_done += 1
                progress(f"n = {n}", chunks_done, count)

            is_small = n < MIN_SIZE_FOR_WORKERS or (n == MIN_SIZE_FOR_WORKERS and len(sweeps) == 1)
            chunk_executor = self.serial if is_small else executor
            for name, result in run_chunks(timed_chunk, chunks, chunk_executor, store, run_digest, report):
                sweep_index, _ = sweep_and_prefix[name]
                results_by_sweep[sweep_index].append(result)
            for k, sweep_results in enumerate(sweeps):
                sweep_results.add_size(n, results_by_sweep[k])
            for k, enumeration in enumerate(self.enumerations.values()):
                progress(f"n = {n}", k, len(self.enumerations))
                enumeration.enumerate(n)

    # --- bounds beyond the sweep ---

    def search(self, max_n: int, *, seed: int, budget: int, progress: Progress) -> None:
        """Search for instances at larger sizes, up to ``max_n``, beginning with the extremal orders of the sweep.

        ``budget`` limits the work at each size: linear programs where a parameter is swept (:func:`.search.search`),
        and scenes of Hypothesis where instances are enumerated.
        """
        for k, (inquiry, label, results, _) in enumerate(self.questions):
            progress(f"searching {label}", k, len(self.questions))
            if label in self.enumerations:
                self.bounds[label] += self._search_by_drawing(self.enumerations[label], max_n, seed, budget)
                continue
            spec = None
            first = FIRST_SEARCHED
            start = []
            if results is not None:
                spec = results.sweep.spec
                first = max(results.sizes) + 1
                if inquiry.sense in results.best:
                    _, extremal_order = results.best[inquiry.sense]
                    start = [extremal_order]
            sizes = range(first, max_n + 1)
            self.bounds[label] += search_sizes(
                inquiry, spec, sizes, self.registry, seed=seed, budget=budget, start=start
            )

    def _search_by_drawing(self, enumeration: Enumeration, max_n: int, seed: int, budget: int) -> tuple[Bound, ...]:
        """Search with Hypothesis at the sizes beyond those that were enumerated; a fault becomes the reason."""
        first = enumeration.sizes[-1].n + 1 if enumeration.sizes else FIRST_SEARCHED
        bounds: list[Bound] = []
        faults: list[str] = []
        for n in range(first, max_n + 1):
            drawn = DrawnSearch(enumeration.inquiry, enumeration.metric, self.registry, n)
            bound = drawn.search(seed, budget)
            if bound is not None:
                bounds.append(bound)
            if drawn.fault:
                faults.append(drawn.fault)
        if faults:
            enumeration.reason = faults[0]
        return tuple(bounds)

    def family(self, file_and_function: str, *, seed: int = 0, budget: int = 400) -> None:
        """Evaluate a user's family (``FILE:FUNCTION``) for every question; for a template, the worst filling.

        At most ``budget`` fillings are tried. Raises ``BadFamily``, whose message says what is wrong.
        """
        for inquiry, label, results, _ in self.questions:
            spec = results.sweep.spec if results is not None else None
            self.bounds[label] += bounds_of_family(
                inquiry, spec, file_and_function, self.registry, seed=seed, budget=budget
            )

    # --- the answer ---

    def result(self) -> ExplorationResult:
        """Build the result from everything that was swept, enumerated, searched and evaluated."""
        certificates = dict(self._certificates())
        questions = tuple(map(self._answer, self.questions))
        times = {
            planned.label: dict(planned.sweep_results.seconds)
            for planned in self.questions
            if planned.sweep_results is not None
        }
        return ExplorationResult(Answer(self.id, self.title, questions), certificates, times)

    def _certificates(self) -> Iterator[tuple[str, str]]:
        """Yield (file name, content) of each certificate."""
        for enumeration in self.enumerations.values():
            if (content := enumeration.certificate()) is not None and self._is_verified(content):
                enumeration.is_certified = True
                name = short_name(enumeration.inquiry.label)
                yield f"{name}-{enumeration.inquiry.sense}.json", certificate.text(content)
        for inquiry, label, results, _ in self.questions:
            if results is None or results.proved_up_to(inquiry.sense) <= 1:  # one item has one ranking
                continue
            statement = inquiry.statement
            if statement.axiom.id == "bound-attained":  # its constant is certified as an upper bound
                statement = self.registry.axiom("upper-bound")(**dict(statement.arguments))
            yield (
                f"{short_name(label)}-{inquiry.sense}.json",
                certificate.text(results.certificate(inquiry.sense, statement)),
            )

    def _is_verified(self, content: dict[str, Any]) -> bool:
        """Return whether the independent checker agrees. If it refuses the certificate, no file is written."""
        with suppress(Refused):
            return bool(verify(content, self.registry))
        return False

    def _answer(self, planned: PlannedQuestion) -> Question:
        """Build the answer to a planned question: by its enumeration, by ``check``, or by its sweep."""
        inquiry, label, results, reason = planned
        question = Question(
            metric=inquiry.metric.name,
            statement=inquiry.statement.id,
            label=label,
            asked=inquiry.formula,
            claims=inquiry.claims,
            space=ParameterDomain.CLOSED,
            bounds=self.bounds[label],
            quantity=inquiry.quantity,
            divided_by=inquiry.divided_by,
            sense=inquiry.sense,
            constant="" if inquiry.constant is None else str(inquiry.constant),
            proved=proved_bounds(inquiry.metric.name, inquiry.quantity_statement, self.registry),
            proof=proof_for(inquiry.metric.name, inquiry.statement, self.registry),
        )
        if (enumeration := self.enumerations.get(label)) is not None:
            return replace(
                question,
                space=ParameterDomain.OPEN,
                sort="" if inquiry.metric.about == "rankings" else inquiry.metric.about,
                method="enumeration",
                sizes=tuple(enumeration.sizes),
                followed=enumeration.followed,
                remark=enumeration.remark,
            )
        if results is None:
            checked, remark = None, ""
            if not (inquiry.metric.parameters or question.proof):  # then all rankings can be enumerated, by `check`
                checked, remark = _checked(inquiry, self.registry)
            if reason and not question.bounds:
                reason += "; --search N looks for bounds"
            return replace(question, reason=reason, remark=remark, checked=checked)
        # Only the author of a metric is told why several parameters were not followed together.
        remark = results.why_undecided(inquiry.sense) or (reason if inquiry.metric.is_foreign else "")
        return replace(
            question,
            method="linear",
            sizes=tuple(SweepAnswers(inquiry, results).by_size()),
            symmetries=tuple(SYMMETRIES_IN_WORDS[name] for name in results.sweep.symmetries),
            lemmas=tuple(
                lemma.theorem
                for lemma in results.sweep.lemmas
                if any(totals.settled[inquiry.sense] for totals in results.sizes.values())
            ),
            remark=remark,
            scope=_scope(results.sweep.spec),
        )


def _checked(inquiry: Inquiry, registry: Registry) -> tuple[Verdict, str]:
    """Return the verdict of ``check`` for a metric without parameters, and a remark with it and its reach.

    Without parameters there is nothing to sweep, so ``check`` enumerates all rankings.
    """
    [cell] = (
        cell
        # Pins are the catalogue's witnesses, which `check` would replay before it searches.
        for cell in check(inquiry.metric, axioms=[inquiry.statement.axiom.id], registry=registry, use_pins=False)
        if cell.space is ParameterDomain.OPEN and cell.label == inquiry.statement.label
    )
    status, up_to = cell.status, cell.evidence.up_to()
    is_searched = status.grade in (EvidenceGrade.SEARCHED, EvidenceGrade.EXHAUSTED) and up_to
    in_brief = f"{status.word} n<={up_to}" if is_searched else status.text
    remark = f"no parameter, so by axiomatrix check: {in_brief}"
    if status.bound:
        remark += f"; {status.bound}"
    return cell.evidence.verdict, remark


def _scope(spec: Spec) -> str:
    """Write the values of the parameters that are not followed, such as ``w = 1, delta = top 2``."""
    return ", ".join(f"{name} = {'1' if value == 'unit' else value.replace('-', ' ')}" for name, value in spec.fixed)
