"""Where what belongs to the user is kept: as the XDG specification has it, and nowhere that others can write."""

import sys

import pytest

from toolkit.report.places import user_folder

linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have folders of their own")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@linux
@pytest.mark.parametrize(("kind", "usual"), [("cache", ".cache"), ("state", ".local/state")])
@pytest.mark.parametrize("said", [None, "", "relative", "./here", "~/x"])
def test_what_is_no_absolute_path_is_ignored(home, monkeypatch, kind, usual, said):
    if said is not None:
        monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", said)
    assert user_folder(kind, "part") == home / usual / "sayso" / "part"
    assert [path.name for path in home.parent.iterdir()] == ["home"]


@linux
@pytest.mark.parametrize("kind", ["cache", "state"])
def test_a_folder_is_the_users_alone(tmp_path, monkeypatch, kind):
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path))
    folder = user_folder(kind, "part")
    assert folder == tmp_path / "sayso" / "part" and folder.stat().st_mode & 0o777 == 0o700
    folder.parent.chmod(0o777)
    assert user_folder(kind, "part") is None


@pytest.mark.parametrize("base", ["/dev/null", "/nowhere\0", "/proc/nobody"])
def test_where_nothing_can_be_made_there_is_none(monkeypatch, base):
    if "\0" in base:
        monkeypatch.setattr("os.environ", {"XDG_STATE_HOME": base})
    else:
        monkeypatch.setenv("XDG_STATE_HOME", base)
    assert user_folder("state", "part") is None
