"""The pages of metrics: the formula, every verdict, and the variants side by side."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ...catalogue.metric_sentences import plain_name, plain_sentence
from ...catalogue.variants import distinction
from ...evidence.evidence import DEVIATIONS
from ...evidence.matrix import Row
from ...evidence.safe import visible
from ...evidence.verdict import NOTATION, Verdict
from ...evidence.words import counted, grouped
from ...studies.relate.answer import MetricRelation
from ..dataset import entry, of_ours
from ..pictures.number_line import number_line
from . import badges, links, playground
from .cell_words import BROKEN, MetricStatement, axiom, colour, of_cell, together
from .links import encoded
from .markup import definitions, link, listed, outside, paragraphs, sign, text

if TYPE_CHECKING:
    from .inputs import Inputs

NEAREST = ("identical", "affine", "monotone", "refines", "refined by")
"""Kinds of relations, the nearest first; all others are told by how often two values are in different order."""
MOST_RELATIVES = 3
SHORT_SLUG = 12
"""The characters at the end of a library's witness that name it."""


def metrics(inputs: Inputs) -> list[MetricPage]:
    """The pages, in the order of their first metrics."""
    pages = grouped(inputs.whole.rows, lambda row: links.metric_page(row.name))
    return [MetricPage(inputs, file, rows) for file, rows in pages.items()]


class MetricPage:
    """A page: a metric and its variants, what they have in common, and how to cite and check them."""

    def __init__(self, inputs: Inputs, file: str, rows: list[Row]) -> None:
        self.inputs, self.file, self.rows = inputs, file, rows
        self.family = rows[0].family
        declared = inputs.known.metrics.get(rows[0].name)
        name = plain_name(declared).partition(" [")[0] if declared is not None else base(rows[0].name)
        self.title = name if len({base(row.name) for row in rows}) == 1 else rows[0].name
        """What people call the metric."""
        self.sentence = plain_sentence(declared) if declared is not None else ""
        self.library = inputs.library_of.get(rows[0].name, "")
        """The library that they are of, if they are."""
        self.entries = [MetricEntry(self, row, before) for row, before in zip(rows, [None, *rows], strict=False)]

    @property
    def says(self) -> str:
        """The description of the page."""
        known = badges.summary(one for row in self.rows for one in self.inputs.statements_of[row.name])
        return f"{self.sentence or self.rows[0].formula} Its axioms: {known}."

    @property
    def variants(self) -> list[dict[str, Any]]:
        bases = grouped(self.rows, lambda row: base(row.name))
        return [self._side_by_side(name, rows) for name, rows in bases.items() if len(rows) > 1]

    def _side_by_side(self, name: str, rows: list[Row]) -> dict[str, Any]:
        """The readings of one metric: what distinguishes each, and where their verdicts differ what each has there."""
        named = [link(f"#{encoded(row.name)}", row.name[len(name) :] or row.name) for row in rows]
        statements = [
            {(one.column.id, one.line.arguments, one.line.closed): one for one in self.inputs.statements_of[row.name]}
            for row in rows
        ]
        made = []
        for key, first in {key: one for of in statements for key, one in of.items()}.items():
            there = [_at(of, *key) for of in statements]
            if len({one.status.key if one else "" for one in there}) > 1:
                statement = f" ({text(first.line.statement)})" if first.line.statement else ""
                head = Markup(f"{axiom(first.column)}{statement}")
                made.append((head, [_short(one) for one in there]))
        declared = [self.inputs.known.metrics.get(row.name) for row in rows]
        words = [distinction(one) if one is not None else "" for one in declared]
        alike = len({row.formula for row in rows}) == 1
        formulas = ["" if alike else row.formula for row in rows]
        return {"base": name, "names": named, "rows": made, "words": list(zip(named, formulas, words, strict=True))}

    @cached_property
    def nothing(self) -> list[tuple[str, Markup, Markup]]:
        """Why axioms have nothing to say, which axioms, and of which metrics; once for those that have it in common."""
        reasons: dict[str, dict[tuple[str, ...], list[str]]] = {}
        for row in self.rows:
            silent = [one for one in self.inputs.statements_of[row.name] if not one.is_asked]
            for reason, same in grouped(silent, lambda one: one.cell.evidence.reason or one.line.verdict).items():
                axioms = tuple(dict.fromkeys(one.column.id for one in same))
                reasons.setdefault(reason, {}).setdefault(axioms, []).append(row.name)
        return [
            (reason, listed(map(text, axioms)), listed([] if len(names) == len(self.rows) else map(text, names)))
            for reason, by_axioms in reasons.items()
            for axioms, names in by_axioms.items()
        ]

    @cached_property
    def axioms(self) -> Markup:
        """The axioms that are asked, with their pages."""
        asked = (one.column for row in self.rows for one in self.inputs.statements_of[row.name] if one.is_asked)
        return listed(map(axiom, dict.fromkeys(asked)))

    @property
    def about_library(self) -> Markup:
        """Which library, in which version."""
        assert self.inputs.libraries is not None
        note = next(one for one in self.inputs.libraries.libraries if one.id == self.library)
        findings = link(f"libraries.html#library={encoded(note.id)}", "What was found of it")
        title = Markup("{} {}").format(note.distribution, note.version)
        return listed([title, *([outside(note.docs, "documentation")] if note.docs else []), findings], ". ")

    @property
    def citations(self) -> str:
        """The page, and the sources that say something of its metrics, in BibTeX."""
        statements = (one for row in self.rows for one in self.inputs.statements_of[row.name])
        claimed = {claim.source for one in statements for claim in one.cell.claims}
        what = f"{self.title}: the evidence for its axioms"
        made = [of_ours(self.file.removesuffix(".html"), what, self.file, self.inputs.matrix)]
        sources = self.inputs.known.sources.values()
        return "\n\n".join([*made, *(entry(one.id, note=one.title) for one in sources if claimed & set(one.claims))])

    @property
    def again(self) -> str:
        """The commands that check one of them again."""
        name = shlex.quote(self.rows[0].name)
        if self.library:
            return f"axiomatrix check --library {shlex.quote(self.library)} --metric {name}"
        statements = [one for one in self.inputs.statements_of[self.rows[0].name] if one.is_asked]
        own = self.rows[0].family == "user"
        commands = [f"axiomatrix check{' FILE.py' if own else ''} --metric {name}"]
        asked = f"axiomatrix show {name} {shlex.quote(statements[0].column.id)}" if statements else ""
        commands += [asked + (" FILE.py" if own else "")] if asked else []
        return "\n".join(commands)


class MetricEntry:
    """A metric on its page; ``before`` is the metric before it there, if there is one."""

    def __init__(self, page: MetricPage, row: Row, before: Row | None) -> None:
        self.inputs, self.page, self.row, self.before = page.inputs, page, row, before
        self.statements = page.inputs.statements_of[row.name]
        self.asked = [one for one in self.statements if one.is_asked]

    @property
    def doc(self) -> Markup:
        """Empty where that of the metric before says the same."""
        doc = paragraphs(self.row.doc, self.row.formula)
        repeats = self.before is not None and doc == paragraphs(self.before.doc, self.before.formula)
        return Markup("") if repeats else doc

    @property
    def code(self) -> str:
        row, before = self.row, self.before
        if before is not None and row.code and row.code == before.code:
            return f"# as of {before.name}, with variant={row.name[len(base(row.name)) :].strip('[]')!r}"
        return row.code

    @property
    def counts(self) -> Markup:
        """How many statements have each verdict; those that are refuted first."""
        counts = Counter(statement.status.key for statement in self.asked)
        broken = sum(colour(statement.cell) == BROKEN for statement in self.asked)
        signs = [sign(counted(broken, "broken claim"), BROKEN)] if broken else []
        order = sorted((NOTATION[key].rank, NOTATION[key], number) for key, number in counts.items())
        return listed((*signs, *(sign(f"{number:,} {known.word}", known.tone) for _, known, number in order)), " ")

    @property
    def explored(self) -> Markup:
        return listed(link(links.conjecture(id), id) for id in self.inputs.exploring.get(("metric", self.row.name), ()))

    @cached_property
    def relatives(self) -> Markup:
        """The metrics that are nearest to it, and how near, of the relations that it has."""
        seen: dict[str, Markup] = {}
        known = {one.name for one in self.inputs.matrix.rows}
        near = ((_nearness(one), one) for one in self.inputs.relations_of.get(self.row.name, ()))
        for (rank, differently), one in sorted(near, key=lambda pair: pair[0]):
            other = one.b if one.a == self.row.name else one.a
            if (rank, differently) >= (len(NEAREST), 0.5) or len(seen) == MOST_RELATIVES:
                break
            if other in known and other not in seen:
                statement = Markup("<code>{}</code>").format(visible(one.statement))
                how = statement if rank < len(NEAREST) else f"{differently:.1%} of pairs in another order"
                seen[other] = Markup(f"{link(self.inputs.defined[other][0], other)} ({how})")
        return listed(seen.values(), "; ")

    @cached_property
    def implementations(self) -> Markup:
        """Who else computes it, and what was found there that neither definition nor documentation says."""
        entries = []
        for name, note in self.inputs.libraries.notes.items() if self.inputs.libraries is not None else ():
            if note.computes == self.row.name:
                statements = self.inputs.statements_of[name]
                wrong = dict.fromkeys(one.column.id for one in statements if one.beside[1] in DEVIATIONS)
                deviations = text(", ".join(wrong) or "no deviation found")
                entries.append(f"{link(self.inputs.defined[name][0], name)} ({deviations})")
        return listed(entries, "; ")

    @property
    def facts(self) -> Markup:
        """Kind, arguments, parameters, source; of a library's, what it is compared with."""
        row = self.row
        sentences = [f"{text(row.kind)} of {text(row.about)}"]
        takes = {name: space for name, space in row.arguments.items() if space != row.about} | row.parameters
        if takes:
            sentences.append("; ".join(f"<code>{text(name)}</code>: {text(space)}" for name, space in takes.items()))
        sentences += (
            []
            if row.exact
            else [f"in floats: a failure that rounding may explain has the verdict {Verdict.ROUNDING.written}"]
        )
        sentences += [text(row.source)] if row.source else []
        note = self.inputs.libraries.notes.get(row.name) if self.inputs.libraries and self.page.library else None
        if note is not None:
            sentences += [outside(note.page, "documentation")] if note.page else []
            sentences += [f"of ties: {text(note.ties)}"] if note.ties else []
            sentences += [f"compared with <code>{text(note.definition)}</code>"] if note.definition else []
        return listed(sentences, ". ")

    @property
    def verdicts(self) -> Markup:
        """What fails, holds and is open: every verdict with its reach, and the axioms that it is of."""
        those = grouped(self.asked, lambda one: one.standing)
        parts = (
            f"<h3>{standing.capitalize()} ({len(those[standing])})</h3>"
            f"{definitions(map(self.group, together(those[standing])))}"
            for standing in ("fails", "holds", "open")
            if standing in those
        )
        return listed(parts, "")

    def group(self, same: list[MetricStatement]) -> str:
        beside = "".join(f"; {text(part)}" for part in same[0].beside if part)
        return f"<dt>{same[0].sign} {text(same[0].line.verdict)}{beside}<dd>{listed(map(self.item, same))}"

    @property
    def table(self) -> Markup:
        """Each statement by itself: how it was decided, on how many cases, and what is claimed."""
        return listed(map(self.line, self.asked), "")

    def line(self, statement: MetricStatement) -> Markup:
        line, evidence = statement.line, statement.cell.evidence
        head = f"{statement.axiom}{f' <i>{text(line.statement)}</i>' if line.statement else ''}"
        parts = [
            text(line.verdict),
            text(f"by {evidence.method}" if evidence.method else ""),
            text(line.cases),
            text(line.further),
        ]
        if line.slug:
            shown = "witness" if statement.status.key in (Verdict.REFUTED, Verdict.ROUNDING) else "instance"
            parts.append(link(links.witness(line.slug), shown))
        if (witness := evidence.witness) and (tried := playground.address(witness)):
            parts.append(link(tried, playground.OPEN))
        if evidence.proof:
            parts.append(link(links.proof(evidence.proof.id), f"proof {evidence.proof.id}"))
        claims = "".join(
            f"<p>{self.source(c.source)}, {text(c.declared)}: {text(statement.cell.outcome.written)}"
            f"{f': <q>{text(c.wording)}</q>' if c.wording else ''}"
            for c in statement.cell.claims
        )
        shown = "; ".join(part for part in parts if part)
        return Markup(f"<tr><td>{statement.sign}<th scope=row>{head}<td>{shown}{claims}")

    @cached_property
    def values(self) -> Markup:
        """For which values of its parameter axioms hold that fail for others: in words, and on a line."""
        lines = (
            f"<dt>{one.axiom} {text(one.line.values)}<dd>{number_line(one.cell.evidence.values)}"
            for one in self.statements
            if one.cell.evidence.values is not None and one.cell.evidence.values.holds
        )
        return definitions(lines)

    def item(self, statement: MetricStatement) -> str:
        """An axiom, which leads to the witness; with what is particular: statement, best constant, claims."""
        line, name = statement.line, statement.column.id
        slug = line.slug[-SHORT_SLUG:] if line.slug and self.page.library else line.slug
        parts: list[str] = [link(links.witness(slug), name) if slug else text(name)]
        parts += [f"({text(line.statement)})"] if line.statement else []
        parts += [text(line.further)] if line.further else []
        sources = () if self.page.library else dict.fromkeys(c.source for c in statement.cell.claims)
        return " ".join([*parts, *map(self.source, sources)])

    def source(self, id: str) -> str:
        """The source of a claim, with its entry in the ledger or the page that says it."""
        if id in self.inputs.ledger:
            return link(links.claim(id), id)
        pages = self.inputs.libraries.sources if self.inputs.libraries else {}
        return outside(pages[id].page, id) if id in pages else text(id)


def base(name: str) -> str:
    """The name of a metric without its variant."""
    return name.partition("[")[0] if name.endswith("]") else name


def _nearness(one: MetricRelation) -> tuple[int, float]:
    """The place of its kind, and the share of pairs of values that are in different order."""
    rank = NEAREST.index(one.kind) if one.kind in NEAREST else len(NEAREST)
    return rank, one.differently / one.pairs if one.pairs else 1.0


def _at(of: Mapping[tuple[str, str, bool], MetricStatement], *key: Any) -> MetricStatement | None:
    """What a variant has at a statement; the closure says the same as the open space where it has no line."""
    return of.get(key) or of.get((*key[:2], False))


def _short(statement: MetricStatement | None) -> Markup:
    """What a variant has at a statement, in the least room."""
    return sign(of_cell(statement.cell), colour(statement.cell)) if statement else Markup("")
