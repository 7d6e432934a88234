"use strict";
// Elements of the blocks of a document, as render/blocks.py writes them.
(() => {
  const { h } = axiomatrix;

  const PARTS = {
    a: (words, to) => h("a", { href: to }, words),
    b: (words) => h("strong", null, words),
    c: (words) => h("code", null, words),
    s: (words, tone) => h("strong", { class: `sign tone-${tone}` }, words),
  };
  const text = (parts) => parts.map((part) => (typeof part === "string" ? part : PARTS[part[0]](...part.slice(1))));

  const row = ([first, ...cells]) => h("tr", null, h("th", { scope: "row" }, text(first)), cells.map((cell) => h("td", null, text(cell))));
  const item = ([first, inner]) => h("li", null, text(first), inner && h("ul", null, inner.map((one) => h("li", null, text(one)))));

  const BLOCKS = {
    h: (level, words) => h(`h${level}`, null, text(words)),
    p: (words) => h("p", null, text(words)),
    note: (words) => h("p", { class: "note" }, text(words)),
    pre: (words) => h("pre", null, words),
    ul: (...items) => h("ul", null, items.map(item)),
    table: (heads, ...rows) => h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": text(heads[0])[0] || "values" },
      h("table", null, h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, text(head))))), h("tbody", null, rows.map(row)))),
    details: (words, ...inner) => {
      const shown = elements(inner);
      for (const pre of shown.filter((one) => one.tagName === "PRE")) pre.ariaLabel = words.flat().join(" ");
      return h("details", null, h("summary", null, text(words)), shown);
    },
  };

  const elements = (blocks) => blocks.map(([kind, ...rest]) => BLOCKS[kind](...rest));

  Object.assign(axiomatrix, { elements });
})();
