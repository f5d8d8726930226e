"""Text → tree: split and lex (`scanner`), word classes (`tagger`), LALR(1) (`grammar`, `parser`), the tree
(`builder`, `nominals`), what a phrase belongs to (`attach`).

What cannot be read is explained by `trouble`, `unknown` and `repair`.
"""
