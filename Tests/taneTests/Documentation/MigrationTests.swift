import Foundation
import Testing

/// Follows the guide that migrates an app to profiles, and compiles the app after each step.
@Suite("Migration guide")
struct MigrationTests {
  private static let page = "Sources/tane/Documentation.docc/Migration.md"

  /// A way to compile and start the app, with the expected output.
  struct Start: Equatable {
    var conditions: [String] = []
    var arguments: [String] = []
    var variables: [String: String] = [:]
    let says: String
  }

  private static func places(_ project: String, _ host: String) -> String {
    let domain = "asia-southeast1.firebasedatabase.app"
    return "https://\(project)-shops.\(domain) https://\(project)-users.\(domain) https://\(host)"
  }

  private static let staging = places("tane-demo-stg", "api.stg.example.com")
  private static let production = places("tane-demo-prd", "api.example.com")
  private static let flag = ["-TaneEnvironment", "staging"]

  private static let conditional = [
    Start(conditions: ["STAGING"], says: staging), Start(says: production),
  ]
  private static let chosen = [
    Start(says: production), Start(arguments: flag, says: staging),
    Start(variables: ["TANE_ENV": "staging"], says: staging),
  ]
  private static let restricted = [
    Start(conditions: ["DEBUG"], arguments: flag, says: staging), Start(says: production),
    Start(
      arguments: flag,
      says:
        "the argument -TaneEnvironment names the environment \"staging\", which is not in this build (it contains production)"
    ),
  ]

  /// The ways to start the app after each edit of the page.
  private static let starts = [conditional, conditional, conditional, chosen, restricted]

  @Test("The migrating app compiles after each step and calls its environment's services")
  func steps() async throws {
    let guide = try Guide(at: Self.page, language: "console")
    let project = try TemporaryProject([:])
    try await Self.writeSDK(in: project)
    var run = try GuideRun(guide, in: project)
    var starts = Self.starts.makeIterator()
    var pending: [Start] = []
    for step in guide.steps {
      switch step {
      case .edit(let edit):
        try await Self.check(pending, in: project)
        try edit.apply(in: project)
        let next = starts.next()
        pending = try #require(next)
      case .command(let command): try await run.run(command)
      }
    }
    try await Self.check(pending, in: project)
    let left = starts.next()
    #expect(left == nil, "the page has fewer edits")
    await run.end()
    try run.record()
  }

  /// Writes the SDK's public members that the page uses, and a program that uses the manager.
  private static func writeSDK(in project: TemporaryProject) async throws {
    try project.write(
      """
      open class DatabaseReference {
        public let url: String
        init(_ url: String) { self.url = url }
      }
      open class Database {
        private let url: String
        init(_ url: String) { self.url = url }
        open class func database(url: String) -> Database { Database(url) }
        open func reference() -> DatabaseReference { DatabaseReference(url) }
      }
      """,
      to: "SDK/FirebaseDatabase.swift"
    )
    try project.write(
      """
      let manager = RealtimeDatabaseManager.shared
      print(manager.shopsReference.url, manager.usersReference.url, RealtimeDatabaseManager.apiURL)
      """,
      to: "SDK/main.swift"
    )
    // Apps with such conditions use the Swift 5 language mode.
    try await project.compileModule(
      "FirebaseDatabase",
      ["SDK/FirebaseDatabase.swift"],
      into: "SDK",
      mode: "5"
    )
  }

  private static func check(_ starts: [Start], in project: TemporaryProject) async throws {
    guard !starts.isEmpty else { return }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: project.root.appending(path: "App").path
    )
    let sources = names.sorted().map { "App/\($0)" }
    for start in starts {
      try await project.swiftc(
        start.conditions.flatMap { ["-D", $0] } + ["-I", "SDK", "-o", "SDK/app"] + sources
          + ["SDK/main.swift", "SDK/FirebaseDatabase.o"],
        mode: "5"
      )
      let result = try await TaneProcess.run(
        start.arguments,
        in: project.root,
        variables: start.variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
        executable: project.root.appending(path: "SDK/app")
      )
      let said = result.status == 0 ? result.output : result.errors
      #expect(said.contains(start.says), "\(start): \(said)")
    }
  }
}
