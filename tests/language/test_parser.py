"""Sentences and their trees: the shape of what the compile stage and the printers read."""

import pytest

from tests.language.garden import codes, parse, parser
from toolkit.language import ast
from toolkit.language.parsing.brackets import bracket
from toolkit.language.parsing.grammar import STARTS
from toolkit.language.printing.english import print_english
from toolkit.report import Source, Text


def only(text: str, start: str = "effect") -> ast.Sentence:
    checked = parse(text, start)
    assert not checked.diagnostics, checked.diagnostics
    (sentence,) = checked.value.sentences
    return sentence


def clause(text: str, start: str = "effect") -> ast.Clause:
    body = only(text, start).body
    assert isinstance(body, ast.Clauses)
    (found,) = body.clauses
    return found


def act(text: str, start: str = "effect") -> ast.Act:
    (verb,) = clause(text, start).verbs
    return verb


def object_of(text: str) -> ast.Nominal:
    return next(c.value for c in act(text).complements if c.role == "obj")


# --- Verbs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Feed a cat.", {"verb": "feed", "tense": "present", "modal": None}),
        ("You may feed a cat.", {"modal": "may"}),
        ("Red fed a cat.", {"tense": "past"}),
        ("Red has fed a cat.", {"tense": "perfect"}),
        ("Red has not fed a cat.", {"tense": "perfect", "negated": True}),
        ("Red does not feed a cat.", {"negated": True, "tense": "present"}),
        ("Red did not feed a cat.", {"negated": True, "tense": "past"}),
        ("Red cannot feed a cat.", {"modal": "cannot", "negated": False}),
        ("A cat is fed.", {"passive": True, "tense": "present"}),
        ("A cat was not fed.", {"passive": True, "tense": "past", "negated": True}),
        ("A cat would be fed.", {"passive": True, "modal": "would"}),
        ("A cat has been fed.", {"passive": True, "tense": "perfect"}),
        ("Only you can feed a cat.", {"only": True, "modal": "can"}),
        ("Feed a cat instead.", {"instead": True}),
        ("Look at a card.", {"verb": "look at"}),
        ("A player cut a card.", {"tense": "past"}),
        ("Each player cuts a card.", {"tense": "present"}),
    ],
)
def test_verb(text, expected):
    found = act(text, "condition")
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Feed a cat with gear.", ["obj", "with"]),
        ("Put a card in a garden.", ["obj", "place"]),
        ("Put a card from a basket in a garden.", ["obj", "from", "place"]),
        ("Put a card there.", ["obj", "place"]),
        ("Chase a cat to a garden.", ["obj", "to"]),
        ("Raise the weight of a cat by 2.", ["obj", "by"]),
        ("Rank the players by their gold, then by their coins.", ["obj", "by", "by"]),
        ("Choose a cat as the winner.", ["obj", "as"]),
        ("Take a nap.", ["obj"]),
        ("Sleep.", []),
        ("A cat becomes hungry.", ["adj"]),
        ("A cat counts as 2 dogs.", ["as"]),
    ],
)
def test_slots(text, roles):
    assert [complement.role for complement in act(text, "condition").complements] == roles


def test_a_pronoun_for_a_place():
    place = act("Put a card there.").complements[1]
    assert (place.role, place.value) == ("place", None)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Feed a cat again.", [ast.Manner]),
        ("Feed a cat this season.", [ast.When]),
        ("Feed a cat in this season.", [ast.When]),
        ("Feed a cat 3 times.", [ast.Times]),
        ("Feed 2 cats instead of 1.", [ast.InsteadOf]),
        ("Each player secretly feeds a cat.", [ast.Manner]),
        ("Feed a cat in clockwise order, starting with Red.", [ast.Manner]),
    ],
)
def test_adverbials(text, kinds):
    assert [type(adverbial) for adverbial in act(text).adverbials] == kinds


# --- Noun phrases ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("a cat", {"article": "a"}),
        ("2 cats", {"number": 2}),
        ("up to 2 cats", {"bound": "up to", "number": 2}),
        ("at least 1 other cat", {"bound": "at least", "number": 1, "other": True}),
        ("one of your cats", {"number": 1, "of": True, "possessive": "your"}),
        ("2 of your cats", {"number": 2, "of": True, "possessive": "your"}),
        ("each of those cats", {"quantifier": "each", "of": True, "article": "those"}),
        ("any number of your cats", {"quantifier": "any number of", "possessive": "your"}),
        ("all cats", {"quantifier": "all"}),
        ("the first 2 cats", {"article": "the", "ordinal": "first", "number": 2}),
        ("the other 2 cats", {"article": "the", "other": True, "number": 2}),
        ("another cat", {"quantifier": "another"}),
        ("a random cat", {"quantifier": "a random"}),
        ("2 random cats", {"quantifier": "random", "number": 2}),
        ("that many cats", {"quantifier": "that many"}),
        ("1 more cat", {"number": 1, "more": "more"}),
        ("the top card", {"article": "the", "ordinal": "top"}),
        ("the only card", {"article": "the", "ordinal": "only"}),
    ],
)
def test_determiner(phrase, expected):
    found = object_of(f"Feed {phrase}.").determiner
    assert {key: getattr(found, key) for key in expected} == expected
    given = {
        key: value for key in ast.Determiner.__slots__ if (value := getattr(found, key)) and key != "span"
    }
    given.pop("ordinal_first")
    assert given == {key: value for key, value in expected.items() if value}


def test_an_owner_may_have_an_owner():
    found = object_of("Feed Red's cat's dog.")
    assert found.determiner.owner.head == "cat"
    assert found.determiner.owner.determiner.owner.name == "red"


def test_more_is_said_by_its_number():
    assert object_of("Pay 1 gold less.").determiner.more == "less"
    assert object_of("Pay +1 gold.").determiner.signed is True


def test_number_is_kept_where_it_is_meaning():
    assert object_of("Feed the cats.").plural is True
    assert object_of("Feed the cat.").plural is False
    assert object_of("Feed 2 cats.").plural is None
    assert object_of("Feed no cats.").plural is True


def test_an_amount():
    found = act("Set the weight of a cat to 1 plus the number of cats, rounded up.", "effect")
    amount = found.complements[1].value
    assert isinstance(amount, ast.Arith) and amount.op == "rounded up"
    assert isinstance(amount.left, ast.Arith) and amount.left.op == "plus"


def test_rounding_belongs_to_the_half():
    found = object_of("Gain gold equal to half the number of cats you own, rounded up.")
    (equal,) = found.modifiers
    assert isinstance(equal.what, ast.Arith) and equal.what.op == "rounded up"


# --- Relative clauses -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "word", "subject"),
    [
        ("each cat that sleeps", "that", None),
        ("each player who leads", "who", None),
        ("each cat you own", "", ast.Pronoun),
        ("each cat that Red owns", "that", ast.Noun),
        ("each garden where you have a cat", "where", ast.Pronoun),
        ("each animal whose weight is 4", "whose", ast.Noun),
        ("each animal whose weight you raise", "whose", ast.Pronoun),
    ],
)
def test_relative(phrase, word, subject):
    found = object_of(f"Choose {phrase}.").relative
    assert found.word == word
    assert type(found.subject) is (subject or type(None))


def test_two_relatives():
    found = object_of("Feed each cat that sleeps and that is old.").relative
    assert (found.joint, found.more.word) == ("and", "that")


def test_where_there_is():
    assert object_of("Choose a garden where there is a cat.").relative.there is not None


# --- Sentences ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("If a cat sleeps, feed it.", [ast.Given]),
        ("When a cat attacks, if it is old, feed it.", [ast.Given, ast.Given]),
        ("As long as a cat sleeps, Red leads.", [ast.Given]),
        ("The first time each season that a cat attacks, feed it.", [ast.FirstTime]),
        ("The first time in each race that a cat attacks, feed it.", [ast.FirstTime]),
        ("The first time that a cat attacks, feed it.", [ast.FirstTime]),
        ("For each cat, feed a dog.", [ast.ForEach]),
        ("Once each season, feed a cat.", [ast.When]),
        ("Once in each season, feed a cat.", [ast.When]),
        ("At the end of your season, feed a cat.", [ast.When]),
        ("In clockwise order, each player feeds a cat.", [ast.Manner]),
        ("Otherwise, feed a cat.", [ast.Link]),
        ("Then, if a cat sleeps, feed it.", [ast.Link, ast.Given]),
        ("Repeat up to 3 times: feed a cat.", [ast.Repeat]),
    ],
)
def test_openings(text, kinds):
    assert [type(opening) for opening in only(text).openings] == kinds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A cat cannot attack unless it is old.", ["unless"]),
        ("A cat cannot attack as long as it is old.", ["as long as"]),
        ("Repeat this step until each cat is old.", ["until"]),
        ("Gain 1 coin for each cat, but at most 3.", ["but"]),
        ("A player must attack if they can.", ["if"]),
        ("A player may attack as if they owned a cat.", ["as if"]),
        ("A cat cannot attack if it is old, unless it is hungry.", ["if", "unless"]),
    ],
)
def test_closings(text, words):
    assert [closing.word for closing in only(text, "statement").body.closings] == words


def test_joints():
    body = only("Each player feeds a cat and chases a dog, then gains 1 coin.").body
    assert body.joints == ("then",)
    assert [len(c.verbs) for c in body.clauses] == [2, 1]
    assert body.clauses[1].subject is None


def test_it_is_true():
    (found,) = clause("It is not true that Blue wins the game.", "condition").verbs
    assert isinstance(found.predicate, ast.IsTrue) and found.negated
    assert clause("It is not true that Blue wins the game.", "condition").subject is None


@pytest.mark.parametrize(
    ("text", "modals", "negated"),
    [
        ("Red cannot sleep or attack.", ["cannot", "cannot"], [False, False]),
        ("Red may feed a cat and chase a dog and attack.", ["may", None, None], [False, False, False]),
        ("Red does not sleep or attack.", [None, None], [True, True]),
        ("Red sleeps and does not attack.", [None, None], [False, True]),
    ],
)
def test_verbs_under_one_helper(text, modals, negated):
    verbs = clause(text, "condition").verbs
    assert [verb.modal for verb in verbs] == modals
    assert [verb.negated for verb in verbs] == negated


def test_choice():
    sentence, after = (
        parse("You may choose one:\n- Feed a cat.\n- Chase a dog.\nGain 1 coin.").unwrap().sentences
    )
    assert isinstance(sentence.body, ast.Choice)
    assert sentence.body.may and len(sentence.body.items) == 2
    assert isinstance(after.body, ast.Clauses)


def test_a_choice_needs_lines():
    assert codes("Choose one:") == ["SAY0504"]


def test_label():
    assert parse("PURR: Feed a cat.", "label effect").unwrap().label == "PURR"


@pytest.mark.parametrize("start", STARTS)
def test_every_start_has_a_sentence(start):
    text = {"cost": "2 coins", "choice": "Choose one:"}.get(start, "Red feeds a cat.")
    assert parser().parse(Text.plain(text), start).value.sentences or start == "choice"


@pytest.mark.parametrize(
    ("text", "start", "code"),
    [
        ("Feed a cat if you own a dog.", "effect", None),
        ("Feed a cat and feed a dog if you own a dog.", "effect", "SAY0509"),
        ("Feed a cat if you own a dog.", "statement", "SAY0509"),
        ("You may feed a cat if you own a dog.", "statement", "SAY0509"),
        ("Each player feeds a cat if they own a dog.", "effect", "SAY0509"),
        ("Each player may feed a cat if they own a dog.", "statement", "SAY0509"),
        ("You cannot feed a cat if you own a dog.", "statement", None),
        ("You must feed a cat if you can.", "statement", None),
        ("A cat is old if it sleeps.", "definition", None),
        ("Score 2 coins if a cat sleeps.", "formula", None),
        ("If a cat sleeps, a cat is old.", "definition", "SAY0501"),
        ("If a cat sleeps, feed it.", "decision", "SAY0501"),
        ("Red owns a cat; Blue owns a dog.", "given", None),
    ],
)
def test_fields_say_what_may_stand_in_them(text, start, code):
    assert codes(text, start) == ([code] if code else [])


def test_unknown_start():
    with pytest.raises(ValueError, match="no such start"):
        parser().parse(Text.plain("Feed a cat."), "sermon")


def test_equal_trees_whatever_was_typed():
    assert parse("Whenever a cat attacks, feed it.").value == parse("When a cat attacks, feed it.").value
    assert parse("Feed a cat, a dog, and a gear.").value == parse("Feed a cat, a dog and a gear.").value


def test_every_node_has_a_span_of_its_words():
    text = Text("Feed a cat.", Source("a.yaml", "- Feed a cat."), ((0, 2, 1),))
    tree = parser().parse(text, "effect").value
    spans = {type(node).__name__: node.span for node in tree.walk()}
    assert all(spans.values())
    assert spans["Noun"].text == "a cat" and spans["Act"].text == "Feed a cat"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Feed a cat.", "Feed a cat."),
        ("Feed a cat in the garden of Red.", "Feed a cat [in the garden [of Red]]."),
        ("If a cat sleeps, feed a dog this season.", "[If a cat sleeps,] feed a dog [this season]."),
        ("Feed each cat you own.", "Feed each cat [you own]."),
    ],
)
def test_brackets(text, expected):
    assert bracket(only(text)) == expected


# --- The oracle -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Feed each cat you fed in this season.",
        "Put a card in the garden of a player who owns a cat.",
        "If a cat sleeps and a dog attacks, feed a cat and a dog, then gain 1 coin for each cat you own.",
        "You have more cats in your garden than each other player.",
        "Choose one:\n- Feed a cat.\n- Chase a dog.",
    ],
)
def test_one_reading(text):
    (reading,) = parser().readings(Text.plain(text), "statement")
    assert reading == parse(text, "statement").value


def test_as_many_is_printed_with_a_plural():
    text = "You have as many cats in your garden as each other player."
    tree = parse(text, "condition").value
    assert print_english(tree, parser().vocabulary, "condition") == text


def test_an_ambiguous_sentence_shows_both():
    text = Text.plain("You may move a cat you moved to a house.")
    assert len(parser().readings(text, "statement")) == 2
    assert parse(text.value, "statement").value in parser().readings(text, "statement")
    (found,) = parser().ambiguities(text, "statement")
    assert found.code == "SAY0604"
    assert "[you moved to a house]" in (found.hint or "") and "[you moved] to a house" in (found.hint or "")
