"""Controlled English to syntax trees.

`Parser(vocabulary).parse(text, start)` is the whole front of the language: it reads words (`lexer`), cuts the text
into sentences, gives each word its class (`tagger`), parses each sentence by itself (lark, LALR, `grammar`) and
builds its tree (`builder`, `attach`).  A sentence that does not parse is reported and left out; the others are still
there, so a text tells all its mistakes at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from lark import Lark, Tree
from lark.exceptions import UnexpectedEOF, UnexpectedToken

from toolkit.language import forms
from toolkit.language.ast import Choice, Paragraph, Sentence
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.parsing import grammar, same_past, trouble, unknown
from toolkit.language.parsing.builder import Builder
from toolkit.language.parsing.lalr import Loop, tables_of
from toolkit.language.parsing.misfits import misfits
from toolkit.language.parsing.scanner import read
from toolkit.language.parsing.tagger import Tagger
from toolkit.language.parts import span_of
from toolkit.language.vocabulary import Vocabulary
from toolkit.language.wording import formula, instead, normal, offered
from toolkit.language.wording.under import is_made
from toolkit.report import Checked, Diagnostic, Span, Text, diagnose
from toolkit.report.fixes import holding

Judge = Callable[[Text, Paragraph], Sequence[Diagnostic]]
"""Says what is wrong with a paragraph that can be read: whoever can compile it knows."""

LONGEST_SENTENCE = 120
"""Words; a longer sentence is refused.  Clauses inside one another cost the compiler most: 40 of three words fit."""

DONE = ("effect", "label effect")
"""Starts of what is done when it is reached."""
ORDERS = (*DONE, "statement")
"""Start symbols of texts in which an order may follow."""

LONGEST_TEXT = 20_000
"""Characters of one text."""

EXPLAINED = 20
"""Sentences of one text whose mistakes are looked into; further ones are only said not to fit."""


class Parser:
    """The tables for one vocabulary, which must not change any more.  Not for several threads at once."""

    def __init__(self, vocabulary: Vocabulary, *, cache: bool = True) -> None:
        self.vocabulary = vocabulary
        self.lexicon = Lexicon(vocabulary)
        self.tagger = Tagger(self.lexicon)
        self.builder = Builder(self.lexicon)
        self.classes = sorted({*self.tagger.classes.values(), *grammar.USUAL})
        self._lark = grammar.build(self.classes, self.builder, cache=cache)
        self.tables = tables_of(self._lark, Builder)
        self._loops: dict[str, Loop] = {}
        self._earley: Lark | None = None
        self.judge: Judge | None = None

    # --- Paragraphs -----------------------------------------------------------------------------------------

    def parse(
        self, text: Text, start: str, *, brief: bool = False, judge: Judge | None = None
    ) -> Checked[Paragraph]:
        """The paragraph; what could not be understood is missing from it and stands in the diagnostics.

        `brief`: sentences that do not fit are only said to be so, without looking for the reason.  `judge`: what is
        wrong with a paragraph that can be read; a correction that it refuses is not offered.
        """
        if start not in grammar.STARTS:
            raise ValueError(f"no such start: {start}; there are {', '.join(grammar.STARTS)}")
        if brief:
            return self._parse(text, start, brief=True)
        before, self.judge = self.judge, judge or self.judge
        try:
            checked = self._parse(text, start)
            kept = holding(checked.diagnostics, text, lambda value: self._errors(value, start, checked))
            return Checked(checked.value, tuple(kept))
        finally:
            self.judge = before

    def read(self, text: Text, start: str) -> Checked[Paragraph]:
        """As `parse`, for a text that is only tried: its mistakes are named in short, those of the judge among them."""
        checked = self._parse(text, start, brief=True)
        if not checked.ok or self.judge is None:
            return checked
        return checked.adding(self.judge(text, checked.value))

    def _errors(self, value: str, start: str, before: Checked[Paragraph]) -> Sequence[Diagnostic]:
        """What is wrong with a corrected text: told in full where there was more than one mistake before."""
        text = Text.plain(value)
        checked = self._parse(text, start, brief=len(before.errors) < 2)
        if not checked.ok or self.judge is None:
            return checked.diagnostics
        return (*checked.diagnostics, *self.judge(text, checked.value))

    def _parse(self, text: Text, start: str, *, brief: bool = False) -> Checked[Paragraph]:
        span = text.span()
        if len(text.value) > LONGEST_TEXT:
            what = f"the text has {len(text.value):,} characters"
            return Checked(
                Paragraph(span=span, sentences=()), (diagnose("SAY0505", span, what=what, most=LONGEST_TEXT),)
            )
        label, body = self._label(text)
        tokens, diagnostics = read(body, self.lexicon, orders=start in DONE)
        diagnostics = trouble.prose(tokens, diagnostics)
        sentences: list[Sentence] = []
        failed = 0
        for line in self._lines(tokens, body.value):
            if not brief and failed <= EXPLAINED:
                for sentence in line:
                    diagnostics = unknown.explained(self, body, sentence, start, diagnostics)
            self.builder.goes_on = any(map(instead.begins_rule, sentences))
            items, own = self._line(line, start, brief or failed > EXPLAINED)
            sentences += items
            diagnostics += own
            failed += not items
        if not tokens:
            diagnostics.append(diagnose("SAY0503", span))
        if start in ORDERS:
            sentences = instead.alternatives(offered.unless_done(sentences, self.lexicon.frames))
        return Checked(Paragraph(span=span, label=label, sentences=tuple(sentences)), tuple(diagnostics))

    def _label(self, text: Text) -> tuple[str | None, Text]:
        match = _LABEL.match(text.value)
        if match and match[1] in self.vocabulary.labels:
            return match[1], text.slice(match.end())
        return None, text

    def _lines(self, tokens: list[Token], text: str) -> list[list[list[Token]]]:
        """Sentences; one that ends with *choose one:* takes the lines after it that begin with `-`, and what
        stands in such a line: after the first sentence, or below it and further in than the `-`."""
        sentences = _split(tokens)
        lines: list[list[list[Token]]] = []
        for sentence in sentences:
            chosen = bool(lines) and lines[-1][0][-1].type == "COLON"
            if chosen and (
                sentence[0].type == "BULLET" or (len(lines[-1]) > 1 and _same_line(lines[-1], sentence, text))
            ):
                lines[-1].append(sentence)
            else:
                lines.append([sentence])
        return lines

    def _line(
        self, line: list[list[Token]], start: str, brief: bool
    ) -> tuple[list[Sentence], list[Diagnostic]]:
        head = line[0]
        if head[-1].type != "COLON" or not any(token.type == "CHOOSE_ONE" for token in head):
            sentence, found = self._sentence(head, start, brief)
            if sentence is None:
                return [], found
            return list(normal.apart(sentence)) if start == "statement" else [sentence], found
        choice, diagnostics = self._sentence(head, "choice", brief)
        grouped, found = self._ways(line[1:], start, brief)
        diagnostics += found
        if choice is None or grouped is None:
            return [], diagnostics
        body = choice.body
        assert isinstance(body, Choice)
        diagnostics += _number_of_lines(body, len(grouped), head[-1].span)
        lines = [offered.unless_done(sentences, self.lexicon.frames) for sentences in grouped if sentences]
        items = [_item(instead.alternatives(sentences)) for sentences in lines]
        span = span_of(choice, *items)
        return [replace(choice, body=replace(body, items=tuple(items), span=span), span=span)], diagnostics

    def _ways(
        self, items: list[list[Token]], start: str, brief: bool
    ) -> tuple[list[list[Sentence]] | None, list[Diagnostic]]:
        """The sentences of each way of a choice; None: one of them is a choice itself."""
        grouped: list[list[Sentence]] = []
        diagnostics: list[Diagnostic] = []
        for item in items:
            inner = next((token for token in item if token.type == "CHOOSE_ONE"), None)
            if item[-1].type == "COLON" and inner is not None:
                said = f"*{inner.span.text}*"
                return None, [*diagnostics, diagnose("SAY0501", inner.span, found=said, hint=_NO_WAYS)]
            begins = item[0].type == "BULLET"
            sentence, found = self._sentence(item[1:] if begins else item, start, brief)
            diagnostics += found
            if begins:
                grouped.append([])
            if sentence is not None:
                grouped[-1].append(sentence)
        return grouped, diagnostics

    # --- Sentences ------------------------------------------------------------------------------------------

    def _sentence(
        self, tokens: list[Token], start: str, brief: bool
    ) -> tuple[Sentence | None, list[Diagnostic]]:
        if not tokens or any(token.type == "UNKNOWN" for token in tokens):
            return None, []
        if len(tokens) > LONGEST_SENTENCE:
            what = f"the sentence has {len(tokens)} words"
            return None, [diagnose("SAY0505", tokens[0].span, what=what, most=LONGEST_SENTENCE)]
        diagnostics: list[Diagnostic] = []
        if tokens[-1].type not in ("STOP", "COLON") and start != "cost":
            tokens = [*tokens, _stop(tokens[-1])]
            diagnostics.append(trouble.no_stop(tokens))
        if start == "formula":
            tokens = formula.scored(tokens, self.lexicon)
        first = tokens[0]
        if first.text[:1].islower() and start != "cost" and not any(r.kind == "name" for r in first.readings):
            diagnostics.append(trouble.no_capital(first))
        tagged = self.tagger.tag(tokens)
        self.builder.diagnostics.clear()
        sentence = self._run(tagged, grammar.STARTS[start])
        if sentence is None:
            why = [trouble.short(tagged)] if brief else trouble.explain(self, tagged, start)
            return None, [*diagnostics, *why]
        sentence = same_past.of_a_question(sentence, start, self.vocabulary)
        again = trouble.twice(tokens)
        if again is not None:
            diagnostics.append(again)
        diagnostics += self.builder.diagnostics
        diagnostics += self.builder.agreement.determiners(tagged, start)
        diagnostics += misfits(sentence, tagged, self.vocabulary)
        return sentence, diagnostics

    def _run(self, tagged: Sequence[Token], rule: str) -> Sentence | None:
        loop = self._loops.get(rule)
        if loop is None:
            loop = self._loops[rule] = Loop(self.tables, rule, self.builder)
        sentence: Sentence | None = loop.run(tagged)
        return sentence

    def try_run(self, tagged: Sequence[Token], rule: str) -> Sentence | None:
        """The tree under another start symbol, or None."""
        sentence = self._run(tagged, rule)
        self.builder.diagnostics.clear()
        return sentence

    def tagged(self, text: Text) -> list[list[Token]]:
        """The tagged tokens of each sentence: for `explain` and tests."""
        tokens, _ = read(text, self.lexicon)
        return [self.tagger.tag(s) for s in _split(tokens) if all(t.type != "UNKNOWN" for t in s)]

    # --- The oracle -----------------------------------------------------------------------------------------

    def readings(self, text: Text, start: str, limit: int = 16) -> tuple[Paragraph, ...]:
        """Every tree that the grammar has for the tagged text, told apart by what they say; at most `limit`.

        An Earley parser that keeps all ambiguities: about a hundred times slower than `parse`, for tests and `explain`.
        Empty for a text that does not parse.
        """
        label, body = self._label(text)
        tokens, diagnostics = read(body, self.lexicon, orders=start in DONE)
        if diagnostics:
            return ()
        found: list[list[Sentence]] = []
        for line in self._lines(tokens, body.value):
            options = self._readings(line[0], start if len(line) == 1 else "choice", limit)
            for item in line[1:]:
                begins = item[0].type == "BULLET"
                inner = self._readings(item[1:] if begins else item, start, limit)
                options = [_with_item(head, one, begins) for head in options for one in inner][:limit]
            found.append(options)
        return tuple(
            Paragraph(span=text.span(), label=label, sentences=sentences)
            for sentences in islice(product(*found), limit)
        )

    def ambiguities(self, text: Text, start: str) -> tuple[Diagnostic, ...]:
        """One diagnostic for each sentence that can be read in several ways (SAY0604); as slow as `readings`."""
        body = self._label(text)[1]
        tokens, _ = read(body, self.lexicon, orders=start in DONE)
        found = []
        for line in self._lines(tokens, body.value):
            for k, sentence in enumerate(line):
                rule = start if k or len(line) == 1 else "choice"
                options = self._readings([t for t in sentence if t.type != "BULLET"], rule, 4)
                if len(options) > 1:
                    span = sentence[0].span.cover(sentence[-1].span)
                    found.append(trouble.ambiguous(span, options))
        return tuple(found)

    def _readings(self, tokens: list[Token], start: str, limit: int) -> list[Sentence]:
        if self._earley is None:
            self._earley = grammar.oracle(self.classes)
        if tokens and tokens[-1].type not in ("STOP", "COLON") and start != "cost":
            tokens = [*tokens, _stop(tokens[-1])]
        tagged = self.tagger.tag(tokens)
        try:
            forest = self._earley.parse(tagged, start=grammar.STARTS[start])
        except (UnexpectedToken, UnexpectedEOF):
            return []
        builder = Builder(self.lexicon)
        return list(dict.fromkeys(_value(builder, tree) for tree in _derivations(forest, limit)))

    # --- For messages ---------------------------------------------------------------------------------------

    def stops_at(self, tagged: Sequence[Token], rule: str) -> tuple[int, frozenset[str]]:
        """The index of the first token that does not fit (`len(tagged)`: the end), and the terminals that would."""
        parser: Any = self._lark.parse_interactive(start=rule)
        for index, token in enumerate(tagged):
            before = parser.copy(deepcopy_values=False)
            try:
                parser.feed_token(token)
            except UnexpectedToken:
                return index, frozenset(before.accepts())
        return len(tagged), frozenset(parser.accepts())


_LABEL = re.compile(r"\s*([^\s:.,][^:.,\n]{0,60}?)[ \t]*:(?=\s|$)")


def _with_item(choice: Sentence, item: Sentence, begins: bool) -> Sentence:
    assert isinstance(choice.body, Choice)
    items = choice.body.items
    if not begins:
        last = items[-1]
        before = last.sentences if isinstance(last, Paragraph) else (last,)
        return replace(choice, body=replace(choice.body, items=(*items[:-1], _item([*before, item]))))
    return replace(choice, body=replace(choice.body, items=(*items, item)))


_NO_WAYS = (
    "a way has no ways of its own: each of them is a line of the one choice, *- Gain 1 ….*, *- Gain 2 ….*"
)


def _number_of_lines(body: Choice, lines: int, span: Span) -> Iterator[Diagnostic]:
    """SAY0504: fewer lines than may be chosen, or *one or both* of more than two."""
    chosen = body.low, body.high
    if lines < max(2, body.high or 2) or chosen == (1, 2) != (1, lines):
        hint = "*one or both* is said of 2 lines, *2* and *up to 2* of no fewer"
        yield diagnose("SAY0504", span, hint=hint if chosen != (1, 1) else None)


def _item(sentences: list[Sentence]) -> Sentence | Paragraph:
    """A line of a choice: one sentence, or several together."""
    if len(sentences) == 1:
        return sentences[0]
    return Paragraph(span=span_of(*sentences), sentences=tuple(sentences))


def _same_line(line: list[list[Token]], sentence: list[Token], text: str) -> bool:
    """Whether a sentence belongs to the last line of a choice: no line ends before it, or it stands further in.

    Ways that were written in one sentence (*Gain 2 or 1 coins.*) end with it.
    """
    end, start = line[-1][-1].end, sentence[0].start
    written = (tokens[0] for tokens in reversed(line) if text[tokens[0].start : tokens[0].end].strip() == "-")
    bullet = next(written, None)
    if bullet is None:
        return False
    between = text[end:start]
    if "\n" not in between:
        return True
    sign = text.index("-", bullet.start)
    return len(between.rpartition("\n")[2]) > sign - (text.rfind("\n", 0, sign) + 1)


def _derivations(tree: Any, limit: int) -> list[Any]:
    """The trees without ambiguity that a tree with `_ambig` nodes stands for."""
    if not isinstance(tree, Tree):
        return [tree]
    if tree.data == "_ambig":
        return [one for option in tree.children for one in _derivations(option, limit)][:limit]
    return [
        Tree(tree.data, list(children))
        for children in islice(product(*(_derivations(child, limit) for child in tree.children)), limit)
    ]


def _value(builder: Builder, tree: Any) -> Any:
    if not isinstance(tree, Tree):
        return tree
    return getattr(builder, str(tree.data))([_value(builder, child) for child in tree.children])


def _stop(last: Token) -> Token:
    at = last.span.source.span(last.span.end, last.span.end)
    return Token("", last.end, last.end, at, (), "STOP")


def _split(tokens: list[Token]) -> list[list[Token]]:
    """Sentences, each with its full stop; a bullet begins one.  What was made of a part of another gets its capital."""
    sentences: list[list[Token]] = []
    current: list[Token] = []
    for i, token in enumerate(tokens):
        if i and is_made(tokens[i - 1]):
            token = token.saying(forms.capitalize(token.text))
        if token.type == "BULLET" and current:
            sentences.append(current)
            current = []
        current.append(token)
        ends = token.type == "STOP"
        if token.type == "COLON" and i + 1 < len(tokens) and tokens[i + 1].type == "BULLET":
            ends = True
        if ends:
            sentences.append(current)
            current = []
    if current:
        sentences.append(current)
    return sentences
