"""Contents of the pages on explorations, for their templates: outcomes of the questions, best constants, instances.

An exploration (``axiomatrix explore``) answers questions: for a statement about a metric, at each number n of items, is
it true, and what is the best constant? A *sense* is ``inf`` or ``sup``: the constant is the smallest or the largest
value of the statement's quantity, such as a ratio of two distances. A *bound* is what one instance proves about it, and
a *family* of instances gives a bound for each of many n. The templates ``conjecture.html.j2``, ``conjectures.html.j2``
and ``question.html.j2`` read these contents. ``id`` is the id of the exploration. ``in_symbols`` writes symbols such
as F_D in place of metrics' names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    INSTANCE_SIGNS,
    NO_CONSTANT,
    PROVED_SIGNS,
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
    """Return the entry of an exploration in the list of explorations, for the template.

    Besides ``id`` and ``title`` it has:

    * ``kinds``: ``[verdict, outcome, labels of the questions with that outcome]`` each, refuted ones first.
    * ``questions``: their number.
    * ``fits``: ``[closed form, labels of the questions in which it was recognised]`` each.
    * ``sizes``: ``[smallest n, largest n]``; empty if no size was decided.
    """
    refuted_first = sorted(answer.questions, key=lambda question: question.first_refuted is None)
    labels_by_outcome: dict[tuple[str, str], list[str]] = {}
    labels_by_form: dict[str, list[str]] = {}
    for question in refuted_first:
        labels_by_outcome.setdefault(standing(question), []).append(question.label)
    for question in answer.questions:
        for form in closed_forms(question):
            labels_by_form.setdefault(form.sentence, []).append(question.label)
    sizes = sizes_of(answer)
    return {
        "id": id,
        "title": answer.title,
        "kinds": [[verdict, outcome, labels] for (verdict, outcome), labels in labels_by_outcome.items()],
        "questions": len(answer.questions),
        "fits": [[form, labels] for form, labels in labels_by_form.items()],
        "sizes": [sizes[0], sizes[-1]] if sizes else [],
    }


def closed_forms(question: Question) -> list[FamilyForm]:
    """Return the distinct closed forms that were recognised in a question's families of instances."""
    return list(dict.fromkeys(bound.form for bound in question.bounds if bound.form))


def typeset_form(form: FamilyForm) -> Markup:
    """Write a closed form as MathML; empty if it is a constant, which the sentence beside it already has."""
    return Markup(spans(form.latex) if form.limit != form.formula else "")


class ExplorationPage:
    """An exploration for its template. Pictures are addresses, empty if there is no picture."""

    def __init__(self, id: str, inputs: Inputs) -> None:
        self.answer = inputs.answers[id]
        self.folder = f"reports/explorations/{id}"
        """The folder of the exploration in the repository, for commands that readers can run."""
        self.registry = inputs.declarations
        self.metric_entries = inputs.metric_entries
        self.svg_files = inputs.pictures.get(id, {})
        """The pictures stored with the answer, by file name."""
        self.files = ExplorationFiles(self.answer)
        """The names of the files that belong to the answer."""
        self.constants = self.picture(self.files.constants_picture)
        """The picture of the best constants by size."""
        self.sizes = sizes_of(self.answer)
        """The numbers of items that any question was decided for."""
        self.questions = [(question, self._instances(question)) for question in self.answer.questions]
        """Each question with its instances, the mappings of :meth:`_instance`."""

    @property
    def definitions(self) -> list[tuple[str, str, str, str, list[str]]]:
        """The metrics of the questions: (name, plain name, sentence, formula, how the variants differ) each."""
        names: dict[str, None] = {}
        for question in self.answer.questions:
            names |= dict.fromkeys((question.metric, *_OTHER_METRIC.findall(question.statement)))
        metrics = [self.registry.metrics[name] for name in names if name in self.registry.metrics]
        definitions = []
        for variants in grouped(metrics, lambda metric: metric.id).values():
            first = variants[0]
            differences = [(metric.variant, distinction(metric)) for metric in variants]
            lines = [f"{variant}: {difference}" for variant, difference in differences if variant and difference]
            name = plain_name(first).partition(" [")[0]  # without the variant
            definitions.append((first.name, name, plain_sentence(first), first.formula, lines))
        return definitions

    @property
    def first_refutation(self) -> dict[str, Any] | None:
        """The first refuting instance that is drawn, with the ``label`` of its question; None without any."""
        for question, instances in self.questions:
            if question.first_refuted and instances and instances[0]["drawn"]:
                return {**instances[0], "label": question.label}
        return None

    def picture(self, file: str) -> str:
        """Return the SVG file as a ``data:`` address; empty if there is no such file."""
        if file not in self.svg_files:
            return ""
        return "data:image/svg+xml," + quote(self.svg_files[file], safe=" =/:;,.()-")

    def definition(self, question: Question) -> str:
        """Return the formula of the question's metric; empty if neither the report nor the registry has it."""
        entry = self.metric_entries.get(question.metric)
        if entry is not None and entry.formula:
            return entry.formula
        metric = self.registry.metrics.get(question.metric)
        return metric.formula if metric is not None else ""

    def extreme(self, size: SizeAnswer, sense: Sense) -> list[str] | None:
        """Return [best constant at a size in words, permutation that attains it]; None if the size has none."""
        extreme = size.extreme(sense)
        if extreme is None:
            return None
        text = with_four_decimals(extreme.value) + approached_remark(size, extreme)
        if size.verdict == "undecided":  # some rankings may have a more extreme value
            text = f"best found {INSTANCE_SIGNS[extreme.sense]} {text}"
        return [text, ", ".join(map(str, sigma_of(extreme.witness, self.registry)))]

    def _instances(self, question: Question) -> list[dict[str, Any]]:
        """Return the instances that a question shows; only instances with a picture file are drawn."""
        # by identity: equal witnesses may differ in role
        drawn_ids = {id(witness) for witness in self.files.instance_pictures(question).values()}
        return [
            self._instance(title, witness, is_drawn=id(witness) in drawn_ids)
            for _role, title, witness in instances_to_show(question)
        ]

    def _instance(self, title: str, witness: Witness, *, is_drawn: bool) -> dict[str, Any]:
        """Return an instance for the template.

        ``title`` says what it is, and ``n`` is its number of items. ``shown`` is its account, ``sigma`` the
        permutation between its two rankings (empty for other instances), ``terms`` the terms of the values, ``replay``
        the command that checks it again, and ``drawn`` its pictures as markup.
        """
        account: Account = account_of(witness, self.registry)
        is_of_two_rankings = len(account.values) == 2
        sigma = sigma_of(witness, self.registry) if is_of_two_rankings else ()
        return {
            "title": title,
            "n": witness.n,
            "shown": account,
            "sigma": ", ".join(map(str, sigma)),
            "terms": term_lines(account.terms),
            "replay": f"axiomatrix verify {self.folder}/{self.files.witness_file(witness)}",
            "drawn": Markup("").join(pictures(account.figures)) if is_drawn else "",
        }

    def certificate(self, question: Question) -> tuple[int, str]:
        """Return (number of a question's verified certificates, their file)."""
        count = sum(size.certificates for size in question.sizes)
        return count, f"{self.folder}/certificates/{short_name(question.label)}-{question.sense}.json"


# --- the outcome of a question in words, and its best constants over all n


def standing(question: Question) -> tuple[str, str]:
    """Return (verdict whose sign a question gets, outcome in short), such as ``refuted at n = 6``.

    The first case that applies decides: refutations, then proofs, then what was found at each size. A statement of
    existence that an instance shows has the sign of a proof, as in the matrix. The verdict is empty for outcomes that
    the matrix does not have, such as *not attained* and bounds by instances.
    """
    if question.first_refuted is not None:
        return Verdict.REFUTED, f"{Verdict.REFUTED.written} at n = {question.first_refuted.n}"
    instance = question.refuting_bound
    if instance is not None:
        return Verdict.REFUTED, f"{Verdict.REFUTED.written} at n = {instance.n} by an instance of the {instance.kind}"
    if question.why_no_constant:
        return Verdict.REFUTED, question.why_no_constant
    if question.proof:
        return Verdict.PROVED, f"{Verdict.PROVED.written} for every n"
    first_size = {size.verdict: size.n for size in reversed(question.sizes)}  # the smallest n with each verdict
    if "attained" in first_size:
        return Verdict.PROVED, f"attained at n = {first_size['attained']}"
    if "attained on the closure" in first_size:
        return "", f"attained on the closure only, n = {first_size['attained on the closure']}"
    if "undecided" in first_size:
        return Verdict.UNDECIDED, f"{Verdict.UNDECIDED.written} at some size"
    scope = ", other parameters fixed" if question.scope else ""
    if question.certified_up_to:
        return Verdict.CERTIFIED, f"{Verdict.CERTIFIED.written} n <= {question.certified_up_to}{scope}"
    if "not attained" in first_size:
        return "", f"not attained for n <= {question.sizes[-1].n}"
    if question.checked is not None:
        return question.checked, f"no parameter, by axiomatrix check: {written(question.checked)}"
    return "", "not swept: bounds by instances only" if question.bounds else "not decided"


def opening(answer: Answer) -> str:
    """Summarise an exploration for the top of its page: the refuted questions with their instances, then the others."""
    refuted: dict[str, list[str]] = {}  # the labels of the questions by their outcome
    others: dict[str, list[str]] = {}
    for question in answer.questions:
        label = question.label.removesuffix(f": {answer.title}")
        failing_size = question.first_refuted
        if failing_size is not None and failing_size.refutation is not None:
            witness = failing_size.refutation
            values = f"{witness.lhs} {witness.op} {witness.rhs}"
            outcome = f"at n = {failing_size.n}, {in_symbols(question.asked)} would be {values}"
            refuted.setdefault(outcome, []).append(label)
        else:
            others.setdefault(standing(question)[1], []).append(label)
    if len(answer.questions) == 1:
        sentences = [f"False: {outcome}." for outcome in refuted]
        sentences += [f"{_capitalised(outcome)}." for outcome in others]
    else:
        sentences = [
            f"False in the reading {_joined_labels(labels)}: {outcome}." for outcome, labels in refuted.items()
        ]
        sentences += [f"{_capitalised(outcome)}: {_joined_labels(labels)}." for outcome, labels in others.items()]
    return " ".join(sentences)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined_labels(labels: Sequence[str]) -> str:
    """Join the first labels of questions, with semicolons between them if a label has a comma."""
    between = "; " if any("," in label for label in labels) else ", "
    more = len(labels) - MAX_NAMED_QUESTIONS
    return between.join(labels[:MAX_NAMED_QUESTIONS]) + (f" and {more} more" if more > 0 else "")


def best_constants(question: Question) -> list[list[Any]]:
    """Return the best constants over all n that are proved or attained: ``[sense, sign, value, why, n]`` each.

    An instance proves that the infimum is at most its own value; a proof says that no value is smaller (and likewise
    for the supremum). ``n`` is the instance's size, 0 for a proof. The sign is empty if no constant exists. The
    list is empty if ``axiomatrix check`` has the answer, which the remark gives.
    """
    if question.remark and not question.sizes:  # the remark says more than bounds would
        return []
    constants: list[list[Any]] = []
    for sense, direction in (("inf", 1), ("sup", -1)):  # the direction turns a supremum into an infimum
        proved = [constant for constant in question.proved if constant.sense == sense]
        if proved:
            strongest = max(proved, key=lambda constant: direction * near(constant.value))
            why = f"{Verdict.PROVED.written} for every n"
            constants.append([sense, PROVED_SIGNS[sense], with_four_decimals(strongest.value), why, 0])
        extremes = [(extreme, size.n) for size in question.sizes for extreme in size.extremes]
        attained = [(extreme.value, n) for extreme, n in extremes if extreme.sense == sense]
        attained += [(bound.value, bound.n) for bound in question.bounds if bound.sense == sense]
        if attained:
            value, n = min(attained, key=lambda value_and_n: direction * near(value_and_n[0]))
            why = f"an instance at n = {n}"
            if value == INFINITE:
                constants.append([sense, "", NO_CONSTANT, why, n])
            else:
                constants.append([sense, INSTANCE_SIGNS[sense], with_four_decimals(value), why, n])
    return constants
