"""What is wrong with something an author wrote, as a value.

Every stage takes its input and returns `Checked[Output]`: the value and all diagnostics, never an
exception for an author's mistake. The command, the language server, the playground and the site show
these same objects. Make them with `catalogue.diagnose`, which takes the words from the code's page.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Generic, Literal, TypeVar, cast

from toolkit.frozen import dataclass
from toolkit.report.source import Span

T = TypeVar("T", covariant=True)
U = TypeVar("U")

Confidence = Literal["certain", "likely"]
"""`certain`: wrong for sure. `likely`: a good guess that an author may overrule."""


class Severity(Enum):
    """How bad it is: an error stops the pack from running, a warning and an info do not."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for an info."""
        return ("error", "warning", "info").index(self.value)


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that belongs to the story, such as the other half of a conflict."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A correction that a tool can make: put `replacement` where `span` stands.

    `title`: what it does, as an order ("put the text in quotes").
    """

    title: str
    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake.

    `code`, `name`: as in the catalogue (`SAY0203`, `unknown-key`). `message`: one phrase, no blame.
    `span`: the smallest wrong thing. `label`: a few words under the caret, may be empty. `labels`: other
    places. `expected`: what could stand there instead, already in the author's spelling. `hint`: what to do.
    `fixes`: corrections, the best first. `cites`: ids of game rules that the message rests on.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    label: str = ""
    labels: tuple[Label, ...] = ()
    expected: tuple[str, ...] = ()
    hint: str | None = None
    fixes: tuple[Fix, ...] = ()
    cites: tuple[str, ...] = ()
    name: str = ""
    confidence: Confidence = "certain"

    @property
    def is_error(self) -> bool:
        """Whether it stops the pack from running."""
        return self.severity is Severity.ERROR


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """A value and what was found on the way to it.

    With errors among the diagnostics the value is the part that could be understood.
    """

    value: T
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no diagnostic is an error."""
        return not any(d.is_error for d in self.diagnostics)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that are errors."""
        return tuple(d for d in self.diagnostics if d.is_error)

    def unwrap(self: Checked[U | None]) -> U:
        """The value, or `DiagnosticError` if there are errors; without any there is a value."""
        if not self.ok:
            raise DiagnosticError(self.diagnostics)
        return cast("U", self.value)

    def with_value(self, value: U) -> Checked[U]:
        """The same diagnostics with another value."""
        return Checked(value, self.diagnostics)

    def adding(self, diagnostics: Iterable[Diagnostic]) -> Checked[T]:
        """The same value with further diagnostics after the present ones."""
        return Checked(self.value, (*self.diagnostics, *diagnostics))


class DiagnosticError(Exception):
    """For an API that must raise: carries the diagnostics; its text is one line for each of them."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        from toolkit.report.render import concise

        return "\n".join(concise(d) for d in self.diagnostics)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by file, place, severity and code, each said once."""
    seen = {(d.code, d.severity, d.span, d.message): d for d in reversed(tuple(diagnostics))}
    return tuple(
        sorted(
            seen.values(),
            key=lambda d: (d.span.source.name, d.span.start, d.severity.rank, d.code, d.message),
        )
    )
