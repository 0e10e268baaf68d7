import SystemPackage

/// The network access and environment that token sources share.
struct CredentialNetwork: Sendable {
  /// The transport for token requests.
  let transport: any Transport
  /// The clock for timeouts and waits.
  let clock: ServiceClock
  /// The log of token requests.
  let log: RequestLog
  /// The environment variables.
  var variables: [String: String] = [:]
  /// Reads a file, or returns nil if it does not exist.
  var readFile: @Sendable (FilePath) throws -> [UInt8]? = { _ in nil }
}
