import TestSupport
import TaneCore
import TaneTesting
import Testing

@Suite("Checks for Remote Config")
struct RemoteConfigCheckTests {
  private func findings(
    _ parameters: [String: RemoteConfigParameter],
    conditions: [RemoteConfigCondition] = [],
    groups: [String: RemoteConfigGroup] = [:]
  ) -> [String] {
    let template = RemoteConfigTemplate(
      conditions: conditions,
      parameters: parameters,
      groups: groups
    )
    return RemoteConfigCheck.findings(in: template).map(\.description)
  }

  private func parameter(
    _ text: String,
    _ type: RemoteConfigParameter.ValueType = .string
  ) -> RemoteConfigParameter { RemoteConfigParameter(.text(text), valueType: type) }

  @Test("Valid Remote Config templates have no findings", arguments: 0..<50 as Range<UInt64>)
  func valid(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let template = RemoteConfigTemplate.random(using: &generator)
    #expect(RemoteConfigCheck.findings(in: template) == [])
  }

  @Test("Invalid keys of Remote Config parameters are reported")
  func keys() {
    let long = String(repeating: "k", count: 257)
    #expect(
      findings(["1a": parameter(""), "a-b": parameter(""), "": parameter(""), long: parameter("")])
        == [
          """
          error: the parameter "" cannot be stored: a key can contain only English letters, digits \
          and _, and cannot begin with a digit [illegal-key]
            remoteConfig:/parameters/""
          """,
          """
          error: the parameter "1a" cannot be stored: a key can contain only English letters, digits \
          and _, and cannot begin with a digit [illegal-key]
            remoteConfig:/parameters/1a
          """,
          """
          error: the parameter "a-b" cannot be stored: a key can contain only English letters, digits \
          and _, and cannot begin with a digit [illegal-key]
            remoteConfig:/parameters/a-b
          """,
          """
          error: a parameter's key can have up to 256 characters; this one has 257 [key-too-long]
            remoteConfig:/parameters/\(long)
          """,
        ]
    )
    #expect(findings(["_a1": parameter(""), String(long.dropLast()): parameter("")]) == [])
  }

  @Test("A Remote Config key used twice is reported")
  func duplicateKey() {
    let group = RemoteConfigGroup(parameters: ["a": parameter("")])
    #expect(
      findings(["a": parameter("")], groups: ["g": group]) == [
        """
        error: the parameter "a" is defined twice; keys must be unique in the whole template [invalid-remote-config]
        note: the other definition is remoteConfig:/parameters/a
          remoteConfig:/groups/g/parameters/a
        """
      ]
    )
  }

  @Test("Invalid Remote Config conditions are reported")
  func conditions() {
    let conditions = [
      RemoteConfigCondition(name: "a", expression: "true", tagColor: "RED"),
      RemoteConfigCondition(name: "a", expression: ""),
      RemoteConfigCondition(name: "", expression: "true"),
    ]
    let missing = RemoteConfigParameter(.text(""), conditionalValues: ["b": .text("")])
    #expect(
      findings(["p": missing], conditions: conditions) == [
        """
        error: "RED" is not a Remote Config color; expected BLUE, BROWN, CYAN, DEEP_ORANGE, \
        GREEN, INDIGO, \
        LIME, ORANGE, PINK, PURPLE, TEAL [invalid-remote-config]
          remoteConfig:/conditions/0/color
        """,
        """
        error: two conditions have the name "a"; rename one of them [invalid-remote-config]
          remoteConfig:/conditions/1
        """,
        """
        error: the condition "a" has no expression, such as device.os == 'ios' [invalid-remote-config]
          remoteConfig:/conditions/1
        """,
        """
        error: the condition has no name; add one [invalid-remote-config]
          remoteConfig:/conditions/2
        """,
        """
        error: the template has no condition "b"; add it to "conditions", or correct the name \
        [invalid-remote-config]
          remoteConfig:/parameters/p/conditions/b
        """,
      ]
    )
  }

  @Test(
    "A Remote Config value that does not match its type is reported",
    arguments: [
      ("yes", RemoteConfigParameter.ValueType.boolean, "true or false for a value of type BOOLEAN"),
      ("True", .boolean, "true or false for a value of type BOOLEAN"),
      ("1,5", .number, "a number in decimal digits for a value of type NUMBER"),
      ("0x10", .number, "a number in decimal digits for a value of type NUMBER"),
      ("", .number, "a number in decimal digits for a value of type NUMBER"),
      ("{'a':1}", .json, "JSON for a value of type JSON"),
      ("[1,]", .json, "JSON for a value of type JSON"),
      ("{} {}", .json, "JSON for a value of type JSON"),
      ("01", .json, "JSON for a value of type JSON"),
    ]
  )
  func values(text: String, type: RemoteConfigParameter.ValueType, expected: String) {
    #expect(
      findings(["p": parameter(text, type)]) == [
        """
        error: expected \(expected), found "\(text)" [invalid-remote-config]
          remoteConfig:/parameters/p/value
        """
      ]
    )
  }

  @Test(
    "Remote Config accepts JSON values of every shape",
    arguments: [" [1, -0.5e+3, \"\\u00e9\\n\"] ", "{\"a\": {}}", "null", "\"🍜\""]
  )
  func json(text: String) {
    #expect(findings(["p": parameter(text, .json)]) == [])
  }

  @Test("Long descriptions and Remote Config parameters without values are reported")
  func descriptions() {
    var long = parameter("")
    long.description = String(repeating: "麺", count: 257)
    #expect(
      findings(["a": long, "b": RemoteConfigParameter(nil)]) == [
        """
        error: a description can have up to 256 characters; this one has 257 [string-too-long]
          remoteConfig:/parameters/a/description
        """,
        """
        error: the parameter "b" has neither a value nor conditional values [invalid-remote-config]
          remoteConfig:/parameters/b
        """,
      ]
    )
  }

  @Test("A Remote Config template over the total limits is reported")
  func totals() {
    var parameters: [String: RemoteConfigParameter] = [:]
    for number in 0..<3001 { parameters["k\(number)"] = parameter("") }
    parameters["k0"] = parameter(String(repeating: "x", count: 1_000_001))
    let conditions = (0..<2001).map { RemoteConfigCondition(name: "\($0)", expression: "true") }
    #expect(
      findings(parameters, conditions: conditions) == [
        """
        error: the template has 3,001 parameters; Remote Config allows up to 3,000 [invalid-remote-config]
          remoteConfig:/
        """,
        """
        error: the template has 2,001 conditions; Remote Config allows up to 2,000 [invalid-remote-config]
          remoteConfig:/
        """,
        """
        error: the template has 1,000,001 characters in its values; Remote Config allows up to 1,000,000 \
        [invalid-remote-config]
          remoteConfig:/
        """,
      ]
    )
  }
}
