"""Conversion of LaTeX formulas to MathML, which browsers show without a script.

A formula may come from a user's file and is not trusted. Its LaTeX is parsed, and only the elements in
:data:`ELEMENTS` with the attributes in :data:`ATTRIBUTES` are written. Anything else is shown as text.
"""

from __future__ import annotations

import html
from functools import lru_cache
from xml.etree.ElementTree import Element, tostring

Line = tuple[Element, ...]
"""A line of a formula in pieces. A narrow page may break it between two of them, since browsers break no MathML."""
_ELEMENTS = """
    math mrow mi mn mo mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd mstyle
"""
_ATTRIBUTES = """
    stretchy fence form minsize maxsize lspace rspace width mathvariant displaystyle scriptlevel linethickness
    columnalign accent movablelimits
"""
ELEMENTS, ATTRIBUTES = frozenset(_ELEMENTS.split()), frozenset(_ATTRIBUTES.split())
"""The elements and attributes that are allowed. Links, colours and styles are not among them."""
LARGE_OPERATORS = frozenset(["∑", "∏", "max", "min", "sup"])
"""Operators with limits below and above; within brackets, latex2mathml sets the limits beside the operator."""
WITH_LIMITS_BELOW = {"msub": "munder", "msubsup": "munderover"}
"""Maps an element with limits at the side to the element with limits below and above."""
RELATIONS, SIGNS = frozenset("=<>≤≥≠≈⇒⇔∈"), frozenset("+\N{MINUS SIGN}")
"""Operators before which a line may be broken."""
MAX_FORMULA_CHARACTERS = 4000
"""Characters of a formula that is typeset; a longer one is shown as text."""


@lru_cache(maxsize=4096)
def lines(latex: str) -> tuple[Line, ...] | None:
    """Convert each line of the formula; None if a line cannot be converted, or the formula is empty or too long."""
    from latex2mathml.converter import convert_to_element

    if not latex.strip() or len(latex) > MAX_FORMULA_CHARACTERS:
        return None
    formulas = []
    for line in latex.splitlines():
        try:
            root = convert_to_element(line, display="block")
        except Exception:  # latex2mathml raises various exceptions for LaTeX that is invalid
            return None
        if not _is_formula(root):
            return None
        formulas.append(_split_at_operators(root[-1]))
    return tuple(formulas)


def spans(latex: str) -> str:
    """Render the formula as HTML with a ``<span>`` for each line, so that each may scroll on its own.

    A formula that :func:`lines` cannot convert is returned as escaped text.
    """
    formulas = lines(latex)
    if formulas is None:
        return html.escape(latex)
    serialized = [[tostring(piece, "unicode", short_empty_elements=False) for piece in line] for line in formulas]
    markup = ("".join(f'<math displaystyle="true">{piece}</math>' for piece in line) for line in serialized)
    return f'<span class="math">{"".join(f"<span>{line}</span>" for line in markup)}</span>'


def _split_at_operators(row: Element) -> Line:
    """Split a line into pieces before each relation, and before each plus or minus sign, outside of brackets.

    A relation begins a piece unless it is first. A sign begins one only after two elements: in ``= -d`` it belongs to
    the number.
    """
    pieces = [Element("mrow")]
    depth = 0
    for child in row:
        operator = child.text or "" if child.tag == "mo" else ""
        depth += (operator in ("(", "[", "{")) - (operator in (")", "]", "}"))
        length = len(pieces[-1])
        begins_piece = (operator in RELATIONS and length > 0) or (operator in SIGNS and length > 1)
        if depth == 0 and begins_piece:  # the operator is then the first element of the new piece
            pieces.append(Element("mrow"))
            child.attrib.clear()
            child.set("form", "infix")  # at the start of a row MathML would take it for the sign of a number
        pieces[-1].append(child)
    return tuple(pieces)


def _is_formula(element: Element) -> bool:
    """Clean an element in place, and return whether it is a formula: allowed elements and no unknown command.

    Other attributes are removed, and limits of large operators are moved below and above. latex2mathml leaves an
    unknown command as text that begins with a backslash.
    """
    if element.tag not in ELEMENTS:
        return False
    for name in element.attrib.keys() - ATTRIBUTES:
        del element.attrib[name]
    element.text, element.tail = html.unescape(element.text or ""), None
    if "\\" in element.text or not all(map(_is_formula, element)):
        return False
    if element.tag in WITH_LIMITS_BELOW and element[0].tag == "mo" and element[0].text in LARGE_OPERATORS:
        element.tag = WITH_LIMITS_BELOW[element.tag]
    return True
