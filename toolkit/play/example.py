"""The examples of a pack: *given* sets the table, *when* answers decisions, *then* must hold.

for example in examples(pack):
    for mode in MODES:
        failure = run(pack, example, mode)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from toolkit.compile.base.values import Fail
from toolkit.documents.nodes import Document
from toolkit.pack.decks import Deck, is_deck_example, read_deck
from toolkit.pack.read import number_of, word_of, words_of
from toolkit.pack.read import texts_of as document_texts
from toolkit.play.acting import Failed, deeds
from toolkit.play.runner import MODES, Failure, Mode, ModeMismatch, Runner, Watched, attempt, run
from toolkit.play.scenario import Texts, operations_of, options_of, scenarios, texts_of
from toolkit.report.diagnostic import Diagnostic, DiagnosticError
from toolkit.report.internal import internal
from toolkit.report.source import Span, Text

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.compile.pack import Pack


@dataclass(frozen=True)
class Example:
    """`from_set_up`: begins where the set-up ends; else on a table where nothing runs.  `span`: of the document's
    head.

    `deck`: an example of the rules for decks, and of nothing else; `breaks`: those that it breaks."""

    pack: str
    id: str
    name: str
    given: Texts
    when: Texts
    then: Texts
    from_set_up: bool
    players: int | None
    options: Mapping[str, bool]
    story: str | None
    scenario: str | None
    cites: tuple[str, ...]
    span: Span
    deck: Deck | None = None
    breaks: tuple[Text, ...] = ()

    @property
    def file(self) -> str:
        return self.span.source.name

    @property
    def line(self) -> int:
        return self.span.position[0]

    @property
    def readable(self) -> bool:
        """Whether all its sentences were understood."""
        return all(tree is not None for _, tree in (*self.given, *self.when, *self.then))


def examples(pack: Pack, inherited: bool = False) -> Iterator[Example]:
    """The examples of a pack, in the order of its files; `inherited`: those of the packs it extends, too."""
    for owner, document in pack.source.of_type("example"):
        if owner == pack.source.id or inherited:
            yield read_example(pack, owner, document)


def read_example(pack: Pack, owner: str, document: Document) -> Example:
    """One document."""
    root = document.root
    scenario = scenarios(pack).get(word_of(root.get("scenario")) or "")
    deck = read_deck(document, pack.source).value if is_deck_example(document) else None
    return Example(
        owner,
        document.id or "",
        word_of(root.get("name")) or document.id or "",
        texts_of(pack, document, "given"),
        texts_of(pack, document, "when"),
        texts_of(pack, document, "then"),
        word_of(root.get("from")) == "set-up",
        number_of(root.get("players")) or (scenario.players if scenario else None),
        {**(scenario.options if scenario else {}), **options_of(pack, document)},
        word_of(document.root.get("story")) or (scenario.story if scenario else None),
        scenario.id if scenario else None,
        words_of(root.get("cites")),
        document.head,
        replace(deck, name="The deck") if deck is not None else None,
        tuple(document_texts(root.get("breaks"))),
    )


def check(pack: Pack) -> tuple[Diagnostic, ...]:
    """What is wrong with examples and scenarios and can be said without running them."""
    found: list[Diagnostic] = []
    for scenario in scenarios(pack).values():
        found += _checked(
            pack,
            scenario.players,
            scenario.options,
            partial(operations_of, given=scenario.given),
            next((item.text.span() for item, _ in scenario.given), None),
            scenario.id,
        )
    for owner, document in pack.source.of_type("example"):
        if owner == pack.source.id:
            found += _of_example(pack, document, read_example(pack, owner, document))
    return tuple(found)


def _of_example(pack: Pack, document: Document, example: Example) -> tuple[Diagnostic, ...]:
    runner = Runner(pack, example, "plain")

    def attempt(game: CompiledGame) -> None:
        operations_of(game, example.given)
        for item, tree in (*example.when, *example.then):
            for sentence in tree.sentences if tree else ():
                if item.field == "when":
                    list(deeds(sentence, example))
                else:
                    list(runner.conditions(sentence, game))

    setting = runner.players(), runner.options()
    check = partial(_checked, pack, *setting, attempt, example.span, example.scenario)
    try:
        game = pack.declared(*setting, example.scenario)
    except Exception:  # `check` meets it again, and reports it
        return check()
    return pack.judged(document, game, check)


def _checked(
    pack: Pack,
    players: int | None,
    options: Mapping[str, bool],
    attempt: Callable[[CompiledGame], Any],
    head: Span | None,
    scenario: str | None,
) -> tuple[Diagnostic, ...]:
    """The diagnostics of an attempt on a game for so many players; `head`: where it stands."""
    try:
        attempt(pack.declared(players, options, scenario))
    except Failed as failed:
        return (failed.diagnostic,)
    except Fail as fail:
        return (fail.diagnostic,)
    except DiagnosticError as error:
        return error.diagnostics
    except Exception as error:
        if head is None:
            raise
        return (internal(error, head),)
    return ()


__all__ = [
    "MODES",
    "Example",
    "Failure",
    "Mode",
    "ModeMismatch",
    "Runner",
    "Watched",
    "attempt",
    "check",
    "examples",
    "read_example",
    "run",
]
