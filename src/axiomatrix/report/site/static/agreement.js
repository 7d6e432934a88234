"use strict";
// Where implementations of one metric agree, and the inputs on which they part.
axiomatrix.agreement = (() => {
  const { h, fold, wide } = axiomatrix;
  const TONES = {
    agree: "v-searched", // no input that was tried parts them
    "agree up to rounding": "v-searched",
    "agree without ties": "v-undecided",
    differ: "v-refuted",
  };

  const parting = (one) => fold(
    [h("b", null, `They part at n = ${one.n}: `),
      one.answers.map(([row, answer], k) => [k ? "; " : "", `${row} ${answer}`])],
    h("div", { class: "body" },
      h("p", null, one.smallest ? "No smaller input parts them." : "The smallest input found that parts them.",
        one.definition ? [" The exact definition gives ", h("code", null, one.definition), "."] : null),
      one.answers.map(([row, answer, scripts]) => [
        h("p", null, h("b", null, row), " answers ", h("code", null, answer)),
        scripts.map(axiomatrix.finding.script),
      ])));

  const cell = (found, signs) => (found
    ? h("td", { class: TONES[found[2]] || "" },
      h("b", null, `${signs.get(found[2])} ${found[2]}`), h("div", null, found[3]))
    : h("td", null));

  const concept = (one, signs) => {
    const pair = (a, b) => one.pairs.find(([x, y]) => (x === a && y === b) || (x === b && y === a));
    const standings = [...new Set(one.pairs.map((found) => found[2]))].join(", ");
    return fold(
      [h("b", null, one.name), h("span", { class: "soft" }, ` ${one.rows.length} implementations; ${standings}`)],
      h("div", { class: "body" },
        wide(one.name, h("table", { class: "grid pairs" },
          h("caption", { class: "hidden" }, one.name),
          h("thead", null, h("tr", null, h("td", null), one.rows.map((row) => h("th", { scope: "col" }, row)))),
          h("tbody", null, one.rows.map((row, a) => h("tr", null,
            h("th", { scope: "row" }, row),
            one.rows.map((_, b) => cell(a === b ? null : pair(a, b), signs))))))),
        one.partings.map(parting)));
  };

  /** The section on agreement; nothing if no two implementations were compared. */
  return (data) => {
    if (!data.agreement.length) return [];
    const signs = new Map(data.standings.map(([word, symbol]) => [word, symbol]));
    return [
      h("h2", null, "Agreement between libraries"),
      h("p", null, "For each metric that several implementations claim to compute, with the same parameters:"),
      h("dl", { class: "legend" }, data.standings.map(([word, symbol, means]) => [
        h("dt", null, h("b", { class: `sign ${TONES[word] || ""}` }, symbol), ` ${word}`),
        h("dd", null, means),
      ])),
      ...data.agreement.map((one) => concept(one, signs)),
    ];
  };
})();
