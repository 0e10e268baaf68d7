import TaneCore

extension TreePath {
  /// Reads a JSON Pointer; nil where it does not begin with `/` or a `~` has neither 0 nor 1 behind it.
  init?(jsonPointer text: String) {
    guard !text.isEmpty else {
      self = .root
      return
    }
    // By scalar: a mark that combines with the slash before it does not hide the slash.
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
