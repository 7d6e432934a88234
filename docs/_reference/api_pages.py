"""The pages of the API: each public module, from its docstrings, and an index of the public names."""

from __future__ import annotations

import types

import axiomatrix

from .places import API, to
from .texts import code, docstring, link, table

MODULES: dict[str, tuple[str, ...]] = {
    "metric": ("axiomatrix.model.registry", "axiomatrix.model.metric"),
    "axiom": ("axiomatrix.model.axiom",),
    "relation": ("axiomatrix.model.relation",),
    "claim": ("axiomatrix.model.claim",),
    "conjecture": ("axiomatrix.model.conjecture",),
    "engine": ("axiomatrix.engine.check",),
    "difference": (
        "axiomatrix.studies.difference.search",
        "axiomatrix.studies.difference.answer",
        "axiomatrix.studies.difference.sides",
    ),
    "matrix": ("axiomatrix.evidence.matrix", "axiomatrix.evidence.cell"),
    "evidence": ("axiomatrix.evidence.evidence", "axiomatrix.evidence.verdict", "axiomatrix.evidence.reach"),
    "witness": ("axiomatrix.evidence.witness", "axiomatrix.evidence.python_code"),
    "certificate": ("axiomatrix.evidence.certificate", "axiomatrix.verify"),
    "rankings": ("axiomatrix.values.rankings",),
    "orders": ("axiomatrix.values.orders",),
    "judged": ("axiomatrix.values.judged", "axiomatrix.values.scored", "axiomatrix.values.retrieval"),
    "parameters": (
        "axiomatrix.values.parameters",
        "axiomatrix.values.grades",
    ),
    "exact": (
        "axiomatrix.numbers.exact",
        "axiomatrix.numbers.rationals",
        "axiomatrix.numbers.formal",
    ),
    "spaces": (
        "axiomatrix.spaces",
        "axiomatrix.spaces.base",
        "axiomatrix.spaces.rankings",
        "axiomatrix.spaces.orders",
        "axiomatrix.spaces.lists",
        "axiomatrix.spaces.runs",
        "axiomatrix.spaces.scored",
        "axiomatrix.spaces.parameters",
        "axiomatrix.spaces.scalars",
        "axiomatrix.spaces.strategies",
    ),
    "pytest_plugin": ("axiomatrix.pytest_plugin.collecting",),
    "libraries": ("axiomatrix.libraries.implementation", "axiomatrix.libraries.library"),
}
"""The modules of each page."""
ALONE = "\n    options:\n      show_root_heading: false\n      show_root_toc_entry: false"
"""A module that has a page for itself needs no second heading."""


def pages() -> dict[str, str]:
    """Each page by its path."""
    made = {f"{API}/index.md": _index()}
    for name, modules in MODULES.items():
        said = [f"# {code(modules[0] if len(modules) == 1 else 'axiomatrix: ' + name)}"]
        said += [f"::: {module}{ALONE if len(modules) == 1 else ''}" for module in modules]
        made[f"{API}/{name}.md"] = "\n\n".join(said)
    return made


def _index() -> str:
    here = f"{API}/index.md"
    homes = {module: page for page, modules in MODULES.items() for module in modules}
    rows = []
    for name in axiomatrix.__all__:
        given = getattr(axiomatrix, name)
        says = callable(given) or isinstance(given, types.ModuleType)
        first = (given.__doc__ or "").strip().partition("\n")[0] if says else ""
        home = given.__name__ if isinstance(given, types.ModuleType) else getattr(given, "__module__", "")
        page = homes.get(home)
        rows.append([link(code(name), to(here, f"{API}/{page}.md")) if page else code(name), docstring(first)])
    return "\n\n".join(
        [
            "# API",
            f"What {code('import axiomatrix')} gives. Docstrings begin with a formula or a sentence, then say shapes, "
            "conventions and errors.",
            table(["name", ""], rows),
        ]
    )
