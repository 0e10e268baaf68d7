/// What a type has asked for in one run of its `init(from:)`.
struct Trace {
  struct Ask {
    let key: any CodingKey
    let type: any Any.Type
  }

  private(set) var asks: [Ask] = []
  private(set) var keyType: (any CodingKey.Type)?
  private var keyedCount = 0
  /// Whether it asked otherwise than a synthesised `init(from:)` of a structure does.
  private var isOutOfTheOrdinary = false

  mutating func noteKeyed(_ type: any CodingKey.Type) {
    keyedCount += 1
    if keyType == nil { keyType = type }
  }

  mutating func noteOther() { isOutOfTheOrdinary = true }

  mutating func note(_ key: any CodingKey, _ type: any Any.Type) {
    asks.append(Ask(key: key, type: type))
  }

  /// The keys that the type declares and has not asked for.
  var remainingKeys: [(key: any CodingKey, property: String)] {
    guard let keyType else { return [] }
    let asked = Set(asks.map(\.key.stringValue))
    return KeyNames.all(of: keyType).filter { !asked.contains($0.key.stringValue) }
  }

  /// Whether the compiler could have written the `init(from:)` of a type that asks so.
  func looksSynthesised(for type: any Any.Type) -> Bool {
    guard let keyType else { return false }
    if TypeMetadata.isEnumeration(type) {
      let cases = Set(TypeMetadata.caseNames(of: type))
      return KeyNames.all(of: keyType).allSatisfy { cases.contains($0.property) }
    }
    guard !isOutOfTheOrdinary, keyedCount == 1 else { return false }
    var properties = TypeMetadata.properties(of: type)[...]
    return asks.allSatisfy { ask in
      let name = KeyNames.property(of: ask.key) ?? ""
      // Wrappers keep their values under the property's name with an underscore before it.
      let found = properties.firstIndex {
        $0.type == ask.type && ($0.name == name || $0.name == "_\(name)")
      }
      guard let found else { return false }
      properties = properties[(found + 1)...]
      return true
    }
  }
}
