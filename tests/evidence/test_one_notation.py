"""One set of symbols and colours: the terminal, Markdown, pages and pictures take them from the status of a cell."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import axiomatrix
from axiomatrix.evidence.verdict import COLOURS, Tone, Verdict

SOURCE = Path(axiomatrix.__file__).parent
HOME = SOURCE / "evidence" / "verdict.py"
STYLES = sorted(SOURCE.rglob("*.css"))
TEXTS = sorted(path for ending in ("*.py", "*.js", "*.css", "*.j2") for path in SOURCE.rglob(ending))
DEFINED = re.compile(r"--(bad|good|seen|odd|fault|soft): (#[0-9a-fA-F]{6})")
"""What a style sheet says of a colour on a screen; in print it has three digits, black and white."""
OTHER_MARKS = "\u2713\u2714\u2717\u2718\u2705\u274c\u2611\u2612"
"""Check marks and crosses, which another set would have."""


def test_every_tone_has_a_colour_on_each_medium() -> None:
    assert set(COLOURS) == set(Tone)
    for colour in COLOURS.values():
        assert re.fullmatch("#[0-9a-f]{6}", colour.light) and re.fullmatch("#[0-9a-f]{6}", colour.dark)


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_style_sheets_define_the_colours_of_the_tones_and_no_others(path: Path) -> None:
    known = {colour.variable: {colour.light, colour.dark} for colour in COLOURS.values()}
    defined = DEFINED.findall(path.read_text(encoding="utf-8"))
    assert all(value in known[name] for name, value in defined)
    for name in {name for name, _ in defined}:
        assert {value for other, value in defined if other == name} == known[name]


def test_the_site_defines_all_of_them_once() -> None:
    names = {colour.variable for colour in COLOURS.values()}
    defining = {path.name: {name for name, _ in DEFINED.findall(path.read_text(encoding="utf-8"))} for path in STYLES}
    assert {file: found for file, found in defining.items() if found} == {"site.css": names}


def sets_of_their_own(code: str) -> list[str]:
    """Tables from verdicts or tones to symbols, letters or colours."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Dict):
            keys = [ast.unparse(key) for key in node.keys if key is not None]
            values = [v.value for v in node.values if isinstance(v, ast.Constant) and isinstance(v.value, str)]
            by_verdict = sum(
                bool(re.match(r"(Verdict|Tone)\.[A-Z]", key)) or key.strip("'") in set(Verdict) for key in keys
            )
            marks = [v for v in values if v and (len(v) <= 2 or v.startswith("#") or v in ("red", "green", "yellow"))]
            if by_verdict >= 2 and len(marks) >= 2:
                found.append(ast.unparse(node)[:80])
    return found


def test_no_other_file_has_a_set_of_its_own() -> None:
    assert sets_of_their_own("x = {Verdict.PROVED: 'P', Verdict.REFUTED: 'X'}")
    assert sets_of_their_own("x = {'proved': '#0a0', 'refuted': '#a00'}")
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        assert not set(text) & set(OTHER_MARKS), path
        assert path == HOME or path.suffix != ".py" or not sets_of_their_own(text), path


def test_no_other_file_repeats_a_colour() -> None:
    telling = [colour for colour in COLOURS.values() if colour.variable not in ("seen", "soft")]  # a blue and a grey
    values = {value for colour in telling for value in (colour.light, colour.dark)}
    for path in TEXTS:
        if path == HOME or path.name == "site.css":
            continue
        repeated = values & set(re.findall("#[0-9a-f]{6}", path.read_text(encoding="utf-8").lower()))
        assert not repeated, (path, repeated)
