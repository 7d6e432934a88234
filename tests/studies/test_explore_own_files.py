"""``axiomatrix explore`` on a file of ten lines: what is certified of it, what is not, and why."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from exploring import MINE, SHORT, answered, labelled, run, verdicts
from verdict_words import in_words


@pytest.mark.slow
def test_a_users_own_metric_is_explored(here: Path) -> None:
    (here / "mine.py").write_text(MINE, encoding="utf-8")
    shown = run("explore", "mine.py", "--max-n", "3", "--out", "out").stdout
    data = answered(here / "out")
    lower, upper = (labelled(data, label) for label in ("ex-paid, >= 1", "ex-paid, <= 1"))
    assert verdicts(lower) == {2: "certified", 3: "certified"}
    assert verdicts(upper) == {2: "refuted", 3: "refuted"}
    [sup] = [e for e in upper["sizes"][0]["extremes"] if e["sense"] == "sup"]
    assert sup["value"] == "infinite" and "infinite" in shown  # the item that moves up may weigh nothing
    assert Fraction(upper["sizes"][0]["refutation"]["rhs"]) == 0
    file = next((here / "out" / "certificates").glob("ex-paid-1-*-inf.json"))
    assert "stands" in run("verify", str(file), "mine.py").stdout
    assert "ex-paid" in run("verify", str(file), code=1).stdout
    assert "<svg" in (here / "out" / "best-constants.svg").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_conjecture_about_metrics_of_the_catalogue_is_explored_alone(here: Path) -> None:
    text = """
import axiomatrix
from axiomatrix import axioms
axiomatrix.conjecture("footrule-similarity", axioms.upper_bound("kendall-similarity", 2), source="ours")
axiomatrix.conjecture("cayley", axioms.upper_bound("kendall", 1))
"""
    (here / "ours.py").write_text(text, encoding="utf-8")
    shown = run("explore", "ours.py", *SHORT, "--out", "out").stdout
    data = answered(here / "out")
    assert {q["label"] for q in data["questions"]} == {"deck", "le", "lt", "passed", "cayley"}
    assert {q["constant"] for q in data["questions"] if q["label"] != "cayley"} == {"2"}
    assert verdicts(labelled(data, "deck"))[3] == "certified" and verdicts(labelled(data, "le"))[3] == "refuted"
    assert "no parameter" in shown and in_words("exhausted") in shown
    assert labelled(data, "cayley")["checked"] == "exhausted"
    assert "ours" in data["title"]


@pytest.mark.slow
def test_a_denominator_that_vanishes_for_all_values_refutes(here: Path) -> None:
    text = MINE.replace("if b[x] < a[x])", "if b[x] < a[x] - 1)")
    (here / "mine.py").write_text(text, encoding="utf-8")
    run("explore", "mine.py", *SHORT, "--out", "out")
    upper = labelled(answered(here / "out"), "ex-paid, <= 1")
    first = upper["sizes"][0]
    assert (first["n"], first["verdict"]) == (2, "refuted")
    witness = first["refutation"]
    assert Fraction(witness["rhs"]) == 0 < Fraction(witness["lhs"])
    assert first["positive"] is not None


BOUNDS = """
import axiomatrix
from axiomatrix import axiom, axioms, inverted_pairs, metric, spaces
from axiomatrix.model.relation import Bounded, Quantity, Relation

WEIGHTS = {"w": spaces.element_weights()}
PAIR = {"a": spaces.ranking, "b": spaces.ranking}

@metric("ex-uneven", parameters=WEIGHTS)
def uneven(a, b, w):
    "sum over inverted pairs of |w_x - w_y| + w_x + w_y"
    return sum(abs(w[x] - w[y]) + w[x] + w[y] for x, y in inverted_pairs(a, b))

@metric("ex-leading", parameters=WEIGHTS)
def leading(a, b, w):
    "sum over inverted pairs of 3 w_x + w_y, x ahead in a"
    return sum(3 * w[x] + w[y] for x, y in inverted_pairs(a, b))

@axiom("ex-at-most-twice-back", over=PAIR, label_free=True)
def at_most_twice_back(d, a, b):
    "d(a, b) <= 2 d(b, a)"
    return Bounded(Relation(d(a, b), "<=", 2 * d(b, a)), Quantity(d(a, b), d(b, a), "sup"))

axiomatrix.conjecture("ex-leading", axioms.upper_bound("ex-uneven", 1))
axiomatrix.conjecture("ex-leading", at_most_twice_back)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("<= 1", "the denominator of the ratio is not a sum of entries"),
        ("twice-back", "states its own bound on a ratio"),
    ],
)
def test_a_bound_whose_ratio_is_not_followed_is_not_certified(here: Path, label: str, why: str) -> None:
    """By hand, at n = 2: 3 + 1 <= 2 fails for w = (1, 1), and 3 w_1 + w_2 <= 2 (3 w_2 + w_1) for w = (9, 1)."""
    (here / "mine.py").write_text(BOUNDS, encoding="utf-8")
    run("explore", "mine.py", *SHORT, "--out", "out", code=3)
    (asked,) = (q for q in answered(here / "out")["questions"] if label in q["label"] + q["statement"])
    assert {size["verdict"] for size in asked.get("sizes", [])} <= {"undecided"}
    assert why in json.dumps(asked)


ONE_ITEM = """
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric, spaces

WEIGHTS = {"w": spaces.element_weights()}

@metric("ex-placed", parameters=WEIGHTS)
def placed(a, b, w):
    "sum of w_x a(x): one item has w_1"
    return sum(w[x] * a[x] for x in a.items)

@metric("ex-all", parameters=WEIGHTS)
def all_weights(a, b, w):
    "the sum of the weights"
    return sum(w[x] for x in a.items)

@metric("ex-swaps", parameters=WEIGHTS)
def swaps(a, b, w):
    "sum over inverted pairs of w_x + w_y: one item has 0"
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))

axiomatrix.conjecture("ex-placed", axioms.upper_bound("ex-swaps", 2))
axiomatrix.conjecture("ex-placed", axioms.lower_bound("ex-all", 2))
axiomatrix.conjecture("ex-placed", axioms.upper_bound("ex-all", 1))
axiomatrix.conjecture("ex-swaps", axioms.upper_bound("ex-all", 1))
"""


def test_one_item_is_a_size_where_something_is_asked_of_it(here: Path) -> None:
    """By hand, at n = 1: w_1 <= 2 * 0 and w_1 >= 2 w_1 fail, w_1 <= w_1 and 0 <= w_1 hold."""
    (here / "mine.py").write_text(ONE_ITEM, encoding="utf-8")
    shown = run("explore", "mine.py", *SHORT, "--jobs", "1", "--out", "out").stdout
    swaps, twice, once, zero = answered(here / "out")["questions"]
    assert [[size["verdict"] for size in asked["sizes"]] for asked in (swaps, twice, once, zero)] == [
        ["refuted"] * 3,
        ["refuted"] * 3,
        ["certified", "refuted", "refuted"],
        ["certified", "certified", "refuted"],
    ]
    assert [asked["sizes"][0]["n"] for asked in (swaps, twice, once, zero)] == [1] * 4
    assert shown.count("refuted at n = 1\n") == 2
    assert " ".join(shown.split()).count(in_words("refuted at n = 2; every smaller size is certified")) == 1
    certificates = sorted(here.glob("out/certificates/*"))
    assert certificates, "of the constants that there are"
    for path in certificates:  # where no constant exists there is nothing to certify
        assert "stands" in run("verify", str(path), "mine.py").stdout


SPLIT = """
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric, spaces

def splits(a, b):
    order = [a[x] for x in b.order]
    return len(order) <= 3 or any(max(order[:k]) == k for k in range(1, len(order)))

@metric("ex-under", parameters={"w": spaces.element_weights()})
def under(a, b, w):
    "sum over inverted pairs of w_x + w_y, and |w_x - w_y| where the items split into blocks"
    return sum(w[x] + w[y] + (abs(w[x] - w[y]) if splits(a, b) else 0) for x, y in inverted_pairs(a, b))

@metric("ex-over", parameters={"w": spaces.element_weights()})
def over(a, b, w):
    "sum over inverted pairs of w_x + w_y, three times where the items split into blocks"
    return sum((3 if splits(a, b) else 1) * (w[x] + w[y]) for x, y in inverted_pairs(a, b))

axiomatrix.conjecture("ex-over", axioms.upper_bound("ex-under", 2))
"""


def test_a_size_is_not_certified_where_its_parts_are_undecided(here: Path) -> None:
    """At n = 4, as at n = 2, an exchange of 1 and 2 has 6 <= 4 for w = 1; it splits, and the others are certified."""
    (here / "mine.py").write_text(SPLIT, encoding="utf-8")
    run("explore", "mine.py", "--max-n", "4", "--jobs", "1", "--no-pictures", "--out", "out", code=3)
    (asked,) = answered(here / "out")["questions"]
    assert [size["verdict"] for size in asked["sizes"]] == ["undecided"] * 3
    assert not list(here.glob("out/certificates/*"))  # one of n = 1 would be refused: nothing is asked there


CHANGING = """
import axiomatrix
from axiomatrix import axiom, axioms, inverted_pairs, metric, relation, spaces

@metric("ex-pairs", parameters={"w": spaces.element_weights()})
def pairs(a, b, w):
    "the sum over inverted pairs of w_x + w_y"
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))

@metric("ex-five", parameters={"w": spaces.element_weights()})
def five(a, b, w):
    "the same up to four items"
    if a.n >= 5:
        OF_FIVE
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))

@axiom("ex-truth", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
def truth(d, a, b):
    "a truth value, and not a relation"
    return a == b

axiomatrix.conjecture(CONJECTURED)
"""


@pytest.mark.parametrize(
    ("of_five", "why"),
    [
        (
            "return 2 * pairs(a, b, w=w)",
            "ex-five: (1, 2, 3, 5, 4) is not the sum of its parts, unlike at smaller sizes",
        ),
        ("return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))", "not linear: a product of two parameter entries"),
        ("raise RuntimeError('none of five')", "mine.py:14: RuntimeError: none of five"),
    ],
)
def test_what_changes_at_a_size_is_undecided_from_there_and_decided_before(here: Path, of_five: str, why: str) -> None:
    text = CHANGING.replace("OF_FIVE", of_five).replace("CONJECTURED", '"ex-five", axioms.upper_bound("ex-pairs", 1)')
    (here / "mine.py").write_text(text, encoding="utf-8")
    for _ in range(2):
        run("explore", "mine.py", "--max-n", "6", "--jobs", "1", "--no-pictures", "--out", "out", code=3)
        (asked,) = answered(here / "out")["questions"]
        assert [size["verdict"] for size in asked["sizes"]] == ["certified"] * 3 + ["undecided"] * 2
        assert f"n = 5: {why}" in json.dumps(asked)
        assert not asked["sizes"][3].get("extremes")
    assert "n <= 4" in run("verify", "out/certificates/ex-five-sup.json", "mine.py", code=0).stdout


def test_what_is_refuted_is_decided_whatever_a_larger_size_says(here: Path) -> None:
    text = CHANGING.replace("OF_FIVE", "raise RuntimeError('none of five')")
    text = text.replace("CONJECTURED", '"ex-five", axioms.upper_bound("ex-pairs", "1/2")')
    (here / "mine.py").write_text(text, encoding="utf-8")
    run("explore", "mine.py", "--max-n", "5", "--jobs", "1", "--no-pictures", "--out", "out", code=0)
    (asked,) = answered(here / "out")["questions"]
    assert [size["verdict"] for size in asked["sizes"]] == ["refuted"] * 3 + ["undecided"]


def test_what_a_users_file_raises_is_not_an_internal_error(here: Path) -> None:
    text = CHANGING.replace("if a.n >= 5:", "if a.n >= 1:").replace("OF_FIVE", "raise RuntimeError('none')")
    for conjectured, why in (
        ('"ex-five", axioms.upper_bound("ex-pairs", 1)', "mine.py:14: RuntimeError: none"),
        ('"ex-pairs", truth', "the axiom returned "),
    ):
        (here / "mine.py").write_text(text.replace("CONJECTURED", conjectured), encoding="utf-8")
        done = run("explore", "mine.py", "--max-n", "3", "--jobs", "1", "--no-pictures", "--out", "out", code=3)
        assert why in " ".join(done.stdout.split())
