"""Games as files: saves, replays and journals.

Each holds the set-up and the decisions, in numbers and in words, and no position: what leads to one is played again
(`restore`), so that no file can bring a position that the rules cannot reach.  It names the content that it belongs to
by the hash of each pack.  A save and a replay also hold the digest of where the decisions lead; a journal is written
decision by decision and ends anywhere (`journal`).  What cannot be read is a diagnostic (SAY10xx) at its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from toolkit import __version__
from toolkit.limits import limits_for
from toolkit.report.atomic import write_atomic
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.files import read_bounded, reason_of
from toolkit.report.source import Source, Span

if TYPE_CHECKING:
    from toolkit.pack.decks import DeckList
    from toolkit.play.game import Game, Setup

FORMAT = 1
LARGEST = 16_000_000
"""Bytes of a file that is read."""

Kind = Literal["save", "replay", "journal"]
KINDS: tuple[Kind, ...] = ("save", "replay", "journal")


# --- Writing ------------------------------------------------------------------------------------------------


def save(game: Game, path: str | Path | None = None) -> dict[str, Any]:
    """A game to go on with."""
    return _written(_data(game, "save"), path)


def replay(game: Game, path: str | Path | None = None) -> dict[str, Any]:
    """A game to look at again."""
    return _written(_data(game, "replay"), path)


def _data(game: Game, kind: Kind) -> dict[str, Any]:
    return {
        **head(game, kind),
        "decisions": [list(decision) for decision in game.decisions],
        "words": list(game.said()),
        "digest": game.digest(),
    }


def head(game: Game, kind: Kind) -> dict[str, Any]:
    """What a game is begun with, as data for JSON."""
    return {
        "sayso": kind,
        "format": FORMAT,
        "version": __version__,
        "pack": game.pack.source.id,
        "path": game.pack.source.folders[-1].root.as_posix(),
        "digests": dict(game.pack.source.digests),
        "players": game.setup.players,
        "seed": game.setup.seed,
        "options": dict(game.setup.options),
        "scenario": game.setup.scenario,
        **({"story": game.setup.story} if game.setup.story is not None else {}),
        **({"bots": game.bots} if game.bots else {}),
        **(
            {"decks": {str(n): deck.to_json() for n, deck in game.setup.decks.items()}}
            if game.setup.decks
            else {}
        ),
    }


def _written(data: dict[str, Any], path: str | Path | None) -> dict[str, Any]:
    if path is not None:
        write_atomic(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
    return data


# --- Reading ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """A save, a replay or a journal as it was read, not yet compared with a pack.

    `words`: of each decision, as far as they were written.  `digest`: of the position; None in a journal.  `path`:
    where the pack was then.  `bots`: who played, if that was written.  `source`: the file's text, for diagnostics.
    """

    kind: Kind
    pack: str
    digests: Mapping[str, str]
    setup: Setup
    decisions: tuple[tuple[int, int], ...]
    words: tuple[str | None, ...]
    digest: str | None
    path: str | None
    bots: str | None
    source: Source

    def span(self, key: str | None = None) -> Span:
        """Where a key of the file stands."""
        return _span(self.source, key)


def read_record(source: str | Path | Mapping[str, Any]) -> Record:
    """The record in a file, or in its data.  Raises `DiagnosticError` (SAY1001, SAY1002)."""
    if isinstance(source, Mapping):
        text, name = json.dumps(source), "<data>"
    else:
        name = Path(source).as_posix()
        text = _text(Path(source), name)
    return parse_record(Source(name, text))


def parse_record(file: Source) -> Record:
    """The record in a text.  Raises as `read_record`."""
    data = _json(file.text)
    if data is None or data.get("sayso") == "journal":
        data = _journal(file.text)
    if data is None:
        raise _no_record(file, "it is not JSON")
    if data.get("sayso") not in KINDS:
        raise _no_record(file, "it does not say that it is a save or a replay")
    if data.get("format") != FORMAT:
        raise DiagnosticError(
            [
                diagnose(
                    "SAY1002",
                    _span(file, "format"),
                    found=json.dumps(data.get("format"))[:40],
                    known=FORMAT,
                    hint="It was written by another version of sayso; play it with that one.",
                )
            ]
        )
    return _record(data, file)


def _json(text: str) -> dict[str, Any] | None:
    """The object that a text is; None: it is something else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def journal_lines(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The whole lines of a journal, each with the offset of its end; a line that was cut off is the end."""
    at = 0
    for line in text.split("\n")[:-1]:
        data = _json(line)
        if data is None:
            return
        at += len(line) + 1
        yield at, data


def _journal(text: str) -> dict[str, Any] | None:
    """A journal as the data of one record."""
    lines = (data for _, data in journal_lines(text))
    first = next(lines, None)
    if first is None or first.get("sayso") != "journal":
        return None
    decisions: list[Any] = []
    words: list[Any] = []
    for line in lines:
        kept = line.get("back")
        if type(kept) is int:
            del decisions[max(kept, 0) :], words[max(kept, 0) :]
        else:
            decisions.append(line.get("decision"))
            words.append(line.get("words"))
    return {**first, "decisions": decisions, "words": words}


_WANTED: dict[str, type] = {
    "pack": str, "digests": dict, "players": int, "seed": int, "options": dict, "decisions": list, "digest": str,
}  # fmt: skip


def _record(data: dict[str, Any], file: Source) -> Record:
    from toolkit.play.game import Setup

    kind: Kind = data["sayso"]
    for key, type_ in _WANTED.items():
        if kind == "journal" and key == "digest":
            continue
        if not isinstance(data.get(key), type_) or isinstance(data[key], bool):
            raise _no_record(file, f"its `{key}` is missing or not as sayso wrote it", key)
    if not all(isinstance(on, bool) for on in data["options"].values()):
        raise _no_record(file, "its `options` are not as sayso wrote them", "options")
    scenario, story, path, bots = (_name(data.get(key)) for key in ("scenario", "story", "path", "bots"))
    for text in (data["pack"], scenario or "", story or "", bots or "", *data["options"], *data["digests"]):
        if not text.isprintable():
            raise _no_record(file, "it holds characters that cannot be seen")
    setup = Setup(data["players"], data["seed"], data["options"], scenario, story, _decks(data, file))
    decisions = _decisions(data, file)
    return Record(
        kind,
        data["pack"],
        data["digests"],
        setup,
        decisions,
        _words(words if isinstance(words := data.get("words"), list) else [], len(decisions)),
        data.get("digest"),
        path,
        bots,
        file,
    )


def _name(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _decks(data: dict[str, Any], file: Source) -> dict[int, DeckList]:
    from toolkit.pack.decks import DeckList

    try:
        return {int(seat): DeckList.from_json(deck) for seat, deck in dict(data.get("decks") or {}).items()}
    except (ValueError, TypeError, OverflowError):
        raise _no_record(file, "its `decks` are not as sayso wrote them", "decks") from None


def _decisions(data: dict[str, Any], file: Source) -> tuple[tuple[int, int], ...]:
    if len(data["decisions"]) > (most := limits_for({}).decisions):
        raise _no_record(file, f"it has more than {most:,} decisions", "decisions")
    for each in data["decisions"]:
        if not (isinstance(each, list) and len(each) == 2 and all(type(n) is int for n in each)):
            raise _no_record(file, "its `decisions` are not as sayso wrote them", "decisions")
    return tuple((seat, index) for seat, index in data["decisions"])


def _words(found: list[Any], count: int) -> tuple[str | None, ...]:
    """Only a help where the content has changed: what cannot be used is left out."""
    words = [each if isinstance(each, str) and each.isprintable() else None for each in found]
    return (*words[:count], *[None] * (count - len(words)))


def _text(path: Path, name: str) -> str:
    try:
        data = read_bounded(path, LARGEST)
        # The last line of a journal may end in the middle of a letter; it does not count.
        text = data.decode("utf-8", "replace" if data.startswith(b'{"sayso":"journal"') else "strict")
    except OSError as error:
        raise _no_record(Source(name, ""), reason_of(error)) from None
    except UnicodeDecodeError:
        raise _no_record(Source(name, ""), "it is not text") from None
    if len(data) > LARGEST:
        raise _no_record(Source(name, ""), "it is too large")
    return text


def _span(source: Source, key: str | None) -> Span:
    """The value of a key at the file's own level, roughly; the start of the file if it is not found."""
    at = source.text.find(f'"{key}"') if key else -1
    if at < 0 or key is None:
        return source.span(0, min(1, len(source.text)))
    return source.span(at, at + len(key) + 2)


def _no_record(source: Source, reason: str, key: str | None = None) -> DiagnosticError:
    return DiagnosticError(
        [
            diagnose(
                "SAY1001",
                _span(source, key),
                file=source.name,
                reason=reason,
                hint="Saves and replays are written by `sayso play`; do not edit them.",
            )
        ]
    )
