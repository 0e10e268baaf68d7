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
