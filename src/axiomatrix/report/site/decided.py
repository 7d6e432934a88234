"""Statements that nothing declares and people ask: whether a distance lies between 0 and 1, for instance.

``axiomatrix ask`` decides them when it is asked. The site has them from ``decided.json`` (:mod:`.asking_block`), which
``python -m axiomatrix.report.site.decided FILE`` writes: CI does so, and compares. No module of the package imports
this one, since it is run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ...catalogue import load_catalogue
from ...evidence.files import write
from ...evidence.words import Line
from ..asking import DECIDED_WHEN_ASKED, decided_now
from .cell_words import cell_data


def decide() -> list[dict[str, Any]]:
    """The verdict of each statement on every metric of the catalogue that its axiom is about."""
    registry = load_catalogue()
    decided = []
    for axiom, statement in DECIDED_WHEN_ASKED.items():
        rows = [row for row in registry.metrics.values() if registry.axiom(axiom).is_about(row)]
        for cell in decided_now(statement, (axiom,), rows, registry).cells:
            decided.append(
                {
                    "metric": cell.metric,
                    "axiom": axiom,
                    "digest": registry.metric(cell.metric).file_digest,
                    "cell": {
                        **cell_data(cell, Line(cell), registry.axiom(axiom)),
                        "slug": "",
                    },  # no witness of it is stored
                }
            )
    return decided


def main(file: Path) -> None:
    """Write the file anew."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in decide())
    write(file, f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
