extension TypeReference {
  /// Returns the reference with simple names, such as generic parameters, replaced by types.
  func substituting(_ types: [String: TypeReference]) -> TypeReference {
    guard !types.isEmpty else { return self }
    switch self {
    case .other: return self
    case .optional(let type): return .optional(type.substituting(types))
    case .array(let type): return .array(type.substituting(types))
    case .set(let type): return .set(type.substituting(types))
    case .dictionary(let key, let value):
      return .dictionary(key.substituting(types), value.substituting(types))
    case .named(let names):
      if names.count == 1, names[0].arguments.isEmpty, let type = types[names[0].text] {
        return type
      }
      return .named(
        names.map { Name($0.text, $0.arguments.map { $0.substituting(types) }) }
      )
    }
  }

  /// Returns the generic arguments that turn this reference into another reference when they are
  /// substituted for `parameters`, or nil if there are none.
  func arguments(making other: TypeReference, of parameters: [String]) -> [String: TypeReference]? {
    switch (self, other) {
    case (.named(let names), _) where names.count == 1 && parameters.contains(names[0].text):
      return names[0].arguments.isEmpty ? [names[0].text: other] : nil
    case (.optional(let own), .optional(let other)), (.array(let own), .array(let other)),
      (.set(let own), .set(let other)):
      return own.arguments(making: other, of: parameters)
    case (.dictionary(let ownKey, let own), .dictionary(let otherKey, let other)):
      return TypeReference.arguments(zip([ownKey, own], [otherKey, other]), of: parameters)
    case (.named(let own), .named(let others)) where own.map(\.text) == others.map(\.text):
      let (arguments, otherArguments) = (own.flatMap(\.arguments), others.flatMap(\.arguments))
      guard arguments.count == otherArguments.count else { return nil }
      return TypeReference.arguments(zip(arguments, otherArguments), of: parameters)
    default: return self == other ? [:] : nil
    }
  }

  private static func arguments(
    _ pairs: some Sequence<(TypeReference, TypeReference)>,
    of parameters: [String]
  ) -> [String: TypeReference]? {
    var arguments: [String: TypeReference] = [:]
    for (own, other) in pairs {
      guard let more = own.arguments(making: other, of: parameters),
        more.allSatisfy({ arguments[$0.key] == nil || arguments[$0.key] == $0.value })
      else { return nil }
      arguments.merge(more) { first, _ in first }
    }
    return arguments
  }

  /// The qualified names of all types in the reference.
  var allNames: [String] {
    switch self {
    case .other: []
    case .optional(let type), .array(let type), .set(let type): type.allNames
    case .dictionary(let key, let value): key.allNames + value.allNames
    case .named(let names):
      [names.map(\.text).joined(separator: ".")]
        + names.flatMap { $0.arguments.flatMap(\.allNames) }
    }
  }

  /// Returns true if two references differ only in names that `pairing` treats as equal.
  func matches(_ other: TypeReference, pairing: (String, String) -> Bool) -> Bool {
    switch (self, other) {
    case (.optional(let own), .optional(let other)), (.array(let own), .array(let other)),
      (.set(let own), .set(let other)):
      return own.matches(other, pairing: pairing)
    case (.dictionary(let ownKey, let own), .dictionary(let otherKey, let other)):
      return ownKey.matches(otherKey, pairing: pairing) && own.matches(other, pairing: pairing)
    case (.named(let own), .named(let others)):
      let (arguments, otherArguments) = (own.flatMap(\.arguments), others.flatMap(\.arguments))
      return pairing(dottedName ?? "", other.dottedName ?? "")
        && arguments.count == otherArguments.count
        && zip(arguments, otherArguments).allSatisfy { $0.matches($1, pairing: pairing) }
    default: return self == other
    }
  }
}

extension TypeReference {
  /// Returns the given collection type if this type is a collection without arguments, such as
  /// `Array`; otherwise returns this type.
  package func completed(by type: TypeReference?) -> TypeReference {
    guard ["Array", "Set", "Dictionary"].contains(description), let type = type?.unwrapped else {
      return self
    }
    switch type {
    case .array, .set, .dictionary: return type
    case .named, .optional, .other: return self
    }
  }
}
