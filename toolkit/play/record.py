"""Games as files: saves (the whole position) and replays (set-up and decisions).

Both name the content they belong to by the hash of each pack.  A file of other content is refused in words, never
misread.  What cannot be used is a diagnostic (SAY10xx) at the place in the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from toolkit import __version__
from toolkit.report.atomic import write_atomic
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, DiagnosticError
from toolkit.report.source import Source, Span

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.kernel.state import State
    from toolkit.play.game import Game, Setup

FORMAT = 1
LARGEST = 64_000_000
"""Bytes of a file that is read."""

Kind = Literal["save", "replay"]


# --- Writing ------------------------------------------------------------------------------------------------


def save(game: Game, path: str | Path | None = None) -> dict[str, Any]:
    """Everything: position, log, decisions."""
    data = {
        **_head(game, "save"),
        "state": game.state.to_json(),
        "log": [list(entry) for entry in game.entries],
    }
    return _written(data, path)


def replay(game: Game, path: str | Path | None = None) -> dict[str, Any]:
    """Set-up and decisions, and the digest of where they lead."""
    return _written(_head(game, "replay"), path)


def _head(game: Game, kind: Kind) -> dict[str, Any]:
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
        **(
            {"decks": {str(n): deck.to_json() for n, deck in game.setup.decks.items()}}
            if game.setup.decks
            else {}
        ),
        "decisions": [list(decision) for decision in game.decisions],
        "digest": game.digest(),
    }


def _written(data: dict[str, Any], path: str | Path | None) -> dict[str, Any]:
    if path is not None:
        write_atomic(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
    return data


# --- Reading ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """A save or a replay as it was read, not yet compared with a pack.  `source`: the file's text, for diagnostics."""

    kind: Kind
    pack: str
    digests: Mapping[str, str]
    setup: Setup
    decisions: tuple[tuple[int, int], ...]
    digest: str
    data: Mapping[str, Any]
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
    file = Source(name, text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _no_record(file, "it is not JSON") from None
    if not isinstance(data, dict) or data.get("sayso") not in ("save", "replay"):
        raise _no_record(file, "it does not say that it is a save or a replay")
    if data.get("format") != FORMAT:
        raise DiagnosticError(
            [
                diagnose(
                    "SAY1002",
                    _span(file, "format"),
                    found=json.dumps(data.get("format")),
                    known=FORMAT,
                    hint="It was written by another version of sayso; play it with that one.",
                )
            ]
        )
    return _record(data, file)


def _record(data: dict[str, Any], file: Source) -> Record:
    from toolkit.pack.decks import DeckList
    from toolkit.play.game import Setup

    wanted = {
        "pack": str, "digests": dict, "players": int, "seed": int, "options": dict, "decisions": list, "digest": str,
    }  # fmt: skip
    if data["sayso"] == "save":
        wanted |= {"state": dict, "log": list}
    for key, kind in wanted.items():
        if not isinstance(data.get(key), kind) or isinstance(data[key], bool):
            raise _no_record(file, f"its `{key}` is missing or not as sayso wrote it", key)
    if not all(isinstance(on, bool) for on in data["options"].values()):
        raise _no_record(file, "its `options` are not as sayso wrote them", "options")
    decisions = []
    for each in data["decisions"]:
        if not (isinstance(each, list) and len(each) == 2 and all(type(n) is int for n in each)):
            raise _no_record(file, "its `decisions` are not as sayso wrote them", "decisions")
        decisions.append((each[0], each[1]))
    try:
        decks = {int(seat): DeckList.from_json(deck) for seat, deck in dict(data.get("decks") or {}).items()}
    except (ValueError, TypeError, OverflowError):
        raise _no_record(file, "its `decks` are not as sayso wrote them", "decks") from None
    scenario, story = (
        name if isinstance(name, str) else None for name in (data.get("scenario"), data.get("story"))
    )
    setup = Setup(data["players"], data["seed"], data["options"], scenario, story, decks)
    return Record(
        data["sayso"], data["pack"], data["digests"], setup, tuple(decisions), data["digest"], data, file
    )


def _text(path: Path, name: str) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise _no_record(Source(name, ""), "it is too large")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise _no_record(Source(name, ""), reason) from None
    except UnicodeDecodeError:
        raise _no_record(Source(name, ""), "it is not text") from None


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


# --- Continuing ---------------------------------------------------------------------------------------------


def load_game(
    source: str | Path | Mapping[str, Any],
    pack: Pack | Checked[Pack | None] | str | Path | None = None,
    search: Sequence[Path] = (),
) -> Game:
    """The game of a save or a replay, at the point where it was written.  Raises `DiagnosticError`."""
    record = read_record(source)
    return resume(record, pack_of(record, pack, search))


def pack_of(
    record: Record, pack: Pack | Checked[Pack | None] | str | Path | None = None, search: Sequence[Path] = ()
) -> Pack:
    """The pack of a record, with the same content.  Raises `DiagnosticError` (SAY1003, SAY1004)."""
    from toolkit.compile.pack import load_pack
    from toolkit.play.game import loaded_pack

    if pack is None:
        checked = load_pack(record.pack, tuple(search) or None)
        path = record.data.get("path")
        if checked.value is None and isinstance(path, str):
            checked = load_pack(Path(path))  # where it was then; its hash decides whether it is the same
        if checked.value is None:
            raise DiagnosticError(
                [
                    diagnose(
                        "SAY1004",
                        record.span("pack"),
                        pack=record.pack,
                        hint="Name the folder in which packs are looked up, with --packs.",
                    )
                ]
            )
        pack = checked
    found = loaded_pack(pack)
    if dict(record.digests) != dict(found.source.digests):
        raise DiagnosticError([_other_content(record, found)])
    return found


def _other_content(record: Record, pack: Pack) -> Diagnostic:
    mine, theirs = dict(pack.source.digests), dict(record.digests)
    changed = sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))
    if record.pack != pack.source.id:
        hint = f"It is a game of {record.pack}, this pack is {pack.source.id}."
    else:
        hint = "Play it with the files as they were, or begin a new game."
    return diagnose(
        "SAY1003", record.span("digests"), packs=" and ".join(changed), kind=record.kind, hint=hint
    )


def resume(record: Record, pack: Pack) -> Game:
    """The game of a record whose content is this pack.  Raises `DiagnosticError` (SAY1005)."""
    from toolkit.play.game import Game, begin

    manifest = pack.source.manifest
    if not manifest.least <= record.setup.players <= manifest.most:
        raise _damaged(record, "so many cannot play it", "players")
    try:
        compiled = pack.compiled(record.setup.players, record.setup.options, record.setup.decks).unwrap()
    except (ValueError, KeyError, IndexError):
        raise _damaged(record, "it cannot be set up so", "players") from None
    assert compiled is not None
    if record.kind == "replay":
        game = begin(pack, compiled, record.setup)
        for number, (seat, index) in enumerate(record.decisions, 1):
            try:
                game.choose(index, seat)
            except ValueError as error:
                raise _damaged(record, f"decision {number} does not fit ({error})", "decisions") from None
    else:
        state = _state(record)
        if state.digest() != record.digest:  # before anything is run in it
            raise _damaged(record, "its position is not the one that was saved", "digest")
        game = Game(pack, compiled, record.setup, state)
        game.machine.advance(state)
        game.decisions = list(record.decisions)
    if game.digest() != record.digest:
        raise _damaged(record, "it leads to another position than it says", "digest")
    return game


def _state(record: Record) -> State:
    from toolkit.kernel.state import State

    try:
        state = State.from_json(dict(record.data["state"]))
        state.log = [_frozen(entry) for entry in record.data["log"]]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError):
        raise _damaged(record, "its `state` is not whole", "state") from None
    return state


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _damaged(record: Record, reason: str, key: str) -> DiagnosticError:
    return DiagnosticError(
        [
            diagnose(
                "SAY1005",
                record.span(key),
                kind=record.kind,
                reason=reason,
                hint="The file was changed after sayso wrote it, or written by a version with a mistake.",
            )
        ]
    )
