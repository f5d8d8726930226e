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
    const hits = data.hits.map(([title, address, sort, ids, text]) => ({
      title, address, ids, text, sort: weights[sort][0], weight: weights[sort][1],
      head: words(title).map(base), body: new Set(words(text).map(base)), said: base(title.toLowerCase()),
    }));
    indexes.push({ hits, base });
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

  /** How well a word of the query is met: in the title before the text, whole before its beginning. */
  const met = (hit, word) => {
    if (hit.head.includes(word)) return 10;
    if (word.length > 1 && hit.head.some((each) => each.startsWith(word))) return 6;
    if (hit.body.has(word)) return 4;
    if (word.length > 2) for (const each of hit.body) if (each.startsWith(word)) return 2;
    return 0;
  };

  const nearly = (hit, word) => {
    const most = word.length > 6 ? 2 : word.length > 3 ? 1 : 0;
    if (!most) return 0;
    if (hit.head.some((each) => alike(each, word, most))) return 3;
    for (const each of hit.body) if (alike(each, word, most)) return 1;
    return 0;
  };

  const score = (hit, asked, typed, measure) => {
    if (hit.ids.includes(typed.replaceAll(" ", "-"))) return 1e6 + hit.weight;
    let sum = 0;
    for (const word of asked) {
      const found = measure(hit, word);
      if (!found) return 0;
      sum += found;
    }
    const whole = hit.head.join(" ") === asked.join(" ") ? 40 : 0;
    const phrase = asked.length > 1 && hit.text.toLowerCase().includes(typed) ? 3 : 0;
    return (sum / asked.length + whole + phrase) * hit.weight / (1 + hit.head.length / 40);
  };

  /** The best hits of a query; one with a typing error is asked again, more kindly. */
  const ask = (query, most = 12) => {
    const typed = query.trim().toLowerCase();
    if (!typed) return [];
    for (const measure of [met, (hit, word) => met(hit, word) || nearly(hit, word)]) {
      const ranked = [];
      indexes.forEach(({ hits, base }, place) => {
        const asked = words(typed).map(base);
        for (const hit of hits) {
          const points = asked.length ? score(hit, asked, typed, measure) : 0;
          if (points) ranked.push([points / (1 + place), hit]);
        }
      });
      if (ranked.length) return ranked.sort((a, b) => b[0] - a[0]).slice(0, most).map(([, hit]) => hit);
    }
    return [];
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
    document.querySelectorAll(".scroll, .graph, pre").forEach((each) => { if (each.scrollWidth > each.clientWidth) each.tabIndex = 0; });

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
