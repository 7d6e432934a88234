"""Certificates of a cell on demand, by linear programs where a parameter enters linearly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evidence.evidence import Uncertified
from ..evidence.instance import Definitions
from ..methods.certification import Certifier
from ..model.axiom import Axiom, Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers.forms import NotLinear
from ..spaces import ScalarSpace
from ..verify import LinearChecker, Refused, verify


class NotCertified(ValueError):
    """The statement cannot be certified up to the size asked for, and why."""


def statements(metric: Metric, axiom: Axiom) -> Iterator[Statement]:
    """The statements of the axiom that the metric claims, or else those that are observed of it."""
    claimed = [claim.statement for claim in metric.claims if claim.statement.axiom is axiom]
    for statement in dict.fromkeys(claimed or axiom.observed(metric)):
        if statement.not_applicable(metric) is None:
            yield statement


def certified(metric: Metric, statement: Statement, registry: Registry, largest: int) -> dict[str, Any]:
    """The certificate of a statement up to ``largest`` items; :class:`NotCertified` says why there is none."""
    if statement.axiom.quantifier != "for all":
        raise NotCertified(f"{statement.id}: a certificate is about a statement for all, and this says there is")
    for name, space in metric.parameters.items():
        if isinstance(space, ScalarSpace):
            raise NotCertified(f"{statement.id}: {metric.name} has {name}; certificates are of weights or similarities")
    try:
        return _linear(metric, statement, registry, largest)
    except NotLinear as error:
        raise NotCertified(f"{statement.id}: {error}") from None
    except Refused as error:
        raise NotCertified(f"{statement.id}: {Uncertified(str(error), refused=True)}") from None


def _linear(metric: Metric, statement: Statement, registry: Registry, largest: int) -> dict[str, Any]:
    certifier = Certifier(metric, statement, Definitions(registry), LinearChecker)
    sizes = [certifier.size(n) for n in range(1, largest + 1)]
    for size in sizes:
        if size.closed is not None:
            raise NotCertified(f"{statement.id}: refuted at n = {size.n}, on the closure at least")
        if size.undecided:
            raise NotCertified(f"{statement.id}: {size.undecided} cases are undecided at n = {size.n}")
    certificate = certifier.certificate(sizes)
    verify(certificate, registry)
    return certificate
