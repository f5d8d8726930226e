"""A pack as it was written: its words, its structure and its sentences, nothing parsed yet.

In: the documents of a pack and of the packs that it extends.  Out: frozen data with spans.  `Kind`, `Place` and
`Quantity` say what the kernel's model must hold, `Component` what the documents of a kind put there, `Item` is one
sentence item with the start symbol by which it is parsed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Literal

from toolkit.documents.nodes import Document
from toolkit.frozen import dataclass
from toolkit.language.vocabulary import AdjectiveEntry, Template, Vocabulary
from toolkit.pack.read import number_of, words_of
from toolkit.report.source import Source, Span, Text

AttributeForm = Literal["number", "flag", "text", "value", "thing"]
Seen = Literal["all", "owner", "nobody"]

COMMON = "grammar"
"""What stands for a pack's id where a word or a sentence is the language's own (`grammar/verbs/`)."""


# --- Structure ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoryPlaces:
    """Where the cards of stories lie: `closed` before they are opened, `open` while they are, `left` after them."""

    open: str
    closed: str
    left: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """What each thing of a kind has: a column of the model.

    `form`: number, flag (true or false), text (shown, never read), value (one of the list `of`) or thing (of the kind
    `of`).  `many`: several of them.  `low`, `high`: bounds of a number, None for none.
    `high_of`: the attribute whose printed value is the upper bound.
    """

    name: str
    form: AttributeForm
    of: str | None = None
    many: bool = False
    low: int | None = None
    high: int | None = None
    span: Span | None = field(default=None, compare=False)
    high_of: str | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component, as the vocabulary declares it; what its parents say is asked by `PackSource.lineage`.

    `parent`: the kind above.  `of`: player, if each player has their own, or the place that has its own; nobody: what
    players come to own; None: shared.
    `number`: how many there are (for each `of`), None: as many as documents say, or without limit.
    `each`: one for each value of this list or bounded attribute; of several, one for each combination.
    `starts`: place where they begin.  `faces`: lies face up or face down.  `shows`: attribute that *shows 4* reads.
    `sentences`: field and start symbol.  `works`: places where its rules act, None: everywhere but in hidden places.
    `found`: where it is looked for when a sentence names no place.  `documents`: its components are documents.
    `values`: attributes that all of this kind have in common, and their value.
    `works_of`: sentence field and the places where what stands in that field acts, other than `works`.
    `story`: its documents are the cards of stories, and lie in these places; None: they are not.
    `options`: those without which there is none of it.
    `pack`: id of the pack that declares it.
    """

    name: str
    plural: str
    parent: str | None = None
    of: str | None = None
    number: int | None = None
    each: tuple[str, ...] = ()
    starts: str | None = None
    faces: bool = False
    attributes: tuple[Attribute, ...] = ()
    shows: str | None = None
    sentences: tuple[tuple[str, str], ...] = ()
    works: tuple[str, ...] | None = None
    works_of: tuple[tuple[str, tuple[str, ...]], ...] = ()
    found: str | None = None
    documents: bool = False
    values: tuple[tuple[str, str], ...] = ()
    story: StoryPlaces | None = None
    options: tuple[str, ...] = ()
    pack: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of place, or the one place of its name.

    `of`: player, if each has their own.  `part_of`: place whose part it is.  `positions`: numbers of its positions, in
    order: several places of this kind.  `columns`, `rows`: a grid.  `runs_of`, `length`: every straight run of so many
    cells; `columns_of`, `rows_of`: the columns and rows of a grid: groups of cells, no places of their own.
    `ordered`: first and last, top and bottom mean something.  `seen_by`: who sees what lies there.
    `capacity`: at most so many of a kind.  `prep`: in, at or on; `prep_said`: by the vocabulary.  `attributes`,
    `sentences`, `documents`, `options`: as of a kind.
    """

    name: str
    plural: str
    parent: str | None = None
    of: str | None = None
    part_of: str | None = None
    positions: tuple[int, ...] = ()
    columns: int | None = None
    rows: int | None = None
    runs_of: str | None = None
    length: int | None = None
    columns_of: str | None = None
    rows_of: str | None = None
    ordered: bool = False
    seen_by: Seen = "all"
    capacity: tuple[tuple[str, int], ...] = ()
    prep: str = "in"
    prep_said: bool = False
    attributes: tuple[Attribute, ...] = ()
    sentences: tuple[tuple[str, str], ...] = ()
    documents: bool = False
    options: tuple[str, ...] = ()
    pack: str = ""
    span: Span | None = field(default=None, compare=False)

    @property
    def group_of(self) -> str | None:
        """The place of which this is a group, if it is a group."""
        return self.runs_of or self.columns_of or self.rows_of


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that is gained and lost.

    `of`: player or game.  `at_least`, `at_most`: its bounds, None for none.  `start`: how much there is at first.
    `parent`: the quantity of which it is one (*gold* is a *resource*).  `pays_as`: those in whose place it may be paid.
    `options`: those without which there is none.
    """

    name: str
    plural: str
    of: Literal["player", "game"] = "game"
    at_least: int | None = None
    at_most: int | None = None
    start: int = 0
    parent: str | None = None
    pays_as: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    pack: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Component:
    """One document of a kind.

    `copies`: how many of it there are.  `attributes`: numbers, flags, texts, values of lists, ids of documents, or
    tuples of those.  `name`: id of its entry among the names of the vocabulary; `text`: its name as written.
    `options`: those without which it does not exist.
    `dealt`: seat, place and number of those that decks bring, () when no deck has it; None: no decks are chosen.
    """

    kind: str
    id: str
    name: str
    text: str
    copies: int = 1
    attributes: Mapping[str, int | bool | str | tuple[int | bool | str, ...]] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    pack: str = ""
    dealt: tuple[tuple[int, str, int], ...] | None = None
    document: Document | None = field(default=None, compare=False, repr=False)
    span: Span | None = field(default=None, compare=False)


# --- Sentences ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """One sentence item: a text that is parsed as one paragraph.

    `pack`, `type`, `document`: where it stands (`/<pack>/<type>/<id>` is its anchor).  `path`: keys and list indices
    to it (`("steps", "draw")`, `("rules", 2)`).  `start`: start symbol.  `cites`: its rule ids and those of its
    document.  `layer`: one of the pack's precedence.  `options`: ids of those without which it does not exist.
    """

    pack: str
    type: str
    document: str
    path: tuple[str | int, ...]
    start: str
    # Where it stands tells it from nearly all others, and a whole text takes long to hash.
    text: Text = field(hash=False)
    cites: tuple[str, ...] = field(default=(), hash=False)
    provenance: str | None = field(default=None, hash=False)
    layer: str | None = field(default=None, hash=False)
    options: tuple[str, ...] = field(default=(), hash=False)

    @property
    def anchor(self) -> str:
        """Where a reader finds it: `/pack/type/id`."""
        return f"/{self.pack}/{self.type}/{self.document}"

    @property
    def field(self) -> str:
        """The key under which it stands."""
        return str(self.path[0])


@dataclass(frozen=True, slots=True)
class Common:
    """One file of the language's own words: its documents, its sentences, and the words that it declares."""

    name: str
    documents: tuple[Document, ...] = field(compare=False, repr=False)
    items: tuple[Item, ...]
    templates: tuple[Template, ...]
    adjectives: tuple[AdjectiveEntry, ...]


# --- The pack -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the game.  `default`: whether it is on when nobody says."""

    id: str
    name: str
    default: bool = False
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Module:
    """What can be switched on by an option.

    `excludes`: ids of modules that cannot be on together with it.  `least`, `most`: number of players with it, None: as
    the pack says.  `copies`: how many more there are of which cards, by id or `type/id`.
    """

    id: str
    name: str
    option: str
    excludes: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    copies: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `pack.yaml` says; what it leaves out comes from the packs that it extends, nearest first.

    `least`, `most`: number of players, without modules that say otherwise.  `precedence`: layers, weak to strong.
    `start`: procedures that run in order.
    `limits`: name and number of each limit that it lowers (`toolkit.limits`).
    `story`: the story that is told when nobody chooses one.
    `ordering`: players order the effects of their own cards that begin at the same moment.
    `asking`: decisions about what somebody cannot see are asked, however little can be answered.
    """

    id: str
    name: str
    format: int = 1
    extends: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    least: int = 2
    most: int = 2
    seats: tuple[str, ...] = ()
    precedence: tuple[str, ...] = ("base",)
    options: tuple[Option, ...] = ()
    modules: tuple[Module, ...] = ()
    chapters: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    story: str | None = None
    ordering: bool = False
    asking: bool = False
    span: Span | None = field(default=None, compare=False)

    def chosen(self, options: Mapping[str, bool] | None = None) -> dict[str, bool]:
        """Every option, on or off: as said, else as it is when nobody says."""
        return {option.id: option.default for option in self.options} | dict(options or {})

    def counts(self, options: Mapping[str, bool] | None = None) -> range:
        """How many can play, with these options: the widest that the pack and the modules that are on allow."""
        on = self.modules_on(options)
        least = min([self.least, *(each.least for each in on if each.least is not None)])
        return range(least, max([self.most, *(each.most for each in on if each.most is not None)]) + 1)

    def modules_on(self, options: Mapping[str, bool] | None = None) -> list[Module]:
        """The modules that are on with these options."""
        chosen = self.chosen(options)
        return [module for module in self.modules if chosen.get(module.option)]

    def apart(self, options: Mapping[str, bool] | None = None) -> tuple[Module, Module] | None:
        """Two modules that are on, of which one excludes the other; None: all go together."""
        pairs = permutations(self.modules_on(options), 2)
        return next(((one, other) for one, other in pairs if other.id in one.excludes), None)

    def switches(self, document: Document) -> tuple[str, ...]:
        """The options without which a document is not there: its own, or those of its modules."""
        if document.type == "rule-module":
            return tuple(each.option for each in self.modules if each.id == document.id)
        named = words_of(document.root.get("module"))
        return tuple(each.option for each in self.modules if each.id in named)


@dataclass(frozen=True, slots=True)
class PackFolder:
    """One folder that a pack is made of: its own, or that of a pack it extends.  `digest`: of all its files."""

    id: str
    root: Path
    digest: str
    documents: tuple[Document, ...] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Seating:
    """How a scenario begins.  `start`: its procedures; none: the pack's.  `people`: so many of the first seats decide,
    and those after them decide nothing; None: all do.  `seats`: what players are called there; none: as in the pack.
    """

    start: tuple[str, ...] = ()
    people: int | None = None
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class PackSource:
    """A pack with everything that it extends.

    `folders`: the packs that it extends, each before those that extend it; its own last.  `documents`: of all of them.
    `verbs`, `procedures`, …: ask `of_type`.  `common`: the language's own words that the pack has not declared itself.
    """

    id: str
    manifest: Manifest
    folders: tuple[PackFolder, ...]
    vocabulary: Vocabulary
    kinds: tuple[Kind, ...] = ()
    places: tuple[Place, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    components: tuple[Component, ...] = ()
    items: tuple[Item, ...] = ()
    common: tuple[Common, ...] = ()

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents, those of extended packs first."""
        return tuple(document for folder in self.folders for document in folder.documents)

    @property
    def files(self) -> tuple[Source, ...]:
        """All files that hold documents, each once."""
        return tuple({document.source.name: document.source for document in self.documents}.values())

    @property
    def digests(self) -> dict[str, str]:
        """The content hash of each pack by its id."""
        return {folder.id: folder.digest for folder in self.folders}

    def of_type(self, type: str) -> Iterator[tuple[str, Document]]:
        """Each document of a type with the id of its pack, in order."""
        yield from self._by_type.get(type, ())

    @cached_property
    def _by_type(self) -> dict[str, list[tuple[str, Document]]]:
        found: dict[str, list[tuple[str, Document]]] = {}
        for folder in self.folders:
            for document in folder.documents:
                found.setdefault(document.type or "", []).append((folder.id, document))
        return found

    @cached_property
    def seatings(self) -> dict[str, Seating]:
        """The seating of each scenario by its id."""
        return {
            document.id or "": Seating(
                words_of(root.get("start")), number_of(root.get("people")), words_of(root.get("seats"))
            )
            for _, document in self.of_type("scenario")
            for root in (document.root,)
        }

    def seating(self, scenario: str | None) -> Seating:
        """That of this scenario; without one, the pack's."""
        return self.seatings.get(scenario or "", Seating())

    def items_of(self, document: Document) -> Sequence[Item]:
        """The sentence items of the documents of its file with its type and id: its own, unless two are named alike."""
        return self._items_by_document.get((document.source.name, document.type or "", document.id or ""), ())

    @cached_property
    def _items_by_document(self) -> dict[tuple[str, str, str], list[Item]]:
        found: dict[tuple[str, str, str], list[Item]] = {}
        for item in self.items:
            found.setdefault((item.text.source.name, item.type, item.document), []).append(item)
        return found

    def kind(self, name: str) -> Kind | None:
        """The kind of that name."""
        return self._kinds.get(name)

    def with_options(self, options: Mapping[str, bool]) -> PackSource:
        """Without the kinds, places and quantities of options that are off, with the copies of those that are on.

        Components stay: cards have numbers.
        """
        absent = self.absent(options)
        more = dict(each for module in self.manifest.modules_on(options) for each in module.copies)
        if not absent and not more:
            return self
        return replace(
            self,
            components=tuple(
                replace(each, copies=each.copies + more.get(each.name, more.get(each.id, 0)))
                for each in self.components
            ),
            kinds=tuple(entry for entry in self.kinds if entry.name not in absent),
            places=tuple(entry for entry in self.places if entry.name not in absent),
            quantities=tuple(entry for entry in self.quantities if entry.name not in absent),
        )

    def absent(self, options: Mapping[str, bool]) -> dict[str, str]:
        """What is not there with these options, by its name: the modules to which it belongs."""
        names = {each.option: each.name for each in self.manifest.modules}
        declared: tuple[Kind | Place | Quantity, ...] = (*self.kinds, *self.places, *self.quantities)
        every: tuple[Kind | Place | Quantity | Component, ...] = (*declared, *self.components)
        return {
            entry.name: " and ".join(names[one] for one in entry.options if not options.get(one))
            for entry in every
            if not all(map(options.get, entry.options))
        }

    @cached_property
    def _kinds(self) -> dict[str, Kind]:
        return {kind.name: kind for kind in self.kinds}

    def place(self, name: str) -> Place | None:
        """The place of that name."""
        return self._places.get(name)

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.name: place for place in self.places}

    def lineage(self, name: str) -> Iterator[Kind]:
        """The kind and those above it, nearest first; ends at a circle."""
        seen: set[str] = set()
        kind = self.kind(name)
        while kind is not None and kind.name not in seen:
            seen.add(kind.name)
            yield kind
            kind = self.kind(kind.parent) if kind.parent else None
