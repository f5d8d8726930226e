"""A mistake of ours that shows at one sentence: reported like any other, so that all other results are kept.

The traceback goes into `REPORTS`, and the command offers it as a file.
"""

from __future__ import annotations

import os
import traceback

from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Span

TRACEBACK = "SAYSO_TRACEBACK"
"""Set it to anything and an internal error shows its traceback (for us, not for authors)."""

REPORTS: list[str] = []
"""What happened, a traceback each."""


def internal(error: Exception, span: Span) -> Diagnostic:
    """The diagnostic for an exception that nobody expected, raised while the text at `span` was worked on.

    Raises the exception itself when `SAYSO_TRACEBACK` is set.
    """
    if os.environ.get(TRACEBACK):
        raise error
    line, column = span.position
    REPORTS.append(
        f"{span.source.name}:{line}:{column}\n{span.text}\n{''.join(traceback.format_exception(error))}"
    )
    return diagnose("SAY0890", span, error=type(error).__name__)
