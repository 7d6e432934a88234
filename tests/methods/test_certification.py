"""The linear and the symbolic method, the oracle and the proofs as steps of the ladder."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import committed
import pytest
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry, axioms, check, inverted_pairs, metric, spaces
from axiomatrix.catalogue.proofs import proof_of
from axiomatrix.engine.ladder import decide_cells
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.reach import Stop
from axiomatrix.evidence.status import status_of
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.witness import replay
from axiomatrix.methods.certification import Certifier
from axiomatrix.methods.drawing import Hypothesis
from axiomatrix.methods.profile import PROFILES
from axiomatrix.methods.search import CellSearch, RowSearch
from axiomatrix.methods.worst_parameter import WorstParameter
from axiomatrix.spaces.parameters import ParameterDomain

D = {"D": spaces.similarities()}


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> str:
    """A profile that goes as far as it must here: enumeration to four items, programs to five."""
    monkeypatch.setitem(PROFILES, "five", PROFILES["default"].up_to(5))
    return "five"


def cell(definition: Any, claim: Any, space: str = "open", *, profile: str = "default", **options: Any) -> Cell:
    registry = Registry(REGISTRY)
    options = {"parameters": D, "holds": [claim], **options}
    row = metric("planted", registry=registry, **options)(definition)
    matrix = check(row, axioms=[claim.axiom.id], profile=profile, use_pins=False, registry=registry)
    (found,) = [c for c in matrix if c.claims or c.space == space if c.space == space]
    return found


def halved_at_one_order(a, b, D):
    """K_D, and half of it where five items are turned around"""
    value = sum(D[x, y] for x, y in inverted_pairs(a, b))
    return value / 2 if a.n == 5 and b.order == a.order[::-1] else value


@pytest.mark.slow
def test_a_bug_at_one_ranking_beyond_the_grid_is_found_by_the_linear_method(five: str) -> None:
    for space in ("open", "closed"):
        evidence = cell(halved_at_one_order, axioms.lower_bound("kendall-similarity", 1), space, profile=five).evidence
        assert (evidence.verdict, evidence.method) == ("refuted", "linear")
        assert evidence.witness is not None
        assert (evidence.witness.n, evidence.witness.smallest) == (5, True)
        entries = [Fraction(entry) for _, entry in evidence.witness.parameters["D"]]
        assert min(entries) >= (1 if space == "open" else 0)
        assert evidence.extreme is not None
        assert evidence.extreme.value == "1/2"


@pytest.mark.slow
def test_what_it_certifies_says_how_far(five: str) -> None:
    evidence = cell(halved_at_one_order, axioms.lower_bound("kendall-similarity", "1/2"), profile=five).evidence
    assert evidence.verdict == "certified"
    (reach,) = [reach for reach in evidence.reach if reach.method == "linear"]
    assert (reach.smallest, reach.largest, reach.undecided) == (1, 5, 0)
    assert reach.cases == sum((1, 2, 6, 24, 120))
    assert in_words("certified n<=5") in status_of(evidence).reach


def test_it_has_nothing_to_say_of_a_definition_that_is_not_linear() -> None:
    def squared(a, b, D):
        """sum over inverted pairs of D_xy^2"""
        return sum(D[x, y] * D[x, y] for x, y in inverted_pairs(a, b))

    evidence = cell(squared, axioms.lower_bound("kendall-similarity", "1/100"), profile="quick").evidence
    assert not [reach for reach in evidence.reach if reach.method == "linear"]
    assert evidence.verdict == "searched"


@pytest.mark.slow
def test_an_attained_bound_is_shown_inside_or_shown_to_be_attained_nowhere() -> None:
    passed = {c.space: c.evidence for c in check("footrule-similarity[passed]", axioms=["bound-attained"])}
    assert passed["open"].verdict == passed["closed"].verdict == "proved"
    assert passed["open"].witness is not None
    assert all(Fraction(entry) > 0 for _, entry in passed["open"].witness.parameters["D"])
    assert replay(passed["open"].witness, REGISTRY).stands
    le = {c.space: c.evidence for c in check("footrule-similarity[le]", axioms=["bound-attained"], use_pins=False)}
    assert le["closed"].verdict == "proved"
    assert le["open"].verdict == "searched"
    assert "none n<=6" in status_of(le["open"]).reach


@pytest.mark.parametrize(("scale", "verdict"), [(2, "proved"), (10_000, "searched")])
def test_a_bound_that_only_small_parameters_attain(scale: int, verdict: str) -> None:
    """It is attained where scale times a weight is 1: found at 1/2; a smaller one is not said to be none."""

    def close(a, b, w):
        """the inverted pairs, less |scale w_x - 1| for one item x of them"""
        pairs = inverted_pairs(a, b)
        return len(pairs) - (abs(scale * w[pairs[0][0]] - 1) if pairs else 0)

    weights = {"parameters": {"w": spaces.element_weights()}}
    claim = axioms.bound_attained("kendall", 1)
    assert cell(close, claim, "closed", profile="quick", **weights).evidence.verdict == "proved"
    inside = cell(close, claim, profile="quick", **weights).evidence
    assert inside.verdict == verdict
    assert not any(reach.stop is Stop.NONE for reach in inside.reach)


def test_an_identity_holds_for_all_parameters_and_is_not_confused_with_one_that_differs_once() -> None:
    def symmetric(a, b, D):
        """K_D"""
        return sum(D[x, y] for x, y in inverted_pairs(a, b))

    def lopsided(a, b, D):
        """K_D, the first pair half where b is the order 2, 3, 1 of a"""
        pairs = inverted_pairs(a, b)
        whole = sum(D[x, y] for x, y in pairs)
        return whole - D[pairs[0]] / 2 if a.n == 3 and tuple(a[x] for x in b.order) == (2, 3, 1) else whole

    evidence = cell(symmetric, axioms.symmetry(), profile="quick").evidence
    assert evidence.verdict == "certified"
    assert "symbolic" in evidence.method
    assert cell(lopsided, axioms.symmetry(), profile="quick").evidence.verdict == "refuted"


@pytest.mark.slow
def test_hypothesis_asks_a_program_for_the_worst_parameter(monkeypatch: pytest.MonkeyPatch) -> None:
    """F* >= K* fails for weights and similarities that drawing alone does not meet."""
    statement = axioms.lower_bound("kendall-general", 1)
    row = REGISTRY.metric("footrule-general[one]")

    def drawn() -> Verdict:
        search = CellSearch(statement, ParameterDomain.OPEN, (), 1)
        (found,) = decide_cells(
            RowSearch(row, REGISTRY, Definitions(REGISTRY), [search]), [Hypothesis((0, 2_000), 200, 7)]
        )
        return found.evidence.verdict

    assert drawn() == "refuted"
    monkeypatch.setattr(WorstParameter, "applied_to", lambda self, instance: None)
    assert drawn() == "searched"


def test_a_proof_is_about_the_definition_and_not_about_its_name() -> None:
    statement = axioms.triangle_inequality()
    proof = proof_of("kendall-similarity", statement)
    assert proof is not None
    assert proof.is_about(REGISTRY)
    registry = Registry(REGISTRY)
    del registry.metrics["kendall-similarity"]

    def other(a, b, D):
        """K_D"""
        return sum(D[x, y] for x, y in inverted_pairs(a, b))

    row = metric("kendall-similarity", parameters=D, registry=registry)(other)
    assert not proof.is_about(registry)
    matrix = check(row, axioms=["triangle-inequality"], profile="quick", use_pins=False, registry=registry)
    assert matrix.cell("kendall-similarity", "triangle-inequality").evidence.verdict == "certified"
    assert (
        check("kendall-similarity", axioms=["triangle-inequality"], profile="quick").cells[0].evidence.verdict
        == "proved"
    )


PROVED = {"triangle-inequality", "symmetry", "lower-bound"}


def test_nothing_that_is_proved_is_refuted() -> None:
    """Enumeration goes first, and what it finds counts; a proof of what it refutes would be an error of ours."""
    refuted = [c for c in committed.matrix() if c.evidence.verdict == "refuted" and c.axiom in PROVED]
    assert {c.axiom for c in refuted} == PROVED
    for c in refuted:
        row, axiom = REGISTRY.metric(c.metric), REGISTRY.axiom(c.axiom)
        statements = [
            claim.statement for claim in row.claims if claim.statement.axiom is axiom
        ] + axiom.statements_about(row)
        same = [
            s for s in statements if {k: str(v) for k, v in s.arguments} == {k: str(v) for k, v in c.arguments.items()}
        ]
        assert same
        assert all(proof_of(c.metric, statement, c.space) is None for statement in same)


# --- corners of what the linear method may say ------------------------------------------------------------------


def certifying(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Sizes of the linear method with something changed in what they found."""
    size = Certifier.size

    def changed(self: Certifier, n: int) -> Any:
        return change(self, n, size(self, n))

    monkeypatch.setattr(Certifier, "size", changed)


@pytest.mark.slow
def test_what_is_refuted_on_the_closure_only_is_not_certified_on_the_open_space(
    monkeypatch: pytest.MonkeyPatch, five: str
) -> None:
    def only_there(self: Certifier, n: int, found: Any) -> Any:
        found.open_instance = None
        return found

    claim = axioms.lower_bound("kendall-similarity", 1)
    certifying(monkeypatch, only_there)
    registry = Registry(REGISTRY)
    row = metric("planted", registry=registry, parameters=D, holds=[claim])(halved_at_one_order)
    matrix = check(row, axioms=["lower-bound"], profile=five, use_pins=False, registry=registry)
    assert matrix.cell("planted", "lower-bound", "closed").evidence.verdict == "refuted"
    opened = matrix.cell("planted", "lower-bound").evidence
    assert opened.verdict != "certified"
    assert not [reach for reach in opened.reach if reach.method == "linear"]


def test_that_none_was_found_where_something_is_undecided_is_not_that_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def undecided(self: Certifier, n: int, found: Any) -> Any:
        found.undecided += 1
        return found

    certifying(monkeypatch, undecided)
    cells = check("footrule-similarity[le]", axioms=["bound-attained"], use_pins=False, profile="quick")
    opened = next(c for c in cells if c.space == "open").evidence
    assert "none" not in status_of(opened).reach


def test_a_witness_after_an_undecided_size_is_not_the_smallest(monkeypatch: pytest.MonkeyPatch, five: str) -> None:
    def undecided_at_four(self: Certifier, n: int, found: Any) -> Any:
        found.undecided += n == 4
        return found

    certifying(monkeypatch, undecided_at_four)
    evidence = cell(halved_at_one_order, axioms.lower_bound("kendall-similarity", 1), profile=five).evidence
    assert evidence.witness is not None
    assert (evidence.witness.n, evidence.witness.smallest) == (5, False)


@pytest.mark.slow
@pytest.mark.parametrize("pins", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_what_a_pin_refutes_is_refuted_on_the_closure_too(pins: bool) -> None:
    """The closure has no pin of its own, and goes less far where nobody declares anything of it."""
    found = check("footrule-similarity[deck]", axioms=["lower-bound"], use_pins=pins)
    for space in ("open", "closed"):
        evidence = found.cell("footrule-similarity[deck]", "lower-bound", space, factor=1).evidence
        assert evidence.verdict == "refuted", space
        assert evidence.witness is not None
        assert evidence.witness.n == 6
        assert evidence.extreme is not None
        assert Fraction(evidence.extreme.value) < 1
