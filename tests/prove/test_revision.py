"""A pack as it was in a revision of git: what is laid out, what never is, and what is said when it is not there."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from toolkit.prove.compare.revision import NoRevision, Repository, lay_out

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

PACK = "type: pack\nformat: 1\nid: {id}\nname: {id}\nlanguages: [en]\nplayers: 2\n"


def git(*arguments):
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *author, *arguments], check=True, capture_output=True, env=environment)


def commit(message="a version"):
    git("add", "-A")
    git("commit", "-q", "-m", message)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with the packs *base* and *more*, in a folder with spaces; it is the current one."""
    root = tmp_path / "a repository"
    root.mkdir()
    monkeypatch.chdir(root)
    git("init", "-q")
    for id in ("base", "more"):
        folder = root / "packs" / id
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(PACK.format(id=id), encoding="utf-8")
    with (root / "packs" / "more" / "pack.yaml").open("a", encoding="utf-8") as file:
        file.write("extends: [base]\n")
    (root / "packs" / "notes.txt").write_text("beside the packs", encoding="utf-8")
    commit()
    return root


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def test_a_pack_is_laid_out_as_it_was(repository, tmp_path):
    base = repository / "packs" / "base"
    (base / "ünïcode name.yaml").write_bytes(b"a: \xff\r\n")
    commit()
    (base / "ünïcode name.yaml").unlink()
    (base / "pack.yaml").write_text("changed", encoding="utf-8")
    folder, search = lay_out(base, "HEAD", [], tmp_path / "laid")
    assert names(tmp_path / "laid") == ["packs/base/pack.yaml", "packs/base/ünïcode name.yaml"]
    assert (folder / "ünïcode name.yaml").read_bytes() == b"a: \xff\r\n"
    assert (folder / "pack.yaml").read_text(encoding="utf-8") == PACK.format(id="base")
    assert search == ()


def test_what_it_extends_is_laid_out_as_it_was_too(repository, tmp_path):
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    folder, search = lay_out(
        repository / "packs" / "more", "HEAD", [Path("packs"), outside], tmp_path / "laid"
    )
    assert folder == tmp_path / "laid" / "packs" / "more"
    assert search == (tmp_path / "laid" / "packs", outside)
    assert names(tmp_path / "laid") == ["packs/base/pack.yaml", "packs/more/pack.yaml"]


def test_a_repository_that_is_one_pack(repository, tmp_path):
    (repository / "pack.yaml").write_text(PACK.format(id="whole"), encoding="utf-8")
    commit()
    folder, _ = lay_out(Path("."), "HEAD", [], tmp_path / "laid")
    assert folder == tmp_path / "laid" and "pack.yaml" in names(folder)


def test_links_are_not_followed_and_not_laid_out(repository, tmp_path):
    base = repository / "packs" / "base"
    (base / "secret.yaml").symlink_to("/etc/passwd")
    (base / "up").symlink_to("../../..")
    commit()
    lay_out(base, "HEAD", [], tmp_path / "laid")
    assert names(tmp_path / "laid") == ["packs/base/pack.yaml"]


def test_nothing_of_the_repository_runs(repository, tmp_path):
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\ncat\n", encoding="utf-8")
    trap.chmod(0o755)
    (repository / ".gitattributes").write_text("* filter=trap diff=trap\n", encoding="utf-8")
    commit()
    for setting in ("filter.trap.smudge", "diff.trap.textconv", "core.fsmonitor", "core.pager"):
        git("config", setting, str(trap))
    lay_out(repository / "packs" / "base", "HEAD", [], tmp_path / "laid")
    assert not (tmp_path / "sprung").exists()


def test_a_program_of_git_may_ask(repository, tmp_path, monkeypatch):
    """Git tells the programs that it runs which repository is meant; here it is the one of the folder."""
    monkeypatch.setenv("GIT_DIR", "nowhere")
    lay_out(repository / "packs" / "base", "HEAD", [], tmp_path / "laid")
    assert names(tmp_path / "laid") == ["packs/base/pack.yaml"]


def test_too_much_is_refused_before_it_is_read(repository, tmp_path, monkeypatch):
    import toolkit.prove.compare.revision as module

    monkeypatch.setattr(module, "MOST_BYTES", 10)
    with pytest.raises(NoRevision, match="more than"):
        lay_out(repository / "packs" / "base", "HEAD", [], tmp_path / "laid")


@pytest.mark.parametrize("revision", ["nope", "--help", "-1", "HEAD:packs", "a b", "\0", ""])
def test_what_is_no_revision(repository, tmp_path, revision):
    with pytest.raises(NoRevision):
        lay_out(repository / "packs" / "base", revision, [], tmp_path / "laid")
    assert not (tmp_path / "laid").exists()


def test_a_folder_that_was_no_pack_then(repository, tmp_path):
    new = repository / "packs" / "new"
    new.mkdir()
    with pytest.raises(NoRevision, match="in HEAD there is no pack"):
        lay_out(new, "HEAD", [], tmp_path / "laid")


def test_no_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "plain"
    folder.mkdir()
    with pytest.raises(NoRevision, match="in no git repository"):
        Repository(folder)


# --- On the command line ------------------------------------------------------------------------------------


@pytest.fixture
def game(starter):
    """The pack that `sayso new` makes, in a repository."""
    git("init", "-q")
    commit()
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("Score 1 point for", "Score 2 points for"))
    return starter


def test_a_revision_against_the_files_as_they_are(sayso, game):
    run = sayso("compare", "game@HEAD", "--games", 6)
    assert run.status == 0 and "game@HEAD against game: 6 pairs" in run.out
    assert run.out.index("card stack") < run.out.index("Seats")
    commit("another")
    assert "Nothing has changed" in sayso("compare", "game@HEAD", "game", "--games", 2).out
    assert "card stack" in sayso("compare", "game@HEAD~1", "game@HEAD", "--games", 2, "-j", 2).out


def test_a_folder_may_have_the_sign_in_its_name(sayso, game):
    game.rename("game@home")
    commit()
    assert "game@home@HEAD against game@home" in sayso("compare", "game@home@HEAD", "--games", 2).out
    assert "Say what game@home is compared with" in sayso("compare", "game@home").err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("game@nope", "There is no revision nope"),
        ("game@", "Say which revision"),
        ("gone@HEAD", "In HEAD there is no pack gone"),
        ("game", "Say what game is compared with"),
    ],
)
def test_what_is_not_there_is_misuse(sayso, game, name, says):
    run = sayso("compare", name)
    assert run.status == 2 and says in run.err
