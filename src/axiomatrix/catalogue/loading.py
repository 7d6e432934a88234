"""Loading: the built-in catalogue, and the files and metrics of users.

What is imported here is guarded: streams, paths, modules, handlers and settings are put back. But it runs in this
process with the user's rights: it is for files that are careless. What a hostile one does is found before: commands
go through :func:`door.enter`, which sees first in a process of its own what the import of a file does.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import re
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb
from types import FunctionType, ModuleType
from typing import Any

from ..model.guard import kept
from ..model.names import near
from ..model.registry import REGISTRY, Registry, Unknown
from ..spaces import Space
from ..spaces.looking import BadSpace, look_at

GROUP = "axiomatrix.metrics"
"""The entry points by which an installed package says which of its modules register metrics."""
STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__")
HOOKS = ("excepthook", "displayhook", "unraisablehook", "breakpointhook")
_pressed = threading.Event()
"""Set while Ctrl-C was pressed during an import, as opposed to a file that raises KeyboardInterrupt by itself."""
CATALOGUE = ""
"""The origin of what is built in."""
_origins: dict[str, dict[str, str]] = {"metrics": {}, "axioms": {}}
"""From which file or package of a user's each metric and axiom of theirs was registered, by name."""

USER_FILE = "axiomatrix_user_file_"
"""How the name of the module begins that a user's file is."""


class CannotImport(Exception):
    """A metric file that fails to import, with what it raised."""


class NoSuchFile(CannotImport):
    """What is named is not there, or is not a Python file."""


def origin_of_file(path: Path) -> str:
    """What stands for a user's file wherever it is named from."""
    return f"file {path.resolve()}"


def origin_of_package(package: str) -> str:
    """What stands for an installed package, however its name is written."""
    return f"package {_normal(package)}"


def origin_of_metric(name: str) -> str | None:
    """The file or package that registered it, ``CATALOGUE`` if it is built in, None if nobody knows."""
    if name in _origins["metrics"]:
        return _origins["metrics"][name]
    metric = REGISTRY.metrics.get(name)
    return CATALOGUE if metric and metric.definition.__module__.partition(".")[0] == "axiomatrix" else None


def origin_of_axiom(name: str) -> str | None:
    """The file or package that registered it; None if it is built in, or nobody knows."""
    return _origins["axioms"].get(name)


@contextmanager
def _registering(origin: str) -> Iterator[None]:
    """What is registered meanwhile is of that origin, unless it was there before; spaces of its own are looked at."""
    known = {what: set(getattr(REGISTRY, what)) for what in _origins}
    try:
        yield
        with guarded():
            for space in _spaces_of_users(
                REGISTRY.metrics.keys() - known["metrics"], REGISTRY.axioms.keys() - known["axioms"]
            ):
                look_at(space)
    finally:
        for what, before in known.items():
            _origins[what] |= dict.fromkeys(getattr(REGISTRY, what).keys() - before, origin)


def _spaces_of_users(metrics: Iterable[str], axioms: Iterable[str]) -> list[Space]:
    """The spaces of these metrics and axioms that are not built in."""
    rows = [REGISTRY.metrics[name] for name in sorted(metrics)]
    spaces = [space for row in rows for space in (*row.arguments.values(), *row.parameters.values())]
    spaces += [space for name in sorted(axioms) for space in REGISTRY.axioms[name].over.values()]
    return [space for space in {id(space): space for space in spaces}.values() if not _is_ours(type(space))]


def _is_ours(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).startswith("axiomatrix.")


def load_catalogue() -> Registry:
    """The registry with the built-in axioms, sources and metrics in it, and the names that people use."""
    from . import axioms, metrics, names  # noqa: F401  # importing them registers them

    return REGISTRY


def loaded(path: Path) -> bool:
    """Whether this process has imported that file of a user."""
    return _module_name(path) in sys.modules


def _module_name(path: Path) -> str:
    return f"{USER_FILE}{path.stem}"


def check_file(path: Path) -> None:
    """Raise :class:`NoSuchFile` unless there is a file of that name, and the name is that of a Python file."""
    try:
        if not path.is_file():
            what = "is a folder; name a Python file" if path.is_dir() else "there is no such file"
            raise NoSuchFile(f"{path}: {what}")
        with path.open("rb"):
            pass
    except OSError as error:
        raise NoSuchFile(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file can have
        raise NoSuchFile(f"{path}: {error}") from None
    if path.suffix != ".py":
        raise NoSuchFile(f"{path}: not a Python file; its name must end in .py")


def load_file(path: Path) -> list[str]:
    """Import a user's file; the names of the metrics that it registers.

    Raises :class:`CannotImport` naming the file and what went wrong.
    """
    check_file(path)
    before = set(load_catalogue().metrics)  # else the catalogue were what the file registers
    try:
        with _registering(origin_of_file(path)):
            imported(path, _module_name(path))
    except BadSpace as error:
        raise CannotImport(f"{path}{_line_in(path, error.__cause__ or error)}: {error}") from None
    return [metric for metric in REGISTRY.metrics if metric not in before]


def installed_packages() -> dict[str, list[EntryPoint]]:
    """The installed distributions that register metrics, by name, with their entry points; nothing is imported."""
    packages: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda p: (_normal(p.dist.name) if p.dist else "", p.name)):
        if point.dist is not None:
            packages.setdefault(_normal(point.dist.name), []).append(point)
    return packages


def load_entry_points(packages: Iterable[str] | None = None) -> list[str]:
    """Import what installed packages name under ``axiomatrix.metrics``; the names of the metrics that this registers.

    An entry point names a module whose import registers metrics (``[project.entry-points."axiomatrix.metrics"]``,
    ``anything = "my_package.metrics"``). ``packages`` selects distributions by name; all are loaded if it is None.
    Nothing of the kind happens unless asked: what a report says must not depend on what happens to be installed.

    Raises :class:`Unknown`, with the nearest name, for a package that registers none, and :class:`CannotImport` for
    one that fails to import.
    """
    there = installed_packages()
    chosen = list(there) if packages is None else [_normal(name) for name in packages]
    names: list[str] = []
    for package in dict.fromkeys(chosen):
        if package not in there:
            raise Unknown("package with metrics (entry points axiomatrix.metrics)", package, there)
        for point in there[package]:
            names += _registered_by(package, point)
    return [name for name in dict.fromkeys(names) if name in REGISTRY.metrics]


_loaded: dict[tuple[str, str], list[str]] = {}
"""What each entry point registered when it was loaded: a second import registers nothing."""


def _registered_by(package: str, point: EntryPoint) -> list[str]:
    before = set(load_catalogue().metrics)
    try:
        with _registering(origin_of_package(package)), guarded():
            point.load()
    except BaseException as error:
        if is_interrupt(error):
            raise
        what = f"package {package}: entry point {point.name} = {point.value}"
        raise CannotImport(f"{what}: {text_of(error)}") from error
    known = _loaded.setdefault((package, point.value), [])
    known += [name for name in REGISTRY.metrics if name not in before and name not in known]
    known += [name for name in _of_module(point.module) if name not in known]
    return known


def _of_module(module: str) -> list[str]:
    """The metrics of users that are defined in a module, which somebody may have imported before."""
    inside = f"{module}."
    return [
        name
        for name, metric in REGISTRY.metrics.items()
        if metric.family == "user" and f"{metric.definition.__module__}.".startswith(inside)
    ]


def _normal(name: str) -> str:
    """The name of a distribution, normalised as indexes do (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(path: Path, name: str) -> ModuleType:
    """The file as a module of that name; :class:`CannotImport` naming the file, the line and what it raised.

    Whatever it does to streams, paths, modules and settings is put back.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoSuchFile(f"{path}: not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    try:
        with guarded():
            sys.modules[name] = module
            sys.path.insert(0, str(path.resolve().parent))
            spec.loader.exec_module(module)
    except BaseException as error:  # a file that ends the program does not end this one
        if is_interrupt(error):
            raise
        raise CannotImport(f"{path}{_line_in(path, error)}: {text_of(error)}{_nearest(error)}") from error
    return module


def _nearest(error: BaseException) -> str:
    """What was meant by a name that a module does not have, if there is one like it."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, ModuleType):
        return ""
    meant = near(str(error.name), dir(error.obj))
    return f"; did you mean {meant[0]!r}?" if meant else ""


def _line_in(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.lineno:
        return f":{error.lineno}"
    there = (str(path), str(path.resolve()))
    lines = [f":{line}" for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename in there]
    return lines[-1] if lines else ""


def raised_in_file(error: BaseException) -> str:
    """Where in what a user wrote something was raised, and what; empty of what was not raised there."""
    theirs = _modules_of_users()
    for frame, line in reversed([*walk_tb(error.__traceback__)]):
        if (name := str(frame.f_globals.get("__name__"))).startswith(USER_FILE) or name in theirs:
            return f"{Path(frame.f_code.co_filename).name}:{line}: {text_of(error)}"
    return "" if error.__cause__ is None else raised_in_file(error.__cause__)


def _modules_of_users() -> set[str]:
    """Where metrics, axioms and their spaces are defined that are not built in."""
    defined = [*(m.definition for m in REGISTRY.metrics.values()), *(axiom.says for axiom in REGISTRY.axioms.values())]
    defined += map(type, _spaces_of_users(REGISTRY.metrics, REGISTRY.axioms))
    written = (thing for thing in defined if isinstance(thing, FunctionType | type))  # not a partial, of functools
    return {thing.__module__ for thing in written if not _is_ours(thing)}


# --- what an import may change and must not leave ---------------------------------------------------------------


@contextmanager
def guarded() -> Iterator[None]:
    """Let a file do what it likes when it is imported, and put everything back that others depend on."""
    with kept(), _kept_interpreter(), _kept_descriptors(), _kept_signals():
        yield


def is_interrupt(error: BaseException) -> bool:
    """Whether the user has pressed Ctrl-C, as opposed to a file that raises what looks like it."""
    return isinstance(error, KeyboardInterrupt) and _pressed.is_set()


def text_of(error: BaseException) -> str:
    """The kind of an exception, and what it says; some cannot say it."""
    try:
        text = str(error)
        return f"{type(error).__name__}: {text}" if text else type(error).__name__
    except BaseException:  # a kind of somebody's own, whose text is code too
        return type(error).__name__


@contextmanager
def _kept_interpreter() -> Iterator[None]:
    """The streams, the lists of paths, the modules, the hooks, the built-in names."""
    streams = {name: getattr(sys, name) for name in (*STREAMS, *HOOKS)}
    lists = {
        name: (getattr(sys, name), list(getattr(sys, name))) for name in ("path", "argv", "path_hooks", "meta_path")
    }
    modules, named = sys.modules, dict(sys.modules)
    native = dict(vars(builtins))
    tracing, profiling = sys.gettrace(), sys.getprofile()
    try:
        yield
    finally:
        if sys.gettrace() is not tracing:
            sys.settrace(tracing)
        if sys.getprofile() is not profiling:
            sys.setprofile(profiling)
        for name, value in native.items():
            if vars(builtins).get(name) is not value:
                setattr(builtins, name, value)
        for name, value in streams.items():
            setattr(sys, name, value)
        for name, (there, content) in lists.items():
            if name in ("path", "argv") or not set(map(id, content)) <= set(map(id, getattr(sys, name))):
                there[:] = content
            setattr(sys, name, there)
        sys.modules = modules
        for name, module in named.items():  # what was imported further stays
            if sys.modules.get(name) is not module:
                sys.modules[name] = module


@contextmanager
def _kept_descriptors() -> Iterator[None]:
    """The three standard descriptors, also if they are closed or led elsewhere."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a stream of somebody's own, or a full disk: said when it is written to
            stream.flush()
    saved = {}
    for number in (0, 1, 2):
        with suppress(OSError):  # closed already when this program was started
            saved[number] = os.dup(number)
    try:
        yield
    finally:
        for number, other in saved.items():
            with suppress(OSError):
                if not _same(number, other):
                    os.dup2(other, number)
                os.close(other)


def _same(number: int, other: int) -> bool:
    try:
        return os.path.sameopenfile(number, other)
    except OSError:
        return False


@contextmanager
def _kept_signals() -> Iterator[None]:
    """The handlers of signals and the timers; and whether Ctrl-C is pressed meanwhile."""
    _pressed.clear()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    timers = [
        getattr(signal, name) for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF") if hasattr(signal, name)
    ]
    silent = [timer for timer in timers if not signal.getitimer(timer)[0]]

    def pressed(number: int, frame: object) -> None:
        _pressed.set()
        raise KeyboardInterrupt

    default = handlers.get(signal.SIGINT) is signal.default_int_handler
    if default:
        signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        for timer in silent:
            if signal.getitimer(timer)[0]:
                signal.setitimer(timer, 0)
        for number, handler in handlers.items():
            with suppress(OSError, ValueError, TypeError):  # some signals have none that could be set
                if handler is not None and signal.getsignal(number) is not handler:
                    signal.signal(number, handler)
