"""Scripts: the calls of a library as code that can be pasted whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from ...evidence.decimals import with_float
from ...evidence.evidence import CallNote
from ...evidence.safe import visible


def scripts(calls: Iterable[CallNote]) -> list[str]:
    """The calls, each once, as scripts that can be pasted whole; beside each answer is what the definition gives.

    Calls that answer are one script, with the imports once at its top; a call that raises is a script of its own, so
    that it ends no other. Variables that stay the same from one call to the next are given once.
    """
    shown = {call.snippet: call for call in calls if call.snippet}
    raising = [_annotated(call) for call in shown.values() if call.raises]
    answering = [_annotated(call) for call in shown.values() if not call.raises]
    return [*([_joined(answering)] if answering else []), *raising]


def _annotated(call: CallNote) -> str:
    """The snippet, whose last line ends in the answer as a comment."""
    text = call.snippet.rstrip("\n")
    if not call.definition:
        return text + "\n"
    value = f"by the definition {with_float(visible(call.definition))}"
    return f"{text}{'; ' if '  # ' in text.rsplit(chr(10), 1)[-1] else '  # '}{value}\n"


def _joined(texts: Sequence[str]) -> str:
    imports: list[str] = []
    blocks: list[str] = []
    before: list[str] = []
    for text in texts:
        head, body = _split(text)
        imports += [line for line in head if line not in imports]
        # the same call once more gets its variables anew, as it had them: the first one may have changed them
        same = len(body) > 1 and body[:-1] == before[:-1] and _expression(body) != _expression(before)
        before = body
        blocks.append(("\n" if same else "\n\n" if blocks else "") + "\n".join(body[-1:] if same else body))
    return "\n".join([*imports, "".join(blocks)]) + "\n"


def _expression(body: Sequence[str]) -> str:
    """The last line without its comment."""
    return body[-1].split("  # ", 1)[0]


def _split(text: str) -> tuple[list[str], list[str]]:
    """The imports at the top, and the rest."""
    lines = text.rstrip("\n").split("\n")
    head = list(takewhile(lambda line: line.startswith(("import ", "from ")), lines))
    return head, lines[len(head) :]
