"""Accepted alternates for ties: *The player with the most coins gains 1 point; if tied, nobody does.*

In: the tokens of a text, other alternates replaced.  Out: those of the canonical wording.  A note that nobody is meant
if several tie says what *the player with the most …* says already; any other note stands in front with its condition:
*If players tie for the most coins, …. Otherwise, the player with the most coins gains 1 point.*
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from toolkit.language import forms
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.wording.replaced import SENTENCE, closed, holds, mark, nth, says, since, text_of, until
from toolkit.language.wording.turns import by_turn, left_to_you

_ENDS = SENTENCE | {"SEMI"}
_TIE = re.compile(
    r"(?:(?:if|when) (?:it is )?(?:tied|a tie)|if there is a tie|(?:in|on) (?:the )?(?:case of |event of )?a tie"
    r"|(?:in|on) ties"
    r"|if (?:(?:several |multiple |at least (?:2|two) |the )?players|several|multiple) (?:are tied|tie))"
    r"(?P<what> for (?:it|the (?:most|fewest|highest|lowest)(?: .+)?))?"
)
"""What opens a note about ties."""
_WHEN = frozenset({"WHEN", "TIME", "FOR_EACH", "FIRST_TIME"})
_NOBODY = re.compile(r"(?:no player|none)(?: of them)?(?: (?P<does>.+))?|nothing happens|do nothing")
_CHOOSES = re.compile(
    r"(?:.+ )?(?:choose|chooses)(?: one of (?:them|those things|the tied players|those players)| among them)?"
)
"""A note that lets somebody choose who of those who tie it is."""
_ALL = re.compile(
    r"(?:they(?: (?:all|each))?|(?:all|each)(?: of)? (?:them|those (?:players|things)|players who tie"
    r"|(?:the )?tied players?)|those players|the tied players) (?P<does>.+)"
)
"""A note that speaks of everybody who ties."""
_SO = ("do", "does", "do so", "does so")
_MORE = {"more": "the most", "fewer": "the fewest", "less": "the fewest"}
_MOST = {"most": "most", "fewest": "fewest", "highest": "most", "lowest": "fewest"}
"""How one is ahead, and how players tie: for the most of what has an amount, be it *the highest bid*."""


class Main(NamedTuple):
    """An order about the one who is ahead: its tokens, *the most coins*, and where its verb stands; at its beginning,
    it is done to that player: *Exile the player with the most coins*.
    """

    tokens: list[Token]
    most: list[Token]
    verb: int

    @property
    def order(self) -> list[Token]:
        """*gains 1 point*; what is done to the player has no order that the tied ones could follow as well."""
        return self.tokens[self.verb :] if self.verb else []


def canonical(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every note about a tie replaced."""
    if not says(tokens, "tie", "tied", "ties", "a tie", "several"):
        return tokens
    out: list[Token] = []
    start = 0
    while start < len(tokens):
        end = until(tokens, start, _ENDS)
        sentence, stop = tokens[start:end], tokens[end : end + 1]
        start = end + 1
        before = _last(out)
        notes = (_noted, by_turn, left_to_you)
        replaced = next(
            (found for note in notes if before and (found := note(before, sentence, lexicon))), None
        )
        if replaced is None:
            out += [*sentence, *stop]
            continue
        del out[len(out) - len(before) - 1 :]
        out += [*replaced, *(stop or [mark("STOP", sentence[-1])])]
    return out


def _last(out: list[Token]) -> list[Token]:
    """The sentence that has just ended."""
    if not out or out[-1].type not in ("STOP", "SEMI"):
        return []
    return since(out[:-1], _ENDS)


def _noted(before: list[Token], sentence: list[Token], lexicon: Lexicon) -> list[Token] | None:
    """What stands for a sentence and the note about ties after it; None: it is no such note."""
    sentence = _broken(sentence, lexicon) or sentence
    comma = next((k for k, token in enumerate(sentence) if token.type == "COMMA"), None)
    main = _main(before)
    if comma is None or main is None or not _opens_note(text_of(sentence[:comma]), main):
        return None
    outcome = sentence[comma + 1 :]
    first = until(outcome, 0, frozenset({"AND"}))
    if nobody := _NOBODY.fullmatch(text_of(outcome[:first])):
        if not _same(nobody["does"], main):
            return None
        if first == len(outcome):
            return before
        outcome = outcome[first + 1 :]
    openings = before[: len(before) - len(main.tokens)]
    if not _say_when(openings):
        return None
    if _CHOOSES.fullmatch(text_of(outcome)):
        return _chosen(main, openings, outcome, lexicon)
    noted = _instead(main, outcome, sentence[0], lexicon)
    return [*openings, *_small(noted)] if noted is not None and openings else noted


def _broken(sentence: list[Token], lexicon: Lexicon) -> list[Token] | None:
    """*Ties are broken by the fewest coins*, *in favor of the player with the most coins*: *if there is a tie, the tied
    player with the fewest coins does*.
    """
    words = [token.word for token in sentence]
    if words[:3] not in (["ties", "are", "broken"], ["a tie", "is", "broken"]):
        return None
    at = next((k for k, word in enumerate(words) if word in _MOST), None)
    by = " ".join(words[3:at]).removesuffix(" the")
    if at is None or _BY_WHAT.fullmatch(by) is None or any(token.type == "COMMA" for token in sentence):
        return None
    said = partial(lexicon.tokens, sentence[0])
    tie = [*said("if", "there", "is", "a", "tie"), mark("COMMA", sentence[0])]
    return [*tie, *said("the", "tied", "player", "with", "the"), *sentence[at:], *said("does")]


_BY_WHAT = re.compile(r"by|in favou?r of the (?:tied )?player (?:with|who has)")


def _chosen(main: Main, openings: list[Token], outcome: list[Token], lexicon: Lexicon) -> list[Token]:
    """*the auctioneer chooses one of the players with the fewest coins. That player takes the gavel*: of one there is
    nothing to choose.
    """
    like = outcome[0]

    said = partial(lexicon.tokens, like)

    at = next(k for k, token in enumerate(outcome) if token.word in ("choose", "chooses"))
    chooser = outcome[: at + 1] if openings else _large(outcome[: at + 1])
    one = [*said("one of", "the", "players", "with"), *main.most, mark("STOP", like)]
    if main.verb:
        return [*openings, *chooser, *one, *said("That", "player"), *main.order]
    to = next(k for k, token in enumerate(main.tokens) if token.word == "player") - 1
    return [*openings, *chooser, *one, *_large(main.tokens[:to]), *said("that", "player")]


def _opens_note(opening: str, main: Main) -> bool:
    """Whether *if tied* … opens a note about that order.  Said in full, of who wins, it is none: that ends the game."""
    most = text_of(main.most)
    tie = _TIE.fullmatch(opening)
    so = (most.removesuffix(" there"), most, " ".join(most.split()[:2]), "it")
    if tie is None or (tie["what"] is not None and tie["what"].removeprefix(" for ") not in so):
        return False
    in_full = opening == f"if players tie for {most}"
    return not (in_full and text_of(main.order[:1]) in ("wins", "win"))


def _say_when(openings: list[Token]) -> bool:
    """Whether what stands before an order says only when it holds, or nothing does: after *if C,* the *Otherwise* of
    the tie would be that of C.
    """
    asks = holds(openings, "IF", "UNLESS")
    return not openings or (closed(openings[0]) in _WHEN and not asks)


def _small(tokens: list[Token]) -> list[Token]:
    """The tokens, the first without its capital."""
    first = tokens[0]
    return [first.saying(first.text[:1].lower() + first.text[1:]), *tokens[1:]]


def _large(tokens: list[Token]) -> list[Token]:
    """The tokens, the first with a capital."""
    return [tokens[0].large(), *tokens[1:]]


def _main(sentence: list[Token]) -> Main | None:
    """*The player with the most coins gains 1 point*, *Exile the player with the most coins*, after an opening or
    alone.
    """
    start = max((k + 1 for k, token in enumerate(sentence) if token.type == "COMMA"), default=0)
    tokens = sentence[start:]
    words = [token.word for token in tokens]
    done_to = bool(tokens) and "b" in tokens[0].find("verb").form
    at = _ahead(words, int(done_to))
    if at is None:
        return None
    if done_to:
        return Main(tokens, tokens[at:], 0)
    for k in range(at + 3, len(tokens)):
        verb = tokens[k].find("verb")
        if closed(tokens[k]) in ("BE", "MODAL") or "t" in verb.form:
            return Main(tokens, tokens[at:k], k)
    return None


def _ahead(words: list[str], start: int) -> int | None:
    """Where *the most coins* stands in *the player with the most coins*, if that begins there."""
    for opening in (["the", "player", "with"], ["the", "player", "who", "has"]):
        at = start + len(opening)
        if words[start:at] == opening and words[at : at + 1] == ["the"]:
            return at if len(words) > at + 1 and words[at + 1] in _MOST else None
    return None


def _same(does: str | None, main: Main) -> bool:
    """Whether what nobody does is what the order says: *does*, *gains it*, *is exiled*."""
    if does is None or does in ("does", "do", "is", "does so"):
        return True
    if not main.verb:
        done = main.tokens[0].find("verb")
        return bool(done) and does == f"is {forms.verb_forms(done.id).participle}"
    order = text_of(main.order)
    return does == order or does == f"{main.order[0].word} it" or order.startswith(f"{does} ")


def _instead(main: Main, outcome: list[Token], like: Token, lexicon: Lexicon) -> list[Token] | None:
    """*If players tie for the most coins, …. Otherwise, the player with the most coins gains 1 point*."""

    said = partial(lexicon.tokens, like)

    words = text_of(outcome)
    if words.endswith(" instead"):  # of what the one who is ahead does
        outcome, words = outcome[:-1], words.removesuffix(" instead")
    if words.endswith(" each") and _ALL.fullmatch(words) is not None:  # *they gain 1 coin each*
        outcome, words = outcome[:-1], words.removesuffix(" each")
    if (found := _ALL.fullmatch(words)) is not None:
        told = _of_all(main, outcome, found["does"], said)
    elif words.startswith("the tied player ") and (at := _breaks(outcome)) is not None:
        amount, verb_at = at
        if not _same(text_of(outcome[verb_at:]), main):
            return None
        most = _MORE.get(outcome[4].word)
        ranked = [*said(*most.split()), *outcome[5:verb_at]] if most else outcome[amount:verb_at]
        told = [*said("the", "tied", "player", "with"), *ranked, *main.order]
    else:
        told = outcome
    ahead = _counted(main.most, lexicon)
    if (
        told is None
        or ahead is None
        or not any(token.find("adj") or token.find("verb") for token in said("tied"))
    ):
        return None
    those = ["players"]
    if text_of(ahead[-3:-1]) == "among those":  # those who were named are compared
        ahead, those = ahead[:-3], ["those", "players"]
    condition = [*said("If", *those, "tie", "for", "the"), *ahead, mark("COMMA", like)]
    rest = [mark("STOP", like), *said("Otherwise"), mark("COMMA", like), *_small(main.tokens)]
    return [*condition, *told, *rest]


def _counted(most: list[Token], lexicon: Lexicon) -> list[Token] | None:
    """*the most coins* without its article; *the highest bid*, an amount of each player, is *the most bids*."""
    how, what = most[1], most[2:3]
    word = how.word
    if word == _MOST[word]:
        return most[1:]
    noun = nth(what, 0).find("noun")
    entry = lexicon.vocabulary.nouns.get(noun.id) if noun else None
    if entry is None or entry.category != "quantity":
        return None
    return [lexicon.token(text, old) for text, old in ((_MOST[word], how), (entry.plural, what[0]))] + most[
        3:
    ]


def _of_all(
    main: Main, outcome: list[Token], does: str, said: Callable[..., list[Token]]
) -> list[Token] | None:
    """What everybody who ties does: what the one who is ahead would, or something else."""
    if does in _SO:
        return [*said("each", "tied", "player"), *main.order] if main.verb else None
    rest = outcome[-next(k for k in range(1, len(outcome)) if text_of(outcome[-k:]) == does) :]
    one = "t" in rest[0].find("verb").form
    return [*said(*(("each", "tied", "player") if one else ("the", "tied", "players"))), *rest]


def _breaks(outcome: list[Token]) -> tuple[int, int] | None:
    """*the tied player with more coins gains it*: where the amount begins, and the verb."""
    if len(outcome) < 6 or outcome[3].word not in ("with", "who"):
        return None
    amount = 4 if outcome[3].word == "with" else 5
    for k in range(amount + 1, len(outcome)):
        if closed(outcome[k]) in ("BE", "DO") or "t" in outcome[k].find("verb").form:
            return amount, k
    return None
