// A metric in any language: this one in JavaScript. axiomatrix writes a question a line, and reads an answer a line.
const METRICS = [
  {
    name: "precision-in-javascript",
    kind: "score",
    arguments: { x: "binary list" },
    parameters: { k: "cut-off" },
    formula: "P@k(x) = relevant items among the first k / k",
    holds: ["range-zero-one", "swap"],
    source: "examples/any_language",
  },
];

function value(metric, { x }, { k }) {
  return x.grades.slice(0, k).filter((grade) => grade > 0).length / k;
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const question = JSON.parse(line);
    const answer =
      question.question === "metrics"
        ? { metrics: METRICS }
        : { value: value(question.metric, question.arguments, question.parameters) };
    console.log(JSON.stringify({ id: question.id, ...answer }));
  });
