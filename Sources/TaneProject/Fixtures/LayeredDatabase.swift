import TaneCore
import TaneFixtureLanguage

/// The layers of a database laid over each other, and what its service would say of them.
struct LayeredDatabase {
  let resources: [DesiredResource]
  let findings: [Diagnostic]

  init(
    name: String,
    layers: [DatabaseLayer],
    reservedKey: String,
    hasLayerTags: Bool,
    _ references: inout FixtureReferences?
  ) {
    let trees = layers.map(\.tree)
    let overlaid = Self.overlaid(trees, hasLayerTags)
    let tree = references.resolved(overlaid.tree)
    let places = layers.reduce(into: [:]) { $0.merge($1.places) { $1 } }
    resources = Self.outermost(places.keys).map {
      DesiredResource(Address(service: name, path: $0), tree[$0] ?? .null)
    }
    let findings =
      RealtimeDatabaseCheck.findings(in: tree, of: name)
      .filter { !Self.isAboutAList($0, in: trees) }
      + Self.findings(aboutReserved: reservedKey, in: tree, of: name)
    self.findings =
      overlaid.findings
      + findings.map {
        $0.position == nil ? $0.at(Self.place(of: $0.address?.path ?? .root, in: places)) : $0
      }
  }

  /// The tree that layers make together, later over earlier.
  static func tree(of layers: [DatabaseLayer], hasLayerTags: Bool) -> Tree {
    overlaid(layers.map(\.tree), hasLayerTags).tree
  }

  private static func overlaid(_ trees: [Tree], _ hasLayerTags: Bool) -> (
    tree: Tree, findings: [Diagnostic]
  ) {
    var layers = FixtureLayers.database(hasTags: hasLayerTags)
    return (layers.overlaid(trees) ?? .null, layers.findings)
  }

  /// Whether a finding says that a map comes back as a list where a set did write a list.
  ///
  /// A set that changes some elements of another set's list spells them as a map of indices.
  private static func isAboutAList(_ finding: Diagnostic, in trees: [Tree]) -> Bool {
    guard finding.code == .mapBecomesList, trees.count > 1, let path = finding.address?.path
    else { return false }
    return trees.contains { $0[path]?.kind == .list }
  }

  /// What is wrong with a fixture that describes Tane's own node.
  private static func findings(
    aboutReserved key: String,
    in tree: Tree,
    of name: String
  ) -> [Diagnostic] {
    guard let node = tree[key] else { return [] }
    return [
      .error(
        .reservedKey,
        "\"\(key)\" at the root of a database is the key below which Tane keeps what it has to remember there;"
          + " use another key, or give Tane another one with marker: { key: … } in the profile",
        at: node.keyPosition ?? node.position,
        address: Address(service: name, path: TreePath([key]))
      )
    ]
  }

  /// The paths of which none lies below another, in walk order.
  private static func outermost(_ paths: some Sequence<TreePath>) -> [TreePath] {
    paths.sorted().reduce(into: []) { kept, path in
      if kept.last?.contains(path) != true { kept.append(path) }
    }
  }

  /// The file of a node that no file spells out, as a folder's: the nearest above it or below it.
  private static func place(
    of path: TreePath,
    in places: [TreePath: SourcePosition]
  ) -> SourcePosition? {
    var above = path
    while true {
      if let place = places[above] { return place }
      guard !above.isRoot else { break }
      above = above.parent
    }
    return places.filter { path.contains($0.key) }.values.min()
  }
}

extension Diagnostic {
  /// The same finding at another place.
  func at(_ position: SourcePosition?) -> Diagnostic {
    var finding = self
    finding.position = position
    return finding
  }
}
