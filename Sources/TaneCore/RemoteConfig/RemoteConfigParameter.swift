/// A parameter: its value, and the values that it has under conditions.
public struct RemoteConfigParameter: Sendable, Hashable, Codable {
  /// What the texts of all values of a parameter are.
  public enum ValueType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Any text.
    case string = "STRING"
    /// `true` or `false`.
    case boolean = "BOOLEAN"
    /// A number in decimal digits.
    case number = "NUMBER"
    /// JSON.
    case json = "JSON"
  }

  /// The value where no condition holds; nil where the app's own default counts and nothing is sent.
  public var defaultValue: RemoteConfigValue?
  /// The values by the names of conditions.
  public var conditionalValues: [String: RemoteConfigValue]
  /// What the parameter is for; up to 256 characters.
  public var description: String?
  /// What the values are.
  public var valueType: ValueType
  /// The members that Tane does not know, as the text of a JSON object; nil if there are none.
  package var unknown: String?

  /// Creates a parameter.
  public init(
    _ defaultValue: RemoteConfigValue?,
    conditionalValues: [String: RemoteConfigValue] = [:],
    description: String? = nil,
    valueType: ValueType = .string
  ) {
    self.defaultValue = defaultValue
    self.conditionalValues = conditionalValues
    self.description = description
    self.valueType = valueType
  }
}

/// A value of a parameter.
public enum RemoteConfigValue: Sendable, Hashable, Codable {
  /// A text, whatever the parameter's type is.
  case text(String)
  /// The default that the app itself holds.
  case inAppDefault
  /// A value that Firebase finds for each user, a personalization or a rollout, as its JSON: kept and never
  /// looked into.
  case managed(String)
}
