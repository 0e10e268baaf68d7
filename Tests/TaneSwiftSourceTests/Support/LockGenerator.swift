import TestSupport

@testable import TaneSwiftSource

/// A generator of random locks.
struct LockGenerator {
  var random: SeededGenerator

  private static let names = [
    "id", "name", "1", "a b", "null", "種類", "- x", "", "true", "x: y", "Shop", "a.b", "#c", "~",
  ]

  mutating func types() -> [String: LockedType] {
    var types: [String: LockedType] = [:]
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      types[name()] = LockedType(parameters: names(below: 3), form: form())
    }
    return types
  }

  private mutating func form() -> LockedType.Form {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .fields(fields(depth: 0))
    case 1: return .rawValues(type(depth: 0), Set(names(below: 4)).sorted())
    case 2:
      var cases: [String: LockedFields] = [:]
      for name in names(below: 4) { cases[name] = fields(depth: 0) }
      return .cases(cases)
    default: return .unknown
    }
  }

  private mutating func fields(depth: Int) -> LockedFields {
    var fields = LockedFields(isOpen: Bool.random(using: &random))
    for name in names(below: 5) { fields.fields[name] = field(depth: depth) }
    return fields
  }

  private mutating func field(depth: Int) -> LockedField {
    let presence = LockedField.Presence.allCases.randomElement(using: &random) ?? .required
    let content: LockedField.Content =
      switch Int.random(in: 0..<(depth > 2 ? 4 : 5), using: &random) {
      case 0...2: .type(type(depth: 0))
      case 3: .unknown
      default: .fields(fields(depth: depth + 1))
      }
    return LockedField(property: name(), presence: presence, content: content)
  }

  private mutating func type(depth: Int) -> TypeReference {
    switch Int.random(in: 0..<(depth > 2 ? 2 : 7), using: &random) {
    case 0: return .named([.init("Shop")])
    case 1: return .other("(A, B)")
    case 2: return .optional(type(depth: depth + 1).parsed)
    case 3: return .array(.named([.init("Shop"), .init("種類")]))
    case 4: return .set(.named([.init("Int")]))
    case 5: return .dictionary(.named([.init("Key")]), .optional(.named([.init("Int")])))
    default: return .named([.init("Page", [.named([.init("A")]), .array(.named([.init("B")]))])])
    }
  }

  private mutating func name() -> String { Self.names.randomElement(using: &random) ?? "" }

  private mutating func names(below count: Int) -> [String] {
    (0..<Int.random(in: 0..<count, using: &random)).map { _ in name() }
  }
}

extension TypeReference {
  /// The type parsed from its description.
  fileprivate var parsed: TypeReference { TypeReference(parsing: description) ?? self }
}
