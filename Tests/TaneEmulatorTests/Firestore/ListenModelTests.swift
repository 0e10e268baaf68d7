import HTTPTypes
import TestSupport
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneTesting
import Testing

@testable import TaneEmulator

@Suite("State of a listening app")
struct ListenModelTests {
  private static let byNumber = #""orderBy": [{"field": {"fieldPath": "n"}}]"#
  private static let queries: [Int32: String] = [
    1: #"{"from": [{"collectionId": "c"}]}"#,
    2: #"""
    {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field": {"fieldPath": "n"},
      "op": "LESS_THAN", "value": {"integerValue": "50"}}}}
    """#,
    3: #"{"from": [{"collectionId": "c"}], \#(byNumber), "limit": 3}"#,
    4: #"{"from": [{"collectionId": "c"}], \#(byNumber), "offset": 2, "limit": 2}"#,
  ]

  /// The documents of each target in an app's copy.
  private struct Model {
    var targets: [Int32: [String: Int64]] = [:]
    var isEnded = false

    mutating func take(_ response: ProtoListenResponse) {
      switch response.responseType {
      case .documentChange(let change):
        let name = change.document.name
        for id in change.targetIds {
          targets[id, default: [:]][name] = change.document.fields.first?.value.integerValue
        }
        for id in change.removedTargetIds { targets[id]?[name] = nil }
        if name.hasSuffix("end/x") { isEnded = true }
      case .documentDelete(let change):
        for id in change.removedTargetIds { targets[id]?[change.document] = nil }
      case .documentRemove(let change):
        for id in change.removedTargetIds { targets[id]?[change.document] = nil }
      default: break
      }
    }

    /// Checks the documents of each target against those of the first target.
    func check() {
      let all = (targets[1] ?? [:]).sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      func names(_ documents: some Sequence<(key: String, value: Int64)>) -> Set<String> {
        Set(documents.map { "\($0.key) \($0.value)" })
      }
      #expect(names(targets[2] ?? [:]) == names(all.filter { $0.value < 50 }))
      #expect(names(targets[3] ?? [:]) == names(all.prefix(3)))
      #expect(names(targets[4] ?? [:]) == names(all.dropFirst(2).prefix(2)))
    }
  }

  @Test(
    "A listener's state matches the database at each snapshot",
    arguments: 0..<10 as Range<UInt64>
  )
  func convergence(seed: UInt64) async throws {
    let listener = ListenFixture()
    let fixture = listener.fixture
    var model = Model()
    for (id, query) in Self.queries.sorted(by: { $0.key < $1.key }) {
      try listener.add(id, query)
      _ = try await listener.lines()
    }
    try listener.add(5, documents: ["end/x"])
    _ = try await listener.lines()
    let writing = Task {
      await withTaskGroup { group in
        for writer in 0..<3 as Range<UInt64> {
          group.addTask { await Self.write(to: fixture, SeededGenerator(seed: seed * 3 + writer)) }
        }
      }
      await fixture.set(0, at: "end/x")
    }
    while !model.isEnded {
      let response: ProtoListenResponse = try await listener.call.next()
      model.take(response)
      if response.targetChange.hasReadTime { model.check() }
    }
    await writing.value
    let documents = try await fixture.store.documents(matching: DocumentQuery(collectionID: "c"))
    let stored = documents.map { document in
      ("\(FirestoreFixture.name)/\(document.path)", document.fields["n"])
    }
    #expect(
      model.targets[1]?.mapValues { DocumentValue.integer($0) }
        == Dictionary(uniqueKeysWithValues: stored).compactMapValues { $0 }
    )
  }

  private static func write(to fixture: FirestoreFixture, _ random: SeededGenerator) async {
    var random = random
    for _ in 0..<60 {
      let id = "c/\(Int.random(in: 0..<12, using: &random))"
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        _ = await fixture.service.respond(
          to: .make(.delete, "/emulator/v1/\(ListenFixture.database)/documents")
        )
      case 1..<6: await fixture.delete(id)
      default: await fixture.set(Int.random(in: 0..<100, using: &random), at: id)
      }
      await Task.yield()
    }
  }
}
