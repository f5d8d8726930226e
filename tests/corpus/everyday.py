"""Verbs that the corpora and the parser's tests take for granted: in a game each is a kernel verb or a verb
of the pack.
"""

from __future__ import annotations

from toolkit.language.core import phrases_of
from toolkit.language.vocabulary import Template

EVERYDAY: dict[str, tuple[str, ...]] = {
    "apply": ("", "{rule} to {thing}"),
    "attach": ("{thing} to {thing}",),
    "become": ("{adj}",),
    "begin": ("",),
    "cancel": ("{text}",),
    "carry out": ("{text}",),
    "cost": ("{amount}",),
    "count": ("as {any}",),
    "deal": ("{thing}", "{thing} to {place}"),
    "discard": ("{thing}", "{thing} from {place}"),
    "do": ("{any}",),
    "draw": ("{thing}",),
    "fill": ("{place}",),
    "gain": ("{amount}",),
    "give": ("{any} to {player}",),
    "happen": ("",),
    "hold": ("{any}",),
    "keep": ("{any}",),
    "leave": ("{place}",),
    "look at": ("{thing}",),
    "lose": ("{any}",),
    "lower": ("{amount}", "{amount} by {amount}"),
    "move": ("{thing}", "{thing} to {place}"),
    "pay": ("", "{amount}", "{amount} as {amount}"),
    "place": ("{thing} place {place}", "{thing} from {place} place {place}"),
    "play": ("{thing}", "{thing} from {place}"),
    "put": (
        "{thing} place {place}",
        "{thing} from {place} place {place}",
        "{thing} place {place} as {thing}",
    ),
    "raise": ("{amount}", "{amount} by {amount}"),
    "remove": ("{thing}", "{thing} from {place}"),
    "replace": ("{thing} with {thing}",),
    "return": ("{thing}", "{thing} to {place}"),
    "reveal": ("{thing}", "{thing} to {player}"),
    "roll": ("{thing}",),
    "set": ("{amount} to {amount}",),
    "shuffle": ("{thing}", "{thing} into {place}"),
    "stay": ("place {place}", "{adj}"),
    "steal": ("from {player}", "{thing} from {player}"),
    "swap": ("{thing}", "{thing} with {thing}"),
    "take": ("{thing}", "{thing} from {place}", "{thing} into {place}"),
    "turn": ("{thing}",),
    "use": ("{any}",),
    "win": ("", "{period}", "{period} by {amount}"),
    "work": ("",),
}


def everyday_verbs() -> list[Template]:
    """Their phrases."""
    return [template for verb, phrases in EVERYDAY.items() for template in phrases_of(verb, phrases)]
