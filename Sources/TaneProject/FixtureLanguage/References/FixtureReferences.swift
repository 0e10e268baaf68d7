package import TaneCore

/// A resolver of references between fixtures, used after all sets have been read and merged.
package struct FixtureReferences {
  /// The data to which references may refer.
  package struct Targets {
    /// The trees of services, by name.
    package var trees: [String: Tree] = [:]
    /// The names of objects, by bucket name.
    package var objects: [String: Set<String>] = [:]
    /// A closure that returns the `gs://` or download URL of an object, or nil if the bucket has no
    /// download URLs.
    package var url: (_ bucket: String, _ object: String, _ isDownload: Bool) -> String?

    /// Creates empty targets.
    package init(url: @escaping (String, String, Bool) -> String?) { self.url = url }
  }

  static let downloadTag = "!url download"
  /// The key of the location hash, next to the tag's key, in an evaluated reference.
  static let placeKey = "place"

  private let targets: Targets
  /// The references that are being resolved, outermost first.
  private var resolutionStack: [(address: String, place: Int64?)] = []
  /// A cache of resolved references without `*`, whose value does not depend on their location.
  private var resolvedValues: [String: Result] = [:]
  private var reported: Set<Diagnostic> = []
  /// The findings about invalid references.
  package private(set) var findings: [Diagnostic] = []

  package init(_ targets: Targets) { self.targets = targets }

  /// Returns the first reference in an evaluated tree, if any.
  package static func first(in tree: Tree) -> Tree? {
    if tree.tag == .expression { return tree }
    // `lazy.compactMap(first).first` would evaluate each match twice at every level.
    for child in tree.children {
      if let found = first(in: child) { return found }
    }
    return nil
  }

  /// Returns the tree with its references resolved; an invalid reference becomes null, with a
  /// finding.
  package mutating func resolved(_ tree: Tree) -> Tree {
    guard Self.first(in: tree) != nil else { return tree }
    var builder = TreeBuilder(sharing: tree)
    emit(tree, into: &builder)
    return builder.finish()
  }

  private mutating func emit(_ node: Tree, into builder: inout TreeBuilder) {
    if node.tag == .expression { return emit(reference: node, into: &builder) }
    guard node.kind.isContainer else { return builder.append(node) }
    builder.setPosition(of: node)
    node.kind == .map ? builder.beginMap(tag: node.tag) : builder.beginList(tag: node.tag)
    for child in node.children {
      if child.key != nil { builder.setKey(of: child) }
      emit(child, into: &builder)
    }
    builder.endContainer()
  }

  private mutating func emit(reference node: Tree, into builder: inout TreeBuilder) {
    let (tag, text) = Self.parts(of: node)
    let result = tag == "!ref" ? value(text, node) : url(text, tag == Self.downloadTag, node)
    builder.setPosition(of: node)
    switch result {
    case .text(let text): builder.append(text)
    // A scalar gets the position of the reference.
    case .tree(let tree) where !tree.kind.isContainer: copy(tree, into: &builder)
    case .tree(let tree):
      resolutionStack.append((text, Self.place(of: node)))
      emit(tree, into: &builder)
      resolutionStack.removeLast()
    case nil: builder.appendNull()
    }
  }

  private func copy(_ scalar: Tree, into builder: inout TreeBuilder) {
    switch scalar.kind {
    case .string: builder.append(scalar.string ?? "", tag: scalar.tag)
    case .integer: builder.append(scalar.integer ?? 0)
    case .double: builder.append(scalar.double ?? 0)
    case .bool: builder.append(scalar.bool ?? false)
    case .decimal: builder.appendDecimal(scalar.decimal ?? "")
    default: builder.appendNull(tag: scalar.tag)
    }
  }

  private static func parts(of node: Tree) -> (tag: String, text: String) {
    let argument = node.children.first
    return (argument?.key ?? "", argument?.string ?? "")
  }

  /// Returns the hash of a reference's location.
  private static func place(of node: Tree) -> Int64? { node[placeKey]?.integer }

  // MARK: References

  private enum Result {
    case text(String)
    case tree(Tree)
  }

  private mutating func value(_ text: String, _ node: Tree) -> Result? {
    if let known = resolvedValues[text] { return known }
    let value = newValue(text, node)
    if !text.utf8.contains(UInt8(ascii: "*")) { resolvedValues[text] = value }
    return value
  }

  private mutating func newValue(_ text: String, _ node: Tree) -> Result? {
    let hash = text.firstIndex(of: "#")
    guard let address = Address(parsing: text[..<(hash ?? text.endIndex)]) else {
      report(
        .invalidExpression,
        "\"\(text.escapingControls)\" is not a valid address; expected SERVICE:/PATH or SERVICE:/PATH#FIELD, for"
          + " example users:/users/u1#name",
        node
      )
      return nil
    }
    if let objects = targets.objects[address.service], hash == nil {
      return object(address, in: objects, node).map { .text($0) }
    }
    guard !reportIfCircular(text, at: node), let target = target(address, node) else { return nil }
    guard let hash else {
      if let key = target.key { return .text(key) }
      report(
        .invalidExpression,
        "\(address) is the root of a service and has no key; write the address of a record, or add "
          + "#FIELD for a value",
        node
      )
      return nil
    }
    let field = TreePath(parsing: text[text.index(after: hash)...])
    resolutionStack.append((text, Self.place(of: node)))
    defer { resolutionStack.removeLast() }
    guard let value = descend(target.tree, field, from: address, node) else { return nil }
    return resolveIfReference(value.tree)
  }

  /// Returns the node itself or, if it is a reference, the value that it refers to.
  private mutating func resolveIfReference(_ node: Tree) -> Result? {
    guard node.tag == .expression else { return .tree(node) }
    let (tag, text) = Self.parts(of: node)
    return tag == "!ref" ? value(text, node) : url(text, tag == Self.downloadTag, node)
  }

  private mutating func target(_ address: Address, _ node: Tree) -> Target? {
    guard let root = targets.trees[address.service] else {
      let known = (Array(targets.trees.keys) + targets.objects.keys).sorted()
      report(
        .missingReference,
        (known.isEmpty
          ? "the fixtures contain no data for \"\(address.service.escapingControls)\""
          : "the fixtures contain no data for \"\(address.service.escapingControls)\" (known: "
            + "\(known.joined(separator: ", ")))")
          + Suggestion.clause(for: address.service, among: known),
        node
      )
      return nil
    }
    return descend(root, address.path, from: Address(service: address.service, path: .root), node)
  }

  /// A node with its key or index; the key of a root is nil.
  private typealias Target = (tree: Tree, key: String?)

  /// Returns the node at a path below another node, resolving references along the path, or reports
  /// a finding and returns nil if the node does not exist.
  private mutating func descend(_ root: Tree, _ path: TreePath, from start: Address, _ node: Tree)
    -> Target?
  {
    var (current, address) = (root, start)
    for component in path.components {
      if current.tag == .expression {
        guard case .tree(let tree) = resolveIfReference(current) else { return nil }
        current = tree
      }
      let key = component == "*" ? Self.chosenKey(of: current, for: node) : component
      let place = Address(service: start.service, path: address.path.appending(key))
      guard let child = current[key], !child.isNull else {
        // Only the first keys are compared: among very many keys, the most similar key is unlikely
        // to be the intended one.
        let known = current.children.prefix(1000).compactMap(\.key)
        report(
          .missingReference,
          "\(place) is not in the fixtures" + Suggestion.clause(for: key, among: known),
          node
        )
        return nil
      }
      (current, address) = (child, place)
    }
    return (current, address.path.key)
  }

  /// Returns the key that `*` selects: the key with the greatest pseudorandom weight at the
  /// reference's location.
  ///
  /// If a record is added, only the references that select the new record change.
  private static func chosenKey(of tree: Tree, for node: Tree) -> String {
    let place = LocationHash(hash: UInt64(bitPattern: place(of: node) ?? 0))
    var best: (key: String, weight: UInt64)?
    for (index, child) in tree.children.enumerated() where !child.isNull {
      let key = child.key ?? String(index)
      var random = RandomStream(place.child(key))
      let weight = random.next()
      if weight >= best?.weight ?? 0 { best = (key, weight) }
    }
    return best?.key ?? "*"
  }

  private mutating func reportIfCircular(_ text: String, at node: Tree) -> Bool {
    let place = Self.place(of: node)
    guard let index = resolutionStack.firstIndex(where: { $0 == (text, place) }) else {
      return false
    }
    let circle = (resolutionStack[index...].map(\.address) + [text]).joined(separator: " → ")
    report(.expressionCycle, "this reference is circular: \(circle)", node)
    return true
  }

  // MARK: Objects

  private mutating func url(_ text: String, _ isDownload: Bool, _ node: Tree) -> Result? {
    guard let address = Address(parsing: text), let objects = targets.objects[address.service]
    else {
      let known = targets.objects.keys.sorted()
      report(
        .invalidExpression,
        "\"\(text.escapingControls)\" is not the address of an object; expected BUCKET:/PATH with "
          + "a bucket in the fixtures (known: "
          + "\(known.isEmpty ? "none" : known.joined(separator: ", ")))",
        node
      )
      return nil
    }
    guard let name = object(address, in: objects, node) else { return nil }
    if let url = targets.url(address.service, name, isDownload) { return .text(url) }
    report(
      .invalidExpression,
      "the bucket \"\(address.service)\" is embedded and has no download URLs; remove \"as: "
        + "download\"",
      node
    )
    return nil
  }

  private mutating func object(_ address: Address, in objects: Set<String>, _ node: Tree) -> String?
  {
    let name = address.objectName
    if objects.contains(name) { return name }
    report(
      .missingReference,
      "the object \(address) is not in the fixtures"
        + Suggestion.clause(for: name, among: objects.sorted().prefix(1000)),
      node
    )
    return nil
  }

  private mutating func report(_ code: DiagnosticCode, _ message: String, _ node: Tree) {
    let finding = Diagnostic.error(code, message, at: node.position)
    if reported.insert(finding).inserted { findings.append(finding) }
  }
}
