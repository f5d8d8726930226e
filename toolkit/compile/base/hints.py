"""Hints that are made of what was typed, for `advice.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolkit.language.ast import Determiner, Node, Noun, is_until
from toolkit.language.forms import article
from toolkit.language.vocabulary import NounEntry

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope
    from toolkit.report.source import Span

_SHOWN = "that it is the {} is asked by what shows it:"


def apart(text: str) -> str | None:
    """*for each race fewer*: than what?  *Run another race*: the verb is done again.  *for 2 races*: until when?"""
    if text.split()[0].isdigit():
        time = "*until the end of this …*, *until your next …*"
        return f"a time ends at a moment: {time}; how long is left of a longer one is counted with a quantity"
    if text.split()[0].lower() in ("another", "extra"):
        period = text.split()[-1]
        after = f"*At the end of this {period}, … a {period}*"
        return f"what is done again comes after this one, {after}, or now: *… a {period}*"
    fewer = text.endswith((" fewer", " less", " more"))
    return "how far two amounts are apart is their difference: *… equal to … minus …*" if fewer else None


def let_choose(text: str, noun: str, *, may: bool) -> str:
    """*A player with a cat …*: which of them?  What one *may* do is mostly said of all of whom it is so."""
    if text == "you":  # on what belongs to nobody
        return (
            "nobody is *you* here: say *the active player …*, *each player …*, or *When a player …, they …*"
        )
    one = f"*Choose {text}. That {noun} …*"
    each = re.sub(r"^(?:a|an|the) ", "each ", text)
    if may and each != text:
        return f"say it of all: *{each[:1].upper()}{each[1:]} may …*, or let somebody choose: {one}"
    return f"let somebody choose: {one}, or say it of all: *Each {noun} …*"


def first_or_last(text: str) -> str | None:
    """*the first race of a season* is no time by itself: what shows that it is the first, or the last."""
    words = text.split()
    if "first" in words:
        return f"{_SHOWN.format('first')} *… while there are no … in …*, *… if no … was … in this …*"
    return f"{_SHOWN.format('last')} *… if no player has any … in their …*" if "last" in words else None


def lies_there(place: str, known: Iterable[str], scope: Scope) -> str | None:
    """*a unit in a region*, of what was named without its place; None: it is no place, or nothing was."""
    kinds = scope.world.kinds
    entry = scope.world.vocabulary.nouns.get(place)
    if entry is None or place not in kinds or entry.category != "place" or entry.place_of == "player":
        return None
    thing = next((head for head in known if head in kinds and kinds[head].category == "thing"), None)
    return f"{article(thing)} {thing} {kinds[place].prep} {article(place)} {place}" if thing else None


def where_again(at: Span | None, hint: str | None = None) -> str | None:
    """What to say besides where *it* stands after *in* or *from*: a place in which something was counted or moved."""
    before = at.source.text[: at.start].split()[-1:] if at is not None else []
    if not before or before[0] not in ("in", "on", "at", "from"):
        return hint
    again = f"a place that nobody has chosen is named again: *{before[0]} the …*, *{before[0]} your …*"
    return again if hint is None else f"{again}; {hint}"


def of_whose(text: str, entry: NounEntry, determiner: Determiner) -> tuple[tuple[str, ...], str | None]:
    """*your cat*, of which there are several; *one of your cats*, where only something definite can stand: what could
    stand there, and a hint.
    """
    whose = text.removesuffix(entry.plural).removesuffix(entry.id) + entry.plural
    if not determiner.of:
        return (f"*one of {whose}*", f"*each of {whose}*"), None
    that = f"that {entry.id}" if determiner.number in (None, 1) else f"those {entry.plural}"
    return (), f"choose first: *Choose {whose}. … {that} …*"


def of_each_player(noun: Noun | None, scope: Scope) -> tuple[tuple[str, ...], str] | None:
    """*the hand*, of which each player has one: what could stand there, and a hint."""
    if noun is None or noun.adjectives:
        return None
    entry = scope.world.vocabulary.noun(noun.head)
    if entry is None or (entry.category, entry.place_of) != ("place", "player"):
        return None
    name = entry.plural if noun.plural else entry.id
    hint = f"each player has {article(entry.id)} {entry.id} of their own: say whose"
    return (f"*your {name}*", f"*their {name}*", f"*all {entry.plural}*"), hint


def step_of_which(head: str | None, scope: Scope) -> str | None:
    """*at the end of the Draw step*: a step belongs to a time, which is named."""
    step = (head or "").removesuffix(" step").lower()
    times = [info.period for info in scope.world.verbs.values() if step in map(str.lower, info.step_names)]
    known = " or ".join(f"*the {head} of each {time}*" for time in times if time is not None)
    return f"say of what: {known}" if known else None


def no_amount_is_it(text: str) -> str | None:
    """*you gain them instead*, *raise it by 1*, of what was counted or changed."""
    if text in ("them", "they"):
        return "so many again are *that many …*, with their noun"
    return "no amount is called *it*: say what is changed again, *the …*, *your …*" if text == "it" else None


def for_a_time(said: Node) -> str | None:
    """*Put a cat in the park until the end of this turn*: what is done is done."""
    undone = "what is done once is undone by another sentence, *At the end of this …, …*"
    return f"{undone}; what holds for a time is *… has +1 … until …*" if is_until(said) else None


def undefined(noun: str, word: str, scope: Scope) -> str | None:
    """How a word is defined that the pack has declared and of which no definition says anything."""
    words, a = scope.world.vocabulary, article(noun)
    values = {value for each in words.lists.values() for value in each}
    entry = words.adjectives.get(word) or words.relations.get(word)
    if entry is None or entry.pack == "core" or word in values or word in scope.world.defined:
        return None
    other = f" another {noun}" if word in words.relations else ""
    so = f"*{a.capitalize()} {noun} is {word}{other} if …*"
    return f"*{word}* is declared, and no definition says when it is so: {so}"


def of_a_time(period: str) -> str:
    """What to say instead of *their turn* where that stands like a thing."""
    return (
        f"*{period}* is a time and nothing that somebody has: it ends when its steps are done; what is not done in it "
        f"is forbidden, *… cannot … until the end of your next {period}*"
    )
