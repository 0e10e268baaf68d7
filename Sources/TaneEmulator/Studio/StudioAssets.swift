import TaneRendering

/// The style sheets and scripts of the studio's pages.
enum StudioAssets {
  /// Returns a response with the file's contents, or nil if there is no file with the given name.
  static func response(named name: String) -> EmulatorResponse? {
    switch name {
    case "report.css": StudioResponses.asset(ReportPage.style, "text/css")
    case "report.js": StudioResponses.asset(ReportPage.script, "text/javascript")
    case "studio.css": StudioResponses.asset(style, "text/css")
    case "studio.js": StudioResponses.asset(script, "text/javascript")
    default: nil
    }
  }

  /// The script for all pages, which loads the children of expanded nodes, updates the address bar,
  /// and copies commands.
  private static let script = #"""
    const words = document.body.dataset;

    const fill = async (box, part) => {
      box.textContent = words.loading;
      try {
        const response = await fetch(part);
        if (!response.ok) {
          const page = new DOMParser().parseFromString(await response.text(), "text/html");
          box.textContent = page.querySelector(".problem")?.textContent ?? words.lost;
          return false;
        }
        // The server has escaped all data, and the page's policy forbids inline code.
        box.innerHTML = await response.text();
      } catch {
        box.textContent = words.lost;
        return false;
      }
      return true;
    };

    const unfold = async (node) => {
      const box = node.querySelector(":scope > .children");
      if (!box || node.dataset.state) return;
      node.dataset.state = "loaded";
      if (!await fill(box, node.dataset.part)) delete node.dataset.state;
    };

    document.addEventListener("toggle", ({ target }) => {
      if (!target.matches("details[data-part]") || !target.open) return;
      unfold(target);
      if (target.dataset.page) history.replaceState(null, "", target.dataset.page);
    }, true);
    for (const node of document.querySelectorAll("details[data-part][open]")) unfold(node);

    document.addEventListener("click", async (event) => {
      const more = event.target.closest("a[data-more]");
      if (more) {
        event.preventDefault();
        const box = document.createElement("div");
        more.replaceWith(box);
        if (await fill(box, more.dataset.more)) box.replaceWith(...box.childNodes);
      }
      const copy = event.target.closest("[data-copy]");
      if (copy) {
        await navigator.clipboard.writeText(copy.dataset.copy);
        const label = copy.textContent;
        copy.textContent = words.copied;
        setTimeout(() => { copy.textContent = label; }, 1500);
      }
    });

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
      const field = document.querySelector(".address input");
      if (event.key === "/" && field) {
        event.preventDefault();
        field.select();
      }
      const step = { j: 1, k: -1 }[event.key];
      const nodes = [...document.querySelectorAll("main summary")].filter((node) => node.checkVisibility());
      if (!step || nodes.length === 0 || document.querySelector("article")) return;
      const index = nodes.indexOf(document.activeElement) + step;
      nodes.at(Math.max(index, 0) % nodes.length).focus();
    });
    """#

  /// The styles for all pages, in addition to those of reports.
  private static let style = """
    .bar { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: 0 0 .75rem;
      margin: 0 0 1rem; border-bottom: 1px solid var(--line); }
    .brand { font-weight: 700; text-decoration: none; }
    .tabs { display: flex; flex-wrap: wrap; gap: .25rem; }
    .tabs a { padding: .2rem .6rem; border-radius: .4rem; text-decoration: none; color: var(--quiet); }
    .tabs a[aria-current] { background: var(--panel); box-shadow: inset 0 0 0 1px var(--line); color: inherit;
      font-weight: 600; }
    .badge { font-size: .8rem; padding: .1rem .6rem; border-radius: 1rem; border: 1px solid currentColor;
      color: var(--quiet); margin-left: auto; }
    .badge.confirm { color: var(--other); } .badge.protected { color: var(--old); }
    form.address { position: static; flex-wrap: nowrap; border: 0; padding: 0; margin: 0 0 1rem; gap: .5rem; }
    .address input { flex: 1; min-width: 0; font: .9em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace;
      padding: .4rem .6rem; }
    input, button, .button { border: 1px solid var(--line); border-radius: .4rem; background: var(--panel);
      color: inherit; }
    button, .button { padding: .35rem .8rem; cursor: pointer; text-decoration: none; display: inline-block; }
    .button.main, button.main { background: var(--new); border-color: var(--new); color: var(--ground); }
    .panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
    .panel { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; min-width: 0; }
    .panel h2 { margin: 0 0 .25rem; } .panel h2 small { font-weight: normal; margin-left: .5rem; }
    .panel > details > summary { display: none; }
    .panel > details > .children { border: 0; padding: 0; margin: 0; max-height: 28rem; overflow: auto; }
    .path { margin: 0 0 .5rem; overflow-wrap: anywhere; }
    .children .children { padding-left: 1rem; margin-left: .3rem; border-left: 1px solid var(--line); }
    main summary { padding: .1rem 0; color: inherit; } summary b, .leaf b { font-weight: 600; }
    summary a { text-decoration: none; } summary a:hover { text-decoration: underline; }
    .kind, .quiet { color: var(--quiet); } .kind { margin-left: .4rem; font-size: .8rem; white-space: nowrap; }
    .leaf { padding: .1rem 0 .1rem 1rem; } .leaf code { margin-left: .4rem; }
    .object { padding: .25rem 0 .5rem; } .object .leaf { padding-left: 0; } .object img { max-height: 10rem; }
    .more { display: inline-block; margin: .4rem 0; }
    .problem { border-left: 3px solid var(--old); padding: .25rem .75rem; white-space: pre-wrap; }
    .done { border-left: 3px solid var(--new); padding: .25rem .75rem; }
    .columns { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .25rem 1rem; }
    article .columns { grid-column: 1 / -1; } article .columns > div { display: block; }
    .columns small { text-transform: none; } .actions { display: flex; flex-wrap: wrap; gap: .4rem .8rem;
      align-items: center; margin: .5rem 0 0; grid-column: 1 / -1; }
    .actions .button, .actions button, article button { font-size: .85rem; padding: .1rem .6rem; }
    .actions, .finding { font-size: .9rem; } article button { color: var(--quiet); }
    .finding { grid-column: 1 / -1; color: var(--old); margin: .35rem 0 0; }
    .finding.warning { color: var(--other); } .finding.note { color: var(--quiet); }
    .command { display: flex; gap: .6rem; align-items: center; margin: 1rem 0; }
    .command code { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .6rem;
      overflow-x: auto; min-width: 0; }
    form.decision { position: static; border: 0; padding: 0; margin: 1rem 0; gap: .75rem 1rem; }
    @media (max-width: 40rem) { .badge { margin-left: 0; } .columns { grid-template-columns: 1fr; }
      .tabs a { padding: .3rem .6rem; } .panel { padding: .6rem .7rem; } .command { flex-wrap: wrap; } }
    """
}
