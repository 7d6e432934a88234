"""Certificates as files: data from which an independent checker re-derives a verdict."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .untrusted import Unreadable, read_json

FORMAT = "axiomatrix-certificate-1"
MAX_BYTES = 1 << 28


class BadCertificate(ValueError):
    """A file that is no certificate."""


class Altered(BadCertificate):
    """A certificate whose content does not fit its digest."""


def text(data: Mapping[str, Any]) -> str:
    """The certificate as the content of a file, with the digest that seals it; a line for each class."""
    content = {key: value for key, value in data.items() if key != "digest"}
    sealed = {"format": FORMAT, **content, "digest": digest(content)}
    lines = []
    for key, value in sealed.items():
        if key == "sizes" and isinstance(value, list):
            sizes = [_size(size) for size in value]
            lines.append('"sizes": [\n' + ",\n".join(sizes) + "\n]")
        else:
            lines.append(f"{json.dumps(key)}: {_compact(value)}")
    return "{" + ",\n".join(lines) + "}\n"


def _size(size: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in size.items() if key != "classes"}
    if "classes" not in size:
        return _compact(size)
    classes = ",\n".join(_compact(entry) for entry in size["classes"])
    return _compact(rest)[:-1] + ', "classes": [\n' + classes + "\n]}"


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def digest(content: Mapping[str, Any]) -> str:
    """What seals a certificate: any change of its content changes it."""
    plain = {key: value for key, value in content.items() if key not in ("digest", "format")}
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(path: Path) -> dict[str, Any]:
    """Read a certificate; :class:`BadCertificate` for anything that is none, or that was changed."""
    try:
        data = read_json(path, MAX_BYTES, "a certificate")
    except Unreadable as error:
        raise BadCertificate(str(error)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadCertificate(f"{path}: this is not a certificate: its format must be {FORMAT!r}")
    try:
        fits = data.get("digest") == digest(data)
    except RecursionError:
        raise BadCertificate(f"{path}: not JSON of ours: it is nested too deeply") from None
    if not fits:
        raise Altered(f"{path}: the content does not fit its digest: it was changed after it was written")
    return data
