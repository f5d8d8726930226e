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

from toolkit.language import forms, repair
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.wordings import table
from toolkit.report import Diagnostic, Fix, Span, Text, diagnose
from toolkit.report.fixes import Edit, applied
from toolkit.report.suggest import distance, nearest

if TYPE_CHECKING:
    from toolkit.language.parser import Parser

GUESSED = 10
"""Unknown words of one text that are looked into."""

MOST_TRIALS = 80
"""Sentences that are tried for the unknown words of one sentence."""

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


def explained(
    parser: Parser, body: Text, sentence: list[Token], start: str, found: list[Diagnostic]
) -> list[Diagnostic]:
    """`found` (the lexer's), with a guess or a way to declare it for each unknown word of the sentence."""
    at = {(d.span.start, d.span.end): d for d in found if d.code in ("SAY0401", "SAY0402")}
    unknown = [t for t in sentence if t.type == "UNKNOWN" and (t.span.start, t.span.end) in at]
    asked = [t for t in unknown if at[t.span.start, t.span.end].code == "SAY0401"]
    if not unknown:
        return found
    phrase = repair.unknown_phrase(parser, sentence, start)
    if phrase is not None:
        inside = [at[key] for key in at if phrase.span.start <= key[0] < phrase.span.end]
        return [phrase if d is inside[0] else d for d in found if d is inside[0] or d not in inside]
    trial = _Trial(parser, body.value, sentence, start)
    said = dict(at)
    options: list[list[Option]] = []
    for token in unknown:
        diagnostic = at[token.span.start, token.span.end]
        if diagnostic.code == "SAY0402":
            options.append([_fixed(body, token, diagnostic)])
        else:
            options.append([*_guesses(parser.lexicon, sentence, token), *_stand_ins(parser, token)])
    chosen = trial.first(options)
    for token, choices in zip(unknown, options, strict=True):
        key = token.span.start, token.span.end
        if token not in asked or key not in said:
            continue
        new = _said(trial, at[key], choices, chosen, token)
        said[key] = new
        for other in unknown:  # *silver cion*: two unknown words that are one mistake
            if other is not token and new.span.start <= other.span.start < new.span.end:
                said.pop((other.span.start, other.span.end), None)
    return [
        said.get((d.span.start, d.span.end), d)
        for d in found
        if (d.span.start, d.span.end) not in at or (d.span.start, d.span.end) in said
    ]


class _Trial:
    """One sentence, with other words in it."""

    def __init__(self, parser: Parser, value: str, sentence: list[Token], start: str) -> None:
        self.parser, self.field, self.left = parser, start, MOST_TRIALS
        self.begin, self.end = sentence[0].start, sentence[-1].end
        self.value = value

    def reads(self, options: tuple[Option, ...], *, right: bool = False) -> bool:
        """Whether the grammar reads the sentence with these; `right`: without any other error."""
        wide = [o.edit for o in options if o.first is not o.last]
        edits = {o.edit for o in options if o.edit in wide or not any(o.edit.inside(edit) for edit in wide)}
        if self.left <= 0 or any(a.start < b.end and b.start < a.end for a in edits for b in edits if a != b):
            return False
        self.left -= 1
        made = applied(self.value[: self.end], edits)[self.begin :]
        checked = self.parser.read(Text.plain(made), self.field)
        return checked.ok if right else bool(checked.value.sentences) and len(checked.value.sentences) == 1

    def first(self, options: list[list[Option]]) -> tuple[Option, ...] | None:
        """The first choice of one option for each unknown word with which the sentence can be read."""
        if len(options) > 3:
            return None
        for chosen in islice(
            sorted(product(*options), key=lambda c: sum(bool(o.kind) for o in c)), MOST_TRIALS
        ):
            if self.reads(chosen):
                return chosen
        return None


def _said(
    trial: _Trial, found: Diagnostic, options: list[Option], chosen: tuple[Option, ...] | None, token: Token
) -> Diagnostic:
    """The diagnostic of an unknown word, with what was found by trying."""
    lexicon, word = trial.parser.lexicon, token.text.casefold()
    if chosen is not None:
        mine = next(o for o in chosen if o in options)
        if not mine.kind:
            others = [o for o in options if not o.kind and o is not mine]
            also = [
                o for o in others if trial.reads(tuple(o if c is mine else c for c in chosen), right=True)
            ]
            meant = [mine, *also][:SHOWN]
            hint = f"did you mean {' or '.join(f'*{o.written}*' for o in meant)}?"
            fix = Fix(f"write *{mine.written}*", mine.span, mine.written)
            return diagnose("SAY0401", mine.span, word=mine.span.text, hint=hint, fixes=(fix,))
    if word.endswith("ing") and (verb := _verb_of(lexicon, word)):
        return replace(found, hint=table().classes["ing"].format(verb=verb))
    if longer := _with(lexicon, word):
        return replace(found, hint=f"it is one only in {' or '.join(longer)}")
    if chosen is not None:
        kind = next(o for o in chosen if o in options).kind
        return replace(found, hint=table().classes[kind].format(word=token.text, lemma=_lemma(word, kind)))
    return replace(found, hint=table().classes["unclear"].format(word=token.text))


def _lemma(word: str, kind: str) -> str:
    """The form in which a word is declared: a guess from its end."""
    if kind in ("noun", "quantity", "attribute") and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    if kind == "verb" and word.endswith("s") and not word.endswith("ss"):
        return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]
    return word


def _fixed(body: Text, token: Token, found: Diagnostic) -> Option:
    """What a word of the table is replaced with."""
    return Option(token, token, found.fixes[0].replacement if found.fixes else token.text)


# --- Guesses ------------------------------------------------------------------------------------------------


def _guesses(lexicon: Lexicon, sentence: list[Token], token: Token) -> list[Option]:
    """Words that look like this one, the likeliest first; only of whole entries, never of what was written."""
    word, capital = token.text.casefold(), token.text[:1].isupper()
    names = lexicon.whole_names()
    known = [*lexicon.words(1), *names]
    slips = max(1, len(word) // 4)
    near = [g for g in nearest(token.text, known, limit=6) if distance(g.casefold(), word) <= slips]
    near.sort(key=lambda g: (distance(g.casefold(), word), (g in names) != capital))
    near = [g for g in near if g != token.text]
    if capital:
        near += [name for name in names if token.text in name.split() and name != token.text][:3]
    near += [phrase for phrase in lexicon.words(2) if phrase.replace(" ", "") == word]
    found = [Option(token, token, g if g in names else _cased(token, g)) for g in near]
    return [*found, *_pairs(lexicon, sentence, token)]


def _pairs(lexicon: Lexicon, sentence: list[Token], token: Token) -> list[Option]:
    """Two words that are one, one or both of them misspelt: *silver cion*, *sliver coin* for *silver coin*."""
    at = sentence.index(token)
    found: list[tuple[int, Option]] = []
    for first, second in ((at - 1, at), (at, at + 1)):
        if first < 0 or second >= len(sentence) or not sentence[second].text[:1].isalnum():
            continue
        one, two = sentence[first], sentence[second]
        typed = f"{one.text} {two.text}".casefold()
        for phrase in lexicon.words(2):
            a, b = phrase.split()
            c, d = typed.split()[0], typed.split()[-1]
            wrong = distance(a, c), distance(b, d)
            if wrong[0] <= (a != c) * max(1, len(c) // 4) and wrong[1] <= (b != d) * max(1, len(d) // 4):
                found.append((sum(wrong), Option(one, two, _cased(one, phrase))))
    return [option for _, option in sorted(found, key=lambda pair: pair[0])][:2]


def _cased(token: Token, word: str) -> str:
    """With a capital where one was typed: at the beginning of a sentence."""
    return forms.capitalize(word) if token.text[:1].isupper() else word


def _with(lexicon: Lexicon, word: str) -> list[str]:
    """What a pack and the language say with this word and others: *adjacent to*."""
    found = {f"*{phrase}*" for n in (2, 3, 4) for phrase in lexicon.words(n) if word in phrase.split()}
    return sorted(found, key=lambda text: (len(text), text))[:2]


def _verb_of(lexicon: Lexicon, word: str) -> str | None:
    """The verb of an *-ing* form."""
    stem = word[:-3]
    return next((lemma for lemma in (stem, stem + "e", stem[:-1]) if lemma in lexicon.frames), None)


# --- Stand-ins ----------------------------------------------------------------------------------------------


def _stand_ins(parser: Parser, token: Token) -> Iterator[Option]:
    """A word of each class in the place of the unknown one."""
    for kind, word in _by_class(parser.lexicon, token.text):
        written = forms.capitalize(word) if token.text[:1].isupper() else word
        yield Option(token, token, written, kind)


def _by_class(lexicon: Lexicon, typed: str) -> Iterator[tuple[str, str]]:
    vocabulary = lexicon.vocabulary
    plural = typed.endswith("s")
    for frame in sorted({frame for frames in lexicon.frames.values() for frame in frames}, key=len)[:6]:
        lemma = min(verb for verb, frames in lexicon.frames.items() if frame in frames)
        made = forms.verb_forms(lemma, vocabulary.forms.get(lemma))
        yield "verb", made.third if plural else made.base
        if typed.endswith(("ed", "en", "n", "t")):
            yield "verb", made.participle
    for category, kind in (
        ("quantity", "quantity"),
        ("thing", "noun"),
        ("attribute", "attribute"),
        ("place", "noun"),
    ):
        noun = next((n for n in vocabulary.nouns.values() if n.category == category), None)
        if noun is not None:
            yield kind, noun.plural if plural else noun.id
    if vocabulary.adjectives:
        yield "adjective", min(vocabulary.adjectives)
    if typed[:1].isupper() and vocabulary.names:
        yield "name", next(iter(vocabulary.names.values())).text
