"use strict";
// What a cell of the matrix says: one line for each of its statements, beside the cell while the pointer or the focus is on it.
(() => {
  const { h, fragment, link, mistake } = axiomatrix;
  const { behind } = mistake;
  const { known } = axiomatrix.matrix;
  const DELAY = 180; // milliseconds in which the pointer may cross the gap to the panel

  const panel = h("div", { id: "panel", hidden: true, role: "group", "aria-label": "What the cell says" });
  document.getElementById("page").append(panel);

  let shown = null; // the element that the panel is about
  let leaving = 0;

  /** The statements at a position, as far as they have been read. */
  const statements = ({ row, column }) => (known.content ? known.content.at(row.metric, column.axiom) : []);

  /** The accessible name of a position: "kendall, symmetry: holds: proved for every n, as declared". */
  const name = (place) => {
    const words = statements(place).map((cell) => {
      const more = ["observed", "not applicable"].includes(cell.outcome) ? "" : `, ${cell.outcome === "broken" ? "contradicts a source" : cell.outcome}`;
      return `${cell.statement ? `${cell.statement}, ` : ""}${cell.spoken}${more}`;
    });
    return `${place.row.name}, ${place.column.id}${known.content ? `: ${words.join("; ") || "not checked"}` : ""}`;
  };

  /** Where a position leads: to its witness if it has one, else to the metric at that cell. */
  const target = (place) => {
    const witnessed = statements(place).filter((cell) => cell.slug);
    const first = witnessed.find((cell) => cell.outcome === "broken") || witnessed.find((cell) => cell.verdict === "refuted") || witnessed[0];
    return first ? link.witness(first.slug) : place.row.link.href;
  };

  const ofCell = (place) => {
    const { row, column } = place;
    const cells = statements(place);
    const lines = cells.map((cell) => h("li", null,
      h("span", { class: "q" }, cell.statement && h("span", { class: "soft" }, `${cell.statement}: `),
        h("b", { class: `word v-${cell.colour}` }, cell.spoken),
        h("span", { class: "soft" }, behind(cell)), cell.slug && [" ", h("a", { href: link.witness(cell.slug) }, "witness")])));
    return [
      h("p", null, h("b", null, row.name), ", ", h("b", null, column.id), " ", h("span", { class: "soft" }, column.formula)),
      lines.length ? h("ul", null, lines) : h("p", { class: "soft" }, known.content ? "Not checked." : known.problem),
      h("nav", { "aria-label": "Of this cell" }, h("a", { href: row.link.href }, "metric"), h("a", { href: column.link.href }, "axiom")),
      cells.length ? mistake.report(known.content, known.content.metrics[row.metric], column.id, cells) : null,
    ];
  };

  const ofRow = (row) => [
    h("p", null, h("b", null, row.name), " ",
      h("span", { class: "soft" }, [row.kind, row.family, row.library && `library ${row.library}`].filter(Boolean).join(", "))),
    row.formula ? h("p", null, h("code", null, row.formula)) : null,
  ];

  const ofColumn = (column) => {
    const axiom = known.content ? known.content.axioms[column.axiom] : null;
    return [
      h("p", null, h("b", null, column.id), " ", h("span", { class: "soft" }, column.group.name)),
      h("p", null, axiom ? fragment(known.formulas.axioms[column.id] || "") : h("code", null, column.formula)),
      axiom?.about ? h("p", { class: "soft" }, axiom.about) : null,
    ];
  };

  const close = () => {
    clearTimeout(leaving);
    shown?.removeAttribute("aria-describedby");
    for (const one of document.querySelectorAll(".matrix :is(.on, .at)")) one.classList.remove("on", "at");
    shown = null;
    panel.hidden = true;
  };

  /** Shows what a place (a row, a column, or both) says, at its anchor; matrix.css puts the panel there. */
  const open = (place, anchor, described = anchor) => {
    clearTimeout(leaving);
    if (shown === described) return;
    close();
    shown = described;
    const { row, column } = place;
    panel.replaceChildren(...(row && column ? ofCell(place) : row ? ofRow(row) : ofColumn(column)).filter(Boolean));
    panel.hidden = false;
    described.setAttribute("aria-describedby", "panel");
    for (const head of [row?.tr.cells[0], column?.head]) head?.classList.add("on");
    anchor.classList.add("at");
  };

  /** Closes the panel unless the pointer comes back, or reaches it, at once. */
  const leave = () => {
    clearTimeout(leaving);
    leaving = setTimeout(() => { if (!panel.contains(document.activeElement)) close(); }, DELAY);
  };

  panel.addEventListener("pointerenter", () => clearTimeout(leaving));
  panel.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leave(); });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) close(); });

  addEventListener("scroll", () => { // what the focus is on keeps its panel, what the pointer was on has moved away
    if (shown !== document.activeElement && !panel.matches(":hover, :focus-within")) close();
  }, { passive: true });
  addEventListener("resize", close);

  Object.assign(axiomatrix.matrix, { panel: { open, close, leave, name, target, element: panel } });
})();
