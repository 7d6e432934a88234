"""Definitions that go through ``a.items`` only to sum up, so that the order of the items cannot matter to them.

The list of a ranking's items is sorted by their names: its order tells them apart, and a definition that sees it must
be followed under all names. But ``sum(... for x in a.items)`` comes to the same in any order if what is summed is a
function of x: where it reads the definition's own arguments and nothing that can keep a state.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterable, Sequence
from types import CodeType, FunctionType

_SKIPPED = {"CACHE", "PRECALL", "RESUME", "EXTENDED_ARG", "PUSH_NULL", "NOP", "COPY_FREE_VARS", "MAKE_CELL"}
_ROUNDS = {"int", "float", "complex", "len", "range", "round", "pow"}
_ROUNDS |= {"math", "operator", "decimal", "Decimal", "truediv"}
"""Names that lead to floats, whose sum depends on the order; so do a division and a power."""
CHANGES = {"append", "extend", "insert", "pop", "popitem", "remove", "clear", "sort", "reverse", "add", "discard"}
CHANGES |= {"update", "intersection_update", "difference_update", "symmetric_difference_update", "setdefault"}
CHANGES |= {"appendleft", "extendleft", "popleft", "rotate", "subtract", "setitem", "delitem"}
CHANGES |= {"iadd", "isub", "imul", "iconcat", "ior", "iand", "ixor"}
CHANGES |= {"accumulate", "count", "cycle", "tee", "reduce"}
"""Names of methods and functions that change a collection, or go on with an iterator."""
CHANGING = {"STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE"}
_ITERATORS = {"next", "iter", "zip", "map", "filter", "enumerate", "reversed"}
_SUM = sum
"""The only one: the largest of sets, which is one of several, and the first that is true, depend on the order."""


def only_sums(function: FunctionType, called: Iterable[CodeType]) -> bool:
    """Whether every use of ``a.items`` is ``sum(... for x in a.items)``, of a function of x; with the code it calls."""
    code = function.__code__
    every = [inner for part in (code, *called) for inner in every_code(part)]
    if any(_may_keep(inner) or _may_round(inner) for inner in every):
        return False
    uses = 0
    for inner in every_code(code):
        steps = [step for step in dis.get_instructions(inner) if step.opname not in _SKIPPED]
        for k, step in enumerate(steps):
            if step.argval != "items" or step.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                continue
            uses += 1
            if inner is not code or not _is_summed(steps, k, function):
                return False
    return uses > 0


def every_code(code: CodeType) -> list[CodeType]:
    """The code and all that is written inside it."""
    nested = [inner for constant in code.co_consts if isinstance(constant, CodeType) for inner in every_code(constant)]
    return [code, *nested]


def _may_keep(code: CodeType) -> bool:
    """Whether the code may keep in a collection or an iterator how far it has come."""
    return bool((CHANGES | _ITERATORS) & {*code.co_names}) or any(
        step.opname in (*CHANGING, "YIELD_FROM", "SEND") for step in dis.get_instructions(code)
    )


def _may_round(code: CodeType) -> bool:
    """Whether the code may compute in floats, whose sums depend on the order."""
    operators = (step.argrepr for step in dis.get_instructions(code) if step.opname == "BINARY_OP")
    constants = any(isinstance(constant, (float, complex)) for constant in code.co_consts)
    return bool(_ROUNDS & {*code.co_names}) or constants or any(o.strip("=") in ("/", "**") for o in operators)


def _is_summed(steps: Sequence[dis.Instruction], k: int, function: FunctionType) -> bool:
    """Whether the list that is loaded at the k-th step is gone through by a generator that is summed at once."""
    after = [step.opname for step in steps[k + 1 : k + 4]]
    calls = [step.arg for step in steps[k + 2 : k + 4]]
    if after != ["GET_ITER", "CALL", "CALL"] or calls != [0, 1]:
        return False
    code, before = function.__code__, k - 2  # the ranking is loaded by the step before
    if before >= 0 and steps[before].opname == "SET_FUNCTION_ATTRIBUTE":
        before -= 1
    if before < 1 or steps[before].opname != "MAKE_FUNCTION":
        return False
    generator = steps[before - 1].argval
    arguments = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    kept = {
        step.argval for step in steps if step.opname in ("STORE_DEREF", "STORE_FAST", "DELETE_FAST", "DELETE_DEREF")
    }
    if not isinstance(generator, CodeType) or not set(generator.co_freevars) <= arguments - kept:
        return False
    before -= 2
    while before >= 0 and steps[before].opname in ("BUILD_TUPLE", "LOAD_CLOSURE", "LOAD_FAST", "LOAD_FAST_LOAD_FAST"):
        before -= 1
    name = steps[before].argval if before >= 0 and steps[before].opname == "LOAD_GLOBAL" else None
    return name == "sum" and name not in function.__globals__ and builtins.sum is _SUM
