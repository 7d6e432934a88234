"use strict";
// The box of the home page: a question in words, answered by a card.
(() => {
  const { h, asking, counted, data, has, link, problem, sign, view, witnesses } = axiomatrix;
  const [form, box, answer] = ["ask", "q", "answer"].map((id) => document.getElementById(id));
  const MOST = 6; // cards and hits
  const MOST_CARDS = 3; // axioms of one metric; more are a table
  const SEARCHED = 1; // the strength of what no search breaks
  const SIDE_BY_SIDE = 4; // lines of a comparison on this page
  let [known, naming, standings, asked] = [null, null, null, ""];

  const nameOf = (place) => known.metrics[place].name;
  const idOf = (place) => known.axioms[place].id;
  const quoted = (list) => encodeURIComponent(list.join(","));
  const card = (title, ...parts) => h("article", { class: "card" }, h("h2", null, title), parts);
  const note = (text) => (text ? h("p", { class: "soft" }, text) : null);
  const formula = (of) => h("p", { class: "soft" }, h("code", null, of.formula));

  /** The first reading of the metric of which the axiom, in one of its readings, says anything. */
  const place = (metric, axiom) => {
    for (const m of metric.means) for (const a of axiom.means) if (standings.cellsAt(m, a).length) return [m, a];
    return [metric.means[0], axiom.means[0]];
  };

  const evidence = (cell) => [cell.reached, cell.method && `by ${cell.method}`,
    cell.answer.includes(cell.cases) ? "" : cell.cases, cell.best,
    ...cell.claims.map(({ status, source }) => `${source}: ${status}${cell.outcome === "observed" ? "" : `, ${cell.outcome}`}`)].filter(Boolean).join("; ");

  /** The instance of a cell, drawn. */
  const drawn = async (cell, into) => {
    const witness = has("witnesses") && cell.slug ? await witnesses.named(cell.slug) : null;
    if (!witness || !into.isConnected) return;
    into.append(h("p", { class: "sides" }, witness.sides), h("div", { class: "pictures" }, witness.drawn));
  };

  const ofCell = (metric, axiom) => {
    const [m, a] = place(metric, axiom);
    const list = standings.cellsAt(m, a);
    const [row, column] = [known.metrics[m], known.axioms[a]];
    const answers = list.map((cell) => {
      const shown = h("div", { class: "instance" });
      drawn(cell, shown);
      return [h("p", { class: "verdict" }, sign(cell), " ",
        h("b", null, cell.statement ? `${cell.statement}: ${cell.answer}` : cell.answer)),
      note(evidence(cell)), cell.slug ? h("p", null, h("a", { href: link.witness(cell.slug) }, "The instance, term by term")) : null, shown];
    });
    return card([metric.shown, ": ", axiom.shown],
      note([naming.read({ ...metric, means: [m, ...metric.means.filter((one) => one !== m)] }, nameOf),
        naming.read({ ...axiom, means: [a, ...axiom.means.filter((one) => one !== a)] }, idOf)].filter(Boolean).join(". ")),
      answers.length ? answers : h("p", null, standings.nothing(m, [a])[0]),
      h("p", null, h("a", { href: link.metric(row) }, row.name), " ", h("code", { class: "soft" }, row.formula)),
      h("p", null, h("a", { href: link.axiom(column) }, column.id), " ", h("code", { class: "soft" }, column.formula)));
  };

  const ofMetric = (metric) => {
    const [m] = metric.means;
    const every = known.axioms.map((_, a) => standings.telling(standings.cellsAt(m, a))).filter(Boolean);
    const listed = (title, list) => (list.length ? h("p", null, h("b", null, `${title}: `), list.flatMap((cell, k) => [k ? ", " : null,
      h("a", { href: cell.slug ? link.witness(cell.slug) : link.metric(known.metrics[m]) }, idOf(cell.axiom)), " ",
      h("span", { class: "soft" }, cell.short)])) : null);
    const by = (fits) => every.filter((cell) => fits(cell.stands));
    return card(metric.shown, note(naming.read(metric, nameOf)), formula(known.metrics[m]),
      h("p", null, h("a", { href: link.metric(known.metrics[m]) }, nameOf(m)), ", of ", known.metrics[m].sort, " \u00b7 ",
        h("a", { href: `compare.html#m=${quoted([nameOf(m)])}` }, "compare it")),
      listed("Fails", by((stands) => stands < 0)), listed("Holds, as far as was decided", by((stands) => stands > SEARCHED)),
      listed("Nothing found against it in a search", by((stands) => stands === SEARCHED)), listed("Not known", by((stands) => !stands)));
  };

  const ofClaim = ([id, verdict, statement, explored]) => card(id, h("p", { class: "verdict" }, h("b", null, verdict)), h("p", null, statement),
    h("p", null, h("a", { href: link.claim(id) }, "The claim and its evidence"),
      explored.map((one) => [" \u00b7 ", h("a", { href: `conjecture-${one}.html` }, "the exploration")])));

  const comparison = (metrics, axioms = []) => {
    const chosen = naming.ofOneSort(metrics).map(({ means }) => means[0]);
    const { differ, open, agree } = standings.compared(chosen, axioms.length ? axioms.map(({ means }) => means[0]) : null);
    const listed = axioms.length ? [...differ, ...open, ...agree] : differ.slice(0, SIDE_BY_SIDE);
    return card(metrics.map(({ shown }) => shown).join(", "),
      h("p", null, h("a", { href: `compare.html#m=${quoted(metrics.map((one) => one.asked))}` }, "Side by side"),
        `: they differ on ${counted(differ.length, "statement")}, and agree on ${agree.length}, as far as was decided.`), note(naming.twins(chosen)),
      listed.length ? standings.sideBySide(axioms.length ? "What was asked" : "The first on which they differ", listed, chosen, metrics.map(({ shown }) => shown)) : null);
  };

  const choice = ({ must, mustNot, kind }) => {
    const wishes = [...must.map((one) => [one, true]), ...mustNot.map((one) => [one, false])].map(([one, yes]) => (
      { axioms: one.means, must: yes, text: `${yes ? "" : "not "}${one.shown}` }));
    const { fit, others } = standings.chosen(wishes, kind, "");
    const ids = (list) => quoted(list.map(({ asked: words }) => words));
    return card(wishes.map(({ text }) => text).join(", "),
      must.concat(mustNot).length === 1 ? [note(naming.read(must.concat(mustNot)[0], idOf)), formula(known.axioms[must.concat(mustNot)[0].means[0]]),
        h("p", null, standings.axiomLink(must.concat(mustNot)[0].means[0]))] : null,
      h("p", null, h("b", null, `${fit.length} of ${counted(fit.length + others.length, kind || "metric")} `), "with this, as far as was decided. ",
        h("a", { href: `choose.html#kind=${kind}&must=${ids(must)}&not=${ids(mustNot)}` }, "Choose with it")),
      fit.length ? standings.byWishes("The strongest evidence first", fit.slice(0, MOST), wishes) : null);
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

  const hits = async (words) => {
    const entries = await search(words.map((word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()));
    return card(words.join(" "), note("Named by no metric and no axiom."), entries.length
      ? h("p", null, `Found in ${counted(entries.length, "entry", "entries")}: `, entries.slice(0, 3 * MOST).map(({ href, name }, k) => [k ? ", " : null, h("a", { href }, name)]))
      : h("p", null, "Nothing has these words. ", h("a", { href: "metric.html" }, "All metrics"), ", ", h("a", { href: "axiom.html" }, "all axioms")));
  };

  const cardsOf = async (text) => {
    const question = naming.question(text);
    const axioms = [...question.must, ...question.mustNot];
    const wrong = [...question.metrics, ...axioms].filter((one) => one.wrong);
    if (wrong.length) return wrong.map((one) => card(one.asked, h("p", { class: "problem" }, `${naming.read(one)}.`)));
    const left = [question.cut ? note("The question is long: its first 400 characters were read.") : null,
      question.rest.length && (question.metrics.length || axioms.length) ? note(`Not understood, and left out: ${question.rest.join(" ")}`) : null];
    if (question.claims.length) return [...question.claims.map(ofClaim), ...left];
    if (question.metrics.length && axioms.length > MOST_CARDS) return [comparison(question.metrics, axioms), ...left];
    if (question.metrics.length > 1) return [comparison(question.metrics), ...axioms.slice(0, 1).flatMap((axiom) => question.metrics.slice(0, MOST).map((metric) => ofCell(metric, axiom))), ...left];
    if (question.metrics.length && axioms.length) return [...axioms.slice(0, MOST).map((axiom) => ofCell(question.metrics[0], axiom)), ...left];
    if (question.metrics.length) return [ofMetric(question.metrics[0]), ...left];
    if (axioms.length) return [choice(question), ...left];
    return [await hits(question.rest.length ? question.rest : text.split(/\s+/)), ...left];
  };

  const show = async () => {
    const text = box.value.trim();
    if (text === asked) return;
    asked = text;
    if (!known) ({ known, naming, standings } = await asking());
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
