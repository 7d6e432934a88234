"use strict";
// Exact numbers: fractions of BigInts, and sums of logarithms and roots that are compared by their terms.
(() => {
  const greatest = (p, q) => (q ? greatest(q, p % q) : p < 0n ? -p : p);

  const bitsOf = (whole) => whole.toString(2).length;

  /** p / q in lowest terms, q > 0. */
  class Fraction {
    constructor(p, q = 1n) {
      if (!q) throw new RangeError("a fraction has the denominator 0");
      const common = greatest(p, q) * (q < 0n ? -1n : 1n);
      [this.p, this.q] = [p / common, q / common];
    }

    plus(other) { return other instanceof Fraction ? new Fraction(this.p * other.q + other.p * this.q, this.q * other.q) : other.plus(this); }
    minus(other) { return this.plus(other.times(MINUS_ONE)); }
    times(other) { return other instanceof Fraction ? new Fraction(this.p * other.p, this.q * other.q) : other.times(this); }
    over(other) { return new Fraction(this.p * other.q, this.q * other.p); }
    power(k) { return new Fraction(this.p ** BigInt(k), this.q ** BigInt(k)); }
    abs() { return this.p < 0n ? this.times(MINUS_ONE) : this; }
    get sign() { return this.p > 0n ? 1 : this.p < 0n ? -1 : 0; }
    get isExact() { return true; }
    get near() { // shifted where a float could not hold the numerator or the denominator
      const extra = BigInt(Math.max(0, bitsOf(this.p) - 1000, bitsOf(this.q) - 1000));
      return Number(this.p >> extra) / Number(this.q >> extra);
    }
    toString() { return this.q === 1n ? `${this.p}` : `${this.p}/${this.q}`; }
  }
  const MINUS_ONE = new Fraction(-1n);

  const WRITTEN = /^(-?)(\d{1,12})(?:\/(\d{1,12})|\.(\d{1,12}))?$/;

  /** The fraction that is written, as 3, -1/2 or 0.25; null for anything else, and for numbers of more than twelve digits. */
  const parsed = (text) => {
    const match = WRITTEN.exec(text);
    if (!match || /^0+$/.test(match[3] || "1")) return null;
    const [, minus, whole, below, decimals = ""] = match;
    return new Fraction(BigInt(minus + whole + decimals), below ? BigInt(below) : 10n ** BigInt(decimals.length));
  };

  /** The exact number: of a whole number, a text or a number that is exact already. */
  const exact = (value) => {
    if (value instanceof Fraction || value instanceof Irrational) return value;
    if (typeof value !== "string") return new Fraction(BigInt(value));
    const fraction = parsed(value);
    if (fraction === null) throw new RangeError(`${value} is not a number`);
    return fraction;
  };

  const [ZERO, ONE] = [new Fraction(0n), new Fraction(1n)];
  const sum = (values, term = (one) => one) => values.reduce((total, one) => total.plus(exact(term(one))), ZERO);

  // --- numbers that are no fractions

  // A sum is a Map from symbols to their coefficients. The symbol m > 1 is 1/log2(m), "root s" the root of s, 1 is 1.
  const sizeOf = (symbol) => {
    if (symbol === 1) return 1;
    return typeof symbol === "number" ? 1 / Math.log2(symbol) : Math.sqrt(Number(symbol.slice(5)));
  };
  const nearSum = (terms) => [...terms].reduce((total, [symbol, c]) => total + c.near * sizeOf(symbol), 0);
  const scaledTerms = (terms, c) => new Map([...terms].map(([symbol, one]) => [symbol, one.times(c)]));
  const sameTerms = (one, other) => one.size === other.size
    && [...one].every(([symbol, c]) => other.has(symbol) && c.minus(other.get(symbol)).sign === 0);
  const added = (one, other) => {
    const total = new Map(one);
    for (const [symbol, c] of other) total.set(symbol, (total.get(symbol) || ZERO).plus(c));
    return new Map([...total].filter(([, c]) => c.sign));
  };
  const UNIT = new Map([[1, ONE]]);

  /** One sum over another; neither is a fraction times the other. */
  class Irrational {
    constructor(top, bottom) { [this.top, this.bottom] = [top, bottom]; }

    plus(other) {
      if (!other.sign) return this;
      const theirs = other instanceof Fraction ? scaledTerms(this.bottom, other) : other.top;
      if (other instanceof Irrational && !sameTerms(this.bottom, other.bottom)) throw new RangeError("sums over different sums are not added");
      return quotient(added(this.top, theirs), this.bottom);
    }
    minus(other) { return this.plus(other.times(MINUS_ONE)); }
    times(c) { return quotient(scaledTerms(this.top, c), this.bottom); }
    abs() { return this.near < 0 ? this.times(MINUS_ONE) : this; }
    get sign() { return Math.sign(this.near); }
    get isExact() { return false; }
    get near() { return nearSum(this.top) / nearSum(this.bottom); }
    toString() { return this.near.toPrecision(DIGITS); }
  }
  const DIGITS = 12;

  /** The number that one sum over another is: a fraction where the terms of the one are a multiple of the other's. */
  const quotient = (top, bottom) => {
    if (!top.size) return ZERO;
    const [symbol, c] = [...bottom][0];
    const factor = (top.get(symbol) || ZERO).over(c);
    return factor.sign && sameTerms(top, scaledTerms(bottom, factor)) ? factor : new Irrational(top, bottom);
  };

  const termsOf = (value) => (value instanceof Irrational ? value.top : added(new Map([[1, value]]), new Map()));

  /** One sum of logarithms over another, both without a denominator. */
  const ratio = (one, other) => quotient(termsOf(one), termsOf(other));

  /** c / log2(m); of a power m = b^e it is (c/e) / log2(b). */
  const overLog2 = (c, m) => {
    const number = exact(c);
    if (!number.sign) return ZERO;
    for (let base = 2; base * base <= m; base += 1) {
      const e = Math.round(Math.log(m) / Math.log(base));
      if (base ** e === m) return overLog2(number.over(exact(e)), base);
    }
    return quotient(new Map([[m === 2 ? 1 : m, number]]), UNIT);
  };

  /** The square root of a whole number that is not negative. */
  const root = (whole) => {
    let [outside, inside] = [1, whole];
    for (let d = 2; d * d <= inside; d += 1) while (inside % (d * d) === 0) [outside, inside] = [outside * d, inside / (d * d)];
    if (inside <= 1) return exact(outside * inside);
    return quotient(new Map([[`root ${inside}`, exact(outside)]]), UNIT);
  };

  // --- comparing and writing

  const NEARNESS = 1e-12;

  /** -1, 0 or 1: how the numbers compare; null where twelve digits do not tell different terms apart. */
  const compare = (one, other) => {
    if (one.isExact && other.isExact) return one.minus(other).sign;
    if (!one.isExact && !other.isExact && sameTerms(one.bottom, other.bottom) && sameTerms(one.top, other.top)) return 0;
    const [left, right] = [one.near, other.near];
    return Math.abs(left - right) <= NEARNESS * Math.max(Math.abs(left), Math.abs(right)) ? null : Math.sign(left - right);
  };

  const MARKS = { "<=": [-1, 0], ">=": [0, 1], "==": [0], "<": [-1], ">": [1], "!=": [-1, 1] };

  /** Whether one op other is true; null where that is not known. */
  const holds = (one, op, other) => {
    const order = compare(one, other);
    return order === null ? null : MARKS[op].includes(order);
  };

  /** The number as it is read: the fraction, or twelve digits with the mark of an approximation. */
  const written = (value) => (value.isExact ? `${value}` : `\u2248 ${value}`);

  /** The decimal beside a fraction; empty for whole numbers and for what is written as a decimal. */
  const decimal = (value) => {
    if (!value.isExact || value.q === 1n) return "";
    const isFinite = (10n ** 6n) % value.q === 0n;
    return isFinite ? `= ${value.near}` : `\u2248 ${value.near.toPrecision(6)}`;
  };

  axiomatrix.fractions = { Fraction, ZERO, ONE, exact, parsed, sum, ratio, overLog2, root, compare, holds, written, decimal };
})();
