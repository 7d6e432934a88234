"""A witness, explained: the instance, every value that enters, the two sides, and how to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

from ...catalogue.loading import load_catalogue
from ...model.axiom import Axiom, Statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...report.tables import github
from ...spaces import Space
from ...values.rankings import Ranking, Relabelling
from .. import witness as witnesses
from ..evidence import Witness
from ..instance import terms
from ..legend import OUTCOME_WORDS
from ..matrix import Cell, ClaimNote, Matrix
from ..safe import code, fenced, prose, visible
from .call_names import Names, entries, entry
from .figures import Figure, figure, stored, stored_entries
from .trace import LINE, Step, trace
from .two_sides import NO_SIDE, Seen, Side, two_sides

MARKER = f"<!-- {witnesses.FORMAT} -->"
"""First line of a witness page, by which it is known again when it has become stale."""
REPORTS = "reports"
IMPORT_FIRST = "# first import the file that registers the metric"
MOST_MADE = 12
"""Rankings or lists made by an axiom of which no more are drawn."""
DECLARED = {"holds": "declared to hold", "fails": "declared to fail", "conjectured": "conjectured"}


@dataclass(frozen=True)
class Value:
    """What the statement quantifies over, or a parameter, with its value."""

    name: str
    text: str
    vector: str = ""
    """The rank vector of a ranking."""


@dataclass(frozen=True)
class Term:
    """A value of a metric that enters the statement."""

    call: str
    value: str
    steps: tuple[str, ...] = ()
    """How it comes about, term by term."""
    short: str = ""
    """The call as the formula of the axiom writes it, such as ``d(a, b)``."""
    addends: tuple[Step, ...] = ()
    """What the steps say, addend by addend."""


@dataclass(frozen=True)
class Account:
    """All there is to say of a witness; every format shows this and nothing else."""

    slug: str
    metric: str
    statement: str
    formula: str
    definition: str
    claims: tuple[ClaimNote, ...]
    outcome: str
    n: int
    found: str
    """Such as ``refuted at n = 3; smallest``."""
    minimal: str
    sides: str
    """Such as ``5 <= 3 is false``."""
    values: tuple[Value, ...]
    parameters: tuple[Value, ...]
    terms: tuple[Term, ...]
    constructor: str
    note: str
    letter: str = "d"
    """What the axiom calls the metric."""
    op: str = ""
    """What stands between the two sides; ``/`` where the best constant is attained."""
    left: Side = NO_SIDE
    right: Side = NO_SIDE
    figures: tuple[Figure, ...] = ()
    """What is to be drawn of the instance."""

    @property
    def title(self) -> str:
        """Metric and statement."""
        return f"{self.metric}: {self.statement}"

    @property
    def has_rankings(self) -> bool:
        """Whether there is a rank vector to show."""
        return any(value.vector for value in self.values)

    @property
    def instance(self) -> tuple[Value, ...]:
        """Values and parameters."""
        return (*self.values, *self.parameters)

    @property
    def claimed(self) -> list[str]:
        """The claims in words, with their wording."""
        return [f'{c.source}, {DECLARED.get(c.status, c.status)}: "{c.wording}"' for c in self.claims]

    def command(self, directory: str = REPORTS, files: Iterable[str] = ()) -> str:
        """The command that decides the witness again."""
        path = f"{directory}/witnesses/{self.slug}.json"
        return " ".join(["axiomatrix replay", *map(shlex.quote, (path, *files))])


# --- making it -------------------------------------------------------------------------------------------------


def account(cell: Cell, matrix: Matrix, registry: Registry | None = None) -> Account | None:
    """The account of the witness in a cell; None if there is none."""
    if cell.evidence.witness is None:
        return None
    made = matrix.accounts.get(cell.evidence.witness.slug)
    if isinstance(made, Account):
        return made
    formulas = {row.name: row.formula for row in matrix.rows}
    heads = {head.id: head.formula for head in matrix.columns}
    made = account_of(cell.evidence.witness, registry, formulas.get(cell.metric), heads.get(cell.axiom))
    return _of_cell(made, cell)


def account_in(cell: Cell, registry: Registry, *, asked: bool = True) -> Account | None:
    """The account of the witness in a cell that no matrix has yet; None if there is none.

    The definition is evaluated for it, unless it is not to be asked: then only what the witness stores is shown.
    """
    witness = cell.evidence.witness
    if witness is None:
        return None
    made = account_of(witness, registry) if asked else _stored(witness, registry, None, None)
    note = made.note if asked else "The metric was lost when it was asked again: the values are as they were stored."
    return _of_cell(replace(made, note=note), cell)


def _of_cell(made: Account, cell: Cell) -> Account:
    return replace(made, claims=cell.claims, outcome=OUTCOME_WORDS.get(cell.outcome, cell.outcome))


def accounts(matrix: Matrix, registry: Registry | None = None) -> dict[str, Account]:
    """The accounts of all witnesses of a matrix, by slug, in the order of the cells."""
    found = {}
    for cell in matrix.cells:
        made = account(cell, matrix, registry)
        if made is not None:
            found[made.slug] = made
    return found


def account_of(
    witness: Witness, registry: Registry | None = None, definition: str | None = None, formula: str | None = None
) -> Account:
    """The account of a witness; where its metric is not at hand, or has changed, only what the witness stores."""
    known = registry if registry is not None else load_catalogue()
    stored = _stored(witness, known, definition, formula)
    metric = known.metrics.get(witness.metric)
    if metric is None:
        return replace(stored, note="The metric is not registered here: the values are as they were stored.")
    return _evaluated(stored, witness, metric, known)


def _stored(witness: Witness, known: Registry, definition: str | None, formula: str | None) -> Account:
    """What a witness says without its metric being evaluated."""
    metric, axiom = known.metrics.get(witness.metric), known.axioms.get(witness.axiom)
    values = {name: _read(name, data, axiom, metric) for name, data in witness.instance.items()}
    return Account(
        slug=witness.slug,
        metric=witness.metric,
        statement=_statement(witness),
        formula=formula if formula is not None else axiom.formula if axiom else "",
        definition=definition if definition is not None else metric.formula if metric else "",
        claims=(),
        outcome="",
        n=witness.n,
        found=_found(witness),
        minimal=_minimal(witness),
        sides=witness.sides,
        values=tuple(_stored_value(name, *read) for name, read in values.items()),
        parameters=tuple(Value(name, _stored_entries(name, data)) for name, data in witness.parameters.items()),
        terms=(),
        constructor="",
        note="",
        op=witness.op,
        left=Side(witness.lhs),
        right=Side(witness.rhs),
        figures=_drawn(
            *(_stored_figure(name, *read) for name, read in values.items()),
            *(stored_entries(name, data) for name, data in witness.parameters.items()),
        ),
    )


def _evaluated(stored: Account, witness: Witness, metric: Metric, registry: Registry) -> Account:
    try:
        with redirect_stdout(StringIO()):
            metric = witnesses.at_home(metric, witness)
            statement = witnesses.statement_of(witness, registry, metric)
            instance = witnesses.decode(statement, metric, witness)
            again = witnesses.replay(witness, registry)
            seen = terms(
                registry, metric, statement, instance
            ).seen  # of this instance, so that rankings keep their names
            constructor = witnesses.constructor(witness, registry)
    except Exception as error:  # a definition may do anything; the stored witness is still worth showing
        said = visible(error)[:200]
        return replace(stored, note=f"The witness could not be decided again ({type(error).__name__}: {said}).")
    if not again.stands:
        return _fallen(stored, again)
    if again.differences:
        noted = f"As it was stored it says otherwise: {'; '.join(again.differences)}."
        stored = replace(_stored(again.decided, registry, stored.definition, stored.formula), note=noted)
        witness = again.decided
    over = statement.over(metric)
    names = Names.of(instance, statement, metric)
    found, index = _terms(seen, names, registry)
    decided = (witness.lhs, witness.op, witness.rhs)
    left, right = two_sides(
        registry, metric, statement, instance, seen, decided, lambda k: (found[index[k]].short, index[k])
    )
    return replace(
        stored,
        values=tuple(_value(name, value) for name, value in instance.values.items()),
        parameters=tuple(Value(name, entries(name, p)) for name, p in instance.parameters.items()),
        terms=tuple(found),
        constructor=constructor if metric.family != "user" else f"{IMPORT_FIRST}\n{constructor}",
        letter=names.letter,
        left=left,
        right=right,
        figures=_drawn(
            *(figure(name, value, "value", over[name]) for name, value in instance.values.items()),
            *(figure(name, value, "made") for name, value in _made(names, seen, index, (*left.terms, *right.terms))),
            *(figure(name, value, "parameter") for name, value in instance.parameters.items()),
        ),
    )


def _fallen(stored: Account, again: witnesses.Replay) -> Account:
    """The account of a witness that does not stand: both pairs of sides, and nothing that was found of it."""
    was = f"{stored.left.value} {stored.op} {stored.right.value}"
    return replace(
        stored,
        found=f"{stored.found} as it was stored; it does not stand",
        minimal="",
        sides=f"stored as {was}; it is {again.sides}",
        note="The definition has changed since: it does not give these values any more.",
    )


def _made(names: Names, seen: Seen, index: Sequence[int], terms: Sequence[int]) -> list[tuple[str, Any]]:
    """What the axiom made and asked these values of; not all orders of a list that it looked through."""
    asked = [point for k, (_, *points, _, _) in zip(index, seen, strict=True) if k in terms for point in points]
    made = [(name, value) for name, value in names.made.items() if not terms or value in asked]
    return made[:MOST_MADE]


def _drawn(*found: Figure | None) -> tuple[Figure, ...]:
    return tuple(one for one in found if one is not None)


def _statement(witness: Witness) -> str:
    label = ", ".join(f"{name}={value}" for name, value in witness.arguments.items())
    return witness.axiom + (f"({label})" if label else "") + (" on the closure" if witness.space == "closed" else "")


def _found(witness: Witness) -> str:
    words = {"refutes": "refuted", "shows": "shown", "attains": "attained", "rounds": "within rounding"}
    return f"{words[witness.shows]} at n = {witness.n}"


def _minimal(witness: Witness) -> str:
    if witness.shows == "attains":
        return ""
    return "smallest: every smaller size was exhausted or certified" if witness.smallest else "smallest found"


def _value(name: str, value: Any) -> Value:
    if isinstance(value, Ranking):
        return Value(name, str(value), f"({', '.join(map(str, value.positions))})")
    if isinstance(value, Relabelling):
        return Value(name, ", ".join(f"{x} -> {y}" for x, y in value.mapping.items()))
    return Value(name, str(value))


def _stored_value(name: str, space: Space | None, value: Any) -> Value:
    return _value(name, value) if space else Value(name, str(value))


def _stored_figure(name: str, space: Space | None, value: Any) -> Figure | None:
    return figure(name, value, "value", space) if space else stored(name, value)


def _read(name: str, data: Any, axiom: Axiom | None, metric: Metric | None) -> tuple[Space | None, Any]:
    """The space of a stored value, if the axiom (or else the metric) tells, and the value; or the data."""
    if axiom is None:
        return None, data
    try:
        space = Statement(axiom).over(metric)[name] if metric else axiom.over[name]
        return space, space.decode(data)
    except (LookupError, ValueError, TypeError, NotImplementedError):
        return None, data


def _stored_entries(name: str, data: Any) -> str:
    if isinstance(data, list) and all(isinstance(row, list) and len(row) == 2 for row in data):
        return ", ".join(f"{entry(name, key)} = {value}" for key, value in data) or "no entries"
    return f"{name} = {data}" if isinstance(data, str) else str(data)


def _terms(seen: Seen, names: Names, registry: Registry) -> tuple[list[Term], list[int]]:
    """The values that enter, each once; and for each that was asked, which of them it is."""
    found: dict[tuple[str, str], Term] = {}
    index = []
    for name, *points, parameters, value in seen:
        call = names.call(name, points, parameters)
        key = (call, str(value))
        if key not in found:
            places = ("first", "second", "third") if len(points) > 1 else ("x",)
            labels = [names.of_point(point) or place for point, place in zip(points, places, strict=False)]
            traced = trace(registry.metric(name), points, parameters, value, labels)
            steps = tuple(traced.lines) if traced else ()
            addends = traced.terms if traced and steps else ()
            found[key] = Term(call, str(value), steps, names.short(name, points, parameters), addends)
        index.append(list(found).index(key))
    return list(found.values()), index


# --- showing it ------------------------------------------------------------------------------------------------


def text(shown: Account, directory: str = REPORTS, files: Sequence[str] = ()) -> list[str]:
    """The account as lines of plain text: the failure text that a wrong claim gets."""
    said = [shown.title, f"  {shown.formula}"]
    said += [f"  {claim}" for claim in shown.claimed]
    minimal = f" ({shown.minimal})" if shown.minimal else ""
    said += [f"  {shown.found}{minimal}: {shown.sides}", ""]
    said += [*_given(shown), ""]
    said += [f"    {line}" for line in term_lines(shown.terms)]
    said.append(f"    {shown.sides}")
    said += ["", f"  {shown.note}"] if shown.note else [""]
    said.append(f"  {shown.command(directory, files)}")
    return [visible(line, lines=True).replace("\n", " ").rstrip() for line in said]


def _given(shown: Account) -> list[str]:
    """The values and parameters, one a line."""
    values = [f"    {value.name} = {value.text}" + _vector(value) for value in shown.values]
    return values + [f"    {value.text}" for value in shown.parameters]  # its entries carry its name


def _vector(value: Value) -> str:
    return f"    rank vector {value.vector}" if value.vector else ""


def markdown(shown: Account) -> str:
    """The account as a page of its own."""
    said = [MARKER, "", f"# {prose(shown.title)}", ""]
    said += [code(shown.formula), ""] if shown.formula else []
    said += [f"of the metric {code(shown.definition)}", ""] if shown.definition else []
    said += [f"**{prose(shown.sides)}**", "", _sentence(shown), ""]
    said += [f"- {prose(claim)}" for claim in shown.claimed] + ([""] if shown.claims else [])
    said += ["## Instance", "", _instance(shown), ""]
    if shown.terms:
        said += ["## Every value that enters", "", fenced("\n".join(term_lines(shown.terms))), ""]
    if shown.constructor:
        said += ["## In Python", "", fenced(shown.constructor, "python"), ""]
    said += [prose(shown.note), ""] if shown.note else []
    said += ["## Again", "", fenced(shown.command()), "", "[All results](../compliance.md)"]
    return "\n".join(said) + "\n"


def _instance(shown: Account) -> str:
    if not shown.has_rankings:
        return github(["", "value"], [[code(v.name), prose(v.text)] for v in shown.instance])
    rows = [[code(v.name), prose(v.text), code(v.vector) if v.vector else ""] for v in shown.instance]
    return github(["", "value (rankings: best first)", "rank vector"], rows)


def _sentence(shown: Account) -> str:
    parts = [shown.found, shown.minimal, f"{shown.outcome}" if shown.outcome else ""]
    return prose("; ".join(part for part in parts if part)) + "."


def term_lines(terms: Iterable[Term]) -> list[str]:
    """Every value that enters, with the steps that lead to it."""
    said = []
    for term in terms:
        one = len(term.steps) == 1 and len(term.call) + len(term.steps[0]) < LINE
        said.append(f"{term.call} = {term.steps[0] if one else term.value}")
        said += [] if one else [f"  {step}" for step in term.steps]
    return said


def short_markdown(shown: Account, link: str) -> list[str]:
    """The account as an item of a list: the sides, the instance, and where the rest is."""
    said = [f"- [{prose(shown.title)}]({link}): **{prose(shown.sides)}** ({prose(shown.found)}; {shown.minimal})"]
    said += [f"  - {prose(claim)}" for claim in shown.claimed]
    given = ", ".join(f"{value.name} = {value.text}" for value in shown.values)
    given += "".join(f"; {value.text}" for value in shown.parameters)
    said.append(f"  - {prose(given)}")
    said += [f"  - {code(f'{term.call} = {term.value}')}" for term in shown.terms]
    return said


def given_lines(shown: Account) -> list[str]:
    """Statement and instance, without what was found of it."""
    return [shown.title, f"  {shown.formula}", "", *_given(shown)]
