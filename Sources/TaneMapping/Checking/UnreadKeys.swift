import TaneCore

/// The findings about unread keys and elements in the maps and lists that types opened.
struct UnreadKeys {
  /// The location of a key: the visit of its map, and the index of the child.
  struct KeyLocation: Hashable {
    let map: ObjectIdentifier
    let index: Int
  }

  private(set) var findings: [Diagnostic] = []
  let address: Address
  let decoder: TreeDecoder
  let catalogue: TypeCatalogue
  /// The keys that are already mentioned in findings about missing keys.
  let explained: Set<KeyLocation>

  /// Records the unread children of a list or map, unless a type did not finish decoding it.
  mutating func note(_ visit: Visit) {
    guard visit.owner != nil, !visit.isIncomplete else { return }
    let unread = visit.unread.filter {
      !explained.contains(KeyLocation(map: ObjectIdentifier(visit), index: $0))
    }
    if !unread.isEmpty { note(unread, of: visit) }
  }

  private mutating func note(_ unread: [Int], of visit: Visit) {
    guard visit.tree.kind == .map else { return reportElements(unread, of: visit) }
    let known = visit.keyTypes.flatMap { catalogue.keys(of: $0).declared }
    for index in unread { reportKey(of: visit.tree.children[index], in: visit, known) }
  }

  private mutating func reportKey(
    of child: Tree,
    in visit: Visit,
    _ known: [(key: any CodingKey, property: String)]
  ) {
    let name = child.key ?? ""
    let owner = visit.owner.map { TypeName.text(of: $0) } ?? "the type"
    let names = known.map { decoder.spelling(of: $0.key) }
    let reads = names.isEmpty ? "" : "; \(owner) reads \(NodeDescription.list(names, limit: 12))"
    add(
      "no type reads \"\(name.escapingControls)\"\(reads)"
        + suggestion(for: name, in: visit.tree, known),
      at: visit.path.components + [name],
      child.keyPosition,
      of: owner
    )
  }

  /// Records the unread elements of a list.
  private mutating func reportElements(_ unread: [Int], of visit: Visit) {
    guard let first = unread.first, let type = visit.owner else { return }
    let child = visit.tree.children[first]
    let count = visit.tree.children.count
    let owner = TypeName.text(of: type)
    add(
      "\(owner) reads \((count - unread.count).grouped) of \(counted(count, "element"))",
      at: visit.path.components + [String(first)],
      child.position,
      of: owner
    )
  }

  private mutating func add(
    _ message: String,
    at path: [String],
    _ position: SourcePosition?,
    of owner: String
  ) {
    findings.append(
      Diagnostic(
        .warning,
        .unreadKey,
        message,
        at: Address(service: address.service, path: address.path.appending(TreePath(path))),
        position: position,
        typeName: owner
      )
    )
  }

  /// Returns a clause that suggests a missing key with a similar name, or an empty string.
  private func suggestion(
    for name: String,
    in map: Tree,
    _ known: [(key: any CodingKey, property: String)]
  ) -> String {
    let missing = known.map { (key: decoder.spelling(of: $0.key), property: $0.property) }
      .filter { map[$0.key] == nil }
    let spellings = missing.flatMap { [$0.key, $0.property] }
    guard let nearest = Suggestion.nearest(to: name, among: spellings),
      let meant = missing.first(where: { $0.key == nearest || $0.property == nearest })
    else { return "" }
    return "; did you mean \"\(meant.key)\"?"
  }
}
