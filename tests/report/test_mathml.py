"""Formulas in LaTeX become MathML of known elements, or stay as they are written."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from axiomatrix.report.render.mathml import ATTRIBUTES, ELEMENTS, MAX_FORMULA_CHARACTERS, lines, spans
from axiomatrix.report.site.blocks import typeset


def test_a_line_breaks_before_a_relation_outside_of_brackets() -> None:
    made = lines(r"K(a,b)=\left\lvert\{x\mid a(x)<b(x)\}\right\rvert\le n" + "\nn=3")
    assert made is not None
    assert [[piece[0].text for piece in line] for line in made] == [["K", "=", "≤"], ["n", "="]]


def test_a_line_breaks_before_a_sign_between_terms_which_stays_one() -> None:
    made = lines("-a+b-c=-d")
    infix = {"form": "infix"}
    signs = [("mo", infix, "+"), ("mo", infix, "\N{MINUS SIGN}"), ("mo", infix, "=")]
    assert made is not None and [(piece[0].tag, piece[0].attrib, piece[0].text) for piece in made[0][1:]] == signs
    assert [len(piece) for piece in made[0]] == [2, 2, 2, 3]


def test_what_a_sum_runs_over_stands_below_it_within_brackets_too() -> None:
    text = spans(r"\left(\sum_{x}w_x\right)+\sum_{i=1}^{n}i")
    assert text.count("<munder>") == text.count("<munderover>") == 1 and text.count("<msub>") == 1


@pytest.mark.parametrize(
    "latex", ["", "  ", r"\nobody{x}", r"\begin{cases} 1", "x" * (MAX_FORMULA_CHARACTERS + 1), r"\left( x", "^"]
)
def test_what_is_no_formula_is_none(latex: str) -> None:
    assert lines(latex) is None and "<math" not in spans(latex)


@pytest.mark.parametrize(
    "latex",
    [
        r"x<y>z&",
        r"\text{<script>alert(1)</script>}",
        r"\href{javascript:alert(1)}{x}",
        r"\color{red}{x}",
        r"\style{background:url(x)}{x}",
        r"\class{a}{x}",
        r"\id{a}{x}",
        r"\mathrm{onclick}=\text{'\"&lt;}",
    ],
)
def test_whatever_is_written_nothing_but_mathml_comes_of_it(latex: str) -> None:
    text = spans(latex)
    for node in ET.fromstring(f"<div>{text}</div>").iter():
        assert node.tag in ELEMENTS | {"div", "span"} and set(node.attrib) <= ATTRIBUTES | {"class"}
    assert "<script" not in text


def test_nobody_waits_for_latex2mathml_who_shows_no_page() -> None:
    program = "import sys, axiomatrix.cli.app, axiomatrix.report.site.blocks; print('latex2mathml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"


def test_the_formula_is_that_of_what_the_report_is_about() -> None:
    from axiomatrix.catalogue import load_catalogue

    kendall = load_catalogue().metric("kendall")
    assert "<math" in typeset(kendall, kendall.formula)
    assert typeset(kendall, "K < something else") == "<code>K &lt; something else</code>"
    assert typeset(None, "") == ""


def test_a_bug_of_ours_does_not_make_a_formula_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiomatrix.report.render.mathml._is_formula", lambda element: {}[element])
    with pytest.raises(KeyError):
        lines("x^{planted}")
