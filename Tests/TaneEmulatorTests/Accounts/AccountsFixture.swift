import HTTPTypes
import Synchronization
import TaneCore
import TaneEmulator
import TaneFormats
import TaneTesting
import Testing

/// A service of accounts in memory, whose clock goes on only when it is told to, and whose identifiers
/// are of one letter each: the first of `x`.
struct AccountsFixture {
  private final class Clock: Sendable {
    let time = Mutex<Int64>(1_700_000_000_123)
    let letters = Mutex("xyzabcdefghijklmnopqrstuvw"[...])
    let reports = Mutex<[String]>([])

    /// Another letter each time.
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

  /// What the developer was told to do in the place of users.
  var reports: [String] { clock.reports.withLock(\.self) }

  /// Lets a number of seconds pass.
  func wait(seconds: Int64) {
    clock.time.withLock { $0 += seconds * 1000 }
  }

  /// Calls a method as an app does.
  func call(_ method: String, _ json: String) async -> EmulatorResponse {
    let path = "/identitytoolkit.googleapis.com/v1/accounts:\(method)?key=any"
    return await service.respond(to: .make(.post, path, body: Array(json.utf8)))
  }

  /// Calls a method as an administrator does.
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

  /// Makes an account with an address and a password, and returns its tokens.
  func signUp(_ email: String = "a@example.com") async -> Tree {
    let json = #"{"email": "\#(email)", "password": "secret", "returnSecureToken": true}"#
    let response = await call("signUp", json)
    #expect(response.status == .ok, "\(response.text)")
    return response.json
  }
}

extension EmulatorResponse {
  /// The message of an error of the accounts service.
  var message: String? { json["error"]?["message"]?.string }
}

extension Tree {
  /// The payload of the JSON Web Token that a string holds.
  var payload: Tree {
    let parts = (string ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return .null }
    return String(parts[1]).decodedJSON
  }
}

extension String {
  /// The JSON that the text holds in base64.
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
