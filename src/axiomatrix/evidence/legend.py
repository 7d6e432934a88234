"""What the words of the reports mean, and what they do not mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Meaning:
    """A verdict's symbol, what it says, and what it must not be taken for."""

    symbol: str
    means: str
    does_not_mean: str


VERDICT_MEANINGS: dict[str, Meaning] = {
    "refuted": Meaning(
        "X",
        "One exact instance breaks the statement. It is written down as a witness and can be decided again.",
        "It says nothing about how often the statement breaks, or for which other parameters and sizes. "
        "A witness is the smallest only where that is said.",
    ),
    "proved": Meaning(
        "P",
        "It holds for every n, by an argument that ships with the package and whose steps are checked on the "
        "definitions as far as a machine can; a statement of existence is proved by the instance that is shown.",
        "The steps that are said to stand on paper were not checked by machine. It is a proof of the statement as it "
        "is formalised here.",
    ),
    "certified": Meaning(
        "C",
        "It holds for all parameters at every n up to the one named; a certificate re-derives that exactly.",
        "It says nothing of larger n.",
    ),
    "exhausted": Meaning(
        "E",
        "Every instance of the spaces up to the n named was decided, and none breaks it (for a statement of existence: "
        "none is an example). What is enumerated of a space "
        "(which grades, how many missing items) is part of its name; 'axiomatrix explain' prints it.",
        "It says nothing of larger n: it is not a proof.",
    ),
    "searched": Meaning(
        "S",
        "No counterexample among the cases named (for a statement of existence: no example). A grid is every ranking, "
        "order or list with parameters (and gains) from a few values; a search is a number of drawn cases, or every "
        "case on the lists that were given.",
        "It is not a proof, and not even exhaustive where it says grid: between the grid's values nothing was tried.",
    ),
    "undecided": Meaning(
        "?",
        "In some cases neither the normal form nor ball arithmetic tells the two sides apart; no case that was decided "
        "breaks it.",
        "It does not mean that it holds, nor that it nearly fails.",
    ),
    "vacuous": Meaning(
        "0",
        "No case was left after the statement's condition, or the metric had no value in any.",
        "It does not mean that it holds: nothing was tested.",
    ),
    "rounding": Meaning(
        "R",
        "Of metrics in floats only: the statement fails in floats, but by so little (up to 16 times the stated slack) "
        "that rounding may be all there is to it; or a strict order holds, but by less than the slack. The case is "
        "written down as a witness.",
        "It does not mean that the statement fails of the formula, nor that it holds of the implementation.",
    ),
    "not applicable": Meaning(
        ".",
        "The axiom has nothing to say of this metric; the reason stands with it.",
        "It is neither a pass nor a failure.",
    ),
    "error": Meaning(
        "!",
        "The definition raised an exception, or answered with something that is not an exact number.",
        "It does not mean that the statement fails: it was not decided.",
    ),
    "flaky": Meaning(
        "~",
        "The definition answered differently when it was asked the same again.",
        "Nothing that it answered counts, for or against the statement.",
    ),
    "timeout": Meaning(
        "T",
        "No sign of life for longer than the safety net allows.",
        "It does not mean that the statement fails, nor that it holds in the cases that were reached.",
    ),
    "crashed": Meaning(
        "#",
        "The definition took its process down.",
        "It does not mean that the statement fails: it was not decided.",
    ),
}

OUTCOME_MEANINGS: dict[str, tuple[str, str]] = {
    "observed": ("", "Nobody declares anything here; the evidence is shown for information."),
    "as declared": ("+", "Declared to hold, and not refuted as far as the verdict reaches."),
    "confirmed": ("+", "Declared to fail, and refuted by a witness."),
    "broken": ("*", "A broken claim: the evidence contradicts what is declared."),
    "settled": ("=", "Conjectured, and refuted or proved."),
    "open": ("-", "Conjectured, and neither refuted nor proved."),
    "unconfirmed": ("-", "Declared to fail, or to have an example; no witness was found."),
    "unresolved": ("-", "Declared, but there is no verdict: undecided, vacuous, or a fault."),
    "not applicable": ("", "The axiom has nothing to say of this metric."),
}
"""For each outcome the mark that follows the verdict's symbol, and what it says."""

OUTCOME_WORDS = {"broken": "broken claim"}
"""How an outcome is written where its name alone would not say it."""

NOTES = (
    "Zero weights and pseudometrics (the closure of the parameter space) have a line of their own, 'on the closure', "
    "where the evidence differs there; what is declared is declared of the open space unless it says so.",
    "'best >= c' and 'best <= c' bound the best constant by an instance that attains c; whether c itself is the best "
    "constant is not decided by it. '~' marks a decimal rounded to the safe side; the exact value is in the JSON.",
    "An axiom that asks for a best constant cannot be broken: its verdict says only how far the search went. Refuted "
    "there says that no constant will do: the witness has a zero denominator.",
    "Cases that the statement is not about, or where the metric has no value, are discarded and counted.",
)


def symbol(verdict: str) -> str:
    """The symbol of a verdict."""
    return VERDICT_MEANINGS[verdict].symbol


def mark(outcome: str) -> str:
    """The mark of an outcome, which follows the symbol."""
    return OUTCOME_MEANINGS[outcome][0]
