"""Files of the user's cache with a seal: what a full disk or a hand has changed counts as not there."""

from __future__ import annotations

import hashlib
from pathlib import Path

from toolkit.report.atomic import keep
from toolkit.report.files import read_bounded

SEAL = hashlib.sha256().digest_size
"""Bytes of the seal, before what it seals."""


def keep_sealed(file: Path, data: bytes) -> bool:
    """Put data into a file that only saves time; False: it cannot be kept."""
    return keep(file, hashlib.sha256(data).digest() + data)


def read_sealed(file: Path, most: int) -> bytes | None:
    """What a file of at most so many bytes holds, its seal included; None: it is not there, too large, or damaged."""
    try:
        content = read_bounded(file, most)
    except OSError:
        return None
    data = content[SEAL:]
    whole = len(content) <= most and hashlib.sha256(data).digest() == content[:SEAL]
    return data if whole else None
