"use strict";
// Pictures: SVG as text, of which only what draws becomes part of the page.
axiomatrix.picture = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const TAGS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
    "title", "desc", "defs", "clipPath", "use"]);
  const NAMES = new Set(["id", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width",
    "height", "viewBox", "points", "transform", "opacity", "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke",
    "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "stroke-dashoffset", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline",
    "role", "aria-labelledby", "clip-path", "href", "clipPathUnits"]);
  const REFERENCES = { href: /^#[\w-]+$/, "clip-path": /^url\(#[\w-]+\)$/ };

  const allowed = (name, value) =>
    NAMES.has(name) && (REFERENCES[name] ? REFERENCES[name].test(value) : !/url\(|[\\<>]/i.test(value));

  const adopted = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.namespaceURI !== SVG || !TAGS.has(node.localName)) return null;
    const made = document.createElementNS(SVG, node.localName);
    for (const { name, value } of node.attributes) if (allowed(name, value)) made.setAttribute(name, value);
    for (const child of node.childNodes) {
      const kept = adopted(child);
      if (kept) made.append(kept);
    }
    return made;
  };

  /** The picture as an element, on a light panel that scrolls if it is too wide; what is none, as a sentence. */
  return (text, caption) => {
    const { h } = axiomatrix;
    const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const drawn = read.localName === "svg" && !read.querySelector("parsererror") ? adopted(read) : null;
    return h("figure", { class: "picture" },
      drawn ? h("div", { class: "panel", tabindex: "0", role: "group", "aria-label": caption || "picture" }, drawn)
        : h("p", { class: "problem" }, "The picture cannot be read."),
      caption ? h("figcaption", { class: "soft" }, caption) : null);
  };
})();
