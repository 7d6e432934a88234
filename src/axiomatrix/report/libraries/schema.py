"""The JSON Schema of ``libraries.json``: its own parts, and what it has in common with ``compliance.json``."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from ..matrix import data as matrix_data


def schema() -> dict[str, Any]:
    """The published schema: ``libraries.schema.json`` with the definitions of the schema of ``compliance.json``.

    A row is a metric of that schema with what an implementation has besides; the evidence of a cell may have a
    comparison, and a parameter of a witness may be the manner of a call.
    """
    text = resources.files(__package__).joinpath("libraries.schema.json").read_text(encoding="utf-8")
    whole: dict[str, Any] = json.loads(text)
    common, own = matrix_data.schema()["$defs"], whole["$defs"]
    metric, row = common.pop("metric"), own["row"]
    row["properties"] = {**metric["properties"], **row["properties"]}
    row["required"] = [*metric["required"], *row["required"]]
    common["evidence"]["properties"]["comparison"] = {"$ref": "#/$defs/comparison"}
    parameters = common["witness"]["properties"]["parameters"]["additionalProperties"]
    parameters["anyOf"].append({"$ref": "#/$defs/manner"})
    whole["$defs"] = {**common, **own}
    return whole
