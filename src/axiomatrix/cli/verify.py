"""The command ``axiomatrix verify``: decide witnesses, certificates and reports again by the definitions alone.

Each file names its format. For each format the table :data:`FORMATS` has a function that reads the content of such a
file, and one that verifies the content and prints the result. These functions come first.

A *witness* is an instance on which a metric breaks an axiom (or that a statement of existence asks for). It *stands* if
the definitions, run again, decide it as its file says. A *certificate* proves a statement for all instances up to
a size. The *account* of a witness is the text with both sides of the relation and the values that enter. Texts from
files pass through ``visible``, which escapes characters that would control the terminal.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

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
from ..report.json_reports import FORMAT as COMPLIANCE_FORMAT
from ..report.json_reports import MAX_BYTES as MAX_REPORT_BYTES
from ..report.json_reports import BadReport, load_matrix
from ..report.libraries import data as libraries
from ..studies.axiom_sets.answer import AXIOM_SET, BadAxiomSet
from ..studies.axiom_sets.answer import FORMAT as AXIOM_SET_FORMAT
from ..studies.explore.answer import FORMAT as EXPLORATION_FORMAT
from ..studies.explore.answer import Answer, BadAnswer
from .arguments import Commands, Packages, Pythons, import_files, load_packages, register_programs, split_files
from .environment import BadEnvironment, Environment, problem_of, problems_of, registry_of
from .messages import print_lines, refusing, usage_error, width

LIBRARIES_FORMAT = libraries.LIBRARIES.name
"""The format of a report on libraries."""
TEXT_ON_SIZE = {
    "smallest": "smallest: every smaller size was enumerated here",
    "not smallest": "not the smallest: a smaller one exists",
    "not decided": "smallest according to the file; not decided by replay",
}
"""Text for a witness that its file calls the smallest, by what replay finds."""
TitledWitness = tuple[str, Witness]
"""A witness with the title of its cell, for messages."""
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

    The kind of file is read from the file. Of a witness, only the instance is trusted: if a side of the relation
    differs, both values are shown. A certificate is checked in plain fractions. For a report, each of its witnesses and
    each certificate beside it is decided again. A file never chooses the program to run: name it with --command. A
    library's witnesses are decided in a process of their own, by the first --python that has the library.
    """
    names, code = split_files(files)
    if not names:
        raise usage_error(f"{code[0]}: add a witness, a certificate or a report to verify")
    stored_files = [_read(Path(name)) for name in names]
    if python and not any(stored_file.format == LIBRARIES_FORMAT for stored_file in stored_files):
        raise usage_error("--python needs a report on libraries: libraries.json")
    import_files(code)
    load_packages(package)
    register_programs(command)
    environments = [Environment(path) for path in dict.fromkeys(python or ())]
    with refusing(BadEnvironment, at="--python"):
        for environment in environments:
            _ = environment.libraries  # asks the interpreter, so that an unusable one is reported first
    call = VerifyCall(names, environments)
    are_confirmed = []
    for k, stored_file in enumerate(stored_files):
        if k:
            typer.echo()  # an empty line between the files
        verify_content = FORMATS[stored_file.format].verify
        are_confirmed.append(verify_content(stored_file.path, stored_file.content, call))
    raise typer.Exit(0 if all(are_confirmed) else 1)


class StoredFile(NamedTuple):
    """A file to verify."""

    path: Path
    format: str
    """The format that the file names, a key of :data:`FORMATS`."""
    content: Any
    """The content as the reader of the format returns it."""


class VerifyCall(NamedTuple):
    """A call of the command, as far as the verifiers need it."""

    names: Sequence[str]
    """The files to verify, for advice on how to call the command."""
    environments: Sequence[Environment]
    """The environments of --python."""


def _read(path: Path) -> StoredFile:
    """Read a file; an unknown format, or content that does not fit its format, ends the command.

    For a certificate with a wrong digest, the content is the error: it is refused like one that does not verify.
    """
    try:
        data = read_json(path, certificate.MAX_BYTES, "a witness, a certificate or a report")
    except Unreadable as error:
        suggestion = ""
        if not path.exists() and (similar := near(path.name, [other.name for other in path.parent.glob("*.json")])):
            suggestion = f"; did you mean {path.with_name(similar[0])}?"
        raise usage_error(f"{error}{suggestion}") from None
    format = data.get("format") if isinstance(data, dict) else None
    if not isinstance(format, str) or format not in FORMATS:
        raise usage_error(
            f"{path}: not a witness, certificate or report; its format must be one of {', '.join(FORMATS)}"
        )
    file_format = FORMATS[format]
    if (size := path.stat().st_size) > file_format.max_bytes:
        limit = f"{file_format.noun} is at most {file_format.max_bytes:,} bytes"
        raise usage_error(f"{path}: {limit}, but this one has {size:,}")
    try:
        return StoredFile(path, format, file_format.read(data))
    except certificate.DigestMismatch as error:
        return StoredFile(path, format, error)  # ``_certificate_text`` shows it
    except (certificate.BadCertificate, witness.BadWitness, BadReport, BadAnswer, BadAxiomSet) as error:
        raise usage_error(f"{path}: {error}") from None


def _verify_witness(path: Path, stored: Witness, call: VerifyCall) -> bool:
    """Decide a witness again, print its account, and return whether it is confirmed exactly as stored."""
    try:
        registry = registry_of(stored)
        text, stands = replay_text(witness.replay(stored, registry), registry)
    except (witness.BadWitness, NotInstalled) as error:
        raise usage_error(f"{path}: {error}") from None
    except Unknown as error:
        command = shlex.join(["axiomatrix", "verify", *call.names, "FILE.py"])
        raise usage_error(
            f"{path}: {error}; if it is yours, name its file or the --command that answers for it: {command}"
        ) from None
    except Exception as error:  # a definition may raise anything; here that is an answer, not a crash
        if not isinstance(error, Changed):  # Changed is ours, and says that a definition answered in two ways
            raise_if_ours(error)
        details = details_of(error)
        print_lines(visible(f"{path}: the definition raised {details.exception}: {details.message}"))
        typer.echo("\n".join(f"  {visible(line)}" for line in (details.place, *details.text) if line))
        return False
    print_lines(text)
    return stands


def _verify_certificate(path: Path, content: Any, call: VerifyCall) -> bool:
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
        raise usage_error(f"{path}: {error}") from None
    except Refused as error:
        return visible(f"refused: {path}: {error}"), False


def _verify_axiom_set(path: Path, content: Any, call: VerifyCall) -> bool:
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


def _verify_report(path: Path, content: Sequence[TitledWitness], call: VerifyCall) -> bool:
    """Print how many witnesses and certificates of a report are confirmed, and the problem of each of the others."""
    return _print_witnesses(path, content, map(problem_of, (stored for _, stored in content)))


def _verify_library_report(path: Path, content: Sequence[TitledWitness], call: VerifyCall) -> bool:
    """Verify the witnesses of a report on libraries, each library in its own process, and print the problems."""
    return _print_witnesses(path, content, problems_of([stored for _, stored in content], call.environments))


def _print_witnesses(path: Path, content: Sequence[TitledWitness], problems: Iterable[str]) -> bool:
    """Print how many witnesses of a report, and certificates next to it, are confirmed; return whether all are.

    ``problems`` has the problem of each witness, empty if it is confirmed.
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
    are_valid = []
    for file in certificates:
        text, stands = _certificate_text(file, _read(file).content)
        are_valid.append(stands)
        if not stands:
            print_lines(f"  {text}")
    if certificates:
        folder = str(path.parent / certificate.FOLDER)
        print_lines(_count_text(folder, sum(are_valid), len(are_valid), "certificates"))
    return not problem_count and all(are_valid)


def _count_text(place: str, confirmed: int, total: int, noun: str) -> str:
    """Return the line with the number of confirmed witnesses or certificates in a file or folder."""
    return visible(f"{place}: {confirmed} of {total:,} {noun} {'stands' if total == 1 else 'stand'}")


def _witnesses_of(matrix: Matrix) -> list[TitledWitness]:
    """List the witnesses of all cells of a report."""
    cells = matrix.cells
    return [(f"{cell.metric}: {cell.title}", stored) for cell in cells for stored in cell.evidence.witnesses]


def _witnesses_of_answer(data: Any) -> list[TitledWitness]:
    """List the witnesses of an exploration's answer."""
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


class FileFormat(NamedTuple):
    """A format that ``verify`` takes."""

    read: Callable[[Any], Any]
    """Converts the JSON data of a file to the content that ``verify`` takes."""
    verify: Callable[[Path, Any, VerifyCall], bool]
    """Prints what a file proves, given its path and content, and returns whether all of it is confirmed."""
    noun: str = ""
    """The noun for such a file, for a message; formats with the limit of certificates need none."""
    max_bytes: int = certificate.MAX_BYTES
    """The largest size of a file; at most that of certificates."""


FORMATS: dict[str, FileFormat] = {
    witness.FORMAT: FileFormat(witness.from_json, _verify_witness, "a witness", witness.MAX_BYTES),
    certificate.FORMAT: FileFormat(certificate.check_seal, _verify_certificate),
    COMPLIANCE_FORMAT: FileFormat(
        lambda data: _witnesses_of(load_matrix(data)), _verify_report, "a report", MAX_REPORT_BYTES
    ),
    LIBRARIES_FORMAT: FileFormat(
        lambda data: _witnesses_of(libraries.from_data(data)), _verify_library_report, "a report", MAX_REPORT_BYTES
    ),
    EXPLORATION_FORMAT: FileFormat(_witnesses_of_answer, _verify_report),
    AXIOM_SET_FORMAT: FileFormat(_checked_axiom_set, _verify_axiom_set),
}
"""The formats by their names."""


def replay_text(replay: witness.Replay, registry: Registry) -> tuple[str, bool]:
    """Return the text on a replayed witness, and whether the witness is confirmed exactly as stored.

    For a witness that is not confirmed, the text has the stored and the decided sides and the instance, but not the
    statement, which the witness does not refute.
    """
    from ..evidence.account.making import account_of
    from ..methods.cases import find_smaller
    from ..report.render import terminal
    from ..report.subjects.witness import replay_document

    stored = replay.witness
    if not replay.stands:
        notes = [f"stored: {stored.lhs} {stored.op} {stored.rhs}", f"decided: {replay.sides}"]
        document = replay_document(
            "the witness does not stand", notes, account_of(stored, registry), is_confirmed=False
        )
        return terminal.render(document, width(), details=False).rstrip(), False
    size = find_smaller(stored, registry) if stored.smallest else None  # a key of :data:`TEXT_ON_SIZE`
    differences = replay.differences
    if size == "not smallest":
        differences.append("the file calls it the smallest, but a smaller one exists")
    decided_account = account_of(replay.decided, registry)
    if size is not None and decided_account.minimal:  # the account's own sentence would only repeat the file
        decided_account = replace(decided_account, minimal=TEXT_ON_SIZE[size])
    head = "the witness does not stand as written" if differences else "the witness stands"
    document = replay_document(head, differences, decided_account, is_confirmed=True)
    return terminal.render(document, width(), details=False).rstrip(), not differences
