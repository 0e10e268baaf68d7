// A combining mark makes one Character of itself and of what stands before it, which other programs read as two.
extension String {
  /// The text with some of its scalars replaced, whatever combines with them.
  func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns true if the text contains the scalars of another text consecutively, regardless of
  /// combining characters.
  func containsScalars(_ other: String) -> Bool { utf8.contains(other.utf8) }
}
