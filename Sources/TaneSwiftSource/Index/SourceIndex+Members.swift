extension SourceIndex {
  /// The static members in the standard library and Foundation whose type is the enclosing type.
  private static let knownMembers: Set<String> = [
    "distantFuture", "distantPast", "greatestFiniteMagnitude", "infinity", "leastNonzeroMagnitude",
    "leastNormalMagnitude", "max", "min", "now", "pi", "zero",
  ]

  /// Returns the type of a static member: a case of an enumeration, or a static property of known
  /// type.
  ///
  /// - Parameters:
  ///   - member: The member, as in `Kind.cafe`.
  ///   - scope: The scope of the reference.
  /// - Returns: The type, or nil if the sources do not show it.
  func type(ofMember member: TypeReference, from scope: LookupScope) -> TypeReference? {
    guard case .named(var names) = member, let name = names.popLast()?.text, !names.isEmpty else {
      return nil
    }
    let owner = TypeReference.named(names)
    guard let declared = declared(owner, from: scope) else {
      let isKnown = names.count == 1 && KnownType(name: names[0].text) != nil
      return isKnown && Self.knownMembers.contains(name) ? owner : nil
    }
    if declared.summary.cases.contains(where: { $0.name == name }) { return owner }
    guard let type = declared.staticType(name) else { return nil }
    if type.dottedName == "Self" { return owner }
    // The type is returned by its qualified name, because its simple name may refer to another type
    // in the scope of the reference.
    if let found = self.declared(type, from: declared.scope) {
      return found.summary.genericParameters.isEmpty ? .named(found.name) : nil
    }
    return type.dottedName.flatMap { KnownType(name: $0) } != nil ? type : nil
  }
}
