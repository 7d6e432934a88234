"""What comes of files that are altered in structure and still valid: 300 of each kind.

    python benchmarks/altered_files.py [COUNT [KIND...]]

Values are changed, fields dropped, keys doubled, types swapped, numbers negated or made huge, items of lists dropped,
doubled and turned around, texts edited, lines dropped, doubled and exchanged; half of the files are sealed again where
their format has a seal. Takes some minutes; prints the table and writes it to altered_files.md beside this file (unless
kinds are named).
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tabulate import tabulate

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests" / "support"), str(HERE.parent)]

from altered import KINDS, OUTCOMES, altered, decided  # noqa: E402
from corruptible import home  # noqa: E402

SEED = 13
NAMES = {
    "witness": "witness",
    "certificate": "certificate",
    "journal-check": "journal of a check",
    "journal-explore": "journal of an exploration",
    "report": "compliance.json",
    "libraries": "libraries.json",
    "baseline": "baseline",
    "run": "TREC run",
    "judgements": "TREC judgements",
}
INTRODUCTION = """# Altered files

Made by `python benchmarks/altered_files.py`. Each file is a valid one altered in structure and still valid JSON (or
text), half of them with their digests made anew where the format has any. *Refused*: an error line, a witness or a
failure that does not stand, or a journal that is replaced, with a line. *No effect*: the command decides the same as of
the valid file. *Decided anew*: what the command says was computed from what is in the file now, and is true of it.
*Effect*: it says otherwise, and nothing bears it out. *Sealed*: how many had digests that fit.

What no rule notices: a cell that is left out of a report as a whole (`diff` says that it is gone), and counts of cases that are others and still fit. A report is trusted as its folder is.
"""


def main(count: int, kinds: list[str]) -> None:
    """Make, read and count."""
    rows = []
    with tempfile.TemporaryDirectory() as made:
        here = Path(made)
        (here / "home").mkdir()
        valid = home(here / "home")
        for kind in kinds:
            (here / kind).mkdir()
            found = decided(valid, altered(valid, here / kind, kind, count, SEED))
            counts = Counter(what for _, what, _ in found)
            sealed = sum(file.sealed for file, _, _ in found) if kind.startswith(("journal", "certificate")) else 0
            rows.append([NAMES[kind], len(found), sealed or "", *(counts[what] for what in OUTCOMES)])
            print(*rows[-1], sep=", ", flush=True)
            for file, what, text in found:
                if what in ("effect", "traceback"):
                    print(file.path, file.change, "sealed" if file.sealed else "", what, text[-300:].strip(), sep=": ")
    table = tabulate(rows, ["kind", "files", "sealed", *OUTCOMES], tablefmt="github")
    print(table)
    if kinds == list(KINDS):
        (HERE / "altered_files.md").write_text(f"{INTRODUCTION}\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(int(arguments[0]) if arguments else 300, arguments[1:] or list(KINDS))
