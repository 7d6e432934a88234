"""Pictures made fit for a page: what is kept, what goes, and what is refused."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from axiomatrix.report.svg.drawing import MAX_BYTES, cleaned
from axiomatrix.report.svg.tree import BadPicture

REPORTS = Path(__file__).parents[2] / "reports"
COMMITTED = sorted(REPORTS.glob("**/*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">'


def made(inside: str, **options: str) -> ElementTree.Element:
    """The cleaned picture with that in it."""
    return ElementTree.fromstring(cleaned(f"{HEAD}{inside}</svg>", **options))


def shapes(text: str) -> list[tuple[str, ...]]:
    """Of every text and shape what it shows, without its style."""
    root = ElementTree.fromstring(text)
    return [
        (element.tag, "".join(element.itertext()).strip()) if element.tag == f"{SVG}text" else (element.tag,)
        for element in root.iter()
        if element.tag in {f"{SVG}{tag}" for tag in ("path", "text", "use", "rect")} and element.tag != f"{SVG}rect"
    ]


@pytest.mark.parametrize("file", COMMITTED[::6], ids=lambda file: file.name[:40])
def test_committed_pictures_keep_what_they_show_and_lose_what_a_strict_policy_forbids(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    made = cleaned(text)
    assert shapes(made) == shapes(text)
    assert not re.search(r"\sstyle=|<style|<metadata|<!--|<!DOCTYPE|<\?xml", made)
    assert not re.search(r"\d\.\d{3}", re.sub(r"<(title|desc|text)\b.*?</\1>", "", made, flags=re.DOTALL))
    assert cleaned(made) == made
    assert len(made) < 0.75 * len(text)
    root = ElementTree.fromstring(made)
    assert root.get("role") == "img" and root.get("aria-labelledby") == "p-title p-desc"
    assert root[0].get("id") == "p-title" and root[0].text and root[1].get("id") == "p-desc" and root[1].text
    ids = {element.get("id") for element in root.iter()} - {None}
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', made))
    assert ids == {"p-title", "p-desc"} | {one or other for one, other in used}


def test_there_are_committed_pictures() -> None:
    assert len(COMMITTED) > 100


def test_a_style_becomes_attributes_and_the_font_shorthand_is_split() -> None:
    root = made("<text style=\"font: italic bold 9px 'DejaVu Sans', sans-serif; fill: #222222\">$x$ &amp; y</text>")
    text = root.find(f"{SVG}text")
    assert text is not None and text.text == "$x$ & y"
    assert dict(text.attrib) == {
        "font-style": "italic",
        "font-weight": "bold",
        "font-size": "9px",
        "fill": "#222222",
    }
    assert root.get("font-family") == "'DejaVu Sans', sans-serif"  # said once, where most texts have it


def test_the_rule_for_all_elements_is_kept_on_the_root_and_styles_override_it() -> None:
    sheet = "<style>*{stroke-linejoin: round}</style>"
    root = made(f'{sheet}<path d="M0 0L5 5"/><path d="M0 0L5 5" style="stroke-linejoin: bevel"/>')
    assert root.get("stroke-linejoin") == "round"
    assert [path.get("stroke-linejoin") for path in root.iter(f"{SVG}path")] == [None, "bevel"]


def test_the_rule_for_all_overrides_presentation_attributes() -> None:
    root = made('<style>*{fill: red}</style><path d="M0 0L5 5" fill="blue"/>')
    assert [path.get("fill") for path in root.iter(f"{SVG}path")] == [None] and root.get("fill") == "red"


def test_properties_that_elements_hand_down_are_written_once() -> None:
    root = made('<g style="fill: #111111"><path d="M0 0L1 1" style="fill: #111111"/><path d="M0 0L1 1"/></g>')
    assert [path.attrib for path in root.iter(f"{SVG}path")] == [{"d": "M0 0L1 1"}] * 2


def test_a_definition_keeps_its_style_since_its_copies_may_hand_down_another() -> None:
    copied = '<g fill="red"><use xlink:href="#m" x="3" style="fill: blue"/></g>'
    root = made(f'<defs><path id="m" d="M0 0L1 1" style="fill: red"/></defs>{copied}')
    path = root.find(f"{SVG}defs/{SVG}path")
    use = root.find(f"{SVG}g/{SVG}use")
    assert path is not None and use is not None
    assert path.get("fill") == "red" and use.get("fill") == "blue" and use.get("href") == f"#{path.get('id')}" == "#p-1"


def test_two_pictures_on_a_page_have_different_ids() -> None:
    inside = '<title>t</title><defs><path id="m" d="M0 0L1 1"/></defs><use href="#m"/>'
    one, other = (set(re.findall(r'id="([^"]+)"', cleaned(f"{HEAD}{inside}</svg>", prefix=p))) for p in ("a-", "b-"))
    assert len(one) == len(other) == 2 and not one & other
    with pytest.raises(ValueError, match="cannot begin an id"):
        cleaned(f"{HEAD}</svg>", prefix='"><script>')


CLIP = '<defs><clipPath id="c"><rect x="0" y="0" width="10" height="10"/></clipPath></defs>'


@pytest.mark.parametrize(
    ("inside", "clipped"),
    [
        ('<path clip-path="url(#c)" d="M 1 1 L 9 9"/>', False),
        ('<path clip-path="url(#c)" d="M 1 1 L 11 9"/>', True),
        ('<path clip-path="url(#c)" d="M 1 1 L 10 9" style="stroke: red; stroke-width: 1"/>', True),
        ('<path clip-path="url(#c)" d="M 1 1 L 10 9" style="stroke: none"/>', False),
        ('<path clip-path="url(#c)" d="m 1 1 l 1 1"/>', True),  # relative: not easily seen
        ('<path clip-path="url(#c)" d="M 1 1 L 9 9" transform="scale(5)"/>', True),
        ('<text clip-path="url(#c)">a</text>', True),
        ('<defs><path id="m" d="M 0 0 L 1 1"/></defs><g clip-path="url(#c)"><use href="#m" x="4" y="4"/></g>', False),
        ('<defs><path id="m" d="M 0 0 L 1 1"/></defs><g clip-path="url(#c)"><use href="#m" x="9.5"/></g>', True),
    ],
)
def test_only_clip_paths_that_may_clip_something_are_kept(inside: str, clipped: bool) -> None:
    text = cleaned(f"{HEAD}{CLIP}{inside}</svg>")
    assert ("clip-path=" in text) == clipped == ("<clipPath" in text)


def test_turns_by_nothing_go_and_other_transforms_stay() -> None:
    root = made('<text transform="rotate(-0 1.234567 2)">a</text><text transform="rotate(-90 1.234567 2)">b</text>')
    assert [text.get("transform") for text in root.iter(f"{SVG}text")] == [None, "rotate(-90 1.23 2)"]
    root = made('<path d="M0 0" transform="scale(0.001234)"/>')
    assert [path.get("transform") for path in root.iter(f"{SVG}path")] == ["scale(0.001234)"]


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<foreignObject><b xmlns="http://www.w3.org/1999/xhtml"><img onerror="alert(1)"/></b></foreignObject>',
        '<a href="javascript:alert(1)"><text>x</text></a>',
        '<image href="https://example.org/x.png"/>',
        '<use href="https://example.org/x.svg#a"/>',
        '<path d="M0 0" onload="alert(1)" onclick="alert(1)"/>',
        '<path d="M0 0" style="fill: url(https://example.org/x)"/>',
        '<path d="M0 0" fill="u\\72l(https://example.org/x)"/>',
        '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="d"/>',
        '<metadata><x xmlns="y">alert(1)</x></metadata>',
        "<desc>a</desc><g><desc>alert(1)</desc></g>",
        '<text><script>alert(1)</script></text><x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
        "<!-- alert(1) --><?php alert(1) ?>",
        '<path d="M0 0" clip-path="url(https://example.org/#c)"/><path d="M0 0" clip-path="url(#none)"/>',
    ],
)
def test_what_does_not_draw_is_stripped(inside: str) -> None:
    text = cleaned(f"{HEAD}{inside}</svg>")
    for said in ("script", "alert", "javascript", "example.org", "onload", "foreignObject", "<a ", "url(", "<use"):
        assert said not in text
    assert cleaned(text) == text


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{BOMB}{HEAD}<text>&b;</text></svg>", "document type declares"),
        (f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{HEAD}<text>&x;</text></svg>', "declares"),
        (f"{HEAD}<text>&b;</text></svg>", "not XML"),
        (f"{HEAD}<text>", "not XML"),
        ("<html/>", "root is no svg"),
        ("<svg/>", "root is no svg"),
        ("", "not XML"),
        (f"{HEAD}{'<g>' * 5000}{'</g>' * 5000}</svg>", "nested deeper"),
        (f"{HEAD}{'<x>' * 5000}{'</x>' * 5000}</svg>", "nested deeper"),
        (f"{HEAD}<style>path{{fill: red}}</style></svg>", "style sheet"),
        (f'{HEAD}<style>@import "https://example.org/x.css";</style></svg>', "style sheet"),
        (f"{HEAD}<path d='M 0 0 url(x)'/></svg>", "no path has"),
        (f"{HEAD}<path d='M 1e300 0'/></svg>", "no picture is as large"),
        (f"{HEAD}{' ' * MAX_BYTES}</svg>", "larger than"),
        (f"{HEAD}<text>\x00</text></svg>", "not XML"),
        (f"{HEAD}<text>\ud800</text></svg>", "not XML"),
    ],
    ids=range(16),
)
def test_what_is_no_picture_of_ours_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadPicture, match=said):
        cleaned(text)


def test_a_document_type_without_entities_is_ignored() -> None:
    named = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert cleaned(f'<?xml version="1.0" encoding="utf-16"?>{named}{HEAD}<text>x</text></svg>').endswith(
        "<text>x</text></svg>\n"
    )


def test_copies_of_copies_are_not_drawn() -> None:
    copies = [f'<use href="#a{k}"/>' * 10 for k in range(9)]
    bomb = '<g id="a0"><path d="M0 0"/></g>' + "".join(f'<g id="a{k + 1}">{c}</g>' for k, c in enumerate(copies))
    assert "<use" not in cleaned(f"{HEAD}{bomb}</svg>")


def test_text_is_escaped_again() -> None:
    text = cleaned(f'{HEAD}<title>&lt;script&gt;"&amp;</title><text fill="red">&lt;b&gt; ]]&gt;</text></svg>')
    assert "<script" not in text and "<b>" not in text
    root = ElementTree.fromstring(text)
    assert root[0].text == '<script>"&' and root[1].text == "<b> ]]>"


@pytest.mark.parametrize(
    "inside",
    [
        f'<path d="M0 0" transform="{"rotate(1) " * 20_000}x"/>',
        f'<path d="M0 0" transform="rotate({"1," * 20_000}"/>',
        f'<rect width="1{" " * 200_000}x"/>',
        f'<rect width="{"11 " * 50_000}x"/>',
        f"<style>{'*{a:b}' * 50_000}</style>",
        f'<text style="font: {"bold " * 50_000}x"/>',
        "<g><title>x</title></g>" * 20_000,
    ],
    ids=range(7),
)
def test_long_attributes_end_soon_and_are_dropped_where_they_are_none(inside: str) -> None:
    assert len(cleaned(f"{HEAD}{inside}</svg>")) < 300


def test_attributes_that_are_no_numbers_are_dropped() -> None:
    root = made('<rect x="4e0.851" y="1,2e" width="10" height="url(x)" clip-path="" transform="rotate(-0e0.5)"/>')
    assert [dict(rect.attrib) for rect in root.iter(f"{SVG}rect")] == [{"width": "10"}]
    root = made('<g id=""><path d="M 1,2 l 3-4e0"/></g><use href="xm"/><g clip-path="url(#)"><use/></g>')
    assert [dict(element.attrib) for element in root] == [{"d": "M1 2l3 -4"}] and root.get("id") is None
