"""What every format says of an exploration in words."""

from __future__ import annotations

from ...evidence.decimals import INFINITE, beside
from ...spaces.parameters import ParameterDomain
from ...studies.explore.answer import Answer, Bound, Extremal, Question, SizeAnswer

WORDS = {"inf": "smallest", "sup": "largest"}
SHOWN, PROVED = {"inf": "<=", "sup": ">="}, {"inf": ">=", "sup": "<="}
"""How an extreme stands to the value of an instance, and to a bound that is proved for all of them."""
SPACES = {
    ParameterDomain.OPEN: "as the row declares it",
    ParameterDomain.CLOSED: "its closure, with zero weights and pseudometrics",
}
CERTIFIED_MEANS = (
    "certified n <= N: for all rankings of up to N items, up to the symmetries named, a certificate that was verified "
    "independently proves the statement for every parameter of the space; extremes there are exact and attained "
    "(on the closure of the space, if not in it)."
)
CERTIFIED_ONLY_AT_MEANS = (
    "certified n <= N (only at ...): for all rankings of up to N items, up to the symmetries named, a certificate that "
    "was verified independently proves the statement for every value of the one parameter that was followed, while the "
    "others had the values named; of other values of these nothing is said. Extremes there are exact and attained (on "
    "the closure of the space, if not in it)."
)
APPROACHED_MEANS = "approached: no parameter attains this extreme; there are ratios as near to it as one likes."
CERTIFIED_DOES_NOT_MEAN = (
    "It says nothing of more than N items; and a bound ('best found') is what its instance proves, not the best "
    "constant."
)
ATTAINED_MEANS = (
    "attained: the instance shown has positive parameters; on the closure: only where distances or weights are zero, "
    "as exact linear programs say for every ranking of that size. The certificates prove the extremes of the ratio."
)
BESIDE_MEANS = (
    "What the exploration above decided stands as it says; the rest is what `axiomatrix check` finds with the profile "
    "`quick`. 'searched' means no counterexample in a limited search, 'not found' no example in one."
)


def extremes_text(size: SizeAnswer) -> str:
    """The extremes at one size: exact ones as such, bounds as bounds."""
    if size.verdict == "undecided":
        bounds = [f"{SHOWN[e.sense]} {e.value}" for e in size.extremes]
        return f"best found {', '.join(bounds)}" if bounds else ""
    return ", ".join(f"{'min' if e.sense == 'inf' else 'max'} {e.value}{approach(size, e)}" for e in size.extremes)


def approaches(size: SizeAnswer, extreme: Extremal) -> bool:
    """Whether an exact extreme is attained by nothing."""
    return size.verdict != "undecided" and extreme.only_approached


def approach(size: SizeAnswer, extreme: Extremal) -> str:
    """What stands behind an exact extreme that nothing attains."""
    return " (approached)" if approaches(size, extreme) else ""


def bound_text(question: Question, bound: Bound) -> str:
    """What a bound says, such as ``best found at n = 12: inf of F_D / K_D <= 3/4``."""
    text = f"best found at n = {bound.n} ({bound.kind}): {bound.sense} of {quantity_of(question)}"
    if bound.value == INFINITE:
        text += ": no constant will do"
    else:
        text += f" {SHOWN[bound.sense]} {beside(bound.value)}"
    return text + (f"; {bound.note}" if bound.note else "")


def meanings(answer: Answer) -> list[str]:
    """What the verdicts of the answer mean, and what they do not."""
    sizes = [(question.scope, size) for question in answer.questions for size in question.sizes]
    verdicts = {size.verdict for _, size in sizes}
    scopes = {scope for scope, size in sizes if size.verdict == "certified"}
    sentences = [CERTIFIED_MEANS] if "" in scopes else []
    sentences += [CERTIFIED_ONLY_AT_MEANS] if any(scopes) else []
    sentences += [APPROACHED_MEANS] if any(approaches(size, e) for _, size in sizes for e in size.extremes) else []
    sentences += [ATTAINED_MEANS] if any("attained" in verdict for verdict in verdicts) else []
    bounds = any(question.bounds for question in answer.questions)
    return [*sentences, CERTIFIED_DOES_NOT_MEAN] if "certified" in verdicts or bounds else sentences


def notes(question: Question) -> list[str]:
    """What limits the answer and what else the sweep says, in sentences, as far as the outcome does not say it."""
    exactly = "else" if question.unlimited else "exact"
    fixed = f"Swept with the other parameters fixed, and only at {question.scope}; nothing is said of other values."
    undecided = f"Nothing {exactly} can be said: {question.reason}"
    sentences = [fixed] if question.scope else []
    sentences += [question.remark] if question.remark not in question.outcome else []
    sentences += [undecided] if question.reason not in question.outcome else []
    return sentences


def proofs(question: Question) -> list[str]:
    """What proves the statement for every n, and what is proved of the best constant beyond it."""
    own = [question.proof[:1].upper() + question.proof[1:]] if question.proof else []
    return own + [
        f"Proved bound: for every n, {quantity_of(question)} {PROVED[p.sense]} {p.value}: {p.proof}"
        for p in question.proved
        if p.proof not in question.proof
    ]


def quantity_of(question: Question) -> str:
    """What is bounded, in words."""
    return question.quantity or "the quantity"


def how(question: Question) -> str:
    """Space and method, how many rankings in how many classes, and the certificates, in sentences."""
    sentences = [f"Space: {SPACES[question.space]}.", f"Method: {question.method}." if question.method else ""]
    rankings, classes = sum(s.rankings for s in question.sizes), sum(s.classes for s in question.sizes)
    if classes:
        by = f" by {', '.join(question.symmetries)}" if question.symmetries else ""
        sentences.append(f"{rankings:,} rankings in {classes:,} classes{by}.")
    decomposed, certificates = (sum(getattr(s, f) for s in question.sizes) for f in ("decomposed", "certificates"))
    sentences.append(f"{decomposed:,} rankings settled as sums of smaller ones." if decomposed else "")
    sentences.append(f"{certificates:,} certificates verified." if certificates else "")
    return " ".join(part for part in sentences if part)


def standings(answer: Answer) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """The readings side by side: the claims as columns, and of each reading the outcomes."""
    heads = list(dict.fromkeys((s.claim, s.said or s.statement) for r in answer.beside for s in r.standings))
    rows = []
    for reading in answer.beside:
        outcomes = {(s.claim, s.said or s.statement): s.outcome for s in reading.standings}
        rows.append((reading.label, [outcomes.get(head, "") for head in heads]))
    return heads, rows
