"use strict";
// The tables of the matrix page as they stand in the document, and how what is shown of them changes.
//
// A browser needs some 15 microseconds for a cell whose place changes, and there are 14,000. So a change is made in two
// steps: at once in the rows that are in view, and afterwards, a few rows at a time, in the others, which are not laid out
// meanwhile (class "later"). Nothing stays so: after a fraction of a second all rows are what the filters ask for.
(() => {
  const { h } = axiomatrix;
  const ROW = 25; // the height of a row in pixels where its name is on one line
  const HEAD = 200; // and that of the head of a table
  const TITLE = 40; // and that of what stands between two tables
  const MARGIN = 2; // rows around the visible ones that are changed at once, too
  const SLICE = 400; // cells that are changed in one go afterwards
  const idle = window.requestIdleCallback || ((f) => setTimeout(f, 20));

  const readRow = (tr, family, order) => {
    const link = tr.cells[0].firstElementChild;
    return {
      tr, link, family, order, cells: null, hidden: false, columns: null, faded: null,
      metric: Number(tr.dataset.m), name: link.textContent, formula: "", kind: tr.dataset.k,
      library: tr.dataset.l || "", text: `${link.textContent} ${family} ${link.title}`.toLowerCase(),
    };
  };

  const read = (table) => {
    const [names, below] = table.tHead.rows;
    const columns = [...names.cells].slice(1).map((head) => {
      const link = head.firstElementChild;
      return { head, link, axiom: Number(head.dataset.a), id: link.textContent, formula: "", text: "", shown: true };
    });
    let first = 0;
    const groups = [...below.cells].map((head) => {
      const group = { head, name: head.textContent.trim(), first, end: first + head.colSpan };
      for (let c = group.first; c < group.end; c += 1) columns[c].group = group;
      first = group.end;
      return group;
    });
    const rows = [];
    const families = [...table.tBodies].map((body) => {
      const [head, ...rest] = body.rows;
      const family = { body, head, name: head.textContent.trim(), rows: [] };
      for (const tr of rest) family.rows.push(readRow(tr, family.name, rows.length + family.rows.length));
      rows.push(...family.rows);
      return family;
    });
    const flat = h("tbody", { hidden: true });
    table.append(flat);
    const section = table.closest(".sort");
    return { table, flat, columns, groups, families, rows, order: rows, grouped: true, checked: null, section,
      about: section.dataset.about, axioms: new Map(columns.map((one, c) => [one.axiom, c])) };
  };

  const tables = [...document.querySelectorAll("table.matrix")].map(read);
  const above = document.getElementById("shown");

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

  /** Which positions of a table were checked, row by row: 0 not at all, 1 where the axiom says nothing of the metric, else 2. */
  const checkedOf = (table) => {
    if (!table.checked) {
      const width = table.columns.length;
      table.checked = new Uint8Array(table.rows.length * width);
      table.rows.forEach((row, r) => cellsOf(row).forEach((cell, c) => {
        if (cell.firstChild) table.checked[r * width + c] = cell.className || !cell.textContent.startsWith(".") ? 2 : 1;
      }));
    }
    return table.checked;
  };

  // --- cells: columns that are hidden, and cells that are faded

  const same = (a, b) => a === b || (a !== null && b !== null && a.every((one, k) => one === b[k]));

  const paint = (row, columns, faded) => {
    const cells = cellsOf(row);
    const [wasColumns, wasFaded] = [row.columns, row.faded];
    for (let c = 0; c < cells.length; c += 1) {
      const hidden = columns ? !columns[c] : false;
      if (hidden !== (wasColumns ? !wasColumns[c] : false)) cells[c].hidden = hidden;
      const pale = faded ? faded[c] === 1 : false;
      if (pale !== (wasFaded ? wasFaded[c] === 1 : false)) cells[c].classList.toggle("m", pale);
    }
    [row.columns, row.faded] = [columns, faded];
  };

  let waiting = [];

  const release = (rows) => {
    for (const one of rows) {
      paint(one.row, one.columns, one.faded);
      one.row.tr.classList.remove("later");
    }
  };

  const settle = (all) => {
    let room = all ? Infinity : SLICE;
    const ready = [];
    while (waiting.length && room > 0) {
      const one = waiting.shift();
      ready.push(one);
      room -= one.row.hidden ? 1 : one.row.tr.cells.length;
    }
    release(ready);
  };

  let run = 0;
  const soon = (mine) => {
    idle(() => {
      if (mine !== run || !waiting.length) return;
      settle(false);
      soon(mine);
    }, { timeout: 200 });
  };

  const hurry = () => { if (waiting.length) settle(true); };

  addEventListener("scroll", hurry, { passive: true });
  addEventListener("beforeprint", hurry);

  // --- rows, families, columns

  const hide = (element, hidden) => { if (element.hidden !== hidden) element.hidden = hidden; };

  const arrange = (table, order, grouped) => {
    const same = table.grouped === grouped && order.every((row, k) => row === table.order[k]);
    if (same) return false;
    [table.order, table.grouped] = [order, grouped];
    if (grouped) for (const family of table.families) {
      family.body.append(...order.filter((row) => row.family === family.name).map((row) => row.tr));
    } else table.flat.append(...order.map((row) => row.tr));
    hide(table.flat, grouped);
    return true;
  };

  const showColumns = (table, columns) => {
    table.columns.forEach((one, c) => {
      const shown = !columns || columns[c] === 1;
      if (one.shown !== shown) hide(one.head, !shown);
      one.shown = shown;
    });
    for (const { head, first, end } of table.groups) {
      const span = table.columns.slice(first, end).filter((one) => one.shown).length;
      hide(head, !span);
      if (span && head.colSpan !== span) head.colSpan = span;
    }
  };

  /** The rows of a table in the order in which they are seen. */
  const seen = (table) => (table.grouped
    ? table.families.flatMap((family) => table.order.filter((row) => row.family === family.name))
    : table.order).filter((row) => !row.hidden);

  /** Changes one table; where the next begins. */
  const change = (table, plan, top) => {
    const none = !plan.rows.includes(1);
    hide(table.section, none);
    if (none) {
      for (const row of table.rows) row.hidden = true;
      return top;
    }
    const moved = arrange(table, plan.order, plan.grouped);
    showColumns(table, plan.columns);
    const fresh = new Set();
    table.rows.forEach((row, r) => {
      const hidden = !plan.rows[r] || (plan.grouped && plan.folded.has(row.family));
      if (row.hidden && !hidden) fresh.add(row);
      row.hidden = hidden;
      hide(row.tr, hidden);
    });
    for (const family of table.families) {
      hide(family.body, !plan.grouped || !family.rows.some((row) => plan.rows[row.order]));
    }
    const rows = seen(table);
    const [first, last] = [-top - HEAD, innerHeight - top - HEAD].map((y) => y / ROW); // in view, had each row one line
    const width = table.columns.length;
    rows.forEach((row, k) => {
      const faded = plan.faded ? plan.faded.subarray(row.order * width, (row.order + 1) * width) : null;
      const one = { row, columns: plan.columns, faded };
      if (k >= first - MARGIN && k <= last + MARGIN) release([one]);
      else if (moved || fresh.has(row) || row.tr.classList.contains("later") ||
          !same(row.columns, one.columns) || !same(row.faded, faded)) {
        row.tr.classList.add("later");
        waiting.push(one);
      }
    });
    return top + (rows.length + (plan.grouped ? table.families.length : 0)) * ROW + HEAD + TITLE;
  };

  /** Shows what the plans (one for each table: rows, columns, faded, order, grouped, folded) say. */
  const apply = (plans) => {
    run += 1;
    waiting = [];
    let top = above ? above.getBoundingClientRect().bottom : 0; // the one thing that is measured, before anything changes
    tables.forEach((table, t) => { top = change(table, plans[t], top); });
    soon(run);
  };

  axiomatrix.matrix = { tables, describe, cellsOf, checkedOf, seen, apply, idle };
})();
