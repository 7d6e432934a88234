"use strict";
// What a cell of the matrix says: one line for each of its statements, beside the cell while the pointer or the focus is on it.
(() => {
  const { h, fragment, link, mistake } = axiomatrix;
  const { spoken, behind } = mistake;
  const GAP = 6; // pixels between a cell and its panel
  const DELAY = 180; // milliseconds in which the pointer may cross that gap

  const panel = h("div", { id: "panel", hidden: true, role: "group", "aria-label": "What the cell says" });
  document.getElementById("page").append(panel);

  let content = null; // what axiomatrix.cells() gave
  let formulas = null; // the block of that name
  let problem = "The cells are being read."; // until then
  let shown = null; // the element that the panel is about
  let lit = [];
  let leaving = 0;

  /** The accessible name of a position: "kendall, symmetry: holds: proved for every n, as declared". */
  const name = (place) => {
    const { row, column } = place;
    if (!content) return `${row.name}, ${column.id}`;
    const said = content.at(row.metric, column.axiom).map((cell) => {
      const more = ["observed", "not applicable"].includes(cell.outcome) ? "" : `, ${cell.outcome === "broken" ? "contradicts a source" : cell.outcome}`;
      return `${cell.statement ? `${cell.statement}, ` : ""}${spoken(cell)}${more}`;
    });
    return `${row.name}, ${column.id}: ${said.join("; ") || "not checked"}`;
  };

  /** Where a position leads: to its witness if it has one, else to the metric at that cell. */
  const target = ({ row, column }) => {
    const found = content ? content.at(row.metric, column.axiom).filter((cell) => cell.slug) : [];
    const urgent = found.find((cell) => cell.outcome === "broken") || found.find((cell) => cell.verdict === "refuted");
    const told = urgent || found[0];
    return told ? link.witness(told.slug) : row.link.href;
  };

  const said = (place, text) => {
    const { row, column } = place;
    const cells = content ? content.at(row.metric, column.axiom) : [];
    const lines = cells.map((cell) => h("li", null,
      h("span", { class: "q" }, cell.statement && h("span", { class: "soft" }, `${cell.statement}: `),
        h("b", { class: `word v-${cell.outcome === "broken" ? "broken" : cell.verdict.replace(" ", "-")}` }, spoken(cell)),
        h("span", { class: "soft" }, behind(cell)), cell.slug && [" ", h("a", { href: link.witness(cell.slug) }, "witness")])));
    return [
      h("p", null, h("b", null, row.name), ", ", h("b", null, column.id), " ", h("span", { class: "soft" }, column.formula)),
      lines.length ? h("ul", null, lines) : h("p", { class: "soft" }, content ? "Not checked." : text),
      h("nav", { "aria-label": "Of this cell" }, h("a", { href: row.link.href }, "metric"),
        h("a", { href: column.link.href }, "axiom")),
      cells.length ? mistake.report(content, content.metrics[row.metric], column.id, cells) : null,
    ];
  };

  const ofRow = (row) => [
    h("p", null, h("b", null, row.name), " ",
      h("span", { class: "soft" }, [row.kind, row.family, row.library && `library ${row.library}`].filter(Boolean).join(", "))),
    row.formula ? h("p", null, h("code", null, row.formula)) : null,
  ];

  const ofColumn = (column) => {
    const axiom = content ? content.axioms[column.axiom] : null;
    return [
      h("p", null, h("b", null, column.id), " ", h("span", { class: "soft" }, column.group.name)),
      h("p", null, axiom ? fragment(formulas.axioms[column.id] || "") : h("code", null, column.formula)),
      axiom?.about ? h("p", { class: "soft" }, axiom.about) : null,
    ];
  };

  const put = (anchor) => {
    const { style } = panel;
    [style.left, style.top] = ["0px", "0px"];
    const cell = anchor.getBoundingClientRect();
    const { width, height } = panel.getBoundingClientRect();
    const below = cell.bottom + GAP + height <= innerHeight;
    const above = cell.top - GAP - height >= 0;
    style.left = `${Math.max(8, Math.min(cell.left, innerWidth - width - 8))}px`;
    style.top = `${below || !above ? Math.min(cell.bottom + GAP, Math.max(0, innerHeight - 60)) : cell.top - GAP - height}px`;
    style.maxHeight = below || !above ? `${Math.max(60, innerHeight - cell.bottom - 2 * GAP)}px` : "";
  };

  const light = (elements) => {
    for (const one of lit) one.classList.remove("on");
    for (const one of elements) one?.classList.add("on");
    lit = elements.filter(Boolean);
  };

  const close = () => {
    clearTimeout(leaving);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    panel.hidden = true;
    light([]);
  };

  /** Shows what a place says beside its element; a place has a row, a column, or both. */
  const open = (place, anchor, described = anchor) => {
    clearTimeout(leaving);
    if (shown === described && !panel.hidden) return;
    shown?.removeAttribute("aria-describedby");
    shown = described;
    const { row, column } = place;
    panel.replaceChildren(...(row && column ? said(place, problem) : row ? ofRow(row) : ofColumn(column)).filter(Boolean));
    panel.hidden = false;
    panel.style.maxHeight = "";
    described.setAttribute("aria-describedby", "panel");
    light([row?.tr.cells[0], column?.head]);
    put(anchor);
  };

  /** Closes the panel unless the pointer comes back, or reaches it, at once. */
  const leave = () => {
    clearTimeout(leaving);
    leaving = setTimeout(() => { if (!panel.contains(document.activeElement)) close(); }, DELAY);
  };

  panel.addEventListener("pointerenter", () => clearTimeout(leaving));
  panel.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leave(); });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) close(); });

  /** After something scrolled: what the focus is on keeps its panel, what the pointer was on has moved away. */
  const scrolled = () => {
    if (panel.hidden || panel.matches(":hover, :focus-within")) return;
    if (shown === document.activeElement) put(shown.closest("td, th"));
    else close();
  };

  addEventListener("scroll", scrolled, { passive: true });
  addEventListener("resize", close);

  const fill = (cells, known) => { [content, formulas] = [cells, known]; };
  const fail = (message) => { problem = message; };

  Object.assign(axiomatrix.matrix, { panel: { open, close, leave, name, target, fill, fail, element: panel } });
})();
