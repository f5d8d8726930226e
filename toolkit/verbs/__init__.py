"""Kernel verbs: what every game can do to its table, one file each.

A file holds one `VERB`: its phrases, its roles, when it is possible and what it changes.  Its docstring is
its page of the reference. `load_verbs()` finds them all: a new verb is a new file and nothing else.  What can
be composed of these (*draw*, *discard*, *steal*) is a verb of a pack, written in the language.
"""

from toolkit.verbs.verb import KernelVerb, load_verbs

__all__ = ["KernelVerb", "load_verbs"]
