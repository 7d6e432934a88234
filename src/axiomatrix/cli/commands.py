"""The table of all commands, and the construction of a command, whose module is imported only when it is called.

The table has what ``axiomatrix --help`` needs. The options of a command are declared in its own module, which is
``cli/NAME.py`` unless ``module`` names another one. All texts are part of the command line's interface.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import typer
import typer.main
from typer.core import TyperCommand

from . import messages


class Command(NamedTuple):
    """Entry of a command in the table."""

    group: str
    """Its group in the list of commands, one of :data:`GROUPS`."""
    summary: str
    """The first line of its help, also shown in the list of commands."""
    examples: tuple[str, ...]
    """Command lines without ``axiomatrix``, shown at the end of the help; each fits into 80 columns."""
    verbosity_options: tuple[str, ...] = ()
    """Which of the options ``quiet`` and ``verbose`` are added to its own."""
    module: str = ""
    """Its module in this package, if that does not have the name of the command."""


CHECK, LOOK_UP, STUDY, OUTPUT = "Check", "Look up", "Study", "Output"
GROUPS = (CHECK, LOOK_UP, STUDY, OUTPUT)
QUIET_AND_VERBOSE = ("quiet", "verbose")

COMMANDS = {
    "check": Command(
        CHECK,
        "Check metrics against axioms and print the findings",
        (
            "check my_metrics.py",
            "check my_metrics.py --out reports --certificates",
            "check --metric ndcg --axiom swap --axiom convergence",
            "check --instances RUN QRELS --depth 5 --metric precision-at",
            "check --library scipy --library sklearn",
            "check --library ragas --python ragas-venv/bin/python",
        ),
        ("quiet",),
    ),
    "explore": Command(
        CHECK,
        "Explore a conjecture: certified or refuted size by size, exact best constants",
        (
            "explore kv7 --max-n 5",
            "explore my_conjecture.py --search 8 --seed 1",
            "explore 'rbp[binary]' equal-spacing --where p",
            "explore --axioms swap localization --implies deepness",
        ),
        QUIET_AND_VERBOSE,
    ),
    "verify": Command(
        CHECK,
        "Verify witnesses, certificates and reports by the definitions alone",
        (
            "verify reports/witnesses/precision-at--confidence.json",
            "verify reports/compliance.json my_metrics.py",
            "verify explorations/kv7/certificates/*.json",
        ),
    ),
    "baseline": Command(
        CHECK,
        "Keep a baseline of accepted failures",
        (
            'baseline write my_metrics.py --reason "the 2019 definition"',
            "baseline check my_metrics.py",
            "baseline prune my_metrics.py",
            "check my_metrics.py --baseline axiomatrix-baseline.json",
        ),
        ("quiet",),
    ),
    "diff": Command(
        CHECK,
        "Compare two reports: what is worse, gone, renamed, better, on stronger or weaker evidence",
        (
            "diff before/compliance.json reports/compliance.json",
            "diff OLD.json NEW.json --format markdown --fail-on weaker",
        ),
        ("quiet",),
        module="baseline",
    ),
    "ask": Command(
        LOOK_UP,
        "Ask in words whether a metric satisfies an axiom",
        (
            'ask "is nDCG an interval scale?"',
            'ask "which distance is a metric and right invariant?"',
            'ask "is my-kendall symmetric?" my_metrics.py',
        ),
        QUIET_AND_VERBOSE,
    ),
    "compare": Command(
        LOOK_UP,
        "Compare metrics: their axioms side by side, differences first",
        (
            "compare AP nDCG@10 RBP",
            "compare kendall my-kendall my_metrics.py",
            "compare nDCG sklearn.ndcg_score",
        ),
        QUIET_AND_VERBOSE,
        module="ask",
    ),
    "choose": Command(
        LOOK_UP,
        "Choose a metric by the axioms that it must and must not satisfy",
        (
            "choose --kind score --must swap,top-heavy",
            'choose --must "right invariance" --must-not symmetry',
        ),
        QUIET_AND_VERBOSE,
        module="ask",
    ),
    "show": Command(
        LOOK_UP,
        "Show what is registered: metrics, axioms, spaces, sources, claims, one cell step by step",
        (
            "show metrics",
            "show kendall",
            "show triangle-inequality",
            "show precision-at monotone-in-cut-off",
            "show my-kendall symmetry my_metrics.py",
            "show claims OV3 KV7",
        ),
        QUIET_AND_VERBOSE,
    ),
    "relate": Command(
        STUDY,
        "Relate metrics: identities, refinements, best constants, rank agreement",
        (
            "relate precision-at average-precision",
            "relate kendall",
            "relate --out reports",
        ),
        QUIET_AND_VERBOSE,
    ),
    "correlate": Command(
        STUDY,
        "Correlate two metrics over a population of pairs of rankings",
        (
            "correlate footrule-position kendall-position --weights dcg",
            "correlate footrule kendall --population exhaustive -n 8",
            "correlate footrule cayley --pairs mine.csv",
            "correlate footrule kendall --instances RUN QRELS --depth 10",
        ),
        QUIET_AND_VERBOSE,
        module="relate",
    ),
    "aggregate": Command(
        STUDY,
        "Aggregate votes: Kemeny, footrule, Borda, median rank, RRF",
        ("aggregate ballots.txt --rule borda", "aggregate ballots.txt --parameters weights.json --out medians"),
        QUIET_AND_VERBOSE,
    ),
    "evaluate": Command(
        STUDY,
        "Evaluate a TREC run: per-topic and mean values of our exact definitions",
        ("evaluate RUN QRELS map P_5 rbp:p=0.8", "evaluate RUN QRELS my-metric my_metrics.py --format json"),
        QUIET_AND_VERBOSE,
    ),
    "report": Command(
        OUTPUT,
        "Render a report as a site, as Markdown, as open data, or as a picture",
        (
            "report --html site",
            "report reports/compliance.json my_metrics.py --markdown pages",
            "report reports/compliance.json --data dataset",
            "report precision-at confidence --picture confidence.png",
            "report --vectors ndcg",
        ),
        ("quiet",),
    ),
    "init": Command(
        OUTPUT,
        "Write a commented starter: a metric, a conjecture, a test, and a workflow",
        ("init my-project", "init --force"),
    ),
}
"""The commands in the order in which they are listed."""

METAVARS = {
    "about": "SORT",
    "address": "URL",
    "axiom": "AXIOM",
    "base": "NUMBER",
    "baseline": "FILE.json",
    "beside": "METRIC",
    "ci": "FORMAT",
    "command": "COMMAND",
    "data": "DIR",
    "fail_on": "WHEN",
    "family": "FILE.py:FUNCTION",
    "format": "FORMAT",
    "group": "GROUP",
    "html": "DIR",
    "implies": "AXIOM",
    "instances": "RUN QRELS",
    "kind": "KIND",
    "library": "LIBRARY",
    "markdown": "DIR",
    "method": "METHOD",
    "metric": "METRIC",
    "model": "MODEL",
    "must": "AXIOMS",
    "must_not": "AXIOMS",
    "out": "DIR",
    "package": "PACKAGE",
    "pairs": "FILE.csv",
    "parameters": "FILE.json",
    "picture": "FILE",
    "population": "POPULATION",
    "profile": "PROFILE",
    "python": "PATH",
    "reading": "READING",
    "reason": "TEXT",
    "report": "FILE.json",
    "repository": "URL",
    "rule": "RULE",
    "scheduler": "ADDRESS",
    "set": "NAME=NUMBER",
    "since": "FILE.json",
    "source": "SOURCE",
    "ties": "ORDER",
    "until": "DATE",
    "vectors": "METRIC",
    "weights": "WEIGHTS",
    "where": "PARAMETER",
}
"""Placeholders for the values of options in help texts, by option name, alike in every command.

Options not listed here are numbers: N for an integer and NUMBER for a float.
"""

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the answer: no progress, no notes.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print the details too.")]
CLICK_SETTINGS = {"help_option_names": ["-h", "--help"]}
"""Click's settings for every command."""


class CommandWithExamples(TyperCommand):
    """Command whose help lists all arguments and options with their placeholders, without Click's defaults."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words after the command in the line ``Usage:``; a *metavar* is a placeholder, such as FILE."""
        return ["[OPTIONS]", *(p.metavar or "" for p in self.params if p.param_type_name == "argument")]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the options, each with its placeholder in capitals."""
        # by the title of a section: placeholders or options, each with its help
        records: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            if parameter.param_type_name == "argument":
                records["Arguments"].append((parameter.metavar or "", getattr(parameter, "help", "") or ""))
            elif (record := parameter.get_help_record(ctx)) is not None:
                records["Options"].append(record)
        for title, section_records in records.items():
            if section_records:
                with formatter.section(title):
                    formatter.write_dl(section_records)


@cache
def build_command(name: str) -> Any:
    """Import the module of a command and build its Click command."""
    entry = COMMANDS[name]
    function = getattr(import_module(f".{entry.module or name}", __package__), f"{name}_command")
    hints = get_type_hints(function, include_extras=True)
    single_command_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    add_to_app = single_command_app.command(
        name, cls=CommandWithExamples, epilog=format_examples(entry.examples), context_settings=CLICK_SETTINGS
    )
    add_to_app(_with_verbosity_options(function, hints, entry.verbosity_options))
    click_command = typer.main.get_command(single_command_app)
    for parameter in click_command.params:
        if parameter.param_type_name == "argument" and parameter.metavar is None:
            ellipsis = "..." if parameter.nargs == -1 else ""
            placeholder = (parameter.name or "").upper() + ellipsis
            parameter.metavar = placeholder if parameter.required else f"[{placeholder}]"
        elif parameter.param_type_name == "option" and not getattr(parameter, "is_flag", False):
            option_type = get_args(hints[parameter.name or ""])[0]  # of Annotated[...]: int, or the union int | None
            types = (option_type, *get_args(option_type))
            number_placeholder = None
            if int in types:
                number_placeholder = "N"
            elif float in types:
                number_placeholder = "NUMBER"
            parameter.metavar = METAVARS.get(parameter.name or "", number_placeholder)
    return click_command


def format_examples(examples: tuple[str, ...]) -> str:
    r"""Format the examples at the end of a help text, a line each; the line ``\b`` keeps Click from wrapping them."""
    return "\n".join(["\b", "Examples:", *(f"  axiomatrix {example}" for example in examples)])


def _with_verbosity_options(
    function: Callable[..., None], hints: dict[str, Any], added_names: tuple[str, ...]
) -> Callable[..., None]:
    """Wrap the function of a command: add these options to its signature, and apply them before the call.

    ``hints`` are the types of the function's own options, and ``added_names`` some of ``quiet`` and ``verbose``. Typer
    reads the options from ``__signature__`` and ``__annotations__``, so both are extended.
    """
    options: dict[str, Any] = {"quiet": Quiet, "verbose": Verbose}
    signature = inspect.signature(function)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=options[name])
        for name in added_names
    ]

    @wraps(function)
    def wrapper(**values: Any) -> None:
        messages.set_verbosity(**{name: values.pop(name) for name in added_names})
        function(**values)

    parameters = [*(p.replace(annotation=hints[p.name]) for p in signature.parameters.values()), *added]
    wrapper.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # as inspect reads it
    wrapper.__annotations__ = {**hints, **{name: options[name] for name in added_names}}
    return wrapper
