import TaneCore

/// What is left of maps that types have opened: the keys that none has asked for.
struct UnreadKeys {
  /// A key of a map.
  struct Place: Hashable {
    let map: ObjectIdentifier
    let index: Int
  }

  private(set) var findings: [MappingFinding] = []
  private let address: Address
  /// The keys that findings about missing ones already name.
  private let explained: Set<Place>

  init(below root: Visit?, at address: Address, except explained: Set<Place>) {
    self.address = address
    self.explained = explained
    if let root { walk(root) }
  }

  private mutating func walk(_ visit: Visit) {
    if visit.tree.kind == .map, let keys = visit.keyType, !visit.isCutShort {
      for index in visit.unread
      where !explained.contains(Place(map: ObjectIdentifier(visit), index: index)) {
        note(index, of: visit, keys)
      }
    }
    for case let child? in visit.children { walk(child) }
  }

  private mutating func note(_ index: Int, of visit: Visit, _ keyType: any CodingKey.Type) {
    let child = visit.tree.children[index]
    let name = child.key ?? ""
    let owner = visit.owner.map { TypeName.text(of: $0) }
    let known = KeyNames.all(of: keyType)
    let names = known.map(\.key.stringValue)
    let reads = Self.list(names).map { "; \(owner ?? "the type") reads \($0)" } ?? ""
    let path = TreePath(visit.path.components + [name])
    findings.append(
      MappingFinding(
        .warning,
        .unreadKey,
        "no type reads \"\(name.escapingControls)\"\(reads)"
          + Self.suggestion(for: name, in: visit.tree, known),
        at: Address(service: address.service, path: address.path.appending(path)),
        position: child.keyPosition,
        typeName: owner
      )
    )
  }

  /// The key that was probably meant: one that is not there and that a key or a property is like.
  private static func suggestion(
    for name: String,
    in map: Tree,
    _ known: [(key: any CodingKey, property: String)]
  ) -> String {
    let missing = known.filter { map[$0.key.stringValue] == nil }
    let spellings = missing.flatMap { [$0.key.stringValue, $0.property] }
    guard let nearest = Suggestion.nearest(to: name, among: spellings),
      let meant = missing.first(where: { $0.key.stringValue == nearest || $0.property == nearest })
    else { return "" }
    return "; did you mean \"\(meant.key.stringValue)\"?"
  }

  private static func list(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    return names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}
