"""Processes of one run share nothing: tests that load the same things must run in the same one."""

from tests.hygiene.project import ROOT
from tests.together import LONG, SHARED, group, next_of


def test_files_that_load_the_same_and_examples_of_a_pack_stay_together():
    assert all((ROOT / file).is_file() for file in SHARED)
    assert {group(file) for file in SHARED} == set(SHARED.values())
    examples = sorted((ROOT / "content" / "sentient" / "examples").glob("*.yaml"))
    assert {group(path.relative_to(ROOT).as_posix()) for path in examples} == {"content/sentient"}
    assert group("tests/hygiene/test_together.py") == "tests/hygiene/test_together.py"


def test_what_takes_longest_begins_first():
    assert all((ROOT / file).is_file() and group(file) == file for file in LONG)
    judge = "tests/judge/test_judge.py"
    assert next_of({"a": range(3), "b": range(9), "c": range(4)}) == "b"
    assert next_of({"a": range(300), judge: range(3), "c": range(400)}) == judge
    assert next_of({"a": range(3000), judge: range(3)}) == "a"
