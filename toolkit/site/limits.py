"""The page of the limits, made from their table (`toolkit.limits`)."""

from __future__ import annotations

from toolkit.limits import COUNTS, DEFAULTS, VARIABLE
from toolkit.site.markup import code, element, table, text
from toolkit.site.page import Page


def limits_page() -> Page:
    """How much a game may make grow, and who says otherwise."""
    example = f'{VARIABLE}="steps=1000000 seconds=60"'
    page = Page("language/limits", "Limits")
    page.add(
        "# Limits",
        element("p", "What grows beyond one of these is stopped, with the sentence and what led to it."),
        table(
            ("limit", "at most", "of what"),
            ((code(name), f"{getattr(DEFAULTS, name):,}", text(counts)) for name, counts in COUNTS.items()),
        ),
        element("p", f"A pack allows less: {code('limits: {steps: 5000}')} in {code('pack.yaml')}."),
        element("p", f"Whoever runs it sets them freely: {code(example)}."),
    )
    return page
