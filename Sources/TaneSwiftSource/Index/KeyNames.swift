/// The keys in the data for the cases of a type's `CodingKeys`.
struct KeyNames {
  /// The reason the keys are unknown, or nil if they are known.
  let opaqueReason: String?
  /// The keys by case, or nil if the compiler derives a case for each property.
  private let keys: [String: String]?
  /// A Boolean value indicating whether keys are written as string literals instead of cases.
  private(set) var usesLiterals = false

  /// Creates the keys of a type's `CodingKeys`, or of another nested enumeration with the given
  /// name.
  init(index: SourceIndex, type: DeclaredType, named name: String = "CodingKeys") {
    self.init(of: index.declaredInside(type, named: name))
  }

  /// Creates the keys of an enumeration that conforms to `CodingKey`, or derived keys if it is nil.
  init(of declared: DeclaredType?) {
    guard let declared else {
      (opaqueReason, keys) = (nil, nil)
      return
    }
    guard !declared.keepsText else {
      self = .literals
      return
    }
    guard declared.summary.kind == .enumeration, !declared.computesKeys else {
      (opaqueReason, keys) = ("\(declared.name) computes its keys", nil)
      return
    }
    opaqueReason = nil
    // Only raw values that are strings are keys; the key of a case with an integer raw value is its
    // name.
    let isText = declared.summary.inherited.contains { $0.dottedName == "String" }
    keys = Dictionary(
      declared.summary.cases.map { ($0.name, isText ? $0.rawValue ?? $0.name : $0.name) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The keys of a type that can be created from any string, such as `String` itself.
  static var literals: KeyNames {
    var names = KeyNames(of: nil)
    names.usesLiterals = true
    return names
  }

  /// Returns the key of a property or of a literal in quotation marks, or nil if `CodingKeys` omits
  /// the property.
  func key(ofProperty name: String) -> String? {
    guard !usesLiterals else { return name.hasPrefix("\"") ? name.literalText : nil }
    return keys.map { $0[name] } ?? name
  }
}

extension SourceIndex {
  /// Returns the type with the given name that is declared in another type, directly or as an
  /// alias, except in an `#if` branch that is never compiled for iOS.
  func declaredInside(_ type: DeclaredType, named name: String) -> DeclaredType? {
    let inside = "\(type.name).\(name)"
    guard types[inside] != nil || aliases[inside] != nil,
      let found = declared(.named(name), from: type.scope),
      !found.summary.isForOtherPlatforms || type.summary.isForOtherPlatforms
    else { return nil }
    return found
  }

  /// Returns true if a reference is an optional after aliases are resolved.
  func isOptional(_ reference: TypeReference, from scope: LookupScope) -> Bool {
    if case .optional = resolved(reference, from: scope) { true } else { false }
  }

  /// Returns true if a reference refers to Firestore's property wrapper for document identifiers,
  /// which Firestore's decoder sets regardless of the key.
  func isDocumentID(_ reference: TypeReference, from scope: LookupScope) -> Bool {
    reference.simpleName == "DocumentID" && declared(reference, from: scope) == nil
  }

  /// Returns the target of a reference to an alias without generic parameters, and any other
  /// reference unchanged.
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

extension String {
  /// The text without the quotation marks of a literal.
  package var literalText: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
}
