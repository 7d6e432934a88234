"""The block ``texts``: the words that stand in what is said of metrics and axioms, to be searched.

``{"metrics": [...], "axioms": [...]}``: a text for each, in the order of the block ``cells``, of its docstring and of
where it is from; every word once, in small letters, without those that the names and the formula have.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from ...evidence.safe import visible

if TYPE_CHECKING:
    from .inputs import Inputs

_WORD = re.compile(r"[^\W_]{3,}")
"""What is searched for: shorter words say little."""


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block."""
    whole = inputs.whole
    return {
        "metrics": [_words(f"{row.doc} {row.source}", row.formula) for row in whole.rows],
        "axioms": [_words(column.doc, column.formula) for column in whole.columns],
    }


def _words(text: str, formula: str) -> str:
    words = dict.fromkeys(_WORD.findall(_plain(text)))
    for word in _WORD.findall(_plain(formula)):
        words.pop(word, None)
    return " ".join(words)


def _plain(text: str) -> str:
    """The text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", visible(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
