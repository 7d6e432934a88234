"""Files altered in structure, each still valid: what the commands that read one then decide, beside the valid file.

An alteration is *refused* (an error line, or a journal that is replaced with a line), *without effect* (the same is
decided), *decided anew* (what the file says was computed from what is in it, and is true of that), or it has an
*effect* that nothing bears out.
"""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from corrupted_runs import Outcome, Task, outcomes
from corruptible import EXPLORE, Home
from corruption import Original, resealed
from journal_files import chained, content_of, counted, lines_of
from standing import stands

from axiomatrix import REGISTRY
from axiomatrix.evidence.witness import from_json, replay

KINDS = (
    *("witness", "certificate", "journal-check", "journal-explore", "report", "libraries", "baseline"),
    *("run", "judgements"),
)
TREC = Path(__file__).parents[1].joinpath("data") / "trec"
OUTCOMES = ("refused", "no effect", "decided anew", "effect", "traceback")
Change = Callable[[random.Random, Any], bool]
"""Changes data in place; false if it does not apply."""


@dataclass(frozen=True)
class Altered:
    """An altered file, and what was done to it."""

    kind: str
    change: str
    original: Original
    path: Path
    sealed: bool
    """Whether the digests fit what it says now."""


# --- changes of JSON data -------------------------------------------------------------------------------------


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from _places(data[key])


def _of(kind: type, change: Callable[[random.Random, Any], Any]) -> Change:
    """Changes one value of that type."""

    def changed(draw: random.Random, data: Any) -> bool:
        found = [(holder, key) for holder, key in _places(data) if type(holder[key]) is kind]
        if not found:
            return False
        holder, key = draw.choice(found)
        before = holder[key]
        holder[key] = change(draw, copy.deepcopy(before))
        return bool(type(holder[key]) is not type(before) or holder[key] != before)

    return changed


def _edited(draw: random.Random, text: str) -> str:
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.choice("0123456789abx-/ ") + text[at + draw.randrange(2) :]


def _number_in_text(draw: random.Random, text: str) -> str:
    digits = [k for k, c in enumerate(text) if c.isdigit()]
    if not digits:
        return _edited(draw, text)
    at = draw.choice(digits)
    return text[:at] + str((int(text[at]) + draw.randrange(1, 10)) % 10) + text[at + 1 :]


def _texts_exchanged(draw: random.Random, data: Any) -> bool:
    """A text replaced by another one that stands in the file under the same key, such as another verdict."""
    found = [(holder, key) for holder, key in _places(data) if isinstance(holder[key], str) and isinstance(key, str)]
    holder, key = draw.choice(found)
    others = sorted({h[k] for h, k in found if k == key and h[k] != holder[key]})
    if not others:
        return False
    holder[key] = draw.choice(others)
    return True


def _field_dropped(draw: random.Random, data: Any) -> bool:
    holder, key = draw.choice([place for place in _places(data) if isinstance(place[0], dict)])
    del holder[key]
    return True


def _list(draw: random.Random, data: Any) -> list[Any] | None:
    found = [holder[key] for holder, key in _places(data) if isinstance(holder[key], list) and holder[key]]
    return draw.choice(found) if found else None


def _item_dropped(draw: random.Random, data: Any) -> bool:
    if (listed := _list(draw, data)) is not None:
        del listed[draw.randrange(len(listed))]
    return listed is not None


def _item_doubled(draw: random.Random, data: Any) -> bool:
    if (listed := _list(draw, data)) is not None:
        at = draw.randrange(len(listed))
        listed.insert(at, copy.deepcopy(listed[at]))
    return listed is not None


def _items_turned(draw: random.Random, data: Any) -> bool:
    listed = _list(draw, data)
    if listed is None or listed == listed[::-1]:
        return False
    listed.reverse()
    return True


def _values_exchanged(draw: random.Random, data: Any) -> bool:
    found = list(_places(data))
    (one, first), (other, second) = draw.choice(found), draw.choice(found)
    if one[first] == other[second]:
        return False
    one[first], other[second] = copy.deepcopy(other[second]), copy.deepcopy(one[first])
    return True


def _type_swapped(draw: random.Random, data: Any) -> bool:
    holder, key = draw.choice(list(_places(data)))
    before = holder[key]
    holder[key] = draw.choice([None, True, 0, -1, "", "1", [], {}, [before], {"a": before}, str(before)])
    return bool(holder[key] != before or type(holder[key]) is not type(before))


CHANGES: dict[str, Change] = {
    "number negated": _of(int, lambda draw, value: -value - (value == 0)),
    "number huge": _of(int, lambda draw, value: value + 10 ** draw.choice([3, 9, 18, 40])),
    "number off by one": _of(int, lambda draw, value: value + draw.choice([-1, 1])),
    "flag turned": _of(bool, lambda draw, value: not value),
    "text edited": _of(str, _edited),
    "number in a text": _of(str, _number_in_text),
    "text of another": _texts_exchanged,
    "field dropped": _field_dropped,
    "item dropped": _item_dropped,
    "item doubled": _item_doubled,
    "items turned": _items_turned,
    "values exchanged": _values_exchanged,
    "type swapped": _type_swapped,
}


def _of_lines(draw: random.Random, lines: list[bytes]) -> str | None:
    """A line of a journal lost, doubled or moved."""
    at = draw.randrange(1, len(lines))
    name = draw.choice(["line dropped", "line doubled", "lines exchanged"])
    if name == "line dropped":
        del lines[at]
    elif name == "line doubled":
        lines.insert(draw.randrange(1, len(lines)), lines[at])
    else:
        other = draw.randrange(1, len(lines))
        if other == at:
            return None
        lines[at], lines[other] = lines[other], lines[at]
    return name


def _doubled_key(draw: random.Random, content: bytes) -> bytes:
    """A key twice in one object, which JSON allows and whoever reads it could take for either."""
    data = json.loads(content)
    key = draw.choice(list(data))
    return content.rstrip()[:-1] + b"," + json.dumps(key).encode() + b":" + json.dumps(data[key]).encode() + b"}\n"


def altered_json(draw: random.Random, original: Original) -> tuple[str, bytes, bool] | None:
    """What was done, the content, and whether it is sealed; None if the change did not apply."""
    journal = original.kind.startswith("journal")
    lines = lines_of(original.content) if journal else [original.content]
    sealed = draw.randrange(2) == 0
    name: str | None = draw.choice([*CHANGES, "key doubled", *(["lines"] * 3 if journal else [])])
    if name == "lines":
        name = _of_lines(draw, lines)
        if name is None:
            return None
    elif name == "key doubled":
        at = draw.randrange(len(lines))
        lines[at] = _doubled_key(draw, lines[at]).rstrip()
    else:
        at = draw.randrange(len(lines))
        data = json.loads(lines[at])
        if not CHANGES[name or ""](draw, data):
            return None
        lines[at] = json.dumps(data, **({"separators": (",", ":")} if journal else {"indent": 1})).encode()  # type: ignore[arg-type]  # both are styles
    if journal:
        if lines == lines_of(original.content):
            return None
        content = content_of(chained(lines)) if sealed else content_of(lines, counted(original.content))
        return name or "", content, sealed
    content = b"\n".join(lines) + b"\n"
    if sealed:
        content = resealed(original.kind, content)
    return (name or "", content, sealed) if content.split() != original.content.split() else None


# --- changes of TREC files ------------------------------------------------------------------------------------


def altered_text(draw: random.Random, original: Original) -> tuple[str, bytes, bool] | None:
    """A line or a column of it lost, doubled, moved or edited."""
    lines = original.content.decode().splitlines()
    at = draw.randrange(len(lines))
    parts = lines[at].split()
    column = draw.randrange(len(parts))
    name = draw.choice(["line dropped", "line doubled", "column dropped", "column doubled", "column edited", "number"])
    if name == "line dropped":
        del lines[at]
    elif name == "line doubled":
        lines.insert(at, lines[at])
    else:
        if name == "column dropped":
            del parts[column]
        elif name == "column doubled":
            parts.insert(column, parts[column])
        elif name == "column edited":
            parts[column] = _edited(draw, parts[column])
        else:
            number = 4 if original.kind == "run" else 3
            parts[number] = draw.choice(["-1", "1e400", "nan", "1/2", "9" * 40, "0x10", "", "-0", "+1", "1.5"])
        lines[at] = " ".join(parts)
    content = "\n".join(lines).encode() + b"\n"
    return (name, content, False) if content.split() != original.content.split() else None


# --- the files ------------------------------------------------------------------------------------------------


def originals(home: Home) -> dict[str, list[Original]]:
    """The valid files by kind."""
    found = {kind: home.originals[kind] for kind in KINDS if kind in home.originals}
    for kind, name in (("run", "results.test"), ("judgements", "qrels.graded")):
        found[kind] = [Original(kind, name, (TREC / name).read_bytes(), 1 << 24)]
    return found


def altered(home: Home, folder: Path, kind: str, count: int, seed: int) -> list[Altered]:
    """So many altered files of a kind, each in a folder of its own; one seed, the same bytes."""
    draw = random.Random(f"{seed} {kind} altered")
    valid, made = originals(home)[kind], list[Altered]()
    while len(made) < count:
        original = valid[len(made) % len(valid)]
        changed = (altered_text if kind in ("run", "judgements") else altered_json)(draw, original)
        if changed is None:
            continue
        name, content, sealed = changed
        path = folder / f"{kind}-{len(made):03}" / original.name
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
        made.append(Altered(kind, name, original, path, sealed))
    return made


# --- what is decided ------------------------------------------------------------------------------------------


def command(home: Home, kind: str, path: Path, valid: Path) -> tuple[str, ...]:
    """The command whose answer tells what the file is taken for; ``valid`` is an unaltered file."""
    file = str(path)
    if kind == "run":
        return ("evaluate", "--run", file, "--qrels", str(TREC / "qrels.graded"), "P_5", "--format", "json")
    if kind == "judgements":
        return ("evaluate", "--run", str(TREC / "results.test"), "--qrels", file, "P_5", "--format", "json")
    found = {
        "witness": ("replay", file),
        "certificate": ("verify", file),
        "report": ("diff", str(valid), file, "--format", "json"),
        "baseline": ("baseline", "check", "--baseline", file),
        "journal-explore": (*EXPLORE, "--out", str(path.parent)),
        "journal-check": ("read", "journal", file),
        "libraries": ("read", "libraries", file),
    }
    return found[kind]


def decided(home: Home, files: Sequence[Altered]) -> list[tuple[Altered, str, str]]:
    """For each file what came of it, and what was said."""
    valid: dict[Original, Path] = {}
    for file in files:
        beside = home.folder / "valid" / f"{file.kind}-{len(valid)}" / file.original.name
        if file.original not in valid:
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(file.original.content)
            valid[file.original] = beside
    first = [Task("valid", command(home, original.kind, path, path), path.parent) for original, path in valid.items()]
    whole = dict(zip(valid, outcomes(home.folder, first, home.warm()), strict=True))
    assert all(outcome.code == 0 for outcome in whole.values()), whole
    tasks = [
        Task(file.change, command(home, file.kind, file.path, valid[file.original]), file.path.parent) for file in files
    ]
    found = []
    for file, outcome in zip(files, outcomes(home.folder, tasks, [*home.warm(), *first]), strict=True):
        what = judged(file, outcome, whole[file.original], valid[file.original])
        found.append((file, what, outcome.out + outcome.err))
    return found


def judged(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    """Which of :data:`OUTCOMES` it is."""
    if outcome.raised or outcome.seen or "Traceback" in outcome.out + outcome.err:
        return "traceback"
    if file.kind == "report" and outcome.code == 1:
        return "no effect" if not _other_verdicts(outcome.out) else "effect"
    if outcome.code:
        return "refused"
    if outcome.out == valid.out and file.kind != "journal-explore":
        return "no effect"
    return JUDGES[file.kind](file, outcome, valid, beside)


def _other_verdicts(message: str) -> list[Any]:
    """The changes of a difference in which a verdict or an outcome is another one, or a cell is gone or new."""
    changes = json.loads(message)["changes"]
    return [
        change
        for change in changes
        if change["old"] is None
        or change["new"] is None
        or any(change["old"][name] != change["new"][name] for name in ("verdict", "outcome"))
    ]


def _report(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    return "effect" if _other_verdicts(outcome.out) else "no effect"


def _witness(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    """Another instance: what is said of it must be what the definition gives."""
    stored = from_json(json.loads(file.path.read_text(encoding="utf-8")))
    if stored.metric not in REGISTRY.metrics:
        return "decided anew" if "the witness stands\n" in outcome.out and _is_recomputed(file, outcome) else "effect"
    again = replay(replace(stored, lhs="", op="", rhs=""), REGISTRY)
    return "decided anew" if again.stands and again.sides in outcome.out else "effect"


def _is_recomputed(file: Altered, outcome: Outcome) -> bool:
    """Whether a witness of a metric of ours differs in nothing that is shown but what was computed."""
    return stands(json.loads(file.path.read_text(encoding="utf-8")), json.loads(file.original.content))


def _certificate(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    """Of another statement it may say what it bounds, no more than the valid one, and that it proves none."""
    one, other = ({line for line in o.out.splitlines() if line.startswith("n = ")} for o in (outcome, valid))
    return "decided anew" if one <= other and "it does not prove the statement" in outcome.out else "effect"


def _never(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    return "effect"


def _journal(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    output = outcome.out.splitlines()
    if "the journal that was there is replaced: " in outcome.out and output[0] == "{}":
        return "refused"
    kept, whole = json.loads(output[0]), json.loads(valid.out.splitlines()[0])
    return "no effect" if kept.items() <= whole.items() else "effect"


def _explore(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    one, other = (_answers(path.with_name("answer.json")) for path in (file.path, beside))
    return "no effect" if one == other else "effect"


def _answers(path: Path) -> list[Any]:
    sizes = [
        (question["label"], size["n"], size["verdict"], [(e["sense"], e["value"]) for e in size["extremes"]])
        for question in json.loads(path.read_text(encoding="utf-8"))["questions"]
        for size in question["sizes"]
    ]
    return [*sizes, sorted(p.read_text(encoding="utf-8") for p in path.parent.glob("certificates/*.json"))]


def _baseline(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    """Entries that are gone are accepted no more; every one that is there must stand."""
    entries = json.loads(file.path.read_text(encoding="utf-8"))["entries"]
    known = {entry["witness"]["metric"]: entry["witness"] for entry in json.loads(file.original.content)["entries"]}
    return "decided anew" if all(stands(e["witness"], known[e["witness"]["metric"]]) for e in entries) else "effect"


def _trec(file: Altered, outcome: Outcome, valid: Outcome, beside: Path) -> str:
    """The precision at five of every topic, computed here once more from the two files as they are."""
    run, qrels = (file.path, TREC / "qrels.graded") if file.kind == "run" else (TREC / "results.test", file.path)
    grades: dict[str, dict[str, int]] = {}
    for topic, _, document, grade in map(str.split, qrels.read_text(encoding="utf-8").splitlines()):
        grades.setdefault(topic, {})[document] = int(grade)
    scores: dict[str, list[tuple[Fraction, str]]] = {}
    for topic, _, document, _, score, _ in map(str.split, run.read_text(encoding="utf-8").splitlines()):
        scores.setdefault(topic, []).append((Fraction(score), document))
    expected = {}
    for topic in grades.keys() & scores.keys():
        first = sorted(scores[topic], key=lambda pair: (_single(pair[0]), pair[1]), reverse=True)[:5]
        expected[topic] = Fraction(sum(grades[topic].get(document, 0) > 0 for _, document in first), 5)
    precisions = {topic: Fraction(value) for topic, value in _precisions(json.loads(outcome.out)).items()}
    return "decided anew" if precisions == expected else "effect"


def _single(score: Fraction) -> float:
    """As trec_eval reads scores: in single precision."""
    import struct

    try:
        return float(struct.unpack("f", struct.pack("f", float(score)))[0])
    except OverflowError:
        return math.inf if score > 0 else -math.inf


def _precisions(data: Any) -> dict[str, str]:
    (column,) = data["measures"]
    return {topic: entry["exact"] for topic, entry in column["values"].items()}


JUDGES: dict[str, Callable[[Altered, Outcome, Outcome, Path], str]] = {
    "witness": _witness,
    "certificate": _certificate,
    "journal-check": _journal,
    "journal-explore": _explore,
    "report": _report,
    "libraries": _never,
    "baseline": _baseline,
    "run": _trec,
    "judgements": _trec,
}
