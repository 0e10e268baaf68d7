import TaneCore

/// Words an error about a node: where it stands, what was expected, what was found.
struct DecodingFailure {
  let tree: Tree
  let frame: TreeFrame
  /// The key under which the frame's node holds the tree; nil where it is the frame's own.
  let key: (any CodingKey)?

  /// The node is of another kind than the type takes; null counts as a missing value.
  func mismatch(_ type: any Any.Type, _ expected: String? = nil) -> DecodingError {
    let context = context("expected \(expected ?? "\(type)"), found \(Self.describe(tree))")
    return tree.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The node is of the right kind, but the type cannot hold its value.
  func unfit(_ type: any Any.Type, because reason: String) -> DecodingError {
    .dataCorrupted(context("expected \(type), found \(Self.describe(tree)), \(reason)"))
  }

  /// There are more containers inside one another than the decoder follows.
  func tooDeep() -> DecodingError {
    let limit = TreeDecoder.maximumDepth
    return .dataCorrupted(context("nested more than \(limit) levels deep; nothing below is read"))
  }

  /// The frame's map lacks a key.
  static func missing(_ key: any CodingKey, in frame: TreeFrame) -> DecodingError {
    let failure = frame.failure
    let name = key.stringValue
    return .keyNotFound(key, failure.context("no key \"\(name)\"\(failure.hint(for: name))"))
  }

  /// The frame's list has no more elements.
  static func end(of frame: TreeFrame, expecting type: any Any.Type) -> DecodingError {
    let count = frame.tree.children.count
    let failure = DecodingFailure(
      tree: frame.tree,
      frame: frame,
      key: TreeCodingKey.index(count)
    )
    return .valueNotFound(
      type,
      failure.context("expected \(type), found the end of a \(describe(frame.tree))")
    )
  }

  private func hint(for name: String) -> String {
    // A map of thousands of keys is a dictionary: no key of it is a misspelling of another.
    guard tree.children.count <= 100 else { return "" }
    return Suggestion.clause(for: name, among: tree.children.compactMap(\.key))
  }

  private func context(_ message: String) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: frame.codingPath + (key.map { [$0] } ?? []),
      debugDescription: place.map { "\($0): \(message)" } ?? message
    )
  }

  /// The place in a file, or else the node of the environment, as far as one is known.
  private var place: String? {
    if let position = tree.position ?? frame.tree.position { return position.description }
    return frame.session.address.map { address in
      let path = frame.components + (key.map { [tree.key ?? Self.component(of: $0)] } ?? [])
      return Address(
        service: address.service,
        path: address.path.appending(TreePath(path))
      ).description
    }
  }

  static func component(of key: any CodingKey) -> String {
    key.intValue.map(String.init) ?? key.stringValue
  }

  /// A node in the words of a message: `string "10:00"`, `list of 3`.
  static func describe(_ tree: Tree) -> String {
    if tree.kind == .null { return tree.tag.yamlName ?? "null" }
    return "\(tree.kind) \(content(of: tree))"
  }

  private static func content(of tree: Tree) -> String {
    if let string = tree.string {
      let isLong = string.count > 40
      return "\"\(String(string.prefix(40)).escapingControls)\(isLong ? "…" : "")\""
    }
    if let bool = tree.bool { return "\(bool)" }
    if let integer = tree.integer { return "\(integer)" }
    if let double = tree.double { return "\(double)" }
    if let digits = tree.decimal { return digits }
    return "of \(tree.children.count.grouped)"
  }
}

extension TreeFrame {
  /// The keys of the nodes from the root to this one, as the tree spells them.
  fileprivate var components: [String] {
    guard let parent, let key else { return [] }
    return parent.components + [tree.key ?? DecodingFailure.component(of: key)]
  }
}
