"""Read files of ballots for `axiomatrix aggregate`: text with one vote a line, and the formats of PrefLib.

A *vote* is an order of items, best first, perhaps with ties; a *bucket* is one place of it, with the items tied there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...evidence.files import text_lines
from ...values.orders import WeakOrder
from .profile import MAX_COUNT, BadProfile, RankingProfile

_COUNTED_VOTE = re.compile(r"\s*(\S+?)\s*:\s*(.*)", re.DOTALL)
"""(count, vote) of a line such as ``3: a > b``; the vote can have colons too."""
_COMMAS = re.compile(r",(?![^{}]*\})")
"""The commas outside braces: after one inside, the next brace closes."""
_TIE = re.compile(r"=|\s~\s")
"""The sign between tied items; ``~`` needs blanks, as it can be part of a name."""


def read_ballots(path: Path) -> RankingProfile:
    """Read the profile in a file of PrefLib (``.soc``, ``.soi``, ``.toc``, ``.toi``) or in a text with one vote a line.

    In a text the items are listed best first, separated by ``>``, commas or blanks. Tied items are written ``a = b``,
    ``a ~ b`` or ``{a, b}``. A vote may leave items out. A line may begin with the count of the vote: ``3: a > b > c``.
    Empty lines and lines that begin with ``#`` are skipped. Raises :class:`BadProfile` naming file, line and rule: a
    repeated item, an empty name, or a count that is not a whole number.
    """
    if kind := preflib_kind(path):
        return read_preflib(path, kind)
    votes: list[WeakOrder] = []
    counts: list[int] = []
    for number, line in text_lines(path, BadProfile):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{path}, line {number}"
        count, vote = _parse_count(line, where)
        buckets = [_items_of(bucket, where) for bucket in _split(vote, where)]
        try:
            votes.append(WeakOrder.of(buckets))
        except ValueError as error:  # such as a repeated item
            raise BadProfile(f"{where}: {error}") from None
        counts.append(count)
    if not votes:
        raise BadProfile(f"{path}: no ranking in the file; write one per line, such as a > b > c")
    return RankingProfile.of(votes, counts)


def _parse_count(line: str, where: str) -> tuple[int, str]:
    """Return (count of the vote, vote); the count is 1 if the line has none."""
    if ":" not in line or not (matched := _COUNTED_VOTE.fullmatch(line)):
        return 1, line
    digits, vote = matched.groups()
    # the length is tested first, as int() of a very long text is slow or fails
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12 and 1 <= int(digits) <= MAX_COUNT):
        raise BadProfile(f"{where}: {digits!r:.40} before the colon is not a count; write a number 1..{MAX_COUNT}")
    return int(digits), vote


def _split(text: str, where: str) -> list[str]:
    """Return the buckets of a vote as texts, best first.

    Buckets are separated by ``>`` if there is one, else by commas if there is a comma, a brace or a tie, else by
    blanks.
    """
    if "<" in text.split() or ("<" in text and ">" not in text):
        raise BadProfile(f"{where}: '<' between items is not supported; write them best first, such as a > b > c")
    if ">" in text:
        return text.split(">")
    if "," in text or "{" in text or _TIE.search(text):
        return _COMMAS.split(text)
    return text.split() or [""]  # an empty vote has one bucket, whose item has no name


def _items_of(bucket: str, where: str) -> list[str]:
    """Return the items of a bucket: one, or several that are tied."""
    text = bucket.strip()
    if text.startswith("{") and text.endswith("}"):
        items = [item.strip() for item in text[1:-1].split(",")]
    else:
        items = [item.strip() for item in _TIE.split(text)]
    for item in items:
        if not item:
            raise BadProfile(f"{where}: an item has no name; write the items best first, such as a > b > c")
        if "{" in item or "}" in item:
            raise BadProfile(f"{where}: stray brace in {text!r:.60}; write tied items as {{a, b}}")
    return items


# --- files of PrefLib (preflib.org): strict or tied, complete or incomplete orders of numbered alternatives ---------
# Lines of metadata come first (``# ALTERNATIVE NAME 1: ...``, ``# NUMBER VOTERS: ...``), then one line for each
# distinct vote with its count: ``54: 3,{2,1},4``. The numbers in the metadata must agree with the votes, so that a
# truncated file is refused.

PREFLIB_KINDS = ("soc", "soi", "toc", "toi")
"""File name endings: s = strict or t = tied orders, c = complete or i = incomplete."""
KINDS_WITHOUT_ORDERS = {"cat": "categories", "wmd": "a matching graph"}
"""Endings of PrefLib files without orders, with their content."""
MAX_ALTERNATIVES = 100_000
"""Largest number of alternatives of a file, which bounds the memory."""
_METADATA = re.compile(r"#\s*([A-Z][A-Z ]*?)(?:\s+(\d{1,9}))?\s*:\s*(.*)")
"""(key, number of an alternative, value) of a line such as ``# ALTERNATIVE NAME 1: Ann``."""
_VOTE = re.compile(r"(\d{1,12})\s*:\s*(.*)")
"""(count, buckets) of a line such as ``54: 3,{2,1},4``."""
_BUCKET = re.compile(r"\{([^{}]*)\}|([^,{}]+)")
"""The next bucket: the alternatives in braces, or a single alternative."""
_NUMERIC_KEYS = ("NUMBER ALTERNATIVES", "NUMBER VOTERS", "NUMBER UNIQUE ORDERS")
"""The keys of metadata that are numbers; the reader compares them with the votes."""


def preflib_kind(path: Path) -> str | None:
    """Return the ending of a PrefLib file, or None for any other file; refuse a PrefLib file without orders."""
    name = path.name.lower().removesuffix(".gz")
    ending = name.rpartition(".")[2]
    if "." in name and ending in KINDS_WITHOUT_ORDERS:
        accepted = ", ".join(f".{kind}" for kind in PREFLIB_KINDS)
        raise BadProfile(
            f"{path}: a PrefLib .{ending} file has {KINDS_WITHOUT_ORDERS[ending]}, not orders; use {accepted}"
        )
    return ending if "." in name and ending in PREFLIB_KINDS else None


def read_preflib(path: Path, kind: str) -> RankingProfile:
    """Read the profile in a PrefLib file; items are the names of the alternatives, or else their numbers.

    Raises :class:`BadProfile` naming file, line and rule.
    """
    reader = _PreflibReader(path, kind)
    for number, line in text_lines(path, BadProfile):
        if text := line.strip():
            reader.read_line(text, number)
    names = reader.finish()
    votes = [WeakOrder.of([[names[a] for a in bucket] for bucket in vote]) for vote in reader.votes]
    return RankingProfile.of(votes, reader.counts, names.values())


@dataclass
class _PreflibReader:
    """Reader of a PrefLib file: takes its lines one by one with ``read_line``, then checks the whole in ``finish``."""

    path: Path
    kind: str
    """The file name's ending, one of ``PREFLIB_KINDS``."""
    metadata_numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By metadata key: (number, line of the file)."""
    names: dict[int, str] = field(default_factory=dict)
    """By number of the alternative."""
    votes: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    """Each vote as its buckets of alternatives, best first."""
    counts: list[int] = field(default_factory=list)
    """The count of each vote."""
    line: int = 0
    """The number of the line being read, for errors."""

    def read_line(self, text: str, number: int) -> None:
        """Read one more line."""
        self.line = number
        if text.startswith("#"):
            if matched := _METADATA.fullmatch(text):
                key, alternative, value = matched.groups()
                self._add_metadata(key, alternative, value.strip())
        elif matched := _VOTE.fullmatch(text):
            self._add_vote(int(matched[1]), matched[2])
        elif not self.votes and not self.metadata_numbers and text.isdigit():
            raise self.error("this is PrefLib's format before 2022, without '#' lines; download the file again")
        else:
            raise self.error(f"{text!r:.60} is not a vote; write its count and the alternatives: 54: 3,{{2,1}},4")

    def _add_metadata(self, key: str, alternative: str | None, value: str) -> None:
        if key == "DATA TYPE" and value and value.lower() != self.kind:
            raise self.error(f"# DATA TYPE is {value!r:.20}, but the file ends in .{self.kind}")
        if key not in _NUMERIC_KEYS and (key != "ALTERNATIVE NAME" or alternative is None):
            return
        if self.votes:
            raise self.error(f"# {key} comes after the first vote; move it above the votes")
        if key in _NUMERIC_KEYS:
            if not (value.isascii() and value.isdigit() and len(value) <= 18):
                raise self.error(f"# {key} is {value!r:.40}; it must be a whole number")
            if key == "NUMBER ALTERNATIVES" and not 1 <= int(value) <= MAX_ALTERNATIVES:
                raise self.error(f"# {key} is {value}; it must be 1..{MAX_ALTERNATIVES}")
            self.metadata_numbers[key] = int(value), self.line
        else:
            assert alternative is not None  # only names are left, and they have a number
            self._add_name(int(alternative), value)

    def _add_name(self, alternative: int, name: str) -> None:
        if not 1 <= alternative <= MAX_ALTERNATIVES:
            raise self.error(f"alternative {alternative}: alternatives are numbered 1..{MAX_ALTERNATIVES}")
        if alternative in self.names:
            raise self.error(f"alternative {alternative} is named twice")
        self.names[alternative] = name or str(alternative)

    def _add_vote(self, count: int, text: str) -> None:
        """Add a vote that its file's kind allows: kind[0] is s (strict) or t (ties), kind[2] c (complete) or i."""
        if not 1 <= count <= MAX_COUNT:
            raise self.error(f"the count is {count}; it must be 1..{MAX_COUNT}")
        buckets = tuple(tuple(map(self._alternative, bucket)) for bucket in self._buckets(text))
        alternatives = [a for bucket in buckets for a in bucket]
        if len(set(alternatives)) < len(alternatives):
            repeated = next(a for k, a in enumerate(alternatives) if a in alternatives[:k])
            raise self.error(f"alternative {repeated} occurs twice in one vote")
        if self.kind[0] == "s" and len(alternatives) > len(buckets):
            raise self.error(f"a tie in braces is not allowed in a .{self.kind} file")
        if self.kind[2] == "c" and len(alternatives) < self.n:
            absent = next(a for a in range(1, self.n + 1) if a not in set(alternatives))
            raise self.error(
                f"alternative {absent} is missing; in a .{self.kind} file every vote ranks all alternatives"
            )
        self.votes.append(buckets)
        self.counts.append(count)

    def _buckets(self, text: str) -> Iterator[list[str]]:
        """Yield the alternatives of each bucket as texts: ``3,{2,1},4`` has the buckets 3, then 2 and 1, then 4."""
        position = 0
        while position <= len(text):
            matched = _BUCKET.match(text, position)
            if not matched:
                raise self.error(f"an alternative or a brace is missing at {text[position : position + 20]!r}")
            inner, single = matched.groups()
            yield [single] if inner is None else inner.split(",")
            remainder = text[matched.end() :].lstrip()
            if not remainder:
                return
            if remainder[0] != ",":
                raise self.error(f"a comma is missing before {remainder[:20]!r}")
            position = len(text) - len(remainder[1:].lstrip())  # after the comma and blanks

    def _alternative(self, text: str) -> int:
        digits = text.strip()
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and 1 <= int(digits) <= self.n):
            raise self.error(f"{digits!r:.40} is not an alternative; alternatives are numbered 1..{self.n}")
        return int(digits)

    @property
    def n(self) -> int:
        """Return the number of alternatives, from the metadata."""
        if "NUMBER ALTERNATIVES" in self.metadata_numbers:
            return self.metadata_numbers["NUMBER ALTERNATIVES"][0]
        if not self.names:
            raise self.error("# NUMBER ALTERNATIVES is missing before the first vote")
        return max(self.names)

    def finish(self) -> dict[int, str]:
        """Compare the metadata with the votes, and return the name of each alternative."""
        if not self.votes:
            raise BadProfile(f"{self.path}: no vote in the file; write votes such as 54: 3,2,1,4")
        names = {a: self.names.get(a, str(a)) for a in range(1, self.n + 1)}
        beyond = next((a for a in self.names if a > self.n), None)
        if beyond is not None:
            raise BadProfile(f"{self.path}: alternative {beyond} has a name, but # NUMBER ALTERNATIVES is {self.n}")
        if pair := _first_repeated_name(names.items()):
            raise BadProfile(
                f"{self.path}: alternatives {pair[0]} and {pair[1]} have the same name, {names[pair[0]]!r:.60}"
            )
        # where a vote is listed twice, files give either the number of lines or the number of different votes
        different_votes = {tuple(map(frozenset, vote)) for vote in self.votes}
        accepted = {len(self.votes), len(different_votes)}
        self._require("NUMBER VOTERS", {sum(self.counts)}, "the counts of the votes add up to")
        self._require("NUMBER UNIQUE ORDERS", accepted, "the number of votes is")
        return names

    def _require(self, key: str, accepted: set[int], description: str) -> None:
        """Refuse a file whose metadata have a number for this key that is not accepted.

        ``description`` introduces the largest accepted number in the message.
        """
        expected, line = self.metadata_numbers.get(key, (None, 0))
        if expected is not None and expected not in accepted:
            raise BadProfile(f"{self.path}, line {line}: # {key} is {expected}, but {description} {max(accepted)}")

    def error(self, problem: str) -> BadProfile:
        """Return an error at the current line."""
        return BadProfile(f"{self.path}, line {self.line}: {problem}")


def _first_repeated_name(names: Iterable[tuple[int, str]]) -> tuple[int, int] | None:
    """Return the first two alternatives with the same name, or None."""
    alternative_of: dict[str, int] = {}
    for alternative, name in names:
        if name in alternative_of:
            return alternative_of[name], alternative
        alternative_of[name] = alternative
    return None
