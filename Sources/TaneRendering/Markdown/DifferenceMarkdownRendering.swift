import TaneCore

/// Every difference as Markdown: a heading and a `diff` block for each service.
package struct DifferenceMarkdownRendering: DifferenceRendering {
  package init() {}

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let sides = "\(MarkdownText.code(document.left)) → \(MarkdownText.code(document.right))"
    sink("## Differences \(sides)\n\n\(DifferenceSentences(document).text)\n")
    for section in DifferenceSection.sections(of: document) {
      if let name = section.name { sink("\n### \(MarkdownText.code(name))\n") }
      sink("\n```diff\n")
      section.forEachBlock(sink)
      sink("```\n")
    }
  }
}
