"""The witnesses of a report on libraries: those of each library in a supervised process of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..catalogue.program import ProgramFailed
from ..evidence.evidence import Witness
from ..evidence.words import grouped
from ..libraries import LIBRARIES, NotInstalled
from .environment import HERE, Environment
from .replaying import libraries_of, problem_of

Home = tuple[Environment, Collection[str]]
"""An environment, and the libraries that it has."""


def problems_of(witnesses: Sequence[Witness], environments: Sequence[Environment]) -> list[str]:
    """Return what is wrong with each witness, or an empty text.

    A witness is decided in the first environment that has its libraries, or here.

    A crash or a hang is what is wrong with the witness that was asked, and with those of its library that were not yet.
    """
    homes: list[Home] = [(environment, environment.libraries) for environment in environments]
    homes.append((HERE, [id for id, library in LIBRARIES.items() if library.is_installed]))
    problems = dict.fromkeys(range(len(witnesses)), "")
    for library, places in grouped(problems, lambda k: witnesses[k].metric.partition(".")[0]).items():
        asked = {environment.python: Environment(environment.python) for environment, _ in homes}
        lost = ""
        for k in places:
            try:
                problems[k] = lost or _problem(witnesses[k], homes, asked)
            except ProgramFailed as error:
                lost = problems[k] = f"not decided: the process of {library} {error.how}"
        for environment in asked.values():
            environment.program.close()
    return list(problems.values())


def _problem(stored: Witness, homes: Sequence[Home], asked: dict[str, Environment]) -> str:
    named = libraries_of(stored)
    if not named:
        return problem_of(stored)  # of our own metrics, or of none: that is said
    for environment, there in homes:
        if set(named) <= set(there):
            return asked[environment.python].problem_of(stored)
    try:
        _ = [LIBRARIES[id].version for id in named]
    except NotInstalled as error:
        return str(error)
    return f"{' and '.join(named)} are in no environment together"
