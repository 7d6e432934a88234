"""SVG pictures made fit for a page: no style sheet, no script, nothing from elsewhere, small, described.

What a plotting library writes has a ``style`` attribute on every element, a ``<style>`` element, ids that every picture
has and numbers of six decimals. A page whose Content-Security-Policy allows no inline style shows such a picture black.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from .clip import needless
from .tree import SVG, TEXTS, BadPicture, Node, parsed

MAX_BYTES = 4 * 2**20
FARTHEST = 1e6
"""The largest coordinate that a picture may have."""
INHERITED = {
    "fill": "", "fill-opacity": "", "fill-rule": "", "clip-rule": "", "color": "", "visibility": "",
    "stroke": "none", "stroke-width": "", "stroke-opacity": "", "stroke-miterlimit": "",
    "stroke-dasharray": "none", "stroke-dashoffset": "0", "stroke-linecap": "butt", "stroke-linejoin": "miter",
    "font-family": "", "font-size": "", "font-style": "normal", "font-weight": "normal", "font-variant": "normal",
    "text-anchor": "start", "dominant-baseline": "",
}  # fmt: skip
"""Properties that elements hand down, and what they are where nobody says (empty: it is always written)."""
OWN = {"opacity", "display"}
"""Properties that are not handed down."""
PROPERTIES = {*INHERITED, *OWN}
NUMBERS = {"x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height", "viewBox"}
NUMBERS |= {"points", "font-size", "stroke-width", "stroke-dasharray", "stroke-dashoffset"}
"""Attributes whose numbers are lengths."""

_N = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_MANY = rf"\s*{_N}(?:[\s,]+{_N})*"
_NUMBER = re.compile(_N)
_PATH = re.compile(rf"[MmLlHhVvCcSsQqTtAaZz]|{_N}")
_VALUE = re.compile(r"(?:rgba?|hsla?)\([\d.,%\s]+\)|[\w#%.,'\" -]*")
_LENGTHS = re.compile(rf"{_MANY}(?:px|pt|em|ex|mm|cm|in|%)?\s*")
_RULE = re.compile(r"\s*\*\s*\{([^{}]*)\}\s*")
_FONT = re.compile(
    r"(?P<before>(?:(?:italic|oblique|normal|bold|bolder|lighter|small-caps|[1-9]00)\s+)*)"
    r"(?P<size>\d+(?:\.\d+)?(?:px|pt|em))(?:/\S+)?\s+(?P<family>.+)"
)
_PREFIX = re.compile(r"[A-Za-z][\w-]*")
_TURN = re.compile(rf"rotate\(\s*({_N})(?:[\s,][^()]*)?\)")
_ZERO = re.compile(r"[+-]?0+(?:\.0*)?")
_MOVES = re.compile(rf"\s*(?:(?:translate|rotate)\({_MANY}\s*\)[\s,]*)*")
_TRANSFORM = re.compile(rf"\s*(?:(?:translate|rotate|scale|matrix|skewX|skewY)\({_MANY}\s*\)[\s,]*)*")


def cleaned(text: str, prefix: str = "p-") -> str:
    """The picture as SVG that a page may contain as it is.

    ``text`` is an SVG document, from anybody. Style attributes and the rule for ``*`` become presentation attributes,
    which a strict policy allows; only elements and attributes that draw are kept (so no script, link, animation, image,
    foreign content or reference to another file); numbers have at most two decimals, so the picture should be made in
    points or pixels; clip paths that clip nothing, groups that say nothing, unused ids, comments and metadata go.
    Ids that are used begin with ``prefix``: pictures on one page each need their own. Title and description are
    kept and name the picture for those who do not see it. To clean what is clean changes nothing.

    Raises :class:`BadPicture` if it is no SVG, larger than ``MAX_BYTES``, too deep, declares entities, or has a style
    sheet with other rules; ``ValueError`` if the prefix cannot begin an id.
    """
    if not _PREFIX.fullmatch(prefix):
        raise ValueError(f"{prefix!r} cannot begin an id: letters, digits, - and _, the first one a letter")
    root, sheet = parsed(text, MAX_BYTES)
    every = _rules(sheet)
    nodes = list(root.walk())
    for node in nodes:
        _resolve(node, every)
    _references(nodes)
    _one_family(root, nodes)
    ids = {node.id: node for node in reversed(nodes) if node.id}
    for node in nodes:
        clip = node.attributes.get("clip-path")
        if clip and needless(node, clip, ids):
            del node.attributes["clip-path"]
    _prune(root)
    _rename(root, list(root.walk()), prefix)
    parts: list[str] = []
    _write(root, INHERITED, parts)
    return "".join(parts) + "\n"


def _rules(sheet: str) -> dict[str, str]:
    """What the style sheet says of every element; a sheet may only say such things."""
    found: dict[str, str] = {}
    position, end = 0, len(sheet.rstrip())
    while position < end:
        match = _RULE.match(sheet, position)
        if not match:
            raise BadPicture("its style sheet has rules for some elements only; say it in their attributes")
        found.update(_declared(match[1]))
        position = match.end()
    return found


@lru_cache(maxsize=4096)
def _declared(style: str) -> tuple[tuple[str, str], ...]:
    """The properties that a style attribute sets and that a picture may have."""
    found: dict[str, str] = {}
    for part in style.split(";"):
        name, _, value = part.partition(":")
        name, value = name.strip().lower(), value.strip()
        if name == "font":
            found.update(_font(value))
        elif name in PROPERTIES and _VALUE.fullmatch(value):
            found[name] = value
    return tuple(found.items())


def _font(value: str) -> dict[str, str]:
    match = _FONT.fullmatch(value)
    if not match or not _VALUE.fullmatch(match["family"]):
        return {}
    found = {"font-size": match["size"], "font-family": match["family"]}
    for word in match["before"].split():
        name = "font-style" if word in ("italic", "oblique") else "font-variant"
        found[name if word in ("italic", "oblique", "small-caps") else "font-weight"] = word
    return found


def _resolve(node: Node, every: dict[str, str]) -> None:
    """Each property once: presentation attribute, then the rule for all, then the style attribute."""
    given = node.attributes
    properties = {k: v for k, v in given.items() if k in PROPERTIES and _VALUE.fullmatch(v)}
    properties.update(every)
    properties.update(_declared(given.get("style", "")))
    kept: dict[str, str] = {}
    for name, value in given.items():
        if name == "d":
            if _PATH.sub("", value).strip(" \t\r\n,"):
                raise BadPicture("a path has something in it that no path has")
            kept["d"] = _path(value)
        elif name == "transform":
            moved = _moved(value)
            if moved:
                kept[name] = moved
        elif name in NUMBERS and name not in PROPERTIES and _LENGTHS.fullmatch(value):
            kept[name] = _rounded_numbers(value)
        elif name in ("clip-path", "href", "clipPathUnits"):
            kept[name] = value
    node.properties = {k: _rounded_numbers(v) if k in NUMBERS else v for k, v in properties.items()}
    node.attributes = kept


@lru_cache(maxsize=65536)
def _rounded(number: str) -> str:
    value = float(number)
    if abs(value) > FARTHEST:
        raise BadPicture(f"a number of it is {number[:20]}; no picture is as large")
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def _rounded_numbers(value: str) -> str:
    return _NUMBER.sub(lambda match: _rounded(match[0]), value.strip())


def _path(value: str) -> str:
    parts: list[str] = []
    number = False
    for token in _PATH.findall(value):
        if token.isalpha():
            parts.append(token)
            number = False
        else:
            parts.append(f" {_rounded(token)}" if number else _rounded(token))
            number = True
    return "".join(parts)


def _moved(value: str) -> str:
    """The transform without turns by nothing; the numbers of a scale keep their decimals."""
    if not _TRANSFORM.fullmatch(value):
        return ""
    value = _TURN.sub(lambda match: "" if _ZERO.fullmatch(match[1]) else match[0], value).strip()
    return _rounded_numbers(value) if _MOVES.fullmatch(value) else value


def _references(nodes: list[Node]) -> None:
    """Only references to what is there, and copies of single shapes: no copy of a copy, which could explode."""
    found = {node.id: node for node in reversed(nodes) if node.id}  # of several with one id, the first
    for node in nodes:
        clip = node.attributes.get("clip-path")
        if clip is not None:
            inside = clip[5:-1] if clip.startswith("url(#") and clip.endswith(")") else ""
            if inside in found and found[inside].tag == "clipPath" and node.tag != "clipPath":
                node.attributes["clip-path"] = inside
            else:
                del node.attributes["clip-path"]
        if node.tag == "use":
            href = node.attributes.get("href", "")
            target = found.get(href[1:])
            if not href.startswith("#") or target is None or target.children or target.tag in ("use", "clipPath"):
                node.tag = ""  # nothing to draw
        if node.tag == "clipPath":
            node.properties = {}
            node.children = [c for c in node.children if isinstance(c, Node) and c.tag in ("rect", "path", "circle")]
            for child in node.children:
                if isinstance(child, Node):
                    child.properties = {}


def _prune(node: Node) -> None:
    """Take out what draws nothing: what was dropped, and groups with nothing in them."""
    for child in node.children:
        if isinstance(child, Node):
            _prune(child)
    node.children = [
        child
        for child in node.children
        if isinstance(child, str) or (child.tag and (child.children or child.tag not in ("g", "defs")))
    ]


def _one_family(root: Node, nodes: list[Node]) -> None:
    """The font that most texts have, said once."""
    if "font-family" in root.properties:
        return
    families = [node.properties["font-family"] for node in nodes if "font-family" in node.properties]
    if families:
        root.properties["font-family"] = Counter(families).most_common(1)[0][0]


def _rename(root: Node, nodes: list[Node], prefix: str) -> None:
    used = {node.attributes["clip-path"] for node in nodes if "clip-path" in node.attributes}
    used |= {node.attributes["href"][1:] for node in nodes if node.tag == "use"}
    names: dict[str, str] = {}
    for node in nodes:
        if node.id in used and node.id not in names:
            names[node.id] = node.id = f"{prefix}{len(names) + 1}"
        else:
            node.id = ""
    for node in nodes:
        if node.tag == "clipPath" and not node.id:
            node.tag = ""
        if "clip-path" in node.attributes:
            node.attributes["clip-path"] = f"url(#{names[node.attributes['clip-path']]})"
        if node.tag == "use":
            node.attributes["href"] = f"#{names[node.attributes['href'][1:]]}"
    described = [child for child in root.children if isinstance(child, Node) and child.tag in ("title", "desc")]
    for child in described:
        child.id = prefix + child.tag
    root.attributes |= {"role": "img"}
    if described:
        root.attributes["aria-labelledby"] = " ".join(child.id for child in described)


def _write(node: Node, inherited: dict[str, str] | None, parts: list[str]) -> None:
    """Append the text of the element; ``inherited`` is what its parents hand down, nothing within definitions."""
    if not node.tag:
        return
    said = node.properties
    if inherited is not None and node.tag not in ("title", "desc"):
        said = {name: value for name, value in said.items() if name in OWN or inherited.get(name) != value}
    elif node.tag in ("defs", "title", "desc"):
        said = {}
    below = None if inherited is None or node.tag in ("defs", "clipPath") else {**inherited, **node.properties}
    attributes = {**({"id": node.id} if node.id else {}), **node.attributes, **said}
    before = len(parts)
    parts.append("")
    for child in node.children:
        if isinstance(child, str):
            if node.tag in TEXTS:
                parts.append(_escaped(child))
        else:
            _write(child, below, parts)
    empty = len(parts) == before + 1
    if node.tag in ("g", "defs") and (empty or not attributes) and (empty or node.tag == "g"):
        parts[before] = ""  # a group that says nothing, or nothing of anything
        return
    start = f'<svg xmlns="{SVG}"' if node.tag == "svg" else f"<{node.tag}"
    parts[before] = start + "".join([f' {name}="{_quoted(value)}"' for name, value in attributes.items()])
    if empty:
        parts[before] += "/>"
    else:
        parts[before] += ">"
        parts.append(f"</{node.tag}>")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', "&quot;")
