import TaneCore

/// A method that decodes a type from a keyed container in place of the standard library's method.
struct DecodingOverload: Sendable {
  let type: TypeReference
  let place: SourcePosition

  /// Returns true if the method may decode a type; generic arguments are not compared.
  func mayDecode(_ other: TypeReference, from scope: LookupScope, in index: SourceIndex) -> Bool {
    if type == .named("Any") { return true }
    switch (type, other.unwrapped) {
    case (.array, .array), (.set, .set), (.dictionary, .dictionary): return true
    case (.optional(let own), _):
      return DecodingOverload(type: own, place: place).mayDecode(other, from: scope, in: index)
    case (.named(let own), .named(let names)):
      if own.map(\.text) == names.map(\.text) { return true }
      // Either name may be an alias.
      let file = LookupScope(names: [], file: place.file)
      guard let declared = index.declared(type, from: file) else { return false }
      return declared.name == index.declared(other.unwrapped, from: scope)?.name
    default: return false
    }
  }
}
