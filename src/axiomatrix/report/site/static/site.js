"use strict";
// What all pages share. Texts become text nodes: no page makes markup of them.
const axiomatrix = (() => {
  const SVG = "http://www.w3.org/2000/svg";

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

  /** The same in SVG. */
  const s = (tag, attributes, ...children) => append(dress(document.createElementNS(SVG, tag), attributes), children);

  /** Elements from markup that the site itself has packed: every text in it is escaped there, and scripts do not run. */
  const fragment = (markup) => [...new DOMParser().parseFromString(markup, "text/html").body.childNodes];

  // --- data

  const given = new Map();
  const asked = new Map();
  const blocks = new Set((document.documentElement.dataset.blocks || "").split(" ").filter(Boolean));

  /** Whether there is a block of that name. */
  const has = (name) => blocks.has(name);

  /** Called by the scripts in data/. */
  const give = (name, packed) => {
    given.set(name, packed);
  };

  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%/()*+-;.=:?@^_`{|}~";
  const VALUES = Object.fromEntries([...DIGITS].map((digit, k) => [digit, k]));

  /** The bytes that a text in base 85 stands for: four for five digits, as site/packing.py has it. */
  const bytesOf = (text) => {
    const padded = text.padEnd(Math.ceil(text.length / 5) * 5, "~");
    const made = new DataView(new ArrayBuffer((padded.length / 5) * 4));
    for (let k = 0; k < padded.length; k += 5) {
      let sum = 0;
      for (let j = k; j < k + 5; j += 1) sum = sum * 85 + VALUES[padded[j]];
      made.setUint32((k / 5) * 4, sum);
    }
    return made.buffer.slice(0, made.byteLength - (padded.length - text.length));
  };

  const unpack = async (packed) => {
    const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("deflate"));
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

  /** Makes the formulas that are wider than their place reachable by keyboard, to be scrolled. */
  const reachable = (main) => {
    for (const line of main.querySelectorAll(".math > span")) {
      const cut = line.scrollWidth > line.clientWidth;
      if (cut === line.hasAttribute("tabindex")) continue;
      for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "formula"]]) {
        if (cut) line.setAttribute(name, value);
        else line.removeAttribute(name);
      }
    }
  };

  /** Fills <main>: render(params, main) at load and whenever the address changes. */
  const page = (render) => {
    const main = document.getElementById("page");
    const name = document.title;
    let run = 0;
    const show = async (first) => {
      const mine = ++run;
      const fresh = h("div");
      try {
        await render(view.get(), fresh);
      } catch (error) {
        fresh.replaceChildren(h("h1", null, name), h("p", { class: "problem", role: "alert" }, error.message),
          h("p", null, (error.links || []).map(([href, text], k) => [k ? ", " : null, h("a", { href }, text)])));
      }
      if (mine !== run) return; // the address has changed meanwhile
      main.replaceChildren(...fresh.childNodes);
      reachable(main);
      const heading = main.querySelector("h1");
      if (heading) {
        document.title = heading.textContent === name ? name : `${heading.textContent} - ${name}`;
        heading.tabIndex = -1;
        if (!first) {
          heading.focus();
          scrollTo(0, 0);
        }
      }
      main.dataset.ready = "yes";
    };
    addEventListener("hashchange", () => show(false));
    addEventListener("resize", () => reachable(main));
    main.addEventListener("toggle", () => reachable(main), true); // what was folded has no width
    show(true);
  };

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

  return { h, s, fragment, has, give, data, cells, link, view, sign, copyButton, copyable, counted, fold, wide, wordsOf, narrowed, reachable, page };
})();
