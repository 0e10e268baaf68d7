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
    let places = layers.reduce(into: [:]) { $0.merge($1.places) { $1 } }
    var contents: [(path: TreePath, tree: Tree?)] = []
    var findings: [Diagnostic] = []
    var layering = FixtureLayers.database(hasTags: hasLayerTags)
    // Each by itself: what stands above them is nobody's file, and a large one needs no copy.
    for path in Self.outermost(places.keys) {
      let trees = layers.compactMap { $0.tree(at: path) }
      let tree = layering.overlaid(trees).map { references.resolved($0) }
      contents.append((path, tree))
      findings +=
        RealtimeDatabaseCheck.findings(in: tree ?? .null, at: path, of: name)
        .filter { !Self.isAboutAList($0, in: trees, at: path) }
    }
    resources = contents.map {
      DesiredResource(Address(service: name, path: $0.path), $0.tree ?? .null)
    }
    findings += Self.findings(above: contents, of: name)
    findings += Self.findings(aboutReserved: reservedKey, in: contents, of: name)
    self.findings =
      layering.findings
      + findings.map {
        $0.position == nil ? $0.at(Self.place(of: $0.address?.path ?? .root, in: places)) : $0
      }
  }

  /// The tree that layers make together, later over earlier.
  static func tree(of layers: [DatabaseLayer], hasLayerTags: Bool) -> Tree {
    var layering = FixtureLayers.database(hasTags: hasLayerTags)
    return layering.overlaid(layers.map(\.tree)) ?? .null
  }

  /// What is wrong with the folders above resources.
  private static func findings(
    above contents: [(path: TreePath, tree: Tree?)],
    of name: String
  ) -> [Diagnostic] {
    var folders = TreeAssembly()
    for (path, tree) in contents where !path.isRoot {
      guard let tree else { continue }
      _ = folders.add(tree.existsInRealtimeDatabase ? Tree(1) : .null, at: path)
    }
    return RealtimeDatabaseCheck.findings(in: folders.assembled(), of: name)
  }

  /// Whether a finding says that a map comes back as a list where a set did write a list.
  ///
  /// A set that changes some elements of another set's list spells them as a map of indices.
  private static func isAboutAList(
    _ finding: Diagnostic,
    in trees: [Tree],
    at root: TreePath
  ) -> Bool {
    guard finding.code == .mapBecomesList, trees.count > 1,
      let path = finding.address.flatMap({ root.relative($0.path) })
    else { return false }
    return trees.contains { $0[path]?.kind == .list }
  }

  /// What is wrong with a fixture that describes Tane's own node.
  private static func findings(
    aboutReserved key: String,
    in contents: [(path: TreePath, tree: Tree?)],
    of name: String
  ) -> [Diagnostic] {
    let reserved = TreePath([key])
    let described = contents.first { path, tree in
      tree != nil && reserved.contains(path) || path.relative(reserved).flatMap { tree?[$0] } != nil
    }
    guard let described else { return [] }
    let node = described.path.relative(reserved).flatMap { described.tree?[$0] }
    return [
      .error(
        .reservedKey,
        "\"\(key)\" at the root of a database is the key below which Tane keeps what it has to remember there;"
          + " use another key, or give Tane another one with marker: { key: … } in the profile",
        at: node?.keyPosition ?? node?.position,
        address: Address(service: name, path: reserved)
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
