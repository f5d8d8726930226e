"""What is said means in every frame what it means alone: *If you have 1 coin and C, …*, *When you nod, …, unless C*.

Nobody has to say what that is: the machine carries both out on the same random table, with the same choices.  So what
the judge cannot read is tried, too: every condition, order, amount and group that some proven text speaks of.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from tests.judge.bench import MEANING, TURN, Bench, Made
from tests.judge.copies import replace
from tests.judge.past import speaks_of_past
from tests.judge.tables import table_key
from toolkit.compile.pack import load_pack
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.language.printing.english import print_english

WORDS = """
type: vocabulary
id: frames
quantities: {mark: {of: player, at-least: 0}}
---
{type: verb, id: nod, phrase: nod, steps: {go: Gain 7 marks.}}
---
{type: verb, id: bow, phrase: bow, steps: {go: Gain 0 marks.}}
"""
"""What frames speak of, and no other sentence does."""


@dataclass(frozen=True)
class Frame:
    """`says`: with a hole.  `marks`: how many all players gain, by what it is alone (so many; in `somebody.py`, of whom
    it is so), None: nobody can say; what else happens is the same.  `law`: stands beside it, perhaps with a hole.
    `passes`: players are gone through, who are *they*, and whom *another player* is other than.  `bare`: what has a
    condition of its own is not put in.
    """

    says: str
    marks: Callable[[Any], int | None]
    law: str | None = None
    passes: bool = False
    bare: bool = False


def if_so(yes: int, no: int = 0) -> Callable[[int], int]:
    """So many marks if it is true, so many if it is not."""
    return lambda truth: yes if truth else no


def more(marks: int) -> Callable[[int], int]:
    """So many marks more."""
    return lambda alone: alone + marks


def asked(marks: Callable[[int], int]) -> Callable[[int], int | None]:
    """Of an amount that there is: compared with that of nothing, nothing is so."""
    return lambda alone: marks(alone) if alone else None


SO = "you have at most 90 marks"
NOT_SO = "you have at least 90 marks"

CONDITIONS = (
    Frame("If {}, gain 1 mark.", if_so(1)),
    Frame("If {}, gain 7 marks. Otherwise, gain 3 marks.", if_so(7, 3)),
    Frame("Gain 7 marks if {}.", if_so(7)),
    Frame("Gain 7 marks unless {}.", if_so(0, 7)),
    Frame("Unless {}, gain 7 marks.", if_so(0, 7)),
    Frame("Gain 2 marks, plus 5 marks if {}.", if_so(7, 2)),
    Frame("Gain 2 marks, and 5 more marks if {}.", if_so(7, 2)),
    Frame("Gain 1 mark. If {}, gain 6 marks.", if_so(7, 1)),
    Frame("Gain 1 mark, then gain 6 marks if {}.", if_so(7, 1)),
    Frame("Gain 1 mark and, if {}, gain 6 marks.", if_so(7, 1)),
    Frame("Bow. Gain 7 marks if {}.", if_so(7)),
    Frame(f"If {SO} and {{}}, gain 7 marks.", if_so(7)),
    Frame(f"If {{}} and {SO}, gain 7 marks.", if_so(7)),
    Frame(f"If {SO}, and {{}}, gain 7 marks.", if_so(7)),
    Frame(f"If {NOT_SO} or {{}}, gain 7 marks.", if_so(7)),
    Frame(f"If {{}} or {NOT_SO}, gain 7 marks.", if_so(7)),
    Frame(f"If {NOT_SO}, or {{}}, gain 7 marks.", if_so(7)),
    Frame(f"If {NOT_SO}, gain 1 mark. Otherwise, if {{}}, gain 7 marks.", if_so(7)),
    Frame(f"If {SO}, gain 7 marks if {{}}.", if_so(7)),
    Frame(f"If {{}}, gain 7 marks if {SO}.", if_so(7)),
    Frame(f"If {SO}, gain 7 marks unless {{}}.", if_so(0, 7)),
    Frame(f"Unless {NOT_SO} or {{}}, gain 7 marks.", if_so(0, 7)),
    Frame("Repeat 2 times: gain 1 mark if {}.", if_so(2)),
    Frame("Repeat 2 times: if {}, gain 1 mark.", if_so(2)),
    Frame("For each player, if {}, gain 1 mark.", if_so(3), passes=True),
    Frame("Each player gains 1 mark if {}.", if_so(3), passes=True),
    Frame("Each player gains 1 mark unless {}.", if_so(0, 3), passes=True),
    Frame("If {}, each player gains 1 mark.", if_so(3)),
    Frame("You may gain 0 marks. If {}, gain 7 marks.", if_so(7)),
    Frame("Bow. If {}, gain 7 marks.", if_so(7), law="When you nod, gain 7 marks."),
    Frame("Bow.", if_so(7), law="When you bow, if {}, gain 7 marks."),
    Frame("Bow.", if_so(7), law="When you bow, gain 7 marks if {}."),
    Frame("Bow.", if_so(0, 7), law="When you bow, gain 7 marks unless {}."),
    Frame("Bow.", if_so(0, 7), law="When you bow, unless {}, gain 7 marks."),
    Frame("Bow.", if_so(1, 3), law="When you bow, if {}, gain 1 mark. Otherwise, gain 3 marks."),
    Frame("Bow.", if_so(7), law=f"When you bow, if {SO} and {{}}, gain 7 marks."),
    Frame("Bow.", if_so(7), law=f"When you bow, if {NOT_SO} or {{}}, gain 7 marks."),
    Frame("Bow.", if_so(7), law="As long as {}, when you bow, gain 7 marks."),
    Frame("Bow.", if_so(7, 2), law="When you bow, gain 2 marks, plus 5 marks if {}."),
    Frame("Bow.", if_so(3), law="When you bow, each player gains 1 mark if {}.", passes=True),
    Frame("Nod.", if_so(0, 7), law="You cannot nod if {}."),
    Frame("Nod.", if_so(0, 7), law="As long as {}, you cannot nod."),
    Frame("Nod.", if_so(7), law="You cannot nod unless {}."),
    Frame("Nod.", if_so(7), law="You can nod only if {}."),
    Frame("Nod.", if_so(0, 7), law=f"You cannot nod if {SO} and {{}}."),
    Frame("Nod.", if_so(3, 7), law="If you would nod, if {}, gain 3 marks instead."),
    Frame("Nod.", if_so(7, 3), law="If you would nod, gain 3 marks instead unless {}."),
    Frame("Nod.", if_so(3, 7), law="If you would nod and {}, gain 3 marks instead."),
)

ORDERS = (
    Frame("Gain 7 marks. {}.", more(7)),
    Frame("{}. Gain 7 marks.", more(7)),
    Frame("Gain 7 marks, then {}.", more(7)),
    Frame("Gain 7 marks and {}.", more(7), bare=True),
    Frame("{} and gain 7 marks.", more(7), bare=True),
    Frame("{}, then gain 7 marks.", more(7), bare=True),
    Frame(f"If {SO}, {{}}.", more(0)),
    Frame(f"{{}} if {SO}.", more(0), bare=True),
    Frame(f"{{}} unless {NOT_SO}.", more(0), bare=True),
    Frame(f"Unless {NOT_SO}, {{}}.", more(0)),
    Frame(f"If {NOT_SO}, gain 1 mark. Otherwise, {{}}.", more(0), bare=True),
    Frame(f"If {SO}, {{}}. Otherwise, gain 1 mark.", more(0), bare=True),
    Frame(f"If {SO}, gain 7 marks and {{}}.", more(7), bare=True),
    Frame("Bow. {}.", more(0), law="When you nod, gain 7 marks."),
    Frame("Bow.", more(0), law="When you bow, {}."),
    Frame("Bow.", more(0), law=f"When you bow, if {SO}, {{}}."),
    Frame("Bow.", more(0), law=f"When you bow, {{}} if {SO}.", bare=True),
    Frame("Bow.", more(0), law=f"When you bow, {{}} unless {NOT_SO}.", bare=True),
    Frame("Bow.", more(7), law="When you bow, gain 7 marks and {}.", bare=True),
    Frame("Bow.", more(7), law="When you bow, gain 7 marks, then {}."),
    Frame("Bow.", more(7), law="When you bow, {} and gain 7 marks.", bare=True),
    Frame("Bow.", more(7), law="When you bow, {}, then gain 7 marks.", bare=True),
    Frame("Bow.", more(7), law="When you bow, gain 7 marks. {}."),
    Frame("Nod.", more(0), law="If you would nod, {} instead.", bare=True),
    Frame("Nod.", more(0), law=f"If you would nod, if {SO}, {{}} instead.", bare=True),
)

AMOUNTS = (
    Frame("Gain marks equal to {} plus 3.", lambda n: n + 3),
    Frame("Gain marks equal to 3 plus {}.", lambda n: n + 3),
    Frame("Gain marks equal to twice {}.", lambda n: 2 * n),
    Frame("Gain marks equal to the sum of 2 and {}.", lambda n: n + 2),
    Frame("Gain marks equal to the sum of {} and 2.", lambda n: n + 2),
    Frame("Gain marks equal to half of {}, rounded up.", lambda n: -(-n // 2)),
    Frame("Gain marks equal to the higher of {} and 2.", lambda n: max(n, 2)),
    Frame("Gain marks equal to {}, but at most 2.", lambda n: min(n, 2)),
    Frame("Gain marks equal to {} minus 1.", lambda n: n - 1),
    Frame("Gain 2 marks, plus 1 mark if {} is at least 2.", asked(lambda n: 2 + (n >= 2))),
    Frame("If {} is at least 2, gain 7 marks.", asked(lambda n: 7 * (n >= 2))),
    Frame("If {} is 1, gain 7 marks.", asked(lambda n: 7 * (n == 1))),
    Frame("If {} is not 1, gain 7 marks.", asked(lambda n: 7 * (n != 1))),
    Frame("If {} is higher than 1, gain 7 marks.", asked(lambda n: 7 * (n > 1))),
    Frame("If {} is lower than your marks plus 2, gain 7 marks.", asked(lambda n: 7 * (n < 2))),
    Frame("If your marks plus 2 are higher than {}, gain 7 marks.", asked(lambda n: 7 * (n < 2))),
    Frame(f"If {SO}, gain marks equal to {{}}.", lambda n: n),
    Frame("Gain 7 marks and gain marks equal to {}.", lambda n: n + 7),
    Frame("Gain 7 marks, plus marks equal to {}.", lambda n: n + 7),
    Frame("Gain 1 mark, then gain marks equal to {}.", lambda n: n + 1),
    Frame("Each player gains marks equal to {}.", lambda n: 3 * n, passes=True),
    Frame("Bow.", lambda n: n, law="When you bow, gain marks equal to {}."),
    Frame("Bow.", asked(lambda n: 7 * (n >= 2)), law="When you bow, if {} is at least 2, gain 7 marks."),
    Frame("Nod.", lambda n: n, law="If you would nod, gain marks equal to {} instead."),
    Frame("Nod.", asked(lambda n: 7 * (n < 2)), law="You cannot nod if {} is at least 2."),
)

GROUPS = (
    Frame("Gain 1 mark for each bead.", lambda n: n),
    Frame("For each bead, gain 1 mark.", lambda n: n),
    Frame("Gain 1 mark, plus 2 marks for each bead.", lambda n: 2 * n + 1),
    Frame("Gain marks equal to twice the number of beads.", lambda n: 2 * n),
    Frame("If there are at least 2 beads, gain 7 marks.", lambda n: 7 * (n >= 2)),
    Frame("If there are no beads, gain 7 marks.", lambda n: 7 * (n == 0)),
    Frame("If there is a bead, gain 7 marks.", lambda n: 7 * (n > 0)),
    Frame("If there is exactly 1 bead, gain 7 marks.", lambda n: 7 * (n == 1)),
    Frame("If there are more than 1 beads, gain 7 marks.", lambda n: 7 * (n > 1)),
    Frame("If there are fewer than 2 beads, gain 7 marks.", lambda n: 7 * (n < 2)),
    Frame("Unless there are at least 2 beads, gain 7 marks.", lambda n: 7 * (n < 2)),
    Frame("If the number of beads is at least 2, gain 7 marks.", lambda n: 7 * (n >= 2)),
    Frame("Each bead gains 1 mark.", lambda n: n),
    Frame("Choose a bead. Gain 7 marks for each bead.", lambda n: 7 * n),
    Frame("Bow.", lambda n: n, law="When you bow, gain 1 mark for each bead."),
    Frame("Bow.", lambda n: n, law="When you bow, for each bead, gain 1 mark."),
    Frame("Bow.", lambda n: 7 * (n == 0), law="When you bow, if there are no beads, gain 7 marks."),
    Frame("Nod.", lambda n: 7 * (n < 2), law="You cannot nod if there are at least 2 beads."),
    Frame("Nod.", lambda n: 7 * (n > 0), law="As long as there are no beads, you cannot nod."),
)
HOLE = "bead"
"""Of groups."""

ALONE = {
    "condition": Frame("If {}, gain 1 mark.", more(0)),
    "order": Frame("{}.", more(0)),
    "amount": Frame("Gain marks equal to {}.", more(0)),
    "group": Frame("Gain marks equal to the number of beads.", more(0)),
}
FRAMES = {"condition": CONDITIONS, "order": ORDERS, "amount": AMOUNTS, "group": GROUPS}


@dataclass(frozen=True)
class Piece:
    """What stands in frames.  `kind`: of `FRAMES`.  `noun`: what a group is made of."""

    kind: str
    text: str
    noun: ast.Noun | None = None


@dataclass(frozen=True)
class Framed:
    """What a frame became.  `bench`: with its law."""

    said: str
    bench: Bench
    made: Made


@dataclass(frozen=True)
class After:
    """How many marks all players have then, and all else."""

    marks: int
    state: State


@dataclass(frozen=True)
class Before:
    """A table, whose turn it is there to do something, and what comes of that, alone."""

    state: State
    you: int
    chance: float
    after: After | None = None


@dataclass(frozen=True)
class Unlike:
    """A frame in which something is not what it is alone."""

    said: str
    alone: int
    marks: int
    other: tuple[str, ...]
    state: tuple[str, ...]
    you: str

    def told(self) -> str:
        what = f"alone {self.alone} marks, here {self.marks}; you: {self.you}"
        return "\n    ".join((self.said, what, *(f"otherwise: {each}" for each in self.other), *self.state))


def of_any_one(noun: ast.Noun) -> bool:
    """*cats in a home*: so many of them are in one, and their number is that of all.  *players with as many coins as
    you*: all of them are counted with you, and *a player* is somebody else.
    """
    inside = [each.determiner for each in noun.walk() if isinstance(each, ast.Noun) and each is not noun]
    return any(d.article in ("a", "an") or "as many" in (d.more, d.quantifier) for d in inside)


def is_one_order(tree: ast.Paragraph) -> bool:
    """Whether it is one sentence, and no choice of several lines."""
    return len(tree.sentences) == 1 and isinstance(tree.sentences[0].body, ast.Clauses)


def is_bare(sentence: ast.Sentence) -> bool:
    """Whether it orders only: of nobody who is named, on no condition, with nothing that has to be paid first."""
    body = sentence.body
    if sentence.openings or not isinstance(body, ast.Clauses) or body.closings:
        return False
    verbs = [verb for clause in body.clauses if isinstance(clause, ast.Clause) for verb in clause.verbs]
    named = [each for each in body.clauses if isinstance(each, ast.There) or each.subject or each.openings]
    return not named and not any(
        verb.modal or (isinstance(verb, ast.Act) and verb.verb == "pay") for verb in verbs
    )


def is_same(state: State, other: State) -> bool:
    """Whether two tables are the same."""
    return table_key(state, frozenset()) == table_key(other, frozenset())


class Framing:
    """The table of `tests/compile/meaning.yaml`, with what frames speak of."""

    words = WORDS

    def __init__(self) -> None:
        folder = Path(mkdtemp()) / "framed"
        shutil.copytree(MEANING, folder)
        (folder / "frames.yaml").write_text(TURN + "---" + self.words, encoding="utf-8")
        self.bench = Bench("framed", load_pack(folder, ()).unwrap())
        self._read: dict[tuple[str, str], ast.Paragraph | None] = {}
        names = [each.name for each in self.bench.lore.model.attributes]
        self.mark = names.index("mark")
        self.compared = 0
        """How often something was carried out in a frame."""

    def read(self, text: str, start: str) -> ast.Paragraph | None:
        """The tree of a proven text, or of a frame, each of which is read time and again."""
        if (text, start) not in self._read:
            self._read[text, start] = self.bench.written(text, start)
        return self._read[text, start]

    def pieces(self, texts: Iterable[tuple[str, str]]) -> list[Piece]:
        """What is found in texts (start symbol, text), each once."""
        found: dict[Piece, None] = {}
        for start, text in texts:
            tree = self.read(text, start)
            if tree is None:
                continue
            if start == "effect" and is_one_order(tree):
                found.setdefault(Piece("order", text.removesuffix(".")))
            for node in tree.walk():
                found |= dict.fromkeys(self.in_node(node))
        return list(found)

    def in_node(self, node: ast.Node) -> Iterator[Piece]:
        match node:
            case ast.Given(word="if" | "unless" | "as long as", condition=condition) if condition.span:
                yield Piece("condition", condition.span.text)
            case ast.Modifier(word="equal to", what=ast.Nominal(span=span)) if span:
                yield Piece("amount", span.text)
            case ast.Noun(head=str(), name=None) if node.narrowed and not of_any_one(node):
                noun = replace(node, determiner=ast.BARE, plural=True)
                yield Piece("group", "", noun)

    def filled(self, says: str, start: str, piece: Piece) -> str | None:
        """A frame with something in its hole; None: there is no such sentence."""
        if piece.noun is None:
            text = piece.text if says.startswith("{}") else self.inside(piece.text)
            return says.replace("{}", text)
        tree = self.read(says, start)
        assert tree is not None, says
        for node in [n for n in tree.walk() if isinstance(n, ast.Noun) and n.head == HOLE]:
            noun = replace(piece.noun, determiner=node.determiner, plural=node.plural)
            tree = ast.swapped(tree, node, noun)
        return self.printed(tree, start)

    def printed(self, tree: ast.Paragraph, start: str) -> str | None:
        """None: the printer has no form for it."""
        try:
            return print_english(tree, self.bench.pack.vocabulary, start)
        except (KeyError, ValueError, TypeError, AssertionError, AttributeError):
            return None

    def inside(self, text: str) -> str:
        """A text that does not stand first."""
        first = re.match(r"\w+", text)
        names = self.bench.lore.model.players
        labels = {self.bench.lore.model.label(player) for player in names} | set(self.bench.cards)
        return text if first is None or first[0] in labels else text[:1].lower() + text[1:]

    def framed(self, frame: Frame, piece: Piece) -> Framed | None:
        """None: it is refused."""
        says = self.filled(frame.says, "effect", piece)
        law = self.filled(frame.law, "statement", piece) if frame.law is not None else None
        if says is None or (law is None and frame.law is not None):
            return None
        return self.as_written(says, law)

    def as_written(self, says: str, *laws: str | None, card: str | None = None) -> Framed | None:
        """A text, and what stands beside it, on that card if there is one; None: one of them is refused."""
        effect, stand = self.bench.written(says, "effect"), [law for law in laws if law is not None]
        trees = [tree for law in stand if (tree := self.bench.written(law, "statement")) is not None]
        if effect is None or len(trees) < len(stand):
            return None
        bench = self.bench.under(tuple((card, tree) for tree in trees), (effect,)) if trees else self.bench
        made = bench.whole((effect,)) if not isinstance(bench, str) else bench
        if isinstance(bench, str) or isinstance(made, str):
            return None
        beside = [*([card] if card is not None else []), *stand]
        return Framed(" ".join([*beside, "//", says]) if stand else says, bench, made)

    def unlike(self, piece: Piece, states: int) -> Iterator[Unlike]:
        """The frames in which it is not what it is alone.  One that is refused in a frame is not."""
        alone = self.framed(ALONE[piece.kind], piece)
        if alone is None:
            return
        tree = self.bench.written(alone.said, "effect")
        assert tree is not None
        passing = {"they", "their", "them", "another", "other", "else"} & set(re.findall(r"\w+", alone.said))
        bare = is_bare(tree.sentences[0])
        tables = list(self.tables(alone, speaks_of_past(tree), states))
        for frame in FRAMES[piece.kind]:
            if (frame.passes and passing) or (frame.bare and not bare):
                continue
            framed = self.framed(frame, piece)
            if framed is not None:
                yield from self.differing(framed, frame, tables)

    def tables(self, alone: Framed, lived: bool, states: int) -> Iterator[Before]:
        """Random tables, and what comes of it alone."""
        for before in self.unmarked(alone.said, lived, states):
            yield replace(before, after=self.run(alone, before))

    def unmarked(self, said: str, lived: bool, states: int) -> Iterator[Before]:
        """Random tables on which nobody has a mark: always the same for what is said."""
        random, shaker = Random(said), self.bench.shaker
        for _ in range(states):
            state = shaker.state(random, lived)
            self.without_marks(state)
            state.changed = 0
            state.forget_derived()
            yield Before(state, random.choice(shaker.players), random.random())

    def without_marks(self, state: State) -> None:
        for player in self.bench.shaker.players:
            self.bench.machine.kernel.set_attribute(state, self.mark, player, 0)

    def carried_out(self, framed: Framed, before: Before) -> State:
        return framed.bench.run(framed.made, before.state, before.you, Random(before.chance))

    def marks(self, state: State) -> int:
        """How many all players have."""
        return sum(state.columns[self.mark][player] for player in self.bench.shaker.players)

    def run(self, framed: Framed, before: Before) -> After:
        after = self.carried_out(framed, before)
        marks = self.marks(after)
        self.without_marks(after)
        return After(marks, after)

    def differing(self, framed: Framed, frame: Frame, tables: Iterable[Before]) -> Iterator[Unlike]:
        """The first table on which it is not so."""
        for before in tables:
            assert before.after is not None
            expected = frame.marks(before.after.marks)
            if before.after.state.over or expected is None:
                continue
            self.compared += 1
            found, alone = self.run(framed, before), before.after
            same = is_same(found.state, alone.state)
            if found.marks != max(0, expected) or not same:
                states = () if same else (alone.state, found.state)
                yield self.told(framed.said, before, alone.marks, found.marks, states)
                return

    def told(
        self, said: str, before: Before, alone: int, here: int, states: tuple[State, ...] = ()
    ) -> Unlike:
        """What differs on a table; `states`: what came of it, if that does."""
        shaker = self.bench.shaker
        other = tuple("; ".join(shaker.changes(before.state, each)) for each in states)
        you = self.bench.lore.model.label(before.you)
        return Unlike(said, alone, here, other, tuple(shaker.told(before.state)), you)
