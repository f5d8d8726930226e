"""What has happened, told by phrases of `named.py`: *If you have tagged at least 2 lonely cats this turn*, *for each
cat or dog Blue tagged this turn*, *The first time you tag one of your dogs each turn*, *When a cat is put in a yard
from the park*.  An order says what happens, so it is known what has.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.judge.measured import Measured, lying
from tests.judge.named import (
    ONE,
    PETS,
    SEVERAL,
    So,
    Table,
    Words,
    both,
    is_blue,
    is_left,
    is_you,
    of,
    pets,
)
from toolkit.kernel.state import State

ASKED = [det for det in (*ONE, *SEVERAL) if det.so is not None and "the" not in det.says.split()]
"""What may be asked of things with which something was done: not all of them, of whatever else there is."""

ACTORS = (("you", "Tag", "tag", is_you), ("Blue", "Blue tags", "tags", is_blue))


class Done(NamedTuple):
    """Orders, and who tags what in them."""

    says: str
    tagged: Callable[[Table], dict[int, set[int]]]


def done(random: Random) -> Done:
    """*Tag each lonely cat. Blue tags each dog in the park.*"""
    kinds = random.sample(("cat", "dog"), 2)
    who = [actor for actor in ACTORS if random.random() < 0.8] or [ACTORS[0]]
    said: list[tuple[str, So, So]] = []
    for kind, (_, tags, _, so) in zip(kinds, who, strict=False):
        noun = lasting(random, kind)
        said.append((f"{tags} each {noun.one}.", so, noun.so))

    def tagged(t: Table) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {player: set() for player in t.shared.players}
        for _, so, noun in said:
            for player in t.shared.players:
                if so(t, player):
                    found[player] |= set(lying(t, noun))
        return found

    return Done(" ".join(says for says, _, _ in said), tagged)


def lasting(random: Random, kind: str = "") -> Words:
    """A phrase that is so afterwards of whatever it was so of before: nothing of power, which tagging raises."""
    while True:
        noun = pets(random)
        if "power" not in noun.one and (not kind or noun.one.replace("lonely ", "").startswith(kind)):
            if not kind or (" or " not in noun.one and " and " not in noun.one):
                return noun


class Place(NamedTuple):
    """Where something is put or from where, and whether a place is so."""

    says: str
    so: Callable[[Table, int], bool]


def kind_of(t: Table, place: int) -> str:
    return str(t.shared.of_kind[place])


def at(kind: str, whose: So | None = None) -> Callable[[Table, int], bool]:
    return lambda t, place: kind_of(t, place) == kind and (whose is None or whose(t, t.owner(place)))


def not_you(t: Table, player: int) -> bool:
    return player != t.you


PLACES = (
    Place("the park", at("park")),
    Place("the pond", at("pond")),
    Place("a yard", at("yard")),
    Place("a home", at("home")),
    Place("your yard", at("yard", is_you)),
    Place("your home", at("home", is_you)),
    Place("Blue's home", at("home", is_blue)),
    Place("another player's yard", at("yard", not_you)),
    Place("another player's home", at("home", not_you)),
    Place("the home of the player to your left", at("home", is_left)),
    Place("the park or the pond", lambda t, p: kind_of(t, p) in ("park", "pond")),
)
WHOLE = ("the park", "the pond", "your yard", "your home", "Blue's home", "Blue's yard")
OWNED: tuple[tuple[str, So | None], ...] = (
    ("a {1}", None),
    ("one of your {n}", of(is_you)),
    ("a {1} of Blue", of(is_blue)),
    ("one of Blue's {n}", of(is_blue)),
    ("a {1} of another player", of(not_you)),
    ("another player's {1}", of(not_you)),
    ("a {1} that is yours", of(is_you)),
    ("a {1} that is not yours", lambda t, e: not of(is_you)(t, e)),
)


class Happened(Measured):
    """Sentences of what has been done, and of what happens."""

    def then_marked(
        self, first: Done, then: str, marks: Callable[[Table, dict[int, set[int]]], int | None], states: int
    ) -> str | None:
        """Where others are gained than meant, after what was done."""
        return self.unlike(f"{first.says} {then}", lambda t: marks(t, first.tagged(t)), states)

    def of_done_before(self, random: Random, states: int) -> str | None:
        """*If you have tagged at least 2 lonely cats this turn, …*"""
        first, noun, det = done(random), lasting(random), random.choice(ASKED)
        is_so = det.so
        assert is_so is not None
        what, be = det.of(noun), "have" if det.plural else "has"
        many = lambda t, those: sum(noun.so(t, pet) for pet in those)
        so = lambda t, those: is_so(many(t, those), 0)
        says, whole = random.choice(
            (
                (f"If you have tagged {what} this turn, gain 1 mark.", lambda t, by: so(t, by[t.you])),
                (f"If you tagged {what} this turn, gain 1 mark.", lambda t, by: so(t, by[t.you])),
                (f"If Blue has tagged {what} this turn, gain 1 mark.", lambda t, by: so(t, by[blue(t)])),
                (f"If a player has tagged {what} this turn, gain 1 mark.", lambda t, by: any(so(t, by[p]) for p in by)),
                (f"If no player has tagged {what} this turn, gain 1 mark.",
                 lambda t, by: not any(so(t, by[p]) for p in by)),
                (f"If each player has tagged {what} this turn, gain 1 mark.",
                 lambda t, by: all(so(t, by[p]) for p in by)),
                (f"If {what} {be} been tagged this turn, gain 1 mark.", lambda t, by: so(t, all_of(by))),
                (f"If {what} {'were' if det.plural else 'was'} tagged this turn, gain 1 mark.",
                 lambda t, by: so(t, all_of(by))),
                (f"Unless you have tagged {what} this turn, gain 1 mark.", lambda t, by: not so(t, by[t.you])),
                (f"Each player who has tagged {what} this turn gains 1 mark.",
                 lambda t, by: sum(so(t, by[p]) for p in by)),
                (f"Each player who tagged {what} this turn gains 1 mark.", lambda t, by: sum(so(t, by[p]) for p in by)),
                (f"Gain 1 mark for each player who has tagged {what} this turn.",
                 lambda t, by: sum(so(t, by[p]) for p in by)),
            )
        )  # fmt: skip
        return self.then_marked(first, says, lambda t, by: int(whole(t, by)), states)

    def of_so_much_done(self, random: Random, states: int) -> str | None:
        """*Gain 1 mark for each cat or dog you have tagged this turn.*"""
        first, noun, other = done(random), lasting(random), lasting(random)
        n = lambda t, those: sum(noun.so(t, pet) for pet in those)
        m = lambda t, those: sum(other.so(t, pet) for pet in those)
        says, marks = random.choice(
            (
                (f"Gain 1 mark for each {noun.one} you have tagged this turn.", lambda t, by: n(t, by[t.you])),
                (f"Gain 1 mark for each {noun.one} you tagged this turn.", lambda t, by: n(t, by[t.you])),
                (f"Gain 1 mark for each {noun.one} Blue tagged this turn.", lambda t, by: n(t, by[blue(t)])),
                (f"Gain 1 mark for each {noun.one} tagged this turn.", lambda t, by: n(t, all_of(by))),
                (f"Gain marks equal to the number of {noun.many} you tagged this turn.", lambda t, by: n(t, by[t.you])),
                (f"For each {noun.one} that was tagged this turn, gain 1 mark.", lambda t, by: n(t, all_of(by))),
                (f"Gain 1 mark for each {noun.one} that has not been tagged this turn.",
                 lambda t, by: n(t, set(lying(t, anything)) - all_of(by))),
                (f"Gain 1 mark for each {noun.one} you have not tagged this turn.",
                 lambda t, by: n(t, set(lying(t, anything)) - by[t.you])),
                (f"If you have tagged more {noun.many} than Blue this turn, gain 1 mark.",
                 lambda t, by: n(t, by[t.you]) > n(t, by[blue(t)]) if t.you != blue(t) else None),
                (f"If you have tagged more {noun.many} than {other.many} this turn, gain 1 mark.",
                 lambda t, by: n(t, by[t.you]) > m(t, by[t.you])),
                (f"If you have tagged fewer {noun.many} than another player this turn, gain 1 mark.",
                 lambda t, by: any(n(t, by[t.you]) < n(t, by[p]) for p in by if p != t.you)),
                (f"If a {noun.one} you have tagged this turn is in the park, gain 1 mark.",
                 lambda t, by: any(noun.so(t, pet) and t.place(pet) == "park" for pet in by[t.you])),
                (f"If you have a {noun.one} that was tagged this turn, gain 1 mark.",
                 lambda t, by: any(noun.so(t, pet) and t.owner(pet) == t.you for pet in all_of(by))),
            )
        )  # fmt: skip
        return self.then_marked(
            first, says, lambda t, by: None if (k := marks(t, by)) is None else int(k), states
        )

    def of_moved_then(self, random: Random, states: int) -> str | None:
        """*Put each lonely cat you tagged this turn in the bowl.*"""
        first, noun = done(random), lasting(random)
        which, of_these = random.choice(
            (
                (f"each {noun.one} you have tagged this turn", lambda t, by: by[t.you]),
                (f"each {noun.one} you tagged this turn", lambda t, by: by[t.you]),
                (f"all {noun.many} tagged this turn", lambda t, by: all_of(by)),
                (f"each {noun.one} that was tagged this turn", lambda t, by: all_of(by)),
                (f"each {noun.one} that was not tagged this turn", lambda t, by: set(lying(t, anything)) - all_of(by)),
                (f"each {noun.one} that Blue has tagged this turn", lambda t, by: by[blue(t)]),
                (f"each {noun.one} another player has tagged this turn",
                 lambda t, by: set().union(*(by[p] for p in by if p != t.you))),
            )
        )  # fmt: skip
        says = f"{first.says} Put {which} in the bowl."
        for before, table, then in self.tried(says, self.done(says), states):
            meant = {pet for pet in of_these(table, first.tagged(table)) if noun.so(table, pet)}
            found = self.moved(before.state, then)
            if meant != found:
                return self.misread(says, sorted(meant), sorted(found), before)
        return None

    def moved(self, before: State, then: State) -> set[int]:
        return {pet for pet in self.pets if before.parent[pet] != then.parent[pet]}

    def of_times(self, random: Random, states: int) -> str | None:
        """*The second time you tag a cat each turn, gain 1 mark.*, *You cannot tag more than 2 cats each turn.*"""
        noun, order = lasting(random), lasting(random)
        law, marks, left = random.choice(
            (
                (f"The first time you tag a {noun.one} each turn, gain 1 mark.", lambda k: k >= 1, None),
                (f"The second time you tag a {noun.one} each turn, gain 1 mark.", lambda k: k >= 2, None),
                (f"When you tag a {noun.one} for the first time each turn, gain 1 mark.", lambda k: k >= 1, None),
                (f"Once each turn, when you tag a {noun.one}, gain 1 mark.", lambda k: k >= 1, None),
                (f"When you tag a {noun.one}, gain 1 mark.", lambda k: k, None),
                (f"The first time a {noun.one} is tagged each turn, gain 1 mark.", lambda k: k >= 1, None),
                (f"You cannot tag more than 2 {noun.many} each turn.", nought, lambda k: min(2, k)),
                (f"You can tag at most 1 {noun.one} each turn.", nought, lambda k: min(1, k)),
                (f"Players cannot tag more than 1 {noun.one} each turn.", nought, lambda k: min(1, k)),
                (f"The first time you would tag a {noun.one} each turn, gain 1 mark instead.",
                 lambda k: k >= 1, lambda k: max(0, k - 1)),
            )
        )  # fmt: skip
        says = f"Tag each {order.one}."
        for before, table, then in self.tried(f"{law} // {says}", self.as_written(says, law), states):
            those = set(lying(table, order.so))
            hit = {pet for pet in those if noun.so(table, pet)}
            found = self.touched(before.state, then)
            stays = len(hit) if left is None else left(len(hit))
            wanted = (int(marks(len(hit))), stays, those - hit)
            if (self.marks(then), len(found & hit), found - hit) != wanted:
                told = (self.marks(then), len(found & hit), sorted(found - hit))
                return self.misread(f"{law} // {says}", wanted, told, before)
        return None

    def of_put(self, random: Random, states: int) -> str | None:
        """*When one of your cats is put in a yard from the park, gain 1 mark.*"""
        kind, (whose, owned) = random.choice(tuple(PETS.values())), random.choice(OWNED)
        what = whose.replace("{1}", kind.one).replace("{n}", kind.many)
        to, from_ = random.choice(PLACES), random.choice(PLACES)
        so = kind.so if owned is None else both(kind.so, owned)
        law, there, thence = random.choice(
            (
                (f"When {what} is put in {to.says}, gain 1 mark.", to.so, None),
                (f"When you put {what} in {to.says}, gain 1 mark.", to.so, None),
                (f"When a player puts {what} in {to.says}, gain 1 mark.", to.so, None),
                (f"When {what} is put in {to.says} from {from_.says}, gain 1 mark.", to.so, from_.so),
                (f"When you put {what} from {from_.says} in {to.says}, gain 1 mark.", to.so, from_.so),
                (f"When a player puts {what} from {from_.says} in {to.says}, gain 1 mark.", to.so, from_.so),
            )
        )  # fmt: skip
        order, whither = lasting(random), random.choice(WHOLE)
        says = f"Put each {order.one} in {whither}."
        for before, table, then in self.tried(f"{law} // {says}", self.as_written(says, law), states):
            meant = [
                pet
                for pet in lying(table, order.so)
                if so(table, pet)
                and then.parent[pet] != before.state.parent[pet]  # what lies there already is not put there
                and (there is None or there(table, then.parent[pet]))
                and (thence is None or thence(table, before.state.parent[pet]))
            ]
            if self.marks(then) != len(meant):
                return self.misread(f"{law} // {says}", sorted(meant), self.marks(then), before)
        return None


def nought(k: int) -> int:
    return 0


def anything(t: Table, pet: int) -> bool:
    return True


def blue(t: Table) -> int:
    return int(t.shared.players[1])


def all_of(by: dict[int, set[int]]) -> set[int]:
    """What anybody has tagged."""
    return set().union(*by.values())


SEARCHES: dict[str, Callable[[Happened, Random, int], str | None]] = {
    "done before": Happened.of_done_before,
    "so much done": Happened.of_so_much_done,
    "moved then": Happened.of_moved_then,
    "so many times": Happened.of_times,
    "put there": Happened.of_put,
}
