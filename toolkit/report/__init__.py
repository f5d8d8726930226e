"""Diagnostics as values: where, what, why, and what to do instead.

Everything that reads what an author wrote imports this package; it imports no other. Renderers stand in
`toolkit.report.render`, the pages of all codes in `toolkit.report.catalogue`.
"""

from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, DiagnosticError, Fix, Label, Severity, in_order
from toolkit.report.source import Position, Source, Span, Text
from toolkit.report.suggest import nearest

__all__ = [
    "Checked",
    "Diagnostic",
    "DiagnosticError",
    "Fix",
    "Label",
    "Position",
    "Severity",
    "Source",
    "Span",
    "Text",
    "diagnose",
    "in_order",
    "nearest",
]
