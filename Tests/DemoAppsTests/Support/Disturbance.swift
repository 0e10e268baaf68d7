import HTTPTypes
import TestSupport
import Synchronization
import TaneCore
import TaneEmulator

/// An action that a test runs before the calls of an app's data layer, to delay them or make them
/// fail.
final class Disturbance: Sendable {
  /// An action that receives the location of a call, such as `/shops` or the name of an object.
  typealias Action = @Sendable (_ place: String) async throws -> Void

  private let current = Mutex<Action> { _ in }

  var action: Action {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

extension StoreError {
  /// An error that no client retries.
  static let refused = StoreError(.invalidData, service: "test", "refused by the test")
}

/// A database that runs an action before each call.
struct DisturbedTreeStore: TreeStore {
  private let base: any TreeStore
  private let disturbance: Disturbance

  init(base: any TreeStore, _ disturbance: Disturbance) {
    self.base = base
    self.disturbance = disturbance
  }

  func tree(at path: TreePath) async throws -> Tree {
    try await disturbance.action("\(path)")
    return try await base.tree(at: path)
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await disturbance.action("\(path)")
    return try await base.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await disturbance.action("\(path)")
    return try await base.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    for write in writes { try await disturbance.action("\(write.path)") }
    try await base.update(writes)
  }
}

/// A bucket that runs an action before each upload.
struct DisturbedObjectStore: ForwardingObjectStore {
  let base: any ObjectStore
  private let disturbance: Disturbance

  init(base: any ObjectStore, _ disturbance: Disturbance) {
    self.base = base
    self.disturbance = disturbance
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await disturbance.action(name)
    return try await base.put(data, at: name, metadata: metadata, if: precondition)
  }
}

/// An emulator service that runs an action before each request.
struct DisturbedService: EmulatorService {
  private let base: any EmulatorService
  private let disturbance: Disturbance

  init(base: any EmulatorService, _ disturbance: Disturbance) {
    self.base = base
    self.disturbance = disturbance
  }

  func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    do {
      let place = "/" + request.target.segments.joined(separator: "/")
      try await disturbance.action(place.hasSuffix(".json") ? String(place.dropLast(5)) : place)
      return await base.respond(to: request)
    } catch {
      return .json(#"{"error": "refused by the test"}"#, status: .badRequest)
    }
  }
}
