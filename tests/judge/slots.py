"""Where a phrase ends and the next slot of a verb begins: *Lend each cat in the park with no power to another player
with no coins*, *Pair a cat with 2 power with a dog in the park*, *Fetch a dog of Blue from your home*.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.judge.happened import lasting
from tests.judge.measured import Measured, lying
from tests.judge.named import OF_PETS, OF_PLAYERS, both, is_you, of, one_kind, players

SLOTS = """---
{type: verb, id: pair, phrase: "pair {pet} with {mate: pet}",
 steps: {go: Raise the power of the pet by 1. Raise the power of the mate by 20.}}
---
{type: verb, id: fetch, phrase: "fetch {pet} from {place}", steps: {go: Put the pet in the bowl.}}
"""


class Slots(Measured):
    """Sentences with verbs of two slots."""

    words = Measured.words + SLOTS

    def of_lent(self, random: Random, states: int) -> str | None:
        """*Lend each lonely cat to another player with no coins.*"""
        noun, who = lasting(random), players(random)
        what, whom = random.choice(OF_PETS), random.choice(OF_PLAYERS)
        if what.least is None or not whom.says.startswith(TO_ONE):
            return None
        lend = f"end {what.of(noun)} to {whom.of(who)}"
        says = random.choice(
            (
                f"L{lend}.",
                f"You may l{lend}.",
                f"Gain 1 debt and l{lend}.",
                f"If you have at most 90 marks, l{lend}.",
            )
        )
        for before, table, then in self.tried(says, self.done(says), states):
            meant = self.meant(table, noun, what)
            to = {p for p in self.players if who.so(table, p) and not (whom.others and p == table.you)}
            marks, moved = self.marks(then), self.moved_to(before.state.parent, then.parent)
            least = 0 if "may" in says or not to else what.least(len(meant))
            right = set(moved) <= meant and all(self.is_yard_of(there, to) for there in moved.values())
            if not right or not least <= marks <= what.most(len(meant)):
                return self.misread(says, (sorted(meant), sorted(to)), (moved, marks), before)
        return None

    def moved_to(self, before: object, then: object) -> dict[int, int]:
        return {pet: then[pet] for pet in self.pets if before[pet] != then[pet]}  # type: ignore[index]

    def is_yard_of(self, place: int, whose: set[int]) -> bool:
        return self.of_kind[place] == "yard" and self.model.owner[place] in whose

    def of_lent_when(self, random: Random, states: int) -> str | None:
        """*When you lend a cat in the park to a player with no coins, gain 1 mark.*"""
        noun, who = lasting(random), players(random)
        a, whom = f"a {noun.one}", f"a {who.one}"
        law, others = random.choice(
            (
                (f"When you lend {a} to {whom}, gain 1 coin.", False),
                (f"When you lend {a} to another {who.one}, gain 1 coin.", True),
                (f"When a player lends {a} to {whom}, that player gains 1 coin.", False),
                (f"When {a} is lent to {whom}, you gain 1 coin.", False),
                (f"The first time you lend {a} to {whom} each turn, gain 1 coin.", False),
            )
        )
        order, to = lasting(random), random.choice(("Blue", "the player to your left"))
        says = f"Lend each {order.one} to {to}."
        if (
            "coin" in who.one
            or "rich" in who.one
            or "in the" in noun.one
            or "yard" in noun.one
            or "lonely" in noun.one
        ):
            return None  # which changes on the way
        if "cat" in who.one or "home" in noun.one:
            return None
        coin = self.columns["coin"]
        for before, table, then in self.tried(f"{law} // {says}", self.as_written(says, law), states):
            lent = set(lying(table, order.so))
            you = table.you
            at = self.players.index(you)
            p = self.players[1] if to == "Blue" else self.players[(at + 1) % len(self.players)]
            meant = len([pet for pet in lent if noun.so(table, pet)])
            meant = meant if who.so(table, p) and not (others and p == you) else 0
            meant = min(meant, 1) if "first" in law else meant
            found = sum(then.columns[coin][q] - before.state.columns[coin][q] for q in self.players)
            if found != meant:
                return self.misread(f"{law} // {says}", meant, found, before)
        return None

    def of_paired(self, random: Random, states: int) -> str | None:
        """*Pair a lonely cat with a dog with no power.*"""
        one, other = one_kind(random, "cat"), one_kind(random, "dog")
        what, with_ = random.choice(OF_PETS), random.choice(ONE_OF)
        if what.least is None or "power" in other.one:
            return None  # which the first has changed
        pair = f"air {what.of(one)} with {with_.of(other)}"
        says = random.choice((f"P{pair}.", f"You may p{pair}.", f"Gain 1 coin, then p{pair}."))
        power = self.columns["power"]
        for before, table, then in self.tried(says, self.done(says), states):
            meant, mates = self.meant(table, one, what), self.meant(table, other, with_)
            up = {p: then.columns[power][p] - before.state.columns[power][p] for p in self.pets}
            raised = {p for p, n in up.items() if n in (1, 2, 3)}
            paired = {p for p, n in up.items() if n > 3}
            least = 0 if "may" in says or not mates else what.least(len(meant))
            right = raised <= meant and paired <= mates and (mates or not raised)
            if not right or not least <= len(raised) <= what.most(len(meant)):
                return self.misread(says, (sorted(meant), sorted(mates)), up, before)
        return None

    def of_fetched(self, random: Random, states: int) -> str | None:
        """*Fetch each lonely cat from the home of another player.*"""
        noun, what = lasting(random), random.choice(OF_PETS)
        from_, thence = random.choice(
            (
                ("the park", lambda t, p: self.of_kind[p] == "park"),
                ("your home", lambda t, p: self.of_kind[p] == "home" and t.owner(p) == t.you),
                (
                    "the home of Blue",
                    lambda t, p: self.of_kind[p] == "home" and t.owner(p) == self.players[1],
                ),
            )
        )
        if what.least is None:
            return None
        says = f"Fetch {what.of(noun)} from {from_}."
        for before, table, then in self.tried(says, self.done(says), states):
            so = both(noun.so, of(is_you)) if what.yours else noun.so
            meant = {p for p in lying(table, so) if thence(table, before.state.parent[p])}
            moved = set(self.moved_to(before.state.parent, then.parent))
            if not moved <= meant or not what.least(len(meant)) <= len(moved) <= what.most(len(meant)):
                return self.misread(says, sorted(meant), sorted(moved), before)
        return None


TO_ONE = ("a {1}", "another", "1 {1}", "any {1}", "one of")
ONE_OF = [det for det in OF_PETS if det.says.startswith(("a {1}", "1 {1}", "one of", "a random"))]

SEARCHES: dict[str, Callable[[Slots, Random, int], str | None]] = {
    "lent": Slots.of_lent,
    "lent when": Slots.of_lent_when,
    "paired": Slots.of_paired,
    "fetched": Slots.of_fetched,
}
