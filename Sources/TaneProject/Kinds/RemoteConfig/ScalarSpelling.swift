import TaneCore
import TaneFormats

/// The spelling of numbers in a file, such as `1.50`, which is 1.5 in the tree.
struct ScalarSpelling {
  private static let letters = Set("+-._".unicodeScalars)

  private let lines: [Substring.UnicodeScalarView]

  /// Creates the spelling for the bytes of a file; without bytes, numbers are spelled as in JSON.
  init(of bytes: [UInt8] = []) {
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(
      Substring.UnicodeScalarView.init
    )
  }

  /// Returns a scalar's original text if it is a decimal number, otherwise its JSON text, or nil if
  /// JSON cannot represent the scalar.
  func text(of tree: Tree) -> String? {
    if let written = tree.position.flatMap(word), Self.isSpelling(written, tree) { return written }
    return try? JSONWriter(.compact).write(tree)
  }

  private func word(at position: SourcePosition) -> String? {
    guard lines.indices.contains(position.line - 1) else { return nil }
    let word = lines[position.line - 1].dropFirst(position.column - 1).prefix { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || Self.letters.contains(scalar)
    }
    return String(String.UnicodeScalarView(word))
  }

  private static func isSpelling(_ word: String, _ tree: Tree) -> Bool {
    switch tree.kind {
    case .integer: Int64(word) == tree.integer
    case .double: Double(word) == tree.double && !word.lowercased().contains("x")
    default: false
    }
  }
}
