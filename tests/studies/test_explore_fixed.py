"""Explorations of metrics with two parameters: one is followed, the other has a value that is named everywhere."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from exploring import answered, run
from verdict_words import in_words

from axiomatrix.methods.program import Cone, least_ratio

QUESTION = '''
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric, spaces

TWO = {"w": spaces.element_weights(), "delta": spaces.position_weights()}

@metric("fx-first", parameters=TWO)
def first(a, b, w, delta):
    """sum over inverted pairs of w_x + w_y + delta_2"""
    return sum(2 * w[x] * w[y] + delta[2] for x, y in inverted_pairs(a, b))

@metric("fx-there", parameters=TWO)
def there(a, b, w, delta):
    """sum over inverted pairs of w_x + w_y, and delta at the place of x"""
    return sum(2 * w[x] * w[y] + (delta[a[x]] if a[x] > 1 else 0) for x, y in inverted_pairs(a, b))

axiomatrix.conjecture(first, BOUND)
'''


def explored(here: Path, bound: str, *more: str) -> tuple[str, dict[str, Any], str]:
    (here / "mine.py").write_text(QUESTION.replace("BOUND", bound), encoding="utf-8")
    shown = run(
        "explore", "mine.py", "--max-n", "4", "--no-side-by-side", "--no-pictures", "--out", "out", *more
    ).stdout
    return shown, answered(here / "out")["questions"][0], (here / "out" / "answer.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_denominator_with_a_constant_term_is_explored(here: Path) -> None:
    shown, asked, page = explored(here, 'axioms.lower_bound("fx-there", "1/2")')
    assert asked["scope"] == "w = 1"
    outcome = in_words("refuted at n = 4 with w = 1; every smaller size is certified (only at w = 1)")
    assert outcome in " ".join(shown.split())
    for size in asked["sizes"]:
        bounds = size.get("extremes", [])
        for witness in (size.get("refutation"), size.get("positive"), *(e.get("witness") for e in bounds)):
            if witness is not None:  # what is shown has the value that is named
                assert {Fraction(entry) for _, entry in witness["parameters"]["w"]} == {Fraction(1)}
    refutation = asked["sizes"][-1]["refutation"]
    assert not refutation["smallest"]  # at another w there is one of two items
    assert "The first refutation: n = 4" in page
    for text in (" ".join(shown.split()), page):
        assert "for every parameter of the space" not in text
    assert "other values were not examined" in page
    assert run("verify", *map(str, (here / "out" / "certificates").iterdir()), "mine.py").returncode == 0


@pytest.mark.slow
def test_an_extreme_that_nothing_attains_is_only_approached(here: Path) -> None:
    shown, asked, page = explored(here, 'axioms.lower_bound("fx-there", "1/2")')
    least = {size["n"]: next(e for e in size["extremes"] if e["sense"] == "inf") for size in asked["sizes"]}
    assert least[4] == {"sense": "inf", "value": "0"}  # 2 / (2 + delta_3)
    assert least[2]["value"] == "1" and least[2]["witness"]["lhs"] == least[2]["witness"]["rhs"]
    assert "0 (approached)" in shown and "0 (approached)" in page and "approached: no parameter attains" in page


@pytest.mark.slow
def test_a_refutation_that_lies_far_out_is_found_there(here: Path) -> None:
    _, asked, _ = explored(here, 'axioms.lower_bound("fx-there", "1/1000000000000")')
    last = asked["sizes"][-1]
    assert last["verdict"] == "refuted"
    assert Fraction(last["refutation"]["lhs"]) < Fraction(last["refutation"]["rhs"])


@pytest.mark.slow
def test_a_constant_is_attained_with_the_value_that_is_named(here: Path) -> None:
    _, asked, _ = explored(here, 'axioms.bound_attained("fx-there", 2)')
    shown = next(size["positive"] for size in asked["sizes"] if size["verdict"] == "attained")
    assert {Fraction(entry) for _, entry in shown["parameters"]["w"]} == {Fraction(1)}
    assert Fraction(shown["lhs"]) == Fraction(shown["rhs"])


def test_the_solver_is_given_no_entry_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="a facet names entry -1; the entries are numbered 0 to 1"):
        least_ratio({0: 1}, [], {0: 1}, Cone(2, (((-1, 1),),)))
    assert Cone(3, ()).row({0: Fraction(2, 3), -1: -2}) == ((0, 1), (2, -3))


@pytest.mark.slow
def test_such_a_run_comes_to_the_same_again(here: Path) -> None:
    explored(here, 'axioms.lower_bound("fx-there", "1/2")')
    before = (here / "out" / "answer.json").read_bytes()
    explored(here, 'axioms.lower_bound("fx-there", "1/2")')
    assert (here / "out" / "answer.json").read_bytes() == before
    assert json.loads(before)["questions"]
