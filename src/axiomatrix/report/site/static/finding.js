"use strict";
// One finding about a library's metric, and what else there is to say of one library.
axiomatrix.finding = (() => {
  const { h, link, fold, wide, copyable } = axiomatrix;

  /** A text that leads out of the site, if there is an address. */
  const out = (text, address) =>
    /^https?:\/\//.test(address || "") ? h("a", { href: address, rel: "noreferrer" }, text) : text;

  /** The sign of a kind of finding. */
  const mark = (kind) => h("b", { class: `sign k-${kind[2]}` }, kind[1]);

  /** Code to paste. */
  const script = (text) => copyable(text.trim(), "Copy the code");

  const names = (list) => list.map((name, k) => [k ? ", " : "", h("a", { href: link.metric(name) }, name)]);

  const statement = ([title, expected, came, claims]) => [
    claims.map(([wording, page, id]) => h("blockquote", { class: "claim" },
      h("p", null, `"${wording}"`), h("footer", null, page ? out("documentation", page) : id))),
    h("dl", { class: "finding" },
      h("dt", null, "property"), h("dd", null, h("b", null, title)),
      expected ? [h("dt", null, "expected"), h("dd", null, h("code", null, expected))] : null,
      h("dt", null, "came"), h("dd", null, h("code", { class: "came" }, came))),
  ];

  /** What is below the title of a finding. */
  const body = ([, , , rows, statements, definition, scripts]) => h("div", { class: "body" },
    h("p", { class: "soft" }, names(rows)),
    statements.map(statement),
    h("p", null, definition),
    scripts.map(script));

  /** Everything of a finding as text, for the filter. */
  const text = (library, [, , title, rows, statements, , scripts]) =>
    [library.name, title, ...rows, ...statements.flat(3), ...scripts].join(" ").toLowerCase();

  // --- a library

  const table = (caption, heads, rows) => wide(caption, h("table", { class: "plain stack" },
    h("caption", { class: "hidden" }, caption),
    h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, rows)));

  const documented = ([wording, page, formalised, contradicted, results]) =>
    h("tr", { class: contradicted ? "contradicted" : "" },
      h("td", null, `"${wording}" `, page ? out("page", page) : null,
        formalised ? h("div", { class: "soft" }, `formalised: ${formalised}`) : null),
      h("td", null, results.map(([result, of]) => h("p", null, h("b", null, result), `: ${of.join(", ")}`))));

  const definition = ([name, formula, ties]) => h("tr", null,
    h("th", { scope: "row" }, name), h("td", null, h("code", null, formula)), h("td", { "data-label": "ties" }, ties));

  const counted = (title, list, content) => (list.length ? fold(`${title} (${list.length})`, content(list)) : null);

  /** What is said of one library beside its findings. */
  const about = (library) => h("section", { class: "library" },
    h("h3", null, `${library.name} ${library.version}`),
    h("p", null, out("Documentation", library.docs), ". Metrics: ", names(library.rows.map(([row]) => row))),
    counted("What the documentation says, and what was found", library.documented, (list) =>
      table("What the documentation says", ["documentation", "what was found"], list.map(documented))),
    counted("The definitions that it is compared with", library.definitions, (list) =>
      table("Definitions", ["metric", "definition", "documented of ties"], list.map(definition))),
    counted("Rounding", library.near, (list) => h("ul", null, list.map((said) => h("li", null, said.join(": "))))),
    counted("Not decided", library.undecided, (list) => h("ul", null, list.map(([symbol, ...said]) =>
      h("li", null, h("b", { class: "sign" }, symbol), ` ${said.join(": ")}`)))));

  return { mark, script, body, text, about };
})();
