"""Metrics and axioms in the language of Rocq: definitions of metrics, and how the theorems of each axiom are proved.

``statements.py`` combines them into theorems. A metric is an expression in the unknown entries of a parameter, such
as the weights, and an axiom an equation or an inequality between such expressions. The names in the texts come from
three files:

* ``Rankings.v`` defines expressions (``Sum``, ``Mul``, ``Abs``, ``W x``, ``D x y`` ...) and ``inverted`` pairs.
* ``Checker.v`` is a program that checks, at fixed rankings, that an inequality holds for all parameters. It may need a
  *proof* as data: how to bound each absolute value, and which triangle inequalities to add with which multipliers.
* ``Decided.v`` has functions that make such proofs, and for each axiom the lemma ``..._by``: if the checker accepts all
  rankings of that many items, the axiom holds for them.
"""

from __future__ import annotations

from typing import NamedTuple


class RocqFormula(NamedTuple):
    """A metric of two rankings as a definition in Rocq."""

    name: str
    """The name of the definition."""
    text: str
    """The definition, and those that it uses."""
    parameter: str
    """The parameter whose entries are the unknowns."""
    termwise: str = ""
    """The two arguments of ``termwise`` for a sum of absolute values: the coefficient and the inside of each.

    It is empty for a sum over inverted pairs, which has no absolute values.
    """

    @property
    def space(self) -> RocqSpace:
        """The conditions on the parameter."""
        return SPACES[self.parameter]


class RocqSpace(NamedTuple):
    """A space of parameters, by the names of its parts in the Rocq files."""

    name: str
    """The definition of the space in ``Rankings.v``."""
    facets: str
    """The list of ``Decided.v`` of linear forms that are not negative on the space; the checker may add multiples."""
    lemma: str
    """The lemma of ``Decided.v`` that these forms are not negative."""


SPACES = {
    "w": RocqSpace("weights", "no_facets", "weights_say"),
    "D": RocqSpace("pseudometric", "triangles", "pseudometric_says"),
}
"""The space of each parameter: ``w`` are element weights, ``D`` is a similarity."""


def _kendall(name: str, summand: str) -> str:
    """Define a Kendall distance: the sum over the inverted pairs (x, y) of the summand."""
    return f"Definition {name} : distance := fun a b => Sum (fun '(x, y) => {summand}) (inverted a b)."


def _footrule(name: str, cost: str, summand: str) -> str:
    """Define a footrule: the sum over the items x of the summand.

    The summand uses ``NAME_inside a b x``: the sum of ``cost`` over the items ahead of x in a, less that in b.
    """
    return (
        f"Definition {name}_inside (a b : ranking) (x : nat) : expr := "
        f"Sub (Sum {cost} (ahead a x)) (Sum {cost} (ahead b x)).\n"
        f"Definition {name} : distance := fun a b => Sum (fun x => {summand}) (identity (length a))."
    )


FORMULAS = {
    "kendall-element": RocqFormula("kendall_element", _kendall("kendall_element", "Mul (W x) (W y)"), "w"),
    "footrule-element": RocqFormula(
        "footrule_element",
        _footrule("footrule_element", "W", "Mul (W x) (Abs (footrule_element_inside a b x))"),
        "w",
        "W footrule_element_inside",
    ),
    "kendall-similarity": RocqFormula("kendall_similarity", _kendall("kendall_similarity", "D x y"), "D"),
    "footrule-similarity[deck]": RocqFormula(
        "footrule_similarity",
        _footrule("footrule_similarity", "(D x)", "Abs (footrule_similarity_inside a b x)"),
        "D",
        "(fun _ => Const 1) footrule_similarity_inside",
    ),
}
"""Metrics with a definition in Rocq, by the name of their row."""


class AxiomForm(NamedTuple):
    """The way in which theorems about an axiom are proved: the proofs that its lemma ``..._by`` takes.

    The proofs are named by one of these words:

    * ``plain`` (``plain_two`` for an axiom of three rankings): the checker needs no data.
    * ``termwise``: a triangle inequality |x + y| <= |x| + |y| for each absolute value.
    * ``multipliers``: those of a certificate, ranking by ranking.
    * The empty text: the lemma takes no proofs.
    """

    footrule_proofs: str = ""
    """The proofs for a metric that is a sum of absolute values."""
    kendall_proofs: str = ""
    """The proofs for a metric that is a sum over inverted pairs."""
    is_comparison: bool = False
    """True if the axiom has another metric and a factor as arguments."""
    has_pairs: bool = False
    """True if the axiom is about all pairs of further rankings, which are n! squared."""


AXIOMS = {
    "non-negativity": AxiomForm("plain", "plain"),
    "zero-on-equal": AxiomForm(),
    "symmetry": AxiomForm(),
    "triangle-inequality": AxiomForm("termwise", "plain_two", has_pairs=True),
    "right-invariance": AxiomForm(has_pairs=True),
    "reversal-invariance": AxiomForm(),
    "maximum-at-reversal": AxiomForm("multipliers", "plain"),
    "lower-bound": AxiomForm("multipliers", "multipliers", is_comparison=True),
    "upper-bound": AxiomForm("plain", "plain", is_comparison=True),
}
"""Axioms with a definition in Rocq, by id; the definition has the same name with underscores."""
