"""What a verb of the pack is done with, in a list and each by itself: *Tag a cat and a dog*, *You cannot tag a cat or a
dog*; and what the next sentence calls back: *Put 2 cats in the park. Tag them.*, *Tag one of them. Send the others.*

The verbs show with what they were done, so the machine tells by the table what it took for *them*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from tests.judge.frames import SO, WORDS, Before, Framed, Piece
from tests.judge.lists import AT_ONCE, PETS, TAKEN, Lists, capital
from toolkit.kernel.state import State

MORE = """---
{type: verb, id: tag, phrase: "tag {pet}", steps: {go: Raise the power of the pet by 1.}}
---
{type: verb, id: greet, phrase: "greet {player}", steps: {go: That player gains 1 mark.}}
---
{type: verb, id: lend, phrase: "lend {pet} to {player}", steps: {go: Put the pet in that player's yard. Gain 1 mark.}}
"""
HIGHEST = 9
"""So much power have pets at first: another one of it shows."""

OF_PETS = [what for what in TAKEN if any(f" {kind}" in what or f" {kind}s" in what for kind in PETS)]


class Done(NamedTuple):
    """A sentence with holes, and the orders that it says in one."""

    says: str
    parts: tuple[str, ...]


DONE = (
    Done("Tag {0} and {1}.", ("Tag {0}.", "Tag {1}.")),
    Done("Tag {0}, {1} and {2}.", ("Tag {0}.", "Tag {1}.", "Tag {2}.")),
    Done("Tag {0} and {1}, then send {2}.", ("Tag {0}.", "Tag {1}.", "Send {2}.")),
    Done("Tag {0}, then send {1} and {2}.", ("Tag {0}.", "Send {1}.", "Send {2}.")),
    Done("Tag {0} and send {1}.", ("Tag {0}.", "Send {1}.")),
    Done("Lend {0} and {1} to Blue.", ("Lend {0} to Blue.", "Lend {1} to Blue.")),
    Done("Lend {0} to Blue and {1} to Green.", ("Lend {0} to Blue.", "Lend {1} to Green.")),
    Done("Lend {0} to Blue and tag {1}.", ("Lend {0} to Blue.", "Tag {1}.")),
    Done("Blue and Green tag {0}.", ("Blue tags {0}.", "Green tags {0}.")),
    Done(
        "Blue and Green tag {0} and {1}.",
        ("Blue tags {0}.", "Blue tags {1}.", "Green tags {0}.", "Green tags {1}."),
    ),
    Done("You and Blue tag {0}.", ("Tag {0}.", "Blue tags {0}.")),
    Done("Blue tags {0} and {1}.", ("Blue tags {0}.", "Blue tags {1}.")),
    Done("Blue tags {0} and Green tags {1}.", ("Blue tags {0}.", "Green tags {1}.")),
    Done("Blue tags {0}, then Green sends {1}.", ("Blue tags {0}.", "Green sends {1}.")),
    Done(
        "The player to your left tags {0} and {1}.",
        ("The player to your left tags {0}.", "The player to your left tags {1}."),
    ),
    Done("Greet Blue and Green.", ("Greet Blue.", "Greet Green.")),
    Done("Greet Blue and tag {0}.", ("Greet Blue.", "Tag {0}.")),
    Done("Blue and Green greet you.", ("Blue greets you.", "Green greets you.")),
    Done(f"If {SO}, tag {{0}} and {{1}}.", ("Tag {0}.", "Tag {1}.")),
    Done(f"If {SO}, tag {{0}}, {{1}} and {{2}}.", ("Tag {0}.", "Tag {1}.", "Tag {2}.")),
    Done("Repeat 2 times: Tag {0} and {1}.", ("Tag {0}.", "Tag {1}.", "Tag {0}.", "Tag {1}.")),
    Done("Tag {0}. If you do, tag {1}.", ("Tag {0}. If you do, tag {1}.",)),
    Done(
        "Put {0} and {1} in the park and tag {2}.",
        ("Put {0} in the park.", "Put {1} in the park.", "Tag {2}."),
    ),
    Done("Tag {0} twice.", ("Tag {0}. Tag {0}.",)),
)

CATS = """a cat; one of your cats; a cat in the park; a lonely cat; a cat of another player; a tired cat; Blue's cat;
a cat with at least 2 power; a cat that is lonely; a cat that is tired or in the park; a cat you have; your cat;
a cat that has at least 2 power; another player's cat; a cat in your yard; the cat with the highest power""".replace(
    "\n", " "
).split("; ")
DOGS = [each.replace("cat", "dog") for each in CATS]


class Of(NamedTuple):
    """A sentence with one hole, for a list and for each of its two parts."""

    says: str
    whole: str
    one: str
    other: str

    def filled(self, cat: str, dog: str) -> tuple[str, str, str]:
        """The whole and the two parts, of a cat and of a dog: nothing is both."""
        one, two, three = (
            self.says.format(part).format(cat, dog) for part in (self.whole, self.one, self.other)
        )
        return one, two, three


OR, AND = ("{0} or {1}", "{0}", "{1}"), ("{0} and {1}", "{0}", "{1}")
OR_SEND = ("tag or send {0}", "tag {0}", "send {0}")
TAG_OR_SEND = ("tag {0} or send {1}", "tag {0}", "send {1}")
RULED = (
    *(
        Of(says, *OR)
        for says in (
            "When you tag {}, gain 1 mark.",
            "When a player tags {}, they gain 1 mark.",
            "When {} is tagged, gain 1 mark.",
            "You cannot tag {}.",
            "Players cannot tag {}.",
            "If you would tag {}, gain 1 mark instead.",
            "If {} would be tagged, gain 1 mark instead.",
            "You cannot tag {} unless you have at least 2 coins.",
            "As long as you have at least 2 coins, you cannot tag {}.",
        )
    ),
    *(Of("When you {}, gain 1 mark.", *what) for what in (OR_SEND, TAG_OR_SEND)),
    *(Of("You cannot {}.", *what) for what in (OR_SEND, TAG_OR_SEND)),
    Of("If a player would {}, they gain 1 mark instead.", *OR_SEND),
    Of("When {} tags {{0}}, gain 1 mark.", "you or Blue", "you", "Blue"),
    Of("{} cannot tag {{0}}.", "you and Blue", "you", "Blue"),
    Of("{} cannot be tagged.", *AND),
    Of("{{0}} cannot be {}.", "tagged or sent", "tagged", "sent"),
    Of("{} has +1 power.", *AND),
)
TRIED = (
    "Tag a cat. Tag a dog.",
    "Tag all cats in homes. Blue tags a dog.",
    "Send a cat. Tag a dog. Blue sends a dog.",
    "Tag each cat in the park. Send one of your dogs.",
    "Blue tags a cat. Tag all dogs in homes. Send 2 cats.",
    "Tag a cat of another player. Tag a dog of another player.",
)


def neither(so: Iterable[bool]) -> bool:
    """Whether none of them is so."""
    return not any(so)


OR_SENT = ("tagged or sent {0}", "tagged {0}", "sent {0}")
TAGGED_OR_SENT = ("tagged {0} or sent {1}", "tagged {0}", "sent {1}")
LIVED = (
    (Of("you have tagged {} this turn", *OR), any),
    (Of("you have tagged {} this turn", *AND), all),
    (Of("a player has tagged {} this turn", *OR), any),
    (Of("{} has been tagged this turn", *OR), any),
    (Of("{{0}} has been {} this turn", "tagged or sent", "tagged", "sent"), any),
    (Of("you have {} this turn", *OR_SENT), any),
    (Of("you have {} this turn", *TAGGED_OR_SENT), any),
    (Of("you have {} this turn", "tagged {0} and sent {1}", "tagged {0}", "sent {1}"), all),
    (Of("{} tagged {{0}} this turn", "you or Blue has", "you have", "Blue has"), any),
    (Of("{} have tagged {{0}} this turn", "you and Blue", "you", "Blue"), all),
    (Of("you {} this turn", "have not tagged {0} or {1}", "have tagged {0}", "have tagged {1}"), neither),
    (Of("you {} this turn", "have not tagged or sent {0}", "have tagged {0}", "have sent {0}"), neither),
    (
        Of(
            "you {} this turn",
            "have not tagged {0} this turn or sent {1}",
            "have tagged {0}",
            "have sent {1}",
        ),
        neither,
    ),
    (Of("{} tagged {{0}} this turn", "no player has", "a player has", "a player has"), neither),
)

FIRST = """Choose {}./Put {} in the park./Tag {}./Send {}./Lend {} to Blue./Blue tags {}./Blue puts {} in the park.
Gain 1 coin and tag {}./Tag {}, then gain 1 coin./If you have at most 90 marks, tag {}./You may gain 1 coin. Tag {}.
Tag {} and gain 2 points./Put {} in your yard./Gain 1 point. Send {}./The player to your left tags {}.
Tag {} if you have at most 90 marks.""".replace("\n", "/").split("/")
ALL_OF = """them/it/those pets/that cat/those cats/that dog/those dogs/that pet/each of them/all of them/those things
each of those cats/all of those pets/each of those pets/the chosen cat/the chosen cats/the chosen pets/both of them
the tagged cats/the tagged pet/that thing""".replace("\n", "/").split("/")
SOME_OF = {
    "one of them": 1,
    "2 of them": 2,
    "one of those cats": 1,
    "one of those pets": 1,
    "2 of those pets": 2,
    "one of the chosen cats": 1,
    "one of the tagged pets": 1,
}
NOW = """Put {} in the pond./Move {} to the pond./You may gain 1 coin. Put {} in the pond./Blue puts {} in the pond.
If you have at most 90 marks, put {} in the pond./Gain 1 coin, then put {} in the pond.
Gain 1 coin. Put {} in the pond./Put {} in the pond, then gain 1 coin.""".replace("\n", "/").split("/")
REST = """the others/the rest/the other/the other one/the other cats/the other pets/the rest of them/the other cat
each of the others""".replace("\n", "/").split("/")


class Backs(Lists):
    """Sentences with verbs of the pack, and those that call back."""

    words = WORDS + MORE

    def __init__(self, pieces: Iterable[Piece]) -> None:
        super().__init__(pieces)
        names = [each.name for each in self.bench.lore.model.attributes]
        self.power = names.index("power")
        world = self.bench.compiled.world
        self.pets = [e for e, kind in enumerate(self.of_kind) if world.is_a(kind, "pet")]

    def unmarked(self, said: str, lived: bool, states: int) -> Iterator[Before]:
        """Of which no pet has so much power that more of it would not show."""
        for before in super().unmarked(said, lived, states):
            for pet in self.pets:
                has = before.state.columns[self.power][pet]
                self.bench.machine.kernel.set_attribute(before.state, self.power, pet, min(has, HIGHEST))
            before.state.changed = 0
            before.state.forget_derived()
            yield before

    def in_turn(self, said: str, states: int) -> Iterator[Before]:
        """Tables in somebody's turn."""
        return islice(
            (each for each in self.unmarked(said, False, states + 4) if each.state.active >= 0), states
        )

    # -- a list, and each of it -----------------------------------------------------------------------------
    def of_done(self, random: Random, states: int) -> str | None:
        """*Tag A and B.*"""
        one, *others = (random.choice(OF_PETS) for _ in range(3))
        form = random.choice(DONE)
        if "You and" in form.says or "ach" in form.says or "and Green tag" in form.says:
            if any("random" in each for each in (one, *others)):
                return None
        if any(word in other for word in AT_ONCE for other in others):
            return None
        whole = self.done(form.says.format(one, *others))
        parts = self.done(*(part.format(one, *others) for part in form.parts))
        if whole is None or parts is None:
            return None
        tables = self.in_turn_of_others(whole, states)
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)

    def of_ruled(self, random: Random, states: int) -> str | None:
        """*When you tag A or B, …*, *You cannot tag A or B.*"""
        laws = random.choice(RULED).filled(random.choice(CATS), random.choice(DOGS))
        tried, before = random.choice(TRIED), random.choice(("", "", "Until the end of this turn, "))
        whole, parts = self.under(tried, before, laws[0]), self.under(tried, before, *laws[1:])
        if whole is None or parts is None:
            return None
        tables = self.in_turn_of_others(whole, states)
        return self.unlike_parts(whole, lambda before: self.after(parts, before), tables)

    def in_turn_of_others(self, whole: Framed, states: int) -> list[Before]:
        """Where you are not Blue, whom sentences name beside you."""
        blue = self.bench.shaker.players[1]
        return [each for each in self.in_turn(whole.said, 2 * states) if each.you != blue]

    def under(self, says: str, before: str, *laws: str) -> Framed | None:
        """An order under standing rules; `before`: what stands before each, if the order makes them."""
        said = tuple(capital(before + self.inside(law) if before else law) for law in laws)
        if before:
            return self.as_written(" ".join((*said, says)))
        return self.as_written(says, *said)

    def of_lived(self, random: Random, states: int) -> str | None:
        """*you have tagged A or B this turn*."""
        form, so = random.choice(LIVED)
        texts, tried = form.filled(random.choice(CATS), random.choice(DOGS)), random.choice(TRIED)
        made = [self.as_written(f"{tried} If {each}, gain 1 mark.") for each in texts]
        if any(each is None for each in made):
            return None
        whole, *parts = (each for each in made if each is not None)
        for before in self.in_turn(whole.said, states):
            found = self.marks(self.after(whole, before))
            alone = [self.marks(self.after(each, before)) > 0 for each in parts]
            if found != so(alone):
                return self.differs(whole.said, str(alone), before)
        return None

    # -- called back ----------------------------------------------------------------------------------------
    def touched(self, before: State, after: State) -> set[int]:
        """The pets that have moved, or have more power."""
        power = self.power
        return {
            e
            for e in self.pets
            if before.parent[e] != after.parent[e] or before.columns[power][e] != after.columns[power][e]
        }

    def of_back(self, random: Random, states: int) -> str | None:
        """*Put 2 cats in the park. Put them in the pond.*"""
        what, says = random.choice(OF_PETS), random.choice(FIRST)
        if random.random() < 0.2:
            what = f"{what} and {random.choice(OF_PETS)}"
            if "pet" in what or what.count("cat") != 1 or what.count("dog") != 1:
                return None
        back = random.choice((*ALL_OF, *SOME_OF))
        chosen = says.startswith("Choose")
        first = self.done(says.format(what))
        whole = self.done(f"{says.format(what)} {random.choice(NOW).format(back)}")
        if (" and " in what and back.startswith(("that", "it"))) or "Swap" in says:
            return None
        shown = self.done(f"Tag {what}.") if chosen else first
        if first is None or whole is None or shown is None:
            return None
        park, pond = self.of_kind.index("park"), self.of_kind.index("pond")
        for before in self.in_turn(whole.said, states):
            yard = next(e for e, kind in enumerate(self.of_kind) if kind == "yard")
            if any(
                before.state.parent[e] in (park, pond, yard) or self.of_kind[before.state.parent[e]] == "yard"
                for e in self.pets
            ):
                continue
            meant = self.touched(before.state, self.after(shown, before))
            found = self.after(whole, before)
            gone = {e for e in self.pets if found.parent[e] == pond}
            kind = next((each for each in PETS if each in back), None)
            if kind is not None:
                meant = {e for e in meant if self.bench.compiled.world.is_a(self.of_kind[e], kind)}
            right = gone == meant
            if back in SOME_OF:
                right = gone <= meant and len(gone) == min(len(meant), SOME_OF[back])
            if not right:
                names = self.bench.lore.model.label
                told = f"meant {[names(e) for e in sorted(meant)]}, found {[names(e) for e in sorted(gone)]}"
                return self.differs(whole.said, told, before)
        return None

    def of_rest(self, random: Random, states: int) -> str | None:
        """*Choose 3 cats. Tag one of them. Put the others in the pond.*"""
        what, some, rest = random.choice(OF_PETS), random.choice([*SOME_OF]), random.choice(REST)
        says = random.choice(("Choose {}.", "Put {} in the park.", "Send {}.", "Choose {}. Gain 1 coin."))
        now = random.choice(NOW).format(rest)
        one = random.choice(("Tag {}.", "Tag {}, then gain 1 coin.", "Blue tags {}.")).format(some)
        if "chosen" in some and any(word in what for word in ("a ", "one of", "the ", "your ")):
            return None  # of one that was chosen
        first = f"Tag {what}." if says.startswith("Choose") else says.format(what)
        whole, shown = self.done(f"{says.format(what)} {one} {now}"), self.done(first)
        if whole is None or shown is None:
            return None
        park, pond = self.of_kind.index("park"), self.of_kind.index("pond")
        for before in self.in_turn(whole.said, states):
            if any(before.state.parent[e] in (park, pond) for e in self.pets):
                continue
            meant, found = self.touched(before.state, self.after(shown, before)), self.after(whole, before)
            power = self.power
            tagged = {e for e in self.pets if found.columns[power][e] != before.state.columns[power][e]}
            gone = {e for e in self.pets if found.parent[e] == pond}
            left = meant - tagged
            kind = next((each for each in PETS if each in rest), None)
            if kind is not None:
                left = {e for e in left if self.bench.compiled.world.is_a(self.of_kind[e], kind)}
            if rest in ("the other", "the other one", "the other cat") and len(left) > 1:
                left = set()
            if gone != left or not tagged <= meant:
                names = self.bench.lore.model.label
                told = (
                    f"all {[*map(names, meant)]}, tagged {[*map(names, tagged)]}, found {[*map(names, gone)]}"
                )
                return self.differs(whole.said, told, before)
        return None


SEARCHES: dict[str, Callable[[Backs, Random, int], str | None]] = {
    "done with": Backs.of_done,
    "ruled": Backs.of_ruled,
    "has done": Backs.of_lived,
    "back": Backs.of_back,
    "the rest": Backs.of_rest,
}
