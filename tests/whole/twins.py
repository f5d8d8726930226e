"""Twin positions: two games that differ only in what one seat may not know, played on side by side.

python -m tests.whole.twins [--pairs N] [--pack PATH]… [--seed S]    so many pairs for each pack, one JSON object each

A *pair* begins at a random moment of a random game.  For a seat S its twin is the same position after hidden components
have changed places (`hidden`), after another answer of somebody else to a secret question (`answer`), or with other
chance to come (`chance`).  Both go on for some decisions: S answers alike, the others with the same thing or with the
one that lies in its place.  At each step all that S is shown must be the same in both, until S gets to see what is
different: `Sight` follows the kernel's primitives, with rules of its own about who sees what, and the pair ends there.
What S has got to see must not be taken back.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.whole.playing import ROOT, pack
from toolkit.kernel.relabel import relabel
from toolkit.kernel.state import LogEntry, State, new_state
from toolkit.kernel.view import back
from toolkit.play import Game, new_game
from toolkit.play.bots import make_bot
from toolkit.play.brief import PLAIN
from toolkit.play.game import IllegalChoice
from toolkit.play.outlook import Outlook

STEPS = 12
"""Decisions for which a pair goes on."""
LONGEST = 400
"""Decisions of a game from which positions are taken."""
TRIES = 8
"""Exchanges that are tried in a game, to find one that is one."""
SAME = "nothing is different"
SHOWN = 3
"""Leaks of one kind that are told in full."""
EACH = 10
"""Pairs that are made from one game."""


# --- Who sees what: written anew, to be compared with what the toolkit thinks -------------------------------


def sees(game: Game, state: State, seat: int, entity: int) -> bool:
    """Whether a seat may know which component this is, by what the pack declares of its places."""
    model = game.compiled.model
    place = state.parent[entity]
    if place < 0 or state.known[entity] & 1 << seat:
        return place >= 0 or entity not in state.gone or bool(state.known[entity] & 1 << seat)
    inner = place
    while place >= 0 and model.is_component[place]:
        place = state.parent[place]
    if place < 0:
        return True
    whose = model.entities[place].owner if model.entities[place].owner >= 0 else model.owner[place]
    reach = model.seen_by[place]
    if reach == "nobody" or (reach == "owner" and whose != seat):
        return False
    return bool(state.face[entity]) or (reach == "owner" and inner == place)


def in_play(game: Game, state: State) -> list[int]:
    model = game.compiled.model
    return [e for e in range(model.count) if model.is_component[e] and state.parent[e] >= 0]


def sight(game: Game, seat: int) -> dict[int, int]:
    """What the seat sees, and where."""
    state = game.state
    return {e: state.parent[e] for e in in_play(game, state) if sees(game, state, seat, e)}


class Sight:
    """Which components a seat got to see, in their order, also those that it no longer sees."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.seen: list[Any] = []

    @contextmanager
    def follow(self) -> Iterator[list[Any]]:
        """While something happens in the game; gives the list that grows."""
        self.seen = []
        kernel = self.game.machine.kernel
        names = ("move", "turn", "know", "swap", "roll", "set_attribute")
        for name in names:
            setattr(kernel, name, self._watched(getattr(kernel, name)))
        try:
            yield self.seen
        finally:
            for name in names:
                delattr(kernel, name)

    def _watched(self, primitive: Callable[..., Any]) -> Callable[..., Any]:
        def watched(state: State, *arguments: Any) -> Any:
            before = self._visible(state, arguments)
            result = primitive(state, *arguments)
            after = self._visible(state, arguments)
            self.seen += sorted(before | after)
            return result

        return watched

    def _visible(self, state: State, arguments: tuple[Any, ...]) -> set[int]:
        model = self.game.compiled.model
        things = {e for e in arguments if type(e) is int and 0 <= e < model.count and model.is_component[e]}
        things |= {inner for e in things for inner in state.kids[e]}
        return {e for e in things if sees(self.game, state, self.seat, e)}


# --- Twins --------------------------------------------------------------------------------------------------


@dataclass
class Twins:
    """Two games and the seat that must not be able to tell them apart.  `names`: which component stands in the second
    one where this one stands in the first."""

    one: Game
    other: Game
    seat: int
    kind: str
    names: Mapping[int, int] = field(default_factory=dict)


def at_decision(game: Game, number: int) -> Game:
    """The game as it was at one of its decisions; nothing before it can be taken back."""
    states = [*game._before, game.state]
    found = game.copy()
    found.state = states[number].copy()
    found.decisions = game.decisions[:number]
    found._before = []
    return found


def mentioned(state: State) -> set[int]:
    """All numbers in unfinished effects: some may be components."""
    found: set[int] = set()
    held: list[Any] = [
        state.frames,
        state.effects,
        state.delayed,
        state.history,
        state.periods,
        *(found for (rule, _), found in state.truths.items() if rule >= 0),  # others: where all cards lie
    ]
    while held:
        value = held.pop()
        if isinstance(value, (tuple, list)):
            held += value
        elif type(value) is int:
            found.add(value)
    return found


def prints(game: Game, entity: int) -> Any:
    """What tells a component from others by what stands on it."""
    model = game.compiled.model
    return model.alike[entity] or -entity, model.entities[entity].attributes


def hidden_twins(game: Game, seat: int, random: Random) -> Twins | None:
    """Hidden components of one back and owner have changed places: two of them, or all.  None: there are none that
    differ, or the pack says of the other position that it never is (its invariants): all know that.
    """
    model, state = game.compiled.model, game.state
    spoken = mentioned(state) if random.random() < 0.8 else set()
    groups: dict[Any, list[int]] = {}
    within = random.random() < 0.5  # what began in one place: that always could have come to lie so
    for e in in_play(game, state):
        if e not in spoken and not sees(game, state, seat, e):
            began = model.entities[e].at if within else -1
            groups.setdefault((back(model, e), model.owner[e], began), []).append(e)
    names: dict[int, int] = {}
    usable = [each for each in groups.values() if len({prints(game, e) for e in each}) > 1]
    if not usable:
        return None
    if random.random() < 0.5:
        members = random.choice(usable)
        first = random.choice(members)
        second = random.choice([e for e in members if prints(game, e) != prints(game, first)])
        names = {first: second, second: first}
    else:
        while all(prints(game, e) == prints(game, name) for e, name in names.items()):
            for members in usable:
                names.update(zip(members, random.sample(members, len(members)), strict=True))
    other = game.copy()
    other.state = relabel(state, model, names, new_state(model, 0).columns)
    other.state.log = [logged(game, entry, names, seat) for entry in game.entries]
    other._before = []
    look_again(game, other)
    if broken(other) - broken(game):
        return None
    return Twins(game, other, seat, "hidden", names)


def broken(game: Game) -> set[int]:
    """The invariants that do not hold."""
    machine = game.machine
    return {
        sentence
        for expr, size, sentence in machine.ruleset.invariants
        if not machine.evaluate(expr, game.state, [-1, -1] + [0] * max(size - 2, 0))
    }


def look_again(game: Game, other: Game) -> None:
    """What *as soon as …* found true when it last looked, it would have found in the other game of what lies there."""
    for active in game.machine.static.watches:
        key, looked = (active[0], -1), [each.state.copy() for each in (game, other)]
        for state in looked:
            game.machine.now_true(state, active, key)
        if looked[0].truths == game.state.truths:  # it has looked at all that there is
            found = {key: looked[1].truths[key]} if key in looked[1].truths else {}
            other.state.truths = {k: v for k, v in other.state.truths.items() if k != key} | found


def logged(game: Game, entry: LogEntry, names: Mapping[int, int], seat: int) -> LogEntry:
    """An entry of the log after the exchange.  What the seat knew when it happened stays true, and a number that is no
    component stays, too.
    """
    verb = game.compiled.ruleset.verbs[entry[0]]
    unseen = {e: names.get(e, e) for e, seers in entry[6] if not seers >> seat & 1}
    if verb.program < 0:
        counts = [name in PLAIN for name in verb.roles]
    else:
        words = game.teller.vocabulary
        template = game.teller.template(entry[0])
        nouns = [slot.noun for slot in template.slots] if template else []
        counts = [noun in ("amount", "number", "value") or noun in words.lists for noun in nouns]
    counts += [False] * (len(entry[2]) - len(counts))
    pairs = zip(entry[2], counts, strict=False)
    roles = tuple(role if count else renamed(role, unseen) for role, count in pairs)
    return (*entry[:2], roles, *entry[3:6], tuple((unseen.get(e, e), seers) for e, seers in entry[6]))


def renamed(value: Any, names: Mapping[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(renamed(each, names) for each in value)
    return names.get(value, value)


def answer_twins(game: Game, number: int, random: Random) -> Twins | None:
    """At decision `number` somebody answers a secret question, in each twin otherwise; who else is asked must not see
    it."""
    one = at_decision(game, number)
    asked = one.state.decision
    if asked is None or asked.kind != "choose-each" or len(asked.seats) < 2:
        return None
    who, seat = random.sample(asked.seats, 2)
    options = one.decision.options_for(who)
    if len(options) < 2:
        return None
    other = one.copy()
    first, second = random.sample(options, 2)
    one.choose(first.index, who)
    other.choose(second.index, who)
    one._before, other._before = [], []
    return Twins(one, other, seat, "answer")


def chance_twins(game: Game, seat: int, random: Random) -> Twins:
    """The same position, but dice and shuffles to come will fall otherwise."""
    other = game.copy()
    other.state.seed = random.getrandbits(64)
    other._before = []
    return Twins(game, other, seat, "chance")


def wrong_twins(twins: Twins) -> str:
    """Why these are no twins; empty: what the seat sees is the same, and something that it does not see is not."""
    one, other, seat = twins.one, twins.other, twins.seat
    if twins.kind == "chance":
        return "" if one.state.seed != other.state.seed else "the same chance"
    if sight(one, seat) != sight(other, seat):
        return "the seat sees other things"
    if twins.kind == "answer":
        return "" if one.state.frames != other.state.frames else "the same answer"
    for state in (one.state, other.state):
        if sorted(e for kids in state.kids for e in kids) != sorted(in_play(one, state)):
            return "a component lies nowhere, or twice"
    counts = [
        [len(kids) for e, kids in enumerate(each.state.kids) if not one.compiled.model.is_component[e]]
        for each in (one, other)
    ]
    if counts[0] != counts[1]:
        return "places hold more or fewer things"
    spots = [
        (
            sorted(map(repr, (prints(one, e) for e in mine))),
            sorted(map(repr, (prints(one, e) for e in theirs))),
        )
        if not one.compiled.model.ordered[place]
        else ([prints(one, e) for e in mine], [prints(one, e) for e in theirs])
        for place, (mine, theirs) in enumerate(zip(one.state.kids, other.state.kids, strict=True))
    ]
    return "" if any(mine != theirs for mine, theirs in spots) else SAME


# --- What a seat is shown -----------------------------------------------------------------------------------


def shown(game: Game, seat: int, first: int) -> dict[str, Any]:
    """All that a person in this seat could read, bots' answers aside; of the log, what came after `first` events."""
    teller, decision = game.teller, game.decision
    options = decision.options_for(seat) if decision else ()
    numbers = range(first + 1, len(game.entries) + 1)
    return {
        "asked": (decision.kind, decision.seats, decision.sentence) if decision else None,
        "prompt": decision.prompt if options and decision else "",
        **on_the_table(game, seat),
        "options": [(option.label, option.short) for option in options],
        "log": [teller.event(n, game.entries[n - 1], seat).text for n in numbers],
        "why": [game.why(n, seat) for n in numbers],
        "decisions": len(game.decisions),
        "refused": [refused(game, seat, what) for what in (-1, len(options), 10**6, "nothing of the kind")],
        "end": (game.over, game.winners),
    }


def on_the_table(game: Game, seat: int) -> dict[str, Any]:
    """What it and an onlooker see; kept for the next time, for it is most of the work."""
    now = (game.state, len(game.decisions))
    before, found = SEEN.get((id(game), seat), (None, {}))
    if before is None or before[0] is not now[0] or before[1] != now[1]:
        found = {"table": game.table(seat), "view": game.view(seat), "spectator": game.view(None)}
        SEEN[id(game), seat] = now, found
    return found


SEEN: dict[tuple[int, int], tuple[tuple[State, int], dict[str, Any]]] = {}


def refused(game: Game, seat: int, what: int | str) -> str:
    """What a choice that is not offered says."""
    try:
        game.copy().choose(what, seat)
    except IllegalChoice as error:
        return str(error)
    return "accepted"


def thought(game: Game, seat: int, name: str, seed: int) -> Any:
    """What a bot does in this seat, as the seat knows its options."""
    outlook = Outlook(game.machine, game.state, seat)
    return outlook.options[make_bot(name, seed, seat).think(outlook)]


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [name for name in one if one[name] != other[name]]


# --- Playing on ---------------------------------------------------------------------------------------------


def same_answer(twins: Twins, seat: int, index: int) -> int | None:
    """Which option of the second game is the answer of the first one; None: there is none."""
    one, other = (each.state.decision.options for each in (twins.one, twins.other))
    at = twins.one.state.decision.seats.index(seat)
    if seat == twins.seat:
        return index
    raw, offered = one[at][index], other[at]
    for wanted in (renamed_option(raw, twins.names), raw):
        if wanted in offered:
            return offered.index(wanted)
    return None


def renamed_option(raw: tuple[Any, ...], names: Mapping[int, int]) -> tuple[Any, ...]:
    if raw[0] == "entity":
        return ("entity", names.get(raw[1], raw[1]))
    if raw[0] == "rule":
        return ("rule", raw[1], names.get(raw[2], raw[2]))
    return raw


@dataclass
class Found:
    """What came of the pairs of a pack.  `ends`: how each ended.  `compared`: positions.  `leaks`: what was told."""

    pairs: Counter[str] = field(default_factory=Counter)
    compared: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    leaks: list[dict[str, Any]] = field(default_factory=list)


def play_on(twins: Twins, random: Random, found: Found) -> str:
    """Until the twins part; gives how."""
    one, other, seat = twins.one, twins.other, twins.seat
    SEEN.clear()
    first = max(0, len(one.entries) - 40)
    swapped = False  # somebody else has chosen what lies in the place of the other one's answer
    for number in range(STEPS + 1):
        mine, theirs = shown(one, seat, first), shown(other, seat, first)
        found.compared += 1
        if parted := differences(mine, theirs):
            return leak(twins, "position", parted, mine, theirs, found)
        decision = one.decision
        if decision is None:
            return "the game is over"
        if seat in decision.seats:
            for name in BOTS if random.random() < 0.1 else BOTS[:1]:
                seed = random.getrandbits(30)
                answers = [thought(each, seat, name, seed) for each in (one, other)]
                if answers[0] != answers[1]:
                    return leak(twins, f"bot {name}", [], answers[0], answers[1], found)
        if number == STEPS:
            break
        who = random.choice(decision.seats)
        index = random.randrange(len(decision.options_for(who)))
        there = same_answer(twins, who, index)
        if there is None:
            return "nothing to answer alike"
        before, drawn = len(one.entries), one.state.counter
        swapped = (
            swapped
            or one.state.decision.options[decision.seats.index(who)][index]
            != (other.state.decision.options[decision.seats.index(who)][there])
        )
        asked = decision.sentence.text if decision.sentence else ""
        knew = set(sight(one, seat))
        with Sight(one, seat).follow() as saw:
            one.choose(index, who)
        with Sight(other, seat).follow() as saw_there:
            other.choose(there, who)
        undo = [each.revealed(each._before[-1], each.state) for each in (one, other)]
        mine, theirs = shown(one, seat, before), shown(other, seat, before)
        parted = differences(mine, theirs)
        for new, reason in zip((saw, saw_there), undo, strict=True):
            if not knew >= set(new) and not reason:
                return leak(twins, f"unseen ({asked})", [], saw, saw_there, found)
        if saw != saw_there:
            return "something else was seen"
        if twins.kind == "chance" and one.state.counter != drawn:
            return (
                "chance has decided"
                if undo[0] and undo[1]
                else leak(twins, "undo of chance", [], *undo, found)
            )
        if swapped and "asked" in parted:  # what it costs, for example
            return "somebody does something with another thing"
        if parted:
            return leak(twins, f"step ({asked})", parted, mine, theirs, found)
        if undo[0] != undo[1]:
            return leak(twins, f"undo ({asked})", [], undo[0], undo[1], found)
        first = max(first, before - 20)
    return "nothing was noticed"


BOTS = ("random", "greedy")


def leak(twins: Twins, what: str, parted: list[str], mine: Any, theirs: Any, found: Found) -> str:
    """Keeps what was told, line by line; gives how the pair ended."""
    if parted and isinstance(mine, dict):
        mine, theirs = ({name: each[name] for name in parted} for each in (mine, theirs))
    texts = [json.dumps(each, indent=1, default=str).splitlines() for each in (mine, theirs)]
    lines = [
        line for line in difflib.unified_diff(*texts, n=0, lineterm="") if line[:2] not in ("@@", "--", "++")
    ]
    found.leaks.append(
        {"what": what, "seat": twins.seat, "kind": twins.kind, "parted": parted, "lines": lines[:40]}
    )
    return f"told: {what}"


def positions(what: str, seed: int) -> Game:
    """A random game, with the states of all its decisions."""
    path, _, players = what.partition(":")
    game = new_game(pack(path), players=int(players) if players else None, seed=seed)
    random = Random(seed)
    for _ in range(LONGEST):
        if game.decision is None:
            break
        seat = random.choice(game.decision.seats)
        game.choose(random.randrange(len(game.decision.options_for(seat))), seat)
    return game


def pairs(what: str, count: int, seed: int = 1) -> Found:
    """So many pairs of a pack."""
    random = Random(f"{what} {seed}")
    found = Found()
    while sum(found.pairs.values()) < count:
        game = positions(what, random.getrandbits(30))
        for _ in range(EACH):
            twins = make(game, random)
            wrong = wrong_twins(twins)
            assert not wrong, (what, wrong, twins.kind)
            twins.other.machine.advance(twins.other.state)
            found.pairs[twins.kind] += 1
            found.ends[play_on(twins, random, found)] += 1
            if sum(found.pairs.values()) >= count:
                break
    return found


def make(game: Game, random: Random) -> Twins:
    """Twins of one kind or another at a decision of a game."""
    for _ in range(
        TRIES if random.random() < 0.9 else 0
    ):  # nothing may lie hidden there, or all of it be alike
        number = random.randrange(len(game.decisions) + 1)
        twins = answer_twins(game, number, random) if random.random() < 0.5 else None
        if twins is None:
            one = at_decision(game, number)
            twins = hidden_twins(one, random.choice(one.compiled.model.players), random)
        if twins is not None and wrong_twins(twins) != SAME:
            return twins
    one = at_decision(game, random.randrange(len(game.decisions) + 1))
    return chance_twins(one, random.choice(one.compiled.model.players), random)


def every_pack() -> list[str]:
    """The packs of the project; those of the tests that do not end by themselves, or begin with nothing, left out."""
    folders = [*ROOT.glob("content/*"), *ROOT.glob("tests/packs/*"), *ROOT.glob("tests/designers/*/pack")]
    names = sorted(each.relative_to(ROOT).as_posix() for each in folders if (each / "pack.yaml").is_file())
    return [name for name in names if name.rpartition("/")[2] not in ENDLESS]


ENDLESS = ("runaway", "own-bounds")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.twins")
    parser.add_argument("--pairs", type=int, default=100, help="of each pack")
    parser.add_argument("--pack", action="append", help="a folder, or folder:players; default: every pack")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    told = 0
    for what in asked.pack or every_pack():
        found = pairs(what, asked.pairs, asked.seed)
        told += len(found.leaks)
        print(json.dumps({"pack": what, **vars(found)}, indent=1, default=str), flush=True)
    sys.exit(told > 0)


if __name__ == "__main__":
    main()
