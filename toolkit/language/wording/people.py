"""Accepted alternates for *a player* and *each player*: *everyone*, *nobody else*, *whoever*, *any*, *one extra*.

Rules of `alternates.py`, which runs them: each gets the reader and the index of its word and gives what stands for it,
or None where the word means something else or leaves something open.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, Token
from toolkit.language.vocabulary import NounEntry
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
)
from toolkit.language.wording.row import Filled, Row

_STATES = frozenset({"have", "show", "cost"})
_GAINS = frozenset({"gain", "lose", "score"})
_NO_ADDING = frozenset({"would", "instead", "instead of"})
_ORDERS = frozenset({"in clockwise order", "in counterclockwise order", "in turn order"})
_WHERE = frozenset({"in", "on", "at"})
_WHOLE = frozenset({"all", "each", "every", "no", "the"})


def _of_all(a: Alternates, filled: Filled) -> bool:
    """Whether all, each, none of something is spoken of."""
    return says(_clause(a), *_WHOLE)


def _may_be_alive(a: Alternates, filled: Filled) -> bool:
    """Whether the pack says who is alive: a word that stands after its noun, for which *living* stands before it."""
    return "alive" in a.lexicon.vocabulary.adjectives


def _no_verb(a: Alternates, filled: Filled) -> bool:
    """Whether the noun in a hole is no verb of the pack, and one is meant."""
    return not filled["what"][0].find("verb") and filled["what"][0].find("noun").form == "s"


ROWS = (
    # Each player to your left or right: who sits beside you
    Row(
        "[FOR_EACH|each|every] {who:player} to_your_left|on_your_left or|and right|to_your_right|on_your_right",
        "{who} next_to@who you@who",
    ),
    Row("[gain|gains] another {what:quantity}", "1@what {what}"),
    # A unit of yours: one of your units
    Row("a|an {what:thing} of yours [!noun]", "one_of your {what.plural}"),
    Row("a|an {what:thing} of theirs [!noun]", "one_of their {what.plural}"),
    Row("~living [noun|adj]", "alive", when=_may_be_alive),
    # Everybody
    Row("everyone|everybody else", "each other player"),
    Row("everyone|everybody", "each player"),
    Row("both [name] [and] [name]", ""),
    Row("nobody else", "no other player"),
    # Nobody bid, where bids are what players have so many of, and to bid is no verb
    Row("nobody {what:quantity} [end]", "no player has@what a@what {what}", when=_no_verb),
    Row("no ~one {what:quantity} [end]", "no player has@what a@what {what}", when=_no_verb),
    Row("nobody", "no player"),
    Row("no ~one else", "no other player"),
    Row("no ~one", "no player"),
    Row("anyone|anybody|someone|somebody else?", "each other player", when=lambda a, _: _behind_than(a)),
    Row("anyone|anybody|someone|somebody else", "another player"),
    Row("anyone|anybody|someone|somebody [may]", "each player"),
    Row("anyone|anybody|someone|somebody", "a player"),
    Row("whoever", "the player who"),
    # One player has all of them: who has all of something is the only one, so *exactly one* says the same
    Row(
        "[joint] {one:NUMBER} {who:player} [has] [all]",
        "a@one {who}",
        when=lambda a, f: f["one"][0].reading.id == "1",
    ),
    # Opponents: other players than the one who is spoken of
    Row("an|another ^ opponent", "another player"),
    Row("each|every ^ opponent", "each other player"),
    Row("no ^ opponent", "no other player"),
    Row("your|their ^ opponent", "the other player"),
    Row("that ^ opponent", "that player"),
    Row("each_of your|their ^ opponents", "each other player"),
    Row("one_of your|their ^ opponents", "another player"),
    Row("all_of your|their ^ opponents", "all other players"),
    Row("your|their ^ opponents", "the other players"),
    Row("[all|the|of_the|both] opponents", "other players"),
    Row("[begin] opponents", "other players"),
    Row("[noun|name] but|except [ART|POSS|PRON|name|noun|adj]", "other_than", when=_of_all),
    Row("[noun|name] except for [ART|POSS|PRON|name|noun|adj]", "other_than", when=_of_all),
    # Whose: those of somebody else; of places, another one than that of somebody
    Row("{what:place} ^ {but:except|but} yours", "{what} other_than your {what.id}", when=_of_all),
    Row("{what:place} ^ {but:except|but} theirs", "{what} other_than their {what.id}", when=_of_all),
    Row(
        "[noun|name] {but:except|but} {whose:yours|theirs}",
        "that are not {whose}",
        when=lambda a, f: _of_all(a, f) and _is_plural(a.last),
    ),
    Row(
        "[noun|name] {but:except|but} {whose:yours|theirs}",
        "that is not {whose}",
        when=lambda a, f: _of_all(a, f) and not _is_plural(a.last),
    ),
    # Who may, who is left, who has least, who sits there
    Row("may|can not [verb]", "cannot"),
    Row("[!COMMA] ^ but [has|have|is|are|more|fewer|less|no]", "and", when=lambda a, _: in_condition(a)),
    Row("only [NUMBER]", "exactly", when=lambda a, _: in_condition(a)),
    Row(
        "{last:last} {who:noun} {so:adj} [any] [!noun|name|adj]",
        "{last} {so} {who}",
        when=lambda a, f: not f["so"][0].find("noun"),
    ),
    Row("[!begin] least [noun|name|adj]", "fewest"),
    # Each thing goes to its own owner
    Row("their owners {of:GEN} {where:place}", "their owner {of} {where.id}"),
    Row("the {where:place} of {their:their} owners", "the {where.id} of@their their@their owner@their"),
    Row("sitting|seated [NADV|relation]", ""),
    Row("sitting|seated [to|on|opposite]", ""),
)
"""Rows of `row.py`: what is written, and what is said for it."""


def this_one(a: Alternates, i: int) -> Found | None:
    """*today*, *tonight*, where the pack has such a time: in this one."""
    name = a.text(i).removeprefix("to")
    entry = a.lexicon.vocabulary.nouns.get(name)
    if entry is None or entry.category != "period" or a.tokens[i].type != "ALTERNATE":
        return None
    return Found(1, [a.said("this", a.tokens[i]), a.spelled(name, a.tokens[i])])


def any_(a: Alternates, i: int) -> Found | None:
    """*any*: *each* after *than*, *a* elsewhere; of several (*any cards*) only where it is asked whether there are.
    *No cats in any park*: in none of the *parks*; *in a park* could be one without.
    """
    other = a.text(i + 1) == "other"
    head = _head(a, i + 2 if other else i + 1)
    if head is None:
        return None
    plural = _is_plural(a.tokens[head])
    if _behind_than(a) and not plural:
        if other:
            return Found(2, _words(a, i, "each", "other", of=2))
        return Found(1, _words(a, i, "each", "other") if _is_compared(a, head) else _words(a, i, "each"))
    if plural:
        return None if other else _at_least_one(a, i, head)
    if other:
        return Found(2, _words(a, i, "another", of=2))
    if a.noun(a.tokens[head], "player") and a.text(head + 1) == "may":
        return Found(1, _words(a, i, "each"))
    if (place := a.noun(a.tokens[head], "place")) and _none_there(a):
        places = a.spelled(a.lexicon.vocabulary.nouns[place].plural, a.tokens[head])
        return Found(head + 1 - i, [*a.tokens[i + 1 : head], places])
    return Found(1, _words(a, i, _article(a.text(i + 1))))


def extra(a: Alternates, i: int) -> Found | None:
    """*gain 2 extra coins*, *draw an additional card*: so many, besides what there is anyway.

    Not in a condition (more than what?), nor where something takes the place of what would happen; *an extra turn*
    comes after this one.
    """
    if a.noun(a.at(i + 1), "period"):
        return None
    if not a.nominal(i + 1) or not a.out or in_condition(a) or _replaces(a, i) or _again(a, i):
        return None
    before = a.last
    if nth(a.out, -2).find("verb").id in _STATES:
        return None
    if before.type == "NUMBER":
        return Found(1, [])
    if before.word not in ("a", "an"):
        return None
    if a.noun(a.at(i + 1), "quantity"):
        return Found(1, [a.number("1", before)], drop=1)
    return Found(1, [a.said(_article(a.text(i + 1)), before)], drop=1)


def more_of_it(a: Alternates, i: int) -> Found | None:
    """*Whenever you gain wood, gain 1 additional wood.* is *If you would gain wood, you gain that much wood plus 1
    instead.*: what happens then must not make it happen again.
    """
    noun, number = a.at(i + 1), a.last
    if number.type != "NUMBER" or not a.ends(i + 2) or not _again(a, i):
        return None
    said = since(a.out, SENTENCE)
    comma = next((k for k, each in enumerate(said) if each.type == "COMMA"), 2)
    verb = (
        comma - 3 if closed(said[comma - 2]) == "ART" else comma - 2
    )  # *you gain wood*: no number, no place
    entry = a.lexicon.vocabulary.nouns.get(a.noun(noun, "quantity"))
    if closed(said[0]) != "WHEN" or entry is None or not noun or not said[verb].find("verb"):
        return None
    return Found(2, _gained_instead(a, said, verb, comma, number, entry), drop=len(said))


def _gained_instead(
    a: Alternates, said: list[Token], verb: int, comma: int, number: Token, entry: NounEntry
) -> list[Token]:
    """*If you would gain wood, you gain that much wood plus 1 instead*, of the words before and the number."""
    like = said[verb]
    would = [a.said("if", said[0]), *said[1:verb], a.said("would", like), a.said("gain", like)]
    who = "you" if said[verb - 1].word == "you" else "they"
    much = "that much" if entry.plural == entry.id else "that many"
    gains = (who, "gain", much, entry.plural, "plus", number.text, "instead")
    then = [number if word == number.text else a.said(word, number) for word in gains]
    return [*would, *said[verb + 1 : comma + 1], *then]


def one_more(a: Alternates, i: int) -> Found | None:
    """*gain 1 more coin* is *gain 1 coin*; *has 2 more coins than you* compares."""
    before = a.last
    if before.type != "NUMBER" or len(a.out) < 2:
        return None
    if a.out[-2].find("verb").id not in _GAINS:
        return None
    return None if compares(a, i) else extra(a, i)


def a_coin(a: Alternates, i: int) -> Found | None:
    """*gain a coin*, *pay a coin and a point*: 1 coin.  In a condition *a coin* asks for any."""
    if not a.out or not a.noun(a.at(i + 1), "quantity") or in_condition(a):
        return None
    before = a.last
    if closed(before) in ("AND", "OR") and len(a.out) > 2:
        counted = a.out[-3].type == "NUMBER" and bool(a.noun(a.out[-2], "quantity"))
        return Found(1, [a.number("1", a.tokens[i])]) if counted else None
    verb = before.find("verb")
    asked = len(a.out) > 1 and a.out[-2].word in ("who", "that")  # *who gains a coin*: any
    if not verb or verb.form.strip("dn") == "" or verb.id in _STATES or asked or _denied(a) or _by_name(a):
        return None
    return Found(1, [a.number("1", a.tokens[i])])


def starting(a: Alternates, i: int) -> Found | None:
    """*Starting with you, each player …* is *In turn order, starting with you, each player …*; an order that is said
    last comes first.
    """
    if not a.opens_sentence():
        return None
    token = a.tokens[i]
    begins = [a.spelled("starting with", token)]
    if a.text(i) == "starting":
        if a.text(i + 1) not in ("to the left of", "to the right of"):
            return None
        begins += a.words(token, "the", "player")
    end = until(a.tokens, i + 1, CLAUSE)
    if end == i + 1 or not a.at(end) or a.tokens[end].type != "COMMA":
        return None  # with whom?
    way = [token.word for token in a.tokens[end - 2 : end]]
    if way[0] in ("going", "proceeding") and way[1] in ("clockwise", "counterclockwise"):
        del a.tokens[end - 2 - (a.text(end - 3) == "and") : end]
        return Found(1, [a.said(f"in {way[1]} order", token), mark("COMMA", token), *begins])
    said = next((each for each in _rest(a, end + 1) if each.word in _ORDERS), None)
    if said is not None:
        a.tokens.remove(said)
    order = a.said(said.text if said is not None else "in turn order", token)
    comma = mark("COMMA", token)
    return Found(1, [order, comma, *begins])


def starting_behind(a: Alternates, i: int) -> Found | None:
    """*Each player rests, starting with you.* is *In turn order, starting with you, each player rests.*"""
    end = until(a.tokens, i + 1, CLAUSE)
    clause = a.clause_before()
    first = clause[0].word if clause else ""
    ends = end >= len(a.tokens) or a.tokens[end].type == "STOP"
    if a.text(i + 1) != "starting with" or first not in ("each", "every") or not ends:
        return None
    like = clause[0]
    begins = [mark("COMMA", like), *a.tokens[i + 1 : end], mark("COMMA", like)]
    opening = [a.said("in turn order", like), *begins, a.spelled(first, like), *clause[1:]]
    return Found(end - i, opening, drop=len(clause))


def on_the_side(a: Alternates, i: int) -> Found | None:
    """*the player to the dealer's left*: to the left of the dealer."""
    at = next((k for k in range(i + 2, i + 6) if a.at(k).type == "GEN"), None)
    side = a.text(at + 1) if at is not None else ""
    if at is None or side not in ("left", "right"):
        return None
    return Found(at + 2 - i, [a.spelled(f"to the {side} of", a.tokens[i]), *a.tokens[i + 1 : at]])


def _in_one_go(a: Alternates, i: int) -> Found | None:
    """*When you gain at least 2 coins at once,*: an event is one gain anyway."""
    clause = a.clause_before()
    many = any(t.type == "NUMBER" for t in clause) and a.speaks_of(clause, "quantity")
    event = clause and closed(clause[0]) in ("WHEN", "IF") and a.noun(a.last, "quantity")
    gains = any(t.find("verb").id in ("gain", "lose", "pay") for t in clause)
    comma = a.at(i + 2).type == "COMMA"
    asks = says(clause, "has", "have", "this", "each")
    return Found(2, []) if many and event and gains and comma and not asks else None


def at_the_same_time(a: Alternates, i: int) -> Found | None:
    """*At the same time, each player gives a card …*: all choose before anything happens, which is *secretly*."""
    if a.text(i + 1) == "once":
        return _in_one_go(a, i)
    if (all_at_once := _all_simultaneously(a, i)) is not None:
        return all_at_once
    words = [a.text(i + k) for k in range(1, 4)]
    used = 1 if a.text(i) == "simultaneously" else 4 if words == ["the", "same", "time"] else 0
    if not used:
        return None
    comma = int(a.at(i + used).type == "COMMA")
    clause = a.tokens[i + used + 1 : i + used + 4] if comma else a.clause_before()
    clause = clause if comma else _each_of_all(a, clause)
    if len(clause) < 3 or clause[0].word not in ("each", "every", "everyone", "everybody"):
        return None
    who = 2 if a.noun(clause[1], "player") else 1
    if not clause[who].find("verb"):
        return None
    secret = a.spelled("secretly", a.tokens[i])
    if comma:
        subject = [*clause[1:who]] or [a.spelled("player", clause[0])]
        return Found(used + 1 + who, [a.said("each", a.tokens[i]), *subject, secret])
    return Found(used, [*clause[:who], secret, *clause[who:]], drop=len(clause))


def _each_of_all(a: Alternates, clause: list[Token]) -> list[Token]:
    """*All players put …* as *each player puts …*."""
    verb = (
        clause[2].find("verb")
        if [token.word for token in clause[:2]] == ["all", "players"] and clause[2:]
        else NO_READING
    )
    if not verb:
        return clause
    third = a.spelled(forms.verb_forms(verb.id).third, clause[2])
    return [a.said("each", clause[0]), a.spelled("player", clause[1]), third, *clause[3:]]


def _all_simultaneously(a: Alternates, i: int) -> Found | None:
    """*All players simultaneously pass a card …*, *Each player simultaneously …*: each player secretly passes one."""
    clause, verb = a.clause_before(), a.at(i + 1)
    words = [token.word for token in clause]
    if a.text(i) != "simultaneously" or not verb or words not in (["all", "players"], ["each", "player"]):
        return None
    if words[0] == "all":
        if verb.type != "UNKNOWN" and not verb.find("verb") and verb.word not in ("pass", "give"):
            return None
        a.tokens[i + 1] = a.spelled(forms.verb_forms(verb.word).third, verb)
    each = [a.said("each", clause[0]), a.spelled("player", clause[1]), a.spelled("secretly", a.tokens[i])]
    return Found(1, each, drop=2)


def secretly(a: Alternates, i: int) -> Found | None:
    """*secretly look at that card*: to look at something shows it to nobody else."""
    verb = a.tokens[i + 1].find("verb") if a.at(i + 1) else NO_READING
    if verb.id != "look at":
        return None
    return Found(2, [a.said(a.text(i + 1), a.tokens[i])])


def both_sides(a: Alternates, i: int) -> Found | None:
    """*the players to your left and right*: the player to your left and the player to your right."""
    near, far = a.text(i).rpartition(" ")[2], a.text(i + 2)
    before = [token.word for token in a.out[-2:]]
    if closed(a.tokens[i + 1]) != "AND" if a.at(i + 1) else True:
        return None
    if before != ["the", "players"] or {near, far} != {"left", "right"} or a.nominal(i + 3):
        return None
    whose = "their" if " their " in f" {a.text(i)} " else "your"
    the, players = a.out[-2:]
    said = [the, a.said("player", players), a.spelled(f"to {whose} {near}", a.tokens[i]), a.tokens[i + 1]]
    again = a.words(a.tokens[i + 2], "the", "player", f"to {whose} {far}")
    return Found(3, [*said, *again], drop=2)


def each_apart(a: Alternates, i: int) -> Found | None:
    """*The other players each gain 1 coin.*: what several do, each of them does."""
    before, verb = a.last, a.at(i + 1)
    if not verb or closed(verb) in SENTENCE:
        return _each_at_last(a, i)
    if not before or not verb or "b" not in verb.find("verb").form or verb.find("noun"):
        return None
    several = (
        closed(before) == "NADV"
        or before.word == "they"
        or "p" in before.find("noun").form
        or _joined(since(a.out, CLAUSE))
    )
    return _said_of_all(a, before) if several and not in_condition(a) else None


def _said_of_all(a: Alternates, before: Token) -> Found:
    """*That player chooses another player. They each lose 1 life*: those players."""
    if before.word == "they" and _named_one_by_one(a):
        return Found(1, [a.said(word, before) for word in ("those", "players")], drop=1)
    return Found(1, [])


def _named_one_by_one(a: Alternates) -> bool:
    """Whether players are spoken of, but no things and no several players at once."""
    named = [(token, token.find("noun")) for token in a.out]
    players = [noun for token, noun in named if a.noun(token, "player")]
    return (
        not any(a.noun(token, "thing") for token, _ in named)
        and bool(players)
        and all("p" not in noun.form for noun in players)
    )


def _joined(clause: list[Token]) -> bool:
    """Whether it is *you and that player*, without a verb so far."""
    read = ((token.find("verb"), token.find("noun")) for token in clause)
    does = any("b" in verb.form and not noun for verb, noun in read)
    return not does and holds(clause, "AND")


def _each_at_last(a: Alternates, i: int) -> Found | None:
    """*All other players lose 1 coin each.*; in *Trade 3 wood for 1 coin each* it is for each of them."""
    clause = since(a.out, CLAUSE)
    several = any(a.noun(token, "player") and _is_plural(token) for token in clause[:3])
    amount = len(clause) > 2 and clause[-2].type == "NUMBER" and bool(a.noun(clause[-1], "quantity"))
    return Found(1, []) if several and amount and a.text(i) == "each" else None


def first_to(a: Alternates, i: int) -> Found | None:
    """*The first player to drop out each round gains 2 coins.* is *The first time each round that a player drops out,
    that player gains 2 coins.*
    """
    end = next((k for k in range(i + 4, len(a.tokens)) if _is_third(a.tokens[k])), None)
    third = _first_player_does(a, i)
    if end is None or third is None:
        return None
    rest, like = a.tokens[i + 4 : end], a.tokens[i]
    if any(token.type in CLAUSE or a.noun(token, "player") for token in rest):
        return None  # *to accuse another player*: *that player* would be the other one
    each = _period_at_end(a, rest)
    event = rest[: len(rest) - len(each)]
    first_time = [a.said("the first time", a.last), *each]
    someone = a.words(like, "that", "a", "player")
    that = [mark("COMMA", like), *a.words(like, "that", "player")]
    return Found(end - i, [*first_time, *someone, third, *event, *that], drop=1)


def _first_player_does(a: Alternates, i: int) -> Token | None:
    """*drops out* of *The first player to drop out* where a sentence begins with it; None: it is no event."""
    starts = len(a.out) == 1 or (len(a.out) > 1 and a.out[-2].type in SENTENCE)
    verb = a.at(i + 3)
    does = verb.find("verb")
    if not starts or a.text(i + 1) != "player" or a.text(i + 2) != "to" or not verb or not does:
        return None
    if does.id in _STATES or "b" not in does.form:
        return None
    written = a.lexicon.vocabulary.forms.get(does.id)
    return a.spelled(forms.verb_forms(verb.word, written).third, verb)


def _period_at_end(a: Alternates, tokens: list[Token]) -> list[Token]:
    """*each round*, *this turn*: in which period it is the first time; [] where the tokens do not end so."""
    last = tokens[-2:]
    if len(last) < 2 or last[0].word not in ("each", "this"):
        return []
    return last if a.noun(last[1], "period") else []


def _is_third(token: Token) -> bool:
    """*gains*, *is*: a verb of one who does something, and nothing else."""
    return ("t" in token.find("verb").form and not token.find("noun")) or closed(token) == "MODAL"


# --- What stands around it ------------------------------------------------------------------------------------


def _words(a: Alternates, i: int, *words: str, of: int = 1) -> list[Token]:
    """Tokens of other words in the place of so many from the one at `i` on; the first with its capital."""
    like = a.tokens[i]
    last = a.tokens[i + of - 1]
    span = like.span.cover(last.span)
    found = [a.said(word, like) for word in words]
    for token, word in zip(found, words, strict=True):
        token.spell(token.text if token is found[0] else word)
        token.span, token.end = span, last.end
    return found


def _article(following: str) -> str:
    return "an" if following[:1] in "aeiou" else "a"


def _clause(a: Alternates) -> list[Token]:
    """What stands before in the sentence, from the last comma on."""
    return since(a.out, CLAUSE)


def _behind_than(a: Alternates) -> bool:
    """*more coins than*, *as many coins as*, *higher than the cost of*."""
    said = a.out[:-3] if [token.word for token in a.out[-3::2]] == ["the", "of"] else a.out
    word = said[-1].word if said else ""
    if word == "as":
        return says(_clause(a), "as many", "as much")
    return word == "than" or (word.endswith(" than") and word != "other than")


def in_condition(a: Alternates) -> bool:
    """Whether the clause begins with *if*, *when* …, or has one after its verb."""
    return holds(_clause(a), *CONDITION)


def _by_name(a: Alternates) -> bool:
    """*Red gains a coin*, in an example: any number of them."""
    players = a.lexicon.vocabulary.names
    named = (token.find("name") for token in _clause(a))
    return any(name and players[name.id].noun == "player" for name in named)


def _denied(a: Alternates) -> bool:
    """*did not gain a coin*, *cannot gain a coin*."""
    return any(closed(each) in ("NOT", "DO_NOT") or each.word == "cannot" for each in _clause(a))


def _rest(a: Alternates, i: int) -> list[Token]:
    """What follows in the sentence."""
    return a.tokens[i : until(a.tokens, i, SENTENCE)]


def _replaces(a: Alternates, i: int) -> bool:
    """Whether the sentence says what happens instead, or what holds as long as something else does."""
    around = [*since(a.out, SENTENCE), *_rest(a, i)]
    return any(token.word in _NO_ADDING or closed(token) == "AS_LONG_AS" for token in around)


def _again(a: Alternates, i: int) -> bool:
    """*When you gain a coin, gain 1 more coin.*: what happens then would make it happen again."""
    head = _head(a, i + 1)
    if head is None or len(a.out) < 2:
        return False
    before = a.out[:-2]
    at = max((k for k, each in enumerate(before) if closed(each) == "WHEN"), default=None)
    if at is None:
        return False
    event = before[at : until(before, at, CLAUSE)]
    if holds(since(before, SENTENCE), "ONCE"):
        return False  # *Once each turn, when you gain a coin, gain 1 more coin.*: not again
    return _occurs(a.out[-2], "verb", event) and _occurs(a.tokens[head], "noun", event)


def _occurs(token: Token, kind: str, among: list[Token]) -> bool:
    """Whether another token is the same word; what is scored is gained."""
    same = {"score": "gain"}
    reading = token.find(kind)
    found = [each.find(kind) for each in among]
    ids = [same.get(each.id, each.id) for each in found if each]
    return bool(reading) and same.get(reading.id, reading.id) in ids


def compares(a: Alternates, i: int) -> bool:
    return says(_rest(a, i), "than")


def _head(a: Alternates, i: int) -> int | None:
    """Where the noun of the phrase stands that goes on at `i` with an adjective or a noun."""
    while token := a.at(i):
        following = a.at(i + 1)
        further = bool(following.find("noun"))
        if token.find("noun") and not (token.find("adj") and further):
            return i
        if not token.find("adj"):
            return None
        i += 1
    return None


def _is_plural(token: Token) -> bool:
    return token.find("noun").form == "p"


def _none_there(a: Alternates) -> bool:
    """Whether a clause has come to a place in which it says that there is none: *you have no cats in*."""
    said = [token.word for token in since(a.out, CLAUSE)]
    words = {word for text in said for word in text.split()}
    denied = "no" in words or "without" in words or ("not" in words and words & {"have", "is", "are"})
    return bool(said) and said[-1] in _WHERE and bool(denied)


def _is_compared(a: Alternates, head: int) -> bool:
    """*if you have more coins than any player*: than any other, for nobody has more than they have."""
    whose = a.at(head + 1).type == "GEN"
    player = bool(a.noun(a.tokens[head], "player")) and not whose
    return player and says(_clause(a), "you", "they", "who")


def _said_of_some(a: Alternates) -> bool:
    """*each player with any debts*, *who has any debts*."""
    last = a.last.word if a.last else ""
    return last == "with" or (last in ("has", "have") and says(_clause(a), "who", "that"))


def _at_least_one(a: Alternates, i: int, head: int) -> Found | None:
    """*if you have any cards*, *you cannot play any red cards*: *a card*."""
    if not (in_condition(a) or _denied(a)) and not _said_of_some(a):
        return None
    noun = a.tokens[head].find("noun")
    assert noun
    article = _words(a, i, _article(a.text(i + 1) if head > i + 1 else noun.id))
    said = [*article, *a.tokens[i + 1 : head], a.spelled(noun.id, a.tokens[head])]
    before = a.last
    if before.word == "are":
        return Found(head + 1 - i, [a.said("is", before), *said], drop=1)
    return Found(head + 1 - i, said)
