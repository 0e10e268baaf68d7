extension ReportPage {
  /// The style's source expression in the content security policy: its SHA-256 digest in Base64.
  static let styleDigest = "sha256-QIhPeJWi6FUdA3yROK8IVJ4scNDu7HidKjzB0mw11X4="

  package static let style = """
    :root { color-scheme: light dark; --old: #b3261e; --new: #1b6e3a; --other: #8a5a00; --quiet: #5f6368;
      --ground: #fff; --panel: #f6f7f8; --line: #d9dce0; --mark: #ffe08a; }
    @media (prefers-color-scheme: dark) { :root { --old: #ff8a80; --new: #7ddc9b; --other: #ffc766;
      --quiet: #9aa0a6; --ground: #16181b; --panel: #1f2226; --line: #363b41; --mark: #6b5200; } }
    * { box-sizing: border-box; }
    body { overflow-wrap: anywhere; margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--ground);
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
    legend { float: left; padding: 0 .5rem 0 0; } input, select, button { font: inherit; max-width: 100%; }
    label { max-width: 100%; } label[hidden] { display: none; } a { color: inherit; }
    nav { display: flex; gap: 1rem; align-items: center; margin: 1rem 0; } nav[hidden] { display: none; }
    summary { cursor: pointer; color: var(--quiet); }
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
    @media (max-width: 40rem) { body { padding: .75rem; } form { position: static; } }
    @media print { form, nav { display: none; } body { padding: 0; max-width: none; } }
    """
}
