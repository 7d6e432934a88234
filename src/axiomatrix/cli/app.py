"""The command line: what there is, and each command imported when it is the one that is asked for."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from .. import __version__
from .messages import usage
from .statuses import EXIT_CODES, CtrlC, end, run

COMMANDS = {
    "ask": "Ask in words: does this metric satisfy that axiom",
    "compare": "Compare metrics: their axioms side by side, differences first",
    "choose": "Choose a metric by the axioms that it must satisfy, and must not",
    "check": "Check metrics against axioms, print the matrix, write the reports",
    "baseline": "Keep the failures that are known and accepted",
    "init": "Write a commented starter",
    "list": "List what is registered: metrics, axioms, claims, sources",
    "explain": "Explain one cell: formula, claim and source, evidence, and the witness step by step",
    "verify": "Verify witnesses, certificates and reports by the definitions alone",
    "explore": "Explore a conjecture: certified or refuted size by size, exact best constants",
    "relate": "Relations between metrics: identities, refinements, best constants, rank agreement",
    "correlate": "Correlate two metrics over a population of pairs of rankings",
    "aggregate": "Aggregate rankings: the Kendall and the footrule median",
    "evaluate": "Evaluate a TREC run: per-topic and mean values of our exact definitions",
    "claims": "Print the claims ledger: what the sources say, and what became of it",
    "diff": "Compare two reports: what is worse, gone, renamed, better, on stronger or weaker evidence",
    "report": "Write a report again as a site, as Markdown, as open data, or as a picture",
}
"""The commands, each with how its own help begins."""


@cache
def command(name: str) -> Any:
    """The command of that name, imported now."""
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name)(getattr(import_module(f".{name}", __package__), f"{name}_command"))
    return typer.main.get_command(alone)


class Commands(TyperGroup):
    """Commands that are imported when they are asked for: the list of them needs none."""

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
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    name="axiomatrix",
    cls=Commands,
    help="Checks the axioms of ranking metrics by machine.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        typer.echo(f"axiomatrix {__version__}")
        raise typer.Exit(0)


def main() -> None:
    """The ``axiomatrix`` command."""
    if sys.argv[1:] == ["--version"]:  # nothing has to be read to answer this
        print(f"axiomatrix {__version__}")  # noqa: T201  # the answer
        return
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)  # nothing but reports is left in the folder
    end(run(app))
