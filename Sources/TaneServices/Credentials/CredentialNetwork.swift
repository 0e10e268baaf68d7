import SystemPackage

/// The surroundings that sources of tokens share.
struct CredentialNetwork: Sendable {
  /// The transport for requests for tokens.
  let transport: any Transport
  /// The time.
  let clock: ServiceClock
  /// The log of these requests.
  let log: RequestLog
  /// The environment variables.
  var variables: [String: String] = [:]
  /// Reads a file, or returns nil if it does not exist.
  var readFile: @Sendable (FilePath) throws -> [UInt8]? = { _ in nil }
}
