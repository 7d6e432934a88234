"""What every format tells of an exploration: the words, the instances that are written out, and names of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import get_args

from ...evidence import witness as witnesses
from ...evidence.decimals import INFINITE, beside, near
from ...evidence.evidence import Witness
from ...evidence.instance import Instance
from ...evidence.slug import short_name
from ...model.registry import Registry, Unknown
from ...spaces.parameters import ParameterDomain
from ...studies.explore.answer import Answer, Bound, Extremal, Question, Sense, SizeAnswer
from ...studies.explore.every_n import Argument
from ...values.rankings import Item, Ranking

WORDS = {"inf": "smallest", "sup": "largest"}
SHOWN, PROVED = {"inf": "<=", "sup": ">="}, {"inf": ">=", "sup": "<="}
"""How an extreme stands to the value of an instance, and to a bound that is proved for all of them."""
SPACES = {
    ParameterDomain.OPEN: "as the row declares it",
    ParameterDomain.CLOSED: "its closure, with zero weights and pseudometrics",
}
NO_CONSTANT = "no constant will do"
CERTIFIED_MEANS = (
    "certified n <= N: for all rankings of up to N items, up to the symmetries named, a certificate that was verified "
    "independently proves the statement for every parameter of the space; extremes there are exact and attained "
    "(on the closure of the space, if not in it)."
)
CERTIFIED_ONLY_AT_MEANS = (
    "certified n <= N (only at ...): for all rankings of up to N items, up to the symmetries named, a certificate that "
    "was verified independently proves the statement for every value of the one parameter that was followed, while the "
    "others had the values named; of other values of these nothing is said. Extremes there are exact and attained (on "
    "the closure of the space, if not in it)."
)
APPROACHED_MEANS = "approached: no parameter attains this extreme; there are ratios as near to it as one likes."
CERTIFIED_DOES_NOT_MEAN = (
    "It says nothing of more than N items; and a bound ('best found') is what its instance proves, not the best "
    "constant."
)
ATTAINED_MEANS = (
    "attained: the instance shown has positive parameters; on the closure: only where distances or weights are zero, "
    "as exact linear programs say for every ranking of that size. The certificates prove the extremes of the ratio."
)
BESIDE_MEANS = (
    "What the exploration above decided stands as it says; the rest is what `axiomatrix check` finds with the profile "
    "`quick`. 'searched' means no counterexample in a limited search, 'not found' no example in one."
)


def extremes_text(size: SizeAnswer) -> str:
    """The extremes at one size: exact ones as such, bounds as bounds."""
    if size.verdict == "undecided":
        bounds = [f"{SHOWN[e.sense]} {e.value}" for e in size.extremes]
        return f"best found {', '.join(bounds)}" if bounds else ""
    return ", ".join(f"{'min' if e.sense == 'inf' else 'max'} {e.value}{approach(size, e)}" for e in size.extremes)


def approaches(size: SizeAnswer, extreme: Extremal) -> bool:
    """Whether an exact extreme is attained by nothing."""
    return size.verdict != "undecided" and extreme.only_approached


def approach(size: SizeAnswer, extreme: Extremal) -> str:
    """What stands behind an exact extreme that nothing attains."""
    return " (approached)" if approaches(size, extreme) else ""


def bound_text(question: Question, bound: Bound) -> str:
    """What a bound says, such as ``best found at n = 12: inf of F_D / K_D <= 3/4``."""
    text = f"best found at n = {bound.n} ({bound.kind}): {bound.sense} of {quantity_of(question)}"
    text += f": {NO_CONSTANT}" if bound.value == INFINITE else f" {shown(bound)}"
    return "; ".join(filter(None, (text, bound.note, bound.form.sentence if bound.form else "")))


def shown(bound: Bound) -> str:
    """What the instance of a bound says of the extreme: ``<= 3/4``."""
    return NO_CONSTANT if bound.value == INFINITE else f"{SHOWN[bound.sense]} {beside(bound.value)}"


def meanings(answer: Answer) -> list[str]:
    """What the verdicts of the answer mean, and what they do not."""
    sizes = [(question.scope, size) for question in answer.questions for size in question.sizes]
    verdicts = {size.verdict for _, size in sizes}
    scopes = {scope for scope, size in sizes if size.verdict == "certified"}
    sentences = [CERTIFIED_MEANS] if "" in scopes else []
    sentences += [CERTIFIED_ONLY_AT_MEANS] if any(scopes) else []
    sentences += [APPROACHED_MEANS] if any(approaches(size, e) for _, size in sizes for e in size.extremes) else []
    sentences += [ATTAINED_MEANS] if verdicts & {"attained", "attained on the closure", "not attained"} else []
    bounds = any(question.bounds for question in answer.questions)
    return [*sentences, CERTIFIED_DOES_NOT_MEAN] if "certified" in verdicts or bounds else sentences


def notes(question: Question) -> list[str]:
    """What limits the answer and what else the sweep says, in sentences, as far as the outcome does not say it."""
    exactly = "else" if question.unlimited else "exact"
    fixed = f"Swept with the other parameters fixed, and only at {question.scope}; nothing is said of other values."
    undecided = f"Nothing {exactly} can be said: {question.reason}"
    sentences = [fixed] if question.scope else []
    sentences += [question.remark] if question.remark and question.undecided_by != "remark" else []
    sentences += [undecided] if question.reason and question.undecided_by != "reason" else []
    return sentences


def proofs(question: Question) -> list[tuple[str, Argument]]:
    """What is proved of the statement for every n, and of the best constant beyond it, each with the argument."""
    own = question.proof
    return ([(own.proves[:1].upper() + own.proves[1:], own)] if own else []) + [
        (f"Proved bound: for every n, {quantity_of(question)} {PROVED[p.sense]} {p.value}: {p.proof.theorem}", p.proof)
        for p in question.proved
        if p.proof != own
    ]


def quantity_of(question: Question) -> str:
    """What is bounded, in words."""
    return question.quantity or "the quantity"


def how(question: Question) -> str:
    """Space and method, how many rankings in how many classes, and the certificates, in sentences."""
    sentences = [f"Space: {SPACES[question.space]}.", f"Method: {question.method}." if question.method else ""]
    rankings, classes = sum(s.rankings for s in question.sizes), sum(s.classes for s in question.sizes)
    if classes:
        by = f" by {', '.join(question.symmetries)}" if question.symmetries else ""
        sentences.append(f"{rankings:,} rankings in {classes:,} classes{by}.")
    decomposed, certificates = (sum(getattr(s, f) for s in question.sizes) for f in ("decomposed", "certificates"))
    sentences.append(f"{decomposed:,} rankings settled as sums of smaller ones." if decomposed else "")
    if by_lemma := sum(s.by_lemma for s in question.sizes):
        sentences.append(f"{by_lemma:,} rankings settled by a lemma of the catalogue: {'; '.join(question.lemmas)}.")
    sentences.append(f"{certificates:,} certificates verified." if certificates else "")
    return " ".join(part for part in sentences if part)


def standings(answer: Answer) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """The readings side by side: the claims as columns, and of each reading the outcomes."""
    readings = [(r.label, {(s.claim, s.said or s.statement): s.outcome for s in r.standings}) for r in answer.beside]
    heads = list(dict.fromkeys(head for _, outcomes in readings for head in outcomes))
    return heads, [(label, [outcomes.get(head, "") for head in heads]) for label, outcomes in readings]


def sizes_of(answer: Answer) -> list[int]:
    """The sizes that were swept."""
    return sorted({size.n for question in answer.questions for size in question.sizes})


# --- what is written out, and what its files are called


def first_attained(question: Question) -> Witness | None:
    """The first instance that attains the constant by positive parameters, where that is asked."""
    return next((s.positive for s in question.sizes if s.verdict == "attained" and s.positive is not None), None)


def instances(question: Question) -> list[tuple[str, str, Witness]]:
    """What is written out, each with a word and a title: what refutes or attains, else the extreme; the best bound.

    Of extremes it is the strongest exact one, at the smallest size that has it.
    """
    first, attained, sense = question.first_refuted, first_attained(question), question.sense
    strongest = partial(min if sense == "inf" else max, key=lambda one: near(one.value), default=None)
    extreme = strongest(e for s in question.sizes if s.verdict != "undecided" for e in s.extremes if e.sense == sense)
    bound = strongest(b for b in question.bounds if b.sense == sense and b.witness is not None)
    neither = first is None and attained is None
    smallest = "smallest" if question.is_smallest else "first"
    candidates = (
        ("refutation", f"The {smallest} refutation", first.refutation if first else None),
        ("positive", "With a strictly positive parameter", first.positive if first else None),
        ("attained", "Attained by positive parameters", attained),
        ("extreme", f"The {WORDS[sense]} value", extreme.witness if extreme and neither else None),
        ("bound", "The strongest bound found", bound.witness if bound else None),
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

    def instances(self, question: Question) -> dict[str, Witness]:
        """The instances to draw: what refutes or attains, or else the extreme that is asked; the best bound."""
        drawn: dict[str, Witness] = {}
        for what, _, witness in instances(question):
            if what == "bound" or (what != "positive" and not drawn):
                drawn[f"instance-{short_name(question.label)}-{what}.svg"] = witness
        return drawn
