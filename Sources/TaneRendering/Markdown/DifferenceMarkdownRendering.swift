import TaneCore

/// A rendering as Markdown, with a heading and a `diff` block for each service.
package struct DifferenceMarkdownRendering: DifferenceRendering {
  package init() {}

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let title = document.subject == .plan ? "Plan" : "Differences"
    sink("## \(title.localized) \(MarkdownText.sides(of: document))\n\n")
    sink("\(document.sentence.localized)\n")
    if !document.notes.isEmpty { sink("\n") }
    for note in document.notes { sink("- \(MarkdownText.plain(note.localized))\n") }
    for section in DifferenceSection.sections(of: document) {
      if let name = section.name { sink("\n### \(MarkdownText.code(name))\n") }
      if let reason = section.reason { sink("\n### \(reason.title.localized)\n") }
      sink("\n```diff\n")
      section.forEachBlock(sink)
      sink("```\n")
    }
  }
}
