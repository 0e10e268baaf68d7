import TaneCore

/// A factory for errors about a node, with its location, the expected type and the actual value.
struct DecodingFailure {
  let tree: Tree
  let frame: TreeFrame
  /// The key of the tree in the frame's node, or nil if the tree is that node itself.
  let key: (any CodingKey)?

  /// Returns the error for a node of the wrong kind; for null, the error for a missing value.
  func mismatch(_ type: any Any.Type, _ expected: String? = nil) -> DecodingError {
    let context = context(
      "expected \(expected ?? "\(type)"), found \(NodeDescription.describe(tree))",
      tree.isNull ? .nullValue : .mismatchedType,
      expected: type
    )
    return tree.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error for a value of the right kind that the type cannot represent.
  func unrepresentable(
    _ type: any Any.Type,
    because reason: String,
    code: DiagnosticCode = .unreadableValue
  ) -> DecodingError {
    .dataCorrupted(
      context("expected \(type), found \(NodeDescription.describe(tree)), \(reason)", code)
    )
  }

  /// Returns the error for a key that is not valid for a dictionary's key type.
  func invalidDictionaryKey(_ type: any Any.Type) -> DecodingError {
    let allowed = RawValues.texts(of: type)
    let name = tree.key ?? ""
    let list = allowed.isEmpty ? "" : " (\(NodeDescription.list(allowed)))"
    let message =
      "expected a key that is \(type == Int.self ? "an Int" : "a \(TypeName.text(of: type))"),"
      + " found \"\(name.escapingControls)\""
    let code = allowed.isEmpty ? DiagnosticCode.mismatchedType : .unknownCase
    let hint = list + Suggestion.clause(for: name, among: allowed)
    return .dataCorrupted(context(message + hint, code, isAboutKey: true))
  }

  /// Returns the error for a container that is nested deeper than the decoder supports.
  func tooDeep() -> DecodingError {
    let limit = TreeDecoder.maximumDepth
    let message = "nested more than \(limit) levels deep; deeper values are not read"
    return .dataCorrupted(context(message, .unreadableValue))
  }

  /// Returns the error for a missing key in the frame's map.
  static func missing(_ key: any CodingKey, in frame: TreeFrame) -> DecodingError {
    let failure = frame.failure
    let name = frame.session.options.spelling(of: key)
    let message = "no key \"\(name)\""
    // A check pairs missing keys with unread keys after decoding, when all of them are known.
    let hint = frame.session.isChecked ? "" : failure.hint(for: name)
    return .keyNotFound(key, failure.context(message + hint, .missingKey, missing: key))
  }

  /// Returns the error for a read past the end of the frame's list.
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
        "expected \(type), found the end of a \(NodeDescription.describe(frame.tree))",
        .missingKey
      )
    )
  }

  private func hint(for name: String) -> String {
    // A map with many keys is probably a dictionary, where similar keys are not misspellings.
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

  /// Returns the keys from the root to the node, or to its missing child if `missing` is not nil.
  private func components(_ missing: (any CodingKey)?) -> [String] {
    let path = frame.components + (key.map { [tree.key ?? Self.component(of: $0)] } ?? [])
    return path + (missing.map { [frame.session.options.spelling(of: $0)] } ?? [])
  }

  /// The node's position in a file, or its address in the environment, or nil if both are unknown.
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
  /// The keys from the root to this node, as spelled in the tree.
  var components: [String] {
    guard let parent, let key else { return [] }
    return parent.components + [tree.key ?? DecodingFailure.component(of: key)]
  }
}
