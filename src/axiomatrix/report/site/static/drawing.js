"use strict";
// The pictures of an instance from its figures, {name, kind, role, rows}, as report/figures.py describes them.
(() => {
  const { column, inverted, columnPicture, listPicture, heatMap, orderPicture, barPicture } = axiomatrix.drawing;
  const MOST_ITEMS = 40;
  const MOST_RANKS = 60;
  const MOST_PAIRS = 190;
  const COLUMNS = ["ranking", "weak order", "top list"];
  const LISTS = ["judged list", "run", "scored list", "scores"];
  const WEIGHTS = ["element weights", "position weights", "entries"];

  // --- all of it

  const drawable = (figure) => {
    if (COLUMNS.includes(figure.kind)) return figure.rows.length <= MOST_ITEMS && figure.rows.flat().length <= MOST_ITEMS;
    if (LISTS.includes(figure.kind)) return figure.rows.every((row) => row.length <= MOST_RANKS);
    if (figure.kind === "similarity") return figure.rows.length <= MOST_PAIRS;
    return figure.rows.length <= 2 * MOST_ITEMS;
  };

  /** Columns of the same items belong in one picture; those that an axiom made of others follow them in another. */
  const families = (figures) => {
    const groups = [];
    for (const figure of figures) {
      const own = new Set(figure.rows.flat());
      const like = groups.find((group) => group[0].role === figure.role && group.length < 5
        && (figure.kind === "top list") === (group[0].kind === "top list")
        && (figure.kind === "top list" || group[0].rows.flat().every((x) => own.has(x)) && group[0].rows.flat().length === own.size));
      if (like) like.push(figure);
      else groups.push([figure]);
    }
    return groups;
  };

  /** A lone column that the axiom made beside the one that it is compared with. */
  const besides = (groups) => groups.map((group, k) => (
    k > 0 && group.length === 1 && groups[0].length >= 1 && group[0].kind !== "top list"
      && group[0].rows.flat().length === groups[0][0].rows.flat().length ? [groups[0][0], ...group] : group));

  /** All pictures of an instance, as figure elements; those that the axiom made and that are shown `apart` left out. */
  const pictures = (figures, apart = []) => {
    const shown = figures.filter((figure) => drawable(figure) && !(figure.role === "made" && apart.includes(figure.name)));
    const parameters = shown.filter(({ role }) => role === "parameter");
    const points = shown.filter(({ role }) => role !== "parameter");
    const made = [];
    const columns = points.filter(({ kind }) => COLUMNS.includes(kind));
    const used = new Set();
    if (columns.length) {
      const alone = columns.length === 2 && columns[1].role === "made";
      const groups = alone ? [columns] : besides(families(columns));
      groups.forEach((group, k) => made.push(columnPicture(group, k ? parameters.filter(({ kind }) => kind === "similarity") : parameters)));
      parameters.filter(({ kind }) => kind === "element weights").slice(0, 1).forEach((p) => used.add(p));
    }
    const lists = points.filter(({ kind }) => LISTS.includes(kind));
    for (const kind of LISTS) {
      const same = lists.filter((figure) => figure.kind === kind);
      const cut = parameters.find(({ name, kind: of }) => name === "k" && of === "number");
      if (same.length) made.push(listPicture(same, parameters, cut));
    }
    if (columns.length || lists.length) {
      parameters.filter(({ kind, rows }) => kind === "position weights" && rows.length).slice(0, 1).forEach((p) => used.add(p));
    }
    points.filter(({ kind }) => kind === "partial order").forEach((figure) => made.push(orderPicture(figure)));
    const chosen = columns.map((figure) => column(figure));
    const pairs = chosen.slice(1).flatMap((b, k) => (columns[k].role === b.figure.role || columns.length === 2 ? inverted(chosen[k], b) : []));
    for (const figure of parameters) {
      if (figure.kind === "similarity" && figure.rows.length) {
        made.push(heatMap(figure, columns.length ? [...chosen[0].places.keys()] : null, pairs));
      } else if (WEIGHTS.includes(figure.kind) && figure.rows.length && !used.has(figure)) made.push(barPicture(figure));
    }
    return made;
  };

  /** A picture of two rankings or orders alone, for the call that compares them; null if they are no such.
   * `bare`: without parameters, as the call has others than the instance. */
  const pair = (figures, names, caption, bare) => {
    const found = names.map((name) => figures.find((figure) => figure.name === name && figure.role !== "parameter"));
    if (found.length !== 2 || !found.every((f) => f && COLUMNS.includes(f.kind) && drawable(f))) return null;
    const parameters = figures.filter((figure) => ["similarity", "element weights"].includes(figure.kind) && drawable(figure));
    return columnPicture(found, bare ? [] : parameters, caption);
  };

  axiomatrix.drawing = { ...axiomatrix.drawing, drawable, pictures, pair };
})();
