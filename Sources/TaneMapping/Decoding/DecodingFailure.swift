import TaneCore

/// Words an error about a node: where it stands, what was expected, what was found.
struct DecodingFailure {
  let tree: Tree
  let frame: TreeFrame
  /// The key under which the frame's node holds the tree; nil where it is the frame's own.
  let key: (any CodingKey)?

  /// The node is of another kind than the type takes; null counts as a missing value.
  func mismatch(_ type: any Any.Type, _ expected: String? = nil) -> DecodingError {
    let context = context(
      "expected \(expected ?? "\(type)"), found \(NodeWording.describe(tree))",
      tree.isNull ? .nullValue : .mismatchedType,
      expected: type
    )
    return tree.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The node is of the right kind, but the type cannot hold its value.
  func unfit(
    _ type: any Any.Type,
    because reason: String,
    code: DiagnosticCode = .unreadableValue
  ) -> DecodingError {
    .dataCorrupted(
      context("expected \(type), found \(NodeWording.describe(tree)), \(reason)", code)
    )
  }

  /// The node's key is none of a dictionary's type of keys.
  func unfitKey(_ type: any Any.Type) -> DecodingError {
    let allowed = RawValues.texts(of: type)
    let name = tree.key ?? ""
    let list = allowed.isEmpty ? "" : " (\(NodeWording.list(allowed)))"
    let message =
      "expected a key that is \(type == Int.self ? "an Int" : "a \(TypeName.text(of: type))"),"
      + " found \"\(name.escapingControls)\""
    let code = allowed.isEmpty ? DiagnosticCode.mismatchedType : .unknownCase
    let hint = list + Suggestion.clause(for: name, among: allowed)
    return .dataCorrupted(context(message + hint, code, isAboutKey: true))
  }

  /// There are more containers inside one another than the decoder follows.
  func tooDeep() -> DecodingError {
    let limit = TreeDecoder.maximumDepth
    let message = "nested more than \(limit) levels deep; nothing below is read"
    return .dataCorrupted(context(message, .unreadableValue))
  }

  /// The frame's map lacks a key.
  static func missing(_ key: any CodingKey, in frame: TreeFrame) -> DecodingError {
    let failure = frame.failure
    let name = frame.session.options.spelling(of: key)
    let message = "no key \"\(name)\""
    // A check pairs the missing keys with the unread ones when it knows them all.
    let hint = frame.session.isChecked ? "" : failure.hint(for: name)
    return .keyNotFound(key, failure.context(message + hint, .missingKey, missing: key))
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
      failure.context(
        "expected \(type), found the end of a \(NodeWording.describe(frame.tree))",
        .missingKey
      )
    )
  }

  private func hint(for name: String) -> String {
    // A map of thousands of keys is a dictionary: no key of it is a misspelling of another.
    guard tree.children.count <= 100 else { return "" }
    return Suggestion.clause(for: name, among: tree.children.compactMap(\.key))
  }

  private func context(
    _ message: String,
    _ code: DiagnosticCode,
    expected: (any Any.Type)? = nil,
    missing: (any CodingKey)? = nil,
    isAboutKey: Bool = false
  ) -> DecodingError.Context {
    let token = frame.session.diagnosis?.register(
      PendingFinding(
        code,
        message,
        tree: tree,
        path: components(missing),
        in: frame,
        expected: expected,
        missing: missing,
        isAboutKey: isAboutKey
      )
    )
    return DecodingError.Context(
      codingPath: frame.codingPath + (key.map { [$0] } ?? []),
      debugDescription: place.map { "\($0): \(message)" } ?? message,
      underlyingError: token
    )
  }

  /// The keys from the root to the node, or to the child of it that is missing.
  private func components(_ missing: (any CodingKey)?) -> [String] {
    let path = frame.components + (key.map { [tree.key ?? Self.component(of: $0)] } ?? [])
    return path + (missing.map { [frame.session.options.spelling(of: $0)] } ?? [])
  }

  /// The place in a file, or else the node of the environment, as far as one is known.
  private var place: String? {
    if let position = tree.position ?? frame.tree.position { return position.description }
    return frame.session.address.map { address in
      Address(
        service: address.service,
        path: address.path.appending(TreePath(components(nil)))
      ).description
    }
  }

  static func component(of key: any CodingKey) -> String {
    key.intValue.map(String.init) ?? key.stringValue
  }
}

extension TreeFrame {
  /// The keys of the nodes from the root to this one, as the tree spells them.
  var components: [String] {
    guard let parent, let key else { return [] }
    return parent.components + [tree.key ?? DecodingFailure.component(of: key)]
  }
}
