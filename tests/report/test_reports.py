"""Reports: what they say, that they say it safely, and that they say the same every time."""

from __future__ import annotations

import json
import re
import unicodedata
from html import unescape
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import committed
import jsonschema
import pytest
from explaining import explained, missing_in_order
from msgspec import structs
from msgspec.structs import replace
from unpacking import unpacked, untabled
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, ElementWeights, Matrix, PositionWeights, Ranking, Registry, Similarity, axioms, spaces
from axiomatrix.cli.show import LISTS
from axiomatrix.cli.verify import replay_text
from axiomatrix.evidence import safe
from axiomatrix.evidence import words as cells
from axiomatrix.evidence.account import making
from axiomatrix.evidence.account.trace import Trace, trace
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.expectations import shipped
from axiomatrix.evidence.files import write
from axiomatrix.evidence.matrix import ColumnHead, Row
from axiomatrix.evidence.notation import rounded
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import COLOURS, NOTATION, Outcome, Tone, Verdict
from axiomatrix.evidence.witness import WITNESS, constructor, read, replay
from axiomatrix.model.registry import metric
from axiomatrix.numbers.exact import Whole, log, rational, sqrt
from axiomatrix.report import json_reports, saving
from axiomatrix.report.judged_claims import failure_lines
from axiomatrix.report.render import terminal
from axiomatrix.report.render.html import render_for_notebook
from axiomatrix.report.results import matrix_text
from axiomatrix.report.subjects import run
from axiomatrix.spaces import all_rankings, element_weights
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.values.rankings import inverted_pairs

NASTY = "<script>alert(1)</script>|x"
NASTY_TEXT = "line `one` | two\n| --- |\n<img src=x onerror=alert(2)> [a](javascript:b) \x1b[31m\u202e\udc80"


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The catalogue with two metrics of a user: one with a wrong claim, one that is hostile to reports."""
    made = Registry(REGISTRY)

    @metric(
        "my-kendall",
        parameters={"w": element_weights()},
        holds=[axioms.scale_free("w", degree=1), axioms.symmetry],
        source="my notes, p. 3",
        registry=made,
    )
    def my_kendall(a: Any, b: Any, w: Any) -> Any:
        """Sum over inverted pairs {x, y} of w_x w_y"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    def hostile(a: Any, b: Any) -> Any:
        if len(a) > 2:
            raise RuntimeError(NASTY_TEXT)
        return len(inverted_pairs(a, b)) + (a.order < b.order)

    hostile.__doc__ = NASTY_TEXT + "\nmore"
    metric(NASTY, holds=[axioms.symmetry, axioms.non_negativity], source=NASTY_TEXT, registry=made)(hostile)
    return made


@pytest.fixture(scope="module")
def matrix(registry: Registry) -> Matrix:
    """A small check with every kind of cell that is quick to get."""
    chosen = ("my-kendall", NASTY, "footrule", "footrule-similarity[le]", "kendall-element-mean[geometric]")
    return axiomatrix.check(*chosen, profile="quick", use_pins=False, registry=registry)


@pytest.fixture(scope="module")
def saved(matrix: Matrix, registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("reports")
    matrix.save(directory, registry)
    return directory


# --- data ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_data_fit_the_published_schema(matrix: Matrix) -> None:
    jsonschema.Draft202012Validator.check_schema(json_reports.COMPLIANCE.schema())
    jsonschema.Draft202012Validator(json_reports.COMPLIANCE.schema()).validate(
        json.loads(json_reports.dump_matrix(matrix))
    )


def test_every_witness_file_fits_its_schema_and_can_be_replayed(saved: Path, registry: Registry) -> None:
    validator = jsonschema.Draft202012Validator(WITNESS.schema())
    files = sorted((saved / "witnesses").glob("*.json"))
    assert files
    for file in files:
        validator.validate(json.loads(file.read_text(encoding="utf-8")))
        assert replay(read(file), registry).stands


def strict(schema: Any) -> bool:
    """Whether every object of a schema with named properties refuses others."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("additionalProperties") is not False and "type" in schema:
            return False
        return all(map(strict, schema.values()))
    return all(map(strict, schema)) if isinstance(schema, list) else True


def test_the_schemas_are_strict_and_agree_on_witnesses() -> None:
    report, witness = json_reports.COMPLIANCE.schema(), WITNESS.schema()
    assert strict(report) and strict(witness)
    inner = report["$defs"]["Witness"]["properties"]
    assert {name: part for name, part in witness["properties"].items() if name != "format"} == inner
    assert all(report["$defs"][name] == part for name, part in witness["$defs"].items())
    assert set(report["$defs"]["Verdict"]["enum"]) == set(Verdict)


def first(report: Any) -> Any:
    """The first cell of a report."""
    return report["cells"][0]


@pytest.mark.slow
def test_data_come_back_as_the_same_matrix(matrix: Matrix, saved: Path) -> None:
    again = json_reports.read_matrix(saved / "compliance.json")
    assert json_reports.matrix_data(again) == json_reports.matrix_data(matrix)
    assert again.cells == matrix.cells
    assert again.rows == matrix.rows and again.columns == matrix.columns


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="other"), "its format must be"),
        (lambda d: d.pop("rows"), "'rows' is missing"),
        (lambda d: first(d).pop("evidence"), "'evidence' is missing"),
        (lambda d: first(d)["evidence"].update(verdict="fine"), "cells[0].evidence.verdict: invalid"),
        (lambda d: first(d).update(outcome="broken"), "says 'broken'"),
        (lambda d: d["cells"].append(3), "report:"),
        (lambda d: first(d).update(axiom=[]), "cells[0].axiom: expected `str`, got `array`"),
        (lambda d: d.update(seed="0"), "seed: expected `int`, got `str`"),
    ],
)
def test_bad_data_are_refused_with_what_is_wrong(matrix: Matrix, damage: Any, message: str) -> None:
    broken = json.loads(json_reports.dump_matrix(matrix))
    damage(broken)
    with pytest.raises(json_reports.BadReport, match=re.escape(message)):
        json_reports.load_matrix(broken)


def test_a_file_that_is_no_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(json_reports.BadReport, match="No such file"):
        json_reports.read_matrix(tmp_path / "compliance.json")
    (tmp_path / "compliance.json").write_text("{", encoding="utf-8")
    with pytest.raises(json_reports.BadReport, match="not JSON"):
        json_reports.read_matrix(tmp_path / "compliance.json")


# --- files -----------------------------------------------------------------------------------------------------


def contents(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


def test_two_saves_give_the_same_bytes(matrix: Matrix, saved: Path, registry: Registry, tmp_path: Path) -> None:
    json_reports.load_matrix(json.loads(json_reports.dump_matrix(matrix))).save(tmp_path, registry)
    assert contents(tmp_path) == contents(saved)
    texts = {name: content for name, content in contents(saved).items() if not name.endswith(".gz")}
    assert all(b"\r" not in content for content in texts.values())


def test_saving_again_removes_stale_witnesses_and_leaves_other_files(
    matrix: Matrix, registry: Registry, tmp_path: Path
) -> None:
    written = matrix.save(tmp_path, registry)
    folder = tmp_path / "witnesses"
    stale = next(p for p in written if p.suffix == ".json" and p.parent == folder)
    foreign = {
        "notes.md": "# mine\n",
        "data.json": "{}\n",
        "renamed.json": stale.read_text(encoding="utf-8"),  # a copy that somebody keeps
        "image.png": "x",
    }
    for name, content in foreign.items():
        (folder / name).write_text(content, encoding="utf-8")
    fewer = Matrix(matrix.rows, matrix.columns, [c for c in matrix if not c.evidence.witness], "quick", 0)
    fewer.save(tmp_path, registry)
    assert {p.name for p in folder.iterdir()} == set(foreign)
    assert not [p for p in tmp_path.rglob("*") if p.name.endswith(".tmp")]


def test_a_save_that_fails_leaves_the_old_file_and_no_draft(
    matrix: Matrix, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matrix.save(tmp_path, registry)
    before = contents(tmp_path)

    def fail(self: Path, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    other = Matrix(matrix.rows, matrix.columns, matrix.cells[1:], "quick", 0)
    with pytest.raises(OSError, match="disk full"):
        other.save(tmp_path, registry)
    assert contents(tmp_path) == before


def test_a_file_that_says_the_same_stays_and_another_one_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    write(path, "one")
    before = path.stat()
    write(path, "one")
    assert path.stat() == before
    write(path, "two")
    assert path.read_text() == "two" and path.stat().st_ino != before.st_ino
    (tmp_path / "link.md").symlink_to(path)
    write(tmp_path / "link.md", "two")
    assert not (tmp_path / "link.md").is_symlink()


def test_every_refuted_cell_links_a_page_that_exists(matrix: Matrix, saved: Path) -> None:
    md = (saved / "compliance.md").read_text(encoding="utf-8")
    page = (saved / "site/matrix.html").read_text(encoding="utf-8")
    slugs = {cell.evidence.witness.slug for cell in matrix if cell.evidence.witness}
    refuted = [c for c in matrix if c.evidence.verdict == "refuted"]
    assert refuted and all(c.evidence.witness for c in refuted)
    assert {p.stem for p in (saved / "witnesses").glob("*.md")} == slugs
    shown_first = {cell.evidence.witness.slug for cell in matrix.broken if cell.evidence.witness}
    assert shown_first and shown_first <= set(re.findall(r"\]\(witnesses/([^)]*)\.md\)", md))
    shown = untabled(unpacked((saved / "site/data/witnesses.js").read_bytes())["witnesses"])
    assert {one["slug"] for one in shown} == slugs
    ids = set(re.findall(r'id="([^"]*)"', page))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= ids
    assert set(re.findall(r'href="witness.html#slug=([^"]*)"', page)) <= slugs
    for target in re.findall(r"\]\((witnesses/[^)]*)\)", md):
        assert (saved / target).is_file()


def test_names_that_a_file_system_confuses_have_files_of_their_own() -> None:
    def slug(name: str, **arguments: Any) -> str:
        return Witness(
            name,
            "symmetry",
            arguments,
            ParameterDomain.OPEN,
            n=2,
            instance={},
            parameters={},
            lhs="1",
            op="==",
            rhs="2",
            smallest=True,
            channel="exact",
            shows="refutes",
        ).slug

    names = ["mine", "Mine", "mi ne", "mi-ne", "mi/ne", "..", "k[a]", "k.a", "x" * 200, "x" * 201, NASTY, "\udc80", "é"]
    made = [slug(name) for name in names] + [slug("k", parameter="d"), slug("k", parameter="D")]
    assert len({s.lower() for s in made}) == len(made)
    assert all(re.fullmatch(r"[a-z0-9._-]{1,120}", s) for s in made)


# --- words -----------------------------------------------------------------------------------------------------


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


# --- a wrong claim ---------------------------------------------------------------------------------------------

FAILURE = [
    "my-kendall: scale-free(parameter=w, degree=1)",
    "4 == 2 is false",
    "left side   d(a, b; c w)              4",
    "right side  c**1*d(a, b)  2**1*1      2",
    '- declared to hold: "my notes, p. 3" (broken claim)',
    "a     1 > 2                         (1, 2)",
    "b     2 > 1                         (2, 1)",
    "w     w[1] = 1, w[2] = 1",
    "- my-kendall(a, b; w = 2 throughout) = w[1]*w[2] = 2*2 = 4",
    "- my-kendall(a, b) = w[1]*w[2] = 1*1 = 1",
    "@example(a=Ranking.from_order([1, 2]), b=Ranking.from_order([2, 1]), c=2, w=ElementWeights.of({1: 1, 2: 1}))",
    "axiomatrix verify reports/witnesses/my-kendall--scale-free--parameter-w--degree-1.json my.py",
]
"""What is said first, the two sides, who claims it, the instance, how it is computed, how to repeat it."""


def test_a_wrong_claim_shows_its_witness_with_both_sides_and_the_command(registry: Registry) -> None:
    checked = axiomatrix.check("my-kendall", axioms=["scale-free"], profile="quick", use_pins=False, registry=registry)
    shown = making.account(checked.broken[0], checked, registry)
    assert shown is not None
    lines = failure_lines(shown, files=["my.py"])
    assert missing_in_order(FAILURE, lines) == [] and lines[-1] == FAILURE[-1]


def test_a_witness_page_has_all_that_is_needed_to_believe_it(saved: Path, matrix: Matrix) -> None:
    md = (saved / "witnesses" / "footrule--left-invariance.md").read_text(encoding="utf-8")
    assert "**4 == 2 is false**" in md
    assert in_words("smallest: every smaller size was exhausted or certified") in md
    assert "abs(a[1] - b[1]) + abs(a[2] - b[2]) + abs(a[3] - b[3]) = abs(1 - 1) + abs(2 - 3) + abs(3 - 2) = 2" in md
    assert re.search(r"\| `b` +\| 1 &gt; 3 &gt; 2 +\| `\(1, 3, 2\)` +\|", md)
    assert "axiomatrix verify reports/witnesses/footrule--left-invariance.json" in md
    python = re.search(r"```python\n(from axiomatrix import REGISTRY.*?)```", md, re.DOTALL)
    assert python is not None
    exec(python[1].replace("print(", "result = ("), names := {})
    assert names["result"] == 2


def test_every_constructor_can_be_pasted(saved: Path, matrix: Matrix) -> None:
    witnesses = [c.evidence.witness for c in matrix if c.evidence.witness and c.metric in REGISTRY.metrics]
    halved = Witness(
        "kendall-element",
        "scale-free",
        {"parameter": "w", "degree": 1},
        ParameterDomain.OPEN,
        n=2,
        instance={"a": [1, 2], "b": [2, 1], "c": "1/2"},
        parameters={"w": [[1, "1"], [2, "1"]]},
        lhs="1/4",
        op="==",
        rhs="1/2",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    for witness in [*witnesses, halved]:
        names: dict[str, Any] = {"print": lambda value: None}
        exec(constructor(witness, REGISTRY), names)
        assert not [value for value in names.values() if isinstance(value, float)]


def test_a_pasted_witness_prints_every_value_that_enters(matrix: Matrix) -> None:
    triangle = axiomatrix.check("footrule-similarity[lt]", axioms=["triangle-inequality"], profile="quick")
    moved = axiomatrix.check("kendall-element", axioms=["left-invariance"], profile="quick")
    for (cell, *_), values in ((triangle.cells, ["3", "1", "1"]), (moved.cells, ["3", "1"])):
        words: list[str] = []
        exec(
            constructor(cell.evidence.witness, REGISTRY), {"print": lambda value, words=words: words.append(str(value))}
        )
        assert words == values


def test_a_pasted_witness_of_a_scaled_parameter_prints_both_sides() -> None:
    found = [witness for slug, witness in sorted(committed.witnesses().items()) if "--scale-free" in slug]
    given = found[0].parameters["delta"], found[0].instance
    halves = replace(found[0], instance={**given[1], "c": "1/2"}, lhs="3/2", rhs="1")
    halves = replace(halves, lhs=(again := replay(halves, REGISTRY)).lhs, rhs=again.rhs)
    lowered = replace(halves, arguments={"parameter": "delta", "degree": -1})
    lowered = replace(lowered, lhs=(again := replay(lowered, REGISTRY)).lhs, rhs=again.rhs)
    assert {"scale-free", "scale-free-normalised"} == {witness.axiom for witness in found}
    for witness in [*found, halves, lowered]:
        words: list[str] = []
        exec(constructor(witness, REGISTRY), {"print": lambda value, words=words: words.append(str(value))})
        assert words == [witness.lhs, witness.rhs] and words[0] != words[1]


def test_a_pasted_witness_of_a_list_asks_the_metric_also_where_the_axiom_has_lists_of_its_own() -> None:
    lists = [one for one in committed.witnesses().values() if "grades" in str(one.instance.get("x"))]
    assert "ideal-is-one" in {witness.axiom for witness in lists}
    for witness in lists:
        assert "print(" in constructor(witness, REGISTRY), witness.slug


def test_a_witness_whose_sides_are_others_now_prints_the_values_of_the_metric() -> None:
    witness = committed.witnesses()["kendall-general.one--scale-free--parameter-delta--degree-2"]
    words = constructor(replace(witness, lhs="7"), REGISTRY)
    assert words.count("print(") == 2 and "scaled" not in words


def test_a_witness_of_a_metric_that_is_not_here_is_shown_as_stored(matrix: Matrix) -> None:
    cell = next(c for c in matrix.broken if c.metric == "my-kendall")
    shown = making.account(cell, matrix, REGISTRY)
    assert shown is not None and not shown.terms and "not registered" in shown.note
    assert [v.text for v in shown.values] == ["1 > 2", "2 > 1", "2"]
    assert shown.sides == "4 == 2 is false"


def test_a_definition_that_has_changed_is_never_used_to_explain_an_old_witness() -> None:
    made = Registry(REGISTRY)

    @metric("kendalls", registry=made)
    def kendalls(a: Any, b: Any) -> Any:
        """Inverted pairs"""
        return len(inverted_pairs(a, b))

    values = {"a": [1, 2], "b": [2, 1]}
    old = Witness(
        "kendalls",
        "symmetry",
        {},
        ParameterDomain.OPEN,
        n=2,
        instance=values,
        parameters={},
        lhs="1",
        op="==",
        rhs="3",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    shown = making.account_of(old, made)
    assert not shown.terms and "has changed" in shown.note
    assert (
        shown.sides == "stored as 1 == 3; it is 1 == 1" and "does not stand" in shown.outcome_text and not shown.minimal
    )


def test_sides_that_are_stored_wrong_are_shown_as_they_are_decided(saved: Path) -> None:
    true = read(saved / "witnesses" / "footrule--left-invariance.json")
    shown = making.account_of(replace(true, lhs="7", op="<="), REGISTRY)
    assert shown.sides == true.relation_with_truth == "4 == 2 is false" and shown.terms
    assert shown.note == "As it was stored it says otherwise: the file says 7 <= 2; it is 4 == 2."


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"lhs": "7"}, "the file says 7 == 2; it is 4 == 2"),
        ({"op": "<="}, "the file says 4 <= 2; it is 4 == 2"),
        ({"rhs": "3"}, "the file says 4 == 3; it is 4 == 2"),
        ({"channel": "float"}, "the file says that the metric is of the float channel; it is exact"),
    ],
)
def test_replay_believes_nothing_but_the_instance(saved: Path, change: dict[str, Any], line: str) -> None:
    true = read(saved / "witnesses" / "footrule--left-invariance.json")
    words, stands = replay_text(replay(replace(true, **change), REGISTRY), REGISTRY)
    assert not stands
    assert words.splitlines()[:3] == ["the witness does not stand as it is written", "", f"- {line}"]
    assert "4 == 2 is false" in words and "7 ==" not in "\n".join(words.splitlines()[3:])


def test_replay_decides_whether_a_witness_is_the_smallest() -> None:
    """Where few cases decide it; elsewhere that is said, and never what the file says repeated as found."""
    weighted = next(p.witness for p in shipped().values() if p.witness and p.witness.parameters and p.witness.n == 3)
    words, stands = replay_text(replay(replace(weighted, smallest=True), REGISTRY), REGISTRY)
    assert stands and "(smallest: the file says so; not decided by replay)" in " ".join(words.split())
    made = (
        axiomatrix.check("spearman-distance[squared]", axioms=["triangle-inequality"], profile="quick")
        .cells[0]
        .evidence.witness
    )
    assert made is not None and made.smallest and made.n == 3
    words, stands = replay_text(replay(made, REGISTRY), REGISTRY)
    assert stands and "(smallest: every smaller size is enumerated here)" in " ".join(words.split())
    longer = {name: [*order, 4] for name, order in made.instance.items()}
    words, stands = replay_text(replay(replace(made, n=4, instance=longer), REGISTRY), REGISTRY)
    assert not stands and "the file says that it is the smallest; a smaller size has one too" in words


def test_replay_says_whether_the_witness_stands(saved: Path, matrix: Matrix) -> None:
    witness = read(saved / "witnesses" / "footrule--left-invariance.json")
    message, stands = replay_text(replay(witness, REGISTRY), REGISTRY)
    assert stands and message.startswith("the witness stands\n\nfootrule: left-invariance")
    wrong = Witness(
        **{**structs.asdict(witness), "instance": {"a": [1, 2], "b": [1, 2], "tau": [2, 1]}, "n": 2, "parameters": {}}
    )
    message, stands = replay_text(replay(wrong, REGISTRY), REGISTRY)
    assert not stands
    assert message.startswith("the witness does not stand\n\n- stored: 4 == 2\n- decided: 0 == 0\n\nfootrule: left-inv")
    assert "a     1 > 2" in message and "refuted" not in message and "false" not in message


# --- user text -------------------------------------------------------------------------------------------------


class Structure(HTMLParser):
    """Tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.depth += tag not in ("meta", "br")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


ALLOWED = {
    *("style", "h1", "h2", "h3", "p", "strong"),
    *("ul", "li", "a", "span", "code", "pre", "small", "div", "br", "table", "thead", "tbody", "tr", "th", "td"),
    *("details", "summary"),
}


def structure(page: str) -> Structure:
    parser = Structure()
    parser.feed(page)
    parser.close()
    return parser


def in_a_notebook(matrix: Matrix, registry: Registry | None = None) -> str:
    """The HTML of everything that a matrix says."""
    return render_for_notebook(run.document(matrix, run.RunContext(registry, detail=run.Detail.FULL)))


def test_what_a_notebook_shows_loads_nothing_and_runs_nothing(matrix: Matrix, registry: Registry) -> None:
    shown = in_a_notebook(matrix, registry)
    parsed = structure(shown)
    assert parsed.depth == 0
    assert {tag for tag, _ in parsed.tags} <= ALLOWED
    for _, attributes in parsed.tags:
        assert not {name for name in attributes if name.startswith("on") or name in ("src", "srcset", "style")}
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in shown and "@import" not in shown
    assert matrix._repr_html_().startswith('<div class="axm">')


def is_clean(message: str) -> bool:
    """Whether there are no control characters but ends of lines."""
    return not [c for c in message if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


def test_user_text_is_escaped_in_every_format(saved: Path, matrix: Matrix, registry: Registry) -> None:
    page = (saved / "site/matrix.html").read_text(encoding="utf-8")
    for name in ("index", "matrix", "compare", "choose", "discoveries"):
        assert "<script>" not in (saved / f"site/{name}.html").read_text(encoding="utf-8")
    for shown in (page, in_a_notebook(matrix, registry)):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;|x" in shown
        assert shown.count("<img") == shown.count("<img src=static/mark.svg ")
        assert is_clean(shown)
    md = (saved / "compliance.md").read_text(encoding="utf-8")
    pages = [md, *(p.read_text(encoding="utf-8") for p in (saved / "witnesses").glob("*.md"))]
    assert any("alert(1)" in words for words in pages[1:])
    for words in pages:
        assert is_clean(words)
        outside = re.sub(r"^(`{3,}).*?^\1$", "", words, flags=re.DOTALL | re.MULTILINE)
        outside = re.sub(r"(?<![\\`])(`+)(?!`).+?(?<!`)\1(?!`)", "", outside)
        assert not re.search(r"<(?!/?strong>|/?details>|/?summary>|!-- axiomatrix-witness-1 -->)", outside)
        assert not re.search(r"(?<!\\)\]\((?!witnesses/[a-z0-9._-]+\.md\)|\.\./compliance\.md\)|#legend\))", outside)
    assert any("onerror" in words and "\\\\x1b" in words for words in pages)  # what is claimed is shown, made harmless
    words = matrix_text(matrix, registry=registry)
    assert is_clean(words) and NASTY in words


def test_no_row_of_a_markdown_table_has_more_cells_than_its_head(saved: Path) -> None:
    for file in [saved / "compliance.md", *(saved / "witnesses").glob("*.md")]:
        table: list[int] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("|"):
                table.append(len(re.findall(r"(?<!\\)\|", line)))
            else:
                assert len(set(table)) <= 1, file
                table = []


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("a_b*c", "a\\_b\\*c"),
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("- no list", "\\- no list"),
        ("see https://x.y", "see https:&#47;/x.y"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("two\nlines", "two lines"),
        ("\x1b[0m", "\\\\x1b\\[0m"),
    ],
)
def test_markdown_prose_says_just_what_is_given(given: str, made: str) -> None:
    assert safe.prose(given) == made


@pytest.mark.parametrize(
    ("given", "made"), [("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``b`", "``` a``b` ```"), ("", "`  `")]
)
def test_code_spans_hold_any_text(given: str, made: str) -> None:
    assert safe.code(given) == made
    assert safe.fenced("```\nx") == "````\n```\nx\n````"


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


# --- traces ----------------------------------------------------------------------------------------------------

GENERIC = {
    "w": ElementWeights.of([2, 3, 5]),
    "delta": PositionWeights.of([7, "11/2"]),
    "D": Similarity.of([[0, 3, 4], [3, 0, 5], [4, 5, 0]]),
}
COUNTING = {
    *("kendall", "hamming", "cayley", "ulam", "kendall-tau", "kendall-normalised", "weighted-tau[symmetric]"),
    *(
        "weighted-tau[first]",
        "tau-b-distance[rankings]",
        "gamma-distance[rankings]",
        "target-displacement",
        "top-down-correlation",
    ),
}
"""They count, or look items up by their position: no number that they are given enters what they return."""
TRACEABLE = [
    name for name, row in REGISTRY.metrics.items() if row.takes_rankings and set(row.parameters) <= set(GENERIC)
]


def evaluated(expression: str, names: dict[str, Any]) -> Any:
    """The expression by Python's own rules, every literal an exact rational."""
    literals = re.sub(r"\[[^]]*\]|\d+", lambda m: m[0] if m[0][0] == "[" else f"Whole({m[0]})", expression)
    return eval(literals, {"Whole": Whole, "sqrt": sqrt, "log": log, "abs": abs, **names})


@pytest.mark.parametrize("name", TRACEABLE)
def test_traces_say_in_symbols_and_in_numbers_what_the_value_is(name: str) -> None:
    chosen = REGISTRY.metric(name)
    parameters = {key: GENERIC[key] for key in chosen.parameters}
    for a, b in product(all_rankings(3), repeat=2):
        value = axiomatrix.exact.exact_value(chosen.evaluate(a, b, parameters), name)
        traced = trace(chosen, (a, b), parameters, value, ("a", "b"))
        if traced is None:
            assert name in COUNTING or value == 0 or a == b
            continue
        names = {**parameters, "a": a, "b": b}
        assert evaluated(traced.whole.symbols, names) == value
        assert evaluated(traced.whole.numbers, names) == value
        assert sum(evaluated(term.symbols, names) for term in traced.terms) == value
        assert traced.whole.value == str(value)


def test_a_trace_that_would_be_wrong_is_left_out() -> None:
    kendall = REGISTRY.metric("kendall-element")
    a, b = Ranking.identity(3), Ranking.identity(3).reversed()
    w = {"w": GENERIC["w"]}
    assert isinstance(trace(kendall, (a, b), w, rational(31), ("a", "b")), Trace)
    assert trace(kendall, (a, b), w, rational(30), ("a", "b")) is None


@pytest.mark.parametrize(
    "definition",
    [
        lambda a, b, w: float(w[1]),
        lambda a, b, w: {2: 1}[w[1]],
        lambda a, b, w: 1 / 0,
        lambda a, b, w: w[1] ** w[2],
        lambda a, b, w: axiomatrix.exact.log(w[1]),
        lambda a, b, w: sum(w[1] for _ in range(5000)),
        lambda a, b, w: 3,
    ],
)
def test_what_expressions_cannot_follow_has_no_trace(definition: Any) -> None:
    made = metric("m", parameters={"w": spaces.element_weights()}, registry=Registry())(definition)
    a = Ranking.identity(3)
    for value in (rational(1), rational(2), rational(3)):
        assert trace(made, (a, a), {"w": GENERIC["w"]}, value, ("a", "b")) is None


def test_operations_keep_their_parentheses() -> None:
    def definition(a: Any, b: Any, w: Any) -> Any:
        x, y, z = w[1], w[2], w[3]
        p, q = a[3], a[2]
        parts = [
            x - (y - z),
            -(x + y) * z / (x / y),
            abs(-x) ** 2,
            1 / (x * y),
            2 - x,
            3 * (+z),
            7 // p,
            5 % q,
            q // 2,
            p % 2,
        ]
        return parts[0] - sum(parts[1:]) * (p - q - 3) / (2 * p)

    made = metric("m", parameters={"w": spaces.element_weights()}, registry=Registry())(definition)
    a = Ranking.identity(3)
    w = ElementWeights.of(["3/2", 2, 7])
    value = axiomatrix.exact.exact_value(definition(a, a, w), "m")
    traced = trace(made, (a, a), {"w": w}, value, ("a", "b"))
    assert traced is not None
    assert evaluated(traced.whole.symbols, {"w": w, "a": a}) == value
    assert evaluated(traced.whole.numbers, {}) == value


def test_a_cache_in_a_definition_never_keeps_traced_numbers() -> None:
    seen: list[Any] = []

    def definition(a: Any, b: Any, w: Any) -> Any:
        seen.append({w[1]: 1})
        return w[1]

    made = metric("m", parameters={"w": spaces.element_weights()}, registry=Registry())(definition)
    a = Ranking.identity(3)
    assert trace(made, (a, a), {"w": GENERIC["w"]}, rational(2), ("a", "b")) is None
    assert not seen
