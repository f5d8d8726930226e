"""What each text of a pack has made and asked, so that one that is compiled once more makes it again only if it must.

A piece is what the compiler makes at one go: the rules of a text, the steps of a verb, the right side of a definition.
It is made from trees, and while it is made `asked` notes what it looks up of what other sentences say.  In: the pieces
of a compilation and what could be looked up then.  Out: those of the next one; a piece whose trees are the same, and
that has looked up nothing that is otherwise now, is taken as it is.

What was made keeps its numbers in the ruleset, and what is made anew gets new ones; only rules have an order that
means something, so they are numbered at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

from toolkit.compile.base.asked import ASKED, Key
from toolkit.compile.trees import Given
from toolkit.language import ast
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import EMPTY, Function, Program, Rule, Ruleset, Sentence

if TYPE_CHECKING:
    from toolkit.compile.base.anywhere import Unplaced
    from toolkit.compile.base.values import Fail
    from toolkit.compile.base.world import Place, World
    from toolkit.compile.verbs import Named
    from toolkit.pack.source import PackSource
    from toolkit.report.diagnostic import Diagnostic

T = TypeVar("T")

Known = dict[Hashable, dict[Any, Any]]
"""The tables in which something can be looked up, and what is found there."""

NOTHING = Program("", (), (), 0)
"""What stands in the place of a program that is no longer there."""

NOWHERE = Sentence("", 0, 0, "", (), "")
"""What stands in the place of a sentence that is no longer there."""


@dataclass(slots=True)
class Notes:
    """What a text adds to sets that are looked at when all texts are compiled."""

    recorded: set[int] = field(default_factory=set)
    unplaced: set[Unplaced] = field(default_factory=set)
    looked_for: set[tuple[str, str]] = field(default_factory=set)
    put_in: set[tuple[str, str]] = field(default_factory=set)
    doubtful: dict[int, Fail] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.recorded or self.unplaced or self.looked_for or self.put_in or self.doubtful)

    def swap(self, world: World) -> None:
        """Put these in the place of those that a world has."""
        ruleset = world.ruleset
        ruleset.recorded, self.recorded = self.recorded, ruleset.recorded
        world.unplaced, self.unplaced = self.unplaced, world.unplaced
        world.looked_for, self.looked_for = self.looked_for, world.looked_for
        world.put_in, self.put_in = self.put_in, world.put_in
        world.doubtful, self.doubtful = self.doubtful, world.doubtful

    def add_to(self, world: World) -> None:
        """Add them to those that a world has."""
        world.ruleset.recorded |= self.recorded
        world.unplaced |= self.unplaced
        world.looked_for |= self.looked_for
        world.put_in |= self.put_in
        world.doubtful |= self.doubtful


@dataclass(slots=True)
class Piece:
    """`trees`: from which it was made, and on what else it hangs.  `asked`: what it has looked up; None: it is made
    each time.  `result`: of the action.  `rules`, `programs`, `functions`: numbers of what it has added to the
    ruleset.  `said`: its sentences.
    """

    trees: tuple[object, ...]
    asked: set[Key] | None
    result: Any
    rules: range
    programs: range
    functions: range
    said: dict[int, Place]
    notes: Notes | None


@dataclass
class Made:
    """What a compilation leaves for the next one: the source and the trees that it was given, its verbs and pieces,
    what could be looked up at each stage, and the lists of the ruleset as the texts have filled them.  `times`: how
    many there were before.  `declared`: the same object for all in which the same things can be spoken of.
    """

    source: PackSource | None = None
    given: Given = field(default_factory=Given)
    times: int = 0
    declared: object = field(default_factory=object)

    named: Named | None = None
    pieces: dict[Hashable, Piece] = field(default_factory=dict)
    known: dict[str, Known] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    found: dict[Key, object] = field(default_factory=dict)


class Pieces:
    """Those of one compilation.  `before`: of another one of the same pack.  `anew`: some were not taken from it."""

    def __init__(self, world: World, found: list[Diagnostic], before: Made | None) -> None:
        self.world, self.found, self.before = world, found, before or Made()
        self.made = Made(times=self.before.times + 1)
        self.changed: set[Key] = set()
        self.order: list[int] = []
        self.bodies: list[int] = []
        self.taken: list[Piece] = []
        self.again, self.anew = before is not None, before is None
        ruleset = world.ruleset
        ruleset.programs += self.before.programs
        ruleset.functions += self.before.functions
        ruleset.rules += self.before.rules
        self.dead = set(range(len(ruleset.programs))), set(range(len(ruleset.functions)))

    def of(self, name: str, of: object, trees: Iterable[object], action: Callable[[], T]) -> T:
        """What the action gives, which compiles these trees.  `name`, `of`: by which it is found again."""
        key: Hashable = (name, of if isinstance(of, str) else id(of))
        while key in self.made.pieces:  # the same procedure twice
            key = (key, "again")
        trees, old = tuple(trees), self.before.pieces.get(key)
        if old is None or not self._holds(old, trees):
            old, self.anew = self._make(trees, action, old), True
        else:
            self.taken.append(old)
        self.made.pieces[key] = old
        self.order += old.rules
        if old.notes is not None:
            old.notes.add_to(self.world)
        result: T = old.result
        return result

    def _holds(self, piece: Piece, trees: Sequence[object]) -> bool:
        """Whether a piece that was made before would be made again as it is."""
        same = len(trees) == len(piece.trees) and all(map(is_, trees, piece.trees))
        return same and piece.asked is not None and piece.asked.isdisjoint(self.changed)

    def _make(self, trees: tuple[object, ...], action: Callable[[], Any], old: Piece | None) -> Piece:
        ruleset, notes, found = self.world.ruleset, Notes(), len(self.found)
        self.world.said, self.world.unsaid = {}, self._unsaid(old, trees) if old is not None else []
        lists: tuple[list[Any], ...] = (ruleset.rules, ruleset.programs, ruleset.functions)
        marks = [len(each) for each in lists]
        notes.swap(self.world)
        around, ASKED.keys = ASKED.keys, set[Key]()
        asked = ASKED.keys
        try:
            result = action()
        finally:
            ASKED.keys = around
            notes.swap(self.world)
            said, self.world.said, self.world.unsaid = self.world.said, {}, []
        rules, programs, functions = (range(mark, len(each)) for mark, each in zip(marks, lists, strict=True))
        # Why something is refused may hang on anything.
        kept = asked if len(self.found) == found else None
        return Piece(trees, kept, result, rules, programs, functions, said, notes if notes else None)

    def _unsaid(self, old: Piece, trees: Sequence[object]) -> list[int]:
        """The sentences of a piece that stand no more where they stood.  Others get their numbers."""
        if all(any(new is each for each in old.trees) for new in trees):
            return []
        nodes = [node for tree in trees if isinstance(tree, ast.Node) for node in tree.walk()]
        spans = [node.span for node in nodes if node.span is not None]
        places = {(span.source.name, span.start, span.end) for span in spans}
        ids = self.world.sentence_ids
        unsaid = [n for n, place in old.said.items() if place not in places and ids.get(place) == n]
        for number in unsaid:
            del ids[old.said[number]]
        return unsaid

    def stage(self, name: str, known: Known) -> None:
        """From here on this is what can be looked up in these tables, and in functions."""
        functions = self.world.ruleset.functions
        known["body"] = {number: functions[number] for number in self.bodies}
        self.made.known[name] = known
        if self.again:
            self.changed = {key for key in self.changed if key[0] not in known}
            self.changed |= differing(self.before.known.get(name, {}), known)

    def declared(self) -> None:
        """All that can be spoken of is known; nothing else has been compiled."""
        if not (self.anew or self.changed or self.found):
            self.made.declared = self.before.declared

    def function(self, of: Hashable) -> int:
        """The number of a function that is empty as yet: that of what had this name before."""
        while of in self.made.numbers:  # two documents of one name
            of = (of, "again")
        number = self.before.numbers.get(of)
        if number is None:
            number = self.world.ruleset.new_function()
        self.dead[1].discard(number)
        self.world.ruleset.functions[number] = EMPTY
        self.made.numbers[of] = number
        self.bodies.append(number)
        return number

    def program(self, of: Hashable) -> int:
        """The number of a program that is empty as yet, likewise."""
        number, programs = self.before.numbers.get(of), self.world.ruleset.programs
        if number is None:
            number = len(programs)
            programs.append(NOTHING)
        self.dead[0].discard(number)
        self.made.numbers[of] = number
        return number

    def now(self, key: Key, value: object) -> None:
        """What is found under a key from here on."""
        self.made.found[key] = value
        if self.again and self.before.found.get(key) != value:
            self.changed.add(key)

    def keep(self) -> None:
        """What was made after the texts has numbers, too, that nothing else has the next time."""
        more = len(self.world.ruleset.functions) - len(self.made.functions)
        self.made.functions += [EMPTY] * more

    def rules(self) -> list[Rule]:
        """Those that have been made so far, in their order."""
        return [self.world.ruleset.rules[number] for number in self.order]

    def finish(self, ruleset: Ruleset) -> None:
        """Keep the lists for the next time; then number the rules in their order, and forget what is unused."""
        for number in (number for numbers in self.world.elsewhere.values() for number in numbers):
            ruleset.sentences[number] = NOWHERE
        for number in self.dead[0].difference(*(piece.programs for piece in self.taken)):
            ruleset.programs[number] = NOTHING
        for number in self.dead[1].difference(*(piece.functions for piece in self.taken)):
            ruleset.functions[number] = EMPTY
        made = self.made
        made.programs, made.functions, made.rules = (
            ruleset.programs[:],
            ruleset.functions[:],
            ruleset.rules[:],
        )
        begun = self.world.memory.each("begun", ruleset.programs, _begun)
        if self.order == list(range(len(ruleset.rules))):
            return
        numbers = {old: new for new, old in enumerate(self.order)}
        ruleset.rules[:] = self.rules()
        self.world.doubtful = {numbers[old]: fail for old, fail in self.world.doubtful.items()}
        for at, (program, rules) in enumerate(zip(ruleset.programs, begun, strict=True)):
            if any(numbers[rule] != rule for rule in rules):
                code = tuple([_numbered(instr, numbers) for instr in program.code])
                ruleset.programs[at] = replace(program, code=code)


def _begun(program: Program) -> list[int]:
    """The rules that a program lets act."""
    return [instr[1] for instr in program.code if instr[0] == "effect"]


def _numbered(instr: Instr, numbers: dict[int, int]) -> Instr:
    return ("effect", numbers[instr[1]], *instr[2:]) if instr[0] == "effect" else instr


def differing(old: Known, new: Known) -> set[Key]:
    """What is found otherwise; where something is, so is the whole table."""
    found: set[Key] = set()
    for table, rows in new.items():
        before = old.get(table, {})
        if before != rows:
            found |= {(table, key) for key in before.keys() | rows.keys() if before.get(key) != rows.get(key)}
            found.add((table, None))
    return found


def known_words(world: World) -> Known:
    """What sentences have defined, and what they say of the words of verbs."""
    tables: tuple[Any, ...] = (
        *(world.defined, world.aliases, world.orders, world.steps, world.paid),
        *(world.choosers, world.unliftable, world.costs, world.once_only),
    )
    known: Known = {
        table.name: {
            key: tuple(value) if isinstance(value, list) else value for key, value in dict.items(table)
        }
        for table in tables
    }
    functions: dict[int, list[object]] = {}
    for defined in dict.values(world.defined):
        for each in defined:
            functions.setdefault(each.function, []).append(each)
    return known | {"function": functions}


def known_of_verbs(world: World) -> Known:
    """What sentences say of verbs, as far as it is known."""
    return {("verb", id): dict(verb.facts) for id, verb in world.verbs.items()}
