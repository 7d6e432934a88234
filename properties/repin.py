"""Write the pins anew from a search without pins: ``python properties/repin.py``. Read the difference first."""

from __future__ import annotations

from pathlib import Path

import axiomatrix
from axiomatrix.engine.check import check_in_workers
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.evidence.pins import pins_text

if __name__ == "__main__":
    with LocalProcesses(2, tasks_each=15) as executor:
        matrix = check_in_workers(Plan(use_pins=False), executor)
    file = Path(axiomatrix.__file__).parent / "evidence" / "catalogue_pins.json"
    file.write_text(pins_text(matrix), encoding="utf-8", newline="\n")
