"""Accepted alternates that stand after what they belong to, with something between."""

from __future__ import annotations

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
    text_of,
    until,
    where_said,
)
from toolkit.language.wording.row import Condition, Filled, Row

ROUNDED = ("rounded up", "rounded down")
BEYOND = ("over", "beyond", "more_than")
_TOWARDS = frozenset({"to", "in", "on", "into", "onto", "from", "at"})


def _one_order_before(a: Alternates, filled: Filled) -> bool:
    """Whether one sentence stands before this one, and no condition in it."""
    before = [closed(token) for token in a.out]
    return before.count("STOP") == 1 and not CONDITION & set(before) and "BULLET" not in before


def _of(whose: str) -> Condition:
    """Whether *you* or *they* are spoken of."""
    return lambda a, filled: a.whose() == whose


def _for_each(a: Alternates, filled: Filled) -> bool:
    """Whether *for each* is said before, so that what goes beyond an amount is counted."""
    return holds(since(a.out, SENTENCE | {"COMMA"}), "FOR_EACH")


def _of_the_thing(a: Alternates, filled: Filled) -> bool:
    """Whether *of that suit* is said of the thing before the place: places have none."""
    nouns, what = a.lexicon.vocabulary.nouns, a.noun(filled["what"][0], "attribute")
    place = nouns.get(a.noun(filled["place"][0], "place"))
    thing = nouns.get(a.noun(a.last, "thing"))
    if place is None or thing is None or what in place.attributes:
        return False
    if not what:  # *of the ….*, where a definition says which that is
        return filled["whose"][0].word in ("your", "their") and filled["that"][0].word == "the"
    return what in thing.attributes and filled["that"][0].word == "that"


def _of_a_list(a: Alternates, filled: Filled) -> bool:
    """Whether an attribute has values of a list, of which something is (*of that suit*)."""
    entry = a.lexicon.vocabulary.nouns.get(a.noun(filled["what"][0], "attribute"))
    return entry is not None and entry.countable


ROWS = (
    # A card in your hand of that suit: of that suit stands before where it lies; hands have none
    Row(
        "[thing] {in:in|on|at|from} {whose:your|their|the|a} {place:place} of {that:that|the} "
        "{what:attribute|amount} [!OF]",
        "of@that {that} {what} {in} {whose} {place}",
        when=_of_the_thing,
    ),
    # It has that suit: it is of that suit
    Row(
        "[it|noun|adj|that] {has:has} {that:that} {what:attribute} [!noun]",
        "is@has of@has {that} {what}",
        when=_of_a_list,
    ),
    # 1 point for each coin over 6, beyond your bid, more than your bid
    *(
        Row(f"[{before}] ^ {'|'.join(BEYOND)} [NUMBER|your|their]", "above", when=_for_each)
        for before in ("quantity|thing|place", "have")
    ),
    # Takes the pot, whatever its colour
    Row("COMMA ^ whatever its|their {what:attribute|list} [end]", ""),
    # Put the cats among them in your hand and discard the rest: each of those that were named is looked at
    *(
        Row(
            f"put the|all {{what:thing}} among them|those {noun} {{at:in|into|on}} {{where...}} "
            f"and {{verb:base}} {rest} [end]",
            "for_each_of@what those@what things@what , if@what it@what is@what a@what {what.id} , put it@what {at} "
            "{where} . Otherwise@verb , {verb} it@verb",
        )
        for noun in ("", "{of:thing}")
        for rest in ("the rest", "the others", "the other {other:thing}")
    ),
    # Draw a card. Repeat this until …: more than one sentence before it may be all of them or the last
    Row("repeat ^ {this:this} [UNTIL]", "repeat@this this@this step@this", when=_one_order_before),
    # Each food they could not pay
    Row("[noun] [you|they] could not [verb]", "did_not"),
    # If you have no coins left; 1 point for every 2 coins they have left: what there is is what is left
    Row("[no|NUMBER] [quantity] left [alone]", ""),
    Row("[has|have] [no|NUMBER] [thing] ^ left [alone]", ""),
    Row("[has|have] [BOUND] [NUMBER] [thing] ^ left [alone]", ""),
    Row("[you|they] [have] left [alone]", ""),
    # Would lose more food than they have … for each missing food
    *(
        Row(
            f"[verb] [!have|has] more {{what:quantity}} than {who} {have} [end]",
            f"more {{what}} than {whose} {{what}}",
        )
        for who, have, whose in (("you", "have", "your"), ("they", "have|has", "their"))
    ),
    Row("~missing {what:quantity}", "{what} you do_not have", when=_of("your")),
    Row("~missing {what:quantity}", "{what} they do_not have", when=_of("their")),
    Row("[quantity] {who:you|they} ^ ~lack [alone]", "{who} do_not@who have@who"),
    Row("[quantity] {who:you|they} are ^ ~short [alone]", "{who} do_not@who have@who"),
    # Each region you control that is lit
    Row(
        "[thing|place] {who:you|they} {does:verb|HAVE} ^ {that:that|who} [verb|BE|HAVE]",
        "that@who {who} {does} and@that {that}",
    ),
    # Draw cards one at a time until you have 5: it is asked after each of them anyway
    Row("[noun] {n:NUMBER} at a time [UNTIL]", "", when=lambda a, filled: filled["n"][0].word == "one"),
)


def difference(a: Alternates, i: int) -> Found | None:
    """*would lose more coins than they have, … equal to the difference*: the number of coins they do not have."""
    if a.last.word != "the" or a.text(i + 1) == "between":
        return None
    beyond = _more_than_they_have(since(a.out, SENTENCE))
    noun = a.noun(beyond[0], "quantity") if beyond is not None else ""
    if beyond is None or not noun:
        return None
    words = "the", "number", "of", a.lexicon.vocabulary.nouns[noun].plural, beyond[1], "do not", "have"
    return Found(1, a.words(a.tokens[i], *words), drop=1)


def _more_than_they_have(said: list[Token]) -> tuple[Token, str] | None:
    """Of *would lose more coins than their coins* what would be lost, and *they*."""
    words = [token.word for token in said]
    if "would" not in words or "more" not in words[words.index("would") :]:
        return None
    more = words.index("more", words.index("would"))
    match words[more + 1 : more + 5]:
        case [what, "than", ("your" | "their") as whose, again] if what == again:
            return said[more + 1], {"your": "you", "their": "they"}[whose]
    return None


def rounded(a: Alternates, i: int) -> Found | None:
    """*Return half of your cats to your home, rounded up* is *Return half of your cats, rounded up, to your home*."""
    if a.text(i + 1) not in ROUNDED or not a.ends(i + 2):
        return None
    said = since(a.out, SENTENCE)
    half = where_said(said, "half", "half of")
    verb = said[half - 1].find("verb") if half else NO_READING
    frames = a.lexicon.frames.get(verb.id, ()) if verb else ()
    if (
        not half
        or says(said[half:], *ROUNDED)
        or not any({"place", "to", "from"} & set(each) for each in frames)
    ):
        return None  # *Feed half of the cats in the park, rounded up*: those that are there
    places = [k for k in range(half + 2, len(said)) if said[k].word in _TOWARDS]
    if not places:
        return None
    rest = said[places[-1] :]
    return Found(2, [a.tokens[i], a.tokens[i + 1], *rest], drop=len(rest))


def or_beside(a: Alternates, i: int) -> Found | None:
    """*in or adjacent to the region with your captain* is *in the region with your captain or a region adjacent to the
    region with your captain*; *at your site or an adjacent site* likewise.
    """
    like, beside = a.tokens[i], a.at(i + 1)
    if beside.find("relation") and closed(a.last) in _WHERE:
        place = _definite_place(a, a.tokens[i + 2 :])
        return Found(2 + len(place), [*place, *_beside(a, place, beside.word, like)]) if place else None
    k = i + 1 + (closed(beside) in _WHERE if beside else 0)
    adjacent, where = a.at(k + 1), a.at(k + 2)
    bare = adjacent.find("adj") if adjacent and closed(a.tokens[k]) == "ART" else NO_READING
    relation = a.lexicon.vocabulary.bare_relations().get(bare.id) if bare else None
    said = since(a.out, CLAUSE | _WHERE)
    place = _definite_place(a, said)
    if relation is None or not place or len(said) != len(place):
        return None
    if a.noun(where, "place") != a.noun(place[1], "place"):
        return None
    return Found(k + 3 - i, _beside(a, place, relation, like))


def is_again(a: Alternates, i: int) -> Found | None:
    """*it is next to a cat or next to a dog* is *it is next to a cat or is next to a dog*; so are *tired or in it*,
    *tired and not in it*, *tired but not in it*.
    """
    denied = a.text(i + 1) == "not"
    beside, said = a.at(i + 1 + denied), since(a.out, SENTENCE | CONDITION)
    be = next((k for k in reversed(range(len(said))) if closed(said[k]) == "BE"), None)
    if not beside or be is None or (a.text(i) == "but" and not denied):
        return None
    if not (beside.find("relation") or closed(beside) == "PLACE" or (denied and beside.find("adj"))):
        return None
    joint = a.said("and", a.tokens[i]) if a.text(i) == "but" else a.tokens[i]
    return Found(1, [joint, a.spelled(said[be].word, beside)]) if _one_state(said[be + 1 :]) else None


def _one_state(said: list[Token]) -> bool:
    """Whether *next to a cat*, *tired*, *in the park* stand there alone; not *next to a cat that is next to a dog*."""
    rest = said[1:]
    first = nth(said, 0)
    known = first.find("adj") or (rest and (first.find("relation") or closed(first) == "PLACE"))
    return bool(known) and not any(
        each.find("relation") or each.find("verb") or closed(each) in _CLAUSES for each in rest
    )


_CLAUSES = names("THAT WHO")


def _beside(a: Alternates, place: list[Token], relation: str, like: Token) -> list[Token]:
    """*or a region adjacent to* the place."""
    return [*(a.said(word, like) for word in ("or", "a", place[1].word, relation)), *place]


def _definite_place(a: Alternates, tokens: list[Token]) -> list[Token]:
    """*your site*, *the region with your captain*: the words of one place that is known; nothing: another phrase."""
    if len(tokens) < _BARE or tokens[0].word not in _KNOWN or not a.noun(tokens[1], "place"):
        return []
    more = tokens[_BARE : _BARE + _WITH]
    with_one = (
        len(more) == _WITH and more[0].word == "with" and more[1].word in _KNOWN and a.noun(more[2], "thing")
    )
    return tokens[: _BARE + _WITH] if with_one else tokens[:_BARE]


_WHERE = names("PLACE FROM")
_KNOWN = frozenset({"the", "this", "that", "your", "their", "its"})
_BARE, _WITH = 2, 3
"""Words of *your site*, of *with your captain*."""


def by_somebody(a: Alternates, i: int) -> Found | None:
    """*a region another player controls* is *a region that another player controls*, where the verb has no object of
    its own.
    """
    before = a.last
    if before.find("verb") or not a.noun(before, "thing", "place"):
        return None
    who = _who(a, i)
    if who is None:
        return None
    several = a.text(who) in ("opponents", "players")
    if (several and a.text(i) == "that") or not _leaves_gap(a, who + 1, several=several):
        return None
    if holds(since(a.out, SENTENCE | {"COMMA"}), *_EVENTS):
        return None  # *When you have a card each player plays*: a comma may be missing
    return Found(0, [a.spelled("that", a.tokens[i])])


def _who(a: Alternates, i: int) -> int | None:
    """Where the noun of *another player*, *the other player* stands."""
    between = a.at(i + 1)
    if (between.text == "other" or between.find("adj")) and _is_who(a, i + 2):
        return i + 2
    return next((k for k in (i + 1, i) if _is_who(a, k)), None)


def _is_who(a: Alternates, i: int) -> bool:
    return a.text(i) in ("opponent", "opponents") or bool(a.noun(a.at(i), "player"))


def _leaves_gap(a: Alternates, i: int, *, several: bool) -> bool:
    """Whether a verb stands at `i` that is done with something, of which nothing is said after it."""
    does, behind = a.at(i), a.at(i + 1)
    verb = does.find("verb") if does and not does.find("noun") else NO_READING
    if a.text(i) not in ("controls", "control"):
        form = {"t", "d", "b"} if several else {"t", "d"}
        if not verb or not form & set(verb.form) or not _of_something(a, verb.id):
            return False
    time = a.text(i + 1) == "this" and bool(a.noun(a.at(i + 2), "period"))
    return time or not behind or closed(behind) in _AFTER_GAP


_AFTER_GAP = names("STOP BULLET COLON COMMA SEMI AND OR THEN BUT PLACE REL")
_EVENTS = names("WHEN IF UNLESS AS_LONG_AS FIRST_TIME UNTIL")


def _of_something(a: Alternates, verb: str) -> bool:
    """Whether a verb is always done with something."""
    frames = a.lexicon.frames.get(verb, set())
    return bool(frames) and all("obj" in frame for frame in frames)


def again_for_each(a: Alternates, i: int) -> Found | None:
    """*Gain 1 coin for each cat you have and 1 point for each dog* is *… and gain 1 point for each dog*: no list goes
    on after a relative clause.
    """
    number, noun = a.at(i + 1), a.at(i + 2)
    if number.type != "NUMBER" or not a.noun(noun, "quantity"):
        return None
    said = a.clause_before()
    each = next((k for k, token in enumerate(said) if closed(token) == "FOR_EACH"), len(said))
    verb = next((token for token in said[:each] if token.find("verb")), None)
    relative = any(token.find("verb") or closed(token) == "HAVE" for token in said[each + 1 :])
    following = a.at(i + 3)
    if verb is None or not relative or closed(following) != "FOR_EACH":
        return None
    return Found(1, [a.tokens[i], a.said(verb.text.lower(), number)])


def one_this_way(a: Alternates, i: int) -> Found | None:
    """*Discard up to 2 cards. Gain 1 coin for each one discarded this way.*: for each card."""
    if closed(a.last) not in names("FOR_EACH EACH") or a.text(i + 2) != "this way":
        return None
    noun = a.thing_before()
    return Found(1, [a.said(noun, a.tokens[i])]) if noun else None


def back(a: Alternates, i: int) -> Found | None:
    """*Put it back in your hand* is *Put it in your hand*."""
    put_back(a, i)
    return Found(1, [a.tokens[i]]) if a.text(i) != "back" else None


def put_back(a: Alternates, i: int) -> None:
    """Takes *back* at `i` out, where a place follows; *back (on top)* is on top of the deck that was spoken of."""
    following = a.text(i + 1)
    if a.text(i) != "back":
        return
    on_top = following == "on" and a.text(i + 2) == "top" and a.ends(i + 3)
    if on_top or following == "in any order" or a.ends(i + 1):
        if deck := _deck_of(a):
            on, end = a.tokens[i], i + 3 if on_top else i + 1
            a.tokens[i:end] = [a.said("on top of", on), *(a.spelled(each.text, on) for each in deck)]
    elif following in _TOWARDS or following.startswith("on "):
        del a.tokens[i]


def at_an_end(a: Alternates, i: int) -> Found | None:
    """*Put one of them on the bottom and the other on top* is *under your deck*, *on top of your deck*, of which the
    text has spoken.
    """
    used = 2 if a.text(i + 1) == "top" else 3 if (a.text(i + 1), a.text(i + 2)) == ("the", "bottom") else 0
    following, ordered = a.at(i + used), a.text(i + used).startswith("in any order")
    goes_on = bool(following) and (ordered or closed(following) == "AND")
    if not used or not (a.ends(i + used) or goes_on):
        return None
    deck = _deck_of(a)
    on = a.tokens[i]
    if not _of_no_other(a, i + used, deck):
        return None
    where = a.said("on top of" if used == 2 else "under", on)
    return Found(used, [where, *(a.spelled(each.text, on) for each in deck)]) if deck else None


def _of_no_other(a: Alternates, i: int, deck: list[Token]) -> bool:
    """Whether the rest of the sentence names no other deck (*on the bottom and the other on top of the discards*)."""
    rest = a.tokens[i : until(a.tokens, i, SENTENCE)]
    ends = (
        k + 1 for k, token in enumerate(rest) if token.word in ("on top of", "under") or closed(token) == "OF"
    )
    return all(text_of(rest[k : k + 2]) == text_of(deck) for k in ends)


def _deck_of(a: Alternates) -> list[Token]:
    """*your deck*, of *the top 3 cards of your deck* before; nothing where several places were spoken of."""
    tops = [k for k, token in enumerate(a.out) if token.word == "top"]
    ofs = [k for k in range(tops[0], len(a.out)) if closed(a.out[k]) == "OF"] if len(tops) == 1 else []
    if not ofs:
        return []
    whose, deck = [*a.out[ofs[0] + 1 : ofs[0] + 3], None, None][:2]
    if whose is None or deck is None or closed(whose) not in names("ART POSS") or not a.noun(deck, "place"):
        return []
    return [whose, deck]


def keep(a: Alternates, i: int) -> Found | None:
    """*Draw 2 cards. Keep one and discard the other.*: choose one of those cards."""
    number, joint = a.at(i + 1), a.at(i + 2)
    if not a.last or a.last.type != "STOP" or not number or closed(joint) != "AND":
        return None
    if number.type != "NUMBER" and number.word != "one":
        return None
    noun = a.thing_before()
    if not noun:
        return None
    like = a.tokens[i]
    those = a.words(like, "of", "those", a.lexicon.vocabulary.nouns[noun].plural)
    return Found(3, [a.said("choose", like), number, *those, mark("STOP", joint)])
