/// The requests of a type during one run of its `init(from:)`.
struct Trace {
  struct Request {
    let key: any CodingKey
    let type: any Any.Type
  }

  private(set) var requests: [Request] = []
  private(set) var keyTypes: [any CodingKey.Type] = []
  /// A Boolean value indicating whether a request differs from those in the synthesized
  /// `init(from:)` of a structure.
  private var hasUnusualRequests = false

  mutating func recordKeyedContainer(_ type: any CodingKey.Type) {
    keyTypes.append(type)
  }

  mutating func recordOtherRequest() { hasUnusualRequests = true }

  mutating func note(_ key: any CodingKey, _ type: any Any.Type) {
    requests.append(Request(key: key, type: type))
  }

  /// Returns the declared keys that the type has not requested.
  func remainingKeys(_ catalogue: TypeCatalogue) -> [any CodingKey] {
    var known = Set(requests.map(\.key.stringValue))
    return keyTypes.flatMap { catalogue.keys(of: $0).declared.map(\.key) }.filter {
      known.insert($0.stringValue).inserted
    }
  }

  /// Returns true if the compiler may have synthesized `init(from:)`: for a structure, all requests
  /// are for stored properties, in the order of the declared keys.
  func mayBeSynthesized(for type: any Any.Type, _ catalogue: TypeCatalogue) -> Bool {
    guard let keyType = keyTypes.first else { return false }
    let declared = catalogue.keys(of: keyType).declared
    if TypeMetadata.isEnumeration(type) {
      let cases = Set(TypeMetadata.caseNames(of: type))
      return declared.allSatisfy { cases.contains($0.property) }
    }
    guard !hasUnusualRequests, keyTypes.count == 1 else { return false }
    let properties = catalogue.properties(of: type)
    var remaining = declared[...]
    return requests.allSatisfy { request in
      let place = remaining.firstIndex { $0.key.stringValue == request.key.stringValue }
      guard let place else { return false }
      let name = remaining[place].property
      remaining = remaining[(place + 1)...]
      // A wrapped property is stored under its name with a leading underscore.
      return properties.contains {
        $0.type == request.type && ($0.name == name || $0.name == "_\(name)")
      }
    }
  }
}
