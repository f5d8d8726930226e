"""A loaded pack: its source, its sentences as trees, and the games compiled from it.

`load_pack(pack)` reads, parses and checks a pack for its usual number of players, so that everything that can
be wrong is found at once.  A pack with errors is still returned: what works can be looked at, but `new_game`
refuses it.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.language import ast
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.source import Item, PackSource
from toolkit.report.diagnostic import Checked, Diagnostic, Severity

if TYPE_CHECKING:
    from toolkit.compile.game import CompiledGame

EXAMPLE_TYPES = ("example", "scenario")
"""Documents whose sentences are compiled when they are run, not with the pack."""


@dataclass
class Pack:
    """`trees`: the parsed items (one that failed is left out).  `diagnostics`: of reading and parsing."""

    source: PackSource
    trees: dict[Item, ast.Paragraph]
    diagnostics: tuple[Diagnostic, ...] = ()
    _compiled: dict[tuple[int, tuple[tuple[str, bool], ...]], CompiledGame] = field(
        default_factory=dict, repr=False
    )

    @property
    def id(self) -> str:
        """The pack's id."""
        return self.source.id

    @property
    def vocabulary(self) -> Vocabulary:
        """All words."""
        return self.source.vocabulary

    def compiled(
        self, players: int | None = None, options: Mapping[str, bool] | None = None
    ) -> Checked[CompiledGame]:
        """Model and ruleset for so many players (default: the fewest) with these options; made once."""
        from toolkit.compile.game import compile_game

        count = players or self.source.manifest.least
        key = (count, tuple(sorted((options or {}).items())))
        if key not in self._compiled:
            self._compiled[key] = compile_game(self.source, self.trees, count, options)
        game = self._compiled[key]
        return Checked(game, game.diagnostics)


def load_pack(pack: str | Path, search: Iterable[Path] | None = None) -> Checked[Pack | None]:
    """Read, parse and compile a pack.  `pack`: a folder, or an id looked up in `search`, ./content and the
    bundled packs.

    The value is None only when there is nothing to show (no such pack, no pack.yaml).
    """
    with uncollected():
        return _load(pack, search)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector of cycles: all that a load makes is kept, and searching it costs a quarter of the time."""
    was, frozen = gc.isenabled(), gc.get_freeze_count()
    gc.disable()
    try:
        yield
    finally:
        if (
            was and not frozen
        ):  # what was made counts as old at once, or the next collection would search it all
            gc.freeze()
            gc.unfreeze()
        if was:
            gc.enable()


def _load(pack: str | Path, search: Iterable[Path] | None) -> Checked[Pack | None]:
    from toolkit.language.parser import Parser
    from toolkit.pack.consequences import defined, unknown_once, words_are_read
    from toolkit.pack.load import load_source
    from toolkit.pack.locales import check_locales

    loaded = load_source(pack, search)
    source = loaded.value
    if source is None:
        return Checked(None, loaded.diagnostics)
    found = list(loaded.diagnostics)
    trees: dict[Item, ast.Paragraph] = {}
    if words_are_read(found, source.documents):
        parser = Parser(source.vocabulary)
        for item in source.items:
            checked = parser.parse(item.text, item.start)
            found += checked.diagnostics
            if checked.value is not None and not any(
                d.severity is Severity.ERROR for d in checked.diagnostics
            ):
                trees[item] = checked.value
        found = unknown_once(found)
        if not any(d.code < "SAY04" and d.is_error for d in found):
            found += check_locales(source, trees.values())
    result = Pack(source, trees)
    if trees and not any(
        d.code < "SAY04" and d.is_error for d in found
    ):  # the compiler takes keys and values for checked
        found += result.compiled().diagnostics
        found = defined(found, (item.text.span() for item in source.items if item.start == "definition"))
    result.diagnostics = tuple(found)
    return Checked(result, result.diagnostics)
