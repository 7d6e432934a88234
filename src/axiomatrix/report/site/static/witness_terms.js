"use strict";
// The two sides of a relation, and every value that enters them with its steps.
(() => {
  const { h, drawing, fold, fragment, link } = axiomatrix;
  const OPS = { "<=": "\u2264", ">=": "\u2265", "==": "=", "!=": "\u2260", "<": "<", ">": ">", "/": ":" };
  const TRUTH = { refutes: "is false", shows: "is true", rounds: "is within rounding", attains: "" };

  const MOST = 4; // values that do not enter a side beyond which they are folded
  const FOLDED = 160; // characters of a step in numbers beyond which it is folded
  const LONGEST = 70; // characters of a number beyond which it is folded
  const LONG = 14; // characters of a value beyond which its decimal is what is seen first
  const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

  /** An expression as it is read: a dot for times, small numbers raised. */
  const pretty = (text) => text.replace(/\*\*(\d+)/g, (_, power) => [...power].map((digit) => RAISED[digit]).join(""))
    .replace(/(?<!\*)\*(?!\*)/g, "\u00b7").replace(/sqrt\((\d+)\)/g, "\u221a$1");

  /** A value: as it is, or the decimal and then how it is written exactly, if that is long. */
  const exactly = (value, decimal, kind) => {
    if (!decimal || value.length <= LONG) return h("strong", { class: value.length > LONG ? `${kind} long` : kind }, pretty(value), approximately(decimal));
    const written = h("code", { class: "exact" }, pretty(value));
    return [value.length > LONGEST ? h("details", { class: "exactly" }, h("summary", null, "exactly"), written) : written,
      h("strong", { class: `${kind} about` }, `\u2248 ${decimal}`)];
  };

  const approximately = (decimal) => (decimal ? h("span", { class: "soft decimal" }, ` \u2248 ${decimal}`) : null);

  const sideBox = (side, what) => h("div", { class: "side" },
    h("span", { class: "hidden" }, `${what}: `),
    side.symbols && side.symbols !== side.value ? h("code", { class: "symbols" }, pretty(side.symbols), h("span", { class: "hidden" }, " = ")) : null,
    side.numbers && side.numbers !== side.value && side.numbers !== side.symbols && side.numbers.length <= LONGEST
      ? h("code", { class: "numbers" }, pretty(side.numbers), h("span", { class: "hidden" }, " = ")) : null,
    exactly(side.value, side.decimal, "value"));

  /** The relation, large: both sides with their expressions, and whether it is true. */
  const relation = (shown) => {
    if (!shown.said.includes(`${shown.left.value} ${shown.op} ${shown.right.value}`)) {
      return h("p", { class: "relation words" }, h("strong", null, shown.said));
    }
    const isRatio = shown.op === "/";
    const truth = isRatio ? "" : TRUTH[shown.shows]; // a ratio is neither true nor false
    const bounds = shown.shows === "refutes" ? "no constant will do: the denominator is 0, the numerator is not"
      : "the ratio that bounds the best constant";
    return h("div", { class: `relation ${shown.shows}` },
      sideBox(shown.left, isRatio ? "numerator" : "left side"),
      h("span", { class: "op", title: shown.op }, OPS[shown.op] || shown.op),
      sideBox(shown.right, isRatio ? "denominator" : "right side"),
      truth ? h("p", { class: "truth" }, truth) : null,
      isRatio ? h("p", { class: "truth" }, bounds) : null);
  };

  const COLUMNS = ["ranking", "weak order", "top list"];

  /** Whether each call has a picture of its own: more is compared than two columns show. */
  const isPictured = (shown) => shown.drawn.filter(({ kind, role }) => role !== "parameter" && COLUMNS.includes(kind)).length > 2;

  /** What a call in short is about: "d(a, reversed b; c w)" is of a and reversed b. */
  const argumentsOf = (short) => short.slice(short.indexOf("(") + 1, -1).split(";")[0].split(", ").map((name) => name.trim());

  // --- the values that enter, with their steps

  /** Which steps of one have no partner of the same value in the other: place by place, or else any. */
  const differing = (one, other) => {
    const theirs = other.map((step) => step.at(-1));
    if (one.length === other.length) return new Set(one.map((step, k) => (step.at(-1) === theirs[k] ? -1 : k)));
    return new Set(one.map((step, k) => {
      const at = theirs.indexOf(step.at(-1));
      if (at >= 0) theirs.splice(at, 1);
      return at < 0 ? k : -1;
    }));
  };

  const stepLine = (parts, k, differs, several) => {
    const [first, ...rest] = parts.map(pretty);
    const last = rest.pop();
    const value = several || !last || last.length <= LONG ? last : undefined; // it stands above already
    return h("li", { class: differs ? "differs" : null },
      several ? h("span", { class: "plus", "aria-hidden": "true" }, k ? "+" : "") : null,
      h("code", null, first, rest.map((part) => (part.length > FOLDED
        ? h("details", { class: "exactly" }, h("summary", null, "in numbers"), h("span", { class: "numbers" }, `= ${part}`))
        : [" ", h("span", { class: "numbers" }, `= ${part}`)]))),
      value === undefined ? null : h("code", { class: "result" }, `= ${value}`),
      differs ? h("span", { class: "flag" }, "\u2260 differs") : null);
  };

  /** The value of a term for its heading; a long one as its decimal. */
  const brief = ({ value, decimal }) => (decimal && value.length > LONG ? [" \u2248 ", h("b", null, decimal)]
    : [" = ", h("b", null, pretty(value)), approximately(decimal)]);

  const metricOf = (call) => call.slice(0, call.indexOf("("));

  /** The addends of a term, in which what the axiom made is called first, second or x, with its name in the call. */
  const renamed = ({ short, addends }) => {
    const names = argumentsOf(short);
    const labels = names.length > 1 ? ["first", "second", "third"] : ["x"];
    const put = (text) => names.reduce((said, name, k) => (
      said.replace(new RegExp(`(?<![\\w'])${labels[k]}(?=[.[])`, "g"), () => (name.includes(" ") ? `(${name})` : name))), text);
    return addends.map(([symbols, ...rest]) => [put(symbols), ...rest]);
  };

  const termBox = (shown, term, against, pictured) => {
    const own = renamed(term);
    const partner = against && metricOf(against.call) === metricOf(term.call) ? against.addends : [];
    const different = partner.length && own.length + partner.length > 2 ? differing(own, partner) : new Set();
    const drawn = pictured ? drawing.pair(shown.drawn, argumentsOf(term.short), argumentsOf(term.short).join(" and "), term.short.includes(";")) : null;
    const several = own.length > 1;
    const trivial = own.length === 1 && own[0].length === 1;
    return h("article", { class: "term" },
      h("h3", null, h("code", null, term.short), brief(term)),
      term.decimal && term.value.length > LONG ? h("details", { class: "exactly" }, h("summary", null, "exactly"), h("code", null, pretty(term.value))) : null,
      term.call === term.short ? null : h("p", { class: "soft full" }, h("code", null, term.call)),
      drawn,
      own.length && !trivial ? h("ol", { class: `steps${several ? "" : " one"}`, "aria-label": `How ${term.short} comes about` },
        own.map((step, k) => stepLine(step, k, different.has(k), several)),
        !several ? null : h("li", { class: "total" }, h("span", { class: "plus", "aria-hidden": "true" }, ""), h("code", null, "sum"), h("code", { class: "result" }, `= ${pretty(term.value)}`))) : null);
  };

  const values = (shown, metrics, formulas) => {
    if (!shown.terms.length) return null;
    const left = shown.left.terms;
    const right = shown.right.terms.filter((k) => !left.includes(k));
    const rest = shown.terms.map((_, k) => k).filter((k) => !left.includes(k) && !right.includes(k));
    const pair = left.length === 1 && right.length === 1 ? [shown.terms[left[0]], shown.terms[right[0]]] : null;
    const pictured = isPictured(shown);
    const group = (places, title, against) => (places.length ? h("div", { class: "group" },
      title ? h("p", { class: "soft title" }, title) : null,
      places.map((k) => termBox(shown, shown.terms[k], against, pictured))) : null);
    const names = [...new Set([shown.metric, ...shown.terms.map(({ call }) => metricOf(call))])];
    const defined = names.map((name) => metrics.find((one) => one.name === name)).filter((one) => one && formulas[one.name]);
    const ends = shown.op === "/" ? ["In the numerator", "In the denominator"] : ["On the left side", "On the right side"];
    return h("section", { "aria-labelledby": "values-title" },
      h("h2", { id: "values-title" }, "Every value that enters"),
      h("ul", { class: "definitions" }, defined.map((one) => h("li", null,
        h("a", { href: link.metric(one) }, one.name), " ", fragment(formulas[one.name])))),
      shown.terms.every(({ addends }) => !addends.length) ? h("p", { class: "soft" },
        "The values alone: the definition counts, looks up or branches, which expressions do not follow, or the steps are too long to be read.") : null,
      h("div", { class: left.length && right.length ? "terms two" : "terms" },
        group(left, ends[0], pair && pair[1]), group(right, ends[1], pair && pair[0]),
        rest.length > MOST ? fold(`Asked besides: ${rest.length} values`, group(rest, "", null)) : group(rest, left.length || right.length ? "Asked besides" : "Asked by the axiom", null)));
  };

  axiomatrix.terms = { relation, values, isPictured, argumentsOf };
})();
