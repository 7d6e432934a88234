"use strict";
// The playground: two rankings or a judged list that are moved, their values, and the axioms that they break.
(() => {
  const { h, data, decisions, fractions, metrics, parts, problem, states, fold, wide } = axiomatrix;
  const { CONVENTIONS, Undefined, value } = metrics;
  const { bar, field, lines, movable } = parts;
  const { MOST_ITEMS, MOST_RANKS, LOWEST_GRADE, HIGHEST_GRADE, Refused } = states;
  const [main, complaint, kinds, stage, status, settings, values, count, axioms] = ["page", "problem", "kinds", "stage", "status", "parameters", "values", "count", "axioms"]
    .map((id) => document.getElementById(id));
  const OPS = { "<=": "\u2264", ">=": "\u2265", "==": "=", "!=": "\u2260", "<": "<", ">": ">" };
  const PBAR = { one: "1", next: "\u03b4 of the next position", local: "the mean of its neighbours", zero: "0" };
  const MOST_CHARACTERS = 20; // of a number that is not broken into lines
  const OF_CONVENTION = /-(?:position|general)\[(\w+)\]$/;

  let known = null; // the block of data
  let state = null;
  let names = []; // a name for each item of the list, by which its row is kept when it moves
  let newest = 0;
  const other = { rankings: "", list: "" }; // the addresses of what is not shown

  // --- the state

  const remember = () => (other[state.isList ? "list" : "rankings"] = states.written(state));

  const change = (changes) => {
    state = { ...state, ...changes };
    history.replaceState(null, "", remember());
    complaint.hidden = true;
    show();
  };

  const say = (text) => { status.textContent = text; };

  // --- two rankings

  const spoken = (x, ranking, name) => `item ${x}, position ${ranking.at(x)} of ${ranking.n} in ${name}`;

  const mover = (name) => movable({
    label: `ranking ${name}, best first`,
    move: (from, to) => {
      const moved = states.evaluated(state)[name].taken(from, to);
      change({ [name]: moved.order });
      say(spoken(moved.order[to - 1], moved, name));
    },
  });

  /** The state with so many items: the last one taken out of both rankings, or one more at their ends. */
  const resized = (n) => {
    const sized = (order) => (n < order.length ? order.filter((x) => x <= n) : [...order, n]);
    const kept = Object.fromEntries(["pbar", "p", "m"].map((name) => [name, state[name]]));
    const made = states.completed({ a: sized(state.a), b: sized(state.b), ...kept });
    const before = states.evaluated(state).v;
    const [w, delta] = [made.w.map((one, k) => before.w[k + 1] || one), made.delta.map((one, k) => before.delta[k + 2] || one)];
    return { ...made, w, delta, D: states.pairsOfItems(n).map(([x, y], k) => before.D(x, y) || made.D[k]) };
  };

  const tool = (label, act, isOff = () => false) => {
    const button = h("button", { type: "button", on: { click: () => act() } }, label);
    return { button, show: () => { button.disabled = isOff(); } };
  };

  const copied = async () => {
    const done = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject();
    say(await done.then(() => "The link is copied.", () => "This browser does not let the page copy; the link is the address of the page."));
  };

  const rankingsStage = () => {
    const [a, b] = [mover("a"), mover("b")];
    const between = h("div", { class: "drawing" });
    const size = (by) => {
      state = resized(state.a.length + by);
      change({});
      showSettings();
    };
    const tools = [
      tool("Add an item", () => size(1), () => state.a.length === MOST_ITEMS),
      tool("Remove the last item", () => size(-1), () => state.a.length === 1),
      tool("Exchange a and b", () => change({ a: state.b, b: state.a })),
      tool("Reverse b", () => change({ b: [...state.b].reverse() })),
      tool("Copy the link", copied),
    ];
    stage.replaceChildren(h("p", { class: "soft" }, "Drag an item, or move it with the arrow keys."),
      h("div", { class: "pair" }, h("h2", null, "a"), h("span"), h("h2", null, "b"), a.list, between, b.list),
      h("p", { class: "soft lines-key" }, "Lines: ", ["rises in b", "falls in b", "stays"].map((word) => h("span", { class: `line-key ${word.split(" ")[0]}` }, word))),
      h("div", { class: "tools" }, tools.map((one) => one.button)));
    return () => {
      const pair = states.evaluated(state);
      for (const [name, one] of [["a", a], ["b", b]]) {
        one.show(pair[name].order.map((x) => ({ key: x, text: x, name: spoken(x, pair[name], name) })));
      }
      between.replaceChildren(lines(pair.a, pair.b));
      tools.forEach((one) => one.show());
    };
  };

  // --- a list

  const gradeName = (g) => (g < 0 ? "not judged" : g === 0 ? "not relevant" : `grade ${g}`);
  const isGrade = (key) => /^\d$/.test(key) && Number(key) <= HIGHEST_GRADE;
  const cycled = (g) => (g >= state.top || g < 0 ? 0 : g + 1);
  const gradeKind = (g) => (g > 0 ? "relevant" : g < 0 ? "unjudged" : "irrelevant");
  const gradeText = (g) => (g < 0 ? "\u2212" : String(g));

  const listStage = () => {
    const { taken, without } = {
      taken: (list, from, to) => { const rest = list.toSpliced(from - 1, 1); return rest.toSpliced(to - 1, 0, list[from - 1]); },
      without: (list, place) => list.toSpliced(place - 1, 1),
    };
    const spokenGrade = (place) => `${gradeName(state.x[place - 1])}, rank ${place} of ${state.x.length}`;
    const setGrade = (part, place, g) => {
      change({ [part]: state[part].with(place - 1, g) });
      say(part === "x" ? spokenGrade(place) : `missing: ${gradeName(g)}`);
    };
    const graded = (part) => (place, key) => {
      if (isGrade(key) || key === "-") setGrade(part, place, key === "-" ? LOWEST_GRADE : Number(key));
      else if (key === "Delete" || key === "Backspace") removed(part, place);
      else return false;
      return true;
    };
    const removed = (part, place) => {
      if (part === "x") names = without(names, place);
      change({ [part]: without(state[part], place) });
      const rest = state[part].length;
      if (rest) lists[part].focus(Math.min(place, rest));
      else tools[part === "x" ? 0 : 1].button.focus();
      say(part === "x" ? `removed; ${rest} left in the list` : `removed; ${rest} left missing`);
    };
    const lists = {
      x: movable({
        label: "the list, rank 1 first",
        move: (from, to) => {
          names = taken(names, from, to);
          change({ x: taken(state.x, from, to) });
          say(spokenGrade(to));
        },
        press: (place) => setGrade("x", place, cycled(state.x[place - 1])),
        key: graded("x"),
        remove: (place) => removed("x", place),
      }),
      missing: movable({
        label: "items that are missing from the list",
        move: () => {},
        press: (place) => setGrade("missing", place, cycled(state.missing[place - 1])),
        key: graded("missing"),
        remove: (place) => removed("missing", place),
      }),
    };
    const add = (part, g) => change({ [part]: [...state[part], g] });
    const tools = [
      tool("Add an item", () => add("x", 0), () => state.x.length === MOST_RANKS),
      tool("Add a missing item", () => add("missing", 1), () => state.missing.length === MOST_RANKS),
      tool("Sort as the ideal list", () => change({ x: [...state.x].sort((g, k) => k - g) })),
      tool("Copy the link", copied),
    ];
    stage.replaceChildren(h("p", { class: "soft" }, "Click an item to change its grade, or type it; drag it, or move it with the arrow keys. Delete takes it out."),
      h("div", { class: "judged" }, h("div", null, h("h2", null, "The list"), lists.x.list), h("div", null, h("h2", null, "Missing from it"), lists.missing.list)),
      h("div", { class: "tools" }, tools.map((one) => one.button)));
    return () => {
      while (names.length < state.x.length) names.push(newest += 1);
      names = names.slice(0, state.x.length);
      const inTop = (k) => (k < state.k ? "" : "below");
      lists.x.show(state.x.map((g, k) => ({ key: names[k], text: gradeText(g), name: spokenGrade(k + 1), kind: `${gradeKind(g)} ${inTop(k)}`, removes: `remove the item at rank ${k + 1}` })));
      lists.missing.show(state.missing.map((g, k) => ({ key: k, text: gradeText(g), name: `missing: ${gradeName(g)}`, kind: gradeKind(g), removes: `remove the missing item ${k + 1}` })));
      tools.forEach((one) => one.show());
    };
  };

  // --- parameters

  const setting = (label, name) => field(label, String(state[name]), (text) => change({ [name]: states.entry(name, text) }));
  const vector = (name, labels) => labels.map((label, k) => field(`${name}[${label}]`, String(state[name][k]),
    (text) => change({ [name]: state[name].with(k, states.entry(name, text.replace(/^\s*$|,/g, "?"))[0]) })));

  const showSettings = () => {
    if (state.isList) {
      settings.replaceChildren(h("h2", null, "Parameters"), h("div", { class: "entries" }, setting("cut-off k", "k"), setting("persistence p", "p"),
        setting("top grade (ERR)", "top"), setting("beta (F-measure)", "beta")));
      return;
    }
    const n = state.a.length;
    const items = Array.from({ length: n }, (_, k) => k + 1);
    const choice = h("select", { on: { change: () => change({ pbar: choice.value, m: "" }) } }, CONVENTIONS.map((one) => h("option", { value: one, selected: one === state.pbar }, `${one}: ${PBAR[one]}`)));
    const group = (title, fields) => (fields.length ? h("fieldset", null, h("legend", null, title), h("div", { class: "entries" }, fields)) : null);
    const isPlain = [state.w, state.delta, state.D].flat().every((one) => String(one) === "1");
    settings.replaceChildren(h("h2", null, "Parameters"), h("div", { class: "entries" }, setting("persistence p", "p"),
      h("label", { class: "entry" }, h("span", null, "swap cost of an item that stays"), choice)),
    fold("Weights of items, positions and pairs", [group("Element weights w", vector("w", items)),
      group("Position weights \u03b4: the cost of swapping positions i\u22121 and i", vector("delta", items.slice(1))),
      group("Distances D between items", vector("D", states.pairsOfItems(n)))].filter(Boolean), !isPlain));
  };

  // --- values

  const isShown = ({ name, about }) => (about === "judged lists") === state.isList && (state.isList || (OF_CONVENTION.exec(name)?.[1] || state.pbar) === state.pbar);
  const metricLink = ({ name, href }) => (href ? h("a", { href }, name) : name);
  const valueOf = (metric, ...given) => {
    try {
      return value(metric.name, ...given);
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

  const valueRow = (tried) => (metric) => {
    const found = valueOf(metric, ...(tried.x ? [tried.x] : [tried.a, tried.b]), tried.v);
    const head = h("th", { scope: "row" }, metricLink(metric), h("small", { class: "soft" }, metric.formula));
    const kind = metric.name === state.m ? "asked" : null;
    if (found instanceof Undefined) return h("tr", { class: kind }, head, h("td", { class: "soft", colspan: 2 }, `no value: ${found.message}`));
    const whole = wholeBar(metric, tried);
    const most = Math.max(whole instanceof Undefined ? 0 : whole.near, Math.abs(found.near));
    const number = [h("span", { class: "exact" }, fractions.written(found)), " ", h("span", { class: "soft decimal" }, fractions.decimal(found))];
    return h("tr", { class: kind }, head, h("td", { class: "number" }, number), h("td", null, bar(most ? found.near / most : 0, metric.kind === "similarity")));
  };

  const BARS = {
    rankings: "A whole bar is the value of a and its reversal; of a similarity, bars go from \u22121 to 1.",
    list: "A whole bar is 1; of DCG it is the value of the ideal list, of inversions that of the worst.",
  };

  const showValues = (tried, shown) => values.replaceChildren(h("p", { class: "soft" }, `Fractions are exact; \u2248 is an approximation. ${BARS[state.isList ? "list" : "rankings"]}`),
    wide("values", "Values of the metrics", null, ["metric", "value", "bar"], shown.map(valueRow(tried))));

  // --- axioms

  const title = ({ id, settings: given }) => {
    const words = Object.entries(given).map(([name, one]) => `${name}=${one}`).join(", ");
    const { href } = known.axioms[id];
    return [href ? h("a", { href }, id) : id, words ? ` (${words})` : ""];
  };

  const exactCell = (number) => {
    const text = fractions.written(number);
    return h("td", { class: text.length > MOST_CHARACTERS ? "exact long" : "exact" }, text);
  };

  const sides = ({ lhs, op, rhs, standing }) => {
    const truth = standing === null ? "equal to 12 digits" : standing ? "true" : "false";
    return [exactCell(lhs), h("td", null, OPS[op]), exactCell(rhs), h("td", { class: standing === false ? "false" : "soft" }, truth)];
  };

  /** A table of what was decided, by statement: its sentence, and for each metric both values. */
  const table = (label, found) => {
    const groups = new Map();
    for (const one of found) {
      const key = `${one.id} ${JSON.stringify(one.settings)}`;
      groups.set(key, [...(groups.get(key) || []), one]);
    }
    const bodies = [...groups.values()].map((those) => h("tbody", null,
      h("tr", { class: "axiom" }, h("th", { scope: "rowgroup", colspan: 6 }, title(those[0]), h("small", { class: "soft" }, known.axioms[those[0].id].formula))),
      those.map((one) => h("tr", { class: one.metric.name === state.m ? "asked" : null }, h("th", { scope: "row" }, metricLink(one.metric)), sides(one), h("td", { class: "soft" }, one.where)))));
    return h("div", { class: "wide", role: "region", "aria-label": label, tabindex: "0" }, h("table", { class: "plain decisions" }, h("caption", { class: "hidden" }, label),
      h("thead", null, h("tr", null, ["metric", "left side", "", "right side", "is", "in this case"].map((head) => h("th", { scope: "col" }, head)))), bodies));
  };

  const notesOf = (tried, shown) => {
    const reasons = new Map();
    for (const metric of shown) {
      const reason = decisions.outside(metric, tried);
      if (reason) reasons.set(reason, [...(reasons.get(reason) || []), metric.name]);
    }
    const notes = [...reasons].map(([reason, those]) => `Not asked of ${those.join(", ")}, ${reason}.`);
    const isZero = !state.isList && [...state.w, ...state.delta, ...state.D].some((one) => !one.sign);
    if (isZero) notes.push("A weight or a distance is 0, on the boundary: axioms are asked of positive ones first, and of the boundary separately.");
    return notes.map((text) => h("p", { class: "soft" }, text));
  };

  const showAxioms = (tried, shown) => {
    const all = shown.flatMap((metric) => decisions.decided(metric, tried).map((one) => ({ ...one, metric })));
    const broken = all.filter(({ standing }) => standing === false);
    const kept = all.filter(({ standing }) => standing !== false);
    const [mine, others] = [broken.filter(({ metric }) => metric.name === state.m), broken.filter(({ metric }) => metric.name !== state.m)];
    const keptPart = fold(`${kept.length} statements that it does not break`, h("div"), axioms.querySelector("details")?.open);
    const fill = () => { if (keptPart.open && kept.length) keptPart.lastChild.replaceChildren(table("Axioms that are kept here", kept)); };
    keptPart.addEventListener("toggle", fill);
    fill();
    const undecided = new Set(shown.flatMap((metric) => metric.statements.map(([id]) => id)).filter((id) => !decisions.names.includes(id)));
    count.textContent = broken.length ? `${axiomatrix.counted(broken.length, "statement")} about these metrics ${broken.length === 1 ? "is" : "are"} false here` : "No statement about these metrics is false here";
    axioms.replaceChildren(...(broken.length ? [] : [h("p", null, "None of the statements that it decides.")]), ...notesOf(tried, shown), ...(mine.length ? [h("h3", null, state.m), table(`Axioms that ${state.m} breaks here`, mine)] : []),
      ...(mine.length && others.length ? [h("h3", null, "Other metrics")] : []), others.length ? table("Axioms that are broken here", others) : "",
      kept.length ? keptPart : "", h("p", { class: "soft" }, `That nothing is broken here proves nothing: an axiom is about all instances. Not decided by one instance: ${[...undecided].join(", ")}.`));
  };

  // --- the page

  let showStage = () => {};
  let shownKind = null;

  const show = () => {
    if (shownKind !== state.isList) {
      shownKind = state.isList;
      showStage = state.isList ? listStage() : rankingsStage();
      showSettings();
    }
    for (const button of kinds.children) button.ariaPressed = String((button.dataset.kind === "list") === state.isList);
    showStage();
    const tried = states.evaluated(state);
    const shown = known.metrics.filter(isShown);
    showValues(tried, shown);
    showAxioms(tried, shown);
    main.dataset.ready = "yes";
  };

  const open = (hash) => {
    complaint.hidden = true;
    try {
      state = states.read(hash);
      remember();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      state = states.completed({});
      complaint.textContent = `The address holds nothing that the playground can show: ${error.message}. This is an example.`;
      complaint.hidden = false;
    }
    shownKind = null;
    names = [];
    show();
  };

  const start = async () => {
    known = await data("playground");
    kinds.append(...[["rankings", "Two rankings"], ["list", "A judged list"]].map(([kind, label]) => h("button", { type: "button", "data-kind": kind, on: { click: () => {
      if ((kind === "list") === state.isList) return;
      open(other[kind] || (kind === "list" ? "#x=1,0,0,1&missing=1" : ""));
      history.replaceState(null, "", states.written(state));
    } } }, label)));
    addEventListener("hashchange", () => open(location.hash));
    open(location.hash);
  };

  start().catch((error) => main.append(problem(error)));
})();
