"""One snapshot for each renderer, the only place where whole sentences are compared: run this file to write them anew.

``python tests/laws/snapshots.py`` writes ``tests/laws/snapshots/``; ``git diff`` then shows what reads otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from axiomatrix import check
from axiomatrix.report.document import (
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Link,
    List,
    Math,
    Mono,
    Nested,
    Note,
    Picture,
    Strong,
    Table,
    Text,
)
from axiomatrix.report.render import PAGES, html, terminal
from axiomatrix.report.subjects.cell import CellContext, cells_document

FOLDER = Path(__file__).parent / "snapshots"
AXIOM = "left-invariance"

EVERY_BLOCK = Document(
    ("Every block, with ", Mono("names")),
    "A summary in one sentence.",
    (
        Text(
            (
                "Words, ",
                Strong("strong ones"),
                ", a ",
                Link("link", "page.html"),
                " and a symbol ",
                Math("w_x", "w_{x}"),
            )
        ),
        Heading("Lists and tables"),
        List(("first", Nested("second", ("inner",)))),
        Table(("metric", "value"), (("kendall", Mono("3")), ("footrule", Mono("4")))),
        Code("axiomatrix check FILE.py", "console"),
        Formula("K(a, b) <= F(a, b)", "K(a, b) \\\\le F(a, b)"),
        Note("How to read the others."),
        Picture("<svg/>", "two rankings", file="picture.svg"),
        Details("More", (Text("folded away"),)),
    ),
)


@cache
def documents() -> tuple[Document, ...]:
    """Every kind of block, and a refuted cell of the catalogue."""
    matrix = check("kendall", axioms=[AXIOM], profile="quick", use_pins=False)
    return EVERY_BLOCK, cells_document(list(matrix), CellContext(matrix=matrix))


SNAPSHOTS: dict[str, Callable[[Document], str]] = {
    **{f"{name}.txt": format.render for name, format in PAGES.items()},
    "html.html": html.render,
    "notebook.html": lambda document: html.render_for_notebook(document).partition("</style>")[2],
    "terminal.txt": terminal.render,
}


def rendered(name: str) -> str:
    return "\n\n".join(SNAPSHOTS[name](document).rstrip() for document in documents()) + "\n"


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in SNAPSHOTS:
        (FOLDER / name).write_text(rendered(name), encoding="utf-8")


if __name__ == "__main__":
    write_all()
