import Foundation
import Testing

@Suite("Bad input: whole messages, and a store that stays as it was")
struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    let arguments: [String]
    let status: Int32
    let errors: String
  }

  private static let shops = "fixtures/base/databases/shops/shops.yaml"

  static let cases = [
    Case(
      testDescription: "an unknown environment",
      files: [:],
      arguments: ["-e", "locl"],
      status: 64,
      errors: """
        error: no environment "locl" in environments/ (local); did you mean "local"?
        """
    ),
    Case(
      testDescription: "a tab indent",
      files: [shops: "- id: 0\n\tname: x\n"],
      arguments: [],
      status: 1,
      errors: """
        fixtures/base/databases/shops/shops.yaml:2:1: error: a tab cannot indent YAML; use spaces \
        [yaml-syntax]
        error: 1 error and 0 warnings in the fixtures; nothing was written
        """
    ),
    Case(
      testDescription: "a key with a dot and a NaN, both in one run",
      files: [shops: "a.b: 1\nrating: .nan\n"],
      arguments: [],
      status: 1,
      errors: """
        fixtures/base/databases/shops/shops.yaml:1:1: error: the key "a.b" holds ".", which the \
        Realtime Database forbids in keys (. $ # [ ] / and control characters) [illegal-key]
          shops:/shops/a.b
        fixtures/base/databases/shops/shops.yaml:2:9: error: the Realtime Database cannot hold .nan: \
        only finite numbers [not-finite]
          shops:/shops/rating
        error: 2 errors and 0 warnings in the fixtures; nothing was written
        """
    ),
  ]

  @Test("is reported, and nothing is written", arguments: cases)
  func reported(_ example: Case) async throws {
    let project = try TemporaryProject()
    #expect(try await project.tane("seed").status == 0)
    for (path, text) in example.files { try project.write(text, to: path) }
    let result = try await TaneProcess.run(["seed"] + example.arguments, in: project.root)
    #expect(result.status == example.status)
    #expect(result.errors == example.errors + "\n")
    for (path, text) in TemporaryProject.basics { try project.write(text, to: path) }
    #expect(try await project.tane("diff").status == 0)
  }

  @Test("outside a project the message says what is missing and what to do")
  func noProject() async throws {
    let folder = try TemporaryProject([:])
    let result = try await folder.tane("seed")
    #expect(result.status == 64)
    #expect(
      result.errors == """
        error: no project at \(folder.root.path): neither it nor a folder above it holds \
        environments/; go to the project, or name it with -C

        """
    )
  }

  @Test("a .tane that is a file stops the seed with exit 2")
  func stateIsAFile() async throws {
    let project = try TemporaryProject()
    try project.write("in the way", to: ".tane")
    let result = try await project.tane("seed")
    #expect(result.status == 2)
    #expect(result.errors.contains(".tane"))
    #expect(try project.read(".tane") == "in the way")
  }

  @Test("an unknown option is wrong usage")
  func usage() async throws {
    #expect(try await TemporaryProject().tane("seed", "--prun").status == 64)
  }
}
