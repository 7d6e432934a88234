"""Other Python environments (``--python``): the libraries in them, and checks and witnesses decided there.

Libraries with conflicting requirements cannot be installed in one environment, so ``check`` and ``verify`` can use
several. The interpreter of each runs ``python -m axiomatrix.cli.environment``.

* Without arguments that is a server, which answers a question per line, as the programs of :mod:`..catalogue.program`
  do. The question is either about its inventory (versions of axiomatrix and of libraries) or about a witness.
* With arguments it is the command line. It is interrupted when its standard input ends, and so does not outlive the
  process that started it.

A *witness* is an instance that breaks an axiom. Its *problem* is the reason why it is not confirmed when it is decided
again, and an empty text if it is.
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
from typing import Any, NamedTuple

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
"""Arguments of the other interpreter; ``-P`` keeps its working directory out of its imports."""
GRACE_SECONDS = 20.0
"""Seconds that an interrupted check has to write its results."""


class BadEnvironment(Exception):
    """Raised for an interpreter without a usable axiomatrix; the text says what to install."""


class Inventory(Record):
    """The versions of axiomatrix and of the libraries that an interpreter has."""

    version: str
    """The version of axiomatrix."""
    sources: str
    """The digest of axiomatrix's source files, since two checkouts may have one version."""
    libraries: dict[str, str]
    """The version of each installed library that has an adapter."""

    @classmethod
    def of_this_process(cls) -> Inventory:
        """Return the inventory of this interpreter."""
        installed = {id: library.version for id, library in LIBRARIES.items() if library.is_installed}
        return cls(__version__, source_digest(), installed)


class CheckFailed(Exception):
    """Raised for a check in another environment that left no report."""


@dataclass(frozen=True)
class Environment:
    """An interpreter by its path, and its server process, which is started at the first question."""

    python: str

    @cached_property
    def program(self) -> Program:
        """The server process; its first answer may take as long as the import of a library."""
        return Program((self.python, *SERVER_ARGUMENTS), LOADING_SECONDS)

    @cached_property
    def libraries(self) -> Mapping[str, str]:
        """The versions of its libraries, by id.

        Raises :class:`BadEnvironment` unless it has the same axiomatrix as this process: another one might decide
        witnesses in another way.
        """
        try:
            answer = self.program.ask("environment").value
            inventory = convert(from_json(str(answer)), Inventory)
        except (ProgramFailed, Misfit, ValueError, RecursionError) as error:
            reason = error.how if isinstance(error, ProgramFailed) else error  # without the command of the program
            raise BadEnvironment(
                f"{self.python}: axiomatrix {__version__} does not answer there: {reason}; install axiomatrix and the "
                f"library: {self.install_command('axiomatrix[LIBRARY]')}"
            ) from None
        finally:
            self.program.close()
        if (inventory.version, inventory.sources) != (__version__, source_digest()):
            is_other_version = inventory.version != __version__
            other_version = f"axiomatrix {inventory.version}, but this is {__version__}"
            what = other_version if is_other_version else f"another build of axiomatrix {__version__}"
            raise BadEnvironment(f"{self.python} has {what}; install the same one there")
        return inventory.libraries

    def install_command(self, package: str) -> str:
        """Return the command that installs a package in this environment."""
        return shlex.join([self.python, "-m", "pip", "install", package])

    def ask_for_problem(self, stored: Witness) -> str:
        """Return the problem of a witness, decided in this environment; empty if it is confirmed.

        Raises ``ProgramFailed`` if the server crashes or hangs.
        """
        return self.program.ask("witness", witness=witness.to_json(stored)).error or ""  # see _answer_to

    def check(self, arguments: Sequence[str], folder: Path) -> None:
        """Run ``axiomatrix check`` with these arguments in this environment; it writes its reports into the folder.

        Raises :class:`CheckFailed` if the check leaves no report. On an interrupt by the user, it writes the cells
        decided so far, and ``KeyboardInterrupt`` is raised again.
        """
        command = [self.python, *SERVER_ARGUMENTS, "check", *arguments, "--fail-on", "never", "--out", str(folder)]
        # The calling command writes the CI summary, for all environments together.
        variables = {name: value for name, value in os.environ.items() if name != "GITHUB_STEP_SUMMARY"}
        pipe, discard = subprocess.PIPE, subprocess.DEVNULL
        # In a new session, so that the terminal's Ctrl-C reaches only this process, which passes it on.
        with subprocess.Popen(command, stdin=pipe, stdout=discard, env=variables, start_new_session=True) as process:
            assert process.stdin is not None
            try:
                status = process.wait()
            except KeyboardInterrupt:
                process.stdin.close()  # interrupts the check, see _interrupt_at_the_end_of_input
                with suppress(subprocess.TimeoutExpired):
                    process.wait(GRACE_SECONDS)
                raise
            finally:
                process.kill()
        if not (folder / "libraries.json").is_file():
            raise CheckFailed(f"{self.python}: the check there exited with status {status} and wrote no report")


HERE = Environment(sys.executable)
"""The environment of this process."""


@dataclass(frozen=True)
class Homes:
    """The *home* of each library to check: the environment that checks it."""

    local: tuple[str, ...] = ()
    """The ids of the libraries that are checked in this environment."""
    elsewhere: tuple[tuple[Environment, tuple[str, ...]], ...] = ()
    """The other environments, each with the libraries that are checked in it."""


def homes_of(names: Sequence[str], pythons: Sequence[str]) -> Homes:
    """Assign each library to the first of the interpreters that has it, or to this one if none has.

    The name ``all`` means every library that one of them has. Raises ``Unknown`` for an unknown name,
    ``NotInstalled`` for a named library that none has, and :class:`BadEnvironment` for an unusable interpreter.
    """
    if not pythons:
        return Homes(installed_library_ids(names))
    unassigned = library_ids(names)
    elsewhere = []
    for environment in map(Environment, dict.fromkeys(pythons)):
        installed = tuple(id for id in unassigned if id in environment.libraries)
        if installed:
            elsewhere.append((environment, installed))
        unassigned = [id for id in unassigned if id not in installed]
    local = tuple(id for id in unassigned if LIBRARIES[id].is_installed)
    for id in unassigned:
        if id in names and id not in local:  # it was named, and not only meant by ``all``
            command = Environment(pythons[0]).install_command(f"axiomatrix[{id}]")
            raise NotInstalled(f"{id} is not installed for {', '.join(pythons)} or here; install it with: {command}")
    return Homes(local, tuple(elsewhere))


# --- witnesses decided again: a line for the problem of each ------------------------------------------------------


def libraries_of(stored: Witness) -> tuple[str, ...]:
    """Return the libraries whose metrics a witness names, in the order of :data:`LIBRARIES`.

    A metric of the catalogue or of a user has none. The name of a library's metric begins with the library's id and a
    dot. Arguments of a statement may name metrics too.
    """
    if stored.metric in REGISTRY.metrics:
        return ()
    prefixes = {name.partition(".")[0] for name in (stored.metric, *map(str, stored.arguments.values()))}
    return tuple(id for id in LIBRARIES if id in prefixes)


def registry_of(stored: Witness) -> Registry:
    """Return a registry with the metrics that a witness names; raises ``NotInstalled`` if a library is missing."""
    libraries = libraries_of(stored)
    return load(libraries) if libraries else REGISTRY


def problem_of(stored: Witness) -> str:
    """Decide a witness again; return its problem, or an empty text if it is confirmed."""
    try:
        replay = witness.replay(stored, registry_of(stored))
    except (witness.BadWitness, Unknown, NotInstalled) as error:
        return str(error)
    except Exception as error:  # a definition may raise anything
        if not isinstance(error, Changed):  # Changed is ours, and says that a definition answered in two ways
            raise_if_ours(error)
        details = details_of(error)
        return f"the definition raised {details.exception}: {details.message}"
    if not replay.stands:
        return f"does not stand: stored {stored.lhs} {stored.op} {stored.rhs}, decided {replay.sides}"
    return "; ".join(replay.differences)


# --- the witnesses of a report on libraries: those of each library in its own process -----------------------------


class Installation(NamedTuple):
    """An environment with the ids of the libraries that it has."""

    environment: Environment
    libraries: Collection[str]


def problems_of(witnesses: Sequence[Witness], environments: Sequence[Environment]) -> list[str]:
    """Return the problem of each witness, or an empty text if it is confirmed, in the order of the witnesses.

    A witness is decided in the first environment that has its libraries, or else in this one. A separate server decides
    the witnesses of each library. If the server crashes or hangs, that is the problem of the witness that was asked,
    and of the library's later witnesses, which are not decided.
    """
    installations = [Installation(environment, environment.libraries) for environment in environments]
    installed_here = [id for id, library in LIBRARIES.items() if library.is_installed]
    installations.append(Installation(HERE, installed_here))
    problems = dict.fromkeys(range(len(witnesses)), "")  # by the index of the witness
    for library, indices in grouped(problems, lambda k: witnesses[k].metric.partition(".")[0]).items():
        # New objects, and so new processes: what one library does to its process must not change another's answers.
        # They are started only if they are asked.
        pythons = [installation.environment.python for installation in installations]
        servers = {python: Environment(python) for python in pythons}
        failure = ""
        for k in indices:
            try:
                problems[k] = failure or _problem_from_server(witnesses[k], installations, servers)
            except ProgramFailed as error:
                failure = problems[k] = f"not decided: the process of {library} {error.how}"
        for environment in servers.values():
            environment.program.close()
    return list(problems.values())


def _problem_from_server(
    stored: Witness, installations: Sequence[Installation], servers: Mapping[str, Environment]
) -> str:
    """Return the problem of a witness, decided by a server of the first environment that has all its libraries.

    ``servers`` are the environments to ask, by the path of their interpreter.
    """
    libraries = libraries_of(stored)
    if not libraries:
        return problem_of(stored)  # of the catalogue or a user, or of an unknown metric, which is the problem
    for installation in installations:
        if set(libraries) <= set(installation.libraries):
            return servers[installation.environment.python].ask_for_problem(stored)
    try:
        for id in libraries:
            LIBRARIES[id].require_installed()
    except NotInstalled as error:
        return str(error)
    return f"no environment has {' and '.join(libraries)} together"


# --- in the other interpreter -------------------------------------------------------------------------------------


def _answer_to(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``environment`` with the inventory, and ``witness`` with the problem of the witness, in ``error``."""
    if question["question"] == "environment":
        inventory = Inventory.of_this_process()
        return {"value": json.dumps({name: getattr(inventory, name) for name in Inventory.__struct_fields__})}
    try:
        return {"error": problem_of(witness.from_json(question["witness"]))}
    except Exception as error:  # an internal error: it is the problem of this witness, and the server continues
        return {"error": f"{type(error).__name__}: {error}"}


def _serve_questions() -> None:
    """Answer questions from standard input until it ends; the output of libraries is discarded."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the descriptor, since compiled code does not use sys.stdout
    for line in sys.stdin:
        question = json.loads(line)
        answers.write(json.dumps({"id": question["id"], **_answer_to(question)}) + "\n")
        answers.flush()


def _interrupt_at_the_end_of_input() -> None:
    """Interrupt this process as Ctrl-C does, when the process at the other end of standard input closes it or ends.

    Reading returns no bytes only then.
    """
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    if sys.argv[1:]:
        from .app import main

        Thread(target=_interrupt_at_the_end_of_input, daemon=True).start()
        main()
    else:
        _serve_questions()
