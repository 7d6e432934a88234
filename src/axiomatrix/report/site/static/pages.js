"use strict";
// What is added to a page that is complete without: formulas typeset, what is packed, filters, copy buttons, drawings.
(() => {
  const { h, counted, fragment, data, has, view, copyButton, narrowed, reachable, drawing } = axiomatrix;
  const main = document.getElementById("page");

  const typeset = async (within) => {
    const formulas = [...within.querySelectorAll(".f > code")];
    const entries = within === main ? [...within.querySelectorAll(".entry[id]")] : [];
    if (!has("formulas") || !(formulas.length || entries.length)) return;
    const { metrics, axioms, claims } = await data("formulas");
    const known = main.querySelector("h1").dataset.of === "axioms" ? axioms : metrics;
    for (const code of formulas) {
      const name = code.dataset.f || code.closest("[id]").id;
      if (!Object.hasOwn(known, name) || known[name].startsWith("<code")) continue; // it is there
      code.before(...fragment(known[name]));
      code.replaceWith(h("details", { class: "as-text" }, h("summary", null, "as text"), code.cloneNode(true)));
    }
    for (const entry of entries) {
      if (Object.hasOwn(claims, entry.id)) entry.querySelector("blockquote").after(h("div", { class: "f" }, fragment(claims[entry.id])));
    }
  };

  /** The formulas of a list, in a column of their own. */
  const list = async () => {
    const tables = main.querySelectorAll("table.entries");
    if (!tables.length || !has("formulas")) return;
    const known = (await data("formulas"))[main.querySelector("h1").dataset.of];
    for (const table of tables) {
      table.tHead.rows[0].append(h("th", { scope: "col" }, "formula"));
      for (const row of table.tBodies[0].rows) row.append(h("td", null, fragment(known[row.querySelector("a").textContent] || "")));
    }
  };

  /** What is added to whatever comes into the page. */
  const furnish = async (within) => {
    for (const pre of within.querySelectorAll("pre")) {
      pre.tabIndex = 0;
      pre.after(copyButton(pre.textContent, "Copy"));
    }
    for (const place of within.querySelectorAll("[data-d]")) {
      const figures = JSON.parse(place.dataset.d).map(([name, kind, role, rows]) => ({ name, kind, role, rows }));
      place.append(...drawing.pictures(figures));
    }
    await typeset(within);
    reachable(main);
  };

  /** Puts in what is packed beside the page, once. */
  const put = async (place) => {
    if (!place.dataset.k) return;
    const number = place.dataset.k;
    delete place.dataset.k;
    const box = h("div", { class: "within" });
    try {
      box.append(...fragment((await data(document.documentElement.dataset.page))[number]));
    } catch (error) {
      box.append(h("p", { class: "problem", role: "alert" }, error.message));
    }
    if (place.tagName === "DETAILS") place.append(box);
    else place.replaceChildren(box);
    await furnish(box);
  };

  const toAddress = async () => {
    const [id] = [location.hash.slice(1)].map((text) => { try { return decodeURIComponent(text); } catch { return ""; } });
    const found = id && document.getElementById(id);
    if (!found || found === main) return;
    const folded = [found, ...found.querySelectorAll("details")].filter((one) => one.tagName === "DETAILS");
    if (folded.length === 1) folded[0].open = true;
    if (folded[0]?.open) await put(folded[0]);
    found.scrollIntoView();
  };

  // --- filters

  const filter = (form) => {
    let [entries, groups] = [[], []];
    const fields = [...form.querySelectorAll("input, select")];
    const told = form.querySelector("[role=status]");
    const [text, ...selects] = fields;
    const said = (number) => counted(number, form.dataset.what);
    const show = () => {
      const chosen = (element) => selects.every((one) => !one.value || element.dataset[one.name] === one.value);
      const shown = narrowed(entries, text.value, chosen);
      for (const group of groups) group.hidden = !group.querySelector(`${form.dataset.of.split(" ").at(-1)}:not([hidden])`);
      told.textContent = shown === entries.length ? said(shown) : `${shown.toLocaleString("en")} of ${said(entries.length)}`;
    };
    const read = () => {
      entries = [...main.querySelectorAll(form.dataset.of)].map((element) => ({ element, text: element.textContent.toLowerCase() }));
      groups = [...main.querySelectorAll(".group")];
      restore();
    };
    const restore = () => {
      const asked = view.get();
      for (const field of fields) {
        field.value = asked.get(field.name) || "";
        if (field.selectedIndex === -1) field.value = "";
      }
      show();
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      show();
      view.set(Object.fromEntries(fields.map((field) => [field.name, field.value])), { replace: true });
    });
    addEventListener("hashchange", restore);
    form.hidden = false;
    read();
    return read;
  };

  const start = async () => {
    const filters = [...main.querySelectorAll("form.filter")].map(filter);
    main.addEventListener("toggle", (event) => { if (event.target.open) put(event.target); reachable(main); }, true);
    addEventListener("resize", () => reachable(main));
    addEventListener("hashchange", toAddress);
    await list();
    await furnish(main);
    await Promise.all([...main.querySelectorAll("[data-k]")].filter((one) => one.tagName !== "DETAILS" || one.open).map(put));
    for (const read of filters) read(); // what was packed is there now
    await toAddress();
    main.dataset.ready = "yes";
  };

  start();
})();
