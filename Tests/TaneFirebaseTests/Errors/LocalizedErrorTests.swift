import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("The localized description of an error is its message")
struct LocalizedErrorTests {
  @Test(
    "Every error of the API has its description as localizedDescription",
    arguments: [
      FirebaseError(.unknownDatabase, "no database"),
      FirestoreError(.notFound, "no document"),
      AuthError(.userNotFound, "no account"),
      RemoteConfigError(.throttled, "too many requests"),
      RemoteConfigUpdateError(.notFetched, "no template"),
      StorageError.objectNotFound(object: "a", serverError: [:]),
      StoreError(.unreachable, service: "shops", "it does not answer"),
    ] as [any Error]
  )
  func messages(error: any Error) {
    #expect(error.localizedDescription == "\(error)")
    #expect((error as NSError).localizedDescription == "\(error)")
  }

  @Test("A mapping error has its description as localizedDescription")
  func mapping() async throws {
    let root = RealtimeDatabaseManager(databases: ["shops": InMemoryTreeStore(Tree("x"))])
      .shopsReference
    let snapshot = try await root.getData()
    let error = #expect(throws: DataMappingError.self) { try snapshot.data(as: Int.self) }
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.localizedDescription.contains("Int cannot decode shops:/") == true)
  }
}
