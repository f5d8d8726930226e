"""Scenarios: a game that begins with a table of its own, with its options and number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Fail
from toolkit.compile.given import Op, compile_given
from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.pack.read import entries_of, flag_of, number_of, word_of
from toolkit.play.opening import Opening
from toolkit.play.story import look, tell
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.source import Span
from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.compile.pack import Pack
    from toolkit.kernel.state import State
    from toolkit.pack.source import Item
    from toolkit.play.game import Rig, Setup

Texts = tuple[tuple["Item", ast.Paragraph | None], ...]
"""Sentence items with their trees; None: it could not be read."""


@dataclass(frozen=True)
class Scenario:
    """`players`: None: as many as the pack usually has.  `options`: those that differ.  `decks`: ids by seat."""

    id: str
    name: str
    players: int | None
    options: Mapping[str, bool]
    given: Texts
    story: str | None = None
    decks: Mapping[str, str] = field(default_factory=dict)


def scenarios(pack: Pack) -> dict[str, Scenario]:
    """The scenarios of a pack by id."""
    found = {}
    for _, document in pack.source.of_type("scenario"):
        id = document.id or ""
        found[id] = Scenario(
            id,
            word_of(document.root.get("name")) or id,
            number_of(document.root.get("players")),
            options_of(pack, document),
            texts_of(pack, document, "given"),
            word_of(document.root.get("story")),
            {key.name: word_of(value) or "" for key, value in entries_of(document.root.get("decks"))},
        )
    return found


def find_scenario(pack: Pack, id: str) -> Scenario:
    """The scenario of that id.  Raises `ValueError` with the ids there are."""
    known = scenarios(pack)
    if id not in known:
        near = nearest(id, known)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(known) or 'none'}"
        raise ValueError(f"{pack.source.id} has no scenario {id}; {hint}")
    return known[id]


def options_of(pack: Pack, document: Document) -> dict[str, bool]:
    """What a document says of options; the modules to which it belongs are on."""
    said = {key.name: flag_of(value) for key, value in entries_of(document.root.get("options"))}
    return dict.fromkeys(pack.source.manifest.switches(document), True) | said


def texts_of(pack: Pack, document: Document, field: str) -> Texts:
    """The sentence items of a field of a document, in order."""
    root = document.root.span
    return tuple(
        (item, pack.trees.get(item))
        for item in pack.source.items_of(document)
        if item.field == field and root.start <= item.text.span().start <= root.end
    )


# --- Starting -----------------------------------------------------------------------------------------------


def first_state(
    rig: Rig, setup: Setup, seed: int, log: bool = True, pins: tuple[tuple[Any, ...], ...] = ()
) -> State:
    """The state at the first decision: set-up, then what the scenario gives, then the game.  `log`: events are kept.
    `pins`: what is not left to chance (`State.pins`).
    """
    given = find_scenario(rig.pack, setup.scenario).given if setup.scenario is not None else ()
    return start(rig, given, seed, from_set_up=True, story=setup.story, log=log, pins=pins)


def begun(rig: Rig, setup: Setup) -> State | None:
    """A new game of which nothing has run yet, without a log; None: its scenario gives a table."""
    if setup.scenario is not None and find_scenario(rig.pack, setup.scenario).given:
        return None
    state = rig.machine.new()
    tell(state, rig.compiled, setup.story)
    rig.machine.begin_game(state)
    return state


def start(
    rig: Rig,
    given: Texts,
    seed: int,
    *,
    from_set_up: bool,
    story: str | None = None,
    log: bool = True,
    pins: tuple[tuple[Any, ...], ...] = (),
    seen: Callable[[State, Span], None] = lambda *_: None,
) -> State:
    """A state with a given table: after the set-up of the pack, or on a table where nothing runs.

    What the set-up asks is answered with the first option when something is given (else it is left open).
    `seen`: the table after each text that is given.  Raises `DiagnosticError` for sentences that cannot be given.
    """
    machine = rig.machine
    operations, size = operations_of(rig.compiled, given)
    state = machine.new(seed, log=log)
    state.pins = pins
    tell(state, rig.compiled, story)
    programs = machine.ruleset.start if from_set_up else []
    if programs and not operations:
        machine.begin_game(state)
        machine.advance(state)
        return state
    for program in reversed(programs[:-1]):
        machine.run(state, program)
    decision = machine.advance(state)
    while decision is not None:
        decision = machine.choose(state, 0, decision.seats[0])
    Opening(machine, state, size).set_up(operations, seen)
    for program in programs[-1:]:
        machine.run(state, program)
    if operations:
        look(machine, state, rig.compiled)
    machine.advance(state)
    return state


def operations_of(game: CompiledGame, given: Texts) -> tuple[list[tuple[Op, Span]], int]:
    """What the sentences set up, and how many locals their expressions need.  Raises `DiagnosticError`."""
    if not given:
        return [], 0
    scope = Scope(game.world)
    found: list[tuple[Op, Span]] = []
    for item, tree in given:
        if tree is None:
            continue
        scope.span = item.text.span()
        try:
            found += [(operation, item.text.span()) for operation in compile_given(tree, scope)]
        except Fail as fail:
            raise DiagnosticError([fail.diagnostic]) from None
    return found, scope.size
