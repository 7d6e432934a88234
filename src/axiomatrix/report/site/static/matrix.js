"use strict";
// The matrix page: its filters, what they are in the address, and what the tables have that needs a script.
(() => {
  const { h, counted, view: address, cells, data } = axiomatrix;
  if (!document.getElementById("filters")) {
    document.getElementById("page").dataset.ready = "yes"; // nothing was checked
    return;
  }
  const { tables, describe, plans, located, needsCells, apply, cellsOf, idle, panel, keys } = axiomatrix.matrix;
  const by = (id) => document.getElementById(id);
  const form = by("filters");
  const text = by("f-text");
  const verdicts = [...form.querySelectorAll("[id^=f-verdict-]")];
  const choices = { about: "f-about", outcome: "f-outcome", source: "f-source", kind: "f-kind", family: "f-family", library: "f-library",
    group: "f-group", sort: "sort" };
  const [grouped, shown] = [by("grouped"), by("shown")];
  const KEYS = ["q", "verdict", ...Object.keys(choices), "flat", "fold", "shut"];

  let statements = null; // of axiomatrix.cells(), located in the tables
  let folded = new Set(); // families
  let shut = new Set(); // groups of axioms
  let unknown = []; // what the address asks for and this report does not have
  let current = null; // the view that is shown, as text
  let sortedBy = ""; // a column, which the list of orders does not have until it is chosen

  const packed = (names) => [...names].map((name) => name.replace(/[%,]/g, encodeURIComponent)).join(",");
  const unpacked = (said) => {
    try {
      return new Set((said || "").split(",").filter(Boolean).map(decodeURIComponent));
    } catch {
      return new Set(); // an address that somebody wrote by hand
    }
  };

  // --- the controls, the view, the address

  /** What the controls ask for, as it stands in the address. */
  const asked = () => {
    const chosen = Object.fromEntries(Object.entries(choices).map(([key, id]) => [key, by(id).value]));
    return { q: text.value.trim(), verdict: verdicts.filter((one) => one.checked).map((one) => one.value).join(","), ...chosen,
      flat: grouped.checked ? "" : "1", fold: packed(folded), shut: packed(shut) };
  };

  const sourcesOf = (value) => {
    if (!value) return null;
    if (!value.endsWith("*")) return new Set([value]);
    const option = [...by("f-source").options].find((one) => one.value === value);
    return new Set([...option.parentElement.querySelectorAll("option")].map((one) => one.value));
  };

  const viewOf = (said) => ({ text: said.q, about: said.about, verdicts: new Set(said.verdict.split(",").filter(Boolean)), outcome: said.outcome,
    sources: sourcesOf(said.source), kind: said.kind, family: said.family, library: said.library, group: said.group,
    sort: said.sort, grouped: !said.flat, folded, shut });

  const offer = (sort) => {
    const [, back, id] = /^(-?)axiom:(.*)$/s.exec(sort) || [];
    by("sort").querySelector("[data-column]")?.remove();
    if (id && tables.some((table) => table.columns.some((column) => column.id === id))) {
      by("sort").append(h("option", { value: sort, "data-column": "" }, `by ${id}${back ? ", worst first" : ""}`));
    }
  };

  /** Shows or hides the filters that are not always in sight. */
  const unfold = (open) => {
    by("parts").hidden = !open;
    by("more").setAttribute("aria-expanded", String(open));
  };

  /** Sets the controls to what the address says. */
  const restore = () => {
    const said = address.get();
    text.value = said.get("q") || "";
    const wanted = new Set((said.get("verdict") || "").split(","));
    for (const one of verdicts) one.checked = wanted.delete(one.value);
    unknown = [...wanted].filter(Boolean).map((one) => `verdict=${one}`);
    offer(said.get("sort") || "");
    for (const [key, id] of Object.entries(choices)) {
      const select = by(id);
      select.value = said.get(key) || "";
      if (select.selectedIndex >= 0) continue;
      unknown.push(`${key}=${said.get(key)}`);
      select.value = "";
    }
    grouped.checked = !said.get("flat");
    folded = unpacked(said.get("fold"));
    shut = unpacked(said.get("shut"));
    if (KEYS.some((key) => !["q", "about", "kind"].includes(key) && said.get(key))) unfold(true);
  };

  const say = (made) => {
    const of = (plan) => plan.rows.reduce((sum, one) => sum + one, 0);
    const metrics = made.reduce((sum, plan) => sum + of(plan), 0);
    const found = made.reduce((sum, plan) => sum + plan.cells, 0);
    const used = made.filter(of).length;
    const all = tables.reduce((sum, table) => sum + table.rows.length, 0);
    shown.textContent = `${metrics.toLocaleString("en")} of ${counted(all, "metric")} and ${counted(found, "cell")} ` +
      `in ${counted(used, "table")}.${unknown.length ? ` Not in this report, and left out: ${unknown.join(", ")}.` : ""}`;
    by("nothing").hidden = metrics > 0;
    by("matrix").classList.toggle("several", used > 1);
  };

  /** Shows what the controls ask for. */
  const show = () => {
    const said = asked();
    const view = viewOf(said);
    if (needsCells(view) && !statements) {
      shown.textContent = "The cells are being read.";
      ready().then(show, () => {});
      return;
    }
    current = JSON.stringify(said);
    sortedBy = said.sort;
    const made = plans(view, statements);
    panel.close();
    apply(made);
    marks();
    say(made);
    for (const table of tables) keys.restop(table);
  };

  let later = 0;
  const note = (replace) => {
    clearTimeout(later);
    const said = asked();
    address.set(Object.fromEntries(KEYS.map((key) => [key, said[key]])), { replace });
  };

  /** After a change of a control: what is shown changes in the next frame, the address after it. */
  const changed = (event) => {
    unknown = [];
    if (event.target === by("sort")) {
      grouped.checked = by("sort").value === "";
      if (by("sort").value !== sortedBy) offer(by("sort").value);
    }
    show();
    clearTimeout(later);
    const typed = event.target === text;
    later = setTimeout(() => note(typed), typed ? 300 : 0);
  };

  const back = () => {
    restore();
    if (JSON.stringify(asked()) !== current) show();
  };

  const reset = (event) => {
    event?.preventDefault();
    [text.value, unknown] = ["", []];
    for (const one of verdicts) one.checked = false;
    offer("");
    for (const id of Object.values(choices)) by(id).value = "";
    grouped.checked = true;
    [folded, shut] = [new Set(), new Set()];
    show();
    note(false);
  };

  // --- buttons in the tables: folding and sorting

  const toggle = (set, name) => { if (!set.delete(name)) set.add(name); };

  const foldButton = (head, name, what, set) => {
    const button = h("button", { type: "button", class: "fold", "aria-expanded": "true", tabindex: "-1", title: name,
      on: { click: () => { toggle(set(), name); show(); note(false); refocus(button, name); } } }, name);
    head.firstElementChild.replaceChildren(button);
  };

  /** A group that was folded is gone: the focus goes to the button that brings it back, and the other way round. */
  const refocus = (button, name) => {
    if (button.isConnected && !button.closest("[hidden]")) return;
    const table = tables.find((one) => one.groups.some((group) => group.head.contains(button)));
    const other = table && [...table.folded.children].find((one) => one.dataset.group === name);
    other?.focus();
  };

  const sortButton = (column) => {
    const pressed = () => {
      const one = `axiom:${column.id}`;
      const next = sortedBy === one ? `-${one}` : sortedBy === `-${one}` ? "" : one;
      offer(next);
      by("sort").value = next;
      grouped.checked = !next;
      show();
      note(false);
    };
    column.head.append(h("button", { type: "button", tabindex: "-1", "aria-label": `sort by ${column.id}`,
      on: { click: pressed } }, "\u21c5"));
  };

  /** Says at the heads what is folded, and which column the rows are sorted by. */
  const marks = () => {
    for (const table of tables) {
      for (const { head, name } of table.families) {
        head.querySelector("button")?.setAttribute("aria-expanded", String(!folded.has(name)));
      }
      for (const column of table.columns) {
        const order = sortedBy === `axiom:${column.id}` ? "ascending" : sortedBy === `-axiom:${column.id}` ? "descending" : null;
        if (order) column.head.setAttribute("aria-sort", order);
        else if (column.head.ariaSort) column.head.removeAttribute("aria-sort");
      }
      const names = table.groups.filter((group) => shut.has(group.name)).map((group) => group.name);
      if (!table.folded) continue;
      table.folded.hidden = !names.length;
      if (table.folded.dataset.names === packed(names)) continue;
      table.folded.dataset.names = packed(names);
      table.folded.replaceChildren(...names.map((name) => h("button", { type: "button", class: "fold", "aria-expanded": "false",
        dataset: { group: name }, on: { click: () => {
          shut.delete(name);
          show();
          note(false);
          const group = table.groups.find((one) => one.name === name);
          const button = group.head.querySelector("button");
          if (button) keys.move(table, button);
        } } }, `show ${name}`)));
    }
  };

  const furnish = (table) => {
    table.folded = h("div", { class: "folded", hidden: true });
    table.table.before(table.folded);
    for (const { head, name } of table.groups) foldButton(head, name, "group", () => shut);
    for (const { head, name } of table.families) foldButton(head.cells[0], name, "family", () => folded);
    for (const column of table.columns) sortButton(column);
    keys.start(table);
    marks();
  };

  // --- what is done when nothing else is to be done

  const ROLES = [["thead, tbody", "rowgroup"], ["tr", "row"], ["thead th", "columnheader"], ["tbody th", "rowheader"]];

  /** Says what flex boxes make some browsers forget: that this is a table. */
  const roles = (table) => {
    table.table.setAttribute("role", "table");
    for (const [selector, role] of ROLES) {
      for (const one of table.table.querySelectorAll(selector)) one.setAttribute("role", role);
    }
  };

  const label = (table, row) => {
    cellsOf(row).forEach((cell, c) => {
      cell.setAttribute("role", "cell");
      if (cell.firstChild) cell.setAttribute("aria-label", panel.name({ row, column: table.columns[c] }));
    });
  };

  const inTurn = (jobs) => new Promise((resolve) => {
    const step = () => {
      const begun = performance.now();
      while (jobs.length && performance.now() - begun < 8) jobs.shift()();
      if (jobs.length) idle(step, { timeout: 500 });
      else resolve();
    };
    idle(step, { timeout: 500 });
  });

  let reading = null;
  const ready = () => {
    reading ||= Promise.all([cells(), data("formulas")]).then(([content, formulas]) => {
      describe(content);
      panel.fill(content, formulas);
      statements = located(content);
    }, (error) => {
      panel.fail(error.message);
      shown.textContent = `${error.message}. Verdict, outcome and claims cannot be filtered.`;
      throw error;
    });
    return reading;
  };

  const start = () => {
    by("more").addEventListener("click", () => unfold(by("parts").hidden));
    form.addEventListener("input", changed);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", reset);
    by("reset-too").addEventListener("click", reset);
    address.on(back);
    for (const jump of document.querySelectorAll("a.jump")) {
      jump.addEventListener("click", (event) => {
        event.preventDefault(); // what is after the # is the view
        by("legend-title").scrollIntoView();
        by("legend-title").focus();
      });
    }
    addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("#broken details")) one.open = true; });
    restore();
    if (location.hash.length > 1) show();
    else {
      current = JSON.stringify(asked());
      for (const { section } of tables.slice(1)) section.hidden = true; // one at a time
      by("matrix").classList.remove("several");
    }
  };

  const finish = async () => {
    await inTurn(tables.map((table) => () => furnish(table)));
    await ready().catch(() => {});
    for (const table of tables) keys.restop(table);
    while (document.querySelector(".later")) await new Promise((resolve) => { idle(resolve, { timeout: 100 }); });
    by("page").dataset.ready = "yes";
    await inTurn(tables.flatMap((table) => [() => roles(table), ...table.rows.map((row) => () => label(table, row))]));
    by("page").dataset.labelled = "yes";
  };

  start();
  requestAnimationFrame(() => setTimeout(finish)); // after the first frame is painted
})();
