"""Amounts put together from parts of which each says for itself how much it is, and what they are compared with: *more
coins than twice the number of cats in the park*, *each player with the most lonely dogs*, *the cat with the highest
power in the pond*.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.judge.denoted import Denoted
from tests.judge.named import So, Table, both, is_blue, is_left, is_you, of, pets, players


class Much(NamedTuple):
    """An amount; None: there is none of it."""

    says: str
    of: Callable[[Table], int | None]


def of_player(name: str, much: str, whose: So) -> Much:
    """*Blue's points*; `much`: the name of the quantity."""
    return Much(name, lambda t: next(t.has(much, player) for player in t.shared.players if whose(t, player)))


PURSES = (
    of_player("your coins", "coin", is_you),
    of_player("your points", "point", is_you),
    of_player("Blue's points", "point", is_blue),
    of_player("the coins of Blue", "coin", is_blue),
    of_player("the points of the player to your left", "point", is_left),
)


def lying(t: Table, so: So) -> list[int]:
    """The pets in the game of which it is so."""
    return [pet for pet in t.shared.pets if t.state.parent[pet] >= 0 and so(t, pet)]


def power_of(t: Table, those: list[int]) -> list[int]:
    return [t.has("power", pet) for pet in those]


def counted(random: Random) -> Much:
    """*the number of lonely cats in the park*, *the highest power of your dogs*."""
    if random.random() < 0.25:
        who = players(random)
        return Much(
            f"the number of {who.many}", lambda t: sum(who.so(t, player) for player in t.shared.players)
        )
    noun = pets(random)
    so, these = noun.so, noun.many
    if random.random() < 0.3:
        so, these = both(so, of(is_you)), f"your {noun.many}"
    if random.random() < 0.6:
        return Much(f"the number of {these}", lambda t: len(lying(t, so)))
    these = these if these.startswith("your") else f"the {these}"
    word, whole = random.choice((("highest", max), ("lowest", min), ("total", sum)))
    if word == "total":
        return Much(f"the sum of the powers of {these}", lambda t: sum(power_of(t, lying(t, so))))
    return Much(f"the {word} power of {these}", lambda t: whole(power_of(t, lying(t, so)), default=None))


def amount(random: Random, depth: int = 1) -> Much:
    """*twice the number of cats in the park*, *your coins plus 2*."""
    one = random.choice(PURSES) if random.random() < 0.35 else counted(random)
    if not depth or random.random() < 0.5:
        return one
    two = amount(random, 0)
    says, join = random.choice(
        (
            (f"twice {one.says}", lambda a, b: 2 * a),
            (f"{one.says} plus 1", lambda a, b: a + 1),
            (f"{one.says} minus 1", lambda a, b: a - 1),
            (f"{one.says} plus {two.says}", lambda a, b: a + b),
            (f"the sum of {one.says} and {two.says}", lambda a, b: a + b),
            (f"the higher of {one.says} and {two.says}", max),
            (f"half of {one.says}, rounded up", lambda a, b: -(-a // 2)),
        )
    )
    uses_two = two.says in says

    def whole(t: Table) -> int | None:
        a, b = one.of(t), two.of(t) if uses_two else 0
        return None if a is None or b is None else join(a, b)

    return Much(says, whole)


COMPARED: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("more {} than", int.__gt__),
    ("fewer {} than", int.__lt__),
    ("at least as many {} as", int.__ge__),
    ("as many {} as", int.__eq__),
    ("at least 2 more {} than", lambda a, b: a - b >= 2),
)
OF_EACH = ("If a player", "If no player", "If each", "Each")
IS: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("is more than", int.__gt__),
    ("is less than", int.__lt__),
    ("is at least", int.__ge__),
    ("is at most", int.__le__),
    ("is higher than", int.__gt__),
    ("is equal to", int.__eq__),
)


class Measured(Denoted):
    """Sentences with amounts."""

    def unlike(self, says: str, marks: Callable[[Table], int | None], states: int) -> str | None:
        """Where others are gained than meant; None of them: nobody can say."""
        for before, table, then in self.tried(says, self.done(says), states):
            meant, found = marks(table), self.marks(then)
            if meant is not None and found != meant:
                return self.misread(says, meant, found, before)
        return None

    def of_amounts(self, random: Random, states: int) -> str | None:
        """*Gain marks equal to …*, *If … is at least …*."""
        a, b, (word, so) = amount(random), amount(random), random.choice(IS)
        form = random.randrange(3)
        if form == 0:
            says = random.choice(("Gain marks equal to {}.", "Gain as many marks as {}.")).format(a.says)
            return self.unlike(says, lambda t: max(0, n) if (n := a.of(t)) is not None else None, states)
        if form == 1:
            says = f"If {a.says} {word} 2, gain 1 mark."
            return self.unlike(says, lambda t: (n := a.of(t)) is not None and so(n, 2), states)
        says = f"If {a.says} {word} {b.says}, gain 1 mark."
        return self.unlike(says, lambda t: _both(a.of(t), b.of(t), so), states)

    def of_more(self, random: Random, states: int) -> str | None:
        """*If you have more coins than …*, *each player with fewer cats in the park than …*."""
        a, (word, so) = amount(random), random.choice(COMPARED)
        what, had = self.had(random)
        more = f"{word.format(what)} {a.says}"
        says, marks = random.choice(
            (
                (f"If you have {more}, gain 1 mark.", lambda t, who: who(t.you)),
                (f"If Blue has {more}, gain 1 mark.", lambda t, who: who(t.shared.players[1])),
                (f"If a player has {more}, gain 1 mark.", lambda t, who: any(map(who, t.shared.players))),
                (
                    f"If no player has {more}, gain 1 mark.",
                    lambda t, who: not any(map(who, t.shared.players)),
                ),
                (f"If each player has {more}, gain 1 mark.", lambda t, who: all(map(who, t.shared.players))),
                (f"Each player with {more} gains 1 mark.", lambda t, who: sum(map(who, t.shared.players))),
                (f"Each player who has {more} gains 1 mark.", lambda t, who: sum(map(who, t.shared.players))),
                (f"Gain 1 mark unless you have {more}.", lambda t, who: not who(t.you)),
            )
        )

        if says.startswith(OF_EACH) and ("as many" in more and ("Blue" in a.says or "your" in a.says)):
            return None  # of another one

        def meant(t: Table) -> int | None:
            n = a.of(t)
            return None if n is None else int(marks(t, lambda player: so(had(t, player), n)))

        return self.unlike(says, meant, states)

    def had(self, random: Random) -> tuple[str, Callable[[Table, int], int]]:
        """What is had, and how much of it somebody has."""
        if random.random() < 0.5:
            name = random.choice(("coin", "point"))
            return f"{name}s", lambda t, player: t.has(name, player)
        noun = pets(random)
        while "your " in noun.many:  # what lies there is had, whose ever it is
            noun = pets(random)
        return noun.many, lambda t, player: sum(t.owner(pet) == player for pet in lying(t, noun.so))

    def of_most(self, random: Random, states: int) -> str | None:
        """*each player with the most lonely cats*, *If you have the fewest coins, …*."""
        what, had = self.had(random)
        word, best = random.choice((("most", max), ("fewest", min)))
        if "your" in what or "you" in what.split():
            return None  # where each of the others has them in *your* home, it is theirs
        says, marks = random.choice(
            (
                (f"If you have the {word} {what}, gain 1 mark.", lambda t, those: those == [t.you]),
                (f"Each player with the {word} {what} gains 1 mark.", lambda t, those: len(those)),
                (f"Greet each player with the {word} {what}.", lambda t, those: len(those)),
                (f"Greet a player with the {word} {what}.", lambda t, those: 1),
                (f"The player with the {word} {what} gains 1 mark.", lambda t, those: len(those) == 1),
                (f"Greet each player who has the {word} {what}.", lambda t, those: len(those)),
                (
                    f"If Blue has the {word} {what}, gain 1 mark.",
                    lambda t, those: those == [t.shared.players[1]],
                ),
            )
        )

        def meant(t: Table) -> int | None:
            by = {player: had(t, player) for player in t.shared.players}
            if word == "most" and not any(by.values()):
                return None  # of nothing nobody has the most
            return int(marks(t, [player for player, n in by.items() if n == best(by.values())]))

        return self.unlike(says, meant, states)

    def of_best(self, random: Random, states: int) -> str | None:
        """*Tag the lonely cat with the highest power in the park*: one of those that tie for it, or all."""
        noun = pets(random)
        word, best = random.choice((("highest", max), ("lowest", min)))
        if len(noun.mods) > 1 or "power" in noun.one or " or " in noun.one or " and " in noun.one:
            return None
        plain = noun.one
        behind = noun.mods[0].one if noun.mods else ""
        says_of = random.choice(
            (f"{plain} with the {word} power", f"{plain.removesuffix(behind)} with the {word} power{behind}")
        )
        says, all_ = random.choice(
            (
                (f"Tag the {says_of}.", False),
                (f"Tag a {says_of}.", False),
                (f"Tag each {says_of}.", True),
                (f"You may tag the {says_of}.", False),
            )
        )
        for before, table, then in self.tried(says, self.done(says), states):
            those = lying(table, noun.so)
            found = self.touched(before.state, then)
            tie = {pet for pet in those if table.has("power", pet) == best(power_of(table, those))}
            least = 0 if "may" in says or not tie else len(tie) if all_ else 1
            if not found <= tie or len(found) < least or (not all_ and len(found) > 1):
                return self.misread(says, sorted(tie), sorted(found), before)
        return None

    def of_places(self, random: Random, states: int) -> str | None:
        """*Put a cat in the home of another player with no coins*: in one of theirs."""
        who = players(random)
        place, says, others = random.choice(
            (
                ("yard", f"the yard of a {who.one}", False),
                ("home", f"the home of another {who.one}", True),
                ("yard", f"a yard of a {who.one}" if who.mods else "a player's yard", False),
                ("yard", f"the yard of one of the other {who.many}", True),
            )
        )
        order = random.choice(
            (
                f"Put a cat from the park in {says}.",
                f"Put one of your dogs in {says}.",
                f"Choose {says}. Put a cat from the park in that {place}.",
            )
        )
        for before, table, then in self.tried(order, self.done(order), states):
            meant = {p for p in self.players if who.so(table, p) and not (others and p == table.you)}
            whither = [then.parent[pet] for pet in self.pets if then.parent[pet] != before.state.parent[pet]]
            right = all(
                self.of_kind[there] == place and self.model.owner[there] in meant for there in whither
            )
            if not right or len(whither) > 1:
                return self.misread(order, sorted(meant), whither, before)
        return None


def _both(a: int | None, b: int | None, so: Callable[[int, int], bool]) -> bool:
    """Compared with nothing, nothing is so."""
    return a is not None and b is not None and so(a, b)


SEARCHES: dict[str, Callable[[Measured, Random, int], str | None]] = {
    "amounts": Measured.of_amounts,
    "more than": Measured.of_more,
    "the most": Measured.of_most,
    "the best": Measured.of_best,
    "whose place": Measured.of_places,
}
