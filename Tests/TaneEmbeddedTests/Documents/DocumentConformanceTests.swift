import TestSupport
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("Embedded Firestore")
struct DocumentConformanceTests {
  @Test(
    "Embedded Firestore in a file conforms to its port",
    .serialized,
    arguments: DocumentStoreConformance.checks
  )
  func file(check: DocumentStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await check.run(on: environment.documents("main"))
    }
  }

  @Test(
    "Embedded Firestore in memory conforms to its port",
    .serialized,
    arguments: DocumentStoreConformance.checks
  )
  func memory(check: DocumentStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().documents("main"))
  }

  @Test("Embedded Firestore survives reopening its file and is empty if the file is missing")
  func persistence() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let document = DocumentPath(parsing: "c/d")
      let missing = try EmbeddedEnvironment(path: path, access: .readOnly).documents("main")
      #expect(try await missing.document(at: document) == nil)
      do {
        let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
        let before = try EmbeddedEnvironment(path: path, access: .readOnly).documents("main")
        #expect(try await before.collectionIDs(below: .root) == [])
        try await environment.documents("main").commit([
          DocumentWrite(path: document, operation: .update(["a": .string("麺")], mask: nil))
        ])
        try await environment.database("shops").set(Tree(1), at: "/a")
      }
      for access in [.readOnly, .readWrite] as [EmbeddedEnvironment.Access] {
        let environment = try EmbeddedEnvironment(path: path, access: access)
        let fields = try await environment.documents("main").document(at: document)?.fields
        #expect(fields == ["a": .string("麺")])
        #expect(try await environment.documents("other").document(at: document) == nil)
      }
    }
  }

  @Test("Commit times follow the clock and are unique")
  func clock() async throws {
    let environment = try EmbeddedEnvironment.inMemory(now: { 1_700_000_000_123 })
    let write = DocumentWrite(
      path: DocumentPath(parsing: "c/d"),
      operation: .update([:], mask: nil),
      transforms: [DocumentTransform(path: FieldPath(name: "at"), operation: .serverTime)]
    )
    let first = try await environment.documents("main").commit([write])
    let second = try await environment.documents("other").commit([write])
    #expect(first.time.description == "2023-11-14T22:13:20.123000Z")
    #expect(second.time.description == "2023-11-14T22:13:20.123001Z")
    let millisecond = DocumentTimestamp(milliseconds: 1_700_000_000_123)
    #expect(second.results[0].transformResults == [.timestamp(millisecond)])
  }

  @Test("A database opened for reading rejects writes")
  func readOnly() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let documents = try EmbeddedEnvironment(path: path, access: .readOnly).documents("main")
      let error = await #expect(throws: StoreError.self) { try await documents.commit([]) }
      #expect(error?.description == "main (\(path)): it was opened for reading only")
    }
  }
}
