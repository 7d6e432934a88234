"""A seeded sample of the forger's work on the catalogue; benchmarks/false_certificates.py does all of it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.verify.linear import Verified
from false_theorems.forging import Refuted, as_certified, attack, refuted, renamed

load_catalogue()
REPORT = Path(__file__).resolve().parents[2] / "reports" / "compliance.json"
EVERY = [subject for subject in refuted(REPORT, REGISTRY, 3) if subject.metric.takes_rankings]
ONCE_ACCEPTED = ("kendall-element-mean[arithmetic]: subdivision", "kendall-element-mean[harmonic]: subdivision")
SAMPLE = [s for s in EVERY if s.name in ONCE_ACCEPTED] + random.Random(2).sample(EVERY, 12)


def donors(subject: Refuted) -> list[dict[str, object]]:
    """A certificate of the same axiom, of the first metric with the same parameters of which there is one."""
    false = {known.name for known in EVERY}
    for metric in REGISTRY.metrics.values():
        if metric.takes_rankings and list(metric.parameters) == list(subject.metric.parameters):
            other = Refuted(metric, subject.statement, 1, False)
            if other.name not in false and (data := as_certified(other, REGISTRY, 2)) is not None:
                return [data]
    return []


@pytest.mark.parametrize("subject", SAMPLE, ids=lambda subject: subject.name)
def test_no_certificate_of_a_refuted_statement_is_accepted(subject: Refuted) -> None:
    for kind, tried in attack(subject, donors(subject), REGISTRY, seed=1, largest=3).items():
        assert not tried.false, kind


def test_the_forger_tries_many_kinds_and_knows_what_is_false() -> None:
    kinds: Counter[str] = Counter()
    for subject in SAMPLE[:4]:
        for kind, tried in attack(subject, donors(subject), REGISTRY, seed=1, largest=2).items():
            kinds[kind] += tried.tried
    assert len(kinds) >= 8, kinds
    subject = Refuted(REGISTRY.metric("kendall"), SAMPLE[0].statement, 3, False)
    for largest, holds, false in ((2, True, False), (3, True, True), (4, True, True), (3, False, False)):
        verified = Verified("kendall", subject.statement.id, "closed", largest, 1, 1, (), holds)
        assert subject.is_contradicted_by(verified) is false
    data = renamed({"metric": "kendall", "axiom": "symmetry", "arguments": {}, "sizes": []}, SAMPLE[0])
    assert data["metric"] == SAMPLE[0].metric.name
