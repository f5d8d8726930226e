"""The phrases of the kernel verbs as templates of the language: written once, in each verb's file."""

from __future__ import annotations

from functools import cache

from toolkit.language.phrase import template
from toolkit.language.vocabulary import Template
from toolkit.verbs.verb import load_verbs


@cache
def kernel_templates() -> dict[str, tuple[Template, ...]]:
    """Verb id → its templates, the canonical one first."""
    return {
        verb.id: tuple(
            template(phrase, verb.id, canonical=number == 0) for number, phrase in enumerate(verb.phrases)
        )
        for verb in load_verbs().values()
    }


def all_templates() -> tuple[Template, ...]:
    """The templates of all kernel verbs, for a pack's vocabulary."""
    return tuple(each for templates in kernel_templates().values() for each in templates)
