// Operations on scalars, since other programs do not treat a base character and its combining marks
// as one character.
extension String {
  /// Returns the text with the given scalars replaced, regardless of combining marks.
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
