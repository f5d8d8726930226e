"""Every file and every command of the guide is tried: a page that lies is a red build.

A block of `yaml title="path"` is a file; it is written before the next command runs.  In a block of `console` each line
behind `$` is a command (`> FILE` keeps what it says), and what stands below it must occur in what it says.  A command
that shows an error or a survivor ends with exit code 1, any other with 0.
"""

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

import toolkit
from toolkit.resources import resource

GUIDE = resource("site", "guide")
BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?[^\n]*\n(.*?)^```$', re.MULTILINE | re.DOTALL)
PAGES = sorted(GUIDE.glob("*.md"))
NEEDED = {"print": ("typst", "print"), "book": ("mkdocs", "site")}
"""What the commands of a page need besides: a package, and the extra that brings it."""


def commands(block: str):
    """Each command and the lines that it must say."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.strip().split("\n")
        yield command, [line.strip() for line in lines if line.strip() not in ("", "...")]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_the_guide_does_what_it_says(page: Path, tmp_path, monkeypatch):
    from toolkit.cli.main import cli

    package, extra = NEEDED.get(page.stem, ("pytest", "dev"))
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: pip install 'sayso[{extra}]'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for language, title, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "yaml" and title:
            path = tmp_path / title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif language == "console":
            for command, lines in commands(text):
                typed, _, file = command.partition(" > ")
                program, *arguments = shlex.split(typed, comments=True)
                assert program == "sayso", f"{command}: only sayso is run"
                result = CliRunner().invoke(cli, arguments)
                if file:
                    (tmp_path / file).write_text(result.stdout, encoding="utf-8")
                said = result.stdout + result.stderr
                wanted = int(any(line.startswith(("error[", "FAILS", "survives")) for line in lines))
                assert result.exit_code == wanted, f"$ {command}\n{said}"
                for line in lines:
                    assert line in said, f"$ {command}\nshould say: {line}\nbut says:\n{said}"


def test_python_of_the_guide_runs():
    blocks = [
        text for page in PAGES for kind, _, text in BLOCK.findall(page.read_text("utf-8")) if kind == "python"
    ]
    assert blocks
    for block in blocks:
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell):
    command = [sys.executable, "-c", "from toolkit.cli.main import cli; cli(prog_name='sayso')"]
    asked = {**os.environ, "_SAYSO_COMPLETE": f"{shell}_source"}
    done = subprocess.run(command, env=asked, capture_output=True, text=True, check=False)
    assert f"_SAYSO_COMPLETE={shell}_complete" in done.stdout, done.stderr
    assert f"_SAYSO_COMPLETE={shell}_source sayso" in (GUIDE / "shell.md").read_text("utf-8")


def test_the_page_about_python_names_all_that_is_public():
    said = (GUIDE / "python.md").read_text(encoding="utf-8")
    assert [name for name in toolkit.__all__ if name != "__version__" and f"`{name}" not in said] == []


def test_every_block_is_closed_and_known():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert text.count("```") == 2 * len(BLOCK.findall(text)), f"{page.name}: a block is not closed"
        for language, title, _ in BLOCK.findall(text):
            assert language in ("yaml", "console", "python", ""), f"{page.name}: {language}"
            assert language != "yaml" or title, f"{page.name}: a block of YAML needs title= to be tried"


def test_pages_begin_with_their_title():
    assert all(page.read_text(encoding="utf-8").startswith("# ") for page in PAGES)
