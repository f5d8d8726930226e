"""Canonical English for trees made by hand: every kind of node, agreement, commas, articles, word order."""

# ruff: noqa: E501 (a table: one tree, one line)

from __future__ import annotations

import inspect

import pytest

from tests.language import garden
from tests.language.trees import toy
from tests.language.ukrainian_locales import lexicon
from toolkit.language import ast
from toolkit.language.ast import (
    Act,
    Arith,
    Be,
    Choice,
    Clause,
    Clauses,
    Closing,
    Complement,
    Determiner,
    FirstTime,
    ForEach,
    Given,
    Group,
    InsteadOf,
    IsAdjective,
    IsPlaced,
    IsRelated,
    IsThing,
    IsTrue,
    Link,
    Manner,
    Modifier,
    Node,
    Noun,
    Paragraph,
    Pronoun,
    ProVerb,
    Relative,
    Repeat,
    Sentence,
    There,
    Times,
    When,
)
from toolkit.language.printing.english import print_english
from toolkit.language.printing.languages import print_tree

YOU, THEY, IT = Pronoun(word="you"), Pronoun(word="they"), Pronoun(word="it")
A, THE, EACH, NO = (
    Determiner(article="a"), Determiner(article="the"), Determiner(quantifier="each"), Determiner(quantifier="no"),
)  # fmt: skip
PLAYER = Noun(determiner=Determiner(article="that"), head="player")
CAT = Noun(determiner=A, head="cat")
CATS = Noun(determiner=Determiner(possessive="your"), head="cat", plural=True)
GARDEN = Noun(determiner=A, head="garden")
RED = Noun(name="player/red")
TURN = Noun(determiner=Determiner(possessive="your"), head="turn", plural=False)


def number(value: int, bound: str | None = None) -> Noun:
    return Noun(determiner=Determiner(number=value, bound=bound))


def obj(value: ast.Nominal) -> Complement:
    return Complement(role="obj", value=value)


def act(verb: str, *complements: Complement, **fields: object) -> Act:
    return Act(verb=verb, complements=complements, **fields)  # type: ignore[arg-type]


def clauses(*verbs: ast.Verb, subject: ast.Nominal | None = None, **fields: object) -> Clauses:
    return Clauses(clauses=(Clause(subject=subject, verbs=verbs, **fields),))  # type: ignore[arg-type]


def order(verb: ast.Verb, *openings: ast.Opening, subject: ast.Nominal | None = None) -> Sentence:
    return Sentence(openings=openings, body=clauses(verb, subject=subject))


HAVE_CAT = clauses(act("have", obj(CAT)), subject=YOU)
FEED = act("feed", obj(CAT))
HUNGRY = IsAdjective(adjectives=("hungry",))

EXAMPLES: list[tuple[Node, str]] = [
    # --- sentences
    (Paragraph(label="PLAY", sentences=(order(FEED), order(FEED, Link(word="then")))), "PLAY: Feed a cat. Then, feed a cat."),
    (Sentence(body=Choice(items=(order(FEED), order(act("pay"))))), "Choose one:\n- Feed a cat.\n- Pay."),
    (Sentence(body=Choice(subject=PLAYER, may=True, items=(order(FEED),))), "That player may choose one:\n- Feed a cat."),
    (Sentence(body=Choice(subject=PLAYER, items=(order(FEED),))), "That player chooses one:\n- Feed a cat."),
    (Sentence(body=Choice(high=2, items=(order(FEED), Paragraph(sentences=(order(FEED), order(act("pay"))))))), "Choose one or both:\n- Feed a cat.\n- Feed a cat. Pay."),
    (Sentence(body=Choice(low=0, high=None, items=(order(FEED), order(act("pay"))))), "Choose any number:\n- Feed a cat.\n- Pay."),
    (Sentence(body=Choice(high=None, items=(order(FEED), order(act("pay"))))), "Choose one or more:\n- Feed a cat.\n- Pay."),
    (Sentence(body=Choice(low=0, high=2, items=(order(FEED), order(act("pay"))))), "Choose up to 2:\n- Feed a cat.\n- Pay."),
    (Sentence(body=Choice(low=2, high=2, items=(order(FEED), order(act("pay"))))), "Choose 2:\n- Feed a cat.\n- Pay."),
    (order(FEED, Given(word="if", condition=HAVE_CAT)), "If you have a cat, feed a cat."),
    (order(act("feed", obj(Pronoun(word="it"))), Given(word="if", condition=HAVE_CAT, behind=True)), "Feed it if you have a cat."),
    (order(FEED, Link(word="otherwise")), "Otherwise, feed a cat."),
    (
        order(FEED, FirstTime(period=Noun(determiner=EACH, head="turn"), condition=HAVE_CAT)),
        "The first time each turn that you have a cat, feed a cat.",
    ),
    (order(FEED, FirstTime(condition=HAVE_CAT)), "The first time that you have a cat, feed a cat."),
    (order(FEED, ForEach(each=Noun(head="dog"))), "For each dog, feed a cat."),
    (order(FEED, When(word="at the end of", period=TURN)), "At the end of your turn, feed a cat."),
    (order(FEED, When(word="in", period=Noun(determiner=EACH, head="turn"), once=True)), "Once in each turn, feed a cat."),
    (
        order(FEED, Manner(word="in clockwise order", starting=PLAYER), subject=Noun(determiner=EACH, head="player")),
        "In clockwise order, starting with that player, each player feeds a cat.",
    ),
    (order(FEED, FirstTime(next=True, condition=Clauses(clauses=(Clause(subject=YOU, verbs=(Act(verb="play", complements=(obj(CAT),)),)),)))), "The next time that you play a cat, feed a cat."),
    (order(FEED, Repeat(times=Times(number=3, bound="up to"))), "Repeat up to 3 times: feed a cat."),
    # --- clauses
    (
        Clauses(clauses=(Clause(subject=YOU, verbs=(FEED,)), Clause(subject=PLAYER, verbs=(FEED,))), joints=("and",)),
        "you feed a cat, and that player feeds a cat",
    ),
    (
        Clauses(clauses=(Clause(subject=PLAYER, verbs=(FEED,)), Clause(verbs=(act("pay"),))), joints=("then",)),
        "that player feeds a cat, then pays",
    ),
    (Clause(subject=PLAYER, verbs=(FEED, act("pay")), joint="and"), "that player feeds a cat and pays"),
    (
        Clause(subject=PLAYER, verbs=(act("feed", obj(CAT), modal="may"), act("pay")), joint="and"),
        "that player may feed a cat and pay",
    ),
    (Clause(subject=YOU, verbs=(act("feed", obj(CAT), modal="can", only=True),)), "only you can feed a cat"),
    (There(what=Noun(determiner=NO, head="cat", plural=True)), "there are no cats"),
    (There(what=CAT, negated=True), "there is not a cat"),
    (There(what=Group(items=(CAT, Noun(determiner=Determiner(number=2), head="dog")), joint="and")), "there is a cat and 2 dogs"),
    (Closing(word="unless", condition=HAVE_CAT), "unless you have a cat"),
    (Closing(word="but", bound=number(3, "at most")), ", but at most 3"),
    (Closing(word="but to", bound=number(3, "at least")), ", but to at least 3"),
    # --- verbs
    (Clause(subject=PLAYER, verbs=(act("feed", obj(CAT), negated=True),)), "that player does not feed a cat"),
    (Clause(subject=YOU, verbs=(act("feed", obj(CAT), negated=True, tense="past"),)), "you did not feed a cat"),
    (Clause(subject=PLAYER, verbs=(act("feed", obj(CAT), tense="past"),)), "that player fed a cat"),
    (Clause(subject=PLAYER, verbs=(act("feed", obj(CAT), tense="perfect"),)), "that player has fed a cat"),
    (Clause(subject=CATS, verbs=(act("feed", modal="cannot", passive=True),)), "your cats cannot be fed"),
    (Clause(subject=CAT, verbs=(act("feed", passive=True, negated=True),)), "a cat is not fed"),
    (Clause(subject=CATS, verbs=(act("look at", obj(CAT), instead=True),)), "your cats look at a cat instead"),
    (Clause(subject=PLAYER, verbs=(act("look at", obj(CAT)),)), "that player looks at a cat"),
    (
        act("put", obj(CAT), Complement(role="place", prep="in", value=GARDEN), adverbials=(Manner(word="face down"),)),
        "put a cat face down in a garden",
    ),
    (act("play", obj(CAT), adverbials=(Manner(word="face down"), Times(number=2))), "play a cat face down 2 times"),
    (act("play", obj(CAT), adverbials=(Times(number=0, amount=Noun(determiner=Determiner(quantifier="that many"))),)), "play a cat that many times"),
    (act("play", obj(CAT), adverbials=(Times(number=0, amount=Noun(determiner=Determiner(number=3))),)), "play a cat a number of times equal to 3"),
    (act("feed", obj(Noun(determiner=Determiner(quantifier="down to", number=2), head="cat"))), "feed down to 2 cats"),
    (Noun(determiner=Determiner(quantifier="3 times", article="the"), head="weight", plural=False), "3 times the weight"),
    (act("feed", obj(CAT), adverbials=(Manner(word="secretly"),)), "secretly feed a cat"),
    (act("lose", obj(number(2)), adverbials=(InsteadOf(what=number(1)),)), "lose 2 instead of 1"),
    (
        act("rank", obj(CATS), Complement(role="by", prep="by", value=RED), Complement(role="by", prep="by", value=CAT)),
        "rank your cats by Red, then by a cat",
    ),
    (
        act(
            "have",
            obj(Noun(determiner=Determiner(more="more"), head="cat", plural=True, modifiers=(Modifier(word="than", what=YOU),))),
            Complement(role="place", value=None),
        ),
        "have more cats there than you",
    ),
    (Clause(subject=YOU, verbs=(ProVerb(word="do", negated=True),)), "you do not"),
    (Clause(subject=PLAYER, verbs=(ProVerb(word="do"),)), "that player does"),
    (Clause(subject=YOU, verbs=(ProVerb(word="can"),)), "you can"),
    # --- be
    (Clause(subject=YOU, verbs=(Be(predicate=HUNGRY),)), "you are hungry"),
    (Clause(subject=IT, verbs=(Be(predicate=HUNGRY, negated=True),)), "it is not hungry"),
    (Be(predicate=HUNGRY, modal="may"), "may be hungry"),
    (IsAdjective(adjectives=("old", "hungry"), joint="or", where=IsPlaced(prep="in", where=GARDEN)), "old or hungry in a garden"),
    (IsThing(what=Group(items=(number(4, "at most"), number(10, "at least")), joint="or")), "at most 4 or at least 10"),
    (IsPlaced(prep="", where=None), "there"),
    (IsPlaced(prep="of", where=YOU), "yours"),
    (IsRelated(relation="afraid of", to=CAT), "afraid of a cat"),
    (order(Be(predicate=IsTrue(clauses=HAVE_CAT), negated=True)), "It is not true that you have a cat."),
    # --- noun phrases
    (Noun(determiner=A, adjectives=("old",), head="cat"), "an old cat"),
    (Noun(determiner=Determiner(number=1), head="cat"), "1 cat"),
    (Noun(determiner=Determiner(number=2), head="cat"), "2 cats"),
    (Noun(determiner=Determiner(number=0), head="cat"), "0 cats"),
    (Noun(determiner=Determiner(number=-1, signed=True), head="weight"), "-1 weight"),
    (Noun(determiner=Determiner(number=2, signed=True), head="weight"), "+2 weight"),
    (Noun(determiner=Determiner(number=1, of=True, possessive="your"), head="cat"), "one of your cats"),
    (Noun(determiner=Determiner(number=2, of=True, owner=RED), head="cat"), "2 of Red's cats"),
    (Noun(determiner=Determiner(quantifier="each", of=True, article="the", ordinal="first", number=2), head="player"), "each of the first 2 players"),
    (Noun(determiner=Determiner(article="the", quantifier="most"), head="cat", plural=True), "the most cats"),
    (Noun(determiner=Determiner(number=1, more="more"), head="cat", plural=False), "1 more cat"),
    (Noun(determiner=Determiner(number=1, more="less"), head="treat", plural=False), "1 treat less"),
    (Noun(determiner=Determiner(article="the", other=True, number=2), head="player"), "the other 2 players"),
    (Noun(determiner=Determiner(number=2, other=True), head="cat"), "2 other cats"),
    (Noun(determiner=Determiner(number=2, quantifier="random"), head="cat"), "2 random cats"),
    (Noun(determiner=Determiner(owner=Noun(determiner=THE, head="player", plural=True)), head="cat", plural=True), "the players' cats"),
    (Group(items=(Noun(determiner=Determiner(number=2), head="cat"), Noun(head="dog")), joint="or"), "2 cats or dogs"),
    (Group(items=(CAT, GARDEN, RED), joint="and"), "a cat, a garden and Red"),
    (Arith(op="minus", left=number(8), right=number(2)), "8 minus 2"),
    (Arith(op="rounded up", left=Noun(determiner=Determiner(quantifier="half of", possessive="your"), head="cat", plural=True)), "half of your cats, rounded up"),
    (Modifier(word="for each", what=Noun(head="cat")), "for each cat"),
    (Modifier(word="of your choice"), "of your choice"),
    (
        Clause(subject=Noun(determiner=EACH, head="player", modifiers=(Modifier(word="including", what=YOU),)), verbs=(act("pay"),)),
        "each player, including you, pays",
    ),
    (act("give", obj(CAT), Complement(role="to", prep="to", value=THEY)), "give a cat to them"),
    # --- relative clauses
    (Noun(determiner=A, head="cat", relative=Relative(word="that", verb=Be(predicate=HUNGRY))), "a cat that is hungry"),
    (Noun(determiner=THE, head="player", plural=True, relative=Relative(word="who", verb=act("pay"))), "the players who pay"),
    (Noun(determiner=EACH, head="cat", relative=Relative(word="", subject=YOU, verb=act("have"))), "each cat you have"),
    (Noun(determiner=EACH, head="cat", relative=Relative(word="that", subject=RED, verb=act("have"))), "each cat that Red has"),
    (
        Noun(determiner=A, head="garden", relative=Relative(word="where", subject=YOU, verb=act("have", obj(CAT)))),
        "a garden where you have a cat",
    ),
    (Noun(determiner=A, head="garden", relative=Relative(word="where", there=There(what=CAT))), "a garden where there is a cat"),
    (
        Noun(determiner=A, head="cat", relative=Relative(word="whose", subject=Noun(head="owner"), verb=act("pay"))),
        "a cat whose owner pays",
    ),
    (
        Noun(determiner=A, head="cat", relative=Relative(word="whose", subject=YOU, verb=act("pay", obj(Noun(head="cost"))))),
        "a cat whose cost you pay",
    ),
    (
        Noun(
            determiner=A,
            head="cat",
            relative=Relative(
                word="that", verb=Be(predicate=HUNGRY), joint="and", more=Relative(word="that", verb=act("chase", obj(CAT)))
            ),
        ),
        "a cat that is hungry and that chases a cat",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "text"), EXAMPLES, ids=[text[:60].replace("\n", " ") for _, text in EXAMPLES]
)
def test_canonical_wording(tree: Node, text: str) -> None:
    assert print_english(tree, toy()) == text.removeprefix(", ") or print_english(tree, toy()) == text


def test_every_kind_of_node_has_an_example() -> None:
    kinds = {
        kind
        for _, kind in inspect.getmembers(ast, inspect.isclass)
        if issubclass(kind, Node) and kind not in (Node, ast.Opening, ast.Verb, ast.Predicate, ast.Nominal)
    }
    shown = {type(node) for tree, _ in EXAMPLES for node in tree.walk()}
    assert kinds <= shown, sorted(kind.__name__ for kind in kinds - shown)


@pytest.mark.parametrize(
    ("tree", "text"), EXAMPLES, ids=[text[:60].replace("\n", " ") for _, text in EXAMPLES]
)
def test_every_kind_of_node_has_a_ukrainian_wording(tree: Node, text: str) -> None:
    printed = print_tree(tree, "uk", toy(), lexicon("corpus/toy"))
    assert not printed.diagnostics, [d.message for d in printed.diagnostics]
    assert printed.value and "⟨" not in printed.value


def test_a_cost_is_printed_without_its_verb() -> None:
    tree = Paragraph(sentences=(order(act("pay", obj(Noun(determiner=Determiner(number=2), head="treat")))),))
    assert print_english(tree, toy(), "cost") == "2 treats"


def test_a_number_before_a_name_decides_the_verb() -> None:
    for text in ("There are 2 Hill House in a garden.", "There is 1 Hill House in a garden."):
        assert print_english(garden.parse(text, "condition").value, garden.vocabulary(), "condition") == text
