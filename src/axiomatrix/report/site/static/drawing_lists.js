"use strict";
// Judged lists, runs, scored lists and scores as bars by rank, with what an axiom changed of them.
(() => {
  const { h, s } = axiomatrix;
  const { size, finite, short, barsOf, clipped, listed, pairsOf, words, text, svg, framed } = axiomatrix.drawing;
  const STEP = 36; // from one rank to the next
  const TALL = 46; // of the largest grade

  // --- lists with grades or scores, as bars by rank

  /** The rows of bars that a list consists of: {label, made, bars: [{value, class}], rest: [{value}], marks}. */
  const strips = (figure) => {
    const bar = (value) => ({ value });
    const label = figure.name;
    if (figure.kind === "run") {
      return pairsOf(figure.rows).map(([grades, missing], k) => (
        { label: `${label}, ${k + 1}`, bars: grades.map(bar), rest: missing.map(bar) }));
    }
    if (figure.kind === "scored list") {
      const [grades, scores, missing] = figure.rows;
      return [{ label, bars: scores.map((value, k) => ({ value, grade: grades[k] })), rest: missing.map((grade) => ({ value: "", grade })) }];
    }
    if (figure.kind === "scores") return [{ label, bars: figure.rows[0].map(bar), rest: [] }];
    return [{ label, bars: figure.rows[0].map(bar), rest: figure.rows[1].map(bar) }];
  };

  const sameBar = (one, other) => one && other && one.value === other.value && one.grade === other.grade;

  /** Marks what is different from the first strip; the places of the ranks that are. */
  const changes = (strip, base) => {
    const changed = strip.bars.map((bar, k) => (sameBar(bar, base.bars[k]) ? -1 : k)).filter((k) => k >= 0);
    const left = base.rest.map(({ value, grade }) => `${value} ${grade}`);
    const added = strip.rest.map(({ value, grade }, k) => {
      const at = left.indexOf(`${value} ${grade}`);
      if (at < 0) return k;
      left.splice(at, 1);
      return -1;
    }).filter((k) => k >= 0);
    return { changed: new Set(changed), added: new Set(added) };
  };

  const gradeBar = (x, base, { value, grade }, scale, kind) => {
    const amount = finite(size(value || "0")) * scale;
    const tall = Math.max(Math.abs(amount), 2.5);
    const up = amount >= 0;
    const said = value === "" ? "" : short(value, undefined, 5);
    const parts = [s("rect", { x: x - 11, y: up ? base - tall : base, width: 22, height: tall, rx: 2, class: `grade ${kind}` })];
    parts.push(text(x, (up ? base - tall : base + tall + 14) - (up ? 5 : 0), said, "small"));
    if (grade !== undefined) {
      const cy = base + 12;
      parts.push(s("circle", { cx: x, cy, r: 8.5, class: Number(grade) > 0 ? "judged" : "judged empty" }),
        text(x, cy + 4, grade, Number(grade) > 0 ? "tiny over" : "tiny"));
    }
    return parts;
  };

  const listPicture = (figures, parameters, cutOff) => {
    const scored = figures[0].kind === "scored list";
    const scores = figures[0].kind === "scores";
    const all = figures.map((figure) => strips(figure).map((strip) => ({ ...strip, figure }))).flat();
    const base = all[0];
    const isRun = figures[0].kind === "run";
    const numbers = all.flatMap(({ bars, rest }) => [...bars, ...rest].map(({ value }) => finite(size(value || "0"))));
    const [high, low] = [Math.max(...numbers, 0), Math.min(...numbers, 0)];
    const scale = TALL / (Math.max(high, -low) || 1);
    const above = high * scale + 20;
    const below = (low < 0 ? -low * scale + 16 : 0) + (scored ? 22 : 0);
    const n = Math.max(...all.map(({ bars }) => bars.length), 1);
    const most = Math.max(...all.map(({ rest }) => rest.length));
    const along = parameters.find(({ kind, rows }) => kind === "position weights" && rows.length);
    const labels = [...all.map(({ label }) => label), ...along ? [along.name] : []];
    const left = 14 + 8 * Math.max(...labels.map((label) => clipped(label, 14).length), 2);
    const x = (k) => left + STEP * (k + 0.5);
    const restX = (k) => left + STEP * n + 34 + STEP * (k + 0.5);
    const parts = [];
    const said = [];
    let y = 8;
    if (along) {
      y += 40;
      const shown = along.rows.filter(([key]) => Number(key) <= n);
      parts.push(text(left - 8, y, clipped(along.name, 14), "name", "end"));
      for (const { key, long, said: value } of barsOf(shown, 24, 5)) {
        const tall = Math.max(long, 1);
        parts.push(s("rect", { x: x(Number(key) - 1) - 11, y: y - tall, width: 22, height: tall, class: "bar place", rx: 2 }),
          text(x(Number(key) - 1), y - tall - 4, value, "tiny"));
      }
      y += 10;
      said.push(`${along.name}: ${words(along)}.`);
    }
    const cut = cutOff && Number(cutOff.rows[0][0]);
    const isCut = cut > 0 && cut <= n && !scored && !scores;
    if (isCut) y += 12;
    const start = y;
    for (const strip of all) {
      const isBase = strip === base || isRun || strip.figure.role !== "made";
      const { changed, added } = isBase ? { changed: new Set(), added: new Set() } : changes(strip, base);
      const baseline = y + above;
      parts.push(text(left - 8, baseline - 4, clipped(strip.label, 14), strip.figure.role === "made" ? "name made" : "name", "end"));
      const end = left + STEP * Math.max(strip.bars.length, 1);
      parts.push(s("line", { x1: left, x2: end, y1: baseline, y2: baseline, class: "axis" }));
      if (!strip.bars.length) parts.push(text(left + 4, baseline - 5, "empty", "small soft", "start"));
      strip.bars.forEach((bar, k) => {
        parts.push(...gradeBar(x(k), baseline, bar, scale, changed.has(k) ? "changed" : ""),
          text(x(k), baseline + below + 15, String(k + 1), "tiny soft"));
        if (changed.has(k)) {
          const at = baseline + below + 21;
          parts.push(s("path", { d: `M${x(k)} ${at}l6 9h-12z`, class: "mark" }));
        }
      });
      strip.rest.forEach((bar, k) => {
        parts.push(...gradeBar(restX(k), baseline, bar, scale, added.has(k) ? "missing changed" : "missing"));
      });
      if (strip.rest.length) {
        parts.push(s("line", { x1: restX(0) - 26, x2: restX(0) - 26, y1: y + 4, y2: baseline + 6, class: "axis apart" }),
          text(restX(0) - 18, baseline + below + 15, "missing", "tiny soft", "start"));
      }
      const where = [...changed].map((k) => k + 1);
      said.push(`${strip.label}: ${stripWords(strip)}` + (where.length ? ` Different from ${base.label} at ${where.join(", ")}.` : ""));
      y = baseline + below + 38;
    }
    if (isCut) {
      parts.push(s("line", { x1: left + STEP * cut, x2: left + STEP * cut, y1: start, y2: y - 20, class: "cut" }),
        text(left + STEP * cut, start - 4, `${cutOff.name} = ${cutOff.rows[0][0]}`, "tiny cut"));
      said.push(`The cut-off is ${cutOff.name} = ${cut}.`);
    }
    const anyChange = all.some((strip) => strip.figure.role === "made" && !isRun
      && (changes(strip, base).changed.size || changes(strip, base).added.size));
    const names = figures.map(({ name }) => name).join(", ");
    const what = scored ? "scores as bars in input order, below them the grades" : scores ? "a score for each item"
      : "grades by rank, 1 is the top of the list";
    return framed(`${names}: ${what}`,
      svg(left + STEP * n + (most ? 34 + STEP * most : 0) + 40, y - 4, `${names} as bars`, said.join(" "), ...parts),
      [anyChange ? h("span", null, "triangle and frame: different from ", base.label, ". ") : null,
        most ? h("span", null, "Dashed: in the collection, missing from the list.") : null]);
  };

  const stripWords = ({ bars, rest }) => {
    const each = bars.map(({ value, grade }, k) => (grade === undefined ? `${k + 1}: ${value}` : `${k + 1}: score ${value}, grade ${grade}`));
    return `${listed(each)}.${rest.length ? ` Missing from the list: ${rest.map(({ value, grade }) => grade ?? value).join(", ")}.` : ""}`;
  };

  axiomatrix.drawing = { ...axiomatrix.drawing, listPicture };
})();
