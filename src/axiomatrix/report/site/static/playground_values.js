"use strict";
// What the playground's metrics are about: rankings of the items 1..n, and judged lists.
(() => {
  const ranks = (n) => Array.from({ length: n }, (_, k) => k + 1);

  /** A ranking by its items, best first; a.at(x) is the position of x. */
  class Ranking {
    constructor(order) {
      [this.order, this.n] = [order, order.length];
      this.items = ranks(this.n);
      this.places = new Map(order.map((x, k) => [x, k + 1]));
    }

    at(x) { return this.places.get(x); }
    ahead(x) { return this.order.slice(0, this.at(x) - 1); }
    get pairs() { return this.order.flatMap((x, k) => this.order.slice(k + 1).map((y) => [x, y])); }
    get reversed() { return new Ranking([...this.order].reverse()); }

    /** With the items at positions i and j exchanged. */
    exchanged(i, j) {
      const order = [...this.order];
      [order[i - 1], order[j - 1]] = [order[j - 1], order[i - 1]];
      return new Ranking(order);
    }

    /** With the item at position i taken to position j; those between move up or down. */
    moved(i, j) {
      const order = [...this.order];
      order.splice(j - 1, 0, ...order.splice(i - 1, 1));
      return new Ranking(order);
    }

    /** With the first k items moved behind the others. */
    rotated(k) { return new Ranking([...this.order.slice(k), ...this.order.slice(0, k)]); }
    equals(other) { return this.order.every((x, k) => x === other.order[k]); }
  }

  /** All rankings of n items. */
  const allRankings = (n) => {
    const orders = (items) => (items.length ? items.flatMap((x) => orders(items.filter((y) => y !== x)).map((rest) => [x, ...rest])) : [[]]);
    return orders(ranks(n)).map((order) => new Ranking(order));
  };

  /** A list by the grades of its ranks, and the grades of the items that are missing from it. */
  class Judged {
    constructor(grades, missing = []) {
      [this.grades, this.n] = [grades, grades.length];
      this.missing = [...missing].sort((g, h) => h - g);
    }

    at(i) { return this.grades[i - 1]; }
    ranks(k = this.n) { return ranks(Math.min(k, this.n)); }
    relevant(k = this.n) { return this.grades.slice(0, k).filter((g) => g > 0).length; }
    get all() { return [...this.grades, ...this.missing]; }
    get R() { return this.all.filter((g) => g > 0).length; }
    get ideal() { return new Judged(this.all.sort((g, h) => h - g)); }
    head(k) { return new Judged(this.grades.slice(0, k), [...this.grades.slice(k), ...this.missing]); }
    get bestList() { return this.ideal.head(this.n); }
    get worstList() { return new Judged([...this.ideal.grades].reverse()).head(this.n); }

    exchanged(i, j) {
      const grades = [...this.grades];
      [grades[i - 1], grades[j - 1]] = [grades[j - 1], grades[i - 1]];
      return new Judged(grades, this.missing);
    }
    regraded(i, g) { return new Judged(this.grades.with(i - 1, g), this.missing); }
    extended(g) { return new Judged([...this.grades, g], this.missing); }

    /** With the m-th missing item put in at rank i, exchanged with the item there, or listed at the end. */
    inserted(i, m) { return new Judged(this.grades.toSpliced(i - 1, 0, this.missing[m - 1]), this.missing.toSpliced(m - 1, 1)); }
    replaced(i, m) { return new Judged(this.grades.with(i - 1, this.missing[m - 1]), this.missing.with(m - 1, this.at(i))); }
    fetched(m) { return this.inserted(this.n + 1, m); }
    equals(other) { return `${this.grades};${this.missing}` === `${other.grades};${other.missing}`; }
  }

  axiomatrix.values = { Ranking, Judged, allRankings, ranks };
})();
