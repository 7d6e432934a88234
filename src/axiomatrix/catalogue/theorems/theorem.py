"""Theorems: data that ties cells of the matrix together.

A theorem is about one metric and, by variables, others. It holds for each size n separately: *if the premises hold for
every instance of up to n items, the conclusion holds for every instance of n items*. So it carries over a proof for
every n, a certificate up to n, and, by contraposition, a refutation. Existence statements appear negated: "no ...".

Cases without a value are discarded by every axiom. A theorem whose proof needs a value says so: ``has-a-value``.

Theorems are written as they are printed, with marks for variables:

``betweenness and symmetry and has-a-value => separation``; ``lies-between(low=?low, high=?high) => non-negativity, for
low >= 0``; ``antisymmetry and one-on-equal and has-a-value(first=1) never hold together (shown at n = 1)``. A text
lists theorems in turn, each with its name, and its proof on separate lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from ...model.claim import entries

HAS_A_VALUE = "has-a-value"
"""Said of a metric: it has a value on every instance of ``first`` or more items, and on none of fewer."""
ATTAINS = "attains"
"""There is: an instance on which the ``quantity`` has this ``value``, its denominator positive;
``infinite``: it is 0 and the numerator positive."""
ASKED = "asked"
"""There is: an instance of the statement that is neither discarded nor without a value."""
BESIDE = (HAS_A_VALUE, ATTAINS, ASKED)
"""Properties of metrics in theorems that are not axioms; they are read off the cells."""
EXISTENTIAL = (ATTAINS, ASKED)


@dataclass(frozen=True, eq=False)
class Atom:
    """An axiom said of a metric.

    An argument that begins with ``?`` is a variable, one that begins with ``=`` is computed from variables; ``?m`` is
    the metric itself. A variable in the argument ``other`` names another metric.
    """

    axiom: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    of: str = "m"
    """The variable that names the metric of the atom."""
    absent: bool = False
    """Whether it is a statement of existence, and said to have no instance."""

    @cached_property
    def variables(self) -> frozenset[str]:
        """The variables in its arguments."""
        return frozenset(text[1:] for text in self.arguments.values() if text.startswith("?"))

    @cached_property
    def computed(self) -> Mapping[str, str]:
        """Return the functions that compute its arguments, where they are computed."""
        return {name: text[1:] for name, text in self.arguments.items() if text.startswith("=")}

    def __str__(self) -> str:
        given = ", ".join(f"{name}={text.lstrip('?=')}" for name, text in self.arguments.items())
        statement = f"{self.axiom}({given})" if given else self.axiom
        return ("no " if self.absent else "") + statement + (f" of {self.of}" if self.of != "m" else "")


@dataclass(frozen=True, eq=False)
class Theorem:
    """Premises that imply a conclusion, or cannot hold together."""

    name: str
    given: tuple[Atom, ...]
    then: Atom | None
    """The conclusion; None if the premises never hold together, as the size ``impossible_at`` shows."""
    proof: str
    where: tuple[str, ...] = ()
    """Comparisons between variables, such as ``f <= g``."""
    rows: tuple[str, ...] = ()
    """For which metrics it is meant, beyond what its axioms are about, in the words of the deduction."""
    impossible_at: int = 1
    """The size at which premises without a conclusion are shown to contradict each other."""
    proof_leaves_enumeration: bool = False
    """True if the proof uses lists that are not enumerated, so that it carries over only proofs for all lists."""
    certified_up_to: int = 0
    """Up to how many items a certificate shows that the conclusion follows; 0 where there is a proof for each size."""
    premises_up_to: int = 0
    """Up to how many items the premises must hold for that."""

    @property
    def atoms(self) -> list[Atom]:
        """Return the premises, then the conclusion if there is one."""
        return [*self.given, *([self.then] if self.then else [])]

    def __str__(self) -> str:
        given = " and ".join(map(str, self.given)) or "always"
        follows = f"never hold together (shown at n = {self.impossible_at})" if self.then is None else f"=> {self.then}"
        if self.certified_up_to:
            follows += f" (certified up to n = {self.certified_up_to}, given up to n = {self.premises_up_to})"
        conditions = ", ".join([*self.where, *self.rows])
        return f"{given} {follows}" + (f", for {conditions}" if conditions else "")


# --- parsing written theorems ---

_ATOM = re.compile(r"(no )?([a-z-]+)(?:\((.+)\))?(?: of (\w+))?")
_STATED = re.compile(
    r"(.+?) (?:=> (.+?)(?: \(certified up to n = (\d+), given up to n = (\d+)\))?"
    r"|never hold together \(shown at n = (\d+)\))(?:, for (.+))?"
)


def atom(text: str) -> Atom:
    """The atom of that text, such as ``no attains(quantity=ratio, value=?v) of o``: *no* of a statement of existence.

    ``has-a-value`` alone means from as many items on as the variable ``first`` says.
    """
    match = _ATOM.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not said of a metric")
    no, axiom, given, of = match.groups()
    arguments = dict(argument.split("=", 1) for argument in given.split(", ")) if given else {}
    if axiom == HAS_A_VALUE and not arguments:
        arguments = {"first": "?first"}
    return Atom(axiom, MappingProxyType(arguments), of or "m", absent=no is not None)


def theorem(name: str, states: str, proof: str, *, proof_leaves_enumeration: bool = False) -> Theorem:
    """The theorem that is stated so."""
    match = _STATED.fullmatch(states)
    if match is None:
        raise ValueError(f"{name}: {states!r} states no theorem")
    given, then, certified_up_to, premises_up_to, impossible_at, conditions = match.groups()
    parts = conditions.split(", ") if conditions else []
    return Theorem(
        name,
        tuple(atom(part) for part in given.split(" and ")) if given != "always" else (),
        None if then is None else atom(then),
        proof,
        where=tuple(condition for condition in parts if re.search("[<>=]", condition)),
        rows=tuple(condition for condition in parts if not re.search("[<>=]", condition)),
        impossible_at=int(impossible_at or 1),
        proof_leaves_enumeration=proof_leaves_enumeration,
        certified_up_to=int(certified_up_to or 0),
        premises_up_to=int(premises_up_to or 0),
    )


def theorems(*texts: str, proof_leaves_enumeration: bool = False) -> tuple[Theorem, ...]:
    """The theorems of texts: of each ``name: statement``, and on indented lines its proof."""
    pairs = ((*stated.partition(": "), proof) for stated, proof in entries(*texts))
    return tuple(
        theorem(name, states, proof, proof_leaves_enumeration=proof_leaves_enumeration)
        for name, _, states, proof in pairs
    )
