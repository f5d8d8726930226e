"""Trees made by hypothesis, over a toy vocabulary: sentences nobody wrote, but somebody might.

Only what can be said is made: a relative clause ends its phrase, an object of *put* has no place of its own, a list has
one connective.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tests.corpus.everyday import everyday_verbs
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
from toolkit.language.core import core_vocabulary
from toolkit.language.phrase import template
from toolkit.language.vocabulary import AdjectiveEntry, NameEntry, NounEntry, RelationEntry, Vocabulary


def toy() -> Vocabulary:
    """Cats and dogs in gardens: things, places, a quantity, a period, names."""
    words = core_vocabulary(everyday_verbs())
    for noun in (
        NounEntry("pet", "pets", "thing", owned=True, pack="toy"),
        NounEntry("cat", "cats", "thing", "pet", owned=True, pack="toy"),
        NounEntry("dog", "dogs", "thing", "pet", owned=True, pack="toy"),
        NounEntry("garden", "gardens", "place", pack="toy"),
        NounEntry("basket", "baskets", "place", place_of="player", pack="toy"),
        NounEntry("treat", "treats", "quantity", pack="toy", owned=True),
        NounEntry("turn", "turns", "period", pack="toy"),
        NounEntry("weight", "weights", "attribute", pack="toy"),
    ):
        words.nouns[noun.id] = noun
    for adjective in ("hungry", "old"):
        words.adjectives[adjective] = AdjectiveEntry(adjective, pack="toy")
    words.relations["afraid of"] = RelationEntry("afraid of", pack="toy")
    names = (
        ("player/red", "Red", "player"),
        ("cat/felix", "Felix", "cat"),
        ("garden/eden", "Eden", "garden"),
    )
    for name, text, noun in names:
        words.names[name] = NameEntry(name, text, noun, pack="toy")
    words.templates += [
        template("feed {thing}", "feed", pack="toy"),
        template("chase {thing}", "chase", pack="toy"),
        template("take a turn", "turn", pack="toy"),
    ]
    return words


# --- Nominals -------------------------------------------------------------------------------------------------

THINGS = st.sampled_from(["pet", "cat", "dog"])
ADJECTIVES = st.lists(st.sampled_from(["hungry", "old"]), max_size=2, unique=True).map(tuple)

SINGULAR = [
    Determiner(article="a"), Determiner(article="this"), Determiner(article="that"), Determiner(quantifier="each"),
    Determiner(quantifier="another"), Determiner(quantifier="a random"), Determiner(quantifier="each", other=True),
    Determiner(number=1), Determiner(bound="at least", number=1), Determiner(bound="exactly", number=1),
    Determiner(bound="more than", number=1),
]  # fmt: skip
PLURAL = [
    Determiner(article="those"), Determiner(number=2), Determiner(bound="at least", number=3),
    Determiner(bound="up to", number=4), Determiner(bound="fewer than", number=5), Determiner(quantifier="both"),
    Determiner(number=1, of=True, possessive="your"), Determiner(number=2, of=True, possessive="their"),
    Determiner(number=1, of=True, article="the"), Determiner(quantifier="each", of=True, article="those"),
    Determiner(quantifier="any number of", possessive="your"), Determiner(quantifier="that many"),
    Determiner(article="the", ordinal="first", number=2), Determiner(article="the", other=True, number=2),
    Determiner(number=3, other=True), Determiner(article="those", number=2),
]  # fmt: skip
FLAGGED = [  # number is meaning
    Determiner(article="the"), Determiner(possessive="your"), Determiner(article="the", other=True),
    Determiner(article="the", ordinal="last"), Determiner(quantifier="no"), Determiner(quantifier="no", other=True),
    Determiner(possessive="their", other=True), Determiner(owner=Noun(name="player/red")),
]  # fmt: skip


@st.composite
def things(draw: Any, place: bool = True, relative: bool = True) -> Noun:
    """A noun phrase for a thing: *2 of their hungry cats in a garden*, *each dog you have*."""
    flag = draw(st.sampled_from(["singular", "plural", "flagged"]))
    plural = None if flag != "flagged" else draw(st.booleans())
    determiner = draw(st.sampled_from({"singular": SINGULAR, "plural": PLURAL, "flagged": FLAGGED}[flag]))
    modifiers: tuple[Modifier, ...] = ()
    if place and draw(st.booleans()):
        modifiers = (Modifier(word="in", what=draw(places())),)
    clause = None
    if relative and draw(st.integers(0, 3)) == 0:
        clause = ast.Relative(word="", subject=Pronoun(word="you"), verb=Act(verb="have"))
        if modifiers:
            modifiers = ()
    return Noun(
        determiner=determiner,
        adjectives=draw(ADJECTIVES),
        head=draw(THINGS),
        plural=plural,
        modifiers=modifiers,
        relative=clause,
    )


@st.composite
def places(draw: Any) -> Noun:
    if draw(st.integers(0, 4)) == 0:
        return Noun(name="garden/eden")
    if draw(st.booleans()):
        owner = draw(st.sampled_from(["your", "their"]))
        return Noun(determiner=Determiner(possessive=owner), head="basket", plural=False)
    choices = [Determiner(article="a"), Determiner(article="that"), Determiner(quantifier="each")]
    return Noun(determiner=draw(st.sampled_from(choices)), head="garden")


PLAYERS = st.sampled_from(
    [
        Noun(determiner=Determiner(quantifier="each"), head="player"),
        Noun(determiner=Determiner(article="that"), head="player"),
        Noun(determiner=Determiner(quantifier="each", other=True), head="player"),
        Noun(determiner=Determiner(article="the", other=True), head="player", plural=True),
        Noun(name="player/red"),
        Pronoun(word="they"),
        Pronoun(word="you"),
    ]
)


@st.composite
def amounts(draw: Any) -> ast.Nominal:
    number = draw(st.integers(1, 12))
    treats = Noun(
        determiner=Determiner(number=number, bound=draw(st.sampled_from([None, "at most"]))), head="treat"
    )
    match draw(st.integers(0, 3)):
        case 0:
            each = draw(things(relative=False).filter(lambda n: n.plural is None))
            each = replace(each, determiner=Determiner(), plural=False, modifiers=())
            return replace(treats, modifiers=(Modifier(word="for each", what=each),))
        case 1:
            counted = replace(draw(things(relative=False, place=False)), determiner=Determiner(), plural=True)
            of = Modifier(word="of", what=counted)
            return Noun(determiner=Determiner(article="the"), head="number", plural=False, modifiers=(of,))
        case _:
            return treats


# --- Sentences ------------------------------------------------------------------------------------------------


@st.composite
def verbs(draw: Any) -> Act:
    """A verb phrase without modal."""
    obj = lambda value: Complement(role="obj", value=value)
    match draw(st.integers(0, 5)):
        case 0:
            return Act(verb="gain", complements=(obj(draw(amounts())),))
        case 1:
            place = Complement(role="place", prep="in", value=draw(places()))
            return Act(verb="put", complements=(obj(draw(things(place=False, relative=False))), place))
        case 2:
            to = Complement(role="to", prep="to", value=draw(places()))
            return Act(verb="move", complements=(obj(draw(things(relative=False))), to))
        case 3:
            return Act(verb="take", complements=(obj(Noun(determiner=Determiner(article="a"), head="turn")),))
        case _:
            return Act(
                verb=draw(st.sampled_from(["feed", "chase", "lose"])), complements=(obj(draw(things())),)
            )


@st.composite
def clauses(draw: Any, subject: bool) -> Clause:
    verb = draw(verbs())
    modal = draw(st.sampled_from([None, None, "may", "must", "cannot"]))
    who = draw(PLAYERS) if subject or modal else None
    negated = modal is None and who is not None and draw(st.integers(0, 4)) == 0
    return Clause(subject=who, verbs=(replace(verb, modal=modal, negated=negated),))


@st.composite
def conditions(draw: Any) -> Clauses:
    match draw(st.integers(0, 3)):
        case 0:
            there = ast.There(what=draw(things(relative=False)))
            return Clauses(clauses=(there,))
        case 1:
            subject = draw(things(relative=False))
            state = Be(predicate=ast.IsAdjective(adjectives=("hungry",)), negated=draw(st.booleans()))
            return Clauses(clauses=(Clause(subject=subject, verbs=(state,)),))
        case 2:
            value = draw(things(place=False, relative=False))
            had = Act(verb="have", complements=(Complement(role="obj", value=value),))
            return Clauses(clauses=(Clause(subject=Pronoun(word="you"), verbs=(had,)),))
        case _:
            first, second = draw(clauses(True)), draw(clauses(True))
            return Clauses(clauses=(first, second), joints=("and",))


@st.composite
def openings(draw: Any) -> ast.Opening:
    match draw(st.integers(0, 3)):
        case 0:
            return ast.Given(
                word=draw(st.sampled_from(["if", "when", "as long as"])), condition=draw(conditions())
            )
        case 1:
            turn = Noun(determiner=Determiner(possessive="your"), head="turn", plural=False)
            return ast.When(
                word=draw(st.sampled_from(["at the start of", "at the end of", "during"])), period=turn
            )
        case 2:
            each = replace(draw(things(relative=False, place=False)), determiner=Determiner(), plural=False)
            return ast.ForEach(each=each)
        case _:
            return ast.Manner(word="in clockwise order")


@st.composite
def sentences(draw: Any) -> Sentence:
    first = draw(clauses(draw(st.booleans())))
    found = [first]
    joints: list[ast.Joint] = []
    if draw(st.booleans()):
        found.append(draw(clauses(True)))
        joints.append(draw(st.sampled_from(["and", "then"])))
    body = Clauses(clauses=tuple(found), joints=tuple(joints))
    found_openings = draw(st.lists(openings(), max_size=2, unique_by=type))
    # *as long as* stands first: behind a comma it would close the sentence
    found_openings.sort(key=lambda o: not (isinstance(o, ast.Given) and o.word == "as long as"))
    return Sentence(openings=tuple(found_openings), body=body)
