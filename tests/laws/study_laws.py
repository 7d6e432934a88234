"""The laws of studies: one seed gives one result, which its file holds in full, and every renderer shows.

Laws take a study with its result and with that of a second run; they run nothing themselves.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import jsonschema
from rich.cells import cell_len

from axiomatrix.evidence.formats import Format
from axiomatrix.report.document import Document, plain_text
from axiomatrix.report.json_formats import JSON_FORMATS
from axiomatrix.report.render import blocks, terminal

from .every_study import Study, data_of
from .renderer_laws import RENDERERS
from .suite import Suite

COLUMNS = 80
READ = ("html", "markdown", "notebook", "terminal of 80 columns")
STRICT_FORMATS = (JSON_FORMATS["aggregate"], JSON_FORMATS["correlation"], JSON_FORMATS["evaluate"])
"""No part of these may be anything."""
MAX_SPOILT = 200
"""Spoilt data that are tried of one result."""


def determinism(study: Study, result: Any, again: Any) -> Iterator[object]:
    """Two runs give the same bytes and the same document."""
    if study.dumps(result) != study.dumps(again):
        yield study.dumps(result), study.dumps(again)
    if study.document(result) != study.document(again):
        yield "another document"


# --- its document ------------------------------------------------------------------------------------------------


def shows(study: Study, result: Any, again: Any) -> Iterator[object]:
    """The document has a title and some content, and every renderer shows the title."""
    document = study.document(result)
    title = "".join(plain_text(document.title).split())
    if not title or not document.blocks or not blocks.render(document.blocks):
        yield "nothing is shown", document
    for name in READ:
        renderer = RENDERERS[name]
        if title not in "".join(renderer.read(renderer.render(document)).split()):
            yield "without its title", name


def width(study: Study, result: Any, again: Any) -> Iterator[object]:
    """No line of the terminal is wider than 80 columns, but for a word that is."""
    yield from too_wide(study.document(result))


def too_wide(document: Document) -> Iterator[str]:
    for line in terminal.render(document, COLUMNS).splitlines():
        if cell_len(line) > COLUMNS and max(map(cell_len, line.split())) < COLUMNS - 8:
            yield line


# --- its file ----------------------------------------------------------------------------------------------------


def file_format(study: Study) -> Format[Any]:
    assert study.format is not None
    return study.format


def round_trip(study: Study, result: Any, again: Any) -> Iterator[object]:
    """What is written is of its format, as the published schema says, and written again the same data."""
    format, data = file_format(study), data_of(study, result)
    if next(iter(data)) != "format" or data["format"] != format.name:
        yield "another format", data
    yield from jsonschema.Draft202012Validator(format.schema()).iter_errors(data)
    try:
        read = format.data(format.decode(data))
    except format.error as error:
        yield error
        return
    again = format.data(format.decode({**read}))
    if again != read or not holds(data, read):
        yield data, read


def holds(written: Any, read: Any) -> bool:
    """Return whether all that was read was written; derived fields are written besides."""
    if isinstance(read, dict):
        return isinstance(written, dict) and all(holds(written.get(key), part) for key, part in read.items())
    if isinstance(read, list | tuple):
        same = isinstance(written, list) and len(written) == len(read)
        return same and all(map(holds, written, read))
    return bool(written == read)


def refusal(study: Study, result: Any, again: Any) -> Iterator[object]:
    """Data with a part of another type, with a field more or less at the top, are refused by type and by schema."""
    format, data = file_format(study), data_of(study, result)
    validator = jsonschema.Draft202012Validator(format.schema())
    inside = [*spoilt(data)]
    lacking = [{key: part for key, part in data.items() if key != left_out} for left_out in data]
    for data_spoilt in (*inside[:: len(inside) // MAX_SPOILT + 1], *lacking, {**data, "more": 1}):
        try:
            format.decode(copy.deepcopy(data_spoilt))
        except format.error:
            if validator.is_valid(data_spoilt):
                yield "valid by the schema", data_spoilt
        else:
            yield "read", data_spoilt


def spoilt(data: Any) -> Iterator[Any]:
    """The data with one thing wrong: at each place, a field that is not known in place of the value."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from ({**data, key: wrong} for wrong in spoilt(part))
    elif isinstance(data, list):
        for k, part in enumerate(data[:2]):
            yield from ([*data[:k], wrong, *data[k + 1 :]] for wrong in spoilt(part))
    else:
        yield {"unknown": "field"}


STUDY = Suite((determinism, shows, width))
WRITTEN = Suite((round_trip,), lambda study: study.format is not None, (STUDY,))
STRICT = Suite((refusal,), lambda study: study.format in STRICT_FORMATS, (WRITTEN,))
SUITES = (STUDY, WRITTEN, STRICT)
