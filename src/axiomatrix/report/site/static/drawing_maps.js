"use strict";
// Distances between items as a heat map, partial orders as graphs, other parameters as bars.
(() => {
  const { s } = axiomatrix;
  const { size, finite, short, barsOf, clipped, listed, words, text, svg, framed, keyOf, entriesOf, node } = axiomatrix.drawing;

  // --- D as a heat map

  const heatMap = (similarity, order, pairs) => {
    const entries = entriesOf(similarity);
    const known = [...new Set(similarity.rows.flatMap(([x, y]) => [x, y]))];
    const items = order && known.every((x) => order.includes(x)) ? order : known;
    const values = [...entries.values()];
    const largest = Math.max(...values.map((v) => finite(size(...v))), 0) || 1;
    const longest = Math.max(...values.map((v) => short(...v, 6).length), 1);
    const side = Math.max(34, 10 + 7.2 * longest);
    const head = Math.max(22, 10 + 7.2 * Math.max(...items.map((x) => clipped(x, 6).length)));
    const parts = [];
    const framedPairs = new Set(pairs.map(([x, y]) => keyOf(x, y)));
    items.forEach((x, row) => {
      parts.push(text(head - 6, 24 + side * (row + 0.5) + 4.5, clipped(x, 6), "small", "end"),
        text(head + side * (row + 0.5), 18, clipped(x, 6), "small"));
      items.forEach((y, place) => {
        const value = row === place ? ["0"] : entries.get(keyOf(x, y)) || ["?"];
        const share = row === place ? 0 : finite(size(...value)) / largest;
        const [left, above] = [head + side * place, 24 + side * row];
        parts.push(s("rect", { x: left, y: above, width: side, height: side, class: row === place ? "heat same" : "heat",
          "fill-opacity": row === place ? null : (0.06 + 0.8 * share).toFixed(3) }),
        text(left + side / 2, above + side / 2 + 4.5, short(value[0], value[1], 6),
          row === place ? "small soft" : share > 0.55 ? "small over" : "small"));
        if (framedPairs.has(keyOf(x, y)) && row !== place) {
          parts.push(s("rect", { x: left + 2.5, y: above + 2.5, width: side - 5, height: side - 5, class: "inverted" }));
        }
      });
    });
    const wordsOf = pairs.length ? ` Framed, because inverted: ${pairs.map(([x, y]) => `${x} and ${y}`).join(", ")}.` : "";
    return framed(`${similarity.name}: distances between the items`,
      svg(head + side * items.length + 4, 24 + side * items.length + 4, `${similarity.name} as a heat map`,
        `${words(similarity)}. The diagonal is 0.${wordsOf}`, ...parts),
      pairs.length ? "darker: larger; framed: an inverted pair" : "darker: larger");
  };

  // --- partial orders

  const orderPicture = (figure) => {
    const [items, ...pairs] = figure.rows;
    const ahead = new Map(items.map((x) => [x, pairs.filter(([, y]) => y === x).map(([first]) => first)]));
    const levels = new Map();
    const level = (x) => {
      if (!levels.has(x)) {
        levels.set(x, 0);
        levels.set(x, Math.max(0, ...ahead.get(x).map((y) => level(y) + 1)));
      }
      return levels.get(x);
    };
    items.forEach(level);
    const rows = [];
    for (const x of items) (rows[levels.get(x)] ||= []).push(x);
    const half = Math.max(13, (10 + 7.2 * Math.max(...items.map((x) => clipped(x).length), 1)) / 2);
    const most = Math.max(...rows.map((row) => row.length), 1);
    const width = Math.max(most * (2 * half + 26), 120);
    const spot = (x) => {
      const row = rows[levels.get(x)];
      return [width * ((row.indexOf(x) + 0.5) / row.length), 40 + levels.get(x) * 58];
    };
    const has = (x, y) => pairs.some(([a, b]) => a === x && b === y);
    const covers = pairs.filter(([x, y]) => !items.some((z) => has(x, z) && has(z, y)));
    const lines = covers.map(([x, y]) => {
      const [[x1, y1], [x2, y2]] = [spot(x), spot(y)];
      return s("line", { x1, y1: y1 + 13, x2, y2: y2 - 13, class: "line stays cover" });
    });
    return framed(`${figure.name}: what is ahead is above`,
      svg(width, 40 + Math.max(rows.length - 1, 0) * 58 + 26, `${figure.name} as a graph`,
        `Items ${listed(items)}. ${pairs.length ? pairs.map(([x, y]) => `${x} is ahead of ${y}`).join(", ") : "No item is ahead of another"}.`,
        text(width / 2, 14, figure.name, "name"), ...lines, ...items.map((x) => node(...spot(x), x, half))));
  };

  // --- parameters by themselves

  const barPicture = (figure) => {
    const rows = figure.rows;
    const key = 10 + 7.2 * Math.max(...rows.map(([name]) => clipped(name).length), 1);
    const parts = barsOf(rows, 150).flatMap(({ key: name, long: amount, said }, k) => {
      const y = 18 + 28 * k;
      const long = Math.max(amount, 1);
      return [text(key - 6, y + 4.5, clipped(name), "small", "end"),
        s("rect", { x: key, y: y - 9, width: long, height: 18, rx: 2, class: "bar" }),
        text(key + long + 6, y + 4.5, said, "small", "start")];
    });
    return framed(`${figure.name}`, svg(key + 240, 28 * rows.length + 8, `${figure.name} as bars`, `${words(figure)}.`, ...parts));
  };

  axiomatrix.drawing = { ...axiomatrix.drawing, heatMap, orderPicture, barPicture };
})();
