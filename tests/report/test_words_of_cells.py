"""The words of a cell: its verdict, reach, claims and outcome, in every report."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from explaining import explained
from nasty import NASTY, in_a_notebook, is_clean
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms, spaces
from axiomatrix.cli.show import LISTS
from axiomatrix.evidence import words as cells
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.matrix import ColumnHead, Row
from axiomatrix.evidence.notation import rounded
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import COLOURS, NOTATION, Outcome, Tone, Verdict
from axiomatrix.model.registry import metric
from axiomatrix.report import json_reports, saving
from axiomatrix.report.render import terminal
from axiomatrix.report.results import matrix_text
from axiomatrix.spaces.parameters import ParameterDomain


def test_the_legend_covers_every_verdict_and_outcome(saved: Path) -> None:
    assert len({verdict.rank for verdict in Verdict}) == len(Verdict)
    assert len({notation.symbol for notation in NOTATION.values()}) == len(NOTATION) == len(Verdict) + 2
    assert all(notation.symbol.isascii() for notation in NOTATION.values()), "not every terminal can print others"
    assert len({outcome.rank for outcome in Outcome}) == len(Outcome)
    assert set(Outcome) == set(json_reports.COMPLIANCE.schema()["$defs"]["Outcome"]["enum"])
    assert set(COLOURS) == {verdict.notation.tone for verdict in Verdict} == set(Tone)
    for name in ("compliance.md", "site/matrix.html"):
        words = unescape((saved / name).read_text(encoding="utf-8"))
        for notation in NOTATION.values():
            assert notation.means in words and notation.does_not_mean in words


def cell(
    evidence: Evidence, *claims: tuple[str, str], space: ParameterDomain = ParameterDomain.OPEN, **arguments: Any
) -> Cell:
    noted = tuple(ClaimNote(status, source, "wording") for status, source in claims)
    return Cell("m", "lower-bound", arguments, space, claims=noted, evidence=evidence)


def found(n: int = 3, **more: Any) -> Witness:
    return Witness(
        "m",
        "lower-bound",
        {},
        ParameterDomain.OPEN,
        n=n,
        instance={},
        parameters={},
        lhs="1",
        op=">=",
        rhs="2",
        smallest=True,
        **{"shows": "refutes", "channel": "exact", **more},
    )


ENUMERATED = Reach("enumeration", 1, 5, 1234)
GRID = Reach("enumeration", 1, 4, 1000, discarded=7, grid=True)
SAMPLED = Reach("hypothesis", 2, 8, 2000, undecided=3)


@pytest.mark.parametrize(
    ("evidence", "claims", "message"),
    [
        (
            Evidence(Verdict.REFUTED, witness=found()),
            [("holds", "KV1")],
            in_words("X* refuted n=3 (KV1 holds: broken claim)"),
        ),
        (Evidence(Verdict.REFUTED, witness=found()), [("fails", "A")], in_words("X+ refuted n=3 (A fails: confirmed)")),
        (
            Evidence(Verdict.REFUTED, witness=found()),
            [("conjectured", "A")],
            in_words("X= refuted n=3 (A conjectured: settled)"),
        ),
        (Evidence(Verdict.REFUTED, witness=found()), [], in_words("X refuted n=3")),
        (Evidence(Verdict.EXHAUSTED, reach=(ENUMERATED,)), [], in_words("E exhausted n<=5 (1,234 cases)")),
        (Evidence(Verdict.SEARCHED, reach=(GRID,)), [], in_words("S grid n<=4 (1,000 cases, 7 discarded)")),
        (
            Evidence(Verdict.SEARCHED, reach=(Reach("hypothesis", 2, 8, 2000),)),
            [],
            in_words("S searched 2,000 n<=8 (2,000 cases)"),
        ),
        (Evidence(Verdict.PROVED, witness=found(2, shows="shows")), [], "P shown at n=2"),
        (
            Evidence(Verdict.UNDECIDED, reach=(SAMPLED,), reason="balls"),
            [("holds", "A")],
            in_words(
                "?- undecided: searched 2,000 n<=8 (3 undecided) (balls) "
                "(A holds: unresolved; 2,000 cases, 3 undecided)"
            ),
        ),
        (Evidence(Verdict.ERROR, reason="boom\nbang"), [("fails", "A")], "!- error: boom bang (A fails: unresolved)"),
        (Evidence(Verdict.NOT_APPLICABLE, reason="no D"), [], ". not applicable: no D"),
        (
            Evidence(Verdict.SEARCHED, reach=(GRID,), extreme=Extreme("inf", "164738/1263490001", found())),
            [("conjectured", "A"), ("conjectured", "B")],
            in_words("S- grid n<=4 (A conjectured, B conjectured: open; best <= ~0.0002; 1,000 cases, 7 discarded)"),
        ),
    ],
)
def test_a_cell_says_verdict_reach_claims_and_outcome(evidence: Any, claims: Any, message: str) -> None:
    assert cells.Line(cell(evidence, *claims)).text == message


def test_the_closure_has_a_line_of_its_own_only_where_it_says_something_else() -> None:
    same = [cell(Evidence(Verdict.SEARCHED, reach=(GRID,)), space=space, factor=1) for space in ParameterDomain]
    assert len(cells.lines_of_position(same)) == 1
    differs = [same[0], cell(Evidence(Verdict.REFUTED, witness=found()), space=ParameterDomain.CLOSED, factor=1)]
    assert [line.statement for line in cells.lines_of_position(differs)] == ["factor=1", "factor=1, on the closure"]
    assert cells.position_sign(cells.lines_of_position(differs)) == "Sx"
    other = [same[0], cell(Evidence(Verdict.REFUTED, witness=found()), ("holds", "A"), factor=2)]
    assert cells.position_sign(cells.lines_of_position(other)) == "X*"
    assert cells.position_sign([]) == ""


def test_constants_are_rounded_to_the_side_that_stays_true() -> None:
    assert rounded("2/3", down=True) == "0.6666"
    assert rounded("2/3", down=False) == "0.6667"
    assert rounded("sqrt(2)", down=True) == "1.4142"
    assert rounded("sqrt(2)", down=False) == "1.4143"
    assert rounded("3/2*log(2) + -1*sqrt(2)", down=True) == "-0.3745"
    assert rounded("nonsense", down=True) is None


def test_column_keys_are_short_and_different() -> None:
    heads = [ColumnHead(axiom.id, "", "", "", "") for axiom in REGISTRY.axioms.values()]
    heads += [ColumnHead(name, "", "", "", "") for name in ("right-inertia", "x", "x-", "xx", "", "-")]
    keys = cells.column_keys(heads)
    assert len({*keys.values()}) == len(heads)
    assert keys["triangle-inequality"] == "TI" and keys["reversal-invariance"] == "ReI"


# --- terminal --------------------------------------------------------------------------------------------------


def test_text_of_a_matrix_has_every_axiom_that_is_asked_and_the_words_of_its_signs(
    matrix: Matrix, registry: Registry
) -> None:
    words = " ".join(matrix_text(matrix, registry=registry, width=90).split())
    asked = {cell.axiom for cell in matrix.cells if cell.evidence.verdict is not Verdict.NOT_APPLICABLE}
    assert all(id in words for id in asked)
    for name in (in_words("refuted"), in_words("exhausted"), "broken claim", "refuted on the closure only"):
        assert name in words
    assert words.startswith(str(matrix).splitlines()[0])


def test_an_empty_matrix_is_shown_too(tmp_path: Path) -> None:
    empty = Matrix([], [], [], "quick", 0)
    assert matrix_text(empty).splitlines()[0] == "0 metrics x 0 axioms, profile quick, seed 0"
    assert matrix_text(empty).endswith("no cells")
    empty.save(tmp_path)
    assert "No metric was checked" in (tmp_path / "site/index.html").read_text(encoding="utf-8")


def test_faults_and_unresolved_claims_are_shown_with_their_reason() -> None:
    row = Row("m", "distance", "user", "f", {}, True, "0", "rankings")
    head = ColumnHead("lower-bound", "f", "comparison", "for all", "f\n\nmore")
    faulty = [
        cell(Evidence(Verdict(v), reason="why | it"), ("holds", "A")) for v in ("error", "flaky", "timeout", "crashed")
    ]
    broken = cell(Evidence(Verdict.PROVED, reach=(ENUMERATED,)), ("fails", "A"))
    made = Matrix([row], [head], [*faulty, broken], "quick", 0)
    words = matrix_text(made)
    assert "~ m: lower-bound: flaky: why | it" in words and "crashed: why | it" in words
    assert "declared: A fails" in words and "m: lower-bound: proved" in words
    assert "why \\| it" in saving.compliance_pages(made)["compliance.md"] and "why | it" in in_a_notebook(made)


def test_what_a_definition_raises_is_said_once_for_all_of_its_statements() -> None:
    own = Registry(parent=REGISTRY)

    @metric("mine", kind="score", arguments={"x": spaces.binary_list}, registry=own)
    def mine(x: Any) -> float:
        """half the number of relevant items, in floats"""
        return float(x.relevant()) / 2

    made = axiomatrix.check(mine, profile="quick", registry=own)
    errors = [cell for cell in made.cells if cell.evidence.verdict == "error"]
    assert len({cell.evidence.reason for cell in errors}) > 5  # each on its own case, and some return 0.0, others 0.5
    shown = " ".join(matrix_text(made).split())
    assert f"and {len(errors) - 1} more: error: mine returned the float" in shown and shown.count("the float") == 1


def test_every_declared_statement_without_a_verdict_is_named() -> None:
    own = Registry(parent=REGISTRY)
    claims = [axioms.symmetry, axioms.non_negativity]

    @metric("mine", holds=claims, registry=own)
    def mine(a: Any, b: Any) -> float:
        """0.5 for all"""
        return 0.5

    shown = " ".join(matrix_text(axiomatrix.check(mine, profile="quick", registry=own)).split())
    named = shown[shown.index("! mine: ") :].partition(" more: ")[0]
    assert all(claim.id in named for claim in claims)


def test_lists_and_explanations(matrix: Matrix, registry: Registry) -> None:
    texts = {what: terminal.render(document(registry)) for what, document in LISTS.items()}
    assert set(texts) == {"metrics", "axioms", "sources", "spaces"}
    assert all(map(is_clean, texts.values()))
    assert "KV7" in texts["sources"] and "triangle-inequality" in texts["axioms"]
    checked = axiomatrix.check("footrule", axioms=["left-invariance", "upper-bound"], profile="quick", use_pins=False)
    words = explained(checked, REGISTRY.metric("footrule"), REGISTRY)
    assert "footrule(a, b) = 2" in words and "best >= 2, attained at n = 2" in words
    assert "formalised: lower bound 1 and upper bound 2 of F against K" in words
    assert is_clean(explained(matrix, registry.metric(NASTY), registry, ["mine.py"]))
