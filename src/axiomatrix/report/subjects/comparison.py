"""Metrics side by side: their axioms, differences first, their relations, and instances on which values differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ...evidence.cell import Cell
from ...evidence.instance import Changed
from ...evidence.notation import short_number
from ...evidence.words import counted
from ...model.registry import Registry
from ...studies.ask.comparing import ComparedStatement, MetricComparison, Parting, Standing
from ...studies.difference.answer import TOLERANCE, ComparedInstance, Difference, NoDifference
from ...studies.difference.search import CallFailed, difference
from ...studies.difference.sides import NotComparable, Sided
from ...studies.relate.answer import MetricRelation
from ..document import Block, Details, Document, Heading, Inline, List, Mono, Note, Table, Text
from .relations import instance_values
from .verdicts import AS_FAR, brief, legend, relation, short

SIGNS = {"lower-bound": ">=", "upper-bound": "<="}
"""How the axioms that bound one metric by another are written."""
MOST_ALONE = 6
"""Statements of one metric only that stand in the open."""


def document(
    compared: MetricComparison,
    registry: Registry,
    relations: Iterable[MetricRelation],
    origin: str,
    kind_asked: str = "",
) -> Document:
    """Axioms as rows, metrics as columns; for each difference the smallest instance that shows it; then the values.

    ``kind_asked`` is the kind that a metric is asked to be (*is RBO a distance?*): the document begins with yes or no.
    """
    related = _about_pairs(relations, [reading.name for reading in compared.readings])
    formulas = {reading.name: registry.metric(reading.name).formula for reading in compared.readings}
    items: list[Inline] = [(Mono(name), f": {formula}") for name, formula in formulas.items()]
    blocks: list[Block] = [List((*items, *_readings(compared)))]
    for r in related:
        blocks += _relation(r)
    blocks += _tables(compared)
    if compared.lines or not compared.alone:
        blocks.append(Note(legend() if compared.lines else "None of these axioms is about them."))
    if compared.alone:
        alone = tuple(f"{_statement_text(cell, compared)} ({short(Standing((cell,)))})" for cell in compared.alone)
        blocks.append(
            Text(f"Asked of one of them only: {', '.join(alone)}.")
            if len(alone) <= MOST_ALONE
            else Details(f"{len(alone)} statements are asked of one of them only", (List(alone),))
        )
    for line in (line for line in compared.lines if line.differs):
        blocks += [Heading(line.title, 3), *_says(line, registry), *_parting(compared.parting(line, registry))]
    blocks += difference_blocks(compared.readings, registry)
    return Document(_lead(compared, registry, related, kind_asked), blocks=(*blocks, Note(origin)))


def _lead(compared: MetricComparison, registry: Registry, related: Sequence[MetricRelation], kind_asked: str) -> str:
    """Summarise the comparison: the verdicts where few statements are asked, else their number."""
    names = [reading.shown for reading in compared.readings]
    lines = compared.lines
    if compared.axioms and (lines or compared.alone):
        by_name = [(name, [(line.title, line.standings[k]) for line in lines]) for k, name in enumerate(names)]
        alone = [f"{_statement_text(cell, compared)}: {brief(Standing((cell,))).aloud}" for cell in compared.alone]
        return f"{'; '.join((*(_verdict(*one) for one in by_name if lines), *alone))}."
    if len(names) == 1:
        row = registry.metric(compared.readings[0].name)
        reply = ("Yes. " if row.kind == kind_asked else "No. ") if kind_asked else ""
        return f"{reply}{names[0]} is a {row.kind} of {row.about}. {_count([line for line in lines if line.agrees])}."
    differ = counted(sum(line.differs for line in lines), "statement")
    agree = sum(line.agrees for line in lines)
    counts = f"differ on {differ} and agree on {agree}, {AS_FAR}" if lines else "share no axiom"
    both = " and ".join(names)
    opposite = related[0].disagreement if len(related) == 1 else None
    if opposite is not None:
        both = f"{both} order two {related[0].sort} of {max(one.n for one in opposite)} oppositely; they"
    return f"{both} {counts}."


def _statement_text(cell: Cell, compared: MetricComparison) -> str:
    """Describe the statement of one metric's cell: a bound as an inequality of the two."""
    names = {reading.name: reading.shown for reading in compared.readings}
    name, other, factor = names[cell.metric], cell.arguments.get("other"), cell.arguments.get("factor")
    if cell.axiom not in SIGNS or other not in names:
        return f"{name}, {cell.title}"
    return f"{name} {SIGNS[cell.axiom]} {'' if factor == 1 else f'{factor} '}{names[str(other)]}"


def _verdict(name: str, standings: Sequence[tuple[str, Standing]]) -> str:
    """Describe a metric's failures, else its undecided statements, else what holds (and how it is known)."""
    verbs = {False: "does not satisfy", None: "is not decided on", True: "satisfies"}
    held = next(one for one in verbs if any(standing.holds is one for _, standing in standings))
    titles = [title for title, standing in standings if standing.holds is held]
    how = f": {brief(standings[0][1]).aloud}" if len(standings) == 1 else ""
    return f"{name} {verbs[held]} {', '.join(titles)}{how}"


def _readings(compared: MetricComparison) -> Iterator[str]:
    yield from (reading.text for reading in compared.readings if not reading.exact)
    if compared.has_twins:
        yield "some of these names are one row, whose verdicts are for every value of its parameters"


def _tables(compared: MetricComparison) -> Iterator[Block]:
    differ = [line for line in compared.lines if line.differs]
    agree = [line for line in compared.lines if line.agrees]
    unknown = [line for line in compared.lines if not line.differs and not line.agrees]
    if len(compared.readings) == 1:
        parts = {"Decided": agree, "Not known": unknown}
    else:
        parts = {f"They differ, {AS_FAR}": differ, "Not known of all": unknown, f"They agree, {AS_FAR}": agree}
    for title, lines in parts.items():
        if lines:
            rows: list[tuple[Inline, ...]] = [(Mono(line.title), *map(short, line.standings)) for line in lines]
            yield Heading(title)
            yield Table(("axiom", *(reading.shown for reading in compared.readings)), tuple(rows))


def _says(line: ComparedStatement, registry: Registry) -> Iterator[Block]:
    """Yield the statement in plain words."""
    cell = next((standing.telling for standing in line.standings if standing.telling is not None), None)
    axiom = registry.axioms.get(cell.axiom) if cell is not None else None
    if cell is not None and axiom is not None and axiom.sentence:
        yield Text(axiom.sentence_of(cell.arguments))


def _count(lines: list[ComparedStatement]) -> str:
    """How many statements hold of one metric, and how many do not."""
    holding = sum(line.standings[0].holds is True for line in lines)
    if holding == len(lines):
        return f"All {holding} hold, {AS_FAR}"
    return f"{holding} of {len(lines)} hold, {AS_FAR}" if holding else f"None of {len(lines)} holds, {AS_FAR}"


def _parting(parting: Parting | None) -> Iterator[Block]:
    if parting is None:
        yield Text("No list on which they part was found among the small ones.")
        return
    values = ", ".join(f"{name} = {value}" for name, value in parting.instance.values.items())
    minimal = "smallest" if parting.smallest else "smallest found"
    yield Text(f"n = {parting.instance.n}, {minimal}: {values}")
    answers = []
    for answer in parting.answers:
        numbers = {name: value.text() if hasattr(value, "text") else value for name, value in answer.parameters.items()}
        given = ", ".join(f"{name} = {value}" for name, value in numbers.items())
        with_ = f" ({given})" if given else ""
        answers.append(f"{answer.shown}{with_}: {relation(answer.relation, true=answer.true)}")
    yield List(tuple(answers))
    if not parting.as_named:
        yield Text("Under the parameters named, none was found among the small lists.")


def _about_pairs(relations: Iterable[MetricRelation], rows: Sequence[str]) -> list[MetricRelation]:
    """Return the known relations between each two of these metrics of whole lists."""
    return [r for r in relations if r.a in rows and r.b in rows and r.cut in ("", "n")]


def _relation(r: MetricRelation) -> Iterator[Block]:
    """Yield the relation of two metrics: a formula, or else how they order instances."""
    yield Heading(f"{r.label_a} and {r.label_b}")
    if r.kind not in ("none", "constant"):
        yield Text(f"{r.statement}: {r.verdict} ({r.space}).")
    if r.kind in ("identical", "affine"):
        return
    bounds = [] if r.opposed else [bound for bound in r.bounds if bound.low is not None or bound.high is not None]
    if bounds:
        last = bounds[-1]
        below = f"{short_number(last.low, down=True)} {r.a} <= " if last.low is not None else ""
        above = f" <= {short_number(last.high, down=False)} {r.a}" if last.high is not None else ""
        yield Text(f"{below}{r.b}{above} at n = {last.n}, and no closer ({r.space}).")
    if r.disagreement is not None:
        yield Text(f"The smallest two that they order oppositely ({r.space}):")
        yield List(tuple(instance_values(r, instance) for instance in r.disagreement))
    if r.agreement:
        counts = r.agreement[-1]
        yield Text(f"They order {counts.differently:,} of {counts.pairs:,} pairs oppositely at n = {counts.n}.")


MOST_COMPARED = 4
"""Metrics of which every two are compared by their values; of more there are too many pairs."""


def difference_blocks(sides: Sequence[Sided], registry: Registry) -> tuple[Block, ...]:
    """For each two the smallest instance on which they differ, or the reach without one."""
    pairs = combinations(sides, 2) if len(sides) <= MOST_COMPARED else ()
    return tuple(block for f, g in pairs for block in _pair_blocks(f, g, registry))


def _pair_blocks(f: Sided, g: Sided, registry: Registry) -> tuple[Block, ...]:
    try:
        answer = difference_document(difference(f, g, registry=registry))
    except (NotComparable, CallFailed, Changed) as reason:
        return (Text(f"Their values are not compared: {reason}"),)
    return Heading(answer.title), *answer.blocks


def difference_document(answer: Difference | NoDifference) -> Document:
    """The first instance with two different values, or how far there was none."""
    beyond = " beyond rounding" if answer.reach.in_floats else ""
    if isinstance(answer, NoDifference):
        title = f"no difference{beyond} found between {answer.f} and {answer.g} up to n = {answer.reach.largest}"
        return Document(title, blocks=tuple(_without_difference(answer)))
    minimal = f"smallest{beyond}" if answer.is_smallest else "smallest found"
    differ = "differ" if None not in answer.values else "differ in where they have a value"
    title = f"{answer.f} and {answer.g} {differ} at n = {answer.n} ({minimal})"
    return Document(title, blocks=(_calls(answer.instance), *_small_print(answer)))


def _without_difference(answer: NoDifference) -> Iterator[Block]:
    yield Text(f"{answer.reach.text}. Larger instances were not tried: this proves nothing about them.")
    if answer.nearest is not None:
        yield Text(f"Values differ by up to {answer.deviation:.2g}, which decides nothing; first on:")
        yield _calls(answer.nearest)
    yield from _small_print(answer)


def _calls(instance: ComparedInstance) -> List:
    return List(tuple(map(Mono, instance.lines)))


def _small_print(answer: Difference | NoDifference) -> Iterator[Block]:
    """Yield notes on float tolerance, and on other events of the search."""
    if answer.reach.in_floats:
        yield Note(f"{TOLERANCE[0].upper()}{TOLERANCE[1:]}.")
    yield List(answer.notes)
