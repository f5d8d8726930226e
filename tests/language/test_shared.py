"""Who reads texts with the same words as somebody before has their parser; with other words nobody has."""

from dataclasses import replace

from toolkit.language.core import core_vocabulary
from toolkit.language.parsing.shared import MOST, parser_of
from toolkit.language.vocabulary import NounEntry, Vocabulary
from toolkit.report.source import Source, Text


def words(*nouns: NounEntry) -> Vocabulary:
    made = core_vocabulary()
    made.nouns |= {noun.id: noun for noun in nouns}
    return made


CAT = NounEntry("cat", "cats", "thing")


def test_the_same_words_share_a_parser_wherever_they_stand():
    elsewhere = replace(CAT, span=Source("elsewhere.yaml", "cat").span(0, 3))
    assert parser_of(words(CAT)) is parser_of(words(elsewhere))


def test_other_words_have_another_one():
    mass = replace(CAT, mass=True)
    assert parser_of(words(CAT)) is not parser_of(words(mass))
    assert parser_of(words(CAT)) is not parser_of(words())
    text = Text.plain("Each cat is in play.")
    assert not parser_of(words()).parse(text, "condition").ok


def test_so_many_are_kept():
    first = parser_of(words(CAT))
    for number in range(MOST):
        parser_of(words(NounEntry(f"cat{number}", f"cats{number}", "thing")))
    assert parser_of(words(CAT)) is not first


def test_words_that_are_changed_afterwards_are_others():
    mine = words(CAT)
    parser = parser_of(mine)
    mine.nouns["cat"] = replace(CAT, mass=True)
    assert parser_of(mine) is not parser
    assert parser_of(words(CAT)) is parser
    assert parser.vocabulary.nouns["cat"] == CAT
