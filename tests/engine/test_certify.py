"""Certificates of a cell on demand, and that the checker takes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from typer.testing import CliRunner

from axiomatrix import REGISTRY, Axiom, Registry, Statement, axiom, axioms, exact, relation, spaces
from axiomatrix.cli.app import app
from axiomatrix.engine.check import NotCertified, certify
from axiomatrix.evidence.certificate import CERTIFICATE, Leaf, Split, read, text
from axiomatrix.verify import verify

SCHEMA = CERTIFICATE.schema()


@pytest.mark.parametrize(
    ("metric", "statement"),
    [
        ("footrule-similarity[le]", axioms.lower_bound("kendall-similarity", 1)),
        ("footrule-similarity[deck]", axioms.upper_bound("kendall-similarity", 3)),
        ("kendall-similarity", axioms.triangle_inequality()),
        ("kendall-similarity", axioms.bruhat_monotone()),
    ],
)
def test_a_certificate_that_is_written_stands_and_a_changed_one_does_not(
    metric: str, statement: Statement, tmp_path: Path
) -> None:
    file = tmp_path / "certificate.json"
    file.write_text(text(certify(REGISTRY.metric(metric), statement, REGISTRY, 3)), encoding="utf-8")
    content = read(file)
    jsonschema.validate(content, SCHEMA)
    for entry in (entry for size in content["sizes"] for entry in size.get("classes", ())):
        msgspec.convert(entry[-1], Leaf | Split)
    verified = verify(content, REGISTRY)
    assert (verified.largest, verified.holds) == (3, True)
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0
    content["sizes"][-1]["n"] = 2
    file.write_text(json.dumps(content), encoding="utf-8")
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 1


def test_what_is_refuted_or_out_of_reach_has_none() -> None:
    passed = REGISTRY.metric("footrule-similarity[passed]")
    with pytest.raises(NotCertified, match="refuted at n = 4"):
        certify(passed, axioms.upper_bound("kendall-similarity", 3), REGISTRY, 4)
    with pytest.raises(NotCertified, match="product of two parameter entries"):
        certify(REGISTRY.metric("kendall-element"), axioms.triangle_inequality(), REGISTRY, 3)
    with pytest.raises(NotCertified, match="for all"):
        certify(passed, axioms.bound_attained("kendall-similarity", 3), REGISTRY, 3)


def test_what_has_no_certificate_says_why() -> None:
    precision = REGISTRY.metric("precision-at")
    with pytest.raises(NotCertified, match="swap: precision-at has k; certificates only cover weights"):
        certify(precision, axioms.swap(), REGISTRY, 3)


def an_axiom(name: str, says: Callable[..., Any]) -> Axiom:
    says.__doc__ = "an axiom of a user's own"
    return axiom(name, over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)(says)


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        (lambda d, a, b: relation.at_least(d(a, b), exact.rational(1, 2) * d(b, a)), "linear"),
        (lambda d, a, b: relation.given(a != b, relation.at_least(d(a, b), 0)), "linear"),
        (lambda d, a, b: relation.bounded_above(d(a, b), 1, d(b, a)), "linear"),
    ],
)
def test_an_axiom_of_ones_own_is_certified_as_the_pages_write_it(says: Callable[..., Any], kind: str) -> None:
    registry = Registry(REGISTRY)
    mine = an_axiom("mine", says)
    registry.add_axiom(mine)
    certificate = certify(registry.metric("kendall-similarity"), mine(), registry, 3)
    assert (certificate["kind"], verify(certificate, registry).largest) == (kind, 3)


def test_no_certificate_is_written_that_its_checker_refuses() -> None:
    registry = Registry(REGISTRY)
    rare = an_axiom("rare", lambda d, a, b: relation.given(a != b, relation.at_least(d(a, b), 0)))
    registry.add_axiom(rare)
    with pytest.raises(NotCertified, match="no case of the largest size"):
        certify(registry.metric("kendall-similarity"), rare(), registry, 2)
