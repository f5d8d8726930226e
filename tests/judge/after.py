"""Who did something, how much, where and for how long, called back by the next sentence: *Blue gains 1 coin. They …*,
*Put 2 cats in the park. Gain that many …*, *Put a dog there*, *Until the end of this turn, …*, *At the end of this
turn, …*; against the same order with the thing named, or at once.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.judge.backs import CATS, DOGS, OF_PETS, RULED, TRIED, Backs
from tests.judge.frames import Framed
from tests.judge.lists import capital
from toolkit.kernel.state import State

WHO = """you/Blue/the player to your left/another player/each player/each other player/a player
each player who is rich/the player with the most coins/the player with the fewest points/Blue and Green
you and the player to your left/2 players/up to 2 players/any number of players/each player with a cat in the park
each player who has no coins/a random player/another player who is rich/each player who has a dog or is rich
the player to your right/a player with a cat/all players/one of the other players/2 other players/the next player
each player with at least 2 coins and a dog/a player who has no coins/Red/a player with the most coins
the players with the most coins/any player/each player with the most coins""".replace("\n", "/").split("/")
DID = """{} gains 1 coin./{} gains 1 coin and loses 1 point./{} gain 1 coin.
If you have at most 90 marks, {} gains 1 coin./Gain 1 point. {} gains 1 coin./You may gain 1 point. {} gains 1 coin.
{} gains 1 coin if you have at most 90 marks./Choose {}./{} pats one of your cats and gains 1 coin.
For {}, gain 1 point.""".replace("\n", "/").split("/")
THEN = """They gain 1 mark./That player gains 1 mark./Those players gain 1 mark./Each of them gains 1 mark.
Each of those players gains 1 mark./They each gain 1 mark./If they have at most 90 marks, they gain 1 mark.
Gain 0 points, then they gain 1 mark./All of them gain 1 mark.
If that player has at most 90 marks, they gain 1 mark./Greet them./Greet that player./Greet each of those players.
Greet each of them./Until the end of this turn, when they gain a point, they gain 1 mark. Each player gains 1 point.
When that player gains a point this turn, they gain 1 mark. Each player gains 1 point.
Until the end of this turn, when those players gain a point, they gain 1 mark. Each player gains 1 point.
Until the end of this turn, when one of those players gains a point, they gain 1 mark. Each player gains 1 point.
If you do, they gain 1 mark./The chosen player gains 1 mark./The chosen players gain 1 mark.
If one of them has at most 90 marks, each of them gains 1 mark./For each of those players, that player gains 1 mark.
For each of them, they gain 1 mark.""".replace("\n", "/").split("/")

MUCH = """Gain 2 coins.
Gain 3 coins, then lose 1 coin./Lose up to 2 coins./Pay up to 2 coins./Gain coins equal to your points.
Blue gains 2 coins./Gain 2 coins and 1 point./Gain 1 point and 2 coins./You may pay 1 coin./Lose all your coins.
Pay any number of coins./Put {} in the park./Tag {}./Put {} in your yard./Blue tags {}.
If you have at most 90 marks, tag {}./You may tag {}./Lose 2 coins./Each player gains 2 coins.
The player to your left loses up to 3 coins./Put {} and {} in the park./Tag {} and {}.
Lose 1 coin for each cat in the park./Choose {}./Take up to 2 coins from Blue./Lose coins equal to your points.
Choose {}. Tag those pets.""".replace("\n", "/").split("/")

PLACES = (
    "the park",
    "your yard",
    "Blue's home",
    "the pond",
    "your home",
    "the yard of the player to your left",
    "Green's yard",
)

PUT_THERE = """Put {0} in {1}./Gain 1 coin and put {0} in {1}./Blue puts {0} in {1}./You may put {0} in {1}.
Put {0} in {1} and gain 1 coin.""".replace("\n", "/").split("/")
THERE = (
    """Put {0} {1}./Gain 1 coin, then put {0} {1}./For each cat {1}, gain 1 mark./If {0} is {1}, gain 1 mark.
Gain 1 mark for each pet {1}./Tag each cat {1}./Blue puts {0} {1}./If no cat is {1}, gain 1 mark.
""".strip()
    .replace("\n", "/")
    .split("/")
)


class After(Backs):
    """Sentences that call back people, amounts, places; and times."""

    def of_whom_back(self, random: Random, states: int) -> str | None:
        """*Blue gains 1 coin. They gain 1 mark.*"""
        who, did, then = random.choice(WHO), random.choice(DID), random.choice(THEN)
        first = capital(did.format(capital(who) if "{}" in did[:3] or ". {}" in did else who))
        shown = first if "gain" in did and not did.startswith("For") else capital(f"{who} gains 1 coin.")
        if "For" in did and "each" not in who:
            return None
        alone = self.done(shown) or self.done(capital(f"{who} gain 1 coin."))
        whole = self.done(f"{first} {then}")
        if whole is None or alone is None:
            return None
        coin = [each.name for each in self.bench.lore.model.attributes].index("coin")
        players = self.bench.shaker.players
        for before in self.in_turn(whole.said, states):
            gained, found = self.after(alone, before), self.after(whole, before)
            meant = [p for p in players if gained.columns[coin][p] != before.state.columns[coin][p]]
            marked = [
                p for p in players if found.columns[self.mark][p] for _ in range(found.columns[self.mark][p])
            ]
            if "Greet" in then:
                marked = [p for p in players if found.columns[self.mark][p]]
            if "rich" in then:
                return None
            if sorted(meant) != sorted(marked):
                names = self.bench.lore.model.label
                told = f"meant {[*map(names, meant)]}, found {[*map(names, marked)]}"
                return self.differs(whole.said, told, before)
        return None

    def of_much(self, random: Random, states: int) -> str | None:
        """*Tag 2 cats. Gain that many marks.*"""
        a, b = random.choice(OF_PETS), random.choice(OF_PETS)
        first = random.choice(MUCH).format(a, b)
        then = random.choice(
            (
                "Gain that many marks.",
                "If you have at most 90 marks, gain that many marks.",
                "You gain that many marks.",
            )
        )
        alone, whole = (
            self.done(first if "Choose" not in first else f"Tag {a}."),
            self.done(f"{first} {then}"),
        )
        if whole is None or alone is None:
            return None
        names = [each.name for each in self.bench.lore.model.attributes]
        coin, players = names.index("coin"), self.bench.shaker.players
        park = self.of_kind.index("park")
        for before in self.in_turn(whole.said, states):
            if any(before.state.parent[e] == park or self.is_in_yard(before.state, e) for e in self.pets):
                continue  # what is there is put there all the same
            done, found = self.after(alone, before), self.after(whole, before)
            much = sum(abs(done.columns[coin][p] - before.state.columns[coin][p]) for p in players)
            if "ag" in first or "ut" in first or "Rem" in first or "Send" in first or "Choose" in first:
                much = len(self.touched(before.state, done))
            elif "Take" in first:
                much //= 2
            if self.marks(found) != much + (self.marks(done) if "Lend" in first else 0):
                return self.differs(whole.said, f"{much}, found {self.marks(found)}", before)
        return None

    def is_in_yard(self, state: State, pet: int) -> bool:
        return self.of_kind[state.parent[pet]] == "yard"

    def of_there(self, random: Random, states: int) -> str | None:
        """*Put a cat in the park. Put a dog there.*"""
        a, b, place = random.choice(OF_PETS), random.choice(OF_PETS), random.choice(PLACES)
        first, then = random.choice(PUT_THERE), random.choice(THERE)
        one = first.format(a, place)
        whole = self.done(f"{one} {then.format(b, 'there')}")
        parts, first_alone = self.done(f"{one} {then.format(b, 'in ' + place)}"), self.done(one)
        if whole is None or parts is None or first_alone is None:
            return None
        tables = [
            each
            for each in self.in_turn(whole.said, 2 * states)
            if self.after(first_alone, each).parent != each.state.parent  # else nothing lies *there*
        ]
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)

    def of_time(self, random: Random, states: int) -> str | None:
        """*Until the end of this turn, you cannot tag a cat* as it stands by itself."""
        law = random.choice(RULED).filled(random.choice(CATS), random.choice(DOGS))[random.randrange(3)]
        if "has +1" in law:
            return None  # for a time that is one who is chosen
        tried = random.choice(TRIED)
        before = random.choice(
            (
                "Until the end of this turn, ",
                "Until the start of your next turn, ",
                "This turn, ",
                "Until the end of your next turn, ",
            )
        )
        whole, parts = self.under(tried, before, law), self.under(tried, "", law)
        if whole is None or parts is None:
            return None
        tables = [each for each in self.in_turn_of_others(whole, 2 * states) if each.state.active == each.you]
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)

    def of_later(self, random: Random, states: int) -> str | None:
        """*At the end of this turn, put a cat in the park.*"""
        piece = random.choice(self.orders)
        if not self.bare(piece):
            return None
        order = piece.text
        if random.random() < 0.4:
            more = random.choice(self.orders)
            if not self.bare(more):
                return None
            order = f"{order} and {self.inside(more.text)}"
        says = random.choice(
            (
                "At the end of this turn, {}.",
                "At the end of your turn, {}.",
                "Gain 0 coins. At the end of this turn, {}.",
                "At the end of the turn, {}.",
            )
        )
        whole, parts = self.in_stages(says.format(self.inside(order))), self.in_stages(f"{order}.")
        if whole is None or parts is None:
            return None
        tables = [each for each in self.in_turn(whole.said, 2 * states) if each.state.active == each.you]
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)

    def in_stages(self, says: str) -> Framed | None:
        """An order, and then the end of the turn."""
        tree = self.read(says, "effect")
        made = self.bench.whole((tree, "the end")) if tree is not None else ""
        return None if isinstance(made, str) else Framed(says, self.bench, made)

    def of_card(self, random: Random, states: int) -> str | None:
        """A rule on a card, for a list and for each of its parts."""
        laws = random.choice(RULED).filled(random.choice(CATS), random.choice(DOGS))
        tried, card = random.choice(TRIED), random.choice(["Ball", "Kite"])
        sides = (laws[0],), laws[1:]
        whole, parts = (self.as_written(tried, *map(capital, each), card=card) for each in sides)
        if whole is None or parts is None:
            return None
        tables = self.in_turn_of_others(whole, states)
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)


SEARCHES: dict[str, Callable[[After, Random, int], str | None]] = {
    "whom back": After.of_whom_back,
    "that many": After.of_much,
    "there": After.of_there,
    "for a time": After.of_time,
    "later": After.of_later,
    "on a card": After.of_card,
}
