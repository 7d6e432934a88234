"""Metrics and axioms in the language of Rocq: definitions of metrics, and how the theorems of each axiom are proved.

``statements.py`` puts them together to theorems. The names inside of texts (``Sum``, ``inverted``, ``W``, ``D`` ...)
are definitions of ``Rankings.v``. The proofs are terms that ``Checker.v`` runs, made by functions of ``Decided.v``.
"""

from __future__ import annotations

from typing import NamedTuple


class RocqFormula(NamedTuple):
    """A metric of two rankings as a definition in Rocq."""

    name: str
    text: str
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
    """The linear forms that are not negative on the space, in ``Decided.v``; the checker may add multiples of them."""
    lemma: str
    """The lemma of ``Decided.v`` that they are not negative."""


SPACES = {
    "w": RocqSpace("weights", "no_facets", "weights_say"),
    "D": RocqSpace("pseudometric", "triangles", "pseudometric_says"),
}
"""The space of each parameter: ``w`` are element weights, ``D`` is a similarity."""
KENDALL = "Definition {} : distance := fun a b => Sum (fun '(x, y) => {}) (inverted a b)."
"""Kendall's distance: its name, and the summand of an inverted pair."""
FOOTRULE = """Definition {0}_inside (a b : ranking) (x : nat) : expr := Sub (Sum {1} (ahead a x)) (Sum {1} (ahead b x)).
Definition {0} : distance := fun a b => Sum (fun x => {2}) (identity (length a))."""
"""A footrule: its name, what is summed over the items ahead of x, and the summand of x."""

FORMULAS = {
    "kendall-element": RocqFormula("kendall_element", KENDALL.format("kendall_element", "Mul (W x) (W y)"), "w"),
    "footrule-element": RocqFormula(
        "footrule_element",
        FOOTRULE.format("footrule_element", "W", "Mul (W x) (Abs (footrule_element_inside a b x))"),
        "w",
        "W footrule_element_inside",
    ),
    "kendall-similarity": RocqFormula("kendall_similarity", KENDALL.format("kendall_similarity", "D x y"), "D"),
    "footrule-similarity[deck]": RocqFormula(
        "footrule_similarity",
        FOOTRULE.format("footrule_similarity", "(D x)", "Abs (footrule_similarity_inside a b x)"),
        "D",
        "(fun _ => Const 1) footrule_similarity_inside",
    ),
}
"""Metrics with a definition in Rocq, by the name of their row."""


class AxiomForm(NamedTuple):
    """The way in which theorems about an axiom are proved: the proofs that its lemma ``..._by`` takes.

    ``plain`` (``plain_two`` for an axiom of three rankings) is for inequalities that the checker sees without data,
    ``termwise`` adds a triangle inequality for each absolute value, ``multipliers`` are read from a certificate. The
    empty text is for a lemma that takes no proofs.
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
