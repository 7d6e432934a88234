"""How the claims of a source stand in each reading of a definition, as data."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...evidence.formats import Record


class ClaimStanding(Record):
    """How one claim of the source stands in one reading."""

    claim: Annotated[str, Meta(description="The claim's id, such as KV5; empty where nobody claims it.")]
    statement: str
    outcome: str
    said: Annotated[
        str, Meta(description="The statement in a few words, for the head of a table; empty if its id is short enough.")
    ] = ""


class DefinitionReading(Record):
    """One reading of a definition and the claims of the source that it satisfies or not."""

    metric: str
    label: str
    standings: tuple[ClaimStanding, ...]
