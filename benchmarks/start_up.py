"""The command's start-up: what is felt each time it is typed, against Python doing nothing."""

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec

from benchmarks.harness import Contestants, Unavailable, benchmark


def runs(*arguments: str) -> Callable[[], object]:
    command = [sys.executable, *arguments]

    def call() -> object:
        return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    return call


@benchmark("start-up", "Starting the command", unit="process")
def start_up() -> Contestants:
    if find_spec("toolkit.cli") is None or find_spec("toolkit.cli.main") is None:
        raise Unavailable("toolkit.cli.main does not exist")
    return {
        "python -c pass": runs("-c", "pass"),
        "import click": runs("-c", "import click"),
        "sayso --version": runs("-m", "toolkit", "--version"),
        "sayso --help": runs("-m", "toolkit", "--help"),
    }
