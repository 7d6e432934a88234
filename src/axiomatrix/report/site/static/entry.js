"use strict";
// What the pages of a metric and of an axiom share: axiomatrix.entry.
(() => {
  const { h, link, sign, math, symbols, fold, copyButton, view, wide } = axiomatrix;

  const DECLARED = { holds: "declared to hold", fails: "declared to fail", conjectured: "conjectured" };
  const OUTCOMES = { broken: "broken claim" };
  const ORDER = ["refuted", "error", "crashed", "timeout", "flaky", "rounding", "undecided", "vacuous", "searched",
    "exhausted", "certified", "proved"];

  const squeezed = (text) => text.replace(/\s+/g, " ").trim();

  /** A text with ``code`` in it. */
  const spans = (text) => text.split(/(?::\w+:)?`{1,2}([^`]+)`{1,2}/).map((part, k) => (k % 2 ? h("code", null, part) : part));

  /** The paragraphs of a docstring, without the formula that it begins with. */
  const prose = (doc, without) => doc.split(/\n\s*\n/)
    .filter((part) => part.trim() && squeezed(part) !== squeezed(without))
    .map((part) => h("p", null, spans(squeezed(part))));

  /** The formula, typeset if it can be, and as text to be copied. */
  const formulaPanel = (entry) => h("div", { class: "formula" },
    entry.math ? math(entry.math) : null,
    symbols(entry.symbols),
    h("div", { class: "as-text" }, h("code", null, entry.formula), copyButton(entry.formula, "Copy the formula")));

  /** The name of an outcome as it is written. */
  const outcomeWords = (outcome) => OUTCOMES[outcome] || outcome;

  /** A number with its noun. */
  const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many || `${one}s`}`;

  /** The entries by what they have in common, in their order. */
  const grouped = (list, key) => {
    const found = new Map();
    for (const one of list) {
      if (!found.has(key(one))) found.set(key(one), []);
      found.get(key(one)).push(one);
    }
    return found;
  };

  /** How many of the cells have each verdict, as signs with numbers; those that are refuted first. */
  const tally = (cells) => {
    const found = new Map();
    for (const cell of cells) {
      if (cell.verdict === "not applicable") continue;
      const words = cell.tone === cell.verdict ? cell.verdict
        : `${cell.verdict}, ${cell.outcome === "unconfirmed" ? cell.outcome
          : cell.quantifier === "extreme" ? "a best constant asked for" : "no instance found"}`;
      found.set(words, [cell, (found.get(words)?.[1] || 0) + 1]);
    }
    const broken = cells.filter((cell) => cell.outcome === "broken").length;
    const chips = [...found].sort(([, [x]], [, [y]]) => ORDER.indexOf(x.verdict) - ORDER.indexOf(y.verdict))
      .map(([words, [cell, count]]) => h("li", null, sign(cell.symbol, cell.tone), " ", h("b", null, count), ` ${words}`));
    if (broken) chips.unshift(h("li", { class: "alarm" }, sign("X", "refuted", "*"), " ", h("b", null, broken),
      broken === 1 ? " broken claim" : " broken claims"));
    return h("ul", { class: "chips", "aria-label": "Statements by verdict" }, chips);
  };

  const pairsOf = (text) => new Set(Array.from(text.slice(1), (_, k) => text.slice(k, k + 2).toLowerCase()));

  const alike = (x, y) => {
    const [here, there] = [pairsOf(x), pairsOf(y)];
    return [...here].filter((pair) => there.has(pair)).length / Math.max(1, here.size, there.size);
  };

  /** What is said of a name that nothing has, with links to the nearest one that something has and to the list. */
  const unknown = (what, name, names) => {
    const near = names.map((known) => [alike(name, known), known]).sort((x, y) => y[0] - x[0])[0];
    const close = near && near[0] > 0.3 ? near[1] : null;
    const hint = close ? `did you mean ${close}?` : "the list has those that there are";
    const error = new Error(`There is no ${what} ${name} in this report; ${hint}`);
    error.links = [...(close ? [[link[what](close), close]] : []), [`${what}.html`, `all ${what}s`]];
    return error;
  };

  /** An address outside, in plain text. */
  const outside = (address, text) => (/^https?:\/\//.test(address)
    ? h("a", { href: address, rel: "noopener noreferrer" }, text || address) : text || address);

  /** The source of a claim, with its entry in the ledger or the page of the documentation that says it. */
  const source = (id, known) => (known.ledger.includes(id) && axiomatrix.has("claims") ? h("a", { href: link.claim(id) }, id)
    : Object.hasOwn(known.pages, id) ? outside(known.pages[id], id) : id);

  /** Who claims something of a cell, and what became of it; the wording stands in the list of claims. */
  const claimed = (cell, known) => (cell.claims.length ? h("div",
    { class: cell.outcome === "broken" ? "small alarm" : "small soft" },
    [...new Set(cell.claims.map((claim) => claim.source))].map((id, k) => [k ? ", " : null, source(id, known)]),
    `: ${outcomeWords(cell.outcome)}`) : null);

  /** A claim in the words of its source. */
  const claimWords = (claim, known) => [source(claim.source, known), `, ${DECLARED[claim.status] || claim.status}`,
    claim.wording ? [": ", h("q", null, claim.wording)] : null];

  /** The claims of cells in their words, each with the cells that it is about; head(cell) says which cell it is. */
  const claimList = (cells, head, known) => {
    const told = cells.flatMap((cell) => cell.claims.map((claim) => ({ claim, cell })));
    if (!told.length) return null;
    const line = (cell) => h("li", null, sign(cell.symbol, cell.tone, cell.mark), " ", head(cell), " ",
      h("span", { class: "soft" }, [cell.statement, cell.said, outcomeWords(cell.outcome)].filter(Boolean).join("; ")));
    const same = [...grouped(told, ({ claim }) => JSON.stringify(claim)).values()];
    return h("ul", { class: "claims" }, same.map((one) => h("li", null, claimWords(one[0].claim, known),
      h("ul", { class: "of" }, one.map(({ cell }) => line(cell))))));
  };

  /** The explorations of which asked(metric, axiom) holds, as links. */
  const explored = (asked, known) => {
    const found = known.explored.filter(([, , pairs]) => pairs.some(([metric, axiom]) => asked(metric, axiom)));
    return found.length && axiomatrix.has("conjectures") ? h("div", null, h("h3", null, "Explored size by size"),
      h("ul", null, found.map(([id, title]) => h("li", null, h("a", { href: link.conjecture(id) }, title || id))))) : null;
  };

  /** A section of what is there of several parts; null if nothing is. */
  const section = (title, ...parts) => {
    const there = parts.filter(Boolean);
    return there.length ? h("section", null, h("h2", null, title), there) : null;
  };

  /** The cells that are not applicable, folded by reason; key(cell) is the place of what is listed, head(place) shows it. */
  const notApplicable = (cells, key, head) => {
    const found = cells.filter((cell) => cell.verdict === "not applicable");
    return section("Not applicable", found.length && fold(counted(found.length, "statement"), h("dl", { class: "reasons" },
      [...grouped(found, (cell) => cell.said)].map(([reason, same]) => [h("dt", null, reason),
        h("dd", null, [...new Set(same.map(key))].map((place, k) => [k ? ", " : null, head(place)]))]))));
  };

  /** A link to the page of a metric, or of an axiom, by its place. */
  const metricLink = (place, known) => h("a", { href: link.metric(known.metrics[place].name) }, known.metrics[place].name);
  const axiomLink = (place, known) => h("a", { href: link.axiom(known.axioms[place].id) }, known.axioms[place].id);

  /** Verdict and reach, without saying twice what the sign beside it says. */
  const short = (cell) => cell.said.replace(/^(?:exhausted: (?=exhaustive )|searched: (?=grid )|proved: (?=shown ))/, "");

  /** The link to what shows the verdict. */
  const witness = (cell, known) => {
    if (!cell.slug) return null;
    const said = cell.verdict === "refuted" || cell.verdict === "rounding" ? "witness" : "instance";
    const about = `${known.metrics[cell.metric].name}, ${known.axioms[cell.axiom].id}`;
    return h("a", { class: "to-witness", href: link.witness(cell.slug), "aria-label": `${said}: ${about}` }, said);
  };

  const proof = (cell) => (cell.proof && fold(`proof ${cell.proof.id}`, [
    h("p", null, cell.proof.theorem),
    h("ul", { class: "steps" },
      cell.proof.checked.map((step) => h("li", null, h("b", null, "checked by machine: "), step)),
      cell.proof.argued.map((step) => h("li", null, h("b", null, "on paper: "), step))),
  ]));

  /** Verdict with reach, and all that it stands on. */
  const evidence = (cell, known) => {
    const notes = [cell.best, cell.cases, cell.method && `by ${cell.method}`].filter(Boolean);
    return [
      h("div", { class: "said" }, cell.said, " ", witness(cell, known)),
      notes.length ? h("div", { class: "soft small" }, notes.join("; ")) : null,
      cell.compared ? h("div", { class: "compared small" }, cell.compared) : null,
      proof(cell),
    ];
  };

  /** A table of cells; head(cell) makes the row's header. */
  const cellTable = (caption, heading, cells, head, known) => wide(caption, h("table", { class: "plain cells" },
    h("caption", { class: "hidden" }, caption),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, h("span", { class: "hidden" }, "verdict")),
      h("th", { scope: "col" }, heading), h("th", { scope: "col" }, "evidence"))),
    h("tbody", null, cells.map((cell) => h("tr", null,
      h("td", null, sign(cell.symbol, cell.tone, cell.mark)),
      h("th", { scope: "row" }, head(cell), claimed(cell, known)),
      h("td", null, evidence(cell, known)))))));

  /**
   * A list of entries in sections with a text filter, which the address keeps as q.
   * rows: [{section, text, cells: [node, ...]}], heads: the titles of the columns.
   */
  const catalogue = (main, params, { title, intro, what, heads, rows }) => {
    const field = h("input", { type: "search", id: "filter", autocomplete: "off", value: params.get("q") || "" });
    const status = h("p", { role: "status", class: "soft" });
    const sections = [...grouped(rows, (row) => row.section)].map(([section, found]) => {
      const lines = found.map((row) => ({
        text: row.text.toLowerCase(),
        line: h("tr", { role: "row" }, row.cells.map((cell, k) => (k ? h("td", { role: "cell" }, cell)
          : h("th", { scope: "row", role: "rowheader" }, cell)))),
      }));
      // roles, since where it is narrow the rows are laid out as blocks, which takes away those of a table
      const part = h("section", null, h("h2", null, section), wide(section, h("table", { class: "plain entries", role: "table" },
        h("caption", { class: "hidden" }, `${title}: ${section}`),
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" },
          heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
        h("tbody", { role: "rowgroup" }, lines.map(({ line }) => line)))));
      return { part, lines };
    });
    const filter = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const { part, lines } of sections) {
        let here = 0;
        for (const { text, line } of lines) {
          line.hidden = !words.every((word) => text.includes(word));
          here += line.hidden ? 0 : 1;
        }
        part.hidden = !here;
        shown += here;
      }
      status.textContent = shown === rows.length ? counted(rows.length, ...what)
        : `${shown.toLocaleString("en")} of ${counted(rows.length, ...what)}`;
    };
    field.addEventListener("input", () => {
      filter();
      view.set({ q: field.value || null }, { replace: true });
    });
    filter();
    main.append(h("h1", null, title), h("p", { class: "soft" }, intro),
      h("div", { class: "filter" }, h("label", { for: "filter" }, "Filter by text "), field, status),
      ...sections.map(({ part }) => part));
  };

  axiomatrix.entry = { prose, formulaPanel, tally, outside, claimWords, claimList, explored, section, notApplicable, metricLink,
    axiomLink, witness, cellTable, grouped, catalogue, counted, short, unknown };
})();
