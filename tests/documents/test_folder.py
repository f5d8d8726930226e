"""Which files of a folder are read, in which order, and which are refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolkit.documents import folder
from toolkit.documents.folder import read_file, read_folder

PACK = "type: pack\nformat: 1\nid: base\nname: Base\nlanguages: [en]\n"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text(PACK)
    return tmp_path


def write(path: Path, text: str = "type: rules\nid: x\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def found(pack: Path) -> list[tuple[str, str]]:
    return [(d.code, d.span.source.name) for d in read_folder(pack, shown="").diagnostics]


def test_files_are_read_in_one_order(pack: Path) -> None:
    for name in ["b/z.yaml", "b.yaml", "a/x.yml", "b/a/y.yaml", "b-c/n.yaml"]:
        write(pack / name)
    names = [d.source.name for d in read_folder(pack, shown="").value]
    assert names == ["a/x.yml", "b/a/y.yaml", "b/z.yaml", "b-c/n.yaml", "b.yaml", "pack.yaml"]


def test_other_and_hidden_files_are_left_alone(pack: Path) -> None:
    for name in ["README.md", ".git/x.yaml", ".hidden.yaml", "x.yaml~", "picture.png", "a/.b/x.yaml"]:
        write(pack / name, "[")
    assert found(pack) == []
    assert len(read_folder(pack).value) == 1


@pytest.mark.parametrize("mark", folder.MADE)
def test_what_a_program_has_made_is_left_alone(pack: Path, mark: str) -> None:
    """A site of ours, a virtual environment (in which packs of ours may lie, too), a cache."""
    write(pack / "build/made" / mark, "")
    write(pack / "build/made/below/x.yaml", "[")
    write(pack / "build/own.yaml")
    write(pack / mark, "")  # whoever names the folder itself means it
    assert [d.source.name for d in read_folder(pack, shown="").value] == ["build/own.yaml", "pack.yaml"]


def test_names_are_shown_as_the_caller_wants(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_folder(pack).value[0].source.name == f"{pack.as_posix()}/pack.yaml"
    assert read_folder(pack, shown="my/pack/").value[0].source.name == "my/pack/pack.yaml"
    monkeypatch.chdir(pack)
    assert read_folder(".").value[0].source.name == "pack.yaml"


@pytest.mark.parametrize(
    "target", ["pack.yaml", "../outside.yaml", "/etc/hostname", "missing.yaml", "loop.yaml"]
)
def test_a_linked_file_is_refused(pack: Path, target: str) -> None:
    write(pack.parent / "outside.yaml")
    (pack / "loop.yaml").symlink_to(target)
    assert found(pack) == [("SAY0131", "loop.yaml")]


def test_a_linked_folder_is_refused_even_if_it_leads_round_in_a_circle(pack: Path) -> None:
    (pack / "again").symlink_to(pack)
    (pack / "outside").symlink_to("/")
    assert found(pack) == [("SAY0131", "again"), ("SAY0131", "outside")]


def test_the_pack_folder_itself_may_be_a_link(pack: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(pack)
    assert found(link) == [] and len(read_folder(link).value) == 1


def test_no_folder_and_no_pack_file(tmp_path: Path) -> None:
    assert [d.code for d in read_folder(tmp_path / "none").diagnostics] == ["SAY0130"]
    write(tmp_path / "file.yaml")
    assert [d.code for d in read_folder(tmp_path / "file.yaml").diagnostics] == ["SAY0130"]
    assert found(tmp_path) == [("SAY0130", "pack.yaml")]


@pytest.mark.parametrize("name", ["a.YAML", "a.Yml", "b/a.yAML"])
def test_another_spelling_of_the_ending(pack: Path, name: str) -> None:
    write(pack / name)
    assert found(pack) == [("SAY0133", name)]


def test_names_that_differ_in_capitals_only(pack: Path) -> None:
    write(pack / "a/one.yaml")
    write(pack / "a/One.yaml")
    assert found(pack) == [("SAY0134", "a/one.yaml")]


def test_a_folder_named_like_a_file(pack: Path) -> None:
    write(pack / "a.yaml/b.txt")
    assert found(pack) == [("SAY0101", "a.yaml")]


def test_a_pipe_is_not_waited_for(pack: Path) -> None:
    os.mkfifo(pack / "a.yaml")
    assert found(pack) == [("SAY0101", "a.yaml")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(pack: Path) -> None:
    write(pack / "a.yaml")
    (pack / "a.yaml").chmod(0)
    assert found(pack) == [("SAY0101", "a.yaml")]


def test_too_many_files(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MOST_FILES", 3)
    for i in range(5):
        write(pack / f"{i}.yaml")
    checked = read_folder(pack)
    assert (checked.value, [d.code for d in checked.diagnostics]) == ((), ["SAY0132"])


def test_folders_that_lie_too_deep(pack: Path) -> None:
    write(pack / ("d/" * 40) / "a.yaml")
    assert [code for code, _ in found(pack)] == ["SAY0101"]


def test_a_name_that_is_no_text(pack: Path) -> None:
    try:
        (pack / os.fsdecode(b"caf\xe9.yaml")).write_text("[")
    except OSError:
        pytest.skip("the file system refuses such names")
    ((code, name),) = found(pack)
    assert code == "SAY0112" and name.encode()


def test_a_single_file(tmp_path: Path) -> None:
    write(tmp_path / "one.yaml", "a: 1\n")
    checked = read_file(tmp_path / "one.yaml", shown="one.yaml")
    assert checked.ok and checked.value[0].source.name == "one.yaml"
    assert [d.code for d in read_file(tmp_path / "two.yaml").diagnostics] == ["SAY0101"]
