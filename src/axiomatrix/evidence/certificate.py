"""Certificates as files: data from which the independent checker in :mod:`axiomatrix.verify` re-derives a verdict.

:mod:`axiomatrix.methods.certification` and studies make them. A digest seals each, so that an accidental change is
noticed. The descriptions of the fields are part of the published JSON Schema.

A certificate proves ``numerator >= c * denominator`` for all values of a parameter, case by case, by *multipliers* of
*facets*: linear forms that are not negative on the space of the parameter. :mod:`axiomatrix.verify.linear` explains
them, with an example. A *class* is a case, or a pair of forms, with its own proof.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .evidence import Arguments
from .files import compact_json
from .formats import Format, Record
from .reach import Count

FORMAT = "axiomatrix-certificate-1"
"""The value of the field ``format``."""
MAX_BYTES = 1 << 28
"""Most bytes of a file."""
TOGETHER = " + "
"""Separates the names of parameters in a certificate that is about all values of several together."""
FOLDER = "certificates"
"""The folder of certificates, next to their report."""


class BadCertificate(ValueError):
    """A file that is not a certificate."""


class DigestMismatch(BadCertificate):
    """A certificate whose content does not fit its digest."""


Number = int | Annotated[str, Meta(pattern="^-?[0-9]+/[0-9]+$")]
"""An exact rational: an integer, or a fraction as text."""
Leaf = tuple[Number, list[Number], list[tuple[int, Number]]]
"""The constant c, the multipliers of absolute values, and pairs of facet and multiplier."""
Facets = list[list[tuple[Count, Number]]]
"""Linear forms that the space says are not negative on it: pairs of entry and coefficient."""


class Split(Struct, forbid_unknown_fields=True):
    """A case that is decided on each side of an absolute value; at the ends of this tree are leaves."""

    split: int
    """The number of the absolute value."""
    above: Leaf | Split
    """The proof where the sum inside the absolute value is not negative."""
    below: Leaf | Split
    """The proof where it is not positive."""


class CertificateSize(Record, kw_only=True):
    """The statement over n items."""

    n: Annotated[int, Meta(ge=1)]
    instances: Annotated[Count, Meta(description="The number of cases.")]
    asked: Annotated[
        Count, Meta(description="The number of cases that the statement covers and where the metric has a value.")
    ]
    facets: Annotated[Facets, Meta(description="Linear forms that the space declares to be nonnegative on it.")]
    value: Annotated[
        Number | None,
        Meta(
            description="The best constant proved up to this size; negated where the sense is sup. Of kind number it "
            "is the constant of this size, rounded outward where the best one is irrational."
        ),
    ]
    generators: Annotated[
        dict[str, list[list[Number]]] | UnsetType,
        Meta(
            description="By parameter, the values whose non-negative combinations are its space. The unknowns are then "
            "their multiples, not the entries of the parameter."
        ),
    ] = UNSET
    fixed: dict[str, list[Number]] | UnsetType = UNSET
    lemmas: Annotated[
        list[str] | UnsetType,
        Meta(description="The lemmas of the catalogue that settle cases without multipliers, by id."),
    ] = UNSET
    classes: Annotated[
        list[Annotated[list[int | list[Any] | Split], Meta(min_length=1)]],
        Meta(
            description="The case (rankings as orders, places as numbers), or of kind forms a numerator, its absolute "
            "values and a denominator; and last what proves it: a leaf (c, the multipliers of absolute values, and "
            "pairs of facet and multiplier), or a tree of them."
        ),
    ]


class Certificate(Record, kw_only=True):
    """A certificate."""

    kind: Annotated[
        Literal["linear", "forms", "exhaustive", "number"],
        Meta(
            description="linear: multipliers for each case; forms: multipliers for each pair of linear forms that "
            "instances of any sort come to; exhaustive: the best constant over all instances; number: a bound over "
            "all instances and all values of the parameter, which is a number."
        ),
    ]
    metric: str
    axiom: str
    arguments: Arguments
    space: Literal["closed"]
    items: Annotated[
        Literal["unnamed", "numbered"],
        Meta(
            description="unnamed: the definition does not look at its items, the result holds for items of any name; "
            "numbered: for the items 1..n, under all their names."
        ),
    ]
    largest: Annotated[int, Meta(ge=1)]
    parameter: Annotated[
        str,
        Meta(
            description="The parameter that is followed: the certificate covers all of its values. Several that are "
            "followed together are joined by ' + ', and their unknowns are numbered one after the other."
        ),
    ]
    sense: Literal["inf", "sup"]
    by: list[Literal["inverse", "reverse", "split", "renaming"]]
    sizes: Annotated[list[CertificateSize], Meta(min_length=1)]
    digest: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{64}$",
            description="Seals the content: SHA-256 of it as compact JSON with sorted keys, without format and digest.",
        ),
    ]


CERTIFICATE = Format(
    FORMAT,
    "certificate",
    Certificate,
    "The module axiomatrix.verify.linear explains its numbers.",
    BadCertificate,
    MAX_BYTES,
)


def text(data: Mapping[str, Any]) -> str:
    """Write the data of a certificate as the content of its file, with its digest; a line for each class of cases."""
    content = {key: value for key, value in data.items() if key != "digest"}
    entries = {"format": FORMAT, **content, "digest": digest(content)}
    lines = []
    for key, value in entries.items():
        if key == "sizes" and isinstance(value, list):
            sizes = [_size_text(size) for size in value]
            lines.append('"sizes": [\n' + ",\n".join(sizes) + "\n]")
        else:
            lines.append(f"{json.dumps(key)}: {compact_json(value)}")
    return "{" + ",\n".join(lines) + "}\n"


def _size_text(size: Mapping[str, Any]) -> str:
    """Write a size as JSON, with a line for each class of cases."""
    without_classes = {key: value for key, value in size.items() if key != "classes"}
    classes = ",\n".join(compact_json(entry) for entry in size["classes"])
    without_closing_brace = compact_json(without_classes)[:-1]
    return without_closing_brace + ', "classes": [\n' + classes + "\n]}"


def digest(content: Mapping[str, Any]) -> str:
    """Compute the digest of a certificate's content."""
    covered = {key: value for key, value in content.items() if key not in ("digest", "format")}
    return hashlib.sha256(json.dumps(covered, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(path: Path) -> dict[str, Any]:
    """Read a certificate file; :class:`BadCertificate` for any other file, and for one that was changed."""
    return CERTIFICATE.read(path, check_seal)


def check_seal(data: Any) -> dict[str, Any]:
    """Check the digest and the fields of a certificate, and return its JSON data.

    Raises :class:`DigestMismatch` if it was changed after it was written, :class:`BadCertificate` for other data.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadCertificate(f"this is not a certificate: its format must be {FORMAT!r}")
    try:
        is_unchanged = data.get("digest") == digest(data)
    except RecursionError:
        raise BadCertificate("it is nested too deeply") from None
    if not is_unchanged:
        raise DigestMismatch("the digest does not match the content, which was changed after it was written")
    CERTIFICATE.decode(data)
    return data
