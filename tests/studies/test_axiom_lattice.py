"""The committed lattice of axioms: complete, verified by the independent checker, and what is decided now."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from docs_blocks import ROOT

from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import CERTIFIED
from axiomatrix.evidence.refusal import Refused
from axiomatrix.report import axiom_lattice
from axiomatrix.studies.axiom_sets.implying import Counterexample, Premises
from axiomatrix.studies.axiom_sets.lattice_file import AXIOM_LATTICES, SUBJECTS, LatticeData, lattice_data
from axiomatrix.studies.axiom_sets.tables import AxiomTable
from axiomatrix.verify.axiom_sets import AxiomSetChecker

STORED = axiom_lattice.read_lattices(ROOT / "reports" / "axiom_sets.json")
REGISTRY = load_catalogue()
each_lattice = pytest.mark.parametrize("data", STORED.lattices, ids=[str(one.subject) for one in STORED.lattices])


def checker(data: LatticeData, instances: list[dict[str, Any]]) -> AxiomSetChecker:
    builtins = AXIOM_LATTICES.data(STORED)["lattices"][STORED.lattices.index(data)]
    return AxiomSetChecker({"subject": builtins["subject"], "instances": instances}, REGISTRY)


def test_the_subjects_are_those_of_the_page() -> None:
    assert tuple(one.subject for one in STORED.lattices) == SUBJECTS


@each_lattice
def test_every_set_and_every_implication_is_answered(data: LatticeData) -> None:
    """Each set is contradictory or satisfied by a stored table; what does not follow is refuted by one."""
    tables = [frozenset(one.axioms) for one in data.tables]
    contradictory = [frozenset(one.axioms) for one in data.contradictions]
    sets = [frozenset(names) for size in (1, 2, 3) for names in combinations(data.axioms, size)]
    for names in sets:
        assert any(c <= names for c in contradictory) != any(names <= table for table in tables)
    for names in sets:
        if len(names) < 3 and not any(c <= names for c in contradictory):
            after = data.follows(names)
            for other in data.axioms:
                assert (other in after) != any(names <= t and other not in t for t in tables)


@each_lattice
def test_the_generating_set_has_nothing_to_spare(data: LatticeData) -> None:
    contradictory = [frozenset(one.axioms) for one in data.contradictions]
    assert not any(a < b for a in contradictory for b in contradictory)
    for one in data.implications:
        known, before = set(one.axioms), 0
        while len(known) != before:
            before = len(known)
            known |= {o.conclusion for o in data.implications if o != one and known.issuperset(o.axioms)}
        assert one.conclusion not in known


@each_lattice
def test_contradictions_are_verified(data: LatticeData) -> None:
    stored = AXIOM_LATTICES.data(STORED)["lattices"][STORED.lattices.index(data)]["contradictions"]
    assert stored
    for one in stored:
        checker(data, one["instances"]).check_tree(one["contradiction"], one["axioms"], {})
        with pytest.raises(Refused):
            checker(data, one["instances"]).check_tree(one["contradiction"], one["axioms"][1:], {})


@each_lattice
def test_tables_satisfy_exactly_their_axioms(data: LatticeData) -> None:
    check, spaces = checker(data, []), []
    spaces = list(check.metric.arguments.values())
    places = list(check.number_by_place(data.subject.length))
    written = [[space.encode(part) for space, part in zip(spaces, at, strict=True)] for at in places]
    chosen = data.tables if data.subject.grades != 2 else data.tables[::8]
    for table in chosen:
        values = table.values.split()
        entries = [{"at": at, "value": value} for at, value in zip(written, values, strict=True)]
        check.check_model({"axioms": table.axioms, "length": data.subject.length, "entries": entries})
        for name in set(data.axioms) - set(table.axioms):
            with pytest.raises(Refused):
                check.check_model({"axioms": [name], "length": data.subject.length, "entries": entries})


@pytest.mark.parametrize(
    "number", [0, pytest.param(1, marks=pytest.mark.slow), 2], ids=["binary", "graded", "rankings"]
)
def test_it_is_what_is_decided_now(number: int) -> None:
    stored = STORED.lattices[number]
    now = lattice_data(SUBJECTS[number], list(REGISTRY.axioms.values()))
    assert (now.axioms, now.refused, now.implications) == (stored.axioms, stored.refused, stored.implications)
    shown = [[(one.axioms, one.smallest) for one in data.contradictions] for data in (now, stored)]
    assert shown[0] == shown[1]


def test_the_page_is_as_it_is_made() -> None:
    for name, content in axiom_lattice.lattice_files(STORED).items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == content, name
    assert "axiom_lattice.md" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_theorems_are_as_they_are_made() -> None:
    text = (ROOT / "src/axiomatrix/catalogue/theorems/certified.txt").read_text(encoding="utf-8")
    assert text == axiom_lattice.certified_theorems(STORED)
    assert len(CERTIFIED) > 50


def follows(table: AxiomTable, axioms: list[str], conclusion: str, given: int, reach: int) -> bool:
    """Whether all instances of up to ``reach`` items follow from those of the axioms of up to ``given`` items."""
    conditions = [c for name in axioms for c in table.conditions(REGISTRY.axioms[name]) if c.n <= given]
    wanted = [c for c in table.conditions(REGISTRY.axioms[conclusion]) if c.n <= reach]
    assert table.reach[conclusion] >= reach
    return not isinstance(Premises(table.size, conditions).imply(wanted), Counterexample)


@pytest.mark.parametrize("number", [0, 2], ids=["binary", "rankings"])
def test_a_certified_theorem_holds_at_its_sizes_and_not_from_fewer_items(number: int) -> None:
    data, table, less = STORED.lattices[number], AxiomTable(SUBJECTS[number]), 0
    for one in data.implications:
        if one.reach:
            assert follows(table, list(one.axioms), one.conclusion, one.given, one.reach)
            if one.given > 1:
                less += not follows(table, list(one.axioms), one.conclusion, one.given - 1, one.reach)
    assert less >= len(data.implications) / 2


def test_an_axiom_whose_instances_leave_the_table_is_not_certified() -> None:
    """Appending an item to a list of four asks for one of five; an ideal list may be longer than its list."""
    table = AxiomTable(SUBJECTS[0])
    for name, reach in {"swap": 4, "appending-relevant": 3, "ideal-attains-maximum": 0}.items():
        table.conditions(REGISTRY.axioms[name])
        assert table.reach.get(name, 0) == reach
