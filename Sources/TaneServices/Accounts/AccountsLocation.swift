import TaneCore

/// Where the accounts of a project are reached: at Identity Toolkit, or at an emulator of it.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest> and, for the paths of emulators,
/// <https://firebase.google.com/docs/emulator-suite/connect_auth>.
public struct AccountsLocation: Sendable, Hashable {
  private static let toolkitHost = "identitytoolkit.googleapis.com"
  private static let tokenHost = "securetoken.googleapis.com"

  /// The identifier of the project whose accounts they are.
  public let project: String
  /// Scheme, host and port of an emulator.
  private let emulatorOrigin: String?

  /// Whether it is an emulator.
  public var isEmulator: Bool { emulatorOrigin != nil }

  /// The accounts of a project of Firebase.
  public init(project: String) {
    self.project = project
    emulatorOrigin = nil
  }

  /// The accounts of a project at an emulator at `http://HOST:PORT`.
  ///
  /// - Throws: A `StoreError` for any other URL.
  public init(emulator url: String, project: String) throws {
    guard let address = WebAddress(url), address.scheme == "http", address.target == "/",
      !project.isEmpty
    else {
      throw StoreError(
        .unsupported,
        service: Redaction.url(url),
        "this is not the URL of an emulator: expected http://HOST:PORT and the name of a project"
      )
    }
    emulatorOrigin = address.origin
    self.project = project
  }

  /// The URL of a method that administrators call.
  func url(_ method: String, _ parameters: [(name: String, value: String)] = []) -> String {
    base(Self.toolkitHost)
      + "/v1/projects/\(PercentEncoding.encodeURLPart(project))/accounts:\(method)"
      + URLQuery.query(parameters)
  }

  /// The URL of a method that apps call with their key.
  func appURL(_ method: String, key: String) -> String {
    base(Self.toolkitHost) + "/v1/accounts:\(method)" + URLQuery.query([("key", key)])
  }

  /// The URL at which apps get new tokens.
  func tokenURL(key: String) -> String {
    base(Self.tokenHost) + "/v1/token" + URLQuery.query([("key", key)])
  }

  /// The URL of all accounts at an emulator, which removes them at once; nil in production.
  var emulatorAccountsURL: String? {
    emulatorOrigin.map {
      "\($0)/emulator/v1/projects/\(PercentEncoding.encodeURLPart(project))/accounts"
    }
  }

  /// Emulators take the host that they stand for as the first segment of the path.
  private func base(_ host: String) -> String {
    emulatorOrigin.map { "\($0)/\(host)" } ?? "https://\(host)"
  }
}

extension AccountsLocation: CustomStringConvertible {
  /// The place as profiles spell it.
  public var description: String { emulatorOrigin.map { "\($0)/\(project)" } ?? project }
}
