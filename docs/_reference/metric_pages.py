"""The reference of metrics: a page for each family, from the registry."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from axiomatrix.catalogue import symbols
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.report.site import links

from .places import METRICS, axiom, family, in_site, metric, source, space, to
from .texts import anchor, code, docstring, facts, formula, heading, link, table, text


def pages(registry: Registry) -> dict[str, str]:
    """Each page by its path: an index, and the families in the order in which the catalogue has them."""
    families: dict[str, list[Metric]] = {}
    for row in registry.metrics.values():
        families.setdefault(row.family, []).append(row)
    known = {id for of in registry.sources.values() for id in of.claims}
    made = {f"{METRICS}/index.md": _index(families)}
    for name, rows in families.items():
        made[family(name)] = _family(name, rows, known)
    return made


def _index(families: dict[str, list[Metric]]) -> str:
    here = f"{METRICS}/index.md"
    count = sum(map(len, families.values()))
    said = [
        "# Metrics",
        f"The catalogue has {count} rows in {len(families)} families; each variant of a definition is a row of its "
        f"own. What was found about each is in {in_site(here, 'index.html', 'the matrix')}. `axiomatrix list metrics` "
        "prints the same list.",
    ]
    for name, rows in families.items():
        said.append(f"## {link(text(name), to(here, family(name)))}")
        said.append(_table(here, rows))
    return "\n\n".join(said)


def _table(here: str, rows: Sequence[Metric]) -> str:
    return table(["metric", "kind", "formula"], [[metric(here, row), row.kind, code(row.formula)] for row in rows])


def _family(name: str, rows: Sequence[Metric], known: Collection[str]) -> str:
    here = family(name)
    said = [f"# Metrics: {text(name)}"]
    for row in rows:
        said += _metric(here, row, known)
    return "\n\n".join(said)


def _metric(here: str, row: Metric, known: Collection[str]) -> list[str]:
    said = [heading(2, code(row.name), anchor(row.name)), formula(row.formula, row.latex, symbols.of_metric(row))]
    said.append(docstring("\n".join(row.doc.splitlines()[1:])))
    about = [["kind", row.kind], ["of", text(row.about)]]
    about += [[f"argument {code(name)}", space(here, of)] for name, of in row.arguments.items()]
    about += [[f"parameter {code(name)}", space(here, of)] for name, of in row.parameters.items()]
    about.append(["computed", "exactly" if row.exact else "in floats, with a stated slack"])
    about += [["source", text(row.source)]] if row.source else []
    about.append(["found", in_site(here, links.metric(row.name, row.family), "all cells of this metric")])
    said.append(facts(about))
    if row.claims:
        claims = [
            [source(here, claim.source.id, known), claim.status, axiom(here, claim.statement.axiom, claim.statement.id)]
            for claim in row.claims
        ]
        said += ["Declared:", table(["claim", "status", "statement"], claims)]
    return said
