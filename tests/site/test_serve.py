"""`sayso site serve`: the site at an address, made again whenever a file of the pack is saved."""

import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from toolkit.cli.watch import stamps

pytest.importorskip("mkdocs")

ROOT = "tests/packs/tic-tac-toe"


@pytest.fixture
def pack(tmp_path):
    return shutil.copytree(ROOT, tmp_path / "game", ignore=shutil.ignore_patterns("__pycache__"))


@contextmanager
def served(pack):
    """The address, and what the command says line by line; it ends with Ctrl-C."""
    command = [sys.executable, "-u", "-m", "toolkit", "site", "serve", str(pack), "--port", "0"]
    with subprocess.Popen(
        [*command, "--languages", "en", "--out", str(pack / "build/site")], stdout=subprocess.PIPE, text=True
    ) as process:
        patience = threading.Timer(90, process.kill)
        patience.start()
        try:
            assert "pages in" in process.stdout.readline()
            yield re.search(r"http://[\d.:]+/", process.stdout.readline())[0], process.stdout
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
            patience.cancel()
    assert process.returncode == 130


def page(address):
    """What stands there, but for the script by which the browser asks whether there is something new."""
    with urlopen(address, timeout=60) as answer:
        shown, script, _ = answer.read().decode().rpartition("<script>")
    assert script
    return shown


def change(pack, old, new):
    path = pack / "rules/game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_page_is_anew_when_a_file_is_saved_and_stays_while_the_pack_has_errors(pack):
    with served(pack) as (address, said):
        rules = f"{address}rules.html"
        before = page(rules)
        change(pack, "in an empty cell", "in an empty call")
        assert "error[" in said.readline()
        assert page(rules) == before
        change(pack, "in an empty call", "in a cell")
        while "pages in" not in said.readline():
            pass
        assert page(rules) != before
        with pytest.raises(HTTPError) as missing:
            page(f"{address}nothing/")
        assert missing.value.code == 404 and "<html" in missing.value.read().decode()


def test_a_port_that_is_taken(sayso, pack):
    with served(pack) as (address, _):
        port = address.strip("/").rpartition(":")[2]
        run = sayso("site", "serve", pack, "--port", port, "--out", pack / "build/other")
    assert run.status == 2
    assert f"Port {port} cannot be used" in run.all and not (pack / "build/other").exists()


def test_what_is_made_in_the_folder_of_a_pack_is_no_change_of_it(sayso, pack):
    before = stamps([pack])
    run = sayso("site", "build", pack, "--out", pack / "build/site")
    assert run.status == 0 and stamps([pack]) == before
    assert sayso("validate", pack).status == 0  # nor is it read
