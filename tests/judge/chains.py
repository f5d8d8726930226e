"""Texts made at random: a trigger, or none, and sentences that speak of what those before them named or asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.judge.copies import replace
from tests.judge.laws import LawMaker
from tests.judge.passages import END
from tests.judge.rulings import TURN
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

THIS_TURN = ast.When(word="", period=TURN)
LATER = ast.When(word="at the end of", period=TURN)
UNTIL = ast.When(word="until the end of", period=TURN)
THEY = Pronoun(word="they")
YOU = Pronoun(word="you")
ANOTHER = Noun(determiner=Determiner(quantifier="another"), head="player")


@dataclass(frozen=True)
class Said:
    """What a sentence can speak of.  `you`: somebody is; `it`, `those`: of which kind; `whom`: somebody is *they*;
    `asked`: who was asked something (*you*, *they*); `held`: the sentence before has an *if*; `many`: an amount."""

    you: bool = False
    it: str | None = None
    those: str | None = None
    whom: bool = False
    asked: str | None = None
    held: bool = False
    many: bool = False


class ChainMaker(LawMaker):
    """*When a player gains a coin, the player to their left may pay 1 debt. If they do, they gain 1 point.*"""

    cards: Mapping[str, str] = {}
    """What a text can stand on, by its name: the kind."""
    ends: bool = True
    """Whether there are turns, and they end."""
    on: str | None = None
    """The kind of the card on which the text stands."""

    def passage(self, depth: int) -> tuple[tuple[tuple[str | None, ast.Paragraph], ...], tuple[Any, ...]]:
        """Standing texts, and what is done, asked and done again."""
        self.narrow()
        self.on = None
        laws: tuple[tuple[str | None, ast.Paragraph], ...] = ()
        if self.chance(0.35):
            fire = [ast.Paragraph(sentences=tuple(self.chain(Said(you=True), self.pick((2, 2, 3, 4)))))]
            deed: Act | None = None
        else:
            deed = self.of_theirs(self.watched())
            card = self.pick(sorted(self.cards)) if self.cards and self.chance(0.4) else None
            self.on = self.cards[card] if card is not None else None
            laws = ((card, self.rule_text(deed, card, depth)),)
            self.on = None
            times = self.pick((1, 1, 2))
            fire = [
                ast.Paragraph(sentences=tuple(Sentence(body=self.ordered_to(deed)) for _ in range(times)))
            ]
        if self.numbers and self.chance(0.15):
            laws = (*laws, (None, ast.Paragraph(sentences=(self.changing(0),))))
        stages: list[Any] = [*fire]
        if self.chance(0.6):
            stages.append(self.question(deed))
        if self.ends and self.chance(0.6):
            stages += [END, self.question(deed)]
        return laws, tuple(stages)

    def question(self, deed: Act | None) -> ast.Paragraph:
        """What shows whether something still holds."""
        kind = self.weighted(
            (2 if deed is not None else 0, "again"),
            (2 if self.numbers and self.quantities else 0, "amount"),
            (2, "deed"),
        )
        if kind == "again" and deed is not None:
            return one(self.ordered_to(deed))
        if kind == "amount":
            gained = Noun(
                head=self.pick(self.quantities),
                plural=True,
                modifiers=(Modifier(word="equal to", what=self.amount_sum(0, "your")),),
            )
            return one(Clauses(clauses=(Clause(verbs=(Act(verb="gain", complements=(self.obj(gained),)),)),)))
        return one(self.ordered_to(self.simple(False)))

    # --- Triggers -----------------------------------------------------------------------------------------------

    def rule_text(self, deed: Act, card: str | None, depth: int) -> ast.Paragraph:
        kind = self.weighted((6, "when"), (1.5, "would"), (1, "first"))
        passive = deed.verb in ("put", "remove", "turn", "raise", "lower", "set") and self.chance(0.3)
        waits, whom, thing = self.waiting(deed, passive, "when")
        if (
            card is None and waits.subject == ANOTHER and self.chance(0.9)
        ):  # than whom, where nobody is *you*?
            waits = replace(waits, subject=Noun(determiner=Determiner(article="a"), head="player"))
        condition = Clauses(clauses=(waits,))
        you = card is not None or waits.subject == YOU
        said = Said(you=you, it=thing, whom=whom)
        sentences = self.chain(said, self.pick((2, 2, 3)), ordered=kind == "would")
        first = sentences[0]
        if kind == "would":
            would = replace(waits, verbs=(replace(waits.verbs[0], modal="would"),))
            opening: ast.Opening = ast.Given(word="if", condition=Clauses(clauses=(would,)))
            assert isinstance(first.body, ast.Clauses)
            (clause,) = first.body.clauses
            assert isinstance(clause, Clause)
            instead = replace(clause, verbs=tuple(replace(each, instead=True) for each in clause.verbs))
            first = replace(first, body=replace(first.body, clauses=(instead,)))
        elif kind == "first":
            each_turn = Noun(determiner=Determiner(quantifier="each"), head="turn")
            opening = ast.FirstTime(period=each_turn, condition=condition)
        else:
            opening = ast.Given(word="when", condition=condition)
        return ast.Paragraph(sentences=(replace(first, openings=(opening, *first.openings)), *sentences[1:]))

    # --- Sentence after sentence ----------------------------------------------------------------------------------

    def chain(self, said: Said, length: int, ordered: bool = False) -> list[Sentence]:
        """So many sentences.  `ordered`: the first is a plain order."""
        found: list[Sentence] = []
        while len(found) < length:
            if ordered and not found:
                more, said = self.link_act(said)
            else:
                more, said = getattr(self, f"link_{self.weighted(*self.links(said, bool(found)))}")(said)
            found += more
        return found

    def links(self, said: Said, begun: bool) -> list[tuple[float, str]]:
        numbers = said.it is not None and any(kind == said.it for kind, _ in self.numbers)
        return [
            (1.5, "act"),
            (2, "offer"),
            (6 if said.asked else 0.05 * begun, "outcome"),
            (2 if said.held else 0.02 * begun, "otherwise"),
            (3 if said.it else 0.05, "it"),
            (2 if said.those else 0, "those"),
            (1.5 if said.those else 0, "one_of_those"),
            (0.7, "choose"),
            (0.7, "group"),
            (0.7 if said.you else 0, "player"),
            (1.5 if numbers else (0.5 if self.numbers else 0), "change"),
            (1, "ban"),
            (1, "until"),
            (1.5, "later"),
            (1.2, "each"),
            (1, "for_each"),
            (1, "if"),
            (1.2, "history"),
            (1.5 if said.many and self.quantities else 0, "many"),
            (0.7 if self.quantities else 0, "amount"),
            (0.4 if begun else 0, "then"),
        ]

    def who(self, said: Said) -> tuple[ast.Nominal | None, str]:
        """Who does it: the subject, and what it is afterwards (*you*, *they*)."""
        left = Noun(determiner=Determiner(article="the"), head="player", plural=False)
        rows: list[tuple[float, tuple[ast.Nominal | None, str]]] = [
            (4 if said.you else 0.05, (None, "you")),
            (3 if said.whom else 0.05, (THEY, "they")),
            (2 if said.whom else 0.02, (Noun(determiner=Determiner(article="that"), head="player"), "they")),
            (1, (Noun(name=self.pick(self.players)), "they")),
            (
                0.8 if said.whom else 0,
                (
                    replace(left, modifiers=(Modifier(word=self.pick(("to their left", "to their right"))),)),
                    "they",
                ),
            ),
            (
                0.5 if said.you else 0,
                (
                    replace(left, modifiers=(Modifier(word=self.pick(("to your left", "to your right"))),)),
                    "they",
                ),
            ),
            (
                1 if said.it and self.owned(said.it) else 0,
                (Noun(determiner=Determiner(possessive="its"), head="owner", plural=False), "they"),
            ),
            (0.6, (self.leader_of_one(), "they")),
        ]
        return self.weighted(*rows)

    def owned(self, kind: str) -> bool:
        return any(each.of == "player" for each in self.lore.pack.source.lineage(kind))

    def leader_of_one(self) -> ast.Nominal:
        if not self.quantities:
            return Noun(name=self.pick(self.players))
        most = Determiner(quantifier=self.pick(("most", "fewest")), article="the")
        what = Noun(determiner=most, head=self.pick(self.quantities), plural=True)
        the = Determiner(article="the")
        return Noun(
            determiner=the, head="player", plural=False, modifiers=(Modifier(word="with", what=what),)
        )

    def simple(self, theirs: bool) -> Act:
        """A short order."""
        deed = self.pick(self.orders())
        if self.on is not None and deed.verb in ("put", "remove") and self.chance(0.3):
            this = Noun(determiner=Determiner(article="this"), head=self.on)
            rest = tuple(each for each in deed.complements if each.role == "place")
            deed = replace(deed, complements=(self.obj(this), *rest))
        deed = self.of_theirs(deed)
        return self.by_them(deed) if theirs else deed

    def of_theirs(self, deed: Act) -> Act:
        """*pat one of your pets*, where each player has their own."""
        what = deed.object
        if (
            deed.verb not in {verb for verb, _ in self.own_verbs}
            or not isinstance(what, Noun)
            or not what.head
        ):
            return deed
        if not self.owned(what.head) or self.chance(0.1):
            return deed
        mine = replace(what, determiner=Determiner(number=1, of=True, possessive="your"))
        return replace(deed, complements=(self.obj(mine),))

    def link_act(self, said: Said) -> tuple[list[Sentence], Said]:
        subject, after = self.who(said)
        deed = self.simple(after == "they")
        return [sentence(subject, deed)], self.after(said, deed, after, asked=self.chance(0.4))

    def after(self, said: Said, deed: Act, who: str, asked: bool) -> Said:
        """What can be spoken of next."""
        what = deed.object
        one_thing = (
            isinstance(what, Noun) and what.determiner.article == "a" and deed.verb in ("put", "remove")
        )
        return replace(
            said,
            it=what.head if one_thing and isinstance(what, Noun) else said.it,
            whom=said.whom or who == "they",
            asked=who if asked else None,
            held=False,
            many=deed.verb in ("gain", "lose", "pay"),
        )

    def link_offer(self, said: Said) -> tuple[list[Sentence], Said]:
        subject, after = self.who(said)
        deed = self.simple(after == "they")
        return [sentence(subject or YOU, replace(deed, modal="may"))], self.after(said, deed, after, True)

    def link_outcome(self, said: Said) -> tuple[list[Sentence], Said]:
        whom = said.asked or self.pick(("you", "they"))
        if self.chance(0.04):
            whom = "you" if whom == "they" else "they"
        opening = outcome(whom, self.chance(0.4))
        there = replace(said, whom=said.whom or whom == "they", asked=None)
        inner, _ = self.plain(there)
        held = replace(said, held=True, many=False, asked=said.asked if self.chance(0.3) else None)
        return [replace(inner, openings=(opening, *inner.openings))], held

    def plain(self, said: Said) -> tuple[Sentence, Said]:
        """One sentence without an *if* of its own."""
        numbers = said.it is not None and any(kind == said.it for kind, _ in self.numbers)
        kind = self.weighted(
            (4, "act"),
            (2 if said.it else 0, "it"),
            (0.7, "offer"),
            (0.7 if said.those else 0, "those"),
            (0.7 if numbers else 0, "change"),
            (0.5, "ban"),
            (0.5, "later"),
            (0.3, "until"),
        )
        (first, *_), after = getattr(self, f"link_{kind}")(said)
        return first, after

    def link_otherwise(self, said: Said) -> tuple[list[Sentence], Said]:
        """*Otherwise, …*, *Otherwise, if …*, which another one may follow."""
        inner, _ = self.plain(replace(said, asked=None))
        again = self.chance(0.3)
        given = (ast.Given(word="if", condition=self.condition(0)),) if again else ()
        whole = replace(inner, openings=(ast.Link(word="otherwise"), *given, *inner.openings))
        return [whole], replace(said, held=again, asked=None, many=False)

    def link_then(self, said: Said) -> tuple[list[Sentence], Said]:
        inner, after = self.plain(said)
        return [replace(inner, openings=(ast.Link(word="then"), *inner.openings))], after

    def link_it(self, said: Said) -> tuple[list[Sentence], Said]:
        head = said.it or self.pick(self.things)
        deed, subject, who = self.to_it(head), None, "you"
        if not said.you or self.chance(0.3):
            subject, who = self.who(said)
        deed = self.by_them(deed) if who == "they" else deed
        may = self.chance(0.2)
        if may:
            deed, subject = replace(deed, modal="may"), subject or YOU
        return [sentence(subject, deed)], self.after(said, deed, who, may or self.chance(0.2))

    def link_those(self, said: Said) -> tuple[list[Sentence], Said]:
        those: ast.Nominal = Noun(determiner=Determiner(article="those"), head=said.those)
        those = THEY if self.chance(0.2) else those
        prep, where = self.target("your")
        if self.chance(0.3):
            deed = Act(verb="remove", complements=(self.obj(those),))
        else:
            to = Complement(role="place", prep=prep, value=where)
            deed = Act(verb="put", complements=(self.obj(those), to))
        return [sentence(None, deed)], replace(said, held=False, asked=None, many=False)

    def link_one_of_those(self, said: Said) -> tuple[list[Sentence], Said]:
        """*Put one of those cats in the park. Put the other cats in the pond.*"""
        one_ = Noun(determiner=Determiner(of=True, article="those", number=1), head=said.those)
        rest = Noun(determiner=Determiner(article="the", other=True), head=said.those, plural=True)
        found = []
        for what in (one_, rest):
            prep, where = self.target("your")
            to = Complement(role="place", prep=prep, value=where)
            found.append(sentence(None, Act(verb="put", complements=(self.obj(what), to))))
        return found, replace(said, it=said.those, those=None, held=False, asked=None, many=False)

    def link_choose(self, said: Said) -> tuple[list[Sentence], Said]:
        deed = self.single_choice()
        first = sentence(None, deed)
        return [first], replace(
            said, it=self.head_of(first), held=False, asked="you" if self.chance(0.3) else None, many=False
        )

    def link_group(self, said: Said) -> tuple[list[Sentence], Said]:
        first = self.group_first()[0]
        asked = "you" if self.chance(0.2) else None
        return [first], replace(said, those=self.head_of(first), held=False, asked=asked, many=False)

    def link_player(self, said: Said) -> tuple[list[Sentence], Said]:
        first = self.player_first()[0]
        return [first], replace(said, whom=True, held=False, asked=None, many=False)

    # --- Times ------------------------------------------------------------------------------------------------------

    def link_change(self, said: Said) -> tuple[list[Sentence], Said]:
        """*That cat has +1 power this turn.*"""
        mine = [name for kind, name in self.numbers if kind == said.it]
        if said.it is not None and mine and self.chance(0.7):
            name = self.pick(mine)
            it = Noun(determiner=Determiner(article="that"), head=said.it)
            subject: ast.Nominal = self.pick((Pronoun(word="it"), it))
        else:
            head, name = self.pick(self.numbers)
            subject = self.whose(head, 0)
        verb = Act(verb="have", complements=(Complement(role="obj", value=self.change(name)),))
        return [self.for_the_turn(subject, verb)], replace(said, asked=None, held=False, many=False)

    def for_the_turn(self, subject: ast.Nominal, verb: Act) -> Sentence:
        if self.chance(0.3):
            return replace(sentence(subject, verb), openings=(UNTIL,))
        return sentence(subject, replace(verb, adverbials=(THIS_TURN,)))

    def link_ban(self, said: Said) -> tuple[list[Sentence], Said]:
        """*They cannot gain coins this turn.*"""
        waits, _, _ = self.waiting(self.simple(False), False, "cannot")
        subject = waits.subject
        if said.whom and self.chance(0.6):
            subject = self.pick((THEY, Noun(determiner=Determiner(article="that"), head="player")))
        verb = waits.verbs[0]
        assert isinstance(verb, Act) and subject is not None
        verb = self.by_them(verb) if subject != YOU else verb
        ban = replace(verb, modal="cannot")
        return [self.for_the_turn(subject, ban)], replace(said, asked=None, held=False, many=False)

    def link_until(self, said: Said) -> tuple[list[Sentence], Said]:
        """*Until the end of this turn, when that cat is put in the park, they gain 1 coin.*"""
        waits, whom, thing = self.waiting(self.simple(False), False, "when")
        if said.whom and self.chance(0.5):
            verb = waits.verbs[0]
            assert isinstance(verb, Act)
            that = Noun(determiner=Determiner(article="that"), head="player")
            waits, whom = replace(waits, subject=self.pick((THEY, that)), verbs=(self.by_them(verb),)), True
        elif said.it is not None and self.chance(0.5):
            prep, where = self.definite_place()
            it = Noun(determiner=Determiner(article="that"), head=said.it)
            to = (Complement(role="place", prep=prep, value=where),) if self.chance(0.6) else ()
            verb = Act(verb=self.pick(("put", "put", "remove")), passive=True, complements=to)
            verb = replace(verb, complements=()) if verb.verb == "remove" else verb
            waits, whom, thing = Clause(subject=it, verbs=(verb,)), False, said.it
        there = replace(said, whom=said.whom or whom, it=thing or said.it)
        inner, _ = (self.link_it if there.it and self.chance(0.4) else self.link_act)(there)
        opening: ast.Opening = ast.Given(word="when", condition=Clauses(clauses=(waits,)))
        once = ast.FirstTime(next=True, condition=Clauses(clauses=(waits,)))
        openings = (once,) if self.chance(0.3) else (UNTIL, opening)
        if self.chance(0.3):
            openings = (*openings, ast.Given(word="if", condition=self.looking_back(there)))
        whole = replace(inner[0], openings=(*openings, *inner[0].openings))
        return [whole], replace(said, asked=None, held=False, many=False)

    def looking_back(self, said: Said) -> Clauses:
        """*they gained at least 2 coins this turn and that cat is not in the park*."""
        who: ast.Nominal = self.pick((THEY, Noun(determiner=Determiner(article="that"), head="player")))
        who = who if said.whom else (YOU if said.you else Noun(name=self.pick(self.players)))
        clauses = [Clause(subject=who, verbs=(self.done_before(self.simple(who != YOU), who != YOU),))]
        if said.it is not None and self.chance(0.7):
            prep, where = self.definite_place()
            it = self.pick((Pronoun(word="it"), Noun(determiner=Determiner(article="that"), head=said.it)))
            lies = ast.Be(negated=self.chance(0.5), predicate=ast.IsPlaced(prep=prep, where=where))
            clauses.append(Clause(subject=it, verbs=(lies,)))
        else:
            (more,) = self.condition(0).clauses[:1]
            clauses += [more] if isinstance(more, Clause) else []
        joints = (self.pick(("and", "and", "or")),) if len(clauses) > 1 else ()
        return Clauses(clauses=tuple(clauses), joints=joints)

    def link_history(self, said: Said) -> tuple[list[Sentence], Said]:
        """*If they gained a coin this turn and it is not in the park, …*."""
        opening = ast.Given(word="if", condition=self.looking_back(said))
        inner, after = self.plain(said)
        held = replace(said, held=True, many=False, asked=after.asked if self.chance(0.3) else None)
        return [replace(inner, openings=(opening, *inner.openings))], held

    def link_later(self, said: Said) -> tuple[list[Sentence], Said]:
        kind = self.weighted(
            (2, "act"), (3 if said.it else 0, "it"), (2, "offer"), (1 if said.those else 0, "those")
        )
        inner, after = getattr(self, f"link_{kind}")(said)
        if kind == "act" and self.chance(0.2):
            inner = [replace(inner[0], openings=(ast.Given(word="if", condition=self.condition(0)),))]
        return [replace(inner[0], openings=(LATER, *inner[0].openings))], replace(after, many=False)

    # --- Loops and conditions ---------------------------------------------------------------------------------------

    def link_each(self, said: Said) -> tuple[list[Sentence], Said]:
        """*Each player may pay 1 coin. If they do, they gain 1 point.*"""
        subject = Noun(determiner=Determiner(quantifier="each", other=self.chance(0.3)), head="player")
        deed = self.simple(True)
        found = [sentence(subject, replace(deed, modal="may") if self.chance(0.7) else deed)]
        there = replace(said, whom=True, it=None, you=False, asked="they")
        for _ in range(self.pick((0, 1, 1, 2))):
            kind = self.weighted((4, "outcome"), (1, "act"), (1 if len(found) > 1 else 0, "otherwise"))
            more, there = getattr(self, f"link_{kind}")(there)
            found += more
        return found, replace(said, asked=None, held=False, many=False)

    def link_for_each(self, said: Said) -> tuple[list[Sentence], Said]:
        """*For each cat in the park, its owner may pay 1 coin. If they do, they gain 1 point.*"""
        thing = self.thing_with(Determiner(), False, 0)
        head = thing.head or "thing"
        there = replace(said, it=head, asked=None)
        (first, *_), after = self.pick((self.link_offer, self.link_it, self.link_act))(there)
        found = [replace(first, openings=(ast.ForEach(each=thing),))]
        if after.asked and self.chance(0.7):
            more, after = self.link_outcome(after)
            found += more
            if self.chance(0.3):
                more, after = self.link_otherwise(after)
                found += more
        return found, replace(said, asked=None, held=False, many=False)

    def link_if(self, said: Said) -> tuple[list[Sentence], Said]:
        opening = ast.Given(word="if", condition=self.condition(0))
        inner, after = self.plain(said)
        held = replace(said, held=True, many=False, asked=after.asked if self.chance(0.3) else None)
        return [replace(inner, openings=(opening, *inner.openings))], held

    # --- Amounts ----------------------------------------------------------------------------------------------------

    def link_amount(self, said: Said) -> tuple[list[Sentence], Said]:
        """*Lose up to 2 coins.*"""
        subject, after = self.who(said)
        d = Determiner(bound=self.pick((None, "up to")), number=self.pick((1, 2, 3)))
        deed = Act(
            verb=self.pick(("gain", "lose", "lose", "pay", "pay")),
            complements=(self.obj(Noun(determiner=d, head=self.pick(self.quantities))),),
        )
        return [sentence(subject, deed)], replace(self.after(said, deed, after, False), many=True)

    def link_many(self, said: Said) -> tuple[list[Sentence], Said]:
        """*Gain that many points.*"""
        subject, _ = self.who(said)
        what = Noun(determiner=Determiner(quantifier="that many"), head=self.pick(self.quantities))
        deed = Act(verb=self.pick(("gain", "gain", "lose")), complements=(self.obj(what),))
        return [sentence(subject, deed)], replace(said, asked=None, held=False, many=False)


def one(body: Clauses) -> ast.Paragraph:
    return ast.Paragraph(sentences=(Sentence(body=body),))


def sentence(subject: ast.Nominal | None, *verbs: ast.Verb) -> Sentence:
    return Sentence(body=Clauses(clauses=(Clause(subject=subject, verbs=verbs),)))


def outcome(whom: str, negated: bool) -> ast.Given:
    """*If you do not,*."""
    done = ast.ProVerb(word="do", negated=negated)
    return ast.Given(
        word="if", condition=Clauses(clauses=(Clause(subject=Pronoun(word=whom), verbs=(done,)),))
    )
