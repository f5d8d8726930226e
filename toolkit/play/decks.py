"""Whether decks satisfy the rules of their pack, and why not.

A deck is laid out on a table on which nothing else lies: its cards in the places of their sections, for the player of
the first seat.  Each sentence of the deck rules must hold there; one that does not is SAY0914, at the lines of the deck
that break it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.documents.card import key_of
from toolkit.documents.folder import read_file
from toolkit.documents.schema import SchemaSet
from toolkit.pack.decks import DECK, Deck, DeckList, Entry, deck_rules, decks_of, one_line, read_deck
from toolkit.play.reasons import Asker, Reason
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, DiagnosticError, Label
from toolkit.report.source import Source, Span
from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame, DeckRule
    from toolkit.compile.pack import Pack
    from toolkit.machine import Machine

SEAT = 1
"""Whose deck is looked at."""
MOST_LABELS = 6
"""Lines of a deck that one diagnostic points at."""
MOST_NAMED = 12
"""Cards that are named in a hint."""


# --- Reading and choosing -----------------------------------------------------------------------------------


def read_decks(path: str | Path, pack: Pack) -> Checked[tuple[Deck, ...]]:
    """The decks of a file, wherever it lies, for a pack.  Never raises for what an author wrote."""
    read = read_file(path)
    schemas = SchemaSet()
    found = list(read.diagnostics)
    decks = []
    for document in read.value:
        wrong = schemas.check(document) if document.type in (DECK, None) else ()
        found += wrong
        if document.type == DECK and not wrong:
            checked = read_deck(document, pack.source)
            found += checked.diagnostics
            decks += [checked.value] if checked.value is not None else []
    if not found and not decks:
        name = Path(path).as_posix()
        source = read.value[0].source if read.value else Source(name, "")
        hint = "Write `type: deck`, an `id`, and the `cards` of each section."
        found.append(diagnose("SAY0327", source.span(0, 0), file=name, hint=hint))
    return Checked(tuple(decks), tuple(found))


def chosen_decks(pack: Pack, said: Mapping[str, str]) -> dict[int, DeckList]:
    """The decks that seats use: for the name of each seat a file, or the id of a deck of the pack.

    Raises `ValueError` for a seat or a deck that there is not, `DiagnosticError` for a deck that breaks its rules.
    """
    seats = pack.source.manifest.seats
    known = decks_of(pack.source)
    chosen = {}
    for name, what in said.items():
        seat = next((n for n, each in enumerate(seats, 1) if each.casefold() == name.casefold()), None)
        if seat is None:
            near = nearest(name, seats)
            raise ValueError(f"there is no seat {name}; {_did_you_mean(near, seats)}")
        if what in known:
            deck = known[what]
        elif os.path.lexists(what) and not os.path.isdir(what):
            read = read_decks(what, pack)
            if any(diagnostic.is_error for diagnostic in read.diagnostics):
                raise DiagnosticError(read.diagnostics)
            if len(read.value) > 1:
                raise ValueError(
                    f"{what} holds several decks; put the one for {seats[seat - 1]} in a file of its own"
                )
            deck = read.value[0]
        else:
            raise ValueError(
                f"there is no deck {what}, nor a file; {_did_you_mean(nearest(what, known), known)}"
            )
        broken = check_deck(pack, deck)
        if broken:
            raise DiagnosticError(broken)
        chosen[seat] = deck.plain
    return chosen


def _did_you_mean(near: Sequence[str], known: Iterable[str]) -> str:
    ids = [*(near or known)]
    return f"did you mean {' or '.join(ids)}" if near else f"there are {', '.join(ids) or 'none'}"


# --- Checking -----------------------------------------------------------------------------------------------


def check_pack(pack: Pack) -> tuple[Diagnostic, ...]:
    """What the decks of a pack itself break."""
    found: list[Diagnostic] = []
    for document in pack.source.folders[-1].documents:
        if document.type == DECK:
            deck = read_deck(document, pack.source).value
            if deck is not None:
                found += check_deck(pack, deck)
    return tuple(found)


def check_deck(pack: Pack, deck: Deck) -> tuple[Diagnostic, ...]:
    """The sentences that a deck breaks, in their order; none for a deck that is exempt."""
    if deck.exempt is not None:
        return ()
    from toolkit.play.game import rig_of

    compiled = pack.compiled(None, None, {SEAT: deck.plain}).value
    assert compiled is not None
    machine = rig_of(pack, compiled).machine
    return tuple(diagnostic for _, diagnostic in DeckTable(pack, deck, compiled, machine).broken())


class DeckTable:
    """A deck, laid out.  `state`: the table on which it lies.  `compiled`: with this deck for the first seat."""

    def __init__(self, pack: Pack, deck: Deck, compiled: CompiledGame, machine: Machine) -> None:
        self.pack = pack
        self.deck = deck
        self.compiled = compiled
        self.state = machine.new()
        mine = {(entry.type, entry.id) for entry in deck.entries}
        self.cards: dict[int, tuple[str, str]] = {
            entity: (key_of(kind), id)
            for (kind, id), made in compiled.table.components.items()
            if (key_of(kind), id) in mine
            for entity in made
        }
        for entity in range(compiled.model.count):
            if compiled.model.is_component[entity] and entity not in self.cards:
                machine.kernel.remove(self.state, entity)
        self.asker = Asker(machine, self.state)

    def broken(self) -> Iterator[tuple[str, Diagnostic]]:
        """Each sentence that does not hold, as one line, and the diagnostic."""
        for rule in self.compiled.deck_rules:
            if rule.item.document != self.deck.rules:
                continue
            locals = [SEAT, -1, *[0] * rule.size]
            if not self.asker.value(rule.condition, locals):
                yield (
                    one_line(rule.item.text),
                    self.diagnostic(rule, self.asker.why_not(rule.condition, locals)),
                )

    def diagnostic(self, rule: DeckRule, reason: Reason) -> Diagnostic:
        """What was found, where, and what was expected."""
        sentence = rule.sentence.span or rule.item.text.span()
        lines = self.lines(reason)
        labels = [Label(span, message) for span, message in lines[1 : MOST_LABELS + 1]]
        labels.append(Label(sentence, "the sentence that it breaks"))
        hints = []
        if counted := self.listed(reason):
            hints.append(f"Counted: {counted}.")
        if len(lines) > MOST_LABELS + 1:
            hints.append(f"So do {len(lines) - MOST_LABELS - 1} more lines of the deck.")
        span, message = lines[0] if lines else (self.section(rule, reason), reason.words)
        return diagnose(
            "SAY0914",
            span,
            deck=self.deck.name,
            sentence=" ".join(sentence.text.split()),
            label=message or None,
            labels=labels,
            hint="\n".join(hints) or None,
            cites=rule.item.cites,
        )

    def lines(self, reason: Reason) -> list[tuple[Span, str]]:
        """The lines of the deck whose cards break the sentence, each once, and what is wrong with them."""
        found: dict[tuple[str, str], str] = {}
        for entity, inner in reason.culprits:
            card = self.cards.get(entity)
            if card is not None:
                found.setdefault(card, self.said(card, inner))
        return [(self.entry(card).span, message) for card, message in found.items()]

    def said(self, card: tuple[str, str], reason: Reason) -> str:
        """What is wrong with one card: an amount, or other cards that it does not go with."""
        if reason.words:
            return reason.words
        others = dict.fromkeys(self.cards[entity] for entity, _ in reason.culprits if entity in self.cards)
        names = ["another copy" if other == card else f"`{other[1]}`" for other in others]
        return f"not together with {' and '.join(names)}" if names else "breaks it"

    def entry(self, card: tuple[str, str]) -> Entry:
        """The first line with a card."""
        return next(entry for entry in self.deck.entries if (entry.type, entry.id) == card)

    def listed(self, reason: Reason) -> str:
        """What was counted: *3 × otter, heron*."""
        numbers: dict[tuple[str, str], int] = {}
        for entity in reason.counted:
            if entity in self.cards:
                numbers[self.cards[entity]] = numbers.get(self.cards[entity], 0) + 1
        shown = [id if count == 1 else f"{count} × {id}" for (_, id), count in numbers.items()]
        more = [f"{len(shown) - MOST_NAMED} more"] if len(shown) > MOST_NAMED else []
        return ", ".join([*shown[:MOST_NAMED], *more])

    def section(self, rule: DeckRule, reason: Reason) -> Span:
        """The section of what was counted, or of whose place the sentence speaks; else the deck's id."""
        for entity in reason.counted:
            if entity in self.cards:
                return self.deck.sections[self.entry(self.cards[entity]).section]
        rules = deck_rules(self.pack.source)[self.deck.rules]
        places = {section.id: section.place for section in rules.sections}
        for id, span in self.deck.sections.items():
            if _looks_into(rule.condition, self.compiled.world.kinds[places[id]].index):
                return span
        return self.deck.span


def _looks_into(expr: object, kind: int) -> bool:
    """Whether an expression looks into places of a kind."""
    if not isinstance(expr, tuple) or not expr:
        return False
    if (expr[0] == "place" and expr[1] == kind) or (expr[0] == "within" and expr[2] == kind):
        return True
    return any(_looks_into(part, kind) for part in expr)
