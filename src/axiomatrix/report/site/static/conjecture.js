"use strict";
// What was explored: the list of explorations, or one of them with its verdicts, constants, instances and pictures.
(() => {
  const { h, link, sign, view, wide, fold, copyable } = axiomatrix;
  const SYMBOLS = { refuted: "X", proved: "P", certified: "C", exhausted: "E", searched: "S", undecided: "?",
    vacuous: "0" };
  const SIZE_TONES = { refuted: "refuted", certified: "certified", undecided: "undecided", attained: "proved" };
  const OPEN_AT_MOST = 2; // so many refuted questions stand open at once
  const MANY_LABELS = 6;
  const MANY_FITS = 2;
  const STATUSES = { holds: "declared to hold", fails: "declared to fail", conjectured: "conjectured" };
  const SENSES = { inf: "smallest", sup: "largest" };

  const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  /** The sign of a question; what only enumeration said (of a best constant, most often) is not coloured as proved. */
  const tone = (name) => (SYMBOLS[name] ? sign(SYMBOLS[name], name === "exhausted" ? "searched" : name) : h("b", { class: "sign", "aria-hidden": "true" },
    "-"));

  // --- the list

  const named = (data, claim) => (data.linked.includes(claim) ? h("a", { href: link.claim(claim) }, claim) : claim);

  const claims = (data) => data.claims.map(([source, status, wording]) => {
    const said = [named(data, source), `, ${STATUSES[status] || status}`];
    return data.title.includes(wording) ? h("p", { class: "soft" }, said)
      : h("blockquote", { class: "claim" }, h("p", null, `"${wording}"`), h("footer", null, said));
  });

  const labelled = (labels, questions, before = ": ", after = "") => {
    if (questions === 1) return null;
    const said = labels.length > MANY_LABELS ? `${labels.length} of ${questions} questions` : labels.join("; ");
    return `${before}${said}${after}`;
  };

  const kinds = (entry) => h("ul", { class: "outcomes" }, entry.kinds.map(([name, said, labels]) =>
    h("li", null, tone(name), " ", h("b", null, said), labelled(labels, entry.questions))));

  const index = async (main) => {
    const list = await axiomatrix.data("conjectures");
    main.append(
      h("h1", null, "Conjectures and other questions, explored"),
      h("p", null, "Where a statement is linear in the parameter, the worst one for fixed rankings is found exactly, by ",
        "a linear program. Such a question is swept size by size: what holds is certified, what fails gets its ",
        "smallest witness, and every size its exact best constants. What no sweep reaches has bounds, each proved by ",
        "one instance."),
      h("ul", { class: "cards" }, list.map((entry) => h("li", { class: "card" },
        h("h2", null, h("a", { href: link.conjecture(entry.id) }, entry.title)),
        kinds(entry),
        entry.fits.slice(0, MANY_FITS).map(([fit, labels]) => h("p", { class: "note" }, `A family of instances: ${fit}`,
          labelled(labels, entry.questions, " (", ")"))),
        h("p", { class: "soft" }, h("code", null, entry.id), ": ",
          entry.questions === 1 ? "1 question" : `${entry.questions} questions`,
          entry.sizes.length ? `, swept at n = ${entry.sizes.join(" to ")}` : "")))));
  };

  // --- one exploration

  const at = (label) => `q-${Array.from(label, (c) => (/[a-z0-9]/i.test(c) ? c : `_${c.codePointAt(0)}`)).join("")}`;

  const goTo = (label) => {
    const section = document.getElementById(at(label));
    if (!section) return;
    if (section.tagName === "DETAILS") section.open = true;
    section.scrollIntoView();
    (section.querySelector("summary") || section.querySelector("h2")).focus({ preventScroll: true });
  };

  const toQuestion = (id, label) => h("a", {
    href: `${link.conjecture(id)}&q=${encodeURIComponent(label)}`,
    on: {
      click: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        view.set({ q: label }, { replace: true });
        goTo(label);
      },
    },
  }, label);

  const range = (question, sense) => {
    const found = question.known.filter(([of]) => of === sense);
    if (!found.length) return null;
    const values = new Set(found.map((one) => one[2]));
    const exact = found.length === 2 && values.size === 1;
    const parts = found.map(([, op, value, why]) => [h("b", null, /^[-\d(]/.test(value) ? `${op} ${value}` : value),
      ` (${why})`]);
    return h("div", null, h("span", { class: "soft" }, `${SENSES[sense]}: `),
      exact ? [h("b", null, `exactly ${found[0][2]}`), ` (${found.map((one) => one[3]).join("; ")})`]
        : parts.map((part, k) => [k ? ", " : "", part]));
  };

  const summary = (data) => {
    const same = data.questions.length > 1 && new Set(data.questions.map((question) => question.asked)).size === 1;
    const heads = ["question", ...(same ? [] : ["what is asked"]), "what became of it",
      "extremes of the quantity over every n"];
    return [same ? h("p", null, "Of each: ", h("code", null, data.questions[0].asked)) : null,
      wide("What became of each question", h("table", { class: "plain stack" },
        h("caption", { class: "hidden" }, "What became of each question"),
        h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", null, data.questions.map((question) => h("tr", null,
          h("th", { scope: "row" }, toQuestion(data.id, question.label)),
          same ? null : h("td", { "data-label": "asked" }, h("code", null, question.asked)),
          h("td", { "data-label": "outcome" }, h("span", { class: "verdict" }, tone(question.tone),
            h("span", null, upper(question.outcome)))),
          h("td", { "data-label": "extremes" }, range(question, "inf"), range(question, "sup")))))))];
  };

  const bySize = (data) => {
    if (!data.sizes.length) return null;
    const cell = (found) => {
      if (!found) return h("td", null);
      const [, verdict, , , inf, sup] = found;
      const name = SIZE_TONES[verdict] || "";
      return h("td", { class: name ? `v-${name}` : "" },
        h("b", null, name ? `${SYMBOLS[name]} ` : "", verdict),
        inf ? h("div", null, verdict === "undecided" ? "" : "min ", inf[0]) : null,
        sup ? h("div", null, verdict === "undecided" ? "" : "max ", sup[0]) : null);
    };
    return wide("Verdict and exact best constants by size", h("table", { class: "grid" },
        h("caption", { class: "hidden" }, "Verdict at each n, and the exact extremes of the quantity there"),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "question"),
          data.sizes.map((n) => h("th", { scope: "col" }, `n = ${n}`)))),
        h("tbody", null, data.questions.filter((question) => question.sizes.length).map((question) => h("tr", null,
          h("th", { scope: "row" }, toQuestion(data.id, question.label)),
          data.sizes.map((n) => cell(question.sizes.find((size) => size[0] === n))))))));
  };

  const sizesAndPicture = (data, picture) => {
    const table = bySize(data);
    const drawn = picture(data.constants, "Best constants against n");
    return table || drawn ? [h("h2", null, table ? "By size" : "Best constants"),
      table ? h("p", { class: "soft" }, "The verdict at each n, and the exact extremes of the quantity there.") : null,
        h("div", { class: "side-by-side" }, table, drawn)] : null;
  };

  const beside = (data) => {
    const { heads, rows, means } = data.beside;
    if (!rows.length) return null;
    const outcome = (text) => {
      const name = text.split(" ")[0] === "shown" ? "proved" : text.split(" ")[0];
      return h("td", { class: SYMBOLS[name] ? `v-${name}` : "" }, text && SYMBOLS[name]
        ? h("b", null, `${SYMBOLS[name]} `) : null, text);
    };
    return [h("h2", null, "The readings side by side"),
      wide("The readings side by side", h("table", { class: "grid" },
        h("caption", { class: "hidden" }, "What each reading of the definition satisfies"),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "claim or axiom"),
          rows.map(([label]) => h("th", { scope: "col" }, label)))),
        h("tbody", null, heads.map(([claim, said], k) => h("tr", null,
          h("th", { scope: "row" }, claim ? [named(data, claim), `: ${said}`] : said),
          rows.map(([, outcomes]) => outcome(outcomes[k]))))))),
      h("p", { class: "soft" }, means.split("`").map((part, k) => (k % 2 ? h("code", null, part) : part)))];
  };

  const missing = (id) => (main) => main.append(
    h("h1", null, "No such exploration"),
    h("p", null, `There is no exploration ${JSON.stringify(id)} in this report. `,
      h("a", { href: "conjecture.html" }, "All explorations")));

  const one = async (main, id, wanted) => {
    if (!axiomatrix.has(`conjecture-${id}`)) return missing(id)(main);
    const data = await axiomatrix.data(`conjecture-${id}`);
    const single = data.questions.length === 1;
    const refuted = data.questions.filter((question) => question.tone === "refuted").slice(0, OPEN_AT_MOST);
    const opened = new Set(refuted.length ? refuted : data.questions.slice(0, 1));
    const picture = (src, caption) => (src ? h("figure", { class: "plot" },
      h("div", { class: "panel", tabindex: "0", role: "group", "aria-label": caption }, h("img", { src, alt: caption })),
      h("figcaption", { class: "soft" }, caption)) : null);
    const sections = data.questions.map((question) => {
      const body = () => axiomatrix.question(question, data, picture);
      const titled = [tone(question.tone), " ", h("span", null, question.label)];
      if (single) return h("section", { id: at(question.label), class: "question" },
        h("h2", { tabindex: "-1" }, titled), body());
      const folded = h("details", { id: at(question.label), class: "question" },
        h("summary", null, h("h3", null, titled), h("span", { class: "soft" }, ` ${question.short}`)));
      const fill = () => { if (folded.open && folded.children.length === 1) folded.append(body()); };
      folded.addEventListener("toggle", fill);
      folded.open = opened.has(question);
      fill();
      return folded;
    });
    main.append(...[
      h("p", { class: "crumbs" }, h("a", { href: "conjecture.html" }, "All explorations")),
      h("h1", null, data.title),
      claims(data),
      summary(data),
      sizesAndPicture(data, picture),
      data.meanings.length ? h("ul", { class: "soft meanings" }, data.meanings.map((said) => h("li", null, said)))
        : null,
      beside(data),
      single ? null : h("h2", null, "Question by question"),
      sections,
      h("h2", null, "Files"),
      h("p", null, "Data, witnesses and certificates are in the folder ", h("code", null, `explorations/${data.id}/`),
        " beside the report: ", h("code", null, "answer.json"), ", ", h("code", null, "answer.md"), ", ",
          h("code", null, "answer.csv"),
        ", ", h("code", null, "witnesses/"), ", ", h("code", null, "certificates/"),
        ". Commands on this page are to be given there; of metrics of your own, with their file behind them."),
    ].flat(Infinity).filter(Boolean));
    if (wanted) setTimeout(() => goTo(wanted), 0);
  };

  axiomatrix.page(async (params, main) => {
    const id = params.get("id");
    if (!axiomatrix.has("conjectures")) {
      main.append(h("h1", null, "Conjectures"), h("p", null, "This report has no explorations. One is made by"),
        copyable("axiomatrix explore kv7 --max-n 6 --out reports/explorations/kv7", "Copy the command"),
        h("p", null, "where reports is the folder of the report; then write the site again."));
    } else if (id) await one(main, id, params.get("q"));
    else await index(main);
  });
})();
