"""The instances of an exploration that tell most, and the permutation that an instance stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from ...evidence import witness as witnesses
from ...evidence.decimals import near
from ...evidence.evidence import Witness
from ...evidence.instance import Instance
from ...model.registry import Registry, Unknown
from ...studies.explore.answer import Extremal, Question, Sense
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
