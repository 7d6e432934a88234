"""The command ``axiomatrix init``: write a metric file, a conjecture file, a test file, and a workflow that runs them.

The templates are in the folder ``starters``. In the workflow, REQUIREMENT becomes the requirement of this package.
"""

from __future__ import annotations

import json
import re
import shlex
from importlib import resources
from importlib.metadata import distribution
from pathlib import Path
from typing import Annotated

import typer

from ..evidence.files import write_all
from .messages import note, refusing, usage_error

Directory = Annotated[Path, typer.Argument(metavar="[DIR]", help="Folder for the files.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]

_ADDRESS = re.compile(r"(git\+)?(https|ssh)://[\w.@:/+~%-]+")
"""An address that another machine can install from, without characters that would need quotes in the workflow."""

STARTER = {
    "my_metrics.py": "my_metrics.py.txt",
    "my_conjecture.py": "my_conjecture.py.txt",
    "test_axioms.py": "test_axioms.py.txt",
    ".github/workflows/axioms.yml": "axioms.yml.txt",
}
"""The files of the starter, each with its template."""


def init_command(directory: Directory = Path(), force: Force = False) -> None:
    """Write a commented starter: a metric, a conjecture, a test, and a workflow for GitHub Actions."""
    if directory.exists() and not directory.is_dir():
        raise usage_error(f"{directory} is a file; it must be a folder")
    with refusing(AlreadyThere), refusing(OSError, at=directory):
        written = write_starter(directory, force=force)
    for path in written:
        typer.echo(f"written: {path}")
    _, advice = requirement()
    if advice:
        note(f"{written[-1]}: {advice}")
    commands = ["axiomatrix check my_metrics.py", "axiomatrix explore my_conjecture.py --max-n 5", "python -m pytest"]
    change_directory = [] if directory == Path() else [shlex.join(["cd", str(directory)])]
    typer.echo("\n  ".join(["now try:", *change_directory, *commands]))


def requirement() -> tuple[str, str]:
    """Return the requirement by which pip installs this package elsewhere, and advice, or an empty text.

    The requirement is the address that the package was installed from, with the commit, as pip recorded it in
    ``direct_url.json`` (PEP 610), or else its version. There is advice if the package was installed from a folder or
    file of this machine, which another machine does not have.
    """
    installed = distribution("axiomatrix")
    pinned = f"axiomatrix=={installed.version}"
    try:
        direct_url = json.loads(installed.read_text("direct_url.json") or "{}")
        url = str(direct_url.get("url", ""))
        commit = direct_url.get("vcs_info", {}).get("commit_id")
    except (ValueError, AttributeError):  # the file is not as pip writes it
        return pinned, ""
    if not url:
        return pinned, ""
    if not _ADDRESS.fullmatch(url):
        return (
            pinned,
            f"axiomatrix is installed from {url}; have the workflow install it from a shared address",
        )
    if commit:
        return f"axiomatrix @ git+{url.removeprefix('git+')}@{commit}", ""
    return f"axiomatrix @ {url}", ""


class AlreadyThere(Exception):
    """Raised for files that would be overwritten; the text names them."""


def template(name: str) -> str:
    """Return the content of a file of the starter, one of the keys of :data:`STARTER`."""
    text = resources.files(__package__).joinpath("starters", STARTER[name]).read_text(encoding="utf-8")
    return text.replace("REQUIREMENT", requirement()[0])


def write_starter(directory: Path, *, force: bool = False) -> list[Path]:
    """Write the starter into the directory, which is made if needed, and return the files.

    Raises :class:`AlreadyThere` and writes nothing if one of the files exists and ``force`` is not set. Raises
    ``OSError`` if a file cannot be written.
    """
    existing = [path for path in (directory / name for name in STARTER) if path.exists() or path.is_symlink()]
    if existing and not force:
        names = ", ".join(map(str, existing))
        raise AlreadyThere(f"nothing was written, since these files exist: {names}; add --force to overwrite them")
    return write_all({name: template(name) for name in STARTER}, directory)
