"""Results of an exploration, as data: questions, size by size, and the file ``answer.json`` that holds them.

``axiomatrix explore`` builds an :class:`Answer` (:mod:`.run`); reports, pictures and the site read it. Exact numbers
are text in it, such as ``2/3``, and ``infinite`` where no constant bounds a ratio. A *row* is a metric in one variant.
The *closure* of a parameter's space adds boundary values, such as weights of 0. A size is *examined* on all instances.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from ...evidence.cell import ClaimNote
from ...evidence.evidence import INFINITE, Witness
from ...evidence.files import json_by_entry
from ...evidence.formats import Format, Record
from ...evidence.verdict import GRID, Verdict, written
from ...numbers.exact import compare, parse
from ...spaces.parameters import ParameterDomain
from .results import VERDICTS_THAT_HOLD, Argument, Bound, DefinitionReading, Proved, Sense, SizeAnswer

FORMAT = "axiomatrix-exploration-1"
"""The format's name in the file."""
MAX_BYTES = 200_000_000
"""Largest file that is read."""


class BadAnswer(ValueError):
    """Data that are not an answer; the message says where and why."""


class Question(Record):
    """One statement about one row, size by size.

    ``sizes`` are examined completely, in increasing order. ``bounds`` are of single instances beyond them, by search or
    by a user's family. ``proof`` and ``proved`` are about every n. A size may be examined by a *sweep*, by linear
    programs for all values of a parameter, or by enumeration.
    """

    metric: Annotated[str, Meta(description="The metric's name, with its variant in brackets.")]
    statement: Annotated[str, Meta(description="The statement's id.")]
    label: Annotated[
        str,
        Meta(description="Name of the question in tables and pictures, such as deck; unique within an answer."),
    ]
    asked: Annotated[str, Meta(description="The statement in symbols, such as F_D >= 1 K_D.")]
    sense: Annotated[Sense, Meta(description="Which extreme the statement bounds.")]
    claims: tuple[ClaimNote, ...] = ()
    space: Annotated[
        ParameterDomain, Meta(description="Whether parameters on the boundary, such as weights of 0, are included.")
    ] = ParameterDomain.OPEN
    sort: Annotated[str, Meta(description="Sort of the instances, such as weak orders; empty for rankings.")] = ""
    method: Annotated[str, Meta(description="linear (a sweep) or enumeration; empty if no size was examined.")] = ""
    sizes: tuple[SizeAnswer, ...] = ()
    bounds: tuple[Bound, ...] = ()
    reason: Annotated[str, Meta(description="Why there is no exact result; empty if there is one.")] = ""
    quantity: Annotated[
        str, Meta(description="The ratio or difference whose extremes are asked, such as F_D / K_D.")
    ] = ""
    divided_by: Annotated[
        str, Meta(description="The metric in the denominator, if the quantity is a ratio; else empty.")
    ] = ""
    constant: Annotated[
        str, Meta(description="The claimed bound, an exact number as text; empty if there is none.")
    ] = ""
    lemmas: Annotated[
        tuple[str, ...], Meta(description="The theorems that settle rankings without a linear program.")
    ] = ()
    symmetries: Annotated[
        tuple[str, ...], Meta(description="The symmetries by which rankings were grouped into classes, in words.")
    ] = ()
    remark: Annotated[str, Meta(description="Further remarks on the result, such as why a size is undecided.")] = ""
    checked: Annotated[
        Verdict | None, Meta(description="The verdict of `axiomatrix check`, if there is no parameter to sweep over.")
    ] = None
    proof: Annotated[
        Argument | None, Meta(description="The proof that settles the statement for every n, if there is one.")
    ] = None
    proved: Annotated[
        tuple[Proved, ...], Meta(description="Bounds on the best constant that are proved for every n.")
    ] = ()
    followed: Annotated[
        str, Meta(description="The parameters for which an enumeration decided all values on each instance.")
    ] = ""
    scope: Annotated[
        str,
        Meta(
            description="The values at which the other parameters were fixed, such as w = 1; empty if none was fixed."
        ),
    ] = ""

    def sizes_with(self, verdict: str) -> list[int]:
        """Return the sizes n with that verdict."""
        return [size.n for size in self.sizes if size.verdict == verdict]

    @property
    def first_refuted(self) -> SizeAnswer | None:
        """The smallest size at which the statement is refuted."""
        return next((size for size in self.sizes if size.verdict == "refuted"), None)

    @property
    def refuting_bound(self) -> Bound | None:
        """The smallest instance beyond the sizes examined that breaks the claimed bound; None if some size refutes it.

        None too for a statement that a constant is attained: no single instance breaks a statement of existence.
        """
        is_about_attainment = self.statement.startswith("bound-attained")
        if self.first_refuted is not None or not self.constant or is_about_attainment:
            return None
        wrong_side = -1 if self.sense == "inf" else 1
        counterexamples = [
            bound
            for bound in self.bounds
            if bound.sense == self.sense and _is_on_side(wrong_side, bound.value, self.constant)
        ]
        return min(counterexamples, key=lambda bound: bound.n, default=None)

    @property
    def why_no_constant(self) -> str:
        """Explain why no constant exists: an instance has a zero denominator, or a proved family; empty otherwise."""
        if self.proof is not None and self.proof.no_factor:
            return "no constant exists: proved by a family of instances"
        unbounded = [bound for bound in self.bounds if bound.sense == self.sense and bound.value == INFINITE]
        if not unbounded or self.constant:  # an instance that breaks a claimed constant refutes the claim instead
            return ""
        smallest = min(unbounded, key=lambda bound: bound.n)
        is_closed = smallest.witness is not None and smallest.witness.space is ParameterDomain.CLOSED
        where = " on the closure" if is_closed else ""
        return f"no constant exists: an instance at n = {smallest.n}{where}"

    @property
    def certified_up_to(self) -> int:
        """The largest N such that every size examined up to N is certified; 0 if there is none."""
        return self._up_to("certified")

    @property
    def reach(self) -> tuple[str, int]:
        """(verdict, N): all sizes up to N have this verdict that the statement holds; N is 0 if there is none."""
        first_verdict = self.sizes[0].verdict if self.sizes else ""
        if first_verdict not in VERDICTS_THAT_HOLD:
            return "certified", 0
        return first_verdict, self._up_to(first_verdict)

    def _up_to(self, verdict: str) -> int:
        """Return the last of the consecutive sizes, from n = 1 or 2 on, that have the verdict; 0 if there is none."""
        last = 0
        for size in self.sizes:
            is_first = last == 0
            is_next = size.n <= 2 if is_first else size.n == last + 1  # n = 1 is left out where it is trivial
            if size.verdict != verdict or not is_next:
                break
            last = size.n
        return last

    @property
    def is_smallest(self) -> bool:
        """Return whether every size below the first refuted one is certified for all parameters (n = 1 is trivial)."""
        first = self.first_refuted
        if first is None or self.scope or self.reach[0] == GRID:
            return False
        return self._decided_below(first.n)

    def _decided_below(self, n: int) -> bool:
        """Return whether every size below n is decided, from the first size that was examined on."""
        _, reached = self.reach
        return n <= min(2, self.sizes[0].n) or reached >= n - 1

    @property
    def outcome(self) -> str:
        """Describe the outcome of the question."""
        if not self.undecided_by:
            return self.findings
        if self.undecided_by == "remark":
            return self.remark
        return f"not decided: {self.reason}" if self.reason else "not decided"

    @property
    def undecided_by(self) -> Literal["", "remark", "reason"]:
        """The field that explains an undecided outcome; empty if anything is decided."""
        if self.findings:
            return ""
        return "remark" if self.remark and not self.sizes else "reason"

    @property
    def findings(self) -> str:
        """Describe what sizes, instances and proofs establish; empty if that is nothing.

        The strongest result is described alone: a refutation by a size, one by an instance beyond the sizes, that no
        constant exists, or a proof for every n. Without any, all that the sizes say is joined.
        """
        first = self.first_refuted
        verdict, reached = self.reach
        refuted = Verdict.REFUTED.written
        so_far = f"{written(verdict)} n <= {reached}"
        only = f" (only at {self.scope})" if self.scope else ""
        if first is not None:
            refuted_at = f"{refuted} at n = {first.n}"
            if self.scope:
                refuted_at += f" with {self.scope}"
            if first.n == 1:
                return refuted_at
            if self._decided_below(first.n):
                return f"{refuted_at}; {_nothing_below(verdict)}{only}"
            return f"{refuted_at}; the smallest {refuted} here"
        counterexample = self.refuting_bound
        if counterexample is not None:
            parts = [f"{refuted} at n = {counterexample.n} by an instance of the {counterexample.kind}"]
            if reached >= counterexample.n - 1:
                parts.append(f"{_nothing_below(verdict)}{only}")
            else:
                parts.append("the smallest is not known")
                if reached:
                    parts.append(f"{so_far}{only}")
            return "; ".join(parts)
        if self.why_no_constant:
            return self.why_no_constant
        if self.proof:
            for_every_n = f"{Verdict.PROVED.written} for every n"
            return f"{for_every_n}, {so_far}{only}" if reached else for_every_n
        parts = [f"{so_far}{only}"] if reached else []
        parts += [f"{text}{only}" for text in self._attained]
        if undecided := self.sizes_with("undecided"):
            parts.append(f"{Verdict.UNDECIDED.written} at n = {', '.join(map(str, undecided))}")
        return "; ".join(parts)

    @property
    def _attained(self) -> list[str]:
        """Describe whether and where the constant is attained, if the statement is about that."""
        attained = self.sizes_with("attained")
        attained_on_closure = self.sizes_with("attained on the closure")
        not_attained = self.sizes_with("not attained")
        if attained:
            return [f"attained at n = {attained[0]} by positive parameters"]
        if attained_on_closure:
            return [
                f"attained at n = {attained_on_closure[0]} on the closure, where distances and weights may be zero",
                f"by no positive parameters for n <= {attained_on_closure[-1]}",
            ]
        return [f"not attained for n <= {not_attained[-1]}"] if not_attained else []


def _nothing_below(verdict: str) -> str:
    """Describe the sizes below the first that breaks a statement, which all have this verdict."""
    return f"nothing smaller on the {written(GRID)}" if verdict == GRID else f"every smaller size is {written(verdict)}"


class Answer(Record):
    """Everything that an exploration found. It has no times, so that the same seed gives the same bytes."""

    id: str
    title: str
    questions: tuple[Question, ...]
    beside: Annotated[
        tuple[DefinitionReading, ...], Meta(description="The readings of a definition side by side.")
    ] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON data; :class:`BadAnswer` if it could not be read back."""
        _check(self)
        return EXPLORATION.data(self)

    @classmethod
    def from_json(cls, data: Any) -> Answer:
        """Read the output of :meth:`to_json`; raises :class:`BadAnswer` for anything else."""
        answer = EXPLORATION.decode(data)
        _check(answer)
        return answer

    def canonical(self) -> Answer:
        """Return the answer as read back from its file, so that both give the same report."""
        return Answer.from_json(self.to_json())


# --- JSON ------------------------------------------------------------------------------------------------------

EXPLORATION = Format(
    FORMAT,
    "exploration",
    Answer,
    "Results of an exploration: questions about metrics, size by size, with exact extremes and witnesses.",
    BadAnswer,
    MAX_BYTES,
)


def dumps(answer: Answer) -> str:
    """Write the answer as the content of ``answer.json``; the same answer gives the same bytes."""
    return json_by_entry(answer.to_json())


def read(path: Path) -> Answer:
    """Read ``answer.json``; :class:`BadAnswer` for a file that holds no answer."""
    return EXPLORATION.read(path, Answer.from_json)


# --- checks that types do not express ---------------------------------------------------------------------------
#
# Each raises BadAnswer. ``where`` is the place in the file, such as questions[0].sizes[2].


def _check(answer: Answer) -> None:
    """Raise :class:`BadAnswer` for labels that are not unique, sizes out of order, or numbers that cannot be read."""
    labels = [question.label for question in answer.questions]
    for label in labels:
        if labels.count(label) > 1:
            raise BadAnswer(f"two questions have the label {label!r}; labels must be unique")
    for k, question in enumerate(answer.questions):
        _check_question(question, f"questions[{k}]")


def _check_question(question: Question, where: str) -> None:
    if question.constant:
        _check_number(question.constant, f"{where}.constant", finite=True)
    for earlier, later in pairwise(question.sizes):
        if earlier.n >= later.n:
            raise BadAnswer(f"{where}.sizes: n = {later.n} comes after n = {earlier.n}; sizes must increase")
    for k, size in enumerate(question.sizes):
        _check_size(size, f"{where}.sizes[{k}]")
    for k, proved in enumerate(question.proved):
        _check_number(proved.value, f"{where}.proved[{k}].value", finite=True)
    for k, bound in enumerate(question.bounds):
        _check_number(bound.value, f"{where}.bounds[{k}].value", finite=False)
        _check_witness(bound.witness, bound.n, f"{where}.bounds[{k}].witness")


def _check_size(size: SizeAnswer, where: str) -> None:
    if (size.verdict == "refuted") != (size.refutation is not None):
        needed = "a" if size.verdict == "refuted" else "no"
        raise BadAnswer(f"{where}: a size that is {size.verdict} must have {needed} refutation")
    if size.positive is not None and size.verdict not in ("refuted", "attained"):
        raise BadAnswer(f"{where}: only a refuted or attained size may have `positive`, not one that is {size.verdict}")
    senses = [extreme.sense for extreme in size.extremes]
    if len(set(senses)) != len(senses):
        raise BadAnswer(f"{where}.extremes: each sense may occur only once")
    for k, extreme in enumerate(size.extremes):
        _check_number(extreme.value, f"{where}.extremes[{k}].value", finite=False)
        _check_witness(extreme.witness, size.n, f"{where}.extremes[{k}].witness")
    _check_witness(size.refutation, size.n, f"{where}.refutation")
    _check_witness(size.positive, size.n, f"{where}.positive")
    for k, point in enumerate(size.points):
        for coordinate in point:
            _check_number(coordinate, f"{where}.points[{k}]", finite=True)


def _check_number(text: str, where: str, *, finite: bool) -> None:
    if text == INFINITE and not finite:
        return
    try:
        parse(text)
    except ValueError as error:
        raise BadAnswer(f"{where}: {error}") from None


def _check_witness(witness: Witness | None, n: int, where: str) -> None:
    if witness is not None and witness.n != n:
        raise BadAnswer(f"{where}: its n is {witness.n}, but it belongs to n = {n}")


# --- numbers -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _is_on_side(side: int, value: str, constant: str) -> bool:
    """Return whether an exact number (or ``infinite``) lies above the constant, if ``side`` is 1, or below, if -1."""
    if value == INFINITE:
        return side > 0
    return compare(parse(value), parse(constant)) == side
