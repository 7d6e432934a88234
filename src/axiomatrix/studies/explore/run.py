"""A run of the laboratory: sweeps size by size, in chunks, and what they amount to."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import astuple, dataclass, field
from typing import Any

from flint import fmpq

from ...engine.workers.journal import BadJournal, Journal
from ...evidence import certificate
from ...evidence.evidence import INFINITE, Witness
from ...evidence.instance import Instance
from ...methods.attained import Attained
from ...methods.classes import SPLIT, Order
from ...methods.extremal import Instances, grown_to, worst
from ...methods.linear import FAR
from ...methods.sweep import Spec, Sweep, of_size, prefixes, work
from ...model.registry import Registry
from ...numbers.exact import fraction, rational
from ...numbers.forms import NotLinear
from ...spaces.parameters import ParameterDomain
from ...verify.refusal import Refused
from .answer import Answer, Bound, Extremal, Question, Sense, Size
from .bounds import enumerated, of_family, searched
from .chunk import wrong_with
from .executor import local_executor, run_chunks
from .inquiry import RATIOS, Inquiry
from .names import file_name
from .proved import proof_text, proved_bounds
from .recheck import wrong_with_proofs

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
class Swept:
    """One sweep while it grows: what its chunks amount to, by size."""

    sweep: Sweep
    sizes: dict[int, dict[str, Any]] = field(default_factory=dict)
    best: dict[str, tuple[Any, Order]] = field(default_factory=dict)
    """The least value so far in each sense (numerators negated for a supremum), and the first order that has it."""
    infinite: dict[str, tuple[Order, tuple[Any, ...]]] = field(default_factory=dict)
    """The first order at which no constant will do (or a mere relation fails), and a point that shows it."""
    seconds: dict[int, float] = field(default_factory=dict)
    """The computing time of each size, over all processes and, where it was resumed, over all runs."""
    observed: bool = False
    """Whether the definition looks at its items, so that certificates are about the items 1..n only."""
    every_tie: bool = False
    """Whether all orders that attain an extreme are asked for, and not only whether one lies beyond it."""

    def floors(self) -> tuple[tuple[str, str], ...]:
        """What is known from smaller sizes, where a ranking of these is one of larger size too."""
        if SPLIT not in self.sweep.by or self.every_tie:
            return ()
        return tuple((sense, str(value)) for sense, (value, _) in sorted(self.best.items()))

    def add(self, n: int, results: Sequence[Mapping[str, Any]]) -> None:
        """Put the chunks of one size together, in their order."""
        total: dict[str, Any] = {"rankings": 0, "classes": 0, "split": 0, "discarded": 0, "floored": False}
        total |= {"infinite": {}, "undecided": [], "points": set(), "proofs": {}}
        here: dict[str, tuple[Any, Order]] = {}
        ties: dict[str, list[Order]] = {}
        for result in results:
            self.seconds[n] = self.seconds.get(n, 0.0) + result["seconds"]
            self.observed |= bool(result["observed"])
            for key in ("rankings", "classes", "split", "discarded"):
                total[key] += result[key]
            total["undecided"] += result["undecided"]
            total["floored"] |= result["floored"]
            total["points"] |= {tuple(point) for point in result["points"]}
            for sense, found_ in result["unbounded"].items():
                for order_, point in found_:
                    total["infinite"].setdefault(sense, (tuple(order_), tuple(map(rational, point))))
            for sense, lines in result["proofs"].items():
                total["proofs"].setdefault(sense, []).extend(lines)
            for sense, (text, order) in result["best"].items():
                value = rational(text)
                if sense not in here or value < here[sense][0]:
                    here[sense] = (value, tuple(order))
                    ties[sense] = []
                if value == here[sense][0]:
                    ties[sense] += [tuple(o) for o in result["ties"][sense]]
        if SPLIT in self.sweep.by:
            total["infinite"] = {**total["infinite"], **self.infinite}
        self.infinite = total["infinite"]
        total["ties"] = ties
        carried = dict(self.best) if SPLIT in self.sweep.by else {}
        for sense, found in here.items():
            if sense not in carried or found[0] < carried[sense][0]:
                carried[sense] = found
        total["best"] = self.best = carried
        self.sizes[n] = total

    def instance(
        self, instances: Instances, order: Order, point: tuple[Any, ...], n: int, *, far: int = FAR
    ) -> Instance:
        """The instance of n items at an order of at most as many, the parameter that is followed at a point."""
        traced = self.sweep.traced
        value = traced.value_at(self.sweep.needed(order), point, len(order), far=far)
        grown = grown_to(n, len(order), value, traced.space)
        longer = (*order, *range(len(order) + 1, n + 1))
        return instances.at(longer, {**self.sweep.fixed(n), traced.parameter: grown})

    def undecided(self, n: int, sense: str) -> list[str]:
        """Why orders of that size are undecided."""
        return list(dict.fromkeys(text for _, towards, text in self.sizes[n]["undecided"] if towards == sense))

    def proved_up_to(self, sense: str) -> int:
        """The largest N such that no order of up to N items is undecided; 0 if one item is."""
        last = 0
        while last + 1 in self.sizes and not self.undecided(last + 1, sense):
            last += 1
        return last

    def certificate(self, sense: str, statement: Any) -> dict[str, Any]:
        """The certificate of the best constant in this sense, for the sizes of which every order is decided."""
        spec = self.sweep.spec
        sizes = []
        last = self.proved_up_to(sense)
        for n, total in sorted(self.sizes.items())[:last]:
            value = total["best"].get(sense)
            size: dict[str, Any] = {"n": n, "value": None if value is None else _plain(value[0])}
            size |= of_size(self.sweep.traced.space, n, total["rankings"], total["rankings"] - total["discarded"])
            if spec.fixed:
                size["fixed"] = {
                    name: [_plain(v) for v in p.entries.values()] for name, p in self.sweep.fixed(n).items()
                }
            sizes.append({**size, "classes": [json.loads(line) for line in total["proofs"].get(sense, ())]})
        return {
            "kind": "linear",
            "metric": spec.metric,
            "axiom": statement.axiom.id,
            "arguments": {k: v if isinstance(v, (int, str)) else str(v) for k, v in statement.arguments},
            "parameter": spec.parameter,
            "space": ParameterDomain.CLOSED,
            "sense": sense,
            "by": list(self.sweep.by),
            "items": "numbered" if self.observed else "unnamed",
            "largest": last,
            "sizes": sizes,
        }


def _plain(value: Any) -> Any:
    read = fraction(value)
    return read.numerator if read.denominator == 1 else str(read)


@dataclass
class Explored:
    """What a run found: the answer, the certificates by file name, and how long each size took."""

    answer: Answer
    certificates: dict[str, str]
    times: dict[str, dict[int, float]]


class Run:
    """The questions of one exploration, and the sweeps that answer them."""

    def __init__(self, id: str, title: str, inquiries: Sequence[Inquiry], registry: Registry) -> None:
        self.id = id
        self.title = title
        self.inquiries = list(inquiries)
        self.registry = registry
        self.here = local_executor(1)
        self.swept: dict[tuple[Any, ...], Swept] = {}
        self.asked: list[tuple[Inquiry, str, Swept | None, str]] = []
        """Each question: the inquiry, its label, its sweep, or why there is none."""
        self.bounds: dict[str, tuple[Bound, ...]] = {}
        for inquiry in self.inquiries:
            self._plan(inquiry)
        for inquiry, _, swept, _ in self.asked:
            if swept is not None and inquiry.attains:
                swept.every_tie = True

    def _plan(self, inquiry: Inquiry) -> None:
        reason = followed = ""
        for spec in inquiry.specs:
            try:
                swept = self._sweep(spec)
            except NotLinear as error:
                reason = reason or str(error)
                continue
            except Refused as error:
                reason = reason or f"the independent checker does not decide it: {error}"
                continue
            if followed and spec.parameter != followed:
                continue  # one parameter is followed: the first that can be
            followed = spec.parameter
            values = _scope(spec)
            self.asked.append((inquiry, f"{inquiry.label}, {values}" if values else inquiry.label, swept, ""))
        if not followed:
            self.asked.append((inquiry, inquiry.label, None, reason))

    def _sweep(self, spec: Spec) -> Swept:
        arguments = dict(spec.arguments)
        subject = ("ratio", arguments.get("other")) if spec.axiom in RATIOS else (spec.axiom, str(spec.arguments))
        key = (spec.metric, subject, spec.parameter, spec.fixed)
        if key not in self.swept:
            self.swept[key] = Swept(Sweep.of(spec, self.registry))
        return self.swept[key]

    def header(self) -> dict[str, Any]:
        """What makes a journal the journal of this run: the questions, and the text of the definitions."""
        specs = [swept.sweep.spec for swept in self.swept.values()]
        named = {spec.metric for spec in specs}
        digests = sorted({m.file_digest for m in self.registry.metrics.values() if m.name in named})
        swept = [(s.sweep.by, s.every_tie) for s in self.swept.values()]
        text = json.dumps([[astuple(spec) for spec in specs], swept, digests])
        return {
            "conjecture": self.id,
            "questions": [label for _, label, _, _ in self.asked],
            "definitions": hashlib.sha256(text.encode()).hexdigest()[:16],
        }

    def sweep(self, max_n: int, executor: Executor, journal: Journal, progress: Progress) -> None:
        """Sweep all sizes up to ``max_n``; what the journal has is not computed again, but its proofs are checked."""
        earlier, sweeps = set(journal.done), [swept.sweep for swept in self.swept.values()]
        for n in range(1, max_n + 1):
            chunks = [
                (f"{k}/{n}/{'.'.join(map(str, prefix))}", (swept.sweep.spec, n, prefix, swept.floors()))
                for k, swept in enumerate(self.swept.values())
                for prefix in prefixes(n)
            ]
            by_sweep: dict[int, list[Any]] = {}
            done = 0

            def told(chunk: str, result: Any, n: int = n, of: int = len(chunks)) -> None:
                nonlocal done
                done += 1
                progress(f"n = {n}", done, of)

            small = n < SHARED or (n == SHARED and len(self.swept) == 1)
            for name, result in run_chunks(timed, chunks, self.here if small else executor, journal, told):
                number, _, begin = name.split("/")
                prefix = tuple(map(int, filter(None, begin.split("."))))
                wrong = wrong_with(result, n)  # a journal is a file, and files may hold anything
                if wrong is None and name in earlier:
                    wrong = wrong_with_proofs(sweeps[int(number)], n, prefix, result)
                if wrong is not None:
                    raise BadJournal(f"{journal.path}: chunk {name!r}: {wrong}; begin anew with --fresh")
                by_sweep.setdefault(int(number), []).append(result)
            for k, swept in enumerate(self.swept.values()):
                swept.add(n, by_sweep.get(k, []))

    # --- bounds beyond the sweep ---

    def search(self, largest: int, *, seed: int, budget: int, progress: Progress) -> None:
        """Search for instances beyond the sweep; the extremal orders of the sweep are where it starts."""
        for k, (inquiry, label, swept, _) in enumerate(self.asked):
            progress(f"searching {label}", k, len(self.asked))
            spec = swept.sweep.spec if swept is not None else None
            best = swept.best.get(inquiry.sense) if swept is not None else None
            sizes = range(max(swept.sizes) + 1 if swept is not None else FIRST, largest + 1)
            found = searched(
                inquiry, spec, sizes, self.registry, seed=seed, budget=budget, start=[best[1]] if best else []
            )
            self.bounds[label] = (*self.bounds.get(label, ()), *found)

    def family(self, named: str) -> None:
        """Evaluate a user's family for every question; raises ``BadFamily`` with what is wrong."""
        for inquiry, label, swept, _ in self.asked:
            spec = swept.sweep.spec if swept is not None else None
            self.bounds[label] = (*self.bounds.get(label, ()), *of_family(inquiry, spec, named, self.registry))

    # --- the answer ---

    def explored(self) -> Explored:
        """What the sweeps amount to."""
        questions, times = [], {}
        for inquiry, label, swept, reason in self.asked:
            questions.append(self._question(inquiry, label, swept, reason))
            if swept is not None:
                times[label] = dict(swept.seconds)
        return Explored(Answer(self.id, self.title, tuple(questions)), dict(self._certificates()), times)

    def _certificates(self) -> Iterator[tuple[str, str]]:
        for inquiry, label, swept, _ in self.asked:
            if swept is None or not swept.proved_up_to(inquiry.sense):
                continue
            statement = inquiry.statement
            if statement.axiom.id == "bound-attained":
                statement = self.registry.axiom("upper-bound")(**dict(statement.arguments))
            yield (
                f"{file_name(label)}-{inquiry.sense}.json",
                certificate.text(swept.certificate(inquiry.sense, statement)),
            )

    def _question(self, inquiry: Inquiry, label: str, swept: Swept | None, reason: str) -> Question:
        base = {
            "metric": inquiry.metric.name,
            "statement": inquiry.statement.id,
            "label": label,
            "asked": inquiry.asked,
            "claims": inquiry.claims,
            "space": ParameterDomain.CLOSED,
            "quantity": inquiry.quantity,
            "sense": inquiry.sense,
            "constant": "" if inquiry.constant is None else str(inquiry.constant),
            "proved": proved_bounds(inquiry.metric.name, inquiry.ratio, self.registry),
            "proof": proof_text(inquiry.metric.name, inquiry.statement, self.registry),
        }
        if swept is None:
            bounds = self.bounds.get(label, ())
            settled = inquiry.metric.parameters or base["proof"]
            remark = "" if settled else enumerated(inquiry, self.registry)
            if reason and not bounds:
                reason += "; --search N looks for bounds"
            return Question(**base, reason=reason, bounds=bounds, remark=remark)  # type: ignore[arg-type]  # the fields above
        sizes = tuple(self._sizes(inquiry, swept))
        names = {"inverse": "exchanging the rankings", "reverse": "turning both around", SPLIT: "sums of smaller ones"}
        return Question(
            **base,  # type: ignore[arg-type]  # the fields above
            method="linear",
            sizes=sizes,
            bounds=self.bounds.get(label, ()),
            symmetries=tuple(names[name] for name in swept.sweep.by),
            remark=_why_undecided(swept, inquiry.sense),
            scope=_scope(swept.sweep.spec),
        )

    def _sizes(self, inquiry: Inquiry, swept: Swept) -> Iterator[Size]:
        shown: Witness | None = None
        for n, total in sorted(swept.sizes.items()):
            if n == 1:
                continue  # one item: both sides are zero
            extremes = []
            for sense in SENSES:
                found = total["best"].get(sense)
                if sense in total["infinite"]:
                    extremes += [Extremal(sense, INFINITE)] if inquiry.constant is not None else []
                elif found is not None:
                    extremes.append(self._extremal(inquiry, swept, sense, found[1], n))
            verdict = self._verdict(inquiry, total)
            refutation: tuple[Witness | None, Witness | None] = (None, None)
            if inquiry.attains:
                verdict, shown = self._attained(inquiry, swept, total, shown)
                refutation = None, shown if shown is not None and shown.n == n else None
            elif verdict == "refuted":
                refutation = self._refutation(inquiry, swept, total, n)
                if refutation[0] is None:  # a bound that fails only very far out: no instance shows it
                    verdict = "undecided"
            yield Size(
                n=n,
                verdict=verdict,  # type: ignore[arg-type]  # one of the three
                rankings=math.factorial(n),
                classes=total["classes"],
                decomposed=total["split"],
                extremes=tuple(extremes),
                refutation=refutation[0],
                positive=refutation[1],
                certificates=len(total["proofs"].get(inquiry.sense, ())),
                points=tuple(sorted(total["points"])),
            )

    def _verdict(self, inquiry: Inquiry, total: Mapping[str, Any]) -> str:
        found = total["best"].get(inquiry.sense)
        if inquiry.sense in total["infinite"] or (found is not None and found[0] < self._least(inquiry)):
            return "refuted"
        return "undecided" if any(sense == inquiry.sense for _, sense, _ in total["undecided"]) else "certified"

    def _least(self, inquiry: Inquiry) -> Any:
        """What the least value must be for the statement to hold; anything, where only the extreme is asked."""
        if inquiry.constant is None:
            return fmpq(0) if inquiry.statement.axiom.quantifier == "for all" else fmpq(-(10**9))
        value = rational(inquiry.constant)
        return -value if inquiry.sense == "sup" else value

    def _instances(self, inquiry: Inquiry, swept: Swept, statement: Any = None) -> Instances:
        sweep = swept.sweep
        return Instances(sweep.traced, statement or inquiry.statement, sweep.traced.definitions)

    def _extremal(self, inquiry: Inquiry, swept: Swept, sense: str, order: Order, n: int) -> Extremal:
        sweep = swept.sweep
        extreme = worst(sweep.traced, sweep.needed(order), len(order), sense)
        instances = self._instances(inquiry, swept, sweep.statement)
        instance = swept.instance(instances, order, extreme.point, n)
        witness = instances.witness(instance, "attains", ParameterDomain.CLOSED, False) if extreme.attained else None
        return Extremal(sense, str(extreme.value), witness)  # type: ignore[arg-type]  # inf or sup

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
            instances.refuted(instance, open_space=False, smallest=smallest),
            instances.refuted(instance, open_space=True, smallest=smallest),
        )

    def _attained(
        self, inquiry: Inquiry, swept: Swept, total: Mapping[str, Any], before: Witness | None
    ) -> tuple[str, Witness | None]:
        """Whether the constant is attained at a size; where smaller rankings add up, what attained it still does."""
        if before is not None and SPLIT in swept.sweep.by:
            return "attained", before
        sense = inquiry.sense
        found, infinite = total["best"].get(sense), total["infinite"].get(sense)
        value = None if found is None else -found[0] if sense == "sup" else found[0]
        asked = Attained(swept.sweep, self._instances(inquiry, swept), rational(inquiry.constant), sense)
        known = not total["floored"] and not any(s == sense for _, s, _ in total["undecided"])
        ties = total["ties"].get(sense, [])
        return asked.verdict(value, ties, exact=known, infinite=infinite[0] if infinite else None)


def _why_undecided(swept: Swept, sense: str) -> str:
    """The first reason why something is undecided; empty if nothing is."""
    reasons = ((n, text) for n in sorted(swept.sizes) if n > 1 for text in swept.undecided(n, sense))
    n, text = next(reasons, (0, ""))
    return f"n = {n}: {text}" if text else ""


def timed(payload: Any) -> dict[str, Any]:
    """One chunk of a sweep, in any process, with the seconds that it took."""
    began = time.monotonic()
    result = work(payload)
    return {**result, "seconds": round(time.monotonic() - began, 3)}


def _scope(spec: Spec) -> str:
    """The values of the parameters that are not followed, in words."""
    words = {"unit": "1"}
    return ", ".join(f"{name} = {words.get(kind, kind.replace('-', ' '))}" for name, kind in spec.fixed)
