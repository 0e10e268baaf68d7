/// A rendering of all differences in full, as text for a terminal.
package struct DifferenceTextRendering: DifferenceRendering {
  package let style: Style
  package let width: Int?

  package init(style: Style, width: Int?) { (self.style, self.width) = (style, width) }

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let text = DifferenceText(style: style, width: width)
    for part in document.parts { text.render(part, to: sink) }
    for object in document.objects { sink(text.render(object) + "\n") }
    if !document.isEmpty { sink("\n") }
    sink(TextFolding.folded(document.sentence.localized, width: width, indent: 0) + "\n")
  }
}
