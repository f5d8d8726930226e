// Dark or light, the search, the filters of galleries, links that stay where the reader is. Every page reads without it.
"use strict";
const sayso = (() => {
  const root = document.documentElement;
  const kept = { // a browser may forbid it, for files above all
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* then it lasts for this page */ } },
  };
  if (kept.get("scheme")) root.dataset.scheme = kept.get("scheme");

  // --- The search: `found` is called by each index, which is a script, so that it can be read from a file.
  const indexes = [];
  const words = (said) => (said.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) || []);

  const found = (data) => {
    const forms = new Map(Object.entries(data.forms));
    const base = (word) => forms.get(word) || word;
    const weights = Object.entries(data.sorts);
    const light = new Set(data.light);
    const counts = new Map(); // in how many hits a word is
    const hits = data.hits.map(([title, address, sort, ids, text, also]) => {
      const heads = [title, ...also].map((each) => words(each).map(base));
      const hit = { title, address, ids, text, heads, body: new Set(words(text).map(base)), weight: weights[sort][1] };
      hit.deep = weights[sort][0] === "rule" ? 0.7 : 0.35; // a card that says a word explains it less than a rule
      for (const word of new Set([...heads.flat(), ...hit.body])) counts.set(word, (counts.get(word) || 0) + 1);
      return hit;
    });
    const worth = (word) => (light.has(word) ? 0.1 : Math.log(1 + hits.length / (1 + (counts.get(word) || 0))));
    indexes.push({ hits, base, counts, worth, light });
  };

  /** Whether two words are alike but for `most` letters. */
  const alike = (one, other, most) => {
    if (Math.abs(one.length - other.length) > most) return false;
    let row = Array.from({ length: other.length + 1 }, (_, n) => n);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] !== other[j - 1]));
      }
      if (Math.min(...next) > most) return false;
      row = next;
    }
    return row[other.length] <= most;
  };

  /** How many letters two words have in common at their beginning. */
  const common = (one, other) => {
    let same = 0;
    while (same < one.length && one[same] === other[same]) same++;
    return same;
  };

  /** Whether two words differ in an ending only: *netrun, netrunning*. */
  const akin = (one, other) => {
    const same = common(one, other);
    return same >= 4 && same >= 0.6 * Math.max(one.length, other.length) && one.length + other.length - 2 * same <= 4;
  };

  /** The words of an index that a typed word may mean, with how surely: itself, its beginning, its like. */
  const meant = (index, word) => {
    const sure = new Map();
    const twin = index.base(word.replace(/^[ув]/, (first) => (first === "у" ? "в" : "у"))); // Ukrainian: вкрасти, украсти
    const slips = word.length > 6 ? 2 : word.length > 3 ? 1 : 0;
    for (const known of index.counts.keys()) {
      if (known === word || known === twin) sure.set(known, 1);
      else if (word.length > 1 && known.startsWith(word)) sure.set(known, akin(known, word) ? 0.6 : 0.45);
      else if (akin(known, word)) sure.set(known, 0.6);
    }
    const kindly = (test, much) => {
      if (!sure.size) for (const known of index.counts.keys()) if (test(known)) sure.set(known, much);
    };
    if (slips) kindly((known) => alike(known, word, slips), 0.3);
    // somebody is still typing a form that begins otherwise than the word: ведмед, of ведмідь
    if (slips) kindly((known) => common(known, word) > 2 && alike(known.slice(0, word.length), word, slips), 0.25);
    kindly((known) => common(known, word) >= Math.max(5, word.length / 2), 0.2);
    return sure;
  };

  /** What of a name the query names, and what of the query is in the name or the text. */
  const score = (index, hit, asked) => {
    const [all, most] = asked.reduce(([sum, top], { worth, best }) => [sum + worth * best, top + worth], [0, 0]);
    const one = (head) => {
      let named = 0, covered = 0, least = 1;
      const used = new Set();
      for (const { meant: sure, worth, best } of asked) {
        let quality = 0, at = -1, said = 0;
        head.forEach((word, place) => {
          const same = sure.get(word) || 0;
          if (same > quality && !used.has(place)) [quality, at] = [same, place];
        });
        if (at >= 0) {
          used.add(at);
          least = Math.min(least, quality);
        } else for (const [word, same] of sure) if (same > said && hit.body.has(word)) said = same;
        named += worth * quality + worth * said * hit.deep;
        covered += quality || said ? worth * best : 0;
      }
      const rest = head.reduce((sum, word, place) => sum + (used.has(place) ? 0 : index.worth(word)), 0);
      const whole = used.size && least > 0.5 && rest < 0.5 && used.size >= asked.filter((each) => !each.light).length ? 3 : 1;
      return covered < 0.5 * all ? 0 : (named / most) * (covered / all) ** 2 * whole / (1 + rest / 120);
    };
    return Math.max(...hit.heads.map(one)) * hit.weight;
  };

  /** The best hits of a query: first those whose id or number it names. */
  const ask = (query, most = 12) => {
    const typed = query.trim().toLowerCase();
    const exact = typed.split(/\s+/).filter((each) => /\d/.test(each)).concat(typed.replaceAll(" ", "-"));
    const ranked = [];
    indexes.forEach((index, place) => {
      const asked = words(typed).map(index.base).map((word) => {
        const sure = meant(index, word);
        return { meant: sure, best: Math.max(0, ...sure.values()), worth: index.worth(word), light: index.light.has(word) };
      }).filter((each) => each.best);
      for (const hit of index.hits) {
        const same = exact.some((each) => hit.ids.includes(each)) ? 1e6 + hit.weight : 0;
        const points = same || (asked.length ? score(index, hit, asked) * (hit.title.toLowerCase() === typed ? 1.3 : 1) : 0);
        if (points) ranked.push([points / (1 + place), hit]);
      }
    });
    const named = new Map(); // of many sentences of a chapter the first ones
    const apart = ([, { title }]) => named.set(title, (named.get(title) || 0) + 1).get(title) <= 3;
    return ranked.sort((a, b) => b[0] - a[0]).filter(apart).slice(0, most).map(([, hit]) => hit);
  };

  const load = (address) => new Promise((done) => {
    const script = Object.assign(document.createElement("script"), { src: address, onload: done, onerror: done });
    document.head.append(script);
  });

  const searching = (dialog) => {
    const [input, list, none] = ["input", "ol", ".none"].map((each) => dialog.querySelector(each));
    const show = () => {
      const hits = ask(input.value);
      list.replaceChildren(...hits.map((hit) => {
        const link = Object.assign(document.createElement("a"), { href: `${root.dataset.root}/${hit.address}` });
        const title = Object.assign(document.createElement("strong"), { textContent: hit.title });
        const text = Object.assign(document.createElement("span"), { textContent: hit.text.slice(0, 160) });
        link.append(title, text);
        link.addEventListener("click", () => dialog.close());
        const item = document.createElement("li");
        item.append(link);
        return item;
      }));
      none.textContent = input.value && !hits.length ? none.dataset.none : "";
    };
    let ready;
    input.addEventListener("input", show);
    dialog.addEventListener("keydown", (event) => {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "ArrowDown" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
      else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] || input).focus();
      else if (event.key === "Enter" && document.activeElement === input && links.length) links[0].click();
      else return;
      event.preventDefault();
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return async () => {
      dialog.showModal();
      input.focus();
      input.select();
      ready ||= dialog.dataset.indexes.trim().split(/\s+/).reduce((before, each) => before.then(() => load(each)), Promise.resolve());
      await ready;
      show();
    };
  };

  // --- Filters of a gallery
  const filtering = (form) => {
    const cards = [...document.querySelectorAll(".cards > .card")].map((card) => ({
      card, values: (card.dataset.values || "").split(" "), text: card.textContent.toLowerCase(),
    }));
    const apply = () => {
      const wanted = [...form.querySelectorAll("select")].filter((each) => each.value).map((each) => `${each.name}=${each.value}`);
      const said = form.querySelector("input").value.trim().toLowerCase();
      let count = 0;
      for (const { card, values, text } of cards) {
        card.hidden = !(wanted.every((each) => values.includes(each)) && text.includes(said));
        count += !card.hidden;
      }
      form.querySelector("output").textContent = count;
    };
    form.hidden = false;
    form.addEventListener("input", apply);
    apply();
  };

  document.addEventListener("DOMContentLoaded", () => {
    const narrow = matchMedia("(max-width: 60rem)").matches;
    const contents = document.querySelector(".toc");
    if (contents && narrow) contents.open = false;
    document.querySelectorAll(".filters").forEach(filtering);
    document.querySelectorAll("details:has(> .graph)").forEach((each) => each.addEventListener("toggle", () => { // its beginning is in the middle
      const drawn = each.querySelector(".graph");
      drawn.scrollLeft = (drawn.scrollWidth - drawn.clientWidth) / 2;
    }, { once: true }));
    document.querySelectorAll(".scroll, .graph, pre, article > table").forEach((each) => { if (each.scrollWidth > each.clientWidth) each.tabIndex = 0; });

    const scheme = document.querySelector(".scheme");
    if (scheme) {
      scheme.hidden = false;
      scheme.addEventListener("click", () => {
        const dark = root.dataset.scheme ? root.dataset.scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.scheme = dark ? "light" : "dark";
        kept.set("scheme", root.dataset.scheme);
      });
    }
    for (const link of document.querySelectorAll(".languages a")) { // the same sentence in the other language
      link.addEventListener("click", () => { link.hash = location.hash; });
    }
    document.addEventListener("click", (event) => { // a number is a link to its sentence, which is copied
      const number = event.target.closest?.("a.number, a.headerlink");
      if (number) navigator.clipboard?.writeText(number.href).catch(() => {});
    });
    const opened = () => { // what is folded is unfolded for whoever comes to it
      const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    };
    document.querySelector(".menu [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    addEventListener("hashchange", opened);
    opened();

    const dialog = document.querySelector("dialog.search");
    const button = document.querySelector(".open-search");
    if (dialog && button) {
      const open = searching(dialog);
      button.hidden = false;
      button.addEventListener("click", open);
      document.addEventListener("keydown", (event) => {
        const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); open(); }
      });
    }
  });
  return { found, ask };
})();
