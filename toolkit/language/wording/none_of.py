"""Accepted alternate: *if none of those cards is red*, *neither of them*: *if no card among those cards is red*."""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CONDITION, Found, closed

_WHOSE = frozenset({"those", "these", "the", "your", "their"})
_MANY = frozenset({"are", "have", "were"})
_FARTHEST = 8


def none_of(a: Alternates, i: int) -> Found | None:
    """Where a condition begins with it: *none of them*, *neither of those cards*, *none of your cards in the park*."""
    if not _begins(a) or a.text(i + 1) != "of":
        return None
    verb = next((k for k in range(i + 2, a.end(i + 2)) if _is_verb(a.tokens[k])), None)
    if verb is None or verb > i + _FARTHEST:
        return None
    of, noun = _of_which(a, a.tokens[i + 2 : verb])
    entry = a.lexicon.vocabulary.nouns.get(noun)
    if not of or entry is None:
        return None
    form = entry.plural if _says_many(a.tokens[verb]) else entry.id
    words = [a.said("no", a.tokens[i]), a.spelled(form, a.tokens[i])]
    if entry.category != "player":
        return Found(verb - i, [*words, a.said("among", a.tokens[i + 1]), *of])
    # *none of the players has a card*: they are in no place
    return Found(verb - i, words) if len(of) == 2 and of[0].word == "the" else None


def _begins(a: Alternates) -> bool:
    """Whether a condition, or a further part of one, begins here."""
    before = closed(a.last)
    return before in CONDITION or (before == "AND" and a.in_condition())


def _says_many(verb: Token) -> bool:
    """Whether a verb has the form of several."""
    if closed(verb) == "BE" or verb.word in _MANY:
        return verb.word in _MANY
    does = verb.find("verb")
    return bool(does) and "t" not in does.form


def _is_verb(token: Token) -> bool:
    return closed(token) in ("BE", "DO_NOT") or (bool(token.find("verb")) and not token.find("noun"))


def _of_which(a: Alternates, phrase: list[Token]) -> tuple[list[Token], str]:
    """The phrase behind *of*, and its noun; of *them* it is what the sentence before speaks of."""
    if [token.word for token in phrase] == ["them"]:
        noun = a.thing_before() or "thing"
        entry = a.lexicon.vocabulary.nouns.get(noun)
        plural = entry.plural if entry is not None else f"{noun}s"
        return a.words(phrase[0], "those", plural), noun
    nouns = (reading.id for token in phrase if (reading := token.find("noun")))
    return (phrase, next(nouns, "")) if phrase and phrase[0].word in _WHOSE else ([], "")
