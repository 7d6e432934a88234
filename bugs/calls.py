"""Calls metrics of libraries with plain arguments; run by the interpreter of an environment that has the library.

A line of JSON on stdin is a question, ``{"module": ..., "function": ..., "options": {...}, "arguments": {...}}``, and
is answered by ``{"value": 0.5}``, ``{"undefined": "nan"}`` or ``{"error": "ValueError"}``. Needs no other file.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from importlib import import_module
from types import SimpleNamespace


def haystack(module, function, options, retrieved, relevant):
    """The evaluators of documents; a document is its text."""
    document = import_module("haystack").Document
    evaluator = getattr(module, function)()
    shown, judged = ([document(content=text) for text in texts] for texts in (retrieved, relevant))
    return evaluator.run(ground_truth_documents=[judged], retrieved_documents=[shown])["score"]


def llama_index(module, function, options, retrieved, relevant):
    """The metrics of ids."""
    metric = getattr(module, function)()
    for name, value in options.items():
        setattr(metric, name, value)
    return metric.compute(expected_ids=relevant, retrieved_ids=retrieved).score


def trulens(module, function, options, retrieved, relevant, k=None):
    """Methods of a ground truth in which every relevant text scores 1."""
    provider = import_module("trulens.feedback.dummy.provider").DummyProvider(name="none", delay=0.0)
    chunks = [{"text": text, "expect_score": 1} for text in relevant]
    truth = [{"query": "q", "expected_response": "", "expected_chunks": chunks}]
    return getattr(module.GroundTruthAgreement(ground_truth=truth, provider=provider), function)("q", retrieved, k=k)


def mlflow(module, function, options, retrieved, relevant, k):
    """The metrics of ids, of one query, as columns of a table."""
    column = import_module("pandas").Series
    return getattr(module, function)(k)(column([retrieved]), column([relevant])).scores[0]


def openagent_eval(module, function, options, retrieved, relevant, k=None):
    """The metrics of texts."""
    cut = {} if k is None else {"k": k}
    return (
        getattr(module, function)().evaluate(retrieved_contexts=retrieved, ground_truth_contexts=relevant, **cut).score
    )


def mteb(module, function, options, names, grades, scores, k):
    """The metrics of a run of one query, whose documents are listed in the order of the lists.

    None where nothing is relevant: the capped recall is then a division by zero in some versions.
    """
    if not any(grades):
        return None
    qrels, run = {"q": dict(zip(names, grades, strict=True))}, {"q": dict(zip(names, scores, strict=True))}
    ((values),) = getattr(module, function)(qrels, run, [k]).values()
    return values[0]


def pytrec_eval(module, function, options, names, grades, scores):
    """A measure of a run of one query."""
    qrels, run = {"q": dict(zip(names, grades, strict=True))}, {"q": dict(zip(names, scores, strict=True))}
    return module.RelevanceEvaluator(qrels, {function}).evaluate(run)["q"][function]


def keras_rs(module, function, options, grades, scores):
    """A metric of one query."""
    metric = getattr(module, function)(**options)
    metric.update_state([[float(g) for g in grades]], [[float(s) for s in scores]])
    return float(metric.result())


def ragas(module, function, options, grades):
    """What is computed of the verdicts of a judge."""
    return getattr(module, function)._calculate_average_precision(None, grades)


def sentence_transformers(module, function, options, grades, scores):
    """The reciprocal rank of an evaluator of rerankers, without a model; its nDCG has no value for one document."""
    if len(grades) < 2:
        return None
    numpy, evaluator = import_module("numpy"), SimpleNamespace(at_k=10)
    return getattr(module, function).compute_metrics(evaluator, numpy.array(grades) > 0, numpy.array(scores))[0]


def scipy(module, function, options, a, b):
    """The correlation of two columns of a table that has constant columns before them."""
    numpy = import_module("numpy")
    table = numpy.array([[0.0] * len(a)] * options.get("constant_columns", 0) + [a, b]).T
    found = numpy.atleast_2d(getattr(module, function)(table).statistic)
    return float(found[-2, -1] if found.shape[0] > 1 else found[0, -1])


def polars(module, function, options, a, b):
    """The correlation of two columns, each value repeated."""
    times = options.get("times", 1)
    table = module.DataFrame({"a": a * times, "b": b * times})
    return table.select(module.corr("a", "b", method=function)).item()


CALLS = {
    "haystack": haystack,
    "keras_rs": keras_rs,
    "llama_index": llama_index,
    "mlflow": mlflow,
    "mteb": mteb,
    "openagent_eval": openagent_eval,
    "polars": polars,
    "pytrec_eval": pytrec_eval,
    "ragas": ragas,
    "scipy": scipy,
    "sentence_transformers": sentence_transformers,
    "trulens": trulens,
}
"""By the first word of the module."""


def answer(question):
    """What the call gives."""
    try:
        os.environ.setdefault("KERAS_BACKEND", "jax")
        module = import_module(question["module"])
        call = CALLS[question["module"].split(".")[0]]
        value = call(module, question["function"], question.get("options", {}), **question["arguments"])
    except Exception as error:  # whatever the library raises is its answer
        return {"error": type(error).__name__}
    return {"undefined": "nan"} if value is None or value != value else {"value": float(value)}


if __name__ == "__main__":
    for line in sys.stdin:
        with contextlib.redirect_stdout(sys.stderr):
            answered = answer(json.loads(line))
        print(json.dumps(answered), flush=True)
