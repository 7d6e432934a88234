"""What is true of every tree of MathML, and what a reader sees of it."""

from axiomatrix.report.site.notation import tree

ELEMENTS = {
    "mrow", "mi", "mn", "mo", "mtext", "mspace", "msub", "msup", "munder", "munderover", "mover", "mfrac", "msqrt",
}  # fmt: skip
ATTRIBUTES = {
    "data-brackets", "data-plain", "data-words", "form", "lspace", "movablelimits", "rspace", "stretchy", "width",
}  # fmt: skip


def without_space(text):
    return "".join(text.split())


def well_formed(node):
    """A tree has known elements and attributes, texts only in the innermost elements; how deep it is."""
    element, *rest = node
    assert element in ELEMENTS
    given_attributes = rest.pop(0) if rest and isinstance(rest[0], dict) else {}
    assert given_attributes.keys() <= ATTRIBUTES
    if element in ("mi", "mn", "mo", "mtext"):
        assert len(rest) == 1 and isinstance(rest[0], str) and rest[0]
        return 1
    assert all(isinstance(child, list) for child in rest)
    counts = {"msub": 2, "msup": 2, "munder": 2, "mover": 2, "mfrac": 2, "munderover": 3, "msqrt": 1, "mspace": 0}
    assert len(rest) == counts.get(element, len(rest))
    return 1 + max(map(well_formed, rest), default=0)


def shown(formula):
    """The text that a reader sees, without space."""
    node = tree(formula)
    assert node is not None

    def text(part):
        return part if isinstance(part, str) else "".join(text(c) for c in part[1:] if not isinstance(c, dict))

    return without_space(text(node))


def found(node, element):
    """All trees of that element inside."""
    if isinstance(node, str | dict):
        return []
    return [node] * (node[0] == element) + [inner for child in node[1:] for inner in found(child, element)]
