"""What the sentences of a pack say, as those ask who hold it against the rest: gathered in one walk over each tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from toolkit.language import ast


@dataclass
class Said:
    """`words`: each verb with its roles, each adjective and each manner alone.  `heads`: what noun phrases are of."""

    words: set[tuple[str, ...]] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, trees: Iterable[ast.Paragraph]) -> Said:
        """What some sentences say."""
        said = cls()
        for tree in trees:
            said.add(tree)
        return said

    @property
    def nothing(self) -> bool:
        """Whether there was no sentence at all."""
        return not self.words and not self.heads

    def more(self, other: Said) -> None:
        """What others say."""
        self.words |= other.words
        self.heads |= other.heads

    def add(self, tree: ast.Paragraph) -> None:
        """What one more says."""
        for node in tree.walk():
            match node:
                case ast.Noun(head=head, adjectives=adjectives):
                    if head:
                        self.heads.add(head)
                    self.words.update((adjective,) for adjective in adjectives)
                case ast.IsAdjective(adjectives=adjectives):
                    self.words.update((adjective,) for adjective in adjectives)
                case ast.Act(verb=verb, complements=complements):
                    self.words.add((verb, *(each.role for each in complements)))
                case ast.Manner(word=word):
                    self.words.add((word,))
                case _:
                    pass
