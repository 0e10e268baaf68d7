/// The style and script that pages of differences and of findings share.
///
/// Nothing is loaded from other servers, and the page's policy forbids it, since the values may be
/// untrusted.
package enum ReportPage {
  package static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(Language.current.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(style)
    </style>
    </head>
    <body>

    """
  }

  /// Returns a form, hidden without JavaScript, with a search field, the kinds to show, and filters
  /// for attributes of articles (`data-…`).
  ///
  /// - Parameters:
  ///   - placeholder: The placeholder of the search field.
  ///   - choices: The attributes to filter by, each with its label.
  /// - Returns: The form.
  package static func filters(
    placeholder: String,
    choices: [(name: String, label: String)] = []
  ) -> String {
    let selects = choices.map { name, label in
      "<label>\(label) <select name=\"\(name)\"><option value=\"\">\("all".localized)</option></select></label>\n"
    }
    return """
      <form role="search" hidden>
      <label>\("Filter".localized) <input type="search" name="text" placeholder="\(placeholder)"></label>
      \(selects.joined())<fieldset><legend>\("Show".localized)</legend></fieldset>
      <output aria-live="polite"></output>
      <small><kbd>/</kbd> \("filter".localized), <kbd>j</kbd> \("next".localized), <kbd>k</kbd> \("previous".localized)</small>
      </form>

      """
  }

  package static var end: String {
    """
    <script>
    \(script)
    </script>
    </body>
    </html>

    """
  }

  private static let style = """
    :root { color-scheme: light dark; --old: #b3261e; --new: #1b6e3a; --other: #8a5a00; --quiet: #5f6368;
      --ground: #fff; --panel: #f6f7f8; --line: #d9dce0; --mark: #ffe08a; }
    @media (prefers-color-scheme: dark) { :root { --old: #ff8a80; --new: #7ddc9b; --other: #ffc766;
      --quiet: #9aa0a6; --ground: #16181b; --panel: #1f2226; --line: #363b41; --mark: #6b5200; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--ground);
      font: 1rem/1.5 system-ui, "Hiragino Sans", "Noto Sans JP", sans-serif; }
    code, pre { font: .9em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
    h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
    h3 { font-size: 1rem; font-weight: normal; margin: 0; overflow-wrap: anywhere; }
    small, article p, .notes { color: var(--quiet); font-size: .875rem; }
    .sentence { font-weight: 600; margin: .5rem 0; } .notes { padding-left: 1.2rem; }
    form { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; position: sticky; top: 0;
      padding: .5rem 0; background: var(--ground); border-bottom: 1px solid var(--line); }
    form[hidden] { display: none; }
    fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
    legend { float: left; padding: 0 .5rem 0 0; } input, select { font: inherit; max-width: 100%; }
    label[hidden] { display: none; } a { color: inherit; }
    :focus-visible { outline: 2px solid var(--other); outline-offset: 2px; }
    article { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; margin: .5rem 0;
      background: var(--panel); break-inside: avoid; }
    article p { margin: .25rem 0 0; } article em { color: var(--other); font-style: normal; }
    article b { color: var(--other); font-weight: 600; }
    article[data-kind="add"] b { color: var(--new); }
    article[data-kind="remove"] b, article[data-kind="extra"] b, article[data-kind="error"] b { color: var(--old); }
    article div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem; }
    pre { margin: .25rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    .old { color: var(--old); } .new { color: var(--new); } .same { color: var(--quiet); }
    img { max-width: 100%; max-height: 16rem; margin: .5rem 0 0; border: 1px solid var(--line); border-radius: .25rem;
      background: repeating-conic-gradient(#8883 0 25%, #0000 0 50%) 0 0 / 1rem 1rem; }
    mark { background: var(--mark); color: inherit; border-radius: .15rem; }
    @media print { form { display: none; } body { padding: 0; max-width: none; } }
    """

  /// The script's strings for a kind and for the number of articles shown.
  private static var scriptTexts: (kind: String, count: String) {
    guard Language.current != .english else {
      return ("${kind}", "${count} of ${articles.length}")
    }
    let names = [
      "add", "change", "remove", "extra", "move", "order", "withheld", "error", "warning", "note",
    ].map { "\($0): \"\($0.localized)\"" }
    return (
      "${({ \(names.joined(separator: ", ")) })[kind] ?? kind}", "${count}/${articles.length}"
    )
  }

  private static var script: String {
    let texts = scriptTexts
    return """
      const form = document.querySelector("form");
      if (form) {
        const articles = [...document.querySelectorAll("article")];
        const kinds = [...new Set(articles.map((article) => article.dataset.kind))];
        for (const kind of kinds) {
          const label = document.createElement("label");
          const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: true, value: kind });
          const count = articles.filter((article) => article.dataset.kind === kind).length;
          label.append(box, ` \(texts.kind) (${count})`);
          form.querySelector("fieldset").append(label);
        }
        const selects = [...form.querySelectorAll("select")];
        for (const select of selects) {
          const counts = new Map();
          for (const { dataset } of articles) {
            const value = dataset[select.name];
            if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          for (const value of [...counts.keys()].sort()) {
            select.append(new Option(`${value} (${counts.get(value)})`, value));
          }
          select.closest("label").hidden = counts.size < 2;
        }
        const filter = () => {
          const text = form.elements.text.value.toLowerCase();
          const shown = new Set([...form.querySelectorAll("input:checked")].map((box) => box.value));
          let count = 0;
          for (const article of articles) {
            const isChosen = selects.every(({ name, value }) => !value || article.dataset[name] === value);
            const isShown = isChosen && shown.has(article.dataset.kind)
              && article.textContent.toLowerCase().includes(text);
            article.hidden = !isShown;
            count += isShown;
          }
          for (const section of document.querySelectorAll("section")) {
            section.hidden = !section.querySelector("article:not([hidden])");
          }
          form.querySelector("output").textContent = `\(texts.count)`;
        };
        form.addEventListener("input", filter);
        form.addEventListener("submit", (event) => event.preventDefault());
        for (const article of articles) article.tabIndex = -1;
        document.addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
          if (event.key === "/") {
            event.preventDefault();
            form.elements.text.focus();
          }
          const step = { j: 1, k: -1 }[event.key];
          if (!step) return;
          const shown = articles.filter((article) => !article.hidden);
          const index = shown.indexOf(document.activeElement);
          shown[index < 0 && step < 0 ? shown.length - 1 : index + step]?.focus();
        });
        form.hidden = false;
        filter();
      }
      """
  }
}
