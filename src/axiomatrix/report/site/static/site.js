"use strict";
// What all pages share. Texts become text nodes: no page makes markup of them.
const axiomatrix = (() => {
  // --- elements

  const missing = (value) => value === null || value === undefined || value === false;

  /** An HTML element: h("a", {href: "x.html", on: {click: f}}, "text", node, [more]). */
  const h = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (missing(value)) continue;
      if (name === "dataset") Object.assign(element.dataset, value);
      else if (name === "on") for (const [event, f] of Object.entries(value)) element.addEventListener(event, f);
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...children.flat(Infinity).filter((child) => !missing(child)));
    return element;
  };

  /** Elements from markup that the site itself has made: every text in it is escaped there, and scripts do not run. */
  const fragment = (markup) => [...new DOMParser().parseFromString(markup, "text/html").body.childNodes];

  // --- data

  const awaited = new Map(); // what takes the content of a block when its script has run
  const loading = new Map(); // the content of each block that has been asked for
  const blocks = new Set((document.documentElement.dataset.blocks || "").split(" ").filter(Boolean));

  /** Whether there is a block of that name. */
  const has = (name) => blocks.has(name);

  /** Called by the scripts in data/. */
  const give = (name, content) => awaited.get(name)(content);

  const load = (name) => new Promise((resolve, reject) => {
    const failed = () => reject(new Error(`data/${name}.js cannot be read; write the site again with axiomatrix report --html`));
    awaited.set(name, resolve);
    document.head.append(h("script", { src: `data/${encodeURIComponent(name)}.js`, on: { error: failed } }));
  });

  /** The data of a block, loaded when it is first asked for. */
  const data = (name) => {
    if (!loading.has(name)) loading.set(name, load(name));
    return loading.get(name);
  };

  /** The lines of a table, as site/data_script.py has it: a list for each field, or what there is in it and the places. */
  const lines = (table) => {
    const columns = Object.entries(table).map(([name, one]) => [name, one.of ? one.at.map((place) => one.of[place]) : one]);
    return (columns[0]?.[1] || []).map((_, k) => Object.fromEntries(columns.map(([name, column]) => [name, column[k]])));
  };

  const decoded = (block) => {
    const places = new Map();
    const whole = ({ statement: [statement, closed], standing: [answer, short, stands, at, word, aloud, upTo], ...cell }) => {
      const claims = cell.claims.map(([status, source]) => ({ status, source }));
      const mark = block.marks[cell.verdict];
      return { ...cell, statement, closed, answer: answer.replace("{}", cell.cases), short, stands, at, word, aloud, upTo, claims, mark };
    };
    const list = lines(block.cells).map((line) => {
      const made = whole(line);
      const place = made.metric * block.axioms.length + made.axiom;
      if (!places.has(place)) places.set(place, []);
      places.get(place).push(made);
      return made;
    });
    return { ...block, asking: { ...block.asking, decided: lines(block.asking.decided).map(whole) }, cells: list, at: (metric, axiom) => places.get(metric * block.axioms.length + axiom) || [] };
  };

  /** The block "cells" with its texts put in: {axioms, metrics, names, ledger, version, cells, at(metric index, axiom index)}; see site/cells_block.py. */
  const cells = () => (wholeCells ||= data("cells").then(decoded));
  let wholeCells = null;

  // --- addresses

  const at = ({ file }, name) => `${file}#${encodeURIComponent(name)}`;

  /** The address of a metric, an axiom, a witness or a claim. */
  const link = {
    metric: (metric) => at(metric, metric.name),
    axiom: (axiom) => at(axiom, axiom.id),
    witness: (slug) => `witness.html#slug=${encodeURIComponent(slug)}`,
    claim: (id) => at({ file: "claims.html" }, id),
  };

  /** What the address says after the #: a page's object, or a view of the matrix. */
  const view = {
    get: () => new URLSearchParams(location.hash.slice(1)),
    set(changes, { replace = false } = {}) {
      const now = view.get();
      for (const [key, value] of Object.entries(changes)) {
        now.delete(key);
        for (const one of [value].flat()) if (one) now.append(key, one);
      }
      const hash = `#${now}`;
      if (hash === location.hash || (hash === "#" && !location.hash)) return;
      if (replace) history.replaceState(null, "", hash);
      else location.hash = hash;
    },
    on: (f) => addEventListener("hashchange", () => f(view.get())),
  };

  // --- parts of pages

  /** A number with its noun. */
  const counted = (number, one, several = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : several}`;

  /** The words that are searched for. */
  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  /** Hides the entries, {element, text}, that lack one of the words, or that do not fit otherwise; how many are left. */
  const narrowed = (entries, query, fits = () => true) => {
    const words = wordsOf(query);
    for (const { element, text } of entries) element.hidden = !words.every((word) => text.includes(word)) || !fits(element);
    return entries.filter(({ element }) => !element.hidden).length;
  };

  /** What stands before the words of a verdict, in its colour. */
  const sign = (cell) => h("b", { class: cell.colour || "n" }, cell.mark);

  /** Text to be copied, as a block with a button that copies it and says so. */
  const copyable = (text, label) => {
    const status = h("span", { role: "status", class: "soft" });
    const copied = async () => {
      status.textContent = await navigator.clipboard.writeText(text)
        .then(() => "copied", () => "this browser does not allow copying; select the text instead");
      setTimeout(() => { status.textContent = ""; }, 4000);
    };
    const button = h("button", { type: "button", "aria-label": label, on: { click: copied } }, "Copy");
    return h("div", { class: "copyable" }, h("pre", { tabindex: "0" }, text), h("span", { class: "copy" }, button, " ", status));
  };

  /** What is said where something cannot be read. */
  const problem = (error) => h("p", { class: "problem", role: "alert" }, error.message);

  /** A part that is folded until it is asked for. */
  const fold = (title, content, open) => h("details", open ? { open: true } : null, h("summary", null, title), content);

  /** A table in a box that scrolls by itself where it is too wide. */
  const wide = (kind, label, caption, heads, rows) => h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0" },
    h("table", { class: `plain ${kind}` }, caption, h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, rows)));

  // --- what every page has

  addEventListener("submit", (event) => event.preventDefault()); // no form is sent anywhere

  const THEMES = ["auto", "light", "dark"];
  const { dataset } = document.documentElement;
  const theme = document.getElementById("theme");
  const sayTheme = () => { theme.textContent = `Theme: ${dataset.theme || "auto"}`; };

  theme.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(dataset.theme || "auto") + 1) % THEMES.length];
    if (next === "auto") delete dataset.theme;
    else dataset.theme = next;
    try {
      localStorage.setItem("axiomatrix-theme", next);
    } catch { /* it holds for this page then */ }
    sayTheme();
  });
  theme.hidden = false;
  sayTheme();

  for (const jump of document.querySelectorAll("#skip, .jump")) {
    jump.addEventListener("click", (event) => {
      event.preventDefault(); // what is after the # is the view
      const place = document.querySelector(jump.hash);
      place.scrollIntoView();
      place.focus();
    });
  }

  return { h, fragment, has, give, data, lines, cells, link, view, sign, copyable, counted, problem, fold, wide, wordsOf, narrowed };
})();
