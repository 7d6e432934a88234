"""The document of an exploration: the outcome of each question, size by size, with instances, bounds and proofs.

``axiomatrix explore`` prints it and writes it as ``answer.md``. An exploration asks for the best constant of an
inequality between two metrics, such as F_D >= c K_D. A *question* is one such statement, and a *sweep* decides it for
all rankings of a size. A sweep finds an *extreme* of the ratio F_D / K_D, its smallest or largest value; the *sense* of
the question, "inf" or "sup", says which of them bounds c. Where the extreme is not known, single instances prove
*bounds* on it. An instance that is stored with both sides of the statement is a *witness*.

``exploration_parts.py`` has the smaller parts, and explains these words further. The templates of the site call
functions of this module under the name ``subject``.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.evidence import Witness
from ...evidence.notation import INFINITE, near, with_float, with_four_decimals
from ...evidence.verdict import Verdict
from ...evidence.words import counted, grouped
from ...model.registry import Registry
from ...studies.explore.answer import Answer, Question
from ...studies.explore.results import Argument, Sense, SizeAnswer
from ...values.parameters import Parameter, Similarity
from ..document import (
    Block,
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    List,
    Mono,
    Note,
    Picture,
    Strong,
    Table,
    Text,
)
from .exploration_parts import (
    EXTREME_WORDS,
    INSTANCE_SIGNS,
    MAX_QUESTIONS_LISTED,
    PROVED_SIGNS,
    ExplorationFiles,
    approached_remark,
    bound_rank,
    bound_text,
    first_ranking,
    instance_of,
    instances_to_show,
    list_grouped_outcomes,
    list_outcomes,
    meanings,
    method_sentences,
    quantity_of,
    readings_table,
    senses_of,
    sigma_text,
    values_text,
)
from .witness import term_lines

READINGS_NOTE: Inline = (
    "Cells that the exploration decided show its verdict. The other verdicts are those of ",
    Mono("check"),
    " with the profile ",
    Mono("quick"),
    f". '{Verdict.SEARCHED.written}' means no counterexample in a limited search, 'not found' no example in one.",
)
"""The note below the readings side by side."""
MAX_BOUNDS_UNFOLDED = 3
"""Bounds of a question up to which a terminal shows each; of more only the strongest, the others folded."""
SecondsBySize = Mapping[tuple[str, int], float]
"""Seconds of a sweep by the question's label and n."""


def document(
    answer: Answer,
    registry: Registry,
    *,
    folder: str | None = None,
    files: Sequence[str] = (),
    picture: str = "",
    times: SecondsBySize | None = None,
    worst_last: bool = False,
) -> Document:
    """The document of an exploration: the outcomes, then each question with sizes, instances, bounds and proofs.

    ``folder`` is the folder of the answer's files, empty for a page in that folder, None if they are not written.
    ``files`` register the user's metrics, for replays, and ``picture`` is the file of the best constants.
    ``worst_last`` is for a terminal: refuted questions come last, and all but the last part is folded.
    """
    answer = answer.canonical()  # the same document now as later from the answer's file
    groups = _groups(answer.questions)
    if worst_last:
        groups.sort(key=lambda questions: any(map(_is_refuted, questions)))
    sections = _Sections(registry, ExplorationFiles(answer), folder, tuple(files), times or {}, is_short=worst_last)
    claims = tuple(dict.fromkeys(note.quotation for question in answer.questions for note in question.claims))
    blocks: list[Block] = [Details("The claims as they are worded", (List(claims),))] if claims else []
    blocks += _short_blocks(answer, groups, sections) if worst_last else _full_blocks(answer, groups, sections, picture)
    return Document(answer.title, _summary(answer), tuple(blocks))


def _full_blocks(
    answer: Answer, groups: Sequence[Sequence[Question]], sections: _Sections, picture: str
) -> Iterator[Block]:
    """Yield the blocks of a page; only :class:`_Sections` folds any."""
    yield list_outcomes(answer.questions)
    yield from map(Note, meanings(answer))
    if picture:
        yield Picture("", "The best constants against n.", file=picture)
    yield from _readings(answer)
    for questions in groups:
        yield from sections.section(questions)


def _short_blocks(answer: Answer, groups: Sequence[Sequence[Question]], sections: _Sections) -> Iterator[Block]:
    """Yield the blocks for a terminal: the outcomes and the last section; everything else is folded."""
    is_long = len(answer.questions) > MAX_QUESTIONS_LISTED
    yield list_grouped_outcomes(answer.questions) if is_long else list_outcomes(answer.questions)
    if verdict_notes := tuple(map(Note, meanings(answer))):
        yield Details("What the verdicts mean", verdict_notes)
    if readings := tuple(_readings(answer)):
        yield Details("The readings side by side", readings[1:])  # without the heading
    for questions in groups[:-1]:
        _, *blocks_below_heading = sections.section(questions)
        yield Details("; ".join(question.label for question in questions), tuple(blocks_below_heading))
    if len(groups) > 1:
        where = "on the page that --out writes" if sections.folder is None else f"in {sections.folder}/answer.md"
        yield Note(f"{counted(len(groups) - 1, 'more part')}: with -v, or {where}.")
    for questions in groups[-1:]:  # the last one; an answer without questions has none
        yield from sections.section(questions)


def _summary(answer: Answer) -> str:
    """The number of questions, and of those that are refuted or have no constant."""
    number_refuted = sum(q.first_refuted is not None or q.refuting_bound is not None for q in answer.questions)
    number_without_constant = sum(bool(question.why_no_constant) for question in answer.questions)
    parts = [counted(len(answer.questions), "question")]
    parts += [f"{number_refuted} refuted"] if number_refuted else []
    parts += [f"{number_without_constant} where no constant exists"] if number_without_constant else []
    return f"{', '.join(parts)}."


def _is_refuted(question: Question) -> bool:
    """Return whether the statement fails: at a size, by an instance beyond the sizes, or since no constant exists."""
    return question.first_refuted is not None or question.refuting_bound is not None or bool(question.why_no_constant)


def _groups(questions: Sequence[Question]) -> list[list[Question]]:
    """Group the questions that one table of sizes can show, since a single sweep decides them.

    They have the same metric, quantity and results, so that their ``sizes`` have the same n at the same index.
    """

    def sweep_of(question: Question) -> tuple[object, ...]:
        sizes = tuple((s.n, tuple((e.sense, e.value) for e in s.extremes), s.classes) for s in question.sizes)
        return question.metric, question.quantity, question.scope, sizes

    return list(grouped(questions, sweep_of).values())


def _readings(answer: Answer) -> Iterator[Block]:
    """Yield the readings of a definition side by side, with a row for each claim.

    Readings are the possible meanings of a definition in a source, each a separate metric.
    """
    claims, readings = readings_table(answer)
    rows: list[tuple[Inline, ...]] = []
    for k, (claim_id, statement) in enumerate(claims):
        row_head = f"{claim_id}: {statement}" if claim_id else statement
        rows.append((row_head, *(outcomes[k] for _, outcomes in readings)))
    if rows:
        yield Heading("The readings side by side")
        yield Table(("", *(label for label, _ in readings)), tuple(rows))
        yield Note(READINGS_NOTE)


@dataclass
class _Sections:
    """Writes the sections of the document, one for each group of questions. Fields are as in :func:`document`.

    Sections must be written in the order of the document, since an argument is written out only at its first use.
    """

    registry: Registry
    file_names: ExplorationFiles
    folder: str | None
    files: tuple[str, ...]
    times: SecondsBySize
    is_short: bool = False
    """True if only the strongest of several bounds is shown unfolded."""
    label_by_argument: dict[str, str] = field(default_factory=dict)
    """The label of the question under which a proof's argument was written out, by the steps of the argument."""

    def section(self, questions: Sequence[Question]) -> Iterator[Block]:
        """Yield the blocks of questions that share a sweep: definition, sizes, bounds, proofs and instances."""
        first = questions[0]
        yield Heading("; ".join(question.label for question in questions))
        if (metric := self.registry.metrics.get(first.metric)) is not None:
            yield Formula(metric.formula, metric.latex)
        yield from map(Text, dict.fromkeys(note for question in questions for note in notes(question)))
        if first.sizes:
            yield from self._sizes(questions)
        yield Details("How it was decided", tuple(map(Text, dict.fromkeys(map(method_sentences, questions)))))
        for question in questions:
            yield from self._bounds(question)
            yield from self._witnesses(question)
        yield from self._proofs(questions)
        for question in questions:
            prefix = f"{question.label}: " if len(questions) > 1 else ""
            for role, title, witness in instances_to_show(question):
                heading = f"{prefix}{title}: n = {witness.n}"
                if role in ("refutation", "attained"):
                    yield Heading(heading, 3)
                    yield from self._instance(witness)
                elif role == "positive":
                    yield Details(heading, tuple(self._instance(witness)))
                # the instances of extremes and bounds are in the lists of _witnesses

    def _sizes(self, questions: Sequence[Question]) -> Iterator[Block]:
        """Yield the table of sizes for questions that share a sweep: verdicts, extremes, numbers of cases, times."""
        first = questions[0]
        senses = senses_of(first)
        if senses:
            extremes = " and ".join(EXTREME_WORDS[sense] for sense in senses).capitalize()
            yield Text((f"{extremes} ", Mono(quantity_of(first)), ":"))
        # with several questions, each has a column of verdicts under its claimed bound, such as >= 1/2, or its label
        bounds = [f"{PROVED_SIGNS[q.sense]} {q.constant}" if q.constant else q.label for q in questions]
        verdict_heads = ["verdict"] if len(questions) == 1 else bounds
        has_lemma = any(size.by_lemma for size in first.sizes)  # rankings that a lemma of the catalogue decides
        # a class has the rankings that symmetries map to each other; one of them is decided
        count_heads = ("instances", "without a value") if first.method == "enumeration" else ("rankings", "classes")
        heads = ["n", *verdict_heads, *(EXTREME_WORDS[sense] for sense in senses), *count_heads]
        heads += ["by lemma"] if has_lemma else []
        heads += ["time"] if self.times else []
        rows = []
        for k, size in enumerate(first.sizes):
            row: list[Inline] = [str(size.n), *(question.sizes[k].written for question in questions)]
            is_enumerated = size.cases or size.discarded  # both are 0 for a sweep
            counts = (size.cases, size.discarded) if is_enumerated else (size.rankings, size.classes)
            row += [_extreme(size, sense) for sense in senses] + [f"{count:,}" for count in counts]
            row += [f"{size.by_lemma:,}"] if has_lemma else []
            seconds = self.times.get((first.label, size.n))
            row += ["" if seconds is None else Mono(f"{seconds:.1f} s")] if self.times else []
            rows.append(tuple(row))
        yield Table(tuple(heads), tuple(rows))

    def _bounds(self, question: Question) -> Iterator[Block]:
        """Yield the bounds on the best constant that single instances prove; ``bound.kind`` says how it was found."""
        if not question.bounds:
            return
        rows: list[tuple[Inline, ...]] = []
        for bound in question.bounds:
            remarks = [bound.note, bound.form.sentence if bound.form else ""]
            rows.append((str(bound.n), Mono(bound_text(bound)), bound.kind, "; ".join(filter(None, remarks))))
        table = Table(("n", "best found", "by", "how"), tuple(rows))
        # the statement is about one extreme; bounds on the other one are shown, too, but are not its strongest
        strongest = max((b for b in question.bounds if b.sense == question.sense), key=bound_rank, default=None)
        quantity = Mono(quantity_of(question))
        if self.is_short and strongest is not None and len(question.bounds) > MAX_BOUNDS_UNFOLDED:
            yield Text(
                ("The strongest bound on ", quantity, ": ", Mono(bound_text(strongest)), f" at n = {strongest.n}.")
            )
            yield Details(f"All {len(question.bounds)} bounds, each proved by one instance", (table,))
        else:
            yield Text(("Bounds on ", quantity, ", each proved by one instance; nothing says that they are the best:"))
            yield table

    def _witnesses(self, question: Question) -> Iterator[Block]:
        """Yield the instances that attain the extremes and bounds, with their files."""
        items: list[Inline] = []
        for size in question.sizes:
            for extreme in size.extremes:
                name = f"n = {size.n}, {extreme.sense} {with_four_decimals(extreme.value)}"
                if extreme.witness is not None:
                    items.append(self._witness_item(name, extreme.witness))
                elif extreme.place is not None:  # the value of a parameter that varies, and the instance
                    items.append(f"{name}: {extreme.place.text}")
        for bound in question.bounds:
            if bound.witness is not None:
                name = f"n = {bound.n}, bound, {bound.kind} {bound_text(bound)}"
                items.append(self._witness_item(name, bound.witness))
        if items:
            yield Details(f"Where the extremes and bounds are attained ({question.label})", (List(tuple(items)),))

    def _witness_item(self, name: str, witness: Witness) -> Inline:
        """A witness on a line: two rankings as one permutation, up to the names of items, or else all its values."""
        where = sigma_text(witness, self.registry) or values_text(witness, self.registry)
        file = () if self.folder is None else (": ", Mono(self._path(witness)))
        return (f"{name}: {where}", *file)

    def _proofs(self, questions: Sequence[Question]) -> Iterator[Block]:
        """Yield the proofs for every n; an argument that several proofs share is written out only once."""
        first_proof_by_theorem: dict[str, tuple[str, Argument]] = {}  # the label of the question, and the argument
        for question in questions:
            for theorem, argument in proofs(question):
                first_proof_by_theorem.setdefault(theorem, (question.label, argument))
        for theorem, (label, argument) in first_proof_by_theorem.items():
            if argument.steps in self.label_by_argument:
                yield Text(f'{theorem} (argued under "{self.label_by_argument[argument.steps]}").')
                continue
            self.label_by_argument[argument.steps] = label
            yield Text(f"{theorem}.")
            yield Details("The argument", (Text(argument.steps),))

    def _instance(self, witness: Witness) -> Iterator[Block]:
        """Yield an instance, the values that enter the statement, its two sides, and the command that repeats it."""
        account = account_of(witness, self.registry)  # the witness with every value that its two sides need, in words
        items: list[Inline] = [(Mono(value.name), f" = {value.text}") for value in account.values]
        if sigma := sigma_text(witness, self.registry):
            items.insert(0, f"{sigma}: where the items of the first ranking stand in the second")
        squares, entries = self._parameters(witness, account)
        yield List((*items, *entries))
        yield from squares
        if account.terms:  # the values of the metrics that enter the statement
            yield Code("\n".join(f"{term.call} = {with_float(term.value)}" for term in account.terms))
        if any(term.steps for term in account.terms):
            yield Details("Every value, step by step", (Code("\n".join(term_lines(account.terms))),))
        if account.note:
            yield Text(account.note)
        if account.constructor:
            yield Details("In Python", (Code(account.constructor, "python"),))
        yield Text(Strong(account.sides))
        if self.folder is not None:
            if not self.folder:  # the paths are relative to the page
                yield Text("Again, from the folder of this page:")
            yield Code(f"axiomatrix verify {shlex.join([self._path(witness), *self.files])}", "console")

    def _parameters(self, witness: Witness, account: Account) -> tuple[list[Table], list[Inline]]:
        """Similarities as square tables in the order of the first ranking, and a line for each other parameter."""
        instance = instance_of(witness, self.registry)
        if instance is None:  # the metric is not registered here: the texts that the witness has itself
            return [], [value.text for value in account.parameters]
        squares: list[Table] = []
        entries: list[Inline] = []
        order = first_ranking(instance)
        for name, parameter in instance.parameters.items():
            if isinstance(parameter, Similarity):
                rows: list[tuple[Inline, ...]] = [(str(x), *(str(parameter[x, y]) for y in order)) for x in order]
                squares.append(Table((Mono(name), *map(str, order)), tuple(rows)))
            else:
                # the text of weights begins with the name; numbers have no text
                entries.append(parameter.text() if isinstance(parameter, Parameter) else f"{name} = {parameter}")
        return squares, entries

    def _path(self, witness: Witness) -> str:
        """The path of a witness's file, from where the document is read."""
        return "/".join(filter(None, (self.folder, self.file_names.witness_file(witness))))


def _extreme(size: SizeAnswer, sense: Sense) -> Inline:
    """The smallest or largest value of the quantity at a size, after a sign if it is only a bound; empty if unknown."""
    extreme = size.extreme(sense)
    if extreme is None:
        return ""
    # the value found at an undecided size is attained, but may not be the extreme unless it is infinite
    is_exact = size.verdict != "undecided" or extreme.value == INFINITE
    bound_sign = "" if is_exact else f"{INSTANCE_SIGNS[sense]} "
    if extreme.root:  # the root of a polynomial in words; the value is then only a rational near it
        return Mono(f"{bound_sign}~{near(extreme.value):.6f}, {extreme.root}{approached_remark(size, extreme)}")
    return Mono(bound_sign + with_four_decimals(extreme.value) + approached_remark(size, extreme))


def notes(question: Question) -> list[str]:
    """Sentences on the limits of a question's answer that its outcome does not mention.

    ``question.scope`` names the values at which other parameters were fixed. If nothing is decided, the outcome is
    the remark or the reason (``undecided_by`` says which), which is not repeated.
    """
    sentences: list[str] = []
    if question.scope:
        fixed = f"Swept with the other parameters fixed, and only at {question.scope}; other values were not examined."
        sentences.append(fixed)
    if question.remark and question.undecided_by != "remark":
        sentences.append(question.remark)
    if question.reason and question.undecided_by != "reason":
        subject = "Nothing else" if question.why_no_constant else "Nothing exact"
        sentences.append(f"{subject} can be said: {question.reason}")
    return sentences


def proofs(question: Question) -> list[tuple[str, Argument]]:
    """The proofs for every n, of the statement and of bounds, as pairs of a theorem and its argument."""
    pairs: list[tuple[str, Argument]] = []
    if question.proof is not None:
        theorem = question.proof.theorem_text
        pairs.append((theorem[:1].upper() + theorem[1:], question.proof))
    for bound in question.proved:
        if bound.proof != question.proof:  # the bound may be what proves the statement
            inequality = f"{quantity_of(question)} {PROVED_SIGNS[bound.sense]} {with_four_decimals(bound.value)}"
            pairs.append((f"Proved bound: for every n, {inequality}: {bound.proof.theorem}", bound.proof))
    return pairs
