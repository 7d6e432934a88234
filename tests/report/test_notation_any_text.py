"""Any text may come where a formula is expected: nothing is lost, nothing fails."""

# ruff: noqa: RUF001 - the signs are meant

import pytest
from hypothesis import given
from hypothesis import strategies as st
from math_trees import well_formed, without_space

from axiomatrix.report.site.notation import LONGEST, plain, tree

SIGNS = "≤≥≠→−⋅…±′∘∑∏⌊⌋⌈⌉⟨⟩¯αβγδεζηθκλμνξπρστφχψω"


@pytest.mark.parametrize("text", ["", " ", "the number of inverted pairs", "a half-life; and/or more, i.e. none", "x"])
def test_words_alone_are_no_formula(text):
    assert tree(text) is None


def test_long_and_deep_texts_are_no_formula():
    assert tree("x = " + "y" * LONGEST) is None
    assert tree("(" * 400 + "x = 1" + ")" * 400) is None


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script> = 1",
        "x = ]]> <!-- & amp;",
        "[(}{)] = |",
        "a_ ^ _b ' '' = \x00\x1b[31m",
        "x = \u202e\ud800",
        "sqrt = sqrt( = floor( = sum_ = sum over = max over of",
        "sqrt " * 150 + "= 1",
        "x^-" * 300 + "= 1",
        "sum over x " * 80 + "= 1",
        "a^b[" * 15 + "x" + "](c)" * 15 + " = 1",
    ],
)
def test_any_text_is_shown_as_it_is(text):
    node = tree(text)
    assert node is not None
    assert well_formed(node) < 60
    assert plain(node) == without_space(text)


PIECES = st.sampled_from([
    "a", "b", "x_i", "D_xy", "pbar_x", "tau_b", "n^2", "p^(i-1)", "2^x[i]", "sum", "over", "items", "of", "sum_{d<=k}",
    "max", "min", "sqrt(", "floor(", "(", ")", "[", "]", "{", "}", "|", "||", "<", ">", "<=", ">=", "!=", "=", "+", "-",
    "+-", "*", "/", "//", "..", ",", ";", ":", "!", "'", "^", "_", "@", "P@k", "o", "the", "with", "k-th", "mid-ranks",
    "log2(", "1", "0.5", "&", "->", "<a, b>", "\u00e9", "\x07",
])  # fmt: skip


@given(
    st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "  "])), max_size=40).map(lambda p: "".join(map("".join, p)))
)
def test_nothing_is_lost_from_pieces_of_formulas(text):
    node = tree(text)
    assert node is None or (well_formed(node) < 100 and plain(node) == without_space(text))


@given(st.text(st.characters(exclude_characters=SIGNS), max_size=200))
def test_nothing_is_lost_from_arbitrary_text(text):
    node = tree(f"{text} = x")
    assert node is None or (well_formed(node) < 100 and plain(node) == without_space(f"{text}=x"))


@given(st.text(st.sampled_from("ab|()[]{}_^'+-*/=<>!. @so\n"), max_size=60))
def test_nothing_is_lost_from_signs_in_any_order(text):
    node = tree(f"{text} = x")
    assert node is None or (well_formed(node) < 100 and plain(node) == without_space(f"{text}=x"))
