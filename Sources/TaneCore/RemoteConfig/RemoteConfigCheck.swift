/// A check of templates against the limits of Remote Config before they are sent.
///
/// The rules for keys, the maximum numbers of parameters (3,000) and conditions (2,000, formerly
/// 500), and the maximum total size of values come from
/// <https://firebase.google.com/docs/remote-config/parameters#limits_on_parameters_and_conditions>;
/// the maximum lengths of descriptions and group names come from
/// <https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig>.
package struct RemoteConfigCheck {
  static let maximumParameters = 3000
  static let maximumConditions = 2000
  static let maximumKeyLength = 256
  static let maximumDescriptionLength = 256
  static let maximumValueLength = 1_000_000

  private let position: (Address) -> SourcePosition?
  private var findings: [Diagnostic] = []
  private var valueLength = 0
  private var places: [String: Address] = [:]

  /// Returns the findings about a template's conditions, parameters and groups, then about its
  /// totals.
  ///
  /// `position` returns the position of an address in a file, or nil if it is unknown; findings
  /// about the whole template have the root address.
  package static func findings(
    in template: RemoteConfigTemplate,
    position: @escaping (Address) -> SourcePosition? = { _ in nil }
  ) -> [Diagnostic] {
    var check = RemoteConfigCheck(position: position)
    check.check(template)
    return check.findings
  }

  private init(position: @escaping (Address) -> SourcePosition?) { self.position = position }

  private mutating func check(_ template: RemoteConfigTemplate) {
    let names = check(template.conditions)
    check(template.parameters, TreePath(["parameters"]), names)
    for (name, group) in template.groups.sorted(by: { $0.key < $1.key }) {
      let path = TreePath(["groups", name])
      if !(1...Self.maximumKeyLength).contains(name.count) {
        report(
          .illegalKey,
          "a group's name must have 1 to \(Self.maximumKeyLength) characters; this one has "
            + "\(name.count.grouped)",
          path
        )
      }
      checkDescription(group.description, path)
      check(group.parameters, path.appending("parameters"), names)
    }
    checkTotals(template)
  }

  private mutating func check(_ conditions: [RemoteConfigCondition]) -> Set<ExactKey> {
    var names: Set<ExactKey> = []
    for (index, condition) in conditions.enumerated() {
      let path = TreePath(["conditions", String(index)])
      if condition.name.isEmpty {
        report(.invalidRemoteConfig, "the condition has no name; add one", path)
      } else if !names.insert(ExactKey(condition.name)).inserted {
        report(
          .invalidRemoteConfig,
          "two conditions have the name \"\(condition.name.escapingControls)\"; rename one of them",
          path
        )
      }
      if condition.expression.isEmpty {
        report(
          .invalidRemoteConfig,
          "the condition \"\(condition.name.escapingControls)\" has no expression, such as"
            + " device.os == 'ios'",
          path
        )
      }
      if let color = condition.tagColor, !Self.colors.contains(color) {
        report(
          .invalidRemoteConfig,
          "\"\(color.escapingControls)\" is not a Remote Config color; expected "
            + "\(Self.colors.joined(separator: ", "))",
          path.appending("color")
        )
      }
    }
    return names
  }

  private mutating func check(
    _ parameters: [String: RemoteConfigParameter],
    _ parent: TreePath,
    _ conditions: Set<ExactKey>
  ) {
    for (key, parameter) in parameters.sorted(by: { $0.key < $1.key }) {
      let path = parent.appending(key)
      checkKey(key, path)
      checkDescription(parameter.description, path)
      if parameter.defaultValue == nil, parameter.conditionalValues.isEmpty {
        report(
          .invalidRemoteConfig,
          "the parameter \"\(key.escapingControls)\" has neither a value nor conditional values",
          path
        )
      }
      let type = parameter.valueType
      if let value = parameter.defaultValue {
        check(value, type, path.appending("value"))
      }
      for (name, value) in parameter.conditionalValues.sorted(by: { $0.key < $1.key }) {
        let place = path.appending("conditions").appending(name)
        check(value, type, place)
        guard !conditions.contains(ExactKey(name)) else { continue }
        report(
          .invalidRemoteConfig,
          "the template has no condition \"\(name.escapingControls)\"; add it to \"conditions\", or correct"
            + " the name",
          place
        )
      }
    }
  }

  private mutating func checkKey(_ key: String, _ path: TreePath) {
    if !key.isASCIIName {
      report(
        .illegalKey,
        "the parameter \"\(key.escapingControls)\" cannot be stored: a key can contain only "
          + "English letters, digits and _, and cannot begin with a digit",
        path
      )
    } else if key.utf8.count > Self.maximumKeyLength {
      report(
        .keyTooLong,
        "a parameter's key can have up to \(Self.maximumKeyLength) characters; this one has"
          + " \(key.utf8.count.grouped)",
        path
      )
    }
    let address = Address(remoteConfig: path)
    if let other = places.updateValue(address, forKey: key) {
      report(
        .invalidRemoteConfig,
        "the parameter \"\(key.escapingControls)\" is defined twice; keys must be unique in the "
          + "whole template",
        path,
        notes: [Diagnostic.Note("the other definition is \(other)", at: position(other))]
      )
    }
  }

  private mutating func checkDescription(_ description: String?, _ path: TreePath) {
    guard let count = description?.count, count > Self.maximumDescriptionLength else { return }
    report(
      .stringTooLong,
      "a description can have up to \(Self.maximumDescriptionLength) characters; this one has "
        + "\(count.grouped)",
      path.appending("description")
    )
  }

  private mutating func check(
    _ value: RemoteConfigParameter.Value,
    _ type: RemoteConfigParameter.ValueType,
    _ place: TreePath
  ) {
    guard case .text(let text) = value else { return }
    valueLength += text.count
    let expected: String
    switch type {
    case .string: return
    case .boolean where text == "true" || text == "false": return
    case .boolean: expected = "true or false"
    case .number where Self.isNumber(text): return
    case .number: expected = "a number in decimal digits"
    case .json where JSONValidator.isValid(text): return
    case .json: expected = "JSON"
    }
    let shown = text.count <= 60 ? text : "\(text.prefix(60))…"
    report(
      .invalidRemoteConfig,
      "expected \(expected) for a value of type \(type.rawValue), found \"\(shown.escapingControls)\"",
      place
    )
  }

  /// Returns true if a string is a number in JSON or common notation: `-1.50`, `+3`, `1e9`.
  private static func isNumber(_ text: String) -> Bool {
    let letters = Set("0123456789+-.eE".utf8)
    return text.utf8.allSatisfy(letters.contains) && Double(text)?.isFinite == true
  }

  private mutating func checkTotals(_ template: RemoteConfigTemplate) {
    let count = template.groups.values.reduce(template.parameters.count) {
      $0 + $1.parameters.count
    }
    let totals = [
      (count, Self.maximumParameters, "parameters"),
      (template.conditions.count, Self.maximumConditions, "conditions"),
      (valueLength, Self.maximumValueLength, "characters in its values"),
    ]
    for (count, maximum, noun) in totals where count > maximum {
      report(
        .invalidRemoteConfig,
        "the template has \(count.grouped) \(noun); Remote Config allows up to \(maximum.grouped)",
        .root
      )
    }
  }

  private mutating func report(
    _ code: DiagnosticCode,
    _ message: String,
    _ path: TreePath,
    notes: [Diagnostic.Note] = []
  ) {
    let address = Address(remoteConfig: path)
    findings.append(
      .error(code, message, at: position(address), address: address, notes: notes)
    )
  }

  /// The valid colors of conditions
  /// (<https://firebase.google.com/docs/reference/remote-config/rest/v1/RemoteConfig#conditiondisplaycolor>).
  private static let colors = [
    "BLUE", "BROWN", "CYAN", "DEEP_ORANGE", "GREEN", "INDIGO", "LIME", "ORANGE", "PINK", "PURPLE",
    "TEAL",
  ]
}

extension DiagnosticCode {
  /// A violation of the rules of Remote Config.
  package static let invalidRemoteConfig: DiagnosticCode = "invalid-remote-config"
}

extension Address {
  /// Creates the address of a component of a Remote Config template, such as
  /// `remoteConfig:/parameters/greeting`.
  package init(remoteConfig path: TreePath) {
    self.init(service: ServiceKind.remoteConfig.id, path: path)
  }
}
