import TaneCore

/// The overlaid layers of a database, with findings about invalid content.
struct LayeredDatabase: Sendable {
  /// The layers and the merged tree of an outermost node with its own file.
  private struct Content {
    let path: TreePath
    let layers: [Tree]
    let tree: Tree?
  }

  let resources: [DesiredResource]
  private let name: String
  private let reservedKey: String
  private let contents: [Content]
  private let filePositions: [TreePath: SourcePosition]
  private let layering: [Diagnostic]

  init(
    name: String,
    layers: [DatabaseLayer],
    reservedKey: String,
    hasLayerTags: Bool,
    _ references: inout FixtureReferences?
  ) {
    (self.name, self.reservedKey) = (name, reservedKey)
    filePositions = layers.reduce(into: [:]) { $0.merge($1.filePositions) { $1 } }
    var layering = FixtureLayers.database(hasTags: hasLayerTags)
    var contents: [Content] = []
    // Each node is overlaid separately, which avoids copying large trees.
    for path in TreePath.outermost(of: filePositions.keys) {
      let trees = layers.compactMap { $0.tree(at: path) }
      let tree = layering.overlay(trees).map { references.resolved($0) }
      contents.append(Content(path: path, layers: trees, tree: tree))
    }
    self.contents = contents
    self.layering = layering.findings
    resources = contents.map {
      DesiredResource(Address(service: name, path: $0.path), $0.tree ?? .null)
    }
  }

  /// Returns the findings about all fixtures of the database.
  func findings() -> [Diagnostic] {
    var findings = contents.flatMap { content in
      RealtimeDatabaseCheck.findings(
        in: content.tree ?? .null,
        at: content.path,
        of: name,
        isFixture: true
      )
      .filter { !Self.isAboutDescribedList($0, in: content.layers, at: content.path) }
    }
    let trees = contents.map { ($0.path, $0.tree) }
    findings += Self.findings(above: trees, of: name)
    findings += Self.findings(aboutReserved: reservedKey, in: trees, of: name)
    return layering
      + findings.map {
        $0.position == nil
          ? $0.at(Self.filePosition(of: $0.address?.path ?? .root, in: filePositions)) : $0
      }
  }

  /// Returns the overlaid tree of layers; later layers override earlier ones.
  static func tree(of layers: [DatabaseLayer], hasLayerTags: Bool) -> Tree {
    var layering = FixtureLayers.database(hasTags: hasLayerTags)
    return layering.overlay(layers.map(\.tree)) ?? .null
  }

  /// Returns the findings about the ancestors of the resources.
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

  /// Returns true if a finding reports that a map becomes a list, but a set describes a list at
  /// that path.
  ///
  /// A set that changes some elements of another set's list contains a map with their indices as
  /// keys.
  private static func isAboutDescribedList(
    _ finding: Diagnostic,
    in trees: [Tree],
    at root: TreePath
  ) -> Bool {
    guard finding.code == .mapBecomesList, trees.count > 1,
      let path = finding.address.flatMap({ root.relative($0.path) })
    else { return false }
    return trees.contains { $0[path]?.kind == .list }
  }

  /// Returns the finding for fixtures that describe the node reserved by Tane, if any.
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
        "\"\(key)\" at the root of a database is the key reserved for Tane; use another key, or "
          + "change the reserved key with \"marker: { key: … }\" in the profile",
        at: node?.keyPosition ?? node?.position,
        address: Address(service: name, path: reserved)
      )
    ]
  }

  /// Returns the position of the file that describes a node or its nearest ancestor, or else of the
  /// first file that describes a descendant.
  private static func filePosition(
    of path: TreePath,
    in filePositions: [TreePath: SourcePosition]
  ) -> SourcePosition? {
    var above = path
    while true {
      if let filePosition = filePositions[above] { return filePosition }
      guard !above.isRoot else { break }
      above = above.parent
    }
    return filePositions.filter { path.contains($0.key) }.values.min()
  }
}

extension Diagnostic {
  /// Returns the finding at another position.
  func at(_ position: SourcePosition?) -> Diagnostic {
    var finding = self
    finding.position = position
    return finding
  }
}
