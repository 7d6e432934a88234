"use strict";
// The page of a metric: what it is, everything that was checked of it, its variants, its relations.
(() => {
  const { h, link, sign, page, formula, wide, copyable, cells: decoded, partners } = axiomatrix;
  const { prose, formulaPanel, tally, outside, claimWords, claimList, explored, section, notApplicable, axiomLink, metricLink,
    witness, cellTable, grouped, catalogue, counted, short, unknown } = axiomatrix.entry;

  // --- what it is

  const facts = (metric, known) => {
    const of = known.libraries[metric.library];
    const rows = [
      ["kind", metric.kind],
      ["about", metric.about],
      ["values", metric.exact ? "exact" : "floats; a failure that rounding may explain has the verdict rounding"],
      ["source", metric.source],
      ["library", of && [`${of.distribution} ${of.version}, `, outside(of.docs)]],
      ["documentation", metric.called?.page && outside(metric.called.page)],
      ["concept", metric.called?.concept],
      ["ties", metric.called?.ties],
      ["compared with", metric.called?.definition],
    ];
    return h("dl", { class: "facts" },
      rows.filter(([, said]) => said).map(([name, said]) => [h("dt", null, name), h("dd", null, said)]));
  };

  const takes = (metric) => {
    const rows = [
      ...Object.entries(metric.arguments).map(([name, space]) => [name, "argument", space]),
      ...Object.entries(metric.parameters).map(([name, space]) => [name, "parameter", space]),
    ];
    return rows.length ? wide("What it takes", h("table", { class: "plain takes" },
      h("caption", null, "What it takes"),
      h("thead", null, h("tr", null, ["name", "is", "from the space"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, rows.map(([name, is, space]) => h("tr", null,
        h("th", { scope: "row" }, h("code", null, name)), h("td", null, is), h("td", null, space)))))) : null;
  };

  /** A word as a POSIX shell takes it. */
  const quoted = (word) => (/^[\w.@%+=:,/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

  const again = (metric, cells, known) => {
    const library = metric.library ? ` --library ${quoted(metric.library)}` : "";
    const telling = cells.find((cell) => cell.outcome === "broken")
      || cells.find((cell) => cell.verdict === "refuted") || cells[0];
    const lines = [`axiomatrix check${library} --metric ${quoted(metric.name)}`];
    const axiom = telling && quoted(known.axioms[telling.axiom].id);
    if (axiom) lines.push(library ? `${lines[0]} --axiom ${axiom}` : `axiomatrix explain ${quoted(metric.name)} ${axiom}`);
    return h("section", null, h("h2", null, "To check it again"), copyable(lines.join("\n"), "Copy the commands"),
      h("p", { class: "soft" },
        library ? `${known.libraries[metric.library].distribution} must be installed.`
          : "For a metric of your own, name its file as well: after check, or with --file after explain."));
  };

  // --- variants

  const ending = (name) => (/^(.*?)\[(.*)\]$/.exec(name) || [null, name, ""]).slice(1);

  /** What a variant has at a statement; the closure says the same as the open space where it has no line of its own. */
  const at = (cells, statement) => {
    const open = statement.replace(/(^|, )on the closure$/, "");
    const here = cells.find((cell) => cell.statement === statement);
    const there = here || open === statement ? null : cells.find((cell) => cell.statement === open);
    return here || (there && { ...there, mark: "", outcome: "observed" }); // claims are of the open space
  };

  const variants = (place, known) => {
    const [id] = ending(known.metrics[place].name);
    const same = known.metrics.map((_, k) => k).filter((k) => ending(known.metrics[k].name)[0] === id);
    if (same.length < 2) return null;
    const rows = [];
    known.axioms.forEach((axiom, number) => {
      const columns = same.map((k) => known.at(k, number));
      for (const statement of new Set(columns.flat().map((cell) => cell.statement))) {
        const found = columns.map((cells) => at(cells, statement));
        if (new Set(found.map((cell) => (cell ? cell.verdict : ""))).size > 1) rows.push([axiom, statement, found]);
      }
    });
    const ends = (k) => ending(known.metrics[k].name)[1] || known.metrics[k].name;
    const column = (k) => (k === place ? h("th", { scope: "col", class: "here" }, ends(k))
      : h("th", { scope: "col" }, h("a", { href: link.metric(known.metrics[k].name) }, ends(k))));
    const said = (cell) => (cell ? [sign(cell.symbol, cell.tone, cell.mark), " ",
      h("span", { class: "small" }, cell.verdict === "not applicable" ? cell.verdict : short(cell))]
      : h("span", { class: "soft small" }, "not checked"));
    const row = ([axiom, statement, found]) => h("tr", null,
      h("th", { scope: "row" }, h("a", { href: link.axiom(axiom.id) }, axiom.id),
        statement ? h("div", { class: "soft small" }, statement) : null),
      found.map((cell, k) => h("td", { class: same[k] === place ? "here" : null }, said(cell))));
    return section("Variants",
      h("p", null, same.map((k, number) => [number ? ", " : null,
        k === place ? h("b", null, known.metrics[k].name) : metricLink(k, known)])),
      rows.length ? wide("Variants", h("table", { class: "plain variants" },
        h("caption", null, "The statements on which the verdicts of the variants differ"),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "axiom"), same.map(column))),
        h("tbody", null, rows.map(row)))) : h("p", { class: "soft" }, "No verdict differs."));
  };

  // --- cells

  const axiomHead = (cell, known) => {
    const axiom = known.axioms[cell.axiom];
    return [axiomLink(cell.axiom, known),
      cell.statement ? h("span", { class: "soft" }, ` ${cell.statement}`) : null,
      h("div", { class: "small statement" }, formula(axiom.formula, axiom.math, true))];
  };

  const broken = (cells, known) => {
    const found = cells.filter((cell) => cell.outcome === "broken");
    return found.length ? h("section", { class: "broken-claims" }, h("h2", null, counted(found.length, "broken claim")),
      h("ul", null, found.map((cell) => h("li", null, sign(cell.symbol, cell.tone, cell.mark), " ",
        axiomLink(cell.axiom, known), cell.statement ? ` (${cell.statement})` : null, `: ${cell.said} `, witness(cell, known),
        cell.claims.map((claim) => h("p", { class: "claim" }, claimWords(claim, known))))))) : null;
  };

  const checked = (cells, known) => {
    const groups = [...grouped(cells, (cell) => known.axioms[cell.axiom].group)];
    return groups.length ? h("section", null, h("h2", null, "What was checked"),
      groups.map(([group, found]) => [h("h3", null, group),
        cellTable(`Axioms of the group ${group}`, "axiom", found, (cell) => axiomHead(cell, known), known)])) : null;
  };

  // --- the pages

  const one = async (name, main, known) => {
    const place = known.metrics.findIndex((metric) => metric.name === name);
    if (place < 0) throw unknown("metric", name, known.metrics.map((metric) => metric.name));
    const metric = known.metrics[place];
    const own = known.cells.filter((cell) => cell.metric === place);
    const cells = own.filter((cell) => cell.verdict !== "not applicable");
    const sections = [
      broken(cells, known),
      section("Claims and conjectures", claimList(cells, (cell) => axiomLink(cell.axiom, known), known),
        explored((asked) => asked === place, known)),
      variants(place, known), checked(cells, known), notApplicable(own, (cell) => cell.axiom, (axiom) => axiomLink(axiom, known)),
      await partners(metric.name, known.metrics), again(metric, cells, known),
    ];
    main.append(
      h("p", { class: "crumbs soft" }, h("a", { href: "metric.html" }, "Metrics"), ` / ${metric.family}`),
      h("h1", null, metric.name), formulaPanel(metric), ...prose(metric.doc, metric.formula), tally(cells),
      h("div", { class: "about" }, facts(metric, known), takes(metric)));
    for (const part of sections) if (part) main.append(part);
  };

  const all = (params, main, known) => {
    const by = grouped(known.cells, (cell) => cell.metric);
    catalogue(main, params, {
      title: "Metrics",
      intro: "What is checked, by family, the libraries' after the others; the numbers count statements by verdict.",
      what: ["metric"],
      heads: ["metric", "formula", "verdicts"],
      rows: known.metrics.map((metric, place) => ({
        section: metric.library ? `library ${metric.library}` : metric.family,
        text: [metric.name, metric.formula, metric.kind, metric.family, metric.about, metric.library].join(" "),
        cells: [
          [metricLink(place, known), h("div", { class: "soft small" }, `${metric.kind}, ${metric.about}`)],
          formula(metric.formula, metric.math, true), tally(by.get(place) || []),
        ],
      })),
    });
  };

  page(async (params, main) => {
    const known = await decoded();
    const name = params.get("name");
    if (name) await one(name, main, known);
    else all(params, main, known);
  });
})();
