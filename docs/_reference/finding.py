"""What the search of the documentation finds in the site of the reports: metrics, axioms and claims."""

from __future__ import annotations

import html
from collections.abc import Iterator

from axiomatrix.model.registry import Registry
from axiomatrix.report.site import links

from .places import SITE


def entries(registry: Registry) -> list[dict[str, str]]:
    """Each of them below its page, as the index of the search has sections."""
    found: dict[str, dict[str, str]] = {}
    for page, address, title, said in _all(registry):
        for where, shown, text in ((address.partition("#")[0], page, ""), (address, title, said)):
            entry = {"location": f"{SITE}/{where}", "title": html.escape(shown), "text": html.escape(text)}
            found.setdefault(where, entry)
    return list(found.values())


def _all(registry: Registry) -> Iterator[tuple[str, str, str, str]]:
    """The title of the page, the address, the name, and what it says."""
    for row in registry.metrics.values():
        yield f"Metrics: {row.family}", links.metric(row.name), row.name, row.formula
    sorts = {row.about for row in registry.metrics.values()}
    for axiom in registry.axioms.values():
        if not any(axiom.is_about_sort(sort) for sort in sorts):
            continue  # such as those of retrieved ids: no metric of ours has them, so the site does not
        yield f"Axioms: {axiom.group}", links.axiom(axiom.id), axiom.id, axiom.formula
    for source in registry.sources.values():
        for claim in source.claims.values():
            yield "Claims of the sources", links.claim(claim.id), claim.id, f"{claim.wording} {claim.formalised}"
