"""Controlled English: from text to a tree of lemmas, and from the tree to text in each language.

Here: the tree (`ast`), the words of a pack (`vocabulary`), tokens (`lexer`).  `parsing` makes trees of tokens, after
`wording` has replaced what designers write for something that has a canonical form; `printing` is the way back.
The language knows no game and no state.
"""
