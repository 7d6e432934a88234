"use strict";
// What is added to whatever comes into a page: formulas typeset, copy buttons, filters, keys for what scrolls.
(() => {
  const { h, counted, copyable, fragment, data, has, view, narrowed } = axiomatrix;
  const main = document.getElementById("page");

  /** Makes the formulas that are wider than their place reachable by keyboard, to be scrolled. */
  const reachable = () => {
    for (const line of main.querySelectorAll(".math > span")) {
      const cut = line.scrollWidth > line.clientWidth;
      if (cut) line.tabIndex = 0;
      else line.removeAttribute("tabindex");
      [line.role, line.ariaLabel] = cut ? ["group", "formula"] : [null, null];
    }
  };

  const typeset = async (within) => {
    const formulas = [...within.querySelectorAll(".f > code, .only > code")];
    if (!has("formulas") || !formulas.length) return;
    const known = await data("formulas");
    for (const code of formulas) {
      const name = code.dataset.f || code.closest("tr")?.querySelector("a").textContent || code.closest("[id]").id;
      const made = known[code.dataset.of || main.querySelector("h1").dataset.of || "metrics"];
      if (!Object.hasOwn(made, name) || (code.firstChild && made[name].startsWith("<code"))) continue; // it is there
      code.before(...fragment(made[name]));
      if (code.parentElement.matches(".only")) code.remove();
      else code.replaceWith(h("details", { class: "as-text" }, h("summary", null, "as text"), code.cloneNode(true)));
    }
  };

  // --- pictures as files

  const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "font-style", "text-anchor", "font-family"];

  /** The picture by itself: what style sheets say of each part of it is written into it. */
  const standalone = (svg) => {
    const copy = svg.cloneNode(true);
    const parts = [copy, ...copy.querySelectorAll("*")];
    [svg, ...svg.querySelectorAll("*")].forEach((part, k) => {
      const look = getComputedStyle(part);
      for (const name of STYLED) parts[k].setAttribute(name, look.getPropertyValue(name));
    });
    const back = document.createElementNS(svg.namespaceURI, "rect");
    for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", getComputedStyle(document.body).backgroundColor]]) back.setAttribute(name, value);
    copy.prepend(back);
    return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  };

  const saved = (name, address) => {
    const link = h("a", { href: address, download: name });
    link.click();
  };

  /** A button below each picture, which saves it. */
  const downloadable = (within) => {
    const title = (document.querySelector("main h1")?.textContent || "picture").replace(/[^\w-]+/g, "-");
    for (const figure of within.querySelectorAll("figure.picture:not(:has(.download)), figure.plot:not(:has(.download))")) {
      const [svg, image] = [figure.querySelector("svg.drawing"), figure.querySelector("img")];
      if (!svg && !image) continue;
      const save = () => {
        if (image) { saved(`${title}.svg`, image.src); return; }
        const address = URL.createObjectURL(standalone(svg));
        saved(`${title}.svg`, address);
        setTimeout(() => URL.revokeObjectURL(address), 1000);
      };
      figure.append(h("button", { type: "button", class: "download", on: { click: save } }, "Download picture"));
    }
  };

  /** Adds it all to what has come. */
  const furnish = async (within) => {
    for (const pre of within.querySelectorAll("pre")) {
      if (!pre.closest(".copyable")) pre.replaceWith(copyable(pre.textContent, `Copy ${pre.ariaLabel || ""}`.trim()));
    }
    downloadable(within);
    await typeset(within);
    reachable();
  };

  /** Makes a form filter the elements that it names; what reads them again when there are more. */
  const filter = (form, within = main) => {
    let entries = [];
    const fields = [...form.querySelectorAll("input, select")];
    const status = form.querySelector("[role=status]");
    const [text, ...selects] = fields;
    const count = (number) => counted(number, ...form.dataset.what.split(" "));
    const show = () => {
      const chosen = (element) => selects.every((one) => !one.value || element.dataset[one.name] === one.value);
      const shown = narrowed(entries, text.value, chosen);
      status.textContent = shown === entries.length ? count(shown) : `${shown.toLocaleString("en")} of ${count(entries.length)}`;
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
      restore();
    };
    form.addEventListener("input", () => {
      show();
      view.set(Object.fromEntries(fields.map((field) => [field.name, field.value])), { replace: true });
    });
    addEventListener("hashchange", restore);
    form.hidden = false;
    read();
    return read;
  };

  for (const pre of document.querySelectorAll("footer pre")) pre.replaceWith(copyable(pre.textContent, "Copy the citation"));
  addEventListener("resize", reachable);
  main.addEventListener("toggle", reachable, true); // what was folded has no width
  Object.assign(axiomatrix, { furnish, filter });
})();
