import HTTPTypes
public import TaneCore
import TaneWire

/// Firebase Authentication: the calls of the Identity Toolkit and of the Secure Token service.
///
/// Tokens are not signed. What the service is sent is never logged by it. See
/// <https://firebase.google.com/docs/reference/rest/auth>.
public struct AccountsService: EmulatorService {
  /// The number that every project has here.
  static let projectNumber = "12345"

  private let makeStore: @Sendable (String) -> (any AccountStore)?
  /// The project that clients mean who name none.
  let project: String
  let now: @Sendable () -> Int64
  let makeIdentifier: @Sendable (_ length: Int) -> String
  let settings = AccountsSettings()

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - project: The project that clients mean who name none, as apps do.
  ///   - now: The time, in milliseconds since 1970.
  ///   - makeIdentifier: Makes identifiers of a number of letters and digits.
  ///   - makeStore: The accounts of a project by its name; nil where it is not served.
  public init(
    project: String,
    now: @escaping @Sendable () -> Int64,
    makeIdentifier: @escaping @Sendable (_ length: Int) -> String = {
      RandomText.alphanumeric(count: $0)
    },
    makeStore: @escaping @Sendable (String) -> (any AccountStore)?
  ) {
    self.project = project
    self.now = now
    self.makeIdentifier = makeIdentifier
    self.makeStore = makeStore
  }

  /// Answers a request.
  public func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    let response: EmulatorResponse
    do {
      response = .json(try await answer(request))
    } catch {
      response = AccountsFailure(error).response
    }
    return CrossOriginSharing.allowing(response, request)
  }

  private func answer(_ request: EmulatorRequest) async throws -> TreeLiteral {
    switch AccountsRoute(request.target) {
    case nil:
      throw AccountsFailure("Nothing is served at this path.", status: .notFound)
    case .ready: return ["authEmulator": ["ready": true]]
    case .emulator(let project, let rest):
      return try await answerEmulator(request, project, rest)
    case .token:
      let call = try call(request, project: nil)
      return try await call.exchangeRefreshToken()
    case .accounts(let method, let project):
      return try await call(request, project: project).answer(method)
    }
  }

  private func call(
    _ request: EmulatorRequest,
    project named: String?
  ) throws(AccountsFailure) -> AccountsCall {
    let isAdministrator = request.isFromAdministrator
    guard isAdministrator || !(request.target["key"] ?? "").isEmpty else {
      throw named == nil ? .missingKey : .missingCredential
    }
    guard named == nil || isAdministrator else { throw .missingCredential }
    let project = named ?? self.project
    return AccountsCall(
      service: self,
      request: request,
      project: project,
      isAdministrator: isAdministrator,
      store: try store(of: project)
    )
  }

  /// The accounts of a project.
  func store(of project: String) throws(AccountsFailure) -> any AccountStore {
    guard let store = makeStore(project) else {
      throw AccountsFailure("PROJECT_NOT_FOUND : \(project)", status: .notFound)
    }
    return store
  }

  private func answerEmulator(
    _ request: EmulatorRequest,
    _ project: String,
    _ rest: String
  ) async throws -> TreeLiteral {
    let store = try store(of: project)
    switch (request.method, rest) {
    case (.delete, "accounts"):
      try await store.removeAll()
      return [:]
    case (.get, "oobCodes"): return ["oobCodes": []]
    case (.get, "verificationCodes"): return ["verificationCodes": []]
    case (.get, "config"): return settings.json
    case (.patch, "config"):
      try settings.change(try ProtocolJSON(request))
      return settings.json
    default: throw AccountsFailure("Nothing is served at this path.", status: .notFound)
    }
  }
}

extension EmulatorRequest {
  /// Whether the request is one of an administrator: `Bearer owner`, or a token of Google's own.
  fileprivate var isFromAdministrator: Bool {
    guard let authorization = head.headerFields[.authorization] else { return false }
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
    return parts[1].lowercased() == "owner" || parts[1].hasPrefix("ya29.")
  }
}
