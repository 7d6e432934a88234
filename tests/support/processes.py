"""Our command in a process of its own, which a test may signal or kill, and the files that it leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def start_command(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start the command in the folder, in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "axiomatrix", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, **environment},
    )


def read_files(folder: Path) -> dict[str, bytes]:
    """The content of every file in the folder, by its path in there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def processes_in(folder: Path) -> list[int]:
    """The processes that work in a folder."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if link.resolve() == folder.resolve():
                found.append(int(link.parent.name))
        except OSError:
            continue
    return found
