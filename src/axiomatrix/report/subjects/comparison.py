"""Documents that compare metrics: their axioms side by side, their relations, and instances on which values differ.

:func:`document` is the whole comparison, of ``axiomatrix compare``, and of ``axiomatrix ask`` for a question about
metrics. :func:`difference_blocks` also searches for the instances that it shows.

A *reading* is a name as the user wrote it (``shown``, in the field's spelling) with the row that it means, and a
*standing* the known result for one metric and one axiom. A comparison has a *line* for each statement that applies to
two of its metrics or more, with a standing for each metric, in their order. Cells of statements that apply to a single
one are *alone*. A line ``differs`` if the statement fails for one metric at a size at which it holds for another, and
``agrees`` if it is decided alike for all.

A comparison may have a single metric, for a question such as *is RBO a distance?*. Then all lines are about that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ...evidence.cell import Cell
from ...evidence.instance import Changed
from ...evidence.notation import short_number
from ...evidence.words import counted
from ...model.registry import Registry
from ...studies.ask.comparing import ComparedStatement, MetricComparison, Standing
from ...studies.ask.distinguishing import DistinguishingInstance
from ...studies.difference.answer import TOLERANCE, ComparedInstance, Difference, NoDifference
from ...studies.difference.search import CallFailed, difference
from ...studies.difference.sides import NotComparable, Sided
from ...studies.relate.answer import MetricRelation
from ..document import Block, Details, Document, Heading, Inline, List, Mono, Note, Table, Text
from .relations import instance_values
from .verdicts import AS_FAR_AS_DECIDED, brief_text, brief_verdict, legend, relation_text

BOUND_SIGNS = {"lower-bound": ">=", "upper-bound": "<="}
"""Relation signs of the axioms that bound one metric by another."""
MAX_UNFOLDED_STATEMENTS = 6
"""Most statements about a single metric that are listed in the text; more are folded."""
MAX_METRICS_COMPARED = 4
"""Most metrics that are compared pairwise by values; more would give too many pairs."""


def document(
    compared: MetricComparison,
    registry: Registry,
    relations: Iterable[MetricRelation],
    origin: str,
    kind_asked: str = "",
) -> Document:
    """Compare metrics: relations, a table of axioms by metric, instances for the differences, and then values.

    ``relations`` may be between any metrics, and ``origin`` says where the cells come from. ``kind_asked`` is the kind
    in a question such as *is RBO a distance?*, which the document answers first with yes or no.
    """
    names = [reading.name for reading in compared.readings]
    # a relation at a fixed cut-off, such as 3, says less than the one on whole lists
    pair_relations = [r for r in relations if r.a in names and r.b in names and r.cut in ("", "n")]
    formulas = {reading.name: registry.metric(reading.name).formula for reading in compared.readings}
    items: list[Inline] = [(Mono(name), f": {formula}") for name, formula in formulas.items()]
    blocks: list[Block] = [List((*items, *_name_notes(compared)))]
    for pair_relation in pair_relations:
        blocks += _relation_blocks(pair_relation)
    blocks += _tables(compared)
    if compared.lines or not compared.alone:
        blocks.append(Note(legend() if compared.lines else "None of these axioms applies to them."))
    if compared.alone:
        verdicts = ((_statement_text(cell, compared), brief_text(Standing((cell,)))) for cell in compared.alone)
        statements = tuple(f"{statement} ({verdict})" for statement, verdict in verdicts)
        if len(statements) <= MAX_UNFOLDED_STATEMENTS:
            blocks.append(Text(f"Asked of only one of them: {', '.join(statements)}."))
        else:
            blocks.append(Details(f"{len(statements)} statements are asked of only one of them", (List(statements),)))
    for line in compared.lines:
        if line.differs:
            blocks += [Heading(line.title, 3), *_plain_sentence(line, registry)]
            blocks += _instance_blocks(compared.distinguishing_instance(line, registry))
    blocks += difference_blocks(compared.readings, registry)
    return Document(_lead(compared, registry, pair_relations, kind_asked), blocks=(*blocks, Note(origin)))


def _lead(
    compared: MetricComparison, registry: Registry, pair_relations: Sequence[MetricRelation], kind_asked: str
) -> str:
    """Summarise the comparison: each verdict if the user named axioms, else the number of statements by outcome."""
    names = [reading.shown for reading in compared.readings]
    lines = compared.lines
    if compared.axioms and not lines and not compared.alone:
        return f"No named axiom applies to {' or '.join(names)}."
    if compared.axioms:
        verdicts = []
        if lines:
            for k, name in enumerate(names):
                verdicts.append(_verdict(name, [(line.title, line.standings[k]) for line in lines]))
        for cell in compared.alone:
            verdicts.append(f"{_statement_text(cell, compared)}: {brief_verdict(Standing((cell,))).aloud}")
        return f"{'; '.join(verdicts)}."
    if len(names) == 1:
        row = registry.metric(compared.readings[0].name)
        reply = ""
        if kind_asked:
            reply = "Yes. " if row.kind == kind_asked else "No. "
        return f"{reply}{names[0]} is a {row.kind} of {row.about}. {_tally([line for line in lines if line.agrees])}."
    differ = counted(sum(line.differs for line in lines), "statement")
    agree = sum(line.agrees for line in lines)
    counts = f"differ on {differ} and agree on {agree}, {AS_FAR_AS_DECIDED}" if lines else "share no axiom"
    subject = " and ".join([", ".join(names[:-1]), names[-1]])
    # the most striking difference comes first: two instances that the two metrics order oppositely
    ordered_oppositely = pair_relations[0].disagreement if len(pair_relations) == 1 else None
    if ordered_oppositely is not None:
        n = max(instance.n for instance in ordered_oppositely)
        subject = f"{subject} order two {pair_relations[0].sort} of {n} oppositely; they"
    return f"{subject} {counts}."


def _statement_text(cell: Cell, compared: MetricComparison) -> str:
    """Write the statement of a cell, with its metric.

    A bound on the metric by another of the compared ones is an inequality, such as "footrule <= 2 kendall".
    """
    names = {reading.name: reading.shown for reading in compared.readings}
    metric, other = names[cell.metric], cell.arguments.get("other")
    if cell.axiom not in BOUND_SIGNS or other not in names:
        return f"{metric}, {cell.title}"
    factor = cell.arguments.get("factor")
    multiple = names[str(other)] if factor == 1 else f"{factor} {names[str(other)]}"
    return f"{metric} {BOUND_SIGNS[cell.axiom]} {multiple}"


def _verdict(name: str, standings: Sequence[tuple[str, Standing]]) -> str:
    """List the statements of the worst outcome of a metric: those that fail, else the undecided, else those that hold.

    ``standings`` has the title and the standing of each statement. The evidence is added if there is only one.
    """
    verb_by_holds = {False: "does not satisfy", None: "is not known to satisfy", True: "satisfies"}  # the worst first
    worst = next(holds for holds in verb_by_holds if any(standing.holds is holds for _, standing in standings))
    titles = [title for title, standing in standings if standing.holds is worst]
    sentence = f"{name} {verb_by_holds[worst]} {', '.join(titles)}"
    if len(standings) > 1:
        return sentence
    _, standing = standings[0]
    return f"{sentence}: {brief_verdict(standing).aloud}"


def _name_notes(compared: MetricComparison) -> Iterator[str]:
    """Yield how names were read that are not registered as written, and whether several mean the same row.

    Names such as "RBO with p = 0.8" and "RBO with p = 0.9" mean the same row.
    """
    yield from (reading.text for reading in compared.readings if not reading.exact)
    if compared.has_twins:
        yield "some of these names mean the same metric; its verdicts are for all values of its parameters"
    else:
        for reading in compared.readings:
            if fixed := reading.parameters_text:
                yield f"verdicts of {reading.shown} are for all values of its parameters, not only {fixed}"


def _tables(compared: MetricComparison) -> Iterator[Block]:
    """Yield a table for each outcome that some statements have, with axioms as rows and metrics as columns."""
    differ = [line for line in compared.lines if line.differs]
    agree = [line for line in compared.lines if line.agrees]
    unknown = [line for line in compared.lines if not line.differs and not line.agrees]
    if len(compared.readings) == 1:
        parts = {"Decided": agree, "Not known": unknown}
    else:
        parts = {
            f"They differ, {AS_FAR_AS_DECIDED}": differ,
            "Not known for all": unknown,
            f"They agree, {AS_FAR_AS_DECIDED}": agree,
        }
    for title, lines in parts.items():
        if lines:
            rows: list[tuple[Inline, ...]] = [(Mono(line.title), *map(brief_text, line.standings)) for line in lines]
            yield Heading(title)
            yield Table(("axiom", *(reading.shown for reading in compared.readings)), tuple(rows))


def _plain_sentence(line: ComparedStatement, registry: Registry) -> Iterator[Block]:
    """Yield the plain sentence of the statement's axiom, if it has one."""
    # any cell will do, since all have the axiom and its arguments
    cell = next((standing.deciding_cell for standing in line.standings if standing.deciding_cell is not None), None)
    axiom = registry.axioms.get(cell.axiom) if cell is not None else None
    if cell is not None and axiom is not None and axiom.sentence:
        yield Text(axiom.sentence_of(cell.arguments))


def _tally(lines: list[ComparedStatement]) -> str:
    """Count the statements that hold for the only metric of the comparison; ``lines`` are those that are decided."""
    holding = sum(line.standings[0].holds is True for line in lines)
    if holding == len(lines):
        tally = f"All {holding} hold"
    elif holding:
        tally = f"{holding} of {len(lines)} hold"
    else:
        tally = f"None of {len(lines)} holds"
    return f"{tally}, {AS_FAR_AS_DECIDED}"


def _instance_blocks(distinguishing: DistinguishingInstance | None) -> Iterator[Block]:
    """Yield an instance on which the statement holds for one metric and fails for another, with both sides for each."""
    if distinguishing is None:
        yield Text("No small list was found that tells them apart.")
        return
    values = ", ".join(f"{name} = {value}" for name, value in distinguishing.instance.values.items())
    minimal = "smallest" if distinguishing.is_smallest else "smallest found"
    yield Text(f"n = {distinguishing.instance.n}, {minimal}: {values}")
    items = []
    for answer in distinguishing.answers:
        # weights and similarities have a method ``text``, numbers are printed directly
        texts = {name: value.text() if hasattr(value, "text") else value for name, value in answer.parameters.items()}
        parameters = ", ".join(f"{name} = {text}" for name, text in texts.items())
        in_brackets = f" ({parameters})" if parameters else ""
        items.append(f"{answer.name}{in_brackets}: {relation_text(answer.relation, true=answer.is_true)}")
    yield List(tuple(items))
    if not distinguishing.has_named_parameters:  # the instance has others than those in the names, such as "p = 0.9"
        yield Text("With the named parameters, no small list was found.")


def _relation_blocks(pair_relation: MetricRelation) -> Iterator[Block]:
    """Yield the relation of two metrics. Without a formula, bounds and differences in order follow."""
    a, b, space = pair_relation.a, pair_relation.b, pair_relation.space
    yield Heading(f"{pair_relation.label_a} and {pair_relation.label_b}")
    if pair_relation.kind not in ("none", "constant"):
        yield Text(f"{pair_relation.statement}: {pair_relation.verdict} ({space}).")
    if pair_relation.kind in ("identical", "affine"):  # the formula says it all
        return
    # a distance and a similarity run in opposite directions, so that no factor between them is of interest
    all_bounds = () if pair_relation.opposed else pair_relation.bounds
    bounds = [bound for bound in all_bounds if bound.low is not None or bound.high is not None]
    if bounds:
        last = bounds[-1]  # c1 a <= b <= c2 a at the largest n, where c1 is ``low`` and c2 is ``high``
        # decimals are rounded so that the inequality stays true
        below = f"{short_number(last.low, down=True)} {a} <= " if last.low is not None else ""
        above = f" <= {short_number(last.high, down=False)} {a}" if last.high is not None else ""
        yield Text(f"{below}{b}{above} at n = {last.n}: the best constants ({space}).")
    if pair_relation.disagreement is not None:
        yield Text(f"The smallest two that they order oppositely ({space}):")
        yield List(tuple(instance_values(pair_relation, instance) for instance in pair_relation.disagreement))
    if pair_relation.agreement:
        counts = pair_relation.agreement[-1]
        yield Text(f"They order {counts.differently:,} of {counts.pairs:,} pairs oppositely at n = {counts.n}.")


def difference_blocks(sides: Sequence[Sided], registry: Registry) -> tuple[Block, ...]:
    """Search for the smallest instance on which the values of each pair differ, and show it or how far the search went.

    The ``sides`` are metrics, functions or readings. The search runs here, so this may take seconds. More than
    :data:`MAX_METRICS_COMPARED` sides are not searched.
    """
    pairs = combinations(sides, 2) if len(sides) <= MAX_METRICS_COMPARED else ()
    return tuple(block for f, g in pairs for block in _pair_blocks(f, g, registry))


def _pair_blocks(f: Sided, g: Sided, registry: Registry) -> tuple[Block, ...]:
    """Search for a difference between two metrics; a text if their values cannot be compared."""
    try:
        answer = difference_document(difference(f, g, registry=registry))
    except (NotComparable, CallFailed, Changed) as reason:
        return (Text(f"Their values are not compared: {reason}"),)
    return Heading(answer.title), *answer.blocks


def difference_document(answer: Difference | NoDifference) -> Document:
    """Show the instance on which two metrics differ, or how far the search went without finding any.

    Of values that are floats, only differences beyond the rounding error count.
    """
    beyond = " beyond rounding" if answer.reach.in_floats else ""
    if isinstance(answer, NoDifference):
        title = f"no difference{beyond} found between {answer.f} and {answer.g} up to n = {answer.reach.largest}"
        return Document(title, blocks=tuple(_search_reach(answer)))
    minimal = f"smallest{beyond}" if answer.is_smallest else "smallest found"
    # a value is None where a metric has none
    differ = "differ" if None not in answer.values else "differ in where they have a value"
    title = f"{answer.f} and {answer.g} {differ} at n = {answer.n} ({minimal})"
    return Document(title, blocks=(_call_list(answer.instance), *_small_print(answer)))


def _search_reach(answer: NoDifference) -> Iterator[Block]:
    """Yield how far the search went, and the first of the deviations that rounding may explain."""
    yield Text(f"{answer.reach.text}. Larger instances were not tried: this proves nothing about them.")
    if answer.nearest is not None:
        yield Text(f"Values differ by up to {answer.deviation:.2g}, which rounding may explain; first on:")
        yield _call_list(answer.nearest)
    yield from _small_print(answer)


def _call_list(instance: ComparedInstance) -> List:
    """List the call of each metric on the instance, with its value."""
    return List(tuple(map(Mono, instance.lines)))


def _small_print(answer: Difference | NoDifference) -> Iterator[Block]:
    """Yield the float tolerance, if floats were compared, and the notes of the search."""
    if answer.reach.in_floats:
        yield Note(f"{TOLERANCE[:1].upper()}{TOLERANCE[1:]}.")  # a phrase, not a number
    yield List(answer.notes)
