"""A cell as JSON data and back: in reports, in the journal of a run, and between a worker and who waits for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from enum import EnumType
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ..model.proof_note import ProofNote
from ..spaces.parameters import ParameterDomain
from .cell import Cell, ClaimNote
from .evidence import Evidence, Extreme, Witness
from .reach import Reach
from .rules import wrong_with
from .verdict import Verdict

_TYPES: dict[str, type] = {"str": str, "int": int, "bool": bool, "dict[str, Any]": dict}
"""What the fields of a record must be, by their annotation; others are records themselves, or one of few texts."""


class BadCell(ValueError):
    """Data that are no cell, with what is wrong with them."""


def to_data(cell: Cell) -> dict[str, Any]:
    """The cell as JSON data; ``outcome`` is what follows from the rest."""
    evidence = cell.evidence.to_json()
    evidence["reach"] = list(evidence["reach"])
    if evidence["proof"] is not None:
        evidence["proof"] = {name: list(v) if isinstance(v, tuple) else v for name, v in evidence["proof"].items()}
    return {
        "metric": cell.metric,
        "axiom": cell.axiom,
        "arguments": dict(cell.arguments),
        "space": str(cell.space),
        "claims": [asdict(claim) for claim in cell.claims],
        "outcome": str(cell.outcome),
        "evidence": evidence,
    }


def from_data(data: Any) -> Cell:
    """The cell that :func:`to_data` wrote; :class:`BadCell` says what is wrong with anything else."""
    try:
        return _cell(data)
    except KeyError as missing:
        raise BadCell(f"{missing.args[0]!r} is missing") from None
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        raise BadCell(str(error)) from None


def _cell(data: Mapping[str, Any]) -> Cell:
    _check_evidence(data["evidence"])
    evidence = Evidence.from_json(data["evidence"])
    claims = tuple(ClaimNote(**exactly(ClaimNote, claim)) for claim in data["claims"])
    own = {name: data[name] for name in ("metric", "axiom", "arguments", "space")}
    for name, value in own.items():
        _check(name, value, dict if name == "arguments" else str)
    if own["space"] not in tuple(ParameterDomain):
        raise BadCell(f"there is no space {own['space']!r:.80}")
    cell = Cell(**own, claims=claims, evidence=evidence)
    if cell.outcome != data["outcome"]:
        raise BadCell(f"{cell.metric} x {cell.title} says {data['outcome']!r}, but comes to {cell.outcome.value!r}")
    if wrong := wrong_with(cell):
        raise BadCell(f"{cell.metric:.80} x {cell.title:.200}: {wrong}")
    return cell


def exactly(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record of that kind, each of its type; ``KeyError`` or ``TypeError`` for what is not."""
    made = {f.name: data[f.name] for f in fields(kind)}
    for f in fields(kind):
        if f.type in _TYPES:
            _check(f.name, made[f.name], _TYPES[str(f.type)])
        elif (known := _texts(kind).get(f.name)) and made[f.name] not in known:
            raise TypeError(f"{f.name} is {made[f.name]!r:.80}; it must be one of {', '.join(map(repr, known))}")
    return made


@lru_cache(maxsize=16)
def _texts(kind: Any) -> dict[str, tuple[str, ...]]:
    """The fields of a record that are one of a few texts, and these texts."""
    hints = get_type_hints(kind)
    members = {name: tuple(map(str, hint)) for name, hint in hints.items() if isinstance(hint, EnumType)}
    return members | {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}


def _check(name: str, value: Any, kind: type) -> None:
    if type(value) is not kind:
        raise TypeError(f"{name} is {value!r:.100}; it must be of type {kind.__name__}")


def _check_evidence(data: Mapping[str, Any]) -> None:
    """The records within the evidence, which reads back what it wrote without asking."""
    for name in ("verdict", "method", "reason"):
        _check(name, data[name], str)
    if data["verdict"] not in tuple(Verdict):
        raise BadCell(f"there is no verdict {data['verdict']!r}")
    _check("uncertified", data.get("uncertified", ""), str)
    _check("seed", data["seed"], int)
    for reach in data["reach"]:
        exactly(Reach, reach)
    if data["witness"]:
        exactly(Witness, data["witness"])
    if data["extreme"]:
        exactly(Witness, exactly(Extreme, data["extreme"])["witness"])
    if data["proof"]:
        exactly(ProofNote, data["proof"])
