"""All generated pages, and their place in the navigation."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import axiomatrix
from axiomatrix.catalogue import load_catalogue
from axiomatrix.model.registry import Registry

from . import (
    api_pages,
    command_pages,
    house,
    look,
    schema_pages,
    space_pages,
)
from .places import API, COMMANDS, HOUSE, REFERENCE, SCHEMAS, SPACES, in_site, to
from .texts import link


def everything(root: Path) -> dict[str, str | bytes]:
    """Every generated file by its path in the documentation; ``root`` is the folder of the repository."""
    registry = load_catalogue()
    made: dict[str, str | bytes] = {REFERENCE: _reference(registry), **look.files()}
    made |= space_pages.pages(registry)
    made |= command_pages.pages()
    made |= schema_pages.pages()
    made |= api_pages.pages()
    source = Path(axiomatrix.__file__).parent
    made[HOUSE] = house.picture(source, house.order(root / "docs" / "architecture.md"))
    return made


def _reference(registry: Registry) -> str:
    counted = f"{len(registry.metrics)} metrics, {len(registry.axioms)} axioms, {len(registry.sources)} sources"
    rows = [
        (SPACES, "Spaces", "the sets of values that statements quantify over"),
        (COMMANDS, "The command line", "every command and option"),
        (SCHEMAS, "JSON Schemas", "the fields of every file of JSON"),
    ]
    of_site = [
        (
            "metric.html",
            "Metrics",
            "formula and symbols, source code, claims, verdicts and relatives of every row",
        ),
        ("axiom.html", "Axioms", "formula, example, and which metrics keep it, how far"),
        ("claims.html", "Sources and their claims", "what they say, in their words, and what became of it"),
    ]
    listed = [f"- {in_site(REFERENCE, page, title)}: {said}" for page, title, said in of_site]
    listed += [
        f"- {link(title, to(REFERENCE, where if where.endswith('.md') else f'{where}/index.md'))}: {said}"
        for where, title, said in rows
    ]
    said = (
        f"These pages are made from the registry ({counted}) when the pages are built. "
        f"What was found is in {in_site(REFERENCE, 'matrix.html', 'the matrix')}."
    )
    return "\n\n".join(["# Reference", said, "\n".join(listed)])


def navigation(made: dict[str, str | bytes]) -> list[Any]:
    """The generated sections as mkdocs wants them in ``nav``."""
    markdown = [path for path in made if path.endswith(".md")]

    def below(folder: str, prefix: str = "") -> list[Any]:
        """The index, and the pages by their title without the prefix that they all have."""
        index = f"{folder}/index.md"
        inside = [path for path in markdown if path.startswith(f"{folder}/") and path != index]
        return [index, *({_title(made[path]).removeprefix(prefix): path} for path in inside)]

    reference = [
        REFERENCE,
        {"Spaces": SPACES},
        {"Command line": COMMANDS},
        {"JSON Schemas": below(SCHEMAS, "axiomatrix ")},
        {"API": below(API)},
    ]
    return [{"Reference": reference}]


def _title(page: str | bytes) -> str:
    """The text of the heading that a page begins with."""
    first = str(page).partition("\n")[0].removeprefix("# ")
    return html.unescape(re.sub("<[^>]*>", "", first))
