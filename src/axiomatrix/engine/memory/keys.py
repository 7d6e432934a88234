"""The key of a row: a digest of all that its cells depend on."""

from __future__ import annotations

import decimal
import json
import platform
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import flint
import numpy as np

from ...catalogue.loading import CATALOGUE, origin_of_axiom
from ...catalogue.proofs import PROOFS, Proof
from ...evidence.witness import to_json
from ...model.axiom import Axiom
from ...model.metric import Metric
from ...model.registry import Unknown
from ..selection import Selection
from ..workers.premises import digest, digest_of_file, versions
from .known import PACKAGE, is_followed
from .others import OTHERS
from .seen import Seen, Unseen

FORM = "row-1"
"""What is kept of a row; a change of its form changes the number."""


class Keys:
    """The keys of the rows of one run."""

    def __init__(self, selection: Selection) -> None:
        self._options = selection.options
        self._registry = selection.registry
        self._change = OTHERS.change()
        self._around = {"engine": engine(), "python": python(), "libraries": versions(), "settings": settings()}
        self._axioms: dict[str, tuple[str, bool]] = {}
        self._metrics: dict[str, str] = {}
        self._read: dict[str, tuple[str, ...]] = {}

    def of(self, metric: Metric) -> str:
        """The key of a row; :class:`Unseen` if not all can be seen that it depends on."""
        options = self._options
        if options.given is not None:
            raise Unseen("it is asked about lists of the user")
        if self._change is not None:
            raise Unseen(self._change)
        axioms = {axiom.id: self._axiom(axiom) for axiom in self._asked(metric)}
        others = sorted({other.name for other in self._others(metric, any(looks for _, looks in axioms.values()))})
        row = {
            "form": FORM,
            **self._around,
            "profile": repr(options.profile_()),
            "seed": options.seed,
            "pins": options.use_pins,
            "axioms": [*options.axioms],
            "sources": [*options.sources],
            "witnesses": [to_json(witness) for witness in options.witnesses if witness.metric == metric.name],
            "metric": self._metric(metric),
            "said": [metric.latex, metric.source, metric.doc],
            "claims": list(self._claims(metric)),
            "asked": axioms,
            "others": {name: self._metric(self._registry.metrics[name]) for name in others},
        }
        return digest(json.dumps(row, sort_keys=True))

    def _asked(self, metric: Metric) -> list[Axiom]:
        """The axioms that the row has cells of, or a word why it has none."""
        claimed = {claim.statement.axiom.id for claim in metric.claims}
        axioms = self._registry.axioms.values()
        return [axiom for axiom in axioms if metric.about in axiom.about or axiom.id in claimed]

    def _axiom(self, axiom: Axiom) -> tuple[str, bool]:
        """The digest of an axiom, and whether it may ask for a metric that none of its arguments names."""
        if axiom.id not in self._axioms:
            seen = Seen.of(axiom)
            ours = (origin_of_axiom(axiom.id) or CATALOGUE) == CATALOGUE
            self._axioms[axiom.id] = f"{ours} {seen.digest}", seen.looks_up and not ours
        return self._axioms[axiom.id]

    def _metric(self, metric: Metric) -> str:
        if metric.name not in self._metrics:
            seen = Seen.of(metric)
            if seen.looks_up:
                raise Unseen("it asks for another metric by its name")
            self._metrics[metric.name] = seen.digest
        return self._metrics[metric.name]

    def _claims(self, metric: Metric) -> Iterator[list[Any]]:
        for claim in metric.claims:
            arguments, source = Seen.of(claim.statement.arguments), claim.source
            yield [claim.statement.id, arguments.digest, claim.status, source.id, source.wording]

    def _others(self, metric: Metric, any_of_them: bool) -> Iterator[Metric]:
        """The other metrics whose values the row may ask for."""
        if any_of_them:
            yield from self._registry.metrics.values()
            return
        for proof in PROOFS:
            if proof.metric == metric.name:
                yield from self._rows_of(proof)
        for claim in metric.claims:
            for _, value in claim.statement.arguments:
                for name in self._named(value) if isinstance(value, str) else ():
                    yield from self._registry.rows(name)

    def _rows_of(self, proof: Proof) -> list[Metric]:
        rows = proof.rows(self._registry)
        if missing := sorted(rows - set(self._registry.metrics)):
            raise Unseen(f"{proof.id} compares it with {missing[0]}, which is not registered")
        return [self._registry.metrics[name] for name in rows]

    def _named(self, text: str) -> tuple[str, ...]:
        """The metrics that a text may name; none if it is any other text."""
        if text not in self._read:
            try:
                reading = self._registry.find_metric(text)
            except Unknown:
                reading = None
            ids = {self._registry.metrics[row].id for row in reading.means} if reading else ()
            self._read[text] = tuple(sorted(ids))
        return self._read[text]


@lru_cache(maxsize=1)
def engine() -> str:
    """A digest of the text of this package, but for what is followed and what decides nothing about a row."""
    files = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".json"))
    names = [path.relative_to(PACKAGE).as_posix() for path in files]
    return digest(*(f"{name} {digest_of_file(Path(PACKAGE, name))}" for name in names if not is_followed(name)))


def python() -> list[str]:
    """Which Python computes, and on which sort of machine: floats may be otherwise elsewhere."""
    return [sys.version, platform.machine(), platform.system(), repr(sys.flags.optimize)]


def settings() -> list[str]:
    """What is set for the whole process, perhaps by a user's file, and decides how numbers are rounded or written."""
    contexts = [decimal.getcontext().copy(), decimal.DefaultContext.copy()]
    for context in contexts:
        context.clear_flags()
    numpys = [np.geterr(), np.get_printoptions()]
    return [*map(repr, contexts), repr(flint.ctx.prec), *map(repr, numpys), repr(sys.get_int_max_str_digits())]
