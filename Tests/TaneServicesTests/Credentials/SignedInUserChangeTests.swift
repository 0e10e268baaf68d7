import Synchronization
import Testing

@testable import TaneServices

@Suite("Change of the signed-in user")
struct SignedInUserChangeTests {
  @Test("A token is requested again if the user changes during the request")
  func change() async throws {
    let user = SignedInUser()
    let calls = Mutex(0)
    user.use { _ in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      guard call == 1 else { return nil }
      user.recordChange()
      return "of the one before"
    }
    #expect(try await user.token(refusing: nil) == nil)
    #expect(!user.isSignedIn)
    #expect(calls.withLock { $0 } == 2)
  }
}
