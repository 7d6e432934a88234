"""What the planted libraries share."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.library import Library
from axiomatrix.model.registry import Registry

PAGE = "https://example.org/planted"
LIBRARY = Library("planted", "numpy", PAGE, "planted_library", package="")
OTHER = Library("planted-too", "numpy", PAGE, "planted_library", package="")
STRAIGHT = Library("straight", "numpy", PAGE, "planted_library", package="")
CROOKED = Library("crooked", "numpy", PAGE, "planted_library", package="")


Function = Callable[..., Any]


class Planted:
    """Functions that are planted, with how they are declared; registered when a registry asks for them."""

    def __init__(self) -> None:
        self.declared: list[tuple[Library, str, Function, dict[str, Any]]] = []

    def __call__(self, library: Library, name: str, **declaration: Any) -> Callable[[Function], Function]:
        def declare(function: Function) -> Function:
            self.declared.append((library, name, function, declaration))
            return function

        return declare

    def register(self, registry: Registry) -> None:
        for library, name, function, declaration in self.declared:
            implementation(library, name, into=registry, **declaration)(function)


def checked(y_true: Any, y_score: Any, k: int = 1) -> list[tuple[float, float]]:
    """Grades and scores side by side; ``ValueError`` for what is not a valid input."""
    pairs = [(float(g), float(s)) for g, s in zip(y_true, y_score, strict=True)]
    if k < 1 or any(not math.isfinite(v) for pair in pairs for v in pair) or any(g < 0 for g, _ in pairs):
        raise ValueError("the input is not valid")
    return pairs


def averaged(pairs: list[tuple[float, float]], k: int) -> float:
    """Precision at k, the mean over all orders of the ties."""
    found, left = 0.0, k
    for score in sorted({s for _, s in pairs}, reverse=True):
        bucket = [g for g, s in pairs if s == score]
        taken = min(left, len(bucket))
        found += taken * sum(g > 0 for g in bucket) / len(bucket)
        left -= taken
    return found / k


def input_order(y_true: Any, y_score: Any) -> list[Any]:
    """The grades by falling score, ties in the order of the input."""
    return [g for _, g in sorted(zip(y_score, y_true, strict=True), key=lambda pair: -pair[0])]


def precision_of(grades: list[Any], k: int) -> float:
    """Precision at k of a ranked list."""
    return sum(g > 0 for g in grades[:k]) / k
