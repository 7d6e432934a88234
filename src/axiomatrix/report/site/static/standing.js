"use strict";
// Where metrics stand on axioms: one metric, several side by side, and those that fit wishes; as studies/ask has it.
axiomatrix.standings = (content) => {
  const { h, link, wide } = axiomatrix;

  /** The cells of the declared space at a position (of its closure where all are), those of which the axiom says something. */
  const cellsAt = (metric, axiom) => {
    const cells = content.at(metric, axiom).filter(({ verdict }) => verdict !== "not applicable");
    const declared = cells.filter(({ closed }) => !closed);
    return declared.length ? declared : cells;
  };

  /** What decides a statement: what fails first, then what is not decided, then the weakest that holds. */
  const telling = (cells) => [...cells].sort((a, b) => (
    Math.sign(a.stands) - Math.sign(b.stands) || Math.abs(a.stands) - Math.abs(b.stands)))[0] || null;

  /** The cell that decides of the first of these readings of an axiom that says anything of the metric. */
  const standing = (metric, axioms) => {
    const axiom = axioms.find((one) => cellsAt(metric, one).length);
    return axiom === undefined ? null : telling(cellsAt(metric, axiom));
  };

  const holds = (cell) => (cell && cell.stands ? cell.stands > 0 : null);

  /** The class of a standing: red only where a claim is contradicted. */
  const tone = (cell) => (!cell ? "not-asked" : cell.outcome === "broken" ? "broken" : cell.stands < 0 ? "fails" : cell.stands ? `holds-${cell.stands}` : "open");

  /** Why there is no cell that decides, and what stands there: the axiom does not apply to the metric, or nothing is known. */
  const nothing = (metric, axioms) => {
    const silent = axioms.flatMap((axiom) => content.at(metric, axiom)).find(({ verdict }) => verdict === "not applicable");
    if (silent) return [silent.answer, "\u2013"];
    const { sort } = content.metrics[metric];
    const { sorts } = content.axioms[axioms[0]];
    return sorts.length && !sorts.includes(sort) ? [`The axiom does not apply: the metric is about ${sort}; the axiom is about ${sorts.join(", ")}.`, "\u2013"]
      : ["Nothing is known: this report has no statement of it for this metric.", "not asked"];
  };

  /** A standing in two or three words, with the way to what shows it. */
  const short = (cell, asked, axioms) => {
    if (!cell) {
      const [why, mark] = nothing(asked, axioms);
      return h("td", { class: "not-asked", title: why }, h("span", { class: "hidden" }, why), mark);
    }
    const metric = content.metrics[cell.metric];
    return h("td", { class: tone(cell) }, h("a", { href: cell.slug ? link.witness(cell.slug) : link.metric(metric) }, cell.short));
  };

  const axiomLink = (place, more = "") => h("a", { href: link.axiom(content.axioms[place]), title: content.axioms[place].sentence }, `${content.axioms[place].id}${more}`);

  /** An axiom with its plain name. */
  const named = (place, more = "") => [axiomLink(place, more), content.axioms[place].plain ? h("span", { class: "plain-name" }, content.axioms[place].plain) : null];
  const metricLink = (place) => h("a", { href: link.metric(content.metrics[place]) }, content.metrics[place].name);

  // --- side by side

  /** The statements of these metrics: those on which they differ, that are not known of all, on which they agree, and of one alone. */
  const compared = (metrics, only = null) => {
    const lines = content.axioms.flatMap((axiom, a) => {
      if (only && !only.includes(a)) return [];
      const statements = new Map();
      metrics.forEach((metric, m) => cellsAt(metric, a).forEach((cell) => {
        if (!statements.has(cell.statement)) statements.set(cell.statement, metrics.map(() => null));
        statements.get(cell.statement)[m] = cell;
      }));
      return [...statements].map(([statement, cells]) => ({ axiom: a, statement, cells, how: new Set(cells.map(holds)) }));
    });
    const shared = lines.filter(({ cells }) => cells.filter(Boolean).length >= Math.min(2, metrics.length));
    const differs = ({ cells }) => cells.some((one) => holds(one) === false && // at a size at which it was looked whether it holds of another
      cells.some((other) => holds(other) && (!other.at || other.at >= one.at)));
    const agrees = ({ how }) => how.size === 1 && !how.has(null);
    return { differ: shared.filter(differs), open: shared.filter((line) => !differs(line) && !agrees(line)),
      agree: shared.filter(agrees), alone: lines.filter((line) => !shared.includes(line)) };
  };

  const table = (caption, heads, rows) => wide("standings", caption, h("caption", { class: "hidden" }, caption), heads, rows);

  /** Metrics side by side as a table; `shown` are their names as they were asked for. */
  const sideBySide = (caption, lines, metrics, shown) => table(caption,
    ["axiom", ...metrics.map((place, k) => h("a", { href: link.metric(content.metrics[place]) }, shown[k]))],
    lines.map(({ axiom, statement, cells }) => h("tr", null,
      h("th", { scope: "row" }, named(axiom, statement && ` (${statement})`)), cells.map((cell, k) => short(cell, metrics[k], [axiom])))));

  /** What is asked of rows of one name, as a table; `rows` are {row, parts}. */
  const ofParts = (caption, rows) => table(caption, ["axiom", ...rows.map(({ row }) => metricLink(row))],
    rows[0].parts.map(({ standing: { axiom } }, k) => h("tr", null, h("th", { scope: "row" }, named(axiom)),
      rows.map(({ row, parts }) => {
        const { telling: cell, applies, axiom: asked } = parts[k].standing;
        return short(applies ? cell : null, row, [asked]);
      }))));

  // --- by wishes

  /** The metrics that fit wishes, {axioms, must}: the strongest evidence first; the others; and what none fulfils together. */
  const chosen = (wishes, kind, sort) => {
    const misses = (cells) => wishes.filter((wish, k) => holds(cells[k]) !== wish.must);
    const every = content.metrics.map((metric, place) => ({ place, metric }))
      .filter(({ metric }) => (!kind || metric.kind === kind) && (!sort || metric.sort === sort) && !metric.library)
      .map(({ place }) => ({ place, cells: wishes.map(({ axioms }) => standing(place, axioms)) }))
      .filter(({ cells }) => !wishes.length || cells.some(Boolean)).map((one) => ({ ...one, missed: misses(one.cells) }));
    const strengths = ({ cells }) => cells.map((cell) => Math.abs(cell?.stands || 0));
    const weakest = (one) => Math.min(...strengths(one), 9);
    const sum = (one) => strengths(one).reduce((all, each) => all + each, 0);
    const fit = every.filter(({ missed }) => !missed.length).sort((a, b) => weakest(b) - weakest(a) || sum(b) - sum(a));
    const others = every.filter(({ missed }) => missed.length).sort((a, b) => a.missed.length - b.missed.length);
    return { fit, others, impossible: fit.length ? [] : impossible(wishes, others) };
  };

  /** The smallest sets of wishes that no metric fulfils together. */
  const impossible = (wishes, candidates) => {
    const ofSize = (size, from = 0) => (size ? wishes.slice(from).flatMap((wish, k) => ofSize(size - 1, from + k + 1).map((rest) => [wish, ...rest])) : [[]]);
    for (let size = 1; size <= wishes.length; size += 1) {
      const none = ofSize(size).filter((some) => !candidates.some(({ missed }) => !some.some((wish) => missed.includes(wish))));
      if (none.length) return none;
    }
    return [];
  };

  /** The metrics with what is known of each wish, as a table. */
  const byWishes = (caption, list, wishes) => table(caption, ["metric", ...wishes.map(({ text, axioms }) => [text, content.axioms[axioms[0]].plain ? h("span", { class: "plain-name" }, content.axioms[axioms[0]].plain) : null])],
    list.map(({ place, cells }) => h("tr", null, h("th", { scope: "row" }, metricLink(place)), cells.map((cell, k) => short(cell, place, wishes[k].axioms)))));

  return { cellsAt, nothing, telling, holds, axiomLink, named, metricLink, compared, sideBySide, ofParts, chosen, byWishes };
};

/** Says on a page that asks what went wrong. */
axiomatrix.failing = (status) => (error) => {
  status.textContent = error.message;
  document.getElementById("page").dataset.ready = "yes";
};

/** What the pages that ask begin with: all cells, what names mean, and where metrics stand. */
axiomatrix.asking = async () => {
  const known = await axiomatrix.cells();
  const [naming, standings] = [axiomatrix.naming(known), axiomatrix.standings(known)];
  return { known, naming, standings };
};
