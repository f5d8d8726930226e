"""Noun phrases put together from parts, each of which says for itself which ones it means: *up to 2 of your lonely cats
in the park*, *each dog or cat that is not yours*, *1 or 2 other players with no coins*.

No tree is asked what they mean, so that what the parser takes for something else shows as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from toolkit.kernel.state import State


class Table(NamedTuple):
    """A table, whose turn it is there, and what all tables have in common (`denoted.Denoted`)."""

    state: State
    you: int
    shared: Any

    def has(self, name: str, who: int) -> int:
        """The amount of that name which somebody or something has."""
        return int(self.state.columns[self.shared.columns[name]][who])

    def place(self, thing: int) -> str:
        """The kind of place in which it lies."""
        parent = self.state.parent[thing]
        return self.shared.of_kind[parent] if parent >= 0 else ""

    def owner(self, thing: int) -> int:
        return int(self.shared.model.owner[thing])

    def is_a(self, thing: int, kind: str) -> bool:
        return self.shared.bench.compiled.world.is_a(self.shared.of_kind[thing], kind)

    def pets_of(self, player: int, kind: str, place: str = "") -> list[int]:
        """The pets of a player in such places."""
        return [
            pet
            for pet in self.shared.pets
            if self.state.parent[pet] >= 0
            and self.is_a(pet, kind)
            and self.owner(pet) == player
            and place in ("", self.place(pet))
        ]


So = Callable[[Table, int], bool]


class Words(NamedTuple):
    """What is said of one and of several, and of whom or of which it is so.  `mods`: what a noun has behind it."""

    one: str
    many: str
    so: So
    mods: tuple[Any, ...] = ()

    def but(self, said: Words) -> Words:
        """With more said behind it."""
        return Words(self.one + said.one, self.many + said.many, both(self.so, said.so), (*self.mods, said))


def both(one: So, other: So) -> So:
    return lambda t, e: one(t, e) and other(t, e)


def neither(*said: So) -> So:
    return lambda t, e: not any(so(t, e) for so in said)


def at(*places: str) -> So:
    return lambda t, e: t.place(e) in places


def at_of(place: str, whose: So) -> So:
    """In that place of a player."""
    return lambda t, e: t.place(e) == place and whose(t, t.owner(t.state.parent[e]))


def of(whose: So) -> So:
    return lambda t, e: whose(t, t.owner(e))


def power(is_so: Callable[[int], bool]) -> So:
    return lambda t, e: is_so(t.has("power", e))


def is_you(t: Table, player: int) -> bool:
    return player == t.you


def is_blue(t: Table, player: int) -> bool:
    return bool(player == t.shared.players[1])


def is_left(t: Table, player: int) -> bool:
    players = t.shared.players
    return bool(player == players[(players.index(t.you) + 1) % len(players)])


def lonely(t: Table, pet: int) -> bool:
    here = t.state.parent
    return not any(other != pet and here[other] == here[pet] for other in t.shared.pets)


def is_kind(kind: str) -> So:
    return lambda t, e: t.is_a(e, kind)


def alike(says: str, so: So) -> Words:
    """Said of several as of one."""
    return Words(says, says, so)


def that(verb: str, verbs: str, says: str, so: So) -> Words:
    return Words(f" that {verb} {says}", f" that {verbs} {says}", so)


# -- things -------------------------------------------------------------------------------------------------

PETS = {kind: Words(kind, f"{kind}s", is_kind(kind)) for kind in ("cat", "dog", "pet")}
LONELY = alike("lonely ", lonely)
BEHIND = (
    alike(" in the park", at("park")),
    alike(" in the pond", at("pond")),
    alike(" in yards", at("yard")),
    alike(" in homes", at("home")),
    alike(" in your yard", at_of("yard", is_you)),
    alike(" in your home", at_of("home", is_you)),
    alike(" in Blue's home", at_of("home", is_blue)),
    alike(" in the park or the pond", at("park", "pond")),
    alike(" in the park or a yard", at("park", "yard")),
    alike(" in the home of the player to your left", at_of("home", is_left)),
    alike(" with at least 2 power", power(lambda n: n > 1)),
    alike(" with exactly 1 power", power(lambda n: n == 1)),
    alike(" with 1 or 2 power", power(lambda n: n in (1, 2))),
    alike(" with no power", power(lambda n: n == 0)),
    alike(" without power", power(lambda n: n == 0)),
    alike(" with less than 2 power", power(lambda n: n < 2)),
    alike(" of Blue", of(is_blue)),
    alike(" of the player to your left", of(is_left)),
    alike(" other than dogs", neither(is_kind("dog"))),
    alike(" other than lonely cats", neither(both(is_kind("cat"), lonely))),
    that("is", "are", "lonely", lonely),
    that("is", "are", "not in the park", neither(at("park"))),
    that("is", "are", "in the park or lonely", lambda t, e: at("park")(t, e) or lonely(t, e)),
    that("is", "are", "in the park and lonely", both(at("park"), lonely)),
    that("is", "are", "neither lonely nor in the park", neither(lonely, at("park"))),
    that("is", "are", "yours", of(is_you)),
    that("is", "are", "not yours", neither(of(is_you))),
    that("has", "have", "at least 2 power", power(lambda n: n > 1)),
    that("has", "have", "no power", power(lambda n: n == 0)),
    that("does not have", "do not have", "at least 2 power", power(lambda n: n < 2)),
    that("belongs", "belong", "to you", of(is_you)),
)


def one_kind(random: Random, kind: str) -> Words:
    """*lonely cat in the park with no power*."""
    words = PETS[kind]
    if random.random() < 0.2:
        words = Words(LONELY.one + words.one, LONELY.many + words.many, both(lonely, words.so))
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        if not words.mods or not takes_more(words.mods[-1]):
            words = words.but(random.choice(BEHIND))
    return words


def takes_more(said: Words) -> bool:
    """Whether what follows would be said of something in it: *other than dogs in the park*."""
    return " or " in said.one or "other than" in said.one


def pets(random: Random) -> Words:
    """One kind, or a list: *cats or dogs in the park*; what stands after the last is said of both, if the first has
    nothing of its own.
    """
    if random.random() < 0.65:
        return one_kind(random, random.choice((*PETS, "pet")))
    first, last = (one_kind(random, kind) for kind in random.sample(("cat", "dog"), 2))
    joint = random.choice((" or ", " and ", " or "))
    if any(map(takes_more, first.mods)):
        return first
    own = first if first.mods else first.but(Words("", "", lambda t, e: all(m.so(t, e) for m in last.mods)))
    return Words(
        first.one + joint + last.one,
        first.many + joint + last.many,
        lambda t, e: own.so(t, e) or last.so(t, e),
    )


# -- players ------------------------------------------------------------------------------------------------


def coins(is_so: Callable[[int], bool]) -> So:
    return lambda t, p: is_so(t.has("coin", p))


def cats(is_so: Callable[[int], bool], kind: str = "cat", place: str = "") -> So:
    return lambda t, p: is_so(len(t.pets_of(p, kind, place)))


def some(n: int) -> bool:
    return n > 0


def nothing(n: int) -> bool:
    return n == 0


WITH = (
    alike(" with at least 2 coins", coins(lambda n: n > 1)),
    alike(" with 1 or 2 coins", coins(lambda n: n in (1, 2))),
    alike(" with no coins", coins(nothing)),
    alike(" without coins", coins(nothing)),
    alike(" with a cat in the park", cats(some, place="park")),
    alike(" with no cats", cats(nothing)),
    alike(" with between 1 and 3 cats in the park", cats(lambda n: 1 <= n <= 3, place="park")),
    alike(" with exactly 1 cat or dog", cats(lambda n: n == 1, "pet")),
    alike(" with at least 2 cats or dogs", cats(lambda n: n > 1, "pet")),
    alike(" with coins and points", both(coins(some), lambda t, p: t.has("point", p) > 0)),
    alike(" with coins or points", lambda t, p: t.has("coin", p) > 0 or t.has("point", p) > 0),
    alike(" with more coins than you", lambda t, p: t.has("coin", p) > t.has("coin", t.you)),
    alike(" with more coins than points", lambda t, p: t.has("coin", p) > t.has("point", p)),
    alike(" with as many coins as points", lambda t, p: t.has("coin", p) == t.has("point", p)),
)
WHO = (
    alike(" other than Blue", neither(is_blue)),
    Words(" who is rich", " who are rich", coins(lambda n: n >= 5)),
    Words(" who is not rich", " who are not rich", coins(lambda n: n < 5)),
    Words(" who is neither rich nor proud", " who are neither rich nor proud", coins(lambda n: n < 5)),
    Words(" who has at least 2 coins", " who have at least 2 coins", coins(lambda n: n > 1)),
    Words(" who has no coins", " who have no coins", coins(nothing)),
    Words(" who has 1 to 2 coins", " who have 1 to 2 coins", coins(lambda n: n in (1, 2))),
    Words(" who does not have at least 2 coins", " who do not have at least 2 coins", coins(lambda n: n < 2)),
)


def players(random: Random) -> Words:
    """*players with no coins who are not rich*."""
    words = Words("player", "players", lambda t, p: True)
    if random.random() < 0.6:
        words = words.but(random.choice(WITH))
    if random.random() < 0.5 and not any(map(takes_more, words.mods)):
        words = words.but(random.choice(WHO))
    return words


# -- how many -----------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """A determiner: `says` with the noun as *{1}* or *{n}*; the fewest and the most that somebody may take of so many;
    whether something is so of as many of them.  `yours`: of those that are yours; `others`: of the players but you.
    """

    says: str
    least: Callable[[int], int] | None
    most: Callable[[int], int]
    so: Callable[[int, int], bool] | None
    yours: bool = False
    others: bool = False

    @property
    def plural(self) -> bool:
        """Whether its verb is that of several."""
        return "{n}" in self.says and not self.says.startswith(("one of", "each of", "a random one"))

    def of(self, noun: Words) -> str:
        return self.says.replace("{1}", noun.one).replace("{n}", noun.many)


def exactly(so_many: int) -> Callable[[int], int]:
    """So many, or all that there are."""
    return lambda n: min(so_many, n)


def every(n: int) -> int:
    return n


def no(n: int) -> int:
    return 0


def half_up(n: int) -> int:
    return -(-n // 2)


def _all(k: int, n: int) -> bool:
    return k == n


def _any(k: int, n: int) -> bool:
    return k > 0


ONE = [
    Count("a {1}", exactly(1), exactly(1), _any),
    Count("1 {1}", exactly(1), exactly(1), None),
    Count("any {1}", exactly(1), exactly(1), _any),
    Count("a random {1}", exactly(1), exactly(1), None),
    Count("one of the {n}", exactly(1), exactly(1), None),
    Count("up to 1 {1}", no, exactly(1), None),
    Count("at least 1 {1}", exactly(1), every, _any),
    Count("more than 1 {1}", None, every, lambda k, n: k > 1),
    Count("exactly 1 {1}", exactly(1), exactly(1), lambda k, n: k == 1),
    Count("no {1}", None, no, lambda k, n: k == 0),
]
ALL = [
    Count("each {1}", every, every, _all),
    Count("every {1}", every, every, _all),
    Count("all {n}", every, every, _all),
    Count("all of the {n}", every, every, _all),
    Count("each of the {n}", every, every, _all),
    Count("the {n}", every, every, _all),
]
SEVERAL = [
    Count("2 {n}", exactly(2), exactly(2), None),
    Count("exactly 2 {n}", exactly(2), exactly(2), lambda k, n: k == 2),
    Count("up to 2 {n}", no, exactly(2), None),
    Count("any number of {n}", no, every, None),
    Count("2 of the {n}", exactly(2), exactly(2), None),
    Count("up to 2 of the {n}", no, exactly(2), None),
    Count("any number of the {n}", no, every, None),
    Count("at least 2 {n}", exactly(2), every, lambda k, n: k >= 2),
    Count("one or more {n}", exactly(1), every, _any),
    Count("1 to 2 {n}", exactly(1), exactly(2), lambda k, n: k in (1, 2)),
    Count("between 1 and 2 {n}", exactly(1), exactly(2), lambda k, n: k in (1, 2)),
    Count("1 or 2 {n}", exactly(1), exactly(2), lambda k, n: k in (1, 2)),
    Count("at most 2 {n}", None, every, lambda k, n: k <= 2),
    Count("fewer than 2 {n}", None, every, lambda k, n: k < 2),
    Count("none of the {n}", None, no, lambda k, n: k == 0),
    Count("no {n}", None, no, lambda k, n: k == 0),
    Count("2 random {n}", exactly(2), exactly(2), None),
    Count("half of the {n}, rounded up", half_up, half_up, None),
]
YOURS = [
    Count("your {n}", every, every, _all, yours=True),
    Count("all your {n}", every, every, _all, yours=True),
    Count("each of your {n}", every, every, _all, yours=True),
    Count("one of your {n}", exactly(1), exactly(1), None, yours=True),
    Count("2 of your {n}", exactly(2), exactly(2), None, yours=True),
    Count("up to 2 of your {n}", no, exactly(2), None, yours=True),
    Count("any number of your {n}", no, every, None, yours=True),
    Count("1 or 2 of your {n}", exactly(1), exactly(2), None, yours=True),
    Count("at least 2 of your {n}", exactly(2), every, lambda k, n: k >= 2, yours=True),
    Count("exactly 2 of your {n}", exactly(2), exactly(2), lambda k, n: k == 2, yours=True),
    Count("fewer than 2 of your {n}", None, every, lambda k, n: k < 2, yours=True),
    Count("none of your {n}", None, no, lambda k, n: k == 0, yours=True),
    Count("half of your {n}, rounded up", half_up, half_up, None, yours=True),
]
OTHERS = [
    Count("each other {1}", every, every, _all, others=True),
    Count("all other {n}", every, every, _all, others=True),
    Count("the other {n}", every, every, _all, others=True),
    Count("each of the other {n}", every, every, _all, others=True),
    Count("another {1}", exactly(1), exactly(1), _any, others=True),
    Count("one of the other {n}", exactly(1), exactly(1), None, others=True),
    Count("2 other {n}", exactly(2), exactly(2), None, others=True),
    Count("1 to 2 other {n}", exactly(1), exactly(2), None, others=True),
    Count("no other {1}", None, no, lambda k, n: k == 0, others=True),
]
OF_PETS: Sequence[Count] = (*ONE, *ALL, *SEVERAL, *YOURS)
OF_PLAYERS: Sequence[Count] = (*ONE, *ALL, *SEVERAL[:-1], *OTHERS)
