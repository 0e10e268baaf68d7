import TaneCore

/// A self-contained page of all differences, with values side by side, a filter, and light and dark
/// colors.
package struct DifferenceHTMLRendering: DifferenceRendering {
  /// The maximum width of a value in columns; the page wraps lines itself.
  private static let valueWidth = 2000

  private let images: ImagePreviews

  /// Creates a rendering with images of objects.
  package init(images: ImagePreviews = ImagePreviews()) { self.images = images }

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let sections = DifferenceSection.sections(of: document)
    sink(ReportPage.head(title: Self.title(of: document)))
    sink("<header>\n<h1>\(Self.heading(of: document))</h1>\n")
    sink("<p class=\"sentence\">\(HTMLText.escaped(document.sentence.localized))</p>\n")
    if !document.notes.isEmpty {
      let notes = document.notes.map { "<li>\(HTMLText.escaped($0.localized))</li>" }
      sink("<ul class=\"notes\">\(notes.joined())</ul>\n")
    }
    if !sections.isEmpty { sink(ReportPage.filters(placeholder: "address or value".localized)) }
    sink("</header>\n<main>\n")
    for section in sections { write(section, to: sink) }
    sink("</main>\n\(ReportPage.end)")
  }

  private static func title(of document: DifferenceDocument) -> String {
    document.subject == .plan
      ? "tane plan \(document.left)" : "tane diff \(document.left) → \(document.right)"
  }

  private static func heading(of document: DifferenceDocument) -> String {
    let left = "<code>\(HTMLText.escaped(document.left))</code>"
    return document.subject == .plan
      ? "tane plan \(left)"
      : "tane diff \(left) → <code>\(HTMLText.escaped(document.right))</code>"
  }

  private func write(_ section: DifferenceSection, to sink: @escaping TextSink) {
    let name =
      section.name.map { "<code>\(HTMLText.escaped($0))</code>" }
      ?? HTMLText.escaped((section.reason?.title ?? "Differences").localized)
    let isWithheld = section.reason != nil
    ReportPage.write(section: name, count: section.count, to: sink) { sink in
      section.forEach(
        { sink(article(of: $0, isWithheld: isWithheld)) },
        object: { sink(article(of: $0)) }
      )
    }
  }

  private func article(of item: DifferenceItem, isWithheld: Bool) -> String {
    let identity = DifferenceNotes.identity(of: item.change).map { "(\($0))" }
    let notes = [identity].compactMap { $0 } + DifferenceNotes.notes(on: item)
    let sides = ChangeSides(
      width: Self.valueWidth,
      isReadBack: item.isReadBack,
      marksWords: true
    ).lines(of: item.change)
    let siblings = item.unchangedSiblings.map { "= \($0.grouped) unchanged beside it".localized }
    return article(
      isWithheld ? "withheld" : item.kind.verb,
      isWithheld ? "! \("keep".localized)" : "\(item.kind.symbol) \(item.kind.verb.localized)",
      item.place,
      notes,
      sides,
      [item.change.new?.position.map { "\($0)" }, siblings].compactMap { $0 }
    )
  }

  private func article(of object: ResourceDifference) -> String {
    let sides = [
      object.old.exists ? SideLine(.old, ObjectText.summary(of: object.old)) : nil,
      object.new.exists ? SideLine(.new, ObjectText.summary(of: object.new)) : nil,
    ]
    return article(
      object.kind.verb,
      "\(object.kind.symbol) \(object.kind.verb.localized)",
      "\(object.address)",
      [ObjectText.aspects(of: object)].filter { !$0.isEmpty },
      sides.compactMap { $0 },
      object.position.map { ["\($0)"] } ?? [],
      images: images.html(at: object.address)
    )
  }

  private func article(
    _ kind: String,
    _ label: String,
    _ place: String,
    _ notes: [String],
    _ sides: [SideLine],
    _ remarks: [String],
    images: String = ""
  ) -> String {
    let place = HTMLText.escaped(VisibleText.revealing(place))
    let notes = notes.map { " <em>\(HTMLText.escaped(VisibleText.revealing($0.localized)))</em>" }
      .joined()
    let lines = sides.map { side in
      "<pre class=\"\(Self.name(of: side.sign))\"><span>\(side.sign.rawValue)</span> \(Self.html(side.content))</pre>"
    }
    let remarks =
      remarks.isEmpty ? "" : "<p>\(HTMLText.escaped(remarks.joined(separator: " · ")))</p>"
    return """
      <article data-kind="\(kind)"><h3><b>\(label)</b> <code>\(place)</code>\(notes)</h3>
      <div>\(lines.joined())\(images)</div>\(remarks)</article>

      """
  }

  private static func name(of sign: SideLine.Sign) -> String {
    switch sign {
    case .old: "old"
    case .new: "new"
    case .same: "same"
    }
  }

  private static func html(_ text: MarkedText) -> String {
    text.pieces.map { piece in
      let text = HTMLText.escaped(piece.text)
      return piece.isMarked ? "<mark>\(text)</mark>" : text
    }.joined()
  }
}
