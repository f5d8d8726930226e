"""Conditions made at random."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.deeds import Deeds
from tests.judge.phrases import BESIDE, BOUNDS
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
    There,
)


class Maker(Deeds):
    """Verbs of state, clauses and conditions."""

    def had(self, depth: int, whose: str) -> tuple[Complement, ...]:
        """What somebody has."""
        kind = self.weighted(
            (4, "things"), (3 if self.quantities else 0, "amount"), (2, "more"), (0.7, "list"), (0.8, "most")
        )
        if kind == "amount":
            return (Complement(role="obj", value=self.amount_had()),)
        if kind == "most" and self.chance(0.4):  # *the most cats in their yard*
            d = Determiner(quantifier=self.pick(("most", "fewest")), article="the")
            prep, there = self.definite_place()
            if there.determiner.possessive:
                there = replace(there, determiner=Determiner(possessive=self.pick((whose, whose, "your"))))
            what = Complement(role="obj", value=Noun(determiner=d, head=self.pick(self.things), plural=True))
            return (what, *((Complement(role="place", prep=prep, value=there),) if self.chance(0.7) else ()))
        if kind == "most" and self.quantities:
            most = Noun(
                determiner=Determiner(quantifier=self.pick(("most", "fewest")), article="the"),
                head=self.pick(self.quantities),
                plural=True,
            )
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
                d = thing.determiner
                one = d.article == "a" or d.quantifier in ("another", "each") or (d.number == 1 and not d.of)
                plural = thing.plural if thing.plural is not None else (False if one else None)
                other = replace(other, determiner=Determiner(), plural=plural)
            return (
                Complement(role="obj", value=ast.Group(items=(thing, other), joint=self.pick(("and", "or")))),
                *where,
            )
        return (Complement(role="obj", value=thing), *where)

    def more(self, depth: int, where: tuple[Complement, ...]) -> tuple[Complement, ...]:
        whom = self.weighted(
            (3, Noun(name=self.pick(self.players))),
            (2, Noun(determiner=Determiner(quantifier="each", other=True), head="player")),
            (1, Noun(determiner=Determiner(quantifier="another"), head="player")),
            (1, Noun(determiner=Determiner(quantifier="no", other=True), head="player", plural=False)),
            (0.5, Noun(determiner=Determiner(article="a"), head="player")),
        )
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
        if self.chance(0.06):
            return self.did()
        if (relation := self.relation("player")) is not None and self.chance(0.1):
            return Be(negated=negated, predicate=relation)
        if fits and self.chance(0.25):
            return Be(negated=negated, predicate=ast.IsAdjective(adjectives=(self.pick(fits),)))
        if self.chance(0.1):
            what = self.weighted(
                (2, Noun(name=self.pick(self.players))),
                (1, Pronoun(word="you")),
                (1, self.leader()),
                (1, Noun(determiner=Determiner(article="the", other=True), head="player", plural=False)),
            )
            return Be(negated=negated, predicate=ast.IsThing(what=what))
        return Act(verb="have", negated=negated, complements=self.had(depth, whose))

    def thing_verb(self, head: str, depth: int) -> ast.Verb:
        negated = self.chance(0.2)
        if self.chance(0.05):
            return self.was_done()
        flags = [name for thing, name in self.flags if thing == head]
        numbers = [name for thing, name in self.numbers if thing == head]
        options: list[ast.Verb] = []
        prep, where = self.place(depth)
        options += [Be(negated=negated, predicate=ast.IsPlaced(prep=prep, where=where))] * 3
        if self.groups:
            to = self.beside(self.groups[0][1])
            side = self.pick(BESIDE[2:])
            options += [Be(negated=negated, predicate=ast.IsRelated(relation="next to", to=to))] * 2
            options += [Be(negated=negated, predicate=ast.IsPlaced(prep=side, where=to))] * 2
        if flags:
            options.append(
                Be(negated=negated, predicate=ast.IsThing(what=Noun(head=self.pick(flags), plural=False)))
            )
        words = [w for _ in range(6) for w in self.adjectives(head)]
        if words:
            options.append(Be(negated=negated, predicate=ast.IsAdjective(adjectives=(words[0],))))
        if (relation := self.relation(head)) is not None:
            options += [Be(negated=negated, predicate=relation)] * 2
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

    def relation(self, head: str) -> ast.IsRelated | None:
        """*stronger than another cat*, *envious of Red*: one that a definition says of such; None: there is none."""
        found = [
            (word, each.to.head)
            for word, several in self.lore.relations.items()
            for each in several
            if each.subject is not None
            and isinstance(each.to, Noun)
            and each.to.head is not None
            and self.may_be(head, each.subject.head)
        ]
        if not found:
            return None
        word, kind = self.pick(found)
        if kind == "player":
            to: ast.Nominal = self.pick(
                (Noun(name=self.pick(self.players)), Pronoun(word="you"), self.player(0))
            )
            return ast.IsRelated(relation=word, to=to)
        heads = [each for each in self.things if self.may_be(each, kind)]
        d = self.weighted(
            (3, Determiner(article="a")),
            (2, Determiner(quantifier="another")),
            (2, Determiner(quantifier="each")),
            (1, Determiner(bound="at least", number=2)),
            (1, Determiner(quantifier="no")),
        )
        prep, where = self.place(0)
        there = (Modifier(word=prep, what=where),) if self.chance(0.4) else ()
        return ast.IsRelated(
            relation=word, to=Noun(determiner=d, head=self.pick(heads or self.things), modifiers=there)
        )

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
            if self.chance(0.1) and what.head != "player":
                return There(what=self.listed_of(what))
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
            if self.chance(0.1):
                prep, where = self.place(depth)
                lies = Be(negated=self.chance(0.1), predicate=ast.IsPlaced(prep=prep, where=where))
                return Clause(subject=self.listed_of(thing), verbs=(lies,))
            return Clause(subject=thing, verbs=(self.thing_verb(thing.head or "", depth),))
        if kind == "place":
            _, where = self.place(depth)
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
