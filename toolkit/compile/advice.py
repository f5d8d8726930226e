"""What to say besides the message when a sentence cannot be compiled: what could stand there, a hint, a corrected text.

One function a code, in `ADVICE`; `Scope.fail` asks it, so that whoever finds a mistake only has to name it.
A place that knows better passes its own `expected`, `hint` or `fixes`, and these are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.language.ast import Act, Clause
from toolkit.language.forms import article, verb_forms
from toolkit.language.phrase import show
from toolkit.report.diagnostic import Fix
from toolkit.report.source import Span
from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.compile.scope import Scope

MOST = 8
"""Words that are shown as what could stand there."""


@dataclass(frozen=True, slots=True)
class Advice:
    """`expected`: in an author's spelling.  `label`: under the caret."""

    expected: tuple[str, ...] = ()
    hint: str | None = None
    fixes: tuple[Fix, ...] = ()
    label: str | None = None


NONE = Advice()


def advice(code: str, scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    """The advice for a mistake; empty if there is none."""
    find = ADVICE.get(code)
    return find(scope, span, fields) if find is not None else NONE


def _hint(text: str) -> Callable[[Scope, Span, dict[str, Any]], Advice]:
    return lambda scope, span, fields: Advice(hint=text)


# --- What a word refers to --------------------------------------------------------------------------------


def _nothing_to_refer_to(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    word = fields.get("word")
    named = {"they": "a player: *each player*, *that player*", "there": "the place"}.get(
        str(word), "the thing"
    )
    return Advice(hint=f"name {named}")


def _not_named(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    noun = fields["noun"]
    known = dict.fromkeys(b.head for b in reversed(scope.discourse) if b.head)
    return Advice(
        expected=tuple(f"*that {head}*" for head in known)[:MOST],
        hint=f"choose it first: *Choose a {noun}.*, or say which one: *a {noun}*, *each {noun}*",
    )


# --- Types ------------------------------------------------------------------------------------------------


def _has_no_such(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    nouns = dict.fromkeys(nouns_of(str(fields["of"]), scope))
    noun = str(fields["noun"])
    near = nearest(noun, nouns)
    return Advice(
        tuple(f"*{n}*" for n in near or nouns)[:MOST], label=f"did you mean *{near[0]}*?" if near else None
    )


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


def _cannot_be(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    noun, word = str(fields["noun"]), str(fields["adjective"])
    known = list(dict.fromkeys(adjectives_of(noun, scope)))
    kinds = sorted({e.kinds[0] for e in scope.world.defined.get(word, ()) if e.kinds})
    hint = (
        f"*{word}* is said of {' and '.join(f'{article(kind)} {kind}' for kind in kinds)}" if kinds else None
    )
    return Advice(tuple(f"*{n}*" for n in known)[:MOST], hint=hint)


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


def _rounding(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    at = Span(span.source, span.end, span.end)
    return Advice(
        ("*rounded up*", "*rounded down*"),
        fixes=tuple(Fix(f"say *rounded {way}*", at, f", rounded {way}") for way in ("up", "down")),
    )


def _bare_number(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    number = re.search(r"\d+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b", span.text)
    words = ("at least", "at most", "exactly")
    if number is None:
        return Advice(tuple(f"*{word}*" for word in words))
    at = Span(span.source, span.start + number.start(), span.start + number.start())
    return Advice(
        tuple(f"*{word} {number[0]}*" for word in words),
        fixes=tuple(Fix(f"say *{word}*", at, f"{word} ") for word in words[::2]),
    )


def _no_such_verb(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    verb = str(fields["verb"])
    if verb == "resolve":
        return NONE
    if verb == "end":
        return Advice(
            ("*the game ends*",), hint="a time ends when its steps are done; *The game ends.* ends all"
        )
    if verb == "skip":
        return Advice(hint="*Skip the … step of each ….* stands under `rules`")
    if phrases := _phrases(verb, scope):
        past = verb_forms(verb).past
        if re.search(rf"\b{past}\b", span.text):
            return Advice(phrases, hint=f"*{verb}* is said in these words only")
        return Advice(phrases, hint=f"what has happened is said in the past: *{past} …*")
    if kinds := _said_of(verb, scope):
        return Advice(kinds)
    if verb == "score":
        return Advice(("*gain …*",), hint="*Score …* stands in fields with formulas, which somebody adds up")
    if verb == "choose":
        return Advice(hint="to choose is no event: say what is done with what was chosen")
    known = {
        *scope.world.by_lemma,
        *(
            w
            for w, entries in scope.world.defined.items()
            if w in {t.verb for t in scope.world.vocabulary.templates}
        ),
    }
    near = tuple(n for n in nearest(verb, sorted(known)) if n != verb)
    return Advice(
        tuple(f"*{n}*" for n in near),
        hint=f"what happens is a document of `type: verb` with the phrase `{verb} …`; "
        f"what holds is a definition: *A player {_third(verb)} a … if …*",
    )


def _third(verb: str) -> str:
    return verb_forms(verb).third


def _phrases(verb: str, scope: Scope) -> tuple[str, ...]:
    """The phrases of a verb that is an event, as an author writes them."""
    shown = {show(template) for _, template in scope.world.by_lemma.get(verb, ())}
    return tuple(f"`{phrase}`" for phrase in sorted(shown))[:MOST]


def _said_of(verb: str, scope: Scope) -> tuple[str, ...]:
    """What a defined verb joins: *a player owns a card*."""
    said = dict.fromkeys(
        f"*{article(entry.kinds[0])} {entry.kinds[0]} {_third(verb)} {article(entry.kinds[1])} {entry.kinds[1]}*"
        for entry in scope.world.defined.get(verb, ())
        if len(entry.kinds) == 2
    )
    return tuple(said)[:MOST]


def _no_such_phrase(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    return Advice(_phrases(str(fields["verb"]), scope))


def _not_an_amount(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    quantities = dict.fromkeys(
        name for (_, name), attribute in scope.world.attributes.items() if attribute.quantity
    )
    return Advice(
        tuple(
            f"*{scope.world.vocabulary.nouns[n].plural if n in scope.world.vocabulary.nouns else n}*"
            for n in quantities
        )[:MOST]
    )


def _how_much(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    words = span.text.split()
    known = scope.world.vocabulary.nouns.values()
    plurals = {form.casefold(): noun.plural for noun in known for form in (noun.id, noun.plural)}
    tails = (" ".join(words[k:]).casefold() for k in range(len(words)))
    word = next((plurals[tail] for tail in tails if tail in plurals), words[-1])
    fixes: tuple[Fix, ...] = ()
    if one := re.match(r"an? (?=\S)", span.text):
        at = Span(span.source, span.start, span.start + one.end())
        fixes = (Fix("write *1*", at, "1 "),)
    return Advice(
        (f"*2 {word}*", f"*all {word}*", f"*any number of {word}*", f"*{word} equal to …*"), fixes=fixes
    )


# --- What can be done -------------------------------------------------------------------------------------


def _who(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    clause = fields.get("clause")
    subject = getattr(clause, "subject", None)
    noun = getattr(subject, "head", None) or span.text.split()[-1]
    verb = clause.verbs[0] if isinstance(clause, Clause) else None
    if isinstance(verb, Act) and verb.passive:
        order = f"*{verb.verb.capitalize()} {_small(span.text)} …*"
        return Advice(hint=f"an order says what somebody does: {order}, or *Each player …*")
    return Advice(
        hint=f"let somebody choose: *Choose {_small(span.text)}. That {noun} …*, or say it of all: *Each {noun} …*"
    )


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _no_action(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    if fields.get("verb") == "be":
        return Advice(hint="say what makes it so: *put …*, *turn …*, *gain …*")
    if re.search(r"\b(do|does|did) not\b", span.text):
        verb = fields.get("verb")
        return Advice(
            hint=f"what is not to be done is forbidden for a time: *… cannot {verb} … until the end of …*"
        )
    return Advice(hint=f"say it in the present, without *not* and *can*: *{fields.get('verb')} …*")


def _how_long(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    periods = sorted(scope.world.periods)
    if found := re.search(r"(?:\A|, )((?:(?!that |who |which )[\w’']+ )+)(can)\b", span.text):
        at = Span(span.source, span.start + found.start(2), span.start + found.end(2))
        return Advice(
            hint=f"what somebody is free to do now is said with *may*: *{found[1]}may …*",
            fixes=(Fix("say *may*", at, "may"),),
        )
    return Advice(
        tuple(f"*until the end of this {p}*" for p in periods)[:MOST] or ("*until the end of the game*",),
        hint="what always holds stands under `rules`, not among the steps",
    )


def _no_such_time(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    if span.text.casefold().endswith("game"):
        return Advice(hint="what happens before the game begins or when it ends is a step of a procedure")
    return Advice(
        tuple(f"*{p}*" for p in sorted(scope.world.periods))[:MOST],
        hint="a verb makes a time of its run with `period: turn`",
    )


def _instead(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    text = span.text.rstrip()
    if not text.endswith("."):
        return NONE
    at = Span(span.source, span.start + len(text) - 1, span.start + len(text) - 1)
    return Advice(fixes=(Fix("say *instead* at the end", at, " instead"),))


def _no_formula(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    changed = re.match(r"(Gain|Lose) (?=\d)", span.text)
    fixes: tuple[Fix, ...] = ()
    if changed is not None:
        made = "Score " if changed[1] == "Gain" else "Score -"
        fixes = (
            Fix(f"write *{made.strip()}*", Span(span.source, span.start, span.start + changed.end()), made),
        )
    return Advice(
        (
            "*Score 2 for each …*",
            "*Score your … minus the … of …*",
            "*Score -2 for each …*",
            "*Score 2 if …*",
        ),
        hint="its sentences are added up; one that begins with *Score -* takes away",
        fixes=fixes,
    )


INSTEAD = "what takes the place of something stands under `rules`: *If … would …, … instead*"
NUMBER_ALONE = "“a” before a number"
NOT_DONE = {
    "“unless” at the end of an effect": "the condition comes first: *If … not …, …*, *If there are no …, …*",
    "“more” in an action": "say how much is added: *gain 2 …* adds to what is there",
    "“at least” in an action": "say how many: *2*, *up to 2*, *any number of*",
    NUMBER_ALONE: "a number stands alone: *shows 1*, *is 1*",
    "“will” in a condition": "conditions speak of now or of the past: *has …*, *gained …*",
    "a number of things in an event": "a limit forbids: *… cannot … more than 2 … each turn*",
    "“instead” of nothing that would happen": INSTEAD,
    "choosing several things in one list": "choose one after the other: *Choose a …. Choose a ….*",
}
"""What cannot be carried out, and how it is said."""


def _not_done(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    what = str(fields.get("what"))
    if what == NUMBER_ALONE:
        return Advice(hint=NOT_DONE[what], fixes=_without_article(span))
    if what == "“more” in an action" and (more := re.search(r" more\b", span.text)):
        at = Span(span.source, span.start + more.start(), span.start + more.end())
        return Advice(hint=NOT_DONE[what], fixes=(Fix("leave out *more*", at, ""),))
    if span.text.startswith("instead of"):
        return Advice(hint=INSTEAD)
    if span.text.startswith("more than once"):
        return Advice(hint="count the things: *… cannot … more than 1 … each turn*")
    return Advice(hint=NOT_DONE.get(what))


def _without_article(span: Span) -> tuple[Fix, ...]:
    """*a 1* as *1*; the span is the article, or begins with it."""
    if span.source.text.startswith(" ", span.end):
        end = span.end + 1
    elif one := re.match(r"an? (?=\d)", span.text):
        end = span.start + one.end()
    else:
        return ()
    return (Fix("leave out *a*", Span(span.source, span.start, end), ""),)


def _which_one(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    found = re.match(r"the (.+)", span.text)
    if found is None:
        return Advice(hint="say *that …* of what was named before, *each …*, or call it by its name")
    rest = found[1]
    return Advice(
        (f"*{article(rest)} {rest}*", f"*that {rest}*", f"*each {rest}*"),
        hint="*the …* is what a verb or a sentence before named, or the only one there is; a name says which, too",
    )


def _no_such_thing(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    word = str(fields.get("word"))
    if word in scope.world.periods:
        return Advice(
            (f"*at the start of each {word}*", f"*at the end of each {word}*", f"*in this {word}*"),
            hint=f"*{word}* is a time and no thing",
        )
    owners = [owner for owner, name in scope.world.attributes if name == word]
    return Advice(
        tuple(f"*the {word} of {article(owner)} {owner}*" for owner in dict.fromkeys(owners))[:MOST]
    )


def _of_whom(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    fixes: tuple[Fix, ...] = ()
    if scope.you is not None and re.match(r"[A-Z][a-z]+ ", span.text):
        first = Span(span.source, span.start, span.start + 1)
        fixes = (Fix("say *You*", first, f"You {span.text[:1].lower()}"),)
    return Advice(hint="a condition has somebody in front: *You have …*, *A player has …*", fixes=fixes)


def _no_amount(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    if fields.get("wanted") != "an amount" or not span.text[:1].isalpha():
        return NONE
    return Advice((f"*the number of {_small(span.text)}*",))


def _nothing_happens(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    if fields.get("verb") != "have":
        return NONE
    return Advice(
        hint="a bound belongs to the quantity in the `vocabulary`: `at-most: 10`; what can be forbidden is to gain"
    )


def _signed(scope: Scope, span: Span, fields: dict[str, Any]) -> Advice:
    found = re.search(r"(?<![+\d-])\d+", span.text)
    if found is None:
        return NONE
    if re.search(r"\b(at (least|most)|(more|fewer|less) than|exactly|up to) $", span.text[: found.start()]):
        return Advice(
            hint="a limit is said of what is done: *A player cannot …, as long as they have at least …*"
        )
    at = Span(span.source, span.start + found.start(), span.start + found.end())
    return Advice(
        (f"*+{found[0]}*", f"*-{found[0]}*"), fixes=(Fix(f"write *+{found[0]}*", at, f"+{found[0]}"),)
    )


ADVICE: dict[str, Callable[[Scope, Span, dict[str, Any]], Advice]] = {
    "SAY0651": _hint(
        "say *a player* first, and *they* for that player: *When a player …, they …*; "
        "at a time there is *the active player*: *At the end of each …, the active player …*"
    ),
    "SAY0652": _nothing_to_refer_to,
    "SAY0653": _hint("a rule speaks of *a card*, *each card* or calls it by its name"),
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
    "SAY0804": _hint("put it directly behind the sentence that begins with *If*"),
    "SAY0806": _hint("write it under `rules`, or let it wait: *At the end of this …, …*"),
    "SAY0807": _hint("put it directly behind *… may …*"),
    "SAY0808": _hint("let the player choose: *Choose one:* and a line `- …` for each"),
    "SAY0809": _hint("say what puts it there: *Put … in …*"),
    "SAY0810": _who,
    "SAY0811": _hint("*Each player draws a card.*"),
    "SAY0812": _no_action,
    "SAY0814": _hint("*Repeat this step until …*, or count: *Play a round 3 times.*"),
    "SAY0815": _hint("leave the sentence out"),
    "SAY0822": _no_formula,
    "SAY0830": _how_long,
    "SAY0831": _no_such_time,
    "SAY0832": _hint(
        "a rule says when: *When …, …*, or what always holds: *… cannot …*; what happens once stands under `steps`"
    ),
    "SAY0833": _instead,
    "SAY0834": _signed,
    "SAY0835": _nothing_happens,
}
