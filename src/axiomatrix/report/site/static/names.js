"use strict";
// Names that people use: what a text names, read as model/names.py and studies/ask/question.py read it.
axiomatrix.naming = (content) => {
  const { words: WORDS } = content.asking;
  const NAMELESS = new Set([...WORDS.negations, ...WORDS.again, ...WORDS.idle]);
  const TOPICS = new Map(Object.entries(content.asking.topics));
  const GREEK = Object.fromEntries(("alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi omicron pi rho sigma sigma tau " +
    "upsilon phi chi psi omega").split(" ").map((name, k) => [String.fromCharCode(0x3b1 + k), name]));
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
    if (!takes[key]) return `${name} has no numeric parameter ${key}; it has ${Object.keys(takes).join(", ") || "none"}`;
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

  /** The axioms that a phrase names, those of a topic, one, or those of a group, whether it says that they hold, and what is not in this report. */
  const axiomsOf = (phrase) => {
    const [shown, parts, holds, isGroup, outside] = TOPICS.get(folded(phrase)) || ["", [], 1, 1, []];
    const one = axiom(phrase);
    if (isGroup && one && !one.left) return [[one], true, []];
    return [parts.map((means) => ({ asked: phrase, shown: content.axioms[means[0]].id, means, given: "", left: "", wrong: "", topic: shown || phrase })), Boolean(holds), outside];
  };

  const SIGN = /(<=|>=|=<|=>|\u2264|\u2265)/g;
  const FACTOR = /^[1-9]\d{0,3}(\/[1-9]\d{0,3}|\.\d{1,4})?$/;
  const isSign = (word) => /^(<=|>=|=<|=>|\u2264|\u2265)$/.test(word || "");

  /** Whether it begins as a number below 0, whose minus is part of it. */
  const isNegative = (word) => /^[-\u2212]\d/.test(word);

  /** The words of a text, without what stands around them. */
  const wordsOf = (text) => (text.slice(0, WORDS.most_characters).replace(/\u2019/g, "'").replace(SIGN, " $1 ").match(/(?:\([^()]*\)|[^\s,;?])+/g) || []).map((word) => {
    let [from, to] = [0, word.length];
    while (from < to && WORDS.around.includes(word[from])) from += 1;
    while (to > from && WORDS.around.includes(word[to - 1])) to -= 1;
    return (isNegative(word) ? "-" : "") + word.slice(from, to);
  }).filter(Boolean);

  /** Whether a name keeps each letter of the word: names are compared by their letters and digits alone. */
  const isLatin = (word) => folded(word) && [...word].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).every(folded);

  /** Whether these words say what something is, as in "is K a metric" and "a distance that is a metric". */
  const saysWhatItIs = (words, start, end, asked) => {
    const [before, after] = [words[start - 1], words[end]].map((word) => (word || "").toLowerCase());
    if (words[start].toLowerCase() !== "a") return words[0].toLowerCase() === "are" && asked.metrics.length > 0;
    return (asked.metrics.length > 0 || asked.kind !== "" || ["is", "be"].includes(before)) && !["that", "which", "with"].includes(after);
  };

  /** Whether words are a metric, an axiom or a topic, which is then among what is asked, once. */
  const named = (words, asked, negated) => {
    const phrase = words.join(" ");
    const isIdle = NAMELESS.has(phrase.toLowerCase()) && !WORDS.own_noun.includes(phrase.toLowerCase());
    if (isIdle || !words.every(isLatin) || words.some(isNegative)) return false;
    const one = metric(phrase);
    if (one) {
      if (!asked.metrics.some((other) => other.asked === one.asked)) asked.metrics.push(one);
      return true;
    }
    const [readings, holds, outside] = axiomsOf(phrase);
    const there = new Set([...asked.must, ...asked.mustNot].map(({ means }) => means[0]));
    const fresh = readings.filter(({ means }) => !there.has(means[0])).map((reading) => ({ ...reading, topical: readings.length > 1 }));
    (holds !== negated ? asked.must : asked.mustNot).push(...fresh);
    asked.outside.push(...outside);
    return readings.length + outside.length > 0;
  };

  /** A question read from left to right, the longest names first. */
  const question = (text) => {
    const words = wordsOf(text);
    const asked = { metrics: [], must: [], mustNot: [], claims: [], kind: "", unread: [], cut: text.length > WORDS.most_characters, sign: "", isDenied: false, factor: "1", outside: [] };
    const first = (text.trim().split(/\s+/)[0] || "").toLowerCase();
    asked.isYesOrNo = !WORDS.open.includes(first);
    asked.asksKind = ["is", "isn't", "are"].includes(first.replace("\u2019", "'"));
    let [negated, before] = [false, 0];
    for (let k = 0; k < words.length;) {
      if (isSign(words[k]) && !asked.sign && asked.metrics.length === 1) {
        asked.sign = ["<=", "=<", "\u2264"].includes(words[k]) ? "<=" : ">=";
        asked.isDenied = negated;
        k += 1;
        if (FACTOR.test(words[k] || "")) {
          asked.factor = words[k];
          k += 1;
        }
        continue;
      }
      let end = Math.min(k + WORDS.longest, words.length);
      const isNamed = (to) => (!WORDS.own_noun.includes(words.slice(k, to).join(" ").toLowerCase()) || saysWhatItIs(words, k, to, asked)) && named(words.slice(k, to), asked, negated);
      while (end > k && !isNamed(end)) end -= 1;
      if (end === k) {
        const word = words[k].toLowerCase();
        const count = asked.must.length + asked.mustNot.length;
        const isNew = count > before; // what is not said to fail is said to hold
        const isNegation = WORDS.negations.includes(word) || word.endsWith("n't");
        if (isNegation && !(k === 0 && word.endsWith("n't"))) [negated, before] = [isNew || !negated, count]; // "isn't it so?" asks whether it is
        else if (["but", "with"].includes(word) || (WORDS.again.includes(word) && isNew)) negated = false;
        const kind = Object.hasOwn(WORDS.kinds, word) ? WORDS.kinds[word] : "";
        if (kind && !asked.kind) asked.kind = kind;
        else if (!NAMELESS.has(word) && !isNegation) asked.unread.push(words[k]);
      }
      k = Math.max(end, k + 1);
    }
    asked.isInequality = asked.sign !== "" && asked.metrics.length === 2 && !asked.must.length && !asked.mustNot.length && !asked.outside.length
      && !asked.metrics.some(({ given, left }) => given || left);
    if (asked.sign && !asked.isInequality) asked.unread.push(asked.sign, ...(asked.factor === "1" ? [] : [asked.factor]));
    if (asked.metrics.length || asked.must.length || asked.mustNot.length) return asked;
    const claimed = (word) => content.ledger.find(([id]) => id.toLowerCase() === word.toLowerCase());
    asked.claims = [...new Set(asked.unread.map(claimed).filter(Boolean))];
    if (asked.claims.length) asked.unread = asked.unread.filter((word) => !claimed(word));
    return asked;
  };

  // --- what is spelled alike

  /** How many letters two texts have in common, in their order: the longest run first, then what is before and after it. */
  const shared = (a, b) => {
    let [size, atA, atB] = [0, 0, 0];
    for (let i = 0; i < a.length; i += 1) for (let j = 0; j < b.length; j += 1) {
      let k = 0;
      while (i + k < a.length && j + k < b.length && a[i + k] === b[j + k]) k += 1;
      if (k > size) [size, atA, atB] = [k, i, j];
    }
    return size && size + shared(a.slice(0, atA), b.slice(0, atB)) + shared(a.slice(atA + size), b.slice(atB + size));
  };

  /** The names, by what they are folded to, that have this share of letters in common with a word: the most alike first. */
  const closest = (word, names, share, most) => {
    const key = folded(word);
    const score = (name) => (2 * shared(name, key)) / (name.length + key.length || 1);
    return [...names].map(([spelled, name]) => [score(spelled), spelled, name]).filter(([near]) => near >= share)
      .sort((x, y) => y[0] - x[0] || (x[1] < y[1] ? 1 : -1)).slice(0, most).map(([, , name]) => name);
  };

  const spelledOf = (list) => list.flatMap(([, spelled]) => spelled);
  const byFolded = (names) => new Map(names.map((name) => [folded(name), name]));

  /** Axioms and topics that are spelled somewhat like a word. */
  const nearestTopics = (word) => closest(word, byFolded([...content.axioms.map(({ id }) => id), ...spelledOf(content.names.axioms),
    ...[...TOPICS.values()].map(([shown]) => shown).filter(Boolean)]), WORDS.alike, 3);

  /** The name of which words seem to be a misspelling; empty if there is none. */
  const misspelt = (words) => {
    const every = byFolded([...spelledOf(content.names.metrics), ...spelledOf(content.names.axioms),
      ...content.metrics.flatMap(({ name }) => [name, name.split("[")[0]]), ...content.axioms.map(({ id }) => id)]);
    const bases = [words.join(" "), ...words].map((word) => word.split(/[@[(]/)[0]);
    return [...new Set(bases.filter((base) => base.length > 2).flatMap((base) => closest(base, every, WORDS.misspelt, 1)))];
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
  const twins = (places) => (new Set(places).size < places.length ? "Some of these names mean the same metric; its verdicts are for all values of its parameters" : "");

  return { metric, axiom, read, question, ofOneSort, twins, nearestTopics, misspelt };
};
