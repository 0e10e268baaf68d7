import ArgumentParser
import Foundation
import TaneCore
import TaneFormats
import Testing

@testable import tane

@Suite("Continuous integration")
struct ContinuousIntegrationTests {
  private static let article = "Sources/tane/Documentation.docc/ContinuousIntegration.md"

  @Test("The workflow runs .ci/run for every change with the oldest Swift and read-only rights")
  func workflow() throws {
    let path = ".github/workflows/ci.yml"
    let workflow = try Self.yaml(Self.text(path), named: path)
    #expect(workflow["on"]?["push"]?["branches"]?.children.map(\.string) == ["main"])
    #expect(workflow["on"]?["pull_request"] != nil)
    #expect(workflow["permissions"]?.children.map(\.key) == ["contents"])
    #expect(workflow["permissions"]?["contents"]?.string == "read")
    let jobs = try #require(workflow["jobs"]).children
    #expect(jobs.map(\.key) == ["linux", "macos"])
    let linux = try #require(workflow["jobs"]?["linux"])
    #expect(linux["container"]?.string == "swift:6.1")
    #expect(linux["steps"]?.children.compactMap { $0["run"]?.string }.last == "bash .ci/run")
    #expect(FileManager.default.isReadableFile(atPath: Self.url(".ci/run").path))
  }

  @Test("Every YAML example is valid, and each job and workflow in it has steps")
  func examples() throws {
    let examples = try Guide(at: Self.article, language: "console").blocks(in: "yaml")
    #expect(examples.count == 7)
    var others: [String?] = []
    for (number, example) in examples.enumerated() {
      let name = "\(Self.article), example \(number + 1)"
      let tree = try Self.yaml(example, named: name)
      guard let jobs = tree["jobs"] ?? tree["workflows"] else {
        others.append(tree.children.first?.key)
        continue
      }
      for job in jobs.children { #expect((job["steps"]?.children.count ?? 0) > 2, "\(name)") }
    }
    // A part of a job, a job of GitLab, and the hooks of pre-commit.
    #expect(others == ["container", "data", "repos"])
  }

  @Test("The action runs the script that installs Tane, and the hook a command of tane")
  func actionAndHook() throws {
    let path = ".github/actions/tane/action.yml"
    let steps = try #require(try Self.yaml(Self.text(path), named: path)["runs"]?["steps"])
    let script = "\"$GITHUB_ACTION_PATH/../../../.ci/install\" \"$RUNNER_TEMP/tane\""
    #expect(steps.children.compactMap { $0["run"]?.string } == [script])
    #expect(FileManager.default.isExecutableFile(atPath: Self.url(".ci/install").path))
    let hooks = ".pre-commit-hooks.yaml"
    let entries = try Self.yaml(Self.text(hooks), named: hooks).children.map { $0["entry"]?.string }
    #expect(entries == ["tane check"])
    #expect(throws: Never.self) { _ = try Tane.parseAsRoot(["check"]) }
  }

  @Test("Every documented command is accepted by tane")
  func commands() throws {
    let guide = try Guide(at: Self.article, language: "console")
    let scripts = try guide.blocks(in: "yaml").flatMap { example in
      Self.texts(of: try Self.yaml(example, named: Self.article))
    }
    let inline = guide.prose.matches(of: /`(tane [^`]*)`/).map { String($0.1) }
    let commands = (scripts + guide.blocks(in: "sh") + inline)
      .flatMap { ShellScript($0).arguments(of: "tane") }
    #expect(commands.count >= 10)
    for command in commands {
      #expect(throws: Never.self, "tane \(command.joined(separator: " "))") {
        _ = try Tane.parseAsRoot(command)
      }
    }
  }

  @Test("Every documented build includes both programs of the package")
  func products() throws {
    let guide = try Guide(at: Self.article, language: "console")
    let scripts = try guide.blocks(in: "yaml").flatMap { example in
      Self.texts(of: try Self.yaml(example, named: Self.article))
    }
    for script in scripts + guide.blocks(in: "sh") {
      let builds = ShellScript(script).arguments(of: "swift").filter { $0.first == "build" }
      guard !builds.isEmpty else { continue }
      #expect(builds.compactMap(\.last) == ["tane", "tane-swift-reader"], "\(script)")
    }
  }

  // MARK: Reading

  private static func url(_ path: String) -> URL {
    TemporaryProject.repository.appending(path: path)
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  private static func yaml(_ text: String, named name: String) throws -> Tree {
    let result = YAMLReader().read(Array(text.utf8), named: name)
    #expect(result.diagnostics.map(\.description) == [])
    return try #require(result.tree)
  }

  /// Returns all strings in a tree, including scripts.
  private static func texts(of tree: Tree) -> [String] {
    [tree.string].compactMap { $0 } + tree.children.flatMap(texts)
  }
}
