"""Amounts made at random."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.phrases import BOUNDS, Phrases
from toolkit.language import ast
from toolkit.language.ast import (
    Determiner,
    Modifier,
    Noun,
    Relative,
)


class Figures(Phrases):
    """Numbers, counts, sums and what is made of them."""

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
            (3, Determiner()),
            (1, Determiner(possessive=whose)),
            (1, Determiner(owner=Noun(name=self.pick(self.players)))),
        )
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
            (3, Determiner(possessive=whose)),
            (2, Determiner(owner=Noun(name=self.pick(self.players)))),
            (0.5, Determiner(owner=Noun(determiner=Determiner(article="a"), head="player"))),
            (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="each"), head="player"))),
            (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="another"), head="player"))),
        )
        return Noun(determiner=determiner, head=self.pick(self.quantities), plural=True)

    def amount_attribute(self, depth: int, whose: str) -> ast.Nominal:
        head, name = self.pick(self.numbers)
        return Noun(
            determiner=Determiner(article="the"),
            head=name,
            plural=False,
            modifiers=(Modifier(word="of", what=self.certain(head, depth)),),
        )

    def by_rank(self, head: str) -> Noun:
        """*the top sheet of the pile*, *the highest stone in the park*, *the cat in it with the lowest power*."""
        mine = [name for thing, name in self.numbers if thing == head]
        if self.ordered and (not mine or self.chance(0.4)):
            return self.by_place(head)
        prep, where = self.definite_place()
        spot, the = Modifier(word=prep, what=where), Determiner(article="the")
        word = self.pick(("highest", "lowest"))
        if not mine or (head in self.shows and self.chance(0.6)):
            return Noun(determiner=replace(the, ordinal=word), head=head, plural=False, modifiers=(spot,))
        rank = Noun(determiner=replace(the, ordinal=word), head=self.pick(mine), plural=False)
        both = (spot, Modifier(word="with", what=rank))
        both = both[::-1] if self.chance(0.2) else both
        return Noun(determiner=the, head=head, plural=False, modifiers=both)

    def as_much_as(self, other: str, head: str, name: str) -> Relative:
        """*whose size is higher than that of the top stone of the row*."""
        theirs = [thing for thing, each in self.numbers if each == name]
        one = self.by_rank(other if other in theirs else head)
        same = Noun(
            determiner=Determiner(article="the"),
            head=name,
            plural=False,
            modifiers=(Modifier(word="of", what=one),),
        )
        relation = self.pick(("", "higher than", "lower than"))
        predicate: ast.Predicate = ast.IsThing(what=same)
        if relation:
            predicate = ast.IsRelated(relation=relation, to=same)
        return Relative(word="whose", subject=Noun(head=name, plural=False), verb=ast.Be(predicate=predicate))

    def by_place(self, head: str) -> Noun:
        """*the top sheet of the pile*."""
        place = self.pick(self.ordered)
        whose = Determiner(possessive="your") if place in self.of_player else Determiner(article="the")
        where = Noun(determiner=whose, head=place, plural=False)
        word = self.pick(("of", self.lore.words.nouns[place].prep))
        ordinal = self.pick(("top", "bottom", "first", "last", "second"))
        return Noun(
            determiner=Determiner(article="the", ordinal=ordinal),
            head=head,
            plural=False,
            modifiers=(Modifier(word=word, what=where),),
        )

    def certain(self, head: str, depth: int) -> ast.Nominal:
        """One thing: the top one, the highest one, a, each."""
        if self.ordered and self.chance(0.3):
            return self.by_place(head)
        if self.chance(0.15):
            return self.by_rank(head)
        prep, where_ = self.place(0)
        spot = (Modifier(word=prep, what=where_),)
        if head in self.shows and self.chance(0.5):
            return Noun(
                determiner=Determiner(article="the", ordinal=self.pick(("highest", "lowest"))),
                head=head,
                plural=False,
                modifiers=spot,
            )
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
        if self.chance(0.2):
            other = (
                self.pick((self.amount_quantity, self.amount_attribute))
                if self.quantities
                else self.amount_attribute
            )
            items = (of, other(0, whose)) if self.chance(0.5) else (other(0, whose), of)
            return self.summed(ast.Group(items=items, joint="and"))
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
            determiner=Determiner(article="the"),
            head=self.pick(self.quantities),
            plural=True,
            modifiers=(Modifier(word="of", what=whom),),
        )
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
