"""The reference of sources: every document, its claims by number, and what became of each."""

from __future__ import annotations

from typing import Any

from axiomatrix.catalogue import symbols
from axiomatrix.model.registry import Registry
from axiomatrix.report.site import links

from .claim_pages import page_of
from .places import SOURCES, axiom, in_site, metric, source_anchor, to
from .texts import formula, heading, link, text

MOST_CARRIERS = 8
"""So many statements that carry a claim are listed."""


def pages(registry: Registry, claims: dict[str, Any]) -> dict[str, str]:
    """The one page."""
    verdicts = {entry["id"]: entry for entry in claims["claims"]}
    said = [
        "# Sources and their claims",
        "Each claim is quoted as the source words it, slips included. The verdict is that of the committed "
        f"{in_site(SOURCES, 'claims.html', 'claims ledger')}; `axiomatrix claims ID` prints it with its evidence.",
    ]
    for source in registry.sources.values():
        said.append(heading(2, f"{text(source.id)}: {text(source.title)}", source_anchor(source.id)))
        for claim in source.claims.values():
            said.append(heading(3, text(claim.id), source_anchor(claim.id)))
            said.append(f"> {text(claim.wording)}")
            said += ["The wording is ours; the source is silent."] if claim.supplied else []
            said += [f"Formalised: {text(claim.formalised)}"] if claim.formalised else []
            said += [formula("", claim.latex, symbols.of_claim(claim))] if claim.latex else []
            entry = verdicts.get(claim.id)
            if entry is not None:
                said.append(_verdict(entry))
            said += _carriers(claim.id, registry)
    return {SOURCES: "\n\n".join(said)}


def _verdict(entry: dict[str, Any]) -> str:
    reach = f" ({text(entry['reach'])})" if entry["reach"] else ""
    own = page_of(entry)
    more = f": {link('what is wrong, and what is true instead', to(SOURCES, own))}" if own else ""
    ledger = in_site(SOURCES, links.claim(entry["id"]), "evidence")
    return f"Verdict: **{text(entry['verdict'])}**{reach}{more}; {ledger}"


def _carriers(id: str, registry: Registry) -> list[str]:
    """The metrics of which the claim is declared."""
    found = [
        f"- {metric(SOURCES, row)} {claim.status} {axiom(SOURCES, claim.statement.axiom, claim.statement.id)}"
        for row in registry.metrics.values()
        for claim in row.claims
        if claim.source.id == id
    ]
    more = [f"- and {len(found) - MOST_CARRIERS} more"] if len(found) > MOST_CARRIERS else []
    return ["\n".join([*found[:MOST_CARRIERS], *more])] if found else []
