"use strict";
// The tables of the matrix page as they stand in the document, and how what is shown of them changes. A browser needs
// some 15 microseconds for a cell whose place changes, and there are 14,000: rows that are not in view are not laid out
// (class "later") until the others are painted, and then a few at a time.
(() => {
  const { h } = axiomatrix;
  const ROW = 25; // the height of a row in pixels where its name is on one line
  const SLICE = 10; // rows that are laid out in one go afterwards
  const idle = window.requestIdleCallback || ((f) => setTimeout(f, 20));

  const readRow = (tr, family, order) => {
    const link = tr.cells[0].firstElementChild;
    return { tr, link, family, order, cells: null, hidden: false, metric: Number(tr.dataset.m), name: link.textContent,
      formula: "", kind: tr.dataset.k, library: tr.dataset.l || "" };
  };

  const read = (table) => {
    const [names, below] = table.tHead.rows;
    const columns = [...names.cells].slice(1).map((head) => {
      const link = head.firstElementChild;
      return { head, link, axiom: Number(head.dataset.a), id: link.textContent, formula: "", shown: true };
    });
    let first = 0;
    const groups = [...below.cells].map((head) => {
      const group = { head, name: head.textContent.trim(), columns: columns.slice(first, first + head.colSpan) };
      for (const column of group.columns) column.group = group;
      first += head.colSpan;
      return group;
    });
    const rows = [];
    const families = [...table.tBodies].map((body) => {
      const [head, ...rest] = body.rows;
      const family = { body, head, name: head.textContent.trim() };
      family.rows = rest.map((tr, k) => readRow(tr, family.name, rows.length + k));
      rows.push(...family.rows);
      return family;
    });
    const flat = h("tbody", { hidden: true });
    table.append(flat);
    const section = table.closest(".sort");
    return { table, flat, folded: section.querySelector(".folded"), columns, groups, families, rows, order: rows, grouped: true, section,
      about: section.dataset.about };
  };

  const tables = [...document.querySelectorAll("table.matrix")].map(read);

  /** Puts in what is not in the tables themselves: the formulas, which are searched, too. */
  const describe = ({ metrics, axioms }) => {
    for (const { rows, columns } of tables) {
      for (const row of rows) {
        row.formula = metrics[row.metric].formula;
        row.text = `${row.name} ${row.family} ${row.formula} ${metrics[row.metric].called}`.toLowerCase();
      }
      for (const column of columns) {
        column.formula = axioms[column.axiom].formula;
        column.text = `${column.id} ${column.formula} ${axioms[column.axiom].called}`.toLowerCase();
      }
    }
  };

  /** The cells of a row; those that were not checked at its end are not there. */
  const cellsOf = (row) => (row.cells ||= [...row.tr.cells].slice(1));

  // --- rows, families, columns, cells

  const hide = (element, hidden) => { if (element.hidden !== hidden) element.hidden = hidden; };

  const arrange = (table, order, grouped) => {
    if (table.grouped === grouped && order.every((row, k) => row === table.order[k])) return;
    [table.order, table.grouped] = [order, grouped];
    for (const { body, name } of grouped ? table.families : []) {
      body.append(...order.filter((row) => row.family === name).map((row) => row.tr));
    }
    if (!grouped) table.flat.append(...order.map((row) => row.tr));
    hide(table.flat, grouped);
  };

  const showColumns = (table, columns) => {
    table.columns.forEach((one, c) => {
      one.shown = columns[c] === 1;
      hide(one.head, !one.shown);
    });
    for (const { head, columns: own } of table.groups) {
      const span = own.filter((one) => one.shown).length;
      hide(head, !span);
      if (span && head.colSpan !== span) head.colSpan = span;
    }
  };

  const paint = (table, row, faded) => cellsOf(row).forEach((cell, c) => {
    hide(cell, !table.columns[c].shown);
    const pale = faded[row.order * table.columns.length + c] === 1;
    if (cell.classList.contains("m") !== pale) cell.classList.toggle("m", pale);
  });

  /** The rows of a table in the order in which they are seen. */
  const seen = (table) => (table.grouped
    ? table.families.flatMap((family) => table.order.filter((row) => row.family === family.name))
    : table.order).filter((row) => !row.hidden);

  let waiting = [];

  const release = (some) => {
    for (const tr of waiting.splice(0, some)) tr.classList.remove("later");
    if (waiting.length) idle(() => release(SLICE), { timeout: 200 });
  };

  /** Lets the rows wait that are not in view. */
  const postpone = () => {
    const rows = tables.filter(({ section }) => !section.hidden).flatMap(seen);
    const first = scrollY < innerHeight ? Math.ceil(innerHeight / ROW) : rows.length; // who is further down sees any
    rows.forEach(({ tr }, k) => tr.classList.toggle("later", k >= first));
    waiting = rows.slice(first).map(({ tr }) => tr);
    idle(() => release(SLICE), { timeout: 200 });
  };

  for (const event of ["scroll", "beforeprint"]) addEventListener(event, () => release(Infinity), { passive: true });

  const change = (table, { rows, columns, faded, order, grouped, folded }) => {
    hide(table.section, !rows.includes(1));
    arrange(table, order, grouped);
    showColumns(table, columns);
    for (const row of table.rows) {
      row.hidden = !rows[row.order] || (grouped && folded.has(row.family));
      hide(row.tr, row.hidden);
      if (!row.hidden) paint(table, row, faded);
    }
    for (const { body, rows: own } of table.families) hide(body, !grouped || !own.some((row) => rows[row.order]));
  };

  /** Shows what the plans (one for each table: rows, columns, faded, order, grouped, folded) say. */
  const apply = (plans) => {
    tables.forEach((table, t) => change(table, plans[t]));
    postpone();
  };

  /** What axiomatrix.cells() gave, the formulas, and until they are there why they are not. */
  const known = { content: null, formulas: null, problem: "Loading the cells." };

  axiomatrix.matrix = { known, tables, describe, cellsOf, seen, apply, idle };
})();
