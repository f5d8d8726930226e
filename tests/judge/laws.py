"""Standing sentences, made at random: what changes amounts for as long as it stands, and what waits for an event."""

from __future__ import annotations

from tests.judge.copies import replace
from tests.judge.rulings import RuleMaker
from toolkit.language import ast
from toolkit.language.ast import Act, Be, Clause, Clauses, Complement, Determiner, Modifier, Noun, Sentence


class LawMaker(RuleMaker):
    """*As long as Red is rich, each cat in the park has +1 power.*"""

    deeds: tuple[Act, ...] = ()
    """What the standing sentences wait for."""

    def laws(self, depth: int) -> tuple[ast.Paragraph, ...]:
        """Some sentences that stand at once, without *you*; they, and what is judged, speak of few kinds and places."""
        self.narrow()
        found = []
        for _ in range(self.weighted((3, 1), (3, 2), (1, 3))):
            for _ in range(20):
                law = self.law(depth)
                if not any(map(names_you, law.walk())) and (fits(law) or self.chance(0.05)):
                    found.append(ast.Paragraph(sentences=(law,)))
                    break
        self.stands = any(changes(law.sentences[0]) for law in found)
        return tuple(found)

    def narrow(self) -> None:
        """Few kinds and few places, so that sentences meet."""
        self.places = self.random.sample(self.places, min(3, len(self.places)))
        self.single &= set(self.places)
        self.ordered = [each for each in self.ordered if each in self.places]
        valued = {thing for thing, _ in self.numbers}
        kinds = self.random.sample(self.things, min(3, len(self.things)))
        if valued and not valued & set(kinds):
            kinds.append(self.pick(sorted(valued)))
        self.things = kinds
        self.numbers = [row for row in self.numbers if row[0] in kinds]
        self.flags = [row for row in self.flags if row[0] in kinds]
        self.listed = [row for row in self.listed if row[0] in kinds]
        self.shows = [each for each in self.shows if each in kinds]
        self.own_verbs = [
            row for row in self.own_verbs if not row[1] or any(self.may_be(k, row[1]) for k in kinds)
        ]

    def paragraph(self, depth: int) -> ast.Paragraph:
        """Mostly what the standing sentences wait for, or what asks for what they change."""
        if self.deeds and self.chance(0.7):
            sentences = [
                Sentence(body=self.ordered_to(self.pick(self.deeds))) for _ in range(self.pick((1, 1, 2, 3)))
            ]
            if self.chance(0.3):
                done = ast.ProVerb(word="do", negated=self.chance(0.4))
                condition = Clauses(clauses=(Clause(subject=ast.Pronoun(word="you"), verbs=(done,)),))
                sentences[:] = [Sentence(body=Clauses(clauses=(Clause(verbs=(self.pick(self.deeds),)),)))]
                opening = ast.Given(word="if", condition=condition)
                sentences.append(Sentence(openings=(opening,), body=self.body(0, alone=True)))
            return ast.Paragraph(sentences=tuple(sentences))
        if self.stands and self.numbers and self.quantities and self.chance(0.6):
            return ast.Paragraph(sentences=self.asking(depth))
        return super().paragraph(depth)

    stands: bool = False
    """Whether some of the standing sentences change amounts."""

    def asking(self, depth: int) -> tuple[Sentence, ...]:
        """*Gain coins equal to the sum of the power of your cats*, of what was put somewhere before."""
        if self.chance(0.4):
            first = Sentence(body=Clauses(clauses=(Clause(verbs=(self.single_choice(),)),)))
            head = self.head_of(first)
            mine = [name for thing, name in self.numbers if thing == head]
            if mine:
                then = Clause(verbs=(self.worth(head, self.pick(mine)),))
                return (first, Sentence(body=Clauses(clauses=(then,))))
        amount = self.asked_amount(depth)
        coins = Noun(
            head=self.pick(self.quantities), plural=True, modifiers=(Modifier(word="equal to", what=amount),)
        )
        gain = Clause(verbs=(Act(verb="gain", complements=(self.obj(coins),)),))
        body = Clauses(clauses=(gain,))
        if self.chance(0.3):
            return (Sentence(openings=(ast.Given(word="if", condition=self.condition(depth)),), body=body),)
        if self.chance(0.3):
            return (self.sentence(0), Sentence(body=body))
        return (Sentence(body=body),)

    def asked_amount(self, depth: int) -> ast.Nominal:
        kinds = [self.amount_sum, self.amount_attribute, *([self.amount_shown] if self.shows else [])]
        return self.pick(kinds)(min(depth, 1), "your")

    def clause(self, depth: int) -> Clause | ast.There:
        """Of what standing sentences change, rather than of anything."""
        if self.stands and self.numbers and self.chance(0.45):
            return Clause(subject=self.asked_amount(depth), verbs=(self.comparison(0),))
        return super().clause(depth)

    def law(self, depth: int) -> Sentence:
        if self.numbers and self.chance(0.6):
            return self.changing(depth)
        deed = self.watched()
        self.deeds = (*self.deeds, deed)
        rule = self.rule(deed, depth)
        rule = replace(rule, openings=rule.openings[1:])
        body = rule.body
        if rule.openings or not isinstance(body, Clauses) or self.chance(0.4):
            return rule
        kind = self.weighted((2, "unless"), (2, "only if"), (1.5, "as long as"), (1, "during"))
        (clause,) = body.clauses
        assert isinstance(clause, Clause)
        if kind == "during":
            owner = Determiner(owner=Noun(name=self.pick(self.players)))
            return replace(
                rule,
                openings=(ast.When(word="during", period=Noun(determiner=owner, head="turn", plural=False)),),
            )
        condition = Clauses(clauses=(self.clause(depth),))
        if kind == "as long as":
            return replace(rule, openings=(ast.Given(word="as long as", condition=condition),))
        players = isinstance(clause.subject, Noun) and clause.subject.head == "player"
        if players and self.chance(0.6):
            verb = self.done_before(deed, True) if self.chance(0.3) else self.player_verb(0, "their")
            condition = Clauses(clauses=(Clause(subject=ast.Pronoun(word="they"), verbs=(verb,)),))
        modal = "can" if kind == "only if" else "cannot"
        said = replace(clause, verbs=(replace(clause.verbs[0], modal=modal),))
        return replace(
            rule, body=replace(body, clauses=(said,), closings=(ast.Closing(word=kind, condition=condition),))
        )

    def changing(self, depth: int) -> Sentence:
        """*has +1 power for each dog*, *the power of … is 2*."""
        head, name = self.pick(self.numbers)
        whose = self.whose(head, depth)
        if self.chance(0.25):
            d = whose.determiner
            if d.is_empty() or d.article == "a":
                whose = replace(whose, determiner=Determiner(quantifier="each"), plural=None)
            modifiers = (Modifier(word="of", what=whose),)
            subject = Noun(determiner=Determiner(article="the"), head=name, plural=False, modifiers=modifiers)
            amount = self.literal() if self.chance(0.6) else self.amount(0, "their")
            clause = Clause(subject=subject, verbs=(Be(predicate=ast.IsThing(what=amount)),))
        else:
            change = self.change(name)
            verb = Act(verb="have", complements=(Complement(role="obj", value=change),))
            clause = Clause(subject=whose, verbs=(verb,))
        return self.termed(clause, depth)

    def whose(self, head: str, depth: int) -> Noun:
        determiner, plural = self.weighted(
            (3, (Determiner(quantifier="each"), None)),
            (2, (Determiner(), True)),
            (1, (Determiner(quantifier="all"), True)),
            (1, (Determiner(article="the"), True)),
            (1, (Determiner(owner=Noun(name=self.pick(self.players))), True)),
            (0.5, (Determiner(article="a"), None)),
        )
        return replace(
            self.thing_with(determiner, plural, depth), head=head, adjectives=self.adjectives(head)
        )

    def change(self, name: str) -> ast.Nominal:
        n = Noun(determiner=Determiner(number=self.pick((1, 1, 2, 3, -1, -2)), signed=True), head=name)
        if self.chance(0.3):
            each = self.thing_with(Determiner(), None, 0)
            if self.chance(0.3):
                each = replace(each, determiner=Determiner(other=True))
            return replace(n, modifiers=(Modifier(word="for each", what=each),))
        return n

    def termed(self, clause: Clause, depth: int) -> Sentence:
        kind = self.weighted((5, ""), (2, "while"), (1, "unless"), (1, "closing"), (1, "during"), (1, "but"))
        body = Clauses(clauses=(clause,))
        opening: tuple[ast.Opening, ...] = ()
        if kind == "while":
            opening = (ast.Given(word="as long as", condition=Clauses(clauses=(self.clause(depth),))),)
        elif kind in ("unless", "closing"):
            word = "unless" if kind == "unless" else "as long as"
            condition = Clauses(clauses=(self.clause(depth),))
            body = replace(body, closings=(ast.Closing(word=word, condition=condition),))
        elif kind == "during" and "turn" in self.lore.periods:
            owner = Determiner(owner=Noun(name=self.pick(self.players)))
            opening = (ast.When(word="during", period=Noun(determiner=owner, head="turn", plural=False)),)
        elif kind == "but" and isinstance(clause.verbs[0], Act):
            bound = Determiner(bound=self.pick(("at least", "at most")), number=self.pick((0, 1, 2, 3)))
            body = replace(body, closings=(ast.Closing(word="but", bound=Noun(determiner=bound)),))
        return Sentence(openings=opening, body=body)


def changes(law: Sentence) -> bool:
    return any(isinstance(each, Determiner) and each.signed for each in law.walk()) or (
        isinstance(law.body, Clauses)
        and any(isinstance(each, Clause) and isinstance(each.verbs[0], Be) for each in law.body.clauses)
    )


def fits(law: Sentence) -> bool:
    """Whether it is clear whom a sentence means that stands on no card."""
    other = [each for each in law.walk() if isinstance(each, Noun) and each.head == "player"]
    if any(each.determiner.other or each.determiner.quantifier == "another" for each in other):
        return False
    waits = [each for each in law.openings if isinstance(each, ast.Given | ast.FirstTime)]
    done = any(
        isinstance(clause, Clause) and not isinstance(clause.verbs[0], Be)
        for each in waits
        for clause in each.condition.clauses
    )
    body = law.body
    return not (
        done
        and isinstance(body, Clauses)
        and any(clause.subject is None for clause in body.clauses if isinstance(clause, Clause))
    )


def names_you(node: ast.Node) -> bool:
    possessive = isinstance(node, ast.Determiner) and node.possessive == "your"
    return possessive or (isinstance(node, ast.Pronoun) and node.word == "you")
