"use strict";
// What changed since an earlier report: worse first, each change with what was and what is.
(() => {
  const { h, link, sign, copyable } = axiomatrix;
  const AT_ONCE = 200; // so many changes of a group are shown before one asks for the rest

  const side = (which, found) => h("td", { "data-label": which }, found
    ? h("div", { class: "verdict" }, sign(found[1], found[0], found[2]),
      h("span", null, found[3], found[4] ? [" ", h("a", { href: link.witness(found[4]) }, "witness")] : null))
    : h("span", { class: "soft" }, which === "was" ? "not there" : "gone"));

  const row = (change) => h("tr", null,
    h("th", { scope: "row" }, change.now ? h("a", { href: link.metric(change.metric) }, change.metric) : change.metric,
      h("div", { class: "statement" }, change.now ? h("a", { href: link.axiom(change.axiom) }, change.statement)
        : change.statement)),
    side("was", change.was), side("now", change.now),
    h("td", { "data-label": "why" }, change.why));

  const table = (group) => {
    const body = h("tbody", null, group.changes.slice(0, AT_ONCE).map(row));
    const rest = group.changes.length - AT_ONCE;
    const more = rest > 0 ? h("button", {
      type: "button",
      on: { click: () => { body.append(...group.changes.slice(AT_ONCE).map(row)); more.remove(); } },
    }, `Show the other ${rest.toLocaleString("en")}`) : null;
    return [h("div", { class: "wide", role: "region", "aria-label": group.heading, tabindex: "0" },
      h("table", { class: "plain stack changes" },
        h("caption", { class: "hidden" }, group.heading),
        h("thead", null, h("tr", null, ["metric and statement", "was", "now", "why"].map((head) =>
          h("th", { scope: "col" }, head)))),
        body)), more];
  };

  const shown = (group) => h("section", { class: `group g-${group.name}`, id: `g-${group.name}` },
    h("h2", null, `${group.heading}: ${group.count.toLocaleString("en")}`),
    h("p", { class: "soft" }, group.means),
    group.changes.length ? table(group) : null,
    group.folded.length ? h("ul", null, group.folded.map((said) => h("li", null, said))) : null);

  const runs = (data) => h("table", { class: "plain" },
    h("caption", { class: "hidden" }, "The two reports"),
    h("thead", null, h("tr", null, ["report", "profile", "seed", "cells", "cells missing"].map((head) =>
      h("th", { scope: "col" }, head)))),
    h("tbody", null, data.runs.map(([which, ...values]) => h("tr", null, h("th", { scope: "row" }, which),
      values.map((value) => h("td", { class: typeof value === "number" ? "number" : "" }, typeof value === "number"
        ? value.toLocaleString("en") : value))))));

  axiomatrix.page(async (params, main) => {
    if (!axiomatrix.has("changes")) {
      main.append(
        h("h1", null, "What changed"),
        h("p", null, "This site was written without an earlier report to compare with. Keep the ",
          h("code", null, "compliance.json"),
          " of the report before, and give it with the next one:"),
        copyable("axiomatrix report reports/compliance.json --html site --since OLD.json", "Copy the command"),
        h("p", null, "The same in a terminal, or as a comment on a pull request:"),
        copyable("axiomatrix diff OLD.json reports/compliance.json --format markdown", "Copy the command"));
      return;
    }
    const data = await axiomatrix.data("changes");
    const counted = data.groups.filter((group) => group.count);
    main.append(
      h("h1", null, "What changed"),
      h("p", null, counted.length ? "Against the report before:" : "Nothing has changed against the report before."),
      h("ul", { class: "chips" }, counted.map((group) => h("li", { class: `g-${group.name}` },
        h("b", null, group.count.toLocaleString("en")), ` ${group.heading.toLowerCase()}`))),
      data.context.length ? h("ul", { class: "note" }, data.context.map((said) => h("li", null, said))) : "",
      ...counted.map(shown),
      h("h2", null, "The two reports"), runs(data));
  });
})();
