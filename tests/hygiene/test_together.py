"""Processes of one run share nothing: tests that load the same things must run in the same one."""

from tests.hygiene.project import ROOT
from tests.together import READINGS, group


def test_files_with_the_same_readings_and_examples_of_a_pack_stay_together():
    assert {group(file) for file in READINGS} == {"readings"}
    assert all("from tests.corpus.readings import" in (ROOT / file).read_text() for file in READINGS)
    examples = sorted((ROOT / "content" / "sentient" / "examples").glob("*.yaml"))
    assert {group(path.relative_to(ROOT).as_posix()) for path in examples} == {"content/sentient"}
    assert group("tests/hygiene/test_together.py") == "tests/hygiene/test_together.py"
