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

from axiomatrix import REGISTRY, Axiom, Registry, axiom, axioms, exact, relation, spaces
from axiomatrix.cli.app import app
from axiomatrix.engine.certify import NotCertified, certified
from axiomatrix.evidence.certificate import CERTIFICATE, Leaf, Split, read
from axiomatrix.verify import verify

SCHEMA = CERTIFICATE.schema()


@pytest.mark.parametrize(
    ("metric", "axiom", "kind"),
    [
        ("footrule-similarity[le]", "lower-bound", "linear"),
        ("footrule-similarity[deck]", "upper-bound", "linear"),
        ("kendall-similarity", "triangle-inequality", "linear"),
        ("kendall-similarity", "bruhat-monotone", "linear"),
    ],
)
def test_a_certificate_is_written_and_stands(metric: str, axiom: str, kind: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["certify", metric, axiom, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    files = sorted(tmp_path.iterdir())
    assert files
    for file in files:
        content = read(file)
        jsonschema.validate(content, SCHEMA)
        for entry in (entry for size in content["sizes"] for entry in size.get("classes", ())):
            msgspec.convert(entry[-1], Leaf | Split)
        assert content["kind"] == kind
        verified = verify(content, REGISTRY)
        assert (verified.largest, verified.holds) == (3, True)
        assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0
        content["sizes"][-1]["n"] = 2
        file.write_text(json.dumps(content), encoding="utf-8")
        assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 1


def test_what_is_refuted_or_out_of_reach_has_none() -> None:
    passed = REGISTRY.metric("footrule-similarity[passed]")
    with pytest.raises(NotCertified, match="refuted at n = 4"):
        certified(passed, axioms.upper_bound("kendall-similarity", 3), REGISTRY, 4)
    with pytest.raises(NotCertified, match="product of two parameter entries"):
        certified(REGISTRY.metric("kendall-element"), axioms.triangle_inequality(), REGISTRY, 3)
    with pytest.raises(NotCertified, match="for all"):
        certified(passed, axioms.bound_attained("kendall-similarity", 3), REGISTRY, 3)


def test_what_has_no_certificate_says_why(tmp_path: Path) -> None:
    for arguments, code, text in (
        (["precision-at", "swap"], 1, "not certified: swap: precision-at has k; certificates are of weights"),
        (["kendall-element", "swap"], 1, "not certified: swap says nothing of kendall-element"),
        (["kendall", "symmetry", "--out", __file__], 2, "is a file; it must be a folder"),
    ):
        done = CliRunner().invoke(app, ["certify", *arguments])
        assert done.exit_code == code and text in done.output


def test_a_mistyped_name_is_answered_with_the_nearest() -> None:
    done = CliRunner().invoke(app, ["certify", "kendal", "symmetry"])
    assert done.exit_code == 2
    assert "did you mean 'kendall" in done.output


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
    certificate = certified(registry.metric("kendall-similarity"), mine(), registry, 3)
    assert (certificate["kind"], verify(certificate, registry).largest) == (kind, 3)


def test_no_certificate_is_written_that_its_checker_refuses() -> None:
    registry = Registry(REGISTRY)
    rare = an_axiom("rare", lambda d, a, b: relation.given(a != b, relation.at_least(d(a, b), 0)))
    registry.add_axiom(rare)
    with pytest.raises(NotCertified, match="nothing is asked"):
        certified(registry.metric("kendall-similarity"), rare(), registry, 2)
