"""``axiomatrix explore`` as a researcher meets it: what it answers, what it refuses, and that no work is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import pytest
from exploring import MINE, SHORT, answered, labelled, refused, run, verdicts
from typer.testing import CliRunner
from verdict_words import in_words

from axiomatrix import REGISTRY, Ranking, Similarity
from axiomatrix.cli.app import app
from axiomatrix.evidence import certificate
from axiomatrix.methods.sweep import Spec, Sweep
from axiomatrix.studies.explore.chunks import timed_chunk
from axiomatrix.studies.explore.swept import SweepResults

LONG = ("kv7", "-r", "deck", "-r", "passed", "--max-n", "6", "--no-side-by-side", "--no-pictures")


def contents(directory: Path) -> dict[str, bytes]:
    """Every file that must not depend on how the work was divided, or on the clock."""
    files = [path for path in directory.rglob("*") if path.is_file()]
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in files
        if path.name not in ("times.json", "store.sqlite")
    }


# --- the answer, and that it does not depend on how it was computed ---------------------------------------------


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("undisturbed")
    run("explore", *LONG, "--jobs", "1", "--out", str(directory))
    return directory


@pytest.mark.slow
def test_the_answer_names_the_first_failure_and_fits_its_schema(undisturbed: Path) -> None:
    deck = labelled(answered(undisturbed), "deck")
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
        found = verdicts(labelled(data, str(row.variant)))
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
    sizes = labelled(answered(here / "out"), "passed")["sizes"]
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
    lower = labelled(answered(here / "out"), "le, >= 1/3")
    assert lower["proof"]["up_to"] == 3 and lower["proof"]["checked"] and lower["proof"]["argued"]
    assert f"Proved for all n: {lower['proof']['theorem'][:20]}" in shown
    assert "proved for every n" in shown
    least = [p for p in lower["proved"] if p["sense"] == "inf"]
    assert len(least) == 1 and Fraction(least[0]["value"]) >= Fraction(1, 3)
    assert f"/ kendall-similarity >= {least[0]['value']}: " in " ".join(shown.split())
    assert "<summary>The argument</summary>" in (here / "out" / "answer.md").read_text(encoding="utf-8")


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
        ("x = 1\n", 2, "no conjecture; write @metric(..., conjectured=["),
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
        (["kv11"], "`axiomatrix check` decides right-invariance for kendall-general[one]"),
        (["kv17"], "axiomatrix show claims"),
        (["footrule"], "is a metric; name a claim about it"),
        (["mine.txt"], "must end in .py"),
        (["nothing.py"], "nothing.py: there is no such file"),
        (["kv7", "--search", "5"], "--search 5 is within the exact sweep"),
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
    with pytest.raises(ValueError, match=r"the file that defines footrule-similarity.deck. differs on \S+; workers"):
        timed_chunk(payload)
