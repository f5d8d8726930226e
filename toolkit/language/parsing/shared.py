"""The parser of a vocabulary that says the same as one before: its tables need longer to be made than most texts to be
read, and whoever edits a pack, or tries texts in it, loads it again and again with the same words."""

from __future__ import annotations

from collections import OrderedDict
from copy import copy
from dataclasses import fields

from toolkit.language.parsing.kept import digest_of_words
from toolkit.language.parsing.parser import Parser
from toolkit.language.vocabulary import Vocabulary

MOST = 4
"""Parsers of this process that are kept: those of the packs that were loaded last."""

_MADE: OrderedDict[str, Parser] = OrderedDict()


def parser_of(vocabulary: Vocabulary, digest: str | None = None) -> Parser:
    """A parser for these words.  `digest`: of the words, from who knows it.

    It may have been made for another vocabulary, in which the same words stand elsewhere.
    """
    key = digest_of_words(vocabulary) if digest is None else digest
    parser = _MADE.get(key)
    if parser is None:
        held = {each.name: copy(getattr(vocabulary, each.name)) for each in fields(vocabulary)}
        parser = _MADE[key] = Parser(Vocabulary(**held))  # its own words: nobody else changes them
        if len(_MADE) > MOST:
            _MADE.popitem(last=False)
    else:
        _MADE.move_to_end(key)
    return parser
