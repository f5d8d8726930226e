"""`sayso explain SAY0000`."""

import pytest

from toolkit.report.catalogue import codes


@pytest.mark.parametrize("code", codes())
def test_every_page_can_be_read(sayso, code):
    run = sayso("explain", code)
    assert run.status == 0
    assert run.out.startswith(code)
    assert "\nWrong\n" in run.out
    assert "\nRight\n" in run.out


def test_small_letters_will_do(sayso):
    assert sayso("explain", codes()[0].lower()).status == 0


def test_an_unknown_code_is_misuse(sayso):
    run = sayso("explain", "SAY9999")
    assert run.status == 2
    assert "There is no diagnostic SAY9999" in run.err
