"""An exploration as data for its page: the questions, what became of each at every size, and the instances.

``{"id", "title", "opening", "claims", "meanings", "fallen", "constants", "sizes": [n ...], "questions": [...],
"beside": {"heads", "rows", "means"}}``. ``fallen`` is the instance that refutes the first question
that is refuted, with that one's label (``of``), or None. Pictures (``constants``, the ``plane`` of a question) are
addresses of files, or empty; an instance may have pictures (``drawn``), as markup.

A question is ``{"label", "metric", "page", "asked", "definition", "math", "quantity", "tone", "short", "outcome",
"how", "notes", "known", "sizes", "instances", "bounds", "fits", "plane", "proofs", "certificate"}``; ``page`` says
whether the metric has one, ``tone`` and ``short`` are :func:`.question_data.standing`. Sizes are ``[n, verdict,
rankings, classes, inf, sup]``, an extreme ``[text, sigma]`` or null. See the functions for the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.evidence import INFINITE, Witness
from ...evidence.words import grouped
from ...studies.explore.answer import Answer, Bound, Extremal, Question, SizeAnswer
from ...studies.explore.names import file_name
from ..explorations import telling, words
from ..explorations.files import Files
from ..explorations.words import exact
from ..witness.text import term_lines
from .pictures import pictures
from .question_data import closed_form, known, opening, proof_parts, standing

if TYPE_CHECKING:
    from .inputs import Inputs


def brief(id: str, answer: Answer) -> dict[str, Any]:
    """What the list of explorations says of one.

    ``{"id", "title", "kinds": [[tone, said, labels] ...], "questions": how many, "fits": [[said, labels] ...],
    "sizes": [smallest n, largest n]}``.
    """
    kinds = grouped(sorted(answer.questions, key=lambda question: question.first_refuted is None), standing)
    fits: dict[str, list[str]] = {}
    for question in answer.questions:
        for fit in _fits(question):
            fits.setdefault(fit, []).append(question.label)
    sizes = _sizes(answer)
    return {
        "id": id,
        "title": answer.title,
        "kinds": [[*kind, [question.label for question in of]] for kind, of in kinds.items()],
        "questions": len(answer.questions),
        "fits": [[fit, labels] for fit, labels in fits.items()],
        "sizes": [sizes[0], sizes[-1]] if sizes else [],
    }


def _fits(question: Question) -> list[str]:
    """The closed forms of its families of instances, each once."""
    return list(dict.fromkeys(filter(None, map(closed_form, question.bounds))))


def _sizes(answer: Answer) -> list[int]:
    return sorted({size.n for question in answer.questions for size in question.sizes})


def exploration_data(id: str, inputs: Inputs) -> dict[str, Any]:
    """The page of an exploration."""
    answer = inputs.answers[id]
    made = _Made(id, inputs)
    heads, beside = words.standings(answer)
    questions = [made.question(question) for question in answer.questions]
    refuted = [question for question, of in zip(questions, answer.questions, strict=True) if of.first_refuted]
    first = [{**one, "of": question["label"]} for question in refuted for one in question["instances"][:1]]
    notes = dict.fromkeys(note for question in answer.questions for note in question.claims)
    return {
        "id": id,
        "title": answer.title,
        "opening": opening(answer),
        "claims": [[note.source, note.status, note.wording] for note in notes],
        "meanings": words.meanings(answer),
        "fallen": next((one for one in first if one["drawn"]), None),
        "constants": made.picture(made.named.constants),
        "sizes": _sizes(answer),
        "questions": questions,
        "beside": {"heads": heads, "rows": beside, "means": words.BESIDE_MEANS if beside else ""},
    }


class _Made:
    def __init__(self, id: str, inputs: Inputs) -> None:
        self.folder = f"reports/explorations/{id}"
        self.registry = inputs.known
        self.formulas = {row.name: row.formula for row in inputs.whole.rows}
        self.there = inputs.explorations[id].pictures
        self.named = Files(inputs.answers[id])
        self.planes: set[str] = set()

    def picture(self, file: str) -> str:
        """A picture as an address that holds it, if it is there, else nothing."""
        if file not in self.there:
            return ""
        return "data:image/svg+xml," + quote(self.there[file], safe=" =/:;,.()-")

    def question(self, question: Question) -> dict[str, Any]:
        """One question."""
        tone, short = standing(question)
        metric = self.registry.metrics.get(question.metric)
        definition = self.formulas.get(question.metric) or (metric.formula if metric else "")
        plane = self.named.plane(question.metric) if question.metric not in self.planes else ""
        self.planes.add(question.metric)
        outcome = question.outcome
        silent = question.reason and question.reason not in outcome
        notes = [
            f"{words.SCOPE_MEANS} {question.scope}; nothing is said of other values." if question.scope else "",
            question.remark if question.remark not in outcome else "",
            f"Nothing {'else' if question.unlimited else 'exact'} can be said: {question.reason}" if silent else "",
        ]
        return {
            "label": question.label,
            "metric": question.metric,
            "page": question.metric in self.formulas,
            "asked": question.asked,
            "definition": definition,
            "quantity": question.quantity or "the quantity",
            "tone": tone,
            "short": short,
            "outcome": outcome,
            "how": words.how(question),
            "notes": [note for note in notes if note],
            "known": known(question),
            "sizes": [self._size(size) for size in question.sizes],
            "instances": self._instances(question),
            "bounds": [_bound(bound) for bound in question.bounds],
            "fits": _fits(question),
            "plane": self.picture(plane) if plane else "",
            "proofs": _proofs(question),
            "certificate": _certificate(question, self.folder),
        }

    def _size(self, size: SizeAnswer) -> list[Any]:
        extremes = [self._extreme(size, size.extreme(sense)) for sense in ("inf", "sup")]
        return [size.n, size.verdict, size.rankings, size.classes, *extremes]

    def _extreme(self, size: SizeAnswer, extreme: Extremal | None) -> list[str] | None:
        """The value in words and the permutation that attains it."""
        if extreme is None:
            return None
        sign = "<=" if extreme.sense == "inf" else ">="
        text = f"best found {sign} {exact(extreme.value)}" if size.verdict == "undecided" else exact(extreme.value)
        text += words.approach(size, extreme)
        return [text, ", ".join(map(str, telling.sigma_of(extreme.witness, self.registry)))]

    def _instances(self, question: Question) -> list[dict[str, Any]]:
        """The instances that are written out: what refutes or attains, else the extreme asked for; the best bound."""
        drawn = set(map(id, self.named.instances(question).values()))
        first, attained, extreme = (
            question.first_refuted,
            telling.first_attained(question),
            telling.last_extreme(question),
        )
        titled: list[tuple[str, Witness | None]] = []
        if first is not None:
            title = "The smallest refutation" if question.is_smallest else "The first refutation"
            titled += [(title, first.refutation), ("With a strictly positive parameter", first.positive)]
        titled.append(("Attained by positive parameters", attained))
        if first is None and attained is None and extreme is not None:
            titled.append((f"The {words.WORDS[question.sense]} value", extreme[1].witness))
        titled.append(("The strongest bound found", telling.best_shown(question)))
        return [self._instance(title, w, is_drawn=id(w) in drawn) for title, w in titled if w is not None]

    def _instance(self, title: str, witness: Witness, *, is_drawn: bool) -> dict[str, Any]:
        """An instance in the words of its account; ``replay`` is the command, given beside the reports."""
        shown: Account = account_of(witness, self.registry)
        return {
            "title": title,
            "n": witness.n,
            "sides": shown.sides,
            "sigma": ", ".join(map(str, telling.sigma_of(witness, self.registry))) if len(shown.values) == 2 else "",
            "values": [[value.name, value.text] for value in shown.values],
            "parameters": [value.text for value in shown.parameters],
            "terms": term_lines(shown.terms),
            "constructor": shown.constructor,
            "note": shown.note,
            "replay": f"axiomatrix replay {self.folder}/{self.named.witness(witness)}",
            "drawn": Markup("").join(pictures(shown.figures)) if is_drawn else "",
        }


def _bound(bound: Bound) -> list[Any]:
    """``[n, kind, sense, what it says of the extreme, note]``."""
    sign = "<=" if bound.sense == "inf" else ">="
    value = "no constant will do" if bound.value == INFINITE else f"{sign} {exact(bound.value)}"
    return [bound.n, bound.kind, bound.sense, value, bound.note.removesuffix(closed_form(bound)).rstrip("; ")]


def _proofs(question: Question) -> list[dict[str, Any]]:
    """The proof of the statement, then those of bounds on its constant."""
    texts = [question.proof[:1].upper() + question.proof[1:]] if question.proof else []
    return [proof_parts(text) for text in (*texts, *words.proved_lines(question))]


def _certificate(question: Question, folder: str) -> list[Any] | None:
    """``[how many were verified, the file, the command that verifies it again]``; None if there are none."""
    count = sum(size.certificates for size in question.sizes)
    if not count:
        return None
    file = f"{folder}/certificates/{file_name(question.label)}-{question.sense}.json"
    return [count, file, f"axiomatrix verify {file}"]
