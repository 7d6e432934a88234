"""Small changes of the expressions that definitions are made of: another operator, a bound that is off by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

PARTNERS = {"a": "b", "b": "a", "x": "y", "y": "x", "min": "max", "max": "min"}
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


def changes(node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the replacements of this node, with their names."""
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
        partner = PARTNERS.get(node.id)
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
