"""Profiles: the rankings to aggregate, each with how often it was given, and the file they are read from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...evidence.untrusted import text_lines
from ...values.rankings import Item, Ranking

_COUNT = re.compile(r"\s*(\S+?)\s*:\s*(.*)", re.DOTALL)
MAX_COUNT = 10**9
"""The most often that one ranking may be given: costs must stay exact in the float64 of the solvers."""


class BadProfile(ValueError):
    """Rankings that make no profile, with the file and line where they come from one."""


@dataclass(frozen=True)
class RankingProfile:
    """Rankings of the same items, the same ones counted together, in the order in which they first occur."""

    rankings: tuple[Ranking, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, rankings: Iterable[Ranking], counts: Sequence[int] | None = None) -> RankingProfile:
        """From rankings and how often each was given (once unless said); :class:`BadProfile` naming what is wrong."""
        listed = list(rankings)
        times = [1] * len(listed) if counts is None else list(counts)
        if not listed:
            raise BadProfile("rankings: there is none; there must be at least one")
        if len(times) != len(listed):
            raise BadProfile(f"counts: there are {len(times)} for {len(listed)} rankings")
        together: dict[Ranking, int] = {}
        for k, (ranking, count) in enumerate(zip(listed, times, strict=True), 1):
            if not isinstance(ranking, Ranking):
                raise BadProfile(f"rankings: the one in place {k} is {ranking!r:.80}; it must be a Ranking")
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COUNT:
                raise BadProfile(f"counts: the one in place {k} is {count!r}; it must be a whole number 1..{MAX_COUNT}")
            if difference := _difference(listed[0], ranking):
                raise BadProfile(f"rankings: the one in place {k} {difference} the first")
            together[ranking] = together.get(ranking, 0) + count
        return cls(tuple(together), tuple(together.values()))

    @property
    def counted(self) -> tuple[tuple[Ranking, int], ...]:
        """Each ranking with how often it was given."""
        return tuple(zip(self.rankings, self.counts, strict=True))

    @property
    def items(self) -> tuple[Item, ...]:
        """What is ranked."""
        return self.rankings[0].items

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.items)

    @property
    def voters(self) -> int:
        """How many rankings were given, each as often as it was."""
        return sum(self.counts)

    def __str__(self) -> str:
        return "; ".join(f"{count}: {ranking}" for ranking, count in self.counted)


def read(path: Path) -> RankingProfile:
    """The profile in a text file: one ranking a line, the items best first, separated by ``>``, commas or blanks.

    A line may begin with how often the ranking was given: ``3: a > b > c`` (as in PrefLib's files of strict complete
    orders). Empty lines and lines that begin with ``#`` are passed over. Raises :class:`BadProfile` naming file, line
    and rule: an item twice, a tie, other items than in the first line, a count that is not a whole number.
    """
    rankings: list[Ranking] = []
    counts: list[int] = []
    first = 0
    for number, line in text_lines(path, BadProfile):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        count, ranking = _parsed(line, f"{path}, line {number}")
        if rankings and (difference := _difference(rankings[0], ranking)):
            raise BadProfile(f"{path}, line {number}: this ranking {difference} line {first}")
        first = first or number
        rankings.append(ranking)
        counts.append(count)
    if not rankings:
        raise BadProfile(f"{path}: there is no ranking in it; write one a line, such as a > b > c")
    return RankingProfile.of(rankings, counts)


def _parsed(line: str, where: str) -> tuple[int, Ranking]:
    count, rest = 1, line
    if ":" in line and (matched := _COUNT.fullmatch(line)):
        digits, rest = matched.groups()
        if not (digits.isascii() and digits.isdigit() and 1 <= int(digits[:12]) <= MAX_COUNT and len(digits) < 12):
            raise BadProfile(f"{where}: {digits!r:.40} before the colon must be how often, a number 1..{MAX_COUNT}")
        count = int(digits)
    if any(sign in rest for sign in "={}"):
        raise BadProfile(f"{where}: there is a tie ('=' or braces); a ranking here has none, break ties first")
    if "<" in rest.split() or ("<" in rest and ">" not in rest):
        raise BadProfile(f"{where}: '<' stands between items; write them best first, such as a > b > c")
    mark = ">" if ">" in rest else "," if "," in rest else None
    items = [item.strip() for item in rest.split(mark)]
    if not items or "" in items:
        raise BadProfile(f"{where}: an item has no name; write the items best first, such as a > b > c")
    try:
        return count, Ranking.from_order(items)
    except ValueError as error:
        raise BadProfile(f"{where}: {error}") from None


def _difference(first: Ranking, other: Ranking) -> str:
    """How the items differ, to be said before *the first*; empty if they do not."""
    missing = [item for item in first.items if item not in set(other.items)]
    more = [item for item in other.items if item not in set(first.items)]
    if missing:
        return f"lacks {missing[0]!r} of"
    return f"has {more[0]!r}, which is not in" if more else ""
