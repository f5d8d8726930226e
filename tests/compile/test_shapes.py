"""Programs keep sets and single values apart, and read no local that nothing fills: over every pack, and near misses.

(Each case of `meaning.yaml` is looked at by `test_meaning.py`.)
"""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.program.expression import EXPRESSIONS
from toolkit.program.ruleset import Function, Program, Rule, Ruleset, Verb
from toolkit.program.shapes import SETS, misshapen

ROOT = Path(__file__).resolve().parents[2]
CONTENT = ROOT / "content"
PACKS = sorted(
    each.parent
    for folder in (CONTENT, ROOT / "tests" / "packs", ROOT / "tests" / "designers")
    for each in folder.glob("**/pack.yaml")
)

LINE = ("all", 3)
LOOP = (("let", 2, LINE), ("let", 3, ("int", 0)), ("each", 2, 3, 4, 4))


@pytest.mark.parametrize("folder", PACKS, ids=lambda each: str(each.relative_to(ROOT)))
def test_every_pack(folder):
    pack = load_pack(folder, (folder.parent, CONTENT), examples=False).value
    assert misshapen(pack.compiled().value.ruleset) == []


def of_program(*code) -> Ruleset:
    """A verb of one role whose program this is, beside a verb that takes one thing and one that takes a set."""
    verbs = [Verb("tell", ("obj",), program=0), Verb("swap", ("obj",)), Verb("put", ("obj",), batch=0)]
    return Ruleset(verbs=verbs, programs=[Program("tell", code, (-1,) * len(code), 9)])


@pytest.mark.parametrize(
    "code",
    [
        (("let", 3, ("count", ("int", 4))),),
        (("let", 3, ("add", ("int", 1), LINE)),),
        (("let", 3, LINE), ("let", 4, ("owner", ("local", 3)))),
        (("choose-one", ("local", 0), LINE, 3), ("let", 4, ("count", ("local", 3)))),
        (("do", 1, ("local", 0), (LINE,), -1),),
        (("let", 3, ("eq", LINE, ("int", 1))),),
        (("let", 3, ("count", ("local", 7))),),
        (("let", 3, ("in", ("local", 2), ("none",))),),
        (("let", 3, ("filter", LINE, 4, ("truth", True))), ("let", 5, ("owner", ("local", 4)))),
    ],
)
def test_what_would_crash_is_found(code):
    assert misshapen(of_program(*code))


@pytest.mark.parametrize(
    "code",
    [
        (("let", 3, ("count", LINE)),),
        (("let", 3, LINE), ("let", 4, ("owner", ("first", ("local", 3))))),
        (("do", 2, ("local", 0), (LINE,), -1),),
        (("let", 3, ("filter", LINE, 4, ("eq", ("owner", ("local", 4)), ("local", 0)))),),
        (*LOOP, ("let", 5, ("owner", ("local", 4)))),
    ],
)
def test_what_runs_is_not(code):
    assert misshapen(of_program(*code)) == []


def test_a_rule_that_reads_what_only_its_program_fills():
    rule = Rule("forbid", events=(1,), match=("gt", ("count", ("local", 9)), ("int", 1)))
    ruleset = of_program()
    ruleset.rules.append(rule)
    assert [found.expr for found in misshapen(ruleset)] == [("local", 9)]


def test_a_function_is_called_with_what_it_wants():
    ruleset = of_program(("let", 3, ("call", 0, ("local", 0))))
    ruleset.functions.append(Function("many", 1, 1, ("count", ("local", 0))))
    assert [found.wanted for found in misshapen(ruleset)] == ["set"]


def test_every_op_that_gives_a_set_is_known():
    assert EXPRESSIONS.keys() >= SETS
