"""Values with diagnostics, and the exception for those who need one."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from toolkit.report.atomic import write_atomic
from toolkit.report.diagnostic import Checked, Diagnostic, DiagnosticError, Severity, in_order
from toolkit.report.source import Source

SOURCE = Source("a.yaml", "one two\nthree\n")


def said(start: int, severity: Severity = Severity.ERROR, code: str = "SAY0100") -> Diagnostic:
    return Diagnostic(code, severity, f"at {start}", SOURCE.span(start, start + 1))


def test_a_checked_value() -> None:
    warned = Checked(7, (said(0, Severity.WARNING),))
    wrong = warned.adding([said(1)])
    assert warned.ok and warned.unwrap() == 7
    assert not wrong.ok and wrong.value == 7 and wrong.errors == (said(1),)
    assert wrong.with_value("x") == Checked("x", wrong.diagnostics)


def test_the_exception_says_each_in_a_line() -> None:
    with pytest.raises(DiagnosticError) as caught:
        Checked(None, (said(0), said(8))).unwrap()
    assert str(caught.value) == "a.yaml:1:1: error[SAY0100] at 0\na.yaml:2:1: error[SAY0100] at 8"
    assert len(caught.value.diagnostics) == 2


def test_order_and_each_once() -> None:
    found = [said(8), said(0, Severity.WARNING), said(0), said(8)]
    assert [(d.span.start, d.severity) for d in in_order(found)] == [
        (0, Severity.ERROR),
        (0, Severity.WARNING),
        (8, Severity.ERROR),
    ]


def test_diagnostics_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(said(8))) == said(8)
    error = pickle.loads(pickle.dumps(DiagnosticError([said(8)])))
    assert error.diagnostics == (said(8),)


def test_write_atomic(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    write_atomic(path, "één\n")
    assert path.read_bytes() == "één\n".encode()
    path.chmod(0o640)
    write_atomic(path, "two\n")
    assert path.read_text() == "two\n" and path.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in path.parent.iterdir()] == ["a.txt"]


def test_a_failed_write_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    write_atomic(path, "old")

    def fail(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write_atomic(path, "new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.txt", "old")]


def test_a_text_that_cannot_be_encoded_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomic(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomic(path, "\ud800")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.txt", "old")]


def test_heavy_libraries_are_not_imported_at_start() -> None:
    code = (
        "import sys, toolkit.report.render, toolkit.documents.schema, toolkit.documents.folder;"
        "print([m for m in ('yaml', 'jsonschema', 'jsonschema_rs', 'rich', 'click') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
