"""``axiomatrix explore`` as a researcher meets it: what it answers, what it refuses, and that no work is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from exploring import answered, run
from typer.testing import CliRunner
from verdict_words import in_words

from axiomatrix import REGISTRY, Ranking, Similarity
from axiomatrix.cli.app import app
from axiomatrix.evidence import certificate
from axiomatrix.methods.sweep import Spec, Sweep
from axiomatrix.studies.explore.chunks import timed_chunk
from axiomatrix.studies.explore.swept import SweepResults

LONG = ("kv7", "-r", "deck", "-r", "passed", "--max-n", "6", "--no-side-by-side", "--no-pictures")
SHORT = ("--max-n", "3", "--no-side-by-side", "--no-pictures")
MINE = '''
from axiomatrix import axioms, metric, spaces

@metric("ex-paid", parameters={"w": spaces.element_weights()},
        conjectured=[axioms.lower_bound("ex-moved", 1), axioms.upper_bound("ex-moved", 1)])
def paid(a, b, w):
    """sum over x of w_x |a(x) - b(x)|"""
    return sum(w[x] * abs(a[x] - b[x]) for x in a.items)

@metric("ex-moved", parameters={"w": spaces.element_weights()})
def moved(a, b, w):
    """sum of w_x over the items that move up"""
    return sum(w[x] for x in a.items if b[x] < a[x])
'''


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(*arguments: str, code: int = 2, **environment: str) -> str:
    """What an exploration says that cannot begin; nothing is written to standard output."""
    done = run("explore", *arguments, code=code, **environment)
    assert not done.stdout
    return done.stderr


def contents(directory: Path) -> dict[str, bytes]:
    """Every file that must not depend on how the work was divided, or on the clock."""
    files = [path for path in directory.rglob("*") if path.is_file()]
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in files
        if path.name not in ("times.json", "store.sqlite")
    }


def question(data: dict[str, Any], label: str) -> dict[str, Any]:
    return next(q for q in data["questions"] if q["label"] == label)


def verdicts(asked: dict[str, Any]) -> dict[int, str]:
    return {size["n"]: size["verdict"] for size in asked["sizes"]}


# --- the answer, and that it does not depend on how it was computed ---------------------------------------------


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("undisturbed")
    run("explore", *LONG, "--jobs", "1", "--out", str(directory))
    return directory


@pytest.mark.slow
def test_the_answer_names_the_first_failure_and_fits_its_schema(undisturbed: Path) -> None:
    deck = question(answered(undisturbed), "deck")
    refuted = [size for size in deck["sizes"] if size["verdict"] == "refuted"]
    assert refuted
    assert all(Fraction(e["value"]) < 1 for e in refuted[0]["extremes"] if e["sense"] == "inf")
    assert refuted[0]["positive"] is not None
    assert all(Fraction(entry) > 0 for _, entry in refuted[0]["positive"]["parameters"]["D"])


@pytest.mark.slow
def test_the_number_of_workers_changes_no_byte(undisturbed: Path, here: Path) -> None:
    run("explore", *LONG, "--jobs", "2", "--out", "two")
    assert contents(here / "two") == contents(undisturbed)


def test_the_same_run_again_computes_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXIOMATRIX_CACHE", str(here / "cache"))
    run("explore", "kv7", "-r", "deck", *SHORT, "--out", "out")
    first, times = contents(here / "out"), (here / "out" / "times.json").read_bytes()
    run("explore", "kv7", "-r", "deck", *SHORT, "--out", "out")
    assert contents(here / "out") == first
    assert (here / "out" / "times.json").read_bytes() == times  # how long it took when it was computed
    run("explore", "kv7", "-r", "deck", *SHORT, "--out", "fresh", "--fresh")
    assert contents(here / "fresh") == first


# --- certificates -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_certificates_stand_and_changed_ones_do_not(undisturbed: Path, here: Path) -> None:
    files = sorted((undisturbed / "certificates").iterdir())
    assert len(files) == 2
    for file in files:
        assert "stands" in run("verify", str(file)).stdout
    data = certificate.read(next(file for file in files if "deck" in file.name))
    changed = here / "changed.json"

    size = next(size for size in data["sizes"] if size["n"] == 6)
    value, size["value"] = size["value"], 1
    changed.write_text(certificate.text(data), encoding="utf-8")
    assert "refused" in run("verify", "changed.json", code=1).stdout

    size["value"] = value
    changed.write_text(certificate.text({**data, "metric": "footrule-similarity[le]"}), encoding="utf-8")
    assert "refused" in run("verify", "changed.json", code=1).stdout

    changed.write_text(certificate.text(data).replace('"largest": 6', '"largest": 5'), encoding="utf-8")
    command = [sys.executable, "-m", "axiomatrix", "verify", "changed.json"]
    assert subprocess.run(command, capture_output=True, check=False).returncode in (1, 2)

    changed.write_text('{"format": "something else"}', encoding="utf-8")
    assert "not a witness, certificate or report" in run("verify", "changed.json", code=2).stderr


# --- what is asked ----------------------------------------------------------------------------------------------


def test_where_a_constant_is_attained_agrees_with_brute_force(here: Path) -> None:
    run("explore", "kv6", *SHORT, "--out", "out")
    data = answered(here / "out")
    rows = [m for m in REGISTRY.metrics.values() if m.id == "footrule-similarity"]
    other = REGISTRY.metric("kendall-similarity")
    assert {q["label"] for q in data["questions"]} == {m.variant for m in rows}
    for row in rows:
        found = verdicts(question(data, str(row.variant)))
        for n in (2, 3):
            shown = {False: False, True: False}
            pairs = [(i, j) for i in range(1, n + 1) for j in range(i + 1, n + 1)]
            for entries in product(range(5), repeat=len(pairs)):
                if n == 3 and 2 * max(entries) > sum(entries):
                    continue  # no triangle inequality
                D = Similarity.of(dict(zip(pairs, entries, strict=True)))
                for order in permutations(range(1, n + 1)):
                    a, b = Ranking.identity(n), Ranking.from_order(order)
                    least = other.evaluate(a, b, {"D": D})
                    shown[min(entries) > 0] |= least > 0 and row.evaluate(a, b, {"D": D}) == 3 * least
            text = "attained" if shown[True] else "attained on the closure" if shown[False] else "not attained"
            assert found[n] == text, (row.name, n)


def test_an_instance_with_positive_parameters_is_shown_where_it_attains_the_constant(here: Path) -> None:
    shown = run(
        "explore", "kv6", "-r", "passed", "--max-n", "4", "--no-side-by-side", "--no-pictures", "--out", "out"
    ).stdout
    sizes = question(answered(here / "out"), "passed")["sizes"]
    witness = next(size["positive"] for size in sizes if size["verdict"] == "attained")
    assert all(Fraction(entry) > 0 for _, entry in witness["parameters"]["D"])
    assert Fraction(witness["lhs"]) == Fraction(witness["rhs"]) != 0
    assert "by positive parameters" in shown and f"{witness['lhs']} == {witness['rhs']} is true" in shown
    replayed = run("verify", f"out/witnesses/passed-n{witness['n']}-attained.json")
    assert "stands" in replayed.stdout


@pytest.mark.slow
def test_weights_that_are_fixed_are_named_wherever_the_verdict_is(here: Path) -> None:
    shown = run(
        "explore", "kv8", "-r", "one", "--max-n", "2", "--no-side-by-side", "--no-pictures", "--out", "out"
    ).stdout
    asked = answered(here / "out")["questions"]
    scopes = {q["scope"] for q in asked}
    assert len(scopes) == 3 and all("w = 1" in scope and "delta = " in scope for scope in scopes)
    for scope in scopes:
        assert scope in " ".join(shown.split())
    assert "at the values named" in " ".join(shown.split())
    page = (here / "out" / "answer.md").read_text(encoding="utf-8")
    assert page.count("Swept with the other parameters fixed, and only at") == len(scopes)


@pytest.mark.slow
def test_readings_are_compared_by_exact_verdicts(here: Path) -> None:
    run("explore", "kv7", "--max-n", "3", "--no-pictures", "--out", "out")
    beside = {reading["label"]: reading["standings"] for reading in answered(here / "out")["beside"]}
    assert set(beside) == {"deck", "le", "lt", "passed"}
    for standings in beside.values():
        asked = {s["statement"].split("(")[0] for s in standings}
        assert {"symmetry", "triangle-inequality", "zero-on-equal", "generalizes", "lower-bound"} <= asked
        words = {s["outcome"].split()[0] for s in standings}
        assert words <= set(in_words("proved certified refuted searched exhausted not shown none").split())
    page = (here / "out" / "answer.md").read_text(encoding="utf-8")
    assert "| symmetry " in page


def test_proofs_are_named_with_what_is_checked_and_what_is_not(here: Path) -> None:
    shown = run("explore", "kv5", "-r", "le", *SHORT, "--out", "out").stdout
    lower = question(answered(here / "out"), "le, >= 1/3")
    assert lower["proof"]["up_to"] == 3 and lower["proof"]["checked"] and lower["proof"]["argued"]
    assert f"Proved for all n: {lower['proof']['theorem'][:20]}" in shown
    assert "proved for every n" in shown
    least = [p for p in lower["proved"] if p["sense"] == "inf"]
    assert len(least) == 1 and Fraction(least[0]["value"]) >= Fraction(1, 3)
    assert f"/ kendall-similarity >= {least[0]['value']}: " in " ".join(shown.split())
    assert "<summary>The argument</summary>" in (here / "out" / "answer.md").read_text(encoding="utf-8")


# --- a file of ten lines ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_users_own_metric_is_explored(here: Path) -> None:
    (here / "mine.py").write_text(MINE, encoding="utf-8")
    shown = run("explore", "mine.py", "--max-n", "3", "--out", "out").stdout
    data = answered(here / "out")
    lower, upper = (question(data, label) for label in ("ex-paid, >= 1", "ex-paid, <= 1"))
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
    assert verdicts(question(data, "deck"))[3] == "certified" and verdicts(question(data, "le"))[3] == "refuted"
    assert "no parameter" in shown and in_words("exhausted") in shown
    assert question(data, "cayley")["checked"] == "exhausted"
    assert "ours" in data["title"]


@pytest.mark.slow
def test_a_denominator_that_vanishes_for_all_values_refutes(here: Path) -> None:
    text = MINE.replace("if b[x] < a[x])", "if b[x] < a[x] - 1)")
    (here / "mine.py").write_text(text, encoding="utf-8")
    run("explore", "mine.py", *SHORT, "--out", "out")
    upper = question(answered(here / "out"), "ex-paid, <= 1")
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
    [("<= 1", "the denominator of the ratio is not a sum of entries"), ("twice-back", "bounds a ratio by itself")],
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
        ("return 2 * pairs(a, b, w=w)", "ex-five: (1, 2, 3, 5, 4) is not the sum of its parts, as at smaller sizes"),
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


# --- bad input --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_not_linear_is_named_with_its_line(here: Path) -> None:
    text = MINE.replace("w[x] * abs(a[x] - b[x])", "w[x] * w[x]")
    (here / "mine.py").write_text(text, encoding="utf-8")
    shown = " ".join(run("explore", "mine.py", *SHORT, "--out", "out", code=3).stdout.split())
    line = 1 + text[: text.index("w[x] * w[x]")].count("\n")
    assert "not linear: a product of two parameter entries" in shown and f"mine.py, line {line}" in shown
    assert "--search" in shown
    assert all("sizes" not in q and q["reason"] for q in answered(here / "out")["questions"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("x = 1\n", 2, "conjectures nothing; write @metric(..., conjectured=["),
        (
            "import axiomatrix\naxiomatrix.conjecture('footrule')\n",
            3,
            "mine.py:2: ValueError: conjecture: no statement",
        ),
        pytest.param(
            "import axiomatrix as m\nm.conjecture('footrul', m.axioms.upper_bound('kendall', 2))\n",
            3,
            "mine.py:2: Unknown: unknown metric 'footrul'; did you mean 'footrule'?",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "import axiomatrix as m\nm.conjecture('footrule', m.axioms.upper_bound('kendal', 2))\n",
            2,
            "unknown metric 'kendal'; did you mean 'kendall'?",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "import axiomatrix as m\nm.conjecture('footrule', m.axioms.upper_bound('kendall', '2x'))\n",
            2,
            "factor: '2x' is not a rational",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "import axiomatrix as m\nm.conjecture('footrule', 'F <= 2 K')\n",
            3,
            "mine.py:2: Unknown: unknown axiom 'F <= 2 K'",
            marks=pytest.mark.slow,
        ),
        ("def f(:\n", 3, "mine.py:1: SyntaxError"),
    ],
)
def test_a_file_of_conjectures_that_cannot_be_meant_is_refused(here: Path, text: str, code: int, message: str) -> None:
    (here / "mine.py").write_text(text, encoding="utf-8")
    assert message in refused("mine.py", *SHORT, code=code)
    assert not (here / "explorations").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kv77"], "unknown conjecture 'kv77'; did you mean 'kv7'?"),
        (["kv7", "-r", "dekc"], "unknown reading 'dekc'; did you mean 'deck'?"),
        (["kv11"], "`axiomatrix check` decides right-invariance of kendall-general[one]"),
        (["kv17"], "axiomatrix show claims"),
        (["footrule"], "a metric, of which nothing is asked"),
        (["mine.txt"], "must end in .py"),
        (["nothing.py"], "nothing.py: there is no such file"),
        (["kv7", "--search", "5"], "--search 5 lies within the exact sweep"),
        (["kv7", "--family", "nothing.py:f"], "there is no file 'nothing.py'"),
        (["kv7", "--family", "nothing"], "write FILE:FUNCTION"),
        (["kv7", "--max-n", "0"], "--max-n"),
    ],
)
def test_mistypes_are_named_before_any_work(here: Path, arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(app, ["explore", *arguments])  # in this process: none of these gets as far as a file
    assert done.exit_code == 2 and message in done.output
    assert not (here / "explorations").exists()


def test_a_file_where_the_folder_should_be_is_left_alone(here: Path) -> None:
    (here / "out").write_text("mine", encoding="utf-8")
    assert "must be a folder" in refused("kv7", *SHORT, "--out", "out")
    assert (here / "out").read_text(encoding="utf-8") == "mine"


def test_without_dask_a_cluster_is_refused_with_what_to_install(here: Path) -> None:
    (here / "distributed.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(here), os.environ.get("PYTHONPATH", "")]))
    message = refused("kv7", *SHORT, "--scheduler", "tcp://127.0.0.1:1", PYTHONPATH=path)
    assert "pip install 'axiomatrix[cluster]'" in message


def test_an_unreachable_scheduler_is_named(here: Path) -> None:
    pytest.importorskip("distributed")
    text = refused("kv7", "-r", "deck", *SHORT, "--out", "out", "--scheduler", "nonsense")
    assert "'nonsense'" in text and "dask scheduler" in text


def test_a_worker_that_has_another_definition_is_refused() -> None:
    spec = Spec("footrule-similarity[deck]", "lower-bound", (("other", "kendall-similarity"), ("factor", "1")), "D")
    payload = SweepResults(Sweep.of(spec)).payload(2, ())
    assert timed_chunk(json.loads(json.dumps(payload)))["rankings"] == 2
    payload[1] = "0123456789abcdef"
    with pytest.raises(ValueError, match=r"the file of footrule-similarity.deck. is another one on \S+: workers"):
        timed_chunk(payload)
