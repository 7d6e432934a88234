"""The typer app ``axiomatrix``: commands that are imported on demand, and the options that all share."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from .commands import COMMANDS, GROUPS, SETTINGS, command, epilog
from .messages import usage
from .statuses import EXIT_CODES, CtrlC, end, run

EXAMPLES = ("init my-project", "check my-project/my_metrics.py", 'ask "is nDCG an interval scale?"')


class Commands(TyperGroup):
    """Commands that are imported when they are called, so that the list of commands needs no import."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        for before, text in pairwise(args):
            if not text or (text.startswith("--") and text.endswith("=")):  # as a path that is the folder one is in
                raise usage(f"{text or before}: what follows is empty; is a variable of the shell not set?")
        if args[0] == "check" and any(text.endswith(".py") for text in args):
            from ..engine.executor import start_fork_server

            start_fork_server()  # while the command is imported: the file is tried in a process of it first
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)  # the names from which one is suggested
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise CtrlC from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        longest = max(map(len, COMMANDS))
        for group in GROUPS:
            with formatter.section(group):
                listed = {name: known.summary for name, known in COMMANDS.items() if known.group == group}
                formatter.write_dl([(name.ljust(longest), summary) for name, summary in listed.items()])


app = typer.Typer(
    name="axiomatrix",
    cls=Commands,
    help="Checks the axioms of ranking metrics by machine.",
    epilog=f"{epilog(EXAMPLES)}\n\n{EXIT_CODES}",
    context_settings=SETTINGS,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Show the version.")] = False,
) -> None:
    if version:
        typer.echo(f"axiomatrix {__version__}")
        raise typer.Exit(0)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def main() -> None:
    """The ``axiomatrix`` command."""
    if sys.argv[1:] in (["--version"], ["-V"]):  # nothing has to be read to answer this
        print(f"axiomatrix {__version__}")  # noqa: T201  # the answer
        return
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)  # nothing but reports is left in the folder
    end(run(app))
