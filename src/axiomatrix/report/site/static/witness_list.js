"use strict";
// The witnesses of the report: where they are found, and the list of all of them.
(() => {
  const { h, counted, cells, data, has, link, narrowed, view, wide } = axiomatrix;
  const BROKEN = "broken claim";

  // --- the data

  const blocks = new Map();

  /** A block of witnesses: how many there are, one of them, and the place of a slug. */
  const block = async (name) => {
    if (!blocks.has(name)) {
      const content = await data(name);
      const column = Object.fromEntries(content.fields.map((field, k) => [field, content.witnesses[k]]));
      const places = new Map(column.slug.map((slug, k) => [slug, k]));
      const side = ([symbols, numbers, value, decimal, terms]) => ({ symbols, numbers, value, decimal, terms });
      const one = (k) => {
        const made = Object.fromEntries(content.fields.map((field) => [field, column[field][k]]));
        made.left = side(made.left);
        made.right = side(made.right);
        made.terms = made.terms.map(([call, short, value, decimal, addends]) => ({ call, short: short || call, value, decimal, addends }));
        made.drawn = made.drawn.map(([figure, kind, role, rows]) => (
          { name: figure, kind: content.figures[kind], role: content.roles[role], rows }));
        return made;
      };
      blocks.set(name, { column, one, at: (slug) => places.get(slug) ?? places.get(slug.slice(-12)) });
    }
    return blocks.get(name);
  };

  const NAMES = ["witnesses", "library-witnesses"];

  /** The witness of that name, and its block. */
  const found = async (slug) => {
    for (const name of NAMES.filter(has)) {
      const from = await block(name);
      const at = from.at(slug);
      if (at !== undefined) return { from, at, shown: from.one(at), library: name !== NAMES[0] };
    }
    return null;
  };

  /** The whole name of a page by the digest at its end, by which the block of the libraries knows it. */
  const whole = (matrix) => new Map(matrix.cells.filter(({ slug }) => slug).map(({ slug }) => [slug.slice(-12), slug]));

  // --- the list

  const rowsOf = (from, slugs) => from.column.slug.map((key, k) => {
    const [metric, statement] = [from.column.metric[k], from.column.statement[k]];
    return { slug: slugs.get(key) || key, metric, statement, said: from.column.said[k],
      n: from.column.n[k], outcome: from.column.outcome[k] };
  });

  const MOST_SAID = 60;

  const first = (rows) => [...rows.filter(({ outcome }) => outcome === BROKEN), ...rows.filter(({ outcome }) => outcome !== BROKEN)];

  const tableRow = ({ slug, metric, statement, said, n, outcome }) => h("tr", { class: outcome === BROKEN ? "broken" : null },
    h("th", { scope: "row" }, h("a", { href: link.witness(slug) }, `${metric}: ${statement}`)),
    h("td", null, h("code", null, said.length > MOST_SAID ? `${said.slice(0, MOST_SAID)}\u2026` : said)), h("td", { class: "number" }, n), h("td", null, outcome));

  const list = async (params, main) => {
    const libraries = params.get("of") === "libraries" && has(NAMES[1]);
    const [matrix, from] = await Promise.all([cells(), block(libraries ? NAMES[1] : NAMES[0])]);
    const rows = first(rowsOf(from, whole(matrix)));
    const shown = rows.map((row) => ({ text: `${row.metric} ${row.statement} ${row.said} ${row.outcome}`.toLowerCase(), element: tableRow(row) }));
    const count = h("p", { class: "soft", role: "status" });
    const field = h("input", { id: "text", type: "search", value: params.get("q") || "", autocomplete: "off" });
    const narrow = () => {
      const left = narrowed(shown, field.value);
      const all = counted(shown.length, "witness", "witnesses");
      count.textContent = left === shown.length ? `${all}, those of broken claims first` : `${left.toLocaleString("en")} of ${all}`;
    };
    field.addEventListener("input", () => {
      narrow();
      view.set({ q: field.value }, { replace: true });
    });
    narrow();
    main.append(
      h("h1", null, "Witnesses"),
      h("p", null, "One exact instance each, that refutes a statement about a metric or shows what it says there is: ",
        "both sides term by term, the picture, and how to see it again."),
      h("div", { class: "filter" }, h("label", { for: "text" }, "Metric, axiom, values or outcome: "), field,
        has(NAMES[1]) ? h("a", { href: libraries ? "witness.html#of=catalogue" : "witness.html#of=libraries" },
          libraries ? "those of the catalogue" : "those of other libraries' metrics") : null),
      count,
      wide("Witnesses", h("table", { class: "plain list" },
        h("caption", { class: "hidden" }, "Witnesses, those of broken claims first"),
        h("thead", null, h("tr", null, ["metric: statement", "both sides", "n", "outcome"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", null, shown.map(({ element }) => element)))));
  };

  axiomatrix.witnesses = { found, whole, list, BROKEN };
})();
