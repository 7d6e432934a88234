"""What the checker computes polynomials with: sympy, on its rationals of Python, and only where it checks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

USED = """
import sympy
from fractions import Fraction
from sympy.external.gmpy import GROUND_TYPES
from axiomatrix.verify.symbols import Symbols

symbols = Symbols(["u", "v", "w"], [])
u, v, w = map(symbols.value, "uvw")
some = abs(2 * u * (v - w) / 3) ** 3 / (4 * u + 2 * v) - abs(v - w) * u / w
some += Fraction(3, 7) * (u - v) * (u + v) / (u + v)
made = [*some.terms.values(), *(p for terms in (*symbols.atoms, *symbols.divisors.values()) for p in terms.values())]
numbers = [c for polynomial in made for c in polynomial.values()]
print(GROUND_TYPES, *{type(p).__module__ for p in made}, *{type(c).__module__ for c in numbers},
      *{type(part).__name__ for c in numbers for part in (c.numerator, c.denominator)})
print(some.text())
"""


def printed_by(program: str, **environment: str) -> list[str]:
    command = [sys.executable, "-c", program]
    there = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=there).stdout.splitlines()


@pytest.mark.parametrize("asked", ["auto", "flint", "python"])
def test_numbers_are_those_of_python_whatever_sympy_uses_elsewhere(asked: str) -> None:
    """With python-flint installed, sympy takes it unless told otherwise; the certificates were found with it."""
    kinds, text = printed_by(USED, SYMPY_GROUND_TYPES=asked)
    used = "python" if asked == "python" else "flint"
    assert kinds.split() == [used, "sympy.polys.rings", "sympy.external.pythonmpq", "int"]
    assert text == printed_by(USED, SYMPY_GROUND_TYPES="python")[1]
    assert "|v - w|" in text and text.endswith("/(2*u + v)/(w)")


IDLE = {
    "import": "import axiomatrix, axiomatrix.verify",
    "help": "import runpy; sys.argv = ['axiomatrix', '--help']; runpy.run_module('axiomatrix', run_name='__main__')",
    "check": "from axiomatrix.engine.check import check; check('kendall', seed=1, profile='quick')",
}


@pytest.mark.parametrize("what", IDLE)
def test_nobody_waits_for_sympy_who_has_nothing_verified(what: str) -> None:
    program = (
        f"import sys\ntry:\n    {IDLE[what]}\nfinally:\n    print('with' if 'sympy' in sys.modules else 'without')"
    )
    assert printed_by(program)[-1] == "without"
