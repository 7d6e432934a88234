"""What a definition depends on, and what of it cannot be seen: one character anywhere is another digest."""

from __future__ import annotations

import importlib.util
import itertools
import math
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

from axiomatrix import REGISTRY, Registry, Undefined
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.memory.seen import HiddenDependency, ValuesDigest
from axiomatrix.evidence.instance import Definitions

HELPERS = """
STEP = 1
TABLE = {"one": [1, 2]}

def helper(x):
    return x + STEP
"""
MINE = """
import functools
import math
import numpy as np
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import seen_helpers
from seen_helpers import TABLE

from axiomatrix import Registry, inverted_pairs, kendall_of_test, metric

R = Registry()
HALF = Fraction(1, 2)
GRID = np.arange(3)
Pair = namedtuple("Pair", "x y")

class Mode(Enum):
    PLAIN = 1

class Base:
    weight = 3
    def scaled(self, x):
        return x * self.weight

@dataclass(frozen=True)
class Rule(Base):
    shift: int = 4

RULE = Rule()

def outer(c):
    def inner(x):
        return x + c
    return inner

closed = outer(5)

@functools.lru_cache
def cached(x):
    return x * 6

@metric("called", registry=R)
def called(a, b):
    "d"
    return len(a) - 7

def deep(x, k=8, *, j=9):
    return [y + 10 for y in [x, k, j]]

@metric("mine", registry=R)
def mine(a, b):
    "d"
    steps = seen_helpers.helper(1) + TABLE["one"][0] + RULE.scaled(RULE.shift) + closed(1) + cached(2)
    steps += HALF + Mode.PLAIN.value + Pair(1, 2).x
    return steps + sum(deep(1)) + called(a, b) + math.comb(4, 2) + int(np.sum(GRID))
"""


def loaded(folder: Path, name: str, text: str) -> ModuleType:
    path = folder / f"{name}_{next(COUNT)}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


COUNT = itertools.count()


def digest(folder: Path, monkeypatch: pytest.MonkeyPatch, mine: str = MINE, helpers: str = HELPERS) -> str:
    for name in ("seen_helpers", "seen_mine"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))  # put back in the end
    loaded(folder, "seen_helpers", helpers)
    module = loaded(folder, "seen_mine", mine.replace(", kendall_of_test", ""))
    seen = ValuesDigest()
    seen.value(module.R.metric("mine"))
    return seen.digest


CHANGES = {
    "its own code": ("math.comb(4, 2)", "math.comb(4, 3)"),
    "a function of a library": ("math.comb(4, 2)", "math.perm(4, 2)"),
    "a default": ("k=8", "k=80"),
    "a keyword's default": ("j=9", "j=90"),
    "code within code": ("y + 10", "y + 11"),
    "a closure": ("outer(5)", "outer(6)"),
    "the code of a closure": ("return x + c", "return x - c"),
    "a class attribute": ("weight = 3", "weight = 4"),
    "a method of a base": ("x * self.weight", "x + self.weight"),
    "a field's default": ("shift: int = 4", "shift: int = 5"),
    "an object's state": ("RULE = Rule()", "RULE = Rule(6)"),
    "behind a cache": ("x * 6", "x * 7"),
    "a metric called inside": ("len(a) - 7", "len(a) - 8"),
    "a fraction": ("Fraction(1, 2)", "Fraction(1, 3)"),
    "an array": ("arange(3)", "arange(4)"),
    "a member": ("PLAIN = 1", "PLAIN = 2"),
    "an attribute's name": ("Pair(1, 2).x", "Pair(1, 2).y"),
}
HELPED = {
    "a helper": ("x + STEP", "x - STEP"),
    "a constant of a module": ("STEP = 1", "STEP = 2"),
    "inside a collection": ("[1, 2]", "[3, 2]"),
}


@pytest.mark.parametrize("what", [*CHANGES, *HELPED])
def test_one_character_anywhere_is_another_digest(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(tmp_path, monkeypatch)
    old, new = (CHANGES | HELPED)[what]
    mine = MINE.replace(old, new, 1) if what in CHANGES else MINE
    helpers = HELPERS.replace(old, new, 1) if what in HELPED else HELPERS
    assert (mine, helpers) != (MINE, HELPERS)
    assert digest(tmp_path, monkeypatch, mine, helpers) != before


def test_what_it_does_not_depend_on_is_the_same_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(tmp_path, monkeypatch)
    more = "# a comment\n\n" + MINE + "\ndef unrelated(x):\n    return open(x)\n"
    assert digest(tmp_path, monkeypatch, more, HELPERS + "\nOTHER = 3\n") == before


AS_SAID = {
    "the order in which a pattern takes attributes": (
        "class P:\n    __match_args__ = ('x', 'y')\n    x, y = 1, 2\nQ = P()",
        "match Q:\n        case P(first, _):\n            return first",
        ("('x', 'y')", "('y', 'x')"),
    ),
    "the names of an array's columns": (
        "A = np.array([(1, 2)], dtype=[('x', 'i8'), ('y', 'i8')])",
        "return int(A['x'][0])",
        ("('x', 'i8'), ('y', 'i8')", "('y', 'i8'), ('x', 'i8')"),
    ),
    "how a property of another kind answers": (
        "class Other(property):\n    def __get__(self, *_):\n        return 3\n"
        "class C:\n    @Other\n    def x(self):\n        return 1\nc = C()",
        "return c.x",
        ("return 3", "return 4"),
    ),
    "how a partial of another kind answers": (
        "class Other(functools.partial):\n    def __call__(self):\n        return 3\np = Other(len, 1)",
        "return p()",
        ("return 3", "return 4"),
    ),
    "a kind of numbers": (
        "class F(np.float64):\n    def __mul__(self, other):\n        return 3\nf = F(1)",
        "return f * 1",
        ("return 3", "return 4"),
    ),
    "what was written to a module of others": ("math.mine = 3", "return math.mine", ("mine = 3", "mine = 4")),
    "a function that was written there": (
        "def three(x):\n    return 3\nmath.mine = three",
        "return math.mine(1)",
        ("return 3", "return 4"),
    ),
    "an object that was written there": (
        "class C:\n    x = 3\nmath.mine = C()",
        "return math.mine.x",
        ("x = 3", "x = 4"),
    ),
    "another function of a library that was written there": (
        "math.mine = math.gcd",
        "return math.mine(2, 3)",
        ("math.gcd", "math.lcm"),
    ),
    "how much a deque holds": ("Q = collections.deque([1], maxlen=3)", "return Q.maxlen", ("=3", "=4")),
    "a class in a union": (
        "class M(type):\n    def __instancecheck__(cls, x):\n        return x == 3\n"
        "class C(metaclass=M):\n    pass\nT = str | C",
        "return isinstance(3, T)",
        ("== 3", "== 4"),
    ),
    "a class in an alias": ("class C:\n    x = 3\nT = list[C]", "return T.__args__[0].x", ("x = 3", "x = 4")),
    "what a ranking hands out": (
        "R = Ranking.identity(3).handing_out(lambda k: 3 * k)",
        "return R[1]",
        ("3 * k", "4 * k"),
    ),
    "a name that was given": ("def h():\n    pass\nh.__name__ = 'abc'", "return len(h.__name__)", ("'abc'", "'abcd'")),
}
IMPORTS = "import collections, functools, math\nimport numpy as np\nfrom axiomatrix import Ranking\n"


@pytest.mark.parametrize("what", AS_SAID)
def test_what_is_not_in_the_code_counts_too(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "seen_said", ModuleType("seen_said"))
    monkeypatch.setattr(math, "mine", None, raising=False)
    around, body, change = AS_SAID[what]
    text = f"{IMPORTS}{around}\ndef mine(a, b):\n    {body}\n"
    assert text != text.replace(*change)
    digests = []
    for words in (text, text.replace(*change)):
        seen = ValuesDigest()
        seen.value(loaded(tmp_path, "seen_said", words).mine)
        digests.append(seen.digest)
    assert digests[0] != digests[1]


REFUSED = {
    "a file": "return len(open('x').read())",
    "the environment": "return int(os.environ['X'])",
    "the time": "return time.time()",
    "chance": "return random.random()",
    "numpy's chance": "return np.random.rand()",
    "a file of numpy's": "return np.load('x')",
    "a name that is computed": "return getattr(a, 'n' + str(b))",
    "eval": "return eval('1')",
    "globals": "return globals()['X']",
    "an import": "import os\n    return 1",
    "a module as a value": "m = os\n    return m.getpid()",
    "an identity": "return id(a)",
    "the inside of a function": "return helper.__globals__['X']",
    "a name that is not there": "return nowhere",
    "a state": "global X\n    X += 1\n    return X",
    "a generator": "return next(NUMBERS)",
    "an iterator of C": "return next(COUNTER)",
    "an open file": "return FILE.read()",
    "a random state": "return RNG.random()",
    "an array of objects": "return OBJECTS[0]",
    "a C function of another package": "return MSGSPEC(1)",
    "the registry": "return REGISTRY.metric('kendall')(a, b)",
    "attrgetter": "return operator.attrgetter('n')(a)",
    "a partial of what is refused": "return PARTIAL()",
    "an object with a C class": "return HOLDS.inside",
    "annotations": "return helper.__annotations__['x']",
    "annotations by a library": "return typing.get_type_hints(helper)['x']",
    "what is said of a field": "return dataclasses.fields(Told)[0].metadata['k']",
    "what is said of a class": "return len(Told.__doc__)",
    "the clock of numpy": "return int(np.datetime64('now').astype(int))",
    "an array with gaps": "return int(GAPS.sum())",
    "functions behind a wrapper of the standard library": "return by_type(1)",
    "a class that others are registered with": "return isinstance(a.n, Registered)",
}
AROUND = """
import abc, dataclasses, functools, itertools, operator, os, random, time, typing
import msgspec
import numpy as np
from axiomatrix import REGISTRY
X = 1
NUMBERS = (x for x in [1])
COUNTER = itertools.count()
FILE = open(__file__)
FILE.close()
RNG = random.Random(1)
OBJECTS = np.array([object()])
MSGSPEC = msgspec.json.encode
PARTIAL = functools.partial(time.time)
class Registered(abc.ABC):
    pass
Registered.register(int)
@functools.singledispatch
def by_type(x):
    return 0
@by_type.register
def _(x: int):
    return 1
class Holder:
    pass
@dataclasses.dataclass
class Told:
    "abc"
    x: int = dataclasses.field(default=1, metadata={"k": 3})
GAPS = np.ma.array([1, 2], mask=[0, 1])
HOLDS = Holder()
HOLDS.inside = RNG
def helper():
    return 1
def mine(a, b):
    "d"
    """


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_seen_whole_has_no_digest(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "seen_refused", ModuleType("seen_refused"))
    module = loaded(tmp_path, "seen_refused", AROUND + REFUSED[what] + "\n")
    with pytest.raises(HiddenDependency):
        ValuesDigest().value(module.mine)


def test_around_them_nothing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "seen_refused", ModuleType("seen_refused"))
    ValuesDigest().value(loaded(tmp_path, "seen_refused", AROUND + "return X + helper() + len(a)\n").mine)


@pytest.mark.slow
def test_all_of_the_catalogue_can_be_seen_each_with_its_own_digest() -> None:
    registry: Registry = load_catalogue()
    digests = set()
    ours = [m for m in registry.metrics.values() if m.family != "user" and m.implementation is None]
    for value in (*ours, *(claim.statement.axiom for m in ours for claim in m.claims)):
        seen = ValuesDigest()
        seen.value(value)
        digests.add(seen.digest)
    assert len(digests) == len({*ours} | {claim.statement.axiom for m in ours for claim in m.claims})


def test_what_has_been_asked_of_the_catalogue_changes_no_digest() -> None:
    def digests() -> dict[str, str]:
        found = {}
        for one in (*REGISTRY.metrics.values(), *REGISTRY.axioms.values()):
            seen = ValuesDigest()
            seen.value(one)
            found[f"{type(one).__name__} {getattr(one, 'name', None) or one.id}"] = seen.digest
        return found

    before = digests()
    evaluator = Definitions(REGISTRY, lambda: None)
    asked = 0
    for metric in REGISTRY.metrics.values():
        over = [*metric.arguments.values(), *metric.parameters.values()]
        for values in itertools.islice(itertools.product(*(space.enumerate(3) for space in over)), 5):
            parameters = dict(zip(metric.parameters, values[len(metric.arguments) :], strict=True))
            with suppress(Undefined):
                evaluator.value(metric, *values[: len(metric.arguments)], parameters)
                asked += 1
    assert asked > 300
    after = digests()
    assert [name for name in before if before[name] != after[name]] == []


def test_axioms_of_the_catalogue_look_up_no_metric_that_no_argument_names() -> None:
    import re

    import axiomatrix.catalogue.axioms as axioms

    assert REGISTRY is load_catalogue()
    (folder,) = axioms.__path__
    texts = [path.read_text(encoding="utf-8") for path in Path(folder).rglob("*.py")]
    looked_up = [name for text in texts for name in re.findall(r"\.other\((\w+)", text)]
    assert len(looked_up) > 10 and set(looked_up) == {"other"}
    assert not any("evaluator" in text for text in texts)
