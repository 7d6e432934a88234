"""The matrix page as elements, and small matrices to make one of."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from axiomatrix import Matrix
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Witness
from axiomatrix.evidence.matrix import ColumnHead, Row
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report import json_reports
from axiomatrix.report.libraries import data as libraries_data
from axiomatrix.report.site import matrix_table
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.spaces.parameters import ParameterDomain

OPEN = ParameterDomain.OPEN
REPORTS = Path(__file__).parents[2] / "reports"
STATIC = resources.files("axiomatrix.report.site").joinpath("static")
NASTY = "<script>alert(1)</script>\"'&|x"
VOID = {"meta", "link", "input", "col", "br", "hr", "img"}
CLOSED_BY = {
    "td": {"td", "th", "tr", "thead", "tbody", "table"},
    "th": {"td", "th", "tr", "thead", "tbody", "table"},
    "tr": {"tr", "tbody", "table"},
    "thead": {"tbody", "table"},
    "tbody": {"tbody", "table"},
    "colgroup": {"colgroup", "thead", "tbody", "table"},
}
"""The elements whose end tag may be left out, and the tags whose beginning closes them."""


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def all(self, *tags: str) -> list[Element]:
        """The elements with these tags below this one, in their order."""
        return [found for one in self.inside for found in (*([one] if one.tag in tags else []), *one.all(*tags))]

    @property
    def whole(self) -> str:
        """All text in it."""
        return self.text + "".join(one.whole for one in self.inside)


class Reader(HTMLParser):
    """Reads a page as HTML says; an end tag that nothing opened, or an element that nothing closes, is an error."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]

    def close_implied(self, tag: str) -> None:
        while tag in CLOSED_BY.get(self.open[-1].tag, ()):
            self.open.pop()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.close_implied(tag)
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"an attribute twice: {self.get_starttag_text()}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1].tag != tag and self.open[-1].tag in CLOSED_BY:
            self.open.pop()
        assert self.open[-1].tag == tag, f"</{tag}> ends <{self.open[-1].tag}>, line {self.getpos()[0]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].text += data


def read(page: str) -> Element:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert len(reader.open) == 1, f"not closed: {[one.tag for one in reader.open[1:]]}"
    return reader.root


def page_of(inputs: Inputs) -> Element:
    return read(str(matrix_table.page(inputs)["matrix.html"]))


def made(cells: list[Cell], **changed: Any) -> Matrix:
    """A matrix with just these cells; rows and columns are what the cells are about."""
    names, ids = dict.fromkeys(cell.metric for cell in cells), dict.fromkeys(cell.axiom for cell in cells)
    rows = [Row(name, "distance", "mine", f"formula of {name}", {}, True, "", "rankings") for name in names]
    columns = [ColumnHead(id, f"formula of {id}", "group", "for all", "") for id in ids]
    return replace(Matrix(rows, columns, cells, "default", 0), **changed)


def cell(
    name: str,
    axiom: str,
    verdict: Any,
    *claims: tuple[str, str],
    witness: bool = False,
    space: ParameterDomain = OPEN,
) -> Cell:
    shown = (
        Witness(
            name,
            axiom,
            {},
            space,
            n=2,
            instance={},
            parameters={},
            lhs="1",
            op="<=",
            rhs="0",
            smallest=True,
            channel="exact",
            shows="refutes",
        )
        if witness
        else None
    )
    notes = tuple(ClaimNote(status, source, "as it says") for status, source in claims)
    return Cell(
        name,
        axiom,
        {},
        space,
        claims=notes,
        evidence=Evidence(Verdict(verdict), "enumeration", witness=shown, reason="a reason"),
    )


@cache
def committed_inputs() -> Inputs:
    """The committed reports: the catalogue and the libraries."""
    matrix = json_reports.read_matrix(REPORTS / "compliance.json")
    return Inputs(matrix, None, libraries_data.read(REPORTS / "libraries.json"))


@cache
def committed_source() -> str:
    return str(matrix_table.page(committed_inputs())["matrix.html"])


def matrices(page: Element) -> list[Element]:
    return [one for one in page.all("table") if "matrix" in one.attributes.get("class", "").split()]
