"""Metrics and axioms in the language of Rocq: definitions of metrics, and the proof methods that each axiom takes."""

from __future__ import annotations

from typing import NamedTuple


class RocqFormula(NamedTuple):
    """A metric of two rankings as a definition in Rocq."""

    name: str
    text: str
    parameter: str
    """The parameter whose entries are the unknowns."""
    termwise: str = ""
    """Coefficient and inside of a sum of absolute values; empty for a sum over inverted pairs."""

    @property
    def space(self) -> RocqSpace:
        """The conditions on the parameter."""
        return SPACES[self.parameter]


class RocqSpace(NamedTuple):
    """A space of parameters: its names in ``Rankings.v`` and ``Checker.v``."""

    name: str
    facets: str
    lemma: str


SPACES = {
    "w": RocqSpace("weights", "no_facets", "weights_say"),
    "D": RocqSpace("pseudometric", "triangles", "pseudometric_says"),
}
KENDALL = "Definition {} : distance := fun a b => Sum (fun '(x, y) => {}) (inverted a b)."
FOOTRULE = """Definition {0}_inside (a b : ranking) (x : nat) : expr := Sub (Sum {1} (ahead a x)) (Sum {1} (ahead b x)).
Definition {0} : distance := fun a b => Sum (fun x => {2}) (identity (length a))."""

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
    """The way in which theorems about an axiom of ``Rankings.v`` are proved."""

    proofs: str = ""
    """``plain`` if the checker needs no data, ``termwise``, ``multipliers``, or empty if its lemma takes no proofs."""
    plain: str = ""
    """The same for a metric that is a sum over inverted pairs."""
    compares: bool = False
    """Whether the axiom has another metric and a factor as arguments."""
    pairs: bool = False
    """Whether the axiom is about all pairs of further rankings, which are n! squared."""


AXIOMS = {
    "non-negativity": AxiomForm("plain", "plain"),
    "zero-on-equal": AxiomForm(),
    "symmetry": AxiomForm(),
    "triangle-inequality": AxiomForm("termwise", "plain_two", pairs=True),
    "right-invariance": AxiomForm(pairs=True),
    "reversal-invariance": AxiomForm(),
    "maximum-at-reversal": AxiomForm("multipliers", "plain"),
    "lower-bound": AxiomForm("multipliers", "multipliers", compares=True),
    "upper-bound": AxiomForm("plain", "plain", compares=True),
}
"""Axioms with a definition in Rocq, by id; the definition has the same name with underscores."""
