import HTTPTypes
package import TaneCore
import TaneFormats

/// An Identity Toolkit client for Firebase Authentication accounts in production or in an emulator.
///
/// The API's limits determine this store's guarantees:
///
/// - It has no conditional writes. The expectations of a replacement, and the uniqueness of
///   addresses and numbers, are checked right before the request. A write by another client in
///   between is detected only if the service itself rejects the request (because an ID or address
///   is taken).
/// - Existing accounts are updated in place with only the changed fields, so that passwords, second
///   factors and sessions are preserved. The times of the last refresh and password change are
///   accepted only by emulators, and only in whole accounts. Passwords of new accounts are hashed
///   by the client (`PasswordHash`), and hashes with parameters are sent unchanged; other hashes
///   are rejected, since their algorithm is unknown. Emulators receive plain-text passwords.
/// - The order of the service's pages is not documented. A traversal of all pages reads and sorts
///   the whole list once (`accounts(after:limit:)`).
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts>.
package struct IdentityToolkitClient: AccountStore {
  /// The maximum number of accounts in one page or batch.
  static let pageSize = 1000
  /// The maximum number of identifiers, addresses and numbers in one lookup.
  private static let lookupSize = 100

  /// The project and server of the accounts.
  package let location: ProjectLocation
  let client: ServiceClient
  let apiKey: @Sendable () async throws -> String?
  let accountListCache = AccountListCache()

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - location: The location of the accounts.
  ///   - connection: The transport, the credential and the limits.
  ///   - apiKey: A closure that returns the API key of the project's apps. It is called when a user
  ///     signs in, which requires the key.
  package init(
    location: ProjectLocation,
    connection: ServiceConnection,
    apiKey: @escaping @Sendable () async throws -> String? = { nil }
  ) {
    self.location = location
    self.apiKey = apiKey
    client = ServiceClient(service: "accounts (\(location))", connection: connection)
  }

  /// Returns the accounts with the given IDs, in the same order; a missing account is nil.
  ///
  /// The service may return the accounts of a request in another order.
  package func accounts(ids: [String]) async throws -> [Account?] {
    let accounts = try await accounts(of: ids.map { .id($0) })
    let found = Dictionary(accounts.map { (Array($0.localID.utf8), $0) }) { first, _ in first }
    return ids.map { found[Array($0.utf8)] }
  }

  /// Returns the account with the given email address in lowercase, or nil if it does not exist.
  package func account(email: String) async throws -> Account? {
    try await accounts(of: [.email(email)]).first
  }

  /// Returns the account with the given phone number, or nil if it does not exist.
  package func account(phoneNumber: String) async throws -> Account? {
    try await accounts(of: [.phoneNumber(phoneNumber)]).first
  }

  /// Returns up to `limit` accounts in byte order of IDs, starting after `id` if it is not nil.
  ///
  /// All pages that are requested within a minute of the first one show the accounts as they were
  /// at the start, unless this client changes accounts in the meantime.
  package func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try Task.checkCancellation()
    guard limit > 0 else { return [] }
    let now = client.connection.clock.uptime()
    if let id, let page = await accountListCache.page(after: id, limit: limit, at: now) {
      return page
    }
    await accountListCache.replace(with: try await allAccounts(), at: now)
    return await accountListCache.page(after: id, limit: limit, at: now) ?? []
  }

  /// Returns all accounts in the service's own order.
  func allAccounts() async throws -> [Account] {
    var accounts: [Account] = []
    var token: String?
    repeat {
      try Task.checkCancellation()
      var parameters = [(name: "maxResults", value: "\(Self.pageSize)")]
      if let token { parameters.append((name: "nextPageToken", value: token)) }
      let call = ServiceCall(
        method: .get,
        url: location.accountsURL("batchGet", parameters),
        retry: .idempotent
      )
      let page = try await answer(to: call)
      accounts += try users(of: page, call)
      let next = page["nextPageToken"]?.string
      guard next != token || next == nil else {
        throw client.error(
          .invalidResponse,
          call,
          "the service returned the same page of accounts twice; try again"
        )
      }
      token = next.flatMap { $0.isEmpty ? nil : $0 }
    } while token != nil
    return accounts
  }
}

/// A key for looking up an account.
enum AccountKey: Sendable {
  case id(String)
  case email(String)
  case phoneNumber(String)

  /// The request field for the key, and the key's value.
  fileprivate var field: (name: String, value: String) {
    switch self {
    case .id(let id): ("localId", id)
    case .email(let email): ("email", email)
    case .phoneNumber(let number): ("phoneNumber", number)
    }
  }
}

extension IdentityToolkitClient {
  /// Returns the existing accounts with any of the given IDs, email addresses or phone numbers.
  func accounts(of keys: [AccountKey]) async throws -> [Account] {
    var found: [Account] = []
    for start in stride(from: 0, to: keys.count, by: Self.lookupSize) {
      try Task.checkCancellation()
      let part = keys[start..<min(start + Self.lookupSize, keys.count)].map(\.field)
      let fields = ["localId", "email", "phoneNumber"].compactMap { name in
        let values = part.filter { $0.name == name }.map { TreeLiteral.string($0.value) }
        return values.isEmpty ? nil : (name, TreeLiteral.list(values))
      }
      var call = try call("lookup", fields, retry: .idempotent)
      call.isReadOnly = true
      found += try users(of: try await answer(to: call), call)
    }
    return found
  }

  /// Creates a call to a method with a JSON body.
  func call(
    _ method: String,
    _ fields: [(String, TreeLiteral)],
    retry: RetryRule
  ) throws -> ServiceCall {
    try postCall(to: location.accountsURL(method), body: .map(fields), retry: retry)
  }

  /// Returns a call that posts JSON.
  func postCall(
    to url: String,
    body: TreeLiteral,
    retry: RetryRule
  ) throws -> ServiceCall {
    var call = ServiceCall(method: .post, url: url, retry: retry)
    call.fields[.contentType] = "application/json; charset=utf-8"
    call.body = Array(try JSONWriter(.compact).write(Tree(body)).utf8)
    return call
  }

  /// Sends a call, and returns the JSON of the response or throws the service's error.
  func answer(to call: ServiceCall) async throws -> Tree {
    let answer = try await client.send(call)
    guard answer.isSuccess else { throw error(for: answer, of: call) }
    return try json(answer, call)
  }

  /// Returns the JSON of a successful response.
  func json(_ answer: ServiceResponse, _ call: ServiceCall) throws -> Tree {
    let tree = answer.json
    guard let tree, tree.kind == .map else { throw client.invalidResponseError(answer, of: call) }
    return tree
  }

  func users(of json: Tree, _ call: ServiceCall) throws -> [Account] {
    try (json["users"]?.children ?? Tree.null.children).map { user in
      guard let account = try? Account(described: user) else {
        throw client.error(
          .invalidResponse,
          call,
          "the response contains an invalid account; try again"
        )
      }
      return account
    }
  }
}
