"""Whatever is typed: no traceback, time that grows with the text, and no word that can be lost unseen."""

import time
from collections import Counter

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.corpus import GAMES, HERE, sentences
from tests.corpus.corpus import vocabulary as corpus_words
from tests.language.garden import parse, parser
from toolkit.language.members import Member, members_of
from toolkit.language.parsing.grammar import STARTS
from toolkit.language.parsing.parser import Parser
from toolkit.report import Text
from toolkit.report.render import concise

WORDS = [
    "cat",
    "cats",
    "a",
    "the",
    "each",
    "that",
    "this",
    "in",
    "of",
    "and",
    "or",
    ",",
    ".",
    ":",
    ";",
    "attack",
    "feed",
    "fed",
    "you",
    "they",
    "there",
    "is",
    "are",
    "not",
    "if",
    "when",
    "to",
    "put",
    "season",
    "2",
    "+1",
    "Red",
    "'s",
    "old",
    "who",
    "where",
    "whose",
    "more",
    "less",
    "than",
    "at",
    "least",
    "for",
    "each",
    "from",
    "with",
    "by",
    "as",
    "then",
    "instead",
    "may",
    "cannot",
    "does",
    "not",
    "choose",
    "one",
    "-",
    "\n",
    "-",
    "up",
    "to",
    "times",
    "rounded",
    "up",
    "plus",
    "but",
    "unless",
    "until",
    "no",
    "one",
    "of",
    "all",
    "half",
    "it",
    "its",
]


@given(st.text(max_size=60), st.sampled_from(sorted(STARTS)))
def test_any_text(text, start):
    for found in parser().parse(Text.plain(text), start).diagnostics:
        concise(found)


@given(st.lists(st.sampled_from(WORDS), max_size=20), st.sampled_from(sorted(STARTS)))
def test_any_words(words, start):
    for found in parser().parse(Text.plain(" ".join(words)), start).diagnostics:
        concise(found)


@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_the_tree_is_one_of_the_oracles(words):
    text = Text.plain(" ".join(words) + ".")
    checked = parser().parse(text, "effect")
    if checked.diagnostics or not checked.value.sentences:
        return
    assert checked.value in parser().readings(text, "effect")


@pytest.mark.long
def test_time_grows_with_the_text():
    def seconds(count: int) -> float:
        text = "If a cat sleeps, feed a cat in the garden of a player with a dog that Red owns. " * count
        best = 9.0
        for _ in range(3):
            start = time.process_time()
            parse(text)
            best = min(best, time.process_time() - start)
        return best

    seconds(5)
    assert seconds(160) < 20 * seconds(20)  # eight times the text


@pytest.mark.long
def test_time_of_one_long_sentence():
    start = time.process_time()
    parse("Feed a cat" + " of a cat" * 120 + ".")
    parse("Feed " + "a cat, " * 110 + "a dog and a cat.")
    parse("Feed a " + "old " * 350 + "cat.")
    parse("Feed " + "cat " * 350)
    assert time.process_time() - start < 3


# --- Swallowed words ------------------------------------------------------------------------------------------

SWALLOWED = HERE / "swallowed.yaml"
"""The words whose loss (`drop`) or change of place (`swap`) says nothing else: by kind, how often."""


def left_out(k: int, words: list[str], members: dict[str, Member]) -> bool:
    """Whether a word may be left out, for what stands before says it already: a *pirate* is a pirate unit if only units
    can be pirates; *until the end of turn* is until the end of this turn.
    """
    before = [bare(word) for word in words[:k]]
    if bare(words[k]) in ("is", "are"):  # *is next to a cat or is next to a dog*
        return before[-1:] in (["and"], ["or"])
    if bare(words[k]) == "this":
        return before[-4:] == ["until", "the", "end", "of"]
    member = members.get(before[-1]) if before else None
    return member is not None and member.word == before[-1] and bare(words[k]) == member.noun


def bare(word: str) -> str:
    return word.strip(".,").lower()


def mutants(words: list[str]):
    for k in range(len(words)):
        yield "drop", k, words[:k] + words[k + 1 :]
        if k + 1 < len(words) and words[k] != words[k + 1]:
            yield "swap", k, [*words[:k], words[k + 1], words[k], *words[k + 2 :]]


@pytest.mark.parametrize("game", GAMES)
def test_a_word_dropped_or_swapped_is_noticed(game, request):
    """Every word counts: without it there is a diagnostic, or the tree is another one.  What may be left out says the
    same, or is refused.
    """
    reader, members = Parser(corpus_words(game)), members_of(corpus_words(game))
    found: Counter[str] = Counter()
    every = 1 if request.config.getoption("markexpr", "") == "long" else 2
    for sentence in sentences(game)[::every]:
        checked = reader.parse(Text.plain(sentence.text), sentence.start)
        if checked.diagnostics or "\n" in sentence.text:
            continue
        words = sentence.text.split()
        for kind, k, changed in mutants(words):
            again = reader.parse(Text.plain(" ".join(changed)), sentence.start, brief=True)
            if kind == "drop" and left_out(k, words, members):  # the same, or refused: never something else
                if not again.diagnostics and again.value != checked.value:
                    found[f"else without {bare(words[k])}"] += 1
            elif not again.diagnostics and again.value == checked.value:
                found[f"{kind} {bare(words[k])}"] += 1
    allowed = (
        set(yaml.safe_load(SWALLOWED.read_text(encoding="utf-8")) or []) if SWALLOWED.exists() else set()
    )
    assert {key: count for key, count in found.items() if key not in allowed} == {}
