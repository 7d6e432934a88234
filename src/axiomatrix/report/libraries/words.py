"""The words of the report on libraries: wordings of comparisons, ranks of findings, legends, with their meanings.

``causes.py`` chooses among them. The Markdown pages and the site print them with their meanings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...evidence.verdict import Tone


@dataclass(frozen=True)
class Wording:
    """The sign and meaning of a comparison's wording: why a statement about an implementation is refuted."""

    sign: str
    """The letter that stands for it in a table."""
    means: str
    style: str
    """The CSS class of its colour; the sign says the same without it."""
    asks: str
    """The question that it answers: ``OF_IMPLEMENTATION`` or ``OF_DEFINITION``."""


OF_IMPLEMENTATION = "Does the implementation deviate?"
OF_DEFINITION = "Does the definition fail?"
WORDINGS = {
    "deviates from its documentation": Wording(
        "D",
        "The documentation says that the property holds, and there is an input on which it does not. Either of the two "
        "may be what needs a change.",
        "deviates",
        OF_IMPLEMENTATION,
    ),
    "deviates from its definition": Wording(
        "V",
        "The documented definition has a value on this input, computed exactly, and what the library gives is another "
        "one, or none: nan, or an exception. More than rounding is between the two; overflow and conversions count. "
        "Either the formula that is printed or the code may be what needs a change.",
        "deviates",
        OF_IMPLEMENTATION,
    ),
    "undocumented convention": Wording(
        "U",
        "We found nothing in the documentation that decides this input, or no definition to compare with. What the "
        "library does, a refusal too, is a choice that nobody wrote down; it need not be a bad one.",
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
        "The documentation itself says that the property does not hold, or that such an input is not valid, and here "
        "is one on which it fails.",
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
    SILENT: "The library answers with a number, and its documented definition, computed exactly, gives another one; or "
    "the number depends on what must not matter, and no other library's does.",
    CRASH: "The process ends by a signal, or an exception escapes that is not a refusal: a division by zero, an index.",
    EDGE: "A sentence of the documentation, or the formula that it prints, does not hold on this input: there is no "
    "number, or the number is the one that other libraries give, too.",
    CONVENTION: "Nothing in the documentation decides the input, or it is not valid, or the library refuses it in "
    "words, or others choose the same. These are counted and not listed.",
}
"""The ranks of findings with their meanings, the most serious first."""
LISTED = tuple(rank for rank in RANKS if rank != CONVENTION)
"""The ranks whose findings are written out; conventions are only counted."""
WHAT_THE_PAGE_IS = (
    "Each finding is one input, the smallest that was found, with what the library answered and code to paste that "
    "needs only that library. It is about the version named, and about that input.",
    "Answers are floats; a property counts as failing only where more is between the two sides than rounding can "
    "account for. What lies near that is listed apart, as rounding.",
    "Inputs are put into the form that the library takes, and the library is called as its users would call it. "
    "Nothing of it is changed.",
)
WHAT_THE_PAGE_IS_NOT = (
    "It ranks no libraries. A property that fails is not always one that a metric should have: most of them exclude "
    "each other, and which matter is for the user to say.",
    "A definition that fails a property is not a fault of the library that computes it; an undocumented convention is "
    "a choice that nobody wrote down, and a sentence in the documentation settles it.",
    "What is not contradicted is not proved: the number beside it says how far it was looked.",
)

OUTCOMES = {
    "broken": "an input contradicts it",
    "as declared": "not contradicted",
    "confirmed": "fails, as documented",
    "unconfirmed": "documented to fail, and no input found on which it does",
    "unresolved": "not decided",
}
"""Words for the outcome of a sentence of the documentation, by the value of an ``Outcome``."""


class AgreementDegree(NamedTuple):
    """A degree of agreement between two implementations, as a table shows it."""

    sign: str
    means: str
    tone: Tone
    """The colour of the sign."""


AGREEMENT = {
    "agree": AgreementDegree("=", "the same value wherever both have one, as far as it was looked", Tone.SEARCHED),
    "agree up to rounding": AgreementDegree("r", "the same value up to what may be rounding", Tone.SEARCHED),
    "agree without ties": AgreementDegree(
        "t", "the same value on inputs without ties, another one with ties", Tone.UNKNOWN
    ),
    "differ": AgreementDegree(
        "/",
        "another value on some input, and not only on inputs with ties as far as that was asked",
        Tone.REFUTED,
    ),
    "not compared": AgreementDegree("?", "there is no verdict; the reason stands below", Tone.NOTHING),
}
"""The degrees of agreement between two implementations by name."""
