"""Whether a changed witness stands, by definitions that are written here once more."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from itertools import combinations
from typing import Any

from corrupted_runs import Outcome
from corruption import Corrupted

LONGEST = 1_300
"""Characters of the longest error line."""


def fault(file: Corrupted, outcome: Outcome) -> str | None:
    """What a command may never do, whatever is in the file."""
    output = outcome.out + outcome.err
    odd = {c for c in output if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c != "\n"}
    errors = [line for line in outcome.err.splitlines() if line.startswith("error: ")]
    if outcome.raised:
        return outcome.raised.strip().splitlines()[-1]
    if outcome.seen:
        return f"did what no reader does: {outcome.seen}"
    if "Traceback" in output:
        return "printed a traceback"
    if odd:
        return f"printed control characters: {sorted(odd)!r}"
    if outcome.code not in (0, 1, 2):
        return f"exit status {outcome.code}"
    if (outcome.code == 2) != (len(errors) == 1):
        return f"exit status {outcome.code} with {len(errors)} error lines: {outcome.err[:300]}"
    if errors and (len(errors[0]) > LONGEST or str(file.path) not in errors[0]):
        return f"an error line of {len(errors[0])} characters, which does not name the file: {errors[0][:300]}"
    return None


def deciding(data: Any) -> Any:
    """What of a witness decides whether it stands."""
    whole = {"arguments": {}, "space": "open", "shows": "refutes", **data}
    return [whole[name] for name in ("metric", "axiom", "arguments", "space", "instance", "parameters", "shows")]


def by_hand(data: Any) -> bool:
    """Whether a witness against a claim of our metrics stands, by definitions that are written here once more."""
    given = data["instance"]
    if data["metric"] == "corrupted-squares":
        places = {name: {x: i for i, x in enumerate(order)} for name, order in given.items()}

        def d(one: str, other: str) -> int:
            return sum((places[one][x] - places[other][x]) ** 2 for x in places[one])

        return d("a", "c") > d("a", "b") + d("b", "c")
    if data["metric"] == "corrupted-gain":
        gained = sum(Fraction(grade) / i for i, grade in enumerate(given["x"]["grades"], 1))
        return not 0 <= gained <= 1
    if data["metric"] == "mae":  # shown: s lists a relevant item first, t one that is not, and t has the smaller error
        y, s, t = ([Fraction(value) for value in given[name]] for name in ("y", "s", "t"))
        assert s.count(max(s)) == t.count(max(t)) == 1
        first = [y[scores.index(max(scores))] for scores in (s, t)]
        errors = [sum(abs(a - b) for a, b in zip(y, scores, strict=True)) for scores in (s, t)]
        return bool(first[0] > 0) and first[1] == 0 and errors[1] < errors[0]
    assert data["metric"] == "corrupted-weighted", data["metric"]
    a, b = given["a"], given["b"]
    w = {item: Fraction(weight) for item, weight in data["parameters"]["w"]}
    c, degree = Fraction(given["c"]), int(data["arguments"]["degree"])
    value = sum(w[x] * w[y] for x, y in combinations(a, 2) if b.index(x) > b.index(y))
    return c**2 * value != c**degree * value


def stands(data: Any, original: Any) -> bool:
    """Whether a changed witness stands: as the valid one does, or by hand."""
    return deciding(data) == deciding(original) or by_hand(data)
