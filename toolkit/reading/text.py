"""Any text of any card, read as if it stood there: parsed, compiled beside the pack and said in plain English.

A `Session` loads nothing and keeps the tables of one pack, so that a prompt answers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial

from toolkit.compile import checks, circles
from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Fail, Val, entity
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import Compiler
from toolkit.compile.leaving import look_back
from toolkit.compile.optimise import Bodies, bodies_of, improve
from toolkit.compile.pack import Pack, saying
from toolkit.compile.rules.statement import Holder
from toolkit.compile.spans import Spans
from toolkit.compile.texts import rules_of
from toolkit.compile.trial import Trials
from toolkit.documents.card import key_of
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.language.parsing.shared import parser_of
from toolkit.pack.source import Component, Item
from toolkit.program.ruleset import Function, Rule
from toolkit.reading import reader_of
from toolkit.reading.frame import Frame, Name
from toolkit.reading.outline import Line
from toolkit.reading.standing import YOU, RuleReader
from toolkit.report.diagnostic import Checked, Diagnostic
from toolkit.report.source import Text

STARTS = (
    "effect", "statement", "condition", "definition", "given", "decision", "formula", "cost", "label effect",
)  # fmt: skip
"""What a text may stand for, in the order in which they are tried."""

OFTEN = ("effect", "statement")
"""What most texts are: of one that is neither yet, a correction may make either."""

UNREAD = ("decision",)
"""Start symbols that become no program by themselves."""

ALIASES = {"rules": "statement", "rule": "statement", "text": "effect"}
"""Words of the vocabulary for a start symbol."""


@dataclass(frozen=True)
class Understood:
    """A text read from one start symbol.  `lines`: the outline; `program`: what it becomes, as data made readable.
    `item`, `game`: the text as a part of the pack, and the pack compiled with it, if it can be.
    """

    start: str
    tree: ast.Paragraph | None
    lines: tuple[Line, ...] = ()
    program: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    item: Item | None = None
    game: CompiledGame | None = None

    @property
    def mistakes(self) -> int:
        """How many errors it has."""
        return sum(diagnostic.is_error for diagnostic in self.diagnostics)

    @property
    def badness(self) -> tuple[bool, bool, bool, int, bool]:
        """Of several readings the one with the least is shown: what parses before what does not, what becomes a
        program before what does not, of what does not an order before what is none in its place, a standing rule
        before an effect that lasts *as long as* something holds or would have to say how long.
        """
        empty = self.tree is None or not self.tree.sentences
        standing = self.holds_as_long_as or any(each.code == "SAY0830" for each in self.diagnostics)
        misplaced = any(each.code in ("SAY0806", "SAY0832") for each in self.diagnostics)
        misplaced = self.mistakes > 0 and (misplaced or self.start not in OFTEN)
        return empty, self.start in UNREAD, misplaced, self.mistakes, self.start == "effect" and standing

    @property
    def holds_as_long_as(self) -> bool:
        """Whether it begins with *As long as …*."""
        openings = self.tree.sentences[0].openings if self.tree is not None and self.tree.sentences else ()
        return bool(openings) and ast.given_of(openings[0]) == "as long as"


@dataclass
class Session:
    """A loaded pack and the tables of its words.  `pack` is replaced by one with more of the language's own words as
    soon as a text says one.  `options`: those that are on besides the usual ones.
    """

    pack: Pack
    options: tuple[str, ...] = ()

    @cached_property
    def parser(self) -> Parser:
        """Made once."""
        return parser_of(self.pack.vocabulary)

    def card(self, name: str) -> Component | None:
        """A card by its id or its name."""
        for component in self.pack.source.components:
            if name in (component.id, component.text) or component.text.casefold() == name.casefold():
                return component
        return None

    def starts(self, card: Component | None, key: str | None = None) -> tuple[str, ...]:
        """The start symbols that are tried: those of the card's own fields first.  `key`: of this field alone."""
        own: list[str] = []
        if card is not None:
            for item in self.fields(card):
                if key is None or key_of(item[0]) == key_of(key):
                    own.append(item[1])
            if key is not None:
                return tuple(dict.fromkeys(own))
        return tuple(dict.fromkeys((*own, *STARTS)))

    def fields(self, card: Component) -> list[tuple[str, str]]:
        """The sentence fields of a card's kind and of those above it, with their start symbols."""
        source = self.pack.source
        own = [pair for kind in source.lineage(card.kind) for pair in kind.sentences]
        place = source.place(card.kind)
        return own + (list(place.sentences) if place is not None else [])

    def read(
        self,
        text: str | Text,
        start: str | None = None,
        card: Component | None = None,
        key: str | None = None,
        *,
        explain: bool = True,
    ) -> list[Understood]:
        """The text from this start symbol, or from each that is tried; the best reading first.  `card`: on which it
        stands; `key`: in which of its fields, if it has that one.  `explain`: whether it is looked into why no reading
        is right, which takes longer than all readings do.
        """
        source = text if isinstance(text, Text) else Text.plain(text)
        starts = (start,) if start is not None else self.starts(card, key) or self.starts(card)
        parsed = [(each, self.parsed(source, each, alone=len(starts) == 1)) for each in starts]
        trees = [checked.value for _, checked in parsed if checked.value is not None and checked.ok]
        self.pack = saying(self.pack, trees)
        game = self.pack.compiled(options=dict.fromkeys(self.options, True)).value
        found = [
            self.one(source, each, checked.value, checked.diagnostics, game, card, key)
            for each, checked in parsed
        ]
        found.sort(key=lambda reading: reading.badness)
        if found[0].mistakes and explain:
            found[0] = self.nearest(found, source, game, card, key)
        return found

    def parsed(self, text: Text, start: str, *, alone: bool) -> Checked[ast.Paragraph]:
        """The text from one start symbol; mistakes in short, for they are explained when it is the best.  `alone`: no
        other is tried, and what is less than a mistake is told in full at once.
        """
        checked = self.parser.parse(text, start, brief=True)
        if alone and checked.ok and checked.diagnostics:
            return self.parser.parse(text, start)
        return checked

    def nearest(
        self,
        found: list[Understood],
        text: Text,
        game: CompiledGame,
        card: Component | None,
        key: str | None,
    ) -> Understood:
        """Of readings that failed, the best first, the one that is shown: one with a correction, if it came as near."""
        tied = [each for each in found if each.badness == found[0].badness and each.start in OFTEN]
        told = [self.explained(each, text, game, card, key) for each in tied or found[:1]]
        return next((each for each in told if any(d.fixes for d in each.diagnostics)), told[0])

    def explained(
        self, reading: Understood, text: Text, game: CompiledGame, card: Component | None, key: str | None
    ) -> Understood:
        """A reading that failed, with why it did and corrections that hold."""
        item = self.item(text, reading.start, card, key)
        trials = TypedTrials(game, {}, self.parser)
        again = self.parser.parse(text, reading.start)
        if again.ok:
            return replace(reading, diagnostics=tuple(trials.kept(item, reading.diagnostics)))
        return replace(reading, diagnostics=tuple(trials.explained(item, again.diagnostics)))

    def one(
        self,
        text: Text,
        start: str,
        tree: ast.Paragraph | None,
        diagnostics: Iterable[Diagnostic],
        game: CompiledGame,
        card: Component | None,
        key: str | None,
    ) -> Understood:
        """The text from one start symbol, already parsed."""
        known = tuple(diagnostics)
        if tree is None or not tree.sentences or any(d.is_error for d in known):
            return Understood(start, tree, diagnostics=known)
        if tree.label is not None:  # *PLAY: …* among the rules of a card is carried out, too
            start = "label effect"
        beside = Beside(game, self.item(text, start, card, key))
        try:
            lines, program = beside.read(tree)
        except Fail as fail:
            return Understood(start, tree, diagnostics=(*known, fail.diagnostic))
        found = (*known, *beside.found(tree))
        return Understood(start, tree, tuple(lines), program, found, beside.item, beside.beside)

    def item(self, text: Text, start: str, card: Component | None, key: str | None) -> Item:
        """The text as an item of the card's document, or of a document of rules."""
        if card is None:
            return Item(self.pack.id, "rules", "text", ("rules",), start, text)
        type_ = key_of(card.kind)
        like = next((i for i in self.pack.source.items if i.type == type_), None)
        own = next((name for name, each in self.fields(card) if each == start), start)
        layer = like.layer if like is not None else None
        return Item(self.pack.id, type_, card.id, (key_of(key or own),), start, text, layer=layer)


class TypedTrials(Trials):
    """Trials of corrections of a text that stands nowhere in the pack."""

    def _compiled(self, item: Item, text: Text, tree: ast.Paragraph) -> list[Diagnostic]:
        try:
            Beside(self.game, replace(item, text=text)).read(tree)
        except Fail as fail:
            return [fail.diagnostic]
        return []


class Beside:
    """Compiles one item beside a compiled pack, which stays as it is, and reads what came of it."""

    def __init__(self, game: CompiledGame, item: Item) -> None:
        self.compiler = compiler = Compiler.resumed(game, {})
        self.item, self.ruleset = item, compiler.ruleset
        self.beside = replace(game, ruleset=compiler.ruleset, world=compiler.world)
        self.begins: dict[int, int] = {}
        """With how many locals the programs of the text begin."""
        self.counts = len(self.ruleset.rules), len(self.ruleset.programs), len(self.ruleset.functions)

    @cached_property
    def holder(self) -> Holder:
        """Whose text it is; nobody's without a card."""
        return self.compiler.holder(self.item) or Holder()

    def scope(self) -> Scope:
        """A scope in which *you* is who does it, and *this* the card."""
        return self.compiler.scope(self.item, you=Val(("local", 0), player_type()), this=self.holder.this)

    def frame(self) -> Frame:
        """What the first locals are called."""
        this = self.holder.this
        named = {1: Name(f"this {this.type.name}", this.type)} if this is not None else {}
        return Frame({0: YOU, **named})

    def read(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """Outline and program.  Raises `Fail`."""
        return _READ[self.item.start](self, tree)

    def reader(self) -> RuleReader:
        """What reads the copy, whose new parts are improved as those of the pack are."""
        rules, programs, functions = self.counts
        look_back(self.ruleset, programs, rules)
        made, bodies = self.ruleset, bodies_of(self.ruleset, self.compiler.world.memory)
        for number in range(rules, len(made.rules)):
            made.rules[number] = improved(made.rules[number], bodies)
        for number in range(programs, len(made.programs)):
            code = tuple(improve(instr, bodies) for instr in made.programs[number].code)
            made.programs[number] = replace(made.programs[number], code=code)
        for number in range(functions, len(made.functions)):
            made.functions[number] = replace(made.functions[number], body=bodies[number])
        return reader_of(self.beside)

    def found(self, tree: ast.Paragraph) -> list[Diagnostic]:
        """What compiling the whole pack would say of the text, once it has been read."""
        game, text = self.beside, self.item.text
        source = replace(game.source, items=(*game.source.items, self.item))
        found = [
            *self.compiler.found,
            *checks.as_written(game.world, source, game.model, ()),
            *checks.as_carried_out(game.world, source, game.model, {self.item: tree}),
            *circles.mixed(self.ruleset, Spans(game.world, source), (), self.begins, game.world.memory),
        ]
        return [diagnostic for diagnostic in found if diagnostic.span.source is text.source]

    # -- each start symbol ----------------------------------------------------------------------------------------
    def effect(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """What happens when it is reached."""
        from toolkit.compile.effects.effect import paragraph
        from toolkit.program.disassemble import disassemble

        scope = self.scope()
        number = self.compiler.program("text", partial(paragraph, tree, scope), scope)
        self.begins[number] = 2  # who does it, and the card
        field = tree.label or self.item.field.replace("-", " ")
        carried = self.ruleset.effects[self.compiler.world.field(field)]
        carried.update(dict.fromkeys(self.holder.components, number))  # in the place of what stands there
        reader = self.reader()
        return reader.program(number, self.frame()), disassemble(number, self.ruleset)

    def statement(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """What stands."""
        from toolkit.program.disassemble import disassemble, show_rule

        rules_of(tree, self.compiler.scope(self.item), self.holder)
        reader = self.reader()
        new = range(self.counts[0], len(self.ruleset.rules))
        lines = reader.statics(n for n in new if self.ruleset.rules[n].static)
        shown = [show_rule(self.ruleset.rules[n], self.ruleset) for n in new]
        programs = range(self.counts[1], len(self.ruleset.programs))
        return lines, "\n".join([*shown, *(disassemble(n, self.ruleset) for n in programs)])

    def condition(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """What is true or false."""
        from toolkit.program.disassemble import expression

        scope = self.scope()
        expr = build.both(*(self.compiler.condition(s, scope) for s in tree.sentences))
        reader = self.reader()
        expr = improve(expr, bodies_of(self.ruleset, self.compiler.world.memory))
        return reader.condition(expr, self.frame(), scope.sentence), expression(expr, self.ruleset)

    def definition(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """When a word fits."""
        from toolkit.compile.definition import declare, define
        from toolkit.program.disassemble import expression

        for sentence in tree.sentences:
            world = self.compiler.world
            world.defined = {word: list(known) for word, known in world.defined.items()}
            definition = declare(sentence, world, self.compiler.scope(self.item))
            define(definition, world, self.item.text.span())
        reader = self.reader()
        new = range(self.counts[2], len(self.ruleset.functions))
        bodies = [expression(self.ruleset.functions[n].body, self.ruleset) for n in new]
        return [line for n in new for line in reader.function(n)], "\n".join(bodies)

    def formula(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """What it is worth."""
        from toolkit.compile.definition import formula
        from toolkit.program.disassemble import expression

        this = self.holder.this
        made: Function = formula(
            tree,
            self.compiler.world,
            this.type if this is not None else entity("thing"),
            self.item.text.span(),
        )
        self.ruleset.functions.append(made)
        number = len(self.ruleset.functions) - 1
        reader = self.reader()
        names = (YOU, self.frame().names.get(1) or Name("this thing", entity("thing")))
        return reader.function(number, names), expression(self.ruleset.functions[number].body, self.ruleset)

    def given(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """How the table is set up."""
        from toolkit.compile.given import compile_given
        from toolkit.reading.given import given_lines

        scope = self.scope()
        operations = compile_given(tree, scope)
        reader = self.reader()
        shown = "\n".join(type(operation).__name__.lower() for operation in operations)
        return given_lines(reader, operations, self.frame()), shown

    def unread(self, tree: ast.Paragraph) -> tuple[list[Line], str]:
        """A decision: what it answers is known where it stands."""
        return [], ""


def improved(rule: Rule, bodies: Bodies) -> Rule:
    """A rule whose expressions are those that run."""
    better = {
        name: improve(value, bodies)
        for name in ("match", "holders", "you", "value", "over")
        if (value := getattr(rule, name)) is not None
    }
    return replace(rule, **better)


_READ: dict[str, Callable[[Beside, ast.Paragraph], tuple[list[Line], str]]] = {
    "effect": Beside.effect,
    "label effect": Beside.effect,
    "statement": Beside.statement,
    "condition": Beside.condition,
    "definition": Beside.definition,
    "formula": Beside.formula,
    "given": Beside.given,
    "decision": Beside.unread,
    "cost": Beside.effect,
}
