"use strict";
// The matrix page: its filters, what they are in the address, and what the tables have that needs a script.
(() => {
  const { h, counted, view: address, cells, data } = axiomatrix;
  if (!document.getElementById("filters")) {
    document.getElementById("page").dataset.ready = "yes"; // nothing was checked
    return;
  }
  const { known, tables, describe, plans, apply, cellsOf, idle, panel, keys } = axiomatrix.matrix;
  const by = (id) => document.getElementById(id);
  const form = by("filters");
  const { q: text, sort, grouped } = form.elements;
  const shown = by("shown");
  const verdicts = [...form.querySelectorAll("[name=verdict]")];
  const selects = [...form.querySelectorAll("select")];
  const KEYS = ["q", "verdict", ...selects.map((one) => one.name)]; // the controls, as they are called in the address

  let folded = new Set(); // families
  let shut = new Set(); // groups of axioms
  let unknown = []; // what the address asks for and this report does not have
  let current = null; // the view that is shown, as text
  let sortedBy = ""; // a column, which the list of orders does not have until it is chosen

  // --- the controls, the view, the address

  /** What the controls ask for, as it stands in the address. */
  const asked = () => {
    const given = new FormData(form);
    const values = Object.fromEntries(KEYS.map((key) => [key, given.getAll(key).join(",").trim()]));
    return { ...values, flat: grouped.checked ? "" : "1", fold: [...folded], shut: [...shut] };
  };

  const viewOf = (values) => ({ ...values, text: values.q, verdicts: new Set(values.verdict.split(",").filter(Boolean)),
    grouped: !values.flat, folded, shut });

  const offer = (order) => {
    const [, back, id] = /^(-?)axiom:(.*)$/s.exec(order) || [];
    sort.querySelector("[data-column]")?.remove();
    if (id && tables.some((table) => table.columns.some((column) => column.id === id))) {
      sort.append(h("option", { value: order, "data-column": "" }, `by ${id}${back ? ", worst first" : ""}`));
    }
  };

  /** Shows or hides the filters that are not always in sight. */
  const unfold = (open) => {
    by("parts").hidden = !open;
    by("more").setAttribute("aria-expanded", String(open));
  };

  /** Sets the controls to what the address says. */
  const restore = () => {
    const values = address.get();
    text.value = values.get("q") || "";
    const wanted = new Set((values.get("verdict") || "").split(","));
    for (const one of verdicts) one.checked = wanted.delete(one.value);
    unknown = [...wanted].filter(Boolean).map((one) => `verdict=${one}`);
    offer(values.get("sort") || "");
    for (const select of selects) {
      select.value = values.get(select.name) || "";
      if (select.selectedIndex >= 0) continue;
      unknown.push(`${select.name}=${values.get(select.name)}`);
      select.value = "";
    }
    grouped.checked = !values.get("flat");
    [folded, shut] = ["fold", "shut"].map((key) => new Set(values.getAll(key)));
    if ([...KEYS, "flat", "fold", "shut"].some((key) => !["q", "about", "kind"].includes(key) && values.get(key))) unfold(true);
  };

  const say = (made) => {
    const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
    const metrics = sum(made.map((plan) => sum(plan.rows)));
    const used = made.filter((plan) => plan.rows.includes(1)).length;
    const all = sum(tables.map((table) => table.rows.length));
    shown.textContent = `${metrics.toLocaleString("en")} of ${counted(all, "metric")} and ${counted(sum(made.map((plan) => plan.cells)), "cell")} ` +
      `in ${counted(used, "table")}.${unknown.length ? ` Not in this report, and left out: ${unknown.join(", ")}.` : ""}`;
    by("nothing").hidden = metrics > 0;
    by("matrix").classList.toggle("several", used > 1);
  };

  /** Shows what the controls ask for. */
  const show = () => {
    const values = asked();
    const view = viewOf(values);
    if (!known.content) {
      shown.textContent = "Loading the cells.";
      ready().then(show, () => {});
      return;
    }
    current = JSON.stringify(values);
    sortedBy = values.sort;
    const made = plans(view, known.content);
    panel.close();
    apply(made);
    marks();
    say(made);
    for (const table of tables) keys.restop(table);
  };

  let later = 0;
  const note = (replace = false) => {
    clearTimeout(later);
    address.set(asked(), { replace });
  };
  const shownAnew = () => { show(); note(); };

  /** After a change of a control: what is shown changes in the next frame, the address after it. */
  const changed = ({ target }) => {
    unknown = [];
    if (target === sort) {
      grouped.checked = sort.value === "";
      if (sort.value !== sortedBy) offer(sort.value);
    }
    show();
    clearTimeout(later);
    later = setTimeout(() => note(target === text), target === text ? 300 : 0);
  };

  const back = () => {
    restore();
    if (JSON.stringify(asked()) !== current) show();
  };

  const reset = (event) => {
    event.preventDefault(); // the browser would reset the controls afterwards
    form.reset();
    unknown = [];
    offer("");
    [folded, shut] = [new Set(), new Set()];
    shownAnew();
  };

  // --- buttons in the tables: folding and sorting

  const toggle = (set, name) => { if (!set.delete(name)) set.add(name); };

  /** Folds the family or the group of a button, or brings the group back; the focus goes to the button that undoes it. */
  const fold = (button) => {
    const table = tables.find(({ section }) => section.contains(button));
    const name = button.dataset.group || button.title;
    toggle(button.closest("tbody") ? folded : shut, name);
    shownAnew();
    if (button.checkVisibility()) return;
    const [head, back] = [table.groups.find((one) => one.name === name).head, table.folded.querySelector(`[data-group="${CSS.escape(name)}"]`)];
    if (back === button) keys.move(table, head.querySelector("button"));
    else back.focus();
  };

  const sortBy = (head) => {
    const one = `axiom:${head.firstElementChild.textContent}`;
    const next = sortedBy === one ? `-${one}` : sortedBy === `-${one}` ? "" : one;
    offer(next);
    sort.value = next;
    grouped.checked = !next;
    shownAnew();
  };

  const pressed = ({ target }) => {
    if (target.matches("button.fold")) fold(target);
    else if (target.matches("[data-a] > button")) sortBy(target.parentElement);
  };

  /** Says at the heads what is folded, and which column the rows are sorted by. */
  const marks = () => {
    for (const table of tables) {
      for (const { head, name } of table.families) head.querySelector("button").setAttribute("aria-expanded", String(!folded.has(name)));
      for (const button of table.folded.children) button.hidden = !shut.has(button.dataset.group);
      for (const { head, id } of table.columns) {
        const order = sortedBy === `axiom:${id}` ? "ascending" : sortedBy === `-axiom:${id}` ? "descending" : null;
        if (head.ariaSort !== order) head.ariaSort = order;
      }
    }
  };

  // --- what is done when nothing else is to be done

  /** Says what flex boxes make some browsers forget, and what the signs mean. */
  const label = (table, row) => cellsOf(row).forEach((cell, c) => {
    cell.setAttribute("role", "cell");
    if (cell.firstChild) cell.setAttribute("aria-label", panel.name({ row, column: table.columns[c] }));
  });

  const pause = () => new Promise((resolve) => { idle(resolve, { timeout: 500 }); });

  let reading = null;
  const ready = () => (reading ||= Promise.all([cells(), data("formulas")]).then(([content, formulas]) => {
    describe(content);
    Object.assign(known, { content, formulas });
  }, (error) => {
    known.problem = error.message;
    shown.textContent = `${error.message}. The matrix cannot be filtered.`;
    throw error;
  }));

  const start = () => {
    by("more").addEventListener("click", () => unfold(by("parts").hidden));
    form.addEventListener("input", changed);
    by("matrix").addEventListener("click", pressed);
    for (const button of document.querySelectorAll("[type=reset]")) button.addEventListener("click", reset);
    address.on(back);
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
    for (const table of tables) {
      await pause();
      for (const { head, id } of table.columns) head.append(h("button", { type: "button", "aria-label": `sort by ${id}` }, "\u21c5"));
      keys.start(table);
    }
    await ready().catch(() => {});
    for (const table of tables) keys.restop(table);
    by("page").dataset.ready = "yes";
    let begun = 0;
    for (const table of tables) {
      for (const row of table.rows) {
        if (performance.now() - begun > 8) {
          await pause();
          begun = performance.now();
        }
        label(table, row);
      }
    }
    by("page").dataset.labelled = "yes";
  };

  start();
  requestAnimationFrame(() => setTimeout(finish)); // after the first frame is painted
})();
