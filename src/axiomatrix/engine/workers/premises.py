"""What verdicts depend on beside the options themselves: versions, and the content of the files that they name."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from ..options import Options

_ALSO = ("hypothesis", "numpy", "python-flint", "highspy", "scipy", "sympy")
"""Libraries on whose versions it depends which cases are drawn and which of several witnesses is found."""
ABSENT = "none"
PACKAGE = Path(__file__).parents[2]


def premises(options: Options, directory: Path) -> dict[str, dict[str, str]]:
    """What there is of it here, files being named from the directory."""
    from ... import __version__  # known once the package is

    lists = () if options.given is None else (options.given.run, options.given.qrels)
    return {
        "version": {"axiomatrix": __version__, "the text of axiomatrix": digest_of_package()},
        "libraries": {"Python": platform.python_version()} | versions(),
        "files": {name: digest_of_file(directory / name) for name in options.files},
        "packages": versions(options.packages),
        "implementations": _implementations(options.libraries),
        "lists": {name: digest_of_file(directory / name) for name in lists},
    }


def unlike(here: Mapping[str, Mapping[str, str]], there: Mapping[str, Mapping[str, str]]) -> str:
    """What is otherwise there, in a few words; empty if nothing is."""
    differences = []
    for kind, known in here.items():
        for name, value in known.items():
            other = there.get(kind, {}).get(name, ABSENT)
            if other == value:
                continue
            if other == ABSENT:
                differences.append(f"{name} is not there")
            elif kind in ("files", "lists") or " " in name:
                differences.append(f"{name} is another one there")
            else:
                differences.append(f"{name} is {value} here and {other} there")
    return "; ".join(differences)


def digest(*texts: str) -> str:
    """A short digest of the texts."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def digest_of_file(path: Path) -> str:
    """A short digest of what is in a file; ``ABSENT`` if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return ABSENT


@cache
def digest_of_package(but: Callable[[str], bool] = lambda file: False) -> str:
    """A digest of this package, but for some files: a version that is worked on is another one after each change."""
    files = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".json"))
    names = [path.relative_to(PACKAGE).as_posix() for path in files]
    return digest(*(f"{name} {digest_of_file(Path(PACKAGE, name))}" for name in names if not but(name)))


def versions(names: Iterable[str] = _ALSO) -> dict[str, str]:
    """Of libraries; unless others are named, of those on which every row depends."""
    return {name: _version(name) for name in names}


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ABSENT


def _implementations(libraries: Iterable[str]) -> dict[str, str]:
    if not libraries:
        return {}
    from ...libraries import LIBRARIES  # only where a library is asked for

    return {id: _version(LIBRARIES[id].distribution) for id in libraries}
