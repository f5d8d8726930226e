"""Orders nobody gave: effects made at random, on top of `sentences.Maker`."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.sentences import Maker
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
    Sentence,
)


class OrderMaker(Maker):
    """Effects with gain, lose, put, move, set, raise, lower, remove, turn and choose."""

    def paragraph(self, depth: int) -> ast.Paragraph:
        """One sentence; at a depth, two or three that hang on one another."""
        first = self.sentence(depth)
        found = [first]
        if depth > 0 and self.chance(0.5):
            kind = self.weighted(
                (2, "otherwise"),
                (3, "it"),
                (2, "more"),
                (1.5, "if you do"),
                (1, "may"),
                (1, "those"),
                (1, "whom"),
                (1, "cannot"),
            )
            if kind == "otherwise" and any(isinstance(o, ast.Given) for o in first.openings):
                found.append(Sentence(openings=(ast.Link(word="otherwise"),), body=self.body(0)))
            elif kind == "it":
                found = [Sentence(body=Clauses(clauses=(Clause(verbs=(self.single_choice(),)),)))]
                head = self.head_of(found[0])
                found.append(Sentence(body=Clauses(clauses=(Clause(verbs=(self.to_it(head),)),))))
            elif kind == "those":
                found = self.group_first()
            elif kind == "whom":
                found = self.player_first()
            elif kind in ("if you do", "cannot", "may"):
                done = ast.ProVerb(word="do", negated=self.chance(0.3))
                if kind == "cannot":
                    done = ast.ProVerb(word="can", negated=True)
                condition = Clauses(clauses=(Clause(subject=Pronoun(word="you"), verbs=(done,)),))
                offer = Clause(
                    subject=Pronoun(word="you"), verbs=(replace(self.deed("your", 0), modal="may"),)
                )
                alone = Clauses(clauses=(offer,)) if kind == "may" else self.body(0, alone=True)
                found = [Sentence(body=alone)]
                found.append(
                    Sentence(openings=(ast.Given(word="if", condition=condition),), body=self.body(0))
                )
                if self.chance(0.3):
                    found.append(Sentence(openings=(ast.Link(word="otherwise"),), body=self.body(0)))
            elif kind == "more":
                found.append(self.sentence(0))
        return ast.Paragraph(sentences=tuple(found))

    def group_first(self) -> list[Sentence]:
        """*Put 2 cats from your home in the park. Put those cats …*."""
        head = self.pick(self.things)
        d, plural = self.pick(
            (
                (Determiner(number=2), None),
                (Determiner(bound="up to", number=2), None),
                (Determiner(bound="at least", number=self.pick((1, 2))), None),
                (Determiner(bound="between", least=1, number=2), None),
                (Determiner(quantifier="all"), True),
                (Determiner(quantifier="any number of"), None),
            )
        )
        _, source = self.target("your")
        prep, where = self.target("your")
        first = Act(
            verb="put",
            complements=(
                self.obj(Noun(determiner=d, head=head, plural=plural)),
                Complement(role="from", prep="from", value=source),
                Complement(role="place", prep=prep, value=where),
            ),
        )
        those: ast.Nominal = Noun(determiner=Determiner(article="those"), head=head)
        prep, where = self.target("your")
        kind = self.weighted((3, "put"), (1, "remove"), (2 if self.quantities else 0, "gain"))
        if kind != "gain" and self.chance(0.3):
            those = Pronoun(word="they")
        if kind == "put":
            then = Act(
                verb="put", complements=(self.obj(those), Complement(role="place", prep=prep, value=where))
            )
        elif kind == "remove":
            then = Act(verb="remove", complements=(self.obj(those),))
        else:
            number = Noun(
                determiner=Determiner(article="the"),
                head="number",
                plural=False,
                modifiers=(Modifier(word="of", what=those),),
            )
            gained = Noun(
                head=self.pick(self.quantities),
                plural=True,
                modifiers=(Modifier(word="equal to", what=number),),
            )
            if self.chance(0.4):
                gained = replace(
                    gained, determiner=Determiner(quantifier="that many"), plural=None, modifiers=()
                )
            then = Act(verb="gain", complements=(self.obj(gained),))
        return [Sentence(body=Clauses(clauses=(Clause(verbs=(each,)),))) for each in (first, then)]

    def player_first(self) -> list[Sentence]:
        """*Choose another player. That player gains 1 coin.*"""
        d = self.pick((Determiner(article="a"), Determiner(quantifier="another")))
        whom = Noun(determiner=d, head="player")
        if self.chance(0.3):
            whom = replace(whom, relative=ast.Relative(word="who", verb=self.player_verb(0, "their")))
        choose = Act(verb="choose", complements=(self.obj(whom),))
        who = self.pick((Pronoun(word="they"), Noun(determiner=Determiner(article="that"), head="player")))
        then = Clause(subject=who, verbs=(self.deed("their", 0),))
        return [
            Sentence(body=Clauses(clauses=(Clause(verbs=(choose,)),))),
            Sentence(body=Clauses(clauses=(then,))),
        ]

    def sentence(self, depth: int) -> Sentence:
        if self.chance(0.06):
            lines = (self.deed("your", 0), self.deed("your", 0))
            if self.chance(0.5):
                return Sentence(body=Clauses(clauses=(Clause(verbs=lines, joint="or"),)))
            items = tuple(Sentence(body=Clauses(clauses=(Clause(verbs=(each,)),))) for each in lines)
            return Sentence(body=ast.Choice(items=items))
        kind = self.weighted((3, "plain"), (3, "if"), (1, "unless"), (2, "for each"), (1.5, "if it"))
        if kind == "plain":
            return Sentence(body=self.body(depth))
        if kind == "for each":
            return self.for_each(depth)
        if kind == "if it":
            return self.if_it(depth)
        opening = ast.Given(word="if" if kind == "if" else "unless", condition=self.condition(depth))
        return Sentence(openings=(opening,), body=self.body(depth))

    def if_there(self) -> Sentence:
        """*If you have a cat in a yard, put a dog there.*"""
        prep, where = self.target("your")
        where = replace(where, determiner=Determiner(article="a"), plural=None) if self.chance(0.5) else where
        head = self.pick(self.things)
        d = self.weighted((4, Determiner(article="a")), (1, Determiner(bound="at least", number=2)))
        what = Noun(determiner=d, head=head, adjectives=self.adjectives(head))
        place = Complement(role="place", prep=prep, value=where)
        there = ast.There(what=replace(what, modifiers=(Modifier(word=prep, what=where),)))
        has = Act(verb="have", complements=(self.obj(what), place))
        lies = Be(predicate=ast.IsPlaced(prep=prep, where=where))
        a_player = Noun(determiner=Determiner(article="a"), head="player")
        first = self.weighted(
            (3, there),
            (3, Clause(subject=Pronoun(word="you"), verbs=(has,))),
            (2, Clause(subject=a_player, verbs=(has,))),
            (1, Clause(subject=Noun(name=self.pick(self.players)), verbs=(has,))),
            (2, Clause(subject=what, verbs=(lies,))),
        )
        clauses, joints = (first,), ()
        if self.chance(0.15):
            clauses, joints = (first, self.clause(0)), ("and",)
        put = self.deed_put("your", 0)
        while put.verb != "put":
            put = self.deed_put("your", 0)
        put = replace(
            put,
            complements=tuple(
                replace(each, prep="", value=None) if each.role == "place" else each
                for each in put.complements
            ),
        )
        opening = ast.Given(word="if", condition=Clauses(clauses=clauses, joints=joints))
        return Sentence(openings=(opening,), body=Clauses(clauses=(Clause(verbs=(put,)),)))

    def if_it(self, depth: int) -> Sentence:
        """*If there is a cat in the park, put it …*; *If a player …, they …*."""
        if self.chance(0.2):
            return self.if_there()
        if self.chance(0.5):
            head = self.pick(self.things)
            prep, where = self.place(0)
            what = Noun(
                determiner=Determiner(article="a"),
                head=head,
                adjectives=self.adjectives(head),
                modifiers=(Modifier(word=prep, what=where),),
            )
            condition = Clauses(clauses=(ast.There(what=what),))
            body = Clauses(clauses=(Clause(verbs=(self.to_it(head),)),))
        else:
            subject = self.pick(
                (
                    Noun(determiner=Determiner(article="a"), head="player"),
                    Noun(determiner=Determiner(quantifier="another"), head="player"),
                )
            )
            condition = Clauses(clauses=(Clause(subject=subject, verbs=(self.player_verb(depth, "their"),)),))
            who = self.pick(
                (Pronoun(word="they"), Noun(determiner=Determiner(article="that"), head="player"))
            )
            body = Clauses(clauses=(Clause(subject=who, verbs=(self.deed("their", 0),)),))
        return Sentence(openings=(ast.Given(word="if", condition=condition),), body=body)

    def for_each(self, depth: int) -> Sentence:
        if self.chance(0.4):
            each = Noun(head="player", plural=False)
            if self.chance(0.3):
                each = Noun(head="player", determiner=Determiner(other=True), plural=False)
            elif self.chance(0.3):
                each = replace(self.described_player(0), determiner=Determiner(), plural=False)
            who = self.pick(
                (Pronoun(word="they"), Noun(determiner=Determiner(article="that"), head="player"), None)
            )
            whose = "their" if who is not None else "your"
            return Sentence(
                openings=(ast.ForEach(each=each),),
                body=Clauses(clauses=(Clause(subject=who, verbs=(self.deed(whose, depth),)),)),
            )
        thing = self.thing_with(Determiner(), False, depth)
        verb = self.to_it(thing.head or "") if self.chance(0.6) else self.deed("your", 0)
        return Sentence(openings=(ast.ForEach(each=thing),), body=Clauses(clauses=(Clause(verbs=(verb,)),)))

    def body(self, depth: int, alone: bool = False) -> Clauses:
        subject = self.doer(depth)
        whose = "your" if subject is None or subject == Pronoun(word="you") else "their"
        if alone:
            subject, whose = None, "your"
        if not alone and self.chance(0.08):
            other = self.doer(0) or Pronoun(word="you")
            second = Clause(
                subject=other, verbs=(self.deed("your" if other == Pronoun(word="you") else "their", 0),)
            )
            first = Clause(subject=subject, verbs=(self.deed(whose, depth),))
            return Clauses(clauses=(first, second), joints=(self.pick(("and", "then")),))
        if not alone and self.chance(0.15):
            joint = self.pick(("and", "then"))
            return Clauses(
                clauses=(
                    Clause(
                        subject=subject, verbs=(self.deed(whose, depth), self.deed(whose, 0)), joint=joint
                    ),
                )
            )
        verb = self.deed(whose, depth)
        if self.chance(0.1):
            verb = replace(verb, modal="may")
            subject = subject or Pronoun(word="you")
        elif self.chance(0.05):
            verb = replace(verb, adverbials=(*verb.adverbials, ast.Times(number=self.pick((2, 3)))))
        return Clauses(clauses=(Clause(subject=subject, verbs=(verb,)),))

    def doer(self, depth: int) -> ast.Nominal | None:
        return self.weighted(
            (5, None),
            (1.5, Noun(name=self.pick(self.players))),
            (2, Noun(determiner=Determiner(quantifier="each"), head="player")),
            (1, Noun(determiner=Determiner(quantifier="each", other=True), head="player")),
            (0.7, Noun(determiner=Determiner(article="the", other=True), head="player", plural=True)),
            (1.2, self.leader()),
            (
                0.5,
                replace(self.described_player(depth), determiner=Determiner(quantifier="each"), plural=None),
            ),
        )

    # --- Deeds ----------------------------------------------------------------------------------------------------

    def deed(self, whose: str, depth: int) -> Act:
        kinds = [(4, "put"), (1, "remove"), (0.3, "turned")]
        if self.quantities:
            kinds.append((5, "gain"))
        if self.numbers:
            kinds.append((3, "change"))
        if self.quantities:
            kinds.append((0.7, "change_coins"))
        if self.own_verbs:
            kinds.append((0.7, "own"))
        return getattr(self, f"deed_{self.weighted(*kinds)}")(whose, depth)

    def deed_own(self, whose: str, depth: int) -> Act:
        verb, kind = self.pick(self.own_verbs)
        if not kind:
            return Act(verb=verb)
        below = [each for each in self.things if self.may_be(each, kind)]
        d = self.weighted((4, Determiner(article="a")), (1, Determiner(number=1, of=True, possessive=whose)))
        what = Noun(determiner=d, head=self.pick(below))
        if self.chance(0.5) and d.article:
            prep, where = self.place(0, whose)
            what = replace(what, modifiers=(Modifier(word=prep, what=where),))
        return Act(verb=verb, complements=(self.obj(what),))

    def obj(self, what: ast.Nominal) -> Complement:
        return Complement(role="obj", value=what)

    def deed_gain(self, whose: str, depth: int) -> Act:
        what: ast.Nominal = self.gained(whose, depth)
        if self.chance(0.1):
            what = ast.Group(items=(what, self.gained(whose, 0)), joint="and")
        return Act(
            verb=self.pick(("gain", "gain", "gain", "lose", "lose", "pay")), complements=(self.obj(what),)
        )

    def gained(self, whose: str, depth: int) -> Noun:
        head = self.pick(self.quantities)
        kind = self.weighted((3, "number"), (3, "equal"), (2, "each"), (1, "every"), (0.5, "all"))
        if kind == "equal":
            return Noun(
                head=head, plural=True, modifiers=(Modifier(word="equal to", what=self.amount(depth, whose)),)
            )
        if kind == "all":
            return Noun(determiner=Determiner(quantifier="all", possessive=whose), head=head, plural=True)
        number = Noun(determiner=Determiner(number=self.pick((1, 1, 2, 3))), head=head)
        if kind == "each":
            each = self.thing_with(Determiner(), False, depth)
            if self.chance(0.2):
                each = replace(
                    Noun(head="player", plural=False),
                    relative=ast.Relative(word="who", verb=self.player_verb(0, "their")),
                )
            return replace(number, modifiers=(Modifier(word="for each", what=each),))
        if kind == "every":
            every = self.thing_with(Determiner(number=2), None, 0)
            if self.chance(0.3):
                both = self.listed_of(replace(every, plural=True))
                return replace(number, modifiers=(Modifier(word="for every", what=both),))
            return replace(number, modifiers=(Modifier(word="for every", what=every),))
        return number

    def moved(self, whose: str, depth: int) -> Noun:
        determiner, plural = self.weighted(
            (3, (Determiner(quantifier="all"), True)),
            (1, (Determiner(article="the"), True)),
            (1, (Determiner(possessive=whose), True)),
            (1, (Determiner(quantifier="all", possessive=whose), True)),
            (2, (Determiner(article="a"), None)),
            (1, (Determiner(number=2), None)),
            (1, (Determiner(quantifier="each"), None)),
            (1, (Determiner(number=1, of=True, possessive=whose), None)),
            (0.5, (Determiner(bound="up to", number=2), None)),
            (0.5, (Determiner(quantifier="any number of"), None)),
            (0.5, (Determiner(owner=Noun(name=self.pick(self.players))), True)),
            (0.4, (Determiner(quantifier="another"), None)),
            (0.4, (Determiner(bound="at least", number=self.pick((1, 2))), None)),
            (0.4, (Determiner(bound="at least", number=self.pick((1, 2)), of=True, possessive=whose), None)),
            (0.4, (Determiner(bound="between", least=1, number=self.pick((2, 3))), None)),
            (0.3, (Determiner(quantifier="each", of=True, possessive=whose), None)),
        )
        if self.ordered and self.chance(0.15):
            place = self.pick(self.ordered)
            number = self.pick((None, None, 2))
            where = Noun(
                determiner=Determiner(possessive=whose)
                if place in self.of_player
                else Determiner(article="the"),
                head=place,
                plural=False,
            )
            top = Noun(
                determiner=Determiner(
                    article="the", ordinal=self.pick(("top", "bottom", "first", "last")), number=number
                ),
                head=self.pick(self.things),
                plural=None if number else False,
                modifiers=(Modifier(word="of", what=where),),
            )
            if number is None or self.chance(0.6):
                return top
            some = self.pick((Determiner(bound="up to", number=2), Determiner(number=1)))
            three = replace(top, determiner=replace(top.determiner, number=3))
            return Noun(determiner=some, head=top.head, modifiers=(Modifier(word="among", what=three),))
        return self.thing_with(determiner, plural, depth, place=False)

    def listed_things(self, whose: str) -> ast.Nominal:
        """*a cat and 2 dogs*."""
        items = []
        for _ in range(2):
            determiner = self.pick(
                (
                    Determiner(article="a"),
                    Determiner(number=2),
                    Determiner(quantifier="all"),
                    Determiner(possessive=whose),
                )
            )
            plural = True if determiner.quantifier or determiner.possessive else None
            items.append(Noun(determiner=determiner, head=self.pick(self.things), plural=plural))
        return ast.Group(items=tuple(items), joint=self.pick(("and", "and", "or")))

    def target(self, whose: str) -> tuple[str, Noun]:
        place = self.pick(self.places)
        prep = self.lore.words.nouns[place].prep
        if place in self.of_player:
            determiner = self.weighted(
                (3, Determiner(possessive=whose)),
                (1, Determiner(owner=Noun(name=self.pick(self.players)))),
                (0.5, Determiner(owner=Noun(determiner=Determiner(quantifier="another"), head="player"))),
                (0.5, Determiner(article="a")),
            )
        else:
            determiner = Determiner(article="the") if place in self.single else Determiner(article="a")
        return prep, Noun(
            determiner=determiner, head=place, plural=None if determiner.article == "a" else False
        )

    def deed_put(self, whose: str, depth: int) -> Act:
        prep, where = self.target(whose)
        things = self.moved(whose, depth)
        verb = self.pick(("put", "put", "move"))
        role, word = ("place", prep) if verb == "put" else ("to", "to")
        target = Complement(role=role, prep=word, value=where)
        if things.modifiers or things.relative or self.chance(0.3):
            bare = not things.modifiers and not things.relative and self.chance(0.15)
            what = self.listed_of(things) if bare else things
            return Act(verb=verb, complements=(self.obj(what), target))
        _, source = self.target(whose)
        what: ast.Nominal = things
        if self.chance(0.15):
            what = self.listed_things(whose)
        elif self.chance(0.1):
            what = self.listed_of(things)
        return Act(
            verb=verb,
            complements=(self.obj(what), Complement(role="from", prep="from", value=source), target),
        )

    def deed_remove(self, whose: str, depth: int) -> Act:
        things = self.moved(whose, depth)
        if not things.modifiers and not things.relative and self.chance(0.5):
            prep, where = self.place(0, whose)
            things = replace(things, modifiers=(Modifier(word=prep, what=where),))
        what = self.listed_of(things) if self.chance(0.1) else things
        return Act(verb="remove", complements=(self.obj(what),))

    def deed_turned(self, whose: str, depth: int) -> Act:
        face = ast.Manner(word=self.pick(("face up", "face down")))
        return Act(verb="turn", complements=(self.obj(self.moved(whose, 0)),), adverbials=(face,))

    def deed_change(self, whose: str, depth: int) -> Act:
        head, name = self.pick(self.numbers)
        determiner, plural = self.pick(
            (
                (Determiner(quantifier="each"), None),
                (Determiner(possessive=whose), True),
                (Determiner(article="the"), True),
                (Determiner(quantifier="all"), True),
            )
        )
        whom = replace(self.thing_with(determiner, plural, min(depth, 1)), head=head, adjectives=())
        if self.chance(0.3):
            certain = self.certain(head, 0)
            whom = certain if isinstance(certain, Noun) and certain.determiner.article != "a" else whom
        return self.changed(
            Noun(
                determiner=Determiner(article="the"),
                head=name,
                plural=False,
                modifiers=(Modifier(word="of", what=whom),),
            ),
            depth,
            whose,
        )

    def deed_change_coins(self, whose: str, depth: int) -> Act:
        owner = self.pick(
            (Determiner(possessive=whose), Determiner(owner=Noun(name=self.pick(self.players))))
        )
        return self.changed(
            Noun(determiner=owner, head=self.pick(self.quantities), plural=True), depth, whose
        )

    def changed(self, what: Noun, depth: int, whose: str) -> Act:
        verb = self.pick(("set", "raise", "lower"))
        amount = self.amount(depth, whose) if self.chance(0.4) else self.literal()
        role = "to" if verb == "set" else "by"
        return Act(verb=verb, complements=(self.obj(what), Complement(role=role, prep=role, value=amount)))

    # --- It -----------------------------------------------------------------------------------------------------------

    def single_choice(self) -> Act:
        """A verb after which *it* is one thing."""
        head = self.pick(self.things)
        prep, where = self.place(0)
        what = Noun(determiner=Determiner(article="a"), head=head, adjectives=self.adjectives(head))
        if self.chance(0.5):
            return Act(
                verb="choose",
                complements=(self.obj(replace(what, modifiers=(Modifier(word=prep, what=where),))),),
            )
        _, source = self.target("your")
        prep, where = self.target("your")
        place = Complement(role="place", prep=prep, value=where)
        return Act(
            verb="put",
            complements=(self.obj(what), Complement(role="from", prep="from", value=source), place),
        )

    def head_of(self, sentence: Sentence) -> str:
        body = sentence.body
        assert isinstance(body, Clauses) and isinstance(body.clauses[0], Clause)
        verb = body.clauses[0].verbs[0]
        assert isinstance(verb, Act) and isinstance(verb.complements[0].value, Noun)
        return verb.complements[0].value.head or ""

    def to_it(self, head: str) -> Act:
        """A deed with *it* or *that cat*."""
        it: ast.Nominal = self.pick(
            (Pronoun(word="it"), Noun(determiner=Determiner(article="that"), head=head))
        )
        mine = [name for thing, name in self.numbers if thing == head]
        own = [verb for verb, kind in self.own_verbs if kind and self.may_be(head, kind)]
        if own and self.chance(0.15):
            return Act(verb=self.pick(own), complements=(self.obj(it),))
        kind = self.weighted(
            (3, "put"),
            (2 if mine else 0, "set"),
            (1, "remove"),
            (1.5 if mine and self.quantities else 0, "gain"),
        )
        if kind == "put":
            prep, where = self.target("your")
            return Act(
                verb="put", complements=(self.obj(it), Complement(role="place", prep=prep, value=where))
            )
        if kind == "remove":
            return Act(verb="remove", complements=(self.obj(it),))
        whose = (
            Noun(
                determiner=Determiner(article="the"),
                head=self.pick(mine),
                plural=False,
                modifiers=(Modifier(word="of", what=it),),
            )
            if isinstance(it, Noun)
            else Noun(determiner=Determiner(possessive="its"), head=self.pick(mine), plural=False)
        )
        if kind == "set":
            return self.changed(whose, 0, "your")
        gained = Noun(
            head=self.pick(self.quantities), plural=True, modifiers=(Modifier(word="equal to", what=whose),)
        )
        return Act(verb="gain", complements=(self.obj(gained),))
