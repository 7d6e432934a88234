"""Checks: functions that compute, exactly, what a claim says in words."""

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


class Result(Record):
    """Result of a check, in a sentence with the numbers."""

    finding: Finding
    sentence: str
    reach: str = ""
    """How far it went; empty if there is nothing beyond what was computed."""
    data: dict[str, str] = {}  # noqa: RUF012  # a copy each
    """The numbers by name, exact and as text."""
    settles: bool = False
    """Whether it is all that the claim says, for every n: then it is proved, however far its cells reach."""

    @classmethod
    def of(cls, holds: bool, sentence: str, reach: str = "", data: dict[str, str] | None = None) -> Self:
        """Build the result of a computation about a claim, which holds by it or fails."""
        return cls("holds" if holds else "fails", sentence, reach, data or {})


@dataclass(frozen=True)
class Check:
    """A check of one claim; ``reading`` names the reading of the claim that it is of, if there are several."""

    claim: str
    run: Callable[..., Result | Sequence[Result] | None]
    reading: str = ""

    @property
    def name(self) -> str:
        """Return the name of the check."""
        return str(self.run.__name__).replace("_", "-")

    @property
    def key(self) -> str:
        """Return a key that no other check has."""
        return f"{self.claim}: {self.name}"

    @property
    def doc(self) -> str:
        """Describe what the check computes."""
        return (inspect.getdoc(self.run) or "").splitlines()[0].removesuffix(".")

    def results(self) -> Sequence[Result]:
        """Run the check; a metric without a value leaves the claim open. Any other exception is a bug."""
        try:
            outcome = self.run() or ()
        except NoValue as error:
            return [Result("open", f"not computed: {error}")]
        return [outcome] if isinstance(outcome, Result) else outcome


class Correction(Check):
    """Corrected statement of a claim: shown only if the claim is found wrong, and if it holds itself."""

    @property
    def of_matrix(self) -> bool:
        """Return whether it is read off the evidence in a matrix, and not computed."""
        return bool(inspect.signature(self.run).parameters)

    @property
    def key(self) -> str:
        """Return a key that no other correction, and no check, has."""
        return f"instead of {super().key}"

    def results(self, *matrix: Matrix) -> Sequence[Result]:
        """The correction, if what it says holds by computation, or by the evidence in the matrix."""
        try:
            correction = self.run(*matrix)
        except NoValue:
            return []
        return [correction] if isinstance(correction, Result) and correction.finding in ("holds", "instance") else []


CHECKS: list[Check] = []
"""All checks, in the order of their declaration."""
CORRECTIONS: list[Correction] = []
"""All corrections, in the order of their declaration."""


Computing = TypeVar("Computing", bound=Callable[[], Result | Sequence[Result]])
Correcting = TypeVar("Correcting", bound=Callable[..., Result | None])


def check(claim: str, reading: str = "") -> Callable[[Computing], Computing]:
    """Declare a function that checks a claim (or one reading of it); its docstring says what it computes."""

    def declare(function: Computing) -> Computing:
        if not function.__doc__:
            raise TypeError(f"check of {claim}: {function.__name__} has no docstring that says what it computes")
        CHECKS.append(Check(claim, function, reading))
        return function

    return declare


def instead(claim: str) -> Callable[[Correcting], Correcting]:
    """Declare a function that computes, or finds in the matrix that it takes, what is true instead of a claim."""

    def declare(function: Correcting) -> Correcting:
        CORRECTIONS.append(Correction(claim, function))
        return function

    return declare


class NoValue(Exception):
    """A metric of the catalogue has no value for a check: it was changed."""


def value(name: str, *arguments: Any, **parameters: Any) -> Any:
    """The value of a catalogued metric; of the parameters only those that it has."""
    try:
        metric = REGISTRY.metric(name)
        return metric(*arguments, **{key: given for key, given in parameters.items() if key in metric.parameters})
    except Exception as error:  # whatever a changed definition raises: that costs this claim and nothing else
        if not isinstance(error, (Unknown, ValueError)):  # another signature, which is refused, is theirs too
            raise_if_ours(error)
        raise NoValue(f"{name}: {type(error).__name__}: {error}") from error


def printed(value: Any, figure: str) -> bool:
    """Return whether an exact value rounds (half up) to the figure that a source prints, such as ``0.81``."""
    places = len(figure.partition(".")[2])
    half = rational(1, 2 * 10**places)
    low, high = rational(figure) - half, rational(figure) + half
    try:
        return bool(low <= rational(fraction(value)) < high)
    except TypeError:  # logarithms and roots
        return sign(value - low) in (0, 1) and sign(value - high) == -1


def decimal(value: Any) -> str:
    """An exact value for reading: as it is if it is short."""
    return shorten_number(str(value), 12)


def agree(claimed: Mapping[str, tuple[Any, Any]], what: str) -> Result:
    """``holds`` if each computed value is the claimed one: by name, the computed and the claimed value."""
    wrong = [f"{name} is {computed}, not {want}" for name, (computed, want) in claimed.items() if computed != want]
    data = {name: str(computed) for name, (computed, _) in claimed.items()}
    comparison = "; ".join(wrong) or ", ".join(f"{name} = {text}" for name, text in data.items())
    return Result.of(not wrong, f"{what}: {comparison}", data=data)
