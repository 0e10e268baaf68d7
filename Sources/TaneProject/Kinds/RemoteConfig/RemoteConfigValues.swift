package import TaneCore
import TaneFormats

/// The values that apps read from Remote Config, by parameter key and converted to the parameter's
/// type.
package enum RemoteConfigValues {
  /// The values of a template's tree, those of parameters in groups included, at the places of their texts.
  ///
  /// - Parameters:
  ///   - template: The tree (`RemoteConfigTemplate.tree`).
  ///   - condition: The condition that holds; nil for default values.
  /// - Returns: A map; without the parameters whose value the app itself holds, or Firebase finds for each user.
  package static func values(of template: Tree, under condition: String? = nil) -> Tree {
    var builder = TreeBuilder()
    builder.setPlace(of: template)
    builder.beginMap()
    for parameter in parameters(of: template) {
      let conditional = condition.flatMap { parameter["conditions"]?[$0] }
      guard let value = conditional ?? parameter["value"], let text = value.string else { continue }
      builder.setKey(of: parameter)
      builder.setPlace(of: value)
      append(text, of: parameter["type"]?.string, to: &builder)
    }
    builder.endContainer()
    return builder.finish()
  }

  /// The names of the conditions under which any parameter has another value.
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

  /// Appends what a text of JSON holds: all of it stands where the text does.
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
