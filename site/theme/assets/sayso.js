// The switch between the languages of a pack, and the search. Without this file all languages are shown.
(() => {
  const names = { en: "English", uk: "Українська", pl: "Polski", ru: "Русский", "zh-Hant": "繁體中文" };
  const root = document.documentElement;

  const bar = document.querySelector(".say-switch");
  if (bar) {
    const tags = bar.dataset.languages.split(" ");
    let wanted = root.dataset.sayLanguage;
    if (wanted !== "all" && !tags.includes(wanted)) wanted = root.dataset.sayLanguage = "all";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Language");
    for (const tag of ["all", ...tags]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = tag === "all" ? "Side by side" : names[tag] || tag;
      if (tag !== "all") button.lang = tag;
      button.setAttribute("aria-pressed", String(tag === wanted));
      button.addEventListener("click", () => {
        root.dataset.sayLanguage = tag;
        localStorage.setItem("say-language", tag);
        for (const other of bar.children) other.setAttribute("aria-pressed", String(other === button));
      });
      bar.append(button);
    }
  } else {
    root.dataset.sayLanguage = "all";
  }

  const search = document.querySelector(".say-search");
  if (search) {
    let dialog;
    const open = async () => {
      if (!dialog) {
        dialog = document.createElement("dialog");
        dialog.className = "say-dialog";
        dialog.innerHTML = '<div class="say-found"></div>';
        dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
        document.body.append(dialog);
        const base = new URL(search.dataset.base, location.href).href;
        const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: base + "pagefind-ui.css" });
        const script = Object.assign(document.createElement("script"), { src: base + "pagefind-ui.js" });
        document.head.append(style);
        document.head.append(script);
        await new Promise((done, failed) => { script.onload = done; script.onerror = failed; });
        new PagefindUI({ element: ".say-found", bundlePath: base, showSubResults: true, showImages: false, autofocus: true, resetStyles: false });
      }
      dialog.showModal();
      dialog.querySelector("input")?.focus();
    };
    search.addEventListener("click", open);
    document.addEventListener("keydown", (event) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); open(); }
    });
  }
})();
