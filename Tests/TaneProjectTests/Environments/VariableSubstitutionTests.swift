import Testing

@testable import TaneProject

@Suite("Variables in profiles")
struct VariableSubstitutionTests {
  private let substitution = VariableSubstitution(variables: ["A": "1", "B_2": "two", "EMPTY": ""])

  @Test(
    "Variables in profiles are replaced by their values",
    arguments: [
      ("no variable", "no variable"),
      ("${A}", "1"),
      ("x${A}${B_2}y", "x1twoy"),
      ("${EMPTY}", ""),
      ("${EMPTY:-fallback}", "fallback"),
      ("${NONE:-a b:-c}", "a b:-c"),
      ("${NONE:-}", ""),
      ("$$", "$"), ("$${A}", "${A}"), ("$A 5$ $", "$A 5$ $"),
    ]
  )
  func values(text: String, expected: String) {
    let expansion = substitution.expand(text)
    #expect(expansion.text == expected)
    #expect(expansion.problems == [])
  }

  @Test(
    "Variables in profiles without a value or name are problems",
    arguments: [
      ("${NONE}${A}", [VariableSubstitution.Problem.unset("NONE")]),
      ("${}", [.malformed("${}")]),
      ("${A", [.malformed("${A")]),
      ("${A-b}", [.malformed("${A-b}")]),
      ("${9}${NONE}", [.malformed("${9}"), .unset("NONE")]),
    ]
  )
  func problems(text: String, expected: [VariableSubstitution.Problem]) {
    #expect(substitution.expand(text).problems == expected)
  }

  @Test("Variables in profiles can contain numbers and Booleans")
  func typedValues() throws {
    let profile = """
      databases: { a: { url: embedded:a, disableTriggers: "${SILENT}" } }
      limits: { deletes: "${COUNT}", bytesPerMinute: "${RATE}" }
      """
    let profiles = DemoFiles(["environments/a.yaml": profile])
      .profiles(["SILENT": "true", "COUNT": "7", "RATE": "2 MiB"])
    #expect(profiles.messages == [])
    let read = try profiles.profile(named: "a")
    #expect(read.services.map(\.disableTriggers) == [true])
    #expect(read.limits == RunLimits(deletes: 7, bytesPerMinute: 2_097_152))
  }
}
