import HTTPTypes
import Synchronization
import TaneCore
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Firestore requests as the signed-in user")
struct SignedInUserTests {
  private static let nothing = TestFirestore.answer(#"[{"readTime":"2026-01-31T12:00:00Z"}]"#)

  private static func client(_ transport: TestTransport, _ user: SignedInUser) throws
    -> FirestoreClient
  {
    var connection = TestConnections.connection(transport, TestConnections.production)
    connection.user = user
    return FirestoreClient(
      location: try FirestoreLocation(firebase: TestFirestore.name),
      connection: connection
    )
  }

  @Test("Firestore requests have the user's ID token or else the account's credential")
  func tokens() async throws {
    let transport = TestTransport([Self.nothing])
    let (user, token) = (SignedInUser(), Counter())
    let isSignedIn = Mutex(false)
    user.use { _ in isSignedIn.withLock { $0 } ? "id-token-\(token.next())" : nil }
    let client = try Self.client(transport, user)
    let query = DocumentQuery(collectionID: "c")
    _ = try await client.documents(matching: query)
    isSignedIn.withLock { $0 = true }
    _ = try await client.documents(matching: query)
    isSignedIn.withLock { $0 = false }
    _ = try await client.documents(matching: query)
    let sent = transport.requests.map { $0.fields[.authorization] ?? "" }
    #expect(sent.count == 3)
    #expect(sent[0] == "Bearer \(TestConnections.secret)" && sent[2] == sent[0])
    #expect(sent[1].hasPrefix("Bearer id-token-"))
  }

  @Test("A rejected ID token is renewed once for all requests that used it")
  func renewals() async throws {
    let user = SignedInUser()
    let renewals = Mutex(0)
    let current = Mutex("old")
    user.use { isRefused in
      if isRefused {
        renewals.withLock { $0 += 1 }
        current.withLock { $0 = "new" }
      }
      return current.withLock { $0 }
    }
    #expect(try await user.token(refusing: nil) == "old")
    #expect(try await user.token(refusing: "old") == "new")
    #expect(try await user.token(refusing: "old") == "new")
    #expect(try await user.token(refusing: nil) == "new")
    #expect(renewals.withLock { $0 } == 1)
  }

  @Test("A rejected ID token is replaced, and a denial by the rules is named")
  func refusals() async throws {
    let transport = TestTransport { request, number in
      switch number {
      case 0: TestFirestore.failure("UNAUTHENTICATED", 401, inList: true)
      default: TestFirestore.failure("PERMISSION_DENIED", 403, "Missing permissions.", inList: true)
      }
    }
    let user = SignedInUser()
    user.use { isRefused in isRefused ? "new" : "old" }
    let client = try Self.client(transport, user)
    let refusal = await #expect(throws: StoreError.self) {
      _ = try await client.documents(matching: DocumentQuery(collectionID: "c"))
    }
    #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer old", "Bearer new"])
    #expect(refusal?.code == .notAuthorized)
    #expect(
      refusal?.message.hasSuffix(
        "the security rules do not allow this for the signed-in user; check them, or sign in as "
          + "another user"
      ) == true
    )
  }
}
