"use strict";
// Metrics side by side; which ones stands in the address: compare.html#m=AP,nDCG@10,RBP.
(() => {
  const { h, asking, counted, failing, fold, fragment, has, link, related, view, witnesses } = axiomatrix;
  const [main, form, name, list, status, tables] = ["page", "compare", "name", "chosen", "status", "tables"].map((id) => document.getElementById(id));
  let [known, naming, standings] = [];
  let run = 0;

  const split = (text) => (text || "").split(/,(?![^[(]*[\])])/).map((one) => one.trim()).filter(Boolean);
  const asked = () => split(view.get().get("m"));
  const set = (names) => view.set({ m: names.join(",") });

  const part = (title, lines, metrics, shown) => (lines.length ? [h("h2", null, title, " ", h("span", { class: "soft" }, lines.length)),
    standings.sideBySide(title, lines, metrics, shown)] : []);

  /** The smallest stored list that breaks the statement of a line, with the parameters that it has itself, which no name says. */
  const parted = async ({ axiom, statement, cells }, shown) => {
    const all = await Promise.all(cells.map((cell) => (
      cell && standings.holds(cell) === false && cell.slug ? witnesses.named(cell.slug) : null)));
    const [first] = all.filter(Boolean).sort((a, b) => a.n - b.n);
    const keep = cells.flatMap((cell, k) => (standings.holds(cell) ? [`${shown[k]} (${cell.short})`] : []));
    return first && h("li", { class: "card" }, h("h3", null, standings.axiomLink(axiom, statement && ` (${statement})`)),
      h("p", null, `n = ${first.n}${first.smallest ? ", smallest" : ", smallest found"}: of ${first.metric} `, h("a", { href: link.witness(first.slug) }, first.sides),
        `; nothing breaks it of ${keep.join(", ")}.`),
      h("div", { class: "pictures" }, first.drawn), fragment(first.texts));
  };

  /** What takes more data than the tables: lists that break what they differ on, and what relates the metrics. */
  const more = async (differ, metrics, shown) => {
    const mine = ++run;
    const lists = has("witnesses") ? (await Promise.all(differ.map((line) => parted(line, shown)))).filter(Boolean) : [];
    const between = metrics.length > 1 ? await related(metrics.map((place) => known.metrics[place].name)) : [];
    if (mine === run) tables.append(...between, ...(lists.length ? [h("h2", null, "The smallest lists that break what they differ on"), h("ul", { class: "cards" }, lists)] : []));
    main.dataset.whole = "yes";
  };

  const show = () => {
    const names = asked();
    const read = names.map((one) => [one, naming.metric(one)]);
    const unknown = read.filter(([, one]) => !one).map(([one]) => one);
    const named = read.map(([, one]) => one).filter(Boolean);
    const readings = naming.ofOneSort(named.filter(({ wrong }) => !wrong));
    const [metrics, shown] = [readings.map(({ means }) => means[0]), readings.map((one) => one.shown)];
    list.replaceChildren(...readings.map((one) => h("li", null, standings.metricLink(one.means[0]), " ",
      h("button", { type: "button", "aria-label": `leave out ${one.shown}`, on: { click: () => set(names.filter((_, k) => k !== names.indexOf(one.asked))) } }, "\u00d7"))));
    const notes = readings.map((one) => naming.read(one, (place) => known.metrics[place].name)).filter(Boolean);
    const wrong = named.filter((one) => one.wrong).map((one) => naming.read(one));
    if (unknown.length) wrong.push(`No metric of this report is called ${unknown.join(", ")}`);
    const { differ, open, agree, alone } = standings.compared(metrics);
    const sorts = new Set(metrics.map((place) => known.metrics[place].sort));
    if (sorts.size > 1) wrong.push(`They are about different things: ${[...sorts].join(", ")}`);
    if (naming.twins(metrics)) wrong.push(naming.twins(metrics));
    const counts = metrics.length > 1 ? [`They differ on ${counted(differ.length, "statement")} and agree on ${agree.length}, as far as was decided`] : [];
    status.textContent = [...counts, ...wrong, ...(metrics.length ? [] : ["Name two metrics or more"])].map((one) => `${one}.`).join(" ");
    tables.replaceChildren(...(metrics.length ? [notes.length ? fold("How these names are read", h("ul", null, notes.map((one) => h("li", null, one)))) : "",
      ...part("They differ", differ, metrics, shown), ...part("Not known of all", open, metrics, shown), ...part(metrics.length > 1 ? "They agree" : "All that is known", agree, metrics, shown),
      alone.length ? h("p", { class: "soft" }, "Asked of some of them only: ", alone.flatMap(({ axiom }, k) => [k ? ", " : null, standings.axiomLink(axiom)])) : "",
    ] : [h("p", null, "For instance ", h("a", { href: "#m=AP,nDCG@10,RBP" }, "AP, nDCG@10, RBP"), " or ", h("a", { href: "#m=kendall,footrule" }, "Kendall and the footrule"), ".")]));
    main.dataset.ready = "yes";
    delete main.dataset.whole;
    return more(differ, metrics, shown);
  };

  const start = async () => {
    ({ known, naming, standings } = await asking());
    const called = known.names.metrics.map(([, spelled]) => spelled[0]);
    document.getElementById("known").append(...[...called, ...known.metrics.map((one) => one.name)].map((value) => h("option", { value })));
    form.addEventListener("submit", () => {
      set([...asked(), ...split(name.value)]);
      name.value = "";
    });
    view.on(() => show().catch(failing(status)));
    await show();
  };

  start().catch(failing(status));
})();
