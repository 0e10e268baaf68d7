import TaneCore

/// A rendering as a comment for a pull request on GitHub: the number of differences, and the
/// differences in collapsed sections.
///
/// GitHub limits comments to 65,536 characters; differences that do not fit are only counted.
package struct DifferenceGitHubRendering: DifferenceRendering {
  package init() {}

  /// The maximum length of a comment in UTF-16 code units; GitHub counts characters, and a text
  /// never has more characters than code units.
  package static let limit = 65_536
  /// The length reserved for the ends of blocks and the number of omitted differences.
  private static let reserve = 256

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    var room = Self.limit - Self.reserve
    func put(_ text: String) {
      room -= text.utf16.count
      sink(text)
    }
    let command = document.subject == .plan ? "plan" : "diff"
    put("### tane \(command) \(MarkdownText.sides(of: document))\n\n")
    put("**\(document.sentence.localized)**\n")
    if !document.notes.isEmpty { put("\n") }
    for note in document.notes { put("- \(MarkdownText.plain(note.localized))\n") }
    var omittedCount = 0
    for section in DifferenceSection.sections(of: document) {
      let (head, end) = Self.frame(of: section)
      guard omittedCount == 0, head.utf16.count + end.utf16.count < room else {
        omittedCount += section.count
        continue
      }
      put(head)
      room -= end.utf16.count
      section.forEachBlock { block in
        if omittedCount == 0, block.utf16.count <= room { put(block) } else { omittedCount += 1 }
      }
      sink(end)
    }
    if omittedCount > 0 {
      let rest =
        "… and \(counted(omittedCount, "more difference")), omitted because a comment can have at most "
        + "\(Self.limit.grouped) characters."
      sink("\n\(rest.localized)\n")
    }
  }

  private static func frame(of section: DifferenceSection) -> (head: String, end: String) {
    let title = section.name ?? section.reason?.title.localized
    let name = title.map { "\(HTMLText.escaped($0)): " } ?? ""
    let noun = section.reason == nil ? "difference" : "value"
    let summary = "\(name)\(counted(section.count, noun).localized)"
    return (
      "\n<details>\n<summary>\(summary)</summary>\n\n```diff\n", "```\n\n</details>\n"
    )
  }
}
