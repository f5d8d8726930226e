"""English word forms, both ways: lemma to form for the printer, form to lemma for the lexer.

A lemma may have several words.  A verb inflects its first (*look at*: looks at), a noun its last (*picture
book*: picture books) or, before *of* and the like, its head (*place of honour*: places of honour).
What a rule gets wrong stands in a table; what no table knows, a pack declares (`VerbForms`, `noun: [die, dice]`).
The *-ing* form is not in the language, except as an adjective that a pack declares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.language.vocabulary import VerbForms

# --- Nouns --------------------------------------------------------------------------------------------------

IRREGULAR_PLURALS: dict[str, str] = {
    "child": "children",
    "die": "dice",
    "dwarf": "dwarves",
    "foot": "feet",
    "goose": "geese",
    "half": "halves",
    "index": "indices",
    "knife": "knives",
    "leaf": "leaves",
    "life": "lives",
    "loaf": "loaves",
    "man": "men",
    "mouse": "mice",
    "ox": "oxen",
    "person": "people",
    "self": "selves",
    "shelf": "shelves",
    "thief": "thieves",
    "tooth": "teeth",
    "wife": "wives",
    "wolf": "wolves",
    "woman": "women",
}

SAME_PLURAL = frozenset({"deer", "equipment", "fish", "gear", "offspring", "series", "sheep", "species"})
"""Nouns that look the same in the plural."""

_HEAD_FIRST = re.compile(r" (?:of|in|at|on|from|to|with|without|for) ")
_O_ES = frozenset({"echo", "hero", "potato", "tomato", "torpedo", "veto", "cargo", "volcano"})


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """The regular or tabled plural: *city* → *cities*, *place of honour* → *places of honour*."""
    if match := _HEAD_FIRST.search(noun):
        return plural(noun[: match.start()]) + noun[match.start() :]
    before, space, word = noun.rpartition(" ")
    return before + space + _plural(word)


def _plural(word: str) -> str:
    lower = word.lower()
    if lower in SAME_PLURAL:
        return word
    if lower in IRREGULAR_PLURALS:
        return cased(word, IRREGULAR_PLURALS[lower])
    if lower.endswith("man") and len(lower) > 4 and lower not in ("human", "shaman", "talisman"):
        return word[:-2] + "en"
    if lower.endswith("o") and lower in _O_ES:
        return word + "es"
    return _with_s(word)


def _with_s(word: str) -> str:
    lower = word.lower()
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if lower.endswith("y") and lower[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return word[:-1] + "ies"
    return word + "s"


def singulars(word: str) -> Iterator[str]:
    """Every noun whose plural might be `word`, the likeliest first: for hints about unknown words."""
    for singular, several in IRREGULAR_PLURALS.items():
        if word == several:
            yield singular
    candidates = []
    if word.endswith("ies"):
        candidates.append(word[:-3] + "y")
    if word.endswith("es"):
        candidates.append(word[:-2])
    if word.endswith("s"):
        candidates.append(word[:-1])
    yield from (candidate for candidate in candidates if candidate and plural(candidate) == word)


def possessive(phrase: str, plural: bool = False) -> str:
    """*Red's*, *the boss's*, *the bosses'*."""
    return phrase + ("'" if plural and phrase.endswith("s") else "'s")


# --- Verbs --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Forms:
    """All forms of a verb that the language uses: *take, takes, took, taken*."""

    base: str
    third: str
    past: str
    participle: str


IRREGULAR_VERBS: dict[str, tuple[str, str]] = {
    # base: (past, participle)
    "be": ("was", "been"),
    "bear": ("bore", "borne"),
    "beat": ("beat", "beaten"),
    "become": ("became", "become"),
    "begin": ("began", "begun"),
    "bend": ("bent", "bent"),
    "bet": ("bet", "bet"),
    "bid": ("bid", "bid"),
    "bind": ("bound", "bound"),
    "bite": ("bit", "bitten"),
    "blow": ("blew", "blown"),
    "break": ("broke", "broken"),
    "bring": ("brought", "brought"),
    "build": ("built", "built"),
    "burn": ("burned", "burned"),
    "burst": ("burst", "burst"),
    "buy": ("bought", "bought"),
    "cast": ("cast", "cast"),
    "catch": ("caught", "caught"),
    "choose": ("chose", "chosen"),
    "come": ("came", "come"),
    "cost": ("cost", "cost"),
    "cut": ("cut", "cut"),
    "deal": ("dealt", "dealt"),
    "dig": ("dug", "dug"),
    "do": ("did", "done"),
    "draw": ("drew", "drawn"),
    "drink": ("drank", "drunk"),
    "drive": ("drove", "driven"),
    "eat": ("ate", "eaten"),
    "fall": ("fell", "fallen"),
    "feed": ("fed", "fed"),
    "fight": ("fought", "fought"),
    "find": ("found", "found"),
    "fly": ("flew", "flown"),
    "forget": ("forgot", "forgotten"),
    "freeze": ("froze", "frozen"),
    "get": ("got", "got"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "grow": ("grew", "grown"),
    "hang": ("hung", "hung"),
    "have": ("had", "had"),
    "hear": ("heard", "heard"),
    "hide": ("hid", "hidden"),
    "hit": ("hit", "hit"),
    "hold": ("held", "held"),
    "hurt": ("hurt", "hurt"),
    "keep": ("kept", "kept"),
    "know": ("knew", "known"),
    "lay": ("laid", "laid"),
    "lead": ("led", "led"),
    "leave": ("left", "left"),
    "lend": ("lent", "lent"),
    "let": ("let", "let"),
    "lie": ("lay", "lain"),
    "light": ("lit", "lit"),
    "lose": ("lost", "lost"),
    "make": ("made", "made"),
    "meet": ("met", "met"),
    "pay": ("paid", "paid"),
    "put": ("put", "put"),
    "read": ("read", "read"),
    "ride": ("rode", "ridden"),
    "rise": ("rose", "risen"),
    "run": ("ran", "run"),
    "say": ("said", "said"),
    "see": ("saw", "seen"),
    "seek": ("sought", "sought"),
    "sell": ("sold", "sold"),
    "send": ("sent", "sent"),
    "set": ("set", "set"),
    "shake": ("shook", "shaken"),
    "shoot": ("shot", "shot"),
    "show": ("showed", "shown"),
    "shrink": ("shrank", "shrunk"),
    "shut": ("shut", "shut"),
    "sink": ("sank", "sunk"),
    "sit": ("sat", "sat"),
    "slay": ("slew", "slain"),
    "sleep": ("slept", "slept"),
    "slide": ("slid", "slid"),
    "spend": ("spent", "spent"),
    "spin": ("spun", "spun"),
    "split": ("split", "split"),
    "spread": ("spread", "spread"),
    "stand": ("stood", "stood"),
    "steal": ("stole", "stolen"),
    "stick": ("stuck", "stuck"),
    "strike": ("struck", "struck"),
    "swear": ("swore", "sworn"),
    "swim": ("swam", "swum"),
    "swing": ("swung", "swung"),
    "take": ("took", "taken"),
    "teach": ("taught", "taught"),
    "tear": ("tore", "torn"),
    "tell": ("told", "told"),
    "think": ("thought", "thought"),
    "throw": ("threw", "thrown"),
    "turn": ("turned", "turned"),
    "wake": ("woke", "woken"),
    "wear": ("wore", "worn"),
    "win": ("won", "won"),
    "write": ("wrote", "written"),
}

_PREFIXES = ("re", "un", "over", "under", "out", "fore", "mis", "with")
_SILENT_DOUBLING = frozenset({"w", "x", "y"})
_DOUBLED = frozenset({
    "abet", "admit", "allot", "annul", "begin", "commit", "compel", "confer", "control", "defer", "deter",
    "dispel", "distil", "emit", "enrol", "entrap", "equip", "excel", "expel", "extol", "fulfil", "incur",
    "infer", "instil", "occur", "omit", "outwit", "patrol", "permit", "prefer", "propel", "rebel", "recur",
    "refer", "regret", "remit", "repel", "submit", "transfer", "transmit"
})  # fmt: skip
"""Words of more syllables whose last consonant doubles: stress cannot be read off the letters."""
_DOUBLED_IN_BRITAIN = frozenset({"dial", "duel", "fuel", "kidnap", "worship"})
"""Words besides those in *-el*, *-il*, *-al* that have two spellings."""


@lru_cache(maxsize=4096)
def verb_forms(lemma: str, given: VerbForms | None = None) -> Forms:
    """The forms of a verb, particles kept in place: *look at*: looks at, looked at, looked at.

    `given`: what a pack declares; its empty fields are filled by table and rule.
    """
    word, space, rest = lemma.partition(" ")
    past, participle = _irregular(word) or (_with_ed(word), None)
    third = {"be": "is", "have": "has", "do": "does", "go": "goes"}.get(word) or _third(word)
    participle = participle or past
    if given is not None:
        third = (given.third or third).partition(" ")[0]
        participle = (given.participle or (given.past if given.past else participle)).partition(" ")[0]
        past = (given.past or past).partition(" ")[0]
    tail = space + rest
    return Forms(lemma, third + tail, past + tail, participle + tail)


def spelled_otherwise(lemma: str, form: str) -> str | None:
    """*travelled* of *traveled*, and the other way round: what ends in *l*, unstressed, doubles it in Britain alone."""
    word, space, rest = lemma.partition(" ")
    one, two = f"{word}ed{space}{rest}", f"{word}{word[-1:]}ed{space}{rest}"
    unstressed = len(re.findall(r"[aeiouy]+", word)) > 1 and re.search(r"[^aeiou][aeiou]l$", word)
    if word in _DOUBLED or not (unstressed or word in _DOUBLED_IN_BRITAIN):
        return None
    return {one: two, two: one}.get(form)


def gerund(lemma: str) -> str:
    """*lose* → *losing*, *look up* → *looking up*, *die* → *dying*: no sentence has it, but headings do."""
    word, space, rest = lemma.partition(" ")
    if word.endswith("ie"):
        made = word[:-2] + "ying"
    elif word.endswith("e") and not word.endswith(("ee", "oe", "ye")) and word != "be":
        made = word[:-1] + "ing"
    else:
        made = word + (word[-1] if _doubles(word) else "") + "ing"
    return made + space + rest


def _irregular(word: str) -> tuple[str, str] | None:
    if word in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[word]
    for prefix in _PREFIXES:
        stem = word.removeprefix(prefix).lstrip("-")
        if stem != word and stem in IRREGULAR_VERBS and word != "relay":
            past, participle = IRREGULAR_VERBS[stem]
            front = word[: len(word) - len(stem)]
            return front + past, front + participle
    return None


def _third(word: str) -> str:
    return word + "es" if word.endswith(("o", "ss", "x", "z", "ch", "sh")) else _with_s(word)


def _with_ed(word: str) -> str:
    if word.endswith("e"):
        return word + "d"
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u"):
        return word[:-1] + "ied"
    if _doubles(word):
        return word + word[-1] + "ed"
    return word + "ed"


def _doubles(word: str) -> bool:
    """Whether the last consonant doubles: one short stressed vowel before it (*flip*, *commit*, not *visit*)."""
    if len(word) < 3 or word[-1] in "aeiou" or word[-1] in _SILENT_DOUBLING:
        return False
    if word[-2] not in "aeiou" or (word[-3] in "aeiou" and word[-3:-1] != "ui"):
        return False
    syllables = len(re.findall(r"[aeiouy]+", word.replace("qu", "q")))
    return syllables == 1 or word in _DOUBLED


# --- Small words --------------------------------------------------------------------------------------------

_SILENT_H = re.compile(r"(?:hour|honest|honou?r|heir)", re.I)
_YOU_SOUND = re.compile(r"(?:uni(?!n)(?!m)|use|usu|util|ufo|eu|ewe|one\b|once\b|ubiq|ura|uto)", re.I)
_LETTERS_WITH_VOWEL_SOUND = "AEFHILMNORSX"


def article(phrase: str) -> str:
    """*a* or *an*, by the sound the phrase begins with: *an hour*, *a unit*, *an X-ray*, *an 8-sided die*."""
    match = re.search(r"[^\W_]+(?:[-'.][^\W_]+)*", phrase)
    if not match:
        return "a"
    word = match[0]
    digits = re.match(r"\d+", word)
    if digits:
        number = digits[0]
        return (
            "an" if number[0] == "8" or number in ("11", "18") or re.fullmatch(r"1[18]\d{3}", number) else "a"
        )
    first = re.split(r"[-'.]", word)[0]
    spelled = first.isupper() and (len(first) == 1 or not re.search(r"[AEIOUY]", first))
    if spelled:
        return "an" if first[0] in _LETTERS_WITH_VOWEL_SOUND else "a"
    if _SILENT_H.match(word):
        return "an"
    if _YOU_SOUND.match(word):
        return "a"
    return "an" if _bare(word[0]) in "aeiou" else "a"


def _bare(letter: str) -> str:
    """A letter without accents, lower case."""
    import unicodedata

    return unicodedata.normalize("NFD", letter)[0].lower()


def capitalize(sentence: str) -> str:
    """The first letter as a capital; everything else as it is."""
    return sentence[:1].upper() + sentence[1:]


def cased(typed: str, form: str) -> str:
    """`form` with a capital if what was typed has one."""
    return capitalize(form) if typed[:1].isupper() else form


# --- Be, have, do -------------------------------------------------------------------------------------------


def be(*, plural: bool, past: bool = False) -> str:
    """*is, are, was, were*."""
    if past:
        return "were" if plural else "was"
    return "are" if plural else "is"


def have(*, plural: bool, past: bool = False) -> str:
    """*has, have, had*."""
    if past:
        return "had"
    return "have" if plural else "has"


def do(*, plural: bool, past: bool = False) -> str:
    """*does, do, did*."""
    if past:
        return "did"
    return "do" if plural else "does"


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth")  # fmt: skip
"""`ORDINALS[n - 1]`: the word for the nth."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""`NUMBERS[n - 1]`: the word for n, which sentences write as a digit."""
