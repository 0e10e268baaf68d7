/// Every difference in full, as people read it on a terminal.
struct DifferenceTextRendering: DifferenceRendering {
  let style: Style
  let width: Int?

  func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let text = DifferenceText(style: style, width: width)
    for part in document.parts {
      part.forEachItem { sink(text.render($0) + "\n") }
    }
    for object in document.objects { sink(text.render(object) + "\n") }
    if !document.isEmpty { sink("\n") }
    sink(DifferenceSentences(document).text + "\n")
  }
}
