"""What an exploration found, as a page of Markdown, and all its files."""

from __future__ import annotations

import csv as tables_of_values
import json
import os
import shlex
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from ...evidence import witness as witnesses
from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.decimals import beside, near
from ...evidence.evidence import Witness
from ...evidence.files import indented, write_all
from ...evidence.safe import code, fenced, field, prose
from ...model.registry import Registry
from ...studies.explore.answer import Answer, Bound, Extremal, Question, SizeAnswer, dumps
from ...values.parameters import Parameter, Similarity
from ..plot.constants import drawn_constants
from ..plot.drawing import as_svg
from ..tables import github
from ..witness import term_lines
from . import telling

OF_SIZE = ["question", "metric", "statement", "n", "verdict", "rankings", "classes"]
OF_EXTREME = ["sense", "value", "decimal", "sigma", "parameter"]
CSV_HEADS = (*OF_SIZE, *OF_EXTREME)


def markdown(answer: Answer, registry: Registry, files: Sequence[str] = (), *, pictures: bool = True) -> str:
    """The answer as a page; ``files`` register the user's metrics (as seen from the page's folder), for replays."""
    page = _Page(answer.canonical(), registry, files, pictures)
    return "\n".join(page.lines()).rstrip("\n") + "\n"


class _Page:
    def __init__(self, answer: Answer, registry: Registry, files: Sequence[str], pictures: bool) -> None:
        self.answer = answer
        self.registry = registry
        self.files = files
        self.named = telling.Files(answer, pictures=pictures)
        self.argued: dict[str, str] = {}
        """The arguments that were written out, each with the label of the question where it is."""

    def lines(self) -> list[str]:
        claims = dict.fromkeys(note for question in self.answer.questions for note in question.claims)
        lines = [f"# {prose(self.answer.title)}", ""]
        lines += [f"- {prose(note.quotation)}" for note in claims]
        lines += [""] if claims else []
        lines += [f"- **{prose(q.label)}**: {prose(q.outcome)}" for q in self.answer.questions]
        lines += ["", "## By size", "", self._sizes(), ""]
        if self.named.constants:
            lines += [f"![best constants against n]({self.named.constants})", ""]
        lines += [*(f"- {meaning}" for meaning in telling.meanings(self.answer)), ""]
        lines += self._beside()
        for question in self.answer.questions:
            lines += self._question(question)
        return lines

    def _sizes(self) -> str:
        every = telling.sizes_of(self.answer)
        rows = []
        for question in self.answer.questions:
            known = {size.n: size for size in question.sizes}
            rows.append([prose(question.label), *(_cell(known[n]) if n in known else "" for n in every)])
        return github(["", *(f"n = {n}" for n in every)], rows)

    def _beside(self) -> list[str]:
        heads, rows = telling.standings(self.answer)
        if not rows:
            return []
        lines = [
            [prose(f"{claim}: {statement}" if claim else statement), *(prose(outcomes[k]) for _, outcomes in rows)]
            for k, (claim, statement) in enumerate(heads)
        ]
        table = github(["", *(prose(label) for label, _ in rows)], lines)
        return ["## The readings side by side", "", table, "", telling.BESIDE_MEANS, ""]

    def _question(self, question: Question) -> list[str]:
        lines = [f"## {prose(question.label)}", "", f"{code(question.metric)}: {code(question.asked)}", ""]
        metric = self.registry.metrics.get(question.metric)
        lines += [f"where {code(metric.formula)}", ""] if metric else []
        outcome = prose(question.outcome[:1].upper() + question.outcome[1:])
        lines += [f"**{outcome}.** {prose(telling.how(question))}", ""]
        lines += [line for note in telling.notes(question) for line in (prose(note), "")]
        for what, title, witness in telling.instances(question):
            if what in ("refutation", "positive", "attained"):  # the others are named in tables
                lines += self._witness(title, witness, pasted=what != "positive")
        lines += self._extremes(question)
        lines += self._bounds(question)
        return lines + self._proofs(question)

    def _proofs(self, question: Question) -> list[str]:
        lines = []
        for says, proof in telling.proofs(question):
            first = self.argued.setdefault(proof.steps, question.label)
            steps = proof.steps if first == question.label else f'argued above, of "{first}"'
            lines.append(f"- {prose(f'{says} ({steps})')}")
        return ["### Proofs", "", *lines, ""] if lines else []

    def _witness(self, title: str, witness: Witness, *, pasted: bool) -> list[str]:
        shown = account_of(witness, self.registry)
        lines = [f"### {title}: n = {witness.n}", "", f"**{prose(shown.sides)}**", ""]
        lines += self._instance(witness, shown)
        terms = term_lines(shown.terms) if pasted else [f"{term.call} = {term.value}" for term in shown.terms]
        lines += [fenced("\n".join(terms)), ""] if terms else []
        lines += [prose(shown.note), ""] if shown.note else []
        if pasted and shown.constructor:
            lines += ["In Python:", "", fenced(shown.constructor, "python"), ""]
        command = f"axiomatrix replay {shlex.join([self.named.witness(witness), *self.files])}"
        return [*lines, "Again, from the folder of this page:", "", fenced(command), ""]

    def _instance(self, witness: Witness, shown: Account) -> list[str]:
        lines = []
        instance, sigma = telling.instance_of(witness, self.registry), telling.sigma_text(witness, self.registry)
        if sigma:
            lines.append(f"- {sigma}: where the items of the first ranking stand in the second")
        lines += [f"- {code(v.name)} = {prose(v.text)}" for v in shown.values]
        if instance is None:
            return [*lines, *(f"- {prose(v.text)}" for v in shown.parameters), ""]
        for name, parameter in instance.parameters.items():
            lines += ["", _entries(name, parameter, telling.first_ranking(instance))]
        return [*lines, ""]

    def _extremes(self, question: Question) -> list[str]:
        if not question.sizes:
            return []
        senses = telling.senses_of(question)
        quantity = telling.quantity_of(question)
        heads = ["n", "verdict", "rankings", "classes", *(prose(f"{telling.WORDS[s]} {quantity}") for s in senses)]
        rows = []
        for size in question.sizes:
            counts = [str(size.n), size.verdict, f"{size.rankings:,}", f"{size.classes:,}"]
            rows.append([*counts, *(self._attained(size, size.extreme(sense)) for sense in senses)])
        return ["### Size by size", "", github(heads, rows), ""]

    def _attained(self, size: SizeAnswer, extreme: Extremal | None) -> str:
        if extreme is None:
            return ""
        text = prose(("best found: " if size.verdict == "undecided" else "") + beside(extreme.value))
        if extreme.witness is None:
            return text + telling.approach(size, extreme)
        where = telling.sigma_text(extreme.witness, self.registry) or "an instance"
        return f"{text} at {prose(where)}: {code(self.named.witness(extreme.witness))}"

    def _bounds(self, question: Question) -> list[str]:
        if not question.bounds:
            return []
        lines = ["### Bounds", "", "Each is what one instance proves; nothing says that it is the best.", ""]
        for bound in question.bounds:
            file = f": {code(self.named.witness(bound.witness))}" if bound.witness is not None else ""
            lines.append(f"- {prose(telling.bound_text(question, bound))}{file}")
        return [*lines, ""]


def _cell(size: SizeAnswer) -> str:
    verdict = f"**{size.verdict}**" if size.verdict == "refuted" else size.verdict
    extremes = [prose(part) for part in telling.extremes_text(size).split(", ") if part]
    return "<br>".join([verdict, *extremes])


def _entries(name: str, parameter: Parameter, order: Sequence[object]) -> str:
    """The entries as a table: similarities as a square in the order of the first ranking, others as a row."""
    if isinstance(parameter, Similarity):
        rows = [[f"**{prose(x)}**", *(prose(parameter[x, y]) for y in order)] for x in order]
        return github([prose(name), *map(prose, order)], rows)
    return github([prose(name), *map(prose, parameter.entries)], [["", *map(prose, parameter.entries.values())]])


def save(
    answer: Answer, directory: Path, registry: Registry, *, files: Sequence[str] = (), pictures: bool = True
) -> list[Path]:
    """Write ``answer.json``, ``answer.md``, ``answer.csv``, witnesses and pictures; the files, in a fixed order.

    Instances are drawn by the site, and by ``axiomatrix plot``.
    The same answer gives the same bytes everywhere; each file appears whole or not at all. Nothing else in the
    directory is touched.
    """
    answer = answer.canonical()
    named = telling.Files(answer, pictures=pictures)
    seen = [Path(os.path.relpath(file, directory)).as_posix() for file in files]
    written = {
        "answer.json": dumps(answer),
        "answer.md": markdown(answer, registry, seen, pictures=pictures),
        "answer.csv": csv(answer, registry),
    }
    for name, witness in named.witnesses.items():
        written[f"witnesses/{name}.json"] = indented(witnesses.to_json(witness))
    if named.constants:
        written[named.constants] = as_svg(drawn_constants, answer)
    (directory / "witnesses").mkdir(parents=True, exist_ok=True)  # also where there is none
    return write_all(written, directory)


def csv(answer: Answer, registry: Registry) -> str:
    """One line for each question, n and extreme; then the bounds, whose verdict says so.

    A text that begins like a formula gets an apostrophe, so that no spreadsheet runs it.
    """
    out = StringIO()
    writer = tables_of_values.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADS)
    for question in answer.canonical().questions:
        names = [field(text) for text in (question.label, question.metric, question.statement)]
        for size in question.sizes:
            head = [*names, size.n, size.verdict, size.rankings, size.classes]
            for extreme in size.extremes:
                writer.writerow([*head, *_of_extreme(extreme, registry)])
            if not size.extremes:
                writer.writerow([*head, *[""] * len(OF_EXTREME)])
        for bound in question.bounds:
            head = [*names, bound.n, f"bound ({bound.kind})", "", ""]
            writer.writerow([*head, *_of_extreme(bound, registry)])
    return out.getvalue()


def _of_extreme(one: Extremal | Bound, registry: Registry) -> list[str]:
    """The number, exact and in six decimals, the permutation, and the parameters as JSON."""
    given = one.witness.parameters if one.witness else None
    parameters = json.dumps(given, sort_keys=True, separators=(",", ":")) if given else ""
    sigma = " ".join(map(str, telling.sigma_of(one.witness, registry)))
    return [one.sense, one.value, f"{near(one.value):.6f}", sigma, parameters]
