"use strict";
// The relations of each metric of the page to others of its signature.
(() => {
  const { h, counted, fragment, link, lines, cells, data, has, fold, wide } = axiomatrix;

  const TITLES = {
    identical: "The same value",
    affine: "An affine function of it, at each n",
    monotone: "A strictly monotone function of it, at each n",
    refines: "One determines the other, in order",
  };

  /** The relations, with their numbers and instances as they are shown. */
  const readable = (block) => {
    const number = (given) => given && { exact: given[0], short: given[1] };
    const at = (place) => (place === null ? null : { n: block.instances[place][0], text: block.instances[place][1] });
    return lines(block.relations).map((r) => ({ ...r, low: number(r.low), lowAt: at(r.lowAt), high: number(r.high), highAt: at(r.highAt),
      unbounded: at(r.unbounded), disagreement: r.disagreement.map(([place, a, b]) => ({ at: at(place), a: number(a), b: number(b) })) }));
  };

  const other = (r, name) => (r.a === name ? r.b : r.a);
  const equation = (r) => (r.formula ? h("div", null, `${r.b} = `, fragment(r.formula), ` ${r.a}`) : null);
  const given = (r) => [[r.a, r.givenA], [r.b, r.givenB]].filter(([, values]) => values).map(([name, values]) => `${name}: ${values}`).join("; ");

  const value = (number) => (number.short === number.exact ? number.short : h("span", { title: number.exact }, number.short));

  const partner = (r, name, known) => (known.has(other(r, name)) ? h("a", { href: link.metric(known.get(other(r, name))) }, other(r, name)) : other(r, name));

  const reached = (r) => [r.verdict, r.reach[1] ? "" : "where both have a value", given(r)].filter(Boolean).join("; ");

  /** The statement, with the other metric's name in it as a link. */
  const linked = (r, name, known) => {
    const named = ` ${other(r, name)} `;
    const [before, ...after] = ` ${r.statement} `.split(named);
    return after.length ? [before, " ", partner(r, name, known), " ", after.join(named)] : [partner(r, name, known), ": ", r.statement];
  };

  /** Relations as a list for each space that they are on. */
  const bySpace = (relations, name, known) => [...Map.groupBy(relations, (r) => r.space)].map(([space, same]) => [
    h("p", { class: "soft small" }, `on ${space}:`),
    h("ul", { class: "identities" }, same.map((r) => h("li", null, h("code", null, linked(r, name, known)), equation(r),
      h("div", { class: "soft small" }, reached(r)))))]);

  /** c1 a <= b <= c2 a with the best constants of one n. */
  const bounds = (r) => {
    if (r.n < 0) return h("span", { class: "soft" }, "none: one takes negative values, or has no value there");
    const low = r.low ? [value(r.low), ` ${r.a} <= `] : null;
    const high = r.high ? [" <= ", value(r.high), ` ${r.a}`] : null;
    if (!low && !high) return `no constants at n = ${r.n}`;
    return [low, r.b, high, h("span", { class: "soft" }, ` at n = ${r.n}${r.high ? "" : "; no c2"}`)];
  };

  const percent = (share) => (share === 0 ? "0%" : share < 0.001 ? "<0.1%" : `${(100 * share).toFixed(1)}%`);

  const differently = (r) => (r.pairs
    ? [`${percent(r.differently / r.pairs)} `,
      h("span", { class: "soft small" }, `${r.differently.toLocaleString("en")} of ${counted(r.pairs, "pair")}`)]
    : h("span", { class: "soft" }, "no pairs"));

  const line = (text, at) => (at ? h("p", { class: "small" }, `${text}, n = ${at.n}: `, h("code", null, at.text)) : null);

  /** The instances that show what a row says, in exact numbers. */
  const instances = (r) => [
    r.disagreement.length ? [h("p", { class: "small" }, "The first two that are ordered differently:"),
      r.disagreement.map((one) => line(`${r.a} = ${one.a.exact}, ${r.b} = ${one.b.exact}`, one.at))] : null,
    r.low ? line(`c1 = ${r.low.exact} is attained`, r.lowAt) : null,
    r.high ? line(`c2 = ${r.high.exact} is attained`, r.highAt) : null,
    line(`${r.a} = 0 < ${r.b}, so that there is no c2`, r.unbounded),
    h("p", { class: "small soft" }, `${reached(r)}. On ${r.space}, enumerated: ${r.reach[0]}.`),
  ];

  const table = (rows, name, known) => wide("partners", "Relations without an identity",
    h("caption", null, "The best constants, and how often two instances are ordered differently (over all n enumerated)"),
    ["metric", "best constants", "ordered differently", "instances"], rows.map((r) => h("tr", null,
      h("th", { scope: "row" }, partner(r, name, known), given(r) ? h("div", { class: "soft small" }, given(r)) : null),
      h("td", null, bounds(r)), h("td", null, differently(r)),
      h("td", null, fold(["show", h("span", { class: "hidden" }, ` the instances of ${r.a} and ${r.b}`)], instances(r))))));

  const about = (name, block, relations, known) => {
    const own = relations.filter((r) => r.a === name || r.b === name);
    if (!own.length) return h("p", null, block.left_out.find(([metrics]) => metrics.includes(name))?.[1] || "There are none.");
    const by = Map.groupBy(own, (r) => r.kind.replace("refined by", "refines"));
    const of = (kind) => by.get(kind) || [];
    const rest = of("none").slice().sort((x, y) => x.differently / (x.pairs || 1) - y.differently / (y.pairs || 1));
    const parameters = Object.entries(block.defaults).map(([space, value]) => `${space}: ${value}`).join("; ");
    return [
      Object.entries(TITLES).map(([kind, title]) => of(kind).length > 0 && [h("h3", null, title), bySpace(of(kind), name, known)]),
      rest.length ? [h("h3", null, "Neither determines the other in one direction"),
        fold(`${counted(rest.length, "relation")}, those that disagree least first`, table(rest, name, known))] : null,
      of("constant").length ? [h("h3", null, "One of the two takes a single value"),
        fold(counted(of("constant").length, "relation"), h("div", { class: "within" }, bySpace(of("constant"), name, known)))] : null,
      fold("How to read this", [block.notes.map((note) => h("p", { class: "soft" }, note)),
        h("p", { class: "soft" }, `Parameters: ${parameters}.`)])];
  };

  let read = null;
  const reading = () => (read ||= Promise.all([data("relations"), cells()]).then(([block, { metrics }]) => (
    [block, readable(block), new Map(metrics.map((metric) => [metric.name, metric]))])));

  /** What is known between metrics of these names, two at a time. */
  const between = async (names) => {
    const shared = (await reading())[1].filter((r) => names.includes(r.a) && names.includes(r.b));
    return shared.length ? [h("h2", null, "What relates them"), h("ul", { class: "identities" }, shared.map((r) => h("li", null,
      h("code", null, r.statement), " ", equation(r), h("span", { class: "soft small" }, reached(r)),
      r.kind === "identical" ? null : h("div", { class: "small" }, "Best constants: ", bounds(r)),
      r.pairs ? h("div", { class: "small" }, "Ordered differently: ", differently(r)) : null,
      fold("The instances", instances(r)))))] : [];
  };

  axiomatrix.related = has("relations") ? between : () => [];
  if (!has("relations")) return;
  for (const section of document.querySelectorAll("section[id]")) {
    const box = fold("Relations to other metrics", null);
    box.addEventListener("toggle", async () => {
      if (box.open && box.children.length === 1) box.append(h("div", { class: "within" }, about(section.id, ...(await reading()))));
    });
    section.append(box);
  }
})();
