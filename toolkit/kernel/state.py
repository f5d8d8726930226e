"""How a game stands: flat columns of ints, and frames that say where each running effect is.  A value:
nothing in it is live.

`copy()` shares nothing that changes; `to_json()` and `from_json()` are exact at every moment the machine
stops, also in mid-effect; `digest()` names the whole position, chance and unfinished effects included.
Fields marked *derived* are caches: they are in no file and no digest.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from typing import Any

from toolkit.kernel.changes import EVERYTHING
from toolkit.kernel.model import Model

FORMAT = 1

Frame = list[Any]
"""What runs: see `toolkit.machine.frame`."""

Event = tuple[Any, ...]
"""`(verb, who, role…, result, origin)`; a use of a once-counter: `(-1, rule, (value…), 0)`."""

LogEntry = tuple[int, int, tuple[Any, ...], Any, int, int, tuple[tuple[int, int], ...]]
"""`(verb, who, roles, result, sentence, rule, seen)`: sentence of the instruction that proposed it, rule that made
it run or -1.  `seen`: which of the things in the roles not all players knew then, and who did (bits).
"""


class State:
    """Fields, each with one item per entity and one more for none (see `Model`):

    * `parent`: what each entity is in, -1: nothing.  `kids`: what is directly in it, first is the top.
      Unordered places keep theirs ascending, so that positions that differ in nothing are equal.
    * `columns`: a list for each attribute.  `face`: 1 up.  `known`: bit of each player who knows a hidden
      component.

    Others: `gone` (removed components), `out` (bits of players who have lost), `frames` (last runs),
    `effects` (rules that act for a while: `(id, rule, you, this, values, period, run)`), `periods` (for each:
    `(count, ((number, who, roles, start), …), start)`, innermost run last, `start` = index into `history`),
    `history` (recorded events), `delayed` (`(step, program, values, rule)`), `truths` (members for which a
    watch holds), `left` (what things were like when they left: `toolkit.machine.left`), `seed` and `counter`
    (chance), `pins` (`(what, value)`, `(what, value, things)`: chance decided beforehand), `clock` (number of
    effects begun), `active`, `over`, `winners`, and `log` (every event, if kept; not in the digest).
    """

    __slots__ = (
        "active", "asked", "changed", "clock", "columns", "counter", "decision", "delayed", "effects",
        "face", "frames", "gone", "history", "index", "inner", "kept", "kids", "known", "left", "log", "out", "over",
        "parent", "periods", "pins", "recent", "remembered", "seed", "stale", "truths", "winners",
    )  # fmt: skip

    parent: list[int]
    kids: list[tuple[int, ...]]
    columns: list[list[int]]
    face: list[int]
    known: list[int]
    gone: tuple[int, ...]
    out: int
    frames: list[Frame]
    effects: tuple[tuple[Any, ...], ...]
    periods: list[tuple[Any, ...]]
    history: list[Event]
    delayed: tuple[tuple[Any, ...], ...]
    truths: dict[tuple[int, int], tuple[Any, ...]]
    left: tuple[tuple[int, tuple[int, ...], int], ...]
    seed: int
    counter: int
    pins: tuple[tuple[Any, ...], ...]
    clock: int
    active: int
    over: bool
    winners: tuple[int, ...]
    log: list[LogEntry] | None
    changed: int  # derived: what watches have not seen, as bits (`toolkit.kernel.changes`)
    recent: int  # derived: what watches have seen, but whoever looks at invariants has not
    decision: Any  # derived: what is asked now; computed again from the frames after loading
    index: Any  # derived from `effects`; never changed in place
    asked: dict[Any, Any]  # derived: answers that hold while one instruction asks (`machine/generate.py`)
    remembered: Any  # derived: of the history what a sentence could still ask for (`machine/past.py`)
    inner: list[Any]  # derived: what is in each entity at any depth; None: to be found (`machine/library.py`)
    stale: int  # derived: what has changed and may still be kept, as bits
    kept: defaultdict[
        int, dict[Any, Any]
    ]  # derived: answers until what they read changes (`machine/kept.py`)

    def copy(self, log: bool = True) -> State:
        """An independent state.  `log=False`: without the event log, for searches."""
        new = State()
        new.parent = self.parent[:]
        new.kids = self.kids[:]
        new.columns = [column[:] for column in self.columns]
        new.face = self.face[:]
        new.known = self.known[:]
        new.gone = self.gone
        new.out = self.out
        new.frames = [[list(item) if type(item) is list else item for item in frame] for frame in self.frames]
        new.effects = self.effects
        new.periods = self.periods[:]
        new.history = self.history[:]
        new.delayed = self.delayed
        new.truths = self.truths.copy()
        new.left = self.left
        new.seed = self.seed
        new.counter = self.counter
        new.pins = self.pins
        new.clock = self.clock
        new.active = self.active
        new.over = self.over
        new.winners = self.winners
        new.log = self.log[:] if log and self.log is not None else None
        new.changed = self.changed
        new.recent = self.recent
        new.decision = self.decision
        new.index = self.index
        new.remembered = self.remembered
        new.asked = {}
        new.inner = self.inner[:]
        new.stale = self.stale
        new.kept = defaultdict(dict, {n: answers.copy() for n, answers in self.kept.items() if answers})
        return new

    def forget_derived(self) -> None:
        """What is derived, besides `changed` and `recent`, is to be found again."""
        self.decision = None
        self.index = None
        self.remembered = None
        self.asked = {}
        self.inner = [None] * len(self.parent)
        self.stale = 0
        self.kept = defaultdict(dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle` and `copy.deepcopy`: everything but what is derived, and the log, too."""
        return _restored, ({name: getattr(self, name) for name in KEPT},)

    def to_json(self) -> dict[str, Any]:
        """Plain data, the same for the same position, without the log."""
        return {
            "format": FORMAT,
            "parent": self.parent[:-1],
            "kids": {str(e): list(kids) for e, kids in enumerate(self.kids) if kids},
            "columns": [
                column if column[-1] else column[:-1] for column in self.columns
            ],  # of nothing it is 0
            "face": self.face[:-1],
            "known": self.known[:-1],
            "gone": list(self.gone),
            "out": self.out,
            "frames": _plain(self.frames),
            "effects": _plain(self.effects),
            "periods": _plain(self.periods),
            "history": _plain(self.history),
            "delayed": _plain(self.delayed),
            **({"left": _plain(self.left)} if self.left else {}),
            "truths": [[*key, _plain(self.truths[key])] for key in sorted(self.truths)],
            "seed": self.seed,
            "counter": self.counter,
            "pins": _plain(self.pins),
            "clock": self.clock,
            "active": self.active,
            "over": self.over,
            "winners": list(self.winners),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """The state that `to_json` described.  Raises ValueError when the format is another one."""
        if data.get("format") != FORMAT:
            raise ValueError(f"a state of format {FORMAT} is needed, this one says {data.get('format')!r}")
        new = cls()
        new.parent = [*data["parent"], -1]
        new.kids = [()] * len(new.parent)
        for key, kids in data["kids"].items():
            new.kids[int(key)] = tuple(kids)
        count = len(data["parent"])
        new.columns = [[*column, 0] if len(column) == count else [*column] for column in data["columns"]]
        new.face = [*data["face"], 0]
        new.known = [*data["known"], 0]
        new.gone = tuple(data["gone"])
        new.out = data["out"]
        new.frames = [_frame(frame) for frame in data["frames"]]
        new.effects = _frozen(data["effects"])
        new.periods = [_frozen(period) for period in data["periods"]]
        new.history = [_frozen(event) for event in data["history"]]
        new.delayed = _frozen(data["delayed"])
        new.truths = {(row[0], row[1]): _frozen(row[2]) for row in data["truths"]}
        new.left = _frozen(data.get("left", []))
        new.seed = data["seed"]
        new.counter = data["counter"]
        new.pins = _frozen(data["pins"])
        new.clock = data["clock"]
        new.active = data["active"]
        new.over = data["over"]
        new.winners = tuple(data["winners"])
        new.log = None
        new.changed = EVERYTHING
        new.recent = EVERYTHING
        new.forget_derived()
        return new

    def text(self) -> str:
        """`to_json` as one canonical line."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    def same_position(self, other: State) -> bool:
        """Whether `other`, a state of this process, has the same digest; neither is written out for that."""
        return all(getattr(self, name) == getattr(other, name) for name in POSITION)

    def digest(self) -> str:
        """SHA-256 of `text`, in hexadecimal: equal for equal positions in every process and Python."""
        return hashlib.sha256(self.text().encode("ascii")).hexdigest()


KEPT = (
    "active", "changed", "clock", "columns", "counter", "delayed", "effects", "face", "frames", "gone", "history",
    "kids", "known", "left", "log", "out", "over", "parent", "periods", "pins", "recent", "seed", "truths", "winners",
)  # fmt: skip
"""The fields that are not found again from the others."""

POSITION = tuple(name for name in KEPT if name not in ("changed", "log", "recent"))
"""Those of the digest."""


def _restored(kept: dict[str, Any]) -> State:
    state = State()
    for name, value in kept.items():
        setattr(state, name, value)
    state.forget_derived()
    return state


def new_state(model: Model, seed: int, periods: int = 0, log: bool = False) -> State:
    """Everything where the model says that it starts, nothing running."""
    state = State()
    count = model.count
    state.parent = [-1] * (count + 1)
    kids: list[list[int]] = [[] for _ in range(count + 1)]
    for e, data in enumerate(model.entities):
        if data.part_of >= 0:
            state.parent[e] = data.part_of
        elif data.at >= 0:
            state.parent[e] = data.at
            kids[data.at].append(e)
    state.kids = [tuple(held) for held in kids]
    state.columns = [[attribute.start] * count + [0] for attribute in model.attributes]
    if model.owner_column >= 0:
        state.columns[model.owner_column][-1] = -1  # nothing belongs to nobody, and not to the game
    state.face = [data.face for data in model.entities] + [0]
    for e, data in enumerate(model.entities):
        for attribute, value in data.attributes:
            state.columns[attribute][e] = value
    state.known = [0] * (count + 1)
    state.gone = ()
    state.out = 0
    state.frames = []
    state.effects = ()
    state.periods = [(0, (), 0)] * periods
    state.history = []
    state.delayed = ()
    state.truths = {}
    state.left = ()
    state.seed = seed & ((1 << 64) - 1)
    state.counter = 0
    state.pins = ()
    state.clock = 0
    state.active = -1
    state.over = False
    state.winners = ()
    state.log = [] if log else None
    state.changed = 0
    state.recent = EVERYTHING
    state.forget_derived()
    return state


def _plain(value: Any) -> Any:
    """Tuples as lists.  Truths stay truths: a frame that is saved and loaded is the same frame."""
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value


def _frame(data: list[Any]) -> Frame:
    """Frames are lists, and so is the third item (locals); all below are tuples."""
    return [
        [_frozen(value) for value in item] if place == 2 else _frozen(item) for place, item in enumerate(data)
    ]
