"""Word forms are ordinary English, and no form is made twice over."""

import pytest

from toolkit.language import forms
from toolkit.language.vocabulary import VerbForms


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("card", "cards"),
        ("city", "cities"),
        ("key", "keys"),
        ("box", "boxes"),
        ("match", "matches"),
        ("class", "classes"),
        ("die", "dice"),
        ("hero", "heroes"),
        ("Kiss of Death", "Kisses of Death"),
        ("point of interest", "points of interest"),
        ("place in line", "places in line"),
        ("discard pile", "discard piles"),
        ("gear", "gear"),
        ("horseman", "horsemen"),
        ("human", "humans"),
        ("Trick Die", "Trick Dice"),
    ],
)
def test_plural(one, several):
    assert forms.plural(one) == several


@pytest.mark.parametrize(
    ("word", "expected"), [("cities", "city"), ("boxes", "box"), ("dice", "die"), ("cards", "card")]
)
def test_singulars_offers_the_noun(word, expected):
    assert expected in list(forms.singulars(word))


@pytest.mark.parametrize(
    ("lemma", "third", "past", "participle"),
    [
        ("move", "moves", "moved", "moved"),
        ("flip", "flips", "flipped", "flipped"),
        ("discard", "discards", "discarded", "discarded"),
        ("carry out", "carries out", "carried out", "carried out"),
        ("look at", "looks at", "looked at", "looked at"),
        ("take", "takes", "took", "taken"),
        ("put", "puts", "put", "put"),
        ("do", "does", "did", "done"),
        ("have", "has", "had", "had"),
        ("be", "is", "was", "been"),
        ("pass", "passes", "passed", "passed"),
        ("play", "plays", "played", "played"),
        ("draw", "draws", "drew", "drawn"),
        ("redraw", "redraws", "redrew", "redrawn"),
        ("undo", "undoes", "undid", "undone"),
        ("commit", "commits", "committed", "committed"),
        ("fulfil", "fulfils", "fulfilled", "fulfilled"),
        ("equip", "equips", "equipped", "equipped"),
        ("cancel", "cancels", "canceled", "canceled"),
        ("cover", "covers", "covered", "covered"),
        ("win", "wins", "won", "won"),
        ("remove", "removes", "removed", "removed"),
        ("return", "returns", "returned", "returned"),
        ("attack", "attacks", "attacked", "attacked"),
        ("fix", "fixes", "fixed", "fixed"),
        ("hit", "hits", "hit", "hit"),
        ("quit", "quits", "quitted", "quitted"),
    ],
)
def test_verbs(lemma, third, past, participle):
    assert forms.verb_forms(lemma) == forms.Forms(lemma, third, past, participle)


@pytest.mark.parametrize(
    ("lemma", "form", "other"),
    [
        ("travel", "traveled", "travelled"),
        ("cancel out", "canceled out", "cancelled out"),
        ("level", "levelled", "leveled"),
        ("reveal", "revealed", None),
        ("control", "controlled", None),
        ("fill", "filled", None),
    ],
)
def test_a_verb_may_have_two_spellings(lemma, form, other):
    assert forms.spelled_otherwise(lemma, form) == other


def test_a_pack_may_declare_forms():
    assert forms.verb_forms("shine", VerbForms(past="shone")) == forms.Forms(
        "shine", "shines", "shone", "shone"
    )
    assert forms.verb_forms("quit", VerbForms(past="quit")).participle == "quit"


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("agent", "an"),
        ("player", "a"),
        ("unit", "a"),
        ("unimportant card", "an"),
        ("uninvited guest", "an"),
        ("hour", "an"),
        ("hero", "a"),
        ("X token", "an"),
        ("B token", "a"),
        ("8-sided die", "an"),
        ("11", "an"),
        ("18", "an"),
        ("80", "an"),
        ("1 card", "a"),
        ("one-eyed jack", "a"),
        ("Écu", "an"),
        ("European", "a"),
        ("upgrade", "an"),
        ("NPC", "an"),
        ("UFO", "a"),
        ("", "a"),
    ],
)
def test_article_by_sound(phrase, expected):
    assert forms.article(phrase) == expected


@pytest.mark.parametrize("lemma", sorted(forms.IRREGULAR_VERBS))
def test_every_irregular_verb_has_four_forms(lemma):
    made = forms.verb_forms(lemma)
    assert all((made.base, made.third, made.past, made.participle))


def test_headings_have_gerunds():
    made = ["losing", "running out", "dying", "seeing", "buying", "controlling", "visiting"]
    assert [*map(forms.gerund, ("lose", "run out", "die", "see", "buy", "control", "visit"))] == made
