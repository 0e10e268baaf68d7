import TaneCore

extension TreePath {
  /// Parses a JSON Pointer; returns nil if it does not begin with `/` or if a `~` is not followed
  /// by 0 or 1.
  init?(jsonPointer text: String) {
    guard !text.isEmpty else {
      self = .root
      return
    }
    // Splitting by scalar also finds a slash that is followed by a combining mark.
    let parts = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return nil }
    var keys: [String] = []
    for part in parts.dropFirst() {
      guard let key = Self.unescaped(part) else { return nil }
      keys.append(key)
    }
    self.init(keys)
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
    var key = String.UnicodeScalarView()
    var rest = part.makeIterator()
    while let scalar = rest.next() {
      guard scalar == "~" else {
        key.append(scalar)
        continue
      }
      switch rest.next() {
      case "0": key.append("~")
      case "1": key.append("/")
      default: return nil
      }
    }
    return String(key)
  }
}
