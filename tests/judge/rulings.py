"""Rules for a turn, made at random, and orders to which they may apply."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.orders import OrderMaker
from toolkit.language import ast
from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Complement,
    Determiner,
    Modifier,
    Noun,
    Pronoun,
    Sentence,
)

CHANGES = ("raise", "lower", "set")
TURN = Noun(determiner=Determiner(article="this"), head="turn")


class RuleMaker(OrderMaker):
    """*Until the end of this turn, when a player gains coins, …* and then somebody gains some."""

    def paragraph(self, depth: int) -> ast.Paragraph:
        if "turn" not in self.lore.periods or not self.chance(0.15):
            return super().paragraph(depth)
        deed = self.watched()
        sentences = [self.rule(deed, depth)]
        for _ in range(self.pick((1, 1, 2))):
            sentences.append(Sentence(body=self.ordered_to(deed)))
        if self.chance(0.2):
            done = ast.ProVerb(word="do", negated=self.chance(0.3))
            condition = Clauses(clauses=(Clause(subject=Pronoun(word="you"), verbs=(done,)),))
            sentences[1:] = [Sentence(body=Clauses(clauses=(Clause(verbs=(deed,)),)))]
            sentences.append(
                Sentence(openings=(ast.Given(word="if", condition=condition),), body=self.body(0, alone=True))
            )
        return ast.Paragraph(sentences=tuple(sentences))

    def watched(self) -> Act:
        """What is ordered, and waited for."""
        deeds = [each for each in self.orders() if each.verb in ("gain", "lose", "pay", "put", "remove")]
        kinds = [
            (3.0, "done"),
            (0.1 if self.numbers else 0.0, "changed"),
            (0.5 if self.faced else 0.0, "turned"),
        ]
        kinds.append((0.7 if self.own_verbs else 0.0, "own"))
        match self.weighted(*kinds):
            case "own":
                return self.deed_own("your", 0)
            case "changed":
                return self.deed_of_one()
            case "turned":
                return self.turned()
        return self.pick(deeds)

    def deed_of_one(self) -> Act:
        """*raise the power of a cat in the park by 2*."""
        head, name = self.pick(self.numbers)
        determiner = self.weighted((4, Determiner(article="a")), (1, Determiner(quantifier="each")))
        prep, where = self.place(0)
        there = (Modifier(word=prep, what=where),) if self.chance(0.7) else ()
        whom = Noun(determiner=determiner, head=head, modifiers=there)
        of = (Modifier(word="of", what=whom),)
        what = Noun(determiner=Determiner(article="the"), head=name, plural=False, modifiers=of)
        return self.changed(what, 0, "your")

    def turned(self) -> Act:
        """*turn a sheet in the park face up*."""
        prep, where = self.definite_place()
        there = (Modifier(word=prep, what=where),) if self.chance(0.7) else ()
        what = Noun(determiner=Determiner(article="a"), head=self.pick(self.faced), modifiers=there)
        face = ast.Manner(word=self.pick(("face up", "face down")))
        return Act(verb="turn", complements=(self.obj(what),), adverbials=(face,))

    @property
    def faced(self) -> list[str]:
        """Kinds of things that have a face."""
        kinds = self.lore.model.kinds
        return [
            each for each in self.things if each in self.lore.kinds and kinds[self.lore.kinds[each]].faces
        ]

    def ordered_to(self, deed: Act) -> Clauses:
        who = self.weighted(
            (3, None),
            (2, Noun(determiner=Determiner(quantifier="each"), head="player")),
            (1, Noun(name=self.pick(self.players))),
            (1, Noun(determiner=Determiner(quantifier="each", other=True), head="player")),
        )
        modal = "may" if self.chance(0.15) else None
        subject = Pronoun(word="you") if who is None and modal else who
        if who is not None:
            deed = self.by_them(deed)
        if self.chance(0.15):
            return self.body(0)
        if self.quantities and self.chance(0.15):
            deed = replace(self.deed_gain("your", 0), verb="gain")
            modal, subject = None, None
        return Clauses(clauses=(Clause(subject=subject, verbs=(replace(deed, modal=modal),)),))

    def by_them(self, deed: Act) -> Act:
        """*your home* is theirs, where they do it."""
        their = []
        for each in deed.complements:
            value = each.value
            if isinstance(value, Noun) and value.determiner.possessive == "your":
                value = replace(value, determiner=replace(value.determiner, possessive="their"))
            their.append(replace(each, value=value))
        return replace(deed, complements=tuple(their))

    def rule(self, deed: Act, depth: int) -> Sentence:
        kind = self.weighted((4, "when"), (3, "would"), (2, "cannot"), (1.5, "first"))
        passive = deed.verb in ("put", "remove", "turn", *CHANGES) and self.chance(0.4)
        waits, whom, what = self.waiting(deed, passive, kind)
        until = ast.When(word="until the end of", period=TURN)
        verb = waits.verbs[0]
        if kind == "cannot":
            ban = replace(waits, verbs=(replace(verb, modal="cannot"),))
            return Sentence(openings=(until,), body=Clauses(clauses=(ban,)))
        then = self.then(deed, whom, what)
        condition = Clauses(clauses=(waits,))
        if kind == "first":
            each = Noun(determiner=Determiner(quantifier="each"), head="turn")
            first = ast.FirstTime(period=each, condition=condition)
            return Sentence(openings=(until, first), body=Clauses(clauses=(then,)))
        if kind == "would":
            would = Clauses(clauses=(replace(waits, verbs=(replace(verb, modal="would"),)),))
            instead = replace(then, verbs=tuple(replace(each, instead=True) for each in then.verbs))
            opening = ast.Given(word="if", condition=would)
            return Sentence(openings=(until, opening), body=Clauses(clauses=(instead,)))
        more = ()
        if self.chance(0.2):
            more = (ast.Given(word="if", condition=Clauses(clauses=(self.clause(0),))),)
        elif self.chance(0.2):
            clause = Clause(subject=self.paid(whom), verbs=(self.done_before(deed, whom),))
            more = (ast.Given(word="if", condition=Clauses(clauses=(clause,))),)
        return Sentence(
            openings=(until, ast.Given(word="when", condition=condition), *more),
            body=Clauses(clauses=(then,)),
        )

    def waiting(self, deed: Act, passive: bool, kind: str) -> tuple[Clause, bool, str | None]:
        """The clause that waits, whether *that player* can be spoken of, and of which kind *it* is."""
        whence = self.chance(0.3)
        roles = {each.role: each for each in deed.complements if each.role != "from" or whence}
        if not roles:
            return self.by_whom(deed, kind, None)
        what = roles["obj"].value
        assert isinstance(what, Noun)
        thing = what.head if deed.verb in ("put", "remove", "turn") else None
        if deed.verb in {verb for verb, _ in self.own_verbs}:
            thing = what.head
        if deed.verb in CHANGES:
            return self.change_that_waits(deed, what, passive, kind)
        if thing is None:
            amount = self.pick(
                (
                    Noun(head=what.head, plural=True),
                    Noun(determiner=Determiner(article="a"), head=what.head),
                    Noun(determiner=Determiner(bound="at least", number=2), head=what.head),
                )
            )
            roles["obj"] = replace(roles["obj"], value=amount)
        else:
            plain = Noun(determiner=Determiner(article="a"), head=thing)
            if kind == "cannot":
                plain = Noun(head=thing, plural=True)
            if self.chance(0.3):
                plain = self.described(plain, deed.verb)
            roles["obj"] = replace(roles["obj"], value=plain)
            if "place" in roles and self.chance(0.2) and not passive:
                del roles["place"]
        if "place" in roles and deed.verb == "put":
            where = roles["place"].value
            assert isinstance(where, Noun)
            if where.determiner.possessive and passive:
                roles["place"] = replace(
                    roles["place"],
                    value=replace(where, determiner=Determiner(owner=Noun(name=self.pick(self.players)))),
                )
        if passive:
            subject = roles.pop("obj").value
            verb = replace(deed, passive=True, complements=tuple(roles.values()))
            return Clause(subject=subject, verbs=(verb,)), False, thing
        return self.by_whom(replace(deed, complements=tuple(roles.values())), kind, thing)

    def change_that_waits(
        self, deed: Act, what: Noun, passive: bool, kind: str
    ) -> tuple[Clause, bool, str | None]:
        """*the power of a cat is raised*, *a player sets the power of a cat*."""
        (of,) = what.modifiers
        assert isinstance(of.what, Noun)
        head = of.what.head or ""
        whom = (
            Noun(head=head, plural=True)
            if kind == "cannot"
            else Noun(determiner=Determiner(article="a"), head=head)
        )
        if self.chance(0.25):
            whom = self.picked(whom, deed.verb)
        plain = replace(what, modifiers=(Modifier(word="of", what=whom),))
        if passive:
            verb = replace(deed, passive=True, complements=())
            return Clause(subject=plain, verbs=(verb,)), False, head
        return self.by_whom(replace(deed, complements=(self.obj(plain),)), kind, head)

    def described(self, plain: Noun, verb: str) -> Noun:
        """*a lonely cat*, *a cat in the park* that is removed, *Red's cats*."""
        head = plain.head or ""
        kind = self.weighted(
            (2, "word"), (2 if verb == "remove" else 0, "where"), (1, "with"), (1, "whose"), (3, "picked")
        )
        if kind == "picked":
            return self.picked(plain, verb)
        if kind == "word":
            words = [w for _ in range(8) for w in self.adjectives(head)]
            return replace(plain, adjectives=tuple(words[:1]))
        if kind == "where":
            prep, where = self.definite_place()
            return replace(plain, modifiers=(Modifier(word=prep, what=where),))
        mine = [name for thing, name in self.numbers if thing == head]
        if kind == "with" and mine:
            bound = self.pick(("at least", "at most", "exactly"))
            amount = Noun(
                determiner=Determiner(bound=bound, number=self.pick((0, 1, 2, 3))), head=self.pick(mine)
            )
            return replace(plain, modifiers=(Modifier(word="with", what=amount),))
        if kind == "whose" and plain.plural and self.chance(0.5):
            return replace(plain, determiner=Determiner(owner=Noun(name=self.pick(self.players))))
        of = Modifier(word="of", what=Noun(name=self.pick(self.players)))
        return replace(plain, modifiers=(of,)) if kind == "whose" else plain

    def picked(self, plain: Noun, verb: str) -> Noun:
        """*the top sheet of the pile*, *the cat in the park with the highest power*, *a stone whose size is that of the
        highest stone in the park*: found by its place or rank, or compared with one that is."""
        head = plain.head or ""
        mine = [name for thing, name in self.numbers if thing == head]
        if mine and verb in ("put", "remove") and self.chance(0.3):
            name = self.pick(mine)
            return replace(plain, relative=self.as_much_as(self.pick(self.things), head, name))
        one = self.by_rank(head)
        if (
            one.determiner.ordinal is None and plain.plural and self.chance(0.6)
        ):  # *cats in the park with the highest power*
            return replace(one, determiner=Determiner(), plural=True)
        if one.determiner.ordinal is None and self.chance(0.3):
            return replace(one, determiner=Determiner(article="a"), plural=None)
        return one

    def by_whom(self, deed: Act, kind: str, thing: str | None) -> tuple[Clause, bool, str | None]:
        """The same, done by somebody."""
        subject = self.weighted(
            (3, Pronoun(word="you")),
            (3, Noun(determiner=Determiner(article="a"), head="player")),
            (2, Noun(determiner=Determiner(quantifier="another"), head="player")),
            (1, Noun(name=self.pick(self.players))),
            (1.5, replace(self.leader(), determiner=Determiner(article="the"), plural=False)),
            (0.5, replace(self.described_player(0), determiner=Determiner(article="a"), plural=None)),
        )
        if kind == "cannot":
            subject = self.weighted(
                (3, Pronoun(word="you")),
                (2, Noun(head="player", plural=True)),
                (2, Noun(determiner=Determiner(quantifier="each", other=True), head="player")),
                (1, Noun(name=self.pick(self.players))),
                (1.5, self.leader()),
            )
        found = isinstance(subject, Noun) and subject.name is None
        verb = deed
        if subject != Pronoun(word="you"):
            verb = self.by_them(verb)
        return Clause(subject=subject, verbs=(verb,)), found, thing

    def paid(self, whom: bool) -> ast.Nominal:
        """Who gains something by it."""
        if whom and self.chance(0.6):
            return self.pick(
                (Pronoun(word="they"), Noun(determiner=Determiner(article="that"), head="player"))
            )
        return Noun(name=self.pick(self.players))

    def done_before(self, deed: Act, theirs: bool) -> Act:
        """*put at least 2 cats in the park this turn*: how often that has been done, or something else."""
        deed = deed if self.chance(0.7) and deed.verb not in ("turn", *CHANGES) else self.pick(self.orders())
        roles = [each for each in deed.complements if each.role != "from"]
        if roles:
            head = roles[0].value.head if isinstance(roles[0].value, Noun) else None
            amount = deed.verb in ("gain", "lose", "pay")
            what = replace(self.amount_had(), head=head) if amount else self.of_a_kind(head or "thing")
            roles[0] = replace(roles[0], value=what)
        verb = replace(deed, modal=None, adverbials=(), complements=tuple(roles))
        return self.told(self.by_them(verb) if theirs else verb)

    def worth(self, thing: str, name: str) -> Act:
        """*gain coins equal to its power*, *to the power of that cat*."""
        that = Noun(determiner=Determiner(article="that"), head=thing)
        amount = self.pick(
            (
                Noun(determiner=Determiner(possessive="its"), head=name, plural=False),
                Noun(
                    determiner=Determiner(article="the"),
                    head=name,
                    plural=False,
                    modifiers=(Modifier(word="of", what=that),),
                ),
            )
        )
        coins = Noun(head=self.pick(self.quantities), plural=True)
        gained = replace(coins, modifiers=(Modifier(word="equal to", what=amount),))
        return Act(verb=self.pick(("gain", "gain", "lose")), complements=(self.obj(gained),))

    def then(self, deed: Act, whom: bool, thing: str | None) -> Clause:
        """What follows; never what is waited for, which would go on for ever."""
        mine = [name for kind, name in self.numbers if kind == thing]
        if thing is not None and mine and self.quantities and self.chance(0.4):
            return Clause(subject=self.paid(whom), verbs=(self.worth(thing, self.pick(mine)),))
        if thing is not None and self.chance(0.5):
            prep, where = self.definite_place()
            it = self.pick((Pronoun(word="it"), Noun(determiner=Determiner(article="that"), head=thing)))
            to = Complement(role="place", prep=prep, value=where)
            return Clause(verbs=(Act(verb="put", complements=(Complement(role="obj", value=it), to)),))
        if not self.quantities:
            prep, where = self.definite_place()
            what = Noun(determiner=Determiner(article="a"), head=self.pick(self.things))
            to = Complement(role="place", prep=prep, value=where)
            return Clause(verbs=(Act(verb="put", complements=(Complement(role="obj", value=what), to)),))
        n = Noun(determiner=Determiner(number=self.pick((1, 2))), head=self.pick(self.quantities))
        verb = Act(verb=self.pick(("gain", "lose")), complements=(Complement(role="obj", value=n),))
        who = None
        if whom and self.chance(0.6):
            who = self.pick(
                (Pronoun(word="they"), Noun(determiner=Determiner(article="that"), head="player"))
            )
        elif self.chance(0.2):
            who = Noun(determiner=Determiner(quantifier="each"), head="player")
        return Clause(subject=who, verbs=(verb,))
