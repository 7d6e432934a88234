"""Documents on relations between metrics: of a pair, of a metric with its partners, and of all metrics.

``axiomatrix relate`` prints those of a pair (:func:`pair_document`), of a metric (:func:`partners_document`), or, for
all metrics, their counts (:func:`counts_document`). :func:`document` is ``relations.md``, the page of all metrics.

A *relation* says how the values of two metrics ``a`` and ``b`` depend on each other on the instances of a *space*: for
example, ``b`` is 2 ``a`` on all rankings. Its *kind* is one of :data:`KIND_WORDS`. A metric *refines* another whose
value it determines. A pair of metrics with a cut-off k has two relations: at k = n and at k = 3. The values at which
other parameters are fixed, such as p = 1/2, are in ``a_given`` and ``b_given``; ``label_a`` and ``label_b`` are the
names with all of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...evidence.notation import UNREADABLE, literal, with_four_decimals
from ...evidence.python_code import imports
from ...evidence.verdict import Verdict
from ...evidence.words import counted, grouped
from ...model.metric import Metric
from ...model.registry import Registry
from ...studies.relate.answer import STRENGTH, Kind, LeftOut, MetricRelation, Reached, Related, ShownInstance
from ...studies.relate.defaults import DEFAULTS_IN_WORDS, default_parameters
from ..document import Block, Code, Document, Heading, Inline, List, Mono, Nested, Span, Table, Text

NOTES = (
    "Two metrics are compared on what their spaces have in common, under the same parameters; every value is exact.",
    "An identity holds on every instance that was compared, and claims nothing about larger ones: "
    f"'{Verdict.EXHAUSTED.written} n<=4, up to renaming n<=6' means all instances up to n = 4 and, up to n = 6, one of "
    "each kind up to renaming, if renaming the items does not change the metrics there. Between the values of a grid "
    "nothing was tried.",
    "A formula in n is recognised from the sizes that were compared, and not proved for others.",
    "How often two metrics order two instances differently is counted over pairs of instances of one size; a distance "
    "and a similarity agree where the smaller distance goes with the larger similarity.",
)
MIRRORED_SYMBOLS = {"<": ">", ">": "<"}
"""Symbols of the matrix that change when row and column are exchanged."""
NOT_COMPARED = "?"
"""The symbol of two metrics that are not compared."""
LEGEND = (
    ("=", "identical: one value on every instance"),
    ("~", "affine: column = c row + s with c and s for each n, c not 0"),
    ("m", "monotone: at each n, each is a strictly monotone function of the other"),
    (">", "the row refines the column: it determines it, in order"),
    ("<", "the column refines the row"),
    ("-", "after m, > or <: the larger value of one goes with the smaller value of the other"),
    ("*", "at some n >= 2, one has a value where the other has none; the relation holds where both have one"),
    ("c", "constant: one of the two takes a single value at each n, so no relation is stated"),
    ("/", "before it cut-off k = n, after it k = 3, where they differ; a dot is an empty cell"),
    (NOT_COMPARED, "not compared; in an empty cell, neither metric determines the other in one direction"),
)
"""The symbols of the matrices with their meanings."""
KIND_WORDS: dict[Kind, str] = {
    "identical": "pairs identical",
    "affine": "affine",
    "monotone": "monotone",
    "refines": "refining",
    "refined by": "refined",
    "none": "in which neither determines the other in one direction",
    "constant": "with a constant",
}
"""The words after the number of pairs of each kind, in a list of numbers."""
IDENTITIES: tuple[Kind, ...] = ("identical", "affine", "monotone")
"""The kinds in which each metric's value determines the other's, the strongest first."""
MetricOnSpace = tuple[str, str]
"""A space, and a metric's name with its parameters."""


# --- all relations, arranged ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ComparedMetrics:
    """Metrics that are compared with each other, directly or by way of others: a matrix of the page."""

    sorts: tuple[str, ...]
    """The sorts of their arguments, such as ``rankings``; several where a metric takes arguments of two sorts."""
    names: tuple[str, ...]
    """The names of the metrics in the order of the registry."""

    @property
    def title(self) -> str:
        """The sorts in words."""
        return " and ".join([", ".join(self.sorts[:-1]), self.sorts[-1]] if len(self.sorts) > 1 else self.sorts)


class RelationSheet:
    """All relations, arranged for the page of all relations: by pair, by group of metrics, and by kind.

    Many metrics are the same up to a scale. To keep the page short, only the first of them, the *centre*, has its
    relations listed with each of the others, which form a *star* around it. The others appear in no further list, since
    their relations follow from the centre's.
    """

    def __init__(self, related: Related, order: Sequence[str]) -> None:
        """``order`` are the names of the rows of the registry."""
        self.related = related
        self._row_index = {name: k for k, name in enumerate(order)}
        self.relations_by_pair = grouped(related.relations, lambda relation: (relation.a, relation.b))
        self.groups = self._groups()
        self.counts = Counter(relation.kind for relation in related.relations)
        self.stars: dict[Kind, dict[MetricOnSpace, list[MetricRelation]]] = {}
        """The relations of each kind of identity, by the centre of their star."""
        around_a_centre: set[MetricOnSpace] = set()
        for kind in IDENTITIES:  # the strongest first: a metric that is identical to a centre gets no weaker relations
            self.stars[kind] = _stars(related.relations, kind, around_a_centre)
            for relations in self.stars[kind].values():
                around_a_centre.update((relation.space, relation.label_b) for relation in relations)
        refinements = [relation for relation in related.relations if relation.kind in ("refines", "refined by")]
        self.refinements = [r for r in refinements if around_a_centre.isdisjoint(_metrics_on_space(r))]
        """The refinements between metrics that are around no centre."""

    def _groups(self) -> list[ComparedMetrics]:
        """Group the metrics that are related directly or by way of others (connected components)."""
        components: list[set[str]] = []
        for relation in self.related.relations:
            pair = {relation.a, relation.b}
            separate = [names for names in components if names.isdisjoint(pair)]
            joined = pair.union(*(names for names in components if not names.isdisjoint(pair)))
            components = [*separate, joined]
        groups = []
        for component in components:
            names = sorted(component, key=self._row_index.__getitem__)
            sorts = dict.fromkeys(relation.sort for relation in self.related.relations if relation.a in component)
            groups.append(ComparedMetrics(tuple(sorts), tuple(names)))
        return sorted(groups, key=lambda group: self._row_index[group.names[0]])

    def symbol(self, row: str, column: str) -> str:
        """The symbol of a pair in the matrix (:data:`LEGEND`); two of them if they differ between the cut-offs.

        Empty if neither metric determines the other; :data:`NOT_COMPARED` without a relation.
        """
        symbols = [relation.symbol for relation in self.relations_by_pair.get((row, column), ())]
        if not symbols:
            reversed_symbols = [relation.symbol for relation in self.relations_by_pair.get((column, row), ())]
            symbols = ["".join(MIRRORED_SYMBOLS.get(c, c) for c in symbol) for symbol in reversed_symbols]
        if not symbols:
            return NOT_COMPARED
        return symbols[0] if len(set(symbols)) == 1 else "/".join(symbol or "." for symbol in symbols)

    def spaces(self, group: ComparedMetrics) -> list[tuple[str, list[str]]]:
        """The spaces on which metrics of the group are compared, each with its numbers of instances by n.

        The numbers come from the relation that was compared up to the largest n.
        """
        sizes_by_space: dict[str, list[str]] = {}
        for relation in self.related.relations:
            if relation.a in group.names:
                sizes = [f"{size.n}: {size.counted}" for size in relation.sizes]
                if len(sizes) > len(sizes_by_space.get(relation.space, ())):
                    sizes_by_space[relation.space] = sizes
        return list(sizes_by_space.items())


def _metrics_on_space(relation: MetricRelation) -> tuple[MetricOnSpace, MetricOnSpace]:
    """Both metrics of a relation; in a star, the first one is the centre."""
    return (relation.space, relation.label_a), (relation.space, relation.label_b)


def _stars(
    relations: Iterable[MetricRelation], kind: Kind, around_stronger_centre: set[MetricOnSpace]
) -> dict[MetricOnSpace, list[MetricRelation]]:
    """Group the relations of a kind of identity into stars, by their centre.

    Metrics in ``around_stronger_centre`` are left out, since they belong to a star of a stronger kind.
    """
    stars: dict[MetricOnSpace, list[MetricRelation]] = {}
    around_a_centre = set(around_stronger_centre)
    for relation in relations:  # in the order of the registry, so that a centre comes before the metrics around it
        centre, other = _metrics_on_space(relation)
        if relation.kind == kind and centre not in around_a_centre and other not in around_a_centre:
            stars.setdefault(centre, []).append(relation)
            around_a_centre.add(other)
    return dict(sorted(stars.items(), key=lambda star: star[0][0]))  # by space; the sort keeps the order within one


# --- the page of all metrics, and its counts ------------------------------------------------------------------------


def counts_document(related: Related) -> Document:
    """The document that counts relations by kind, and names the metrics that were not compared."""
    summary = _counts_text(Counter(relation.kind for relation in related.relations))
    title = counted(len(related.relations), "relation")
    return Document(title, f"{summary}." if summary else "", tuple(_not_compared(related)))


def _counts_text(counts: Counter[Kind]) -> str:
    """The numbers of relations of each kind in words."""
    return ", ".join(f"{counts[kind]:,} {words}" for kind, words in KIND_WORDS.items() if counts[kind])


def _not_compared(related: Related) -> Iterator[Block]:
    """Yield the metrics that were not compared, with the reasons, under a heading; nothing if there are none."""
    if related.left_out:
        yield Heading("Not compared")
        yield List(tuple(map(str, related.left_out)))


def document(sheet: RelationSheet) -> Document:
    """The document of all relations: identities, refinements, and a matrix for each group of compared metrics."""
    defaults = "; ".join(f"{space}: {value}" for space, value in DEFAULTS_IN_WORDS.items())
    blocks: list[Block] = [List(NOTES), Text(f"Parameters: {defaults}."), Heading("Identities")]
    for kind, stars in sheet.stars.items():
        if stars:
            items = (
                Nested((Mono(centre), f", on {space}:"), tuple(map(_line, relations)))
                for (space, centre), relations in stars.items()
            )
            blocks += [Heading(kind.capitalize(), 3), List(tuple(items))]
    if sheet.refinements:
        blocks += [Heading("Refinements", 3), List(tuple(map(_line, sheet.refinements)))]
    blocks += [Heading("Matrices"), List(tuple((Mono(mark), f": {means}") for mark, means in LEGEND))]
    for group in sheet.groups:
        reach = (f"{space}: instances by n: {', '.join(sizes)}" for space, sizes in sheet.spaces(group))
        blocks += [Heading(f"Metrics of {group.title}", 3), List(tuple(reach)), _matrix(sheet, group)]
    blocks += _not_compared(sheet.related)
    return Document("Relations between metrics", f"{_counts_text(sheet.counts)}.", tuple(blocks))


def _line(relation: MetricRelation) -> str:
    """A relation on one line, followed in brackets by its verdict and the metrics' fixed parameters."""
    remarks = [relation.verdict]
    if not relation.same_domain:
        remarks.append("where both have a value")
    for name, parameters in ((relation.a, relation.a_given), (relation.b, relation.b_given)):
        if parameters:
            remarks.append(f"{name}: {parameters}")
    return f"{relation.statement} ({'; '.join(remarks)})"


def _matrix(sheet: RelationSheet, group: ComparedMetrics) -> Table:
    """The matrix of symbols of a group; columns have the numbers of the rows."""
    rows: list[tuple[Inline, ...]] = []
    for k, row in enumerate(group.names, 1):
        symbols = (Mono(sheet.symbol(row, column) if row != column else "") for column in group.names)
        rows.append((str(k), Mono(row), *symbols))
    return Table(("", "metric", *(str(k) for k in range(1, len(rows) + 1))), tuple(rows))


# --- one metric and its partners ------------------------------------------------------------------------------------


def partners_document(relations: Sequence[MetricRelation], name: str, left_out: Iterable[LeftOut] = ()) -> Document:
    """The document of one metric's relations: a row for each partner, the strongest kind of relation first.

    Within a kind, those come first that order the fewest pairs of instances differently. ``name`` is the metric ``a``
    of all relations.
    """

    def rank(relation: MetricRelation) -> tuple[int, float]:
        return STRENGTH.index(relation.kind), relation.differently / max(1, relation.pairs)

    rows = []
    has_parameters = any(relation.a_given for relation in relations)
    for relation in sorted(relations, key=rank):
        parameters = (relation.a_given,) if has_parameters else ()
        statement = relation.statement if relation.kind != "none" else ""
        differently = f"{relation.differently:,} of {relation.pairs:,} pairs"
        rows.append(
            (Mono(relation.symbol), Mono(relation.label_b), *parameters, statement, relation.verdict, differently)
        )
    heads = ("", "partner", *(("at",) if has_parameters else ()), "relation", "verdict", "ordered differently")
    # a list without items is shown as nothing
    missing = List(tuple(f"not compared: {reason}" for reason in left_out))
    return Document(f"Relations of {name}", f"{counted(len(rows), 'relation')}.", (Table(heads, tuple(rows)), missing))


# --- one pair ---------------------------------------------------------------------------------------------------------


def pair_document(relations: Sequence[MetricRelation], registry: Registry, after: tuple[Block, ...] = ()) -> Document:
    """The document of one pair: its relation, or a section for the relation at each cut-off. ``after`` comes last."""
    blocks: list[Block] = []
    sentences = []
    has_sections = len(relations) > 1
    for relation in relations:
        undefined = "" if relation.same_domain else ", where both have a value"
        where = f"{relation.label_a} and {relation.label_b}: " if has_sections else ""
        sentences.append(f"{where}{relation.statement}{undefined}: {relation.verdict}.")
        blocks += [Heading(f"{relation.label_a} and {relation.label_b}")] if has_sections else []
        blocks += _pair(relation, registry)
    title = f"{relations[0].a} and {relations[0].b}"
    return Document(title, " ".join(sentences), (*blocks, *after))


def _pair(relation: MetricRelation, registry: Registry) -> Iterator[Block]:
    """Yield everything known of a relation: formulas, coefficients, refuted relations, bounds, agreement, a program."""
    metrics = registry.metric(relation.a), registry.metric(relation.b)
    # the relation b = c a + s, if it has one formula for c and one for s
    depends_on_n = relation.formula is not None and "n" in "".join(relation.formula)
    yield List(tuple((Mono(metric.name), f": {metric.formula}") for metric in metrics))
    yield Text(f"On {relation.space}: {compared_instances(relation.sizes)}.")
    if relation.coefficients and depends_on_n:
        # the statement has the formulas in n, and this table their values; otherwise the statement has the values
        yield Table(
            ("n", "c", "s"),
            tuple((str(slope.n), _with_decimal(slope.c), _with_decimal(slope.s)) for slope in relation.coefficients),
        )
    for refusal in relation.refusals:  # stronger relations, with instances that refute them
        yield Text(f"{refusal.sentence}:")
        yield List(tuple(instance_values(relation, instance) for instance in refusal.instances))
    yield from _bounds(relation)
    yield from _agreement(relation)
    instance = next(_instances(relation), None)
    if instance is not None:
        yield Text("In Python:")
        yield Code("\n".join(_program(*metrics, relation.cut, instance)), "python")


def compared_instances(sizes: Iterable[Reached]) -> str:
    """The numbers of compared instances in words, such as ``n = 2: 4; n = 3: 36 (30 with both values) instances``."""
    reaches = []
    for size in sizes:
        reach = f"n = {size.n}: {size.counted}"
        reaches.append(reach if size.compared == size.instances else f"{reach} ({size.compared:,} with both values)")
    return f"{'; '.join(reaches)} instances"


def _program(a: Metric, b: Metric, cut: str, instance: ShownInstance) -> list[str]:
    """The lines of a Python program that prints the two values on an instance, with the parameters that were fixed.

    ``cut`` is the value of a cut-off, "n" or "3", and empty if neither metric has one.
    """
    parameter_values: list[object] = []  # the program imports their types
    lines = [f"x = ({', '.join(instance.arguments)},)"]
    for metric in (a, b):
        parameters = default_parameters(metric, instance.n, cut or "n")  # metrics without a cut-off ignore the last
        parameter_values += parameters.values()
        keywords = "".join(f", {name}={literal(value)}" for name, value in parameters.items())
        lines.append(f"print(REGISTRY.metric({metric.name!r})(*x{keywords}))")
    return [*imports(lines, parameter_values), "", *lines]


def _with_decimal(number: str) -> str:
    """The text of a number, with a decimal if it is a fraction; a text that is not a number is unchanged."""
    try:
        return with_four_decimals(number)
    except UNREADABLE:  # the exceptions for a text that is not a number, such as the name of a label
        return number


def instance_values(relation: MetricRelation, instance: ShownInstance) -> tuple[Span, ...]:
    """An instance with the values of both metrics on it."""
    arguments: list[Span] = []
    for text in instance.arguments:
        arguments += [", "] if arguments else []
        arguments.append(Mono(text))
    values = f"{relation.a} = {_with_decimal(instance.a)}, {relation.b} = {_with_decimal(instance.b)}"
    return *arguments, f": {values}"


def _bounds(relation: MetricRelation) -> Iterator[Block]:
    """Yield the best constants between the two metrics by n, and the instances that attain the last ones."""
    if not relation.bounds:  # none are computed then
        yield Text("No constants: one of the two takes negative values.")
        return
    rows: list[tuple[Inline, ...]] = []
    for bounds in relation.bounds:
        constants = (_with_decimal(c) if c else "none" for c in (bounds.low, bounds.high))
        rows.append((str(bounds.n), *constants))
    yield Text(f"The best constants in c1 {relation.a} <= {relation.b} <= c2 {relation.a}:")
    yield Table(("n", "c1", "c2"), tuple(rows))
    last = relation.bounds[-1]
    items: list[Inline] = []
    for name, instance in (("c1", last.low_at), ("c2", last.high_at), ("no c2", last.unbounded)):
        if instance is not None:
            items.append((f"{name} at n = {last.n}: ", *instance_values(relation, instance)))
    yield List(tuple(items))


def _agreement(relation: MetricRelation) -> Iterator[Block]:
    """Yield how often the two metrics order pairs of instances alike and differently, and a smallest disagreement.

    A pair is counted as ``only_a`` if ``a`` has different values on its two instances and ``b`` the same value.
    """
    counts = (
        (size.n, size.pairs, size.alike, size.differently, size.only_a, size.only_b) for size in relation.agreement
    )
    opposed = " (a smaller distance goes with a larger similarity or score)" if relation.opposed else ""
    yield Text(f"Pairs of instances, and who tells them apart in which order{opposed}:")
    heads = ("n", "pairs", "alike", "differently", f"only {relation.a}", f"only {relation.b}")
    yield Table(heads, tuple(tuple(f"{count:,}" for count in row) for row in counts))
    if relation.disagreement is not None:
        yield Text("The smallest two that are ordered differently:")
        yield List(tuple(instance_values(relation, instance) for instance in relation.disagreement))


def _instances(relation: MetricRelation) -> Iterator[ShownInstance]:
    """Yield the instances of a relation, the most telling first: of a disagreement, a refusal, the largest bounds."""
    yield from relation.disagreement or ()
    for refusal in relation.refusals:
        yield from refusal.instances
    for bounds in relation.bounds[::-1]:
        yield from (where for where in (bounds.low_at, bounds.high_at) if where is not None)
