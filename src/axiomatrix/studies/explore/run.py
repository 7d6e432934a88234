"""A run of the laboratory: sweeps size by size, in chunks, and what they amount to."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flint import fmpq
from msgspec.structs import replace

from ...catalogue.user_frames import raised_in_file
from ...engine.check import check
from ...engine.executor import Serial
from ...engine.store import Store, digest, files_with_imports, program, run_chunks
from ...evidence import certificate
from ...evidence.certificate import TOGETHER
from ...evidence.evidence import INFINITE, Witness
from ...evidence.safe import short_name
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import Verdict
from ...methods.coordinates import SPLIT, Order
from ...methods.extremal import AttainedSupremum, Instances, worst
from ...methods.linear import FAR
from ...methods.sweep import Spec, Sweep, prefixes
from ...model.axiom import Axiom
from ...model.registry import Registry
from ...model.relation import NotARelation
from ...numbers.exact import NotExact, rational
from ...numbers.forms import NotLinear
from ...spaces.parameters import ParameterDomain
from ...verify import LinearChecker, Refused, verify
from .answer import Answer, Question
from .drawn import Drawn
from .enumerated import Enumerated
from .holes import of_family
from .inquiry import DIFFERENCES, RATIOS, Inquiry
from .proved import proof_for, proved_bounds
from .results import Bound, Extremal, Sense, SizeAnswer, SizeVerdict
from .search import searched
from .swept import Swept, timed

SHARED = 6
"""Below this n, and at it for a single sweep, the work takes less time than other processes take to start."""
FIRST = 3
"""The smallest n that is searched where nothing was swept."""
FARTHER = (1, 2, 4, 16, 64)
"""How far out a refutation is looked for where it lies at infinity: these powers of :data:`FAR`."""
SENSES: tuple[Sense, ...] = ("inf", "sup")
Progress = Callable[[str, int, int], None]
"""Told the size that is swept, and how many of its chunks are done of how many."""


@dataclass
class Explored:
    """Result of a run: the answer, the certificates by file name, and how long each size took."""

    answer: Answer
    certificates: dict[str, str]
    times: dict[str, dict[int, float]]


class ExplorationRun:
    """The questions of one exploration, and the sweeps that answer them."""

    def __init__(self, id: str, title: str, inquiries: Sequence[Inquiry], registry: Registry) -> None:
        self.id = id
        self.title = title
        self.inquiries = list(inquiries)
        self.registry = registry
        self.here = Serial()
        self.swept: dict[tuple[Any, ...], Swept] = {}
        self.asked: list[tuple[Inquiry, str, Swept | None, str]] = []
        """Each question: the inquiry, its label, its sweep, and why there is none or parameters are fixed in it."""
        self.enumerated: dict[str, Enumerated] = {}
        """By label, the questions whose instances are enumerated."""
        self.bounds: defaultdict[str, tuple[Bound, ...]] = defaultdict(tuple)
        for inquiry in self.inquiries:
            self._plan(inquiry)
        for inquiry, _, swept, _ in self.asked:
            if swept is not None and inquiry.attains:
                swept.every_tie = True

    def _plan(self, inquiry: Inquiry) -> None:
        if inquiry.is_enumerated:
            self.enumerated[inquiry.label] = Enumerated(inquiry, self.registry)
            self.asked.append((inquiry, inquiry.label, None, ""))
            return
        reason = followed = apart = ""
        for spec in inquiry.specs:
            try:
                swept = self._sweep(spec)
            except (NotExact, NotLinear, NotARelation) as error:
                if TOGETHER in spec.parameter:
                    apart = apart or f"{spec.parameter} not followed together: {error}"
                else:
                    reason = reason or str(error)
                continue
            except Refused as error:
                reason = reason or f"the independent checker does not decide it: {error}"
                continue
            except Exception as error:
                if not (raised := raised_in_file(error)):
                    raise
                reason = reason or raised
                continue
            if followed and spec.parameter != followed:
                continue  # one parameter is followed: the first that can be
            followed = spec.parameter
            values = _scope(spec)
            self.asked.append((inquiry, f"{inquiry.label}, {values}" if values else inquiry.label, swept, apart))
        if not followed:
            self.asked.append((inquiry, inquiry.label, None, reason))

    def _sweep(self, spec: Spec) -> Swept:
        arguments = dict(spec.arguments)
        kind = "ratio" if spec.axiom in RATIOS else "difference" if spec.axiom in DIFFERENCES else ""
        subject = (kind, arguments.get("other")) if kind else (spec.axiom, str(spec.arguments))
        key = (spec.metric, subject, spec.parameter, spec.fixed)
        if key not in self.swept:
            sweep = Sweep.of(spec, self.registry, LinearChecker)
            if _is_own_bound(sweep.statement.axiom) and any(goal.ratio for goal in sweep.first_goals()):
                raise NotLinear(f"{spec.axiom} bounds a ratio by itself: lower-bound and upper-bound are explored")
            self.swept[key] = Swept(sweep)
        return self.swept[key]

    def digest(self) -> str:
        """A digest of what the results of sweeps depend on, but for what each chunk is told."""
        files = sorted({file for swept in self.swept.values() for file in swept.sweep.spec.files})
        symmetries = [(swept.sweep.by, swept.every_tie) for swept in self.swept.values()]
        return digest(program(), files_with_imports(files), symmetries)

    def sweep(self, max_n: int, executor: Executor, store: Store, progress: Progress) -> None:
        """Sweep all sizes up to ``max_n``; what the store has is not computed again."""
        run, sweeps = self.digest(), list(self.swept.values())
        for n in range(1, max_n + 1):
            asked = {f"{k}/{n}/{'.'.join(map(str, p))}": (k, p) for k in range(len(sweeps)) for p in prefixes(n)}
            chunks = {name: sweeps[k].payload(n, prefix) for name, (k, prefix) in asked.items()}
            by_sweep: dict[int, list[Any]] = {k: [] for k in range(len(sweeps))}
            done = 0

            def report(chunk: str, result: Any, n: int = n, of: int = len(asked)) -> None:
                nonlocal done
                done += 1
                progress(f"n = {n}", done, of)

            small = n < SHARED or (n == SHARED and len(self.swept) == 1)
            for name, result in run_chunks(timed, chunks, self.here if small else executor, store, run, report):
                by_sweep[asked[name][0]].append(result)
            for k, swept in enumerate(sweeps):
                swept.add(n, by_sweep[k])
            for k, enumerated in enumerate(self.enumerated.values()):
                progress(f"n = {n}", k, len(self.enumerated))
                enumerated.enumerate(n)

    # --- bounds beyond the sweep ---

    def search(self, largest: int, *, seed: int, budget: int, progress: Progress) -> None:
        """Search for instances beyond the sweep; the extremal orders of the sweep are where it starts."""
        for k, (inquiry, label, swept, _) in enumerate(self.asked):
            progress(f"searching {label}", k, len(self.asked))
            if label in self.enumerated:
                self.bounds[label] += self._drawn(self.enumerated[label], largest, seed, budget)
                continue
            spec = swept.sweep.spec if swept is not None else None
            best = swept.best.get(inquiry.sense) if swept is not None else None
            sizes = range(max(swept.sizes) + 1 if swept is not None else FIRST, largest + 1)
            start = [best[1]] if best else []
            self.bounds[label] += searched(inquiry, spec, sizes, self.registry, seed=seed, budget=budget, start=start)

    def _drawn(self, enumerated: Enumerated, largest: int, seed: int, budget: int) -> tuple[Bound, ...]:
        """What Hypothesis finds at the sizes beyond those that were enumerated."""
        first = enumerated.sizes[-1].n + 1 if enumerated.sizes else FIRST
        searches = [Drawn(enumerated.inquiry, enumerated.metric, self.registry, n) for n in range(first, largest + 1)]
        bounds = [bound for search in searches if (bound := search.search(seed, budget)) is not None]
        enumerated.reason = next((search.fault for search in searches if search.fault), enumerated.reason)
        return tuple(bounds)

    def family(self, named: str, *, seed: int = 0, budget: int = 400) -> None:
        """Evaluate a user's family for every question, the worst filling of one with holes.

        At most ``budget`` fillings are tried. Raises ``BadFamily`` with what is wrong.
        """
        for inquiry, label, swept, _ in self.asked:
            spec = swept.sweep.spec if swept is not None else None
            self.bounds[label] += of_family(inquiry, spec, named, self.registry, seed=seed, budget=budget)

    # --- the answer ---

    def explored(self) -> Explored:
        """Build the result from the sweeps."""
        questions = tuple(self._question(*asked) for asked in self.asked)
        times = {label: dict(swept.seconds) for _, label, swept, _ in self.asked if swept is not None}
        return Explored(Answer(self.id, self.title, questions), dict(self._certificates()), times)

    def _certificates(self) -> Iterator[tuple[str, str]]:
        for enumerated in self.enumerated.values():
            if (content := enumerated.certificate()) is not None and self._stands(content):
                name = short_name(enumerated.inquiry.label)
                yield f"{name}-{enumerated.inquiry.sense}.json", certificate.text(content)
        for inquiry, label, swept, _ in self.asked:
            if swept is None or swept.proved_up_to(inquiry.sense) <= 1:  # of one item little is asked
                continue
            statement = inquiry.statement
            if statement.axiom.id == "bound-attained":
                statement = self.registry.axiom("upper-bound")(**dict(statement.arguments))
            yield (
                f"{short_name(label)}-{inquiry.sense}.json",
                certificate.text(swept.certificate(inquiry.sense, statement)),
            )

    def _stands(self, content: dict[str, Any]) -> bool:
        """Whether the independent checker sees the same; one that refuses leaves the enumeration without a file."""
        with suppress(Refused):
            return bool(verify(content, self.registry))
        return False

    def _question(self, inquiry: Inquiry, label: str, swept: Swept | None, reason: str) -> Question:
        question = Question(
            metric=inquiry.metric.name,
            statement=inquiry.statement.id,
            label=label,
            asked=inquiry.asked,
            claims=inquiry.claims,
            space=ParameterDomain.CLOSED,
            bounds=self.bounds[label],
            quantity=inquiry.quantity,
            divided_by=inquiry.divided_by,
            sense=inquiry.sense,
            constant="" if inquiry.constant is None else str(inquiry.constant),
            proved=proved_bounds(inquiry.metric.name, inquiry.ratio, self.registry),
            proof=proof_for(inquiry.metric.name, inquiry.statement, self.registry),
        )
        if (enumerated := self.enumerated.get(label)) is not None:
            return replace(
                question,
                space=ParameterDomain.OPEN,
                sort="" if inquiry.metric.about == "rankings" else inquiry.metric.about,
                method="enumeration",
                sizes=tuple(enumerated.sizes),
                remark=enumerated.reason,
            )
        if swept is None:
            settled = inquiry.metric.parameters or question.proof
            checked, remark = (None, "") if settled else _enumerated(inquiry, self.registry)
            if reason and not question.bounds:
                reason += "; --search N looks for bounds"
            return replace(question, reason=reason, remark=remark, checked=checked)
        names = {"inverse": "exchanging the rankings", "reverse": "turning both around", SPLIT: "sums of smaller ones"}
        return replace(
            question,
            method="linear",
            sizes=tuple(self._sizes(inquiry, swept)),
            symmetries=tuple(names[name] for name in swept.sweep.by),
            lemmas=tuple(
                lemma.theorem
                for lemma in swept.sweep.lemmas
                if any(total["settled"][inquiry.sense] for total in swept.sizes.values())
            ),
            remark=_why_undecided(swept, inquiry.sense) or (reason if inquiry.metric.is_foreign else ""),
            scope=_scope(swept.sweep.spec),
        )

    def _sizes(self, inquiry: Inquiry, swept: Swept) -> Iterator[SizeAnswer]:
        attaining: Witness | None = None
        for n, total in sorted(swept.sizes.items()):
            if n == 1 and not (total["best"] or total["infinite"] or total["undecided"]):
                continue  # one item: both sides are zero
            extremes = []
            for sense in SENSES:
                best = total["best"].get(sense)
                if sense in total["infinite"]:
                    extremes += [Extremal(sense, INFINITE)] if inquiry.constant is not None else []
                elif best is not None:
                    extremes.append(self._extremal(inquiry, swept, sense, best[1], n))
            verdict = "undecided" if swept.asks_nothing_from(n) else self._verdict(inquiry, total)
            refutation: tuple[Witness | None, Witness | None] = (None, None)
            if inquiry.attains:
                verdict, attaining = self._attained(inquiry, swept, total, attaining)
                refutation = None, attaining if attaining is not None and attaining.n == n else None
            elif verdict == "refuted":
                refutation = self._refutation(inquiry, swept, total, n)
                if refutation[0] is None:  # a bound that fails only very far out: no instance shows it
                    verdict = "undecided"
            yield SizeAnswer(
                n=n,
                verdict=verdict,
                rankings=math.factorial(n),
                classes=total["classes"],
                decomposed=total["split"],
                by_lemma=total["settled"][inquiry.sense],
                extremes=tuple(extremes),
                refutation=refutation[0],
                positive=refutation[1],
                certificates=len(total["proofs"].get(inquiry.sense, ())),
                points=tuple(sorted(total["points"])),
            )

    def _verdict(self, inquiry: Inquiry, total: Mapping[str, Any]) -> SizeVerdict:
        best = total["best"].get(inquiry.sense)
        if best is not None and _is_own_bound(inquiry.statement.axiom):
            return "undecided"  # of which ratio it is a bound, and with which constant, is not asked
        if inquiry.sense in total["infinite"] or (best is not None and best[0] < self._least(inquiry)):
            return "refuted"
        return "undecided" if any(sense == inquiry.sense for _, sense, _ in total["undecided"]) else "certified"

    def _least(self, inquiry: Inquiry) -> Any:
        """Return the least value for which the statement holds; anything, where only the extreme is asked."""
        if inquiry.constant is None:
            return fmpq(0) if inquiry.statement.axiom.quantifier == "for all" else fmpq(-(10**9))
        value = rational(inquiry.constant)
        return -value if inquiry.sense == "sup" else value

    def _instances(self, inquiry: Inquiry, swept: Swept, statement: Any = None) -> Instances:
        sweep = swept.sweep
        return Instances(sweep.traced, statement or inquiry.statement, sweep.traced.definitions)

    def _extremal(self, inquiry: Inquiry, swept: Swept, sense: Sense, order: Order, n: int) -> Extremal:
        sweep = swept.sweep
        extreme = worst(sweep.traced, sweep.needed(order), len(order), sense)
        instances = self._instances(inquiry, swept, sweep.statement)
        instance = swept.instance(instances, order, extreme.point, n)
        witness = instances.witness(instance, "attains", ParameterDomain.CLOSED, False) if extreme.attained else None
        return Extremal(sense, str(extreme.value), witness)

    def _refutation(
        self, inquiry: Inquiry, swept: Swept, total: Mapping[str, Any], n: int
    ) -> tuple[Witness | None, Witness | None]:
        """A refutation on the closed space, and one with a strictly positive parameter."""
        sweep = swept.sweep
        if inquiry.sense in total["infinite"]:
            order, point = total["infinite"][inquiry.sense]
        else:
            order = total["best"][inquiry.sense][1]
            point = worst(sweep.traced, sweep.needed(order), len(order), inquiry.sense).point
        instances = self._instances(inquiry, swept)
        tried = (swept.instance(instances, order, point, n, far=FAR**k) for k in FARTHER)
        instance = next(filter(instances.fails, tried), None)
        if instance is None:
            return None, None
        before = [total for size, total in swept.sizes.items() if size < n]
        smallest = not sweep.spec.fixed and not any(
            t["undecided"] or self._verdict(inquiry, t) == "refuted" for t in before
        )
        return (
            instances.refuted(instance, ParameterDomain.CLOSED, smallest=smallest),
            instances.refuted(instance, ParameterDomain.OPEN, smallest=smallest),
        )

    def _attained(
        self, inquiry: Inquiry, swept: Swept, total: Mapping[str, Any], before: Witness | None
    ) -> tuple[SizeVerdict, Witness | None]:
        """Return whether the constant is attained at a size; where rankings add up, a smaller instance attains it."""
        if before is not None and total["adds_up"]:
            return "attained", before
        sense = inquiry.sense
        best, infinite = total["best"].get(sense), total["infinite"].get(sense)
        value = None if best is None else -best[0] if sense == "sup" else best[0]
        asked = AttainedSupremum(swept.sweep, self._instances(inquiry, swept), rational(inquiry.constant), sense)
        known = not total["floored"] and not any(s == sense for _, s, _ in total["undecided"])
        ties = total["ties"].get(sense, [])
        return asked.verdict(value, ties, exact=known, infinite=infinite[0] if infinite else None)


def _is_own_bound(axiom: Axiom) -> bool:
    """Return whether the axiom bounds a ratio in a way that explorations do not support."""
    return axiom.id not in RATIOS and axiom.id not in DIFFERENCES and axiom.quantifier == "for all"


def _enumerated(inquiry: Inquiry, registry: Registry) -> tuple[Verdict, str]:
    """Return the result of ``check`` for a metric without parameters, decided by enumeration; also in words."""
    [cell] = (
        cell
        for cell in check(inquiry.metric, axioms=[inquiry.statement.axiom.id], registry=registry, use_pins=False)
        if cell.space is ParameterDomain.OPEN and cell.label == inquiry.statement.label
    )
    status, up_to = cell.status, cell.evidence.up_to()
    is_searched = status.grade in (EvidenceGrade.SEARCHED, EvidenceGrade.EXHAUSTED) and up_to
    in_brief = f"{status.word} n<={up_to}" if is_searched else status.text
    remark = f"no parameter, so by axiomatrix check: {in_brief}" + (f"; {status.bound}" if status.bound else "")
    return cell.evidence.verdict, remark


def _why_undecided(swept: Swept, sense: str) -> str:
    """The first reason why something is undecided; empty if nothing is."""
    none = "no case is left: the metric has no value, or none meets the condition"
    sizes = sorted(swept.sizes)
    reasons = ((n, text) for n in sizes for text in (*swept.undecided(n, sense), *[none] * swept.asks_nothing_from(n)))
    n, text = next(reasons, (0, ""))
    return f"n = {n}: {text}" if text else ""


def _scope(spec: Spec) -> str:
    """The values of the parameters that are not followed, in words."""
    words = {"unit": "1"}
    return ", ".join(f"{name} = {words.get(kind, kind.replace('-', ' '))}" for name, kind in spec.fixed)
