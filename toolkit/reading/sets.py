"""Sets: what kind, where and which of them; each op of a set, and what a condition says of a member."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from toolkit.compile.base.values import entity
from toolkit.compile.effects import ordering
from toolkit.program.expression import Expr, conjuncts
from toolkit.reading.frame import DOERS, Frame, Name, mentions
from toolkit.reading.reader import SETS, Reader, is_you, reads
from toolkit.reading.things import Things
from toolkit.reading.words import a, listed, ordinal

ANYWHERE = "anywhere in the game"
"""Where a thing is looked for that nothing looks for in a place."""

TIE = " (all that tie)"

COMPARED = {"eq": "", "ge": "at least ", "le": "at most ", "gt": "more than ", "lt": "less than "}


@dataclass(frozen=True, slots=True)
class Part:
    """What one condition says of a member: `slot` of the phrase where it stands, the words."""

    slot: str
    text: str
    placed: bool = False
    plural: str = ""


# -- A filter ----------------------------------------------------------------------------------------------------


@reads(SETS, "filter")
def _filter(reader: Reader, expr: Expr, frame: Frame) -> Things:
    base, conditions = expr, []
    while base[0] == "filter":
        conditions.append((base[2], base[3]))
        base = base[1]
    found = start(reader, base, frame)
    for slot, condition in reversed(conditions):
        found = narrowed(reader, found, slot, conjuncts(condition), frame)
    return finished(reader, found)


def finished(reader: Reader, found: Things) -> Things:
    """With *anywhere in the game*, if nothing says where a thing is."""
    thing = reader.words.category(found.noun) == "thing" or found.noun not in reader.words.world.kinds
    if found.plain and not found.name and not found.where and thing:
        return replace(found, where=(ANYWHERE,))
    return found


def start(reader: Reader, base: Expr, frame: Frame) -> Things:
    """The set that is narrowed.  `plain`: all things of a kind, of which no place is said yet."""
    if base[0] == "all":
        noun = reader.words.kind(base[1])
        return Things(noun, reader.words.plural(noun), plain=True)
    return reader.things(base, frame)


def narrowed(reader: Reader, found: Things, slot: int, parts: Sequence[Expr], frame: Frame) -> Things:
    """The set without those for which a condition does not hold."""
    letter = found.letter or frame.letter
    inner = frame.bind(slot, Name(letter, entity(found.noun)), letter=True)
    equal = [part[1] for part in parts if part[0] == "eq"]
    for part in parts:
        # *whose town is not nothing whose town is that town*: what is equal to something is not nothing
        if part == ("truth", True) or (part[0] == "ne" and part[2] == ("none",) and part[1] in equal):
            continue
        if part[0] == "is" and part[1] == ("local", slot):
            found = of_kind(reader, found, reader.words.kind(part[2]))
            inner = frame.bind(slot, Name(letter, entity(found.noun)), letter=True)
            continue
        said = member_part(reader, part, slot, found, frame)
        if said is None:
            found = replace(found, such=(*found.such, reader.truth(part, inner)), letter=letter)
            if where_of(part, slot):
                found = replace(found, plain=False)
        else:
            found = added(found, said)
    return found


def where_of(part: Expr, slot: int) -> bool:
    """Whether a condition says where the member is, however deep."""
    if part[0] in ("in", "in-any", "within", "parent") and part[1] == ("local", slot):
        return True
    if part[0] == "or":
        return all(where_of(each, slot) for each in part[1:])
    return any(isinstance(each, tuple) and each and where_of(each, slot) for each in part[1:])


def added(found: Things, said: Part) -> Things:
    """The phrase with one part more."""
    if said.slot == "before":
        return replace(found, before=(*found.before, said.text))
    if said.slot == "where":
        return replace(found, where=(*found.where, said.text), plain=found.plain and not said.placed)
    if said.slot == "name":
        return replace(found, name=said.text, plain=False)
    if said.slot == "apart":
        return replace(found, apart=(*found.apart, said.text))
    if said.slot == "noun":
        return replace(found, noun=said.text, nouns=said.plural, plain=found.plain and not said.placed)
    return replace(found, which=(*found.which, said.text), plain=found.plain and not said.placed)


def of_kind(reader: Reader, found: Things, kind: str) -> Things:
    """Only those of a kind."""
    world = reader.words.world
    if found.name:
        same = kind == found.noun or world.is_a(found.noun, kind)
        are = f"that are {reader.words.plural(kind)}"
        return found if same else replace(found, noun=kind, which=(*found.which, are))
    if world.is_a(found.noun, kind):
        return found
    if world.is_a(kind, found.noun) or found.noun in ("thing", "place", "any"):
        return replace(found, noun=kind, nouns=reader.words.plural(kind))
    return replace(found, which=(*found.which, f"that is {a(kind)}"))


# -- What one condition says of a member -------------------------------------------------------------------------


def member_part(reader: Reader, part: Expr, slot: int, found: Things, frame: Frame) -> Part | None:
    """The condition as words beside the noun; None: it needs a clause of its own."""
    positive = True
    while part[0] == "not":
        part, positive = part[1], not positive
    handler = _MEMBER.get(part[0])
    return handler(reader, part, slot, found, frame, positive) if handler is not None else None


Handler = Callable[[Reader, Expr, int, Things, Frame, bool], Part | None]
_MEMBER: dict[str, Handler] = {}


def of_member(*ops: str) -> Callable[[Handler], Handler]:
    """Register what reads a condition of that op about a member."""

    def register(function: Handler) -> Handler:
        for op in ops:
            _MEMBER[op] = function
        return function

    return register


def not_(positive: bool) -> str:
    """*not* before a place, where the condition is turned round."""
    return "" if positive else "not "


@of_member("in", "in-any")
def _in(reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool) -> Part | None:
    if part[:2] == ("in", ("first", ("members", ("local", slot)))) and positive:
        return Part("where", f"of {reader.thing(part[2], frame)}")  # *a row of your board*
    if part[1] != ("local", slot) or mentions(part[2], slot):
        return None
    prep = reader.words.prep(reader.kind(part[2], frame))
    if part[0] == "in":
        return Part("where", f"{not_(positive)}{prep} {reader.thing(part[2], frame)}", True)
    return Part("where", f"{not_(positive)}{prep} {one_of(reader, part[2], frame)}", True)


def one_of(reader: Reader, items: Expr, frame: Frame) -> str:
    """*a hand*, *the deck*: any one of these places."""
    if items[0] == "single":
        return reader.thing(items[1], frame)
    return reader.things(items, frame).one()


@of_member("any")
def _in_one(
    reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool
) -> Part | None:
    """*there is a place such that it is in that place*."""
    _, items, inner, condition = part
    if condition != ("in", ("local", slot), ("local", inner)) or mentions(items, slot):
        return None
    prep = reader.words.prep(reader.kind(items, frame))
    return Part("where", f"{not_(positive)}{prep} {one_of(reader, items, frame)}", True)


@of_member("or")
def _or(reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool) -> Part | None:
    if not positive:
        return None
    parts = [member_part(reader, each, slot, found, frame) for each in part[1:]]
    known = [each for each in parts if each is not None]
    if len(known) < len(parts) or len({each.slot for each in known}) != 1:
        return None
    if known[0].slot == "noun":
        return None
    placed = all(each.placed for each in known)
    return Part(known[0].slot, " or ".join(each.text for each in known), placed)


@of_member("member")
def _member(
    reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool
) -> Part | None:
    if part[1] == ("parent", ("local", slot)) and part[2][0] == "local":  # where they were as a loop began
        return Part(
            "where", f"{'still' if positive else 'no longer'} in {reader.things(part[2], frame).any()}"
        )
    if part[1] != ("local", slot) or mentions(part[2], slot):
        return None
    if part[2][0] == "all":
        kind = reader.words.kind(part[2][1])
        return Part("which", f"that is {not_(positive)}{a(kind)}")
    if positive and part[2][0] == "set" and len(kinds := reader.words.whole_kinds(part[2][1:])) == 1:
        return Part("noun", kinds[0], True, reader.words.plural(kinds[0]))
    those = reader.things(part[2], frame)
    said, whole = those.all(), reader.words.world.is_a(those.noun, found.noun)
    if (
        positive and not found.name and those.name and whole
    ):  # *hazards among those cards* are not all of them
        return Part("name", said, True)
    return Part("which", f"among {said}" if positive else f"not among {said}", positive)


@of_member("can")
def _can(reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool) -> Part | None:
    if mentions(part[2], slot):
        return None
    from toolkit.reading.events import phrase

    inner = frame.bind(slot, Name("it", entity(found.noun)))
    who = reader.thing(part[2], frame)
    said = f"{who} {'can' if positive else 'cannot'} {phrase(reader, part[1], part[3:], inner)}"
    if said.split().count("it") == 1:  # *that you can put in the bin*: the noun before is what is put
        return Part("which", "that " + " ".join(word for word in said.split() if word != "it"))
    return Part("which", f"such that {said}")


@of_member("call")
def _call(reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool) -> Part | None:
    """A defined adjective, noun or relation."""
    _, function, *arguments = part
    word, here = reader.words.function(function), ("local", slot)
    if len(arguments) == 2 and arguments[1] == here and not mentions(arguments[0], slot):
        return _related(reader, word, arguments[0], frame, positive)
    if not arguments or arguments[0] != here or any(mentions(x, slot) for x in arguments[1:]):
        return None
    if len(arguments) == 1:
        if function in reader.words.aliases:
            if positive:
                return Part("noun", word, plural=reader.words.plural(word))
            return Part("which", f"that is not {a(word)}")
        if word in reader.words.world.vocabulary.adjectives:
            return Part("before", word) if positive else Part("which", f"that is not {word}")
        return None
    if len(arguments) == 2 and word in reader.words.world.vocabulary.relations:
        return Part("which", f"{not_(positive)}{word} {reader.thing(arguments[1], frame)}")
    return None


def _related(reader: Reader, word: str, who: Expr, frame: Frame, positive: bool) -> Part | None:
    """*that you own*, of a verb that a definition makes a relation."""
    vocabulary = reader.words.world.vocabulary
    if word in vocabulary.relations or word in vocabulary.adjectives:
        return None
    said, forms = reader.thing(who, frame), vocabulary.verb_forms(word)
    does = forms.base if is_you(said) else forms.third
    if not positive:
        does = f"{'do' if is_you(said) else 'does'} not {forms.base}"
    return Part("which", f"that {said} {does}")


@of_member("eq", "ne", "ge", "le", "gt", "lt")
def _compared(
    reader: Reader, part: Expr, slot: int, found: Things, frame: Frame, positive: bool
) -> Part | None:
    op, left, right = part
    left, right = reader.plain(left), reader.plain(right)
    here = ("local", slot)
    if op in ("eq", "ne"):
        positive = positive == (op == "eq")
        if right == here or (mentions(right, slot) and not mentions(left, slot)):
            left, right = right, left
        if mentions(right, slot):
            return None
        if (said := _equal(reader, left, right, here, found, frame, positive)) is not None:
            return said
    if left[0] == "attr" and left[2] == here and not mentions(right, slot):
        return _amount(reader, op if op != "ne" else "eq", left, right, frame, positive)
    return None


def _equal(
    reader: Reader, left: Expr, right: Expr, here: Expr, found: Things, frame: Frame, positive: bool
) -> Part | None:
    """*other than that card*, *that you have*, *in no hand*, *face-up*, *mossy*."""
    match left:
        case _ if left == here:
            said = reader.thing(right, frame)
            return Part("which", f"that is {said}", True) if positive else Part("apart", f"other than {said}")
        case ("face", thing) if thing == here and right[0] == "int":
            return Part("before", "face-up" if (right[1] == 1) == positive else "face-down")
        case ("holder" | "owner", thing) if thing == here and right != ("none",):
            return _whose(reader, left[0], right, frame, positive)
        case ("parent", thing) if thing == here:
            return _directly(reader, right, frame, positive)
        case ("within", thing, _) if thing == here:
            return _within(reader, left, right, frame, positive)
        case ("attr", int(attribute), thing) if thing == here and right == ("int", 0):
            return _flag(reader, attribute, positive)
    return None


def _whose(reader: Reader, relation: str, right: Expr, frame: Frame, positive: bool) -> Part:
    """*belonging to Red*, *that Red does not have*."""
    who = reader.thing(right, frame)
    if relation == "owner":
        return Part("which", f"{not_(positive)}belonging to {who}")
    does = reader.has(who) if positive else f"{who} {'do' if who == 'you' else 'does'} not have"
    return Part("which", f"that {does}")


def _directly(reader: Reader, right: Expr, frame: Frame, positive: bool) -> Part:
    """*directly in the park*, *still in the game*."""
    if right == ("none",):
        return Part("which", "that has left the game" if positive else "still in the game")
    prep = reader.words.prep(reader.kind(right, frame))
    return Part("where", f"{not_(positive)}directly {prep} {reader.thing(right, frame)}", True)


def _flag(reader: Reader, attribute: int, absent: bool) -> Part | None:
    """*with BLAZING*, *that is not tired*; None: an amount, which is said otherwise."""
    words = reader.words
    word = words.attribute(attribute)
    if words.is_keyword(attribute):
        return Part("which", f"{'without' if absent else 'with'} {word}")
    if words.is_flag(attribute):
        return Part("which", f"that is not {word}") if absent else Part("before", word)
    return None


def _within(reader: Reader, left: Expr, right: Expr, frame: Frame, positive: bool) -> Part:
    """*in a hand*: whose is said, so that a default place is seen."""
    kind = reader.words.kind(left[2])
    prep = reader.words.prep(kind)
    if right == ("none",):
        return Part("where", f"{prep} {f'no {kind}' if positive else any_place(reader, kind)}", True)
    return Part("where", f"{not_(positive)}{prep} {reader.thing(right, frame)}", True)


def any_place(reader: Reader, kind: str) -> str:
    """*anybody's hand*, *the deck*, *a room*: any place of a kind."""
    entry = reader.words.world.kinds[kind]
    if entry.only is not None:
        return f"the {kind}"
    return f"anybody's {kind}" if entry.of == "player" else f"any {kind}"


def _amount(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame, positive: bool) -> Part:
    """*whose cost is at least 3*, *whose colour is red*."""
    name = reader.words.attribute(left[1])
    type_ = reader.words.type_of(left[1])
    said = reader.of_type(right, frame, type_.base)
    verb = "is" if positive else "is not"
    note = clash(reader, left, right, frame)
    if reader.words.is_quantity(left[1]) and right[0] != "int":
        return Part("which", f"whose {reader.words.much(name)} {verb} {COMPARED[op]}{said}{note}")
    if reader.words.is_quantity(left[1]):
        exactly = COMPARED[op] or "exactly "
        unit = name if right == ("int", 1) else reader.words.plural(name)
        return Part("which", f"with {not_(positive)}{exactly}{said} {unit}{note}")
    return Part("which", f"whose {name} {verb} {COMPARED[op]}{said}{note}")


def clash(reader: Reader, left: Expr, right: Expr, frame: Frame) -> str:
    """A remark where two sides can never be the same: one thing and several, or a number and a thing."""
    if left == right:
        return " (compared with itself)"
    if reader.many(left, frame) != reader.many(right, frame):
        return " (ONE is compared with SEVERAL: never equal)"
    return ""


# -- The other ops of a set --------------------------------------------------------------------------------------


def named(reader: Reader, expr: Expr, frame: Frame, name: str) -> Things:
    """A set with a name."""
    noun = reader.kind(expr, frame)
    return Things(noun, reader.words.plural(noun), name=name)


@reads(SETS, "empty")
def _empty(reader: Reader, expr: Expr, frame: Frame) -> Things:
    return Things("thing", "things", name="nothing")


@reads(SETS, "set")
def _set(reader: Reader, expr: Expr, frame: Frame) -> Things:
    members = expr[1:]
    if members and all(isinstance(e, int) for e in members):
        kinds = reader.words.whole_kinds(members)
        if len(kinds) == 1 and len(members) > 1 and reader.words.category(kinds[0]) == "place":
            whose = ("of any player",) if reader.words.world.kinds[kinds[0]].of == "player" else ()
            return Things(kinds[0], reader.words.plural(kinds[0]), where=whose)
        return replace(named(reader, expr, frame, reader.words.entities(members)), plain=len(members) == 1)
    return named(reader, expr, frame, listed([reader.thing(e, frame) for e in members], "and"))


@reads(SETS, "players")
def _players(reader: Reader, expr: Expr, frame: Frame) -> Things:
    return Things("player", "players")


@reads(SETS, "winners")
def _winners(reader: Reader, expr: Expr, frame: Frame) -> Things:
    return Things("player", "players", which=("who have won the game",))


@reads(SETS, "all")
def _all(reader: Reader, expr: Expr, frame: Frame) -> Things:
    return finished(reader, start(reader, expr, frame))


@reads(SETS, "contents", "inside")
def _contents(reader: Reader, expr: Expr, frame: Frame) -> Things:
    prep = reader.words.prep(reader.kind(expr[1], frame))
    direct = "directly " if expr[0] == "contents" else ""
    return Things("thing", "things", where=(f"{direct}{prep} {reader.thing(expr[1], frame)}",))


@reads(SETS, "all-in")
def _all_in(reader: Reader, expr: Expr, frame: Frame) -> Things:
    noun = reader.words.kind(expr[1])
    prep = reader.words.prep(reader.kind(expr[2], frame))
    return Things(noun, reader.words.plural(noun), where=(f"{prep} {one_of(reader, expr[2], frame)}",))


@reads(SETS, "parts")
def _parts(reader: Reader, expr: Expr, frame: Frame) -> Things:
    noun = reader.words.kind(expr[1])
    return Things(noun, reader.words.plural(noun), where=(f"of {reader.thing(expr[2], frame)}",))


@reads(SETS, "groups")
def _groups(reader: Reader, expr: Expr, frame: Frame) -> Things:
    noun = reader.words.kind(expr[1])
    return Things(noun, reader.words.plural(noun), where=(f"through {reader.thing(expr[2], frame)}",))


@reads(SETS, "members")
def _members(reader: Reader, expr: Expr, frame: Frame) -> Things:
    noun = reader.kind(expr, frame)
    return Things(noun, reader.words.plural(noun), where=(f"of {reader.thing(expr[1], frame)}",))


@reads(SETS, "listed")
def _listed(reader: Reader, expr: Expr, frame: Frame) -> Things:
    found = reader.words.lists.get(expr[1])
    return named(
        reader, expr, frame, f"the {found.name if found else 'list'} of {reader.thing(expr[2], frame)}"
    )


@reads(SETS, "beside")
def _beside(reader: Reader, expr: Expr, frame: Frame) -> Things:
    return Things("place", "places", where=(f"directly next to {reader.thing(expr[1], frame)}",))


@reads(SETS, "order")
def _order(reader: Reader, expr: Expr, frame: Frame) -> Things:
    items = reader.things(expr[1], frame)
    return replace(items, which=(*items.which, f"clockwise, starting with {reader.thing(expr[2], frame)}"))


@reads(SETS, "flat")
def _flat(reader: Reader, expr: Expr, frame: Frame) -> Things:
    """What each member gives, together: *the hands of all players*."""
    kind = reader.kind(expr[1], frame)
    owners = reader.things(expr[1], frame)
    inner = frame.bind(expr[2], Name(frame.letter, entity(kind)), letter=True)
    given = reader.things(expr[3], inner)
    noun = reader.kind(expr, frame)
    match expr[3]:
        case ("single", ("place", index, ("local", slot))) | ("place", index, ("local", slot)) if (
            slot == expr[2]
        ):
            place = reader.words.kind(index)
            return Things(place, reader.words.plural(place), where=(f"of {owners.any()}",))
        case ("single", ("parent", ("local", slot))) if slot == expr[2]:
            return Things(noun, reader.words.plural(noun), name=f"the places where {owners.all()} are")
    if (of_any := of_any_owner(given, frame.letter, owners)) is not None:
        return of_any
    text = f"{given.all()}, for {replace(owners, letter=owners.letter or inner_letter(frame)).each()}"
    return Things(noun, reader.words.plural(noun), name=text)


@reads(SETS, "closure")
def _closure(reader: Reader, expr: Expr, frame: Frame) -> Things:
    """*square X and all that can be reached from there (from each square Y one comes to all squares Z …)*"""
    _, start, slot, step = expr
    noun = reader.kind(start, frame)
    letter, inner = frame.letter, frame.bind(slot, Name(frame.letter, entity(noun)), letter=True)
    way = f"from a {noun} {letter} one comes to {reader.things(step, inner).all()}"
    text = f"{reader.things(start, frame).all()} and whatever can be reached from there, step by step ({way})"
    return Things(noun, reader.words.plural(noun), name=text)


def of_any_owner(given: Things, letter: str, owners: Things) -> Things | None:
    """*cats belonging to any player*, *a site at which the hero of any player other than you is*; None: it takes a
    letter to say, for the owner is spoken of twice.
    """
    said = given
    head = f"the {given.noun} "
    if given.name.startswith(head) and not given.narrowed:  # one for each owner
        said = Things(given.noun, given.nouns, where=(given.name.removeprefix(head),))
    spoken = re.compile(rf"\b{letter}\b")
    parts = (*said.before, *said.apart, *said.where, *said.which, *said.such, said.name)
    if said.name or said.letter or sum(len(spoken.findall(part)) for part in parts) != 1:
        return None

    def named_so(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(spoken.sub(lambda _: owners.any(), text) for text in texts)

    return replace(said, where=named_so(said.where), which=named_so(said.which), such=named_so(said.such))


def inner_letter(frame: Frame) -> str:
    """What a member is called one level further in."""
    return frame.letter


@reads(SETS, "union")
def _union(reader: Reader, expr: Expr, frame: Frame) -> Things:
    if expr[-1][0] == "minus" and expr == ordering.in_order(expr[-1][1], expr[1]):
        return reader.things(expr[1], frame)
    return named(reader, expr, frame, listed([reader.things(part, frame).all() for part in expr[1:]], "and"))


@reads(SETS, "inter", "minus")
def _inter(reader: Reader, expr: Expr, frame: Frame) -> Things:
    left, right = reader.things(expr[1], frame), reader.things(expr[2], frame)
    if expr[0] == "minus" and expr[2][0] == "single" and not left.name:
        return replace(left, apart=(*left.apart, f"other than {right.all()}"))
    joined = "that are also among" if expr[0] == "inter" else "without"
    return named(reader, expr, frame, f"{left.all()} {joined} {right.all()}")


@reads(SETS, "single")
def _single(reader: Reader, expr: Expr, frame: Frame) -> Things:
    return replace(named(reader, expr, frame, reader.thing(expr[1], frame)), plain=True)


@reads(SETS, "take", "last-n")
def _take(reader: Reader, expr: Expr, frame: Frame) -> Things:
    word = end_of(reader, expr[1], "first" if expr[0] == "take" else "last", frame)
    items, number = reader.things(expr[1], frame), reader.number(expr[2], frame)
    if items.name:
        return named(reader, expr, frame, f"the {word} {number} of {items.all()}")
    return named(
        reader, expr, frame, f"the {replace(items, before=(word, *items.before)).some(number, inside=1)}"
    )


def end_of(reader: Reader, items: Expr, word: str, frame: Frame) -> str:
    """*top* and *bottom* of what lies in an order; else *first* and *last*."""
    while items[0] == "filter":
        items = items[1]
    if items[0] not in ("inside", "contents"):
        return word
    kind = reader.words.world.kinds.get(reader.kind(items[1], frame))
    if kind is None or kind.category != "place" or not kind.ordered:
        return word
    return {"first": "top", "last": "bottom"}.get(word, word)


@reads(SETS, "drop")
def _drop(reader: Reader, expr: Expr, frame: Frame) -> Things:
    items = reader.things(expr[1], frame)
    return named(reader, expr, frame, f"{items.all()} without the first {reader.number(expr[2], frame)}")


@reads(SETS, "reverse")
def _reverse(reader: Reader, expr: Expr, frame: Frame) -> Things:
    items = reader.things(expr[1], frame).all()
    so = " as they did it" if items == DOERS else ", in the opposite order"  # the last one stands in front
    return named(reader, expr, frame, f"{items}{so}")


@reads(SETS, "rank")
def _rank(reader: Reader, expr: Expr, frame: Frame) -> Things:
    kind, letter = reader.kind(expr[1], frame), frame.letter
    inner = frame.bind(expr[2], Name(letter, entity(kind)), letter=True)
    keys = [
        f"{reader.number(key, inner)} ({'lowest' if ascending else 'highest'} first)"
        for key, ascending in expr[3:]
    ]
    items = replace(reader.things(expr[1], frame), letter=letter)
    place = "in the order of the seats" if kind == "player" else "as they lie"
    tie = "" if any(ascending for _, ascending in expr[3:]) else f", those that tie {place}"
    return named(reader, expr, frame, f"{items.all()}, sorted by {', then by '.join(keys)}{tie}")


@reads(SETS, "best")
def _best(reader: Reader, expr: Expr, frame: Frame) -> Things:
    within, rank = _without_those_ahead(expr[1])
    kind = reader.kind(within, frame)
    items = reader.things(within, frame)
    inner = frame.bind(expr[2], Name(frame.letter, entity(kind)), letter=True)
    word = "lowest" if expr[4] else "highest"
    measure = expr[3]
    alone = ", with no tie before that" if rank else ""
    if measure[0] == "attr" and measure[2] == ("local", expr[2]):
        said = reader.words.attribute(measure[1])
        if reader.words.is_quantity(measure[1]):
            said, word = reader.words.plural(said), "fewest" if expr[4] else "most"
        which = f"with the {rank}{word} {said}{alone}"
        return replace(items, which=(*items.which, which), note=TIE)
    letter = items.letter or frame.letter
    many = "least" if expr[4] else "most"
    whom = "whom" if kind == "player" else "which"
    which = f"for {whom} this is the {rank}{many}{alone}: {reader.number(measure, inner)}"
    return replace(items, letter=letter, which=(*items.which, which), note=TIE)


def _without_those_ahead(items: Expr) -> tuple[Expr, str]:
    """*the second most*: the set from which whoever is ahead alone was taken, and which rank is left."""
    if items[0] != "filter":
        return items, ""
    _, whole, slot, said = items
    parts = conjuncts(said)
    ahead = [part[1][2] for part in parts if part[0] == "not" and part[1][:2] == ("member", ("local", slot))]
    ahead = [each for each in ahead if ("eq", ("count", each), ("int", 1)) in parts]
    told: list[Expr] = [("not", ("member", ("local", slot), each)) for each in ahead]
    told += [("eq", ("count", each), ("int", 1)) for each in ahead]
    left = [part for part in parts if part not in told]
    rest: Expr = ("filter", whole, slot, ("and", *left)) if left else whole
    return (rest, f"{ordinal(len(ahead) + 1)} ") if ahead else (items, "")
