/// A parameter with its default value and its conditional values.
package struct RemoteConfigParameter: Sendable, Hashable, Codable {
  package enum ValueType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Any text.
    case string = "STRING"
    /// `true` or `false`.
    case boolean = "BOOLEAN"
    /// A number in decimal digits.
    case number = "NUMBER"
    case json = "JSON"
  }

  package enum Value: Sendable, Hashable, Codable {
    /// A string, regardless of the parameter's type.
    case text(String)
    /// The default value in the app itself.
    case inAppDefault
    /// A personalization or a rollout, which Firebase evaluates for each user, as uninterpreted
    /// JSON.
    case managed(String)
  }

  /// The value if no condition applies, or nil to send no value, so that the app uses its own
  /// default.
  package var defaultValue: Value?
  /// The conditional values, by condition name.
  package var conditionalValues: [String: Value]
  /// The description, up to 256 characters.
  package var description: String?
  package var valueType: ValueType
  /// The members unknown to Tane, as the text of a JSON object, or nil if there are none.
  package var unknown: String?

  package init(
    _ defaultValue: Value?,
    conditionalValues: [String: Value] = [:],
    description: String? = nil,
    valueType: ValueType = .string
  ) {
    self.defaultValue = defaultValue
    self.conditionalValues = conditionalValues
    self.description = description
    self.valueType = valueType
  }
}
