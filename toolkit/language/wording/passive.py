"""Accepted alternates that name the doer last: *when a unit is routed by you* is *when you rout a unit*.

Rules of `alternates.py`, as in `people.py`.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    CONDITION,
    SENTENCE,
    Found,
    closed,
    holds,
    is_player,
    says,
    since,
    until,
)

_MODAL = frozenset({"cannot", "would"})
_GOES_ON = names("REL WITH WITHOUT") | {"REL_WHO"}
_SEVERAL = frozenset({"another", "other", "others"})
_NOT_WHO_DOES = frozenset({"each", "every", "all", "no", "their", "its"})
_WHITHER = names("TO INTO FROM")
_WORDS_OF_VERB = 3
"""*would be routed*."""


def by_whom(a: Alternates, i: int) -> Found | None:
    """*Armed players cannot be accused by you.*, *when a unit is routed by another player, …*."""
    done = _done(a.out)
    if done is None:
        return None
    modal, verb, subject = done
    end = _doer(a, i + 1)
    who = a.tokens[i + 1 : end]
    if not who or _other_than_whom(who, subject, a):
        return None
    first = len(a.out) - len(subject) - (_WORDS_OF_VERB if modal else _WORDS_OF_VERB - 1)
    if first > 0 and closed(a.out[first - 1]) not in SENTENCE | CONDITION and not _for_a_time(a.out[:first]):
        return None
    begins = first == 0 or closed(a.out[first - 1]) in SENTENCE
    does = _does(a, verb, who, modal)
    return Found(
        end - i, [*_first(who, capital=begins), *does, *_first(subject, capital=False)], len(a.out) - first
    )


def where_done(a: Alternates, i: int) -> Found | None:
    """*Your units cannot be routed in regions where you have a fort*, *if a unit would be routed in a park*: what lies
    there, of a verb that takes no place.
    """
    done = _done(a.out)
    if done is None:
        return None
    modal, verb, subject = done
    lemma, end = verb.find("verb"), until(a.tokens, i, CLAUSE | names("THEN AND OR") | {"INSTEAD"})
    frames = a.lexicon.frames.get(lemma.id, ()) if lemma else ()
    place = a.speaks_of(a.tokens[i:end], "place")
    if (
        not place
        or ("obj",) not in frames
        or any({"place", "in", "to", "from"} & set(each) for each in frames)
    ):
        return None
    if holds(subject, *(_GOES_ON | {"PLACE", "FROM"})):
        return None  # what is said of it already says where it is
    if not a.noun(subject[-1], "thing"):
        return None
    behind = a.out[-_WORDS_OF_VERB if modal else 1 - _WORDS_OF_VERB :]
    return Found(end - i, [*a.within(i, end), *behind], drop=len(behind))


def moves_itself(a: Alternates, i: int) -> Found | None:
    """*When a unit moves to a park, …*, *units cannot move to the park*, *a unit that moves there*: it is moved."""
    verb, whither, before = a.tokens[i].find("verb"), a.at(i + 1), a.last
    if verb.id != "move" or not whither or not before:
        return None
    modal = before.word in _MODAL
    thing = _what_moves(a, modal) if closed(whither) in _WHITHER else None
    if thing is None or (not modal and (closed(before) == "MODAL" or ("t" in verb.form) == (thing == "p"))):
        return None
    be = "be" if modal else "are" if thing == "p" else "is"
    return Found(1, a.words(a.tokens[i], be, a.lexicon.vocabulary.verb_forms("move").participle))


def _what_moves(a: Alternates, modal: bool) -> str | None:
    """The number, *s* or *p*, of the thing that is said to move; None: it is no thing."""
    said = since(a.out[:-1] if modal else a.out, CLAUSE | CONDITION | names("THEN AND OR"))
    head = next((token for token in said if token.find("noun")), None)
    noun = head.find("noun") if head is not None and a.noun(head, "thing") else NO_READING
    return noun.form if noun else None


def _for_a_time(before: list[Token]) -> bool:
    """*Until the end of this turn,*."""
    sentence = since(before, SENTENCE)
    return closed(before[-1]) == "COMMA" and closed(sentence[0]) == "TIME"


def _done(out: list[Token]) -> tuple[Token | None, Token, list[Token]] | None:
    """*would* or *cannot*, the participle, and to whom or what it is done; None: no passive stands there."""
    if len(out) < _WORDS_OF_VERB:
        return None
    *_, modal, be, verb = out
    if "n" not in verb.find("verb").form or be.word not in ("is", "are", "be"):
        return None
    if (be.word == "be") != (modal.word in _MODAL):
        return None
    before = out[:-_WORDS_OF_VERB] if be.word == "be" else out[: 1 - _WORDS_OF_VERB]
    subject = since(before, CLAUSE | CONDITION | names("THEN AND OR"))
    if not subject or subject[0].word == "no":
        return None
    return (modal if be.word == "be" else None, verb, subject)


def _doer(a: Alternates, i: int) -> int:
    """Where the phrase ends that says who does it; `i`, if it is nobody of whom that could be said."""
    end = until(a.tokens, i, CLAUSE | names("THEN AND OR"))
    for k in range(i, end):
        token = a.tokens[k]
        if token.word in _NOT_WHO_DOES:
            return i
        if token.word in ("you", "opponent", "opponents") or a.noun(token, "player") or is_player(token, a):
            after = a.at(k + 1)
            goes_on = closed(after) in _GOES_ON or after.word in ("who", "with", "whose")
            return end if goes_on else k + 1
    return i


def _other_than_whom(who: list[Token], subject: list[Token], a: Alternates) -> bool:
    """*a player … by another player*: other than that one, and not than you."""
    others = says(who, *_SEVERAL)
    return others and any(a.noun(token, "player") or is_player(token, a) for token in subject)


def _does(a: Alternates, participle: Token, who: list[Token], modal: Token | None) -> list[Token]:
    reading = participle.find("verb")
    lemma = reading.id if reading else ""
    if modal is not None:
        return [modal, a.spelled(lemma, participle)]
    head = next((token.find("noun") for token in who if a.noun(token, "player")), None)
    several = who[0].word in ("you", "they") or (head is not None and head.form == "p")
    third = a.lexicon.vocabulary.verb_forms(lemma).third
    return [a.spelled(lemma if several else third, participle)]


def _first(phrase: list[Token], *, capital: bool) -> list[Token]:
    """The phrase with or without a capital."""
    head = phrase[0]
    text = forms.capitalize(head.text) if capital else head.text if head.find("name") else head.word
    return [head.saying(text), *phrase[1:]]
