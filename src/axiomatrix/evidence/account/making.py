"""Make the account of a witness: evaluate its metric once more, and describe each value, both sides and the figures.

Reports call :func:`account` for a cell of a matrix. An account is made in two steps: :func:`_describe_stored`
describes the stored witness, and :func:`_add_evaluation` adds what the metric's definition gives. Where the
metric is missing or has changed, the account shows the stored witness and says so.

An *evaluation* is a call of a metric by the axiom, with its value. A *term* is that value as the account shows it;
calls that are written alike share one term. A *figure* is a value as data to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from itertools import islice
from typing import Any

from msgspec.structs import replace

from ...catalogue import load_catalogue
from ...model.axiom import Axiom, Statement
from ...model.metric import Metric
from ...model.registry import Registry, Unknown
from ...spaces import Space
from ...values.rankings import Ranking, Relabelling
from .. import python_code
from .. import witness as witnesses
from ..cell import Cell, CellKey
from ..evidence import Witness
from ..fault import raise_if_ours
from ..instance import Changed, EvaluatedTwice, MetricCall, Recorded
from ..matrix import Matrix
from ..notation import taken_parts
from ..safe import visible
from ..verdict import Verdict
from .account import Account, CallInAccount, NamedValue, Side, Term, two_sides
from .call_names import CallNames, parameter_text
from .figures import Figure, are_pairs, figure, figure_of_stored_parameter, figure_of_stored_value
from .trace import trace

IMPORT_FIRST = "# first import the file that registers the metric"
"""First line of the Python of a witness about a user's metric."""
MAX_DERIVED_FIGURES = 12
"""Most rankings or lists derived by an axiom that are drawn."""


def account(cell: Cell, matrix: Matrix, registry: Registry | None = None) -> Account | None:
    """Return the account of the witness in a cell of a matrix; None if the cell has no witness.

    An account that the run made is reused. The formulas come from the matrix's row and column.
    """
    witness = cell.evidence.witness
    if witness is None:
        return None
    described = matrix.accounts.get(witness.slug)
    if described is None:
        described = account_of(witness, registry)
        definition = next((row.formula for row in matrix.rows if row.name == cell.metric), described.definition)
        formula = next((head.formula for head in matrix.columns if head.id == cell.axiom), described.formula)
        described = replace(described, definition=definition, formula=formula)
    return _with_claims(described, cell)


def account_in(cell: Cell, registry: Registry, recorded: Recorded | None = None) -> Account | None:
    """Make the account of the witness in a cell that no matrix has yet; None if the cell has no witness.

    ``recorded`` is the decision that the witness was made from. Without it the witness is decided again.
    """
    witness = cell.evidence.witness
    return None if witness is None else _with_claims(account_of(witness, registry, recorded), cell)


def _with_claims(account: Account, cell: Cell) -> Account:
    """Add the claims and the outcome of the cell to an account."""
    return replace(account, claims=cell.claims, outcome=cell.outcome.written)


def accounts(matrix: Matrix, registry: Registry | None = None) -> dict[str, Account]:
    """Return the accounts of all witnesses of a matrix, by slug, in the order of its cells."""
    described = (account(cell, matrix, registry) for cell in matrix.cells)
    return {witness_account.slug: witness_account for witness_account in described if witness_account is not None}


def account_of(witness: Witness, registry: Registry | None = None, recorded: Recorded | None = None) -> Account:
    """Make the account of a witness; only what it stores, if its metric is not registered here or has changed."""
    catalogue = registry if registry is not None else load_catalogue()
    stored = _describe_stored(witness, catalogue)
    if witness.metric not in catalogue.metrics:
        return replace(stored, note="The metric is not registered here, so the values are shown as stored.")
    return _add_evaluation(stored, witness, catalogue, recorded)


def _describe_stored(witness: Witness, registry: Registry) -> Account:
    """Describe a witness without evaluating its metric."""
    metric, axiom = registry.metrics.get(witness.metric), registry.axioms.get(witness.axiom)
    values = {name: _decode_value(name, data, axiom, metric) for name, data in witness.instance.items()}
    figures: list[Figure | None] = []  # None for data of unknown form
    for name, (space, value) in values.items():
        figures.append(figure_of_stored_value(name, value) if space is None else figure(name, value, "value", space))
    figures += [figure_of_stored_parameter(name, data) for name, data in witness.parameters.items()]
    return Account(
        slug=witness.slug,
        metric=witness.metric,
        statement=CellKey.of(witness).title,
        formula=axiom.formula if axiom else "",
        sentence=axiom.sentence_of(witness.arguments) if axiom else "",
        definition=metric.formula if metric else "",
        claims=(),
        outcome="",
        n=witness.n,
        shows=witness.shows,
        minimal=_smallest_text(witness),
        sides=witness.relation_with_truth_and_decimals,
        values=tuple(_named_value(name, value) for name, (_, value) in values.items()),
        parameters=tuple(NamedValue(name, _stored_text(name, data)) for name, data in witness.parameters.items()),
        terms=(),
        constructor="",
        note="",
        op=witness.op,
        left=Side(witness.lhs),
        right=Side(witness.rhs),
        figures=tuple(drawn for drawn in figures if drawn is not None),
        is_false=witness.is_false,
    )


def _add_evaluation(stored: Account, witness: Witness, registry: Registry, recorded: Recorded | None) -> Account:
    """Add to a stored account what the definition gives: terms, expressions of the two sides, and derived figures."""
    try:
        with redirect_stdout(StringIO()):
            subject = witnesses.restore(witness, registry)
            if recorded is None:
                recorded = EvaluatedTwice(registry).record(*subject)
            again = witnesses.replay_restored(witness, subject, recorded)
            # use the recorded objects, so that the arguments of calls can be named by identity
            subject = subject._replace(instance=recorded.instance)
            evaluations = recorded.evaluations
            constructor = python_code.write_constructor(witness, subject, evaluations, registry)
    except Exception as error:  # a definition may do anything; the stored witness is still worth showing
        if not isinstance(error, (witnesses.BadWitness, Changed, Unknown)):
            raise_if_ours(error)
        message = visible(error)[:200]
        return replace(stored, note=f"The witness could not be replayed ({type(error).__name__}: {message}).")
    if not again.stands:
        return _describe_fallen(stored, again)
    metric, statement, instance = subject
    if again.differences:  # in the text of a side or the channel, not in what the instance shows
        note = f"The stored witness disagrees: {'; '.join(again.differences)}."
        stored = replace(_describe_stored(again.decided, registry), note=note)
        witness = again.decided
    over = statement.over(metric)
    names = CallNames(instance, statement, metric)
    terms, term_of_call = _distinct_terms(evaluations, names, registry)

    def call_of(evaluation: int) -> CallInAccount:
        return CallInAccount(terms[term_of_call[evaluation]].short, term_of_call[evaluation])

    decided = (witness.lhs, witness.op, witness.rhs)
    left, right = two_sides(registry, subject, evaluations, decided=decided, call_of=call_of)
    derived_values = _derived_values(names, evaluations, term_of_call, (*left.terms, *right.terms))
    return replace(
        stored,
        values=tuple(_named_value(name, value) for name, value in instance.values.items()),
        parameters=tuple(NamedValue(name, parameter_text(name, p)) for name, p in instance.parameters.items()),
        terms=tuple(terms),
        constructor=constructor if metric.family != "user" else f"{IMPORT_FIRST}\n{constructor}",
        example=python_code.example(instance),
        needs_file=metric.family == "user",
        left=left,
        right=right,
        figures=(
            *(figure(name, value, "value", over[name]) for name, value in instance.values.items()),
            *(figure(name, value, "made") for name, value in derived_values.items()),
            *(figure(name, value, "parameter") for name, value in instance.parameters.items()),
        ),
    )


def _describe_fallen(stored: Account, again: witnesses.Replay) -> Account:
    """Make the account of a witness that no longer stands: the stored and the present sides, without the finding."""
    stored_relation = f"{stored.left.value} {stored.op} {stored.right.value}"
    return replace(
        stored,
        stands=False,
        is_false=False,
        minimal="",
        sides=f"stored as {stored_relation}; now {again.sides}",
        note="The definition has changed: it no longer gives these values.",
    )


def _derived_values(
    names: CallNames, evaluations: Sequence[MetricCall], term_of_call: Sequence[int], terms: Sequence[int]
) -> dict[str, Any]:
    """Return the values derived by the axiom that enter the two sides, by name; all of them if no side has terms.

    An axiom may derive many more values, such as every order of a list, but only one decides. ``terms`` are the indexes
    of the terms that enter the sides, and ``term_of_call`` has the index of the term for each evaluation.
    """
    points_of_sides: list[Any] = []
    for term, call in zip(term_of_call, evaluations, strict=True):
        if term in terms:
            points_of_sides += call.arguments
    derived = {name: value for name, value in names.derived.items() if not terms or value in points_of_sides}
    return dict(islice(derived.items(), MAX_DERIVED_FIGURES))


def _smallest_text(witness: Witness) -> str:
    """Write whether a smaller instance can exist; empty for an instance that attains a constant."""
    if witness.shows == "attains":
        return ""
    complete = f"{Verdict.EXHAUSTED.written} or {Verdict.CERTIFIED.written}"
    return f"smallest: every smaller size was {complete}" if witness.smallest else "smallest found"


def _named_value(name: str, value: Any) -> NamedValue:
    """Return a value of the instance with its name; a ranking with its rank vector."""
    if isinstance(value, Ranking):
        return NamedValue(name, str(value), f"({', '.join(map(str, value.positions))})")
    if isinstance(value, Relabelling):
        return NamedValue(name, ", ".join(f"{x} -> {y}" for x, y in value.mapping.items()))
    return NamedValue(name, str(value))


def _decode_value(name: str, data: Any, axiom: Axiom | None, metric: Metric | None) -> tuple[Space | None, Any]:
    """Decode a stored value by its space, and return both; None and the data as stored if the space is not known.

    The axiom names the space. It is not known if the axiom is not registered, or if it has no value of that name.
    """
    if axiom is None:
        return None, data
    try:
        space = Statement(axiom).over(metric)[name] if metric else axiom.over[name]
        return space, space.decode(data)
    except (LookupError, ValueError, TypeError, NotImplementedError):
        return None, data


def _stored_text(name: str, data: Any) -> str:
    """Write the stored form of a parameter, whose space may be unknown."""
    return parameter_text(name, data) if isinstance(data, str) or are_pairs(data) else str(data)


def _argument_lines(metric: Metric, points: Sequence[Any]) -> list[str]:
    """Write the arguments that a definition takes in place of lists, such as retrieved ids and relevant ids.

    The list is empty for most metrics, which take the ``points`` themselves.
    """
    spaces = metric.arguments.values()
    return [
        f"{name} = {text}"
        for space, point in zip(spaces, points, strict=False)
        for name, text in taken_parts(space, point).items()
    ]


def _distinct_terms(
    evaluations: Sequence[MetricCall], names: CallNames, registry: Registry
) -> tuple[list[Term], list[int]]:
    """Return the distinct values that enter a statement, and for each evaluation in order the index of its value."""
    by_call: dict[tuple[str, str], Term] = {}  # by the text of the call and its value
    term_of_call = []
    for called_metric, arguments, parameters, value in evaluations:
        name = called_metric.name
        points = list(arguments)
        call = names.full_call(name, points, parameters)
        key = (call, str(value))
        if key not in by_call:
            metric = registry.metric(name)
            # labels in the trace for arguments that have no name in the instance
            places = ("first", "second", "third") if len(points) > 1 else ("x",)
            labels = [names.of_point(point) or place for point, place in zip(points, places, strict=False)]
            traced = trace(metric, points, parameters, value, labels)
            trace_lines = traced.lines if traced else []  # none if the trace is too long to be read
            by_call[key] = Term(
                call=call,
                short=names.short_call(name, points, parameters),
                value=str(value),
                steps=(*_argument_lines(metric, points), *trace_lines),
                addends=traced.terms if traced and trace_lines else (),
                metric=name,
                arguments=names.arguments(points),
                is_changed=names.is_changed(parameters),
            )
        term_of_call.append(list(by_call).index(key))
    return list(by_call.values()), term_of_call
