import HTTPTypes
import TaneCore
import TaneEmbedded
import Testing

@testable import TaneEmulator

@Suite("Emulator with an embedded store")
struct EmbeddedDatabaseTests {
  @Test("The emulator keeps priorities, scalars and lists from one run to the next")
  func nextRun() async throws {
    let environment = try EmbeddedEnvironment.inMemory()
    let first = DatabaseNamespace(name: "demo", store: environment.database("demo")) { 0 }
    let data: TreeLiteral = [
      "leaf": [".value": 1, ".priority": "p"], "node": [".priority": 2.5, "a": [1, nil, "x"]],
      "gone": [".value": true, ".priority": 1], "plain": [".value": 1, ".priority": 1],
    ]
    _ = try await first.write(.set(Tree(data), at: .root))
    _ = try await first.write(.set(Tree(7), at: "/gone/below"))
    _ = try await first.write(.set(.null, at: "/gone/below"))
    _ = try await first.write(.set(.null, at: "/plain/.priority"))
    _ = try await first.write(.set(Tree(5), at: "/leaf/b"))
    let expected = Tree([
      "leaf": [".priority": "p", "b": 5],
      "node": [".priority": 2.5, "a": ["0": 1, "2": "x"]],
      "plain": 1,
    ])
    #expect(try await first.node(at: .root).exportForm == expected)
    let second = DatabaseNamespace(name: "demo", store: environment.database("demo")) { 0 }
    #expect(try await second.node(at: .root).exportForm == expected)
  }
}
