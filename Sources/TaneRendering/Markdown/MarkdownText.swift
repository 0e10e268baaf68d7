import TaneCore

/// Text inside Markdown, always on one line.
package enum MarkdownText {
  /// Text that is no code, link, image, element or cell of Markdown, whatever it holds.
  package static func plain(_ text: String) -> String {
    HTMLText.escaped(text).reduce(into: "") { plain, character in
      if "\\`[]|".contains(character) { plain.append("\\") }
      plain.append(character)
    }
  }

  /// Text as code, with as many backticks around it as it takes.
  package static func code(_ text: String) -> String {
    let text = text.escapingControls
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let padding = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + padding + text + padding + fence
  }

  /// What is compared with what, or planned for what.
  static func sides(of document: DifferenceDocument) -> String {
    let right = document.subject == .plan ? "" : " → \(code(document.right))"
    return code(document.left) + right
  }
}
