"""Implementations behind our signatures: call variants, shapes, literals, ties, snippets, refutations in words."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest
from msgspec import to_builtins
from whole import cell_from

from axiomatrix import Registry, Undefined, axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.check import check
from axiomatrix.engine.plan import Plan
from axiomatrix.engine.tasks import prepare
from axiomatrix.libraries import (
    LIBRARIES,
    Documentation,
    Library,
    NotInstalled,
    import_modules,
    installed_library_ids,
    load,
    ties,
)
from axiomatrix.libraries.call_variants import CHOICES, PLAIN_CALL, TRANSFORMATIONS, CallVariants, CallVariantSpace
from axiomatrix.libraries.implementation import implementation
from axiomatrix.libraries.library import LibraryRefused, NoNumber
from axiomatrix.libraries.shapes import Inexpressible, ItemLists, QrelsAndRun, TruthAndScores, TwoVectors, typed_array
from axiomatrix.libraries.snippet import imports_of_literals, literal, snippet_of
from axiomatrix.model.registry import Unknown
from axiomatrix.spaces import cut_offs, whole_lists
from axiomatrix.values.judged import Judged
from axiomatrix.values.orders import TopList, WeakOrder
from axiomatrix.values.scored import Scored

PLANTED = Library("planted", "planted", "https://example.org", "planted")
PAGE = "https://example.org/page"
PRECISION = load_catalogue().metric("precision-at")


def planted(function, **options):
    """The function as the one implementation of a registry of its own."""
    registry = Registry(load([]))
    given = {
        "shape": TruthAndScores(),
        "kind": "score",
        "arguments": {"x": whole_lists()},
        "parameters": {"k": cut_offs()},
        "definition": lambda x, k: PRECISION(x, k=k),
        "page": PAGE,
        **options,
    }
    return implementation(PLANTED, "mine", into=registry, **given)(function), registry


def precision(y_true, y_score, k):
    order = sorted(range(len(y_true)), key=lambda i: -y_score[i])
    return sum(int(y_true[i]) for i in order[:k]) / k


# --- call variants ---------------------------------------------------------------------------------------------------


def test_a_call_variant_is_written_and_read_again():
    for aspect, values in CHOICES.items():
        for value in values:
            call_variant = PLAIN_CALL.with_aspect(aspect, value)
            assert CallVariantSpace().decode(CallVariantSpace().encode(call_variant)) == call_variant
            assert str(call_variant) == f"{aspect.replace('_', ' ')}: {value}"
    assert (str(PLAIN_CALL), CallVariantSpace().encode(PLAIN_CALL)) == ("plain", {})


@pytest.mark.parametrize("data", [None, [], {"colour": "red"}, {"truth": "complex"}, {"truth": 3}, "plain"])
def test_what_is_no_call_variant_is_refused(data):
    with pytest.raises((ValueError, TypeError)):
        CallVariantSpace().decode(data)


def test_an_aspect_that_call_variants_do_not_have_is_refused_with_those_that_they_have():
    with pytest.raises(ValueError, match=r"'colour' is not an aspect; these are: .*truth"):
        PLAIN_CALL.with_aspect("colour", "red")


def test_transformations_keep_the_order_of_small_scores_and_are_exact_in_float64():
    scores = [Fraction(s) for s in range(9)]
    for change in TRANSFORMATIONS.values():
        changed = [change(s) for s in scores]
        assert changed == sorted(set(changed))
        assert all(Fraction(float(s)) == s for s in changed)


def test_of_the_call_variants_of_an_axiom_only_those_that_a_shape_can_express_are_asked():
    shape = TruthAndScores()
    shape.dtypes = ("int8", "float64")
    row, _ = planted(precision, shape=shape)
    assert CallVariants("truth").of_metric(row).values == ("int8", "float64")
    assert CallVariants("names").of_metric(row).values == ()


# --- shapes ----------------------------------------------------------------------------------------------------


def test_a_judged_list_becomes_relevance_beside_falling_scores():
    shape = TruthAndScores()
    assert shape.variables([Judged.of([1, 0, 1])], PLAIN_CALL) == {"y_true": [1, 0, 1], "y_score": [3, 2, 1]}
    assert shape.variables([Scored.of([1, 0], scores=[2, 2])], PLAIN_CALL) == {"y_true": [1, 0], "y_score": [2, 2]}
    made = shape.variables([Judged.of([1, 0])], PLAIN_CALL.with_aspect("truth", "uint8"))["y_true"]
    assert (made.dtype, made.tolist()) == (np.dtype("uint8"), [1, 0])
    rows = TruthAndScores(rows=True).variables([Judged.of([1, 0])], PLAIN_CALL.with_company(Judged.of([0, 1])))
    assert rows == {"y_true": [[1, 0], [0, 1]], "y_score": [[2, 1], [2, 1]]}


def test_what_a_shape_cannot_express_it_says():
    with pytest.raises(Inexpressible, match="missing"):
        TruthAndScores().variables([Judged.of([1], missing=[1])], PLAIN_CALL)
    with pytest.raises(Inexpressible, match="uint8 cannot hold"):
        typed_array([300], "uint8")
    with pytest.raises(Inexpressible, match="int8 cannot hold"):
        TruthAndScores().variables(
            [Judged.of([0, 1])], PLAIN_CALL.with_aspect("transformation", "plus 2^20").with_aspect("scores", "int8")
        )
    with pytest.raises(Inexpressible, match="float32 cannot hold"):
        typed_array([2**24 + 1], "float32")


def test_two_orders_become_rank_vectors_or_scores():
    a, b = WeakOrder.of([[1], [2, 3]]), WeakOrder.of([[3], [2], [1]])
    assert TwoVectors().variables([a, b], PLAIN_CALL) == {"x": [1, 2, 2], "y": [3, 2, 1]}
    assert TwoVectors(scores=True).variables([a, b], PLAIN_CALL) == {"x": [2, 1, 1], "y": [1, 2, 3]}


def test_judgements_and_a_run_are_dictionaries_filled_in_the_call_variant_asked_for():
    x = Judged.of([1, 0], missing=[1])
    plain = QrelsAndRun().variables([x], PLAIN_CALL)
    assert plain == {
        "qrels": {"q1": {"d1": 1, "d2": 0, "d3": 1}},
        "run": {"q1": {"d1": 2.0, "d2": 1.0}},
        "query": "q1",
        "before": [],
        "after": [],
    }
    turned = QrelsAndRun().variables([x], PLAIN_CALL.with_aspect("insertion", "reversed"))
    assert (turned, list(turned["run"]["q1"])) == (plain, ["d2", "d1"])
    many = QrelsAndRun().variables([x], PLAIN_CALL.with_company(Judged.of([0])).with_aspect("queries", "run reversed"))
    assert (list(many["run"]), list(many["qrels"])) == (["q2", "q1"], ["q1", "q2"])
    renamed = QrelsAndRun().variables([x], PLAIN_CALL.with_aspect("names", "integers"))
    assert list(renamed["qrels"]["q1"]) == ["9", "10", "11"]
    assert QrelsAndRun().variables([x], PLAIN_CALL.with_aspect("fault", "empty"))["run"] == {"q1": {}}


def test_top_lists_become_lists_of_items():
    assert ItemLists().variables([TopList.of([1, 3]), TopList.of([2])], PLAIN_CALL) == {
        "a": ["x1", "x3"],
        "b": ["x2"],
    }


@pytest.mark.parametrize(
    "value", [0, -1.5, 2**60, True, None, "d'1", [1, 2.5], (1,), (), {"q": {"d": 1}}, 1e300, 5e-324], ids=repr
)
def test_a_literal_makes_the_value_again(value):
    import ast

    made = ast.literal_eval(literal(value))
    assert (made, type(made)) == (value, type(value))


def test_literals_of_arrays_and_of_what_is_no_number():
    assert literal(np.array([1, 0], dtype="uint8")) == "np.array([1, 0], dtype='uint8')"
    assert literal(np.float32(0.5)) == "np.float32(0.5)"
    assert literal([float("nan"), float("-inf")]) == "[nan, -inf]"


# --- ties ------------------------------------------------------------------------------------------------------

TIED = Scored.of([1, 0], scores=[5, 5])


@pytest.mark.parametrize(
    ("policy", "value"),
    [
        ("input order", 1),
        ("reversed input order", 0),
        ("mean over orders", Fraction(1, 2)),
        ("best order", 1),
        ("worst order", 0),
        ("name ascending", 1),
        ("name descending", 0),
    ],
)
def test_every_tie_policy(policy, value):
    assert policy in ties.POLICIES
    assert Fraction(str(ties.value_under_policy(policy, lambda x: x[1] / 1, TIED, ["d1", "d2"]))) == value


def test_without_a_policy_ties_have_no_value_and_other_lists_have():
    with pytest.raises(Undefined, match="no policy is documented"):
        ties.value_under_policy("", lambda x: x[1], TIED, ["d1", "d2"])
    assert ties.value_under_policy("", lambda x: x[1], Scored.of([1, 0], scores=[1, 2]), ["d1", "d2"]) == 0


# --- implementations -------------------------------------------------------------------------------------------


def test_the_value_is_the_library_s_own():
    row, _ = planted(precision)
    assert row.name == "planted.mine"
    assert row([1, 0, 1], k=2, call_variant=PLAIN_CALL) == 0.5


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (float("nan"), "answers nan"),
        (float("inf"), "answers inf"),
        (None, "answers None, which is not a number"),
        (True, "answers True, which is not a number"),
        (np.array([1.0, 2.0]), "answers an array of 2 values"),
    ],
    ids=repr,
)
def test_an_answer_that_is_no_finite_number_is_none(answer, message):
    row, _ = planted(lambda y_true, y_score, k: answer)
    with pytest.raises(NoNumber, match=message):
        row([1], k=1, call_variant=PLAIN_CALL)


def test_an_exception_of_the_library_is_a_refusal_with_its_words():
    def refuses(y_true, y_score, k):
        raise KeyError("no such thing")

    row, _ = planted(refuses)
    with pytest.raises(LibraryRefused, match=r"raises KeyError: 'no such thing'"):
        row([1], k=1, call_variant=PLAIN_CALL)


def test_the_time_of_day_is_no_part_of_what_a_library_says():
    def refuses(y_true, y_score, k):
        raise RuntimeError("[01:17:07] metric.h:12: no label")

    row, _ = planted(refuses)
    with pytest.raises(LibraryRefused, match=r"raises RuntimeError: metric\.h:12: no label$"):
        row([1], k=1, call_variant=PLAIN_CALL)


def test_numpy_scalars_are_numbers():
    row, _ = planted(lambda y_true, y_score, k: np.float32(0.5))
    assert row([1], k=1, call_variant=PLAIN_CALL) == 0.5


def test_a_function_that_does_not_take_what_its_shape_gives_is_refused_at_registration():
    with pytest.raises(ValueError, match=r"takes \['y_true', 'k'\]; with this shape it must take"):
        planted(lambda y_true, k: 0)
    with pytest.raises(ValueError, match="ties is 'whatever'; it must be one of"):
        planted(precision, ties="whatever")


def in_library(y_true, y_score, k):
    from statistics import fmean

    first = [r for _, r in sorted(zip(y_score, y_true, strict=True), reverse=True)][:k]
    return fmean(first)


def test_a_snippet_needs_only_the_library_and_prints_the_value():
    row, _ = planted(in_library)
    made = row.implementation
    snippet = made.snippet(made.variables([Judged.of([1, 0, 1])], {"k": 2}, PLAIN_CALL), "0.5")
    assert snippet.endswith("print(fmean(first))  # 0.5\n")
    assert "axiomatrix" not in snippet
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=True)
    assert done.stdout == "0.5\n"


def measured(name):
    def value(y_true, y_score, k):
        values = {f"{name}@{k}": sum(y_true[:k]) / k, name: None, f"{name!r:>9}": None}
        return values[f"{name}@{k}"]

    return value


def run_alone(snippet):
    return subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=True).stdout


def test_a_snippet_has_plain_values_written_into_it():
    row, _ = planted(measured("P"))
    made = row.implementation
    snippet = made.snippet(made.variables([Judged.of([1, 0, 1])], {"k": 2}, PLAIN_CALL))
    assert snippet == (
        "y_true = [1, 0, 1]\n"
        """values = {'P@2': sum(y_true[:2]) / 2, 'P': None, f"{'P'!r:>9}": None}\n"""
        "print(values['P@2'])\n"
    )
    assert run_alone(snippet) == "0.5\n"


def in_company(before, after, names, k, p):
    from decimal import Decimal
    from statistics import fmean

    k = k + 1 if before else k
    asked = [*map(Decimal, before), k, *after]
    return sorted(map(float, asked)), (lambda k: k)(p), f"{p}", fmean([*names])


@pytest.mark.parametrize("before", [[], [3]])
@pytest.mark.parametrize("after", [[], [4, 5]])
@pytest.mark.parametrize("p", [-0.5, inf, nan, 2])
def test_a_snippet_prints_what_the_function_answers(before, after, p):
    given = {"before": before, "after": after, "names": [1.5], "k": 2, "p": p}
    snippet = snippet_of(in_company, given)
    assert run_alone(snippet) == f"{in_company(**given)}\n"
    assert ("*map(Decimal" in snippet, "*after" in snippet) == (bool(before), bool(after))


def test_a_snippet_leaves_out_what_only_other_calls_need():
    def asked(qrels, before, after):
        from statistics import fmean, median

        return [*map(median, before), fmean(qrels), *after]

    given = {"qrels": [1.0], "before": [], "after": []}
    assert snippet_of(asked, given) == "from statistics import fmean\nqrels = [1.0]\nprint([fmean(qrels)])\n"


def test_the_digest_of_a_row_is_of_the_file_of_its_adapter():
    row, _ = planted(precision)
    assert row.file == Path(__file__)
    assert row.file_digest == hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]


def test_a_snippet_imports_what_the_function_is_given_of_the_library():
    def asked(mean, middle, qrels, k):
        from statistics import median_low

        return mean(qrels) + middle(qrels) + median_low(qrels) + k

    taken = {"mean": "statistics:fmean", "middle": "statistics:median"}
    snippet = snippet_of(asked, {"qrels": [1.0], "k": 2}, from_library=taken)
    assert snippet == (
        "from statistics import fmean, median, median_low\n"
        "qrels = [1.0]\n"
        "print(fmean(qrels) + median(qrels) + median_low(qrels) + 2)\n"
    )
    assert run_alone(snippet) == "5.0\n"


def test_one_function_serves_many_rows_each_with_its_own_formula():
    def value(function, y_true, y_score, k):
        return function(y_true[:k]) / k

    rows = [
        planted(value, from_library={"function": f"builtins:{name}"}, formula=f"{name} / k")[0]
        for name in ("sum", "max")
    ]
    assert [row.doc for row in rows] == ["sum / k", "max / k"]
    assert [row.implementation.value([Judged.of([1, 1])], {"k": 2}) for row in rows] == [1.0, 0.5]


def test_the_modules_of_a_library_are_imported_before_forks_and_one_that_is_not_there_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported: list[str] = []

    def note_import(module: str) -> None:
        imported.append(module)
        if module == "absent":
            raise ImportError(module)

    monkeypatch.setattr("axiomatrix.libraries.importlib.import_module", note_import)
    absent = replace(LIBRARIES["scipy"], imports=("absent", "scipy.stats"))
    monkeypatch.setitem(LIBRARIES, "scipy", absent)
    import_modules(["scipy", "sklearn"])
    assert imported == ["absent", "scipy.stats", *LIBRARIES["sklearn"].imports]


def test_a_fresh_interpreter_imports_the_libraries_of_the_plan_before_its_first_fork(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen: list[str] = []
    monkeypatch.setattr("axiomatrix.libraries.import_modules", chosen.extend)
    prepare(Plan(libraries=("scipy",)))
    assert chosen == ["scipy"]


# --- what a refutation says ------------------------------------------------------------------------------------

DOC = Documentation("planted", "the documentation of a planted library")
HOLDS = DOC.says("mine/swap", "Better documents first is never worse.", PAGE)
FAILS = DOC.says("mine/range", "Values may be above 1.", PAGE)


def only_cell(function, axiom, **options):
    row, registry = planted(function, **options)
    return check(row, axioms=[axiom], profile="quick", registry=registry).cell(row.name, axiom)


def worst_first(y_true, y_score, k):
    return sum(r for _, r in sorted(zip(y_score, y_true, strict=True))[:k]) / k


def test_where_the_definition_fails_on_the_same_input_it_is_the_definition():
    found = only_cell(precision, "swap-strict").evidence
    assert (found.verdict, found.comparison.definition, found.comparison.wording) == (
        "refuted",
        "fails too",
        "definition fails",
    )


def test_where_only_the_implementation_fails_it_deviates_from_its_definition():
    found = only_cell(worst_first, "swap").evidence
    assert (found.comparison.definition, found.comparison.wording) == ("holds", "deviates from its definition")
    first = found.comparison.calls[0]
    assert (first.answer, first.definition) == ("1.0", "0")
    assert first.snippet.startswith("y_true = [0, 1]\ny_score = [2, 1]\nprint(")


def test_where_there_is_no_definition_it_is_a_convention():
    found = only_cell(worst_first, "swap", definition=None).evidence
    assert (found.comparison.definition, found.comparison.wording) == ("none given", "undocumented convention")


def test_a_value_in_place_of_none_is_a_convention_and_so_is_what_follows_from_it() -> None:
    def recall(y_true: list[int], y_score: list[int], k: int) -> float:
        return precision(y_true, y_score, k) * k / sum(y_true) if sum(y_true) else 1.0

    found = only_cell(recall, "localization", definition="recall-at").evidence
    assert [(call.answer, call.definition) for call in found.comparison.calls] == [("1.0", ""), ("0.0", "0")]
    assert (found.comparison.definition, found.comparison.wording) == ("holds", "undocumented convention")


def test_where_the_documentation_says_that_it_holds_it_deviates_from_it():
    cell = only_cell(worst_first, "swap", claims=[HOLDS.holds(axioms.swap)])
    assert (cell.outcome, cell.evidence.comparison.wording) == ("broken", "deviates from its documentation")


def test_where_the_documentation_says_that_it_fails_it_is_as_documented():
    def doubled(y_true, y_score, k):
        return 2 * precision(y_true, y_score, k)

    cell = only_cell(doubled, "range-zero-one", claims=[FAILS.fails(axioms.range_zero_one)])
    assert (cell.outcome, cell.evidence.comparison.wording) == ("confirmed", "as documented")


def test_a_comparison_survives_json(tmp_path):
    row, registry = planted(worst_first)
    matrix = check(row, axioms=["swap"], profile="quick", registry=registry)
    (cell,) = matrix.cells
    assert cell.evidence.comparison is not None
    assert cell_from(to_builtins(cell)) == cell
    assert "comparison" not in to_builtins(check("precision-at", axioms=["swap"], profile="quick").cells[0].evidence)


# --- libraries -------------------------------------------------------------------------------------------------


def test_an_unknown_library_gets_the_nearest_name():
    with pytest.raises(Unknown, match="unknown library 'scipi'; did you mean 'scipy'"):
        installed_library_ids(["scipi"])


def test_a_library_that_is_not_there_is_said_with_what_installs_it(monkeypatch):
    monkeypatch.setitem(LIBRARIES, "planted", PLANTED)
    with pytest.raises(NotInstalled, match=r'pip install "axiomatrix\[planted\]"'):
        installed_library_ids(["planted"])
    assert "planted" not in installed_library_ids(["all"])


def test_no_library_is_imported_unless_it_is_asked_for():
    program = (
        "import sys, axiomatrix.libraries as a; a.load(['scipy']); "  # which everybody has
        "print([m for m in ('scipy.stats', 'sklearn', 'torch', 'ranx', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ([[1.0, float("inf")]], ["from math import inf"]),
        ([[float("nan")], -float("inf")], ["from math import inf, nan"]),
        ([{"nancy": "inf"}], []),
        ([np.array([float("nan")])], ["from math import nan", "import numpy as np"]),
    ],
    ids=repr,
)
def test_a_snippet_imports_what_its_literals_need_and_nothing_else(values, lines):
    assert imports_of_literals(values) == lines


def padded(y_true, y_score):
    """the precision of the first row, divided by the length of all rows"""
    return sum(y_true[0]) / sum(map(len, y_true))


def test_where_only_other_queries_in_the_call_make_the_difference_the_implementation_deviates():
    found = only_cell(
        padded,
        "isolation-of-queries",
        shape=TruthAndScores(rows=True),
        parameters={},
        definition=lambda x: PRECISION(x, k=len(x)),
        options={"per_query": True},
    ).evidence
    assert (found.verdict, found.comparison.definition, found.comparison.wording) == (
        "refuted",
        "holds",
        "deviates from its definition",
    )
