"""What has been done, made at random: short orders that give a table a past, and questions about it."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.figures import Figures
from toolkit.language import ast
from toolkit.language.ast import Act, Clause, Clauses, Complement, Determiner, Modifier, Noun, Sentence


class Deeds(Figures):
    """*Gain 2 coins.*, *Put a cat from your home in the park.*, *Pat a cat.*"""

    def order(self) -> ast.Paragraph:
        verb = self.pick(self.orders())
        return ast.Paragraph(sentences=(Sentence(body=Clauses(clauses=(Clause(verbs=(verb,)),))),))

    def orders(self) -> list[Act]:
        head = self.pick(self.things)
        thing = Noun(determiner=Determiner(article="a"), head=head)
        _, there = self.definite_place()
        prep, where = self.definite_place()
        source = Complement(role="from", prep="from", value=there)
        found = [
            Act(
                verb="put",
                complements=(
                    Complement(role="obj", value=thing),
                    source,
                    Complement(role="place", prep=prep, value=where),
                ),
            )
        ] * 3
        away = replace(thing, modifiers=(Modifier(word="in", what=there),))
        found.append(Act(verb="remove", complements=(Complement(role="obj", value=away),)))
        if self.quantities:
            n = Noun(determiner=Determiner(number=self.pick((1, 2))), head=self.pick(self.quantities))
            verbs = ("gain", "gain", "lose", "pay")
            found += [Act(verb=self.pick(verbs), complements=(Complement(role="obj", value=n),))] * 3
        if self.own_verbs:
            verb, kind = self.pick(self.own_verbs)
            what = Noun(determiner=Determiner(article="a"), head=kind)
            complements = (Complement(role="obj", value=what),) if kind else ()
            found += [Act(verb=verb, complements=complements)] * 3
        return found

    def definite_place(self) -> tuple[str, Noun]:
        place = self.pick(self.places)
        prep = self.lore.words.nouns[place].prep
        if place in self.of_player:
            whose = self.pick(
                (Determiner(possessive="your"), Determiner(owner=Noun(name=self.pick(self.players))))
            )
            return prep, Noun(determiner=whose, head=place, plural=False)
        article = "the" if place in self.single else "a"
        return prep, Noun(
            determiner=Determiner(article=article), head=place, plural=False if article == "the" else None
        )

    # --- Questions ------------------------------------------------------------------------------------------------

    def time(self) -> ast.When:
        word = "turn" if "turn" in self.lore.periods and self.chance(0.8) else "game"
        return ast.When(word="in", period=Noun(determiner=Determiner(article="this"), head=word))

    def told(self, verb: Act, past: str = "past") -> Act:
        """The same verb, of what has happened."""
        negated = self.chance(0.2)
        same = verb.verb == "put" and not verb.passive and not negated
        return replace(verb, tense="present" if same else past, negated=negated, adverbials=(self.time(),))

    def did(self) -> Act:
        """*gained at least 2 coins this turn*, *put no cats in the park in this game*."""
        verb = self.pick(self.orders())
        roles = [each for each in verb.complements if each.role != "from"]
        if roles and verb.verb in ("gain", "lose", "pay"):
            roles[0] = replace(roles[0], value=self.amount_had())
        elif roles:
            what = roles[0].value
            assert isinstance(what, Noun)
            roles[0] = replace(roles[0], value=self.of_a_kind(what.head or "thing"))
        return self.told(replace(verb, complements=tuple(roles)))

    def of_a_kind(self, head: str) -> Noun:
        determiner, plural = self.weighted(
            (4, (Determiner(article="a"), None)),
            (2, (Determiner(quantifier="no"), True)),
            (
                3,
                (
                    Determiner(bound=self.pick(("at least", "at most", "exactly")), number=self.pick((1, 2))),
                    None,
                ),
            ),
            (1, (Determiner(number=1, of=True, owner=Noun(name=self.pick(self.players))), None)),
            (1, (Determiner(quantifier="no", owner=Noun(name=self.pick(self.players)), of=True), None)),
        )
        return Noun(determiner=determiner, head=head, plural=plural)

    def was_done(self) -> Act:
        """*was put in the park this turn*."""
        kinds = [
            each for each in self.orders() if each.verb not in ("gain", "lose", "pay") and each.complements
        ]
        verb = self.pick(kinds)
        to = tuple(each for each in verb.complements if each.role == "place")
        return self.told(replace(verb, complements=to, passive=True), self.pick(("past", "perfect")))

    def past_relative(self) -> ast.Relative:
        """*that was removed this turn*, *you patted this turn*."""
        if self.chance(0.5):
            return ast.Relative(word="that", verb=self.was_done())
        kinds = [
            each for each in self.orders() if each.verb not in ("gain", "lose", "pay") and each.complements
        ]
        verb = self.pick(kinds)
        to = tuple(each for each in verb.complements if each.role == "place")
        who = self.pick((ast.Pronoun(word="you"), Noun(name=self.pick(self.players))))
        return ast.Relative(word="", subject=who, verb=self.told(replace(verb, complements=to)))
