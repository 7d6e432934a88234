"""The commands ``ask`` (a question in words), ``compare`` (metrics side by side) and ``choose`` (a metric by axioms).

They read a stored report for their evidence and print their answer. The answers are computed in ``report.asking``.
``ask "does KV7 hold?"`` shows the claim as ``axiomatrix show claims`` does.
"""

from __future__ import annotations

from typing import Annotated

import typer

from ..libraries import LIBRARIES, load
from ..model.axiom import KINDS
from ..model.registry import REGISTRY, Unknown
from ..report.asking import ask, choose, claims_asked, compare
from ..report.json_reports import BadReport
from ..studies.ask.question import read_question
from .arguments import (
    Axioms,
    Commands,
    Report,
    UserFiles,
    library_homes,
    load_files,
    register_programs,
    show_result,
    split_files,
)
from .messages import refusing, usage_error
from .show import show_claims

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="WORDS [FILES.py]",
        help="The question, such as: is nDCG an interval scale? Files that register your metrics may follow.",
    ),
]


def ask_command(words: Words, report: Report = None) -> None:
    """Ask in words whether a metric satisfies an axiom, with the evidence, the smallest instance, and its source.

    Several metrics are compared. Axioms alone choose among all metrics. A claim (KV7) is shown with its verdict. Other
    words are searched for in the texts.

    """
    words, files = split_files(words)
    if not words:
        raise usage_error(f"{files[0]}: add a question, such as: is my-metric symmetric?")
    load_files(files)
    text = " ".join(words)
    for written_word in text.split():
        word = written_word.strip("?.,")
        if "." in word and word.partition(".")[0] in LIBRARIES:  # as in sklearn.ndcg_score
            raise usage_error(f"{word} is a library metric; compare it with a metric: axiomatrix compare METRIC {word}")
    with refusing(Unknown, ValueError, BadReport):
        claims = claims_asked(text, REGISTRY)
        # the words that name no metric or axiom and have no other use
        other_words = read_question(text, REGISTRY).unread
        if claims and len(claims) == len(other_words):  # all of them name claims
            show_claims(claims, report, None)
        else:
            show_result(ask(text, report=report))


# --- ``axiomatrix compare`` --------------------------------------------------------------------------------------


Metrics = Annotated[
    list[str],
    typer.Argument(
        metavar="METRIC METRIC ... [FILES.py]",
        help="Two or more metrics, such as AP nDCG@10 sklearn.ndcg_score, and the files that register yours.",
    ),
]


def compare_command(metrics: Metrics, axiom: Axioms = None, report: Report = None, command: Commands = None) -> None:
    """Compare metrics: their axioms side by side, differences first.

    For each difference, shows the smallest list on which the metrics part. Then come their relations from
    relations.json and, for each pair of up to four metrics, the smallest instance on which their values differ (in
    floats, within a stated tolerance).
    """
    names, files = split_files(metrics)
    if not names:
        raise usage_error(f"{files[0]}: add two metrics to compare, such as one of this file and one of the catalogue")
    load_files(files)
    register_programs(command)
    prefixes = dict.fromkeys(name.partition(".")[0] for name in names if "." in name)  # as in sklearn.ndcg_score
    libraries = [prefix for prefix in prefixes if prefix in LIBRARIES]
    # ``load`` makes a registry that has the metrics of these libraries too
    registry = load(library_homes(libraries).local) if libraries else REGISTRY
    if len(names) < 2:
        raise usage_error(f"{names[0]}: compare needs a second metric; to ask about one: axiomatrix ask {names[0]!r}")
    try:
        with refusing(ValueError):
            show_result(compare(*names, axioms=axiom or [], report=report, registry=registry))
    except Unknown as error:
        hint = "" if files or command else "; if it is yours, name its file too: FILE.py, or its --command"
        raise usage_error(f"{error}{hint}") from None


# --- ``axiomatrix choose`` ---------------------------------------------------------------------------------------


Must = Annotated[
    list[str] | None, typer.Option("--must", help="Axioms that must hold, separated by commas; may be repeated.")
]
MustNot = Annotated[list[str] | None, typer.Option("--must-not", help="Axioms that must not hold, in the same form.")]
Kind = Annotated[str, typer.Option(help=f"Only metrics of this kind: {', '.join(KINDS)}.")]
About = Annotated[str, typer.Option(help="Only metrics that take these arguments, such as 'judged lists' or rankings.")]


def choose_command(
    files: UserFiles = None,
    must: Must = None,
    must_not: MustNot = None,
    kind: Kind = "",
    about: About = "",
    report: Report = None,
) -> None:
    """Choose a metric by the axioms that it must and must not satisfy.

    Lists the metrics that fit, strongest evidence first, and what the others miss, shortest first. If none fits, it
    lists the smallest sets of requirements that no metric meets together.

    """
    load_files(files or [])
    required, excluded = _split_at_commas(must), _split_at_commas(must_not)
    with refusing(Unknown, ValueError):
        show_result(choose(required, excluded, kind=kind, about=about, report=report))


def _split_at_commas(texts: list[str] | None) -> list[str]:
    """Return the names in the values of an option that may be repeated, each a list with commas."""
    return [name.strip() for name in ",".join(texts or []).split(",") if name.strip()]
