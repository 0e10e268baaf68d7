package import TaneCore

/// A parsed `remote-config.yaml` file of a fixture set.
///
/// ```yaml
/// conditions:
///   - { name: ios, expression: device.os == 'ios', color: BLUE }
/// parameters:
///   greeting: Hello
///   page_size: 20
///   colors: [red, green]
///   theme:
///     value: light
///     description: The app's color theme
///     conditions: { ios: dark }
/// groups:
///   Limits:
///     description: Numbers
///     parameters: { retries: 3 }
/// ```
package struct RemoteConfigFixture: Sendable {
  /// The template that the file describes, without its invalid parts.
  package let template: RemoteConfigTemplate
  /// The template's tree (`RemoteConfigTemplate.tree`), with the positions of its values in the
  /// file.
  package let tree: Tree
  /// The findings about the file's structure, ordered by position.
  package let diagnostics: [Diagnostic]
  /// The parsed nodes, by their paths in the template's tree (`RemoteConfigTemplate.tree`).
  private let nodes: [TreePath: Tree]
  /// The keys of parameters that are null.
  private let nullKeys: Set<String>

  /// Reads the tree of a file; the file's bytes provide the original spelling of numbers.
  package init(_ tree: Tree, spelledIn bytes: [UInt8]) {
    var reader = RemoteConfigTreeReader(spelling: ScalarSpelling(of: bytes))
    let template = reader.read(tree)
    self.init(template, reader.nodes, reader.nullKeys, reader.findings.sorted())
  }

  private init(
    _ template: RemoteConfigTemplate,
    _ nodes: [TreePath: Tree],
    _ nullKeys: Set<String>,
    _ diagnostics: [Diagnostic]
  ) {
    (self.template, self.nodes, self.diagnostics) = (template, nodes, diagnostics)
    self.nullKeys = nullKeys
    tree = template.tree(at: nodes)
  }

  /// Returns this fixture overlaid by the fixture of a later set.
  ///
  /// A parameter in the short form replaces the earlier one; in the long form, it changes only the
  /// fields and conditional values that it contains.
  package func overlaid(by layer: RemoteConfigFixture) -> RemoteConfigFixture {
    var later = layer.template
    for (key, parameter) in later.parameters {
      later.parameters[key] = overlay(parameter, key, layer, at: TreePath(["parameters", key]))
    }
    for (name, group) in later.groups {
      for (key, parameter) in group.parameters {
        let path = TreePath(["groups", name, "parameters", key])
        later.groups[name]?.parameters[key] = overlay(parameter, key, layer, at: path)
      }
    }
    let merged = template.overlaid(by: later, removing: layer.nullKeys)
    var nodes = nodes
    for (path, node) in layer.nodes { nodes[layer.path(path, in: merged)] = node }
    return RemoteConfigFixture(merged, nodes, layer.nullKeys, diagnostics + layer.diagnostics)
  }

  /// Returns the path of a node in a merged template, in which conditions may have other indices.
  private func path(_ path: TreePath, in merged: RemoteConfigTemplate) -> TreePath {
    let keys = path.components
    guard keys.count > 1, keys[0] == "conditions", let index = Int(keys[1]),
      template.conditions.indices.contains(index),
      let mergedIndex = merged.conditions.firstIndex(where: {
        $0.name == template.conditions[index].name
      })
    else { return path }
    return TreePath(["conditions", String(mergedIndex)] + keys.dropFirst(2))
  }

  private func overlay(
    _ parameter: RemoteConfigParameter,
    _ key: String,
    _ layer: RemoteConfigFixture,
    at path: TreePath
  ) -> RemoteConfigParameter {
    let groups = template.groups.values.compactMap { $0.parameters[key] }
    guard let node = layer.nodes[path], RemoteConfigTreeReader.isLongForm(node),
      let earlier = template.parameters[key] ?? groups.first
    else { return parameter }
    let hasType = node["type"]?.isNull == false || parameter.defaultValue != nil
    let values = earlier.conditionalValues.filter { node["conditions"]?[$0.key]?.isNull != true }
    return RemoteConfigParameter(
      parameter.defaultValue ?? earlier.defaultValue,
      conditionalValues: values.merging(parameter.conditionalValues) { $1 },
      description: parameter.description ?? earlier.description,
      valueType: hasType ? parameter.valueType : earlier.valueType
    )
  }

  /// The findings about values that Remote Config would reject, ordered by position; empty if the
  /// structure has errors.
  package var problems: [Diagnostic] {
    guard !diagnostics.containsError else { return [] }
    return RemoteConfigCheck.findings(in: template) { nodes.position(of: $0.path) }.sorted()
  }
}

extension [TreePath: Tree] {
  /// Returns the position of the node at a path, or of its nearest ancestor in the map.
  fileprivate func position(of path: TreePath) -> SourcePosition? {
    var path = path
    while self[path] == nil, !path.components.isEmpty {
      path = TreePath(path.components.dropLast())
    }
    guard let node = self[path] else { return nil }
    // The node of a value in the short form has the key of its parameter.
    return node.key == path.components.last ? node.keyPosition : node.position
  }
}
