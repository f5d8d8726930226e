"""Runs the command in the test's own process: fast, and with everything it wrote."""

from dataclasses import dataclass

import pytest
from click.testing import CliRunner


@dataclass
class Run:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def all(self) -> str:
        return self.out + self.err


@pytest.fixture
def sayso(monkeypatch):
    """`sayso("validate", pack)` gives a `Run`; a traceback in what it wrote fails the test."""
    from toolkit.cli.main import cli

    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments, input=None) -> Run:
        result = CliRunner().invoke(cli, [str(a) for a in arguments], input=input)
        run = Run(result.exit_code, result.stdout, result.stderr)
        assert "Traceback" not in run.all, run.all
        assert result.exit_code != 3, run.all
        return run

    return call
