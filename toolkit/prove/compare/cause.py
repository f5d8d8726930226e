"""Where the two games of a pair part, and which changed document is there.

Games with one seed go the same way until something that has changed makes a difference: a sentence does something
else, or a bot that looks ahead takes another option.  The first event that only one of the two games has, or the
first option that only one of them took, is where they part.  If a changed document's sentence caused it, or a
changed component is in it, or one was in what happened since the last decision, the pair is put down to that
document. In doubt to none.

Entities, verbs and numbers of sentences may differ between versions; so events are compared by what they name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.documents.card import key_of
from toolkit.play.brief import PLAIN
from toolkit.prove.compare.measures import Rename
from toolkit.prove.entries import Entry, Key

if TYPE_CHECKING:
    from toolkit.kernel.state import LogEntry
    from toolkit.prove.simulate import Lab, Played

EVENT, CHOICE = "event", "choice"


class Origin(NamedTuple):
    """`how`: an event or a choice parts the games.  `key`: the changed document that it is put down to."""

    how: str
    key: Key | None


class Reader:
    """The games of one version in names that both versions share.  `changed`: its documents and words that mean
    something else in the other version, by their keys in the new one.
    """

    def __init__(self, lab: Lab, rename: Rename, changed: Mapping[Key, Entry]) -> None:
        self.lab = lab
        self.rename = rename
        self.changed = changed
        self.model = lab.compiled.model
        self.verbs = [rename((False, "verb", verb.id))[2] for verb in lab.compiled.ruleset.verbs]

    @cached_property
    def names(self) -> list[Any]:
        """For each entity what it is in both versions: its document, or its name, and which of several alike."""
        seen: Counter[Any] = Counter()
        found = []
        for entity in range(self.model.count):
            document = self.lab.document_of.get(entity)
            what: Any = self.lab.rig.teller.names.fixed(entity) if document is None else self.key(document)
            seen[what] += 1
            found.append((what, seen[what]))
        return found

    @cached_property
    def shape(self) -> tuple[Any, ...]:
        """Versions of one shape give the same numbers to everything but sentences and rules."""
        attributes = [attribute.name for attribute in self.model.attributes]
        return self.names, self.verbs, attributes, list(self.model.values)

    @cached_property
    def roles(self) -> list[tuple[bool, ...]]:
        """For each verb which of its roles hold things."""
        found = []
        for number, verb in enumerate(self.lab.compiled.ruleset.verbs):
            things = self.lab.sheet.things[number]
            kernel = verb.program < 0
            found.append(
                tuple(name not in PLAIN if kernel else n in things for n, name in enumerate(verb.roles))
            )
        return found

    def key(self, document: int) -> Key:
        """A component's document, as the new version has it."""
        component = self.lab.documents[document]
        return self.rename((False, key_of(component.kind), component.id))

    def event(self, entry: LogEntry, plain: bool) -> Any:
        """An entry of the log in names.  `plain`: amounts and the like can be compared, too."""
        verb, who, roles, result, *_ = entry
        things = zip(roles, self.roles[verb], strict=False)
        said = [self.named(role) if thing else role if plain else None for role, thing in things]
        return self.verbs[verb], who, said, result if plain else None

    def named(self, role: Any) -> Any:
        """A thing or several in names."""
        if type(role) is tuple:
            return [self.named(each) for each in role]
        return self.names[role] if type(role) is int and 0 <= role < self.model.count else role

    def option(self, option: tuple[Any, ...]) -> Any:
        """An option in names."""
        return ("entity", self.names[option[1]]) if option[0] == "entity" else option

    # -- What has changed -------------------------------------------------------------------------------------

    @cached_property
    def sentences(self) -> dict[int, Key]:
        """The sentences of the ruleset that stand in changed documents."""
        spans = [
            (span.source.name, span.position[0], span.position[0] + span.text.count("\n"), key)
            for key, entry in self.changed.items()
            for items in entry.texts.values()
            for span in (item.text.span() for item in items)
        ]
        found = {}
        for number, sentence in enumerate(self.lab.compiled.ruleset.sentences):
            for file, first, last, key in spans:
                if sentence.file == file and first <= sentence.line <= last:
                    found[number] = key
        return found

    @cached_property
    def things(self) -> dict[int, Key]:
        """The components whose documents have changed."""
        return {e: key for e, n in self.lab.document_of.items() if (key := self.key(n)) in self.changed}

    def blamed(self, entry: LogEntry) -> Iterator[Key]:
        """The changed documents of an event: that of its sentence, then those of what it is about."""
        if entry[4] in self.sentences:
            yield self.sentences[entry[4]]
        for role, thing in zip(entry[2], self.roles[entry[0]], strict=False):
            if thing:
                for entity in role if type(role) is tuple else (role,):
                    if entity in self.things:
                        yield self.things[entity]


class Cause:
    """Looks at pairs of games.  `old`, `new`: readers of the two versions."""

    def __init__(self, old: Reader, new: Reader) -> None:
        self.old, self.new = old, new
        self.alike = old.shape == new.shape
        self.plain = old.shape[2:] == new.shape[2:]

    def parting(self, old: Played, new: Played) -> Origin | None:
        """Where two games part; None: they went the same way."""
        same = self.alike and old.raw is not None and old.raw == new.raw
        event = None if same else self.event(old.log, new.log)
        choice = self.choice(old, new)
        if event is None and choice is None:
            return None
        if choice is not None and (event is None or old.lengths[choice] <= event):
            return Origin(CHOICE, self.chosen(choice, old, new))
        assert event is not None
        return Origin(EVENT, self.happened(event, old, new))

    def event(self, old: list[LogEntry], new: list[LogEntry]) -> int | None:
        """The first entry that only one of two logs has."""
        if self.alike:
            for number, (a, b) in enumerate(zip(old, new, strict=False)):
                if a[:4] != b[:4]:
                    return number
        else:
            for number, (a, b) in enumerate(zip(old, new, strict=False)):
                if self.old.event(a, self.plain) != self.new.event(b, self.plain):
                    return number
        return min(len(old), len(new)) if len(old) != len(new) else None

    def choice(self, old: Played, new: Played) -> int | None:
        """The first decision that was answered differently."""
        seats = zip_longest(old.decisions, new.decisions, fillvalue=(0, 0))
        options = zip_longest(old.chosen, new.chosen, fillvalue=("none",))
        for number, ((a, _), (b, _), one, other) in enumerate(
            (*pair, *taken) for pair, taken in zip(seats, options, strict=True)
        ):
            if a != b or (one != other if self.alike else self.old.option(one) != self.new.option(other)):
                return number
        return None

    def chosen(self, choice: int, old: Played, new: Played) -> Key | None:
        """The changed component that was taken, or left, at a decision."""
        for reader, played in ((self.new, new), (self.old, old)):
            option = played.chosen[choice] if choice < len(played.chosen) else ("none",)
            if option[0] == "entity" and option[1] in reader.things:
                return reader.things[option[1]]
        return None

    def happened(self, event: int, old: Played, new: Played) -> Key | None:
        """The changed document that an event, or what led to it since the last decision, has to do with."""
        both = [(self.new, new.log), (self.old, old.log)]
        since = max((length for length in old.lengths[:-1] if length <= event), default=0)
        for number in range(event, since - 1, -1):
            found = next(
                _first(reader.blamed(log[number]) for reader, log in both if number < len(log)), None
            )
            if found is not None:
                return found
        return None


def _first(found: Iterable[Iterator[Key]]) -> Iterator[Key]:
    for each in found:
        yield from each
