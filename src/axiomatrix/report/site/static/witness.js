"use strict";
// The page of a witness; without a name, the list of all of them.
(() => {
  const { h, copyable, cells, drawing, data, fold, fragment, link, mistake, page, sign, wide } = axiomatrix;
  const { relation, values, isPictured, argumentsOf } = axiomatrix.terms;
  const { found, whole, list, BROKEN } = axiomatrix.witnesses;
  const DECLARED = { holds: "declared to hold", fails: "declared to fail", conjectured: "conjectured" };
  const SHOWS = { refutes: "refuted", shows: "shown", attains: "attained", rounds: "within rounding" };
  const SMALLEST = "smallest: every smaller size was exhausted or certified";
  const FOUND = "smallest found: not every smaller size was enumerated, so there may be a smaller one";

  // --- parts

  const facts = (shown, cell) => {
    const said = [h("li", null, h("b", null, SHOWS[shown.shows]), ` at n = ${shown.n}`)];
    if (shown.shows !== "attains") said.push(h("li", null, shown.smallest ? SMALLEST : FOUND));
    if (shown.outcome) said.push(h("li", { class: shown.outcome === BROKEN ? "broken" : null }, shown.outcome));
    if (cell?.compared) said.push(h("li", null, cell.compared));
    return h("ul", { class: "chips", "aria-label": "What is found" }, said);
  };

  const claims = (shown, ledger) => (shown.claims.length ? h("section", { "aria-labelledby": "claims-title" },
    h("h2", { id: "claims-title" }, "What is claimed"),
    h("ul", { class: "claims" }, shown.claims.map(([status, source, wording]) => h("li", null,
      ledger.has(source) ? h("a", { href: link.claim(source) }, source) : h("b", null, source),
      `, ${DECLARED[status] || status}: `, h("q", null, wording))))) : null);

  // --- the instance

  /** The instance as text: what the pictures show, for reading and copying. */
  const asText = (shown) => {
    const row = (name, text, role) => h("tr", null, h("th", { scope: "row" }, h("code", null, name)),
      h("td", null, text), h("td", { class: "soft" }, role));
    const roles = { value: "of the instance", made: "made by the axiom", parameter: "parameter" };
    return wide("The instance as text", h("table", { class: "plain" },
      h("caption", { class: "hidden" }, "The instance as text"),
      h("thead", null, h("tr", null, ["name", "value", "what it is"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null,
        shown.drawn.map((figure) => row(figure.name, drawing.words(figure), roles[figure.role])),
        shown.texts.map(([name, text]) => row(name, text, roles.value)))));
  };

  const GIVEN = { number: "=", numbers: "=", relabelling: "renames", permutation: "moves positions" };

  const instance = (shown, library) => {
    const pictures = drawing.pictures(shown.drawn, isPictured(shown) ? shown.terms.flatMap(({ short }) => argumentsOf(short)) : []);
    const given = shown.drawn.filter(({ kind }) => GIVEN[kind]);
    const large = shown.drawn.filter((figure) => !drawing.drawable(figure));
    return h("section", { "aria-labelledby": "instance-title" },
      h("h2", { id: "instance-title" }, "The instance"),
      library ? h("p", { class: "soft" }, "What the library answered is shown as it was stored.") : null,
      given.length ? h("ul", { class: "chips given", "aria-label": "Numbers of the instance" },
        given.map((figure) => h("li", null, h("code", null, `${figure.name} ${GIVEN[figure.kind]} ${drawing.words(figure)}`)))) : null,
      pictures.length ? h("div", { class: "pictures" }, pictures) : null,
      large.length ? h("p", null, `Too large to be drawn: ${large.map(({ name }) => name).join(", ")}.`) : null,
      fold("The same as text", asText(shown), !pictures.length));
  };

  // --- doing it again

  const again = (shown, command) => {
    const given = (title, said, label) => [h("h3", null, title), copyable(said, label)];
    return h("section", { "aria-labelledby": "again-title" },
      h("h2", { id: "again-title" }, "See it again"),
      shown.constructor ? given("In Python", shown.constructor.trimEnd(), "Copy the Python code") : null,
      shown.scripts.map((script, k) => given(`With the library alone${shown.scripts.length > 1 ? ` (${k + 1})` : ""}`, script.trimEnd(), "Copy the script")),
      !command.startsWith("axiomatrix replay") ? given("Checked again", command, "Copy the command")
        : [given("Decided again by the definition alone", command, "Copy the replay command"),
          given("Drawn as a file", command.replace("replay", "plot"), "Copy the plot command"),
          command.endsWith(" FILE.py") ? h("p", { class: "soft" }, "FILE.py is the file that registers the metric, reports the folder of the reports.") : null]);
  };

  // --- the page of a witness

  const neighbours = ({ from, at, shown }, named) => {
    const same = from.column.metric.map((name, k) => (name === shown.metric ? k : -1)).filter((k) => k >= 0);
    const place = same.indexOf(at);
    const step = (k, word, rel) => {
      if (k < 0 || k >= same.length) return null;
      const slug = named.get(from.column.slug[same[k]]) || from.column.slug[same[k]];
      return h("a", { href: link.witness(slug), rel }, `${word}: ${from.column.statement[same[k]]}`);
    };
    return h("nav", { class: "neighbours", "aria-label": `Witnesses of ${shown.metric}` },
      step(place - 1, "previous", "prev"), h("span", { class: "soft" }, `${place + 1} of ${same.length} of this metric`), step(place + 1, "next", "next"));
  };

  const witness = async (slug, main) => {
    const [matrix, formulas, it] = await Promise.all([cells(), data("formulas"), found(slug)]);
    if (!it) {
      main.append(h("h1", null, "No such witness"), h("p", null, `There is no witness named ${slug} in this report.`),
        h("p", null, h("a", { href: "witness.html" }, "All witnesses")));
      return;
    }
    const { shown } = it;
    const metric = matrix.metrics.find(({ name }) => name === shown.metric);
    const axiom = matrix.axioms.find(({ id }) => id === shown.axiom);
    const cell = matrix.cells.find((one) => one.slug === slug || (it.library && one.slug.slice(-12) === slug.slice(-12)));
    const present = (...parts) => parts.filter(Boolean);
    main.append(...present(
      neighbours(it, whole(matrix)),
      h("h1", null, `${shown.metric}: ${shown.statement}`),
      h("p", { class: "about" }, cell ? [sign(cell), " ", cell.said, " \u00b7 "] : null,
        "metric ", h("a", { href: metric && link.metric(metric) }, shown.metric), " \u00b7 axiom ", h("a", { href: axiom && link.axiom(axiom) }, shown.axiom)),
      h("div", { class: "hero" },
        h("div", null, h("div", { class: "statement" }, fragment(formulas.axioms[shown.axiom] || "")),
          relation(shown), facts(shown, cell), shown.note ? h("p", { class: "problem" }, shown.note) : null,
          claims(shown, new Set(matrix.ledger.map(([id]) => id)))),
        instance(shown, it.library)),
      values(shown, matrix.metrics, formulas.metrics),
      metric ? again(shown, mistake.again(matrix, metric, shown.axiom, { statement: shown.statement, slug })) : null,
      metric && cell ? mistake.report(matrix, metric, shown.axiom, [cell]) : null));
  };

  page((params, main) => (params.get("slug") ? witness(params.get("slug"), main) : list(params, main)));
})();
