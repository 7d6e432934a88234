"use strict";
// The smallest instances on which two metrics differ, found here in exact numbers: two that they order oppositely, or one
// that breaks an inequality of theirs.
(() => {
  const { compare, parsed } = axiomatrix.fractions;
  const { allRankings } = axiomatrix.values;
  const { Undefined, definitions, value } = axiomatrix.metrics;
  const { completed, entry, evaluated } = axiomatrix.states;

  const MOST_ITEMS = 5; // of rankings
  const POOLS = [[1, 6], [2, 4]]; // the highest grade, and the most documents with such grades
  const BETTER = { score: 1, similarity: 1, loss: -1, distance: -1 }; // whether larger values are better

  /** The lists of some of these documents, as grades, without repetition. */
  const lists = (pool, length) => {
    if (!length) return [[]];
    return [...new Set(pool)].flatMap((grade) => {
      const at = pool.indexOf(grade);
      return lists(pool.toSpliced(at, 1), length - 1).map((rest) => [grade, ...rest]);
    });
  };

  /** The grades of so many documents, highest first. */
  const pools = (size, highest) => (size ? pools(size - 1, highest).flatMap((pool) => (
    Array.from({ length: (pool.at(-1) ?? highest) + 1 }, (_, grade) => [...pool, grade]))) : [[]]);

  const without = (pool, list) => list.reduce((left, grade) => left.toSpliced(left.indexOf(grade), 1), pool);

  /** Sets of instances that a metric can be asked to order, the smallest first: {size, of, states}. */
  const ofRankings = function* rankings() {
    for (let n = 2; n <= MOST_ITEMS; n += 1) {
      const [first] = allRankings(n);
      yield { size: n, states: allRankings(n).map((b) => ({ a: first.order, b: b.order })) };
    }
  };
  const ofLists = function* judged() {
    for (const [highest, most] of POOLS) for (let size = 1; size <= most; size += 1) for (const pool of pools(size, highest)) {
      for (let length = 1; length <= size; length += 1) yield { size, states: lists(pool, length).map((x) => ({ x, missing: without(pool, x) })) };
    }
  };

  /** The parameters that a name says, such as "k = 10, p = 4/5". */
  const parametersOf = (given) => Object.fromEntries((given || "").split(", ").filter(Boolean).map((part) => {
    const [name, text] = part.split(" = ");
    return [name, entry(name, text)];
  }));

  const valueOf = (name, state, parameters) => {
    try {
      const { a, b, x, v } = evaluated(completed({ ...state, ...parameters }));
      return x ? value(name, x, v) : value(name, a, b, v);
    } catch (error) {
      if (error instanceof Undefined) return null;
      throw error;
    }
  };

  /** Which of two values is better: 1 the first, -1 the second, 0 neither, null where that is not known. */
  const preferred = (kind, one, other) => {
    const order = one && other ? compare(one, other) : null;
    return order === null ? null : order * BETTER[kind];
  };

  /** The smallest two instances that two metrics, {name, kind, given}, order oppositely: {states, values, size}, or {size} up to which there are none. */
  const opposite = (metrics) => {
    const isOfRankings = metrics.every(({ name }) => axiomatrix.playable.rankings.has(name));
    const parameters = metrics.map(({ given }) => parametersOf(given));
    let reached = 0;
    for (const { size, states } of isOfRankings ? ofRankings() : ofLists()) {
      const values = states.map((state) => metrics.map(({ name }, k) => valueOf(name, state, parameters[k])));
      for (let i = 0; i < states.length; i += 1) for (let j = i + 1; j < states.length; j += 1) {
        const [f, g] = metrics.map(({ kind }, k) => preferred(kind, values[i][k], values[j][k]));
        if (f && g && f !== g) return { isOfRankings, states: [states[i], states[j]], values: [values[i], values[j]], size, first: f };
      }
      reached = Math.max(reached, size);
    }
    return { isOfRankings, size: reached };
  };

  /** The smallest instance on which an inequality of two metrics, such as f <= c g, is false: {size, state, values}; null if none was found. */
  const violation = (metrics, sign, factor) => {
    const isOfRankings = metrics.every(({ name }) => axiomatrix.playable.rankings.has(name));
    if (!isOfRankings && !metrics.every(({ name }) => axiomatrix.playable.lists.has(name))) return null;
    const parameters = metrics.map(({ given }) => parametersOf(given));
    for (const { size, states } of isOfRankings ? ofRankings() : ofLists()) for (const state of states) {
      const [f, g] = metrics.map(({ name }, k) => valueOf(name, state, parameters[k]));
      const order = f && g ? compare(f, g.times(parsed(factor))) : 0;
      if (order && (order > 0) === (sign === "<=")) return { size, state, values: [f, g] };
    }
    return null;
  };

  const names = [...definitions.keys()];
  const firstOfLists = names.indexOf("precision"); // those of rankings come first, as in the playground
  axiomatrix.playable = { rankings: new Set(names.slice(0, firstOfLists)), lists: new Set(names.slice(firstOfLists)) };
  Object.assign(axiomatrix, { opposite, violation });
})();
