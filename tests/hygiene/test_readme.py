"""The README tells the truth: its Python runs, its make targets and files exist."""

import re

import pytest

from tests.hygiene.project import ROOT, python

README = (ROOT / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_python_block_is_found():
    assert len(SNIPPETS) == README.count("```python"), (
        "a python block of the README is not closed, or is indented"
    )


@pytest.mark.skipif(not SNIPPETS, reason="the README has no python block yet")
@pytest.mark.parametrize("snippet", SNIPPETS, ids=[f"snippet-{n}" for n, _ in enumerate(SNIPPETS, 1)])
def test_python_blocks_run(snippet):
    result = python("-c", snippet)
    assert result.returncode == 0, result.stdout + result.stderr


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)", README)) - {"with"}
    missing = {name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)}
    assert not missing


def test_linked_files_exist():
    linked = re.findall(r"\]\((?!https?://|#)([^)#\s]+)", README)
    assert not [path for path in linked if not (ROOT / path).exists()]
