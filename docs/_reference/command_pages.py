"""The reference of the command line, from what ``axiomatrix COMMAND --help`` is made of."""

from __future__ import annotations

import inspect
import re
from typing import Any

from axiomatrix.cli import app

from .places import COMMANDS
from .texts import code, docstring, fenced, heading, table, text


def commands() -> dict[str, Any]:
    """The commands by name, in the order of ``axiomatrix --help``."""
    return {name: app.build_command(name) for name in app.COMMANDS}


def pages() -> dict[str, str]:
    """The one page."""
    said = ["# The command line", "`axiomatrix COMMAND --help` prints the same.", docstring(app.EXIT_CODES)]
    for name, command in commands().items():
        said += _command(name, command)
    return {COMMANDS: "\n\n".join(said)}


def _command(name: str, command: Any) -> list[str]:
    context = command.make_context(f"axiomatrix {name}", [], resilient_parsing=True)
    usage = command.get_usage(context).removeprefix("Usage: ")
    said = [heading(2, code(f"axiomatrix {name}"), f"axiomatrix-{name}"), fenced(usage)]
    said += _help(inspect.cleandoc(command.help or ""))
    for kind, title in (("argument", "argument"), ("option", "option")):
        records = [one.get_help_record(context) for one in command.params if one.param_type_name == kind]
        if rows := [[code(written), text(help)] for written, help in filter(None, records)]:
            said.append(table([title, "meaning"], rows))
    return said


def _help(said: str) -> list[str]:
    """The help: paragraphs, with the commands that it gives as examples together in a block."""
    made: list[str] = []
    examples: list[str] = []
    for part in re.sub(r"^(For instance:) ", r"\1\n\n", said, flags=re.MULTILINE).split("\n\n"):
        if part.startswith("axiomatrix "):
            examples.append(f"$ {' '.join(part.split())}")
            continue
        made += [fenced("\n".join(examples), "console")] if examples else []
        examples = []
        made.append(docstring(part))
    return [*made, fenced("\n".join(examples), "console")] if examples else made
