"""Formulas in the plain notation as trees of MathML."""

# ruff: noqa: RUF001 - the signs are meant

import json
import re
from pathlib import Path

import pytest
from math_trees import found, shown, well_formed, without_space

from axiomatrix.report.site.notation import plain, tree
from axiomatrix.report.site.notation_rows import GAP

REPORTS = Path(__file__).parents[2] / "reports"
WRITTEN = sorted(
    {
        entry["formula"]
        for name in ("compliance", "libraries")
        for part in ("metrics", "axioms", "rows")
        for entry in json.loads((REPORTS / f"{name}.json").read_text(encoding="utf-8")).get(part, [])
    }
)
INFIX = {"form": "infix"}
THIN = ["mspace", {"width": "0.17em"}]


@pytest.mark.parametrize("formula", WRITTEN)
def test_formulas_of_the_reports_lose_nothing_and_keep_their_order(formula):
    node = tree(formula)
    if node is None:
        assert not re.search(r"[=^_+*]", formula.replace("rank=True", "")) or formula.startswith("RR by"), formula
        return
    well_formed(node)
    assert plain(node) == without_space(formula)


def test_most_formulas_of_the_reports_are_typeset():
    assert len(WRITTEN) > 300
    assert sum(tree(formula) is not None for formula in WRITTEN) > 300


def test_sum_over_items_has_its_phrase_below():
    a, x, b = ["mi", "a"], ["mi", "x"], ["mi", "b"]
    in_brackets = ["mrow", ["mo", "("], x, ["mo", ")"]]
    assert tree("sum over items x of |a(x) - b(x)|") == [
        "mrow",
        [
            "mrow",
            [
                "munder",
                {"data-words": "over of"},
                ["mo", {"movablelimits": "false"}, "∑"],
                ["mrow", ["mtext", f"items{GAP}"], x],
            ],
            THIN,
            [
                "mrow",
                ["mo", {"form": "prefix"}, "|"],
                ["mrow", a, in_brackets],
                ["mo", INFIX, "−"],
                ["mrow", b, in_brackets],
                ["mo", {"form": "postfix"}, "|"],
            ],
        ],
    ]


def test_indices_products_and_greek_names():
    assert tree("K_delta >= w_x pbar_x D_xy") == [
        "mrow",
        ["msub", ["mi", "K"], ["mi", "δ"]],
        [
            "mrow",
            ["mo", INFIX, "≥"],
            ["msub", ["mi", "w"], ["mi", "x"]],
            THIN,
            ["msub", ["mover", ["mi", "p"], ["mo", {"stretchy": "false"}, "¯"]], ["mi", "x"]],
            THIN,
            ["msub", ["mi", "D"], ["mrow", ["mi", "x"], ["mi", "y"]]],
        ],
    ]


def test_exponents_lose_only_brackets_that_a_raised_place_makes_needless():
    difference = ["mrow", {"data-brackets": "()"}, ["mi", "d"], ["mo", INFIX, "−"], ["mn", "1"]]
    assert tree("p^(d-1)") == ["mrow", ["msup", ["mi", "p"], difference]]
    assert tree("a^-1") == ["mrow", ["msup", ["mi", "a"], ["mrow", ["mo", {"form": "prefix"}, "−"], ["mn", "1"]]]]
    gain = ["msup", ["mn", "2"], ["mrow", ["mi", "x"], ["mrow", ["mo", "["], ["mi", "i"], ["mo", "]"]]]]
    assert tree("2^x[i]") == ["mrow", gain]


@pytest.mark.parametrize("formula", ["p^k(1 - p) = 1", "a^b^c = 1", "x^ 2 = 1", "^2 = 1"])
def test_what_is_raised_is_left_alone_where_it_is_in_doubt(formula):
    assert "^" in shown(formula)


def fractions(formula):
    return [tuple(map(plain, node[1:])) for node in found(tree(formula), "mfrac")]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("1 - 6 S / (n (n^2 - 1)), S = d", [("6S", "(n(n^2-1))")]),
        ("tau_ap = 2/(n-1) sum over i = 2..n of C(i)/(i-1) - 1", [("2", "(n-1)"), ("C(i)", "(i-1)")]),
        ("(C - D) / sqrt(P_a P_b)", [("(C-D)", "sqrt(P_aP_b)")]),
        ("sum over ranks i of x[i] / disc(i), disc(i) = 1", [("x[i]", "disc(i)")]),
        ("x = 2n/3", [("2n", "3")]),
        ("x = 2 n/3", [("n", "3")]),
    ],
)
def test_fractions_are_stacked_where_both_sides_are_beyond_doubt(formula, expected):
    assert fractions(formula) == expected


@pytest.mark.parametrize(
    "formula",
    [
        "nA(i) = A(i) of a, b / A(i) of a, reversed a",  # the sides are A(i) of a, b and A(i) of a, reversed a
        "P@k(x) = relevant items among the first k / k",  # the number of items, not k / k
        "x = a / b / c",
        "x = a / b c",  # (a / b) c or a / (b c)
        "m-AUC(a, b) = 2 / (l (l - 1)) sum over pairs of levels i, j of a of AUC(a_ij, b_ij)",
        "m(a) <= n^2 / 2 (1 - 1/l)",
        "x = 1/2n",
        "x = a/b/c",
        "max over x of a / b = c",  # the maximum of the quotient, or the quotient of the maximum
        "x = p^k(1) / 2",
        "RR(x) = 1 / rank of the first",
        "x = n! / k",
    ],
)
def test_other_divisions_stay_on_the_line(formula):
    assert fractions(formula) == []
    assert "/" in shown(formula)


@pytest.mark.parametrize(
    ("formula", "phrases"),
    [
        ("J = sum over pairs of levels i, j of a of the number of pairs", ["pairsoflevelsi,jofa"]),
        ("sum over ranks i <= k of relevant items of P@i(x) / divisor", ["ranksi<=kofrelevantitems"]),
        ("sum over positions i of b of (n - R(i))", ["positionsiofb"]),
        ("sum over pairs of levels of c_i c_j", ["pairsoflevels"]),
        ("sum over pairs of sgn sgn (1/r + 1/s)", ["pairs"]),
        ("sum over x of w_x |sum of w_y, y ahead of x in a|", ["x"]),
        ("sum over x, y = 1", []),
        ("The sum of m(a, b) over all rankings b = value * n!", []),
        ("sum over all the items which anybody has ever seen anywhere of w_x", []),
    ],
)
def test_phrase_below_a_sum_ends_where_something_is_computed(formula, phrases):
    assert [plain(node[-1]) for node in found(tree(formula), "munder")] == phrases


@pytest.mark.parametrize(
    ("formula", "bars"),
    [
        ("| |x| - |y| | <= |x - y|", ["||x|-|y||", "|x|", "|y|", "|x-y|"]),
        ("||x| - |y|| <= 1", ["||x|-|y||", "|x|", "|y|"]),
        ("sum over x of | D(x) - E(x) |", ["|D(x)-E(x)|"]),
        ("w |x| = 2|y|z", ["|x|", "|y|"]),
        ("J = |A & B| / |A | B|", ["|A&B|", "|A|B|"]),
        ("P(Y|X) = tau_a(X, Y)", []),
        ("|x = 1", []),
    ],
)
def test_bars_are_paired(formula, bars):
    pairs = [node for node in found(tree(formula), "mrow") if node[1] == ["mo", {"form": "prefix"}, "|"]]
    assert [plain(node) for node in pairs] == bars


def test_sets_between_bars_are_intersected_and_united():
    assert shown("J = |A & B| / |A | B|") == "J=|A∩B||A∪B|"
    assert shown("x & y = z | t") == "x&y=z|t"  # elsewhere nothing says that these are sets


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("d(a o pi, b o pi) = d(a, b)", "d(a∘π,b∘π)=d(a,b)"),
        ("+-(1/r) = -x", "±(1/r)=−x"),
        ("a +- 1 = a+-1", "a+-1=a+-1"),  # a + (-1) is not a ± 1
        ("<a, b> / sqrt(<a, a> <b, b>)", "⟨a,b⟩⟨a,a⟩⟨b,b⟩"),
        ("i <a, b> c = 1", "i<a,b>c=1"),
        ("floor(n^2 / 2) = 1", "⌊n2/2⌋=1"),
        ("d = d' + x's", "d=d′+x's"),
        ("k-th = x-y", "k-th=x−y"),
        ("A-corr(a, b) = d-s", "A-corr(a,b)=d−s"),
        ("X_l-X_s = 1", "Xl−Xs=1"),
        ("log2(i + 1) = log_b i", "log2(i+1)=logbi"),
        ("K*(a, b) = n*(b + c)", "K*(a,b)=n⋅(b+c)"),
        ("N*(b + c) = 1", "N⋅(b+c)=1"),
        ("f(w_x,a) = tau_AP,a(a, b)", "f(wx,a)=τAP,a(a,b)"),
        ("dcg_burges@k = cwl_eval", "dcg_burges@k=cwl_eval"),
        ("n! != 1", "n!≠1"),
        ("y at positions 1..a(x)-1", "yatpositions1…a(x)−1"),
    ],
)
def test_signs(formula, expected):
    assert shown(formula) == expected


@pytest.mark.parametrize(
    "formula",
    [
        "tau_ap = 2/(n-1) sum over i = 2..n of C(i)/(i-1) - 1",  # the 1 is not in the sum
        "B(x) = (1/R) sum over relevant items r listed of 1 - min(r, R) / min(R, N)",  # all of it is
        "K(n) = sum over k = 1..n of (F(k) - k) + |a[1:k] intersect b[F(k)+1:n]|, n items",
        "x = product over l of a_l + b",
    ],
)
def test_sum_of_which_nothing_says_where_it_ends_stays_in_words(formula):
    assert found(tree(formula), "munder") == []
    assert "over" in shown(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "x = sum over l of (a_l + b), c + d",
        "x = sum over l of |a_l - b|",
        "x = sum over l of -a_l = c + d",
        "x = sum over l of +-(1/r) where c + d = 1",
        "x = a + sum over l of a_l p^(l - 1)",
    ],
)
def test_sum_that_ends_where_it_is_said_has_a_sign(formula):
    assert len(found(tree(formula), "munder")) == 1


def test_minus_between_a_word_and_a_number_that_it_touches_is_a_sign():
    signs = {"grade -1": "prefix", "grade - 1": "infix", "grade -x": "prefix"}
    for words, form in signs.items():
        minus = [node for node in found(tree(f"m(x, the last {words}) = 1"), "mo") if node[-1] == "−"]
        assert [node[1]["form"] for node in minus] == [form]


def test_words_are_text_with_space_and_an_article_is_a_word():
    assert tree("m(x) with a more relevant item in a") == [
        "mrow",
        ["mrow", ["mi", "m"], ["mrow", ["mo", "("], ["mi", "x"], ["mo", ")"]]],
        ["mtext", f"{GAP}with a more relevant item in{GAP}"],
        ["mi", "a"],
    ]


def test_bracket_full_of_words_is_broken_into_parts():
    parts = tree("m(x) <= m(x with the items at ranks i and j exchanged)")[1:]
    assert [part[1] for part in parts if part[0] == "mtext"] == [
        f"{GAP}with the items at ranks{GAP}", f"{GAP}and{GAP}", f"{GAP}exchanged",
    ]  # fmt: skip


def test_long_sums_are_broken_before_plus_minus_and_sum():
    parts = tree("R = (1-p) sum_{d<=l} p^(d-1) X_d/d + (1-p) (sum_{s<d<=l} p^(d-1) X_s - x ln(1-p)) - a + b")[1:]
    assert [plain(part) for part in parts] == [
        "R",
        "=(1-p)sum_{d<=l}p^(d-1)X_d/d",
        "+(1-p)(sum_{s<d<=l}p^(d-1)X_s",
        "-xln(1-p))",
        "-a+b",
    ]
