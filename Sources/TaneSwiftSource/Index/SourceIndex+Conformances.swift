extension SourceIndex {
  /// Returns true if the sources show that a type conforms to `Decodable`.
  func isDecodable(_ type: DeclaredType) -> Bool {
    guard type.summary.kind != .protocolType else { return false }
    if !conformances(of: type).isDisjoint(with: ["Codable", "Decodable"]) { return true }
    return superclass(of: type).map(isDecodable) ?? false
  }

  /// Returns true if a type certainly does not conform to `Decodable`: all inherited types are
  /// known, and there is no attribute that could be a macro that adds the conformance.
  func isKnownNotDecodable(_ type: DeclaredType) -> Bool {
    guard ![.protocolType, .extensionOf].contains(type.summary.kind), !isDecodable(type) else {
      return false
    }
    let parts = [type.summary] + type.extensions.map(\.summary)
    guard parts.allSatisfy(\.attributes.isEmpty),
      superclass(of: type).map(isKnownNotDecodable) ?? true
    else { return false }
    return conformances(of: type).allSatisfy { name in
      KnownType.names.contains(name) || name.contains(".") || types[name] != nil
        || aliases[name] != nil || declared(.named(name), from: type.scope) != nil
    }
  }

  /// Returns the names of all types that a type inherits from, directly or through protocols in the
  /// sources, but not through superclasses.
  func conformances(of type: DeclaredType) -> Set<String> {
    var names: Set<String> = []
    var pending = type.inherited.map { ($0, type.scope) }
    while let (reference, scope) = pending.popLast() {
      guard let name = reference.dottedName, names.insert(name).inserted else { continue }
      let parts = name.split(separator: ".").map(String.init)
      if let last = parts.last { names.insert(last) }
      switch find(parts, from: scope) {
      case .declared(let found) where found.summary.kind == .protocolType:
        pending += found.inherited.map { ($0, found.scope) }
      case .alias(let summary, let file, let enclosingNames):
        let scope = LookupScope(names: enclosingNames, file: file)
        pending += summary.inherited.map { ($0, scope) }
        pending += summary.target.map { [($0, scope)] } ?? []
      default: break
      }
    }
    return names
  }

  /// Returns the superclass of a class, if the sources declare it.
  func superclass(of type: DeclaredType) -> DeclaredType? {
    guard type.summary.kind == .classType, let first = type.summary.inherited.first else {
      return nil
    }
    // A class cannot inherit from a type nested in itself.
    let scope = LookupScope(names: Array(type.scope.names.dropLast()), file: type.file)
    guard let found = declared(first, from: scope), found.summary.kind == .classType,
      found.name != type.name
    else { return nil }
    return found
  }

  /// Returns the inherited protocol whose extension has an `init(from:)`, if any.
  func protocolWithInitializer(of type: DeclaredType) -> DeclaredType? {
    conformances(of: type).sorted().lazy.compactMap { name in
      declared(.named(name), from: type.scope)
    }
    .first { found in
      found.summary.kind == .protocolType
        && found.extensions.contains { $0.summary.initializer != nil }
    }
  }
}
