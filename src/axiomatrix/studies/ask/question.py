"""Questions in words: the metrics and axioms that they name, and where the other words are found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...evidence.safe import unaccented
from ...model.axiom import KIND_PLURALS, KINDS
from ...model.names import NEAR, Reading, folded, near
from ...model.registry import Registry

LONGEST = 6
"""Words of a name."""
MOST_CHARACTERS = 400
MISSPELT = 0.88
"""The share of letters that a word has in common with a name if it is that name, misspelt."""
NEGATIONS = (
    "not without no nor never neither cannot except lack lacks lacking fail fails failing break breaks breaking "
    "violate violates violating"
)
"""So is every word that ends in n't."""
AGAIN = "has have hold holds is are keep keeps satisfied satisfies satisfy"
"""After a negated axiom, what follows one of them is not negated."""
IDLE = (
    "a an and any as at axiom axioms be between but by can do does false for how if in it its me measure measures "
    "metric metrics of on or property really scale show than that the to true vs versus what which who why with"
)
_NAMELESS = {*NEGATIONS.split(), *AGAIN.split(), *IDLE.split()}
_WORD = re.compile(r"(?:\([^()]*\)|[^\s,;?])+")
"""What is in brackets is of the word before them."""


@dataclass
class NamedQuestion:
    """What a question names."""

    metrics: list[Reading] = field(default_factory=list)
    must: list[Reading] = field(default_factory=list)
    """Axioms, each with all its readings."""
    must_not: list[Reading] = field(default_factory=list)
    """Axioms after a negation."""
    kind: str = ""
    rest: list[str] = field(default_factory=list)
    """Words that name nothing."""

    @property
    def axioms(self) -> list[Reading]:
        """All axioms named."""
        return [*self.must, *self.must_not]


def understood(text: str, registry: Registry) -> NamedQuestion:
    """The question read from left to right, the longest names first; a parameter out of place raises ``Unknown``."""
    words = [word.strip('.?!:"') for word in _WORD.findall(text[:MOST_CHARACTERS].replace("\u2019", "'"))]
    asked, negated, named, k = NamedQuestion(), False, 0, 0
    while k < len(words):
        for end in range(min(k + LONGEST, len(words)), k, -1):
            if _named(" ".join(words[k:end]), asked, registry, negated=negated):
                k = end
                break
        else:
            word = words[k].casefold()
            is_new = len(asked.axioms) > named  # what is not said to fail is said to hold
            if word in NEGATIONS.split() or word.endswith("n't"):
                negated, named = is_new or not negated, len(asked.axioms)
            elif word in ("but", "with") or (word in AGAIN.split() and is_new):
                negated = False
            kind = KIND_PLURALS.get(word, word)
            if kind in KINDS and not asked.kind:
                asked.kind = kind
            elif word and word not in _NAMELESS and not word.endswith("n't"):
                asked.rest.append(words[k])
            k += 1
    return asked


def _named(phrase: str, asked: NamedQuestion, registry: Registry, *, negated: bool) -> bool:
    """Whether the phrase is a metric, an axiom or a group of axioms; it is then among what is asked, once."""
    if phrase.casefold() in _NAMELESS:
        return False
    if (metric := registry.find_metric(phrase)) is not None:
        asked.metrics += [metric] if metric not in asked.metrics else []
        return True
    axiom = registry.find_axiom(phrase)
    group = [a.id for a in registry.axioms.values() if " " in a.group and folded(a.group) == folded(phrase)]
    readings = [axiom] if axiom is not None else [Reading(id, id, (id,)) for id in group]
    wished = asked.must_not if negated else asked.must
    wished += [reading for reading in readings if reading not in wished]
    return bool(readings)


def nearest(words: list[str], registry: Registry, share: float = NEAR) -> str:
    """What is spelled much like the words, as a question back; empty if nothing is."""
    names = {**registry.metric_names.spelled, **registry.axiom_names.spelled}
    own = {name: name for name in (*registry.metrics, *(m.id for m in registry.metrics.values()), *registry.axioms)}
    bases = (re.split(r"[@\[(]", word)[0] for word in (" ".join(words), *words))
    meant = dict.fromkeys(name for base in bases for name in near(base, (*names, *own), share))
    suggestions = [f"{name!r}" + (f" ({names[name]})" if name in names else "") for name in meant]
    return f"did you mean {', '.join(suggestions)}?" if suggestions else ""


@dataclass(frozen=True)
class Hit:
    """Where words were found."""

    what: str
    """``metric``, ``axiom`` or ``claim``."""
    name: str
    text: str
    in_title: bool


def search(words: list[str], registry: Registry) -> list[Hit]:
    """Metrics, axioms and claims that have all the words: in their titles first, then in their texts."""
    wanted = [unaccented(word) for word in words if unaccented(word)]
    hits = []
    for what, name, title, text in _texts(registry):
        heading, everything = unaccented(f"{name} {title}"), unaccented(f"{name} {title} {text}")
        if wanted and all(_begins(word, everything) for word in wanted):
            hits.append(Hit(what, name, title, all(_begins(word, heading) for word in wanted)))
    return sorted(hits, key=lambda hit: not hit.in_title)


def _begins(word: str, text: str) -> bool:
    """Whether a word of the text begins so."""
    return re.search(rf"\b{re.escape(word)}", text) is not None


def _texts(registry: Registry) -> Iterator[tuple[str, str, str, str]]:
    for metric in registry.metrics.values():
        yield "metric", metric.name, metric.formula, f"{metric.doc} {metric.source}"
    for axiom in registry.axioms.values():
        yield "axiom", axiom.id, axiom.formula, axiom.doc
    for source in registry.sources.values():
        for claim in source.claims.values():
            yield "claim", claim.id, claim.wording, f"{source.title} {claim.formalised}"
