"use strict";
// Choosing by axioms: each has three states, and the metrics that fit stand in the order of the strength of evidence.
(() => {
  const { h, asking, counted, failing, narrowed, view } = axiomatrix;
  const [main, form, status, tables, box, find] = ["page", "choose", "status", "tables", "wishes", "find"].map((id) => document.getElementById(id));
  const STATES = [["", "any"], ["must", "must"], ["not", "must not"]];
  const MOST = 40; // metrics that do not fit and are listed
  let [known, naming, standings, entries] = [];

  const listed = (key) => (view.get().get(key) || "").split(",").map((one) => one.trim()).filter(Boolean);

  /** The wishes of the address: {axioms, must, text}, and what in it is not an axiom. */
  const wishesOf = () => {
    const read = ["must", "not"].flatMap((key) => listed(key).map((asked) => ({ asked, key, axiom: naming.axiom(asked) })));
    return { unknown: read.filter(({ axiom }) => !axiom).map(({ asked }) => asked),
      wishes: read.filter(({ axiom }) => axiom).map(({ key, axiom }) => (
        { axioms: axiom.means, must: key === "must", text: `${key === "must" ? "" : "not "}${axiom.shown}` })) };
  };

  /** The axioms that say something of a metric of that kind and sort. */
  const asked = (kind, sort) => {
    const rows = new Set(known.metrics.flatMap((one, k) => ((!kind || one.kind === kind) && (!sort || one.sort === sort) && !one.library ? [k] : [])));
    return new Set(known.cells.filter((cell) => rows.has(cell.metric) && cell.verdict !== "not applicable").map((cell) => cell.axiom));
  };

  const missed = ({ place, cells, missed: misses }, wishes) => h("li", null, standings.metricLink(place), " ",
    h("span", { class: "soft" }, wishes.flatMap((wish, k) => (misses.includes(wish)
      ? [`${wish.text}${cells[k] ? ` (${wish.must ? "" : "no counterexample: "}${cells[k].short})` : ` (${known.at(place, wish.axioms[0]).length ? "does not apply" : "not asked"})`}`] : [])).join("; ")));

  /** The theorems that say why these wishes are not fulfilled together: one about some of them does not apply to all. */
  const behind = (some) => {
    const meant = (wish) => ([axiom, must]) => wish.axioms.includes(axiom) && wish.must === Boolean(must);
    return known.theorems.filter(([clash]) => clash.every((one) => some.some((wish) => meant(wish)(one))) && some.every((wish) => clash.some(meant(wish))))
      .map(([, text]) => `Theorem ${text}`);
  };

  const show = () => {
    const { wishes, unknown } = wishesOf();
    const [kind, sort] = [form.kind.value, form.sort.value];
    const strange = ["kind", "sort"].flatMap((key) => (view.get().get(key) && !form[key].value ? [`This report has no ${key} called ${view.get().get(key)}.`] : []));
    const { fit, others, impossible } = standings.chosen(wishes, kind, sort);
    const what = `${kind || "metric"}${sort ? ` of ${sort}` : ""}`;
    status.replaceChildren(...(wishes.length
      ? [h("b", null, `${fit.length} of ${(fit.length + others.length).toLocaleString("en")} fit`), `, as far as is known: ${wishes.map(({ text }) => text).join(", ")}.`]
      : [`${counted(fit.length, "metric")}; say what it must satisfy, or must not.`]),
    ...(unknown.length ? [` Not an axiom of this report: ${unknown.join(", ")}.`] : []), ...strange.map((text) => ` ${text}`));
    tables.replaceChildren(...(!wishes.length ? [] : [
      ...impossible.slice(0, 5).map((some) => h("p", { class: "impossible" }, `No ${what} of this report fulfils `, some.map(({ must, axioms }, k) => [k ? " and " : "", standings.axiomLink(axioms[0], must ? "" : " not")]), some.length > 1 ? " together." : ".", behind(some).map((text) => h("span", { class: "theorem" }, text)))),
      ...(fit.length ? [standings.byWishes("Metrics that fit, the strongest evidence first", fit, wishes)] : []),
      ...(others.length ? [h("details", fit.length ? null : { open: true }, h("summary", null, `What the other ${others.length} miss`),
        h("ul", { class: "others" }, others.slice(0, MOST).map((one) => missed(one, wishes))),
        others.length > MOST ? h("p", { class: "soft" }, `and ${others.length - MOST} more`) : null)] : [])]));
    main.dataset.ready = "yes";
  };

  // --- the three states

  const entry = (axiom, place) => {
    const radio = ([value, words]) => h("label", { class: value || "any" }, h("input", { type: "radio", name: `axiom-${place}`, value }), words);
    const row = h("div", { class: "wish", role: "radiogroup", "aria-label": axiom.id }, h("span", null, standings.named(place), axiom.sentence ? h("span", { class: "soft small" }, axiom.sentence) : h("code", { class: "soft small" }, axiom.formula)),
      h("span", { class: "states" }, STATES.map(radio)));
    return { element: row, place, text: `${axiom.id} ${axiom.called} ${axiom.plain} ${axiom.sentence} ${axiom.formula}`.toLowerCase() };
  };

  const furnish = () => {
    entries = known.axioms.map(entry);
    const groups = Map.groupBy(entries, ({ place }) => known.axioms[place].group);
    box.replaceChildren(...[...groups].map(([title, list]) => h("section", null, h("h3", null, title), list.map(({ element }) => element))));
  };

  /** Sets the controls to what the address says. */
  const restore = () => {
    for (const name of ["kind", "sort"]) {
      form[name].value = view.get().get(name) || "";
      if (form[name].selectedIndex < 0) form[name].value = "";
    }
    const { wishes } = wishesOf();
    const there = asked(form.kind.value, form.sort.value);
    narrowed(entries, find.value);
    for (const { element, place } of entries) {
      const wish = wishes.find(({ axioms }) => axioms.find((one) => there.has(one)) === place || axioms[0] === place);
      element.querySelector(`[value="${wish ? (wish.must ? "must" : "not") : ""}"]`).checked = true;
      element.hidden ||= !there.has(place) && !wish;
    }
    show();
  };

  const changed = (event) => {
    if (event.target === find) { restore(); return; }
    const chosen = (value) => entries.filter(({ element }) => element.querySelector(":checked").value === value)
      .map(({ place }) => known.axioms[place].id).join(",");
    view.set({ kind: form.kind.value, sort: form.sort.value, must: chosen("must"), not: chosen("not") });
  };

  const start = async () => {
    ({ known, naming, standings } = await asking());
    furnish();
    form.addEventListener("input", changed);
    view.on(restore);
    restore();
  };

  start().catch(failing(status));
})();
