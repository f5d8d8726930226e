"""`dataclass`, for what is made in masses: what is declared `frozen=True` costs no more than what is not.

Python holds frozen fields by a call for each field of each object that is made, which was a tenth of the time in which
a pack is loaded.  Here mypy alone holds them: to it this is the `dataclass` of the standard library.  Equality and
hashes are those of a frozen class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses

    def dataclass(cls: Any = None, /, *, frozen: bool = False, eq: bool = True, **rest: Any) -> Any:
        """As of the standard library."""
        return dataclasses.dataclass(cls, eq=eq, unsafe_hash=frozen and eq, **rest)
