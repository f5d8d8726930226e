"""Accepted alternates for what is done before something else: *Before a player rests, that player draws a card.*

Rules of `clauses.py`: a replacement, after which what would have happened happens all the same, to the same things.
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language import forms
from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    SENTENCE,
    Found,
    closed,
    mark,
    says,
    since,
    text_of,
    until,
)
from toolkit.language.wording.under import is_made


def first(a: Alternates, i: int) -> Found | None:
    """*If you would rest, draw a card first.*, *…, first draw a card.* is *If you would rest, draw a card instead.
    Rest.*
    """
    said = since(a.out, SENTENCE)
    words = [token.word for token in said]
    behind = a.at(i + 1)
    if words[1:3] != ["you", "would"] or closed(said[0]) not in ("IF", "WHEN") or "instead" in words:
        return None
    comma = until(said, 0, CLAUSE)
    if comma == len(said) or comma == len(["if", "you", "would"]):
        return None
    order, used = said[comma + 1 :], 1
    if not order and behind:
        end = until(a.tokens, i, SENTENCE)
        order, used = a.within(i + 1, end), end - i
    elif behind and behind.type != "STOP":
        return None
    if says(order, "instead"):
        return None
    same = the_same(a, said[4:comma])
    if same is None or misleads(a, order, same, somebody=False):
        return None
    return Found(used, done_first(a, said[1:2], said[3:comma], order, same, said[0]), drop=len(said))


def before_that(a: Alternates, i: int) -> Found | None:
    """*Before you rest, you may draw a card.* is *If you would rest, you may draw a card instead. Rest.*; *Before a
    player rests, …* is *If a player would rest, … instead. That player rests.*
    """
    event = a.clause(i + 1)
    end = i + 1 + len(event)
    sentence = a.sentence(end)
    order = a.within(end + 1, end + len(sentence))
    at = 1 if a.text(i + 1) == "you" else 2
    if not a.opens_sentence() or not order or len(event) <= at:
        return None
    if at == 2 and (event[0].word not in ("a", "another") or not a.noun(event[1], "player")):
        return None
    if not event[at].find("verb") or says(order, "instead"):
        return None
    stop = a.at(end + len(sentence))
    if stop and is_made(stop):
        return None  # *gain 2 coins, plus 3 coins if …* goes on, and would do so after the event
    same = the_same(a, event[at + 1 :])
    if same is None or misleads(a, order, same, somebody=at == 2):
        return None
    made = done_first(a, event[:at], event[at:], order, same, a.tokens[i])
    return Found(1 + len(event) + len(sentence), made)


def misleads(a: Alternates, order: list[Token], same: list[Token], *, somebody: bool) -> bool:
    """Whether *that …*, said again after an order, would be what the order names."""
    said = [after for before, after in pairwise(same) if before.word == "that"]
    things = [noun for token in said if (noun := a.noun(token, "thing"))]
    return any(names_one_like(a, order, each) for each in things) or (somebody and names_somebody(a, order))


def names_one_like(a: Alternates, order: list[Token], noun: str) -> bool:
    """*a cat*, *one of your cats*, *the highest pet*: which *that cat* after it could mean."""
    kinds = a.lexicon.vocabulary
    for k, token in enumerate(order):
        named = a.noun(token, "thing")
        if named and (kinds.is_kind(named, noun) or kinds.is_kind(noun, named)):
            reading, before = token.find("noun"), [each.word for each in order[max(k - 3, 0) : k]]
            single = "random" in before or any(word.startswith("one") for word in before)
            single = single or (bool(reading) and reading.form != "p")
            if single and before[-1:] != ["that"]:
                return True
    return False


def names_somebody(a: Alternates, order: list[Token]) -> bool:
    """Whether an order brings up one player whom *that player* after it would be: *the banker gains 1 coin*.

    Of a defined noun its words do not always show whether it is a player or an amount: who does something is none.
    """
    return any(_is_somebody(a, order, k) for k in range(len(order)))


def _is_somebody(a: Alternates, order: list[Token], k: int) -> bool:
    reading = order[k].find("noun")
    entry = a.lexicon.vocabulary.nouns.get(reading.id) if reading and reading.form != "p" else None
    before = {each.word for each in order[max(k - 2, 0) : k]}  # *the player*, *the first player*
    if entry is None or not before & _ONE_OF:
        return False
    does = any(each.find("verb") or each.word in _STATES for each in order[k + 1 : k + 2])
    return "player" in (entry.id, entry.is_a) or (entry.category == "amount" and does)


_ONE_OF = frozenset({"the", "a", "an", "another"})
_STATES = frozenset({"has", "is", "may", "does", "'s", "’s"})


def the_same(a: Alternates, what: list[Token]) -> list[Token] | None:
    """What an event was about, said again: *a unit in a town* is *that unit in that town*.  None: so much of
    something, or some of several, which cannot be pointed at.
    """
    words = text_of(what)
    if any(template.fixed == words for template in a.lexicon.vocabulary.templates):
        return what  # *make a wish*: words of the verb
    said: list[Token] = []
    for token in what:
        if token.type == "NUMBER" or a.noun(token, "quantity", "amount") or closed(token) == "QIN":
            return None
        indefinite = token.word in ("a", "an", "another")
        said.append(a.spelled("that", token) if indefinite else token)
    plural = any(token.find("noun").form == "p" for token in said)
    return None if plural else said


def done_first(
    a: Alternates, who: list[Token], event: list[Token], order: list[Token], same: list[Token], like: Token
) -> list[Token]:
    """Something is done before what would happen, which then happens all the same, to what it was about."""
    does, *rest = event
    verb = does.find("verb")
    base = a.spelled(verb.id if verb else does.text, does)
    who = [a.spelled(each.word, each) for each in who]
    opening = [a.said("if", like), *who, a.said("would", does), base, *rest]
    if len(who) == 1:
        again = [a.spelled(forms.capitalize(base.text), does), *same]
    else:
        again = [*a.words(does, "That", "player"), does, *same]
    comma, stop = mark("COMMA", event[-1]), mark("STOP", order[-1])
    return [*opening, comma, *order, a.said("instead", order[-1]), stop, *again]
