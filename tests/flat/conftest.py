"""These tests need the flat machine as it is compiled."""

import os

import pytest

from toolkit import native
from toolkit.flat import available


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """It is there; with SAYSO_NATIVE=1 it has to be."""
    if not available():
        assert os.environ.get(native.VARIABLE) != "1", native.version()
        pytest.skip(f"{native.version()}: make native")
