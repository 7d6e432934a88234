"""The block ``formulas``: formulas as MathML, for pages that have them as text.

``{"metrics": {name: markup}, "axioms": {id: markup}, "claims": {id: markup}}``; of a metric or axiom that declares none
in LaTeX it is the text. MathML, which browsers show without a script, is ten times as long as the text, and packs to a
tenth of itself.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from ...catalogue import formulas
from ...evidence.safe import visible
from ...model.axiom import Axiom
from ...model.claim import SourceClaim
from ...model.metric import Metric
from ..render.mathml import lines, spans

if TYPE_CHECKING:
    from .inputs import Inputs


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block."""
    registry, whole = inputs.known, inputs.whole
    claims = {claim.id: claim for source in registry.sources.values() for claim in source.claims.values()}
    return {
        "metrics": _those((row.name, typeset(registry.metrics.get(row.name), row.formula)) for row in whole.rows),
        "axioms": _those((one.id, typeset(registry.axioms.get(one.id), one.formula)) for one in whole.columns),
        "claims": _those((id, typeset(claims[id], claims[id].wording)) for id in sorted(inputs.ledger & claims.keys())),
    }


def _those(made: Any) -> dict[str, str]:
    return {visible(name): markup for name, markup in made if markup}


def typeset(declared: Metric | Axiom | SourceClaim | None, formula: str) -> str:
    """The formula that is declared in LaTeX, if it is declared of what the report says in these words.

    Below the formula of a claim are its symbols; those of metrics and axioms stand on their pages.
    """
    words = declared.wording if isinstance(declared, SourceClaim) else declared.formula if declared else None
    if declared is None or words != formula or lines(declared.latex) is None:
        return f"<code>{html.escape(visible(formula))}</code>" if formula else ""
    listed = formulas.listed(formulas.of_claim(declared)) if isinstance(declared, SourceClaim) else ()
    shown = "".join(f"<dt>{spans(names)}</dt><dd>{html.escape(visible(meaning))}</dd>" for names, meaning in listed)
    return spans(declared.latex) + (f'<dl class="symbols">{shown}</dl>' if shown else "")
