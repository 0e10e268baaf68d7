import TaneCore

/// Where the Remote Config of a project is reached: at Firebase, or at an emulator.
///
/// See <https://firebase.google.com/docs/reference/remote-config/rest>.
public struct RemoteConfigLocation: Sendable, Hashable {
  private static let origin = "https://firebaseremoteconfig.googleapis.com"

  /// The identifier of the project.
  public let project: String
  /// Scheme, host and port of an emulator.
  private let emulatorOrigin: String?

  /// Whether it is an emulator.
  public var isEmulator: Bool { emulatorOrigin != nil }

  /// The Remote Config of a project of Firebase.
  public init(project: String) {
    self.project = project
    emulatorOrigin = nil
  }

  /// The Remote Config of a project at an emulator at `http://HOST:PORT`.
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

  /// The URL of the template, or of a method of it.
  func url(method: String? = nil, _ parameters: [(name: String, value: String)] = []) -> String {
    (emulatorOrigin ?? Self.origin)
      + "/v1/projects/\(PercentEncoding.encodeURLPart(project))/remoteConfig"
      + (method.map { ":\($0)" } ?? "") + URLQuery.query(parameters)
  }
}

extension RemoteConfigLocation: CustomStringConvertible {
  /// The place as profiles spell it.
  public var description: String { emulatorOrigin.map { "\($0)/\(project)" } ?? project }
}
