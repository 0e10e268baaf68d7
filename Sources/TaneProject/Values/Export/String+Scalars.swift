// Operations on scalars, since other programs do not treat a base character and its combining marks
// as one character.
extension String {
  /// Returns the text with scalars replaced, even if combining marks follow them.
  func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns true if the text contains the scalars of another text, even if combining marks follow
  /// them.
  func containsScalars(_ other: String) -> Bool { utf8.contains(other.utf8) }
}
