"""What phrases of `named.py` stand for, wherever they stand: with so many of them an order is done, of so many a
condition is so, so many are counted, and rules are about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random

from tests.judge.after import After
from tests.judge.frames import Before, Framed, Piece
from tests.judge.lists import capital
from tests.judge.named import (
    OF_PETS,
    OF_PLAYERS,
    Count,
    So,
    Table,
    Words,
    at,
    both,
    is_you,
    of,
    pets,
    players,
)
from toolkit.kernel.state import State

ORDERS = (
    "Tag {}.", "Raise the power of {} by 1.", "Blue tags {}.", "You may tag {}.", "Tag {} and gain 1 coin.",
    "If you have at most 90 marks, tag {}.", "Put {} in the bowl.",
)  # fmt: skip
SAID: tuple[tuple[str, str, So], ...] = (
    ("is in the pond", "are in the pond", at("pond")),
    ("is not in the park", "are not in the park", lambda t, e: not at("park")(t, e)),
    ("has at least 2 power", "have at least 2 power", lambda t, e: t.has("power", e) > 1),
    ("belongs to you", "belong to you", of(is_you)),
)
COUNTED: tuple[tuple[str, Callable[[int], int]], ...] = (
    ("Gain 1 mark for each {1}.", lambda n: n),
    ("For each {1}, gain 1 mark.", lambda n: n),
    ("Gain marks equal to the number of {n}.", lambda n: n),
    ("Gain 1 mark for every 2 {n}.", lambda n: n // 2),
    ("If the number of {n} is at least 2, gain 1 mark.", lambda n: n >= 2),
    ("If the number of {n} is from 1 to 2, gain 1 mark.", lambda n: n in (1, 2)),
)
RULED = (
    "When you tag {}, gain 1 mark.", "You cannot tag {}.", "If you would tag {}, gain 1 mark instead.",
    "If {} would be tagged, gain 1 mark instead.", "{} {have} +10 power.",
)  # fmt: skip
TAGGED: tuple[tuple[str, So], ...] = (
    ("Tag each pet.", lambda t, e: True),
    ("Tag each pet in the park.", at("park")),
    ("Tag each pet in homes.", at("home")),
)
EXISTS = ("the ", "your ", "all ", "each ", "every ")
"""What is not said after *there is*."""


class Denoted(After):
    """Sentences with one such phrase."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        super().__init__(pieces)
        self.model = self.bench.lore.model
        self.columns = {each.name: k for k, each in enumerate(self.model.attributes)}
        self.players = self.bench.shaker.players

    # -- tables ---------------------------------------------------------------------------------------------
    def plain(self, said: str, states: int) -> Iterator[tuple[Before, Table]]:
        """Tables in your turn, on which no pet lies on another, or in the bowl, where some are put."""
        mine = (each for each in self.in_turn(said, 6 * states) if each.you == each.state.active)
        found = (
            (each, Table(each.state, each.you, self))
            for each in mine
            if all(self.lies_plainly(each, pet) for pet in self.pets)
        )
        return islice(found, states)

    def lies_plainly(self, before: Before, pet: int) -> bool:
        parent = before.state.parent[pet]
        return parent < 0 or (self.model.is_place[parent] and self.of_kind[parent] != "bowl")

    def meant(self, table: Table, noun: Words, det: Count) -> set[int]:
        """The pets that a phrase is about."""
        so = both(noun.so, of(is_you)) if det.yours else noun.so
        return {pet for pet in self.pets if table.state.parent[pet] >= 0 and so(table, pet)}

    def tried(self, said: str, done: Framed | None, states: int) -> Iterator[tuple[Before, Table, State]]:
        """What comes of it on such tables; of what is refused nothing does."""
        for before, table in self.plain(said, states) if done is not None else ():
            assert done is not None
            yield before, table, self.after(done, before)

    def misread(self, said: str, wanted: object, found: object, before: Before) -> str:
        return self.differs(said, f"meant {wanted}, found {found}", before)

    # -- pets -----------------------------------------------------------------------------------------------
    def of_taken_so(self, random: Random, states: int) -> str | None:
        """*Tag up to 2 of your lonely cats.*"""
        noun, det, order = pets(random), random.choice(OF_PETS), random.choice(ORDERS)
        says = order.format(det.of(noun))
        done = self.done(says) if det.least is not None and not (det.yours and "Blue" in order) else None
        if done is None or det.least is None or ("bowl" in says and not noun.mods):
            return None  # what is put somewhere is taken from where it begins
        for before, table, then in self.tried(says, done, states):
            meant, found = self.meant(table, noun, det), self.touched(before.state, then)
            least = 0 if "may" in order else det.least(len(meant))
            if not found <= meant or not least <= len(found) <= det.most(len(meant)):
                return self.misread(says, sorted(meant), sorted(found), before)
        return None

    def of_so_many(self, random: Random, states: int) -> str | None:
        """*If at least 2 cats in the park are lonely, …*, *If there are no cats, …*, *for each dog or cat*."""
        noun, det = pets(random), random.choice(OF_PETS)
        if random.random() < 0.4:
            says, marks = random.choice(COUNTED)
            return self.unlike_marks(
                says.replace("{1}", noun.one).replace("{n}", noun.many), noun, marks, states
            )
        if det.so is None:
            return None
        is_so = det.so
        if random.random() < 0.4:
            if det.says.startswith(EXISTS):
                return None
            says = f"If there {'are' if det.plural else 'is'} {det.of(noun)}, gain 1 mark."
            return self.unlike_marks(says, noun, lambda n: is_so(n, n), states, det)
        one, many, so = random.choice(SAID)
        says = f"If {det.of(noun)} {many if det.plural else one}, gain 1 mark."
        for before, table, then in self.tried(says, self.done(says), states):
            meant = self.meant(table, noun, det)
            wanted = is_so(sum(so(table, pet) for pet in meant), len(meant))
            if meant and self.marks(then) != wanted:
                return self.misread(says, sorted(meant), not wanted, before)
        return None

    def unlike_marks(
        self, says: str, noun: Words, marks: Callable[[int], int], states: int, det: Count = OF_PETS[0]
    ) -> str | None:
        for before, table, then in self.tried(says, self.done(says), states):
            meant, found = self.meant(table, noun, det), self.marks(then)
            if found != marks(len(meant)):
                return self.misread(says, sorted(meant), found, before)
        return None

    def of_rules(self, random: Random, states: int) -> str | None:
        """*When you tag a cat or dog in the park, …*, *You cannot tag your lonely pets*: of each of them alike."""
        noun, det, law = pets(random), random.choice(OF_PETS), random.choice(RULED)
        (order, there), changed = random.choice(TAGGED), "power" in law
        if "power" in noun.one:
            return None  # which is another one afterwards
        if changed:
            order = "For each pet, if its power is at least 10, gain 1 mark."
        stands = capital(law.format(det.of(noun), have="have" if det.plural else "has"))
        for before, table, then in self.tried(stands + order, self.as_written(order, stands), states):
            meant, found, marks = (
                self.meant(table, noun, det),
                self.touched(before.state, then),
                self.marks(then),
            )
            tagged = {pet for pet in self.pets if before.state.parent[pet] >= 0 and there(table, pet)}
            wanted = len(meant) if changed else 0 if "cannot" in law else len(meant & tagged)
            free = set() if changed else tagged if law.startswith("When") else tagged - meant
            if (marks, found) != (wanted, free):
                return self.misread(
                    f"{stands} // {order}", (wanted, sorted(free)), (marks, sorted(found)), before
                )
        return None

    # -- players --------------------------------------------------------------------------------------------
    def of_players(self, random: Random, states: int) -> str | None:
        """*Greet 1 or 2 other players with no coins.*"""
        noun, det = players(random), random.choice(OF_PLAYERS)
        who, these = det.of(noun), "Those players gain" if det.plural else "That player gains"
        says = random.choice(
            (
                f"Greet {who}.",
                f"{capital(who)} {'gain' if det.plural else 'gains'} 1 mark.",
                f"Choose {who}. {these} 1 mark.",
                f"If {who} {'have' if det.plural else 'has'} at least 2 points, gain 1 mark.",
            )
        )
        for before, table, then in self.tried(says, self.done(says), states):
            meant = {p for p in self.players if not (det.others and p == before.you) and noun.so(table, p)}
            found = {p for p in self.players if then.columns[self.mark][p]}
            if says.startswith("If"):
                so_many = sum(table.has("point", p) >= 2 for p in meant)
                right = not meant or det.so is None or det.so(so_many, len(meant)) == bool(found)
            else:
                least = det.least(len(meant)) if det.least is not None else 0
                right = found <= meant and least <= len(found) <= det.most(len(meant))
            if not right:
                return self.misread(says, sorted(meant), sorted(found), before)
        return None


SEARCHES: dict[str, Callable[[Denoted, Random, int], str | None]] = {
    "so many taken": Denoted.of_taken_so,
    "so many are": Denoted.of_so_many,
    "rules of them": Denoted.of_rules,
    "so many players": Denoted.of_players,
}
