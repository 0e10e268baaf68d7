import TaneCore

/// The result of looking up a name in its scope.
enum LookupResult {
  case declared(DeclaredType)
  case alias(DeclarationSummary, file: String, scope: [String])
  /// A generic parameter of an enclosing type.
  case parameter(String)
  case ambiguous([SourcePosition])
  case missing
}

/// The scope of a name: the enclosing types and the file.
struct LookupScope: Hashable {
  let names: [String]
  let file: String
  /// The module that precedes the name in the source, for comparison with folder names.
  var module: String?

  /// The scope of mappings, which are in no source file.
  static let outside = LookupScope(names: [], file: "")
}

extension SourceIndex {
  /// Looks up a name as the compiler does, from the innermost type outward.
  func find(_ names: [String], from scope: LookupScope) -> LookupResult {
    guard let first = names.first else { return .missing }
    if first == "Self", let own = scope.names.last {
      let outside = LookupScope(names: Array(scope.names.dropLast()), file: scope.file)
      return find([own] + names.dropFirst(), from: outside)
    }
    for depth in stride(from: scope.names.count, through: 0, by: -1) {
      let enclosingNames = Array(scope.names.prefix(depth))
      // The members of a generic parameter depend on its argument.
      if isGenericParameter(first, enclosingNames) {
        return names.count == 1 ? .parameter(first) : .missing
      }
      let found = findMember(first, of: enclosingNames, from: scope)
      if case .ambiguous = found, names.count > 1,
        let member = onlyMember(enclosingNames + names, from: scope)
      {
        return .declared(member)
      }
      guard case .missing = found else {
        return descend(found, to: names.dropFirst())
      }
    }
    // The name may begin with a module.
    guard names.count > 1 else { return .missing }
    // A type of another module may be known only from an extension that names its module.
    if let foreign = types[names.joined(separator: ".")]?.first { return .declared(foreign) }
    let outside = LookupScope(names: [], file: scope.file, module: first)
    return find(Array(names.dropFirst()), from: outside)
  }

  /// Returns the type with the given qualified name, such as `Shop.Kind`, if only one of the types
  /// named `Shop` declares it, or nil otherwise.
  private func onlyMember(_ names: [String], from scope: LookupScope) -> DeclaredType? {
    let name = names.joined(separator: ".")
    let found = findDirectly(name, in: Array(names.dropLast()), from: scope)
    if case .declared(let type) = found { return type }
    return nil
  }

  private func isGenericParameter(_ name: String, _ enclosingNames: [String]) -> Bool {
    let types = types[enclosingNames.joined(separator: ".")] ?? []
    return types.contains { $0.summary.genericParameters.contains(name) }
  }

  /// Looks up a name directly in a type and then its superclasses, or at the top level if the
  /// type's name is empty.
  private func findMember(_ name: String, of enclosingNames: [String], from scope: LookupScope)
    -> LookupResult
  {
    var owner: [String]? = enclosingNames
    var seen: Set<[String]> = []
    while let current = owner, seen.insert(current).inserted {
      let found = findDirectly((current + [name]).joined(separator: "."), in: current, from: scope)
      guard case .missing = found else { return found }
      owner = types[current.joined(separator: ".")]?.first
        .flatMap { superclass(of: $0) }
        .map { $0.name.split(separator: ".").map(String.init) }
    }
    return .missing
  }

  private func findDirectly(_ name: String, in enclosingNames: [String], from scope: LookupScope)
    -> LookupResult
  {
    let choice = DeclarationResolver(scope: scope, imports: imports[scope.file] ?? [])
    let found = choice.bestMatches(among: types[name] ?? []) { ($0.summary, $0.file) }
    if found.count > 1 { return .ambiguous(found.map(\.place)) }
    if let type = found.first { return .declared(type) }
    let candidates = choice.bestMatches(among: aliases[name] ?? []) { $0 }
    guard let alias = candidates.first else { return .missing }
    // Aliases with the same target, as in branches of `#if`, are not ambiguous.
    guard candidates.allSatisfy({ $0.summary.target == alias.summary.target }) else {
      return .ambiguous(candidates.map { $0.summary.place.inFile($0.file) })
    }
    return .alias(alias.summary, file: alias.file, scope: enclosingNames)
  }

  /// Returns a compiler-derived type such as `Shop.ID` or `Kind.RawValue`, if any.
  private func derivedAlias(_ name: String, in type: DeclaredType) -> LookupResult? {
    var alias = DeclarationSummary(
      kind: .alias,
      name: name,
      scope: type.scope.names,
      place: type.summary.place
    )
    switch name {
    case "ID":
      let stored = type.summary.properties.first { $0.name == "id" }
      alias.target = stored?.type ?? type.identifierType
    case "RawValue" where type.summary.kind == .enumeration:
      alias.target = type.rawValueType ?? type.summary.inherited.first
    case "RawValue": alias.target = type.rawValueType
    default: return nil
    }
    return alias.target == nil ? nil : .alias(alias, file: type.file, scope: type.scope.names)
  }

  /// Looks up the remaining names of a dotted name in the result for the first names.
  private func descend(
    _ found: LookupResult,
    to rest: ArraySlice<String>
  ) -> LookupResult {
    guard let next = rest.first else { return found }
    switch found {
    case .declared(let type):
      var found = findMember(next, of: type.scope.names, from: type.scope)
      if case .missing = found, let derived = derivedAlias(next, in: type) { found = derived }
      return descend(found, to: rest.dropFirst())
    case .alias(let summary, let aliasFile, let scope):
      guard let target = summary.target?.dottedName else { return .missing }
      let names = target.split(separator: ".").map(String.init)
      guard names != [summary.name] else { return .missing }
      let targetResult = find(names, from: LookupScope(names: scope, file: aliasFile))
      return descend(targetResult, to: rest)
    case .parameter, .ambiguous, .missing:
      return found
    }
  }

  /// Returns the type that a reference refers to after resolving aliases, or nil.
  func declared(_ reference: TypeReference, from scope: LookupScope) -> DeclaredType? {
    var reference = reference
    var scope = scope
    // Circular aliases do not compile; ten steps are enough for all others.
    for _ in 0..<10 {
      guard let name = reference.dottedName else { return nil }
      switch find(name.split(separator: ".").map(String.init), from: scope) {
      case .declared(let type): return type
      case .alias(let summary, let file, let names):
        guard let target = summary.target else { return nil }
        reference = target
        scope = LookupScope(names: names, file: file)
      default: return nil
      }
    }
    return nil
  }
}

extension DeclaredType {
  /// The scope inside the type.
  var scope: LookupScope {
    LookupScope(names: name.split(separator: ".").map(String.init), file: file)
  }
}
