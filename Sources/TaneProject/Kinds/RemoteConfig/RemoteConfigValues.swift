package import TaneCore
import TaneFormats

/// A converter from a Remote Config template to the typed values that apps read.
package enum RemoteConfigValues {
  /// Returns the values of all parameters in a template's tree, including parameters in groups,
  /// with the positions of their strings.
  ///
  /// - Parameters:
  ///   - template: The tree (`RemoteConfigTemplate.tree`).
  ///   - condition: The active condition, or nil for default values.
  /// - Returns: A map from parameter keys to values; it omits parameters whose values come from the
  ///   app's defaults or are determined by Firebase for each user.
  package static func values(of template: Tree, under condition: String? = nil) -> Tree {
    var builder = TreeBuilder()
    builder.setPosition(of: template)
    builder.beginMap()
    for parameter in parameters(of: template) {
      let conditional = condition.flatMap { parameter["conditions"]?[$0] }
      guard let value = conditional ?? parameter["value"], let text = value.string else { continue }
      builder.setKey(of: parameter)
      builder.setPosition(of: value)
      append(text, of: parameter["type"]?.string, to: &builder)
    }
    builder.endContainer()
    return builder.finish()
  }

  /// Returns the sorted names of the conditions for which any parameter has a conditional value.
  package static func conditions(of template: Tree) -> [String] {
    Set(parameters(of: template).flatMap { ($0["conditions"] ?? .null).children }.compactMap(\.key))
      .sorted()
  }

  /// Converts a part of a template to the form of the part of a fixture that it replaces.
  ///
  /// - Parameters:
  ///   - part: The part of the template.
  ///   - old: The replaced part, such as a parameter in the short form, or a number.
  ///   - path: The path of both parts.
  ///   - template: The whole template.
  /// - Returns: The part in the form of `old`, or unchanged if that form cannot express it.
  static func spelled(_ part: Tree, like old: Tree, at path: TreePath, in template: Tree) -> Tree {
    if part.kind == .map, path.parent.key == "parameters", !RemoteConfigTreeReader.isLongForm(old) {
      return shortForm(of: part) ?? part
    }
    guard let text = part.string, old.kind == .bool || old.kind.isNumber else { return part }
    // The parameter is above its value, or above its map of conditional values.
    let parameters = [path.parent, path.parent.parent].compactMap { template[$0] }
    let type = parameters.compactMap { $0["type"]?.string }.first
    let value = value(text, of: type)
    return (try? JSONWriter(.compact).write(value)) == text ? value : part
  }

  /// Returns the short form of a parameter, or nil if only the long form can express it.
  private static func shortForm(of parameter: Tree) -> Tree? {
    guard let text = parameter["value"]?.string else { return nil }
    let value = value(text, of: parameter["type"]?.string)
    let path = TreePath(["parameters", parameter.key ?? ""])
    var assembly = TreeAssembly()
    _ = assembly.add(value, at: path)
    let template = RemoteConfigTemplate.read(assembly.assembled()).template
    return template.tree[path] == parameter ? value : nil
  }

  private static func value(_ text: String, of type: String?) -> Tree {
    var builder = TreeBuilder()
    append(text, of: type, to: &builder)
    return builder.finish()
  }

  /// Returns the map or list that a string contains as JSON, or nil for any other value.
  package static func container(in value: Tree) -> Tree? {
    guard let text = value.string,
      let content = TreeParser.parse(Array(text.utf8), named: "value", as: .json).tree,
      content.kind == .map || content.kind == .list
    else { return nil }
    var builder = TreeBuilder()
    builder.setPosition(of: value)
    append(content, to: &builder)
    return builder.finish()
  }

  private static func parameters(of template: Tree) -> [Tree] {
    let groups = (template["groups"] ?? .null).children
    return ([template] + groups).flatMap { ($0["parameters"] ?? .null).children }
  }

  private static func append(_ text: String, of type: String?, to builder: inout TreeBuilder) {
    switch type.flatMap(RemoteConfigParameter.ValueType.init) ?? .string {
    case .string: builder.append(text)
    case .boolean: builder.append(text == "true")
    case .number, .json:
      let read = TreeParser.parse(Array(text.utf8), named: "value", as: .json).tree
      if let read { append(read, to: &builder) } else { builder.append(text) }
    }
  }

  /// Appends a parsed JSON value, whose nodes all have the position of the JSON text.
  private static func append(_ tree: Tree, to builder: inout TreeBuilder) {
    switch tree.kind {
    case .map:
      builder.beginMap()
      for child in tree.children {
        builder.setKey(child.key ?? "")
        append(child, to: &builder)
      }
      builder.endContainer()
    case .list:
      builder.beginList()
      tree.children.forEach { append($0, to: &builder) }
      builder.endContainer()
    case .bool: builder.append(tree.bool ?? false)
    case .integer: builder.append(tree.integer ?? 0)
    case .double: builder.append(tree.double ?? 0)
    case .decimal: builder.appendDecimal(tree.decimal ?? "0")
    case .string: builder.append(tree.string ?? "")
    case .null: builder.appendNull()
    }
  }
}
