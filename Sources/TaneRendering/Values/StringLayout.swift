import TaneCore

/// A one-line layout of one of two compared strings, in which shared text is shortened if
/// necessary.
struct StringLayout {
  private typealias Piece = MarkedText.Piece

  /// The width of shared text shown next to a difference, in columns.
  private static let context = 12
  /// The minimum width of omitted text, in columns.
  private static let minimumOmissionWidth = 28
  /// The minimum width of a difference, in columns; the same width is reserved for the number of
  /// omitted differences.
  private static let minimumPieceWidth = 24

  private let pieces: [Piece]
  private let width: Int

  init(
    _ parts: [WordComparison.Part],
    isOld: Bool,
    _ detail: VisibleText.Detail,
    width: Int
  ) {
    self.width = width
    pieces = parts.map { part in
      switch part {
      case .same(let text):
        return Piece(text: VisibleText.escaped(text), isMarked: false)
      case .changed(let old, let new):
        let shared = SharedText(old, new, atCharacters: detail == .invisible)
        let side = isOld ? shared.old : shared.new
        let middle = VisibleText.escaped(side.middle, detail)
        let text = VisibleText.escaped(side.start) + middle + VisibleText.escaped(side.end)
        return Piece(text: text, isMarked: true)
      }
    }
  }

  /// The laid-out string in quotation marks.
  var text: MarkedText {
    if Self.width(of: pieces) <= width { return quoted(pieces) }
    let shortened = pieces.indices.map { pieces[$0].isMarked ? pieces[$0] : shortenedPiece(at: $0) }
    if Self.width(of: shortened) <= width { return quoted(shortened) }
    return quoted(fitted(shortened))
  }

  private static func width(of pieces: some Sequence<Piece>) -> Int {
    pieces.reduce(2) { $0 + DisplayWidth.of($1.text) }
  }

  private func quoted(_ pieces: [Piece]) -> MarkedText {
    // If all of the text differs, marking it would not help.
    let marks = pieces.contains { !$0.isMarked }
    var text = MarkedText("\"")
    for piece in pieces { text.append(piece.text, isMarked: marks && piece.isMarked) }
    text.append("\"")
    return text
  }

  /// Returns shared text in which the characters far from differences are replaced by a count.
  private func shortenedPiece(at index: Int) -> Piece {
    let text = pieces[index].text
    let columns = DisplayWidth.of(text)
    let ends = (index > 0 ? 1 : 0) + (index < pieces.count - 1 ? 1 : 0)
    guard columns > ends * Self.context + Self.minimumOmissionWidth else { return pieces[index] }
    let head = index > 0 ? DisplayWidth.prefix(of: text, columns: Self.context) : ""
    let isLast = index == pieces.count - 1
    let tail = isLast ? "" : DisplayWidth.suffix(of: text, columns: Self.context)
    let count = text.count - head.count - tail.count
    return Piece(
      text: "\(head)… \(counted(count, "character").localized) …\(tail)",
      isMarked: false
    )
  }

  /// Returns the differences that fit, followed by the number of omitted differences.
  private func fitted(_ pieces: [Piece]) -> [Piece] {
    var fitted: [Piece] = []
    let count = pieces.count(where: \.isMarked)
    var left = count
    for piece in pieces {
      guard piece.isMarked else {
        fitted.append(piece)
        continue
      }
      // A single difference may use all of the remaining width.
      let others = count == 1 ? pieces.filter { !$0.isMarked } : fitted
      let room = width - Self.width(of: others) - (left > 1 ? Self.minimumPieceWidth : 0)
      if left < count, room < min(Self.minimumPieceWidth, DisplayWidth.of(piece.text)) {
        fitted.removeLast()
        return fitted + [
          Piece(text: "… \(counted(left, "more change").localized) …", isMarked: false)
        ]
      }
      let text = ValueText.shortened(piece.text, to: max(Self.minimumPieceWidth, room))
      fitted.append(Piece(text: text, isMarked: true))
      left -= 1
    }
    return fitted
  }
}
