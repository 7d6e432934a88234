"""``ask``, ``choose`` and ``compare``: answer questions about metrics, for Python and for the commands of that name.

Each reads its arguments, finds a matrix with the answer (``report/known.py``: a stored report, or else a quick check),
computes the answer (``studies/ask``), and lays it out as a document (``report/subjects``). A *topic of practice* is a
defect met in evaluation code, which some questions are about.

A *reading* is a name as the user wrote it (``asked``; ``shown`` in the field's spelling) with the ids of the metrics,
or axioms, that it may mean (``means``). It has several for a metric with variants, and for an axiom with a version for
each sort of arguments, such as rankings. ``name`` is the most likely id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..catalogue import load_catalogue
from ..catalogue.practice import PracticeTopic, topics_of
from ..engine.check import check
from ..evidence.matrix import Matrix
from ..model.axiom import KINDS, as_statement
from ..model.claim import Named
from ..model.metric import Metric
from ..model.names import Reading, texts_of_readings
from ..model.registry import Registry, Unknown
from ..studies.ask.answering import QuestionAnswer, Reply, find_answer, other_rows_of_name, reading_for_axiom_or_topic
from ..studies.ask.choosing import Choice, Wish
from ..studies.ask.comparing import KnownCells, MetricComparison, reading_for_axiom, readings_of_one_sort
from ..studies.ask.question import (
    MAX_QUESTION_CHARACTERS,
    MISSPELT_SIMILARITY,
    AskedBound,
    NamedQuestion,
    find_axioms,
    read_question,
    search,
    suggestion,
)
from ..studies.ledger.building import accounts_of, build_ledger, declarations_of, missing_cells
from .document import Document, plain_text
from .known import (
    KnownMatrix,
    decide_now,
    library_report_beside,
    matrix_with,
    relations_between,
    stored_reports,
    with_one_statement,
)
from .results import StudyResult, cell_records
from .subjects import answer as answer_subject
from .subjects import comparison as comparison_subject
from .subjects import practice as practice_subject
from .subjects.claims import claims_document
from .topics import topic_matrix

PathName = Path | str | None


class Draft(NamedTuple):
    """An answer before it gets its title. The fields are those of :class:`StudyResult`."""

    data: Any
    document: Document
    records: Callable[[], list[dict[str, Any]]]
    """Computes the rows of a table of the answer."""
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Any, document: Document, source: KnownMatrix) -> Draft:
        """A draft answered from a matrix, whose cells are its table and whose notes come with it."""
        return cls(data, document, lambda: cell_records(source.matrix), source.notes)

    def result(self, title: str = "") -> StudyResult[Any]:
        """The answer under a title, by default that of its document."""
        return StudyResult(title or plain_text(self.document.title), self.data, self.document, self.records, self.notes)


# --- compare --------------------------------------------------------------------------------------------------------


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
    catalogue = registry_with(metrics, registry)
    readings = [catalogue.read_metric(metric if isinstance(metric, str) else metric.name) for metric in metrics]
    named_axioms = (_named_axioms(axiom, catalogue) for axiom in axioms)
    axiom_readings = [reading for readings_of_axiom, _holds in named_axioms for reading in readings_of_axiom]
    if len(readings) < 2:
        raise ValueError("compare takes two or more metrics, such as compare('kendall', 'footrule')")
    return _comparison_draft(readings, axiom_readings, None if report is None else Path(report), catalogue).result()


def _comparison_draft(
    readings: Sequence[Reading], axioms: Sequence[Reading], report: Path | None, registry: Registry, kind: str = ""
) -> Draft:
    """Compare metrics, reading ambiguous names so that all metrics have the same sort of arguments.

    Metrics of different sorts can be compared only if a relation between them is known. ``kind`` is the kind of metric
    that the question asks about ("is it a distance?"), or empty.
    """
    same_sort = readings_of_one_sort(readings, registry)  # or the first readings, if no sort fits all
    rows = [registry.metric(reading.name) for reading in same_sort]
    relations = relations_between(rows, report, registry)
    if len({row.about for row in rows}) > 1 and not relations:
        sorts = (f"{reading.asked} is about {row.about}" for reading, row in zip(same_sort, rows, strict=True))
        raise ValueError(f"cannot compare: {'; '.join(sorts)}")
    axiom_ids = list(dict.fromkeys(id for axiom in axioms for id in _applicable_readings(axiom, rows, registry)))
    source = matrix_with(report, rows, axiom_ids, registry=registry)
    compared = MetricComparison(KnownCells(source.matrix), same_sort, axiom_ids)
    return Draft.of(compared, comparison_subject.document(compared, registry, relations, source.origin, kind), source)


# --- choose ---------------------------------------------------------------------------------------------------------


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

    ``kind`` and ``about`` restrict the kind and the sort of the metrics; ``report`` is as for :func:`compare`.

    >>> import axiomatrix
    >>> chosen = axiomatrix.choose(["right-invariance"], ["triangle-inequality"], kind="distance", about="rankings")
    >>> "spearman-distance[squared]" in [candidate.row.name for candidate in chosen.data.fit]
    True

    Raises ``Unknown`` for an unknown name, and ``ValueError`` if no axiom is named.
    """
    catalogue = load_catalogue() if registry is None else registry
    if kind and kind not in KINDS:
        raise Unknown("kind of metric", kind, KINDS)
    if about and about not in (sorts := {metric.about for metric in catalogue.metrics.values()}):
        raise Unknown("sort of things", about, sorts)
    for axioms in (must, must_not):
        if isinstance(axioms, str):  # a sequence too, but of letters
            raise TypeError(f"{axioms!r}: write axioms as a list, such as must=[{axioms!r}]")
    must_hold: list[Reading] = []
    must_fail: list[Reading] = []
    for axioms, is_wanted in ((must, True), (must_not, False)):
        for axiom in axioms:
            readings, holds = _named_axioms(axiom, catalogue)
            if holds is is_wanted:
                must_hold += readings
            else:  # such as must=["asymmetric"], which names symmetry and says that it does not hold
                must_fail += readings
    if not must_hold and not must_fail:
        raise ValueError("name at least one axiom that must or must not hold (axiomatrix show axioms)")
    path = None if report is None else Path(report)
    return _choice_draft(must_hold, must_fail, kind, about, path, catalogue).result()


def _choice_draft(
    must: Sequence[Reading],
    must_not: Sequence[Reading],
    kind: str,
    about: str,
    report: Path | None,
    registry: Registry,
) -> Draft:
    """Choose the metrics that satisfy the axioms ``must`` and violate ``must_not``, by the cells of a report."""
    candidates = [m for m in registry.metrics.values() if kind in ("", m.kind) and about in ("", m.about)]
    meanings: list[tuple[Reading, tuple[str, ...]]] = []  # readings with the axioms that they mean for the candidates
    wish_once: dict[Wish, None] = {}
    for axioms, must_hold in ((must, True), (must_not, False)):
        for axiom in axioms:
            means = _applicable_readings(axiom, candidates, registry)
            meanings.append((axiom, means))
            wish_once[Wish(axiom.shown, means, must_hold)] = None
    wishes = list(wish_once)
    axiom_ids = [id for wish in wishes for id in wish.axioms]
    rows = [m for m in candidates if any(registry.axiom(id).is_about(m) for id in axiom_ids)]
    source = matrix_with(report, rows, axiom_ids, allow_missing_rows=True, registry=registry)
    chosen = Choice(KnownCells(source.matrix), wishes, kind, about)
    texts = texts_of_readings(meanings)
    sentences = {id: registry.axiom(id).sentence_of({}) for id in axiom_ids}
    texts += [f"{id}: {sentence}" for id, sentence in sentences.items() if sentence]
    return Draft.of(chosen, answer_subject.choice_document(chosen, kind, about, texts, source.origin), source)


# --- ask ------------------------------------------------------------------------------------------------------------


def ask(question: str, *, report: PathName = None, registry: Registry | None = None) -> StudyResult[Any]:
    """Answer a question in words, as ``axiomatrix ask`` does.

    ``data`` depends on the question: the answer about one metric, a comparison, a choice, the ledger of claims, or the
    places where the words occur. Unknown words are listed before the answer. ``report`` is as for :func:`compare`.

    >>> import axiomatrix
    >>> axiomatrix.ask("is kendall symmetric?").data.reply
    <Reply.YES: 'yes'>

    Raises ``Unknown`` if the words name nothing known.
    """
    catalogue = load_catalogue() if registry is None else registry
    path = None if report is None else Path(report)
    named = read_question(question, catalogue)
    notes = []
    if len(question) > MAX_QUESTION_CHARACTERS:
        notes.append(f"the question is too long: only its first {MAX_QUESTION_CHARACTERS} characters were read")
    # with only a metric or only an axiom, the other may be misspelt among the words that name nothing
    if bool(named.metrics) != bool(named.axioms) and (hint := suggestion(named.unread, catalogue, MISSPELT_SIMILARITY)):
        raise Unknown.because(f"{' '.join(named.unread)!r} matches no known name; {hint}")
    topics = topics_of(question)
    # such as "which distances are symmetric?"
    is_choice = named.axioms and (len(named.axioms) > 1 or named.kind or question.split()[0].casefold() == "which")
    # a topic of practice answers alone if other words name nothing, or if no metric is named or wished for
    if topics and (named.unread or not (named.metrics or is_choice)):
        draft = _practice_draft(topics, path, catalogue)
        return draft._replace(notes=(*notes, *draft.notes)).result(question)
    draft, unknown_words = _draft_of(question, named, path, catalogue)
    # a topic replaces a silent answer, and is only mentioned below any other answer
    if topics and isinstance(draft.data, QuestionAnswer) and draft.data.reply is Reply.SILENT:
        topic_document = _practice_draft(topics, path, catalogue).document
        draft = draft._replace(document=practice_subject.with_topic_instead(draft.document, topic_document))
    elif topics:
        draft = draft._replace(document=practice_subject.with_hint(draft.document, topics))
    document = draft.document
    if unknown_words:
        document = answer_subject.with_unknown_words(document, unknown_words, catalogue)
    return draft._replace(document=document, notes=(*notes, *draft.notes)).result(question)


def _draft_of(
    question: str, named: NamedQuestion, path: Path | None, registry: Registry
) -> tuple[Draft, Sequence[str]]:
    """Answer by what the question names: a bound, a metric and an axiom, metrics, axioms, claims, or words of texts.

    The second value are the words that the answer does not take into account, since they name nothing.
    """
    if named.is_inequality:  # such as "is kendall <= footrule?"
        # the inequality as a question on the axiom upper-bound or lower-bound of one metric, and its parts
        bound, inequality = named.as_bound(registry)
        if len(sorts := {registry.metric(metric.name).about for metric in named.metrics}) > 1:
            raise ValueError(f"{inequality.text}: cannot compare a metric of {' with one of '.join(sorted(sorts))}")
        return _answer_draft(question, bound, path, registry, inequality), named.unread
    if len(named.metrics) == 1 and named.axioms:
        return _answer_draft(question, named, path, registry), named.unread
    if named.metrics:
        return _draft_of_metrics(question, named, path, registry), named.unread
    if named.axioms:
        return _choice_draft(named.must, named.must_not, named.kind, "", path, registry), named.unread
    if claims := claims_asked(question, registry):  # such as "KV6"
        return _ledger_draft(claims, path, registry), [word for word in named.unread if word.upper() not in claims]
    if hits := search(named.unread, registry):
        unread = f"--report {path} is not used: the words are searched in formulas, claims and sources"
        records = [{"what": hit.what, "name": hit.name, "text": hit.text} for hit in hits]
        document = answer_subject.hits_document(hits, named.unread)
        return Draft(hits, document, lambda: records, notes=() if path is None else (unread,)), []
    hint = suggestion(named.unread, registry) or "name a metric and an axiom (axiomatrix show metrics)"
    raise Unknown.because(f"{question!r} matches nothing known; {hint}")


def _draft_of_metrics(question: str, named: NamedQuestion, path: Path | None, registry: Registry) -> Draft:
    """Compare the metrics that a question names, in the reading that its first axiom is about."""
    metrics = named.metrics
    if named.axioms:
        metrics = [reading_for_axiom(metric, named.axioms[0], registry) for metric in named.metrics]
    asked_kind = named.kind if question.split()[0].casefold() in ("is", "isn't", "are") else ""
    try:
        return _comparison_draft(metrics, named.axioms, path, registry, asked_kind)
    except ValueError as error:
        raise ValueError(f"{error}; unknown words: {' '.join(named.unread)}" if named.unread else str(error)) from None


def _practice_draft(topics: Sequence[PracticeTopic], report: Path | None, registry: Registry) -> Draft:
    """Answer with the first of these topics of practice; the document names the others."""
    topic, *others = topics
    source = topic_matrix(topic, report, registry)
    libraries = library_report_beside(report)
    document = practice_subject.document(topic, source.matrix, libraries, registry, source.origin, others)
    return Draft.of(topic, document, source)


DECIDED_WHEN_ASKED = {
    "lies-between": "lies-between(low=0, high=1)",
    "value-only-on-equal": "value-only-on-equal(value=1)",
}
"""Statements of axioms with arguments that are decided for a question if nothing declares one, by axiom."""


def _answer_draft(
    text: str, question: NamedQuestion, report: Path | None, registry: Registry, inequality: AskedBound | None = None
) -> Draft:
    """Answer a question about one metric, for every reading of its name.

    An inequality between metrics is a single statement. It is decided now if no report has it, like a statement of
    ``DECIDED_WHEN_ASKED`` about which the report has nothing.
    """
    (metric,) = question.metrics
    # different axioms may need different readings of the metric's name
    readings = (reading_for_axiom_or_topic(metric, axiom, question, registry) for axiom in question.axioms)
    reading_by_name = {reading.name: reading for reading in readings}
    rows = [registry.metric(name) for name in reading_by_name]
    first, *further = reading_by_name.values()
    # a question about a single metric shows its other variants too
    other_names = [] if further else other_rows_of_name(first, question.axioms, registry)
    other_rows = [registry.metric(name) for name in other_names]
    axiom_ids = _readings_about([*rows, *other_rows], question.axioms, registry)
    source = matrix_with(report, rows, axiom_ids, registry=registry, extra_rows=other_rows)
    bound = "" if inequality is None else inequality.statement
    if bound:
        source = source._replace(matrix=with_one_statement(source.matrix, bound, registry))
    result = find_answer(metric, question, other_names, KnownCells(source.matrix), registry, inequality)
    axioms_of_results = (axiom_result.id for axiom_result in result.chosen.results)
    decidable = bound or next((DECIDED_WHEN_ASKED[id] for id in axioms_of_results if id in DECIDED_WHEN_ASKED), "")
    if result.reply is Reply.SILENT and decidable:  # the report has no cell for a statement that can be decided
        matrix = decide_now(decidable, axiom_ids, [*rows, *other_rows], registry)
        matrix = with_one_statement(matrix, decidable, registry)
        source = KnownMatrix(matrix, f"decided now, profile quick: {decidable} is not declared")
        result = find_answer(metric, question, other_names, KnownCells(matrix), registry, inequality)
    is_yes_or_no = text.split()[0].casefold() not in answer_subject.OPEN_QUESTIONS
    document = answer_subject.document(result, source.matrix, registry, source.origin, is_yes_or_no=is_yes_or_no)
    return Draft.of(result, document, source)


def _readings_about(rows: Sequence[Metric], axioms: Sequence[Reading], registry: Registry) -> tuple[str, ...]:
    """The ids of all readings that apply to one of the metrics; for an axiom without any, its usual reading."""
    ids: dict[str, None] = {}
    for axiom in axioms:
        applicable = [id for id in axiom.means if any(registry.axiom(id).is_about(row) for row in rows)]
        ids |= dict.fromkeys(applicable or [axiom.name])
    return tuple(ids)


def _ledger_draft(claims: Sequence[str], report: Path | None, registry: Registry) -> Draft:
    """Answer a question about claims of the sources, from a report that has all their cells, or else checked now."""
    reasons_unused = []
    for stored in stored_reports(report):
        # a report that the user names is used even if it lacks cells
        if stored.matrix is not None and (report is not None or not missing_cells(stored.matrix, registry, claims)):
            matrix, origin, directory = stored.matrix, stored.name, stored.directory
            break
        reasons_unused.append(stored.unusable or stored.name)
    else:  # no report can answer, and at least the first one gave a reason
        rows = list(dict.fromkeys(metric for claim in claims for metric, _ in declarations_of(claim, registry)))
        matrix = Matrix([], [], [], "quick", 0)
        if rows:
            matrix = check(*rows, sources=list(claims), profile="quick", registry=registry)
        origin, directory = f"checked here with profile quick ({reasons_unused[0]})", ""
    ledger = build_ledger(matrix, registry, list(claims), accounts_of(matrix, registry, list(claims)))
    return Draft(ledger, claims_document(ledger, f"Evidence: {origin}.", directory), lambda: cell_records(matrix))


def claims_asked(question: str, registry: Registry) -> list[str]:
    """The claims that a question names; none if it also names a metric or an axiom."""
    named = read_question(question, registry)
    id_by_upper = {id.upper(): id for source in registry.sources.values() for id in source.claims}
    words = [] if named.metrics or named.axioms else named.unread
    return [id_by_upper[word.upper()] for word in words if word.upper() in id_by_upper]


# --- names of metrics and axioms ------------------------------------------------------------------------------------


def registry_with(metrics: Sequence[Metric | str], registry: Registry | None) -> Registry:
    """Add the metrics that the registry (by default the catalogue) lacks, and return it."""
    catalogue = load_catalogue() if registry is None else registry
    for metric in metrics:
        if isinstance(metric, Metric) and not catalogue.has(metric):
            catalogue.add_metric(metric)
    return catalogue


def _named_axioms(axiom: Named, registry: Registry) -> tuple[list[Reading], bool]:
    """The axioms of a name; False if it denies them ("asymmetric"), else True. Raises ``Unknown`` if there are none."""
    name = axiom if isinstance(axiom, str) else as_statement(axiom).axiom.id
    readings, holds = find_axioms(name, registry)
    return readings or [registry.read_axiom(name)], holds


def _applicable_readings(axiom: Reading, rows: Sequence[Metric], registry: Registry) -> tuple[str, ...]:
    """The ids of an axiom's readings for these metrics: for each the first that applies, or else the usual one."""
    ids: dict[str, None] = {}
    for row in rows:
        ids[next((id for id in axiom.means if registry.axiom(id).is_about(row)), axiom.name)] = None
    return tuple(ids)
