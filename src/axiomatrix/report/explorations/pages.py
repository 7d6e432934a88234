"""What an exploration found, to read: Markdown and CSV; and all its files."""

from __future__ import annotations

import csv as tables_of_values
import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from ...evidence import witness as witnesses
from ...evidence.account.account import DECLARED, Account
from ...evidence.account.making import account_of
from ...evidence.evidence import INFINITE, Witness
from ...evidence.files import write
from ...evidence.instance import Instance
from ...evidence.safe import code, fenced, prose, visible
from ...model.registry import Registry, Unknown
from ...spaces.parameters import ParameterDomain
from ...studies.explore.answer import Answer, Bound, Extremal, Question, Sense, Size, approximate, decimal, dumps
from ...studies.explore.names import file_name
from ...values.parameters import Parameter, Similarity
from ...values.rankings import Ranking
from ..tables import github
from ..witness.text import term_lines

CSV_HEADS = (
    "question",
    "metric",
    "statement",
    "n",
    "verdict",
    "rankings",
    "classes",
    "sense",
    "value",
    "decimal",
    "sigma",
    "parameter",
)
WORDS = {"inf": "smallest", "sup": "largest"}
SPACES = {
    ParameterDomain.OPEN: "as the row declares it",
    ParameterDomain.CLOSED: "its closure, with zero weights and pseudometrics",
}
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
SCOPE_MEANS = "Swept with the other parameters fixed, and only at"


# --- words that every format shares ----------------------------------------------------------------------------


def exact(value: str) -> str:
    """An exact number, with a decimal beside it where it is no whole number."""
    if value == INFINITE or re.fullmatch(r"-?\d+", value):
        return value
    return f"{value} (~{approximate(value):.4f})"


def extremes_text(size: Size) -> str:
    """The extremes at one size: exact ones as such, bounds as bounds."""
    if size.verdict == "undecided":
        found = [f"{'<=' if e.sense == 'inf' else '>='} {e.value}" for e in size.extremes]
        return f"best found {', '.join(found)}" if found else ""
    return ", ".join(f"{'min' if e.sense == 'inf' else 'max'} {e.value}{approach(size, e)}" for e in size.extremes)


def approaches(size: Size, extreme: Extremal) -> bool:
    """Whether an exact extreme is attained by nothing."""
    return size.verdict != "undecided" and extreme.only_approached


def approach(size: Size, extreme: Extremal) -> str:
    """What stands behind an exact extreme that nothing attains."""
    return " (approached)" if approaches(size, extreme) else ""


def bound_text(question: Question, bound: Bound) -> str:
    """What a bound says, such as ``best found at n = 12: inf of F_D / K_D <= 3/4``."""
    said = f"best found at n = {bound.n} ({bound.kind}): {bound.sense} of {_quantity(question)}"
    if bound.value == INFINITE:
        said += ": no constant will do"
    else:
        said += f" {'<=' if bound.sense == 'inf' else '>='} {exact(bound.value)}"
    return said + (f"; {bound.note}" if bound.note else "")


def meanings(answer: Answer) -> list[str]:
    """What the verdicts of the answer mean, and what they do not."""
    sizes = [(question.scope, size) for question in answer.questions for size in question.sizes]
    verdicts = {size.verdict for _, size in sizes}
    scopes = {scope for scope, size in sizes if size.verdict == "certified"}
    said = [CERTIFIED_MEANS] if "" in scopes else []
    said += [CERTIFIED_ONLY_AT_MEANS] if any(scopes) else []
    said += [APPROACHED_MEANS] if any(approaches(size, e) for _, size in sizes for e in size.extremes) else []
    said += [ATTAINED_MEANS] if any("attained" in verdict for verdict in verdicts) else []
    bounds = any(question.bounds for question in answer.questions)
    return [*said, CERTIFIED_DOES_NOT_MEAN] if "certified" in verdicts or bounds else said


def proved_lines(question: Question) -> list[str]:
    """What is proved of the best constant beyond the statement itself, a line each."""
    return [
        f"Proved bound: for every n, {_quantity(question)} {'>=' if p.sense == 'inf' else '<='} {p.value}: {p.proof}"
        for p in question.proved
        if p.proof not in question.proof
    ]


def _quantity(question: Question) -> str:
    return question.quantity or "the quantity"


@dataclass(frozen=True)
class Kept:
    """A witness with the name of its file."""

    name: str
    witness: Witness


class Files:
    """What the files of an answer are called; without ``pictures`` none of these has a name."""

    def __init__(self, answer: Answer, *, pictures: bool = True) -> None:
        self.answer = answer
        self.drawn = pictures
        self.witnesses = {(k.witness.n, id(k.witness)): k for q in answer.questions for k in self._kept(q)}

    def _kept(self, question: Question) -> Iterator[Kept]:
        name = file_name(question.label)
        for size in question.sizes:
            first = size is question.first_refuted
            if first and size.refutation is not None:
                yield Kept(f"{name}-n{size.n}-refutation", size.refutation)
            if size.positive is not None and (first or size.verdict == "attained"):
                yield Kept(f"{name}-n{size.n}-{'positive' if first else 'attained'}", size.positive)
            for found in size.extremes:
                if found.witness is not None:
                    yield Kept(f"{name}-n{size.n}-{found.sense}", found.witness)
        for k, bound in enumerate(question.bounds, 1):
            if bound.witness is not None:
                yield Kept(f"{name}-n{bound.n}-{bound.kind}-{bound.sense}-{k}", bound.witness)

    def witness(self, witness: Witness) -> str:
        """The file of a witness of the answer."""
        return f"witnesses/{self.witnesses[witness.n, id(witness)].name}.json"

    @property
    def constants(self) -> str:
        """The picture of the best constants; empty if there is nothing to draw."""
        drawn = any(size.extremes for q in self.answer.questions for size in q.sizes)
        return "best-constants.svg" if self.drawn and (drawn or any(q.bounds for q in self.answer.questions)) else ""

    def plane(self, metric: str) -> str:
        """The picture of the plane of a row; empty if it has no points."""
        found = [size for q in self.answer.questions if q.metric == metric for size in q.sizes if size.points]
        return f"plane-{file_name(metric)}.svg" if found and self.drawn else ""

    def instances(self, question: Question) -> dict[str, Witness]:
        """The pictures of instances: the first refutation, or else the extreme that is asked; the best bound."""
        if not self.drawn:
            return {}
        name, found = file_name(question.label), {}
        first, extreme = question.first_refuted, last_extreme(question)
        if first is not None and first.refutation is not None:
            found[f"instance-{name}-refutation.svg"] = first.refutation
        elif (attained := first_attained(question)) is not None:
            found[f"instance-{name}-attained.svg"] = attained
        elif extreme is not None and extreme[1].witness is not None:
            found[f"instance-{name}-extreme.svg"] = extreme[1].witness
        bound = best_shown(question)
        if bound is not None:
            found[f"instance-{name}-bound.svg"] = bound
        return found


def first_attained(question: Question) -> Witness | None:
    """The first instance that attains the constant by positive parameters, where that is asked."""
    return next((s.positive for s in question.sizes if s.verdict == "attained" and s.positive is not None), None)


def last_extreme(question: Question) -> tuple[Size, Extremal] | None:
    """The strongest exact extreme of the sense that is asked, at the smallest size that has it."""
    found = [
        (s, e) for s in question.sizes if s.verdict != "undecided" for e in s.extremes if e.sense == question.sense
    ]
    pick = min if question.sense == "inf" else max
    return pick(found, key=lambda pair: approximate(pair[1].value), default=None)


def best_shown(question: Question) -> Witness | None:
    """The instance of the strongest bound that has one, of the sense that is asked."""
    sign = 1 if question.sense == "inf" else -1
    found = [b for b in question.bounds if b.sense == question.sense and b.witness is not None]
    return min(found, key=lambda b: sign * approximate(b.value)).witness if found else None


def sigma(a: Ranking, b: Ranking) -> tuple[int, ...]:
    """Where in ``b`` the first, second, third ... item of ``a`` stands."""
    return tuple(int(b[item]) for item in a.order)


def instance_of(witness: Witness, registry: Registry) -> Instance | None:
    """The instance of a witness; None where its metric or axiom is not at hand, or has changed."""
    try:
        statement = witnesses.statement_of(witness, registry, registry.metric(witness.metric))
        return witnesses.decode(statement, registry.metric(witness.metric), witness)
    except (Unknown, witnesses.BadWitness, TypeError, ValueError):
        return None


def sigma_of(witness: Witness | None, registry: Registry) -> tuple[int, ...]:
    """The permutation of a witness that has two rankings; else nothing."""
    instance = instance_of(witness, registry) if witness is not None else None
    rankings = [value for value in instance.values.values() if isinstance(value, Ranking)] if instance else []
    return sigma(rankings[0], rankings[1]) if len(rankings) > 1 else ()


def standings(answer: Answer) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """The readings side by side: the claims as columns, and of each reading the outcomes."""
    heads = list(dict.fromkeys((s.claim, s.said or s.statement) for r in answer.beside for s in r.standings))
    rows = []
    for reading in answer.beside:
        outcomes = {(s.claim, s.said or s.statement): s.outcome for s in reading.standings}
        rows.append((reading.label, [outcomes.get(head, "") for head in heads]))
    return heads, rows


# --- Markdown --------------------------------------------------------------------------------------------------


def markdown(answer: Answer, registry: Registry, files: Sequence[str] = (), *, pictures: bool = True) -> str:
    """The answer as a page; ``files`` register the user's metrics (as seen from the page's folder), for replays."""
    page = _Page(answer.canonical(), registry, files, pictures)
    return "\n".join(page.lines()).rstrip("\n") + "\n"


class _Page:
    def __init__(self, answer: Answer, registry: Registry, files: Sequence[str], pictures: bool) -> None:
        self.answer = answer
        self.registry = registry
        self.files = files
        self.named = Files(answer, pictures=pictures)

    def lines(self) -> list[str]:
        said = [f"# {prose(self.answer.title)}", ""]
        said += [f"- {prose(claim)}" for claim in self._claims()]
        said += [""] if self._claims() else []
        said += [f"- **{prose(q.label)}**: {prose(q.outcome)}" for q in self.answer.questions]
        said += ["", "## By size", "", self._sizes(), ""]
        if self.named.constants:
            said += [f"![best constants against n]({self.named.constants})", ""]
        said += [*(f"- {meaning}" for meaning in meanings(self.answer)), ""]
        said += self._beside()
        for question in self.answer.questions:
            said += self._question(question)
        return said

    def _claims(self) -> list[str]:
        notes = dict.fromkeys(note for question in self.answer.questions for note in question.claims)
        return [f'{note.source}, {DECLARED.get(note.status, note.status)}: "{note.wording}"' for note in notes]

    def _sizes(self) -> str:
        every = sorted({size.n for question in self.answer.questions for size in question.sizes})
        rows = []
        for question in self.answer.questions:
            known = {size.n: size for size in question.sizes}
            rows.append([prose(question.label), *(_cell(known[n]) if n in known else "" for n in every)])
        return github(["", *(f"n = {n}" for n in every)], rows)

    def _beside(self) -> list[str]:
        heads, rows = standings(self.answer)
        if not rows:
            return []
        lines = [
            [prose(f"{claim}: {said}" if claim else said), *(prose(outcomes[k]) for _, outcomes in rows)]
            for k, (claim, said) in enumerate(heads)
        ]
        table = github(["", *(prose(label) for label, _ in rows)], lines)
        return ["## The readings side by side", "", table, "", BESIDE_MEANS, ""]

    def _question(self, question: Question) -> list[str]:
        said = [f"## {prose(question.label)}", "", f"{code(question.metric)}: {code(question.asked)}", ""]
        metric = self.registry.metrics.get(question.metric)
        said += [f"where {code(metric.formula)}", ""] if metric else []
        said += [f"**{prose(question.outcome[:1].upper() + question.outcome[1:])}.**{prose_after(how(question))}", ""]
        if question.scope:
            said += [prose(f"{SCOPE_MEANS} {question.scope}; nothing is said of other values."), ""]
        said += [prose(question.remark), ""] if question.remark and question.remark not in question.outcome else []
        silent = question.reason and question.reason not in question.outcome
        exactly = "else" if question.unlimited else "exact"
        said += [f"Nothing {exactly} can be said: {prose(question.reason)}", ""] if silent else []
        pictures = self.named.instances(question)
        first = question.first_refuted
        if first is not None and first.refutation is not None:
            title = "The smallest refutation" if question.is_smallest else "The first refutation"
            said += self._witness(title, first.refutation, pictures, pasted=True)
            if first.positive is not None:
                title = "With a strictly positive parameter"
                said += self._witness(title, first.positive, pictures, pasted=False)
        attained = first_attained(question)
        if attained is not None:
            said += self._witness("Attained by positive parameters", attained, pictures, pasted=True)
        said += self._extremes(question, pictures)
        said += self._bounds(question, pictures)
        plane = self.named.plane(question.metric)
        said += (
            [f"![points of {prose(_quantity(question))} found, and their convex hull]({plane})", ""] if plane else []
        )
        proofs = [question.proof[:1].upper() + question.proof[1:]] if question.proof else []
        proofs += proved_lines(question)
        said += ["### Proofs", "", *(f"- {prose(proof)}" for proof in proofs), ""] if proofs else []
        return said

    def _witness(self, title: str, witness: Witness, pictures: Mapping[str, Witness], *, pasted: bool) -> list[str]:
        shown = account_of(witness, self.registry)
        said = [f"### {title}: n = {witness.n}", "", f"**{prose(shown.sides)}**", ""]
        said += self._instance(witness, shown)
        terms = term_lines(shown.terms) if pasted else [f"{term.call} = {term.value}" for term in shown.terms]
        said += [fenced("\n".join(terms)), ""] if terms else []
        said += [prose(shown.note), ""] if shown.note else []
        said += _drawn(witness, pictures)
        if pasted and shown.constructor:
            said += ["In Python:", "", fenced(shown.constructor, "python"), ""]
        return [*said, "Again, from the folder of this page:", "", fenced(self._command(witness)), ""]

    def _instance(self, witness: Witness, shown: Account) -> list[str]:
        said = []
        instance, permutation = instance_of(witness, self.registry), sigma_of(witness, self.registry)
        if permutation:
            where = "where the items of the first ranking stand in the second"
            said.append(f"- sigma = ({', '.join(map(str, permutation))}): {where}")
        said += [f"- {code(v.name)} = {prose(v.text)}" for v in shown.values]
        if instance is None:
            return [*said, *(f"- {prose(v.text)}" for v in shown.parameters), ""]
        order = next((v.order for v in instance.values.values() if isinstance(v, Ranking)), ())
        for name, parameter in instance.parameters.items():
            said += ["", _entries(name, parameter, order)]
        return [*said, ""]

    def _command(self, witness: Witness) -> str:
        return " ".join(["axiomatrix replay", *map(shlex.quote, (self.named.witness(witness), *self.files))])

    def _extremes(self, question: Question, pictures: Mapping[str, Witness]) -> list[str]:
        if not question.sizes:
            return []
        senses: list[Sense] = [s for s in ("inf", "sup") if any(size.extreme(s) for size in question.sizes)]
        heads = ["n", "verdict", "rankings", "classes", *(prose(f"{WORDS[s]} {_quantity(question)}") for s in senses)]
        rows = []
        for size in question.sizes:
            counts = [str(size.n), size.verdict, f"{size.rankings:,}", f"{size.classes:,}"]
            rows.append([*counts, *(self._attained(size, size.extreme(sense)) for sense in senses)])
        said = ["### Size by size", "", github(heads, rows), ""]
        extreme = last_extreme(question)
        refuted = question.first_refuted is not None or first_attained(question) is not None
        return said + (_drawn(extreme[1].witness, pictures) if extreme and extreme[1].witness and not refuted else [])

    def _attained(self, size: Size, found: Extremal | None) -> str:
        if found is None:
            return ""
        said = prose(("best found: " if size.verdict == "undecided" else "") + exact(found.value))
        if found.witness is None:
            return said + approach(size, found)
        permutation = sigma_of(found.witness, self.registry)
        where = f"sigma = ({', '.join(map(str, permutation))})" if permutation else "an instance"
        return f"{said} at [{prose(where)}]({self.named.witness(found.witness)})"

    def _bounds(self, question: Question, pictures: Mapping[str, Witness]) -> list[str]:
        if not question.bounds:
            return []
        said = ["### Bounds", "", "Each is what one instance proves; nothing says that it is the best.", ""]
        for bound in question.bounds:
            link = f" ([instance]({self.named.witness(bound.witness)}))" if bound.witness is not None else ""
            said.append(f"- {prose(bound_text(question, bound))}{link}")
        best = best_shown(question)
        return [*said, "", *(_drawn(best, pictures) if best is not None else [])]


def prose_after(text: str) -> str:
    """Prose that follows a sentence, or nothing."""
    return f" {prose(text)}" if text else ""


def how(question: Question) -> str:
    """Space and method, how many rankings in how many classes, and the certificates, in sentences."""
    said = [f"Space: {SPACES[question.space]}.", f"Method: {question.method}." if question.method else ""]
    rankings, classes = sum(s.rankings for s in question.sizes), sum(s.classes for s in question.sizes)
    if classes:
        by = f" by {', '.join(question.symmetries)}" if question.symmetries else ""
        said.append(f"{rankings:,} rankings in {classes:,} classes{by}.")
    decomposed, certificates = (sum(getattr(s, f) for s in question.sizes) for f in ("decomposed", "certificates"))
    said.append(f"{decomposed:,} rankings settled as sums of smaller ones." if decomposed else "")
    said.append(f"{certificates:,} certificates verified." if certificates else "")
    return " ".join(part for part in said if part)


def _cell(size: Size) -> str:
    said = f"**{size.verdict}**" if size.verdict == "refuted" else size.verdict
    extremes = [prose(part) for part in extremes_text(size).split(", ") if part]
    return "<br>".join([said, *extremes])


def _drawn(witness: Witness, pictures: Mapping[str, Witness]) -> list[str]:
    return [line for name, drawn in pictures.items() if drawn is witness for line in (f"![the instance]({name})", "")]


def _entries(name: str, parameter: Parameter, order: Sequence[object]) -> str:
    """The entries as a table: similarities as a square in the order of the first ranking, others as a row."""
    if isinstance(parameter, Similarity):
        rows = [[f"**{prose(x)}**", *(prose(parameter[x, y]) for y in order)] for x in order]
        return github([prose(name), *map(prose, order)], rows)
    return github([prose(name), *map(prose, parameter.entries)], [["", *map(prose, parameter.entries.values())]])


# --- CSV -------------------------------------------------------------------------------------------------------


def csv(answer: Answer, registry: Registry) -> str:
    """One line for each question, n and extreme; then the bounds, whose verdict says so.

    A text that begins like a formula gets an apostrophe, so that no spreadsheet runs it.
    """
    out = StringIO()
    writer = tables_of_values.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADS)
    for question in answer.canonical().questions:
        names = [_no_formula(text) for text in (question.label, question.metric, question.statement)]
        for size in question.sizes:
            head = [*names, size.n, size.verdict, size.rankings, size.classes]
            for found in size.extremes:
                value = [found.sense, found.value, decimal(found.value)]
                writer.writerow([*head, *value, *_given(found.witness, registry)])
            if not size.extremes:
                writer.writerow([*head, *[""] * 5])
        for bound in question.bounds:
            head = [*names, bound.n, f"bound ({bound.kind})", "", ""]
            writer.writerow([*head, bound.sense, bound.value, decimal(bound.value), *_given(bound.witness, registry)])
    return out.getvalue()


def _given(witness: Witness | None, registry: Registry) -> tuple[str, str]:
    """The permutation, and the parameters as JSON."""
    if witness is None:
        return "", ""
    parameters = json.dumps(witness.parameters, sort_keys=True, separators=(",", ":")) if witness.parameters else ""
    return " ".join(map(str, sigma_of(witness, registry))), parameters


def _no_formula(text: str) -> str:
    said = visible(text)
    return f"'{said}" if said[:1] in ("=", "+", "-", "@") else said


# --- files -----------------------------------------------------------------------------------------------------


def save(
    answer: Answer, directory: Path, registry: Registry, *, files: Sequence[str] = (), pictures: bool = True
) -> list[Path]:
    """Write ``answer.json``, ``answer.md``, ``answer.csv``, witnesses and pictures; the files, in a fixed order.

    The same answer gives the same bytes everywhere; each file appears whole or not at all. Nothing else in the
    directory is touched.
    """
    from . import pictures as draw

    answer = answer.canonical()
    named = Files(answer, pictures=pictures)
    written = {
        "answer.json": dumps(answer),
        "answer.md": markdown(answer, registry, [_seen_from(directory, file) for file in files], pictures=pictures),
        "answer.csv": csv(answer, registry),
    }
    for kept in named.witnesses.values():
        written[f"witnesses/{kept.name}.json"] = json.dumps(witnesses.to_json(kept.witness), indent=1) + "\n"
    if named.constants:
        written[named.constants] = draw.best_constants(answer)
    for question in answer.questions:
        if name := named.plane(question.metric):
            written.setdefault(name, draw.plane(answer, question.metric))
        for name, witness in named.instances(question).items():
            written[name] = draw.instance(witness, registry)
    (directory / "witnesses").mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        write(directory / name, text)
    return [directory / name for name in written]


def _seen_from(directory: Path, file: str) -> str:
    return Path(os.path.relpath(file, directory)).as_posix()
