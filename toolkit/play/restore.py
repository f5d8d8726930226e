"""The game of a record: its decisions are taken again, one by one, as if somebody had just made them.

So a file can bring no position that the rules cannot reach, whatever was changed in it: a decision that is not offered,
or an end that is not the recorded one, is refused.  With content that has changed since, a decision is found again by
its words; how far that goes is said, and `until` goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.play.game import Decision, Game, IllegalChoice, begin, loaded_pack
from toolkit.play.record import Record, read_record
from toolkit.play.scenario import scenarios
from toolkit.play.story import checked_story
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, DiagnosticError

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack


def load_game(
    source: str | Path | Mapping[str, Any],
    pack: Pack | Checked[Pack | None] | str | Path | None = None,
    search: Sequence[Path] = (),
    until: int | None = None,
) -> Game:
    """The game of a save, a replay or a journal, where it was written, or after `until` decisions.  Raises
    `DiagnosticError`.
    """
    record = read_record(source)
    return resume(record, pack_of(record, pack, search, until), until)


# --- The pack -----------------------------------------------------------------------------------------------


def pack_of(
    record: Record,
    pack: Pack | Checked[Pack | None] | str | Path | None = None,
    search: Sequence[Path] = (),
    until: int | None = None,
) -> Pack:
    """The pack of a record, with the same content unless `until` says how far it is to be played.

    Raises `DiagnosticError` (SAY1003, SAY1004).
    """
    found = loaded_pack(pack) if pack is not None else _looked_up(record, search)
    if not same_content(record, found) and (until is None or record.pack != found.source.id):
        raise DiagnosticError([_other_content(record, found)])
    return found


def same_content(record: Record, pack: Pack) -> bool:
    """Whether the files of the pack are those that the game was played with."""
    return dict(record.digests) == dict(pack.source.digests)


def _looked_up(record: Record, search: Sequence[Path]) -> Pack:
    """The pack of that id; where it was then, if only that one has the same content."""
    from toolkit.compile.pack import load_pack

    found = load_pack(record.pack, tuple(search) or None)
    if record.path is not None and (found.value is None or not same_content(record, found.value)):
        there = load_pack(Path(record.path))
        if there.value is not None and (found.value is None or same_content(record, there.value)):
            found = there
    if found.value is not None:
        return loaded_pack(found)
    hint = "Name the folder in which packs are looked up, with --packs."
    raise DiagnosticError([diagnose("SAY1004", record.span("pack"), pack=record.pack, hint=hint)])


def _other_content(record: Record, pack: Pack) -> Diagnostic:
    mine, theirs = dict(pack.source.digests), dict(record.digests)
    changed = sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))
    if record.pack != pack.source.id:
        hint = f"It is a game of {record.pack}, this pack is {pack.source.id}."
    else:
        hint = _how_far(record, pack)
    return diagnose(
        "SAY1003", record.span("digests"), packs=" and ".join(changed), kind=record.kind, hint=hint
    )


def _how_far(record: Record, pack: Pack) -> str:
    """What still fits of a game when its content has changed, and what to do."""
    try:
        game = _begun(record, pack)
        wrong = _follow(game, record, len(record.decisions), by_words=True)
    except DiagnosticError as error:
        return f"It cannot be played with the files as they are now: {error.diagnostics[0].message}."
    fits = len(game.decisions)
    if wrong is None:
        return f"All decisions still fit. With the files as they are now it goes on with --until {fits}."
    return f"{wrong}. --until {fits} goes on from the position before it, with the files as they are now."


# --- The game -----------------------------------------------------------------------------------------------


def resume(record: Record, pack: Pack, until: int | None = None) -> Game:
    """The game of a record, with `until`: after so many of its decisions.  Raises `DiagnosticError` (SAY1005)."""
    game = _begun(record, pack)
    game.bots = record.bots or ""
    count = len(record.decisions) if until is None else until
    wrong = _follow(game, record, count, by_words=not same_content(record, pack))
    if wrong is not None:
        instead = f"--until {len(game.decisions)} goes on from the position before it."
        raise _damaged(record, wrong[:1].lower() + wrong[1:], "decisions", instead)
    if until is None and record.digest is not None and game.digest() != record.digest:
        instead = f"--until {count} goes on from where its decisions lead."
        raise _damaged(record, "it leads to another position than it says", "digest", instead)
    return game


def _begun(record: Record, pack: Pack) -> Game:
    """The game before its first decision.  Raises `DiagnosticError` for a set-up that there is not."""
    setup, manifest = record.setup, pack.source.manifest
    if setup.players not in manifest.counts(setup.options):
        raise _damaged(record, "so many cannot play it", "players")
    if setup.options.keys() - {option.id for option in manifest.options}:
        raise _damaged(record, f"{pack.source.id} has no such option", "options")
    if apart := manifest.apart(setup.options):
        raise _damaged(record, f"{apart[0].name} and {apart[1].name} do not go together", "options")
    if setup.scenario is not None and setup.scenario not in scenarios(pack):
        raise _damaged(record, f"{pack.source.id} has no scenario {setup.scenario}", "scenario")
    if setup.decks and setup.decks.keys() != set(range(1, setup.players + 1)):
        raise _damaged(record, "not each seat has a deck", "decks")
    try:
        checked_story(pack, setup.story)
        compiled = pack.compiled(setup.players, setup.options, setup.decks, setup.scenario).unwrap()
    except ValueError as error:  # of other stories, of decks of other cards
        raise _damaged(record, str(error), "story" if setup.story else "decks") from None
    assert compiled is not None
    return begin(pack, compiled, setup)


def _follow(game: Game, record: Record, count: int, *, by_words: bool) -> str | None:
    """Take the first decisions of a record; what is wrong with the one that cannot be taken, if there is one."""
    game.keep = False  # a state for each decision would fill the memory; taking back plays again
    try:
        for number, (seat, index) in enumerate(record.decisions[:count], 1):
            words = record.words[number - 1]
            try:
                game.choose(_index(game, seat, index, words if by_words else None), seat)
            except IllegalChoice as error:
                who = game.name(seat) if seat in game.compiled.model.players else f"seat {seat}"
                chosen = f"*{words}*" if words is not None else f"option {index + 1}"
                return f"Decision {number} no longer fits: {who} chose {chosen}, but {error}"
    finally:
        game.keep = True
    game.keep_words(record.words[:count])
    return None


def _index(game: Game, seat: int, index: int, words: str | None) -> int:
    """The option that was meant: with words, the one of these words wherever it stands now."""
    decision: Decision | None = game.decision
    if words is None or decision is None:
        return index
    fits = [option.index for option in decision.options_for(seat) if option.label == words]
    if index in fits or not decision.options_for(seat):
        return index
    if len(fits) != 1:
        raise IllegalChoice("that is not offered now")
    return fits[0]


def _damaged(record: Record, reason: str, key: str, instead: str = "") -> DiagnosticError:
    hint = (
        f"The file, or its pack, was changed after sayso wrote it, or by another version of sayso. {instead}"
    )
    return DiagnosticError(
        [diagnose("SAY1005", record.span(key), kind=record.kind, reason=reason, hint=hint.rstrip())]
    )
