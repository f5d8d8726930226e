"""YAML that tests read and write in masses: as `yaml.safe_load` and its like, five times as fast where it can be."""

from __future__ import annotations

from functools import partial

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

safe_load = partial(yaml.load, Loader=LOADER)
safe_load_all = partial(yaml.load_all, Loader=LOADER)
safe_dump = partial(yaml.dump, Dumper=_DUMPER)
safe_dump_all = partial(yaml.dump_all, Dumper=_DUMPER)
