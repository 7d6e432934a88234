"""Facts for deduction: read off the cells of a matrix and the proofs of the catalogue, each with its strength.

:mod:`.deduction` derives further facts from them. A *proposition* is a statement about a metric on a domain of its
parameters, such as the symmetry of the footrule. A fact says that a proposition *stands*: it holds for all instances of
up to n items. Or it says that an instance of n items *breaks* it. A cell may give several facts: a triangle inequality
that is refuted at n = 4, the smallest size, is broken at 4 and stands up to 3. An axiom that compares two metrics names
the second in its argument ``other``.

A statement of existence (*there is an instance*) becomes the proposition that there is no such instance
(:attr:`Proposition.absent`). So an example of the statement breaks the proposition, as a counterexample breaks others,
and theorems need only one kind of fact.

Besides the axioms, theorems use three properties of metrics that only facts have: :data:`ATTAINS` (a ratio has this
value on some instance), :data:`ASKED` (some instance meets the condition of an axiom) and :data:`HAS_A_VALUE` (the
metric has a value from that many items on).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..catalogue.theorems import ASKED, ATTAINS, HAS_A_VALUE, Theorem
from ..evidence.cell import Cell, CellKey, arguments_of
from ..evidence.derivation import DerivationStep
from ..evidence.evidence import INFINITE
from ..evidence.matrix import Matrix, Row
from ..evidence.verdict import STANDING, Verdict
from ..model.axiom import label
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry
from ..numbers.exact import parse, sign
from ..spaces.parameters import ParameterDomain

EVERY_N = 10**9
"""The n of a fact that holds for every n."""
STRENGTHS = STANDING[1:]
"""Strengths of facts, the weakest first: exhausted, certified, proved. A search is not a fact."""
COMPARING = ("upper-bound", "lower-bound")
"""Axioms that compare the metric with another one."""
UNCONDITIONAL = (
    "non-negativity",
    "symmetry",
    "correlation-range",
    "correlation-symmetry",
    "range-zero-one",
    *COMPARING,
)
"""Axioms without a condition: they discard a case only if the metric, or the one it is compared with, has no value."""
QUANTITIES = {
    "upper-bound": "ratio",
    "lower-bound": "ratio",
    "near-metric": "near-metric",
    "one-minus-near-metric": "one-minus-near-metric",
    "boundedness": "boundedness",
}
"""Axioms that report a best constant, with the quantity whose extreme it is."""


class Proposition(NamedTuple):
    """A statement about a metric on a space; for a statement of existence, its negation."""

    metric: str
    """The name of its row in the matrix, such as ``ndcg[linear]``."""
    axiom: str
    arguments: tuple[tuple[str, str], ...]
    """The arguments of the axiom by name, sorted, with numbers in lowest terms."""
    space: ParameterDomain
    absent: bool = False
    """Whether the statement is one of existence, so that the proposition says that no such instance exists."""


@dataclass(frozen=True, eq=False)
class Fact:
    """A proposition that stands up to n items, or that an instance of n items breaks."""

    about: Proposition
    broken: bool
    """True if an instance breaks the proposition; otherwise it stands."""
    strength: Verdict
    """One of :data:`STRENGTHS`. An instance is as strong as a proof."""
    n: int
    """The size of the instance, or up to how many items the proposition stands; :data:`EVERY_N` for all."""
    cell: CellKey | None = None
    """The cell that the fact is read off, if any."""
    proof: str = ""
    """The id of its proof in the catalogue, if no cell has the statement."""
    says: str = ""
    """The theorem of the proof without the name of the metric, for the text of a derivation."""
    theorem: Theorem | None = None
    """The theorem by which it is derived; None for a fact of a cell or a proof."""
    premises: tuple[Fact, ...] = ()
    """The facts from which it is derived by the theorem."""

    @property
    def verdict(self) -> Verdict:
        """The verdict on the statement; a statement of existence is refuted by a proof that no instance exists."""
        if self.about.absent and (self.broken or self.strength is Verdict.PROVED):
            return Verdict.PROVED if self.broken else Verdict.REFUTED
        return Verdict.REFUTED if self.broken else self.strength

    @property
    def size(self) -> int:
        """The n in the form that evidence has: 0 for every n."""
        return 0 if self.n == EVERY_N else self.n

    def with_premises(self) -> Iterator[Fact]:
        """Yield the fact and all facts that it is derived from."""
        yield self
        for fact in self.premises:
            yield from fact.with_premises()

    def steps(self, depth: int = 0) -> Iterator[DerivationStep]:
        """Yield the steps of the fact and of all facts that it is derived from, depth first."""
        about, cell = self.about, self.cell
        # a cell of the same axiom has its arguments as declared, not in lowest terms
        has_own_label = cell is not None and cell.axiom == about.axiom
        yield DerivationStep(
            metric=about.metric,
            axiom=about.axiom,
            label=cell.label if cell is not None and has_own_label else label(dict(about.arguments)),
            space=about.space,
            verdict=self.verdict,
            n=self.size,
            depth=depth,
            theorem=self.theorem.name if self.theorem is not None else "",
            cell=cell.title if cell is not None else "",
            proof=self.proof,
            says=self.says,
        )
        for fact in self.premises:
            yield from fact.steps(depth + 1)


@dataclass
class MatrixFacts:
    """The facts of a matrix, with the metrics and propositions that they are about."""

    rows: dict[str, Row]
    """The rows that give facts, and those that they are compared with, by name."""
    propositions: dict[CellKey, Proposition] = field(default_factory=dict)
    """The proposition of each cell that has one."""
    facts: list[Fact] = field(default_factory=list)


def read_facts(matrix: Matrix, registry: Registry) -> MatrixFacts:
    """Read all facts off the cells, and take the proofs of the catalogue about their metrics.

    Metrics in floats and nondeterministic metrics give no facts. Nor do metrics on spaces that are not ours, since the
    proof of a theorem may need an instance that such a space leaves out. A metric that a cell compares with counts as a
    row, so that proofs about it are used.
    """
    without_facts = {cell.metric for cell in matrix.cells if cell.evidence.verdict is Verdict.FLAKY}
    without_facts |= {row.name for row in matrix.rows if not row.exact}
    without_facts |= {
        metric.name for metric in registry.metrics.values() if not (metric.exact and _is_on_our_spaces(metric))
    }
    matrix_facts = MatrixFacts({row.name: row for row in matrix.rows if row.name not in without_facts})
    quantifiers = {column.id: column.quantifier for column in matrix.columns}
    names = dict.fromkeys([*matrix_facts.rows, *registry.metrics])  # rows first, see ``counterpart``
    for cell in [cell for cell in matrix.cells if cell.metric in matrix_facts.rows]:
        quantifier = quantifiers.get(cell.axiom, "for all")
        is_existential = quantifier == "there is"
        about = _make_proposition(cell.metric, cell.axiom, cell.arguments, cell.space, names, absent=is_existential)
        if about is None or cell.evidence.verdict is Verdict.NOT_APPLICABLE:
            continue
        if _compares_other_arguments(about, registry):
            continue
        matrix_facts.propositions[cell.key] = about
        row, asks_constant = matrix_facts.rows[cell.metric], quantifier == "extreme"
        matrix_facts.facts += _facts_of(cell, about, row, asks_constant=asks_constant)
    compared = {dict(about.arguments).get("other", "") for about in matrix_facts.propositions.values()}
    for other in sorted(compared - matrix_facts.rows.keys() - without_facts):
        if other in registry.metrics:
            matrix_facts.rows[other] = Row.of(registry.metrics[other], registry)
    matrix_facts.facts += _facts_of_proofs(matrix_facts, registry, names)
    return matrix_facts


def _is_on_our_spaces(metric: Metric) -> bool:
    """Return whether the classes of all its spaces are defined in this package."""
    return all(type(space).__module__.startswith("axiomatrix.") for space in metric.arguments.values())


def _compares_other_arguments(about: Proposition, registry: Registry) -> bool:
    """Return whether the statement compares metrics of different arguments: no theorem is about such a statement."""
    metric, other = registry.metrics.get(about.metric), registry.metrics.get(dict(about.arguments).get("other", ""))
    if about.axiom not in ("equals", *COMPARING) or metric is None or other is None:
        return False
    return [*metric.arguments.values()] != [*other.arguments.values()]


def _facts_of(cell: Cell, about: Proposition, row: Row, *, asks_constant: bool) -> Iterator[Fact]:
    """Read all facts off one cell. A statement that ``asks_constant`` has no truth value, only the best ratio."""
    if not asks_constant:
        yield from _read_verdict(cell, about)
    yield from _read_attained_ratio(cell, about)
    if not about.absent:
        yield from _read_smallest_case(cell, about)
    if cell.axiom in UNCONDITIONAL:
        yield from _read_values(cell, about, row)


def _facts_of_proofs(matrix_facts: MatrixFacts, registry: Registry, names: Iterable[str]) -> Iterator[Fact]:
    """Take the proofs of statements that no cell asks, about rows that are defined as in the catalogue."""
    from ..catalogue.proofs import PROOFS  # it loads all metrics

    statements_of_cells = {key[:3] for key in matrix_facts.propositions}  # all of a key but the space
    usable_metrics = registry.metrics.keys() & matrix_facts.rows.keys()  # a proof may be about two of them
    for proof in PROOFS:
        if proof.metric not in matrix_facts.rows or proof.family is not None:
            continue  # a family is about a best constant
        key = CellKey.of_statement(proof.metric, proof.statement, proof.space)
        if key[:3] in statements_of_cells or not usable_metrics >= {*proof.compared(REGISTRY)}:
            continue
        arguments = arguments_of(proof.statement)
        about = _make_proposition(proof.metric, proof.statement.axiom.id, arguments, proof.space, names)
        if about is not None and proof.is_about(registry):
            # what is true on the closure is true on the open space too
            for space in dict.fromkeys((proof.space, ParameterDomain.OPEN)):
                about = about._replace(space=space)
                says = _brief(proof.theorem)
                yield Fact(about, broken=False, strength=Verdict.PROVED, n=EVERY_N, proof=proof.id, says=says)


def _brief(theorem: str) -> str:
    """Shorten what a proof shows to its formula: without the metric before it and ", for every n" after it."""
    return theorem.partition(", for every n")[0].rpartition(": ")[2]


def _make_proposition(
    metric: str,
    axiom: str,
    cell_arguments: Mapping[str, Any],
    space: ParameterDomain,
    names: Iterable[str],
    *,
    absent: bool = False,
) -> Proposition | None:
    """Make the proposition of a statement: numbers in lowest terms, and another metric by the name of its row.

    Returns None for a value outside of the open space, about which no theorem is.
    """
    arguments = {name: _in_lowest_terms(str(value)) for name, value in cell_arguments.items()}
    if "other" in arguments:
        arguments["other"] = counterpart(arguments["other"], metric, names)
    if axiom == "generalizes":
        values = {name: arguments.pop(name) for name in sorted(arguments) if name != "other"}
        if not all(map(_is_positive, values.values())):
            return None
        arguments["at"] = ", ".join(f"{name}={value}" for name, value in values.items())
    return Proposition(metric, axiom, tuple(sorted(arguments.items())), space, absent)


def counterpart(name: str, metric: str, names: Iterable[str]) -> str:
    """Find the row that a name means: the one in the same variant if there is one, else the first of that id.

    For a ``metric`` in a variant, such as ``rbp[graded]``, ``err`` means ``err[graded]`` if that is in ``names``.
    """
    _, bracket, variant = metric.partition("[")
    if "[" not in name and f"{name}{bracket}{variant}" in names:
        return f"{name}{bracket}{variant}"
    return next((row for row in names if row == name or row.startswith(f"{name}[")), name)


@lru_cache(maxsize=4096)  # thousands of cells have the same few numbers
def _in_lowest_terms(text: str) -> str:
    """Write a rational in lowest terms; leave any other text unchanged."""
    try:
        return str(Fraction(text))
    except ValueError:
        return text


_parse_number = lru_cache(maxsize=256)(parse)  # several cells have the same witness, whose sides may be long


def _is_positive(text: str) -> bool:
    try:
        return sign(_parse_number(text)) == 1
    except (ValueError, ArithmeticError):
        return False


# --- facts of one cell ----------------------------------------------------------------------------------------


def _read_verdict(cell: Cell, about: Proposition) -> Iterator[Fact]:
    """Read off how far the proposition stands, or that an instance breaks it.

    If enumeration found the smallest instance that breaks it, the proposition also stands at all smaller sizes.
    """
    evidence, witness = cell.evidence, cell.evidence.witness
    breaking_verdict = Verdict.PROVED if about.absent else Verdict.REFUTED  # an example proves a statement of existence
    if witness is not None and evidence.verdict is breaking_verdict:
        yield Fact(about, broken=True, strength=Verdict.PROVED, n=witness.n, cell=cell.key)
        if not about.absent and witness.smallest and evidence.method == "enumeration" and witness.n > 1:
            yield Fact(about, broken=False, strength=Verdict.EXHAUSTED, n=witness.n - 1, cell=cell.key)
        return
    if evidence.verdict in STANDING and not (evidence.verdict is Verdict.PROVED and evidence.witness is not None):
        for strength in STRENGTHS:
            n = EVERY_N if strength is Verdict.PROVED else evidence.up_to(strength)
            if n and strength.rank <= evidence.verdict.rank:
                says = _brief(evidence.proof.theorem) if evidence.proof and strength is Verdict.PROVED else ""
                yield Fact(about, broken=False, strength=strength, n=n, cell=cell.key, says=says)
    proof = evidence.proof
    if proof is not None and cell.space is ParameterDomain.OPEN and (proof.id, cell.metric) in _proved_on_the_closure():
        closed = about._replace(space=ParameterDomain.CLOSED)
        says = _brief(proof.theorem)
        yield Fact(closed, broken=False, strength=Verdict.PROVED, n=EVERY_N, cell=cell.key, says=says)


def _read_attained_ratio(cell: Cell, about: Proposition) -> Iterator[Fact]:
    """Read off the ratio that a witness attains, as a fact of the axiom :data:`ATTAINS`.

    Its denominator must be positive, or be 0 below a positive numerator, which attains ``infinite``.
    """
    evidence, arguments = cell.evidence, dict(about.arguments)
    if evidence.extreme is not None and cell.axiom in QUANTITIES:
        quantity, value, witness = QUANTITIES[cell.axiom], evidence.extreme.value, evidence.extreme.witness
        if evidence.by_family:  # the witness is one instance of the family, with a finite ratio
            value = str(_parse_number(witness.lhs) / _parse_number(witness.rhs))
        is_infinite = value == INFINITE and evidence.extreme.sense == "sup" and witness.rhs == "0"
        if not (is_infinite or (value != INFINITE and _is_positive(witness.rhs))):
            return
    elif cell.axiom == "bound-attained" and evidence.verdict is Verdict.PROVED and evidence.witness is not None:
        quantity, value, witness = "ratio", arguments["factor"], evidence.witness
        if not (_is_positive(witness.rhs) and _is_positive(value)):
            return
    else:
        return
    attained_arguments = {"quantity": quantity, "value": value}
    if quantity == "ratio":  # the ratio of the metric and another one
        attained_arguments["other"] = arguments["other"]
    attains = about._replace(axiom=ATTAINS, arguments=tuple(sorted(attained_arguments.items())), absent=True)
    yield Fact(attains, broken=True, strength=Verdict.PROVED, n=witness.n, cell=cell.key)


def _read_smallest_case(cell: Cell, about: Proposition) -> Iterator[Fact]:
    """Read off that some instance meets the condition of the statement (:data:`ASKED`), at the smallest such size."""
    sizes = [reach.smallest for reach in cell.evidence.reach if reach.cases and reach.method != "proof"]
    sizes += [witness.n for witness in cell.evidence.witnesses if witness.shows == "refutes"]  # it meets the condition
    if sizes:
        has_case = about._replace(axiom=ASKED, arguments=(("axiom", cell.axiom),), absent=True)
        yield Fact(has_case, broken=True, strength=Verdict.PROVED, n=min(sizes), cell=cell.key)


def _read_values(cell: Cell, about: Proposition, row: Row) -> Iterator[Fact]:
    """Read off that the metric has a value everywhere, or from two items on (:data:`HAS_A_VALUE`).

    An axiom without a condition discards a case only where the metric has no value. So if no case was discarded, the
    metric has a value as far as the cell decides its own statement.
    """
    reaches = [reach for reach in cell.evidence.reach if reach.method == "enumeration"]
    if not reaches or cell.space is not ParameterDomain.OPEN:
        return
    # rankings of one item have a single case; if it is the only one discarded, there are values from two items on
    has_one_case_at_1 = row.about == "rankings" and not row.parameters
    reach = reaches[0]
    if not cell.evidence.discarded:
        first_size = "1"
    elif reach.smallest == 2 and reach.discarded == 1 and has_one_case_at_1 and cell.axiom not in COMPARING:
        first_size = "2"
    else:
        return
    for metric in (cell.metric, *(value for name, value in about.arguments if name == "other")):
        has_value = Proposition(metric, HAS_A_VALUE, (("first", first_size),), cell.space)
        for fact in _read_verdict(cell, has_value):
            if not fact.broken and (fact.n < EVERY_N or first_size == "1"):
                yield replace(fact, says="")  # the proof is of the cell's statement, and does not say this


@cache
def _proved_on_the_closure() -> frozenset[tuple[str, str]]:
    """List the proofs about the closed parameter space, each with its row."""
    from ..catalogue.proofs import PROOFS  # it loads all metrics

    return frozenset((proof.id, proof.metric) for proof in PROOFS if proof.space is ParameterDomain.CLOSED)
