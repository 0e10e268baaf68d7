import TaneCore

/// The layout that pages of differences and of findings share.
///
/// Nothing is loaded from other servers, and the page's policy forbids it, since the values may be
/// untrusted.
package enum ReportPage {
  /// The number of articles that are shown at a time.
  private static let pageSize = 100

  package static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(Language.current.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(styleDigest)'; img-src data:; \
    script-src '\(scriptDigest)'; base-uri 'none'; form-action 'none'">
    <title>\(HTMLText.escaped(title))</title>
    <style>\(style)</style>
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
    let kinds = [
      "add", "change", "remove", "extra", "move", "order", "withheld", "error", "warning", "note",
    ]
    .map { " data-\($0)=\"\($0.localized)\"" }
    let count = Language.current == .english ? "{1} of {2}" : "{1}/{2}"
    return """
      <form role="search" data-count="\(count)" data-size="\(pageSize)" hidden>
      <label>\("Filter".localized) <input type="search" name="text" placeholder="\(placeholder)"></label>
      \(selects.joined())<fieldset\(kinds.joined())><legend>\("Show".localized)</legend></fieldset>
      <output aria-live="polite"></output>
      <small><kbd>/</kbd> \("filter".localized), <kbd>j</kbd> \("next".localized), <kbd>k</kbd> \("previous".localized)</small>
      </form>

      """
  }

  /// Writes a section whose articles, if there are many, are folded in groups.
  ///
  /// Browsers lay out only the unfolded articles, and the script shows them in pages.
  ///
  /// - Parameters:
  ///   - title: The title, as HTML.
  ///   - count: The number of articles.
  ///   - sink: The closure that receives the HTML.
  ///   - articles: A closure that passes each article to the closure that it is called with.
  package static func write(
    section title: String,
    count: Int,
    to sink: @escaping TextSink,
    articles: (TextSink) -> Void
  ) {
    sink("<section>\n<h2>\(title) <small>\(count.grouped)</small></h2>\n")
    var written = 0
    articles { article in
      if count > pageSize, written.isMultiple(of: pageSize) {
        let last = min(written + pageSize, count)
        sink(written == 0 ? "<details open>" : "</details>\n<details>")
        sink("<summary>\((written + 1).grouped)–\(last.grouped)</summary>\n")
      }
      sink(article)
      written += 1
    }
    sink(count > pageSize ? "</details>\n</section>\n" : "</section>\n")
  }

  /// The buttons that turn pages, which the script shows.
  package static var pager: String {
    """
    <nav hidden>
    <button name="previous">← \("previous".localized)</button>
    <span></span>
    <button name="next">\("next".localized) →</button>
    </nav>

    """
  }

  /// The end of the page, with the buttons that turn pages.
  package static var end: String {
    """
    \(pager)<script>\(script)</script>
    </body>
    </html>

    """
  }
}
