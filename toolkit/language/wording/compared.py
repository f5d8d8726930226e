"""Accepted alternates for what is compared: *a card of the same suit as the top card*, *lose 1 less*, *gets +2 power*.

Rules of `alternates.py`, as in `people.py`: *a card whose suit is the suit of the top card*.
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, NO_TOKEN, Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.people import compares, in_condition
from toolkit.language.wording.replaced import (
    CLAUSE,
    CONDITION,
    SENTENCE,
    Found,
    closed,
    holds,
    mark,
    named,
    says,
    since,
    text_of,
    until,
)
from toolkit.language.wording.row import Condition, Filled, Row

_RECKONED = names("PLUS MINUS COMMA SEMI IF UNLESS FOR_EACH AND OR BUT")
_BEYOND = frozenset({"times", "multiplied by", "divided by", "rounded up", "rounded down"})
_PLACE = names("PLACE")
_SINGLE = frozenset({"each", "each of", "every", "one", "1"})
_ANDS = names("COMMA AND THEN")
_DETERMINERS = names("ART POSS QIN QOUT")
AMOUNTS = frozenset({"have", "gain", "lose", "pay", "score", "show", "tie", "cost"})
_EXTREME = "highest|lowest|most|fewest|least"
_EXTREMES = frozenset(_EXTREME.split("|"))
_PUT = "put|puts|place|places|move|moves|remove|removes"
"""Verbs of things; others may count theirs themselves (*draw cards equal to …*)."""
_OF = "[noun|name] of|with"
_WHAT = "{what:attribute|value|list}"
_ALREADY = "whose {what} is the {what} of another@what {it.id}"
_SECOND = "highest {what.id} of players other_than the player with the most {what.plural}"
_DEFINITE = "the|that|this|your|their|its|PRON|name"


def _described(a: Alternates, filled: Filled) -> bool:
    """Whether a noun with nothing but adjectives before it stands there."""
    *before, noun = filled["what"]
    return bool(noun.find("noun")) and all(each.find("adj") for each in before)


def _of_a_thing(a: Alternates) -> bool:
    """*the card with the highest cost among those cards*: which card, not which cost."""
    return any((with_.word, the.word) == ("with", "the") for with_, the in pairwise(a.out[-5:]))


def _several(a: Alternates, filled: Filled) -> bool:
    """Whether *wounds* stand there, and no *wound*."""
    return "p" in filled["what"][0].find("noun").form


def _by_itself(a: Alternates, filled: Filled) -> bool:
    """Whether nothing that is moved speaks of what it would stand before: *on a unit equal to its power* may be that of
    the target; *on that unit equal to its power* speaks of what was named.
    """
    named = filled["whom"][0].word in ("that", "the", "this", "it")
    speaks = holds(filled["of"], "PRON", "POSS")
    return _several(a, filled) and (named or not speaks)


def _without_clause(a: Alternates, filled: Filled) -> bool:
    """*the top card of the deck*; not *the deck is empty and the top card of the pile*."""
    one = filled["one"]
    return not holds(one, "AND", "OR", "BE", "COMMA") and not any(token.find("verb") for token in one)


def _once_done(a: Alternates, filled: Filled) -> bool:
    """Whether something is forbidden as long as something else has not been done in a time: once done, it stays so."""
    forbids = says(since(a.out, SENTENCE), "cannot")
    what = filled["what"]
    has = next((k for k, token in enumerate(what) if token.word in ("has", "have")), len(what))
    verbs = [each for token in what[has:] if (each := token.find("verb"))]
    in_this = len(what) > 1 and what[-2].word == "this" and bool(a.noun(what[-1], "period"))
    return forbids and in_this and any("n" in verb.form for verb in verbs)


_EVERY = ("each", "every", "any")


def _one_thing(a: Alternates, filled: Filled) -> bool:
    """Whether it is compared with one thing that is known, or with each: *this card*, *it*, and no *another card*."""
    first, *_ = whom = filled["whom"]
    noun = next((token for token in whom if token.find("noun")), NO_TOKEN)
    known = first.word in ("the", "that", "this", *_EVERY) and bool(a.noun(noun, "thing"))
    return first.word == "it" or bool(first.find("name")) or known


def _paid(word: str) -> Condition:
    """Of what things cost here, and of one thing that is known."""
    return lambda a, filled: paid_for(a) == word and _one_thing(a, filled)


def _counts_as_many(a: Alternates, filled: Filled) -> bool:
    """Whether something is compared, and the noun is no verb of the pack: *as many cards as they bid*."""
    many = says(since(a.out, CLAUSE), "as many", "as much")
    return many and not filled["what"][0].find("verb")


_TOGETHER = "{bound:BOUND} {n:NUMBER} {what:quantity}"
_SUM = "the sum of the {what.plural} of all players is {bound} {n}"


def _one_and_all(a: Alternates, filled: Filled) -> bool:
    """Whether what is compared with may be said twice: *you*, *each other player*, and not *another player*."""
    first = filled["whom"][0].word
    if says((*filled["a"], *filled["b"]), "than"):
        return False
    return first not in ("a", "an", "another", "any", "some") and not first.isdigit()


ROWS = (
    # More of one thing and fewer of another than the same player
    Row(
        "[have|has|with] {m:more|fewer|less} {a...} but {n:more|fewer|less} {b...} than {whom...}",
        "{m} {a} than@n {whom} and@n {n} {b} than@n {whom}",
        when=_one_and_all,
    ),
    # A card of the same suit as it, with a different rank than that card; than each of several, or than one of them?
    Row(f"{_OF} the same {_WHAT} as {{it:it}}", "whose {what} is its@it {what}"),
    Row(f"{_OF} the same {_WHAT} as {{it:them|they}}", "whose {what} is their@it {what}"),
    Row(f"{_OF} the same {_WHAT} as [any]", "whose {what} is the {what} of"),
    Row(f"{_OF} a|another different {_WHAT} than|from {{it:it}}", "whose {what} is not its@it {what}"),
    Row(
        f"{_OF} a|another different {_WHAT} than|from {{it:them|they}}", "whose {what} is not their@it {what}"
    ),
    Row(f"{_OF} a|another different {_WHAT} than|from [{_DEFINITE}]", "whose {what} is not the {what} of"),
    Row(f"[NUMBER] [noun] of one {_WHAT} [alone]", "of the same {what}"),
    Row("[the] total|combined [attribute] [of]", "sum of the"),
    Row("their total|combined {what:attribute}", "the sum of their {what.plural}"),
    Row("[thing] worth {n:BOUNDED} [!noun|name|adj]", "with {n} value@n", when=lambda a, _: _has(a, "value")),
    # Of two extremes of the same things; how many are so, and how many are otherwise
    Row(
        f"[difference] between the {{one:{_EXTREME}}} and the? {{other:{_EXTREME}}}"
        " {what:attribute} of|among {whose...}",
        "between the {one} {what} of {whose} and the {other} {what} of {whose}",
    ),
    Row(
        "[clause] more {what...} BE {one:adj} than {other:adj} [end]",
        "the number of {one} {what} is higher_than the number of {other} {what}",
        when=_described,
    ),
    Row(
        "[clause] fewer {what...} BE {one:adj} than {other:adj} [end]",
        "the number of {one} {what} is lower_than the number of {other} {what}",
        when=_described,
    ),
    Row("half ^ as_many {what:quantity} as there are", "{what} equal_to half the number of"),
    Row("as_many {what:quantity} as there are", "{what} equal_to the number of"),
    Row("{whose:your|their} number of [noun|adj]", "the number of {whose}"),
    Row("the total number of {what:quantity} [BE]", "the sum of the {what.plural} of all players"),
    # As many cards as they bid, where a bid is how many of something they have
    Row("[any] ^ as you {what:quantity} [alone]", "as your@what {what.plural}", when=_counts_as_many),
    Row("[any] ^ as they {what:quantity} [alone]", "as their@what {what.plural}", when=_counts_as_many),
    # A card of a suit that is already there: of the suit of another card there
    Row(f"[it:thing] of a|an {_WHAT} that is already [PLACE]", _ALREADY),
    Row(f"[it:thing] of a|an {_WHAT} that you|they already have [PLACE]", _ALREADY),
    # The second-highest bid: as high as the highest, if two have that
    Row("[the] second-highest {what:quantity} [end]", _SECOND),
    Row("[the] second highest {what:quantity} [end]", _SECOND),
    Row(f"[{_EXTREME}] [attribute] among", "of", when=lambda a, _: not _of_a_thing(a)),
    Row(f"[{_EXTREME}] [any] [attribute] among", "of", when=lambda a, _: not _of_a_thing(a)),
    # Put wounds on that unit equal to the power of this one: so many are a number of them
    Row(
        f"[{_PUT}] {{what:thing}} ^ equal_to [any]",
        "a@what number@what of@what {what} equal_to",
        when=_several,
    ),
    Row(
        f"[{_PUT}] {{what:thing}} ^ {{to:in|into|on|onto|at|to}} {{whom...}} equal_to {{of...}}",
        "a@what number@what of@what {what} equal_to@of {of} {to} {whom}",
        when=_by_itself,
    ),
    # Whose value is 1 more than that die's value or 1 less than that die's value
    *(
        Row(
            f"[BE] {{n:NUMBER}} {one} {{what...}} or {{m:NUMBER}} {other} {{whom...}}",
            f"{{what}} {plus} {{n}} or@m {{whom}} {minus} {{m}}",
        )
        for one, other, plus, minus in (
            ("more_than|higher_than", "less_than|lower_than", "plus@n", "minus@m"),
            ("less_than|lower_than", "more_than|higher_than", "minus@n", "plus@m"),
        )
    ),
    # The higher of your coins and your points
    *(
        Row(f"[the] {words} of [!them|those]", f"{end} number among")
        for words, end in (("higher|greater|larger", "highest"), ("lower|smaller", "lowest"))
    ),
    # 2 points for each cat, minus 1 point for each worm: no comma stands in an amount
    Row("COMMA [PLUS|MINUS]", ""),
    # Half its worth, rounded down, instead
    Row("[rounded_down|rounded_up] COMMA [INSTEAD]", ""),
    # A building with a lower value than this one, with a value lower than the value of it, that costs less than it
    *(
        Row(
            f"[noun|name] with a|an {word} {{what:attribute}} than {{whom...}}",
            f"whose {{what}} is {word}_than the {{what}} of {{whom}}",
            when=_one_thing,
        )
        for word in ("higher", "lower")
    ),
    *(
        Row(
            f"[noun|name] with a|an {{what:attribute}} {words} the {{of:attribute}} of {{whom...}}",
            f"whose {{what}} is {than} the {{of}} of {{whom}}",
            when=_one_thing,
        )
        for words, than in (("higher_than|more_than", "higher_than"), ("lower_than|less_than", "lower_than"))
    ),
    *(
        Row(
            f"[noun|name] that cost(s) {words} {{whom...}}",
            f"whose {what} is {than} the {what} of {{whom}}",
            when=_paid(what),
        )
        for what in ("cost", "price")
        for words, than in (("more_than", "higher_than"), ("less_than", "lower_than"))
    ),
    # The led card is a 1
    Row("[BE] a|an {n:NUMBER} [end]", "{n}"),
    Row("[NOT] a|an {n:NUMBER} [end]", "{n}", when=lambda a, _: len(a.out) > 1 and closed(a.out[-2]) == "BE"),
    # All cards in your hand are the same colour
    Row("are of? [the] [same] [attribute|list] [alone]", "have"),
    # It is of the same suit as the card below it
    *(
        Row(f"{whose} {has} same {_WHAT} as [any]", said)
        for has in ("has the", "is of the")
        for whose, said in (
            ("it", "its {what} is the {what} of"),
            ("{that:that|this} {n:thing}", "the@that {what} of@that {that} {n} is the {what} of"),
        )
    ),
    Row(
        f"[joint] the {{one...}} has the same {_WHAT} as [any]",
        "the {what} of the@one {one} is the {what} of",
        when=_without_clause,
    ),
    # Whose coins equal their bid, if your coins equal twice your debts
    Row("[noun|name] ^ equal [POSS|ART|NUMBER|QOUT|name|THAT]", "are equal_to"),
    Row("[noun|name|PRON] ^ equals [POSS|ART|NUMBER|QOUT|name|THAT]", "is equal_to"),
    # Units that share a suit with this unit
    Row(f"[noun] that share|shares a|an|the {_WHAT} with [{_DEFINITE}]", "whose {what} is the {what} of"),
)

CLAUSES = (
    # The players have at least 6 coins in total
    Row(f"[joint] all|the? players have {_TOGETHER} ^ in total", _SUM),
    Row(f"[joint] all|the? players have {_TOGETHER} ^ between|among them", _SUM),
    Row(f"[joint] all|the? players have {_TOGETHER} ^ together|altogether", _SUM),
    Row(f"[joint] all|the? players ^ together|altogether have {_TOGETHER}", _SUM),
    # They lose 2 coins and you gain them
    Row(
        "[lose|loses|pay|pays] {n:NUMBER} {what:quantity} ^ {and:and} {you:you} gain it|them [end]",
        "{n} {what} {and} {you} gain that_many {what.plural}",
    ),
    # Cards cannot be played until a cat has been played this turn
    Row("until {what...}", "unless {what}", when=_once_done),
    # You are tied with another player for the most coins; of two who tie each ties with another
    Row("are tied {with:with} another player for the? [most|fewest]", "tie for the"),
    Row("is tied {with:with} another player for the? [most|fewest]", "ties for the"),
    Row("are tied for the? [most|fewest]", "tie for the"),
    Row("is tied for the? [most|fewest]", "ties for the"),
    # If two cards share a colour; two cards that share a colour
    Row("that share a|an|the {what:attribute|list} [!noun]", "with the same {what}"),
    Row("that share|have the same {what:attribute|list} [!noun]", "with the same {what}"),
    Row("share a|an|the {what:attribute|list} [!noun]", "have the same {what}"),
    Row("share the same {what:attribute|list} [!noun]", "have the same {what}"),
)
"""Rows of clauses, which come after those of phrases."""


def like_in(a: Alternates, i: int) -> Found | None:
    """*with the value of the top card* is *whose value is the value of the top card*, also of two attributes; *with the
    same suit and rank* is *of the same suit with the same rank*.
    """
    before, same = a.last, a.text(i + 2) == "same"
    said, j = _attributes(a, i + 1, same)
    if not a.noun(before, "thing") or not said or (same and len(said) < 2):
        return None
    start, other = a.tokens[i], a.at(j + 1)
    if same and a.text(j) != "as":
        found = [*a.words(start, "of", "the", "same"), said[0]]
        for each in said[1:]:
            found += [*a.words(start, "with", "the", "same"), each]
        return Found(j - i, found)
    if a.text(j) != ("as" if same else "of") or not other or other.type == "NUMBER":
        return None
    return None if a.noun(other, "value") else _whose_are(a, i, j, said)


def _whose_are(a: Alternates, i: int, j: int, said: list[Token]) -> Found:
    """*whose suit is the suit of … and whose rank is the rank of …*; `j`: before what they are compared with."""
    start, end = a.tokens[i], a.end(j + 1)
    that = j + 3 if a.text(j + 1) in ("that", "this") else end
    where = (
        that if closed(a.tokens[min(that, end - 1)]) == "PLACE" else end
    )  # *with the suit of that card in your hand*
    other, found = a.within(j + 1, where), a.within(where, end)
    for each in said:
        found += a.words(start, *(("and",) if each is not said[0] else ()), "whose")
        found += [each, *a.words(start, "is", "the"), each, a.spelled("of", start), *other]
    return Found(end - i, found)


def _attributes(a: Alternates, i: int, same: bool) -> tuple[list[Token], int]:
    """The attributes of *the suit and the rank*, *the same suit and rank*, and where the phrase ends."""
    found: list[Token] = []
    if a.text(i) != "the":
        return [], i
    while True:
        i += a.text(i) == "the"
        i += same and a.text(i) == "same"
        what = a.at(i)
        if not a.noun(what, "attribute", "list"):
            return [], i
        found.append(what)
        if a.text(i + 1) != "and":
            return found, i + 1
        i += 2


def there_are(a: Alternates, i: int) -> Found | None:
    """*there are at least as many sheep as cows* is *the number of sheep is at least the number of cows*; *more sheep
    than cows*, *fewer*; a state after the first (*as many sheep alive as cows*)
    and the place of one of them are said of both.
    """
    last = a.last.word
    bound = last if last in ("at least", "at most", "exactly") else ""
    there, end, alike = 3 if bound else 2, a.end(i + 1), a.text(i) == "as many"
    if len(a.out) < there or a.out[-there].word != "there" or (bound and not alike):
        return None
    at = _second(a, i + 1, end, "as" if alike else "than")
    if at is None:
        return None
    many, others = _said_of_both(a.within(i + 1, at), a.within(at + 1, end))
    compares = {"more": "higher than", "fewer": "lower than", "exactly": "", "as many": ""}.get(
        bound or a.text(i), bound
    )
    words = ("the", "number", "of")
    first = [a.said(words[0], a.out[-there]), *a.words(a.out[-there], *words[1:])]
    again = a.words(a.tokens[at], *words)
    is_ = [a.spelled(word, a.tokens[i]) for word in ("is", compares) if word]
    return Found(end - i, [*first, *many, *is_, *again, *others], drop=there)


def _second(a: Alternates, i: int, end: int, joint: str) -> int | None:
    """Where *than* stands between two things or players that begin and end here; None: something else is compared."""
    at = next((k for k in range(i, end) if a.text(k) == joint), i)
    head = next((token for token in a.tokens[at + 1 : end] if token.find("noun")), NO_TOKEN)
    return at if at > i and a.nominal(at + 1) and a.noun(head, "thing", "player", "place") else None


def done_most(a: Alternates, i: int) -> Found | None:
    """*the player who controls the most regions* is *with the most regions they control*; *you control the most
    regions* is *you have the most regions you control*.
    """
    *_, who, does, the = [None, None, None, *a.out][-3:]
    verb = does.find("verb") if does is not None else NO_READING
    if who is None or does is None or the is None or not verb or the.word != "the":
        return None
    if verb.id in AMOUNTS or not {"b", "t"} & set(verb.form):
        return None
    head = next((k for k in range(i + 1, a.end(i + 1)) if a.tokens[k].find("noun")), None)
    if head is None:
        return None
    most, base = a.tokens[i : head + 1], a.said(verb.id, does)
    if who.word == "who":
        said = [a.said("with", who), the, *most, a.spelled("they", does), base]
    elif in_condition(a) and who.word == "you":
        said = [who, a.said("have", does), the, *most, a.spelled("you", does), base]
    else:
        return None
    return Found(head + 1 - i, said, drop=3)


def most_done_of(a: Alternates, i: int) -> Found | None:
    """*the colour in which you have crossed off the fewest boxes* is *the colour with the fewest boxes that you have
    crossed off*.
    """
    value, joint = [*a.out[-2:], None, None][:2]
    if value is None or joint is None or joint.word not in ("in", "of") or len(a.tokens) < i + _MOST_OF_IT:
        return None
    if a.noun(value, "attribute") not in a.lexicon.vocabulary.lists or not _have_done(a, i + 1):
        return None
    end = a.end(i + 6)
    if a.text(i + 4) != "the" or a.text(i + 5) not in ("most", "fewest"):
        return None
    if any(not token.find("adj") for token in a.tokens[i + 6 : end - 1]):
        return None  # *… the most cats in the park*: a place would be that of what is done with the value
    said = [a.said("with", joint), *a.tokens[i + 4 : i + 6], *a.within(i + 6, end)]
    return Found(end - i, [*said, a.spelled("that", a.tokens[i]), *a.tokens[i + 1 : i + 4]], drop=1)


_MOST_OF_IT = 7
"""Words of *which you have sold the most stones*."""


def _have_done(a: Alternates, i: int) -> bool:
    """*you have crossed off*, *they have crossed off*."""
    does = a.at(i + 2)
    return a.text(i) in ("you", "they") and a.text(i + 1) == "have" and "n" in does.find("verb").form


def _said_of_both(many: list[Token], others: list[Token]) -> tuple[list[Token], list[Token]]:
    """A state after the first, and the place of one of them."""
    if len(many) > 1 and many[-1].find("adj") and not many[-1].find("noun"):
        many, others = [many[-1], *many[:-1]], [many[-1], *others]
    one, other = until(many, 0, _PLACE), until(others, 0, _PLACE)
    where, there = many[one:] or others[other:], others[other:] or many[one:]
    return [*many[:one], *where], [*others[:other], *there]


# --- How much -----------------------------------------------------------------------------------------------


def adds_up(a: Alternates, i: int) -> Found | None:
    """*if the dice add up to at least 12* is *if the sum of the dice is at least 12*."""
    clause = a.clause_before()
    subject = clause[1:] if clause and closed(clause[0]) in CONDITION else clause
    if a.text(i + 1) != "up to" or not subject or not subject[-1].find("noun"):
        return None
    if any(token.find("verb") and not token.find("noun") for token in subject):
        return None
    start, token = subject[0], a.tokens[i]
    total = [a.said("the", start), *a.words(start, "sum", "of")]
    first = a.spelled(start.word, start) if closed(start) in _DETERMINERS else start
    return Found(2, [*total, first, *subject[1:], a.spelled("is", token)], drop=len(subject))


def added(a: Alternates, i: int) -> Found | None:
    """*if the die plus your coins is at least 7* is *if the sum of the die and your coins is at least 7*."""
    clause = a.clause_before()
    subject = clause[1:] if clause and closed(clause[0]) in CONDITION else clause
    end = next((k for k in range(i + 1, len(a.tokens)) if a.text(k) in ("is", "are")), 0)
    more = a.tokens[i + 1 : end]
    if not subject or not more or any(closed(each) in CLAUSE | CONDITION for each in more):
        return None
    if any(token.find("verb") and not token.find("noun") for token in (*subject, *more)):
        return None
    more = [a.spelled("and", each) if each.word == "plus" else each for each in more]
    start, token = subject[0], a.tokens[i]
    total = [a.said("the", start), *a.words(start, "sum", "of"), *subject]
    total += [a.spelled("and", token), *more, a.spelled("is", a.tokens[end])]
    return Found(end + 1 - i, total, drop=len(subject))


def valuable(a: Alternates, i: int) -> Found | None:
    """*your most valuable gem of that suit* is *your gem of that suit with the highest value*, of things that have a
    value; *most expensive*, of things that have a cost or a price.
    """
    word = a.last.word if a.last else ""
    end = {"most": "highest", "least": "lowest", "fewest": "lowest"}.get(word)
    said = _extreme(a, i, end, "value" if a.text(i) == "valuable" else paid_for(a))
    return Found(*said, drop=1) if said is not None else None


def cheapest(a: Alternates, i: int) -> Found | None:
    """*the cheapest gem* is *the gem with the lowest cost*, of things that have a cost or a price."""
    said = _extreme(a, i, "lowest", paid_for(a))
    return Found(*said) if said is not None else None


def _extreme(a: Alternates, i: int, end: str | None, what: str | None) -> tuple[int, list[Token]] | None:
    """*gem with the highest value*, of the words of *valuable gem* from `i` on, and how many these are."""
    heads = (k for k in range(i + 1, len(a.tokens)) if a.nominal(k) and not a.nominal(k + 1))
    head = next(heads, None)
    if end is None or what is None or head is None or head > i + 3 or not a.noun(a.at(head), "thing"):
        return None
    if a.tokens[i].readings or not _has(a, what):
        return None  # a word of the pack
    after = _after_phrase(a, head + 1)
    said = a.words(a.tokens[i], "with", "the", end, what)
    return after - i, [*a.within(i + 1, after), *said]


def paid_for(a: Alternates) -> str | None:
    """What things cost here, a *cost* or a *price*; None: both."""
    nouns = a.lexicon.vocabulary.nouns
    borne = {name for noun in nouns.values() for name in noun.attributes}
    own = nouns["cost"].category != "attribute"  # which a definition says
    found = [what for what in ("cost", "price") if what in borne or (what == "cost" and own)]
    return (*found, "cost")[0] if len(found) < 2 else None


def _after_phrase(a: Alternates, i: int) -> int:
    """Where a noun phrase ends that goes on at `i` with *of that suit*, or not at all."""
    while a.text(i) == "of":
        noun = i + 1
        while noun < len(a.tokens) and closed(a.tokens[noun]) in _DETERMINERS:
            noun += 1
        if not a.nominal(noun):
            break
        while a.nominal(noun):
            noun += 1
        i = noun
    return i


def of_each(a: Alternates, i: int) -> Found | None:
    """*Score the value of the highest gem of each suit.* is *For each suit, score the value of the highest gem of that
    suit.*: the scores of a formula are added up.
    """
    said, value = since(a.out, SENTENCE), a.at(i + 1)
    if not value or a.noun(value, "attribute") not in a.lexicon.vocabulary.lists or not _best_of(a, said):
        return None
    rest = a.tokens[i + 2 : until(a.tokens, i, SENTENCE)]
    if any(closed(token) in _RECKONED or token.word in _BEYOND for token in rest):
        return None  # *… of each suit minus 1*: 1 of each, or of all?
    like = said[0]
    loop = [*a.words(like, "For each", value.text), mark("COMMA", like)]
    again = [a.spelled("score", like), *said[1:], a.spelled("that", a.tokens[i])]
    return Found(1, [*loop, *again], drop=len(said))


def _best_of(a: Alternates, said: list[Token]) -> bool:
    """*Score the value of the highest gem of …*."""
    words = [token.word for token in said]
    if words[:2] != ["score", "the"] or words[-1] != "of" or words.count("of") != 2:
        return False
    noun = said[-2].find("noun")
    one = bool(noun) and noun.form != "p" and bool(a.noun(said[-2], "thing"))
    return one and bool(set(words) & _EXTREMES)


def worth(a: Alternates, i: int) -> Found | None:
    """*Worth 2 points …*, *This is worth 2 points …*, *Worth as much as your best gem*, as a sentence of its own."""
    said = since(a.out, SENTENCE)
    opens = text_of(said) in ("", "this is", "this thing is")
    if not opens or a.tokens[i].readings:
        return None
    token = said[0] if said else a.tokens[i]
    if a.text(i + 1) == "as much" and a.text(i + 2) == "as" and _has(a, "value"):
        return Found(3, [a.spelled("Score", token), *a.words(token, "the", "value", "of")], drop=len(said))
    number, what = a.at(i + 1), a.noun(a.at(i + 2), "quantity")
    if number.type not in ("NUMBER", "SIGNED") or not what:
        return None
    return Found(1, [a.spelled("Score", token)], drop=len(said))


def _has(a: Alternates, what: str) -> bool:
    """Whether things have that attribute."""
    entry = a.lexicon.vocabulary.nouns.get(what)
    return entry is not None and entry.category == "attribute"


# --- More and less ------------------------------------------------------------------------------------------

_BY = {"less": "minus", "fewer": "minus", "more": "plus", "extra": "plus", "additional": "plus"}


def so_many_less(a: Alternates, i: int) -> Found | None:
    """*If you would lose life, lose 1 less.* is *…, lose that much life minus 1 instead.*, and so is *lose 1 life
    less*.
    """
    token, quantity = a.tokens[i], _would_be(a)
    named = 1 if a.noun(a.at(i + 1), "quantity") else 2
    sign = _BY.get(a.text(i + 3 - named))
    if sign is None or quantity is None:
        return None
    j = i + 2
    if same := a.noun(a.at(i + named), "quantity"):
        if same != quantity:
            return None
        j += 1
    j += a.text(j) == "instead"
    entry = a.lexicon.vocabulary.nouns[quantity]
    many = "that much" if entry.plural == entry.id else "that many"
    words = [a.said(many, token), a.said(entry.plural, token), a.said(sign, token), token]
    return Found(j - i, [*words, a.said("instead", token)]) if a.ends(j) else None


def _would_be(a: Alternates) -> str | None:
    """The quantity of which *If you would lose life,* speaks, where the same verb follows; None: nothing of it."""
    sentence = since(a.out, SENTENCE)
    event = [each.word for each in sentence]
    if "would" not in event or "," not in event[event.index("would") + 2 :]:
        return None
    at = event.index("would") + 1
    end = event.index(",", at)
    verb, said = sentence[at].find("verb"), sentence[-1].find("verb")
    if not verb or not said or said.id != verb.id:
        return None
    return next((noun for each in sentence[at + 1 : end] if (noun := a.noun(each, "quantity"))), None)


def gets(a: Alternates, i: int) -> Found | None:
    """*gets +2 power* is *has +2 power*, so is *has 2 more power*: no amount that is paid out, and no comparison.
    *gains 2 power this turn* is *has +2 power this turn*, and *gains SWIFT* is *has SWIFT*.
    """
    number = a.at(i + 1)
    if not number:
        return None
    verb = a.said(
        "has" if a.text(i) in ("has", "gets", "gains", "receives", "loses") else "have", a.tokens[i]
    )
    if number.type not in ("SIGNED", "NUMBER"):
        return Found(1, [verb]) if _gains_keyword(a, i) else None
    if number.type == "SIGNED":
        return Found(1, [verb]) if a.noun(a.at(i + 2), "attribute") else None
    if a.noun(a.at(i + 2), "attribute") and a.text(i) not in ("has", "have"):
        if a.text(i + 3) not in ("this", "until the end of"):
            return None
        by = "-" if a.text(i) in ("loses", "lose") else "+"
        return Found(2, [verb, a.number(f"{by}{number.reading.id}", number, "SIGNED")])
    sign = {"less": "-", "fewer": "-", "more": "+"}.get(a.text(i + 2))
    if sign is None or not a.noun(a.at(i + 3), "attribute") or in_condition(a) or compares(a, i):
        return None
    return Found(3, [verb, a.number(f"{sign}{number.reading.id}", number, "SIGNED")])


def _gains_keyword(a: Alternates, i: int) -> bool:
    """*gains SWIFT*, where it is no event."""
    keyword = is_keyword(a, a.tokens[i + 1]) and a.text(i) not in ("has", "have", "loses", "lose")
    return keyword and not in_condition(a)


def is_keyword(a: Alternates, token: Token) -> bool:
    """Whether it is the name of a keyword of the pack."""
    return named(token, a) == "keyword"


def bestowed(a: Alternates, i: int) -> Found | None:
    """*Give a cat +2 power this turn.* is *A cat has +2 power this turn.*; so is *Give +2 power to a cat.*  A
    keyword is given likewise: *Give a cat SWIFT this turn.*
    """
    joint, at = _joint_of_orders(a), _what_is_given(a, i + 1)
    if at is None or joint is None:
        return None
    what = a.tokens[at.start : at.stop]
    who, used = a.within(i + 1, at.start), at.stop
    if not who and a.text(used) == "to":
        who, used = _receiver(a, used + 1)
    if not who:
        return None
    who[0] = a.said("they" if who[0].word == "them" else who[0].text, a.tokens[i])
    said = [*who, a.spelled("have" if _are_several(who) else "has", a.tokens[i]), *what]
    if joint:
        who[0].spell(forms.capitalize(who[0].text))
        said = [mark("STOP", a.out[-joint]), *said]
    return Found(used - i, said, drop=joint)


def _what_is_given(a: Alternates, i: int) -> slice | None:
    """*+2 power*, or the name of a keyword, in the order that begins here."""
    end = a.end(i)
    at = next((k for k in range(i, end) if a.tokens[k].type == "SIGNED" or is_keyword(a, a.tokens[k])), None)
    if at is None:
        return None
    if is_keyword(a, a.tokens[at]):
        return slice(at, at + 1)
    return slice(at, at + 2) if a.noun(a.at(at + 1), "attribute") else None


def _receiver(a: Alternates, first: int) -> tuple[list[Token], int]:
    """*to each cat in the park this turn*: who gets it, and where that ends."""
    end = a.end(first)
    heads = (k for k in range(first, end) if a.noun(a.at(k), "thing") or closed(a.tokens[k]) == "PRON")
    head = next(heads, end - 1)
    until = (k for k in range(head, end) if a.text(k) in ("until", "until the end of"))
    this = (k for k in range(end - 1, head, -1) if a.text(k) == "this")
    used = next(until, next(this, head + 1))
    return a.within(first, used), used


def _are_several(who: list[Token]) -> bool:
    """*them*, *your cats*; of *each of your cats* and *one of them* it is one."""
    noun = next((found for token in who if (found := token.find("noun"))), None)
    first = who[0].word
    return first == "they" or (noun is not None and noun.form == "p" and first not in _SINGLE)


def _joint_of_orders(a: Alternates) -> int | None:
    """How many tokens join an order to the one before it (*, then*), which a full stop says as well; None: it is no
    order that may stand by itself.
    """
    sentence = since(a.out, SENTENCE)
    if not sentence:
        return 0
    if closed(sentence[0]) in CONDITION:
        return 0 if sentence[-1].type == "COMMA" else None
    joints = len(sentence) - next(
        (k + 1 for k in range(len(sentence) - 1, -1, -1) if closed(sentence[k]) not in _ANDS), 0
    )
    order = "b" in sentence[0].find("verb").form and not sentence[0].find("noun")
    return joints if order and joints else None
