"""Names that people use: the meaning of each here, and the chosen reading."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from ..numbers.exact import rational

_GREEK = re.compile("[\u03b1-\u03c9]")
_CALLED = re.compile(r"(?P<base>[^()]+)\((?P<given>[^()]*)\)(?P<rest>.*)")
"""Such as ``RBP(p=0.8)@10``."""
_AT = r"(?:@\s*|_|\s+at\s+)"
_CUT = re.compile(rf"(?P<base>[^@]+?)\s*(?:{_AT}(?P<letter>[kn])|{_AT}?(?P<number>\.?\d+(?:\.\d+)?))", re.IGNORECASE)
"""Such as ``P@10``, ``precision at 10``, ``P_10``, ``MRR10``, ``rbp.95``, ``nDCG@k``."""

_NOUNS = (("nt", "nce"), ("ic", "y"))
"""What an adjective ends in, and its noun: invariant, symmetric."""

NEAR = 0.66
"""The share of letters that two names have in common, in their order, if one is taken for the other misspelt."""


class BadReading(ValueError):
    """A known name with a parameter that its metric does not take."""


def folded(text: str) -> str:
    """The letters and digits of a name: capitals, hyphens, spaces, accents and the genitive are spelling."""
    latin = _GREEK.sub(lambda letter: unicodedata.name(letter[0]).split()[-1], text)
    folded_text = unicodedata.normalize("NFKD", latin).casefold()
    return re.sub(r"[^a-z0-9*]+", "", re.sub(r"['\u2019]s\b", "", folded_text))


def near(name: str, known: Iterable[str], share: float = NEAR) -> list[str]:
    """The known name that is spelled most like this one, if one is near: has that ``share`` in common with it."""
    spelled = {folded(text): text for text in known}
    return [spelled[key] for key in get_close_matches(folded(name), spelled, n=1, cutoff=share)]


@dataclass(frozen=True)
class Name:
    """Name of a metric or an axiom in the field, as it is written there, with the registered names that it may mean."""

    shown: str
    """Ends in ``@k`` where the name with a cut-off means something else than the one without."""
    means: tuple[str, ...]
    """The usual reading first."""
    spellings: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    """The parameters that the name says by itself, such as beta = 1 of F1."""

    @property
    def spelled(self) -> tuple[str, ...]:
        """Every way to write it."""
        return self.shown, *self.spellings

    @property
    def keys(self) -> list[str]:
        """Return the keys by which the name is looked up."""
        cut = "@" if self.shown.endswith("@k") else ""
        return list(dict.fromkeys(folded(text.removesuffix("@k")) + cut for text in self.spelled))


@dataclass(frozen=True)
class AxiomTopic:
    """Axioms that answer what people ask of a metric in one phrase, such as *metric space* or *greater than 1*."""

    shown: str
    parts: tuple[tuple[str, ...], ...]
    """The axioms, each with all its readings: of a metric the first that is about it answers."""
    holds: bool = True
    """False where the phrase says that the axiom fails."""

    def readings(self, asked: str) -> list[Reading]:
        """The axioms, as what the phrase is taken for."""
        return [Reading(asked, means[0], means) for means in self.parts]


@dataclass(frozen=True)
class Reading:
    """A name as written, and its reading."""

    asked: str
    shown: str
    """As the field writes it."""
    means: tuple[str, ...]
    """What is taken, then what else the name may mean."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    left: str = ""
    """What the name says and the metric has no parameter for."""

    @property
    def name(self) -> str:
        """The registered name that is taken."""
        return self.means[0]

    @property
    def exact(self) -> bool:
        """Return whether a registered name was written."""
        return self.asked == self.name or self.name.startswith(f"{self.asked}[")

    @property
    def given(self) -> str:
        """The parameters in words; empty if the name says none."""
        return ", ".join(f"{name} = {value}" for name, value in self.parameters.items())

    @property
    def text(self) -> str:
        """Which reading was taken, and which others there are."""
        sentence = f"{self.asked} is read as {self.name}" + (f" with {self.given}" if self.given else "")
        sentence += f"; {self.left} is left out, since {self.name} is of the whole list" if self.left else ""
        return sentence + (f"; it may also mean {', '.join(self.means[1:])}" if self.means[1:] else "")

    def read_as(self, taken: Sequence[str]) -> str:
        """Which readings of an axiom were taken, each for the metrics that it is about, and which others there are."""
        others = [other for other in self.means if other not in taken]
        sentence = f"{self.asked} is read as {', '.join(taken)}"
        return sentence + (f"; it may also mean {', '.join(others)}" if others else "")


def texts_of_readings(readings: Iterable[tuple[Reading, Sequence[str]]]) -> list[str]:
    """How the names of axioms were read, each with what was taken; what one topic names is one line."""
    by_name: dict[str, list[tuple[Reading, Sequence[str]]]] = {}
    for reading, read_as in readings:
        if not reading.exact:
            by_name.setdefault(reading.asked, []).append((reading, read_as))
    return [
        parts[0][0].read_as(parts[0][1])
        if len(parts) == 1
        else f"{asked_name} is read as {', '.join(name for _, read_as in parts for name in read_as)}"
        for asked_name, parts in by_name.items()
    ]


class Names:
    """Names that people use of one sort of thing: metrics, or axioms."""

    def __init__(self, known: Names | None = None) -> None:
        self.by_key: dict[str, Name] = dict(known.by_key) if known else {}

    def add(self, name: Name, registered: Mapping[str, Any]) -> None:
        """Add a name of things that are registered; a spelling can be given once."""
        for meaning in name.means:
            if meaning not in registered:
                raise ValueError(f"name {name.shown!r}: nothing is registered as {meaning!r}")
        for key in name.keys:
            if self.by_key.setdefault(key, name) is not name:
                raise ValueError(f"name {name.shown!r}: {self.by_key[key].shown!r} is spelled so already ({key})")

    @property
    def spelled(self) -> dict[str, str]:
        """Every name as it may be written, and its meaning."""
        return {text: name.means[0] for name in self.by_key.values() for text in name.spelled}

    def reading(
        self, asked: str, registered: Mapping[str, str], parameters: Mapping[str, Mapping[str, Any]]
    ) -> Reading | None:
        """Resolve the name and the parameters in it; None if it is not a name.

        ``registered`` are ids and rows, and the row that each means; ``parameters`` are the spaces of each row.
        :class:`BadReading` says what is wrong with a parameter.
        """
        rest, settings, cut = asked, "", ""
        name = self._find(asked, registered)
        if name is None and (called := _CALLED.fullmatch(asked)):
            rest, settings = called["base"] + called["rest"], called["given"]
            at_a_cut = "@" if re.search(r"\bk\s*=", settings) else ""
            name = self._find(rest, registered, at_a_cut) or self._find(rest, registered)
        if name is None and (split := _CUT.fullmatch(rest)):
            rest, cut = split["base"], split["letter"] or split["number"]
            name = self._find(rest, registered, "@") or self._find(rest, registered)
        if name is None:
            return None
        takes = parameters.get(name.means[0], {})
        values = _values(name.means[0], settings, takes)
        whole = cut.isdigit()
        place = "" if cut.isalpha() or not cut else "k" if whole and "k" in takes else "p" if "p" in takes else ""
        place = "" if place == "p" and whole else place
        if place:
            values |= _values(name.means[0], f"{place}={cut}", takes)
        shown = name.shown.removesuffix("@k")
        in_brackets = ", ".join(f"{key}={value}" for key, value in values.items() if key != "k" or not cut)
        shown += (f"({in_brackets})" if in_brackets else "") + (f"@{cut}" if cut and place != "p" else "")
        left = f"@{cut}" if cut and not cut.isalpha() and not place else ""
        if left and not (whole and len(folded(rest)) > 1):  # F0.5 is not F at anything
            return None
        return Reading(asked, shown, name.means, {**name.given, **values}, left)

    def _find(self, text: str, registered: Mapping[str, str], cut: str = "") -> Name | None:
        """The name so spelled; else what is registered so, in other capitals or spelled otherwise, or as an adjective.

        The case of a single letter matters: k is not Kendall's K.
        """
        key = folded(text)
        for spelled in (key, *(key.removesuffix(end) + noun for end, noun in _NOUNS if key.endswith(end))):
            name = self.by_key.get(spelled + cut)
            if name is not None and (cut or len(key) > 1 or text in name.spelled):
                return name
            alike = next((one for one in registered if folded(one) == spelled), "") if len(key) > 1 and not cut else ""
            if alike:
                return Name(alike, (registered[alike],))
        return None


def _values(of: str, settings: str, takes: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters written ``p=0.8, k=10``, each admitted by its space."""
    values = {}
    for part in filter(None, map(str.strip, settings.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        admitted = getattr(takes.get(name), "admitted", None)
        if admitted is None:
            raise BadReading(f"{of} has no number {name!r} as a parameter; it has {', '.join(takes) or 'none'}")
        try:
            values[name] = admitted(rational(value))
        except (ValueError, TypeError, ArithmeticError) as error:
            raise BadReading(f"{of}: {error}") from None
    return values
