package import TaneCore

extension RemoteConfigTemplate {
  /// The template as a canonical tree for comparison, with values as stored text and with the type
  /// of each parameter that is not a string.
  package var tree: Tree { tree(at: [:]) }

  /// Reads a template from its canonical tree or from the tree of a fixture, with findings about
  /// invalid parts.
  package static func read(
    _ tree: Tree
  ) -> (template: RemoteConfigTemplate, findings: [Diagnostic]) {
    var reader = RemoteConfigTreeReader()
    return (reader.read(tree), reader.findings)
  }

  /// Returns the tree with the positions of the parsed nodes at the same paths.
  func tree(at nodes: [TreePath: Tree]) -> Tree {
    var writer = RemoteConfigTreeWriter(nodes: nodes)
    return writer.write(self)
  }

  /// Returns the template overlaid by a later fixture set: parameters with the same key and
  /// conditions with the same name are replaced, and new conditions are appended; parameters with
  /// `removedKeys` are removed.
  package func overlaid(
    by layer: RemoteConfigTemplate,
    removing removedKeys: Set<String> = []
  ) -> RemoteConfigTemplate {
    var result = self
    for condition in layer.conditions {
      if let index = result.conditions.firstIndex(where: { $0.name == condition.name }) {
        result.conditions[index] = condition
      } else {
        result.conditions.append(condition)
      }
    }
    let keys = removedKeys.union(layer.parameters.keys)
      .union(layer.groups.values.flatMap(\.parameters.keys))
    for key in keys {
      result.parameters[key] = nil
      for name in result.groups.keys { result.groups[name]?.parameters[key] = nil }
    }
    result.parameters.merge(layer.parameters) { $1 }
    for (name, group) in layer.groups {
      var merged = result.groups[name] ?? RemoteConfigGroup()
      merged.description = group.description ?? merged.description
      merged.parameters.merge(group.parameters) { $1 }
      result.groups[name] = merged
    }
    return result
  }
}

private struct RemoteConfigTreeWriter {
  let nodes: [TreePath: Tree]
  var builder = TreeBuilder()

  mutating func write(_ template: RemoteConfigTemplate) -> Tree {
    map(.root) { writer in
      if !template.conditions.isEmpty { writer.write(template.conditions) }
      writer.write(template.parameters, .root)
      writer.map("groups", .root, isEmpty: template.groups.isEmpty) { writer, path in
        for (name, group) in template.groups.sorted(by: { $0.key < $1.key }) {
          writer.map(name, path, isEmpty: false) { writer, path in
            writer.text("description", group.description, path)
            writer.write(group.parameters, path)
          }
        }
      }
    }
    return builder.finish()
  }

  private mutating func write(_ conditions: [RemoteConfigCondition]) {
    let path = TreePath(["conditions"])
    setKey("conditions", at: path)
    builder.beginList()
    for (index, condition) in conditions.enumerated() {
      let path = path.appending(String(index))
      map(path) { writer in
        writer.text("name", condition.name, path)
        writer.text("expression", condition.expression, path)
        writer.text("color", condition.tagColor, path)
      }
    }
    builder.endContainer()
  }

  private mutating func write(_ parameters: [String: RemoteConfigParameter], _ parent: TreePath) {
    map("parameters", parent, isEmpty: parameters.isEmpty) { writer, path in
      for (key, parameter) in parameters.sorted(by: { $0.key < $1.key }) {
        writer.map(key, path, isEmpty: false) { $0.write(parameter, $1) }
      }
    }
  }

  private mutating func write(_ parameter: RemoteConfigParameter, _ path: TreePath) {
    if parameter.valueType != .string { text("type", parameter.valueType.rawValue, path) }
    switch parameter.defaultValue {
    case .text(let value): text("value", value, path)
    case let value?: writeNonTextValue(value, at: path)
    case nil: break
    }
    text("description", parameter.description, path)
    let values = parameter.conditionalValues
    map("conditions", path, isEmpty: values.isEmpty) { writer, path in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if case .text(let value) = value {
          writer.text(name, value, path)
        } else {
          writer.map(name, path, isEmpty: false) { $0.writeNonTextValue(value, at: $1) }
        }
      }
    }
  }

  private mutating func writeNonTextValue(_ value: RemoteConfigParameter.Value, at path: TreePath) {
    switch value {
    case .text: break
    case .inAppDefault:
      setKey("inAppDefault", at: path.appending("inAppDefault"))
      builder.append(true)
    case .managed(let json): text("managed", json, path)
    }
  }

  // MARK: Nodes

  private mutating func text(_ key: String, _ text: String?, _ parent: TreePath) {
    guard let text else { return }
    setKey(key, at: parent.appending(key))
    builder.append(text)
  }

  private mutating func map(
    _ key: String,
    _ parent: TreePath,
    isEmpty: Bool,
    _ body: (inout RemoteConfigTreeWriter, TreePath) -> Void
  ) {
    guard !isEmpty else { return }
    let path = parent.appending(key)
    setKey(key, at: path)
    builder.beginMap()
    body(&self, path)
    builder.endContainer()
  }

  /// Appends a map without a key.
  private mutating func map(_ path: TreePath, _ body: (inout RemoteConfigTreeWriter) -> Void) {
    if let node = nodes[path] { builder.setPosition(of: node) }
    builder.beginMap()
    body(&self)
    builder.endContainer()
  }

  /// Sets the key and the position of the next value.
  private mutating func setKey(_ key: String, at path: TreePath) {
    let parent = TreePath(path.components.dropLast())
    guard let node = nodes[path] ?? nodes[parent] else { return builder.setKey(key) }
    builder.setPosition(of: node)
    if node.key == key { builder.setKey(of: node) } else { builder.setKey(key) }
    builder.setPosition(of: node)
  }
}
