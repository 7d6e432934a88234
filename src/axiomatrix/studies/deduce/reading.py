"""Facts that are read off the cells of a matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from ...catalogue.theorems import ASKED, ATTAINS, EXISTENTIAL, HAS_A_VALUE
from ...evidence.cell import Cell, CellKey, arguments_of
from ...evidence.evidence import INFINITE
from ...evidence.matrix import Matrix, Row
from ...evidence.verdict import STANDING, Verdict
from ...model.registry import REGISTRY
from ...numbers.exact import parse, sign
from ...spaces.parameters import ParameterDomain
from .facts import EVERY_N, AskedStatement, Fact, Grade

OF_TWO = ("upper-bound", "lower-bound")
UNCONDITIONAL = ("non-negativity", "symmetry", "correlation-range", "correlation-symmetry", "range-zero-one", *OF_TWO)
"""Axioms that ask every instance of the spaces: where they discard a case, the metric (or the other) has no value."""
QUANTITIES = {
    "upper-bound": "ratio",
    "lower-bound": "ratio",
    "near-metric": "near-metric",
    "one-minus-near-metric": "one-minus-near-metric",
    "boundedness": "boundedness",
}
"""Axioms that report an extreme, and of what."""


def facts_of_proofs(matrix: Matrix) -> list[Fact]:
    """What is proved in the catalogue and no cell asks, of rows whose definition is the catalogue's."""
    from ...catalogue.proofs import PROOFS  # it loads all metrics

    rows = {row.name: row for row in matrix.rows if row.exact}
    asked = {(cell.metric, cell.axiom, cell.label) for cell in matrix.cells}
    facts = []
    for proof in PROOFS:
        key = CellKey.asked(proof.metric, proof.statement, proof.space)
        if key[:3] in asked or not all(_is_of_catalogue(name, rows) for name in proof.compared(REGISTRY)):
            continue
        if proof.family is not None:  # it is about a best constant
            continue
        statement = _asked(proof.metric, proof.statement.axiom.id, arguments_of(proof.statement), proof.space, rows)
        if statement is not None:
            spaces = dict.fromkeys((proof.space, ParameterDomain.OPEN))  # what holds on the closure holds inside
            facts += [Fact(statement._replace(space=s), False, Grade.PROVED, EVERY_N, proof=proof.id) for s in spaces]
    return facts


def _is_of_catalogue(name: str, rows: Mapping[str, Row]) -> bool:
    """Whether there is a row of that name, and what defines it is as it is here."""
    return name in rows and rows[name].digest == REGISTRY.metric(name).file_digest


def facts_of(matrix: Matrix) -> list[Fact]:
    """What the cells say, statement by statement; of metrics whose values are floats nothing."""
    rows = {row.name: row for row in matrix.rows if row.exact}
    existentials = existential_axioms(matrix)
    extremes = {column.id for column in matrix.columns if column.quantifier == "extreme"}
    facts: list[Fact] = []
    for cell in matrix.cells:
        asked = asked_of(cell, rows) if cell.metric in rows else None
        if asked is None or cell.evidence.verdict is Verdict.NOT_APPLICABLE:
            continue
        existential = cell.axiom in existentials
        if cell.axiom not in extremes:
            facts += [replace(fact, existential=existential) for fact in _decided(cell, asked, existential=existential)]
        facts += [replace(fact, existential=True) for fact in _attained(cell, asked)]
        if not existential:
            facts += [replace(fact, existential=True) for fact in _case(cell, asked)]
        if cell.axiom in UNCONDITIONAL:
            facts += _value(cell, asked, rows)
    return facts


def existential_axioms(matrix: Matrix) -> frozenset[str]:
    """The axioms whose statements say that there is an instance."""
    return frozenset({*EXISTENTIAL, *(column.id for column in matrix.columns if column.quantifier == "there is")})


def asked_of(cell: Cell, rows: Mapping[str, Row]) -> AskedStatement | None:
    """The statement of a cell, its numbers written in one way and other metrics named as rows; None if it has none."""
    return _asked(cell.metric, cell.axiom, cell.arguments, cell.space, rows)


def _asked(
    metric: str, axiom: str, arguments: Mapping[str, Any], space: ParameterDomain, rows: Mapping[str, Row]
) -> AskedStatement | None:
    given = {name: _normal(str(value)) for name, value in arguments.items()}
    if "other" in given:
        given["other"] = counterpart(given["other"], metric, rows)
    if axiom == "generalizes":
        values = {name: given.pop(name) for name in sorted(given) if name != "other"}
        if any(not _above_zero(value) for value in values.values()):
            return None  # not a value of the open space
        given["at"] = ", ".join(f"{name}={value}" for name, value in values.items())
    return AskedStatement(metric, axiom, tuple(sorted(given.items())), space)


def counterpart(name: str, metric: str, rows: Mapping[str, Row]) -> str:
    """The row that is meant by a name: the one in the same variant if there is one, else the first of that id."""
    _, bracket, variant = metric.partition("[")
    if "[" not in name and f"{name}{bracket}{variant}" in rows:
        return f"{name}{bracket}{variant}"
    return next((row for row in rows if row == name or row.startswith(f"{name}[")), name)


@lru_cache(maxsize=4096)  # the same few numbers stand in thousands of cells
def _normal(text: str) -> str:
    try:
        return str(Fraction(text))
    except ValueError:
        return text


_number = lru_cache(maxsize=256)(parse)  # the witness of one ratio has long sides, and several cells ask for them


def _above_zero(text: str) -> bool:
    try:
        return sign(_number(text)) == 1
    except (ValueError, ArithmeticError):
        return False


# --- what cells say -------------------------------------------------------------------------------------------


def _decided(cell: Cell, asked: AskedStatement, *, existential: bool = False) -> Iterator[Fact]:
    """That an instance breaks it (or shows, of a statement of existence, that there is one), or how far it stands."""
    evidence, witness = cell.evidence, cell.evidence.witness
    if witness is not None and evidence.verdict is (Verdict.PROVED if existential else Verdict.REFUTED):
        yield Fact(asked, True, Grade.PROVED, witness.n, cell.key)
        if not existential and witness.smallest and evidence.method == "enumeration" and witness.n > 1:
            yield Fact(asked, False, Grade.EXHAUSTED, witness.n - 1, cell.key)
        return
    yield from _standing(cell, asked)
    proof = evidence.proof
    if proof is not None and cell.space is ParameterDomain.OPEN and (proof.id, cell.metric) in _proved_on_the_closure():
        yield Fact(asked._replace(space=ParameterDomain.CLOSED), False, Grade.PROVED, EVERY_N, cell.key)


def _standing(cell: Cell, asked: AskedStatement) -> Iterator[Fact]:
    """That it stands as far as each verdict up to the cell's own reaches."""
    evidence = cell.evidence
    if evidence.verdict not in STANDING or (evidence.verdict is Verdict.PROVED and evidence.witness is not None):
        return
    for grade, verdict in zip(Grade, STANDING, strict=True):
        if verdict.rank > evidence.verdict.rank:
            return
        if verdict is Verdict.PROVED:
            yield Fact(asked, False, grade, EVERY_N, cell.key)
            continue
        if n := evidence.up_to(verdict):
            yield Fact(asked, False, grade, n, cell.key)


def _attained(cell: Cell, asked: AskedStatement) -> Iterator[Fact]:
    """The values of ratios that its witnesses attain where the denominator is positive; infinite is positive over 0."""
    evidence, given = cell.evidence, dict(asked.arguments)
    if evidence.extreme is not None and cell.axiom in QUANTITIES:
        quantity, value, witness = QUANTITIES[cell.axiom], evidence.extreme.value, evidence.extreme.witness
        if evidence.by_family:  # infinite is what none of its instances attains
            value = str(_number(witness.lhs) / _number(witness.rhs))
        is_infinite = value == INFINITE and evidence.extreme.sense == "sup" and witness.rhs == "0"
        if not (is_infinite or (value != INFINITE and _above_zero(witness.rhs))):
            return
    elif cell.axiom == "bound-attained" and evidence.verdict is Verdict.PROVED and evidence.witness is not None:
        quantity, value, witness = "ratio", given["factor"], evidence.witness
        if not (_above_zero(witness.rhs) and _above_zero(value)):
            return
    else:
        return
    arguments = {"quantity": quantity, "value": value} | ({"other": given["other"]} if quantity == "ratio" else {})
    named = asked._replace(axiom=ATTAINS, arguments=tuple(sorted(arguments.items())))
    yield Fact(named, True, Grade.PROVED, witness.n, cell.key)


def _case(cell: Cell, asked: AskedStatement) -> Iterator[Fact]:
    """That the statement has a case, at the smallest size that had one."""
    refuting = [w for w in cell.evidence.witnesses if w.shows == "refutes"]
    sizes = [r.smallest for r in cell.evidence.reach if r.cases and r.method != "proof"] + [w.n for w in refuting]
    if sizes:
        named = asked._replace(axiom=ASKED, arguments=(("axiom", cell.axiom),))
        yield Fact(named, True, Grade.PROVED, min(sizes), cell.key)


def _value(cell: Cell, asked: AskedStatement, rows: Mapping[str, Row]) -> Iterator[Fact]:
    """That the metric has a value everywhere, or from two items on: by what an axiom that asks every instance discards.

    What is proved of every instance is proved to have a value there, if no case that was looked at had none.
    """
    reaches = [r for r in cell.evidence.reach if r.method == "enumeration"]
    if not reaches or cell.space is not ParameterDomain.OPEN:
        return
    row = rows[cell.metric]
    one_pair = row.about == "rankings" and not row.parameters  # there is one pair of rankings of one item
    if not cell.evidence.discarded:
        first = "1"
    elif reaches[0].smallest == 2 and reaches[0].discarded == 1 and one_pair and cell.axiom not in OF_TWO:
        first = "2"
    else:
        return
    for metric in (cell.metric, *(value for name, value in asked.arguments if name == "other")):
        named = AskedStatement(metric, HAS_A_VALUE, (("first", first),), cell.space)
        for fact in _decided(cell, named):
            if fact.broken:
                yield replace(fact, broken=False, grade=Grade.SEARCHED)
            elif fact.n < EVERY_N or first == "1":
                yield fact


@cache
def _proved_on_the_closure() -> frozenset[tuple[str, str]]:
    """The proofs that are about the closed parameter space, with the rows that they are about."""
    from ...catalogue.proofs import PROOFS  # it loads all metrics

    return frozenset((p.id, p.metric) for p in PROOFS if p.space is ParameterDomain.CLOSED)
