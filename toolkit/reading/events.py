"""Events in words: what somebody does (`phrase`), what may be done (`Event`), what has been done (`happening`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.compile.base.values import NUMBER, Type, entity
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.events.pattern import changeable
from toolkit.program.chains import free_locals
from toolkit.program.expression import Expr, conjuncts, other_side
from toolkit.reading.frame import Frame, Name
from toolkit.reading.reader import Reader
from toolkit.reading.sets import COMPARED, narrowed
from toolkit.reading.things import Things

ANYBODY = "anybody"
"""Who does an event of which it is not said: a player, or nobody in particular."""

ON_TOP, UNDER, ANYWHERE = 0, 1, 2
"""Positions in an ordered place."""


# -- What is done --------------------------------------------------------------------------------------------------


def phrase(reader: Reader, verb: int, roles: Sequence[Expr], frame: Frame) -> str:
    """*discard that card*: the plain form and what it is done with."""
    return f"{reader.words.lemma(verb)} {complements(reader, verb, roles, frame)}".strip()


def complements(reader: Reader, verb: int, roles: Sequence[Expr], frame: Frame) -> str:
    """What stands after the verb of an event that is proposed."""
    info = reader.words.verbs.get(verb)
    if info is None:
        return ", ".join(reader.text(role, frame) for role in roles)
    given = dict(zip(info.roles, roles, strict=False))
    numbers = frozenset(name for name in given if _role_kind(reader, info, name) is None)
    texts = {name: _role_text(reader, info, name, given, frame, numbers) for name in given}
    return behind(reader, info, {name: text for name, text in texts.items() if text})


def _role_text(
    reader: Reader, info: VerbInfo, name: str, given: dict[str, Expr], frame: Frame, numbers: frozenset[str]
) -> str:
    """A role's own words; the ones that belong to another role are empty."""
    expr = given[name]
    if name == "amount":
        return _amount_text(reader, given, frame)
    if name in ("attr", "way", "position", "face") and (expr[0] == "int" or name == "way"):
        handler = {"attr": _attribute_text, "position": _position_text, "face": _face_text}.get(name)
        return handler(reader, expr[1]) if handler is not None else ""
    if name == "to":
        return _place_text(reader, info, given, frame)
    return str(expr[1]) if expr[0] == "int" and name in numbers else _object_text(reader, expr, frame)


def _object_text(reader: Reader, expr: Expr, frame: Frame) -> str:
    return reader.things(expr, frame).all() if reader.many(expr, frame) else reader.thing(expr, frame)


def _attribute_text(reader: Reader, index: int) -> str:
    """*power*; of what players have so many of, *coins*."""
    name, found = reader.words.attribute(index), reader.words.attributes.get(index)
    return reader.words.plural(name) if found and found.quantity and found.of == "player" else name


def _position_text(reader: Reader, index: int) -> str:
    return ""


def _face_text(reader: Reader, index: int) -> str:
    return {0: "face down", 1: "face up"}.get(index, "")


def _amount_text(reader: Reader, given: dict[str, Expr], frame: Frame) -> str:
    """*2 coins*, *as many coins as the number of …*; of a thing's attribute the bare amount."""
    expr, column = given["amount"], given.get("attr", ("int", -1))
    index = column[1] if column[0] == "int" else -1
    type_ = reader.words.type_of(index) if index >= 0 else NUMBER
    if "obj" in given:
        return reader.of_type(expr, frame, type_.base)
    noun = reader.words.attribute(index) if index >= 0 else "of it"
    if expr[0] == "int":
        return reader.words.counted(expr[1], noun)
    return f"{reader.words.so_many(noun)} as {reader.number(expr, frame)} (none if that is not above 0)"


def _place_text(reader: Reader, info: VerbInfo, given: dict[str, Expr], frame: Frame) -> str:
    """*under your deck*, *in your hand*; where the verb has a word of its own (*to*), only what is after it."""
    to = given["to"]
    place = reader.thing(to, frame)
    position = given.get("position", ("int", -1))
    where = position[1] if position[0] == "int" else -1
    special = {ON_TOP: "on top of", UNDER: "under", ANYWHERE: "at a random position in"}.get(where)
    if special is not None:
        return f"{special} {place}"
    kind = reader.words.world.kinds.get(reader.kind(to, frame))
    top = " (on top)" if kind is not None and kind.ordered and kind.category == "place" else ""
    prep = _prep(reader, info, kind.name) if info.kernel is not None and kind is not None else ""
    return f"{prep} {place}{top}".strip()


def _prep(reader: Reader, info: VerbInfo, kind: str) -> str:
    """*to*, if the verb has a word of its own, else that of the place; *into*, if its first phrase has no place."""
    said = [[slot for slot in each.slots if slot.role in ("to", "into", "place")] for each in info.templates]
    slots = next((each for each in said if each), ())
    own = next((slot.prep for slot in slots if slot.role in ("to", "into")), None)
    return own if own is not None else reader.words.prep(kind)


def behind(reader: Reader, info: VerbInfo, texts: dict[str, str]) -> str:
    """The roles in the order of the verb's phrase, each with its preposition."""
    if info.kernel is not None:
        return _kernel(reader, info, texts)
    template = info.templates[0] if info.templates else None
    if template is None:
        return " ".join(texts.values())
    parts = [template.fixed]
    for slot, name in zip(template.slots, info.roles, strict=False):
        if name in texts:
            text = _counted(reader, texts[name], slot.counts) if slot.counts else texts[name]
            parts.append(f"{slot.prep} {text}".strip())
    return " ".join(part for part in parts if part)


def _counted(reader: Reader, number: str, noun: str) -> str:
    """*1 tool*, *at least 2 tools*, *as many tools as the number of …*."""
    if number.isdigit():
        return reader.words.counted(int(number), noun)
    plural = reader.words.plural(noun)
    bound = number.rpartition(" ")[2].isdigit() and number.startswith(tuple(filter(None, COMPARED.values())))
    return f"{number} {plural}" if bound else f"as many {plural} as {number}"


def _kernel(reader: Reader, info: VerbInfo, texts: dict[str, str]) -> str:
    template = info.templates[0]
    parts = [template.fixed]
    if "attr" in info.roles:
        if "obj" in info.roles:
            prep = template.slots[-1].prep
            amount = f"{prep} {texts['amount']}" if texts.get("amount") else ""
            parts += [_whose(texts.get("attr", "amount"), texts.get("obj", "something")), amount]
        else:
            parts.append(texts.get("amount") or texts.get("attr", "an amount"))
        return " ".join(part for part in parts if part)
    if "obj" in texts:
        parts.append(texts["obj"])
    parts.append(texts.get("to", ""))
    if "with" in texts:
        parts.append(f"with {texts['with']}")
    parts.append(texts.get("face", ""))
    return " ".join(part for part in parts if part)


def _whose(amount: str, whose: str) -> str:
    """*your bid*, *the bid of that player*; of anything it is the bid."""
    if whose == "you":
        return f"your {amount}"
    return f"the {amount}" if whose == "anything" else f"the {amount} of {whose}"


# -- What may be done, or has been -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    """`who`, `verb`, `rest`: the clause.  `left`: what must also hold.  `frame`: in which the roles have names."""

    who: str
    verb: int
    rest: str
    left: list[Expr]
    frame: Frame


def event(
    reader: Reader, verb: int, base: int, condition: Expr | None, frame: Frame, rule: bool = False
) -> Event:
    """An event whose roles stand in the locals from `base`: each condition on one role alone is said at that role.
    `rule`: it is what a rule hears of, behind whose roles stands where a thing came from; what is asked of the past has
    no such local.
    """
    info = reader.words.verbs.get(verb)
    roles = reader.words.ruleset.verbs[verb].roles
    slots = {base + 1 + n: name for n, name in enumerate(roles)}
    result, origin = base + 1 + len(roles), base + 2 + len(roles)
    frame = frame.knowing(conjuncts(condition) if condition is not None else (), "ne")
    heard = {origin} if rule else set()
    own, left = _by_role(reader, condition, base, {*slots, result} | heard)
    _really(own, result, slots)
    names = _Names(reader, frame, own, rule)
    who = names.role(base, "player")
    if base not in own:
        who = ANYBODY
    texts = _role_texts(reader, info, slots, own, names, how_much("to be", reader, verb, roles))
    came = Name(f"the amount {how_much('really', reader, verb, roles)}", NUMBER)
    if info is not None and info.brings:
        came = Name(f"that {info.brings}", entity(info.brings), maybe=True)
    frame = names.frame.bind(result, came)
    if rule:
        frame = frame.bind(origin, Name("where it was before", entity("place"), maybe=True))
    rest = behind(reader, info, texts) if info is not None else ""
    said, left = [*own.pop(origin, ()), *left], own.pop(result, [])
    for part in said:
        came_from = _origin(reader, part, origin, frame)
        rest += came_from
        left += [] if came_from else [part]
    return Event(who, verb, rest, [part for part in dict.fromkeys(left) if part != ("truth", True)], frame)


def _by_role(
    reader: Reader, condition: Expr | None, doer: int, others: set[int]
) -> tuple[dict[int, list[Expr]], list[Expr]]:
    """The parts of a condition that speak of one role alone, by that role, and the others.  What a role *is* by the
    doer, who is named before, is said at it: *puts a card in their hand*.
    """
    own: dict[int, list[Expr]] = {}
    left: list[Expr] = []
    for part in conjuncts(condition) if condition is not None else ():
        about = set() if first_time(part) else free_locals(part, reader.words.ruleset) & {doer, *others}
        if len(about) == 2 and doer in about and part[0] == "eq" and ("local", max(about)) in part[1:]:
            about.discard(doer)
        own.setdefault(about.pop(), []).append(part) if len(about) == 1 else left.append(part)
    return own, left


def _really(own: dict[int, list[Expr]], result: int, slots: dict[int, str]) -> None:
    """*at least 3 coins*: what is said of how much it came to is said where the amount stands."""
    for told in (slot for slot, name in slots.items() if name == "amount"):
        for part in own.pop(result, ()):
            compared = part[0] in COMPARED and part[1] == ("local", result)
            own.setdefault(told if compared else result, []).append(
                (part[0], ("local", told), *part[2:]) if compared else part
            )


def how_much(word: str, reader: Reader, verb: int, roles: Sequence[str]) -> str:
    """*(the amount) really lost*, *to be lost*; of what is no amount: *of the event*."""
    return f"{word} {reader.words.forms(verb).participle}" if "amount" in roles else "of the event"


def _role_texts(
    reader: Reader, info: VerbInfo | None, slots: dict[int, str], own: dict[int, list[Expr]], names: _Names,
    much: str,
) -> dict[str, str]:  # fmt: skip
    """What is said of each role; nothing of a kernel verb's role that may be filled with anything."""
    texts: dict[str, str] = {}
    of_kernel = info is not None and info.kernel is not None
    for slot, name in slots.items():
        kind = _role_kind(reader, info, name)
        text = names.number(slot, name, much) if kind is None else names.role(slot, kind)
        if text and (slot in own or (info is not None and not of_kernel) or name == "obj"):
            texts[name] = text
    if {"attr", "amount"} <= set(slots.values()):
        texts.update(_how_many(reader, own, slots, texts))
    if info is not None and of_kernel and "to" in texts:
        to = next(slot for slot, name in slots.items() if name == "to")
        texts["to"] = f"{_prep(reader, info, names.frame.name(to).type.name)} {texts['to']}"
    return texts


def first_time(part: Expr) -> bool:
    """*the first time each turn*, which is said at the end."""
    return part[0] == "eq" and part[1][0] == "used"


def _role_kind(reader: Reader, info: VerbInfo | None, name: str) -> str | None:
    """The kind that a role holds; None: an amount or a value."""
    if name in ("attr", "amount", "way", "position", "face"):
        return None
    if info is None or info.kernel is not None or not info.templates:
        return {"to": "place", "with": "thing"}.get(name, "thing")
    noun = info.templates[0].slots[info.roles.index(name)].noun
    if noun in ("amount", "number") or noun in reader.words.world.vocabulary.lists:
        return None
    return noun if noun in reader.words.world.kinds else "thing"


class _Names:
    """Gives the roles of an event their phrases, and the names by which they are called later."""

    def __init__(self, reader: Reader, frame: Frame, own: dict[int, list[Expr]], rule: bool) -> None:
        self.reader, self.frame, self.own, self.rule = reader, frame, own, rule

    def role(self, slot: int, kind: str) -> str:
        """What fills a role, as a phrase; the slot is called *that …* from here on."""
        parts = self.own.get(slot, [])
        here = ("local", slot)
        said = next((part for part in parts if part[0] == "eq" and here in part[1:]), None)
        if said is not None:
            return self.known(slot, other_side(said, here), [each for each in parts if each is not said])
        found = Things(kind, self.reader.words.plural(kind))
        found = narrowed(self.reader, found, slot, parts, self.frame)
        called = found.noun if found.noun in self.reader.words.world.kinds else kind
        text = self.frame.fresh(f"that {called}")
        self.frame = self.frame.bind(slot, Name(text, entity(called)))
        if found.noun == "thing" and not parts:
            return "anything"
        return found.one() + ("" if text == f"that {called}" else f" [“{text}”]")

    def known(self, slot: int, other: Expr, rest: list[Expr]) -> str:
        """The phrase of a role of which it is said who or what fills it; `rest`: what is said besides."""
        here, text = ("local", slot), self.reader.thing(other, self.frame)
        type_ = entity(self.reader.kind(other, self.frame))
        rest = [each for each in rest if not self.trivial(each, type_.name)]
        # who has most of something now may be another one afterwards
        called = self.frame.fresh(f"that {type_.name}") if changeable(other) else text
        self.frame = self.frame.bind(slot, Name(called, type_))
        rest = [each for each in rest if not self.says_the_same(each, here, text)]
        more = self.reader.all_true(rest, self.frame)
        text += f" [“{called}”]" if called not in (text, f"that {type_.name}") else ""
        return text + (f" (if {' and '.join(more)})" if more else "")

    def trivial(self, part: Expr, kind: str) -> bool:
        """Whether a condition asks for a kind that is known."""
        return part[0] == "is" and self.reader.words.world.is_a(kind, self.reader.words.kind(part[2]))

    def says_the_same(self, part: Expr, here: Expr, text: str) -> bool:
        """Whether a condition asks that it is who it is called anyway."""
        if part[0] != "eq" or here not in part[1:]:
            return False
        return self.reader.thing(other_side(part, here), self.frame) == text

    def number(self, slot: int, name: str, much: str) -> str:
        """An amount or a value of an event.  `much`: *to be lost*, of an amount."""
        which = much if name == "amount" else "of the event"
        self.frame = self.frame.bind(slot, Name(f"the {name} {which}", Type("number")))
        said = [_compared(self.reader, part, slot, self.frame) for part in self.own.get(slot, ())]
        return " and ".join(said)


def _compared(reader: Reader, part: Expr, slot: int, frame: Frame) -> str:
    """*at least 3*, of an amount of an event."""
    match part:
        case (op, ("local", where), right) if where == slot and op in COMPARED:
            return f"{COMPARED[op] or 'exactly '}{reader.number(right, frame)}"
    return reader.truth(part, frame)


def _how_many(
    reader: Reader, own: dict[int, list[Expr]], slots: dict[int, str], texts: dict[str, str]
) -> dict[str, str]:
    """The amount with its noun; it is bare of *raises the alarm by 2*, what is raised being said before it."""
    said = _quantity(reader, own, slots, texts)
    return {} if "obj" in slots.values() else {"amount": said}


def _quantity(
    reader: Reader, own: dict[int, list[Expr]], slots: dict[int, str], texts: dict[str, str]
) -> str:
    """*coins*, *at least 2 coins*: the attribute of an event is a number among its conditions."""
    column = next(slot for slot, name in slots.items() if name == "attr")
    found = [each[2][1] for part in own.get(column, ()) for each in _alternatives(part) if each[0] == "eq"]
    texts["attr"] = " or ".join(reader.words.attribute(index) for index in found) or "any amount"
    amount, told = texts.get("amount", ""), next(slot for slot, name in slots.items() if name == "amount")
    named = " or ".join(_units(reader, found, amount)) or "any amount"
    if any(part[0] in COMPARED and part[2][0] != "int" for part in own.get(told, ())):
        return f"{named} ({amount})"  # *coins (at least your number of debts)*
    return f"{amount} {named}".strip()


def _units(reader: Reader, found: Sequence[int], amount: str) -> list[str]:
    """*coins*; *(at least 1) coin*."""
    units = [reader.words.attribute(index) for index in found]
    return units if amount.split()[-1:] == ["1"] else [*map(reader.words.plural, units)]


def _alternatives(part: Expr) -> Sequence[Expr]:
    return part[1:] if part[0] == "or" else (part,)


def _origin(reader: Reader, part: Expr, origin: int, frame: Frame) -> str:
    """*which was in a tower before*: the place of the object when the event began; nothing: it is said otherwise."""
    here = ("local", origin)
    match part:
        case ("or", ("eq", one, place), ("in", other, again)) if one == other == here and place == again:
            return f", which was {reader.words.prep(reader.kind(place, frame))} {reader.thing(place, frame)} before"
        case ("or", ("and", ("in", _, now), *_), ("or", ("eq", one, place), ("in", other, again))) if (
            one == other == here and now == place == again
        ):
            kind = reader.kind(place, frame)
            at = reader.words.prep(kind)
            was = f"{at} {reader.thing(place, frame)} before"
            return f", which was {was}, or was {at} no {kind} and is there now"
        case ("any", items, slot, ("or", ("eq", one, place), ("in", other, _))) if one == other == here:
            if place == ("local", slot):
                kind = reader.kind(items, frame)
                return f", which was {reader.words.prep(kind)} {reader.things(items, frame).one()} before"
    return ""


def happening(reader: Reader, expr: Expr, frame: Frame) -> str:
    """What has been done: *a player drew a card*."""
    _, verb, _, base, condition, *_ = expr
    found = event(reader, verb, base, condition, frame)
    past = reader.words.forms(verb).past
    said = " ".join(part for part in (found.who, past, found.rest) if part)
    also = reader.all_true(found.left, found.frame)
    return said + (f", where {' and '.join(also)}" if also else "")
