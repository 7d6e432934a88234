"use strict";
// What is tried in the playground, and its text in the address: #a=2,1,3&b=1,2,3&w=1,2,1, or #x=1,0,1&missing=1&k=3.
(() => {
  const { ONE, ZERO, exact, parsed, compare } = axiomatrix.fractions;
  const { Judged, Ranking, ranks } = axiomatrix.values;
  const { CONVENTIONS, definitions } = axiomatrix.metrics;

  const MOST_ITEMS = 10;
  const MOST_RANKS = 12;
  const MOST_CHARACTERS = 1500;
  const [LOWEST_GRADE, HIGHEST_GRADE] = [-1, 9];

  /** What is wrong with an address or an entry, in words that can be shown. */
  class Refused extends Error {}

  const refuse = (condition, reason) => { if (condition) throw new Refused(reason); };
  const listOf = (text) => (text === "" ? [] : text.split(","));
  const isWhole = (text, low, high) => /^-?\d{1,2}$/.test(text) && Number(text) >= low && Number(text) <= high;

  /** Pairs of items in the order in which the entries of D stand. */
  const pairsOfItems = (n) => ranks(n).flatMap((x) => ranks(n).slice(x).map((y) => [x, y]));

  const RANKINGS = { a: [1, 2, 3, 4], b: [2, 4, 1, 3], pbar: "one", p: "9/10", m: "" };
  const LIST = { x: [1, 0, 0, 1], missing: [1], k: 3, top: 2, p: "4/5", beta: "1", m: "" };

  // --- reading

  const order = (name, text) => {
    const items = listOf(text);
    refuse(items.length < 1 || items.length > MOST_ITEMS, `${name} has ${items.length} items; it must have 1 to ${MOST_ITEMS}`);
    const numbers = items.map(Number);
    refuse(items.some((one) => !isWhole(one, 1, items.length)) || new Set(numbers).size < items.length,
      `${name} must list the items 1 to ${items.length}, each once, best first`);
    return numbers;
  };

  const grades = (name, text) => {
    const listed = listOf(text);
    refuse(listed.length > MOST_RANKS, `${name} has ${listed.length} items; it may have ${MOST_RANKS}`);
    refuse(listed.some((one) => !isWhole(one, LOWEST_GRADE, HIGHEST_GRADE)), `${name} must list grades from ${LOWEST_GRADE} to ${HIGHEST_GRADE}`);
    return listed.map(Number);
  };

  const whole = (high) => (name, text) => {
    refuse(!isWhole(text, 1, high), `${name} must be a whole number from 1 to ${high}`);
    return Number(text);
  };

  const number = (name, text) => {
    const parsedNumber = parsed(text);
    refuse(parsedNumber === null || parsedNumber.sign < 0, `${name} must be a number that is not negative, such as 2, 1/2 or 0.25`);
    return parsedNumber;
  };

  const ENTRIES = {
    a: order,
    b: order,
    x: grades,
    missing: grades,
    k: whole(99),
    top: whole(HIGHEST_GRADE),
    pbar: (name, text) => {
      refuse(!CONVENTIONS.includes(text), `${name} must be one of ${CONVENTIONS.join(", ")}`);
      return text;
    },
    p: (name, text) => {
      const parsedNumber = number(name, text);
      refuse(!parsedNumber.sign || compare(parsedNumber, ONE) >= 0, `${name} must be between 0 and 1`);
      return parsedNumber;
    },
    beta: (name, text) => {
      const parsedNumber = number(name, text);
      refuse(!parsedNumber.sign, `${name} must be above 0`);
      return parsedNumber;
    },
    m: (name, text) => {
      refuse(!definitions.has(text), "m must be one of the playground's metrics");
      return text;
    },
    w: (name, text) => listOf(text).map((one) => number("a weight in w", one)),
    delta: (name, text) => listOf(text).map((one) => number("a weight in delta", one)),
    D: (name, text) => listOf(text).map((one) => number("a distance in D", one)),
  };
  const OF_RANKINGS = ["a", "b", "pbar", "p", "w", "delta", "D", "m"];
  const OF_LIST = ["x", "missing", "k", "top", "p", "beta", "m"];

  /** The value of one entry; throws Refused. */
  const entry = (name, text) => ENTRIES[name](name, text.trim());

  const VECTORS = { w: (n) => n, delta: (n) => n - 1, D: (n) => (n * (n - 1)) / 2 };
  const unit = (length) => Array(length).fill(ONE);

  /** A state in which everything that is not given is as it is at first. */
  const completed = (given) => {
    if (given.x || given.missing) return { isList: true, ...LIST, p: exact(LIST.p), beta: exact(LIST.beta), ...given };
    const items = given.a || given.b;
    const same = items ? { a: items, b: items } : {};
    const state = { isList: false, ...RANKINGS, p: exact(RANKINGS.p), ...same, ...given };
    const n = state.a.length;
    refuse(state.b.length !== n, `a has ${n} items and b ${state.b.length}; they must rank the same items`);
    for (const [name, length] of Object.entries(VECTORS)) {
      state[name] ||= unit(length(n));
      refuse(state[name].length !== length(n), `${name} has ${state[name].length} entries; for ${n} items it must have ${length(n)}`);
    }
    return state;
  };

  /** The state that an address says after the #; throws Refused. */
  const read = (hash) => {
    refuse(hash.length > MOST_CHARACTERS, "it is too long");
    const given = {};
    for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
      refuse(!Object.hasOwn(ENTRIES, name), "it names something that the playground does not have");
      refuse(Object.hasOwn(given, name), `it gives ${name} twice`);
      given[name] = entry(name, text);
    }
    const names = Object.keys(given);
    const others = given.x || given.missing ? OF_RANKINGS : OF_LIST;
    const own = given.x || given.missing ? OF_LIST : OF_RANKINGS;
    refuse(names.some((name) => others.includes(name) && !own.includes(name)), "it mixes rankings and a list");
    return completed(given);
  };

  // --- writing

  const text = (value) => (Array.isArray(value) ? value.join(",") : `${value}`);

  /** The address of a state: what is as at first is left out, but for the rankings or the list. */
  const written = (state) => {
    const usual = state.isList ? LIST : { ...RANKINGS, ...Object.fromEntries(Object.entries(VECTORS).map(([name, length]) => [name, unit(length(state.a.length))])) };
    const always = ["a", "b", "x", "missing"];
    const kept = (state.isList ? OF_LIST : OF_RANKINGS).filter((name) => always.includes(name) || text(state[name]) !== text(usual[name]));
    return `#${kept.map((name) => `${name}=${text(state[name])}`).join("&")}`;
  };

  // --- what metrics take

  /** The first x, y, z with D[x, z] > D[x, y] + D[y, z] in words; empty if there are none. */
  const brokenTriple = (n, D) => {
    const triples = pairsOfItems(n).flatMap(([x, z]) => ranks(n).filter((y) => y !== x && y !== z).map((y) => [x, y, z]));
    const found = triples.find(([x, y, z]) => compare(D(x, z), D(x, y).plus(D(y, z))) > 0);
    if (!found) return "";
    const [x, y, z] = found;
    return `D[${x}, ${z}] = ${D(x, z)} is more than D[${x}, ${y}] + D[${y}, ${z}] = ${D(x, y).plus(D(y, z))}`;
  };

  /** The arguments and the parameters v of a state. */
  const evaluated = (state) => {
    if (state.isList) return { x: new Judged(state.x, state.missing), v: state };
    const [a, b] = [new Ranking(state.a), new Ranking(state.b)];
    const distances = new Map(pairsOfItems(a.n).map((pair, k) => [`${pair}`, state.D[k]]));
    const D = (x, y) => (x === y ? ZERO : distances.get(x < y ? `${x},${y}` : `${y},${x}`));
    const v = { w: [undefined, ...state.w], delta: [undefined, undefined, ...state.delta], D, p: state.p, pbar: state.pbar };
    return { a, b, v, brokenTriple: brokenTriple(a.n, D) };
  };

  axiomatrix.states = { MOST_ITEMS, MOST_RANKS, LOWEST_GRADE, HIGHEST_GRADE, Refused, completed, entry, evaluated, pairsOfItems, read, written };
})();
