"""Trees of MathML as lists, and how single names and signs of the plain notation look in them.

A tree is ``[element, attributes, child, ...]``; the attributes may be missing; a child is a tree or a text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .notation_tokens import GREEK

Tree = list[Any]
MINUS, PRIME = "\N{MINUS SIGN}", "\N{PRIME}"
_INDICES = frozenset("ijklstuvxyz")
_SHOWN = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "-": MINUS, "*": "⋅", "..": "…", "+-": "±", "^": "^", "'": PRIME}


@dataclass(slots=True)
class Item:
    """A part of a row: its tree, its role (operand, op, slash, comma, large, word), and whether space is before it."""

    tree: Tree
    role: str
    space: bool = False
    parts: list[Item] | None = None
    """What a bracket has inside, with the bracket: so that one with many words can be broken over lines."""


def symbol(text: str) -> Tree:
    """An operator as MathML shows it."""
    return ["mo", _SHOWN.get(text, text)]


def name(text: str) -> Tree:
    """An identifier: Greek names as letters, ``pbar`` as p with a bar, ``log2`` with its base as an index."""
    if text in GREEK:
        return ["mi", GREEK[text]]
    if len(text) == 4 and text.endswith("bar"):
        return ["mover", ["mi", text[0]], ["mo", {"stretchy": "false"}, "¯"]]
    if text.startswith("log") and text[3:].isdigit():
        return ["msub", {"data-plain": text}, ["mi", "log"], ["mn", text[3:]]]
    return ["mi", text]


def index(text: str) -> list[Tree]:
    """What an index of letters shows: ``xy`` is x and y, ``ap`` a word."""
    if len(text) in (2, 3) and set(text) <= _INDICES:
        return [["mi", letter] for letter in text]
    return [["mn", text]] if text.isdigit() else [name(text)]


def row(children: list[Tree], brackets: str = "") -> Tree:
    """The children as one tree; ``brackets`` are those that the plain notation has around them and MathML need not."""
    if brackets:
        return ["mrow", {"data-brackets": brackets}, *children]
    return children[0] if len(children) == 1 else ["mrow", *children]


def flat(bracket: Tree) -> Tree:
    """The bracket at the height of the line, as one that is broken over lines must be."""
    given = bracket[1] if isinstance(bracket[1], dict) else {}
    return ["mo", {**given, "stretchy": "false"}, bracket[-1]]
