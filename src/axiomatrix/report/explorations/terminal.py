"""What an exploration found, in plain text and on terminals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...evidence.account.making import account_of
from ...evidence.evidence import INFINITE, Witness
from ...evidence.safe import visible
from ...evidence.verdict import Tone, Verdict
from ...evidence.words import grouped
from ...model.registry import Registry
from ...studies.explore.answer import Answer, Question, Sense, SizeAnswer
from ...values.parameters import Similarity
from ..matrix.text import STYLES as VERDICT_STYLES
from ..matrix.text import open_table
from ..tables import plain as plain_table
from . import telling

STYLES = {
    **{str(verdict): VERDICT_STYLES[verdict.notation.tone] for verdict in Verdict},
    "attained": VERDICT_STYLES[Tone.PROVED],
    "attained on the closure": VERDICT_STYLES[Tone.SEARCHED],
    "not attained": VERDICT_STYLES[Tone.SEARCHED],
}
Times = Mapping[tuple[str, int], float]
"""Seconds by label and n."""


def show(answer: Answer, registry: Registry, console: Console, *, times: Times | None = None) -> None:
    """The answer on a rich console, with colours where it has them (not in pipes, not with NO_COLOR)."""
    answer = answer.canonical()

    def print_line(line: str, style: str = "", *, for_copying: bool = False) -> None:
        console.print(Text(visible(line, lines=True), style=style), soft_wrap=for_copying)

    print_line(answer.title, "bold")
    for questions in _together(answer.questions):
        print_line("")
        outcomes = [question.outcome for question in questions]
        for k, question in enumerate(questions):
            print_line(f"{visible(question.label)}: {visible(question.asked)}", "bold")
            if outcomes[k] not in outcomes[k + 1 :]:  # what is said of several is said once, under them
                print_line(f"  {visible(outcomes[k])}", _style(question))
        if questions[0].sizes:
            console.print(_size_table(questions, times or {}))
        for question in questions:
            for line in _shown(question, registry):
                print_line(line, for_copying=True)
            for bound in question.bounds:
                print_line(f"  {visible(telling.bound_text(question, bound))}", STYLES[Verdict.SEARCHED])
        for line in dict.fromkeys(line for question in questions for line in _beyond_sizes(question)):
            print_line(f"  {visible(line)}")
    if answer.beside:
        print_line("\nthe readings side by side", "bold")
        console.print(_standing_table(answer, console.width))
    print_line("")
    for meaning in telling.meanings(answer):
        print_line(meaning, "dim")


def _together(questions: Sequence[Question]) -> list[list[Question]]:
    """The questions by what one table can show: those that share a sweep, or the want of any."""

    def shared(question: Question) -> tuple[object, ...]:
        sizes = tuple((s.n, tuple((e.sense, e.value) for e in s.extremes), s.classes) for s in question.sizes)
        return question.metric, question.quantity, question.scope, sizes

    return list(grouped(questions, shared).values())


def _style(question: Question) -> str:
    if question.first_refuted or question.contradicting:
        return STYLES[Verdict.REFUTED]
    return STYLES[Verdict.CERTIFIED] if question.certified_up_to or question.proof else ""


def _beyond_sizes(question: Question) -> Iterator[str]:
    """What is known beyond the sizes, short: the page has it in full."""
    if question.remark and question.undecided_by != "remark":
        yield question.remark
    if question.proof:
        yield question.proof.proves
    if question.proved:
        least, most = ([p.value for p in question.proved if p.sense == sense] for sense in ("inf", "sup"))
        yield f"proved bounds, for every n: {' <= '.join([*least, question.quantity, *most])}"


def _size_table(questions: Sequence[Question], times: Times) -> Table:
    first = questions[0]
    senses = telling.senses_of(first)
    what = " ratio" if first.divided_by else ""
    verdicts = ["verdict"] if len(questions) == 1 else [_sign(question) for question in questions]
    heads = [*verdicts, *({"inf": "min", "sup": "max"}[s] + what for s in senses), "rankings", "classes"]
    lemmas = any(size.by_lemma for size in first.sizes)
    heads += ["by lemma"] * lemmas
    table = open_table("n", *map(visible, heads), *["time"] * bool(times))
    for k, column in enumerate(table.columns):
        column.justify = "left" if 0 < k <= len(questions) else "right"
    for k, size in enumerate(first.sizes):
        row_verdicts = [q.sizes[k].verdict for q in questions]
        seconds = times.get((first.label, size.n))
        cells = [_extreme(size, sense) for sense in senses] + [f"{size.rankings:,}", f"{size.classes:,}"]
        cells += [f"{size.by_lemma:,}"] * lemmas
        cells += ["" if seconds is None else f"{seconds:.1f} s"] if times else []
        table.add_row(
            str(size.n), *(Text(v, style=STYLES[v]) for v in row_verdicts), *(Text(visible(c)) for c in cells)
        )
    return table


def _sign(question: Question) -> str:
    return f"{telling.PROVED[question.sense]} {question.constant}" if question.constant else question.label


def _extreme(size: SizeAnswer, sense: Sense) -> str:
    extreme = size.extreme(sense)
    if extreme is None:
        return ""
    exact = size.verdict != "undecided" or extreme.value == INFINITE
    return ("" if exact else f"{telling.SHOWN[sense]} ") + extreme.value + telling.approach(size, extreme)


def _shown(question: Question, registry: Registry) -> list[str]:
    """The first refutation, or the instance that attains the constant, so that it can be copied."""
    first = question.first_refuted
    witness: Witness | None = first.refutation if first is not None else telling.first_attained(question)
    if witness is None:
        return []
    shown, sigma = account_of(witness, registry), telling.sigma_text(witness, registry)
    lines = [f"  {sigma}"] if sigma else []
    lines += [f"  {value.name} = {value.text}" for value in shown.values]
    instance = telling.instance_of(witness, registry)
    order = telling.first_ranking(instance) if instance else ()
    for name, parameter in instance.parameters.items() if instance else ():
        if isinstance(parameter, Similarity):
            square = [[str(x), *(str(parameter[x, y]) for y in order)] for x in order]
            lines += [f"  {line}" for line in plain_table([name, *map(str, order)], square).splitlines()]
        else:
            lines.append(f"  {parameter.text()}")
    lines += [f"  {term.call} = {term.value}" for term in shown.terms]
    return [*lines, f"  {shown.sides}"]


def _standing_table(answer: Answer, width: int) -> Table:
    """The readings side by side, a claim a line; words are broken only where the width cannot hold them."""
    heads, rows = telling.standings(answer)
    table = open_table("", "", *(visible(label) for label, _ in rows))
    before = None
    for k, (claim, statement) in enumerate(heads):
        cells = ["" if claim == before else claim, statement, *(outcomes[k] for _, outcomes in rows)]
        before = claim
        table.add_row(*(Text(visible(cell)) for cell in cells))
    shown = [[str(cell) for cell in column.cells] for column in table.columns]
    widths = _fitted(shown, width - 2 * len(shown))
    for column, fitted in zip(table.columns, widths, strict=True):
        column.width = fitted
    return table


def _fitted(columns: Sequence[Sequence[str]], width: int) -> list[int | None]:
    """Widths that break no word, the room that is left given to the narrowest first; None if there is none."""
    widths = [max((len(word) for cell in cells for word in cell.split()), default=0) for cells in columns]
    wanted = [max(map(len, cells)) for cells in columns]
    if sum(widths) > width:
        return [None] * len(columns)
    while sum(widths) < width and (short := [k for k, wide in enumerate(widths) if wide < wanted[k]]):
        widths[min(short, key=lambda k: widths[k])] += 1
    return list(widths)
