"""The reference of axioms: a page for each group, with what the committed report says of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from axiomatrix.catalogue import symbols
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.verdict import STANDING
from axiomatrix.model.axiom import Axiom
from axiomatrix.model.registry import Registry
from axiomatrix.report.site import links

from .places import AXIOMS, axiom, group, in_site, metric, space, to
from .texts import anchor, code, docstring, facts, formula, heading, link, table, text

QUANTIFIERS = {"for all": "for all", "there is": "there is", "extreme": "asks for a best constant"}
HOLDING = STANDING[::-1]
"""Verdicts under which no counterexample was found; each with its own reach."""


def pages(registry: Registry, matrix: Matrix) -> dict[str, str]:
    """Each page by its path: an index, and the groups in the order of the columns."""
    groups: dict[str, list[Axiom]] = {}
    for column in registry.axioms.values():
        groups.setdefault(column.group, []).append(column)
    cells: dict[str, list[Cell]] = {}
    for cell in matrix.cells:
        cells.setdefault(cell.axiom, []).append(cell)
    made = {f"{AXIOMS}/index.md": _index(groups)}
    for name, columns in groups.items():
        made[group(name)] = _group(name, columns, cells, registry)
    return made


def _index(groups: dict[str, list[Axiom]]) -> str:
    here = f"{AXIOMS}/index.md"
    count = sum(map(len, groups.values()))
    said = [
        "# Axioms",
        f"{count} axioms in {len(groups)} groups. `axiomatrix list axioms` prints the same list.",
    ]
    for name, columns in groups.items():
        said.append(f"## {link(text(name), to(here, group(name)))}")
        rows = [
            [axiom(here, column), text(", ".join(sorted(column.kinds))), code(column.formula)] for column in columns
        ]
        said.append(table(["axiom", "of a", "formula"], rows))
    return "\n\n".join(said)


def _group(name: str, columns: Sequence[Axiom], cells: dict[str, list[Cell]], registry: Registry) -> str:
    said = [f"# Axioms: {text(name)}"]
    for column in columns:
        said += _axiom(group(name), column, cells.get(column.id, []), registry)
    return "\n\n".join(said)


def _axiom(here: str, column: Axiom, cells: Sequence[Cell], registry: Registry) -> list[str]:
    said = [
        heading(2, code(column.id), anchor(column.id)),
        formula(column.formula, column.latex, symbols.of_axiom(column)),
    ]
    said.append(docstring("\n".join(column.doc.splitlines()[1:])))
    over = ", ".join(f"{code(name)}: {space(here, of)}" for name, of in column.over.items())
    about = [
        ["of a", text(", ".join(sorted(column.kinds))) + " of " + text(", ".join(column.about))],
        ["quantifier", QUANTIFIERS[column.quantifier] + (f" ({over})" if over else "")],
    ]
    arguments = [*column.arguments, *(["..."] if column.open_arguments else [])]
    about += [["arguments", code(", ".join(arguments))]] if arguments else []
    said.append(facts(about))
    return [*said, *_found(here, column, cells, registry)]


def _found(here: str, column: Axiom, cells: Sequence[Cell], registry: Registry) -> list[str]:
    """How many cells have which verdict, and the smallest witness."""
    asked = [cell for cell in cells if cell.evidence.verdict != "not applicable"]
    if not asked:
        return ["In the committed report no metric is asked this."]
    verdicts: Counter[str] = Counter(cell.evidence.verdict for cell in asked)
    holding = [verdict for verdict in HOLDING if verdict in verdicts]
    order = [*holding, *(verdict for verdict in verdicts if verdict not in holding)]
    listed = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in order)
    all_cells = in_site(here, links.axiom(column.id, column.group), f"{len(asked)} cells")
    said = [f"In the committed report: {all_cells}: {listed}."]
    kind = "shows" if column.quantifier == "there is" else "attains" if column.quantifier == "extreme" else "refutes"
    witnesses = [cell.evidence.witness for cell in asked if cell.evidence.witness is not None]
    witnesses = [witness for witness in witnesses if witness.shows == kind]
    if witnesses:
        least = min(witnesses, key=lambda witness: (witness.n, witness.slug))
        words = {
            "shows": "Smallest example",
            "attains": "An instance that attains a bound",
            "refutes": "Known violator",
        }
        row = registry.metrics.get(least.metric)
        name = metric(here, row) if row else code(least.metric)
        shown = in_site(here, links.witness(least.slug), f"n = {least.n}: {code(least.sides)}")
        said.append(f"{words[kind]}: {name}, {shown}")
    satisfied = [cell for cell in asked if cell.evidence.verdict in HOLDING]
    if satisfied and kind == "refutes":
        best = min(satisfied, key=lambda cell: HOLDING.index(cell.evidence.verdict))
        row = registry.metrics.get(best.metric)
        name = metric(here, row) if row else code(best.metric)
        said.append(f"Known satisfier: {name}, {text(best.evidence.verdict)}: {text(best.evidence.reach_text)}")
    return said
