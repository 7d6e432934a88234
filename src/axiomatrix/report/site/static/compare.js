"use strict";
// Metrics side by side; which ones stands in the address: compare.html#m=AP,nDCG@10,RBP.
(() => {
  const { h, asking, counted, failing, fold, fragment, furnish, has, link, opposite, playable, related, view, witnesses } = axiomatrix;
  const { decimal, written } = axiomatrix.fractions;
  const SIGNS = { "lower-bound": "\u2265", "upper-bound": "\u2264" };
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
        `; no counterexample to ${keep.join(", ")}.`),
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

  // --- the opening: formulas, what the two order oppositely, bounds

  /** A metric with its formula, which is typeset when it is on the page. */
  const definition = (place, shown) => {
    const { name, plain, formula, sentence } = known.metrics[place];
    return h("section", { class: "definition" }, h("h2", null, plain && plain !== name ? `${plain} ` : "", h("a", { href: link.metric(known.metrics[place]) }, shown === name ? name : `${shown}: ${name}`)),
      sentence ? h("p", null, sentence) : null, h("p", { class: "f" }, h("code", { dataset: { f: name } }, formula)));
  };

  const listText = ({ a, b, x, missing }) => (x ? `grades ${x.join(", ")}${missing.length ? ` (not retrieved: ${missing.join(", ")})` : ""}`
    : `${a.join(" > ")} against ${b.join(" > ")}`);
  const tried = ({ a, b, x, missing }) => `playground.html#${x ? `x=${x}&missing=${missing}` : `a=${a}&b=${b}`}`;

  /** The smallest two instances that two metrics order oppositely, as a table. */
  const apart = (metrics, shown) => {
    const found = opposite(metrics);
    const what = found.isOfRankings ? "pairs of rankings" : "lists of the same documents";
    if (!found.states) return h("p", null, `Up to ${found.size} ${found.isOfRankings ? "items" : "documents"}, ${shown.join(" and ")} order no two ${what} oppositely; larger ones were not tried.`);
    const better = (k) => (metrics[k].kind === "distance" || metrics[k].kind === "loss" ? "smaller is better" : "larger is better");
    const wins = (k, row) => (found.first === 1) === (k === row);
    const rows = found.states.map((state, row) => h("tr", null, h("th", { scope: "row" }, h("a", { href: tried(state) }, listText(state))),
      found.values[row].map((value, k) => h("td", { class: wins(k, row) ? "better" : null }, written(value), " ", h("span", { class: "soft" }, decimal(value)), wins(k, row) ? h("span", null, " better") : null))));
    return [h("p", null, `The smallest two ${what} that they order oppositely, of ${found.size} ${found.isOfRankings ? "items" : "documents"}. `,
      h("span", { class: "soft" }, found.isOfRankings ? "Every smaller pair of rankings was checked." : "All lists of fewer documents with such grades were checked.")),
    axiomatrix.wide("apart", "What they order oppositely", h("caption", { class: "hidden" }, "The values of both metrics on each"),
      [found.isOfRankings ? "rankings" : "list", ...shown.map((name, k) => `${name} (${better(k)})`)], rows)];
  };

  /** What the report says of one metric as a bound of another. */
  const bounds = (metrics, shown) => metrics.flatMap((place, k) => known.axioms.flatMap(({ id }, axiom) => (SIGNS[id] ? standings.cellsAt(place, axiom) : []).flatMap((cell) => {
    const [, other = "", factor = ""] = /^other=(.*), factor=(.*)$/.exec(cell.statement) || [];
    const by = metrics.findIndex((one) => known.metrics[one].name === other);
    return by < 0 ? [] : [h("li", null, h("b", null, `${shown[k]} ${SIGNS[id]} ${factor === "1" ? "" : `${factor} `}${shown[by]}`), `: ${cell.aloud}`, cell.slug ? [" ", h("a", { href: link.witness(cell.slug) }, "the instance")] : null)];
  })));

  /** What a comparison begins with. */
  const opening = (readings, metrics, shown) => {
    const both = [playable.rankings, playable.lists].map((names) => readings.map(({ means }) => means.find((place) => names.has(known.metrics[place].name))));
    const there = readings.length === 2 ? both.find((places) => places.every((place) => place !== undefined)) : null;
    const asked = there?.map((place, k) => ({ name: known.metrics[place].name, kind: known.metrics[place].kind, given: readings[k].given }));
    const other = there?.flatMap((place, k) => (place === metrics[k] ? [] : [`${shown[k]} is taken as ${known.metrics[place].name} there`])) || [];
    const between = bounds(metrics, shown);
    return [h("div", { class: "definitions" }, metrics.map((place, k) => definition(place, shown[k]))),
      asked ? [h("h2", null, "What they order oppositely"), apart(asked, shown), other.length ? h("p", { class: "soft" }, `${other.join("; ")}.`) : null] : null,
      between.length ? [h("h2", null, "Bounds between them"), h("ul", { class: "identities" }, between)] : null].flat(Infinity).filter(Boolean);
  };

  /** The readings: where the names are about different things, those of full rankings, if each has one. */
  const readingsOf = (named) => {
    const readings = naming.ofOneSort(named);
    const sorts = new Set(readings.map(({ means }) => known.metrics[means[0]].sort));
    if (sorts.size < 2) return { readings, sorts };
    const full = readings.map((reading) => ({ ...reading, means: [...reading.means].sort((x, y) => playable.rankings.has(known.metrics[y].name) - playable.rankings.has(known.metrics[x].name)) }));
    return full.every(({ means }) => playable.rankings.has(known.metrics[means[0]].name)) ? { readings: full, sorts, isOnRankings: true } : { readings, sorts };
  };

  const show = () => {
    const names = asked();
    const read = names.map((one) => [one, naming.metric(one)]);
    const unknown = read.filter(([, one]) => !one).map(([one]) => one);
    const named = read.map(([, one]) => one).filter(Boolean);
    const { readings, sorts, isOnRankings } = readingsOf(named.filter(({ wrong }) => !wrong));
    const [metrics, shown] = [readings.map(({ means }) => means[0]), readings.map((one) => one.shown)];
    list.replaceChildren(...readings.map((one) => h("li", null, standings.metricLink(one.means[0]), " ",
      h("button", { type: "button", "aria-label": `leave out ${one.shown}`, on: { click: () => set(names.filter((_, k) => k !== names.indexOf(one.asked))) } }, "\u00d7"))));
    const notes = readings.map((one) => naming.read(one, (place) => known.metrics[place].name)).filter(Boolean);
    const wrong = named.filter((one) => one.wrong).map((one) => naming.read(one));
    if (unknown.length) wrong.push(`This report has no metric called ${unknown.join(", ")}`);
    const { differ, open, agree, alone } = standings.compared(metrics);
    if (isOnRankings) wrong.push(`They are about ${[...sorts].join(" and ")}, and are compared on full rankings`);
    else if (sorts.size > 1) wrong.push(`They are about different things: ${[...sorts].join(", ")}`);
    if (naming.twins(metrics)) wrong.push(naming.twins(metrics));
    const counts = metrics.length > 1 ? [`They differ on ${counted(differ.length, "statement")} and agree on ${agree.length}, as far as is known`] : [];
    status.textContent = [...counts, ...wrong, ...(metrics.length ? [] : ["Name at least two metrics"])].map((one) => `${one}.`).join(" ");
    tables.replaceChildren(...(metrics.length ? [notes.length ? fold("How these names are read", h("ul", null, notes.map((one) => h("li", null, one)))) : "",
      ...(metrics.length > 1 ? opening(readings, metrics, shown) : metrics.map((place, k) => definition(place, shown[k]))),
      ...part("They differ", differ, metrics, shown), ...part("Not known for all", open, metrics, shown), ...part(metrics.length > 1 ? "They agree" : "All that is known", agree, metrics, shown),
      alone.length ? h("p", { class: "soft" }, "Asked of only some of them: ", alone.flatMap(({ axiom }, k) => [k ? ", " : null, standings.axiomLink(axiom)])) : "",
    ] : [h("p", null, "For instance ", h("a", { href: "#m=AP,nDCG@10,RBP" }, "AP, nDCG@10, RBP"), " or ", h("a", { href: "#m=kendall,footrule" }, "Kendall and the footrule"), ".")]));
    main.dataset.ready = "yes";
    delete main.dataset.whole;
    return Promise.all([furnish(tables), more(differ, metrics, shown)]);
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
