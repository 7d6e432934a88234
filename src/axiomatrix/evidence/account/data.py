"""Accounts of witnesses as JSON data and back: the workers that find the witnesses make them."""

from __future__ import annotations

from typing import Any

from ..formats import Misfit, plain, taken
from .account import Account


class BadAccount(ValueError):
    """Data that are no account of a witness, with what is wrong with them."""


def to_data(shown: Account) -> dict[str, Any]:
    """The account as JSON data."""
    data: dict[str, Any] = plain(shown)
    return data


def from_data(data: Any) -> Account:
    """The account that :func:`to_data` wrote; :class:`BadAccount` says what is wrong with anything else."""
    try:
        made = taken(data, Account)
    except Misfit as error:
        raise BadAccount(str(error)) from None
    for name, side in (("left", made.left), ("right", made.right)):
        if not all(0 <= k < len(made.terms) for k in side.terms):
            terms = f"{list(side.terms)!r:.100}"
            raise BadAccount(f"{name}.terms: {terms} must list places among the {len(made.terms)} terms")
    return made
