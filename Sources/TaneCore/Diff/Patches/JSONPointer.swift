extension TreePath {
  /// The path as a JSON Pointer (RFC 6901): `/a~1b/0`, or an empty string for the root.
  package var jsonPointer: String {
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
}
