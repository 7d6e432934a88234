"""The parts of the page of a witness as markup: what is found, the instance, every value that enters with its steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from ...evidence.account.account import Account, Term
from ...evidence.account.figures import Figure
from ...evidence.account.two_sides import Side
from ...evidence.cell import Cell
from ...evidence.decimals import near
from ...evidence.evidence import Witness
from ..pictures import COLUMNS, GIVEN, drawable, with_visible_text
from ..pictures.words import described
from . import links
from .markup import link, text, value
from .pictures import pair, pictures

OPS = {"<=": "\N{LESS-THAN OR EQUAL TO}", ">=": "\N{GREATER-THAN OR EQUAL TO}", "==": "=", "!=": "\N{NOT EQUAL TO}"}
OPS["/"] = ":"
TRUTH = {"refutes": "is false", "shows": "is true", "rounds": "is within rounding", "attains": ""}
FOUND = "smallest found: not every smaller size was enumerated, so there may be a smaller one"
BROKEN = "broken claim"
ROLES = {"value": "of the instance", "made": "made by the axiom", "parameter": "parameter"}
ALONE = (
    "The values alone: the definition counts, looks up or branches, which expressions do not follow, or the steps are "
    "too long to be read."
)
MOST = 4
"""Values that do not enter a side beyond which they are folded."""
FOLDED, LONGEST = 160, 70
"""Characters of a step in numbers, and of a number, beyond which it is folded."""
LONG = 14
"""Characters of a value beyond which its decimal is what is seen first."""
RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
_POWER, _TIMES, _ROOT = re.compile(r"\*\*(\d+)"), re.compile(r"(?<!\*)\*(?!\*)"), re.compile(r"sqrt\((\d+)\)")
_PLAIN = re.compile(r"-?[0-9]{1,7}(/[0-9]{1,2})?")
"""Numbers whose size is seen at once."""
_FLOAT = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|-?inf|nan")
Steps = list[list[str]]


def decimal(written: str) -> str:
    """A number to six digits, where its text does not tell its size at once; empty where it does, or is none."""
    if _PLAIN.fullmatch(written) or _FLOAT.fullmatch(written):
        return ""
    try:
        return f"{near(written):.6g}"
    except (ValueError, ArithmeticError):
        return ""


def pretty(words: str) -> str:
    """An expression as it is read: a dot for times, small numbers raised."""
    raised = _POWER.sub(lambda power: power[1].translate(RAISED), words)
    return str(text(_ROOT.sub("\N{SQUARE ROOT}\\1", _TIMES.sub("\N{MIDDLE DOT}", raised))))


# --- the relation


def _approximately(approximation: str) -> str:
    return f'<span class="soft decimal"> \N{ALMOST EQUAL TO} {approximation}</span>' if approximation else ""


def _folded(summary: str, content: str) -> str:
    return f"<details class=exactly><summary>{summary}</summary>{content}</details>"


def _exactly(written: str) -> str:
    """A value: as it is, or the decimal and then how it is written exactly, if that is long."""
    approximation = decimal(written)
    if not approximation or len(written) <= LONG:
        kind = "value" if len(written) <= LONG else '"value long"'
        return f"<strong class={kind}>{pretty(written)}{_approximately(approximation)}</strong>"
    exact = f"<code class=exact>{pretty(written)}</code>"
    shown = _folded("exactly", exact) if len(written) > LONGEST else exact
    return f'{shown}<strong class="value about">\N{ALMOST EQUAL TO} {approximation}</strong>'


def _side(side: Side, what: str) -> str:
    equals = "<span class=hidden> = </span>"
    expressions = f"<span class=hidden>{what}: </span>"
    if side.symbols and side.symbols != side.value:
        expressions += f"<code class=symbols>{pretty(side.symbols)}{equals}</code>"
    if side.numbers and side.numbers not in (side.value, side.symbols) and len(side.numbers) <= LONGEST:
        expressions += f"<code class=numbers>{pretty(side.numbers)}{equals}</code>"
    return f"<div class=side>{expressions}{_exactly(side.value)}</div>"


def relation(shown: Account, witness: Witness) -> str:
    """The relation, large: both sides with their expressions, and whether it is true."""
    is_ratio = shown.op == "/"
    truth = "the ratio that bounds the best constant" if is_ratio else TRUTH[witness.shows]
    op = f"<span class=op title={value(shown.op)}>{text(OPS.get(shown.op, shown.op))}</span>"
    left = _side(shown.left, "numerator" if is_ratio else "left side")
    right = _side(shown.right, "denominator" if is_ratio else "right side")
    truth_line = f"<p class=truth>{truth}</p>" if truth else ""
    return f'<div class="relation {witness.shows}">{left}{op}{right}{truth_line}</div>'


def facts(cell: Cell, witness: Witness, shown: Account) -> str:
    """What is found, in a few words each."""
    words = [f"<b>{shown.word}</b> at {shown.where}"]
    words += [shown.minimal if witness.smallest else FOUND] if shown.minimal else []
    chips = "".join(f"<li>{one}</li>" for one in words)
    if outcome := cell.outcome.written:
        chips += f"<li{' class=broken' if outcome == BROKEN else ''}>{text(outcome)}</li>"
    if compared := cell.evidence.comparison:
        chips += f"<li>{text(compared.wording)}</li>"
    return f'<ul class=chips aria-label="What is found">{chips}</ul>'


def claims(cell: Cell, ledger: Container[str]) -> str:
    """What is claimed of it; the claims that are in the ledger lead there."""
    if not cell.claims:
        return ""
    lines = ""
    for one in cell.claims:
        source = link(links.claim(one.source), one.source) if one.source in ledger else f"<b>{text(one.source)}</b>"
        lines += f"<li>{source}, {text(one.declared)}: <q>{text(one.wording)}</q></li>"
    return (
        f"<section aria-labelledby=claims-title><h2 id=claims-title>What is claimed</h2><ul class=claims>{lines}</ul>"
        "</section>"
    )


# --- the instance


def is_pictured(shown: Account) -> bool:
    """Whether each call has a picture of its own: more is compared than two columns show."""
    return sum(one.role != "parameter" and one.kind in COLUMNS for one in shown.figures) > 2


def own_pictures(shown: Account) -> Sequence[str]:
    """The pictures of the instance on its own page, where those of calls stand apart."""
    apart = [name for term in shown.terms for name in term.arguments] if is_pictured(shown) else ()
    return pictures(shown.figures, apart)


def pictures_of_calls(shown: Account) -> list[str]:
    """The picture of each call, where they have their own; empty texts where they have not."""
    drawn = is_pictured(shown)
    return [pair(shown.figures, one.arguments, bare=one.is_changed) if drawn else "" for one in shown.terms]


def placed(drawn: Mapping[str, int], shown: Iterable[str], tag: str) -> str:
    """Where pictures, each of which is stored once, are put in by the script."""
    numbers = " ".join(str(drawn[one]) for one in shown if one)
    return f'<{tag} data-p="{numbers}"></{tag[: tag.find(" ")]}>' if numbers else ""


def instance(shown: Account, others: Sequence[tuple[str, str]], drawn: Mapping[str, int], *, is_stored: bool) -> str:
    """The instance in pictures and as text; ``drawn`` numbers the pictures."""
    figures = [with_visible_text(one) for one in shown.figures]
    given = "".join(
        f"<li><code>{text(one.name)} {GIVEN[one.kind]} {text(described(one))}</code></li>"
        for one in figures
        if one.kind in GIVEN
    )
    large = ", ".join(text(one.name) for one in figures if not drawable(one))
    note = "<p class=soft>What the library answered is shown as it was stored.</p>" if is_stored else ""
    chips = f'<ul class="chips given" aria-label="Numbers of the instance">{given}</ul>' if given else ""
    shapes = placed(drawn, own_pictures(shown), "div class=pictures")
    left = f"<p>Too large to be drawn: {large}.</p>" if large else ""
    table = f"<summary>The same as text</summary>{_as_text(figures, others)}"
    folded = f"<details{'' if shapes else ' open'}>{table}</details>"
    return f"<h2 id=instance-title>The instance</h2>{note}{chips}{shapes}{left}{folded}"


def _as_text(figures: Iterable[Figure], others: Iterable[tuple[str, str]]) -> str:
    """What the pictures show, for reading and copying."""
    rows = [(one.name, described(one), ROLES[one.role]) for one in figures]
    rows += [(*one, ROLES["value"]) for one in others]
    lines = "".join(
        f"<tr><th scope=row><code>{text(name)}</code><td>{text(words)}<td class=soft>{role}"
        for name, words, role in rows
    )
    heads = "".join(f"<th scope=col>{head}" for head in ("name", "value", "what it is"))
    return (
        '<div class=wide role=region aria-label="The instance as text" tabindex=0><table class=plain>'
        f"<caption class=hidden>The instance as text</caption><thead><tr>{heads}<tbody>{lines}</table></div>"
    )


# --- the values that enter, with their steps


def _differing(one: Steps, other: Steps) -> set[int]:
    """Which steps of one have no partner of the same value in the other: place by place, or else any."""
    theirs = [step[-1] for step in other]
    if len(one) == len(other):
        return {k for k, (step, last) in enumerate(zip(one, theirs, strict=True)) if step[-1] != last}
    differing = set()
    for k, step in enumerate(one):
        if step[-1] in theirs:
            theirs.remove(step[-1])
        else:
            differing.add(k)
    return differing


def _step(step: list[str], k: int, *, differs: bool, several: bool) -> str:
    first, *rest = step
    last = rest.pop() if rest else ""
    expression = pretty(first)
    for part in rest:
        numbers = f"<span class=numbers>= {pretty(part)}</span>"
        expression += _folded("in numbers", numbers) if len(part) > FOLDED else f" {numbers}"
    plus = f"<span class=plus aria-hidden=true>{'+' if k else ''}</span>" if several else ""
    stands_above = not several and len(last) > LONG
    result = f"<code class=result>= {pretty(last)}</code>" if last and not stands_above else ""
    flag = "<span class=flag>\N{NOT EQUAL TO} differs</span>" if differs else ""
    return f"<li{' class=differs' if differs else ''}>{plus}<code>{expression}</code>{result}{flag}</li>"


def _steps(term: Term) -> Steps:
    """The addends of a term, in which what the axiom made is called first, second or x, with its name in the call."""
    names = term.arguments
    labels = ["first", "second", "third"] if len(names) > 1 else ["x"]
    steps = []
    for one in term.addends:
        symbols = one.symbols
        for name, word in zip(names, labels, strict=False):
            if word in symbols:
                called = f"({name})" if " " in name else name
                symbols = called.join(re.split(rf"(?<![\w']){word}(?=[.\[])", symbols))
        written = list(dict.fromkeys([one.symbols, one.numbers, one.value]))
        steps.append([symbols, *written[1:]])
    return steps


def _term(term: Term, against: Term | None, picture: str) -> str:
    short, approximation = term.short, decimal(term.value)
    is_long = bool(approximation) and len(term.value) > LONG
    own = _steps(term)
    partner = _steps(against) if against and against.metric == term.metric else []
    different = _differing(own, partner) if partner and len(own) + len(partner) > 2 else set()
    exact = f" = <b>{pretty(term.value)}</b>{_approximately(approximation)}"
    brief = f" \N{ALMOST EQUAL TO} <b>{approximation}</b>" if is_long else exact
    parts = f"<h3><code>{text(short)}</code>{brief}</h3>"
    if is_long:
        parts += _folded("exactly", f"<code>{pretty(term.value)}</code>")
    if term.call != short:
        parts += f'<p class="soft full"><code>{text(term.call)}</code></p>'
    parts += picture
    several = len(own) > 1
    if several or (own and len(own[0]) > 1):
        lines = "".join(_step(one, k, differs=k in different, several=several) for k, one in enumerate(own))
        if several:
            total = f"<code>sum</code><code class=result>= {pretty(term.value)}</code>"
            lines += f"<li class=total><span class=plus aria-hidden=true></span>{total}</li>"
        kind = "steps" if several else '"steps one"'
        parts += f"<ol class={kind} aria-label={value(f'How {short} comes about')}>{lines}</ol>"
    return f"<article class=term>{parts}</article>"


def values(shown: Account, of_metric: Callable[[str], tuple[str, str] | None], drawn: Mapping[str, int]) -> str:
    """Every value that enters, by the side that it enters; ``of_metric`` gives the address and formula of a metric."""
    terms = shown.terms
    if not terms:
        return ""
    left = list(shown.left.terms)
    right = [k for k in shown.right.terms if k not in left]
    rest = [k for k in range(len(terms)) if k not in left and k not in right]
    one, other = (terms[left[0]], terms[right[0]]) if len(left) == len(right) == 1 else (None, None)
    shapes = [placed(drawn, [one], "div class=call") for one in pictures_of_calls(shown)]

    def group(places: list[int], title: str, against: Term | None = None) -> str:
        boxes = "".join(_term(terms[k], against, shapes[k]) for k in places)
        heading = f'<p class="soft title">{title}</p>' if title else ""
        return f"<div class=group>{heading}{boxes}</div>" if places else ""

    ends = ("In the numerator", "In the denominator") if shown.op == "/" else ("On the left side", "On the right side")
    besides = "Asked besides" if left or right else "Asked by the axiom"
    others = group(rest, "" if len(rest) > MOST else besides)
    if len(rest) > MOST:
        others = f"<details><summary>Asked besides: {len(rest)} values</summary>{others}</details>"
    names = dict.fromkeys([shown.metric, *(term.metric for term in terms)])
    defined = [(name, *known) for name in names if (known := of_metric(name)) and known[1]]
    listed = "".join(
        f"<li class=only>{link(href, name)} <code data-f={value(name)}>{text(formula)}</code></li>"
        for name, href, formula in defined
    )
    two = '"terms two"' if left and right else "terms"
    alone = "" if any(term.addends for term in terms) else f"<p class=soft>{ALONE}</p>"
    return (
        f"<section aria-labelledby=values-title><h2 id=values-title>Every value that enters</h2>"
        f"<ul class=definitions>{listed}</ul>{alone}<div class={two}>"
        f"{group(left, ends[0], other)}{group(right, ends[1], one)}{others}</div></section>"
    )
