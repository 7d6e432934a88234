"""A library that is none, whose functions have every kind of finding; its snippets need only the standard library."""

from __future__ import annotations

from typing import Any

from msgspec import structs
from unpacking import unpacked

from axiomatrix import Registry, axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import CallNote, Comparison, Evidence, Witness
from axiomatrix.evidence.matrix import ColumnHead
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.libraries import Documentation, Library
from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.shapes import TruthAndScores
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.site.inputs import library_inputs
from axiomatrix.report.site.static_pages import pages
from axiomatrix.spaces import whole_lists
from axiomatrix.spaces.parameters import ParameterDomain

HOME = "https://example.org/planted"
PLANTED = Library("planted", "jinja2", HOME, "planted")  # of a distribution that is installed, for its version
NASTY = "<script>alert(1)</script>|x`y"
NASTY_TEXT = "line `one` | two\n| --- |\n<img src=x onerror=alert(2)> [a](javascript:b) \x1b[31m\u202e"


def share(x: Any) -> Any:
    """The share of the listed items that are relevant."""
    return sum((x[i] for i in range(1, x.n + 1)), 0 * x[1]) / x.n


def registry() -> Registry:
    """The catalogue with the planted implementations."""
    made = Registry(load_catalogue())
    docs = Documentation("planted", "planted's documentation")
    made.add_source(docs)
    given: dict[str, Any] = {
        "shape": TruthAndScores(),
        "kind": "score",
        "arguments": {"x": whole_lists(1)},
        "page": f"{HOME}/page_(1).html",
        "into": made,
    }
    ranged = docs.says("range", 'Returns "a value" between 0 and 1 | or so.', f"{HOME}/range", "0 <= m(x) <= 1")
    is_ranged = [ranged.holds(axioms.range_zero_one)]

    @implementation(PLANTED, "share", definition=share, concept="share", claims=is_ranged, **given)
    def _share(y_true: Any, y_score: Any) -> Any:
        import statistics

        return statistics.fmean(y_true)

    @implementation(PLANTED, "total", definition=share, concept="share", claims=is_ranged, **given)
    def _total(y_true: Any, y_score: Any) -> Any:
        return float(sum(y_true))

    @implementation(PLANTED, "negated", definition=share, concept="share", **given)
    def _negated(y_true: Any, y_score: Any) -> Any:
        return -sum(y_true) / len(y_true)

    swaps = docs.says("swaps", "The order within the list does not matter.", f"{HOME}/swaps")

    @implementation(PLANTED, "unordered", claims=[swaps.fails(axioms.swap_strict)], **given)
    def _unordered(y_true: Any, y_score: Any) -> Any:
        return 1 / len(y_true)

    @implementation(PLANTED, NASTY, **given)
    def _nasty(y_true: Any, y_score: Any) -> Any:
        if sum(y_true) > 1:
            raise ValueError("line `one` | two <img src=x onerror=alert(2)> [a](javascript:b) \x1b[31m\u202e")
        return -float(sum(y_true))

    return made


NAMES = ("planted.share", "planted.total", "planted.negated", "planted.unordered", f"planted.{NASTY}")
SHARE, TOTAL, NEGATED, UNORDERED, HOSTILE = NAMES


def agreement(a: str, b: str, axiom: str, verdict: str, answers: tuple[str, str] = ("0.5", "1.0"), n: int = 2) -> Cell:
    """A cell about two implementations."""
    reach = (Reach("enumeration", 1, 3, 40),)
    if verdict != "refuted":
        text = "no sign of life" if verdict == "timeout" else ""
        evidence = Evidence(Verdict(verdict), "enumeration", reach, reason=text)
        return Cell(a, axiom, {"other": b}, ParameterDomain.OPEN, claims=(), evidence=evidence)
    given = {"x": {"grades": ["1", "0"][:n]}}
    witness = Witness(
        a,
        axiom,
        {"other": b},
        ParameterDomain.OPEN,
        n=n,
        instance=given,
        parameters={},
        lhs=answers[0],
        op="==",
        rhs=answers[1],
        smallest=True,
        channel="float",
        shows="refutes",
    )
    calls = tuple(CallNote(f"print({answer!r})\n", answer, "1/2") for answer in answers)
    compared = Comparison("holds", "is silent", "deviates from its definition", calls)
    return Cell(
        a,
        axiom,
        {"other": b},
        ParameterDomain.OPEN,
        claims=(),
        evidence=Evidence(Verdict.REFUTED, "enumeration", reach, witness, comparison=compared),
    )


TIES, NO_TIES = "agrees-with", "agrees-with-without-ties"


def with_agreement(report: LibraryReport, answer: str = "1.0") -> LibraryReport:
    """The report with what three rows have to do with each other."""
    cells = [
        agreement(SHARE, TOTAL, TIES, "refuted", ("0.5", answer)),
        agreement(TOTAL, SHARE, NO_TIES, "refuted", (answer, "0.5")),
        agreement(SHARE, NEGATED, TIES, "refuted", ("0.5", "-0.5")),
        agreement(SHARE, NEGATED, NO_TIES, "exhausted"),
        agreement(TOTAL, NEGATED, TIES, "exhausted"),
        agreement(TOTAL, NEGATED, NO_TIES, "vacuous"),
        agreement(SHARE, UNORDERED, TIES, "timeout"),
        agreement(SHARE, UNORDERED, NO_TIES, "exhausted"),
        agreement(NEGATED, UNORDERED, TIES, "rounding"),
    ]
    heads = [ColumnHead(id, "m(x) = other(x)", "agreement", "for all", "") for id in (TIES, NO_TIES)]
    return structs.replace(report, cells=[*report.cells, *cells], columns=[*report.columns, *heads])


def on_site(report: LibraryReport) -> str:
    """The page of the site, with what is stored beside it."""
    made = pages(library_inputs(report))
    folded = made["data/libraries.js"]
    assert isinstance(folded, bytes)
    return "\n".join([str(made["libraries.html"]), *unpacked(folded)])
