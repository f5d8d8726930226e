"""Accepted alternates for what a thing shows: its *number* is the amount that its kind shows, and may be odd or even.

Rules of `alternates.py`, as in `people.py`.
"""

from __future__ import annotations

from toolkit.language.lexer import NO_READING, Token, names
from toolkit.language.wording import its_value
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, holds, nth, says, since, until

_NUMBER = ("number", "numbers")
_ALIKE = frozenset({"the", "same", "the same", "a", "different", "a different"})
_PARITY = frozenset({"odd", "even"})
_AMOUNTS = ("number", "amount")
_ENOUGH = 3
_PHRASE = 4
"""So many tokens at most has what is rolled, up to its noun: *one of your dice*."""
_SINGLE = frozenset({"a", "an", "1", "one", "one of"})
_OR_MORE = 3
"""The tokens of *4 or more*."""
_ONE = ("one", "one of")
_WHERE = names("PLACE FROM INTO TO")
_WHOSE = frozenset({"its", "whose"})


def number_shown(a: Alternates, i: int) -> Found | None:
    """*show odd numbers*, *shows an even value*: *are odd*, *is even*; *show the same number*: *the same value*;
    *shows that number* behind *Choose a die.*: the value of that die.
    """
    if not a.tokens[i].find("verb") or _of_the_pack(a):
        return None
    if a.text(i + 1) == "that":
        return _that_number(a, i)
    before = a.last
    if not before or closed(before) in ("MODAL", "TO"):
        return _alike(a, i)
    if closed(before) != "DO_NOT":
        return _odd(a, i, many=a.text(i) == "show") or _alike(a, i)
    odd = _odd(a, i, many=before.word == "do not") if before.word != "did not" else None
    if odd is None:
        return _alike(a, i)
    return Found(odd.used, [odd.tokens[0], a.said("not", before), odd.tokens[1]], drop=1)


def showing(a: Alternates, i: int) -> Found | None:
    """*dice showing 1 or 2*: *dice that show 1 or 2*; *a die is showing 6*: *shows 6*."""
    nouns = [noun for token in since(a.out, CLAUSE) if (noun := token.find("noun"))]
    shown = [noun for noun in nouns if _shows(a, noun.id)]
    if not shown or a.ends(i + 1):
        return None
    many, being = shown[-1].form == "p", closed(a.last) == "BE"
    number = _that_number(a, i) if a.text(i + 1) == "that" and not being and not _of_the_pack(a) else None
    if number is not None:  # *a box showing that number*
        does = a.said("show" if many else "shows", a.tokens[i])
        return Found(number.used, [a.said("that", a.tokens[i]), does, *number.tokens[1:]])
    odd = _odd(a, i, many=many)
    used, said = odd[:2] if odd is not None else (1, [a.said("show" if many else "shows", a.tokens[i])])
    return Found(used, said, drop=1) if being else Found(used, [a.said("that", a.tokens[i]), *said])


def _that_number(a: Alternates, i: int) -> Found | None:
    """*show that number*, *that value*: of the one thing before that shows one; not of a number that was chosen."""
    shown, what = _shown(a), a.text(i + 2)
    if len(shown) != 1 or what not in ("number", *shown) or not a.ends(i + 3):
        return None
    if says(a.out, *_NUMBER):
        return None
    value = _forms(a, next(iter(shown)))[0]
    one = its_value.the_one(a, value)
    if one is None:
        return None
    said = ("the", value, "of", "that", one)
    return Found(3, [a.tokens[i], *a.words(a.tokens[i + 1], *said)])


def _shows(a: Alternates, noun: str) -> bool:
    """Whether what the noun names shows an amount, or what is above it does."""
    nouns = a.lexicon.vocabulary.nouns
    entry = nouns.get(noun)
    while entry is not None and not entry.shows:
        entry = nouns.get(entry.is_a) if entry.is_a else None
    return entry is not None


def its_number(a: Alternates, i: int) -> Found | None:
    """*if a die shows its number*, *a box whose number is 3*: its value, if all show that; not *its number of …*, nor
    of a place, which may have a number.
    """
    before, shown = a.last, _shown(a)
    if before.word not in _WHOSE or len(shown) != 1 or a.text(i + 1) == "of":
        return None
    spoken = _spoken_of(a)
    if before.word == "whose":
        spoken = spoken[-1:] if a.out[-2:-1] and a.out[-2].find("noun") else []
    if _of_the_pack(a) or not spoken or not all(_shows(a, noun) for noun in spoken):
        return None
    return Found(1, [a.spelled(_forms(a, next(iter(shown)))[0], a.tokens[i])])


def _spoken_of(a: Alternates) -> list[str]:
    """The things and places of which this sentence and the one before speak, but for where something lies."""
    here = since(a.out, SENTENCE)
    tokens = [*since(a.out[: max(0, len(a.out) - len(here) - 1)], SENTENCE), *here]
    found = []
    for k, token in enumerate(tokens):
        noun = a.noun(token, "thing", "place")
        if noun and not holds(tokens[max(0, k - 2) : k], *_WHERE):
            found.append(noun)
    return found


def number_done(a: Alternates, i: int) -> Found | None:
    """*for each number you have crossed off in all colours*: for each value, if all show that one."""
    before = closed(a.last)
    done = a.text(i + 1) in ("you", "they") and a.text(i + 2) == "have"
    shown = _shown(a)
    if before != "FOR_EACH" or not done or len(shown) != 1 or _of_the_pack(a):
        return None
    return Found(1, [a.spelled(_forms(a, next(iter(shown)))[0], a.tokens[i])])


def _odd(a: Alternates, i: int, *, many: bool) -> Found | None:
    at = i + 2 if a.text(i + 1) in ("a", "an") else i + 1
    amounts = {*_NUMBER, *(word for attribute in _shown(a) for word in _forms(a, attribute))}
    if a.text(at) not in _PARITY or a.text(at + 1) not in amounts or not a.ends(at + 2):
        return None
    return Found(at + 2 - i, [a.said("are" if many else "is", a.tokens[i]), a.tokens[at]])


def _alike(a: Alternates, i: int) -> Found | None:
    """Only where all that show something show the same attribute: which one a *number* is, is certain then."""
    at = i + 1
    while a.text(at) in _ALIKE and at <= i + _ENOUGH:
        at += 1
    shown = _shown(a)
    if at == i + 1 or a.text(at) not in _NUMBER or len(shown) != 1 or a.text(at + 1) == "of":
        return None
    one, many = _forms(a, next(iter(shown)))
    word = a.spelled(many if a.text(at) == "numbers" else one, a.tokens[at])
    return Found(at + 1 - i, [*a.tokens[i:at], word])


def same_number(a: Alternates, i: int) -> Found | None:
    """*Discard 2 cards, then draw the same number of cards.*: *that many cards*; not *the same number … as*."""
    did = nth(a.out, -2).find("verb")
    if not did or did.id in ("have", "be", "show") or a.in_condition():
        return None
    found = as_many(a, i - 1)
    if found is None or a.text(i - 1 + found[1]) in ("as", "of", "that", "who"):
        return None
    return Found(found[1] - 1, found[0], drop=1)


def exchanged(a: Alternates, i: int, swap: Token) -> Found | None:
    """*exchange it with that card*, and *may exchange …* where *exchange* is a noun, too, of *offer the exchange*."""
    noun = a.tokens[i].readings and [closed(each) for each in a.out[-1:]] != ["MODAL"]
    return Found(1, [swap]) if a.text(i) in ("exchange", "exchanges") and not noun else None


def as_many(a: Alternates, i: int) -> tuple[list[Token], int] | None:
    """*the same number of coins*, *an equal amount of stone*, *as many coins*, and how many tokens that has."""
    words = [a.text(k) for k in range(i, i + 4)]
    if words[:2] in (["the", "same"], ["an", "equal"]) and words[2] in _AMOUNTS and words[3] == "of":
        used = 4
    elif words[0] in ("as many", "as much", "that many", "that much"):
        used = 1
    else:
        return None
    token = a.at(i + used)
    noun = token.find("noun")
    entry = a.lexicon.vocabulary.nouns.get(noun.id) if noun else None
    if not token or entry is None:
        return None
    that = a.said("that much" if entry.mass else "that many", a.tokens[i])
    return [that, token], used + 1


def _of_the_pack(a: Alternates) -> bool:
    """Whether *number* is a word of the pack, or things have a number."""
    nouns = a.lexicon.vocabulary.nouns
    entry = nouns.get("number")
    own = entry is not None and entry.pack != "core"
    return own or any("number" in noun.attributes for noun in nouns.values())


def _shown(a: Alternates) -> set[str]:
    """The attributes that kinds of the pack show."""
    return {noun.shows for noun in a.lexicon.vocabulary.nouns.values() if noun.shows}


def _forms(a: Alternates, attribute: str) -> tuple[str, str]:
    """One and several of them."""
    entry = a.lexicon.vocabulary.nouns.get(attribute)
    return (attribute, f"{attribute}s") if entry is None else (entry.id, entry.plural)


def all_but(a: Alternates, i: int) -> Found | None:
    """*Put all but one of the beads from the park in the pond* is *Put down to 1 bead from the park in the pond*, of
    things: so many stay.
    """
    number = a.at(i + 2)
    if a.text(i + 1) != "but" or not number or (number.type != "NUMBER" and number.word not in _ONE):
        return None
    count = "1" if number.word in _ONE else number.text
    at = i + 3 + (a.text(i + 3) == "of")
    at += a.text(at) == "the"
    head = next((k for k in range(at, a.end(at)) if a.tokens[k].find("noun")), at)
    noun = a.noun(a.at(head), "thing")
    if not noun or not count.isdigit() or any(not a.tokens[k].find("adj") for k in range(at, head)):
        return None
    entry = a.lexicon.vocabulary.nouns[noun]
    said = a.said(entry.id if count == "1" else entry.plural, a.tokens[head])
    down = [a.said("down to", a.tokens[i]), a.number(count, number)]
    return Found(head + 1 - i, [*down, *a.within(at, head), said])


def a_number(a: Alternates, i: int) -> Found | None:
    """*it is a 6*, *shows a 1*: a number stands alone; *play a 6*: a card that shows 6, if only cards show numbers."""
    before, number = a.last, a.at(i + 1)
    if not before or number.type != "NUMBER" or a.nominal(i + 2):
        return None
    shows = before.find("verb")
    if closed(before) == "BE" or (shows.id == "show"):
        return Found(1, [])
    return _thing_that_shows(a, i) if shows and a.ends(i + 2) else None


def _thing_that_shows(a: Alternates, i: int) -> Found | None:
    """*play a 6*, where only cards show numbers."""
    kinds = _showing_kinds(a)
    return Found(2, [a.tokens[i], *_showing(a, a.tokens[i + 1], kinds[0])]) if len(kinds) == 1 else None


def each_number(a: Alternates, i: int) -> Found | None:
    """*Roll all dice. Gain 1 coin for each 6.*: each die that shows 6, if only dice were named that show one; *for each
    6 in the bowl*, *for each 6 you rolled*, *for each 6 rolled this way*: each of those dice.
    """
    before = a.last.word if a.last else ""
    if before not in ("for each", "each"):
        return None
    nouns = a.lexicon.vocabulary.nouns
    kinds = {noun for each in a.out if (noun := a.noun(each, "thing")) and nouns[noun].shows}
    if len(kinds) != 1:
        return None
    (kind,), number = kinds, a.tokens[i]
    rolled = before == "for each" and _rolled(a, i + 1)
    if rolled or (before == "for each" and a.ends(i + 1) and _rolls_some(a)):
        those = [a.said("for each of", a.last), a.said("those", number)]
        return Found(3 if rolled else 1, [*those, *_showing(a, number, nouns[kind].plural, "show")], drop=1)
    if a.ends(i + 1):
        return Found(1, _showing(a, number, kind))
    if closed(a.tokens[i + 1]) == "PLACE":
        end = a.end(i + 1)
        die, *shows = _showing(a, number, kind)
        return Found(end - i, [die, *a.within(i + 1, end), *shows])
    return None


def _rolls_some(a: Alternates) -> bool:
    """Whether the last sentence before that rolls is *Roll 2 dice.*: those are meant, and not all that there are."""
    ends = [k for k, token in enumerate(a.out) if token.type in SENTENCE]
    for stop in reversed(ends):
        before = since(a.out[:stop], SENTENCE)
        if any(token.find("verb").id == "roll" for token in before):
            return nth(before, 0).find("verb").id == "roll" and any(each.type == "NUMBER" for each in before)
    return False


def _rolled(a: Alternates, i: int) -> bool:
    """*you roll*, *they rolled*, *rolled this way*, and no more."""
    if not a.ends(i + 2):
        return False
    who, did = (a.at(i + 1), a.text(i)) if a.text(i) in ("you", "they") else (a.at(i), a.text(i + 1))
    return bool(who.find("verb")) and did in ("you", "they", "this way")


def number_of(a: Alternates, i: int) -> Found | None:
    """*the 1 of the trump suit* is *the card of the trump suit that shows 1*, *the 7 of clubs* *the clubs card that
    shows 7*, if only cards show numbers.
    """
    kinds = _showing_kinds(a)
    article = closed(a.last) == "ART"
    end = i + 2 + (a.text(i + 2) == "the")
    what = a.at(end)
    if len(kinds) != 1 or not article or a.text(i + 1) != "of" or not what:
        return None
    number, kind = a.tokens[i], a.said(kinds[0], a.tokens[i])
    if what.find("adj").form == "value":
        said = [what, kind]
    elif a.noun(what, "attribute", "amount") and a.text(end + 1) != "of":
        said = [kind, *a.within(i + 1, end + 1)]
    else:
        return None
    return Found(end + 1 - i, [*said, *_showing(a, number, kinds[0])[1:]])


def _showing_kinds(a: Alternates) -> list[str]:
    """The kinds of things that show numbers."""
    return [
        noun.id for noun in a.lexicon.vocabulary.nouns.values() if noun.shows and noun.category == "thing"
    ]


def _showing(a: Alternates, number: Token, kind: str, shows: str = "shows") -> list[Token]:
    """*die that shows 6*."""
    return [*a.words(number, kind, "that", shows), number]


def on_so_much(a: Alternates, i: int) -> Found | None:
    """*Roll a die. On a 5 or 6, …*, *on 4 or more* is *If that die shows 5 or 6, …*.  Not beside *it*, for that could
    be something else: *Choose a cat. Roll a die. On a 6, put it …*.
    """
    kind, several = _rolled_last(a)
    comma, begins = until(a.tokens, i, CLAUSE), a.opens_sentence()
    if kind is None or several or not begins or not a.at(comma) or a.tokens[comma].type != "COMMA":
        return None
    rest, said = a.tokens[comma : until(a.tokens, comma, SENTENCE)], _so_much(a, i + 1, comma)
    if not said or says(rest, "it", "its"):
        return None
    start = a.tokens[i]
    return Found(comma - i, [a.said("if", start), *a.words(start, "that", kind, "shows"), *said])


def doubles(a: Alternates, i: int) -> Found | None:
    """*Roll 2 dice. On doubles, …*, *if you roll doubles*: if those dice show the same number."""
    who = a.text(i) == "if" and a.text(i + 1) in ("you", "they") and a.at(i + 2)
    rolls = who.find("verb") if who else NO_READING
    end = i + 4 if rolls.id == "roll" else i + 2
    kind, several = _rolled_last(a)
    if a.text(end - 1) != "doubles" or not (rolls or a.text(i) == "on") or not a.ends(end):
        return None
    noun = a.lexicon.vocabulary.nouns[kind] if kind is not None and several else None
    if noun is None or noun.shows is None or not _rolls_two(a):
        return None
    start = a.tokens[i]
    same = a.words(start, "those", noun.plural, "have", "the", "same", noun.shows)
    return Found(end - i, [a.said("if", start), *same])


ON = (doubles, on_so_much)
"""What a roll comes to."""


def _rolls_two(a: Alternates) -> bool:
    """Whether the sentence before says *2*."""
    stop = next((k for k in range(len(a.out) - 1, 0, -1) if a.out[k].type in SENTENCE), 0)
    return [each.word for each in since(a.out[:stop], SENTENCE) if each.type == "NUMBER"] == ["2"]


def _so_much(a: Alternates, i: int, end: int) -> list[Token]:
    """*a 5 or 6*, *4 or more*; [] of what is no such number."""
    i += a.text(i) in ("a", "an")
    said = a.tokens[i:end]
    if len(said) == _OR_MORE and (bound := a.or_more(i)) is not None:
        return [a.spelled(bound, said[0]), said[0]]
    numbers = {each.type for each in said[::2]} == {"NUMBER"}
    return said if numbers and {closed(each) for each in said[1::2]} <= {"OR"} else []


def result(a: Alternates, i: int) -> Found | None:
    """*Roll a die. If the result is 5, …*, *the number rolled*: what that die shows; *Roll 2 dice. Gain coins equal to
    the total.*: the sum of those dice.
    """
    kind, several = _rolled_last(a)
    if kind is None or a.last.word not in ("the", "their") or a.text(i + 1) == "of":
        return None
    noun, token, rolled = a.lexicon.vocabulary.nouns[kind], a.tokens[i], a.text(i) == "number"
    if noun.shows is None or (a.text(i) == "result" and token.type != "ALTERNATE"):
        return None
    if several:
        if a.text(i) != "total":
            return None
        return Found(1, a.words(token, "the", "sum", "of", "those", noun.plural), drop=1)
    if a.text(i) == "total" or a.last.word != "the":
        return None
    if rolled and not (a.participle(i + 1) and a.at(i + 1).find("verb").id == "roll"):
        return None
    return Found(1 + rolled, a.words(token, noun.shows, "of", "that", kind))


def best_of_those(a: Alternates, i: int) -> Found | None:
    """*Roll 2 dice. If the higher of them is at least 5, …*, *the lowest of those dice*: the one that shows the most or
    the least.
    """
    kind, several = _rolled_last(a)
    noun = a.lexicon.vocabulary.nouns[kind] if kind is not None and several else None
    them = a.text(i + 2) == "them"
    those = noun is not None and a.text(i + 2) == "those" and a.noun(a.at(i + 3), "thing") == kind
    if noun is None or a.last.word != "the" or a.text(i + 1) != "of" or not (them or those):
        return None
    most = "highest" if a.text(i).startswith("high") else "lowest"
    return Found(3 if them else 4, a.words(a.tokens[i], most, noun.id, "among", "those", noun.plural))


def that_number(a: Alternates, i: int) -> Found | None:
    """*chooses a number from 0 to 5 and sets their bid to it*: to that number."""
    said = since(a.out, SENTENCE)
    words = [token.word for token in said]
    at = next((k for k in range(2, len(words)) if words[k - 1 : k + 1] == ["a", "number"]), len(words))
    sets = any(token.find("verb").id == "set" for token in said[at:])
    chosen = words[at - 2 : at - 1] in (["choose"], ["chooses"])
    if not sets or not chosen or a.last.word != "to" or not a.ends(i + 1):
        return None
    return Found(1, a.words(a.tokens[i], "that", "number"))


def _rolled_last(a: Alternates) -> tuple[str | None, bool]:
    """The kind of what was rolled last, *a die*, *2 dice*, and whether it is several; None: nothing that shows a
    number.
    """
    for k in range(len(a.out) - 2, -1, -1):
        verb = a.out[k].find("verb")
        if verb.id != "roll" or verb.form.strip("bt"):
            continue
        said = a.out[k + 1 : k + 1 + _PHRASE]
        at = next((n for n, each in enumerate(said) if a.noun(each, "thing")), 0)
        kind = a.noun(said[at], "thing") if at else ""
        if not kind or not a.lexicon.vocabulary.nouns[kind].shows:
            return None, False
        if said[0].word in _SINGLE:
            return kind, False
        return (kind, True) if said[0].type == "NUMBER" else (None, False)
    return None, False
