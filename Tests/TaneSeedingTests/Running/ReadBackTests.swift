import TaneCore
import TaneProject
import TaneSeeding
import TaneTesting
import Testing

@Suite("Reading back written values")
struct ReadBackTests {
  private func profile(_ location: String) throws -> EnvironmentProfile {
    let project = try SeedingProject([:])
    try project.write("databases: { shops: \"\(location)\" }\n", to: "environments/local.yaml")
    return try project.profile()
  }

  /// Returns the value that was finally read, and the pauses before further attempts.
  private func read(_ values: [Int], until last: Int, at location: String) async throws -> (
    Int, [Duration]
  ) {
    var (values, pauses) = (values[...], [Duration]())
    let value = try await ReadBack.readUntilSettled(in: profile(location)) {
      values.popFirst() ?? -1
    } until: {
      $0 == last
    } pause: {
      pauses.append($0)
    }
    return (value, pauses)
  }

  @Test("A service that shows a write late is read again for at most a few seconds")
  func slow() async throws {
    let elsewhere = "http://127.0.0.1:1?ns=x"
    let atOnce = try await read([3], until: 3, at: elsewhere)
    #expect(atOnce == (3, []))
    let late = try await read([1, 2, 3, 4], until: 3, at: elsewhere)
    #expect(late == (3, [.milliseconds(100), .milliseconds(400)]))
    let never = try await read(Array(1...9), until: 0, at: elsewhere)
    #expect(never.0 == 5)
    #expect(never.1.reduce(.zero, +) < .seconds(4))
    let embedded = try await read([1, 2], until: 2, at: "embedded:x")
    #expect(embedded == (1, []))
  }

  @Test("Another writer is named only if a version is neither this run's nor the previous one")
  func receipts() async throws {
    let project = try SeedingProject([
      "firestore/posts/p.yaml": "{a: 1}", "databases/shops/a.yaml": "1",
    ])
    try await project.set(["a": .integer(0)], at: "posts/p")
    let plan = try await project.plan()
    let receipt = try await project.run(plan).apply()
    func document() async throws -> Resource {
      let found = try await project.documents.document(at: DocumentPath(parsing: "posts/p"))
      let version = try #require(found).updateTime
      return Resource(
        Address(service: "firestore", path: "/posts/p"),
        .null,
        version: .tag("\(version)")
      )
    }
    let own = try await document()
    #expect(
      receipt.explanation(of: [own])
        == "the stored values differ from those that were sent; run tane diff to compare"
    )
    let old = try #require(plan.steps.first { $0.address == own.address }?.before)
    let node = Resource(Address(service: "shops", path: "/a"), .null)
    for resources in [[old], [node], [own, node]] {
      #expect(
        receipt.explanation(of: resources)
          == "the writes are not visible in the service yet, or somebody else is writing to it; "
          + "run tane diff to compare"
      )
    }
    try await project.set(["a": .integer(2)], at: "posts/p")
    let others = try await document()
    #expect(
      receipt.explanation(of: [node, others])
        == "somebody else wrote to it after this run; run tane diff to compare"
    )
  }
}
