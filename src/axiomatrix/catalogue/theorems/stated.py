"""Theorems as they are stated, which is as they are printed, with marks for variables.

``betweenness and symmetry and has-a-value => separation``; ``lies-between(low=?low, high=?high) => non-negativity, for
low >= 0``; ``antisymmetry and one-on-equal and has-a-value(first=1) never hold together (shown at n = 1)``. A text has
one after the other, each with its name, and its proof on lines of their own.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from ...model.claim import entries
from .theorem import HAS_A_VALUE, Atom, Theorem

_ATOM = re.compile(r"(no )?([a-z-]+)(?:\((.+)\))?(?: of (\w+))?")
_STATED = re.compile(
    r"(.+?) (?:=> (.+?)(?: \(certified up to n = (\d+), given up to n = (\d+)\))?"
    r"|never hold together \(shown at n = (\d+)\))(?:, for (.+))?"
)


def atom(text: str) -> Atom:
    """The atom of that text, such as ``no attains(quantity=ratio, value=?v) of o``: *no* of a statement of existence.

    ``has-a-value`` alone means from as many items on as the variable ``first`` says.
    """
    match = _ATOM.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not said of a metric")
    no, axiom, given, of = match.groups()
    arguments = dict(argument.split("=", 1) for argument in given.split(", ")) if given else {}
    if axiom == HAS_A_VALUE and not arguments:
        arguments = {"first": "?first"}
    return Atom(axiom, MappingProxyType(arguments), of or "m", absent=no is not None)


def theorem(name: str, states: str, proof: str, *, leaves: bool = False) -> Theorem:
    """The theorem that is stated so."""
    match = _STATED.fullmatch(states)
    if match is None:
        raise ValueError(f"{name}: {states!r} states no theorem")
    given, then, up_to, needed, at, conditions = match.groups()
    parts = conditions.split(", ") if conditions else []
    return Theorem(
        name,
        tuple(atom(part) for part in given.split(" and ")) if given != "always" else (),
        None if then is None else atom(then),
        proof,
        where=tuple(condition for condition in parts if re.search("[<>=]", condition)),
        rows=tuple(condition for condition in parts if not re.search("[<>=]", condition)),
        at=int(at or 1),
        leaves=leaves,
        up_to=int(up_to or 0),
        needed=int(needed or 0),
    )


def theorems(*texts: str, leaves: bool = False) -> tuple[Theorem, ...]:
    """The theorems of texts: of each ``name: statement``, and on indented lines its proof."""
    pairs = ((*stated.partition(": "), proof) for stated, proof in entries(*texts))
    return tuple(theorem(name, states, proof, leaves=leaves) for name, _, states, proof in pairs)
