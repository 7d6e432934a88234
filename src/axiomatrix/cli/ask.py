"""``axiomatrix ask``: a question in words."""

from __future__ import annotations

from typing import Annotated

import typer

from ..libraries import LIBRARIES
from ..model.registry import REGISTRY, Unknown
from ..report.asking import ask, claims_asked
from ..report.matrix.data import BadReport
from ..studies.ask.question import understood
from .arguments import MoreFiles, Report, loaded, show_result
from .claims import claims_command
from .messages import refusing, usage

Words = Annotated[list[str], typer.Argument(help="The question, such as: is nDCG an interval scale?")]


def ask_command(words: Words, report: Report = None, files: MoreFiles = None) -> None:
    """Ask in words: does this metric satisfy that axiom, with the evidence, the smallest instance, and its source.

    Several metrics are compared; axioms alone choose among all metrics; of a claim (KV7) there is what became of it;
    other words are looked for in the texts.

    For instance: axiomatrix ask "is nDCG an interval scale?"
    """
    loaded(files or [])
    text = " ".join(words)
    for word in (word.strip("?.,") for word in text.split()):
        if "." in word and (home := word.partition(".")[0]) in LIBRARIES:
            raise usage(f"{word} is of a library; axiomatrix compare METRIC {word} --library {home} knows it")
    with refusing(Unknown, ValueError, BadReport):
        claims = claims_asked(text, REGISTRY)
        if claims and len(claims) == len(understood(text, REGISTRY).rest):
            claims_command(claims, report)
        else:
            show_result(ask(text, report=report))
