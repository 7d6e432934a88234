"use strict";
// One question of an exploration: what is asked, what became of it, the instances, sizes, bounds and proofs.
axiomatrix.question = (() => {
  const { h, link, fold, wide, copyable } = axiomatrix;
  const MANY_TERMS = 40; // lines that are not shown at once
  const SENSES = { inf: "smallest", sup: "largest" };

  const asked = (question) => [
    h("p", { class: "asked" }, h("code", null, question.asked)),
    question.definition ? h("div", { class: "definition" },
      h("span", { class: "soft" }, question.page ? [h("a", { href: link.metric(question.metric) }, question.metric),
        " is"] : `${question.metric} is`),
      axiomatrix.formula(question.definition, question.math)) : null,
  ];

  const sentence = (question) => [
    h("p", null, h("b", null, `${question.outcome.slice(0, 1).toUpperCase()}${question.outcome.slice(1)}.`),
      ` ${question.how}`),
    question.notes.map((note) => h("p", { class: "note" }, note)),
  ];

  const table = (caption, heads, rows) => wide(caption, h("table", { class: "plain" },
    h("caption", { class: "hidden" }, caption),
    h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, rows)));

  const figures = (drawn) => drawn.map(([name, kind, role, rows]) => ({ name, kind, role, rows }));

  const instance = (found, first) => h("section", { class: "instance" },
    h("h3", null, `${found.title}: n = ${found.n}`),
    h("p", { class: / is false/.test(found.sides) ? "sides false" : "sides" }, found.sides),
    h("div", { class: "side-by-side" },
      found.drawn.length ? h("div", { class: "pictures" }, axiomatrix.drawing.pictures(figures(found.drawn))) : null,
      h("div", { class: "given" },
        h("dl", null,
          found.sigma ? [h("dt", null, "sigma"), h("dd", null, `(${found.sigma})`,
            h("div", { class: "soft" }, "where the items of the first ranking stand in the second"))] : null,
          found.values.map(([name, text]) => [h("dt", null, name), h("dd", null, text)])),
        found.parameters.map((text) => (text.length > 160 ? fold("The parameter, entry by entry",
          h("p", { class: "entries" }, text))
          : h("p", { class: "entries" }, text))),
        found.note ? h("p", { class: "note" }, found.note) : null)),
    found.terms.length ? fold("Both sides, term by term",
      h("pre", { tabindex: "0", "aria-label": "Both sides, term by term" }, found.terms.join("\n")),
      first && found.terms.length < MANY_TERMS) : null,
    found.constructor ? fold("In Python", copyable(found.constructor, "Copy the Python code")) : null,
    copyable(found.replay, "Copy the command that decides it again"));

  const sizes = (question) => {
    if (!question.sizes.length) return null;
    const senses = ["inf", "sup"].filter((_, k) => question.sizes.some((size) => size[4 + k]));
    return [h("h3", null, "Size by size"),
      table(`Size by size: ${question.label}`,
        ["n", "verdict", "rankings", "classes", ...senses.map((sense) => `${SENSES[sense]} ${question.quantity}`)],
        question.sizes.map(([n, verdict, rankings, classes, ...extremes]) => h("tr", null,
          h("th", { scope: "row" }, n),
          h("td", null, verdict), h("td", { class: "number" }, rankings.toLocaleString("en")),
            h("td", { class: "number" }, classes.toLocaleString("en")),
          senses.map((sense) => {
            const found = extremes[sense === "inf" ? 0 : 1];
            return h("td", null, found ? [h("b", null, found[0]), found[1]
              ? h("span", { class: "soft" }, ` at sigma = (${found[1]})`) : null] : null);
          }))))];
  };

  const bounds = (question) => {
    if (!question.bounds.length) return null;
    return [h("h3", null, "Bounds"),
      h("p", null, "Each is what one instance proves; nothing says that it is the best."),
      table(`Bounds of ${question.label}`, ["n", "found by", `what it proves of ${question.quantity}`, "how"],
        question.bounds.map(([n, kind, sense, value, note]) => h("tr", null,
          h("th", { scope: "row" }, n), h("td", null, kind), h("td", null, `${sense} `, h("b", null, value)),
            h("td", { class: "soft" }, note)))),
      question.fits.map((fit) => h("p", { class: "note" }, h("b", null, "The family: "), fit))];
  };

  const proof = ({ says, where, checked, paper }) => h("li", null, h("p", null, says),
    checked.length ? fold("The argument", h("div", { class: "argument" },
      h("h4", null, `Checked by machine ${where}`), h("ul", null, checked.map((step) => h("li", null, step))),
      paper.length ? [h("h4", null, "On paper"), h("ul", null, paper.map((step) => h("li", null, step)))] : null))
        : null);

  const certificate = (question) => {
    if (!question.certificate) return null;
    const [count, file, command] = question.certificate;
    return [h("h3", null, "Certificates"),
      h("p", null, `${count.toLocaleString("en")} ${count === 1 ? "certificate" : "certificates"} in `,
        h("code", null, file),
        ", verified. They are checked again in plain fractions, without the solver, by"),
      copyable(command, "Copy the command that verifies the certificates")];
  };

  /** Everything about a question below its heading; picture(name, caption) makes a picture or nothing. */
  return (question, data, picture) => h("div", { class: "body" },
    asked(question), sentence(question),
    question.instances.map((found, k) => instance(found, k === 0)),
    sizes(question), bounds(question),
    picture(question.plane, `Points of ${question.quantity} found, and their convex hull`),
    question.proofs.length ? [h("h3", null, "Proofs"), h("ul", { class: "proofs" }, question.proofs.map(proof))] : null,
    certificate(question));
})();
