"""The command `sayso`: one module a command, each imported when it is asked for.

Exit codes: 0 all is well, 1 something was found, 2 the command was misused, 3 sayso itself failed.
"""
