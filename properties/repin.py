"""Write the pins anew from a search without pins: ``python properties/repin.py``. Read the difference first."""

from __future__ import annotations

from pathlib import Path

import axiomatrix
from axiomatrix.engine.check import Options, check_in_workers
from axiomatrix.evidence.pins import pins_text

if __name__ == "__main__":
    matrix = check_in_workers(Options(use_pins=False), workers=2, report=lambda name, cell: None)
    file = Path(axiomatrix.__file__).parent / "evidence" / "catalogue_pins.json"
    file.write_text(pins_text(matrix), encoding="utf-8", newline="\n")
