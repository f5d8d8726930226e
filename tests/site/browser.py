"""A page read by a browser without a window: what a script finds on it, and what the browser complains of."""

import json
import re
import shutil
import subprocess
import tempfile
from html import unescape
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
    "--enable-logging=stderr",
    "--virtual-time-budget=8000",
    "--dump-dom",
]
WRITE = """
addEventListener("load", async () => {
  let found;
  try { found = await (async () => { %s })(); } catch (error) { found = String(error.stack || error); }
  const said = Object.assign(document.createElement("pre"), { id: "found-by-the-test" });
  said.textContent = JSON.stringify(found ?? null);
  document.body.append(said);
});
"""


def run(page: Path, script: str, *options: str, before: tuple[Path, ...] = ()):
    """What `script`, the body of an async function, returns on a copy of `page`; (value, complaints).

    `before`: scripts that are loaded first.  `options`: of the browser, such as `--window-size=390,800`.
    """
    assert CHROMIUM, "the tests of the site need chromium (on Debian: apt install chromium)"
    loaded = "".join(f"<script src='{path.as_uri()}'></script>" for path in before)
    text = page.read_text(encoding="utf-8")
    copy = page.with_name(f"check-{page.name}")
    copy.write_text(
        text.replace("</body>", f"{loaded}<script>{WRITE % script}</script></body>"), encoding="utf-8"
    )
    with tempfile.TemporaryDirectory() as profile:
        command = [CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", *options, copy.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    copy.unlink()
    found = re.search(r'<pre id="found-by-the-test">(.*?)</pre>', done.stdout, re.S)
    assert found, done.stderr[-2000:]
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(unescape(found[1])), complaints
