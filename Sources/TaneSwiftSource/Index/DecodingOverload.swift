import TaneCore

/// A method that reads the values of a type from a keyed container in place of the library's.
struct DecodingOverload: Sendable {
  let type: TypeReference
  let place: SourcePosition

  /// Whether the method may be the one that reads a type: whatever is generic there is not compared.
  func mayRead(_ other: TypeReference) -> Bool {
    switch (type, other.unwrapped) {
    case (.array, .array), (.set, .set), (.dictionary, .dictionary): true
    case (.optional(let own), _): DecodingOverload(type: own, place: place).mayRead(other)
    case (.named(let own), .named(let names)): own.map(\.text) == names.map(\.text)
    default: false
    }
  }
}
