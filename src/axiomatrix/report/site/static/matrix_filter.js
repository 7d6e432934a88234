"use strict";
// What the filters of the matrix page ask for: from a view to the rows, columns and cells that are shown.
(() => {
  const { tables, cellsOf } = axiomatrix.matrix;
  const { refuted: REFUTED = "", undecided: UNDECIDED = "" } = document.getElementById("matrix")?.dataset ?? {};
  const BEST_FIRST = `pces${UNDECIDED}ufbx`; // the colours in the order of a sorted column; where nothing was decided, its symbol
  const NOTHING = "not applicable";

  /** Whether a view asks for statements, and not for rows or columns alone. */
  const asksStatements = (view) => Boolean(view.text || view.verdicts.size || view.outcome || view.source);

  /** Whether a claim is the one that is asked for: KV7, or KV* for any of that document, as matrix_filters.py has it. */
  const isOf = (claim, asked) => claim === asked ||
    (asked.endsWith("*") && claim.split("/")[0].replace(/^([A-Za-z][A-Za-z-]*)\d+$/, "$1") === asked.slice(0, -1));

  /** Whether a statement is as the view asks; what says nothing is there only if it is asked for. */
  const asked = (view, cell) =>
    (cell.verdict !== NOTHING || view.verdicts.has(NOTHING) || view.outcome === NOTHING) &&
    (!view.verdicts.size || view.verdicts.has(cell.verdict)) &&
    (!view.outcome || cell.outcome === view.outcome) &&
    (!view.source || cell.claims.some((claim) => isOf(claim.source, view.source)));

  const rowFits = (view, row) =>
    (!view.kind || row.kind === view.kind) &&
    (!view.family || row.family === view.family) &&
    (!view.library || (view.library === "-" ? !row.library : view.library === "*" ? row.library : row.library === view.library));

  // --- the order of the rows

  /** What a cell shows: its colour, that of a refutation where a claim is broken by one. */
  const toneOf = (cell) => (REFUTED && cell?.textContent.startsWith(REFUTED) ? "x" : cell?.className[0] || "");

  const rankOf = (cell) => BEST_FIRST.indexOf(toneOf(cell) === "u" ? cell.textContent[0] : toneOf(cell));

  /** What the rows of a table are ordered by; undefined for their families. */
  const keyOf = (table, sort) => {
    const count = (tone) => (row) => -cellsOf(row).filter((cell) => toneOf(cell) === tone).length;
    const known = { name: () => 0, kind: (row) => row.kind, refuted: count("x"), proved: count("p") };
    const [, back, id] = /^(-?)axiom:(.*)$/s.exec(sort) || [];
    const c = table.columns.findIndex((column) => column.id === id);
    if (c < 0) return known[sort];
    return (row) => {
      const cell = cellsOf(row)[c];
      if (!toneOf(cell)) return BEST_FIRST.length + (cell?.firstChild ? 0 : 1); // what was not asked stays at the end
      return back ? -rankOf(cell) : rankOf(cell);
    };
  };

  const ordered = (table, sort) => {
    const key = keyOf(table, sort);
    if (!key) return table.rows;
    const keys = new Map(table.rows.map((row) => [row, key(row)]));
    return [...table.rows].sort((a, b) => {
      const [one, other] = [keys.get(a), keys.get(b)];
      if (one !== other) return one < other ? -1 : 1;
      return sort === "name" ? a.name.localeCompare(b.name, "en") : a.order - b.order;
    });
  };

  // --- rows, columns, cells

  /** Whether a text has the word; p@10 is p@k, and not the end of map@k. */
  const names = (text, word) => (/^.+@\d+$/.test(word) ? ` ${text}`.includes(` ${word.replace(/\d+$/, "k")}`) : text.includes(word));

  /** Which table is shown: that of the view, else all where something is asked, and one at a time where nothing is. */
  const aboutOf = (view) => view.about || (asksStatements(view) || view.kind || view.family || view.library || view.group
    ? "*" : tables[0].about);

  const plan = (table, view, words, content) => {
    const [height, width] = [table.rows.length, table.columns.length];
    const rowHas = table.rows.map((row) => words.map((word) => names(row.text, word)));
    const columnHas = table.columns.map((column) => words.map((word) => names(column.text, word)));
    const [rows, columns, faded] = [height, width, height * width].map((size) => new Uint8Array(size));
    let cells = 0;
    const within = ["*", table.about].includes(aboutOf(view));
    for (let r = 0; within && r < height; r += 1) {
      if (!rowFits(view, table.rows[r])) continue;
      rows[r] = !asksStatements(view) && !view.group ? 1 : 0;
      table.columns.forEach(({ axiom, group }, c) => {
        const there = content.at(table.rows[r].metric, axiom);
        if (!there.length || (view.group && group.name !== view.group)) return;
        if (there.some((cell) => asked(view, cell)) && words.every((_, w) => rowHas[r][w] || columnHas[c][w])) {
          rows[r] = 1;
          columns[c] = 1;
          cells += 1;
        } else faded[r * width + c] = 1;
      });
    }
    table.columns.forEach((column, c) => { if (view.shut.has(column.group.name)) columns[c] = 0; });
    return { rows, columns, faded, cells, order: ordered(table, view.sort), grouped: view.grouped, folded: view.folded };
  };

  /** A plan for each table, of what axiomatrix.cells() gave. */
  const plans = (view, content) => {
    const words = axiomatrix.wordsOf(view.text);
    return tables.map((table) => plan(table, view, words, content));
  };

  Object.assign(axiomatrix.matrix, { plans });
})();
