extension TreePath {
  /// The path as a JSON Pointer: `/a~1b/0`, empty for the root (RFC 6901).
  public var jsonPointer: String {
    components.map { key in
      let isPlain = !key.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
      guard !isPlain else { return "/" + key }
      return key.unicodeScalars.reduce(into: "/") { text, scalar in
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }.joined()
  }

  /// Reads a JSON Pointer; nil where it does not begin with `/` or a `~` has neither 0 nor 1 behind it.
  public init?(jsonPointer text: String) {
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
