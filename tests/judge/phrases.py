"""Noun phrases made at random: players, places and things, as trees.

Sentences nobody wrote, from a pack's words, to a depth; everything follows from the seed.  What comes out is printed
and parsed back by `bench.Bench`, and only exact round trips are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from tests.judge.copies import replace
from tests.judge.values import Lore
from toolkit.language import ast
from toolkit.language.ast import (
    Act,
    Be,
    Complement,
    Determiner,
    Modifier,
    Noun,
    Pronoun,
    Relative,
)

T = TypeVar("T")

BESIDE = ("next to", "next to", "above", "below", "to the left of", "to the right of")
BOUNDS = ("at least", "at most", "exactly", "more than", "fewer than")


class Phrases:
    """`you` stands in sentences as *you*; `spoken`: kinds of what was mentioned and may be *it* or *that*."""

    def __init__(self, lore: Lore, random: Random) -> None:
        self.lore = lore
        self.random = random
        words = lore.words
        entries = [e for e in words.nouns.values() if e.pack not in ("core", "grammar")]
        self.things = [e.id for e in entries if e.category == "thing" and e.id in lore.kinds]
        self.things += ["thing"] if len(self.things) < 5 else []
        self.places = [e.id for e in entries if e.category == "place" and e.id in lore.kinds] or ["place"]
        self.of_player = {p.name for p in lore.pack.source.places if p.of == "player"}
        self.single = {p for p in self.places if sum(1 for _ in self.entities(p)) == 1}
        declared = lore.pack.source.places
        self.groups = [(p.name, p.group_of) for p in declared if p.group_of is not None]
        self.ordered = [p.name for p in lore.pack.source.places if p.ordered]
        self.quantities = [q.name for q in lore.pack.source.quantities if q.of == "player"]
        said = {item.document for item in lore.pack.trees if item.pack == "grammar"}
        self.defined = [a for a in lore.adjectives if words.adjectives[a].pack != "grammar" or a in said]
        self.players = [id for id, entry in words.names.items() if entry.noun == "player"]
        self.players = [id for id in self.players if lore.names[id]]
        self.numbers = self.attributes("number")
        self.flags = self.attributes("flag")
        self.listed = self.attributes("value")
        self.shows = [t for t in self.things if any(k.shows for k in lore.pack.source.lineage(t))]
        self.spoken: list[str] = []
        own = [each for each in words.templates if each.pack not in ("core", "grammar") and not each.fixed]
        self.own_verbs = [
            (each.verb, each.slots[0].noun if each.slots else "")
            for each in own
            if each.canonical and all(slot.role == "obj" and slot.noun in self.things for slot in each.slots)
        ]

    def entities(self, noun: str) -> list[int]:
        kind = self.lore.kinds[noun]
        return list(self.lore.model.all_of[kind])

    def attributes(self, form: str) -> list[tuple[str, str]]:
        """(kind, attribute) of things."""
        found = []
        for thing in self.things:
            for name, attribute in self.lore.attributes_of[self.lore.kinds[thing]].items():
                if attribute.form == form and not attribute.many:
                    found.append((thing, name))
        return found

    def pick(self, items: Sequence[T]) -> T:
        return items[self.random.randrange(len(items))]

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def weighted(self, *rows: tuple[float, T]) -> T:
        at = self.random.random() * sum(weight for weight, _ in rows)
        for weight, item in rows:
            at -= weight
            if at < 0:
                return item
        return rows[-1][1]

    # --- Players and places -------------------------------------------------------------------------------------

    def player(self, depth: int) -> ast.Nominal:
        """A player as a subject."""
        return self.weighted(
            (4, Pronoun(word="you")),
            (2, Noun(name=self.pick(self.players))),
            (2, Noun(determiner=Determiner(article="a"), head="player")),
            (1.5, Noun(determiner=Determiner(quantifier="another"), head="player")),
            (2, Noun(determiner=Determiner(quantifier="each"), head="player")),
            (1, Noun(determiner=Determiner(quantifier="each", other=True), head="player")),
            (1, Noun(determiner=Determiner(quantifier="no"), head="player", plural=False)),
            (0.7, Noun(determiner=Determiner(quantifier="no", other=True), head="player", plural=False)),
            (
                1,
                Noun(determiner=Determiner(bound=self.pick(BOUNDS), number=self.pick((1, 2))), head="player"),
            ),
            (1, self.leader()),
            (1 if depth > 0 else 0, self.described_player(depth)),
        )

    def leader(self) -> Noun:
        """*the player with the most coins*."""
        most = self.most()
        determiner, plural = self.pick(
            ((Determiner(article="the"), False), (Determiner(quantifier="each"), None))
        )
        return Noun(
            determiner=determiner, head="player", plural=plural, modifiers=(Modifier(word="with", what=most),)
        )

    def most(self) -> Noun:
        """*the most coins*, *the fewest cats in the park*."""
        d = Determiner(quantifier=self.pick(("most", "fewest")), article="the")
        if self.quantities and self.chance(0.7):
            return Noun(determiner=d, head=self.pick(self.quantities), plural=True)
        prep, where = self.definite_place()
        where = (
            replace(where, determiner=Determiner(possessive="their"))
            if self.chance(0.3) and where.determiner.possessive
            else where
        )
        there = (Modifier(word=prep, what=where),) if self.chance(0.6) else ()
        return Noun(determiner=d, head=self.pick(self.things), plural=True, modifiers=there)

    def described_player(self, depth: int) -> Noun:
        determiner, plural = self.pick(
            (
                (Determiner(article="a"), None),
                (Determiner(quantifier="each"), None),
                (Determiner(quantifier="no"), False),
                (Determiner(quantifier="each", other=True), None),
            )
        )
        noun = Noun(determiner=determiner, head="player", plural=plural)
        if self.chance(0.4) and self.quantities:
            with_ = self.weighted((2, "with"), (1, "without"))
            amount = (
                self.amount_had() if with_ == "with" else Noun(head=self.pick(self.quantities), plural=True)
            )
            return replace(noun, modifiers=(Modifier(word=with_, what=amount),))
        if self.chance(0.2):
            return replace(
                noun, modifiers=(Modifier(word="other than", what=Noun(name=self.pick(self.players))),)
            )
        verb = self.player_verb(depth - 1, "their")
        relative = Relative(word="who", verb=verb)
        if self.chance(0.2):
            relative = replace(
                relative,
                joint=self.pick(("and", "or")),
                more=Relative(word="", verb=self.player_verb(0, "their")),
            )
        return replace(noun, relative=relative)

    def place(self, depth: int, whose: str | None = "your") -> tuple[str, ast.Nominal]:
        """A preposition and a place."""
        if self.groups and self.chance(0.3):
            return self.cell()
        place = self.pick(self.places)
        prep = self.lore.words.nouns[place].prep
        if place in self.of_player:
            determiner = self.weighted(
                (3 if whose else 0, Determiner(possessive=whose or "your")),
                (1, Determiner(owner=Noun(name=self.pick(self.players)))),
                (1, Determiner(article="a")),
                (0.7, Determiner(quantifier="each")),
                (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="each"), head="player"))),
                (0.5, Determiner(owner=Noun(determiner=Determiner(article="a"), head="player"))),
                (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="another"), head="player"))),
            )
        elif place in self.single:
            determiner = Determiner(article="the")
        else:
            determiner = self.weighted(
                (2, Determiner(article="a")),
                (1, Determiner(quantifier="each")),
                (1, Determiner(quantifier="no")),
            )
        fixed = (
            determiner.article in ("the",)
            or determiner.possessive
            or determiner.owner
            or determiner.quantifier == "no"
        )
        return prep, Noun(determiner=determiner, head=place, plural=False if fixed else None)

    def cell(self) -> tuple[str, ast.Nominal]:
        """*each cell of a line*."""
        group, cell = self.pick(self.groups)
        line = Noun(determiner=Determiner(article="a"), head=group)
        determiner = self.pick((Determiner(quantifier="each"), Determiner(article="a")))
        of = Modifier(word="of", what=line)
        if self.chance(0.3):
            of = Modifier(word=self.pick(BESIDE), what=self.beside(cell))
        return self.lore.words.nouns[cell].prep, Noun(determiner=determiner, head=cell, modifiers=(of,))

    def beside(self, cell: str) -> Noun:
        """What something is next to: a cell, or a thing in one."""
        determiner = self.weighted(
            (3, Determiner(article="a")),
            (1, Determiner(quantifier="another")),
            (1, Determiner(quantifier="each")),
            (1, Determiner(quantifier="no")),
        )
        plural = False if determiner.quantifier == "no" else None
        return Noun(determiner=determiner, head=self.pick((cell, *self.things)), plural=plural)

    # --- Things -----------------------------------------------------------------------------------------------------

    def thing(self, depth: int, whose: str | None = "your", *, counted: bool = True) -> Noun:
        """A thing with a determiner that may count."""
        determiner, plural = self.weighted(
            (4, (Determiner(article="a"), None)),
            (1, (Determiner(quantifier="another"), None)),
            (2, (Determiner(quantifier="no"), True)),
            (1, (Determiner(quantifier="no"), False)),
            (1.5, (Determiner(quantifier="each"), None)),
            (1.5, (Determiner(quantifier="all"), True)),
            (
                4 if counted else 0,
                (Determiner(bound=self.pick(BOUNDS), number=self.pick((1, 2, 2, 3))), None),
            ),
            (1, (Determiner(article="the"), True)),
            (1 if whose else 0, (Determiner(possessive=whose or "your"), True)),
            (0.5 if whose else 0, (Determiner(number=1, of=True, possessive=whose or "your"), None)),
            (0.5 if whose else 0, (Determiner(quantifier="all", possessive=whose or "your"), True)),
            (0.5, (Determiner(owner=Noun(name=self.pick(self.players))), True)),
            (0.4, (Determiner(bound="at least", number=2, of=True, possessive=whose or "your"), None)),
            (0.5, (Determiner(quantifier="no", other=True), True)),
            (0.5, (Determiner(quantifier="each", other=True), None)),
        )
        return self.thing_with(determiner, plural, depth)

    def thing_with(self, determiner: Determiner, plural: bool | None, depth: int, place: bool = True) -> Noun:
        head = self.pick(self.things)
        noun = Noun(determiner=determiner, head=head, plural=plural, adjectives=self.adjectives(head))
        modifiers: list[Modifier] = []
        if self.chance(0.08):
            whose = self.pick(
                (
                    Noun(determiner=Determiner(quantifier="another"), head="player"),
                    Noun(name=self.pick(self.players)),
                )
            )
            modifiers.append(Modifier(word="of", what=whose))
        elif place and self.chance(0.5):
            prep, where = self.place(depth)
            modifiers.append(Modifier(word=prep, what=where))
        if depth > 0 and self.chance(0.25):
            extra = self.extra(head, depth)
            if extra is not None:
                modifiers.append(extra)
        noun = replace(noun, modifiers=tuple(modifiers))
        if depth > 0 and self.chance(0.2) and not modifiers:
            relative = self.relative(head, depth)
            if relative is not None:
                noun = replace(noun, relative=relative)
        return noun

    def listed_of(self, noun: Noun) -> ast.Nominal:
        """*2 cats or dogs in the park*: what the noun says of its things, said of those of another kind as well."""
        if noun.relative is not None or noun.adjectives or noun.head is None:
            return noun
        d = noun.determiner
        whole = d.quantifier in ("all", "each") or d.article == "the" or d.possessive or d.owner
        joint = "and" if whole and d.quantifier != "each" and not d.of else "or"
        one = d.article == "a" or d.quantifier in ("another", "each") or (d.number == 1 and not d.of)
        plural = noun.plural if noun.plural is not None else (False if one else None)
        other = Noun(head=self.pick(self.things), plural=plural, modifiers=noun.modifiers)
        return ast.Group(items=(replace(noun, modifiers=()), other), joint=joint)

    def adjectives(self, head: str) -> tuple[str, ...]:
        if not self.chance(0.15):
            return ()
        mine = [name for thing, name in self.listed if thing == head]
        values = [v for name in mine for v in self.lore.lists.get(self.attribute_list(head, name), ())]
        fits = [
            w
            for w in self.defined
            if any(self.may_be(head, d.subject.head) for d in self.lore.adjectives[w] if d.subject)
        ]
        words = [*values, *fits]
        return (self.pick(words),) if words else ()

    def attribute_list(self, head: str, name: str) -> str:
        return self.lore.attributes_of[self.lore.kinds[head]][name].of or ""

    def may_be(self, head: str, kind: str | None) -> bool:
        return kind is not None and self.lore.words.is_kind(head, kind)

    def extra(self, head: str, depth: int) -> Modifier | None:
        mine = [name for thing, name in self.numbers if thing == head]
        options: list[Modifier] = []
        if mine:
            amount = Noun(
                determiner=Determiner(bound=self.pick(BOUNDS), number=self.pick((0, 1, 2, 3))),
                head=self.pick(mine),
            )
            options += [Modifier(word="with", what=amount)] * 3
            extreme = Noun(
                determiner=Determiner(article="the", ordinal=self.pick(("highest", "lowest"))),
                head=self.pick(mine),
                plural=False,
            )
            options.append(Modifier(word="with", what=extreme))
        other = self.pick(self.things)
        prep, where = self.place(0)
        gone = Noun(
            determiner=Determiner(article="the"),
            head=other,
            plural=True,
            modifiers=(Modifier(word=prep, what=where),),
        )
        if self.groups:
            options += [Modifier(word=self.pick(BESIDE), what=self.beside(self.groups[0][1]))] * 4
        options.append(Modifier(word="other than", what=self.pick((gone, Noun(head=other, plural=True)))))
        options.append(Modifier(word="of", what=Noun(name=self.pick(self.players))))
        options.append(
            Modifier(word="of", what=Noun(determiner=Determiner(quantifier="another"), head="player"))
        )
        if (related := self.relation(head)) is not None:
            options += [Modifier(word=related.relation, what=related.to)] * 2
        return self.pick(options)

    def relative(self, head: str, depth: int) -> Relative | None:
        if self.chance(0.1):
            return self.past_relative()
        verb = self.thing_verb(head, depth - 1)
        choices: list[Relative] = [Relative(word="that", verb=verb)] * 3
        have = Act(verb="have", negated=self.chance(0.2))
        if self.chance(0.5):
            prep, where = self.place(0, "your")
            have = replace(have, complements=(Complement(role="place", prep=prep, value=where),))
        choices.append(Relative(word="", subject=Pronoun(word="you"), verb=have))
        mine = [name for thing, name in self.numbers if thing == head]
        if mine:
            predicate = ast.IsThing(
                what=Noun(
                    determiner=Determiner(
                        bound=self.pick((None, *BOUNDS[:3])), number=self.pick((0, 1, 2, 3))
                    )
                )
            )
            choices.append(
                Relative(
                    word="whose",
                    subject=Noun(head=self.pick(mine), plural=False),
                    verb=Be(predicate=predicate),
                )
            )
            choices.append(
                Relative(
                    word="whose",
                    subject=Noun(head=self.pick(mine), plural=False),
                    verb=Be(
                        predicate=ast.IsRelated(
                            relation=self.pick(("lower than", "higher than")), to=self.amount(0)
                        )
                    ),
                )
            )
        first = self.pick(choices)
        if self.chance(0.2) and first.word == "that":
            again = Relative(word="", verb=self.thing_verb(head, 0))
            first = replace(first, joint=self.pick(("and", "or")), more=again)
        return first
