"use strict";
// The parts of the playground: lists whose items are dragged or moved by keys, the lines between two, bars, fields.
(() => {
  const { h } = axiomatrix;
  const SVG = "http://www.w3.org/2000/svg";
  const ROW = 44; // pixels, as in playground.css
  const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
  const DRAG_PIXELS = 5; // a press that moves less is a click

  /**
   * An ordered list of buttons that are dragged, or moved by the arrow keys, Home and End.
   *
   * move(from, to) takes places from 1; press(place), key(place, key) and remove(place) are optional. show(entries) has
   * {key, text, name, kind} of each item: rows are kept by their keys, and the one that is held is never taken out.
   */
  const movable = ({ label, move, press = () => {}, key = () => false, remove = null }) => {
    const list = h("ol", { class: "movable", "aria-label": label });
    const rows = new Map();
    const placeOf = (row) => [...list.children].indexOf(row) + 1;
    let held = null;
    let wasDragged = false;

    const onKey = (row) => (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const [from, last] = [placeOf(row), list.children.length];
      const ends = { Home: 1, End: last };
      const to = event.key in STEPS ? from + STEPS[event.key] : ends[event.key];
      if (to === undefined && !key(from, event.key)) return;
      event.preventDefault();
      if (to >= 1 && to <= last && to !== from) move(from, to);
    };

    const drag = (event) => {
      if (!held || (!held.moves && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PIXELS)) return;
      held.moves = true;
      held.row.classList.add("held");
      const { top } = list.getBoundingClientRect();
      const to = Math.min(list.children.length, Math.max(1, Math.ceil((event.clientY - top) / ROW)));
      const from = placeOf(held.row);
      if (to !== from) move(from, to);
    };

    const drop = () => {
      if (!held) return;
      wasDragged = Boolean(held.moves);
      held.row.classList.remove("held");
      held = null;
      document.removeEventListener("pointermove", drag);
      for (const end of ["pointerup", "pointercancel"]) document.removeEventListener(end, drop);
    };

    const hold = (row) => (event) => {
      if (event.button || !event.isPrimary) return;
      wasDragged = false;
      held = { row, x: event.clientX, y: event.clientY };
      document.addEventListener("pointermove", drag);
      for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop);
    };

    const makeRow = () => {
      const row = h("li");
      const button = h("button", { type: "button", class: "item", on: {
        keydown: onKey(row),
        pointerdown: hold(row),
        click: () => {
          if (!wasDragged) press(placeOf(row));
          wasDragged = false;
        },
      } });
      const away = remove && h("button", { type: "button", class: "away", on: { click: () => remove(placeOf(row)) } }, "\u00d7");
      row.append(button, away || "");
      return { row, button, away };
    };

    const show = (entries) => {
      const keys = new Set(entries.map((one) => one.key));
      for (const [name, { row }] of rows) {
        if (keys.has(name)) continue;
        row.remove();
        rows.delete(name);
      }
      for (const { key: name, text, name: spoken, kind, removes } of entries) {
        if (!rows.has(name)) rows.set(name, makeRow());
        const { button, away } = rows.get(name);
        button.textContent = text;
        button.ariaLabel = spoken;
        button.className = `item ${kind || ""}`;
        if (away) away.ariaLabel = removes;
      }
      const order = entries.map((one) => rows.get(one.key).row);
      const pinned = order.find((row) => row === held?.row || row.contains(document.activeElement));
      const place = order.indexOf(pinned);
      order.forEach((row, k) => { if (k < place) pinned.before(row); else if (row !== pinned) list.append(row); });
    };

    const focus = (place) => list.children[place - 1]?.querySelector("button").focus();
    return { list, show, focus };
  };

  const drawn = (name, attributes, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
  };

  /** Lines from the places of the items in a to those in b. */
  const lines = (a, b) => {
    const middle = (place) => (place - 0.5) * ROW;
    const kind = (x) => (a.at(x) > b.at(x) ? "rises" : a.at(x) < b.at(x) ? "falls" : "stays");
    return drawn("svg", { class: "lines", viewBox: `0 0 100 ${a.n * ROW}`, height: a.n * ROW, preserveAspectRatio: "none", "aria-hidden": true },
      ...a.items.map((x) => drawn("line", { class: `line ${kind(x)}`, x1: 0, y1: middle(a.at(x)), x2: 100, y2: middle(b.at(x)), "vector-effect": "non-scaling-stroke" })));
  };

  const BAR = 120;

  /** A bar for a number from 0 to 1; where it is signed, from -1 to 1, from the middle. */
  const bar = (share, isSigned) => {
    const size = Math.min(1, Math.abs(share)) * (isSigned ? BAR / 2 : BAR);
    const from = isSigned ? BAR / 2 - (share < 0 ? size : 0) : 0;
    const parts = [drawn("rect", { class: "whole", width: BAR, height: 12 }), drawn("rect", { class: share < 0 ? "part below" : "part", x: from, width: size, height: 12 })];
    if (isSigned) parts.push(drawn("line", { class: "zero", x1: BAR / 2, y1: 0, x2: BAR / 2, y2: 12 }));
    return drawn("svg", { class: "bar", viewBox: `0 0 ${BAR} 12`, width: BAR, height: 12, "aria-hidden": true }, ...parts);
  };

  /** A field for a number; set(text) throws where the text is none, and what it throws is shown. */
  const field = (label, value, set) => {
    const wrong = h("span", { class: "wrong", role: "alert" });
    const entered = () => {
      let message = "";
      try {
        set(input.value);
      } catch (error) {
        message = error.message;
      }
      wrong.textContent = message;
      input.ariaInvalid = message ? "true" : null;
    };
    const input = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", value, on: { input: entered } });
    return h("label", { class: "entry" }, h("span", null, label), input, wrong);
  };

  axiomatrix.parts = { bar, field, lines, movable };
})();
