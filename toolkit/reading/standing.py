"""Standing rules in words: what they wait for, what they change, for whom and how strongly they act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from toolkit.compile.base.values import NUMBER, Type, entity
from toolkit.program.chains import free_locals
from toolkit.program.expression import Expr, conjuncts, locals_of, other_side, renamed
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Function, Program, Rule
from toolkit.reading.events import ANYBODY, Event, event
from toolkit.reading.frame import Frame, Name, type_of
from toolkit.reading.outline import COUNTED, Line, Outline
from toolkit.reading.reader import Reader
from toolkit.reading.sets import finished, narrowed, start
from toolkit.reading.things import Things
from toolkit.reading.words import listed

YOU = Name("you", entity("player"))


def without_each(said: list[str]) -> list[str]:
    """*It is in no deck, in no hand and in no box* instead of *it is in no deck and it is in no hand and …*."""
    nowhere = [each for each in said if each.startswith(NOWHERE)]
    if not nowhere:
        return said
    at = said.index(nowhere[0])
    together = f"it is {listed([each.removeprefix('it is ') for each in nowhere], 'and')}"
    return [*said[:at], together, *(each for each in said[at:] if each not in nowhere)]


NOWHERE = ("it is in no ", "it is on no ", "it is at no ")


class RuleReader:
    """Reads rules, programs and functions of one ruleset."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.words, self.ruleset = reader, reader.words, reader.words.ruleset

    # -- programs -----------------------------------------------------------------------------------------------
    def program(self, number: int, frame: Frame) -> list[Line]:
        """The outline of a program."""
        program = self.ruleset.programs[number]
        lines = self.outline(program, replace(frame, program=number))
        return lines or [Line(0, "nothing happens", 0)]

    def outline(self, program: Program, frame: Frame) -> list[Line]:
        """The outline of a program that need not be in the ruleset."""
        pruned = replace(program, code=tuple(self._pruned(instr) for instr in program.code))
        return Outline(self.reader, self, frame, pruned).lines

    def _pruned(self, instr: Instr) -> Instr:
        """Without the values that an effect keeps and never speaks of."""
        if instr[0] == "effect":
            used = self.used_by_rule(instr[1])
            kept = tuple(x if n + 2 in used else ("none",) for n, x in enumerate(instr[2]))
            return (*instr[:2], kept, *instr[3:])
        if instr[0] == "later":
            used = locals_of(self.ruleset.programs[instr[2]].code) | {0, 1}
            kept = tuple(x if n in used else ("none",) for n, x in enumerate(instr[3]))
            return (*instr[:3], kept)
        return instr

    def used_by_rule(self, number: int) -> set[int]:
        """The locals of which a rule or its program speaks."""
        rule = self.ruleset.rules[number]
        used = locals_of((rule.was, rule.before, rule.match, rule.value, rule.over, rule.holders, rule.you))
        if rule.program >= 0:
            used |= locals_of(self.ruleset.programs[rule.program].code)
        return used

    def verb_frame(self, verb: int) -> Frame:
        """The locals of a pack verb's own sentences: you, and its slots by their names."""
        info = self.words.verbs[verb]
        names = {0: YOU}
        for number, slot in enumerate(info.templates[0].slots if info.templates else ()):
            many = slot.name != slot.noun and slot.name == self.words.plural(slot.noun)
            names[2 + number] = Name(f"the {slot.name}", self._slot_type(slot.noun), many)
        return Frame(names)

    def _slot_type(self, noun: str) -> Type:
        if noun in ("amount", "number"):
            return NUMBER
        if noun in self.words.world.vocabulary.lists:
            return Type("value", noun)
        return entity(noun if noun in self.words.world.kinds else "thing")

    # -- what an effect starts ----------------------------------------------------------------------------------
    def started(self, number: int, captured: tuple[Expr, ...], frame: Frame) -> list[Line]:
        """A rule that an effect starts: its locals are what the effect keeps."""
        names: dict[int, Name] = {slot: frame.names[slot] for slot in (0, 1) if slot in frame.names}
        for slot, expr in enumerate(captured, 2):
            names[slot] = self.kept(expr, frame)
        return self.rule(self.ruleset.rules[number], Frame(names, frame.depth))

    def waiting(self, program: int, values: tuple[Expr, ...], frame: Frame) -> list[Line]:
        """A program that an effect postpones."""
        names = {slot: self.kept(expr, frame) for slot, expr in enumerate(values) if expr != ("none",)}
        return self.program(program, Frame(names, frame.depth))

    def kept(self, expr: Expr, frame: Frame) -> Name:
        """A value of another frame, by the name that it has there."""
        if expr[0] == "local" and frame.name(expr[1]).expr is None:
            return frame.name(expr[1])
        if expr[0] == "period":
            return Name(f"the number that the {self.words.period(expr[1])} had when this was said")
        type_ = type_of(expr, frame, self.words)
        many = self.reader.many(expr, frame)
        match expr:
            case ("parent", thing):
                return Name(f"where {self.reader.thing(thing, frame)} was", type_, maybe=True)
            case ("flat", things, _, ("single", ("parent", _))):
                return Name(f"the places where {self.reader.things(things, frame).all()} were", type_, many)
        text = self.reader.things(expr, frame).all() if many else self.reader.of_type(expr, frame, type_.base)
        return Name(text, type_, many, self.reader.maybe(expr, frame))

    # -- rules --------------------------------------------------------------------------------------------------
    def static(self, number: int) -> list[Line]:
        """A rule of the pack, with where it acts."""
        rule = self.ruleset.rules[number]
        names: dict[int, Name] = {}
        if rule.holders is not None:
            kind = self.reader.kind(rule.holders, Frame())
            names[1] = Name(f"this {kind}", entity(kind))
        if rule.you is not None:
            names[0] = YOU
        frame = Frame(names)
        lines = self.rule(rule, frame)
        return [*lines, *self.acts(rule, frame)]

    def statics(self, numbers: Iterable[int]) -> list[Line]:
        """Several rules of one text: where they act is said once, behind the last one."""
        lines: list[Line] = []
        for number in numbers:
            more = self.static(number)
            if lines and lines[-1] == more[-1]:
                lines.pop()
            lines += more
        return lines

    def acts(self, rule: Rule, frame: Frame) -> list[Line]:
        """Where a rule acts, who *you* is, on which layer."""
        said = []
        if rule.holders is not None:
            this = frame.names[1].text
            said.append(f"“{this}” is {self.holders(rule.holders)}")
        if rule.you is not None:
            who = self.reader.thing(rule.you, Frame({1: frame.names.get(1) or Name("this")}))
            said.append(f"“you” is {who}")
        if len(self.words.world.layers) > 1 and rule.layer >= 0:
            newest = ", the newest of several is the strongest" if rule.newest else ""
            said.append(f"layer: {self.words.world.layers[rule.layer]}{newest}")
        return [Line(0, f"({'; '.join(said)})", rule.sentence)] if said else []

    def holders(self, holders: Expr) -> str:
        """*every copy of Cup, while it is face up*: for which things a text acts, and where."""
        if holders[0] != "filter":
            return self.reader.things(holders, Frame()).each()
        _, items, slot, condition = holders
        found = self.reader.things(items, Frame())
        frame = Frame({slot: Name("it", entity(found.noun))})
        while_ = without_each(self.reader.all_true(conjuncts(condition), frame))
        return found.each() + (f", while {' and '.join(while_)}" if while_ else "")

    def rule(self, rule: Rule, frame: Frame) -> list[Line]:
        """What a rule says, in a frame that names you, this and what it has kept."""
        return RULES[rule.kind](self, rule, frame)

    def body(self, rule: Rule, frame: Frame) -> list[Line]:
        """The program of a rule, one step further in."""
        lines = self.program(rule.program, frame)
        if rule.spends is not None:
            lines.insert(0, Line(0, COUNTED, rule.sentence))
        if all(line.text == COUNTED for line in lines):
            lines.append(Line(0, "nothing happens", rule.sentence))
        return [replace(line, depth=line.depth + 1) for line in lines]

    def matched(self, rule: Rule, frame: Frame) -> list[Event]:
        """The events of a rule."""
        asked = (rule.match, rule.was, rule.before)
        parts = [part for expr in asked if expr is not None for part in conjuncts(expr)]
        match = ("and", *(each for part in parts for each in conjuncts(of_that_player(part))))
        return [event(self.reader, verb, 2 + rule.captured, match, frame, rule=True) for verb in rule.events]

    def only(self, found: Event, word: str = "only if") -> str:
        """What must also hold."""
        left = self.reader.all_true(found.left, found.frame)
        return f", {word} {' and '.join(left)}" if left else ""

    # -- functions ----------------------------------------------------------------------------------------------
    def function(self, number: int, arguments: tuple[Name, ...] | None = None) -> list[Line]:
        """A defined word, or a formula (`arguments`: you and this)."""
        function = self.ruleset.functions[number]
        defined, name = self.words.defined.get(number), self.words.function(number)
        names = arguments if arguments is not None else self.arguments(number, function)
        frame = Frame(dict(enumerate(names)), 0 if arguments is not None else len(names))
        if function.terms:
            return [Line(0, "worth, added up:", function.sentence), *self.terms(function, frame)]
        if arguments is not None:
            return [Line(0, self.value(function.body, frame), function.sentence)]
        of = listed([each.text for each in names], "and")
        if number in self.words.aliases or (defined is not None and defined.type.base == "truth"):
            said = self.reader.truth(function.body, frame)
            exactly = "" if defined is not None and self.words.several(defined) else "exactly "
            return [Line(0, f"“{name}” is said of {of} {exactly}if {said}", function.sentence)]
        about = f" of {of}" if names else ""
        return [Line(0, f"“{name}”{about} is {self.value(function.body, frame)}", function.sentence)]

    def arguments(self, number: int, function: Function) -> tuple[Name, ...]:
        """What the arguments of a definition are called: *a card X*, *a room Y*."""
        defined = self.words.defined.get(number)
        kinds = defined.kinds if defined is not None else ()
        if not kinds and number in self.words.aliases:
            word = self.words.aliases[number]
            kinds = tuple(kind for kind, at in self.words.world.aliases[word] if at == number)
        letters = "XYZWVU"
        return tuple(
            Name(f"{kind} {letters[n % 6]}", NUMBER if kind == "number" else entity(kind))
            for n, kind in enumerate(kinds[: function.arguments])
        )

    def terms(self, function: Function, frame: Frame) -> list[Line]:
        """The terms of a sum of sentences, each on its line."""
        parts: list[Expr] = []
        body = function.body
        for _ in range(len(function.terms) - 1):
            parts.insert(0, body[2])
            body = body[1]
        parts.insert(0, body)
        return [
            Line(1, self.reader.text(part, frame), sentence)
            for part, sentence in zip(parts, function.terms, strict=True)
        ]

    def value(self, expr: Expr, frame: Frame) -> str:
        """Whatever an expression gives."""
        if type_of(expr, frame, self.words).base == "truth":
            return self.reader.truth(expr, frame)
        if self.reader.many(expr, frame):
            return self.reader.text(expr, frame)
        return self.reader.of_type(expr, frame, type_of(expr, frame, self.words).base)

    def condition(self, expr: Expr, frame: Frame, sentence: int) -> list[Line]:
        """A condition: one line for each part of an *and*."""
        said = self.reader.all_true(conjuncts(expr), frame, in_lines=True)
        return [Line(0, each, sentence) for each in said or ["always"]]


# -- Each kind of rule -------------------------------------------------------------------------------------------


def of_that_player(part: Expr) -> Expr:
    """*There is a player who is that player and has no card*: that player has no card.

    Not of who has a thing, which may be nobody.
    """
    match part:
        case ("any", ("players",), int(slot), ("and", *bodies)):
            here = ("local", slot)
            for same in bodies:
                other = other_side(same, here) if same[0] == "eq" and here in same[1:] else here
                if other[0] == "local" and other != here:
                    return renamed(("and", *(each for each in bodies if each is not same)), {here: other})
    return part


RULES: dict[str, Callable[[RuleReader, Rule, Frame], list[Line]]] = {}


def of(kind: str) -> Callable[..., Callable[[RuleReader, Rule, Frame], list[Line]]]:
    """Register what reads a kind of rule."""

    def register(function: Callable[[RuleReader, Rule, Frame], list[Line]]) -> Callable[..., list[Line]]:
        RULES[kind] = function
        return function

    return register


@of("trigger")
def _trigger(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    if rule.step:
        return _at_step(self, rule, frame)
    lines = []
    for found in self.matched(rule, frame):
        said = self.reader.does(found.who, found.verb, found.rest)
        steps = any(self.ruleset.verbs[number].program >= 0 for number in rule.events)
        left = "what it was done to" if steps else "what left an open place"
        before = f" ({left} as it was before)" if rule.was is not None else ""
        earlier = conjuncts(rule.before) if rule.before is not None else ()
        asked = self.reader.all_true([each for each in found.left if each in earlier], found.frame)
        so = f", if before it {' and '.join(asked)}" if asked else ""
        now = replace(found, left=[each for each in found.left if each not in earlier])
        head = f"each time (an event) {said}, after it has happened{before}{self.only(now)}{so}:"
        lines = [Line(0, head, rule.sentence)]
        lines += self.body(rule, found.frame)
    return lines


def _at_step(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    """*At the end of your turn*."""
    name, edge = self.words.step(rule.events[0])
    base = 2 + rule.captured
    parts = conjuncts(rule.match) if rule.match is not None else ()
    who = next((p for p in parts if p[0] == "eq" and ("local", base) in p[1:]), None)
    player_kind = self.words.world.kinds["player"].index
    rest = [p for p in parts if p is not who and p != ("is", ("local", base), player_kind)]
    if who is not None:
        player = self.reader.thing(other_side(who, ("local", base)), frame)
        whose = ""
        name = of_player(name, player)
        frame = frame.bind(base, Name(player, entity("player")))
    else:
        frame = frame.bind(base, Name(frame.fresh("that player"), entity("player")))
        whose = " of any player [“that player”]"
    left = self.reader.all_true(rest, frame)
    only = f", only if {' and '.join(left)}" if left else ""
    return [Line(0, f"at the {edge} of {name}{whose}{only}:", rule.sentence), *self.body(rule, frame)]


def of_player(name: str, player: str) -> str:
    """*a turn* → *your turn*, *the “draw” step of a turn* → *the “draw” step of the turn of Red*."""
    article = "a " if " of a " in name or name.startswith("a ") else "an "
    front, article, period = name.rpartition(article)
    if not article or period.startswith("“"):
        return f"{name} of {player}"
    return f"{front}your {period}" if player == "you" else f"{front}the {period} of {player}"


@of("replace")
def _replace(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    lines = []
    for found in self.matched(rule, frame):
        would = " ".join(
            part for part in (found.who, "would", self.words.lemma(found.verb), found.rest) if part
        )
        lines = [Line(0, f"before it happens, if {would}{self.only(found)}, instead of that:", rule.sentence)]
        lines += self.body(rule, found.frame)
    return lines


@of("forbid")
def _forbid(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    return _permission(self, rule, frame, "cannot")


@of("allow")
def _allow(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    return _permission(self, rule, frame, "can")


def _permission(self: RuleReader, rule: Rule, frame: Frame, can: str) -> list[Line]:
    note = "" if can == "cannot" else " (lifts what rules of weaker layers forbid)"
    lines = []
    for found in self.matched(rule, frame):
        who, does = ("nobody", "can") if (found.who, can) == (ANYBODY, "cannot") else (found.who, can)
        said = " ".join(part for part in (who, does, self.words.lemma(found.verb), found.rest) if part)
        lines.append(Line(0, f"{said}{self.only(found, 'as long as')}{note}", rule.sentence))
    return lines


@of("choose")
def _choose(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    assert rule.value is not None
    lines = []
    for found in self.matched(rule, frame):
        said = self.reader.does(found.who, found.verb)
        who = self.reader.thing(rule.value, found.frame)
        lines.append(
            Line(0, f"when {said}, it is {who} who chooses with what{self.only(found)}", rule.sentence)
        )
    return lines


@of("modify")
def _modify(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    """*each friendly unit has its power raised by 1*: of whom it is asked is a member of the set of the match."""
    slot = 2 + rule.captured
    here = ("local", slot)
    whom, parts = for_whom(self, rule, conjuncts(rule.match) if rule.match is not None else (), frame)
    about = [p for p in parts if slot in free_locals(p, self.ruleset)]
    rest = [p for p in parts if p not in about]
    one = next((p for p in about if p[0] == "eq" and here in p[1:]), None)
    if one is not None:
        other = other_side(one, here)
        whose = self.reader.thing(other, frame)
        inner = frame.bind(slot, Name(whose, entity(self.reader.kind(other, frame))))
        rest = [p for p in about if p is not one] + rest
    else:
        found = asked(self, rule, about, slot, frame)
        whose = found.each()
        inner = frame.bind(slot, Name(found.letter or f"that {found.noun}", entity(found.noun)))
    conditions = self.reader.all_true(rest, inner)
    only = f", as long as {' and '.join(conditions)}" if conditions else ""
    return [Line(0, f"{self.reader.has(whose)} {change(self, rule, inner, whom)}{only}", rule.sentence)]


def for_whom(self: RuleReader, rule: Rule, parts: Sequence[Expr], frame: Frame) -> tuple[str, Sequence[Expr]]:
    """* for you*, *, as seen by each other player*, of a rule for some players alone; the other parts of its match."""
    if not rule.seated:
        return "", parts
    slot = 3 + rule.captured
    here = ("local", slot)
    about = [p for p in parts if slot in free_locals(p, self.ruleset)]
    rest = [p for p in parts if p not in about]
    if len(about) == 1 and about[0][0] == "eq" and here in about[0][1:]:
        return f" for {self.reader.thing(other_side(about[0], here), frame)}", rest
    players = narrowed(self.reader, start(self.reader, ("players",), frame), slot, about, frame)
    return (
        f", as seen by {finished(self.reader, players).each()}",
        rest,
    )  # *for each* would be said of how much


def asked(self: RuleReader, rule: Rule, about: list[Expr], slot: int, frame: Frame) -> Things:
    """The things whose attribute a rule changes."""
    kinds = [self.words.kind(p[2]) for p in about if p[0] == "is" and p[1] == ("local", slot)]
    attribute = self.words.attributes.get(rule.attribute)
    kind = kinds[0] if kinds else attribute.of if attribute is not None else "thing"
    entry = self.words.world.kinds.get(kind)
    base: Expr = ("all", entry.index) if entry is not None and entry.category != "player" else ("players",)
    return finished(self.reader, narrowed(self.reader, start(self.reader, base, frame), slot, about, frame))


def change(self: RuleReader, rule: Rule, frame: Frame, whom: str) -> str:
    """*its power raised by 1*; `whom`: * for you*."""
    name, value = self.words.attribute(rule.attribute), rule.value or ("int", 0)
    if self.words.is_keyword(rule.attribute):
        return name
    type_ = self.words.type_of(rule.attribute)
    if rule.op == "set":
        return f"the {name} {self.reader.of_type(value, frame, type_.base)}, whatever else it would be"
    if value[0] == "int":
        said = f"{value[1]:+d} {name}"
    elif value[0] == "mul" and value[1][0] == "int" and value[2][0] == "count":
        said = f"{value[1][1]:+d} {name} for {self.reader.things(value[2][1], frame).each()}"
    elif value[0] == "mul" and value[1][0] == "int":
        said = f"{value[1][1]:+d} {name} times {self.reader.number(value[2], frame)}"
    else:
        said = f"{name} raised by {self.reader.number(value, frame)}"
    return said + whom + how_far(rule)


def how_far(rule: Rule) -> str:
    """*, but at least 1*: the end of what an addition does."""
    bounds = [("least", rule.least), ("most", rule.most)]
    return "".join(f", but at {word} {bound}" for word, bound in bounds if bound is not None)


@of("watch")
def _watch(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    slot = 2 + rule.captured
    over = rule.over or ("single", ("game",))
    conditions = conjuncts(rule.match) if rule.match is not None else ()
    whose = ""
    if over not in (("single", ("game",)), ("single", ("int", 0))):
        items = self.reader.things(over, frame)
        kind = self.reader.kind(over, frame)
        name = frame.fresh(f"that {kind}")
        frame = frame.bind(slot, Name(name, entity(kind)))
        whose = f" for {items.one()} [“{name}”]"
    said = " and ".join(self.reader.all_true(conditions, frame)) or "always"
    event_too = "".join(f"; “{verb}” is an event of its own" for verb in verbs_of(self, conditions))
    head = f"as soon as this becomes true (a STATE, not an event{event_too}){whose}: {said}"
    return [Line(0, f"{head}; then:", rule.sentence), *self.body(rule, frame)]


def verbs_of(self: RuleReader, conditions: Sequence[Expr]) -> list[str]:
    """Verbs whose participle is a word of the state: *is spent*, where *spend* is something that happens."""
    said = {word for condition in conditions for word in words_of(self, condition)}
    return [self.words.lemma(verb) for verb in self.words.verbs if self.words.forms(verb).participle in said]


def words_of(self: RuleReader, expr: Expr) -> Iterator[str]:
    """The values, flags and defined words of a condition."""
    match expr:
        case ("value", int(index)):
            yield self.words.value(index)
        case ("call", int(function), *_):
            yield self.words.function(function)
        case ("attr", int(column), _) if self.words.is_flag(column):
            yield self.words.attribute(column)
    for part in expr:
        if isinstance(part, tuple):
            yield from words_of(self, part)


@of("skip")
def _skip(self: RuleReader, rule: Rule, frame: Frame) -> list[Line]:
    name, _ = self.words.step(rule.events[0])
    conditions = self.reader.all_true(conjuncts(rule.match), frame) if rule.match is not None else ()
    only = f", as long as {' and '.join(conditions)}" if conditions else ", always"
    return [Line(0, f"{name} is skipped{only}", rule.sentence)]
