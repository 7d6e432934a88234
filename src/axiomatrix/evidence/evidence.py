"""Evidence: a verdict with everything needed to believe it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal, NamedTuple

from ..model.proof_note import ProofNote
from ..spaces.parameters import ParameterDomain
from .reach import Reach
from .verdict import FAULTS, Verdict

_PLAIN_NAME = re.compile(r"[a-z0-9_-]+(\[[a-z0-9_-]+\])?")
_PLAIN_ARGUMENT = re.compile(r"(?!d$)[a-z0-9_/-]+(\[[a-z0-9_-]+\])?|D")
"""What makes different file names; ``D`` is the usual name of similarities, so that ``d`` is not plain."""
INFINITE = "infinite"
"""The value of an extreme that no number bounds."""
NO_FACTOR = "no factor exists"
NO_INSTANCE = "no instance found"
"""How files write that an instance was looked for in vain."""
_NOT_DECIDED = "not decided: "
"""How it begins what files write where the independent checker refuses a proof."""


@dataclass(frozen=True)
class Witness:
    """One exact instance that refutes a statement, or shows an existential one; replayable."""

    metric: str
    axiom: str
    arguments: dict[str, Any]
    space: ParameterDomain
    n: int
    instance: dict[str, Any]
    parameters: dict[str, Any]
    lhs: str
    op: str
    rhs: str
    smallest: bool
    """Whether all smaller sizes were exhausted; otherwise it is the smallest found."""
    shows: Literal["refutes", "shows", "attains", "rounds"] = "refutes"
    channel: Literal["exact", "float"] = "exact"

    def __post_init__(self) -> None:
        object.__setattr__(self, "space", ParameterDomain(self.space))

    @property
    def has_no_factor(self) -> bool:
        """Whether it shows that no constant bounds a ratio: the denominator is not positive, the numerator is."""
        return self.op == "/" and (self.shows == "refutes" or self.rhs in ("0", "0.0"))

    @property
    def sides(self) -> str:
        """The two sides, and whether the relation between them is true."""
        if self.has_no_factor:
            op = ">=" if self.lhs.startswith("-") else "<="
            every = "every f >= 0" if self.rhs.startswith("-") else "every f"
            return f"no factor exists: {self.lhs} {op} f * {self.rhs} is false for {every}"
        words = {"refutes": " is false", "rounds": " is within rounding", "shows": " is true"}
        return f"{self.lhs} {self.op} {self.rhs}{words.get(self.shows, '')}"

    @property
    def slug(self) -> str:
        """A file name for it, on any file system; names that would meet there are told apart by a digest."""
        parts = [self.metric, self.axiom, *(f"{k}-{v}" for k, v in self.arguments.items())]
        if self.space is ParameterDomain.CLOSED:
            parts.append(self.space)
        raw = "--".join(parts)
        made = raw.lower().replace("[", ".").replace("]", "")
        slug = "".join(c if (c.isalnum() and c.isascii()) or c in "-._" else "-" for c in made)
        plain = _PLAIN_NAME.fullmatch(self.metric) and _PLAIN_NAME.fullmatch(self.axiom)
        arguments = [str(part) for pair in self.arguments.items() for part in pair]
        if len(slug) <= 120 and plain and all(map(_PLAIN_ARGUMENT.fullmatch, arguments)):
            return slug
        return f"{slug[:100]}-{hashlib.sha256(raw.encode('utf-8', 'backslashreplace')).hexdigest()[:12]}"


@dataclass(frozen=True)
class Extreme:
    """The best constant found, with the instance that attains it, or the one that no constant bounds."""

    sense: Literal["sup", "inf"]
    value: str
    """An exact number as text, or :data:`INFINITE`."""
    witness: Witness

    @property
    def text(self) -> str:
        """The bound that the instance proves on the best constant."""
        if self.value == INFINITE:
            return NO_FACTOR
        return f"best {'>=' if self.sense == 'sup' else '<='} {self.value}"


@dataclass(frozen=True)
class CallNote:
    """One call of a library that a relation is about: code that needs only the library, and what it answered."""

    snippet: str
    answer: str
    definition: str = ""
    """The value of the exact definition on the same input; empty where there is none."""


@dataclass(frozen=True)
class Comparison:
    """A refutation of an implementation beside the definition and the documentation that it has."""

    definition: Literal["fails too", "holds", "has no value", "none given"]
    documentation: Literal["says that it holds", "says that it fails", "is silent"]
    wording: Literal[
        "definition fails",
        "as documented",
        "deviates from its documentation",
        "deviates from its definition",
        "undocumented convention",
    ]
    calls: tuple[CallNote, ...] = ()


def _plain(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """A record as JSON data: its words as nothing but texts."""
    return {name: str(value) if isinstance(value, StrEnum) else value for name, value in pairs}


class Uncertified(NamedTuple):
    """Why a statement is searched and not certified."""

    why: str
    refused: bool = False
    """Whether it is the independent checker that does not follow, and not a method."""

    def __str__(self) -> str:
        return f"{_NOT_DECIDED if self.refused else ''}{self.why}"

    @classmethod
    def read(cls, text: str) -> Uncertified:
        """What is written so in a file."""
        return cls(text.removeprefix(_NOT_DECIDED), text.startswith(_NOT_DECIDED))


@dataclass(frozen=True)
class Evidence:
    """What is known of one statement about one metric on one space."""

    verdict: Verdict
    method: str = ""
    reach: tuple[Reach, ...] = ()
    witness: Witness | None = None
    extreme: Extreme | None = None
    reason: str = ""
    seed: int = 0
    proof: ProofNote | None = None
    comparison: Comparison | None = None
    """Of a library's metric that is refuted: what its definition and its documentation say of the same instance."""
    uncertified: Uncertified | None = None
    """Why it is searched and not certified: what a method, or the independent checker, does not follow."""
    in_vain: bool = False
    """Whether an instance that is said to be there was looked for, and none was found."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", Verdict(self.verdict))
        if self.in_vain:
            object.__setattr__(self, "reason", NO_INSTANCE)

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The instance that settles it, and the one that attains the best constant, as far as there are such."""
        found = (self.witness, self.extreme.witness if self.extreme else None)
        return tuple(witness for witness in found if witness is not None)

    @property
    def cases(self) -> int:
        """All cases decided or undecided, over all methods; the steps of a proof are no cases."""
        return sum(r.cases for r in self.reach if r.method != "proof")

    @property
    def undecided(self) -> int:
        """All cases that were not decided."""
        return sum(r.undecided for r in self.reach)

    @property
    def discarded(self) -> int:
        """All cases that the statement is not about, or where the metric has no value."""
        return sum(r.discarded for r in self.reach)

    @property
    def reach_text(self) -> str:
        """The verdict's reach on one line."""
        settled = {
            Verdict.REFUTED: "n={}",
            Verdict.ROUNDING: "within rounding at n={}",
            Verdict.PROVED: "shown at n={}",
        }
        if self.witness and self.verdict in settled:
            return settled[self.verdict].format(self.witness.n)
        if self.verdict is Verdict.PROVED:
            return "; ".join(r.text for r in self.reach if r.method == "proof")
        if self.verdict in (Verdict.NOT_APPLICABLE, *FAULTS):
            return self.reason
        return "; ".join(r.text for r in self.reach if r.cases or r.method == "enumeration" or not self.cases)

    def to_json(self) -> dict[str, Any]:
        """As JSON data (schema: ``evidence`` in the report schema)."""
        data = asdict(self, dict_factory=_plain)
        del data["in_vain"]  # the reason says it
        if self.comparison is None:  # only libraries' metrics have one
            del data["comparison"]
        else:
            data["comparison"]["calls"] = list(data["comparison"]["calls"])
        if self.uncertified is None:
            del data["uncertified"]
        else:
            data["uncertified"] = str(self.uncertified)
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Evidence:
        """Read back what :meth:`to_json` wrote."""
        witness, extreme, proof = data["witness"], data["extreme"], data["proof"]
        compared = dict(data.get("comparison") or {})
        calls = tuple(CallNote(**call) for call in compared.pop("calls", ()))
        return cls(
            verdict=Verdict(data["verdict"]),
            method=data["method"],
            reach=tuple(Reach(**r) for r in data["reach"]),
            witness=Witness(**witness) if witness else None,
            extreme=Extreme(extreme["sense"], extreme["value"], Witness(**extreme["witness"])) if extreme else None,
            reason=data["reason"],
            seed=data["seed"],
            proof=ProofNote(proof["id"], proof["theorem"], tuple(proof["checked"]), tuple(proof["argued"]))
            if proof
            else None,
            comparison=Comparison(**compared, calls=calls) if compared else None,
            uncertified=Uncertified.read(data["uncertified"]) if data.get("uncertified") else None,
            in_vain=data["reason"] == NO_INSTANCE,
        )
