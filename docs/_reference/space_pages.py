"""The reference of spaces: every space that a metric or an axiom of the registry names, and how to write it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable
from typing import Any

from axiomatrix import spaces
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import ParameterSpace, Space

from .places import API, SPACES, axiom, metric, space_anchor, to
from .texts import code, docstring, facts, heading, link, text

SIZES = (1, 2, 3)
"""The numbers of items of which the values are counted."""
MOST_USERS = 6
"""So many metrics or axioms that use a space are named."""


def pages(registry: Registry) -> dict[str, str]:
    """The one page."""
    written = constructors()
    used = {of.name: of for of in written.values()}
    for row in registry.metrics.values():
        used |= {of.name: of for of in (*row.arguments.values(), *row.parameters.values())}
    used |= {of.name: of for column in registry.axioms.values() for of in column.over.values() if of.name not in used}
    arguments = [of for of in used.values() if of.sort]
    parameters = [of for of in used.values() if isinstance(of, ParameterSpace)]
    others = [of for of in used.values() if of not in arguments and of not in parameters]
    said = [
        "# Spaces",
        "A space is a set of values that can be enumerated up to a size, sampled, and validated. The number of values "
        "is that of what is enumerated for 1, 2 and 3 items; of a space that has more values it is a grid, and "
        "labelled so. The constructors are in "
        f"{code('axiomatrix.spaces')} ({link('API', to(SPACES, f'{API}/spaces.md'))}).",
    ]
    for title, group in (
        ("What a metric takes", arguments),
        ("Parameters", parameters),
        ("What axioms quantify over besides", others),
    ):
        said.append(f"## {title}")
        for of in group:
            said += _space(of, [name for name, made in written.items() if made.name == of.name], registry)
    return {SPACES: "\n\n".join(said)}


def constructors() -> dict[str, Space]:
    """The spaces that ``axiomatrix.spaces`` has by name, or makes without arguments, by how they are written."""
    found: dict[str, Space] = {}
    for name in spaces.__all__:
        given = getattr(spaces, name)
        if isinstance(given, Space):
            found[f"spaces.{name}"] = given
        elif inspect.isfunction(given) and not _required(given):
            made = given()
            if isinstance(made, Space):
                found[f"spaces.{name}()"] = made
    return found


def _required(function: Callable[..., Any]) -> list[str]:
    """The arguments that it must be given."""
    parameters = inspect.signature(function).parameters.values()
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p.name for p in parameters if p.default is inspect.Parameter.empty and p.kind not in kinds]


def _space(of: Space, written: Iterable[str], registry: Registry) -> list[str]:
    said = [heading(3, text(of.name), space_anchor(of)), docstring(inspect.getdoc(type(of)) or "")]
    about = [["in Python", ", ".join(map(code, written))]] if written else []
    counted = [_count(of, n) for n in SIZES]
    if any(counted):
        kind = "values enumerated" if of.complete else "values on the grid"
        about.append(
            [kind, text(", ".join(f"{said} for n = {n}" for n, said in zip(SIZES, counted, strict=True) if said))]
        )
    example = _example(of)
    about += [["one of them in JSON", code(example)]] if example else []
    rows = [
        row
        for row in registry.metrics.values()
        if of.name in _names((*row.arguments.values(), *row.parameters.values()))
    ]
    columns = [column for column in registry.axioms.values() if of.name in _names(column.over.values())]
    users = [metric(SPACES, row) for row in rows] or [axiom(SPACES, column) for column in columns]
    more = f" and {len(users) - MOST_USERS} more" if len(users) > MOST_USERS else ""
    about += [["used by", ", ".join(users[:MOST_USERS]) + more]] if users else []
    return [*said, *([facts(about)] if about else [])]


def _names(used: Iterable[Space]) -> set[str]:
    return {of.name for of in used}


def _count(of: Space, n: int) -> str:
    try:
        return f"{len(of.enumerate(n)):,}"
    except (NotImplementedError, Undefined):  # what only the metric decides, or what there is not over so few items
        return ""


def _example(of: Space) -> str:
    try:
        values = of.enumerate(SIZES[-1])
    except (NotImplementedError, Undefined):
        return ""
    return json.dumps(of.encode(values[len(values) // 2])) if values else ""
