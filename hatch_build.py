"""Compiles the modules that play (`toolkit/native.py`) with mypyc, and the C of the flat machine: the build back end's
hook, and `make native`.

    SAYSO_NATIVE=1 python -m build --wheel      a wheel for this Python and this machine
    python hatch_build.py                       into toolkit/_native of this checkout; an editable install uses it

Without that variable a wheel is pure Python, as every source archive is.  Needs the extra `native` and a C compiler.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent

QUICKER = ["-fno-tree-slp-vectorize", "-fno-builtin-memset"] if os.name == "posix" else []
"""What gcc and clang are told besides."""

PRACTICE = ("content", "tests/packs")
"""Where the packs are of which the flat machine plays some games to show the compiler what is done most."""

DECISIONS = 4_000
"""Of each of these packs."""

NOTES, USES = (
    ("-fprofile-generate", "-fprofile-update=single"),
    ("-fprofile-use", "-fprofile-partial-training"),
)
"""What gcc is told to have a module note what is done how often, and to use these notes: of what is not in them it
knows nothing, and does as ever.
"""


def described(root: Path) -> ModuleType:
    """`toolkit.native`, without importing `toolkit`."""
    spec = importlib.util.spec_from_file_location("_sayso_native", root / "toolkit" / "native.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled(root: Path) -> Path:
    """Compiles into `toolkit/_native`, which is there afterwards whole or as it was; gives that folder.

    mypyc ends the process with the type checker's messages, the compiler with its own, when something is wrong.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.errors import BaseError

    native = described(root)
    folder = Path(native.FOLDER)
    os.chdir(root)  # mypy tells a module's name from its path
    with tempfile.TemporaryDirectory(prefix=".native-", dir=root / "toolkit") as temporary:
        made = Path(temporary)
        sources = [os.path.relpath(native.source_of(module), root) for module in native.MODULES]
        extensions = mypycify(
            ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(made / "cache"), *sources],
            opt_level="2",
            debug_level="0",
            group_name=native.GROUP,
            target_dir=str(made / "c"),
        )

        def flat(*told: str) -> Any:
            first, *others = (os.path.relpath(path, root) for path in native.sources_of_flat())
            # What bots reckon is rounded after each operation, as Python's is.  Values that are written by halves and
            # read as a whole have to wait: they are not put together to be written.
            usual = ["-O3", "-fno-strict-aliasing", "-ffp-contract=off", *QUICKER]
            return Extension(
                native.FLAT,
                [first],
                depends=others,
                extra_compile_args=[*usual, *told],
                extra_link_args=list(told[:1]),
                libraries=["m"],
            )

        def build(extensions: list[Any], folder: str) -> None:
            command: Any = Distribution({"name": "sayso", "ext_modules": extensions}).get_command_obj(
                "build_ext"
            )
            command.build_lib, command.build_temp = str(made / folder), str(made / "objects")
            command.parallel, command.force = os.cpu_count(), True
            command.ensure_finalized()
            command.run()

        build([*extensions, flat()], "native")
        try:  # without another compiler's notes, and where packs cannot be read, it stays as it is
            build([flat(*NOTES)], "practice")
            (practice,) = (made / "practice").glob("toolkit/flat/_machine*")
            told = {**os.environ, native.VARIABLE: "0", "PYTHONPATH": str(root)}
            subprocess.run([sys.executable, __file__, str(practice)], check=True, cwd=root, env=told)
            build([flat(*USES)], "native")
        except (BaseError, OSError, ValueError, subprocess.CalledProcessError) as error:
            sys.stdout.write(f"the flat machine is compiled without practice: {error}\n")
        record = {"fingerprint": native.fingerprint()}
        (made / "native" / Path(native.RECORD).name).write_text(json.dumps(record), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        (made / "native").rename(folder)
    return folder


def practise(path: str) -> None:
    """Plays games at random with the flat machine that stands there; in a process of its own, which then writes its
    notes.
    """
    from toolkit import native

    spec = importlib.util.spec_from_file_location(native.FLAT, path)
    assert spec is not None and spec.loader is not None
    sys.modules[native.FLAT] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    from toolkit.compile.pack import load_pack
    from toolkit.flat import Lowered, NotLowered
    from toolkit.kernel.random import Chance
    from toolkit.limits import Runaway
    from toolkit.machine import Machine
    from toolkit.verbs import load_verbs

    for file in sorted(file for folder in PRACTICE for file in (ROOT / folder).glob("*/pack.yaml")):
        loaded = load_pack(file.parent, ()).value
        game = loaded.compiled().value if loaded is not None else None
        if game is None:
            continue
        made = seed = 0
        with suppress(NotLowered, Runaway):
            lowered = Lowered(Machine(game.model, game.ruleset, load_verbs()))
            while made < DECISIONS and seed < DECISIONS:
                seed += 1
                made += lowered.start(seed).play_random(Chance(seed), DECISIONS - made)


class NativeHook(BuildHookInterface[Any]):
    """Hatchling's side: a wheel that asks for it holds what was compiled, and says for which Python and machine."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What has to be installed for the build."""
        native = described(Path(self.root))
        extra: list[str] = self.metadata.core.optional_dependencies["native"]
        return extra if os.environ.get(native.VARIABLE) == "1" else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        native = described(root)
        if version == "editable" or os.environ.get(native.VARIABLE) != "1":
            return
        folder = compiled(root)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] += [f"/{folder.relative_to(root).as_posix()}/**"]


if __name__ == "__main__" and len(sys.argv) > 1:
    practise(sys.argv[1])
elif __name__ == "__main__":
    began = time.perf_counter()
    where = compiled(ROOT)
    sys.stdout.write(f"{where.relative_to(ROOT)}: compiled in {time.perf_counter() - began:.0f} seconds\n")
