"""The verifier imports nothing of what finds certificates, and takes no part of one on trust."""

import copy
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from certified import SPREADS, accepted, numbers, others, with_
from faulty import SIMILARITIES
from sweeping import (
    certificate,
    kendall_similarity,
    mine,
    pair,
    plain,
    sealed,
    swept,
)

import axiomatrix
from axiomatrix import inverted_pairs, spaces
from axiomatrix.evidence import certificate as files


def test_verifying_imports_nothing_of_what_finds_certificates(tmp_path, deck):
    path = tmp_path / "deck.json"
    path.write_text(files.text(deck))
    program = f"""
import sys
import axiomatrix.verify
from pathlib import Path
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence import certificate
from axiomatrix.verify import verify
assert verify(certificate.read(Path({str(path)!r})), load_catalogue()).holds
banned = ["highspy", "scipy", *("axiomatrix." + m for m in ("numbers.forms", "numbers.polynomials", "studies.explore"))]
banned += ["axiomatrix.methods." + m for m in ("linear", "program", "symbolic", "oracle")]
print([m for m in sys.modules if any(m == b or m.startswith(b + ".") for b in banned)])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_the_verifiers_own_files_import_nothing_of_what_finds_certificates():
    """Read in the source, so that an import inside a function is seen too."""
    folder = Path(axiomatrix.__file__).parent / "verify"
    numbers = [f"..numbers.{name}" for name in ("forms", "polynomials", "ring")]
    assert all(
        (folder / name.replace("..", "../").replace("numbers.", "numbers/")).with_suffix(".py").exists()
        for name in numbers
    )
    for file in folder.glob("*.py"):
        text = file.read_text()
        names = re.findall(r"^ *(?:from|import) +([\w.]+)", text, re.MULTILINE)
        for banned in ("highspy", "scipy", "flint", "..methods", "..studies", "..engine", *numbers):
            assert not [name for name in names if name.startswith(banned)], file.name


def test_a_similarity_parameter_that_is_fixed_must_be_one():
    """K* followed in w is not a sum; but a metric linear in w with D fixed must be given a pseudometric."""

    def weighted(a, b, D, w):
        """sum of D_xy (w_x + w_y)"""
        return sum(D[x, y] * (w[x] + w[y]) for x, y in inverted_pairs(a, b))

    registry = mine(weighted, parameters={**SIMILARITIES, "w": spaces.element_weights()})
    from itertools import permutations

    def leaf(order):
        return [0, [], [[k, c] for k, c in enumerate(weights(order)) if c]]

    def weights(order):
        a, b = pair(order)
        D = {frozenset(p): v for p, v in zip(((1, 2), (1, 3), (2, 3)), (1, 5, 1), strict=True)}
        return [sum(D[frozenset(p)] for p in inverted_pairs(a, b) if x in p) for x in range(1, 4)]

    data = {
        "kind": "linear",
        "metric": "mine",
        "axiom": "non-negativity",
        "arguments": {},
        "parameter": "w",
        "space": "closed",
        "sense": "inf",
        "by": [],
        "largest": 3,
        "sizes": [
            {"n": 1, "value": None, "fixed": {"D": []}, "classes": [[[1], [0, [], []]]]},
            {
                "n": 2,
                "value": None,
                "fixed": {"D": [1]},
                "classes": [[[1, 2], [0, [], []]], [[2, 1], [0, [], [[0, 1], [1, 1]]]]],
            },
            {
                "n": 3,
                "value": None,
                "fixed": {"D": [1, 5, 1]},
                "classes": [[list(o), leaf(o)] for o in permutations((1, 2, 3))],
            },
        ],
    }
    assert accepted(data, registry) is None  # D_13 = 5 > 1 + 1


def test_a_digest_of_the_certificate_depends_on_everything_but_itself(deck):
    sealed_ = sealed(deck)
    assert files.digest(sealed_) == files.digest(deck)
    for path, value in list(numbers(deck))[::3]:
        assert files.digest(with_(deck, path, others(value)[0])) != files.digest(deck)


def half_at(order):
    """K_D, but half of it at one ranking of three items."""

    def definition(a, b, D):
        """K_D, or half of it"""
        value = kendall_similarity(a, b, D)
        return value / 2 if a.n == 3 and tuple(a[x] for x in b.order) == order else value

    return definition


@pytest.mark.parametrize(
    ("order", "by"),
    [
        ((2, 3, 1), "inverse"),
        ((3, 1, 2), "reverse"),
        ((1, 3, 2), "reverse"),
        ((1, 3, 2), "split"),
        ((2, 1, 3), "split"),
    ],
)
def test_a_ranking_is_not_reached_by_a_symmetry_under_which_only_the_denominator_agrees(order, by):
    registry = mine(half_at(order))
    data = certificate(swept(mine(kendall_similarity), by=()), 3)
    data = {**data, "by": [by], "sizes": copy.deepcopy(data["sizes"])}
    size = data["sizes"][2]
    size["classes"] = [entry for entry in size["classes"] if entry[0] != list(order)]
    assert accepted(data, mine(kendall_similarity)).holds  # there the symmetry is one
    assert accepted(data, registry) is None


def test_a_multiplier_of_an_absolute_value_beyond_its_weight_is_refused():
    """|D_pq - D_pz| + 3 D_pz is at least D_pq, and not 3 D_pq, which the multiplier 3 would prove."""

    def atom(a, b, D):
        """K_D, but at (p q z) -> (q p z) |D_pq - D_pz| + 3 D_pz"""
        if a.n == 3 and [b[x] for x in a.order] == [2, 1, 3]:
            p, q, z = a.order
            return abs(D[p, q] - D[p, z]) + 3 * D[p, z]
        return kendall_similarity(a, b, D)

    sweep = swept(mine(atom), by=())
    data = certificate(sweep, 3)
    assert accepted(data, sweep.registry).values[-1] == (3, "1")
    place = next(k for k, entry in enumerate(data["sizes"][2]["classes"]) if entry[0] == [2, 1, 3])
    for leaf in ([3, [3], []], [2, [2], [[4, 1]]], ["3/2", ["3/2"], [[4, "3/2"]]]):
        assert accepted(with_(data, ("sizes", 2, "classes", place, 1), leaf), sweep.registry) is None
    honest = with_(data, ("sizes", 2, "classes", place, 1), [1, [1], [[4, 2]]])
    assert accepted(honest, sweep.registry) is not None


def test_the_constant_of_a_split_is_that_of_its_worse_side(split):
    """One side made to prove one less, rightly: the constant is then one less, whatever the other side proves."""
    k, (order, tree) = next((k, e) for k, e in enumerate(split["sizes"][2]["classes"]) if isinstance(e[1], dict))
    a, b = pair(order)
    entries = [[(1, 2), (1, 3), (2, 3)].index(tuple(sorted(p))) for p in inverted_pairs(a, b)]
    for side in ("above", "below"):
        c, signs, multipliers = tree[side]
        more = {j: Fraction(mu) for j, mu in multipliers}
        for entry in entries:  # K_D, which is what one less leaves over
            more[3 + entry] = more.get(3 + entry, Fraction(0)) + 1
        lower = [c - 1, signs, [[j, plain(mu)] for j, mu in sorted(more.items())]]
        changed = with_(split, ("sizes", 2, "classes", k, 1, side), lower)
        assert accepted(changed, SPREADS) is None
        assert accepted(with_(changed, ("sizes", 2, "value"), c - 1), SPREADS).values[-1] == (3, str(c - 1))
