/// One line of text in which the words that differ from another text are marked.
package struct MarkedText: Hashable {
  package struct Piece: Hashable {
    package let text: String
    package let isMarked: Bool
  }

  package private(set) var pieces: [Piece] = []

  package init(_ text: String = "") { append(text) }

  /// The text without marks.
  package var text: String { pieces.reduce(into: "") { $0 += $1.text } }

  package mutating func append(_ text: String, isMarked: Bool = false) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, isMarked: isMarked))
  }

  package mutating func append(_ other: MarkedText) { pieces += other.pieces }
}
