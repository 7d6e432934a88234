"""What of an exploration is written out, and what its files are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from ...evidence import witness as witnesses
from ...evidence.decimals import near
from ...evidence.evidence import Witness
from ...evidence.instance import Instance
from ...evidence.slug import short_name
from ...model.registry import Registry, Unknown
from ...studies.explore.answer import Answer, Extremal, Question, Sense
from ...values.rankings import Item, Ranking
from .words import WORDS


def first_attained(question: Question) -> Witness | None:
    """The first instance that attains the constant by positive parameters, where that is asked."""
    return next((s.positive for s in question.sizes if s.verdict == "attained" and s.positive is not None), None)


def last_extreme(question: Question) -> Extremal | None:
    """The strongest exact extreme of the sense that is asked, at the smallest size that has it."""
    exact = [e for s in question.sizes if s.verdict != "undecided" for e in s.extremes if e.sense == question.sense]
    pick = min if question.sense == "inf" else max
    return pick(exact, key=lambda extreme: near(extreme.value), default=None)


def best_shown(question: Question) -> Witness | None:
    """The instance of the strongest bound that has one, of the sense that is asked."""
    sign = 1 if question.sense == "inf" else -1
    bounds = [b for b in question.bounds if b.sense == question.sense and b.witness is not None]
    return min(bounds, key=lambda b: sign * near(b.value)).witness if bounds else None


def instances(question: Question) -> list[tuple[str, str, Witness]]:
    """What is written out, each with a word and a title: what refutes or attains, else the extreme; the best bound."""
    first, attained, extreme = question.first_refuted, first_attained(question), last_extreme(question)
    neither = first is None and attained is None
    smallest = "smallest" if question.is_smallest else "first"
    candidates = (
        ("refutation", f"The {smallest} refutation", first.refutation if first else None),
        ("positive", "With a strictly positive parameter", first.positive if first else None),
        ("attained", "Attained by positive parameters", attained),
        ("extreme", f"The {WORDS[question.sense]} value", extreme.witness if extreme and neither else None),
        ("bound", "The strongest bound found", best_shown(question)),
    )
    return [(what, title, witness) for what, title, witness in candidates if witness is not None]


def senses_of(question: Question) -> list[Sense]:
    """The senses of which there is an extreme at some size."""
    return [sense for sense in get_args(Sense) if any(size.extreme(sense) for size in question.sizes)]


def instance_of(witness: Witness, registry: Registry) -> Instance | None:
    """The instance of a witness; None where its metric or axiom is not at hand, or has changed."""
    try:
        return witnesses.restored(witness, registry)[2]
    except (Unknown, witnesses.BadWitness, TypeError, ValueError):
        return None


def first_ranking(instance: Instance) -> Sequence[Item]:
    """The items in the order of its first ranking, in which similarities are shown; none without one."""
    return next((value.order for value in instance.values.values() if isinstance(value, Ranking)), ())


def sigma_of(witness: Witness | None, registry: Registry) -> tuple[int, ...]:
    """Of a witness with two rankings, where in the second the items of the first stand, in its order; else nothing."""
    instance = instance_of(witness, registry) if witness is not None else None
    rankings = [value for value in instance.values.values() if isinstance(value, Ranking)] if instance else []
    return tuple(int(rankings[1][item]) for item in rankings[0].order) if len(rankings) > 1 else ()


def sigma_text(witness: Witness, registry: Registry) -> str:
    """The permutation that a witness stands for, such as ``sigma = (2, 1)``; empty where there is none."""
    sigma = sigma_of(witness, registry)
    return f"sigma = ({', '.join(map(str, sigma))})" if sigma else ""


class Files:
    """What the files of an answer are called; without ``pictures`` none of these has a name."""

    def __init__(self, answer: Answer, *, pictures: bool = True) -> None:
        self.answer = answer
        self.drawn = pictures
        kept = {id(witness): (name, witness) for q in answer.questions for name, witness in self._kept(q)}
        self.witnesses = dict(kept.values())
        """By the names of their files."""

    def _kept(self, question: Question) -> Iterator[tuple[str, Witness]]:
        name = short_name(question.label)
        for size in question.sizes:
            first = size is question.first_refuted
            if first and size.refutation is not None:
                yield f"{name}-n{size.n}-refutation", size.refutation
            if size.positive is not None and (first or size.verdict == "attained"):
                yield f"{name}-n{size.n}-{'positive' if first else 'attained'}", size.positive
            for extreme in size.extremes:
                if extreme.witness is not None:
                    yield f"{name}-n{size.n}-{extreme.sense}", extreme.witness
        for k, bound in enumerate(question.bounds, 1):
            if bound.witness is not None:
                yield f"{name}-n{bound.n}-{bound.kind}-{bound.sense}-{k}", bound.witness

    def witness(self, witness: Witness) -> str:
        """The file of a witness of the answer."""
        return f"witnesses/{next(name for name, one in self.witnesses.items() if one is witness)}.json"

    @property
    def constants(self) -> str:
        """The picture of the best constants; empty if there is nothing to draw."""
        drawn = any(size.extremes for q in self.answer.questions for size in q.sizes)
        return "best-constants.svg" if self.drawn and (drawn or any(q.bounds for q in self.answer.questions)) else ""

    def plane(self, metric: str) -> str:
        """The picture of the plane of a row; empty if it has no points."""
        sizes = [size for q in self.answer.questions if q.metric == metric for size in q.sizes if size.points]
        return f"plane-{short_name(metric)}.svg" if sizes and self.drawn else ""

    def instances(self, question: Question) -> dict[str, Witness]:
        """The instances to draw: what refutes or attains, or else the extreme that is asked; the best bound."""
        drawn: dict[str, Witness] = {}
        for what, _, witness in instances(question):
            if what == "bound" or (what != "positive" and not drawn):
                drawn[f"instance-{short_name(question.label)}-{what}.svg"] = witness
        return drawn
