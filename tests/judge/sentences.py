"""Sentences nobody wrote: trees made at random from a pack's words, to a depth.

`Maker(lore, random)` makes trees of one type each (a thing, a place, a player, an amount, a condition, an effect); what
comes out is printed and parsed back by `judging.Bench`, and only exact round trips are kept.  Everything follows from the
seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from tests.judge.values import Lore
from toolkit.language import ast
from toolkit.language.ast import (
    Act,
    Be,
    Clause,
    Clauses,
    Complement,
    Determiner,
    Modifier,
    Noun,
    Pronoun,
    Relative,
    There,
)

T = TypeVar("T")

BOUNDS = ("at least", "at most", "exactly", "more than", "fewer than")


class Maker:
    """`you` stands in sentences as *you*; `spoken`: kinds of what was mentioned and may be *it* or *that*."""

    def __init__(self, lore: Lore, random: Random) -> None:
        self.lore = lore
        self.random = random
        words = lore.words
        entries = [e for e in words.nouns.values() if e.pack not in ("core", "grammar")]
        self.things = [e.id for e in entries if e.category == "thing" and e.id in lore.kinds]
        self.places = [e.id for e in entries if e.category == "place" and e.id in lore.kinds]
        self.of_player = {p.name for p in lore.pack.source.places if p.of == "player"}
        self.single = {p for p in self.places if sum(1 for _ in self.entities(p)) == 1}
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
            (1, Noun(determiner=Determiner(bound=self.pick(BOUNDS), number=self.pick((1, 2))), head="player")),
            (1, self.leader()),
            (1 if depth > 0 else 0, self.described_player(depth)),
        )  # fmt: skip

    def leader(self) -> Noun:
        """*the player with the most coins*."""
        if not self.quantities:
            return Noun(name=self.pick(self.players))
        most = Noun(
            determiner=Determiner(quantifier=self.pick(("most", "fewest")), article="the"),
            head=self.pick(self.quantities), plural=True,
        )  # fmt: skip
        determiner, plural = self.pick(
            ((Determiner(article="the"), False), (Determiner(quantifier="each"), None))
        )
        return Noun(
            determiner=determiner, head="player", plural=plural, modifiers=(Modifier(word="with", what=most),)
        )

    def described_player(self, depth: int) -> Noun:
        determiner, plural = self.pick(
            (
                (Determiner(article="a"), None), (Determiner(quantifier="each"), None),
                (Determiner(quantifier="no"), False), (Determiner(quantifier="each", other=True), None),
            )
        )  # fmt: skip
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
                (2, Determiner(article="a")), (1, Determiner(quantifier="each")), (1, Determiner(quantifier="no")),
            )  # fmt: skip
        fixed = (
            determiner.article in ("the",)
            or determiner.possessive
            or determiner.owner
            or determiner.quantifier == "no"
        )
        return prep, Noun(determiner=determiner, head=place, plural=False if fixed else None)

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
        if place and self.chance(0.5):
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
                determiner=Determiner(article="the", ordinal=self.pick(("highest", "lowest"))), head=self.pick(mine),
                plural=False,
            )  # fmt: skip
            options.append(Modifier(word="with", what=extreme))
        other = self.pick(self.things)
        prep, where = self.place(0)
        gone = Noun(
            determiner=Determiner(article="the"),
            head=other,
            plural=True,
            modifiers=(Modifier(word=prep, what=where),),
        )
        options.append(Modifier(word="other than", what=self.pick((gone, Noun(head=other, plural=True)))))
        options.append(Modifier(word="of", what=Noun(name=self.pick(self.players))))
        options.append(
            Modifier(word="of", what=Noun(determiner=Determiner(quantifier="another"), head="player"))
        )
        return self.pick(options)

    def relative(self, head: str, depth: int) -> Relative | None:
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
                    word="whose", subject=Noun(head=self.pick(mine), plural=False),
                    verb=Be(predicate=ast.IsRelated(relation=self.pick(("lower than", "higher than")), to=self.amount(0))),
                )
            )  # fmt: skip
        first = self.pick(choices)
        if self.chance(0.2) and first.word == "that":
            again = Relative(word="", verb=self.thing_verb(head, 0))
            first = replace(first, joint=self.pick(("and", "or")), more=again)
        return first

    # --- Amounts ------------------------------------------------------------------------------------------------

    def literal(self) -> Noun:
        return Noun(determiner=Determiner(number=self.pick((0, 1, 2, 2, 3, 4))))

    def amount_had(self) -> Noun:
        """*at least 2 coins*."""
        head = self.pick(self.quantities)
        determiner, plural = self.weighted(
            (4, (Determiner(bound=self.pick(BOUNDS), number=self.pick((0, 1, 2, 3))), None)),
            (1, (Determiner(article="a"), None)),
            (1, (Determiner(quantifier="no"), True)),
            (0.7, (Determiner(), True)),
        )
        return Noun(determiner=determiner, head=head, plural=plural)

    def amount(self, depth: int, whose: str = "your") -> ast.Nominal:
        options: list[tuple[float, str]] = [(1, "literal"), (2, "number")]
        if self.quantities:
            options.append((2, "quantity"))
        if self.numbers:
            options += [(2, "attribute"), (1.5, "sum")]
        if self.shows:
            options.append((1, "shown"))
        if self.quantities:
            options.append((0.7, "coins"))
        if depth > 0:
            options += [(0.7, "twice"), (0.7, "half"), (0.7, "arith"), (0.7, "difference")]
        options += [(0.7, "defined")]
        kind = self.weighted(*options)
        return getattr(self, f"amount_{kind}")(depth, whose)

    def amount_literal(self, depth: int, whose: str) -> ast.Nominal:
        return self.literal()

    def amount_number(self, depth: int, whose: str) -> ast.Nominal:
        determiner = self.weighted(
            (3, Determiner()), (1, Determiner(possessive=whose)), (1, Determiner(owner=Noun(name=self.pick(self.players)))),
        )  # fmt: skip
        counted: ast.Nominal = self.thing_with(determiner, True, depth)
        if self.chance(0.15):
            counted = replace(
                Noun(head="player", plural=True),
                relative=Relative(word="who", verb=self.player_verb(depth - 1, "their")),
            )
        elif (
            self.chance(0.1) and isinstance(counted, Noun) and not counted.adjectives and not counted.relative
        ):
            other = Noun(head=self.pick(self.things), plural=None, modifiers=counted.modifiers)
            counted = ast.Group(items=(replace(counted, modifiers=()), other), joint=self.pick(("and", "or")))
        return Noun(
            determiner=Determiner(article="the"),
            head="number",
            plural=False,
            modifiers=(Modifier(word="of", what=counted),),
        )

    def amount_quantity(self, depth: int, whose: str) -> ast.Nominal:
        determiner = self.weighted(
            (3, Determiner(possessive=whose)), (2, Determiner(owner=Noun(name=self.pick(self.players)))),
            (0.5, Determiner(owner=Noun(determiner=Determiner(article="a"), head="player"))),
            (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="each"), head="player"))),
            (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="another"), head="player"))),
        )  # fmt: skip
        return Noun(determiner=determiner, head=self.pick(self.quantities), plural=True)

    def amount_attribute(self, depth: int, whose: str) -> ast.Nominal:
        head, name = self.pick(self.numbers)
        return Noun(
            determiner=Determiner(article="the"), head=name, plural=False,
            modifiers=(Modifier(word="of", what=self.certain(head, depth)),),
        )  # fmt: skip

    def certain(self, head: str, depth: int) -> ast.Nominal:
        """One thing: the top one, the highest one, a, each."""
        if self.ordered and self.chance(0.3):
            place = self.pick(self.ordered)
            where = Noun(
                determiner=Determiner(possessive="your") if place in self.of_player else Determiner(article="the"),
                head=place, plural=False,
            )  # fmt: skip
            word = self.pick(("of", self.lore.words.nouns[place].prep))
            return Noun(
                determiner=Determiner(article="the", ordinal=self.pick(("top", "bottom", "first", "last", "second"))), head=head,
                plural=False, modifiers=(Modifier(word=word, what=where),),
            )  # fmt: skip
        prep, where_ = self.place(0)
        spot = (Modifier(word=prep, what=where_),)
        if head in self.shows and self.chance(0.5):
            return Noun(
                determiner=Determiner(article="the", ordinal=self.pick(("highest", "lowest"))), head=head, plural=False,
                modifiers=spot,
            )  # fmt: skip
        determiner, plural = self.pick(
            (
                (Determiner(article="a"), None),
                (Determiner(quantifier="each"), None),
                (Determiner(article="the"), False),
            )
        )
        return Noun(determiner=determiner, head=head, plural=plural, modifiers=spot)

    def amount_sum(self, depth: int, whose: str) -> ast.Nominal:
        head, name = self.pick(self.numbers)
        determiner = self.weighted(
            (2, Determiner(possessive=whose)),
            (2, Determiner(article="the")),
            (1, Determiner(quantifier="all")),
        )
        things = replace(self.thing_with(determiner, True, min(depth, 1)), head=head, adjectives=())
        of = Noun(
            determiner=Determiner(article="the"),
            head=name,
            plural=False,
            modifiers=(Modifier(word="of", what=things),),
        )
        return self.summed(of)

    def summed(self, what: ast.Nominal) -> Noun:
        return Noun(
            determiner=Determiner(article="the"),
            head="sum",
            plural=False,
            modifiers=(Modifier(word="of", what=what),),
        )

    def amount_shown(self, depth: int, whose: str) -> ast.Nominal:
        determiner = self.pick((Determiner(article="the"), Determiner(quantifier="all")))
        things = replace(self.thing_with(determiner, True, 0), head=self.pick(self.shows), adjectives=())
        return self.summed(things)

    def amount_coins(self, depth: int, whose: str) -> ast.Nominal:
        whom = self.pick(
            (
                Noun(determiner=Determiner(article="the"), head="player", plural=True),
                Noun(determiner=Determiner(article="the", other=True), head="player", plural=True),
                Noun(determiner=Determiner(quantifier="all"), head="player", plural=True),
            )
        )
        coins = Noun(
            determiner=Determiner(article="the"), head=self.pick(self.quantities), plural=True,
            modifiers=(Modifier(word="of", what=whom),),
        )  # fmt: skip
        return self.summed(coins)

    def amount_twice(self, depth: int, whose: str) -> ast.Nominal:
        inner = self.amount(0, whose)
        if isinstance(inner, Noun) and inner.head is not None:
            return replace(inner, determiner=replace(inner.determiner, quantifier="twice"))
        return inner

    def amount_half(self, depth: int, whose: str) -> ast.Nominal:
        inner = self.amount(0, whose)
        if isinstance(inner, Noun) and inner.head is not None:
            half = replace(inner, determiner=replace(inner.determiner, quantifier="half", of=False))
            return ast.Arith(op=self.pick(("rounded up", "rounded down")), left=half)
        return inner

    def amount_arith(self, depth: int, whose: str) -> ast.Nominal:
        return ast.Arith(
            op=self.pick(("plus", "minus")), left=self.amount(0, whose), right=self.amount(0, whose)
        )

    def amount_difference(self, depth: int, whose: str) -> ast.Nominal:
        both = ast.Group(items=(self.amount(0, whose), self.amount(0, whose)), joint="and")
        return Noun(
            determiner=Determiner(article="the"),
            head="difference",
            plural=False,
            modifiers=(Modifier(word="between", what=both),),
        )

    def amount_defined(self, depth: int, whose: str) -> ast.Nominal:
        nouns = [
            n
            for n, d in self.lore.nouns.items()
            if d[0].amount is not None and self.lore.category(n) == "amount"
        ]
        if not nouns:
            return self.literal()
        noun = self.pick(nouns)
        subject = self.lore.nouns[noun][0].subject
        assert subject is not None
        if isinstance(subject.determiner.owner, Noun) and subject.determiner.owner.head in self.lore.kinds:
            head = subject.determiner.owner.head
            whom = self.certain(head, 0) if head != "player" else Noun(name=self.pick(self.players))
            return Noun(
                determiner=Determiner(article="the"),
                head=noun,
                plural=False,
                modifiers=(Modifier(word="of", what=whom),),
            )
        return Noun(determiner=Determiner(article="the"), head=noun, plural=False)

    # --- Verbs of state -------------------------------------------------------------------------------------------

    def had(self, depth: int, whose: str) -> tuple[Complement, ...]:
        """What somebody has."""
        kind = self.weighted(
            (4, "things"), (3 if self.quantities else 0, "amount"), (2, "more"), (0.7, "list"), (0.5, "most")
        )
        if kind == "amount":
            return (Complement(role="obj", value=self.amount_had()),)
        if kind == "most" and self.quantities:
            most = Noun(
                determiner=Determiner(quantifier=self.pick(("most", "fewest")), article="the"),
                head=self.pick(self.quantities), plural=True,
            )  # fmt: skip
            return (Complement(role="obj", value=most),)
        where: tuple[Complement, ...] = ()
        if self.chance(0.6):
            prep, place = self.place(0, whose)
            where = (Complement(role="place", prep=prep, value=place),)
        if kind == "more":
            return self.more(depth, where)
        thing = self.thing(depth, whose)
        if where:
            thing = replace(
                thing, modifiers=tuple(m for m in thing.modifiers if m.word in ("with", "other than"))
            )
        if kind == "list":
            other = self.thing_with(thing.determiner, thing.plural, 0, place=False)
            thing = replace(thing, modifiers=(), relative=None, adjectives=())
            other = replace(other, adjectives=())
            if self.chance(0.5):
                other = replace(other, determiner=Determiner(), plural=None)
            return (
                Complement(role="obj", value=ast.Group(items=(thing, other), joint=self.pick(("and", "or")))),
                *where,
            )
        return (Complement(role="obj", value=thing), *where)

    def more(self, depth: int, where: tuple[Complement, ...]) -> tuple[Complement, ...]:
        whom = self.weighted(
            (3, Noun(name=self.pick(self.players))), (2, Noun(determiner=Determiner(quantifier="each", other=True), head="player")),
            (1, Noun(determiner=Determiner(quantifier="another"), head="player")),
            (1, Noun(determiner=Determiner(quantifier="no", other=True), head="player", plural=False)),
            (0.5, Noun(determiner=Determiner(article="a"), head="player")),
        )  # fmt: skip
        things = not self.quantities or self.chance(0.5)
        head = self.pick(self.things) if things else self.pick(self.quantities)
        if self.chance(0.2):
            determiner, word = Determiner(quantifier="as many"), "as"
        elif self.chance(0.4):
            determiner = Determiner(
                bound=self.pick(("at least", "exactly", "at most")),
                number=self.pick((1, 2)),
                more=self.pick(("more", "fewer")),
            )
            word = "than"
        else:
            determiner, word = Determiner(more=self.pick(("more", "fewer"))), "than"
        plural = (
            None
            if determiner.number == 1
            else (True if determiner.number is None and word == "than" else None)
        )
        noun = Noun(
            determiner=determiner, head=head, plural=plural, modifiers=(Modifier(word=word, what=whom),)
        )
        return (Complement(role="obj", value=noun), *(where if things else ()))

    def player_verb(self, depth: int, whose: str) -> ast.Verb:
        fits = [
            w
            for w in self.defined
            if any(d.subject and d.subject.head == "player" for d in self.lore.adjectives[w])
        ]
        negated = self.chance(0.2)
        if fits and self.chance(0.25):
            return Be(negated=negated, predicate=ast.IsAdjective(adjectives=(self.pick(fits),)))
        if self.chance(0.1):
            what = self.weighted(
                (2, Noun(name=self.pick(self.players))), (1, Pronoun(word="you")), (1, self.leader()),
                (1, Noun(determiner=Determiner(article="the", other=True), head="player", plural=False)),
            )  # fmt: skip
            return Be(negated=negated, predicate=ast.IsThing(what=what))
        return Act(verb="have", negated=negated, complements=self.had(depth, whose))

    def thing_verb(self, head: str, depth: int) -> ast.Verb:
        negated = self.chance(0.2)
        flags = [name for thing, name in self.flags if thing == head]
        numbers = [name for thing, name in self.numbers if thing == head]
        options: list[ast.Verb] = []
        prep, where = self.place(depth)
        options += [Be(negated=negated, predicate=ast.IsPlaced(prep=prep, where=where))] * 3
        if flags:
            options.append(
                Be(negated=negated, predicate=ast.IsThing(what=Noun(head=self.pick(flags), plural=False)))
            )
        words = [w for _ in range(6) for w in self.adjectives(head)]
        if words:
            options.append(Be(negated=negated, predicate=ast.IsAdjective(adjectives=(words[0],))))
        kind = Noun(determiner=Determiner(article="a"), head=self.pick(self.things))
        options.append(Be(negated=negated, predicate=ast.IsThing(what=kind)))
        options.append(
            Be(
                negated=negated,
                predicate=ast.IsPlaced(
                    prep="of", where=self.pick((Pronoun(word="you"), Noun(name=self.pick(self.players))))
                ),
            )
        )
        options.append(
            Act(
                verb="belong",
                negated=negated,
                complements=(Complement(role="to", prep="to", value=self.player(0)),),
            )
        )
        if numbers:
            amount = Noun(
                determiner=Determiner(bound=self.pick(BOUNDS), number=self.pick((0, 1, 2, 3))),
                head=self.pick(numbers),
            )
            options += [
                Act(verb="have", negated=negated, complements=(Complement(role="obj", value=amount),))
            ] * 2
        if head in self.shows:
            number = Noun(
                determiner=Determiner(
                    bound=self.pick((None, "at least", "at most")), number=self.pick((1, 2, 3))
                )
            )
            options += [
                Act(verb="show", negated=negated, complements=(Complement(role="obj", value=number),))
            ] * 2
        return self.pick(options)

    # --- Conditions -----------------------------------------------------------------------------------------------

    def condition(self, depth: int) -> Clauses:
        """A condition: one clause, two, or a denial."""
        if depth > 0 and self.chance(0.3):
            joint = self.pick(("and", "and", "or"))
            first = self.clause(depth - 1)
            second = self.sequel(first) if joint == "and" and self.chance(0.5) else None
            return Clauses(clauses=(first, second or self.clause(depth - 1)), joints=(joint,))
        if depth > 0 and self.chance(0.08):
            inner = Clauses(clauses=(self.clause(depth - 1),))
            verb = Be(negated=self.chance(0.8), predicate=ast.IsTrue(clauses=inner))
            return Clauses(clauses=(Clause(verbs=(verb,)),))
        return Clauses(clauses=(self.clause(depth),))

    def sequel(self, first: Clause | There) -> Clause | None:
        """A clause about what the first one found."""
        if isinstance(first, There) and isinstance(first.what, Noun) and first.what.head in self.things:
            head = first.what.head
            subject: ast.Nominal = self.pick(
                (Pronoun(word="it"), Noun(determiner=Determiner(article="that"), head=head))
            )
            return Clause(subject=subject, verbs=(self.thing_verb(head, 0),))
        subject_ = first.subject if isinstance(first, Clause) else first.what
        if isinstance(subject_, Noun) and subject_.head == "player":
            subject = self.pick(
                (Pronoun(word="they"), Noun(determiner=Determiner(article="that"), head="player"))
            )
            return Clause(subject=subject, verbs=(self.player_verb(0, "their"),))
        return None

    def clause(self, depth: int) -> Clause | There:
        kind = self.weighted((4, "there"), (4, "player"), (3, "thing"), (3, "amount"), (1.2, "place"))
        if kind == "there":
            what = self.thing(depth) if self.chance(0.85) else self.described_player(depth)
            d = what.determiner
            if (
                d.quantifier in ("all", "each")
                or d.article == "the"
                or ((d.possessive or d.owner) and not d.of)
            ):
                plural = None if self.chance(0.7) else True
                what = replace(
                    what,
                    determiner=Determiner(article="a") if plural is None else Determiner(),
                    plural=plural,
                )
            return There(what=what)
        if kind == "player":
            subject = self.player(depth)
            whose = "your" if subject == Pronoun(word="you") else "their"
            verb = self.player_verb(depth, whose)
            if depth > 0 and self.chance(0.15):
                second = self.player_verb(0, whose)
                return Clause(subject=subject, verbs=(verb, second), joint=self.pick(("and", "or")))
            return Clause(subject=subject, verbs=(verb,))
        if kind == "thing":
            if self.chance(0.2):
                head = self.pick(self.things)
                subject = self.certain(head, depth)
                return Clause(subject=subject, verbs=(self.thing_verb(head, depth),))
            thing = self.thing(depth)
            return Clause(subject=thing, verbs=(self.thing_verb(thing.head or "", depth),))
        if kind == "place":
            prep, where = self.place(depth)
            fits = [
                w
                for w in self.defined
                if any(d.subject and d.subject.head == "place" for d in self.lore.adjectives[w])
            ]
            if fits:
                return Clause(
                    subject=where,
                    verbs=(
                        Be(
                            negated=self.chance(0.2), predicate=ast.IsAdjective(adjectives=(self.pick(fits),))
                        ),
                    ),
                )
        return Clause(subject=self.amount(depth), verbs=(self.comparison(depth),))

    def comparison(self, depth: int) -> ast.Verb:
        negated = self.chance(0.1)
        if self.listed and self.chance(0.02):
            return Be(negated=negated, predicate=ast.IsAdjective(adjectives=("even",)))
        other = self.amount(max(depth - 1, 0))
        if self.chance(0.3):
            relation = self.pick(("lower than", "higher than", "equal to"))
            return Be(negated=negated, predicate=ast.IsRelated(relation=relation, to=other))
        bound = self.pick((None, "at least", "at most", "more than", "exactly", "less than"))
        if isinstance(other, Noun):
            other = replace(other, determiner=replace(other.determiner, bound=bound))
        return Be(negated=negated, predicate=ast.IsThing(what=other))
