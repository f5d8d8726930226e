"""Accepted alternate: *that cat becomes sleepy* is *set the mood of that cat to sleepy*, *when a cat becomes sleepy* is
*when a cat is sleepy*.

A rule of `alternates.py`, as in `people.py`.
"""

from __future__ import annotations

from toolkit.language.lexer import NO_READING, Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, CONDITION, SENTENCE, Found, closed, since

_THEIRS = {"it": "its", "they": "their"}
_BEFORE = CLAUSE | CONDITION | names("THEN AND OR")


def becomes(a: Alternates, i: int) -> Found | None:
    """What is to become so is set; what has become so is so."""
    value, said = a.at(i + 1), since(a.out, _BEFORE)
    attribute = _attribute(a, value)
    if not value or attribute is None or not said or not a.ends_or_goes_on(i + 2):
        return None
    before = a.out[len(a.out) - len(said) - 1] if len(said) < len(a.out) else None
    if before is not None and closed(before) in CONDITION:
        so = [a.spelled("are" if a.text(i) == "become" else "is", a.tokens[i])]
        return Found(1, so) if closed(before) == "WHEN" else None
    if closed(said[-1]) == "MODAL" or said[-1].word in ("cannot", "would", "not"):
        return None
    first = said[0]
    begins = before is None or closed(before) in SENTENCE
    order = a.spelled("Set" if begins and first.text[:1].isupper() else "set", first)
    tokens = [order, *_whose(a, said, attribute), a.spelled("to", a.tokens[i]), value]
    return Found(2, tokens, drop=len(said))


def _whose(a: Alternates, said: list[Token], attribute: str) -> list[Token]:
    """*its mood*, *the mood of that cat*."""
    first = said[0]
    if len(said) == 1 and first.word in _THEIRS:
        return a.words(first, _THEIRS[first.word], attribute)
    small = first.text if first.find("name") else first.word
    return [*a.words(first, "the", attribute, "of"), first.saying(small), *said[1:]]


def _attribute(a: Alternates, value: Token | None) -> str | None:
    """The one attribute that has such values; None: there is none, or more than one."""
    word = value.find("adj") if value is not None else NO_READING
    if word.form != "value":
        return None
    vocabulary = a.lexicon.vocabulary
    lists = {name for name, values in vocabulary.lists.items() if word.id in values}
    found = {
        attribute
        for noun in vocabulary.nouns.values()
        for attribute, of in noun.attributes.items()
        if of in lists
    }
    return found.pop() if len(found) == 1 else None
