"""Small changes of a formula, from which mutants are built: another operator, a bound that is off by one.

A *mutant* is a definition with one change, a plausible mistake in implementing it. `axiomatrix vectors` chooses test
vectors on which every mutant has another value than the metric, and the tests of the axioms use the same changes.

:mod:`.mutants` parses a definition to a syntax tree, and replaces one node at a time. For a node :func:`changes` yields
replacements, each with the name of the change that a report prints. For the node of ``i + 1`` they are ``i - 1``,
``i`` and ``1``. A replacement may be code that fails or that computes the same: such mutants die at once, or survive
and are listed.

:func:`basic_changes` are for formulas, and :data:`FURTHER_CHANGES` has more for definitions on lists and tied orders.
The ``scope`` of a node is the set of names that a replacement may use: those bound at the node and, for
:func:`changes`, all locals of the function.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

Changes = Iterator[tuple[str, ast.AST]]
"""(label, replacement) pairs. The label is a part of the name of the mutant."""
BASIC_NAME_SWAPS = {"a": "b", "b": "a", "x": "y", "y": "x", "min": "max", "max": "min"}
"""By name, the name that replaces it. The arguments of most definitions are ``a`` and ``b``, or ``x`` and ``y``."""
OPERATORS: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Div: ast.Mult(),
}
"""By arithmetic operator its replacement."""
COMPARISONS: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.LtE(), ast.Gt()),
    ast.LtE: (ast.Lt(), ast.Gt()),
    ast.Gt: (ast.GtE(), ast.Lt()),
    ast.GtE: (ast.Gt(), ast.Lt()),
    ast.Eq: (ast.NotEq(),),
    ast.NotEq: (ast.Eq(),),
    ast.In: (ast.NotIn(),),
}
"""By comparison operator its replacements."""
UP_AND_DOWN = (ast.Add(), ast.Sub())
"""Operators that move a bound or an index by one, as in ``k + 1`` and ``k - 1``."""
_UNSLICED_CALLS = ("enumerate",)
"""Calls of basic formulas whose result is an iterator, which cannot be sliced.

:data:`ITERATORS` has those of all definitions. For these, further changes replace the basic ones: they slice a list.
"""
_ALL_BUT_LAST = ast.Slice(None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
"""The slice ``[:-1]``."""


def basic_changes(node: ast.AST, scope: frozenset[str]) -> Changes:
    """Yield replacements of a node in a formula of + - * / and simple comparisons, each with its name.

    Do not call it with a node for which :func:`_needs_further_changes` holds. It would raise ``KeyError``, or yield
    code that cannot run.
    """
    if isinstance(node, ast.BinOp):
        yield "operator", ast.BinOp(node.left, OPERATORS[type(node.op)], node.right)
        yield "right side dropped", node.left
        if isinstance(node.op, (ast.Add, ast.Mult, ast.Sub)):
            yield "left side dropped", node.right
    elif isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            for replacement in COMPARISONS[type(op)]:
                yield (
                    "comparison",
                    ast.Compare(node.left, [*node.ops[:k], replacement, *node.ops[k + 1 :]], node.comparators),
                )
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Slice):
        for field in ("lower", "upper"):
            bound = getattr(node, field)
            if isinstance(bound, (ast.Name, ast.Subscript)):  # other bounds move when a constant in them changes
                for move in UP_AND_DOWN:
                    moved_bound = ast.BinOp(bound, move, ast.Constant(1))
                    lower, upper = (moved_bound, node.upper) if field == "lower" else (node.lower, moved_bound)
                    yield "bound", ast.Slice(lower, upper)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "delta":
        for move in UP_AND_DOWN:  # delta_i is the cost of a swap at position i, an index that is easily off by one
            yield "index", ast.Subscript(node.value, ast.BinOp(node.slice, move, ast.Constant(1)), ast.Load())
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "abs":
            yield "abs dropped", node.args[0]
        if [getattr(arg, "id", None) for arg in node.args] in (["a", "b"], ["b", "a"]):
            yield "arguments swapped", ast.Call(node.func, node.args[::-1], [])
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.ctx, ast.Load):
        yield "pair swapped", ast.Tuple(node.elts[::-1], ast.Load())
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        partner = BASIC_NAME_SWAPS.get(node.id)
        if partner in scope or partner in ("min", "max"):  # the built-in functions are in no scope
            yield "name", ast.Name(partner, ast.Load())
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.BoolOp):
        yield "connective", ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            remaining = [*node.values[:k], *node.values[k + 1 :]]
            joined = remaining[0] if len(remaining) == 1 else ast.BoolOp(node.op, remaining)
            yield "condition dropped", joined
    elif isinstance(node, ast.If):
        yield "condition negated", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.comprehension) and isinstance(node.iter, (ast.Call, ast.Attribute, ast.Tuple)):
        if _called_name(node.iter) not in _UNSLICED_CALLS:
            for label, part in (("first skipped", ast.Slice(ast.Constant(1))), ("last skipped", _ALL_BUT_LAST)):
                yield label, ast.comprehension(node.target, ast.Subscript(node.iter, part, ast.Load()), node.ifs, 0)
        for k in range(len(node.ifs)):
            yield "condition dropped", ast.comprehension(node.target, node.iter, node.ifs[:k] + node.ifs[k + 1 :], 0)


# --- changes for definitions on lists and on orders with ties -------------------------------------------------------
# Such definitions have powers, loops, guards, min and max, fields of judged lists, and names that are easily mixed up.

CONFUSABLE_NAMES = (
    ("s", "l"),  # lengths of the shorter and of the longer list
    ("i", "k"),  # a rank, and the cut-off
    ("p", "r"),  # precision and recall; persistence, and probability that an item satisfies
    ("m", "r"),  # sizes: of a bucket, and of its relevant part
    ("first", "second"),
    ("same", "opposite"),
    ("left", "right"),
    ("better", "worse"),
    ("before", "above"),
    ("d", "s"),  # a depth, and the length of the shorter list
    ("d", "l"),  # a depth, and the length of the longer list
    ("j", "m"),  # a place in a bucket, and the size of the bucket
    ("size", "u"),  # numbers of items: in a bucket, and above it
)
"""Pairs of local names in the catalogue's definitions that are easily mixed up."""
FURTHER_NAME_SWAPS = {
    name: [second if name == first else first for first, second in CONFUSABLE_NAMES if name in (first, second)]
    for pair in CONFUSABLE_NAMES
    for name in pair
}
"""By name, the names that replace it: those that it is easily mixed up with."""
LIST_NAMES = ("x", "y")
"""Names of judged lists in definitions."""
FIELD_SWAPS = {"n": "R", "R": "n", "grades": "missing", "missing": "grades"}
"""By field of a judged list, the field that replaces it: number of items (n) or of relevant ones (R), and grades."""
INDEXED_BY_RANK = ("X", "h", "discount")
"""Names of sequences in definitions that are looked up by rank, so that the next rank may exist too."""
ITERATORS = ("enumerate", "zip", "combinations", "pairwise", "ties", "preferences", "accumulate")
"""Calls whose result is an iterator: it is turned into a list before a slice skips an item."""
UNSWAPPED_CALLS = (*ITERATORS, "min", "max", "sum", "range", "rational", "len", "set", "sorted", "comb", "log")
"""Calls whose first two arguments are not swapped, as that changes nothing or makes an error."""


def changes(node: ast.AST, scope: frozenset[str]) -> Changes:
    """Yield all replacements of the node, each with its name."""
    if not _needs_further_changes(node):
        yield from basic_changes(node, scope)
    for node_type, further_changes in FURTHER_CHANGES.items():
        if isinstance(node, node_type):
            yield from further_changes(node, scope)


def locals_of(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the names that the function binds anywhere; a mutant may still read one before it is bound."""
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return frozenset(stored | {arg.arg for arg in tree.args.args})


def _needs_further_changes(node: ast.AST) -> bool:
    """Return whether the basic changes do not support the node, or would produce code that cannot run."""
    if isinstance(node, ast.BinOp):
        return type(node.op) not in OPERATORS
    if isinstance(node, ast.Compare):
        return any(type(op) not in COMPARISONS for op in node.ops)
    if isinstance(node, ast.comprehension):
        return _called_name(node.iter) in ITERATORS
    return False


def _called_name(node: ast.AST) -> str | None:
    """Return the name of the function that the node calls; None if it does not call a name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _operator_changes(node: ast.BinOp, scope: frozenset[str]) -> Changes:
    replacements: dict[type[ast.operator], ast.operator] = {
        ast.Pow: ast.Mult(),
        ast.FloorDiv: ast.Div(),
        ast.BitAnd: ast.BitOr(),
        ast.BitOr: ast.BitAnd(),
    }
    if type(node.op) in replacements:
        yield "operator", ast.BinOp(node.left, replacements[type(node.op)], node.right)
        yield "right side dropped", node.left


def _comparison_changes(node: ast.Compare, scope: frozenset[str]) -> Changes:
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.NotIn):
        yield "comparison", ast.Compare(node.left, [ast.In()], node.comparators)


def _unary_changes(node: ast.UnaryOp, scope: frozenset[str]) -> Changes:
    if isinstance(node.op, ast.USub):
        yield "sign dropped", node.operand
    elif isinstance(node.op, ast.Not):
        yield "not dropped", node.operand


def _shortened(iterated: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the iterated expression without its first item, and without its last, each with the name of the change."""
    if isinstance(iterated, (ast.Call, ast.Attribute, ast.Name, ast.Tuple)):
        sequence = (
            ast.Call(ast.Name("list", ast.Load()), [iterated], []) if _called_name(iterated) in ITERATORS else iterated
        )
        yield "first skipped", ast.Subscript(sequence, ast.Slice(ast.Constant(1)), ast.Load())
        yield "last skipped", ast.Subscript(sequence, _ALL_BUT_LAST, ast.Load())


def _comprehension_changes(node: ast.comprehension, scope: frozenset[str]) -> Changes:
    if _called_name(node.iter) in ITERATORS or isinstance(node.iter, ast.Name):
        for label, iterated in _shortened(node.iter):
            yield label, ast.comprehension(node.target, iterated, node.ifs, 0)
    if _called_name(node.iter) in ITERATORS:
        for k in range(len(node.ifs)):
            yield "condition dropped", ast.comprehension(node.target, node.iter, node.ifs[:k] + node.ifs[k + 1 :], 0)


def _for_changes(node: ast.For, scope: frozenset[str]) -> Changes:
    for label, iterated in _shortened(node.iter):
        yield label, ast.For(node.target, iterated, node.body, [])


def _augmented_assignment_changes(node: ast.AugAssign, scope: frozenset[str]) -> Changes:
    if (opposite := OPERATORS.get(type(node.op))) is not None:
        yield "operator", ast.AugAssign(node.target, opposite, node.value)
    if isinstance(node.target, ast.Name):
        yield "assigned", ast.Assign([node.target], node.value)
        yield "not added", ast.Pass()


def _call_changes(node: ast.Call, scope: frozenset[str]) -> Changes:
    name = _called_name(node)
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
    if len(pair) == 2 and name not in UNSWAPPED_CALLS and pair not in (["a", "b"], ["b", "a"]):
        yield "arguments swapped", ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)


def _attribute_changes(node: ast.Attribute, scope: frozenset[str]) -> Changes:
    if isinstance(node.value, ast.Name) and node.value.id in LIST_NAMES and isinstance(node.ctx, ast.Load):
        if node.attr in FIELD_SWAPS:
            yield "field", ast.Attribute(node.value, FIELD_SWAPS[node.attr], ast.Load())
        if node.attr == "ideal":
            yield "field", node.value
            yield "field", ast.Attribute(node.value, "worst", ast.Load())


def _name_changes(node: ast.Name, scope: frozenset[str]) -> Changes:
    if not isinstance(node.ctx, ast.Load):
        return
    for partner in FURTHER_NAME_SWAPS.get(node.id, ()):
        if partner in scope:
            yield "name", ast.Name(partner, ast.Load())
    if node.id == "k" and "x" in scope:  # the length of the list is used in place of the cut-off
        yield "name", ast.Attribute(ast.Name("x", ast.Load()), "n", ast.Load())


def _subscript_changes(node: ast.Subscript, scope: frozenset[str]) -> Changes:
    is_by_rank = isinstance(node.value, ast.Name) and node.value.id in INDEXED_BY_RANK
    if is_by_rank and isinstance(node.ctx, ast.Load) and isinstance(node.slice, (ast.Name, ast.BinOp)):
        for move in UP_AND_DOWN:
            yield "index", ast.Subscript(node.value, ast.BinOp(node.slice, move, ast.Constant(1)), ast.Load())


def _conditional_changes(node: ast.IfExp, scope: frozenset[str]) -> Changes:
    yield "always", node.body
    yield "never", node.orelse


def _if_changes(node: ast.If, scope: frozenset[str]) -> Changes:
    yield "condition dropped", ast.If(ast.Constant(False), node.body, node.orelse)


def _tuple_changes(node: ast.Tuple, scope: frozenset[str]) -> Changes:
    """Drop a part of a tuple such as ``(*x.grades, *x.missing)``, as if one list of several were forgotten."""
    if isinstance(node.ctx, ast.Load) and len(node.elts) > 1 and all(isinstance(e, ast.Starred) for e in node.elts):
        for k in range(len(node.elts)):
            yield "part dropped", ast.Tuple([*node.elts[:k], *node.elts[k + 1 :]], ast.Load())


FURTHER_CHANGES: dict[type[ast.AST], Callable[[Any, frozenset[str]], Changes]] = {
    ast.BinOp: _operator_changes,
    ast.Compare: _comparison_changes,
    ast.UnaryOp: _unary_changes,
    ast.comprehension: _comprehension_changes,
    ast.For: _for_changes,
    ast.AugAssign: _augmented_assignment_changes,
    ast.Call: _call_changes,
    ast.Attribute: _attribute_changes,
    ast.Name: _name_changes,
    ast.Subscript: _subscript_changes,
    ast.IfExp: _conditional_changes,
    ast.If: _if_changes,
    ast.Tuple: _tuple_changes,
}
"""By type of node, the function that yields the further changes for definitions on lists and on orders with ties."""
