import Foundation
import TaneFirebase
import TaneTesting
import Testing

@Suite("Authentication can be used with completion blocks")
struct AuthBlockTests {
  private let auth = AuthManager(accounts: InMemoryAccountStore()).auth

  private func told(_ call: (@escaping Auth.DataResultBlock) -> Void) async -> String {
    await withCheckedContinuation { continuation in
      call { result, error in
        let code = (error as NSError?).flatMap { AuthErrorCode(rawValue: $0.code) }
        let answer = result?.user.email ?? code.map { "\($0)" } ?? "anonymous"
        continuation.resume(returning: "\(answer) \(MainQueueMark.isHere)")
      }
    }
  }

  @Test("Signing up and in with blocks returns users, or errors with the SDK's codes")
  func signingIn() async throws {
    let (email, password) = ("a@example.com", "secret7")
    #expect(
      await told { auth.createUser(withEmail: email, password: password, completion: $0) }
        == "a@example.com true"
    )
    #expect(
      await told { auth.createUser(withEmail: email, password: password, completion: $0) }
        == "emailAlreadyInUse true"
    )
    try auth.signOut()
    #expect(
      await told { auth.signIn(withEmail: email, password: "another", completion: $0) }
        == "wrongPassword true"
    )
    #expect(
      await told { auth.signIn(withEmail: email, password: password, completion: $0) }
        == "a@example.com true"
    )
    let user = try #require(auth.currentUser)
    let token: String? = await withCheckedContinuation { continuation in
      user.getIDToken { token, _ in continuation.resume(returning: token) }
    }
    let current = try await user.getIDToken()
    #expect(token == current)
    let errors: [String] = await withCheckedContinuation { continuation in
      user.reload { first in
        user.delete { second in
          continuation.resume(returning: [first, second].map { $0.map { "\($0)" } ?? "done" })
        }
      }
    }
    #expect(errors == ["done", "done"])
    #expect(auth.currentUser == nil)
    #expect(await told { auth.signInAnonymously(completion: $0) } == "anonymous true")
  }
}
