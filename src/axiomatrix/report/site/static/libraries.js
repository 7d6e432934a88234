"use strict";
// Other libraries' metrics: two questions kept apart (does the definition fail, does the implementation deviate).
(() => {
  const { h, view, fold, wide, copyable } = axiomatrix;
  const { mark, body, text: textOf, about } = axiomatrix.finding;
  const OPEN_AT_MOST = 3; // so few findings stand open by themselves
  const AT_ONCE = 12; // so many of a kind are listed before one asks for the rest

  const number = (value) => value.toLocaleString("en");

  /** The kinds of findings by the question that they answer. */
  const questions = (data) => {
    const found = new Map();
    for (const kind of data.kinds) found.set(kind[4], [...(found.get(kind[4]) || []), kind]);
    return [...found];
  };

  // --- the overview

  const count = (value, label, choose) => h("td", { class: value ? "number" : "number soft" }, value && choose
    ? h("button", { type: "button", class: "count", "aria-label": `${number(value)}: ${label}`, on: { click: choose } },
      number(value))
    : number(value));

  const overview = (data, choose) => wide("Libraries", h("table", { class: "plain counts" },
    h("caption", null, "Cells of each library: one property of one metric each. A number shows its findings."),
    h("thead", null,
      h("tr", null, h("td", { colspan: 3 }),
        questions(data).map(([asks, kinds]) => h("th", { scope: "colgroup", colspan: kinds.length }, asks)),
        h("td", { colspan: data.others.length })),
      h("tr", null,
        ["library", "version", "metrics"].map((head) => h("th", { scope: "col" }, head)),
        data.kinds.map((kind) => h("th", { scope: "col" }, mark(kind), " ", kind[0])),
        data.others.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, data.libraries.map((library, place) => h("tr", null,
      h("th", { scope: "row" }, h("a", { href: `#library=${encodeURIComponent(library.id)}` }, library.name)),
      h("td", null, library.version),
      h("td", { class: "number" }, library.rows.length),
      library.counts.map((value, k) => (k < data.kinds.length
        ? count(value, `findings of ${library.name}, ${data.kinds[k][0]}`, () => choose(place, k))
        : count(value))))))));

  const legend = (data) => h("div", null,
    questions(data).map(([asks, kinds]) => [
      h("h3", null, asks),
      h("dl", { class: "legend" }, kinds.map((kind) => [h("dt", null, mark(kind), ` ${kind[0]}`),
        h("dd", null, kind[3])])),
    ]),
    h("h3", null, "Neither"),
    h("dl", { class: "legend" }, data.legend.filter(([asks]) => !asks).map(([, symbol, name, means]) =>
      [h("dt", null, h("b", { class: "sign" }, symbol), ` ${name}`), h("dd", null, means)])));

  // --- the findings

  const folded = (data, finding) => {
    const [library, kind, title, , , , , anchor] = finding;
    const made = h("details", { id: anchor, class: "found" },
      h("summary", null, mark(data.kinds[kind]), " ", h("span", { class: "titled" }, title),
        h("span", { class: "soft" }, ` ${data.libraries[library].name}`)));
    made.addEventListener("toggle", () => {
      if (made.open && made.children.length === 1) made.append(body(finding));
    });
    made.firstChild.addEventListener("click", () => {
      if (!made.open) view.set({ finding: anchor }, { replace: true });
    });
    return { finding, made, text: textOf(data.libraries[library], finding) };
  };

  const select = (label, name, entries) => {
    const field = h("select", { name }, h("option", { value: "" }, "all"), entries);
    return [field, h("label", null, label, field)];
  };

  const browser = (data, params) => {
    const all = data.findings.map((finding) => folded(data, finding));
    const wanted = params.get("finding");
    const detail = h("div");
    const told = h("p", { role: "status", class: "soft" });
    const option = (value, text) => h("option", { value }, text);
    const [library, libraryLabel] = select("Library", "library",
      data.libraries.map((one) => option(one.id, `${one.name} ${one.version}`)));
    const [kind, kindLabel] = select("Kind", "kind", questions(data).map(([asks, list]) =>
      h("optgroup", { label: asks }, list.map(([name]) => option(name, name)))));
    const text = h("input", { type: "search", name: "text", autocomplete: "off", spellcheck: "false" });

    const groups = data.kinds.map((one, k) => {
      const group = { own: all.filter(({ finding }) => finding[1] === k), whole: false };
      const showAll = () => {
        group.whole = true;
        filter();
      };
      group.count = h("span", { class: "soft" });
      group.more = h("button", { type: "button", on: { click: showAll } });
      group.section = h("section", null,
        h("h3", null, mark(one), ` ${one[0]} `, group.count),
        h("p", { class: "soft" }, h("b", null, `${one[4]} `), one[3]),
        group.own.map(({ made }) => made),
        h("p", null, group.more));
      return group;
    });

    const filter = () => {
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      const place = data.libraries.findIndex((one) => one.id === library.value);
      const fits = (one) => (place < 0 || one.finding[0] === place)
        && (!kind.value || data.kinds[one.finding[1]][0] === kind.value)
        && words.every((word) => one.text.includes(word));
      let shown = 0;
      for (const group of groups) {
        let here = 0;
        for (const one of group.own) {
          const kept = fits(one);
          here += kept;
          one.made.hidden = !kept || (here > AT_ONCE && !group.whole && one.made.id !== wanted);
        }
        group.section.hidden = !here;
        group.count.textContent = `${number(here)} ${here === 1 ? "finding" : "findings"}`;
        group.more.hidden = here <= AT_ONCE || group.whole;
        group.more.textContent = `Show the other ${number(here - AT_ONCE)}`;
        shown += here;
      }
      if (shown <= OPEN_AT_MOST) for (const { made } of all) made.open ||= !made.hidden;
      told.textContent = `${number(shown)} of ${number(all.length)} findings`;
      detail.replaceChildren(...(place < 0 ? [] : [about(data.libraries[place])]));
      view.set({ library: library.value, kind: kind.value, text: text.value, finding: null }, { replace: true });
    };

    const clear = () => {
      text.value = library.value = kind.value = "";
      filter();
    };
    const form = h("form", {
      class: "filter", role: "search", on: { submit: (event) => event.preventDefault(), input: filter },
    }, h("label", null, "Text", text), libraryLabel, kindLabel, h("button", { type: "button", on: { click: clear } },
      "Clear"));
    const choose = (place, k) => {
      library.value = data.libraries[place].id;
      kind.value = data.kinds[k][0];
      filter();
      form.scrollIntoView();
      library.focus({ preventScroll: true });
    };
    const show = () => {
      const found = all.find(({ made }) => made.id === wanted);
      if (found) {
        found.made.open = true;
        found.made.scrollIntoView();
        view.set({ finding: wanted }, { replace: true });
      } else if (library.value || kind.value || text.value) form.scrollIntoView();
    };

    text.value = params.get("text") || "";
    library.value = data.libraries.some((one) => one.id === params.get("library")) ? params.get("library") : "";
    kind.value = data.kinds.some(([name]) => name === params.get("kind")) ? params.get("kind") : "";
    filter();
    setTimeout(show, 0); // when it stands in the page
    return { choose, parts: [form, told, detail, ...groups.map(({ section }) => section)] };
  };

  const list = (title, said) => h("section", null, h("h2", null, title),
    h("ul", null, said.map((one) => h("li", null, one))));

  axiomatrix.page(async (params, main) => {
    if (!axiomatrix.has("libraries")) {
      main.append(h("h1", null, "Other libraries' metrics"),
        h("p", null, "There is no libraries.json beside this report. It is written by"),
        copyable("axiomatrix check --library all", "Copy the command"));
      return;
    }
    const data = await axiomatrix.data("libraries");
    const { choose, parts } = browser(data, params);
    main.append(
      h("h1", null, "Other libraries' metrics"),
      h("p", null, `${data.title}; profile ${data.profile}, seed ${data.seed}.`),
      data.interrupted ? h("p", { class: "note" }, h("b", null, data.interrupted)) : "",
      h("div", { class: "columns" }, list("What this page is", data.is), list("What it is not", data.is_not)),
      h("h2", null, "Libraries"), overview(data, choose), fold("What the words mean", legend(data)),
      h("h2", null, "Findings"), ...parts,
      ...axiomatrix.agreement(data));
  });
})();
