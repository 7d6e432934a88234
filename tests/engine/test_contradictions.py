"""Contradictions: planted ones are reported once, with both derivations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from deducing import cell, deduced, matrix, of_d, row, with_extreme
from verdict_words import in_words

from axiomatrix.catalogue.theorems import THEOREMS
from axiomatrix.catalogue.theorems.theorem import theorem
from axiomatrix.evidence.matrix import Matrix

STRICT = theorem("swap-is-strict", "swap => swap-strict", "It is not.")
REFUTING = [cell("d", "triangle-inequality", "exhausted"), cell("d", "symmetry", "proved")]
LISTS = [row("m", "score", "judged lists")]
BETWEEN = [cell("d", "betweenness", "proved"), cell("d", "triangle-inequality", "refuted", 3)]

PLANTED: dict[str, tuple[Callable[[], Matrix], tuple[str, ...]]] = {
    "a flipped verdict": (
        lambda: of_d(*REFUTING, cell("d", "non-negativity", "refuted", 2)),
        (in_words("d x non-negativity: refuted n=2"), "non-negativity-of-a-metric", "d x symmetry: proved"),
    ),
    "a wrong axiom": (
        lambda: of_d(*BETWEEN),
        ("betweenness-is-triangle", in_words("d x triangle-inequality: refuted n=3")),
    ),
    "a wrong theorem": (
        lambda: deduced(
            matrix(LISTS, [cell("m", "swap", "proved"), cell("m", "swap-strict", "refuted", 2)]), [*THEOREMS, STRICT]
        ),
        ("swap-is-strict", "m x swap: proved", in_words("m x swap-strict: refuted n=2")),
    ),
    "a wrong identity": (
        lambda: of_d(
            cell("d", "equals", "proved", other="o", scale="-1", shift="0"),
            cell("o", "symmetry", "proved"),
            cell("d", "symmetry", "refuted", 3),
            cell("d", "non-negativity", "proved"),
        ),
        ("symmetry-by-an-identity", "d x equals(other=o, scale=-1, shift=0): proved"),
    ),
    "a wrong chain of identities": (
        lambda: of_d(
            cell("d", "equals", "exhausted", other="o", scale="2", shift="0"),
            cell("o", "equals", "exhausted", other="p", scale="3", shift="0"),
            cell("d", "equals", "refuted", 3, other="p", scale="6", shift="0"),
            *(cell(name, "non-negativity", "exhausted") for name in "dop"),
        ),
        ("identities-compose", in_words("d x equals(other=p, scale=6, shift=0): refuted n=3")),
    ),
    "a wrong bound": (
        lambda: of_d(
            with_extreme(cell("d", "upper-bound", "searched", other="o", factor="4"), "3", 3),
            cell("d", "upper-bound", "proved", other="o", factor="2"),
        ),
        ("an-upper-bound-is-not-passed", "value=3): proved n=3", "other=o, factor=2): proved"),
    ),
    "a bound said to be attained": (
        lambda: of_d(
            cell("d", "upper-bound", "proved", other="o", factor="2"),
            cell("o", "non-negativity", "proved"),
            cell("d", "bound-attained", "proved", 3, other="o", factor="3"),
        ),
        ("an-upper-bound-is-not-passed", "d x upper-bound(other=o, factor=2): proved"),
    ),
    "a wrong special case": (
        lambda: deduced(
            matrix(
                [row("d", w="positive element weights"), row("o")],
                [
                    cell("d", "generalizes", "proved", other="o", w="1"),
                    cell("d", "symmetry", "proved"),
                    cell("o", "symmetry", "refuted", 3),
                ],
            )
        ),
        ("symmetry-at-a-constant", in_words("o x symmetry: refuted n=3"), "d x generalizes(other=o, w=1): proved"),
    ),
    "incompatible axioms": (
        lambda: of_d(
            cell("d", "constant", "exhausted", value="0"),
            cell("d", "separation", "exhausted"),
            cell("d", "symmetry", "exhausted"),
        ),
        ("a-constant-zero-separates-nothing", "d x separation"),
    ),
    "a negation beside its statement": (
        lambda: deduced(
            matrix(LISTS, [cell("m", "ignores-levels", "proved"), cell("m", "levels-matter", "proved", 2)])
        ),
        ("levels-are-ignored-or-matter", "m x levels-matter: proved n=2"),
    ),
    "a wrong cell three steps away": (
        lambda: of_d(
            cell("d", "betweenness", "proved"),
            cell("d", "symmetry", "proved"),
            cell("d", "bruhat-monotone", "searched"),
            cell("d", "non-negativity", "searched"),
            cell("d", "triangle-inequality", "searched"),
            cell("d", "maximum-at-reversal", "refuted", 4),
        ),
        (
            "betweenness-is-bruhat-monotone",
            "bruhat-monotone-has-its-maximum-at-the-reversal",
            "d x betweenness: proved",
        ),
    ),
    "ranges that do not meet": (
        lambda: of_d(
            cell("d", "lies-between", "exhausted", low="0", high="1"),
            cell("d", "value-on-reversed", "exhausted", value="2"),
            cell("d", "symmetry", "exhausted"),
        ),
        ("no-value-on-the-reversal-above-the-range", "value=2"),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_contradiction_is_reported_with_its_chain(name: str) -> None:
    made, expected = PLANTED[name]
    found = made()
    assert found.contradictions
    chains = ["\n".join(contradiction.lines) for contradiction in found.contradictions]
    assert any(all(text in chain for text in expected) for chain in chains), "\n\n".join(chains)


def test_a_contradiction_is_reported_once() -> None:
    made, _ = PLANTED["a flipped verdict"]
    assert len(made().contradictions) == 1


def test_what_is_proved_is_held_against_a_cell_as_proved() -> None:
    (found,) = of_d(
        cell("d", "value-on-reversed", "proved", value="-1"), cell("d", "minus-one-on-reversed", "refuted")
    ).contradictions
    assert found.stands[0].verdict == "proved" and found.stands[0].theorem
