"""Other Python environments: what an interpreter has of axiomatrix and of the libraries, and witnesses decided there.

``python -m axiomatrix.cli.environment`` is what that interpreter runs. It answers a question a line, as the programs of
:mod:`..catalogue.program` do: what it has, and what is wrong with a witness. With arguments it is the command line,
interrupted when its standard input ends, as it does when whoever started it is gone.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import Any

from .. import __version__
from ..catalogue.program import Program, ProgramFailed
from ..engine.plan import LOADING_SECONDS
from ..engine.store import source_digest
from ..evidence import witness
from ..evidence.evidence import Witness
from ..evidence.fault import details_of, raise_if_ours
from ..evidence.files import from_json
from ..evidence.formats import Misfit, Record, convert
from ..evidence.instance import Changed
from ..evidence.words import grouped
from ..libraries import LIBRARIES, NotInstalled, installed_library_ids, library_ids, load
from ..model.registry import REGISTRY, Registry, Unknown

SERVER_ARGUMENTS = ("-P", "-m", "axiomatrix.cli.environment")
"""Arguments of the interpreter that answers questions; ``-P`` keeps its working directory out of its imports."""
GRACE_SECONDS = 20.0
"""Time that an interrupted check has to write its results."""


class BadEnvironment(Exception):
    """An interpreter that cannot answer for a library, with what to do."""


class Inventory(Record):
    """Answer of an interpreter about itself."""

    version: str
    """Of axiomatrix."""
    sources: str
    """The digest of its source files."""
    libraries: dict[str, str]
    """The version of each library that there is an adapter for and that is installed."""

    @classmethod
    def of_this_process(cls) -> Inventory:
        """The inventory of this interpreter."""
        installed = {id: library.version for id, library in LIBRARIES.items() if library.is_installed}
        return cls(__version__, source_digest(), installed)


class CheckFailed(Exception):
    """A check in another environment that left no report."""


@dataclass(frozen=True)
class Environment:
    """An interpreter by its path, and the process of it that answers questions."""

    python: str

    @cached_property
    def program(self) -> Program:
        """The process; its first answer may take as long as the import of a library."""
        return Program((self.python, *SERVER_ARGUMENTS), LOADING_SECONDS)

    @cached_property
    def libraries(self) -> Mapping[str, str]:
        """The versions of the libraries that it has; :class:`BadEnvironment` without the very axiomatrix that asks."""
        try:
            answer = self.program.ask("environment").value
            inventory = convert(from_json(str(answer)), Inventory)
        except (ProgramFailed, Misfit, ValueError, RecursionError) as error:
            reason = error.how if isinstance(error, ProgramFailed) else error
            raise BadEnvironment(
                f"{self.python}: axiomatrix {__version__} does not answer there: {reason}; it must have axiomatrix and "
                f"the library: {self.installing('axiomatrix[LIBRARY]')}"
            ) from None
        finally:
            self.program.close()
        if (inventory.version, inventory.sources) != (__version__, source_digest()):
            is_other = inventory.version != __version__
            what = f"axiomatrix {inventory.version}" if is_other else f"another axiomatrix {__version__}"
            raise BadEnvironment(f"{self.python} has {what}, and this is {__version__}; install the same one there")
        return inventory.libraries

    def installing(self, package: str) -> str:
        """The command that installs a package there."""
        return shlex.join([self.python, "-m", "pip", "install", package])

    def problem_of(self, stored: Witness) -> str:
        """Return what is wrong with a witness there, or an empty text; ``ProgramFailed`` if the process is lost."""
        return self.program.ask("witness", witness=witness.to_json(stored)).error or ""

    def check(self, arguments: Sequence[str], folder: Path) -> None:
        """Check there, with these arguments, into the folder; :class:`CheckFailed` if no report comes of it.

        An interrupt by the user writes the decided cells and raises ``KeyboardInterrupt`` again.
        """
        command = [self.python, *SERVER_ARGUMENTS, "check", *arguments, "--fail-on", "never", "--out", str(folder)]
        surroundings = {name: value for name, value in os.environ.items() if name != "GITHUB_STEP_SUMMARY"}
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(command, stdin=pipe, stdout=nowhere, env=surroundings, start_new_session=True) as process:
            assert process.stdin is not None
            try:
                status = process.wait()
            except KeyboardInterrupt:
                process.stdin.close()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(GRACE_SECONDS)
                raise
            finally:
                process.kill()
        if not (folder / "libraries.json").is_file():
            raise CheckFailed(f"{self.python}: the check there ended with status {status}, and without a report")


HERE = Environment(sys.executable)


@dataclass(frozen=True)
class Homes:
    """The libraries that are checked in this environment, and those of other environments."""

    local: tuple[str, ...] = ()
    elsewhere: tuple[tuple[Environment, tuple[str, ...]], ...] = ()


def homes_of(names: Sequence[str], pythons: Sequence[str]) -> Homes:
    """Assign each library to the first of the interpreters that has it, or to this one if none has.

    ``all`` are all that any of them has. Raises ``Unknown``, ``NotInstalled`` or :class:`BadEnvironment`.
    """
    if not pythons:
        return Homes(installed_library_ids(names))
    left = library_ids(names)
    elsewhere = []
    for environment in map(Environment, dict.fromkeys(pythons)):
        if installed := tuple(id for id in left if id in environment.libraries):
            elsewhere.append((environment, installed))
        left = [id for id in left if id not in installed]
    local = tuple(id for id in left if LIBRARIES[id].is_installed)
    for id in left:
        if id in names and id not in local:
            command = Environment(pythons[0]).installing(f"axiomatrix[{id}]")
            raise NotInstalled(f"{id} is not installed for {', '.join(pythons)}, nor here; {command} installs it")
    return Homes(local, tuple(elsewhere))


# --- witnesses decided again: one line for what is wrong with each ------------------------------------------------


def libraries_of(stored: Witness) -> tuple[str, ...]:
    """The libraries whose metrics a witness names, in the order of the adapters; none for a metric of ours."""
    if stored.metric in REGISTRY.metrics:
        return ()
    named = {name.partition(".")[0] for name in (stored.metric, *map(str, stored.arguments.values()))}
    return tuple(id for id in LIBRARIES if id in named)


def registry_of(stored: Witness) -> Registry:
    """Return a registry with the metrics that a witness names; ``NotInstalled`` if one's library is missing."""
    libraries = libraries_of(stored)
    return load(libraries) if libraries else REGISTRY


def problem_of(stored: Witness) -> str:
    """The problem of a witness, or an empty text if it is confirmed."""
    try:
        again = witness.replay(stored, registry_of(stored))
    except (witness.BadWitness, Unknown, NotInstalled) as error:
        return str(error)
    except Exception as error:  # a definition may raise anything
        if not isinstance(error, Changed):
            raise_if_ours(error)
        details = details_of(error)
        return f"the definition raised {details.exception}: {details.message}"
    if not again.stands:
        return f"does not stand: stored {stored.lhs} {stored.op} {stored.rhs}, decided {again.sides}"
    return "; ".join(again.differences)


# --- the witnesses of a report on libraries: those of each library in a process of its own ------------------------


Home = tuple[Environment, Collection[str]]
"""An environment, and the libraries that it has."""


def problems_of(witnesses: Sequence[Witness], environments: Sequence[Environment]) -> list[str]:
    """The problem of each witness, or an empty text if it is confirmed.

    A witness is decided in the first environment that has its libraries, or in this one.

    A crash or a hang is what is wrong with the witness that was asked, and with those of its library that were not yet.
    """
    homes: list[Home] = [(environment, environment.libraries) for environment in environments]
    homes.append((HERE, [id for id, library in LIBRARIES.items() if library.is_installed]))
    problems = dict.fromkeys(range(len(witnesses)), "")
    for library, places in grouped(problems, lambda k: witnesses[k].metric.partition(".")[0]).items():
        running = {environment.python: Environment(environment.python) for environment, _ in homes}
        lost = ""
        for k in places:
            try:
                problems[k] = lost or _problem(witnesses[k], homes, running)
            except ProgramFailed as error:
                lost = problems[k] = f"not decided: the process of {library} {error.how}"
        for environment in running.values():
            environment.program.close()
    return list(problems.values())


def _problem(stored: Witness, homes: Sequence[Home], running: dict[str, Environment]) -> str:
    named = libraries_of(stored)
    if not named:
        return problem_of(stored)  # of our own metrics, or of none: that is said
    for environment, installed in homes:
        if set(named) <= set(installed):
            return running[environment.python].problem_of(stored)
    try:
        _ = [LIBRARIES[id].version for id in named]
    except NotInstalled as error:
        return str(error)
    return f"{' and '.join(named)} are in no environment together"


# --- in the other interpreter -------------------------------------------------------------------------------------


def _answer_to(question: Mapping[str, Any]) -> dict[str, Any]:
    if question["question"] == "environment":
        answer = Inventory.of_this_process()
        return {"value": json.dumps({name: getattr(answer, name) for name in Inventory.__struct_fields__})}
    try:
        return {"error": problem_of(witness.from_json(question["witness"]))}
    except Exception as error:  # of ours: it is reported there, and costs this witness
        return {"error": f"{type(error).__name__}: {error}"}


def _serve_questions() -> None:
    """Answer questions from standard input until it ends; the output of libraries is discarded."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        question = json.loads(line)
        answers.write(json.dumps({"id": question["id"], **_answer_to(question)}) + "\n")
        answers.flush()


def _interrupt_at_the_end_of_input() -> None:
    while os.read(0, 1 << 10):
        pass
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    if sys.argv[1:]:
        from .app import main

        Thread(target=_interrupt_at_the_end_of_input, daemon=True).start()
        main()
    else:
        _serve_questions()
