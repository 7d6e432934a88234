"use strict";
// The box of the home page: a question in words, answered by a card.
(() => {
  const { h, asking, answering, counted, data, has, link, problem, sign, view, witnesses } = axiomatrix;
  const [form, box, answer] = ["ask", "q", "answer"].map((id) => document.getElementById(id));
  const MOST = 6; // lines of a table, and hits
  const MOST_CARDS = 3; // axioms of one metric up to which each has its evidence here
  let [known, naming, standings, answers, asked] = [null, null, null, null, ""];

  const nameOf = (place) => known.metrics[place].name;
  const idOf = (place) => known.axioms[place].id;
  const quoted = (list) => encodeURIComponent(list.join(","));
  const card = (title, ...parts) => h("article", { class: "card" }, h("h2", null, title), parts);
  const note = (text) => (text ? h("p", { class: "soft" }, text) : null);
  const origin = () => note(known.asking.origin);

  // --- one metric

  const evidence = (cell) => [cell.reached, cell.method && `by ${cell.method}`,
    cell.answer.includes(cell.cases) ? "" : cell.cases, cell.best,
    ...cell.claims.map(({ status, source }) => `${source}: ${status}${cell.outcome === "observed" ? "" : `, ${cell.outcome}`}`)].filter(Boolean).join("; ");

  /** The instance of a cell, drawn. */
  const drawn = async (cell, into) => {
    const witness = has("witnesses") && cell.slug ? await witnesses.named(cell.slug) : null;
    if (!witness || !into.isConnected) return;
    into.append(h("p", { class: "sides" }, witness.sides), h("div", { class: "pictures" }, witness.drawn));
  };

  /** Why it is so: what decides it, and the counterexample. */
  const why = ({ standing: { telling: cell }, metric }) => {
    if (!cell || cell.verdict === "not applicable") return null;
    const shown = h("div", { class: "instance" });
    drawn(cell, shown);
    const its = metric.given && cell.slug ? `${metric.asked} has ${metric.given}; what holds is for every value, and this instance has its own.` : "";
    return [h("p", { class: "verdict" }, sign(cell), " ", h("b", null, cell.answer)), note(evidence(cell)),
      cell.slug ? h("p", null, h("a", { href: link.witness(cell.slug) }, "The instance, term by term")) : null, shown, note(its)];
  };

  /** The readings that were taken, with their formulas, and what else the names may mean. */
  const readings = (parts) => {
    const rows = [...new Set(parts.map(({ metric }) => metric.means[0]))];
    const axioms = [...new Set(parts.map(({ standing: { axiom } }) => axiom))];
    const first = (reading, place) => ({ ...reading, means: [place, ...reading.means.filter((one) => one !== place)] });
    const notes = [...parts.map(({ metric }) => naming.read(metric, nameOf)),
      ...parts.filter(({ axiom }) => !axiom.topical).map(({ axiom, standing: there }) => naming.read(first(axiom, there.axiom), idOf))];
    const entry = (href, { plain, sentence, formula }, name) => h("p", null, h("a", { href }, name), plain && plain !== name ? ` ${plain}. ` : " ", sentence ? `${sentence} ` : "", h("code", { class: "soft" }, formula));
    return [[...new Set(notes.filter(Boolean))].map((text) => note(`${text}.`)), rows.map((m) => entry(link.metric(known.metrics[m]), known.metrics[m], nameOf(m))),
      axioms.slice(0, MOST_CARDS).map((a) => entry(link.axiom(known.axioms[a]), known.axioms[a], idOf(a)))];
  };

  /** What the question comes to for every variant of the name, where they differ. */
  const variants = ({ parts, others, differs, reply }) => {
    const silent = reply === "silent" && parts.some(({ standing: { cells } }) => cells.length);
    if (!others.length) return null;
    if (!differs && !silent) return note(`The answer is the same for ${others.map(({ row }) => nameOf(row)).join(", ")}.`);
    const every = [{ row: parts[0].metric.means[0], parts }, ...others];
    return [h("h3", null, "By variant"), standings.ofParts("The answer by variant of the name", every)];
  };

  const also = (topics) => {
    const named = topics.slice(0, known.asking.practice.most_named).map(([, page, title]) => h("a", { href: page }, title));
    return named.length ? [h("p", null, "Met in practice: ", separated(named))] : [];
  };
  const ofTopic = ([[, page, title, text], ...others]) => card(title, h("p", null, text),
    h("p", null, h("a", { href: page }, "The smallest counterexample, the metrics and the libraries")), also(others));

  const ofOne = (question, topics) => {
    const it = answers.ofOne(question);
    const practice = it.reply === "silent" && topics.length ? ofTopic(topics) : also(topics);
    const several = it.parts.length > 1;
    const cards = it.parts.length <= MOST_CARDS ? it.parts : it.reply === "yes" ? [] : it.deciding.slice(0, 1);
    return [card(it.lead, cards.map((part) => [several && cards.length > 1 ? h("h3", null, part.id) : null, why(part)]),
      several ? standings.ofParts("Each axiom", [{ row: it.parts[0].metric.means[0], parts: it.parts }]) : null,
      variants(it), readings(it.parts), origin()), practice];
  };

  /** An inequality of two metrics, with the command that decides what the report does not have. */
  const ofBound = (question) => {
    const it = answers.ofBound(question);
    const side = h("p", null, h("a", { href: `compare.html#m=${quoted(question.metrics.map((one) => one.asked))}` }, "Side by side, with the bounds between them"));
    if (it.instance) {
      const { state: { a, b, x, missing }, values } = it.instance;
      const shown = question.metrics.map((metric, k) => `${metric.shown} = ${values[k]}`).join(", ");
      return card(it.lead, h("p", null, x ? `For the grades ${x.join(", ")}${missing.length ? ` (not retrieved: ${missing.join(", ")})` : ""}: ` : `For ${a.join(" > ")} and ${b.join(" > ")}: `, h("b", null, shown), ". ",
        h("a", { href: `playground.html#${x ? `x=${x}&missing=${missing}` : `a=${a}&b=${b}`}` }, "See it in the playground")), note("Found on this page, in exact numbers; parameters as in the playground."), side);
    }
    if (!it.parts.length) return card(it.lead, note("A command decides it:"), h("pre", null, `axiomatrix ask "${it.text}"`), side, origin());
    return card(it.lead, why(it.parts[0]), side, readings(it.parts), origin());
  };

  const ofMetric = (question) => {
    const { lead, readings: [metric], compared: { agree, open } } = answers.ofSeveral(question);
    const [m] = metric.means;
    const every = [...agree, ...open].map(({ cells: [cell] }) => cell);
    const listed = (title, list) => (list.length ? h("p", null, h("b", null, `${title}: `), list.flatMap((cell, k) => [k ? ", " : null,
      h("a", { href: cell.slug ? link.witness(cell.slug) : link.metric(known.metrics[m]) }, idOf(cell.axiom)), " ",
      h("span", { class: "soft" }, cell.short)])) : null);
    const by = (fits) => every.filter((cell) => fits(cell.stands));
    return card(lead, note(naming.read(metric, nameOf)), h("p", null, h("a", { href: link.metric(known.metrics[m]) }, nameOf(m)), " ", known.metrics[m].sentence, " ",
      h("code", { class: "soft" }, known.metrics[m].formula), " \u00b7 ", h("a", { href: `compare.html#m=${quoted([nameOf(m)])}` }, "compare it")),
      listed("Fails", by((stands) => stands < 0)), listed("Holds, as far as is known", by((stands) => stands > 1)),
      listed("No counterexample found in a search", by((stands) => stands === 1)), listed("Not known", by((stands) => !stands)), origin());
  };

  // --- claims, several metrics, wishes

  const ofClaim = ([id, verdict, statement, explored]) => card(`${id} is ${verdict}.`, h("p", null, statement),
    h("p", null, h("a", { href: link.claim(id) }, "The claim and its evidence"),
      explored.map((one) => [" \u00b7 ", h("a", { href: `conjecture-${one}.html` }, "the exploration")])));

  const ofSeveral = (question) => {
    const { lead, readings: taken, places, shown, compared, lines } = answers.ofSeveral(question);
    if (!compared) return card(lead, h("p", null, h("a", { href: "metric.html" }, "All metrics, by family")));
    const isAsked = question.must.length + question.mustNot.length > 0;
    const some = isAsked ? lines : compared.differ.slice(0, MOST);
    return card(lead, h("p", null, h("a", { href: `compare.html#m=${quoted(question.metrics.map((one) => one.asked))}` }, "Side by side, with both formulas and where they differ")),
      some.length ? standings.sideBySide(isAsked ? "What was asked" : "The first on which they differ", some, places, shown) : null,
      note(naming.twins(places)), taken.map((one) => naming.read(one, nameOf)).filter(Boolean).map((text) => note(`${text}.`)), origin());
  };

  const ofWishes = (question) => {
    const { lead, wishes, fit } = answers.ofWishes(question);
    const ids = (list) => quoted(list.map(({ asked: words }) => words));
    const read = [...new Set([...question.must, ...question.mustNot].filter(({ topical }) => !topical).map((one) => naming.read(one, idOf)).filter(Boolean))];
    const axioms = [...new Set(wishes.map((one) => one.axioms[0]))].slice(0, MOST_CARDS);
    return card(lead, h("p", null, h("a", { href: `choose.html#kind=${question.kind}&must=${ids(question.must)}&not=${ids(question.mustNot)}` }, "Choose with it")),
      fit.length ? standings.byWishes("The strongest evidence first", fit.slice(0, MOST), wishes) : null, read.map((text) => note(`${text}.`)),
      axioms.map((a) => h("p", null, standings.axiomLink(a), " ", known.axioms[a].sentence, " ", h("code", { class: "soft" }, known.axioms[a].formula))), origin());
  };

  /** Where the words stand: in names and formulas first, then in what is said of them. */
  const search = async (words) => {
    const texts = has("texts") ? await data("texts") : { metrics: [], axioms: [] };
    const entry = (href, name, title, more = "") => ({ href, name, title: title.toLowerCase(), text: `${title} ${more}`.toLowerCase() });
    const every = [
      ...known.metrics.map((one, k) => entry(link.metric(one), one.name, `${one.name} ${one.called} ${one.family} ${one.formula}`, texts.metrics[k])),
      ...known.axioms.map((one, k) => entry(link.axiom(one), one.id, `${one.id} ${one.called} ${one.group} ${one.formula}`, `${one.about} ${texts.axioms[k] || ""}`)),
      ...known.ledger.map(([id, , statement]) => entry(link.claim(id), id, statement))];
    const first = ({ title }) => (words.every((word) => title.includes(word)) ? 0 : 1);
    return every.filter(({ text }) => words.every((word) => text.includes(word))).sort((a, b) => first(a) - first(b));
  };

  /** Links to the entries in which words stand. */
  const found = async (words, most) => (await search(words.map((word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase())))
    .slice(0, most).map(({ href, name }) => h("a", { href }, name));

  const separated = (list) => list.flatMap((one, k) => [k ? ", " : null, one]);

  const hits = async (words) => {
    const entries = await found(words, 3 * MOST);
    return card(`${words.join(" ")} is not the name of a metric or an axiom.`, entries.length ? h("p", null, "Found in ", separated(entries))
      : h("p", null, "Nothing has these words. ", h("a", { href: "metric.html" }, "All metrics"), ", ", h("a", { href: "axiom.html" }, "all axioms")));
  };

  /** Words that decide a question and are not known, each with the nearest topics. */
  const unknown = async (words) => {
    const items = await Promise.all(words.map(async (word) => {
      const near = [...naming.nearestTopics(word).map((name) => h("a", { href: `#q=${encodeURIComponent(name)}` }, name)), ...await found([word], 3)];
      return h("li", null, h("b", null, word), ": ", near.length ? separated(near) : h("a", { href: "axiom.html" }, "no similar topic; all axioms"));
    }));
    return card(`Unknown words in the question: ${words.join(" ")}.`, h("p", null, "The question was not answered as it stands. Similar topics:"), h("ul", null, items),
      h("p", null, h("b", null, "Without them:")));
  };

  const cardsOfNamed = async (question, text, topics) => {
    const { metrics: [metric, ...others], outside, claims, unread } = question;
    if (outside.length && !metric) return [card(`${outside.map(([id]) => id).join(", ")}: applies to no metric of this report.`, null)];
    if (claims.length) return [...claims.map(ofClaim), also(topics)];
    if (outside.length) return [card(answers.ofOutside(question), h("p", null, h("a", { href: link.metric(known.metrics[metric.means[0]]) }, nameOf(metric.means[0]))), note(naming.read(metric, nameOf)), origin()), also(topics)];
    if (question.isInequality) return [ofBound(question), also(topics)];
    const isAsked = question.must.length + question.mustNot.length > 0;
    if (metric && !others.length && isAsked) return ofOne(question, topics);
    if (metric) return [others.length ? ofSeveral(question) : ofMetric(question), also(topics)];
    if (isAsked) return [ofWishes(question), also(topics)];
    return [await hits(unread.length ? unread : text.split(/\s+/)), also(topics)];
  };

  const cardsOf = async (text) => {
    const question = naming.question(text);
    const { metrics, unread, claims } = question;
    const axioms = [...question.must, ...question.mustNot];
    const wrong = [...metrics, ...axioms].filter((one) => one.wrong);
    if (wrong.length) return wrong.map((one) => card(`${naming.read(one)}.`, null));
    const meant = unread.length && Boolean(metrics.length) !== Boolean(axioms.length + question.outside.length) ? naming.misspelt(unread) : [];
    if (meant.length) {
      return [card(`${unread.join(" ")} matches no known name.`, h("p", null, "Did you mean ", separated(meant.map((name) => (
        h("a", { href: `#q=${encodeURIComponent(text.replace(unread.join(" "), name))}` }, name)))), "?"))];
    }
    const before = question.cut ? [note(`The question is too long: only its first ${known.asking.words.most_characters} characters were read.`)] : [];
    const topics = axiomatrix.topicsOf(known.asking.practice, text);
    const named = axioms.length + question.outside.length;
    const isChoice = named && (named > 1 || question.kind || /^which\b/i.test(text.trim()));
    if (topics.length && (unread.length || !(metrics.length || isChoice))) return [...before, ofTopic(topics)];
    const isNamed = metrics.length + axioms.length + claims.length + question.outside.length > 0;
    if (unread.length && isNamed) before.unshift(await unknown(unread));
    return [...before, ...await cardsOfNamed(question, text, topics)].flat();
  };

  const show = async () => {
    const text = box.value.trim();
    if (text === asked) return;
    asked = text;
    if (!known) {
      ({ known, naming, standings } = await asking());
      answers = answering(known, naming, standings);
    }
    const made = text ? await cardsOf(text) : [];
    if (asked === text) answer.replaceChildren(...made.filter(Boolean));
  };

  const failed = (error) => answer.replaceChildren(problem(error));
  const restore = () => {
    const query = view.get().get("q");
    if (query === null) return;
    box.value = query;
    if (!query) box.focus();
    show().catch(failed);
  };

  let later = 0;
  box.addEventListener("input", () => {
    clearTimeout(later);
    later = setTimeout(() => { view.set({ q: box.value }, { replace: true }); show().catch(failed); }, 150);
  });
  form.addEventListener("submit", () => show().catch(failed));
  document.getElementById("to-ask").addEventListener("click", (event) => { event.preventDefault(); box.focus(); });
  addEventListener("hashchange", restore);
  restore();
})();
