"""What players have learned between two states of a game, so that it cannot be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.play.brief import PLAIN

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.play.game import Game


def learned(game: Game, before: State, after: State) -> str:
    """What somebody knows since, in words; empty: nothing that was not known.  Of several things it is said of one, and
    which one that is depends on nothing that lies hidden.
    """
    if before.counter != after.counter or before.pins != after.pins:
        return "chance has decided something since"
    kernel, names = game.machine.kernel, game.teller.names
    found: list[tuple[bool, str]] = []
    for entity, seers in _seen_since(game, before, after).items():
        known = kernel.seers(before, entity)
        new = [player for player in kernel.model.players if (seers & ~known) >> player & 1]
        if new:
            hidden = seers | known != kernel.everybody
            what = names.hidden(entity) if hidden else names.fixed(entity)
            found.append((hidden, f"{game.name(new[0])} has seen {what} since"))
    return min(found, default=(False, ""))[1]


def _seen_since(game: Game, before: State, after: State) -> dict[int, int]:
    """For each component the players who know it after, or knew it in between, by the log: it may have been hidden
    again.
    """
    model, kernel, verbs = game.compiled.model, game.machine.kernel, game.compiled.ruleset.verbs
    seen = {e: kernel.seers(after, e) for e in range(model.count) if model.is_component[e]}
    for number, _, roles, _, _, _, unseen in (after.log or ())[len(before.log or ()) :]:
        if verbs[number].program >= 0:
            continue  # its steps are in the log, too
        seers = dict(unseen)
        for name, value in zip(verbs[number].roles, roles, strict=False):
            if name not in PLAIN and type(value) is int and value in seen:
                seen[value] |= seers.get(value, kernel.everybody)
    return seen
