/// The keys that the cases of a type's `CodingKeys` stand for.
struct KeyNames {
  /// The reason the keys are unknown, or nil.
  let opaqueReason: String?
  /// The keys by case; nil where the compiler derives a case for each property.
  private let keys: [String: String]?

  /// The keys of the `CodingKeys` that a type declares itself, or of another enumeration.
  init(index: SourceIndex, type: DeclaredType, named name: String = "CodingKeys") {
    self.init(of: index.declaredInside(type, named: name))
  }

  /// The keys of an enumeration that conforms to `CodingKey`; derived ones where there is none.
  init(of declared: DeclaredType?) {
    guard let declared else {
      (opaqueReason, keys) = (nil, nil)
      return
    }
    guard declared.summary.kind == .enumeration, !declared.computesKeys else {
      (opaqueReason, keys) = ("\(declared.name) computes its keys", nil)
      return
    }
    opaqueReason = nil
    // Only text is a key: the cases of an enumeration of numbers are named after themselves.
    let isText = declared.summary.inherited.contains { $0.dottedName == "String" }
    keys = Dictionary(
      declared.summary.cases.map { ($0.name, isText ? $0.rawValue ?? $0.name : $0.name) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The key of a property; nil where `CodingKeys` leaves it out.
  func key(ofProperty name: String) -> String? {
    keys.map { $0[name] } ?? name
  }
}

extension SourceIndex {
  /// The type with a name that is declared inside another, or stands there under this name.
  func declaredInside(_ type: DeclaredType, named name: String) -> DeclaredType? {
    let inside = "\(type.name).\(name)"
    guard types[inside] != nil || aliases[inside] != nil else { return nil }
    return declared(.named(name), from: type.scope)
  }

  /// Returns true if a type is an optional after its aliases are resolved.
  func isOptional(_ reference: TypeReference, from scope: LookupScope) -> Bool {
    if case .optional = resolved(reference, from: scope) { true } else { false }
  }

  /// Returns true if a reference is to Firestore's property wrapper for document identifiers, which its decoder fills
  /// in for any key.
  func isDocumentID(_ reference: TypeReference, from scope: LookupScope) -> Bool {
    reference.simpleName == "DocumentID" && declared(reference, from: scope) == nil
  }

  /// A reference after other names without generic parameters were followed.
  func resolved(_ reference: TypeReference, from scope: LookupScope) -> TypeReference {
    guard let name = reference.dottedName,
      case .alias(let summary, let file, let names) = find(
        name.split(separator: ".").map(String.init),
        from: scope
      ), let target = summary.target, summary.genericParameters.isEmpty, target != reference
    else { return reference }
    return resolved(target, from: LookupScope(names: names, file: file))
  }
}
