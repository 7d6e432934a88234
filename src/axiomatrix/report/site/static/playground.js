"use strict";
// The playground: two rankings or a judged list that are moved, their values, and the axioms that they break.
(() => {
  const { h, data, fold, parts, problem, states, tables } = axiomatrix;
  const { CONVENTIONS } = axiomatrix.metrics;
  const { field, lines, movable } = parts;
  const { MOST_ITEMS, MOST_RANKS, LOWEST_GRADE, HIGHEST_GRADE, Refused } = states;
  const [main, complaint, kinds, stage, status, settings, values, count, axioms] = ["page", "problem", "kinds", "stage", "status", "parameters", "values", "count", "axioms"]
    .map((id) => document.getElementById(id));
  const PBAR = { one: "1", next: "\u03b4 of the next position", local: "the mean of its neighbours", zero: "0" };
  const OF_CONVENTION = /-(?:position|general)\[(\w+)\]$/;

  let known = null; // the block of data
  let state = null;
  let names = []; // a name for each item of the list, by which its row is kept when it moves
  let newest = 0;
  const other = { rankings: "", list: "" }; // the addresses of what is not shown

  // --- the state

  const remember = () => (other[state.isList ? "list" : "rankings"] = states.written(state));

  const writeAddress = (address) => {
    try {
      history.replaceState(null, "", address);
    } catch { /* Safari refuses more than a hundred in half a minute; the next change writes it */ }
  };

  const change = (changes) => {
    state = { ...state, ...changes };
    writeAddress(remember());
    complaint.hidden = true;
    show();
  };

  const say = (text) => { status.textContent = text; };

  // --- two rankings

  const spoken = (x, ranking, name) => `item ${x}, position ${ranking.at(x)} of ${ranking.n} in ${name}`;

  const mover = (name) => movable({
    label: `ranking ${name}, best first`,
    move: (from, to) => {
      const ranking = states.evaluated(state)[name].moved(from, to);
      change({ [name]: ranking.order });
      say(spoken(ranking.order[to - 1], ranking, name));
    },
  });

  /** The state with so many items: the last one taken out of both rankings, or one more at their ends. */
  const resized = (n) => {
    const sized = (order) => (n < order.length ? order.filter((x) => x <= n) : [...order, n]);
    const kept = Object.fromEntries(["pbar", "p", "m"].map((name) => [name, state[name]]));
    const plain = states.completed({ a: sized(state.a), b: sized(state.b), ...kept });
    const before = states.evaluated(state).v;
    const w = plain.w.map((unit, k) => before.w[k + 1] || unit);
    const delta = plain.delta.map((unit, k) => before.delta[k + 2] || unit);
    return { ...plain, w, delta, D: states.pairsOfItems(n).map(([x, y], k) => before.D(x, y) || plain.D[k]) };
  };

  const tool = (label, act, isOff = () => false) => {
    const button = h("button", { type: "button", on: { click: () => act() } }, label);
    return { button, show: () => { button.disabled = isOff(); } };
  };

  const copyLink = async () => {
    const done = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject();
    say(await done.then(() => "The link is copied.", () => "This browser does not allow copying; the link is the address of the page."));
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
      tool("Copy the link", copyLink),
    ];
    stage.replaceChildren(h("p", { class: "soft" }, "Drag an item, or move it with the arrow keys."),
      h("div", { class: "pair" }, h("h2", null, "a"), h("span"), h("h2", null, "b"), a.list, between, b.list),
      h("p", { class: "soft lines-key" }, "Lines: ", ["rises in b", "falls in b", "stays"].map((word) => h("span", { class: `line-key ${word.split(" ")[0]}` }, word))),
      h("div", { class: "tools" }, tools.map(({ button }) => button)));
    return () => {
      const pair = states.evaluated(state);
      for (const [name, list] of [["a", a], ["b", b]]) {
        list.show(pair[name].order.map((x) => ({ key: x, text: x, name: spoken(x, pair[name], name) })));
      }
      between.replaceChildren(lines(pair.a, pair.b));
      for (const { show: showTool } of tools) showTool();
    };
  };

  // --- a list

  const moved = (list, from, to) => without(list, from).toSpliced(to - 1, 0, list[from - 1]);
  const without = (list, place) => list.toSpliced(place - 1, 1);
  const gradeName = (g) => (g < 0 ? "not judged" : g === 0 ? "not relevant" : `grade ${g}`);
  const isGrade = (key) => /^\d$/.test(key) && Number(key) <= HIGHEST_GRADE;
  const cycled = (g) => (g >= state.top || g < 0 ? 0 : g + 1);
  const gradeKind = (g) => (g > 0 ? "relevant" : g < 0 ? "unjudged" : "irrelevant");
  const gradeText = (g) => (g < 0 ? "\u2212" : String(g));

  const listStage = () => {
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
          names = moved(names, from, to);
          change({ x: moved(state.x, from, to) });
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
      tool("Copy the link", copyLink),
    ];
    stage.replaceChildren(h("p", { class: "soft" }, "Click an item to change its grade, or type it; drag it, or move it with the arrow keys. Delete takes it out."),
      h("div", { class: "judged" }, h("div", null, h("h2", null, "The list"), lists.x.list), h("div", null, h("h2", null, "Missing from it"), lists.missing.list)),
      h("div", { class: "tools" }, tools.map(({ button }) => button)));
    return () => {
      while (names.length < state.x.length) names.push(newest += 1);
      names = names.slice(0, state.x.length);
      const inTop = (k) => (k < state.k ? "" : "below");
      lists.x.show(state.x.map((g, k) => ({ key: names[k], text: gradeText(g), name: spokenGrade(k + 1), kind: `${gradeKind(g)} ${inTop(k)}`, removes: `remove the item at rank ${k + 1}` })));
      lists.missing.show(state.missing.map((g, k) => ({ key: k, text: gradeText(g), name: `missing: ${gradeName(g)}`, kind: gradeKind(g), removes: `remove the missing item ${k + 1}` })));
      for (const { show: showTool } of tools) showTool();
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
    const choice = h("select", { on: { change: () => change({ pbar: choice.value, m: "" }) } }, CONVENTIONS.map((name) => h("option", { value: name, selected: name === state.pbar }, `${name}: ${PBAR[name]}`)));
    const group = (title, fields) => (fields.length ? h("fieldset", null, h("legend", null, title), h("div", { class: "entries" }, fields)) : null);
    const isPlain = [state.w, state.delta, state.D].flat().every((number) => String(number) === "1");
    settings.replaceChildren(h("h2", null, "Parameters"), h("div", { class: "entries" }, setting("persistence p", "p"),
      h("label", { class: "entry" }, h("span", null, "swap cost of an item that stays"), choice)),
    fold("Weights of items, positions and pairs", [group("Element weights w", vector("w", items)),
      group("Position weights \u03b4: the cost of swapping positions i\u22121 and i", vector("delta", items.slice(1))),
      group("Distances D between items", vector("D", states.pairsOfItems(n)))].filter(Boolean), !isPlain));
  };

  // --- the page

  const conventionOf = (name) => OF_CONVENTION.exec(name)?.[1] || state.pbar;
  const isShown = ({ name, about }) => (about === "judged lists" ? state.isList : !state.isList && conventionOf(name) === state.pbar);

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
    const instance = states.evaluated(state);
    const shown = known.metrics.filter(isShown);
    const { sentence, blocks } = tables.axiomTables(shown, instance, state, known.axioms, axioms.querySelector("details")?.open);
    values.replaceChildren(...tables.valuesTable(shown, instance, state));
    axioms.replaceChildren(...blocks);
    count.textContent = sentence;
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
      complaint.textContent = `The playground cannot show this address: ${error.message}. This is an example.`;
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
      writeAddress(states.written(state));
    } } }, label)));
    addEventListener("hashchange", () => open(location.hash));
    open(location.hash);
  };

  start().catch((error) => main.append(problem(error)));
})();
