"use strict";
// The playground's metrics under the catalogue's names, one short function each; exact where no logarithm or root enters.
(() => {
  const { ZERO, ONE, exact, sum, ratio, overLog2, root } = axiomatrix.fractions;
  const { ranks } = axiomatrix.values;

  /** Thrown where a metric has no value. */
  class Undefined extends Error {}

  const needs = (condition, reason) => { if (!condition) throw new Undefined(reason); };
  const quotient = (p, q) => exact(p).over(exact(q));
  const inverted = (a, b) => a.pairs.filter(([x, y]) => b.at(x) > b.at(y));
  const moves = (a, b) => a.items.map((x) => Math.abs(a.at(x) - b.at(x)));
  const product = (...factors) => factors.reduce((total, one) => total.times(exact(one)), ONE);

  // --- rankings

  /** sum over x of share(x) |weight of the items ahead of x in a - the same in b| */
  const displaced = (a, b, share, weight) => sum(a.items, (x) => {
    const passed = (ranking) => sum(ranking.ahead(x), (y) => weight(x, y));
    return share(x).times(passed(a).minus(passed(b)).abs());
  });

  /** pbar_x = (p_i - p_j) / (i - j) for x at position i in a and j in b; where i = j by the convention. */
  const swapCosts = (a, b, { delta, pbar }) => {
    const { n } = a;
    const cost = (i) => sum(ranks(i).slice(1), (j) => delta[j]);
    const fixed = {
      one: () => ONE,
      zero: () => ZERO,
      next: (i) => (n === 1 ? ZERO : delta[Math.min(i + 1, n)]),
      local: (i) => {
        const sides = [i, i + 1].filter((k) => k >= 2 && k <= n);
        return n === 1 ? ZERO : sum(sides, (k) => delta[k]).over(exact(sides.length));
      },
    }[pbar];
    return new Map(a.items.map((x) => {
      const [i, j] = [a.at(x), b.at(x)];
      return [x, i === j ? fixed(i) : cost(i).minus(cost(j)).over(exact(i - j))];
    }));
  };

  const kendallPosition = (a, b, v) => {
    const p = swapCosts(a, b, v);
    return sum(inverted(a, b), ([x, y]) => product(p.get(x), p.get(y)));
  };
  const footrulePosition = (a, b, v) => {
    const p = swapCosts(a, b, v);
    return displaced(a, b, (x) => p.get(x), (x, y) => p.get(y));
  };
  const kendallGeneral = (a, b, v) => {
    const p = swapCosts(a, b, v);
    return sum(inverted(a, b), ([x, y]) => product(v.w[x], v.w[y], p.get(x), p.get(y), v.D(x, y)));
  };
  const footruleGeneral = (a, b, v) => {
    const p = swapCosts(a, b, v);
    const weight = (x) => product(v.w[x], p.get(x));
    return displaced(a, b, weight, (x, y) => product(weight(y), v.D(x, y)));
  };

  /** sum over x of |D to the items at positions 1..a(x) + shift of a - the same up to b(x) + shift| */
  const passedIn = (a, b, D, shift) => sum(a.items, (x) => {
    const upTo = (i) => sum(a.order.slice(0, i + shift), (y) => D(x, y));
    return upTo(a.at(x)).minus(upTo(b.at(x))).abs();
  });

  const cycles = (a, b) => {
    const seen = new Set();
    return a.items.filter((x) => {
      const isNew = !seen.has(x);
      for (let y = x; !seen.has(y); y = a.order[b.at(y) - 1]) seen.add(y);
      return isNew;
    }).length;
  };

  /** The length of a longest sequence of items in the same order in both. */
  const longestCommon = (a, b) => {
    const longest = new Map(); // of those that end with the item
    for (const x of a.order) longest.set(x, 1 + Math.max(0, ...a.ahead(x).filter((y) => b.at(y) < b.at(x)).map((y) => longest.get(y))));
    return Math.max(0, ...longest.values());
  };

  const agreement = (a, b, d) => quotient(a.order.slice(0, d).filter((x) => b.at(x) <= d).length, d);
  const squares = (a, b) => moves(a, b).reduce((total, d) => total + d * d, 0);
  const needsTwo = (a) => needs(a.n >= 2, "fewer than two items have no pair: 0/0");
  const tauAp = (a, b) => {
    needsTwo(a);
    const right = (x) => b.ahead(x).filter((y) => a.at(y) < a.at(x)).length;
    return quotient(2, a.n - 1).times(sum(b.order.slice(1), (x) => quotient(right(x), b.at(x) - 1))).minus(ONE);
  };
  const weightedTau = (a, b) => {
    needsTwo(a);
    const weight = ([x, y]) => quotient(1, a.at(x)).plus(quotient(1, a.at(y)));
    return sum(a.pairs, (pair) => weight(pair).times(exact(b.at(pair[0]) < b.at(pair[1]) ? 1 : -1))).over(sum(a.pairs, weight));
  };
  const symmetric = (f) => (a, b) => f(a, b).plus(f(b, a)).over(exact(2));
  const discounted = (a, p, term) => ONE.minus(p).times(sum(ranks(a.n), (d) => p.power(d - 1).times(term(d))));
  const rankGain = (a, b) => sum(b.order, (x) => overLog2(a.n - a.at(x), b.at(x) + 1));

  const RANKINGS = {
    "kendall": (a, b) => inverted(a, b).length,
    "footrule": (a, b) => sum(moves(a, b)),
    "spearman-distance[squared]": (a, b) => squares(a, b),
    "spearman-distance[root]": (a, b) => root(squares(a, b)),
    "l-infinity": (a, b) => Math.max(0, ...moves(a, b)),
    "hamming": (a, b) => moves(a, b).filter((d) => d > 0).length,
    "cayley": (a, b) => a.n - cycles(a, b),
    "ulam": (a, b) => a.n - longestCommon(a, b),
    "kendall-element": (a, b, { w }) => sum(inverted(a, b), ([x, y]) => w[x].times(w[y])),
    "footrule-element": (a, b, { w }) => displaced(a, b, (x) => w[x], (x, y) => w[y]),
    "kendall-position": kendallPosition,
    "footrule-position": footrulePosition,
    "kendall-similarity": (a, b, { D }) => sum(inverted(a, b), ([x, y]) => D(x, y)),
    "footrule-similarity[deck]": (a, b, { D }) => displaced(a, b, () => ONE, D),
    "footrule-similarity[le]": (a, b, { D }) => passedIn(a, b, D, 0),
    "footrule-similarity[lt]": (a, b, { D }) => passedIn(a, b, D, -1),
    "footrule-similarity[passed]": (a, b, { D }) => sum(a.items, (x) => {
      const [i, j] = [a.at(x), b.at(x)];
      return sum(i < j ? a.order.slice(i, j) : a.order.slice(j - 1, i - 1), (y) => D(x, y));
    }),
    "kendall-general": kendallGeneral,
    "footrule-general": footruleGeneral,
    "kendall-normalised": (a, b) => (needsTwo(a), quotient(2 * inverted(a, b).length, a.n * (a.n - 1))),
    "footrule-normalised": (a, b) => (needsTwo(a), sum(moves(a, b)).over(exact(Math.floor(a.n ** 2 / 2)))),
    "kendall-tau": (a, b) => (needsTwo(a), ONE.minus(quotient(4 * inverted(a, b).length, a.n * (a.n - 1)))),
    "spearman-rho": (a, b) => (needsTwo(a), ONE.minus(quotient(6 * squares(a, b), a.n * (a.n ** 2 - 1)))),
    "tau-ap[asymmetric]": tauAp,
    "tau-ap[symmetric]": symmetric(tauAp),
    "weighted-tau[first]": weightedTau,
    "weighted-tau[symmetric]": symmetric(weightedTau),
    "rbo[ext]": (a, b, { p }) => discounted(a, p, (d) => agreement(a, b, d)).plus(p.power(a.n)), // all n items are common
    "average-overlap": (a, b) => sum(ranks(a.n), (d) => agreement(a, b, d)).over(exact(a.n)),
    "rbo-distance[rankings]": (a, b, { p }) => discounted(a, p, (d) => ONE.minus(agreement(a, b, d))),
    "dcg-rank[normalised]": (a, b) => (needsTwo(a), ratio(rankGain(a, b), rankGain(a, a))),
  };

  // --- lists

  const isRelevant = (x) => (i) => x.at(i) > 0;
  const hasRelevant = (x) => needs(x.R > 0, "nothing in the collection is relevant");
  const precisions = (x, k) => sum(x.ranks(k).filter(isRelevant(x)), (i) => quotient(x.relevant(i), i));
  const averagePrecision = (x, k, divisor) => {
    hasRelevant(x);
    return divisor ? precisions(x, k).over(exact(divisor)) : ZERO;
  };

  const GAINS = { linear: (g) => exact(g), exponential: (g) => exact(2).power(Math.max(g, 0)).over(exact(2).power(Math.max(-g, 0))).minus(ONE) };
  const dcg = (x, k, gain) => sum(x.ranks(k), (i) => overLog2(GAINS[gain](x.at(i)), i + 1));
  const ndcg = (x, k, gain) => {
    const ideal = dcg(x.ideal, k, gain);
    needs(ideal.sign > 0, "the ideal list has no positive DCG");
    return ratio(dcg(x, k, gain), ideal);
  };
  const precision = (x) => (needs(x.n > 0, "the list is empty"), quotient(x.relevant(), x.n));
  const recall = (x) => (hasRelevant(x), quotient(x.relevant(), x.R));

  const LISTS = {
    "precision": precision,
    "recall": recall,
    "f-measure": (x, { beta }) => {
      const [p, r, square] = [precision(x), recall(x), beta.power(2)];
      return p.sign ? ONE.plus(square).times(p).times(r).over(square.times(p).plus(r)) : ZERO;
    },
    "precision-at": (x, { k }) => quotient(x.relevant(k), k),
    "recall-at": (x, { k }) => (hasRelevant(x), quotient(x.relevant(k), x.R)),
    "r-precision": (x) => (hasRelevant(x), quotient(x.relevant(x.R), x.R)),
    "success-at": (x, { k }) => Math.min(1, x.relevant(k)),
    "average-precision[whole]": (x) => averagePrecision(x, x.n, x.R),
    "average-precision[R]": (x, { k }) => averagePrecision(x, k, x.R),
    "average-precision[min-k-R]": (x, { k }) => averagePrecision(x, k, Math.min(k, x.R)),
    "average-precision[retrieved]": (x, { k }) => averagePrecision(x, k, x.relevant(k)),
    "reciprocal-rank": (x) => x.ranks().filter(isRelevant(x)).slice(0, 1).reduce((_, i) => quotient(1, i), ZERO),
    "dcg[linear]": (x, { k }) => dcg(x, k, "linear"),
    "dcg[exponential]": (x, { k }) => dcg(x, k, "exponential"),
    "ndcg[linear]": (x, { k }) => ndcg(x, k, "linear"),
    "ndcg[exponential]": (x, { k }) => ndcg(x, k, "exponential"),
    "rbp[binary]": (x, { p }) => ONE.minus(p).times(sum(x.ranks().filter(isRelevant(x)), (i) => p.power(i - 1))),
    "err[graded]": (x, { top }) => {
      let [total, arriving] = [ZERO, ONE];
      for (const i of x.ranks()) {
        needs(x.at(i) >= 0 && x.at(i) <= top, `the grade ${x.at(i)} is not on the scale 0..${top}`);
        const stopping = GAINS.exponential(x.at(i)).over(exact(2).power(top));
        total = total.plus(arriving.times(stopping).over(exact(i)));
        arriving = arriving.times(ONE.minus(stopping));
      }
      return total;
    },
    "bpref": (x) => {
      needs(x.R > 0, "nothing in the collection is judged relevant");
      const N = x.all.filter((g) => g === 0).length;
      const above = (i) => x.grades.slice(0, i - 1).filter((g) => g === 0).length;
      const share = (i) => (above(i) ? quotient(Math.min(above(i), x.R), Math.min(x.R, N)) : ZERO);
      return sum(x.ranks().filter(isRelevant(x)), (i) => ONE.minus(share(i))).over(exact(x.R));
    },
    "kendall-relevance": (x) => sum(x.ranks(), (i) => x.grades.slice(i).filter((g) => g > x.at(i)).length),
  };

  // --- by name

  const CONVENTIONS = ["one", "next", "local", "zero"];
  const OF_CONVENTIONS = ["kendall-position", "footrule-position", "kendall-general", "footrule-general"];
  const definitions = new Map(Object.entries({ ...RANKINGS, ...LISTS }).flatMap(([name, f]) => (
    OF_CONVENTIONS.includes(name) ? CONVENTIONS.map((pbar) => [`${name}[${pbar}]`, (a, b, v) => f(a, b, { ...v, pbar })]) : [[name, f]])));

  /** The value of a metric on its arguments and, last, the parameters; throws Undefined where it has none. */
  const value = (name, ...given) => exact(definitions.get(name)(...given));

  axiomatrix.metrics = { CONVENTIONS, Undefined, definitions, names: [...definitions.keys()], value };
})();
