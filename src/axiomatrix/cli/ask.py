"""``axiomatrix ask``: a question in words."""

from __future__ import annotations

from typing import Annotated

import typer

from ..libraries import LIBRARIES
from ..model.registry import REGISTRY, Unknown
from ..report.asking import ask, claims_asked
from ..report.matrix.data import BadReport
from ..studies.ask.question import understood
from .arguments import Report, loaded, show_result, split_files
from .messages import refusing, usage
from .show_claims import show_claims

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="WORDS [FILES.py]",
        help="The question, such as: is nDCG an interval scale? Files that register your metrics may follow.",
    ),
]


def ask_command(words: Words, report: Report = None) -> None:
    """Ask in words: does this metric satisfy that axiom, with the evidence, the smallest instance, and its source.

    Several metrics are compared; axioms alone choose among all metrics; of a claim (KV7) there is what became of it;
    other words are looked for in the texts.

    """
    words, files = split_files(words)
    if not words:
        raise usage(f"{files[0]}: ask something of it too, such as: is my-metric symmetric?")
    loaded(files)
    text = " ".join(words)
    for word in (word.strip("?.,") for word in text.split()):
        if "." in word and word.partition(".")[0] in LIBRARIES:
            raise usage(f"{word} is of a library; compare it with a metric: axiomatrix compare METRIC {word}")
    with refusing(Unknown, ValueError, BadReport):
        claims = claims_asked(text, REGISTRY)
        if claims and len(claims) == len(understood(text, REGISTRY).rest):
            show_claims(claims, report, None)
        else:
            show_result(ask(text, report=report))
