"""A metric in any language: this one in Python. axiomatrix writes a question a line, and reads an answer a line."""

import json
import sys

METRICS = [
    {
        "name": "precision-in-python",
        "kind": "score",
        "arguments": {"x": "binary list"},
        "parameters": {"k": "cut-off"},
        "formula": "P@k(x) = relevant items among the first k / k",
        "holds": ["range-zero-one", "swap"],
        "source": "examples/any_language",
    }
]


def value(metric, arguments, parameters):
    """The value of a metric, by the names of what it takes."""
    grades, k = arguments["x"]["grades"], parameters["k"]
    return sum(grade > 0 for grade in grades[:k]) / k


for line in sys.stdin:
    question = json.loads(line)
    if question["question"] == "metrics":
        answer = {"metrics": METRICS}
    else:
        answer = {"value": value(question["metric"], question["arguments"], question["parameters"])}
    sys.stdout.write(json.dumps({"id": question["id"], **answer}) + "\n")
    sys.stdout.flush()
