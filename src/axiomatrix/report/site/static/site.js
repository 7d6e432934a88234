"use strict";
// What all pages share. Texts become text nodes: no page makes markup of them.
const axiomatrix = (() => {
  // --- elements

  const append = (element, children) => {
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : String(child));
    }
    return element;
  };

  const dress = (element, attributes) => {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name === "dataset") Object.assign(element.dataset, value);
      else if (name === "on") for (const [event, f] of Object.entries(value)) element.addEventListener(event, f);
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    return element;
  };

  /** An HTML element: h("a", {href: "x.html", on: {click: f}}, "text", node, [more]). */
  const h = (tag, attributes, ...children) => append(dress(document.createElement(tag), attributes), children);

  /** Elements from markup that the site itself has packed: every text in it is escaped there, and scripts do not run. */
  const fragment = (markup) => [...new DOMParser().parseFromString(markup, "text/html").body.childNodes];

  // --- data

  const given = new Map();
  const asked = new Map();
  const blocks = new Set((document.documentElement.dataset.blocks || "").split(" ").filter(Boolean));

  /** Whether there is a block of that name. */
  const has = (name) => blocks.has(name);

  /** Called by the scripts in data/. */
  const give = (name, text, size) => {
    given.set(name, { text, size });
  };

  /** The bytes of a text that has 15 bits in each character, as site/packing.py has it. */
  const bytesOf = (text, size) => {
    const made = new Uint8Array(size);
    let [bits, held, k] = [0, 0, 0];
    for (let at = 0; at < size; at += 1) {
      if (held < 8) {
        bits = (bits << 15) | (text.charCodeAt(k) - 0x3000);
        held += 15;
        k += 1;
      }
      held -= 8;
      made[at] = bits >> held; // its last eight bits
      bits &= (1 << held) - 1;
    }
    return made;
  };

  const unpack = async ({ text, size }) => {
    const stream = new Blob([bytesOf(text, size)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  };

  const load = (name) =>
    new Promise((resolve, reject) => {
      const script = h("script", { src: `data/${encodeURIComponent(name)}.js` });
      script.addEventListener("load", () => resolve(given.get(name)));
      script.addEventListener("error", () =>
        reject(new Error(`data/${name}.js cannot be read; write the site again with axiomatrix report --html`)));
      document.head.append(script);
    });

  /** The data of a block, loaded and unpacked when it is first asked for. */
  const data = (name) => {
    if (!asked.has(name)) {
      asked.set(name, (async () => {
        const content = await unpack(await load(name));
        given.delete(name);
        return content;
      })());
    }
    return asked.get(name);
  };

  /** The lines of a table, as site/packing.py has it: a list for each field, or what there is in it and the places. */
  const lines = (table) => {
    const columns = Object.entries(table).map(([name, one]) => [name, one.of ? one.at.map((place) => one.of[place]) : one]);
    return (columns[0]?.[1] || []).map((_, k) => Object.fromEntries(columns.map(([name, column]) => [name, column[k]])));
  };

  let wholeCells = null;

  const decoded = (block) => {
    const { words, digests } = block;
    const column = Object.fromEntries(block.fields.map((name, k) => [name, block.cells[k]]));
    const texts = ["statement", "verdict", "colour", "said", "cases", "method", "outcome", "best", "compared"];
    for (const [what, list] of Object.entries({ metrics: block.metrics, axioms: block.axioms })) {
      for (const one of list) one.called = "";
      for (const [means, spelled] of block.names[what]) {
        for (const place of means) {
          const cut = list[place].takes?.k ? spelled.filter((text) => !text.endsWith("@k")).map((text) => `${text}@k`) : [];
          list[place].called += `${[...spelled, ...cut].join("; ")}; `;
        }
      }
    }
    const places = new Map();
    let used = 0;
    const slug = (k) => {
      if (column.slug[k] < 0) return "";
      const rest = words[column.slug[k]];
      if (rest.startsWith("/")) return rest.slice(1);
      const usual = `${block.metrics[column.metric[k]].stem}--${block.axioms[column.axiom[k]].stem}`;
      if (!rest.endsWith("#")) return usual + rest;
      used += 12;
      return `${usual}${rest.slice(0, -1)}-${digests.slice(used - 12, used)}`;
    };
    const list = column.metric.map((metric, k) => {
      const cell = { metric, axiom: column.axiom[k], slug: slug(k) };
      for (const name of texts) cell[name] = words[column[name][k]];
      const [answer, short, stands, at] = block.told[column.told[k]];
      Object.assign(cell, { answer: answer.replace("{}", cell.cases), short, stands, at });
      cell.mark = block.marks[cell.verdict];
      cell.claims = column.claims[k].map(([status, source, wording]) => (
        { status: words[status], source: words[source], wording: words[wording] }));
      const place = metric * block.axioms.length + cell.axiom;
      if (!places.has(place)) places.set(place, []);
      places.get(place).push(cell);
      return cell;
    });
    return {
      axioms: block.axioms,
      metrics: block.metrics,
      names: block.names,
      ledger: block.ledger,
      theorems: block.theorems,
      version: block.version,
      cells: list,
      at: (metric, axiom) => places.get(metric * block.axioms.length + axiom) || [],
    };
  };

  /** The block "cells" with its texts put in: {axioms, metrics, names, ledger, version, cells, at(metric index, axiom index)}; see site/cells_block.py. */
  const cells = () => {
    wholeCells ||= data("cells").then(decoded);
    return wholeCells;
  };

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
        if (value === null || value === undefined || value === "") now.delete(key);
        else now.set(key, value);
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
  const narrowed = (entries, said, fits = () => true) => {
    const words = wordsOf(said);
    for (const { element, text } of entries) element.hidden = !words.every((word) => text.includes(word)) || !fits(element);
    return entries.filter(({ element }) => !element.hidden).length;
  };

  /** What stands before the words of a verdict, in its colour. */
  const sign = (cell) => h("b", { class: cell.colour || "n" }, cell.mark);

  /** A button that copies a text and says so. */
  const copyButton = (text, label) => {
    const said = h("span", { role: "status", class: "soft" });
    const copied = async () => {
      try {
        await navigator.clipboard.writeText(text);
        said.textContent = "copied";
      } catch {
        said.textContent = "this browser does not let the page copy; mark the text instead";
      }
      setTimeout(() => { said.textContent = ""; }, 4000);
    };
    return h("span", { class: "copy" },
      h("button", { type: "button", "aria-label": label || "Copy", on: { click: copied } }, "Copy"), " ", said);
  };

  /** Text to be copied, as a block with its button. */
  const copyable = (text, label) =>
    h("div", { class: "copyable" }, h("pre", { tabindex: "0" }, text), copyButton(text, label));

  /** A part that is folded until it is asked for. */
  const fold = (title, content, open) => h("details", open ? { open: true } : null, h("summary", null, title), content);

  /** A table in a box that scrolls by itself where it is too wide. */
  const wide = (label, table) => h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0" }, table);

  // --- what every page has

  const THEMES = ["auto", "light", "dark"];

  const startTheme = () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const root = document.documentElement;
    const say = () => { button.textContent = `Theme: ${root.dataset.theme || "auto"}`; };
    button.hidden = false;
    button.addEventListener("click", () => {
      const next = THEMES[(THEMES.indexOf(root.dataset.theme || "auto") + 1) % THEMES.length];
      if (next === "auto") delete root.dataset.theme;
      else root.dataset.theme = next;
      try {
        localStorage.setItem("axiomatrix-theme", next);
      } catch { /* it holds for this page then */ }
      say();
    });
    say();
  };

  const startSkip = () => {
    const skip = document.getElementById("skip");
    skip?.addEventListener("click", (event) => {
      event.preventDefault(); // what is after the # is the view
      document.getElementById("page").focus();
    });
  };

  startTheme();
  startSkip();

  return { h, fragment, has, give, data, lines, cells, link, view, sign, copyable, counted, fold, wide, wordsOf, narrowed };
})();
