/// What Firebase Remote Config gives the apps of a project: parameters, and the conditions under which
/// they have other values.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig>.
public struct RemoteConfigTemplate: Sendable, Hashable, Codable {
  /// The conditions; of those that hold for an app, the first one for which a parameter has a value counts.
  public var conditions: [RemoteConfigCondition]
  /// The parameters outside groups, by their keys.
  public var parameters: [String: RemoteConfigParameter]
  /// The groups of parameters, by their names; keys are unique in the whole template.
  public var groups: [String: RemoteConfigGroup]

  /// Creates a template; an empty one is what a project has at first.
  public init(
    conditions: [RemoteConfigCondition] = [],
    parameters: [String: RemoteConfigParameter] = [:],
    groups: [String: RemoteConfigGroup] = [:]
  ) {
    self.conditions = conditions
    self.parameters = parameters
    self.groups = groups
  }
}

/// A named rule about apps and their users.
public struct RemoteConfigCondition: Sendable, Hashable, Codable {
  /// The name, by which parameters refer to the condition.
  public var name: String
  /// The rule, kept as text: `device.os == 'ios'`.
  ///
  /// See <https://firebase.google.com/docs/remote-config/condition-reference>.
  public var expression: String
  /// The colour in Firebase's console: `BLUE`, `DEEP_ORANGE`.
  public var tagColor: String?

  /// Creates a condition.
  public init(name: String, expression: String, tagColor: String? = nil) {
    self.name = name
    self.expression = expression
    self.tagColor = tagColor
  }
}

/// Parameters that are shown together in Firebase's console.
public struct RemoteConfigGroup: Sendable, Hashable, Codable {
  /// What the group is for; up to 256 characters.
  public var description: String?
  /// The parameters by their keys.
  public var parameters: [String: RemoteConfigParameter]

  /// Creates a group.
  public init(description: String? = nil, parameters: [String: RemoteConfigParameter] = [:]) {
    self.description = description
    self.parameters = parameters
  }
}
