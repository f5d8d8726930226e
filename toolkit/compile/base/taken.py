"""What to say where *the trick* of a verb's phrase is taken for things: *takes a trick with a star in it*.

A verb without slots takes what lies in a place, so what lies there is asked before, by the names of the pack:
*Before a player takes the trick, if there is a … on the table, …*.
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
            if info.clears and not template.slots and template.fixed.split()[-1:] == [word]:
                return _as_it_lay(verb, info, template, scope, said)
    return None


def before(at: Span, scope: Scope) -> str | None:
    """How it is asked what is taken by that of which the sentence has just spoken: *takes the trick, …, each star in
    it*.
    """
    text = scope.span
    if text is None or text.source is not at.source:
        return None
    words = re.findall(r"\w+", text.source.text[text.start : at.start].casefold())
    return next((hint for word in reversed(words) if (hint := of_its_phrase(word, scope))), None)


def of_its_verb(verb: str, scope: Scope, said: Noun | None) -> str | None:
    """The same of the phrase with this verb."""
    for info, template in scope.world.by_lemma.get(verb, ()):
        if info.clears and not template.slots:
            return _as_it_lay(verb, info, template, scope, said)
    return None


def _as_it_lay(verb: str, info: VerbInfo, template: Template, scope: Scope, said: Noun | None) -> str | None:
    place = scope.world.kinds[info.clears or ""]
    takes = f"{verb_forms(verb).third} {template.fixed}"
    nouns = {each.head for each in said.walk() if isinstance(each, Noun)} if said is not None else set()
    if any(scope.world.quantity(noun or "") for noun in nouns):
        return None  # *the lot with a bid of less than 3*: that lies nowhere
    lies = (
        f"what lies there is asked before it is taken: *Before a player {takes}, if there is a … {place.prep} the "
        f"{place.name}, …*"
    )
    put = next((each for each in scope.world.verbs.values() if _puts_there(each, place.name)), None)
    words = said.span.text if said is not None and said.span is not None else ""
    if " with " not in words or words.endswith(" in it") or put is None or not scope.world.periods:
        return lies
    past = verb_forms(put.templates[0].verb).past
    period = next(iter(sorted(scope.world.periods, key=lambda each: (each not in template.fixed, each))))
    done = f"*When a player {takes}, if they {past} a … in this {period}, …*"
    return f"with what it was done is asked after *if*: {done}; {lies}"


def _puts_there(info: VerbInfo, place: str) -> bool:
    """Whether the verb leaves there what it is done with."""
    return info.lands is not None and getattr(info.lands.what, "head", None) == place
