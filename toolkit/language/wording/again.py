"""Accepted alternates that leave out what was said before: *Otherwise, you do.*, *If not, …*, *If there are none, …*.

Rules of `clauses.py`: what was left out is said again, where nothing in it could mean something else there.
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
    mark,
    nth,
    says,
    since,
    until,
    where_held,
    where_said,
)

_POINTS = names("PRON POSS AND OR THEN COMMA MODAL THIS")
"""Words that mean something else where somebody else does it, or join what is done."""
_THEY = (["they"], ["that", "player"])
_HAVE = frozenset({"gain", "lose", "pay", "score", "have"})


def if_not(a: Alternates, i: int) -> Found | None:
    """*If it is red, …. If not, …* is *Otherwise, …*; after a semicolon likewise."""
    joined = a.tokens[i].type == "SEMI"
    at = i + joined
    comma = a.at(at + 2)
    if (a.text(at), a.text(at + 1)) != ("if", "not") or comma.type != "COMMA":
        return None
    before = since(a.out if joined else a.out[:-1], SENTENCE)
    if not before or closed(before[0]) != "IF" or not (joined or a.last.type == "STOP"):
        return None
    like = a.tokens[at]
    stop = [mark("STOP", a.tokens[i])] if joined else []
    return Found(at + 3 - i, [*stop, a.spelled("Otherwise", like), mark("COMMA", like)])


def asked_now(a: Alternates, i: int) -> Found | None:
    """*If you control that region now, …*, *if all dice now show 6, …*, *each die that now shows 6*: a condition speaks
    of now.
    """
    clause, before = a.clause_before(), a.last
    if not before or a.tokens[i].type != "ALTERNATE":
        return None
    asks = bool(clause) and closed(clause[0]) in ("IF", "UNLESS")
    if _holds(a.at(i + 1)):
        return Found(1, []) if asks or closed(before) == "REL" else None
    return Found(1, []) if asks and (a.ends(i + 1) or closed(before) == "BE") else None


def _holds(token: Token | None) -> bool:
    """Whether it is the verb of what holds: *show*, *has*."""
    verb = token.find("verb") if token is not None else NO_READING
    return bool(verb) and token is not None and not token.find("noun") and "n" not in verb.form


def it_instead(a: Alternates, i: int) -> Found | None:
    """*If you would lose 2 lives, the player to your left loses it instead.*: *that many lives*."""
    verb = a.last.find("verb")
    if verb.id not in _AMOUNTS or a.text(i + 1) != "instead" or not a.ends(i + 2):
        return None
    said = since(a.out, SENTENCE)
    noun = _would(a, said, verb.id)
    if not noun or a.speaks_of(said, "thing", "place"):
        return None  # *a player with a hat*: the hat could be *it*
    entry, like = a.lexicon.vocabulary.nouns[noun], a.tokens[i]
    many = "that much" if entry.plural == entry.id else "that many"
    return Found(1, a.words(like, many, entry.plural))


_AMOUNTS = frozenset({"gain", "lose"})


def _would(a: Alternates, said: list[Token], does: str) -> str:
    """The quantity of *would lose 2 lives*, of the verb `does`."""
    at = next((k for k, token in enumerate(said) if token.word == "would"), len(said))
    if nth(said, at + 1).find("verb").id != does:
        return ""
    what = said[at + 2 : at + 4]
    counted = bool(what) and (what[0].type == "NUMBER" or closed(what[0]) == "ART")
    return a.noun(what[-1] if counted else what[0], "quantity") if what else ""


def than_they_do(a: Alternates, i: int) -> Found | None:
    """*if you have fewer worms than they do* is *… than they*; *more … than they have* is how many they have."""
    clause = a.clause_before()
    than = where_said(clause, "than")
    if than is None or not clause[than + 1 :] or not a.ends(i + 1):
        return None
    has = [token for token in clause[:than] if token.find("verb").id == "have"]
    return Found(1, []) if has and not any(token.find("verb") for token in clause[than + 1 :]) else None


def none_left(a: Alternates, i: int) -> Found | None:
    """*They lose 1 air. If they have none left, …*: *no air*, where of nothing else anything was said."""
    said = since(a.out, SENTENCE)
    who = [token.word for token in said]
    if who not in (["if", "they", "have"], ["if", "you", "have"], ["if", "that", "player", "has"]):
        return None
    used = 1 + (a.text(i + 1) == "left")
    before = since(a.out[: len(a.out) - len(said) - 1], SENTENCE)
    lost = [k for k, token in enumerate(before) if token.find("verb").id in ("lose", "pay")]
    nouns = {noun for token in before[lost[-1] :] if (noun := a.noun(token, "quantity"))} if lost else set()
    if len(nouns) != 1 or not a.ends(i + used) or a.speaks_of(before[lost[-1] :], "thing"):
        return None
    like = a.tokens[i]
    plural = a.lexicon.vocabulary.nouns[nouns.pop()].plural
    return Found(used, a.words(like, "no", plural))


def all_do(a: Alternates, i: int) -> Found | None:
    """*If at least 3 dice show the same value, …. If all 4 do, …*: what was asked of some is asked of all."""
    asks = a.clause_before()
    words = [token.word for token in asks]
    if words[:2] not in (["if", "all"], ["if", "both"]) or not a.ends(i + 1):
        return None
    counted = asks[2:3] if len(asks) > 2 and asks[2].type == "NUMBER" else []
    named = asks[2 + len(counted) :]
    before = _asked_of_some(a, len(a.out) - len(asks))
    if before is None or len(named) > 1 or (named and not named[0].find("noun")):
        return None
    noun, verb, end = before
    if named and named[0].find("noun") != a.out[noun].find("noun"):
        return None
    like = a.tokens[i]
    return Found(
        1, [*([] if named else [a.out[noun].at(like)]), *(token.at(like) for token in a.out[verb:end])]
    )


def _asked_of_some(a: Alternates, end: int) -> tuple[int, int, int] | None:
    """Of the last condition before `end`, *at least 3 dice show the same value*: where its noun and its verb stand, and
    where it ends; None: it is no such condition.
    """
    start = next((k for k in range(end - 1, -1, -1) if closed(a.out[k]) == "IF"), None)
    if start is None:
        return None
    comma = until(a.out, start, CLAUSE)
    if comma >= end or closed(a.out[start + 1]) != "BOUND" or a.out[start + 2].type != "NUMBER":
        return None
    noun = start + 3
    verb = next((k for k in range(noun, comma) if "b" in a.out[k].find("verb").form), comma)
    if verb != noun + 1 or not a.noun(a.out[noun], "thing", "player"):
        return None
    return noun, verb, comma


def do_the_same(a: Alternates, i: int) -> Found | None:
    """*If it is red, they gain 2 coins. Otherwise, you do.*: *you gain 2 coins*."""
    who = a.clause_before()
    said = since(a.out, SENTENCE)
    if (
        not who
        or not a.ends(i + 1)
        or [token.word for token in said[: len(said) - len(who)]] != ["otherwise", ","]
    ):
        return None
    before = since(a.out[: len(a.out) - len(said) - 1], SENTENCE)
    comma = max((k for k, token in enumerate(before) if token.type == "COMMA"), default=None)
    if comma is None or closed(before[0]) != "IF":
        return None
    done = _done(before[comma + 1 :])
    verb = nth(done, 0).find("verb")
    if not verb or holds(done, *_POINTS):
        return None
    like = a.tokens[i]
    third = a.lexicon.vocabulary.verb_forms(verb.id).third
    word = third if a.text(i) == "does" else verb.id
    return Found(1, [a.spelled(word, like), *(token.at(like) for token in done[1:])])


def _done(order: list[Token]) -> list[Token]:
    """The order from its verb on."""
    for k, token in enumerate(order):
        verb = token.find("verb")
        if ("t" in verb.form or "b" in verb.form) and (k == 0 or not token.find("noun")):
            return order[k:]
    return []


def and_are_done(a: Alternates, i: int) -> Found | None:
    """*…, they lose all their coins and are exiled.* is *…, they lose all their coins. Exile them.*"""
    is_, token, clause = a.at(i + 1), a.at(i + 2), a.clause_before()
    verb = token.find("verb")
    if not is_ or not token or not verb or a.text(i + 1) not in ("is", "are") or not a.ends(i + 3):
        return None
    words = [each.word for each in clause]
    who = next((they for they in _THEY if words[: len(they)] == they), None)
    if who is None or "n" not in verb.form or ("obj",) not in a.lexicon.frames.get(verb.id, ()):
        return None
    them = ["them"] if who == ["they"] else who
    order = [a.spelled(forms.capitalize(verb.id), token), *a.words(token, *them)]
    return Found(3, [mark("STOP", a.tokens[i]), *order])


def and_at(a: Alternates, i: int) -> Found | None:
    """*Put a lamp at your site and at each adjacent site.*: two orders."""
    said, where = since(a.out, SENTENCE), a.at(i + 1)
    if "b" not in nth(said, 0).find("verb").form or where.word not in ("in", "on", "at"):
        return None
    rest = a.tokens[i + 1 : until(a.tokens, i, SENTENCE)]
    what = said[1 : next((k for k, token in enumerate(said) if token.word == where.word), 0)]
    if holds((*said, *rest), *_JOINTS) or not _is_one(a, what):
        return None
    order = [a.spelled(forms.capitalize(said[0].word), where), *(token.at(where) for token in what)]
    return Found(1, [mark("STOP", a.tokens[i]), *order])


def _is_one(a: Alternates, what: list[Token]) -> bool:
    """*a lamp*, *a lamp from the store*."""
    if len(what) < PAIR or what[0].word not in ("a", "an") or not a.noun(what[1], "thing"):
        return False
    return len(what) == PAIR or what[2].word == "from"


PAIR = 2
_JOINTS = names("AND OR THEN IF UNLESS COMMA")


def lose_none(a: Alternates, i: int) -> Found | None:
    """*If you would lose health, you lose none instead.*: *no health*."""
    if a.last.find("verb").id not in _HAVE or a.text(i + 1) != "instead":
        return None
    said = since(a.out, SENTENCE)
    nouns = {noun for token in said if (noun := a.noun(token, "quantity"))}
    if len(nouns) != 1 or not says(said, "would"):
        return None
    like = a.tokens[i]
    noun = a.lexicon.vocabulary.nouns[nouns.pop()].plural
    return Found(1, a.words(like, "no", noun))


def there_are_none(a: Alternates, i: int) -> Found | None:
    """*…, 1 for each cat in the park. If there are none, …*: *there are no cats in the park*; *none left* likewise."""
    said = since(a.out, SENTENCE)
    if [token.word for token in said] not in (["if", "there", "is"], ["if", "there", "are"]):
        return None
    used = 1 + (a.text(i + 1) == "left")
    before = since(a.out[: len(a.out) - len(said) - 1], SENTENCE)
    at = where_held(before, "FOR_EACH")
    what = before[at + 1 :] if at is not None else []
    if not what or not a.ends(i + used) or holds(what, *_POINTS):
        return None
    like = a.tokens[i]
    is_ = a.spelled("is", said[-1])
    return Found(used, [is_, *a.words(like, "no"), *(t.at(like) for t in what)], drop=1)


def none_does(a: Alternates, i: int) -> Found | None:
    """*Each of them may travel. If none of them do, …* is *If no player does, …*."""
    said = since(a.out, SENTENCE)
    before = since(a.out[: len(a.out) - len(said) - 1], SENTENCE)
    if [token.word for token in said] != ["if"] or a.text(i + 1) != "of":
        return None
    them, does = a.text(i + 2), a.text(i + 3)
    may = [token.word for token in before]
    if them not in ("them", "those players") or does not in ("do", "does", "did") or "may" not in may:
        return None
    if may[:1] not in (["each"], ["each of"]) or not a.ends(i + 4):
        return None
    like, do = a.tokens[i], a.tokens[i + 3]
    return Found(4, [*a.words(like, "no", "player"), a.spelled("does" if does == "do" else does, do)])


_CHANGES = {"rises": "raise", "increases": "raise", "falls": "lower", "decreases": "lower", "drops": "lower"}


def rises(a: Alternates, i: int) -> Found | None:
    """*…, and the doom rises by 1.* is *…. Raise the doom by 1.*: it rises once, whoever does something before."""
    what, the = a.out[-1:], a.out[-2:-1]
    if a.text(i + 1) != "by" or not the or the[0].word != "the" or not _of_the_game(a, what[0]):
        return None
    said = since(a.out, SENTENCE)
    before = said[:-2]
    verb = a.spelled(_CHANGES[a.text(i)], the[0])
    if not before:
        return Found(1, [a.said(verb.word, the[0]), a.spelled("the", the[0]), *what], drop=2)
    if before[-1].type == "COMMA":
        return Found(1, [verb, *the, *what], drop=2)
    if closed(before[-1]) != "AND" or holds(before, *CONDITION):
        return None  # *If it is red, gain 1 coin, and the doom rises by 1*: not only then?
    joint = 1 + (len(before) > 1 and before[-2].type == "COMMA")
    order = a.spelled(forms.capitalize(verb.word), the[0])
    return Found(1, [mark("STOP", before[-1]), order, *the, *what], drop=2 + joint)


def _of_the_game(a: Alternates, token: Token) -> bool:
    noun = a.noun(token, "quantity")
    return bool(noun) and not a.lexicon.vocabulary.nouns[noun].owned


def when_behind_if(a: Alternates, i: int) -> Found | None:
    """*If your bid is 3 or less when you win the lot, …* is *When you win the lot, if your bid is 3 or less, …*."""
    said = since(a.out, SENTENCE)
    end = until(a.tokens, i, CLAUSE)
    behind = a.at(end)
    if not said or closed(said[0]) != "IF" or behind.type != "COMMA":
        return None
    if any(token.type == "COMMA" or closed(token) in CONDITION for token in said[1:]):
        return None
    rest = a.tokens[i : until(a.tokens, i, SENTENCE)]
    if says((*said, *rest), "would", "instead"):
        return None
    when = [a.said("when", said[0]), *a.tokens[i + 1 : end]]
    condition = [a.spelled("if", a.tokens[i]), *(token for token in said[1:])]
    return Found(end - i, [*when, mark("COMMA", a.tokens[i]), *condition], drop=len(said))


DONE = (all_do, do_the_same, than_they_do)
"""What *do* may stand for, a verb that was said before."""
