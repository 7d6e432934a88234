"""The formats of all files of JSON that are written to be read by others, with their published JSON Schemas."""

from __future__ import annotations

from typing import Any

from ..evidence.certificate import CERTIFICATE
from ..evidence.expectations import EXPECTATIONS
from ..evidence.formats import Format
from ..evidence.witness import WITNESS
from ..studies.changed import CHANGES
from ..studies.explore.answer import EXPLORATION
from .aggregation import AGGREGATE
from .claims.data import CLAIMS
from .correlations.data import CORRELATION
from .dataset import DATASET, LINE
from .libraries.data import LIBRARIES
from .matrix.data import REPORT
from .relations.data import RELATIONS
from .trec import EVALUATION

FORMATS: dict[str, Format[Any]] = {
    format.name.removeprefix("axiomatrix-").removesuffix("-1"): format
    for format in (
        AGGREGATE, CERTIFICATE, CHANGES, CLAIMS, CORRELATION, DATASET, EVALUATION, EXPECTATIONS, EXPLORATION,
        LIBRARIES, LINE, RELATIONS, REPORT, WITNESS,
    )
}  # fmt: skip
"""By what is in them: ``FORMATS["report"].schema()`` is that of ``compliance.json``."""
