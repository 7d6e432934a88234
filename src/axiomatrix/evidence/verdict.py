"""Verdicts and outcomes: of each, in one table, all that anything which shows it has to know."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple


class Tone(StrEnum):
    """What a colour says. Its text is the class of a position in the tables of the pages."""

    REFUTED = "x"
    PROVED = "p"
    CERTIFIED = "c"
    EXHAUSTED = "e"
    SEARCHED = "s"
    UNKNOWN = "u"
    FAULT = "f"
    NOTHING = ""


class Verdict(StrEnum):
    """What is known of a statement: word, letter, tone, rank, what it means, and what it does not mean.

    The letter stands for it in the matrix. The rank is that of the weakest first: what is refuted, what was not
    decided, then what stands on little, up to what is proved.
    """

    letter: str
    tone: Tone
    rank: int
    means: str
    does_not_mean: str

    def __new__(cls, word: str, *line: Any) -> Verdict:
        """A line of the table; given a word alone, the member that it is."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.letter, member.tone, member.rank, member.means, member.does_not_mean = line
        return member

    REFUTED = (
        "refuted",
        "X",
        Tone.REFUTED,
        0,
        "One exact instance breaks the statement. It is written down as a witness and can be decided again. (That no "
        "constant will do may take a family of instances; that it does is proved, and one of them is written down.)",
        "It says nothing about how often the statement breaks, or for which other parameters and sizes. "
        "A witness is the smallest only where that is said.",
    )
    PROVED = (
        "proved",
        "P",
        Tone.PROVED,
        11,
        "It holds for every n, by an argument that ships with the package and whose steps are checked on the "
        "definitions as far as a machine can; a statement of existence is proved by the instance that is shown.",
        "The steps that are said to stand on paper were not checked by machine. It is a proof of the statement as it "
        "is formalised here.",
    )
    CERTIFIED = (
        "certified",
        "C",
        Tone.CERTIFIED,
        10,
        "It holds for all parameters at every n up to the one named; a certificate re-derives that exactly.",
        "It says nothing of larger n.",
    )
    EXHAUSTED = (
        "exhausted",
        "E",
        Tone.EXHAUSTED,
        9,
        "Every instance of the spaces up to the n named was decided, and none breaks it (for a statement of existence: "
        "none is an example). What is enumerated of a space "
        "(which grades, how many missing items) is part of its name; 'axiomatrix explain' prints it.",
        "It says nothing of larger n: it is not a proof.",
    )
    SEARCHED = (
        "searched",
        "S",
        Tone.SEARCHED,
        8,
        "No counterexample among the cases named (for a statement of existence: no example). A grid is every ranking, "
        "order or list with parameters (and gains) from a few values; a search is a number of drawn cases, or every "
        "case on the lists that were given.",
        "It is not a proof, and not even exhaustive where it says grid: between the grid's values nothing was tried.",
    )
    UNDECIDED = (
        "undecided",
        "?",
        Tone.UNKNOWN,
        6,
        "In some cases neither the normal form nor ball arithmetic tells the two sides apart; no case that was decided "
        "breaks it.",
        "It does not mean that it holds, nor that it nearly fails.",
    )
    VACUOUS = (
        "vacuous",
        "0",
        Tone.UNKNOWN,
        7,
        "No case was left after the statement's condition, or the metric had no value in any.",
        "It does not mean that it holds: nothing was tested.",
    )
    ROUNDING = (
        "rounding",
        "R",
        Tone.UNKNOWN,
        5,
        "Of metrics in floats only: the statement fails in floats, but by so little (up to 16 times the stated slack) "
        "that rounding may be all there is to it; or a strict order holds, but by less than the slack. The case is "
        "written down as a witness.",
        "It does not mean that the statement fails of the formula, nor that it holds of the implementation.",
    )
    NOT_APPLICABLE = (
        "not applicable",
        ".",
        Tone.NOTHING,
        12,
        "The axiom has nothing to say of this metric; the reason stands with it.",
        "It is neither a pass nor a failure.",
    )
    ERROR = (
        "error",
        "!",
        Tone.FAULT,
        1,
        "The definition raised an exception, or answered with something that is not an exact number; or a method of "
        "this program failed, and the reason names it.",
        "It does not mean that the statement fails: it was not decided.",
    )
    FLAKY = (
        "flaky",
        "~",
        Tone.FAULT,
        4,
        "The definition answered differently when it was asked the same again.",
        "Nothing that it answered counts, for or against the statement.",
    )
    TIMEOUT = (
        "timeout",
        "T",
        Tone.FAULT,
        3,
        "No sign of life for longer than the safety net allows.",
        "It does not mean that the statement fails, nor that it holds in the cases that were reached.",
    )
    CRASHED = (
        "crashed",
        "#",
        Tone.FAULT,
        2,
        "The definition took its process down.",
        "It does not mean that the statement fails: it was not decided.",
    )


class State(NamedTuple):
    """A cell as it is shown: its verdict, or what takes its place where no statement stands."""

    word: str
    letter: str
    tone: Tone
    rank: int
    means: str
    does_not_mean: str

    @classmethod
    def of(cls, verdict: Verdict) -> State:
        """A verdict as it is shown."""
        return cls(str(verdict), verdict.letter, verdict.tone, verdict.rank, verdict.means, verdict.does_not_mean)


NONE_FOUND = State(
    "none found",
    "N",
    Tone.SEARCHED,
    Verdict.SEARCHED.rank,
    "The statement says that there is an instance, and none was found among all that the reach names.",
    "It does not mean that the statement holds, nor that it fails: there may be one further on.",
)
"""Of a statement of existence, whether everything up to some n was gone through or only searched."""
BEST_FOUND = State(
    "best found",
    "B",
    Tone.SEARCHED,
    Verdict.SEARCHED.rank,
    "The axiom asks for a best constant, and the cell has the best that was found, with the instance that attains it.",
    "Nothing is claimed that could hold or fail, and an instance further on may give a better one.",
)
"""Of a question for a best constant, likewise."""
_PLACE = list(Verdict).index(Verdict.UNDECIDED)
STATES = {
    state.word: state
    for state in (*map(State.of, [*Verdict][:_PLACE]), NONE_FOUND, BEST_FOUND, *map(State.of, [*Verdict][_PLACE:]))
}
"""All that a cell may be shown as, by its word, in the order of the verdicts."""


FAULTS = tuple(verdict for verdict in Verdict if verdict.tone is Tone.FAULT)
"""The definition is at fault, whatever the statement is."""
STANDING = (Verdict.SEARCHED, Verdict.EXHAUSTED, Verdict.CERTIFIED, Verdict.PROVED)
"""Nothing contradicts the statement as far as was looked; the weakest first."""
REACHED_BY = {
    Verdict.PROVED: ("proof",),
    Verdict.CERTIFIED: ("linear", "symbolic"),
    Verdict.EXHAUSTED: ("enumeration",),
}
"""The methods whose reach is that of the verdict."""


class Outcome(StrEnum):
    """What a verdict means for what is declared: word, mark, rank, what it means, and how it is written.

    The mark follows the letter of the verdict. The rank is that of the most urgent first.
    """

    mark: str
    rank: int
    means: str
    written: str
    """The word, or more than it where it would not say it alone."""

    def __new__(cls, word: str, mark: str = "", rank: int = 0, means: str = "", written: str = "") -> Outcome:
        """A line of the table; given a word alone, the member that it is."""
        member = str.__new__(cls, word)
        member._value_, member.mark, member.rank = word, mark, rank
        member.means, member.written = means, written or word
        return member

    OBSERVED = "observed", "", 7, "Nobody declares anything here; the evidence is shown for information."
    AS_DECLARED = "as declared", "+", 6, "Declared to hold, and not refuted as far as the verdict reaches."
    CONFIRMED = "confirmed", "+", 5, "Declared to fail, and refuted by a witness."
    BROKEN = "broken", "*", 0, "A broken claim: the evidence contradicts what is declared.", "broken claim"
    SETTLED = "settled", "=", 2, "Conjectured, and refuted or proved."
    OPEN = "open", "-", 4, "Conjectured, and neither refuted nor proved."
    UNCONFIRMED = "unconfirmed", "-", 3, "Declared to fail, or to have an example; no witness was found."
    UNRESOLVED = "unresolved", "-", 1, "Declared, but there is no verdict: undecided, vacuous, or a fault."
    NOT_APPLICABLE = "not applicable", "", 8, "The axiom has nothing to say of this metric."

    def counted(self, count: int) -> str:
        """As it is written of so many cells."""
        return self.written + ("s" if count != 1 and self.written != self else "")
