"""Comparison of the document of a cell or a witness with the struct that it was made of."""

from __future__ import annotations

from collections.abc import Iterator

from axiomatrix import Registry
from axiomatrix.evidence import witness as witnesses
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.safe import visible
from axiomatrix.report.document import Block, Code, Details, Document, List, Nested, Table, plain_text, words
from axiomatrix.report.libraries.findings import is_number
from axiomatrix.report.subjects import witness as accounts
from axiomatrix.values.rankings import Ranking, Relabelling


def flat(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Details):
            yield from flat(block.blocks)


def said(document: Document) -> str:
    every = [
        plain_text(document.title),
        plain_text(document.summary),
        *(w for one in document.blocks for w in words(one)),
    ]
    return "\n".join(every)


def table(document: Document, head: str) -> Table | None:
    """The first table that has a column of that name."""
    tables = (one for one in flat(document.blocks) if isinstance(one, Table))
    return next((one for one in tables if any(plain_text(h).startswith(head) for h in one.heads)), None)


def items(document: Document) -> list[str]:
    """The items of all lists, with those below them."""
    made: list[str] = []
    for block in flat(document.blocks):
        for item in block.items if isinstance(block, List) else ():
            made += (
                [plain_text(item.text), *map(plain_text, item.items)]
                if isinstance(item, Nested)
                else [plain_text(item)]
            )
    return made


def as_one_line(text: str) -> str:
    return " ".join(text.split())


def check_witness(document: Document, witness: Witness, registry: Registry) -> None:
    """Both sides, what is said of them, and every value of the instance, in what the document has as data."""
    shown = account_of(witness, registry)
    sides_written = shown.sides if is_number(witness.rhs) else f"{witness.lhs}; expected: {witness.rhs}"
    assert visible(sides_written) in said(document)
    if shown.left.symbols or shown.right.symbols:
        sides = table(document, "value")
        assert sides is not None
        values = [plain_text(row[-1]) for row in sides.rows]
        assert [value.split(" (~")[0] for value in values] == [witness.lhs, witness.rhs]
    given = table(document, "name")
    assert given is not None
    assert sorted(plain_text(row[0]) for row in given.rows) == sorted([*witness.instance, *witness.parameters])
    values = {plain_text(row[0]): plain_text(row[1]) for row in given.rows[: len(witness.instance)]}
    if not shown.note:
        metric = registry.metric(witness.metric)
        instance = witnesses.decode(witnesses.statement_of(witness, registry, metric), metric, witness)
        for name, value in instance.values.items():
            data = witness.instance[name]
            if isinstance(value, Ranking):
                assert values[name].split(" > ") == list(map(str, data)), (witness.slug, name)  # a ranking
            elif not isinstance(value, Relabelling):
                assert values[name] == as_one_line(str(value)), (witness.slug, name)
        terms = items(document)
        assert all(any(one.startswith(as_one_line(f"{term.call} = ")) for one in terms) for term in shown.terms)
    assert f"n = {witness.n}" in plain_text(accounts.lead(shown))


def check_cell(document: Document, cell: Cell, registry: Registry) -> None:
    """The verdict, the claims, the counts of each method, the proof, the derivation, the constant and the witness."""
    text, found = said(document), cell.evidence
    assert f"Verdict: {cell.status.text}" in text and f"Outcome: {cell.outcome.written}" in text
    assert all(as_one_line(visible(claim.quotation)) in as_one_line(text) for claim in cell.claims)
    searched = [reach for reach in found.reach if reach.method != "proof"]
    if searched:
        counted = table(document, "method")
        assert counted is not None
        rows = [tuple(map(plain_text, row)) for row in counted.rows if plain_text(row[0]) != "proof"]
        assert rows == [
            (reach.method, reach.text, f"{reach.cases:,}", f"{reach.discarded:,}", f"{reach.undecided:,}")
            for reach in searched
        ]
    if found.proof is not None:
        steps = items(document)
        assert found.proof.id in text
        assert all(as_one_line(f"checked by machine: {step}") in steps for step in found.proof.checked)
        assert all(as_one_line(f"on paper: {step}") in steps for step in found.proof.argued)
    if found.derivation is not None:
        assert all(as_one_line(step.text) in as_one_line(text) for step in found.derivation.premises)
    if found.extreme is not None:
        assert f"n = {found.extreme.witness.n}" in text and found.extreme.text in text
    if found.values is not None and found.values.is_telling:
        assert as_one_line(found.values.text) in as_one_line(text)
    if found.comparison is not None:
        assert found.comparison.wording in text and found.comparison.definition in text
        assert found.comparison.documentation in text
        code = "\n".join(one.text for one in flat(document.blocks) if isinstance(one, Code))
        assert all(call.snippet.splitlines()[-1].split("  # ")[0] in code for call in found.comparison.calls)
    if found.witness is not None:
        check_witness(document, found.witness, registry)
