"""Pages of explorations: the outcome of each question, what is known for every n, and the instances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from ...catalogue.metric_sentences import distinction, plain_name, plain_sentence
from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.evidence import Witness
from ...evidence.notation import INFINITE, near, with_four_decimals
from ...evidence.slug import short_name
from ...evidence.verdict import Verdict, written
from ...evidence.words import grouped
from ...studies.explore.answer import Answer, Question
from ...studies.explore.results import FamilyForm, Sense, SizeAnswer
from ..pictures.constant_series import in_symbols
from ..render.mathml import spans
from ..subjects.exploration_parts import NO_CONSTANT, PROVED, SHOWN, Files, approach, instances, sigma_of, sizes_of
from ..subjects.witness import term_lines
from .pictures import pictures

if TYPE_CHECKING:
    from .inputs import Inputs

_OTHER = re.compile(r"other=([^,)]+)")
"""Another metric, in the arguments of a statement."""
MOST_NAMED = 4
"""Questions that a sentence names."""


def brief(id: str, answer: Answer) -> dict[str, Any]:
    """Return the data of one entry in the list of explorations.

    ``{"id", "title", "kinds": [[tone, said, labels] ...], "questions": how many, "fits": [[said, labels] ...],
    "sizes": [smallest n, largest n]}``.
    """
    kinds = grouped(sorted(answer.questions, key=lambda question: question.first_refuted is None), standing)
    forms = grouped(((fit.sentence, q.label) for q in answer.questions for fit in fits(q)), itemgetter(0))
    sizes = sizes_of(answer)
    return {
        "id": id,
        "title": answer.title,
        "kinds": [[*kind, [question.label for question in of]] for kind, of in kinds.items()],
        "questions": len(answer.questions),
        "fits": [[fit, [label for _, label in of]] for fit, of in forms.items()],
        "sizes": [sizes[0], sizes[-1]] if sizes else [],
    }


def fits(question: Question) -> list[FamilyForm]:
    """The closed forms of its families of instances, each once."""
    return list(dict.fromkeys(bound.form for bound in question.bounds if bound.form))


def typeset_form(form: FamilyForm) -> Markup:
    """The formula as MathML; nothing where it is a number."""
    return Markup(spans(form.latex) if form.limit != form.formula else "")


class ExplorationPage:
    """An exploration on its page; pictures are addresses of files, empty where there is none."""

    def __init__(self, id: str, inputs: Inputs) -> None:
        self.answer, self.folder = inputs.answers[id], f"reports/explorations/{id}"
        self.registry = inputs.known
        self.defined = inputs.defined
        self.there = inputs.pictures.get(id, {})
        self.named = Files(self.answer)
        self.constants = self.picture(self.named.constants)
        self.sizes = sizes_of(self.answer)
        self.questions = [(question, self._instances(question)) for question in self.answer.questions]
        """Each with the instances that are written out."""

    @property
    def definitions(self) -> list[tuple[str, str, str, str, list[str]]]:
        """The metrics that are compared, each once: name, plain name, sentence, formula, and what its readings say."""
        names = dict.fromkeys(
            name
            for question in self.answer.questions
            for name in (question.metric, *_OTHER.findall(question.statement))
        )
        known = [metric for name in names if (metric := self.registry.metrics.get(name)) is not None]
        return [
            (
                of_one[0].name,
                plain_name(of_one[0]).partition(" [")[0],
                plain_sentence(of_one[0]),
                of_one[0].formula,
                [f"{metric.variant}: {says}" for metric in of_one if metric.variant and (says := distinction(metric))],
            )
            for of_one in grouped(known, lambda metric: metric.id).values()
        ]

    @property
    def fallen(self) -> dict[str, Any] | None:
        """The instance that refutes the first question that one refutes, with the ``label`` of that; if it is drawn."""
        first = ({**one, "label": q.label} for q, all_ in self.questions if q.first_refuted for one in all_[:1])
        return next((one for one in first if one["drawn"]), None)

    def picture(self, file: str) -> str:
        """A picture as an address that holds it, if it is there, else nothing."""
        if file not in self.there:
            return ""
        return "data:image/svg+xml," + quote(self.there[file], safe=" =/:;,.()-")

    def definition(self, question: Question) -> str:
        """The formula of its metric."""
        metric = self.registry.metrics.get(question.metric)
        return self.defined.get(question.metric, ("", ""))[1] or (metric.formula if metric else "")

    def extreme(self, size: SizeAnswer, sense: Sense) -> list[str] | None:
        """The value in words and the permutation that attains it."""
        extreme = size.extreme(sense)
        if extreme is None:
            return None
        text = with_four_decimals(extreme.value) + approach(size, extreme)
        text = f"best found {SHOWN[extreme.sense]} {text}" if size.verdict == "undecided" else text
        return [text, ", ".join(map(str, sigma_of(extreme.witness, self.registry)))]

    def _instances(self, question: Question) -> list[dict[str, Any]]:
        drawn = set(map(id, self.named.instances(question).values()))
        return [
            self._instance(title, witness, is_drawn=id(witness) in drawn) for _, title, witness in instances(question)
        ]

    def _instance(self, title: str, witness: Witness, *, is_drawn: bool) -> dict[str, Any]:
        """An instance in the words of its account (``shown``); ``replay`` is the command, given beside the reports."""
        shown: Account = account_of(witness, self.registry)
        sigma = sigma_of(witness, self.registry) if len(shown.values) == 2 else ()
        return {
            "title": title,
            "n": witness.n,
            "shown": shown,
            "sigma": ", ".join(map(str, sigma)),
            "terms": term_lines(shown.terms),
            "replay": f"axiomatrix verify {self.folder}/{self.named.witness(witness)}",
            "drawn": Markup("").join(pictures(shown.figures)) if is_drawn else "",
        }

    def certificate(self, question: Question) -> tuple[int, str]:
        """How many were verified, and the file that has them."""
        count = sum(size.certificates for size in question.sizes)
        return count, f"{self.folder}/certificates/{short_name(question.label)}-{question.sense}.json"


# --- how a question stands, in a word, and what is known of its best constant for every n


def standing(question: Question) -> tuple[str, str]:
    """The verdict whose sign the question gets, and what it says in short, such as ``refuted at n = 6``.

    A statement of existence that an instance shows has the sign of what is proved, as in the matrix. The verdict is
    empty where none of the matrix says the same, such as *not attained* and bounds that instances prove.
    """
    first, reached = question.first_refuted, question.certified_up_to
    if first is not None:
        return Verdict.REFUTED, f"{Verdict.REFUTED.written} at n = {first.n}"
    instance = question.contradicting
    if instance is not None:
        return Verdict.REFUTED, f"{Verdict.REFUTED.written} at n = {instance.n} by an instance of the {instance.kind}"
    if question.unlimited:
        return Verdict.REFUTED, question.unlimited
    if question.proof:
        return Verdict.PROVED, f"{Verdict.PROVED.written} for every n"
    verdicts = {size.verdict: size.n for size in reversed(question.sizes)}  # each with the first size that has it
    if "attained" in verdicts:
        return Verdict.PROVED, f"attained at n = {verdicts['attained']}"
    if "attained on the closure" in verdicts:
        return "", f"attained on the closure only, n = {verdicts['attained on the closure']}"
    if "undecided" in verdicts:
        return Verdict.UNDECIDED, f"{Verdict.UNDECIDED.written} at some size"
    scope = ", other parameters fixed" if question.scope else ""
    if reached:
        return Verdict.CERTIFIED, f"{Verdict.CERTIFIED.written} n <= {reached}{scope}"
    if "not attained" in verdicts:
        return "", f"not attained for n <= {question.sizes[-1].n}"
    if question.checked is not None:
        return question.checked, f"no parameter, by axiomatrix check: {written(question.checked)}"
    return "", "not swept: bounds by instances only" if question.bounds else "not decided"


def opening(answer: Answer) -> str:
    """Summarise all outcomes: the refuted questions with their instances, then the others."""
    false: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for question in answer.questions:
        first, word, by_word = question.first_refuted, standing(question)[1], others
        if first is not None and first.refutation is not None:
            shown, by_word = first.refutation, false
            word = f"at n = {first.n}, {in_symbols(question.asked)} would be {shown.lhs} {shown.op} {shown.rhs}"
        by_word.setdefault(word, []).append(question.label.removesuffix(f": {answer.title}"))
    if len(answer.questions) == 1:
        return " ".join(
            [*(f"False: {word}." for word in false), *(f"{word[:1].upper()}{word[1:]}." for word in others)]
        )
    sentences = [f"False in the reading {_together(of)}: {word}." for word, of in false.items()]
    sentences += [f"{word[:1].upper()}{word[1:]}: {_together(of)}." for word, of in others.items()]
    return " ".join(sentences)


def _together(labels: Sequence[str]) -> str:
    """The names of some questions, in which there may be commas; few of them."""
    between = "; " if any("," in label for label in labels) else ", "
    more = len(labels) - MOST_NAMED
    return between.join(labels[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def known(question: Question) -> list[list[Any]]:
    """Return the extremes over all n: ``[sense, sign, value, why, n]`` each, the exact ones first.

    The sign is empty where no constant exists.

    An instance proves that the smallest value is not larger than its own; a proof says that none is smaller. Both hold
    on the space of the question, which ``n`` does not limit; n is that of the instance, 0 for a proof. Nothing where
    ``axiomatrix check`` has the answer, which the remark gives.
    """
    if question.remark and not question.sizes:  # what it says reaches further
        return []
    extremes: list[list[Any]] = []
    for sense, sign in (("inf", 1), ("sup", -1)):
        proved = [p for p in question.proved if p.sense == sense]
        seen = [(e.value, size.n) for size in question.sizes for e in size.extremes if e.sense == sense]
        seen += [(bound.value, bound.n) for bound in question.bounds if bound.sense == sense]
        if proved:
            strongest = max(proved, key=lambda p: sign * near(p.value))  # called at once
            extremes.append(
                [
                    sense,
                    PROVED[sense],
                    with_four_decimals(strongest.value),
                    f"{Verdict.PROVED.written} for every n",
                    0,
                ]
            )
        if seen:
            value, n = min(seen, key=lambda pair: sign * near(pair[0]))  # likewise
            stands = ["", NO_CONSTANT] if value == INFINITE else [SHOWN[sense], with_four_decimals(value)]
            extremes.append([sense, *stands, f"an instance at n = {n}", n])
    return extremes
