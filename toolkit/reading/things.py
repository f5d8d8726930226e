"""A set as a noun phrase: what kind, where, which of them.

`Things` is the phrase before its determiner is chosen: *all cards in your hand*, *a card in your hand*, *the number of
cards in your hand* are one set.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.reading.words import a


@dataclass(frozen=True, slots=True)
class Things:
    """`noun`, `nouns`: singular and plural.  `before`: adjectives.
    `apart` (*other than you*), `where`, `which`: after the noun.  `note`: after it all, unless it is *the* one.

    `name`: a set that has a name (*the chosen cards*); then nouns and adjectives narrow it.
    `letter`: what a member is called in `such`, which is said of each (*a card X such that …*).
    """

    noun: str
    nouns: str
    before: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    such: tuple[str, ...] = ()
    letter: str = ""
    name: str = ""
    plain: bool = False
    note: str = ""

    def behind(self, many: bool = False) -> str:
        """Everything after the noun; `many`: a noun in the plural."""
        parts = [part for part in dict.fromkeys((*self.apart, *self.where, *self.which)) if part]
        if many:
            parts = [
                part.replace("that is ", "that are ", 1) if part.startswith("that is ") else part
                for part in parts
            ]
        such = list(dict.fromkeys(self.such))
        if len(such) > 1:
            such = [f"({each})" if " or " in each or "this is so" in each else each for each in such]
        if such:
            parts.append(f"such that {' and '.join(such)}")
        return "".join(f" {part}" for part in parts)

    @property
    def narrowed(self) -> bool:
        """Whether a named set is said in part only."""
        return bool(self.before or self.apart or self.where or self.which or self.such)

    def _noun(self, noun: str) -> str:
        letter = f" {self.letter}" if self.letter else ""
        return " ".join((*self.before, noun)) + letter

    def all(self) -> str:
        """*all cards in your hand*."""
        if self.name:
            return self._part("those") if self.narrowed else self.name + self.note
        return f"all {self._noun(self.nouns)}{self.behind(True)}{self.note}"

    def bare(self) -> str:
        """*cards in your hand*, after *the number of*."""
        if self.name:
            return self.all()
        return f"{self._noun(self.nouns)}{self.behind(True)}{self.note}"

    def one(self) -> str:
        """*a card in your hand*."""
        if self.name:
            return self._part("one") if self.narrowed or not self.plain else self.name + self.note
        return f"{a(self._noun(self.noun))}{self.behind()}{self.note}"

    def any(self) -> str:
        """*any card in your hand*."""
        return self._part("any") if self.name else f"any {self._noun(self.noun)}{self.behind()}"

    def no(self) -> str:
        """*no card in your hand*."""
        return self._part("none") if self.name else f"no {self._noun(self.noun)}{self.behind()}"

    def each(self) -> str:
        """*each card in your hand*."""
        if self.plain and self.name and not self.narrowed:
            return self.name + self.note
        return self._part("each") if self.name else f"each {self._noun(self.noun)}{self.behind()}{self.note}"

    def some(self, number: str, inside: int = 0) -> str:
        """*2 cards in your hand*; `inside`: adjectives that stand before the number (*first 2 cards*)."""
        if self.name:
            return self._part(number)
        noun = self.noun if number.split()[-1] == "1" else self.nouns
        letter = f" {self.letter}" if self.letter else ""
        said = " ".join((*self.before[:inside], number, *self.before[inside:], noun))
        return f"{said}{letter}{self.behind(noun == self.nouns)}{self.note}"

    def the(self) -> str:
        """*the card in your hand*: which of them is said before."""
        if self.name:
            return replace(self, note="")._part("the one") if self.narrowed else self.name
        return f"the {self._noun(self.noun)}{self.behind()}"

    def _part(self, word: str) -> str:
        letter = f" ({self.letter})" if self.letter else ""
        kind = f" that is {' and '.join(self.before)}" if self.before else ""
        return f"{word} of {self.name}{letter}{kind}{self.behind()}{self.note}"
