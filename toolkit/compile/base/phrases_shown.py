"""The phrases of the verbs that a pack has, as a message shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.forms import article, verb_forms
from toolkit.language.phrase import show

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope

MOST = 8
"""Words that are shown as what could stand there."""


def shown_phrases(verb: str, scope: Scope) -> tuple[str, ...]:
    """The phrases of a verb that is an event, as an author writes them."""
    shown = {show(template) for _, template in scope.world.by_lemma.get(verb, ())}
    return tuple(f"`{phrase}`" for phrase in sorted(shown))[:MOST]


def said_of(verb: str, scope: Scope) -> tuple[str, ...]:
    """What a defined verb joins: *a player owns a card*."""
    third = verb_forms(verb).third
    said = dict.fromkeys(
        f"*{article(entry.kinds[0])} {entry.kinds[0]} {third} {article(entry.kinds[1])} {entry.kinds[1]}*"
        for entry in scope.world.defined.get(verb, ())
        if len(entry.kinds) == 2
    )
    return tuple(said)[:MOST]


def in_its_phrase(period: str, scope: Scope) -> tuple[str, ...]:
    """`skip the round`: what else is done with a time than to let it run."""
    found = ((verb, *each) for verb, all_ in scope.world.by_lemma.items() for each in all_)
    said = (f"`{verb} {t.fixed}`" for verb, info, t in found if not (info.period or t.slots))
    return tuple(sorted(each for each in said if each.endswith(f" {period}`")))[:MOST]
