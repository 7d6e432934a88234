"""A page on every claim that was found false, or true of some readings only, with its witness."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from axiomatrix.catalogue import symbols
from axiomatrix.evidence.account import making
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.model.registry import Registry
from axiomatrix.report.claims.page import STATUSES
from axiomatrix.report.site import links
from axiomatrix.report.witness.text import term_lines
from axiomatrix.studies.ledger.entry import WORDS

from .places import CLAIMS, axiom, in_site, metric, source, to
from .texts import code, facts, fenced, formula, heading, link, table, text

FALSE, INCOMPLETE = "false", "true of some readings"
MEANINGS: dict[str, str] = {str(word): said for word, said in WORDS.items()}
"""What each verdict means."""
WRONG = (FALSE, INCOMPLETE)
"""The verdicts of the claims that have a page."""
LONGEST = 120
"""Characters of a title."""


def page_of(entry: dict[str, Any]) -> str | None:
    """The page of a claim of the ledger, if it is wrong."""
    return f"{CLAIMS}/{entry['id']}.md" if entry["verdict"] in WRONG else None


def pages(claims: dict[str, Any], matrix: Matrix, registry: Registry) -> dict[str, str]:
    """Each page by its path: the index, and one a claim; the matrix has the witnesses."""
    wrong = [entry for entry in claims["claims"] if page_of(entry)]
    made = {f"{CLAIMS}/index.md": _index(wrong, claims)}
    shown = [cell.evidence.witness for cell in matrix.cells if cell.evidence.witness is not None]
    stored = {f"witnesses/{witness.slug}.json": witness for witness in shown}
    for entry in wrong:
        made[f"{CLAIMS}/{entry['id']}.md"] = _page(entry, claims["sources"][entry["source"]], stored, registry)
    return made


def _index(wrong: Sequence[dict[str, Any]], claims: dict[str, Any]) -> str:
    here = f"{CLAIMS}/index.md"
    ledger = in_site(here, "claims.html", "claims ledger")
    said = [
        "# Claims found false or incomplete",
        f"The tool has {len(claims['claims'])} claims of {len(claims['sources'])} sources. These are the ones that an "
        f"exact witness or computation contradicts, and those that hold under some readings of the source and are "
        f"contradicted, or open, under others. All claims are in the {ledger}. A verdict is about the claim as it is "
        "formalised on its page.",
    ]
    for verdict, title in ((FALSE, "False"), (INCOMPLETE, "True of some readings")):
        rows = [
            [
                link(text(entry["id"]), to(here, f"{CLAIMS}/{entry['id']}.md")),
                text(entry["wording"]),
                text(entry["statement"]),
            ]
            for entry in wrong
            if entry["verdict"] == verdict
        ]
        said += [f"## {title}", text(MEANINGS[verdict]), table(["claim", "the source's words", "what it says"], rows)]
    return "\n\n".join(said)


def _page(entry: dict[str, Any], title: str, stored: Mapping[str, Witness], registry: Registry) -> str:
    here = f"{CLAIMS}/{entry['id']}.md"
    said = [f"# {text(entry['id'])}: {text(textwrap.shorten(entry['statement'], LONGEST, placeholder=' ...'))}"]
    said += [f"> {text(entry['wording'])}", f"{source(here, entry['source'])}: {text(title)}"]
    said += ["The wording is ours; the source is silent."] if entry["supplied"] else []
    claim = registry.sources[entry["source"]].claims[entry["id"]]
    said += [formula(entry["statement"], claim.latex, symbols.of_claim(claim))] if claim.latex else []
    about = [["what it says", text(entry["statement"])]]
    about += [["formalised", text(entry["formalised"])]] if entry["formalised"] else []
    about.append(["verdict", f"**{text(entry['verdict'])}**: {text(MEANINGS[entry['verdict']])}"])
    about += [[f"{state} under", text(", ".join(names))] for state, names in entry["readings"].items()]
    about += [["reach", text(entry["reach"])]] if entry["reach"] else []
    said.append(facts(about))
    false = [piece for piece in entry["evidence"] if piece["status"] == "false"]
    said += _witness(here, false, stored, registry)
    said += _checks(false)
    if entry["instead"]:
        said += [heading(2, "What is true instead", "instead"), *(text(correction) for correction in entry["instead"])]
    said += [heading(2, "All evidence", "evidence"), _evidence(here, entry["evidence"], registry)]
    said.append("The same in a terminal, decided from the last report, or anew where there is none:")
    said.append(fenced(f"axiomatrix claims {entry['id']}"))
    return "\n\n".join(said) + "\n"


def _witness(here: str, false: Sequence[dict[str, Any]], known: Mapping[str, Witness], registry: Registry) -> list[str]:
    """The smallest of the witnesses against the claim, with every value; links to the others."""
    stored = [known[piece["witness"]] for piece in false if piece["witness"]]
    if not stored:
        return []
    least = min(stored, key=lambda witness: (witness.n, witness.slug))
    shown = making.account_of(least, registry)
    row = registry.metrics.get(least.metric)
    said = [heading(2, "The smallest witness" if least.smallest else "The smallest witness found", "witness")]
    said.append(f"{metric(here, row) if row else code(least.metric)}, {code(shown.statement)}:")
    column = registry.axioms[least.axiom]
    said += [formula(shown.formula, column.latex, symbols.of_axiom(column))]
    how = f"; {shown.minimal}" if shown.minimal else ""
    said.append(f"**{text(shown.sides)}** ({text(shown.found)}{text(how)})")
    heads = ["", "value (rankings: best first)", "rank vector"] if shown.has_rankings else ["", "value"]
    said.append(
        table(
            heads,
            [[code(v.name), text(v.text), code(v.vector) if v.vector else ""][: len(heads)] for v in shown.instance],
        )
    )
    if shown.terms:
        said += ["Every value that enters:", fenced("\n".join(term_lines(shown.terms)))]
    said += [text(shown.note)] if shown.note else []
    site = in_site(here, links.witness(least.slug), "drawn, side by side")
    said += [f"The same, {site}. To decide it again by the definition alone:", fenced(shown.command())]
    if shown.constructor:
        said += ["In Python:", fenced(shown.constructor, "python")]
    others = [witness for witness in stored if witness is not least]
    if others:
        rows = [
            [
                code(witness.metric),
                code(witness.sides),
                in_site(here, links.witness(witness.slug), f"n = {witness.n}"),
            ]
            for witness in others
        ]
        said += ["Other witnesses against it:", table(["metric", "sides", "witness"], rows)]
    return said


def _checks(false: Sequence[dict[str, Any]]) -> list[str]:
    """The computations that contradict the claim, with their numbers."""
    checks = [piece for piece in false if piece["kind"] == "check"]
    if not checks:
        return []
    said = [heading(2, "The computation against it", "computation")]
    for piece in checks:
        reading = f" ({text(piece['reading'])})" if piece["reading"] else ""
        said.append(f"{text(piece['title'])}{reading}: **{text(piece['said'])}**")
        if piece["data"]:
            said.append(
                table(["", "exact value"], [[text(name), code(value)] for name, value in piece["data"].items()])
            )
    return said


def _evidence(here: str, pieces: Sequence[dict[str, Any]], registry: Registry) -> str:
    rows = [[_title(here, piece, registry), text(STATUSES[piece["status"]]), text(piece["said"])] for piece in pieces]
    return table(["what", "says of the claim", "verdict and reach"], rows)


def _title(here: str, piece: dict[str, Any], registry: Registry) -> str:
    name, _, statement = piece["title"].partition(": ")
    row = registry.metrics.get(name) if piece["kind"] == "cell" else None
    column = registry.axioms.get(statement.partition("(")[0].partition(" ")[0])
    if row is None:
        return text(piece["title"])
    return f"{metric(here, row)} {axiom(here, column, statement) if column else code(statement)}"
