import HTTPTypes
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import Testing

@testable import TaneEmulator

/// A client that listens to the database of a Firestore fixture.
struct ListenFixture {
  static let database = "projects/p/databases/(default)"

  let fixture: FirestoreFixture
  let call: TestCall

  init(_ fixture: FirestoreFixture = FirestoreFixture()) {
    self.fixture = fixture
    call = TestCall(fixture.service, "google.firestore.v1.Firestore/Listen")
  }

  /// Adds a target for a query, given as JSON.
  func add(
    _ id: Int32,
    _ query: String,
    _ change: (inout ProtoTarget) -> Void = { _ in }
  ) throws {
    try add(id) { target in
      target.query.parent = FirestoreFixture.name
      target.query.structuredQuery = (try? ProtoStructuredQuery(jsonString: query)) ?? .init()
      change(&target)
    }
  }

  /// Adds a target for documents.
  func add(
    _ id: Int32,
    documents: [String],
    _ change: (inout ProtoTarget) -> Void = { _ in }
  ) throws {
    try add(id) { target in
      target.documents.documents = documents.map { "\(FirestoreFixture.name)/\($0)" }
      change(&target)
    }
  }

  func add(_ id: Int32, _ change: (inout ProtoTarget) -> Void) throws {
    try call.send(
      ProtoListenRequest.with { request in
        request.database = Self.database
        request.addTarget.targetID = id
        change(&request.addTarget)
      }
    )
  }

  func remove(_ id: Int32) throws {
    try call.send(
      ProtoListenRequest.with { request in
        request.database = Self.database
        request.removeTarget = id
      }
    )
  }

  /// Returns the next responses, one per line, up to and including the first that begins with a
  /// text.
  func lines(upTo end: String = "NO_CHANGE") async throws -> [String] {
    var lines: [String] = []
    repeat {
      lines.append(Self.line(try await call.next()))
    } while !lines[lines.count - 1]
      .hasPrefix(end)
    return lines
  }

  /// Waits for the next response with a resume token, and returns the token.
  func token() async throws -> [UInt8] {
    while true {
      let response: ProtoListenResponse = try await call.next()
      guard response.targetChange.targetChangeType == .noChange,
        response.targetChange.hasReadTime
      else { continue }
      return Array(response.targetChange.resumeToken)
    }
  }

  /// Describes a response, such as `ADD [1]`, `c/a n=1 in [1] not [2]`, `c/a deleted [1]`, `c/a
  /// removed [1]`, `FILTER 1: 2` or `CURRENT [1]`.
  static func line(_ response: ProtoListenResponse) -> String {
    func path(_ name: String) -> Substring { name.dropFirst(FirestoreFixture.name.utf8.count + 1) }
    switch response.responseType {
    case .targetChange(let change):
      let names = ["NO_CHANGE", "ADD", "REMOVE", "CURRENT", "RESET"]
      let cause = change.hasCause ? " \(change.cause.code): \(change.cause.message)" : ""
      let name = names[change.targetChangeType.rawValue]
      return change.targetIds.isEmpty ? name : "\(name) \(change.targetIds)\(cause)"
    case .documentChange(let change):
      let fields = change.document.fields.map { "\($0.key)=\($0.value.integerValue)" }
      let left = change.removedTargetIds.isEmpty ? "" : " not \(change.removedTargetIds)"
      return "\(path(change.document.name)) \(fields.joined(separator: " ")) in \(change.targetIds)"
        + left
    case .documentDelete(let change):
      return "\(path(change.document)) deleted \(change.removedTargetIds)"
    case .documentRemove(let change):
      return "\(path(change.document)) removed \(change.removedTargetIds)"
    case .filter(let filter): return "FILTER \(filter.targetID): \(filter.count)"
    case nil: return "nothing"
    }
  }
}

extension FirestoreFixture {
  /// Stores a document with a number in its field `n`.
  func set(_ number: Int, at path: String) async {
    await set(#"{"n": {"integerValue": "\#(number)"}}"#, at: path)
  }

  func delete(_ path: String) async {
    let response = await send(.delete, "/\(path)")
    #expect(response.status == .ok)
  }
}
