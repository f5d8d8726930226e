"""A page read by a browser without a window: what a script finds on it, and what the browser complains of.

The browser is told what to do through two pipes, in messages of the DevTools protocol: that needs no package, and
browsers that are made for servers understand it, too, which know no `--dump-dom`.
"""

import base64
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
]
PATIENCE = 120
"""Seconds that a page may take."""


class Browser:
    """A page of a running browser; `complaints`: what scripts and the browser itself wrote into the console."""

    def __init__(self, write: int, read: int) -> None:
        self.write, self.read = write, read
        self.complaints: list[str] = []
        self._number = 0
        self._session: str | None = None
        self._left = b""
        self._until = time.monotonic() + PATIENCE
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **values):
        """The answer to a message."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": values}
        if self._session:
            message["sessionId"] = self._session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]

    def open(self, page: Path, width: int, dark: bool) -> None:
        """Goes to a page, on a screen so wide, and waits until it is loaded."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.call("Page.navigate", url=page.as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def evaluate(self, script: str):
        """The value of an expression, or of what it promises."""
        said = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        wrong = said.get("exceptionDetails")
        assert not wrong, wrong["exception"].get("description", wrong)
        return said["result"].get("value")

    def picture(self, path: Path) -> None:
        """Writes the whole page as a PNG."""
        said = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(said["data"]))

    def _next(self):
        """The next message of the browser."""
        with selectors.DefaultSelector() as ready:
            ready.register(self.read, selectors.EVENT_READ)
            while b"\0" not in self._left:
                assert ready.select(self._until - time.monotonic()), "the browser does not answer"
                got = os.read(self.read, 1 << 20)
                assert got, "the browser has ended"
                self._left += got
        said, _, self._left = self._left.partition(b"\0")
        message = json.loads(said)
        if message.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.complaints.append(json.dumps(message["params"]))
        return message


@contextmanager
def browser(*options: str) -> Iterator[Browser]:
    """A browser of its own, that is ended afterwards.  It reads messages from its file 3, and answers on 4."""
    assert CHROMIUM, "the tests of the site need chromium (on Debian: apt install chromium)"
    (hears, write), (read, says) = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        line = f'exec "$0" "$@" 3<&{hears} 4>&{says}'
        command = ["bash", "-c", line, CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", *options]
        with subprocess.Popen(command, pass_fds=(hears, says), stderr=subprocess.DEVNULL) as process:
            os.close(hears)
            os.close(says)
            try:
                yield Browser(write, read)
            finally:
                os.close(write)
                os.close(read)
                process.terminate()


def run(page: Path, script: str, *, width: int = 1280, dark: bool = False, before: tuple[Path, ...] = ()):
    """What `script`, the body of an async function, returns on a page; (value, complaints).

    `before`: scripts that are run first.  `dark`: whether the reader's machine says so.
    """
    with browser() as shown:
        shown.open(page, width, dark)
        for path in before:
            shown.evaluate(path.read_text(encoding="utf-8") + "\n;null")
        return shown.evaluate(f"(async () => {{ {script} }})()"), shown.complaints
