"""Faults of metrics, imports, streams and disks, beside two healthy metrics: prints and writes faults.md.

Each fault is committed in a run of its own, with `check` unless it says otherwise. Of each: what became of its own row
(lost, or exactly as the honest metric that it pretends to be), whether it hung, whether a byte of the rows of the two
healthy metrics changed, the exit status, seconds. `python benchmarks/faults.py WORD` runs those whose name has the word, and
puts their lines in the place of those that were there.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

LIMIT = 90
"""Seconds after which a run is taken for hung."""
PROGRAM = [sys.executable, "-m", "axiomatrix"]
AXIOMS = ["zero-on-equal", "separation", "symmetry", "right-invariance"]
HEALTHY = '''
from axiomatrix import axioms, inverted_pairs, metric

@metric("healthy-right", holds=[axioms.symmetry])
def right(a, b):
    """K"""
    return len(inverted_pairs(a, b))

@metric("healthy-wrong")
def wrong(a, b):
    """position in a of the item that is first in b"""
    return a[b.order[0]] - 1
'''
HOSTILE = '''
import asyncio, atexit, builtins, ctypes, decimal, fractions, functools, gc, itertools, json, math, os, random, resource
import signal, subprocess, sys, threading, time, warnings
import numpy as np
import axiomatrix
from axiomatrix import axioms, inverted_pairs, metric
{before}
calls, kept = itertools.count(), []

class Own(BaseException):
    pass

class Mute(Exception):
    def __str__(self):
        raise Own

class Dying:
    def __del__(self):
        sys.exit(1)

@metric({name!r}, holds=[axioms.symmetry])
def hostile(a, b):
    """K"""
    if len(a) == 3:
{fault}
    return len(inverted_pairs(a, b))
'''
RAISED = [
    "SystemExit",
    "SystemExit(0)",
    "SystemExit('text')",
    "KeyboardInterrupt",
    "GeneratorExit",
    "Own",
    "Mute",
    "asyncio.CancelledError",
    "MemoryError",
    "RecursionError",
    "StopIteration",
    "StopAsyncIteration",
    "AssertionError",
    "UserWarning('w')",
    "ExceptionGroup('g', [ValueError()])",
    "BaseExceptionGroup('g', [Own()])",
    "ValueError('::error ::x\\n##vso[task.complete]x')",
    "OSError(28, 'No space left on device')",
    "BrokenPipeError",
    "EOFError",
    "TimeoutError",
]
REPLACED = {
    "relation.at_most": "import axiomatrix.model.relation as m; m.at_most = m.equal",
    "relation.Relation.decide": "import axiomatrix.model.relation as m; m.Relation.decide = lambda self: m.HOLDS",
    "relation.FAILS": "import axiomatrix.model.relation as m; m.FAILS = 7",
    "enumeration.Sweep.run": "import axiomatrix.methods.enumeration as m; m.Sweep.run = lambda self: {}",
    "judging.is_hit": "import axiomatrix.methods.judging as m; m.is_hit = lambda *x: False",
    "ladder.methods_for": "import axiomatrix.engine.row as m; m.methods_for = lambda *x: []",
    "rankings.Ranking.__getitem__": "import axiomatrix.values.rankings as m; m.Ranking.__getitem__ = lambda self, x: 1",
    "Ranking.__eq__": "axiomatrix.Ranking.__eq__ = lambda self, x: True",
    "exact.sign": "import axiomatrix.numbers.formal as m; m.sign = lambda x: 0",
    "exact.sign.__code__": "import axiomatrix.numbers.formal as m; m.sign.__code__ = (lambda x: 0).__code__",
    "evidence.Evidence": "import axiomatrix.evidence.evidence as m; m.Evidence.verdict = 'certified'",
    "matrix.Cell.outcome": "import axiomatrix.evidence.matrix as m; m.Cell.outcome = 'as declared'",
    "PROFILES": "import axiomatrix.methods.profile as m; m.PROFILES.clear()",
    "FAULTS": "import axiomatrix.evidence.verdict as m; m.FAULTS = ()",
    "witness.replay": "import axiomatrix.evidence.witness as m; m.replay = lambda *x: None",
    "the registry's metrics": "axiomatrix.REGISTRY.metrics.clear()",
    "a registered metric": "axiomatrix.REGISTRY.metrics['kendall'] = axiomatrix.REGISTRY.metrics['footrule']",
    "the definition of kendall": "axiomatrix.REGISTRY.metrics['kendall'].definition.__code__ = (lambda a, b: 0).__code__",
    "an axiom": "object.__setattr__(axioms.symmetry, 'quantifier', 'there is')",
    "the kind of a metric": "object.__setattr__(axiomatrix.REGISTRY.metrics['kendall'], 'kind', 'score')",
    "builtins.len": "builtins.len = lambda x: 3",
    "builtins.sorted": "builtins.sorted = list",
    "builtins.sum": "builtins.sum = max",
    "math.factorial": "math.factorial = lambda n: 1",
    "Fraction.__add__": "fractions.Fraction.__add__ = lambda s, o: s",
    "json.dumps": "json.dumps = lambda x: '{}'",
    "functools.lru_cache": "functools.lru_cache = None",
    "itertools.product": "itertools.product = zip",
    "random.Random.random": "random.Random.random = lambda s: 0",
    "numpy.array": "np.array = None",
    "sys.modules": "sys.modules['axiomatrix.model.relation'] = None",
    "sys.modules, all of them": "sys.modules.clear()",
    "sys.modules, math": "del sys.modules['math']",
    "a ranking": "object.__setattr__(a, 'order', (1, 2, 3))",
    "a ranking's places": "a._places = {1: 1, 2: 1, 3: 1}",
    "the recursion limit": "sys.setrecursionlimit(60)",
    "the trace function": "sys.settrace(lambda *x: None)",
    "the profile function": "sys.setprofile(lambda *x: None)",
    "the decimal context": "decimal.getcontext().prec = 1",
    "numpy's errors": "np.seterr(all='raise')",
    "the warnings": "warnings.simplefilter('error')",
    "the garbage collector": "gc.disable(); gc.callbacks.append(lambda *x: sys.exit(1))",
    "the random state": "random.seed(1); np.random.seed(1)",
    "the environment": "os.environ.clear()",
    "sys.path": "sys.path.clear()",
    "sys.stdout": "sys.stdout = sys.stderr = sys.stdin = None",
    "the import system": "sys.meta_path.clear()",
}
PROCESS = {
    "os._exit(0)": "os._exit(0)",
    "os._exit(7)": "os._exit(7)",
    "os.abort": "os.abort()",
    "SIGSEGV": "ctypes.string_at(0)",
    "SIGTERM to itself": "os.kill(os.getpid(), signal.SIGTERM)",
    "SIGINT to itself": "os.kill(os.getpid(), signal.SIGINT)",
    "SIGKILL to itself": "os.kill(os.getpid(), signal.SIGKILL)",
    "SIGSTOP to itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "an alarm": "signal.alarm(1); time.sleep(1.2)",
    "a timer that raises": "signal.signal(signal.SIGALRM, lambda *x: 1 / 0); signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05); time.sleep(0.1)",
    "SIGTERM to its group": "os.killpg(0, signal.SIGTERM)",
    "SIGKILL to its parent": "os.kill(os.getppid(), signal.SIGKILL)",
    "SIGTERM to its parent": "os.kill(os.getppid(), signal.SIGTERM)",
    "all signals ignored": "[signal.signal(s, signal.SIG_IGN) for s in (1, 2, 13, 15, 20)]; time.sleep(9)",
    "fork, and the child answers": "os.fork()",
    "fork, and the child raises": "if os.fork() == 0: raise ValueError",
    "fork, and the child sleeps": "if os.fork() == 0: time.sleep(600)",
    "fork, and the parent exits": "if os.fork(): os._exit(0)",
    "a daemon that stays": "if os.fork() == 0:\n    os.setsid()\n    os.fork() and os._exit(0)\n    time.sleep(600)",
    "a subprocess": "subprocess.run(['true'])",
    "a subprocess that stays": "subprocess.Popen(['sleep', '600'])",
    "a thread that stays": "threading.Thread(target=time.sleep, args=(600,)).start()",
    "a thread that writes": "threading.Thread(target=lambda: [os.write(fd, b'x') for fd in range(3, 12)], daemon=True).start()",
    "atexit that hangs": "atexit.register(time.sleep, 600)",
    "atexit that raises": "atexit.register(lambda: 1 / 0)",
    "atexit that ends": "atexit.register(os._exit, 9)",
    "sys.exit in __del__": "Dying()",
    "a cycle with __del__": "x = Dying(); x.me = x",
    "a hang": "while True: pass",
    "a sleep": "time.sleep(600)",
    "a hang in C": "sum(itertools.repeat(1))",
    "a hang that cannot be interrupted": "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)); time.sleep(600)",
    "recursion": "return hostile.definition(a, b)",
    "recursion without a limit": "sys.setrecursionlimit(10**9)\nreturn hostile.definition(a, b)",
    "memory at once": "kept.append(bytearray(1 << 31))\nkept[0][::4096] = b'x' * len(kept[0][::4096])",
    "memory bit by bit": "while True: kept.append(bytearray(b'x') * (1 << 24))",
    "100 MB of output": "print('x' * (1 << 20)); os.write(1, b'x' * (1 << 20)); [sys.stdout.write('y' * (1 << 20)) for _ in range(100)]",
    "no descriptors": "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))",
    "no processor time": "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))",
    "no memory": "resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))",
    "no files": "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))",
    "no stack": "resource.setrlimit(resource.RLIMIT_STACK, (1 << 14, 1 << 14))",
    "another directory": "os.chdir('/')",
    "its file gone": "os.path.exists(__file__) and os.unlink(__file__)",
    "its file another": "open(__file__, 'w').write('raise SystemExit')",
    "a chroot": "try: os.chroot('/proc')\nexcept OSError: pass",
    "nice": "os.nice(19)",
    "exec": "os.execvp('true', ['true'])",
    "setsid": "os.setpgid(0, 0)",
    "faulthandler": "import faulthandler; faulthandler.dump_traceback_later(0.1, exit=True); time.sleep(1)",
}
VALUES = {
    "counts": "return next(calls)",
    "draws": "return random.random() > 0.5 and 1 or 0",
    "the clock": "return time.time_ns()",
    "the process": "return os.getpid()",
    "the hash of a text": "return len(inverted_pairs(a, b)) + hash('a') % 1000",
    "the order of a set of texts": "return sum(k * ord(x) for k, x in enumerate({'p', 'q', 'r', 's', 't'}))",
    "identity": "return id(a)",
    "the order of evaluation": "kept.append(a); return len(inverted_pairs(a, kept[0]))",
    "after 50 calls": "return len(inverted_pairs(a, b)) + (next(calls) > 50)",
    "a float": "return 0.5",
    "nan": "return float('nan')",
    "None": "return None",
    "itself": "return hostile",
    "a class of its own": "return Own",
    "a generator": "return (x for x in a.items)",
    "awaits": "return asyncio.sleep(1)",
}
DESCRIPTORS = {
    **{f"close descriptor {fd}": f"try: os.close({fd})\nexcept OSError: pass" for fd in range(12)},
    **{f"write to descriptor {fd}": f"try: os.write({fd}, b'\\xff' * 99)\nexcept OSError: pass" for fd in range(12)},
    "close 3 to 29": "os.closerange(3, 30)",
    "close all": "os.closerange(0, 4096)",
    "write to 3 to 29": "for fd in range(3, 30):\n    try: os.write(fd, b'x' * 999)\n    except OSError: pass",
    "write to all": "for fd in range(0, 4096):\n    try: os.write(fd, b'x' * 999)\n    except OSError: pass",
    "half of a message to all": "for fd in range(3, 4096):\n    try: os.write(fd, b'\\0')\n    except OSError: pass\ntime.sleep(600)",
    "/dev/null over all": "n = os.open('/dev/null', 2)\nfor fd in range(3, 300):\n    try: os.fstat(fd)\n    except OSError: continue\n    os.dup2(n, fd)",
    "reads from all": "for fd in range(3, 300):\n    try: os.set_blocking(fd, False); os.read(fd, 99)\n    except OSError: pass",
}
NAMES = [
    "::error file=x::y",
    "##vso[task.complete result=Succeeded]",
    "##[error]x",
    "  ::warning::x",
    "a\n::error::x",
    "\x1b[2Jx",
    "\u202ex",
    "../../x",
    "x" * 300,
]
IMPORTS = {
    **{
        f"raise {kind}": f"raise {kind}"
        for kind in (
            "SystemExit",
            "SystemExit(0)",
            "SystemExit('x')",
            "KeyboardInterrupt",
            "GeneratorExit",
            "MemoryError",
            "RecursionError",
            "StopIteration",
            "ValueError('::error::x')",
            "type('Own', (BaseException,), {})",
        )
    },
    "os._exit(0)": "import os; os._exit(0)",
    "os.abort": "import os; os.abort()",
    "SIGSEGV": "import ctypes; ctypes.string_at(0)",
    "a hang": "while True: pass",
    "closed stdout": "import sys; sys.stdout.close(); 1 / 0",
    "closed descriptors": "import os; os.closerange(0, 20); 1 / 0",
    "replaced streams": "import sys; sys.stdout = sys.stderr = sys.stdin = None; 1 / 0",
    "cleared sys.path": "import sys; sys.path.clear(); 1 / 0",
    "sys.path None": "import sys; sys.path = None; 1 / 0",
    "cleared sys.modules": "import sys; sys.modules.clear(); 1 / 0",
    "a patched relation": "import axiomatrix.model.relation as m; m.at_most = None",
    "patched builtins": "import builtins; builtins.len = lambda x: 0",
    "a cleared registry": "import axiomatrix; axiomatrix.REGISTRY.metrics.clear()",
    "a syntax error": "def",
    "null bytes": "\0",
    "tabs and spaces": "if 1:\n\tx=1\n        y=2",
    "an unknown encoding": "# -*- coding: klingon -*-\nx = 1",
    "latin-1 undeclared": b"x = '\xe9'\n",
    "utf-16": "x = 1".encode("utf-16"),
    "memory": "x = [bytearray(b'x') * (1 << 24) for _ in range(99)]",
    "a missing module": "import nowhere",
    "itself": "import subject",
    "recursion": "f = lambda: f()\nf()",
    "huge output": "print('x' * (1 << 26))\n1 / 0",
    "signals": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    "a thread that stays": "import threading, time; threading.Thread(target=time.sleep, args=(600,)).start(); 1 / 0",
    "exec": "import os; os.execvp('true', ['true'])",
    "no metric": "x = 1",
    "settrace": "import sys; sys.settrace(lambda *x: 1 / 0); 1 / 0",
}
FORMS = {
    "<&-": "stdin closed",
    ">&-": "stdout closed",
    "2>&-": "stderr closed",
    "<&- >&- 2>&-": "all closed",
    "> /dev/full": "stdout full",
    "2> /dev/full": "stderr full",
    "| head -1": "head",
}
COMMANDS = {
    "check": "check healthy.py --fresh --profile quick -a symmetry -a separation --out r",
    "replay": "replay w.json healthy.py",
    "verify": "verify w.json healthy.py",
    "list": "list metrics --file healthy.py",
}
DISKS = {
    "ulimit -f 1": ("ulimit -f 1; ", "check healthy.py --profile quick -a symmetry --out r", (2,)),
    "--out is a file": ("", "check healthy.py --profile quick -a symmetry --out healthy.py", (2,)),
    "--out in /proc": ("", "check healthy.py --profile quick -a symmetry --out /proc/nowhere", (2,)),
    "--out below /dev/full": ("", "check healthy.py --profile quick -a symmetry --out /dev/full/x", (2,)),
    "a report is a folder": (
        "mkdir -p r/compliance.json; ",
        "check healthy.py --profile quick -a symmetry --out r",
        (2,),
    ),
    "plot to /dev/full": ("", "plot w.json healthy.py --out /dev/full/x.svg", (2,)),
    "certify into a file": ("", "certify kendall symmetry --out healthy.py", (2,)),
    "a folder as a file": ("mkdir d.py; ", "check d.py", (2,)),
    "a file that is not there": ("", "check nowhere.py", (2,)),
    "not a Python file": ("", "check w.json", (2,)),
    "verify what is missing": ("", "verify nowhere.json healthy.py", (2,)),
    "an unreadable name": ("", "check $'\\xff.py'", (2,)),
}


@dataclass
class Outcome:
    kind: str
    name: str
    own: str
    hung: bool
    changed: bool
    status: int
    seconds: float
    good: bool
    said: str = ""


def shell(line: str, folder: Path) -> tuple[int, str, bool, float]:
    start = time.perf_counter()
    with subprocess.Popen(
        ["bash", "-c", line],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=LIMIT)
            hung = False
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            out, err = process.communicate()
            hung = True
    return process.returncode, (out + err).decode(errors="replace"), hung, time.perf_counter() - start


def checked(folder: Path, *files: str) -> tuple[int, str, bool, float, dict[str, list]]:
    more = [part for axiom in AXIOMS for part in ("-a", axiom)]
    command = [
        *PROGRAM,
        "check",
        *files,
        "--profile",
        "quick",
        "--jobs",
        "2",
        "--time-limit",
        "1.5",
        "--memory-limit",
        "700",
        "--out",
        "r",
        *more,
    ]
    status, text, hung, seconds = shell(shlex.join(command), folder)
    rows: dict[str, list] = {}
    report = folder / "r" / "compliance.json"
    for row in json.loads(report.read_text())["metrics"] if report.is_file() else ():
        rows[row["name"]] = row["cells"]
    return status, text, hung, seconds, rows


def lost(rows: list) -> bool:
    return bool(rows) and all(
        c["evidence"]["verdict"] in ("error", "flaky", "timeout", "crashed", "vacuous", "not applicable") for c in rows
    )


def essence(rows: list) -> list:
    return [(c["axiom"], c["evidence"]["verdict"], c["evidence"].get("reach")) for c in rows]


class Bench:
    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch
        self.count = 0
        folder = self.folder()
        (folder / "subject.py").write_text(HOSTILE.format(before="", name="hostile", fault="        pass"))
        *_, rows = checked(folder, "healthy.py", "subject.py")
        self.witness = (folder / "r" / "witnesses" / "healthy-wrong--symmetry.json").read_bytes()
        self.honest, self.healthy = rows["hostile"], [rows["healthy-right"], rows["healthy-wrong"]]

    def folder(self) -> Path:
        self.count += 1
        made = self.scratch / str(self.count)
        made.mkdir()
        (made / "healthy.py").write_text(HEALTHY)
        return made

    def metric(self, kind: str, name: str, fault: str, title: str = "hostile") -> Outcome:
        folder = self.folder()
        text = HOSTILE.format(before="", name=title, fault=textwrap.indent(fault, " " * 8))
        (folder / "subject.py").write_text(text, encoding="utf-8")
        status, words, hung, seconds, rows = checked(folder, "subject.py", "healthy.py")
        own = rows.get(title, [])
        verdicts = sorted({c["evidence"]["verdict"] for c in own} - {"not applicable"})
        what = "lost" if lost(own) else "as honest" if essence(own) == essence(self.honest) else ""
        if not what and own:  # cells that ask for no three items stand
            apart = [(c, h) for c, h in zip(own, self.honest, strict=False) if essence([c]) != essence([h])]
            what = "lost in part" if lost([c for c, _ in apart]) else "FALSE"
        changed = [rows.get("healthy-right"), rows.get("healthy-wrong")] != self.healthy
        good = (
            not hung
            and not changed
            and what in ("lost", "lost in part", "as honest")
            and "Traceback" not in words
            and not obeyed(words)
        )
        return Outcome(kind, name, f"{what}: {', '.join(verdicts)}", hung, changed, status, seconds, good, words)

    def imported(self, name: str, text: str | bytes) -> Outcome:
        folder = self.folder()
        (folder / "subject.py").write_bytes(text.encode() if isinstance(text, str) else text)
        status, words, hung, seconds, _ = checked(folder, "healthy.py", "subject.py")
        expected = (2,) if name in ("no metric", "patched builtins") else (3,) if name not in ("itself",) else (2, 3)
        good = (
            not hung
            and status in expected
            and "Traceback" not in words
            and words.count("\n") == 1
            and not obeyed(words)
        )
        return Outcome("import", name, words.strip()[:90], hung, False, status, seconds, good, words)

    def stream(self, form: str, command: str) -> Outcome:
        folder = self.folder()
        (folder / "w.json").write_bytes(self.witness)
        line = f"set -o pipefail; {shlex.join(PROGRAM)} {COMMANDS[command]} {form}"
        status, text, hung, seconds = shell(line, folder)
        usual = {"check": 0, "replay": 0, "verify": 2, "list": 0}[command]
        expected = (2, 0) if form == "> /dev/full" else (usual,)
        good = not hung and status in expected and "Traceback" not in text
        return Outcome(
            "stream",
            f"{command}, {FORMS[form]}",
            text.strip().split("\n")[-1][:70],
            hung,
            False,
            status,
            seconds,
            good,
            text,
        )

    def disk(self, name: str) -> Outcome:
        folder = self.folder()
        (folder / "w.json").write_bytes(self.witness)
        before, command, expected = DISKS[name]
        status, text, hung, seconds = shell(f"{before}{shlex.join(PROGRAM)} {command}", folder)
        good = not hung and status in expected and "Traceback" not in text
        return Outcome("disk", name, text.strip().split("\n")[-1][:90], hung, False, status, seconds, good, text)


def obeyed(message: str) -> bool:
    """Whether a CI system would find a command in it."""
    return any(line.lstrip().startswith("::") or "##vso[" in line or "##[" in line for line in message.splitlines())


def one(job: tuple) -> Outcome:
    outcome = job[0](*job[1:])
    print(
        f"{outcome.kind}: {outcome.name}: {outcome.own} {outcome.status} {outcome.seconds:.1f} {'' if outcome.good else 'NOT GOOD'}",
        file=sys.stderr,
        flush=True,
    )
    return outcome


def main() -> None:
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        bench = Bench(Path(scratch))
        jobs = [(bench.metric, "raises", kind, f"raise {kind}") for kind in RAISED]
        for kind, faults in (
            ("replaces", REPLACED),
            ("process", PROCESS),
            ("values", VALUES),
            ("descriptors", DESCRIPTORS),
        ):
            jobs += [(bench.metric, kind, name, fault) for name, fault in faults.items()]
        jobs += [
            (bench.metric, "name", repr(name)[:40], "raise ValueError(" + repr(name) + ")", name) for name in NAMES
        ]
        jobs += [(bench.imported, name, text) for name, text in IMPORTS.items()]
        jobs += [(bench.stream, form, command) for form in FORMS for command in COMMANDS]
        jobs += [(bench.disk, name) for name in DISKS]
        names = {plain(part) for job in jobs for part in map(str, job[1:3])} | {
            plain(f"{c}, {f}") for c in COMMANDS for f in FORMS.values()
        }
        jobs = [job for job in jobs if word in f"{job[0].__name__} {job[1:3]}"]
        found = list(pool.map(one, jobs))
    report(found, names, fresh=not word)


def report(found: list[Outcome], names: set[str], *, fresh: bool) -> None:
    path = Path(__file__).with_suffix(".md")
    rows = {} if fresh or not path.is_file() else {key: row for key, row in known(path) if key[1] in names}
    rows |= {(plain(o.kind), plain(o.name)): line(o) for o in found}
    cells = [row.split(" | ") for row in rows.values()]
    hang, change = (sum(row[k] == "yes" for row in cells) for k in (3, 4))
    lines = [
        "# Faults beside healthy metrics",
        "",
        f"{len(rows)} faults, each in a run of its own: {hang} hang, {change} change a byte of a healthy row, {sum('NOT GOOD' in row[-1] for row in cells)} are not as they should be",
        "in some other way. Seconds are of the whole run. Regenerate with `python benchmarks/faults.py`.",
        "",
        "| kind | fault | its own row, or what is said | hung | neighbours changed | status | seconds | |",
        "|---|---|---|---|---|---:|---:|---|",
        *rows.values(),
    ]
    print("\n".join(lines))
    for outcome in found:
        if not outcome.good:
            print(f"\n--- {outcome.kind}: {outcome.name}: {outcome.own}\n{outcome.said[-1500:]}", file=sys.stderr)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def known(path: Path) -> Iterator[tuple[tuple[str, str], str]]:
    for row in path.read_text(encoding="utf-8").splitlines():
        cells = row.removeprefix("| ").split(" | ")
        if row.startswith("| ") and cells[0] != "kind":
            yield (cells[0], cells[1]), row


def plain(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ").replace("\x1b", "ESC").replace("\u202e", "RLO")


def line(o: Outcome) -> str:
    cells = [o.kind, o.name, o.own, "yes" if o.hung else "no", "yes" if o.changed else "no", str(o.status)]
    return f"| {' | '.join(map(plain, cells))} | {o.seconds:.1f} | {'' if o.good else 'NOT GOOD'} |"


if __name__ == "__main__":
    main()
