"""The operands of a formula in the plain notation: names with indices, brackets, roots, sums with their phrase."""

from __future__ import annotations

from collections.abc import Callable

from .notation_tokens import FUNCTIONS, GREEK, LARGE, Token
from .notation_trees import MINUS, PRIME, Item, Tree, flat, index, name, row

Inner = Callable[[int, int], tuple[list[Tree], list[Item]]]
"""What reads the tokens from one place to before another: their trees, and the same as items."""
LONGEST_PHRASE = 40
"""How many characters may stand below a sum; a longer phrase stays beside it."""
_ENDS_A_SUM = frozenset({",", ";", ":", "=", "<", ">", "<=", ">=", "!=", "≤", "≥", "≠", "->"})
_NOT_A_PHRASE = frozenset({"number", "over", "sum", "the number"})


class Reader:
    """Reads the operands of one formula, given its tokens and the partners of its brackets."""

    def __init__(self, tokens: list[Token], partners: dict[int, int], inner: Inner) -> None:
        self.tokens, self.partners, self._inner = tokens, partners, inner

    def at(self, place: int) -> Token:
        """The token there, or the end."""
        return self.tokens[place] if 0 <= place < len(self.tokens) else Token("end", "", True)

    def opens(self, place: int, texts: str = "([{|⟨") -> bool:
        """Whether a bracket with a partner begins there."""
        return self.at(place).text in list(texts) and self.partners.get(place, -1) > place

    def inside(self, place: int) -> list[Tree]:
        """What stands between the bracket there and its partner."""
        children: list[Tree] = self._inner(place + 1, self.partners[place])[0]
        return children

    def bracket(self, place: int) -> tuple[Tree, list[Item], int]:
        """The bracket that begins there: its tree, its parts, and where it is over."""
        end = self.partners[place]
        children, parts = self._inner(place + 1, end)
        first, last = ("|", "|") if self.at(place).kind == "bar" else (self.at(place).text, self.at(end).text)
        left: Tree = ["mo", {"form": "prefix"}, first] if first == "|" else ["mo", first]
        right: Tree = ["mo", {"form": "postfix"}, last] if last == "|" else ["mo", last]
        shown = [
            Item(flat(left), "open", self.at(place).space),
            *parts,
            Item(flat(right), "close", self.at(end).space),
        ]
        return ["mrow", left, *children, right], shown, end + 1

    def operand(self, place: int) -> tuple[Item, int] | None:
        """The operand that begins there and where it is over, or None if none does."""
        token = self.at(place)
        tree: Tree
        parts: list[Item] | None = None
        if token.kind == "number":
            tree, i = ["mn", token.text], place + 1
        elif token.kind == "letters":
            tree, parts, i = self._called(place)
        elif self.opens(place):
            tree, parts, i = self.bracket(place)
        else:
            return None
        raised = False
        while not self.at(i).space:
            sign = self.at(i).text
            grown = None
            if sign == "^" and not raised:
                grown = self._exponent(i + 1)
                raised = True
            elif sign == "'" and token.kind == "letters" and self.at(i + 1).kind != "letters" and not raised:
                grown = ["mo", PRIME], i + 1
            if grown is None:
                break
            tree, parts, i = ["msup", tree, grown[0]], None, grown[1]
        return Item(tree, "operand", token.space, parts), i

    def _called(self, place: int) -> tuple[Tree, list[Item] | None, int]:
        """A name with its index, cut-off and arguments: w_x, P@k(x), x[i], floor(...), sqrt ..."""
        text = self.at(place).text
        if text == "sqrt" and (root := self._root(place)):
            return root
        if text in ("floor", "ceil") and self.opens(place + 1, "(") and not self.at(place + 1).space:
            left, right = ("⌊", "⌋") if text == "floor" else ("⌈", "⌉")
            return ["mrow", ["mo", left], *self.inside(place + 1), ["mo", right]], None, self.partners[place + 1] + 1
        tree, i = self._indexed(place)
        if self.at(i).text == "'" and not self.at(i).space and self.at(i + 1).kind != "letters":
            tree, i = ["msup", tree, ["mo", PRIME]], i + 1
        after = self.at(i + 1)
        if self.at(i).text == "@" and after.kind in ("letters", "number") and not (self.at(i).space or after.space):
            depth, i = self._indexed(i + 1)
            tree = ["mrow", tree, ["mo", {"lspace": "0", "rspace": "0"}, "@"], depth]
        if self.at(i).text == "*" and text.isupper() and len(text) == 1 and self._arguments(i):  # K*(a, b), a name
            tree, i = ["msup", tree, ["mo", "*"]], i + 1
        parts: list[Item] | None = None
        while not self.at(i).space and self.opens(i, "(["):
            bracket, shown, i = self.bracket(i)
            parts = [*(parts or [Item(tree, "operand", self.at(place).space)]), *shown]
            tree = ["mrow", tree, bracket]
        return tree, parts, i

    def _arguments(self, place: int) -> bool:
        """Whether the star there is followed by the arguments (a, b) and not by a factor."""
        letters = [self.at(place + k) for k in (2, 4)]
        return (
            self.opens(place + 1, "(")
            and self.partners[place + 1] == place + 5
            and self.at(place + 3).text == ","
            and all(t.kind == "letters" and len(t.text) == 1 for t in letters)
        )

    def _root(self, place: int) -> tuple[Tree, None, int] | None:
        if self.opens(place + 1, "(") and self.at(self.partners[place + 1] + 1).text not in ("^", "(", "["):
            return ["msqrt", row(self.inside(place + 1), "()")], None, self.partners[place + 1] + 1
        after = self.at(place + 1)
        if after.kind == "letters" and after.space and after.text != "sqrt" and (of := self.operand(place + 1)):
            return ["msqrt", of[0].tree], None, of[1]
        return None

    def _indexed(self, place: int) -> tuple[Tree, int]:
        """A name or number, with its index where it has one."""
        text = self.at(place).text
        base = name(text) if self.at(place).kind == "letters" else ["mn", text]
        below = self._index(place)
        return (base, place + 1) if below is None else (["msub", base, below[0]], below[1])

    def _index(self, place: int) -> tuple[Tree, int] | None:
        if self.at(place + 1).text != "_" or self.at(place + 1).space or self.at(place + 2).space:
            return None
        base, below, i = self.at(place).text, self.at(place + 2), place + 2
        if self.opens(i, "({"):
            return row(self.inside(i), "{}" if below.text == "{" else "()"), self.partners[i] + 1
        if below.kind not in ("letters", "number"):
            return None
        named = base in GREEK or base in FUNCTIONS or base in LARGE or base.endswith("bar")
        if len(base) > 1 and base.islower() and not named and len(below.text) > 1 and below.kind == "letters":
            return None  # dcg_burges is a name in somebody's code
        shown = index(below.text)
        comma, more, then = (self.at(i + k) for k in (1, 2, 3))
        tight = not (comma.space or more.space or then.space) and comma.text == "," and then.text == "("
        if tight and base in GREEK and len(below.text) > 1 and below.text.isupper() and len(more.text) == 1:
            return row([*shown, ["mo", ","], name(more.text)]), i + 3  # tau_AP,a(a, b)
        return row(shown), i + 1

    def _exponent(self, place: int) -> tuple[Tree, int] | None:
        """What is raised, if that is beyond doubt: p^k(1 - p) could be read in two ways and stays as it is."""
        token = self.at(place)
        if token.space:
            return None
        if self.opens(place, "({"):
            return row(self.inside(place), "{}" if token.text == "{" else "()"), self.partners[place] + 1
        if token.text == "-" and self.at(place + 1).kind in ("number", "letters") and not self.at(place + 1).space:
            raised = self._exponent(place + 1)
            return raised and (["mrow", ["mo", {"form": "prefix"}, MINUS], raised[0]], raised[1])
        if token.kind == "number":
            return ["mn", token.text], place + 1
        if token.kind not in ("letters", "word"):
            return None
        tree: Tree = ["mi", token.text]
        i = place + 1
        if token.kind == "letters":
            tree, i = self._indexed(place)
        called = not self.at(i).space and self.opens(i, "[")
        after = self.at(self.partners[i] + 1 if called else i)
        if after.text in ("(", "[", "^", "_", "@") and not after.space:
            return None
        if called:
            bracket, _, i = self.bracket(i)
            tree = ["mrow", tree, bracket]
        return tree, i

    def large(self, place: int, stop: int) -> tuple[Item, int] | None:
        """A sum, product, maximum or minimum with what stands below it, and where that is over."""
        text = self.at(place).text
        if text not in LARGE:
            return None
        role = "sum" if text == "sum" else "large"
        base: Tree = ["mo", {"movablelimits": "false"}, LARGE[text]]
        after = self.at(place + 1)
        if after.text == "_" and (limit := self._index(place)):
            tree, i = ["munder", base, limit[0]], limit[1]
            if self.at(i).text == "^" and not self.at(i).space and (above := self._exponent(i + 1)):
                tree, i = ["munderover", base, limit[0], above[0]], above[1]
            return Item(tree, role, self.at(place).space), i
        if after.text == "over" and after.space and (of := self._phrase(place + 2, stop)):
            if self._unbounded(of + 1, stop):
                return None
            children: list[Tree] = self._inner(place + 2, of)[0]
            below = ["munder", {"data-words": "over of"}, base, row(children)]
            return Item(below, role, self.at(place).space), of + 1
        return None

    def _phrase(self, start: int, stop: int) -> int | None:
        """Where the ``of`` is that ends the phrase which begins here: the last one before something is computed."""
        last, characters, i = None, 0, start
        while i < stop and characters <= LONGEST_PHRASE:
            token = self.at(i)
            if token.text == "of" and i > start:
                last = i
                if not self._goes_on(i + 1, stop):
                    return last
            elif token.kind in ("close", "bar", "text") or token.text in (";", "over"):
                return last
            elif token.kind == "open":
                if i not in self.partners:
                    return last
                characters += sum(len(self.at(k).text) + 1 for k in range(i, min(self.partners[i], i + LONGEST_PHRASE)))
                i = self.partners[i]
            characters += len(token.text) + 1
            i += 1
        return last if last is not None and i >= stop else None

    def _unbounded(self, start: int, stop: int) -> bool:
        """Whether nothing says where what is summed ends: ``sum over x of a - b`` with the b in the sum, or not.

        In words that is as open as in the plain text; a sum sign would decide that the b is not in it.
        """
        i = start
        while i < stop:
            token = self.at(i)
            if token.kind in ("word", "close", "text") or token.text in _ENDS_A_SUM:
                return False
            if token.text in ("+", "-") and i > start and self.at(i + 1).space:
                return True
            i = self.partners[i] + 1 if self.partners.get(i, -1) > i else i + 1
        return False

    def _goes_on(self, start: int, stop: int) -> bool:
        """Whether words and bare letters lead from here to another ``of``: pairs of levels i, j of a of AUC(...)."""
        for i in range(start, min(stop, start + 12)):
            token, after = self.at(i), self.at(i + 1)
            if token.text == "of":
                return i > start
            if token.text in _NOT_A_PHRASE or token.text in FUNCTIONS or token.text in LARGE:
                return False
            bare = token.kind == "letters" and len(token.text) == 1 and (after.space or after.text == ",")
            if not (bare or token.kind == "word" or token.text == ","):
                return False
        return False
