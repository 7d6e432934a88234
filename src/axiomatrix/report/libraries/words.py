"""The words of the report on libraries: wordings of comparisons, ranks of findings, legends, with their meanings.

A *wording* says how a refuted property of a library's metric compares with the library's definition and documentation;
``libraries/comparison.py`` chooses it. A *finding* is a defect that shows in one or more of these refutations, and its
*rank* says how serious it is; ``causes.py`` chooses it. The Markdown pages and the site print both with their meanings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...evidence.verdict import Tone


@dataclass(frozen=True)
class Wording:
    """A class of refutations of an implementation, by its cause, as tables show it."""

    sign: str
    """Its letter in tables."""
    meaning: str
    style: str
    """The CSS class of its colour; the sign says the same without it."""
    question: str
    """The question that it answers: ``OF_IMPLEMENTATION`` or ``OF_DEFINITION``."""


OF_IMPLEMENTATION = "Does the implementation deviate?"
OF_DEFINITION = "Does the definition fail?"
WORDINGS = {
    "deviates from its documentation": Wording(
        "D",
        "The documentation says that the property holds, but it fails on this input. The code or the documentation "
        "needs a change.",
        "deviates",
        OF_IMPLEMENTATION,
    ),
    "deviates from its definition": Wording(
        "V",
        "The documented definition, computed exactly, has a value on this input. The library returns another value or "
        "nan, or raises an exception, and rounding does not explain the difference. Overflow and conversions count. "
        "The printed formula or the code needs a change.",
        "deviates",
        OF_IMPLEMENTATION,
    ),
    "undocumented convention": Wording(
        "U",
        "The documentation does not decide this input, or there is no definition to compare with. The library's "
        "behaviour, even an error, is an unwritten choice, and not necessarily a bad one.",
        "convention",
        OF_IMPLEMENTATION,
    ),
    "definition fails": Wording(
        "X",
        "The documented definition, computed exactly, fails the property on the same input: a fact about the metric, "
        "and no fault of the library.",
        "definition",
        OF_DEFINITION,
    ),
    "as documented": Wording(
        "A",
        "The documentation itself says that the property does not hold, or that such an input is not valid, and the "
        "property fails on this input.",
        "documented",
        OF_DEFINITION,
    ),
}
"""The wordings by name, in the order in which a maintainer will want to read them."""
SILENT = "wrong silently"
CRASH = "crash"
EDGE = "wrong in a documented edge"
CONVENTION = "convention"
RANKS = {
    SILENT: "The library returns a number that differs from its documented definition, computed exactly. Or the number "
    "depends on something that must not matter, and no other library's number does.",
    CRASH: "The process ends by a signal, or the library raises an exception that is not meant as a rejection, such as "
    "a division by zero or a wrong index.",
    EDGE: "A sentence or formula of the documentation does not hold on this input. The library returns no number, or "
    "the same number as other libraries.",
    CONVENTION: "The documentation does not decide the input, the input is invalid, the library rejects it with a "
    "message, or other libraries choose the same. Conventions are counted, not listed.",
}
"""The ranks of findings with their meanings, the most serious first."""
LISTED = tuple(rank for rank in RANKS if rank != CONVENTION)
"""The ranks whose findings are written out; conventions are only counted."""
WHAT_THE_PAGE_IS = (
    "Each finding is one input, the smallest that was found, with the library's answer and code to paste that needs "
    "only that library. It is about the named version and about that input.",
    "Answers are floats. A property counts as failing only if the two sides differ by more than rounding can explain. "
    "Borderline cases are listed separately, as rounding.",
    "Inputs are put into the form that the library takes, and the library is called as its users would call it. It is "
    "not changed.",
)
WHAT_THE_PAGE_IS_NOT = (
    "It ranks no libraries. A property that fails is not always one that a metric should have: many of them exclude "
    "each other, and users decide which of them matter.",
    "A definition that fails a property is not a fault of the library that computes it. An undocumented convention is "
    "an unwritten choice, and a sentence in the documentation settles it.",
    "A property that is not contradicted is not proved. The number beside it says how far the search went.",
)

OUTCOMES = {
    "broken": "an input contradicts it",
    "as declared": "not contradicted",
    "confirmed": "fails, as documented",
    "unconfirmed": "documented to fail, but no input found on which it fails",
    "unresolved": "not decided",
}
"""Words for the outcome of a documented property, by the value of an ``Outcome``."""


class AgreementDegree(NamedTuple):
    """A degree of agreement between two implementations, as a table shows it."""

    sign: str
    meaning: str
    tone: Tone
    """The colour of the sign."""


AGREEMENT = {
    "agree": AgreementDegree("=", "the same value wherever both have one, as far as the search went", Tone.SEARCHED),
    "agree up to rounding": AgreementDegree("r", "the same value up to what may be rounding", Tone.SEARCHED),
    "agree without ties": AgreementDegree(
        "t", "the same value on inputs without ties, another one with ties", Tone.UNKNOWN
    ),
    "differ": AgreementDegree(
        "/",
        "another value on some input, also without ties as far as that was checked",
        Tone.REFUTED,
    ),
    "not compared": AgreementDegree("?", "no verdict; the reason is given below", Tone.NOTHING),
}
"""The degrees of agreement between two implementations by name."""
