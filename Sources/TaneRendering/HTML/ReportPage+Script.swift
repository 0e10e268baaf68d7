extension ReportPage {
  /// The script's source expression in the content security policy: its SHA-256 digest in Base64.
  static let scriptDigest = "sha256-i86CqangucaKrp4Ri45T8Qww5atTwgP6f26gTmZVoko="

  package static let script = #"""
    const form = document.querySelector("form");
    if (form) {
      const pages = document.querySelector("nav");
      const position = pages.querySelector("span");
      const pageSize = Number(form.dataset.size);
      const sections = [...document.querySelectorAll("section")].map((element) => {
        const articles = [...element.querySelectorAll("article")];
        return { element, title: element.firstElementChild, articles };
      });
      // Only the articles of one page are in the document, which keeps large pages fast.
      const entries = sections.flatMap((section) => section.articles.map((article) => ({ section, article })));
      for (const { article } of entries) article.tabIndex = -1;
      let found = entries;
      let first = 0;

      const number = (value) => value.toLocaleString(document.documentElement.lang);
      const count = (part, whole) =>
        form.dataset.count.replace("{1}", number(part)).replace("{2}", number(whole));
      const articlesOnPage = () => found.slice(first, first + pageSize).map(({ article }) => article);

      const show = () => {
        const page = new Map(sections.map((section) => [section, []]));
        for (const { section, article } of found.slice(first, first + pageSize)) page.get(section).push(article);
        for (const [{ element, title }, articles] of page) {
          element.hidden = articles.length === 0;
          element.replaceChildren(title, ...articles);
        }
        pages.hidden = found.length <= pageSize;
        position.textContent = `${number(first + 1)}–${number(Math.min(first + pageSize, found.length))}`;
        pages.querySelector("[name=previous]").disabled = first === 0;
        pages.querySelector("[name=next]").disabled = first + pageSize >= found.length;
      };

      const turn = (step) => {
        const start = first + step * pageSize;
        if (start < 0 || start >= found.length) return false;
        first = start;
        show();
        window.scrollTo(0, 0);
        return true;
      };

      const textOf = (entry) => entry.text ??= entry.article.textContent.toLowerCase();

      const filter = () => {
        const text = form.elements.text.value.toLowerCase();
        const kinds = new Set([...form.querySelectorAll("input:checked")].map((box) => box.value));
        const choices = [...form.querySelectorAll("select")].filter(({ value }) => value);
        found = entries.filter((entry) => {
          const { dataset } = entry.article;
          return kinds.has(dataset.kind) && choices.every(({ name, value }) => dataset[name] === value)
            && (!text || textOf(entry).includes(text));
        });
        first = 0;
        show();
        form.querySelector("output").textContent = count(found.length, entries.length);
      };

      const countsOf = (name) => {
        const counts = new Map();
        for (const { article: { dataset } } of entries) {
          if (dataset[name]) counts.set(dataset[name], (counts.get(dataset[name]) ?? 0) + 1);
        }
        return counts;
      };
      const fieldset = form.querySelector("fieldset");
      for (const [kind, number] of countsOf("kind")) {
        const label = document.createElement("label");
        const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: true, value: kind });
        label.append(box, ` ${fieldset.dataset[kind] ?? kind} (${number})`);
        fieldset.append(label);
      }
      for (const select of form.querySelectorAll("select")) {
        const counts = countsOf(select.name);
        for (const value of [...counts.keys()].sort()) {
          select.append(new Option(`${value} (${counts.get(value)})`, value));
        }
        select.closest("label").hidden = counts.size < 2;
      }

      form.addEventListener("input", filter);
      form.addEventListener("submit", (event) => event.preventDefault());
      pages.addEventListener("click", ({ target }) => {
        if (target.name) turn(target.name === "next" ? 1 : -1);
      });
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
        if (event.key === "/") {
          event.preventDefault();
          form.elements.text.focus();
        }
        const step = { j: 1, k: -1 }[event.key];
        if (!step) return;
        let articles = articlesOnPage();
        let index = articles.indexOf(document.activeElement) + step;
        if (step < 0 && !articles.includes(document.activeElement)) index = articles.length - 1;
        if (!articles[index] && turn(step)) {
          articles = articlesOnPage();
          index = step > 0 ? 0 : articles.length - 1;
        }
        articles[index]?.focus();
      });
      form.hidden = false;
      filter();
    }
    """#
}
