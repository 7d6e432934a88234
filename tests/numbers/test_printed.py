"""The LaTeX of exact numbers: what sympy prints of the very number, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.numbers.exact import Formal, log, root, sqrt
from axiomatrix.numbers.radicals import expression, latex


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (fmpq(-3, 4), r"- \frac{3}{4}"),
        (Fraction(7), "7"),
        (sqrt(12), r"2 \sqrt{3}"),
        (root(3, 5) / 7, r"\frac{\sqrt[5]{3}}{7}"),
        (log(9), r"2 \log{\left(3 \right)}"),
        (log(2) / log(3), r"\frac{\log{\left(2 \right)}}{\log{\left(3 \right)}}"),
        (
            1 + sqrt(2) / log(5, 2),
            r"\frac{\sqrt{2} \log{\left(2 \right)} + \log{\left(5 \right)}}{\log{\left(5 \right)}}",
        ),
    ],
)
def test_a_number_is_printed(number: Any, text: str) -> None:
    assert latex(number) == text
    if isinstance(number, Formal):
        assert number._repr_latex_() == f"${text}$"


CONSTANTS = [log(2), log(3), 1 / log(7), sqrt(2), sqrt(15), root(2, 3), root(5, 6), fmpq(3, 7)]
constants = st.sampled_from(CONSTANTS)
quotients = st.builds(lambda k, x, y, z: k * x * y / (1 + z), st.integers(-5, 5), constants, constants, constants)


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.tuples(quotients, quotients, quotients))
def test_sympy_is_given_the_very_number(terms: tuple[Any, ...]) -> None:
    number = sum(terms, fmpq(0))
    assert abs(float(expression(number).evalf(30)) - float(fraction(number))) < 1e-12


def fraction(number: Any) -> float:
    return float(number) if isinstance(number, Formal) else int(number.p) / int(number.q)


def test_what_is_no_exact_number_has_no_expression() -> None:
    assert expression(0.5) is None and expression("1/2") is None and expression(None) is None


def test_nobody_waits_for_sympy_who_prints_no_latex() -> None:
    program = (
        "import sys, axiomatrix.cli.app, axiomatrix.cli.show, axiomatrix.report.site\n"
        "from axiomatrix import exact; str(exact.log(3)); print('sympy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"
