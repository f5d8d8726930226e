"""The README tells the truth: its Python and its commands run, its messages are those that come, its make targets and
files exist."""

import re
import shlex
import shutil
import subprocess

import pytest
from click.testing import CliRunner

from tests.hygiene.project import ROOT, python
from toolkit.cli.main import cli

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


FILES = re.findall(r"^`(\S+\.yaml)`\n\n```yaml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
BLOCKS = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line.removeprefix("$ ") for block in BLOCKS for line in block.splitlines() if line.startswith("$ sayso ")
]
NAMED = re.findall(r"\| `(sayso [^`]+)` \|", README)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files of the README, and the packs that it names."""
    for path, content in FILES:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(content, encoding="utf-8")
    (tmp_path / "content").symlink_to(ROOT / "content")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def run(command):
    return CliRunner().invoke(cli, shlex.split(command, comments=True)[1:], input="q\n")


def test_the_readme_has_commands_and_files():
    assert len(COMMANDS) >= 5 and len(NAMED) >= 3 and len(FILES) == 2


@pytest.mark.parametrize("command", [*COMMANDS, *NAMED])
def test_each_command_runs(command, folder):
    done = run(command)
    assert done.exit_code == 0, done.output
    assert done.output.strip()


def test_the_message_is_the_one_that_comes(folder):
    [message] = re.findall(r"^```text\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    card = folder / "my-robots/lucky-seven.yaml"
    card.write_text(card.read_text("utf-8").replace("neighbouring dice is", "neighboring dice is"), "utf-8")
    done = run("sayso validate my-robots")
    assert done.exit_code == 1
    assert message.strip() in done.output


@pytest.mark.long
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_the_demo_is_short_and_says_why():
    done = make("demo")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("\n") <= 80
    for said in (
        "did you mean",
        "Наберіть",
        "wins the game.  (tests/packs/",
        "because of",
        "Ride to the district of the top district card of the agenda.  (content/gangs-of-night-city/solo/",
    ):
        assert said in done.stdout


def make(target):
    command = ["make", "--no-print-directory", target]
    return subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)", README)) - {"with"}
    missing = {name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)}
    assert not missing


def test_linked_files_exist():
    linked = re.findall(r"\]\((?!https?://|#)([^)#\s]+)", README)
    assert not [path for path in linked if not (ROOT / path).exists()]
