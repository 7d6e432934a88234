"""The tokens of the plain notation in which formulas are written, and which brackets and bars belong together.

Nothing here fails: what is not known is a token of the kind ``text``. The time is linear in the length.
"""

# ruff: noqa: RUF001 - the Greek letters and signs are meant

from __future__ import annotations

import re
from dataclasses import dataclass, replace

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}  # fmt: skip
FUNCTIONS = frozenset({"argmax", "argmin", "ceil", "cov", "exp", "floor", "ln", "log", "sgn", "sqrt", "var"})
LARGE = {"sum": "∑", "product": "∏", "max": "max", "min": "min"}
"""What can take a phrase below it: sum over items x of ..."""
DEEPEST = 16
"""How deep brackets may be nested; deeper ones are nobody's formula."""
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>\d+(?:\.\d+)?)|(?P<letters>[^\W\d_]+\d*(?:'[^\W\d_]+)*)"
    r"|(?P<op>\.\.\.?|<=|>=|!=|->|\*\*|\+-|[-+*/=<>^_'!@&:;,≤≥≠])|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<bar>\|)|(?P<text>.)",
    re.DOTALL,
)
_ORDINAL = re.compile(r"th|st|nd|rd")
_ANGLES = re.compile(r"<(?=[^\s<>,()]+, [^\s<>,()]+>)")
_PAIRS = {")": "(", "]": "[", "}": "{", "⟩": "⟨"}
_AFTER_A_NAME = frozenset({
    "alone", "and", "as", "at", "both", "by", "does", "for", "from", "has", "if", "in", "is", "not", "of", "on", "or",
    "over", "than", "that", "to", "when", "where", "with",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a formula: its kind (number, letters, word, op, open, close, bar, text), and if space is before it."""

    kind: str
    text: str
    space: bool = False


def tokens(formula: str) -> list[Token]:
    """The formula in pieces; together, without space, they are the formula."""
    pieces: list[Token] = []
    space = False
    for match in _TOKEN.finditer(formula):
        kind = match.lastgroup or "text"
        if kind == "space":
            space = True
            continue
        pieces.append(Token(kind, match[0], space))
        space = False
    return _worded(_hyphened(_angled(pieces)))


def _at(pieces: list[Token], place: int) -> Token:
    return pieces[place] if 0 <= place < len(pieces) else Token("end", "", True)


def _angled(pieces: list[Token]) -> list[Token]:
    """``<a, b>`` where an operand may begin is an inner product, not two comparisons."""
    out = list(pieces)
    for i, piece in enumerate(pieces):
        inner = [_at(pieces, i + k) for k in range(1, 5)]
        if (
            piece.text == "<"
            and (i == 0 or out[i - 1].kind in ("op", "open") or out[i - 1].text == "⟩")
            and [t.text for t in inner[1::2]] == [",", ">"]
            and all(t.kind == "letters" for t in inner[::2])
            and [t.space for t in inner] == [False, False, True, False]
        ):
            out[i], out[i + 4] = replace(piece, kind="open", text="⟨"), Token("close", "⟩")
    return out


def _hyphened(pieces: list[Token]) -> list[Token]:
    """Words with a hyphen in one piece: ``mid-ranks``, ``m-AUC``, ``k-th``; ``d-s`` and ``1-tau`` stay differences."""
    out: list[Token] = []
    i = 0
    while i < len(pieces):
        piece, after = pieces[i], _at(pieces, i + 1)
        before = out[-1] if out else Token("end", "")
        inside = len(out) > 1 and out[-2].text in ("_", "^") and not before.space  # an index is no part of a word
        tight = piece.text == "-" and not piece.space and after.kind == "letters" and not after.space
        if tight and before.kind in ("letters", "word") and not inside and _one_word(before, after, _at(pieces, i + 2)):
            kind = "text" if _ORDINAL.fullmatch(after.text) and len(before.text) == 1 else "word"
            if kind == "text":  # the k of k-th stays a k
                out.append(Token("text", f"-{after.text}"))
            else:
                out[-1] = Token("word", f"{before.text}-{after.text}", before.space)
            i += 2
            continue
        out.append(piece)
        i += 1
    return out


def _one_word(before: Token, after: Token, then: Token) -> bool:
    """Whether a hyphen between these joins them to a word."""
    if before.text in GREEK:  # tau-b is a name, tau-tau' a difference
        return len(after.text) == 1 and (then.space or then.kind not in ("op", "open"))
    if then.text == "_" and not then.space:
        return False
    known = GREEK.keys() | FUNCTIONS | LARGE.keys()
    return any("-" in t.text or (len(t.text) > 1 and t.text not in known) for t in (before, after))


def _worded(pieces: list[Token]) -> list[Token]:
    """The same pieces, with letters that are English words told from identifiers."""
    out = list(pieces)
    for i, piece in enumerate(pieces):
        if piece.kind == "letters" and _is_word(piece, _at(out, i - 1), _at(pieces, i + 1)):
            out[i] = replace(piece, kind="word")
    return out


def _is_word(piece: Token, before: Token, after: Token) -> bool:
    text = piece.text
    if before.text in ("_", "^", "@") and not piece.space:
        return False
    if "'" in text:
        return True
    if len(text) == 1:
        return text in "aA" and _is_article(before, after)
    if text in GREEK or text in FUNCTIONS or (not after.space and after.text in ("(", "[", "_", "@")):
        return False
    if text in LARGE:  # without a phrase it is a word like another
        return after.text != "over"
    return text[1:].islower() or not text.isalnum()


def _is_article(before: Token, after: Token) -> bool:
    """Whether an ``a`` is the article: before a word that does not follow a name."""
    if not after.space or after.kind != "letters" or len(after.text) == 1 or after.text in GREEK:
        return False
    if after.text in _AFTER_A_NAME or not after.text.islower():
        return False
    return before.kind in ("letters", "word", "end") or not after.text.endswith("ed")


def partners(pieces: list[Token]) -> dict[int, int] | None:
    """For every bracket and bar that has one, where its partner is; None if they are nested too deep."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for i, piece in enumerate(pieces):
        kind = _bar(pieces, i, waiting, i - 1 in found) if piece.kind == "bar" else piece.kind
        if kind == "open":
            waiting.append(i)
            if len(waiting) > DEEPEST:
                return None
        elif kind == "close":
            wanted = _PAIRS.get(piece.text, "|")
            if any(pieces[k].text == wanted for k in waiting):  # at most DEEPEST of them
                while pieces[waiting[-1]].text != wanted:
                    waiting.pop()
                found[waiting[-1]] = i
                found[i] = waiting.pop()
    return found


def _bar(pieces: list[Token], place: int, waiting: list[int], closed: bool) -> str:
    """Whether a bar opens an absolute value, closes the innermost one, or stands between (A | B)."""
    bar, before, after = pieces[place], _at(pieces, place - 1), _at(pieces, place + 1)
    operand = before.kind in ("close", "number", "letters", "word") or before.text in ("'", "!") or closed
    inside = bool(waiting) and pieces[waiting[-1]].kind == "bar"
    if not operand or (before.kind == "word" and bar.space and not (inside and after.space)):
        return "open"
    if bar.space and after.space:
        return "close" if inside and _at(pieces, waiting[-1] + 1).space else "op"
    if bar.space:
        return "open"
    if inside:
        return "close"
    return "open" if before.kind == "number" else "op"  # 2|x| is a product
