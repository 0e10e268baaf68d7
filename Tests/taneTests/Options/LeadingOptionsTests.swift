import Testing

@testable import tane

@Suite("Options before a command")
struct LeadingOptionsTests {
  @Test(
    "Options before a command are moved after it",
    arguments: [
      ("--language ja env list", "env list --language ja"),
      ("--language=ja -C app env list --json", "env list --language=ja -C app --json"),
      ("-e staging emulate --exec app -e x", "emulate -e staging --exec app -e x"),
      ("--json seed shops:/", "seed --json shops:/"),
      ("seed --language ja", "seed --language ja"),
      ("--help seed", "--help seed"), ("--language", "--language"), ("-e env", "-e env"),
      ("--json nonsense", "--json nonsense"), ("", ""),
    ]
  )
  func moved(line: String, expected: String) {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(LeadingOptions.moved(in: arguments).joined(separator: " ") == expected)
  }

  @Test("A command runs with the options before it")
  func run() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("--language", "ja", "--timeout", "9s", "env", "list")
    let usual = try await project.tane("env", "list", "--language", "ja")
    #expect(result.status == 0)
    #expect(result.output == usual.output)
    let refused = try await project.tane("--language", "ja", "env", "lst")
    #expect(refused.errors.contains("ではありませんか"), "\(refused.errors)")
  }
}
