"""Refusals: the smallest instances that show why two metrics are not related more closely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .answer import Refusal, ShownInstance
from .identity import Identity, affine
from .joint import Joint, Numbers


def shown(j: Joint, instance: int) -> ShownInstance:
    """An instance with both values."""
    return ShownInstance(j.n, j.a.size.texts[instance], j.a.at(instance), j.b.at(instance))


def refusals(joints: Sequence[Joint], identity: Identity, a: str, b: str) -> tuple[Refusal, ...]:
    """What fails of: b is a function of a, a of b, in one direction, affine, identical; each with a witness."""
    if identity.kind in ("identical", "constant"):
        return ()
    return tuple(_each(joints, identity, a, b))


def _each(joints: Sequence[Joint], identity: Identity, a: str, b: str) -> Iterator[Refusal]:
    functions = True
    for gives, given, forward in ((a, b, True), (b, a, False)):
        failing = next((j for j in joints if not (j.a_determines_b if forward else j.b_determines_a)), None)
        if failing is not None:
            functions = False
            sentence = f"{gives} does not determine {given}: one value of {gives}, two of {given}"
            pair = _same_value(failing, failing.in_a if forward else failing.in_b)
            yield Refusal(sentence, tuple(shown(failing, x) for x in pair))
    if functions and identity.kind == "none":
        yield from _two_directions(joints, a, b)
    if identity.kind == "monotone":
        failing = next(j for j in joints if j.levels[0] > 1 and affine(j) is None)
        sentence = f"{b} is not affine in {a}: no line goes through these three"
        yield Refusal(sentence, tuple(shown(failing, x) for x in _off_the_line(failing)))
    if identity.kind == "affine":
        for j in joints:
            if (where := _different(j)) is not None:
                yield Refusal(f"{b} is not {a}", (shown(j, where),))
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
                yield Refusal(f"{a} and {b} have these {order}", tuple(shown(j, x) for x in pair))
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
