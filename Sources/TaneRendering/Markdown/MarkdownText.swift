import TaneCore

/// Functions that escape text for a single line of Markdown.
package enum MarkdownText {
  /// Escapes text so that it cannot create code, links, images, elements or table cells.
  package static func plain(_ text: String) -> String {
    HTMLText.escaped(text).reduce(into: "") { plain, character in
      if "\\`[]|".contains(character) { plain.append("\\") }
      plain.append(character)
    }
  }

  /// Returns text as inline code, delimited by enough backticks.
  package static func code(_ text: String) -> String {
    let text = text.escapingControls
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let padding = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + padding + text + padding + fence
  }

  /// Returns the names of the compared sides, or the environment of a plan.
  static func sides(of document: DifferenceDocument) -> String {
    let right = document.subject == .plan ? "" : " → \(code(document.right))"
    return code(document.left) + right
  }
}
