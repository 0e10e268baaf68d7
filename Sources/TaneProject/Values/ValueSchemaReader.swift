import TaneCore

/// A reader of the declarations in `environments/values.schema.yaml`.
struct ValueSchemaReader: ContentReading {
  /// The keys of a declaration.
  static let keys = ["type", "of", "required", "allowed", "secret", "runtime", "description"]

  /// An empty substitution, since schemas do not contain variables.
  let substitution = VariableSubstitution(variables: [:])
  var diagnostics: [Diagnostic] = []

  /// Reads a group of values: a map whose `type`, if any, is not a string.
  mutating func group(_ tree: Tree, _ setting: String) -> ValueSchema.Node {
    var entries: [(key: String, node: ValueSchema.Node)] = []
    for child in tree.children {
      guard let key = child.key, !child.isNull else { continue }
      let setting = setting.isEmpty ? key : "\(setting).\(key)"
      if let node = node(child, setting) { entries.append((key, node)) }
    }
    return .group(entries)
  }

  private mutating func node(_ tree: Tree, _ setting: String) -> ValueSchema.Node? {
    if tree.kind == .string || tree.kind == .map && tree["type"]?.kind == .string {
      return declaration(tree, setting).map { .value($0) }
    }
    guard tree.kind == .map else {
      report(.wrongType(of: setting, expected: "a type or a map of values", found: tree))
      return nil
    }
    return group(tree, setting)
  }

  private mutating func declaration(_ tree: Tree, _ setting: String) -> ValueDeclaration? {
    diagnostics += Diagnostic.unknownKeys(in: tree, known: Self.keys, of: setting)
    guard var type = type(tree, setting) else { return nil }
    var allowed: [ValueContent]?
    if let list = tree["allowed"], !list.isNull {
      let elements = elements(of: list, "\(setting).allowed", expected: "a list of values")
      let contents = elements.compactMap { content(of: $0, as: type, "\(setting).allowed") }
      guard contents.count == elements.count, !contents.isEmpty else {
        if elements.isEmpty, list.kind == .list {
          report(.missingValue, "\"\(setting).allowed\" is empty", at: list.position)
        }
        return nil
      }
      if type == .text {
        type = .choice(contents.map { if case .text(let text) = $0 { text } else { "" } })
      } else {
        allowed = contents
      }
    }
    return ValueDeclaration(
      type: type,
      isRequired: flag(tree["required"], "\(setting).required") ?? false,
      allowed: allowed,
      isSecret: flag(tree["secret"], "\(setting).secret"),
      isRuntime: flag(tree["runtime"], "\(setting).runtime") ?? false,
      summary: tree["description"]?.string,
      position: tree.kind == .map ? tree.keyPosition : tree.position
    )
  }

  /// Reads a type, which is a name or a map with the name (`type`) and, for lists and maps, the
  /// element type (`of`).
  private mutating func type(_ tree: Tree, _ setting: String) -> ValueType? {
    let name = tree.string ?? tree["type"]?.string ?? ""
    let position = tree.string == nil ? tree["type"]?.position ?? tree.position : tree.position
    if let type = ValueType.named.first(where: { $0.name == name })?.type {
      if let of = tree["of"], !of.isNull {
        report(
          .invalidValue,
          "\"\(setting).of\" is for lists and maps; \"\(setting)\" has the type \(name)",
          at: of.keyPosition
        )
      }
      return type
    }
    guard name == "list" || name == "map" else {
      report(
        .invalidValue,
        "\"\(name.escapingControls)\" is not a valid type; expected one of"
          + " \(ValueType.names.joined(separator: ", "))"
          + Suggestion.clause(for: name, among: ValueType.names),
        at: position
      )
      return nil
    }
    guard let of = tree["of"], !of.isNull else {
      report(
        .missingValue,
        "\"\(setting)\" does not specify the type of its values; add \"of\" with a type, such as "
          + "\"of: text\"",
        at: position
      )
      return nil
    }
    return type(of, "\(setting).of").map { name == "list" ? .list(of: $0) : .map(of: $0) }
  }

  private mutating func flag(_ tree: Tree?, _ setting: String) -> Bool? {
    guard let tree, !tree.isNull else { return nil }
    if let value = tree.bool { return value }
    report(.wrongType(of: setting, expected: "true or false", found: tree))
    return nil
  }
}
