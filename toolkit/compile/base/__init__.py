"""What every meaning stands on: `world` (words → what exists), `scope` (the text being compiled: its referents, its
code), `values` (`Val` and `Desc`, what phrases denote; `Fail`), `build` (expressions), `settled` (a text compiled
again until all it speaks of is kept)."""
