"""Sets of axioms over tables: exact on small systems, against brute force, and certificates that stand."""

from __future__ import annotations

from itertools import product

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.catalogue import load_catalogue
from axiomatrix.model.registry import Registry
from axiomatrix.studies.axiom_sets.answer import AXIOM_SET, AxiomSetAnswer, Subject
from axiomatrix.studies.axiom_sets.asking import answer_axioms, subject_of
from axiomatrix.studies.axiom_sets.deciding import LinearRow, SignCases, Solution, contradicts, decide
from axiomatrix.studies.axiom_sets.implying import Chains
from axiomatrix.studies.axiom_sets.tables import AxiomTable, NotAsked
from axiomatrix.verify.axiom_sets import verify_axiom_set

BINARY = Subject("judged lists", 3, 1)


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_catalogue()


def row(op: str, constant: int = 0, **coefficients: int) -> LinearRow:
    return LinearRow(tuple((int(name[1:]), c) for name, c in coefficients.items()), constant, op)


@pytest.mark.parametrize(
    ("rows", "satisfiable"),
    [
        ([row(">", x0=1, x1=-1), row(">=", x0=-1, x1=1)], False),
        ([row(">=", x0=1, x1=-1), row(">=", x0=-1, x1=1)], True),
        ([row(">", x0=1, x1=-1), row(">", x1=1, x2=-1), row("==", x0=1, x2=-1)], False),
        ([row("!=", x0=1, x1=-1)], True),
        ([row("!=", x0=1, x1=-1), row(">=", x0=1, x1=-1), row(">=", x0=-1, x1=1)], False),
        ([row("!=", x0=1, x1=-1), row(">=", x0=1, x1=-1)], True),
        ([row("==", -1, x0=2), row("==", -1, x0=3)], False),
        ([row(">", 0, x0=1), row(">", 1, x0=-3)], True),
        ([row(">", 0, x0=1), row(">=", 0, x0=-3)], False),
        ([row(">=", -1)], False),
        ([row(">", 0)], False),
        ([row("!=", x0=1), row("!=", x1=1), row("!=", x0=1, x1=-1), row("==", -1, x0=1, x1=1)], True),
    ],
)
def test_strict_and_unequal_conditions_are_decided(rows: list[LinearRow], satisfiable: bool) -> None:
    outcome = decide(3, rows)
    assert isinstance(outcome, Solution) == satisfiable
    check(rows, outcome)


def check(rows: list[LinearRow], outcome: object) -> None:
    """The outcome shows what it says, by arithmetic alone."""
    if isinstance(outcome, Solution):
        assert all(r.holds(outcome.values) for r in rows)
        return
    if isinstance(outcome, SignCases):
        assert rows[outcome.row].op == "!="
        for part, sign in ((outcome.above, 1), (outcome.below, -1)):
            assert sum(times * sign for k, times in part.uses if k == outcome.row) >= 0
            check_sum([positive(rows[k], sign) if k == outcome.row else rows[k] for k, _ in part.uses],
                      [times * sign if k == outcome.row else times for k, times in part.uses])  # fmt: skip
        return
    check_sum([rows[k] for k, _ in outcome.uses], [times for _, times in outcome.uses])  # type: ignore[attr-defined]


def positive(unequal: LinearRow, sign: int) -> LinearRow:
    return LinearRow(tuple((k, sign * c) for k, c in unequal.terms), sign * unequal.constant, ">")


def check_sum(used: list[LinearRow], times: list[fmpq]) -> None:
    assert all(t >= 0 or r.op == "==" for r, t in zip(used, times, strict=True))
    constant = sum((t * r.constant for r, t in zip(used, times, strict=True)), start=fmpq(0))
    for k in range(8):
        assert sum(t * dict(r.terms).get(k, 0) for r, t in zip(used, times, strict=True)) == 0
    strict = any(r.op == ">" and t > 0 for r, t in zip(used, times, strict=True))
    assert constant < 0 or (constant == 0 and strict)


def differences(values: int, *ops: str) -> st.SearchStrategy[LinearRow]:
    """Signs of the difference of two of the values."""
    places = st.permutations(range(values)).map(lambda order: ((order[0], 1), (order[1], -1)))
    return st.builds(LinearRow, places, st.just(0), st.sampled_from(ops))


@settings(deadline=None, max_examples=60)
@given(st.lists(differences(3, ">=", ">", "==", "!="), min_size=2, max_size=5))
def test_systems_without_constants_are_decided_as_by_brute_force(rows: list[LinearRow]) -> None:
    """Whether differences of three values have signs is a matter of their order: three numbers 0..2 show it."""
    outcome = decide(3, rows)
    check(rows, outcome)
    assert isinstance(outcome, Solution) == any(all(r.holds(v) for r in rows) for v in product(range(3), repeat=3))


@settings(deadline=None, max_examples=40)
@given(st.lists(differences(4, ">=", ">", "=="), min_size=4, max_size=4))
def test_chains_give_what_follows_and_nothing_else(rows: list[LinearRow]) -> None:
    tables = [v for v in product(range(4), repeat=4) if all(r.holds(v) for r in rows)]
    if not tables:
        return
    for a, b in product(range(4), repeat=2):
        if a != b:
            for op in (">=", ">"):
                wanted = LinearRow(((a, 1), (b, -1)), 0, op)
                walk = Chains(rows).proof(wanted)
                assert (walk is not None) == all(wanted.holds(v) for v in tables)
                if walk is not None:
                    (denied,) = wanted.negated()
                    assert contradicts([(denied, fmpq(1)), *((rows[k], fmpq(t)) for k, t in walk)])


def answered(registry: Registry, names: str, conclusion: str = "", length: int = 3) -> AxiomSetAnswer:
    axioms = [registry.axioms[name] for name in names.split()]
    end = registry.axioms[conclusion] if conclusion else None
    subject = subject_of([*axioms, *([end] if end else [])], length, None)
    return answer_axioms(subject, axioms, end)


@pytest.mark.parametrize(
    ("names", "conclusion", "outcome"),
    [
        ("swap-strict localization", "", "satisfied"),
        ("ignores-order-inside-top swap-strict", "", "contradictory"),
        ("ignores-order-inside-top order-inside-top-matters", "", "contradictory"),
        ("consistency-in-relevance ideal-is-one swap-strict", "", "contradictory"),
        ("swap-strict", "swap", "implied"),
        ("swap-strict", "order-inside-top-matters", "implied"),
        ("swap", "swap-strict", "separated"),
        ("swap order-inside-top-matters", "swap-strict", "implied"),
        ("ignores-order-inside-top", "swap", "implied"),
        ("localization set-completeness", "ignores-order-inside-top", "implied"),
        ("triangle-inequality symmetry", "non-negativity", "implied"),
        ("triangle-inequality zero-on-equal", "non-negativity", "separated"),
        ("symmetry left-invariance", "right-invariance", "separated"),
        ("right-invariance", "symmetry", "separated"),
    ],
)
def test_answers_are_right_and_are_verified(registry: Registry, names: str, conclusion: str, outcome: str) -> None:
    answer = answered(registry, names, conclusion)
    assert answer.outcome == outcome
    data = AXIOM_SET.data(answer)
    assert AXIOM_SET.decode(data) == answer
    assert verify_axiom_set(data, registry)


def test_a_contradictory_set_is_minimal_and_of_the_smallest_size(registry: Registry) -> None:
    answer = answered(registry, "boundedness consistency-in-relevance ideal-is-one swap-strict")
    assert set(answer.minimal) == {"consistency-in-relevance", "ideal-is-one", "swap-strict"}
    assert answer.smallest == 3
    assert len(answer.models) == 3
    assert "contradict" in verify_axiom_set(AXIOM_SET.data(answer), registry)


def test_an_axiom_that_is_not_linear_says_why(registry: Registry) -> None:
    table = AxiomTable(BINARY)
    for name in ("range-zero-one", "levels-matter", "binary-special-case", "completeness"):
        with pytest.raises(NotAsked, match=r"\w"):
            table.conditions(registry.axioms[name])


def test_axioms_of_different_sorts_are_not_asked_together(registry: Registry) -> None:
    with pytest.raises(NotAsked):
        subject_of([registry.axioms["swap"], registry.axioms["symmetry"]], None, None)
    with pytest.raises(NotAsked):
        subject_of([registry.axioms["symmetry"]], None, 2)


def test_conditions_are_those_of_the_laws_on_numbers(registry: Registry) -> None:
    """A table satisfies an axiom exactly if it satisfies all of its conditions: DCG and precision as tables."""
    table = AxiomTable(BINARY)
    for x in table.entries[:1]:
        assert len(x) == 1
    precision = [fmpq(sum(map(int, x.grades)), max(len(x.grades), 1)) for (x,) in table.entries]
    weighted = [sum((fmpq(int(g), k) for k, g in enumerate(x.grades, 1)), start=fmpq(0)) for (x,) in table.entries]
    kept = {
        name: [all(c.holds(v) for c in table.conditions(registry.axioms[name])) for v in (precision, weighted)]
        for name in ("swap", "swap-strict", "ignores-order-inside-top", "monotone-in-depth", "localization")
    }
    assert kept == {
        "swap": [True, True],
        "swap-strict": [False, True],
        "ignores-order-inside-top": [True, False],
        "monotone-in-depth": [False, True],
        "localization": [True, True],
    }
