"""A program as an indented outline: one line an instruction, what is inside an *if*, a loop or a choice further in.

`INSTRUCTIONS` has a row for every op that stands alone; those in `STRUCTURAL` make the nodes of `structure.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from toolkit.compile.base.values import NUMBER, TRUTH, Type, entity
from toolkit.program.expression import Expr, conjuncts, locals_of
from toolkit.program.ruleset import Program
from toolkit.reading.amounts import where_each_is
from toolkit.reading.frame import DOERS, Frame, Name, type_of
from toolkit.reading.reader import Reader, is_you
from toolkit.reading.structure import (
    Choice,
    Do,
    If,
    Leave,
    Loop,
    Node,
    Step,
    head_reads,
    reads_of,
    slots_filled,
    tree,
    walk,
)
from toolkit.reading.words import ordinal

if TYPE_CHECKING:
    from toolkit.reading.standing import RuleReader

STRUCTURAL = frozenset(["jump", "unless", "each", "branch", "skip", "let"])
"""Ops that are read as what is inside what; a `let` names what stands after it."""

ONCE = "once"
"""How often a loop of one turn is gone through."""

SHORT = 24
"""Letters of what stands after a verb that are said again when it is asked whether that happened."""

LASTING = frozenset(["place", "owner", "left", "right", "active", "int", "local", "call", "period-role"])
"""What is said the same again, instead of being called *that …*."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an outline.  `sentence`: the index of the sentence that it was made from, -1."""

    depth: int
    text: str
    sentence: int = -1


COUNTED = "(this counts as the first time)"
"""What is said of an event that is used up."""


class Outline:
    """Writes one program.  `rules` reads the rules that an effect starts."""

    def __init__(self, reader: Reader, rules: RuleReader, frame: Frame, program: Program) -> None:
        self.reader, self.rules, self.frame = reader, rules, frame
        self.words = reader.words
        self.lines: list[Line] = []
        self.depth = 0
        self.reads = reads_of(program)
        self.length = len(program.code)
        self.sure = False  # whether it was asked before that there is something to choose
        self.pending: list[tuple[int, Name | None]] = []
        self.counts: dict[int, str] = {}
        self.announced = {name.text for name in frame.names.values()}
        self.accumulated = {i[1] for i in program.code if i[0] == "let" and i[1] in locals_of(i[2])}
        # What tells one *The next time …* from another
        self.tallies = {i[2][1] for i in program.code if i[0] == "let" and i[2][0] == "used"}
        self.flags = flags_of(program)
        for number, slot in enumerate(self.flags, 1):
            chosen, open_ = f"line {number} was chosen", f"line {number} was not chosen yet"
            self.name(slot, Name(f"line {number}", means=chosen, not_means=open_))
        self.nodes(tree(program))

    def added(self, slot: int, expr: Expr) -> str:
        """The kind of what is added to a set turn by turn."""
        parts = [part for part in expr[1:] if part != ("local", slot)]
        return self.reader.kind(parts[0], self.frame) if parts else "thing"

    # -- lines and names --------------------------------------------------------------------------------------
    def line(self, text: str, at: int) -> None:
        """A line at this depth; names that it introduced are names from here on."""
        self.lines.append(Line(self.depth, text, at))
        self.settle()

    def settle(self) -> None:
        """What stood for the next line alone is called by its name now."""
        for slot, name in self.pending:
            if name is None:
                self.frame = self.frame.without(slot)
            else:
                self.frame = self.frame.bind(slot, name)
        self.pending.clear()

    def inside(self, nodes: list[Node], at: int, empty: bool = True) -> None:
        """Nodes one step further in.  `empty`: whether it is said that nothing is there."""
        self.depth += 1
        before = len(self.lines)
        self.nodes(nodes)
        if empty and len(self.lines) == before:
            self.lines.append(Line(self.depth, "nothing happens", at))
        self.depth -= 1

    def within(self, lines: list[Line], at: int) -> None:
        """Lines of another program, one step further in."""
        for line in lines:
            sentence = line.sentence if line.sentence >= 0 else at
            self.lines.append(Line(line.depth + self.depth + 1, line.text, sentence))

    def name(self, slot: int, name: Name) -> None:
        """What a slot is called from here on."""
        self.frame = self.frame.bind(slot, name)

    def afterwards(self, nodes: list[Node], remark: str) -> None:
        """Names from inside a block, spoken of after it; those that are not are free again."""
        self.close(nodes)
        for slot in slots_filled(nodes):
            known = self.frame.names.get(slot)
            if known is None or known.text == DOERS:
                continue
            if not known.means and "(" not in known.text and known.expr is None:
                self.name(slot, replace(known, text=f"{known.text} ({remark})", maybe=True))

    def close(self, nodes: list[Node]) -> None:
        """What a block called something, and nothing after it speaks of, may be called so elsewhere."""
        last = max((node.pc for node in walk(nodes)), default=-1)
        for slot in slots_filled(nodes):
            known = self.frame.names.get(slot)
            if known is not None and not self.read_later(slot, last):
                self.announced.discard(known.text)

    def read_later(self, slot: int, pc: int) -> bool:
        """Whether anything after this position speaks of the slot."""
        return any(at > pc for at in self.reads.get(slot, ()))

    def may_lack(self, role: Expr) -> bool:
        """Whether a thing that a verb is done with may be none."""
        if self.reader.many(role, self.frame) or self.reader.base(role, self.frame) != "entity":
            return False
        return self.reader.maybe(role, self.frame)

    def subject(self, who: Expr) -> str:
        """Who does it; in a procedure nobody does."""
        if who in (("none",), ("int", -1)):
            return "the game"
        return self.reader.thing(who, self.frame)

    # -- nodes ------------------------------------------------------------------------------------------------
    def nodes(self, nodes: list[Node]) -> None:
        """Each in turn; a `let` is told with what follows it."""
        for number, node in enumerate(nodes):
            if isinstance(node, Do) and node.instr[0] == "let" and node.instr[1] in self.flags:
                self.flag(node.instr[1], node.instr[2], node.at)
            elif isinstance(node, Do) and node.instr[0] == "let":
                self.let(node, nodes[number + 1 :])
            else:
                self.node(node, last=number == len(nodes) - 1)

    def node(self, node: Node, last: bool) -> None:
        match node:
            case Do(instr, at, pc):
                if not (instr[0] == "return" and last and pc == self.length - 1):
                    INSTRUCTIONS[instr[0]](self, instr, at, pc)
            case If():
                self.if_(node)
            case Loop():
                self.loop(node)
            case Choice():
                self.choice(node)
            case Step():
                self.step(node)
            case Leave():
                self.leave(node)

    def flag(self, slot: int, expr: Expr, at: int) -> None:
        """A line is chosen; before the first choice none is."""
        if expr == ("int", 1):
            self.line(f"line {self.flags.index(slot) + 1} is chosen, and done after the last choice", at)

    def let(self, node: Do, rest: list[Node]) -> None:
        """A value that is kept: a truth is said where it is asked, a thing where it is first used."""
        _, slot, expr = node.instr
        if slot in self.accumulated:
            if slot in self.reads:
                self.accumulate(slot, expr, node.at)
            return
        known = self.frame.names.get(slot)
        if expr == ("truth", False) and known is not None and known.means:
            return  # the other branch: there it was not done
        if slot not in self.reads or (expr == ("int", 0) and self.is_flag(slot, rest)):
            return
        if type_of(expr, self.frame, self.words).base == "truth":
            yes, no = (self.reader.truth(expr, self.frame, positive) for positive in (True, False))
            self.name(slot, Name("that", TRUTH, means=yes, not_means=no))
            return
        following = next((n for n in rest if not _is_let(n)), None)
        self.keep(slot, expr, node, following, [n for n in rest if _is_let(n)])

    def is_flag(self, slot: int, rest: list[Node]) -> bool:
        """Whether a slot that begins as 0 is filled again by a question."""
        return self.frame.names.get(slot) is None and slot in slots_filled(rest)

    def accumulate(self, slot: int, expr: Expr, at: int) -> None:
        """What becomes true or more turn by turn."""
        if expr[0] == "union" and expr[1][0] == "single":  # who did what several could do
            who = self.reader.thing(expr[1][1], self.frame)
            self.name(slot, Name(DOERS, entity(self.added(slot, expr)), many=True))
            self.lines.append(Line(self.depth, f"{who} is one of [“{DOERS}”]", at))
            return
        if expr[0] == "if" and expr[2][0] == "union":  # of each turn, if it was really done
            kind = self.added(slot, expr[2])
            name = f"those {self.words.plural(kind)} (with which that was really done)"
            self.name(slot, Name(name, entity(kind), many=True))
            return
        if slot in self.frame.names and expr[0] != "union":
            return
        if expr[0] in ("empty", "union"):
            kind = self.added(slot, expr)
            name = f"all those {self.words.plural(kind)} (of all turns of the loop)"
            self.name(slot, Name(name, entity(kind), many=True))
        elif type_of(expr, self.frame, self.words).base == "truth" or expr[0] in ("and", "truth"):
            nothing = " (or there was nothing to do)" if expr == ("truth", True) else ""
            yes, no = f"all of that was really done{nothing}", "not all of that was done"
            self.name(slot, Name("that", TRUTH, means=yes, not_means=no))
        else:
            self.counts[slot] = self.reader.number(expr, self.frame)
            self.name(slot, Name("how much or how often so far", NUMBER))

    def fresh(self, text: str, announce: bool = True) -> str:
        """The text, or *the second …* where a line above calls something so.  `announce`: this line does, too."""
        article, _, rest = text.partition(" ")
        found, number = text, 2
        while found in self.announced:
            found, number = f"{article} {ordinal(number)} {rest}", number + 1
        if announce:
            self.announced.add(found)
        return found

    def keep(self, slot: int, expr: Expr, node: Do, following: Node | None, lets: list[Do]) -> None:
        """A thing or an amount: a shorthand for the next line, and a name if something later speaks of it."""
        type_ = type_of(expr, self.frame, self.words)
        many = self.reader.many(expr, self.frame)
        maybe = self.reader.maybe(expr, self.frame)
        if expr[0] in LASTING and not many:
            text = self.reader.of_type(expr, self.frame, type_.base)
            self.name(slot, Name(text, type_, maybe=maybe))
            return
        now = following is not None and self.is_used_next(slot, following, lets)
        if expr[0] == "if" and following is not None and self.said_twice(slot, following, lets):
            now = False
        later = self.read_later(slot, following.pc if following is not None and now else node.pc)
        text = self.fresh(self.called(type_, many), announce=later or not now)
        called = Name(text, type_, many, maybe)
        if now:
            self.name(slot, Name(called.text if later else "", type_, many, maybe, expr=expr))
            self.pending.append((slot, called if later else None))
            return
        said = (
            self.reader.things(expr, self.frame).all()
            if many
            else self.reader.of_type(expr, self.frame, type_.base)
        )
        self.name(slot, replace(called, expr=expr) if where_each_is(expr) is not None else called)
        self.line(f"keep in mind: {said} [“{called.text}”]", node.at)

    def is_used_next(self, slot: int, following: Node, lets: list[Do]) -> bool:
        """Whether the next line speaks of a value, and no other value is told by itself before that."""
        between = [n for n in lets if n.pc < following.pc]
        if slot not in head_reads(following) and not any(slot in head_reads(n) for n in between):
            return False
        return not any(self.has_a_line(n, following, between) for n in between)

    def said_twice(self, slot: int, following: Node, lets: list[Do]) -> bool:
        """Whether the next line and another value both speak of a value, which is too long to be said twice."""
        return slot in head_reads(following) and any(slot in head_reads(n) for n in lets)

    def has_a_line(self, node: Do, following: Node, lets: list[Do]) -> bool:
        """Whether another value is told by itself before the next line, after which no shorthand reaches."""
        _, slot, expr = node.instr
        many = self.reader.many(expr, self.frame)
        truth = type_of(expr, self.frame, self.words).base == "truth"
        if slot not in self.reads or slot in self.accumulated or truth or (expr[0] in LASTING and not many):
            return False
        return not any(slot in head_reads(n) for n in (following, *lets))

    def called(self, type_: Type, many: bool) -> str:
        """*that card*, *those cards*, *that number*."""
        noun = "number" if type_.base in ("number", "quantity") else type_.name or "value"
        return f"those {self.words.plural(noun)}" if many else f"that {noun}"

    # -- blocks -----------------------------------------------------------------------------------------------
    def if_(self, node: If) -> None:
        if (asked := self.asked(node)) is not None:
            may, inner, condition = asked
            self.may(may, inner, condition, node)
            return
        match node.body:
            case [Do(("return", ("local", _)))] if not node.other:
                return  # whether that counts as what would have happened; nothing more is done
        match node.condition:
            case ("ne", who, ("none",)) if not self.reader.maybe(who, self.frame) and not node.other:
                self.nodes(node.body)
                return
        self.line(self.opening(node.condition), node.at)
        self.inside(node.body, node.at)
        self.afterwards(node.body, "if it came to that")
        if node.other:
            before = len(self.lines)
            self.line("otherwise:", node.at)
            self.inside(node.other, node.at, empty=False)
            if len(self.lines) == before + 1:
                self.lines.pop()
            self.afterwards(node.other, "if it came to that")

    def opening(self, condition: Expr) -> str:
        """*if …:*, *otherwise, that is, if …:*."""
        if condition[0] == "not" and condition[1][0] == "local":
            name = self.frame.name(condition[1][1])
            if name.means:
                return f"otherwise, that is, if {name.not_means}:"
        return f"if {self.reader.truth(condition, self.frame)}:"

    def asked(self, node: If) -> tuple[Do, If, Expr] | None:
        """*P may V*: the question stands in an *if* that V is possible, and V in an *if* that P wants to."""
        match node.body:
            case [Do(("may", _, slot)) as may, If(("ne", ("local", other), ("int", 0))) as inner] if (
                slot == other
            ):
                return may, inner, node.condition
        return None

    def may(self, may: Do, inner: If, condition: Expr, node: If) -> None:
        """The question, and what is done after a yes."""
        _, who, slot = may.instr
        subject = self.subject(who)
        only = (
            ""
            if condition == ("truth", True)
            else f" (asked only if {self.reader.truth(condition, self.frame)})"
        )
        self.line(f"{subject} may{only}:", may.at)
        self.name(slot, chose(subject))
        self.sure = condition != ("truth", True)
        self.inside(inner.body, may.at)
        self.sure = False
        self.afterwards(inner.body, "if it came to that")

    def loop(self, node: Loop) -> None:
        if node.each is not None:
            _, whole, index, slot, _ = node.each
            items = self.reader.things(("local", whole), self.frame)
            kind = self.reader.kind(("local", whole), self.frame)
            name = Name(self.fresh(f"that {kind}"), entity(kind))
            self.name(index, Name(name.text, Type("number", "index")))
            order = ", one after another"
            self.line(f"for {items.each()}{order} [“{name.text}”]:", node.at)
            self.name(slot, name)
            self.inside(node.body, node.at)
            self.afterwards([node], "of the last turn of the loop above; NOTHING if there was none")
            self.announced.discard(name.text)
            return
        if self.of_kinds(node):
            return
        times, body = self.times(node), node.body
        match body:
            case [Leave(("gt", ("local", left), ("int", 0)), False), *rest] if left in self.counts:
                self.line(f"as often as {self.counts[left]}:", node.at)
                body = rest
            case [Leave(("gt", total, counter), False), *rest] if node.until == ("ge", counter, total):
                times = self.reader.number(total, self.frame)
                self.line(f"as often as {times}:", node.at)
                body = rest
            case _:
                self.line("once:" if times == ONCE else f"again and again{times}:", node.at)
        self.inside(body, node.at)
        self.afterwards(node.body, "of the last turn of the loop above")
        if node.until is not None and not times:
            self.line(f"until {self.reader.truth(node.until, self.frame)}", node.at)

    def of_kinds(self, node: Loop) -> bool:
        """*Gain 2 resources*: a loop in which the kind is chosen each time; False: another loop."""
        match node.body:
            case [Leave(("lt", ("local", done), total), False), Do(("choose-quantity", who, kinds, _)), *_]:
                pass
            case _:
                return False
        doing = next(n.instr for n in walk(node.body) if isinstance(n, Do) and n.instr[0] == "do")
        subject, number = self.subject(who), self.reader.number(total, self.frame)
        does = self.reader.does(subject, doing[1], "1 of it")
        self.line(f"{subject} {verb(subject, 'choose')} a kind, {does}, and so on, {number} in all:", node.at)
        for condition, index in kinds:
            said = f"{self.words.attribute(index)}, offered if {self.reader.truth(condition, self.frame)}"
            self.lines.append(Line(self.depth + 1, f"– {said}", node.at))
        self.lines.append(
            Line(self.depth + 1, "until nothing can be chosen, or nothing comes of it", node.at)
        )
        yes, no = "all of that was really done", "not all of that was done"
        self.name(done, Name("how much of that was really done", NUMBER, means=yes, not_means=no))
        return True

    def times(self, node: Loop) -> str:
        """*3 times*: a loop that counts its turns; *up to*: one that may be left."""
        match node.until:
            case ("ge", ("local", slot), ("int", number)) if slot in self.accumulated:
                free = any(isinstance(n, Do) and n.instr[0] == "may" for n in node.body)
                often = f"{number} {'time' if number == 1 else 'times'}"
                return ONCE if number == 1 and not free else f", {'up to ' if free else ''}{often} in all"
        return ""

    def choice(self, node: Choice) -> None:
        who = self.subject(node.who)
        none = " or none" if node.optional else ""
        choose = "choose" if is_you(who) else "chooses"
        self.line(f"{who} {choose} one of these{none}:", node.at)
        self.depth += 1
        for line in node.lines:
            always = line.condition == ("truth", True)
            offered = (
                "always offered" if always else f"offered if {self.reader.truth(line.condition, self.frame)}"
            )
            self.line(f"– ({offered})", line.at)
            self.sure = not always
            self.inside(self.without_mark(node, line.body), line.at)
            self.sure = False
            self.afterwards(line.body, "if this line was taken")
        self.depth -= 1
        slot = self.mark(node)
        if slot >= 0:
            yes, no = "one of these lines was taken", "none of these lines was taken"
            self.name(slot, Name("that", means=yes, not_means=no))
        elif node.none:
            self.line("if none is taken:", node.at)
            self.inside(node.none, node.at)

    def mark(self, node: Choice) -> int:
        """The slot that remembers whether a line was taken, or done; -1."""
        match node.none:
            case [Do(("let", slot, (("int", 0) | ("truth", False))))]:
                return int(slot)
        return -1

    def without_mark(self, node: Choice, body: list[Node]) -> list[Node]:
        """A line without the instruction that remembers it."""
        slot = self.mark(node)
        return [n for n in body if not (isinstance(n, Do) and n.instr[0] == "let" and n.instr[1] == slot)]

    def step(self, node: Step) -> None:
        name, _ = self.words.step(node.step)
        body = [n for n in node.body if not (isinstance(n, Do) and n.instr[0] == "emit")]
        self.line(f"{name}:", node.at)
        self.inside(body, node.at)
        self.close(node.body)

    def leave(self, node: Leave) -> None:
        said = self.reader.truth(node.condition, self.frame, False)
        then = (
            "begin again" if node.again else "stop repeating" if node.loop else "leave out the rest of this"
        )
        self.line(f"if {said}: {then}", node.at)


def chose(subject: str) -> Name:
    """The name of an answer to a question."""
    return Name("the answer", means=f"{subject} chose to", not_means=f"{subject} chose not to")


def flags_of(program: Program) -> list[int]:
    """The slots that remember which lines were chosen, where several are before any is done: each line is offered as
    long as its own is 0.
    """
    found: list[int] = []
    for instr in program.code:
        for condition, *_ in instr[3] if instr[0] == "branch" else ():
            match conjuncts(condition)[0]:
                case ("eq", ("local", slot), ("int", 0)):
                    found.append(slot)
    return list(dict.fromkeys(found))


def verb(subject: str, lemma: str) -> str:
    """*choose* after *you*, *chooses* after others."""
    return lemma if is_you(subject) else f"{lemma}s"


# -- Instructions --------------------------------------------------------------------------------------------------

Handler = Callable[[Outline, Any, int, int], None]
INSTRUCTIONS: dict[str, Handler] = {}


def reads(*ops: str) -> Callable[[Handler], Handler]:
    """Register what reads an instruction."""

    def register(function: Handler) -> Handler:
        for op in ops:
            INSTRUCTIONS[op] = function
        return function

    return register


def _is_let(node: Node) -> TypeGuard[Do]:
    return isinstance(node, Do) and node.instr[0] == "let"
