import ArgumentParser
import Foundation
import Testing

@testable import tane

@Suite("Help")
struct HelpTests {
  @Test(
    "A mistyped command or option and other text in place of an address cause a suggestion",
    arguments: [
      (
        ["fixtures", "fnt"],
        "\"fnt\" is not a command of tane fixtures (known: list, show, fmt); did you mean \"fmt\"?"
      ),
      (
        ["seed", "local", "-n"],
        "\"local\" is an environment, not an address. Did you mean tane seed -e local -n?"
      ),
      (
        ["pull", "shops"],
        "\"shops\" is not a valid address; expected SERVICE:/PATH, for example shops:/shops/0"
      ),
      (
        ["fixtures", "show", "local"],
        "\"local\" is an environment, not an address. Did you mean tane fixtures show -e local?"
      ),
      (
        ["validate", "fixtures/base/databases/shops/shops.yaml"],
        "\"fixtures/base/databases/shops/shops.yaml\" is a file or folder, not an address. Did you mean tane "
          + "validate shops:/shops?"
      ),
      (
        ["validate", "fixtures/base/databases/shops"],
        "\"fixtures/base/databases/shops\" is a file or folder, not an address. Did you mean tane validate "
          + "shops:/?"
      ),
      (["seed", "-env", "local"], "unknown option \"-env\"; did you mean \"--env\"?"),
      (
        ["emulate", "--port", "9000"],
        "unknown option \"--port\"; each service has its own port: --database-port, --storage-port, "
          + "--firestore-port, --auth-port or --remote-config-port"
      ),
    ]
  )
  func mistakes(arguments: [String], message: String) async throws {
    let project = try TemporaryProject()
    let result = try await TaneProcess.run(arguments, in: project.root)
    #expect(result.status == 64)
    #expect(result.errors == "error: \(message)\n")
    let json = try await TaneProcess.run(arguments + ["--json"], in: project.root)
    #expect(json.status == 64)
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let error = document?["error"] as? [String: Any]
    let text = try #require(error?["message"] as? String)
    #expect(text.hasPrefix(message.prefix(30)))
  }

  @Test("A mistyped first word suggests the nearest command")
  func unknownCommand() async throws {
    let project = try TemporaryProject()
    let result = try await project.tane("valdate", "-e", "local")
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix("error: \"valdate\" is not a command of tane (known: init, seed, ")
    )
    #expect(result.errors.hasSuffix("); did you mean \"validate\"?\n"))
    let both = try await project.tane("seed", "local", "-e", "local")
    #expect(
      both.errors
        == "error: \"local\" is an environment, not an address. Did you mean tane seed -e local -e local?\n"
    )
    // Errors that the argument parser detects have its own wording.
    let option = try await project.tane("seed", "--dryrun")
    #expect(option.errors.hasPrefix("Error: Unknown option '--dryrun'. Did you mean '--dry-run'?"))
  }

  @Test(
    "A word from another tool suggests the corresponding command",
    arguments: [
      ("list", "env list"), ("ls", "env list"), ("status", "diff"), ("push", "seed"),
      ("import", "pull --from"), ("export", "env export"), ("reset", "demo reset"),
      ("version", "--version"),
    ]
  )
  func guessedWords(word: String, command: String) async throws {
    let project = try TemporaryProject()
    let result = try await project.tane(word)
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix("error: \"\(word)\" is not a command of tane (known: init, seed, ")
    )
    #expect(result.errors.hasSuffix("); did you mean \"tane \(command)\"?\n"))
    let japanese = try await project.tane(word, "--language", "ja")
    #expect(japanese.errors.hasSuffix("。\"tane \(command)\" ではありませんか？\n"))
  }

  @Test("The help of every command has an example")
  func examples() {
    func check(_ command: any ParsableCommand.Type, _ path: String) {
      let name = "\(path) \(command.configuration.commandName ?? "")"
      #expect(command.configuration.discussion.contains("  \(name)"), "\(name)")
      for subcommand in command.configuration.subcommands { check(subcommand, name) }
    }
    for command in Tane.configuration.subcommands { check(command, "tane") }
  }

  @Test("Shells complete the environments, sets and addresses of a project")
  func completions() async throws {
    let project = try TemporaryProject()
    func candidates(_ argument: String, _ word: String) async throws -> [String] {
      let words = ["tane", "seed", word]
      let result = try await TaneProcess.run(
        ["---completion", "seed", "--", argument, "2", "\(word.count)"] + words,
        in: project.root
      )
      return result.output.split(separator: "\n").map(String.init)
    }
    #expect(try await candidates("--env", "") == ["local"])
    #expect(try await candidates("--set", "") == ["base"])
    #expect(try await candidates("positional@0", "") == ["images:/", "shops:/", "shops:/shops"])
    #expect(try await candidates("positional@0", "shops:/s") == ["shops:/shops"])
    let profile = "databases: { shops: embedded:shops }\nbuckets: { images: embedded:images }\n"
    // Bash expands completion candidates, and file names can contain anything.
    for name in ["$(touch pwned)", "`id`", "a b", "a;b", "~", "*"] {
      try project.write(profile, to: "environments/\(name).yaml")
      try project.write("a: 1\n", to: "fixtures/\(name)/databases/shops/a.yaml")
      try project.write("a: 1\n", to: "fixtures/base/databases/shops/\(name).yaml")
    }
    try project.write(profile, to: "environments/検証_2.yaml")
    #expect(try await candidates("--env", "") == ["local", "検証_2"])
    #expect(try await candidates("--set", "") == ["base"])
    #expect(try await candidates("positional@0", "") == ["images:/", "shops:/", "shops:/shops"])
  }
}
