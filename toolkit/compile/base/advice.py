"""What to say besides the message when a sentence cannot be compiled: what could stand there, a hint, a corrected text.

One function a code, in `ADVICE`; `Scope.fail` asks it with the node of the tree that cannot be compiled.  A place that
knows better passes its own `expected`, `hint` or `fixes`, and these are kept.  A hint that is the same for all mistakes
of a code stands on the code's page; whether a correction holds is tried later (`trial`), so several may stand here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from toolkit.compile.base import hints, taken
from toolkit.compile.base.phrases_shown import MOST, in_its_phrase, said_of, shown_phrases
from toolkit.compile.base.world import kind_of_figure
from toolkit.frozen import dataclass
from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Closing,
    Determiner,
    Given,
    Group,
    IsAdjective,
    Node,
    Noun,
    Verb,
    When,
    head_of,
)
from toolkit.language.forms import article, plural, verb_forms
from toolkit.language.vocabulary import no_state
from toolkit.language.wordings import table
from toolkit.report.diagnostic import Fix
from toolkit.report.source import Span
from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope


@dataclass(frozen=True, slots=True)
class Advice:
    """`expected`: in an author's spelling.  `label`: under the caret."""

    expected: tuple[str, ...] = ()
    hint: str | None = None
    fixes: tuple[Fix, ...] = ()
    label: str | None = None


NONE = Advice()


@dataclass(frozen=True, slots=True)
class At:
    """Where the mistake is: its place, and what was read there, if that is known."""

    node: Node | None
    span: Span

    @property
    def text(self) -> str:
        """The words as they were typed."""
        return self.span.said

    @property
    def verb(self) -> Verb | None:
        """The first verb."""
        return next((n for n in self.walk() if isinstance(n, Verb)), None)

    @property
    def noun(self) -> Noun | None:
        """The first noun."""
        return next((n for n in self.walk() if isinstance(n, Noun)), None)

    @property
    def determiner(self) -> Determiner:
        """That of the first noun with a number, else of the first noun."""
        found = [n.determiner for n in self.walk() if isinstance(n, Noun)]
        return next((d for d in found if d.number is not None), found[0] if found else Determiner())

    def word(self, typed: str) -> Span | None:
        """The place of a word that was typed, with a space after it if one is there."""
        start = f" {self.span.text.casefold()} ".find(f" {typed} ")
        if start < 0:
            return None
        end = start + len(typed) + self.span.text.startswith(" ", start + len(typed))
        return Span(self.span.source, self.span.start + start, self.span.start + end)

    def put(self, words: str, before: str | None = None) -> tuple[Fix, ...]:
        """*say WORDS*, in front of a typed word, or at the end."""
        place = self.word(before) if before is not None else None
        if before is not None and place is None:
            return ()
        at = place.start if place is not None else self.span.end
        return (Fix(f"say *{words.strip(' ,')}*", Span(self.span.source, at, at), words),)

    def change(self, typed: str | None, words: str) -> tuple[Fix, ...]:
        """*write WORDS* in the place of a typed word, or leave it out."""
        place = self.word(typed) if typed is not None else None
        if place is None:
            return ()
        words = words if place.text.endswith(" ") else words.rstrip()
        title = f"write *{words.strip()}*" if words else f"leave out *{typed}*"
        return (Fix(title, place, words),)

    def walk(self) -> Iterator[Node]:
        """The node and all below it."""
        return self.node.walk() if self.node is not None else iter(())


Find = Callable[["Scope", At, dict[str, Any]], Advice]


def advice(code: str, scope: Scope, node: Node | None, span: Span, fields: dict[str, Any]) -> Advice:
    """The advice for a mistake; empty if there is none."""
    find = ADVICE.get(code)
    return find(scope, At(node, span), fields) if find is not None else NONE


# --- What a word refers to --------------------------------------------------------------------------------


def _nothing_to_refer_to(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    named = {"they": "a player: *each player*, *that player*", "there": "the place"}
    name = f"name {named.get(str(fields.get('word')), 'the thing')}"
    if fields.get("word") == "it" and (hint := taken.before(at.span, scope) or hints.where_again(at.span)):
        return Advice(hint=hint)
    kind = scope.world.kind(at.noun.head) if at.noun is not None else None
    if kind is not None and kind.category == "place":
        name += f"; one of several places is *{article(kind.name)} {kind.name}*"
    if fields.get("word") == "there" and (piece := kind_of_figure(scope.world)) is not None:
        name += f"; where a player is, is *the … of their {piece}*"
    return Advice(hint=name)


def _not_named(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    noun = fields["noun"]
    said = noun if fields.get("article") == "that" else None  # one that stands where this cannot point to it
    known = dict.fromkeys(b.head for b in reversed(scope.discourse) if b.head and b.head != said)
    one = f"{article(noun)} {noun}"
    hint = f"choose it first: *Choose {one}.*, or say which one: *{one}*, *each {noun}*"
    if fields.get("article") == "those":
        hint = f"what is only counted is said again, *all … in …*; else choose first: *Choose 2 {fields['named']}.*"
    if (lies := hints.lies_there(noun, known, scope)) is not None:
        hint = f"where one thing lies is *its {noun}*, after *Choose {lies}.*; else {hint}"
    return Advice(expected=tuple(f"*that {head}*" for head in known)[:MOST], hint=hint)


# --- Types ------------------------------------------------------------------------------------------------


def _has_no_such(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    noun, of = str(fields["noun"]), str(fields["of"])
    nouns = dict.fromkeys(nouns_of(of, scope))
    near = nearest(noun, nouns)
    return Advice(
        tuple(f"*{n}*" for n in near or nouns)[:MOST],
        hint=hints.of_a_time(noun) if noun in scope.world.periods else _not_had(noun, of, at, scope),
        label=f"did you mean *{near[0]}*?" if near else None,
    )


def _not_had(noun: str, of: str, at: At, scope: Scope) -> str | None:
    """How it is said, or declared, of which such a thing or value has none."""
    entry = scope.world.vocabulary.nouns.get(noun)
    if noun in ("top", "bottom"):
        return f"where it was is said with *from*, where it comes to lie alone: *Put … from … on the {noun} of …*"
    if entry is not None and entry.category == "place" and entry.place_of is None:
        return f"there is one for all: *the {noun}*; a `places` entry with `of: player` gives each player their own"
    if entry is not None and entry.category == "place" and of in scope.world.vocabulary.lists:
        return f"of what {of} something is stands before where it lies: *a … of … {of} in your {noun}*"
    if noun == "cost" and all(name != noun for _, name in scope.world.attributes):  # a word of the language
        return f"declare it: `attributes: {{cost: number}}` of `{of}` in the `vocabulary`"
    if entry is None or noun in scope.world.defined:
        return None
    several = "; if there are several, *The … of … are … and …*" if at.determiner.quantifier else ""
    one = of if of.startswith(("a ", "an ")) else f"{article(of)} {of}"
    return f"*{noun}* is declared, and no definition says what it is: *The {noun} of {one} is …*{several}"


def nouns_of(kind: str, scope: Scope) -> Iterator[str]:
    """What *the … of a KIND* can be: attributes, quantities, defined nouns, its places."""
    world = scope.world
    of = {entry.name for entry in world.lineage(kind)} | ({"player"} if kind == "player" else set())
    yield from (
        name for (owner, name), attribute in world.attributes.items() if owner in of and not attribute.flag
    )
    for word, entries in world.defined.items():
        if any(e.type.base != "truth" and e.kinds and e.kinds[0] in of for e in entries):
            yield word
    yield from (entry.name for entry in world.kinds.values() if entry.of in of or entry.part_of in of)


def _cannot_be(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    noun, word = str(fields["noun"]), str(fields["adjective"])
    if word == "same" and (alike := _alike(noun, scope)):
        return Advice((f"*{article(noun)} {noun} {alike}*",), hint="say in what it is the same")
    if word == "same":
        which = f"say which {noun}, or of several things that they *are in the same {noun}*"
        return Advice((f"*its {noun}*", f"*that {noun}*"), hint=which)
    known = list(dict.fromkeys(adjectives_of(noun, scope)))
    kinds = sorted({e.kinds[0] for e in scope.world.defined.get(word, ()) if e.kinds})
    said = f"*{word}* is said of {' and '.join(f'{article(kind)} {kind}' for kind in kinds)}"
    hint = said if kinds else hints.undefined(noun, word, scope)
    return Advice(tuple(f"*{n}*" for n in known)[:MOST], hint=hint)


def _alike(kind: str, scope: Scope) -> str:
    """*of the same suit with the same rank*, of the attributes of a kind."""
    of = {entry.name for entry in scope.world.lineage(kind)}
    names = sorted(
        (a.type.base != "value", name) for (owner, name), a in scope.world.attributes.items() if owner in of
    )
    return " ".join(f"{'with' if k else 'of'} the same {name}" for k, (_, name) in enumerate(names))


def adjectives_of(kind: str, scope: Scope) -> Iterator[str]:
    """What a thing of a kind can be: adjectives with a definition for it, values of its lists."""
    world = scope.world
    of = {entry.name for entry in world.lineage(kind)}
    for word, entries in world.defined.items():
        if word in world.vocabulary.adjectives and any(e.kinds and e.kinds[0] in of for e in entries):
            yield word
    for (owner, _), attribute in world.attributes.items():
        if owner in of and attribute.type.base == "value":
            yield from world.vocabulary.lists.get(attribute.type.name, ())


def _rounding(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    return Advice(
        ("*rounded up*", "*rounded down*"), fixes=(*at.put(", rounded up"), *at.put(", rounded down"))
    )


def _bare_number(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    number = str(at.determiner.number)
    words = ("at least", "at most", "exactly")
    if at.word(number) is None:
        return Advice(tuple(f"*{word}*" for word in words))
    return Advice(
        tuple(f"*{word} {number}*" for word in words),
        fixes=(*at.put("at least ", before=number), *at.put("exactly ", before=number)),
    )


def _no_such_verb(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    verb = str(fields["verb"])
    if verb == "have" and at.verb is not None and at.verb.tense != "present":
        verb = "had"
    if (found := table().verbs.get(verb)) and "unsaid" not in found:
        return Advice(tuple(found.get("expected", ())), hint=found.get("hint"))
    if phrases := shown_phrases(verb, scope):
        past = isinstance(at.verb, Act) and at.verb.verb == verb and at.verb.tense != "present"
        said = (
            f"what has happened is said in the past: *{verb_forms(verb).past} …*; what must be so when it happens, "
            "after *if*: *When …, if …, …*"
        )
        return Advice(
            phrases,
            hint=f"*{verb}* is said in these words only, and how often: *… at least 3 times*"
            if past
            else said,
        )
    if kinds := said_of(verb, scope):
        return Advice(kinds)
    defined = {t.verb for t in scope.world.vocabulary.templates} & scope.world.defined.keys()
    near = nearest(verb, sorted({*scope.world.by_lemma, *defined} - {verb}))
    return Advice(tuple(f"*{n}*" for n in near), hint=_declared(verb))


def _declared(verb: str) -> str:
    return (
        f"what happens is a document of `type: verb` with the phrase `{verb} …`; "
        f"what holds is a definition: *A player {verb_forms(verb).third} a … if …*"
    )


def _no_such_phrase(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    """Also a number of what the phrase names once: *Draw 2 cards.* of `draw a card`."""
    verb = str(fields["verb"])
    obj = at.verb.object if isinstance(at.verb, Act) else None
    if verb in ("lose", "gain") and head_of(obj) in scope.world.kinds:
        how = "removed or put somewhere: *remove …*" if verb == "lose" else "put or taken: *put … in …*"
        return Advice(
            shown_phrases(verb, scope), hint=f"amounts are gained and lost; what lies somewhere is {how}"
        )
    period = at.noun.head if at.noun is not None and at.noun.head in scope.world.periods else None
    hint = taken.of_either(verb, period, scope, at.noun)
    if period is not None or hint:  # *loses a round*, where one skips it
        return Advice((*shown_phrases(verb, scope), *in_its_phrase(period or "", scope)), hint=hint)
    if verb == "pay" and (so_many := _paid_of_another(scope, obj)):
        return Advice(so_many, hint="say of what: *pay … equal to …*")
    if not isinstance(obj, Noun) or obj.determiner.number is None or obj.span is None:
        return Advice(shown_phrases(verb, scope))
    return Advice(shown_phrases(verb, scope), fixes=_so_often(verb, obj, obj.span, scope))


def _so_often(verb: str, obj: Noun, at: Span, scope: Scope) -> tuple[Fix, ...]:
    fixed = [t.fixed for _, t in scope.world.by_lemma.get(verb, ()) if t.fixed and not t.slots]
    often = [f"{words} {obj.determiner.number} times" for words in fixed if words.split()[-1] == obj.head]
    return tuple(Fix(f"write *{words}*", at, words) for words in often)


def _paid_of_another(scope: Scope, obj: Node | None) -> tuple[str, ...]:
    """*pay their bid*, one word for so many: what they may have so many of."""
    if (
        not isinstance(obj, Noun)
        or obj.plural
        or obj.span is None
        or scope.world.quantity(obj.head or "") is None
    ):
        return ()
    owned = obj.determiner.possessive or obj.determiner.owner
    return _so_many_of_another(scope, At(obj, obj.span), str(obj.head)) if owned else ()


def _not_an_amount(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    nouns = scope.world.vocabulary.nouns
    quantities = dict.fromkeys(name for (_, name), each in scope.world.attributes.items() if each.quantity)
    known = tuple(f"*{nouns[n].plural if n in nouns else n}*" for n in quantities)
    return Advice(known[:MOST], hint=hints.no_amount_is_it(at.text))


def _how_much(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    nouns = [n.head for n in at.walk() if isinstance(n, Noun) and n.head in scope.world.vocabulary.nouns]
    word = scope.world.vocabulary.nouns[str(nouns[0])].plural if nouns else at.text.split()[-1]
    if nouns and (at.determiner.possessive or at.determiner.owner):
        return Advice(
            (*_so_many_of_another(scope, at, str(nouns[0])), f"*all {word}*", f"*{word} equal to …*")
        )
    return Advice(
        (f"*2 {word}*", f"*all {word}*", f"*any number of {word}*", f"*{word} equal to …*"),
        fixes=at.change(at.determiner.article if at.determiner.article == "a" else None, "1 "),
    )


def _so_many_of_another(scope: Scope, at: At, quantity: str) -> tuple[str, ...]:
    """*pay half their bid* may mean so many coins: what else players have so many of."""
    nouns = scope.world.vocabulary.nouns
    others = dict.fromkeys(
        name
        for (_, name), attribute in scope.world.attributes.items()
        if attribute.quantity and attribute.of != "game" and name != quantity and name in nouns
    )
    return tuple(f"*{nouns[name].plural} equal to {_small(at.text, scope)}*" for name in others)[:MOST]


# --- What can be done -------------------------------------------------------------------------------------


def _who(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    clause = fields.get("clause")
    noun = getattr(getattr(clause, "subject", None), "head", None) or at.text.split()[-1]
    verb = clause.verbs[0] if isinstance(clause, Clause) else None
    if isinstance(verb, Act) and verb.passive:
        order = f"*{verb.verb.capitalize()} {_small(at.text, scope)} …*"
        return Advice(hint=f"an order says what somebody does: {order}, or *Each player …*")
    if isinstance(at.node, Group):  # *Red or Blue*
        noun = "player"
    may = isinstance(verb, Act) and verb.modal == "may"
    return Advice(hint=hints.let_choose(_small(at.text, scope), noun, may=may))


def _small(text: str, scope: Scope) -> str:
    """A phrase in the middle of a sentence: only a name keeps its capital."""
    named = any(text.startswith(each.text) for each in scope.world.vocabulary.names.values())
    return text if named else text[:1].lower() + text[1:]


def _no_action(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    verb = fields.get("verb")
    if verb == "be":
        return Advice(hint="say what makes it so: *put …*, *turn …*, *gain …*")
    if at.verb is not None and at.verb.negated:
        return Advice(
            hint=f"what is not to be done is forbidden for a time: *… cannot {verb} … until the end of …*; "
            f"once: *The next time … would {verb} …, they do not*"
        )
    return Advice(hint=f"say it in the present, without *not* and *can*: *{verb} …*")


def _how_long(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    if at.verb is not None and at.verb.modal == "can":
        return Advice(
            hint="what somebody is free to do now is said with *may*: *… may …*",
            fixes=at.change("can", "may "),
        )
    said = next(
        (n.word for n in at.walk() if isinstance(n, Closing | When) and n.word in table().times), None
    )
    periods = sorted(scope.world.periods)
    return Advice(
        tuple(f"*until the end of this {p}*" for p in periods)[:MOST],
        hint=table().times[said] if said else None,
    )


def _no_such_time(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    head = head_of(at.node)
    if head == "game":
        return Advice(hint=table().times["game"])
    known = tuple(f"*{p}*" for p in sorted(scope.world.periods))
    return Advice(known[:MOST], hint=hints.step_of_which(head, scope) or hints.first_or_last(at.text))


def _not_a_rule(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    """The same sentence with another word in front; `words`: those that may be meant."""
    if isinstance(at.node, When) and at.node.once:
        return Advice(hint=table().times["once"])
    meant = next((n.verb for n in at.walk() if isinstance(n, Act) and n.verb in scope.world.defined), None)
    if meant is not None:
        defined = f"*A … {verb_forms(meant).third} … if …*"
        return Advice(hint=f"what *{meant}* means stands in a document of `type: definitions`: {defined}")
    words = tuple(fields.get("words", ()))
    if at.verb is not None and at.verb.modal == "must":
        return Advice(hint=table().classes["must"])
    if becomes := _whenever(scope, at):
        return Advice(fixes=becomes)
    if not words and any(isinstance(n, Clauses) and len(n.clauses) > 1 for n in at.walk()):
        return Advice(hint=table().times["and"])
    return _with_words(words, at.change(at.node.word, "") if isinstance(at.node, Given) else ())


def _with_words(words: tuple[str, ...], fixes: tuple[Fix, ...]) -> Advice:
    """The same sentence with one of these words in front."""
    said = {"If": "*If … would …, … instead*"}
    return Advice(
        () if fixes else tuple(said.get(word, f"*{word} …, …*") for word in words),
        fixes=tuple(Fix(f"write *{word}*", fix.span, f"{word} ") for fix in fixes for word in words),
    )


def _whenever(scope: Scope, at: At) -> tuple[Fix, ...]:
    """*A player with at least 5 coins loses.*: when a player comes to have them."""
    clause = next((n for n in at.walk() if isinstance(n, Clause)), None)
    who = clause.subject if clause is not None else None
    if clause is None or not isinstance(who, Noun) or who.span is None or (held := _held_by(who)) is None:
        return ()
    rest = at.span.source.text[who.span.end : at.span.end]
    orders = (
        f"that player{rest}",
        *(f"they {verb} that player." for verb in _passive(scope, clause.verbs[0])),
    )
    return tuple(Fix("say when", at.span, f"When a player has {held}, {order}") for order in orders)


def _held_by(who: Noun) -> str | None:
    """*at least 5 coins* of *a player with at least 5 coins*; None: any other phrase."""
    if who.determiner.article != "a" or who.head != "player" or len(who.modifiers) != 1:
        return None
    said = who.modifiers[0]
    return said.what.span.text if said.word == "with" and said.what is not None and said.what.span else None


def _passive(scope: Scope, verb: Verb) -> list[str]:
    """*exile* of *is exiled*."""
    if isinstance(verb, Act):
        return [verb.verb] if verb.passive else []
    words = [word for n in verb.every(IsAdjective) for word in n.adjectives]
    return [v for v in scope.world.by_lemma if verb_forms(v).participle in words]


def _instead(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    stop = Span(at.span.source, at.span.end - 1, at.span.end - 1)
    return Advice(
        fixes=(Fix("say *instead* at the end", stop, " instead"),) if at.span.text.endswith(".") else ()
    )


_SO_MANY = r"(\d+(?:, \d+)*,? or \d+)"
_TABLE = re.compile(rf"Score {_SO_MANY} (\w+) for {_SO_MANY} (.*?)(\w+)\.?", re.I)


def _by_number(scope: Scope, at: At) -> tuple[Fix, ...]:
    """*Score 1, 3 or 6 points for 1, 2 or 3 cats.*: a sentence for each; the last is for more as well."""
    found = _TABLE.fullmatch(at.text)
    if found is None:
        return ()
    amounts, counts = (re.findall(r"\d+", found[n]) for n in (1, 3))
    one = {entry.plural: entry.id for entry in scope.world.vocabulary.nouns.values()}
    said = []
    for amount, count in zip(amounts, counts, strict=False):
        points, things = (
            one.get(w, w) if n == "1" else w for n, w in ((amount, found[2]), (count, found[5]))
        )
        bound = "at least" if count == counts[-1] else "exactly"
        said.append(f"Score {amount} {points} if you have {bound} {count} {found[4]}{things}.")
    words = " ".join(said)
    return (Fix("write a sentence for each number", at.span, words),) if len(amounts) == len(counts) else ()


def _no_formula(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    if fixes := _by_number(scope, at):
        return Advice(hint="its sentences are added up; each says when it counts", fixes=fixes)
    verb = at.verb.verb if isinstance(at.verb, Act) else None
    made = {"gain": "Score ", "lose": "Score -"}.get(str(verb))
    return Advice(
        (
            "*Score 2 for each …*",
            "*Score your … minus the … of …*",
            "*Score -2 for each …*",
            "*Score 2 if …*",
        ),
        fixes=at.change(verb, made) if made is not None else (),
    )


def _not_done(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    what = str(fields.get("what"))
    hint = next(
        (hint for said, hint in table().undone.items() if what.startswith(said) or at.text.startswith(said)),
        None,
    )
    if what == "this phrase" and at.text.endswith(" in it"):
        return Advice(hint=taken.before(at.span, scope) or hint)
    if what == NUMBER_ALONE:
        article = at.text.split()[0]
        beside = Span(
            at.span.source, at.span.start, at.span.end + at.span.source.text.startswith(" ", at.span.end)
        )
        return Advice(hint=hint, fixes=At(at.node, beside).change(article, ""))
    if what == "“more” here" and not at.span.source.text.startswith("When"):
        return Advice(
            hint=hint, fixes=at.change("more", "")
        )  # after *When you gain a coin* it would go on for ever
    return Advice(hint=hint)


NUMBER_ALONE = "“a” before a number"


def _which_one(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    entry = scope.world.vocabulary.noun(at.noun.head) if at.noun is not None else None
    if entry is not None and (at.determiner.owner is not None or at.determiner.possessive is not None):
        return Advice(*hints.of_whose(_small(at.text, scope), entry, at.determiner))
    the, _, rest = at.text.partition(" ")
    if not _begins_with_the(at):
        return Advice(hint="say *that …* of what was named before, *each …*, or call it by its name")
    if rest == "other":
        return Advice(("*the others*",))
    name = at.noun.name if at.noun is not None else None
    if name is not None and rest.startswith(plural(scope.world.vocabulary.names[name].text)):
        all_of = "All " if the == "The" else "all "
        return Advice((f"*all {rest}*", f"*one of the {rest}*"), fixes=at.change("the", all_of))
    if (theirs := hints.of_each_player(at.noun, scope)) is not None:
        return Advice(*theirs)
    other = rest.removeprefix("other ")
    any_one = f"*{article(rest)} {rest}*" if other == rest else f"*another {other}*"
    expected = (any_one, *((f"*that {rest}*",) if other == rest else ()), f"*each {rest}*")
    return Advice(expected, fixes=_any_of_them(scope, at, the, rest))


def _begins_with_the(at: At) -> bool:
    """Whether it is one phrase, *the card*, and no list."""
    alone = not isinstance(at.node, Group) and at.determiner.article == "the"
    return alone and at.text.casefold().startswith("the ")


def _any_of_them(scope: Scope, at: At, the: str, rest: str) -> tuple[Fix, ...]:
    """*a card* for *the card*, *each chosen card*; *one of their cards*, of *a player with a card*."""
    chosen = any(isinstance(n, Noun) and n.adjectives[:1] == ("chosen",) for n in at.walk())
    word = "each " if chosen else "an" if rest.startswith("other ") else f"{article(rest)} "
    fixes = at.change("the", word.capitalize() if the == "The" else word)
    if scope.world.category(rest) != "thing" or scope.they is None or not _said_before(scope, at, rest):
        return fixes
    theirs = f"one of their {scope.world.vocabulary.nouns[rest].plural}"
    return (Fix(f"write *{theirs}*", at.span, theirs), *fixes)


def _said_before(scope: Scope, at: At, word: str) -> bool:
    """Whether the text has spoken of a thing of that kind: *a player with a card …, the card*."""
    text = scope.span
    return (
        text is not None
        and text.source is at.span.source
        and f" {word}" in text.source.text[text.start : at.span.start]
    )


def _no_such_thing(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    word = str(fields.get("word"))
    if module := scope.world.absent.get(word):
        return Advice(
            hint=f"it belongs to {module}, which is off here: write `module:` and its id in this document"
        )
    if word in scope.world.periods:
        when = (f"*{said} {word}*" for said in ("at the start of each", "at the end of each", "in this"))
        return Advice(
            (*in_its_phrase(word, scope), *when),
            hint=hints.apart(at.text)
            or f"*{word}* is a time and no thing; "
            + (taken.of_its_phrase(word, scope, at.noun) or taken.ASKED_BEFORE),
        )
    if word == "winner":
        period = next(iter(sorted(scope.world.periods, key=lambda each: each not in at.text)), "turn")
        return Advice((f"*the player who … this {period}*",), hint="say what that player did, and when")
    if word == "number":
        return Advice(hint="a number is chosen by itself: *Choose a number from 1 to 6.*, then *that number*")
    if word in ("sum", "difference"):
        return Advice(("*the sum of … and …*", "*the sum of the … of …*", "*the difference between … and …*"))
    owners = dict.fromkeys(owner for owner, name in scope.world.attributes if name == word)
    of = tuple(f"*the {word} of {article(owner)} {owner}*" for owner in owners)[:MOST]
    say = f"say it of the things: *each … whose {word} is …*, *each … with the same {word} …*"
    hint = no_state(word, scope.world.vocabulary.nouns) or (say if of else None)
    return Advice(of, hint=hint)


def _of_whom(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    first = Span(at.span.source, at.span.start, at.span.start + 1)
    orders = isinstance(at.node, Clause) and at.node.subject is None and scope.you is not None
    return Advice(fixes=(Fix("say *You*", first, f"You {first.text.lower()}"),) if orders else ())


BOUNDED = re.compile(r"(?:at least|at most|exactly|more than|less than|fewer than) \d")


def _no_amount(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    quantities = {name for (_, name), attribute in scope.world.attributes.items() if attribute.quantity}
    if str(fields.get("wanted")).startswith("a thing") and getattr(at.noun, "head", None) in quantities:
        return Advice(hint=table().undone["an amount"])
    if at.noun is not None and at.noun.head in scope.world.periods:
        return Advice(in_its_phrase(at.noun.head, scope), hint=taken.no_thing(at.noun.head, scope, at.noun))
    if at.text.casefold() == "one":  # *if you have one*, *each player without one*
        return Advice(hint=table().words["one"].hint)
    if fields.get("wanted") != "an amount" or not at.text[:1].isalpha():
        return NONE
    if at.text.startswith("equal to "):  # *you have cards equal to your limit*, which counts them
        return Advice((f"*the number of … is {at.text.removeprefix('equal to ')}*",))
    if BOUNDED.match(at.text):  # *if it is at least 6*
        return Advice((f"*the … is {at.text}*", f"*its … is {at.text}*"))
    if at.noun is not None and not at.noun.plural and (amounts := _amounts_of(at.noun, at.text, scope)):
        return Advice(amounts)
    return Advice((f"*the number of {_small(at.text, scope)}*",))


def _amounts_of(noun: Noun, text: str, scope: Scope) -> tuple[str, ...]:
    """Of *the card* its amounts: *the rank of the card*; of *the highest card in …* the highest of them."""
    entry = scope.world.vocabulary.noun(noun.head)
    numbers = [
        attribute.name
        for (of, _), attribute in scope.world.attributes.items()
        if of == noun.head and attribute.type.base == "number" and not attribute.quantity
    ]
    word = next((word for word in ("highest", "lowest") if f"{word} {noun.head}" in text), None)
    if word is None or entry is None:
        return tuple(f"*the {number} of {_small(text, scope)}*" for number in numbers[:MOST])
    rest = text.partition(f"{word} {noun.head}")[2]
    return tuple(f"*the {word} {number} of the {entry.plural}{rest}*" for number in numbers[:MOST])


def _nothing_happens(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    verb = fields.get("verb") or (at.verb.verb if isinstance(at.verb, Act) else None)
    if not isinstance(at.verb, Act) and at.verb is not None and (does := _passive(scope, at.verb)):
        what = verb_forms(does[0]).participle
        hint = f"*is {what}* is how it is here; what happens has somebody who does it: *a player would {does[0]} …*"
        return Advice(hint=hint)
    found = table().events.get(str(verb))
    return Advice(hint=found or (_declared(str(verb)) if verb else None))


def _signed(scope: Scope, at: At, fields: dict[str, Any]) -> Advice:
    number = at.determiner.number
    if number is None or at.word(str(number)) is None:
        return Advice(hint="what an amount is, whatever else it would be: *The … of each … is …*")
    if at.determiner.bound is not None:
        return Advice(hint=table().undone["a limit"])
    return Advice((f"*+{number}*", f"*-{number}*"), fixes=at.change(str(number), f"+{number} "))


ADVICE: dict[str, Find] = {
    "SAY0652": _nothing_to_refer_to,
    "SAY0654": _not_named,
    "SAY0658": _of_whom,
    "SAY0752": _no_amount,
    "SAY0753": _has_no_such,
    "SAY0754": _cannot_be,
    "SAY0756": _rounding,
    "SAY0757": _bare_number,
    "SAY0758": _no_such_verb,
    "SAY0759": _no_such_phrase,
    "SAY0760": _not_an_amount,
    "SAY0761": _how_much,
    "SAY0801": _not_done,
    "SAY0802": _no_such_thing,
    "SAY0803": _which_one,
    "SAY0810": _who,
    "SAY0812": _no_action,
    "SAY0822": _no_formula,
    "SAY0830": _how_long,
    "SAY0831": _no_such_time,
    "SAY0832": _not_a_rule,
    "SAY0833": _instead,
    "SAY0834": _signed,
    "SAY0835": _nothing_happens,
}
