"""The words for people of verdicts and reaches, so that tests compare these and no wording."""

from __future__ import annotations

import re

from axiomatrix.evidence.verdict import GRID, NOTATION, written

_NAMES = re.compile(rf"\b({'|'.join(map(re.escape, sorted({*NOTATION, GRID}, key=len, reverse=True)))})\b")


def in_words(text: str) -> str:
    """A text in which each verdict stands by its name in files, such as ``exhausted n<=5``, as people read it."""
    return _NAMES.sub(lambda name: written(name[0]), text)
