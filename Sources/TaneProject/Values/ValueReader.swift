import TaneCore

/// A reader of a profile's `values`, whose types are in the schema or are inferred from YAML.
struct ValueReader: ContentReading {
  let substitution: VariableSubstitution
  let schema: ValueSchema
  /// A Boolean value indicating whether the profile is an environment rather than only a base of
  /// other profiles.
  let isComplete: Bool
  var diagnostics: [Diagnostic] = []
  private(set) var settings: [ResolvedSetting] = []
  private var values: [ProfileValue] = []

  init(substitution: VariableSubstitution, schema: ValueSchema, isComplete: Bool) {
    self.substitution = substitution
    self.schema = schema
    self.isComplete = isComplete
  }

  /// Returns the valid values of a profile.
  mutating func read(_ profile: Tree) -> [ProfileValue] {
    let tree = profile["values"] ?? .null
    // If the schema has errors, unknown keys cannot be detected.
    if !schema.diagnostics.containsError {
      _ = entries(of: tree, "values", expected: "a map of the app's settings")
      if tree.kind == .map { readGroup(tree, [], schema.root) }
      if isComplete { reportMissing(in: profile) }
    }
    if !isComplete {
      // The variables of a base profile are checked in the profiles that extend it.
      diagnostics.removeAll { $0.code == .unsetVariable }
    }
    return values
  }

  private mutating func readGroup(_ tree: Tree, _ path: [String], _ node: ValueSchema.Node?) {
    for child in tree.children where !child.isNull {
      let key = child.key ?? ""
      let path = path + [key]
      guard let node else {
        child.kind == .map ? readGroup(child, path, nil) : readValue(child, path, nil)
        continue
      }
      switch node[key] {
      case .value(let declaration): readValue(child, path, declaration)
      case .group where child.kind != .map:
        report(.wrongType(of: setting(path), expected: "a map of values", found: child))
      case let group?: readGroup(child, path, group)
      case nil: reportUnknown(child, path, in: node)
      }
    }
  }

  private mutating func readValue(
    _ tree: Tree,
    _ path: [String],
    _ declaration: ValueDeclaration?
  ) {
    if declaration?.isRuntime == true { return readRuntimeValue(tree, path, declaration) }
    let isHidden = declaration?.isSecret == true
    guard let type = declaration?.type ?? inferredType(of: tree, path) else { return }
    guard let content = content(of: tree, as: type, setting(path), isHidden: isHidden),
      isAllowed(content, declaration, tree, path),
      let isSecret = isSecret(content, declaration, tree, path)
    else { return add(tree, path, type, nil, isSecret: declaration?.isSecret ?? false) }
    add(tree, path, type, content, isSecret: isSecret)
  }

  /// Reads a value that the app resolves at run time; the value must be a single variable.
  private mutating func readRuntimeValue(
    _ tree: Tree,
    _ path: [String],
    _ declaration: ValueDeclaration?
  ) {
    guard let type = declaration?.type, let raw = tree.string,
      let match = raw.wholeMatch(of: /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/)
    else {
      report(
        .invalidValue,
        "\"\(setting(path))\" has \"runtime: true\" in the schema, so its value must be a single "
          + "variable: ${NAME} or ${NAME:-default}",
        at: tree.position
      )
      return
    }
    let isSecret = declaration?.isSecret ?? false
    var content: ValueContent?
    if match.output.2 != nil {
      // Only the default is checked, regardless of the variable's current value.
      var reader = ValueReader(
        substitution: VariableSubstitution(variables: [:]),
        schema: schema,
        isComplete: isComplete
      )
      content = reader.content(of: tree, as: type, setting(path), isHidden: isSecret)
      diagnostics += reader.diagnostics
      guard let content, isAllowed(content, declaration, tree, path),
        self.isSecret(content, declaration, tree, path) != nil
      else { return }
    }
    add(
      tree,
      path,
      type,
      content,
      isSecret: isSecret,
      variable: String(match.output.1)
    )
  }

  private mutating func add(
    _ tree: Tree,
    _ path: [String],
    _ type: ValueType,
    _ content: ValueContent?,
    isSecret: Bool,
    variable: String? = nil
  ) {
    let value = ProfileValue(
      path: path,
      type: type,
      content: content,
      isSecret: isSecret,
      variable: variable,
      position: tree.position
    )
    values.append(value)
    settings.append(
      ResolvedSetting(
        keyPath: setting(path),
        value: value.displayText,
        origin: tree.position,
        isSecret: isSecret
      )
    )
  }

  private func setting(_ path: [String]) -> String {
    (["values"] + path).joined(separator: ".")
  }
}

// Validation of values.
extension ValueReader {
  private mutating func isAllowed(
    _ content: ValueContent,
    _ declaration: ValueDeclaration?,
    _ tree: Tree,
    _ path: [String]
  ) -> Bool {
    guard let allowed = declaration?.allowed, !allowed.contains(content) else { return true }
    let shown = declaration?.isSecret == true ? Redaction.placeholder : content.displayText
    report(
      .invalidValue,
      "\(shown) is not a valid value of \"\(setting(path))\"; expected one of"
        + " \(allowed.map(\.displayText).joined(separator: ", "))",
      at: tree.position
    )
    return false
  }

  /// Returns true if a value is a secret, or reports a finding and returns nil if the secret is
  /// written in the profile itself.
  private mutating func isSecret(
    _ content: ValueContent,
    _ declaration: ValueDeclaration?,
    _ tree: Tree,
    _ path: [String]
  ) -> Bool? {
    if declaration?.isSecret == false { return false }
    // An app's API key is not a secret, since it is part of the app.
    let kind = content.texts.lazy.compactMap { SecretKind(in: $0) }.first { $0 != .apiKey }
    guard declaration?.isSecret == true || kind != nil else { return false }
    let isWritten = tree.scalarTexts.contains { text in
      let defaults = VariableSubstitution.defaults(in: text)
      let substituted = defaults?.substitutedText ?? text
      if let kind = SecretKind(in: substituted), kind != .apiKey { return true }
      return declaration?.isSecret == true && defaults?.values.contains { !$0.isEmpty } ?? true
    }
    guard isWritten else { return true }
    let advice = "write a variable, such as ${\(FlatKey.text(of: path))}"
    report(
      .exposedCredentials,
      declaration?.isSecret == true
        ? "\"\(setting(path))\" is a secret, but the profile contains its value; \(advice)"
        : "\"\(setting(path))\" contains \(kind?.label ?? ""), which does not belong in a profile; "
          + "\(advice), or set \"secret: false\" in \(ValueSchema.file) if it is not a secret",
      at: tree.position
    )
    return nil
  }

  private mutating func reportUnknown(_ tree: Tree, _ path: [String], in node: ValueSchema.Node) {
    guard case .group(let entries) = node else { return }
    let known = entries.map(\.key)
    let name = path.last?.escapingControls ?? ""
    let list = known.joined(separator: ", ")
    let message =
      path.count > 1
      ? "unknown value \"\(name)\" in \"\(setting(path.dropLast()))\" (known: \(list))"
      : "unknown value \"\(name)\" (known: \(list))"
    report(
      .unknownKey,
      message
        + (Suggestion.nearest(to: path.last ?? "", among: known).map { "; did you mean \"\($0)\"?" }
          ?? "; declare it in \(ValueSchema.file)"),
      at: tree.keyPosition
    )
  }

  private mutating func reportMissing(in profile: Tree) {
    for (path, declaration) in schema.declarations where declaration.isRequired {
      guard !hasValue(path, in: profile) else { continue }
      report(
        .error(
          .missingValue,
          "the value \"\(setting(path))\" is missing; add it here",
          at: place(of: path, in: profile),
          notes: [Diagnostic.Note("it is declared as required here", at: declaration.position)]
        )
      )
    }
  }

  private func hasValue(_ path: [String], in profile: Tree) -> Bool {
    var tree = profile["values"]
    for key in path { tree = tree?.kind == .map ? tree?[key] : nil }
    return tree.map { !$0.isNull } ?? false
  }

  /// Returns the position of the innermost existing group on a value's path, or of the profile.
  private func place(of path: [String], in profile: Tree) -> SourcePosition? {
    var place = profile.position
    var tree: Tree? = profile
    for key in ["values"] + path {
      tree = tree?.kind == .map ? tree?[key] : nil
      guard let group = tree, group.kind == .map else { break }
      place = group.keyPosition
    }
    return place
  }

  /// Infers the type of a value, or reports a finding and returns nil if its elements differ in
  /// type.
  private mutating func inferredType(of tree: Tree, _ path: [String]) -> ValueType? {
    switch tree.kind {
    case .bool: return .boolean
    case .integer: return .integer
    case .double, .decimal: return .number
    case .list, .map:
      var type: ValueType?
      for child in tree.children where !child.isNull {
        guard let next = inferredType(of: child, path) else { return nil }
        guard let joined = type.map({ $0.joined(with: next) }) ?? next else {
          report(
            .wrongType,
            "the values in \"\(setting(path))\" have different types; expected one type for all of them",
            at: child.position
          )
          return nil
        }
        type = joined
      }
      return tree.kind == .list ? .list(of: type ?? .text) : .map(of: type ?? .text)
    default: return .text
    }
  }
}

extension Tree {
  /// The texts of all scalars in the value; the text of a scalar other than a string is empty.
  fileprivate var scalarTexts: [String] {
    if kind.isContainer { return children.filter { !$0.isNull }.flatMap(\.scalarTexts) }
    return [string ?? ""]
  }
}
