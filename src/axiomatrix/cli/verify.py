"""The command ``axiomatrix verify``: decide witnesses, certificates and reports again by the definitions alone.

Each file names its format. The tables at the end of this module have the reader and the verifier of each format.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec.structs import replace

from ..evidence import certificate, witness
from ..evidence.evidence import Witness
from ..evidence.fault import details_of, raise_if_ours
from ..evidence.files import Unreadable, read_json
from ..evidence.instance import Changed
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..libraries import NotInstalled
from ..model.names import near
from ..model.registry import REGISTRY, Registry, Unknown
from ..report.json_reports import FORMAT as REPORT
from ..report.json_reports import MAX_BYTES as MAX_REPORT_BYTES
from ..report.json_reports import BadReport, load_matrix
from ..report.libraries import data as libraries
from ..studies.axiom_sets.answer import AXIOM_SET, BadAxiomSet
from ..studies.axiom_sets.answer import FORMAT as AXIOMS
from ..studies.explore.answer import FORMAT as EXPLORATION
from ..studies.explore.answer import Answer, BadAnswer
from .arguments import Commands, Packages, Pythons, import_files, load_packages, register_programs, split_files
from .environment import BadEnvironment, Environment, problem_of, registry_of
from .messages import print_lines, refusing, usage, width

LIBRARY_REPORT = libraries.LIBRARIES.name
TEXT_ON_SIZE = {
    "smallest": "smallest: every smaller size is enumerated here",
    "not smallest": "not the smallest: a smaller size has one too",
    "not decided": "smallest: the file says so; not decided by replay",
}
"""Text for a witness that its file calls the smallest, by what replay finds."""
FilesToVerify = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Witnesses, certificates, reports (compliance.json, libraries.json, answer.json), and the Python files "
        "that register their metrics, if yours.",
    ),
]


def verify_command(
    files: FilesToVerify, package: Packages = None, command: Commands = None, python: Pythons = None
) -> None:
    """Verify witnesses, certificates and reports by the definitions alone; exit status 1 if something does not stand.

    The file says what it is. Of a witness nothing is believed but the instance: if a side of the relation is another
    one, both are shown. A certificate is checked in plain fractions. Of a report, each of its witnesses is decided
    again, and each certificate beside it. A file never says which program to run: name it with --command. The witnesses
    of a library are decided in a process of its own, by the first --python that has it.
    """
    names, code = split_files(files)
    if not names:
        raise usage(f"{code[0]}: name a witness, a certificate or a report too")
    contents = [(Path(name), *_read(Path(name))) for name in names]  # path, format, data
    if python and not any(format == LIBRARY_REPORT for _, format, _ in contents):
        raise usage("--python is for the libraries of a report: name a libraries.json too")
    import_files(code)
    load_packages(package)
    register_programs(command)
    environments = [Environment(path) for path in dict.fromkeys(python or ())]
    with refusing(BadEnvironment, at="--python"):
        for environment in environments:
            _ = environment.libraries  # asks the interpreter, so that an unusable one is reported first
    is_confirmed = []
    for k, (path, format, content) in enumerate(contents):
        if k:
            typer.echo()  # an empty line between the files
        is_confirmed.append(VERIFIERS[format](path, content, names, environments))
    raise typer.Exit(0 if all(is_confirmed) else 1)


def _read(path: Path) -> tuple[str, Any]:
    """Return the format of a file and its content; a file of an unknown format ends the command.

    A certificate with a wrong digest is returned as the error, since it is refused like one that does not verify.
    """
    try:
        data = read_json(path, certificate.MAX_BYTES, "a witness, a certificate or a report")
    except Unreadable as error:
        is_missing = not path.exists()
        similar = near(path.name, [other.name for other in path.parent.glob("*.json")]) if is_missing else []
        raise usage(f"{error}{f'; did you mean {path.with_name(similar[0])}?' if similar else ''}") from None
    format = data.get("format") if isinstance(data, dict) else None
    if not isinstance(format, str) or format not in VERIFIERS:
        raise usage(f"{path}: not a witness, certificate or report; its format must be one of {', '.join(VERIFIERS)}")
    description, limit = SIZE_LIMITS.get(format, ("", certificate.MAX_BYTES))
    if (size := path.stat().st_size) > limit:
        raise usage(f"{path}: {description} is at most {limit:,} bytes, and this has {size:,}")
    try:
        return format, READERS[format](data)
    except certificate.DigestMismatch as error:
        return format, error
    except (certificate.BadCertificate, witness.BadWitness, BadReport, BadAnswer, BadAxiomSet) as error:
        raise usage(f"{path}: {error}") from None


def _verify_witness(path: Path, stored: Witness, names: Sequence[str], environments: Sequence[Environment]) -> bool:
    """Print the account of a witness decided again, and return whether it is confirmed exactly as it is stored."""
    try:
        registry = registry_of(stored)
        text, stands = replay_text(witness.replay(stored, registry), registry)
    except (witness.BadWitness, NotInstalled) as error:
        raise usage(f"{path}: {error}") from None
    except Unknown as error:
        command = shlex.join(["axiomatrix", "verify", *names, "FILE.py"])
        raise usage(
            f"{path}: {error}; if it is yours, name its file or the --command that answers for it: {command}"
        ) from None
    except Exception as error:  # a definition may raise anything; here that is an answer, not a crash
        if not isinstance(error, Changed):
            raise_if_ours(error)
        details = details_of(error)
        print_lines(visible(f"{path}: the definition raised {details.exception}: {details.message}"))
        typer.echo("\n".join(f"  {visible(line)}" for line in (details.place, *details.text) if line))
        return False
    print_lines(text)
    return stands


def _verify_certificate(path: Path, content: Any, names: Sequence[str], environments: Sequence[Environment]) -> bool:
    """Print what a certificate proves, and return whether it is valid."""
    text, stands = _certificate_text(path, content)
    print_lines(text)
    return stands


def _certificate_text(path: Path, content: Any) -> tuple[str, bool]:
    """Return the statement that a certificate proves, or the reason why it is refused; and whether it is valid."""
    from ..verify import Refused, verify  # late, since most files are witnesses or reports

    if isinstance(content, certificate.DigestMismatch):
        return visible(f"refused: {path}: {content}"), False
    try:
        return verify(content, REGISTRY).text, True
    except certificate.BadCertificate as error:
        raise usage(f"{path}: {error}") from None
    except Refused as error:
        return visible(f"refused: {path}: {error}"), False


def _verify_axiom_set(path: Path, content: Any, names: Sequence[str], environments: Sequence[Environment]) -> bool:
    """Print what the answer about a set of axioms shows, and return whether it is valid."""
    from ..verify import Refused
    from ..verify.axiom_sets import verify_axiom_set

    try:
        print_lines(visible(f"verified: {verify_axiom_set(content, REGISTRY)}"))
    except Refused as error:
        print_lines(visible(f"refused: {path}: {error}"))
        return False
    return True


def _checked_axiom_set(data: Any) -> Any:
    """Return the data unchanged if they have the form of an answer about a set of axioms; else raise BadAxiomSet."""
    AXIOM_SET.decode(data)
    return data


def _verify_report(path: Path, content: Any, names: Sequence[str], environments: Sequence[Environment]) -> bool:
    """Print how many witnesses and certificates of a report are confirmed, and the problem of each of the others."""
    return _print_witnesses(path, content, map(problem_of, (stored for _, stored in content)))


def _verify_library_report(path: Path, content: Any, names: Sequence[str], environments: Sequence[Environment]) -> bool:
    """Verify the witnesses of a report on libraries, each library in its own process, and print the problems."""
    from .environment import problems_of

    return _print_witnesses(path, content, problems_of([stored for _, stored in content], environments))


def _print_witnesses(path: Path, content: Sequence[tuple[str, Witness]], problems: Iterable[str]) -> bool:
    """Print how many witnesses and certificates beside them are confirmed; return whether all are.

    ``content`` has the title of each witness, and ``problems`` its problem, empty if it is confirmed.
    """
    titles_by_problem: dict[str, list[str]] = {}
    for (title, _), problem in zip(content, problems, strict=True):
        if problem:
            titles_by_problem.setdefault(problem, []).append(title)
    witness_count, problem_count = len(content), sum(map(len, titles_by_problem.values()))
    certificates = sorted(path.parent.joinpath(certificate.FOLDER).glob("*.json"))
    print_lines(_count_text(str(path), witness_count - problem_count, witness_count, "witnesses"))
    for problem, titles in titles_by_problem.items():
        more = f" and {len(titles) - 1:,} more" if titles[1:] else ""
        print_lines(f"  {visible(titles[0])}{more}: {visible(problem)}")
    is_valid = []
    for file in certificates:
        text, stands = _certificate_text(file, _read(file)[1])
        is_valid.append(stands)
        if not stands:
            print_lines(f"  {text}")
    if certificates:
        folder = str(path.parent / certificate.FOLDER)
        print_lines(_count_text(folder, sum(is_valid), len(is_valid), "certificates"))
    return not problem_count and all(is_valid)


def _count_text(place: str, confirmed: int, total: int, noun: str) -> str:
    """Return the line with the number of confirmed witnesses or certificates in a file or folder."""
    return visible(f"{place}: {confirmed} of {total:,} {noun} {'stands' if total == 1 else 'stand'}")


def _witnesses_of(matrix: Matrix) -> list[tuple[str, Witness]]:
    """List the witnesses of all cells, each with a title."""
    cells = matrix.cells
    return [(f"{cell.metric}: {cell.title}", stored) for cell in cells for stored in cell.evidence.witnesses]


def _witnesses_of_answer(data: Any) -> list[tuple[str, Witness]]:
    return [(f"{w.metric}: {w.axiom} at n = {w.n}", w) for w in _witnesses_within(Answer.from_json(data))]


def _witnesses_within(part: Any) -> Iterator[Witness]:
    """Yield the witnesses anywhere in a part of an answer."""
    if isinstance(part, Witness):
        yield part
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from _witnesses_within(inner)
    elif hasattr(part, "__struct_fields__"):
        for name in part.__struct_fields__:
            yield from _witnesses_within(getattr(part, name))


SIZE_LIMITS = {
    witness.FORMAT: ("a witness", witness.MAX_BYTES),
    REPORT: ("a report", MAX_REPORT_BYTES),
    LIBRARY_REPORT: ("a report", MAX_REPORT_BYTES),
}
"""A description and the largest size in bytes, for formats whose limit is below that of certificates."""
# The keys of the next two tables are the formats that files name.
READERS: dict[str, Callable[[Any], Any]] = {
    witness.FORMAT: witness.from_json,
    certificate.FORMAT: certificate.check_seal,
    REPORT: lambda data: _witnesses_of(load_matrix(data)),
    LIBRARY_REPORT: lambda data: _witnesses_of(libraries.from_data(data)),
    EXPLORATION: _witnesses_of_answer,
    AXIOMS: _checked_axiom_set,
}
"""The function that converts the data of a file to the content that its verifier takes."""
VERIFIERS: dict[str, Callable[[Path, Any, Sequence[str], Sequence[Environment]], bool]] = {
    witness.FORMAT: _verify_witness,
    certificate.FORMAT: _verify_certificate,
    REPORT: _verify_report,
    LIBRARY_REPORT: _verify_library_report,
    EXPLORATION: _verify_report,
    AXIOMS: _verify_axiom_set,
}
"""The function that prints what a file proves and returns whether all of it is confirmed.

It takes the path, the content, all names of the command line (for advice), and the environments of --python.
"""


def replay_text(replay: witness.Replay, registry: Registry) -> tuple[str, bool]:
    """Return the text on a replayed witness, and whether the witness is confirmed exactly as it is stored.

    For a witness that is not confirmed, the text has the stored and the decided sides and the instance, but not the
    statement, which the witness does not refute.
    """
    from ..evidence.account.making import account_of
    from ..methods.cases import size_of
    from ..report.render import terminal
    from ..report.subjects.witness import replay_document

    stored = replay.witness
    if not replay.stands:
        notes = [f"stored: {stored.lhs} {stored.op} {stored.rhs}", f"decided: {replay.sides}"]
        document = replay_document(
            "the witness does not stand", notes, account_of(stored, registry), is_confirmed=False
        )
        return terminal.render(document, width(), details=False).rstrip(), False
    size = size_of(stored, registry) if stored.smallest else None
    differences = replay.differences
    if size == "not smallest":
        differences.append("the file says that it is the smallest; a smaller size has one too")
    decided_account = account_of(replay.decided, registry)
    if size is not None and decided_account.minimal:
        decided_account = replace(decided_account, minimal=TEXT_ON_SIZE[size])
    head = "the witness does not stand as it is written" if differences else "the witness stands"
    document = replay_document(head, differences, decided_account, is_confirmed=True)
    return terminal.render(document, width(), details=False).rstrip(), not differences
