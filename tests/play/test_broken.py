"""A mistake of ours while examples run is a failure that names the sentence (SAY0918); no other result is lost."""

import io
import re

import pytest
from rich.console import Console

from tests.prove.conftest import starter
from toolkit.cli.progress import progress_bar
from toolkit.cli.settings import Settings

__all__ = ["starter"]

EXAMPLES = """\
type: verb
id: stumble
phrase: stumble
steps:
  fall: Gain 77 points.
---
type: example
id: first
name: Stumbling
when:
- Red stumbles.
then:
- Red has 77 points.
---
type: example
id: second
name: Not stumbling
given:
- Red has 2 points.
then:
- Red has 2 points.
"""


@pytest.fixture
def stumbling(request, broken_at_77):
    """A pack whose one example meets a mistake of ours."""
    starter = request.getfixturevalue("starter")
    (starter / "rules" / "stumble.yaml").write_text(EXAMPLES)
    return starter


def test_it_names_the_sentence_and_the_example_and_the_others_run(stumbling, sayso):
    run = sayso("test", stumbling, "-v")
    assert run.status == 1
    assert "error[SAY0918]: sayso made a mistake in the example first: TypeError: no such number" in run.out
    assert re.search(r"stumble\.yaml:5:\d+", run.out) and "Gain 77 points." in run.out
    assert "- Red stumbles." in run.out
    assert "holds  second" in run.out
    assert "1 failure" in run.out


def test_a_bar_counts_and_names_what_runs():
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=100)
    with progress_bar(Settings(), "examples", console) as advance:
        assert advance is not None
        advance(3, 7, "slow-one (plain)")
    assert "3/7" in shown.getvalue()
    assert "slow-one (plain)" in shown.getvalue()


def test_a_pipe_gets_no_bar(request, sayso):
    starter = request.getfixturevalue("starter")
    with progress_bar(Settings(), "examples") as advance:
        assert advance is None
    assert sayso("test", starter).err == ""
