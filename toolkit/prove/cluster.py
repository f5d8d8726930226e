"""Games on the machines of a dask cluster, in place of this one.

    with connected(address, lab) as cluster:         # raises ClusterError
        tally = simulate(lab.job, lab=lab, cluster=cluster)

The workers need sayso, the same one, and nothing else: what the pack and the packs that it extends were read from
travels with the job (`Packet`).  A worker writes it into a folder of its own for as long as it reads it, and then sees
whether it has come to the same games (`identity`).  dask alone decides which worker plays what, and gives the games of
one that is gone to another.

Tasks go to dask itself and not through joblib, by the loop by which they go to copies of this process (`as_they_come`):
it hears of workers that come and go meanwhile, and what it sends can also be answered by one that has no sayso.
"""

from __future__ import annotations

import json
import logging
import tempfile
import threading
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from toolkit import __version__
from toolkit.pack.decks import decks_of
from toolkit.pack.layouts import PICTURES
from toolkit.prove.fanout import AHEAD, NotYet, Portions, Timed, as_they_come, timed
from toolkit.prove.identity import differences, identity
from toolkit.prove.tally import Tally
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.files import read_bounded, reason_of
from toolkit.report.kept import program_text

if TYPE_CHECKING:
    from toolkit.prove.simulate import Job, Lab

EXTRA = "sayso[cluster]"
PATIENCE = 5
"""Seconds in which a scheduler answers, and has a worker."""
LOOKING = 5.0
"""Seconds after which one looks how many workers there are now."""
GONE = 15.0
"""Seconds without any worker, after which nothing more is expected."""
LARGEST = 64_000_000
"""Bytes of the files of a pack that travel."""
DECK = 1_000_000
"""Bytes of the file of a deck."""


class ClusterError(RuntimeError):
    """The games cannot be played there; the message says why, and what to do."""


class Unfit(RuntimeError):
    """Said by a worker: it cannot play these games, because …"""


# --- What travels -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Packet:
    """All that a worker must know: the files of each pack by its id, the job, and which games these are.

    `shown`: what stands before the names of a pack's files where somebody is told of one.
    """

    packs: dict[str, dict[str, str]]
    shown: dict[str, str]
    decks: list[tuple[str, str, bool]]
    job: dict[str, Any]
    identity: dict[str, Any]

    @classmethod
    def of(cls, lab: Lab) -> Packet:
        """Raises `ClusterError` for what is too large, or cannot be read any more."""
        packs, shown = {}, {}
        for folder in lab.pack.source.folders:
            root = folder.root.as_posix()
            shown[folder.id] = "" if root == "." else f"{root}/"
            sources = {document.source.name: document.source.text for document in folder.documents}
            packs[folder.id] = {name.removeprefix(shown[folder.id]): text for name, text in sources.items()}
            packs[folder.id] |= dict.fromkeys(_pictures(folder.root), "")
        if sum(len(text) for files in packs.values() for text in files.values()) > LARGEST:
            raise ClusterError(f"The pack is too large to be sent: more than {LARGEST // 1_000_000} MB.")
        job = lab.job
        given = {
            "seed": job.seed, "players": job.players, "bots": job.bots, "scenario": job.scenario,
            "options": job.options, "story": job.story,
        }  # fmt: skip
        return cls(packs, shown, [_deck(lab, *deck) for deck in job.decks], given, identity(lab))

    def packed(self) -> bytes:
        return zlib.compress(json.dumps(vars(self)).encode())

    @classmethod
    def unpacked(cls, data: bytes) -> Packet:
        return cls(**json.loads(zlib.decompress(data)))

    def laid_out(self, folder: Path) -> Job:
        """The job, of packs that are written into a folder."""
        from toolkit.prove.simulate import Job

        for id, files in self.packs.items():
            for name, text in files.items():
                _put(folder / "packs" / id / name, text)
        decks = []
        for number, (seat, deck, is_text) in enumerate(self.decks):
            path = folder / "decks" / f"{number}.yaml"
            if is_text:
                _put(path, deck)
            decks.append((seat, str(path) if is_text else deck))
        own, job = list(self.packs)[-1], self.job
        return Job(
            folder / "packs" / own,
            games=1,
            seed=job["seed"],
            players=job["players"],
            bots=tuple(job["bots"]),
            scenario=job["scenario"],
            options=tuple((name, on) for name, on in job["options"]),
            search=(folder / "packs",),
            story=job["story"],
            decks=tuple(decks),
        )


def _pictures(root: Path) -> Iterator[str]:
    """The pictures of a pack, by their names: they must be there, and no game looks at one."""
    for path in sorted(root.rglob("*")):
        if path.suffix.casefold() in PICTURES and path.is_file():
            yield path.relative_to(root).as_posix()


def _deck(lab: Lab, seat: str, deck: str) -> tuple[str, str, bool]:
    """A deck of the pack by its id, or the text of its file."""
    if deck in decks_of(lab.pack.source):
        return seat, deck, False
    try:
        return seat, read_bounded(deck, DECK).decode(), True
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "it is not text"
        raise ClusterError(f"{deck}: {reason}.") from None


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def errands() -> tuple[Callable[[bytes], bytes], Callable[..., Any]]:
    """What dask is given to do: the first carries a packet, so that each worker gets it once, and again if the one that
    had it is gone; the second does what a function of a module does there, or raises `ImportError`.

    What is made in a function is sent as it stands here.  Of what has a name in a module dask sends the name, and a
    worker or a scheduler that does not find it ends without a word to whoever asked.
    """

    def carry(packet: bytes) -> bytes:
        return packet

    def go(module: str, function: str, *told: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(module), function)(*told)

    return carry, go


# --- On a worker --------------------------------------------------------------------------------------------

_alone = threading.Lock()
"""A machine plays one game at a time, and the threads of a process have one."""


def play_there(program: str, version: str, packet: bytes, first: int, count: int) -> Timed[Tally]:
    """What a worker does.  Raises `Unfit`."""
    if program != program_text():
        if version != __version__:
            raise Unfit(f"it has sayso {__version__}, and this is sayso {version}")
        raise Unfit(f"its sayso {version} is another program than this one")
    with _alone:
        lab, folder, shown = _opened(packet)
        count, seconds, tally = timed(lab.play, first, count)
    tally.failed = [replace(each, place=_place(each.place, folder, shown)) for each in tally.failed]
    return count, seconds, tally


@lru_cache(maxsize=1)
def _opened(data: bytes) -> tuple[Lab, Path, dict[str, str]]:
    from toolkit.prove.simulate import open_lab

    packet = Packet.unpacked(data)
    with tempfile.TemporaryDirectory(prefix="sayso-") as name:
        folder = Path(name)
        try:
            lab = open_lab(packet.laid_out(folder), examples=False)
        except (DiagnosticError, ValueError) as error:
            raise Unfit(f"the pack cannot be read there: {error}") from None
        except OSError as error:
            raise Unfit(f"it has no room for the pack: {reason_of(error)}") from None
    if other := differences(identity(lab), packet.identity):
        raise Unfit(f"it would play other games: {', '.join(other)}")
    return lab, folder / "packs", packet.shown


def _place(place: str, folder: Path, shown: dict[str, str]) -> str:
    """Where a sentence stands on the machine that asks."""
    for id, prefix in shown.items():
        there = f"{(folder / id).as_posix()}/"
        if place.startswith(there):
            return prefix + place.removeprefix(there)
    return place


# --- Where the games are asked for --------------------------------------------------------------------------


@dataclass
class Cluster:
    """A scheduler that answers, and has workers.  `trouble`: why no more games come; else empty."""

    address: str
    client: Any
    packet: bytes
    threads: dict[str, int]
    trouble: str = ""
    _looked: float = 0.0
    _there: float = 0.0

    @property
    def processes(self) -> int:
        """Each plays one game at a time."""
        return len(self.threads)

    @property
    def idle(self) -> int:
        """Threads that would play if they were processes."""
        return sum(self.threads.values()) - self.processes

    def play(self, wanted: Iterable[range]) -> Iterator[Tally]:
        """Tallies of these games, in any order, until all are there or `trouble` is said."""
        portions = Portions(wanted, self.processes)
        carry, go = errands()
        packet = self.client.submit(carry, self.packet, pure=False)
        told = __name__, play_there.__name__, program_text(), __version__, packet
        out: list[Any] = []
        self._there = monotonic()

        def submit(first: int, count: int) -> Any:
            out[:] = [each for each in out if not each.done()]
            out.append(self.client.submit(go, *told, first, count, pure=False))
            return _Errand(out[-1])

        try:
            results = as_they_come(submit, portions, lambda: AHEAD * self.processes, self._look)
            for tally in portions.measured(results):
                self._there = monotonic()
                yield tally
        except Exception as error:  # whatever a worker or dask itself says
            self.trouble = self._said(error)
        finally:
            with suppress(Exception):
                self.client.cancel([*out, packet], force=True)

    def _look(self) -> None:
        """While nothing comes: who is there?"""
        now = monotonic()
        if self.client.status == "running" and now - self._looked < LOOKING:
            return
        self._looked = now
        found = self.client.nthreads() if self.client.status == "running" else {}
        if found:
            self.threads, self._there = found, now
        elif now - self._there > GONE:
            raise ClusterError(f"No worker of {self.address} is left.")

    def _said(self, error: Exception) -> str:
        if isinstance(error, ClusterError):
            return str(error)
        if isinstance(error, Unfit):
            return f"A worker of {self.address} cannot play these games: {error}."
        if isinstance(error, ImportError | AttributeError):
            return (
                f"A worker of {self.address} has no sayso, or another one: pip install sayso=={__version__} there "
                f"({error})."
            )
        kind = type(error).__name__
        if kind in ("CancelledError", "FutureCancelledError"):
            return f"The connection to the scheduler at {self.address} was lost."
        if kind == "KilledWorker":
            return (
                f"Workers of {self.address} died of these games again and again. Have they too little memory?"
            )
        return f"The cluster at {self.address} gave up: {kind}: {error}".rstrip(".") + "."


@dataclass
class _Errand:
    """What a worker is to do.  `future`: as dask has it."""

    future: Any

    def result(self) -> Any:
        """Raises `NotYet` if the worker that had it is gone: dask itself would wait until another one has done it."""
        try:
            return self.future.result(timeout=PATIENCE)
        except TimeoutError:
            raise NotYet from None

    def add_done_callback(self, call: Callable[[Any], Any]) -> None:
        self.future.add_done_callback(lambda _: call(self))


@contextmanager
def connected(address: str, lab: Lab) -> Iterator[Cluster]:
    """The cluster whose scheduler is at an address such as `tcp://10.0.0.5:8786`.  Raises `ClusterError`."""
    try:
        import distributed
    except ImportError:
        raise ClusterError(f"--cluster needs an extra: pip install '{EXTRA}'") from None
    packet = Packet.of(lab).packed()
    _hush()
    client = _client(distributed, address)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except Exception:
                raise ClusterError(
                    f"The scheduler at {address} has no workers. Start some, on any machine: dask worker {address} "
                    "--nworkers auto --nthreads 1"
                ) from None
            yield Cluster(address, client, packet, client.nthreads())
    finally:
        with suppress(Exception):
            client.close(timeout=2)


def _client(distributed: Any, address: str) -> Any:
    """Asked for in a thread: of what listens there and says nothing, dask would wait for ever."""
    found: list[Any] = []

    def ask() -> None:
        try:
            found.append(distributed.Client(address, timeout=PATIENCE, set_as_default=False))
        except Exception as error:
            found.append(error)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(PATIENCE + 1)
    if found and not isinstance(found[0], Exception):
        return found[0]
    said = str(found[0]) if found and isinstance(found[0], ValueError) else ""
    reason = f": {said}" if said else ""
    raise ClusterError(
        f"No dask scheduler answers at {address}{reason}. An address is such as tcp://10.0.0.5:8786, as dask scheduler "
        "says when it begins."
    )


def _hush() -> None:
    """What dask says of connections is for whoever runs it; what matters here is told as `trouble`."""
    for name in ["distributed", *logging.root.manager.loggerDict]:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
