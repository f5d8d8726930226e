"""What a pack calls things: kinds, attributes, values, named components, verbs and steps, by their indices."""

from __future__ import annotations

from functools import cached_property

from toolkit.compile.base.values import Type
from toolkit.compile.base.world import Attribute, Defined, Kind, VerbInfo
from toolkit.compile.compiled import CompiledGame
from toolkit.language.forms import Forms, article, plural

KEYWORD = "keyword "
"""Attributes of this name are keywords: a component has them or not."""


class Words:
    """Names for the indices of one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.world, self.model, self.ruleset = game.world, game.model, game.ruleset

    @cached_property
    def kinds(self) -> dict[int, Kind]:
        """Kinds by index."""
        return {kind.index: kind for kind in self.world.kinds.values()}

    @cached_property
    def attributes(self) -> dict[int, Attribute]:
        """Attributes by column; lists are apart."""
        return {a.index: a for a in self.world.attributes.values() if not a.listed and not a.parts}

    @cached_property
    def lists(self) -> dict[int, Attribute]:
        """Attributes of several things by their number."""
        return {a.index: a for a in self.world.attributes.values() if a.listed}

    @cached_property
    def verbs(self) -> dict[int, VerbInfo]:
        """Verbs by index."""
        found = {info.index: info for known in self.world.by_lemma.values() for info, _ in known}
        found |= {info.index: info for info in self.world.verbs.values()}
        if self.world.choosing is not None:
            found[self.world.choosing.index] = self.world.choosing
        return found

    @cached_property
    def defined(self) -> dict[int, Defined]:
        """Defined words by function."""
        return {entry.function: entry for entries in self.world.defined.values() for entry in entries}

    def several(self, defined: Defined) -> bool:
        """Whether the word is defined more than once for things of these kinds."""
        return sum(other.kinds == defined.kinds for other in self.world.defined[defined.word]) > 1

    @cached_property
    def aliases(self) -> dict[int, str]:
        """Nouns that a definition makes of a kind, by function."""
        return {number: word for word, made in self.world.aliases.items() for _, number in made}

    @cached_property
    def orders(self) -> dict[int, str]:
        """Orders of players by function."""
        return {number: word for word, number in self.world.orders.items()}

    # -- kinds ----------------------------------------------------------------------------------------------
    def kind(self, index: int) -> str:
        """The name of a kind."""
        return self.kinds[index].name if index in self.kinds else self.model.kinds[index].name

    def category(self, kind: str | None) -> str:
        """thing, player, place, group or game; a thing where it is not known."""
        entry = self.world.kind(kind)
        return entry.category if entry is not None else "thing"

    def prep(self, kind: str | None) -> str:
        """*in*, *at* or *on* a place of that kind; things lie *on* things."""
        entry = self.world.kind(kind)
        if entry is None:
            return "in"
        return "on" if entry.category == "thing" else entry.prep

    def plural(self, noun: str) -> str:
        """*card* → *cards*, as the pack declares it."""
        entry = self.world.vocabulary.nouns.get(noun)
        return entry.plural if entry is not None else plural(noun)

    def much(self, noun: str) -> str:
        """*number of coins*, *amount of gold*."""
        entry = self.world.vocabulary.nouns.get(noun)
        mass = entry is not None and (entry.mass or entry.plural == noun)
        return f"amount of {noun}" if mass else f"number of {self.plural(noun)}"

    def so_many(self, noun: str) -> str:
        """*as many coins*, *as much gold*."""
        many = self.much(noun).startswith("number")
        return f"as many {self.plural(noun)}" if many else f"as much {noun}"

    def counted(self, number: int, noun: str) -> str:
        """*1 coin*, *2 coins*."""
        return f"{number} {noun if number == 1 else self.plural(noun)}"

    # -- entities -------------------------------------------------------------------------------------------
    def kind_of(self, entity: int) -> str:
        """The kind of an entity."""
        return self.kind(self.model.kind[entity])

    def entity(self, entity: int) -> str:
        """A named component, a player's seat, or a place: *Cup*, *Red's hand*, *the deck*."""
        if entity < 0:
            return "nothing"
        data, name = self.model.entities[entity], self.model.entities[entity].name
        kind = self.kind_of(entity)
        if self.category(kind) in ("player", "game"):
            return name or kind
        same = self.copies(entity)
        if name and len(same) > 1:
            return f"the {ordinal(same.index(entity) + 1)} copy of {name} (whoever's)"
        if name:
            return name
        if data.part_of >= 0 and data.number:
            return f"{kind} {data.number} of {self.entity(data.part_of)}"
        if data.of >= 0:
            return f"the {kind} of {self.entity(data.of)}"
        every = self.model.all_of[self.model.kind[entity]]
        return f"the {kind}" if len(every) == 1 else f"{kind} {every.index(entity) + 1}"

    def copies(self, entity: int) -> tuple[int, ...]:
        """All that are made from the same document, itself among them."""
        card = self.model.card[entity]
        if not card:
            return (entity,)
        return tuple(e for e in range(self.model.count) if self.model.card[e] == card)

    def entities(self, members: tuple[int, ...]) -> str:
        """A fixed set: *every copy of Cup*, *the hands of all players*, else their names."""
        if not members:
            return "nothing"
        if set(members) == set(self.copies(members[0])) and len(members) > 1:
            name = self.model.entities[members[0]].name
            return f"the {len(members)} copies of {name} (whoever's)"
        if (kinds := self.whole_kinds(members)) and len(members) > 1:
            return "all " + listed([self.plural(name) for name in kinds], "and")
        names = list(dict.fromkeys(self.entity(e) for e in members))
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    def whole_kinds(self, members: tuple[int, ...]) -> list[str]:
        """The kinds of which a fixed set holds everything; [] if it holds a part of one."""
        whole = set(members)
        for index in sorted(self.kinds):
            if self.category(self.kinds[index].name) == "place" and set(self.model.all_of[index]) == whole:
                return [self.kinds[index].name]
        kinds = list(dict.fromkeys(self.model.kind[e] for e in members))
        every = {e for kind in kinds for e in range(self.model.count) if self.model.kind[e] == kind}
        return [self.kind(kind) for kind in kinds] if every == set(members) else []

    # -- attributes and values ------------------------------------------------------------------------------
    def attribute(self, index: int) -> str:
        """The name of a column."""
        found = self.attributes.get(index)
        name = found.name if found else self.model.attributes[index].name
        if not name.startswith(KEYWORD):
            return name
        entry = self.world.vocabulary.names.get(name.removeprefix(KEYWORD))
        return entry.text if entry is not None else name.removeprefix(KEYWORD)

    def is_keyword(self, index: int) -> bool:
        """Whether a column is a keyword."""
        found = self.attributes.get(index)
        return found is not None and found.name.startswith(KEYWORD)

    def is_flag(self, index: int) -> bool:
        """Whether a column is true or false."""
        found = self.attributes.get(index)
        return found is not None and found.flag

    def is_quantity(self, index: int) -> bool:
        """Whether a column is gained and lost."""
        found = self.attributes.get(index)
        return found is not None and found.quantity

    def type_of(self, index: int) -> Type:
        """What a column holds."""
        found = self.attributes.get(index)
        return found.type if found is not None else Type("number")

    def value(self, index: int) -> str:
        """A value of a list."""
        return self.model.values[index] if 0 <= index < len(self.model.values) else "none"

    def first_value(self, list_name: str) -> str:
        """What an empty column of a list counts as: the value with index 0 of all lists."""
        values = self.world.vocabulary.lists.get(list_name, ())
        return self.value(0) if self.value(0) in values else "none of its values"

    # -- functions, fields, times ---------------------------------------------------------------------------
    def function(self, index: int) -> str:
        """The word that a function defines."""
        return self.ruleset.functions[index].name or self.aliases.get(index, "a defined word")

    def field(self, index: int) -> str:
        """A sentence field of components."""
        return self.ruleset.fields[index]

    def list_of(self, value: int) -> str:
        """The list in which a value stands."""
        return next((name for index, name in self.world.values.values() if index == value), "")

    def period(self, index: int) -> str:
        """*turn*; the game where there is no period."""
        return self.ruleset.periods[index] if index >= 0 else "game"

    def step(self, index: int) -> tuple[str, str]:
        """A step event: what it is of (*the Draw step of a turn*, *a turn*) and *start* or *end*."""
        owner, *rest = self.ruleset.steps[index].split("/")
        info = self.world.verbs.get(owner)
        whole = info.period if info is not None and info.period else None
        name = f"{article(whole)} {whole}" if whole else f"“{self.spoken(owner)}”"
        if len(rest) > 1:
            return f"the “{rest[0]}” step of {name}", rest[-1]
        return name, rest[-1] if rest else "start"

    # -- verbs ----------------------------------------------------------------------------------------------
    def lemma(self, verb: int) -> str:
        """The verb as a writer says it: *draw*, *look at*."""
        info = self.verbs.get(verb)
        if info is None or not info.templates:
            return self.ruleset.verbs[verb].id.replace("-", " ")
        return info.templates[0].verb

    def spoken(self, verb_id: str) -> str:
        """The whole phrase without its slots: *take a turn*."""
        info = self.world.verbs.get(verb_id)
        if info is None or not info.templates:
            return verb_id.replace("-", " ")
        fixed = info.templates[0].fixed
        return f"{info.templates[0].verb} {fixed}".strip()

    def forms(self, verb: int) -> Forms:
        """*draw*, *draws*, *drew*, *drawn*."""
        lemma = self.lemma(verb)
        return self.world.vocabulary.verb_forms(lemma)


def ordinal(number: int) -> str:
    """1 → *first*."""
    words = (
        "",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
    )
    return words[number] if number < len(words) else f"{number}th"


def a(phrase: str) -> str:
    """With *a* or *an* before it."""
    return f"{article(phrase)} {phrase}"


def listed(parts: list[str], joint: str) -> str:
    """*A, B and C*."""
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"
