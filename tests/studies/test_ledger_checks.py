"""Each check computes what it says; the figures that the sources print, right and wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.numbers.exact import log, rational
from axiomatrix.studies.ledger import building, checks_ov, checks_pl, checks_questions, checks_tn
from axiomatrix.studies.ledger.building import FIRST_SOURCES
from axiomatrix.studies.ledger.check import (
    CHECKS,
    CORRECTIONS,
    Check,
    Correction,
    Result,
    agree,
    check,
    decimal,
    rounds_to,
    value,
)
from axiomatrix.values.judged import Judged
from axiomatrix.values.rankings import Ranking

load_catalogue()
assert building  # it registers all checks
NOTHING = Matrix([], [], [], "quick", 0)


@pytest.fixture(scope="module")
def found() -> dict[str, Sequence[Result]]:
    """The results of every check, by claim and name."""
    return {f"{check.claim}: {check.name}": check.results() for check in CHECKS}


def test_every_check_computes(found: dict[str, Sequence[Result]]) -> None:
    for name, results in found.items():
        assert results, name
        for result in results:
            assert not result.sentence.startswith("not computed"), (name, result.sentence)
            findings = ("holds", "fails", "instance", "cites", *(["open"] if name.split(":")[0] in OPEN else []))
            assert result.finding in findings, name
            assert result.sentence


OPEN = {"KV6", "KV19"}
"""Questions of which a part is open, by name."""
WRONG = {
    "OV3: differentiates",
    "OV4: recall-grows-strictly",
    "OV10: gain-doubles-everywhere",
    "OV13: series-at-one",
    "OV13: expectation-at-one",
    "PL1: discounted-figure",
    "PL2: both-sides-as-printed",
    "PL11: correctly-ranked-pairs",
    "TN3: discount-of-the-example",
    "TN5: exchange-however-far",
    "PA9: same-relative-position",
    "PL14: sets-of-different-sizes",
    "KV5: constants-of-passed",
    "KV6: factor-three-of-deck",
    "KV18: losses-as-distances",
}
"""What the sources print and does not hold."""


def test_what_the_sources_print_wrong_is_found_and_nothing_else(found: dict[str, Sequence[Result]]) -> None:
    assert {name for name, results in found.items() if any(r.finding == "fails" for r in results)} == WRONG


def test_what_cannot_be_computed_is_cited(found: dict[str, Sequence[Result]]) -> None:
    cited = {name.split(":")[0] for name, results in found.items() if any(r.finding == "cites" for r in results)}
    assert cited == {"KV16", "KV17"}


def test_checks_and_corrections_are_of_claims_that_there_are() -> None:
    known = {claim for source in REGISTRY.sources.values() for claim in source.claims}
    assert {check.claim for check in CHECKS} <= known
    assert {correction.claim for correction in CORRECTIONS} <= known
    names = [(check.claim, check.name) for check in CHECKS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("source", FIRST_SOURCES)
def test_the_claims_and_questions_of_a_source_are_numbered_without_a_gap(source: str) -> None:
    numbers = sorted(int(claim.removeprefix(source)) for claim in REGISTRY.sources[source].claims)
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_wrong_check_has_a_correction_that_is_computed_and_holds() -> None:
    corrected = {correction.claim for correction in CORRECTIONS}
    assert {name.split(":")[0] for name in WRONG} - {"TN5"} <= corrected
    for correction in CORRECTIONS:
        if correction.claim.startswith("KV") and correction.needs_matrix:
            assert correction.results(NOTHING) == []  # these are read from the evidence, and there is none
        else:
            (result,) = correction.results(*[NOTHING] * correction.needs_matrix)
            assert result is not None and result.sentence


def test_the_worked_examples_have_the_right_figures(found: dict[str, Sequence[Result]]) -> None:
    assert found["OV7: first-average-precision"][0].data["value"] == "29/36"
    assert found["OV7: second-average-precision"][0].data["value"] == "8/15"
    assert found["TN3: figures-of-the-example"][0].data["DCG"] == "19/2"
    assert dict(found["PL1: four-figures"][0].data) == {"D_SF": "6", "D_S": "14", "D_tau": "4", "D_PE": "2"}
    right = 3 / log(5, 2) + 2 / log(2, 2) + 1 / log(4, 2)
    assert found["PL1: discounted-figure"][0].data["D_DR"] == str(right)


def test_the_relative_position_is_that_of_the_definition() -> None:
    """Three grades: the ideal list is (2, 1, 1, 0), whose grades take up the ranks 1, 2..3 and 4."""
    assert checks_questions.relative_positions(Judged.of([2, 1, 1, 0])) == [0, 0, 0, 0]
    assert checks_questions.relative_positions(Judged.of([0, 1, 2, 1])) == [-3, -3, -1, 0]
    assert checks_questions.relative_positions(Judged.of([1, 0, 2, 1])) == [-1, -3, -1, 0]


def test_what_the_questions_come_to(found: dict[str, Sequence[Result]]) -> None:
    assert found["PA9: same-relative-position"][0].data["n"] == "2"
    assert dict(found["PA10: correlation-with-other-measures"][0].data) == {"AP": "0.903", "Kendall": "0.988"}
    easy, beyond, still_open = found["KV19: best-input-under-general-footrule"]
    assert (easy.finding, beyond.finding, still_open.finding) == ("holds", "instance", "open")
    assert (easy.data["ratio"], beyond.data["ratio"]) == ("4/3", "172/81")
    assert set(found["KV16: simulated-clicks"][0].data) >= {"unit", "w D", "w delta D"}


def test_smallest_instances_are_smallest(found: dict[str, Sequence[Result]]) -> None:
    smallest = int(found["OV2: inversions-against-the-first-item"][0].data["n"])
    assert all(checks_ov._find_opposed_lists(n, None) is None for n in range(2, smallest))
    found_at = checks_ov._find_opposed_lists(smallest, None)
    assert found_at is not None
    x, y, more, fewer = found_at
    assert (
        sorted(x.grades) == sorted(y.grades)
        and more > fewer
        and checks_ov._first_relevant_rank(x) < checks_ov._first_relevant_rank(y)
    )


def test_the_lost_pictures_are_searched_not_assumed() -> None:
    def finding(preferences: int, auc: Any) -> str:
        return checks_pl._check_lost_example(
            "auc", levels=2, preferences=preferences, inversions=2, expected=auc
        ).finding

    assert finding(6, rational(1, 2)) == "fails"
    assert finding(7, rational(4, 6)) == "open"


def test_a_wrong_figure_would_be_found() -> None:
    assert checks_ov._check_average_precision("0.82", (1, 3, 4)).finding == "fails"
    assert agree({"x": (1, 2)}, "it").finding == "fails"
    assert agree({"x": (2, 2)}, "it").finding == "holds"
    assert checks_tn._rho_after_exchange(4, 1, 2) != checks_tn._rho_after_exchange(4, 1, 3)


@pytest.mark.parametrize(
    ("value", "figure", "is_right"),
    [
        (rational(29, 36), "0.81", True),
        (rational(29, 36), "0.80", False),
        (rational("0.805"), "0.81", True),
        (rational("0.815"), "0.81", False),
        (log(3, 2), "1.58", True),
        (log(3, 2), "1.52", False),
        (rational(19, 2), "9.5", True),
    ],
)
def test_a_printed_figure_is_the_value_rounded(value: object, figure: str, is_right: bool) -> None:
    assert rounds_to(value, figure) is is_right


def test_decimals_are_marked() -> None:
    assert decimal(rational(1, 3)) == "1/3" and decimal(log(3, 2)) == "~1.5850"


@pytest.mark.parametrize("of", [Check, Correction])
def test_a_metric_without_a_value_leaves_its_claim_open_and_a_bug_of_a_check_does_not(of: type[Check]) -> None:
    def changed() -> Result:
        """It asks for what somebody has taken away."""
        return Result("holds", str(value("mse", (1, 0))))

    def broken() -> Result:
        """It has a bug."""
        raise KeyError("planted")

    sentences = [result.sentence for result in of("KV1", changed).results() if result.finding == "open"]
    refused = "not computed: mse: ValueError: mse: got 1 arguments; it takes 2: "
    assert [s[: len(refused)] for s in sentences] == ([refused] if of is Check else [])
    with pytest.raises(KeyError, match="planted"):
        of("KV1", broken).results()


def test_a_bug_on_the_way_to_a_metric_is_not_a_metric_without_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    def asks() -> Result:
        """It asks for a value."""
        return Result("holds", str(value("kendall", Ranking.identity(2), Ranking.identity(2))))

    def broken(*given: object) -> None:
        raise KeyError("planted")

    assert Check("KV1", asks).results() == [Result("holds", "0")]
    monkeypatch.setattr("axiomatrix.model.metric.Metric._argument", broken)
    with pytest.raises(KeyError, match="planted"):
        Check("KV1", asks).results()


def test_a_check_without_a_docstring_is_refused() -> None:
    before = list(CHECKS)
    with pytest.raises(TypeError, match="no docstring"):
        check("KV1")(lambda: Result("holds", "x"))
    assert before == CHECKS


def test_what_holds_for_every_n_is_settled_and_says_what_remains_on_paper(found: dict[str, Sequence[Result]]) -> None:
    settled = {name for name, results in found.items() if any(r.settles for r in results)}
    assert settled == {"PL2: largest-spearman-distance", "PL3: largest-kendall-distance"}
    for name in settled:
        (result,) = found[name]
        assert (result.finding, result.reach) == ("holds", "")
        assert "for every c (summed symbolically)" in result.sentence and "On paper: " in result.sentence
    assert "for every N" in found["OV13: series-at-one"][0].sentence
