"""Which word of a sentence that does not fit stands in the wrong place: found by trying.

Near the place where a sentence breaks off, two neighbours are exchanged, one word is put elsewhere, or one is left out.
What can then be read was probably meant, and the caret goes to the word that had to move: a parser alone only knows
where it could not go on, which is often a word or two later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from toolkit.language import forms
from toolkit.language.lexer import Token, names
from toolkit.language.parsing.grammar import STARTS
from toolkit.language.parsing.scanner import read
from toolkit.language.vocabulary import no_state
from toolkit.language.wordings import Rewording, table
from toolkit.report import Diagnostic, Fix, Span, Text, diagnose

if TYPE_CHECKING:
    from toolkit.language.parsing.parser import Parser
    from toolkit.language.parsing.trouble import Place

BEFORE, AFTER, FAR = 6, 5, 7
"""How many words before and after the place are tried, and how far one is moved."""

MARKS = ("STOP", "COLON", "COMMA", "CLAUSE_COMMA", "BULLET")
CONDITIONS = ("IF", "WHEN", "AS_LONG_AS", "FOR_EACH", "TIME")

TURNING = ("NOT", "DO_NOT", "ONLY", "RELATION")
"""Words that change what a sentence means wherever they stand: never proposed to be left out or moved."""

_PERSONS = frozenset({"you", "they"})

LONGEST = 40
"""Words; longer sentences are not tried."""


def reworded(place: Place) -> Diagnostic | None:
    """Words that people use for others: the sentence can be read with these."""
    return _rewritten(place.parser, _typed(place), place.start, table().phrases)


def spliced(place: Place) -> Diagnostic | None:
    """*Red draws a card, Blue gains 1 coin*: two sentences with only a comma between them."""
    return _rewritten(place.parser, _typed(place), place.start, table().spliced)


def unknown_phrase(parser: Parser, sentence: list[Token], start: str) -> Diagnostic | None:
    """As `reworded`, for a sentence with words that are unknown."""
    return _rewritten(parser, sentence, start, table().phrases, unknown=True)


def _typed(place: Place) -> list[Token]:
    return place.tokens if _words(place) else []


def _rewritten(
    parser: Parser, tokens: list[Token], start: str, wordings: tuple[Rewording, ...], *, unknown: bool = False
) -> Diagnostic | None:
    if not tokens or "\n" in (text := tokens[0].span.cover(tokens[-1].span).text):
        return None
    source, begin = tokens[0].span.source, tokens[0].span.start
    strange = [token.span for token in tokens if token.type == "UNKNOWN"]
    for wording in wordings:
        for match in wording.said.finditer(text):
            span = Span(source, begin + match.start(), begin + match.end())
            if unknown and not any(s.start < span.end and span.start < s.end for s in strange):
                continue
            if (found := _meant(parser, text, match, span, wording, start)) is not None:
                return found
    return None


def _meant(
    parser: Parser, text: str, match: re.Match[str], span: Span, wording: Rewording, start: str
) -> Diagnostic | None:
    """What a wording is said as; None: the sentence is not right with that."""
    said = match[0].strip(" ,") or match[0]
    if wording.written is None:
        return diagnose("SAY0402", span, word=said, hint=wording.hint)
    if match.start() == 0:  # its first word may come to stand inside
        within = wording.said.match(text[0].lower() + text[1:]) or match
        written = forms.capitalize(within.expand(wording.written))
    else:
        written = match.expand(wording.written)
    tried = text[: match.start()] + written + text[match.end() :]
    if parser.read(Text.plain(tried), start).diagnostics:
        return None
    fixes = [Fix(f"write *{written.strip()}*" if written.strip() else "leave it out", span, written)]
    if wording.joint:
        return diagnose("SAY0501", span, found=f"*{said}*", hint=wording.hint, fixes=fixes)
    return diagnose("SAY0402", span, word=said, hint=wording.hint, fixes=fixes)


def swapped(place: Place) -> Diagnostic | None:
    """Two neighbours that should be the other way round."""
    verb = place.token.find("verb")
    if verb and not {"b", "t"} & set(verb.form):
        return None  # *each unit lost here*: a clause is missing, not another order
    words = _own_words(place)
    for k in _near(place, words):
        if k + 1 < len(words) and words[k].text != words[k + 1].text:
            tried = [*words[:k], words[k + 1], words[k], *words[k + 2 :]]
            if _likely(words, tried, k, k + 1) and _reads(place, tried):
                return _order(words, tried, (k, k + 1))
    return None


def no_comma(place: Place) -> Diagnostic | None:
    """*When a player wins they draw a card*: the comma after a condition, which may be missing words before."""
    words = _words(place)
    if not words or words[0].type not in CONDITIONS or any(word.type == "CLAUSE_COMMA" for word in words):
        return None
    source, end = words[0].span.source, words[-1].span.end
    if "\n" in source.text[words[0].span.start : end]:
        return None
    for before, word in pairwise(words):
        if word.type in MARKS or word.start > place.token.start:
            continue
        tried = f"{source.text[words[0].span.start : before.span.end]},{source.text[before.span.end : end]}"
        if not place.parser.read(Text.plain(tried), place.start).diagnostics:
            at = Span(source, before.span.end, before.span.end)
            return diagnose("SAY0518", word.span, word=word.text, fixes=[Fix("put a comma", at, ",")])
    return None


def moved(place: Place) -> Diagnostic | None:
    """A word that belongs somewhere else."""
    words = _own_words(place)
    ended = (
        place.token.type == "STOP"
    )  # something may be missing rather than misplaced: only the last word can be too late
    for k in _near(place, words):
        if not words[k].text[:1].isalnum() or (ended and k < len(words) - 2):
            continue
        if words[k].type in TURNING or (k == 0 and place.index > 2):
            continue  # who acts stands in front, and is not what went astray
        rest = [*words[:k], *words[k + 1 :]]
        for to in range(max(0, k - FAR), min(len(rest), k + FAR)):
            if to in (k - 1, k, k + 1):
                continue
            tried = [*rest[:to], words[k], *rest[to:]]
            if _likely(words, tried, min(k, to), max(k, to)) and _reads(place, tried):
                return _order(words, tried, (k, k))
    return None


def _likely(words: list[Token], tried: list[Token], first: int, last: int) -> bool:
    """Whether somebody may have slipped like this, the words from `first` to `last` being those that change places.

    Nobody puts a word on the other side of a comma, tears a number from what it counts, or speaks of who acts last.
    """
    if any(word.type in MARKS for word in words[first : last + 1]):
        return False
    if first == 0 and any(reading.kind in ("name", "noun") for reading in words[0].readings):
        return False
    if tried[0].find("verb") and not words[0].find("verb") and not tried[0].text[:1].isupper():
        return False
    if words[0].find("verb") and tried[0].word in _PERSONS:
        return False  # *Pay you 1 coin.* orders it, and *You pay 1 coin.* turns round who gets it
    if _strange(tried) and not _strange(words):
        return False
    before, after = _counted(words), _counted(tried)
    return before <= after


def _strange(words: list[Token]) -> bool:
    """Whether nobody says the words in this order: *them accused*; *have* at the end."""
    return words[-1].word in ("has", "have") or any(_never(one, two) for one, two in pairwise(words))


def _never(one: Token, two: Token) -> bool:
    """Whether two words never stand side by side in English: *them accused*, *or of*, *each 2*, *put cards* for those
    that were put.
    """
    joint = one.type in ("AND", "OR") or one.word in ("and", "or")
    them = one.word == "them" and bool(two.find("verb"))
    each = one.word == "each" and (two.type == "NUMBER" or {*"bn"} <= {*two.find("verb").form})
    return each or (joint and two.word == "of") or (them and not two.find("noun"))


def _counted(words: list[Token]) -> set[tuple[int, int]]:
    """The numbers, or what else says which ones, and nouns that stand side by side, by where they were typed."""
    return {
        (number.start, noun.start)
        for number, noun in pairwise(words)
        if number.type in ("NUMBER", "ORD", "ADJ") and (noun.find("noun") or noun.find("adj"))
    }


def superfluous(place: Place) -> Diagnostic | None:
    """A word without which the sentence can be read; alike ones that stand together are shown together.

    One that turns the meaning round was not typed by accident, nor was an *or*: without it both would have to be so.
    What stands after *has* or *is* says what has happened, and without it something else is said.
    """
    words = _words(place)
    found = [
        k
        for k in _near(place, words)
        if words[k].type not in TURNING
        and not _says_something(words, k)
        and _reads(place, [*words[:k], *words[k + 1 :]])
    ]
    if not found:
        return None
    first = last = found[0]
    while last + 1 in found and words[last + 1].type == words[first].type:
        last += 1
    while first - 1 in found and words[first - 1].type == words[last].type:
        first -= 1
    span = words[first].span.cover(words[last].span)
    without = _sentence([*words[: found[0]], *words[found[0] + 1 :]])
    hint = f"Without *{words[found[0]].text}* it can be read: *{without}*"
    said = words[found[0]]
    state = no_state(said.reading.id, place.parser.lexicon.vocabulary.nouns) if said.find("noun") else None
    instead = state or INSTEAD.get(said.word)
    return diagnose("SAY0517", span, word=span.text, hint=instead if state or _tells(said) else hint)


def together(place: Place) -> Diagnostic | None:
    """*You and the first player together have 5 coins*."""
    token, hint = place.token, INSTEAD["together"]
    return (
        diagnose("SAY0501", token.span, found="*together*", hint=hint) if token.word == "together" else None
    )


def for_a_cost(place: Place) -> Diagnostic | None:
    """*Pay 1 coin: Draw a card*: an order, or an amount, before a colon."""
    before = place.at(-1)
    if place.token.type != "COLON" or place.index < 2 or not before:
        return None
    orders = (token for token in place.tokens[: place.index] if token.type in ("VERB", "NUMBER"))
    if next(orders, None) is None and not any(token.find("verb") for token in place.tokens[: place.index]):
        return None
    may = _offered(place) or "*You may …. If you do, …*"
    hint = (
        f"before a colon stands a label; what is done for a cost is {may}: under `rules` it says when (*At the start "
        "of …, you may …*), in a field of its own (`sentences: {action: effect}`) a verb resolves it"
    )
    return diagnose("SAY0502", before.span, hint=hint)


def _offered(place: Place) -> str | None:
    """*You may pay 1 coin. If you do, draw a card.*, of a rule at a time, if that can be read."""
    source, colon = place.token.span.source, place.token
    behind = [token for token in place.tokens if token.start > colon.start and token.type != "STOP"]
    if not behind:
        return None
    cost = source.text[place.tokens[0].span.start : colon.span.start].strip()
    done = source.text[behind[0].span.start : behind[-1].span.end]
    when = "At the start of each turn, you" if place.start == "statement" else "You"
    offer = f"{when} may {cost[:1].lower()}{cost[1:]}. If you do, {done[:1].lower()}{done[1:]}."
    return None if place.parser.read(Text.plain(offer), place.start).diagnostics else f"*{offer}*"


def _says_something(words: list[Token], k: int) -> bool:
    """Whether a sentence without this word would be another one: an *or*, or what has been done."""
    done = words[k].word == "been" or "n" in words[k].find("verb").form
    before = words[k - 1].word if k else ""
    return words[k].word == "or" or (done and before in ("has", "have", "is", "are", "was", "were"))


def _tells(word: Token) -> bool:
    """Whether it says which, how many, how often or whether (*the last player*, *twice*, *may*), or what (a noun):
    without it something else would be said.
    """
    return word.type in _TELLING or word.word in _TOGETHER or bool(word.find("noun"))


_TELLING = names("MODAL NUMBER ORD TIMES TMANY QOUT MOST MORE BOUND ONCE OTHER RANDOM")
INSTEAD = {
    "together": "what several have together is a sum: *the sum of the … of you and the player to your left*",
    "each": "say who they are: *You and that player each …*",
    "both": "say who they are: *You and that player each …*",
}
"""What to say for words that make one of several, or of one several."""
_TOGETHER = frozenset(
    {"total", "combined", "set", "sets", "twice", "in turn order", "of", "is", "are", *INSTEAD}
)

_NEGATIONS = frozenset({"no", "nobody", "none", "not"})
"""Words that say something else about those on their other side."""


def _order(words: list[Token], tried: list[Token], at: tuple[int, int]) -> Diagnostic:
    first, last = at
    span = words[first].span.cover(words[last].span)
    right = _sentence(tried)
    whole = Span(span.source, words[0].span.start, words[-1].span.end)
    fixes = [Fix("write the words in this order", whole, right)] if "\n" not in whole.text else []
    if any(each.word in _NEGATIONS for each in words):
        hint = (
            "in another order it would deny something else; ask it of one at a time: *For each player, if that player "
            "… nobody …, that player …*"
        )
        said = " ".join(w.text for w in words[first : last + 1])
        return diagnose("SAY0516", span, words=said, hint=hint)
    return diagnose(
        "SAY0516",
        span,
        words=" ".join(w.text for w in words[first : last + 1]),
        hint=f"did you mean: *{right}*",
        fixes=fixes,
    )


def _words(place: Place) -> list[Token]:
    """The sentence as typed; empty if it is too long to be tried."""
    typed = [token for token in place.tokens if token.text]
    return typed if len(typed) <= LONGEST else []


def _own_words(place: Place) -> list[Token]:
    """The sentence as typed; empty also if some words stand for others: in another order those might stand for other
    words, and what is proposed would mean something else (*of which you have seen all cards* is not *with all cards
    that you have seen*).
    """
    words = _words(place)
    typed = all(word.word == word.span.said.casefold() for word in words)
    return words if typed else []


def _near(place: Place, words: list[Token]) -> Iterator[int]:
    """Positions near the place, the nearest first."""
    if not words:
        return iter(())
    token = place.token
    at = next((k for k, word in enumerate(words) if word.start >= token.start), len(words) - 1)
    order = sorted(
        range(max(0, at - BEFORE), min(len(words), at + AFTER + 1)), key=lambda k: (abs(k - at), k)
    )
    return iter([k for k in order if words[k].type not in ("STOP", "BULLET")])


CLOSE = frozenset({".", ",", ":", "'s", "’s", "'", "’"})
"""What no space stands before."""


def _sentence(words: list[Token]) -> str:
    """The words as a sentence."""
    out = ""
    for number, word in enumerate(words):
        text = word.text
        if (
            number
            and not any(r.kind == "name" for r in word.readings)
            and words[0] is not word
            and text[:1].isupper()
        ):
            text = text[:1].lower() + text[1:] if word.readings else text
        out += text if not out or text in CLOSE else f" {text}"
    return forms.capitalize(out)


def _reads(place: Place, words: list[Token]) -> bool:
    """Whether these words in this order are a sentence of the field."""
    parser = place.parser
    tokens, found = read(Text.plain(_sentence(words)), parser.lexicon)
    if found or not tokens or tokens[-1].type not in ("STOP", "COLON"):
        return False
    tagged = parser.tagger.tag(tokens)
    if any(one.type in ("IF", "WHEN") and two.type[:2] in ("V_", "BE") for one, two in pairwise(tagged)):
        return False  # of whom?
    if parser.try_run(tagged, STARTS[place.start]) is None:
        return False
    return not parser.read(Text.plain(_sentence(words)), place.start).diagnostics
