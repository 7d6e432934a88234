"""Contents of the pages on explorations, for their templates: outcomes of the questions, best constants, instances."""

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
from ..subjects.exploration_parts import (
    NO_CONSTANT,
    PROVED_SIGNS,
    SHOWN_SIGNS,
    ExplorationFiles,
    approached_remark,
    instances_to_show,
    sigma_of,
    sizes_of,
)
from ..subjects.witness import term_lines
from .pictures import pictures

if TYPE_CHECKING:
    from .inputs import Inputs

_OTHER_METRIC = re.compile(r"other=([^,)]+)")
"""Another metric, in the arguments of a statement."""
MAX_NAMED_QUESTIONS = 4
"""Questions that a sentence names before it says how many more there are."""


def list_entry(id: str, answer: Answer) -> dict[str, Any]:
    """The entry of an exploration in the list of explorations, for the template.

    ``{"id", "title", "kinds": [[tone, outcome, labels] ...], "questions": their number,
    "fits": [[closed form, labels] ...], "sizes": [smallest n, largest n]}``.
    """
    kinds = grouped(sorted(answer.questions, key=lambda question: question.first_refuted is None), standing)
    forms = grouped(((fit.sentence, q.label) for q in answer.questions for fit in closed_forms(q)), itemgetter(0))
    sizes = sizes_of(answer)
    return {
        "id": id,
        "title": answer.title,
        "kinds": [[*kind, [question.label for question in questions]] for kind, questions in kinds.items()],
        "questions": len(answer.questions),
        "fits": [[form, [label for _, label in labelled]] for form, labelled in forms.items()],
        "sizes": [sizes[0], sizes[-1]] if sizes else [],
    }


def closed_forms(question: Question) -> list[FamilyForm]:
    """The distinct closed forms that were recognised in a question's families of instances."""
    return list(dict.fromkeys(bound.form for bound in question.bounds if bound.form))


def typeset_form(form: FamilyForm) -> Markup:
    """A closed form as MathML; empty if it is a constant, which the sentence beside it already has."""
    return Markup(spans(form.latex) if form.limit != form.formula else "")


class ExplorationPage:
    """An exploration as its template reads it; pictures are addresses, and empty if there are none."""

    def __init__(self, id: str, inputs: Inputs) -> None:
        self.answer, self.folder = inputs.answers[id], f"reports/explorations/{id}"
        self.registry = inputs.declarations
        self.defined = inputs.defined
        self.svg_files = inputs.pictures.get(id, {})
        self.named = ExplorationFiles(self.answer)
        self.constants = self.picture(self.named.constants)
        self.sizes = sizes_of(self.answer)
        self.questions = [(question, self._instances(question)) for question in self.answer.questions]
        """Each question with its instances."""

    @property
    def definitions(self) -> list[tuple[str, str, str, str, list[str]]]:
        """The metrics of the questions: name, plain name, sentence, formula, and how the variants differ."""
        names = dict.fromkeys(
            name
            for question in self.answer.questions
            for name in (question.metric, *_OTHER_METRIC.findall(question.statement))
        )
        metrics = [metric for name in names if (metric := self.registry.metrics.get(name)) is not None]
        return [
            (
                variants[0].name,
                plain_name(variants[0]).partition(" [")[0],
                plain_sentence(variants[0]),
                variants[0].formula,
                [
                    f"{metric.variant}: {difference}"
                    for metric in variants
                    if metric.variant and (difference := distinction(metric))
                ],
            )
            for variants in grouped(metrics, lambda metric: metric.id).values()
        ]

    @property
    def fallen(self) -> dict[str, Any] | None:
        """The first refuting instance that is drawn, with the ``label`` of its question; None without any."""
        refuting = (
            {**instance, "label": question.label}
            for question, instances in self.questions
            if question.first_refuted
            for instance in instances[:1]
        )
        return next((instance for instance in refuting if instance["drawn"]), None)

    def picture(self, file: str) -> str:
        """The SVG file as a ``data:`` address; empty if there is no such file."""
        if file not in self.svg_files:
            return ""
        return "data:image/svg+xml," + quote(self.svg_files[file], safe=" =/:;,.()-")

    def definition(self, question: Question) -> str:
        """The formula of the question's metric."""
        metric = self.registry.metrics.get(question.metric)
        return self.defined.get(question.metric, ("", ""))[1] or (metric.formula if metric else "")

    def extreme(self, size: SizeAnswer, sense: Sense) -> list[str] | None:
        """The best constant at a size in words, and the permutation that attains it; None if it was not asked."""
        extreme = size.extreme(sense)
        if extreme is None:
            return None
        text = with_four_decimals(extreme.value) + approached_remark(size, extreme)
        text = f"best found {SHOWN_SIGNS[extreme.sense]} {text}" if size.verdict == "undecided" else text
        return [text, ", ".join(map(str, sigma_of(extreme.witness, self.registry)))]

    def _instances(self, question: Question) -> list[dict[str, Any]]:
        drawn = set(map(id, self.named.instances(question).values()))
        return [
            self._instance(title, witness, is_drawn=id(witness) in drawn)
            for _, title, witness in instances_to_show(question)
        ]

    def _instance(self, title: str, witness: Witness, *, is_drawn: bool) -> dict[str, Any]:
        """An instance for the template: ``shown`` is its account, ``replay`` the command that checks it again."""
        account: Account = account_of(witness, self.registry)
        sigma = sigma_of(witness, self.registry) if len(account.values) == 2 else ()
        return {
            "title": title,
            "n": witness.n,
            "shown": account,
            "sigma": ", ".join(map(str, sigma)),
            "terms": term_lines(account.terms),
            "replay": f"axiomatrix verify {self.folder}/{self.named.witness(witness)}",
            "drawn": Markup("").join(pictures(account.figures)) if is_drawn else "",
        }

    def certificate(self, question: Question) -> tuple[int, str]:
        """The number of a question's verified certificates, and their file."""
        count = sum(size.certificates for size in question.sizes)
        return count, f"{self.folder}/certificates/{short_name(question.label)}-{question.sense}.json"


# --- the outcome of a question in words, and its best constants over all n


def standing(question: Question) -> tuple[str, str]:
    """The verdict whose sign a question gets, and the outcome in short, such as ``refuted at n = 6``.

    A statement of existence that an instance shows has the sign of a proof, as in the matrix. The verdict is empty for
    outcomes that the matrix does not have, such as *not attained* and bounds by instances.
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
    """Summarise an exploration for the top of its page: the refuted questions with their instances, then the others."""
    false: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for question in answer.questions:
        first, word, by_word = question.first_refuted, standing(question)[1], others
        if first is not None and first.refutation is not None:
            witness, by_word = first.refutation, false
            word = f"at n = {first.n}, {in_symbols(question.asked)} would be {witness.lhs} {witness.op} {witness.rhs}"
        by_word.setdefault(word, []).append(question.label.removesuffix(f": {answer.title}"))
    if len(answer.questions) == 1:
        return " ".join(
            [*(f"False: {word}." for word in false), *(f"{word[:1].upper()}{word[1:]}." for word in others)]
        )
    sentences = [f"False in the reading {_joined_labels(labels)}: {word}." for word, labels in false.items()]
    sentences += [f"{word[:1].upper()}{word[1:]}: {_joined_labels(labels)}." for word, labels in others.items()]
    return " ".join(sentences)


def _joined_labels(labels: Sequence[str]) -> str:
    """The first labels of questions, with semicolons between them if a label has a comma."""
    between = "; " if any("," in label for label in labels) else ", "
    more = len(labels) - MAX_NAMED_QUESTIONS
    return between.join(labels[:MAX_NAMED_QUESTIONS]) + (f" and {more} more" if more > 0 else "")


def best_constants(question: Question) -> list[list[Any]]:
    """The best constants over all n that are proved or shown: ``[sense, sign, value, why, n]`` each.

    An instance proves that the infimum is at most its own value; a proof says that no value is smaller (and likewise
    for the supremum). ``n`` is that of the instance, 0 for a proof. The sign is empty if no constant exists. The list
    is empty if ``axiomatrix check`` has the answer, which the remark gives.
    """
    if question.remark and not question.sizes:  # the remark says more than bounds would
        return []
    extremes: list[list[Any]] = []
    for sense, sign in (("inf", 1), ("sup", -1)):
        proved = [p for p in question.proved if p.sense == sense]
        seen = [(e.value, size.n) for size in question.sizes for e in size.extremes if e.sense == sense]
        seen += [(bound.value, bound.n) for bound in question.bounds if bound.sense == sense]
        if proved:
            strongest = max(proved, key=lambda p: sign * near(p.value))
            why = f"{Verdict.PROVED.written} for every n"
            extremes.append([sense, PROVED_SIGNS[sense], with_four_decimals(strongest.value), why, 0])
        if seen:
            value, n = min(seen, key=lambda pair: sign * near(pair[0]))
            bound = ["", NO_CONSTANT] if value == INFINITE else [SHOWN_SIGNS[sense], with_four_decimals(value)]
            extremes.append([sense, *bound, f"an instance at n = {n}", n])
    return extremes
