"""The document of a cell: the claims, verdict and evidence of a statement about a metric.

``axiomatrix show METRIC AXIOM`` prints it, and ``print(cell)``. The documents of metrics and axioms share its
:class:`CellContext`. A *witness* is an instance that refutes the statement, or shows that one of existence is true. Its
*account* has it in words: the instance, both sides, and every value that enters. A *derivation* is a chain of theorems
by which the verdict follows from other cells. The *closure* is the parameter space with its boundary, such as weights
of 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from msgspec.structs import replace

from ...catalogue import load_catalogue
from ...catalogue.theorems import CERTIFIED, CLOSURE, THEOREMS
from ...evidence.account.account import Account
from ...evidence.account.making import account, account_in, account_of
from ...evidence.cell import Cell
from ...evidence.derivation import Derivation
from ...evidence.evidence import INFINITE, Comparison, Extreme
from ...evidence.matrix import Matrix
from ...evidence.verdict import Verdict
from ...evidence.words import Positions, cases_text, fault_lines
from ...model.axiom import Axiom
from ...model.claim import ProofNote
from ...model.metric import Metric
from ...model.registry import Registry
from ..document import (
    Block,
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    Link,
    List,
    Mono,
    Nested,
    Note,
    Picture,
    Strong,
    Table,
    Text,
)
from ..libraries.findings import scripts
from ..pictures.diagrams import number_line
from . import witness
from .verdicts import verdict_sentence

DERIVED_NOTE = "It follows from other cells by theorems, and is no stronger than the weakest of them."
"""The note below a derived verdict, in place of the limits of a verdict."""


@dataclass(frozen=True)
class CellContext:
    """Everything besides a cell that its document needs: the definitions, the report, and where its files are."""

    registry: Registry = field(default_factory=load_catalogue)
    matrix: Matrix | None = None
    """The matrix of the cell, which has the formulas as they were checked; None for a cell on its own."""
    directory: str | None = None
    """The folder of the report; None without one, and then no command replays the witness."""
    files: Sequence[str] = ()
    """The files that register the user's metrics."""
    pictures: Mapping[str, Sequence[Picture]] = field(default_factory=dict)
    """The pictures of witnesses by slug, the name of a witness in addresses and files."""
    address: Callable[[str, str], str] = lambda kind, name: ""
    """Maps a kind (``metric``, ``axiom``, ``witness``, ``claim``, ``proof``) and a name to a page's address, or ""."""

    @cached_property
    def positions(self) -> Positions:
        """The matrix's lines by metric and axiom; empty without a matrix."""
        return Positions(self.matrix) if self.matrix is not None else Positions(Matrix([], [], [], "", 0))

    def name_or_link(self, kind: str, name: str, text: str = "") -> Mono | Link:
        """A name, or ``text`` in its place, as a link to the page of that kind and name if there is one."""
        address = self.address(kind, name)
        return Link(text or name, address) if address else Mono(text or name)

    def account(self, cell: Cell) -> Account | None:
        """The account of the cell's witness, if there is one."""
        return account_in(cell, self.registry) if self.matrix is None else account(cell, self.matrix, self.registry)


def document(cell: Cell, context: CellContext) -> Document:
    """The document of a single cell, with all evidence."""
    blocks = (*statement_blocks(cell, context), *evidence_blocks(cell, context))
    return Document(title(cell, context), verdict_sentence(cell), blocks)


def cells_document(cells: Sequence[Cell], context: CellContext) -> Document:
    """The document of all cells of a metric and an axiom, at least one.

    There are several if the axiom has several arguments, or another result on the closure of the parameter space.
    """
    if len(cells) == 1:
        return document(cells[0], context)
    blocks: list[Block] = [*statement_blocks(replace(cells[0], arguments={}), context)]
    for cell in cells:
        blocks.append(Heading(cell.title))
        axiom = context.registry.axioms.get(cell.axiom)
        # without arguments, the sentence is already above
        if axiom is not None and axiom.arguments and (sentence := axiom.sentence_of(cell.arguments)):
            blocks.append(Text(sentence))
        blocks.append(Text(verdict_sentence(cell)))
        blocks += evidence_blocks(cell, context, level=3)
    return Document(title(cells[0], context), "", tuple(blocks))


def title(cell: Cell, context: CellContext) -> str:
    """The title of a cell's document: the metric and the plain name of the axiom."""
    axiom = context.registry.axioms.get(cell.axiom)
    return f"{cell.metric}: {cell.title if axiom is None else axiom.plain_name.lower()}"


def not_asked_document(metric: Metric, axiom: Axiom) -> Document:
    """The document of a metric and an axiom that does not apply to it and so has no cell."""
    reason = f"it is about {metric.about}; the axiom is about {', '.join(axiom.about)}"
    if axiom.is_about_sort(metric.about):
        reason = axiom.wrong_kind_reason(metric) if metric.kind not in axiom.kinds else "no statement of it is checked"
    blocks = (Text((Strong(axiom.plain_name), f": {axiom.sentence_of({}) or axiom.formula}")), Formula(axiom.formula))
    return Document(f"{metric.name}: {axiom.id}", f"not applicable: {reason}", blocks)


def statement_blocks(cell: Cell, context: CellContext) -> Iterator[Block]:
    """Yield the axiom's statement: its name, a sentence, and the formula."""
    axiom = context.registry.axioms.get(cell.axiom)
    formula = axiom.formula if axiom is not None else ""
    if context.matrix is not None:  # it may be of another version of the axiom, with another formula and no LaTeX
        formula = next((head.formula for head in context.matrix.columns if head.id == cell.axiom), formula)
    if axiom is not None:
        sentence = axiom.sentence_of(cell.arguments)
        yield Text((Strong(axiom.plain_name), f": {sentence} (" if sentence else " (", Mono(cell.title), ")"))
    if formula:
        yield Formula(formula, axiom.latex if axiom is not None and axiom.formula == formula else "")


def evidence_blocks(cell: Cell, context: CellContext, level: int = 2) -> Iterator[Block]:
    """Yield everything known about a cell: verdict, claims, counterexample, proof, derivation, searches, constant.

    ``level`` is the level of the headings.
    """
    yield from _verdict(cell)
    yield from _with_heading(level, "What is claimed", _claims(cell, context.registry))
    if (witness_account := context.account(cell)) is not None:
        yield Heading("Counterexample" if witness_account.is_false else "Instance", level)
        instance_only = replace(witness_account, claims=(), formula="", sentence="")  # the document has them above
        yield Text(witness.lead(instance_only))
        yield from witness.blocks(
            instance_only,
            directory=context.directory,
            files=context.files,
            pictures=context.pictures.get(witness_account.slug, ()),
            level=level + 1,
        )
    if cell.evidence.comparison is not None:  # of a library's metric
        yield Heading("Definition and documentation", level)
        yield from comparison_blocks(cell.evidence.comparison)
    if fault := fault_lines(cell):
        yield Code("\n".join(fault))
    if (proof := cell.evidence.proof) is not None:
        name = context.name_or_link("proof", proof.id)
        yield from (Heading(("Proof ", name), level), Text(proof.theorem), *proof_steps(proof))
    if cell.evidence.derivation is not None:
        yield from (Heading("What it follows from", level), *_derivation(cell.evidence.derivation))
    yield from _with_heading(level, "Reach by method", _searches(cell))
    if cell.evidence.extreme is not None:
        yield Heading("Best constant", level)
        yield from _best_constant(cell.evidence.extreme, context.registry)


def _with_heading(level: int, heading: str, blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the blocks under a heading of that level; without any blocks, nothing."""
    first = next(blocks, None)
    if first is not None:
        yield from (Heading(heading, level), first, *blocks)


def _verdict(cell: Cell) -> Iterator[Block]:
    """Yield the verdict, the outcome of the claims, and the meaning of the verdict."""
    cases = f" ({cases_text(cell.evidence)})" if cases_text(cell.evidence) else ""
    notation = cell.status.notation  # the meaning of the verdict, and its limits
    yield Text(("Verdict: ", Strong(cell.status.text), cases, f". Outcome: {cell.outcome.written}."))
    if cell.evidence.derivation is not None:
        yield Note(DERIVED_NOTE)
    elif cell.status.holds != "no":  # a refutation has no limits to warn of
        yield Note(notation.does_not_mean)
    yield Details("What the verdict means", (Text(notation.means), Text(notation.does_not_mean)))
    # the values of a parameter for which the statement holds; a picture of none would be empty
    if (values := cell.evidence.values) is not None and values.is_telling:
        yield Picture(number_line(values), f"It {values.text}.") if values.holds else Text(f"It {values.text}.")


def _claims(cell: Cell, registry: Registry) -> Iterator[Block]:
    """Yield the claims about the cell in the words of their sources, and how they were formalised."""
    metric = registry.metrics.get(cell.metric)
    # the cell has only the wording; the metric's declaration also says how this package understands it
    source_claims = [claim.source for claim in metric.claims] if metric is not None else []
    items: list[Inline | Nested] = []
    for claim in cell.claims:
        formalised = dict.fromkeys(s.formalised for s in source_claims if s.id == claim.source and s.formalised)
        formalisations = tuple(f"formalised: {sentence}" for sentence in formalised)
        items.append(Nested(claim.quotation, formalisations) if formalisations else claim.quotation)
    if items:
        yield List(tuple(items))


def comparison_blocks(comparison: Comparison) -> Iterator[Block]:
    """Yield the library's definition and documentation for the same input, and its calls as scripts."""
    yield Text((Strong(comparison.wording), "."))
    definition = f"Its exact definition: {comparison.definition}"
    yield List((definition, f"Its documentation: {comparison.documentation}"))
    for script in scripts(comparison.calls):
        yield Details("With the library alone", (Code(script, "python"),))


def proof_steps(proof: ProofNote) -> Iterator[Block]:
    """Yield the steps of a proof: those that a machine checked, and those on paper."""
    items: list[Inline] = [f"checked by machine: {step}" for step in proof.checked]
    items += [f"on paper: {step}" for step in proof.argued]
    if items:
        yield List(tuple(items))


def _derivation(derivation: Derivation) -> Iterator[Block]:
    """Yield the theorem and the steps of a derivation; step 1 rests on 1.1, 1.2 and so on."""
    number: list[int] = []
    """The number of the last step, such as [1, 2] for 1.2."""
    items: list[Inline] = []
    for step in derivation.premises:  # each comes before those that it rests on, which are deeper by 1
        last_at_depth = number[step.depth - 1] if len(number) >= step.depth else 0
        number = [*number[: step.depth - 1], last_at_depth + 1]
        items.append(f"{'.'.join(map(str, number))}: {step.text}")
    yield Text(f"by {derivation.theorem}")
    yield List(tuple(items))
    yield from map(Text, theorem_text(derivation.theorem))


def _searches(cell: Cell) -> Iterator[Block]:
    """Yield the reach and the number of cases of each method, and the reason why no more is certified.

    A case is an instance on which the statement was decided. Others are discarded, if the statement is not about them
    or the metric has no value, or undecided, if the two sides could not be compared.
    """
    rows: list[tuple[Inline, ...]] = []
    for reach in cell.evidence.reach:
        if reach.method == "proof":  # its cases are the steps that were checked on the definitions
            rows.append(("proof", f"{reach.cases:,} steps at every n <= {reach.largest}", "", "", ""))
        else:
            counts = (f"{number:,}" for number in (reach.cases, reach.discarded, reach.undecided))
            rows.append((reach.method, reach.text, *counts))
    if rows:
        yield Table(("method", "reach", "cases", "discarded", "undecided"), tuple(rows))
    if cell.evidence.uncertified is not None:
        further = " further" if cell.status.key == Verdict.CERTIFIED else ""
        yield Text(f"not certified{further}: {cell.evidence.uncertified}")


def _best_constant(extreme: Extreme, registry: Registry) -> Iterator[Block]:
    """Yield the best known constant and the instance that attains it."""
    witness_account = account_of(extreme.witness, registry)
    relation = "attained at"
    if extreme.value == INFINITE:
        # either this instance has a zero denominator, or it is one of a family whose ratios grow without bound
        relation = "shown at" if extreme.witness.has_no_factor else "one of the family at"
    if extreme.derived is not None:
        yield Text(f"{extreme.text} {extreme.derived.text}")
    attained = replace(extreme, derived=None)  # the constant of the instance, which a derived one may improve
    yield Text(f"{attained.text}, {relation} n = {extreme.witness.n}:")
    values: list[Inline] = [(Mono(value.name), f" = {value.text}") for value in witness_account.values]
    yield List((*values, *(value.text for value in witness_account.parameters)))


_THEOREMS_BY_NAME = {theorem.name: theorem for theorem in (*THEOREMS, *CERTIFIED, CLOSURE)}


def theorem_text(name: str) -> list[str]:
    """The statement and the proof of the theorem of that name, a paragraph each; only the name if it is not known."""
    theorem = _THEOREMS_BY_NAME.get(name)
    if theorem is None:
        return [name]
    statement = name if theorem is CLOSURE else f"{name}: {theorem}"  # CLOSURE is about every axiom
    return [f"{statement}.", theorem.proof]
