"""An example as it is played for its pictures: the table before each of its sentences, and at the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from toolkit.documents.nodes import Document
from toolkit.kernel.model import Model
from toolkit.kernel.state import State
from toolkit.pack.source import Item
from toolkit.play.example import Runner, read_example
from toolkit.site.shelf import Shelf


def played(shelf: Shelf, document: Document) -> tuple[Model, list[State], list[State]] | None:
    """The table as it begins and after each sentence; and, besides, as it is before anything is given."""
    example = read_example(shelf.pack, shelf.id, document)
    if example.deck is not None or not example.readable:
        return None
    run = _Seen(shelf.pack, example, "plain")
    if run.run() is not None:
        return None
    states = [*run.states, run.game.state]
    seen = list(states)
    if not example.from_set_up and example.given:
        bare = Runner(shelf.pack, replace(example, given=(), when=(), then=()), "plain")
        bare.run()
        seen.append(bare.game.state)
    return run.game.compiled.model, states, seen


@dataclass
class _Seen(Runner):
    """Keeps the table before each sentence."""

    states: list[State] = field(default_factory=list)

    def comes_to(self, item: Item) -> None:
        super().comes_to(item)
        self.states.append(self.game.state.copy())

    def then(self) -> None:
        """What must hold is no picture; nor is it a fault here that somebody has still to decide."""
