"""Small changes of the expressions that definitions are made of: another operator, a bound that is off by one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

NAME_PARTNERS = {"a": "b", "b": "a", "x": "y", "y": "x", "min": "max", "max": "min"}
OPERATORS: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Div: ast.Mult(),
}
COMPARISONS: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.LtE(), ast.Gt()),
    ast.LtE: (ast.Lt(), ast.Gt()),
    ast.Gt: (ast.GtE(), ast.Lt()),
    ast.GtE: (ast.Gt(), ast.Lt()),
    ast.Eq: (ast.NotEq(),),
    ast.NotEq: (ast.Eq(),),
    ast.In: (ast.NotIn(),),
}
MOVES = ((ast.Add(), "+ 1"), (ast.Sub(), "- 1"))


def basic_changes(node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the replacements of a node that any definition may have, with their names."""
    if isinstance(node, ast.BinOp):
        yield "operator", ast.BinOp(node.left, OPERATORS[type(node.op)], node.right)
        yield "right side dropped", node.left
        if isinstance(node.op, (ast.Add, ast.Mult, ast.Sub)):
            yield "left side dropped", node.right
    elif isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                yield "comparison", ast.Compare(node.left, [*node.ops[:k], other, *node.ops[k + 1 :]], node.comparators)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Slice):
        for field in ("lower", "upper"):
            bound = getattr(node, field)
            if isinstance(bound, (ast.Name, ast.Subscript)):  # bounds with a constant in them are moved by it
                for move, _ in MOVES:
                    moved = ast.BinOp(bound, move, ast.Constant(1))
                    lower, upper = (moved, node.upper) if field == "lower" else (node.lower, moved)
                    yield "bound", ast.Slice(lower, upper)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "delta":
        for move, _ in MOVES:
            yield "index", ast.Subscript(node.value, ast.BinOp(node.slice, move, ast.Constant(1)), ast.Load())
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "abs":
            yield "abs dropped", node.args[0]
        if [getattr(arg, "id", None) for arg in node.args] in (["a", "b"], ["b", "a"]):
            yield "arguments swapped", ast.Call(node.func, node.args[::-1], [])
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.ctx, ast.Load):
        yield "pair swapped", ast.Tuple(node.elts[::-1], ast.Load())
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        partner = NAME_PARTNERS.get(node.id)
        if partner in scope or partner in ("min", "max"):
            yield "name", ast.Name(partner, ast.Load())
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.BoolOp):
        yield "connective", ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            rest = [*node.values[:k], *node.values[k + 1 :]]
            yield "condition dropped", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.If):
        yield "condition negated", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.comprehension) and isinstance(node.iter, (ast.Call, ast.Attribute, ast.Tuple)):
        if not (
            isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id in _LAZY
        ):
            for label, part in (("first skipped", ast.Slice(ast.Constant(1))), ("last skipped", _ALL_BUT_LAST)):
                yield label, ast.comprehension(node.target, ast.Subscript(node.iter, part, ast.Load()), node.ifs, 0)
        for k in range(len(node.ifs)):
            yield "condition dropped", ast.comprehension(node.target, node.iter, node.ifs[:k] + node.ifs[k + 1 :], 0)


_LAZY = ("enumerate",)
_ALL_BUT_LAST = ast.Slice(None, ast.UnaryOp(ast.USub(), ast.Constant(1)))


# --- definitions of lists and of orders with ties -----------------------------------------------------------------
# They change powers, loops, guards, the smallest and largest of two, the fields of a judged list, and the names
# that such definitions use for pairs of like things.

PAIRS = (
    ("s", "l"),
    ("i", "k"),
    ("p", "r"),
    ("m", "r"),
    ("first", "second"),
    ("same", "opposite"),
    ("left", "right"),
    ("better", "worse"),
    ("before", "above"),
    ("d", "s"),
    ("d", "l"),
    ("j", "m"),
    ("size", "u"),
)
PARTNERS = {name: [y if name == x else x for x, y in PAIRS if name in (x, y)] for pair in PAIRS for name in pair}
LISTS = ("x", "y")
"""What judged lists are called."""
FIELDS = {"n": "R", "R": "n", "grades": "missing", "missing": "grades"}
INDEXED = ("X", "h", "discount")
"""What is looked up by rank, so that a rank more or less is one that may exist."""
ITERATORS = ("enumerate", "zip", "combinations", "pairwise", "ties", "preferences", "accumulate")
"""Calls whose result has no first item that a slice could skip: it is made a list first."""
NO_ORDER = (*ITERATORS, "min", "max", "sum", "range", "rational", "len", "set", "sorted", "comb", "log")


def changes(node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the replacements of this node, with their names."""
    if not _is_special(node):
        yield from basic_changes(node, scope)
    for kind, change in BY_NODE.items():
        if isinstance(node, kind):
            yield from change(node, scope)


def locals_of(tree: ast.FunctionDef) -> frozenset[str]:
    """The names that the function binds anywhere: a mutant with a name of them may still be unbound there."""
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return frozenset(stored | {arg.arg for arg in tree.args.args})


def _is_special(node: ast.AST) -> bool:
    """Return whether the basic changes do not support the node, or would produce code that cannot run."""
    if isinstance(node, ast.BinOp):
        return type(node.op) not in OPERATORS
    if isinstance(node, ast.Compare):
        return any(type(op) not in COMPARISONS for op in node.ops)
    if isinstance(node, ast.comprehension):
        return _called(node.iter) in ITERATORS
    return False


def _called(node: ast.AST) -> str | None:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _operators(node: ast.BinOp, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    others: dict[type[ast.operator], ast.operator] = {
        ast.Pow: ast.Mult(),
        ast.FloorDiv: ast.Div(),
        ast.BitAnd: ast.BitOr(),
        ast.BitOr: ast.BitAnd(),
    }
    if type(node.op) in others:
        yield "operator", ast.BinOp(node.left, others[type(node.op)], node.right)
        yield "right side dropped", node.left


def _comparisons(node: ast.Compare, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.NotIn):
        yield "comparison", ast.Compare(node.left, [ast.In()], node.comparators)


def _signs(node: ast.UnaryOp, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.op, (ast.USub, ast.Not)):
        yield "sign dropped" if isinstance(node.op, ast.USub) else "not dropped", node.operand


def _parts(given: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the iterated expression without its first item, and without its last."""
    if isinstance(given, (ast.Call, ast.Attribute, ast.Name, ast.Tuple)):
        whole = ast.Call(ast.Name("list", ast.Load()), [given], []) if _called(given) in ITERATORS else given
        yield "first skipped", ast.Subscript(whole, ast.Slice(ast.Constant(1)), ast.Load())
        last = ast.UnaryOp(ast.USub(), ast.Constant(1))
        yield "last skipped", ast.Subscript(whole, ast.Slice(None, last), ast.Load())


def _comprehensions(node: ast.comprehension, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if _called(node.iter) in ITERATORS or isinstance(node.iter, ast.Name):
        for label, part in _parts(node.iter):
            yield label, ast.comprehension(node.target, part, node.ifs, 0)
    if _called(node.iter) in ITERATORS:
        for k in range(len(node.ifs)):
            yield "condition dropped", ast.comprehension(node.target, node.iter, node.ifs[:k] + node.ifs[k + 1 :], 0)


def _loops(node: ast.For, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    for label, part in _parts(node.iter):
        yield label, ast.For(node.target, part, node.body, [])


def _additions(node: ast.AugAssign, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if (other := OPERATORS.get(type(node.op))) is not None:
        yield "operator", ast.AugAssign(node.target, other, node.value)
    if isinstance(node.target, ast.Name):
        yield "assigned", ast.Assign([node.target], node.value)
        yield "not added", ast.Pass()


def _calls(node: ast.Call, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    name = _called(node)
    if name in ("min", "max") and len(node.args) > 1:
        for arg in node.args:
            yield "one of several", arg
    elif name == "sqrt":
        yield "root dropped", node.args[0]
    elif name == "sorted":
        yield "order dropped", ast.Call(ast.Name("list", ast.Load()), node.args[:1], [])
    elif isinstance(node.func, ast.Attribute) and node.func.attr in ("ranks", "relevant") and node.args:
        yield "argument dropped", ast.Call(node.func, [], [])
    elif isinstance(node.func, ast.Attribute) and node.func.attr == "reversed":
        yield "reversal dropped", node.func.value
    pair = [arg.id for arg in node.args[:2] if isinstance(arg, ast.Name)]
    if len(pair) == 2 and name not in NO_ORDER and pair not in (["a", "b"], ["b", "a"]):
        yield "arguments swapped", ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)


def _fields(node: ast.Attribute, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.value, ast.Name) and node.value.id in LISTS and isinstance(node.ctx, ast.Load):
        if node.attr in FIELDS:
            yield "field", ast.Attribute(node.value, FIELDS[node.attr], ast.Load())
        if node.attr == "ideal":
            yield "field", node.value
            yield "field", ast.Attribute(node.value, "worst", ast.Load())


def _names(node: ast.Name, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if not isinstance(node.ctx, ast.Load):
        return
    for partner in PARTNERS.get(node.id, ()):
        if partner in scope:
            yield "name", ast.Name(partner, ast.Load())
    if node.id == "k" and "x" in scope:
        yield "name", ast.Attribute(ast.Name("x", ast.Load()), "n", ast.Load())


def _subscripts(node: ast.Subscript, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    known = isinstance(node.value, ast.Name) and node.value.id in INDEXED
    if known and isinstance(node.ctx, ast.Load) and isinstance(node.slice, (ast.Name, ast.BinOp)):
        for op, _ in MOVES:
            yield "index", ast.Subscript(node.value, ast.BinOp(node.slice, op, ast.Constant(1)), ast.Load())


def _branches(node: ast.IfExp, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    yield "always", node.body
    yield "never", node.orelse


def _guards(node: ast.If, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    yield "condition dropped", ast.If(ast.Constant(False), node.body, node.orelse)


def _tuples(node: ast.Tuple, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.ctx, ast.Load) and len(node.elts) > 1 and all(isinstance(e, ast.Starred) for e in node.elts):
        for k in range(len(node.elts)):
            yield "part dropped", ast.Tuple([*node.elts[:k], *node.elts[k + 1 :]], ast.Load())


BY_NODE: dict[type[ast.AST], Callable[[Any, frozenset[str]], Iterator[tuple[str, ast.AST]]]] = {
    ast.BinOp: _operators,
    ast.Compare: _comparisons,
    ast.UnaryOp: _signs,
    ast.comprehension: _comprehensions,
    ast.For: _loops,
    ast.AugAssign: _additions,
    ast.Call: _calls,
    ast.Attribute: _fields,
    ast.Name: _names,
    ast.Subscript: _subscripts,
    ast.IfExp: _branches,
    ast.If: _guards,
    ast.Tuple: _tuples,
}
