"""A tree → text: `print_english` is the exact inverse of the parser; other languages print the same tree
(`languages` lists them)."""
