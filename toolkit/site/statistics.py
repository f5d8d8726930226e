"""What simulated games say of a card, for its page: how often it was taken, and how those fared who had it.

In: what `sayso simulate --format json` has written for this very version of the pack.  Out: a few numbers a card, each
with the interval in which it lies.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkit.compile.pack import Pack
from toolkit.pack.source import Component
from toolkit.report.files import read_bounded, reason_of
from toolkit.site.labels import labels
from toolkit.site.markup import element, text
from toolkit.site.shelf import Shelf

LARGEST = 64_000_000
"""Bytes of a file that is read."""


class StatisticsError(Exception):
    """The file cannot be used; the text says why, for the author."""


@dataclass(frozen=True, slots=True)
class Share:
    """`number` of `of`, and between which rates it lies."""

    number: int
    of: int
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """Of one card.  `taken`: of the times it was offered; `won`: of the players who had it."""

    taken: Share | None
    won: Share | None


@dataclass(frozen=True)
class Statistics:
    """Of all cards, by kind and id.  `games`, `players`, `bots`: what was played, and by whom."""

    games: int
    players: int
    bots: tuple[str, ...]
    cards: Mapping[tuple[str, str], Numbers]

    @classmethod
    def read(cls, path: Path, pack: Pack) -> Statistics:
        """What stands in a file.  Raises `StatisticsError`."""
        try:
            data = json.loads(read_bounded(path, LARGEST))
            digests, found = data["digests"], cls._of(data)
        except OSError as error:
            raise StatisticsError(f"{path} cannot be read: {reason_of(error)}") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise StatisticsError(f"{path} is not what sayso simulate --format json writes") from error
        if digests != dict(pack.source.digests):
            again = f"sayso simulate {pack.id} --format json > {path.name}"
            raise StatisticsError(f"{path} tells of games with another version of {pack.id}. Again: {again}")
        return found

    @classmethod
    def _of(cls, data: Any) -> Statistics:
        cards = {(str(each["kind"]), str(each["id"])): _numbers(each) for each in data["components"]}
        return cls(int(data["games"]), int(data["players"]), tuple(map(str, data["bots"])), cards)

    def shown(self, shelf: Shelf, card: Component) -> str:
        """The numbers of a card in the language of the page; nothing for a card that nobody met."""
        numbers = self.cards.get((card.kind, card.id))
        shares = {"taken": numbers.taken, "won": numbers.won} if numbers is not None else {}
        rows = [
            element("dt", text(shelf.label(f"statistics-{key}"))) + element("dd", text(_said(shelf, share)))
            for key, share in shares.items()
            if share is not None and share.of
        ]
        if not rows:
            return ""
        known = labels(shelf.language)
        bots = ", ".join(known.get(f"bot-{each}", each) for each in dict.fromkeys(self.bots))
        about = shelf.label("statistics-about", games=self.games, players=self.players, bots=bots)
        return element("p", text(about), class_="about") + element("dl", "".join(rows), class_="facts")


def _numbers(component: Any) -> Numbers:
    wanted, held = component.get("wanted"), component.get("held")
    taken = Share(int(wanted["taken"]), int(wanted["offered"])) if wanted else None
    if not held:
        return Numbers(taken, None)
    low, high = held["interval"]
    return Numbers(taken, Share(int(held["wins"]), int(held["players"]), (float(low), float(high))))


def _said(shelf: Shelf, share: Share) -> str:
    """*7 of 43 (16 %)*."""
    rate = f"{100 * share.number / share.of:.0f}"
    if share.interval is None:
        return shelf.label("statistics-share", number=share.number, of=share.of, rate=rate)
    low, high = (f"{100 * end:.0f}" for end in share.interval)
    return shelf.label("statistics-between", number=share.number, of=share.of, rate=rate, low=low, high=high)
