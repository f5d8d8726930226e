"""What every command has in common: help, misuse, broken pipes, our own mistakes."""

import subprocess
import sys
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from tests.hygiene.project import ROOT, python
from toolkit import __version__, native
from toolkit.cli.main import COMMANDS, cli
from toolkit.report.internal import TRACEBACK


def test_version(sayso):
    assert sayso("--version").out == f"sayso {__version__} ({native.version()})\n"


def test_help_names_every_command(sayso):
    run = sayso("--help")
    assert run.status == 0
    for name, line in COMMANDS.items():
        assert name in run.out
        assert line in " ".join(run.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(sayso, name):
    command = cli.get_command(None, name)
    run = sayso(name, "--help")
    assert run.status == 0
    assert f"\n  sayso {name}" in run.out
    if not isinstance(command, click.Group):
        assert "--packs" in run.out
        return
    assert command.commands
    for part in command.commands:
        run = sayso(name, part, "--help")
        assert run.status == 0
        assert f"\n  sayso {name} {part}" in run.out
        assert "--packs" in run.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_help_is_the_same_in_both_places(name):
    command = cli.get_command(None, name)
    assert command.get_short_help_str(200) == COMMANDS[name]


def test_an_unknown_command_is_misuse_with_a_suggestion(sayso):
    run = sayso("valdate")
    assert run.status == 2
    assert "Did you mean validate?" in run.err


def test_an_unknown_option_is_misuse(sayso):
    assert sayso("validate", "--nonsense", "x").status == 2


def test_an_unknown_pack_is_misuse_with_a_suggestion(sayso):
    run = sayso("validate", "--packs", ROOT / "tests" / "packs", "tic-tac-to")
    assert run.status == 2
    assert "Did you mean tic-tac-toe?" in run.err


def test_a_folder_of_packs_is_no_pack(sayso):
    run = sayso("validate", ROOT / "tests" / "packs")
    assert run.status == 2
    assert "tic-tac-toe" in run.err


@pytest.fixture
def broken(monkeypatch):
    """A command that fails for a reason of its own."""
    monkeypatch.setattr(
        "toolkit.cli.main.import_module",
        lambda name: SimpleNamespace(command=_broken(RuntimeError("our fault"))),
    )


def _broken(error):
    import click

    @click.command()
    def command():
        raise error

    return command


def test_our_mistake_is_an_apology_and_a_file(broken, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv(TRACEBACK, raising=False)
    result = CliRunner().invoke(cli, ["validate"])
    assert result.exit_code == 3
    assert "our mistake" in result.stderr
    assert "Traceback" not in result.output
    [report] = tmp_path.glob("sayso-crash-*.txt")
    assert "our fault" in report.read_text()


def test_our_mistake_shows_its_traceback_when_asked(broken, monkeypatch):
    monkeypatch.setenv(TRACEBACK, "1")
    result = CliRunner().invoke(cli, ["validate"])
    assert isinstance(result.exception, RuntimeError)


def test_control_c_is_not_an_error_of_ours(monkeypatch):
    monkeypatch.setattr(
        "toolkit.cli.main.import_module", lambda name: SimpleNamespace(command=_broken(KeyboardInterrupt()))
    )
    result = CliRunner().invoke(cli, ["validate"])
    assert result.exit_code == 130
    assert "Stopped" in result.stderr


def test_a_closed_pipe_is_silent():
    shell = f"{sys.executable} -m toolkit explain SAY0101 | head -c 1"
    result = subprocess.run(shell, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert result.stderr == ""


def test_a_terminal_of_another_encoding_gets_escapes():
    code = "import click, sys, toolkit.cli.main as m; m._make_printable(sys.stdout); click.echo(chr(0x444))"
    result = python("-c", code, env={"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"})
    assert result.returncode == 0, result.stderr
    assert result.stdout == "\\u0444\n"


def test_python_m_toolkit_is_the_command():
    result = python("-m", "toolkit", "--version")
    assert result.stdout == f"sayso {__version__} ({native.version()})\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion_is_offered(shell):
    result = python("-m", "toolkit", env={"_SAYSO_COMPLETE": f"{shell}_source"})
    assert "sayso" in result.stdout


def test_pack_names_are_completed():
    environment = {
        "_SAYSO_COMPLETE": "bash_complete",
        "COMP_WORDS": "sayso validate --packs tests/packs tic",
        "COMP_CWORD": "4",
    }
    assert "plain,tic-tac-toe" in python("-m", "toolkit", env=environment).stdout
