import TaneCore

/// The Identity Toolkit URLs for a project's accounts.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest> and, for the paths of emulators,
/// <https://firebase.google.com/docs/emulator-suite/connect_auth>.
extension ProjectLocation {
  private static let toolkitHost = "identitytoolkit.googleapis.com"
  private static let tokenHost = "securetoken.googleapis.com"

  /// Returns the URL of a method for administrators.
  func accountsURL(_ method: String, _ parameters: [(name: String, value: String)] = []) -> String {
    base(Self.toolkitHost) + "/v1/projects/\(projectSegment)/accounts:\(method)"
      + URLQuery.query(parameters)
  }

  /// Returns the URL of a method that apps call with their API key.
  func appURL(_ method: String, key: String) -> String {
    base(Self.toolkitHost) + "/v1/accounts:\(method)" + URLQuery.query([("key", key)])
  }

  /// Returns the URL at which apps renew tokens.
  func tokenURL(key: String) -> String {
    base(Self.tokenHost) + "/v1/token" + URLQuery.query([("key", key)])
  }

  /// The URL at which an emulator removes all accounts at once, or nil in production.
  var emulatorAccountsURL: String? {
    emulatorOrigin.map { "\($0)/emulator/v1/projects/\(projectSegment)/accounts" }
  }

  /// Returns the base URL for a production host; emulators serve it below a path with the host's
  /// name.
  private func base(_ host: String) -> String {
    emulatorOrigin.map { "\($0)/\(host)" } ?? "https://\(host)"
  }
}
