extension SourceIndex {
  /// The members of types of the standard library and Foundation that are values of their type.
  private static let knownMembers: Set<String> = [
    "distantFuture", "distantPast", "greatestFiniteMagnitude", "infinity", "leastNonzeroMagnitude",
    "leastNormalMagnitude", "max", "min", "now", "pi", "zero",
  ]

  /// The type of a static member: of a case of an enumeration, or of a static property whose type is known.
  ///
  /// - Parameters:
  ///   - member: The member, as in `Kind.cafe`.
  ///   - scope: Where it is written.
  /// - Returns: The type; nil where the sources do not tell it.
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
    // The name is that of another place, where it may stand for something else.
    if let found = self.declared(type, from: declared.scope) {
      return found.summary.genericParameters.isEmpty ? .named(found.name) : nil
    }
    return type.dottedName.flatMap { KnownType(name: $0) } != nil ? type : nil
  }
}
