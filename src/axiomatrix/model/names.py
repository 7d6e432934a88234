"""Names that people use for metrics and axioms, such as ``NDCG@10`` or "precision at 10", and how they are read.

A metric or an axiom is registered under one name, such as ``precision-at``. The catalogue lists further names that
people use for it (:class:`Name`), each with several spellings. A registry resolves what a user wrote to a
:class:`Reading`: the registered name, the parameters in the written name, and the other things that it may mean.
``P@10`` is read as ``precision-at``, k = 10. A *topic* is a phrase for several axioms, such as *metric space*.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from ..numbers.exact import rational

_GREEK = re.compile("[\u03b1-\u03c9]")
_WITH_PARAMETERS = re.compile(r"(?P<base>[^()]+)\((?P<settings>[^()]*)\)(?P<rest>.*)")
"""Matches ``RBP(p=0.8)@10``."""
_AT = r"(?:@\s*|_|\s+at\s+)"
_WITH_CUT_OFF = re.compile(
    rf"(?P<base>[^@]+?)\s*(?:{_AT}(?P<letter>[kn])|{_AT}?(?P<number>\.?\d+(?:\.\d+)?))", re.IGNORECASE
)
"""Matches ``P@10``, ``precision at 10``, ``P_10``, ``MRR10``, ``rbp.95``, ``nDCG@k``; without @ only a number."""

_NOUN_ENDINGS = (("nt", "nce"), ("ic", "y"))
"""Ending of an adjective, and that of its noun: invariant, invariance; symmetric, symmetry."""

MISSPELLING_SHARE = 0.66
"""A name counts as a misspelling of another if ``difflib`` finds at least this similarity of their letters."""


class BadReading(ValueError):
    """Raised for a name with a parameter that its metric does not take."""


def folded(text: str) -> str:
    """Reduce a name to its letters, digits and ``*``, so that spellings can be compared.

    Capitals, hyphens, spaces, accents and a genitive 's are ignored, and Greek letters are spelled out: ``Kendall's τ``
    gives ``kendalltau``.
    """
    latin = _GREEK.sub(lambda letter: unicodedata.name(letter[0]).split()[-1], text)  # GREEK SMALL LETTER TAU
    decomposed = unicodedata.normalize("NFKD", latin).casefold()
    without_genitive = re.sub(r"['\u2019]s\b", "", decomposed)
    return re.sub(r"[^a-z0-9*]+", "", without_genitive)


def near(name: str, known: Iterable[str], share: float = MISSPELLING_SHARE) -> list[str]:
    """Return the known name most similar to this one, in a list; an empty list if the similarity is below ``share``."""
    by_folded = {folded(text): text for text in known}
    return [by_folded[key] for key in get_close_matches(folded(name), by_folded, n=1, cutoff=share)]


@dataclass(frozen=True)
class Name:
    """Name of a metric or an axiom as the field writes it, with the registered names that it may mean."""

    shown: str
    """The usual spelling. It ends in ``@k`` if the name means something else with a cut-off than without."""
    means: tuple[str, ...]
    """The registered names; the usual meaning first."""
    spellings: tuple[str, ...] = ()
    """Other spellings that :func:`folded` does not make equal."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The parameters that the name itself determines, such as beta = 1 for F1."""

    @property
    def spelled(self) -> tuple[str, ...]:
        """All spellings, the usual one first."""
        return self.shown, *self.spellings

    @property
    def keys(self) -> list[str]:
        """The keys by which the name is looked up: folded spellings, with an ``@`` for a name with a cut-off."""
        suffix = "@" if self.shown.endswith("@k") else ""
        return list(dict.fromkeys(folded(text.removesuffix("@k")) + suffix for text in self.spelled))


@dataclass(frozen=True)
class AxiomTopic:
    """Axioms that answer what people ask of a metric in one phrase, such as *metric space* or *greater than 1*."""

    shown: str
    """The phrase."""
    parts: tuple[tuple[str, ...], ...]
    """For each part of the phrase, ids of alternative axioms: the first that applies to the metric is the answer."""
    holds: bool = True
    """False if the phrase states that the axiom fails."""

    def readings(self, asked: str) -> list[Reading]:
        """Return a reading of the phrase for each of the axioms; ``asked`` is the phrase as the user wrote it."""
        return [Reading(asked, means[0], means) for means in self.parts]


@dataclass(frozen=True)
class Reading:
    """The interpretation of a name that a user wrote."""

    asked: str
    """The name as the user wrote it."""
    shown: str
    """The name as the field writes it."""
    means: tuple[str, ...]
    """The registered names that it may mean; the first is chosen."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The parameters in the name."""
    ignored_cut_off: str = ""
    """A cut-off in the name, such as ``@10``, for which the metric has no parameter."""

    @property
    def name(self) -> str:
        """The registered name that is chosen."""
        return self.means[0]

    @property
    def exact(self) -> bool:
        """Return whether a registered name, or an id without its variant (``[...]``), was written."""
        return self.asked == self.name or self.name.startswith(f"{self.asked}[")

    @property
    def parameters_text(self) -> str:
        """The parameters as text, such as ``p = 4/5, k = 10``; empty if there are none."""
        return ", ".join(f"{name} = {value}" for name, value in self.parameters.items())

    @property
    def text(self) -> str:
        """Sentence that says which reading was chosen, and which others there are."""
        sentence = f"{self.asked} is read as {self.name}" + (f" with {self.parameters_text}" if self.parameters else "")
        if self.ignored_cut_off:
            sentence += f"; {self.ignored_cut_off} is ignored, since {self.name} uses the whole list"
        return sentence + (f"; it may also mean {', '.join(self.means[1:])}" if self.means[1:] else "")

    def read_as(self, chosen: Sequence[str]) -> str:
        """Sentence that says which readings of an axiom were chosen (several, for several metrics), and the others."""
        others = [meaning for meaning in self.means if meaning not in chosen]
        sentence = f"{self.asked} is read as {', '.join(chosen)}"
        return sentence + (f"; it may also mean {', '.join(others)}" if others else "")


def texts_of_readings(readings: Iterable[tuple[Reading, Sequence[str]]]) -> list[str]:
    """Sentences that say how the names of axioms were read, from readings with the names chosen for each.

    The readings of one written name, which is a topic, share a sentence. Registered names need none.
    """
    by_asked: dict[str, list[tuple[Reading, Sequence[str]]]] = {}
    for reading, chosen in readings:
        if not reading.exact:
            by_asked.setdefault(reading.asked, []).append((reading, chosen))
    sentences = []
    for asked, parts in by_asked.items():
        if len(parts) == 1:
            reading, chosen = parts[0]
            sentences.append(reading.read_as(chosen))
        else:
            names = ", ".join(name for _, chosen in parts for name in chosen)
            sentences.append(f"{asked} is read as {names}")
    return sentences


class Names:
    """Names that people use for metrics, or names that they use for axioms.

    It starts with a copy of the names of the ``parent``.
    """

    def __init__(self, parent: Names | None = None) -> None:
        self.by_key: dict[str, Name] = dict(parent.by_key) if parent else {}
        """By each of its keys (see :attr:`Name.keys`), the name."""

    def add(self, name: Name, registered: Mapping[str, Any]) -> None:
        """Add a name; ``ValueError`` if it means nothing registered, or if a spelling of it has another meaning."""
        for meaning in name.means:
            if meaning not in registered:
                raise ValueError(f"name {name.shown!r}: nothing is registered as {meaning!r}")
        for key in name.keys:
            if self.by_key.setdefault(key, name) is not name:
                raise ValueError(
                    f"name {name.shown!r}: the spelling {key!r} already belongs to {self.by_key[key].shown!r}"
                )

    @property
    def spelled(self) -> dict[str, str]:
        """By spelling, the usual meaning of each name."""
        return {text: name.means[0] for name in self.by_key.values() for text in name.spelled}

    def read(
        self, asked: str, registered: Mapping[str, str], parameters: Mapping[str, Mapping[str, Any]]
    ) -> Reading | None:
        """Resolve the name ``asked``, with the parameters in it; None if it is not a name.

        ``registered`` maps every registered name, and every id without its variant, to the registered name that it
        means. ``parameters`` maps registered names to their parameter spaces, by the names of the parameters. Raises
        :class:`BadReading` for a wrong parameter.

        1. Look up the name as written.
        2. Else without parameters in brackets, ``RBP(p=0.8)``.
        3. Else without the number or letter at its end: a cut-off (``P@10``, ``nDCG@k``) if it is a letter or a whole
           number, and otherwise the persistence (``rbp.95``).

        Wherever a cut-off is written, a name that means something else with a cut-off (``Name.shown``) is preferred.
        """
        base = asked  # the name without parameters: "RBP" of "RBP(p=0.8)@10"
        settings = ""  # the parameters in brackets: "p=0.8"
        number = ""  # the number or letter at the end: "10"
        name = self._find(asked, registered)
        if name is None and (match := _WITH_PARAMETERS.fullmatch(asked)):
            base = match["base"] + match["rest"]
            settings = match["settings"]
            suffix = "@" if re.search(r"\bk\s*=", settings) else ""  # with a cut-off in brackets: see Name.keys
            name = self._find(base, registered, suffix) or self._find(base, registered)
        if name is None and (match := _WITH_CUT_OFF.fullmatch(base)):
            base = match["base"]
            number = match["letter"] or match["number"]
            name = self._find(base, registered, "@") or self._find(base, registered)
        if name is None:
            return None
        row = name.means[0]
        spaces = parameters.get(row, {})
        values = _parameter_values(row, settings, spaces)
        is_letter, is_whole = number.isalpha(), number.isdigit()
        parameter = ""  # the parameter whose value is the number
        if is_whole and "k" in spaces:
            parameter = "k"
        elif number and not is_letter and not is_whole and "p" in spaces:
            parameter = "p"
        if parameter:
            values |= _parameter_values(row, f"{parameter}={number}", spaces)
        shown = name.shown.removesuffix("@k")
        # written as RBP(p=4/5)@10: a cut-off at the end is not repeated in brackets
        in_brackets = ", ".join(f"{key}={value}" for key, value in values.items() if key != "k" or not number)
        if in_brackets:
            shown += f"({in_brackets})"
        if number and parameter != "p":
            shown += f"@{number}"
        ignored_cut_off = f"@{number}" if number and not is_letter and not parameter else ""
        # A number without a parameter must be a cut-off, which is left out. F0.5 and F2 are not F at a cut-off.
        if ignored_cut_off and not (is_whole and len(folded(base)) > 1):
            return None
        return Reading(asked, shown, name.means, {**name.parameters, **values}, ignored_cut_off)

    def _find(self, text: str, registered: Mapping[str, str], suffix: str = "") -> Name | None:
        """Find the listed name with this spelling, or else the registered one; an adjective names its noun.

        With the ``suffix`` "@" only names that mean something else with a cut-off are found. The case of a single
        letter matters: k is not Kendall's K.
        """
        key = folded(text)
        nouns = [key.removesuffix(ending) + noun for ending, noun in _NOUN_ENDINGS if key.endswith(ending)]
        for spelling in (key, *nouns):
            name = self.by_key.get(spelling + suffix)
            if name is not None and (suffix or len(key) > 1 or text in name.spelled):
                return name
            if len(key) > 1 and not suffix:
                for registered_name, row in registered.items():
                    if folded(registered_name) == spelling:
                        return Name(registered_name, (row,))
        return None


def _parameter_values(row: str, settings: str, spaces: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that are written ``p=0.8, k=10`` in the name of a row, each checked by its space."""
    values = {}
    for part in filter(None, map(str.strip, settings.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        to_exact = getattr(spaces.get(name), "to_exact", None)  # spaces of single numbers have it
        if to_exact is None:
            raise BadReading(f"{row} has no numeric parameter {name!r}; it has {', '.join(spaces) or 'none'}")
        try:
            values[name] = to_exact(rational(value))
        except (ValueError, TypeError, ArithmeticError) as error:
            raise BadReading(f"{row}: {error}") from None
    return values
