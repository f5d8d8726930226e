"""Damages of a sentence: one slip of a writer's hand or mind each, made from chance.

`DAMAGES` is the table.  `group`: what must be found (`misspelt`, `misplaced`), or is only measured (`dropped`,
`replaced`, `inserted`, `case`), because the sentence with it may be as good as the one before.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from toolkit.language.lexer import CLOSED

WORD = re.compile(r"[^\W\d_][\w’'-]*")
TOKEN = re.compile(r"[\w’'-]+|[.,:]")
PREPOSITIONS = ("in", "on", "at", "to", "from", "with", "by", "of", "into", "under")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FUNCTION_WORDS = tuple(sorted({part for phrase in CLOSED for part in phrase.split()}))

Edit = tuple[int, int, str]
"""Start, end, what stands there instead."""


class Words(Protocol):
    """The words of a pack: all, in alphabetical order, too, and the verbs."""

    words: set[str]
    listed: tuple[str, ...]
    verbs: list[str]


@dataclass(frozen=True)
class Done:
    """`said`: what was done, for people."""

    edits: tuple[Edit, ...]
    said: str

    def text(self, text: str) -> str:
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text


Token = re.Match[str]
Maker = Callable[[Sequence[Token], random.Random, Words], Done | None]


@dataclass(frozen=True)
class Damage:
    """One kind; `make` gets the tokens of a text, as `pattern` finds them, and gives None where it cannot be done."""

    name: str
    group: str
    make: Maker
    pattern: re.Pattern[str] = WORD

    def of(self, text: str, chance: random.Random, words: Words) -> Done | None:
        """The damage of a text somewhere; None: there is no place for it."""
        tokens = list(self.pattern.finditer(text))
        done = self.make(tokens, chance, words) if tokens else None
        return done if done is not None and done.text(text) != text else None


def misspelling(word: str, chance: random.Random) -> str:
    """A letter changed, dropped, doubled or transposed."""
    i = chance.randrange(len(word))
    match chance.randrange(4):
        case 0:
            return word[:i] + chance.choice(LETTERS) + word[i + 1 :]
        case 1:
            return word[:i] + word[i + 1 :] if len(word) > 1 else word
        case 2:
            return word[:i] + word[i] + word[i:]
        case _:
            j = min(i, len(word) - 2)
            return word[:j] + word[j + 1] + word[j] + word[j + 2 :] if len(word) > 1 else word


def _instead(token: Token, new: str) -> Done:
    return Done(((*token.span(), new),), f"{token[0]} → {new}")


def _like(new: str, old: str) -> str:
    """With a capital letter where there was one."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _misspelt(tokens: Sequence[Token], chance: random.Random, words: Words, function: bool) -> Done | None:
    """So that it is no word of the pack: what is one was perhaps meant."""
    found = [t for t in tokens if (t[0].casefold() in FUNCTION_WORDS) == function]
    if not found:
        return None
    token = chance.choice(found)
    word = misspelling(token[0], chance)
    parts = [part.casefold() for part in TOKEN.findall(word)]
    if word.casefold() == token[0].casefold() or all(part in words.words for part in parts):
        return None
    return _instead(token, word)


def misspelt_content(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    return _misspelt(tokens, chance, words, function=False)


def misspelt_function(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    return _misspelt(tokens, chance, words, function=True)


def other_case(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    token = chance.choice(tokens)
    return _instead(
        token, token[0].swapcase() if chance.random() < 0.5 else token[0][:1].swapcase() + token[0][1:]
    )


def doubled(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    token = chance.choice(tokens)
    return Done(((token.end(), token.end(), f" {token[0]}"),), f"{token[0]} {token[0]}")


def swapped(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    """Two neighbours change places; capital letters stay where they are."""
    if len(tokens) < 2:
        return None
    k = chance.randrange(len(tokens) - 1)
    first, second = tokens[k], tokens[k + 1]
    new = second[0], first[0]
    if first[0][:1].isupper() and k == 0 and not second[0][:1].isupper():
        new = _like(second[0], first[0]), first[0][:1].lower() + first[0][1:]
    edits = ((*first.span(), new[0]), (*second.span(), new[1]))
    return Done(edits, f"{first[0]} {second[0]} → {' '.join(new)}")


def moved(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    """A word taken out and put in a few words further on."""
    if len(tokens) < 5:
        return None
    k = chance.randrange(len(tokens) - 3)
    to = tokens[min(k + chance.randrange(2, 4), len(tokens) - 1)]
    first, after = tokens[k], tokens[k + 1]
    edits = ((first.start(), after.start(), ""), (to.end(), to.end(), f" {first[0]}"))
    return Done(edits, f"{first[0]} after {to[0]}")


def any_word(chance: random.Random, words: Words) -> str:
    """One of the pack, or of the grammar."""
    return chance.choice(chance.choice((words.listed, FUNCTION_WORDS)))


def inserted(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    token = chance.choice(tokens)
    new = any_word(chance, words)
    return Done(((token.end(), token.end(), f" {new}"),), f"{new} after {token[0]}")


def replaced(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    token = chance.choice(tokens)
    new = any_word(chance, words)
    return _instead(token, _like(new, token[0]))


def dropped(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    token = chance.choice(tokens)
    start = token.start() - (token.string[token.start() - 1 : token.start()] == " ")
    return Done(((start, token.end(), ""),), f"without {token[0]}")


def other_preposition(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    found = [t for t in tokens if t[0] in PREPOSITIONS]
    if not found:
        return None
    token = chance.choice(found)
    return _instead(token, chance.choice([p for p in PREPOSITIONS if p != token[0]]))


def other_verb(tokens: Sequence[Token], chance: random.Random, words: Words) -> Done | None:
    found = [t for t in tokens if t[0].casefold() in words.verbs]
    if not found:
        return None
    token = chance.choice(found)
    return _instead(
        token, _like(chance.choice([v for v in words.verbs if v != token[0].casefold()]), token[0])
    )


DAMAGES = (
    Damage("misspelt content word", "misspelt", misspelt_content),
    Damage("misspelt function word", "misspelt", misspelt_function),
    Damage("doubled word", "misplaced", doubled),
    Damage("swapped words", "misplaced", swapped, TOKEN),
    Damage("moved word", "misplaced", moved),
    Damage("dropped word", "dropped", dropped, TOKEN),
    Damage("inserted word", "inserted", inserted),
    Damage("replaced word", "replaced", replaced),
    Damage("other preposition", "replaced", other_preposition),
    Damage("other verb", "replaced", other_verb),
    Damage("other case", "case", other_case),
)
