import HTTPTypes
import TaneCore
import TaneServices
import Testing

@Suite("Firestore locations")
struct FirestoreLocationTests {
  @Test("A Firestore location is a database by its full name")
  func firebase() throws {
    for name in ["projects/demo/databases/(default)", "projects/a.b:demo-1/databases/second"] {
      let location = try FirestoreLocation(firebase: name)
      #expect(location.description == name)
      #expect(!location.isEmulator)
    }
  }

  @Test(
    "Invalid names of Firestore databases are rejected",
    arguments: [
      "", "projects/demo", "projects/demo/databases/", "projects//databases/x",
      "projects/demo/databases/x/documents", "projects/de mo/databases/x",
      "projects/../databases/x", "projects/a?b/databases/x",
      "http://127.0.0.1:8080", "https://firestore.googleapis.com",
    ]
  )
  func noName(text: String) {
    #expect(
      throws: StoreError(
        .unsupported,
        service: text,
        "this is not the name of a Firestore database: expected projects/PROJECT/databases/(default)"
      )
    ) {
      try FirestoreLocation(firebase: text)
    }
  }

  @Test("Unencrypted locations are accepted only for emulators")
  func emulator() throws {
    let location = try FirestoreLocation(
      emulator: "http://127.0.0.1:8080",
      database: TestFirestore.name
    )
    #expect(location.description == "http://127.0.0.1:8080/projects/demo/databases/(default)")
    #expect(location.isEmulator)
    for url in ["https://127.0.0.1", "http://127.0.0.1:8080/path", "127.0.0.1:8080", "http://a@b"] {
      #expect(
        throws: StoreError(
          .unsupported,
          service: Redaction.url(url),
          "this is not a Firestore database of an emulator: expected http://HOST:PORT and"
            + " projects/PROJECT/databases/(default), found \"projects/demo/databases/(default)\""
        )
      ) {
        try FirestoreLocation(emulator: url, database: TestFirestore.name)
      }
    }
  }

  @Test("A production credential is never sent to an emulator, nor the emulator's to Firebase")
  func credentials() async throws {
    let transport = TestTransport([.json("[]")])
    let connection = TestConnections.connection(transport, TestConnections.production)
    let client = FirestoreClient(
      location: try FirestoreLocation(
        emulator: "http://127.0.0.1:8080",
        database: TestFirestore.name
      ),
      connection: connection
    )
    let query = DocumentQuery(collectionID: "c")
    let error = await #expect(throws: StoreError.self) {
      try await client.documents(matching: query)
    }
    #expect(error?.message.contains("is not sent to 127.0.0.1:8080") == true)
    #expect(transport.requests.isEmpty)
    _ = try await TestFirestore.client(transport).documents(matching: query)
    _ = try await TestFirestore.firebase(transport, .owner).documents(matching: query)
    #expect(
      transport.requests.map { $0.fields[.authorization] } == ["Bearer owner", nil]
    )
  }

  @Test("Observers poll Firebase less often than an emulator")
  func polling() throws {
    let transport = TestTransport([])
    #expect(
      try TestFirestore.firebase(transport).pollingInterval == .seconds(1) ... .seconds(30)
    )
    #expect(
      try TestFirestore.client(transport).pollingInterval == .milliseconds(200) ... .seconds(5)
    )
  }
}
