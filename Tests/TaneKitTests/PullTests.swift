import TaneKit
import Testing

@Suite("Pulling an environment through the API")
struct PullTests {
  private let file = "fixtures/base/databases/shops/a.yaml"
  private let shop = Address(service: "shops", path: "/a")

  /// Returns a project whose environment was changed, while its fixtures are the original ones.
  private func edited(guardLevel: String = "open") async throws -> TestProject {
    let project = try TestProject()
    let before = try project.text(of: file)
    try project.write("name: 寿司\nseats: 8\nopen: true\n", to: file)
    _ = try await project.local().seed()
    try project.write(before, to: file)
    try project.write(
      "guard: \(guardLevel)\ndatabases: { shops: \"embedded:shops\" }\n",
      to: "environments/local.yaml"
    )
    return project
  }

  @Test("A pull updates values in fixtures, adds new ones and leaves no difference")
  func pull() async throws {
    let project = try await edited()
    let local = try project.local()
    var options = PullOptions(at: shop)
    options.isDryRun = true
    let planned = try await local.pull(options)
    #expect(!planned.isWritten && planned.files.map { "\($0.path)" } == [file])
    #expect(try project.text(of: file) == "name: 麺屋\nseats: 8\n")
    options.isDryRun = false
    let pulled = try await local.pull(options)
    #expect(pulled.isWritten && pulled.left.isEmpty)
    #expect(try project.text(of: file).contains("name: 寿司"))
    #expect(try await local.diff().isEmpty)
    #expect(try await local.pull(options).files.isEmpty)
  }

  @Test("An adoption changes only what fixtures describe")
  func adopt() async throws {
    let project = try await edited()
    let local = try project.local()
    let adopted = try await local.adopt(PullOptions(at: Address(service: "shops", path: "/a/name")))
    #expect(adopted.isWritten && adopted.files.map { "\($0.path)" } == [file])
    #expect(try project.text(of: file) == "name: 寿司\nseats: 8\n")
  }

  @Test("A pull of a protected environment without masks is rejected and changes no file")
  func protected() async throws {
    let project = try await edited(guardLevel: "protected")
    let failure = await #expect(throws: OperationFailure.self) {
      try await project.local().pull(PullOptions(at: shop))
    }
    #expect(failure?.reason == .refused)
    #expect(failure?.message.hasSuffix("Nothing was read or written.") == true)
    #expect(try project.text(of: file) == "name: 麺屋\nseats: 8\n")
  }

  @Test("A pull from an unknown service is an error that names the services")
  func unknownService() async throws {
    let project = try TestProject()
    let failure = await #expect(throws: OperationFailure.self) {
      try await project.local().pull(PullOptions(at: Address(service: "users", path: "/u")))
    }
    #expect(
      failure?.message == "users:/u: local has no database or bucket \"users\" (known: shops)"
    )
  }
}
