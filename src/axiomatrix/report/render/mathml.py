"""Formulas in LaTeX as MathML, which browsers show without a script.

Nothing of a formula is left as it was written, for it may be anybody's: elements are made of it.
"""

from __future__ import annotations

import html
from functools import lru_cache
from xml.etree.ElementTree import Element, tostring

Line = tuple[Element, ...]
"""A line of a formula in pieces, between which a narrow page may break it: browsers break no MathML."""
_ELEMENTS = """
    math mrow mi mn mo mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd mstyle
"""
_ATTRIBUTES = """
    stretchy fence form minsize maxsize lspace rspace width mathvariant displaystyle scriptlevel linethickness
    columnalign accent movablelimits
"""
ELEMENTS, ATTRIBUTES = frozenset(_ELEMENTS.split()), frozenset(_ATTRIBUTES.split())
"""What a formula may be made of: it may be anybody's, and links, colours and styles are not part of it."""
LARGE = frozenset(["∑", "∏", "max", "min", "sup"])
UNDER = {"msub": "munder", "msubsup": "munderover"}
"""Below what is large stands what it runs over, also within brackets."""
RELATIONS, SIGNS = frozenset("=<>≤≥≠≈⇒⇔∈"), frozenset("+\N{MINUS SIGN}")
LONGEST_FORMULA = 4000
"""A longer formula is shown as it is written."""


@lru_cache(maxsize=4096)
def lines(latex: str) -> tuple[Line, ...] | None:
    """Each line of the formula; None for what is not a formula."""
    from latex2mathml.converter import convert_to_element

    if not latex.strip() or len(latex) > LONGEST_FORMULA:
        return None
    formulas = []
    for line in latex.splitlines():
        try:
            root = convert_to_element(line, display="block")
        except Exception:  # it may be anybody's; the library raises what it likes
            return None
        if not _is_formula(root):
            return None
        formulas.append(_pieces(root[-1]))
    return tuple(formulas)


def spans(latex: str) -> str:
    """The formula as markup, a ``<span>`` for each line, each of which may scroll; as it is written if it is none."""
    formulas = lines(latex)
    if formulas is None:
        return html.escape(latex)
    written = [[tostring(piece, "unicode", short_empty_elements=False) for piece in line] for line in formulas]
    lines_ = ("".join(f'<math displaystyle="true">{piece}</math>' for piece in line) for line in written)
    return f'<span class="math">{"".join(f"<span>{line}</span>" for line in lines_)}</span>'


def _pieces(children: Element) -> Line:
    """The parts of a line: each relation outside of brackets begins one, and so does a sign between two terms."""
    pieces = [Element("mrow")]
    depth = 0
    for child in children:
        sign = child.text or "" if child.tag == "mo" else ""
        depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
        if depth == 0 and len(pieces[-1]) > (0 if sign in RELATIONS else 1 if sign in SIGNS else len(children)):
            pieces.append(Element("mrow"))
            child.attrib.clear()
            child.set("form", "infix")  # else what begins a piece would be the sign of a number
        pieces[-1].append(child)
    return tuple(pieces)


def _is_formula(element: Element) -> bool:
    """Return whether it consists of elements of formulas, and names no unknown command; other content is removed."""
    if element.tag not in ELEMENTS:
        return False
    for name in element.attrib.keys() - ATTRIBUTES:
        del element.attrib[name]
    element.text, element.tail = html.unescape(element.text or ""), None
    if "\\" in element.text or not all(map(_is_formula, element)):
        return False
    if element.tag in UNDER and element[0].tag == "mo" and element[0].text in LARGE:
        element.tag = UNDER[element.tag]
    return True
