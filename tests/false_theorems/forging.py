"""Certificates made by force: a forger who knows the format, can seal, and may ask the methods for what they derive."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whole import whole_cells

from axiomatrix.engine.certify import certified
from axiomatrix.evidence.cell import arguments_of
from axiomatrix.evidence.certificate import digest
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.witness import statement_named
from axiomatrix.methods.certification import Certifier
from axiomatrix.methods.symbolic import certify
from axiomatrix.model.axiom import Statement
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.verify import Refused, verify
from axiomatrix.verify.linear import Verified

Certificate = dict[str, Any]
MOST = 15_000
"""How many instances a size may have that certificates are made of here."""
MUTANTS = 6
"""How many ways each certificate is altered in."""


@dataclass(frozen=True)
class Refuted:
    """A statement that the catalogue refutes, and from which size on."""

    metric: Metric
    statement: Statement
    n: int
    closed_only: bool
    """Whether it fails for zero weights and pseudometrics only, as far as is known."""

    @property
    def name(self) -> str:
        """The metric and the statement."""
        return f"{self.metric.name}: {self.statement.id}"

    def is_contradicted_by(self, verified: Verified) -> bool:
        """Whether that says that the statement holds where it does not."""
        if not verified.holds or verified.largest < self.n:
            return False
        return not (self.closed_only and verified.space == "open")


@dataclass
class Tried:
    """What became of the certificates of one kind."""

    tried: int = 0
    refused: int = 0
    below: int = 0
    """Accepted and true: they stay below the size of the witness, or bound a ratio and prove nothing."""
    false: list[str] = field(default_factory=list)


def refuted(report: Path, registry: Registry, largest: int) -> list[Refuted]:
    """The refuted statements of a report that fail up to that size."""
    found: dict[tuple[str, str], Refuted] = {}
    for cell in whole_cells(json.loads(report.read_text(encoding="utf-8"))):
        witness = cell["evidence"]["witness"]
        if cell["evidence"]["verdict"] != "refuted" or witness is None or witness["n"] > largest:
            continue
        metric = registry.metric(cell["metric"])
        statement = statement_named(metric, registry.axiom(cell["axiom"]), cell["arguments"])
        here = Refuted(metric, statement, witness["n"], cell["space"] == "closed")
        known = found.get((metric.name, statement.id))
        if known is None or (known.closed_only and not here.closed_only):
            found[metric.name, statement.id] = here
    return list(found.values())


def sealed(data: Mapping[str, Any]) -> Certificate:
    """The content with a digest that fits it."""
    plain_data = {key: value for key, value in data.items() if key != "digest"}
    return {**plain_data, "digest": digest(plain_data)}


def size_of(statement: Statement, metric: Metric, n: int) -> int:
    """How many instances there are over n items."""
    count = 1
    for space in statement.over(metric).values():
        count *= max(1, len(space.enumerate(n)))
    return count


# --- what the methods themselves give ---------------------------------------------------------------------------------


def as_certified(subject: Refuted, registry: Registry, largest: int) -> Certificate | None:
    """What ``certify`` writes, if it does."""
    return _attempt(lambda: certified(subject.metric, subject.statement, registry, largest))


def as_identities(subject: Refuted, registry: Registry, largest: int) -> Certificate | None:
    """The normal forms that the symbolic method derives, as a certificate, whatever they say."""
    sizes = [
        _attempt(lambda n=n: certify(subject.metric, subject.statement, n, registry)) for n in range(1, largest + 1)
    ]
    if any(size is None or not size.entries for size in sizes):
        return None
    listed = [
        {
            "n": size.n,
            "instances": size.instances,
            "asked": size.asked,
            "forms": hashlib.sha256("\n".join(size.entries).encode()).hexdigest(),
        }
        for size in sizes
        if size is not None
    ]
    return {
        "kind": "identity",
        "metric": subject.metric.name,
        "axiom": subject.statement.axiom.id,
        "arguments": arguments_of(subject.statement),
        "space": "open" if any(s is not None and s.space == "open" for s in sizes) else "closed",
        "items": "numbered" if any(s is not None and s.items == "numbered" for s in sizes) else "unnamed",
        "largest": largest,
        "sizes": listed,
    }


def as_programs(subject: Refuted, registry: Registry, largest: int) -> Certificate | None:
    """The multipliers of the linear programs, as a certificate, whatever they prove."""

    def made() -> Certificate:
        certifier = Certifier(subject.metric, subject.statement, Definitions(registry))
        return certifier.certificate([certifier.size(n) for n in range(1, largest + 1)])

    return _attempt(made)


def _attempt(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except Exception:  # whatever stops it, there is no certificate
        return None


# --- what a forger makes of them -------------------------------------------------------------------------------------


def extended(data: Certificate, largest: int) -> Iterator[Certificate]:
    """The last size copied for the sizes that are missing, and the mere number raised."""
    if len(data["sizes"]) >= largest:
        return
    longer = copy.deepcopy(data)
    for n in range(len(data["sizes"]) + 1, largest + 1):
        longer["sizes"].append({**copy.deepcopy(data["sizes"][-1]), "n": n})
    yield {**longer, "largest": largest}
    yield {**data, "largest": largest}


def renamed(data: Certificate, subject: Refuted) -> Certificate:
    """The certificate of another statement under the name of this one."""
    arguments = arguments_of(subject.statement)
    names = {"metric": subject.metric.name, "axiom": subject.statement.axiom.id, "arguments": arguments}
    return {**copy.deepcopy(data), **names}


def altered(data: Certificate, subject: Refuted, rng: random.Random) -> Iterator[tuple[str, Certificate]]:
    """Changed in structure, each time in one way drawn from those that there are."""
    ways: list[tuple[str, Callable[[Certificate], None]]] = [
        ("space exchanged", lambda d: d.update(space="open" if d["space"] == "closed" else "closed")),
        ("asked set to 0", lambda d: _each(d, asked=0)),
        ("sizes dropped", lambda d: d.update(sizes=d["sizes"][-1:])),
        ("nothing left", lambda d: d.update(sizes=[])),
    ]
    if data["kind"] == "identity":
        ways += [
            ("items exchanged", lambda d: d.update(items="unnamed" if d["items"] == "numbered" else "numbered")),
            ("instances set to 0", lambda d: _each(d, instances=0, asked=0, shown=[])),
        ]
    else:
        ways += [
            ("classes dropped", lambda d: _drop(d, rng)),
            ("all classes dropped", lambda d: _each(d, classes=[])),
            ("numbers changed", lambda d: _shake(d, rng)),
            ("symmetries changed", lambda d: d.update(by=[*d.get("by", []), "inverse", "reverse", "split"])),
            ("sense exchanged", lambda d: d.update(sense="sup" if d.get("sense") == "inf" else "inf")),
            ("values lowered", lambda d: _each(d, value=-1)),
        ]
    if subject.statement.arguments:
        ways += [("arguments changed", lambda d: _argue(d, rng))]
    for way, change in rng.sample(ways, min(MUTANTS, len(ways))):
        changed = copy.deepcopy(data)
        change(changed)
        yield way, changed


def _each(data: Certificate, **fields: Any) -> None:
    for size in data["sizes"]:
        size.update({key: value for key, value in fields.items() if key in size})


def _drop(data: Certificate, rng: random.Random) -> None:
    for size in data["sizes"]:
        if size.get("classes"):
            size["classes"].pop(rng.randrange(len(size["classes"])))


def _shake(data: Certificate, rng: random.Random) -> None:
    """One number somewhere in the classes changed."""
    places: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            if isinstance(value, (dict, list)):
                walk(value)
            elif type(value) is int or (isinstance(value, str) and value.lstrip("-")[:1].isdigit()):
                places.append((part, key))

    for size in data["sizes"]:
        walk(size.get("classes", []))
    if places:
        part, key = rng.choice(places)
        part[key] = rng.choice([0, 1, -1, 2, "1/2", 10**12])


def _argue(data: Certificate, rng: random.Random) -> None:
    """Another value of an argument: a certificate of another statement, which may be true."""
    if data["arguments"]:
        key = rng.choice(sorted(data["arguments"]))
        value = data["arguments"][key]
        data["arguments"][key] = rng.choice([0, 1, 2, -1, "1/2"]) if not isinstance(value, str) else f"{value}0"


# --- trying -----------------------------------------------------------------------------------------------------------


def judged(data: Certificate, subject: Refuted, registry: Registry, kind: str, into: dict[str, Tried]) -> None:
    """Show the certificate to the checker and note what it says."""
    tried = into.setdefault(kind, Tried())
    tried.tried += 1
    try:
        verified = verify(sealed(json.loads(json.dumps(data))), registry)
    except Refused:
        tried.refused += 1
        return
    about_it = (verified.metric, verified.statement) == (subject.metric.name, subject.statement.id)
    if about_it and subject.is_contradicted_by(verified):
        tried.false.append(f"{subject.name}, n <= {verified.largest}, {verified.space} space")
    else:
        tried.below += 1


def attack(
    subject: Refuted, donors: list[Certificate], registry: Registry, seed: int, largest: int
) -> dict[str, Tried]:
    """All ways to a certificate of a refuted statement, seeded by its name."""
    rng = random.Random(f"{seed}/{subject.name}")
    into: dict[str, Tried] = {}
    sizes = [n for n in range(subject.n, largest + 1) if size_of(subject.statement, subject.metric, n) <= MOST]
    base: list[tuple[str, Certificate]] = []
    for n in sizes:
        data = as_certified(subject, registry, n)
        tried = into.setdefault("written by certify", Tried())
        if data is not None:
            judged(data, subject, registry, "written by certify", into)
        else:
            tried.tried += 1
            tried.refused += 1
    for kind, make in (("forms as derived", as_identities), ("multipliers as derived", as_programs)):
        for n in sizes[:1]:
            if (data := make(subject, registry, n)) is not None:
                judged(data, subject, registry, kind, into)
                base.append((kind, data))
    if subject.n > 1 and (smaller := as_certified(subject, registry, subject.n - 1)) is not None:
        judged(smaller, subject, registry, "of smaller sizes", into)
        for data in extended(smaller, subject.n):
            judged(data, subject, registry, "smaller sizes extended", into)
            base.append(("smaller sizes extended", data))
    for donor in donors:
        data = renamed(donor, subject)
        judged(data, subject, registry, "of another statement, renamed", into)
        base.append(("of another statement, renamed", data))
    for _, data in base:
        for way, changed in altered(data, subject, rng):
            judged(changed, subject, registry, f"altered: {way}", into)
    return into
