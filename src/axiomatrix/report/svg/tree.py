"""The elements of an SVG document, read from anybody: what draws, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
TEXTS = {"text", "tspan", "title", "desc"}
"""Elements whose characters are shown."""
DRAWING = {"svg", "defs", "g", "use", "clipPath", *SHAPES, *TEXTS}
"""The elements that are kept."""
DEEPEST = 60
"""Levels of a picture; a plot has about ten."""


class BadPicture(ValueError):
    """Something that is no picture of ours; the text says what is wrong."""


@dataclass(slots=True)
class Node:
    """An element: its attributes as given, and once resolved the properties apart from them."""

    tag: str
    attributes: dict[str, str]
    id: str
    children: list[Node | str] = field(default_factory=list)
    properties: dict[str, str] = field(default_factory=dict)

    def walk(self) -> Iterator[Node]:
        """The element and all below it, in the order of the document."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()


def parsed(text: str, most: int) -> tuple[Node, str]:
    """The root element with what draws, and the text of its style sheets; :class:`BadPicture` for anything else.

    ``most`` is how many bytes the document may have. Entities may not be declared, because a few lines of them make
    gigabytes; a document type without them is ignored.
    """
    content = text.encode("utf-8", "surrogatepass")
    if len(content) > most:
        raise BadPicture(f"larger than a picture may be ({len(content):,} bytes; at most {most:,})")
    builder = _Builder()
    parser = expat.ParserCreate("utf-8", " ")  # whatever the document says: it was text already
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.EntityDeclHandler = builder.entity
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise BadPicture(f"not XML: {error}") from None
    if builder.root is None:
        raise BadPicture("not SVG: its root is no svg element")
    return builder.root, "".join(builder.sheet)


class _Builder:
    """Makes nodes of what the parser meets; elements that do not draw are passed over with all they contain."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.open: list[Node] = []
        self.sheet: list[str] = []
        self.said: set[str] = set()
        """The tags met so far."""
        self.passed = 0
        """How deep in an element that is passed over."""
        self.styling = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) + self.passed >= DEEPEST:
            raise BadPicture(f"nested deeper than {DEEPEST} elements")
        space, _, tag = name.rpartition(" ")
        if self.passed or space != SVG or tag not in DRAWING or not self._placed(tag):
            self.styling = not self.passed and space == SVG and tag == "style"
            self.passed += 1
            return
        given: dict[str, str] = {}
        for key, value in attributes.items():
            kept = "href" if key == f"{XLINK} href" else key
            if " " not in kept:
                given.setdefault(kept, value)
        node = Node(tag, given, given.pop("id", ""))
        self.said.add(tag)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def _placed(self, tag: str) -> bool:
        """Whether the element may stand here: the root is svg and nothing else; it alone is named and described."""
        if not self.open:
            return tag == "svg" and self.root is None
        if tag in ("title", "desc"):
            return len(self.open) == 1 and tag not in self.said
        return tag != "svg"

    def end(self, name: str) -> None:
        if self.passed:
            self.passed -= 1
            self.styling = False
        else:
            self.open.pop()

    def data(self, text: str) -> None:
        if self.styling:
            self.sheet.append(text)
        elif not self.passed and self.open and self.open[-1].tag in TEXTS:
            self.open[-1].children.append(text)

    def doctype(self, name: str, system: str | None, public: str | None, internal: int) -> None:
        if internal:
            raise BadPicture("its document type declares something; a picture needs none")

    def entity(self, *declared: object) -> None:
        raise BadPicture("it declares an entity; a picture needs none")
