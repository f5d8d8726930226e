"""What an unknown word was meant as: the nearest word with which the sentence can be read, or how it is declared.

The lexer only says that a word is unknown; a guess that looks alike is worth nothing where such a word cannot stand.
So each candidate is put in the word's place and the sentence is parsed.  If none fits, words of each class are
tried instead: the class that fits says how an author declares the word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import TYPE_CHECKING

from toolkit.language import forms
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.parsing import handed_on, repair, sketch
from toolkit.language.wording.replaced import nth
from toolkit.language.wordings import table, wording
from toolkit.report import Diagnostic, Fix, Span, Text, diagnose
from toolkit.report.fixes import Edit, applied
from toolkit.report.suggest import distance, nearest

if TYPE_CHECKING:
    from toolkit.language.parsing.parser import Parser

MOST_TRIALS = 80
"""Sentences that are tried for the unknown words of one sentence."""

LONG = 5
"""Letters; in a longer word the first one may be wrong, too."""

MOST_UNKNOWN = 3
"""Unknown words of one sentence that are looked into."""

SHOWN = 2
"""Guesses that are shown for one word."""


@dataclass(frozen=True)
class Option:
    """A word or two to stand in the place of the tokens from `first` to `last`.

    `kind`: empty for a guess; for a stand-in the class of words that it belongs to.
    """

    first: Token
    last: Token
    written: str
    kind: str = ""

    @property
    def edit(self) -> Edit:
        return Edit(self.first.start, self.last.end, self.written)

    @property
    def span(self) -> Span:
        return self.first.span.cover(self.last.span)


Place = tuple[int, int]
"""Where a word stands: its first and last character."""


def explained(
    parser: Parser, body: Text, sentence: list[Token], start: str, found: list[Diagnostic]
) -> list[Diagnostic]:
    """`found` (the lexer's), with a guess or a way to declare it for each unknown word of the sentence."""
    at = {_place(d.span): d for d in found if d.code in ("SAY0401", "SAY0402")}
    unknown = [t for t in sentence if t.type == "UNKNOWN" and _place(t.span) in at]
    if not unknown:
        return found
    phrase = repair.unknown_phrase(parser, sentence, start)
    if phrase is not None:
        inside = [at[key] for key in at if phrase.span.start <= key[0] < phrase.span.end]
        if inside:
            return _in_one(phrase, found, inside)
    trial = _Trial(parser, body.value, sentence, start)
    said = _tried(trial, body, unknown, at)
    return [said.get(_place(d.span), d) for d in found if _place(d.span) not in at or _place(d.span) in said]


def _in_one(phrase: Diagnostic, found: list[Diagnostic], inside: list[Diagnostic]) -> list[Diagnostic]:
    """What is said of a whole phrase, in the place of what was said of its words."""
    return [phrase if d is inside[0] else d for d in found if d is inside[0] or d not in inside]


def _place(span: Span) -> Place:
    return span.start, span.end


def _tried(
    trial: _Trial, body: Text, unknown: list[Token], at: dict[Place, Diagnostic]
) -> dict[Place, Diagnostic]:
    """What is said of the unknown words of a sentence, by their places; one mistake in two words is said once."""
    said = dict(at)
    options: list[list[Option]] = []
    for token in unknown:
        found = at[_place(token.span)]
        if found.code == "SAY0402":
            options.append([Option(token, token, found.fixes[0].replacement if found.fixes else token.text)])
        else:
            guesses = _guesses(trial.parser.lexicon, trial.sentence, token)
            options.append([*guesses, *_stand_ins(trial.parser, trial.sentence, token)])
    chosen = trial.first(options)
    for token, choices in zip(unknown, options, strict=True):
        key = _place(token.span)
        if (
            hint := handed_on.hint(trial.parser.lexicon, trial.sentence, trial.sentence.index(token))
        ) is not None:
            said[key] = replace(at[key], hint=hint)
            continue
        if at[key].code != "SAY0401" or key not in said:
            continue
        new = said[key] = _said(trial, at[key], choices, chosen, token)
        for other in unknown:  # *silver cion*: two unknown words that are one mistake
            if other is not token and new.span.start <= other.span.start < new.span.end:
                said.pop(_place(other.span), None)
    return said


class _Trial:
    """One sentence, with other words in it."""

    def __init__(self, parser: Parser, value: str, sentence: list[Token], start: str) -> None:
        self.parser, self.field, self.left = parser, start, MOST_TRIALS
        self.begin, self.end = sentence[0].start, sentence[-1].end
        self.value, self.sentence = value, sentence

    def reads(self, options: tuple[Option, ...]) -> int:
        """2: the sentence is right with these; 1: it can be read, with another mistake; 0: it cannot be read."""
        wide = [o.edit for o in options if o.first is not o.last]
        edits = {o.edit for o in options if o.edit in wide or not any(o.edit.inside(edit) for edit in wide)}
        if self.left <= 0 or any(a.start < b.end and b.start < a.end for a in edits for b in edits if a != b):
            return 0
        self.left -= 1
        made = applied(self.value[: self.end], edits)[self.begin :]
        checked = self.parser.read(Text.plain(made), self.field)
        return 0 if len(checked.value.sentences) != 1 else 1 if checked.diagnostics else 2

    def first(self, options: list[list[Option]]) -> tuple[Option, ...] | None:
        """One option for each unknown word with which the sentence is right, or at least can be read; guesses first."""
        if len(options) > MOST_UNKNOWN:
            return None
        ordered = sorted(product(*options), key=lambda chosen: sum(bool(o.kind) for o in chosen))
        read = None
        for chosen in islice(ordered, MOST_TRIALS):
            if read is not None and any(o.kind for o in chosen) and not any(o.kind for o in read):
                break
            found = self.reads(chosen)
            if found == 2 or (found and all(o.kind for o in chosen)):  # a stand-in only has to fit
                return chosen
            read = read or (chosen if found else None)
        return read


def _said(
    trial: _Trial, found: Diagnostic, options: list[Option], chosen: tuple[Option, ...] | None, token: Token
) -> Diagnostic:
    """The diagnostic of an unknown word, with what was found by trying."""
    mine = next(o for o in chosen if o in options) if chosen is not None else None
    if chosen is not None and mine is not None and not mine.kind:
        return _meant(trial, mine, options, chosen, token)
    hint = _declared(trial, mine, token)
    return found if hint is None else replace(found, hint=hint)


def _meant(
    trial: _Trial, mine: Option, options: list[Option], chosen: tuple[Option, ...], token: Token
) -> Diagnostic:
    """*did you mean …?*: the guess that was chosen, and others that are right and look as much alike."""
    near = max(1, len(token.text) // 4)
    others = [o for o in options if not o.kind and o is not mine]
    others = [o for o in others if distance(o.written.casefold(), o.span.text.casefold()) <= near]
    also = [o for o in others if trial.reads(tuple(o if c is mine else c for c in chosen)) == 2]
    meant = [mine, *also][:SHOWN]
    hint = f"did you mean {' or '.join(f'*{o.written}*' for o in meant)}?"
    if not also and mine.written.casefold() == token.text.casefold():
        hint = _named(trial.parser.lexicon, token) or hint  # this much is certain, whatever else is wrong
    fix = Fix(f"write *{mine.written}*", mine.span, mine.written)
    return diagnose("SAY0401", mine.span, word=mine.span.text, hint=hint, fixes=(fix,))


def _named(lexicon: Lexicon, token: Token) -> str | None:
    """How a name is written that was typed without its capitals."""
    names = (name for name in lexicon.whole_names() if name.casefold() == token.text.casefold())
    name = next(names, None)
    return None if name is None else f"the name is written *{name}*"


def _derived(lexicon: Lexicon, word: str) -> str | None:
    """How a noun that is made of a verb is said: *drawing*, *a buyer*."""
    classes = table().classes
    if word.endswith("ing") and (verb := _verb_of(lexicon, word)):
        return classes["ing"].format(verb=verb)
    if word.endswith(("er", "or")) and (verb := _verb_of(lexicon, word, "er")):
        return classes["doer"].format(verb=verb, third=forms.verb_forms(verb).third)
    return None


def _declared(trial: _Trial, mine: Option | None, token: Token) -> str | None:
    """How a word is declared, or said otherwise.  `mine`: the stand-in with which the sentence can be read."""
    lexicon, word, classes = trial.parser.lexicon, token.word, table().classes
    if (derived := _named(lexicon, token) or _derived(lexicon, word)) is not None:
        return derived
    at = trial.sentence.index(token)
    if at and trial.field == "statement" and trial.sentence[at - 1].word == "must":
        return classes["must"]
    orders = at == 0 and trial.field.endswith("effect")  # an order begins with its verb
    acts = orders or sketch.is_verb(trial.sentence, at)
    if not acts and (longer := _with(lexicon, word)) is not None:
        return longer
    kind = "verb" if acts else _stands_for(mine, trial.sentence, at)
    kind = _ending(word, kind) or (_noun_of(trial.sentence, token) if kind == "noun" else kind)
    if not kind:
        return None
    return _of_class(trial, at, kind, word if orders else _lemma(word, kind))


def _is_relation(sentence: list[Token], at: int) -> bool:
    """*is joined to it*, *each stone joined to it*."""
    before, after = sentence[max(0, at - 1)], sentence[at + 1 : at + 2]
    return (
        [each.word for each in after] == ["to"]
        and sentence[at].word.endswith("ed")
        and (before.word in ("is", "are", "not") or any(each.kind == "noun" for each in before.readings))
    )


def _stands_for(mine: Option | None, sentence: list[Token], at: int) -> str:
    """The class of the stand-in; where only a noun can stand, no verb."""
    if _is_relation(sentence, at):
        return "relation"
    kind = mine.kind if mine is not None else ""
    return "noun" if kind == "verb" and sketch.is_noun(sentence, at) else kind


def _ending(word: str, kind: str) -> str | None:
    """What stands where a verb does and has the end of something else: *playing*, *quickly*, but not *bring*, *fly*."""
    ends = {"ing": "gerund", "ly": "adverb"} if kind == "verb" else {}
    endings = (
        meant for end, meant in ends.items() if word.endswith(end) and _is_syllable(word.removesuffix(end))
    )
    return next(endings, None)


def _is_syllable(text: str) -> bool:
    return any(letter in "aeiouy" for letter in text)


def _of_class(trial: _Trial, at: int, kind: str, lemma: str) -> str:
    """How a word of a class is declared, for a verb with its document."""
    sentence, classes = trial.sentence, table().classes
    if kind == "noun" and (phrase := sketch.whole_phrase(sentence, at)) is not None:
        document = sketch.whole_document(phrase)
        return classes["whole"].format(word=sentence[at].text, phrase=phrase, document=document)
    document = sketch.verb_document(trial.parser.lexicon, sentence, at, lemma) if kind == "verb" else ""
    return classes[kind].format(word=sentence[at].text, lemma=lemma, document=document)


_WHICH_TIME = (["this"], ["that"], ["each"], ["every"], ["next"], ["the"], ["your"], ["their"])
"""What stands before a stretch of time: *at the end of the round*."""


def _is_time(sentence: list[Token], at: int, after: str) -> bool:
    """*at the end of the round*; *gains 1 coin this round.*"""
    which = [one.word for one in sentence[max(0, at - 1) : at]]
    ahead = sentence[max(0, at - 2) : at - 1]
    if which in _WHICH_TIME and {"TIME", "BEFORE"} & {each.form for one in ahead for each in one.readings}:
        return True
    return which == ["this"] and after in ("", ",", ".") and any(one.find("noun") for one in ahead)


def _noun_of(sentence: list[Token], token: Token) -> str:
    """What a noun is declared as, by the words beside it."""
    at = sentence.index(token)
    before = [one.word for one in sentence[:at]]
    types = {reading.form for one in sentence[max(0, at - 1) : at] for reading in one.readings}
    after = "".join(one.word for one in sentence[at + 1 : at + 2])
    if _is_time(sentence, at, after):
        return "period"
    if (before[-1:], after == "of") == (["this"], False):
        return "this"
    if types & {"MORE", "MOST"} or any(one.isdigit() for one in before[-1:]):
        return "quantity"
    return "attribute" if after == "of" and not {"top", "bottom"} & {*before[-1:]} else "noun"


def _lemma(word: str, kind: str) -> str:
    """The form in which a word is declared: a guess from its end."""
    if kind not in ("adjective", "name") and word.endswith("ies") and len(word) > len("dies"):
        return f"{word.removesuffix('ies')}y"
    if kind not in ("verb", "adjective", "name") and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    if kind == "verb" and word.endswith("s") and not word.endswith("ss"):
        return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]
    return word


# --- Guesses ------------------------------------------------------------------------------------------------


def _guesses(lexicon: Lexicon, sentence: list[Token], token: Token) -> list[Option]:
    """Words that look like this one, the likeliest first; only of whole entries, never of what was written."""
    word, capital = token.word, token.text[:1].isupper()
    names = lexicon.whole_names()
    near = _nearest(lexicon, token.text, names, capital)
    if capital:
        near += [name for name in sorted(names) if token.text in name.split() and name != token.text][:3]
    near += [phrase for phrase in lexicon.words(2) if phrase.replace(" ", "") == word]
    if sentence.index(token) == 0 and len(sentence) > 1 and sentence[1].type == "COLON":
        near += nearest(token.text, sorted(lexicon.vocabulary.labels))
    found = [Option(token, token, g if g in names else forms.cased(token.text, g)) for g in near]
    return [*found, *_pairs(lexicon, sentence, token)]


def _nearest(lexicon: Lexicon, typed: str, names: frozenset[str], capital: bool) -> list[str]:
    """Single words and names that differ by a few letters, and other forms of these words."""
    word = typed.casefold()
    slips = max(1, len(word) // 4)
    alike = nearest(typed, [*lexicon.words(1), *sorted(names)], limit=6)
    near = [g for g in alike if distance(g.casefold(), word) <= slips and _likely(g.casefold(), word)]
    near.sort(key=lambda g: (distance(g.casefold(), word), (g in names) != capital))
    forms_ = (form for g in near if g not in names for form in _other_forms(lexicon, g))
    return [g for g in dict.fromkeys((*near, *forms_)) if g != typed]


def _other_forms(lexicon: Lexicon, word: str) -> Iterator[str]:
    """The other forms of a verb or a noun: *gianed* may be *gains* where *gained* does not fit."""
    for reading in lexicon.readings(word):
        if reading.kind == "verb":
            made = lexicon.vocabulary.verb_forms(reading.id)
            yield from (made.base, made.third, made.past, made.participle)
        elif reading.kind == "noun" and reading.id in lexicon.vocabulary.nouns:
            yield from (reading.id, lexicon.vocabulary.nouns[reading.id].plural)


def _likely(guess: str, word: str) -> bool:
    """Nobody mistypes the first letter of a short word for another one: *burn* is not *turn*.  Nor is *untapped* a slip
    for *tapped*, of which it says the opposite.
    """
    longer, shorter = (word, guess) if len(word) > len(guess) else (guess, word)
    if longer.removesuffix(shorter) in OPPOSITE:
        return False
    return len(word) > LONG or len(guess) != len(word) or guess[0] == word[0] or sorted(guess) == sorted(word)


OPPOSITE = ("un", "non", "non-", "in", "im", "dis")
"""With what a word begins that says the opposite of the rest."""


def _pairs(lexicon: Lexicon, sentence: list[Token], token: Token) -> list[Option]:
    """Two words that are one, one or both of them misspelt: *silver cion*, *sliver coin* for *silver coin*."""
    at = sentence.index(token)
    found: list[tuple[int, Option]] = []
    for first, second in ((at - 1, at), (at, at + 1)):
        if first < 0 or second >= len(sentence) or not sentence[second].text[:1].isalnum():
            continue
        one, two = sentence[first], sentence[second]
        if wording(one.word) or wording(two.word):
            continue
        words = f"{one.text} {two.text}".casefold().split()
        for phrase in lexicon.words(2):
            a, b = phrase.split()
            if (wrong := _slips(a, words[0])) is not None and (more := _slips(b, words[-1])) is not None:
                found.append((wrong + more, Option(one, two, forms.cased(one.text, phrase))))
    return [option for _, option in sorted(found, key=lambda pair: (pair[0], pair[1].written))][:2]


def _slips(known: str, typed: str) -> int | None:
    """How many letters are wrong; None: too many for one word that was meant as the other."""
    most = max(1, len(typed) // 4)
    if abs(len(known) - len(typed)) > most:  # as most are
        return None
    wrong = distance(known, typed)
    return wrong if wrong <= most else None


def _with(lexicon: Lexicon, word: str) -> str | None:
    """What a pack and the language say with this word: *the Reveal effect*; with others: *adjacent to*."""
    if (label := word.capitalize()) in lexicon.vocabulary.labels:
        return f"a field of sentences is resolved as a label: *Resolve the {label} effect of …*"
    found = {f"*{phrase}*" for n in (2, 3, 4) for phrase in lexicon.words(n) if word in phrase.split()}
    longer = sorted(found, key=lambda text: (len(text), text))[:2]
    return f"it is one only in {' or '.join(longer)}" if longer else None


def _verb_of(lexicon: Lexicon, word: str, end: str = "ing") -> str | None:
    """The verb of an *-ing* form, or of the one who does it."""
    stem = word[: -len(end)]
    return next((lemma for lemma in (stem, stem + "e", stem[:-1]) if lemma in lexicon.frames), None)


# --- Stand-ins ----------------------------------------------------------------------------------------------


STANDING_IN = ("thing", "quantity", "attribute", "place", "period")
"""Categories of nouns of which one is tried."""


def _stand_ins(parser: Parser, sentence: list[Token], token: Token) -> Iterator[Option]:
    """A word of each class in the place of the unknown one."""
    adjectives = [("adjective", word) for word in sorted(parser.vocabulary.adjectives)[:1]]
    first = _qualifies(sentence, token)
    nouns = _by_class(parser.lexicon, token.text)
    for kind, word in [*adjectives, *nouns] if first else [*nouns, *adjectives]:
        written = forms.cased(token.text, word)
        yield Option(token, token, written, kind)


def _qualifies(sentence: list[Token], token: Token) -> bool:
    """Whether it stands where adjectives do: after *is*, or before a noun."""
    at = sentence.index(token)
    after = nth(sentence, at + 1)
    is_ = sentence[at - 1].word in ("is", "are", "was", "were", "be", "not") if at else False
    return is_ or (bool(after.find("noun")) and at > 0)


def _by_class(lexicon: Lexicon, typed: str) -> Iterator[tuple[str, str]]:
    vocabulary = lexicon.vocabulary
    plural = typed.endswith("s")
    for frame in sorted({f for frames in lexicon.frames.values() for f in frames}, key=lambda f: (len(f), f))[
        :6
    ]:
        lemma = min(verb for verb, frames in lexicon.frames.items() if frame in frames)
        made = vocabulary.verb_forms(lemma)
        yield "verb", made.third if plural else made.base
        if typed.endswith(("ed", "en", "n", "t")):
            yield "verb", made.participle
    first = {n.category: n for n in reversed(vocabulary.nouns.values()) if n.category in STANDING_IN}
    for noun in first.values():
        yield "noun", noun.plural if plural else noun.id
    if typed[:1].isupper() and vocabulary.names:
        yield "name", next(iter(vocabulary.names.values())).text
