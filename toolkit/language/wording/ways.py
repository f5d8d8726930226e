"""Accepted alternates for the ways of a choice that stand in one line: *Choose one: gain 2 coins, or draw a card.*

Rules of `clauses.py`, as in `people.py`: each way gets a line of its own.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import Token
from toolkit.language.wording.handing import amount_at
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CHOICE, SENTENCE, Found, closed, holds, mark, nth, since, until
from toolkit.language.wording.row import Filled, Row


def _of_who_does_it(a: Alternates, filled: Filled) -> bool:
    """Whether *or* follows between things, and who does it is who chooses (not *each player gains your choice of*)."""
    whose, before = filled["whose"][0], a.last
    at = next(k for k, token in enumerate(a.tokens) if token is whose)
    either = holds(a.tokens[at : until(a.tokens, at, SENTENCE)], "OR")
    verb = before.find("verb")
    return either and bool(verb) and a.whose() == whose.word


ROWS = (Row("{whose:your|their} choice of [any]", "", when=_of_who_does_it),)


def in_one_line(a: Alternates, i: int) -> Found | None:
    """*Choose one: 2 coins; or draw a card.*: a line for each way; what stands there alone is gained."""
    before, following = a.last, a.at(i + 1)
    if closed(before) != "CHOOSE_ONE" or not following or following.type == "BULLET":
        return None
    end = until(a.tokens, i + 1, SENTENCE)
    ways = [way for way in _parted(a.tokens[i + 1 : end]) if way]
    found = [_order(a, way) for way in ways]
    if len(found) < 2 or any(each is None for each in found):
        return None
    lines = [each for each in found if each is not None]
    made = [token for way in lines[:-1] for token in (mark("BULLET", way[0]), *way, mark("STOP", way[-1]))]
    return Found(end - i, [a.tokens[i], *made, mark("BULLET", lines[-1][0]), *lines[-1]])


def _parted(tokens: list[Token]) -> list[list[Token]]:
    """What stands between semicolons, else between commas, else between *or*s."""
    kinds = {token.type for token in tokens}
    ends = "SEMI" if "SEMI" in kinds else "COMMA" if "COMMA" in kinds else "OR"
    ways: list[list[Token]] = [[]]
    for token in tokens:
        if closed(token) == ends:
            ways.append([])
        elif ways[-1] or closed(token) != "OR":
            ways[-1].append(token)
    return ways


def _order(a: Alternates, way: list[Token]) -> list[Token] | None:
    """A way as an order that begins a line; None: it is none."""
    first = way[0]
    if first.type == "SIGNED" and first.text[0] == "+":  # *+1 coin*
        way = [a.number(first.reading.id.lstrip("+"), first), *way[1:]]
    amount, used = amount_at(type(a)(way, a.lexicon), 0)
    if amount and (used == len(way) or closed(way[used]) == "AND"):
        return [a.said("Gain", first), *amount, *way[used:]]
    if "b" not in first.find("verb").form:
        return None
    return [first.large(), *way[1:]]


def so_many_or_so_many(a: Alternates, i: int) -> Found | None:
    """*Pat 1 or 2 cats.* is *Choose one:*, *- Pat 1 cat.*, *- Pat 2 cats.*"""
    few, more, noun = a.last, a.at(i + 1), a.at(i + 2)
    sentence, end = since(a.out, SENTENCE), until(a.tokens, i, SENTENCE)
    may = [token.text.casefold() for token in sentence[:2]] == ["you", "may"]
    head, rest = sentence[2 * may : -1], a.tokens[i + 3 : end]
    if not few or not more or not noun or {few.type, more.type} != {"NUMBER"} or not head:
        return None
    entry = a.lexicon.vocabulary.nouns.get(a.noun(noun, "thing", "quantity"))
    if entry is None or len(head) > 1 or "b" not in head[0].find("verb").form or _goes_on(rest):
        return None
    order = a.spelled(forms.capitalize(head[0].text), head[0])
    made = _chosen(a, sentence, bool(may))
    for number in (few, more):
        one = a.spelled(entry.id if number.text == "1" else entry.plural, noun)
        made += [
            *([] if number is few else [mark("STOP", few)]),
            mark("BULLET", number),
            order,
            number,
            one,
            *rest,
        ]
    return Found(end - i, made, drop=len(sentence))


def so_many_to_so_many(a: Alternates, i: int) -> Found | None:
    """*1 or 2 small cats* are 1 to 2 of them, *1, 2 or 3* 1 to 3."""
    more, what, said = a.at(i + 1), a.at(i + 2), a.out
    of_what = what.word in ("of", "other") or any(each.kind in ("noun", "adj") for each in what.readings)
    drop = 2 if closed(a.last) == "COMMA" else 1
    if not _one_less(nth(said, -drop), more) or not of_what:
        return None
    while closed(nth(said, -drop - 1)) == "COMMA" and _one_less(nth(said, -drop - 2), nth(said, -drop)):
        drop += 2
    return Found(1, [nth(said, -drop), a.spelled("to", a.tokens[i])], drop=drop)


def _one_less(few: Token, more: Token) -> bool:
    """*1, 2*, *1 or 2*."""
    return few.type == more.type == "NUMBER" and int(few.reading.id) + 1 == int(more.reading.id)


def _chosen(a: Alternates, sentence: list[Token], may: bool) -> list[Token]:
    """*Choose one:*, *You may choose one:*."""
    like = sentence[0]
    told = [*sentence[:2], a.spelled("choose one", like)] if may else [a.said("Choose one", like)]
    told[-1].readings, told[-1].type = CHOICE, "CHOOSE_ONE"
    return [*told, mark("COLON", like)]


def _goes_on(rest: list[Token]) -> bool:
    """Whether more is said than what is done, and with what."""
    return holds(rest, "COMMA", "AND", "OR", "THEN", "IF", "SEMI")


def combined(a: Alternates, i: int) -> Found | None:
    """*Gain 3 coins and points in any combination.*: 3 times one of them."""
    if a.text(i + 1) != "any" or a.text(i + 2) != "combination":
        return None
    clause = since(a.out, SENTENCE)
    nouns = [noun for token in clause[2:] if (noun := a.noun(token, "quantity"))]
    parts = {closed(token) for token in clause[2:] if not a.noun(token, "quantity")}
    if len(clause) < 5 or clause[1].type != "NUMBER" or not parts <= {"AND", "OR", "COMMA", "AND_OR"}:
        return None
    gain, like = clause[0].find("verb"), clause[0]
    if gain.id not in ("gain", "lose", "pay") or len(nouns) < 2:
        return None
    token = a.tokens[i]
    colon = mark("COLON", like)
    choose = Token("choose one", token.start, token.end, token.span, CHOICE, "CHOOSE_ONE")
    made = [a.said("Repeat", like), clause[1], a.spelled("times", like), colon, choose, colon]
    for k, noun in enumerate(nouns):
        one = [a.spelled(gain.id.capitalize(), like), a.number("1", clause[1]), a.spelled(noun, token)]
        made += [*([mark("STOP", token)] if k else []), mark("BULLET", token), *one]
    return Found(3, made, drop=len(clause))
