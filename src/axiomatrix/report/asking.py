"""``ask``, ``choose`` and ``compare``: questions about what is known of metrics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..catalogue.loading import load_catalogue
from ..engine.check import check
from ..engine.plan import axioms_named
from ..evidence.matrix import Matrix
from ..model.axiom import KINDS, as_statement
from ..model.metric import Metric
from ..model.names import Reading
from ..model.registry import Registry, Unknown
from ..model.statements import Named
from ..studies.ask.choosing import Choice, Wish
from ..studies.ask.comparing import MetricComparison, fitting, of_one_sort
from ..studies.ask.question import MISSPELT, MOST_CHARACTERS, Hit, nearest, search, understood
from ..studies.ask.standing import KnownCells
from ..studies.ledger.building import accounts_of, built, claimed, missing
from ..studies.relate.answer import MetricRelation
from .document import Document, plain
from .known import KnownMatrix, matrix_with, stored_report
from .relations.data import RELATIONS
from .results import REPORT, StudyResult, cell_records
from .subjects import answer, choice, comparison
from .subjects.claims import claims_document

MOST_CARDS = 3
"""Axioms of one metric up to which each has a card; more are a table."""
PathName = Path | str | None


def compare(
    *metrics: Metric | str, axioms: Sequence[Named] = (), report: PathName = None, registry: Registry | None = None
) -> StudyResult[MetricComparison]:
    """Compare metrics: their axioms side by side, differences first, as ``axiomatrix compare`` does.

    Below the table are the relations that the report knows, and of each two of up to four the smallest instance on
    which their values differ. ``report`` is a ``compliance.json`` to answer from; by default it is the one in
    ``reports`` if it has the metrics. Else they are checked with the profile ``quick``.

    >>> import axiomatrix
    >>> compared = axiomatrix.compare("kendall", "spearman-squared")
    >>> [name.name for name in compared.data.readings]
    ['kendall', 'spearman-squared']

    Raises ``Unknown`` for a name that nothing has, ``ValueError`` for one metric or metrics of different things.
    """
    known = registered(metrics, registry)
    readings = [known.read_metric(metric if isinstance(metric, str) else metric.name) for metric in metrics]
    if len(readings) < 2:
        raise ValueError("compare takes two metrics or more, such as compare('kendall', 'footrule')")
    return _compared(readings, [_name_of(axiom) for axiom in axioms], _path(report), known)


def _compared(
    readings: Sequence[Reading], axioms: Sequence[str], report: Path | None, registry: Registry
) -> StudyResult[MetricComparison]:
    """The comparison: of what sort the metrics are is settled by what each name may mean."""
    chosen = of_one_sort(readings, registry)
    rows = [registry.metric(reading.name) for reading in chosen]
    if len({row.about for row in rows}) > 1:
        raise ValueError("; ".join(f"{one.asked} is about {row.about}" for one, row in zip(chosen, rows, strict=True)))
    ids = axioms_named(axioms, [row.name for row in rows], registry)
    source = matrix_with(report, rows, ids, registry=registry)
    compared = MetricComparison(KnownCells(source.matrix), chosen, ids)
    relations = _relations(report)

    return _result(compared, comparison.document(compared, registry, relations, source.origin), source)


def choose(
    must: Sequence[Named] = (),
    must_not: Sequence[Named] = (),
    *,
    kind: str = "",
    about: str = "",
    report: PathName = None,
    registry: Registry | None = None,
) -> StudyResult[Choice]:
    """Choose metrics by the axioms that they must satisfy, and must not, as ``axiomatrix choose`` does.

    ``kind`` and ``about`` keep metrics of one kind, and of one sort of things; ``report`` is as for :func:`compare`.

    >>> import axiomatrix
    >>> chosen = axiomatrix.choose(["right-invariance"], ["triangle-inequality"], kind="distance", about="rankings")
    >>> "spearman-squared" in [candidate.row.name for candidate in chosen.data.fit]
    True

    Raises ``Unknown`` for a name that nothing has, and ``ValueError`` where nothing is wished for.
    """
    known = load_catalogue() if registry is None else registry
    if kind and kind not in KINDS:
        raise Unknown("kind of metric", kind, KINDS)
    if about and about not in (sorts := {metric.about for metric in known.metrics.values()}):
        raise Unknown("sort of things", about, sorts)
    for given in (must, must_not):
        if isinstance(given, str):
            raise TypeError(f"{given!r}: axioms are given in a list, such as must=[{given!r}]")
    yes, no = ([known.read_axiom(_name_of(axiom)) for axiom in axioms] for axioms in (must, must_not))
    if not yes and not no:
        raise ValueError("wish for something: axioms that must hold, or must not (axiomatrix list axioms)")
    return _chosen(yes, no, kind, about, _path(report), known)


def ask(question: str, *, report: PathName = None, registry: Registry | None = None) -> StudyResult[Any]:
    """Answer a question in words, as ``axiomatrix ask`` does.

    ``data`` is the matrix of the metric's cells, a comparison, a choice, the ledger of claims, or the places where the
    words stand, by what is asked. ``report`` is as for :func:`compare`.

    >>> import axiomatrix
    >>> print(axiomatrix.ask("is kendall symmetric?").text().splitlines()[0])
    kendall: symmetry

    Raises ``Unknown`` where the words name nothing that is known.
    """
    known, path = load_catalogue() if registry is None else registry, _path(report)
    asked = understood(question, known)
    notes = []
    if len(question) > MOST_CHARACTERS:
        notes.append(f"the question is long: its first {MOST_CHARACTERS} characters were read")
    if bool(asked.metrics) != bool(asked.axioms) and (meant := nearest(asked.rest, known, MISSPELT)):
        raise Unknown.because(f"{' '.join(asked.rest)!r} names nothing that is known; {meant}")
    if asked.rest and (asked.metrics or asked.axioms):
        hint = "a metric of yours must be registered first: import it, or name its file, --file FILE.py"
        notes.append(f"not understood, and left out: {' '.join(asked.rest)} ({hint})")
    result: StudyResult[Any]
    if len(asked.metrics) == 1 and 0 < len(asked.axioms) <= MOST_CARDS:
        result = _cards(question, asked.metrics[0], asked.axioms, path, known)
    elif asked.metrics:
        one = asked.axioms[:1]
        metrics = [fitting(metric, one[0], known) for metric in asked.metrics] if one else asked.metrics
        result = _compared(metrics, [axiom.asked for axiom in asked.axioms], path, known)
    elif asked.axioms:
        result = _chosen(asked.must, asked.must_not, asked.kind, "", path, known)
    elif claims := claims_asked(question, known):
        result = _ledger(question, claims, path, known)
    elif hits := search(asked.rest, known):
        if path is not None:
            notes.append(f"--report {path} was not read: the words are looked for in formulas, claims and sources")
        places = answer.hits_document(hits, asked.rest)
        result = StudyResult(question, hits, places, lambda: _places(hits))
    else:
        hint = nearest(asked.rest, known) or "name a metric and an axiom (axiomatrix list)"
        raise Unknown.because(f"{question!r} names nothing that is known; {hint}")
    return replace(result, notes=(*notes, *result.notes))


def _cards(
    question: str, metric: Reading, asked: Sequence[Reading], report: Path | None, registry: Registry
) -> StudyResult[Matrix]:
    """A card for each axiom that is asked of one metric."""
    metrics = [fitting(metric, axiom, registry) for axiom in asked]
    rows = [registry.metric(reading.name) for reading in metrics]
    axioms = [registry.read_axiom(axiom.asked, row) for axiom, row in zip(asked, rows, strict=True)]
    ids = [axiom.name for axiom in axioms]
    source = matrix_with(report, list(dict.fromkeys(rows)), ids, registry=registry)

    cards = list(zip(metrics, axioms, strict=True))
    return _result(source.matrix, answer.document(cards, source.matrix, registry, source.origin), source, question)


def _chosen(
    must: Sequence[Reading],
    must_not: Sequence[Reading],
    kind: str,
    about: str,
    report: Path | None,
    registry: Registry,
) -> StudyResult[Choice]:
    named = [(reading, True) for reading in must] + [(reading, False) for reading in must_not]
    every = [m for m in registry.metrics.values() if kind in ("", m.kind) and about in ("", m.about)]
    taken = {reading.asked: axioms_named([reading.asked], [m.name for m in every], registry) for reading, _ in named}
    wishes = list(dict.fromkeys(Wish(reading.shown, taken[reading.asked], holds) for reading, holds in named))
    ids = [id for wish in wishes for id in wish.axioms]
    rows = [m for m in every if any(registry.axiom(id).is_about(m) for id in ids)]
    source = matrix_with(report, rows, ids, some=True, registry=registry)
    chosen = Choice(KnownCells(source.matrix), wishes, kind, about)
    texts = [reading.read_as(taken[reading.asked]) for reading, _ in named if not reading.exact]

    document = choice.document(chosen, kind, about, texts, source.origin)
    return _result(chosen, document, source, title=", ".join(wish.text for wish in wishes))


def _ledger(question: str, claims: Sequence[str], report: Path | None, registry: Registry) -> StudyResult[Any]:
    """What became of claims of the sources."""
    matrix, why = stored_report(report)
    directory = "" if matrix is None else Path(why).parent.as_posix()
    if matrix is None or (report is None and missing(matrix, registry, claims)):
        directory = ""
        rows = list(dict.fromkeys(metric for claim in claims for metric, _ in claimed(claim, registry)))
        matrix = check(*rows, sources=list(claims), profile="quick", registry=registry) if rows else None
        why = f"checked here with profile quick ({why})"
    matrix = matrix or Matrix([], [], [], "quick", 0)
    ledger = built(matrix, registry, list(claims), accounts_of(matrix, registry, list(claims)))

    document = claims_document(ledger, f"Evidence: {why}.", directory)
    return StudyResult(question, ledger, document, lambda: cell_records(matrix))


def claims_asked(question: str, registry: Registry) -> list[str]:
    """The claims of the sources that a question is about, which names no metric and no axiom."""
    asked = understood(question, registry)
    known = {id.upper(): id for source in registry.sources.values() for id in source.claims}
    words = [] if asked.metrics or asked.axioms else asked.rest
    return [known[word.upper()] for word in words if word.upper() in known]


def _places(hits: Iterable[Hit]) -> list[dict[str, Any]]:
    return [{"what": hit.what, "name": hit.name, "text": hit.text} for hit in hits]


def _result(data: Any, document: Document, source: KnownMatrix, title: str = "") -> StudyResult[Any]:
    return StudyResult(
        title or plain(document.title), data, document, lambda: cell_records(source.matrix), source.notes
    )


def registered(metrics: Sequence[Metric | str], registry: Registry | None) -> Registry:
    """The registry, in which metrics that are given as such are registered from now on."""
    known = load_catalogue() if registry is None else registry
    for metric in metrics:
        if isinstance(metric, Metric) and not known.has(metric):
            known.add_metric(metric)
    return known


def _name_of(axiom: Named) -> str:
    return axiom if isinstance(axiom, str) else as_statement(axiom).axiom.id


def _path(report: PathName) -> Path | None:
    return None if report is None else Path(report)


def _relations(report: Path | None) -> list[MetricRelation]:
    """The relations beside the report, if they are there."""
    path = (report or REPORT).with_name("relations.json")
    return RELATIONS.read(path, RELATIONS.taken).relations if path.exists() else []
