"use strict";
// Rankings, weak orders and top lists as columns with a line for each item, and the weights beside them.
(() => {
  const { h, s } = axiomatrix;
  const { size, finite, short, barsOf, clipped, listed, wide, words, text, svg, framed } = axiomatrix.drawing;
  const ROW = 36; // from one position to the next
  const GAP = 116; // from one column to the next

  // --- rankings, orders and top lists: columns with lines

  /**
   * The places of the items of a column, best first. Ties of a weak order are one below the other in a frame; they have
   * the mean of their positions as `rank`, as which of them is drawn first says nothing.
   */
  const column = (figure, before) => {
    const buckets = figure.kind === "weak order" ? figure.rows : figure.rows.map((row) => [row[0]]);
    const places = new Map();
    const frames = [];
    let at = 0;
    buckets.forEach((bucket, level) => {
      const sorted = before ? [...bucket].sort((x, y) => (before.places.get(x)?.at ?? 99) - (before.places.get(y)?.at ?? 99))
        : bucket;
      if (bucket.length > 1) frames.push([at, at + bucket.length - 1]);
      const rank = at + (bucket.length + 1) / 2;
      sorted.forEach((item) => places.set(item, { at: at++, level, rank }));
    });
    return { figure, places, frames };
  };

  const moves = (a, b) => [...a.places].map(([item, { at, rank }]) => {
    const there = b.places.get(item);
    return { item, from: at, to: there?.at, ranks: [rank, there?.rank],
      how: !there ? "goes" : there.rank < rank ? "rises" : there.rank > rank ? "falls" : "stays" };
  });

  /** The pairs that two columns order differently. */
  const inverted = (a, b) => {
    const both = [...a.places.keys()].filter((item) => b.places.has(item));
    const found = [];
    both.forEach((x, k) => both.slice(k + 1).forEach((y) => {
      const first = a.places.get(x).level - a.places.get(y).level;
      if (first * (b.places.get(x).level - b.places.get(y).level) < 0) found.push(first < 0 ? [x, y] : [y, x]);
    }));
    return found;
  };

  const keyOf = (x, y) => JSON.stringify([x, y].sort());
  const entriesOf = (similarity) => new Map((similarity?.rows || []).map(([x, y, ...value]) => [keyOf(x, y), value]));

  const crossings = (a, b, entries, largest, spot) => {
    const found = new Map();
    for (const [x, y] of inverted(a, b)) {
      const [ax, ay, bx, by] = [a.places.get(x).at, a.places.get(y).at, b.places.get(x).at, b.places.get(y).at];
      if ((ax - ay) * (bx - by) >= 0) continue; // their lines do not cross
      const share = (ay - ax) / (ay - ax + bx - by);
      const place = JSON.stringify([share.toFixed(6), (ax + (bx - ax) * share).toFixed(6)]);
      const weight = entries ? finite(size(...(entries.get(keyOf(x, y)) || ["0"]))) / (largest || 1) : 0.25;
      found.set(place, (found.get(place) || 0) + weight);
    }
    return [...found].map(([place, weight]) => {
      const [share, at] = JSON.parse(place).map(Number);
      const [cx, cy] = spot(share, at);
      return s("circle", { cx, cy, r: (2.4 + 2.8 * Math.sqrt(weight)).toFixed(2), class: weight ? "dot" : "dot empty" });
    });
  };

  const node = (x, y, item, half) => {
    const said = clipped(item);
    return s("g", { class: "node" }, said === item ? null : s("title", null, item),
      s("rect", { x: x - half, y: y - 13, width: 2 * half, height: 26, rx: 13 }), text(x, y + 4.5, said));
  };

  /** Bars beside the items: {bars: nodes, width}; they grow to the left of x. */
  const itemBars = (weights, first, x, top, named) => {
    const known = new Map(barsOf(weights.rows, 58).map((bar) => [bar.key, bar]));
    const bars = [...first.places].filter(([item]) => known.has(item)).map(([item, { at }]) => {
      const { long, said } = known.get(item);
      const y = top + at * ROW;
      return s("g", null, s("rect", { x: x - long, y: y - 8, width: Math.max(long, 1), height: 16, class: "bar", rx: 2 }),
        text(x - long - 5, y + 4.5, said, "small", "end"));
    });
    return [...bars, text(named, top - 36, clipped(weights.name), "name", "end")];
  };

  /** Bars along the positions, between two of them where there is one for each step from 2. */
  const placeBars = (weights, n, x, top) => {
    const between = weights.rows.length && weights.rows[0][0] === "2";
    const shown = weights.rows.filter(([key]) => Number(key) <= n);
    return [text(x, top - 36, clipped(weights.name), "name", "start"),
      s("line", { x1: x, x2: x, y1: top - 14, y2: top + (n - 1) * ROW + 14, class: "axis" }),
      ...barsOf(shown, 48).map(({ key, long, said }) => {
        const y = top + (Number(key) - (between ? 1.5 : 1)) * ROW;
        return s("g", null, s("rect", { x, y: y - 8, width: Math.max(long, 1), height: 16, class: "bar place", rx: 2 }),
          text(x + long + 5, y + 4.5, said, "small", "start"));
      })];
  };

  const columnWords = (columns, entries, name, extra) => {
    const said = columns.map(({ figure }) => `${figure.kind[0].toUpperCase()}${figure.kind.slice(1)} ${figure.name}, best first: ${words(figure)}.`);
    columns.slice(1).forEach((b, k) => {
      const a = columns[k];
      const moved = moves(a, b).map(({ item, ranks: [from, to], how }) => {
        if (how === "goes") return `${item} is not in ${b.figure.name}`;
        return how === "stays" ? `${item} stays at ${from}` : `${item} ${how} from ${from} to ${to}`;
      });
      for (const item of b.places.keys()) if (!a.places.has(item)) moved.push(`${item} is not in ${a.figure.name}`);
      const pairs = inverted(a, b).map(([x, y]) => {
        const entry = entries?.get(keyOf(x, y));
        return `${x} and ${y}${entry ? ` (${name} = ${entry[0]})` : ""}`;
      });
      said.push(`From ${a.figure.name} to ${b.figure.name}: ${listed(moved)}. Inverted pairs${[...a.places.keys()].every((x) => b.places.has(x)) ? "" : " of the items in both"}: ${listed(pairs)}.`);
    });
    return [...said, ...extra.map((figure) => `${figure.name}: ${words(figure)}.`)].join(" ");
  };

  /** Rankings, weak orders or top lists as columns; `parameters` may have weights and a similarity. */
  const columnPicture = (figures, parameters, caption) => {
    const columns = [];
    for (const figure of figures) columns.push(column(figure, columns.at(-1)));
    const n = Math.max(...columns.map(({ places }) => places.size), 1);
    const weights = parameters.find(({ kind }) => kind === "element weights");
    const along = parameters.find(({ kind, rows }) => kind === "position weights" && rows.length);
    const similarity = parameters.find(({ kind }) => kind === "similarity");
    const entries = similarity ? entriesOf(similarity) : null;
    const largest = entries ? Math.max(...[...entries.values()].map((v) => finite(size(...v))), 0) : 0;
    const longest = Math.max(...columns.flatMap(({ places }) => [...places.keys()].map((item) => clipped(item).length)), 1);
    const half = Math.max(13, (10 + 7.2 * longest) / 2);
    const titled = Math.max(...figures.map(({ name }) => wide(clipped(name, 16)) / 2)); // half of the widest name
    const top = 56;
    const wordy = (list) => Math.max(...list.rows.map(([, ...value]) => wide(short(...value))), 20);
    const placeWidth = along ? 52 + wordy(along) : 0;
    const itemWidth = weights ? 66 + wordy(weights) : 0;
    const first = 4 + placeWidth + 24 + itemWidth + Math.max(half, itemWidth ? 0 : titled - 24) + 4;
    const gap = Math.max(GAP + 2 * (half - 13), 2 * titled + 8);
    const xs = columns.map((_, k) => first + k * gap);
    const width = xs.at(-1) + Math.max(half, titled) + 8;
    const y = (at) => top + at * ROW;
    const parts = [];
    for (let at = 0; at < n; at++) parts.push(text(4 + placeWidth + 18, y(at) + 4.5, `${at + 1}.`, "small soft", "end"));
    if (along) parts.push(...placeBars(along, n, 6, top));
    if (weights) parts.push(...itemBars(weights, columns[0], first - half - 6, top, first - titled - 10));
    columns.slice(1).forEach((b, k) => {
      const a = columns[k];
      const [x1, x2] = [xs[k] + half, xs[k + 1] - half];
      for (const { from, to, how } of moves(a, b)) {
        parts.push(how === "goes"
          ? s("line", { x1, y1: y(from), x2: x1 + 20, y2: y(from), class: "line goes" })
          : s("line", { x1, y1: y(from), x2, y2: y(to), class: `line ${how}` }));
      }
      for (const [item, { at }] of b.places) {
        if (!a.places.has(item)) parts.push(s("line", { x1: x2 - 20, y1: y(at), x2, y2: y(at), class: "line goes" }));
      }
      parts.push(...crossings(a, b, entries, largest, (share, at) => [x1 + share * (x2 - x1), y(at)]));
    });
    columns.forEach(({ figure, places, frames }, k) => {
      parts.push(text(xs[k], top - 36, clipped(figure.name, 16), figure.role === "made" ? "name made" : "name"));
      for (const [from, to] of frames) {
        parts.push(s("rect", { x: xs[k] - half - 5, y: y(from) - 18, width: 2 * half + 10, height: (to - from) * ROW + 36,
          rx: 18, class: "bucket" }));
      }
      if (!places.size) parts.push(text(xs[k], top + 4, "empty", "small soft"));
      for (const [item, { at }] of places) parts.push(node(xs[k], y(at), item, half));
    });
    const extra = [weights, along].filter(Boolean);
    const hows = new Set(columns.slice(1).flatMap((b, k) => moves(columns[k], b).map(({ how }) => how)));
    const dots = columns.slice(1).some((b, k) => inverted(columns[k], b).length);
    const key = columns.length > 1 && !caption ? columnKey(hows, dots, similarity, columns, weights) : null;
    return framed(caption || `${figures.map(({ name }) => name).join(", ")}: best first`,
      svg(width, y(n - 1) + 26, `${figures.map(({ name }) => name).join(", ")} as columns`,
        columnWords(columns, entries, similarity?.name, extra), ...parts), key);
  };

  const sample = (how) => s("svg", { class: "drawing sample", width: 26, height: 10, "aria-hidden": "true" },
    s("line", { x1: 1, y1: 5, x2: 25, y2: 5, class: `line ${how}` }));

  const columnKey = (hows, dots, similarity, columns, weights) => {
    const said = [["rises", "rises"], ["falls", "falls"], ["stays", "stays"], ["goes", "not in the other"]]
      .filter(([how]) => hows.has(how)).map(([how, word]) => h("span", null, sample(how), ` ${word} `));
    if (dots) said.push(h("span", null, similarity ? `dot: an inverted pair, as large as its ${similarity.name} ` : "dot: an inverted pair "));
    if (columns.some(({ frames }) => frames.length)) said.push(h("span", null, "frame: tied "));
    if (weights) said.push(h("span", null, `bars: ${weights.name} `));
    return said;
  };

  axiomatrix.drawing = { ...axiomatrix.drawing, column, inverted, keyOf, entriesOf, node, columnPicture };
})();
