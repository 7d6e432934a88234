"""Verdicts on undeclared statements that people ask about, such as "does it lie between 0 and 1?".

``axiomatrix ask`` decides them on demand. The site's page "ask" reads them from ``decided.json``
(:mod:`.asking_block`), which ``python -m axiomatrix.report.site.decided FILE`` writes (CI compares). No module of the
package imports this one, since it is run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ...catalogue import load_catalogue
from ...evidence.files import write
from ...evidence.words import Line
from ..asking import DECIDED_WHEN_ASKED
from ..known import decide_now
from .cell_words import cell_data


def decide() -> list[dict[str, Any]]:
    """Decide each statement for every metric of the catalogue to which its axiom applies."""
    registry = load_catalogue()
    decided = []
    for axiom, statement in DECIDED_WHEN_ASKED.items():
        rows = [row for row in registry.metrics.values() if registry.axiom(axiom).is_about(row)]
        for cell in decide_now(statement, (axiom,), rows, registry).cells:
            decided.append(
                {
                    "metric": cell.metric,
                    "axiom": axiom,
                    "digest": registry.metric(cell.metric).file_digest,
                    # no slug: the witnesses are not stored
                    "cell": {**cell_data(cell, Line(cell), registry.axiom(axiom)), "slug": ""},
                }
            )
    return decided


def main(file: Path) -> None:
    """Decide all statements and write the file."""
    lines = ",\n".join(json.dumps(verdict, ensure_ascii=False) for verdict in decide())
    write(file, f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
