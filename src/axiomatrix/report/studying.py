"""``relate`` and ``explore`` for Python: run the study in this process and return its result.

The commands of that name share :func:`require_pairs` and :func:`relation_result`. The document of a result is what
``print(result)`` shows. An *inquiry* is a statement about a metric that an exploration is to decide. It becomes a
*question* of the answer, which has the outcome for each number of items n, its *size*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ..engine.executor import Serial
from ..engine.store import Store
from ..model.claim import Named
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from ..spaces import GivenLists
from ..studies.explore.answer import Answer
from ..studies.explore.beside import readings_beside
from ..studies.explore.chunks import forget_definitions
from ..studies.explore.inquiry import Inquiry, NothingToExplore, inquiries_declared, inquiries_named
from ..studies.explore.run import ExplorationRun
from ..studies.parameter_values import AnsweredStatement, statement_values
from ..studies.relate.answer import MetricRelation, Related
from ..studies.relate.domains import domain_name
from ..studies.relate.run import Columns, MetricPair, all_pairs, pairs_by_cut, relate_pairs
from .asking import registry_with
from .document import Document
from .pictures.constants import draw_constants
from .pictures.plotting import as_svg
from .results import StudyResult
from .subjects import exploration
from .subjects.comparison import difference_blocks
from .subjects.metric import values_document
from .subjects.relations import pair_document, partners_document

FLOATS_NOTE = (
    "One of the two is in floats: identities, constants and agreement are not decided, and values differ only if "
    "rounding cannot explain it."
)


def relate(
    a: Metric | str, b: Metric | str | None = None, *, registry: Registry | None = None
) -> StudyResult[Sequence[MetricRelation]]:
    """Relate two metrics, or one to all that share its arguments, as ``axiomatrix relate`` does.

    ``data`` are the relations: identities, refinements, best constants and agreement, decided by enumeration. Of two
    metrics the text ends with the smallest instance on which they differ; of metrics in floats it has nothing else.

    >>> import axiomatrix
    >>> [relation.kind for relation in axiomatrix.relate("kendall", "kendall-tau").data]
    ['affine']

    Raises ``Unknown`` for a name that nothing has, ``ValueError`` for metrics that have nothing in common.
    """
    metrics = [a] if b is None else [a, b]
    catalogue = registry_with(metrics, registry)
    rows = [catalogue.metric(metric) for metric in metrics]
    # the enumeration that decides relations needs exact values: of floats, only differences are shown
    if b is not None and not all(row.exact for row in rows):
        require_pairs(rows)
        return relation_result(rows, Related({}, [], []), catalogue, in_floats=True)
    pairs = require_pairs(rows) if b is not None else all_pairs(rows, list(catalogue.metrics.values()))
    # explained: with the reasons why no stronger relation holds
    related = relate_pairs(pairs, Columns(catalogue), explained=b is not None)
    if b is not None and not related.relations:
        raise ValueError("; ".join(map(str, related.left_out)))
    return relation_result(rows, related, catalogue)


def require_pairs(rows: Sequence[Metric], given: GivenLists | None = None) -> list[MetricPair]:
    """Pair the two metrics under each cut-off that they share; ``ValueError`` if they have nothing in common.

    Metrics without a cut-off are one pair. ``given`` are the judged lists of ``--instances``, on which the metrics are
    compared instead of enumerated ones.
    """
    a, b = rows
    if a is b:
        raise ValueError(f"{a.name} is related to itself; name another metric")
    about_a, about_b = (domain_name(tuple(row.arguments.values())) for row in rows)
    pairs = pairs_by_cut(a, b, given)
    if not pairs and given is not None:
        raise ValueError(f"--instances are judged lists; {a.name} is about {about_a}, {b.name} {about_b}")
    if not pairs:
        raise ValueError(f"{a.name} is about {about_a}, {b.name} about {about_b}: nothing in common")
    return pairs


def relation_result(
    rows: Sequence[Metric], related: Related, registry: Registry, *, in_floats: bool = False, differences: bool = True
) -> StudyResult[Sequence[MetricRelation]]:
    """The result of relating two metrics, or one to its partners.

    ``in_floats`` says that one of two metrics is in floats, so that they have no relations. ``differences`` adds the
    smallest instance on which two metrics differ.
    """
    title = " and ".join(row.name for row in rows)
    blocks = difference_blocks(rows, registry) if differences and len(rows) == 2 else ()
    if len(rows) == 1:
        document = partners_document(related.relations, title, related.left_out)
    elif in_floats:
        document = Document(title, FLOATS_NOTE, blocks)
    else:
        document = pair_document(related.relations, registry, blocks)

    def record(relation: MetricRelation) -> dict[str, Any]:
        names = ("a", "b", "cut", "kind", "statement", "verdict", "pairs", "differently")
        return {name: getattr(relation, name) for name in names}

    return StudyResult(title, related.relations, document, lambda: list(map(record, related.relations)))


def explore(
    what: Metric | str,
    axiom: Named | None = None,
    *,
    where: str | None = None,
    readings: Sequence[str] = (),
    max_n: int = 6,
    search: int | None = None,
    seed: int = 0,
    budget: int = 400,
) -> StudyResult[Any]:
    """Explore a conjecture size by size, as ``axiomatrix explore`` does: certified or refuted, exact best constants.

    ``what`` is the id of a claim or a source (``"kv7"``), an axiom, or a metric, whose conjectures are all explored.
    ``readings`` restrict it to these variants of the metric. All lists of up to ``max_n`` items are decided. ``search``
    looks for bounds beyond, up to that n, on ``budget`` lists drawn from the ``seed``. ``data`` is the answer.

    With ``where``, a parameter of the metric ``what``, the answer says for which values the axiom (or each) holds.

    >>> import axiomatrix
    >>> explored = axiomatrix.explore("kv7", readings=["le"], max_n=3)
    >>> [(size.n, size.verdict) for size in explored.data.questions[0].sizes]
    [(2, 'certified'), (3, 'certified')]

    Raises ``Unknown`` for an unknown name, ``ValueError`` if there is nothing to explore.
    """
    catalogue = registry_with([what] if isinstance(what, Metric) else [], None)
    if where is not None:
        return _parameter_values(catalogue.metric(what), axiom, where, max_n, catalogue)
    if axiom is not None:
        raise ValueError("explore takes one name; to vary a parameter of a metric and an axiom, add where='PARAMETER'")
    name = what if isinstance(what, str) else what.name
    inquiries = _inquiries(what, readings, catalogue)
    claims = [claim for inquiry in inquiries for claim in inquiry.claims]
    wordings = dict.fromkeys(f"{claim.stated_by}: {claim.wording}" for claim in claims)  # several may share a claim
    run = ExplorationRun(name.lower(), "; ".join(wordings) or name.lower(), inquiries, catalogue)
    forget_definitions()  # a metric may have been redefined since the last call
    run.sweep(max_n, Serial(), Store(None), _ignore_progress)  # in this process, with nothing kept for later runs
    if search is not None:
        run.search(search, seed=seed, budget=budget, progress=_ignore_progress)
    explored = run.result()
    # other readings of the definition, with what the sweep or a quick check says of them
    answer = replace(explored.answer, beside=readings_beside(explored.answer, catalogue))
    times = {(label, n): seconds for label, sizes in explored.times.items() for n, seconds in sizes.items()}
    document = exploration.document(answer, catalogue, times=times, worst_last=True)
    has_constants = any(size.extremes for question in answer.questions for size in question.sizes)
    draw = (lambda: as_svg(draw_constants, answer)) if has_constants else None
    return StudyResult(name, answer, document, lambda: list(_size_records(answer)), draw=draw)


def _ignore_progress(size: object, done: int, of: int) -> None:
    """Take a report of progress, and show nothing."""


def _inquiries(what: Metric | str, readings: Sequence[str], registry: Registry) -> list[Inquiry]:
    """The statements to explore: those of a claim, a source or an axiom, or all that is conjectured of a metric.

    ``readings`` restricts them to these readings of a definition, if there are any.
    """
    rows: Sequence[Metric] = []
    if isinstance(what, Metric):
        rows = [what]
    elif registry.find_metric(what):
        rows = registry.rows(what)  # all variants of the metric
    declared = [(row, claim) for row in rows for claim in registry.metrics[row.name].claims]
    if any(claim.status == "conjectured" for _, claim in declared):
        return inquiries_declared(declared, registry, readings=readings)
    if isinstance(what, Metric):  # a name may also be that of an axiom, a claim or a source
        raise NothingToExplore(
            f"{what.name} conjectures nothing; write axiomatrix.conjecture({what.name!r}, axioms.upper_bound(...)), or "
            f"conjectured=[...] in @metric"
        )
    axiom = registry.find_axiom(what)
    return inquiries_named(axiom.name if axiom is not None else what, registry, readings=readings)


def _size_records(answer: Answer) -> Iterator[dict[str, Any]]:
    """A record for each question and n, with the best constants if there are any."""
    for question in answer.questions:
        for size in question.sizes:
            # the smallest ("inf") and the largest ("sup") value of the ratio that the question bounds
            extremes = {sense: best.value for sense in ("inf", "sup") if (best := size.extreme(sense)) is not None}
            record = {"question": question.label, "asked": question.asked, "n": size.n, "verdict": size.verdict}
            yield {**record, **extremes}


def _parameter_values(
    metric: Metric, axiom: Named | None, where: str, max_n: int, registry: Registry
) -> StudyResult[list[AnsweredStatement]]:
    """Answer for which values of the parameter ``where`` a metric satisfies an axiom, or if it is None, each axiom."""
    if where not in metric.parameters:
        raise Unknown(f"parameter of {metric.name}", where, metric.parameters)
    axiom_id = None if axiom is None else registry.axiom(axiom, metric).id
    answers = list(statement_values(metric, axiom_id, registry, max_n))
    if not answers:
        raise ValueError(f"{axiom_id} does not apply to {metric.name}; see axiomatrix show {axiom_id}")
    records = [
        {
            "statement": answer.statement,
            "values": answer.values.note.text if answer.values else None,
            "reason": answer.reason,
        }
        for answer in answers
    ]
    document = values_document(f"For which values of {where}: {metric.name}", answers)
    return StudyResult(f"{metric.name}: values of {where}", answers, document, lambda: records)
