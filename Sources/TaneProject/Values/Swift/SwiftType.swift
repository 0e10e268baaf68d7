import TaneCore

// Types and values in generated Swift code, with fully qualified names in case the app has types of
// the same name.
extension ValueType {
  /// Returns the name of the Swift type; `choice` is the name of the enumeration for choices.
  func swiftName(choice: String) -> String {
    switch self {
    case .text: "Swift.String"
    case .integer, .bytes: "Swift.Int"
    case .number: "Swift.Double"
    case .boolean: "Swift.Bool"
    case .url: "Foundation.URL"
    case .duration: "Swift.Duration"
    case .choice: choice
    case .list(let element): "[\(element.swiftName(choice: choice))]"
    case .map(let value): "[Swift.String: \(value.swiftName(choice: choice))]"
    }
  }

  /// The allowed strings if the type, or the type of its elements, is a choice; otherwise, nil.
  var choices: [String]? {
    switch self {
    case .choice(let texts): texts
    case .list(let inner), .map(let inner): inner.choices
    default: nil
    }
  }

  /// The Swift closure that parses a variable's value at run time, or nil if the type cannot be
  /// parsed.
  var swiftParser: String? {
    switch self {
    case .text: "{ $0 }"
    case .integer: "{ Swift.Int($0) }"
    case .number: "{ Swift.Double($0) }"
    case .boolean:
      "{ [\"true\": true, \"YES\": true, \"1\": true, \"false\": false, \"NO\": false, \"0\": false][$0] }"
    case .url: "{ Foundation.URL(string: $0) }"
    // The enumeration may be declared in a group, whose name is unknown here.
    case .choice: "{ .init(rawValue: $0) }"
    case .bytes, .duration, .list, .map: nil
    }
  }
}

extension ValueContent {
  func swiftExpression(of type: ValueType) -> String {
    switch (self, type) {
    case (.text(let text), .url): "Foundation.URL(string: \(text.swiftLiteral))!"
    // In an optional member, these names would refer to the cases of Optional.
    case (.text(let text), .choice) where ["none", "some"].contains(text):
      ".init(rawValue: \(text.swiftLiteral))!"
    case (.text(let text), .choice): ".\(SwiftIdentifier.member(text) ?? "")"
    case (.text(let text), _): text.swiftLiteral
    case (.integer(let number), _): String(number)
    case (.number(let number), _): "\(number)"
    case (.boolean(let flag), _): String(flag)
    case (.duration(let duration), _):
      "Swift.Duration.milliseconds(\(Int64(duration / .milliseconds(1))))"
    case (.list(let elements), .list(let element)):
      "[\(elements.map { $0.swiftExpression(of: element) }.joined(separator: ", "))]"
    case (.map(let entries), .map(let value)):
      entries.isEmpty
        ? "[:]"
        : "[\(entries.map { "\($0.key.swiftLiteral): \($0.content.swiftExpression(of: value))" }.joined(separator: ", "))]"
    case (.list, _), (.map, _): "[]"
    }
  }
}
