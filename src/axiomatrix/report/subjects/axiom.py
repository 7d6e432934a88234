"""Axioms: what an axiom says in words and as a formula, of which metrics, and what is known of these."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.axiom import KIND_PLURALS, Axiom
from ...model.registry import Registry
from ..document import Block, Document, Formula, Inline, List, Mono, Note, Strong, Table
from .metric import paragraphs

QUANTIFIERS = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    "extreme": "A question for the best constant: its verdict says only how far the search went, unless no constant "
    "will do.",
}
"""What can be known of a statement, by its quantifier."""


def declaration_document(axiom: Axiom) -> Document:
    """An axiom by itself, without any evidence."""
    return Document(axiom.plain_name, axiom.sentence_of({}) or axiom.formula, tuple(declaration(axiom)))


def declaration(axiom: Axiom) -> Iterator[Block]:
    """The formula, the rest of the docstring, and what the axiom is about."""
    yield Formula(axiom.formula, axiom.latex)
    yield from paragraphs(axiom.doc)
    yield Note(QUANTIFIERS[axiom.quantifier])
    kinds = sorted(plural for plural, kind in KIND_PLURALS.items() if kind in axiom.kinds)
    about = "any arguments" if axiom.of_arguments else ", ".join(axiom.about)
    items: list[Inline] = [
        ("Name: ", Mono(axiom.id), f", of the group {axiom.group}"),
        f"Asked of {', '.join(kinds)} of {about}",
    ]
    if axiom.arguments or axiom.open_arguments:
        items.append(f"Arguments: {_arguments(axiom)}")
    if axiom.requires:
        items.append(f"The metric must have: {', '.join(axiom.requires)}")
    items += [(Strong(head), f": {', '.join(names)}") for head, names in _examples(axiom) if names]
    yield List(tuple(items))


def _examples(axiom: Axiom) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("Holds for", axiom.kept_by), ("Fails for", axiom.broken_by)


def _arguments(axiom: Axiom) -> str:
    return ", ".join([*axiom.arguments, *(["..."] if axiom.open_arguments else [])])


def list_document(registry: Registry) -> Document:
    """A line for each axiom that is registered: what it says comes before its formula."""
    rows: list[tuple[Inline, ...]] = []
    for axiom in registry.axioms.values():
        rows.append((Mono(axiom.id), axiom.sentence_of({}), axiom.formula, _arguments(axiom), axiom.group))
    heads = ("axiom", "what it says", "formula", "arguments", "group")
    return Document("Axioms", f"{len(rows):,} are registered.", (Table(heads, tuple(rows)),))
