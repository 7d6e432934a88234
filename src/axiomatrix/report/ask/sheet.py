"""Answers to questions, as text: a card of one metric and one axiom, metrics side by side, the choice among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.decimals import short_number
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.witness import decode, statement_of
from ...evidence.words import counted, lines
from ...model.names import Reading
from ...model.registry import Registry
from ...studies.ask.choosing import Choice, Wish, behind
from ...studies.ask.comparing import ComparedStatement, MetricComparison
from ...studies.ask.parting import MetricSide, Parting, answer_of
from ...studies.ask.question import Hit
from ...studies.ask.standing import Standing
from ...studies.relate.answer import MetricRelation
from ..tables import plain
from ..witness import instance_lines
from .words import legend, paragraphs, relation, sentence, short, wrapped

MOST_HITS = 8
MOST_OTHERS = 12
"""Metrics that do not fit and are listed."""
AS_FAR = "as far as was decided"
"""What is searched may still be broken: tables say how far each cell goes, and headings no more than they."""
UNDER_ALL = "one with parameters fulfils a wish only if it does under all of them"


def card(matrix: Matrix, metric: Reading, axiom: Reading, registry: Registry, width: int) -> str:
    """The answer: in words, the evidence, the smallest instance, and where all of it is from."""
    row, asked = registry.metric(metric.name), registry.axiom(axiom.name)
    parts = [f"{metric.shown}: {axiom.shown}"]
    parts += wrapped(f"{row.name}: {row.formula}", width, hang="    ")
    parts += wrapped(f"{asked.id}: {asked.formula}", width, hang="    ")
    parts += [line for one in (metric, axiom) if not one.exact for line in wrapped(one.text, width, hang="    ")]
    statements = lines(matrix.at(row.name, asked.id))
    if not statements:
        why = "Nothing is known: no statement of it is asked of this metric."
        if row.about not in asked.about:
            why = f"The axiom says nothing of it: it is about {row.about}; the axiom is about {', '.join(asked.about)}."
        return "\n".join([*parts, *paragraphs([why], width)])
    for shown in statements:
        parts += _answer(shown.cell, shown.verdict, matrix, metric, registry, width)
    # where both are from: what their docstrings say, and how they were registered
    docs = [" ".join(thing.doc.split("\n\n", 1)[-1].split()) for thing in (asked, row)]
    parts += paragraphs([f"{asked.id}: {docs[0]}", f"{row.name}: {docs[1]} {row.source}".rstrip()], width)
    return "\n".join(line.rstrip() for line in parts)


def _answer(cell: Cell, verdict: str, matrix: Matrix, metric: Reading, registry: Registry, width: int) -> list[str]:
    title = "" if cell.title == cell.axiom else f"{cell.title}: "
    parts = paragraphs([title + sentence(cell)], width)
    if cell.status.is_asked:
        parts += wrapped(f"{verdict}. {cell.evidence.verdict.notation.does_not_mean}", width)
    if cell.evidence.proof is not None:
        parts += wrapped(f"{cell.evidence.proof.theorem} (proof {cell.evidence.proof.id})", width)
    if (shown := account(cell, matrix, registry)) is not None:
        parts += _instance(shown, cell, metric, registry, width)
    for claim in cell.claims:
        parts += paragraphs([claim.sentence], width)
    return parts


def _instance(shown: Account, cell: Cell, metric: Reading, registry: Registry, width: int) -> list[str]:
    parts = ["", *wrapped(f"{shown.found}{f' ({shown.minimal})' if shown.minimal else ''}:", width)]
    parts += [f"  {line}" for line in instance_lines(shown)]
    witness = cell.evidence.witness
    if witness is None or not metric.parameters:
        return parts
    row = registry.metric(metric.name)
    statement = statement_of(witness, registry, row)
    instance = decode(statement, row, witness)
    if all(instance.parameters.get(name) == value for name, value in metric.parameters.items()):
        return parts
    again = answer_of(MetricSide(metric.shown, row, metric.parameters, witness), statement, instance, registry)
    if again is None:
        return [*parts, *wrapped(f"With {metric.given} there is no value on this list.", width)]
    same = "the same" if again.true is (witness.shows == "shows") else "otherwise: this instance says nothing of it"
    return [*parts, *wrapped(f"With {metric.given} it is {same}: {relation(again.relation, true=again.true)}.", width)]


def hits(places: Sequence[Hit], words: Sequence[str], width: int) -> str:
    """Where the words of a question are found."""
    parts = [f"{visible(' '.join(words))}: named by no metric and no axiom; found in"]
    for hit in places[:MOST_HITS]:
        parts += wrapped(f"{hit.what} {hit.name}: {hit.text}", width, hang="    ")
    more = len(places) - MOST_HITS
    return "\n".join([*parts, f"  and {more} more"] if more > 0 else parts)


def comparison(compared: MetricComparison, registry: Registry, relations: list[str], width: int) -> str:
    """Axioms as rows, metrics as columns, differences first, each with the smallest instance that shows it."""
    lines = [line for one in compared.readings if not one.exact for line in wrapped(one.text, width, "", "  ")]
    if compared.has_twins:
        twins = "some of these names are one row, whose verdicts are for every value of its parameters"
        lines += wrapped(twins, width, "", "  ")
    heads = ["", *(visible(reading.shown) for reading in compared.readings)]
    differ = [line for line in compared.lines if line.differs]
    agree = [line for line in compared.lines if line.agrees]
    open_ = [line for line in compared.lines if not line.differs and not line.agrees]
    if len(compared.readings) == 1:
        parts = {_count(agree): agree, "not known": open_}
    else:
        parts = {f"they differ, {AS_FAR}": differ, "not known of all": open_, f"they agree, {AS_FAR}": agree}
    for title, rows in parts.items():
        if rows:
            table = [[visible(line.title), *map(short, line.standings)] for line in rows]
            lines += ["", title, *_table(heads, table, width)]
    if compared.lines or not compared.alone:
        lines += ["", *wrapped(legend() if compared.lines else "none of these axioms is about them", width, "", "  ")]
    if compared.alone:
        alone = (f"{cell.title} ({cell.metric}: {short(Standing((cell,)))})" for cell in compared.alone)
        lines += ["", *wrapped(f"asked of one of them only: {', '.join(alone)}", width, "", "  ")]
    for line in (line for line in compared.lines if line.differs):
        lines += ["", visible(line.title), *_parting(compared.parting(line, registry), width)]
    return "\n".join([*lines, *(["", *relations] if relations else [])]).strip("\n")


def _count(lines: list[ComparedStatement]) -> str:
    """How many statements hold of one metric, and how many do not."""
    holding = sum(line.standings[0].holds is True for line in lines)
    if holding == len(lines):
        return f"all {holding} hold, {AS_FAR}"
    return f"{holding} of {len(lines)} hold, {AS_FAR}" if holding else f"none of {len(lines)} holds, {AS_FAR}"


def _table(heads: list[str], rows: list[list[str]], width: int) -> list[str]:
    """A table; cut into several side by side where it is wider than there is room."""
    count = len(heads)
    while count > 2 and max(map(len, plain(heads[:count], [row[:count] for row in rows]).splitlines())) > width:
        count -= 1
    part = plain(heads[:count], [row[:count] for row in rows]).splitlines()
    if count == len(heads):
        return part
    rest = [[row[0], *row[count:]] for row in rows]
    return [*part, "", *_table(["", *heads[count:]], rest, width)]


def _parting(parting: Parting | None, width: int) -> list[str]:
    if parting is None:
        return ["  no list on which they part was found among the small ones"]
    values = ", ".join(f"{name} = {value}" for name, value in parting.instance.values.items())
    minimal = "smallest" if parting.smallest else "smallest found"
    lines = wrapped(f"n = {parting.instance.n}, {minimal}: {values}", width)
    for one in parting.answers:
        numbers = {name: value.text() if hasattr(value, "text") else value for name, value in one.parameters.items()}
        given = ", ".join(f"{name} = {value}" for name, value in numbers.items())
        with_ = f" ({given})" if given else ""
        lines += wrapped(f"{one.shown}{with_}: {relation(one.relation, true=one.true)}", width, "    ", "  ")
    otherwise = "    (under the parameters named, none was found among the small lists)"
    return lines if parting.as_named else [*lines, otherwise]


def choice(chosen: Choice, what: str, about: str, width: int) -> str:
    """The metrics that fit, and what each of the others misses by."""
    wishes = ", ".join(wish.text for wish in chosen.wishes)
    of = len(chosen.fit) + len(chosen.others)
    lines = wrapped(f"{counted(len(chosen.fit), what)} of {of} with, {AS_FAR}: {wishes}", width, "", "  ")
    if chosen.fit:
        rows = [[one.row.name, *(short(standing) for _, standing in one.standings)] for one in chosen.fit]
        lines += ["", *_table(["", *(wish.text for wish in chosen.wishes)], rows, width)]
    for wish_set in chosen.impossible:
        together = " and ".join(wish.text for wish in wish_set)
        whose = f"{what} of {about}" if about else f"{what} of the report"
        lines += ["", *wrapped(f"no {whose} fulfils: {together}", width, "", "  ")]
        for clash in behind(wish_set):
            lines += wrapped(f"theorem {clash.text}", width, "  ", "  ")
    if chosen.others:
        lines += ["", *wrapped(f"the others, and what they miss ({UNDER_ALL})", width, "", "  ")]
    for other in chosen.others[:MOST_OTHERS]:
        missed = "; ".join(f"{wish.text} ({_why(wish, standing)})" for wish, standing in other.missed)
        lines += wrapped(f"{other.row.name}: {missed}", width, hang="    ")
    more = len(chosen.others) - MOST_OTHERS
    return "\n".join([*lines, f"  and {more} more"] if more > 0 else lines)


def _why(wish: Wish, standing: Standing) -> str:
    if not standing.applies:
        return "it says nothing of it" if standing.cells else "not asked of it"
    return short(standing) if wish.must or standing.holds is None else f"nothing breaks it: {short(standing)}"


def related(relations: Iterable[MetricRelation], names: Mapping[str, str], width: int) -> list[str]:
    """What is known of each two of these metrics; ``names`` maps their rows to what they are called."""
    lines: list[str] = []
    for one in relations:
        if one.a not in names or one.b not in names or one.cut not in ("", "n"):
            continue
        a, b = names[one.a], names[one.b]
        given = ", ".join(dict.fromkeys(filter(None, (one.a_given, one.b_given))))
        line = f"{a}, {b}" + (f" ({given})" if given else "") + f": {one.statement} ({one.verdict})"
        bounds = [bound for bound in one.bounds if bound.low is not None or bound.high is not None]
        if bounds and one.kind != "identical":
            last = bounds[-1]
            below = f"{short_number(last.low, down=True)} {a} <= " if last.low is not None else ""
            above = f" <= {short_number(last.high, down=False)} {a}" if last.high is not None else ""
            line += f"; {below}{b}{above} at n = {last.n}"
        if one.agreement:
            counts = one.agreement[-1]
            line += f"; {counts.differently:,} of {counts.pairs:,} pairs at n = {counts.n} are ordered differently"
        lines += wrapped(line, width, "", "  ")
    return ["what relations.json says", *lines] if lines else []
