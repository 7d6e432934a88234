"""Files of votes: one a line, best first; or a file of PrefLib, by its ending."""

from __future__ import annotations

import re
from pathlib import Path

from ...evidence.untrusted import text_lines
from ...values.orders import WeakOrder
from . import preflib
from .profile import MAX_COUNT, BadProfile, RankingProfile

_COUNT = re.compile(r"\s*(\S+?)\s*:\s*(.*)", re.DOTALL)
_COMMAS = re.compile(r",(?![^{}]*\})")
"""The commas outside braces."""
_TIE = re.compile(r"=|\s~\s")


def read(path: Path) -> RankingProfile:
    """The profile in a file of PrefLib (``.soc``, ``.soi``, ``.toc``, ``.toi``), or in a text of one vote a line.

    In a text the items stand best first, separated by ``>``, commas or blanks; items that are tied are ``a = b``,
    ``a ~ b`` or ``{a, b}``. An item that a line leaves out is one that the vote leaves out. A line may begin with how
    often the vote was given: ``3: a > b > c``. Empty lines and lines that begin with ``#`` are passed over. Raises
    :class:`BadProfile` naming file, line and rule: an item twice, a name that is empty, a count that is not a whole
    number.
    """
    if kind := preflib.kind_of(path):
        return preflib.read(path, kind)
    votes: list[WeakOrder] = []
    counts: list[int] = []
    for number, line in text_lines(path, BadProfile):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{path}, line {number}"
        count, rest = _parse_count(line, where)
        try:
            votes.append(WeakOrder.of([_items_of(bucket, where) for bucket in _split(rest, where)]))
        except ValueError as error:
            raise error if isinstance(error, BadProfile) else BadProfile(f"{where}: {error}") from None
        counts.append(count)
    if not votes:
        raise BadProfile(f"{path}: there is no ranking in it; write one a line, such as a > b > c")
    return RankingProfile.of(votes, counts)


def _parse_count(line: str, where: str) -> tuple[int, str]:
    """How often the vote was given, and the rest of the line."""
    if ":" not in line or not (matched := _COUNT.fullmatch(line)):
        return 1, line
    digits, rest = matched.groups()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12 and 1 <= int(digits) <= MAX_COUNT):
        raise BadProfile(f"{where}: {digits!r:.40} before the colon must be how often, a number 1..{MAX_COUNT}")
    return int(digits), rest


def _split(text: str, where: str) -> list[str]:
    """The buckets of a vote, best first."""
    if "<" in text.split() or ("<" in text and ">" not in text):
        raise BadProfile(f"{where}: '<' stands between items; write them best first, such as a > b > c")
    if ">" in text:
        return text.split(">")
    if "," in text or "{" in text or _TIE.search(text):
        return _COMMAS.split(text)
    return text.split() or [""]


def _items_of(bucket: str, where: str) -> list[str]:
    """The items of a bucket: one, or several that are tied."""
    text = bucket.strip()
    if text.startswith("{") and text.endswith("}"):
        items = [item.strip() for item in text[1:-1].split(",")]
    else:
        items = [item.strip() for item in _TIE.split(text)]
    for item in items:
        if not item:
            raise BadProfile(f"{where}: an item has no name; write the items best first, such as a > b > c")
        if "{" in item or "}" in item:
            raise BadProfile(f"{where}: a brace in {text!r:.60}; items that are tied are written {{a, b}}")
    return items
