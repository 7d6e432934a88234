"use strict";
// The page of a witness; without a name, the list of all of them.
(() => {
  const { h, cells, elements, filter, furnish, has, link, mistake, problem, sign, view, witnesses } = axiomatrix;
  const { NAMES, block, named } = witnesses;
  const BROKEN = "broken claim";
  const MOST_CHARACTERS = 60;
  const main = document.getElementById("page");
  const SITE = " - axiomatrix";
  const name = document.title.replace(SITE, "");

  // --- the list

  const row = ({ slug, metric, statement, sides, n, outcome }) => h("tr", { class: outcome === BROKEN ? "broken" : null },
    h("th", { scope: "row" }, h("a", { href: link.witness(slug) }, `${metric}: ${statement}`)),
    h("td", null, h("code", null, sides.length > MOST_CHARACTERS ? `${sides.slice(0, MOST_CHARACTERS)}\u2026` : sides)),
    h("td", { class: "number" }, n), h("td", null, outcome));

  const list = async (into) => {
    const libraries = view.get().get("of") === "libraries" && has(NAMES[1]);
    const { list: all } = await block(NAMES[libraries ? 1 : 0]);
    into.append(h("h1", null, name), document.getElementById("list").content.cloneNode(true));
    const broken = all.filter(({ outcome }) => outcome === BROKEN);
    const others = all.filter(({ outcome }) => outcome !== BROKEN);
    into.querySelector("tbody").append(...[...broken, ...others].map(row));
    for (const other of into.querySelectorAll("[data-libraries]")) other.hidden = libraries === Boolean(other.dataset.libraries);
    filter(into.querySelector("form"), into);
  };

  // --- a witness

  const neighbours = (it) => {
    const same = it.from.list.filter(({ metric }) => metric === it.metric);
    const place = same.findIndex(({ slug }) => slug === it.slug);
    const step = (other, word, rel) => other && h("a", { href: link.witness(other.slug), rel }, `${word}: ${other.statement}`);
    return h("nav", { class: "neighbours", "aria-label": `Witnesses of ${it.metric}` }, step(same[place - 1], "previous", "prev"),
      h("span", { class: "soft" }, `${place + 1} of ${same.length} of this metric`), step(same[place + 1], "next", "next"));
  };

  /** What decides the witness again, beside the code that came with it. */
  const again = (it, family, [command, replays]) => {
    const titled = (title, label, text) => [h("h3", null, title), h("pre", { "aria-label": label }, text)];
    return h("section", { "aria-labelledby": "again-title" }, h("h2", { id: "again-title" }, "Reproduce it"),
      titled(replays ? "Decided again by the definition alone" : "Checked again", replays ? "the command that verifies it" : "the command", command),
      replays && titled("Drawn as a file", "the command that draws it", `${command.replace("verify", "report")} --picture ${it.slug}.svg`),
      family === "user" && h("p", { class: "soft" }, "FILE.py registers the metric; reports is the folder of the reports."));
  };

  const witness = async (slug, into) => {
    const [known, it] = await Promise.all([cells(), named(slug)]);
    if (!it) return into.append(h("h1", null, "No such witness"), h("p", null, `This report has no witness named ${slug}.`),
      h("p", null, h("a", { href: "witness.html" }, "All witnesses")));
    const metric = known.metrics.find((one) => one.name === it.metric);
    const axiom = known.axioms.find(({ id }) => id === it.axiom);
    const cell = known.cells.find((one) => one.slug === it.slug || one.slug.slice(-12) === it.slug);
    const formula = h("div", { class: "statement only" }, h("code", { dataset: { f: it.axiom, of: "axioms" } }, axiom?.formula));
    into.append(neighbours(it), h("h1", null, `${it.metric}: ${it.statement}`),
      h("p", { class: "about" }, cell ? [sign(cell), " ", cell.reached, " \u00b7 "] : null,
        "metric ", h("a", { href: metric && link.metric(metric) }, it.metric), " \u00b7 axiom ", h("a", { href: axiom && link.axiom(axiom) }, it.axiom)),
      formula, it.play ? h("p", null, h("a", { href: it.play }, "open in the playground")) : null,
      h("div", { class: "pictures" }, it.drawn), h("section", { class: "document" }, elements(it.page.map((place) => it.from.blocks[place]))));
    if (metric) into.append(again(it, metric.family, mistake.again(known, metric, it.axiom, { statement: it.statement, slug })));
    if (metric && cell) into.append(mistake.report(known, metric, it.axiom, [cell]));
  };

  // --- the page, at load and whenever the address changes

  let run = 0;
  const show = async (first) => {
    const mine = ++run;
    const slug = view.get().get("slug");
    const made = h("div");
    await (slug ? witness(slug, made) : list(made)).catch((error) => made.replaceChildren(h("h1", null, name), problem(error)));
    if (mine !== run) return; // the address has changed meanwhile
    main.replaceChildren(...made.childNodes);
    await furnish(main);
    const heading = main.querySelector("h1");
    document.title = `${heading.textContent === name ? name : `${heading.textContent} - ${name}`}${SITE}`;
    heading.tabIndex = -1;
    if (!first) {
      heading.focus();
      scrollTo(0, 0);
    }
    main.dataset.ready = "yes";
  };

  addEventListener("hashchange", () => show(false));
  show(true);
})();
