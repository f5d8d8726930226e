"""What to say where *the pile* of a verb's phrase is taken for things: *takes a pile with a cat in it*.

A verb without slots takes what lies in a place, so what lies there is asked before, by the names of the pack:
*Before a player takes the pile, if there is a … on the table, …*.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolkit.language.ast import Noun
from toolkit.language.forms import verb_forms

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope
    from toolkit.compile.base.world import VerbInfo
    from toolkit.language.vocabulary import Template
    from toolkit.report.source import Span


ASKED_BEFORE = (
    "what lies there is asked before anything takes it away: *Before a player …s, if there are no … on …, …*"
)


def of_its_phrase(word: str, scope: Scope, said: Noun | None = None) -> str | None:
    """How it is asked what is taken, where the phrase of a verb ends in this word; None: no verb takes anything so.

    `said`: what was written instead.
    """
    for verb, known in sorted(scope.world.by_lemma.items()):
        for info, template in known:
            if not template.slots and template.fixed.split()[-1:] == [word] and info.clears:
                return _as_it_lay(verb, info, template, scope, said)
    return None


def before(at: Span, scope: Scope) -> str | None:
    """How it is asked what is taken by that of which the sentence has just spoken: *takes the pile, …, each cat in
    it*.
    """
    text = scope.span
    if text is None or text.source is not at.source:
        return None
    words = re.findall(r"\w+", text.source.text[text.start : at.start].casefold())
    phrases = (template for known in scope.world.by_lemma.values() for _, template in known)
    last = {each.fixed.rpartition(" ")[2] for each in phrases if not each.slots}
    return next(
        (hint for word in reversed(words) if word in last and (hint := of_its_phrase(word, scope))), None
    )


def of_its_verb(verb: str, scope: Scope, said: Noun | None) -> str | None:
    """The same of the phrase with this verb."""
    for info, template in scope.world.by_lemma.get(verb, ()):
        if info.clears and not template.slots:
            return _as_it_lay(verb, info, template, scope, said)
    return None


def of_either(verb: str, period: str | None, scope: Scope, said: Noun | None) -> str | None:
    """The same of a time in a phrase, of which more is said than *a pile*; else of the verb."""
    if period is None:
        return of_its_verb(verb, scope, said)
    return of_its_phrase(period, scope, said) if len(_text(said).split()) > BARE else None


def no_thing(period: str, scope: Scope, said: Noun | None) -> str:
    """A time is no thing; what is asked with *with*, and which one is the last."""
    hint = f"*{period}* is a time and no thing"
    if " with " in _text(said) and (asked := of_its_phrase(period, scope, said)):
        return f"{hint}; {asked}"
    if "last" in _text(said).split():
        hint += (
            "; that it is the last is asked by what shows it: *When …, if no player has any … in their …, …*"
        )
    return hint


BARE = 2
"""Words of *a pile*, of which nothing more is said."""


def _text(said: Noun | None) -> str:
    return said.span.text if said is not None and said.span is not None else ""


def _as_it_lay(verb: str, info: VerbInfo, template: Template, scope: Scope, said: Noun | None) -> str | None:
    if said is not None and _lies_nowhere(said, scope):
        return None
    place = scope.world.kinds[info.clears or ""]
    takes = f"{verb_forms(verb).third} {template.fixed}"
    lies = (
        f"what lies there is asked before it is taken: *Before a player {takes}, if there is a … {place.prep} the "
        f"{place.name}, …*"
    )
    words = _text(said)
    done = (
        _done_with(takes, place.name, scope) if " with " in words and not words.endswith(" in it") else None
    )
    return f"{done}; {lies}" if done else lies


def _lies_nowhere(said: Noun, scope: Scope) -> bool:
    """*the lot with a bid of less than 3*: an amount lies nowhere."""
    nouns = (each.head for each in said.every(Noun))
    return any(scope.world.quantity(noun or "") is not None for noun in nouns)


def _done_with(takes: str, place: str, scope: Scope) -> str | None:
    """With what it was done: what a verb leaves in that place."""
    put = next((each for each in scope.world.verbs.values() if _puts_there(each, place)), None)
    periods = sorted(scope.world.periods, key=lambda each: (each not in takes, each))
    if put is None or not periods:
        return None
    past = verb_forms(put.templates[0].verb).past
    asked = f"*When a player {takes}, if they {past} a … in this {periods[0]}, …*"
    return f"with what it was done is asked after *if*: {asked}"


def _puts_there(info: VerbInfo, place: str) -> bool:
    """Whether the verb leaves there what it is done with."""
    return info.lands is not None and getattr(info.lands.what, "head", None) == place
