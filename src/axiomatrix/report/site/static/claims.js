"use strict";
// The claims ledger: all claims with a filter, or one of them with its evidence.
(() => {
  const { h, link, sign, math, symbols, view, fold } = axiomatrix;
  const UNEQUAL = ["false", "true of some readings"]; // verdicts whose correction stands in the list
  const LONGEST = 140; // characters of a claim's wording in the list
  const NONE = "No claim is like that.";

  const symbolOf = ([name, symbol, style]) => sign(symbol, style, name === "false" ? "*" : "");
  const word = (data, claim) => data.verdicts[claim.verdict][0];
  const verdict = (data, claim, reach) => [h("b", null, word(data, claim)), reach ? ` (${reach})` : null];
  const clipped = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()} ...` : text);

  const textOf = (data, claim) => [
    claim.id, ...data.sources[claim.source], claim.wording, claim.statement, claim.formalised, word(data, claim),
    claim.reach, ...claim.instead, ...claim.evidence.flatMap((piece) => [...piece.of.flat(), piece.said]),
  ].join(" ").toLowerCase();

  // --- all claims

  const row = (data, claim) => h("li", { class: "entry" },
    symbolOf(data.verdicts[claim.verdict]),
    h("a", { href: link.claim(claim.id) }, claim.id),
    h("div", null,
      h("p", null, claim.statement),
      claim.wording === claim.statement ? null : h("p", { class: "soft words" }, `"${clipped(claim.wording)}"`),
      h("p", { class: "soft" }, verdict(data, claim, claim.short)),
      UNEQUAL.includes(word(data, claim))
        ? claim.instead.map((said) => h("p", { class: "instead" }, h("b", null, "Instead: "), said))
        : null));

  const bySource = (data) => data.sources.map(([id, title], source) => {
    const rows = data.claims.filter((claim) => claim.source === source)
      .map((claim) => ({ claim, text: textOf(data, claim), element: row(data, claim) }));
    const list = h("ul", { class: "entries-list" }, rows.map(({ element }) => element));
    return { id, rows, section: h("section", null, h("h2", null, `${id}: ${title}`), list) };
  }).filter((group) => group.rows.length);

  const select = (label, name, names, chosen) => {
    const field = h("select", { name }, h("option", { value: "" }, "all"),
      names.map((one) => h("option", { value: one }, one)));
    field.value = names.includes(chosen) ? chosen : "";
    return [field, h("label", null, label, field)];
  };

  const ledger = (data, params, main) => {
    const groups = bySource(data);
    const counts = data.verdicts
      .map((entry, k) => ({ entry, count: data.claims.filter((claim) => claim.verdict === k).length }))
      .filter(({ count }) => count);
    const told = h("p", { role: "status", class: "soft" });
    const text = h("input", {
      type: "search", name: "text", value: params.get("text") || "", autocomplete: "off", spellcheck: "false",
    });
    const [source, sourceLabel] = select("Source", "source", groups.map(({ id }) => id), params.get("source"));
    const [outcome, outcomeLabel] = select("Outcome", "outcome", counts.map(({ entry }) => entry[0]),
      params.get("outcome"));

    const filter = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const group of groups) {
        let here = 0;
        for (const one of group.rows) {
          const fits = (!source.value || source.value === group.id)
            && (!outcome.value || outcome.value === word(data, one.claim))
            && words.every((part) => one.text.includes(part));
          one.element.hidden = !fits;
          here += fits;
        }
        group.section.hidden = !here;
        shown += here;
      }
      told.textContent = shown ? `${shown} of ${data.claims.length} claims` : NONE;
      for (const button of chips.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(button.value === outcome.value));
      }
      view.set({ text: text.value, source: source.value, outcome: outcome.value }, { replace: true });
    };

    const clear = () => {
      text.value = source.value = outcome.value = "";
      filter();
    };
    const choose = (event) => {
      const name = event.currentTarget.value;
      outcome.value = outcome.value === name ? "" : name;
      filter();
    };
    const chips = h("ul", { class: "chips", "aria-label": "How many claims have each outcome" },
      counts.map(({ entry, count }) => h("li", null,
        h("button", { type: "button", value: entry[0], "aria-pressed": "false", on: { click: choose } },
          symbolOf(entry), " ", h("b", null, count), ` ${entry[0]}`))));
    const form = h("form", {
      class: "filter", role: "search", on: { submit: (event) => event.preventDefault(), input: filter },
    }, h("label", null, "Text", text), sourceLabel, outcomeLabel, h("button", { type: "button", on: { click: clear } },
      "Clear"));

    main.append(
      h("h1", null, "Claims of the sources"),
      h("p", null, `What ${data.sources.length} sources say of ranking metrics, in their words, slips included; how `,
        "it was made precise; and what became of it. Verdicts are derived from evidence: cells of the matrix ",
        `(profile ${data.profile}, seed ${data.seed}), and checks that compute what a source says in words.`),
      chips, form, told,
      ...groups.map(({ section }) => section),
      h("h2", null, "What the outcomes mean"),
      h("dl", { class: "legend" }, data.verdicts.map((entry) =>
        [h("dt", null, symbolOf(entry), ` ${entry[0]}`), h("dd", null, entry[3])])));
    filter();
  };

  // --- one claim

  const titled = ([metric, title], k) => [
    k ? ", " : "", metric ? [h("a", { href: link.metric(metric) }, metric), `: ${title}`] : title,
  ];

  const evidence = (piece) => h("li", { class: `piece s-${piece.status}` },
    h("p", null,
      h("b", null, piece.word), piece.reading ? h("span", { class: "soft" }, ` (${piece.reading})`) : null, ": ",
      piece.of.map(titled)),
    h("p", null, piece.said),
    piece.sides ? h("p", { class: piece.status === "false" ? "sides false" : "sides" }, piece.sides) : null,
    piece.instance ? h("p", { class: "entries" }, piece.instance) : null,
    piece.slug ? h("p", null, h("a", { href: link.witness(piece.slug) }, "The witness, term by term")) : null,
    piece.data.length ? fold("The numbers", h("dl", { class: "numbers" }, piece.data.map(([name, value]) =>
      [h("dt", null, name), h("dd", null, h("code", null, value))]))) : null);

  const beside = (claim, text, rel) => (claim ? h("a", { href: link.claim(claim.id), rel }, `${text}: ${claim.id}`)
    : null);

  const readings = ([state, names]) => h("li", null,
    h("b", null, state), ` in the ${names.length === 1 ? "reading" : "readings"} ${names.join(", ")}`);

  const single = (data, id, main) => {
    const place = data.claims.findIndex((claim) => claim.id.toLowerCase() === id.toLowerCase());
    if (place < 0) {
      main.append(h("h1", null, "No such claim"),
        h("p", null, `The ledger has no claim ${JSON.stringify(id)}. `, h("a", { href: "claims.html" }, "All claims")));
      return;
    }
    const claim = data.claims[place];
    const [source, title] = data.sources[claim.source];
    main.append(...[
      h("p", { class: "crumbs" }, h("a", { href: "claims.html" }, "All claims"),
        beside(data.claims[place - 1], "Before", "prev"), beside(data.claims[place + 1], "After", "next")),
      h("h1", null, claim.id),
      h("blockquote", { class: "claim large" }, h("p", null, claim.wording),
        h("footer", null, claim.supplied ? "The wording is ours; the source is silent: " : "",
          h("a", { href: `claims.html#source=${encodeURIComponent(source)}` }, source), `, ${title}`)),
      claim.statement === claim.wording ? null : h("p", null, claim.statement),
      claim.formalised ? h("p", null, h("span", { class: "soft" }, "Formalised: "), claim.formalised) : null,
      claim.math ? h("div", { class: "formula" }, math(claim.math), symbols(claim.symbols)) : null,
      h("h2", null, "What became of it"),
      h("p", { class: "verdict large" }, symbolOf(data.verdicts[claim.verdict]),
        h("span", null, verdict(data, claim, claim.reach))),
      h("p", { class: "soft" }, data.verdicts[claim.verdict][3]),
      claim.readings.length ? h("ul", null, claim.readings.map(readings)) : null,
      claim.instead.length ? [h("h2", null, "What is true instead"),
        h("ul", { class: "instead-list" }, claim.instead.map((said) => h("li", null, said)))] : null,
      claim.explored.length ? h("p", null, "Explored, size by size: ", claim.explored.map((name, k) =>
        [k ? ", " : "", h("a", { href: link.conjecture(name) }, name)])) : null,
      h("h2", null, "Evidence"),
      h("ul", { class: "pieces" }, claim.evidence.map(evidence)),
    ].flat(Infinity).filter(Boolean));
  };

  axiomatrix.page(async (params, main) => {
    if (!axiomatrix.has("claims")) {
      main.append(h("h1", null, "Claims of the sources"),
        h("p", null, "There is no claims.json beside this report; ", h("code", null, "axiomatrix check"),
          " of the whole catalogue writes it."));
      return;
    }
    const data = await axiomatrix.data("claims");
    const id = params.get("id");
    if (id) single(data, id, main);
    else ledger(data, params, main);
  });
})();
