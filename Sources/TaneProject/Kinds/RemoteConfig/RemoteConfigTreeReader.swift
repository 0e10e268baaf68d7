import TaneCore
import TaneFormats

/// A reader of a Remote Config template from its canonical tree or from the tree of a fixture.
struct RemoteConfigTreeReader {
  private static let longFormKeys = [
    "type", "value", "description", "conditions", "inAppDefault", "managed",
  ]

  var spelling = ScalarSpelling()
  private(set) var findings: [Diagnostic] = []
  /// The parsed nodes, by their paths in the template's tree (`RemoteConfigTemplate.tree`).
  private(set) var nodes: [TreePath: Tree] = [:]
  /// The keys of parameters that are null; in a later set, a null removes the parameter.
  private(set) var nullKeys: Set<String> = []

  /// Returns the parameters in a file in their original form, including parameters in groups.
  static func parameters(of tree: Tree) -> [(path: TreePath, node: Tree)] {
    var parameters: [(path: TreePath, node: Tree)] = []
    func add(_ owner: Tree, _ place: TreePath) {
      guard let children = owner["parameters"]?.children else { return }
      for child in children {
        parameters.append((place.appending("parameters").appending(child.key ?? ""), child))
      }
    }
    add(tree, .root)
    if let groups = tree["groups"]?.children {
      for group in groups { add(group, TreePath(["groups", group.key ?? ""])) }
    }
    return parameters
  }

  /// Returns the template that a tree describes, without invalid parts.
  mutating func read(_ tree: Tree) -> RemoteConfigTemplate {
    nodes[.root] = tree
    guard !tree.isNull else { return RemoteConfigTemplate() }
    guard tree.kind == .map else {
      findings.append(
        .error(
          .wrongType,
          "expected a map with \"conditions\", \"parameters\" and \"groups\", found "
            + "\(tree.kind.withArticle)",
          at: tree.position
        )
      )
      return RemoteConfigTemplate()
    }
    findings += Diagnostic.unknownKeys(in: tree, known: ["conditions", "parameters", "groups"])
    var template = RemoteConfigTemplate(
      conditions: conditions(tree["conditions"]),
      parameters: parameters(tree["parameters"], .root, "parameters")
    )
    for child in map(tree["groups"], "groups", "a map from names to groups of parameters", .root) {
      let (name, path) = (child.key ?? "", TreePath(["groups", child.key ?? ""]))
      nodes[path] = child
      guard child.kind == .map else {
        findings.append(
          .wrongType(
            of: "groups.\(name)",
            expected: "a map with \"parameters\" and an optional \"description\"",
            found: child
          )
        )
        continue
      }
      let known = ["description", "parameters"]
      findings += Diagnostic.unknownKeys(in: child, known: known, of: "groups.\(name)")
      template.groups[name] = RemoteConfigGroup(
        description: text(child, "description", path),
        parameters: parameters(child["parameters"], path, "groups.\(name).parameters")
      )
    }
    return template
  }

  private mutating func conditions(_ tree: Tree?) -> [RemoteConfigCondition] {
    guard let tree, !tree.isNull else { return [] }
    nodes[TreePath(["conditions"])] = tree
    guard tree.kind == .list else {
      findings.append(
        .wrongType(of: "conditions", expected: "an ordered list of conditions", found: tree)
      )
      return []
    }
    return tree.children.enumerated().compactMap { index, child in
      let path = TreePath(["conditions", String(index)])
      nodes[path] = child
      guard child.kind == .map else {
        findings.append(
          .wrongType(
            of: "conditions",
            expected: "a map with \"name\" and \"expression\"",
            found: child
          )
        )
        return nil
      }
      let known = ["name", "expression", "color"]
      findings += Diagnostic.unknownKeys(in: child, known: known, of: "conditions")
      return RemoteConfigCondition(
        name: text(child, "name", path) ?? "",
        expression: text(child, "expression", path) ?? "",
        tagColor: text(child, "color", path)
      )
    }
  }

  private mutating func parameters(
    _ tree: Tree?,
    _ parent: TreePath,
    _ setting: String
  ) -> [String: RemoteConfigParameter] {
    var parameters: [String: RemoteConfigParameter] = [:]
    for child in map(tree, setting, "a map from keys to parameters", parent) {
      let key = child.key ?? ""
      guard !child.isNull else {
        nullKeys.insert(key)
        continue
      }
      let path = parent.appending("parameters").appending(key)
      nodes[path] = child
      parameters[key] =
        Self.isLongForm(child)
        ? parameter(child, path, "\(setting).\(key)") : shortFormParameter(child, path)
    }
    return parameters
  }

  /// Returns true if a node is the long form of a parameter rather than its value.
  static func isLongForm(_ tree: Tree) -> Bool {
    guard tree.kind == .map else { return false }
    let type = tree["type"]?.string.flatMap(RemoteConfigParameter.ValueType.init)
    let isDescription = tree.children.count == 1 && tree["description"]?.string != nil
    return type != nil || isDescription
      || ["value", "conditions", "inAppDefault", "managed"].contains { tree[$0] != nil }
  }

  private mutating func shortFormParameter(
    _ tree: Tree,
    _ path: TreePath
  ) -> RemoteConfigParameter? {
    guard let value = value(tree, path.appending("value")) else { return nil }
    return RemoteConfigParameter(value.value, valueType: value.type ?? .string)
  }

  private mutating func parameter(
    _ tree: Tree,
    _ path: TreePath,
    _ setting: String
  ) -> RemoteConfigParameter {
    findings += Diagnostic.unknownKeys(in: tree, known: Self.longFormKeys, of: setting)
    let defaultValue = defaultValue(tree, path, setting)
    var type = defaultValue?.type
    var values: [String: RemoteConfigParameter.Value] = [:]
    let expected = "a map from the names of conditions to values"
    for child in map(tree["conditions"], "\(setting).conditions", expected, path)
    where !child.isNull {
      let place = path.appending("conditions").appending(child.key ?? "")
      guard let value = nonTextValue(child, place) ?? value(child, place) else { continue }
      values[child.key ?? ""] = value.value
      type = type ?? value.type
    }
    return RemoteConfigParameter(
      defaultValue?.value,
      conditionalValues: values,
      description: text(tree, "description", path),
      valueType: explicitType(tree["type"], path, setting) ?? type ?? .string
    )
  }

  private mutating func defaultValue(
    _ tree: Tree,
    _ path: TreePath,
    _ setting: String
  ) -> (value: RemoteConfigParameter.Value, type: RemoteConfigParameter.ValueType?)? {
    let stated = ["value", "inAppDefault", "managed"].filter { tree[$0]?.isNull == false }
    if stated.count > 1 {
      findings.append(
        .error(
          .invalidValue,
          "\"\(setting.escapingControls)\" has \(stated.dropLast().joined(separator: ", ")) and "
            + "\(stated.last ?? ""); remove all but one",
          at: tree.keyPosition
        )
      )
    }
    if let child = tree["value"], !child.isNull {
      return value(child, path.appending("value")).map { ($0.value, $0.type) }
    }
    guard !stated.isEmpty else { return nil }
    return nonTextValue(tree, path)
  }

  private mutating func explicitType(
    _ tree: Tree?,
    _ path: TreePath,
    _ setting: String
  ) -> RemoteConfigParameter.ValueType? {
    guard let tree, !tree.isNull else { return nil }
    nodes[path.appending("type")] = tree
    if let type = tree.string.flatMap(RemoteConfigParameter.ValueType.init) { return type }
    let names = RemoteConfigParameter.ValueType.allCases.map(\.rawValue)
    findings.append(
      .wrongType(
        of: "\(setting).type",
        expected: names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")",
        found: tree
      )
    )
    return nil
  }

  /// Returns the app's default or a value managed by Firebase, or nil if the node is neither.
  private mutating func nonTextValue(
    _ tree: Tree,
    _ path: TreePath
  ) -> (value: RemoteConfigParameter.Value, type: RemoteConfigParameter.ValueType?)? {
    if tree["inAppDefault"]?.bool == true {
      nodes[path.appending("inAppDefault")] = tree["inAppDefault"]
      return (.inAppDefault, nil)
    }
    guard let json = tree["managed"]?.string else { return nil }
    nodes[path.appending("managed")] = tree["managed"]
    return (.managed(json), nil)
  }

  private mutating func value(
    _ tree: Tree,
    _ path: TreePath
  ) -> (value: RemoteConfigParameter.Value, type: RemoteConfigParameter.ValueType?)? {
    nodes[path] = tree
    switch tree.kind {
    case _ where tree.tag != .none: break
    case .string: return (.text(tree.string ?? ""), .string)
    // Remote Config accepts only `true` and `false`, while YAML also has `True`.
    case .bool: return (.text(tree.bool == true ? "true" : "false"), .boolean)
    case .integer, .double, .decimal:
      if let text = spelling.text(of: tree) { return (.text(text), .number) }
    case .list, .map:
      if let text = try? JSONWriter(.compact).write(tree) { return (.text(text), .json) }
    case .null: break
    }
    findings.append(
      .error(
        .wrongType,
        "expected a string, a number, true, false or JSON, found \(tree.kind.withArticle) that "
          + "Remote Config does not support",
        at: tree.position,
        address: Address(remoteConfig: path)
      )
    )
    return nil
  }

  // MARK: Kinds

  private mutating func text(_ map: Tree, _ key: String, _ parent: TreePath) -> String? {
    guard let tree = map[key], !tree.isNull else { return nil }
    nodes[parent.appending(key)] = tree
    guard tree.tag == .none, let text = tree.string else {
      findings.append(.wrongType(of: key, expected: "a string", found: tree))
      return nil
    }
    return text
  }

  private mutating func map(
    _ tree: Tree?,
    _ setting: String,
    _ expected: String,
    _ parent: TreePath
  ) -> [Tree] {
    guard let tree, !tree.isNull else { return [] }
    if let key = tree.key { nodes[parent.appending(key)] = tree }
    guard tree.kind == .map, tree.tag == .none else {
      findings.append(.wrongType(of: setting, expected: expected, found: tree))
      return []
    }
    return Array(tree.children)
  }
}
