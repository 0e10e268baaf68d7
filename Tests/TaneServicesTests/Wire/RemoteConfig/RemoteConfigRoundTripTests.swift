import TestSupport
import TaneCore
import TaneFormats
import TaneTesting
import TaneServices
import Testing

@Suite("Remote Config templates in the REST API")
struct RemoteConfigRoundTripTests {
  private func json(_ text: String) throws -> ProtocolJSON {
    ProtocolJSON(try JSONText.object(of: Array(text.utf8)))
  }

  @Test("Any template is unchanged after encoding and decoding", arguments: 0..<50 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let template = RemoteConfigTemplate.random(using: &generator)
    let version = RemoteConfigVersion(
      number: generator.integer(),
      updateTime: generator.maybe { $0.time() },
      updateOrigin: generator.maybe { $0.text() },
      updateType: generator.maybe { $0.text() },
      description: generator.maybe { $0.text() }
    )
    let found = try json(JSONText.text(template.json(version: version)))
    #expect(try RemoteConfigTemplate(found) == template)
    #expect(try RemoteConfigVersion(try #require(found["version"])) == version)
  }

  @Test("A template is encoded as by Firebase")
  func spelling() throws {
    let template = RemoteConfigTemplate(
      conditions: [
        RemoteConfigCondition(name: "ios", expression: "device.os == 'ios'", tagColor: "BLUE")
      ],
      parameters: [
        "greeting": RemoteConfigParameter(
          .text("Hello"),
          conditionalValues: ["ios": .inAppDefault],
          description: "What is said first"
        )
      ],
      groups: [
        "Limits": RemoteConfigGroup(
          parameters: ["retries": RemoteConfigParameter(.text("3"), valueType: .number)]
        )
      ]
    )
    let text = """
      {"conditions":[{"expression":"device.os == 'ios'","name":"ios","tagColor":"BLUE"}],\
      "parameterGroups":{"Limits":{"parameters":{"retries":{"defaultValue":{"value":"3"},\
      "valueType":"NUMBER"}}}},"parameters":{"greeting":{"conditionalValues":{"ios":{\
      "useInAppDefault":true}},"defaultValue":{"value":"Hello"},"description":"What is said first",\
      "valueType":"STRING"}}}
      """
    #expect(JSONText.text(template.json()) == text)
    #expect(try RemoteConfigTemplate(try json(text)) == template)
  }

  @Test("Unknown members of a template are preserved")
  func unknownMembers() throws {
    let text = """
      {"conditions":[{"expression":"true","later":1,"name":"c"}],"later":true,"parameterGroups":{"g":{"later":"3",\
      "parameters":{"d":{"later":null,"valueType":"STRING"}}}},"parameters":{"a":{"defaultValue":{"value":"x"},\
      "later":{"b":[2]},"valueType":"STRING"}}}
      """
    let template = try RemoteConfigTemplate(try json(text))
    #expect(JSONText.text(template.json()) == text)
  }

  @Test("Parameters without a type are strings, and values managed by Firebase are kept")
  func otherSpellings() throws {
    let template = try RemoteConfigTemplate(
      try json(
        """
        {"parameters":{"a":{"defaultValue":{"value":""}},
        "b":{"defaultValue":{"rolloutValue":{"rolloutId":"r","percent":5}},
        "valueType":"PARAMETER_VALUE_TYPE_UNSPECIFIED"}},"etag":"x"}
        """
      )
    )
    let rollout = #"{"rolloutValue":{"percent":5,"rolloutId":"r"}}"#
    #expect(
      template.parameters == [
        "a": RemoteConfigParameter(.text("")), "b": RemoteConfigParameter(.managed(rollout)),
      ]
    )
  }

  @Test(
    "An invalid template is rejected with the path",
    arguments: [
      (
        #"{"parameters":{"a":{"defaultValue":{}}}}"#,
        "Invalid value at 'parameters.a.defaultValue': found map, expected \"value\" or "
          + "\"useInAppDefault\"."
      ),
      (#"{"parameters":[]}"#, "Invalid value at 'parameters': found list, expected an object."),
      (
        #"{"parameters":{"a":{"valueType":"FLOAT"}}}"#,
        "Invalid value at 'parameters.a.valueType': found \"FLOAT\", expected one of"
          + " PARAMETER_VALUE_TYPE_UNSPECIFIED, STRING, BOOLEAN, NUMBER, JSON."
      ),
    ]
  )
  func problems(text: String, message: String) throws {
    let json = try json(text)
    let problem = #expect(throws: WireError.self) { try RemoteConfigTemplate(json) }
    #expect(problem?.message == message)
  }
}
