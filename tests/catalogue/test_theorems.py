"""Theorems: each is attacked by a search for tables that break it, and the attack finds the false ones."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from attack import attack, settings, without_none
from share import share

from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import BESIDE, THEOREMS, Theorem
from axiomatrix.catalogue.theorems import theorem as stated
from axiomatrix.engine.deduction_clauses import ROWS

REGISTRY = load_catalogue()
BY_NAME = {theorem.name: theorem for theorem in THEOREMS}


def parts(theorem: Theorem) -> list:
    return [*theorem.given, *([theorem.then] if theorem.then else [])]


def test_names_are_given_once_and_every_theorem_has_a_proof() -> None:
    assert len(BY_NAME) == len(THEOREMS) >= 60
    assert all(theorem.proof.endswith((".", ")")) for theorem in THEOREMS)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda t: t.name)
def test_a_theorem_is_printed_as_it_is_stated(theorem: Theorem) -> None:
    again = stated.theorem(theorem.name, str(theorem), theorem.proof)
    assert str(again) == str(theorem)
    assert (again.where, again.rows, again.impossible_at) == (theorem.where, theorem.rows, theorem.impossible_at)


@pytest.mark.parametrize(
    "text",
    ["", "symmetry", "=> symmetry", "swap and => swap-strict", "swap => ", "bounded(1) => swap", "Swap! => swap"],
)
def test_what_states_no_theorem_raises(text: str) -> None:
    with pytest.raises(ValueError):
        stated.theorem("planted", text, "")


@pytest.mark.parametrize(
    "text",
    [
        "one: swap => swap-strict\n",
        "    The proof of nothing.\none: swap => swap-strict\n",
        "one: swap => swap-strict\ntwo: swap => swap-strict\n    One proof.\n",
        "swap => swap-strict\n    It has no name.\n",
    ],
)
def test_a_text_has_a_name_a_statement_and_a_proof_of_each_theorem(text: str) -> None:
    with pytest.raises(ValueError):
        stated.theorems(text)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda t: t.name)
def test_a_theorem_speaks_of_axioms_that_there_are(theorem: Theorem) -> None:
    for part in parts(theorem):
        if part.axiom not in BESIDE:
            axiom = REGISTRY.axiom(part.axiom)
            assert part.absent is (axiom.quantifier == "there is")
            assert axiom.open_arguments or set(part.arguments) == set(axiom.arguments)
    assert set(theorem.rows) <= set(ROWS)
    variables = {text[1:] for part in parts(theorem) for text in part.arguments.values() if text.startswith("?")}
    computed = [text for part in parts(theorem) for text in part.arguments.values() if text.startswith("=")]
    used = {name for text in (*theorem.where, *computed) for name in re.findall(r"[a-z]\w*", text)}
    assert used <= variables
    assert list(settings(theorem))


@pytest.mark.parametrize("theorem", share(THEOREMS, 3), ids=lambda t: t.name)
def test_no_table_breaks_a_theorem(theorem: Theorem) -> None:
    effort = attack(theorem)
    assert effort.found is None, (effort.found.n, effort.found.bound, without_none(effort.found.chosen))
    assert effort.goals, "nothing that could break it was looked for"


def without(name: str, *, given: int | None = None, where: str = "", row: str = "") -> Theorem:
    """A theorem of which something was forgotten."""
    theorem = BY_NAME[name]
    kept = tuple(part for k, part in enumerate(theorem.given) if k != given)
    made = replace(theorem, given=kept, where=tuple(c for c in theorem.where if c != where))
    return replace(made, rows=tuple(asked for asked in theorem.rows if asked != row))


WHOLE = "metrics without a cut-off"
FALSE = {
    "weak is strict": stated.theorem("planted-1", f"swap => swap-strict, for {WHOLE}", ""),
    "triangle alone is symmetric": stated.theorem(
        "planted-2", "triangle-inequality and zero-on-equal and has-a-value => symmetry", ""
    ),
    "the ideal of a range is its maximum": stated.theorem(  # not of lists with relevant items missing
        "planted-3", "range-zero-one and ideal-is-one and has-a-value(first=1) => ideal-attains-maximum", ""
    ),
    "a smaller factor will do": stated.theorem(
        "planted-4",
        "upper-bound(other=?o, factor=?f) and non-negativity of o => upper-bound(other=?o, factor=?g), for g < f",
        "",
    ),
    "symmetric distances do not separate": stated.theorem(
        "planted-5", "symmetry and separation and has-a-value never hold together (shown at n = 2)", ""
    ),
    "levels matter somewhere": stated.theorem("planted-6", "swap => no levels-matter", ""),
    "no value needed": without("non-negativity-of-a-metric", given=2),
    "no symmetry needed": without("non-negativity-of-a-metric", given=1),
    "separated without symmetry": without("betweenness-separates", given=1),
    "a bound without a sign": without("an-upper-bound-and-more", given=1),
    "no ratio up to the bound": replace(BY_NAME["an-upper-bound-is-not-passed"], where=("0 < v", "v <= f")),
    "an identity of any sign": without("triangle-inequality-by-an-identity", where="c >= 0"),
    "an identity of any shift": without("zero-on-equal-by-an-identity", where="d == 0"),
    "antisymmetry without a value on equal": without("antisymmetry-turns-one-into-minus-one", given=1),
    "no correlation without one item": without("no-correlation-of-one-item-is-antisymmetric", given=2),
    "top-weighted beyond the top": without("top-weighted-is-swap", row=WHOLE),
    "strict replacement below the top": without("strict-replacement-is-convergent", row=WHOLE),
    "a reversal that is a number": without("one-value-on-the-reversal", where="v < w"),
    "a special case without a value": without("zero-on-equal-at-a-constant", given=1),
}


@pytest.mark.parametrize("name", FALSE)
def test_the_attack_breaks_a_false_theorem(name: str) -> None:
    assert attack(FALSE[name], most=6, targets=8, restarts=3, steps=600).found is not None
