"""The blocks of explorations: ``conjectures``, a line for each, and ``conjecture-ID``, all there is to say of one.

``conjectures`` is a list of ``{"id", "title", "claims": [[source, status, wording] ...], "kinds": [[tone, said, labels]
...], "questions": how many, "fits": [[said, labels] ...], "sizes": [smallest n, largest n]}``. What ``conjecture-ID``
holds is said in :mod:`.exploration_data`. Each is loaded when it is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...catalogue.loading import load_catalogue
from ...studies.explore.answer import Answer, BadAnswer
from ..matrix.data import BadReport
from .exploration_data import exploration_data
from .question_data import closed_form, standing
from .seen import seen

if TYPE_CHECKING:
    from .inputs import Exploration, Inputs

INDEX = "conjectures"


def blocks(inputs: Inputs) -> dict[str, Any]:
    """The blocks by name, none without explorations; :class:`BadReport` for an answer that is none."""
    if not inputs.explorations:
        return {}
    registry = inputs.registry if inputs.registry is not None else load_catalogue()
    rows = {row.name: row.formula for row in inputs.whole.rows}
    ledger = _ledger(inputs.claims)
    listed, made = [], {}
    for exploration in inputs.explorations.values():
        answer = answer_of(exploration)
        data = exploration_data(exploration.id, answer, registry, rows, exploration.pictures, ledger)
        listed.append(seen(_line(exploration.id, answer)))
        made[f"conjecture-{exploration.id}"] = seen(data)
    return {INDEX: listed, **made}


def _ledger(claims: dict[str, Any] | None) -> set[str]:
    """The claims that have a page; what is wrong with the ledger is said where it is shown."""
    listed = claims.get("claims") if claims else None
    entries = [entry.get("id") for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    return {id for id in entries if isinstance(id, str)}


def answer_of(exploration: Exploration) -> Answer:
    """What was found; :class:`BadReport` for what is no answer."""
    try:
        return Answer.from_json(exploration.answer)
    except (BadAnswer, RecursionError) as error:
        raise BadReport(f"explorations/{exploration.id}/answer.json: {error!s:.300}") from None


def _line(id: str, answer: Answer) -> dict[str, Any]:
    kinds: dict[tuple[str, str], list[str]] = {}
    for question in sorted(answer.questions, key=lambda question: question.first_refuted is None):
        kinds.setdefault(standing(question), []).append(question.label)
    fits: dict[str, list[str]] = {}
    for question in answer.questions:
        for fit in dict.fromkeys(filter(None, map(closed_form, question.bounds))):
            fits.setdefault(fit, []).append(question.label)
    notes = dict.fromkeys(note for question in answer.questions for note in question.claims)
    sizes = sorted({size.n for question in answer.questions for size in question.sizes})
    return {
        "id": id,
        "title": answer.title,
        "claims": [[note.source, note.status, note.wording] for note in notes],
        "kinds": [[tone, words, labels] for (tone, words), labels in kinds.items()],
        "questions": len(answer.questions),
        "fits": [[fit, labels] for fit, labels in fits.items()],
        "sizes": [sizes[0], sizes[-1]] if sizes else [],
    }
