import TestSupport
import TaneCore
import TaneFirebase
import Testing

/// A Firestore database that runs an action before each call, in the app rather than in the
/// emulator.
struct DisturbedDocumentStore: ForwardingDocumentStore {
  let base: any DocumentStore
  let action: Disturbance.Action

  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    for path in paths { try await action("get \(path)") }
    return try await base.documents(at: paths)
  }

  func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try await action("query \(query.collectionID ?? "")")
    return try await base.documents(matching: query)
  }

  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    for write in writes { try await action("commit \(write.path)") }
    return try await base.commit(writes, expecting: expectations)
  }
}

extension DemoEnvironment {
  /// Returns a manager of the environment `local` that runs an action before each Firestore call.
  func disturbedFirestore(
    pace: ObservationPace = ObservationPace(),
    _ action: @escaping Disturbance.Action
  ) throws -> FirestoreManager {
    let documents = try activate("local").stores.get().store(.firestore, named: "firestore")
    let store = DisturbedDocumentStore(base: documents, action: action)
    return FirestoreManager(documents: store, environment: "local", pace: pace)
  }
}
