"use strict";
// Pointer and keys in the tables: each table is one stop of the Tab key, and the arrow keys move within it.
(() => {
  const { h } = axiomatrix;
  const { tables, cellsOf, seen, panel } = axiomatrix.matrix;
  const PAGE = 10; // rows that Page Up and Page Down move

  const rows = new Map(); // tr -> [table, row]
  const heads = new Map(); // head of a column -> [table, index]
  for (const table of tables) {
    for (const row of table.rows) rows.set(row.tr, [table, row]);
    table.columns.forEach((column, c) => heads.set(column.head, [table, c]));
  }

  /** What an element of a table is about: {table, row, column, anchor}; null for what says nothing. */
  const placeOf = (element) => {
    const cell = element.closest?.("td, th");
    const found = cell && rows.get(cell.parentElement);
    if (found) {
      const [table, row] = found;
      if (cell === row.tr.cells[0]) return { table, row, anchor: cell };
      return { table, row, column: table.columns[cell.cellIndex - 1], anchor: cell };
    }
    const head = cell && heads.get(cell);
    return head ? { table: head[0], column: head[0].columns[head[1]], anchor: cell } : null;
  };

  /** The link of a cell, made when the cell is first pointed at or moved to; a cell that was not checked has none. */
  const linked = (place) => {
    const cell = place.anchor;
    let link = cell.firstElementChild;
    if (!link && cell.firstChild) {
      link = h("a", { tabindex: "-1" }, cell.textContent);
      cell.replaceChildren(link);
    }
    if (link) {
      link.href = panel.target(place);
      link.setAttribute("aria-label", panel.name(place));
    }
    return link;
  };

  // --- pointer

  let touched = false; // whether the last press came from a finger, which cannot hover

  const over = (event) => {
    if (event.pointerType === "touch") return;
    const place = placeOf(event.target);
    if (!place || (place.row && place.column && !place.anchor.firstChild)) return panel.leave();
    const link = place.row && place.column ? linked(place) : place.anchor.querySelector("a");
    panel.open(place, place.anchor, link);
  };

  const clicked = (event) => {
    const place = placeOf(event.target);
    if (!place?.row || !place.column || !place.anchor.firstChild) return;
    const link = linked(place);
    move(place.table, link, false);
    if (touched) {
      event.preventDefault();
      panel.open(place, place.anchor, link);
    } else if (event.target !== link) link.click();
  };

  // --- keys

  /** The rows of keys of a table: groups, axioms, the buttons that sort, then families and metrics as they are seen. */
  const linesOf = (table) => {
    const lines = [{ kind: "axioms" }, { kind: "sort" }, { kind: "groups" }];
    let family = null;
    const shown = seen(table);
    if (!table.grouped) return lines.concat(shown.map((row) => ({ kind: "row", row })));
    for (const one of table.families) {
      if (one.body.hidden) continue;
      family = one;
      lines.push({ kind: "family", family });
      for (const row of shown) if (row.family === family.name) lines.push({ kind: "row", row });
    }
    return lines;
  };

  const elementAt = (table, line, c) => {
    const column = table.columns[c];
    if (line.kind === "family") return line.family.head.querySelector("button");
    if (line.kind === "row") {
      if (c < 0) return line.row.link;
      const cell = cellsOf(line.row)[c];
      return cell && linked({ row: line.row, column, anchor: cell });
    }
    if (!column) return null;
    return line.kind === "groups" ? column.group.head.querySelector("button")
      : line.kind === "axioms" ? column.link : column.head.querySelector("button");
  };

  /** Where the focus is: the number of its line, and its column (-1 the names). */
  const whereOf = (table, lines, element) => {
    const cell = element.closest("td, th");
    const line = lines.findIndex((one) => (
      one.kind === "row" ? one.row.tr === cell.parentElement
        : one.kind === "family" ? one.family.head === cell.parentElement
          : one.kind === "groups" ? cell.parentElement === table.table.tHead.rows[1]
            : heads.has(cell) && (one.kind === "axioms") === (element.tagName === "A")));
    const head = heads.get(cell);
    const group = table.groups.find((one) => one.head === cell);
    const c = head ? head[1] : group ? table.columns.findIndex((one) => one.shown && one.group === group) : cell.cellIndex - 1;
    return [line, lines[line]?.kind === "family" ? table.at ?? -1 : c];
  };

  /** Makes an element the one stop of its table, and moves the focus there. */
  const move = (table, element, focus = true) => {
    if (table.stop && table.stop !== element) table.stop.tabIndex = -1;
    table.stop = element;
    element.tabIndex = 0;
    if (focus) element.focus();
  };

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-PAGE, 0],
    PageDown: [PAGE, 0] };

  /** The next of the elements at 0 .. length - 1, at least so many steps from a place, else the last one there is. */
  const walk = (length, from, by, at) => {
    let found = null;
    for (let k = from + Math.sign(by); k >= 0 && k < length; k += Math.sign(by)) {
      const element = at(k);
      if (element) found = [element, k];
      if (found && Math.abs(found[1] - from) >= Math.abs(by)) break;
    }
    return found;
  };

  /** The element that a key leads to, and its column. */
  const aim = (table, { key, ctrlKey, metaKey }, lines, line, c) => {
    const shown = [-1, ...table.columns.flatMap((one, k) => (one.shown ? [k] : []))];
    const inLine = (k) => elementAt(table, lines[line], shown[k]);
    const inColumn = (k) => elementAt(table, lines[k], c);
    const across = (from, by, at) => {
      const found = walk(shown.length, from, by, at);
      return found && [found[0], shown[found[1]]];
    };
    const along = (from, by, at) => {
      const found = walk(lines.length, from, by, at);
      return found && [found[0], c];
    };
    const [down, right] = STEPS[key] || [];
    if (down) return along(line, down, inColumn);
    if (right) return across(shown.indexOf(c), right, (k) => inLine(k) !== document.activeElement && inLine(k));
    const [ends, by] = key === "End" ? [(length) => length, -1] : [() => -1, 1];
    return ctrlKey || metaKey ? along(ends(lines.length), by, (k) => lines[k].kind === "row" && inColumn(k))
      : across(ends(shown.length), by, inLine);
  };

  const pressed = (table, event) => {
    if (!(event.key in STEPS) && event.key !== "Home" && event.key !== "End") return;
    if (event.altKey || event.shiftKey) return;
    event.preventDefault();
    const lines = linesOf(table);
    const [line, c] = whereOf(table, lines, event.target);
    const found = line < 0 ? null : aim(table, event, lines, line, c);
    if (!found?.[0]) return;
    table.at = found[1];
    move(table, found[0]);
  };

  const focused = (table, event) => {
    const place = placeOf(event.target);
    if (event.target !== table.stop && event.target.closest("a, button")) move(table, event.target, false);
    if (!place || event.target.tagName === "BUTTON" || touched) return panel.close();
    panel.open(place, place.anchor, event.target);
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
    const { table: element } = table;
    element.addEventListener("keydown", (event) => pressed(table, event));
    element.addEventListener("focusin", (event) => focused(table, event));
    element.addEventListener("focusout", () => panel.leave());
  };

  for (const { table } of tables) {
    table.addEventListener("pointerover", over);
    table.addEventListener("pointerleave", () => panel.leave());
    table.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
    table.addEventListener("keydown", () => { touched = false; });
    table.addEventListener("click", clicked);
  }
  addEventListener("pointerdown", (event) => {
    if (!panel.element.contains(event.target) && !placeOf(event.target)) panel.close();
  });

  Object.assign(axiomatrix.matrix, { keys: { start, restop, move } });
})();
