"""Write the page on the lattice of axioms (``docs/axiom_lattice.md``): which axioms follow from others or conflict.

``python -m axiomatrix.report.axiom_lattice docs reports/axiom_sets.json`` makes it from the committed answer. With
``--decide`` it decides all sets first and writes the answer too; with ``--theorems FILE`` it also writes the
implications as theorems of the catalogue. ``studies/axiom_sets`` decides; there is a lattice for each *subject*, which
is a sort of metrics on lists of a few items. A *conclusion* is an axiom that follows from others, the *premises*. A
metric on these lists is a *table* of values, and a *condition* is what an axiom requires of some of its values.

A conclusion is *certified* up to some n: a sum of conditions of the premises gives each of its conditions on lists of
up to n items, and a checker adds them up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..catalogue import load_catalogue
from ..evidence.files import write_all
from ..evidence.verdict import Verdict
from ..evidence.words import counted
from ..studies.axiom_sets.lattice_file import (
    AXIOM_LATTICES,
    SUBJECTS,
    AxiomLattices,
    LatticeData,
    LatticeImplication,
    MinimalContradiction,
    dumps_lattices,
    lattice_data,
)
from .document import Block, Code, Details, Document, Heading, List, Mono, Picture, Strong, Table, Text
from .pictures.diagrams import implication_picture
from .render import markdown
from .subjects.axiom_set import contradiction_tree_blocks

PAGE = "axiom_lattice.md"


def decide_lattices() -> AxiomLattices:
    """Decide the lattice of each subject, which takes minutes."""
    axioms = list(load_catalogue().axioms.values())
    return AxiomLattices(tuple(lattice_data(subject, axioms) for subject in SUBJECTS))


def read_lattices(path: Path) -> AxiomLattices:
    """Read the stored lattices."""
    return AXIOM_LATTICES.read(path)


def lattice_files(lattices: AxiomLattices) -> dict[str, str]:
    """The page and its pictures by file name."""
    blocks = [*_introduction()]
    pictures: dict[str, str] = {}
    for number, data in enumerate(lattices.lattices, 1):
        picture_file = f"axiom_lattice-{number}.svg"
        pictures[picture_file] = implication_picture(data) + "\n"
        blocks += _lattice(data, picture_file)
    summary = (
        "Which axioms can hold together and which follow from others, decided for every metric at once over few items."
    )
    return {PAGE: markdown.render(Document("The lattice of axioms", summary, tuple(blocks))), **pictures}


class SubjectWords(NamedTuple):
    """A subject in the notation of theorems."""

    suffix: str
    """The end of the names of theorems."""
    metrics: str
    """The metrics that the theorems are about."""


SUBJECT_WORDS = {
    SUBJECTS[0]: SubjectWords("binary", "scores of binary lists without parameters"),
    SUBJECTS[1]: SubjectWords("graded", "scores of lists graded 0..2 without parameters"),
    SUBJECTS[2]: SubjectWords("rankings", "distances of rankings without parameters"),
}
"""The words of each subject: binary lists, graded lists and rankings."""


def certified_theorems(lattices: AxiomLattices) -> str:
    """The implications as theorems in the catalogue's notation, each with the sizes of its certificate.

    The ``reach`` of an implication is the n up to which the conclusion follows, and ``given`` that up to which the
    premises must hold for it. An implication is left out if its reach is 0, because every instance of its conclusion
    reaches beyond the table of values. So is one whose proof uses the value of an empty list (``empty``), which not
    every metric has.
    """
    axioms = load_catalogue().axioms
    texts = []
    for data in lattices.lattices:
        suffix, metrics = SUBJECT_WORDS[data.subject]
        for implication in data.implications:
            if not implication.reach or implication.empty:
                continue
            name = f"{implication.conclusion}-from-{'-and-'.join(implication.axioms)}-{suffix}"
            # called without arguments, an axiom gives its statement, whose id is the notation of theorems
            premises = " and ".join(axioms[id]().id for id in implication.axioms)
            conclusion = axioms[implication.conclusion]().id
            texts.append(
                f"{name}: {premises} and has-a-value(first=1) => {conclusion} (certified up to n = "
                f"{implication.reach}, given up to n = {implication.given}), for {metrics}\n"
                f"    Each of {counted(implication.conditions, 'condition')} is a sum of conditions of the premises, "
                "by the lattice of axioms.\n"
            )
    return "".join(texts)


def _introduction() -> Iterator[Block]:
    """Yield the paragraphs before the lattices: how sets of axioms are decided, and what the results say."""
    yield Text(
        "A metric on lists of at most n items is a table of numbers, and most axioms are linear in it. Each axiom is "
        "imposed on a table of unknowns, on every instance. A linear program proposes a table that satisfies a set of "
        "axioms, or a sum of instances in which every value cancels and 0 < 0 is left. Either is checked exactly."
    )
    yield Text(
        "A contradiction holds at its own size and every larger one, for metrics that have a value on every instance. "
        "An implication is certified up to the stated size, on instances that stay within it, and says nothing about "
        "larger ones. A table refutes an implication for good only if it belongs to a metric on lists of any length. "
        "All sets of up to three axioms are decided, and all that follows from one or two. A table has no cut-off: "
        "where an axiom speaks of the top k, the whole list is the top."
    )
    yield Text(
        (
            Strong(Verdict.CERTIFIED.written),
            " in the tables below is the largest n such that all instances of up to n items follow. If the "
            "axioms must hold up to another size for that, it comes after n. The deduction of a report uses these "
            "implications for metrics that are such tables: with these lists and no others, a value everywhere, no "
            "cut-off and no parameter. An implication says nothing about any other metric. A cell that follows is "
            f"{Verdict.CERTIFIED.written} up to that size, or as weakly as its premises. In the committed report "
            "every such cell is also known without them, since metrics without parameters are "
            f"{Verdict.EXHAUSTED.written} at these sizes.",
        )
    )
    yield Text("Decide sets of your own, with certificates that are verified without the solver:")
    yield Code(
        "$ axiomatrix explore --axioms consistency-in-relevance ideal-is-one swap-strict --out found\n"
        "$ axiomatrix verify found/axiom-set.json\n"
        "$ axiomatrix explore --axioms swap order-inside-top-matters --implies swap-strict",
        "console",
    )
    yield Text(
        (
            "This page is generated from ",
            Mono("reports/axiom_sets.json"),
            " (what generates the lattice, and tables that refute the rest) by ",
            Mono("python -m axiomatrix.report.axiom_lattice docs reports/axiom_sets.json"),
            ". ",
            Mono("python -m axiomatrix.report.axiom_lattice docs reports/axiom_sets.json --decide"),
            " decides everything again.",
        )
    )


def _lattice(data: LatticeData, picture_file: str) -> Iterator[Block]:
    """Yield the section of a subject: its picture, equivalent axioms, implications, and contradictions."""
    subject = str(data.subject)
    yield Heading(subject[:1].upper() + subject[1:])
    yield Text(
        f"{counted(len(data.axioms), 'axiom')}; {counted(len(data.contradictions), 'minimal contradiction')}; "
        f"{counted(len(data.implications), 'implication')} and {counted(len(data.tables), 'table')} imply all others."
    )
    caption = f"{subject}: an arrow leads from an axiom to one that follows from it; "
    caption += "a dashed line joins two that conflict"
    yield Picture("", caption[:1].upper() + caption[1:], file=picture_file)
    equivalent = [group for group in data.classes if len(group) > 1]
    if equivalent:
        yield Heading("Equivalent at this size", 3)
        yield List(tuple(Mono(" <=> ".join(group)) for group in equivalent))
    yield Heading("What follows", 3)
    rows = [(" and ".join(i.axioms), i.conclusion, f"{i.conditions:,}", _certified(i)) for i in data.implications]
    heads = ("from", "follows", "conditions", Verdict.CERTIFIED.written)
    yield Table(heads, tuple((Mono(start), Mono(end), conditions, n) for start, end, conditions, n in sorted(rows)))
    yield Heading("Contradictions", 3)
    yield Table(
        ("axioms", "smallest n", "conditions in the sum"),
        tuple((Mono(", ".join(c.axioms)), str(c.smallest), str(len(c.instances))) for c in data.contradictions),
    )
    steps = tuple(block for contradiction in data.contradictions for block in _contradiction(contradiction))
    yield Details("Each contradiction, step by step", steps)
    # such as axioms that are not linear in the values of a table
    refused = tuple((Mono(name), reason) for name, reason in data.refused.items())
    yield Details(f"{counted(len(refused), 'axiom')} left out, with the reason", (Table(("axiom", "reason"), refused),))


def _certified(implication: LatticeImplication) -> str:
    """The n up to which an implication is certified, and that up to which its premises must hold, if they differ."""
    if not implication.reach:  # every instance of the conclusion reaches beyond the table of values
        return "only instances within the table"
    premises_up_to = f", given n <= {implication.given}" if implication.given != implication.reach else ""
    return f"n <= {implication.reach}{premises_up_to}"


def _contradiction(contradiction: MinimalContradiction) -> Iterator[Block]:
    """Yield the axioms of a contradiction, and the sum of their conditions that says that 0 is less than 0."""
    yield Text((Mono(", ".join(contradiction.axioms)), ":"))
    yield from contradiction_tree_blocks(contradiction.contradiction, contradiction.instances)


def main(folder: str, answer: str, *options: str) -> None:
    """Write the page into the folder, with ``--decide`` the answer too, and with ``--theorems FILE`` the theorems."""
    answer_file = Path(answer)
    if "--decide" in options:
        write_all({answer_file.name: dumps_lattices(decide_lattices())}, answer_file.parent)
    lattices = read_lattices(answer_file)
    write_all(lattice_files(lattices), Path(folder))
    if "--theorems" in options:
        theorems_file = Path(options[options.index("--theorems") + 1])
        write_all({theorems_file.name: certified_theorems(lattices)}, theorems_file.parent)


if __name__ == "__main__":
    main(*sys.argv[1:])
