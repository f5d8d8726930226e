"""Commands that are killed lose nothing; the next start is clean."""

import pytest

from tests.hygiene.project import python


def killed(*arguments: str) -> str:
    run = python("-m", "tests.whole.kills", *arguments, timeout=3600)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout


def test_a_few_kills():
    assert "SIGKILL" in killed("15", "3")


@pytest.mark.long
def test_a_thousand_kills():
    assert "SIGTERM" in killed("1000", "4")


@pytest.mark.long
def test_a_site_that_is_being_made():
    pytest.importorskip("mkdocs")
    assert "site" in killed("10", "5", "site")
