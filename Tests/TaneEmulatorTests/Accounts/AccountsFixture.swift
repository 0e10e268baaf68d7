import HTTPTypes
import Synchronization
import TaneCore
import TaneEmulator
import TaneFormats
import TaneTesting
import Testing

/// An accounts service in memory whose clock advances only on request, and whose identifiers repeat
/// one letter, beginning with `x`.
struct AccountsFixture {
  private final class Clock: Sendable {
    let time = Mutex<Int64>(1_700_000_000_123)
    let letters = Mutex("xyzabcdefghijklmnopqrstuvw"[...])
    let reports = Mutex<[String]>([])

    /// Returns another letter with each call.
    func nextLetter() -> Character {
      letters.withLock { $0.popFirst() ?? "-" }
    }
  }

  let service: AccountsService
  let store: any AccountStore
  private let clock = Clock()

  init(store: any AccountStore = InMemoryAccountStore()) {
    self.store = store
    let clock = clock
    service = AccountsService(
      project: "demo",
      now: { clock.time.withLock(\.self) },
      makeIdentifier: { String(repeating: clock.nextLetter(), count: $0) },
      report: { report in clock.reports.withLock { $0.append(report) } },
      makeStore: { $0 == "demo" ? store : nil }
    )
  }

  /// The messages to the developer about actions that users would take.
  var reports: [String] { clock.reports.withLock(\.self) }

  /// Advances the clock.
  func wait(seconds: Int64) {
    clock.time.withLock { $0 += seconds * 1000 }
  }

  /// Calls a method like an app.
  func call(_ method: String, _ json: String) async -> EmulatorResponse {
    let path = "/identitytoolkit.googleapis.com/v1/accounts:\(method)?key=any"
    return await service.respond(to: .make(.post, path, body: Array(json.utf8)))
  }

  /// Calls a method like an administrator.
  func administer(
    _ method: String,
    _ json: String = "",
    _ verb: HTTPRequest.Method = .post
  ) async -> EmulatorResponse {
    await service.respond(
      to: .make(
        verb,
        "/identitytoolkit.googleapis.com/v1/projects/demo/accounts\(method)",
        ["Authorization": "Bearer owner"],
        body: Array(json.utf8)
      )
    )
  }

  /// Creates an account with an email address and a password, and returns the response with its
  /// tokens.
  func signUp(_ email: String = "a@example.com") async -> Tree {
    let json = #"{"email": "\#(email)", "password": "secret", "returnSecureToken": true}"#
    let response = await call("signUp", json)
    #expect(response.status == .ok, "\(response.text)")
    return response.json
  }
}

extension EmulatorResponse {
  /// The error message of the accounts service.
  var message: String? { json["error"]?["message"]?.string }
}

extension Tree {
  /// The payload of the string as a JSON Web Token, or null if it is not one.
  var payload: Tree {
    let parts = (string ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return .null }
    return String(parts[1]).decodedJSON
  }
}

extension String {
  /// The JSON value of the text, which is encoded in Base64.
  var decodedJSON: Tree {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in utf8 {
      guard let digit = digits.firstIndex(of: byte) else { continue }
      bits = bits << 6 | UInt32(digit)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return JSONReader().read(bytes, named: "token").tree ?? .null
  }
}
