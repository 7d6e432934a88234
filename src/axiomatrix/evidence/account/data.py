"""Accounts of witnesses as JSON data and back: the workers that find the witnesses make them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ..cell import ClaimNote
from ..cell_data import exactly
from .account import Account, Term, Value
from .figures import Figure
from .trace import Step
from .two_sides import Side


class BadAccount(ValueError):
    """Data that are no account of a witness, with what is wrong with them."""


def to_data(shown: Account) -> dict[str, Any]:
    """The account as JSON data."""
    return {name: _plain(value) for name, value in _fields(shown)}


def _fields(record: Any) -> list[tuple[str, Any]]:
    return [(field.name, getattr(record, field.name)) for field in fields(record)]


def _plain(value: Any) -> Any:
    """The value as JSON data: tuples as lists, records as objects."""
    if isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return {name: _plain(content) for name, content in _fields(value)}


def from_data(data: Any) -> Account:
    """The account that :func:`to_data` wrote; :class:`BadAccount` says what is wrong with anything else."""
    try:
        given = exactly(Account, data)
        given["claims"] = tuple(ClaimNote(**exactly(ClaimNote, claim)) for claim in data["claims"])
        for name in ("values", "parameters"):
            given[name] = tuple(Value(**exactly(Value, value)) for value in data[name])
        terms = [exactly(Term, term) for term in data["terms"]]
        given["terms"] = tuple(map(_term, terms))
        for name in ("left", "right"):
            given[name] = _side(name, data[name], len(terms))
        given["figures"] = tuple(map(_figure, data["figures"]))
        return Account(**given)
    except KeyError as missing:
        raise BadAccount(f"{missing.args[0]!r} is missing") from None
    except (TypeError, AttributeError, ValueError) as error:
        raise BadAccount(str(error)) from None


def _texts(name: str, data: Any) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise TypeError(f"{name} is {data!r:.100}; it must be a list of texts")
    return tuple(data)


def _term(term: dict[str, Any]) -> Term:
    addends = tuple(Step(**exactly(Step, step)) for step in term["addends"])
    return Term(**{**term, "steps": _texts("steps", term["steps"]), "addends": addends})


def _side(name: str, data: Mapping[str, Any], count: int) -> Side:
    side = exactly(Side, data)
    terms = side["terms"]
    if not isinstance(terms, list) or not all(type(k) is int and 0 <= k < count for k in terms):
        raise TypeError(f"{name}: terms is {terms!r:.100}; it must list places among the {count} terms")
    return Side(**{**side, "terms": tuple(terms)})


def _figure(data: Mapping[str, Any]) -> Figure:
    found = exactly(Figure, data)
    rows = found["rows"]
    if not isinstance(rows, list):
        raise TypeError(f"rows is {rows!r:.100}; it must be a list of rows")
    return Figure(**{**found, "rows": tuple(_texts("a row", row) for row in rows)})
