"""Formulas in LaTeX: pieces that a family of metrics shares, and the meanings of symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ..model.axiom import Axiom
from ..model.claim import SourceClaim
from ..model.metric import Metric
from ..spaces import OF_SORT, OwnSpace, Space

# --- Pieces of formulas in LaTeX, for what a family has in common -------------------------------------------------
# A formula is one or more lines: the first says what the value is, each of the others what a symbol before it is.

INVERTED = r"\sum_{\substack{a(x)<a(y)\\ b(x)>b(y)}}"
"""Over the inverted pairs."""


def lines(*equations: str) -> str:
    """The formula, and what its symbols are."""
    return "\n".join(equations)


def size(of: str) -> str:
    """How many there are: of a set, or of what has the property."""
    inside = of if r"\mid" not in of else rf"\{{{of}\}}"
    return rf"\left\lvert {inside}\right\rvert"


def absolute(of: str) -> str:
    """The absolute value."""
    return rf"\left\lvert {of}\right\rvert"


def over(upper: str, lower: str) -> str:
    """A fraction."""
    return rf"\frac{{{upper}}}{{{lower}}}"


def cases(*rows: tuple[str, str]) -> str:
    """Values, each with its condition."""
    return r"\begin{cases}" + r"\\ ".join(f"{value} & {condition}" for value, condition in rows) + r"\end{cases}"


def ahead_less(weight: str) -> str:
    """The absolute difference between the weights of the items ahead of x in a and in b."""
    return absolute(rf"\sum_{{a(y)<a(x)}}{weight}-\sum_{{b(y)<b(x)}}{weight}")


# --- Meanings of the symbols of formulas: one meaning each, in the whole catalogue --------------------------------
# The arguments and parameters of a metric or an axiom take precedence over the table. So does a definition on a line
# of the formula, such as ``S=\sum ...``.

SYMBOLS: Mapping[str, str] = {
    # items and places
    "n": "the number of items; of a list, its length",
    "a": "a ranking, or another order: a(x) is the position of item x, 1 the best",
    "b": "a ranking, or another order: b(x) is the position of item x, 1 the best",
    "x": "an item",
    "y": "an item",
    "i": "a position or rank, 1 the best",
    "j": "a position or rank, 1 the best",
    "k": "a rank, 1 the best; also a cut-off: how many of the first ranks count",
    "l": "a position or rank, 1 the best",
    "m": "a whole number",
    "d": "a depth: how many of the first items are looked at",
    "c": "a factor above 0; as an order, one like a and b",
    "s": "exchanges two items: with an index i those at positions i and i + 1, with two indices those at both",
    "p": "the persistence: how likely it is that the next item is looked at",
    r"\pi": "a renaming of the items",
    r"\sigma": "a permutation of the positions",
    r"\theta": "moves the first k items behind the others",
    "v": "a number, in its place among others",
    r"\mathrm{lex}": "in lexicographic order",
    r"\mathrm{values}": "the constants that the parameters are set to",
    r"[\,\cdot\,]": "1 if what stands in the brackets is true, else 0",
    # spaces
    r"\mathcal{R}": "the rankings of the items",
    r"\mathcal{W}": "the orders of the items with ties",
    r"\mathcal{P}": "the partial orders of the items",
    r"\mathcal{S}": "the judged lists that may have grades below 0",
    # of two orders
    "K": "Kendall's distance: how many pairs of items a and b put in opposite order; with an index, under weights",
    "F": "the footrule: the sum over the items of how far their positions are apart; with an index, under weights",
    "S": "Spearman's distance: the sum over the items of the squares of how far their positions are apart",
    r"N_{\mathrm{c}}": "how many pairs of items a and b put in the same order",
    r"N_{\mathrm{d}}": "how many pairs of items a and b put in opposite order",
    r"K^{*}": "Kendall's distance under weights of all kinds",
    r"F^{*}": "the footrule under weights of all kinds",
    "P": "of an order: how many pairs of items it does not leave tied or open",
    r"\phi": "either of the orders",
    r"\psi": "either of the orders",
    "r": "of two orders: the rank of an item in the first, ties broken as in the second",
    r"\ell": "of an order: how many levels (buckets) it has",
    r"\prec": "x before y in an order: it prefers x to y",
    r"\bar{a}": "of an item: the mean of the positions that it and its ties take up in a",
    r"\bar{b}": "of an item: the mean of the positions that it and its ties take up in b",
    r"a^{\mathrm{rev}}": "a turned around: the last item first",
    r"b^{\mathrm{rev}}": "b turned around: the last item first",
    r"a^{\mathrm{copies}}": "a with each item x as w_x copies of weight 1, one behind the other",
    r"b^{\mathrm{copies}}": "b with each item x as w_x copies of weight 1, one behind the other",
    "B": "a bucket of b: items tied there",
    r"\operatorname{cyc}": "how many cycles a permutation of 1, ..., n has",
    r"\operatorname{sgn}": "the sign of a number: -1, 0 or 1",
    # of judged lists
    "R": "how many items of the collection are relevant (of q, where there are several lists)",
    "N": "how many items of the collection are judged not relevant",
    "g": "a grade",
    "t": "scores: t(x) is the score of item x",
    "q": "the judged list of one query; with an index, the grade of its item at that rank",
    "z": "a judged list; with an index, the grade of its item at that rank",
    r"x^{*}": "the ideal list of x: all grades of the collection in falling order",
    r"z^{*}": "the ideal list of z: all grades of the collection in falling order",
    r"x^{\mathrm{rising}}": "the grades of x in rising order",
    r"x^{\mathrm{without}}": "x with nothing retrieved for the query q",
    r"x^{\mathrm{rev}}": "x with its lists in reversed order",
    r"x^{\mathrm{raised}}": "x with every score that is not below that of item i raised by 1",
    r"x^{\mathrm{input}}": "the items of x by falling score, those with equal scores in the order of the input",
    r"x^{\mathrm{best}}": "the items of x by falling score, of those with equal scores the highest grade first",
    r"x^{\mathrm{worst}}": "the items of x by falling score, of those with equal scores the lowest grade first",
    r"x^{\mathrm{once}}": "x with an irrelevant id in the place of each that came before",
    r"x^{\mathrm{renamed}}": "x with other names for its ids",
    r"\Pi": "of x: its items by falling score, in every order of those with equal scores",
}
"""Words by symbol; a symbol is written as :func:`symbols_of` finds it."""

PARAMETERS: Mapping[str, str] = {
    "w": "the weight of an item",
    "delta": "the costs of swaps: with an index i, of the items at positions i - 1 and i",
    "D": "of two items: how different they are",
    "h": "the height of a rank",
    "discount": "the weight of a rank",
}
"""What a parameter is, where the name of its space does not say enough."""
CLAIMED: Mapping[str, str] = {
    "d": "the distance that is spoken of",
    "m": "the metric that is spoken of",
    r"\mathrm{ideal}": "the list with its items in the best order",
    r"\mathrm{P}": "the point measure",
    r"\mathrm{S}": "the footrule as a sum over the ranks of a, up to the rank in the index",
    r"\mathrm{K}": "Kendall's distance as a sum over the ranks of a, up to the rank in the index",
    r"\mathrm{A}": "the area under the point measure",
    r"\mathrm{nA}": "the area over its largest value",
    r"\mathrm{Acorr}": "1 less the area over its largest value",
    r"K_{\mathrm{prof}}": "Kendall's distance with 1/2 for a pair that one order ties",
    r"K_{\mathrm{Haus}}": "the Hausdorff distance under Kendall's of the ways to break the ties",
    r"F_{\mathrm{prof}}": "the footrule of mean positions",
    r"F_{\mathrm{Haus}}": "the Hausdorff distance under the footrule of the ways to break the ties",
    r"\rho": "Spearman's rho",
    r"\tau": "Kendall's tau",
    r"\gamma": "Goodman and Kruskal's gamma",
    r"\alpha": "the rank that is looked at with probability 1/2",
    r"\tau_{\mathrm{ap}}": "the correlation of average precision",
    r"\tau_{\mathrm{h}}": "the weighted tau with hyperbolic weights",
    r"\tau_{\mathrm{x}}": "the tau of Emond and Mason",
    r"r_{\mathrm{T}}": "the top-down correlation",
    r"\nu": "Blest's coefficient",
    r"\mathrm{G}": "Gini's index of cograduation",
    r"d_{\mathrm{KS}}": "the distance of Kemeny and Snell",
    r"Q": "the Q-measure",
    r"\mathrm{GAP}": "graded average precision",
    r"D_{\mathrm{PE}}": "the position error",
    r"D_{\mathrm{DR}}": "the discounted error",
    r"\mathrm{AUC}": "the area under the ROC curve",
    r"\mathrm{CI}": "the C-index",
    r"\mathrm{mAUC}": "the mean AUC over the pairs of levels",
    r"\mathrm{DCG}": "the discounted cumulative gain",
    r"\mathrm{IDCG}": "the largest discounted cumulative gain",
    r"\mathrm{NDCG}": "the discounted cumulative gain over its largest value",
    r"\mathrm{nDCG}": "the discounted cumulative gain over that of the ideal list",
    r"\mathrm{MSE}": "the mean squared error",
    r"\mathrm{Prec}": "precision; with an index, of the first that many items",
    r"\mathrm{Rec}": "recall; with an index, of the first that many items",
    r"\mathrm{AP}": "average precision",
    r"\mathrm{MAP}": "mean average precision",
    r"\mathrm{RR}": "reciprocal rank",
    r"\mathrm{MRR}": "mean reciprocal rank",
    r"\mathrm{RBP}": "rank-biased precision",
    r"\mathrm{ERR}": "expected reciprocal rank",
    r"\mathrm{RBO}": "rank-biased overlap",
    r"\mathrm{RBO}_{\mathrm{ext}}": "extrapolated rank-biased overlap",
}
"""What claims are about, by their own names."""
GREEK = "alpha beta gamma delta lambda mu pi rho sigma tau"
_WORDS = re.compile(r"\\(?:text|begin|end)\{[^{}]*\}")
_NAME = r"\\(?:mathrm|operatorname|mathcal)\{[^{}]*\}|\\bar(?: [a-z]|\{[a-z]\})|\\[A-Za-z]+|[A-Za-z]|(?<!\\left)\["
_INDEX = r"(?:[_^]\{(?:\\mathrm\{[^{}]*\}|\*)\})?"
_TOKEN = re.compile(rf"\\log(?![A-Za-z])|(?:{_NAME}){_INDEX}")
_DEFINING = re.compile(r"([^=(<]*)(?:\([^=]*\))?=(?!.*\\Rightarrow)")
_COMPARING = re.compile(r"\\(?:exists|le|ge|in|frac|min|max)(?![a-z])|[-+]")
_COMMANDS = r"""
    \sum \prod \frac \sqrt \substack \left \right \lvert \rvert \lfloor \rfloor \mid \le \ge \neq \in \max \min \sup
    \log \ln \dots \cdot \circ \cup \cap \quad \exists \forall \to \infty \approx \triangle \Rightarrow \Leftrightarrow
"""
STRUCTURE = frozenset(_COMMANDS.split())
"""Commands that say how a formula is built, or what everybody knows."""


def symbols_of(latex: str) -> list[str]:
    """The symbols of a formula, each once, in their order; an upright index belongs to the symbol that has it."""
    symbols: dict[str, None] = {}
    for match in _TOKEN.finditer(_WORDS.sub(" ", latex)):
        name = re.sub(r"\\bar ([a-z])", r"\\bar{\1}", match[0])
        base, raised, exponent = name.partition("^")
        if raised and name not in SYMBOLS and exponent != "{*}":  # an exponent is a separate number
            symbols |= dict.fromkeys([base, *symbols_of(exponent)])
        else:
            symbols[r"[\,\cdot\,]" if name == "[" else name] = None
    return [name for name in symbols if name not in STRUCTURE]


def defined_in(latex: str) -> set[str]:
    """Symbols at the beginning of a line of the formula that continues with =: the line defines them."""
    heads = [match[1] for line in latex.splitlines() if (match := _DEFINING.match(line))]
    return {symbol for head in heads if not _COMPARING.search(head) for symbol in symbols_of(head)[:1]}


def name_of(name: str) -> str:
    """The name of an argument or a parameter, in LaTeX."""
    if name in GREEK.split():
        return f"\\{name}"
    escaped = name.replace("_", r"\_")
    return name if len(name) == 1 else rf"\mathrm{{{escaped}}}"


def meanings(latex: str, own: Mapping[str, str]) -> dict[str, str]:
    """Return the meanings of a formula's symbols; ``own`` are those of its metric or axiom.

    Raises ``KeyError`` for an unknown symbol.
    """
    known = {**SYMBOLS, **own}
    defined = defined_in(latex)
    return {symbol: known[symbol] for symbol in symbols_of(latex) if symbol not in defined}


def listed(meant: Mapping[str, str]) -> list[tuple[str, str]]:
    """The symbols for display, grouped by meaning, with the words for each group."""
    together: dict[str, list[str]] = {}
    for symbol, words in meant.items():
        together.setdefault(words, []).append(symbol)
    return [(r",\ ".join(names), words) for words, names in together.items()]


def of_metric(metric: Metric) -> dict[str, str]:
    """Return the meanings of the symbols in a metric's formula."""
    own = {
        name_of(name): PARAMETERS.get(name, f"one of the {space.name.partition(' (enumerated')[0]}")
        for name, space in metric.parameters.items()
    }
    own |= {name_of(name): space.argument.format(name) for name, space in metric.arguments.items()}
    return meanings(metric.latex, own)


def of_axiom(axiom: Axiom) -> dict[str, str]:
    """Return the meanings of the symbols in an axiom's formula."""
    metric, *_ = axiom.says.__code__.co_varnames
    own = {name_of(name): words for name, words in PARAMETERS.items()}
    own |= {
        part: words for name, space in axiom.over.items() for part, words in _quantified(name, space, axiom.about[0])
    }
    own |= {name_of(name): "an argument of the axiom" for name in axiom.arguments}
    return meanings(axiom.latex, {**own, metric: "the metric"})


def of_claim(claim: SourceClaim) -> dict[str, str]:
    """Return the meanings of the symbols in a claim's formula."""
    return meanings(claim.latex, {**{name_of(name): words for name, words in PARAMETERS.items()}, **CLAIMED})


def _quantified(name: str, space: Space, about: str) -> Iterable[tuple[str, str]]:
    """A name that an axiom quantifies over, or the two letters of a pair of ranks."""
    if space.name == "rankings" or isinstance(space, OwnSpace):
        return [(name, OF_SORT[about].argument.format(name))]
    if len(name) == 2 and name != "pi":
        return []  # two ranks, which the table has
    return [(name_of(name), f"one of the {space.name}")]
