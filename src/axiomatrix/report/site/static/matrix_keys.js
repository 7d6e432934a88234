"use strict";
// Pointer and keys in the tables: each table is one stop of the Tab key, and the arrow keys move within it.
(() => {
  const { h } = axiomatrix;
  const { tables, cellsOf, seen, panel } = axiomatrix.matrix;
  const PAGE = 10; // rows that Page Up and Page Down move
  const STEPS = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE, ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const DOWN = ["ArrowUp", "ArrowDown", "PageUp", "PageDown"];

  const rows = new Map(tables.flatMap((table) => table.rows.map((row) => [row.tr, [table, row]])));
  const heads = new Map(tables.flatMap((table) => table.columns.map((column) => [column.head, [table, column]])));

  /** What an element of a table is about: {table, row, column, anchor}; null for what says nothing. */
  const placeOf = (element) => {
    const anchor = element.closest?.("td, th");
    const [table, row] = rows.get(anchor?.parentElement) || [];
    if (row) return { table, row, column: table.columns[anchor.cellIndex - 1], anchor };
    const [of, column] = heads.get(anchor) || [];
    return column ? { table: of, column, anchor } : null;
  };

  /** What of a place takes the focus; the link of a cell is made when the cell is first pointed at or moved to. */
  const linked = (place) => {
    const { row, column, anchor } = place;
    let link = anchor.querySelector("a");
    if (!row || !column || !anchor.firstChild) return link;
    if (!link) {
      link = h("a", { tabindex: "-1" }, anchor.textContent);
      anchor.replaceChildren(link);
    }
    link.href = panel.target(place);
    link.setAttribute("aria-label", panel.name(place));
    return link;
  };

  /** Makes an element the one stop of its table, and moves the focus there. */
  const move = (table, element, focus = true) => {
    if (table.stop && table.stop !== element) table.stop.tabIndex = -1;
    table.stop = element;
    element.tabIndex = 0;
    if (focus) element.focus();
  };

  // --- pointer

  const over = (event) => {
    if (event.pointerType === "touch") return;
    const place = placeOf(event.target);
    const link = place && linked(place);
    if (link) panel.open(place, place.anchor, link);
    else panel.leave(); // a cell that was not checked has none
  };

  const clicked = (event) => {
    const place = placeOf(event.target);
    if (!place?.row || !place.column || !place.anchor.firstChild) return;
    const link = linked(place);
    move(place.table, link, false);
    if (event.pointerType === "touch") { // a finger cannot hover
      event.preventDefault();
      panel.open(place, place.anchor, link);
    } else if (event.target !== link) link.click();
  };

  // --- keys

  /** What the keys go through, line by line: axioms, the buttons that sort, groups, then families and metrics as they are seen. */
  const gridOf = (table) => {
    const shown = table.columns.flatMap((column, c) => (column.shown ? [[column, c]] : []));
    const lines = [(one) => one.link, (one) => one.head.querySelector("button"), (one) => one.group.head.querySelector("button")]
      .map((of) => [null, ...shown.map(([column]) => of(column))]);
    const every = seen(table);
    const lineOf = (row) => [row.link, ...shown.map(([, c]) => cellsOf(row)[c])];
    if (!table.grouped) return lines.concat(every.map(lineOf));
    for (const { body, head, name } of table.families) {
      if (body.hidden) continue;
      const button = head.querySelector("button");
      lines.push([button, ...shown.map(() => button)], ...every.filter((row) => row.family === name).map(lineOf));
    }
    return lines;
  };

  const pressed = (table, event) => {
    const { key, target, altKey, shiftKey } = event;
    if (!(key in STEPS) || altKey || shiftKey) return;
    event.preventDefault();
    const grid = gridOf(table);
    const here = target.closest("td") || target;
    const line = grid.findIndex((one) => one.includes(here));
    if (line < 0) return;
    const c = grid[line][table.at] === here ? table.at : grid[line].indexOf(here); // a family or a group is in several columns
    const all = (event.ctrlKey || event.metaKey) && !Number.isFinite(STEPS[key]);
    const down = all || DOWN.includes(key);
    const way = (down ? grid.map((one) => one[c]) : grid[line]).map((element, k) => ({ element, k }));
    const [from, step] = [down ? line : c, STEPS[key]];
    const ahead = (step > 0 ? way.slice(from + 1) : way.slice(0, from).reverse())
      .filter(({ element, k }) => element?.firstChild && element !== here && (!all || placeOf(element)?.row));
    const next = ahead[Math.min(Math.abs(step), ahead.length) - 1];
    if (!next) return;
    table.at = down ? c : next.k;
    move(table, next.element.tagName === "TD" ? linked(placeOf(next.element)) : next.element);
  };

  const focused = (table, event) => {
    const place = placeOf(event.target);
    if (event.target !== table.stop && event.target.closest("a, button")) move(table, event.target, false);
    if (!place || event.target.tagName === "BUTTON") panel.close();
    else panel.open(place, place.anchor, event.target);
  };

  /** The stop of a table whose stop is hidden now: the first cell that is seen. */
  const restop = (table) => {
    if (table.section.hidden || (table.stop && !table.stop.closest("[hidden]"))) return;
    const [first] = seen(table);
    if (first) move(table, first.link, false);
  };

  /** Makes a table one stop of the Tab key, once its buttons are there. */
  const start = (table) => {
    for (const one of table.table.querySelectorAll("a, button")) one.tabIndex = -1;
    table.stop = null;
    restop(table);
    table.table.addEventListener("keydown", (event) => pressed(table, event));
    table.table.addEventListener("focusin", (event) => focused(table, event));
    table.table.addEventListener("focusout", () => panel.leave());
  };

  for (const { table } of tables) {
    table.addEventListener("pointerover", over);
    table.addEventListener("pointerleave", () => panel.leave());
    table.addEventListener("click", clicked);
  }
  addEventListener("pointerdown", ({ target }) => { if (!panel.element.contains(target) && !placeOf(target)) panel.close(); });

  Object.assign(axiomatrix.matrix, { keys: { start, restop, move } });
})();
