"use strict";
// What decides a cell again, and the text of an issue about it. Nothing is sent: the text is there to be copied, and
// where the site knows the source on a code host, a link opens an issue there that has it.
(() => {
  const { h, copyable, fold } = axiomatrix;

  const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);

  /** What stands behind the verdict of a statement: method, cases, constant, claims and what became of them. */
  const behind = (cell) => {
    const claims = cell.claims.map((claim) => `${claim.source} ${claim.status}`).join(", ");
    const outcome = cell.outcome === "broken" ? "broken claim" : cell.outcome;
    return [cell.verdict !== "refuted" && cell.spoken !== cell.reached && cell.reached, cell.method && `by ${cell.method}`, cell.cases, cell.best, claims && `${claims}: ${outcome}`]
      .filter(Boolean).map((part) => `; ${part}`).join("");
  };

  /** The command that decides a statement again, with the libraries that it needs; and whether it does so from its witness, which is stored. */
  const again = (known, { name, family }, axiom, { statement = "", slug = "" }) => {
    const named = [name, ...[...statement.matchAll(/other=([^,)]+)/g)].map(([, other]) => other)];
    const libraries = new Set(known.metrics.filter((metric) => metric.library && named.includes(metric.name)).map((metric) => metric.library));
    const file = family === "user" ? " FILE.py" : "";
    if (slug && !libraries.size) return [`axiomatrix verify reports/witnesses/${slug}.json${file}`, true];
    return [`axiomatrix check${file}${[...libraries].map((id) => ` --library ${id}`).join("")} --metric ${quoted(name)} --axiom ${quoted(axiom)}`, false];
  };

  /** A part that is folded: the text of an issue about these statements of a metric and an axiom. */
  const report = (known, metric, axiom, cells) => {
    const title = `Error in a cell: ${metric.name}, ${axiom}`;
    const body = written(known, metric, axiom, cells);
    const { source } = document.documentElement.dataset;
    const address = `${source}/issues/new?title=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
    return fold("Report an error in this cell", [copyable(`${title}\n\n${body}`, "Copy the report"),
      source && h("p", null, h("a", { href: address }, "Open an issue with it"))]);
  };

  const written = (known, metric, axiom, cells) => [
    ...cells.flatMap((cell) => [`${cell.statement ? `${cell.statement}: ` : ""}${cell.spoken}${behind(cell)}`,
      ...(cell.slug ? [`witness: ${cell.slug}`] : []), `again: ${again(known, metric, axiom, cell)[0]}`, ""]),
    `definition: ${metric.digest}`, known.version, "", "What is wrong, and how to reproduce it:", ""].join("\n");

  axiomatrix.mistake = { behind, again, report };
})();
