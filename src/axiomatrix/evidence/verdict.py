"""Verdicts and outcomes, and the one table of the symbols and words by which people know them.

The *verdict* says what the evidence about a cell is, such as ``refuted``. The *outcome* says what that means for its
claims, such as ``broken``. A word for people is written in :data:`NOTATION` alone, and every sentence takes it from
there (:func:`written`, :attr:`Verdict.written`). Files have the value of the verdict, which does not change with the
word.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour on every medium."""

    variable: str
    """The name in style sheets."""
    light: str
    """The colour on a light page and in pictures, as ``#rrggbb``."""
    dark: str
    """The colour on a dark page."""
    terminal: str
    """The style in a terminal, as rich writes it."""


class Tone(StrEnum):
    """Meaning of a colour. The value is the CSS class on the pages; :data:`COLOURS` has the colours themselves."""

    REFUTED = "x"
    PROVED = "p"
    CERTIFIED = "c"
    EXHAUSTED = "e"
    SEARCHED = "s"
    UNKNOWN = "u"
    FAULT = "f"
    NOTHING = ""

    @property
    def colour(self) -> Colour:
        """The colour on every medium."""
        return COLOURS[self]


_HOLDS = Colour("good", "#17653a", "#7fd6a0", "green")
COLOURS: dict[Tone, Colour] = {
    Tone.REFUTED: Colour("bad", "#b42318", "#ff8f83", "red"),
    Tone.PROVED: _HOLDS,
    Tone.CERTIFIED: _HOLDS,
    Tone.EXHAUSTED: _HOLDS,
    Tone.SEARCHED: Colour("seen", "#1f5a85", "#8cc4f0", "cyan"),
    Tone.UNKNOWN: Colour("odd", "#805300", "#f0c561", "yellow"),
    Tone.FAULT: Colour("fault", "#7a2e8e", "#e2a4f2", "magenta"),
    Tone.NOTHING: Colour("soft", "#566072", "#a0a9b8", "dim"),
}
"""The colours of verdicts in the terminal, on pages and in pictures; the symbol says the same without them."""


class Verdict(StrEnum):
    """Result of the search for evidence. The value is the name in files; :data:`NOTATION` has the word for people."""

    REFUTED = "refuted"
    PROVED = "proved"
    CERTIFIED = "certified"
    EXHAUSTED = "exhausted"
    SEARCHED = "searched"
    UNDECIDED = "undecided"
    VACUOUS = "vacuous"
    ROUNDING = "rounding"
    NOT_APPLICABLE = "not applicable"
    ERROR = "error"
    FLAKY = "flaky"
    TIMEOUT = "timeout"
    CRASHED = "crashed"

    @property
    def notation(self) -> Notation:
        """Symbol, word and meaning."""
        return NOTATION[self]

    @property
    def written(self) -> str:
        """The word for people."""
        return NOTATION[self].word

    @property
    def rank(self) -> int:
        """Place in lists, the most urgent first."""
        return NOTATION[self].rank


NO_EXAMPLE = "none found"
"""Key of a statement of existence without an example, be the search exhaustive or not."""
BEST_SO_FAR = "best found"
"""Key of a best constant that is only bounded."""


class Notation(NamedTuple):
    """One line of the legend: how a status is written in the terminal, in Markdown, on the site and in pictures."""

    symbol: str
    """The character that represents it where there is no room for the word."""
    word: str
    tone: Tone
    """The meaning of its colour."""
    rank: int
    """Place in lists: refuted first, then undecided, then from the weakest evidence to proofs."""
    means: str
    """Meaning of the status, for the legend."""
    does_not_mean: str
    """Wrong meaning that a reader may take it to have."""


NOTATION: dict[str, Notation] = {
    Verdict.REFUTED: Notation(
        "X",
        "refuted",
        Tone.REFUTED,
        0,
        "One exact instance breaks the statement. It is stored as a witness and can be replayed. (To show that no "
        "constant exists may take a family of instances; the family is proved to do so, and one of its instances is "
        "stored. A verdict that follows from other cells has its derivation in place of a witness.)",
        "It says nothing about how often the statement breaks, or for which other parameters and sizes. A witness is "
        "the smallest only where the text says so.",
    ),
    Verdict.PROVED: Notation(
        "P",
        "proved",
        Tone.PROVED,
        11,
        "It holds for every n, by an argument that ships with the package and whose steps are checked on the "
        "definitions as far as a machine can; a statement of existence is proved by the instance that is shown.",
        "Steps marked as on paper were not checked by machine. It is a proof of the statement as it "
        "is formalised here.",
    ),
    Verdict.CERTIFIED: Notation(
        "C",
        "certified",
        Tone.CERTIFIED,
        10,
        "It holds for all parameters at every n up to the one named; a certificate re-derives that exactly.",
        "It says nothing about larger n.",
    ),
    Verdict.EXHAUSTED: Notation(
        "E",
        "exhausted",
        Tone.EXHAUSTED,
        9,
        "Every instance of the spaces up to the n named was decided, and none breaks it (for a statement of "
        "existence: none is an example). What is enumerated of a space (which grades, how many missing items) is part "
        "of its name; 'axiomatrix show METRIC AXIOM' prints it.",
        "It says nothing about larger n: it is not a proof.",
    ),
    Verdict.SEARCHED: Notation(
        "S",
        "searched",
        Tone.SEARCHED,
        8,
        "No counterexample among the cases named (for a statement of existence: no example). A grid is every ranking, "
        "order or list with parameters (and gains) from a few values; a search is a number of drawn cases, or every "
        "case on the lists that were given.",
        "It is not a proof, and not even exhaustive where it says grid: between the grid's values nothing was tried.",
    ),
    NO_EXAMPLE: Notation(
        "N",
        "none found",
        Tone.SEARCHED,
        8,
        "The statement says that there is an instance, and none was found within the reach.",
        "It does not mean that the statement holds, nor that it fails: there may be one beyond the reach.",
    ),
    BEST_SO_FAR: Notation(
        "B",
        "best found",
        Tone.SEARCHED,
        8,
        "The axiom asks for a best constant, and the cell has the best that was found, with the instance that attains "
        "it.",
        "There is no claim that could hold or fail, and an instance beyond the reach may give a better constant.",
    ),
    Verdict.UNDECIDED: Notation(
        "?",
        "undecided",
        Tone.UNKNOWN,
        6,
        "In some cases neither the normal form nor ball arithmetic tells the two sides apart; no case that was "
        "decided breaks it.",
        "It does not mean that it holds, nor that it nearly fails.",
    ),
    Verdict.VACUOUS: Notation(
        "0",
        "vacuous",
        Tone.UNKNOWN,
        7,
        "No case was left after the statement's condition, or the metric had no value in any.",
        "It does not mean that it holds: nothing was tested.",
    ),
    Verdict.ROUNDING: Notation(
        "R",
        "rounding",
        Tone.UNKNOWN,
        5,
        "For metrics in floats only: the statement fails in floats, but by so little (up to 16 times the tolerance) "
        "that rounding may be the whole cause; or a strict order holds, but by less than the tolerance. The case is "
        "stored as a witness.",
        "It does not mean that the statement fails for the formula, nor that it holds for the implementation.",
    ),
    Verdict.NOT_APPLICABLE: Notation(
        ".",
        "not applicable",
        Tone.NOTHING,
        12,
        "The axiom does not apply to this metric; the cell gives the reason.",
        "It is neither a pass nor a failure.",
    ),
    Verdict.ERROR: Notation(
        "!",
        "error",
        Tone.FAULT,
        1,
        "The definition raised an exception, or answered with something that is not an exact number; or a method of "
        "this program failed, and the reason names it.",
        "It does not mean that the statement fails: it was not decided.",
    ),
    Verdict.FLAKY: Notation(
        "~",
        "flaky",
        Tone.FAULT,
        4,
        "The definition gave different answers to the same call.",
        "None of its answers counts, for or against the statement.",
    ),
    Verdict.TIMEOUT: Notation(
        "T",
        "timeout",
        Tone.FAULT,
        3,
        "No sign of life for longer than the safety net allows.",
        "It does not mean that the statement fails, nor that it holds in the cases that were reached.",
    ),
    Verdict.CRASHED: Notation(
        "#",
        "crashed",
        Tone.FAULT,
        2,
        "The definition took its process down.",
        "It does not mean that the statement fails: it was not decided.",
    ),
}
"""The legend in its order, by verdict, :data:`NO_EXAMPLE` and :data:`BEST_SO_FAR`."""


GRID = "grid"
"""Name in files of a reach over a space that has more values than were tried."""
_OTHER_WORDS = {GRID: "grid"}
"""Words for people in the place of a verdict's, by the name in files, which does not change with the word."""


def written(name: str) -> str:
    """Return the word for people of a verdict or reach, by its name in files; any other name is unchanged."""
    return NOTATION[name].word if name in NOTATION else _OTHER_WORDS.get(name, name)


FAULTS = tuple(verdict for verdict in Verdict if verdict.notation.tone is Tone.FAULT)
"""Verdicts on the definition, not on the statement."""
STANDING = (Verdict.SEARCHED, Verdict.EXHAUSTED, Verdict.CERTIFIED, Verdict.PROVED)
"""Verdicts that support the statement, or found nothing against it, the weakest first."""
REACHED_BY = {
    Verdict.PROVED: ("proof",),
    Verdict.CERTIFIED: ("linear", "symbolic"),
    Verdict.EXHAUSTED: ("enumeration",),
}
"""The methods that give the reach of a verdict, by verdict."""


class Outcome(StrEnum):
    """Outcome of a claim under a verdict: word, mark, rank, meaning, and text.

    The mark follows the letter of the verdict. Ranks put the most urgent first.
    """

    mark: str
    """Such as ``+`` in ``E+``; empty if there is no claim."""
    rank: int
    """The place in lists, from 0."""
    means: str
    """The meaning in words, for the legend."""
    written: str
    """The text for people: the word itself, unless that would not be understood alone."""

    def __new__(cls, word: str, mark: str = "", rank: int = 0, means: str = "", written: str = "") -> Outcome:
        """Make a member of its parts. ``Outcome(word)`` looks a member up instead, as for every enum."""
        member = str.__new__(cls, word)
        member._value_, member.mark, member.rank = word, mark, rank
        member.means, member.written = means, written or word
        return member

    OBSERVED = "observed", "", 7, "Nobody declares anything here; the evidence is shown for information."
    AS_DECLARED = "as declared", "+", 6, "Declared to hold, and not refuted as far as the verdict reaches."
    CONFIRMED = "confirmed", "+", 5, "Declared to fail, and refuted."
    BROKEN = "broken", "*", 0, "A broken claim: the evidence contradicts what is declared.", "broken claim"
    SETTLED = "settled", "=", 2, "Conjectured, and refuted or proved."
    OPEN = "open", "-", 4, "Conjectured, and neither refuted nor proved."
    UNCONFIRMED = "unconfirmed", "-", 3, "Declared to fail, or to have an example; no witness was found."
    UNRESOLVED = "unresolved", "-", 1, "Declared, but there is no verdict: undecided, vacuous, or a fault."
    NOT_APPLICABLE = "not applicable", "", 8, "The axiom does not apply to this metric."

    def counted(self, count: int) -> str:
        """Format the outcome with a count of cells."""
        return self.written + ("s" if count != 1 and self.written != self else "")
