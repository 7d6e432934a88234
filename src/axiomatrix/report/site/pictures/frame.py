"""What the pictures of instances have in common: numbers, words, shapes, and the frame with title and description."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ....evidence.account.figures import Figure
from ..markup import text, value

WIDEST = 330
"""Pixels beyond which a picture scrolls by itself."""
Rated = Sequence[str]
"""A number as text, followed by its decimal if it is not a rational in plain notation."""


# --- numbers and words


def size(number: Rated) -> float:
    """The size of a number; 0 of what is none."""
    top, _, bottom = number[-1].partition("/")
    try:
        quotient = float(top or 0) / float(bottom or 1)
    except (ValueError, ArithmeticError):
        return 0
    return quotient if math.isfinite(quotient) else 0


def short(number: Rated, most: int = 9) -> str:
    """The number as it is, or so much of it as there is room for."""
    return number[0] if len(number[0]) <= most else f"\N{ALMOST EQUAL TO}{float(f'{size(number):.3g}'):g}"


def bars_of(rows: Iterable[Rated], longest: float, most: int = 9) -> list[tuple[str, float, str]]:
    """Of rows of a key and a number: the key, the length of its bar, and the number in short."""
    sizes = [(key, size(number), short(number, most)) for key, *number in rows]
    largest = max((amount for _, amount, _ in sizes), default=0) or 1
    return [(key, round(longest * amount / largest), written) for key, amount, written in sizes]


def up_to(weights: Figure, n: int) -> list[Rated]:
    """The weights of the first n positions."""
    return [row for row in weights.rows if row[0].isdigit() and int(row[0]) <= n]


def clipped(words: str, most: int = 12) -> str:
    """As many letters as there is room for."""
    return words if len(words) <= most else f"{words[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def listed(words: Iterable[str]) -> str:
    """Texts in a row."""
    return ", ".join(words) or "none"


def room(words: Iterable[str], most: int = 12) -> float:
    """Pixels for the longest of these words, in the size of an item."""
    return 10 + 7.2 * max((len(clipped(one, most)) for one in words), default=1)


def described(figure: Figure) -> str:
    """What a figure shows, as text."""
    rows, name = figure.rows, figure.name
    match figure.kind:
        case "ranking" | "weak order":
            return " > ".join(" ~ ".join(row) for row in rows)
        case "top list":
            return f"<{', '.join(row[0] for row in rows)}>"
        case "partial order":
            return ", ".join(f"{x} > {y}" for x, y in rows[1:]) or "nothing is ahead of anything"
        case "judged list":
            return _judged(rows)
        case "scored list":
            missing = f"; missing from the list: {listed(rows[2])}" if rows[2] else ""
            return f"grades {listed(rows[0])}; scores {listed(rows[1])}{missing}"
        case "run":
            lists = enumerate(zip(rows[::2], rows[1::2], strict=True), 1)
            return ". ".join(f"list {k}: {_judged(one)}" for k, one in lists)
        case "scores":
            return listed(rows[0])
        case "relabelling" | "permutation":
            return ", ".join(f"{x} \N{RIGHTWARDS ARROW} {y}" for x, y in rows)
        case "number":
            return rows[0][0]
        case "numbers":
            return f"({', '.join(rows[0])})"
    keys = 2 if figure.kind == "similarity" else 1
    return ", ".join(f"{name}[{','.join(row[:keys])}] = {row[keys]}" for row in rows) or "no entries"


def _judged(rows: Sequence[Sequence[str]]) -> str:
    missing = f"; missing from the list: {listed(rows[1])}" if rows[1] else ""
    return f"grades by rank {listed(rows[0])}{missing}"


# --- shapes: what is alike in many pictures is written alike, so that it packs to little


def label(x: float, y: float, words: str, kind: str = "", anchor: str = "") -> str:
    """A text in a picture, which has its middle there, or begins there (s), or ends there (e)."""
    kinds = f"{anchor} {kind}".strip()
    return f"<text{_at(x, y)}{f' class={value(kinds)}' if kinds else ''}>{text(words)}</text>"


def box(x: float, y: float, width: float, height: float, kind: str, rx: float = 2) -> str:
    """A rectangle."""
    return f"<rect{_at(x, y)} width={_(width)} height={_(height)} rx={_(rx)} class={value(kind)}></rect>"


def stroke(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A line."""
    return f"<path d=M{_(x1)},{_(y1)}L{_(x2)},{_(y2)} class={value(kind)}></path>"


def disc(x: float, y: float, radius: float, kind: str) -> str:
    """A circle."""
    return f"<circle cx={_(x)} cy={_(y)} r={_(radius)} class={value(kind)}></circle>"


def moved(x: float, y: float, parts: Iterable[str], kind: str = "") -> str:
    """Parts of a picture, moved."""
    return f"<g{f' class={kind}' if kind else ''} transform=translate({_(x)},{_(y)})>{''.join(parts)}</g>"


def node(x: float, y: float, item: str, half: float) -> str:
    """An item, in a box that is twice as wide as ``half``."""
    words = clipped(item)
    title = [] if words == item else [f"<title>{text(item)}</title>"]
    shape = f"<rect x={_(-half)} y=-13 width={_(2 * half)} height=26 rx=13></rect>"
    return moved(x, y, [*title, shape, label(0, 4.5, words)], "node")


def _(number: float) -> str:
    """A length in pixels, to a tenth."""
    return f"{round(number, 1):g}"


def _at(x: float, y: float) -> str:
    return f" x={_(x)} y={_(y)}" if x else f" y={_(y)}"


# --- the frame of every picture


def framed(
    caption: str,
    wide: float,
    high: float,
    title: str,
    description: str,
    parts: Iterable[str],
    key: Iterable[str] = (),
) -> str:
    """A picture with its caption, its title and description for those who do not see it, and its key."""
    width, height = math.ceil(wide), math.ceil(high)
    drawn = (
        f'<svg class=drawing role=img width={width} height={height} viewBox="0 0 {width} {height}">'
        f"<title>{text(title)}</title><desc>{text(description)}</desc>{''.join(parts)}</svg>"
    )
    if width > WIDEST:
        drawn = f"<div class=wide role=region tabindex=0 aria-label={value(title)}>{drawn}</div>"
    return captioned(caption, drawn, key)


def captioned(caption: str, drawn: str, key: Iterable[str] = ()) -> str:
    """What is drawn, with its caption and its key."""
    keys = "".join(f"<span>{one}</span> " for one in key)
    key_line = f"<p class=key>{keys}</p>" if keys else ""
    return f"<figure class=picture><figcaption>{text(caption)}</figcaption>{drawn}{key_line}</figure>"
