"""Commands that are killed at any moment: nothing is lost, and the next start is clean.

python -m tests.whole.kills COUNT [SEED] [COMMAND…]    so many kills in turn, and how each ended, as JSON

Each command runs in a process of its own, forked from this one so that Python and the tables are there already, and is
killed (SIGKILL or SIGTERM) after a random part of the time that it takes.  Then what it has written is looked at, the
command runs once more, undisturbed, and it is looked at again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from click.testing import CliRunner

from tests.whole.playing import ROOT
from toolkit.cli.main import cli
from toolkit.report.atomic import ENDING

PACK = ROOT / "tests" / "packs" / "connect-four"
SMALL = ROOT / "tests" / "packs" / "tic-tac-toe"
STOPPED = (0, 1, 130, -signal.SIGKILL, -signal.SIGTERM)
"""How a process may end: by itself, told to end, killed."""


@dataclass
class Run:
    """One process: how it ended (an exit code, or the negative number of a signal) and what it said."""

    status: int
    out: str
    err: str


def start(arguments: list[str], folder: Path, typed: str = "") -> int:
    """The process of a command; what it says goes into files of the folder."""
    (folder / "stdin").write_text(typed)
    streams = [
        (folder / name).open(mode) for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
    ]
    child = os.fork()
    if child:
        for stream in streams:
            stream.close()
        return child
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, "w" if n else "r") for n in range(3))
        os.environ["XDG_STATE_HOME"] = str(folder / "state")
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        status = 0
        try:
            cli.main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        sys.stdout.flush()
        os._exit(status)
    except BaseException as error:
        os.write(2, f"Traceback: {error!r}".encode())
        os._exit(99)


def wait(child: int, folder: Path) -> Run:
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Run(status, (folder / "stdout").read_text(), (folder / "stderr").read_text())


@dataclass
class Scene:
    """A command and what it must leave.  `prepare`: makes its folder.  `check`: raises `AssertionError`; `ended`: the
    command was not disturbed."""

    arguments: Callable[[Path], list[str]]
    prepare: Callable[[Path], None]
    check: Callable[[Path, Run, bool], None]
    again: Callable[[Path], list[str]] | None = None
    typed: str = ""
    takes: float = field(default=0.0)


def whole(folder: Path, old: dict[str, bytes], new: dict[str, bytes], ended: bool) -> None:
    """Each file is the old one or the new one; once a command has ended, all are new and nothing else is there."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not (name.rpartition("/")[2].startswith(".") and name.endswith(ENDING)):
            assert path.read_bytes() in (old.get(name), new.get(name)), f"{name} is neither old nor new"
    for name in old:
        assert (folder / name).is_file(), f"{name} is lost"
    if ended:
        assert files(folder) == new, f"{files(folder).keys() ^ new.keys()}"


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


# --- play ---------------------------------------------------------------------------------------------------

COLUMNS = "".join(f"{1 + n * 3 % 7}\n" for n in range(60))


def check_play(folder: Path, run: Run, ended: bool) -> None:
    """What was shown as decided is in the journal, which goes on to the end of the game."""
    from toolkit.play import load_game
    from toolkit.play.bots import RandomBot, play_out

    answers = len(re.findall(r"^\w+> \d", run.out, re.M)) - run.out.count("There is no option")
    shown = answers - 1  # the last one may not have been taken yet
    found = list((folder / "state").rglob("*.journal"))
    if "The game is over" in run.out:
        return
    if not found:
        assert shown <= 0, f"{shown} decisions are lost"
        return
    game = load_game(found[0], PACK)
    assert len(game.decisions) >= shown, f"{shown - len(game.decisions)} decisions are lost"
    play_out(game, {seat: RandomBot(1, seat) for seat in (1, 2)})
    assert game.over


# --- fmt ----------------------------------------------------------------------------------------------------


def unformatted(folder: Path) -> None:
    """A pack of several files, each with a sentence that `fmt` writes otherwise."""
    shutil.copytree(SMALL, folder / "pack")
    for path in (folder / "pack").rglob("*.yaml"):
        path.write_text(path.read_text().replace("Place a mark", "Place one mark"))
    for number in range(12):
        words = f"type: vocabulary\nadjectives: [empty{number}]\n"
        text = (
            f"type: definitions\nid: d{number}\nis:\n- A cell is empty{number} if it has at least one mark.\n"
        )
        (folder / "pack" / f"more{number}.yaml").write_text(f"{words}---\n{text}")


class Compared:
    """Before and after an undisturbed run."""

    def __init__(self, inner: str) -> None:
        self.inner = inner
        self.old: dict[str, bytes] = {}
        self.new: dict[str, bytes] = {}

    def check(self, folder: Path, run: Run, ended: bool) -> None:
        whole(folder / self.inner, self.old, self.new, ended)


# --- simulate -----------------------------------------------------------------------------------------------


def old_page(folder: Path) -> None:
    (folder / "page.html").write_text("old")


def check_simulate(folder: Path, run: Run, ended: bool) -> None:
    """What was counted is told, whole; the page is the old one or a whole new one."""
    page = (folder / "page.html").read_text()
    assert page == "old" or page.rstrip().endswith("</html>")
    if run.status in (0, 130) and run.out:
        json.loads(run.out)
    assert run.status != 0 or json.loads(run.out)["games"] == 30


# --- simulate --out -----------------------------------------------------------------------------------------

at_once: list[str] = []
"""What the run that nobody disturbed has told."""


def check_counted(folder: Path, run: Run, ended: bool) -> None:
    """However it was stopped before, it ends with what it tells in one go."""
    if ended:
        assert run.status == 0 and json.loads(run.out)["games"] == 300, run.err
        at_once.append(run.out)
        assert run.out == at_once[0]


# --- site ---------------------------------------------------------------------------------------------------


def check_site(folder: Path, run: Run, ended: bool) -> None:
    if ended:
        assert run.status == 0, run.err
        assert (folder / "out" / "index.html").is_file()


def nothing(folder: Path) -> None:
    pass


FMT, SCHEMA = Compared("pack"), Compared("out")

SCENES: dict[str, Scene] = {
    "play": Scene(
        lambda folder: ["play", str(PACK), "--seed", "1"],
        nothing,
        check_play,
        lambda folder: ["play", "--resume", "--bots", "random", "-q"],
        COLUMNS,
    ),
    "fmt": Scene(lambda folder: ["fmt", str(folder / "pack")], unformatted, FMT.check),
    "schema": Scene(
        lambda folder: ["schema", str(SMALL), "--out", str(folder / "out")], nothing, SCHEMA.check
    ),
    "simulate": Scene(
        lambda folder: [
            "simulate",
            str(SMALL),
            *["--games", "30", "--format", "json", "--html"],
            f"{folder}/page.html",
        ],
        old_page,
        check_simulate,
    ),
    "counted": Scene(
        lambda folder: [
            "simulate",
            str(SMALL),
            *["--games", "300", "--format", "json", "--out"],
            f"{folder}/counted",
        ],
        nothing,
        check_counted,
    ),
    "site": Scene(
        lambda folder: ["site", "build", str(SMALL), "--out", str(folder / "out")], nothing, check_site
    ),
}
USUAL = ("play", "fmt", "schema", "simulate", "counted")


def prepared(scene: Scene, at: Path, name: str) -> Path:
    folder = at / name
    folder.mkdir()
    scene.prepare(folder)
    return folder


def warm(name: str, at: Path) -> None:
    """What a command imports and makes is there in all that follow: more of their time is spent on what they write."""
    folder = prepared(SCENES[name], at, f"{name}-warm")
    if name != "site":
        CliRunner().invoke(cli, SCENES[name].arguments(folder), input="")


def measure(name: str, at: Path) -> None:
    """How long a command takes, and what it leaves, undisturbed."""
    scene = SCENES[name]
    folder = prepared(scene, at, f"{name}-whole")
    compared = {"fmt": FMT, "schema": SCHEMA}.get(name)
    if compared is not None:
        compared.old = files(folder / compared.inner)
    began = time.monotonic()
    run = wait(start(scene.arguments(folder), folder, scene.typed), folder)
    scene.takes = time.monotonic() - began
    assert run.status == 0, f"{run.status}: {run.out}{run.err}"
    if compared is not None:
        compared.new = files(folder / compared.inner)
        assert compared.new != compared.old
    scene.check(folder, run, True)


def kill(name: str, random: Random, at: Path) -> str:
    """Begin, kill, look, begin again, look.  Gives how the first one ended."""
    scene = SCENES[name]
    folder = prepared(scene, at, "killed")
    try:
        child = start(scene.arguments(folder), folder, scene.typed)
        time.sleep(random.random() * scene.takes * 1.05)
        number = random.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM))
        os.kill(child, number)
        run = wait(child, folder)
        assert run.status in STOPPED and "Traceback" not in run.err, f"{run.status}: {run.err}"
        scene.check(folder, run, False)
        for left in folder.rglob(f".*{ENDING}"):  # a moment later
            os.utime(left, (1, 1))
        again = (scene.again or scene.arguments)(folder)
        after = wait(start(again, folder), folder)
        unfinished = "There is no unfinished game" not in after.err
        assert after.status == 0 or (name == "play" and not unfinished), f"{after.status}: {after.err}"
        if name != "play":  # which writes nothing more, if its game is over or was not begun
            scene.check(folder, after, True)
            assert not list(folder.rglob(f".*{ENDING}")), "litter"
        return f"{name} {'ended before' if run.status == 0 else signal.Signals(number).name}"
    finally:
        shutil.rmtree(folder)


def kills(count: int, seed: int = 1, names: tuple[str, ...] = USUAL) -> Counter[str]:
    """So many kills, of each command in turn.  Raises `AssertionError` at the first after which something is wrong."""
    random = Random(seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="sayso-kills-") as place:
        at = Path(place)
        os.environ |= {"XDG_CACHE_HOME": f"{place}/cache", "XDG_STATE_HOME": f"{place}/state"}
        for name in names:
            warm(name, at)
            measure(name, at)
        for number in range(count):
            name = names[number % len(names)]
            try:
                counts[kill(name, random, at)] += 1
            except AssertionError as error:
                raise AssertionError(f"kill {number} of seed {seed}, {name}: {error}") from error
    return counts


if __name__ == "__main__":
    found = kills(int(sys.argv[1]), int([*sys.argv, "1", "1"][2]), tuple(sys.argv[3:]) or USUAL)
    print(json.dumps(found, indent=1))
