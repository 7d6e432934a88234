"""The rows of a formula in the plain notation: operators, fractions, space, and where its lines may be broken."""

from __future__ import annotations

from .notation_parts import Reader
from .notation_tokens import Token
from .notation_trees import MINUS, Item, Tree, row, symbol

WORDS_ON_A_LINE = 12
"""A bracket with more letters of words than this is broken over lines where the page is narrow."""
SIGNS_ON_A_LINE = 10
"""After so many signs a line may be broken before a plus, minus or sum; brackets with twice as many are broken, too."""
GAP = "\u00a0"
"""The space beside a word: MathML drops an ordinary one."""
_RELATIONS = frozenset({"=", "<", ">", "≤", "≥", "≠", "<=", ">=", "!="})
_BINARY = _RELATIONS | {"+", "-", "*", "+-", "->", "**", "&"}
_WITH_SPACE = frozenset({"op", "relation", "sign"})
_WITHOUT_SPACE = frozenset({"operand", "fraction", "large", "sum", "text", "open", "close"})


class Formula:
    """The rows of one formula."""

    def __init__(self, pieces: list[Token], pairs: dict[int, int]) -> None:
        self.pieces, self.pairs = pieces, pairs
        self.sets = False
        self.reader = Reader(pieces, pairs, self._inner)

    def _inner(self, start: int, stop: int) -> tuple[list[Tree], list[Item]]:
        before, self.sets = self.sets, self.pieces[start - 1].kind == "bar"
        parts = self.items(start, stop)
        self.sets = before
        return _spaced(parts), parts

    def items(self, start: int, stop: int) -> list[Item]:
        """The parts of the row from one token to before another."""
        found: list[Item] = []
        i = start
        while i < stop:
            item, i = self._next(i, stop, found)
            found.append(item)
        return found

    def _next(self, i: int, stop: int, before: list[Item]) -> tuple[Item, int]:
        token, role = self.pieces[i], before[-1].role if before else "start"
        if token.text == "o" and role == "operand" and token.space and self._operand_follows(i + 1, stop):
            return Item(["mo", "∘"], "op", True), i + 1
        if (large := self.reader.large(i, stop)) and large[1] <= stop:
            return large
        if (operand := self.reader.operand(i)) and operand[1] <= stop:
            return operand
        if token.text == "intersect" and role == "operand" and self._operand_follows(i + 1, stop):
            return Item(["mo", {"form": "infix", "data-plain": token.text}, "∩"], "op", True), i + 1
        if token.kind == "op" and token.text == "/":
            return Item(["mo", "/"], "slash", token.space), i + 1
        if token.text in (",", ";") and role != "word":
            return Item(["mo", token.text], "comma", token.space), i + 1
        if token.text in _BINARY | {"^", "!", "..", "...", ":"} or token.kind == "bar":
            if token.text in ("+", "-") and role == "word" and token.space and not self.reader.at(i + 1).space:
                return Item(["mo", {"form": "prefix", "lspace": "0.3em"}, symbol(token.text)[1]], "sign", True), i + 1
            return self._operator(token, role), i + 1
        if token.kind in ("open", "close"):
            return Item(["mo", {"stretchy": "false"}, token.text], "text", token.space), i + 1
        return Item(["mtext", token.text], "word", token.space), i + 1

    def _operator(self, token: Token, role: str) -> Item:
        text, shown = token.text, symbol(token.text)[1]
        first = role not in ("operand", "fraction", "word", "close", "mark")
        if text == "!":
            return Item(["mo", {"form": "postfix"}, "!"], "mark", token.space)
        if text in ("^", ":"):
            return Item(["mo", {"lspace": "0", "rspace": "0"}, text], "text", token.space)
        if text in ("..", "..."):
            return Item(["mo", shown], "op", token.space)
        if text in ("+", "-", "+-") and first:
            return Item(["mo", {"form": "prefix"}, shown], "sign", token.space)
        if text in ("&", "|") and self.sets:  # between bars: how many are in both, or in either
            return Item(
                ["mo", {"form": "infix", "data-plain": text}, "\N{INTERSECTION}" if text == "&" else "\N{UNION}"],
                "op",
                token.space,
            )
        if text in ("+-", "|"):  # a+-1 is a sum with -1
            return Item(["mo", {"form": "infix", "stretchy": "false"}, text], "op", token.space)
        return Item(["mo", {"form": "infix"}, shown], "relation" if text in _RELATIONS else "op", token.space)

    def _operand_follows(self, place: int, stop: int) -> bool:
        token = self.reader.at(place)
        return place < stop and token.space and (token.kind in ("letters", "number") or self.reader.opens(place))


def fractions(items: list[Item]) -> list[Item]:
    """The row with fractions for the divisions whose sides are beyond doubt; those in brackets stay on the line."""
    done: list[Item] = []
    i = 0
    while i < len(items):
        if items[i].role == "slash" and (count := _numerator(done, items, i)):
            above = done[-count:]
            del done[-count:]
            done.append(Item(["mfrac", _side(above), _side([items[i + 1]])], "fraction", above[0].space))
            i += 2
        else:
            done.append(items[i])
            i += 1
    return done


def _numerator(done: list[Item], items: list[Item], slash: int) -> int:
    """How many of the last items are above the line; 0 if the division stays on one line."""
    at = {k: items[slash + k] if slash + k < len(items) else Item([], "end", True) for k in (1, 2)}
    under, after = at[1], at[2]
    tight = not items[slash].space and not under.space
    if under.role != "operand" or (not tight and not (items[slash].space and under.space)):
        return 0
    count = 0
    while count < len(done) and done[-1 - count].role == "operand":
        count += 1
        if tight and done[-count].space:  # 2 x/y is 2 (x/y)
            break
    before = done[-1 - count] if count < len(done) else Item([], "start")
    if tight:
        clear = before.role not in ("slash", "text", "fraction") or done[-count].space if count else False
        clear = clear and (after.space or after.role not in ("operand", "slash", "text"))
        clear = clear and (count == 1 or all(not item.space for item in done[len(done) - count + 1 :]))
    else:
        clear = before.role in ("start", "relation", "sign", "sum") or before.tree[-1] in ("+", MINUS, "⋅")
        clear = clear and (after.role in ("end", "relation", "comma") or after.tree[-1] in ("+", MINUS, "⋅"))
    sides = [*done[len(done) - count :], under]
    return count if clear and all(_words(side.tree) <= 2 * WORDS_ON_A_LINE for side in sides) else 0


def _side(items: list[Item]) -> Tree:
    """A side of a fraction: brackets around the whole of it are not needed there."""
    only = items[0].tree
    if len(items) == 1 and only[0] == "mrow" and only[1] == ["mo", "("]:
        return row(only[2:-1], "()")
    return row(_spaced(items))


def _words(tree: Tree | str) -> int:
    """How many characters of words are in the tree."""
    if isinstance(tree, str | dict):
        return 0
    return len(tree[-1]) if tree[0] == "mtext" else sum(_words(child) for child in tree[1:])


def _spaced(items: list[Item]) -> list[Tree]:
    """The trees of a row, words run together and with the space that MathML does not give by itself."""
    return [tree for tree, _ in _shown(items)]


def _shown(items: list[Item]) -> list[tuple[Tree, str]]:
    """The trees of a row, each with its role."""
    out: list[tuple[Tree, str]] = []
    for before, item in zip([None, *items], items, strict=False):
        gap, was = before is not None and item.space, before.role if before is not None else "start"
        if item.role == "word" and was == "word":
            out[-1] = (["mtext", out[-1][0][1] + (" " if gap else "") + item.tree[1]], "word")
        elif item.role == "word":
            out.append((["mtext", (GAP if gap and was not in ("op", "relation") else "") + item.tree[1]], "word"))
        else:
            if gap and was == "word" and item.role not in _WITH_SPACE:
                out[-1] = (["mtext", out[-1][0][1] + GAP], "word")
            elif gap and "slash" in (was, item.role):
                out.append((["mspace", {"width": "0.2em"}], "space"))
            elif gap and was in _WITHOUT_SPACE and item.role in _WITHOUT_SPACE:
                out.append((["mspace", {"width": "0.17em"}], "space"))
            out.append((item.tree, item.role))
    return out


def parts(items: list[Item]) -> list[Tree]:
    """The parts of a whole formula, between which lines may be broken.

    That is at words, before relations, after commas, in long rows before a plus, a minus or a sum, and so in brackets
    that are long or full of words, too.
    """
    parts: list[Tree] = []
    group: list[Tree] = []

    def close() -> None:
        if group:
            parts.append(row(list(group)))
            group.clear()

    flat = [part for item in items for part in _opened(item)]
    for tree, role in _shown(flat):
        term = role in ("sum", "large") or (role == "op" and tree[-1] in ("+", MINUS))
        relation = role == "relation" and tree[-1] not in ("<", ">")
        if role == "word" or relation or (term and sum(map(_signs, group)) >= SIGNS_ON_A_LINE):
            close()
        if role == "word":
            parts.append(tree)
            continue
        group.append(["mo", {"rspace": "0"}, tree[-1]] if role == "comma" else tree)
        if role == "comma":
            close()
            parts.append(["mtext", GAP])
    close()
    return parts


def _signs(tree: Tree | str) -> int:
    """How many characters are in the tree."""
    if isinstance(tree, str):
        return len(tree)
    return sum(_signs(child) for child in tree[1:] if not isinstance(child, dict))


def _opened(item: Item) -> list[Item]:
    """The item, or its parts if it is a bracket that is long or has many words."""
    if item.parts is None or (_words(item.tree) <= WORDS_ON_A_LINE and _signs(item.tree) <= 2 * SIGNS_ON_A_LINE):
        return [item]
    return [part for inner in item.parts for part in _opened(inner)]
