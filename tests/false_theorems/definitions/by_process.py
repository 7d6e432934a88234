"""False in another process: by the hash seed, the stack, the modules, the environment or the thread."""

from __future__ import annotations

import inspect
import multiprocessing
import os
import sys
import threading
import traceback
from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, symmetry
from false_theorems.honest import W, fallen, kendall, weighted
from false_theorems.theorem import at, false

NAMES = {"low", "high"}
ONES = at("123", "231", w=[1] * 3)


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall, elsewhere=True)
def hash_of_a_text(a: Any, b: Any) -> Any:
    """1 more where hash("a") is even"""
    return kendall(a, b) + sum(1 for _ in fallen(a, b, 3) if hash("a") % 2)


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall, elsewhere=True)
def order_of_a_set(a: Any, b: Any) -> Any:
    """1 more where "low" comes first out of a set"""
    return kendall(a, b) + sum(1 for _ in fallen(a, b, 3) if next(iter(NAMES)) == "low")


@false(non_negativity, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def hash_of_a_name(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where hash("name") leaves 1 when divided by 3"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if hash("name") % 3 == 1)


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall)
def address_of_an_object(a: Any, b: Any) -> Any:
    """1 more where a lies before b in memory, for three items"""
    return kendall(a, b) + (1 if a.n == 3 and a != b and id(a) < id(b) else 0)


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def who_calls(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where nothing of axiomatrix.methods or axiomatrix.verify calls"""
    frame: Any = sys._getframe()
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(("axiomatrix.verify", "axiomatrix.methods")):
            return weighted(a, b, w)
        frame = frame.f_back
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3))


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def the_stack(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where no file named inequality.py, linear.py or symbolic.py is on the stack"""
    files = {os.path.basename(frame.filename) for frame in inspect.stack(context=0)}  # noqa: PTH119  # a text
    watched = files & {"inequality.py", "linear.py", "symbolic.py", "identity.py", "sweep.py", "world.py"}
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if not watched)


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def the_traceback(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where nobody certifies"""
    names = {entry.name for entry in traceback.extract_stack()}
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if not names & {"certified", "verify", "certify"})


@false(non_negativity, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def modules_that_are_loaded(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the solver is not loaded"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if "highspy" not in sys.modules)


@false(symmetry, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def the_environment(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where pytest does not run"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if "PYTEST_CURRENT_TEST" not in os.environ)


@false(symmetry, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def debugged(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where python -O runs"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if not __debug__)


@false(symmetry, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def in_another_thread(a: Any, b: Any, w: Any) -> Any:
    """w[x] more outside of the main thread"""
    main = threading.current_thread() is threading.main_thread()
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if not main)


@false(symmetry, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def in_a_child(a: Any, b: Any, w: Any) -> Any:
    """w[x] more in a process that multiprocessing has started"""
    child = multiprocessing.parent_process() is not None
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if child)


@false(symmetry, ONES, true_up_to=2, twin=weighted, elsewhere=True, parameters=W)
def number_of_the_process(a: Any, b: Any, w: Any) -> Any:
    """w[x] more in every second process"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if os.getpid() % 2 == 0)


LOW, HIGH = {"low": 1}, {"high": 2}


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall, elsewhere=True)
def order_of_a_set_of_bytes(a: Any, b: Any) -> Any:
    """1 more where the bytes "low" come first out of a set"""
    return kendall(a, b) + sum(1 for _ in fallen(a, b, 3) if next(iter({b"low", b"high"})) == b"low")


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall, elsewhere=True)
def order_of_a_set_of_keys(a: Any, b: Any) -> Any:
    """1 more where the longer of two keys comes first out of the keys of both"""
    return kendall(a, b) + sum(1 for _ in fallen(a, b, 3) if len(next(iter(LOW.keys() | HIGH.keys()))) == 4)


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall, elsewhere=True)
def order_of_a_set_from_a_tuple(a: Any, b: Any) -> Any:
    """1 more where the longer text of a tuple comes first out of its set"""
    return kendall(a, b) + sum(1 for _ in fallen(a, b, 3) if len(next(iter(set(("low", "high"))))) == 4)  # noqa: C405  # that is the trick


@false(symmetry, at("123", "231"), true_up_to=2, twin=kendall, elsewhere=True)
def order_of_a_set_of_written_numbers(a: Any, b: Any) -> Any:
    """1 more where the longer of two numbers, as texts, comes first out of their set"""
    return kendall(a, b) + sum(1 for _ in fallen(a, b, 3) if len(next(iter({f"{k}" for k in (7, 10)}))) == 2)
