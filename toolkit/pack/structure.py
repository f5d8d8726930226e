"""Kinds, places and quantities out of vocabulary documents, each fact checked against the others.

In: the vocabulary documents of a pack, and the structure of the packs that it extends.  Out: `Structure` with the
diagnostics SAY0312 to SAY0317.  Words as words (forms, clashes) are the business of `words.py`.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, cast

from toolkit.documents.nodes import Document, KeyNode, MappingNode, Node, SequenceNode
from toolkit.documents.types.vocabulary import STARTS
from toolkit.language.forms import plural
from toolkit.pack.lineage import check_lineage
from toolkit.pack.read import entries_of, flag_of, mapping_of, number_of, texts_of, word_of, words_of
from toolkit.pack.source import (
    Attribute,
    Kind,
    Manifest,
    PackSource,
    Place,
    Quantity,
    Seen,
    StoryPlaces,
)
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix, Label
from toolkit.report.source import Span, Text
from toolkit.report.suggest import nearest

_RANGE = re.compile(r"(-?[0-9]{1,9}) to (-?[0-9]{1,9})")
_RANGE_BY = re.compile(r"(-?[0-9]{1,9}) to (.*[^0-9].*)")
"""Up to the printed value of another attribute (*1 to sides*)."""
_FORMS = ("number", "flag", "text")
MOST_EACH = 1000
"""Values of an attribute of which there is a component for each."""
ADDED = ("attributes", "sentences", "works")
"""What an extension may add to a kind of the pack that it extends."""
SAME = {"is": "parent", "of": "of", "number": "number", "each": "each", "starts": "starts", "faces": "faces",
        "shows": "shows", "found": "found", "documents": "documents", "story": "story"}  # fmt: skip
"""What it may say again, and how `Kind` calls it."""
CORE_KINDS: dict[str, Any] = dict.fromkeys(("thing", "place"))
"""Kinds of the core that a kind may name as its parent."""
WHOSE: dict[str, Any] = dict.fromkeys(("player", "nobody"))
"""Whose something may be, besides a place's."""


@dataclass
class Structure:
    """What a game is made of, by name.

    `lists`: values of each list.  `spans`: where each list and value was declared (*list*, *list/value*).
    `list_packs`: which pack declared a list.
    `extended`, `added`: what the pack that was read last adds to the kinds and lists of others: kinds with the new
    attributes and sentence fields alone, and the new values.
    """

    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    quantities: dict[str, Quantity] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    list_packs: dict[str, str] = field(default_factory=dict)
    extended: dict[str, Kind] = field(default_factory=dict)
    added: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, source: PackSource) -> Structure:
        """That of a pack that has been read."""
        return cls(
            dict(source.vocabulary.lists),
            {kind.name: kind for kind in source.kinds},
            {place.name: place for place in source.places},
        )

    def copy(self) -> Structure:
        """An independent copy, to be extended."""
        return Structure(
            dict(self.lists),
            dict(self.kinds),
            dict(self.places),
            dict(self.quantities),
            dict(self.spans),
            dict(self.list_packs),
        )

    def declared(self, name: str) -> Kind | Place | Quantity | None:
        """The kind, place or quantity of that name."""
        return self.kinds.get(name) or self.places.get(name) or self.quantities.get(name)

    def lineage(self, entry: Kind | Place) -> Iterator[Kind | Place]:
        """The kind and those above it, nearest first."""
        seen: set[str] = set()
        one: Kind | Place | None = entry
        while one is not None and one.name not in seen:
            seen.add(one.name)
            yield one
            one = self.kinds.get(one.parent or "") or self.places.get(one.parent or "")


def read_structure(
    base: Structure, documents: Iterable[Document], pack: str, manifest: Manifest
) -> Checked[Structure]:
    """`base` with what the vocabulary documents of `pack` declare.  `manifest`: knows the modules of some of them."""
    reader = _Reader(base.copy(), pack)
    switched = [(manifest.switches(document), document) for document in documents]
    for options, document in sorted(switched, key=lambda each: bool(each[0])):  # modules add to what is there
        reader.options = options
        reader.read(document)
    checks = _Checks(reader.structure, reader.new, reader.nodes)
    return Checked(reader.structure, (*reader.found, *checks.run()))


class _Reader:
    def __init__(self, structure: Structure, pack: str) -> None:
        self.structure = structure
        self.pack = pack
        self.found: list[Diagnostic] = []
        self.new: list[Kind | Place | Quantity] = []
        self.nodes: dict[str, MappingNode] = {}
        self.options: tuple[str, ...] = ()

    def read(self, document: Document) -> None:
        structure = self.structure
        self.lists(document)
        for section, store, make in (
            ("kinds", structure.kinds, self.kind),
            ("places", structure.places, self.place),
            ("quantities", structure.quantities, self.quantity),
        ):
            for key, node in entries_of(document.root.get(section)):
                # A kind without properties may be written `card:`, without the braces.
                body = mapping_of(node) or MappingNode((), key.span)
                other = structure.declared(key.name)
                adds = section == "kinds" and any(name in body for name in ADDED)
                foreign = other is not None and (other.pack != self.pack or self.options != other.options)
                if isinstance(other, Kind) and foreign and adds:
                    self.extend(key, body, other)
                elif self.is_new(key, other.span if other else None):
                    entry = make(key, body)
                    cast(dict[str, Any], store)[key.name] = entry
                    self.new.append(entry)
                    self.nodes[key.name] = body

    def lists(self, document: Document) -> None:
        """The lists that it declares, and the values that it adds to those of other packs."""
        structure = self.structure
        for key, node in entries_of(document.root.get("lists")):
            if structure.list_packs.get(key.name, self.pack) != self.pack:
                self.more_values(key, node)
            elif self.is_new(key, structure.spans.get(key.name) if key.name in structure.lists else None):
                structure.lists[key.name] = words_of(node)
                structure.spans[key.name] = key.span
                structure.list_packs[key.name] = self.pack
                for text in texts_of(node):
                    structure.spans.setdefault(f"{key.name}/{text.value}", text.span())

    def is_new(self, key: KeyNode, other: Span | None) -> bool:
        if other is None:
            return True
        self.found.append(
            diagnose(
                "SAY0310",
                key.span,
                word=key.name,
                labels=[Label(other, "first declared here")],
                hint="put what both say in one place, or give one of the two another name",
            )
        )
        return False

    def more_values(self, key: KeyNode, node: Node) -> None:
        """Values that are added to a list of an extended pack."""
        structure = self.structure
        before = structure.lists[key.name]
        for text in texts_of(node):
            if text.value in before:
                labels = [
                    Label(span, "it is here already")
                    for span in (structure.spans.get(f"{key.name}/{text.value}"),)
                    if span
                ]
                hint = "write the new values alone: they are added to those of the list"
                self.found.append(diagnose("SAY0310", text.span(), word=text.value, labels=labels, hint=hint))
                continue
            structure.lists[key.name] = (*structure.lists[key.name], text.value)
            structure.added[key.name] = (*structure.added.get(key.name, ()), text.value)
            structure.spans.setdefault(f"{key.name}/{text.value}", text.span())

    def extend(self, key: KeyNode, body: MappingNode, base: Kind) -> None:
        """Attributes, sentence fields and places to work in, added to a kind of an extended pack.

        What else is said of it must be what that pack says: an extension changes nothing.
        """
        made = self.kind(key, body)
        for name, _ in entries_of(body):
            field = SAME.get(name.name)
            if name.name not in ADDED and (field is None or getattr(made, field) != getattr(base, field)):
                self.differs(name, base)
        new = replace(
            made,
            attributes=tuple(self.additions(made.attributes, base.attributes, body, "attributes", base)),
            sentences=tuple(self.additions(made.sentences, base.sentences, body, "sentences", base)),
        )
        if made.works is not None and made.works != base.works and (works := body.key("works")) is not None:
            self.differs(works, base)
        merged = replace(
            base,
            attributes=(*base.attributes, *new.attributes),
            sentences=(*base.sentences, *new.sentences),
            works_of=(*new.works_of, *base.works_of),
        )
        self.structure.kinds[base.name] = merged
        self.structure.extended[base.name] = new
        self.new.append(merged)
        self.nodes[base.name] = body

    def differs(self, key: KeyNode, base: Kind) -> None:
        labels = [Label(base.span, f"{base.pack} declares it")] if base.span else []
        self.found.append(
            diagnose(
                "SAY0317",
                key.span,
                what=f"`{key.name}` of `{base.name}` is not what {base.pack} says",
                labels=labels,
                hint=f"an extension adds {', '.join(f'`{name}`' for name in ADDED)} to a kind; for anything else "
                f"declare a kind of your own with `is: {base.name}`",
            )
        )

    def additions(
        self, made: Iterable[Any], there: Iterable[Any], body: MappingNode, section: str, base: Kind
    ) -> Iterator[Any]:
        """What is new; the same said again is nothing new, and another thing under a name that is taken is told."""
        known = {_name_of(entry): entry for entry in there}
        inner = mapping_of(body.get(section))
        for entry in made:
            other = known.get(_name_of(entry))
            if other is None:
                yield entry
            elif (
                not _same(entry, other)
                and inner is not None
                and (key := inner.key(_name_of(entry))) is not None
            ):
                self.differs(key, base)

    def kind(self, key: KeyNode, body: MappingNode) -> Kind:
        works = body.get("works")
        fields = mapping_of(works)
        story = story_places(body)
        return Kind(
            name=key.name,
            plural=_plural(key.name, body),
            parent=next(iter(words_of(body.get("is"))), None),
            of=word_of(body.get("of")),
            number=number_of(body.get("number")),
            each=words_of(body.get("each")),
            starts=word_of(body.get("starts")) or (story.closed if story else None),
            faces=flag_of(body.get("faces")),
            attributes=tuple(self.attributes(body)),
            shows=word_of(body.get("shows")),
            sentences=tuple(self.sentences(body)),
            works=words_of(works)
            if works is not None and fields is None
            else (story.open,)
            if story
            else None,
            works_of=tuple((name.name, words_of(node)) for name, node in entries_of(fields)),
            found=word_of(body.get("found")),
            documents=flag_of(body.get("documents")),
            story=story,
            values=tuple(
                (name.name, word)
                for name, node in entries_of(body.get("values"))
                if (word := _in_common(node))
            ),
            options=self.options,
            pack=self.pack,
            span=key.span,
        )

    def place(self, key: KeyNode, body: MappingNode) -> Place:
        positions = body.get("positions")
        items = positions.items if isinstance(positions, SequenceNode) else ()
        seen = word_of(body.get("seen-by"))
        return Place(
            name=key.name,
            plural=_plural(key.name, body),
            parent=next(iter(words_of(body.get("is"))), None),
            of=word_of(body.get("of")),
            part_of=word_of(body.get("part-of")),
            positions=tuple(n for item in items if (n := number_of(item)) is not None),
            columns=number_of(body.get("columns")),
            rows=number_of(body.get("rows")),
            runs_of=word_of(body.get("runs-of")),
            length=number_of(body.get("length")),
            columns_of=word_of(body.get("columns-of")),
            rows_of=word_of(body.get("rows-of")),
            ordered=flag_of(body.get("ordered")),
            seen_by=cast(Seen, seen) if seen in ("all", "owner", "nobody") else "all",
            capacity=tuple(
                (name.name, limit)
                for name, node in entries_of(body.get("capacity"))
                if (limit := number_of(node)) is not None
            ),
            prep=word_of(body.get("prep")) or "in",
            prep_said="prep" in body,
            attributes=tuple(self.attributes(body)),
            sentences=tuple(self.sentences(body)),
            documents=flag_of(body.get("documents")),
            options=self.options,
            pack=self.pack,
            span=key.span,
        )

    def quantity(self, key: KeyNode, body: MappingNode) -> Quantity:
        at_least = number_of(body.get("at-least"))
        start = number_of(body.get("start"))
        return Quantity(
            name=key.name,
            plural=_plural(key.name, body),
            of="player" if word_of(body.get("of")) == "player" else "game",
            at_least=at_least,
            at_most=number_of(body.get("at-most")),
            start=start if start is not None else max(at_least or 0, 0),
            parent=next(iter(words_of(body.get("is"))), None),
            pays_as=words_of(body.get("pays-as")),
            options=self.options,
            pack=self.pack,
            span=key.span,
        )

    def attributes(self, body: MappingNode) -> Iterator[Attribute]:
        for key, node in entries_of(body.get("attributes")):
            many = isinstance(node, SequenceNode)
            inner: Node | None = node
            if isinstance(node, SequenceNode):
                inner = node.items[0] if len(node) else None
            word = word_of(inner)
            if word is None:
                continue
            if match := _RANGE.fullmatch(word):
                low, high = int(match[1]), int(match[2])
                if low > high:
                    self.found.append(
                        diagnose(
                            "SAY0317",
                            inner.span if inner else key.span,
                            what=f"`{word}` holds no number",
                            fixes=[Fix("swap them", inner.span, f"{high} to {low}")] if inner else [],
                        )
                    )
                yield Attribute(key.name, "number", None, many, low, high, key.span)
            elif match := _RANGE_BY.fullmatch(word):
                yield Attribute(
                    key.name, "number", None, many, int(match[1]), high_of=match[2], span=key.span
                )
            elif word in _FORMS:
                yield Attribute(key.name, cast(Any, word), None, many, span=key.span)
            else:
                # A list or a kind: which of the two is known when everything is read.
                yield Attribute(key.name, "value", word, many, span=inner.span if inner else key.span)

    def sentences(self, body: MappingNode) -> Iterator[tuple[str, str]]:
        for key, node in entries_of(body.get("sentences")):
            word = word_of(node)
            if word in STARTS:
                yield key.name, STARTS[word]


def _name_of(entry: Attribute | tuple[str, str]) -> str:
    return entry.name if isinstance(entry, Attribute) else entry[0]


def _same(entry: Attribute | tuple[str, str], other: Attribute | tuple[str, str]) -> bool:
    if isinstance(entry, Attribute) and isinstance(other, Attribute):
        return (
            replace(entry, form=other.form) == other
            if {entry.form, other.form} <= {"value", "thing"}
            else entry == other
        )
    return entry == other


def story_places(body: MappingNode) -> StoryPlaces | None:
    """What a kind says of the places of its story cards; None: it has none (or the schema tells what is missing)."""
    story = mapping_of(body.get("story"))
    if story is None:
        return None
    open, closed = word_of(story.get("open")), word_of(story.get("closed"))
    if open is None or closed is None:
        return None
    return StoryPlaces(open, closed, word_of(story.get("left")) or closed)


def _plural(name: str, body: MappingNode) -> str:
    forms = words_of(body.get("noun"))
    return forms[1] if len(forms) > 1 else plural(name)


def _other_word(name: str, body: MappingNode) -> Iterator[Diagnostic]:
    """SAY0317: forms of another noun than the one that is declared, which no sentence could say."""
    noun = body.get("noun")
    forms = words_of(noun)
    if noun is not None and forms and forms[0] != name:
        what = f"`noun` has the forms of *{forms[0]}*, and the word that is declared is *{name}*"
        yield diagnose("SAY0317", noun.span, what=what, hint=f"declare `{forms[0]}`, or begin with `{name}`")


def _unknown(text: Text, word: str, known: Iterable[str], what: str) -> Diagnostic:
    """SAY0312: a word that names nothing of the wanted sort."""
    names = sorted(known)
    near = nearest(word, names)
    of_players = what == "quantity of players"
    return diagnose(
        "SAY0312",
        text.strip().span(),
        word=word,
        what=what,
        expected=[f"`{n}`" for n in near or names[:12]],
        label=f"did you mean `{near[0]}`?" if near else None,
        fixes=[Fix(f"write `{near[0]}`", text.strip().span(), near[0])] if near else [],
        hint=f"declare it, too: `{word}: {{of: player}}` under `quantities`" if of_players else None,
    )


class _Checks:
    """What one declaration says of others."""

    def __init__(
        self, structure: Structure, new: list[Kind | Place | Quantity], nodes: Mapping[str, MappingNode]
    ) -> None:
        self.structure = structure
        self.new = new
        self.nodes = nodes

    def run(self) -> Iterator[Diagnostic]:
        self._resolve()
        yield from check_lineage(self.structure, self.new, self.nodes)
        for entry in self.new:
            body = self.nodes[entry.name]
            match entry:
                case Kind():
                    yield from self.kind(entry, body)
                case Place():
                    yield from self.place(entry, body)
                case Quantity():
                    yield from self.quantity(entry, body)

    def _resolve(self) -> None:
        """Attributes that name a kind, not a list."""
        structure = self.structure
        for entry in self.new:
            if isinstance(entry, Quantity):
                continue
            attributes = tuple(
                replace(a, form="thing")
                if a.form == "value" and a.of not in structure.lists and self.is_kind(a.of)
                else a
                for a in entry.attributes
            )
            changed = replace(entry, attributes=attributes)
            if isinstance(changed, Kind):
                structure.kinds[entry.name] = changed
                if (new := structure.extended.get(entry.name)) is not None:
                    names = {attribute.name for attribute in new.attributes}
                    own = tuple(a for a in changed.attributes if a.name in names)
                    structure.extended[entry.name] = replace(new, attributes=own)
            else:
                structure.places[entry.name] = changed

    def is_kind(self, name: str | None) -> bool:
        return name == "player" or name in self.structure.kinds or name in self.structure.places

    def kind(self, kind: Kind, body: MappingNode) -> Iterator[Diagnostic]:
        structure = self.structure
        yield from _other_word(kind.name, body)
        yield from self.refers(body, "is", ChainMap[str, Any](structure.kinds, CORE_KINDS), "kind")
        yield from self.refers(body, "of", ChainMap[str, Any](structure.places, WHOSE), "place")
        for key in ("starts", "found"):
            yield from self.refers(body, key, structure.places, "place")
        yield from self.works(kind, body)
        if (places := mapping_of(body.get("story"))) is not None:
            for key in ("open", "closed", "left"):
                yield from self.refers(places, key, structure.places, "place")
        yield from self.attributes(kind, body)
        yield from self.each(kind, body)
        known = {a.name for one in structure.lineage(kind) for a in one.attributes}
        yield from self.refers(body, "shows", known, f"attribute of {kind.name}")
        yield from self.values(kind, body)

    def works(self, kind: Kind, body: MappingNode) -> Iterator[Diagnostic]:
        """Where its sentences act: places, for all of them or by field."""
        places, works = self.structure.places, mapping_of(body.get("works"))
        if works is None:
            yield from self.refers(body, "works", places, "place")
            return
        lineage = self.structure.lineage(kind)
        sentences = {name for one in lineage if isinstance(one, Kind) for name, _ in one.sentences}
        for name, _ in entries_of(works):
            if name.name not in sentences:
                yield _unknown(name.text, name.name, sentences, f"sentence field of {kind.name}")
            yield from self.refers(works, name.name, places, "place")

    def each(self, kind: Kind, body: MappingNode) -> Iterator[Diagnostic]:
        """The lists and ranges for each value of which there is one; they say how many there are, and not too many."""
        attributes = [a for one in self.structure.lineage(kind) for a in one.attributes]
        ranges = {a.name: a.high - (a.low or 0) for a in attributes if a.high is not None}
        yield from self.refers(body, "each", ChainMap[str, Any](self.structure.lists, ranges), "list")
        if kind.each and kind.number is not None:
            several = ", ".join([*kind.each, "copy"])
            hint = f"so many of each are `each: [{several}]` with `attributes: {{copy: 1 to {kind.number}}}`"
            yield self.contradiction(body, "number", "each", "`each` says how many there are", hint)
        for name, values in ranges.items():
            if name in kind.each and values >= MOST_EACH and "each" in body:
                yield self.missing(body, "each", f"`{name}` has more than {MOST_EACH} values")

    def values(self, kind: Kind, body: MappingNode) -> Iterator[Diagnostic]:
        """What all of a kind have in common: an attribute that takes values of a list, and one of them; a number."""
        known = {a.name: a for one in self.structure.lineage(kind) for a in one.attributes if not a.many}
        known = {name: a for name, a in known.items() if a.form in ("value", "number")}
        for key, node in entries_of(body.get("values")):
            attribute = known.get(key.name)
            if attribute is None:
                yield _unknown(key.text, key.name, known, f"attribute of {kind.name} with values")
            elif attribute.form == "number":
                yield from self.number_in_common(attribute, key, node)
            elif (words := self.structure.lists.get(attribute.of or "")) is not None:
                for text in texts_of(node):
                    if text.value not in words:
                        yield _unknown(text, text.value, words, f"value of {key.name}")
                if number_of(node) is not None:
                    yield diagnose(
                        "SAY0205",
                        node.span,
                        found=f"`{_in_common(node)}`",
                        where=f"`{key.name}`",
                        wanted="a word",
                    )

    def number_in_common(self, attribute: Attribute, key: KeyNode, node: Node) -> Iterator[Diagnostic]:
        """SAY0205: a number within the bounds of its attribute."""
        number, low, high = number_of(node), attribute.low, attribute.high
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            wanted = "a number" if low is None or high is None else f"a number from {low} to {high}"
            yield diagnose(
                "SAY0205", node.span, found=f"`{_in_common(node)}`", where=f"`{key.name}`", wanted=wanted
            )

    def place(self, place: Place, body: MappingNode) -> Iterator[Diagnostic]:
        places = self.structure.places
        yield from _other_word(place.name, body)
        yield from self.refers(body, "is", ChainMap[str, Any](places, {"place": None}), "place")
        yield from self.refers(body, "of", ChainMap[str, Any](places, {"player": None}), "place")
        for key in ("part-of", "runs-of", "columns-of", "rows-of"):
            yield from self.refers(body, key, places, "place")
        for name, _ in entries_of(body.get("capacity")):
            if not self.is_kind(name.name) and name.name != "thing":
                yield _unknown(name.text, name.name, {*self.structure.kinds}, "kind")
        yield from self.attributes(place, body)
        if (place.columns is None) != (place.rows is None):
            present, missing = ("columns", "rows") if place.rows is None else ("rows", "columns")
            yield self.missing(body, present, f"a grid has `{missing}` as well")
        yield from self.groups(place, body)
        if place.positions and place.columns is not None:
            yield self.contradiction(body, "columns", "positions", "a grid numbers its cells itself")
        for key in ("positions", "columns"):
            if key in body and word_of(body.get("of")) == "player":
                hint = f"parts of what each player has are each player's: `{place.name} row: {{of: player}}`, and "
                hint += f"`{place.name}: {{part-of: {place.name} row, …}}`"
                yield self.contradiction(body, "of", key, "`of: player` gives each player one of them", hint)
        if place.length is not None and place.runs_of is None:
            yield self.missing(body, "length", "only `runs-of` has a length")

    def groups(self, place: Place, body: MappingNode) -> Iterator[Diagnostic]:
        """Runs, columns and rows: of the cells of a grid, and made in one way."""
        groups = [key for key in ("runs-of", "columns-of", "rows-of") if key in body]
        if "runs-of" in groups and place.length is None:
            yield self.missing(body, "runs-of", "a run needs a `length`")
        for group in groups:
            node = body.get(group)
            wanted = word_of(node)
            grid = self.structure.places.get(wanted or "")
            if node is not None and grid is not None and grid.columns is None and grid.rows is None:
                labels = [Label(grid.span, "it has no `columns` and `rows`")] if grid.span else []
                what, hint = f"`{wanted}` is no grid", "only cells of a grid have runs, columns and rows"
                yield diagnose("SAY0317", node.span, what=what, labels=labels, hint=hint)
        for one, other in pairwise(groups):
            yield self.contradiction(body, other, one, "a group is made in one way")

    def attributes(self, entry: Kind | Place, body: MappingNode) -> Iterator[Diagnostic]:
        if "attributes" not in body:
            return
        structure = self.structure
        known = [*structure.lists, *structure.kinds, *structure.places, "player", *_FORMS]
        numbers = [a.name for one in structure.lineage(entry) for a in one.attributes if a.form == "number"]
        _, *above = structure.lineage(entry)
        before = {a.name: a for one in reversed(above) for a in one.attributes}
        for key, node in entries_of(body.get("attributes")):
            for text in texts_of(node):
                if match := _RANGE_BY.fullmatch(text.value):
                    if match[2] not in numbers:
                        yield _unknown(text, match[2], numbers, "attribute")
                elif text.value not in known and not _RANGE.fullmatch(text.value):
                    yield _unknown(text, text.value, known, "list or kind")
            if (inherited := before.get(key.name)) is not None:
                labels = [Label(inherited.span, "it comes from here already")] if inherited.span else []
                yield diagnose(
                    "SAY0310",
                    key.span,
                    word=key.name,
                    labels=labels,
                    hint="a kind has the attributes of its parents; leave it out here",
                )

    def refers(self, body: MappingNode, key: str, known: Collection[str], what: str) -> Iterator[Diagnostic]:
        for text in texts_of(body.get(key)):
            if text.value not in known:
                yield _unknown(text, text.value, known, what)

    def quantity(self, quantity: Quantity, body: MappingNode) -> Iterator[Diagnostic]:
        """Players have it or the game does; one of a player is no kind of what the game has, and is not paid in its
        place.
        """
        yield from _other_word(quantity.name, body)
        yield from self.holder(quantity, body)
        if "is" in body or "pays-as" in body:
            known = {q.name for q in self.structure.quantities.values() if q.of == quantity.of}
            whose = "of players" if quantity.of == "player" else "of the game"
            for key in ("is", "pays-as"):
                yield from self.refers(body, key, known, f"quantity {whose}")
        yield from self.bounds(quantity, body)

    def holder(self, quantity: Quantity, body: MappingNode) -> Iterator[Diagnostic]:
        """SAY0312: who else could have an amount?  How much a thing has is one of its attributes."""
        hint = (
            f"how much each has is one of its `attributes`: `{quantity.name}: number`; sentences say *Raise the "
            f"{quantity.name} of … by 1*, *each … with at least 2 {quantity.name}*"
        )
        for found in self.refers(body, "of", ("game", "player"), "holder of an amount"):
            whose = word_of(body.get("of"))
            yield replace(found, hint=hint) if self.is_kind(whose) else found

    def bounds(self, quantity: Quantity, body: MappingNode) -> Iterator[Diagnostic]:
        low, high = quantity.at_least, quantity.at_most
        if low is not None and high is not None and low > high:
            yield self.contradiction(
                body, "at-most", "at-least", f"nothing is at least {low} and at most {high}"
            )
        elif (low is not None and quantity.start < low) or (high is not None and quantity.start > high):
            key = "start" if "start" in body else "at-most"
            other = "at-least" if low is not None and quantity.start < low else "at-most"
            yield self.contradiction(body, key, other, f"it starts with {quantity.start}")

    def contradiction(
        self, body: MappingNode, key: str, other: str, what: str, hint: str = "leave out one of the two"
    ) -> Diagnostic:
        mine, theirs = body.key(key), body.key(other)
        assert mine is not None and theirs is not None
        labels = [Label(theirs.span, "it does not fit this")] if theirs is not mine else []
        return diagnose(
            "SAY0317",
            mine.span,
            what=what,
            labels=labels,
            hint=hint if labels else None,
        )

    def missing(self, body: MappingNode, key: str, what: str) -> Diagnostic:
        mine = body.key(key)
        assert mine is not None
        return diagnose("SAY0317", mine.span, what=what)


def _in_common(node: Node) -> str | None:
    """A word of a list, or a number as it is written."""
    number = number_of(node)
    return word_of(node) if number is None else str(number)
