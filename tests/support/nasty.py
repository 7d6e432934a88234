"""A registry with metrics of a user: one has a wrong claim, another a name, formula and errors that are hostile."""

from __future__ import annotations

import unicodedata
from typing import Any

from axiomatrix import REGISTRY, Matrix, Registry, axioms
from axiomatrix.model.registry import metric
from axiomatrix.report.render.html import render_for_notebook
from axiomatrix.report.subjects import run
from axiomatrix.spaces import element_weights
from axiomatrix.values.rankings import inverted_pairs

NASTY = "<script>alert(1)</script>|x"
NASTY_TEXT = "line `one` | two\n| --- |\n<img src=x onerror=alert(2)> [a](javascript:b) \x1b[31m\u202e\udc80"


def nasty_registry() -> Registry:
    """The catalogue with ``my-kendall``, whose claim of degree 1 is wrong, and a metric that is named :data:`NASTY`."""
    registry = Registry(REGISTRY)

    @metric(
        "my-kendall",
        parameters={"w": element_weights()},
        holds=[axioms.scale_free("w", degree=1), axioms.symmetry],
        source="my notes, p. 3",
        registry=registry,
    )
    def my_kendall(a: Any, b: Any, w: Any) -> Any:
        """Sum over inverted pairs {x, y} of w_x w_y"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    def hostile(a: Any, b: Any) -> Any:
        if len(a) > 2:
            raise RuntimeError(NASTY_TEXT)
        return len(inverted_pairs(a, b)) + (a.order < b.order)

    hostile.__doc__ = NASTY_TEXT + "\nmore"
    metric(NASTY, holds=[axioms.symmetry, axioms.non_negativity], source=NASTY_TEXT, registry=registry)(hostile)
    return registry


def in_a_notebook(matrix: Matrix, registry: Registry | None = None) -> str:
    """The HTML of everything that a matrix says."""
    return render_for_notebook(run.document(matrix, run.RunContext(registry, detail=run.Detail.FULL)))


def is_clean(message: str) -> bool:
    """Return whether the only control characters are ends of lines."""
    return not [c for c in message if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
