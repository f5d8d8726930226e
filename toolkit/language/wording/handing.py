"""Amounts that change hands: *Give 2 coins to another player.*, *Steal 1 coin from that player.*

In: tokens, as in `clauses.py`.  Out: the sentences that say it: who loses how much, and who gains that many.
"""

from __future__ import annotations

from typing import NamedTuple

from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, is_player, mark, text_of, until

GIVING = ("give", "gives")
TAKING = ("steal", "steals", "take", "takes")
_BARE = 2
"""Words of *another player*."""
_AMOUNT = names("QOUT QIN ART POSS BOUND MORE OF")


class Handed(NamedTuple):
    """`amount`: how much, its noun last.  `other`: who gives it or gets it.  `used`: tokens of all that."""

    amount: list[Token]
    other: list[Token]
    used: int


def handed(rules: Alternates, i: int) -> Found | None:
    """*give 2 coins to another player*, *give another player 2 coins*, *steal 1 coin from each player* (not this)."""
    token = rules.tokens[i]
    gives = token.word in GIVING
    said = transfer(rules, i, gives)
    if said is None:
        return None
    subject, may = doer(rules)
    chosen = indefinite(said.other)
    if subject is None or not can_be_said(rules, said, subject, rules.at(i + said.used), gives=gives):
        return None
    other = rules.said("that", said.other[0]), rules.said("player", said.other[-1])
    words = _Words(rules, token)
    drop = len(subject) + may
    noun = rules.noun(said.amount[-1], "quantity") or ""
    plural = rules.lexicon.vocabulary.nouns[noun].plural
    many = [rules.said("that many", said.amount[-1]), rules.said(plural, said.amount[-1])]
    them = [*other] if chosen else said.other
    if may:  # *You may steal …*: what is offered would be to choose somebody
        made = _offered(words, said, subject, them, chosen=chosen) + many if gives else None
    else:
        made = [*words.order(subject, "choose"), *said.other, words.stop()] if chosen else []
        made += (
            _handed(words, said, subject, them, many) if gives else _taken(words, said, subject, them, many)
        )
    if made is None:
        return None
    if gives:
        go_on(rules, i + said.used, subject, token)
    return Found(said.used, made, drop=drop)


def can_be_said(
    rules: Alternates, said: Handed, subject: list[Token], end: Token | None, *, gives: bool
) -> bool:
    """Whether other sentences say the same.  `end`: the token after it."""
    chosen = indefinite(said.other)
    described = not gives and the_player(said.other)  # said once, of the taker's sentence nothing
    if not (chosen or described or definite(rules, said.other)):
        return False
    if the_player(subject) and (chosen or (end is not None and end.type not in ("STOP", "BULLET"))):
        return False  # who is described would be looked for again
    # Who takes it chooses how much, and not who loses it.
    return gives or said.amount[0].word not in ("up to", "any number of")


def _handed(
    words: _Words, said: Handed, subject: list[Token], them: list[Token], many: list[Token]
) -> list[Token]:
    """*lose 2 coins, then that player gains that many coins*: one sentence, so that nobody gives to nobody."""
    then = [mark("COMMA", words.like), words.rules.said("then", words.like)]
    return [*words.order(subject, "lose"), *said.amount, *then, *words.does(them, "gain", first=False), *many]


def _offered(
    words: _Words, said: Handed, subject: list[Token], them: list[Token], *, chosen: bool
) -> list[Token]:
    """*you may lose 2 coins. If you do, that player gains*, offered only if there is somebody to get them."""
    there = if_there(words.rules, said.other, subject or [words.like], chosen=chosen)
    subject = in_the_middle(words.rules, subject) if there else subject
    lose = [*words.order(subject, "lose", may=True), *said.amount, words.stop(), *words.if_done(subject)]
    choose = [*words.order([], "choose"), *said.other, words.stop()] if chosen else []
    return [*there, *lose, *choose, *words.does(them, "gain")]


def _taken(
    words: _Words, said: Handed, subject: list[Token], them: list[Token], many: list[Token]
) -> list[Token]:
    """*that player loses 2 coins. Gain that many coins.*; of a taker who is described, and might be nobody, in one
    sentence.
    """
    loses = [*words.does(them, "lose"), *said.amount]
    if the_player(subject):
        then = [mark("COMMA", words.like), words.rules.said("then", words.like)]
        small = [words.rules.said(subject[0].word, subject[0]), *subject[1:]]
        return [*loses, *then, *words.order(small, "gain"), *many]
    return [*loses, words.stop(), *words.order(subject, "gain", first=True), *many]


def go_on(rules: Alternates, i: int, subject: list[Token], like: Token) -> None:
    """*Give that player 1 coin, then draw a card*: who gives draws it, not who was named last."""
    while closed(rules.at(i)) in ("COMMA", "THEN", "AND"):
        i += 1
    verb = rules.at(i).find("verb")
    if verb and rules.tokens[i - 1] is not like and closed(rules.tokens[i - 1]) in ("THEN", "AND"):
        third = "t" in verb.form and subject and subject[0].word not in ("you", "they")
        rules.tokens[i:i] = subject if third else [rules.said("you", rules.tokens[i])]


def transfer(rules: Alternates, i: int, gives: bool) -> Handed | None:
    """How much, and to or from whom; None: no amount is spoken of, or more is said."""
    amount, used = amount_at(rules, i + 1)
    if amount:
        at = i + 1 + used
        if rules.text(at) != ("to" if gives else "from"):
            return None
        other = rest(rules, at + 1)
        return Handed(amount, other, at + 1 + len(other) - i) if other else None
    if not gives:
        return None
    for at in range(i + 2, min(i + 5, len(rules.tokens))):
        amount, used = amount_at(rules, at)
        if amount and rules.ends(at + used):
            return Handed(amount, rules.tokens[i + 1 : at], at + used - i)
    return None


def amount_at(rules: Alternates, i: int) -> tuple[list[Token], int]:
    """What says *2 coins*, *any number of your coins*, and how many tokens it has; nothing: no amount stands here."""
    found: list[Token] = []
    for token in rules.tokens[i : i + 6]:
        found.append(token)
        if rules.noun(token, "quantity"):
            bare = [t for t in found if closed(t) != "POSS" or found[0].word == "all"]
            if bare[0].word in ("a", "an"):
                bare[0] = rules.number("1", bare[0])
            return (bare, len(found)) if len(found) > 1 else ([], 0)
        if token.type not in ("NUMBER", "UNKNOWN") and closed(token) not in _AMOUNT:
            break
    return [], 0


def rest(rules: Alternates, i: int) -> list[Token]:
    """The tokens to the end of the clause."""
    return rules.tokens[i : until(rules.tokens, i, CLAUSE | {"THEN", "AND"})]


def indefinite(other: list[Token]) -> bool:
    """*another player …*, *a player …*: somebody chooses."""
    return len(other) > 1 and other[0].word in ("another", "a") and other[1].word == "player"


def definite(rules: Alternates, other: list[Token]) -> bool:
    """*that player*, *you*, *the player to your left*."""
    text = text_of(other)
    known = ("you", "them", "that player", "the active player", "the next player", "the player to your left",
             "the player to your right")  # fmt: skip
    return text in known or (len(other) == 1 and is_player(other[0], rules))


def doer(rules: Alternates) -> tuple[list[Token] | None, int]:
    """Who does it, as said in front of the verb, and whether *may* stands there; None: in a condition, or it is each of
    several.
    """
    said = rules.clause_before()
    may = bool(said) and said[-1].word == "may"
    subject = said[:-1] if may else said
    text = text_of(subject)
    known = text in ("", "you", "that player", "they") or (not may and the_player(subject))
    return (subject, int(may)) if known else (None, 0)


def the_player(subject: list[Token]) -> bool:
    """*the player with the most coins*, *the active player*: one, whom the sentence describes."""
    words = [token.word for token in subject[:3]]
    return words[:1] == ["the"] and "player" in words[1:]


class _Words:
    """Tokens in the place of the verb."""

    def __init__(self, rules: Alternates, like: Token) -> None:
        self.rules, self.like = rules, like

    def stop(self) -> Token:
        return mark("STOP", self.like)

    def order(
        self, subject: list[Token], verb: str, *, may: bool = False, first: bool = False
    ) -> list[Token]:
        """The verb under its subject; an order has a capital where it begins a sentence."""
        if may:
            return [*(subject or [self.rules.said("you", self.like)]), *self.said("may", verb)]
        if not subject:
            begins = first or not self.rules.out or self.rules.out[-1].type in SENTENCE
            return self.said(verb.capitalize() if begins else verb)
        text = text_of(subject)
        return [*subject, *self.said(verb if text in ("you", "they") else f"{verb}s")]

    def does(self, who: list[Token], verb: str, *, first: bool = True) -> list[Token]:
        """*that player gains*, *you gain*; *them* as a subject is *they*.  `first`: a sentence begins with it."""
        text = text_of(who)
        if text in ("them", "you"):
            word = "they" if text == "them" else "you"
            return self.said(word.capitalize() if first else word, verb)
        head = who[0]
        if first and not head.find("name"):
            head = self.rules.said(head.text[:1].upper() + head.text[1:], head)
        return [head, *who[1:], *self.said(f"{verb}s")]

    def if_done(self, subject: list[Token]) -> list[Token]:
        text = text_of(subject)
        who = "you" if text in ("", "you") else "they"
        return [*self.said("If", who, "do"), mark("COMMA", self.like)]

    def said(self, *texts: str) -> list[Token]:
        return self.rules.words(self.like, *texts)


def if_there(
    rules: Alternates, other: list[Token], subject: list[Token], *, chosen: bool = False
) -> list[Token]:
    """*if there is another player with a cat,*: to nobody nothing can be given.  Nothing, of those who are always
    there.

    It stands before the subject and *may*, the last words that were said.  `chosen`: it is said of whom somebody
    chooses.
    """
    like = subject[0]
    at = max((k for k, each in enumerate(rules.out) if each is like), default=len(rules.out))
    before = rules.out[:at]
    given = rules.spelled("If" if not before or before[-1].type in SENTENCE else "if", like)
    if chosen and len(other) > _BARE:
        there_is = rules.words(like, "there", "is")
        return [given, *there_is, *other, mark("COMMA", like)]
    if text_of(other) == "that player":
        return [given, *other, *rules.words(like, "is", "a", "player"), mark("COMMA", like)]
    return []


def in_the_middle(rules: Alternates, subject: list[Token]) -> list[Token]:
    """*You may* after a condition: *you may*."""
    return [rules.said("you", each) if each.text == "You" else each for each in subject]
