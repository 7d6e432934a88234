"""Identities: whether one metric is the other, an affine function of it, or a strictly monotone one; or refines it.

Refusals are the smallest instances that show why two metrics are not related more closely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...numbers.printed import latex
from ..closed.forms import formula_in_n
from .answer import Identity, Refusal, ShownInstance, Slope
from .columns import NEAR
from .joint import BOTH, Joint, Numbers


def identity(joints: Sequence[Joint]) -> Identity:
    """Return the relations that hold at every size, the strongest first.

    ``refines``: the first determines the second, and never in the opposite order. A metric that takes one value at
    each size is ``constant``; it is refined by every other, and no relation is stated.
    """
    varying = [j for j in joints if max(j.levels) > 1]
    if not varying or all(j.levels[0] == 1 for j in varying) or all(j.levels[1] == 1 for j in varying):
        return Identity("constant")
    forward = BOTH.intersection(*(j.a_gives_b for j in joints))
    backward = BOTH.intersection(*(j.b_gives_a for j in joints))
    if strict := forward & backward:
        direction = max(strict)
        if direction == 1 and all(map(_identical, joints)):
            return Identity("identical", 1)
        lines = {j.n: affine(j) for j in joints if j.levels[0] > 1}
        known = {n: line for n, line in lines.items() if line is not None}
        if len(known) == len(lines):
            slopes = tuple(Slope(n, str(c), str(s)) for n, (c, s) in known.items())
            return Identity("affine", direction, slopes, *_formula(known))
        return Identity("monotone", direction)
    if forward:
        return Identity("refines", max(forward))
    if backward:
        return Identity("refined by", max(backward))
    return Identity("none")


def _identical(j: Joint) -> bool:
    """Return whether the two have the same value on every instance."""
    if not np.allclose(j.a.floats[j.in_a], j.b.floats[j.in_b], rtol=NEAR, atol=NEAR):
        return False
    return all(x == y for x, y in j.values)


def affine(j: Joint) -> tuple[Any, Any] | None:
    """c and s in B = c A + s as two pairs of values determine them, if all others have them too."""
    x, y = j.a.floats[j.in_a], j.b.floats[j.in_b]
    slope = (y[-1] - y[0]) / (x[-1] - x[0])
    scale = max(1.0, float(np.abs(y).max()))
    if (np.abs(y[0] + slope * (x - x[0]) - y) > 1e3 * NEAR * scale).any():  # far beyond what rounding does
        return None
    (low_a, low_b), (high_a, high_b) = j.values[0], j.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    s = low_b - c * low_a
    return (c, s) if all(c * one + s == other for one, other in j.values) else None


def _formula(known: Mapping[int, tuple[Any, Any]]) -> tuple[tuple[str, str] | None, str]:
    """c and s in n; and in LaTeX what stands before a in s + c a, if n is in it."""
    first, second = (formula_in_n([(n, line[which]) for n, line in known.items()]) for which in (0, 1))
    if first is None or second is None:
        return None, ""
    (text, c), (text_of_s, s) = first, second
    negative = c.could_extract_minus_sign()
    size = -c if negative else c
    sign = "-" if negative else "+" if s != 0 else ""
    parts = [latex(s) if s != 0 else "", sign, latex(size) if size != 1 else ""]
    return (text, text_of_s), " ".join(filter(None, parts)) if c.free_symbols | s.free_symbols else ""


# --- why nothing stronger holds ---------------------------------------------------------------------------------


def shown_instance(j: Joint, instance: int) -> ShownInstance:
    """An instance with both values."""
    return ShownInstance(j.n, j.a.size.texts[instance], j.a.at(instance), j.b.at(instance))


def refusals(joints: Sequence[Joint], identity: Identity, a: str, b: str) -> Iterator[Refusal]:
    """Yield the refuted relations, each with a witness: function of the other, one direction, affine, identical."""
    if identity.kind == "constant":
        return
    functions = True
    for gives, given, forward in ((a, b, True), (b, a, False)):
        failing = next((j for j in joints if not (j.a_determines_b if forward else j.b_determines_a)), None)
        if failing is not None:
            functions = False
            sentence = f"{gives} does not determine {given}: one value of {gives}, two of {given}"
            pair = _same_value(failing, failing.in_a if forward else failing.in_b)
            yield Refusal(sentence, tuple(shown_instance(failing, x) for x in pair))
    if functions and identity.kind == "none":
        yield from _two_directions(joints, a, b)
    if identity.kind == "monotone":
        failing = next(j for j in joints if j.levels[0] > 1 and affine(j) is None)
        sentence = f"{b} is not affine in {a}: no line goes through these three"
        yield Refusal(sentence, tuple(shown_instance(failing, x) for x in _off_the_line(failing)))
    if identity.kind == "affine":
        for j in joints:
            if (where := _different(j)) is not None:
                yield Refusal(f"{b} is not {a}", (shown_instance(j, where),))
                break


def _same_value(j: Joint, codes: Numbers) -> tuple[int, int]:
    """The first two instances with one value of one metric and two of the other."""
    seen: dict[int, int] = {}
    for row in np.argsort(j.first).tolist():
        code = int(codes[row])
        if code in seen:
            return seen[code], int(j.first[row])
        seen[code] = int(j.first[row])
    raise AssertionError("called where every value occurs once")


def _two_directions(joints: Sequence[Joint], a: str, b: str) -> Iterator[Refusal]:
    """Two instances in the same order, and two in opposite orders."""
    for sense, order in ((1, "in one order"), (-1, "in opposite orders")):
        for j in joints:
            steps = np.flatnonzero(np.sign(np.diff(j.in_b)) == sense)
            if len(steps):
                k = int(steps[0])
                pair = (int(j.first[k]), int(j.first[k + 1]))
                yield Refusal(f"{a} and {b} have these {order}", tuple(shown_instance(j, x) for x in pair))
                break


def _off_the_line(j: Joint) -> tuple[int, int, int]:
    """Three instances whose values are on no line."""
    (low_a, low_b), (high_a, high_b) = j.values[0], j.values[-1]
    c = (high_b - low_b) / (high_a - low_a)
    off = next(k for k, (one, other) in enumerate(j.values) if low_b + c * (one - low_a) != other)
    return int(j.first[0]), int(j.first[-1]), int(j.first[off])


def _different(j: Joint) -> int | None:
    """The first instance on which the two have different values."""
    return min(
        (int(first) for first, (one, other) in zip(j.first, j.values, strict=True) if one != other), default=None
    )
