"""Files that are none, and paths that lead nowhere, given to every command that takes one.

Commands run in a folder of their own, and as a user who may write nowhere else, where this process may become one; no
place that is written to leads out of it.
"""

from __future__ import annotations

import os
import pkgutil
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from unittest.mock import patch

from click.testing import CliRunner

import toolkit
from tests.hygiene.project import ROOT
from tests.whole.robust.kinds import Data, Kind
from toolkit.cli.main import INTERNAL, cli
from toolkit.report.internal import TRACEBACK

PACKS = f"{ROOT}/tests/packs"
SMALL = f"{PACKS}/tic-tac-toe"
NOBODY = 65534
DEEP = 100_000
"""Brackets inside one another."""


def _made(make: Callable[[Path, Random], object]) -> Callable[[Path, Random], str]:
    """A place of which a file is made."""

    def place(path: Path, chance: Random) -> str:
        make(path, chance)
        return str(path)

    return place


def _socket(path: Path, chance: Random) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def _linked(path: Path, chance: Random) -> None:
    other = path.with_name("other.yaml")
    other.write_text("type: pack\n")
    path.symlink_to(other)


def _sparse(path: Path, chance: Random) -> None:
    with path.open("wb") as file:
        file.truncate(chance.choice((2_000_000, 30_000_000, 10**12)))


def _nested(path: Path, chance: Random) -> None:
    path.write_text(chance.choice(("[", "{a: ", '{"a":', "- ", "'[")) * chance.choice((50, 1_000, DEEP)))


def _number(path: Path, chance: Random) -> None:
    path.write_text(f'{{"sayso": {"9" * chance.choice((30, 5_000, 100_000))}}}')


def _folders(path: Path, chance: Random) -> None:
    path.joinpath(*["x"] * chance.choice((1, 20, 200))).mkdir(parents=True)


def _closed(path: Path, chance: Random) -> None:
    path.write_text("type: pack\n")
    path.chmod(0)


def _closed_folder(path: Path, chance: Random) -> None:
    path.mkdir()
    (path / "pack.yaml").write_text("type: pack\n")
    path.chmod(chance.choice((0, 0o111, 0o444)))


PLACES: dict[str, Callable[[Path, Random], str]] = {
    "a pipe": _made(lambda path, chance: os.mkfifo(path)),
    "a socket": _made(_socket),
    "a folder": _made(_folders),
    "a link to itself": _made(lambda path, chance: path.symlink_to(path)),
    "a link to nothing": _made(lambda path, chance: path.symlink_to(path / "nothing")),
    "a link to /dev/zero": _made(lambda path, chance: path.symlink_to("/dev/zero")),
    "a link to a folder": _made(lambda path, chance: path.symlink_to(path.parent)),
    "a link to a file": _made(_linked),
    "a sparse file": _made(_sparse),
    "an empty file": _made(lambda path, chance: path.touch()),
    "bytes": _made(lambda path, chance: path.write_bytes(chance.randbytes(chance.choice((1, 9, 3_000))))),
    "brackets": _made(_nested),
    "a long number": _made(_number),
    "a file that is closed": _made(_closed),
    "a folder that is closed": _made(_closed_folder),
    "/dev/zero": lambda path, chance: "/dev/zero",
    "/dev/full": lambda path, chance: "/dev/full",
    "a file of the system": lambda path, chance: chance.choice(("/proc/self/mem", "/proc/self/maps", "/sys")),
    "a file as a folder": lambda path, chance: f"{ROOT}/pyproject.toml/x",
    "a long name": lambda path, chance: str(path) + "x" * chance.choice((255, 5_000, 100_000)),
    "a long path": lambda path, chance: str(path) + "/x" * chance.choice((200, 3_000)),
    "no name": lambda path, chance: chance.choice(("", " ", ".", "..", "-", "~", "//")),
    "a name of odd signs": lambda path, chance: (
        str(path) + chance.choice(("\n", "\x1b[2J", "\u202e", "\udcff", "%s", "{x}", "\u200b", "*", "🂡"))
    ),
}

READERS = {
    "validate": ["validate", "FILE"],
    "validate --packs": ["validate", "tic-tac-toe", "--packs", "FILE"],
    "play": ["play", "FILE", "--bots", "random", "-q"],
    "play --resume": ["play", "FILE", "--resume", "--bots", "random", "-q"],
    "simulate": ["simulate", "FILE", "--games", "1"],
    "test": ["test", "FILE"],
    "fmt": ["fmt", "FILE"],
    "graph": ["graph", "FILE"],
    "trace": ["trace", "FILE"],
    "coverage": ["coverage", "FILE"],
    "witness": ["witness", "FILE"],
    "replay": ["replay", "FILE"],
    "why": ["why", "FILE"],
    "review": ["review", "FILE", "--bot", "lookahead:4"],
    "deck check": ["deck", "check", "FILE", "--pack", f"{PACKS}/deck-box"],
    "deck check --pack": ["deck", "check", f"{PACKS}/deck-box/decks/decks.yaml", "--pack", "FILE"],
    "play --deck": ["play", f"{PACKS}/deck-box", "--deck", "Red=FILE", "--deck", "Blue=sunny", "-q"],
    "explain": ["explain", "FILE"],
    "explain a line": ["explain", "FILE:1"],
    "explain --pack": ["explain", "Draw a card.", "--pack", "FILE"],
    "new card": ["new", "card", "One", "--pack", "FILE"],
    "schema": ["schema", "FILE", "--out", "OUT"],
    "a file of a pack": ["validate", "PACK"],
    "a folder of a pack": ["validate", "PACK"],
}
WRITERS = {
    "validate --out": ["validate", SMALL, "--readings", "--out", "FILE"],
    "simulate --html": ["simulate", SMALL, "--games", "1", "--html", "FILE"],
    "simulate --replays": ["simulate", SMALL, "--games", "1", "--replays", "FILE"],
    "play --replay-out": ["play", SMALL, "--bots", "random", "-q", "--replay-out", "FILE"],
    "graph --out": ["graph", f"{PACKS}/two-roads", "--out", "FILE"],
    "schema --out": ["schema", "--out", "FILE"],
    "new pack": ["new", "pack", "FILE"],
}
COMMANDS = READERS | WRITERS
NOT_WRITTEN = ("a pipe", "a file of the system")
"""A pipe that is named for the output is waited for, as it should be: whoever reads it may take time."""
INNER = {"a file of a pack": "more.yaml", "a folder of a pack": "more"}


def given(chance: Random) -> Data:
    place = chance.choice(list(PLACES))
    command = chance.choice(list(READERS if place in NOT_WRITTEN else COMMANDS))
    return {"command": command, "place": place, "seed": chance.randrange(10**6)}


def run(data: Data, folder: Path) -> str:
    """Run the command with the place.  It must say what is wrong, in little memory and without a traceback."""
    at = folder / f"hostile-{data['seed']}"
    at.mkdir()
    try:
        arguments = _arguments(data, at)
        opened(at)
        settings = {"HOME": str(at), "XDG_STATE_HOME": str(at / "state"), "NO_COLOR": "1", TRACEBACK: "1"}
        with patch.dict(os.environ, settings), working_in(at), nobody():
            result = CliRunner().invoke(cli, arguments, input="")
    finally:
        for path in at.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(at)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code != INTERNAL and "Traceback" not in result.output, result.output
    assert result.exit_code == 0 or result.output.strip(), "it fails without a word"
    return "refused" if result.exit_code else "different"


def _arguments(data: Data, at: Path) -> list[str]:
    command, chance = data["command"], Random(data["seed"])
    path = at / "one.json" if chance.random() < 0.5 else at / "one"
    if command in INNER:
        shutil.copytree(SMALL, at / "pack")
        path = at / "pack" / INNER[command]
    place = PLACES[data["place"]](path, chance)
    known = {"FILE": place, "OUT": str(at / "out"), "PACK": str(at / "pack")}
    made = []
    for argument in COMMANDS[command]:
        for name, value in known.items():
            argument = argument.replace(name, value)
        made.append(argument)
    return made


def opened(at: Path) -> None:
    """Everybody may write in it, but where it was closed."""
    for path in (at, *at.rglob("*")):
        if not path.is_symlink() and path.stat().st_mode & 0o200:
            path.chmod(0o777 if path.is_dir() else 0o666)


@cache
def imported() -> None:
    """All modules, while their files may be read."""
    for module in pkgutil.walk_packages(toolkit.__path__, "toolkit."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for name in ("csv", "secrets"):  # which are imported when they are needed
        import_module(name)


@contextmanager
def nobody() -> Iterator[None]:
    """As a user who may write nowhere, where this process may become one."""
    if os.getuid() != 0:
        yield
        return
    imported()
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


KINDS = [Kind("hostile file or path", 1.0, given, run)]
