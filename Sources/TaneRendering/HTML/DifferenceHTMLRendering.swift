import TaneCore

/// A rendering of all differences as a self-contained page, with values side by side, a filter, and
/// light and dark colors.
package struct DifferenceHTMLRendering: DifferenceRendering {
  /// The maximum width of a value in columns; browsers wrap long lines.
  private static let valueWidth = 2000

  private let images: ImagePreviews
  /// The content that an interactive page adds, or nil if the page is saved to a file.
  private let annotations: (any DifferenceAnnotations)?

  /// Creates a rendering with images of objects and, for interactive pages, annotations.
  package init(
    images: ImagePreviews = ImagePreviews(),
    annotations: (any DifferenceAnnotations)? = nil
  ) {
    (self.images, self.annotations) = (images, annotations)
  }

  package func write(_ document: DifferenceDocument, to sink: @escaping TextSink) {
    let sections = DifferenceSection.sections(of: document)
    sink(ReportPage.head(title: Self.title(of: document)))
    sink("<header>\n<h1>\(Self.heading(of: document))</h1>\n")
    writeSummary(of: document, to: sink)
    if !sections.isEmpty { sink(ReportPage.filters(placeholder: "address or value".localized)) }
    sink("</header>\n<main>\n")
    write(sections, to: sink)
    sink("</main>\n\(ReportPage.end)")
  }

  /// Writes the articles of sections without the surrounding page.
  package func write(_ sections: [DifferenceSection], to sink: @escaping TextSink) {
    for section in sections { write(section, to: sink) }
  }

  /// Writes a sentence with the number of differences, and the notes.
  package func writeSummary(of document: DifferenceDocument, to sink: TextSink) {
    sink("<p class=\"sentence\">\(HTMLText.escaped(document.sentence.localized))</p>\n")
    if !document.notes.isEmpty {
      let notes = document.notes.map { "<li>\(HTMLText.escaped($0.localized))</li>" }
      sink("<ul class=\"notes\">\(notes.joined())</ul>\n")
    }
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
      ?? HTMLText.escaped((section.title ?? section.reason?.title ?? "Differences").localized)
    let isWithheld = section.reason != nil
    ReportPage.write(section: name, count: section.count, to: sink) { sink in
      section.forEach(
        { sink(article(of: $0, isWithheld: isWithheld)) },
        object: { sink(article(of: $0, isWithheld: isWithheld)) }
      )
    }
  }

  private func article(of item: DifferenceItem, isWithheld: Bool) -> String {
    let identity = DifferenceNotes.identity(of: item.change).map { "(\($0))" }
    let sides = ChangeSides(
      width: Self.valueWidth,
      canReadMapsAsLists: item.canReadMapsAsLists,
      marksWords: true
    ).lines(of: item.change)
    let siblings = item.unchangedSiblings.map {
      "= \($0.grouped) unchanged at the same level".localized
    }
    let position = item.change.new?.position
    return article(
      Article(
        kind: isWithheld ? "withheld" : item.kind.verb,
        label: label(item.kind, isWithheld: isWithheld),
        address: Address(service: item.service, path: item.change.path),
        change: item.change,
        notes: [identity].compactMap { $0 } + DifferenceNotes.notes(on: item),
        sides: sides,
        position: position,
        siblings: siblings
      )
    )
  }

  private func article(of object: ResourceDifference, isWithheld: Bool) -> String {
    let sides = [
      object.old.exists ? SideLine(.old, ObjectText.summary(of: object.old)) : nil,
      object.new.exists ? SideLine(.new, ObjectText.summary(of: object.new)) : nil,
    ]
    return article(
      Article(
        kind: isWithheld ? "withheld" : object.kind.verb,
        label: label(object.kind, isWithheld: isWithheld),
        address: object.address,
        change: nil,
        notes: [ObjectText.aspects(of: object)].filter { !$0.isEmpty },
        sides: sides.compactMap { $0 },
        position: object.position
      )
    )
  }

  private func label(_ kind: Change.Kind, isWithheld: Bool) -> String {
    isWithheld ? "! \("keep".localized)" : "\(kind.symbol) \(kind.verb.localized)"
  }

  /// The data of one article, which shows a difference.
  private struct Article {
    let kind: String
    let label: String
    let address: Address
    let change: Change?
    let notes: [String]
    let sides: [SideLine]
    let position: SourcePosition?
    var siblings: String?
  }

  private func article(_ article: Article) -> String {
    let isHidden = annotations?.hides(article.change, at: article.address) ?? false
    let place = HTMLText.escaped(
      VisibleText.revealing(annotations?.shown(article.address) ?? "\(article.address)")
    )
    let notes = (isHidden ? [] : article.notes)
      .map { " <em>\(HTMLText.escaped(VisibleText.revealing($0.localized)))</em>" }
    // On an interactive page, the annotations link to the position.
    let position = annotations == nil ? article.position.map { "\($0)" } : nil
    let remarks = [position, article.siblings].compactMap(\.self)
    let end =
      remarks.isEmpty ? "" : "<p>\(HTMLText.escaped(remarks.joined(separator: " · ")))</p>"
    let service =
      annotations == nil
      ? ""
      : " data-service=\"\(HTMLText.escaped(article.address.service).replacing("\"", with: "&quot;"))\""
    let content =
      isHidden ? "<p>\("masked".localized)</p>" : columns(of: article)
    let addition =
      annotations?.html(
        below: article.address,
        isExtra: article.change?.kind == .extra,
        at: article.position
      ) ?? ""
    return """
      <article data-kind="\(article.kind)"\(service)><h3><b>\(article.label)</b> <code>\(place)</code>\(notes.joined())</h3>
      <div>\(content)</div>\(end)\(addition)</article>

      """
  }

  /// Renders the sides one below the other, or in columns if the last seeded value is shown.
  private func columns(of article: Article) -> String {
    guard let annotations else {
      return article.sides.map(Self.html).joined() + images.html(at: article.address)
    }
    func column(_ title: String, _ side: SideLine.Sign) -> String {
      let image = images.html(of: side, at: article.address)
      let lines =
        article.sides.filter { [side, .same].contains($0.sign) }.map(Self.html)
        + [image].filter { !$0.isEmpty }
      let content = lines.isEmpty ? "<pre class=\"same\">–</pre>" : lines.joined()
      return "<div><small>\(title.localized)</small>\(content)</div>"
    }
    let last = annotations.lastSeed(at: article.address).map { HTMLText.escaped($0) } ?? "–"
    let seeded =
      "<div><small>\("last seed".localized)</small><pre class=\"same\">\(last)</pre></div>"
    return "<div class=\"columns\">" + column("fixtures", .new)
      + column("environment", .old) + seeded + "</div>"
  }

  private static func html(_ side: SideLine) -> String {
    "<pre class=\"\(name(of: side.sign))\"><span>\(side.sign.rawValue)</span> \(html(side.content))</pre>"
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
