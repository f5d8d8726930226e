"""The site as its readers meet it: searched, filtered, switched, printed, in headless Chromium, from files.

`browser` marks what is looked at on a small game and on one whole game, in a minute; `long` the same and more on every
game and every kind of page.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.site.browser import run
from tests.site.conftest import ROOT, packs
from toolkit.compile.pack import load_pack
from toolkit.prove.changes import changes
from toolkit.site.book import make_book
from toolkit.site.publish import build
from toolkit.site.versions import Since

QUERIES = yaml.safe_load((Path(__file__).parent / "queries.yaml").read_text(encoding="utf-8"))
AXE = Path(os.environ.get("AXE", "build/browser/node_modules/axe-core/axe.min.js")).resolve()
VALIDATOR = AXE.parents[1] / ".bin" / "html-validate"
PHONE, DESK = 390, 1280
UNFOLD = "document.querySelectorAll('main details').forEach((each) => { each.open = true; });"
PAGES = [
    (game, kind)
    for game, kinds in {
        "sentient": "index rules cards robot/index robot/anvil-bear examples examples/scoring words sources changes "
        "uk/index uk/rules uk/robot/anvil-bear uk/changes",
        "gangs-of-night-city": "stories story-card/new-toys uk/stories district/index uk/district/heywood",
        "cyberpunk-tcg": "decks unit/index",
    }.items()
    for kind in kinds.split()
]


def earlier(pack, folder):
    """A version of Sentient in which a robot and a rule were otherwise; of other games, none."""
    if pack.id != "sentient":
        return None
    shutil.copytree(ROOT / "content/sentient", folder / "old")
    swaps = {
        "cards/service.yaml": ("8 minus", "7 minus"),
        "rules/round.yaml": ("a round 3 times", "a round 4 times"),
    }
    for file, (new, old) in swaps.items():
        text = (folder / "old" / file).read_text("utf-8")
        assert new in text
        (folder / "old" / file).write_text(text.replace(new, old), "utf-8")
    before = load_pack(folder / "old").unwrap()
    return Since.of(before, changes(before, pack))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Makes the own site of a game, once for all tests."""
    made = {}

    def of(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            [pack] = packs(name)
            made[name] = build(make_book([pack], since=earlier(pack, folder)), folder / "site").out
        return made[name]

    return of


def marked(games):
    """A case for each of these: those of Sentient are short."""
    marks = {True: pytest.mark.browser, False: pytest.mark.long}
    return [pytest.param(each, marks=marks[each.startswith("sentient-")]) for each in games]


@pytest.mark.parametrize("index", marked(QUERIES))
def test_a_search_finds_first_what_a_player_means(site, index):
    out = site(index.rpartition("-")[0])
    queries = QUERIES[index]
    script = (
        f"return {json.dumps(list(queries))}.map((each) => sayso.ask(each, 3).map((hit) => hit.address));"
    )
    found, complaints = run(out / "index.html", script, before=(out / f"search/{index}.js",))
    assert not complaints
    first = {query: hits[0] if hits else None for query, hits in zip(queries, found, strict=True)}
    assert first == queries


@pytest.mark.browser
def test_what_is_typed_into_the_search_is_found_and_opened_by_keys(site):
    script = """
      const wait = async (test) => { while (!test()) await new Promise((done) => setTimeout(done, 20)); };
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      const dialog = document.querySelector("dialog");
      const input = dialog.querySelector("input");
      const focused = document.activeElement === input;
      input.value = "anvil";
      await wait(() => { input.dispatchEvent(new Event("input")); return dialog.querySelector("li"); });
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
      const first = document.activeElement.getAttribute("href");
      input.value = "zzzzzzzz"; input.dispatchEvent(new Event("input"));
      return { open: dialog.open, focused, first, none: dialog.querySelector(".none").textContent };
    """
    found, complaints = run(site("sentient") / "robot/index.html", script)
    assert found == {
        "open": True,
        "focused": True,
        "first": "../robot/anvil-bear.html",
        "none": "Nothing is found.",
    }
    assert not complaints


@pytest.mark.browser
def test_a_gallery_is_filtered_by_value_and_by_word(site):
    script = """
      const form = document.querySelector(".filters");
      const shown = () => document.querySelectorAll(".card:not([hidden])").length;
      const counts = [shown()];
      form.querySelector("[name=sphere]").value = "defence";
      form.dispatchEvent(new Event("input")); counts.push(shown());
      form.querySelector("input").value = "bastion"; form.dispatchEvent(new Event("input")); counts.push(shown());
      return [...counts, Number(form.querySelector("output").textContent), form.hidden];
    """
    found, _ = run(site("sentient") / "robot/index.html", script)
    assert found == [60, 12, 1, 1, False]


@pytest.mark.browser
def test_the_switch_between_languages_stays_on_the_sentence(site):
    script = """
      location.hash = "#verb/buy/requires";
      const link = document.querySelector('.languages a[hreflang="uk"]');
      link.addEventListener("click", (event) => event.preventDefault());
      link.click();
      return [link.href.replace(/.*site\\//, ""), document.documentElement.lang, document.title];
    """
    found, _ = run(site("sentient") / "rules.html", script)
    assert found == ["uk/rules.html#verb/buy/requires", "en", "Rules · Sentient"]
    found, _ = run(
        site("sentient") / "uk/rules.html", "return [document.documentElement.lang, document.title]"
    )
    assert found == ["uk", "Правила · Sentient"]


@pytest.mark.browser
def test_a_reader_chooses_dark_or_light(site):
    script = """
      const ground = () => getComputedStyle(document.documentElement).backgroundColor;
      const before = ground(); document.querySelector(".scheme").click();
      return [before, ground(), document.documentElement.dataset.scheme];
    """
    found, _ = run(site("sentient") / "rules.html", script)
    assert found == ["rgb(251, 250, 246)", "rgb(23, 24, 27)", "dark"]
    found, _ = run(site("sentient") / "rules.html", script, dark=True)
    assert found == ["rgb(23, 24, 27)", "rgb(251, 250, 246)", "light"]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("two-roads", marks=pytest.mark.browser),
        pytest.param("gangs-of-night-city", marks=pytest.mark.long),
    ],
)
def test_what_a_story_tells_is_folded_until_somebody_unfolds_it(site, game):
    script = "return [...document.querySelectorAll('details.more')].map((each) => each.open)"
    found, _ = run(site(game) / "stories.html", script)
    assert found and not any(found)


@pytest.mark.browser
@pytest.mark.parametrize("kind", ["rules", "robot/index", "robot/anvil-bear", "uk/words"])
def test_what_is_printed_from_dark_mode_is_black_on_white(site, kind):
    """What the style says of paper is shown on the screen, for only there can a script look at it."""
    out = site("sentient")
    style = out / "assets" / "site.css"
    screen = style.read_text("utf-8")
    page = out / f"{kind}.html"
    script = """
      document.documentElement.dataset.scheme = "dark";
      const rgb = (said) => said.match(/[\\d.]+/g).map(Number);
      const light = (said) => { const [r, g, b] = rgb(said).map((v) => { v /= 255;
        return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const faint = new Set(), ground = getComputedStyle(document.documentElement).backgroundColor;
      for (const each of document.querySelectorAll("main *")) {
        const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (own && each.checkVisibility() && 1.05 / (light(getComputedStyle(each).color) + 0.05) < 4.5)
          faint.add(each.tagName + "." + each.className);
      }
      const shown = [...document.querySelectorAll(".top, .languages, .filters, aside")];
      return { ground, faint: [...faint], shown: shown.filter((each) => each.checkVisibility()).length };
    """
    try:
        style.write_text(screen.replace("@media print", "@media all"), encoding="utf-8")
        found, complaints = run(page, script, dark=True)
    finally:
        style.write_text(screen, encoding="utf-8")
    assert found == {"ground": "rgb(255, 255, 255)", "faint": [], "shown": 0}
    assert not complaints


@pytest.mark.browser
@pytest.mark.parametrize("kind", ["index", "robot/index", "uk/rules"])
def test_all_that_can_be_used_is_reached_by_keys_in_the_order_in_which_it_is_read(site, kind):
    script = """
      const used = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
        .filter((each) => each.checkVisibility() || each.matches(".skip"));
      const reached = used.filter((each) => { each.focus(); return document.activeElement === each; });
      const first = used[0]; first.focus();
      return { first: first.className, to: !!document.querySelector(first.getAttribute("href")),
        seen: first.getBoundingClientRect().left >= 0, ordered: used.every((each) => each.tabIndex <= 0),
        missed: used.filter((each) => !reached.includes(each)).map((each) => each.outerHTML.slice(0, 80)) };
    """
    found, _ = run(site("sentient") / f"{kind}.html", script)
    assert found == {"first": "skip", "to": True, "seen": True, "ordered": True, "missed": []}


@pytest.mark.long
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize(("game", "kind"), PAGES)
def test_no_page_scrolls_sideways_or_complains(site, game, kind, width):
    script = UNFOLD + "return document.documentElement.scrollWidth - document.documentElement.clientWidth;"
    found, complaints = run(site(game) / f"{kind}.html", script, width=width)
    assert (found, complaints) == (0, [])


@pytest.mark.long
@pytest.mark.skipif(
    not VALIDATOR.is_file(),
    reason="html-validate is not installed: npm install --prefix build/browser html-validate",
)
@pytest.mark.parametrize("game", ["sentient", "cyberpunk-tcg", "gangs-of-night-city"])
def test_a_validator_finds_nothing_on_any_page(site, game, tmp_path):
    (tmp_path / "settings.json").write_text('{"extends": ["html-validate:standard"]}', encoding="utf-8")
    command = [VALIDATOR, "--config", tmp_path / "settings.json", "."]
    done = subprocess.run(command, cwd=site(game), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()[-2000:]) == (0, "")


@pytest.mark.long
@pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not installed: npm install --prefix build/browser axe-core"
)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("game", "kind"), PAGES)
def test_nothing_is_in_the_way_of_anybody(site, game, kind, dark):
    """WCAG 2.2 AA and best practice, as far as a program can tell."""
    script = (
        UNFOLD
        + """
      const found = await axe.run(document, { resultTypes: ["violations"] });
      return found.violations.map((each) => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 200)]);
    """
    )
    found, _ = run(site(game) / f"{kind}.html", script, dark=dark, before=(AXE,))
    assert found == []


@pytest.mark.browser
def test_on_a_phone_the_part_that_is_read_is_in_sight(site):
    script = """
      const [menu, here] = [".menu", ".menu [aria-current]"].map((each) =>
        document.querySelector(each).getBoundingClientRect());
      return [here.left >= menu.left, here.right < menu.right + 1, scrollY];
    """
    found, _ = run(site("sentient") / "uk/sources.html", script, width=390)
    assert found == [True, True, 0]


@pytest.mark.browser
def test_an_address_that_is_not_there_is_told_of_in_each_language(site):
    script = """
      const said = [...document.querySelectorAll("p")].map((each) => [each.lang, each.firstChild.data.trim()]);
      return [said, getComputedStyle(document.documentElement).backgroundColor];
    """
    found, _ = run(site("sentient") / "404.html", script, dark=True)
    said = [["en", "There is no such page."], ["uk", "Такої сторінки немає."]]
    assert found == [said, "rgb(23, 24, 27)"]
