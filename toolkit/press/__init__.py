"""A game on paper: its cards, tokens and rulebook as PDF, and its components for other programs.

What is typeset is data: `pieces` and `rulebook` make it from a `Shelf`, `sheets` says where on which sheet each piece
lies, and the fixed templates in `templates/` show it.  Only `typeset` knows the program that does so (typst).
"""
