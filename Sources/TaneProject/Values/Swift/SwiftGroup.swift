import TaneCore

/// A generated Swift struct, whose members are the values or services of a group.
struct SwiftGroup {
  /// A member for a value.
  struct Property {
    let name: String
    let type: String
    let isOptional: Bool
    let summary: String?
    /// The Swift expressions for the value, by environment; environments without the value are
    /// omitted.
    let expressions: [String: String]
    /// The enumeration used in the type, if any.
    var choice: (name: String, texts: [String])?
  }

  /// The name of the member that contains the group, or empty for the environment itself.
  var member = ""
  var typeName = ""
  var properties: [Property] = []
  var groups: [SwiftGroup] = []

  /// The names of all members.
  var memberNames: [String] { properties.map(\.name) + groups.map(\.member) }

  /// The names of all types declared for the members.
  var typeNames: [String] { groups.map(\.typeName) + properties.compactMap(\.choice?.name) }

  /// Returns the declarations of the members and of their types.
  func declarations(_ indent: String) -> [String] {
    var lines: [String] = []
    for property in properties {
      if let summary = property.summary {
        lines.append("\(indent)/// \(summary.escapingControls)")
      }
      let mark = property.isOptional ? "?" : ""
      lines.append("\(indent)internal let \(property.name): \(property.type)\(mark)")
    }
    for group in groups {
      lines.append("\(indent)internal let \(group.member): \(group.typeName)")
    }
    for choice in properties.compactMap(\.choice) { lines += Self.enumeration(choice, indent) }
    for group in groups {
      lines += ["", "\(indent)internal struct \(group.typeName): Swift.Sendable {"]
      lines += group.declarations(indent + "  ") + ["\(indent)}"]
    }
    return lines
  }

  private static func enumeration(
    _ choice: (name: String, texts: [String]),
    _ indent: String
  ) -> [String] {
    [
      "",
      "\(indent)internal enum \(choice.name): Swift.String, Swift.Sendable, Swift.CaseIterable {",
    ]
      + choice.texts.map {
        "\(indent)  case \(SwiftIdentifier.member($0) ?? "") = \($0.swiftLiteral)"
      } + ["\(indent)}"]
  }

  /// Returns the arguments of an initializer for an environment.
  func arguments(in environment: String, typeName: String, indent: String) -> String {
    let own = properties.map { property in
      "\(SwiftIdentifier.label(property.name)): \(property.expressions[environment] ?? "nil")"
    }
    let nested = groups.map { group in
      let type = "\(typeName).\(group.typeName)"
      let arguments = group.arguments(
        in: environment,
        typeName: type,
        indent: indent + "  "
      )
      return "\(SwiftIdentifier.label(group.member)): \(type)(\(arguments))"
    }
    let all = own + nested
    guard !all.isEmpty else { return "" }
    return "\n" + all.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)"
  }
}
