"""What the counts of a tally mean: plain data, the same for the same games, with no clock time in it.

Averages are of whole games; an interval of a win rate is Wilson's, at 95 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from toolkit.prove.inference import DIGITS, rate, wilson
from toolkit.prove.insight import base, beginning, drama, idle, unwanted, wanted, warnings

if TYPE_CHECKING:
    from toolkit.pack.source import Component
    from toolkit.prove.simulate import Lab
    from toolkit.prove.tally import Tally


def spread(values: Mapping[int, int]) -> dict[str, Any]:
    """Mean, standard deviation, least, middle, most, and the counts themselves."""
    number = sum(values.values())
    if not number:
        return {"mean": None, "deviation": None, "least": None, "median": None, "most": None, "counts": []}
    mean = sum(value * times for value, times in values.items()) / number
    variance = sum((value - mean) ** 2 * times for value, times in sorted(values.items())) / number
    seen, median = 0, 0
    for value in sorted(values):
        seen += values[value]
        if 2 * seen >= number:
            median = value
            break
    return {
        "mean": round(mean, DIGITS),
        "deviation": round(sqrt(variance), DIGITS),
        "least": min(values),
        "median": median,
        "most": max(values),
        "counts": [[value, values[value]] for value in sorted(values)],
    }


def summary(lab: Lab, tally: Tally) -> dict[str, Any]:
    """Everything that is reported about the games of a job."""
    setup, ruleset = lab.setup, lab.compiled.ruleset
    names = [lab.rig.teller.names.fixed(player) for player in lab.compiled.model.players]
    return {
        "pack": lab.pack.id,
        "digests": dict(lab.pack.source.digests),
        "games": tally.games,
        "asked": lab.job.games,
        "seed": lab.job.seed,
        "players": setup.players,
        "bots": list(lab.bots),
        "scenario": setup.scenario,
        "options": dict(setup.options),
        "decks": {names[seat - 1]: deck.name for seat, deck in setup.decks.items()},
        "length": {
            "decisions": spread(tally.decisions),
            **{
                name: spread(_of(tally.periods, number))
                for number, name in enumerate(ruleset.periods)
                if any(key[0] == number for key in tally.periods)
            },
        },
        "drama": drama(tally, spread),
        "began": beginning(tally),
        "base": base(lab, tally),
        "draws": tally.draws,
        "shared": tally.shared,
        "seats": [
            {
                "seat": seat,
                "name": names[seat - 1],
                "bot": lab.bots[seat - 1] if seat <= len(lab.bots) else "automaton",
                "wins": tally.wins[player],
                "rate": rate(tally.wins[player], tally.games),
                "interval": list(wilson(tally.wins[player], tally.games)),
                "amounts": _amounts(lab, tally, player),
            }
            for seat, player in enumerate(lab.compiled.model.players, 1)
        ],
        "amounts": _amounts(lab, tally, 0),
        "verbs": [
            {"verb": verb.id, "games": tally.verb_games[number], "events": tally.verb_events[number]}
            for number, verb in enumerate(ruleset.verbs)
            if tally.verb_events[number]
        ],
        "declared": [ruleset.verbs[number].id for number in pack_verbs(lab)],
        "components": _components(lab, tally),
        "groups": _groups(lab, tally),
        "idle": idle(lab, tally),
        "unwanted": unwanted(lab, tally),
        "warnings": warnings(lab, tally),
        "failed": [
            {"game": failed.game, "seed": failed.seed, "reason": failed.reason, "place": failed.place}
            for failed in tally.failed
        ],
    }


def _of(counts: Counter[tuple[int, int]], first: int) -> dict[int, int]:
    return {value: times for (key, value), times in counts.items() if key == first}


def _amounts(lab: Lab, tally: Tally, entity: int) -> dict[str, Any]:
    """The final quantities of a player, or of the game."""
    return {
        name: spread({v: times for (c, e, v), times in tally.amounts.items() if (c, e) == (column, entity)})
        for column, name, owners in lab.amounts
        if entity in owners
    }


# --- Components ---------------------------------------------------------------------------------------------


def pack_verbs(lab: Lab) -> list[int]:
    """The verbs that the pack itself declares."""
    return [info.index for info in lab.compiled.world.verbs.values() if info.kernel is None]


def _components(lab: Lab, tally: Tally) -> list[dict[str, Any]]:
    """Each document of a component: in how many games each verb was about it, how often, and what that
    earned; and how often those won who had it at the end.
    """
    return [
        {
            "kind": document.kind,
            "id": document.id,
            "name": document.text,
            "verbs": _uses(lab, tally, [number]),
            "held": _held(tally, [number]),
            "wanted": wanted(tally, [number]),
        }
        for number, document in enumerate(lab.documents)
    ]


def _held(tally: Tally, documents: Iterable[int]) -> dict[str, Any]:
    """How many players had one of these at the end, and how often those won."""
    documents = list(documents)
    players, wins = (sum(counts[d] for d in documents) for counts in (tally.held, tally.held_wins))
    return {
        "players": players,
        "wins": wins,
        "rate": rate(wins, players),
        "interval": list(wilson(wins, players)),
    }


def _uses(lab: Lab, tally: Tally, documents: Iterable[int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    documents = list(documents)
    about = _about(lab, documents)
    for number, verb in enumerate(lab.compiled.ruleset.verbs):
        events = sum(tally.use_events[d, number] for d in documents)
        if not events and number not in about:
            continue
        earned = {
            name: rate(gained, events)
            for column, name, _ in lab.amounts
            if (gained := sum(tally.earned[d, number, column] for d in documents))
        }
        found[verb.id] = {
            "games": sum(tally.use_games[d, number] for d in documents),
            "events": events,
            **({"earned": earned} if earned else {}),
        }
    return found


def _about(lab: Lab, documents: list[int]) -> set[int]:
    """The verbs of the pack that can be about things of these kinds, so that what never happened is shown,
    too.
    """
    kinds = {lab.documents[d].kind for d in documents}
    found = set()
    for info in lab.compiled.world.verbs.values():
        if info.kernel is None and info.templates:
            nouns = {slot.noun for slot in info.templates[0].slots}
            if any(lab.compiled.world.is_a(kind, noun) for kind in kinds for noun in nouns):
                found.add(info.index)
    return found


def _groups(lab: Lab, tally: Tally) -> list[dict[str, Any]]:
    """The same for all components of a kind, and for those with each value of a list."""
    found = []
    for kind in dict.fromkeys(document.kind for document in lab.documents):
        every = [n for n, document in enumerate(lab.documents) if document.kind == kind]
        found.append(
            {
                "kind": kind,
                "documents": len(every),
                "verbs": _uses(lab, tally, every),
                "held": _held(tally, every),
                "wanted": wanted(tally, every),
            }
        )
        for attribute, values in _lists(lab, [lab.documents[n] for n in every]):
            for value in values:
                some = [n for n in every if lab.documents[n].attributes.get(attribute) == value]
                if some:
                    found.append(
                        {
                            "kind": kind,
                            "attribute": attribute,
                            "value": value,
                            "documents": len(some),
                            "verbs": _uses(lab, tally, some),
                            "held": _held(tally, some),
                            "wanted": wanted(tally, some),
                        }
                    )
    return found


def _lists(lab: Lab, documents: list[Component]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The attributes of documents whose values are words of a list."""
    lists = lab.pack.vocabulary.lists
    kind = documents[0].kind
    for one in lab.pack.source.lineage(kind):
        for attribute in one.attributes:
            if attribute.form == "value" and not attribute.many and attribute.of in lists:
                yield attribute.name, tuple(lists[attribute.of])
