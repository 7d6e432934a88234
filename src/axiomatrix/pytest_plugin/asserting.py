"""Judge decided cells for tests: pass, fail, expected failure or skip, with the message.

The pytest plugin (:mod:`.session`) judges each claim by :func:`judge_cell`. :func:`assert_axioms` checks metrics inside
a plain test, under any test framework.

A *cell* is a metric and an axiom with the evidence on them. Its *outcome* says how the evidence agrees with the claims
about the metric:

* ``BROKEN``: the evidence contradicts the claim. ``UNRESOLVED``: there is no verdict on it.
* ``CONFIRMED``: the metric declares a failure, which was found. ``UNCONFIRMED``: it was not found.
* ``SETTLED``: a conjecture that is proved or refuted. ``OPEN``: one that is neither.
"""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Literal

from msgspec.structs import replace

from ..catalogue.any_language import command_of
from ..engine.check import axiom_ids, check
from ..engine.store import cache_folder
from ..evidence import witness as witnesses
from ..evidence.account.making import account
from ..evidence.cell import STATUS_WORDS, Cell, ClaimNote
from ..evidence.evidence import Witness
from ..evidence.expectations import Expectation, status_beside
from ..evidence.files import indented_json, write_all
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome, Verdict
from ..evidence.words import derivation_lines, fault_lines
from ..model.claim import Named
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry
from ..report.judged_claims import failure_lines
from ..spaces.parameters import ParameterDomain

Kind = Literal["pass", "fail", "expected", "skip"]
"""The ways in which a test ends; ``expected`` is an expected failure."""


@dataclass(frozen=True)
class TestEnding:
    """The outcome of a test with its message."""

    kind: Kind
    text: str = ""
    """The message; empty for a test that passes."""
    summary: str = ""
    """A failure in one line, such as ``4 == 2 at n = 2``."""
    command: str = ""
    """The command that replays the witness."""


def judge_cell(
    cell: Cell,
    entry: Expectation | None,
    matrix: Matrix,
    registry: Registry,
    today: date,
    folder: str | None,
    files: Sequence[str],
) -> TestEnding:
    """Judge the cell for the test of its claim.

    A claim that the evidence does not contradict passes. A broken claim fails, unless ``entry`` accepts it. A statement
    that is declared to fail, and does, is an expected failure. Three others fail with the reason: an undecided claim,
    an accepted failure that does not occur any more, and a declared failure without an instance. An open conjecture is
    skipped.

    The ``matrix`` has the cell. ``entry`` is its entry in the baseline, the file of accepted failures. ``folder`` is
    the folder of its witness, None if it could not be written. ``files`` are the words of a command line that register
    the metric.
    """
    outcome, status = cell.outcome, cell.status
    if matrix.contradictions:  # some evidence is wrong, but it is unknown which
        return _failure_without_witness(
            cell, matrix, *(contradiction.sentence for contradiction in matrix.contradictions)
        )
    fail_with_witness = partial(_failure_with_witness, cell, matrix, registry, folder, files)
    if outcome is Outcome.BROKEN:
        if entry is None:
            return fail_with_witness()
        if entry.is_expired(today):
            return fail_with_witness(f"accepted until {entry.until}, which has passed: {entry.reason}")
        return TestEnding("expected", visible(f"accepted: {status_beside(entry, cell, today).why}"))
    if status.key == Verdict.ROUNDING and outcome is Outcome.UNRESOLVED:
        # a difference that rounding may explain is not a refutation
        return fail_with_witness(
            "neither refuted nor passed: the difference may be rounding; an exact definition would decide"
        )
    if outcome in (Outcome.UNRESOLVED, Outcome.NOT_APPLICABLE):
        why = f"not decided: {status.word}: {cell.evidence.why or status.reach}"
        return _failure_without_witness(cell, matrix, why, *fault_lines(cell))
    if entry is not None:
        accepted, change = f"accepted as broken: {entry.reason}", status_beside(entry, cell, today).why
        return _failure_without_witness(
            cell, matrix, accepted, f"but {change}", "axiomatrix baseline prune FILE.py drops the entry"
        )
    if outcome is Outcome.CONFIRMED:
        wordings = [claim.wording for claim in cell.claims if claim.status == "fails"]
        return TestEnding("expected", visible(f"{STATUS_WORDS['fails']}: {'; '.join(wordings)}"))
    if outcome is Outcome.UNCONFIRMED:  # declared to fail, or to have an instance, and none was found
        missing = "instance" if any(claim.status == "holds" for claim in cell.claims) else "counterexample"
        advice = "--axiomatrix-profile thorough searches further; declare uncertain claims in conjectured=[...]"
        return _failure_without_witness(cell, matrix, f"no {missing} found: {status.reach}", advice)
    if outcome is Outcome.SETTLED and status.holds == "no":
        return fail_with_witness("the conjecture is refuted; declare it in fails={...: 'the reason'}")
    if outcome is Outcome.OPEN:
        return TestEnding("skip", visible(f"an open conjecture: {status.reach}"))
    return TestEnding("pass")


def _failure_without_witness(cell: Cell, matrix: Matrix, *reasons: str) -> TestEnding:
    """Make a failure without a witness: metric and statement, the formula, the claims, and the reasons.

    The first reason is the summary.
    """
    formula = next((head.formula for head in matrix.columns if head.id == cell.axiom), "")
    indented = [formula, *(claim.quotation for claim in cell.claims), *reasons]
    return _make_failure([f"{cell.metric}: {cell.title}", *(f"  {line}" for line in indented)], reasons[0])


def _failure_with_witness(
    cell: Cell, matrix: Matrix, registry: Registry, folder: str | None, files: Sequence[str], *remarks: str
) -> TestEnding:
    """Make a failure with its witness: the instance, both sides, code to paste, and the command that replays it.

    A refutation that follows from other cells has no witness, and is shown with its derivation.
    """
    witness_account, witness = account(cell, matrix, registry), cell.evidence.witness
    if witness_account is None or witness is None:
        return _failure_without_witness(cell, matrix, cell.status.text, *derivation_lines(cell), *remarks)
    *lines, command = failure_lines(witness_account, folder or "DIR", files)  # the last line is the command
    code = [f"    {line}" for line in witness_account.constructor.splitlines()]
    lines += ["", "In Python", *code, ""] if code else [""]
    for remark in remarks:
        lines += [f"  {remark}", ""]
    if folder is None:
        command = f"  pytest --axiomatrix-report DIR writes the witness; then:\n{command}"
    while not lines[-1]:  # empty lines at the end
        lines.pop()
    return _make_failure(lines, f"{witness.relation} at n = {witness.n}", command)


def _make_failure(lines: Sequence[str], summary: str, command: str = "") -> TestEnding:
    """Make a failure of these lines, each kept on one line with control characters escaped."""
    *safe_lines, safe_summary = (visible(line, lines=True).replace("\n", " ").rstrip() for line in (*lines, summary))
    return TestEnding("fail", "\n".join(safe_lines), safe_summary, command)


def replay_words(metric: Metric) -> list[str]:
    """Return the words of a replay command that register the metric: a user's file, or the command of a program."""
    if (command := command_of(metric)) is not None:
        return ["--command", shlex.join(command)]
    return [shown_path(metric.file)] if metric.family == "user" and metric.file is not None else []


def shown_path(path: Path) -> str:
    """Write a path for people: relative to the current folder if it is inside of it, else in full."""
    resolved, folder = path.resolve(), Path.cwd()
    return (resolved.relative_to(folder) if resolved.is_relative_to(folder) else resolved).as_posix()


# --- an assertion, for a plain test of any framework -------------------------------------------------------------


__unittest = True  # unittest leaves the frames of such a module out of its tracebacks


def assert_axioms(
    *metrics: Metric | str | ModuleType,
    axioms: Sequence[Named] = (),
    sources: Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    use_pins: bool = True,
    registry: Registry | None = None,
) -> None:
    """Check metrics, or those of a module, and raise ``AssertionError`` unless all their claims are as declared.

    The error begins with a sentence for each failure, which has both values, the size, the metric and the statement,
    and with the command that replays the counterexample. The counterexamples follow. An axiom that is named in
    ``axioms`` must hold if the metric declares nothing about it. The options are those of :func:`check`.

    >>> import axiomatrix
    >>> axiomatrix.assert_axioms("kendall", axioms=["symmetry"])

    Raises ``ValueError`` where nothing would be tested: for no metric, one that declares nothing, or an axiom that says
    nothing of one.
    """
    __tracebackhide__ = True  # the traceback that pytest shows ends in the test
    if not metrics:
        raise ValueError("assert_axioms: pass a metric or a module, such as assert_axioms(my_metric)")
    matrix = check(
        *metrics, axioms=axioms, sources=sources, profile=profile, seed=seed, use_pins=use_pins, registry=registry
    )
    failures = list(_failures(matrix, REGISTRY if registry is None else registry, axioms))
    if failures:
        summary: list[str] = []
        for sentence, ending in failures:
            summary.append(sentence)
            if ending.command:
                summary.append(ending.command)
        raise AssertionError("\n\n".join(["\n".join(summary), *(ending.text for _, ending in failures)]))


def _failures(matrix: Matrix, registry: Registry, asserted: Sequence[Named]) -> Iterator[tuple[str, TestEnding]]:
    """Yield the claims that are not as declared, each as a sentence and with the ending of its test.

    The ``asserted`` axioms must hold, as if the metric declared them.
    """
    for row in matrix.rows:
        metric = registry.metric(row.name)
        cells = [cell for cell in matrix if cell.metric == row.name]
        tested = [cell for cell in cells if cell.claims]
        if asserted:
            unclaimed = [cell for cell in cells if not cell.claims and cell.space is ParameterDomain.OPEN]
            tested += [_with_asserted_claim(cell) for cell in unclaimed if cell.status.is_asked]
        for axiom in asserted:
            if not any(cell.axiom in axiom_ids(axiom, [row.name], registry) for cell in tested):
                raise ValueError(f"{getattr(axiom, 'id', axiom)} has no statement to test on {row.name}")
        if not tested:
            raise ValueError(f"{row.name} declares no claims to test; declare holds=[...], or pass axioms=[...] here")
        for cell in tested:
            # a declared failure passes, so nobody needs a witness to replay
            folder = None if cell.outcome is Outcome.CONFIRMED else _folder_with(cell.evidence.witness)
            ending = judge_cell(cell, None, matrix, registry, date.today(), folder, replay_words(metric))
            if ending.kind == "fail":
                name, title = visible(cell.metric), visible(cell.title)
                broken = f"{ending.summary}: {name} breaks {title}"
                yield broken if cell.outcome is Outcome.BROKEN else f"{name}: {title}: {ending.summary}", ending


def _with_asserted_claim(cell: Cell) -> Cell:
    """Return the cell as if its metric declared that the statement holds."""
    return replace(cell, claims=(ClaimNote("holds", "declared", "asserted in a test"),))


def _folder_with(witness: Witness | None) -> str | None:
    """Write the witness for a replay, and return the folder: the user's cache folder, or else a temporary one."""
    if witness is None:
        return None
    files = {f"witnesses/{witness.slug}.json": indented_json(witnesses.to_json(witness))}
    try:
        folder = cache_folder() or Path(tempfile.mkdtemp(prefix="axiomatrix-"))
        write_all(files, folder)
    except OSError:  # the cache folder cannot be written
        folder = Path(tempfile.mkdtemp(prefix="axiomatrix-"))
        write_all(files, folder)
    return str(folder)
