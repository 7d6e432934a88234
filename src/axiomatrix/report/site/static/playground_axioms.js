"use strict";
// The axioms that one pair of rankings, or one list, decides: each as the relations that it asks of it.
(() => {
  const { ZERO, exact, compare, holds } = axiomatrix.fractions;
  const { Judged, allRankings, ranks } = axiomatrix.values;
  const { Undefined, value } = axiomatrix.metrics;

  const MOST_ITEMS_BETWEEN = 4; // up to so many items, all rankings are tried as the third one

  /** A relation that an axiom asks: both sides are evaluated later, since a metric may have no value there. */
  const relation = (left, op, right, where = "") => ({ left, op, right, where });
  const pairsOf = (n) => ranks(n).flatMap((i) => ranks(n).slice(i).map((j) => [i, j]));
  const neighbours = (n) => ranks(n - 1 > 0 ? n - 1 : 0);
  const isDefined = (f) => {
    try {
      f();
      return true;
    } catch (error) {
      if (error instanceof Undefined) return false;
      throw error;
    }
  };
  const midpoint = (low, high) => exact(low).plus(exact(high)).over(exact(2));
  const constantly = (v, n, values) => {
    const changed = { ...v };
    for (const [name, text] of Object.entries(values)) {
      const number = exact(text);
      if (name === "D") changed.D = (x, y) => (x === y ? ZERO : number);
      else changed[name] = Array(n + 1).fill(number);
    }
    return changed;
  };
  const scaled = (v, name, c) => ({ ...v, [name]: name === "D" ? (x, y) => v.D(x, y).times(c) : v[name].map((one) => one && one.times(c)) });

  // --- of two rankings; d is the metric with its parameters

  const between = (d, { a, b }, side) => (a.n > MOST_ITEMS_BETWEEN ? [] : allRankings(a.n).map((c) => relation(
    () => side(d(a, b)), "<=", () => side(d(a, c)).plus(side(d(c, b))), `through ${c.order.join(" > ")}`)));

  const OF_RANKINGS = {
    "non-negativity": (d, { a, b }) => [relation(() => d(a, b), ">=", () => ZERO)],
    "zero-on-equal": (d, { a }) => [relation(() => d(a, a), "==", () => ZERO)],
    "separation": (d, { a, b }) => (a.equals(b) ? [] : [relation(() => d(a, b), "!=", () => ZERO)]),
    "symmetry": (d, { a, b }) => [relation(() => d(a, b), "==", () => d(b, a))],
    "triangle-inequality": (d, pair) => between(d, pair, (one) => one),
    "reversal-invariance": (d, { a, b }) => [relation(() => d(a.reversed, b.reversed), "==", () => d(a, b))],
    "maximum-at-reversal": (d, { a, b }) => [relation(() => d(a, b), "<=", () => d(a, a.reversed))],
    "bruhat-monotone": (d, { a, b }) => neighbours(a.n).filter((i) => a.at(b.order[i - 1]) < a.at(b.order[i]))
      .map((i) => relation(() => d(a, b.exchanged(i, i + 1)), ">=", () => d(a, b), `positions ${i} and ${i + 1} of b swapped`)),
    "lower-bound": (d, { a, b }, { other, factor }) => [relation(() => d(a, b), ">=", () => d.other(other)(a, b).times(exact(factor)))],
    "upper-bound": (d, { a, b }, { other, factor }) => [relation(() => d(a, b), "<=", () => d.other(other)(a, b).times(exact(factor)))],
    "bound-attained-by-rotations": (d, { a }, { other, factor }) => neighbours(a.n).map((k) => relation(
      () => d(a, a.rotated(k)), "==", () => d.other(other)(a, a.rotated(k)).times(exact(factor)), `a against a with its first ${k} moved behind`)),
    "generalizes": (d, { a, b }, { other, ...values }) => [relation(
      () => d.under(constantly(d.v, a.n, values))(a, b), "==", () => d.other(other)(a, b))],
    "scale-free": (d, { a, b }, { parameter, degree }) => [relation(
      () => d.under(scaled(d.v, parameter, exact(2)))(a, b), "==", () => d(a, b).times(exact(2).power(degree)), `${parameter} doubled`)],
    "top-heaviness": (d, { a }) => (ranks(a.n).slice(2).some((i) => compare(d.v.delta[i - 1], d.v.delta[i]) < 0) ? [] : pairsOf(a.n - 1)
      .map(([i, j]) => relation(() => d(a, a.exchanged(i, i + 1)), ">=", () => d(a, a.exchanged(j, j + 1)), `positions ${i}, ${i + 1} and ${j}, ${j + 1} of a`))),
    "free-swap": (d, { a, b }) => neighbours(a.n).filter((i) => d.v.D(b.order[i - 1], b.order[i]).sign === 0)
      .map((i) => relation(() => d(a, b.exchanged(i, i + 1)), "==", () => d(a, b), `positions ${i} and ${i + 1} of b swapped`)),
    "equals": (d, { a, b, x }, { other, scale, shift }) => {
      const given = x ? [x] : [a, b];
      return [relation(() => d(...given), "==", () => d.other(other)(...given).times(exact(scale)).plus(exact(shift)))];
    },
    "lies-between": (d, { a, b }, { low, high }) => [relation(() => d(a, b).minus(midpoint(low, high)).abs(), "<=", () => exact(high).minus(midpoint(low, high)))],
    "value-on-reversed": (d, { a }, { value: wanted }) => [relation(() => d(a, a.reversed), "==", () => exact(wanted))],
    "place-invariance": (d, { a }, { step }) => pairsOf(a.n - step).map(([i, j]) => relation(() => d(a, a.exchanged(i, i + step)), "==",
      () => d(a, a.exchanged(j, j + step)), `positions ${i}, ${i + step} and ${j}, ${j + step} of a`)),
    "correlation-range": (r, { a, b }) => [relation(() => r(a, b).abs(), "<=", () => exact(1))],
    "one-on-equal": (r, { a }) => [relation(() => r(a, a), "==", () => exact(1))],
    "minus-one-on-reversed": (r, { a }) => [relation(() => r(a, a.reversed), "==", () => exact(-1))],
    "antisymmetry": (r, { a, b }) => [relation(() => r(a, b.reversed), "==", () => r(a, b).times(exact(-1)))],
    "correlation-symmetry": (r, { a, b }) => [relation(() => r(a, b), "==", () => r(b, a))],
    "one-minus-triangle": (r, pair) => between(r, pair, (one) => exact(1).minus(one)),
  };

  // --- of a list; m is the metric with its parameters

  const lessRelevant = (m, g, h) => g < h && m.unjudged !== g && m.unjudged !== h;
  const unequal = (m, g, h) => g !== h && m.unjudged !== g && m.unjudged !== h;
  const exchange = (m, x, op, isAsked) => pairsOf(x.n).filter(([i, j]) => isAsked(i, j))
    .map(([i, j]) => relation(() => m(x), op, () => m(x.exchanged(i, j)), `ranks ${i} and ${j} exchanged`));
  const replace = (m, x, op, last) => x.ranks(last).flatMap((i) => x.missing.map((g, k) => [i, k + 1, g]))
    .filter(([i, , g]) => lessRelevant(m, x.at(i), g))
    .map(([i, j, g]) => relation(() => m(x), op, () => m(x.replaced(i, j)), `the missing ${g} at rank ${i}`));
  const deeper = (m, x) => relation(() => m(x), "<=", () => m.under({ ...m.v, k: m.v.k + 1 })(x), `cut at ${m.v.k} and at ${m.v.k + 1}`);
  const otherGrade = (m, g) => m.levels.find((level) => level > 0 && level !== g) ?? 2 * g;

  const OF_LISTS = {
    "range-zero-one": (m, { x }) => [relation(() => m(x), ">=", () => ZERO), relation(() => m(x), "<=", () => exact(1))],
    "ideal-attains-maximum": (m, { x }) => [relation(() => m(x), "<=", () => m(x.bestList), "the ideal list")],
    "ideal-is-one": (m, { x }) => (x.R > 0 && !x.missing.length && x.equals(x.ideal) ? [relation(() => m(x), "==", () => exact(1))] : []),
    "worst-attains-minimum": (m, { x }) => [relation(() => m(x), ">=", () => m(x.worstList), "the worst list")],
    "swap": (m, { x }) => exchange(m, x, "<=", (i, j) => lessRelevant(m, x.at(i), x.at(j))),
    "swap-strict": (m, { x }) => exchange(m, x, "<", (i, j) => lessRelevant(m, x.at(i), x.at(j)) && i <= m.depth(x)),
    "top-weightedness": (m, { x }) => exchange(m, x, "<", (i, j) => lessRelevant(m, x.at(i), x.at(j)) && j <= m.depth(x)),
    "priority": (m, { x }) => exchange(m, x, "<", (i, j) => j === i + 1 && i < m.depth(x) && lessRelevant(m, x.at(i), x.at(j))),
    "order-inside-top-matters": (m, { x }) => exchange(m, x, "!=", (i, j) => unequal(m, x.at(i), x.at(j)) && j <= m.depth(x)),
    "ignores-order-inside-top": (m, { x }) => exchange(m, x, "==", (i, j) => unequal(m, x.at(i), x.at(j)) && j <= m.depth(x)),
    "replacement": (m, { x }) => replace(m, x, "<=", x.n),
    "replacement-strict": (m, { x }) => replace(m, x, "<", m.depth(x)),
    "consistency-in-relevance": (m, { x }) => x.ranks().filter((i) => x.at(i) <= 0 && x.at(i) !== m.unjudged)
      .flatMap((i) => m.levels.filter((g) => g > 0).map((g) => relation(() => m(x), "<=", () => m(x.regraded(i, g)), `rank ${i} judged ${g}`))),
    "better-if-all-are-better": (m, { x }) => {
      const positive = m.levels.filter((level) => level > 0);
      const higher = positive.find((level) => level > x.at(1)) ?? (positive.length === 1 ? 2 * x.at(1) : 0);
      if (x.missing.length || new Set(x.grades).size !== 1 || x.at(1) <= 0 || !higher) return [];
      return [relation(() => m(x), "<", () => m(new Judged(x.grades.map(() => higher))), `every rank judged ${higher}`)];
    },
    "monotone-in-depth": (m, { x }) => {
      if (m.v.k && m.hasCutOff) return m.v.k < x.n ? [deeper(m, x)] : [];
      return m.levels.filter((g) => g <= 0 || x.missing.includes(g)).map((g) => relation(() => m(x), "<=",
        () => m(g > 0 ? x.fetched(x.missing.indexOf(g) + 1) : x.extended(g)), `one more item, of grade ${g}, at the end`));
    },
    "padding": (m, { x }) => [relation(() => m(x), "==", () => m(x.extended(0)), "an irrelevant item added at the end")],
    "appending-relevant": (m, { x }) => x.missing.flatMap((g, k) => (g > 0 ? [relation(() => m(x), "<=", () => m(x.fetched(k + 1)), `the missing ${g} at the end`)] : [])),
    "ideal-from-judgments": (m, { x }) => x.missing.flatMap((g, k) => ranks(x.n + 1)
      .filter((i) => g > 0 && x.grades.slice(i - 1).every((h) => h <= g && h !== m.unjudged))
      .map((i) => relation(() => m(x), "<=", () => m(x.inserted(i, k + 1)), `the missing ${g} put in at rank ${i}`))),
    "convergence": (m, { x }) => {
      const top = m.depth(x);
      const inside = exchange(m, x, "<", (i, j) => i <= top && j > top && lessRelevant(m, x.at(i), x.at(j)));
      return [...inside, ...replace(m, x, "<", top)];
    },
    "localization": (m, { x }) => {
      const first = new Judged(x.grades.slice(0, m.depth(x)));
      const alone = isDefined(() => m(first)) ? first : new Judged(first.grades, [Math.max(...m.levels)]);
      return alone.equals(x) ? [] : [relation(() => m(x), "==", () => m(alone), `the first ${first.n} alone`)];
    },
    "completeness": (m, { x }) => (x.R === 0 ? [relation(() => exact(isDefined(() => m(x)) ? 1 : 0), "==", () => exact(1), "1 if it has a value")] : []),
    "without-results": (m, { x }, { value: wanted }) => {
      const empty = new Judged([], x.missing);
      if (!x.missing.some((g) => g > 0)) return [];
      return [isDefined(() => m(empty)) ? relation(() => m(empty), "==", () => exact(wanted), "nothing listed") : relation(() => ZERO, "==", () => exact(1), "nothing listed: no value")];
    },
    "deepness": (m, { x }) => {
      const correction = (i) => i < m.depth(x) && lessRelevant(m, x.at(i), x.at(i + 1));
      return pairsOf(x.n - 1).filter(([i, j]) => correction(j) && x.at(i) === x.at(j) && x.at(i + 1) === x.at(j + 1))
        .map(([i, j]) => relation(() => m(x.exchanged(i, i + 1)), ">", () => m(x.exchanged(j, j + 1)), `ranks ${i}, ${i + 1} and ${j}, ${j + 1} corrected`));
    },
    "confidence": (m, { x }) => (!x.relevant() || (m.hasCutOff && x.n >= m.v.k) ? []
      : [relation(() => m(x), ">", () => m(x.extended(0)), "an irrelevant item added at the end")]),
    "monotone-in-cut-off": (m, { x }) => [deeper(m, x)],
    "set-completeness": (m, { x }) => (x.R === 0 || x.missing.length || m.depth(x) < x.n ? [] : [relation(() => m(x), "==", () => exact(1))]),
    "ignores-levels": (m, { x }) => x.ranks().filter((i) => x.at(i) > 0).map((i) => relation(() => m(x), "==",
      () => m(x.regraded(i, otherGrade(m, x.at(i)))), `rank ${i} judged ${otherGrade(m, x.at(i))}`)),
    "binary-special-case": (m, { x }, { other }) => (x.all.every((g) => g === 0 || g === 1) ? [relation(() => m(x), "==", () => m.other(other)(x))] : []),
  };
  const AXIOMS = new Map(Object.entries({ ...OF_RANKINGS, ...OF_LISTS }));

  // --- deciding

  /** The metric with its parameters v, as the axioms above take it; about is its line in the block of data. */
  const metricUnder = (about, v) => Object.assign((...given) => value(about.name, ...given, v), {
    v,
    levels: about.levels || [],
    unjudged: about.levels?.includes(-1) ? -1 : undefined,
    hasCutOff: about.parameters.includes("k"),
    depth: (x) => (about.parameters.includes("k") ? Math.min(v.k, x.n) : x.n),
    other: (name) => (...given) => value(name, ...given, v),
    under: (changed) => metricUnder(about, changed),
  });

  /** Why nothing is asked of the metric in a state that is outside its spaces; an empty text where it is asked. */
  const outside = ({ levels, parameters }, { x, brokenTriple }) => {
    if (parameters.includes("D") && brokenTriple) return `since ${brokenTriple}, so that D is no metric`;
    if (!x || !levels) return "";
    const isGraded = levels.length > 2 && !levels.includes(-1);
    const strange = x.all.find((g) => (isGraded ? g < 0 : !levels.includes(g)));
    return strange === undefined ? "" : `whose lists have the grades ${[...levels].sort((g, h) => g - h).join(", ")} only`;
  };

  /** What one axiom comes to in a state: the first relation that fails, or the first of those that hold; null if it asks nothing. */
  const decide = (about, [id, settings], state) => {
    const m = metricUnder(about, state.v);
    let [first, cases] = [null, 0];
    for (const { left, op, right, where } of AXIOMS.get(id)(m, state, settings)) {
      try {
        const [lhs, rhs] = [exact(left()), exact(right())];
        const standing = holds(lhs, op, rhs);
        cases += 1;
        if (standing === false) return { id, settings, lhs, op, rhs, where, standing, cases };
        if (first === null || (first.standing && standing === null)) first = { id, settings, lhs, op, rhs, where, standing };
      } catch (error) {
        if (!(error instanceof Undefined)) throw error; // a case without a value is none
      }
    }
    return first && { ...first, cases };
  };

  /** All statements about a metric that the state decides. */
  const decided = (about, state) => (outside(about, state) ? []
    : about.statements.filter(([id]) => AXIOMS.has(id)).map((statement) => decide(about, statement, state)).filter(Boolean));

  axiomatrix.decisions = { decided, outside, names: [...AXIOMS.keys()] };
})();
