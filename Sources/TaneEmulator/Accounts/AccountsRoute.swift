import HTTPTypes

/// The target of a request to the accounts service.
enum AccountsRoute: Equatable {
  /// `accounts:METHOD`, or `projects/P/accounts:METHOD`.
  case accounts(method: String, project: String?)
  /// `v1/token`: exchanges a refresh token.
  case token
  /// `v1/projects/P:createSessionCookie`.
  case sessionCookie(project: String)
  /// `v2/projects/P/config`.
  case configuration(project: String)
  /// `v1/projects`: the configuration that apps request.
  case project
  /// `v1/recaptchaParams`: the reCAPTCHA parameters for apps.
  case recaptcha
  /// `/emulator/action`: a link from an email.
  case link
  /// `/emulator/v1/projects/P/REST`: calls that only emulators support.
  case emulator(project: String, rest: String)
  /// `/`: a readiness check.
  case ready

  /// Parses a path, or returns nil if the path is unknown.
  ///
  /// Clients prefix the path with the host of the production service.
  init?(_ target: RequestTarget) {
    var path = target.segments[...]
    if path.isEmpty {
      self = .ready
      return
    }
    if let host = path.first, host.hasSuffix(".googleapis.com") { path.removeFirst() }
    if path.starts(with: ["emulator", "v1", "projects"]), path.count == 5 {
      let start = path.startIndex
      self = .emulator(project: path[start + 3], rest: path[start + 4])
      return
    }
    if path == ["emulator", "action"] {
      self = .link
      return
    }
    if path.count == 4, path.starts(with: ["identitytoolkit", "v3", "relyingparty"]) {
      self.init(version3: path[path.startIndex + 3])
      return
    }
    if path.first == "admin" { path.removeFirst() }
    if path.count == 4, path.starts(with: ["v2", "projects"]), path.last == "config" {
      self = .configuration(project: path[path.startIndex + 2])
      return
    }
    guard path.popFirst() == "v1" else { return nil }
    self.init(version1: path)
  }

  private init?(version1 path: ArraySlice<String>) {
    switch Array(path) {
    case ["token"]: self = .token
    case ["projects"]: self = .project
    case ["recaptchaParams"]: self = .recaptcha
    default: self.init(method: path)
    }
  }

  /// The current method names, keyed by the version 3 names that the Android SDK and community
  /// libraries use (<https://www.googleapis.com/discovery/v1/apis/identitytoolkit/v3/rest>).
  private static let legacyMethods = [
    "createAuthUri": "createAuthUri", "deleteAccount": "delete",
    "emailLinkSignin": "signInWithEmailLink",
    "getAccountInfo": "lookup", "getOobConfirmationCode": "sendOobCode",
    "resetPassword": "resetPassword", "sendVerificationCode": "sendVerificationCode",
    "setAccountInfo": "update", "signupNewUser": "signUp", "uploadAccount": "batchCreate",
    "verifyAssertion": "signInWithIdp", "verifyCustomToken": "signInWithCustomToken",
    "verifyPassword": "signInWithPassword", "verifyPhoneNumber": "signInWithPhoneNumber",
  ]

  private init?(version3 name: String) {
    switch name {
    case "getProjectConfig": self = .project
    case "getRecaptchaParam": self = .recaptcha
    default:
      guard let method = Self.legacyMethods[name] else { return nil }
      self = .accounts(method: method, project: nil)
    }
  }

  private init?(method path: ArraySlice<String>) {
    var path = path
    var project: String?
    if path.first == "projects", path.count == 3 {
      project = path[path.startIndex + 1]
      path = path.dropFirst(2)
    }
    let verb = ":createSessionCookie"
    if path.count == 2, path.first == "projects", let last = path.last, last.hasSuffix(verb) {
      self = .sessionCookie(project: String(last.dropLast(verb.count)))
      return
    }
    guard path.count == 1, let last = path.first else { return nil }
    let parts = last.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == "accounts" else { return nil }
    // The Admin SDKs create accounts by posting to the collection itself.
    self = .accounts(method: parts.count > 1 ? String(parts[1]) : "signUp", project: project)
  }
}
