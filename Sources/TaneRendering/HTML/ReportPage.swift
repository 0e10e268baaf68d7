import TaneCore

/// The layout of pages with differences or findings.
///
/// The content security policy forbids loading anything from other servers, since the values may be
/// untrusted.
package enum ReportPage {
  /// The maximum number of articles shown at a time.
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

  /// Returns a form with a search field, the kinds to show, and filters for the articles' `data-…`
  /// attributes; it is hidden without JavaScript.
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

  /// Writes a section; if it has many articles, they are grouped in collapsible blocks.
  ///
  /// Browsers lay out only open blocks, and the script replaces the blocks with pages.
  ///
  /// - Parameters:
  ///   - title: The title, as HTML.
  ///   - count: The number of articles.
  ///   - sink: The closure that receives the HTML.
  ///   - articles: A closure that writes each article by calling its argument.
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

  /// The buttons for turning pages, which the script makes visible.
  package static var pager: String {
    """
    <nav hidden>
    <button name="previous">← \("previous".localized)</button>
    <span></span>
    <button name="next">\("next".localized) →</button>
    </nav>

    """
  }

  /// The end of the page, including the buttons for turning pages.
  package static var end: String {
    """
    \(pager)<script>\(script)</script>
    </body>
    </html>

    """
  }
}
