import TaneCore

/// A converter of a run's faults into findings with positions and explanations.
struct FindingAssembly {
  let address: Address
  let model: ReadBackModel
  let decoder: TreeDecoder
  /// The unread keys that are already mentioned in findings about missing keys.
  private(set) var explained: Set<UnreadKeys.KeyLocation> = []
  private(set) var findings: [Diagnostic] = []

  mutating func add(_ fault: PendingFinding) {
    var (message, position) = (text(of: fault), position(of: fault))
    let read = fault.missingKey == nil ? fault.tree : nil
    if let change = model.change(at: fault.path, expecting: fault.expected, read: read) {
      message += "; \(change.message)"
      position = change.position ?? position
    } else if let key = fault.missingKey, let typo = misspelling(of: key, fault) {
      let child = typo.visit.tree.children[typo.index]
      explained.insert(UnreadKeys.KeyLocation(map: ObjectIdentifier(typo.visit), index: typo.index))
      message += clause(about: child.key ?? "", meant: key)
      position = child.keyPosition ?? position
    }
    if let key = fault.standInKey {
      message += "; checked with a placeholder value for the missing key \"\(key)\""
    }
    findings.append(
      Diagnostic(
        .error,
        fault.code,
        message,
        at: Address(service: address.service, path: address.path.appending(TreePath(fault.path))),
        position: position,
        typeName: fault.owner.map { TypeName.text(of: $0) },
        property: fault.property
      )
    )
  }

  private func text(of fault: PendingFinding) -> String {
    guard let owner = fault.owner, let property = fault.property else { return fault.message }
    let name = "\(TypeName.text(of: owner)).\(property)"
    guard let key = fault.missingKey, let requested = fault.requested else {
      return "\(name): \(fault.message)\(cases(instead: fault))"
    }
    return
      "\(name) (\(TypeName.text(of: requested))) requires the key "
      + "\"\(decoder.spelling(of: key))\", which is missing"
  }

  /// Returns the end of a message about a missing key, which names a similar key in the data or, if
  /// the key strategy causes the difference, the converted form of that key.
  private func clause(about name: String, meant key: any CodingKey) -> String {
    let shown = name.escapingControls
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy,
      decoder.spelling(of: key) == name
    {
      return "; \"\(shown)\" is read as \"\(SnakeCase.camelCase(from: name))\", but the key is "
        + "\"\(key.stringValue)\""
    }
    return "; did you mean \"\(decoder.spelling(of: key))\" instead of \"\(shown)\"?"
  }

  /// Returns a clause with the raw values of the requested enumeration if the node is of a
  /// different type, otherwise an empty string.
  private func cases(instead fault: PendingFinding) -> String {
    guard fault.code == .mismatchedType, let requested = fault.requested,
      requested != fault.expected
    else {
      return ""
    }
    let type = (requested as? any OptionalType.Type)?.wrapped ?? requested
    let values = TypeMetadata.isEnumeration(type) ? RawValues.texts(of: type) : []
    return values.isEmpty
      ? "" : "; \(TypeName.text(of: type)) is one of \(NodeDescription.list(values))"
  }

  /// Returns the position of the node or of its nearest ancestor with a position, otherwise nil.
  private func position(of fault: PendingFinding) -> SourcePosition? {
    if fault.isAboutKey, let position = fault.tree.keyPosition { return position }
    if let position = fault.tree.position { return position }
    var path = TreePath(fault.path)
    while !path.isRoot {
      path = path.parent
      if let position = model.written[path]?.position { return position }
    }
    return nil
  }

  /// Returns the unread key that is probably a misspelling of a missing key or of its property's
  /// name, if any.
  private func misspelling(
    of key: any CodingKey,
    _ fault: PendingFinding
  ) -> (visit: Visit, index: Int)? {
    guard let visit = fault.visit, visit.tree.children.count <= 100 else { return nil }
    let unread = visit.unread.filter {
      !explained.contains(UnreadKeys.KeyLocation(map: ObjectIdentifier(visit), index: $0))
    }
    let names = unread.map { visit.tree.children[$0].key ?? "" }
    let spellings = [decoder.spelling(of: key), fault.property].compactMap { $0 }
    let nearest = spellings.lazy.compactMap { Suggestion.nearest(to: $0, among: names) }.first
    guard let nearest, let place = names.firstIndex(of: nearest) else { return nil }
    return (visit, unread[place])
  }
}

/// An optional type that exposes its wrapped type.
private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
