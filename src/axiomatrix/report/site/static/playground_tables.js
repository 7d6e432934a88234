"use strict";
// The tables of the playground: the value of each metric, and the axioms that the instance breaks or keeps.
(() => {
  const { h, counted, decisions, fold, fractions, metrics, parts, wide } = axiomatrix;
  const { Undefined, value } = metrics;
  const OPS = { "<=": "\u2264", ">=": "\u2265", "==": "=", "!=": "\u2260", "<": "<", ">": ">" };
  const MOST_CHARACTERS = 20; // of a number that is not broken into lines

  const metricLink = ({ name, href }) => (href ? h("a", { href }, name) : name);
  const rowClass = (metric, state) => (metric.name === state.m ? "asked" : null);

  // --- values

  /** The value on the instance, or why there is none. */
  const valueOf = (metric, ...instance) => {
    try {
      return value(metric.name, ...instance);
    } catch (error) {
      if (error instanceof Undefined) return error;
      throw error;
    }
  };

  /** What a whole bar stands for: the value at the reversal, 1, the one of the ideal list, or of the worst one. */
  const wholeBar = (metric, { a, x, v }) => {
    if (metric.kind === "similarity") return fractions.ONE;
    if (metric.kind === "distance") return valueOf(metric, a, a.reversed, v);
    if (metric.kind === "loss") return valueOf(metric, x.worstList, v);
    return metric.name.startsWith("dcg") ? valueOf(metric, x.bestList, v) : fractions.ONE;
  };

  const valueRow = (metric, instance, state) => {
    const number = valueOf(metric, ...(state.isList ? [instance.x] : [instance.a, instance.b]), instance.v);
    const head = h("th", { scope: "row" }, metricLink(metric), h("small", { class: "soft" }, metric.formula));
    if (number instanceof Undefined) return h("tr", { class: rowClass(metric, state) }, head, h("td", { class: "soft", colspan: 2 }, `no value: ${number.message}`));
    const whole = wholeBar(metric, instance);
    const most = Math.max(whole instanceof Undefined ? 0 : whole.near, Math.abs(number.near));
    return h("tr", { class: rowClass(metric, state) }, head,
      h("td", { class: "number" }, h("span", { class: "exact" }, fractions.written(number)), " ", h("span", { class: "soft decimal" }, fractions.decimal(number))),
      h("td", null, parts.bar(most ? number.near / most : 0, metric.kind === "similarity")));
  };

  const BARS = {
    rankings: "A full bar is the value of a and its reversal; for a similarity, bars go from \u22121 to 1.",
    list: "A full bar is 1; for DCG it is the value of the ideal list, for inversions that of the worst.",
  };

  /** The values of the metrics, with what their bars mean. */
  const valuesTable = (shown, instance, state) => [
    h("p", { class: "soft" }, `Fractions are exact; \u2248 is an approximation. ${BARS[state.isList ? "list" : "rankings"]}`),
    wide("values", "Values of the metrics", null, ["metric", "value", "bar"], shown.map((metric) => valueRow(metric, instance, state))),
  ];

  // --- axioms

  const exactCell = (number) => {
    const text = fractions.written(number);
    return h("td", { class: text.length > MOST_CHARACTERS ? "exact long" : "exact" }, text);
  };

  const decisionRow = ({ metric, lhs, op, rhs, standing, where }, state) => {
    const truth = standing === null ? "equal to 12 digits" : standing ? "true" : "false";
    return h("tr", { class: rowClass(metric, state) }, h("th", { scope: "row" }, metricLink(metric)), exactCell(lhs), h("td", null, OPS[op]), exactCell(rhs),
      h("td", { class: standing === false ? "false" : "soft" }, truth), h("td", { class: "soft" }, where));
  };

  const statementHead = ({ id, settings }, axioms) => {
    const words = Object.entries(settings).map(([name, setting]) => `${name}=${setting}`).join(", ");
    const { href, formula } = axioms[id];
    return h("tr", { class: "axiom" }, h("th", { scope: "rowgroup", colspan: 6 }, href ? h("a", { href }, id) : id, words ? ` (${words})` : "", h("small", { class: "soft" }, formula)));
  };

  /** A table of decisions by statement: its sentence, and for each metric both sides. */
  const decisionTable = (label, decisionsShown, state, axioms) => {
    const groups = new Map();
    for (const decision of decisionsShown) {
      const statement = `${decision.id} ${JSON.stringify(decision.settings)}`;
      groups.set(statement, [...(groups.get(statement) || []), decision]);
    }
    const bodies = [...groups.values()].map((group) => h("tbody", null, statementHead(group[0], axioms), group.map((decision) => decisionRow(decision, state))));
    return h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0" }, h("table", { class: "plain decisions" }, h("caption", { class: "hidden" }, label),
      h("thead", null, h("tr", null, ["metric", "left side", "", "right side", "is", "in this case"].map((head) => h("th", { scope: "col" }, head)))), bodies));
  };

  /** Which metrics are not asked, and that a parameter is on the boundary. */
  const notes = (shown, instance, state) => {
    const namesByReason = new Map();
    for (const metric of shown) {
      const reason = decisions.outside(metric, instance);
      if (reason) namesByReason.set(reason, [...(namesByReason.get(reason) || []), metric.name]);
    }
    const sentences = [...namesByReason].map(([reason, names]) => `Not asked of ${names.join(", ")}, ${reason}.`);
    const hasZero = !state.isList && [...state.w, ...state.delta, ...state.D].some((number) => !number.sign);
    if (hasZero) sentences.push("A weight or a distance is 0, on the boundary: axioms are asked of positive ones first, and of the boundary separately.");
    return sentences.map((sentence) => h("p", { class: "soft" }, sentence));
  };

  /** What is kept, in a fold whose table is made when it is opened. */
  const keptFold = (kept, state, axioms, isOpen) => {
    const folded = fold(`${counted(kept.length, "statement")} that it does not break`, h("div"), isOpen);
    const fill = () => { if (folded.open) folded.lastChild.replaceChildren(decisionTable("Axioms that are kept here", kept, state, axioms)); };
    folded.addEventListener("toggle", fill);
    fill();
    return folded;
  };

  /** A sentence that counts what is broken, and the tables of what is broken and kept, the marked metric first. */
  const axiomTables = (shown, instance, state, axioms, isOpen) => {
    const all = shown.flatMap((metric) => decisions.decided(metric, instance).map((decision) => ({ ...decision, metric })));
    const broken = all.filter(({ standing }) => standing === false);
    const kept = all.filter(({ standing }) => standing !== false);
    const [marked, others] = [broken.filter(({ metric }) => metric.name === state.m), broken.filter(({ metric }) => metric.name !== state.m)];
    const undecided = new Set(shown.flatMap((metric) => metric.statements.map(([id]) => id)).filter((id) => !decisions.names.includes(id)));
    const table = (label, part) => decisionTable(label, part, state, axioms);
    return {
      sentence: broken.length ? `${counted(broken.length, "statement")} about these metrics ${broken.length === 1 ? "is" : "are"} false here` : "No statement about these metrics is false here",
      blocks: [
        broken.length ? "" : h("p", null, "It breaks none of the statements that it decides."), ...notes(shown, instance, state),
        ...(marked.length ? [h("h3", null, state.m), table(`Axioms that ${state.m} breaks here`, marked)] : []),
        marked.length && others.length ? h("h3", null, "Other metrics") : "", others.length ? table("Axioms that are broken here", others) : "",
        kept.length ? keptFold(kept, state, axioms, isOpen) : "",
        h("p", { class: "soft" }, `That nothing is broken here proves nothing: an axiom is about all instances. Not decided by one instance: ${[...undecided].join(", ")}.`),
      ],
    };
  };

  axiomatrix.tables = { axiomTables, valuesTable };
})();
