"""An external program in any language that answers one question a line, in JSON."""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import Meta, Struct

from ..model.axiom import Kind

# --- The lines that axiomatrix and a program in any language exchange: one question, then one answer (JSON) -------
# These types read and write the lines, and the published schemas are made from them (docs/any_language.md).


class ProgramQuestion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that the program reads."""

    id: Annotated[int, Meta(ge=1, description="The number of the question; the answer repeats it.")]
    question: Annotated[
        Literal["metrics", "value"], Meta(description="What is asked: which metrics there are, or a value of one.")
    ]
    metric: Annotated[str, Meta(description="The metric that is called.")] = ""
    arguments: Annotated[dict[str, Any], Meta(description="The arguments of the call, by name.")] = {}
    parameters: Annotated[dict[str, Any], Meta(description="The parameters of the call, by name.")] = {}


class DescribedMetric(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Description that a program gives of one of its metrics."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    kind: Kind
    arguments: Annotated[dict[str, str], Meta(description="The sort of each argument, such as binary list, by name.")]
    parameters: Annotated[
        dict[str, str], Meta(description="The sort of each parameter, such as cut-off, by its name.")
    ] = {}
    exact: Annotated[bool, Meta(description="Whether its values are exact: whole numbers, or texts such as 1/3.")] = (
        False
    )
    formula: str = ""
    holds: Annotated[list[str], Meta(description="The axioms that are claimed to hold, by name.")] = []
    fails: Annotated[list[str], Meta(description="The axioms that are claimed to fail, by name.")] = []
    source: Annotated[str, Meta(description="Where the definition is from.")] = ""


class ProgramAnswer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that the program writes: the metrics, a value, or the reason for no value."""

    id: Annotated[int, Meta(description="The number of the question that is answered.")]
    metrics: Annotated[list[DescribedMetric], Meta(description="The metrics of the program.")] = []
    value: Annotated[
        int | float | str | None, Meta(description="The value of the metric: a number, or a text such as 1/3.")
    ] = None
    undefined: Annotated[str | None, Meta(description="The reason that the metric has no value there.")] = None
    error: Annotated[str | None, Meta(description="What went wrong: an error of the metric.")] = None


# --- An external program that answers one question a line ---------------------------------------------------------
# It is started at its first question and again after a failure. Each answer has a time limit. Any failure to answer
# raises :class:`ProgramFailed`, which names the question and the output of the program.

ANSWER_SECONDS = 20.0
"""Seconds after which a program that does not answer is ended."""
MAX_ANSWER_BYTES = 1_000_000
MAX_SHOWN = 200
"""Characters of a question or an output that a message shows."""
TIMES_ASKED = 2
"""How often a question is asked if no answer comes in time."""
HANGS = 2
"""Consecutive late answers that end the questions about a metric."""
WRITTEN_BYTES = 512
"""Bytes written at once: POSIX promises that a ready pipe takes them without blocking."""
CLOSING_SECONDS = 1.0
"""Time for a program to end, or to flush its output, once its input is closed."""


GUARD = """
import os, signal, sys
sys.stdin.read()
try:
    os.killpg(int(sys.argv[1]), signal.SIGKILL)
except OSError:
    pass
"""
"""Code of a separate process that kills the program once its caller is gone, even if the caller was killed."""


class ProgramFailed(RuntimeError):
    """A program that ended, took too long, or wrote something other than an answer."""

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def how(self) -> str:
        """The failure alone, without the command and the question."""
        return str(self.args[-1])


class ProgramHangs(ProgramFailed):
    """A program that does not answer in time, or is skipped because it did not."""


class CannotRun(ProgramFailed):
    """A command that is mistyped, or names no program that can be run."""


def words_of(command: str | Sequence[str]) -> tuple[str, ...]:
    """The words of a command, given as a command line or as a list; :class:`CannotRun` if it is empty."""
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    except ValueError as error:  # a quotation that does not end
        raise CannotRun(f"the command {command!r:.80} cannot be read: {error}") from None
    if not words or not words[0].strip():
        raise CannotRun("the command is empty; name a program, such as ./my-ndcg")
    return words


class _NoAnswer(Exception):
    """The program gave no answer line; the text says what happened, and ``written`` is its output."""

    def __init__(self, reason: str, written: bytes = b"", *, is_late: bool = False) -> None:
        super().__init__(reason)
        self.written, self.is_late = written, is_late


class Program:
    """A program, which is a child of the process that asks it."""

    def __init__(self, command: Sequence[str], seconds: float = ANSWER_SECONDS) -> None:
        self.command, self.seconds = tuple(command), seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._owner = self._question_count = 0
        self._late: Counter[str] = Counter()
        self._hangs: Counter[str] = Counter()
        """By metric, how many questions in a row were not answered in time."""
        self._answered: dict[str, dict[str, Any]] = {}
        """By metric, the last question that was answered."""
        self._messages = b""
        """The end of what it wrote to standard error."""

    def ask(self, question: str, **parts: Any) -> ProgramAnswer:
        """The answer to a question; :class:`ProgramFailed` if none comes.

        After :data:`HANGS` consecutive questions about a metric without an answer in time, an earlier answered question
        is asked again. If none was answered, or this one fails too, no more is asked about this metric.
        """
        key, about = json.dumps([question, parts]), parts.get("metric", "")
        if self._hangs[about] >= HANGS:
            self._require_alive(about)
        if self._late[key] >= TIMES_ASKED:
            raise ProgramHangs(f"{self._subject(question, parts)} did not answer in time {TIMES_ASKED} times")
        answer = self._ask(question, parts, key)
        self._hangs[about] = 0
        self._answered[about] = {"question": question, **parts}
        return answer

    def _require_alive(self, about: str) -> None:
        """Raise :class:`ProgramHangs` unless an earlier answered question is answered again."""
        answered = self._answered.pop(about, None)
        if answered is None:
            named = f"{shlex.join(self.command):.{MAX_SHOWN}}{f', about {about},' if about else ''}"
            raise ProgramHangs(f"{named} did not answer {HANGS} questions in a row in time, and is not asked again")
        question = answered.pop("question")
        self._ask(question, answered, json.dumps([question, answered]))
        self._hangs[about] = 0
        self._answered[about] = {"question": question, **answered}

    def _ask(self, question: str, parts: dict[str, Any], key: str) -> ProgramAnswer:
        self._question_count += 1  # the fields of the question are those of program_lines.ProgramQuestion
        request = json.dumps({"id": self._question_count, "question": question, **parts})
        process = self._started()
        try:
            return _read(self._exchange(process, request.encode() + b"\n"), self._question_count)
        except _NoAnswer as failure:
            self._late[key] += failure.is_late
            about = parts.get("metric", "")
            self._hangs[about] = self._hangs[about] + 1 if failure.is_late else 0
            self._fail(self._subject(question, parts), failure)

    def close(self) -> None:
        """End the program and its children, unless it belongs to the process that this one was forked from."""
        process, self._process = self._process, None
        guard, self._guard = self._guard, None
        if process is None or self._owner != os.getpid():
            return
        if guard is not None:
            guard.kill()
            guard.wait()
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr, guard.stdin if guard else None):
            if stream is not None:
                stream.close()

    def _subject(self, question: str, parts: dict[str, Any]) -> str:
        shown = _shown(json.dumps({"question": question, **parts}))
        return f"{shlex.join(self.command):.{MAX_SHOWN}}, asked {shown},"

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        self.close()
        if not hasattr(os, "killpg"):
            raise CannotRun("a program is asked on a POSIX system only, such as Linux or macOS")
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self.command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, process_group=0
            )
        except PermissionError as error:
            name = self.command[0]
            advice = f"make it executable, chmod +x {shlex.quote(name)}, or name what runs it, such as python {name}"
            raise CannotRun(f"{name} cannot be run ({error.strerror}); {advice}") from None
        except (OSError, ValueError) as error:  # no such file, or a name that no file can have
            reason = getattr(error, "strerror", None) or error
            raise CannotRun(f"{self.command[0]!r:.200} cannot be run ({reason}); check how it is spelled") from None
        self._owner, self._messages = os.getpid(), b""
        guarding = [sys.executable, "-I", "-S", "-c", GUARD, str(self._process.pid)]
        self._guard = subprocess.Popen(guarding, stdin=pipe, start_new_session=True)
        return self._process

    def _exchange(self, process: subprocess.Popen[bytes], question: bytes) -> bytes:
        """Write the question and read until a line is there, and all that the program says on standard error."""
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        deadline, answer = time.monotonic() + self.seconds, b""
        with selectors.DefaultSelector() as streams:
            streams.register(process.stdin, selectors.EVENT_WRITE)
            streams.register(process.stdout, selectors.EVENT_READ)
            streams.register(process.stderr, selectors.EVENT_READ)
            while b"\n" not in answer:
                left = deadline - time.monotonic()
                ready = streams.select(left) if left > 0 else []
                if not ready:
                    raise _NoAnswer(self._lateness(process, answer), answer, is_late=True)
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        question = _written(process.stdin.fileno(), question)
                        if not question:
                            streams.unregister(process.stdin)
                        continue
                    chunk = os.read(key.fd, 1 << 16)
                    if key.fileobj is process.stderr:
                        self._messages = (self._messages + chunk)[-2 * MAX_SHOWN :]
                        if not chunk:
                            streams.unregister(process.stderr)
                        continue
                    answer += chunk
                    if not chunk:
                        raise _NoAnswer(_ending(process), answer)
                    if len(answer) > MAX_ANSWER_BYTES:
                        raise _NoAnswer(f"wrote a line of more than {MAX_ANSWER_BYTES:,} bytes", answer)
        return answer

    def _lateness(self, process: subprocess.Popen[bytes], answer: bytes) -> str:
        """Reason for a late line: the program hangs, wrote half of it, or did not flush it."""
        reason = f"did not answer within {self.seconds:g} seconds"
        if answer:
            return f"{reason}: it wrote a line without its end"
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        with selectors.DefaultSelector() as streams:
            streams.register(process.stdout, selectors.EVENT_READ)
            if streams.select(CLOSING_SECONDS) and os.read(process.stdout.fileno(), 1 << 16):
                return (
                    f"{reason}: it wrote only after its input was closed: it is slow, or does not flush after each line"
                )
        return reason

    def _fail(self, subject: str, failure: _NoAnswer) -> NoReturn:
        """End the program, and raise what happened with what it wrote."""
        process = self._process
        if process is not None and process.stderr is not None and not failure.is_late:
            os.set_blocking(process.stderr.fileno(), False)
            with suppress(OSError):
                self._messages += os.read(process.stderr.fileno(), 1 << 16)
        self.close()
        written, messages = failure.written.decode(errors="replace"), self._messages.decode(errors="replace").strip()
        parts = [f"{failure}; it wrote {_shown(written)}" if written else str(failure)]
        if messages:
            parts.append(f"its standard error ends with {messages.splitlines()[-1][-MAX_SHOWN:]!r}")
        kind, how = ProgramHangs if failure.is_late else ProgramFailed, "; ".join(parts)
        raise kind(f"{subject} {how}", how) from None


def _written(stream: int, question: bytes) -> bytes:
    """Write some of the question and return the rest. A program that has stopped reading may still say why."""
    try:
        return question[os.write(stream, question[:WRITTEN_BYTES]) :]
    except BrokenPipeError:
        return b""


def _ending(process: subprocess.Popen[bytes]) -> str:
    """Describe why a program's output ended."""
    try:
        status = process.wait(CLOSING_SECONDS)
    except subprocess.TimeoutExpired:
        return "closed its output"
    if status < 0:
        return f"was ended by the signal {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _read(written: bytes, id: int) -> ProgramAnswer:
    """The answer on a line; anything else is a failure of the program."""
    line, _, more = written.partition(b"\n")
    if more:
        raise _NoAnswer("wrote more than one line; an answer is one line, and messages go to standard error", written)
    try:
        answer = msgspec.convert(json.loads(line), ProgramAnswer)
    except (ValueError, RecursionError) as error:
        if isinstance(error, msgspec.ValidationError):
            raise _NoAnswer(f"wrote an answer that does not fit: {error}", line) from None
        raise _NoAnswer("wrote a line that is not JSON; messages of a program go to standard error", line) from None
    if answer.id != id:
        raise _NoAnswer(f"answered question {answer.id} when question {id} was asked", line)
    return answer


def _shown(text: str) -> str:
    text = text.strip()
    shown = text if text.isprintable() else repr(text)
    return shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}..."
