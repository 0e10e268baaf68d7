package import SystemPackage
import TaneCore
import TaneFormats

/// A finder for a profile's credential or the application default credential.
///
/// The default is found in the documented order: the file in `GOOGLE_APPLICATION_CREDENTIALS`,
/// which must be valid if the variable is set; the file written by `gcloud auth application-default
/// login`; the service account of a Google Cloud machine
/// (<https://cloud.google.com/docs/authentication/application-default-credentials>).
package struct CredentialFinder: Sendable {
  private let folder: FilePath
  private let network: CredentialNetwork

  private var variables: [String: String] { network.variables }

  /// Creates a finder.
  ///
  /// - Parameters:
  ///   - variables: The environment variables.
  ///   - folder: The folder for relative paths in a profile.
  ///   - transport: The transport for token requests.
  ///   - clock: The clock.
  ///   - log: The log of token requests.
  package init(
    variables: [String: String],
    folder: FilePath = "",
    transport: any Transport,
    clock: ServiceClock = .system,
    log: RequestLog = .none
  ) {
    self.init(
      variables: variables,
      folder: folder,
      transport: transport,
      clock: clock,
      log: log
    ) { try CredentialFile.bytes(of: $0) }
  }

  init(
    variables: [String: String],
    folder: FilePath = "",
    transport: any Transport,
    clock: ServiceClock,
    log: RequestLog = .none,
    readFile: @escaping @Sendable (FilePath) throws -> [UInt8]?
  ) {
    self.folder = folder
    network = CredentialNetwork(
      transport: transport,
      clock: clock,
      log: log,
      variables: variables,
      readFile: readFile
    )
  }

  /// Returns the credential for a profile's `credentials`: the path of a file or, if the value
  /// comes from an environment variable, JSON or an access token.
  ///
  /// - Throws: A `CredentialError` that describes the problem without showing the credential.
  package func credential(_ text: String) throws -> GoogleCredential {
    let isOneWord = !text.contains { $0.isWhitespace }
    if text.hasPrefix("ya29."), isOneWord { return GoogleCredential(accessToken: text) }
    if text.first == "{" { return try credential(Array(text.utf8), of: "the credentials") }
    let isSecret = SecretKind(in: text) != nil
    return try credential(
      ofFile: isSecret ? text : folder.pushing(FilePath(text)).string,
      namedBy: "the profile's credentials"
    )
  }

  /// Returns the application default credential.
  ///
  /// - Throws: A `CredentialError` that lists the searched locations and the remedy.
  package func applicationDefault() async throws -> GoogleCredential {
    let name = "GOOGLE_APPLICATION_CREDENTIALS"
    if let path = variables[name], !path.isEmpty {
      return try credential(ofFile: path, namedBy: name)
    }
    let file = gcloudFile
    if let file, let bytes = try read(file.string, namedBy: "gcloud's credentials") {
      return try credential(bytes, of: file.string)
    }
    let machine = MetadataServer(variables: variables, network)
    if let machine, try await machine.isAvailable() {
      return GoogleCredential(machine, clock: network.clock)
    }
    throw CredentialError(
      "no credentials found: \(name) is not set, \(file?.string ?? "gcloud's folder") does not "
        + "exist, and this is not a Google Cloud machine; set \"credentials\" in the profile to "
        + "the key of a service account, or log in with gcloud auth application-default login",
      isMissing: true
    )
  }

  private var gcloudFile: FilePath? {
    let name = "application_default_credentials.json"
    if let folder = variables["CLOUDSDK_CONFIG"], !folder.isEmpty {
      return FilePath(folder).appending(name)
    }
    guard let home = variables["HOME"], !home.isEmpty else { return nil }
    return FilePath(home).appending(".config").appending("gcloud").appending(name)
  }

  private func credential(
    ofFile path: String,
    namedBy origin: String
  ) throws -> GoogleCredential {
    guard let bytes = try read(path, namedBy: origin) else {
      throw unreadable(path, namedBy: origin) { "there is no file \($0); correct the path" }
    }
    return try credential(bytes, of: path)
  }

  private func read(_ path: String, namedBy origin: String) throws -> [UInt8]? {
    do {
      return try network.readFile(FilePath(path))
    } catch let error as Errno {
      throw unreadable(path, namedBy: origin) { "\($0) cannot be read: \(error)" }
    }
  }

  /// Returns the error for an unreadable credentials file; a secret that was given in place of a
  /// path is not shown.
  private func unreadable(
    _ path: String,
    namedBy origin: String,
    _ message: (String) -> String
  ) -> CredentialError {
    // `path` is used unnormalized, because a refresh token may contain two slashes (`1//…`).
    guard let kind = SecretKind(in: path)?.label ?? (path.first == "{" ? "JSON" : nil) else {
      return CredentialError("\(origin): \(message(path.escapingControls))")
    }
    return CredentialError(
      "\(origin): expected the path of a credentials file, found \(kind); save it in a file, and "
        + "specify the path of that file, for example in the variable "
        + "GOOGLE_APPLICATION_CREDENTIALS"
    )
  }

  private func credential(_ bytes: [UInt8], of file: String) throws -> GoogleCredential {
    guard let json = JSONReader().read(bytes, named: file).tree, json.kind == .map else {
      let reason = Self.reasonForInvalidCredentials(in: bytes)
      throw CredentialError(
        "\(file) is not a Google credentials file: \(reason); download the key of a "
          + "service account"
      )
    }
    return GoogleCredential(try source(json, file), clock: network.clock)
  }

  private func source(_ json: Tree, _ file: String) throws -> any TokenSource {
    switch json["type"]?.string {
    case "external_account": try externalAccount(json, file)
    case "impersonated_service_account":
      try ImpersonatedAccount(
        json,
        file: file,
        as: keySource(
          json["source_credentials"] ?? .null,
          "source_credentials of \(file)",
          scopes: [ImpersonatedAccount.scope]
        ),
        usesURL: false,
        network
      )
    default: try keySource(json, file, scopes: TokenRequest.scopes)
    }
  }

  private func externalAccount(_ json: Tree, _ file: String) throws -> any TokenSource {
    guard json["service_account_impersonation_url"]?.isNull == false else {
      return try ExternalAccount(json, file: file, scopes: TokenRequest.scopes, network)
    }
    let scopes = [ImpersonatedAccount.scope]
    let identity = try ExternalAccount(json, file: file, scopes: scopes, network)
    return try ImpersonatedAccount(json, file: file, as: identity, usesURL: true, network)
  }

  /// Returns the token source for a credentials file that contains a secret.
  private func keySource(
    _ json: Tree,
    _ file: String,
    scopes: [String]
  ) throws -> any TokenSource {
    switch json["type"]?.string {
    case "service_account":
      return try ServiceAccountKey(json, file: file, scopes: scopes, network)
    case "authorized_user": return try AuthorizedUser(json, file: file, network)
    case let type?:
      throw CredentialError(
        "\(file) contains credentials of the unsupported type \"\(type.escapingControls)\"; use "
          + "workload identity, a service account's key, or gcloud auth application-default login"
      )
    case nil:
      let reason = Self.reasonForInvalidCredentials(in: json)
      throw CredentialError(
        "\(file) is not a Google credentials file: \(reason); download the key of a "
          + "service account"
      )
    }
  }

  /// Returns the reason a JSON file is not a credentials file.
  private static func reasonForInvalidCredentials(in json: Tree) -> String {
    if json["project_info"] != nil { return "it is the google-services.json of an Android app" }
    if json["installed"] != nil || json["web"] != nil {
      return "it is an OAuth client secret, which is for signing in users"
    }
    return "it has no \"type\""
  }

  /// Returns the reason a file is not a JSON object; the content is not quoted, since it may be
  /// part of a key.
  private static func reasonForInvalidCredentials(in bytes: [UInt8]) -> String {
    let start = String(decoding: bytes.prefix(400), as: UTF8.self)
    if start.contains("<plist") || start.hasPrefix("bplist") {
      return "it is a property list, such as the GoogleService-Info.plist of an app"
    }
    if start.contains("-----BEGIN") { return "it is a bare key, without the JSON around it" }
    return "it is not a JSON object"
  }
}

/// A reader for credentials files.
private enum CredentialFile {
  /// The maximum number of bytes read from a credentials file.
  private static let maximumBytes = 1 << 20

  /// Returns the bytes of a file, or nil if it does not exist.
  static func bytes(of path: FilePath) throws -> [UInt8]? {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(path, .readOnly)
    } catch Errno.noSuchFileOrDirectory {
      return nil
    }
    return try file.closeAfter {
      var bytes: [UInt8] = []
      while bytes.count < maximumBytes {
        let chunk = try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        if chunk.isEmpty { break }
        bytes += chunk
      }
      return bytes
    }
  }
}
