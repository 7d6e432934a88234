"""The command line: check, list, explain, replay, verify, certify, and the commands that are written elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..evidence import witness
from ..evidence.files import write
from ..evidence.safe import visible
from ..model.registry import REGISTRY, Unknown
from .aggregate import aggregate_command
from .arguments import Packages, Pins, ProfileName, Seed, entered, installed_too, loaded, usage
from .baseline import baseline_command
from .changes import diff_command
from .check import check_command
from .correlate import correlate_command
from .explore import explore_command
from .init import init_command
from .ledger import claims_command
from .plot import plot_command
from .relate import relate_command
from .report import report_command
from .statuses import EXIT_CODES, run
from .trec import evaluate_command

app = typer.Typer(
    name="axiomatrix",
    help="Checks the axioms of ranking metrics by machine.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("check")(check_command)
app.command("baseline")(baseline_command)
app.command("init")(init_command)


@app.command("list")
def list_command(
    what: Annotated[str, typer.Argument(help="metrics, axioms, claims or sources")] = "metrics",
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
) -> None:
    """List what is registered: metrics, axioms, claims, sources.

    For instance: axiomatrix list axioms
    """
    from ..report import listing

    loaded(files or [])
    if what not in listing.KINDS:
        raise usage(str(Unknown("list", what, listing.KINDS)))
    typer.echo(listing.KINDS[what](REGISTRY))


@app.command("explain")
def explain_command(
    metric: Annotated[str, typer.Argument(help="A metric, such as footrule-similarity[le].")],
    axiom: Annotated[str, typer.Argument(help="An axiom, such as triangle-inequality.")],
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
    profile: ProfileName = None,
    seed: Seed = None,
    pins: Pins = None,
    package: Packages = None,
) -> None:
    """Explain one cell: formula, claim and source, evidence, and the witness step by step.

    For instance: axiomatrix explain precision-at monotone-in-cut-off
    """
    from ..engine.check import check
    from ..report.explain import explained

    loaded(files or [])
    packages, _ = installed_too(package)
    more = [part for name in packages for part in ("--package", name)]
    row = None
    try:
        row = REGISTRY.metric(metric)
        matrix = check(
            row,
            axioms=[axiom],
            profile=profile or "default",
            seed=seed or 0,
            use_pins=pins is not False,
            registry=REGISTRY,
        )
    except Unknown as error:
        hint = "; if it is yours, name its file: --file FILE.py" if row is None and not files else ""
        raise usage(f"{error}{hint}") from None
    typer.echo(explained(matrix, row, REGISTRY, [*(str(f) for f in files or []), *more], [axiom]))


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A witness, such as reports/witnesses/NAME.json.")],
    files: Annotated[list[Path] | None, typer.Argument(help="The files that register its metric, if yours.")] = None,
    package: Packages = None,
) -> None:
    """Decide a witness again by the definition alone; exit status 0 if it stands, 1 if not.

    Nothing in the file is believed but the instance: if a side of the relation is another one, both are shown and the
    status is 1.

    For instance: axiomatrix replay reports/witnesses/precision-at--confidence.json
    """
    from ..report.replayed import replayed

    try:
        stored = witness.read(file)
    except witness.BadWitness as error:
        raise usage(str(error)) from None
    loaded(files or [])
    installed_too(package)
    try:
        said, stands = replayed(witness.replay(stored, REGISTRY), REGISTRY)
    except witness.BadWitness as error:
        raise usage(f"{file}: {error}") from None
    except Unknown as error:
        raise usage(f"{file}: {error}; if it is yours, name its file: axiomatrix replay {file} FILE.py") from None
    except Exception as error:  # a definition may raise anything; here that is an answer, not a crash
        typer.echo(visible(f"{file}: the definition raised {type(error).__name__}: {error!s:.300}"))
        raise typer.Exit(1) from None
    typer.echo(said)
    raise typer.Exit(0 if stands else 1)


@app.command("verify")
def verify_command(
    file: Annotated[Path, typer.Argument(help="A certificate, such as explorations/kv7/certificates/NAME.json.")],
    files: Annotated[list[Path] | None, typer.Argument(help="The files that register its metric, if yours.")] = None,
) -> None:
    """Check a certificate by the definitions alone, in plain fractions; exit status 0 if it stands, 1 if not.

    For instance: axiomatrix verify certificates/NAME.json
    """
    from ..evidence import certificate
    from ..verify import Refused, verify

    try:
        content = certificate.read(file)
        entered(files or [])
        verified = verify(content, REGISTRY)
    except certificate.Altered as error:
        typer.echo(visible(f"refused: {error}"))
        raise typer.Exit(1) from None
    except certificate.BadCertificate as error:
        raise usage(str(error)) from None
    except Refused as error:
        typer.echo(visible(f"refused: {file}: {error}"))
        raise typer.Exit(1) from None
    typer.echo(verified.text)


@app.command("certify")
def certify_command(
    metric: Annotated[str, typer.Argument(help="A metric, such as footrule-similarity[le].")],
    axiom: Annotated[str, typer.Argument(help="An axiom, such as lower-bound or symmetry.")],
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
    max_n: Annotated[int, typer.Option("--max-n", min=2, max=8, help="Up to how many items.")] = 3,
    out: Annotated[Path, typer.Option(help="The folder for the certificates.")] = Path("certificates"),
) -> None:
    """Write certificates of what a metric claims (or is observed to satisfy); exit status 1 if there is none.

    For instance: axiomatrix certify "footrule-similarity[le]" lower-bound
    """
    from ..engine import certify
    from ..evidence import certificate

    loaded(files or [])
    try:
        row, wanted = REGISTRY.metric(metric), REGISTRY.axiom(axiom)
    except Unknown as error:
        raise usage(str(error)) from None
    missing = True
    for statement in certify.statements(row, wanted):
        try:
            content = certify.certified(row, statement, REGISTRY, max_n)
        except certify.NotCertified as error:
            typer.echo(f"not certified: {error}")
            continue
        missing = False
        out.mkdir(parents=True, exist_ok=True)
        path = out / certify.file_name(row, statement)
        write(path, certificate.text(content))
        typer.echo(f"certified n<={max_n}: {statement.id}: axiomatrix verify {path}")
    raise typer.Exit(1 if missing else 0)


app.command("explore")(explore_command)
app.command("relate")(relate_command)
app.command("correlate")(correlate_command)
app.command("aggregate")(aggregate_command)
app.command("evaluate")(evaluate_command)
app.command("claims")(claims_command)
app.command("diff")(diff_command)
app.command("report")(report_command)
app.command("plot")(plot_command)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        typer.echo(f"axiomatrix {__version__}")
        raise typer.Exit(0)


def main() -> None:
    """The ``axiomatrix`` command."""
    sys.exit(run(app))


if __name__ == "__main__":
    main()
