"""The tagger's rules, each with sentences: in a *must*, the words before `|` have the classes behind it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.language.garden import parser, tags
from toolkit.language.parsing.scanner import read
from toolkit.language.parsing.tagger import RULES
from toolkit.report import Text

MUST: dict[str, list[str]] = {
    "T1": [
        "Attack a cat. | Attack/V",
        "The attack ends. | attack/NOUN",
        "Your attack ends. | attack/NOUN",
        "A cat attacks a dog. | attacks/V",
        "A player may attack. | attack/V",
        "The player who leads wins the game. | leads/V wins/V",
        "Red wins the game. | Red/NAME wins/V",
        "Chase the cat to the left house. | left/ADJ",
        "If a cat left the garden, feed a dog. | left/V",
        "Play a card. | Play/V",
        "The play ends. | play/NOUN",
        "Lower the weight of the lower animal by 1. | Lower/V lower/ORD",
    ],
    "T2": [
        "Feed the chosen cat. | chosen/ADJ",
        "If the cat is chosen, feed it. | chosen/P",
        "If the cat has left the garden, feed a dog. | has/HAVE_AUX left/V",
        "The fed cat cannot attack. | fed/ADJ attack/V",
        "The cat was moved to a house. | moved/P",
        "When a player has caught a cat, they feed it. | has/HAVE_AUX caught/V",
    ],
    "T3": [
        "Feed each cat that sleeps. | that/REL",
        "Feed that cat. | that/ART",
        "Feed a cat that a player owns. | that/REL",
        "Feed the animal Tom owns and that cat. | that/ART",
        "Feed a cat that is hungry and that is old. | that/REL",
        "If a player owns that cat, feed it. | that/ART",
    ],
    "T4": [
        "There is a cat in the garden. | There/THERE_IS",
        "Put a cat there. | there/THERE",
        "If there are 2 cats, feed them. | there/THERE_IS",
        "If you have a cat there, feed it. | there/THERE",
        "Feed each cat there. | there/THERE",
    ],
    "T5": [
        "Feed a cat in this season. | in/TIME",
        "Feed a cat in the garden. | in/PLACE",
        "In each race, feed a cat. | In/TIME",
        "In the Supper step of each season, feed a cat. | In/TIME of/OF",
        "Feed a cat at that house. | at/PLACE",
        "A cat cannot attack outside a race. | outside/TIME",
        "In a player's season, feed a cat. | In/TIME",
    ],
    "T6": [
        "Feed a cat this season. | this/TDET season/TNOUN",
        "Each player may feed 1 cat each season. | each/TDET season/TNOUN",
        "End this season. | this/ART season/NOUN",
        "At the end of this season, feed a cat. | this/ART season/NOUN",
        "A cat cannot attack this season. | this/TDET",
        "The first time each season that a cat attacks, feed it. | each/TDET that/THAT",
    ],
    "T7": [
        "Feed each cat you own. | you/SPRON",
        "Feed the animals they caught. | they/SPRON",
        "If you own a cat, feed it. | you/PRON",
        "Feed a cat and a dog you own. | you/SPRON",
        "Each cat you feed sleeps. | you/SPRON feed/V sleeps/V",
    ],
    "T8": [
        "Feed a cat 3 times. | 3/TNUM times/TIMES",
        "Feed a cat up to 3 times. | up to/TBOUND 3/TNUM",
        "Pay 1 gold less. | less/LESS",
        "If you have less gold than Red, feed a cat. | less/MORE",
        "Repeat 2 times: feed a cat. | Repeat/REPEAT 2/TNUM",
    ],
    "T9": [
        "If you do, feed a cat. | do/PRO",
        "If they do not, feed a cat. | do not/PRO",
        "Feed a cat if you can. | if/IF_PRO can/PRO",
        "If you do not attack, feed a cat. | do not/DO_NOT",
        "A player can attack. | can/MODAL",
        "If you did, feed a cat. | did/PRO",
    ],
    "T10": [
        "Each player feeds a cat and chases a dog. | and/AND_V",
        "Feed each cat that is hungry and that is old. | and/AND_R",
        "The cat is hungry or old. | or/OR_P",
        "The cat is old and is hungry. | and/AND_V",
        "Feed a cat and a dog. | and/AND_N",
        "Feed a cat or chase it. | or/OR_V",
    ],
    "T11": [
        "If Red owns a cat and Blue owns a dog, feed a cat. | and/AND_S",
        "A cat and a dog sleep. | and/AND_N",
        "Feed a cat and a dog that sleeps. | and/AND_N",
        "A cat or a dog cannot attack. | or/OR_N",
        "Red owns a cat, and Blue owns a dog. | and/AND_S",
        "Feed each cat you own and each dog. | and/AND_N",
    ],
    "T12": [
        "Feed a cat, a dog and a gear. | ,/LCOMMA and/AND_N",
        "If you own a cat, feed it. | ,/COMMA",
        "At the end of each race, each season and each step, each player feeds a cat. | ,/LCOMMA ,/COMMA",
        "The cat is old, hungry or asleep. | ,/LCOMMA_P or/OR_P",
        "If a cat attacks, feed a cat and a dog. | ,/COMMA and/AND_N",
        "Each player, including you, feeds a cat. | including/INCLUDING ,/PCOMMA",
        "For each season, feed a cat. | ,/COMMA",
    ],
    "T13": [
        "Feed each cat that attacked in this season. | in/TIME_R",
        "Feed each cat you fed this season. | this/TDET_R",
        "Feed a cat in this season. | in/TIME",
        "Feed each cat you have in the garden. | in/PLACE_R",
        "Each player who attacked this season feeds a cat this season. | this/TDET_R this/TDET",
    ],
    "T14": [
        "Feed 1 to 3 cats. | 1~to/BOUND 3/NUMBER",
        "Feed one to three old cats. | one~to/BOUND three/NUMBER",
        "Feed 2 to 3 of your cats. | 2~to/BOUND 3/NUMBER of/OF_PART",
        "Feed a dog and 1 to 2 cats. | 1~to/BOUND 2/NUMBER",
        "Feed 1 to 2 other cats. | 1~to/BOUND 2/NUMBER other/OTHER",
        "Each player feeds 1 to 2 cats. | 1~to/BOUND 2/NUMBER",
    ],
}

# What may look like a case of the rule and is none.
MUST_NOT: dict[str, list[str]] = {
    "T1": ["Feed the old cat. | old/NOUN", "The attack ends. | attack/V"],
    "T2": ["If the cat is chosen, feed it. | chosen/ADJ", "A player caught a cat. | caught/ADJ"],
    "T3": ["Feed that cat. | that/REL", "Feed a cat that season. | that/REL"],
    "T4": ["Put a cat there. | there/THERE_IS", "There is a cat. | There/THERE"],
    "T5": ["Put a cat in the garden. | in/TIME", "In each race, feed a cat. | In/PLACE"],
    "T6": ["End this season. | this/TDET", "At the end of each season, feed a cat. | each/TDET"],
    "T7": ["If a cat attacks, you feed it. | you/SPRON", "You feed a cat. | You/SPRON"],
    "T8": ["Feed 3 cats. | 3/TNUM", "Pay less gold. | less/LESS"],
    "T9": ["If you do not attack, feed a cat. | do not/PRO", "You can attack. | can/PRO"],
    "T10": ["Feed a cat and a dog. | and/AND_V", "The old and hungry cat sleeps. | and/AND_V"],
    "T11": ["A cat and a dog sleep. | and/AND_S", "Red owns a cat, and Blue owns a dog. | and/AND_N"],
    "T12": ["If you own a cat, feed it. | ,/LCOMMA", "Feed a cat, a dog and a gear. | ,/COMMA"],
    "T13": ["Feed a cat this season. | this/TDET_R", "A cat that attacks sleeps this season. | this/TDET_R"],
    "T14": ["Feed 3 to 1 cats. | 3~to/BOUND", "Feed a cat from 1 to 3 cats. | 1~to/BOUND"],
}

CASES = [(rule, case) for rule, cases in MUST.items() for case in cases]
COUNTERCASES = [(rule, case) for rule, cases in MUST_NOT.items() for case in cases]


def test_each_rule_has_its_table():
    assert list(MUST) == list(RULES) == list(MUST_NOT)
    assert all(len(cases) >= 5 for cases in MUST.values())
    assert all(len(cases) >= 2 for cases in MUST_NOT.values())


def in_order(wanted: list[str], found: list[str]) -> bool:
    rest = iter(found)
    return all(any(tag == other for other in rest) for tag in wanted)


def split(case: str) -> tuple[str, list[str]]:
    text, _, tags_text = case.partition(" | ")
    return text, [word.replace("~", " ") for word in _pairs(tags_text)]


def _pairs(text: str) -> list[str]:
    """`do not/PRO a/ART` → two pairs, the first of two words."""
    pairs, words = [], []
    for word in text.split():
        words.append(word)
        if "/" in word:
            pairs.append(" ".join(words))
            words = []
    return pairs


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_must(rule, case):
    text, wanted = split(case)
    found = [tag.replace(", ", "") for tag in tags(text)]
    assert in_order(wanted, found), found


@pytest.mark.parametrize(("rule", "case"), COUNTERCASES)
def test_must_not(rule, case):
    text, unwanted = split(case)
    found = [tag.replace(", ", "") for tag in tags(text)]
    assert not in_order(unwanted, found), found


WORDS = [
    "cat",
    "cats",
    "the",
    "a",
    "each",
    "that",
    "this",
    "in",
    "of",
    "and",
    "or",
    ",",
    ".",
    "attack",
    "attacks",
    "feed",
    "fed",
    "you",
    "they",
    "there",
    "is",
    "are",
    "not",
    "if",
    "to",
    "put",
    "season",
    "2",
    "+1",
    "Red",
    "Tom's",
    "old",
    "hungry",
    "who",
    "where",
    "more",
    "than",
    "least",
    "at",
    "face",
    "up",
]


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14))
def test_tagging_loses_and_adds_no_character(words):
    text = Text.plain(" ".join(words))
    tokens, _ = read(text, parser().lexicon)
    known = [token for token in tokens if token.type != "UNKNOWN"]
    if not known:
        return
    tagged = parser().tagger.tag(known)
    # What is left over lies between two tokens that were drawn together (`, and`), and is white space.
    covered = sorted((token.start, token.end) for token in tagged)
    before = sorted((token.start, token.end) for token in known)
    assert covered[0][0] == before[0][0] and covered[-1][1] == before[-1][1]
    for (_, end), (start, _) in pairwise(covered):
        assert end <= start
    letters = "".join(text.value[start:end] for start, end in covered).replace(" ", "")
    assert letters == "".join(text.value[start:end] for start, end in before).replace(" ", "")
