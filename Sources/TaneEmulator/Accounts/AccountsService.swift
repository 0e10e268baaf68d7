import HTTPTypes
package import TaneCore
import TaneServices

/// An emulator of Firebase Authentication, with the Identity Toolkit and Secure Token APIs.
///
/// Tokens are unsigned. The service never logs the content of requests. See
/// <https://firebase.google.com/docs/reference/rest/auth>.
package struct AccountsService: EmulatorService {
  /// The project number that the emulator reports for every project.
  static let projectNumber = "12345"

  private let makeStore: @Sendable (String) -> (any AccountStore)?
  /// The default project, for requests that do not name a project.
  let project: String
  let now: @Sendable () -> Int64
  let makeIdentifier: @Sendable (_ length: Int) -> String
  /// A closure that receives instructions for a developer in place of messages to users.
  let report: @Sendable (String) -> Void
  let settings = AccountsSettings()
  let codes = SentCodes()

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - project: The default project, for requests that do not name a project, such as requests
  ///     from apps.
  ///   - now: Returns the time, in milliseconds since 1970.
  ///   - makeIdentifier: Returns a new identifier that consists of the given number of letters and
  ///     digits.
  ///   - report: Receives an instruction for a developer in place of each email or text message to
  ///     a user, as a clause such as `to verify the address a@example.com, open http://…`.
  ///   - makeStore: Returns the account store of the project with the given ID, or nil if the
  ///     project is not served.
  package init(
    project: String,
    now: @escaping @Sendable () -> Int64,
    makeIdentifier: @escaping @Sendable (_ length: Int) -> String = {
      RandomText.alphanumeric(count: $0)
    },
    report: @escaping @Sendable (String) -> Void = { _ in },
    makeStore: @escaping @Sendable (String) -> (any AccountStore)?
  ) {
    self.project = project
    self.report = report
    self.now = now
    self.makeIdentifier = makeIdentifier
    self.makeStore = makeStore
  }

  package func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    let response: EmulatorResponse
    do {
      response =
        AccountsRoute(request.target) == .link
        ? try await EmailActionRequest(service: self, request: request).response()
        : .json(try await handle(request))
    } catch {
      response = AccountsFailure(error).response
    }
    return CrossOriginSharing.addingHeaders(to: response, for: request)
  }

  private func handle(_ request: EmulatorRequest) async throws -> TreeLiteral {
    switch AccountsRoute(request.target) {
    case nil, .link: throw AccountsFailure.unknownPath
    case .ready: return ["authEmulator": ["ready": true]]
    case .emulator(let project, let rest):
      return try await handleEmulatorRequest(request, project, rest)
    case .token:
      return try await call(request, project: nil).exchangeRefreshToken()
    case .accounts(let method, let project):
      return try await call(request, project: project).handle(method)
    case .sessionCookie(let project):
      return try await call(request, project: project)
        .createSessionCookie(try ProtocolJSON(request))
    case .configuration(let project):
      _ = try call(request, project: project)
      return try configurationCall(request, project).handle()
    case .project:
      _ = try call(request, project: nil)
      return ["projectId": .string(Self.projectNumber), "authorizedDomains": ["localhost"]]
    case .recaptcha:
      _ = try call(request, project: nil)
      return [
        "kind": "identitytoolkit#GetRecaptchaParamResponse",
        "recaptchaStoken": "no-token-reCAPTCHA-is-not-used-with-an-emulator",
        "recaptchaSiteKey": "no-key-reCAPTCHA-is-not-used-with-an-emulator",
      ]
    }
  }

  private func configurationCall(
    _ request: EmulatorRequest,
    _ project: String
  ) -> AccountsConfigurationCall {
    AccountsConfigurationCall(settings: settings, request: request, project: project)
  }

  private func call(
    _ request: EmulatorRequest,
    project named: String?
  ) throws(AccountsFailure) -> AccountsCall {
    let isAdministrator = request.isFromAdministrator
    let key = request.target["key"] ?? request.header("X-Goog-Api-Key") ?? ""
    guard isAdministrator || !key.isEmpty else {
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

  /// Returns the store of a project's accounts; throws if the project is not served.
  func store(of project: String) throws(AccountsFailure) -> any AccountStore {
    guard let store = makeStore(project) else {
      throw AccountsFailure("PROJECT_NOT_FOUND : \(project)", status: .notFound)
    }
    return store
  }

  private func handleEmulatorRequest(
    _ request: EmulatorRequest,
    _ project: String,
    _ rest: String
  ) async throws -> TreeLiteral {
    let store = try store(of: project)
    switch (request.method, rest) {
    case (.delete, "accounts"):
      try await store.removeAll()
      return [:]
    case (.get, "oobCodes"):
      return ["oobCodes": .list(codes.emailCodes(of: project).map(\.json))]
    case (.get, "verificationCodes"):
      return ["verificationCodes": .list(codes.smsCodes(of: project).map(\.json))]
    case (.get, "config"), (.patch, "config"):
      return try configurationCall(request, project).handleEmulatorRequest()
    default: throw AccountsFailure.unknownPath
    }
  }
}

extension EmulatorRequest {
  /// A Boolean value indicating whether the request has an administrator's credentials: `Bearer
  /// owner` or a Google access token.
  fileprivate var isFromAdministrator: Bool {
    guard let authorization = head.headerFields[.authorization] else { return false }
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
    return parts[1].lowercased() == "owner" || parts[1].hasPrefix("ya29.")
  }
}
