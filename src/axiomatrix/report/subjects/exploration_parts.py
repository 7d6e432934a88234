"""Parts of the document of an exploration: extremes and bounds, instances, file names, outcomes, meanings of verdicts.

``exploration.py`` puts them together. The site, the pictures and the writer of an answer's files use them too.

An exploration consists of *questions*: statements such as F_D >= 1/2 K_D, which bound a *quantity*, here F_D / K_D. The
*sense* of a question says which extreme of the quantity is its best constant: ``inf``, the smallest value, if the
statement bounds the quantity from below, and ``sup``, the largest, if from above.

- An *extreme* is the exact infimum or supremum over all instances of one size n. It is *approached* if values come
  arbitrarily near to it and no instance has it.
- A *bound* is the value at a single instance, where the exact extreme is not known.
- A *witness* is a stored instance, with both sides of the statement.
- A *reading* is a possible meaning of a definition, and a separate metric; an answer may put them side by side.

A size at which the statement fails has a ``refutation``. If the instance of that refutation has parameters that are
zero, ``positive`` is an instance with strictly positive parameters, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple, get_args

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
from ...studies.explore.results import Bound, Extremal, Sense, SizeAnswer
from ...values.parameters import Parameter
from ...values.rankings import Item, Ranking
from ..document import Inline, List, Mono, Span, Strong

# --- extremes and bounds --------------------------------------------------------------------------------------------

EXTREME_WORDS = {"inf": "smallest", "sup": "largest"}
"""Adjectives for the extreme of each sense."""
INSTANCE_SIGNS = {"inf": "<=", "sup": ">="}
"""The sign between an extreme and the value of one instance: no infimum is above it, no supremum below."""
PROVED_SIGNS = {"inf": ">=", "sup": "<="}
"""The sign between the quantity and a constant that bounds it on all instances."""
NO_CONSTANT = "no constant exists"


def sizes_of(answer: Answer) -> list[int]:
    """The sizes n that were examined for some question, in order."""
    return sorted({size.n for question in answer.questions for size in question.sizes})


def senses_of(question: Question) -> list[Sense]:
    """The senses (smallest, largest) that have an extreme at some size."""
    return [sense for sense in get_args(Sense) if any(size.extreme(sense) for size in question.sizes)]


def quantity_of(question: Question) -> str:
    """The name of the quantity that the statement bounds, such as ``F_D / K_D``; "the quantity" if it has none."""
    return question.quantity or "the quantity"


def approached_remark(size: SizeAnswer, extreme: Extremal) -> str:
    """The remark " (approached)" for an exact extreme that no instance attains, else nothing."""
    return " (approached)" if size.verdict != "undecided" and extreme.is_only_approached else ""


def bound_text(bound: Bound) -> str:
    """The inequality that the instance of a bound proves of the best constant, such as ``inf <= 3/4 (~0.7500)``."""
    if bound.value == INFINITE:
        return NO_CONSTANT
    return f"{bound.sense} {INSTANCE_SIGNS[bound.sense]} {with_four_decimals(bound.value)}"


def bound_rank(bound: Bound) -> float:
    """A sort key by which the strongest of several bounds of the same sense is the largest.

    No infimum is above the value of an instance, so that the smallest value says most of it.
    """
    return near(bound.value) if bound.sense == "sup" else -near(bound.value)


# --- instances ------------------------------------------------------------------------------------------------------

InstanceRole = Literal["refutation", "positive", "attained", "extreme", "bound"]
"""The result that an instance shows.

- ``refutation``: it breaks the statement.
- ``positive``: it breaks the statement with parameters that are all above 0.
- ``attained``: it attains the constant that a statement says is attained.
- ``extreme``: the exact extreme of its size is the strongest of all sizes.
- ``bound``: it proves the strongest bound.
"""


class InstanceToShow(NamedTuple):
    """An instance that an answer writes out under a title."""

    role: InstanceRole
    title: str
    witness: Witness


def instances_to_show(question: Question) -> list[InstanceToShow]:
    """The instances of a question to write out, the most important first.

    They are the instance that refutes the statement or attains its constant, or else the one with the strongest exact
    extreme, at the smallest size that has it; and then the strongest bound, unless a bound refutes the statement.
    """
    refuted = question.first_refuted  # the smallest size at which the statement fails
    refuting_bound = question.refuting_bound  # a bound that breaks the claimed constant; None if a size is refuted
    attaining = (size.positive for size in question.sizes if size.verdict == "attained")
    attained = next((witness for witness in attaining if witness is not None), None)
    # the smallest ratio bounds an infimum best, the largest a supremum; of equal ones both take the first
    strongest = partial(min if question.sense == "inf" else max, key=lambda entry: near(entry.value), default=None)
    candidates: list[tuple[InstanceRole, str, Witness | None]] = []
    if refuted is not None:
        smallest = "smallest" if question.is_smallest else "first"
        candidates.append(("refutation", f"The {smallest} refutation", refuted.refutation))
        candidates.append(("positive", "With a strictly positive parameter", refuted.positive))
    elif refuting_bound is not None:
        candidates.append(("refutation", f"The refutation of the {refuting_bound.kind}", refuting_bound.witness))
    candidates.append(("attained", "Attained by positive parameters", attained))
    if refuted is None and attained is None:
        decided_sizes = [size for size in question.sizes if size.verdict != "undecided"]
        extreme = strongest(e for size in decided_sizes for e in size.extremes if e.sense == question.sense)
        if extreme is not None:
            candidates.append(("extreme", f"The {EXTREME_WORDS[question.sense]} value", extreme.witness))
    if refuting_bound is None:
        bound = strongest(b for b in question.bounds if b.sense == question.sense and b.witness is not None)
        if bound is not None:
            candidates.append(("bound", "The strongest bound found", bound.witness))
    return [InstanceToShow(role, title, witness) for role, title, witness in candidates if witness is not None]


def instance_of(witness: Witness, registry: Registry) -> Instance | None:
    """The instance of a witness as values; None if its metric or axiom is not registered or has changed."""
    try:
        _, _, instance = witnesses.restore(witness, registry)
        return instance
    except (Unknown, witnesses.BadWitness, TypeError, ValueError):
        return None


def first_ranking(instance: Instance) -> Sequence[Item]:
    """The items in the order of the instance's first ranking, best first; empty if it has no ranking."""
    return next((value.order for value in instance.values.values() if isinstance(value, Ranking)), ())


def sigma_of(witness: Witness | None, registry: Registry) -> tuple[int, ...]:
    """The permutation sigma of a witness with two rankings, which describes them up to the names of the items.

    Its k-th entry is the position in the second ranking of the item at position k of the first; positions begin at 1.
    Empty for fewer than two rankings, and for None.
    """
    instance = instance_of(witness, registry) if witness is not None else None
    if instance is None:
        return ()
    rankings = [value for value in instance.values.values() if isinstance(value, Ranking)]
    if len(rankings) < 2:
        return ()
    first, second, *_ = rankings
    return tuple(int(second[item]) for item in first.order)


def sigma_text(witness: Witness, registry: Registry) -> str:
    """The permutation of a witness as text, such as ``sigma = (2, 1)``; empty without two rankings."""
    sigma = sigma_of(witness, registry)
    return f"sigma = ({', '.join(map(str, sigma))})" if sigma else ""


def values_text(witness: Witness, registry: Registry) -> str:
    """The values and parameters of a witness in one line; "an instance" if it cannot be restored."""
    instance = instance_of(witness, registry)
    if instance is None:
        return "an instance"
    value_by_name = {**instance.values, **instance.parameters}
    # the text of weights begins with the name
    return ", ".join(v.text() if isinstance(v, Parameter) else f"{name} = {v}" for name, v in value_by_name.items())


# --- names of files ---------------------------------------------------------------------------------------------------


class ExplorationFiles:
    """Paths in the folder of an answer: of its witnesses, and of pictures of best constants and instances."""

    def __init__(self, answer: Answer, *, pictures: bool = True) -> None:
        """Name the files; without ``pictures``, omit the picture of the best constants."""
        self.answer = answer
        self.with_pictures = pictures
        # one object that is both a refutation and an extreme gets one file, with the name that comes last
        name_and_witness_by_identity: dict[int, tuple[str, Witness]] = {}
        for question in answer.questions:
            for name, witness in self._named_witnesses(question):
                name_and_witness_by_identity[id(witness)] = (name, witness)
        self.witnesses = dict(name_and_witness_by_identity.values())
        """Witnesses by file name, without folder and suffix, such as ``deck-n4-refutation``."""

    def _named_witnesses(self, question: Question) -> Iterator[tuple[str, Witness]]:
        """Yield the name of the file and the witness, for each witness of a question."""
        label = short_name(question.label)
        for size in question.sizes:
            is_first_refuted = size is question.first_refuted
            if is_first_refuted and size.refutation is not None:
                yield f"{label}-n{size.n}-refutation", size.refutation
            if size.positive is not None and (is_first_refuted or size.verdict == "attained"):
                yield f"{label}-n{size.n}-{'positive' if is_first_refuted else 'attained'}", size.positive
            for extreme in size.extremes:
                if extreme.witness is not None:
                    yield f"{label}-n{size.n}-{extreme.sense}", extreme.witness
        for k, bound in enumerate(question.bounds, 1):
            if bound.witness is not None:
                yield f"{label}-n{bound.n}-{bound.kind}-{bound.sense}-{k}", bound.witness

    def witness_file(self, witness: Witness) -> str:
        """The path of the file of a witness of the answer, which must be the object in the answer."""
        return f"witnesses/{next(name for name, stored in self.witnesses.items() if stored is witness)}.json"

    @property
    def constants_picture(self) -> str:
        """The name of the picture of the best constants; empty if there is nothing to draw."""
        questions = self.answer.questions
        has_constants = any(q.bounds or any(size.extremes for size in q.sizes) for q in questions)
        return "best-constants.svg" if self.with_pictures and has_constants else ""

    def instance_pictures(self, question: Question) -> dict[str, Witness]:
        """The instances of a question to draw, by file name: the most important one, and the strongest bound.

        An instance with the role ``positive`` is not drawn.
        """
        witness_by_file: dict[str, Witness] = {}
        for role, _, witness in instances_to_show(question):
            if role == "bound" or (role != "positive" and not witness_by_file):
                witness_by_file[f"instance-{short_name(question.label)}-{role}.svg"] = witness
        return witness_by_file


# --- outcomes of questions ------------------------------------------------------------------------------------------

MAX_QUESTIONS_LISTED = 4
"""Questions of an exploration up to which a terminal lists each; of more, those with the same outcome share a line."""


def list_outcomes(questions: Sequence[Question]) -> List:
    """The outcomes of an exploration, a line for each question."""
    return List(tuple((Strong(q.label), f": {q.asked}: {q.outcome}") for q in questions))


def list_grouped_outcomes(questions: Sequence[Question]) -> List:
    """The outcomes of an exploration, a line for all questions with the same one; refuted questions last, a line each.

    If all questions ask the same of different metrics, the first line is their common statement, and each question is
    named by its metric. Otherwise a question is named by its label.
    """
    metrics = {question.metric for question in questions}
    is_named_by_metric = len(metrics) == len(questions) and len({question.asked for question in questions}) == 1
    items: list[Inline] = [(Strong(questions[0].asked), ":")] if is_named_by_metric else []
    unrefuted = [q for q in questions if q.first_refuted is None and q.refuting_bound is None]
    for outcome, same_outcome in grouped(unrefuted, _outcome_in_brief).items():
        names: list[Span] = []
        for q in same_outcome:
            names += ["; ", Mono(q.metric if is_named_by_metric else q.label)]
        items.append((Strong(outcome), ": ", *names[1:]))  # without the first separator
    refuted = [question for question in questions if question not in unrefuted]
    return List((*items, *((Strong(q.label), f": {q.asked}: {q.outcome}") for q in refuted)))


def _outcome_in_brief(question: Question) -> str:
    """The outcome of a question that is not refuted, in words that several questions can share."""
    if question.why_no_constant or question.checked is not None:
        # no constant exists, or the verdict is that of "axiomatrix check", which may be stronger than the bounds below
        return question.why_no_constant or question.outcome
    parts = [f"{Verdict.PROVED.written} for every n"] if question.proof is not None else []
    verdict, largest_n = question.reach  # all sizes up to this n have the verdict; 0 for none
    if largest_n:
        parts.append(f"{written(verdict)} n <= {largest_n}{' at the values named' if question.scope else ''}")
    strongest = max((b for b in question.bounds if b.sense == question.sense), key=bound_rank, default=None)
    if strongest is not None and not question.proof:
        parts.append(bound_text(strongest))
    return ", ".join(parts) or question.outcome


class ReadingsTable(NamedTuple):
    """The outcome of each claim in each reading of a definition."""

    claims: list[tuple[str, str]]
    """The rows: the id of a claim, empty for an unclaimed statement, and the statement."""
    readings: list[tuple[str, list[str]]]
    """The columns: the label of a reading, and its outcomes in the order of the claims, empty if missing."""


def readings_table(answer: Answer) -> ReadingsTable:
    """Arrange the readings of a definition side by side; without rows if there are none."""
    outcomes_by_reading: list[tuple[str, dict[tuple[str, str], str]]] = []
    """The label of each reading, and its outcomes by claim: the id, and the statement (``said`` is a shorter text)."""
    for reading in answer.beside:
        outcomes = {(s.claim, s.said or s.statement): s.outcome for s in reading.standings}
        outcomes_by_reading.append((reading.label, outcomes))
    claims = list(dict.fromkeys(claim for _, outcomes in outcomes_by_reading for claim in outcomes))
    readings = [(label, [outcomes.get(claim, "") for claim in claims]) for label, outcomes in outcomes_by_reading]
    return ReadingsTable(claims, readings)


# --- how a question was decided --------------------------------------------------------------------------------------

SPACE_NAMES = {
    ParameterDomain.OPEN: "as the row declares it",
    ParameterDomain.CLOSED: "its closure, with zero weights and pseudometrics",
}
"""The space of a question's parameters in words."""


def method_sentences(question: Question) -> str:
    """Sentences on how a question was decided: space, method, numbers of rankings and classes, certificates.

    A *class* is a set of rankings that a symmetry maps to each other, so that only one of them had to be decided. An
    enumeration has ``cases`` instead. ``question.followed`` is a parameter all of whose values were decided at once.
    """
    sizes = question.sizes
    sentences = [f"Space: {SPACE_NAMES[question.space]}."]
    if question.method:
        sentences.append(f"Method: {question.method}.")
    if classes := sum(size.classes for size in sizes):
        symmetries = f" by {', '.join(question.symmetries)}" if question.symmetries else ""
        sentences.append(f"{sum(size.rankings for size in sizes):,} rankings in {classes:,} classes{symmetries}.")
    if cases := sum(size.cases for size in sizes):
        values = f", each for all values of {question.followed}" if question.followed else ""
        sentences.append(f"{cases:,} instances ({question.sort or 'rankings'}){values}.")
    if decomposed := sum(size.decomposed for size in sizes):
        sentences.append(f"{decomposed:,} rankings settled as sums of smaller ones.")
    if by_lemma := sum(size.by_lemma for size in sizes):
        sentences.append(f"{by_lemma:,} rankings settled by a lemma of the catalogue: {'; '.join(question.lemmas)}.")
    if certificates := sum(size.certificates for size in sizes):
        sentences.append(f"{certificates:,} certificates verified.")
    return " ".join(sentences)


# --- what the verdicts mean -----------------------------------------------------------------------------------------

CERTIFIED_MEANS = (
    f"{Verdict.CERTIFIED.written} n <= N: for all rankings of up to N items, up to the symmetries named, a certificate "
    "that was verified independently proves the statement for every parameter of the space; extremes there are exact "
    "and attained (on the closure of the space, if not in it). The certificate says nothing about more items."
)
CERTIFIED_ONLY_AT_MEANS = (
    f"{Verdict.CERTIFIED.written} n <= N (only at ...): for all rankings of up to N items, up to the symmetries named, "
    "a certificate that was verified independently proves the statement for every value of the one parameter that was "
    "followed, while the others had the values named; other values were not examined. Extremes there are exact and "
    "attained (on the closure of the space, if not in it). The certificate says nothing about more items."
)
APPROACHED_MEANS = "approached: no parameter attains this extreme; ratios come arbitrarily close to it."
BEST_FOUND_MEANS = f"{written(BEST_SO_FAR)}: the bound is what its instance proves. It may not be the best constant."
EXHAUSTED_MEANS = (
    f"{Verdict.EXHAUSTED.written} n <= N: every instance of up to N items, up to renaming of the items, was decided by "
    "the definitions; extremes there are exact and attained. It says nothing about more items."
)
GRID_MEANS = (
    f"{written(GRID)} n <= N: every instance of up to N items that the spaces list was decided, at the listed values "
    "of the parameters. It says nothing about other instances."
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
    """Sentences that explain the verdicts and words that occur in the answer, with their limits."""
    sizes = [size for question in answer.questions for size in question.sizes]
    verdicts = {size.verdict for size in sizes}
    # the values of parameters for which something is certified; the empty scope is the whole space
    certified_scopes = {question.scope for question in answer.questions if question.sizes_with("certified")}
    sentences: list[str] = []
    if "" in certified_scopes:
        sentences.append(CERTIFIED_MEANS)
    if any(certified_scopes):
        sentences.append(CERTIFIED_ONLY_AT_MEANS)
    if "exhausted" in verdicts:
        sentences.append(EXHAUSTED_MEANS)
    if "grid" in verdicts:
        sentences.append(GRID_MEANS)
    followed = dict.fromkeys(question.followed for question in answer.questions if question.followed)
    sentences += [FOLLOWED_MEANS.format(names) for names in followed]
    if any(approached_remark(size, extreme) for size in sizes for extreme in size.extremes):
        sentences.append(APPROACHED_MEANS)
    if verdicts & {"attained", "attained on the closure", "not attained"}:
        sentences.append(ATTAINED_MEANS)
    if any(question.bounds for question in answer.questions):
        sentences.append(BEST_FOUND_MEANS)
    return sentences
