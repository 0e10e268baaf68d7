package import TaneCore

extension RemoteConfigTemplate {
  /// Returns a valid random template, which depends only on the generator's numbers.
  package static func random(using generator: inout SeededGenerator) -> RemoteConfigTemplate {
    var making = RandomRemoteConfig(generator: generator)
    defer { generator = making.generator }
    return making.template()
  }
}

private struct RandomRemoteConfig {
  var generator: SeededGenerator
  private var keyCount = 0
  private var conditionNames: [String] = []

  init(generator: SeededGenerator) { self.generator = generator }

  mutating func template() -> RemoteConfigTemplate {
    conditionNames = (0..<next(4)).map { "\(text()) \($0)" }
    let conditions = conditionNames.map { name in
      RemoteConfigCondition(
        name: name,
        expression: "percent <= \(next(100))",
        tagColor: next(2) == 0 ? nil : "DEEP_ORANGE"
      )
    }
    var template = RemoteConfigTemplate(conditions: conditions, parameters: parameters())
    for number in 0..<next(3) {
      template.groups["\(text()) \(number)"] = RemoteConfigGroup(
        description: next(2) == 0 ? nil : text(),
        parameters: parameters()
      )
    }
    return template
  }

  private mutating func parameters() -> [String: RemoteConfigParameter] {
    var parameters: [String: RemoteConfigParameter] = [:]
    for _ in 0..<next(5) {
      keyCount += 1
      parameters["key_\(keyCount)"] = parameter()
    }
    return parameters
  }

  private mutating func parameter() -> RemoteConfigParameter {
    let types = RemoteConfigParameter.ValueType.allCases
    let type = types[next(types.count)]
    var parameter = RemoteConfigParameter(
      value(type),
      description: next(2) == 0 ? nil : text(),
      valueType: type
    )
    for name in conditionNames where next(2) == 0 {
      parameter.conditionalValues[name] = value(type)
    }
    if !parameter.conditionalValues.isEmpty, next(4) == 0 { parameter.defaultValue = nil }
    return parameter
  }

  private mutating func value(_ type: RemoteConfigParameter.ValueType)
    -> RemoteConfigParameter.Value
  {
    switch next(8) {
    case 0: return .inAppDefault
    case 1: return .managed(#"{"personalizationValue":{"personalizationId":"\#(next(9))"}}"#)
    default: break
    }
    switch type {
    case .string: return .text(text())
    case .boolean: return .text(["true", "false"][next(2)])
    case .number: return .text(["0", "-1.50", "1e9", "+3", "007"][next(5)])
    case .json: return .text([#"{"b": 1,"a":[null]}"#, "[ ]", #""\u0000""#, "1"][next(4)])
    }
  }

  private mutating func text() -> String {
    let letters = [
      "a", "\"", "\\", "'", "é", "e\u{301}", "麺", "🍜", ": ", "# ", "\n", "-", "true", "1",
    ]
    return (0...next(5)).map { _ in letters[next(letters.count)] }.joined()
  }

  private mutating func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}
