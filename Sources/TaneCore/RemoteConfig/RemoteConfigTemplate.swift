/// A template of Firebase Remote Config: parameters, and conditions under which they have different
/// values.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig>.
package struct RemoteConfigTemplate: Sendable, Hashable, Codable {
  /// The conditions in order of priority; for each parameter, the first condition that applies and
  /// has a value for it determines the value.
  package var conditions: [RemoteConfigCondition]
  /// The parameters outside groups, by key.
  package var parameters: [String: RemoteConfigParameter]
  /// The groups of parameters, by name; keys are unique in the whole template.
  package var groups: [String: RemoteConfigGroup]
  /// The members unknown to Tane, as the text of a JSON object, or nil if there are none.
  package var unknown: String?

  /// Creates a template; it is empty by default, as in a new project.
  package init(
    conditions: [RemoteConfigCondition] = [],
    parameters: [String: RemoteConfigParameter] = [:],
    groups: [String: RemoteConfigGroup] = [:]
  ) {
    self.conditions = conditions
    self.parameters = parameters
    self.groups = groups
  }
}

/// A named condition on apps and their users.
package struct RemoteConfigCondition: Sendable, Hashable, Codable {
  /// The name by which parameters refer to the condition.
  package var name: String
  /// The expression, such as `device.os == 'ios'`.
  ///
  /// See <https://firebase.google.com/docs/remote-config/condition-reference>.
  package var expression: String
  /// The color in the Firebase console, such as `BLUE` or `DEEP_ORANGE`.
  package var tagColor: String?
  /// The members unknown to Tane, as the text of a JSON object, or nil if there are none.
  package var unknown: String?

  package init(name: String, expression: String, tagColor: String? = nil) {
    self.name = name
    self.expression = expression
    self.tagColor = tagColor
  }
}

/// A group of parameters in the Firebase console.
package struct RemoteConfigGroup: Sendable, Hashable, Codable {
  /// The description, up to 256 characters.
  package var description: String?
  /// The parameters, by key.
  package var parameters: [String: RemoteConfigParameter]
  /// The members unknown to Tane, as the text of a JSON object, or nil if there are none.
  package var unknown: String?

  package init(description: String? = nil, parameters: [String: RemoteConfigParameter] = [:]) {
    self.description = description
    self.parameters = parameters
  }
}

extension RemoteConfigTemplate {
  /// Returns the template with unknown members copied from the corresponding parts of another one.
  package func copyingUnknownMembers(from other: RemoteConfigTemplate) -> RemoteConfigTemplate {
    var result = self
    result.unknown = other.unknown
    for index in conditions.indices {
      result.conditions[index].unknown =
        other.conditions.first { $0.name == conditions[index].name }?.unknown
    }
    let known = other.groups.values.reduce(other.parameters) {
      $0.merging($1.parameters) { first, _ in first }
    }
    for key in parameters.keys { result.parameters[key]?.unknown = known[key]?.unknown }
    for (name, group) in groups {
      result.groups[name]?.unknown = other.groups[name]?.unknown
      for key in group.parameters.keys {
        result.groups[name]?.parameters[key]?.unknown = known[key]?.unknown
      }
    }
    return result
  }
}
