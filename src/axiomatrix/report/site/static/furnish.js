"use strict";
// What is added to whatever comes into a page: formulas typeset, copy buttons, filters, keys for what scrolls.
(() => {
  const { h, counted, copyable, fragment, data, has, view, narrowed } = axiomatrix;
  const main = document.getElementById("page");

  /** Makes the formulas that are wider than their place reachable by keyboard, to be scrolled. */
  const reachable = () => {
    for (const line of main.querySelectorAll(".math > span")) {
      const cut = line.scrollWidth > line.clientWidth;
      if (cut === line.hasAttribute("tabindex")) continue;
      for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "formula"]]) {
        if (cut) line.setAttribute(name, value);
        else line.removeAttribute(name);
      }
    }
  };

  const typeset = async (within) => {
    const formulas = [...within.querySelectorAll(".f > code")];
    const entries = within === main ? [...within.querySelectorAll(".entry[id]")] : [];
    if (!has("formulas") || !(formulas.length || entries.length)) return;
    const known = await data("formulas");
    for (const code of formulas) {
      const name = code.dataset.f || code.closest("[id]").id;
      const made = known[code.dataset.of || main.querySelector("h1").dataset.of || "metrics"];
      if (!Object.hasOwn(made, name) || made[name].startsWith("<code")) continue; // it is there
      code.before(...fragment(made[name]));
      if (code.parentElement.matches(".only")) code.remove();
      else code.replaceWith(h("details", { class: "as-text" }, h("summary", null, "as text"), code.cloneNode(true)));
    }
    for (const entry of entries) {
      const { id } = entry;
      if (Object.hasOwn(known.claims, id)) entry.querySelector("blockquote").after(h("div", { class: "f" }, fragment(known.claims[id])));
    }
  };

  /** Adds it all to what has come. */
  const furnish = async (within) => {
    for (const pre of within.querySelectorAll("pre")) {
      if (!pre.closest(".copyable")) pre.replaceWith(copyable(pre.textContent, `Copy ${pre.ariaLabel || ""}`.trim()));
    }
    await typeset(within);
    reachable();
  };

  /** Makes a form filter the elements that it names; what reads them again when there are more. */
  const filter = (form, within = main) => {
    let [entries, groups] = [[], []];
    const fields = [...form.querySelectorAll("input, select")];
    const told = form.querySelector("[role=status]");
    const [text, ...selects] = fields;
    const said = (number) => counted(number, ...form.dataset.what.split(" "));
    const show = () => {
      const chosen = (element) => selects.every((one) => !one.value || element.dataset[one.name] === one.value);
      const shown = narrowed(entries, text.value, chosen);
      for (const group of groups) group.hidden = !group.querySelector(`${form.dataset.of.split(" ").at(-1)}:not([hidden])`);
      told.textContent = shown === entries.length ? said(shown) : `${shown.toLocaleString("en")} of ${said(entries.length)}`;
    };
    const restore = () => {
      const asked = view.get();
      for (const field of fields) {
        field.value = asked.get(field.name) || "";
        if (field.selectedIndex === -1) field.value = "";
      }
      show();
    };
    const read = () => {
      entries = [...within.querySelectorAll(form.dataset.of)].map((element) => ({ element, text: element.textContent.toLowerCase() }));
      groups = [...within.querySelectorAll(".group")];
      restore();
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => {
      show();
      view.set(Object.fromEntries(fields.map((field) => [field.name, field.value])), { replace: true });
    });
    addEventListener("hashchange", restore);
    form.hidden = false;
    read();
    return read;
  };

  addEventListener("resize", reachable);
  main.addEventListener("toggle", reachable, true); // what was folded has no width
  Object.assign(axiomatrix, { furnish, filter });
})();
