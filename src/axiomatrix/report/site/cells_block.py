"""The block ``cells``: metrics, axioms, and every cell that a report shows, in the words of the report.

Nearly every script reads it: it is the report for the matrix, the search and the answers to questions. A *place* is
an index in the list ``metrics`` or ``axioms``. The fields of the block:

* ``metrics``: ``{"name", "called", "file", "family", "formula", "plain", "sentence", "library", "kind", "digest",
  "sort", "takes"}`` each. ``library`` is empty for a metric of the catalogue or of a user, ``digest`` comes from the
  file that defines the metric, ``sort`` is what it is about. ``takes`` maps its parameters to null, or for a number to
  ``[low, high or null, 1 if both ends are allowed, 1 if whole]``.
* ``axioms``: ``{"id", "called", "file", "formula", "plain", "sentence", "says", "group", "about", "sorts"}`` each.
  ``says`` is the sentence as a part of another one, ``about`` says more than the formula, ``sorts`` are the sorts of
  metrics that the axiom is about. A *sort* is what the arguments of a metric are, such as rankings or judged lists.
* In both, ``called`` are the other names, ``plain`` and ``sentence`` are for newcomers, and ``file`` is the page.
* ``names``: for ``metrics`` and for ``axioms`` the names that people use, ``[[place ...], [spelling ...], parameters]``
  each, with the usual meaning first. The parameters are those that the name itself fixes.
* ``theorems``: wishes that no metric fulfils, ``[[[place of an axiom, 1 if it is to hold] ...], reason]`` each.
* ``ledger``: the claims, ``[id, verdict, statement, explorations]`` each. The verdict names the readings if they
  differ.
* ``marks``: the symbol of each verdict. ``version``: the program's version, the profile and the seed.
* ``asking``: see :mod:`.asking_block`.
* ``cells``: a table (see :mod:`.blocks`) in the order of the metrics, then of the axioms.

The fields of a cell (:func:`.cell_words.cell_data` makes most of them):

* ``metric`` and ``axiom``: places.
* ``statement``: ``[text, 1 if it is about the closure]``. The text is empty if the axiom has no arguments.
* ``verdict``, ``colour``, ``reached``, ``cases``, ``method``, ``outcome`` and ``best``: texts, or empty. ``verdict``
  may also be *none found*. ``reached`` is the verdict with its reach, ``outcome`` the outcome of the
  :class:`~...evidence.cell.Cell`.
* ``standing``: a list of seven.
  1. The verdict as the answer to a question, with ``{}`` in place of the cases.
  2. The verdict in two or three words.
  3. The strength of the evidence: positive if the axiom holds as far as is known, negative if it fails, 0 if undecided.
  4. The size at which it fails or up to which it holds, 0 for every size.
  5. The verdict in a word.
  6. The verdict with its size, for screen readers.
  7. The largest n up to which some method supports the verdict.
* ``says``: the axiom with these arguments as a part of a sentence, or empty.
* ``spoken``: the verdict with its reach, for screen readers.
* ``claims``: ``[status, source]`` each, such as ``["holds", "KV7"]``.
* ``slug``: the name of the witness page; empty without a witness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...catalogue.metric_sentences import plain_name, plain_sentence
from ...evidence.matrix import ColumnHead, Row
from ...evidence.safe import unaccented, visible
from ...evidence.verdict import NOTATION
from ...model.axiom import Axiom
from ...model.metric import Metric
from ...model.names import Names
from ...numbers.exact import fraction
from ...spaces import Space
from ...spaces.scalars import CutOffs, Numbers
from ...studies.ask.choosing import clashes
from ..subjects.answer import statement_within_sentence
from ..subjects.claims import readings_text
from . import asking_block
from .blocks import table
from .cell_words import cell_data
from .links import axiom as axiom_address
from .links import metric_page

if TYPE_CHECKING:
    from .inputs import Inputs


_SEARCHED_WORD = re.compile(r"[^\W_]{3,}")
"""A word that can be searched for; shorter words would match too much."""


def _heads(inputs: Inputs) -> dict[str, Any]:
    """Return the part of the block about metrics and axioms: their fields, names, claims and theorems."""
    registry = inputs.declarations
    rows, columns = inputs.whole.rows, inputs.whole.columns
    names = {
        "metrics": _names(registry.metric_names, inputs.row_places),
        "axioms": _names(registry.axiom_names, inputs.column_places),
    }
    data: dict[str, Any] = {
        "axioms": [_axiom(column, registry.axioms.get(column.id)) for column in columns],
        "metrics": [_metric(row, inputs.library_of.get(row.name, ""), registry.metrics.get(row.name)) for row in rows],
        "names": names,
        "ledger": _ledger(inputs),
        "theorems": _theorems(inputs.column_places),
    }
    for list_name, entries in names.items():  # "metrics" and "axioms", the lists that the places are of
        for places, spellings, _ in entries:
            for place in places:
                entry = data[list_name][place]
                entry["called"] += _searched_names(spellings, entry.get("takes", {}))
    return data


def _ledger(inputs: Inputs) -> list[list[Any]]:
    """Return the field ``ledger``; empty without a ledger of claims."""
    claims = inputs.ledger.claims if inputs.ledger is not None else ()
    entries: list[list[Any]] = []
    for claim in claims:
        verdict = f"{claim.verdict} ({readings_text(claim)})" if claim.readings else claim.verdict
        texts = [visible(text, lines=True) for text in (claim.id, verdict, claim.statement)]
        entries.append([*texts, inputs.explorations_about.get(("claim", claim.id), [])])
    return entries


def _searched_names(spellings: list[str], takes: Mapping[str, Any]) -> str:
    """Return the spellings of a name for the search, also with ``@k`` if the metric has a cut-off.

    ``takes`` is that of a metric, empty for an axiom.
    """
    with_cut_off = [f"{text}@k" for text in spellings if not text.endswith("@k")] if takes.get("k") else []
    return "".join(f"{text}; " for text in (*spellings, *with_cut_off))


def _theorems(places: Mapping[str, int]) -> list[list[Any]]:
    """Return the field ``theorems``, as far as their axioms are in the report."""
    return [
        [[[places[axiom], int(is_to_hold)] for axiom, is_to_hold in clash.wishes], clash.text]
        for clash in clashes()
        if all(axiom in places for axiom, _ in clash.wishes)
    ]


def _names(names: Names, places: Mapping[str, int]) -> list[list[Any]]:
    """Return the field ``names`` of metrics or of axioms, for those that are in the report.

    A name has the spelling that is shown, all spellings (``spelled``), and the ids that it may mean (``means``).
    """
    listed: list[list[Any]] = []
    distinct_names = {name.shown: name for name in names.by_key.values()}  # each once, not once for each spelling
    for name in distinct_names.values():
        places_meant = [places[id] for id in name.means if id in places]
        if places_meant:
            parameters = ", ".join(f"{parameter} = {value}" for parameter, value in name.parameters.items())
            listed.append([places_meant, list(name.spelled), parameters])
    return listed


def _axiom(column: ColumnHead, axiom: Axiom | None) -> dict[str, Any]:
    """Return an entry of ``axioms``; a report on other definitions may have axioms that are not declared here."""
    paragraphs = column.doc.replace("\r\n", "\n").split("\n\n")  # the first one is the formula
    return {
        "id": visible(column.id),
        "called": "",
        "file": axiom_address(column.id).partition("#")[0],
        "formula": visible(column.formula),
        "plain": visible(axiom.plain_name) if axiom is not None else "",
        "sentence": visible(axiom.sentence_of({})) if axiom is not None else "",
        "says": visible(statement_within_sentence(axiom, {})) if axiom is not None else visible(column.formula),
        "group": visible(column.group),
        "about": visible(" ".join(paragraphs[1].split())) if len(paragraphs) > 1 else "",
        "sorts": [visible(sort) for sort in axiom.about] if axiom is not None else [],
    }


def _metric(row: Row, library: str, metric: Metric | None) -> dict[str, Any]:
    """Return an entry of ``metrics``; a report on other definitions may have metrics that are not declared here."""
    spaces = metric.parameters if metric is not None else {}
    return {
        "name": visible(row.name),
        "called": "",
        "file": metric_page(row.name),
        "family": visible(row.family),
        "formula": visible(row.formula),
        "plain": visible(row.name if metric is None else plain_name(metric)),
        "sentence": visible(plain_sentence(metric)) if metric is not None else "",
        "library": visible(library),
        "kind": row.kind,
        "digest": visible(row.digest),
        "sort": visible(row.about),
        "takes": {visible(name): _bounds(spaces.get(name)) for name in row.parameters},
    }


def _bounds(space: Space | None) -> list[Any] | None:
    """Return the bounds of a parameter that is a number, for ``takes``; None for any other parameter."""
    if isinstance(space, CutOffs):
        return [1, None, 1, 1]  # whole numbers from 1 on
    if isinstance(space, Numbers):
        low = float(fraction(space.low))
        high = None if space.high is None else float(fraction(space.high))
        return [low, high, int(space.closed), 0]
    return None


def block(inputs: Inputs) -> dict[str, Any]:
    """Return the data of the block ``cells``."""
    from ... import __version__  # late: the package defines it after importing this module

    return {
        **_heads(inputs),
        "marks": {key: notation.symbol for key, notation in NOTATION.items()},
        "version": f"axiomatrix {__version__}, profile {inputs.matrix.profile}, seed {inputs.matrix.seed}",
        "asking": asking_block.block(inputs),
        "cells": table(_cell_records(inputs)),
    }


def _cell_records(inputs: Inputs) -> Iterator[dict[str, Any]]:
    """Yield the records of the table ``cells``."""
    for lines in inputs.lines_of.values():
        for line in lines:
            yield {
                "metric": inputs.row_places[line.cell.metric],
                "axiom": inputs.column_places[line.cell.axiom],
                **cell_data(line.cell, line, inputs.declarations.axioms.get(line.cell.axiom)),
            }


def texts(inputs: Inputs) -> dict[str, Any]:
    """The block ``texts``: the words of docstrings and sources, for the search of the matrix page.

    ``{"metrics": [...], "axioms": [...]}`` in the order of the block ``cells``. Each text has every word once, in lower
    case, without the words of the formula, which is searched anyway.
    """
    whole = inputs.whole
    return {
        "metrics": [_words(f"{row.doc} {row.source}", row.formula) for row in whole.rows],
        "axioms": [_words(column.doc, column.formula) for column in whole.columns],
    }


def _words(text: str, formula: str) -> str:
    """Return the distinct words of a text that are not in the formula, in lower case."""
    words = dict.fromkeys(_SEARCHED_WORD.findall(unaccented(text)))
    for word in _SEARCHED_WORD.findall(unaccented(formula)):
        words.pop(word, None)
    return " ".join(words)
