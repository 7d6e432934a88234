"""Parts of explorations for their document and for the site: outcomes, instances, file names, what verdicts mean.

An exploration asks for the best constant of an inequality between two metrics. Its *sense* is ``inf`` where a ratio is
bounded from below and ``sup`` where it is bounded from above; its *extremes* are the exact values at one size n.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...evidence import witness as witnesses
from ...evidence.evidence import Witness
from ...evidence.instance import Instance
from ...evidence.notation import INFINITE, near, with_four_decimals
from ...evidence.slug import short_name
from ...evidence.verdict import BEST_SO_FAR, GRID, Verdict, written
from ...evidence.words import grouped
from ...model.registry import Registry, Unknown
from ...spaces.parameters import ParameterDomain
from ...studies.explore.answer import Answer, Question
from ...studies.explore.results import Bound, Extremal, SizeAnswer
from ...values.parameters import Parameter
from ...values.rankings import Item, Ranking
from ..document import Inline, List, Mono, Strong

EXTREME_WORDS = {"inf": "smallest", "sup": "largest"}
"""Adjectives for the extreme ratio of each sense."""
SHOWN_SIGNS = {"inf": "<=", "sup": ">="}
"""The relation of a best constant to the value of an instance."""
PROVED_SIGNS = {"inf": ">=", "sup": "<="}
"""The relation of a best constant to a bound that is proved for all instances."""
NO_CONSTANT = "no constant exists"


def approached_remark(size: SizeAnswer, extreme: Extremal) -> str:
    """The remark " (approached)" for an exact extreme that no instance attains, else nothing."""
    return " (approached)" if size.verdict != "undecided" and extreme.only_approached else ""


def sizes_of(answer: Answer) -> list[int]:
    """The sizes n that were swept, in order."""
    return sorted({size.n for question in answer.questions for size in question.sizes})


def first_attained(question: Question) -> Witness | None:
    """Return the first instance that attains the constant by positive parameters; None if the question has none."""
    return next((s.positive for s in question.sizes if s.verdict == "attained" and s.positive is not None), None)


def instances_to_show(question: Question) -> list[tuple[str, str, Witness]]:
    """The instances of a question to write out, each with its role and a title.

    They are the refuting or attaining instance, or else the strongest exact extreme at the smallest size that has it;
    and the strongest bound.
    """
    refuted, attained, sense = question.first_refuted, first_attained(question), question.sense
    # the smallest ratio bounds an infimum best, the largest a supremum; of equal ones both take the first
    strongest = partial(min if sense == "inf" else max, key=lambda extreme: near(extreme.value), default=None)
    decided_sizes = [size for size in question.sizes if size.verdict != "undecided"]
    extreme = strongest(e for size in decided_sizes for e in size.extremes if e.sense == sense)
    bound = strongest(b for b in question.bounds if b.sense == sense and b.witness is not None)
    has_exact_instance = refuted is not None or attained is not None
    contradicting = question.contradicting
    smallest = "smallest" if question.is_smallest else "first"
    candidates = (
        ("refutation", f"The {smallest} refutation", refuted.refutation if refuted else None),
        (
            "refutation",
            f"The refutation of the {contradicting.kind if contradicting else ''}",
            contradicting.witness if contradicting else None,
        ),
        ("positive", "With a strictly positive parameter", refuted.positive if refuted else None),
        ("attained", "Attained by positive parameters", attained),
        (
            "extreme",
            f"The {EXTREME_WORDS[sense]} value",
            extreme.witness if extreme and not has_exact_instance else None,
        ),
        ("bound", "The strongest bound found", bound.witness if bound and not contradicting else None),
    )
    return [(role, title, witness) for role, title, witness in candidates if witness is not None]


def instance_of(witness: Witness, registry: Registry) -> Instance | None:
    """The instance of a witness; None if its metric or axiom is not registered or has changed."""
    try:
        return witnesses.restore(witness, registry)[2]
    except (Unknown, witnesses.BadWitness, TypeError, ValueError):
        return None


def first_ranking(instance: Instance) -> Sequence[Item]:
    """The items in the order of the instance's first ranking; empty without a ranking."""
    return next((value.order for value in instance.values.values() if isinstance(value, Ranking)), ())


def sigma_of(witness: Witness | None, registry: Registry) -> tuple[int, ...]:
    """The permutation sigma of a witness, which describes it up to the names of its items.

    Its k-th entry is the position in the second ranking of the item at position k of the first; positions begin at 1.
    Empty unless the witness has two rankings.
    """
    instance = instance_of(witness, registry) if witness is not None else None
    rankings = [value for value in instance.values.values() if isinstance(value, Ranking)] if instance else []
    return tuple(int(rankings[1][item]) for item in rankings[0].order) if len(rankings) > 1 else ()


def sigma_text(witness: Witness, registry: Registry) -> str:
    """The permutation of a witness as text, such as ``sigma = (2, 1)``; empty without two rankings."""
    sigma = sigma_of(witness, registry)
    return f"sigma = ({', '.join(map(str, sigma))})" if sigma else ""


def values_text(witness: Witness, registry: Registry) -> str:
    """The values of a witness and its parameters in one line."""
    instance = instance_of(witness, registry)
    if instance is None:
        return "an instance"
    named = {**instance.values, **instance.parameters}.items()
    return ", ".join(v.text() if isinstance(v, Parameter) else f"{name} = {v}" for name, v in named)


class ExplorationFiles:
    """Names of the files that go with an answer: witnesses, and pictures of constants and instances.

    Without ``pictures`` there is no picture of the best constants, and its name is empty.
    """

    def __init__(self, answer: Answer, *, pictures: bool = True) -> None:
        self.answer = answer
        self.with_pictures = pictures
        # a witness with two roles is one object, as the answer refers to it twice; the name of its last role counts
        stored = {id(witness): (name, witness) for q in answer.questions for name, witness in self._named_witnesses(q)}
        self.witnesses = dict(stored.values())
        """Witnesses by file name, without folder and suffix."""

    def _named_witnesses(self, question: Question) -> Iterator[tuple[str, Witness]]:
        """Yield the witnesses of a question, each with the name of its file."""
        name = short_name(question.label)
        for size in question.sizes:
            is_first_refuted = size is question.first_refuted
            if is_first_refuted and size.refutation is not None:
                yield f"{name}-n{size.n}-refutation", size.refutation
            if size.positive is not None and (is_first_refuted or size.verdict == "attained"):
                yield f"{name}-n{size.n}-{'positive' if is_first_refuted else 'attained'}", size.positive
            for extreme in size.extremes:
                if extreme.witness is not None:
                    yield f"{name}-n{size.n}-{extreme.sense}", extreme.witness
        for k, bound in enumerate(question.bounds, 1):
            if bound.witness is not None:
                yield f"{name}-n{bound.n}-{bound.kind}-{bound.sense}-{k}", bound.witness

    def witness(self, witness: Witness) -> str:
        """The path of the file of a witness, in the folder of the answer."""
        # an equal witness may be stored under another name, so that identity counts
        return f"witnesses/{next(name for name, stored in self.witnesses.items() if stored is witness)}.json"

    @property
    def constants(self) -> str:
        """The name of the picture of the best constants; empty if there is nothing to draw."""
        questions = self.answer.questions
        has_extremes = any(size.extremes for q in questions for size in q.sizes)
        return "best-constants.svg" if self.with_pictures and (has_extremes or any(q.bounds for q in questions)) else ""

    def instances(self, question: Question) -> dict[str, Witness]:
        """The instances to draw by file name: the first to show apart from ``positive``, and the strongest bound."""
        witness_by_file: dict[str, Witness] = {}
        for role, _, witness in instances_to_show(question):
            if role == "bound" or (role != "positive" and not witness_by_file):
                witness_by_file[f"instance-{short_name(question.label)}-{role}.svg"] = witness
        return witness_by_file


SPACE_NAMES = {
    ParameterDomain.OPEN: "as the row declares it",
    ParameterDomain.CLOSED: "its closure, with zero weights and pseudometrics",
}
"""The space of a question's parameters in words."""
MAX_QUESTIONS_LISTED = 4
"""Questions up to which a terminal lists each outcome; with more, questions with the same outcome share a line."""


def list_outcomes(questions: Sequence[Question]) -> List:
    """The outcomes of an exploration, a line for each question."""
    return List(tuple((Strong(q.label), f": {q.asked}: {q.outcome}") for q in questions))


def list_grouped_outcomes(questions: Sequence[Question]) -> List:
    """The outcomes of an exploration with a line for each outcome; refuted questions last, a line for each.

    Questions that ask the same of different metrics are named by these, below the statement. Others have their labels.
    """
    metrics = {question.metric for question in questions}
    is_named_by_metric = len(metrics) == len(questions) and len({question.asked for question in questions}) == 1
    items: list[Inline] = [(Strong(questions[0].asked), ":")] if is_named_by_metric else []
    unrefuted = [q for q in questions if q.first_refuted is None and q.contradicting is None]
    for outcome, same_outcome in grouped(unrefuted, _outcome_in_brief).items():
        names = [part for q in same_outcome for part in ("; ", Mono(q.metric if is_named_by_metric else q.label))]
        items.append((Strong(outcome), ": ", *names[1:]))  # without the first separator
    refuted = [question for question in questions if question not in unrefuted]
    return List((*items, *((Strong(q.label), f": {q.asked}: {q.outcome}") for q in refuted)))


def _outcome_in_brief(question: Question) -> str:
    """The outcome of a question that is not refuted, in words that several questions can share."""
    if question.unlimited or question.checked is not None:
        # the verdict of "axiomatrix check" may be stronger than the bounds below
        return question.unlimited or question.outcome
    parts = [f"{Verdict.PROVED.written} for every n"] if question.proof is not None else []
    scoped = " at the values named" if question.scope else ""
    verdict, largest_n = question.reach
    parts += [f"{written(verdict)} n <= {largest_n}{scoped}"] if largest_n else []
    strongest = max((b for b in question.bounds if b.sense == question.sense), key=bound_rank, default=None)
    parts += [bound_text(strongest)] if strongest is not None and not question.proof else []
    return ", ".join(parts) or question.outcome


def bound_rank(bound: Bound) -> float:
    """A sort key by which the strongest bound of a sense is the largest."""
    return near(bound.value) if bound.sense == "sup" else -near(bound.value)


def bound_text(bound: Bound) -> str:
    """The bound that an instance proves, such as ``inf <= 3/4 (~0.7500)``."""
    return (
        NO_CONSTANT
        if bound.value == INFINITE
        else f"{bound.sense} {SHOWN_SIGNS[bound.sense]} {with_four_decimals(bound.value)}"
    )


def method_sentences(question: Question) -> str:
    """Sentences on how a question was decided: space, method, numbers of rankings and classes, certificates."""
    sentences = [f"Space: {SPACE_NAMES[question.space]}.", f"Method: {question.method}." if question.method else ""]
    rankings, classes = sum(s.rankings for s in question.sizes), sum(s.classes for s in question.sizes)
    if classes:
        symmetries = f" by {', '.join(question.symmetries)}" if question.symmetries else ""
        sentences.append(f"{rankings:,} rankings in {classes:,} classes{symmetries}.")
    decomposed, certificates = sum(s.decomposed for s in question.sizes), sum(s.certificates for s in question.sizes)
    if cases := sum(size.cases for size in question.sizes):
        values = f", each for all values of {question.followed}" if question.followed else ""
        sentences.append(f"{cases:,} instances ({question.sort or 'rankings'}){values}.")
    sentences.append(f"{decomposed:,} rankings settled as sums of smaller ones." if decomposed else "")
    if by_lemma := sum(s.by_lemma for s in question.sizes):
        sentences.append(f"{by_lemma:,} rankings settled by a lemma of the catalogue: {'; '.join(question.lemmas)}.")
    sentences.append(f"{certificates:,} certificates verified." if certificates else "")
    return " ".join(part for part in sentences if part)


CERTIFIED_MEANS = (
    f"{Verdict.CERTIFIED.written} n <= N: for all rankings of up to N items, "
    "up to the symmetries named, a certificate that was verified "
    "independently proves the statement for every parameter of the space; extremes there are exact and attained "
    "(on the closure of the space, if not in it)."
)
CERTIFIED_ONLY_AT_MEANS = (
    f"{Verdict.CERTIFIED.written} n <= N (only at ...): for all rankings of up to N items, "
    "up to the symmetries named, a certificate that "
    "was verified independently proves the statement for every value of the one parameter that was followed, while the "
    "others had the values named; other values were not examined. Extremes there are exact and attained (on "
    "the closure of the space, if not in it)."
)
APPROACHED_MEANS = "approached: no parameter attains this extreme; there are ratios as near to it as one likes."
CERTIFIED_DOES_NOT_MEAN = (
    f"It says nothing of more than N items; and a bound ('{written(BEST_SO_FAR)}') is what its instance proves, "
    "not the best constant."
)
EXHAUSTED_MEANS = (
    f"{Verdict.EXHAUSTED.written} n <= N: every instance of up to N items was decided by the definitions, "
    "of those that only differ in "
    "the names of the items one; extremes there are exact and attained. Nothing is said of more items."
)
GRID_MEANS = (
    f"{written(GRID)} n <= N: every instance of up to N items that the spaces list was decided, "
    "at the values of the parameters "
    "that these list. There are other instances, of which nothing is said."
)
FOLLOWED_MEANS = (
    "All values of {0}: each instance was decided for every value of {0} at once, and not on a grid. The extremes are "
    "exact over all of these."
)
ATTAINED_MEANS = (
    "attained: the instance shown has positive parameters; on the closure: only where distances or weights are zero, "
    "as exact linear programs say for every ranking of that size. The certificates prove the extremes of the ratio."
)


def meanings(answer: Answer) -> list[str]:
    """Sentences that explain the verdicts of the answer and their limits."""
    sizes = [(question.scope, size) for question in answer.questions for size in question.sizes]
    verdicts = {size.verdict for _, size in sizes}
    certified_scopes = {scope for scope, size in sizes if size.verdict == "certified"}
    sentences = [CERTIFIED_MEANS] if "" in certified_scopes else []  # an empty scope is the whole space
    sentences += [CERTIFIED_ONLY_AT_MEANS] if any(certified_scopes) else []
    sentences += [EXHAUSTED_MEANS] if "exhausted" in verdicts else []
    sentences += [GRID_MEANS] if "grid" in verdicts else []
    followed = dict.fromkeys(question.followed for question in answer.questions if question.followed)
    sentences += [FOLLOWED_MEANS.format(names) for names in followed]
    is_approached = any(approached_remark(size, extreme) for _, size in sizes for extreme in size.extremes)
    sentences += [APPROACHED_MEANS] if is_approached else []
    sentences += [ATTAINED_MEANS] if verdicts & {"attained", "attained on the closure", "not attained"} else []
    has_bounds = any(question.bounds for question in answer.questions)
    return [*sentences, CERTIFIED_DOES_NOT_MEAN] if "certified" in verdicts or has_bounds else sentences
