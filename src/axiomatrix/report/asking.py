"""``ask``, ``choose`` and ``compare``: questions about what is known of metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from ..catalogue import load_catalogue
from ..catalogue.practice import PracticeTopic, topics_of
from ..engine.check import check
from ..evidence.cell import arguments_of
from ..evidence.matrix import Matrix
from ..model.axiom import KINDS, as_statement
from ..model.claim import Named, SourceClaim
from ..model.metric import Metric
from ..model.names import Reading, texts_of_readings
from ..model.registry import Registry, Unknown
from ..studies.ask.answering import QuestionAnswer, Reply, find_answer, metric_asked, variants
from ..studies.ask.choosing import Choice, Wish
from ..studies.ask.comparing import KnownCells, MetricComparison, fitting, of_one_sort
from ..studies.ask.question import (
    MISSPELT,
    MOST_CHARACTERS,
    AskedBound,
    Hit,
    NamedQuestion,
    find_axioms,
    nearest,
    search,
    understood,
)
from ..studies.ledger.building import accounts_of, built, claimed, missing
from ..studies.relate.answer import MetricRelation
from ..studies.relate.run import Columns, paired, related_pairs
from .document import Document, plain_text
from .json_reports import RELATIONS
from .known import KnownMatrix, library_report_beside, matrix_with, stored_reports
from .results import REPORT, StudyResult, cell_records
from .subjects import answer, comparison
from .subjects import practice as practised
from .subjects.claims import claims_document
from .topics import topic_matrix

DECIDED_WHEN_ASKED = {
    "lies-between": "lies-between(low=0, high=1)",
    "value-only-on-equal": "value-only-on-equal(value=1)",
}
"""By axiom the statement that is decided where nothing declares one."""
PathName = Path | str | None


class Draft(NamedTuple):
    """The result of a study, and the document of it."""

    data: Any
    document: Document
    records: Callable[[], list[dict[str, Any]]]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Any, document: Document, source: KnownMatrix) -> Draft:
        """The draft of what is answered from a matrix."""
        return cls(data, document, lambda: cell_records(source.matrix), source.notes)


def compare(
    *metrics: Metric | str, axioms: Sequence[Named] = (), report: PathName = None, registry: Registry | None = None
) -> StudyResult[MetricComparison]:
    """Compare metrics: their axioms side by side, differences first, as ``axiomatrix compare`` does.

    Below the table are the relations that the report knows, and of each two of up to four the smallest instance on
    which their values differ. ``report`` is a ``compliance.json`` to answer from; by default it is the one in
    ``reports`` if it has the metrics. Else they are checked with the profile ``quick``.

    >>> import axiomatrix
    >>> compared = axiomatrix.compare("kendall", "spearman-distance[squared]")
    >>> [name.name for name in compared.data.readings]
    ['kendall', 'spearman-distance[squared]']

    Raises ``Unknown`` for a name that nothing has, ``ValueError`` for one metric or metrics of different things.
    """
    known = registered(metrics, registry)
    readings = [known.read_metric(metric if isinstance(metric, str) else metric.name) for metric in metrics]
    named = [reading for axiom in axioms for reading in _wished(axiom, known)[0]]
    if len(readings) < 2:
        raise ValueError("compare takes two metrics or more, such as compare('kendall', 'footrule')")
    return _result(_compared(readings, named, _path(report), known))


def _compared(
    readings: Sequence[Reading], axioms: Sequence[Reading], report: Path | None, registry: Registry, kind: str = ""
) -> Draft:
    """The comparison: of what sort the metrics are is settled by what each name may mean."""
    chosen = of_one_sort(readings, registry)
    rows = [registry.metric(reading.name) for reading in chosen]
    relations = _relations(rows, report, registry)
    if len({row.about for row in rows}) > 1 and not relations:
        raise ValueError("; ".join(f"{one.asked} is about {row.about}" for one, row in zip(chosen, rows, strict=True)))
    ids = list(dict.fromkeys(id for axiom in axioms for id in _readings_taken(axiom, rows, registry)))
    source = matrix_with(report, rows, ids, registry=registry)
    compared = MetricComparison(KnownCells(source.matrix), chosen, ids)
    return Draft.of(compared, comparison.document(compared, registry, relations, source.origin, kind), source)


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
    >>> "spearman-distance[squared]" in [candidate.row.name for candidate in chosen.data.fit]
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
    yes: list[Reading] = []
    no: list[Reading] = []
    for axioms, wanted in ((must, True), (must_not, False)):
        for axiom in axioms:
            readings, holds = _wished(axiom, known)
            (yes if holds is wanted else no).extend(readings)
    if not yes and not no:
        raise ValueError("wish for something: axioms that must hold, or must not (axiomatrix show axioms)")
    return _result(_chosen(yes, no, kind, about, _path(report), known))


def ask(question: str, *, report: PathName = None, registry: Registry | None = None) -> StudyResult[Any]:
    """Answer a question in words, as ``axiomatrix ask`` does.

    ``data`` is the answer of one metric, a comparison, a choice, the ledger of claims, or the places where the words
    stand, by the kind of question. Words that are not known are named before anything is answered. ``report`` is as for
    :func:`compare`.

    >>> import axiomatrix
    >>> axiomatrix.ask("is kendall symmetric?").data.reply
    <Reply.YES: 'yes'>

    Raises ``Unknown`` where the words name nothing that is known.
    """
    known, path = load_catalogue() if registry is None else registry, _path(report)
    named = understood(question, known)
    notes = []
    if len(question) > MOST_CHARACTERS:
        notes.append(f"the question is long: its first {MOST_CHARACTERS} characters were read")
    if bool(named.metrics) != bool(named.axioms) and (meant := nearest(named.rest, known, MISSPELT)):
        raise Unknown.because(f"{' '.join(named.rest)!r} names nothing that is known; {meant}")
    unknown = named.rest
    practice = topics_of(question)
    is_choice = named.axioms and (len(named.axioms) > 1 or named.kind or question.split()[0].casefold() == "which")
    if practice and (named.rest or not (named.metrics or is_choice)):
        return _result(_practised(practice, path, known), question)
    if named.is_inequality:
        bound, inequality = named.as_bound(known)
        if len(abouts := {known.metric(metric.name).about for metric in named.metrics}) > 1:
            raise ValueError(f"{inequality.text}: one is about {' and the other about '.join(sorted(abouts))}")
        draft = _answered(question, bound, path, known, inequality)
    elif len(named.metrics) == 1 and named.axioms:
        draft = _answered(question, named, path, known)
    elif named.metrics:
        first = named.axioms[:1]
        metrics = [fitting(metric, first[0], known) for metric in named.metrics] if first else named.metrics
        try:
            is_kind = named.kind if question.split()[0].casefold() in ("is", "isn't", "are") else ""
            draft = _compared(metrics, named.axioms, path, known, is_kind)
        except ValueError as error:
            raise ValueError(f"{error}; not known here: {' '.join(unknown)}" if unknown else str(error)) from None
    elif named.axioms:
        draft = _chosen(named.must, named.must_not, named.kind, "", path, known)
    elif claims := claims_asked(question, known):
        draft, unknown = _ledger(claims, path, known), [word for word in unknown if word.upper() not in claims]
    elif hits := search(named.rest, known):
        if path is not None:
            notes.append(f"--report {path} was not read: the words are looked for in formulas, claims and sources")
        draft, unknown = Draft(hits, answer.hits_document(hits, named.rest), lambda: _places(hits)), []
    else:
        hint = nearest(named.rest, known) or "name a metric and an axiom (axiomatrix show metrics)"
        raise Unknown.because(f"{question!r} names nothing that is known; {hint}")
    if practice and isinstance(draft.data, QuestionAnswer) and draft.data.reply is Reply.SILENT:
        draft = draft._replace(document=practised.instead(draft.document, _practised(practice, path, known).document))
    elif practice:
        draft = draft._replace(document=practised.with_hint(draft.document, practice))
    document = answer.with_unknown_words(draft.document, unknown, known) if unknown else draft.document
    return _result(draft._replace(document=document, notes=(*notes, *draft.notes)), question)


def _practised(topics: Sequence[PracticeTopic], report: Path | None, registry: Registry) -> Draft:
    """The first topic of practice, and which others there are."""
    topic, *others = topics
    source = topic_matrix(topic, report, registry)
    libraries = library_report_beside(report)
    document = practised.document(topic, source.matrix, libraries, registry, source.origin, others)
    return Draft.of(topic, document, source)


def _answered(
    text: str, asked: NamedQuestion, report: Path | None, registry: Registry, inequality: AskedBound | None = None
) -> Draft:
    """Answer a question about one metric, for every reading of its name; an inequality is one statement."""
    written = "" if inequality is None else inequality.statement
    (metric,) = asked.metrics
    readings = (metric_asked(metric, axiom, asked, registry) for axiom in asked.axioms)
    by_name = {reading.name: reading for reading in readings}
    rows = [registry.metric(name) for name in by_name]
    others = variants(next(iter(by_name.values())), asked.axioms, registry) if len(by_name) == 1 else []
    beside = [registry.metric(name) for name in others]
    ids = _readings_about([*rows, *beside], asked.axioms, registry)
    source = matrix_with(report, rows, ids, registry=registry, beside=beside)
    if written:
        source = source._replace(matrix=_only(written, source.matrix, registry))
    result = find_answer(metric, asked, others, KnownCells(source.matrix), registry, inequality)
    usual = (DECIDED_WHEN_ASKED[part.id] for part in result.chosen.parts if part.id in DECIDED_WHEN_ASKED)
    if result.reply is Reply.SILENT and (undeclared := written or next(usual, "")):
        matrix = _only(undeclared, decided_now(undeclared, ids, [*rows, *beside], registry), registry)
        source = KnownMatrix(matrix, f"decided now, profile quick: nothing declares {undeclared}")
        result = find_answer(metric, asked, others, KnownCells(matrix), registry, inequality)
    is_yes_or_no = text.split()[0].casefold() not in answer.OPEN_QUESTIONS

    document = answer.document(result, source.matrix, registry, source.origin, is_yes_or_no=is_yes_or_no)
    return Draft.of(result, document, source)


def _only(written: str, matrix: Matrix, registry: Registry) -> Matrix:
    """The cells of that statement, of those of its axiom, and all others."""
    statement = registry.statement(written)
    wanted = arguments_of(statement)
    cells = [cell for cell in matrix.cells if cell.axiom != statement.axiom.id or cell.arguments == wanted]
    return structs.replace(matrix, cells=cells)


def decided_now(written: str, axioms: Sequence[str], rows: Sequence[Metric], registry: Registry) -> Matrix:
    """The cells of these axioms, among them those of a statement that none of these metrics declares."""
    scratch, question = Registry(registry), SourceClaim("question", written)
    for row in rows:
        claims = question.conjectured(registry.statement(written, row))
        scratch.metrics[row.name] = replace(row, claims=(*row.claims, *claims))
    matrix = check(*(row.name for row in rows), axioms=axioms, profile="quick", registry=scratch)
    return structs.replace(matrix, cells=[structs.replace(cell, claims=[]) for cell in matrix.cells])


def _readings_about(rows: Sequence[Metric], axioms: Sequence[Reading], registry: Registry) -> tuple[str, ...]:
    """The readings of axioms that are about one of the metrics; of an axiom that is about none, the usual one."""
    ids: dict[str, None] = {}
    for axiom in axioms:
        about = [id for id in axiom.means if any(registry.axiom(id).is_about(row) for row in rows)]
        ids |= dict.fromkeys(about or [axiom.name])
    return tuple(ids)


def _chosen(
    must: Sequence[Reading],
    must_not: Sequence[Reading],
    kind: str,
    about: str,
    report: Path | None,
    registry: Registry,
) -> Draft:
    named = [(reading, True) for reading in must] + [(reading, False) for reading in must_not]
    every = [m for m in registry.metrics.values() if kind in ("", m.kind) and about in ("", m.about)]
    rows_taken = [_readings_taken(reading, every, registry) for reading, _ in named]
    wished = zip(named, rows_taken, strict=True)
    wishes = list(dict.fromkeys(Wish(reading.shown, means, holds) for (reading, holds), means in wished))
    ids = [id for wish in wishes for id in wish.axioms]
    rows = [m for m in every if any(registry.axiom(id).is_about(m) for id in ids)]
    source = matrix_with(report, rows, ids, some=True, registry=registry)
    chosen = Choice(KnownCells(source.matrix), wishes, kind, about)
    texts = texts_of_readings((reading, means) for (reading, _), means in zip(named, rows_taken, strict=True))
    texts += [f"{id}: {says}" for id in dict.fromkeys(ids) if (says := registry.axiom(id).sentence_of({}))]

    return Draft.of(chosen, answer.choice_document(chosen, kind, about, texts, source.origin), source)


def _ledger(claims: Sequence[str], report: Path | None, registry: Registry) -> Draft:
    """Answer a question about claims of the sources."""
    reasons = []
    for stored in stored_reports(report):
        if stored.matrix is not None and (report is not None or not missing(stored.matrix, registry, claims)):
            known, why, directory = stored.matrix, stored.name, stored.directory
            break
        reasons.append(stored.name)
    else:
        rows = list(dict.fromkeys(metric for claim in claims for metric, _ in claimed(claim, registry)))
        known = Matrix([], [], [], "quick", 0)
        if rows:
            known = check(*rows, sources=list(claims), profile="quick", registry=registry)
        why, directory = f"checked here with profile quick ({reasons[0]})", ""
    ledger = built(known, registry, list(claims), accounts_of(known, registry, list(claims)))

    return Draft(ledger, claims_document(ledger, f"Evidence: {why}.", directory), lambda: cell_records(known))


def claims_asked(question: str, registry: Registry) -> list[str]:
    """The claims of the sources that a question is about, which names no metric and no axiom."""
    named = understood(question, registry)
    known = {id.upper(): id for source in registry.sources.values() for id in source.claims}
    words = [] if named.metrics or named.axioms else named.rest
    return [known[word.upper()] for word in words if word.upper() in known]


def _places(hits: Iterable[Hit]) -> list[dict[str, Any]]:
    return [{"what": hit.what, "name": hit.name, "text": hit.text} for hit in hits]


def _result(draft: Draft, title: str = "") -> StudyResult[Any]:
    return StudyResult(
        title or plain_text(draft.document.title), draft.data, draft.document, draft.records, draft.notes
    )


def registered(metrics: Sequence[Metric | str], registry: Registry | None) -> Registry:
    """The registry, in which metrics that are given as such are registered from now on."""
    known = load_catalogue() if registry is None else registry
    for metric in metrics:
        if isinstance(metric, Metric) and not known.has(metric):
            known.add_metric(metric)
    return known


def _wished(axiom: Named, registry: Registry) -> tuple[list[Reading], bool]:
    """The axioms that are named, and whether the name says that they hold; ``Unknown`` for what names none."""
    name = axiom if isinstance(axiom, str) else as_statement(axiom).axiom.id
    readings, holds = find_axioms(name, registry)
    return readings or [registry.read_axiom(name)], holds


def _readings_taken(axiom: Reading, rows: Sequence[Metric], registry: Registry) -> tuple[str, ...]:
    """The readings of an axiom that are taken: of each metric the first that is about it, else the usual one."""
    firsts = (next((id for id in axiom.means if registry.axiom(id).is_about(row)), axiom.name) for row in rows)
    return tuple(dict.fromkeys(firsts))


def _path(report: PathName) -> Path | None:
    return None if report is None else Path(report)


def _relations(rows: Sequence[Metric], report: Path | None, registry: Registry) -> Sequence[MetricRelation]:
    """The relations beside the report; of two exact metrics that it has none of, those that are enumerated now."""
    path, names = (report or REPORT).with_name("relations.json"), {row.name for row in rows}
    stored = RELATIONS.read(path, RELATIONS.decode).relations if path.exists() else []
    about = [relation for relation in stored if {relation.a, relation.b} <= names]
    if about or len(names) != 2 or not all(row.exact for row in rows):
        return about
    one, other = dict.fromkeys(rows)
    return related_pairs(paired(one, other), Columns(registry)).relations
