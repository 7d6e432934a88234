"""The entry point of the command line: the typer app ``axiomatrix``, whose commands are imported when they are called.

:func:`main` runs the app and ends the process with its exit status. Typer is built on Click, which calls the methods of
:class:`LazyCommands`; their ``args`` are the words after ``axiomatrix``. The table of commands is in ``commands.py``,
and exit statuses are in ``statuses.py``.
"""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from .commands import CLICK_SETTINGS, COMMANDS, GROUPS, build_command, format_examples
from .messages import usage_error
from .statuses import EXIT_CODES, CtrlC, end, run

EXAMPLES = ("init my-project", "check my-project/my_metrics.py", 'ask "is nDCG an interval scale?"')


class LazyCommands(TyperGroup):
    """Commands that are imported when they are called, so that the list of commands needs no import."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command and return it; None for an unknown name."""
        return build_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the words name, and import it."""
        _refuse_empty_values(args)
        _start_workers_early(args)
        # Click suggests one of these names for an unknown one; the attribute is empty, as no command is imported yet
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, with Ctrl-C as an exception of ours: typer would end the process without a message."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise CtrlC from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands for ``--help``, in groups."""
        longest = max(map(len, COMMANDS))  # so that the summaries of all groups are aligned
        for group in GROUPS:
            with formatter.section(group):
                summaries = {name: entry.summary for name, entry in COMMANDS.items() if entry.group == group}
                formatter.write_dl([(name.ljust(longest), summary) for name, summary in summaries.items()])


def _refuse_empty_values(args: list[str]) -> None:
    """End the command at an empty value, written as ``--out ""`` or ``--out=``: no command has a use for one.

    Most come from a variable of the shell that is not set. Typer would read such a path as the current folder.
    """
    for previous, word in pairwise(args):
        is_option_without_value = word.startswith("--") and word.endswith("=")
        if not word or is_option_without_value:
            raise usage_error(f"{word or previous}: the value is empty; is a shell variable not set?")


def _start_workers_early(args: list[str]) -> None:
    """Start the process that workers are forked from, if ``check`` will try a user's file in one of them.

    It takes a while to start, and does so while the command is imported.
    """
    if args[0] == "check" and any(word.endswith(".py") for word in args):
        from ..engine.executor import start_fork_server

        start_fork_server()


app = typer.Typer(
    name="axiomatrix",
    cls=LazyCommands,
    help="Checks the axioms of ranking metrics by machine.",
    epilog=f"{format_examples(EXAMPLES)}\n\n{EXIT_CODES}",
    context_settings=CLICK_SETTINGS,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Show the version.")] = False,
) -> None:
    if version:  # among other words; alone it is answered by :func:`main`
        typer.echo(f"axiomatrix {__version__}")
        raise typer.Exit(0)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)  # as for every call that cannot be understood


def main() -> None:
    """Run the command ``axiomatrix`` and end the process with its exit status."""
    if sys.argv[1:] in (["--version"], ["-V"]):  # answered without typer, which takes a while
        print(f"axiomatrix {__version__}")  # noqa: T201  # printing is what was asked for
        return
    # Hypothesis would write a database into the current folder; only reports are written.
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)
    end(run(app))
