"""Write the catalogue's expectations from the committed report: ``python properties/expect.py``. Read the difference.

The report is that of a search without them (``axiomatrix check --no-pins``), so that no expectation rests on another.
"""

from __future__ import annotations

from pathlib import Path

import axiomatrix
from axiomatrix.evidence.expectations import dumps, expected_of_catalogue
from axiomatrix.report.json_reports import read_matrix

if __name__ == "__main__":
    matrix = read_matrix(Path(__file__).parents[1] / "reports" / "compliance.json")
    file = Path(axiomatrix.__file__).parent / "evidence" / "catalogue_expectations.json"
    file.write_text(dumps(expected_of_catalogue(matrix)), encoding="utf-8", newline="\n")
