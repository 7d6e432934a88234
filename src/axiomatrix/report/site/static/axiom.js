"use strict";
// The page of an axiom: what it says, who satisfies it on which evidence, who violates it, who claims what.
(() => {
  const { h, link, sign, formula, fold, page, cells: decoded } = axiomatrix;
  const { prose, formulaPanel, tally, claimList, explored, section, notApplicable, metricLink, witness, cellTable, grouped,
    catalogue, counted, unknown } = axiomatrix.entry;

  const MANY = 60; // rows of a section beyond which it is folded at first

  const QUANTIFIERS = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    extreme: "A question for the best constant: its verdict says only how far the search went, unless no constant will do.",
  };

  const SECTIONS = {
    "for all": [
      ["proved", "Proved for every n", "By an argument that ships with the package; the steps on paper are named."],
      ["certified", "Certified", "For all parameters, at every n up to the one named; nothing is said of larger n."],
      ["exhausted", "Exhausted", "Every instance up to the n named was decided; nothing is said of larger n."],
      ["searched", "Searched, nothing found", "No counterexample among the cases named. This proves nothing."],
      ["refuted", "Refuted", "One exact instance each breaks the statement; those of the smallest n come first."],
    ],
    "there is": [
      ["proved", "Shown", "By the instance that is named."],
      ["certified", "Certified to the n named", "What is certified stands with each."],
      ["exhausted", "Exhausted, no instance found", "Every instance up to the n named was tried, and none shows it."],
      ["searched", "Searched, no instance found", "None of the cases named shows it. This proves nothing."],
      ["refuted", "Refuted", "What refutes it stands with each."],
    ],
    extreme: [
      ["proved", "Proved", "By an argument that ships with the package."],
      ["certified", "Certified", "For all parameters, at every n up to the one named."],
      ["exhausted", "Exhausted", "Every instance up to the n named was gone through; what was found bounds the best constant."],
      ["searched", "Searched", "What was found among the cases named bounds the best constant."],
      ["refuted", "Refuted", "No constant will do, as one exact instance each shows; those of the smallest n come first."],
    ],
  };
  const REST = "No verdict";
  const REST_SAYS = "Undecided, vacuous, failing by no more than rounding may explain, or a fault: neither for nor against the statement.";

  /** The n of the witness of a cell; the largest number there is if it names none. */
  const size = (cell) => {
    const found = /\bn=(\d+)/.exec(cell.said);
    return found ? Number(found[1]) : Number.MAX_SAFE_INTEGER;
  };

  const violatorsFirst = (cells) => cells
    .map((cell, k) => [size(cell), cell.statement.includes("on the closure") ? 1 : 0, k, cell])
    .sort((x, y) => x[0] - y[0] || x[1] - y[1] || x[2] - y[2])
    .map(([, , , cell]) => cell);

  const metricHead = (cell, known) => [metricLink(cell.metric, known),
    cell.statement ? h("div", { class: "soft small" }, cell.statement) : null];

  const knownViolator = (axiom, cells, known) => {
    const [cell] = violatorsFirst(cells.filter((one) => one.verdict === "refuted" && one.slug));
    if (!cell) return null;
    const metric = known.metrics[cell.metric];
    const title = axiom.quantifier === "extreme" ? "Where no constant will do" : "The known violator";
    return h("section", { class: "violator" }, h("h2", null, title),
      h("p", null, sign(cell.symbol, cell.tone, cell.mark), " ", metricLink(cell.metric, known),
        cell.statement ? ` (${cell.statement})` : null, `: ${cell.said}, the smallest n in this report. `, witness(cell, known)),
      h("p", { class: "soft" }, formula(metric.formula, metric.math, true)));
  };

  const verdicts = (axiom, cells, known) => {
    const sections = SECTIONS[axiom.quantifier] || SECTIONS["for all"];
    const named = new Set(sections.map(([verdict]) => verdict));
    const listed = [
      ...sections.map(([verdict, title, says]) => [title, says, cells.filter((cell) => cell.verdict === verdict)]),
      [REST, REST_SAYS, cells.filter((cell) => !named.has(cell.verdict) && cell.verdict !== "not applicable")],
    ];
    return listed.filter(([, , found]) => found.length).map(([title, says, found]) => {
      const rows = title === "Refuted" ? violatorsFirst(found) : found;
      const table = cellTable(`${title}: metrics`, "metric", rows, (cell) => metricHead(cell, known), known);
      const metrics = new Set(found.map((cell) => cell.metric)).size;
      const count = metrics === found.length ? counted(metrics, "metric")
        : `${counted(found.length, "statement")} about ${counted(metrics, "metric")}`;
      return h("section", null,
        h("h2", null, title, " ", h("span", { class: "soft count" }, count)), h("p", { class: "soft" }, says),
        found.length > MANY ? fold(`Show all ${found.length}`, table) : table);
    });
  };

  const one = (id, main, known) => {
    const place = known.axioms.findIndex((axiom) => axiom.id === id);
    if (place < 0) throw unknown("axiom", id, known.axioms.map((axiom) => axiom.id));
    const axiom = known.axioms[place];
    const cells = known.cells.filter((cell) => cell.axiom === place);
    main.append(
      h("p", { class: "crumbs soft" }, h("a", { href: "axiom.html" }, "Axioms"), ` / ${axiom.group}`),
      h("h1", null, axiom.id),
      formulaPanel(axiom),
      h("p", { class: "quantifier" }, h("b", null, axiom.quantifier), ": ", QUANTIFIERS[axiom.quantifier] || ""),
      ...prose(axiom.doc, axiom.formula),
      tally(cells),
      ...[knownViolator(axiom, cells, known), ...verdicts(axiom, cells, known),
        section("Claims and conjectures about it", claimList(cells, (cell) => metricLink(cell.metric, known), known),
          explored((_, asked) => asked === place, known)),
        notApplicable(cells, (cell) => cell.metric, (metric) => metricLink(metric, known))].filter(Boolean));
  };

  const all = (params, main, known) => {
    const by = grouped(known.cells, (cell) => cell.axiom);
    catalogue(main, params, {
      title: "Axioms",
      intro: "What metrics are checked against, by group; the numbers count statements about metrics, by verdict.",
      what: ["axiom"],
      heads: ["axiom", "statement", "verdicts"],
      rows: known.axioms.map((axiom, place) => ({
        section: axiom.group,
        text: [axiom.id, axiom.formula, axiom.group, axiom.quantifier, axiom.doc].join(" "),
        cells: [h("a", { href: link.axiom(axiom.id) }, axiom.id),
          [formula(axiom.formula, axiom.math, true), h("div", { class: "soft small" }, axiom.quantifier)],
          tally(by.get(place) || [])],
      })),
    });
  };

  page(async (params, main) => {
    const known = await decoded();
    const id = params.get("id");
    if (id) one(id, main, known);
    else all(params, main, known);
  });
})();
