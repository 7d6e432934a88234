"""Checks and corrections: functions that compute, exactly, what a claim of the ledger says in words.

The modules ``checks_...`` declare them with :func:`check` and :func:`instead`; :mod:`.building` runs them. A check
decides a claim, or one reading of it. A correction says what is true where a claim is false. For instance, a check
finds that log2 3 does not round to the 1.52 that a source prints; the correction computes that it rounds to 1.58.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeVar

from ...evidence.fault import raise_if_ours
from ...evidence.formats import Record
from ...evidence.matrix import Matrix
from ...evidence.notation import shorten_number
from ...model.registry import REGISTRY, Unknown
from ...numbers.exact import fraction, rational, sign

Finding = Literal["holds", "fails", "instance", "open", "cites"]
"""Finding of a check about its claim.

``holds`` and ``fails`` are for the claim as far as the check computes it. ``instance`` is an example of what the claim
says exists, or says to fail. ``open`` is for a check that decides nothing. ``cites`` is for a claim that is not about
values: the sentence names literature.
"""


class Result(Record):
    """Result of a check, in a sentence with the numbers."""

    finding: Finding
    sentence: str
    reach: str = ""
    """How far it went, such as ``n<=6``; empty if it decides the claim completely."""
    data: dict[str, str] = {}  # noqa: RUF012  # a copy each
    """The numbers by name, exact and as text."""
    settles: bool = False
    """True if it proves the whole claim for every n, however far the cells of metrics that declare the claim reach."""

    @classmethod
    def of(cls, holds: bool, sentence: str, reach: str = "", data: dict[str, str] | None = None) -> Self:
        """Build the result of a computation that decides whether a claim holds or fails."""
        return cls("holds" if holds else "fails", sentence, reach, data or {})


@dataclass(frozen=True)
class Check:
    """A check of one claim."""

    claim: str
    """The id of the claim, such as ``KV7``."""
    run: Callable[..., Result | Sequence[Result] | None]
    """Computes the result, or several."""
    reading: str = ""
    """The reading of the claim's wording that the check takes; empty if there is only one."""

    @property
    def name(self) -> str:
        """The function's name with hyphens."""
        return str(self.run.__name__).replace("_", "-")

    @property
    def key(self) -> str:
        """The key of the check; no other check has it."""
        return f"{self.claim}: {self.name}"

    @property
    def doc(self) -> str:
        """The first line of the function's docstring, which the ledger prints."""
        return (inspect.getdoc(self.run) or "").splitlines()[0].removesuffix(".")

    def results(self) -> Sequence[Result]:
        """Run the check. A metric without a value leaves the claim open; any other exception is a bug and is raised."""
        try:
            outcome = self.run() or ()
        except NoValue as error:
            return [Result("open", f"not computed: {error}")]
        return [outcome] if isinstance(outcome, Result) else outcome


class Correction(Check):
    """Corrected statement of a claim, shown only where the claim is false and the correction is computed to hold."""

    @property
    def needs_matrix(self) -> bool:
        """Return whether its function has a parameter: the matrix, from whose evidence it reads the correction."""
        return bool(inspect.signature(self.run).parameters)

    @property
    def key(self) -> str:
        """The key of the correction; no other correction and no check has it."""
        return f"instead of {super().key}"

    def results(self, *matrix: Matrix) -> Sequence[Result]:
        """Return the correction if it holds, by computation or by the evidence in the matrix; else nothing.

        A function that needs the matrix gets it as the one argument.
        """
        try:
            correction = self.run(*matrix)
        except NoValue:
            return []
        return [correction] if isinstance(correction, Result) and correction.finding in ("holds", "instance") else []


CHECKS: list[Check] = []
"""All checks, in the order of their declaration."""
CORRECTIONS: list[Correction] = []
"""All corrections, in the order of their declaration."""
CheckFunction = TypeVar("CheckFunction", bound=Callable[[], Result | Sequence[Result]])
"""A function that computes a claim, with its result or several."""
CorrectionFunction = TypeVar("CorrectionFunction", bound=Callable[..., Result | None])
"""A function of nothing or of the matrix; it returns None if the matrix has no evidence for the correction."""


def check(claim: str, reading: str = "") -> Callable[[CheckFunction], CheckFunction]:
    """Declare a function that checks a claim, or one reading of it.

    The ledger prints the first line of its docstring, which says what it computes.
    """

    def declare(function: CheckFunction) -> CheckFunction:
        if not function.__doc__:
            raise TypeError(f"check of {claim}: {function.__name__} has no docstring that says what it computes")
        CHECKS.append(Check(claim, function, reading))
        return function

    return declare


def instead(claim: str) -> Callable[[CorrectionFunction], CorrectionFunction]:
    """Declare a function that computes the correction of a claim, or reads it from the matrix that it takes."""

    def declare(function: CorrectionFunction) -> CorrectionFunction:
        CORRECTIONS.append(Correction(claim, function))
        return function

    return declare


class NoValue(Exception):
    """A metric of the catalogue has no value for a check, as its definition was changed."""


def value(name: str, *arguments: Any, **parameters: Any) -> Any:
    """Return the value of a metric of the catalogue; parameters that it does not have are left out.

    Raises :class:`NoValue` for every error of the definition, so that a changed definition costs the
    claims about it, and not the whole ledger.
    """
    try:
        metric = REGISTRY.metric(name)
        return metric(*arguments, **{key: entry for key, entry in parameters.items() if key in metric.parameters})
    except Exception as error:
        if not isinstance(error, (Unknown, ValueError)):  # these two mean another name or signature: no bug of ours
            raise_if_ours(error)
        raise NoValue(f"{name}: {type(error).__name__}: {error}") from error


def rounds_to(exact: Any, figure: str) -> bool:
    """Return whether an exact number rounds (half up) to the figure that a source prints, such as ``0.81``."""
    decimals = len(figure.partition(".")[2])
    half = rational(1, 2 * 10**decimals)  # of a unit in the last decimal
    low, high = rational(figure) - half, rational(figure) + half
    try:
        return bool(low <= rational(fraction(exact)) < high)
    except TypeError:  # logarithms and roots are not fractions, but their signs are decided exactly
        return sign(exact - low) in (0, 1) and sign(exact - high) == -1


def decimal(exact: Any) -> str:
    """Write an exact number for a reader: unchanged if it is short (at most 12 characters), else with a decimal."""
    return shorten_number(str(exact), 12)


def agree(comparisons: Mapping[str, tuple[Any, Any]], subject: str) -> Result:
    """Return the result of comparing computed values with claimed ones: it holds if all are equal.

    ``comparisons`` has (computed, claimed) by the name of the value. The sentence of the result begins with
    ``subject``, what the values are of.
    """
    differences = [
        f"{name} is {computed}, not {claimed}"
        for name, (computed, claimed) in comparisons.items()
        if computed != claimed
    ]
    data = {name: str(computed) for name, (computed, _) in comparisons.items()}
    text = "; ".join(differences) or ", ".join(f"{name} = {number}" for name, number in data.items())
    return Result.of(not differences, f"{subject}: {text}", data=data)
