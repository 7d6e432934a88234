"""Formulas in the plain notation of the docstrings, as trees of MathML.

``F(a, b) = sum over items x of |a(x) - b(x)|`` is what a metric's docstring says; a page shows the sum sign with its
phrase below. Typesetting never changes what is said: a fraction is stacked only where both its sides are beyond doubt,
an exponent raised only where it is clear what is raised, and whatever is not understood stays the text that it is. Any
text may come here. :func:`plain` gives back the formula from its tree.
"""

from __future__ import annotations

from .notation_rows import Formula, fractions, parts
from .notation_tokens import GREEK, Token, partners, tokens
from .notation_trees import MINUS, PRIME, Tree

LONGEST = 1000
"""A longer text is shown as it is."""
_PLAIN = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", MINUS: "-", "⋅": "*", "…": "..", "±": "+-", PRIME: "'", "∘": "o",
    "∑": "sum", "∏": "product", "⌊": "floor(", "⌋": ")", "⌈": "ceil(", "⌉": ")", "⟨": "<", "⟩": ">", "¯": "bar",
    **{letter: name for name, letter in GREEK.items()},
}  # fmt: skip


def tree(formula: str) -> Tree | None:
    """The formula as a tree ``["mrow", part, ...]``: a part is a tree or ``["mtext", words]``.

    A tree is a list: the element's name, its attributes if it has any, then its children, which are trees or, in the
    innermost elements, one text. Lines may be broken between the parts, and within a word part at its spaces. None
    where the formula has nothing mathematical in it, has more than :data:`LONGEST` characters, or is nested too deep.
    """
    if len(formula) > LONGEST:
        return None
    pieces = tokens(formula)
    pairs = partners(pieces)
    if pairs is None or not any(_mathematical(pieces, i) for i in range(len(pieces))):
        return None
    return ["mrow", *parts(fractions(Formula(pieces, pairs).items(0, len(pieces))))]


def plain(node: Tree | str) -> str:
    """The formula of a tree in the plain notation, without space."""
    if isinstance(node, str):
        return _PLAIN.get(node, "".join(node.split()))
    given: dict[str, str] = node[1] if len(node) > 1 and isinstance(node[1], dict) else {}
    children = [plain(child) for child in node[1:] if not isinstance(child, dict)]
    if "data-plain" in given:
        return given["data-plain"]
    inside = "".join(children)
    if "data-words" in given:
        before, after = given["data-words"].split()
        return f"{children[0]}{before}{children[1]}{after}"
    if node[0] in ("msub", "munder"):
        inside = "_".join(children)
    elif node[0] == "munderover":
        inside = f"{children[0]}_{children[1]}^{children[2]}"
    elif node[0] == "msup":
        inside = inside if children[1] in ("'", "*") else "^".join(children)
    elif node[0] == "mfrac":
        inside = "/".join(children)
    elif node[0] == "msqrt":
        inside = f"sqrt{inside}"
    elif node[0] == "mtext":
        inside = "".join(str(node[-1]).split())
    brackets = given.get("data-brackets", "")
    return brackets[:1] + inside + brackets[1:]


def _mathematical(pieces: list[Token], place: int) -> bool:
    """Whether the token there makes the text a formula: an operator, an index, an application."""
    token = pieces[place]
    after = pieces[place + 1] if place + 1 < len(pieces) else Token("end", "", True)
    if token.kind == "op":
        between_words = place > 0 and pieces[place - 1].kind == "word" and after.kind in ("word", "end")
        return token.text not in (",", ";", ":", "'", "!", "&", "..", "...") and not between_words
    return (token.kind == "letters" and after.text in ("(", "[") and not after.space) or token.text in GREEK
