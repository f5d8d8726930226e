"""A program as an indented outline: one line an instruction, what is inside an *if*, a loop or a choice further in.

`INSTRUCTIONS` has a row for every op that stands alone; those in `STRUCTURAL` make the nodes of `structure.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from toolkit.compile.values import NUMBER, TRUTH, Type, entity
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Program
from toolkit.reading.frame import Frame, Name, locals_of, type_of
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
)
from toolkit.reading.words import a

if TYPE_CHECKING:
    from toolkit.reading.standing import RuleReader

STRUCTURAL = frozenset(["jump", "unless", "each", "branch", "skip", "let"])
"""Ops that are read as what is inside what; a `let` names what stands behind it."""

SHORT = 24
"""Letters of what stands behind a verb that are said again when it is asked whether that happened."""

LASTING = frozenset(
    ["place", "owner", "holder", "left", "right", "active", "int", "local", "call", "period-role"]
)
"""What is said the same again, instead of being called *that …*."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an outline.  `sentence`: the index of the sentence that it was made from, -1."""

    depth: int
    text: str
    sentence: int = -1


class Outline:
    """Writes one program.  `rules` reads the rules that an effect starts."""

    def __init__(self, reader: Reader, rules: RuleReader, frame: Frame, program: Program) -> None:
        self.reader, self.rules, self.frame = reader, rules, frame
        self.words = reader.words
        self.lines: list[Line] = []
        self.depth = 0
        self.reads = reads_of(program)
        self.length = len(program.code)
        self.pending: list[tuple[int, Name | None]] = []
        self.accumulated = {i[1] for i in program.code if i[0] == "let" and i[1] in locals_of(i[2])}
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

    def inside(self, nodes: list[Node], at: int) -> None:
        """Nodes one step further in."""
        self.depth += 1
        before = len(self.lines)
        self.nodes(nodes)
        if len(self.lines) == before:
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
        """Names from inside a block, spoken of behind it."""
        for slot in slots_filled(nodes):
            known = self.frame.names.get(slot)
            if known is not None and not known.means and "(" not in known.text and known.expr is None:
                self.name(slot, replace(known, text=f"{known.text} ({remark})", maybe=True))

    def read_later(self, slot: int, pc: int) -> bool:
        """Whether anything behind this position speaks of the slot."""
        return any(at > pc for at in self.reads.get(slot, ()))

    def subject(self, who: Expr) -> str:
        """Who does it; in a procedure nobody does."""
        if who in (("none",), ("int", -1)):
            return "the game"
        return self.reader.thing(who, self.frame)

    # -- nodes ------------------------------------------------------------------------------------------------
    def nodes(self, nodes: list[Node]) -> None:
        """Each in turn; a `let` is told with what follows it."""
        for number, node in enumerate(nodes):
            if isinstance(node, Do) and node.instr[0] == "let":
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

    def let(self, node: Do, rest: list[Node]) -> None:
        """A value that is kept: a truth is said where it is asked, a thing where it is first used."""
        _, slot, expr = node.instr
        if slot in self.accumulated:
            if slot in self.reads:
                self.accumulate(slot, expr)
            return
        if slot not in self.reads or (expr == ("int", 0) and self.is_flag(slot, rest)):
            return
        if type_of(expr, self.frame, self.words).base == "truth":
            yes, no = (self.reader.truth(expr, self.frame, positive) for positive in (True, False))
            self.name(slot, Name("that", TRUTH, means=yes, not_means=no))
            return
        following = next((n for n in rest if not (isinstance(n, Do) and n.instr[0] == "let")), None)
        lets = [n for n in rest if isinstance(n, Do) and n.instr[0] == "let"]
        self.keep(slot, expr, node, following, lets)

    def is_flag(self, slot: int, rest: list[Node]) -> bool:
        """Whether a slot that begins as 0 is filled again by a question."""
        return self.frame.names.get(slot) is None and slot in slots_filled(rest)

    def accumulate(self, slot: int, expr: Expr) -> None:
        """What becomes true or more turn by turn."""
        if slot in self.frame.names and expr[0] != "union":
            return
        if expr[0] in ("empty", "union"):
            kind = self.added(slot, expr)
            name = f"all those {self.words.plural(kind)} (of all turns of the loop)"
            self.name(slot, Name(name, entity(kind), many=True))
        elif type_of(expr, self.frame, self.words).base == "truth" or expr[0] in ("and", "truth"):
            yes, no = "all of that was really done", "not all of that was done"
            self.name(slot, Name("that", TRUTH, means=yes, not_means=no))
        else:
            self.name(slot, Name("how much or how often so far", NUMBER))

    def fresh(self, text: str, pc: int) -> str:
        """The text, or *the second …* where another slot that is spoken of from here on is called so."""
        spoken = {
            slot: name for slot, name in self.frame.names.items() if slot < 2 or self.read_later(slot, pc)
        }
        return replace(self.frame, names=spoken).fresh(text)

    def keep(self, slot: int, expr: Expr, node: Do, following: Node | None, lets: list[Do]) -> None:
        """A thing or an amount: a shorthand for the next line, and a name if something later speaks of it."""
        type_ = type_of(expr, self.frame, self.words)
        many = self.reader.many(expr, self.frame)
        maybe = self.reader.maybe(expr, self.frame)
        if expr[0] in LASTING and not many:
            text = self.reader.of_type(expr, self.frame, type_.base)
            self.name(slot, Name(text, type_, maybe=maybe))
            return
        now = following is not None and (
            slot in head_reads(following) or any(slot in head_reads(n) for n in lets)
        )
        later = self.read_later(slot, following.pc if following is not None and now else node.pc)
        called = Name(self.fresh(self.called(type_, many), node.pc), type_, many, maybe)
        if now:
            self.name(slot, Name(called.text if later else "", type_, many, maybe, expr=expr))
            self.pending.append((slot, called if later else None))
            return
        said = (
            self.reader.things(expr, self.frame).all()
            if many
            else self.reader.of_type(expr, self.frame, type_.base)
        )
        self.name(slot, called)
        self.line(f"keep in mind: {said} [“{called.text}”]", node.at)

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
        match node.condition:
            case ("ne", who, ("none",)) if not self.reader.maybe(who, self.frame) and not node.other:
                self.nodes(node.body)
                return
        self.line(self.opening(node.condition), node.at)
        self.inside(node.body, node.at)
        self.afterwards(node.body, "if it came to that")
        if node.other:
            self.line("otherwise:", node.at)
            self.inside(node.other, node.at)
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
        """The question, and what is done behind a yes."""
        _, who, slot = may.instr
        subject = self.subject(who)
        only = (
            ""
            if condition == ("truth", True)
            else f" (asked only if {self.reader.truth(condition, self.frame)})"
        )
        self.line(f"{subject} may{only}:", may.at)
        self.name(slot, chose(subject))
        self.inside(inner.body, may.at)
        self.afterwards(inner.body, "if it came to that")

    def loop(self, node: Loop) -> None:
        if node.each is not None:
            _, whole, index, slot, _ = node.each
            items = self.reader.things(("local", whole), self.frame)
            kind = self.reader.kind(("local", whole), self.frame)
            name = Name(self.fresh(f"that {kind}", node.pc), entity(kind))
            self.name(index, Name(name.text, Type("number", "index")))
            order = ", one after another"
            self.line(f"for {items.each()}{order} [“{name.text}”]:", node.at)
            self.name(slot, name)
            self.inside(node.body, node.at)
            self.afterwards([node], "of the last turn of the loop above; NOTHING if there was none")
            return
        times = self.times(node)
        self.line(f"again and again{times}:", node.at)
        self.inside(node.body, node.at)
        self.afterwards(node.body, "of the last turn of the loop above")
        if node.until is not None and not times:
            self.line(f"until {self.reader.truth(node.until, self.frame)}", node.at)

    def times(self, node: Loop) -> str:
        """*3 times*: a loop that counts its turns; *up to*: one that may be left."""
        match node.until:
            case ("ge", ("local", slot), ("int", number)) if slot in self.accumulated:
                free = any(isinstance(n, Do) and n.instr[0] == "may" for n in node.body)
                return f", {'up to ' if free else ''}{number} {'time' if number == 1 else 'times'} in all"
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
            self.inside(self.without_mark(node, line.body), line.at)
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

    def leave(self, node: Leave) -> None:
        said = self.reader.truth(node.condition, self.frame, False)
        self.line(f"if {said}: {'begin again' if node.again else 'stop repeating'}", node.at)


def chose(subject: str) -> Name:
    """The name of an answer to a question."""
    return Name("the answer", means=f"{subject} chose to", not_means=f"{subject} chose not to")


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


def introduce(out: Outline, slot: int, pc: int, text: str, type_: Type, many: bool, maybe: bool) -> str:
    """Call what was chosen by a name; the words behind the line that say so."""
    name = out.fresh(text, pc)
    used = out.read_later(slot, pc)
    out.name(slot, Name(name, type_, many, maybe, means=f"{name} exists", not_means=f"{name} does not exist"))
    if not used:
        return " — nothing is done with it"
    return f" [“{name}”]"


@reads("choose-one")
def _choose_one(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, items, slot = instr
    subject, found = out.subject(who), out.reader.things(items, out.frame)
    kind = out.reader.kind(items, out.frame)
    said = introduce(out, slot, pc, f"the chosen {kind}", entity(kind), False, True)
    out.line(f"{subject} {verb(subject, 'choose')} {found.one()}{said}", at)


@reads("choose")
def _choose(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, items, least, most, slot = instr
    subject, found = out.subject(who), out.reader.things(items, out.frame)
    kind = out.reader.kind(items, out.frame)
    if most == ("count", items) and least == ("int", 0):
        how = found.some("any number of") if not found.name else f"any number of {found.all()}"
    elif least == most:
        how = f"{found.some('exactly ' + out.reader.number(most, out.frame))} (all, if there are fewer)"
    elif least == ("int", 0):
        how = found.some(f"up to {out.reader.number(most, out.frame)}")
    else:
        how = found.some(f"{out.reader.number(least, out.frame)} to {out.reader.number(most, out.frame)}")
    said = introduce(out, slot, pc, f"the chosen {out.words.plural(kind)}", entity(kind), True, False)
    out.line(f"{subject} {verb(subject, 'choose')} {how}{said}", at)


@reads("choose-number")
def _choose_number(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, least, most, slot = instr
    subject = out.subject(who)
    low, high = out.reader.number(least, out.frame), out.reader.number(most, out.frame)
    said = introduce(out, slot, pc, "the chosen number", NUMBER, False, False)
    out.line(f"{subject} {verb(subject, 'choose')} a number from {low} to {high}{said}", at)


@reads("choose-value")
def _choose_value(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, numbers, slot = instr
    subject, world = out.subject(who), out.words.world
    names = [out.words.value(n) for n in numbers[1:]]
    lists = {word: name for word, (_, name) in world.values.items()}
    kind = lists.get(names[0], "value") if names else "value"
    said = introduce(out, slot, pc, f"the chosen {kind}", Type("value", kind), False, False)
    out.line(f"{subject} {verb(subject, 'choose')} one of these: {', '.join(names)}{said}", at)


@reads("choose-quantity")
def _choose_quantity(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, members, slot = instr
    subject = out.subject(who)
    kinds = [
        f"{out.words.attribute(index)} (if {out.reader.truth(cond, out.frame)})" for cond, index in members
    ]
    out.name(slot, Name("the number of the chosen kind"))
    out.line(f"{subject} {verb(subject, 'choose')} a kind: {' or '.join(kinds)}", at)


@reads("choose-payment")
def _choose_payment(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, column, amount, slot = instr
    subject, name = out.subject(who), out.words.plural(out.words.attribute(column))
    out.name(slot, Name("the chosen way to pay"))
    number = out.reader.number(amount, out.frame)
    much = (
        f"as many {name} as {number}"
        if amount[0] != "int"
        else out.words.counted(amount[1], out.words.attribute(column))
    )
    out.line(
        f"{subject} {verb(subject, 'choose')} how to pay {much}: with them or with what stands in for them",
        at,
    )


@reads("choose-each")
def _choose_each(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, players, index, items, least, most, slot = instr
    seats = out.reader.things(players, out.frame)
    inner = out.frame.bind(index, Name("that player", entity("player")))
    found = out.reader.things(items, inner)
    low, high = out.reader.number(least, inner), out.reader.number(most, inner)
    number = low if low == high else f"{low} to {high}"
    kind = out.reader.kind(items, inner)
    out.name(slot, Name("what they chose", entity(kind), many=True))
    out.line(f"{seats.each()}, all at once and in secret, chooses {found.some(number)}", at)


@reads("may")
def _may(out: Outline, instr: Any, at: int, pc: int) -> None:
    subject = out.subject(instr[1])
    out.name(instr[2], chose(subject))
    out.line(f"{subject} may go on or not", at)


@reads("random")
def _random(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, items, number, slot = instr
    found, kind = out.reader.things(items, out.frame), out.reader.kind(items, out.frame)
    if number == ("count", items):
        how = f"{found.all()} are put in random order"
    else:
        how = f"chance picks {found.some(out.reader.number(number, out.frame))}"
    noun = kind if number == ("int", 1) else out.words.plural(kind)
    said = introduce(out, slot, pc, f"the random {noun}", entity(kind), True, False)
    out.line(how + said, at)


@reads("do")
def _do(out: Outline, instr: Any, at: int, pc: int) -> None:
    from toolkit.reading.events import complements

    _, verb_, who, roles, slot = instr
    subject, rest = out.subject(who), complements(out.reader, verb_, roles, out.frame)
    said = out.reader.does(subject, verb_, rest)
    lemma = out.words.lemma(verb_)
    if len(rest) <= SHORT:
        lemma = f"{lemma} {rest}".strip()
    done = Name(f"how much “{lemma}” really did", means=f"“{lemma}” above really happened",
                not_means=f"“{lemma}” above did not happen")  # fmt: skip
    out.line(said, at)
    if slot >= 0:
        out.name(slot, done)


@reads("emit")
def _emit(out: Outline, instr: Any, at: int, pc: int) -> None:
    """The moments between steps: nothing happens but what waits for them."""


@reads("enter", "leave")
def _enter(out: Outline, instr: Any, at: int, pc: int) -> None:
    period = out.words.period(instr[1])
    out.line(f"{a(period)} {'begins' if instr[0] == 'enter' else 'ends'}", -1)


@reads("effect")
def _effect(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, rule, captured, period, edge, who = instr
    out.line(f"from now on, {lasts(out, period, edge, who)}:", at)
    out.within(out.rules.started(rule, captured, out.frame), at)


def lasts(out: Outline, period: int, edge: int, who: Expr) -> str:
    """Until when an effect acts."""
    if period < 0:
        return "for the rest of the game"
    name = out.words.period(period)
    if not edge:
        return f"until this {name} ends"
    whose = "" if who == ("none",) else f" of {out.reader.thing(who, out.frame)}"
    return f"until the next {name}{whose} {'starts' if edge == 1 else 'ends'}"


@reads("later")
def _later(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, step, program, values = instr
    name, edge = out.words.step(step)
    if program == out.frame.program:
        out.line("wait for the next such moment", at)
        return
    out.line(f"later, once, at the {edge} of {name}:", at)
    out.within(out.rules.waiting(program, values, out.frame), at)


@reads("use")
def _use(out: Outline, instr: Any, at: int, pc: int) -> None:
    out.line("(this counts as the first time)", at)


@reads("call")
def _call(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, program, arguments, slot = instr
    this = arguments[1] if len(arguments) > 1 and arguments[1] != ("none",) else None
    about = f" for {out.reader.thing(this, out.frame)}" if this is not None else ""
    out.name(slot, Name("what came of it", means="that was done", not_means="that was not done"))
    out.line(f"carry out “{out.words.ruleset.programs[program].name}”{about}", at)


@reads("resolve", "borrow")
def _resolve(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, field, component, *others, who, slot = instr
    field_name, thing = out.words.field(field), out.reader.thing(component, out.frame)
    you = out.reader.thing(who, out.frame)
    lent = f", as if it stood on {out.reader.thing(others[0], out.frame)}" if others else ""
    out.name(slot, Name("that text", means=f"{thing} has such a text", not_means=f"{thing} has no such text"))
    out.line(f"carry out the {field_name} text of {thing}{lent}; “you” in it is {you}", at)


@reads("return")
def _return(out: Outline, instr: Any, at: int, pc: int) -> None:
    out.line("stop here", at)


@reads("decline")
def _decline(out: Outline, instr: Any, at: int, pc: int) -> None:
    out.line("what would have happened happens after all", at)


@reads("end")
def _end(out: Outline, instr: Any, at: int, pc: int) -> None:
    winners = instr[1]
    who = (
        "nobody wins"
        if winners == ("empty",)
        else f"this wins: {out.reader.things(winners, out.frame).all()}"
    )
    out.line(f"the game ends; {who}", at)


def verb(subject: str, lemma: str) -> str:
    """*choose* behind *you*, *chooses* behind others."""
    return lemma if is_you(subject) else f"{lemma}s"
