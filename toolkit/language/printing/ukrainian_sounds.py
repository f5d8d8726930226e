"""Which of its sounds a Ukrainian word takes between two others: *у/в*, *з/із/зі*, *і/й*.

In: a text with the marks `U`, `Z`, `I`, each a word of its own.  Out: the text with the word that sounds well there.
The rules are the simple ones of the school book: vowels do not meet, consonants do not crowd.
"""

from __future__ import annotations

import re

U, Z, I = "\ue001", "\ue002", "\ue003"  # noqa: E741
"""*у* or *в*; *з*, *із* or *зі*; *і* or *й*."""

VOWELS = "аеєиіїоуюя"
_DIGIT_SOUNDS = {
    "0": "н",
    "1": "о",
    "2": "дв",
    "3": "тр",
    "4": "ч",
    "5": "п",
    "6": "ш",
    "7": "с",
    "8": "в",
    "9": "д",
}
"""How a number begins when it is read aloud."""
_TENS = {"10": "д", "40": "с", **{f"1{n}": sound for n, sound in _DIGIT_SOUNDS.items() if n != "0"}}

_MARK = re.compile(
    rf"(?P<before>\S?)(?P<closed>[»“⟩)]*)(?P<space> ?)(?P<mark>[{U}{Z}{I}]) "
    rf"(?P<quote>[«⟨(]*)(?P<next>[^\s{U}{Z}{I}]{{0,3}})"
)


_ALL = re.compile(rf"((?i:[{VOWELS}]) )(увесь|ус(?:і|іх|ім|іма|я|ієї|ій|ю|ією|е|ього|ьому)(?!\w))")
"""*усі* after a vowel is *всі*."""

_TWO_I = re.compile(r"(?<=[ ,])і(?= [іїІЇ])")
"""*і інший* is *та інший*."""

_MARKED = {"у": U, "в": U, "з": Z, "із": Z, "зі": Z}
"""Words whose sound is chosen at the end."""


def marked(text: str) -> str:
    """Words of a lexicon with their marks: *з гри* is *із гри* after a consonant."""
    return " ".join(_MARKED.get(word, word) for word in text.split(" "))


def settle(text: str) -> str:
    """The text with every mark chosen, from left to right."""
    while match := _MARK.search(text):
        before = match["before"]
        following = _sound(match["next"])
        chosen = _choose(match["mark"], before.lower(), following)
        if not before or before in ".:-":
            chosen = chosen.capitalize()
        behind = text[match.start("quote") :]
        text = f"{text[: match.start()]}{before}{match['closed']}{match['space']}{chosen} {behind}"
    text = _TWO_I.sub("та", text)
    return _ALL.sub(lambda match: match[1] + ("весь" if match[2] == "увесь" else "вс" + match[2][2:]), text)


def _sound(word: str) -> str:
    """How a word begins; a number, as it is read: *12* is *дванадцять*, *100* is *сто*."""
    digits = "".join(letter for letter in word if letter.isdigit())
    if len(digits) == 3 and digits[0] == "1":
        return "ст"
    if len(digits) == 2 and digits in _TENS:
        return _TENS[digits]
    return _DIGIT_SOUNDS.get(word[:1], word).lower()


def _choose(mark: str, before: str, following: str) -> str:
    after_vowel = before != "" and before in VOWELS
    before_vowel = following[:1] in VOWELS
    if mark == I:
        return "й" if after_vowel and not before_vowel and following[:1] != "й" else "і"
    if mark == U:
        return _in(after_vowel, before_vowel, following)
    if before_vowel:
        return "з"
    if following[:1] in "зсцчшщж":
        return "зі" if following[1:2] and following[1:2] not in VOWELS else "із"
    return "з" if after_vowel or not before.isalnum() else "із"


def _in(after_vowel: bool, before_vowel: bool, following: str) -> str:
    """*у* or *в*."""
    if before_vowel and following[:1] not in "єїюя":  # *у якому*: it begins with *й*
        return "в"
    crowded = following[:1] in "вф" or following[:2] in ("льв", "св", "тв", "хв", "зв")
    return "в" if after_vowel and not crowded else "у"


def capitalize(text: str) -> str:
    """The first letter as a capital, after quotes but not a number; a mark gets its capital when it is chosen."""
    for at, letter in enumerate(text):
        if letter in (U, Z, I) or letter.isdigit():
            return text
        if letter.isalpha():
            return text[:at] + letter.upper() + text[at + 1 :]
    return text
