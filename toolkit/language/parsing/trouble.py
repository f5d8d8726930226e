"""What to say when a sentence does not fit: where it breaks off, what could stand there, what was probably meant.

The parser gives the place and the classes of words that would fit.  `CASES` are the mistakes that people make with
this language in particular, each with its own words and, where it is certain, a correction; the first that
recognises the place speaks.  Everything else is *the sentence breaks off at …* with the words that could follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from toolkit.language import forms
from toolkit.language.ast import Act, Arith, Clause, Clauses, Determiner, Group, Nominal, Noun, Sentence
from toolkit.language.lexer import NO_TOKEN, Lexicon, Token, names
from toolkit.language.parsing import handed_on, repair
from toolkit.language.parsing.brackets import bracket
from toolkit.language.parsing.grammar import STARTS
from toolkit.language.phrase import show
from toolkit.language.vocabulary import no_state
from toolkit.language.wording import out_of
from toolkit.language.wording.replaced import says
from toolkit.language.wordings import table
from toolkit.report import Diagnostic, Fix, Label, Span, Text, diagnose

if TYPE_CHECKING:
    from toolkit.language.parsing.parser import Parser

PROSE = 3
"""With more unknown words than this, and more than every third, a sentence counts as prose."""

MOST_SHOWN = 6
"""Groups of words that are shown as what could follow."""


@dataclass(frozen=True)
class Place:
    """Where a sentence stopped.

    `index`: of the first token that does not fit.  `expected`: the classes that would.  `start`: the field.
    """

    parser: Parser
    tokens: list[Token]
    index: int
    expected: frozenset[str]
    start: str

    @property
    def token(self) -> Token:
        return self.tokens[min(self.index, len(self.tokens) - 1)]

    def at(self, offset: int) -> Token:
        """The token `offset` places from the one that does not fit."""
        k = self.index + offset
        return self.tokens[k] if 0 <= k < len(self.tokens) else NO_TOKEN

    def unfit(self, hint: str, fixes: Sequence[Fix] = ()) -> Diagnostic:
        """SAY0501: the token does not fit; `hint`: what was meant, in all likelihood."""
        return diagnose("SAY0501", self.token.span, found=f"*{self.token.text}*", hint=hint, fixes=fixes)

    def verb(self) -> Token | None:
        """The last verb before the place."""
        before = reversed(self.tokens[: self.index])
        return next((token for token in before if token.type[:2] in ("V_", "P_")), None)


# --- Entry points -------------------------------------------------------------------------------------------


def prose(tokens: list[Token], found: list[Diagnostic]) -> list[Diagnostic]:
    """Instead of many unknown words in one sentence: one diagnostic that says it is a story and no rule."""
    kept = list(found)
    if not kept:
        return kept
    at_place = {(d.span.start, d.span.end): d for d in found if d.code in ("SAY0401", "SAY0402")}
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if token.type != "STOP" and token is not tokens[-1]:
            continue
        unknown = _said_of(sentence, at_place)
        words = sum(t.type != "STOP" for t in sentence)
        if len(unknown) > PROSE and 3 * len(unknown) > words:
            span = unknown[0].span.cover(unknown[-1].span)
            hint = "text that is only read stands under `note`; a new word is declared in a `vocabulary` document"
            labels = [Label(d.span, "unknown") for d in unknown]
            at = kept.index(unknown[0])
            kept = [d for d in kept if d not in unknown]
            whole = diagnose(
                "SAY0405", span, number=len(unknown), words=words, hint=hint, labels=labels[:PROSE]
            )
            kept.insert(at, whole)
        sentence = []
    return kept


def _said_of(sentence: list[Token], at_place: Mapping[tuple[int, int], Diagnostic]) -> list[Diagnostic]:
    """What is said of the unknown words of a sentence."""
    places = ((t.span.start, t.span.end) for t in sentence if t.type == "UNKNOWN")
    return [at_place[place] for place in places if place in at_place]


def no_stop(tokens: list[Token]) -> Diagnostic:
    """A sentence without a full stop: read as if it had one."""
    at = tokens[-1].span
    return diagnose("SAY0506", at, fixes=[Fix("end the sentence with a full stop", at, ".")])


def twice(tokens: Sequence[Token]) -> Diagnostic | None:
    """A word that stands twice in a sentence that can be read: *a ready ready card*, *Red's Red's card*."""
    for k, (first, second) in enumerate(pairwise(tokens)):
        one, two = first.word, second.word
        if one == two and _may_not_stand_twice(tokens[: k + 1]):
            return _stands_twice(first, second)
        if " " in one and second.text.isalpha() and one.endswith(f" {second.text}"):
            return _stands_twice(first, second)  # *a random random card*
        if " " in two and first.text.isalpha() and two.startswith(f"{one} "):
            return _stands_twice(first, second)  # *the basic basic token*
    for k in range(len(tokens) - 3):
        if tokens[k + 1].type == "GEN" == tokens[k + 3].type and tokens[k].text == tokens[k + 2].text:
            return _stands_twice(tokens[k + 1], tokens[k + 3])
    return None


def _may_not_stand_twice(said: Sequence[Token]) -> bool:
    """Of the last word; *units you have have +1 power* is right, and *that that* another matter."""
    had = said[-1].word == "have" and len(said) > 1 and said[-2].word in ("you", "they")
    return said[-1].text.isalpha() and said[-1].word != "that" and not had


def _stands_twice(first: Token, second: Token) -> Diagnostic:
    gap = Span(first.span.source, first.span.end, second.span.end)
    return diagnose("SAY0508", second.span, word=second.text, fixes=[Fix("take one away", gap, "")])


def no_capital(token: Token) -> Diagnostic:
    """A sentence that begins with a small letter."""
    right = forms.capitalize(token.text)
    return diagnose("SAY0507", token.span, word=right, fixes=[Fix(f"write *{right}*", token.span, right)])


def unsaid(lexicon: Lexicon, verb: Act, roles: tuple[str, ...]) -> Diagnostic:
    """An order whose verb lacks a slot: *slide a mark*, where to?"""
    assert verb.span is not None
    at = Span(verb.span.source, verb.span.end, verb.span.end)
    missing: list[str] = []
    for template in lexicon.vocabulary.templates:
        if template.verb != verb.verb or template.frame[: len(roles)] != roles:
            continue
        if len(template.slots) > len(roles):
            slot = template.slots[len(roles)]
            missing.append(f'"{slot.prep}" {{{slot.name}}}' if slot.prep else f"{{{slot.name}}}")
    taken = [show(template) for template in lexicon.vocabulary.templates if template.verb == verb.verb]
    return diagnose(
        "SAY0515",
        verb.span,
        verb=verb.verb,
        expected=tuple(dict.fromkeys(missing)),
        hint=table().verbs.get(verb.verb, {}).get("unsaid") or _said(verb.verb, taken),
        labels=[Label(at, "here")],
    )


def _said(verb: str, phrases: Sequence[str]) -> str | None:
    """How a verb is used, as a hint."""
    return f"*{verb}* is said {', '.join(f'`{phrase}`' for phrase in phrases[:3])}" if phrases else None


def ambiguous(span: Span, readings: Sequence[Sentence]) -> Diagnostic:
    """A sentence with several readings, both shown."""
    shown = [f"*{bracket(reading)}*" for reading in readings[:2]]
    return diagnose("SAY0604", span, hint=f"read as {shown[0]} or as {shown[1]}")


def short(tagged: list[Token]) -> Diagnostic:
    """That a sentence does not fit, and nothing more."""
    return diagnose("SAY0501", tagged[0].span.cover(tagged[-1].span), found=f"*{tagged[0].text}*")


def explain(parser: Parser, tagged: list[Token], start: str) -> list[Diagnostic]:
    """The diagnostics of a sentence that the grammar refuses."""
    index, expected = parser.stops_at(tagged, STARTS[start])
    place = Place(parser, tagged, index, expected, start)
    for case in CASES:
        found = case(place)
        if found is not None:
            return [found]
    return [_general(place)]


# --- Mistakes with words of their own -----------------------------------------------------------------------


_TWICE = re.compile(r"\b([^\W\d]+)\s+\1\b", re.I)


def _doubled(place: Place) -> Diagnostic | None:
    """*draw a a card*: the likeliest slip of all, wherever in the sentence it shows."""
    first, last = place.tokens[0].span, place.tokens[-1].span
    match = _TWICE.search(first.source.text, first.start, last.end)
    if match is None:
        return None
    again = Span(first.source, match.end() - len(match[1]), match.end())
    gap = Span(first.source, match.end(1), match.end())
    once = Label(Span(first.source, match.start(1), match.end(1)), "the first one")
    return diagnose("SAY0508", again, word=again.text, labels=[once], fixes=[Fix("take one away", gap, "")])


def _lines(place: Place) -> Diagnostic | None:
    """*Choose one: gain 1 coin, or …*: the lines of a choice stand below it."""
    token = next((t for t in place.tokens if t.type == "CHOOSE_ONE"), None)
    if token is None:
        return None
    hint = "*Choose one:* ends its line; each way stands on a line of its own below: *- Gain 1 ….*"
    if says(place.tokens[: place.tokens.index(token)], "repeat"):
        hint = (
            "*Choose one:* begins its sentence; below its lines stands how often: *Repeat this step until ….*"
        )
    return place.unfit(hint)


def _half_a_relation(place: Place) -> Diagnostic | None:
    """*adjacent to that town*, *an adjacent town*, where the relation is declared as `adjacent`."""
    for k in (place.index - 1, place.index):
        if not 0 < k < len(place.tokens) - 1 or not (relation := place.tokens[k].find("relation")):
            continue
        goes_on = place.tokens[k + 1].word in ("to", "with", "from", "of")
        if " " in relation.id or not (goes_on or place.tokens[k - 1].type in ("ART", "QIN", "QOUT")):
            continue
        hint = f"a relation is declared with its preposition, `relations: [{relation.id} to]`, and said alone as well"
        return place.unfit(hint)
    return None


def _in_each(place: Place) -> Diagnostic | None:
    """*In each region, the player with the most units gains 2 points*: with the most in it, or of all?"""
    token, each = place.token, place.at(1)
    if token.word not in ("in", "on", "at") or each.word not in ("each", "every"):
        return None
    hint = "what is done once for each place begins with *For each …,*, and what is meant of that place alone says "
    hint += "*there*: *the player with the most … there*"
    return place.unfit(hint)


def _compared_again(place: Place) -> Diagnostic | None:
    """*is higher than A and higher than B*: it is said of each with its own verb."""
    token, before = place.token, place.at(-1)
    if token.type != "RELATION" or before.word not in ("and", "or"):
        return None
    hint = f"say *is* again: *is … {before.word} is {token.text} …*"
    return place.unfit(hint)


def _some_of_them(place: Place) -> Diagnostic | None:
    """*one of them*: of what?"""
    before = place.at(-1)
    if place.token.word != "them" or before.type not in ("QOUT", "OF_PART", "OF"):
        return None
    return diagnose(
        "SAY0517", place.token.span, word="them", hint="say of what: *one of those …*, *2 of those …*"
    )


def _trailing_if(place: Place) -> Diagnostic | None:
    token = place.token
    if token.type != "IF" or not place.index or STARTS[place.start] in ("statement", "formula", "definition"):
        return None
    sentence = place.parser.try_run(place.tokens, "formula")
    return condition_behind(token.span, sentence)


def condition_behind(at: Span, sentence: Sentence | None, hangs: bool = False) -> Diagnostic:
    """An order with its condition at the end; `sentence`: its tree, if there is one.  `hangs`: the condition
    speaks of what the order names.
    """
    fixes = []
    if sentence is not None and not hangs and isinstance(sentence.body, Clauses):
        body = sentence.body.clauses[0].span
        last = sentence.body.closings[-1] if sentence.body.closings else None
        if last is not None and last.word == "if" and last.span and body and sentence.span:
            source = body.source.text
            whole = _to_end(sentence.span, last.span)
            before = source[whole.start : body.start]
            main = source[body.start : last.span.start].rstrip()
            condition = last.span.text
            if not before.strip():
                condition, main = forms.capitalize(condition), _small(sentence, main)
            fixes = [Fix("put the condition in front", whole, f"{before}{condition}, {main}")]
    return diagnose("SAY0509", at, hint=_in_front(sentence, hangs), fixes=fixes)


def order_behind(at: Span, sentence: Sentence, clause: Clause) -> Diagnostic:
    """*A player with no … must draw one if they have coins*, as a rule: with *If …, …* it would be none either."""
    verb = clause.verbs[0]
    if clause.subject is not None and isinstance(verb, Act) and verb.modal == "must":
        return diagnose("SAY0509", at, hint=table().classes["must"])
    return condition_behind(at, sentence)


def _in_front(sentence: Sentence | None, hangs: bool) -> str:
    """How a condition is said before its order."""
    hint = "the condition comes first: *If …, …*"
    each = _said_of_each(sentence) if sentence is not None and hangs else None
    if each is not None:
        hint += f"; of each of them by itself, *For each {each}, if that {each} …, that {each} …*"
    elif sentence is not None and _orders_more(sentence):
        hint += "; of the last order alone, *…, then … if …*"
    elif sentence is None or hangs:
        hint += ", and what it speaks of is named before it: *Choose a …. If it …, …*"
    return hint


def _orders_more(sentence: Sentence) -> bool:
    """*Gain 1 coin and draw a card*: of which of the two is it said?"""
    clauses = sentence.body.clauses if isinstance(sentence.body, Clauses) else ()
    return len(clauses) > 1 or any(isinstance(each, Clause) and len(each.verbs) > 1 for each in clauses)


def _said_of_each(sentence: Sentence) -> str | None:
    """*player*, where an order is said of each player."""
    subject = sentence.first.subject if sentence.first is not None else None
    if not isinstance(subject, Noun) or subject.determiner.quantifier not in ("each", "every"):
        return None
    return subject.head


def condition_of_which(sentence: Sentence) -> Diagnostic | None:
    """*Each player gains 2 coins plus 1 coin if …*, *3 coins or 2 points if …*: is it a condition of both?"""
    body = sentence.body
    last = body.closings[-1] if isinstance(body, Clauses) and body.closings else None
    if (
        not isinstance(body, Clauses)
        or last is None
        or last.word not in ("if", "unless")
        or last.span is None
    ):
        return None
    verbs = (verb for each in body.clauses for verb in each.verbs)
    joints = [_two_amounts(verb.object) for verb in verbs if isinstance(verb, Act)]
    if not any(joints):
        return None
    hint = "what comes always is a sentence of its own: *Gain 2 …. If …, gain 1 ….*; a condition of both stands first"
    if "or" in joints:
        hint = (
            "say which amount it is then: *If …, gain 4 …. Otherwise, gain 2 ….*, and if so many *for each*"
        )
    return diagnose("SAY0509", last.span, hint=hint)


def _two_amounts(node: Nominal | None) -> str:
    """What joins them in *2 coins plus 1 coin*, *3 coins or 2 points*; "": they are not two."""
    match node:
        case Arith(op="plus" | "minus" as joint, right=Noun(determiner=Determiner(number=int()))):
            return joint
        case Group(joint="or", items=items):
            numbers = [
                each for each in items if isinstance(each, Noun) and each.determiner.number is not None
            ]
            return "or" if len(numbers) == len(items) else ""
    return ""


def _mixed(place: Place) -> Diagnostic | None:
    token = place.token
    word = token.type.partition("_")[0]
    if word not in ("AND", "OR"):
        return None
    other = "OR" if word == "AND" else "AND"
    kind = token.type.partition("_")[2]
    earlier = [t for t in place.tokens[: place.index] if t.type == f"{other}_{kind}"]
    if not earlier or kind == "N":
        return None
    return diagnose("SAY0510", token.span, labels=[Label(earlier[-1].span, f"*{other.lower()}* stands here")])


def _no_verb(place: Place) -> Diagnostic | None:
    """*If the left hand is full and the right one empty*: tagged as a list, for no verb follows."""
    token = place.token
    if token.type in _NOUN_STARTS and place.index:  # the joint stands before: *… and blue no cards*
        for k in range(place.index - 1, 0, -1):
            if place.tokens[k].type in ("AND_N", "OR_N"):
                token = place.tokens[k]
                break
            if place.tokens[k].type not in _PHRASE:
                return None
    if token.type not in ("AND_N", "OR_N"):
        return None
    word = token.reading.id
    hint = f"a new subject needs a verb of its own: *…, {word} … is …*; only nouns may follow *{word}* without one"
    return diagnose("SAY0511", token.span, word=word, hint=hint)


def _comma(place: Place) -> Diagnostic | None:
    """*If a player leads draw a card*."""
    token, before = place.token, place.at(-1)
    if "COMMA" not in place.expected or not before or token.type in ("STOP", "COMMA"):
        return None
    comma = Token(
        ",", before.end, before.end, Span(before.span.source, before.span.end, before.span.end), (), "COMMA"
    )
    tried = [*place.tokens[: place.index], comma, *place.tokens[place.index :]]
    if place.parser.try_run(tried, STARTS[place.start]) is None:
        return None
    fixes = [Fix("put a comma", comma.span, ",")]
    return diagnose("SAY0518", token.span, word=token.text, fixes=fixes)


def _list_of_clauses(place: Place) -> Diagnostic | None:
    """*draw a card, gain 1 point, and discard a card*: only nouns are listed with commas."""
    commas = [
        token
        for token, following in pairwise(place.tokens[place.index :])
        if token.type == "COMMA" and following.find("verb") and not following.find("noun")
    ]
    if not commas or commas[0] is not place.token or not place.verb():
        return None
    if any(token.type in ("OR_V", "OR_S") for token in place.tokens[place.index :]):
        hint = "one of several things to do is a list: *Choose one:* and a line `- …` for each"
        return place.unfit(hint)
    hint = "what is done is not listed with commas: put *and* or *, then* between every two, or write two sentences"
    source = place.token.span.source.text
    end = place.tokens[-1].span.end
    made, at = "", place.tokens[0].span.start
    for comma in commas:
        made += f"{source[at : comma.span.start]} and"
        at = comma.span.end
    whole = Span(place.token.span.source, place.tokens[0].span.start, end)
    made += source[at:end]
    reads = not place.parser.read(Text.plain(made), place.start).diagnostics
    fixes = [Fix("join them with *and*", whole, made)] if reads and "\n" not in made else []
    return place.unfit(hint, fixes)


def _no_stop_between(place: Place) -> Diagnostic | None:
    """*Draw a card\nGain 1 coin.*: a sentence begins where the one before has not ended."""
    token, before = place.token, place.at(-1)
    if not before or not token.text[:1].isupper() or token.find("name"):
        return None
    at = Span(before.span.source, before.span.end, before.span.end)
    stop = Token(".", before.end, before.end, at, (), "STOP")
    if place.parser.try_run([*place.tokens[: place.index], stop], STARTS[place.start]) is None:
        return None
    fixes = [Fix("end the sentence with a full stop", at, ".")]
    hint = f"a new sentence begins here: put a full stop after *{before.text}*"
    return place.unfit(hint, fixes)


def _infinitive(place: Place) -> Diagnostic | None:
    """*pay 1 to draw a card*."""
    for k in (0, -1):
        token, following = place.at(k), place.at(k + 1)
        does = "b" in following.find("verb").form and not following.find("noun")
        if token.reading.id == "to" and does:
            hint = (
                "say what is done in a sentence of its own: *…, then …* or *If you do, …*; both so often: "
                "*Repeat up to 2 times: pay … to …*; one of two lines: *Choose one:*"
            )
            return diagnose("SAY0512", _to_end(token.span, following.span), verb=following.text, hint=hint)
    return None


def _emphatic(place: Place) -> Diagnostic | None:
    """*does own a cat*."""
    helper, verb = place.at(-1), place.token.find("verb")
    if not helper or helper.reading.id != "do" or "b" not in verb.form:
        return None
    expected = (f"*{helper.text} not*", "the verb alone")
    return diagnose("SAY0501", helper.span, found=f"*{helper.text}*", expected=expected)


def _is_period(place: Place, token: Token) -> bool:
    entry = place.parser.lexicon.vocabulary.nouns.get(token.reading.id) if token.type == "NOUN" else None
    return entry is not None and entry.category == "period"


def _second_object(place: Place) -> Diagnostic | None:
    """*give you a card*."""
    token, verb = place.token, place.verb()
    if verb is None or token.type not in _NOUN_STARTS:
        return None
    k, before = place.tokens.index(verb), place.tokens[place.index - 1]
    if before.type not in ("NOUN", "NAME", "PRON"):
        return None
    if place.index <= k + 1 or any(t.type not in _PHRASE for t in place.tokens[k + 1 : place.index]):
        return None
    frames = place.parser.lexicon.frames.get(verb.reading.id, set())
    preps = sorted(
        {role for frame in frames for role in frame if role in ("to", "from", "with", "for", "as")}
    )
    hint = (
        f"*{verb.reading.id}* says the second thing with {' or '.join(f'*{p}*' for p in preps)}"
        if preps
        else "put a preposition between two things: *give 1 thing to that player*"
    )
    if token.type == "ORD" and _is_period(place, place.tokens[place.index + 1]):
        hint = f"a time has a preposition: *in the {token.word} {place.tokens[place.index + 1].word}*"
    hint = no_state(before.reading.id, place.parser.lexicon.vocabulary.nouns) or hint
    return diagnose("SAY0513", token.span, verb=verb.text, labels=[Label(verb.span, "its verb")], hint=hint)


def _wrong_slot(place: Place) -> Diagnostic | None:
    """A preposition that the verb before it does not take."""
    token, verb = place.token, place.verb()
    if verb is None or token.type not in ("TO", "INTO", "AS", "BY", "FOR", "FROM", "WITH", "PLACE"):
        return None
    hint = _said(verb.reading.id, phrases_of(place.parser, verb.reading.id))
    if hint and token.type == "FOR" and _so_much(place):
        hint += "; for how much is asked after *if*, by what shows it: *When …, if your … are less than 5, …*"
    if token.type == "TO" and (
        handed := handed_on.hint(place.parser.lexicon, place.tokens, place.tokens.index(verb))
    ):
        hint = handed
    if token.type == "PLACE" and place.index and place.tokens[place.index - 1].word in ("and", "or"):
        hint = f"of several places it stands once: *{token.word} … {place.tokens[place.index - 1].word} …*"
    elif token.type == "PLACE":
        hint = out_of.hint(place.tokens[place.tokens.index(verb) : place.index]) or hint
    label = Label(verb.span, "the verb")
    return diagnose(
        "SAY0514",
        token.span,
        word=token.text,
        verb=verb.reading.id,
        labels=[label],
        hint=hint,
        expected=groups(place),
    )


def _so_much(place: Place) -> bool:
    """Whether an amount follows: *wins the lot for less than 5 coins*."""
    following = place.tokens[place.index + 1 : place.index + 5]
    number = next((k for k, token in enumerate(following) if token.type == "NUMBER"), None)
    nouns = place.parser.lexicon.vocabulary.nouns
    found = (nouns.get(token.reading.id) for token in following[number or 0 :] if token.type == "NOUN")
    return number is not None and any(entry is not None and entry.category == "quantity" for entry in found)


def _unfinished(place: Place) -> Diagnostic | None:
    token = place.token
    if token.type not in ("STOP", "COLON") and place.index < len(place.tokens):
        return None
    before = place.at(-1)
    verb = place.verb()
    span = token.span
    if before and before.span.source is span.source:
        span = before.span
    label = None
    hint = None
    if verb is not None and before is verb:
        hint = _said(verb.reading.id, phrases_of(place.parser, verb.reading.id))
    elif before.type in _NEEDS_NOUN:
        label = "a noun is missing after this"
    return diagnose("SAY0502", span, label=label, expected=groups(place), hint=hint)


def _so_often(place: Place) -> Diagnostic | None:
    """*You may do this up to 3 times*, *Up to 3 times, …*, *Repeat this up to 3 times*: said before what is done."""
    if place.token.word not in ("do", "up to"):
        return None
    rest = [token.type for token in place.tokens[place.index + 1 : place.index + 6]]
    said = rest[: rest.index("STOP")] if "STOP" in rest else rest
    if "TIMES" not in said:
        return None
    hint = "how often stands before what is done: *Repeat 3 times: …*, *Repeat up to 3 times: …*"
    return place.unfit(hint)


def _general(place: Place) -> Diagnostic:
    """What stands there in the text: the word that is read there may be that of another wording."""
    token = place.token
    typed = token.span.said or token.text
    return diagnose("SAY0501", token.span, found=f"*{typed}*", expected=groups(place))


CASES: tuple[Callable[[Place], Diagnostic | None], ...] = (
    _doubled,
    _lines,
    _half_a_relation,
    _in_each,
    repair.together,
    _compared_again,
    _some_of_them,
    repair.reworded,
    _trailing_if,
    _mixed,
    _comma,
    repair.no_comma,
    _no_verb,
    _no_stop_between,
    _list_of_clauses,
    repair.spliced,
    _so_often,
    _infinitive,
    _emphatic,
    repair.swapped,
    _second_object,
    repair.moved,
    repair.for_a_cost,
    _unfinished,
    _wrong_slot,
    repair.superfluous,
)
"""In the order in which they are asked."""

# --- What could follow --------------------------------------------------------------------------------------

_NOUN_STARTS = names("ART POSS QIN QOUT BOUND NUMBER SIGNED PRON NAME NOUN ADJ ORD RANDOM MORE")
_PHRASE = names("ART POSS QIN QOUT NUMBER SIGNED PRON NAME NOUN ADJ ORD OTHER GEN")
_NEEDS_NOUN = names(
    "ART POSS QIN QOUT BOUND ADJ ORD MOST OTHER MORE RANDOM GEN OF OF_PART PLACE WITH WITHOUT FROM TO INTO AS BY FOR"
    " FOR_EACH THAN THAN_FAR OTHER_THAN TIME RELATION"
)

GROUPS: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (label, frozenset(terminals.split()))
    for label, terminals in (
        ("a noun phrase (*a …*, *the …*, *your …*, a name)", "ART"),
        ("a noun", "NOUN"),
        ("a number", "NUMBER"),
        ("a verb", "V BE MODAL"),
        ("an adjective", "ADJ"),
        ("what happens to it (*moved*, *lost*)", "P"),
        ("a comma", "COMMA"),
        ('"one:"', "CHOOSE_ONE"),
        ("the end of the sentence", "STOP"),
        ('"than"', "THAN THAN_FAR"),
        ("a place (*in …*, *on …*)", "PLACE THERE"),
        ("a time (*this …*, *in …*, *at the end of …*)", "TIME TDET"),
        ('"and" or "or"', "AND_N OR_N AND_V OR_V AND_S OR_S AND_P OR_P"),
        ('", then"', "THEN_S"),
        ('"that" or "who"', "REL"),
        ('"with"', "WITH"),
        ('"of"', "OF OF_PART"),
        ("an adverb (*again*, *face up*)", "ADV"),
        ('"instead"', "INSTEAD"),
        ('"unless", "until" or "as long as"', "UNLESS UNTIL AS_LONG_AS"),
        ('"if"', "IF"),
        ('", but"', "BUT"),
        ('"times"', "TIMES"),
        ('"true that"', "TRUE"),
        ("a colon", "COLON"),
    )
)
"""How classes of words are shown, the likeliest first.  `V` and `P` stand for all verbs and participles."""


def groups(place: Place) -> tuple[str, ...]:
    """What could stand at the place, in an author's words: the verb's own slots first."""
    expected = set(place.expected)
    expected |= {type[0] for type in place.expected if type[:2] in ("V_", "P_")}
    shown = dict.fromkeys(word for word, prep in _slots_of(place) if prep.upper() in expected)
    phrases = (
        ("a noun", "a number") if "ART" in expected else ()
    )  # a noun phrase can stand there: it says both
    for label, terminals in GROUPS:
        if terminals & expected and label not in phrases:
            shown[label] = None
    return tuple(shown)[:MOST_SHOWN]


def _slots_of(place: Place) -> Iterator[tuple[str, str]]:
    """The slots of the verb before a place that have a preposition: as an author writes them, and the preposition."""
    verb = place.verb()
    if verb is None:
        return
    for template in place.parser.vocabulary.templates:
        if template.verb == verb.reading.id:
            yield from ((f'"{s.prep}" {{{s.name}}}', s.prep) for s in template.slots if s.prep)


def phrases_of(parser: Parser, verb: str) -> list[str]:
    """The phrases of a verb as an author writes them: `move {thing} to {place}`."""
    return list(
        dict.fromkeys(show(template) for template in parser.vocabulary.templates if template.verb == verb)
    )


# --- Spans --------------------------------------------------------------------------------------------------


def _to_end(first: Span, last: Span) -> Span:
    return Span(first.source, first.start, last.end)


def _small(sentence: Sentence, text: str) -> str:
    """The text with a small first letter, unless its first word has a capital of its own."""
    assert sentence.first is not None
    subject: Nominal | None = sentence.first.subject
    while isinstance(subject, Group):
        subject = subject.items[0]
    owner = subject.determiner.owner if isinstance(subject, Noun) else None
    named = owner if isinstance(owner, Noun) else subject
    own = isinstance(named, Noun) and named.name is not None and named.determiner.article is None
    return text if own else text[:1].lower() + text[1:]
