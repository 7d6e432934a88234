"use strict";
// What the pictures of instances have in common: numbers, words, and the frame with title and description.
(() => {
  const { h, s } = axiomatrix;
  let count = 0;

  // --- numbers and words

  /** The size of a number: its decimal if there is one, else what its text says. */
  const size = (text, decimal) => {
    if (decimal !== undefined) return Number(decimal);
    const [top, bottom] = text.split("/");
    return bottom === undefined ? Number(top) : Number(top) / Number(bottom);
  };
  const finite = (value) => (Number.isFinite(value) ? value : 0);
  const short = (text, decimal, most = 9) =>
    (text.length <= most ? text : `\u2248${Number(size(text, decimal).toPrecision(3))}`);
  /** The bars of rows [key, value, decimal]: the length of each, the largest one's `long`, and its value in short. */
  const barsOf = (rows, long, most) => {
    const sizes = rows.map(([, ...value]) => finite(size(...value)));
    const largest = Math.max(...sizes, 0) || 1;
    return rows.map(([key, ...value], k) => ({ key, long: (long * sizes[k]) / largest, said: short(value[0], value[1], most) }));
  };
  const clipped = (text, most = 12) => (text.length > most ? `${text.slice(0, most - 1)}\u2026` : text);
  const listed = (texts) => (texts.length ? texts.join(", ") : "none");
  const wide = (text) => 8 + 7 * text.length;

  const judgedWords = ([grades, missing]) =>
    `grades by rank ${listed(grades)}${missing.length ? `; missing from the list: ${listed(missing)}` : ""}`;

  const pairsOf = (rows) => {
    const found = [];
    for (let k = 0; k + 1 < rows.length; k += 2) found.push([rows[k], rows[k + 1]]);
    return found;
  };

  /** What a figure shows, as text. */
  const words = ({ kind, rows, name }) => {
    const entry = ([key, value]) => `${name}[${key}] = ${value}`;
    switch (kind) {
      case "ranking": return rows.map((row) => row[0]).join(" > ");
      case "top list": return `<${rows.map((row) => row[0]).join(", ")}>`;
      case "weak order": return rows.map((row) => row.join(" ~ ")).join(" > ");
      case "partial order": return rows.slice(1).map(([x, y]) => `${x} > ${y}`).join(", ") || "nothing is ahead of anything";
      case "judged list": return judgedWords(rows);
      case "scored list": return `grades ${listed(rows[0])}; scores ${listed(rows[1])}` +
        (rows[2].length ? `; missing from the list: ${listed(rows[2])}` : "");
      case "run": return pairsOf(rows).map((list, k) => `list ${k + 1}: ${judgedWords(list)}`).join(". ");
      case "scores": return listed(rows[0]);
      case "relabelling":
      case "permutation": return rows.map(([x, y]) => `${x} \u2192 ${y}`).join(", ");
      case "similarity": return rows.map(([x, y, value]) => `${name}[${x},${y}] = ${value}`).join(", ") || "no entries";
      case "number": return rows[0][0];
      case "numbers": return `(${rows[0].join(", ")})`;
      default: return rows.map(entry).join(", ") || "no entries";
    }
  };

  // --- the frame of every picture

  const text = (x, y, said, kind = "", anchor = "middle") =>
    s("text", { x, y, class: kind || null, "text-anchor": anchor }, said);

  /** A picture with its title and description. */
  const svg = (width, height, title, description, ...parts) => {
    const id = `picture-${++count}`;
    const [w, t] = [Math.ceil(width), Math.ceil(height)];
    const drawn = s("svg", { class: "drawing", role: "img", width: w, height: t, viewBox: `0 0 ${w} ${t}`,
      "aria-labelledby": `${id}-title ${id}-desc` },
    s("title", { id: `${id}-title` }, title), s("desc", { id: `${id}-desc` }, description), ...parts);
    return drawn.width.baseVal.value > 330
      ? h("div", { class: "wide", role: "region", tabindex: "0", "aria-label": title }, drawn)
      : drawn;
  };

  const framed = (caption, drawn, key) =>
    h("figure", { class: "picture" }, h("figcaption", null, caption), drawn, key ? h("p", { class: "key" }, key) : null);

  axiomatrix.drawing = { ...axiomatrix.drawing, size, finite, short, barsOf, clipped, listed, wide, pairsOf, words, text, svg, framed };
})();
