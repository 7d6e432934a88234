"""A library that is none, whose functions have every kind of finding; its snippets need only the standard library."""

from __future__ import annotations

from typing import Any

from axiomatrix import Registry, axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.libraries import Documentation, Library
from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.shapes import TruthAndScores
from axiomatrix.spaces import whole_lists

HOME = "https://example.org/planted"
PLANTED = Library("planted", "jinja2", HOME, "planted")  # of a distribution that is installed, for its version
NASTY = "<script>alert(1)</script>|x`y"
NASTY_TEXT = "line `one` | two\n| --- |\n<img src=x onerror=alert(2)> [a](javascript:b) \x1b[31m\u202e"


def share(x: Any) -> Any:
    """The share of the listed items that are relevant."""
    return sum((x[i] for i in range(1, x.n + 1)), 0 * x[1]) / x.n


def registry() -> Registry:
    """The catalogue with the planted implementations."""
    made = Registry(load_catalogue())
    docs = Documentation("planted", "planted's documentation")
    made.add_source(docs)
    given: dict[str, Any] = {
        "shape": TruthAndScores(),
        "kind": "score",
        "arguments": {"x": whole_lists(1)},
        "page": f"{HOME}/page_(1).html",
        "into": made,
    }
    ranged = docs.says("range", 'Returns "a value" between 0 and 1 | or so.', f"{HOME}/range", "0 <= m(x) <= 1")
    is_ranged = [ranged.holds(axioms.range_zero_one)]

    @implementation(PLANTED, "share", definition=share, concept="share", claims=is_ranged, **given)
    def _share(y_true: Any, y_score: Any) -> Any:
        import statistics

        return statistics.fmean(y_true)

    @implementation(PLANTED, "total", definition=share, concept="share", claims=is_ranged, **given)
    def _total(y_true: Any, y_score: Any) -> Any:
        return float(sum(y_true))

    @implementation(PLANTED, "negated", definition=share, concept="share", **given)
    def _negated(y_true: Any, y_score: Any) -> Any:
        return -sum(y_true) / len(y_true)

    swaps = docs.says("swaps", "The order within the list does not matter.", f"{HOME}/swaps")

    @implementation(PLANTED, "unordered", claims=[swaps.fails(axioms.swap_strict)], **given)
    def _unordered(y_true: Any, y_score: Any) -> Any:
        return 1 / len(y_true)

    @implementation(PLANTED, NASTY, **given)
    def _nasty(y_true: Any, y_score: Any) -> Any:
        if sum(y_true) > 1:
            raise ValueError("line `one` | two <img src=x onerror=alert(2)> [a](javascript:b) \x1b[31m\u202e")
        return -float(sum(y_true))

    return made


NAMES = ("planted.share", "planted.total", "planted.negated", "planted.unordered", f"planted.{NASTY}")
