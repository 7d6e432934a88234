"""Results for every n: the proof of a statement; the form that a family follows, which proves nothing."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...evidence.formats import Record
from ...evidence.reach import Count
from ..closed_forms import TENDS


class Argument(Record):
    """Argument for a theorem at every n: the steps that a machine checked, up to some size, and those on paper."""

    theorem: str
    up_to: Count
    checked: tuple[str, ...]
    argued: tuple[str, ...]
    no_factor: Annotated[bool, Meta(description="Whether the theorem is that no constant exists.")] = False

    @property
    def proves(self) -> str:
        """Return what it proves of the statement."""
        return self.theorem if self.no_factor else f"proved for all n: {self.theorem}"

    @property
    def steps(self) -> str:
        """Return its steps in one sentence."""
        checked, argued = map("; ".join, (self.checked, self.argued))
        return f"checked by machine for n <= {self.up_to}: {checked}; on paper: {argued}"


class FamilyForm(Record):
    """A closed form that goes through the values of a family of instances; of other members it proves nothing."""

    formula: Annotated[str, Meta(description="In m, such as 2 m/(3 m - 2).")]
    limit: Annotated[str, Meta(description="For m to infinity: an exact number, unbounded or unknown.")]
    ms: Annotated[tuple[int, ...], Meta(min_length=1, description="The m whose values it was recognised from.")]
    latex: Annotated[str, Meta(description="The formula in LaTeX.")] = ""

    @property
    def places(self) -> str:
        """From how many values, and which."""
        return f"{len(self.ms)} values (m = {min(self.ms)}..{max(self.ms)})"

    @property
    def tends(self) -> str:
        """The form and its limit."""
        return f"{self.formula}, {TENDS.get(self.limit, f'whose limit is {self.limit}')}"

    @property
    def sentence(self) -> str:
        """The form with how little it is."""
        return f"recognised from {self.places}, not proved: {self.tends}"
