"use strict";
// Names that people use: what a text names, read as model/names.py and studies/ask/question.py read it.
axiomatrix.naming = (content) => {
  const LONGEST = 6; // words of a name
  const MOST_CHARACTERS = 400;
  const NEGATIONS = ("not without no nor never neither cannot except lack lacks lacking fail fails failing break breaks breaking " +
    "violate violates violating").split(" ");
  const AGAIN = "has have hold holds is are keep keeps satisfied satisfies satisfy".split(" "); // what follows them is not negated
  const KINDS = ["distance", "similarity", "score", "loss"];
  const IDLE = new Set(("a about all also always am an and any are as asked at axiom axioms be because been being between but by can come compute computed " +
    "could did do document documents does ever every false for from gets give given gives had has have how i if in into is it it's item " +
    "items its let list lists may me measure measures metric metrics might must my of on only or our over please property queries query " +
    "really result results scale see shall should show so tell than that the their them then there these they this those to true us use " +
    "used uses using value values versus vs was we were what what's when where whether which who whose why will with would you your").split(" ").concat(NEGATIONS, AGAIN));
  const GREEK = { "\u03b1": "alpha", "\u03b2": "beta", "\u03b3": "gamma", "\u03b4": "delta", "\u03ba": "kappa", "\u03c1": "rho", "\u03c4": "tau" };
  const CUT = /^([^@]+?)\s*(?:(?:@\s*|_|\s+at\s+)([kn])|(?:@\s*|_|\s+at\s+)?(\.?\d+(?:\.\d+)?))$/i;
  const NOUNS = [["nt", "nce"], ["ic", "y"]]; // what an adjective ends in: invariant, symmetric
  const CALLED = /^([^()]+)\(([^()]*)\)(.*)$/;

  /** The letters and digits of a name: capitals, hyphens, spaces, accents and the genitive are spelling. */
  const folded = (text) => text.replace(/[\u03b1-\u03c9]/g, (letter) => GREEK[letter] || letter).normalize("NFKD").toLowerCase()
    .replace(/['\u2019]s\b/g, "").replace(/[^a-z0-9*]+/g, "");

  /** The number that a text is, fractions among them; NaN for others. */
  const amount = (text) => (/^-?(\d+\.?\d*|\.\d+)(\/\d+)?$/.test(text) ? Number(text.split("/").reduce((a, b) => a / b)) : NaN);

  /** What is wrong with a parameter written `key = text`; nothing if it may be so. */
  const wrongWith = (name, takes, part) => {
    const [key, text = ""] = part.split(" = ");
    if (!takes[key]) return `${name} has no number ${key} as a parameter; it has ${Object.keys(takes).join(", ") || "none"}`;
    const [low, high, closed, whole] = takes[key];
    const value = amount(text);
    const inside = (value > low && (high === null || value < high)) || (closed && (value === low || value === high));
    if (inside && (!whole || Number.isInteger(value))) return "";
    return `${key} is ${text}; it must be ${whole ? "a whole number, " : ""}${closed ? "at least" : "above"} ${low}${high === null ? "" : ` and ${closed ? "at most" : "below"} ${high}`}`;
  };

  const index = (list, names, idOf) => {
    const [own, alike, called] = [new Map(), new Map(), new Map()];
    const first = (map, key, value) => { if (!map.has(key)) map.set(key, value); };
    list.forEach((one, place) => {
      for (const name of [idOf(one), idOf(one).split("[")[0]]) first(own, name, [place]);
    });
    for (const [name, means] of own) first(alike, folded(name), means);
    for (const [means, spelled, given] of names) {
      const cut = spelled[0].endsWith("@k") ? "@" : "";
      for (const text of spelled) first(called, folded(text.replace(/@k$/, "")) + cut, { means, given, shown: spelled[0].replace(/@k$/, ""), text });
    }
    return { own, alike, called };
  };
  const metrics = index(content.metrics, content.names.metrics, ({ name }) => name);
  const axioms = index(content.axioms, content.names.axioms, ({ id }) => id);

  const entryOf = ({ alike, called }, text, cut = "") => {
    const key = folded(text);
    for (const spelled of [key, ...NOUNS.filter(([end]) => key.endsWith(end)).map(([end, noun]) => key.slice(0, -end.length) + noun)]) {
      const name = called.get(spelled + cut);
      if (name && (cut || key.length > 1 || text === name.text)) return name; // k is not Kendall's K
      if (key.length > 1 && !cut && alike.has(spelled)) return { means: alike.get(spelled), shown: text, given: "" };
    }
    return null;
  };

  /** What a name is taken for, {asked, shown, means: places, given, left, wrong}; null if it is none. */
  const reading = (all, asked) => {
    if (all.own.has(asked)) return { asked, shown: asked, means: all.own.get(asked), given: "", left: "", wrong: "" };
    let [rest, given] = [asked, []];
    let name = entryOf(all, rest);
    const called = name ? null : CALLED.exec(rest);
    if (called) {
      [rest, given] = [called[1] + called[3], called[2].split(",").map((part) => part.trim().replace(/\s*=\s*/, " = "))];
      name = entryOf(all, rest, given.some((part) => part.startsWith("k = ")) ? "@" : "") || entryOf(all, rest);
    }
    const cut = name ? null : CUT.exec(rest);
    if (cut) name = entryOf(all, cut[1], "@") || entryOf(all, cut[1]);
    if (!name) return null;
    const number = cut?.[3] || "";
    const { name: of = "an axiom", takes = {} } = all === metrics ? content.metrics[name.means[0]] : {};
    const whole = /^\d+$/.test(number);
    const place = whole ? "k" : "p";
    const left = number && !takes[place] ? `@${number}` : "";
    if (left && !(whole && folded(cut[1]).length > 1)) return null; // F0.5 is not F at anything
    if (number && !left) given.push(`${place} = ${number}`);
    return { asked, shown: name.shown + (called ? `(${called[2]})` : "") + (number ? `@${number}` : ""), means: name.means, left,
      given: [name.given, ...given].filter(Boolean).join(", "), wrong: given.map((part) => wrongWith(of, takes, part)).find(Boolean) || "" };
  };

  const metric = (text) => reading(metrics, text);
  const axiom = (text) => reading(axioms, text);

  /** Which reading was taken, and which others there are; nothing for a registered name. */
  const read = ({ asked, means, given, left, wrong }, name) => (wrong ? `${asked}: ${wrong}` : asked === name(means[0]) || name(means[0]).startsWith(`${asked}[`) ? ""
    : `${asked} is read as ${name(means[0])}${given ? ` with ${given} (what holds is said of every value; an instance that fails has its own)` : ""}${left ? `; ${left} is left out, since it is of the whole list` : ""}` +
      `${means.length > 1 ? `; it may also mean ${means.slice(1).map(name).join(", ")}` : ""}`);

  /** A question read from left to right, the longest names first. */
  const question = (text) => {
    const words = (text.slice(0, MOST_CHARACTERS).replace(/\u2019/g, "'").match(/(?:\([^()]*\)|[^\s,;?])+/g) || []).map((word) => word.replace(/^[.?!:"]+|[.?!:"]+$/g, ""));
    const asked = { metrics: [], must: [], mustNot: [], claims: [], kind: "", rest: [], cut: text.length > MOST_CHARACTERS };
    let [negated, before] = [false, 0];
    const add = (list, ones) => list.push(...ones.filter((one) => !list.some(({ asked: words }) => words === one.asked)));
    const named = (phrase) => {
      if (IDLE.has(phrase.toLowerCase())) return false;
      const claim = content.ledger.find(([id]) => id.toLowerCase() === phrase.toLowerCase());
      const one = claim || metric(phrase);
      if (claim) asked.claims.push(claim);
      else if (one) add(asked.metrics, [one]);
      const named = one ? [] : [axiom(phrase) || content.axioms.filter(({ group }) => group.includes(" ") && folded(group) === folded(phrase)).map(({ id }) => axiom(id))].flat();
      add(negated ? asked.mustNot : asked.must, named);
      return Boolean(one) || named.length > 0;
    };
    for (let k = 0; k < words.length;) {
      let end = Math.min(k + LONGEST, words.length);
      while (end > k && !named(words.slice(k, end).join(" "))) end -= 1;
      const word = (words[k] || "").toLowerCase();
      if (end === k) {
        const axiomsNow = asked.must.length + asked.mustNot.length; // after an axiom, what is not said to fail is said to hold
        if (NEGATIONS.includes(word) || (k && word.endsWith("n't"))) [negated, before] = [axiomsNow > before || !negated, axiomsNow];
        else if (["but", "with"].includes(word) || (AGAIN.includes(word) && axiomsNow > before)) negated = false;
        const kind = KINDS.find((one) => one === word || `${one}s` === word || `${one}es` === word || one === word.replace(/ies$/, "y"));
        if (kind && !asked.kind) asked.kind = kind;
        else if (word && !IDLE.has(word) && !word.endsWith("n't")) asked.rest.push(words[k]);
      }
      k = Math.max(end, k + 1);
    }
    return asked;
  };

  /** The readings, each of the first sort of things that every name has a reading about. */
  const ofOneSort = (readings) => {
    const sortOf = (place) => content.metrics[place].sort;
    const sort = readings.flatMap(({ means }) => means.map(sortOf)).find((one) => readings.every(({ means }) => means.some((m) => sortOf(m) === one)));
    return readings.map((reading) => {
      const first = reading.means.find((place) => sortOf(place) === sort) ?? reading.means[0];
      return { ...reading, means: [first, ...reading.means.filter((place) => place !== first)] };
    });
  };

  /** What there is to say where several names are one row. */
  const twins = (places) => (new Set(places).size < places.length ? "Some of these names are one row, whose verdicts are for every value of its parameters" : "");

  return { metric, axiom, read, question, ofOneSort, twins };
};
